package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Choices makes selections of scalar branches in loops that only choose between integers:
//
//	m = if c { yield n+1 } { yield k }    becomes    m = select c, n+1, k
//
// where the Go compiler makes them, too (cmd/compile's branchelim): of branches of which one arm is empty and the other computes next to nothing, or both compute
// one value for the only result. A condition on data is guessed wrong as often as not, which takes longer than what the loop does then; that a loop waits for the
// selection is little beside it. What ends in an address from which is loaded stays a branch: the load need not wait for the condition then. So do conditions that are
// made of several, each of which Go decides on, and floats and bytes, which have no conditional move. What Branches makes of it is up to that.
func Choices(f *ir.Func) bool {
	c := &chooser{f: f}
	c.in(f.Body, false)
	return c.changed
}

type chooser struct {
	f       *ir.Func
	addrs   addresses
	changed bool
}

// in rewrites the branches of r, those inside others first. inLoop: there is a loop around it.
func (c *chooser) in(r *ir.Region, inLoop bool) {
	for _, o := range slices.Clone(r.Ops) {
		for _, in := range o.Regions {
			c.in(in, inLoop || o.Kind == ir.OpLoop)
		}
		if !inLoop || o.Kind != ir.OpIf {
			continue
		}
		c.gather(o)
		if !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return !isQuick(r) }) && c.pays(o) {
			o.ReplaceBy(choices(o)...)
			c.changed = true
		}
	}
}

// gather gives a branch the selections beside it that have the same condition: what has made these of a part of what an if in the program does has thought of lanes, and what is
// decided for the branch is decided for them.
func (c *chooser) gather(branch *ir.Op) {
	r, cond := branch.Parent, branch.Args[0]
	var beside []*ir.Op
	for _, u := range r.Ops {
		if u.Kind == ir.OpSelect && u.Args[0] == cond {
			beside = append(beside, u)
		}
	}
	for _, s := range beside {
		if !movable(r, r.Index(s), r.Index(branch)) {
			continue
		}
		for k, arm := range branch.Regions {
			if t := arm.Terminator(); t.Kind == ir.OpYield {
				t.AddArgs(s.Args[1+k])
			}
		}
		results := s.Results
		s.SetResults(nil)
		s.Remove()
		branch.AddResults(results...)
		c.changed = true
	}
}

// movable reports that the select at index i of r may be where the branch at index at is: nothing between them uses it, or is used by it.
func movable(r *ir.Region, i, at int) bool {
	s := r.Ops[i]
	if i > at {
		return !slices.ContainsFunc(r.Ops[at:i], func(o *ir.Op) bool { return slices.ContainsFunc(s.Args, func(a *ir.Value) bool { return a.Def == o }) })
	}
	uses := func(v *ir.Value) bool { return v == s.Results[0] }
	return !slices.ContainsFunc(r.Ops[i+1:at+1], func(o *ir.Op) bool {
		return slices.ContainsFunc(o.Args, uses) || slices.ContainsFunc(o.Regions, func(in *ir.Region) bool { return slices.ContainsFunc(ir.FreeValues(in), uses) })
	})
}

// choices takes a branch apart into what its arms compute and selections.
func choices(o *ir.Op) []*ir.Op {
	x, y := o.Regions[0].TakeLast(), o.Regions[1].TakeLast()
	out := append(o.Regions[0].Take(0), o.Regions[1].Take(0)...)
	for k, v := range o.Results {
		s := o.Parent.NewOp(ir.OpSelect, o.Pos, []*ir.Value{o.Args[0], x.Args[k], y.Args[k]})
		s.SetResults([]*ir.Value{v})
		out = append(out, s)
	}
	o.SetResults(nil)
	return out
}

// isQuick reports an arm that may be computed in any case, and takes next to no time.
func isQuick(r *ir.Region) bool {
	last := len(r.Ops) - 1
	return r.Ops[last].Kind == ir.OpYield && !slices.ContainsFunc(r.Ops[:last], func(o *ir.Op) bool { return !quick(o) })
}
