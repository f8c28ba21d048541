package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// A load that lies in a page where an earlier store lies in another, in part, is held up until that has gone to the cache: the addresses are compared by their last
// twelve bits first (4 KiB aliasing: Intel 64 and IA-32 Architectures Optimization Reference Manual, "Memory disambiguation"; Fog, "The microarchitecture of Intel, AMD
// and VIA CPUs"). Large slices begin where a page does, so that this is what a stencil meets in each iteration: the vector to the left of the next one reaches into
// what has just been stored elsewhere, and all waits for the iteration before. (Measured on Zen 4, out[i+1] = f(in[i], in[i+1], in[i+2]) in float32 with AVX2: 4.9 µs
// for 50,000 elements, 4.3 where out begins 1 KiB further on in its page; for 4 million 0.68 and 0.40 ms.)

// Delay has loops store what the iteration before has computed, behind the loads of theirs, where they load so and there are many iterations:
//
//	loop (i) { v = f(mload p, i-1); mstore q, i, v; ... }
//	=> if a load begins in its page a little ahead of a store {
//	     v0 = mload q, i0
//	     loop (i, j, u) { v = f(mload p, i-1); mstore q, j, u; ... next i', i, v }
//	     mstore q, j, u
//	   } { loop as it was }
//
// The first iteration stores what is there. Iterations are independent, so that no load misses a store. What carries values waits for those (sums of all that comes before: a fifth).
//
// Rows of a picture are too short for asking in each to be nothing (tiles of a 7-point stencil took a third longer), and the next vectors of a short body begin anyway
// (3 x 3 stencils in blocks of rows: 0 to 4% longer, for half as much code again). Where a body is so long that the next one hardly begins before it ends, the next one waits
// for its stores on top of that. There the question is asked ahead of all rows, once for each distance between two of them. (Measured on Zen 4, a 5 x 5 stencil in blocks of
// four rows and two vectors, 2048 x 64 elements with AVX2: 0.74 ns for an element, 0.52 so, 0.47 where out begins 2 KiB further on in its page.)
//
// Scratch is the room for what is private, in bytes.
func Delay(f *ir.Func, m *machine.Desc, scratch int) bool {
	var found []*delay
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpPtr {
			scratch -= int(o.Ints[0])
		}
		return true
	})
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoop && o.Mode == ir.InLanes {
			if d := delayed(o, m); d != nil && (d.inRegisters() || 2*d.waiting() <= scratch) {
				if found = append(found, d); !d.inRegisters() {
					scratch -= 2 * d.waiting()
				}
			}
			return false
		}
		return true
	})
	for _, d := range found {
		d.choose()
	}
	return len(found) > 0
}

// delay is a loop whose stores come an iteration later.
type delay struct {
	m      *machine.Desc
	loop   *ir.Op
	long   bool     // the body is
	writes []*ir.Op // the ops of its body that store: stores, or a branch with the same ones in both arms
	stores []*ir.Op // what they store, once each
	meets  []meeting
	behind *ir.Op    // the last load that meets a store
	ahead  *ir.Op    // the outermost loop or branch around it, or the loop itself, ahead of which that can be asked
	end    *ir.Value // of the loop's index
	step   int64
}

// meeting is a load that begins in its page just ahead of a store, if what is not constant of the distance between the two is whole pages.
type meeting struct {
	load, store *ir.Op
	by          analysis.Poly // from the one to the other, in elements, and without what is constant
	back        int64         // that, in bytes
}

// mostDelayed is how many vectors may wait: of a long body those of a large block of rows, in private memory where registers are not enough.
func mostDelayed(long bool) int {
	if long {
		return 16
	}
	return 4
}

// mostMeetings is how many distances between rows are asked for.
const mostMeetings = 16

// longEnough is from how many iterations on one more is worth it.
const longEnough = 32

// delayed looks at a loop; nil: its stores stay where they are.
func delayed(loop *ir.Op, m *machine.Desc) *delay {
	body := loop.Regions[0]
	d := &delay{m: m, loop: loop}
	for _, o := range body.Ops {
		switch {
		case o.Kind == ir.OpMStore, o.Kind == ir.OpIf && o.Regions[0].Contains(isMStore):
			stores := storesIn(o)
			if stores == nil || o.Kind == ir.OpIf && loop.Defines(o.Args[0]) {
				return nil
			}
			d.writes, d.stores = append(d.writes, o), append(d.stores, stores...)
		case o.Kind.Has(ir.Writes), len(o.Regions) > 0 && !endsLoop(o, loop):
			return nil
		}
	}
	d.long = m.Always() || bodyCost(body) >= FissionFrom
	if len(body.Params) > 1 || len(d.stores) == 0 || len(d.stores) > mostDelayed(d.long) || !d.long && inLoop(loop) || !d.counted() || !d.meetsLoads() || !d.asked() || !d.places() {
		return nil
	}
	return d
}

