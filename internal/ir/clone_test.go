package ir

import (
	"testing"
)

const nest = `func @f(%a: i64, %b: bool) -> (i64) {
  %0 = loop ^0 %a : i64 (%i: i64) {
    %1 = add %i, %a : i64
    if %b {
      break ^0 %1
    } {
      continue ^0 %1
    }
    return %a
  }
  return %0
}
`

func TestClone(t *testing.T) {
	for name, text := range samples(t) {
		m := MustParse(text)
		c := m.Clone()
		if c.String() != m.String() {
			t.Errorf("%s: the clone is\n%s", name, c)
		}
		seen := map[*Op]bool{}
		for _, f := range m.Funcs {
			f.Body.Walk(func(o *Op) bool { seen[o] = true; return true })
		}
		for _, f := range c.Funcs {
			f.Body.Walk(func(o *Op) bool {
				if seen[o] || seen[o.Target] {
					t.Errorf("%s: shared with the clone: %s", name, o)
				}
				return true
			})
		}
	}
}

func TestClonerOutside(t *testing.T) {
	f := MustParse(nest).Funcs[0]
	loop := f.Body.Ops[0]
	two := &Op{Kind: OpConst, Bits: 2, Parent: f.Body}
	c := NewCloner()
	c.Map(f.Body.Params[0], two.AddResult(TI64))
	n := c.Op(loop)
	n.Parent = f.Body
	f.Body.Ops = []*Op{two, n, f.Body.Ops[1]}
	f.Body.Ops[2].Args[0] = c.Value(loop.Result())
	if err := VerifyFunc(f, Residual); err != nil {
		t.Fatal(err)
	}
	if got := n.Regions[0].Ops[0].Args[1]; got != two.Result() {
		t.Errorf("operand is %v", got)
	}
}

func TestReplacer(t *testing.T) {
	f := MustParse("func @f(%a: i64, %b: i64, %c: i64, %d: i64) -> (i64, i64, i64, i64) {\nreturn %a, %b, %c, %d\n}").Funcs[0]
	p := f.Body.Params
	var r Replacer
	if !r.Empty() {
		t.Error("not empty")
	}
	r.Replace(p[0], p[1])
	r.Replace(p[1], p[2])
	r.Replace(p[2], p[0]) // a cycle: without effect
	r.Replace(p[2], p[3])
	r.Apply(f.Body)
	for i, a := range f.Body.Ops[0].Args {
		if a != p[3] {
			t.Errorf("operand %d is not the last in the chain", i)
		}
	}
	ReplaceUses(f.Body, p[3], p[0])
	if n := f.Uses().Count(p[0]); n != 4 {
		t.Errorf("%d uses", n)
	}
}

func TestFreeValues(t *testing.T) {
	f := MustParse(nest).Funcs[0]
	got := FreeValues(f.Body.Ops[0].Regions[0])
	if len(got) != 2 || got[0] != f.Body.Params[0] || got[1] != f.Body.Params[1] {
		t.Errorf("free values %v", got)
	}
	if got := FreeValues(f.Body); len(got) != 0 {
		t.Errorf("free values of the body %v", got)
	}
}

func TestFallsThrough(t *testing.T) {
	for _, c := range []struct {
		op   string
		want bool
	}{
		{"if %b {\n yield\n} {\n return\n}", true},
		{"if %b {\n return\n} {\n return\n}", false},
		{"block ^0 {\n if %b {\n break ^0\n} {\n return\n}\n return\n}", true},
		{"block ^0 {\n if %b {\n return\n} {\n return\n}\n break ^0\n}", false},
		{"block {\n yield\n}", true},
		{"loop ^0 {\n continue ^0\n}", false},
		{"loop ^0 {\n if %b {\n break ^0\n} {\n yield\n}\n continue ^0\n}", true},
		{"loop ^0 {\n loop ^1 {\n continue ^1\n}\n break ^0\n}", false},
		{"return", false},
		{"for %i, %i <ints=[1]> (%j: i64) {\n return\n}", true},
	} {
		f := MustParse("func @f(%b: bool, %i: i64) -> () {\n" + c.op + "\nreturn\n}").Funcs[0]
		if got := FallsThrough(f.Body.Ops[0]); got != c.want {
			t.Errorf("%s: got %v", c.op, got)
		}
		if f.Body.Index(f.Body.Ops[1]) != 1 || f.Body.Index(&Op{}) != -1 {
			t.Error("Index")
		}
	}
}

// TestWithin: an op is within itself and all that is around it; a region holds what is in it at any depth.
func TestWithin(t *testing.T) {
	r := &Region{}
	b := NewBuilder(r)
	outer := b.If(b.Bool(true))
	then, other := outer.Regions[0], outer.Regions[1]
	inner := b.In(then).If(b.Bool(true))
	deep := b.In(inner.Regions[1]).Yield()
	for _, c := range []struct {
		what      string
		got, want bool
	}{
		{"an op is within itself", outer.Within(outer), true},
		{"deep within outer", deep.Within(outer), true},
		{"outer within deep", outer.Within(deep), false},
		{"outer within inner", outer.Within(inner), false},
		{"nothing within outer", (*Op)(nil).Within(outer), false},
		{"the body holds all", r.Holds(deep) && r.Holds(outer), true},
		{"an arm holds what is inside", then.Holds(deep), true},
		{"an arm holds its op", then.Holds(outer), false},
		{"the other arm holds it", other.Holds(deep), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v", c.what, c.got)
		}
	}
}

// TestDefines: what regions define is theirs at any depth, and nobody else's.
func TestDefines(t *testing.T) {
	f := NewFunc("f", []*Type{TI64}, nil)
	b := NewBuilder(f.Body)
	before := b.Int(0)
	loop := b.For(before, f.Body.Params[0], 1, nil)
	in := b.In(loop.Regions[0])
	direct := in.Int(1)
	i := in.If(in.Compare(OpLt, loop.Regions[0].Params[0], direct))
	deep := in.In(i.Regions[0]).Int(2)
	for _, c := range []struct {
		name         string
		v            *Value
		loop, branch bool
	}{
		{"parameter of the function", f.Body.Params[0], false, false},
		{"in front", before, false, false},
		{"index", loop.Regions[0].Params[0], true, false},
		{"in the loop", direct, true, false},
		{"in the if", deep, true, true},
		{"nowhere", &Value{Type: TI64}, false, false},
		{"of an op that is nowhere", (&Region{}).NewOp(OpConst, Pos{}, nil, TI64).Result(), false, false},
	} {
		if loop.Defines(c.v) != c.loop || loop.Regions[0].Defines(c.v) != c.loop {
			t.Errorf("%s: the loop defines it: %v", c.name, !c.loop)
		}
		if i.Defines(c.v) != c.branch || i.Regions[0].Defines(c.v) != c.branch || i.Regions[1].Defines(c.v) {
			t.Errorf("%s: the if defines it: %v", c.name, !c.branch)
		}
	}
	if !f.Body.Defines(before) || !f.Body.Defines(deep) || !f.Body.Defines(f.Body.Params[0]) {
		t.Error("the body does not define what is in it")
	}
}
