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
//	=> if the load begins in its page a little ahead of the store {
//	     v0 = mload q, i0
//	     loop (i, j, u) { v = f(mload p, i-1); mstore q, j, u; ... next i', i, v }
//	     mstore q, j, u
//	   } { loop as it was }
//
// The first iteration stores what is there. Iterations are independent, so that no load misses a store. Blocks of rows have too many vectors for that; rows one by one are
// too short for asking to be nothing (tiles of a 7-point stencil took a third longer); and what carries values waits for those (sums of all that comes before: a fifth).
func Delay(f *ir.Func, m *machine.Desc) bool {
	var found []*delay
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpLoop && o.Kind != ir.OpFor {
			return true
		}
		if o.Kind == ir.OpLoop && o.Mode == ir.InLanes {
			if d := delayed(o, int64(m.AliasBytes)); d != nil {
				found = append(found, d)
			}
		}
		return false // loops inside
	})
	for _, d := range found {
		d.choose(int64(m.AliasBytes), m.Always())
	}
	return len(found) > 0
}

// delay is a loop whose stores come an iteration later.
type delay struct {
	loop   *ir.Op
	writes []*ir.Op  // the ops of its body that store: stores, or a branch with the same ones in both arms
	stores []*ir.Op  // what they store, once each
	load   *ir.Op    // one that meets a store,
	meets  *ir.Op    // this one
	behind *ir.Op    // the last one that does
	end    *ir.Value // of the loop's index
	step   int64
}

// mostDelayed is how many vectors may wait.
const mostDelayed = 4

// longEnough is from how many iterations on one more is worth it.
const longEnough = 32

// delayed looks at a loop, of addresses that are compared up to pages of so many bytes; nil: its stores stay where they are.
func delayed(loop *ir.Op, page int64) *delay {
	body := loop.Regions[0]
	d := &delay{loop: loop}
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
	if len(body.Params) > 1 || len(d.stores) == 0 || len(d.stores) > mostDelayed || !d.counted() || !d.meetsLoads(page) || !d.places() {
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

// meetsLoads reports a load that begins in a page just before where one of the stores does, in the next iteration in what that has stored, if their slices
// begin at the same place in a page, and rows too; and notes the last one of them.
func (d *delay) meetsLoads(page int64) bool {
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
			by := s.Sub(s.Of(o.Args[1]), s.Of(st.Args[1]))
			_, apart := by.Apart()
			back := apart*size + o.Ints[1] - st.Ints[1]
			if !by.Mentions(index) && (back%page+page)%page > page-reachBack {
				if d.load == nil {
					d.load, d.meets = o, st
				}
				d.behind = o
			}
		}
	}
	return d.load != nil
}

// places reports that the places of the stores are computed from the loop's index alone, and that no value has two.
func (d *delay) places() bool {
	for k, st := range d.stores {
		twice := slices.ContainsFunc(d.stores[:k], func(o *ir.Op) bool { return o.Args[2] == st.Args[2] })
		if v := st.Args[2]; twice || v.Def == nil || v.Def.Parent != d.loop.Regions[0] || d.loop.Defines(st.Args[0]) || !d.place(st.Args[1]) {
			return false
		}
	}
	return d.place(d.load.Args[1]) && !d.loop.Defines(d.load.Args[0])
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
func (d *delay) choose(page int64, always bool) {
	loop := d.loop
	b := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	first := ir.NewCloner()
	first.MapAll(loop.Regions[0].Params, loop.Args)
	address := func(o *ir.Op) *ir.Value {
		at := b.Binary(ir.OpMul, d.compute(b, first, o.Args[1]), b.Int(o.Ints[0]))
		return b.Binary(ir.OpAdd, b.Binary(ir.OpAdd, o.Args[0], at), b.Int(o.Ints[1]))
	}
	apart := b.Binary(ir.OpAnd, b.Binary(ir.OpSub, address(d.meets), address(d.load)), b.Int(page-1))
	meet := b.Binary(ir.OpAnd, b.Compare(ir.OpLt, b.Int(0), apart), b.Compare(ir.OpLt, apart, b.Int(reachBack)))
	meet = b.Binary(ir.OpAnd, meet, b.Compare(ir.OpLt, b.Int(longEnough*d.step), b.Binary(ir.OpSub, d.end, loop.Args[0])))
	if always {
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
	delayed(other, page).apply()
	then.Yield(other.Results[:len(was)]...)
	plain.Insert(loop)
	plain.Yield(own...)
}

// apply makes it so.
func (d *delay) apply() {
	loop, body := d.loop, d.loop.Regions[0]
	ahead := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	first := ir.NewCloner()
	first.MapAll(body.Params, loop.Args)
	late := ir.NewCloner() // in the body: the iteration before
	results := ir.NewCloner()
	var inits, next []*ir.Value
	carry := func(v, init *ir.Value) {
		inits, next = append(inits, init), append(next, v)
		late.Map(v, body.AddParam(v.Type, ""))
		results.Map(v, loop.AddResult(v.Type))
	}
	carry(body.Params[0], loop.Args[0])
	for _, st := range d.stores {
		was := ahead.Op(ir.OpMLoad, []*ir.Value{st.Args[0], d.compute(ahead, first, st.Args[1])}, st.Args[2].Type)
		was.Ints = slices.Clone(st.Ints)
		carry(st.Args[2], was.Result())
	}
	loop.InsertBefore(ahead.Region.Take(0)...)
	for _, end := range d.ends() {
		end.AddArgs(next...)
	}
	loop.AddArgs(inits...)

	here := &ir.Builder{Region: ir.NewRegion(loop), Pos: loop.Pos}
	after := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	for _, o := range d.writes {
		for _, st := range d.stores {
			if st.Within(o) || st == o {
				d.compute(here, late, st.Args[1])
				d.compute(after, results, st.Args[1])
			}
		}
		here.Insert(late.Op(o))
		after.Insert(results.Op(o))
	}
	for _, o := range d.writes {
		o.Remove()
	}
	d.behind.InsertAfter(here.Region.Take(0)...)
	loop.InsertAfter(after.Region.Take(0)...)
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
