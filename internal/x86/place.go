package x86

import (
	"cmp"
	"slices"
)

// placeConstants decides where values that can be had anywhere (constants, broadcast parameters) are made. Selection has made one at every use.
// In order of preference: before a loop, in a register that the loop has to spare; as the memory operand of its use; once
// per block; at the use.
// The values that it has made are live where liveness does not know; it returns them.
func (f *fn) placeConstants() []vreg {
	p := &f.memory.placer
	p.f, p.operands, p.lives, p.made = f, &f.memory.operands, &f.memory.live, p.made[:0]
	p.live = cleared(p.live, (len(p.lives.regs)+63)/64)
	p.loops = append(p.loops[:0], f.loops...)
	slices.SortStableFunc(p.loops, func(a, b *loop) int { return b.depth - a.depth })
	for _, l := range p.loops {
		if l.head.loop != nil && l.pre != nil && !l.head.cold {
			p.hoist(l)
		}
	}
	for _, b := range f.blocks {
		p.settle(b)
	}
	return p.made
}

type placer struct {
	f        *fn
	operands *operands
	lives    *lives // its counts are kept right
	made     []vreg // before loops
	list     []site
	found    []site   // in the loop that hoist looks at
	order    []*remat // memory for hoist
	loops    []*loop  // the same for placeConstants
	live     bitset   // the same for spare
	defs     []inst   // what is to be made before a loop
}

// site is a place where a value is made.
type site struct {
	b     *block
	i     int // index of the opRemat
	v     vreg
	use   *inst // the first instruction in b that reads it
	local bool  // all that read it are in b
	fold  bool  // it is one, which could read it from memory
	value float32
	next  int32 // 1 + index in placer.found of the next one for the same remat
}

// sites lists the places in b where values are made that may be made elsewhere. The list lasts until the next one is asked for.
func (p *placer) sites(b *block) []site {
	out := p.list[:0]
	for i := range b.insts {
		in := &b.insts[i]
		if in.op != opRemat || !in.more.remat.free {
			continue
		}
		v := in.args[0].reg
		s := site{b: b, i: i, v: v}
		here := int32(0)
		uses := p.lives.regs[v].count
		for k := i + 1; k < len(b.insts) && here < uses; k++ {
			n := b.insts[k].countReads(v)
			if n > 0 && s.use == nil {
				s.use = &b.insts[k]
			}
			here += int32(n)
		}
		s.local = here == uses
		if uses == 0 {
			continue
		}
		s.fold = uses == 1 && s.local && p.f.canFold(s.use, v, in.more.remat)
		out = append(out, s)
	}
	p.list = out
	return out
}

// overwritten reports a use that would need a copy if the value had to live on.
func (in *inst) overwritten(v vreg) bool {
	if in.op == opCopy {
		return true
	}
	return (in.tie == tieSrc || in.tie == tieKeep) && in.args[1].kind == argReg && in.args[1].reg == v
}

// canFold reports whether the instruction, not yet in its two-address form, can read v from the memory of rm.
func (f *fn) canFold(in *inst, v vreg, rm *remat) bool {
	if !rm.fold || in.fold == 0 || in.mem != (mem{}) {
		return false
	}
	if rm.bcast != 0 {
		if in.elem != rm.bcast || f.isa != AVX512 {
			return false
		}
	} else if in.msize > rm.full {
		return false
	}
	if in.countReads(v) != 1 {
		return false
	}
	if in.tie == tieFMA {
		return in.args[1].reg == v || in.args[2].reg == v || in.args[3].reg == v
	}
	a := in.args[in.fold-1]
	if a.kind == argReg && a.reg == v {
		return true
	}
	return (in.tie == tieCommute || in.comm) && in.args[1].kind == argReg && in.args[1].reg == v && a.kind == argReg
}

// foldConst makes the operand memory; canFold has said that it can.
func (in *inst) foldConst(v vreg, rm *remat) {
	i := int(in.fold) - 1
	if in.tie == tieFMA {
		for i = 1; in.args[i].reg != v; i++ {
		}
	} else if in.args[i].reg != v {
		in.args[1], in.args[i] = in.args[i], in.args[1]
	}
	in.args[i] = memArg()
	in.mem, in.bcast = rm.mem, rm.bcast != 0
}

// hoist moves values that are made in the loop to the block before it, as far as the loop has registers to spare.
func (p *placer) hoist(l *loop) {
	spare := p.spare(l)
	order := p.order[:0]
	p.found = p.found[:0]
	for i := l.first; i <= l.last; i++ {
		b := p.f.blocks[i]
		if !b.within(l) || b.cold {
			continue
		}
		for _, s := range p.sites(b) {
			in := &b.insts[s.i]
			rm := in.more.remat
			if s.local && s.use.overwritten(s.v) {
				continue
			}
			s.value = 1
			if s.fold {
				s.value = 0.3
			}
			if rm.inst.idiom {
				s.value *= 0.5
			}
			if rm.first == 0 {
				order = append(order, rm)
			}
			rm.worth += s.value
			p.note(rm, s)
		}
	}
	slices.SortStableFunc(order, func(a, b *remat) int { return cmp.Compare(b.worth, a.worth) })
	for _, rm := range order {
		if spare[rm.class] > 0 {
			spare[rm.class]--
			l.hoisted[rm.class]++
			p.moveBefore(l, rm)
		}
		rm.first, rm.last, rm.worth = 0, 0, 0
	}
	p.order = order
	p.insertBefore(l)
}

