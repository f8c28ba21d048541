package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// joinApart makes words of neighbours of less than 32 bits that lanes would gather one by one, such as the bytes of a pixel that lies somewhere:
//
//	r, g, b, a := pix[p], pix[p+1], pix[p+2], pix[p+3]
//
// A word takes less to gather than each of its parts (machine.Cycles.NarrowApart), and these are shifts of it then. The word is loaded where the last part was, whose check has been made by
// then, as have been those of the others; what is computed of the others in between waits. What lanes would scatter is put together in a word alike. It reports whether it found any.
// In scalar code it is no gain: so it is done to loops that get lanes, when they do.
func joinApart(loop *ir.Op) bool {
	if !hasNeighbours(loop) {
		return false
	}
	a := &apartWords{sh: analyse(loop)}
	for _, r := range loop.Regions {
		a.region(r)
	}
	return a.found
}

type apartWords struct {
	sh    *shapes
	found bool
}

// neighbour is a load or store of a part of a word.
type neighbour struct {
	op *ir.Op
	at linear
}

func (n neighbour) bytes() int { return n.op.Args[0].Type.Elem.Size() }

// hasNeighbours tells, before anything is analysed, of whether there may be some.
func hasNeighbours(loop *ir.Op) bool {
	loads, stores := 0, 0
	walkOp(loop, func(o *ir.Op) {
		switch {
		case !isSmall(o):
		case o.Kind == ir.OpLoad:
			loads++
		default:
			stores++
		}
	})
	return loads > 1 || stores > 1
}

// isSmall reports a load or store of an element that is an integer of less than 32 bits.
func isSmall(o *ir.Op) bool {
	if o.Kind != ir.OpLoad && (o.Kind != ir.OpStore || o.Mode != ir.Sequential) || len(o.Ints) > 0 {
		return false
	}
	t := accessed(o)
	return t.IsInt() && t.Size() < 4 && t.Size() == o.Args[0].Type.Elem.Size()
}

// isApart reports one that lanes gather or scatter.
func (a *apartWords) isApart(o *ir.Op) bool {
	if !isSmall(o) || !shared(o.Args[0]) {
		return false
	}
	if e, even := a.sh.evenly(o); even {
		return max(e.stride, -e.stride) > maxColumns*int64(e.typ.Size())
	}
	return !a.sh.Of(o.Args[0]).IsUniform() || !a.sh.Of(o.Args[1]).IsUniform()
}

func (a *apartWords) region(r *ir.Region) {
	var loads, stores []neighbour
	for _, o := range slices.Clone(r.Ops) {
		for _, in := range o.Regions {
			a.region(in)
		}
		if a.isApart(o) && o.Kind == ir.OpLoad {
			loads = append(loads, neighbour{o, linearOf(o.Args[1])})
		}
	}
	a.words(loads, a.load)
	for _, o := range slices.Clone(r.Ops) {
		switch {
		case a.isApart(o) && o.Kind == ir.OpStore:
			stores = append(stores, neighbour{o, linearOf(o.Args[1])})
		case !o.Kind.Has(ir.Pure) || len(o.Regions) > 0:
			a.words(stores, a.store)
			stores = nil
		}
	}
	a.words(stores, a.store)
	if a.found {
		joinStores(r) // parts of words that have just been loaded, to where lanes store side by side
	}
}

// words finds those that make words among all, in the order of their places.
func (a *apartWords) words(all []neighbour, join func(parts []neighbour) bool) {
	for len(all) > 1 {
		first, rest := all[0], all[1:]
		family, others := []neighbour{first}, []neighbour{}
		for _, n := range rest {
			if n.op.Args[0] == first.op.Args[0] && accessed(n.op) == accessed(first.op) && n.at.sameTerms(&first.at) {
				family = append(family, n)
			} else {
				others = append(others, n)
			}
		}
		slices.SortStableFunc(family, func(a, b neighbour) int { return int(a.at.konst - b.at.konst) })
		n := 4 / first.bytes()
		for len(family) >= n {
			if isRow(family[:n]) && join(family[:n]) {
				a.found = true
				family = family[n:]
				continue
			}
			family = family[1:]
		}
		all = others
	}
}

// isRow reports elements side by side.
func isRow(parts []neighbour) bool {
	for i, p := range parts {
		if p.at.konst != parts[0].at.konst+int64(i) {
			return false
		}
	}
	return true
}

// load makes one load of several, if nothing in between may change memory and what depends on the earlier ones can wait.
func (a *apartWords) load(parts []neighbour) bool {
	r := parts[0].op.Parent
	from, to := ends(parts)
	waiting, ok := waitFor(r.Ops[from:to], parts)
	if !ok {
		return false
	}
	last := r.Ops[to]
	b := &ir.Builder{Region: ir.NewRegion(nil), Pos: parts[0].op.Pos}
	word := b.Op(ir.OpLoad, parts[0].op.Args, ir.TU32).Result()
	values := make([]*ir.Value, len(parts))
	wide := make([]*ir.Value, len(parts))
	for i, p := range parts {
		values[i], wide[i] = partOfWord(b, word, 8*i*p.bytes(), accessed(p.op))
	}
	ir.RemoveOps(waiting)
	last.InsertAfter(append(b.Region.Take(0), waiting...)...)
	for i, p := range parts {
		replaceWide(r, p.op.Results[0], wide[i])
		ir.ReplaceUses(r, p.op.Results[0], values[i])
		p.op.Remove()
	}
	return true
}

