package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// What looks for the place of the least or greatest, or for the first place where something holds, reduces indices, which are 64 bits wide: a register holds
// half as many of them as of the float32s that they belong to. But one reduction of the loops level goes over few enough indices for 16 bits. So they are counted
// from its first one, as wide as what else is reduced or loaded. A number that stands for no place is cut off to one before or behind all of them: nothing is
// asked of these numbers but how they compare, and that stays as it was. Such a number may also be better than all places.

// narrowPlaces does so for a reduction. How wide partial results are says how many there are, so no result may depend on the order.
func narrowPlaces(o *ir.Op) bool {
	n := len(o.Results)
	if o.Ints[0] != 0 || len(o.Regions[0].Terminator().Args) != n || len(o.Step().Params) != 2*n {
		return false
	}
	var places []*place
	ordered := make([]bool, n) // leaves that are no keys of a place
	size := 2
	for k := range n {
		p := placeOf(o, k)
		if p != nil {
			places = append(places, p)
			continue
		}
		ordered[k] = !anyOrder(o, k)
		size = max(size, o.Results[k].Type.Size())
	}
	for _, p := range places {
		if p.key >= 0 {
			ordered[p.key] = false
		}
	}
	o.Regions[0].Walk(func(x *ir.Op) bool {
		if x.Kind == ir.OpLoad {
			size = max(size, x.Results[0].Type.Size())
		}
		return true
	})
	if len(places) == 0 || size >= 8 || slices.Contains(ordered, true) || !samePartialsWith(o, places, size) {
		return false
	}
	for _, p := range places {
		p.narrow(o, map[int]*ir.Type{2: ir.TI16, 4: ir.TI32}[size])
	}
	return true
}

// samePartialsWith reports that all reductions of o still have equally many partial results where places have so many bytes, but for those for which their number makes no
// difference.
func samePartialsWith(o *ir.Op, places []*place, size int) bool {
	from, all := 0, 0
	for _, leaves := range o.Ints[1:] {
		widest, free := 1, true
		for k := from; k < from+int(leaves); k++ {
			if slices.ContainsFunc(places, func(p *place) bool { return p.leaf == k }) {
				widest = max(widest, size)
				free = false
			} else {
				widest = max(widest, o.Results[k].Type.Size())
				free = free && anyOrder(o, k)
			}
		}
		from += int(leaves)
		switch {
		case free:
		case all != 0 && widest != all:
			return false
		default:
			all = widest
		}
	}
	return true
}

// anyOrder reports a leaf that is reduced by an op for which the order makes no difference.
func anyOrder(o *ir.Op, k int) bool {
	n := len(o.Results)
	for _, r := range []*ir.Region{o.Combine(), o.Step()} {
		c, with := r.Joins(k)
		if c == nil || with != n+k || !ir.AnyOrder(c.Kind, o.IDs()[k]) {
			return false
		}
	}
	return true
}

// place is a leaf that is an index of the loop, or a number that stands for none.
type place struct {
	leaf, key int       // of the leaf whose least or greatest it is the place of; -1: it is itself the least or greatest
	kind      ir.OpKind // then: OpMin or OpMax
	none      *ir.Value // then: what an iteration gives that has no place; nil if all have
}

// placeOf is nil if leaf k is none.
func placeOf(o *ir.Op, k int) *place {
	if o.Results[k].Type != ir.TI64 {
		return nil
	}
	p := &place{leaf: k, key: -1}
	v := o.Regions[0].Terminator().Args[k]
	if anyOrder(o, k) {
		c, _ := o.Combine().Joins(k)
		if p.kind = c.Kind; p.kind != ir.OpMin && p.kind != ir.OpMax || !p.indexOrNone(o, v) || p.none != nil && !p.loses(o.IDs()[k]) {
			return nil
		}
		return p
	}
	if v != o.Regions[0].Params[0] || !p.lexicographic(o) || !p.comparedOnly(o.Combine()) || !p.comparedOnly(o.Step()) {
		return nil
	}
	return p
}

