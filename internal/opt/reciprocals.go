package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Reciprocals has a kernel's loops multiply where they divide integers of 64 bits without a sign by what is the same in all iterations:
//
//	for lo, hi (i) { q = n / d; ... }
//	=> m, s1, s2 of d; for lo, hi (i) { t = mulhi n, m; q = (t + (n-t)>>s1) >> s2; ... }
//
// (Granlund and Montgomery, "Division by invariant integers using multiplication", PLDI 1994, figure 4.1; m has 65 bits, of which the highest is left out.) Vectors
// have no such division, and that of scalars keeps the divider busy for longer, but waits less: what one iteration hands to the next that way stays as it is.
func Reciprocals(f *ir.Func) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	var divisions []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if (o.Kind == ir.OpDiv || o.Kind == ir.OpRem) && o.Results[0].Type == ir.TU64 {
			divisions = append(divisions, o)
		}
		return true
	})
	changed := false
	known := map[*ir.Value]reciprocal{}
	for _, o := range divisions {
		loop, d := outermostLoop(o), o.Args[1]
		if _, constant := d.IsConst(); constant || loop == nil || inside(d, loop) || handedOn(o) {
			continue
		}
		r := known[d]
		if r.loop != loop {
			r = reciprocalOf(loop, d)
			known[d] = r
		}
		r.divide(o)
		changed = true
	}
	return changed
}

// outermostLoop is the loop around o that no other is around.
func outermostLoop(o *ir.Op) (loop *ir.Op) {
	for p := o.Parent.Parent; p != nil; p = p.Parent.Parent {
		if p.Kind.Has(ir.Loop) {
			loop = p
		}
	}
	return loop
}

// handedOn reports that scalar code has a loop whose next iteration waits for o, and o for the one before.
func handedOn(o *ir.Op) bool {
	chained := false
	for p := o.Parent.Parent; p != nil; p = p.Parent.Parent {
		if p.Mode == ir.InLanes {
			return false
		}
		if !p.Kind.Has(ir.Loop) {
			continue
		}
		exits := analysis.ExitsOf(p.Regions[0])[p]
		if exits == nil {
			continue
		}
		_, first := analysis.Carried(p)
		from := chains{longest: map[*ir.Value]int{}}
		for _, v := range p.Regions[0].Params[first:] {
			from.longest[v] = 0
		}
		if _, waits := from.to(o.Args[0]); !waits {
			continue
		}
		to := chains{longest: map[*ir.Value]int{o.Result(): 0}}
		for _, x := range exits.Continues {
			for _, v := range x.Args {
				_, ok := to.to(v)
				chained = chained || ok
			}
		}
	}
	return chained
}

// reciprocal is what is computed of a divisor ahead of a loop: its reciprocal times 2^64 and a power of two, and by how much is shifted.
type reciprocal struct {
	loop          *ir.Op
	m, once, last *ir.Value
}

func reciprocalOf(loop *ir.Op, d *ir.Value) reciprocal {
	b := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	word := func(x uint64) *ir.Value { return b.Const(ir.TU64, x) }
	l := b.Binary(ir.OpSub, word(64), b.Unary(ir.OpClz, b.Binary(ir.OpSub, d, word(1)))) // its logarithm, rounded up
	above := b.Binary(ir.OpSub, b.Binary(ir.OpShl, word(1), l), d)                       // 2^l - d, if l is 64, too
	r := reciprocal{loop: loop}
	r.m = b.Binary(ir.OpAdd, b.Op(ir.OpDivLong, []*ir.Value{above, word(0), d}, ir.TU64).Result(), word(1))
	r.once = b.Binary(ir.OpMin, l, word(1))
	r.last = b.Binary(ir.OpSub, l, r.once)
	loop.InsertBefore(b.Region.Take(0)...)
	return r
}

// divide puts what o computes in its place.
func (r reciprocal) divide(o *ir.Op) {
	n, d := o.Args[0], o.Args[1]
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	t := b.Binary(ir.OpMulHi, n, r.m)
	half := b.Binary(ir.OpShr, b.Binary(ir.OpSub, n, t), r.once)
	v := b.Binary(ir.OpShr, b.Binary(ir.OpAdd, t, half), r.last)
	if o.Kind == ir.OpRem {
		v = b.Binary(ir.OpSub, n, b.Binary(ir.OpMul, v, d))
	}
	ir.ReplaceUses(o.Func().Body, o.Result(), v)
	o.ReplaceBy(b.Region.Take(0)...)
}
