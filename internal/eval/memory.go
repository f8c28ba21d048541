package eval

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// fewLeaves is how many leaves an array may have for an access with an unknown index to become selects.
const fewLeaves = 16

// turnLeaves is how many it may have if the index counts the turns of a loop and nobody knows how many these are: such a loop will not be written out, where
// the index would be known.
const turnLeaves = 8

// neverLeaves is for arrays that need not be memory, whatever is done with them.
const neverLeaves = math.MaxInt

// content is what a new cell holds: v itself, with the arrays that have to be memory moved there.
func (p *pe) content(o *ocode, t *ir.Type, v val) val {
	if most, spill := p.inMemory[o.uid]; spill {
		return p.own(t, v, most)
	}
	if holdsLarge(t) {
		return p.own(t, v, neverLeaves)
	}
	return v
}

// own makes a value a cell's content: large arrays lie in memory of the cell's own, but for tables as long as nobody assigns to them. If somebody does,
// or small arrays are indexed by values not known, those of more than most leaves do; else that is neverLeaves.
func (p *pe) own(t *ir.Type, v val, most int) val {
	switch x := v.(type) {
	case *marr:
		if x.owned {
			return &marr{t: t, mem: x.mem}
		}
		m := p.allocate(t)
		p.copyArray(m, x, true)
		return m
	case *agg:
		if t.Kind == ir.Array {
			if isLarge(t) && most == neverLeaves && isKnown(x) {
				return x
			}
			if isLarge(t) || countLeaves(t) > most {
				return p.spillArray(x)
			}
		}
		out := &agg{t, make([]val, len(x.elems))}
		for i, e := range x.elems {
			out.elems[i] = p.own(typeOf(e), e, most)
		}
		return out
	}
	return v
}

// allocate emits zeroed memory for an array.
func (p *pe) allocate(t *ir.Type) *marr {
	o := p.b.Op(ir.OpAlloca, nil, ir.SliceOf(t.Elem))
	o.Ints = []int64{int64(t.Len)}
	return &marr{t: t, mem: &dyn{v: o.Result()}}
}

func (p *pe) spillArray(a *agg) *marr {
	m := p.allocate(a.t)
	p.copyArray(m, a, true)
	return m
}

// unspill reads a whole value back from memory, except for arrays that are always there. With all these, too.
func (p *pe) unspill(v val, all bool) val {
	switch x := v.(type) {
	case *marr:
		if !all && isLarge(x.t) {
			return x
		}
		out := &agg{x.t, make([]val, x.t.Len)}
		for i := range out.elems {
			out.elems[i] = p.unspill(p.elem(x, intVal(int64(i))), all)
		}
		return out
	case *mvar:
		return p.loadRef(p.refVar(x), x.t)
	case *agg:
		var out *agg
		for i, e := range x.elems {
			if r := p.unspill(e, all); r != e {
				if out == nil {
					out = &agg{x.t, append([]val(nil), x.elems...)}
				}
				out.elems[i] = r
			}
		}
		if out != nil {
			return out
		}
	}
	return v
}

// needMemory starts evaluation again with the arrays of c in memory that have more than most leaves.
func (p *pe) needMemory(c *cell, most int) {
	if old, ok := p.inMemory[c.key.uid]; ok {
		most = min(most, old)
	}
	p.inMemory[c.key.uid] = most
	panic(retry{})
}

// carriedLeaves is how many it may have if a loop carries what is assigned at an index that will never be known.
const carriedLeaves = 2

// leavesToSet is how many leaves an array, the content of c, may have that is assigned to at index i. In a parallel loop there are lanes, where memory costs more, and
// behind recursive calls no memory is kept.
func (p *pe) leavesToSet(c *cell, i val) int {
	d, ok := i.(*dyn)
	if ok && len(p.barriers) == 0 && p.isCarried(c) && !p.mayBeKnown(d.v) && !p.g.recurs() {
		return carriedLeaves
	}
	return leavesFor(i)
}

// isCarried reports a cell of which a loop around carries a part.
func (p *pe) isCarried(c *cell) bool {
	return slices.ContainsFunc(p.carrying, func(carries []*carry) bool {
		return slices.ContainsFunc(carries, func(k *carry) bool { return k.c == c })
	})
}

