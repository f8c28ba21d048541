package eval

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Small arrays are taken apart: each component is a value of its own, which ends up in a register. Large ones are memory, from the
// beginning: a variable owns its array's memory for as long as it lives, reading it whole makes a copy (unless nobody can tell, see
// borrow), assigning to it copies into it, with loops, so that the work does not depend on the length. Where one of several such values
// is chosen by the way control takes, each way copies its own to the same place. Arrays of known components that nobody assigns to
// are no memory but tables.

// isLarge reports a type whose values lie in memory.
func isLarge(t *ir.Type) bool {
	return t.Kind == ir.Array && countLeaves(t) > ir.MaxDissolved && onlyScalars(t.Elem)
}

// holdsLarge reports a type of which a component lies in memory.
func holdsLarge(t *ir.Type) bool {
	switch t.Kind {
	case ir.Struct:
		return slices.ContainsFunc(t.Fields, func(f ir.Field) bool { return holdsLarge(f.Type) })
	case ir.Array:
		return isLarge(t) || holdsLarge(t.Elem)
	}
	return false
}

func onlyScalars(t *ir.Type) bool {
	switch t.Kind {
	case ir.Struct:
		return !slices.ContainsFunc(t.Fields, func(f ir.Field) bool { return !onlyScalars(f.Type) })
	case ir.Array:
		return onlyScalars(t.Elem)
	}
	return t.IsScalar()
}

// ref is a place in residual memory: base[at] at path.
type ref struct {
	base, at *ir.Value
	path     []int64
	idx      []*ir.Value
}

func (r ref) field(i int) ref {
	r.path = append(slices.Clip(r.path), int64(i))
	return r
}

func (r ref) elem(i *ir.Value) ref {
	r.path = append(slices.Clip(r.path), -1)
	r.idx = append(slices.Clip(r.idx), i)
	return r
}

// elemRef is where the elements of an array in memory are.
func (m *marr) elemRef(i *ir.Value) ref {
	if m.in != nil {
		return m.in.elem(i)
	}
	return ref{base: m.mem.v, at: i}
}

// refVar is where a scalar in memory is.
func (p *pe) refVar(v *mvar) ref { return ref{base: p.value(v.in), at: p.value(intVal(0))} }

// isZero reports the zero value, which has no memory.
func (m *marr) isZero() bool { return m.mem == nil && m.in == nil }

// refTo is the place of a component.
func (p *pe) refTo(m *marr, path []int64, idx []val) ref {
	r := m.elemRef(p.value(idx[0]))
	idx = idx[1:]
	for _, step := range path[1:] {
		if step >= 0 {
			r = r.field(int(step))
			continue
		}
		r = r.elem(p.value(idx[0]))
		idx = idx[1:]
	}
	return r
}

// elem is element i of an array in memory.
func (p *pe) elem(m *marr, i val) val {
	if m.isZero() {
		return zeroVal(m.t.Elem)
	}
	return p.loadRef(m.elemRef(p.value(i)), m.t.Elem)
}

// loadRef reads what is at r, leaf by leaf; large arrays stay where they are.
func (p *pe) loadRef(r ref, t *ir.Type) val {
	switch {
	case t.Kind == ir.Struct:
		a := &agg{t, make([]val, len(t.Fields))}
		for i, f := range t.Fields {
			a.elems[i] = p.loadRef(r.field(i), f.Type)
		}
		return a
	case isLarge(t):
		return &marr{t: t, in: &r}
	case t.Kind == ir.Array:
		a := &agg{t, make([]val, t.Len)}
		for i := range a.elems {
			a.elems[i] = p.loadRef(r.elem(p.value(intVal(int64(i)))), t.Elem)
		}
		return a
	case t.Kind == ir.Fn || t.Kind == ir.Cell:
		p.errorf(p.b.Pos, "%s in memory: not known at compile time", t)
	}
	args := append(append(p.slab.Operands(2 + len(r.idx))[:0], r.base, r.at), r.idx...)
	d := p.result(ir.OpLoad, args, t)
	d.v.Def.Ints = slices.Clone(r.path)
	return d
}

// storeRef assigns to what is at r. In fresh memory zeros need not be stored.
func (p *pe) storeRef(r ref, x val, fresh bool) {
	switch x := x.(type) {
	case *agg:
		if isLarge(x.t) {
			p.copyArray(&marr{t: x.t, in: &r}, x, fresh)
			return
		}
		for i, e := range x.elems {
			if x.t.Kind == ir.Struct {
				p.storeRef(r.field(i), e, fresh)
			} else {
				p.storeRef(r.elem(p.value(intVal(int64(i)))), e, fresh)
			}
		}
	case *marr:
		p.copyArray(&marr{t: x.t, in: &r}, x, fresh)
	default:
		if k, ok := x.(konst); !ok || !fresh || k.bits != 0 {
			p.b.Store(r.base, r.at, p.value(x), slices.Clone(r.path), r.idx...)
		}
	}
}

