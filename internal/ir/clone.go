package ir

import "slices"

// Cloner copies ops and regions. Values and ops defined outside of what is cloned stand for themselves, unless Values or Ops say what
// they stand for in the copy; what is cloned is added to both.
type Cloner struct {
	Values map[*Value]*Value
	Ops    map[*Op]*Op // with regions: targets of break and continue
}

// NewCloner makes a cloner that maps nothing yet.
func NewCloner() *Cloner {
	return &Cloner{Values: map[*Value]*Value{}, Ops: map[*Op]*Op{}}
}

// Value is what v stands for in the copy.
func (c *Cloner) Value(v *Value) *Value {
	if w, ok := c.Values[v]; ok {
		return w
	}
	return v
}

// Map makes v stand for w.
func (c *Cloner) Map(v, w *Value) { c.Values[v] = w }

// MapAll makes each of vs stand for its like in ws.
func (c *Cloner) MapAll(vs, ws []*Value) {
	for i, v := range vs {
		c.Values[v] = ws[i]
	}
}

// Args is what a list of values stands for.
func (c *Cloner) Args(vs []*Value) []*Value {
	out := make([]*Value, len(vs))
	for i, v := range vs {
		out[i] = c.Value(v)
	}
	return out
}

// Op clones o with its regions. The copy is in no region yet.
func (c *Cloner) Op(o *Op) *Op {
	n := newOp(len(o.Args), len(o.Results))
	for i, a := range o.Args {
		n.Args[i] = c.Value(a)
	}
	n.Kind, n.Target, n.Pos = o.Kind, o.Target, o.Pos
	n.Mode = o.Mode
	n.SetAttributes(o)
	if o.Target != nil {
		if t, ok := c.Ops[o.Target]; ok {
			n.Target = t
		}
	}
	if len(o.Regions) > 0 {
		c.Ops[o] = n
		if len(c.Values) == 0 {
			c.Values = make(map[*Value]*Value, o.values())
		}
	}
	for _, r := range o.Results {
		w := n.AddResult(r.Type)
		w.Name = r.Name
		c.Values[r] = w
	}
	for _, r := range o.Regions {
		n.Regions = append(n.Regions, c.Region(r, n))
	}
	return n
}

// PartOf makes an op like o, which has no regions, to stand in r, where it is not listed yet: with other operands, and results of other types.
func (r *Region) PartOf(o *Op, value func(*Value) *Value, result func(*Type) *Type) *Op {
	n := r.newOp(len(o.Args), len(o.Results))
	for i, a := range o.Args {
		n.Args[i] = value(a)
	}
	n.Kind, n.Pos, n.Parent = o.Kind, o.Pos, r
	n.Mode = o.Mode
	n.SetAttributes(o)
	for _, v := range o.Results {
		n.AddResult(result(v.Type))
	}
	return n
}

// OpIn clones o to stand in r, where it is not listed yet.
func (c *Cloner) OpIn(r *Region, o *Op) *Op {
	n := c.Op(o)
	n.Parent = r
	return n
}

// Region clones r, parameters included, to be a region of parent.
func (c *Cloner) Region(r *Region, parent *Op) *Region {
	n := &Region{Parent: parent}
	for _, p := range r.Params {
		c.Values[p] = n.AddParam(p.Type, p.Name)
	}
	c.Into(n, r.Ops)
	return n
}

// Into clones ops to the end of r.
func (c *Cloner) Into(r *Region, ops []*Op) {
	r.Reserve(len(ops))
	for _, o := range ops {
		n := c.Op(o)
		n.Parent = r
		r.Ops = append(r.Ops, n)
	}
	r.changed()
}

