package eval

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A slice of a variable's array is first of all known as that: a window, which cell it looks into and from where to where. What is loaded and stored through
// it is read and assigned there, so that small arrays stay in registers, and tables of constants tables, though they are sliced. Where that can't go on -
// where it is chosen at run time which array it is, where it is carried by a loop, returned or passed to a function that stays a call - the array lies in
// memory from the beginning, and the window is an ordinary slice.
//
// An array that is an element, of a slice or of another array, has a window, too. That is one for good: there are no slices of numbers in memory whose elements are
// arrays, so it can't be carried by a loop or returned.

// window is a slice of the array at path in c, or in an element of s.
type window struct {
	t         *ir.Type // the slice's
	c         *cell
	s         val
	path      []int64
	idx       []val // an index for each -1 in path; in a slice, the element's first
	lo, n, up val   // its begin there, its length and capacity
}

// view evaluates a slice of the whole of a variable's array.
func (p *pe) view(c *cell, path []int64, t *ir.Type) val {
	content := c.val
	for _, step := range path {
		content = content.(*agg).elems[step]
	}
	n := intVal(int64(ir.PathType(c.t, path).Len))
	if m, ok := content.(*marr); ok {
		if m.mem == nil {
			p.needMemory(c, inAnyCase)
		}
		p.viewed[m.mem.v] = true
		return &dyn{v: m.mem.v, n: n, birth: c.birth}
	}
	return &window{t: t, c: c, path: path, lo: intVal(0), n: n, up: n}
}

// inAnyCase has all arrays of a variable in memory.
const inAnyCase = -1

// inMemory has the array that w looks into in memory, from the beginning.
func (w *window) inMemory(p *pe) {
	if len(w.idx) > 0 {
		p.errorf(p.b.Pos, "a slice of an array that is an element of something is not compiled where it is returned, stored, carried by a loop, or one of several slices")
	}
	p.needMemory(w.c, inAnyCase)
}

// storable sees that what lies in the variable is in memory, which may be stored to where variables from outside are not assigned to.
func (w *window) storable(p *pe) {
	if !w.lies() {
		p.needMemory(w.c, inAnyCase)
	}
}

// lies reports that what w looks into is in memory.
func (w *window) lies() bool {
	if w.s != nil {
		return true
	}
	v := w.c.val
	for _, step := range w.path {
		a, ok := v.(*agg)
		if !ok || step < 0 {
			break
		}
		v = a.elems[step]
	}
	m, ok := v.(*marr)
	return ok && m.mem != nil
}

// holds reports that element i is surely one of the array's, though it may be none of the window's.
func (w *window) holds(i int64) bool {
	if n, ok := w.n.(konst); ok && i < int64(n.bits) {
		return true
	}
	lo, ok := w.lo.(konst)
	return ok && int64(lo.bits)+i < int64(w.arrayType().Len)
}

// numbers are what is computed of where w is.
func (w *window) numbers() []val { return append([]val{w.lo, w.n, w.up}, w.idx...) }

// at is where an element is in the variable.
func (w *window) at(p *pe, i val, path []int64, idx []val) ([]int64, []val) {
	here := p.scalar(ir.OpAdd, ir.TI64, []val{w.lo, i})
	return slices.Concat(w.path, []int64{-1}, path), slices.Concat(w.idx, []val{here}, idx)
}

func (w *window) load(p *pe, i val, path []int64, idx []val) val {
	path, idx = w.at(p, i, path, idx)
	if w.s != nil {
		return p.loadPath(w.s, idx[0], path, idx[1:])
	}
	return p.getPath(w.c.val, path, idx, w.c)
}

func (w *window) store(p *pe, i, x val, path []int64, idx []val) {
	if w.s != nil {
		p.mayStore(w.s)
		path, idx = w.at(p, i, path, idx)
		p.storePath(w.s, idx[0], x, path, idx[1:])
		return
	}
	if n := len(p.barriers); n > 0 && w.c.birth <= p.barriers[n-1].birth {
		w.storable(p) // variables from outside are not assigned to in a parallel loop, memory may be stored to
	}
	path, idx = w.at(p, i, path, idx)
	p.setCell(w.c, p.setPath(w.c.val, path, idx, x, w.c))
}

