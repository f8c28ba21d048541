package pipeline_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

// howMathCompiles says what becomes of each function of package math in a parallel loop: "op", exactly package math's
// function in one or a few instructions; "vmath", package vmath's, within its stated error; "math", translated from package
// math's own Go source; or the reason why it is not compiled. All but those in scalarMath are computed in lanes.
var howMathCompiles = map[string]string{
	"Abs": "op", "Ceil": "op", "Copysign": "op", "FMA": "op", "Float32bits": "op", "Float32frombits": "op",
	"Float64bits": "op", "Float64frombits": "op", "Floor": "op", "IsNaN": "op", "Max": "op", "Min": "op", "NaN": "op",
	"Round": "op", "RoundToEven": "op", "Signbit": "op", "Sqrt": "op", "Trunc": "op",

	"Inf": "math", "J0": "math", "J1": "math", "Jn": "math", "Pow10": "math", "Y0": "math", "Y1": "math", "Yn": "math",

	"Acos": "vmath", "Acosh": "vmath", "Asin": "vmath", "Asinh": "vmath", "Atan": "vmath", "Atan2": "vmath",
	"Atanh": "vmath", "Cbrt": "vmath", "Cos": "vmath", "Cosh": "vmath", "Dim": "vmath", "Erf": "vmath", "Erfc": "vmath",
	"Erfcinv": "vmath", "Erfinv": "vmath", "Exp": "vmath", "Exp2": "vmath", "Expm1": "vmath", "Frexp": "vmath",
	"Gamma": "vmath", "Hypot": "vmath", "Ilogb": "vmath", "IsInf": "vmath", "Ldexp": "vmath", "Lgamma": "vmath",
	"Log": "vmath", "Log10": "vmath", "Log1p": "vmath", "Log2": "vmath", "Logb": "vmath", "Mod": "vmath", "Modf": "vmath",
	"Nextafter": "vmath", "Nextafter32": "vmath", "Pow": "vmath", "Remainder": "vmath", "Sin": "vmath", "Sincos": "vmath",
	"Sinh": "vmath", "Tan": "vmath", "Tanh": "vmath",
}

// mathFuncs lists the functions of package math, as declared.
func mathFuncs(t *testing.T) []*ast.FuncDecl {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "math").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no source of package math: ", err)
	}
	var list []*ast.FuncDecl
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if ok && f.Recv == nil && f.Name.IsExported() && !strings.HasSuffix(name, "_test.go") {
				list = append(list, f)
			}
		}
	}
	slices.SortFunc(list, func(a, b *ast.FuncDecl) int { return strings.Compare(a.Name.Name, b.Name.Name) })
	return list
}

// mathProgram hones each function with a parallel loop over slices of arguments and results.
func mathProgram(funcs []*ast.FuncDecl) string {
	var b strings.Builder
	b.WriteString("package mathfuncs\n\nimport (\n\t\"math\"\n\n\t\"github.com/hone-go/hone\"\n)\n\n")
	for _, f := range funcs {
		var params, args, results []string
		each := func(l *ast.FieldList, prefix string) (names []string) {
			for _, field := range l.List {
				for range max(1, len(field.Names)) {
					name := fmt.Sprint(prefix, len(names))
					names = append(names, name+"[i]")
					params = append(params, fmt.Sprint(name, " []", field.Type))
				}
			}
			return names
		}
		args, results = each(f.Type.Params, "x"), each(f.Type.Results, "y")
		fmt.Fprintf(&b, "var %s = hone.Func(func(%s) {\n\tfor i := range hone.Parallel(len(y0)) {\n\t\t%s = math.%s(%s)\n\t}\n})\n\n",
			f.Name, strings.Join(params, ", "), strings.Join(results, ", "), f.Name, strings.Join(args, ", "))
	}
	return b.String()
}

// TestMath compiles every function of package math, and compares what becomes of it with howMathCompiles.
func TestMath(t *testing.T) {
	funcs := mathFuncs(t)
	file, err := filepath.Abs("../../testdata/mathfuncs/mathfuncs.go")
	if err != nil {
		t.Fatal(err)
	}
	prog, err := source.Load("../..", []string{"./testdata/mathfuncs"}, source.Options{Overlay: map[string][]byte{file: []byte(mathProgram(funcs))}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range funcs {
		name := f.Name.Name
		h := prog.Honed("github.com/hone-go/hone/testdata/mathfuncs", name)
		if h == nil {
			t.Errorf("%s: not found", name)
			continue
		}
		how := mathMeans(h)
		if want := howMathCompiles[name]; how != want {
			t.Errorf("%q: %q, want %q", name, how, want)
		}
		if len(h.Reasons) > 0 {
			continue
		}
		for _, isa := range []rt.ISA{rt.AVX512, rt.AVX2} {
			c, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{ISA: isa, FMA: true, DontLoad: true})
			if err != nil {
				t.Errorf("%s, %v: %v", name, isa, err)
				continue
			}
			lanes := 0
			for _, k := range c.Kernels {
				lanes = max(lanes, k.Lanes)
			}
			t.Logf("%s, %v: %s, %d lanes, %v, %d bytes", name, isa, how, lanes, c.Time, c.Bytes)
			if lanes < 2 {
				t.Errorf("%s, %v: %d lanes", name, isa, lanes)
			}
		}
	}
}

// mathMeans is what of howMathCompiles the symbols of a unit show.
func mathMeans(h *source.Honed) string {
	if len(h.Reasons) > 0 {
		reason := h.Reasons[0].String()
		return reason[strings.LastIndex(reason, ": ")+2:]
	}
	how := "op"
	for _, f := range h.Unit.Funcs {
		switch {
		case strings.HasPrefix(f.Name, "github.com/hone-go/hone/vmath."):
			return "vmath"
		case strings.HasPrefix(f.Name, "math."):
			how = "math"
		}
	}
	return how
}