// Clone copies a function.
func (f *Func) Clone() *Func {
	n := &Func{Name: f.Name, Results: f.Results, Names: f.Names, Kernel: f.Kernel, Rare: f.Rare, Border: f.Border, Pos: f.Pos}
	if f.Filter != nil {
		n.SetFilter(NewCloner().Region(f.Filter, nil))
	}
	c := NewCloner()
	c.Values = make(map[*Value]*Value, f.Body.Values())
	n.SetBody(c.Region(f.Body, nil))
	return n
}

// Values counts what r defines.
func (r *Region) Values() int {
	n := len(r.Params)
	for _, o := range r.Ops {
		n += o.values()
	}
	return n
}

// values counts what o defines.
func (o *Op) values() int {
	n := len(o.Results)
	for _, in := range o.Regions {
		n += in.Values()
	}
	return n
}

// Clone copies a module with its functions.
func (m *Module) Clone() *Module {
	n := &Module{}
	for _, f := range m.Funcs {
		n.Funcs = append(n.Funcs, f.Clone())
	}
	return n
}

// Replacer collects substitutions of values, to be applied in one walk over a region. A value may be replaced by one that is itself
// replaced, before or later.
type Replacer struct {
	to map[*Value]*Value
}

// Replace makes w stand for v.
func (r *Replacer) Replace(v, w *Value) {
	if r.to == nil {
		r.to = map[*Value]*Value{}
	}
	if w = r.Of(w); w != v {
		r.to[v] = w
		if v.Def != nil {
			v.Def.stoodIn = true
		}
	}
}

// Include takes over what another replaces.
func (r *Replacer) Include(other *Replacer) {
	for v, w := range other.to {
		r.Replace(v, w)
	}
}

// Empty reports that nothing is to be replaced.
func (r *Replacer) Empty() bool { return len(r.to) == 0 }

// Of is what stands for v.
func (r *Replacer) Of(v *Value) *Value {
	if v.Def != nil && !v.Def.stoodIn { // most are not in the map: this spares looking there
		return v
	}
	w, ok := r.to[v]
	if !ok {
		return v
	}
	for {
		next, ok := r.to[w]
		if !ok {
			break
		}
		w = next
	}
	for v != w { // shorten the chain
		v, r.to[v] = r.to[v], w
	}
	return w
}

// Op replaces among the operands of o alone: for passes that come by all ops anyway.
func (r *Replacer) Op(o *Op) {
	if r.Args(o.Args) {
		o.Changed()
	}
}

// Ops replaces among the operands of ops and of what is in their regions.
func (r *Replacer) Ops(ops []*Op) {
	if len(r.to) == 0 {
		return
	}
	for _, o := range ops {
		r.Op(o)
		for _, in := range o.Regions {
			r.Apply(in)
		}
	}
}

// Args replaces among vs in place, a list that is no op's yet.
func (r *Replacer) Args(vs []*Value) (changed bool) {
	if len(r.to) == 0 {
		return false
	}
	for i, v := range vs {
		if w := r.Of(v); w != v {
			vs[i], changed = w, true
		}
	}
	return changed
}

// Apply replaces in all operands in the region and the regions inside.
func (r *Replacer) Apply(in *Region) {
	if len(r.to) == 0 {
		return
	}
	changed := false
	in.Walk(func(o *Op) bool {
		changed = r.Args(o.Args) || changed
		return true
	})
	if changed {
		in.changed()
	}
}

// Operands are all values that an op uses, with what is in it.
func (o *Op) Operands() []*Value {
	out := append([]*Value(nil), o.Args...)
	for _, r := range o.Regions {
		out = append(out, FreeValues(r)...)
	}
	return out
}

// FreeValues lists the values used in the region (or regions inside) but defined outside, in order of first use.
func FreeValues(r *Region) []*Value {
	var free []*Value
	own := NewIndex(r.Values()) // what is defined inside, or listed already
	var walk func(r *Region)
	walk = func(r *Region) {
		for _, p := range r.Params {
			own.Add(p)
		}
		for _, o := range r.Ops {
			for _, a := range o.Args {
				if own.Find(a) < 0 {
					own.Add(a)
					free = append(free, a)
				}
			}
			for _, in := range o.Regions {
				walk(in)
			}
			for _, res := range o.Results {
				own.Add(res)
			}
		}
	}
	walk(r)
	return free
}

