package eval

import (
	"math/bits"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Memory of numbers may be taken for other numbers (unsafe.Pointer). There is no such memory in compiled code: a number that is wider than the
// units that really lie there is put together from several, a narrower one is a part of one, the lowest byte first, as on all machines that compiled
// code runs on. Where bytes are put together to words, that is one load in the end.

// recast evaluates the op of that name.
func (p *pe) recast(o *ocode, a []val) val {
	return p.recastAt(a[0], a[1], o.op.Results[0].Type.Elem)
}

func (p *pe) recastAt(v, offset val, t *ir.Type) val {
	switch v := p.pointer(v).(type) {
	case *choice:
		out := &choice{t: t, which: v.which, alts: make([]val, len(v.alts))}
		for i, alt := range v.alts {
			out.alts[i] = p.recastAt(alt, offset, t)
			if indexOf(out.alts[:i], out.alts[i]) >= 0 {
				p.errorf(p.b.Pos, "a pointer that depends on data, taken for one to numbers of another type, is not compiled")
			}
		}
		return out
	case *part:
		if v.of != nil {
			return &part{t: t, of: v.of, as: t, idx: []val{p.plus(p.unitAt(v, 0, 1), offset)}}
		}
		of, before := p.around(v)
		return &part{t: t, of: of, as: t, idx: []val{p.plus(before, offset)}}
	case *cell:
		if v != nil {
			return &part{t: t, of: v, as: t, idx: []val{offset}}
		}
		return v
	}
	panic("eval: no pointer")
}

// around is the array of numbers that w leads into, and the number of bytes before what it leads to; else that itself.
func (p *pe) around(w *part) (of, before val) {
	before = intVal(0)
	if _, n := ir.Units(w.t); n == 0 || w.isSpan() {
		return w, before
	}
	out := *w
	for len(out.path) > 0 && out.path[len(out.path)-1] < 0 {
		out.path = out.path[:len(out.path)-1]
	}
	k := len(w.path) - len(out.path)
	out.idx = w.idx[:len(w.idx)-k]
	root := pointedBehind(w)
	out.t = ir.PathType(root, out.path)
	_, strides := ir.PathLayout(out.t, w.path[len(out.path):])
	before = p.along(before, w.idx[len(out.idx):], strides, 1)
	if out.c != nil && len(out.path) == 0 {
		return out.c, before
	}
	return &out, before
}

// pointedBehind is the type of what the path begins in: a variable, or a slice's element.
func pointedBehind(w *part) *ir.Type {
	if w.c != nil {
		return w.c.t
	}
	return typeOf(w.s).Elem
}

func (p *pe) plus(a, b val) val  { return p.scalar(ir.OpAdd, ir.TI64, []val{a, b}) }
func (p *pe) times(a, b val) val { return p.scalar(ir.OpMul, ir.TI64, []val{a, b}) }

// half is a shift to the right, of a number that isn't negative.
func (p *pe) half(v val, times int) val {
	return p.scalar(ir.OpShr, ir.TI64, []val{v, konst{ir.TU64, uint64(times)}})
}

// unitAt is the number of bytes to what is at an offset in what w leads to, divided by grain, which has to divide it.
func (p *pe) unitAt(w *part, offset, grain int) val {
	first := w.idx[0]
	if !multiple(first, grain) {
		p.errorf(p.b.Pos, "a pointer into numbers of %d bytes is not known to lead to one of them", grain)
	}
	at := p.half(first, bits.TrailingZeros(uint(grain)))
	here, strides := ir.PathLayout(w.as, w.path)
	return p.along(p.plus(at, intVal(int64((here+offset)/grain))), w.idx[1:], strides, grain)
}

// along is at, and as far on as indices lead by strides of so many bytes, in units of grain.
func (p *pe) along(at val, idx []val, strides []int, grain int) val {
	for i, stride := range strides {
		at = p.plus(at, p.times(idx[i], intVal(int64(stride/grain))))
	}
	return at
}

// multiple reports a number of which a power of two is known to be a factor.
func multiple(v val, of int) bool {
	switch v := v.(type) {
	case konst:
		return v.bits%uint64(of) == 0
	case *dyn:
		return of == 1 || multipleValue(v.v, uint64(of))
	}
	return of == 1
}

func multipleValue(v *ir.Value, of uint64) bool {
	if c, ok := v.IsConst(); ok {
		return c%of == 0
	}
	o := v.Def
	if o == nil {
		return false
	}
	switch o.Kind {
	case ir.OpAdd, ir.OpSub:
		return multipleValue(o.Args[0], of) && multipleValue(o.Args[1], of)
	case ir.OpMul, ir.OpAnd:
		return multipleValue(o.Args[0], of) || multipleValue(o.Args[1], of)
	case ir.OpShl:
		c, ok := o.Args[1].IsConst()
		return ok && c < 64 && uint64(1)<<c%of == 0
	case ir.OpIf:
		k := slices.Index(o.Results, v)
		return !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
			end := r.Terminator()
			return end.Kind == ir.OpYield && !multipleValue(end.Args[k], of)
		})
	case ir.OpConv:
		return o.Args[0].Type.Size() == v.Type.Size() && multipleValue(o.Args[0], of)
	}
	return false
}

