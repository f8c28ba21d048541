package analysis

import "github.com/hone-go/hone/internal/ir"

// Many small loops of which it isn't known how often they run are over soon whatever they are about, since of what decides whether they go on half is left after each iteration, or nearly:
//
//	for lo < hi { m := int(uint(lo+hi) >> 1); if x[m] < key { lo = m + 1 } else { hi = m } }
//	for b != 0 { a, b = b, a%b }
//	for n > 0 { digits++; n /= 10 }
//	for n != 0 { bits++; n &= n - 1 }

// MostHalvings is how many iterations such a loop has at the most, by far: with Euclid's algorithm numbers shrink by the golden ratio each time (G. Lamé, 1844), so that those of
// 64 bits take 92.
const MostHalvings = 96

// Halves reports such a loop. It may be left for other reasons, too.
func Halves(loop *ir.Op) bool {
	if loop.Kind != ir.OpLoop || loop.Regions[0].Contains(func(o *ir.Op) bool { return o.Kind.Has(ir.Loop) }) {
		return false
	}
	h := halving{loop: loop, body: loop.Regions[0]}
	h.body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpContinue && o.Target == loop {
			h.next = append(h.next, o)
		}
		return true
	})
	if t := h.body.Terminator(); t == nil || t.Kind == ir.OpYield || len(h.next) == 0 {
		return false
	}
	for _, o := range h.body.Ops {
		if o.Kind == ir.OpIf && h.decides(o) {
			return true
		}
		if h.goesOn(o) { // there are iterations that come to no other condition
			return false
		}
	}
	return false
}

// halving is a loop that is looked at.
type halving struct {
	loop *ir.Op
	body *ir.Region
	next []*ir.Op // its continues
}

// goesOn reports an op of the body that may begin the next iteration.
func (h *halving) goesOn(op *ir.Op) bool {
	for _, o := range h.next {
		if o.Within(op) {
			return true
		}
	}
	return false
}

// decides reports that the loop goes on behind a branch only while there is something left that halves.
func (h *halving) decides(branch *ir.Op) bool {
	c := branch.Args[0].Def
	if c == nil || len(c.Args) != 2 || c.Kind < ir.OpEq || c.Kind > ir.OpGe || !c.Args[0].Type.IsInt() {
		return false
	}
	kind, x, y := c.Kind, c.Args[0], c.Args[1]
	if !h.leaves(branch.Regions[1]) {
		if !h.leaves(branch.Regions[0]) {
			return false
		}
		kind = kind.Negated()
	}
	if kind == ir.OpGt || kind == ir.OpGe || kind == ir.OpNe && h.carried(y) {
		kind, x, y = kind.Mirrored(), y, x
	}
	if h.carried(x) && h.carried(y) {
		return (kind == ir.OpLt || kind == ir.OpLe) && h.bisects(x, y, kind == ir.OpLe)
	}
	if zero, ok := x.ConstInt(); ok && zero == 0 && kind == ir.OpLt { // 0 < y
		return h.all(func(o *ir.Op) bool { return h.less(o, y, true) })
	}
	if zero, ok := y.ConstInt(); ok && zero == 0 && kind == ir.OpNe {
		return h.all(func(o *ir.Op) bool { return h.less(o, x, !x.Type.IsSigned()) })
	}
	return false
}

func (h *halving) carried(v *ir.Value) bool { return v.Owner == h.body }

func (h *halving) all(of func(next *ir.Op) bool) bool {
	for _, o := range h.next {
		if !of(o) {
			return false
		}
	}
	return true
}

// leaves reports an arm from which control doesn't come back to the loop.
func (h *halving) leaves(r *ir.Region) bool {
	if r.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpContinue && o.Target == h.loop }) {
		return false
	}
	t := r.Terminator()
	return t.Kind == ir.OpReturn || t.Kind == ir.OpBreak && (t.Target == h.loop || !t.Target.Within(h.loop))
}

// less reports that a carried integer, which is not 0, or positive, has half as much left in the next iteration.
func (h *halving) less(next *ir.Op, v *ir.Value, positive bool) bool {
	if !h.carried(v) {
		return false
	}
	o := next.Args[v.Index].Def
	if o == nil || len(o.Args) != 2 {
		return false
	}
	by, known := o.Args[1].ConstInt()
	switch o.Kind {
	case ir.OpShr:
		return o.Args[0] == v && known && 0 < by && by < 64 && positive
	case ir.OpDiv:
		return o.Args[0] == v && known && by > 1
	case ir.OpAnd: // of v and v-1
		d := o.Args[1].Def
		if o.Args[1] == v {
			d = o.Args[0].Def
		} else if o.Args[0] != v {
			return false
		}
		if d == nil || len(d.Args) != 2 || d.Args[0] != v {
			return false
		}
		c, known := d.Args[1].IsConst()
		one := ir.Canonical(v.Type, 1)
		return known && (d.Kind == ir.OpSub && c == one || d.Kind == ir.OpAdd && c == ir.Canonical(v.Type, ^uint64(0)))
	case ir.OpRem:
		u := o.Args[0]
		return o.Args[1] == v && h.carried(u) && u != v && next.Args[u.Index] == v
	}
	return false
}

