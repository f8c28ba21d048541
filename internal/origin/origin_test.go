package origin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const module1 = `
-- go.mod --
module example.com/m

go 1.26.0
-- p/p.go --
// Package p is for tests.
package p

import (
	"math"

	other "example.com/m/q"
)

// scale scales.
//
//hone:filter known(n)
func scale(x []float64, n int) {
	for i := range x {
		x[i] *= other.Q(n) * math.Pi
	}
}

type outer struct{ inner }

type inner struct{ a, b int }

func (p *inner) sum() int { return p.a + p.b }

const (
	zero = iota
	one
)

var table = [2]int{1, 2}
-- q/q.go --
package q

func Q(n int) float64 { return float64(n) }
`

func extract(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, part := range strings.Split(archive, "\n-- ")[1:] {
		name, text, _ := strings.Cut(part, " --\n")
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestCheck changes one thing at a time: what matters to the items makes the file stale, and nothing else does.
func TestCheck(t *testing.T) {
	items := []Item{
		{".", "p.go", "scale"}, {".", "p.go", "outer"}, {".", "p.go", "inner"}, {".", "p.go", "inner.sum"}, {".", "p.go", "one"}, {".", "p.go", "table"},
		{".", "p.go", `import "math"`}, {".", "p.go", `import other "example.com/m/q"`},
		{"example.com/m/q", "q.go", "Q"},
		{".", Predeclared, "-"}, {"example.com/m/q", Predeclared, "-"}, {".", Language, "-"},
	}
	for _, c := range []struct{ name, file, old, new, want string }{
		{"nothing", "p/p.go", "", "", ""},
		{"comments and places", "p/p.go", "// scale scales.", "// scale is fast.\n//\n// Very.", ""},
		{"layout of the text", "p/p.go", "{ return p.a + p.b }", "{\n\t// add\n\treturn p.a +\n\t\tp.b\n}", ""},
		{"another function", "p/p.go", "const (", "func unrelated() {}\n\nconst (", ""},
		{"another file", "p/new.go", "", "package p\n\nfunc more() {}\n", ""},
		{"another import", "p/p.go", `"math"`, "\"math\"\n\t\"os\"", ""},
		{"a method of a type that embeds nothing", "p/new.go", "", "package p\n\nfunc (p inner) more() {}\n", ""},
		{"a patch release", "go.mod", "1.26.0", "1.26.3", ""},
		{"a function", "p/p.go", "*= other", "+= other", "p.go: scale has changed"},
		{"a function in another package", "q/q.go", "float64(n)", "float64(n) + 1", "example.com/m/q/q.go: Q has changed"},
		{"a filter", "p/p.go", "known(n)", "true", "p.go: scale has changed"},
		{"a method", "p/p.go", "p.a + p.b", "p.a - p.b", "p.go: inner.sum has changed"},
		{"a layout", "p/p.go", "{ a, b int }", "{ b, a int }", "p.go: inner has changed"},
		{"an earlier constant", "p/p.go", "zero = iota", "zero = iota + 5", "p.go: one has changed"},
		{"a table", "p/p.go", "{1, 2}", "{1, 3}", "p.go: table has changed"},
		{"an import", "p/p.go", `"math"`, `math "example.com/m/q"`, `p.go: import "math" is gone`},
		{"a name gone", "p/p.go", "func scale", "func rescale", "p.go: scale is gone"},
		{"a build constraint", "p/p.go", "// Package p", "//go:build linux\n\n// Package p", "has changed"},
		{"a method that hides another", "p/new.go", "", "package p\n\nfunc (o outer) sum() int { return 0 }\n", "p.go: outer has changed"},
		{"a name that hides a predeclared one", "p/new.go", "", "package p\n\nfunc len(x []float64) int { return 0 }\n", "predeclared"},
		{"the same elsewhere", "q/new.go", "", "package q\n\ntype float64 int\n", "what example.com/m/q calls as predeclared"},
		{"the language", "go.mod", "1.26.0", "1.21", "language version"},
		{"a file that is gone", "q/q.go", "package q", "packag", "q.go: Q is gone"},
	} {
		dir := extract(t, module1)
		p := filepath.Join(dir, "p")
		sources, text := NewSources(), Header+"\npackage p\n\n"
		for _, it := range items {
			at := p
			if it.Pkg != "." {
				at = filepath.Join(dir, "q")
			}
			hash, err := sources.Hash(at, it)
			if err != nil {
				t.Fatal(err)
			}
			text += Line(it, hash)
		}
		if err := os.WriteFile(filepath.Join(p, "0hone_gen.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		edit(t, filepath.Join(dir, c.file), c.old, c.new)
		stale, err := Check(p)
		if err != nil {
			t.Fatal(err)
		}
		if c.want == "" && len(stale) > 0 || c.want != "" && (len(stale) != 1 || !strings.Contains(stale[0].Why, c.want)) {
			t.Errorf("%s: %v, want %q", c.name, stale, c.want)
		}
	}
}

// edit replaces text in a file, or makes the file.
func edit(t *testing.T, path, old, new string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) || !strings.Contains(string(text), old) {
		t.Fatal(path, err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, new, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"0hone_gen.go": true, "0hone_gen_test.go": true, "0hone_gen_x_test.go": true, "0hone_gen_0123abcd.go": true, "0hone_gen_0123abcd_x_test.go": true,
		"hone_gen.go": true, "hone_gen_x_test.go": true, Test: true,
		"0hone_gen_linux.go": false, "hone_gen.txt": false, "my_hone_gen.go": false,
	} {
		if Named(name) != want {
			t.Errorf("Named(%s) = %v", name, !want)
		}
	}
}

// TestOld: a file without a word of what it was made from is out of date; one that hone has not made is none of its business.
func TestOld(t *testing.T) {
	dir := t.TempDir()
	edit(t, filepath.Join(dir, "hone_gen.go"), "", Header+"\npackage p\n")
	edit(t, filepath.Join(dir, "0hone_gen.go"), "", "package p\n")
	stale, err := Check(dir)
	if err != nil || len(stale) != 1 || stale[0].File != "hone_gen.go" {
		t.Errorf("%v, %v", stale, err)
	}
}