func isMStore(o *ir.Op) bool { return o.Kind == ir.OpMStore }

// endsLoop reports the branch at the end of a loop's body, by which it goes on or is left.
func endsLoop(o, loop *ir.Op) bool {
	return o.Kind == ir.OpIf && !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
		return len(r.Ops) != 1 || r.Ops[0].Target != loop
	})
}

// storesIn gives the stores of whole vectors that an op consists of, or that a branch has in both arms; nil: it is something else.
func storesIn(o *ir.Op) []*ir.Op {
	whole := func(st *ir.Op) bool {
		return st.Kind == ir.OpMStore && len(st.Args) == 3 && len(st.Ints) == 2 && st.Args[2].Type.Kind == ir.Vec
	}
	if o.Kind != ir.OpIf {
		if !whole(o) {
			return nil
		}
		return []*ir.Op{o}
	}
	then, other := o.Regions[0].Ops, o.Regions[1].Ops
	if len(o.Results) > 0 || len(then) != len(other) {
		return nil
	}
	end := len(then) - 1
	for k, st := range then[:end] {
		if !whole(st) || !whole(other[k]) || !slices.Equal(st.Args, other[k].Args) || !slices.Equal(st.Ints, other[k].Ints) {
			return nil
		}
	}
	return then[:end]
}

// reachBack is how far behind the next store a load may begin, in bytes, such that it meets the one before.
const reachBack = 256

// meetsLoads finds loads that begin in a page just before where one of the stores does, in the next iteration in what that has stored, if their slices
// begin at the same place in a page, and rows too; of those as far from each other but for a constant the one that begins first.
func (d *delay) meetsLoads() bool {
	page := int64(d.m.AliasBytes)
	s := analysis.NewSpace()
	index := d.loop.Regions[0].Params[0]
	begins := slices.DeleteFunc(slices.Clone(d.stores), func(st *ir.Op) bool { // of rows
		return slices.ContainsFunc(d.stores, func(o *ir.Op) bool {
			return o.Args[0] == st.Args[0] && o.Args[1] == st.Args[1] && o.Ints[1] < st.Ints[1]
		})
	})
	for _, o := range d.loop.Regions[0].Ops {
		if o.Kind != ir.OpMLoad || len(o.Ints) != 2 {
			continue
		}
		for _, st := range begins {
			if o.Args[0] == st.Args[0] {
				return false // in place
			}
			size := o.Ints[0]
			if size != st.Ints[0] {
				continue
			}
			by, apart := s.Sub(s.Of(st.Args[1]), s.Of(o.Args[1])).Apart()
			m := meeting{o, st, by, apart*size + st.Ints[1] - o.Ints[1]}
			if back := (m.back%page + page) % page; !by.Mentions(index) && 0 < back && back < reachBack {
				d.meet(m)
				d.behind = o
			}
		}
	}
	return len(d.meets) > 0
}

// meet notes a meeting, if none like it has been noted that begins as far ahead.
func (d *delay) meet(m meeting) {
	k := slices.IndexFunc(d.meets, func(x meeting) bool {
		return x.load.Args[0] == m.load.Args[0] && x.store.Args[0] == m.store.Args[0] && x.load.Ints[0] == m.load.Ints[0] && x.by.Equal(m.by)
	})
	switch {
	case k >= 0:
		if m.back > d.meets[k].back {
			d.meets[k] = m
		}
	case len(d.meets) < mostMeetings:
		d.meets = append(d.meets, m)
	}
}

// bodyCost is the cost of a straight body in vector instructions.
func bodyCost(body *ir.Region) (cost int) {
	for _, o := range body.Ops {
		cost += vectorCost(o)
	}
	return cost
}

// asked finds where to ask how far loads and stores are apart; not in a loop, for each of its iterations.
func (d *delay) asked() bool {
	fixed := func(o *ir.Op) bool {
		return !slices.ContainsFunc(d.meets, func(m meeting) bool {
			return o.Defines(m.load.Args[0]) || o.Defines(m.store.Args[0]) || m.by.Any(o.Defines)
		})
	}
	for o := d.loop; o != nil && fixed(o); o = o.Parent.Parent {
		d.ahead = o
	}
	return d.ahead != nil && !inLoop(d.ahead)
}

// places reports that the places of the stores are computed from the loop's index alone, and that no value has two.
func (d *delay) places() bool {
	for k, st := range d.stores {
		twice := slices.ContainsFunc(d.stores[:k], func(o *ir.Op) bool { return o.Args[2] == st.Args[2] })
		if v := st.Args[2]; twice || v.Def == nil || v.Def.Parent != d.loop.Regions[0] || d.loop.Defines(st.Args[0]) || !d.place(st.Args[1]) {
			return false
		}
	}
	return true
}

