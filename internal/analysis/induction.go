package analysis

import (
	"maps"

	"github.com/hone-go/hone/internal/ir"
)

// Values that loops carry are bounded by induction: from what they begin as, how much an iteration adds, and either how many iterations there
// are or which comparison lets another one begin.

// carriedParam bounds parameter v of a loop or a sequential for.
func (s *Ranges) carriedParam(v *ir.Value, all Interval, depth int) Interval {
	loop := v.Owner.Parent
	e := s.Exits[loop]
	if e == nil || s.Exits == nil {
		return all
	}
	arg, param := Carried(loop)
	at := v.Index - param
	// What depends on v is only known to be anything while v is looked for, and must not be remembered so.
	memo := s.memo
	s.memo = maps.Clone(memo)
	defer func() { s.memo = memo }()
	b := s.bound(loop.Args[arg+at], depth)
	var steps []*ir.Op
	var sum Interval
	var about []Interval
	for _, c := range e.Continues {
		if d, ok := s.delta(c.Args[at], v, depth); ok {
			steps, sum = append(steps, c), sum.Join(d)
		} else if o := c.Args[at].Def; o != nil && o.Kind == ir.OpSub && o.Args[1] == v { // s = 3 - s
			about = append(about, s.bound(o.Args[0], depth))
		} else {
			b = b.Join(s.bound(c.Args[at], depth))
		}
	}
	for _, c := range about {
		if sum != (Interval{}) {
			return all
		}
		b = b.Join(Sum(c, Negative(b)))
	}
	for _, c := range about { // closed under all of them?
		if q := Sum(c, Negative(b)); b.Join(q) != b {
			return all
		}
	}
	begin := b
	switch {
	case sum == Interval{}:
	case loop.Kind == ir.OpFor:
		n := TripCount(loop)
		if n < 0 {
			return all
		}
		b = Sum(b, Product(sum, Interval{0, n}))
	case !sum.Within(-MaxStep, MaxStep) || !begin.Within(-MaxCount/2, MaxCount/2):
		return all
	default:
		for _, c := range steps {
			b = b.Join(s.step(v, c, c.Args[at], begin, all, depth))
		}
	}
	if !b.Within(all.Lo, all.Hi) || v.Type.Kind == ir.U64 && b.Lo < 0 {
		return all
	}
	return b
}

// step bounds a, with which v, which began in init, begins another iteration at c.
func (s *Ranges) step(v *ir.Value, c *ir.Op, a *ir.Value, init, all Interval, depth int) Interval {
	d, _ := s.delta(a, v, depth)
	b := init
	if d.Lo < 0 {
		b.Lo = -MaxCount
	}
	if d.Hi > 0 {
		b.Hi = MaxCount
	}
	passed(c, v.Owner.Parent, func(cond *ir.Value, holds bool) {
		ordered(cond, holds, func(k ir.OpKind, x, y *ir.Value) { // x k y, with < or <=
			off := int64(0)
			if k == ir.OpLt {
				off = 1
			}
			if top := s.bound(y, depth).Hi - off; top < MaxCount/2 {
				switch {
				case x == v:
					b.Hi = min(b.Hi, max(init.Hi, top+d.Hi))
				case x == a && max(init.Hi, top) <= all.Hi-d.Hi: // else it may have wrapped around
					b.Hi = min(b.Hi, max(init.Hi, top))
				}
			}
			if low := s.bound(x, depth).Lo + off; low > -MaxCount/2 {
				switch {
				case y == v:
					b.Lo = max(b.Lo, min(init.Lo, low+d.Lo))
				case y == a && min(init.Lo, low) >= all.Lo-d.Lo:
					b.Lo = max(b.Lo, min(init.Lo, low))
				}
			}
		})
	})
	return b
}

// delta bounds a - v for an a that is computed from v by additions and choices.
func (s *Ranges) delta(a, v *ir.Value, depth int) (Interval, bool) {
	if a == v {
		return Interval{}, true
	}
	d := a.Def
	if d == nil || depth == 0 {
		return Interval{}, false
	}
	depth--
	both := func(x, y *ir.Value) (Interval, bool) {
		p, ok1 := s.delta(x, v, depth)
		q, ok2 := s.delta(y, v, depth)
		return p.Join(q), ok1 && ok2
	}
	plus := func(x, y *ir.Value, f func(Interval) Interval) (Interval, bool) {
		p, ok := s.delta(x, v, depth)
		if !ok {
			return p, false
		}
		q := Sum(p, f(s.bound(y, depth)))
		return q, q != Everything
	}
	same := func(b Interval) Interval { return b }
	switch d.Kind {
	case ir.OpAdd:
		if b, ok := plus(d.Args[0], d.Args[1], same); ok {
			return b, true
		}
		return plus(d.Args[1], d.Args[0], same)
	case ir.OpSub:
		return plus(d.Args[0], d.Args[1], Negative)
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
	return Interval{}, false
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

// learnt calls f for the comparisons, of whatever type, that follow from a condition.
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
	case ir.OpIf: // x > 0 && a[x-1] < m
		for i, r := range d.Regions {
			if bits, known := yielded(r, cond.Index); known && (bits != 0) != holds {
				learnt(d.Args[0], i != 0, f)
			}
		}
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		if !holds {
			k = k.Negated()
		}
		f(k, d.Args[0], d.Args[1])
	}
}

// yielded is the constant that an arm of an if gives as its i-th value, if it is one.
func yielded(r *ir.Region, i int) (bits uint64, known bool) {
	if t := r.Terminator(); t.Kind == ir.OpYield {
		return t.Args[i].IsConst()
	}
	return 0, false
}

// ordered calls f for the comparisons x < y and x <= y of integers as signed ones that follow from a condition.
func ordered(cond *ir.Value, holds bool, f func(k ir.OpKind, x, y *ir.Value)) {
	learnt(cond, holds, func(k ir.OpKind, x, y *ir.Value) {
		if k.Mirrored() == k || !Orderable(x.Type) {
			return
		}
		if k == ir.OpGt || k == ir.OpGe {
			k, x, y = k.Mirrored(), y, x
		}
		f(k, x, y)
	})
}

// left bounds result i of a loop or a block by what it is left with.
func (s *Ranges) left(o *ir.Op, i int, all Interval, depth int) Interval {
	var from []*ir.Value
	if o.Kind == ir.OpFor {
		from = append(from, o.Regions[0].Params[1+i])
	}
	if e := s.Exits[o]; e != nil {
		for _, x := range e.Breaks {
			from = append(from, x.Args[i])
		}
	}
	if len(from) == 0 {
		return all
	}
	b := s.bound(from[0], depth)
	for _, v := range from[1:] {
		b = b.Join(s.bound(v, depth))
	}
	if o.Results[i].Type.Kind == ir.U64 && b.Lo < 0 {
		return all
	}
	return b
}
