package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Compact has a kernel's loops that close up what they keep do so in lanes:
//
//	for i { if x[i] > t { out[n] = x[i]; n++ } }
//	=> next, kept = compact lo, hi, len(out)-n, (out, n) (i) { yield x[i] > t, x[i] }
//	   and the loop as it was from next on, with n+kept
//
// There may be several branches, and branches in the arms of others. Each arm may have its counters, and stores to places that these count, under checks of them.
// The loop as it was is left with what comes where room is short, and raises the panic if there is one, or leaves, as a loop that appends does. What is kept may not depend on what the loop stores: that
// has to be apart from all that it reads, or in the places of it that have been read, as in x[n] = x[i] with n <= i.
func Compact(f *ir.Func) bool { return compact(f, 1) }

// CompactWide is Compact for machines that bring no elements of one byte or two side by side.
func CompactWide(f *ir.Func) bool { return compact(f, 4) }

// compact does so with elements of that many bytes or more.
func compact(f *ir.Func, least int) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	branchSelected(f, least)
	var found []*compaction
	sequential(f.Body, func(o *ir.Op) {
		if c := newCompaction(o, least); c != nil {
			found = append(found, c)
		}
	})
	for _, c := range found {
		c.emit()
	}
	return len(found) > 0
}

// Compacts reports that a loop in r is one that Compact changes, or where small elements are not brought side by side, CompactWide.
func Compacts(r *ir.Region, small bool) (found bool) {
	least := 4
	if small {
		least = 1
	}
	sequential(r, func(o *ir.Op) { found = found || newCompaction(o, least) != nil || compactsBranched(o, least) != nil })
	return found
}

// sequential calls each for the innermost loops of r that are in no lanes.
func sequential(r *ir.Region, each func(o *ir.Op)) {
	for _, o := range r.Ops {
		if o.Mode == ir.InLanes || o.Kind == ir.OpBlockReduce || o.Kind == ir.OpCompact {
			continue
		}
		if o.Kind == ir.OpFor && innermost(o) {
			each(o)
			continue
		}
		for _, in := range o.Regions {
			sequential(in, each)
		}
	}
}

// compaction is such a loop.
type compaction struct {
	loop     *ir.Op
	arms     map[arm]bool       // of the branches that count, and the loop's body
	chain    map[*ir.Value]bool // what these branches give: the counters afterwards
	counters []*tally           // one for each value that the loop carries
	places   map[*ir.Value]*tallied
	loads    []*ir.Op
	stores   []*compacted
	memory   []ordered
	between  [][2]*compacted // stores that may go to the same memory
	always   *tally          // what has stores in each iteration
	checks   []*ir.Op        // of the loop's index, which hold for all of it or leave the loop as it is
	exits    map[*ir.Op]bool // branches that leave the loop where room is short, and what they ask
}

// ordered are a load and a store that may go to the same memory.
type ordered struct {
	load  *ir.Op
	store *compacted
	ahead bool // the load is ahead if it is at the beginning, where both slices begin at the same address
}

// arm is one of a branch that counts; or what each iteration does, whatever the conditions: n may be stored to there, too. That is done for what is kept only, but for
// the last index, which is left to the loop as it was: what it does not store behind what is kept, the next index would have stored over.
type arm = *ir.Region

// tally is a value that the loop carries, and that goes up by one in an arm, or down, as the length of a slice does that is filled from its front.
type tally struct {
	param  *ir.Value
	down   bool
	arm    arm
	bounds []bound
}

// bound is a limit of what a tally counts: at, and what it becomes, stay below n; or, where at is nil, what goes down stays above it.
type bound struct {
	at     *tallied
	n      *ir.Value
	anyway bool
}

// tallied is a place that a tally counts: the tally, as an i64, and more; or, if that goes down, as much less.
type tallied struct {
	of   *tally
	plus *ir.Value // nil: nothing
}

// compacted is a store to such a place.
type compacted struct {
	op     *ir.Op
	at     *tallied
	loads  int // of the loop that come before it
	anyway bool
}

// newCompaction recognises one.
func newCompaction(o *ir.Op, least int) *compaction {
	body := o.Regions[0]
	if o.Ints[0] != 1 || body.Terminator().Kind != ir.OpYield || len(o.Results) == 0 {
		return nil
	}
	c := &compaction{loop: o, arms: map[arm]bool{}, chain: map[*ir.Value]bool{}, places: map[*ir.Value]*tallied{}, exits: map[*ir.Op]bool{}}
	if !c.findCounters() || !c.findStores(body) || len(c.stores) == 0 || !c.apartFrom() {
		return nil
	}
	for _, s := range c.stores {
		if s.op.Args[2].Type.Size() < least {
			return nil
		}
	}
	return c
}

