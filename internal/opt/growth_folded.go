package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Where it is known that there is no room, as behind s := []int{x} or var s []int, append makes memory without a question:
//
//	r = make n+k, move r, s, n; r[:n+k]
//
// In an iteration that is asked nevertheless, as for every other append, so that all of them are seen as one slice that grows (growth_own.go).

// folded is a branch that has been made of a make, whose size was that.
type folded struct {
	test *ir.Op
	size *ir.Value
}

// unfold asks, where it can be seen that the answer is no. The result is the branches, and whether anything has changed.
func unfold(f *ir.Func) (asked []folded, changed bool) {
	var makes []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpMake && o.Note() == "" && loopsAround(o.Parent) > 0 {
			makes = append(makes, o)
		}
		return true
	})
	for _, o := range makes {
		size := o.Args[0]
		if x := unfolded(f, o); x != nil {
			asked = append(asked, folded{x, size})
		}
	}
	byAppend := func(x folded) bool { return slices.ContainsFunc(f.Uses().Of(x.test.Result()), fillsAll) }
	others := slices.DeleteFunc(slices.Clone(asked), byAppend)
	asked = slices.DeleteFunc(asked, func(x folded) bool { return slices.Contains(others, x) })
	refold(f, others)
	return asked, len(asked)+len(others) > 0
}

// refold takes the questions back to which nobody has needed an answer.
func refold(f *ir.Func, asked []folded) {
	var rep ir.Replacer
	f.Body.Walk(func(o *ir.Op) bool {
		if k := slices.IndexFunc(asked, func(x folded) bool { return x.test == o }); k >= 0 {
			o.Regions[1].Terminator().Args[0].Def.SetArg(0, asked[k].size)
			for k, v := range o.Inline(o.Regions[1]) {
				rep.Replace(o.Results[k], v)
			}
		}
		return true
	})
	rep.Apply(f.Body)
}

// unfolded is the branch instead of a make; nil: it isn't such a one.
func unfolded(f *ir.Func, made *ir.Op) *ir.Op {
	all := f.Uses().Of(made.Result())
	k := slices.IndexFunc(all, func(u *ir.Op) bool { return u.Kind == ir.OpSlice })
	if k < 0 {
		return nil
	}
	cut, move := all[k], (*ir.Op)(nil)
	if len(all) == 2 {
		move = all[1-k]
	}
	size, ok := made.Args[0].ConstInt()
	end, known := cut.Args[2].ConstInt()
	if len(all) > 2 || !ok || !known || end > size || end == 0 || len(cut.Args) != 3 || !isZero(cut.Args[1]) || cut.Parent != made.Parent {
		return nil
	}
	b := &ir.Builder{Region: ir.NewRegion(made.Parent.Parent), Pos: made.Pos}
	var from, n, until, limit *ir.Value
	switch {
	case slices.ContainsFunc(made.Parent.Ops[made.Parent.Index(made)+1:made.Parent.Index(cut)], func(x *ir.Op) bool { return x != move && !x.Kind.Has(ir.Pure) }):
		return nil
	case move == nil:
		from, until, limit = b.Zero(made.Result().Type), b.Int(end), b.Int(0)
	case move.Kind == ir.OpMove && move.Args[0] == made.Result() && move.Parent == made.Parent:
		from = move.Args[1]
		old, ok := move.Args[2].ConstInt()
		if room := knownRoom(from); !ok || old >= end || room < old || room >= end {
			return nil
		}
		n = b.Int(old)
		until = b.Op(ir.OpAdd, []*ir.Value{n, b.Int(end - old)}, ir.TI64).Result()
		limit = b.Op(ir.OpCap, []*ir.Value{from}, ir.TI64).Result()
	default:
		return nil
	}
	test := b.If(b.Compare(ir.OpLe, until, limit), made.Result().Type)
	b.In(test.Regions[0]).Yield(from)
	in := b.In(test.Regions[1])
	r := in.Op(ir.OpMake, []*ir.Value{in.Op(ir.OpMax, []*ir.Value{until, made.Args[0]}, ir.TI64).Result()}, made.Result().Type).Result()
	if move != nil {
		in.Op(ir.OpMove, []*ir.Value{r, from, n})
		move.Remove()
	}
	in.Yield(r)
	cut.SetArg(0, test.Result())
	cut.SetArg(2, until)
	for _, u := range f.Uses().Of(cut.Result()) { // what is appended by a move
		if u.Kind == ir.OpSlice && len(u.Args) == 3 && u.Args[2].IsConstInt(end) {
			u.SetArg(2, until)
		}
	}
	made.ReplaceBy(b.Region.Take(0)...)
	return test
}

// knownRoom is the capacity of a slice; -1: it isn't known.
func knownRoom(s *ir.Value) int64 {
	for d := s.Def; d != nil; d = d.Args[0].Def {
		switch {
		case d.Kind == ir.OpZero:
			return 0
		case d.Kind == ir.OpMake:
			if n, ok := d.Args[0].ConstInt(); ok {
				return n
			}
			return -1
		case d.Kind != ir.OpSlice || len(d.Args) != 3 || !isZero(d.Args[1]):
			return -1
		}
	}
	return -1
}
