package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCover: with coverage, too, what runs is what the overlay says, and profiles name the files that exist.
func TestCover(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"

	"example.com/m/lib"
)

func main() { fmt.Println(lib.Twice.Call(21), lib.Twice.Status()) }
-- lib/lib.go --
package lib

import "github.com/hone-go/hone"

func twice(x int) int { return 2 * x }

var Twice = hone.Func(twice)

// Reached is plain.
func Reached() bool { return true }
-- lib/lib_test.go --
package lib

import "testing"

func TestTwice(t *testing.T) { t.Log(Reached(), Twice.Call(4), Twice.Status()) }
`)
	profile := filepath.Join(dir, "c.out")
	got := hon(t, dir, "test", "-count=1", "-v", "-coverpkg=./...", "./lib", "-coverprofile", profile)
	expect(t, got, 0, "true 8 "+target(), "")
	expect(t, got, 0, "coverage: ", "")
	expect(t, run(t, dir, "go", "tool", "cover", "-func", profile), 0, "Reached", "")
	if text, err := os.ReadFile(profile); err != nil || strings.Contains(string(text), "hone_gen") {
		t.Errorf("%v: %s", err, text)
	}
	// An old file on disk, and a file that the user replaces.
	expect(t, hon(t, dir, "gen", "./lib"), 0, "", "")
	write(t, dir, "lib/lib.go", strings.Replace(readFile(t, dir, "lib/lib.go"), "2 * x", "200 * x", 1))
	expect(t, hon(t, dir, "run", "-cover", "."), 0, "4200 "+target(), "lib/0hone_gen.go is out of date")
	write(t, dir, "other.txt", strings.Replace(readFile(t, dir, "lib/lib.go"), "200 * x", "3 * x", 1))
	write(t, dir, "overlay.json", `{"Replace": {"lib/lib.go": "other.txt"}}`)
	expect(t, hon(t, dir, "run", "-cover", "-overlay=overlay.json", "."), 0, "63 "+target(), "GOCOVERDIR")
}

func readFile(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
