package sched

import "github.com/hone-go/hone/internal/ir"

// A plain loop inside a parallel one may be given lanes, or become a dimension of the parallel loop, if its iterations don't depend on each
// other: what one stores no other loads or stores. That is decided from the accesses' normal forms where they go to the same slice. Slices that
// are not known to be apart are looked at when the program runs (Rus, Rauchwerger & Hoeflinger, "Hybrid Analysis", IJPP 2003): such pairs
// go into the guard of the transformed loop.

// pair is two slices that must not overlap; same: unless they begin at the same address. cut: parts of them were cut out, which may reach up to
// their capacities.
type pair struct {
	a, b      *ir.Value
	same, cut bool
}

// independent reports whether the iterations of a counted loop with index i, of which acc are the accesses, are independent provided that the
// pairs are apart.
func (p *space) independent(i *ir.Value, acc []access) (apart []pair, ok bool) {
	for k, s := range acc {
		if !s.stores() || p.ownPrivate(s, i) {
			continue
		}
		step, linear := s.at.Coef(i)
		c, known := step.Const()
		if !linear || !known || c == 0 || p.opaque(s.at) || p.variesInside(s, i) {
			return nil, false
		}
		for j, a := range acc {
			if j == k || a.stores() && j < k || p.ownPrivate(a, i) || otherField(a, s) {
				continue
			}
			d, constant := p.s.Sub(a.at, s.at).Const()
			aligned := constant && sameField(a, s) && (d == 0 || d%c != 0)
			switch {
			case a.root == s.root && aligned || distinct(a.root, s.root):
			case a.root == s.root:
				return nil, false
			default:
				apart = append(apart, pair{s.root, a.root, aligned, s.cut() || a.cut()})
			}
		}
	}
	return apart, true
}

// ownPrivate reports memory that belongs to an iteration of the loop with index i.
func (p *space) ownPrivate(a access, i *ir.Value) bool {
	if !a.private() {
		return false
	}
	for r := a.root.Def.Parent; r != nil && r.Parent != nil; r = r.Parent.Parent {
		if len(r.Params) > 0 && r.Params[0] == i {
			return true
		}
	}
	return false
}

// variesInside reports a store whose place depends on loops inside the one with index i: then one iteration stores to several places.
func (p *space) variesInside(a access, i *ir.Value) bool {
	owner := i.Owner
	return a.at.Any(func(v *ir.Value) bool {
		if v == i || !p.inside[v] {
			return false
		}
		for r := v.Owner; r != nil && r.Parent != nil; r = r.Parent.Parent {
			if r == owner {
				return true
			}
		}
		return false
	})
}

// distinct reports objects that can't be the same memory.
func distinct(a, b *ir.Value) bool {
	if a == b {
		return false
	}
	fresh := func(v *ir.Value) bool { return v.Def != nil && v.Def.Kind.Has(ir.Allocates) }
	param := func(v *ir.Value) bool { return v.Owner != nil && v.Owner.Parent == nil }
	return fresh(a) && fresh(b) || fresh(a) && param(b) || param(a) && fresh(b)
}
