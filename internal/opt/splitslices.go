package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// SplitSlices makes integers of slices that come together, carried by a loop or given by a branch, where all that come are cut from one: for len(x) > 0 {
// ...; x = x[1:] } carries how long x still is. What follows sees a loop that counts, and accesses to one slice. The parts of a slice are where it begins and
// ends in the one that it was cut from, its root, and how far its capacity goes; parts that are the same wherever the slice comes from are not carried.
func SplitSlices(f *ir.Func) bool {
	s := &sliceSplitter{joins: map[*ir.Value]*sliceJoin{}, parts: map[*ir.Value]*[length + 1]*ir.Value{}, after: map[*ir.Op]*ir.Region{}, heads: map[*ir.Region]*ir.Region{}}
	tails := s.collect(f)
	s.settle(s.meetRoots, func(j *sliceJoin) (root **ir.Value) { return &j.root })
	s.all = slices.DeleteFunc(s.all, func(j *sliceJoin) bool { return !j.split() })
	for part := range length {
		s.settle(func(j *sliceJoin) { s.meetPart(j, part) }, func(j *sliceJoin) **ir.Value { return &j.key[part] })
	}
	if len(s.all) == 0 {
		return tails
	}
	s.rewrite(f)
	return true
}

// The parts of a slice.
const (
	begin = iota
	end
	limit
	length // which follows from the first two
)

// sliceJoin is a slice that comes from several places: a parameter or result of a loop, both of a counted loop, a result of a branch or block.
type sliceJoin struct {
	op      *ir.Op
	index   int         // of the result, or the carried value
	param   bool        // a loop's parameter, and not its result
	vals    []*ir.Value // what the program calls it
	carries []*ir.Op    // ops that give it, the loop itself among them,
	at      []int       // and as which operand each

	root *ir.Value    // nil: not known yet; vals[0]: none
	key  [3]*ir.Value // where its parts were decided; vals[0]: here
	own  [3]*ir.Value // new values of each of vals, for parts that differ: see parts
	more [3]*ir.Value // the same for the second of vals
}

// split reports a join that becomes integers.
func (j *sliceJoin) split() bool { return j.root != nil && j.root != j.vals[0] }

type sliceSplitter struct {
	all     []*sliceJoin
	joins   map[*ir.Value]*sliceJoin
	changed bool
	parts   map[*ir.Value]*[length + 1]*ir.Value
	after   map[*ir.Op]*ir.Region // what is to come behind an op
	heads   map[*ir.Region]*ir.Region
}

// collect finds the joins. On the way checks of x[lo:], whose end is in range, forget the capacity.
func (s *sliceSplitter) collect(f *ir.Func) (tails bool) {
	exits := analysis.ExitsOf(f.Body)
	add := func(j *sliceJoin, from []*ir.Op, k int) {
		for _, o := range from {
			j.carries, j.at = append(j.carries, o), append(j.at, k)
		}
		s.all = append(s.all, j)
		for _, v := range j.vals {
			s.joins[v] = j
		}
	}
	isSlice := func(v *ir.Value) bool { return v.Type.Kind == ir.Slice }
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpCheckSlice && len(o.Args) == 3 && o.Args[2].Def != nil && o.Args[2].Def.Kind == ir.OpCap && isMeasure(o.Args[1], ir.OpLen, o.Args[2].Def.Args[0]) {
			o.SetArg(2, o.Args[1])
			tails = true
		}
		e := exits[o]
		if e == nil {
			return true
		}
		switch o.Kind {
		case ir.OpIf, ir.OpBlock, ir.OpLoop:
			for k, v := range o.Results {
				if isSlice(v) {
					add(&sliceJoin{op: o, index: k, vals: []*ir.Value{v}}, e.Breaks, k)
				}
			}
			for k, v := range o.Regions[0].Params {
				if isSlice(v) { // of a loop: others have no parameters
					add(&sliceJoin{op: o, index: k, param: true, vals: []*ir.Value{v}, carries: []*ir.Op{o}, at: []int{k}}, e.Continues, k)
				}
			}
		case ir.OpFor:
			for k, v := range o.Results {
				if isSlice(v) {
					j := &sliceJoin{op: o, index: k, vals: []*ir.Value{v, o.Regions[0].Params[k+1]}, carries: []*ir.Op{o}, at: []int{k + 2}}
					add(j, slices.Concat(e.Continues, e.Breaks), k)
				}
			}
		}
		return true
	})
	return tails
}

