package x86

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// zeroExtended reports an unsigned integer whose register has zeros above the type's width: it was loaded (a load of less than 64 bits clears the rest), is the least, the
// greatest, the union or a choice of such, is masked or shifted down, or is carried by a loop that begins and goes on with such. That of a carried value is assumed until something speaks against it.
func zeroExtended(v *ir.Value) bool {
	if t := v.Type; !t.IsInt() || t.IsSigned() || t.Size() == 8 {
		return false
	}
	var t zeroTrace
	return t.reaches(v)
}

// zeroTrace are the values that are taken for zero-extended to find out about one: those that were found to be, and those that are being looked at, which loops may come back to.
type zeroTrace struct {
	seen   [24]*ir.Value
	n      int
	visits int
}

func (t *zeroTrace) reaches(v *ir.Value) bool {
	if slices.Contains(t.seen[:t.n], v) {
		return true
	}
	if t.visits++; t.n == len(t.seen) || t.visits > 4*len(t.seen) {
		return false
	}
	before := t.n
	t.seen[t.n] = v
	t.n++
	ok := t.follows(v)
	if !ok {
		t.n = before // nor is anything to be taken for it that was found since, for that may have taken v for it
	}
	return ok
}

// follows reports whether v is zero-extended if all are that are taken for it.
func (t *zeroTrace) follows(v *ir.Value) bool {
	if v.Def == nil {
		return t.carried(v)
	}
	switch o := v.Def; o.Kind {
	case ir.OpConst:
		return true
	case ir.OpMLoad:
		return len(o.Args) == 2
	case ir.OpAnd:
		return t.reaches(o.Args[0]) || t.reaches(o.Args[1])
	case ir.OpShr:
		c, ok := o.Args[1].IsConst()
		return ok && (c > 0 || t.reaches(o.Args[0]))
	case ir.OpMin, ir.OpMax, ir.OpOr, ir.OpXor:
		return t.reaches(o.Args[0]) && t.reaches(o.Args[1])
	case ir.OpSelect:
		return t.reaches(o.Args[1]) && t.reaches(o.Args[2])
	}
	return false
}

// carried looks at what a loop begins with, and at what each iteration gives the next.
func (t *zeroTrace) carried(p *ir.Value) bool {
	loop := p.Owner.Parent
	return loop != nil && loop.Kind == ir.OpLoop && t.reaches(loop.Args[p.Index]) && !loop.Regions[0].Contains(func(o *ir.Op) bool {
		return o.Kind == ir.OpContinue && o.Target == loop && !t.reaches(o.Args[p.Index])
	})
}
