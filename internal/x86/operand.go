package x86

import "slices"

// operands are the registers that an instruction reads and writes, but for reserved ones. They last until those of the next instruction are asked for.
type operands struct{ uses, defs []vreg }

// of gathers the operands of an instruction.
func (o *operands) of(in *inst) {
	uses, defs := o.uses[:0], o.defs[:0]
	if a := &in.args[0]; a.kind == argReg {
		if in.role != roleDef {
			uses = append(uses, a.reg)
		}
		if in.role != roleUse {
			defs = append(defs, a.reg)
		}
	}
	for i := 1; i < len(in.args) && in.args[i].kind != argNone && !in.idiom; i++ {
		if a := &in.args[i]; a.kind == argReg {
			uses = append(uses, a.reg)
		}
	}
	if in.mask != 0 {
		uses = append(uses, in.mask)
	}
	if v := in.mem.base; v != 0 && !reserved(v) {
		uses = append(uses, v)
	}
	if v := in.mem.index; v != 0 {
		uses = append(uses, v)
	}
	if in.more != nil {
		uses, defs = append(uses, in.more.uses...), append(defs, in.more.defs...)
		for _, c := range in.more.copies {
			uses, defs = append(uses, c.src), append(defs, c.dst)
		}
	}
	o.uses, o.defs = uses, defs
}

// readsArg reports whether the instruction reads operand i if it is a register.
func (in *inst) readsArg(i int) bool { return i > 0 && !in.idiom || i == 0 && in.role != roleDef }

func (in *inst) reads(v vreg) bool { return in.countReads(v) > 0 }

// countReads is how often the instruction reads v.
func (in *inst) countReads(v vreg) (n int) {
	for i := range in.args {
		if a := &in.args[i]; a.reg == v && a.kind == argReg && in.readsArg(i) {
			n++
		}
	}
	for _, r := range [...]vreg{in.mask, in.mem.base, in.mem.index} {
		if r == v {
			n++
		}
	}
	if in.more == nil {
		return n
	}
	for _, r := range in.more.uses {
		if r == v {
			n++
		}
	}
	for i := range in.more.copies {
		if in.more.copies[i].src == v {
			n++
		}
	}
	return n
}

// writes reports whether the instruction writes v.
func (in *inst) writes(v vreg) bool {
	if a := &in.args[0]; a.reg == v && a.kind == argReg && in.role != roleUse {
		return true
	}
	if in.more == nil {
		return false
	}
	for i := range in.more.copies {
		if in.more.copies[i].dst == v {
			return true
		}
	}
	return slices.Contains(in.more.defs, v)
}

// replace makes v the operand that old is.
func (in *inst) replace(old, v vreg) {
	in.replaceUses(old, v)
	in.replaceDefs(old, v)
}

// replaceUses makes the instruction read v instead of old.
func (in *inst) replaceUses(old, v vreg) {
	for i := range in.args {
		if a := &in.args[i]; a.reg == old && a.kind == argReg && in.readsArg(i) {
			a.reg = v
		}
	}
	for _, r := range [...]*vreg{&in.mask, &in.mem.base, &in.mem.index} {
		renameTo(r, old, v)
	}
	if in.more == nil {
		return
	}
	for i := range in.more.uses {
		renameTo(&in.more.uses[i], old, v)
	}
	for i := range in.more.copies {
		renameTo(&in.more.copies[i].src, old, v)
	}
}

// replaceDefs makes the instruction write v instead of old.
func (in *inst) replaceDefs(old, v vreg) {
	if a := &in.args[0]; a.kind == argReg && in.role != roleUse {
		renameTo(&a.reg, old, v)
	}
	if in.more == nil {
		return
	}
	for i := range in.more.defs {
		renameTo(&in.more.defs[i], old, v)
	}
	for i := range in.more.copies {
		renameTo(&in.more.copies[i].dst, old, v)
	}
}

func renameTo(v *vreg, old, to vreg) {
	if *v == old {
		*v = to
	}
}
