package simd

import (
	"math/bits"

	"github.com/hone-go/hone/internal/ir"
)

// streams is about the streaming stores of a loop in lanes. They begin where a line does, so that the loop begins with less than a line under a mask,
// up to where the first of them does; where the others don't, they are ordinary stores.
type streams struct {
	aligned map[*ir.Op]*ir.Value // by store: whether its addresses are aligned in the vector loop
	on      bool                 // in the vector loop
}

// streaming lists the streaming stores of a loop that fill registers, alone or joined. A line that is written to in both ways costs a trip to memory, so that they fill whole ones.
func (e *emitter) streaming(body *ir.Region, sh *shapes) (stores []*ir.Op) {
	for _, st := range body.Ops {
		if st.Kind == ir.OpStore && st.Mode == ir.Streaming && (st.Args[2].Type.Size()*e.kernel.Lanes == e.opt.Machine.RegisterBytes || e.joinedBy(st, sh) > 0) {
			stores = append(stores, st)
		}
	}
	return stores
}

// lineParts is how many registers' worth of elements fill a line where a store puts them.
func (e *emitter) lineParts(st *ir.Op) int {
	return e.opt.Machine.LineBytes / (st.Args[2].Type.Size() * e.kernel.Lanes)
}

// alignStreams gives how many iterations of a loop with streaming stores come before the vectors, less than a line; nil where it has none.
func (e *emitter) alignStreams(o *ir.Op, lo, hi *ir.Value) *ir.Value {
	body := o.Regions[0]
	stores := e.streaming(body, e.sh)
	if len(stores) == 0 {
		return nil
	}
	types := []*ir.Type{ir.TI64}
	for range stores {
		types = append(types, ir.TBool)
	}
	// Short rows take as long as that does: where nothing goes past the caches it isn't done.
	done := e.plainIf(e.far, types, func() []*ir.Value { return e.toLine(body, stores, lo, hi) }, func() []*ir.Value {
		none := []*ir.Value{e.b.Int(0)}
		for range stores {
			none = append(none, e.b.Bool(false))
		}
		return none
	})
	e.lanes.streams.aligned = map[*ir.Op]*ir.Value{}
	for k, st := range stores {
		e.lanes.streams.aligned[st] = done[1+k]
	}
	return done[0]
}

// toLine gives how many iterations are ahead of the line that the first of some stores comes to, and for each store whether it is at the beginning of one then.
func (e *emitter) toLine(body *ir.Region, stores []*ir.Op, lo, hi *ir.Value) []*ir.Value {
	lanes := e.lanes
	e.lanes = nil
	var at []*ir.Value
	for _, st := range stores {
		e.computeAt(body, st.Args[1:2], lo)
		p := e.address(st.Args[0], st.Args[1], nil, st.Ints)
		at = append(at, e.addU(e.addU(p.base.u, e.scaled(p.idx.u, p.scale)), e.b.Int(p.disp)))
	}
	e.lanes = lanes
	size, line := int64(stores[0].Args[2].Type.Size()), int64(e.opt.Machine.LineBytes)
	rest := e.b.Binary(ir.OpAnd, e.b.Unary(ir.OpNeg, at[0]), e.b.Int(line-1))
	n := e.b.Binary(ir.OpShr, rest, e.b.Const(ir.TU64, uint64(bits.TrailingZeros64(uint64(size)))))
	n = e.b.Binary(ir.OpMin, n, e.b.Binary(ir.OpSub, hi, lo))
	bytes := e.b.Binary(ir.OpMul, n, e.b.Int(size))
	out := []*ir.Value{n}
	for k := range stores {
		first := e.b.Binary(ir.OpAnd, e.b.Binary(ir.OpAdd, at[k], bytes), e.b.Int(line-1))
		out = append(out, e.b.Compare(ir.OpEq, first, e.b.Int(0)))
	}
	return out
}

// lineStart emits the n iterations ahead of the vectors.
func (e *emitter) lineStart(lo, n *ir.Value, part func(i, mask *ir.Value)) {
	e.plainIf(e.b.Compare(ir.OpGt, n, e.b.Int(0)), nil, func() []*ir.Value {
		e.atATime(e.opt.Machine.LineBytes/e.opt.Machine.RegisterBytes, func() { part(lo, e.firstLanes(n)) })
		return nil
	}, func() []*ir.Value { return nil })
}

// bothEnds emits a loop of which what comes before the vectors and what comes behind them, or is left by them, is done by the same code, slow, perhaps nothing.
//
//	i, stop := lo, start
//	for {
//		slow, from i to stop
//		if stop == hi { break }
//		i, stop = behind the vectors, which begin at start, hi
//	}
func (e *emitter) bothEnds(lo, start, hi *ir.Value, slow func(i, stop *ir.Value), vectors func() *ir.Value) {
	loop := e.b.Loop([]*ir.Value{lo, start})
	outer := e.b.Region
	e.b.Region = loop.Regions[0]
	i, stop := loop.Regions[0].Params[0], loop.Regions[0].Params[1]
	slow(i, stop)
	next := e.plainIf(e.b.Compare(ir.OpLt, stop, hi), []*ir.Type{ir.TI64},
		func() []*ir.Value { return []*ir.Value{vectors()} },
		func() []*ir.Value { return []*ir.Value{hi} })
	br := e.b.If(e.b.Compare(ir.OpLt, next[0], hi))
	e.b.In(br.Regions[0]).Continue(loop, next[0], hi)
	e.b.In(br.Regions[1]).Break(loop)
	e.b.Op(ir.OpUnreachable, nil)
	e.b.Region = outer
}

// streamStore emits an unmasked store in both forms.
func (e *emitter) streamStore(aligned *ir.Value, args []*ir.Value, p address) {
	e.plainIf(aligned, nil, func() []*ir.Value {
		e.mem(ir.OpMStore, args, p).Mode = ir.Streaming
		return nil
	}, func() []*ir.Value {
		e.mem(ir.OpMStore, args, p)
		return nil
	})
}

// streamed is whether the store may go past the caches here; nil if never.
func (e *emitter) streamed(o *ir.Op) *ir.Value {
	if e.lanes == nil || !e.lanes.streams.on {
		return nil
	}
	return e.lanes.streams.aligned[o]
}