// units are the numbers that really lie where a pointer leads to that takes them for others.
type units struct {
	unit  *ir.Type
	n, at val // how many there are, and the number of the first that the pointer knows of, if they are elements of
	s     val // a slice, up to its capacity; or
	of    val // they are in what is pointed to
	t     *ir.Type
	most  int // how many there are in what is pointed to
}

func (p *pe) unitsOf(w *part) units {
	t := pointsTo([]val{w.of})
	unit, n := ir.Units(t)
	if n == 0 {
		p.errorf(p.b.Pos, "a struct that is taken for other numbers is not compiled")
	}
	u := units{unit: unit, n: intVal(int64(n)), at: intVal(0), of: w.of, t: t, most: n}
	if s, ok := w.of.(*part); ok && s.s != nil && len(s.idx) == 1 && len(s.path) == 0 && t.IsScalar() {
		u.s, u.at = s.s, s.idx[0]
		if !u.fit(w) {
			u.s, u.n = p.wholeSlice(s.s)
		}
		return u
	}
	if _, variable := w.of.(*cell); !variable && !u.fit(w) {
		p.errorf(p.b.Pos, "a pointer to a part of something is compiled as one to other numbers where these are known to be in that part")
	}
	return u
}

// fit reports that nothing of what they are taken for lies beyond what is pointed to.
func (u *units) fit(w *part) bool {
	c, ok := w.idx[0].(konst)
	return ok && c.bits == 0 && w.as.Size() <= u.unit.Size()*u.most
}

// wholeSlice is a slice up to its capacity, and that.
func (p *pe) wholeSlice(s val) (val, val) {
	switch s := s.(type) {
	case *window:
		return s.slice(p, intVal(0), s.up, []val{s.up}), s.up
	case *dyn:
		n := p.result(ir.OpCap, p.values([]val{s}), ir.TI64)
		return p.result(ir.OpSlice, p.values([]val{s, intVal(0), n, n}), s.v.Type), n
	}
	return s, intVal(0)
}

// inside checks that what w leads to is there.
func (u *units) inside(p *pe, w *part) {
	if u.fit(w) {
		return
	}
	grain := u.unit.Size()
	ir.Leaves(w.t, func(_ []int, leaf *ir.Type) { grain = min(grain, leaf.Size()) })
	first := p.unitAt(w, 0, grain)
	last := p.plus(first, intVal(int64(w.t.Size()/grain-1)))
	per := bits.TrailingZeros(uint(u.unit.Size() / grain))
	for _, at := range []val{first, last} {
		args := []val{p.plus(u.at, p.half(at, per)), u.n}
		if !holds(ir.OpCheckIndex, args) {
			p.b.Op(ir.OpCheckIndex, p.values(args))
		}
	}
}

// get reads unit i.
func (u *units) get(p *pe, i val) val {
	if u.s != nil {
		return p.loadPath(u.s, p.plus(u.at, i), nil, nil)
	}
	path, idx := u.pathTo(p, i)
	return p.get(u.of, path, idx, u.unit)
}

func (u *units) set(p *pe, i, x val, o *ir.Op) {
	if u.s != nil {
		p.mayStore(u.s)
		p.storePath(u.s, p.plus(u.at, i), x, nil, nil)
		return
	}
	path, idx := u.pathTo(p, i)
	p.set(u.of, path, idx, x, o)
}

// pathTo is the way to unit i in what is pointed to.
func (u *units) pathTo(p *pe, i val) (path []int64, idx []val) {
	for t := u.t; !t.IsScalar(); {
		if t.Kind == ir.Array {
			t = t.Elem
			path = append(path, -1)
			if t.IsScalar() {
				return path, append(idx, i)
			}
			_, n := ir.Units(t)
			by := intVal(int64(n))
			idx = append(idx, p.scalar(ir.OpDiv, ir.TI64, []val{i, by}))
			i = p.scalar(ir.OpRem, ir.TI64, []val{i, by})
			continue
		}
		k, ok := i.(konst)
		if !ok {
			p.errorf(p.b.Pos, "a struct that is taken for other numbers is compiled where it is known which are meant")
		}
		field := 0
		for _, n := ir.Units(t.Fields[0].Type); int(k.bits) >= n; _, n = ir.Units(t.Fields[field].Type) {
			k.bits -= uint64(n)
			field++
		}
		path, t, i = append(path, int64(field)), t.Fields[field].Type, k
	}
	return path, idx
}

// getRecast reads what w leads to.
func (p *pe) getRecast(w *part) val {
	u := p.unitsOf(w)
	u.inside(p, w)
	return p.loadRecast(&u, w, w.t, 0)
}

