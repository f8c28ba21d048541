package main

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The issue that wants this bench asks for forty functions of well-known libraries.
func TestTable(t *testing.T) {
	names, modules := map[string]bool{}, map[string]bool{}
	for _, e := range entries() {
		if names[e.name] {
			t.Errorf("two entries %q", e.name)
		}
		names[e.name], modules[e.module] = true, true
		if e.least == nil && e.leastTolerance != 0 && !strings.HasPrefix(e.name, "go-talib") && !strings.HasPrefix(e.name, "montanaflynn") {
			t.Errorf("%s: a tolerance of a least change that it hasn't", e.name)
		}
	}
	for name := range serial {
		if !names[name] {
			t.Errorf("no entry %q, which is serial", name)
		}
	}
	if len(names) < 100 || len(modules) < 20 {
		t.Errorf("%d functions of %d modules", len(names), len(modules))
	}
}

// Inputs are the same whenever they are made, a call in plain Go changes no more than its reset makes good, and what stands in for
// the function with the least change computes the same, all in plain Go.
func TestEntries(t *testing.T) {
	smallPhotos()
	for _, e := range entries() {
		first, second := e.open(), e.open()
		once := func(in instance, f func()) *record {
			if in.reset != nil {
				in.reset()
			}
			f()
			return recordOf(in.results())
		}
		want := once(first, first.plain)
		if err := want.differs(once(second, second.plain), 0); err != nil {
			t.Errorf("%s: opened again: %v", e.name, err)
		}
		if err := want.differs(once(first, first.plain), 0); err != nil {
			t.Errorf("%s: called again: %v", e.name, err)
		}
		if len(want.shape)+len(want.words)+len(want.bytes)+len(want.floats) == 0 {
			t.Errorf("%s: no results", e.name)
		}
		if err := e.check(false); err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
	}
}

// Honed they compute the same, to the last bit where nothing is fused and the entry doesn't say why not.
func TestHoned(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: builds the program with hone")
	}
	dir := t.TempDir()
	tool, exe := filepath.Join(dir, "hone"), filepath.Join(dir, "wild")
	for _, argv := range [][]string{{"go", "build", "-o", tool, "../../cmd/hone"}, {tool, "build", "-o", exe, "."}} {
		if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", argv, err, out)
		}
	}
	cmd := exec.Command(exe, "-check", "-small")
	cmd.Env = append(os.Environ(), "HONE=jit", "HONE_FMA=off") // what gains nothing is compared, too
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	out, err := exec.Command(exe, "-cores", "1", "-quick", "-small", "-k", "gg|DecodeInt|colorful Hsv").CombinedOutput()
	if err != nil || !regexp.MustCompile(`4 functions of 3 libraries\n.* 100% compile`).Match(out) {
		t.Errorf("measuring four: %v\n%s", err, out)
	}
}

// A difference is found wherever it is.
func TestDiffers(t *testing.T) {
	type pair struct {
		name string
		x    *[]float32
	}
	results := func(x float64, b byte, s string, n int, in float32, err error) *record {
		return recordOf([]any{[]float64{1, x}, []byte{1, b}, s, [][]int{{1}, {n}}, pair{"p", &[]float32{in}}, err, complex(0, x)})
	}
	want := results(0, 7, "a", 1, 2, nil)
	if err := want.differs(results(0, 7, "a", 1, 2, nil), 0); err != nil {
		t.Error(err)
	}
	for i, other := range []*record{
		results(math.Copysign(0, -1), 7, "a", 1, 2, nil), results(1e-9, 7, "a", 1, 2, nil), results(math.NaN(), 7, "a", 1, 2, nil),
		results(0, 8, "a", 1, 2, nil), results(0, 7, "b", 1, 2, nil), results(0, 7, "a", 2, 2, nil), results(0, 7, "a", 1, 3, nil),
		results(0, 7, "a", 1, 2, errors.New("b")), recordOf(nil),
	} {
		if want.differs(other, 0) == nil {
			t.Errorf("difference %d isn't found", i)
		}
	}
	if want.differs(results(1e-9, 8, "a", 1, 2, nil), 1e-8) != nil {
		t.Error("a difference within the tolerance is one")
	}
	if want.differs(results(1e-7, 7, "a", 1, 2, nil), 1e-8) == nil || want.differs(results(0, 9, "a", 1, 2, nil), 1e-8) == nil {
		t.Error("a difference beyond the tolerance is none")
	}
}

// The table of reasons takes variables whose names begin with "least" for the least changes, and all others for functions as they stand.
func TestNames(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	as := 0
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			call, ok := v.Values[0].(*ast.CallExpr)
			if !ok {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Func" {
				least := strings.HasPrefix(v.Names[0].Name, "least")
				if least != strings.HasPrefix(name, "least_") {
					t.Errorf("%s: %s", name, v.Names[0].Name)
				}
				if !least {
					as++
				}
			}
			return true
		})
	}
	if n := len(entries()); as != n {
		t.Errorf("%d honed functions as they stand, but %d entries", as, n)
	}
}

func TestReasons(t *testing.T) {
	for text, want := range map[string]string{
		"parameter 1 of type *image.RGBA: pointers can't be passed to or from compiled code":                                                    "pointers at the border",
		"f64.GemvN has no body in Go (in gonum.org/v1/gonum/blas.x, called at a.go:1:2)":                                                        "bodies in assembly",
		"image.Rect is not compiled: functions of package image can't be called in compiled code (in a.b, called at x.go:1:2)":                  "functions of package image",
		"*sync.WaitGroup.Add is not compiled: functions of package sync can't be called in compiled code (in a.b.parallel, called at c.go:1:1)": "goroutines, channels, package sync",
		"package variable EmptyInputErr may change; pass it as an argument":                                                                     "package variables: errors",
		"values of type Pointer are not compiled":                                                                                               "values of type Pointer are not compiled",
	} {
		if got := (&reason{text: text}).kind(); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
	if got := short("a/b.go:1:2: strings are not compiled (and 4 more)"); got != "strings are not compiled" {
		t.Errorf("short: %q", got)
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args string
		code int
	}{
		{"-h", 0}, {"-list", 0}, {"-k (", 2}, {"-k nothing-of-the-kind", 2}, {"-cores 3", 2}, {"more", 2}, {"-nonsense", 2},
	} {
		var out, errs bytes.Buffer
		if code := run(strings.Fields(test.args), &out, &errs); code != test.code {
			t.Errorf("%s: exit status %d, not %d: %s", test.args, code, test.code, &errs)
		}
	}
}