// mayBeKnown reports what follows from constants and what loops count from constants to constants: it is known where such loops are written out.
func (p *pe) mayBeKnown(v *ir.Value) bool {
	if v.Def != nil {
		return v.Def.Kind.Has(ir.Pure) && len(v.Def.Regions) == 0 && !slices.ContainsFunc(v.Def.Args, func(a *ir.Value) bool { return !p.mayBeKnown(a) })
	}
	for _, carries := range p.carrying {
		for _, k := range carries {
			if k.value == nil || k.value.v != v {
				continue
			}
			from, dynamic := k.init.(*dyn)
			return comparedWith(v, true) && (!dynamic || p.mayBeKnown(from.v))
		}
	}
	return false
}

// comparedWith reports what a loop carries and compares with a constant, or with what isn't one.
func comparedWith(v *ir.Value, constant bool) bool {
	for _, o := range v.Owner.Ops {
		if o.Kind < ir.OpEq || o.Kind > ir.OpGe || constant && o.Kind == ir.OpEq { // that may be a choice of elements
			continue
		}
		for k, a := range o.Args {
			if _, known := o.Args[1-k].IsConst(); a == v && known == constant {
				return true
			}
		}
	}
	return false
}

// leavesFor is how many leaves an array may have that is accessed at index i.
func leavesFor(i val) int {
	if d, ok := i.(*dyn); ok && countsTurns(d.v) {
		return turnLeaves
	}
	return fewLeaves
}

// countsTurns reports what a loop counts up to something that isn't constant, or what follows from that and constants.
func countsTurns(v *ir.Value) bool {
	for v.Def != nil {
		o := v.Def
		switch o.Kind {
		case ir.OpConv:
		case ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpRem:
			if _, ok := o.Args[1].IsConst(); !ok {
				return false
			}
		default:
			return false
		}
		v = o.Args[0]
	}
	loop := v.Owner.Parent
	return loop != nil && loop.Kind == ir.OpLoop && comparedWith(v, false)
}

// getPath is the component of v at path; c is the cell that v is the content of, if any.
func (p *pe) getPath(v val, path []int64, idx []val, c *cell) val {
	for len(path) > 0 {
		switch x := v.(type) {
		case *marr:
			if x.isZero() {
				return zeroVal(ir.PathType(x.t, path))
			}
			return p.loadRef(p.refTo(x, path, idx), ir.PathType(x.t, path))
		case *agg:
			if path[0] >= 0 {
				v, path = x.elems[path[0]], path[1:]
				continue
			}
			i, ok := idx[0].(konst)
			if !ok {
				return p.getDynamic(x, idx[0], path[1:], idx[1:], c)
			}
			if i.bits >= uint64(len(x.elems)) {
				return zeroVal(ir.PathType(x.t, path)) // never used: the check before has panicked
			}
			v, path, idx = x.elems[i.bits], path[1:], idx[1:]
		default:
			panic("eval: path into a scalar")
		}
	}
	if c != nil {
		v = p.unspill(v, false)
	}
	return p.resolve(v)
}

// getDynamic reads an element of a dissolved array at an unknown index.
func (p *pe) getDynamic(x *agg, i val, path []int64, idx []val, c *cell) val {
	if len(x.elems) == 0 {
		return zeroVal(ir.PathType(x.t.Elem, path))
	}
	most := fewLeaves
	if c != nil {
		most = leavesFor(i)
	}
	inMemory := func() val {
		if c != nil {
			p.needMemory(c, most)
		}
		return p.getPath(p.spillArray(x), append([]int64{-1}, path...), append([]val{i}, idx...), nil)
	}
	known := isKnown(x)
	if isLarge(x.t) && !known {
		return inMemory()
	}
	if t := ir.PathType(x.t.Elem, path); known && t.IsScalar() && t.Kind != ir.Slice && !slices.ContainsFunc(idx, isKnown) && len(idx) > 0 {
		return p.flatElement(x, append([]val{i}, idx...), append([]int64{-1}, path...), t)
	}
	elems := make([]val, len(x.elems))
	for k, e := range x.elems {
		elems[k] = p.getPath(e, path, idx, c)
	}
	if hasFuncs(elems[0]) {
		return p.elementWithFuncs(i, elems)
	}
	cols, work := columns(elems)
	if work > most {
		return inMemory()
	}
	return mapLeaves(elems[0], func(n int, _ val) val { return p.element(i, cols[n]) })
}

