package eval

import (
	"math"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// pattern runs parfor, build and reduce, in the order of the indices (reductions: see below).
func (x *Interp) pattern(fr *iframe, o *ocode) {
	a := fr.args(o.args)
	switch o.kind {
	case ir.OpParFor:
		n := len(a)
		body := func(i []Value) bool {
			x.inline(fr, o.regions[0], i)
			return true
		}
		if len(o.regions) == 0 {
			n--
			body = func(i []Value) bool { return x.closure(a[n], i...)[0].Bits != 0 }
		}
		x.watch.begin(o, a[:n])
		x.each(a[:n], func(i []Value) bool {
			x.watch.next()
			return body(i)
		})
		x.watch.end()
	case ir.OpBuild:
		t := o.op.Results[0].Type.Elem
		s := x.make(t, int64(a[0].Bits))
		leaf := leafOffsets(t)
		x.watch.begin(o, a[:1])
		x.parallel(int64(s.Len), func(i int64) bool {
			x.watch.next()
			at := unsafe.Add(s.Ptr, int(i)*t.Size())
			if len(o.regions) == 0 {
				writeMemory(at, t, x.closure(a[1], Value{Bits: uint64(i)})[0])
				return true
			}
			for k, v := range x.inline(fr, o.regions[0], []Value{{Bits: uint64(i)}}) {
				writeMemory(unsafe.Add(at, leaf[k].offset), leaf[k].t, v)
			}
			return true
		})
		x.watch.end()
		fr.slots[o.res[0]] = Value{Ref: s}
	case ir.OpReduce:
		fr.bind(o.res, x.reduction(fr, o, a))
	}
}

// inline runs a region of a pattern and gives what it yields, valid until the next region runs.
func (x *Interp) inline(fr *iframe, rc *rcode, params []Value) []Value {
	fr.bind(rc.params, params)
	if f := x.region(fr, rc); f.kind != ir.OpYield {
		panic("eval: the region of a pattern is left")
	}
	return fr.out
}

// each goes over an index space, row-major, until f gives false.
func (x *Interp) each(dims []Value, f func(i []Value) bool) {
	if len(dims) == 1 {
		x.parallel(int64(dims[0].Bits), func(i int64) bool { return f([]Value{{Bits: uint64(i)}}) })
		return
	}
	// One dimension in the other: the number of all iterations might overflow.
	more := true
	x.parallel(int64(dims[0].Bits), func(i int64) bool {
		x.each(dims[1:], func(rest []Value) bool {
			more = f(append([]Value{{Bits: uint64(i)}}, rest...))
			return more
		})
		return more
	})
}

type leafOffset struct {
	offset int
	t      *ir.Type
}

// leafOffsets says where the leaves of a t are in memory.
func leafOffsets(t *ir.Type) []leafOffset {
	var out []leafOffset
	ir.Leaves(t, func(path []int, leaf *ir.Type) {
		at, u := 0, t
		for _, step := range path {
			if u.Kind == ir.Struct {
				at += u.Offset(step)
				u = u.Fields[step].Type
			} else {
				u = u.Elem
				at += step * u.Size()
			}
		}
		out = append(out, leafOffset{at, leaf})
	})
	return out
}

// A reduction declared as such has a fixed order (docs/ir.md): W interleaved partial results in blocks of 8192 elements.
const blockLen = 8192

// reducer is a reduction to run. A value is a list of leaves; groups of them are reduced on their own, each with its own W.
type reducer struct {
	*Interp
	ids     []Value
	groups  []group
	combine func(a, b []Value) []Value
	step    func(a, b []Value) []Value // a partial result with all leaves of an element
	at      func(i []Value) []Value
	dims    []int64
	ordered bool // in the order of the indices, without partial results
	block   bool // loops level: one block, however long
	lo      int64
}

type group struct{ from, to, width int }

// reduction runs a reduce of any level.
func (x *Interp) reduction(fr *iframe, o *ocode, a []Value) []Value {
	f := &reducer{Interp: x, ordered: o.op.Mode == ir.InOrder}
	if len(o.regions) == 0 {
		t := o.op.Results[0].Type
		f.dims, f.ids = []int64{int64(a[0].Bits)}, a[1:2]
		width := 1
		ir.Leaves(t, func(_ []int, leaf *ir.Type) { width = max(width, leaf.Size()) })
		f.groups = []group{{0, 1, 256 / width}}
		f.combine = func(p, q []Value) []Value { return x.closure(a[2], p[0], q[0]) }
		f.step = f.combine
		f.at = func(i []Value) []Value { return x.closure(a[3], i...) }
		return f.run(o)
	}
	indexes := int(o.op.Ints[0])
	if indexes == 0 { // the loops form
		f.lo, f.block = int64(a[0].Bits), true
		n := int64(0)
		if hi := int64(a[1].Bits); f.lo < hi {
			n = hi - f.lo
		}
		f.dims, f.ids = []int64{n}, a[2:]
	} else {
		for _, d := range a[:indexes] {
			f.dims = append(f.dims, int64(d.Bits))
		}
		f.ids = a[indexes:]
	}
	from := 0
	for _, n := range o.op.Ints[1:] {
		g := group{from, from + int(n), 1}
		for _, r := range o.op.Results[g.from:g.to] {
			g.width = max(g.width, r.Type.Size())
		}
		g.width = 256 / g.width
		f.groups = append(f.groups, g)
		from = g.to
	}
	f.at = func(i []Value) []Value { return append([]Value(nil), x.inline(fr, o.regions[0], i)...) }
	join := func(rc *rcode) func(p, q []Value) []Value {
		return func(p, q []Value) []Value {
			return append([]Value(nil), x.inline(fr, rc, append(append([]Value(nil), p...), q...))...)
		}
	}
	f.combine, f.step = join(o.regions[1]), join(o.regions[len(o.regions)-1])
	return f.run(o)
}

func (f *reducer) run(o *ocode) []Value {
	n := f.count()
	dims := make([]Value, len(f.dims))
	for i, d := range f.dims {
		dims[i].Bits = uint64(d)
	}
	f.watch.begin(o, dims)
	defer f.watch.end()
	result := append([]Value(nil), f.ids...)
	if f.ordered {
		f.parallel(n, func(i int64) bool {
			f.watch.next()
			e := f.at(f.index(i))
			f.watch.combine()
			result = f.step(result, e)
			return true
		})
		return result
	}
	size := int64(blockLen)
	if f.block {
		size = max(n, 1)
	}
	accs := make([][][]Value, len(f.groups))
	f.parallel(n, func(i int64) bool {
		at := i % size
		if at == 0 {
			for k, g := range f.groups {
				accs[k] = f.partials(g)
			}
		}
		f.watch.next()
		e := f.at(f.index(i))
		f.watch.combine()
		for k, g := range f.groups {
			acc := &accs[k][at%int64(g.width)]
			*acc = f.step(f.alone(g, *acc), e)[g.from:g.to]
		}
		if at == size-1 || i == n-1 {
			for k, g := range f.groups {
				f.foldBlock(g, accs[k], result, i < size)
			}
		}
		return true
	})
	return result
}

// count is the number of indices. A product that overflows is as good as infinite.
func (f *reducer) count() int64 {
	n := int64(1)
	for _, d := range f.dims {
		if d = max(d, 0); d > 0 && n > math.MaxInt64/d {
			n = math.MaxInt64
		} else {
			n *= d
		}
	}
	return n
}

// partials are the partial results that a group begins a block with.
func (f *reducer) partials(g group) [][]Value {
	acc := make([][]Value, g.width)
	for j := range acc {
		acc[j] = f.ids[g.from:g.to]
	}
	return acc
}

// alone is a value of all groups with that of one: what the others have in the place doesn't matter.
func (f *reducer) alone(g group, a []Value) []Value {
	p := append([]Value(nil), f.ids...)
	copy(p[g.from:g.to], a)
	return p
}

// foldBlock adds one group's result of a block to the result so far. The other groups' leaves stay out of it.
func (f *reducer) foldBlock(g group, acc [][]Value, result []Value, first bool) {
	op := func(a, b []Value) []Value { return f.combine(f.alone(g, a), f.alone(g, b))[g.from:g.to] }
	for w := g.width / 2; w > 0; w /= 2 {
		for j := range w {
			acc[j] = op(acc[j], acc[j+w])
		}
	}
	if first {
		copy(result[g.from:g.to], acc[0])
	} else {
		copy(result[g.from:g.to], op(result[g.from:g.to], acc[0]))
	}
}

// index is the i-th place of the index space.
func (f *reducer) index(i int64) []Value {
	idx := make([]Value, len(f.dims))
	for d := len(f.dims) - 1; d >= 0; d-- {
		idx[d].Bits = uint64(i % f.dims[d])
		i /= f.dims[d]
	}
	if f.block {
		idx[0].Bits += uint64(f.lo)
	}
	return idx
}
