package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Which branches had better be selections: nothing here decides whether they may be.

// mostChosen is what the arm of a branch without another may compute.
const mostChosen = 2

// pays reports a branch that had better be a selection.
func (c *chooser) pays(o *ir.Op) bool {
	if isJoined(o.Args[0].Def) || slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return !moves(v.Type) }) {
		return false
	}
	x, y := armCost(o.Regions[0]), armCost(o.Regions[1])
	few := len(o.Results) == 1 && max(x, y) <= 1 ||
		x == 0 && y <= mostChosen && isAbsent(o, 0) || y == 0 && x <= mostChosen && isAbsent(o, 1)
	return few && !c.loads(o.Results)
}

// armCost is the number of instructions that an arm computes.
func armCost(r *ir.Region) (n int) {
	for _, x := range r.Ops[:len(r.Ops)-1] {
		switch {
		case isExtreme(x):
			n += 2
		case x.Kind != ir.OpConst:
			n++
		}
	}
	return n
}

// isAbsent reports an arm that stands for none in the program: it leaves all values what they were before, which the loop or an earlier choice has made them, or of which
// the other arm makes what they become.
func isAbsent(o *ir.Op, arm int) bool {
	others := o.Regions[1-arm].Terminator().Args
	for k, v := range o.Regions[arm].Terminator().Args {
		d, w := v.Def, others[k].Def
		switch {
		case d == nil && v.Owner.Parent != nil && v.Owner.Parent.Kind == ir.OpLoop:
		case d != nil && (d.Kind == ir.OpSelect || d.Kind == ir.OpIf || isExtreme(d)):
		case d != nil && d.Kind != ir.OpMLoad && w != nil && w.Parent == o.Regions[1-arm] && slices.Contains(w.Args, v):
		default:
			return false
		}
	}
	return true
}

// moves reports a type for which there is a conditional move.
func moves(t *ir.Type) bool { return t.IsInt() && t.Size() > 1 }

// isJoined reports a condition made of others.
func isJoined(o *ir.Op) bool {
	return o != nil && len(o.Args) == 2 && o.Args[0].Type == ir.TBool
}

// loads reports that one of the values is part of an address from which is loaded.
func (c *chooser) loads(vs []*ir.Value) bool {
	if c.addrs == nil {
		c.addrs = findAddresses(c.f)
	}
	for _, v := range vs {
		if c.addrs[v] {
			return true
		}
	}
	return false
}

// addresses are the integers of which addresses are made from which scalar code loads, through whatever but conditions.
type addresses map[*ir.Value]bool

func findAddresses(f *ir.Func) addresses {
	found := addresses{}
	ends := map[*ir.Op][]*ir.Op{} // what leaves or repeats an op
	var loads []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Target != nil {
			ends[o.Target] = append(ends[o.Target], o)
		}
		if o.Kind == ir.OpMLoad || o.Kind == ir.OpGather {
			loads = append(loads, o)
		}
		return true
	})
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		if found[v] || !v.Type.Scalar().IsInt() {
			return
		}
		found[v] = true
		o := v.Def
		if o == nil {
			if loop := v.Owner.Parent; loop != nil && loop.Kind == ir.OpLoop {
				visit(loop.Args[v.Index])
				for _, e := range ends[loop] {
					if e.Kind == ir.OpContinue {
						visit(e.Args[v.Index])
					}
				}
			}
			return
		}
		for _, r := range o.Regions {
			if t := r.Terminator(); t.Kind == ir.OpYield && o.Kind != ir.OpLaneReduce {
				visit(t.Args[v.Index])
			}
		}
		for _, e := range ends[o] {
			if e.Kind == ir.OpBreak {
				visit(e.Args[v.Index])
			}
		}
		for _, a := range o.Args {
			visit(a)
		}
	}
	for _, o := range loads {
		visit(o.Args[0])
		visit(o.Args[1])
	}
	return found
}