// counted finds the step and the end of the loop's index.
func (d *delay) counted() bool {
	ops := d.loop.Regions[0].Ops
	k := slices.IndexFunc(ops, func(o *ir.Op) bool { return endsLoop(o, d.loop) })
	if k < 0 {
		return false
	}
	more := ops[k].Args[0].Def
	if more == nil || more.Kind != ir.OpLt || d.loop.Defines(more.Args[1]) {
		return false
	}
	d.end = more.Args[1]
	next := more.Args[0].Def
	if next == nil || next.Kind != ir.OpAdd || next.Args[0] != d.loop.Regions[0].Params[0] {
		return false
	}
	by, known := next.Args[1].ConstInt()
	d.step = by
	return known && by > 0
}

// place reports what is computed from the loop's index alone.
func (d *delay) place(v *ir.Value) bool {
	body := d.loop.Regions[0]
	if !d.loop.Defines(v) || v == body.Params[0] {
		return true
	}
	o := v.Def
	return o != nil && o.Parent == body && o.Kind.Has(ir.Pure) && len(o.Regions) == 0 && !slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return !d.place(a) })
}

// choose has both loops, for where a load meets a store and for where none does.
func (d *delay) choose() {
	loop := d.loop
	meet := d.ask()
	b := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	meet = b.Binary(ir.OpAnd, meet, b.Compare(ir.OpLt, b.Int(longEnough*d.step), b.Binary(ir.OpSub, d.end, loop.Args[0])))
	if d.m.Always() {
		meet = b.Compare(ir.OpLt, loop.Args[0], d.end) // as the loop is entered
	}
	branch := b.If(meet, ir.Types(loop.Results)...)
	was := loop.Results
	own := make([]*ir.Value, len(was))
	for k, v := range was {
		own[k] = &ir.Value{Type: v.Type, Name: v.Name}
	}
	other := ir.NewCloner().Op(loop)
	loop.ReplaceBy(b.Region.Take(0)...)
	loop.SetResults(own)
	branch.SetResults(was)
	then, plain := b.In(branch.Regions[0]), b.In(branch.Regions[1])
	then.Insert(other)
	delayed(other, d.m).apply()
	then.Yield(other.Results[:len(was)]...)
	plain.Insert(loop)
	plain.Yield(own...)
}

// ask asks whether a load meets a store, ahead of all rows.
func (d *delay) ask() *ir.Value {
	b := &ir.Builder{Region: ir.NewRegion(d.ahead.Parent.Parent), Pos: d.loop.Pos}
	same := func(v *ir.Value) *ir.Value { return v }
	var any *ir.Value
	for _, m := range d.meets {
		apart := b.Binary(ir.OpSub, m.store.Args[0], m.load.Args[0])
		apart = b.Binary(ir.OpAdd, apart, b.Binary(ir.OpMul, m.by.Emit(b, same), b.Int(m.load.Ints[0])))
		apart = b.Binary(ir.OpAnd, b.Binary(ir.OpAdd, apart, b.Int(m.back-1)), b.Int(int64(d.m.AliasBytes)-1)) // 0 becomes the most
		any = b.Join(ir.OpOr, any, b.Compare(ir.OpLt, apart, b.Int(reachBack-1)))
	}
	d.ahead.InsertBefore(b.Region.Take(0)...)
	return any
}

// apply makes it so.
func (d *delay) apply() {
	loop, body := d.loop, d.loop.Regions[0]
	around := func() *ir.Builder { return &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos} }
	c := &carrying{d: d, ahead: around(), here: &ir.Builder{Region: ir.NewRegion(loop), Pos: loop.Pos}, after: around(),
		first: ir.NewCloner(), late: ir.NewCloner(), results: ir.NewCloner()}
	c.first.MapAll(body.Params, loop.Args)
	c.carry(body.Params[0], loop.Args[0])
	take := func(st *ir.Op) {}
	if d.inRegisters() {
		for _, st := range d.stores {
			c.carry(st.Args[2], c.there(st))
		}
	} else {
		take = c.throughMemory()
	}
	for _, o := range d.writes {
		for _, st := range d.stores {
			if st.Within(o) || st == o {
				d.compute(c.here, c.late, st.Args[1])
				d.compute(c.after, c.results, st.Args[1])
				take(st)
			}
		}
		c.here.Insert(c.late.Op(o))
		c.after.Insert(c.results.Op(o))
	}
	for _, o := range d.writes {
		o.Remove()
	}
	loop.InsertBefore(c.ahead.Region.Take(0)...)
	for _, end := range d.ends() {
		end.AddArgs(c.next...)
	}
	loop.AddArgs(c.inits...)
	d.behind.InsertAfter(c.here.Region.Take(0)...)
	loop.InsertAfter(c.after.Region.Take(0)...)
}

