package simd

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// address is where an access goes: base + idx*scale + disp, idx absent for none.
type address struct {
	base  lval
	idx   lval
	scale int64
	disp  int64
}

// address finds the address of slice[i] at the path.
func (e *emitter) address(slice, i *ir.Value, extra []*ir.Value, path []int64) address {
	elem := slice.Type.Elem
	off, strides := ir.PathLayout(elem, path)
	size := int64(elem.Size())
	base := e.slice(slice).ptr
	idx := e.get(i)
	if len(strides) == 0 && (size == 1 || size == 2 || size == 4 || size == 8) {
		if idx.v != nil && base.isUniform() {
			if n := e.narrowIndex(i); n != nil {
				idx.v = n
			}
			return address{base, idx, size, int64(off)}
		}
		return address{base, idx, size, int64(off)}
	}
	at := e.mulConst(idx, size)
	for k, st := range strides {
		at = e.addL(at, e.mulConst(e.get(extra[k]), int64(st)))
	}
	return address{base, at, 1, int64(off)}
}

// byteStride is how many bytes apart the lanes' elements are.
func (p address) byteStride() int64 { return p.base.stride + p.idx.stride*p.scale }

// simple reports an address whose lanes are evenly spaced.
func (p address) simple() bool { return p.base.v == nil && p.idx.v == nil }

// farStride is from where the offsets of a vector's lanes, at most 256, may need 64 bits.
const farStride = 1 << 23

// vectorIndex is a base and a vector of offsets for a gather or scatter.
func (e *emitter) vectorIndex(p address) (base, index *ir.Value, scale int64) {
	switch stride := p.byteStride(); {
	case p.simple():
		base = e.addU(p.base.u, e.scaled(p.idx.u, p.scale))
		t := ir.TI64
		if -farStride < stride && stride < farStride {
			t = ir.TI32
		}
		return base, e.ramp(t, stride), 1
	case p.base.isUniform():
		return p.base.u, p.idx.v, p.scale
	default:
		off := e.addL(p.base, e.mulConst(p.idx, p.scale))
		return e.b.Int(0), e.toVec(off), 1
	}
}

func (e *emitter) scaled(u *ir.Value, c int64) *ir.Value {
	if c == 1 {
		return u
	}
	return e.b.Binary(ir.OpMul, u, e.b.Int(c))
}

func (e *emitter) mem(k ir.OpKind, args []*ir.Value, p address, results ...*ir.Type) *ir.Op {
	o := e.b.Op(k, args, results...)
	o.Ints = []int64{p.scale, p.disp}
	return o
}

func (e *emitter) load(o *ir.Op) {
	t := o.Result().Type
	if t.Kind == ir.Slice {
		e.loadSlice(o)
		return
	}
	if e.allocs[o.Args[0]] != nil {
		e.env[o.Result()] = e.loadPrivate(o)
		return
	}
	if g := e.groupOf(o); g != nil {
		e.env[o.Result()] = e.groupLoad(g, o)
		return
	}
	if v := e.rowLoad(o); v != nil {
		e.env[o.Result()] = lval{v: v}
		return
	}
	p := e.address(o.Args[0], o.Args[1], o.Args[2:], o.Ints)
	e.noteAccess(o, p, t)
	if p.simple() && p.byteStride() == 0 {
		e.env[o.Result()] = lval{u: e.uniformLoad(p, t, asksAhead(o))}
		return
	}
	e.env[o.Result()] = lval{v: e.vectorLoad(o, p, t)}
}

// loadSlice reads the three words of a slice that lies in memory.
func (e *emitter) loadSlice(o *ir.Op) {
	p := e.address(o.Args[0], o.Args[1], o.Args[2:], o.Ints)
	var words [3]lval
	for i := range words {
		if p.simple() && p.byteStride() == 0 {
			words[i] = lval{u: e.uniformLoad(p, ir.TI64, ir.Sequential)}
		} else {
			words[i] = lval{v: e.vectorLoad(o, p, ir.TI64)}
		}
		p.disp += 8
	}
	e.slices[o.Result()] = slice3{words[0], words[1], words[2]}
}

