package ir

import (
	"slices"
	"strings"
	"testing"
)

// chainFunc is a function of n additions, each to the result of the one before; vs are its parameter and their results.
func chainFunc(n int) (*Func, []*Value) {
	f := NewFunc("f", []*Type{TI64}, []*Type{TI64})
	b := NewBuilder(f.Body)
	vs := []*Value{f.Body.Params[0]}
	for range n {
		vs = append(vs, b.Binary(OpAdd, vs[len(vs)-1], vs[0]))
	}
	b.Return(vs[n])
	return f, vs
}

// wellFormed fails unless the function verifies and its epoch accounts for what it is.
func wellFormed(t *testing.T, f *Func) {
	t.Helper()
	if err := VerifyFunc(f, Residual); err != nil {
		t.Error(err)
	}
	if err := f.CheckChanges(); err != nil {
		t.Error(err)
	}
}

// TestEpoch: each change counts, and nothing else does.
func TestEpoch(t *testing.T) {
	changes := map[string]func(f *Func, o *Op){
		"Builder.Op":     func(f *Func, o *Op) { NewBuilder(f.Body).Int(1) },
		"Builder.Insert": func(f *Func, o *Op) { NewBuilder(f.Body).Insert(f.Body.TakeLast()) },
		"SetOps":         func(f *Func, o *Op) { f.Body.SetOps([]*Op{f.Body.Ops[1], f.Body.Ops[0]}) },
		"Append":         func(f *Func, o *Op) { f.Body.Append(f.Body.Take(0)...) },
		"Insert":         func(f *Func, o *Op) { f.Body.Insert(0, f.Body.NewOp(OpConst, Pos{}, nil, TI64)) },
		"Filter":         func(f *Func, o *Op) { f.Body.Filter(func(x *Op) bool { return x != o }) },
		"Remove":         func(f *Func, o *Op) { o.Remove() },
		"RemoveOps":      func(f *Func, o *Op) { RemoveOps(f.Body.Ops[1:3]) },
		"InsertBefore":   func(f *Func, o *Op) { o.InsertBefore(f.Body.NewOp(OpConst, Pos{}, nil, TI64)) },
		"InsertAfter":    func(f *Func, o *Op) { o.InsertAfter(f.Body.NewOp(OpConst, Pos{}, nil, TI64)) },
		"ReplaceBy":      func(f *Func, o *Op) { o.ReplaceBy() },
		"Outline":        func(f *Func, o *Op) { b := f.Body.NewOp(OpBlock, Pos{}, nil); f.Body.Outline(1, 2, b, b.AddRegion()) },
		"SetKind":        func(f *Func, o *Op) { o.SetKind(OpMul) },
		"Become":         func(f *Func, o *Op) { o.Become(OpNeg, o.Args[0]) },
		"SetArg":         func(f *Func, o *Op) { o.SetArg(0, f.Body.Ops[0].Results[0]) },
		"SetArgs":        func(f *Func, o *Op) { o.SetArgs([]*Value{o.Args[1], o.Args[0]}) },
		"AddArgs":        func(f *Func, o *Op) { o.AddArgs(o.Args[0]) },
		"RemoveArg":      func(f *Func, o *Op) { o.RemoveArg(1) },
		"MapArgs":        func(f *Func, o *Op) { o.MapArgs(func(*Value) *Value { return f.Body.Ops[0].Results[0] }) },
		"AddResult":      func(f *Func, o *Op) { o.AddResult(TI64) },
		"AddResults":     func(f *Func, o *Op) { o.AddResults(&Value{Type: TI64}) },
		"RemoveResult":   func(f *Func, o *Op) { o.RemoveResult(0) },
		"AddParam":       func(f *Func, o *Op) { f.Body.AddParam(TI64, "") },
		"RemoveParam":    func(f *Func, o *Op) { f.Body.RemoveParam(0) },
		"SetType":        func(f *Func, o *Op) { f.Body.Params[0].SetType(TU64) },
		"AddRegion":      func(f *Func, o *Op) { o.AddRegion() },
		"SetRegions":     func(f *Func, o *Op) { o.SetRegions(&Region{}) },
		"SetTarget":      func(f *Func, o *Op) { o.SetTarget(f.Body.Ops[0]) },
		"ReplaceUses":    func(f *Func, o *Op) { ReplaceUses(f.Body, f.Body.Params[0], f.Body.Ops[0].Results[0]) },
		"Replacer": func(f *Func, o *Op) {
			var r Replacer
			r.Replace(f.Body.Params[0], f.Body.Ops[0].Results[0])
			r.Apply(f.Body)
		},
		"Replacer.Op": func(f *Func, o *Op) {
			var r Replacer
			r.Replace(f.Body.Params[0], f.Body.Ops[0].Results[0])
			r.Op(o)
		},
		"Cloner.Into": func(f *Func, o *Op) { NewCloner().Into(f.Body, []*Op{o}) },
		"SetBody":     func(f *Func, o *Op) { f.SetBody(NewRegion(nil)) },
	}
	for name, change := range changes {
		f, _ := chainFunc(5)
		before, o := f.Epoch(), f.Body.Ops[2]
		if change(f, o); f.Epoch() == before {
			t.Errorf("%s does not count", name)
		}
	}
	nothing := map[string]func(f *Func, o *Op){
		"SetOps":      func(f *Func, o *Op) { f.Body.SetOps(slices.Clone(f.Body.Ops)) },
		"SetArg":      func(f *Func, o *Op) { o.SetArg(0, o.Args[0]) },
		"ReplaceUses": func(f *Func, o *Op) { ReplaceUses(f.Body, &Value{}, f.Body.Params[0]) },
		"Retarget":    func(f *Func, o *Op) { f.Body.Retarget(o, o) },
		"Filter":      func(f *Func, o *Op) { f.Body.Filter(func(*Op) bool { return true }) },
		"Verify":      func(f *Func, o *Op) { _ = VerifyFunc(f, Residual); _ = f.String(); f.Uses(); f.Clone() },
	}
	for name, change := range nothing {
		f, _ := chainFunc(5)
		before := f.Epoch()
		if change(f, f.Body.Ops[2]); f.Epoch() != before {
			t.Errorf("%s counts, but changed nothing", name)
		}
	}
	f, _ := chainFunc(5)
	before, tmp := f.Epoch(), NewBuilder(&Region{})
	tmp.Int(1)
	if f.Epoch() != before || tmp.Region.Func() != nil || f.Body.Ops[0].Func() != f {
		t.Error("a region is in a function that it isn't in")
	}
}

