package opt

import (
	"github.com/hone-go/hone/internal/ir"
)

// Periods takes loops in which each p-th iteration is another, as in
//
//	for i := range x { if i%4 == 3 { ... } else { ... } }
//
// p iterations at a time, what is left at the end one by one: in each of the p the condition is known, and what is computed from the index's last bits is a
// distance from the first (unrolling by the period; Allen & Kennedy, "Optimizing Compilers for Modern Architectures", 2001, section 5.7, on index-set splitting).
func Periods(f *ir.Func) bool {
	var loops []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor || o.IsParFor() {
			loops = append(loops, o)
		}
		return true
	})
	changed := false
	for _, o := range loops {
		if p := period(o); p > 1 {
			byPeriods(o, p)
			changed = true
		}
	}
	if changed {
		Fold(f)
		Clean(f)
	}
	return changed
}

const (
	longestPeriod = 8
	// largestPeriod bounds the operations of all iterations of a period.
	largestPeriod = 256
)

// period is after how many iterations the conditions of a loop repeat that look at the last part of its index, or 0.
func period(o *ir.Op) int64 {
	body := o.Regions[0]
	switch {
	case len(o.Results) > 0, o.Kind == ir.OpMulti && len(o.Args) != 1, o.Leaves():
		return 0
	case o.Kind == ir.OpFor:
		if first, ok := o.Args[0].ConstInt(); !ok || first != 0 || o.Ints[0] != 1 {
			return 0
		}
	}
	p, size, ok := int64(1), int64(0), true
	body.Walk(func(x *ir.Op) bool {
		size++
		ok = ok && !x.Kind.Has(ir.Loop) && x.Kind != ir.OpAlloca && x.Target != o
		switch x.Kind {
		case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
			_, constant := x.Args[1].ConstInt()
			if q := phase(x.Args[0], body.Params[0]); q > 1 && constant {
				p = lcm(p, q)
			}
		}
		return ok && p <= longestPeriod
	})
	if !ok || p > longestPeriod || p*size > largestPeriod {
		return 0
	}
	return p
}

// phase is q where v is the remainder of the index, which is not negative, by q; else 0.
func phase(v, index *ir.Value) int64 {
	o := v.Def
	if o == nil || o.Kind != ir.OpRem && o.Kind != ir.OpAnd || o.Args[0] != index {
		return 0
	}
	c, ok := o.Args[1].ConstInt()
	switch {
	case !ok || c < 1 || c > longestPeriod:
		return 0
	case o.Kind == ir.OpRem:
		return c
	case c&(c+1) == 0:
		return c + 1
	}
	return 0
}

func lcm(a, b int64) int64 {
	for n := a; ; n += a {
		if n%b == 0 {
			return n
		}
	}
}

// byPeriods rewrites loop o:
//
//	for t from 0 to n/p { iterations t*p, t*p + 1, ... }
//	for r from 0 to n%p { iteration n/p*p + r }
func byPeriods(o *ir.Op, p int64) {
	b := ir.NewBuilder(ir.NewRegion(o.Parent.Parent))
	b.Pos = o.Pos
	n := b.Binary(ir.OpMax, o.Args[len(o.Args)-1], b.Int(0))
	times, rest := b.Binary(ir.OpDiv, n, b.Int(p)), b.Binary(ir.OpRem, n, b.Int(p))
	begin := b.Binary(ir.OpMul, times, b.Int(p))

	var loop *ir.Op
	if o.Kind == ir.OpFor {
		loop = b.For(b.Int(0), times, 1, nil)
	} else {
		loop = b.Multi([]*ir.Value{times})
	}
	body := o.Regions[0]
	ops := body.Ops[:len(body.Ops)-1]
	t := loop.Regions[0].Params[0]
	t.Name = body.Params[0].Name
	in := b.In(loop.Regions[0])
	var rep ir.Replacer
	for k := range p {
		c := ir.NewCloner()
		c.Map(body.Params[0], multiple(in, t, p, k))
		known := map[*ir.Value]*ir.Value{}
		body.Walk(func(x *ir.Op) bool {
			if len(x.Args) == 2 && x.Args[0] == body.Params[0] {
				if scale, off, ok := aligned(x, p, k); ok {
					known[x.Result()] = multiple(in, t, scale, off)
				}
			}
			return true
		})
		c.Into(in.Region, ops)
		for v, w := range known {
			rep.Replace(c.Value(v), w)
		}
	}
	rep.Apply(loop.Regions[0])
	in.Yield()

	left := b.For(b.Int(0), rest, 1, nil)
	last := b.In(left.Regions[0])
	c := ir.NewCloner()
	c.Map(body.Params[0], last.Binary(ir.OpAdd, begin, left.Regions[0].Params[0]))
	c.Into(last.Region, ops)
	last.Yield()
	o.ReplaceBy(b.Region.Take(0)...)
}

// multiple is t*scale + off.
func multiple(b *ir.Builder, t *ir.Value, scale, off int64) *ir.Value {
	if scale == 0 {
		return b.Int(off)
	}
	return b.Binary(ir.OpAdd, b.Binary(ir.OpMul, t, b.Int(scale)), b.Int(off))
}

// aligned says what op o of the index t*p + k, with a constant, is: t*scale + off.
func aligned(o *ir.Op, p, k int64) (scale, off int64, ok bool) {
	c, known := o.Args[1].ConstInt()
	if !known {
		return 0, 0, false
	}
	bits := p&(p-1) == 0   // the last bits of the index are those of k
	low := 0 <= c && c < p // bits of k only
	switch o.Kind {
	case ir.OpRem:
		return 0, k % max(c, 1), c > 0 && p%c == 0
	case ir.OpDiv:
		return p / max(c, 1), k / max(c, 1), c > 0 && p%c == 0
	case ir.OpShr:
		ok = 0 <= c && c < 8 && p%(1<<c) == 0
		c &= 7
		return p >> c, k >> c, ok
	case ir.OpAnd:
		if low {
			return 0, k & c, bits
		}
		return p, k & c & (p - 1), bits && c|(p-1) == -1
	case ir.OpAndNot:
		return p, k &^ c, bits && low
	case ir.OpOr:
		return p, k | c, bits && low
	case ir.OpXor:
		return p, k ^ c, bits && low
	}
	return 0, 0, false
}