// settle finds what joins have in common with all that come: at first each is taken for what comes first. Where others come it is none, and all others begin anew,
// since some may follow from what it was taken for.
func (s *sliceSplitter) settle(meet func(j *sliceJoin), common func(j *sliceJoin) **ir.Value) {
	for s.changed = true; s.changed; {
		s.changed = false
		for _, j := range s.all {
			was := *common(j)
			if meet(j); was == nil || was == j.vals[0] || *common(j) != j.vals[0] {
				continue
			}
			for _, other := range s.all {
				if p := common(other); *p != other.vals[0] {
					*p = nil
				}
			}
		}
	}
}

// rootOf is what a slice was cut from, as far as is known; nil: not yet.
func (s *sliceSplitter) rootOf(v *ir.Value) *ir.Value {
	if j := s.joins[v]; j != nil && j.root != j.vals[0] {
		return j.root
	}
	if o := v.Def; o != nil && o.Kind == ir.OpSlice {
		return s.rootOf(o.Args[0])
	}
	return v
}

func (s *sliceSplitter) meetRoots(j *sliceJoin) {
	root := j.root
	for i, o := range j.carries {
		switch r := s.rootOf(o.Args[j.at[i]]); {
		case r == nil || r == root:
		case root == nil && visible(r, j.op):
			root = r
		default:
			root = j.vals[0]
		}
	}
	if root != j.root {
		j.root, s.changed = root, true
	}
}

// visible reports a value that may be used in front of o.
func visible(v *ir.Value, o *ir.Op) bool { return !inside(v, o) }

// keyOf says where a part of a slice was decided: two with the same answer have the same part. nil: not known yet.
func (s *sliceSplitter) keyOf(v *ir.Value, part int) *ir.Value {
	if j := s.joins[v]; j != nil && j.split() {
		if j.key[part] == j.vals[0] {
			return v
		}
		return j.key[part]
	}
	o := v.Def
	if o == nil || o.Kind != ir.OpSlice {
		return v
	}
	from := o.Args[0]
	zero, known := o.Args[1].ConstInt()
	switch {
	case part == begin && known && zero == 0, part == end && isMeasure(o.Args[2], ir.OpLen, from),
		part == limit && (len(o.Args) == 3 || isMeasure(o.Args[3], ir.OpCap, from)):
		return s.keyOf(from, part)
	}
	return v
}

// isMeasure reports the length or capacity of a slice.
func isMeasure(v *ir.Value, k ir.OpKind, of *ir.Value) bool {
	return v.Def != nil && v.Def.Kind == k && v.Def.Args[0] == of
}

func (s *sliceSplitter) meetPart(j *sliceJoin, part int) {
	key := j.key[part]
	for i, o := range j.carries {
		switch k := s.keyOf(o.Args[j.at[i]], part); {
		case k == nil || k == key:
		case key == nil && visible(k, j.op):
			key = k
		default:
			key = j.vals[0]
		}
	}
	if key != j.key[part] {
		j.key[part], s.changed = key, true
	}
}

// carried lists what a join has values of its own for. Where only the begin moves, the length is carried: that is what programs compare.
func (j *sliceJoin) carried() (parts []int) {
	for part, k := range j.key {
		if k == j.vals[0] {
			parts = append(parts, part)
		}
	}
	return parts
}

func (j *sliceJoin) byLength() bool { return j.key[begin] == j.vals[0] && j.key[end] != j.vals[0] }

// rewrite gives the joins their integers, and makes the slices of them that the program sees.
func (s *sliceSplitter) rewrite(f *ir.Func) {
	for _, j := range s.all {
		for _, part := range j.carried() {
			j.declare(part)
		}
	}
	for _, j := range s.all {
		for i, o := range j.carries {
			from := o.Args[j.at[i]]
			for _, part := range j.carried() {
				if part == begin && j.byLength() {
					o.AddArgs(s.length(from))
				} else {
					o.AddArgs(s.part(from, part))
				}
			}
		}
	}
	made := map[*ir.Value]*ir.Value{}
	for _, j := range s.all {
		for i, v := range j.vals {
			b := s.at(v)
			args := []*ir.Value{j.root, s.partOf(j, i, begin), s.partOf(j, i, end)}
			if j.key[limit] != j.root {
				args = append(args, s.partOf(j, i, limit))
			}
			made[v] = b.Op(ir.OpSlice, args, v.Type).Result()
			made[v].Name = v.Name
		}
	}
	for o, r := range s.after {
		o.InsertAfter(r.Take(0)...)
	}
	for r, head := range s.heads {
		r.Insert(0, head.Take(0)...)
	}
	var rep ir.Replacer
	for v, w := range made {
		rep.Replace(v, w)
	}
	rep.Apply(f.Body)
	slices.SortStableFunc(s.all, func(a, b *sliceJoin) int { return b.index - a.index }) // of one op, the last first
	for _, j := range s.all {
		j.remove()
	}
}