// asksAhead is the mode of a load of one element: loops in sequence ask ahead, what is left of those in lanes doesn't.
func asksAhead(o *ir.Op) ir.Mode {
	if in := o.Parent.Parent; o.Mode == ir.Ahead && in != nil && in.Kind == ir.OpLoop {
		return ir.Ahead
	}
	return ir.Sequential
}

// uniformLoad reads one element; where no lane may be active the address may be anything, and is left alone.
func (e *emitter) uniformLoad(p address, t *ir.Type, mode ir.Mode) *ir.Value {
	read := func() *ir.Value {
		l := e.mem(ir.OpMLoad, []*ir.Value{p.base.u, p.idx.u}, p, t)
		l.Mode = mode
		return l.Result()
	}
	if !e.mayBeEmpty() {
		return read()
	}
	vals, _ := e.scalarIf(e.anyLane(e.maskValue()), []*ir.Type{t}, [2]arm{
		func() ([]*ir.Value, flow) { return []*ir.Value{read()}, falls },
		func() ([]*ir.Value, flow) { return []*ir.Value{e.zeroOf(t)}, falls },
	})
	return vals[0]
}

func (e *emitter) vectorLoad(o *ir.Op, p address, t *ir.Type) *ir.Value {
	if p.simple() && p.byteStride() == int64(t.Size()) {
		args := []*ir.Value{p.base.u, p.idx.u}
		if m := e.mask(); m != nil {
			args = append(args, m)
		}
		l := e.mem(ir.OpMLoad, args, p, e.vec(t))
		if len(args) == 2 {
			l.Mode = o.Mode
		}
		return l.Result()
	}
	if base, step := e.evenSteps(o, p); step != nil {
		p.scale = 1
		return e.mem(ir.OpGather, []*ir.Value{base, step}, p, e.vec(t)).Result()
	}
	base, idx, scale := e.vectorIndex(p)
	p.scale = scale
	return e.mem(ir.OpGather, []*ir.Value{base, idx, e.maskValue()}, p, e.vec(t)).Result()
}

func (e *emitter) store(o *ir.Op) {
	val := e.get(o.Args[2])
	if e.allocs[o.Args[0]] != nil {
		e.storePrivate(o, val)
		return
	}
	if g := e.groupOf(o); g != nil {
		e.groupStore(g, o, val)
		return
	}
	p := e.address(o.Args[0], o.Args[1], o.Args[3:], o.Ints)
	t := o.Args[2].Type
	e.noteAccess(o, p, t)
	if p.simple() && p.byteStride() == 0 && val.isUniform() {
		e.uniformStore(p, val.u)
		return
	}
	if p.simple() && p.byteStride() == int64(t.Size()) {
		args := []*ir.Value{p.base.u, p.idx.u, e.toVec(val)}
		if m := e.mask(); m != nil {
			args = append(args, m)
		} else if aligned := e.streamed(o); aligned != nil {
			e.streamStore(aligned, args, p)
			return
		}
		e.mem(ir.OpMStore, args, p)
		return
	}
	if base, step := e.evenSteps(o, p); step != nil {
		p.scale = 1
		e.mem(ir.OpScatter, []*ir.Value{base, step, e.toVec(val)}, p)
		return
	}
	base, idx, scale := e.vectorIndex(p)
	p.scale = scale
	e.mem(ir.OpScatter, []*ir.Value{base, idx, e.toVec(val), e.maskValue()}, p)
}

func (e *emitter) uniformStore(p address, v *ir.Value) {
	write := func() { e.mem(ir.OpMStore, []*ir.Value{p.base.u, p.idx.u, v}, p) }
	if !e.mayBeEmpty() {
		write()
		return
	}
	e.scalarIf(e.anyLane(e.maskValue()), nil, [2]arm{
		func() ([]*ir.Value, flow) { write(); return nil, falls },
		func() ([]*ir.Value, flow) { return nil, falls },
	})
}

