package simd_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/simd"
)

// lanesOfPlaces takes a loop in lanes over a body there, and lists the types of what is gathered and scattered.
func lanesOfPlaces(t *testing.T, body string) (apart []string, f *ir.Func) {
	t.Helper()
	text := "func @f(%lo: i64, %hi: i64, %n: i64, %p: []u8, %s: []i8, %h: []u16, %at: []i64, %y: []f64, %q: []u8) -> () kernel=range {\n" +
		"for %lo, %hi <ints=[1] mode=lanes> (%i: i64) {\n%zero = const 0 : i64\n%a = load %at, %i : i64\n" + body + "yield\n}\nreturn\n}"
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := ir.Verify(m, ir.Loops); err != nil {
		t.Fatal(err)
	}
	desc := machine.AVX512()
	desc.Forced = &machine.Forced{Always: true}
	k, err := pipeline.ToLanes(m.Funcs[0], simd.Options{Machine: desc, ScratchBytes: 8192})
	if err != nil {
		t.Fatal(err)
	}
	k.Func.Body.Walk(func(o *ir.Op) bool {
		var typ *ir.Type
		switch o.Kind {
		case ir.OpGather:
			typ = o.Results[0].Type.Elem
		case ir.OpScatter:
			typ = o.Args[2].Type.Elem
		}
		if typ != nil && !slices.Contains(apart, fmt.Sprint(o.Kind, " ", typ)) {
			apart = append(apart, fmt.Sprint(o.Kind, " ", typ))
		}
		return true
	})
	return apart, k.Func
}

// TestApartWords looks at what is gathered and scattered of neighbours that lie apart from lane to lane.
func TestApartWords(t *testing.T) {
	load := func(slice, typ string, at int, more string) string {
		return fmt.Sprintf("%%k%[3]d = const %[3]d : i64\n%%i%[3]d = add %%a, %%k%[3]d : i64\n%[4]s%%v%[3]d = load %[1]s, %%i%[3]d : %[2]s\n%%f%[3]d = conv %%v%[3]d : f64\n", slice, typ, at, more)
	}
	store := func(at int, v string) string {
		return fmt.Sprintf("%%sk%[1]d = const %[1]d : i64\n%%si%[1]d = add %%a, %%sk%[1]d : i64\nstore %%q, %%si%[1]d, %[2]s\n", at, v)
	}
	sum := func(n int) string {
		var b strings.Builder
		b.WriteString("%s0 = sqrt %f0 : f64\n")
		for k := 1; k < n; k++ {
			fmt.Fprintf(&b, "%%s%d = fma %%s%d, %%s%d, %%f%d : f64\n", k, k-1, k-1, k)
		}
		return b.String() + fmt.Sprintf("%%t1 = sqrt %%s%d : f64\n%%t2 = sqrt %%t1 : f64\nstore %%y, %%i, %%t2\n", n-1)
	}
	p := func(more string, at ...int) (s string) {
		for _, k := range at {
			s += load("%p", "u8", k, more)
		}
		return s
	}
	const check = "check.index %zero, %n\n"
	bytes := p("", 0, 1, 2, 3) + sum(4)
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"four bytes", bytes, []string{"gather u32"}},
		{"the last one first", p("", 3, 0, 2, 1) + sum(4), []string{"gather u32"}},
		{"checks in between", p(check, 0, 1, 2, 3) + sum(4), []string{"gather u32"}},
		{"something stored in between", p("", 0, 1) + "store %q, %i, %v0\n" + p("", 2, 3) + sum(4), []string{"gather u8"}},
		{"three", p("", 0, 1, 2) + sum(3), []string{"gather u8"}},
		{"with a hole", p("", 0, 1, 2, 4) + "%f3 = neg %f4 : f64\n" + sum(4), []string{"gather u8"}},
		{"a check that depends on one", p("", 0) + "%w = conv %v0 : i64\ncheck.index %w, %n\n" + p("", 1, 2, 3) + sum(4), []string{"gather u8"}},
		{"signed bytes", load("%s", "i8", 0, "") + load("%s", "i8", 1, "") + load("%s", "i8", 2, "") + load("%s", "i8", 3, "") + sum(4), []string{"gather u32"}},
		{"two halves", load("%h", "u16", 0, "") + load("%h", "u16", 1, "") + sum(2), []string{"gather u32"}},
		{"a copy", p("", 0, 1, 2, 3) + store(0, "%v0") + store(1, "%v1") + store(2, "%v2") + store(3, "%v3") + sum(4), []string{"gather u32", "scatter u32"}},
		{"a copy in another order", p("", 0, 1, 2, 3) + store(2, "%v2") + store(1, "%v1") + store(0, "%v0") + store(3, "%v3") + sum(4), []string{"gather u32", "scatter u32"}},
		{"what is stored changes places", p("", 0, 1, 2, 3) + store(2, "%v0") + store(1, "%v1") + store(0, "%v2") + store(3, "%v3") + sum(4), []string{"gather u32", "scatter u32"}},
		{"other bytes stored in between", p("", 0, 1, 2, 3) + store(0, "%v0") + store(1, "%v1") + "store %q, %i, %v0\n" + store(2, "%v2") + store(3, "%v3") + sum(4),
			[]string{"gather u32", "scatter u16"}},
		{"a word that may be what the iteration has stored when a check fails", "%k1 = const 1 : i64\n%i1 = add %a, %k1 : i64\n%b0 = load %q, %a : u8\n%b1 = load %q, %i1 : u8\n" +
			"%x0 = conv %b0 : u32\n%x1 = conv %b1 : u32\n%eight = const 8 : u64\n%y1 = shl %x1, %eight : u32\n%or = or %x0, %y1 : u32\n%f0 = conv %or : f64\n" +
			"%byte = const 3 : u8\nstore %q, %i, %byte\ncheck.index %a, %n\n" + sum(1), nil},
		{"a check between stores", p("", 0, 1, 2, 3) + store(0, "%v0") + store(1, "%v1") + "%never = const true : bool\n" + "check.panic @\"bool\" %never, %never\n" + store(2, "%v2") + store(3, "%v3") + sum(4),
			[]string{"gather u32", "scatter u16"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if apart, f := lanesOfPlaces(t, c.body); !slices.Equal(apart, c.want) {
				t.Errorf("%v, want %v\n%s", apart, c.want, f)
			}
		})
	}
}

