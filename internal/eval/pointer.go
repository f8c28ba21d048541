package eval

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A pointer is known as what it points to: a variable, a part of one or of a slice's element, or - where it depends on data which it is - one of several
// of these, chosen by a number. Nobody takes an address: what is loaded and stored through a pointer is read and assigned where it points.

// part is a pointer to a component of a variable, or of a slice's element.
type part struct {
	t    *ir.Type // of what is there
	c    *cell    // the variable; or
	s    val      // the slice; without a path t is an array, and its elements are the slice's first
	path []int64  // behind the slice's element
	idx  []val    // an index for each -1 in path; in a slice, the element's first

	of val      // or a pointer to numbers that are taken for others: a *cell or *part
	as *ir.Type // what they are taken for, into which path leads, from the byte on that is the first of idx
}

// choice is a pointer to one of several places, or one of several functions.
type choice struct {
	t     *ir.Type // of what is there, or the function's
	which val      // the number of the place
	alts  []val    // pointers other than choices: *cell, nil for Go's nil, and *part; or *clo; no two of one shape
}

// ofFuncs reports a choice of functions.
func (x *choice) ofFuncs() bool { _, is := x.alts[0].(*clo); return is }

func isPointer(v val) bool {
	switch v := v.(type) {
	case *cell, *part:
		return true
	case *choice:
		return !v.ofFuncs()
	}
	return false
}

// isChosen reports values of which data may choose one: pointers and functions.
func isChosen(v val) bool {
	switch v.(type) {
	case *cell, *part, *choice, *clo:
		return true
	}
	return false
}

// part evaluates the op of that name.
func (p *pe) part(o *ocode, a []val) val {
	t := o.op.Results[0].Type.Elem
	if o.op.Args[0].Type.Kind == ir.Slice {
		return &part{t: t, s: a[0], path: o.op.Ints, idx: slices.Clone(a[1:])}
	}
	return p.partOf(a[0], o.op.Ints, slices.Clone(a[1:]), t)
}

// partOf is a component of what v points to.
func (p *pe) partOf(v val, path []int64, idx []val, t *ir.Type) val {
	if len(path) == 0 {
		return v
	}
	switch v := p.pointer(v).(type) {
	case *part:
		return v.deeper(path, idx, t)
	case *choice: // Go checks for nil here
		out := &choice{t: t, which: v.which, alts: make([]val, len(v.alts))}
		for i, alt := range v.alts {
			if isNil(alt) {
				p.panicIf(p.chosen(v, i), "nil")
				out.alts[i] = alt
				continue
			}
			out.alts[i] = p.partOf(alt, path, idx, t)
		}
		return out
	case *cell:
		if v == nil {
			p.panicIf(yes, "nil")
			return v
		}
		return &part{t: t, c: v, path: path, idx: idx}
	}
	panic("eval: no pointer")
}

func (w *part) deeper(path []int64, idx []val, t *ir.Type) *part {
	out := &part{t: t, c: w.c, s: w.s, path: slices.Concat(w.path, path), idx: slices.Concat(w.idx, idx), of: w.of, as: w.as}
	if w.isSpan() { // the first step is the slice's element
		out.path = path[1:]
	}
	return out
}

// isSpan reports an array that a slice begins with.
func (w *part) isSpan() bool { return w.s != nil && len(w.idx) == 0 }

// isNil reports a pointer or a function that is known to be nil.
func isNil(v val) bool {
	switch v := v.(type) {
	case *cell:
		return v == nil
	case *clo:
		return v.code == nil
	}
	return false
}

// taken is the alternative of a choice that is known to be the one on this path; else v.
func (p *pe) taken(v val) val {
	if x, ok := v.(*choice); ok {
		if k, ok := p.resolve(x.which).(konst); ok {
			return x.alts[k.bits]
		}
	}
	return v
}

// pointer is what a pointer is known to be on this path.
func (p *pe) pointer(v val) val {
	if v = p.taken(v); !isPointer(v) {
		p.errorf(p.b.Pos, "pointer is not known at compile time")
	}
	return v
}

// chosen is whether x is its alternative i.
func (p *pe) chosen(x *choice, i int) val {
	return p.scalar(ir.OpEq, ir.TBool, []val{p.resolve(x.which), intVal(int64(i))})
}

// panicIf leaves compiled code if c holds.
func (p *pe) panicIf(c val, what string) {
	o := p.b.Op(ir.OpCheckPanic, p.values([]val{p.scalar(ir.OpNot, ir.TBool, []val{c})}))
	o.SetSym(what)
}

