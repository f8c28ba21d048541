package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

const honedPath = "github.com/hone-go/hone/internal/source/testdata/honed"

func TestFuncs(t *testing.T) {
	p, err := Load(".", []string{"./testdata/honed"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ name, symbol, signature, reasons string }{
		{"Double", "double", "func(x float64) float64", ""},
		{"Ints", "each[int]", "func(s []int)", ""},
		{"Floats", "each[float32]", "func(s []float32)", ""},
		{"Length2", "point.length2", "func(honed.point) float64", ""},
		{"In", "point.in", "func(p honed.point, q []honed.point) bool", ""},
		{"Square", "Square.func", "func(x int) int", ""},
		{"Move", "(*point).move.border", "func(p *honed.point, dx float64)", ""},
		{"Later", "later", "func(f func(int) int) int",
			"23:12: parameter 1 of type func(int) int: " + noFuncs},
		{"Rows", "rows", "func(a [][]float64) float64", ""},
		{"Wait", "wait", "func() (n int, t time.Time)",
			"25:49: time.Now is not compiled: functions of package time can't be called in compiled code; call it before or after"},
		{"Calls", "calls", "func(n int) int",
			"27:50: time.Time.String is not compiled: functions of package time can't be called in compiled code; call it before or after\n" +
				"27:50: time.Now is not compiled: functions of package time can't be called in compiled code; call it before or after"},
		{"Chosen", "", "func(float64) float64",
			"44:27: hone.Func takes a function by name, or a function literal; this is a value computed at run time"},
	}
	got := p.Funcs()
	if len(got) != len(want) {
		t.Fatalf("%d honed functions, want %d", len(got), len(want))
	}
	for i, h := range got {
		w := want[i]
		symbol := strings.TrimPrefix(h.Symbol, honedPath+".")
		if h.Name != w.name || symbol != w.symbol || name(h.Signature) != w.signature {
			t.Errorf("got %s, %s, %s; want %s, %s, %s", h.Name, symbol, name(h.Signature), w.name, w.symbol, w.signature)
		}
		if r := reasonLines(h.Reasons, "testdata/honed/honed.go:"); r != w.reasons {
			t.Errorf("%s: reasons\n%s\nwant\n%s", h.Name, r, w.reasons)
		}
		if (h.Unit == nil) != (len(h.Reasons) > 0) {
			t.Errorf("%s: a unit and reasons exclude each other", h.Name)
		}
		if h.Unit == nil {
			continue
		}
		if h.Unit.Funcs[0].Name != h.Symbol {
			t.Errorf("%s: the unit begins with %s", h.Name, h.Unit.Funcs[0].Name)
		}
		if err := ir.Verify(h.Unit, ir.Source); err != nil {
			t.Errorf("%s: %v", h.Name, err)
		}
	}
	stray := "this hone.Func stays plain Go: only one that initialises a package variable (var X = hone.Func(f)) is compiled"
	if r := reasonLines(p.Strays(), "testdata/honed/honed.go:"); r != "47:9: "+stray+"\n49:47: "+stray+"\n51:31: "+stray {
		t.Errorf("strays:\n%s", r)
	}
	if p.Honed(honedPath, "Double") == nil || p.Honed(honedPath, "double") != nil {
		t.Error("Honed")
	}
}

func reasonLines(rs []Reason, prefix string) string {
	lines := make([]string, len(rs))
	for i, r := range rs {
		lines[i] = strings.TrimPrefix(filepath.ToSlash(r.String()), prefix)
	}
	return strings.Join(lines, "\n")
}

// load writes the files of a module that uses this one and loads it. File names, also of the overlay, are relative.
func load(t *testing.T, opts Options, files map[string]string) (*Program, error) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files["go.mod"] = "module example.com/m\n\ngo 1.26\n\nrequire github.com/hone-go/hone v0.0.0\n\nreplace github.com/hone-go/hone => " + root + "\n"
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	overlay := map[string][]byte{}
	for name, text := range opts.Overlay {
		overlay[filepath.Join(dir, name)] = text
	}
	opts.Overlay = overlay
	opts.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GONOSUMDB=*", "GOWORK=off")
	return Load(dir, []string{"./..."}, opts)
}