// alloca: every lane has its own copy, element i of all lanes side by side, so that a uniform index gives a plain vector access.
func (e *emitter) alloca(o *ir.Op) {
	s := o.Result()
	n := o.Ints[0]
	elem := s.Type.Elem
	e.remark(o)
	if !elem.IsScalar() {
		e.fail(o, "a local array of %s", elem)
	}
	lanes := int64(1)
	if e.lanes != nil {
		lanes = int64(e.lanes.vl)
	}
	bytes := n * lanes * int64(elem.Size())
	if bytes > int64(e.opt.ScratchBytes) {
		panic(&ir.Limit{Pos: o.Pos, Msg: fmt.Sprintf("a local array of %d bytes (at most %d)", bytes, e.opt.ScratchBytes)})
	}
	ptr := e.b.Op(ir.OpPtr, nil, ir.TI64)
	ptr.Ints = []int64{bytes}
	delete(e.allocs, s)
	if e.lanes != nil {
		e.allocs[s] = ptr.Result()
	}
	e.slices[s] = slice3{lval{u: ptr.Result()}, lval{u: e.b.Int(n)}, lval{u: e.b.Int(n)}}
	if n > 0 {
		e.clear(ptr.Result(), elem, n)
	}
}

// clear zeroes private memory with a loop of stores: of vectors where these divide its length, else of words.
func (e *emitter) clear(ptr *ir.Value, elem *ir.Type, n int64) {
	t, size := elem, int64(elem.Size())
	register := int64(e.opt.Machine.RegisterBytes)
	switch {
	case e.lanes != nil:
		t, size = e.vec(elem), size*int64(e.lanes.vl)
	case n*size%register == 0:
		t = ir.VecOf(map[int]*ir.Type{1: ir.TI8, 2: ir.TI16, 4: ir.TI32, 8: ir.TI64}[e.opt.Machine.RegisterBytes/e.kernel.Lanes], e.kernel.Lanes)
		n, size = n*size/register, register
	case n*size%8 == 0:
		t, n, size = ir.TI64, n*size/8, 8
	}
	zero := e.b.Int(0)
	loop := e.b.Loop([]*ir.Value{zero})
	outer := e.b.Region
	e.b.Region = loop.Regions[0]
	i := loop.Regions[0].Params[0]
	st := e.b.Op(ir.OpMStore, []*ir.Value{ptr, i, e.zeroOf(t)})
	st.Ints = []int64{1, 0}
	next := e.b.Binary(ir.OpAdd, i, e.b.Int(size))
	br := e.b.If(e.b.Compare(ir.OpLt, next, e.b.Int(n*size)))
	e.b.In(br.Regions[0]).Continue(loop, next)
	e.b.In(br.Regions[1]).Break(loop)
	e.b.Op(ir.OpUnreachable, nil)
	e.b.Region = outer
}

// privatePlace is the address of element i of a private array, by lane: the offsets are small.
func (e *emitter) privatePlace(o *ir.Op) (base *ir.Value, at lval, contiguous bool) {
	base = e.allocs[o.Args[0]]
	size := int64(o.Args[0].Type.Elem.Size())
	idx := e.get(o.Args[1])
	row := size * int64(e.lanes.vl)
	if idx.isUniform() {
		return base, e.mulConst(idx, row), true
	}
	if idx.v == nil {
		idx.u = e.b.Conv(idx.u, ir.TI32)
	} else if n := e.narrowIndex(o.Args[1]); n != nil {
		idx.v = n
	} else {
		idx.v = e.b.Conv(idx.v, e.vec(ir.TI32))
	}
	at = lval{v: e.toVec(e.mulConst(idx, row))}
	return base, e.addL(at, lval{v: e.ramp(ir.TI32, size)}), false
}

func (e *emitter) loadPrivate(o *ir.Op) lval {
	t := o.Result().Type
	base, at, contiguous := e.privatePlace(o)
	p := address{scale: 1}
	switch {
	case contiguous && (e.some || e.mask() == nil):
		return lval{v: e.mem(ir.OpMLoad, []*ir.Value{base, at.u}, p, e.vec(t)).Result()}
	case contiguous:
		return lval{v: e.mem(ir.OpMLoad, []*ir.Value{base, at.u, e.maskValue()}, p, e.vec(t)).Result()}
	}
	return lval{v: e.mem(ir.OpGather, []*ir.Value{base, at.v, e.maskValue()}, p, e.vec(t)).Result()}
}