// TestMovedLoops looks at whether lanes that go through loops which begin and end with them leave these together.
func TestMovedLoops(t *testing.T) {
	loop := func(lo, hi, step string) string {
		return "%up = const 5 : i64\n%begin = add %i, %n : i64\n%end = add %i, %up : i64\n%twice = add %end, %i : i64\n%f0 = const 0 : f64\n" +
			"%sum = for " + lo + ", " + hi + ", %f0 <ints=[" + step + "]> : f64 (%j: i64, %c: f64) {\n%v = load %y, %j : f64\n%r = sqrt %v : f64\n%d = add %c, %r : f64\nyield %d\n}\nstore %y, %i, %sum\n"
	}
	for _, c := range []struct {
		name, body string
		together   bool
	}{
		{"moved with the index", loop("%begin", "%end", "1"), true},
		{"downwards", loop("%end", "%begin", "-1"), true},
		{"by two", loop("%begin", "%end", "2"), false},
		{"the end moves twice as far", loop("%begin", "%twice", "1"), false},
		{"the end stays", loop("%begin", "%n", "1"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, f := lanesOfPlaces(t, c.body)
			masks := false // what goes on from one iteration to the next tells which lanes are left
			f.Body.Walk(func(o *ir.Op) bool {
				if o.Kind == ir.OpLoop && o.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind == ir.OpSqrt && x.Results[0].Type.Kind == ir.Vec }) {
					for _, p := range o.Regions[0].Params {
						masks = masks || p.Type.Kind == ir.Vec && p.Type.Elem == ir.TBool
					}
				}
				return true
			})
			if masks == c.together {
				t.Errorf("lanes stay together: %v, want %v\n%s", !masks, c.together, f)
			}
		})
	}
}
