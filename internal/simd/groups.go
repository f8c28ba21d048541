package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Accesses at even steps other than one element move whole vectors, with shuffles between these and the lanes: components of the same
// structs, or neighbours in an array, form a group that does so once (interleave groups as in Nuzman, Rosen, Zaks, "Auto-Vectorization of
// Interleaved Data for SIMD", PLDI 2006, which GCC's and LLVM's vectorisers follow). Loads of a group are done where its first one stands,
// stores where its last one does.

// group is a set of loads, or of stores, of one family. From lane to lane there are stride bytes; the members' elements lie in bytes lo to
// hi of what belongs to a lane.
type group struct {
	members []*access
	stride  int64
	down    bool // lanes go down in memory
	lo, hi  int64
	certain bool            // loads: all iterations come to it, and all checks have been made before the loop
	since   []*ir.Op        // loads: stores that come behind the first member
	vals    map[*ir.Op]lval // what has been loaded, or is to be stored
}

// maxColumns is how many of the widest scalars of a group may lie between a lane and the next.
const maxColumns = 16

// strided describes an access at even steps that is neither uniform nor contiguous.
func (s *shapes) strided(o *ir.Op) (a *access, ok bool) {
	a, ok = s.evenly(o)
	if !ok {
		return nil, false
	}
	size, step := int64(a.typ.Size()), max(a.stride, -a.stride)
	widest := size
	ir.Leaves(o.Args[0].Type.Elem, func(_ []int, leaf *ir.Type) {
		if leaf.IsScalar() {
			widest = max(widest, int64(leaf.Size()))
		}
	})
	aligned := step%size == 0 && a.off%size == 0 // a word of several elements may lie anywhere
	return a, aligned && step >= size && a.stride != size && step <= maxColumns*widest
}

// findGroups finds the groups of a loop in lanes. Stores of parts of what lies between their ends need AVX-512's masks.
func (s *shapes) findGroups(loop *ir.Op, registerBytes, lanes int) {
	body := loop.Regions[0]
	s.groups, s.apart = map[*ir.Op]*group{}, nil
	f := &grouper{s: s, body: body, asking: loop.Kind == ir.OpFor, hoistable: hoistableChecks(body, s), masked: registerBytes == 64}
	f.region(body)
	s.rows = map[*ir.Op]*rowLoads{}
	s.findRows(body, lanes)
	for _, g := range s.groups {
		load := g.members[0].op.Kind == ir.OpLoad
		g.certain = load && f.isCertain(g)
		s.scalarTail = s.scalarTail || registerBytes < 64 && g.widest() < 4
	}
}

// isCertain reports that nothing in the body can keep an iteration from loading the group.
func (f *grouper) isCertain(g *group) bool {
	for _, m := range g.members {
		if m.op.Parent != f.body {
			return false
		}
	}
	ok := true
	f.body.Walk(func(o *ir.Op) bool {
		ok = ok && (!o.Kind.Has(ir.Check) || f.hoistable[o])
		return true
	})
	for _, o := range f.body.Ops {
		ok = ok && (o == f.body.Terminator() || !o.Leaves())
	}
	return ok
}

// readsAhead reports a group whose vectors may be whole, and its columns wide, if they read up to where the next iteration does.
func (g *group) readsAhead() bool { return g.certain && !g.down && g.hi-g.lo < g.stride }

// grouper goes through a region in order.
type grouper struct {
	s         *shapes
	body      *ir.Region
	asking    bool // slices may be compared ahead of the loop
	hoistable map[*ir.Op]bool
	masked    bool
	loads     []*group
	stores    []*group // to which more may come
	fresh     int      // loads from here on may take in neighbours: nothing came since that may keep lanes from reaching these
}

func (f *grouper) region(r *ir.Region) {
	saved := *f
	f.loads, f.stores, f.fresh = nil, nil, 0
	for _, o := range r.Ops {
		f.op(o)
	}
	f.close(func(*group) bool { return true })
	*f = saved
}

func (f *grouper) op(o *ir.Op) {
	switch {
	case o.Kind == ir.OpLoad:
		f.load(o)
	case o.Kind == ir.OpStore:
		f.store(o)
	case o.Kind.Has(ir.Check):
		if !f.hoistable[o] {
			f.fresh = len(f.loads)
		}
	case len(o.Regions) > 0:
		for _, in := range o.Regions {
			f.region(in)
		}
		f.around(o)
	}
}

// around: what an op with regions does may stand between the members of a group.
func (f *grouper) around(o *ir.Op) {
	f.fresh = len(f.loads)
	if o.Leaves() {
		f.close(func(*group) bool { return true })
	}
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			if x.Kind == ir.OpLoad || x.Kind == ir.OpStore {
				f.close(func(g *group) bool { return f.meets(g, x) })
			}
			if x.Kind == ir.OpStore {
				f.stored(x)
			}
			return true
		})
	}
}

func (f *grouper) stored(o *ir.Op) {
	for _, g := range f.loads {
		g.since = append(g.since, o)
	}
}

// meets reports whether o may touch what a member does.
func (f *grouper) meets(g *group, o *ir.Op) bool {
	for _, m := range g.members {
		if f.s.mayOverlap(m.op, o) {
			return true
		}
	}
	return false
}

// widest is the size of the largest member.
func (g *group) widest() (w int64) {
	for _, m := range g.members {
		w = max(w, int64(m.typ.Size()))
	}
	return w
}