func (e *emitter) storePrivate(o *ir.Op, val lval) {
	base, at, contiguous := e.privatePlace(o)
	p := address{scale: 1}
	switch {
	case contiguous && e.mask() == nil:
		e.mem(ir.OpMStore, []*ir.Value{base, at.u, e.toVec(val)}, p)
	case contiguous:
		e.mem(ir.OpMStore, []*ir.Value{base, at.u, e.toVec(val), e.maskValue()}, p)
	default:
		e.mem(ir.OpScatter, []*ir.Value{base, at.v, e.toVec(val), e.maskValue()}, p)
	}
}

// sliceOp: s[lo:hi] or s[lo:hi:max]. With nothing left the address stays that of s, as in Go: it must not point behind the array.
func (e *emitter) sliceOp(o *ir.Op) {
	s := e.slice(o.Args[0])
	lo, hi := e.get(o.Args[1]), e.get(o.Args[2])
	limit := s.cap
	if len(o.Args) > 3 {
		limit = e.get(o.Args[3])
	}
	cap := e.subL(limit, lo)
	off := e.mulConst(lo, int64(o.Args[0].Type.Elem.Size()))
	var delta lval
	if cap.isUniform() && off.isUniform() {
		empty := e.b.Compare(ir.OpEq, cap.u, e.b.Int(0))
		delta = lval{u: e.b.Select(empty, e.b.Int(0), off.u)}
	} else {
		c := e.toVec(cap)
		zero := e.zeroOf(c.Type)
		delta = lval{v: e.b.Select(e.b.Compare(ir.OpEq, c, zero), zero, e.toVec(off))}
	}
	e.slices[o.Result()] = slice3{e.addL(s.ptr, delta), e.subL(hi, lo), cap}
}

// apart: no memory in common up to the lengths, or the capacities; or the same address.
func (e *emitter) apart(o *ir.Op) {
	end := func(k int) (from, to *ir.Value) {
		s := e.slice(o.Args[k])
		extent := s.len.u
		if o.Ints[1] != 0 {
			extent = s.cap.u
		}
		bytes := e.b.Binary(ir.OpMul, extent, e.b.Int(int64(o.Args[k].Type.Elem.Size())))
		return s.ptr.u, e.b.Binary(ir.OpAdd, s.ptr.u, bytes)
	}
	a, endA := end(0)
	b, endB := end(1)
	ok := e.b.Binary(ir.OpOr, e.b.Compare(ir.OpLe, endA, b), e.b.Compare(ir.OpLe, endB, a))
	if o.Ints[0] != 0 {
		ok = e.b.Binary(ir.OpOr, ok, e.b.Compare(ir.OpEq, a, b))
	}
	e.env[o.Result()] = lval{u: ok}
}

func (e *emitter) zero(o *ir.Op) {
	t := o.Result().Type
	if t.Kind == ir.Slice {
		z := lval{u: e.b.Int(0)}
		e.slices[o.Result()] = slice3{z, z, z}
		return
	}
	e.env[o.Result()] = lval{u: e.zeroOf(t)}
}

func (e *emitter) selectOp(o *ir.Op) {
	if o.Result().Type.Kind != ir.Slice {
		e.env[o.Result()] = e.lanewise(o)
		return
	}
	c := e.get(o.Args[0])
	x, y := e.slice(o.Args[1]), e.slice(o.Args[2])
	pick := func(a, b lval) lval {
		if c.isUniform() && a.isUniform() && b.isUniform() {
			return lval{u: e.b.Select(c.u, a.u, b.u)}
		}
		return lval{v: e.b.Select(e.toVec(c), e.toVec(a), e.toVec(b))}
	}
	e.slices[o.Result()] = slice3{pick(x.ptr, y.ptr), pick(x.len, y.len), pick(x.cap, y.cap)}
}
