package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A loop over every other element of a row that begins elsewhere in each row, as over the points of one colour,
//
//	for y { for x := 1 + (y+c)%2; x < n; x += 2 { ... } }
//
// goes through no box, and through memory in steps. Over all elements, with a condition, it does: its rows are as long as each other, and vectors load and store
// what lies side by side, under a mask:
//
//	for y { for x := 1; x < n; x++ { if (x - (1 + (y+c)%2)) & 1 == 0 { ... } } }

// filledStep is the step up to which that is no more work than going through memory in steps.
const filledStep = 2

// fill does so with the innermost loops in o.
func fill(o *ir.Op) (changed bool) {
	ranges := analysis.NewRanges()
	for _, f := range loopsIn(o) {
		if f.Ints[0] < 2 || f.Ints[0] > filledStep || len(f.Results) > 0 || !analysis.Straight(f) || f.Regions[0].Contains(isLoop) {
			continue
		}
		lo, hi := f.Args[0], f.Args[1]
		if !o.Defines(lo) || isConst(lo) || o.Defines(hi) && !isConst(hi) {
			continue
		}
		if r := ranges.Of(lo); r.Within(-1<<40, 1<<40) && r.Hi-r.Lo <= 2*filledStep {
			fillLoop(f, r)
			changed = true
		}
	}
	return changed
}

// fillDeclared does so in all parallel loops.
func fillDeclared(f *ir.Func) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpMulti {
			fill(o)
		}
		return o.Kind != ir.OpMulti
	})
}

// fillLoop does so with one of them, which begins in a range.
func fillLoop(f *ir.Op, begins analysis.Interval) {
	was, step := f.Regions[0], f.Ints[0]
	b := &ir.Builder{Region: ir.NewRegion(f.Parent.Parent), Pos: f.Pos}
	all := b.For(b.Int(begins.Lo), f.Args[1], 1, nil)
	x := all.Regions[0].Params[0]
	x.Name = was.Params[0].Name
	in := b.In(all.Regions[0])
	due := in.Compare(ir.OpEq, in.Binary(ir.OpAnd, in.Binary(ir.OpSub, x, f.Args[0]), in.Int(step-1)), in.Int(0))
	if begins.Hi > begins.Lo+step-1 { // else those before are never due
		due = in.Binary(ir.OpAnd, due, in.Compare(ir.OpGe, x, f.Args[0]))
	}
	branch := in.If(due)
	c := ir.NewCloner()
	c.Map(was.Params[0], x)
	c.Into(branch.Regions[0], slices.Clone(was.Ops))
	in.In(branch.Regions[1]).Yield()
	in.Yield()
	f.ReplaceBy(b.Region.Take(0)...)
}
