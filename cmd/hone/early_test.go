package main

import (
	"path/filepath"
	"testing"
)

// early copies Call before main runs: in init functions, in package variables of files before and behind the one that declares the honed
// variable, directly and through functions; in tests as well.
const early = `
-- a.go --
package main

import "reflect"

var direct = Square.Call

var table = map[string]func(float64) float64{"square": Square.Call, "cube": Cube.Call}

var made = register()

func register() []func(float64) float64 { return []func(float64) float64{Cube.Call, Square.Call} }

var inInit func(float64) float64

func init() { inInit = Square.Call }

// same compares with what Call is in the end.
func same(f, g func(float64) float64) bool { return reflect.ValueOf(f).Pointer() == reflect.ValueOf(g).Pointer() }
-- m.go --
package main

import (
	"fmt"

	"github.com/hone-go/hone"
)

func square(x float64) float64 { return x * x }

var Square = hone.Func(square)

func main() {
	fmt.Println(same(direct, Square.Call), same(inInit, Square.Call), same(table["square"], Square.Call), same(made[1], Square.Call),
		same(table["cube"], Cube.Call), same(made[0], Cube.Call), Square.Status(), Cube.Status())
}
-- z.go --
package main

import "github.com/hone-go/hone"

var Cube = hone.Func(func(x float64) float64 { return x * x * x })
-- a_test.go --
package main

import "testing"

var tested = []func(float64) float64{Square.Call, Half.Call}

func TestEarly(t *testing.T) {
	t.Log(same(tested[0], Square.Call), same(tested[1], Half.Call), Half.Status())
}
-- b_test.go --
package main

import "github.com/hone-go/hone"

var Half = hone.Func(func(x float64) float64 { return x / 2 })
-- lib/lib.go --
package lib
-- lib/a_test.go --
package lib_test

import (
	"reflect"
	"testing"

	"github.com/hone-go/hone"
)

var copied = Third.Call

func TestEarly(t *testing.T) {
	t.Log(reflect.ValueOf(copied).Pointer() == reflect.ValueOf(Third.Call).Pointer(), Third.Status())
}

var Third = hone.Func(func(x float64) float64 { return x / 3 })
`

// TestEarly: Call is the compiled function wherever the program takes it.
func TestEarly(t *testing.T) {
	t.Parallel()
	dir := module(t, early)
	want := "true true true true true true " + target() + " " + target() + "\n"
	expect(t, hon(t, dir, "run", "."), 0, want, "")
	expect(t, hon(t, dir, "run", "z.go", "m.go", "a.go"), 0, want, "")
	got := hon(t, dir, "test", "-v", "-count=1", "./...")
	expect(t, got, 0, "true true "+target(), "")
	expect(t, got, 0, ": true "+target(), "")
	expect(t, hon(t, dir, "check"), 0, "compiled", "")

	// A file in front of the generated one.
	write(t, dir, "0a.go", "package main\n\nvar first = register()\n\nvar unrelated = same\n")
	const late = "0a.go:3:5: this is initialised before Square.Call is the compiled function: rename 0a.go, so that it sorts behind 0hone_gen.go\n"
	expect(t, hon(t, dir, "check"), 1, late, "")
	expect(t, hon(t, dir, "build", "-o", filepath.Join(dir, "x.exe"), "."), 0, "", late)
	expect(t, hon(t, dir, "check", "./lib"), 0, "compiled", "")
}
