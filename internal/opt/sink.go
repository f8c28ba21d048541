package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// SinkCommon moves a store with which both arms of an if end behind it: the value becomes the if's result (sinking, the mirror image of
// hoisting). In lanes, one store of all lanes takes the place of two under masks.
func SinkCommon(f *ir.Func) bool {
	changed := false
	sinkRegion(f.Body, &changed)
	return changed
}

func sinkRegion(r *ir.Region, changed *bool) {
	for i := 0; i < len(r.Ops); i++ {
		o := r.Ops[i]
		for _, in := range o.Regions {
			sinkRegion(in, changed)
		}
		if o.Kind != ir.OpIf {
			continue
		}
		for s := sinkStore(o); s != nil; s = sinkStore(o) { // the last first
			r.Insert(i+1, s)
			*changed = true
		}
	}
}

// sinkStore takes the last store out of both arms, if they store to the same place.
func sinkStore(o *ir.Op) *ir.Op {
	a, b := lastStore(o.Regions[0]), lastStore(o.Regions[1])
	if a == nil || b == nil || !slices.Equal(a.Ints, b.Ints) {
		return nil
	}
	for i := range a.Args {
		if i != 2 && a.Args[i] != b.Args[i] { // the slice first; what both see comes from outside
			return nil
		}
	}
	v := o.AddResult(a.Args[2].Type)
	for _, s := range []*ir.Op{a, b} {
		s.Parent.Terminator().AddArgs(s.Args[2])
		s.Remove()
	}
	a.SetArg(2, v)
	return a
}

// lastStore is the store behind which the arm does nothing more, and falls through.
func lastStore(r *ir.Region) *ir.Op {
	if r.Terminator().Kind != ir.OpYield {
		return nil
	}
	for i := len(r.Ops) - 2; i >= 0; i-- {
		switch o := r.Ops[i]; {
		case o.Kind == ir.OpStore:
			return o
		case !o.Kind.Has(ir.Pure):
			return nil
		}
	}
	return nil
}
