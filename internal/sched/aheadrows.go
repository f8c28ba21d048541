package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Where an iteration looks up elements at places that it loads, prefetchers see what is read in order among addresses that lie anywhere, and hardly find it: of rows in compressed
// form, which lie one behind the other, a loop has to ask itself for what comes next.
//
//	for rows (r) { for start[r], start[r+1] (k) { c = load columns, k; s += load(values, k) * load(x, c) } }
//	=> if the slices that are read in order fit the caches { the loops as they were } { the loops, load columns, k <mode=ahead>, ... }
//
// (Measured on Zen 5, float64, columns and values next to 400,000 numbers to look up, rows of 14 to 18: 1.59 ns a number without, 1.00 with, if there are 3 million; rows of 64:
// 1.8 and 1.1; where all is in the caches 0.72 and 0.87.)

// askAheadOfRows does so for the loops in sequence of a kernel, and emits on the host what they ask.
func (s *scheduler) askAheadOfRows(k *ir.Func, host *ir.Builder) {
	if s.machine.RegisterBytes == 0 || s.machine.AheadOps == 0 {
		return
	}
	loads := map[*ir.Op][]*ir.Op{}
	var around []*ir.Op // loops around rows
	k.Body.Walk(func(o *ir.Op) bool {
		if r := rowOf(o); r != nil && !o.Regions[0].Contains(isLoop) && analysis.LooksUp(o) {
			if e, ls := r.around(), r.loadsInOrder(k); e != nil && len(ls) > 0 {
				if loads[e] == nil {
					around = append(around, e)
				}
				loads[e] = append(loads[e], ls...)
			}
		}
		return o.Mode != ir.InLanes
	})
	for _, e := range around {
		if !e.Leaves() && e.Regions[0].Size() <= maxTwoWays {
			s.ways[inTwoWays(e, loads[e], s.near(host, loads[e]))] = true
			s.note(e.Pos, "the rows inside ask ahead for what they read in order, if that is large")
		}
	}
}

// maxTwoWays is the most operations of a loop that there is twice.
const maxTwoWays = 120

// row is a loop that goes through its elements from one to the next.
type row struct {
	loop   *ir.Op
	counts []*ir.Value // what goes up by one in each iteration
	bounds []*ir.Value // what that begins with, and ends at
}

// rowOf is o as one; nil if it is none. Who keeps the sum in memory, or counts to the last element and not behind it, may have a loop that isn't counted.
func rowOf(o *ir.Op) *row {
	if o.Kind == ir.OpFor {
		if o.Mode != ir.Sequential || o.Ints[0] != 1 {
			return nil
		}
		return &row{o, o.Regions[0].Params[:1], o.Args[:2]}
	}
	if o.Kind != ir.OpLoop {
		return nil
	}
	r := &row{loop: o, bounds: analysis.Limits(o)}
	exits := analysis.ExitsOf(o.Regions[0])[o]
	if exits == nil || len(r.bounds) == 0 {
		return nil
	}
	for i, p := range o.Regions[0].Params {
		if p.Type.IsInt() && !slices.ContainsFunc(exits.Continues, func(x *ir.Op) bool { return !isNext(x.Args[i], p) }) {
			r.counts, r.bounds = append(r.counts, p), append(r.bounds, o.Args[i])
		}
	}
	return r
}

// isNext reports v = p + 1.
func isNext(v, p *ir.Value) bool {
	if v.Def == nil || v.Def.Kind != ir.OpAdd || v.Def.Args[0] != p {
		return false
	}
	one, known := v.Def.Args[1].ConstInt()
	return known && one == 1
}

// around is the loop around it that reads its bounds from memory, one after the other; nil if there is none.
func (r *row) around() *ir.Op {
	e := r.loop.Parent.Parent
	for e != nil && !isLoop(e) {
		e = e.Parent.Parent
	}
	if e == nil || e.Kind != ir.OpFor || e.Mode != ir.Sequential || e.Ints[0] != 1 {
		return nil
	}
	sp, index := analysis.NewSpace(), e.Regions[0].Params[0]
	bounds := loadsFor(r.bounds, e, nil)
	if len(bounds) == 0 || slices.ContainsFunc(bounds, func(o *ir.Op) bool {
		at := sp.Access(o).At
		step, ok := at.Coef(index)
		unit, known := step.Const()
		return !ok || !known || unit != 1 || at.Any(func(v *ir.Value) bool { return v != index && e.Defines(v) })
	}) {
		return nil
	}
	return e
}

// loadsFor adds the loads in e by which values are computed, without what these need themselves.
func loadsFor(vs []*ir.Value, e *ir.Op, loads []*ir.Op) []*ir.Op {
	for _, v := range vs {
		switch o := v.Def; {
		case o == nil || !o.Within(e) || slices.Contains(loads, o):
		case o.Kind == ir.OpLoad:
			loads = append(loads, o)
		case len(o.Regions) == 0:
			loads = loadsFor(o.Args, e, loads)
		}
	}
	return loads
}

// loadsInOrder lists the loads of a row that read slices of the host's from one element to the next, one of each.
func (r *row) loadsInOrder(k *ir.Func) (loads []*ir.Op) {
	sp := analysis.NewSpace()
	seen := map[*ir.Value]bool{}
	for _, o := range r.loop.Regions[0].Ops {
		if o.Kind != ir.OpLoad || r.loop.Defines(o.Args[0]) {
			continue
		}
		a := sp.Access(o)
		inOrder := slices.ContainsFunc(r.counts, func(v *ir.Value) bool {
			step, ok := a.At.Coef(v)
			unit, known := step.Const()
			return ok && known && unit == 1
		})
		if inOrder && !seen[a.Root] && !k.Body.Defines(a.Root) {
			seen[a.Root] = true
			loads = append(loads, o)
		}
	}
	return loads
}

// near is whether the slices that are read fit the caches, as the host sees it: when the kernel is started.
func (s *scheduler) near(host *ir.Builder, loads []*ir.Op) *ir.Value {
	bytes := host.Int(0)
	for _, o := range loads {
		root := o.Args[0].Root()
		bytes = host.Binary(ir.OpAdd, bytes, host.Binary(ir.OpMul, host.Len(root), host.Int(int64(root.Type.Elem.Size()))))
	}
	return host.Compare(ir.OpLt, bytes, host.Int(int64(s.machine.AheadBytes())))
}

// inTwoWays has a loop ask ahead for what these of its operations load unless it is near. It gives the choice, of which the first way is that of small data: calls that
// are over soon take the first of two ways best (plan, traceOp).
func inTwoWays(f *ir.Op, loads []*ir.Op, near *ir.Value) *ir.Op {
	return oneOfTwo(f, near, func(c *ir.Cloner, _ *ir.Op) {
		for _, o := range loads {
			x := c.Value(o.Result()).Def
			x.Mode = ir.Ahead
			x.Changed()
		}
	})
}

// oneOfTwo puts an op in a choice: as it is where the condition holds, else as other changes a copy. It gives the choice.
func oneOfTwo(o *ir.Op, cond *ir.Value, other func(c *ir.Cloner, x *ir.Op)) *ir.Op {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	choice := b.If(cond, ir.Types(o.Results)...)
	for way, r := range choice.Regions {
		in, c := b.In(r), ir.NewCloner()
		x := in.Insert(c.OpIn(r, o))
		if way == 1 {
			other(c, x)
		}
		in.Yield(x.Results...)
	}
	choice.SetResults(o.Results)
	o.ReplaceBy(b.Region.Take(0)...)
	return choice
}