// flatElement is what path leads to in an array of constants of which no index is known: an element of one table of all that it can lead to, however many
// dimensions that has.
func (p *pe) flatElement(x *agg, idx []val, path []int64, t *ir.Type) val {
	var table []uint64
	var collect func(v val, path []int64)
	collect = func(v val, path []int64) {
		a, more := v.(*agg)
		switch {
		case !more:
			table = append(table, v.(konst).bits)
		case path[0] >= 0:
			collect(a.elems[path[0]], path[1:])
		default:
			for _, e := range a.elems {
				collect(e, path[1:])
			}
		}
	}
	collect(x, path)
	if len(table) == 0 {
		return zeroVal(t) // never used: the check before has panicked
	}
	at, in := val(intVal(0)), x.t
	for _, step := range path {
		if step >= 0 {
			in = in.Fields[step].Type
			continue
		}
		at, idx, in = p.plus(p.times(at, intVal(int64(in.Len))), idx[0]), idx[1:], in.Elem
	}
	if !slices.ContainsFunc(table, func(bits uint64) bool { return bits != table[0] }) {
		return konst{t, table[0]}
	}
	d := p.result(ir.OpTable, p.values([]val{at}), t)
	d.v.Def.SetTable(table)
	return d
}

// elementWithFuncs is element i of an array of functions, or of structs with some.
func (p *pe) elementWithFuncs(i val, elems []val) val {
	simple := true
	if !slices.ContainsFunc(elems, holdsChoice) {
		cols, _ := columns(elems)
		v := mapLeaves(elems[0], func(n int, leaf val) val {
			if _, is := leaf.(*clo); !is {
				return p.element(i, cols[n])
			}
			f, ok := p.elementFunc(i, cols[n])
			simple = simple && ok
			return f
		})
		if simple {
			return v
		}
	}
	return p.elementChosen(i, elems)
}

// columns lists for each leaf of an array's elements what it is in each of them, and counts the leaves that tables don't serve.
func columns(elems []val) (cols [][]val, work int) {
	rows := make([][]val, len(elems))
	for k, e := range elems {
		rows[k] = leaves(nil, e)
	}
	cols = make([][]val, len(rows[0]))
	for n := range cols {
		known := true
		cols[n] = make([]val, len(rows))
		for k, row := range rows {
			cols[n][k] = row[n]
			known = known && isFixed(row[n])
		}
		if !known {
			work += len(rows)
		}
	}
	return cols, work
}

// isFixed reports a constant, or a window whose place is constant.
func isFixed(v val) bool {
	if w, ok := v.(*window); ok {
		return w.s == nil && !slices.ContainsFunc(w.numbers(), func(v val) bool { return !isKnown(v) })
	}
	_, ok := v.(konst)
	return ok
}

// element is the i-th of scalars or slices.
func (p *pe) element(i val, elems []val) val {
	table := make([]uint64, len(elems))
	equal, known := true, true
	for k, e := range elems {
		equal = equal && same(e, elems[0])
		if c, ok := e.(konst); ok && c.t.Kind != ir.Slice {
			table[k] = c.bits
		} else {
			known = false
		}
	}
	if equal {
		return elems[0]
	}
	if w, ok := windows(elems); ok {
		return w.merged(elems, func(ns []val) val { return p.element(i, ns) })
	}
	if known {
		d := p.result(ir.OpTable, p.values([]val{i}), typeOf(elems[0]))
		d.v.Def.SetTable(table)
		return d
	}
	v := elems[0]
	for k := 1; k < len(elems); k++ {
		v = p.pick(p.scalar(ir.OpEq, ir.TBool, []val{i, intVal(int64(k))}), elems[k], v)
	}
	return v
}