// computes reports an op that only computes, or loads, without what a tally counts, and notes what it loads.
func (c *compaction) computes(o *ir.Op) bool {
	if o.Kind == ir.OpIf {
		return !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
			return slices.ContainsFunc(r.Ops, func(x *ir.Op) bool {
				return !(x.Kind == ir.OpYield && !slices.ContainsFunc(x.Args, c.counts)) && !c.computes(x)
			})
		})
	}
	if slices.ContainsFunc(o.Args, c.counts) || len(o.Results) != 1 || !o.Results[0].Type.IsScalar() {
		return false
	}
	if o.Kind == ir.OpLoad {
		c.loads = append(c.loads, o)
		return true
	}
	return o.Kind.Has(ir.Pure)
}

// counts reports a value that the loop carries, what becomes of it, or a place.
func (c *compaction) counts(v *ir.Value) bool {
	return c.places[v] != nil || c.chain[v] || v.Owner == c.loop.Regions[0] && v.Index > 0
}

// findCounters looks for the values that the loop carries.
func (c *compaction) findCounters() bool {
	body := c.loop.Regions[0]
	c.arms[body] = true
	for k, v := range body.Terminator().Args {
		p := body.Params[1+k]
		n := &tally{param: p}
		if p.Type == ir.TU64 || !c.follow(v, n, body) || n.arm == nil {
			return false
		}
		c.counters = append(c.counters, n)
		if p.Type == ir.TI64 && !n.down {
			c.places[p] = &tallied{of: n}
		}
	}
	for r := range c.arms {
		if o := r.Parent; o != c.loop && slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return !c.chain[v] }) {
			return false
		}
	}
	return true
}

// follow goes through the branches of region r that make v of a carried value.
func (c *compaction) follow(v *ir.Value, n *tally, r *ir.Region) bool {
	switch o := v.Def; {
	case v == n.param:
		return true
	case r != c.loop.Regions[0] && (isBeside(v, n.param, 1) || v.Type == ir.TI64 && isBeside(v, n.param, -1)):
		if n.arm != nil {
			return false
		}
		n.arm, n.down = r, isBeside(v, n.param, -1)
		return true
	case o == nil || o.Kind != ir.OpIf || o.Parent != r || c.chain[v]:
		return false
	default:
		c.chain[v] = true
		for _, in := range o.Regions {
			c.arms[in] = true
			if y := in.Terminator(); y.Kind != ir.OpYield || !c.follow(y.Args[v.Index], n, in) {
				return false
			}
		}
		return true
	}
}

// isBeside reports v = p + by, of integers; by isn't 0.
func isBeside(v, p *ir.Value, by int64) bool {
	if v.Def == nil || v.Def.Kind != ir.OpAdd || v.Def.Args[0] != p {
		return false
	}
	n, _ := v.Def.Args[1].ConstInt() // 0: not known
	return n == by
}

// findStores goes through an arm.
func (c *compaction) findStores(a arm) bool {
	ops := a.Ops
	for _, o := range ops[:len(ops)-1] {
		if len(o.Regions) == 0 || !c.arms[o.Regions[0]] {
			if !c.inArm(o, a) {
				return false
			}
			continue
		}
		for _, r := range o.Regions {
			if !c.findStores(r) {
				return false
			}
		}
	}
	return true
}

// anyway reports what each iteration does.
func (c *compaction) anyway(a arm) bool { return a == c.loop.Regions[0] }

// inArm takes in an op.
func (c *compaction) inArm(o *ir.Op, a arm) bool {
	switch {
	case c.checked(o), c.exits[o], c.exit(o, a):
		return true
	case o.Kind == ir.OpStore:
		at := c.places[o.Args[1]]
		if !c.in(at, a) || len(o.Ints) > 0 || c.counts(o.Args[2]) || inside(o.Args[0], c.loop) || o.Args[2].Type == ir.TBool {
			return false
		}
		c.stores = append(c.stores, &compacted{o, at, len(c.loads), c.anyway(a)})
		return true
	case o.Kind == ir.OpCheckIndex && c.left(o, a):
		return true
	case o.Kind == ir.OpCheckIndex:
		at := c.places[o.Args[0]]
		if !c.in(at, a) || !c.fromOutside(o.Args[1]) {
			return false
		}
		at.of.bounds = append(at.of.bounds, bound{at, o.Args[1], c.anyway(a)})
		return true
	}
	return c.place(o) || c.computes(o)
}

