package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// fixParams takes parameters away that are the same in all calls, and makes integers of slices that are parts of such: where they begin, end, and how far their capacity
// goes (see SplitSlices).
func (c *cycle) fixParams() {
	c.fixSame(nil)
	roots := c.roots()
	head := &ir.Builder{Region: c.out.Body, Pos: c.out.Pos}
	c.zero = head.Int(0)
	c.outer[c.zero] = true
	seeds := c.splitParams(roots, head)
	c.fixSame(seeds)
}

// meet finds for each parameter of the members a value of out that all calls agree on; nil: there is none. of is what an argument is in these terms, seeds what the first
// member is called with from outside.
func (c *cycle) meet(seeds []*ir.Value, params func(p *ir.Value) bool, of func(v *ir.Value) *ir.Value) map[*ir.Value]*ir.Value {
	common := map[*ir.Value]*ir.Value{}
	none := &ir.Value{}
	changed := true
	join := func(p, v *ir.Value) {
		was := common[p]
		switch {
		case v == nil || was == v || was == none:
			return
		case was == nil:
			common[p] = v
		default:
			common[p] = none
		}
		changed = true
	}
	value := func(v *ir.Value) *ir.Value { // nil: not known yet
		v = of(v)
		switch {
		case v == nil:
			return none
		case c.outer[v]:
			return v
		case v.Owner != nil && v.Owner.Parent == nil && params(v):
			return common[v]
		}
		return none
	}
	for k, p := range c.members[0].Body.Params {
		if params(p) {
			join(p, seeds[k])
		}
	}
	for changed {
		changed = false
		for _, f := range c.members {
			for _, o := range callsIn(f.Body, c.has) {
				for k, p := range c.members[c.callee(o)].Body.Params {
					if params(p) {
						join(p, value(o.Args[k]))
					}
				}
			}
		}
	}
	for p, v := range common {
		if v == none {
			delete(common, p)
		}
	}
	return common
}

// fixSame takes parameters away that are the same in all calls. seeds is what the first member gets; nil: out's parameters, of the same number.
func (c *cycle) fixSame(seeds []*ir.Value) {
	if seeds == nil {
		seeds = slices.Clone(c.out.Body.Params)
	}
	for _, v := range seeds {
		c.outer[v] = true
	}
	same := c.meet(seeds, func(*ir.Value) bool { return true }, func(v *ir.Value) *ir.Value { return v })
	for i, f := range c.members {
		var gone []int
		var rep ir.Replacer
		for k, p := range f.Body.Params {
			if v := same[p]; v != nil {
				rep.Replace(p, v)
				gone = append(gone, k)
			}
		}
		rep.Apply(f.Body)
		slices.Reverse(gone)
		for _, k := range gone {
			f.Body.RemoveParam(k)
			if i == 0 {
				seeds = ir.Without(seeds, k)
			}
		}
		for _, g := range c.members {
			for _, o := range callsIn(g.Body, func(name string) bool { return name == f.Name }) {
				for _, k := range gone {
					o.RemoveArg(k)
				}
			}
		}
	}
	c.seeds = seeds
}

// roots are what slices that differ from call to call are parts of.
func (c *cycle) roots() map[*ir.Value]*ir.Value {
	isSlice := func(p *ir.Value) bool { return p.Type.Kind == ir.Slice }
	roots := c.meet(c.seeds, isSlice, func(v *ir.Value) *ir.Value {
		for v.Def != nil && v.Def.Kind == ir.OpSlice {
			v = v.Def.Args[0]
		}
		return v
	})
	for _, f := range c.members {
		for k, p := range f.Body.Params {
			if isSlice(p) && roots[p] == nil {
				c.staysFor(f, k)
			}
		}
	}
	return roots
}

// staysFor tells at which call parameter k of f gets a slice that can't be told from where it is a part.
func (c *cycle) staysFor(f *ir.Func, k int) {
	calls := []*ir.Op{}
	for _, g := range c.members {
		for _, o := range callsIn(g.Body, func(name string) bool { return name == f.Name }) {
			if v := o.Args[k]; v.Def != nil && v.Def.Kind != ir.OpSlice {
				calls = append([]*ir.Op{o}, calls...)
			} else {
				calls = append(calls, o)
			}
		}
	}
	staysCall(calls[0], "it is passed slices that are not all parts of one and the same")
}

