package x86

// A piece of a spilled value stores what it writes, since its home doesn't know who reads it next. What is overwritten in its slot before anybody loads it, or isn't
// alive any more, need not be stored: in long straight code with more values than registers that is every third store.

// slotState is whether what is in the slot of a register is loaded behind the place that is looked at: known while the block's number is that.
type slotState struct {
	block  int32 // 1 + number
	loaded bool
}

// dropDeadStores removes copies to slots whose values nobody loads, block by block, from the end on.
func (a *allocator) dropDeadStores() {
	a.slots = cleared(a.slots, len(a.at))
	for _, b := range a.f.blocks {
		for n := int32(b.start + len(b.insts) - 1); n >= int32(b.start); n-- {
			a.loadedBehind(b, a.edits.at(behind, n))
			a.loadedFrom(b, a.order[n])
			a.loadedBehind(b, a.edits.at(before, n))
		}
	}
}

// loadedBehind goes back over a list of instructions.
func (a *allocator) loadedBehind(b *block, list []inst) {
	for i := len(list) - 1; i >= 0; i-- {
		a.loadedFrom(b, &list[i])
	}
}

// loadedFrom goes back over an instruction, which reads before it writes.
func (a *allocator) loadedFrom(b *block, in *inst) {
	if in.op == opCopy {
		kept := in.more.copies[:0]
		for _, c := range in.more.copies {
			if a.at[c.dst].slot != -1 || a.loadedLater(b, c.dst) {
				kept = append(kept, c)
			}
		}
		in.more.copies = kept
		for _, c := range kept {
			if a.at[c.dst].slot == -1 {
				a.slots[c.dst] = slotState{int32(b.id) + 1, false}
			}
		}
		for _, c := range kept {
			a.slots[c.src] = slotState{int32(b.id) + 1, true}
		}
	}
	if in.mem.slot != 0 {
		a.slots[in.mem.slot] = slotState{int32(b.id) + 1, true}
	}
}

// loadedLater reports that the value in v's slot may be loaded behind the place that is looked at. Behind the block it may be if v is alive there.
func (a *allocator) loadedLater(b *block, v vreg) bool {
	if s := a.slots[v]; s.block == int32(b.id)+1 {
		return s.loaded
	}
	return a.ivs[v].covers(b.end() - 1)
}
