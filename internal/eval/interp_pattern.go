package eval

import (
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// pattern runs parfor, build, keep, reduce and multi, in the order of the indices (reductions: see below).
func (x *Interp) pattern(fr *iframe, o *ocode) {
	a := fr.args(o.args)
	switch o.kind {
	case ir.OpParFor:
		n := len(a) - 1
		x.watch.begin(o, a[:n])
		x.each(a[:n], func(i []Value) bool {
			x.watch.next()
			return x.closure(a[n], i...)[0].Bits != 0
		})
		x.watch.end()
	case ir.OpBuild:
		t := o.op.Results[0].Type.Elem
		s := x.make(t, int64(a[0].Bits))
		x.watch.begin(o, a[:1])
		x.parallel(int64(s.Len), func(i int64) bool {
			x.watch.next()
			writeMemory(unsafe.Add(s.Ptr, int(i)*t.Size()), t, x.closure(a[1], Value{Bits: uint64(i)})[0])
			return true
		})
		x.watch.end()
		fr.slots[o.res[0]] = Value{Ref: s}
	case ir.OpKeep:
		t := o.op.Results[0].Type.Elem
		k := &keeper{Interp: x, elem: t, leaf: []leafOffset{{0, t}}}
		x.watch.begin(o, a[:1])
		x.parallel(int64(a[0].Bits), func(i int64) bool {
			x.watch.next()
			rs := x.closure(a[1], Value{Bits: uint64(i)})
			k.next([]Value{rs[1], rs[0]})
			return true
		})
		x.watch.end()
		fr.slots[o.res[0]] = k.end()[0]
	case ir.OpMulti:
		x.multi(fr, o, a)
	default:
		fr.bind(o.res, x.reduction(fr, o, a))
	}
}

// multi runs a multi: its body, at the end of which the outputs take values.
func (x *Interp) multi(fr *iframe, o *ocode, dims []Value) {
	var outs []output
	body := o.regions[0]
	for i := range body.ops {
		oc := &body.ops[i]
		if !oc.kind.Has(ir.Output) {
			continue
		}
		var out output
		switch oc.kind {
		case ir.OpCollect:
			out = x.newCollector(oc, dims)
		case ir.OpKeep:
			t := oc.op.GivenResults()[0].Type.Elem
			out = &keeper{Interp: x, elem: t, leaf: leafOffsets(t)}
		default:
			ids := fr.args(oc.args[len(oc.op.Values()):])
			out = x.newReducer(fr, oc, ids, [][2]int{{0, len(ids)}})
		}
		if fr.outputs == nil {
			fr.outputs = map[*ocode]output{}
		}
		fr.outputs[oc] = out
		outs = append(outs, out)
	}
	x.watch.begin(o, dims)
	x.each(dims, func(i []Value) bool {
		x.watch.next()
		x.inline(fr, body, i)
		return true
	})
	x.watch.end()
	var results []Value
	for _, out := range outs {
		results = append(results, out.end()...)
	}
	fr.bind(o.res, results)
}

// output is an output of a multi that runs.
type output interface {
	next(vals []Value) // takes the values of one iteration after the other
	end() []Value      // gives the results
}

// give has an output take the values of an iteration.
func (x *Interp) give(fr *iframe, o *ocode) {
	fr.outputs[o].next(append([]Value(nil), fr.args(o.args[:len(o.op.Values())])...))
}

type collector struct {
	s    Slice
	elem *ir.Type
	leaf []leafOffset
	n    int
}

func (x *Interp) newCollector(o *ocode, dims []Value) *collector {
	t := o.op.GivenResults()[0].Type.Elem
	return &collector{s: x.make(t, int64(dims[0].Bits)), elem: t, leaf: leafOffsets(t)}
}

func (c *collector) next(vals []Value) {
	at := unsafe.Add(c.s.Ptr, c.n*c.elem.Size())
	c.n++
	for k, v := range vals {
		writeMemory(unsafe.Add(at, c.leaf[k].offset), c.leaf[k].t, v)
	}
}

func (c *collector) end() []Value { return []Value{{Ref: c.s}} }

// keeper is a keep that runs: it has the elements until their number is known.
type keeper struct {
	*Interp
	elem *ir.Type
	leaf []leafOffset
	kept [][]Value
}

func (k *keeper) next(vals []Value) {
	if vals[0].Bits != 0 {
		k.kept = append(k.kept, vals[1:])
	}
}

func (k *keeper) end() []Value {
	s := k.make(k.elem, int64(len(k.kept)))
	for i, vals := range k.kept {
		at := unsafe.Add(s.Ptr, i*k.elem.Size())
		for j, v := range vals {
			writeMemory(unsafe.Add(at, k.leaf[j].offset), k.leaf[j].t, v)
		}
	}
	return []Value{{Ref: s}}
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
	for _, d := range dims[1:] {
		if int64(d.Bits) <= 0 {
			return // else it would take as many steps as the first dimension has to do nothing
		}
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

// reducer is a reduction that runs. A value is a list of leaves; groups of them are reduced on their own, each with its own W.
type reducer struct {
	*Interp
	ids     []Value
	groups  []group
	combine func(a, b []Value) []Value
	step    func(a, b []Value) []Value // a partial result with all leaves of an element
	ordered bool                       // in the order of the indices, without partial results
	length  int64                      // of a block; 0: there is one, however long

	i      int64 // elements so far
	accs   [][][]Value
	result []Value
}

type group struct{ from, to, width int }

// newReducer makes a reducer of an op with regions.
func (x *Interp) newReducer(fr *iframe, o *ocode, ids []Value, groups [][2]int) *reducer {
	join := func(rc *rcode) func(p, q []Value) []Value {
		return func(p, q []Value) []Value {
			return append([]Value(nil), x.inline(fr, rc, append(append([]Value(nil), p...), q...))...)
		}
	}
	combine := o.regions[0]
	if o.kind == ir.OpBlockReduce {
		combine = o.regions[1]
	}
	f := &reducer{Interp: x, ids: append([]Value(nil), ids...), ordered: o.op.Mode == ir.InOrder, length: blockLen, combine: join(combine), step: join(o.regions[len(o.regions)-1])}
	types := ir.Types(o.op.IDs())
	for _, g := range groups {
		f.groups = append(f.groups, group{g[0], g[1], ir.PartialsOf(types[g[0]:g[1]])})
	}
	f.result = append([]Value(nil), ids...)
	return f
}

// reduction runs a reduce of the source level, or a block of one.
func (x *Interp) reduction(fr *iframe, o *ocode, a []Value) []Value {
	if o.kind == ir.OpReduce {
		t := o.op.Results[0].Type
		join := func(p, q []Value) []Value { return x.closure(a[2], p[0], q[0]) }
		f := &reducer{Interp: x, ids: a[1:2:2], groups: []group{{0, 1, ir.PartialsOf(leafTypes(t))}}, combine: join, step: join, length: blockLen, result: []Value{a[1]}}
		return f.run(o, 0, int64(a[0].Bits), func(i int64) []Value { return x.closure(a[3], Value{Bits: uint64(i)}) })
	}
	var groups [][2]int
	from := 0
	for _, n := range o.op.Ints[1:] {
		groups = append(groups, [2]int{from, from + int(n)})
		from += int(n)
	}
	f := x.newReducer(fr, o, a[2:], groups)
	f.length = 0
	return f.run(o, int64(a[0].Bits), int64(a[1].Bits), func(i int64) []Value {
		return append([]Value(nil), x.inline(fr, o.regions[0], []Value{{Bits: uint64(i)}})...)
	})
}

// run reduces what at gives from lo to hi.
func (f *reducer) run(o *ocode, lo, hi int64, at func(i int64) []Value) []Value {
	n := int64(0)
	if lo < hi {
		n = hi - lo
	}
	f.watch.begin(o, []Value{{Bits: uint64(n)}})
	f.parallel(n, func(i int64) bool {
		f.watch.next()
		f.next(at(lo + i))
		return true
	})
	f.watch.end()
	return f.end()
}

func (f *reducer) next(vals []Value) {
	f.watch.combine()
	if f.ordered {
		f.result = f.step(f.result, vals)
		return
	}
	at := f.i
	if f.length > 0 {
		at %= f.length
	}
	if at == 0 {
		f.fold()
		f.accs = f.accs[:0]
		for _, g := range f.groups {
			f.accs = append(f.accs, f.partials(g))
		}
	}
	f.i++
	for k, g := range f.groups {
		acc := &f.accs[k][at%int64(g.width)]
		*acc = f.step(f.alone(g, *acc), vals)[g.from:g.to]
	}
}

// fold adds the block at hand, if there is one, to the result so far.
func (f *reducer) fold() {
	for k, g := range f.groups[:len(f.accs)] {
		f.foldBlock(g, f.accs[k], f.result, f.length == 0 || f.i <= f.length)
	}
}

func (f *reducer) end() []Value {
	f.fold()
	return f.result
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