// copyArray assigns an array to one in memory.
func (p *pe) copyArray(to *marr, x val, fresh bool) {
	switch x := x.(type) {
	case *agg:
		if isLarge(x.t) && isKnown(x) && p.copyTable(to, x, fresh) {
			return
		}
		for i, e := range x.elems {
			p.storeRef(to.elemRef(p.value(intVal(int64(i)))), e, fresh)
		}
	case *marr:
		switch {
		case !x.isZero():
			p.each(x.t.Len, func(i *ir.Value) { p.copyRef(to.elemRef(i), x.elemRef(i), x.t.Elem) })
		case !fresh:
			p.each(x.t.Len, func(i *ir.Value) { p.storeAll(to.elemRef(i), x.t.Elem, func(t *ir.Type) val { return konst{t, 0} }) })
		}
	}
}

// copyTable assigns known components, unless these are few.
func (p *pe) copyTable(to *marr, x *agg, fresh bool) bool {
	if fresh && nonZeros(x) <= fewLeaves {
		return false
	}
	p.each(x.t.Len, func(i *ir.Value) { p.storeTable(to.elemRef(i), x.t.Elem, x.elems, &dyn{v: i}) })
	return true
}

func nonZeros(x *agg) (n int) {
	for _, v := range leaves(nil, x) {
		if v.(konst).bits != 0 {
			n++
		}
	}
	return n
}

// storeTable assigns element at of constants to what is at r.
func (p *pe) storeTable(r ref, t *ir.Type, of []val, at val) {
	each := func(k int) []val {
		vs := make([]val, len(of))
		for i, v := range of {
			vs[i] = v.(*agg).elems[k]
		}
		return vs
	}
	switch {
	case t.Kind == ir.Struct:
		for k, f := range t.Fields {
			p.storeTable(r.field(k), f.Type, each(k), at)
		}
	case t.Kind == ir.Array && countLeaves(t) > fewLeaves:
		var all []val
		for _, v := range of {
			all = append(all, v.(*agg).elems...)
		}
		p.each(t.Len, func(i *ir.Value) {
			p.storeTable(r.elem(i), t.Elem, all, p.plus(p.times(at, intVal(int64(t.Len))), &dyn{v: i}))
		})
	case t.Kind == ir.Array:
		for k := range t.Len {
			p.storeTable(r.elem(p.value(intVal(int64(k)))), t.Elem, each(k), at)
		}
	default:
		table := make([]uint64, len(of))
		for i, v := range of {
			table[i] = v.(konst).bits
		}
		d := p.result(ir.OpTable, p.values([]val{at}), t)
		d.v.Def.SetTable(table)
		p.storeRef(r, d, false)
	}
}

// copyRef copies a component from one place to another.
func (p *pe) copyRef(to, from ref, t *ir.Type) {
	switch t.Kind {
	case ir.Struct:
		for i, f := range t.Fields {
			p.copyRef(to.field(i), from.field(i), f.Type)
		}
	case ir.Array:
		p.eachOf(t, func(i *ir.Value) { p.copyRef(to.elem(i), from.elem(i), t.Elem) })
	default:
		p.storeRef(to, p.loadRef(from, t), false)
	}
}

// storeAll assigns to each leaf of a component.
func (p *pe) storeAll(to ref, t *ir.Type, leaf func(t *ir.Type) val) {
	switch t.Kind {
	case ir.Struct:
		for i, f := range t.Fields {
			p.storeAll(to.field(i), f.Type, leaf)
		}
	case ir.Array:
		for i := range t.Len {
			p.storeAll(to.elem(p.value(intVal(int64(i)))), t.Elem, leaf)
		}
	default:
		p.storeRef(to, leaf(t), false)
	}
}

// eachOf goes through an array's elements: one by one if they are few, else with a loop.
func (p *pe) eachOf(t *ir.Type, f func(i *ir.Value)) {
	if countLeaves(t) > fewLeaves {
		p.each(t.Len, f)
		return
	}
	for i := range t.Len {
		f(p.value(intVal(int64(i))))
	}
}

// each emits a loop over 0 <= i < n.
func (p *pe) each(n int, f func(i *ir.Value)) {
	loop := p.b.For(p.value(intVal(0)), p.value(intVal(int64(n))), 1, nil)
	loop.Mode = ir.InLanes
	outer := p.b.Region
	p.b.Region = loop.Regions[0]
	f(loop.Regions[0].Params[0])
	p.b.Yield()
	p.b.Region = outer
}

