package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Divided has a loop in steps count its iterations where parts of its index are those of the number of the iteration:
//
//	for 0, n step 4 (i) { load s, i; store d, i/4*3 }    becomes    for 0, (n+3)/4 (t) { load s, 4*t; store d, t*3 }
//
// A quotient, or some of the last bits, says nothing as an index; a product does.
func Divided(f *ir.Func) bool {
	ranges := analysis.NewRanges()
	var loops []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor && o.Ints[0] >= 2 {
			loops = append(loops, o)
		}
		return true
	})
	changed := false
	for _, o := range loops {
		first, known := o.Args[0].ConstInt()
		if !known || first < 0 || !countable(ranges, o) {
			continue
		}
		if parts := dividedParts(o, first); len(parts) > 0 {
			countDivided(o, parts)
			ranges.Forget()
			changed = true
		}
	}
	return changed
}

// indexPart is an op that takes a part of the index of a loop: scale times the number of the iteration, and off.
type indexPart struct {
	op         *ir.Op
	scale, off int64
}

// dividedParts lists those in a loop in steps from first on.
func dividedParts(o *ir.Op, first int64) (parts []indexPart) {
	index := o.Regions[0].Params[0]
	o.Regions[0].Walk(func(x *ir.Op) bool {
		if len(x.Args) == 2 && x.Args[0] == index {
			if scale, off, ok := partOf(x, o.Ints[0], first); ok {
				parts = append(parts, indexPart{x, scale, off})
			}
		}
		return true
	})
	return parts
}

// partOf says what op x of the index t*step + first, which is not negative, is with a constant: t*scale + off.
func partOf(x *ir.Op, step, first int64) (scale, off int64, ok bool) {
	c, known := x.Args[1].ConstInt()
	if !known {
		return 0, 0, false
	}
	switch x.Kind {
	case ir.OpDiv:
		if c > 0 && step%c == 0 {
			return step / c, first / c, true
		}
	case ir.OpRem:
		if c > 0 && step%c == 0 {
			return 0, first % c, true
		}
	case ir.OpShr:
		if 0 <= c && c < 62 && step%(1<<c) == 0 {
			return step >> c, first >> c, true
		}
	case ir.OpAnd: // with 2^k - 1
		if 0 <= c && c < 1<<61 && c&(c+1) == 0 && step%(c+1) == 0 {
			return 0, first & c, true
		}
	}
	return 0, 0, false
}

// countDivided has loop o count its iterations, by which parts of its index are said.
func countDivided(o *ir.Op, parts []indexPart) {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	stepByOne(b, o)
	o.InsertBefore(b.Region.Take(0)...)
	body := o.Regions[0]
	var rep ir.Replacer
	var gone []*ir.Op
	for _, p := range parts {
		at := &ir.Builder{Region: ir.NewRegion(p.op.Parent.Parent), Pos: p.op.Pos}
		v := multiple(at, body.Params[0], p.scale, p.off)
		p.op.InsertBefore(at.Region.Take(0)...)
		rep.Replace(p.op.Result(), v)
		gone = append(gone, p.op)
	}
	rep.Apply(body)
	ir.RemoveOps(gone)
}