// inRegisters reports room in registers for what waits, beside what the body has in them.
func (d *delay) inRegisters() bool {
	e := estimator{machine: d.m}
	return e.pressure(d.loop.Regions[0].Ops, d.loop.Regions[0])+len(d.stores) <= d.m.FreeRegisters()
}

// carrying is what goes from an iteration to the next, in the making.
type carrying struct {
	d                    *delay
	ahead, here, after   *ir.Builder // of the loop, in its body, and behind the loop
	first, late, results *ir.Cloner  // what values are called there: those of the first iteration, of the one before, and of the last
	inits, next          []*ir.Value
}

// carry has the loop carry v, which is init ahead of it.
func (c *carrying) carry(v, init *ir.Value) {
	c.inits, c.next = append(c.inits, init), append(c.next, v)
	c.late.Map(v, c.d.loop.Regions[0].AddParam(v.Type, ""))
	c.results.Map(v, c.d.loop.AddResult(v.Type))
}

// there loads what is where st stores in the first iteration.
func (c *carrying) there(st *ir.Op) *ir.Value {
	was := c.ahead.Op(ir.OpMLoad, []*ir.Value{st.Args[0], c.d.compute(c.ahead, c.first, st.Args[1])}, st.Args[2].Type)
	was.Ints = slices.Clone(st.Ints)
	return was.Result()
}

// throughMemory has values wait in private memory, in one half of it or the other in turns: they are there from when they have been computed, which may be while those
// before still wait. What is stored in an iteration lies side by side, so that few loads meet it in their pages. Take loads what a store stores, just ahead of that: all of them
// together would need registers.
func (c *carrying) throughMemory() (take func(st *ir.Op)) {
	body, half := c.d.loop.Regions[0], int64(c.d.waiting())
	ptr := c.ahead.Op(ir.OpPtr, nil, ir.TI64)
	ptr.Ints = []int64{2 * half}
	keep := func(b *ir.Builder, at *ir.Value, place int64, v *ir.Value) {
		b.Op(ir.OpMStore, []*ir.Value{ptr.Result(), at, v}).Ints = []int64{1, place}
	}
	kept := func(b *ir.Builder, at *ir.Value, place int64, t *ir.Type) *ir.Value {
		o := b.Op(ir.OpMLoad, []*ir.Value{ptr.Result(), at}, t)
		o.Ints = []int64{1, place}
		return o.Result()
	}
	other := func(b *ir.Builder, at *ir.Value) *ir.Value { return b.Binary(ir.OpSub, b.Int(half), at) }
	begin := &ir.Builder{Region: ir.NewRegion(c.d.loop), Pos: c.d.loop.Pos}
	at := body.AddParam(ir.TI64, "")
	before := other(begin, at)
	c.inits, c.next = append(c.inits, c.ahead.Int(0)), append(c.next, before)
	last := other(c.after, c.d.loop.AddResult(ir.TI64))
	place, places := int64(0), map[*ir.Op]int64{}
	for _, st := range c.d.stores {
		v := st.Args[2]
		places[st] = place
		keep(c.ahead, c.ahead.Int(half), place, c.there(st))
		here := &ir.Builder{Region: ir.NewRegion(c.d.loop), Pos: st.Pos}
		keep(here, at, place, v)
		v.Def.InsertAfter(here.Region.Take(0)...)
		place += int64(v.Type.Size())
	}
	body.Insert(0, begin.Region.Take(0)...)
	return func(st *ir.Op) {
		v := st.Args[2]
		c.late.Map(v, kept(c.here, before, places[st], v.Type))
		c.results.Map(v, kept(c.after, last, places[st], v.Type))
	}
}

// waiting is how many bytes wait for the next iteration.
func (d *delay) waiting() (bytes int) {
	for _, st := range d.stores {
		bytes += st.Args[2].Type.Size()
	}
	return bytes
}

// ends are the ops by which the loop goes on or is left.
func (d *delay) ends() (out []*ir.Op) {
	d.loop.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Target == d.loop {
			out = append(out, o)
		}
		return true
	})
	return out
}

// compute computes a place as in another iteration.
func (d *delay) compute(b *ir.Builder, in *ir.Cloner, v *ir.Value) *ir.Value {
	if in.Value(v) == v && d.loop.Defines(v) {
		for _, a := range v.Def.Args {
			d.compute(b, in, a)
		}
		in.Map(v, b.Insert(in.Op(v.Def)).Results[slices.Index(v.Def.Results, v)])
	}
	return in.Value(v)
}
