package opt

import (
	"maps"

	"github.com/hone-go/hone/internal/ir"
)

// Values that loops carry are bounded by induction: from what they begin as, how much an iteration adds, and either how many iterations there
// are or which comparison lets another one begin.

// carriedParam bounds parameter v of a loop or a sequential for.
func (s *intervals) carriedParam(v *ir.Value, all interval, depth int) interval {
	loop := v.Owner.Parent
	e := s.exits[loop]
	if e == nil || s.exits == nil {
		return all
	}
	arg, param := carried(loop)
	at := v.Index - param
	// What depends on v is only known to be anything while v is looked for, and must not be remembered so.
	memo := s.memo
	s.memo = maps.Clone(memo)
	defer func() { s.memo = memo }()
	b := s.bound(loop.Args[arg+at], depth)
	var steps []*ir.Op
	var sum interval
	for _, c := range e.continues {
		if d, ok := s.delta(c.Args[at], v, depth); ok {
			steps, sum = append(steps, c), sum.join(d)
		} else {
			b = b.join(s.bound(c.Args[at], depth))
		}
	}
	begin := b
	switch {
	case sum == interval{}:
	case loop.Kind == ir.OpFor:
		n := tripCount(loop)
		if n < 0 {
			return all
		}
		b = add(b, mul(sum, interval{0, n}))
	case !sum.within(-maxStep, maxStep) || !begin.within(-maxCount/2, maxCount/2):
		return all
	default:
		for _, c := range steps {
			b = b.join(s.step(v, c, c.Args[at], begin, all, depth))
		}
	}
	if !b.within(all.lo, all.hi) || v.Type.Kind == ir.U64 && b.lo < 0 {
		return all
	}
	return b
}

// step bounds a, with which v, which began in init, begins another iteration at c.
func (s *intervals) step(v *ir.Value, c *ir.Op, a *ir.Value, init, all interval, depth int) interval {
	d, _ := s.delta(a, v, depth)
	b := init
	if d.lo < 0 {
		b.lo = -maxCount
	}
	if d.hi > 0 {
		b.hi = maxCount
	}
	passed(c, v.Owner.Parent, func(cond *ir.Value, holds bool) {
		learnt(cond, holds, func(k ir.OpKind, x, y *ir.Value) { // x k y, with < or <=
			off := int64(0)
			if k == ir.OpLt {
				off = 1
			}
			if top := s.bound(y, depth).hi - off; top < maxCount/2 {
				switch {
				case x == v:
					b.hi = min(b.hi, max(init.hi, top+d.hi))
				case x == a && max(init.hi, top) <= all.hi-d.hi: // else it may have wrapped around
					b.hi = min(b.hi, max(init.hi, top))
				}
			}
			if low := s.bound(x, depth).lo + off; low > -maxCount/2 {
				switch {
				case y == v:
					b.lo = max(b.lo, min(init.lo, low+d.lo))
				case y == a && min(init.lo, low) >= all.lo-d.lo:
					b.lo = max(b.lo, min(init.lo, low))
				}
			}
		})
	})
	return b
}

// delta bounds a - v for an a that is computed from v by additions and choices.
func (s *intervals) delta(a, v *ir.Value, depth int) (interval, bool) {
	if a == v {
		return interval{}, true
	}
	d := a.Def
	if d == nil || depth == 0 {
		return interval{}, false
	}
	depth--
	both := func(x, y *ir.Value) (interval, bool) {
		p, ok1 := s.delta(x, v, depth)
		q, ok2 := s.delta(y, v, depth)
		return p.join(q), ok1 && ok2
	}
	plus := func(x, y *ir.Value, f func(interval) interval) (interval, bool) {
		p, ok := s.delta(x, v, depth)
		if !ok {
			return p, false
		}
		q := add(p, f(s.bound(y, depth)))
		return q, q != everything
	}
	same := func(b interval) interval { return b }
	switch d.Kind {
	case ir.OpAdd:
		if b, ok := plus(d.Args[0], d.Args[1], same); ok {
			return b, true
		}
		return plus(d.Args[1], d.Args[0], same)
	case ir.OpSub:
		return plus(d.Args[0], d.Args[1], negate)
	case ir.OpSelect:
		return both(d.Args[1], d.Args[2])
	case ir.OpIf:
		x, y := d.Regions[0].Terminator(), d.Regions[1].Terminator()
		switch {
		case x.Kind == ir.OpYield && y.Kind == ir.OpYield:
			return both(x.Args[a.Index], y.Args[a.Index])
		case x.Kind == ir.OpYield:
			return s.delta(x.Args[a.Index], v, depth)
		case y.Kind == ir.OpYield:
			return s.delta(y.Args[a.Index], v, depth)
		}
	}
	return interval{}, false
}

// passed calls f for the conditions that hold, or do not, wherever control comes to o inside loop.
func passed(o, loop *ir.Op, f func(cond *ir.Value, holds bool)) {
	for in := o; in != loop; in = in.Parent.Parent {
		r := in.Parent
		for _, x := range r.Ops {
			if x == in {
				break
			}
			if x.Kind != ir.OpIf {
				continue
			}
			for i, arm := range x.Regions {
				if t := arm.Terminator(); t != nil && t.Kind != ir.OpYield {
					f(x.Args[0], i != 0)
				}
			}
		}
		if p := r.Parent; p.Kind == ir.OpIf {
			f(p.Args[0], r == p.Regions[0])
		}
	}
}

// learnt calls f for the comparisons x < y and x <= y that follow from a condition.
func learnt(cond *ir.Value, holds bool, f func(k ir.OpKind, x, y *ir.Value)) {
	d := cond.Def
	if d == nil {
		return
	}
	switch k := d.Kind; k {
	case ir.OpNot:
		learnt(d.Args[0], !holds, f)
	case ir.OpAnd, ir.OpOr:
		if holds == (k == ir.OpAnd) {
			learnt(d.Args[0], holds, f)
			learnt(d.Args[1], holds, f)
		}
	case ir.OpAndNot:
		if holds {
			learnt(d.Args[0], true, f)
			learnt(d.Args[1], false, f)
		}
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		if !orderable(d.Args[0].Type) {
			return
		}
		if !holds {
			k = k.Negated()
		}
		if k == ir.OpGt || k == ir.OpGe {
			f(k.Mirrored(), d.Args[1], d.Args[0])
		} else {
			f(k, d.Args[0], d.Args[1])
		}
	}
}

// left bounds result i of a loop or a block by what it is left with.
func (s *intervals) left(o *ir.Op, i int, all interval, depth int) interval {
	var from []*ir.Value
	if o.Kind == ir.OpFor {
		from = append(from, o.Regions[0].Params[1+i])
	}
	if e := s.exits[o]; e != nil {
		for _, x := range e.breaks {
			from = append(from, x.Args[i])
		}
	}
	if len(from) == 0 {
		return all
	}
	b := s.bound(from[0], depth)
	for _, v := range from[1:] {
		b = b.join(s.bound(v, depth))
	}
	if o.Results[i].Type.Kind == ir.U64 && b.lo < 0 {
		return all
	}
	return b
}