// slice is w[lo:hi:limit]; checked.
func (w *window) slice(p *pe, lo, hi val, limit []val) *window {
	out := *w
	minus := func(a, b val) val { return p.scalar(ir.OpSub, ir.TI64, []val{a, b}) }
	out.lo = p.scalar(ir.OpAdd, ir.TI64, []val{w.lo, lo})
	out.n = minus(hi, lo)
	out.up = minus(w.up, lo)
	if len(limit) > 0 {
		out.up = minus(limit[0], lo)
	}
	return &out
}

// besides reports a window into the same array, or into one in the same way.
func (w *window) besides(v val) bool {
	o, ok := v.(*window)
	return ok && o.c == w.c && slices.Equal(o.path, w.path) && (w.s == nil) == (o.s == nil) && (w.s == nil || w.s == o.s || isDynSlice(w.s) && isDynSlice(o.s) && typeOf(w.s) == typeOf(o.s))
}

// merged makes one window of several into one array, where of merges numbers.
func (w *window) merged(vs []val, of func(numbers []val) val) *window {
	part := func(get func(w *window) val) val {
		numbers := make([]val, len(vs))
		for i, v := range vs {
			numbers[i] = get(v.(*window))
		}
		return of(numbers)
	}
	out := &window{
		t: w.t, c: w.c, path: w.path, idx: make([]val, len(w.idx)),
		lo: part(func(w *window) val { return w.lo }),
		n:  part(func(w *window) val { return w.n }),
		up: part(func(w *window) val { return w.up }),
	}
	for k := range w.idx {
		out.idx[k] = part(func(w *window) val { return w.idx[k] })
	}
	if w.s != nil {
		out.s = part(func(w *window) val { return w.s })
	}
	return out
}

func isDynSlice(v val) bool { _, is := v.(*dyn); return is }

// windows reports values that are all windows into one array.
func windows(vs []val) (*window, bool) {
	w, ok := vs[0].(*window)
	return w, ok && !slices.ContainsFunc(vs, func(v val) bool { return !w.besides(v) })
}

// moveFew copies between slices of which one is a window: few elements, all of which are read before any is stored.
func (p *pe) moveFew(dst, src, count val) {
	elem := typeOf(dst).Elem
	most, limit, bounded := atMost(count)
	if !bounded || most*int64(countLeaves(elem)) > fewLeaves {
		room := 0
		for _, s := range []val{dst, src} {
			if w, ok := s.(*window); ok {
				if len(w.idx) == 0 {
					w.inMemory(p)
				}
				room = w.arrayType().Len
			}
		}
		p.moveThrough(dst, src, count, room)
		return
	}
	elems, here := make([]val, most), make([]val, most)
	for i := range elems {
		at := intVal(int64(i))
		here[i] = p.scalar(ir.OpLt, ir.TBool, []val{at, limit})
		c := here[i]
		if w, ok := src.(*window); ok && w.holds(int64(i)) {
			c = yes
		}
		elems[i] = p.loadIf(c, src, at, elem)
	}
	for i, e := range elems {
		at := intVal(int64(i))
		if w, ok := dst.(*window); !ok || w.lies() { // what isn't copied to may be another's, or nobody's
			p.storeIf(here[i], dst, at, e)
			continue
		}
		c := here[i]
		if dst.(*window).holds(int64(i)) {
			c = yes
		}
		p.storePath(dst, at, p.pick(here[i], e, p.loadIf(c, dst, at, elem)), nil, nil)
	}
}

// moveThrough copies between slices of which one is a window that stays one: by way of memory of its own, for they may overlap.
func (p *pe) moveThrough(dst, src, count val, room int) {
	if w, ok := dst.(*window); ok {
		w.storable(p)
	}
	elem := typeOf(dst).Elem
	between := p.allocate(ir.ArrayOf(elem, room))
	each := func(do func(i *ir.Value)) {
		loop := p.b.For(p.value(intVal(0)), p.value(count), 1, nil)
		loop.Mode = ir.InLanes
		p.within(loop.Regions[0], func() {
			do(loop.Regions[0].Params[0])
			p.b.Yield()
		})
	}
	each(func(i *ir.Value) { p.storeRef(between.elemRef(i), p.loadPath(src, &dyn{v: i}, nil, nil), false) })
	each(func(i *ir.Value) { p.storePath(dst, &dyn{v: i}, p.loadRef(between.elemRef(i), elem), nil, nil) })
}