// farPlace is behind all places.
const farPlace = 1 << 62

// loses reports that what the reduction begins with is what has no place, or no better than any place: where it ends with that, no iteration has given anything else than a
// number for none on the same side.
func (p *place) loses(id *ir.Value) bool {
	c, known := id.ConstInt()
	none, _ := p.none.ConstInt()
	return known && (c == none || p.kind == ir.OpMin && c >= farPlace || p.kind == ir.OpMax && c <= -farPlace)
}

// indexOrNone follows choices to the loop's index, or one constant.
func (p *place) indexOrNone(o *ir.Op, v *ir.Value) bool {
	if _, known := v.ConstInt(); known {
		if p.none == nil {
			p.none = v
		}
		a, _ := p.none.ConstInt()
		b, _ := v.ConstInt()
		return a == b
	}
	if v == o.Regions[0].Params[0] {
		return true
	}
	d := v.Def
	return d != nil && d.Parent == o.Regions[0] && d.Kind == ir.OpSelect && p.indexOrNone(o, d.Args[1]) && p.indexOrNone(o, d.Args[2])
}

// lexicographic reports that of two partial results that with the better key wins, and of equal ones that with the place that comes first, or last.
func (p *place) lexicographic(o *ir.Op) bool {
	r, n := o.Combine(), len(o.Results)
	args := r.Terminator().Args
	won := func(k int) *ir.Value {
		if d := args[k].Def; d != nil && d.Kind == ir.OpSelect && d.Args[1] == r.Params[n+k] && d.Args[2] == r.Params[k] {
			return d.Args[0]
		}
		return nil
	}
	compares := func(v *ir.Value, k int, kinds ...ir.OpKind) bool {
		d := v.Def
		if d == nil || !slices.Contains(kinds, d.Kind) {
			return false
		}
		a, b := r.Params[k], r.Params[n+k]
		return d.Args[0] == a && d.Args[1] == b || d.Args[0] == b && d.Args[1] == a
	}
	either := func(v *ir.Value, kind ir.OpKind, f, g func(v *ir.Value) bool) bool {
		d := v.Def
		return d != nil && d.Kind == kind && (f(d.Args[0]) && g(d.Args[1]) || f(d.Args[1]) && g(d.Args[0]))
	}
	w := won(p.leaf)
	if w == nil {
		return false
	}
	for k := range n {
		if k == p.leaf || won(k) != w {
			continue
		}
		tie := func(v *ir.Value) bool {
			return either(v, ir.OpAnd, func(v *ir.Value) bool { return compares(v, k, ir.OpEq) },
				func(v *ir.Value) bool { return compares(v, p.leaf, ir.OpLt, ir.OpGt) })
		}
		better := func(v *ir.Value) bool { return compares(v, k, ir.OpLt, ir.OpGt) }
		notWorse := func(v *ir.Value) bool { // and no NaN; the best so far may be one
			d := v.Def
			if d == nil || d.Kind != ir.OpAndNot || !compares(d.Args[1], k, ir.OpLe, ir.OpGe) {
				return false
			}
			e := d.Args[0].Def
			return e != nil && e.Kind == ir.OpEq && e.Args[0] == r.Params[n+k] && e.Args[1] == r.Params[n+k]
		}
		wins := func(v *ir.Value) bool { return better(v) || notWorse(v) }
		if p.key >= 0 || !either(w, ir.OpOr, wins, tie) {
			return false
		}
		p.key = k
	}
	return p.key >= 0
}

