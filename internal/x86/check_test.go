package x86

import (
	"fmt"
	"maps"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/x86/asm"
)

// checkAllocation follows the values through registers and slots, and reports a read of a place that does not hold what was
// meant. A value is known by the register that it had before allocation; pieces of it share that name.
func checkAllocation(f *fn, a *allocator) error {
	e := &emitter{f: f, a: a}
	ins := make([]map[place]vreg, len(f.blocks))
	ins[0] = map[place]vreg{{reg: asm.RSI}: phys(asm.RSI), {reg: asm.RDX}: phys(asm.RDX)}
	work := []*block{f.blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		state := maps.Clone(ins[b.id])
		for i := range b.insts {
			n := int32(b.start + i)
			list := append([]inst(nil), a.edits.at(before, n)...)
			list = append(list, b.insts[i])
			list = append(list, a.edits.at(behind, n)...)
			for k := range list {
				if err := e.checkStep(state, &list[k]); err != nil {
					return fmt.Errorf("b%d, instruction %d: %v: %w; %v", b.id, n, &list[k], err, a.edits.at(before, n))
				}
			}
		}
		for _, s := range b.succs {
			if ins[s.id] == nil {
				ins[s.id] = maps.Clone(state)
				work = append(work, s)
				continue
			}
			before := len(ins[s.id])
			maps.DeleteFunc(ins[s.id], func(p place, v vreg) bool { return state[p] != v })
			if len(ins[s.id]) != before {
				work = append(work, s)
			}
		}
	}
	return nil
}

func (e *emitter) home(v vreg) vreg {
	if v.isPhysical() {
		return v
	}
	return e.a.at[v].home
}

func (e *emitter) checkStep(state map[place]vreg, in *inst) error {
	check := func(v vreg) error {
		if held := state[e.placeOf(v)]; held != e.home(v) {
			return fmt.Errorf("%v in %v is %v", v, e.placeOf(v), held)
		}
		return nil
	}
	var err error
	var operands operands
	operands.of(in)
	for _, v := range operands.uses {
		if e2 := check(v); e2 != nil && err == nil {
			err = e2
		}
	}
	if in.mem.slot != 0 {
		if s := (place{slot: e.a.at[in.mem.slot].slot}); state[s] != vreg(in.mem.slot) {
			err = fmt.Errorf("slot %v holds %v", s, state[s])
		}
	}
	if err != nil {
		return err
	}
	// Two results, or a result and an operand that outlives it, in one place show up as a wrong read later.
	type write struct {
		p place
		v vreg
	}
	var writes []write
	moved := map[vreg]bool{} // loads and stores of a piece don't make a new value
	if in.op == opCopy {
		for _, c := range in.more.copies {
			moved[c.dst] = e.home(c.dst) == e.home(c.src)
		}
	}
	for _, v := range operands.defs {
		writes = append(writes, write{e.placeOf(v), v})
	}
	for _, w := range writes {
		if !moved[w.v] && (in.op == opCopy || w.v.isPhysical() || e.f.info(e.home(w.v)).remat == nil) {
			h := e.home(w.v)
			maps.DeleteFunc(state, func(_ place, v vreg) bool { return v == h })
		}
	}
	for _, w := range writes {
		state[w.p] = e.home(w.v)
	}
	return nil
}

// features are those that tests compile for.
var features machine.Features

// withFeatures runs a test with all kinds of CPUs that are found here.
func withFeatures(isa ISA, test func()) {
	test()
	if isa == AVX512 && rt.VectorPopcnt() && rt.GFNI() && rt.VBMI() && rt.VBMI2() {
		features = machine.VectorPopcnt | machine.GFNI | machine.VBMI | machine.VBMI2
		defer func() { features = 0 }()
		test()
	}
}

// compileChecked is Compile with a check of the allocation.
func compileChecked(t testing.TB, k *ir.Func, isa ISA) *Code {
	t.Helper()
	f, s, err := lower(k, isa, Options{Features: features})
	if err != nil {
		t.Fatalf("%v: %v", isa, err)
	}
	a, err := f.finish()
	if err != nil {
		t.Fatalf("%v: %v\n%v", isa, err, f)
	}
	if err := checkAllocation(f, a); err != nil {
		t.Fatalf("%v: %v\n%v", isa, err, f)
	}
	f.pool.KeepListing = true
	code, err := s.assemble(f, a)
	if err != nil {
		t.Fatalf("%v: %v", isa, err)
	}
	return code
}