// TestEpochInside: a change in a region inside counts for the function, also behind a move to another function.
func TestEpochInside(t *testing.T) {
	m := MustParse(`
func @f(%n: i64) -> () {
  for %n, %n (%i: i64) {
    %a = const 1 : i64
    yield
  }
  return
}
func @g() -> () {
  return
}`)
	f, g := m.Funcs[0], m.Funcs[1]
	c := f.Body.Ops[0].Regions[0].Ops[0]
	before := f.Epoch()
	c.Remove()
	if f.Epoch() == before {
		t.Error("a change inside does not count")
	}
	body, at := f.Body, g.Epoch()
	g.SetBody(body)
	f.SetBody(NewRegion(nil))
	if g.Epoch() == at || body.Ops[0].Func() != g {
		t.Error("a body moved is not the other function's")
	}
	at = g.Epoch()
	body.Ops[0].Regions[0].Insert(0, c)
	if g.Epoch() == at {
		t.Error("a change of a body moved does not count")
	}
}

// TestMoves: ops and values know where they are after each way to move them.
func TestMoves(t *testing.T) {
	f, vs := chainFunc(6)
	for _, v := range vs[1:4] {
		v.Def.SetArgs([]*Value{vs[0], vs[0]})
	}
	ops := slices.Clone(f.Body.Ops)
	ops[2].Remove()
	ops[0].InsertBefore(ops[2])
	ops[1].Remove()
	ops[0].InsertAfter(ops[1])
	if !slices.Equal(f.Body.Ops[:3], []*Op{ops[2], ops[0], ops[1]}) {
		t.Error("ops are not where they were put")
	}
	wellFormed(t, f)

	blk := f.Body.NewOp(OpBlock, Pos{}, nil, TI64)
	in := blk.AddRegion()
	f.Body.Outline(3, 6, blk, in)
	NewBuilder(in).Yield(vs[6])
	f.Body.Terminator().SetArg(0, blk.Results[0])
	wellFormed(t, f)
	if len(f.Body.Ops) != 5 || len(in.Ops) != 4 || in.Ops[0].Parent != in {
		t.Errorf("outlined:\n%s", f)
	}
	vals := blk.Inline(in)
	ReplaceUses(f.Body, blk.Results[0], vals[0])
	wellFormed(t, f)
	if len(f.Body.Ops) != 7 || ops[3].Parent != f.Body {
		t.Errorf("inlined:\n%s", f)
	}
	RemoveOps([]*Op{ops[0], ops[1]})
	if slices.Contains(f.Body.Ops, ops[0]) || slices.Contains(f.Body.Ops, ops[1]) || len(f.Body.Ops) != 5 {
		t.Error("ops are not gone")
	}
	f.Body.SetOps(append([]*Op{ops[0], ops[1]}, f.Body.Ops...))
	wellFormed(t, f)
}

