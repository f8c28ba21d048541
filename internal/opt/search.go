package opt

import "github.com/hone-go/hone/internal/ir"

// asWritten is the number of iterations that a search makes one by one, before it looks at blocks: many end that soon. To begin with blocks costs as much as some eight iterations
// (measured on Zen 5: 2.4 ns), which are to be few beside those.
const asWritten = 32

// Long blocks are as many iterations as load so many bytes of the widest that they load; short ones find out where in a long one the end is, and are for what is left.
const (
	longBytes  = 256
	shortBytes = 64
	leastBlock = 16
)

// mostLeaving is the number of ops up to which what is done on the way out of a loop may be there twice.
const mostLeaving = 40

// Search has a kernel's loops that do nothing but look for a reason to end find out for a block of iterations at a time, in lanes, whether there is one in it:
//
//	for i { if x[i] == t { return i } }
//	=> for the first few iterations { if x[i] == t { return i } }
//	   for blocks { if reduce or (x[i] == t) { break } }
//	   for i in what is left { if x[i] == t { return i } }
//
// What ends the loop is found by the loop as it was, which goes on with the block that has it: so all that happens then, happens as before. An iteration has no effect as
// long as it doesn't leave the loop, but for carried values that count; what fails, ends a block, too. Blocks end where an index, for what is loaded, would be out of range: they
// look at what is behind the end of the search.
func Search(f *ir.Func) bool { return searches(f, true) }

// SearchFirst is Search of loops that are not inside others: of these nobody knows that they are not mostly over after a few iterations.
func SearchFirst(f *ir.Func) bool { return searches(f, false) }

func searches(f *ir.Func, inside bool) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	var found []*search
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range r.Ops {
			if o.Mode == ir.InLanes || o.Kind == ir.OpBlockReduce {
				continue
			}
			if s := newSearch(o); s != nil {
				found = append(found, s)
				continue
			}
			if !inside && o.Kind.Has(ir.Loop) {
				continue
			}
			for _, in := range o.Regions {
				walk(in)
			}
		}
	}
	walk(f.Body)
	for _, s := range found {
		s.emit()
	}
	return len(found) > 0
}

// search is such a loop.
type search struct {
	loop        *ir.Op
	steps       affine
	room        []room     // how many iterations blocks may look at
	cond        *ir.Region // takes the number of an iteration: whether it ends the loop
	long, short int64      // iterations of blocks
}

// newSearch recognises one.
func newSearch(o *ir.Op) *search {
	if o.Kind != ir.OpFor || o.Mode != ir.Sequential {
		return nil
	}
	if !leavesEarly(o) {
		return nil
	}
	s := &search{loop: o, steps: newAffine(o)}
	body := o.Regions[0]
	for _, p := range body.Params {
		if _, ok := s.steps.of(p); !ok {
			return nil
		}
	}
	s.cond = ir.NewRegion(nil)
	number := s.cond.AddParam(ir.TI64, "")
	b := &ir.Builder{Region: s.cond, Pos: o.Pos}
	e := &ends{search: s, b: b, c: ir.NewCloner()}
	for k, p := range body.Params {
		step, _ := s.steps.of(p)
		e.c.Map(p, at(b, s.first(k), step, number, p.Type))
	}
	if _, ok := e.region(body, nil); !ok || e.hit == nil {
		return nil
	}
	b.Yield(e.hit)
	s.long, s.short = int64(max(longBytes/max(e.widest, 1), leastBlock)), int64(max(shortBytes/max(e.widest, 1), leastBlock))
	return s
}

// leavesEarly reports a loop with an exit of its own.
func leavesEarly(o *ir.Op) bool {
	return o.Regions[0].Contains(func(x *ir.Op) bool { return endsLoop(x, o) })
}

// endsLoop reports an op that leaves the loop that it is in.
func endsLoop(o, loop *ir.Op) bool {
	return o.Kind == ir.OpReturn || o.Target != nil && (!insideOp(o.Target, loop) || o.Target == loop && o.Kind == ir.OpBreak)
}

// first is a parameter's value in the first iteration.
func (s *search) first(k int) *ir.Value {
	if k == 0 {
		return s.loop.Args[0]
	}
	return s.loop.Args[1+k]
}

// at is a value that begins with first, after n steps.
func at(b *ir.Builder, first *ir.Value, step int64, n *ir.Value, t *ir.Type) *ir.Value {
	switch step {
	case 0:
		return first
	case 1:
		return b.Binary(ir.OpAdd, first, b.Conv(n, t))
	}
	return b.Binary(ir.OpAdd, first, b.Binary(ir.OpMul, b.Conv(n, t), b.Const(t, uint64(step))))
}

// emit puts the blocks before the loop.
func (s *search) emit() {
	o := s.loop
	region := ir.NewRegion(o.Parent.Parent)
	b := &ir.Builder{Region: region, Pos: o.Pos}
	around := s.exitBlock(b)
	if around != nil {
		b = b.In(around.Regions[0])
	}
	types := ir.Types(o.Regions[0].Params)
	// Many are over a few elements only: these cost no more than a comparison. If it wraps around, the loop runs as it is, or there is no room.
	far := b.Binary(ir.OpSub, o.Args[1], o.Args[0])
	enough := b.Compare(ir.OpGe, far, b.Int((asWritten+s.short)*o.Ints[0]))
	if o.Ints[0] < 0 {
		enough = b.Compare(ir.OpLe, far, b.Int((asWritten+s.short)*o.Ints[0]))
	}
	branch := b.If(enough, types...)
	b.In(branch.Regions[1]).Yield(append([]*ir.Value{o.Args[0]}, o.Args[2:]...)...)
	outer := b.In(branch.Regions[0])
	begin := s.few(outer, around)
	trips := s.trips(outer) // not before it is needed
	room := outer.If(outer.Compare(ir.OpGe, trips, outer.Int(asWritten+s.short)), types...)
	outer.Yield(room.Results...)
	outer.In(room.Regions[1]).Yield(begin...)
	in := outer.In(room.Regions[0])
	n := s.blocks(in, trips)
	next := make([]*ir.Value, len(types))
	for k, p := range o.Regions[0].Params {
		step, _ := s.steps.of(p)
		next[k] = at(in, s.first(k), step, n, p.Type)
	}
	in.Yield(next...)
	if around == nil {
		o.InsertBefore(region.Take(0)...)
		o.SetArgs(append([]*ir.Value{branch.Results[0], o.Args[1]}, branch.Results[1:]...))
		return
	}
	s.wrap(region, around, b, branch)
}

