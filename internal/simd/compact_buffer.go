package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// bufferBytes is the private memory in which the compacts of a kernel gather what they keep, up to mostGathered for each of their stores.
const bufferBytes = 4096

// mostGathered is the size of a block. One that keeps more is copied in bursts that take longer than those loads that are under way meanwhile; with less, the
// copying of each block begins anew too often. Measured on Zen 5, float32 of which 1, 50 and 99 % are kept, beside blocks of 2048 bytes: in registers of 64 bytes
// those of 1024 are 0.85, 0.97 and 0.95 times as fast in cache, 0.97, 1.14 and 1.31 times in memory; in registers of 32 bytes 1.02, 0.88 and 1.06, and the same in memory.
func mostGathered(registerBytes int) int {
	if registerBytes > 32 {
		return 1024
	}
	return 2048
}

// densely is how many of a hundred a block has to keep for the next one to be stored at once: the branch that asks whether registers may be stored whole is then
// nearly always guessed right.
const densely = 85

// leastVectors is the length of a block, in vectors, from which gathering pays.
const leastVectors = 4

// keepBuffer is where a compact gathers what it keeps of a block of iterations, before it is copied to its places. There whole registers can be stored one
// over the rest of the other, while the memory that a program sees must be stored to under masks: that takes up to twice the time where it isn't in a cache
// (Zen 5). Nor need it be asked before each vector whether there is room for it.
type keepBuffer struct {
	block  int64       // iterations
	begins []*ir.Value // by store
}

// newKeepBuffer makes one; nil: there is no room for it.
func (e *emitter) newKeepBuffer(o *ir.Op, vl int) *keepBuffer {
	widest := 1
	stores := o.CompactStores()
	for _, st := range stores {
		widest = max(widest, st.Value.Type.Size())
	}
	most := max(mostGathered(e.opt.Machine.RegisterBytes), leastVectors*vl*widest)
	block := min(e.bufferRoom/len(stores), most) / widest / vl * vl
	if block < leastVectors*vl {
		return nil
	}
	k := &keepBuffer{block: int64(block)}
	for _, st := range stores {
		p := e.b.Op(ir.OpPtr, nil, ir.TI64)
		p.Ints = []int64{int64(block * st.Value.Type.Size())}
		e.bufferRoom -= block * st.Value.Type.Size()
		k.begins = append(k.begins, p.Result())
	}
	return k
}

// bufferRoomOf is the room for such buffers in a kernel, which may have arrays of its own.
func bufferRoomOf(body *ir.Region) int {
	room := bufferBytes
	body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpAlloca {
			room = 0
		}
		return true
	})
	return room
}

// compactBlocks emits blocks of vectors of which what is kept is gathered, from state[0] on to last, while there is room for all that a block keeps. It gives the
// state behind them: nothing of a block without room has been stored. Where the last block has kept most, the next one is not gathered, but stored at once.
func (e *emitter) compactBlocks(o *ir.Op, k *keepBuffer, state []*ir.Value, last *ir.Value) []*ir.Value {
	types := ir.Types(state)
	loop := e.b.Loop(append(state, e.b.Int(0)), types...)
	outer := e.b.Region
	e.b.Region = loop.Regions[0]
	params := loop.Regions[0].Params
	from, kept := params[:len(state)], params[len(state)]
	end := e.b.Binary(ir.OpMin, last, e.b.Binary(ir.OpAdd, from[0], e.b.Int(k.block)))
	next := from
	gathered := func() []*ir.Value { return e.compactGathered(o, k, loop, from, end) }
	if o.Counters() == 1 && e.lanes.vl >= 2*e.kernel.Lanes {
		next = e.plainIf(e.b.Compare(ir.OpGt, kept, e.b.Int(k.block*densely/100)), types, func() []*ir.Value {
			done := e.counted(from, end, int64(e.lanes.vl), func(i *ir.Value, counts []*ir.Value) []*ir.Value {
				e.lanes.bail = func() { e.b.Break(loop, append([]*ir.Value{i}, counts...)...) }
				return e.compactDense(o, i, counts)
			})
			done[0].Def.Mode = ir.InLanes
			return done
		}, gathered)
		kept = e.b.Binary(ir.OpSub, next[1], from[1])
	} else {
		next = gathered()
	}
	again := e.b.If(e.b.Compare(ir.OpLt, next[0], last))
	e.b.In(again.Regions[0]).Continue(loop, append(slices.Clone(next), kept)...)
	e.b.In(again.Regions[1]).Break(loop, next...)
	e.b.Op(ir.OpUnreachable, nil)
	e.b.Region = outer
	return loop.Results
}

