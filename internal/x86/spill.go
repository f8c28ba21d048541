package x86

import (
	"slices"

	"github.com/hone-go/hone/internal/x86/asm"
)

// clusterGap is how many instructions may lie between two uses of a spilled value that share one reload.
const clusterGap = 12

// spill moves the interval to memory, or where its value can be computed anew, to nowhere. Loops in which it is used get pieces of their own.
// The other uses read memory where the instruction can, and else a piece: a short interval around one use, or at the first attempt
// around several near ones.
func (a *allocator) spill(iv *interval) {
	home := a.at[iv.v].home
	a.at[iv.v].loc = asm.NoReg
	rm := a.f.info(home).remat
	if rm == nil && iv.stage == stageWhole {
		a.at[home].slot = -1 // gets its number in colorSlots
		a.stats.Spilled++
	}
	a.forget(iv)
	for _, group := range a.cluster(iv, a.splitAtLoops(iv)) {
		a.pieces(iv, home, rm, group)
	}
}

// cluster groups the uses that one piece is to serve.
func (a *allocator) cluster(iv *interval, uses []use) [][]use {
	out, from := a.clusters[:0], 0
	for k := range uses {
		if k == 0 {
			continue
		}
		if iv.stage < stageCluster {
			last, n := uses[k-1].n(), uses[k].n()
			// A write begins a new value's piece only if nothing is read before; else read and write share it.
			if a.blockOf[n] == a.blockOf[last] && n-last <= clusterGap && !a.order[last].isTransfer() && !a.order[n].isTransfer() {
				continue
			}
		}
		out, from = append(out, uses[from:k:k]), k
	}
	if len(uses) > 0 {
		out = append(out, uses[from:])
	}
	a.clusters = out
	return out
}

// isTransfer reports the instructions that take any place as operand.
func (in *inst) isTransfer() bool { return in.op == opCopy || in.op == opRemat }

func (a *allocator) pieces(iv *interval, home vreg, rm *remat, group []use) {
	u := &group[0]
	first := a.order[u.n()]
	switch {
	case first.op == opRemat && rm != nil && u.writes():
		first.op, first.args, first.more = opNop, [5]arg{}, nil // computed where it is needed
		if group = group[1:]; len(group) == 0 {
			return
		}
	case first.op == opCopy:
		// A parallel copy moves to and from memory itself, but it can't compute.
		first.replaceDefs(iv.v, home)
		if rm == nil {
			first.replaceUses(iv.v, home)
			return
		}
		*u &^= useWrites
		if !u.reads() {
			return
		}
	case len(group) == 1 && a.fold(iv, home, rm, u.n()):
		if *u &^= useReads; !u.writes() {
			return
		}
	}
	a.piece(iv, home, rm, group)
}

// piece makes a new interval for the uses in group, which are in one block, with a load before and stores behind them.
func (a *allocator) piece(iv *interval, home vreg, rm *remat, group []use) {
	p := a.newPiece(iv, rm)
	next := a.ivs[p]
	next.uses, next.edits, next.stage = group, a.f.memory.numbers.take(len(group)), stageFinal
	if len(group) > 1 {
		next.stage = stageCluster
	}
	first, last := group[0].n(), group[len(group)-1].n()
	from, to := first*4+atDef, last*4+atDef
	if a.order[first].early {
		from = first*4 + atUse
	}
	if group[0].reads() {
		from = first * 4
		a.load(first, p, home, rm)
	}
	for i, u := range group {
		n := u.n()
		next.edits[i] = n
		in := a.order[n]
		if u.writes() {
			to = n*4 + 4
			if rm == nil && in.op != opCopy {
				a.store(behind, n, home, p)
			}
		}
		in.replace(iv.v, p)
	}
	if last*4+atDef > to {
		to = last*4 + atDef
	}
	next.spans = a.f.memory.spans.take(1)
	next.spans[0] = span{from, to}
	next.hints = iv.hints
	a.weigh(next)
	a.queue.push(next)
}

// copiedOnly reports a piece whose value is made anew for a parallel copy.
func (a *allocator) copiedOnly(iv *interval) bool {
	return a.f.info(iv.v).remat != nil && a.order[iv.uses[0].n()].op == opCopy
}

// aside keeps a piece in memory. A parallel copy takes its values at once, and there may be more to be made anew for it than there are registers.
func (a *allocator) aside(iv *interval) {
	a.at[iv.v].home, a.at[iv.v].slot = iv.v, -1
	a.stats.Spilled++
}

// newPiece makes a register for a part of the interval.
func (a *allocator) newPiece(iv *interval, rm *remat) vreg {
	old := a.f.info(iv.v)
	p := a.f.newVreg(old.class, int(old.size))
	a.f.info(p).remat = rm
	a.at = append(a.at, binding{home: a.at[iv.v].home})
	next := &a.f.memory.intervals.take(1)[0]
	next.v, next.cut = p, &a.f.memory.cuts.take(1)[0]
	a.ivs = append(a.ivs, next)
	return p
}

// forget removes the loads and stores of a piece that is cut further: its pieces bring their own.
func (a *allocator) forget(iv *interval) {
	for _, n := range iv.edits {
		a.edits.forget(n, iv.v)
	}
}

// load brings a value from memory before instruction n, or makes it anew.
func (a *allocator) load(n int32, p, home vreg, rm *remat) {
	a.edits.add(before, n, edit{copy: copyPair{p, home}, remat: rm})
}

// store puts a value into memory.
func (a *allocator) store(side int, n int32, home, p vreg) {
	a.edits.add(side, n, edit{copy: copyPair{home, p}})
}

// fold lets the instruction read the value from memory, if it can.
func (a *allocator) fold(iv *interval, home vreg, rm *remat, n int32) bool {
	in := a.order[n]
	if in.op == opCopy || in.op == opRemat || !in.foldable(iv.v) {
		return false
	}
	m := mem{slot: int32(home)}
	bcast := false
	if rm != nil {
		if !rm.fold || rm.bcast != 0 && (in.elem != rm.bcast || a.f.isa != AVX512) {
			return false
		}
		m, bcast = rm.mem, rm.bcast != 0
	}
	if i := in.fold - 1; in.args[i].kind != argReg || in.args[i].reg != iv.v {
		if in.comm {
			in.args[1], in.args[i] = in.args[i], in.args[1]
		} else {
			in.swapFMA()
		}
	}
	in.args[in.fold-1] = memArg()
	in.mem, in.bcast = m, bcast
	if rm == nil {
		a.stats.Loads++
	}
	return true
}

// colorSlots gives places in the scratch area to what is spilled, sharing them where lives don't overlap.
func (a *allocator) colorSlots() {
	users, spans := a.users[:0], a.lives[:0]
	for v := range a.at {
		if a.at[v].slot == -1 {
			users = append(users, slotUser{vreg(v), int32(a.f.info(vreg(v)).size)})
		}
	}
	slices.SortStableFunc(users, func(x, y slotUser) int { return int(y.size - x.size) })
	for _, u := range users {
		iv := a.ivs[u.v]
		k := 0
		for k < len(spans) && (a.f.slots[k].size < u.size || intersects(spans[k], iv.spans)) {
			k++
		}
		if k == len(spans) {
			spans = append(spans, nil)
			a.f.slots = append(a.f.slots, slot{size: u.size})
		}
		spans[k] = a.f.memory.unite(spans[k], iv.spans)
		a.at[u.v].slot = int32(k) + 1
	}
	a.users, a.lives = users, spans
}

// slotUser is a register that lives in memory.
type slotUser struct {
	v    vreg
	size int32
}