// detached is a value that later assignments to variables and slices don't change.
func (p *pe) detached(v val) val {
	switch x := v.(type) {
	case *marr:
		if x.isZero() {
			return x
		}
		m := p.allocate(x.t)
		p.copyArray(m, x, true)
		m.owned = true
		return m
	case *agg:
		if x.t.Kind == ir.Array {
			return x
		}
		out := &agg{x.t, make([]val, len(x.elems))}
		for i, e := range x.elems {
			out.elems[i] = p.detached(e)
		}
		return out
	}
	return v
}

// share notes that a value has more than one user: none may take its memory.
func share(v val) {
	switch x := v.(type) {
	case *marr:
		x.owned = false
	case *agg:
		if x.t.Kind == ir.Struct {
			for _, e := range x.elems {
				share(e)
			}
		}
	}
}

// available reports whether the memory can be used in region r.
func (m *marr) available(r *ir.Region) bool {
	if m.mem != nil && !visible(m.mem.v, r) {
		return false
	}
	return m.in == nil || visible(m.in.base, r) && visible(m.in.at, r) &&
		!slices.ContainsFunc(m.in.idx, func(v *ir.Value) bool { return !visible(v, r) })
}

// Who uses a value decides whether it needs memory of its own, and who may keep that memory.

// findLarge records of the ops in a function's body which values of theirs lie in memory, and what follows from that.
func (k *coder) findLarge(r *ir.Region) {
	users := map[*ir.Value][]*ir.Op{}
	k.large = &largeUse{copies: map[*ir.Op]bool{}, shared: map[*ir.Op][]int{}}
	r.Walk(func(o *ir.Op) bool {
		for _, a := range o.Args {
			if k.holdsLarge(a.Type) {
				users[a] = append(users[a], o)
			}
		}
		return true
	})
	if len(users) == 0 {
		return
	}
	r.Walk(func(o *ir.Op) bool {
		if (o.Kind == ir.OpGet || o.Kind == ir.OpLoad) && len(users[o.Result()]) > 0 {
			k.large.copies[o] = !borrows(o, users[o.Result()])
		}
		for i, a := range o.Args {
			if us := users[a]; len(us) > 1 || len(us) == 1 && definedIn(a) != o.Parent {
				k.large.shared[o] = append(k.large.shared[o], i)
			}
		}
		return true
	})
}

// largeUse is what is known of the ops of one function.
type largeUse struct {
	copies map[*ir.Op]bool  // get, load: the value needs memory of its own
	shared map[*ir.Op][]int // operands that have other users, too, or more than one use by this op
}

func (k *coder) holdsLarge(t *ir.Type) bool {
	if t.Kind != ir.Struct && t.Kind != ir.Array {
		return false
	}
	is, ok := k.g.large[t]
	if !ok {
		is = holdsLarge(t)
		k.g.large[t] = is
	}
	return is
}

func definedIn(v *ir.Value) *ir.Region {
	if v.Def != nil {
		return v.Def.Parent
	}
	return v.Owner
}

// borrows reports a get or load whose value is used up before anything can change what it has been read from.
func borrows(o *ir.Op, users []*ir.Op) bool {
	ops := o.Parent.Ops
	at := o.Parent.Index(o)
	last := at
	for _, u := range users {
		switch u.Kind {
		case ir.OpCell, ir.OpSet, ir.OpStore:
		case ir.OpExtract:
			if holdsLarge(u.Result().Type) {
				return false
			}
		default:
			return false
		}
		for u.Parent != o.Parent {
			if u = u.Parent.Parent; u == nil || u.Kind == ir.OpLambda {
				return false
			}
		}
		last = max(last, o.Parent.Index(u))
	}
	for i := at + 1; i <= last; i++ {
		if i == last && len(ops[i].Regions) == 0 {
			break
		}
		if !quiet(ops[i]) {
			return false
		}
	}
	return true
}

// quiet reports an op that assigns to no variable and no memory.
func quiet(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpLambda:
		return true
	case ir.OpSet, ir.OpStore, ir.OpMove, ir.OpCall, ir.OpCallSym, ir.OpForeign, ir.OpUnroll, ir.OpParFor, ir.OpBuild, ir.OpReduce, ir.OpKeep:
		return false
	}
	for _, r := range o.Regions {
		if slices.ContainsFunc(r.Ops, func(in *ir.Op) bool { return !quiet(in) }) {
			return false
		}
	}
	return true
}