// arrayType is the type of the array that w looks into.
func (w *window) arrayType() *ir.Type {
	if w.s != nil {
		return ir.PathType(typeOf(w.s).Elem, w.path)
	}
	return ir.PathType(w.c.t, w.path)
}

// atMost is a small number that n, which isn't negative, is at most; what is below that number is below n if it is below limit.
func atMost(n val) (most int64, limit val, ok bool) {
	switch n := n.(type) {
	case konst:
		return int64(n.bits), n, n.bits <= fewLeaves
	case *dyn:
		if o := n.v.Def; o != nil && o.Kind == ir.OpMin {
			for k, a := range o.Args {
				if c, ok := a.ConstInt(); ok && 0 <= c && c <= fewLeaves {
					return c, &dyn{v: o.Args[1-k]}, true
				}
			}
		}
	}
	return 0, nil, false
}

// loadIf is s[i] where c holds, else the zero value.
func (p *pe) loadIf(c, s, i val, elem *ir.Type) val {
	if c == val(yes) {
		return p.loadPath(s, i, nil, nil)
	}
	types := leafTypes(elem)
	o := p.b.If(p.value(c), types...)
	var v val
	p.within(o.Regions[0], func() {
		v = p.loadPath(s, i, nil, nil)
		p.b.Yield(p.values(leaves(nil, v))...)
	})
	p.within(o.Regions[1], func() { p.b.Yield(zeros(p.b, types)...) })
	return mapLeaves(v, func(k int, _ val) val { return &dyn{v: o.Results[k]} })
}

// storeIf is s[i] = x where c holds.
func (p *pe) storeIf(c, s, i, x val) {
	if c == val(yes) {
		p.storePath(s, i, x, nil, nil)
		return
	}
	o := p.b.If(p.value(c))
	p.within(o.Regions[0], func() {
		p.storePath(s, i, x, nil, nil)
		p.b.Yield()
	})
	p.within(o.Regions[1], func() { p.b.Yield() })
}

// within has ops go into r.
func (p *pe) within(r *ir.Region, do func()) {
	outer := p.b.Region
	p.b.Region = r
	do()
	p.b.Region = outer
}

// ownMemory makes arrays memory that nobody takes back if slices of them may be kept: returned, passed on, carried by loops. Functions that stay calls may keep those
// that they get by pointers.
func (p *pe) ownMemory() {
	if len(p.viewed) == 0 {
		return
	}
	f := p.f
	var kept []*ir.Op
	uses := f.Uses()
	given := false
	for v := range p.viewed {
		given = given || v.Def == nil
	}
	var keeps func(v *ir.Value) bool
	keeps = func(v *ir.Value) bool {
		for _, u := range uses.Of(v) {
			switch u.Kind {
			case ir.OpLen, ir.OpCap, ir.OpIsNil, ir.OpLoad, ir.OpMove:
			case ir.OpStore:
				if u.Args[2] == v {
					return true
				}
			case ir.OpSlice:
				if keeps(u.Result()) {
					return true
				}
			default:
				return true
			}
		}
		return false
	}
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpAlloca && (given || p.viewed[o.Result()]) && keeps(o.Result()) {
			kept = append(kept, o)
		}
		return true
	})
	for _, o := range kept {
		b := ir.Builder{Region: ir.NewRegion(nil), Pos: o.Pos}
		made := b.Op(ir.OpMake, []*ir.Value{b.Int(o.Ints[0])}, o.Result().Type)
		ir.ReplaceUses(f.Body, o.Result(), made.Result())
		o.ReplaceBy(b.Region.Ops...)
	}
}

func isWindow(v val) bool { _, ok := v.(*window); return ok }
