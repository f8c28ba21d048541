package analysis

import (
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestParts asks which accesses of one iteration touch different elements, by what is known about the slices.
func TestParts(t *testing.T) {
	f := parse(t, `func @f(%x: []f64, %y: []f64, %z: []f64, %p: []{a: f64, b: f64}, %n: i64, %j: i64) -> () {
  %one = const 1 : i64
  %made = make %n : []f64
  %xs = slice %x, %one, %n : []f64
  %ys = slice %y, %one, %n : []f64
  multi %n (%i: i64) {
    %next = add %i, %one : i64
    %0 = load %x, %i : f64
    %1 = load %x, %next : f64
    %2 = load %x, %j : f64
    %3 = load %y, %i : f64
    %4 = load %y, %next : f64
    %5 = load %xs, %i : f64
    %6 = load %ys, %i : f64
    %7 = load %p, %i <path=[0]> : f64
    %8 = load %p, %i <path=[1]> : f64
    %9 = load %made, %i : f64
    yield
  }
  return
}`)
	s := NewSpace()
	var all []Access
	for _, o := range accessesOf(f) {
		all = append(all, s.Access(o))
	}
	const xi, xnext, xj, yi, ynext, xsi, ysi, pa, pb, madei = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
	x, y, z := f.Body.Params[0], f.Body.Params[1], f.Body.Params[2]
	same := func(p Pair) Pair { p.Same = true; return p }
	cut := func(p Pair) Pair { p.Cut = true; return p }
	xy, yx, xz, zy := Pair{A: x, B: y}, Pair{A: y, B: x}, Pair{A: x, B: z}, Pair{A: z, B: y}
	yz, zx := Pair{A: y, B: z}, Pair{A: z, B: x}
	for k, c := range []struct {
		s, a  int
		apart []Pair
		want  bool
	}{
		{xi, xi, nil, false},
		{xi, xnext, nil, true},
		{xi, xj, nil, false},
		{xnext, xj, nil, false},
		{xnext, xsi, nil, false},
		{xi, xsi, nil, true},
		{pa, pb, nil, true},
		{pa, pa, nil, false},
		{xi, madei, nil, true},
		{xi, yi, nil, false},
		{xi, ynext, nil, false},
		{xi, pa, nil, false},
		{xi, yi, []Pair{xy}, true},
		{xi, yi, []Pair{yx}, true},
		{xi, yi, []Pair{xz, zy, yz, zx}, false},
		{xi, yi, []Pair{same(xy)}, false},
		{xi, ynext, []Pair{same(xy)}, true},
		{xi, ynext, []Pair{same(yx)}, true},
		{xi, ynext, []Pair{same(xz), same(zy), same(yz), same(zx)}, false},
		{xsi, yi, []Pair{xy}, false},
		{xsi, yi, []Pair{cut(xy)}, true},
		{xi, ysi, []Pair{xy}, false},
		{xi, ysi, []Pair{cut(yx)}, true},
		{xsi, yi, []Pair{same(xy)}, false},
		{xsi, yi, []Pair{same(cut(xy))}, true},
		{xsi, ynext, []Pair{same(cut(xy))}, false},
		{xi, ysi, []Pair{same(xy)}, false},
	} {
		cond := Condition{Apart: c.apart}
		if got := cond.Parts(all[c.s], all[c.a]); got != c.want {
			t.Errorf("case %d: %v", k, got)
		}
	}
}

// TestMentions asks which values a condition is computed from.
func TestMentions(t *testing.T) {
	f := parse(t, `func @f(%x: []f64, %y: []f64, %lo: i64, %hi: i64, %w: i64, %h: i64, %m: i64) -> () {
  %zero = const 0 : i64
  for %lo, %hi <ints=[1]> (%i: i64) {
    %row = mul %i, %w : i64
    for %zero, %m <ints=[1]> (%j: i64) {
      %at = add %row, %j : i64
      %v = load %y, %j : f64
      store %x, %at, %v
      yield
    }
    yield
  }
  for %lo, %hi <ints=[1]> (%k: i64) {
    %far = add %k, %h : i64
    %u = load %x, %far : f64
    store %x, %k, %u
    yield
  }
  return
}`)
	loops := slices.DeleteFunc(slices.Clone(f.Body.Ops), func(o *ir.Op) bool { return o.Kind != ir.OpFor })
	names := map[string]*ir.Value{}
	for _, v := range f.Body.Params {
		names[v.Name] = v
	}
	for _, o := range loops {
		names[o.Regions[0].Params[0].Name] = o.Regions[0].Params[0]
	}
	for k, c := range []struct {
		loop *ir.Op
		want []string
	}{
		{loops[0], []string{"hi", "lo", "m", "w", "x", "y"}}, // x and y are apart, m <= w, i*w+j is small
		{loops[1], []string{"h", "hi", "lo"}},                // the halves are apart
	} {
		order := Of(f).Reorder(c.loop)
		if !order.Free {
			t.Fatalf("loop %d: %s", k, &order)
		}
		var got []string
		for name, v := range names {
			if order.If.Mentions(func(x *ir.Value) bool { return x == v }) {
				got = append(got, name)
			}
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("loop %d: %s mentions %v, not %v", k, &order, got, c.want)
		}
		for part, p := range map[string]struct {
			c    Condition
			want []string
		}{
			"apart": {Condition{Apart: order.If.Apart}, []string{"x", "y"}},
			"holds": {Condition{Holds: order.If.Holds}, []string{"h", "hi", "lo", "m", "w"}},
			"small": {Condition{Small: order.If.Small, spans: order.If.spans}, []string{"h", "hi", "lo", "m", "w"}},
		} {
			if p.c.Empty() {
				continue
			}
			for name, v := range names {
				if !slices.Contains(p.want, name) && p.c.Mentions(func(x *ir.Value) bool { return x == v }) {
					t.Errorf("loop %d, %s: mentions %s", k, part, name)
				}
			}
		}
		holds := Condition{Holds: order.If.Holds}
		for _, name := range [][]string{{"m", "w"}, {"h", "hi", "lo"}}[k] {
			if !holds.Mentions(func(x *ir.Value) bool { return x == names[name] }) {
				t.Errorf("loop %d: what holds does not mention %s", k, name)
			}
		}
		for _, v := range []*ir.Value{names["lo"], names["hi"]} {
			c := Condition{Small: order.If.Small, spans: order.If.spans}
			if !c.Mentions(func(x *ir.Value) bool { return x == v }) {
				t.Errorf("loop %d: what is small does not mention the bound %s", k, v.Name)
			}
		}
	}
	// Both together, whichever comes first.
	for k := range loops {
		var both Condition
		for _, o := range []*ir.Op{loops[k], loops[1-k]} {
			order := Of(f).Reorder(o)
			both.Add(&order.If)
		}
		both.Add(&Condition{})
		if got := len(both.spans); got != 6 {
			t.Errorf("%d indices are bounded, not 3 in either iteration", got)
		}
		for _, name := range []string{"i", "j", "k"} {
			if both.Mentions(func(x *ir.Value) bool { return x == names[name] }) {
				t.Errorf("mentions the index %s", name)
			}
		}
	}
}

// TestEmitApart: whether slices may begin alike, and how far they reach, is asked as the condition says.
func TestEmitApart(t *testing.T) {
	f := parse(t, "func @f(%x: []f64, %y: []f64) -> () {\nreturn\n}")
	for _, p := range []Pair{{}, {Same: true}, {Cut: true}, {Same: true, Cut: true}} {
		p.A, p.B = f.Body.Params[0], f.Body.Params[1]
		r := &ir.Region{}
		(&Condition{Apart: []Pair{p}}).Emit(&ir.Builder{Region: r})
		found := r.Contains(func(o *ir.Op) bool {
			return o.Kind == ir.OpApart && o.Args[0] == p.A && o.Args[1] == p.B && (o.Ints[0] == 1) == p.Same && (o.Ints[1] == 1) == p.Cut
		})
		if !found {
			t.Errorf("%+v is not asked", p)
		}
	}
}
