package x86

import (
	"cmp"
	"slices"
)

// coalesce makes one register of the two sides of a copy wherever their lives don't overlap, those in the deepest loops first,
// and renames the operands. What is left of the copies become hints.
func (f *fn) coalesce(order []*inst, blockOf []*block, ivs []*interval) {
	type site struct {
		pair  copyPair
		depth int
	}
	n := 0
	for _, in := range order {
		if in.op == opCopy {
			n += len(in.more.copies)
		}
	}
	sites := make([]site, 0, n)
	for i, in := range order {
		if in.op == opCopy {
			for _, c := range in.more.copies {
				sites = append(sites, site{c, blockOf[i].weightDepth()})
			}
		}
	}
	slices.SortStableFunc(sites, func(a, b site) int { return cmp.Compare(b.depth, a.depth) })
	parent := make([]vreg, len(ivs))
	var find func(v vreg) vreg
	find = func(v vreg) vreg {
		if parent[v] == 0 {
			return v
		}
		r := find(parent[v])
		parent[v] = r
		return r
	}
	for _, s := range sites {
		d, v := find(s.pair.dst), find(s.pair.src)
		if d == v || reserved(d) || reserved(v) {
			continue
		}
		a, b := ivs[d], ivs[v]
		// Inside a block hints do as well, and leave the values apart, so that they can be spilled apart.
		if f.mayMerge(d, v) && !(a.within(blockOf) && b.within(blockOf)) && !intersects(a.spans, b.spans) {
			parent[v] = d
			a.spans = unite(a.spans, b.spans)
			a.hints = append(a.hints, b.hints...)
			a.absorb(b)
			di, vi := f.info(d), f.info(v)
			di.size = max(di.size, vi.size)
			di.remat = nil
			ivs[v] = nil
			continue
		}
		a.hints = append(a.hints, v)
		b.hints = append(b.hints, d)
	}
	rename := func(v *vreg) { *v = find(*v) }
	for _, in := range order {
		in.eachUse(rename)
		in.eachDef(rename)
		if in.op == opCopy {
			in.dropIdentities()
		}
	}
	for _, iv := range ivs {
		if iv != nil {
			iv.gather(&f.memory.numbers)
			for i := range iv.hints {
				iv.hints[i] = find(iv.hints[i])
			}
		}
	}
}

// within reports whether the interval lies in one block.
func (iv *interval) within(blockOf []*block) bool {
	b := blockOf[iv.start()/4]
	return int(iv.end()) <= (b.start+len(b.insts))*4
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
	if iv.last == nil {
		iv.last = iv
	}
	if b.last == nil {
		b.last = b
	}
	iv.last.with, iv.last = b, b.last
}

// gather lists the uses of the interval and of all that it has absorbed.
func (iv *interval) gather(memory *slab[int32]) {
	if iv.last == nil {
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
	iv.uses = slices.Compact(all)
}

// weightDepth is the loop depth, less for code that is rarely run.
func (b *block) weightDepth() int {
	if b.cold {
		return -1
	}
	return b.depth
}
