package x86

// edits are what the allocator puts before and behind instructions: copies to and from memory, and values made anew. While it cuts and cuts
// again they are short notes in lists; settle makes instructions of them.
type edits struct {
	notes []edit
	first [2][]int32 // by side and number of the instruction: 1 + index of the note that was added last; after settle 1 + index in code
	code  [][]inst
}

// The sides of an instruction.
const (
	before = iota
	behind
)

// edit is a copy, or the value of a remat for copy.dst. next is 1 + the index of the note that was added before it.
type edit struct {
	copy  copyPair
	remat *remat
	next  int32
}

func (e *edits) add(side int, n int32, x edit) {
	x.next = e.first[side][n]
	e.notes = append(withRoom(e.notes), x)
	e.first[side][n] = int32(len(e.notes))
}

// forget removes the notes at instruction n that name v.
func (e *edits) forget(n int32, v vreg) {
	for side := range e.first {
		for at := &e.first[side][n]; *at != 0; {
			x := &e.notes[*at-1]
			if x.copy.dst == v || x.copy.src == v {
				*at = x.next
			} else {
				at = &x.next
			}
		}
	}
}

// at is the code on one side of instruction n, once settled.
func (e *edits) at(side int, n int32) []inst {
	if k := e.first[side][n]; k != 0 {
		return e.code[k-1]
	}
	return nil
}

// any reports that there is code around instruction n.
func (e *edits) any(n int32) bool { return e.first[before][n]|e.first[behind][n] != 0 }

// settle puts the loads and stores into their final form. All that is copied before an instruction is copied at once: a value that one piece
// stores and another loads goes from register to register. What nobody loads is not stored (deadstore.go, too).
func (a *allocator) settle() {
	for n := range a.order {
		for side := range a.edits.first {
			if k := a.edits.first[side][n]; k != 0 {
				a.edits.code = append(a.edits.code, a.edit(k, side == before))
				a.edits.first[side][n] = int32(len(a.edits.code))
			}
		}
	}
	a.dropDeadStores()
	loaded := cleared(a.loaded, len(a.at))
	a.loaded = loaded
	note := func(in *inst) {
		loaded[in.mem.slot] = true
		if in.op == opCopy {
			for _, c := range in.more.copies {
				loaded[c.src] = true
			}
		}
	}
	for _, in := range a.order {
		note(in)
	}
	for _, list := range a.edits.code {
		for i := range list {
			note(&list[i])
		}
	}
	for _, in := range a.order {
		a.prune(in, loaded)
	}
	for k, list := range a.edits.code {
		kept := list[:0]
		for i := range list {
			if a.prune(&list[i], loaded); list[i].op != opNop {
				kept = append(kept, list[i])
			}
		}
		a.edits.code[k] = kept
		a.count(kept)
	}
	for n := range a.order {
		for side := range a.edits.first {
			if len(a.edits.at(side, int32(n))) == 0 {
				a.edits.first[side][n] = 0
			}
		}
	}
	for v := range a.at {
		if b := &a.at[v]; b.slot == -1 && !loaded[v] {
			b.slot = 0
		}
	}
}

// prune takes copies to slots out of in that nobody loads.
func (a *allocator) prune(in *inst, loaded []bool) {
	if in.op != opCopy {
		return
	}
	kept := in.more.copies[:0]
	for _, c := range in.more.copies {
		if a.at[c.dst].slot != -1 || loaded[c.dst] {
			kept = append(kept, c)
		}
	}
	in.more.copies = kept
	in.dropIdentities()
}

// edit makes instructions of the notes from number k on, the last of which was added first. If they are merged, one parallel copy, in front of the
// values made anew, does what the copies would one after the other.
func (a *allocator) edit(k int32, merged bool) []inst {
	notes := a.noted[:0]
	for ; k != 0; k = a.edits.notes[k-1].next {
		notes = append(notes, k-1)
	}
	a.noted = notes
	copies := 0
	for _, k := range notes {
		if a.edits.notes[k].remat == nil {
			copies++
		}
	}
	lists := copies
	if merged {
		lists = min(copies, 1)
	}
	code := a.f.memory.insts.take(len(notes) - copies + lists)
	if pairs := a.f.memory.pairs.take(copies); merged && copies > 0 {
		a.merge(notes, pairs)
		code[0] = a.f.parallel(0, pairs)
	}
	at := 0
	if merged {
		at = lists
	}
	for i := len(notes) - 1; i >= 0; i-- {
		x := &a.edits.notes[notes[i]]
		switch {
		case x.remat != nil:
			code[at] = inst{op: opRemat, args: [5]arg{rg(x.copy.dst)}, more: x.remat.extra()}
			at++
		case !merged:
			code[at] = a.f.copyInst(0, x.copy)
			at++
		}
	}
	return code
}

// merge fills pairs with the copies among the notes, the last of which comes first. What one of them stores another has from where it was.
func (a *allocator) merge(notes []int32, pairs []copyPair) {
	n := 0
	for i := len(notes) - 1; i >= 0; i-- {
		if x := &a.edits.notes[notes[i]]; x.remat == nil {
			pairs[n] = x.copy
			n++
		}
	}
	if n < 2 {
		return
	}
	for i, c := range pairs {
		for k := n - 1; k >= 0; k-- {
			if p := pairs[k]; p.dst == c.src && a.at[p.dst].slot == -1 {
				pairs[i].src = p.src
				break
			}
		}
	}
}

// count notes how many loads and stores there are in inserted code.
func (a *allocator) count(list []inst) {
	for i := range list {
		if list[i].op != opCopy {
			a.stats.Loads++
			continue
		}
		for _, c := range list[i].more.copies {
			if a.at[c.dst].slot == -1 {
				a.stats.Stores++
			} else if a.at[c.src].slot == -1 {
				a.stats.Loads++
			}
		}
	}
}