// wherever does something with the place that v points to: with each of the alternatives where that is the one.
func (p *pe) wherever(v val, t *ir.Type, do func(at val) val) val {
	x, ok := p.pointer(v).(*choice)
	if !ok {
		if v = p.pointer(v); isNil(v) {
			p.panicIf(yes, "nil")
			return zeroVal(t)
		}
		return do(v)
	}
	for i, alt := range x.alts {
		if isNil(alt) {
			p.panicIf(p.chosen(x, i), "nil")
		}
	}
	var from func(i int) val
	from = func(i int) val {
		for isNil(x.alts[i]) && i+1 < len(x.alts) {
			i++
		}
		if isNil(x.alts[i]) {
			return zeroVal(t)
		}
		rest := slices.ContainsFunc(x.alts[i+1:], func(alt val) bool { return !isNil(alt) })
		c, open := p.chosen(x, i).(*dyn)
		if !rest || !open {
			return do(x.alts[i])
		}
		vs, _ := p.branch(c,
			func() ([]val, bool) { return []val{do(x.alts[i])}, true },
			func() ([]val, bool) { return []val{from(i + 1)}, true })
		return vs[0]
	}
	return from(0)
}

// get reads the component at path of what v points to.
func (p *pe) get(v val, path []int64, idx []val, t *ir.Type) val {
	return p.wherever(v, t, func(at val) val {
		switch at := at.(type) {
		case *cell:
			return p.getPath(at.val, path, idx, at)
		case *part:
			return p.getPart(at.deeperIn(path, idx, t))
		}
		panic("eval: no pointer")
	})
}

// deeperIn is deeper, of no step, too.
func (w *part) deeperIn(path []int64, idx []val, t *ir.Type) *part {
	if len(path) == 0 {
		return w
	}
	return w.deeper(path, idx, t)
}

func (p *pe) getPart(w *part) val {
	switch {
	case w.of != nil:
		return p.getRecast(w)
	case w.c != nil:
		return p.getPath(w.c.val, w.path, w.idx, w.c)
	case !w.isSpan():
		return p.loadPath(w.s, w.idx[0], w.path, w.idx[1:])
	}
	if s, ok := w.s.(*dyn); ok && isLarge(w.t) {
		return &marr{t: w.t, mem: s}
	}
	out := &agg{w.t, make([]val, w.t.Len)}
	for i := range out.elems {
		out.elems[i] = p.loadPath(w.s, intVal(int64(i)), nil, nil)
	}
	return out
}

// set assigns x to the component at path of what v points to.
func (p *pe) set(v val, path []int64, idx []val, x val, o *ir.Op) {
	p.wherever(v, ir.TBool, func(at val) val {
		switch at := at.(type) {
		case *cell:
			p.setCellAt(at, path, idx, x, o)
		case *part:
			p.setPart(at.deeperIn(path, idx, typeOf(x)), x, o)
		}
		return yes
	})
}

func (p *pe) setPart(w *part, x val, o *ir.Op) {
	switch {
	case w.of != nil:
		p.setRecast(w, x, o)
		return
	case w.c != nil:
		p.setCellAt(w.c, w.path, w.idx, x, o)
		return
	}
	p.mayStore(w.s)
	if !w.isSpan() {
		p.storePath(w.s, w.idx[0], x, w.path, w.idx[1:])
		return
	}
	if s, ok := w.s.(*dyn); ok {
		p.copyArray(&marr{t: w.t, mem: s}, x, false)
		return
	}
	for i := range w.t.Len {
		at := intVal(int64(i))
		p.storePath(w.s, at, p.getPath(x, []int64{-1}, []val{at}, nil), nil, nil)
	}
}

// setCellAt assigns to a component of a variable.
func (p *pe) setCellAt(c *cell, path []int64, idx []val, x val, o *ir.Op) {
	if mem := c.inPlace(path); mem != nil {
		p.mayStore(mem)
	} else {
		p.mayAssign(c, o)
	}
	p.setCell(c, p.setPath(c.val, path, idx, x, c))
}

