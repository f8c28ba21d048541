package x86

import (
	"cmp"
	"slices"
)

// coalesce makes one register of the two sides of a copy wherever their lives don't overlap, those in the deepest loops first,
// and renames the operands. What is left of the copies become hints.
func (f *fn) coalesce(order []*inst, blockOf []*block, ivs []*interval) {
	m := f.memory
	c := &m.coalescer
	c.sites, c.parent = c.sites[:0], cleared(c.parent, len(ivs))
	for i, in := range order {
		if in.op == opCopy {
			for _, p := range in.more.copies {
				c.sites = append(c.sites, copySite{p, int32(blockOf[i].weightDepth())})
			}
		}
	}
	slices.SortStableFunc(c.sites, func(a, b copySite) int { return cmp.Compare(b.depth, a.depth) })
	for _, s := range c.sites {
		d, v := c.find(s.pair.dst), c.find(s.pair.src)
		if d == v || reserved(d) || reserved(v) {
			continue
		}
		a, b := ivs[d], ivs[v]
		// Inside a block hints do as well, and leave the values apart, so that they can be spilled apart.
		if f.mayMerge(d, v) && !(a.within(blockOf) && b.within(blockOf)) && !intersects(a.spans, b.spans) {
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
			continue
		}
		a.hints, b.hints = m.addHint(a.hints, v), m.addHint(b.hints, d)
	}
	for v, p := range c.parent {
		if p != 0 {
			c.find(vreg(v)) // is its parent now
		}
	}
	for _, in := range order {
		if in.rename(c.parent); in.op == opCopy {
			in.dropIdentities()
		}
	}
	for i := range m.hints {
		m.hints[i].v = c.find(m.hints[i].v)
	}
	for _, iv := range ivs {
		if iv != nil {
			iv.gather(&m.uses)
			iv.recount(order)
		}
	}
}

// coalescer is the memory of coalesce.
type coalescer struct {
	sites  []copySite
	parent []vreg // by register: one that it has become a part of, or 0
	hints  []vreg
}

type copySite struct {
	pair  copyPair
	depth int32
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

// gather lists the uses of the interval and of all that it has absorbed.
func (iv *interval) gather(memory *slab[use]) {
	if iv.tail == nil {
		return
	}
	n := 0
	for p := iv; p != nil; p = p.with {
		n += len(p.uses)
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

// recount looks again what copies do to the interval: parts of them are gone.
func (iv *interval) recount(order []*inst) {
	for i, u := range iv.uses {
		in := order[u.n()]
		if in.op != opCopy && in.op != opNop {
			continue
		}
		u = useAt(u.n())
		if in.reads(iv.v) {
			u |= useReads
		}
		if in.writes(iv.v) {
			u |= useWrites
		}
		iv.uses[i] = u
	}
}

// weightDepth is the loop depth, less for code that is rarely run.
func (b *block) weightDepth() int {
	if b.cold {
		return -1
	}
	return b.depth
}
