package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// ReadInPlace takes away private arrays that are copies of one in memory, where that is not changed as long as they are read: what looks up in a copy,
//
//	s := c.s[0]; for ... { ... s[byte(x)] ... }
//
// looks up in the memory.
func ReadInPlace(f *ir.Func) (changed bool) {
	var arrays []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpAlloca && o.Results[0].Type.Elem.IsScalar() {
			arrays = append(arrays, o)
		}
		return true
	})
	for _, o := range arrays {
		if c := copyInto(o, f.Uses().Of(o.Results[0])); c != nil && c.stays(f.Uses()) {
			c.readInPlace()
			changed = true
		}
	}
	return changed
}

// An arrayCopy is a loop that copies an array in memory to a private one, of which everybody else reads elements only.
type arrayCopy struct {
	array, loop, load *ir.Op
	index             int // which operand of load is the loop's index
	readers           []*ir.Op
}

// copyInto is the loop that copies to all of an array; nil if there is none, or something else is done with the array.
func copyInto(array *ir.Op, users []*ir.Op) *arrayCopy {
	c := &arrayCopy{array: array}
	for _, u := range users {
		switch {
		case u.Kind == ir.OpLoad:
			c.readers = append(c.readers, u)
		case u.Kind != ir.OpStore || c.loop != nil || u.Args[0] != array.Results[0]:
			return nil
		default:
			c.loop, c.load = u.Parent.Parent, u.Args[2].Def
			if !c.copies(u) {
				return nil
			}
		}
	}
	if c.loop == nil {
		return nil
	}
	return c
}

// copies reports that a store is all that a loop over the array does, and what it stores is loaded from the same place of another.
func (c *arrayCopy) copies(store *ir.Op) bool {
	l, n := c.loop, c.array.Ints[0]
	if l == nil || l.Kind != ir.OpFor || l.Parent != c.array.Parent || l.Ints[0] != 1 || len(l.Results) > 0 || c.load == nil || c.load.Kind != ir.OpLoad || c.load.Parent != store.Parent {
		return false
	}
	lo, ok1 := l.Args[0].ConstInt()
	hi, ok2 := l.Args[1].ConstInt()
	index := l.Regions[0].Params[0]
	c.index = slices.Index(c.load.Args, index)
	inside := slices.ContainsFunc(c.load.Args, func(a *ir.Value) bool { return a != index && l.Defines(a) })
	return ok1 && ok2 && lo == 0 && hi == n && len(l.Regions[0].Ops) == 3 && store.Args[1] == index && c.index > 0 && !inside &&
		!slices.Contains(c.load.Args[c.index+1:], index)
}

// stays reports that the array is only read once it has been copied to, and that nothing may be stored to what has been copied before the last one has read it.
func (c *arrayCopy) stays(uses *ir.Uses) bool {
	r := c.array.Parent
	from, last := r.Index(c.loop), -1
	for _, u := range c.readers {
		at := r.Index(enclosing(u, r))
		if at <= from { // it finds zeros, or is the copy
			return false
		}
		last = max(last, at)
	}
	for k := from + 1; k <= last; k++ {
		if mayStore(r.Ops[k], c.load.Args[0].Root(), uses) {
			return false
		}
	}
	return true
}

// mayStore reports that something in an op may be stored to from, or to memory that is not a private array, which nothing else leads to.
func mayStore(o *ir.Op, from *ir.Value, uses *ir.Uses) bool {
	private := o.Kind == ir.OpStore && o.Args[0].Def != nil && o.Args[0].Def.Kind == ir.OpAlloca && o.Args[0] != from && analysis.OnlyLookedAt(o.Args[0], uses)
	if o.Kind.Has(ir.Writes) && !private || o.Kind == ir.OpMulti && len(o.Outputs()) > 0 {
		return true
	}
	return slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
		return slices.ContainsFunc(r.Ops, func(x *ir.Op) bool { return mayStore(x, from, uses) })
	})
}

// readInPlace has the readers do what the copy did.
func (c *arrayCopy) readInPlace() {
	for _, u := range c.readers {
		at := ir.NewCloner()
		at.Map(c.load.Args[c.index], u.Args[1])
		x := at.OpIn(u.Parent, c.load)
		x.Pos, x.Mode = u.Pos, u.Mode
		x.SetResults(u.Results)
		u.ReplaceBy(x)
	}
	ir.RemoveOps([]*ir.Op{c.loop, c.array})
}