// comparedOnly reports that places are compared with each other in r, and chosen from, and nothing else.
func (p *place) comparedOnly(r *ir.Region) bool {
	n := len(r.Params) / 2
	same := map[*ir.Value]bool{r.Params[p.leaf]: true, r.Params[n+p.leaf]: true}
	for _, x := range r.Ops {
		from := 0
		switch {
		case len(x.Regions) > 0:
			return false
		case !slices.ContainsFunc(x.Args, func(v *ir.Value) bool { return same[v] }):
			continue
		case x.Kind == ir.OpYield:
			for k, v := range x.Args {
				if same[v] != (k == p.leaf) {
					return false
				}
			}
			return true
		case x.Kind == ir.OpSelect:
			from = 1
			same[x.Results[0]] = true
		case x.Kind < ir.OpEq || x.Kind > ir.OpGe:
			return false
		}
		if slices.ContainsFunc(x.Args[from:], func(v *ir.Value) bool { return !same[v] }) {
			return false
		}
	}
	return false // it gives something else
}

// narrow counts the places in type t from the reduction's first index.
func (p *place) narrow(o *ir.Op, t *ir.Type) {
	k, old, n := p.leaf, o.Results[p.leaf], len(o.Results)
	lo, id := o.Args[0], o.Args[2+k]
	ahead := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	first := p.relative(ahead, t, id, lo)
	o.SetArg(2+k, first)
	v := o.Retype(k, t)
	behind := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	result := behind.Binary(ir.OpAdd, lo, behind.Conv(v, ir.TI64))
	begins, none := id, first // what the number is that it begins with, if it ends with that
	if p.none != nil {
		c, _ := p.none.ConstInt()
		none = p.relative(ahead, t, ahead.Int(c), lo)
		result = behind.Select(behind.Compare(ir.OpEq, v, none), behind.Int(c), result)
		both := ahead.Binary(ir.OpAnd, ahead.Compare(ir.OpEq, none, first), ahead.Compare(ir.OpLt, lo, o.Args[1])) // it goes over something, which has no place
		begins = ahead.Select(both, ahead.Binary(p.kind, id, ahead.Int(c)), id)
	}
	result = behind.Select(behind.Compare(ir.OpEq, v, first), begins, result)
	body := o.Regions[0]
	y := body.Terminator()
	in := &ir.Builder{Region: ir.NewRegion(o), Pos: o.Pos}
	y.SetArg(k, p.inBody(in, t, y.Args[k], body.Params[0], lo, none))
	y.InsertBefore(in.Region.Take(0)...)
	for i, r := range o.Regions[1:] {
		if i > 0 && r == o.Regions[1] {
			continue
		}
		r.Params[k].SetType(t)
		r.Params[n+k].SetType(t)
		for _, x := range r.Ops {
			if (x.Kind == ir.OpSelect || x.Kind == p.kind) && x.Args[len(x.Args)-1].Type == t && x.Results[0].Type == ir.TI64 {
				x.Results[0].SetType(t)
			}
		}
	}
	ir.ReplaceUses(o.Parent, old, result)
	o.InsertBefore(ahead.Region.Take(0)...)
	o.InsertAfter(behind.Region.Take(0)...)
}

// relative is v, counted from lo, or what is before or behind all places.
func (p *place) relative(b *ir.Builder, t *ir.Type, v, lo *ir.Value) *ir.Value {
	behind := b.Const(ir.TU64, math.MaxInt16)
	off := b.Binary(ir.OpMin, b.Op(ir.OpBitcast, []*ir.Value{b.Binary(ir.OpSub, v, lo)}, ir.TU64).Result(), behind)
	off = b.Op(ir.OpBitcast, []*ir.Value{off}, ir.TI64).Result()
	return b.Conv(b.Select(b.Compare(ir.OpLt, v, lo), b.Int(-1), off), t)
}

// inBody is what an iteration gives.
func (p *place) inBody(b *ir.Builder, t *ir.Type, v, index, lo, none *ir.Value) *ir.Value {
	if v == index {
		return b.Conv(b.Binary(ir.OpSub, index, lo), t)
	}
	if _, known := v.ConstInt(); known {
		return none
	}
	d := v.Def
	return b.Select(d.Args[0], p.inBody(b, t, d.Args[1], index, lo, none), p.inBody(b, t, d.Args[2], index, lo, none))
}