func (g *group) add(a *access) {
	if len(g.members) == 0 {
		g.stride, g.down = max(a.stride, -a.stride), a.stride < 0
		g.lo, g.hi = a.elem, a.elem+a.bytes
	}
	g.members = append(g.members, a)
	g.lo, g.hi = min(g.lo, a.elem), max(g.hi, a.elem+a.bytes)
}

// fits reports whether a may join: whether its element lies beside the others, before those of the next lane begin.
func (g *group) fits(a *access) bool {
	m := g.members[0]
	if len(a.inner.terms) > 0 && a.bytes != m.bytes {
		return false
	}
	return m.related(a) && max(g.hi, a.elem+a.bytes)-min(g.lo, a.elem) <= g.stride
}

// hasElement reports a member that accesses the same element as a: where the one may be loaded, so may the other.
func (g *group) hasElement(a *access) bool {
	for _, m := range g.members {
		if m.elem == a.elem {
			return true
		}
	}
	return false
}

func (f *grouper) load(o *ir.Op) {
	a, ok := f.s.strided(o)
	if ok {
		for i, g := range f.loads {
			if g.fits(a) && (i >= f.fresh || g.hasElement(a)) && f.early(g, o) {
				g.add(a)
				f.s.groups[o] = g
				return
			}
		}
	}
	f.close(func(g *group) bool { return f.meets(g, o) })
	if ok {
		g := &group{}
		g.add(a)
		f.loads = append(f.loads, g)
		f.s.groups[o] = g
	}
}

// early reports whether o may be loaded with the first member of g, before stores that stand in between, and stores that stand before that
// but are put off. Where it is known only at run time that these go to other memory, that is asked for ahead of the loop.
func (f *grouper) early(g *group, o *ir.Op) bool {
	var pairs []apart
	clear := func(store *ir.Op) bool {
		if !f.s.mayOverlap(store, o) {
			return true
		}
		p, ok := f.asks(store, o)
		pairs = append(pairs, p)
		return ok
	}
	for _, store := range g.since {
		if !clear(store) {
			return false
		}
	}
	for _, later := range f.stores {
		for _, m := range later.members {
			if !clear(m.op) {
				return false
			}
		}
	}
	for _, p := range pairs {
		if !slices.Contains(f.s.apart, p) {
			f.s.apart = append(f.s.apart, p)
		}
	}
	return true
}

// apart are two slices that must not share memory.
type apart struct{ s, t *ir.Value }

// asks gives the question that has to be asked ahead of the loop for o and p not to overlap; ok is false if there is none.
func (f *grouper) asks(o, p *ir.Op) (q apart, ok bool) {
	q = apart{o.Args[0], p.Args[0]}
	return q, f.asking && q.s != q.t && f.outside(q.s) && f.outside(q.t)
}

// outside reports a slice that is there before the loop.
func (f *grouper) outside(s *ir.Value) bool {
	if s.Def != nil {
		return !f.body.Holds(s.Def)
	}
	for r := s.Owner; r != nil && r.Parent != nil; r = r.Parent.Parent {
		if r == f.body {
			return false
		}
	}
	return s.Owner != f.body
}

func (f *grouper) store(o *ir.Op) {
	var own *group
	a, ok := f.s.strided(o)
	if ok {
		for _, g := range f.stores {
			if own == nil && g.fits(a) && !f.meets(g, o) {
				own = g
			}
		}
	}
	f.close(func(g *group) bool { return f.meets(g, o) })
	f.stored(o)
	if !ok {
		return
	}
	if own == nil {
		own = &group{}
		f.stores = append(f.stores, own)
	}
	own.add(a)
}

// close ends the groups of stores that which selects.
func (f *grouper) close(which func(*group) bool) {
	kept := f.stores[:0]
	for _, g := range f.stores {
		switch {
		case !which(g):
			kept = append(kept, g)
		case f.masked || g.covered(g.stride) != nil:
			for _, m := range g.members {
				f.s.groups[m.op] = g
			}
		}
	}
	f.stores = kept
}

// covered tells which of the columns of unit bytes between two lanes the stores of a group fill; nil if they fill some in part. Padding
// between the fields of structs may be written or not.
func (g *group) covered(unit int64) []bool {
	filled, free := make([]bool, g.stride), make([]bool, g.stride)
	for _, m := range g.members {
		fill(filled, m.off-g.lo, int64(m.typ.Size()))
		if len(m.inner.terms) > 0 {
			continue
		}
		pad := free[m.elem-g.lo : m.elem-g.lo+m.bytes]
		for i := range pad {
			pad[i] = true
		}
		unpad(m.op.Args[0].Type.Elem, 0, pad)
	}
	columns := make([]bool, g.stride/unit)
	for c := range columns {
		some, all := false, true
		for i := int64(c) * unit; i < int64(c+1)*unit; i++ {
			some, all = some || filled[i], all && (filled[i] || free[i])
		}
		if columns[c] = some; some && !all {
			return nil
		}
	}
	return columns
}

func fill(list []bool, from, n int64) {
	for i := from; i < from+n; i++ {
		list[i] = true
	}
}

// unpad marks the bytes of t, which begins at off, that are no padding.
func unpad(t *ir.Type, off int, pad []bool) {
	switch t.Kind {
	case ir.Struct:
		for i, f := range t.Fields {
			unpad(f.Type, off+t.Offset(i), pad)
		}
	case ir.Array:
		for i := range t.Len {
			unpad(t.Elem, off+i*t.Elem.Size(), pad)
		}
	default:
		for i := range t.Size() {
			pad[off+i] = false
		}
	}
}
