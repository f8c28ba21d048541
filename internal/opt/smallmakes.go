package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

const (
	smallMake  = 512     // bytes up to which what a loop makes is private memory
	smallMakes = 1 << 13 // all of it in a function
)

// SmallMakes has little memory of constant size that a loop makes in each iteration, and that nothing gets hold of, be an array of the iteration's own: the values that
// a variadic function is called with, for one. The host would have to make it, and so to run the loop.
func SmallMakes(f *ir.Func) bool {
	var found []*ir.Op
	var uses *ir.Uses
	room := int64(smallMakes)
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpMake || o.Note() != "" || !o.Result().Type.Elem.IsScalar() || outermostLoop(o) == nil {
			return true
		}
		n, known := o.Args[0].ConstInt()
		bytes := n * int64(o.Result().Type.Elem.Size())
		if !known || n <= 0 || bytes > min(smallMake, room) {
			return true
		}
		if uses == nil {
			uses = f.Uses()
		}
		if analysis.OnlyLookedAt(o.Result(), uses) {
			found = append(found, o)
			room -= bytes
		}
		return true
	})
	for _, o := range found {
		n, _ := o.Args[0].ConstInt()
		b := &ir.Builder{Region: ir.NewRegion(nil), Pos: o.Pos}
		a := b.Op(ir.OpAlloca, nil, o.Result().Type)
		a.Ints = []int64{n}
		a.Result().Name = o.Result().Name
		ir.ReplaceUses(f.Body, o.Result(), a.Result())
		o.ReplaceBy(a)
	}
	return len(found) > 0
}