func (p *pe) loadRecast(u *units, w *part, t *ir.Type, offset int) val {
	if isLarge(t) {
		p.errorf(p.b.Pos, "copying an array out of numbers of another type is not compiled")
	}
	switch t.Kind {
	case ir.Struct:
		out := &agg{t, make([]val, len(t.Fields))}
		for i, f := range t.Fields {
			out.elems[i] = p.loadRecast(u, w, f.Type, offset+t.Offset(i))
		}
		return out
	case ir.Array:
		out := &agg{t, make([]val, t.Len)}
		for i := range out.elems {
			out.elems[i] = p.loadRecast(u, w, t.Elem, offset+i*t.Elem.Size())
		}
		return out
	}
	size, unit := t.Size(), u.unit.Size()
	at := p.unitAt(w, offset, min(size, unit))
	word := bitsOf[size]
	if size < unit {
		i, shift := p.partAt(at, unit/size, size)
		v := p.scalar(ir.OpShr, bitsOf[unit], []val{p.toBits(u.get(p, i)), shift})
		return p.fromBits(p.converted(v, word), t)
	}
	var v val = konst{word, 0}
	for k := range size / unit {
		part := p.converted(p.toBits(u.get(p, p.plus(at, intVal(int64(k))))), word)
		part = p.scalar(ir.OpShl, word, []val{part, konst{ir.TU64, uint64(8 * unit * k)}})
		v = p.scalar(ir.OpOr, word, []val{v, part})
	}
	return p.fromBits(v, t)
}

// partAt is the unit in which the number at lies, of which there are per in one, and by how many bits.
func (p *pe) partAt(at val, per, size int) (i, shift val) {
	i = p.half(at, bits.TrailingZeros(uint(per)))
	sub := p.scalar(ir.OpAnd, ir.TI64, []val{at, intVal(int64(per - 1))})
	return i, p.converted(p.times(sub, intVal(int64(8*size))), ir.TU64)
}

// setRecast assigns x to what w leads to.
func (p *pe) setRecast(w *part, x val, o *ir.Op) {
	u := p.unitsOf(w)
	u.inside(p, w)
	p.storeRecast(&u, w, w.t, 0, x, o)
}

func (p *pe) storeRecast(u *units, w *part, t *ir.Type, offset int, x val, o *ir.Op) {
	if isLarge(t) {
		p.errorf(p.b.Pos, "copying an array into numbers of another type is not compiled")
	}
	switch t.Kind {
	case ir.Struct:
		for i, f := range t.Fields {
			p.storeRecast(u, w, f.Type, offset+t.Offset(i), p.getPath(x, []int64{int64(i)}, nil, nil), o)
		}
		return
	case ir.Array:
		for i := range t.Len {
			p.storeRecast(u, w, t.Elem, offset+i*t.Elem.Size(), p.getPath(x, []int64{-1}, []val{intVal(int64(i))}, nil), o)
		}
		return
	}
	size, unit := t.Size(), u.unit.Size()
	at := p.unitAt(w, offset, min(size, unit))
	v := p.toBits(x)
	if size < unit {
		p.storeWithin(u, w, at, v, o)
		return
	}
	for k := range size / unit {
		part := p.scalar(ir.OpShr, bitsOf[size], []val{v, konst{ir.TU64, uint64(8 * unit * k)}})
		u.set(p, p.plus(at, intVal(int64(k))), p.fromBits(p.converted(part, bitsOf[unit]), u.unit), o)
	}
}

// storeWithin assigns to a part of a unit, which is read for that, and written as a whole: nobody else may write another part at that time.
func (p *pe) storeWithin(u *units, w *part, at, v val, o *ir.Op) {
	c := homeOf(w)
	if n := len(p.barriers); c == nil || n > 0 && c.birth <= p.barriers[n-1].birth {
		p.errorf(p.b.Pos, "storing numbers narrower than what a slice, or a variable that iterations share, has of its own is not compiled")
	}
	size, unit := typeOf(v).Size(), u.unit.Size()
	i, shift := p.partAt(at, unit/size, size)
	word := bitsOf[unit]
	mask := p.scalar(ir.OpShl, word, []val{konst{word, 1<<(8*size) - 1}, shift})
	old := p.scalar(ir.OpAndNot, word, []val{p.toBits(u.get(p, i)), mask})
	moved := p.scalar(ir.OpShl, word, []val{p.converted(v, word), shift})
	u.set(p, i, p.fromBits(p.scalar(ir.OpOr, word, []val{old, moved}), u.unit), o)
}

func (p *pe) converted(v val, t *ir.Type) val {
	if typeOf(v) == t {
		return v
	}
	return p.scalar(ir.OpConv, t, []val{v})
}

// toBits is a number as an unsigned one of the same bits.
func (p *pe) toBits(v val) val { return p.fromBits(v, bitsOf[typeOf(v).Size()]) }

// fromBits is a number of type t of the same bits as v.
func (p *pe) fromBits(v val, t *ir.Type) val {
	if typeOf(v).IsFloat() != t.IsFloat() {
		return p.scalar(ir.OpBitcast, t, []val{v})
	}
	return p.converted(v, t)
}