// left takes in a check of something against what a tally that goes down has left.
func (c *compaction) left(o *ir.Op, a arm) bool {
	least, known := o.Args[0].ConstInt()
	k := slices.IndexFunc(c.counters, func(n *tally) bool { return n.down && n.param == o.Args[1] })
	if !known || least < 0 || k < 0 || !c.in(&tallied{of: c.counters[k]}, a) {
		return false
	}
	c.counters[k].bounds = append(c.counters[k].bounds, bound{n: o.Args[0], anyway: c.anyway(a)})
	return true
}

// in reports a place of a tally that an arm counts. Anyway there are places of one tally only: where a check of another fails, something is stored behind what
// is kept.
func (c *compaction) in(p *tallied, a arm) bool {
	if p == nil || !c.anyway(a) {
		return p != nil && p.of.arm == a
	}
	if c.always == nil {
		c.always = p.of
	}
	return c.always == p.of
}

// checked takes in a check of the loop's index and more.
func (c *compaction) checked(o *ir.Op) bool {
	if o.Kind != ir.OpCheckIndex || !c.fromOutside(o.Args[1]) {
		return false
	}
	if _, ok := c.ahead(o.Args[0]); !ok {
		return false
	}
	c.checks = append(c.checks, o)
	return true
}

// place takes in an op that makes a place of what a tally counts, or a tally's next value.
func (c *compaction) place(o *ir.Op) bool {
	if len(o.Results) != 1 || !slices.ContainsFunc(o.Args, c.counts) {
		return false
	}
	v := o.Results[0]
	if c.onlyYielded(v) { // it is what a tally becomes
		return true
	}
	x := o.Args[0]
	switch {
	case v.Type != ir.TI64:
		return false
	case o.Kind == ir.OpSub:
		k := slices.IndexFunc(c.counters, func(n *tally) bool { return n.down && n.param == o.Args[1] })
		if k < 0 || !c.fromOutside(x) {
			return false
		}
		c.places[v] = &tallied{of: c.counters[k], plus: x}
		return true
	case o.Kind == ir.OpConv:
		for _, n := range c.counters {
			if n.param == x {
				c.places[v] = &tallied{of: n}
				return true
			}
		}
		return false
	case o.Kind == ir.OpAdd:
		for k, a := range o.Args {
			if p := c.places[a]; p != nil && p.plus == nil && !p.of.down && c.fromOutside(o.Args[1-k]) {
				c.places[v] = &tallied{of: p.of, plus: o.Args[1-k]}
				return true
			}
		}
	}
	return false
}

// onlyYielded reports a value that nothing uses but the ends of arms.
func (c *compaction) onlyYielded(v *ir.Value) bool {
	used := false
	v.Def.Parent.Walk(func(x *ir.Op) bool {
		used = used || slices.Contains(x.Args, v) && !(x.Kind == ir.OpYield && c.arms[x.Parent])
		return !used
	})
	return !used
}

// fromOutside reports what is the same in all iterations.
func (c *compaction) fromOutside(v *ir.Value) bool {
	_, isConst := v.IsConst()
	return isConst || !inside(v, c.loop)
}

// apartFrom reports that what the loop loads and stores is the same in another order, or can be asked about when it runs.
func (c *compaction) apartFrom() bool {
	for _, s := range c.stores {
		for i, l := range c.loads {
			a, b := l.Args[0], s.op.Args[0]
			if analysis.Distinct(a, b) {
				continue
			}
			ahead := i < s.loads && c.goesAhead(l, s)
			if a == b && !ahead || inside(a, c.loop) {
				return false
			}
			c.memory = append(c.memory, ordered{l, s, ahead})
		}
		for _, other := range c.stores {
			if other == s || analysis.Distinct(s.op.Args[0], other.op.Args[0]) {
				continue
			}
			if (s.at.of == other.at.of || s.anyway) && s.op.Args[0] == other.op.Args[0] {
				return false
			}
			if slices.Index(c.stores, s) < slices.Index(c.stores, other) {
				c.between = append(c.between, [2]*compacted{s, other})
			}
		}
	}
	return true
}

// goesAhead reports a load, of elements like those that are stored, which have no parts, in steps of one: where a store begins no farther than it does, it stays behind, since no
// tally goes up more than once an iteration.
func (c *compaction) goesAhead(l *ir.Op, s *compacted) bool {
	_, ok := c.ahead(l.Args[1])
	return ok && l.Args[0].Type == s.op.Args[0].Type
}

// ahead reports an index that is the loop's and more, which is nil for nothing.
func (c *compaction) ahead(v *ir.Value) (plus *ir.Value, ok bool) {
	i := c.loop.Regions[0].Params[0]
	if v == i {
		return nil, true
	}
	if o := v.Def; o != nil && o.Kind == ir.OpAdd {
		for k, a := range o.Args {
			if a == i && c.fromOutside(o.Args[1-k]) {
				return o.Args[1-k], true
			}
		}
	}
	return nil, false
}
