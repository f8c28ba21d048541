package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// What checks ask for is collected, and emitted when all of them are known: most of it follows from the rest. The taps of a filter ask for the same sum with
// other constants, each where the picture has the tap; of a row of taps the outermost are left (follows.go). That was half of the machine code of such a loop.

// A demand is what a check asks for in a box: sum + by >= 0, or sum + by < limit. Where the box is not empty, nothing wraps around in it: what
// comes in is small, and by is at most farAway.
type demand struct {
	sum   analysis.Poly // of what is known outside
	by    int64
	limit *ir.Value // nil: 0 is the lower limit
	in    *extremes
}

// emptiness is a condition under which a box is empty.
type emptiness struct {
	cond *ir.Value // nil: sum + by < 0
	sum  analysis.Poly
	by   int64
}

// parts is q in two parts, the second its constant, if that is no larger than constants are as a rule.
func (e *guardEmitter) parts(q analysis.Poly) (sum analysis.Poly, by int64) {
	varying, by := q.Apart()
	if by <= -farAway || by >= farAway {
		return e.p.s.Atom(q.Emit(e.b, outside)), 0
	}
	return varying, by
}

// demand asks for what does not follow from what is asked for already, and drops what follows from it.
func (e *guardEmitter) demand(d demand) {
	if d.limit == nil && e.notNegative(e.p.s.Add(d.sum, analysis.Const(d.by))) || slices.ContainsFunc(e.demands, func(other demand) bool { return e.implies(other, d) }) {
		return
	}
	e.demands = append(slices.DeleteFunc(e.demands, func(other demand) bool { return e.implies(d, other) }), d)
}

// emit emits the condition.
func (x emptiness) emit(b *ir.Builder) *ir.Value {
	if x.cond != nil {
		return x.cond
	}
	return b.Compare(ir.OpLt, x.sum.Emit(b, outside), b.Int(-x.by))
}

// always reports a box that is always empty.
func (x emptiness) always() bool {
	c, known := x.sum.Const()
	return x.cond == nil && known && c+x.by < 0
}

// nowhere is whether the box is empty; nil: it isn't known to be.
func (x *extremes) nowhere() *ir.Value {
	if x.never == nil {
		for _, c := range x.empty {
			x.never = x.e.b.Join(ir.OpOr, x.never, c.emit(x.e.b))
		}
	}
	return x.never
}

func (d demand) emit(b *ir.Builder) *ir.Value {
	if d.limit == nil {
		return b.Compare(ir.OpLe, b.Int(-d.by), d.sum.Emit(b, outside))
	}
	sum := d.sum.Emit(b, outside)
	if d.by != 0 {
		sum = b.Binary(ir.OpAdd, sum, b.Int(d.by))
	}
	return b.Compare(ir.OpLt, sum, d.limit)
}

// holds emits whether all that was asked for is so. What is asked for in boxes that are empty under the same condition goes together, and so do the bounds of
// all sizes: of two sums with the same products the one with the larger factors is the larger one.
func (e *guardEmitter) holds() *ir.Value {
	for ds := e.demands; len(ds) > 0; {
		nowhere := ds[0].in.nowhere()
		var all *ir.Value
		for _, d := range ds {
			if d.in.nowhere() == nowhere {
				all = e.b.Join(ir.OpAnd, all, d.emit(e.b))
			}
		}
		if nowhere != nil {
			all = e.b.Binary(ir.OpOr, all, nowhere)
		}
		e.need(all)
		ds = slices.DeleteFunc(slices.Clone(ds), func(d demand) bool { return d.in.nowhere() == nowhere })
	}
	if size := analysis.Cover(e.smalls); !isKnown(size) {
		e.need(e.b.Compare(ir.OpLt, size.EmitBound(e.b, e.bound), e.b.Float(ir.TF64, maxSize)))
	}
	if e.ok == nil {
		return e.b.Bool(true)
	}
	return e.ok
}

// maxSize is what the bounds of all sizes stay below: twice as much and a sum of two such do not wrap around either.
const maxSize = 1 << 61
