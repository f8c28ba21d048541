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
				if c.rootsOf(p, map[*ir.Value]bool{}) > maxRoots {
					c.staysFor(f, k)
				}
			}
		}
	}
	return roots
}

// maxRoots is how many slices those that a parameter gets may be parts of: a buffer and what it is to hold in the end, say, take turns.
const maxRoots = 4

// rootsOf gathers what a slice that differs from call to call may be a part of, and the parameters on the way. It gives how many they are: more than maxRoots where it isn't
// known.
func (c *cycle) rootsOf(v *ir.Value, seen map[*ir.Value]bool) (n int) {
	for v.Def != nil && v.Def.Kind == ir.OpSlice {
		v = v.Def.Args[0]
	}
	if seen[v] {
		return 0
	}
	seen[v] = true
	if c.outer[v] {
		return 1
	}
	if v.Owner == nil || v.Owner.Parent != nil {
		return maxRoots + 1
	}
	for i, f := range c.members {
		if f.Body != v.Owner {
			continue
		}
		if i == 0 {
			n += c.rootsOf(c.seeds[v.Index], seen)
		}
		for _, g := range c.members {
			for _, o := range callsIn(g.Body, func(name string) bool { return name == f.Name }) {
				n += c.rootsOf(o.Args[v.Index], seen)
			}
		}
	}
	return n
}

// chosen adds what a parameter without a root gets parts of to a list, in order.
func (c *cycle) chosen(list []*ir.Value, p *ir.Value) (roots []*ir.Value) {
	seen := map[*ir.Value]bool{}
	for _, v := range list {
		seen[v] = true
	}
	c.rootsOf(p, seen)
	for _, v := range c.out.Body.Params {
		if seen[v] {
			roots = append(roots, v)
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
	s := &paramSplitter{c: c, head: head, roots: roots, measures: map[*ir.Value][3]*ir.Value{}, several: map[*ir.Type][]*ir.Value{}, choice: map[*ir.Value]*ir.Value{}}
	for _, f := range c.members {
		for _, p := range f.Body.Params {
			if p.Type.Kind == ir.Slice && roots[p] == nil {
				s.several[p.Type] = c.chosen(s.several[p.Type], p)
			}
		}
	}
	seeds = slices.Clone(c.seeds)
	var calls []splitCall
	for i, f := range c.members {
		split := s.params(f)
		for n := len(split) - 1; i == 0 && n >= 0; n-- {
			seeds = ir.Without(seeds, split[n].k)
		}
		if i == 0 {
			for _, p := range split {
				seeds = append(seeds, s.parts(head, c.seeds[p.k], p)...)
			}
		}
		for _, g := range c.members {
			for _, o := range callsIn(g.Body, func(name string) bool { return name == f.Name }) {
				calls = append(calls, splitCall{o, split})
			}
		}
	}
	for _, v := range seeds {
		c.outer[v] = true
	}
	for _, call := range calls { // all parameters are slices of roots now
		o := call.call
		b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
		args := slices.Clone(o.Args)
		for _, p := range call.params {
			args = append(args, s.parts(b, o.Args[p.k], p)...)
		}
		for n := len(call.params) - 1; n >= 0; n-- {
			args = ir.Without(args, call.params[n].k)
		}
		o.InsertBefore(b.Region.Take(0)...)
		o.SetArgs(args)
	}
	return seeds
}

// paramSplitter makes integers of parameters that are slices.
type paramSplitter struct {
	c        *cycle
	head     *ir.Builder // of what is the same in all calls
	roots    map[*ir.Value]*ir.Value
	measures map[*ir.Value][3]*ir.Value // begin, end and limit of roots
	several  map[*ir.Type][]*ir.Value   // what the parameters of a type that have no root of their own are parts of
	choice   map[*ir.Value]*ir.Value    // of a slice that is one of these: its number
}

// splitParam is a parameter that was number k, and what it is one of; nil: it has a root of its own.
type splitParam struct {
	k       int
	several []*ir.Value
}

// params splits those of f.
func (s *paramSplitter) params(f *ir.Func) (split []splitParam) {
	b := &ir.Builder{Region: ir.NewRegion(nil), Pos: f.Pos}
	var rep ir.Replacer
	for k, p := range slices.Clone(f.Body.Params) {
		if p.Type.Kind != ir.Slice {
			continue
		}
		root, several := s.roots[p], []*ir.Value(nil)
		if root == nil {
			several = s.several[p.Type]
			number := f.Body.AddParam(ir.TI64, "")
			root = several[0]
			for i, v := range several[1:] {
				root = b.Select(b.Compare(ir.OpEq, number, b.Int(int64(i+1))), v, root)
			}
			s.choice[root] = number
		}
		args := []*ir.Value{root}
		for range 3 {
			args = append(args, f.Body.AddParam(ir.TI64, ""))
		}
		part := b.Op(ir.OpSlice, args, p.Type).Result()
		part.Name = p.Name
		rep.Replace(p, part)
		split = append(split, splitParam{k, several})
	}
	f.Body.Insert(0, b.Region.Take(0)...)
	rep.Apply(f.Body)
	for n := len(split) - 1; n >= 0; n-- {
		f.Body.RemoveParam(split[n].k)
	}
	return split
}

// parts are the integers of an argument.
func (s *paramSplitter) parts(b *ir.Builder, v *ir.Value, p splitParam) (out []*ir.Value) {
	if p.several != nil {
		root := v
		for root.Def != nil && root.Def.Kind == ir.OpSlice {
			root = root.Def.Args[0]
		}
		number := s.choice[root]
		if number == nil {
			number = b.Int(int64(slices.Index(p.several, root)))
		}
		out = append(out, number)
	}
	parts := s.partsOf(b, v)
	return append(out, parts[:]...)
}

// measure is where a root begins and ends, and how far its capacity goes. One that is chosen has no such: parts of it only are passed.
func (s *paramSplitter) measure(root *ir.Value) [3]*ir.Value {
	if s.choice[root] != nil {
		return [3]*ir.Value{s.c.zero}
	}
	if _, ok := s.measures[root]; !ok {
		m := [3]*ir.Value{s.c.zero, s.head.Len(root), s.head.Op(ir.OpCap, []*ir.Value{root}, ir.TI64).Result()}
		s.measures[root] = m
		for _, v := range m {
			s.c.outer[v] = true
		}
	}
	return s.measures[root]
}

// splitCall is a call of which some arguments are slices that become integers.
type splitCall struct {
	call   *ir.Op
	params []splitParam
}

// partsOf are where a slice begins and ends in its root, and how far its capacity goes.
func (s *paramSplitter) partsOf(b *ir.Builder, v *ir.Value) [3]*ir.Value {
	o := v.Def
	if o == nil || o.Kind != ir.OpSlice {
		return s.measure(v)
	}
	from := o.Args[0]
	in := s.partsOf(b, from)
	at := func(x *ir.Value) *ir.Value {
		if in[begin] == s.c.zero {
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
