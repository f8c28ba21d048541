//go:build unix

package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/hone-go/hone/internal/mutate/live"
)

const sample = `package main

import "fmt"

type op struct{ kind, n int; flag bool }

func (o *op) legal(x, y int) bool {
	if !o.flag || x < y && o.n == 3 {
		return false
	}
	for _, ok := range []bool{true, o.flag} {
		if f := func(b bool) bool { return b }; !f(ok) {
			return x >= y
		}
	}
	switch o.kind {
	case 1, 2:
		return x > y
	}
	switch {
	case x+3 <= y:
		return true
	}
	return o.kind != 4
}

func main() {
	s := ""
	for kind := range 5 {
		for _, flag := range []bool{true, false} {
			o := &op{kind, 3, flag}
			o.legal(kind, 1)
			for _, x := range []int{-1, 0, 1, 2, 3, 4} {
				s += fmt.Sprint(o.legal(x, 0)) + fmt.Sprint((&op{kind, 2, flag}).legal(x-3, 0))
			}
		}
	}
	fmt.Println(s)
}
`

// rewriteSample gives the sample with its mutants.
func rewriteSample(t *testing.T, n *notes) (string, []*mutant) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "sample.go", sample, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.Default()}
	if _, err := conf.Check("main", fset, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	next := 0
	w := &rewriter{pkg: &packages.Package{Fset: fset, TypesInfo: info}, src: []byte(sample), file: "sample.go", notes: n, next: &next}
	return string(w.rewrite(f)), w.mutants
}

// TestRewrite runs a program with all its mutants: without one alive it prints what it did before, and with each something else.
func TestRewrite(t *testing.T) {
	n, err := parseNotes("sample.go\n  constants *\n")
	if err != nil {
		t.Fatal(err)
	}
	text, mutants := rewriteSample(t, n)
	if strings.Count(text, "\n") != strings.Count(sample, "\n") {
		t.Error("lines have moved")
	}
	dir, err := os.MkdirTemp(".", "_sample") // inside the module, since package live is internal, and where ./... does not look
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	build := func(name, text string) string {
		bin := filepath.Join(dir, name)
		if out, err := exec.Command("go", "build", "-o", bin, write(name+".go", text)).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s\n%s", err, out, text)
		}
		return bin
	}
	run := func(bin, env string) string {
		cmd := exec.Command("./" + bin)
		cmd.Env = append(os.Environ(), env)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	want := run(build("plain", sample), "")
	bin := build("mutants", text)
	seen := write("seen", strings.Repeat("\x00", len(mutants)))
	if got := run(bin, live.SeenEnv+"="+seen); got != want {
		t.Errorf("without a mutant: got %s, want %s", got, want)
	}
	marks, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for i, m := range mutants {
		if m.ID != i {
			t.Fatalf("%s has number %d, must be %d", m.name(), m.ID, i)
		}
		if strings.Contains(m.name(), "legal(kind") {
			t.Errorf("%s, which nobody looks at", m.name())
		}
		same := run(bin, live.Env+"="+strconv.Itoa(i)) == want
		if !same {
			differ++
		}
		if marks[i] == 0 && !same {
			t.Errorf("%s makes a difference, but isn't seen to", m.name())
		}
	}
	if differ < 30 {
		t.Errorf("%d of %d mutants make a difference", differ, len(mutants))
	}
}

// TestSafe: what can only make a function refuse more often isn't counted.
func TestSafe(t *testing.T) {
	n, err := parseNotes("sample.go\n  refuse op.legal false\n  profit main  prints\n  equal op.legal \"x < y\" wider  says who\n")
	if err != nil {
		t.Fatal(err)
	}
	_, mutants := rewriteSample(t, n)
	for _, c := range []struct {
		text, kind string
		safe       bool
		why        string
	}{
		{"o.flag", "false", true, ""}, {"o.flag", "true", false, ""},
		{"x < y", "true", true, ""}, {"x < y", "wider", true, "equal"}, {"x < y", "narrower", false, ""},
		{"x >= y", "false", true, ""}, {"x > y", "narrower", true, ""}, {"x > y", "wider", false, ""},
		{"x+3 <= y", "true", false, ""}, {"o.kind != 4", "false", true, ""}, {"1", "case", false, ""},
	} {
		found := false
		for _, m := range mutants {
			if m.Text != c.text || m.Kind != c.kind || m.Nth > 0 {
				continue
			}
			found = true
			why := ""
			if x := n.why(m); x != nil {
				why = x.what
			}
			if m.Safe != c.safe || why != c.why {
				t.Errorf("%s: safe %v, %q", m.name(), m.Safe, why)
			}
		}
		if !found {
			t.Errorf("no mutant %q %s", c.text, c.kind)
		}
	}
}

// TestNotes: the notes are well formed, about files in scope; and what is not well formed is refused.
func TestNotes(t *testing.T) {
	n, err := parseNotes(notesText)
	if err != nil {
		t.Fatal(err)
	}
	files := slices.Concat(scope, leaving)
	for _, x := range n.all {
		if !slices.Contains(files, x.file) {
			t.Errorf("notes.txt:%d: %s is not in scope", x.line, x.file)
		}
	}
	for _, file := range files {
		if _, err := os.Stat(filepath.Join("..", "..", file)); err != nil {
			t.Errorf("scope.go: %v", err)
		}
		if suites[path.Dir(file)] == nil {
			t.Errorf("scope.go: no tests are asked about %s", file)
		}
	}
	for _, bad := range []string{"a.go\n  equal f \"x\"  no kind", "a.go\n  profit f", "a.go\n  nonsense f x", "  profit f  no file", "a.go\n  refuse f"} {
		if _, err := parseNotes(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestNotesFit: each note is about something that is there: a condition that was changed or has moved is to be looked at again.
func TestNotesFit(t *testing.T) {
	n, err := parseNotes(notesText)
	if err != nil {
		t.Fatal(err)
	}
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	p, err := rewriteAll(root, t.TempDir(), packagesOf(slices.Concat(scope, leaving)), n)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range p.mutants {
		n.why(m)
	}
	for _, x := range n.all {
		if !x.used {
			t.Errorf("notes.txt:%d: fits nothing in %s", x.line, x.file)
		}
	}
}