// exitBlock is a block around all forms of the loop, if there are exits to what is behind the loop.
func (s *search) exitBlock(b *ir.Builder) *ir.Op {
	o := s.loop
	if !o.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind == ir.OpBreak && x.Target == o }) {
		return nil
	}
	return b.Block(ir.Types(o.Results)...)
}

// leaveTo has a form of the loop leave to the block around all.
func leaveTo(loop, around *ir.Op) {
	loop.Regions[0].Walk(func(x *ir.Op) bool {
		if x.Kind == ir.OpBreak && x.Target == loop {
			x.SetTarget(around)
		}
		return true
	})
}

// wrap puts the loop into the block around it, behind the blocks.
func (s *search) wrap(region *ir.Region, around *ir.Op, b *ir.Builder, branch *ir.Op) {
	o := s.loop
	var rep ir.Replacer
	for k, v := range o.Results {
		rep.Replace(v, around.Results[k])
	}
	f := o.Func()
	last := b.Insert(ir.NewCloner().Op(o))
	last.SetArgs(append([]*ir.Value{branch.Results[0], o.Args[1]}, branch.Results[1:]...))
	leaveTo(last, around)
	b.Yield(last.Results...)
	o.ReplaceBy(region.Take(0)...)
	rep.Apply(f.Body)
}

// few emits the first iterations, as they are, and gives what the next begins with.
func (s *search) few(b *ir.Builder, around *ir.Op) []*ir.Value {
	o := s.loop
	first, nearer, farther := o.Args[0], ir.OpMin, ir.OpMax
	if o.Ints[0] < 0 {
		nearer, farther = farther, nearer
	}
	end := b.Binary(nearer, o.Args[1], b.Binary(ir.OpAdd, first, b.Int(asWritten*o.Ints[0]))) // before first, if it wraps around: then there are none
	loop := b.Insert(ir.NewCloner().Op(o))
	loop.SetArgs(append([]*ir.Value{first, end}, o.Args[2:]...))
	if around != nil {
		leaveTo(loop, around)
	}
	return append([]*ir.Value{b.Binary(farther, first, end)}, loop.Results...)
}

// blocks emits loops over blocks, long ones and short ones, and gives the number of the iteration with which the loop as it was goes on.
func (s *search) blocks(b *ir.Builder, trips *ir.Value) *ir.Value {
	n := b.Int(asWritten)
	if s.long > s.short {
		enough := b.If(b.Compare(ir.OpGe, trips, b.Int(asWritten+s.long)), ir.TI64)
		long := b.In(enough.Regions[0])
		long.Yield(s.ofLength(long, s.long, n, trips))
		b.In(enough.Regions[1]).Yield(n)
		n = enough.Results[0]
	}
	more := b.If(b.Compare(ir.OpLe, n, b.Binary(ir.OpSub, trips, b.Int(s.short))), ir.TI64)
	short := b.In(more.Regions[0])
	short.Yield(s.ofLength(short, s.short, n, trips))
	b.In(more.Regions[1]).Yield(n)
	return more.Results[0]
}

// ofLength emits a loop over blocks, the first of which is from first on, up to one that has the end, or until what is left is shorter than a block.
func (s *search) ofLength(b *ir.Builder, length int64, first, trips *ir.Value) *ir.Value {
	last := b.Binary(ir.OpSub, trips, b.Int(length))
	loop := b.Loop([]*ir.Value{first}, ir.TI64)
	in := b.In(loop.Regions[0])
	from := in.Region.Params[0]
	next := in.Binary(ir.OpAdd, from, in.Int(length))
	reduce := in.Op(ir.OpBlockReduce, []*ir.Value{in.Int(0), in.Int(length), in.Bool(false)}, ir.TBool)
	reduce.Ints, reduce.Mode = []int64{0, 1}, ir.InLanes
	one := in.In(reduce.AddRegion(ir.TI64))
	c := ir.NewCloner()
	c.Map(s.cond.Params[0], one.Binary(ir.OpAdd, from, one.Region.Params[0]))
	c.Into(reduce.Regions[0], s.cond.Ops)
	join := in.In(reduce.AddRegion(ir.TBool, ir.TBool))
	join.Yield(join.Binary(ir.OpOr, join.Region.Params[0], join.Region.Params[1]))
	done := in.If(reduce.Results[0])
	in.In(done.Regions[0]).Break(loop, from)
	in.In(done.Regions[1]).Yield()
	more := in.If(in.Compare(ir.OpLe, next, last))
	in.In(more.Regions[0]).Continue(loop, next)
	in.In(more.Regions[1]).Break(loop, next)
	in.Break(loop, next) // never reached
	return loop.Results[0]
}
