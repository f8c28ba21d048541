package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// FuseBuilds inlines a multi that collects one slice, which is read in one place, into its reader, whatever the index (Accelerate's delayed arrays: Keller et al.,
// "Regular, Shape-polymorphic, Parallel Arrays in Haskell", ICFP 2010), and replaces the length of what it collects by its extent.
func FuseBuilds(f *ir.Func) bool {
	changed := false
	for f.Body.Contains(collects) && fuseOneBuild(f) {
		changed = true
	}
	return changed
}

// collects reports a multi that collects one slice, and has no other output.
func collects(o *ir.Op) bool {
	return o.Kind == ir.OpMulti && len(o.Results) == 1 && o.Outputs()[0].Kind == ir.OpCollect && !analysis.OutcomeOf(o).Has(analysis.Stores)
}

// cheapBody is the number of operations up to which a body may be computed again for every read.
const cheapBody = 4

func fuseOneBuild(f *ir.Func) bool {
	uses, m := f.Uses(), analysis.MemoryOf(f)
	done := false
	f.Body.Walk(func(o *ir.Op) bool {
		if !done && collects(o) {
			done = fuseBuild(f, m, o, uses.Of(o.Results[0]))
		}
		return !done
	})
	return done
}

func fuseBuild(f *ir.Func, m *analysis.Memory, build *ir.Op, users []*ir.Op) bool {
	n, t := build.Args[0], build.Results[0]
	var loads, lens []*ir.Op
	for _, u := range users {
		switch {
		case u.Kind == ir.OpLoad && u.Args[0] == t && leafIndex(t.Type.Elem, u) >= 0:
			loads = append(loads, u)
		case u.Kind == ir.OpLen:
			lens = append(lens, u)
		default:
			return false
		}
	}
	if len(loads) == 0 || !mayInline(m, build, loads) {
		return false
	}
	var rep ir.Replacer
	for _, l := range lens {
		rep.Replace(l.Results[0], n)
		l.Remove()
	}
	for _, l := range loads {
		inlineElement(build, l, &rep)
	}
	rep.Apply(f.Body)
	build.Remove()
	return true
}

// mayInline: no work is repeated that costs, no memory that the body reads is written in between, no panic comes out of order.
func mayInline(m *analysis.Memory, build *ir.Op, loads []*ir.Op) bool {
	body := build.Regions[0]
	size, checks := 0, false
	body.Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpConst && o.Kind != ir.OpYield && o.Kind != ir.OpCollect {
			size++
		}
		checks = checks || o.Kind.Has(ir.Check)
		if o.Kind.Has(ir.Loop) {
			size += cheapBody
		}
		return true
	})
	if len(loads) > 1 && size > cheapBody {
		return false
	}
	for _, l := range loads {
		reader := readerOf(build, l)
		if reader == nil || size > cheapBody && inLoopOf(reader, l) {
			return false
		}
		if checks && (!sameElements(build, reader, l) || noticedBetween(build, reader)) {
			return false
		}
		if writesBetween(m, build, reader) {
			return false
		}
	}
	return true
}

// readerOf is the pattern around the load that stands in the same region as the build, after it.
func readerOf(build, load *ir.Op) *ir.Op {
	o := load
	for o.Parent != build.Parent {
		if o.Parent == nil || o.Parent.Parent == nil {
			return nil
		}
		o = o.Parent.Parent
	}
	if o.Kind != ir.OpMulti {
		return nil
	}
	return o
}

// inLoopOf reports whether the load is repeated within one iteration of the reader.
func inLoopOf(reader, load *ir.Op) bool {
	for o := load.Parent.Parent; o != reader; o = o.Parent.Parent {
		if o.Kind.Has(ir.Loop) {
			return true
		}
	}
	return false
}

// sameElements reports a reader that computes each element of the build exactly once, in order, before anything else can fail: then a
// check in the build's body fails in the reader just as it would have before it.
func sameElements(build, reader, load *ir.Op) bool {
	r := reader.Regions[0]
	if len(r.Params) != 1 || load.Args[1] != r.Params[0] || reader.Args[0] != build.Args[0] || load.Parent != r {
		return false
	}
	return !analysis.Noticeable(reader)
}

// noticedBetween reports an op between the build and its reader that a check which fails in the build must come before.
func noticedBetween(build, reader *ir.Op) bool {
	r := build.Parent
	return slices.ContainsFunc(r.Ops[r.Index(build)+1:r.Index(reader)], analysis.Noticeable)
}

// writesBetween reports whether memory that the build's body reads may change after the build and before the reader is done.
func writesBetween(m *analysis.Memory, build, reader *ir.Op) bool {
	r, reads := build.Parent, m.Reads(build.Regions[0])
	for i := r.Index(build) + 1; i < len(r.Ops); i++ {
		o := r.Ops[i]
		if m.Writes(o)&reads != 0 {
			return true
		}
		if o == reader {
			return false
		}
	}
	return true
}

// inlineElement puts the build's body, at the load's index, in the place of the load.
func inlineElement(build, load *ir.Op, rep *ir.Replacer) {
	body := build.Regions[0]
	tmp := ir.NewRegion(load.Parent.Parent)
	c := ir.NewCloner()
	c.Map(body.Params[0], load.Args[1])
	out := build.Outputs()[0]
	c.Into(tmp, body.Ops[:body.Index(out)])
	leaf := leafIndex(build.Results[0].Type.Elem, load)
	rep.Replace(load.Results[0], c.Value(out.Args[leaf]))
	load.ReplaceBy(tmp.Ops...)
}

// leafIndex is which of the element's leaves a load reads; -1 where an index into an array is not known.
func leafIndex(elem *ir.Type, load *ir.Op) int {
	want, extra := make([]int, len(load.Ints)), load.Args[2:]
	for i, p := range load.Ints {
		want[i] = int(p)
		if p < 0 {
			c, ok := extra[0].ConstInt()
			if !ok {
				return -1
			}
			want[i], extra = int(c), extra[1:]
		}
	}
	at, k := -1, 0
	ir.Leaves(elem, func(path []int, _ *ir.Type) {
		same := len(path) == len(want)
		for i := range path {
			same = same && path[i] == want[i]
		}
		if same {
			at = k
		}
		k++
	})
	return at
}
