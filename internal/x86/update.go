package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// updateOps are the integer ops that have a form with its result in memory.
var updateOps = map[ir.OpKind]asm.Op{ir.OpAdd: asm.ADD, ir.OpSub: asm.SUB, ir.OpAnd: asm.AND, ir.OpOr: asm.OR, ir.OpXor: asm.XOR}

// updated returns the load of x[i] if store is x[i] = x[i] op v for o, one instruction on memory, and v. Beside fewer instructions it also has
// the core see sooner that the next such one wants the same element (measured on Zen 5: a sixth for counting bytes).
func (s *selector) updated(o, store *ir.Op) (load *ir.Op, v *ir.Value) {
	if updateOps[o.Kind] == 0 || store.Kind != ir.OpMStore || len(store.Args) != 3 || !o.Results[0].Type.IsInt() {
		return nil, nil
	}
	for i, a := range o.Args {
		l := a.Def
		if l == nil || l.Kind != ir.OpMLoad || l.Parent != store.Parent || s.users[a.ID].n != 1 || i > 0 && o.Kind == ir.OpSub {
			continue
		}
		if s.keptFor(l, store) {
			return l, o.Args[1-i]
		}
	}
	return nil, nil
}

// keptFor reports a load of what a store behind it, in the same region, stores to, where nothing else is stored to that place in between but perhaps beside it: as other
// fields of a struct are.
func (s *selector) keptFor(l, store *ir.Op) bool {
	beside := func(o *ir.Op) bool { return l.Args[0] == o.Args[0] && l.Args[1] == o.Args[1] && l.Ints[0] == o.Ints[0] }
	if l.Kind != ir.OpMLoad || store.Kind != ir.OpMStore || l.Parent != store.Parent || len(l.Args) != 2 || !beside(store) || l.Ints[1] != store.Ints[1] {
		return false
	}
	if s.ops[l.ID].epoch == s.ops[store.ID].epoch {
		return true
	}
	const most = 4 // stores in between
	if s.ops[store.ID].epoch-s.ops[l.ID].epoch > most {
		return false
	}
	ops := l.Parent.Ops
	for i := l.Parent.Index(store) - 1; ops[i] != l; i-- {
		switch o := ops[i]; {
		case o.Kind == ir.OpMStore && len(o.Args) == 3 && o.Args[2].Type.IsScalar() && beside(o):
			if d := o.Ints[1] - l.Ints[1]; d < int64(l.Results[0].Type.Size()) && -d < int64(o.Args[2].Type.Size()) {
				return false
			}
		case o.Kind.Has(ir.Writes) || len(o.Regions) > 0:
			return false
		}
	}
	return true
}

// update emits a store whose value was put off for it, and reports whether it was.
func (s *selector) update(store *ir.Op) bool {
	v := store.Args[2]
	o := s.vals[v.ID].later
	if o == nil {
		return false
	}
	load, with := s.updated(o, store)
	if load == nil || s.vals[load.Results[0].ID].later != load {
		return false
	}
	s.vals[v.ID], s.vals[load.Results[0].ID] = val{}, val{}
	a := s.operand(with)
	s.emit(inst{op: updateOps[o.Kind], size: uint8(v.Type.Size()), role: roleUse, mem: s.storeAddress(store), args: [5]arg{memArg(), a}})
	return true
}