// viewOf is a slice of the whole of the array at a path of fields in what v points to.
func (p *pe) viewOf(v val, path []int64, t *ir.Type) val {
	switch at := p.pointer(v).(type) {
	case *cell:
		if at != nil {
			return p.view(at, path, t)
		}
		p.panicIf(yes, "nil")
		return konst{t, 0}
	case *part:
		at = at.deeperIn(path, nil, ir.PathType(at.t, path))
		switch {
		case at.of != nil:
			p.errorf(p.b.Pos, "slicing numbers that are taken for others is not compiled")
		case at.c != nil && !slices.Contains(at.path, -1):
			return p.view(at.c, at.path, t)
		case at.isSpan():
			n := intVal(int64(at.t.Len))
			if s, ok := at.s.(*window); ok {
				return s.slice(p, intVal(0), n, []val{n})
			}
			return p.result(ir.OpSlice, p.values([]val{at.s, intVal(0), n, n}), t)
		}
		n := intVal(int64(at.t.Len))
		return &window{t: t, c: at.c, s: at.s, path: at.path, idx: at.idx, lo: intVal(0), n: n, up: n}
	}
	p.errorf(p.b.Pos, "slicing an array behind a pointer that depends on data is not compiled")
	return nil
}

// pointsToNil is v == nil, of a function, too.
func (p *pe) pointsToNil(v val) val {
	switch v := p.taken(v).(type) {
	case *cell, *clo:
		return boolVal(isNil(v))
	case *choice:
		is := val(no)
		for i, alt := range v.alts {
			if isNil(alt) {
				is = p.scalar(ir.OpOr, ir.TBool, []val{is, p.chosen(v, i)})
			}
		}
		return is
	}
	return no
}

// samePlace is whether two pointers are equal. At the border one that leads into something is none that Go could be given.
func (p *pe) samePlace(a, b val, border bool) val {
	a, b = p.pointer(a), p.pointer(b)
	if x, ok := a.(*choice); ok {
		is := val(no)
		for i, alt := range x.alts {
			here := p.scalar(ir.OpAnd, ir.TBool, []val{p.chosen(x, i), p.samePlace(alt, b, border)})
			is = p.scalar(ir.OpOr, ir.TBool, []val{is, here})
		}
		return is
	}
	if _, ok := b.(*choice); ok {
		return p.samePlace(b, a, border)
	}
	x, xIs := a.(*part)
	y, yIs := b.(*part)
	switch {
	case border && (xIs || yIs):
		p.errorf(p.b.Pos, "a pointer to a part of something is not compiled as a result")
	case border && !isNil(a) && a.(*cell).elsewhere:
		p.errorf(p.b.Pos, "a pointer to a package variable is not compiled as a result")
	case isNil(a) || isNil(b) || a == b:
		return boolVal(a == b)
	case !border && !xIs && !yIs && a.(*cell).at != nil && b.(*cell).at != nil:
		return p.scalar(ir.OpEq, ir.TBool, []val{a.(*cell).at, b.(*cell).at})
	case !xIs && !yIs && (border || !(a.(*cell).seen() && b.(*cell).seen())):
		return no
	case xIs && yIs && besideEachOther(x, y) && (x.c != nil || x.s != nil && same(x.s, y.s) || x.of != nil && same(x.of, y.of)):
		is := val(yes)
		for i := range x.idx {
			is = p.scalar(ir.OpAnd, ir.TBool, []val{is, p.scalar(ir.OpEq, ir.TBool, []val{x.idx[i], y.idx[i]})})
		}
		return is
	case !holdsBoth(a, b):
		return no
	case xIs && yIs && inMemoryOnly(x) && inMemoryOnly(y):
		return p.scalar(ir.OpEq, ir.TBool, []val{p.placeOf(x), p.placeOf(y)})
	}
	p.errorf(p.b.Pos, "comparing these pointers is not compiled: whether they are equal is not known")
	return nil
}

// seen reports a variable that others than this function may have pointers to: two of those may be one.
func (c *cell) seen() bool { return c.given || c.elsewhere }

// holdsBoth reports pointers that may lead to one place: into one variable, or into slices.
func holdsBoth(a, b val) bool {
	home := func(v val) (c *cell, memory bool) {
		c = homeOf(v)
		_, isPart := v.(*part)
		return c, isPart && c == nil
	}
	x, inX := home(a)
	y, inY := home(b)
	inX, inY = inX || x != nil && x.seen(), inY || y != nil && y.seen()
	return inX && inY || x != nil && x == y
}