// note adds a site to those of rm.
func (p *placer) note(rm *remat, s site) {
	p.found = append(p.found, s)
	n := int32(len(p.found))
	if rm.first == 0 {
		rm.first = n
	} else {
		p.found[rm.last-1].next = n
	}
	rm.last = n
}

// within reports whether b belongs to l or to a loop inside.
func (b *block) within(l *loop) bool {
	for k := b.loop; k != nil; k = k.parent {
		if k == l {
			return true
		}
	}
	return false
}

// moveBefore makes one value before the loop that serves all sites.
func (p *placer) moveBefore(l *loop, rm *remat) {
	v := p.f.newVreg(rm.class, int(rm.size))
	p.lives.regs = append(p.lives.regs, regLife{})
	p.lives.note(&p.lives.regs[v].writes, int32(l.pre.id))
	p.made = append(p.made, v)
	p.f.info(v).remat = rm
	p.defs = append(p.defs, inst{op: opRemat, args: [5]arg{rg(v)}, more: rm.extra()})
	for k := rm.first; k != 0; k = p.found[k-1].next {
		s := &p.found[k-1]
		in := &s.b.insts[s.i]
		in.op, in.args, in.more = opNop, [5]arg{}, nil
		s.b.measured = false
		if s.local {
			p.rename(s.b, s.i+1, s.v, v)
			continue
		}
		for i := s.b.id; i < len(p.f.blocks) && p.lives.regs[s.v].count > 0; i++ { // s.b dominates the others
			p.rename(p.f.blocks[i], 0, s.v, v)
		}
	}
}

// insertBefore puts what is made before the loop in front of the jump to its head and the copies to its parameters.
func (p *placer) insertBefore(l *loop) {
	if len(p.defs) == 0 {
		return
	}
	old := l.pre.insts
	at := len(old) - 1
	for at > 0 && old[at-1].op == opCopy {
		at--
	}
	list := p.f.memory.insts.take(len(old) + len(p.defs) + ties(old))[:len(old)+len(p.defs)]
	copy(list, old[:at])
	copy(list[at:], p.defs)
	copy(list[at+len(p.defs):], old[at:])
	l.pre.insts, l.pre.measured, p.defs = list, false, p.defs[:0]
}

// rename makes the instructions of b from number from on read v instead of old.
func (p *placer) rename(b *block, from int, old, v vreg) {
	was := &p.lives.regs[old].count
	for k := from; k < len(b.insts) && *was > 0; k++ {
		if n := int32(b.insts[k].countReads(old)); n > 0 {
			b.measured = false
			b.insts[k].replaceUses(old, v)
			p.lives.read(v, int32(b.id), n)
			*was -= n
		}
	}
}

// settle deals with the values that are still made in b: operands in memory where possible, else one for the block.
func (p *placer) settle(b *block) {
	for _, s := range p.sites(b) {
		in := &b.insts[s.i]
		rm, v := in.more.remat, in.args[0].reg
		if s.fold && p.f.canFold(s.use, v, rm) {
			s.use.foldConst(v, rm)
			in.op, in.args, in.more = opNop, [5]arg{}, nil
			continue
		}
		if !s.local || s.use.overwritten(v) {
			continue
		}
		if rm.block != b {
			rm.block, rm.made = b, v
			continue
		}
		p.rename(b, s.i+1, v, rm.made)
		in.op, in.args, in.more = opNop, [5]arg{}, nil
	}
}

// spare is how many registers of each class are free all through the loop.
func (p *placer) spare(l *loop) (out [numClasses]int) {
	var most [numClasses]int
	for i := l.first; i <= l.last; i++ {
		b := p.f.blocks[i]
		if b.cold {
			continue
		}
		now := p.pressure(b)
		for k := b.loop; k != nil && k != l; k = k.parent {
			for c := range now {
				now[c] += k.hoisted[c]
			}
		}
		for c := range most {
			most[c] = max(most[c], now[c])
		}
	}
	for c := range out {
		out[c] = len(p.f.registers(class(c))) - most[c] - 1 // one for the allocator to move in
	}
	return out
}

// pressure is how many registers of each class live in b at most, of those that there were before this pass.
func (p *placer) pressure(b *block) [numClasses]int {
	if b.measured {
		return b.pressure
	}
	live, now := p.live, [numClasses]int{}
	clear(live)
	for _, v := range b.out {
		live.add(int(v))
		now[p.f.class(v)]++
	}
	most := now
	for k := len(b.insts) - 1; k >= 0; k-- {
		p.operands.of(&b.insts[k])
		for _, v := range p.operands.defs {
			if int(v) < len(live)*64 && live.has(int(v)) {
				live.remove(int(v))
				now[p.f.class(v)]--
			}
		}
		for _, v := range p.operands.uses {
			if int(v) < len(live)*64 && !live.has(int(v)) {
				live.add(int(v))
				now[p.f.class(v)]++
			}
		}
		for c := range most {
			most[c] = max(most[c], now[c])
		}
	}
	b.measured, b.pressure = true, most
	return most
}
