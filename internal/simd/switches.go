package simd

import (
	"cmp"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// mostInARow is the number of cases up to which one is compared with after the other.
const mostInARow = 4

// Switches looks for the case by halves where scalar code compares one integer with many constants, one after the other:
//
//	r = if x == 1 { A } { if x == 7 { B } { if x == 3 { C } { ... D } } }
//
// becomes
//
//	r = block ^out { block ^none { if x < 7 { if x == 1 { A'; break ^out } ...; break ^none } { ... } }; D }
//
// as cmd/compile makes it of a switch.
func Switches(f *ir.Func) bool {
	s := &switcher{}
	s.region(f.Body)
	return s.changed
}

type switcher struct{ changed bool }

// region rewrites what is in r, outer chains first: their inner ifs are gone then.
func (s *switcher) region(r *ir.Region) {
	ops := r.Ops
	if slices.ContainsFunc(ops, func(o *ir.Op) bool { return o.Kind == ir.OpIf }) {
		ops = slices.Clone(ops) // emit changes it
	}
	for _, o := range ops {
		if o.Kind == ir.OpIf {
			if c := newChain(o); len(c.ifs) > mostInARow {
				o = c.emit()
				s.changed = true
			}
		}
		for _, in := range o.Regions {
			s.region(in)
		}
	}
}

// chain is an if with the one in its else, and so on, that compare one value with different constants.
type chain struct {
	ifs    []*ir.Op
	x      *ir.Value
	values []*ir.Value
}

func newChain(o *ir.Op) *chain {
	c := &chain{}
	for o != nil && c.add(o) {
		o = onlyIf(o.Regions[1])
	}
	return c
}

// add takes in an if, if it asks for another constant.
func (c *chain) add(o *ir.Op) bool {
	if o.Kind != ir.OpIf || o.Args[0].Def == nil {
		return false
	}
	eq := o.Args[0].Def
	if eq.Kind != ir.OpEq || c.x != nil && eq.Args[0] != c.x {
		return false
	}
	k, ok := eq.Args[1].IsConst()
	if !ok || !eq.Args[1].Type.IsInt() || slices.ContainsFunc(c.values, func(v *ir.Value) bool { return bitsOf(v) == k }) {
		return false
	}
	c.x = eq.Args[0]
	c.ifs, c.values = append(c.ifs, o), append(c.values, eq.Args[1])
	return true
}

// onlyIf is the if that is all that a region does before it yields, but for comparisons and constants.
func onlyIf(r *ir.Region) *ir.Op {
	last := len(r.Ops) - 1
	if last < 1 || r.Ops[last].Kind != ir.OpYield || slices.ContainsFunc(r.Ops[:last-1], func(o *ir.Op) bool { return o.Kind != ir.OpConst && o.Kind != ir.OpEq }) {
		return nil
	}
	return r.Ops[last-1]
}

// emit puts a block in the place of the chain, and gives it.
func (c *chain) emit() *ir.Op {
	first := c.ifs[0]
	r := first.Parent
	none := c.arm(len(c.ifs)-1, 1)
	cases := make([]switchCase, len(c.ifs))
	for i, v := range c.values {
		cases[i] = switchCase{v, c.arm(i, 0)}
	}
	var shared []*ir.Op // constants and comparisons that arms may use
	for _, o := range c.ifs[:len(c.ifs)-1] {
		in := o.Regions[1]
		shared = append(shared, in.Ops[:len(in.Ops)-2]...)
	}
	for _, o := range shared {
		o.Remove()
	}
	out := r.NewOp(ir.OpBlock, first.Pos, nil)
	body := out.AddRegion()
	found := body.NewOp(ir.OpBlock, first.Pos, nil)
	slices.SortFunc(cases, func(a, b switchCase) int { return compareConsts(a.value, b.value) })
	(&caseTree{c.x, first.Pos, out, found}).among(found.AddRegion(), cases)
	body.Append(append([]*ir.Op{found}, none...)...)
	results := first.Results
	first.SetResults(nil)
	first.ReplaceBy(append(shared, out)...)
	out.SetResults(results)
	return out
}

// arm takes the ops of an arm of if number i, which yield what the first if gives then.
func (c *chain) arm(i, side int) []*ir.Op {
	ops := c.ifs[i].Regions[side].Take(0)
	end := ops[len(ops)-1]
	if end.Kind != ir.OpYield {
		return ops
	}
	values := end.Args
	for ; i > 0; i-- {
		inner, around := values, c.ifs[i-1].Regions[1]
		values = slices.Clone(around.Terminator().Args)
		for k, v := range values {
			if v.Def == c.ifs[i] {
				values[k] = inner[v.Index]
			}
		}
	}
	end.SetArgs(values)
	return ops
}

type switchCase struct {
	value *ir.Value
	arm   []*ir.Op
}

// compareConsts orders constants of one type.
func compareConsts(a, b *ir.Value) int {
	if a.Type.IsSigned() {
		return cmp.Compare(ir.SignExtend(a.Type, bitsOf(a)), ir.SignExtend(b.Type, bitsOf(b)))
	}
	return cmp.Compare(bitsOf(a), bitsOf(b))
}

// caseTree writes down the comparisons: a case goes to the end of out, no case to that of none.
type caseTree struct {
	x         *ir.Value
	pos       ir.Pos
	out, none *ir.Op
}

// among finds the one of the cases, which are in order, that x is.
func (t *caseTree) among(r *ir.Region, cases []switchCase) {
	b := &ir.Builder{Region: r, Pos: t.pos}
	if len(cases) > mostInARow {
		half := len(cases) / 2
		less := b.If(b.Compare(ir.OpLt, t.x, b.Const(t.x.Type, bitsOf(cases[half].value))))
		t.among(less.Regions[0], cases[:half])
		t.among(less.Regions[1], cases[half:])
		b.Op(ir.OpUnreachable, nil)
		return
	}
	for _, s := range cases {
		is := b.If(b.Compare(ir.OpEq, t.x, b.Const(t.x.Type, bitsOf(s.value))))
		if end := s.arm[len(s.arm)-1]; end.Kind == ir.OpYield {
			end.SetKind(ir.OpBreak)
			end.SetTarget(t.out)
		}
		is.Regions[0].Append(s.arm...)
		b.In(is.Regions[1]).Yield()
	}
	b.Break(t.none)
}

func bitsOf(v *ir.Value) uint64 {
	bits, _ := v.IsConst()
	return bits
}
