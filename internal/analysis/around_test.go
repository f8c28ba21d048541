package analysis

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestReorderAround: what stands before a loop is done again in each of its iterations.
func TestReorderAround(t *testing.T) {
	f := parse(t, `func @f(%x: []f64, %y: []f64, %n: i64) -> () {
  %zero = const 0 : i64
  %w = const 4 : i64
  multi %n (%i: i64) {
    %row = mul %i, %w : i64
    %a = load %x, %row : f64
    %b = load %y, %i : f64
    store %y, %i, %a
    for %zero, %w <ints=[1]> (%j: i64) {
      %at = add %row, %j : i64
      store %x, %at, %b
      yield
    }
    yield
  }
  return
}`)
	body := f.Body.Ops[2].Regions[0]
	var loop, a, b, row, st *ir.Op
	for _, o := range body.Ops {
		switch {
		case o.Kind == ir.OpMul:
			row = o
		case o.Kind == ir.OpStore:
			st = o
		case o.Kind == ir.OpFor:
			loop = o
		case o.Kind == ir.OpLoad && o.Args[0].Name == "x":
			a = o
		case o.Kind == ir.OpLoad:
			b = o
		}
	}
	for _, c := range []struct {
		around []*ir.Op
		want   string
	}{
		{nil, "free"},
		{[]*ir.Op{b}, "free if x and y are apart"},
		{[]*ir.Op{a}, "in order: store of x and load of x: they may touch the same element"},
		{[]*ir.Op{row}, "free"},
		{f.Body.Ops[:1], "free"},
		{[]*ir.Op{st}, "in order: store of y and store of y: they may touch the same element"},
	} {
		v := Of(f).Reorder(loop, c.around...)
		if got := v.String(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

// TestReorderBlocks: rows are independent where what a reduction over a block goes through lies in them. It is over a range, or, before it is put into a kernel, over
// whole dimensions.
func TestReorderBlocks(t *testing.T) {
	for _, bounds := range []string{"%zero, %m, %z <ints=[0, 1]>", "%m, %z <ints=[1, 1]>"} {
		m, err := ir.Parse(`func @f(%x: []f64, %n: i64, %w: i64, %m: i64) -> () {
  %zero = const 0 : i64
  %z = const 0 : f64
  for %zero, %n <ints=[1]> (%i: i64) {
    %row = mul %i, %w : i64
    %s = blockreduce ` + bounds + ` : f64 (%j: i64) {
      %at = add %row, %j : i64
      %v = load %x, %at : f64
      yield %v
    } (%a: f64, %b: f64) {
      %c = add %a, %b : f64
      yield %c
    }
    store %x, %row, %s
    yield
  }
  return
}`)
		if err != nil {
			t.Fatal(err)
		}
		const want = "free if w-1 >= 0; -m+w >= 0; i*w, i*w+j, w-1, -m+w don't wrap around"
		order := Of(m.Funcs[0]).Reorder(m.Funcs[0].Body.Ops[2])
		if got := order.String(); got != want {
			t.Errorf("%s: %q, not %q", bounds, got, want)
		}
	}
}

// TestDistinct: what is made here is neither made elsewhere here nor a parameter, whatever a slice that is loaded is.
func TestDistinct(t *testing.T) {
	f := parse(t, `func @f(%s: []{s: []f64}, %p: []f64, %q: []f64, %n: i64) -> ([]f64) {
  %made = make %n : []f64
  %other = make %n : []f64
  %listed = load %s, %n <path=[0]> : []f64
  %part = slice %made, %n, %n : []f64
  %collected = multi %n : []f64 (%i: i64) {
    %v = load %p, %i : f64
    collect %v
    yield
  }
  store %s, %n, %other <path=[0]>
  %moved = make %n : []f64
  move %p, %moved, %n
  return %made
}`)
	names := map[string]*ir.Value{}
	for _, v := range f.Body.Params {
		names[v.Name] = v
	}
	for _, o := range f.Body.Ops {
		for _, v := range o.Results {
			names[v.Name] = v
		}
	}
	distinct := map[string]bool{"made other": true, "made p": true, "made collected": true, "collected p": true, "collected q": true, "other p": true, "other collected": true}
	all := []string{"made", "other", "listed", "collected", "p", "q"}
	for _, a := range all {
		for _, b := range all {
			want := distinct[a+" "+b] || distinct[b+" "+a] || (a == "made" || a == "other") && b == "q" || (b == "made" || b == "other") && a == "q"
			if got := Distinct(names[a], names[b]); got != want {
				t.Errorf("%s and %s: %v", a, b, got)
			}
		}
	}
	for name, want := range map[string]string{"made": "made", "part": "made", "collected": "collected", "listed": "", "p": ""} {
		got := Allocation(names[name])
		if (got == nil) != (want == "") || got != nil && got != names[want] {
			t.Errorf("%s is part of %v, not of %q", name, got, want)
		}
	}
	for what, c := range map[string]struct {
		got  map[*ir.Value]bool
		want map[string]bool
	}{"shared": {Shared(f), map[string]bool{"other": true, "moved": true, "p": true}}, "escaping": {Escaping(f), map[string]bool{"other": true, "made": true}}} {
		for _, name := range append(all, "moved") {
			if got := c.got[names[name]]; got != c.want[name] {
				t.Errorf("%s: %s: %v", what, name, got)
			}
		}
	}
}

// TestMemoryApart: parameters share no memory with each other then, but with what is loaded they may.
func TestMemoryApart(t *testing.T) {
	f := parse(t, `func @f(%s: []{s: []f64}, %p: []f64, %q: []f64, %n: i64, %x: f64) -> () {
  %listed = load %s, %n <path=[0]> : []f64
  store %p, %n, %x
  store %q, %n, %x
  store %listed, %n, %x
  return
}`)
	acc := accessesOf(f)[1:]
	for _, apart := range []bool{false, true} {
		m := MemoryOf(f)
		if apart {
			m = MemoryApart(f)
		}
		for i, a := range acc {
			for k, b := range acc {
				want := !apart || i == k || i == 2 || k == 2
				if got := m.MayOverlap(a, b); got != want {
					t.Errorf("apart %v: stores %d and %d: %v", apart, i, k, got)
				}
			}
		}
	}
}