// setPath is v with the component at path replaced by x. What lies in memory is assigned there.
func (p *pe) setPath(v val, path []int64, idx []val, x val, c *cell) val {
	if len(path) == 0 {
		return p.overwrite(v, x, c)
	}
	switch a := v.(type) {
	case *marr:
		if c == nil { // a value, which others may have
			a = p.own(a.t, a, neverLeaves).(*marr)
			a.owned = true
		}
		p.storeRef(p.refTo(a, path, idx), x, false)
		return a
	case *agg:
		if isLarge(a.t) && c != nil {
			p.needMemory(c, fewLeaves)
		}
		out := &agg{a.t, append([]val(nil), a.elems...)}
		if path[0] >= 0 {
			out.elems[path[0]] = p.setPath(a.elems[path[0]], path[1:], idx, x, c)
			return out
		}
		if i, ok := idx[0].(konst); ok {
			if i.bits < uint64(len(a.elems)) {
				out.elems[i.bits] = p.setPath(a.elems[i.bits], path[1:], idx[1:], x, c)
			}
			return out
		}
		if c != nil {
			if most := p.leavesToSet(c, idx[0]); countLeaves(a.t) > most {
				p.needMemory(c, most)
			}
		}
		for k, e := range a.elems {
			here := p.scalar(ir.OpEq, ir.TBool, []val{idx[0], intVal(int64(k))})
			out.elems[k] = p.pick(here, p.setPath(e, path[1:], idx[1:], x, c), e)
		}
		return out
	}
	panic("eval: path into a scalar")
}

// overwrite replaces a whole value, keeping what lies in memory there.
func (p *pe) overwrite(v, x val, c *cell) val {
	switch old := v.(type) {
	case *marr:
		if c == nil {
			return x
		}
		p.copyArray(old, x, false)
		return old
	case *mvar:
		p.storeRef(p.refVar(old), x, false)
		return old
	case *agg:
		if isLarge(old.t) && c != nil {
			p.needMemory(c, fewLeaves)
		}
		y, ok := x.(*agg)
		if !ok {
			return x
		}
		var out *agg
		for i, e := range old.elems {
			if r := p.overwrite(e, y.elems[i], c); r != y.elems[i] {
				if out == nil {
					out = &agg{y.t, append([]val(nil), y.elems...)}
				}
				out.elems[i] = r
			}
		}
		if out != nil {
			return out
		}
	}
	return x
}

// assign evaluates set and store.
func (p *pe) assign(fr *frame, o *ocode) {
	a := p.args(fr, o.args)
	if o.kind == ir.OpSet {
		p.set(a[0], o.op.Ints, a[2:], a[1], o.op)
		return
	}
	p.mayStore(a[0])
	p.storePath(a[0], a[1], a[2], o.op.Ints, a[3:])
}

// loadPath reads s[i] at path.
func (p *pe) loadPath(s, i val, path []int64, idx []val) val {
	t := ir.PathType(typeOf(s).Elem, path)
	switch s := s.(type) {
	case konst: // never used: the check before has panicked
		return zeroVal(ir.PathType(s.t.Elem, path))
	case *window:
		return s.load(p, i, path, idx)
	}
	return p.loadRef(ref{p.value(s), p.value(i), path, p.values(idx)}, t)
}

// storePath assigns s[i] at path.
func (p *pe) storePath(s, i, x val, path []int64, idx []val) {
	switch s := s.(type) {
	case konst:
		return // never reached: the check before has panicked
	case *window:
		s.store(p, i, x, path, idx)
		return
	}
	p.storeRef(ref{p.value(s), p.value(i), path, p.values(idx)}, x, false)
}

// slices evaluates the ops on slices.
func (p *pe) slices(o *ocode, t *ir.Type, a []val) val {
	switch o.kind {
	case ir.OpLoad:
		return p.loadPath(a[0], a[1], o.op.Ints, a[2:])
	case ir.OpLen, ir.OpCap:
		switch s := a[0].(type) {
		case konst:
			return intVal(0)
		case *dyn:
			if s.n != nil && available(s.n, p.b.Region) {
				return s.n
			}
			return p.result(o.kind, p.values(a), t)
		case *window:
			if o.kind == ir.OpCap {
				return s.up
			}
			return s.n
		}
	case ir.OpIsNil:
		if isChosen(a[0]) {
			return p.pointsToNil(a[0])
		}
		switch s := a[0].(type) {
		case konst:
			return yes
		case *window:
			return no
		case *dyn:
			if s.birth > 0 {
				return no
			}
		}
		return p.result(o.kind, p.values(a), t)
	case ir.OpMake:
		p.births++
		d := p.result(ir.OpMake, p.values(a), t)
		d.n, d.birth = a[0], p.births
		return d
	case ir.OpSlice:
		switch s := a[0].(type) {
		case konst:
			return s
		case *window:
			return s.slice(p, a[1], a[2], a[3:])
		}
		d := p.result(ir.OpSlice, p.values(a), t)
		if s, ok := a[0].(*dyn); ok {
			d.birth = s.birth
		}
		return d
	}
	panic("eval: no slice op")
}
