package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Tables takes what is read from a table of indices for what it was filled with: a slice of integers that one loop fills, with a rule of the index (the neighbour
// at a border, the begin of a row), and that is only read afterwards. Where the rule stands in the place of a read, its borders are borders like all others; a
// table that is read no more is never made. An element is read behind the check of its index, so the loop has come to it: what the rule divides by is not 0.
//
// A read stays if its index is not one of loops: there the table saves work.
func Tables(f *ir.Func) bool {
	var made []*ir.Value
	f.Body.Walk(func(o *ir.Op) bool {
		for _, v := range o.Results {
			if (o.Kind == ir.OpMake || o.Kind == ir.OpMulti) && v.Type.Elem == ir.TI64 {
				made = append(made, v)
			}
		}
		return true
	})
	changed := false
	for _, table := range made {
		if r, loads := ruleOf(f, table); r != nil {
			changed = r.substitute(f, loads) || changed
		}
	}
	return changed
}

// tableRule is what a table holds at an index.
type tableRule struct {
	loop  *ir.Op // that fills it
	index *ir.Value
	value *ir.Value
	ops   []*ir.Op // of the loop, that compute the value
}

// longestRule bounds the operations of a rule.
const longestRule = 16

// ruleOf gives the rule of a table, and where it is read; nil: there is none, or something else is done with the table.
func ruleOf(f *ir.Func, table *ir.Value) (*tableRule, []*ir.Op) {
	made := table.Def
	var loads []*ir.Op
	var store *ir.Op
	for _, u := range f.Uses().Of(table) {
		switch {
		case u.Kind == ir.OpLoad && u.Args[0] == table:
			loads = append(loads, u)
		case u.Kind == ir.OpStore && u.Args[0] == table && store == nil:
			store = u
		case u.Kind != ir.OpLen && u.Kind != ir.OpCap:
			return nil, nil
		}
	}
	var r *tableRule
	switch {
	case len(loads) == 0:
	case made.Kind == ir.OpMulti && store == nil && table.GivenBy().Kind == ir.OpCollect:
		body := made.Regions[0]
		r = &tableRule{loop: made, index: body.Params[0], value: table.GivenBy().Args[0]}
	case made.Kind == ir.OpMake && store != nil && fills(made, store):
		loop := store.Parent.Parent
		r = &tableRule{loop: loop, index: loop.Regions[0].Params[0], value: store.Args[2]}
	}
	if r == nil || !r.collect() || slices.ContainsFunc(loads, func(l *ir.Op) bool { return !behind(r.loop, l) }) {
		return nil, nil
	}
	return r, loads
}

// fills reports a store of a loop over one range, in the region of the make, that goes to each element of what that has made.
func fills(made, store *ir.Op) bool {
	loop := store.Parent.Parent
	return loop != nil && loop.Parent == made.Parent && (loop.Kind == ir.OpFor || len(loop.Args) == 1) && analysis.NewSpace().Fills(loop, store, made.Args[0])
}

// behind reports an op that the loop has always run before, in the region that the loop stands in.
func behind(loop, o *ir.Op) bool {
	for o.Parent != loop.Parent {
		if o = o.Parent.Parent; o == nil {
			return false
		}
	}
	return loop.Parent.Index(o) > loop.Parent.Index(loop)
}

// collect finds the ops that compute the rule's value; not ok if it takes others than those of indices, or many.
func (r *tableRule) collect() bool {
	needed := map[*ir.Value]bool{r.value: true}
	size := 0
	for _, o := range slices.Backward(r.loop.Regions[0].Ops) {
		if !slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return needed[v] }) {
			continue
		}
		ok := r.ofIndices(o)
		for _, in := range o.Regions {
			in.Walk(func(x *ir.Op) bool {
				size++
				ok = ok && r.ofIndices(x)
				for _, a := range x.Args {
					needed[a] = true
				}
				return ok
			})
		}
		if size++; !ok || size > longestRule {
			return false
		}
		for _, a := range o.Args {
			needed[a] = true
		}
		r.ops = append(r.ops, o)
	}
	slices.Reverse(r.ops)
	return !slices.ContainsFunc(r.loop.Regions[0].Params[1:], func(p *ir.Value) bool { return needed[p] }) // of the iteration before
}

// ofIndices reports an op as in the rules of indices: sums, multiples of what is the same for all, limits, remainders by what is not known yet, choices.
func (r *tableRule) ofIndices(o *ir.Op) bool {
	outside := func(v *ir.Value) bool {
		_, known := v.IsConst()
		return known || v.Def == nil && v.Owner != r.loop.Regions[0] || v.Def != nil && !insideOp(v.Def, r.loop)
	}
	switch o.Kind {
	case ir.OpConst, ir.OpAdd, ir.OpSub, ir.OpMin, ir.OpMax, ir.OpSelect, ir.OpIf, ir.OpYield,
		ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpEq, ir.OpNe, ir.OpAnd, ir.OpOr, ir.OpNot:
		return len(o.Args) == 0 || o.Args[0].Type == ir.TI64 || o.Args[0].Type == ir.TBool
	case ir.OpMul:
		return o.Args[0].Type == ir.TI64 && (outside(o.Args[0]) || outside(o.Args[1]))
	case ir.OpRem, ir.OpDiv: // by a constant they have no borders: the table is quicker
		_, known := o.Args[1].IsConst()
		return o.Args[0].Type == ir.TI64 && outside(o.Args[1]) && !known
	}
	return false
}

// substitute puts the rule in the place of reads.
func (r *tableRule) substitute(f *ir.Func, loads []*ir.Op) bool {
	s := analysis.NewSpace()
	var rep ir.Replacer
	for _, l := range loads {
		if !ofLoops(s.Of(l.Args[1]), r.loop.Parent) {
			continue
		}
		tmp := ir.NewRegion(l.Parent.Parent)
		c := ir.NewCloner()
		c.Map(r.index, l.Args[1])
		c.Into(tmp, r.ops)
		rep.Replace(l.Results[0], c.Value(r.value))
		l.ReplaceBy(tmp.Ops...)
	}
	rep.Apply(f.Body)
	return !rep.Empty()
}

// ofLoops reports a sum of indices of loops, and of what is known in region r.
func ofLoops(p analysis.Poly, r *ir.Region) bool {
	return !p.Any(func(v *ir.Value) bool {
		in := v.Owner
		if v.Def != nil {
			in = v.Def.Parent
		}
		for at := r; at != in; at = at.Parent.Parent {
			if at.Parent == nil { // further in than r
				return v.Def != nil || !isIndex(v)
			}
		}
		return false
	})
}

// isIndex reports the index of a loop or a pattern.
func isIndex(v *ir.Value) bool {
	o := v.Owner.Parent
	switch o.Kind {
	case ir.OpFor:
		return v.Index == 0
	case ir.OpMulti:
		return v.Owner == o.Regions[0]
	}
	return false
}