// besideEachOther reports pointers of one shape: what differs between them are slices and indices; or functions that differ in what they have captured.
func besideEachOther(a, b val) bool {
	if f, ok := a.(*clo); ok {
		g, ok := b.(*clo)
		return ok && f.code == g.code && len(f.caps) == len(g.caps)
	}
	x, ok1 := a.(*part)
	y, ok2 := b.(*part)
	if !ok1 || !ok2 {
		return !ok1 && !ok2 && a == b
	}
	if (x.of == nil) != (y.of == nil) || x.of != nil && (x.as != y.as || !besideEachOther(x.of, y.of)) {
		return false
	}
	return x.c == y.c && (x.s == nil) == (y.s == nil) && x.t == y.t && len(x.idx) == len(y.idx) && slices.Equal(x.path, y.path) &&
		(x.s == nil || typeOf(x.s) == typeOf(y.s))
}

// inside are the leaves of a pointer: what is computed at run time. Those of a function are what it has captured.
func inside(v val) []val {
	switch v := v.(type) {
	case *clo:
		return v.caps
	case *part:
		if v.of != nil {
			return slices.Concat(inside(v.of), v.idx)
		}
		if v.s != nil {
			return append([]val{v.s}, v.idx...)
		}
		return v.idx
	case *choice:
		out := []val{v.which}
		for _, alt := range v.alts {
			out = append(out, inside(alt)...)
		}
		return out
	}
	return nil
}

// with is v with other leaves.
func with(v val, leaves []val) val {
	switch v := v.(type) {
	case *clo:
		return &clo{v.t, v.code, slices.Clone(leaves)}
	case *part:
		out := *v
		if v.s != nil {
			out.s, leaves = leaves[0], leaves[1:]
		}
		if v.of != nil {
			n := len(inside(v.of))
			out.of, leaves = with(v.of, leaves[:n]), leaves[n:]
		}
		out.idx = slices.Clone(leaves)
		return &out
	case *choice:
		out := &choice{t: v.t, which: leaves[0], alts: make([]val, len(v.alts))}
		leaves = leaves[1:]
		for i, alt := range v.alts {
			n := len(inside(alt))
			out.alts[i], leaves = with(alt, leaves[:n]), leaves[n:]
		}
		return out
	}
	return v
}

// alternatives are what a pointer may be.
func alternatives(v val) []val {
	if x, ok := v.(*choice); ok {
		return x.alts
	}
	return []val{v}
}

// shapes are the alternatives of all these pointers, each shape once.
func shapes(vs []val) (alts []val) {
	for _, v := range vs {
		if v == val(absent) {
			continue
		}
		for _, alt := range alternatives(v) {
			if indexOf(alts, alt) < 0 {
				alts = append(alts, alt)
			}
		}
	}
	return alts
}

func indexOf(alts []val, v val) int {
	return slices.IndexFunc(alts, func(a val) bool { return besideEachOther(a, v) })
}

// among is v as a choice of these alternatives, of which those that it isn't have the leaves that blank gives.
func among(v val, alts []val, t *ir.Type, blank func(alt val) val) *choice {
	out := &choice{t: t, alts: make([]val, len(alts))}
	mine := alternatives(v)
	for k, alt := range alts {
		if i := indexOf(mine, alt); i >= 0 {
			out.alts[k] = mine[i]
		} else {
			out.alts[k] = blank(alt)
		}
	}
	x, ok := v.(*choice)
	if !ok {
		out.which = intVal(int64(indexOf(alts, v)))
		return out
	}
	out.which = x.which
	same := true
	for i, alt := range mine {
		same = same && indexOf(alts, alt) == i
	}
	if !same {
		out.which = nil // to be renumbered
	}
	return out
}

// renumbered is among, with the number of the alternative computed where the order differs.
func (p *pe) renumbered(v val, alts []val, t *ir.Type, blank func(alt val) val) *choice {
	out := among(v, alts, t, blank)
	if out.which == nil {
		x := v.(*choice)
		numbers := make([]val, len(x.alts))
		for i, alt := range x.alts {
			numbers[i] = intVal(int64(indexOf(alts, alt)))
		}
		out.which = p.element(p.resolve(x.which), numbers)
	}
	return out
}

// blankPart has the leaves of a pointer that isn't taken: what is known of them, else nothing.
func blankPart(alt val) val {
	if _, ok := alt.(*clo); ok {
		return blankCapture(alt)
	}
	ls := slices.Clone(inside(alt))
	for i, l := range ls {
		ls[i] = blankLeaf(l)
	}
	return with(alt, ls)
}

func blankLeaf(l val) val {
	if w, ok := l.(*window); ok && isFixed(w) {
		return w
	}
	return konst{typeOf(l), 0}
}