// partOfWord takes an integer of type t out of a word, from a bit on. Where it has no sign, wide is the same as an int32.
func partOfWord(b *ir.Builder, word *ir.Value, bit int, t *ir.Type) (v, wide *ir.Value) {
	if bit > 0 {
		word = b.Op(ir.OpShr, []*ir.Value{word, b.Const(ir.TU64, uint64(bit))}, word.Type).Result()
	}
	v = b.Conv(word, unsignedOf[int64(t.Size())])
	if t != v.Type {
		return b.Op(ir.OpBitcast, []*ir.Value{v}, t).Result(), nil
	}
	if bit+t.Bits() < 32 {
		word = b.Binary(ir.OpAnd, word, b.Const(ir.TU32, 1<<t.Bits()-1))
	}
	return v, b.Op(ir.OpBitcast, []*ir.Value{word}, ir.TI32).Result()
}

// replaceWide has what widens v widen an int32 of the same value, for which v need not be made narrow first.
func replaceWide(r *ir.Region, v, wide *ir.Value) {
	if wide == nil {
		return
	}
	r.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpConv && o.Args[0] == v && o.Results[0].Type.Size() >= 4 {
			if o.Results[0].Type.Bits() == 32 && o.Results[0].Type.IsInt() {
				o.SetKind(ir.OpBitcast)
			}
			o.SetArg(0, wide)
		}
		return true
	})
}

// ends are the indices of the first and the last of parts in their region.
func ends(parts []neighbour) (from, to int) {
	r := parts[0].op.Parent
	from = len(r.Ops)
	for _, p := range parts {
		i := r.Index(p.op)
		from, to = min(from, i), max(to, i)
	}
	return from, to
}

// waitFor gives those of ops that depend on parts, if they can wait until all of these are loaded: nothing else does, and memory stays as it is.
func waitFor(ops []*ir.Op, parts []neighbour) (waiting []*ir.Op, ok bool) {
	late := map[*ir.Value]bool{}
	for _, p := range parts {
		late[p.op.Results[0]] = true
	}
	for _, o := range ops {
		if o.Kind.Has(ir.Writes) || len(o.Regions) > 0 {
			return nil, false
		}
		if !slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return late[v] }) {
			continue
		}
		if !o.Kind.Has(ir.Pure) && o.Kind != ir.OpLoad || slices.ContainsFunc(parts, func(p neighbour) bool { return p.op == o }) {
			return nil, false
		}
		waiting = append(waiting, o)
		for _, v := range o.Results {
			late[v] = true
		}
	}
	return waiting, true
}

// store makes one store of several, between which there are none but pure ops.
func (a *apartWords) store(parts []neighbour) bool {
	r := parts[0].op.Parent
	from, to := ends(parts)
	for _, o := range r.Ops[from:to] {
		if !o.Kind.Has(ir.Pure) && !slices.ContainsFunc(parts, func(p neighbour) bool { return p.op == o }) {
			return false
		}
	}
	if of, ok := ofWord(parts); ok {
		joinStored(of)
		return true
	}
	b := &ir.Builder{Region: ir.NewRegion(nil), Pos: parts[0].op.Pos}
	var word *ir.Value
	for i, p := range parts {
		v := p.op.Args[2]
		if u := unsignedOf[int64(v.Type.Size())]; v.Type != u {
			v = b.Op(ir.OpBitcast, []*ir.Value{v}, u).Result()
		}
		v = b.Conv(v, ir.TU32)
		if i == 0 {
			word = v
			continue
		}
		v = b.Op(ir.OpShl, []*ir.Value{v, b.Const(ir.TU64, uint64(8*i*p.bytes()))}, v.Type).Result()
		word = b.Binary(ir.OpOr, word, v)
	}
	b.Store(parts[0].op.Args[0], parts[0].op.Args[1], word, nil)
	r.Ops[to].InsertAfter(b.Region.Take(0)...)
	for _, p := range parts {
		p.op.Remove()
	}
	return true
}

// ofWord reports stores of all parts of one word, in the order of the program.
func ofWord(parts []neighbour) (of []stored, ok bool) {
	for _, p := range parts {
		s, ok := storedPart(p.op)
		if !ok {
			return nil, false
		}
		of = append(of, s)
	}
	r := parts[0].op.Parent
	slices.SortFunc(of, func(a, b stored) int { return r.Index(a.op) - r.Index(b.op) })
	return of, isWord(of)
}
