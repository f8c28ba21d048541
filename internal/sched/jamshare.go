package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// sharing counts, as rows are added one after the other, the loads that are not the same: those that are the same for all lanes apart.
type sharing struct {
	p                *space
	row, lane        *ir.Value
	loads            []analysis.Access // of the next row
	steps            []analysis.Poly
	seen             []analysis.Access
	number           map[*ir.Op]int // of each load in the row that was added last, in seen
	uniform, varying int
	gathers          int // among those that vary: by other steps than from one element to the next
}

// newSharing begins without rows; nil if the loads don't go from row to row in even steps.
func (p *space) newSharing(loads []analysis.Access, row, lane *ir.Value) *sharing {
	c := &sharing{p: p, row: row, lane: lane, loads: slices.Clone(loads), number: map[*ir.Op]int{}}
	for _, l := range loads {
		step, ok := l.At.Coef(row)
		if !ok {
			return nil
		}
		c.steps = append(c.steps, step)
	}
	return c
}

// add adds a row.
func (c *sharing) add() {
	for k := range c.loads {
		l := c.loads[k]
		n := slices.IndexFunc(c.seen, func(x analysis.Access) bool {
			return x.Root == l.Root && slices.Equal(x.Op.Ints, l.Op.Ints) && x.At.Equal(l.At)
		})
		if n < 0 {
			n = len(c.seen)
			c.seen = append(c.seen, l)
			if step, _ := l.At.Coef(c.lane); l.At.Mentions(c.lane) {
				c.varying++
				if !unitOrNone(step) {
					c.gathers++
				}
			} else {
				c.uniform++
			}
		}
		c.number[l.Op] = n
		c.loads[k].At = c.p.s.Add(l.At, c.steps[k])
	}
}

// sharedWork counts, as rows are added, the operations other than loads that are not the same: those on the same operands, by value numbers (Click, "Global Code
// Motion, Global Value Numbering", PLDI 1995) that go from row to row with the loads.
type sharedWork struct {
	loads *sharing
	body  []*ir.Op
	ops   int

	adds     int // among them, of floats
	extended int // loads that make integers wider, which takes a shuffle

	numbers map[numbered]int32
	values  map[*ir.Value]int32 // of the row that was added last
	next    int32
}

// numbered is what a value is computed by: an op of other numbers, a load, or what is known outside. What differs from row to row has the row in it.
type numbered struct {
	bits uint64
	typ  *ir.Type
	of   *ir.Value
	args [3]int32
	load int32
	row  int32
	kind ir.OpKind
}

// newSharedWork begins without rows; loads are those of the same ops, whose rows are added first.
func (p *space) newSharedWork(r *ir.Region, loads *sharing) *sharedWork {
	same := p.uniform(loads.lane)
	body := slices.DeleteFunc(p.innermost(r), func(o *ir.Op) bool { return o.Kind != ir.OpLoad && len(o.Results) == 1 && same(o.Results[0]) })
	return &sharedWork{loads: loads, body: body, numbers: make(map[numbered]int32, 2*len(body)), values: make(map[*ir.Value]int32, len(body))}
}

// uniform reports values that are the same in all lanes: what computes them is done once for a vector, beside it.
func (p *space) uniform(lane *ir.Value) func(v *ir.Value) bool {
	known := map[*ir.Value]bool{}
	var same func(v *ir.Value) bool
	same = func(v *ir.Value) bool {
		if yes, ok := known[v]; ok {
			return yes
		}
		yes := v != lane
		if o := v.Def; o != nil && p.op.Defines(v) {
			yes = len(o.Regions) == 0 && !slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return !same(a) })
		} else if v.Owner != nil && v.Owner != p.body && p.op.Defines(v) { // what a loop inside carries; its index is one of those
			yes = v.Index == 0
		}
		known[v] = yes
		return yes
	}
	return same
}

// add adds a row.
func (w *sharedWork) add() {
	clear(w.values)
	row := w.next
	w.next++
	for _, o := range w.body {
		key := numbered{kind: o.Kind, bits: o.Bits, row: -1}
		switch {
		case o.Kind == ir.OpLoad:
			key.load = int32(w.loads.number[o])
		case len(o.Results) == 1 && len(o.Args) <= len(key.args) && len(o.Regions) == 0 && o.Kind.Has(ir.Pure):
			key.typ = o.Results[0].Type
			for k, a := range o.Args {
				key.args[k] = w.of(a, row)
			}
		default: // a store, say
			key.row = row
		}
		n, ok := w.numbers[key]
		if !ok || key.row >= 0 {
			n = w.number(key)
			switch {
			case o.Kind == ir.OpLoad, o.Kind == ir.OpYield:
			case extends(o):
				w.extended++
			default:
				w.ops++
				if addsFloats(o) {
					w.adds++
				}
			}
		}
		for _, v := range o.Results {
			w.values[v] = n
		}
	}
}

// extends reports a conversion of an integer that is one instruction with its load.
func extends(o *ir.Op) bool {
	if o.Kind != ir.OpConv || !o.Args[0].Type.IsInt() {
		return false
	}
	d := o.Args[0].Def
	return d != nil && d.Kind == ir.OpLoad
}

// addsFloats reports a sum or a difference, which has units of its own.
func addsFloats(o *ir.Op) bool {
	return (o.Kind == ir.OpAdd || o.Kind == ir.OpSub) && o.Results[0].Type.IsFloat()
}

// of is the number of an operand: another op's, or that of what is the same in all rows, or in this one alone.
func (w *sharedWork) of(v *ir.Value, row int32) int32 {
	if n, ok := w.values[v]; ok {
		return n
	}
	key := numbered{of: v, row: -1}
	switch o := v.Def; {
	case o != nil && o.Kind == ir.OpFence:
		return w.of(o.Args[0], row)
	case o != nil && o.Kind == ir.OpConst:
		key = numbered{kind: o.Kind, bits: o.Bits, typ: v.Type, row: -1}
	case v != w.loads.lane && w.loads.p.op.Defines(v):
		key.row = row
	}
	n, ok := w.numbers[key]
	if !ok {
		n = w.number(key)
	}
	return n
}

func (w *sharedWork) number(key numbered) int32 {
	n := int32(len(w.numbers) + 1)
	w.numbers[key] = n
	return n
}