// splitParams gives members integers for slices that are parts of roots. It returns what the first member gets from outside.
func (c *cycle) splitParams(roots map[*ir.Value]*ir.Value, head *ir.Builder) (seeds []*ir.Value) {
	measures := map[*ir.Value][3]*ir.Value{}
	measure := func(root *ir.Value) [3]*ir.Value {
		if _, ok := measures[root]; !ok {
			m := [3]*ir.Value{c.zero, head.Len(root), head.Op(ir.OpCap, []*ir.Value{root}, ir.TI64).Result()}
			measures[root] = m
			for _, v := range m {
				c.outer[v] = true
			}
		}
		return measures[root]
	}
	seeds = slices.Clone(c.seeds)
	for i, f := range c.members {
		var split []int
		params := slices.Clone(f.Body.Params)
		b := &ir.Builder{Region: ir.NewRegion(nil), Pos: f.Pos}
		var rep ir.Replacer
		for k, p := range params {
			root := roots[p]
			if root == nil {
				continue
			}
			split = append(split, k)
			measure(root)
			args := []*ir.Value{root}
			for range 3 {
				args = append(args, f.Body.AddParam(ir.TI64, ""))
			}
			s := b.Op(ir.OpSlice, args, p.Type).Result()
			s.Name = p.Name
			rep.Replace(p, s)
		}
		f.Body.Insert(0, b.Region.Take(0)...)
		rep.Apply(f.Body)
		if i == 0 {
			for _, k := range split {
				m := measure(roots[params[k]])
				seeds = append(seeds, m[:]...)
			}
		}
		for k := len(split) - 1; k >= 0; k-- {
			f.Body.RemoveParam(split[k])
			if i == 0 {
				seeds = ir.Without(seeds, split[k])
			}
		}
		for _, g := range c.members {
			for _, o := range callsIn(g.Body, func(name string) bool { return name == f.Name }) {
				c.splits = append(c.splits, splitCall{o, split})
			}
		}
	}
	for _, s := range c.splits { // all parameters are slices of roots now
		b := &ir.Builder{Region: ir.NewRegion(s.call.Parent.Parent), Pos: s.call.Pos}
		args := slices.Clone(s.call.Args)
		for _, k := range s.params {
			p := partsOf(b, s.call.Args[k], measure, c.zero)
			args = append(args, p[:]...)
		}
		for k := len(s.params) - 1; k >= 0; k-- {
			args = ir.Without(args, s.params[k])
		}
		s.call.InsertBefore(b.Region.Take(0)...)
		s.call.SetArgs(args)
	}
	return seeds
}

// splitCall is a call of which some arguments are slices that become integers.
type splitCall struct {
	call   *ir.Op
	params []int
}

// partsOf are where a slice begins and ends in its root, and how far its capacity goes.
func partsOf(b *ir.Builder, v *ir.Value, measure func(root *ir.Value) [3]*ir.Value, zero *ir.Value) [3]*ir.Value {
	o := v.Def
	if o == nil || o.Kind != ir.OpSlice {
		return measure(v)
	}
	from := o.Args[0]
	in := partsOf(b, from, measure, zero)
	at := func(x *ir.Value) *ir.Value {
		if in[begin] == zero {
			return x
		}
		return b.Binary(ir.OpAdd, in[begin], x)
	}
	out := in
	if lo, known := o.Args[1].ConstInt(); !known || lo != 0 {
		out[begin] = at(o.Args[1])
	}
	if !isMeasure(o.Args[2], ir.OpLen, from) {
		out[end] = at(o.Args[2])
	}
	if len(o.Args) == 4 && !isMeasure(o.Args[3], ir.OpCap, from) {
		out[limit] = at(o.Args[3])
	}
	return out
}

// carriedValues has parameters and results of members share what the loops carry, by their types.
func (c *cycle) carriedValues() {
	place := func(carried []*ir.Type, types []*ir.Type) (all []*ir.Type, at []int) {
		used := map[int]bool{}
		for _, t := range types {
			k := -1
			for i, u := range carried {
				if u == t && !used[i] {
					k = i
					break
				}
			}
			if k < 0 {
				k = len(carried)
				carried = append(carried, t)
			}
			used[k] = true
			at = append(at, k)
		}
		return carried, at
	}
	for _, f := range c.members {
		var at []int
		c.carried, at = place(c.carried, ir.Types(f.Body.Params))
		c.params = append(c.params, at)
		c.given, at = place(c.given, f.Results)
		c.results = append(c.results, at)
		for _, t := range f.Results {
			if !t.IsScalar() {
				staysCall(callsIn(f.Body, c.has)[0], "it gives slices")
			}
		}
	}
}
