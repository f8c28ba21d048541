package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// asJoined is a loop as it is estimated: bytes that make words are loaded and stored as such by the time there are vectors (JoinWords), unless checks are left between them.
// That is done to a copy here, which may be changed.
func asJoined(loop *ir.Op, ahead []*ir.Op) *ir.Op {
	if !hasParts(loop) && !hasNeighbours(loop) {
		return loop
	}
	f := ir.NewFunc("", nil, nil)
	c := ir.NewCloner()
	given := map[*ir.Value]bool{}
	give := func(v *ir.Value) {
		if given[v] || loop.Defines(v) {
			return
		}
		given[v] = true
		if _, ok := v.IsConst(); ok {
			f.Body.Append(c.OpIn(f.Body, v.Def))
			return
		}
		c.Map(v, f.Body.AddParam(v.Type, v.Name))
	}
	walkOp(loop, func(o *ir.Op) {
		for _, v := range o.Args {
			give(v)
		}
	})
	twin := c.OpIn(f.Body, loop)
	f.Body.Append(twin)
	if len(ahead) > 0 {
		takeOutTwins(loop, twin, ahead)
	}
	joinWords(f)
	joinStores(f.Body)
	return twin
}

// takeOutTwins removes from the copy of a loop what ops are in it.
func takeOutTwins(loop, twin *ir.Op, ops []*ir.Op) {
	var was, is, gone []*ir.Op
	walkOp(loop, func(o *ir.Op) { was = append(was, o) })
	walkOp(twin, func(o *ir.Op) { is = append(is, o) })
	for k, o := range was {
		if slices.Contains(ops, o) {
			gone = append(gone, is[k])
		}
	}
	ir.RemoveOps(gone)
}

// walkOp goes through an op and all that is in it.
func walkOp(o *ir.Op, each func(o *ir.Op)) {
	each(o)
	for _, r := range o.Regions {
		r.Walk(func(o *ir.Op) bool {
			each(o)
			return true
		})
	}
}

// hasParts reports shifted parts of words that are loaded or stored.
func hasParts(loop *ir.Op) bool {
	part := func(t *ir.Type) bool { return t.IsInt() && t.Size() < 4 }
	parts, shifts := false, false
	walkOp(loop, func(o *ir.Op) {
		switch o.Kind {
		case ir.OpLoad:
			parts = parts || part(o.Results[0].Type)
		case ir.OpStore:
			parts = parts || part(o.Args[2].Type)
		case ir.OpShl, ir.OpShr:
			shifts = true
		}
	})
	return parts && shifts
}