// compactGathered emits a block of vectors that are gathered, and copied.
func (e *emitter) compactGathered(o *ir.Op, k *keepBuffer, loop *ir.Op, from []*ir.Value, end *ir.Value) []*ir.Value {
	e.lanes.bail = func() { e.b.Break(loop, from...) }
	begin := []*ir.Value{from[0]}
	for range from[1:] {
		begin = append(begin, e.b.Int(0))
	}
	done := e.counted(begin, end, int64(e.lanes.vl), func(i *ir.Value, counts []*ir.Value) []*ir.Value { return e.compactVector(o, i, counts, nil, k) })
	done[0].Def.Mode = ir.InLanes
	next := []*ir.Value{done[0]}
	var full *ir.Value
	for c, n := range done[1:] {
		next = append(next, e.b.Binary(ir.OpAdd, from[1+c], n))
		beyond := e.b.Compare(ir.OpGt, next[1+c], e.get(o.Rooms()[c]).u)
		full = e.b.Join(ir.OpOr, full, beyond)
	}
	e.bailIf(full)
	for s, st := range o.CompactStores() {
		e.copyKept(k.begins[s], st, from[1+st.Counter], done[1+st.Counter])
	}
	return next
}

// copyKept copies n gathered elements to where a store goes behind the first before of them.
func (e *emitter) copyKept(begin *ir.Value, st ir.CompactStore, before, n *ir.Value) {
	t := st.Value.Type
	from := address{base: lval{u: begin}, scale: int64(t.Size())}
	to := e.address(st.Slice, st.At, nil, nil)
	first := e.b.Binary(ir.OpAdd, e.get(st.At).u, before)
	e.atATime(1, func() {
		lanes := int64(e.kernel.Lanes)
		move := func(j, mask *ir.Value) {
			loads := []*ir.Value{begin, j}
			if mask != nil {
				loads = append(loads, mask)
			}
			v := e.mem(ir.OpMLoad, loads, from, e.vec(t)).Result()
			stores := []*ir.Value{to.base.u, e.b.Binary(ir.OpAdd, first, j), v}
			if mask != nil {
				stores = append(stores, mask)
			}
			e.mem(ir.OpMStore, stores, to)
		}
		last := e.b.Binary(ir.OpSub, n, e.b.Int(lanes-1))
		zero := e.b.Int(0)
		behind := e.plainIf(e.b.Compare(ir.OpGt, last, zero), []*ir.Type{ir.TI64}, func() []*ir.Value {
			done := e.counted([]*ir.Value{zero}, last, lanes, func(j *ir.Value, _ []*ir.Value) []*ir.Value { move(j, nil); return nil })
			done[0].Def.Mode = ir.InLanes
			return done
		}, func() []*ir.Value { return []*ir.Value{zero} })
		e.plainIf(e.b.Compare(ir.OpLt, behind[0], n), nil, func() []*ir.Value {
			move(behind[0], e.firstLanes(e.b.Binary(ir.OpSub, n, behind[0])))
			return nil
		}, func() []*ir.Value { return nil })
	})
}

// gather stores what a register keeps behind what the block has kept.
func (e *emitter) gather(k *keepBuffer, s int, t *ir.Type, count, x *ir.Value) {
	e.mem(ir.OpMStore, []*ir.Value{k.begins[s], count, x}, address{scale: int64(t.Size())})
}
