package analysis

import (
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// An Outcome is what may become of an op, with all that is in it, besides that it computes and that control goes on behind it: a set.
type Outcome uint8

const (
	Panics   Outcome = 1 << iota // a check fails
	Stores                       // it writes memory or a cell
	Leaves                       // control goes to somewhere else than behind it
	Hangs                        // it goes on for ever
	Exhausts                     // there is no room for what it makes: that is the end, whatever was to come
)

// Noticeable reports an op of which anyone notices that it is done: no check moves across it. It may panic, write, leave or run for ever.
func Noticeable(o *ir.Op) bool { return OutcomeOf(o)&^Exhausts != 0 }

// OutcomeOf tells what may become of o.
func OutcomeOf(o *ir.Op) Outcome {
	out := outcomeInside(o)
	if o.Kind.Has(ir.Terminator) || o.Leaves() {
		out |= Leaves
	}
	return out
}

// outcomeInside is without what leaves o.
func outcomeInside(o *ir.Op) (out Outcome) {
	switch {
	case o.Kind.Has(ir.Check):
		return Panics
	case o.Kind == ir.OpCallSym || o.Kind == ir.OpForeign:
		return Panics | Stores | Hangs | Exhausts
	case o.Kind.Has(ir.Writes):
		return Stores
	case o.Kind == ir.OpLoop:
		out = Hangs
	case o.Kind == ir.OpMake || o.Makes():
		out = Exhausts
	}
	for _, r := range o.Regions {
		for _, x := range r.Ops {
			out |= outcomeInside(x)
		}
	}
	return out
}

// Has reports that all of these may become of an op.
func (out Outcome) Has(o Outcome) bool { return out&o == o }

// String lists what may become of an op.
func (out Outcome) String() string {
	var names []string
	for i, name := range []string{"panics", "stores", "leaves", "hangs", "exhausts"} {
		if out>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Returns reports that control surely goes on behind o.
func Returns(o *ir.Op) bool { return OutcomeOf(o)&(Panics|Leaves|Hangs|Exhausts) == 0 }

// RunsToEnd reports a loop over a range that is not left before its end.
func RunsToEnd(loop *ir.Op) bool {
	return !loop.Leaves() && !loop.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind == ir.OpBreak && x.Target == loop })
}

// Straight reports a loop over a range of which each iteration that begins runs to its end, and all of them begin.
func Straight(loop *ir.Op) bool {
	return !loop.Leaves() && !loop.Regions[0].Contains(func(x *ir.Op) bool { return x.Target == loop })
}
