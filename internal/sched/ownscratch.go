package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A buffer from outside of a loop that each iteration overwrites before it reads anything of it, and that nobody reads behind the loop, hands nothing on from one iteration to
// the next: each might as well have made it (array privatisation: Tu and Padua, "Automatic Array Privatization", LCPC 1993). Nobody sees what is in it after a panic, since only
// the function knows it. So the loop is looked at as if each iteration did.

// ownScratch is a buffer that iterations can have of their own, made at the begin of a region inside the loop.
type ownScratch struct {
	buffer *ir.Value
	at     *ir.Region
	needs  analysis.Condition // for that
}

// ownScratches has iterations make such buffers, if they are independent then.
func (s *scheduler) ownScratches(l *freeLoop, order analysis.Order) analysis.Order {
	own := s.scratchesOf(l.loop)
	if len(own) == 0 || len(own) > mostArenas {
		return order
	}
	hull := ir.NewRegion(l.loop.Parent.Parent)
	c := ir.NewCloner()
	form := c.Op(l.loop)
	hull.Append(form)
	for _, x := range own {
		loop := form
		if at := x.at.Parent; at != l.loop {
			loop = c.Ops[at]
		}
		r := loop.Regions[slices.Index(x.at.Parent.Regions, x.at)]
		b := &ir.Builder{Region: ir.NewRegion(loop), Pos: x.buffer.Def.Pos}
		var made *ir.Op
		if d := x.buffer.Def; d.Kind == ir.OpAlloca {
			made = b.Op(ir.OpAlloca, nil, x.buffer.Type)
			made.Ints = slices.Clone(d.Ints)
		} else {
			made = b.Op(ir.OpMake, []*ir.Value{d.Args[0]}, x.buffer.Type)
		}
		ir.ReplaceUses(r, x.buffer, made.Result())
		r.Insert(0, b.Region.Take(0)...)
	}
	other := analysis.In(analysis.NewSpace()).Reorder(form)
	if !other.Free {
		return order
	}
	for _, x := range own {
		other.If.Add(&x.needs)
	}
	l.form = form
	return other
}

// scratchesOf lists the buffers of a loop that its iterations can have of their own.
func (s *scheduler) scratchesOf(loop *ir.Op) (own []ownScratch) {
	seen := map[*ir.Value]bool{}
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpStore {
			return true
		}
		v := o.Args[0].Root()
		if d := v.Def; d == nil || seen[v] || loop.Defines(v) || d.Kind != ir.OpScratch && d.Kind != ir.OpAlloca {
			return true
		}
		seen[v] = true
		if x := (ownScratch{buffer: v}); x.overwrittenIn(loop) && s.onlyFor(loop, v) {
			own = append(own, x)
		}
		return true
	})
	return own
}

// overwrittenIn finds the innermost region in a loop that holds all uses of the buffer in it, and begins with ops that overwrite all of it.
func (x *ownScratch) overwrittenIn(loop *ir.Op) bool {
	length := lengthOf(x.buffer)
	for x.at = loop.Regions[0]; ; {
		var used []*ir.Op
		for _, o := range x.at.Ops {
			if touches(o, x.buffer) {
				used = append(used, o)
			}
		}
		x.needs = analysis.Condition{}
		all := coverOf(x.buffer, length, false)
		all.needs = &x.needs
		switch {
		case len(used) == 0:
			return false
		case all.by(used) && !x.needs.Mentions(loop.Defines):
			return true
		case len(used) > 1 || used[0].Kind != ir.OpFor || slices.Contains(used[0].Args, x.buffer):
			return false
		}
		x.at = used[0].Regions[0]
	}
}

// lengthOf is how many elements a buffer has.
func lengthOf(buffer *ir.Value) *ir.Value {
	if d := buffer.Def; d.Kind != ir.OpAlloca {
		return d.Args[0]
	}
	return ir.NewBuilder(&ir.Region{}).Int(buffer.Def.Ints[0])
}

// onlyFor reports that nobody reads in a buffer what a loop has stored to it: what else does more than measure it comes ahead of the loop, and not again behind it.
func (s *scheduler) onlyFor(loop *ir.Op, buffer *ir.Value) bool {
	return !slices.ContainsFunc(s.host.Uses().Of(buffer), func(u *ir.Op) bool {
		switch {
		case u.Kind == ir.OpLen || u.Kind == ir.OpCap:
			return false
		case u.Within(loop):
			return u.Kind != ir.OpLoad && u.Kind != ir.OpStore
		}
		plain := u.Kind == ir.OpLoad || u.Kind == ir.OpStore && u.Args[2] != buffer || u.Kind == ir.OpMove // nothing by which another name sees it
		return !plain || !doneBefore(u, loop, buffer.Def)
	})
}

// doneBefore reports that o has been done when p is, once and for all since made was.
func doneBefore(o, p, made *ir.Op) bool {
	for x := p; x.Parent != nil; x = x.Parent.Parent {
		for y := o; y != nil && y.Parent != nil; y = y.Parent.Parent {
			if y.Parent == x.Parent {
				return y != x && y.Parent.Index(y) < x.Parent.Index(x)
			}
		}
		if around := x.Parent.Parent; around == nil || x.Parent == made.Parent || around.Kind.Has(ir.Loop) && o.Within(around) {
			return false
		}
	}
	return false
}