// FreeIn lists those of some ops that stand together.
func FreeIn(ops []*Op) []*Value { return FreeValues(&Region{Ops: ops}) }

// FallsThrough reports whether control can go on behind o. It cannot behind a terminator, an if both of whose arms leave, and a block
// or a loop that nothing leaves by its own end.
func FallsThrough(o *Op) bool {
	switch o.Kind {
	case OpIf:
		return EndFallsThrough(o.Regions[0]) || EndFallsThrough(o.Regions[1])
	case OpBlock:
		return EndFallsThrough(o.Regions[0]) || exits(o.Regions[0], o)
	case OpLoop:
		return exits(o.Regions[0], o)
	}
	return !o.Kind.Has(Terminator)
}

// EndFallsThrough reports whether control can reach the region's own yield.
func EndFallsThrough(r *Region) bool {
	t := r.Terminator()
	if t == nil || t.Kind != OpYield {
		return false
	}
	for _, o := range r.Ops[:len(r.Ops)-1] {
		if len(o.Regions) > 0 && !FallsThrough(o) {
			return false
		}
	}
	return true
}

// exits reports whether r holds a break to o that control may reach.
func exits(r *Region, o *Op) bool {
	for _, in := range r.Ops {
		if in.Kind == OpBreak && in.Target == o {
			return true
		}
		if in.Kind != OpLambda {
			for _, ir := range in.Regions {
				if exits(ir, o) {
					return true
				}
			}
		}
		if len(in.Regions) > 0 && !FallsThrough(in) {
			return false
		}
	}
	return false
}

// Within reports that o is outer, or stands in one of its regions at any depth.
func (o *Op) Within(outer *Op) bool {
	for ; o != nil; o = o.Parent.Parent {
		if o == outer {
			return true
		}
		if o.Parent == nil {
			break
		}
	}
	return false
}

// Holds reports that o is in r, or in a region inside.
func (r *Region) Holds(o *Op) bool {
	for in := o.Parent; in != nil; in = in.Parent.Parent {
		if in == r {
			return true
		}
		if in.Parent == nil {
			break
		}
	}
	return false
}

// Defines reports that v is what a region of o defines, at any depth.
func (o *Op) Defines(v *Value) bool {
	for r := v.home(); r != nil && r.Parent != nil; r = r.Parent.Parent {
		if r.Parent == o {
			return true
		}
	}
	return false
}

// Defines reports that v is what r defines, or a region inside.
func (r *Region) Defines(v *Value) bool {
	for in := v.home(); in != nil; in = in.Parent.Parent {
		if in == r {
			return true
		}
		if in.Parent == nil {
			break
		}
	}
	return false
}

// home is the region that v is defined in; nil: it is in none.
func (v *Value) home() *Region {
	if v.Def != nil {
		return v.Def.Parent
	}
	return v.Owner
}

// Leaves reports that control may go from o, or from within it, to somewhere else than behind it.
func (o *Op) Leaves() bool { return o.Target != nil || leaves(o, nil) }

// leaves looks for an exit in o to what is neither o nor between it and the exit; around lists the latter, but for o.
func leaves(o *Op, around []*Op) bool {
	if len(o.Regions) == 0 {
		return false
	}
	around = append(around, o)
	for _, r := range o.Regions {
		for _, x := range r.Ops {
			if x.Kind == OpReturn || x.Target != nil && !slices.Contains(around, x.Target) || leaves(x, around) {
				return true
			}
		}
	}
	return false
}

// Index is the place of o in its region, or -1.
func (r *Region) Index(o *Op) int {
	for i, x := range r.Ops {
		if x == o {
			return i
		}
	}
	return -1
}
