package analysis

import (
	"maps"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A Condition is what has to hold ahead of a loop: all of it. It is about values that are known there.
type Condition struct {
	Apart []Pair   // slices that share no memory
	Holds [][]Poly // of each list at least one is not negative, provided that nothing in it wraps around
	Small []Poly   // these don't wrap around, whatever the indices in them are

	spans map[*ir.Value]span // of the indices in Small
}

// A Pair is two slices that must not overlap; Same: unless they begin at the same address. Cut: parts of them were cut out, which may reach up
// to their capacities.
type Pair struct {
	A, B      *ir.Value
	Same, Cut bool
}

// Empty reports a condition that always holds.
func (c *Condition) Empty() bool { return len(c.Apart)+len(c.Holds)+len(c.Small) == 0 }

// Mentions reports a condition that can't be computed without such values.
func (c *Condition) Mentions(such func(*ir.Value) bool) bool {
	var bound func(v *ir.Value) bool
	bound = func(v *ir.Value) bool {
		if sp, ok := c.spans[v]; ok {
			return sp.lo.Any(bound) || sp.hi.Any(bound)
		}
		return such(v)
	}
	return slices.ContainsFunc(c.Apart, func(p Pair) bool { return such(p.A) || such(p.B) }) ||
		slices.ContainsFunc(c.Holds, func(or []Poly) bool { return slices.ContainsFunc(or, func(p Poly) bool { return p.Any(such) }) }) ||
		slices.ContainsFunc(c.Small, func(p Poly) bool { return p.Any(bound) })
}

// Add makes c hold only where d does, too.
func (c *Condition) Add(d *Condition) {
	for _, p := range d.Apart {
		if !slices.Contains(c.Apart, p) {
			c.Apart = append(c.Apart, p)
		}
	}
	for _, or := range d.Holds {
		if !slices.ContainsFunc(c.Holds, func(x []Poly) bool { return slices.EqualFunc(x, or, Poly.Equal) }) {
			c.Holds = append(c.Holds, or)
		}
	}
	for _, p := range d.Small {
		if !slices.ContainsFunc(c.Small, p.Equal) {
			c.Small = append(c.Small, p)
		}
	}
	if d.spans != nil && c.spans == nil {
		c.spans = map[*ir.Value]span{}
	}
	maps.Copy(c.spans, d.spans)
}

// wholly reports that the slices of two accesses have to be apart already, whatever the places.
func (c *Condition) wholly(s, a Access) bool {
	return slices.Contains(c.Apart, Pair{s.Root, a.Root, false, s.Cut() || a.Cut()})
}

// Parts reports that two accesses in one iteration touch different elements if the condition holds.
func (c *Condition) Parts(s, a Access) bool {
	if s.OtherField(a) || Distinct(s.Root, a.Root) {
		return true
	}
	begin := s.Root == a.Root // at the same address, or they are apart
	for _, p := range c.Apart {
		if p.A == s.Root && p.B == a.Root || p.A == a.Root && p.B == s.Root {
			if covers := p.Cut || !s.Cut() && !a.Cut(); covers && !p.Same {
				return true
			} else if covers {
				begin = true
			}
		}
	}
	at, c1 := s.At.Apart()
	other, c2 := a.At.Apart()
	return begin && at.Equal(other) && c1 != c2
}

// Emit emits ops that compute whether the condition holds.
func (c *Condition) Emit(b *ir.Builder) *ir.Value {
	var good *ir.Value
	need := func(v *ir.Value) { good = b.Join(ir.OpAnd, good, v) }
	for _, p := range c.Apart {
		o := b.Op(ir.OpApart, []*ir.Value{p.A, p.B}, ir.TBool)
		o.Ints = []int64{flag(p.Same), flag(p.Cut)}
		need(o.Result())
	}
	e := bounder{c, b, map[*ir.Value]*ir.Value{}}
	for _, p := range c.Small {
		need(b.Compare(ir.OpLt, p.EmitBound(b, e.bound), b.Float(ir.TF64, maxSize)))
	}
	for _, or := range c.Holds {
		var some *ir.Value
		for _, p := range or {
			some = b.Join(ir.OpOr, some, b.Compare(ir.OpGe, p.Emit(b, func(v *ir.Value) *ir.Value { return v }), b.Int(0)))
		}
		if some == nil {
			some = b.Bool(false)
		}
		need(some)
	}
	if good == nil {
		good = b.Bool(true)
	}
	return good
}

func flag(x bool) int64 {
	if x {
		return 1
	}
	return 0
}

// bounder emits bounds of values' amounts in floating point.
type bounder struct {
	c    *Condition
	b    *ir.Builder
	done map[*ir.Value]*ir.Value
}

func (e *bounder) bound(v *ir.Value) *ir.Value {
	if x := e.done[v]; x != nil {
		return x
	}
	var x *ir.Value
	if sp, ok := e.c.spans[v]; ok {
		x = e.b.Binary(ir.OpMax, sp.lo.EmitBound(e.b, e.bound), sp.hi.EmitBound(e.b, e.bound))
	} else {
		x = e.b.Unary(ir.OpAbs, e.b.Conv(e.b.Conv(v, ir.TI64), ir.TF64))
	}
	e.done[v] = x
	return x
}

// comparison is one that is known to hold: x kind y, of integers of 64 bits, signed.
type comparison struct {
	kind ir.OpKind
	x, y *ir.Value
}

// conditions lists comparisons that hold wherever control comes to o inside loop.
func conditions(o, loop *ir.Op) (out []comparison) {
	if !o.Within(loop) {
		return nil
	}
	passed(o, loop, func(cond *ir.Value, holds bool) {
		learnt(cond, holds, func(k ir.OpKind, x, y *ir.Value) {
			if x.Type == ir.TI64 {
				out = append(out, comparison{k, x, y})
			}
		})
	})
	return out
}
