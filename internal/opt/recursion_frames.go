package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// site is a call that isn't a tail call, with the frame that it pushes.
type site struct {
	number int
	caller int
	call   *ir.Op
	live   []*ir.Value // what is live behind the call and is not the same in all calls
	saved  []*ir.Value // of what the frame holds: live is that, or computed from it without effect
}

// findSites finds the calls that push frames.
func (c *cycle) findSites() {
	rows := true // no slice is stored: what is loaded once is loaded again
	for _, f := range c.members {
		rows = rows && !f.Body.Contains(func(o *ir.Op) bool {
			return o.Kind == ir.OpStore && o.Args[2].Type.Kind == ir.Slice || o.Kind == ir.OpMove && o.Args[0].Type.Elem.HoldsSlices()
		})
	}
	for i, f := range c.members {
		for _, o := range callsIn(f.Body, c.has) {
			if isTailCall(o) {
				continue
			}
			s := &site{number: len(c.sites), caller: i, call: o}
			for _, v := range liveBehind(o) {
				if !c.outer[v] {
					s.live = append(s.live, v)
				}
			}
			seen := map[*ir.Value]bool{}
			for _, v := range s.live {
				c.save(s, v, rows, seen)
			}
			c.sites = append(c.sites, s)
			c.of[o] = s
		}
	}
}

// save adds to a frame what it takes to have v behind the call.
func (c *cycle) save(s *site, v *ir.Value, rows bool, seen map[*ir.Value]bool) {
	if c.outer[v] || seen[v] {
		return
	}
	seen[v] = true
	switch {
	case computedAgain(v.Def, rows):
		for _, a := range v.Def.Args {
			c.save(s, a, rows, seen)
		}
	case v.Type.Kind == ir.Slice && v.Def != nil && v.Def.Kind == ir.OpAlloca:
		staysCall(s.call, "it needs an array of its own behind the call")
	case v.Type.Kind == ir.Slice:
		staysCall(s.call, "behind the call it needs a slice that is not part of one that is the same in all calls")
	default:
		s.saved = append(s.saved, v)
	}
}

// computedAgain reports an op that takes little, or that gives a slice.
func computedAgain(o *ir.Op, rows bool) bool {
	if o == nil {
		return false
	}
	switch o.Kind {
	case ir.OpConst, ir.OpZero, ir.OpSlice, ir.OpLen, ir.OpCap, ir.OpIsNil:
		return true
	case ir.OpSelect:
		return o.Result().Type.Kind == ir.Slice
	case ir.OpLoad:
		return rows && o.Result().Type.Kind == ir.Slice
	}
	return false
}

// liveBehind lists what is defined ahead of o, which is in no loop, and used behind it.
func liveBehind(o *ir.Op) (live []*ir.Value) {
	seen := map[*ir.Value]bool{}
	add := func(vs []*ir.Value) {
		for _, v := range vs {
			if !seen[v] {
				seen[v] = true
				if aheadOf(v, o) {
					live = append(live, v)
				}
			}
		}
	}
	for at := o; at != nil; at = at.Parent.Parent {
		for _, x := range at.Parent.Ops[at.Parent.Index(at)+1:] {
			add(x.Operands())
		}
	}
	return live
}

// aheadOf reports a value that is defined before o, in a region around it.
func aheadOf(v *ir.Value, o *ir.Op) bool {
	home := regionOf(v)
	for at := o; at != nil; at = at.Parent.Parent {
		if at.Parent == home {
			return v.Def == nil || home.Index(v.Def) < home.Index(at)
		}
	}
	return false
}

// isTailCall reports a call behind which nothing comes but that its results are returned.
func isTailCall(o *ir.Op) bool {
	vals := o.Results
	for at := o; ; {
		r := at.Parent
		i := r.Index(at)
		if i+2 != len(r.Ops) {
			return false
		}
		end := r.Ops[i+1]
		if !slices.Equal(end.Args, vals) {
			return false
		}
		switch end.Kind {
		case ir.OpReturn:
			return true
		case ir.OpYield:
			at = r.Parent
		case ir.OpBreak:
			at = end.Target
		default:
			return false
		}
		vals = at.Results
	}
}

// words is how many words a frame takes: what is saved, and the number of the site where there are several.
func (c *cycle) words(s *site) int64 {
	n := int64(len(s.saved))
	if len(c.sites) > 1 {
		n++
	}
	return max(n, 1) // so that the stack tells how many there are
}

// push stores a frame at sp.
func (c *cycle) push(b *ir.Builder, s *site, sp *ir.Value, cl *ir.Cloner) (top *ir.Value) {
	put := func(k int64, v *ir.Value) { b.Store(c.stack, b.Binary(ir.OpAdd, sp, b.Int(k)), asWord(b, v), nil) }
	for k, v := range s.saved {
		put(int64(k), cl.Value(v))
	}
	n := c.words(s)
	if len(c.sites) > 1 {
		put(n-1, b.Int(int64(s.number)))
	}
	return b.Binary(ir.OpAdd, sp, b.Int(n))
}

// pop loads a frame that ends at sp, and computes what else is live. Calls whose results are what a loop of returns carries have those.
func (c *cycle) pop(b *ir.Builder, s *site, sp *ir.Value, given []*ir.Value, cl *ir.Cloner) (below *ir.Value) {
	n := c.words(s)
	for k, v := range s.saved {
		w := b.Load(c.stack, b.Binary(ir.OpAdd, sp, b.Int(int64(k)-n)), nil)
		cl.Map(v, ofWord(b, w, v.Type))
	}
	for k, v := range s.call.Results {
		cl.Map(v, given[c.results[c.callee(s.call)][k]])
	}
	done := map[*ir.Value]bool{}
	var compute func(v *ir.Value)
	compute = func(v *ir.Value) {
		if done[v] || c.outer[v] || slices.Contains(s.saved, v) {
			return
		}
		done[v] = true
		for _, a := range v.Def.Args {
			compute(a)
		}
		b.Insert(cl.Op(v.Def))
	}
	for _, v := range s.live {
		compute(v)
	}
	return b.Binary(ir.OpSub, sp, b.Int(n))
}

// asWord is a scalar in a word of the stack, ofWord one from there.
func asWord(b *ir.Builder, v *ir.Value) *ir.Value {
	switch t := v.Type; {
	case t == ir.TI64:
		return v
	case t == ir.TBool:
		return b.Select(v, b.Int(1), b.Int(0))
	case t == ir.TF64 || t == ir.TU64:
		return b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TI64).Result()
	case t == ir.TF32:
		return b.Conv(b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TU32).Result(), ir.TI64)
	default:
		return b.Conv(v, ir.TI64)
	}
}

func ofWord(b *ir.Builder, w *ir.Value, t *ir.Type) *ir.Value {
	switch {
	case t == ir.TBool:
		return b.Compare(ir.OpNe, w, b.Int(0))
	case t == ir.TF64 || t == ir.TU64:
		return b.Op(ir.OpBitcast, []*ir.Value{w}, t).Result()
	case t == ir.TF32:
		return b.Op(ir.OpBitcast, []*ir.Value{b.Conv(w, ir.TU32)}, t).Result()
	default:
		return b.Conv(w, t)
	}
}
