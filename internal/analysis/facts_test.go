package analysis_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

var update = flag.Bool("update", false, "rewrite the expected facts")

// facts are what the files in testdata list, by the files' names.
var facts = map[string]func(f *ir.Func) string{
	"reorder": func(f *ir.Func) string {
		var text strings.Builder
		a := analysis.Of(f)
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind.Has(ir.Loop) {
				v := a.Reorder(o)
				var names []string
				for _, p := range o.Regions[0].Params {
					names = append(names, p.Name)
				}
				fmt.Fprintf(&text, "%s %s: %s\n", o.Kind, strings.Join(names, ", "), &v)
			}
			return true
		})
		return text.String()
	},
	"outcomes": func(f *ir.Func) string {
		var text strings.Builder
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpConst || o.Kind == ir.OpYield {
				return true
			}
			fmt.Fprintf(&text, "%s: %s", o.Kind, analysis.OutcomeOf(o))
			for _, of := range []struct {
				holds bool
				text  string
			}{{analysis.Noticeable(o), "; noticeable"}, {analysis.Returns(o), "; returns"},
				{o.Kind == ir.OpFor && analysis.RunsToEnd(o), "; runs to its end"}, {o.Kind == ir.OpFor && analysis.Straight(o), "; straight"}} {
				if of.holds {
					text.WriteString(of.text)
				}
			}
			text.WriteString("\n")
			return true
		})
		return text.String()
	},
	"fills": func(f *ir.Func) string { // stores to slices that were made
		var text strings.Builder
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpStore {
				made, loop := analysis.Allocation(o.Args[0]), o.Parent.Parent
				for !loop.Kind.Has(ir.Loop) {
					loop = loop.Parent.Parent
				}
				fmt.Fprintf(&text, "%s: %v\n", o.Args[0].Name, analysis.NewSpace().Fills(loop, o, made.Def.Args[0]))
			}
			return true
		})
		return text.String()
	},
	"widths": func(f *ir.Func) string { // bytes of the integers in loops in lanes, and of what ops take
		var text strings.Builder
		for _, loop := range f.Body.Ops {
			if loop.Kind != ir.OpFor {
				continue
			}
			w := analysis.WidthsOf(loop, nil)
			for _, o := range w.Ops {
				if wide, ok := w.Wide[o]; ok {
					fmt.Fprintf(&text, "%s takes %d\n", o.Kind, wide)
				}
				vs := slices.Clone(o.Results)
				for _, r := range o.Regions {
					vs = append(vs, r.Params...)
				}
				for _, v := range vs {
					if k := w.Of[v]; v.Name != "" && !k.Fixed && !k.Free() {
						fmt.Fprintf(&text, "%s: %d of %d\n", v.Name, min(k.Bytes, v.Type.Size()), v.Type.Size())
					}
				}
			}
		}
		return text.String()
	},
	"shapes":       shapesOf,
	"shapes_loops": shapesOf,
}

func shapesOf(f *ir.Func) string {
	var text strings.Builder
	for _, o := range f.Body.Ops {
		if o.Kind == ir.OpFor || o.Kind == ir.OpBlockReduce {
			text.WriteString(shapesText(o))
		}
	}
	return text.String()
}

// shapesText lists what is defined in a loop by how it changes along the loop's index, and the ops at which iterations part.
func shapesText(loop *ir.Op) string {
	s := analysis.ShapesOf(loop)
	var same, steps, differ, parts []string
	note := func(vs []*ir.Value) {
		for _, v := range vs {
			switch sh := s.Of(v); {
			case v.Name == "":
			case sh.Varying:
				differ = append(differ, v.Name)
			case sh.IsUniform():
				same = append(same, v.Name)
			default:
				steps = append(steps, fmt.Sprintf("%s %+d", v.Name, sh.Stride))
			}
		}
	}
	visit := func(o *ir.Op) bool {
		note(o.Results)
		for _, r := range o.Regions {
			note(r.Params)
		}
		what := o.Kind.String()
		if len(o.Args) > 0 {
			what += " " + o.Args[0].Name
		}
		for _, of := range []struct {
			holds bool
			text  string
		}{{s.Parts(o), " parts"}, {s.Divergent(o), " is left at different times"}, {s.Blends(o), " blends"}} {
			if of.holds {
				parts = append(parts, what+of.text)
			}
		}
		for _, v := range o.Results {
			if s.Private(v) {
				parts = append(parts, v.Name+" is private")
			}
		}
		return true
	}
	for _, r := range loop.Regions {
		note(r.Params)
		r.Walk(visit)
	}
	text := ""
	for _, l := range []struct {
		what string
		list []string
	}{{"same", same}, {"steps", steps}, {"varying", differ}, {"of these", parts}} {
		if len(l.list) > 0 {
			text += fmt.Sprintf("  %s: %s\n", l.what, strings.Join(l.list, ", "))
		}
	}
	return text
}

// TestFacts compares the facts about the functions in testdata with those written down.
func TestFacts(t *testing.T) {
	for name, of := range facts {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name+".ir")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m, err := ir.Parse(string(text))
			if err != nil {
				t.Fatal(err)
			}
			level := ir.Residual
			if strings.HasSuffix(name, "_loops") {
				level = ir.Loops
			}
			if err := ir.Verify(m, level); err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, f := range m.Funcs {
				fmt.Fprintf(&got, "@%s\n%s", f.Name, of(f))
			}
			file = filepath.Join("testdata", name+".facts")
			if *update {
				if err := os.WriteFile(file, []byte(got.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("%s says something else (go test -update writes this):\n%s", file, &got)
			}
		})
	}
}

// TestShapesOfCopy: a copy of a loop that is in no function has the same shapes.
func TestShapesOfCopy(t *testing.T) {
	m, err := ir.Parse(`func @f(%x: []i64, %n: i64) -> () {
  %zero = const 0 : i64
  for %zero, %n <ints=[1]> (%i: i64) {
    %v = load %x, %i : i64
    %j = add %i, %n : i64
    yield
  }
  return
}
`)
	if err != nil {
		t.Fatal(err)
	}
	loop := m.Funcs[0].Body.Ops[1]
	want, got := shapesText(loop), shapesText(ir.NewCloner().Op(loop))
	if want == "" || got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
