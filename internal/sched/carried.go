package sched

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// carries is why the iterations of a counted loop go in order, for people, if that is a value which goes from one to the next: where it is computed, and whether that
// is a sum of floats, which could be declared. It is "" where nothing is carried, or there is no place.
func carries(loop *ir.Op) string {
	body := loop.Regions[0]
	yield := body.Ops[len(body.Ops)-1]
	if loop.Kind != ir.OpFor || yield.Kind != ir.OpYield || len(yield.Args) != len(loop.Results) {
		return ""
	}
	for i, next := range yield.Args {
		before := body.Params[1+i]
		if next == before || next.Def == nil || next.Def.Pos.Line == 0 {
			continue
		}
		text := fmt.Sprintf(": an iteration needs what the one before has computed at %s", next.Def.Pos)
		if addsUp(body, before, next.Def) {
			text += ", a sum in Go's order (hone.Sum has one of its own)"
		}
		return text
	}
	return ""
}

// addsUp reports an op that adds to a float of which the loop makes nothing else.
func addsUp(body *ir.Region, sum *ir.Value, o *ir.Op) bool {
	if !sum.Type.IsFloat() || !(o.Kind == ir.OpAdd && (o.Args[0] == sum || o.Args[1] == sum) || o.Kind == ir.OpFMA && o.Args[2] == sum) {
		return false
	}
	uses := 0
	body.Walk(func(x *ir.Op) bool {
		for _, a := range x.Args {
			if a == sum || a == o.Result() {
				uses++
			}
		}
		return true
	})
	return uses == 2 // by o, and to be carried on
}
