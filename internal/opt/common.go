package opt

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// HoistCommon moves what both arms of an if begin with in front of it: pure ops that stand in both (code hoisting: Muchnick, "Advanced
// Compiler Design and Implementation", 1997, 13.5), and checks with the same operands, as long as nothing that could be noticed comes
// before them in either arm. A check made on both ways is made always, and may leave the loop around.
func HoistCommon(f *ir.Func) bool {
	h := hoister{}
	h.region(f.Body)
	return h.changed
}

type hoister struct{ changed bool }

func (h *hoister) region(r *ir.Region) {
	for i := 0; i < len(r.Ops); i++ {
		o := r.Ops[i]
		for _, in := range o.Regions {
			h.region(in)
		}
		if o.Kind == ir.OpIf {
			moved := common(o)
			i += moved
			h.changed = h.changed || moved > 0
		}
	}
}

// opKey is what makes two ops without regions the same.
type opKey struct {
	kind  ir.OpKind
	typ   *ir.Type
	bits  uint64
	sym   string
	attrs string
	args  [3]*ir.Value
}

func keyOf(o *ir.Op) (opKey, bool) {
	if len(o.Args) > 3 || len(o.Regions) > 0 || len(o.Results) > 1 || len(o.Table()) > 0 {
		return opKey{}, false
	}
	k := opKey{kind: o.Kind, bits: o.Bits, sym: o.Sym()}
	if len(o.Results) == 1 {
		k.typ = o.Results[0].Type
	}
	copy(k.args[:], o.Args)
	if len(o.Ints) > 0 {
		k.attrs = fmt.Sprint(o.Ints)
	}
	return k, true
}

// common moves in front of an if what its arms have in common at their beginnings; it gives the number of ops.
func common(o *ir.Op) (moved int) {
	a, b := o.Regions[0], o.Regions[1]
	var rep ir.Replacer
	for {
		inB := map[opKey]*ir.Op{}
		scan(b, func(x *ir.Op) bool {
			if k, ok := keyOf(x); ok && inB[k] == nil {
				inB[k] = x
			}
			return true
		})
		var x, y *ir.Op
		scan(a, func(c *ir.Op) bool {
			if k, ok := keyOf(c); ok && inB[k] != nil {
				x, y = c, inB[k]
			}
			return x == nil
		})
		if x == nil {
			break
		}
		x.Remove()
		y.Remove()
		o.InsertBefore(x)
		moved++
		if x.Kind.Has(ir.Check) && !x.Pos.SameLine(y.Pos) {
			x.Pos = o.Pos.Around()
		}
		if len(x.Results) == 1 {
			rep.Replace(y.Results[0], x.Results[0])
			rep.Apply(b)
		}
	}
	return moved
}

// scan calls f for the ops of an arm that may be executed before it: pure ones whose operands come from outside the arm, and checks that
// nothing but pure ops and loads go before.
func scan(r *ir.Region, f func(*ir.Op) bool) {
	first := true // nothing yet that could be noticed
	for _, o := range r.Ops {
		switch {
		case Speculatable(o):
			if o.Kind != ir.OpSlice && outside(o, r) && !f(o) {
				return
			}
		case o.Kind.Has(ir.Check):
			if first && outside(o, r) && !f(o) {
				return
			}
			first = false
		case o.Kind == ir.OpLoad, o.Kind.Has(ir.Pure):
		default:
			first = false
		}
	}
}

// outside reports that all operands are defined outside of r.
func outside(o *ir.Op, r *ir.Region) bool {
	for _, a := range o.Args {
		if regionOf(a) == r {
			return false
		}
	}
	return true
}