// declare adds a value for a part.
func (j *sliceJoin) declare(part int) {
	result := func() *ir.Value {
		v := &ir.Value{Type: ir.TI64}
		j.op.AddResults(v)
		return v
	}
	switch {
	case j.param:
		j.own[part] = j.op.Regions[0].AddParam(ir.TI64, "")
	case j.op.Kind == ir.OpFor:
		j.own[part] = result()
		j.more[part] = j.op.Regions[0].AddParam(ir.TI64, "")
	default:
		j.own[part] = result()
	}
}

// remove takes the slice itself away.
func (j *sliceJoin) remove() {
	for i, o := range j.carries {
		o.RemoveArg(j.at[i])
	}
	switch {
	case j.param:
		j.op.Regions[0].RemoveParam(j.index)
	case j.op.Kind == ir.OpFor:
		j.op.RemoveResult(j.index)
		j.op.Regions[0].RemoveParam(j.index + 1)
	default:
		j.op.RemoveResult(j.index)
	}
}

// at is where what is computed from v alone goes: as soon as there is v.
func (s *sliceSplitter) at(v *ir.Value) *ir.Builder {
	var r *ir.Region
	if v.Def != nil {
		if r = s.after[v.Def]; r == nil {
			r = ir.NewRegion(v.Def.Parent.Parent)
			s.after[v.Def] = r
		}
		return &ir.Builder{Region: r, Pos: v.Def.Pos}
	}
	if r = s.heads[v.Owner]; r == nil {
		r = ir.NewRegion(v.Owner.Parent)
		s.heads[v.Owner] = r
	}
	b := ir.NewBuilder(r)
	if v.Owner.Parent != nil {
		b.Pos = v.Owner.Parent.Pos
	}
	return b
}

// part is a part of a slice, in its root.
func (s *sliceSplitter) part(v *ir.Value, part int) *ir.Value {
	if j := s.joins[v]; j != nil && j.split() {
		return s.partOf(j, slices.Index(j.vals, v), part)
	}
	if k := s.keyOf(v, part); k != v {
		return s.part(k, part)
	}
	return s.once(v, part, func() *ir.Value {
		b, o := s.at(v), v.Def
		switch {
		case o != nil && o.Kind == ir.OpSlice:
			offset := o.Args[1+part]
			if k := s.keyOf(o.Args[0], begin); k == s.rootOf(v) {
				return offset // a root begins at its begin
			}
			first := s.part(o.Args[0], begin)
			return s.at(v).Binary(ir.OpAdd, first, offset)
		case part == begin:
			return b.Int(0)
		case part == end:
			return b.Len(v)
		default:
			return b.Op(ir.OpCap, []*ir.Value{v}, ir.TI64).Result()
		}
	})
}

// length is how long a slice is.
func (s *sliceSplitter) length(v *ir.Value) *ir.Value {
	return s.once(v, length, func() *ir.Value {
		if j := s.joins[v]; j != nil && j.split() && j.byLength() {
			if v != j.vals[0] {
				return j.more[begin]
			}
			return j.own[begin]
		}
		if o := v.Def; o != nil && o.Kind == ir.OpSlice {
			last := o.Args[2]
			if isMeasure(last, ir.OpLen, o.Args[0]) {
				last = s.length(o.Args[0])
			}
			return s.at(v).Binary(ir.OpSub, last, o.Args[1])
		}
		if s.rootOf(v) == v {
			return s.part(v, end)
		}
		last, first := s.part(v, end), s.part(v, begin)
		return s.at(v).Binary(ir.OpSub, last, first)
	})
}

// partOf is a part of a join, as its k-th value.
func (s *sliceSplitter) partOf(j *sliceJoin, k, part int) *ir.Value {
	if j.key[part] != j.vals[0] {
		return s.part(j.key[part], part)
	}
	own := j.own[part]
	if k > 0 {
		own = j.more[part]
	}
	if part != begin || !j.byLength() {
		return own
	}
	return s.once(j.vals[k], part, func() *ir.Value {
		last := s.partOf(j, k, end)
		return s.at(j.vals[k]).Binary(ir.OpSub, last, own)
	})
}

// once computes a part of a slice where it isn't known yet.
func (s *sliceSplitter) once(v *ir.Value, part int, compute func() *ir.Value) *ir.Value {
	known := s.parts[v]
	if known == nil {
		known = &[length + 1]*ir.Value{}
		s.parts[v] = known
	}
	if known[part] == nil {
		known[part] = compute()
	}
	return known[part]
}
