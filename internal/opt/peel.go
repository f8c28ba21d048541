package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// mostPeeled is how many iterations a loop loses at most, and mostBorder, where it carries values to what it stores: it may get lanes then (Running), which go in vectors through what is
// under a condition and make the checks in it one by one.
const (
	mostPeeled = 4
	mostBorder = 64
)

// Peel has a kernel's innermost loops that run one after the other take their first iterations ahead where these are others and the loop reads what it has
// stored, as in
//
//	for lo, hi (i) { if i == 0 { out[i] = x[i] } else { out[i] = out[i-1] + x[i] } }
//	=> for lo, min(hi, 1) (i) { ... as it is }; for max(lo, 1), hi (i) { out[i] = out[i-1] + x[i] }
//
// (index-set splitting: Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001, section 5.7): what one iteration stores and the next one loads
// can be handed on in a register then (Carry).
func Peel(f *ir.Func) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	changed := false
	sequential(f.Body, func(o *ir.Op) {
		if o.Ints[0] != 1 || o.Regions[0].Size() > mostSplit || breaksOff(o) {
			return
		}
		most := int64(mostPeeled)
		switch {
		case len(o.Results) > 0 && o.Regions[0].Contains(isStore):
			most = mostBorder
		case !readsWhatItStores(o):
			return
		}
		if first := othersFirst(o, most); first > 0 {
			peel(o, first, most)
			changed = true
		}
	})
	return changed
}

// readsWhatItStores reports a loop that loads from a slice which it stores to.
func readsWhatItStores(loop *ir.Op) bool {
	var stored, loaded []*ir.Value
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		switch o.Kind {
		case ir.OpStore:
			stored = append(stored, o.Args[0])
		case ir.OpLoad:
			loaded = append(loaded, o.Args[0])
		}
		return true
	})
	return slices.ContainsFunc(loaded, func(s *ir.Value) bool { return slices.Contains(stored, s) })
}

// othersFirst is the index from which on all branches on the index that stand in a loop go the same way, 0 if there are none.
func othersFirst(loop *ir.Op, most int64) (first int64) {
	for _, o := range loop.Regions[0].Ops {
		from, _ := usualArm(loop, o, most)
		if lo, known := loop.Args[0].ConstInt(); known && lo >= from {
			continue
		}
		first = max(first, from)
	}
	return first
}

// usualArm is the arm that a branch on a loop's index takes from some index on, up to most; nil if it is no such branch, or that arm leaves something.
func usualArm(loop, o *ir.Op, most int64) (from int64, arm *ir.Region) {
	if o.Kind != ir.OpIf || o.Args[0].Def == nil {
		return 0, nil
	}
	d := o.Args[0].Def
	if len(d.Args) != 2 || d.Args[0] != loop.Regions[0].Params[0] {
		return 0, nil
	}
	c, known := d.Args[1].ConstInt()
	if !known || c >= most {
		return 0, nil
	}
	side := 1
	switch d.Kind {
	case ir.OpEq, ir.OpLe:
		from = c + 1
	case ir.OpNe, ir.OpGt:
		from, side = c+1, 0
	case ir.OpLt:
		from = c
	case ir.OpGe:
		from, side = c, 0
	default:
		return 0, nil
	}
	arm = o.Regions[side]
	if arm.Terminator().Kind != ir.OpYield {
		return 0, nil
	}
	return from, arm
}

// peel puts the iterations below first into a loop of their own. From there on all branches on the index go the usual way, if not from the loop's begin on.
func peel(loop *ir.Op, first, most int64) {
	b := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	split := b.Int(first)
	ahead := ir.NewCloner().Op(loop)
	ahead.SetArg(1, b.Binary(ir.OpMin, loop.Args[1], split))
	begin := b.Binary(ir.OpMax, loop.Args[0], split)
	b.Insert(ahead)
	loop.InsertBefore(b.Region.Take(0)...)
	loop.SetArg(0, begin)
	for k, v := range ahead.Results {
		loop.SetArg(k+2, v)
	}
	var rep ir.Replacer
	for _, o := range slices.Clone(loop.Regions[0].Ops) {
		if _, arm := usualArm(loop, o, most); arm != nil {
			for k, v := range o.Inline(arm) {
				rep.Replace(o.Results[k], v)
			}
		}
	}
	rep.Apply(loop.Regions[0])
}

func isStore(o *ir.Op) bool { return o.Kind == ir.OpStore }
