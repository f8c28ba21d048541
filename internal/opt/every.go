package opt

import (
	"math/bits"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Every has loops of scalar code that do something only where the last bits of their index are given ones, as over the points of one colour in a row,
//
//	for x := lo; x < hi; x++ { if (x+y)&1 == c { ... } }
//
// go through these alone, in steps: a condition on the index that is the same every so many iterations is a range of its own (index-set splitting: Allen & Kennedy,
// "Optimizing Compilers for Modern Architectures", 2001, section 5.7).
func Every(f *ir.Func) bool {
	var loops []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor && o.Mode != ir.InLanes && o.Ints[0] == 1 && len(o.Results) == 0 && analysis.Straight(o) {
			loops = append(loops, o)
		}
		return true
	})
	changed := false
	for _, o := range loops {
		if e := everyOf(o); e != nil {
			e.rewrite()
			changed = true
		}
	}
	return changed
}

// every is a loop that does something in each 2^bits-th iteration, from where its index and at are the same modulo that.
type every struct {
	loop, branch *ir.Op
	arm          *ir.Region
	bits         int
	at           func(b *ir.Builder) *ir.Value
}

// mostEvery bounds the bits that are looked at: rows are long next to 2 to that.
const mostEvery = 3

// everyOf looks at a loop; nil: it is none.
func everyOf(o *ir.Op) *every {
	body := o.Regions[0]
	e := &every{loop: o}
	for _, x := range body.Ops[:len(body.Ops)-1] {
		switch {
		case x.Kind == ir.OpIf && e.branch == nil && len(x.Results) == 0:
			e.branch = x
		case !x.Kind.Has(ir.Pure) || len(x.Regions) > 0:
			return nil
		}
	}
	if e.branch == nil || !e.condition(e.branch.Args[0].Def) {
		return nil
	}
	return e
}

// condition takes the branch's condition apart: (±x + rest) & (2^bits - 1) is c, or is not, where one bit is looked at.
func (e *every) condition(c *ir.Op) bool {
	if c == nil || c.Kind != ir.OpEq && c.Kind != ir.OpNe {
		return false
	}
	last, value := c.Args[0].Def, c.Args[1]
	if last == nil || last.Kind != ir.OpAnd || last.Result().Type != ir.TI64 || e.loop.Defines(value) && !isConstant(value) {
		return false
	}
	m, known := last.Args[1].ConstInt()
	if !known || m < 1 || m&(m+1) != 0 || m >= 1<<mostEvery || !analysis.NewRanges().Of(value).Within(0, m) {
		return false
	}
	e.bits = bits.TrailingZeros64(uint64(m + 1))
	where := e.branch.Regions[0]
	other := e.branch.Regions[1]
	flip := c.Kind == ir.OpNe
	if len(where.Ops) == 1 { // nothing but the end
		where, other, flip = other, where, !flip
	}
	if len(other.Ops) != 1 || flip && m != 1 {
		return false
	}
	e.arm = where
	s, x := analysis.NewSpace(), e.loop.Regions[0].Params[0]
	p := s.Of(last.Args[0])
	coef, ok := p.Coef(x)
	by, constant := coef.Const()
	rest := p.Without(x)
	if !ok || !constant || by != 1 && by != -1 || rest.Any(func(v *ir.Value) bool { return e.loop.Defines(v) }) {
		return false
	}
	e.at = func(b *ir.Builder) *ir.Value {
		v := value
		if k, ok := v.ConstInt(); ok {
			v = b.Int(k)
		}
		if flip {
			v = b.Binary(ir.OpXor, v, b.Int(1))
		}
		v = b.Binary(ir.OpSub, v, rest.Emit(b, func(v *ir.Value) *ir.Value { return v }))
		if by < 0 {
			v = b.Binary(ir.OpSub, b.Int(0), v)
		}
		return v
	}
	return true
}

// rewrite makes a loop of those iterations: their number is computed such that nothing wraps around.
func (e *every) rewrite() {
	o := e.loop
	lo, hi := o.Args[0], o.Args[1]
	b := ir.NewBuilder(ir.NewRegion(o.Parent.Parent))
	b.Pos = o.Pos
	off := b.Binary(ir.OpAnd, b.Binary(ir.OpSub, e.at(b), lo), b.Int(1<<e.bits-1))
	room := b.Conv(b.Binary(ir.OpSub, b.Binary(ir.OpSub, hi, lo), off), ir.TU64) // less than that, where there is one
	some := b.Binary(ir.OpAnd, b.Compare(ir.OpLt, lo, hi), b.Compare(ir.OpGt, b.Conv(b.Binary(ir.OpSub, hi, lo), ir.TU64), b.Conv(off, ir.TU64)))
	times := b.Binary(ir.OpShr, b.Binary(ir.OpSub, room, b.Const(ir.TU64, 1)), b.Const(ir.TU64, uint64(e.bits)))
	n := b.Select(some, b.Binary(ir.OpAdd, b.Conv(times, ir.TI64), b.Int(1)), b.Int(0))
	first := b.Binary(ir.OpAdd, lo, off)
	loop := b.For(b.Int(0), n, 1, nil)
	in := b.In(loop.Regions[0])
	t, was := loop.Regions[0].Params[0], o.Regions[0].Params[0]
	t.Name = was.Name
	c := ir.NewCloner()
	c.Map(was, in.Binary(ir.OpAdd, first, in.Binary(ir.OpShl, t, in.Const(ir.TU64, uint64(e.bits)))))
	body := o.Regions[0].Ops
	for _, x := range body[:len(body)-1] {
		if x == e.branch {
			c.Into(in.Region, e.arm.Ops[:len(e.arm.Ops)-1])
		} else {
			c.Into(in.Region, []*ir.Op{x})
		}
	}
	in.Yield()
	o.ReplaceBy(b.Region.Take(0)...)
}
