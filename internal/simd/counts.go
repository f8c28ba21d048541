package simd

import "github.com/hone-go/hone/internal/ir"

// mostCounted is the number of ops up to which the arms of a branch that only counts are computed in any case.
const mostCounted = 3

// Counts makes sums of scalar branches in loops that only count:
//
//	loop (i, n) { ...; m = if c { yield n+k } { yield n }; ...; continue i+1, m }    becomes    m = n + select c, k, 0
//
// A loop waits for nothing but the addition then, as without a condition, and no guess about c can be wrong. Where c waits for what the loop counts it
// stays a branch, as it does for what Branches looks at; and where k is no constant: a branch that is guessed right is less than a conditional move.
// Plain Go makes the same of it (cmd/compile's branchelim).
func Counts(f *ir.Func) bool {
	c := &counter{brancher: brancher{ends: map[*ir.Op][]*ir.Op{}}, f: f}
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Target != nil {
			c.ends[o.Target] = append(c.ends[o.Target], o)
		}
		return true
	})
	c.in(f.Body, nil)
	return c.changed
}

type counter struct {
	brancher
	f *ir.Func
}

// in rewrites the branches of r, which the loop is around, those inside others first.
func (c *counter) in(r *ir.Region, loop *ir.Op) {
	for i := 0; i < len(r.Ops); i++ {
		o := r.Ops[i]
		around := loop
		if o.Kind == ir.OpLoop {
			around = o
		}
		for _, in := range o.Regions {
			c.in(in, around)
		}
		if loop == nil || o.Kind != ir.OpIf {
			continue
		}
		if sums := c.sums(o); sums != nil && !c.waitsForAny(loop, o) {
			i += c.emit(o, sums) - 1
		}
	}
}

// waitsForAny reports a branch whose condition depends on what it has counted before.
func (c *counter) waitsForAny(loop, branch *ir.Op) bool {
	for _, v := range branch.Results {
		if c.waits(loop, branch.Args[0], v) {
			return true
		}
	}
	return false
}

// sum is what a branch does to one value: it joins n with what its arms say, or with nothing where that is nil.
type sum struct {
	kind ir.OpKind
	n    *ir.Value
	with [2]*ir.Value
	ops  [2]*ir.Op // those that join
}

// sums says for each result of a branch what it counts, or is nil if the branch does anything else.
func (c *counter) sums(o *ir.Op) []sum {
	if len(o.Results) == 0 || isJoined(o.Args[0].Def) {
		return nil
	}
	cost := 0
	for _, r := range o.Regions {
		if r.Terminator().Kind != ir.OpYield {
			return nil
		}
		for _, x := range r.Ops[:len(r.Ops)-1] {
			if !quick(x) {
				return nil
			}
			if x.Kind != ir.OpConst {
				cost++
			}
		}
	}
	if cost > mostCounted {
		return nil
	}
	all := make([]sum, len(o.Results))
	for k, v := range o.Results {
		s := &all[k]
		if !v.Type.IsInt() || !c.joined(o, k, s) {
			return nil
		}
	}
	return all
}

// quick reports an op that cannot fail and takes next to no time.
func quick(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpConst:
		return true
	case ir.OpDiv, ir.OpRem, ir.OpTable, ir.OpSqrt, ir.OpDivLong, ir.OpRemLong:
		return false
	}
	return o.Kind.Has(ir.Pure | ir.Lanewise)
}

// joined finds which constants the arms of a branch join with one value for its k-th result; an arm may leave it alone.
func (c *counter) joined(branch *ir.Op, k int, s *sum) bool {
	for side, r := range branch.Regions {
		v := r.Terminator().Args[k]
		n := v
		if o := v.Def; o != nil && o.Parent == r {
			switch o.Kind {
			case ir.OpAdd, ir.OpSub, ir.OpOr, ir.OpXor:
			default:
				return false
			}
			if len(c.f.Uses().Of(v)) != 1 || s.kind != 0 && s.kind != o.Kind {
				return false
			}
			s.kind, s.ops[side] = o.Kind, o
			switch {
			case constant(o.Args[1]):
				n, s.with[side] = o.Args[0], o.Args[1]
			case constant(o.Args[0]) && o.Kind != ir.OpSub:
				n, s.with[side] = o.Args[1], o.Args[0]
			default:
				return false
			}
		}
		if side == 1 && n != s.n {
			return false
		}
		s.n = n
	}
	return s.kind != 0
}

// constant reports a constant, or one of two as a branch inside has chosen it.
func constant(v *ir.Value) bool {
	if v.Def != nil && v.Def.Kind == ir.OpSelect {
		return constant(v.Def.Args[1]) && constant(v.Def.Args[2])
	}
	_, ok := v.IsConst()
	return ok
}

// emit puts sums in a branch's place, and says how many ops that are.
func (c *counter) emit(branch *ir.Op, sums []sum) int {
	r := branch.Parent
	var out []*ir.Op
	joins := map[*ir.Op]bool{}
	for _, s := range sums {
		for _, o := range s.ops {
			joins[o] = true
		}
	}
	for _, in := range branch.Regions {
		in.TakeLast()
		for _, o := range in.Take(0) {
			if !joins[o] {
				out = append(out, o)
			}
		}
	}
	for k, s := range sums {
		v := branch.Results[k]
		for side, w := range s.with {
			if w == nil {
				zero := r.NewOp(ir.OpConst, branch.Pos, nil, v.Type)
				s.with[side] = zero.Result()
				out = append(out, zero)
			}
		}
		choice := r.NewOp(ir.OpSelect, branch.Pos, []*ir.Value{branch.Args[0], s.with[0], s.with[1]}, v.Type)
		join := r.NewOp(s.kind, branch.Pos, []*ir.Value{s.n, choice.Result()})
		join.SetResults([]*ir.Value{v})
		out = append(out, choice, join)
	}
	branch.ReplaceBy(out...)
	c.changed = true
	return len(out)
}
