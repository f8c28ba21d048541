package eval

import (
	"fmt"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Kernel is a function of the lanes level, prepared for interpretation. It may be run by several goroutines at once.
type Kernel struct {
	// Stored, if not nil, is told each store, for tests.
	Stored func(at unsafe.Pointer, bytes int)

	code   *fcode
	params int // words that hold parameters
}

// NewKernel prepares f.
func NewKernel(f *ir.Func) *Kernel {
	k := &Kernel{code: newProgram(&ir.Module{Funcs: []*ir.Func{f}}).code(f.Name), params: len(f.Body.Params)}
	if f.Kernel == ir.RangeKernel {
		k.params -= 2
	}
	return k
}

// RunKernel runs a kernel of the lanes level once, as its machine code would be called (docs/ir.md): params holds the parameters' words,
// then room for the results' and four for a failure.
func RunKernel(f *ir.Func, params []uint64, lo, hi int64) (status int64) {
	return NewKernel(f).Run(params, lo, hi)
}

// Run runs the kernel; see RunKernel.
func (k *Kernel) Run(params []uint64, lo, hi int64) (status int64) {
	c := k.code
	fr := &lframe{slots: make([]lvalue, c.slots), stored: k.Stored}
	ids, formals := c.params, c.fn.Body.Params
	if c.fn.Kernel == ir.RangeKernel {
		fr.slots[ids[0]].s, fr.slots[ids[1]].s = uint64(lo), uint64(hi)
		ids, formals = ids[2:], formals[2:]
	}
	for i, id := range ids {
		fr.slots[id].s = ir.Canonical(formals[i].Type, params[i])
	}
	f := fr.region(c.body)
	switch f.kind {
	case ir.OpReturn:
		for i, v := range fr.out {
			params[k.params+i] = extend(c.fn.Results[i], v.s)
		}
		return 0
	case ir.OpFail:
		words := params[k.params+len(c.fn.Results):]
		clear(words[:min(len(words), len(rt.Words{}))])
		for i, v := range fr.out {
			words[i] = v.s
		}
		return int64(f.target)
	}
	panic("eval: kernel " + c.name + " does not return")
}

// extend is a scalar as it stands in its word: signed ones sign-extended.
func extend(t *ir.Type, bits uint64) uint64 {
	if t.IsInt() {
		return uint64(ir.SignExtend(t, bits))
	}
	return bits
}

// lvalue is a scalar, or the lanes of a vector (never changed once made).
type lvalue struct {
	s uint64
	v []uint64
}

type lframe struct {
	slots []lvalue
	out   []lvalue
	keep  map[uint64][]uint64 // private memory, by the uid of its ptr

	stored func(at unsafe.Pointer, bytes int)
}

func (fr *lframe) bind(ids []int, vs []lvalue) {
	for i, id := range ids {
		fr.slots[id] = vs[i]
	}
}

func (fr *lframe) region(rc *rcode) flow {
	for i := range rc.ops {
		o := &rc.ops[i]
		if o.kind.Has(ir.Terminator) {
			out := make([]lvalue, len(o.args))
			for k, id := range o.args {
				out[k] = fr.slots[id]
			}
			fr.out = out
			f := flow{o.kind, o.target}
			if o.kind == ir.OpFail {
				if len(o.op.Ints) == 0 {
					panic("eval: control comes where it never should")
				}
				f.target = int(o.op.Ints[0])
			}
			return f
		}
		switch o.kind {
		case ir.OpIf, ir.OpBlock, ir.OpLoop:
			f := fr.control(o)
			if f.kind == ir.OpBreak && f.target == o.target {
				f.kind = ir.OpYield
			}
			if f.kind != ir.OpYield {
				return f
			}
			fr.bind(o.res, fr.out)
		default:
			fr.op(o)
		}
	}
	panic("eval: region without an end")
}

func (fr *lframe) control(o *ocode) flow {
	switch o.kind {
	case ir.OpIf:
		if fr.slots[o.args[0]].s != 0 {
			return fr.region(o.regions[0])
		}
		return fr.region(o.regions[1])
	case ir.OpBlock:
		return fr.region(o.regions[0])
	}
	fr.out = make([]lvalue, len(o.args))
	for i, id := range o.args {
		fr.out[i] = fr.slots[id]
	}
	for {
		fr.bind(o.regions[0].params, fr.out)
		if f := fr.region(o.regions[0]); f.kind != ir.OpContinue || f.target != o.target {
			return f
		}
	}
}

func (fr *lframe) op(o *ocode) {
	if len(o.res) > 0 {
		t := o.op.Results[0].Type
		switch k := o.kind; {
		case k == ir.OpLaneReduce:
			fr.laneReduce(o)
		case k == ir.OpConst:
			fr.slots[o.res[0]] = broadcast(t, o.op.Bits)
		case k >= ir.OpAdd && k <= ir.OpBitcast || k == ir.OpTable:
			fr.slots[o.res[0]] = fr.lanewise(o, t)
		default:
			fr.slots[o.res[0]] = fr.special(o, t)
		}
		return
	}
	s := fr.slots
	switch o.kind {
	case ir.OpMStore:
		v := s[o.args[2]]
		var mask []uint64
		if len(o.args) > 3 {
			mask = s[o.args[3]].v
		}
		t := o.op.Args[2].Type
		at := fr.address(o, s[o.args[1]].s)
		if t.Kind != ir.Vec {
			fr.store(at, t, v.s)
			return
		}
		for i, bits := range v.v {
			if mask == nil || mask[i] != 0 {
				fr.store(at+uint64(i*t.Elem.Size()), t.Elem, bits)
			}
		}
	case ir.OpMStoreAll:
		t := o.op.Args[2].Type
		at := fr.address(o, s[o.args[1]].s)
		for k, a := range o.args[2:] {
			for i, bits := range s[a].v {
				fr.store(at+uint64((k*t.Len+i)*t.Elem.Size()), t.Elem, bits)
			}
		}
	case ir.OpScatter:
		t := o.op.Args[2].Type
		for i := range t.Len {
			if len(o.args) < 4 || s[o.args[3]].v[i] != 0 {
				fr.store(fr.address(o, fr.laneIndex(o, i)), t.Elem, s[o.args[2]].v[i])
			}
		}
	default:
		panic(fmt.Sprintf("eval: %s at the lanes level", o.kind))
	}
}

func (fr *lframe) store(at uint64, t *ir.Type, bits uint64) {
	p := pointer(at)
	if fr.stored != nil {
		fr.stored(p, t.Size())
	}
	writeScalar(p, t, bits)
}

func broadcast(t *ir.Type, bits uint64) lvalue {
	if t.Kind != ir.Vec {
		return lvalue{s: bits}
	}
	v := make([]uint64, t.Len)
	for i := range v {
		v[i] = bits
	}
	return lvalue{v: v}
}

// lanewise runs a scalar op lane by lane; operands that are scalars (a select's condition, a shift's count) serve all lanes.
func (fr *lframe) lanewise(o *ocode, t *ir.Type) lvalue {
	n := 1
	if t.Kind == ir.Vec {
		n = t.Len
	}
	operand := o.op.Args[0].Type.Scalar()
	out := make([]uint64, n)
	var a [3]uint64
	for i := range out {
		for k, id := range o.args {
			if x := fr.slots[id]; x.v != nil {
				a[k] = x.v[i]
			} else {
				a[k] = x.s
			}
		}
		out[i] = lane(o, operand, t.Scalar(), a)
	}
	if t.Kind != ir.Vec {
		return lvalue{s: out[0]}
	}
	return lvalue{v: out}
}

func lane(o *ocode, operand, result *ir.Type, a [3]uint64) uint64 {
	switch {
	case o.kind == ir.OpTable:
		// Lanes that are off may hold any index.
		if i := uint64(ir.SignExtend(operand, a[0])); i < uint64(len(o.op.Table())) {
			return o.op.Table()[i]
		}
		return 0
	case o.kind == ir.OpSelect:
		if a[0] != 0 {
			return a[1]
		}
		return a[2]
	case (o.kind == ir.OpDiv || o.kind == ir.OpRem) && operand.IsInt() && a[1] == 0:
		return 0 // likewise
	}
	switch len(o.args) {
	case 1:
		return ir.EvalScalar1(o.kind, operand, result, a[0])
	case 2:
		return ir.EvalScalar2(o.kind, operand, a[0], a[1])
	}
	return ir.EvalScalar3(o.kind, operand, a[0], a[1], a[2])
}

// special runs the ops of the lanes level that give one result.
func (fr *lframe) special(o *ocode, t *ir.Type) lvalue {
	s := fr.slots
	switch o.kind {
	case ir.OpSplat:
		return broadcast(t, s[o.args[0]].s)
	case ir.OpPack:
		v := make([]uint64, t.Len)
		for i, a := range o.args {
			v[i] = s[a].s
		}
		return lvalue{v: v}
	case ir.OpIota:
		v := make([]uint64, t.Len)
		for i := range v {
			v[i] = uint64(i)
		}
		return lvalue{v: v}
	case ir.OpShuffle:
		v := make([]uint64, t.Len)
		for i, n := range o.op.Ints {
			if n >= 0 {
				v[i] = s[o.args[int(n)/t.Len]].v[int(n)%t.Len]
			}
		}
		return lvalue{v: v}
	case ir.OpAny, ir.OpAll:
		for _, on := range s[o.args[0]].v {
			if (on != 0) == (o.kind == ir.OpAny) {
				return lvalue{s: boolVal(o.kind == ir.OpAny).bits}
			}
		}
		return lvalue{s: boolVal(o.kind == ir.OpAll).bits}
	case ir.OpCount:
		n := uint64(0)
		for _, on := range s[o.args[0]].v {
			n += on
		}
		return lvalue{s: n}
	case ir.OpCompress:
		v := make([]uint64, 0, t.Len)
		for i, on := range s[o.args[1]].v {
			if on != 0 {
				v = append(v, s[o.args[0]].v[i])
			}
		}
		return lvalue{v: v[:t.Len]}
	case ir.OpMLoad:
		return fr.load(o, t)
	case ir.OpGather:
		if len(o.op.Ints) > 2 {
			return fr.pieces(o, t)
		}
		v := make([]uint64, t.Len)
		for i := range v {
			if len(o.args) < 3 || s[o.args[2]].v[i] != 0 {
				v[i] = readScalar(pointer(fr.address(o, fr.laneIndex(o, i))), t.Elem)
			}
		}
		return lvalue{v: v}
	case ir.OpPtr:
		buf := fr.keep[o.uid]
		if buf == nil {
			buf = make([]uint64, o.op.Ints[0]/8+16)
			for i := range buf {
				buf[i] = 0xa5a5a5a5a5a5a5a5 // it is not zeroed: show who relies on that
			}
			if fr.keep == nil {
				fr.keep = map[uint64][]uint64{}
			}
			fr.keep[o.uid] = buf
		}
		return lvalue{s: (uint64(uintptr(unsafe.Pointer(&buf[0]))) + 63) &^ 63}
	}
	panic(fmt.Sprintf("eval: %s at the lanes level", o.kind))
}

func (fr *lframe) load(o *ocode, t *ir.Type) lvalue {
	at := fr.address(o, fr.slots[o.args[1]].s)
	if t.Kind != ir.Vec {
		return lvalue{s: readScalar(pointer(at), t)}
	}
	var mask []uint64
	if len(o.args) > 2 {
		mask = fr.slots[o.args[2]].v
	}
	v := make([]uint64, t.Len)
	for i := range v {
		if mask == nil || mask[i] != 0 {
			v[i] = readScalar(pointer(at+uint64(i*t.Elem.Size())), t.Elem)
		}
	}
	return lvalue{v: v}
}

// address is base + index*scale + disp.
func (fr *lframe) address(o *ocode, index uint64) uint64 {
	return fr.slots[o.args[0]].s + index*uint64(o.op.Ints[0]) + uint64(o.op.Ints[1])
}

// laneIndex is the index of lane i of a gather or scatter.
func (fr *lframe) laneIndex(o *ocode, i int) uint64 {
	if o.op.Args[1].Type == ir.TI64 {
		return uint64(i) * fr.slots[o.args[1]].s
	}
	return uint64(ir.SignExtend(o.op.Args[1].Type.Elem, fr.slots[o.args[1]].v[i]))
}

// pieces gathers several elements at each place; places behind the last one that there is are that one.
func (fr *lframe) pieces(o *ocode, t *ir.Type) lvalue {
	v, width := make([]uint64, t.Len), int(o.op.Ints[2])
	for i := range v {
		place := i / width
		if len(o.args) > 2 {
			place = min(place, int(fr.slots[o.args[2]].s)-1)
		}
		at := fr.address(o, uint64(place)*fr.slots[o.args[1]].s)
		v[i] = readScalar(pointer(at+uint64(i%width*t.Elem.Size())), t.Elem)
	}
	return lvalue{v: v}
}

// pointer makes an address from a kernel's parameters a pointer. The caller keeps the memory reachable, as for machine code.
func pointer(at uint64) unsafe.Pointer {
	p := uintptr(at)
	return *(*unsafe.Pointer)(unsafe.Pointer(&p))
}

// laneReduce halves the vectors until one lane is left: lane j with lane j + w, for w = L/2 ... 1.
func (fr *lframe) laneReduce(o *ocode) {
	n := len(o.args)
	vs := make([]lvalue, n)
	for i, id := range o.args {
		vs[i] = fr.slots[id]
	}
	for w := len(vs[0].v) / 2; w > 0; w /= 2 {
		params := append([]lvalue(nil), vs...)
		for _, x := range vs {
			high := make([]uint64, len(x.v))
			for j := range high {
				high[j] = x.v[(j+w)%len(x.v)]
			}
			params = append(params, lvalue{v: high})
		}
		fr.bind(o.regions[0].params, params)
		fr.region(o.regions[0])
		vs = fr.out
	}
	for i, id := range o.res {
		fr.slots[id] = lvalue{s: vs[i].v[0]}
	}
}
