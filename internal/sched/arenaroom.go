package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Where an iteration asks for room in an arena. Before it has stored anything it asks where plain Go makes the slice, and only if it comes to that. Where it has, the
// question comes first of all; an iteration that then doesn't come to the make mustn't have asked for more memory than there is. So its way there has to be foreseen, too.

// asks is the place where an iteration asks for the room of a slice.
type asks int

const (
	asksNowhere asks = iota // it can't be in an arena
	asksLittle              // ahead, for as much as it may be
	asksThere               // where it is made
	asksAhead               // ahead, for as much as it will be
)

// asks finds that place.
func (w *owner) asks(made *ir.Op) asks {
	n := made.Args[0]
	switch {
	case w.little(n):
		return asksLittle
	case !w.storesBefore(made):
		return asksThere
	case !w.early(n, 0):
		return asksNowhere
	}
	if _, ok := w.wayTo(made); ok || w.modest(n, 0) {
		return asksAhead
	}
	return asksNowhere
}

// fork is a condition on the way to an op, on values that are known ahead.
type fork struct {
	values []*ir.Value
	holds  func(b *ir.Builder, v []*ir.Value) *ir.Value
}

// wayTo lists what has to hold for an iteration to come to o, if that is known ahead; a check that fails may be missing.
func (w *owner) wayTo(o *ir.Op) (forks []fork, ok bool) {
	add := func(holds func(b *ir.Builder, v []*ir.Value) *ir.Value, values ...*ir.Value) bool {
		known := !slices.ContainsFunc(values, func(v *ir.Value) bool { return !w.early(v, 0) })
		if known {
			forks = append(forks, fork{values, holds})
		}
		return known
	}
	for x := o; ; x = x.Parent.Parent {
		for _, y := range x.Parent.Ops[:x.Parent.Index(x)] {
			switch {
			case y.Leaves():
				return nil, false
			case y.Kind == ir.OpCheckIndex:
				add(inBounds, y.Args...)
			case y.Kind == ir.OpCheckSlice:
				add(ascending, y.Args...)
			}
		}
		around := x.Parent.Parent
		switch {
		case around == w.loop:
			return forks, true
		case around.Kind == ir.OpBlock:
		case around.Kind == ir.OpIf && x.Parent == around.Regions[0]:
			ok = add(func(_ *ir.Builder, v []*ir.Value) *ir.Value { return v[0] }, around.Args[0])
		case around.Kind == ir.OpIf:
			ok = add(func(b *ir.Builder, v []*ir.Value) *ir.Value { return b.Unary(ir.OpNot, v[0]) }, around.Args[0])
		case around.Kind == ir.OpFor:
			turns := ir.OpLt
			if around.Ints[0] < 0 {
				turns = ir.OpGt
			}
			ok = add(func(b *ir.Builder, v []*ir.Value) *ir.Value { return b.Compare(turns, v[0], v[1]) }, around.Args[:2]...)
		default:
			ok = false
		}
		if !ok && around.Kind != ir.OpBlock {
			return nil, false
		}
	}
}

func inBounds(b *ir.Builder, v []*ir.Value) *ir.Value {
	return b.Compare(ir.OpLt, b.Conv(v[0], ir.TU64), b.Conv(v[1], ir.TU64))
}

func ascending(b *ir.Builder, v []*ir.Value) *ir.Value {
	good := b.Compare(ir.OpGe, v[0], b.Int(0))
	for k, hi := range v[1:] {
		good = b.Binary(ir.OpAnd, good, b.Compare(ir.OpLe, v[k], hi))
	}
	return good
}

// modest reports a number of elements that is hardly more than what some slice from outside has: there is memory for it.
func (w *owner) modest(n *ir.Value, depth int) bool {
	o := n.Def
	if o == nil || depth > mostAhead {
		return false
	}
	each := func(args []*ir.Value) bool {
		return !slices.ContainsFunc(args, func(a *ir.Value) bool { return !w.modest(a, depth+1) })
	}
	switch o.Kind {
	case ir.OpLen, ir.OpCap:
		return !w.loop.Defines(o.Args[0])
	case ir.OpMin:
		return w.modest(o.Args[0], depth+1) || w.modest(o.Args[1], depth+1)
	case ir.OpMax, ir.OpAdd, ir.OpSub:
		return each(o.Args)
	case ir.OpSelect:
		return each(o.Args[1:])
	}
	return analysis.NewRanges().Of(n).Within(-littleRoom, littleRoom)
}

// needAhead emits, at the begin of an iteration, how many elements of a slice it will make.
func (w *owner) needAhead(b *ir.Builder, made *ir.Op) *ir.Value {
	n := again(b, w.loop, made.Args[0])
	comes := canBeMade(b, n, made.Results[0].Type.Elem)
	if forks, ok := w.wayTo(made); ok {
		for _, f := range forks {
			var values []*ir.Value
			for _, v := range f.values {
				values = append(values, again(b, w.loop, v))
			}
			comes = b.Binary(ir.OpAnd, comes, f.holds(b, values))
		}
	}
	return b.Select(comes, n, b.Int(0))
}

// canBeMade emits whether make doesn't panic for n elements.
func canBeMade(b *ir.Builder, n *ir.Value, elem *ir.Type) *ir.Value {
	return b.Compare(ir.OpLe, b.Conv(n, ir.TU64), b.Const(ir.TU64, uint64(mostOf(elem))))
}

// mostOf is how many elements a make can serve.
func mostOf(elem *ir.Type) int64 { return ir.MaxMake / int64(max(elem.Size(), 1)) }

// checkMade has a make of more than memory can serve panic as Go's does: check.make leaves the size of an element out.
func checkMade(b *ir.Builder, n *ir.Value, elem *ir.Type) {
	if !analysis.NewRanges().Of(n).Within(0, mostOf(elem)) && elem.Size() > 1 {
		b.Op(ir.OpCheckMake, []*ir.Value{b.Select(canBeMade(b, n, elem), n, b.Int(-1))})
	}
}
