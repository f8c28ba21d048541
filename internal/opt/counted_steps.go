package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A loop whose counter moves by what is known at run time only, but is the same in all iterations, counts these, too: one over the rows of a matrix, by where they begin or by
// what is left of it.
//
//	for o := 0; o < len(s); o += w { ... }
//	=> n = if o < len(s) { if w > 0 { (len(s)-1-o)/w + 1 } else { for ever } } else { 0 }
//	   for t from 0 to n { o' = o + t*w; ... }
//
//	for len(s) >= w { ...; s = s[w:] }    which counts how long s is
//
// Nothing wraps around on the way if w is positive: who counts up ends where lengths do, in steps that are not longer (or the first is the last, from 0 or below), who counts down ends above 0. If w is 0, there is no end.
// A negative w has to be seen not to come, or to fail a check before there is another iteration.

// stepsBy looks for a condition of the guard that compares such a counter.
func (m *match) stepsBy(guard *ir.Op, all []condition) bool {
	for k, c := range all {
		d := c.v.Def
		if c.not || d == nil || d.Kind < ir.OpLt || d.Kind > ir.OpGe || d.Args[0].Type != ir.TI64 {
			continue
		}
		m.kind = d.Kind
		if m.leave == guard.Regions[0] {
			m.kind = m.kind.Negated()
		}
		x, y := d.Args[0], d.Args[1]
		for range 2 {
			if m.movesBy(x, y) && m.staysNear() {
				m.share(guard, slices.Concat(all[:k], all[k+1:]))
				if m.neverBack() {
					return true
				}
			}
			x, y, m.kind = y, x, m.kind.Mirrored()
		}
	}
	return false
}

// movesBy reports that x is a counter, or what it will be in the next iteration, and goes towards bound.
func (m *match) movesBy(x, bound *ir.Value) bool {
	m.conts = m.c.exits[m.loop].Continues
	body := m.loop.Regions[0]
	k := slices.IndexFunc(body.Params, func(p *ir.Value) bool {
		_, ok := addedTo(x, p)
		return x == p || ok
	})
	if k < 0 || len(m.conts) == 0 || !m.invariant(bound) {
		return false
	}
	p := body.Params[k]
	by, _ := addedTo(m.conts[0].Args[k], p)
	if by.by == nil || inside(by.by, m.loop) {
		return false
	}
	for _, t := range m.conts {
		if d, ok := addedTo(t.Args[k], p); !ok || d != by {
			return false
		}
	}
	if d, ok := addedTo(x, p); ok && (d != by || by.minus) {
		return false
	}
	m.index, m.bound, m.by, m.next, m.step, m.offset = k, bound, by.by, x != p, 1, 0
	if by.minus {
		m.step = -1
	}
	return m.towards()
}

// staysNear reports that with a positive step nothing wraps around.
func (m *match) staysNear() bool {
	first, bound := m.c.ranges.Of(m.loop.Args[m.index]), m.c.ranges.Of(m.bound)
	if m.step > 0 {
		return bound.Hi <= near && (first.Within(-near, 0) || first.Within(-near, near) && m.c.ranges.Of(m.by).Hi <= near)
	}
	return bound.Lo >= 0 || m.bound == m.by
}

// share has the number of iterations look at the guard's other conditions, where these are the same in all of them; the rest stays in the loop.
func (m *match) share(guard *ir.Op, others []condition) {
	m.also, m.rest = nil, nil
	for _, c := range others {
		if inside(c.v, m.loop) {
			m.rest = append(m.rest, c)
			continue
		}
		m.also = append(m.also, condition{c.v, c.not != (m.leave == guard.Regions[0])})
	}
	m.breaks = slices.DeleteFunc(slices.Clone(m.c.exits[m.loop].Breaks), func(t *ir.Op) bool { return t == m.leave.Terminator() && len(m.rest) == 0 })
}

// neverBack reports that a negative step comes to no second iteration: it is none, there are no iterations then, or the first one fails a check.
func (m *match) neverBack() bool {
	if m.c.ranges.Of(m.by).Lo >= 0 {
		return true
	}
	for _, c := range m.also {
		if d := c.v.Def; d != nil && !c.not && d.Kind >= ir.OpLt && d.Kind <= ir.OpGe && m.positive(d) {
			return true
		}
	}
	fromZero := m.loop.Args[m.index].IsConstInt(0)
	for _, o := range m.loop.Regions[0].Ops {
		if o.Kind == ir.OpCheckIndex || o.Kind == ir.OpCheckSlice {
			for _, v := range o.Args { // none of them may be negative
				if d, ok := addedTo(v, m.loop.Regions[0].Params[m.index]); v == m.by || fromZero && ok && d.by == m.by && !d.minus {
					return true
				}
			}
		}
		again := func(x *ir.Op) bool { return x.Kind == ir.OpContinue && x.Target == m.loop }
		if again(o) || slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(again) }) {
			return false
		}
	}
	return false
}

// positive reports a comparison that only steps of at least 0 come through.
func (m *match) positive(d *ir.Op) bool {
	kind, x, y := d.Kind, d.Args[0], d.Args[1]
	if y == m.by {
		kind, x, y = kind.Mirrored(), y, x
	}
	return x == m.by && (kind == ir.OpGt || kind == ir.OpGe) && m.c.ranges.Of(y).Lo >= 0
}

// tripsBy emits the number of iterations.
func (m *match) tripsBy(b *ir.Builder, first, bound *ir.Value) *ir.Value {
	if m.next {
		first = b.Binary(ir.OpAdd, first, m.by)
	}
	runs := b.Compare(m.kind, first, bound)
	for _, c := range m.also {
		v := c.v
		if c.not {
			v = b.Unary(ir.OpNot, v)
		}
		runs = b.Binary(ir.OpAnd, runs, v)
	}
	if m.step < 0 {
		first, bound = bound, first
	}
	way := b.Binary(ir.OpSub, bound, first)
	if m.kind == ir.OpLt || m.kind == ir.OpGt {
		way = b.Binary(ir.OpSub, way, b.Int(1))
	}
	steps := b.Binary(ir.OpDiv, way, b.Binary(ir.OpMax, m.by, b.Int(1)))
	n := b.Binary(ir.OpAdd, b.Binary(ir.OpMin, steps, b.Int(forEver)), b.Int(1))
	n = b.Select(b.Compare(ir.OpGt, m.by, b.Int(0)), n, b.Int(forEver))
	return b.Select(runs, n, b.Int(0))
}