// bisects reports that the loop goes on with one half of the range from i, which isn't negative, to j; closed: j belongs to it.
func (h *halving) bisects(i, j *ir.Value, closed bool) bool {
	if lo, known := h.loop.Args[i.Index].ConstInt(); !known || lo < 0 || i.Type != ir.TI64 {
		return false
	}
	isMiddle := func(v *ir.Value) bool {
		if v.Def == nil {
			return false
		}
		a, b, _ := Middle(v)
		return a == i && b == j || a == j && b == i
	}
	beside := func(v *ir.Value, off int64) bool { // of the middle
		o := v.Def
		if o == nil || o.Kind != ir.OpAdd && o.Kind != ir.OpSub || !isMiddle(o.Args[0]) {
			return false
		}
		c, known := o.Args[1].ConstInt()
		return known && (o.Kind == ir.OpAdd && c == off || o.Kind == ir.OpSub && c == -off)
	}
	var half func(a, b *ir.Value, depth int) bool
	half = func(a, b *ir.Value, depth int) bool {
		if a == i && (!closed && isMiddle(b) || beside(b, -1)) || b == j && beside(a, 1) {
			return true
		}
		c, as := chosen(a)
		d, bs := chosen(b)
		return depth > 0 && c != nil && c == d && half(as[0], bs[0], depth-1) && half(as[1], bs[1], depth-1)
	}
	return h.all(func(o *ir.Op) bool { return half(o.Args[i.Index], o.Args[j.Index], 8) })
}

// chosen is by which condition v is one value or the other; nil: it isn't.
func chosen(v *ir.Value) (cond *ir.Value, vs [2]*ir.Value) {
	o := v.Def
	switch {
	case o == nil:
	case o.Kind == ir.OpSelect:
		return o.Args[0], [2]*ir.Value{o.Args[1], o.Args[2]}
	case o.Kind == ir.OpIf && o.Regions[0].Terminator().Kind == ir.OpYield && o.Regions[1].Terminator().Kind == ir.OpYield:
		return o.Args[0], [2]*ir.Value{o.Regions[0].Terminator().Args[v.Index], o.Regions[1].Terminator().Args[v.Index]}
	}
	return nil, vs
}

// Middle takes (i+j)/2 apart, rounded down, of numbers that are not negative; signed: if the sum doesn't wrap around.
func Middle(v *ir.Value) (i, j *ir.Value, signed bool) {
	half := func(v *ir.Value) *ir.Op { // what is halved
		o := v.Def
		if o == nil || o.Kind != ir.OpShr && o.Kind != ir.OpDiv {
			return nil
		}
		by, ok := o.Args[1].ConstInt()
		if !ok || by != 1 && o.Kind == ir.OpShr || by != 2 && o.Kind == ir.OpDiv {
			return nil
		}
		return withoutSign(o.Args[0].Def)
	}
	o := v.Def
	if o.Kind == ir.OpConv && o.Args[0].Type == ir.TU64 { // without a sign
		sum := half(o.Args[0])
		if sum != nil && sum.Kind == ir.OpConv && sum.Args[0].Type == ir.TI64 {
			sum = sum.Args[0].Def
		}
		if sum != nil && sum.Kind == ir.OpAdd && sum.Args[0].Type == ir.TI64 {
			return sum.Args[0], sum.Args[1], false
		}
		return nil, nil, false
	}
	if sum := half(v); sum != nil && sum.Kind == ir.OpAdd && v.Type == ir.TI64 {
		return sum.Args[0], sum.Args[1], true
	}
	if o.Kind == ir.OpAdd { // i + (j-i)/2
		if d := half(o.Args[1]); d != nil && d.Kind == ir.OpSub && d.Args[1] == o.Args[0] && d.Results[0].Type == ir.TI64 {
			return d.Args[1], d.Args[0], true
		}
	}
	return nil, nil, false
}

// withoutSign is what s is where it isn't negative, if it is v + (v>>63)&1, as it is for a quotient to be rounded towards 0.
func withoutSign(s *ir.Op) *ir.Op {
	if s == nil || s.Kind != ir.OpAdd || s.Args[0].Type != ir.TI64 || s.Args[0].Def == nil {
		return s
	}
	v, and := s.Args[0], s.Args[1].Def
	if and == nil || and.Kind != ir.OpAnd {
		return s
	}
	one, known := and.Args[1].ConstInt()
	sign := and.Args[0].Def
	if !known || one != 1 || sign == nil || sign.Kind != ir.OpShr || sign.Args[0] != v {
		return s
	}
	if top, ok := sign.Args[1].ConstInt(); !ok || top != 63 {
		return s
	}
	return v.Def
}
