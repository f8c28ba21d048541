package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestBuilds: a committed file serves the builds that its code is right for, and stands beside those for others.
func TestBuilds(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- main.go --
package main

import "fmt"

func main() { fmt.Println(F.Call(1), F.Status(), G.Call(1), G.Status()) }
-- foo.go --
//go:build foo

package main

func f(x int) int { return x * 7 }
-- other.go --
//go:build !foo

package main

func f(x int) int { return x * 9 }
-- g.go --
package main

import "github.com/hone-go/hone"

var (
	F = hone.Func(f)
	G = hone.Func(func(x int) int { return x + 1 })
)
`)
	plain := "plain Go: no generated code for it in this build"
	expect(t, hon(t, dir, "gen"), 0, "", "")
	expect(t, run(t, dir, "go", "run", "."), 0, "9 "+target()+" 2 "+target(), "")
	got := run(t, dir, "go", "run", "-tags=foo", ".")
	expect(t, got, 0, "7 "+plain, "")
	expect(t, got, 0, " 2 "+target(), "")
	expect(t, hon(t, dir, "gen", "-tags=foo"), 0, "", "")
	expect(t, run(t, dir, "go", "run", "-tags=foo", "."), 0, "7 "+target()+" 2 "+target(), "")
	expect(t, run(t, dir, "go", "run", "."), 0, "9 "+target()+" 2 "+target(), "")
	expect(t, hon(t, dir, "gen", "-check"), 0, "", "")
	expect(t, hon(t, dir, "run", "."), 0, "9 "+target()+" 2 "+target(), "")
	if names, _ := filepath.Glob(filepath.Join(dir, "0hone_gen*")); len(names) != 4 {
		t.Errorf("files: %v", names)
	}
	// What another build's file was made from is compared as well.
	write(t, dir, "foo.go", strings.Replace(readFile(t, dir, "foo.go"), "7", "8", 1))
	expect(t, hon(t, dir, "gen", "-check"), 1, "foo.go: f has changed", "")
}

// TestStale: plain go test finds that the committed file is not up to date, in packages that have no tests of their own, too; and so does every command.
func TestStale(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"
	"math"

	"example.com/m/lib"
	"github.com/hone-go/hone"
)

func f(x float64) float64 { return math.Sqrt(lib.Half(x)) }

var F = hone.Func(f)

func main() { fmt.Println(F.Call(8), F.Status()) }
-- lib/lib.go --
package lib

func Half(x float64) float64 { return x / 2 }
`)
	expect(t, hon(t, dir, "gen"), 0, "", "")
	expect(t, run(t, dir, "go", "test", "./..."), 0, "ok", "")
	expect(t, hon(t, dir, "check"), 0, "compiled", "")
	write(t, dir, "lib/lib.go", "package lib\n\n// Half halves.\nfunc Half(x float64) float64 { return x / 3 }\n")
	const stale = "0hone_gen.go is out of date (run `go tool hone gen`): example.com/m/lib/lib.go: Half has changed"
	expect(t, run(t, dir, "go", "test", "./..."), 1, stale, "")
	expect(t, hon(t, dir, "check"), 1, stale, "")
	expect(t, hon(t, dir, "gen", "-check"), 1, "0hone_gen.go\n", "")
	expect(t, hon(t, dir, "explain", "F"), 0, "compiled", stale)
	expect(t, hon(t, dir, "run", "."), 0, target(), stale)
	expect(t, hon(t, dir, "gen"), 0, "", "")
	expect(t, run(t, dir, "go", "test", "./..."), 0, "ok", "")
}

// TestDependencies: honed functions of modules in directories are compiled, and those in the module cache if they come with their file.
func TestDependencies(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"

	"example.com/dep"
)

func main() { fmt.Println(dep.F.Call(1), dep.F.Status()) }
-- dep/go.mod --
module example.com/dep

go 1.26.0

require github.com/hone-go/hone v0.0.0
-- dep/dep.go --
package dep

import "github.com/hone-go/hone"

var F = hone.Func(func(x int) int { return x + 1 })
`)
	gomod := readFile(t, dir, "go.mod")
	write(t, dir, "go.mod", gomod+"\nrequire example.com/dep v1.0.0\n\nreplace example.com/dep => ./dep\n")
	expect(t, hon(t, dir, "run", "."), 0, "2 "+target(), "")
}