// TestValues: results and parameters know their places after each change of them.
func TestValues(t *testing.T) {
	o := &Op{Kind: OpFor}
	a, b, c := o.AddResult(TI64), o.AddResult(TU8), o.AddResult(TF64)
	o.RemoveResult(1)
	if !slices.Equal(o.Results, []*Value{a, c}) || a.Index != 0 || c.Index != 1 {
		t.Error("a result was not removed")
	}
	p := &Op{Kind: OpFor}
	p.AddResults(b)
	p.AddResults(o.Results...)
	if !slices.Equal(p.Results, []*Value{b, a, c}) || b.Def != p || a.Def != p || a.Index != 1 || c.Index != 2 {
		t.Error("results did not move")
	}
	r, s := NewRegion(nil, TI64, TU8), NewRegion(nil)
	x, y := r.Params[0], r.Params[1]
	r.RemoveParam(0)
	s.SetParams([]*Value{a, x})
	if r.Params[0] != y || y.Index != 0 || x.Owner != s || x.Index != 1 || a.Def != nil || a.Owner != s {
		t.Error("parameters did not move")
	}
	o.SetRegions(r, s)
	p.SetRegions(s)
	p.SetRegion(0, r)
	if s.Parent != p || r.Parent != p || p.Regions[0] != r {
		t.Error("regions did not move")
	}
}

func TestUses(t *testing.T) {
	m := MustParse(`
func @f(%n: i64, %s: []i64) -> (i64) {
  %a = add %n, %n : i64
  for %n, %a (%i: i64) {
    %b = add %a, %i : i64
    store %s, %b, %b
    yield
  }
  return %n
}`)
	f := m.Funcs[0]
	n, a := f.Body.Params[0], f.Body.Ops[0]
	loop := f.Body.Ops[1]
	u := f.Uses()
	if f.Uses() != u {
		t.Error("uses are found out again, though nothing has changed")
	}
	if u.Count(n) != 4 || !slices.Equal(u.Of(n), []*Op{a, loop, f.Body.Ops[2]}) {
		t.Errorf("%%n is used %d times, by %v", u.Count(n), u.Of(n))
	}
	b := loop.Regions[0].Ops[0]
	if got := u.Of(a.Results[0]); !slices.Equal(got, []*Op{loop, b}) {
		t.Errorf("%%a is used by %v", got)
	}
	if store := loop.Regions[0].Ops[1]; u.Count(b.Results[0]) != 2 || !slices.Equal(u.Of(b.Results[0]), []*Op{store}) {
		t.Errorf("%%b is used %d times by %v", u.Count(b.Results[0]), u.Of(b.Results[0]))
	}
	if v := (&Value{}); u.Count(v) != 0 || len(u.Of(v)) != 0 {
		t.Error("a value without uses has some")
	}
	b.SetArg(0, n)
	if f.Uses().Count(n) != 5 || f.Uses().Count(a.Results[0]) != 1 {
		t.Error("uses were not found out anew")
	}
	defer func() {
		if recover() == nil {
			t.Error("old uses can be asked")
		}
	}()
	u.Count(n)
}

// TestCheckChanges: what is changed by hand is noticed.
func TestCheckChanges(t *testing.T) {
	for want, change := range map[string]func(f *Func){
		"not through the methods": func(f *Func) { f.Body.Ops[3].Args[0] = f.Body.Params[0] },
		"the methods for that":    func(f *Func) { f.Body.Ops[2].Kind = OpMul },
		"out of date":             func(f *Func) { f.Body.Ops[3].Args[0] = f.Body.Params[0] },
		"same list of operands":   func(f *Func) { f.Body.Ops[3].SetArgs(f.Body.Ops[2].Args) },
		"does not belong":         func(f *Func) { f.Body = NewRegion(nil) },
	} {
		f, _ := chainFunc(5)
		f.Uses()
		wellFormed(t, f)
		change(f)
		if err := f.CheckChanges(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, must say %q", err, want)
		}
	}
}

// TestRemoveLinear: taking many ops out takes time linear in their number.
func TestRemoveLinear(t *testing.T) {
	const n = 200_000 // 10¹⁰ steps, if it were quadratic
	f, _ := chainFunc(n)
	RemoveOps(f.Body.Ops[1:n])
	if len(f.Body.Ops) != 2 {
		t.Errorf("%d ops are left", len(f.Body.Ops))
	}
}

// TestFact: a fact is found out once for each function, and again after it has changed.
func TestFact(t *testing.T) {
	found := 0
	fact := NewFact(func(f *Func) int { found++; return len(f.Body.Ops) })
	f, _ := chainFunc(5)
	g, _ := chainFunc(7)
	for range 2 {
		if fact.Of(f) != 6 || fact.Of(g) != 8 || found != 2 {
			t.Errorf("%d and %d ops, found out %d times", fact.Of(f), fact.Of(g), found)
		}
	}
	f.Uses() // another fact
	f.Body.Ops[4].Remove()
	if fact.Of(f) != 5 || fact.Of(g) != 8 || found != 3 {
		t.Errorf("%d and %d ops, found out %d times", fact.Of(f), fact.Of(g), found)
	}
}
