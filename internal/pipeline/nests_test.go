package pipeline_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/simd"
	"github.com/hone-go/hone/internal/source"
	"github.com/hone-go/hone/testdata/forms"
)

// TestFormsForced: code of all forms can be made where what is right is done also where it isn't worth it.
func TestFormsForced(t *testing.T) {
	p, err := source.Load(".", []string{"github.com/hone-go/hone/testdata/forms"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range p.Funcs() {
		for _, isa := range []rt.ISA{rt.AVX2, rt.AVX512} {
			var plain *pipeline.NothingToGain
			if _, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{ISA: isa, Always: true, DontLoad: true, Verify: true}); err != nil && !errors.As(err, &plain) {
				t.Errorf("%s for %s: %v", h.Name, isa, err)
			}
		}
	}
}

// TestForms compares the nests of the computations in testdata/forms: the interiors of loops, as they are when their schedules are chosen, in canonical form. -v
// shows those of the first form of each.
func TestForms(t *testing.T) {
	const folder = "../../testdata/forms"
	p, err := source.Load(".", []string{"github.com/hone-go/hone/testdata/forms"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	byFile := map[string][]*source.Honed{}
	for _, h := range p.Funcs() {
		file := filepath.Base(h.Pos.Filename)
		byFile[file] = append(byFile[file], h)
	}
	for _, k := range forms.Kernels {
		t.Run(strings.TrimSuffix(k.File, ".go"), func(t *testing.T) {
			if len(byFile[k.File]) != len(k.Forms) {
				t.Errorf("%d functions are honed, %d are in the list", len(byFile[k.File]), len(k.Forms))
			}
			sameResults(t, k)
			why := reasons(t, filepath.Join(folder, k.File))
			want := ""
			for i, h := range byFile[k.File] {
				name := h.Symbol[strings.LastIndexByte(h.Symbol, '.')+1:]
				got := nests(t, h)
				switch {
				case i == 0:
					want = got
					t.Logf("%s:\n%s", name, got)
				case got == want && why[name] != "":
					t.Errorf("%s is the same as the first form, but its comment says that it differs: %s", name, why[name])
				case got != want && why[name] == "":
					t.Errorf("%s differs from the first form:\n%s", name, lineDiff(want, got))
				}
			}
		})
	}
}

// TestFormsStaged: all forms of a computation in two stages are run as a pipeline.
func TestFormsStaged(t *testing.T) {
	p, err := source.Load(".", []string{"github.com/hone-go/hone/testdata/forms"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, h := range p.Funcs() {
		if filepath.Base(h.Pos.Filename) != "gauss.go" {
			continue
		}
		n++
		l, err := pipeline.Lower(h.Unit, h.Symbol, pipeline.Options{FMA: true, ISA: rt.AVX512, Verify: true})
		if err != nil {
			t.Error(err)
			continue
		}
		if !slices.ContainsFunc(l.Notes, func(n ir.Note) bool { return strings.Contains(n.Text, "as a pipeline over strips of rows") }) {
			t.Errorf("%s is not:\n%v", h.Name, l.Notes)
		}
	}
	if n < 5 {
		t.Errorf("only %d forms", n)
	}
}

// nests is the canonical text of a function's nests.
func nests(t *testing.T, h *source.Honed) string {
	if h.Unit == nil {
		return fmt.Sprintln("plain Go:", h.Reasons)
	}
	var texts []string
	_, err := pipeline.Lower(h.Unit, h.Symbol, pipeline.Options{FMA: true, ISA: rt.AVX512, Verify: true, Nests: func(nest *ir.Func) {
		if !nest.Body.Contains(func(o *ir.Op) bool { return o.Kind.Has(ir.Loop) }) {
			return
		}
		simd.Interior(nest)
		if err := pipeline.Simplify(nest); err != nil {
			t.Error(err)
		}
		texts = append(texts, analysis.Canonical(nest))
	}})
	if err != nil {
		t.Error(err)
	}
	return strings.Join(texts, "\n")
}

// reasons reads the functions' comments: why they differ.
func reasons(t *testing.T, file string) map[string]string {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Doc != nil {
			_, why, _ := strings.Cut(d.Doc.Text(), "Differs:")
			out[d.Name.Name] = strings.TrimSpace(why)
		}
	}
	return out
}

// sameResults checks that the forms compute the same.
func sameResults(t *testing.T, k forms.Kernel) {
	for seed := range int64(3) {
		var want []any
		for i, f := range k.Forms {
			args := k.Inputs(rand.New(rand.NewSource(seed)))
			var in []reflect.Value
			for _, a := range args {
				in = append(in, reflect.ValueOf(a))
			}
			for _, r := range reflect.ValueOf(f).Call(in) {
				args = append(args, r.Interface())
			}
			if i == 0 {
				want = args
			} else if !reflect.DeepEqual(want, args) {
				t.Errorf("the form number %d computes something else than the first", i)
			}
		}
	}
}

// lineDiff shows the lines that one text has, and those that the other has instead.
func lineDiff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return "- " + strings.Join(a, "\n- ") + "\n+ " + strings.Join(b, "\n+ ")
}