func TestOtherModule(t *testing.T) {
	p, err := load(t, Options{}, map[string]string{
		"a/a.go": `package a

import (
	"math"

	"example.com/m/b"
	"github.com/hone-go/hone"
)

func f(x []float64) float64 { return b.Mean(x) + math.Exp(x[0]) }

func g(n int) int { return b.Bad(n) }

var F, G = hone.Func(f), hone.Func(g)
`,
		"b/b.go": `package b

// Mean is called from another package.
func Mean(x []float64) (m float64) {
	for _, v := range x {
		m += v / float64(len(x))
	}
	return m
}

func Bad(n int) int {
	return n + len([]chan int{nil})
}
`,
	})
	if err != nil {
		t.Fatal(err)
	}
	f := p.Honed("example.com/m/a", "F")
	if len(f.Reasons) > 0 {
		t.Fatal(f.Reasons)
	}
	var symbols []string
	for _, fn := range f.Unit.Funcs {
		symbols = append(symbols, fn.Name)
	}
	if s := strings.Join(symbols, " "); !strings.HasPrefix(s, "example.com/m/a.f example.com/m/b.Mean github.com/hone-go/hone/vmath.Exp") {
		t.Errorf("symbols: %s", s)
	}
	if at := f.Unit.Funcs[1].Pos.String(); at != "b/b.go:4:1" {
		t.Errorf("position in the main module: %s", at)
	}
	if at := f.Unit.Funcs[2].Pos.File(); at != "github.com/hone-go/hone/vmath/exp.go" {
		t.Errorf("position in another module: %s", at)
	}
	g := p.Honed("example.com/m/a", "G")
	want := "b/b.go:12:17: []chan int: slices of channels are not compiled (in example.com/m/b.Bad, called at a/a.go:12:28)"
	if r := reasonLines(g.Reasons, ""); r != want {
		t.Errorf("reasons\n%s\nwant\n%s", r, want)
	}
}

func TestLoadErrors(t *testing.T) {
	_, err := load(t, Options{}, map[string]string{
		"a.go":   "package m\n\nimport \"example.com/m/nowhere\"\n\nvar x int = \"s\"\n\nvar _ = nowhere.X\n",
		"b/b.go": "package b\n\nfunc f( {\n",
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"a.go:3:8: ", "a.go:5:13: cannot use \"s\"", "b/b.go:3:9: "} {
		if !strings.Contains("\n"+filepath.ToSlash(err.Error()), "\n"+want) {
			t.Errorf("no line %s... in\n%v", want, err)
		}
	}
}

func TestOverlayAndTests(t *testing.T) {
	opts := Options{Tests: true, BuildFlags: []string{"-tags=more"}, Overlay: map[string][]byte{
		"a.go":   []byte("package m\n\nfunc f(x int) int { return x }\n"),
		"new.go": []byte("//go:build more\n\npackage m\n\nimport \"github.com/hone-go/hone\"\n\nvar Tagged = hone.Func(f)\n"),
	}}
	files := map[string]string{
		"a.go":      "package m\n\nfunc f() {}\n",
		"a_test.go": "package m\n\nimport \"github.com/hone-go/hone\"\n\nvar InTest = hone.Func(f)\n",
		"x_test.go": "package m_test\n\nimport \"github.com/hone-go/hone\"\n\nvar External = hone.Func(func(x int) int { return -x })\n",
	}
	p, err := load(t, opts, files)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, h := range p.Funcs() {
		found = append(found, h.Pkg.Path+"."+h.Name)
	}
	if s := strings.Join(found, " "); s != "example.com/m.InTest example.com/m.Tagged example.com/m_test.External" {
		t.Errorf("found %s", s)
	}
}
