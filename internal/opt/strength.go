package opt

import (
	"math/bits"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// mostReduced is how many products a loop carries at most, each in a register.
const mostReduced = 3

// Strength has a kernel's innermost loops that run one after the other carry products of their index with what does not change: from one iteration to the
// next they grow by a constant (strength reduction: Cocke and Kennedy, "An Algorithm for Reduction of Operator Strength", CACM 20, 1977).
//
//	i, c = for lo, hi, inits (i, c) { m = (i - b) * k; ... }
//	=> first = (lo - b) * k
//	   i, c = for lo, hi, inits, first (i, c, m) { ...; yield ..., m + step*k }
//
// What programs count up by themselves has become such a product, too, since loops in lanes are better off with it (Closed).
func Strength(f *ir.Func) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	changed := false
	sequential(f.Body, func(o *ir.Op) {
		if o.Mode != ir.Sequential {
			return
		}
		exits := analysis.ExitsOf(o.Regions[0])[o]
		if exits == nil || len(exits.Continues) != 1 || exits.Continues[0] != o.Regions[0].Terminator() {
			return
		}
		for _, m := range reducible(o) {
			reduceStrength(o, m, exits)
			changed = true
		}
	})
	return changed
}

// reducible finds products in the body of a loop of its index, or that and a distance, with what does not change.
func reducible(loop *ir.Op) (found []*ir.Op) {
	body := loop.Regions[0]
	for _, m := range body.Ops {
		if m.Kind != ir.OpMul || len(found) == mostReduced {
			continue
		}
		for k, x := range m.Args {
			by := m.Args[1-k]
			if !unchanging(by, loop) || !countsUp(x, loop) {
				continue
			}
			if c, known := by.ConstInt(); known && x == body.Params[0] && bits.OnesCount64(uint64(c)) <= 1 {
				continue // a shift, or part of an address
			}
			found = append(found, m)
			break
		}
	}
	return found
}

// countsUp reports the loop's index, or its sum with what does not change, or a difference.
func countsUp(x *ir.Value, loop *ir.Op) bool {
	i := loop.Regions[0].Params[0]
	if x == i {
		return true
	}
	o := x.Def
	if o == nil || o.Kind != ir.OpAdd && o.Kind != ir.OpSub {
		return false
	}
	return o.Args[0] == i && unchanging(o.Args[1], loop) || o.Args[1] == i && unchanging(o.Args[0], loop)
}

// unchanging reports a value that is there before the loop, or a constant.
func unchanging(v *ir.Value, loop *ir.Op) bool {
	return !inside(v, loop) || v.Def != nil && v.Def.Kind == ir.OpConst
}

// reduceStrength has the loop carry a product.
func reduceStrength(loop, m *ir.Op, exits *analysis.Exits) {
	body := loop.Regions[0]
	b := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: m.Pos}
	at := func(index *ir.Value) *ir.Value {
		operand := func(v *ir.Value) *ir.Value {
			switch {
			case v == body.Params[0]:
				return index
			case inside(v, loop):
				return b.Const(v.Type, v.Def.Bits)
			}
			return v
		}
		factor := func(v *ir.Value) *ir.Value {
			if !unchanging(v, loop) && v != body.Params[0] {
				return b.Binary(v.Def.Kind, operand(v.Def.Args[0]), operand(v.Def.Args[1]))
			}
			return operand(v)
		}
		return b.Binary(ir.OpMul, factor(m.Args[0]), factor(m.Args[1]))
	}
	first := at(loop.Args[0])
	step := b.Binary(ir.OpSub, at(b.Binary(ir.OpAdd, loop.Args[0], b.Int(loop.Ints[0]))), first) // modulo 2^64, as all of it
	loop.InsertBefore(b.Region.Take(0)...)

	loop.AddArgs(first)
	carried := body.AddParam(ir.TI64, m.Results[0].Name)
	ir.ReplaceUses(body, m.Results[0], carried)
	m.Remove()
	next := body.NewOp(ir.OpAdd, m.Pos, []*ir.Value{carried, step}, ir.TI64)
	body.Terminator().InsertBefore(next)
	body.Terminator().AddArgs(next.Results[0])
	loop.AddResults(&ir.Value{Type: ir.TI64})
	for _, x := range exits.Breaks {
		x.AddArgs(carried)
	}
}
