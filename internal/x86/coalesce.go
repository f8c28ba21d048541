package x86

import "slices"

// coalesce makes one register of the two sides of a copy wherever their lives don't overlap, those in the deepest loops first, and of those in one loop the last first: what a
// branch gives is where the loop has it next then, and so is what branches in its arms give, before one of many arms that exchanges two values can have its way.
// It renames the operands. What is left of the copies become hints.
func (f *fn) coalesce(order []*inst, blockOf []*block, ivs []*interval) {
	m := f.memory
	c := &m.coalescer
	c.copies, c.parent = c.copies[:0], cleared(c.parent, len(ivs))
	deepest := -1
	for n, in := range order {
		if in.op == opCopy {
			c.copies = append(c.copies, int32(n))
			deepest = max(deepest, blockOf[n].weightDepth())
		}
	}
	for depth := deepest; depth >= -1; depth-- {
		for _, n := range slices.Backward(c.copies) {
			if blockOf[n].weightDepth() != depth {
				continue
			}
			for _, p := range order[n].more.copies {
				f.join(c.find(p.dst), c.find(p.src), blockOf, ivs)
			}
		}
	}
	for i := range m.hints {
		m.hints[i].v = c.find(m.hints[i].v)
	}
	for _, iv := range ivs {
		if iv != nil && iv.tail != nil {
			iv.gather(order, &m.uses)
		}
	}
	for _, n := range c.copies {
		m.operands.of(order[n])
		order[n].dropIdentities()
		for _, v := range m.operands.uses {
			ivs[v].recount(n, order[n])
		}
		for _, v := range m.operands.defs {
			ivs[v].recount(n, order[n])
		}
	}
}

// join makes one of two registers, one of which is copied to the other, or makes them hints for each other.
func (f *fn) join(d, v vreg, blockOf []*block, ivs []*interval) {
	if d == v || reserved(d) || reserved(v) {
		return
	}
	m := f.memory
	c := &m.coalescer
	a, b := ivs[d], ivs[v]
	// Inside a block hints do as well, and leave the values apart, so that they can be spilled apart.
	if !f.mayMerge(d, v) || a.within(blockOf) && b.within(blockOf) || intersects(a.spans, b.spans) {
		a.hints, b.hints = m.addHint(a.hints, v), m.addHint(b.hints, d)
		return
	}
	c.parent[v] = d
	a.spans = m.unite(a.spans, b.spans)
	c.hints = m.listHints(b.hints, c.hints[:0])
	for _, h := range c.hints {
		a.hints = m.addHint(a.hints, h)
	}
	a.absorb(b)
	di, vi := f.info(d), f.info(v)
	di.size = max(di.size, vi.size)
	di.remat = nil
	ivs[v] = nil
}

// coalescer is the memory of coalesce.
type coalescer struct {
	copies []int32 // the numbers of the copies
	parent []vreg  // by register: one that it has become a part of, or 0
	hints  []vreg
}

// find is the register that v is a part of.
func (c *coalescer) find(v vreg) vreg {
	root := v
	for c.parent[root] != 0 {
		root = c.parent[root]
	}
	for v != root {
		v, c.parent[v] = c.parent[v], root
	}
	return root
}

// within reports whether the interval lies in one block.
func (iv *interval) within(blockOf []*block) bool {
	b := blockOf[iv.start()/4]
	return iv.end() <= b.end()
}

// mayMerge keeps physical registers apart from virtual ones, lest these are bound to the former for all their lives,
// and constants that can be had anywhere from values that can't.
func (f *fn) mayMerge(a, b vreg) bool {
	if a.isPhysical() || b.isPhysical() || f.class(a) != f.class(b) {
		return false
	}
	return true
}

func (in *inst) dropIdentities() {
	kept := in.more.copies[:0]
	for _, c := range in.more.copies {
		if c.dst != c.src {
			kept = append(kept, c)
		}
	}
	in.more.copies = kept
	if len(kept) == 0 {
		in.op, in.more = opNop, nil
	}
}

// absorb takes over the uses of b: gather puts them together.
func (iv *interval) absorb(b *interval) {
	if iv.tail == nil {
		iv.tail = iv
	}
	if b.tail == nil {
		b.tail = b
	}
	iv.tail.with, iv.tail = b, b.tail
}

// gather renames what the interval has absorbed, and lists the uses of all of it.
func (iv *interval) gather(order []*inst, memory *slab[use]) {
	n := len(iv.uses)
	for p := iv.with; p != nil; p = p.with {
		n += len(p.uses)
		for _, u := range p.uses {
			order[u.n()].replace(p.v, iv.v)
		}
	}
	all := memory.take(n)[:0]
	for p := iv; p != nil; p = p.with {
		all = append(all, p.uses...)
	}
	slices.Sort(all)
	kept := all[:0]
	for _, u := range all {
		if n := len(kept); n > 0 && kept[n-1].n() == u.n() {
			kept[n-1] |= u
		} else {
			kept = append(kept, u)
		}
	}
	iv.uses = kept
}

// recount looks again what copy number n does to the interval: parts of it are gone, or all.
func (iv *interval) recount(n int32, in *inst) {
	i := firstUse(iv.uses, n)
	if i == len(iv.uses) || iv.uses[i].n() != n {
		return
	}
	if in.op == opNop {
		iv.uses = slices.Delete(iv.uses, i, i+1)
		return
	}
	u := useAt(n)
	if in.reads(iv.v) {
		u |= useReads
	}
	if in.writes(iv.v) {
		u |= useWrites
	}
	iv.uses[i] = u
}

// weightDepth is the loop depth, less for code that is rarely run.
func (b *block) weightDepth() int {
	if b.cold {
		return -1
	}
	return b.depth
}
