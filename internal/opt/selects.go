package opt

import "github.com/hone-go/hone/internal/ir"

// maxSpeculated is the number of ops up to which what an if computes to choose an integer is computed in any case.
const maxSpeculated = 3

// Selects makes selections of integers that an if chooses with next to no work, as in a clamp: what follows sees one value, the same for the same
// condition, and a minimum or maximum for what it is. What a loop carries on stays a branch: there prediction hides the time that a selection takes,
// which the next iteration would wait for.
func Selects(f *ir.Func) bool {
	integers := map[*ir.Op]bool{} // ifs that give nothing else, and nothing that is carried on
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpIf {
			ok := true
			for _, v := range o.Results {
				ok = ok && v.Type.IsInt() && !carriedOn(v, f.Uses())
			}
			integers[o] = ok
		}
		return true
	})
	return convertIfs(f.Body, func(o *ir.Op) bool { return integers[o] && flat(o, maxSpeculated) })
}

// carriedOn reports a value that is handed on to the next iteration of a loop, or out of it.
func carriedOn(v *ir.Value, uses *ir.Uses) bool {
	for _, u := range uses.Of(v) {
		around := u.Parent.Parent
		if u.Kind != ir.OpYield || around == nil || around.Kind != ir.OpIf {
			if u.Kind.Has(ir.Terminator) {
				return true
			}
			continue
		}
		for k, a := range u.Args {
			if a == v && carriedOn(around.Results[k], uses) {
				return true
			}
		}
	}
	return false
}
