package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Who looks for the greatest value, and then where it is, goes over all elements again:
//
//	best := hone.Max(n, f)                        for i, v := range x { if v == best { return i } }
//
// The reduction can tell where the first of its blocks begins that has the value, which costs it nothing: in no block before is an element as good. So the search begins there; and what puts
// together the places of all that are as good, the least of them, only has to look at one block. If the best is no number, neither finds it anywhere. If it is what the reduction begins with, all
// blocks are as good, and the first of them may have no element that is: then all are looked at.

// Sought has what looks for the place of a greatest or least value look where that is.
func Sought(f *ir.Func) bool {
	return eachMulti(f, func(o *ir.Op) bool {
		s := newSought(o)
		if s != nil {
			s.emit(f)
		}
		return s != nil
	})
}

// sought is a reduction for the best value, and what looks for its place.
type sought struct {
	first, best *ir.Op // a multi and its output
	kind        ir.OpKind
	id          *ir.Value // what the best begins with
	loops       []*ir.Op  // that leave where the value is
	multis      []*ir.Op  // that put its places together
}

func newSought(o *ir.Op) *sought {
	outs := o.Outputs()
	if len(o.Args) != 1 || len(outs) != 1 || o.Regions[0].Contains(writesOrCalls) {
		return nil
	}
	kind, ok := alone(outs[0])
	if !ok || kind != ir.OpMin && kind != ir.OpMax {
		return nil
	}
	s := &sought{first: o, best: outs[0], kind: kind, id: outs[0].IDs()[0]}
	s.find(o.Parent, o.Parent.Index(o)+1)
	if len(s.loops)+len(s.multis) == 0 {
		return nil
	}
	return s
}

// find finds what looks for the value, before anything is written; false: that may have happened.
func (s *sought) find(r *ir.Region, from int) bool {
	for _, o := range r.Ops[from:] {
		switch {
		case o.Kind == ir.OpFor && s.searches(o):
			s.loops = append(s.loops, o)
		case o.Kind == ir.OpMulti && s.places(o):
			s.multis = append(s.multis, o)
			continue
		case o.Kind == ir.OpBlock || o.Kind == ir.OpIf:
			for _, in := range o.Regions {
				s.find(in, 0)
			}
		}
		if mayWrite(o) {
			return false
		}
	}
	return true
}

// compares reports a comparison for equality of the best with what it is the best of.
func (s *sought) compares(cond *ir.Op, o *ir.Op) bool {
	it := sameIteration{a: s.first, b: o}
	for k, v := range cond.Args {
		if v == s.best.GivenResults()[0] {
			return it.values(s.best.Values()[0], cond.Args[1-k])
		}
	}
	return false
}

// searches reports a loop upwards that does nothing but leave where it finds the value.
func (s *sought) searches(o *ir.Op) bool {
	body := o.Regions[0]
	lo, known := o.Args[0].ConstInt()
	if o.Ints[0] != 1 || len(o.Args) != 2 || o.Mode != ir.Sequential || !known || lo < 0 {
		return false
	}
	var branch *ir.Op
	for _, x := range body.Ops[:len(body.Ops)-1] {
		switch {
		case x.Kind == ir.OpIf && branch == nil && len(x.Results) == 0:
			branch = x
		case len(x.Regions) > 0 || x.Kind != ir.OpLoad && !x.Kind.Has(ir.Pure):
			return false
		}
	}
	if branch == nil || body.Terminator().Kind != ir.OpYield {
		return false
	}
	cond := branch.Args[0].Def
	leaves, stays := branch.Regions[0], branch.Regions[1]
	switch {
	case cond == nil:
		return false
	case cond.Kind == ir.OpNe:
		leaves, stays = stays, leaves
	case cond.Kind != ir.OpEq:
		return false
	}
	return len(stays.Ops) == 1 && stays.Terminator().Kind == ir.OpYield && leaves.Terminator().Kind != ir.OpYield && s.compares(cond, o)
}

// places reports a reduction over the same range that finds the first place of what is as good.
func (s *sought) places(o *ir.Op) bool {
	outs := o.Outputs()
	if len(o.Args) != 1 || o.Args[0] != s.first.Args[0] || len(outs) != 1 {
		return false
	}
	if kind, ok := alone(outs[0]); !ok || kind != ir.OpMin {
		return false
	}
	cond, at, none, ok := choiceOf(outs[0].Values()[0])
	if !ok || at != o.Regions[0].Params[0] {
		return false
	}
	c, known := none.ConstInt() // else elements that have none may come before places
	return known && c >= analysis.NewRanges().Of(o.Args[0]).Hi && s.compares(cond, o) && !o.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind.Has(ir.Writes) || isCheck(x) })
}

// emit has the reduction tell where the first block begins that has the value, and the others look there.
func (s *sought) emit(f *ir.Func) {
	start := s.begin(f)
	for _, o := range s.loops {
		lo := start
		if c, _ := o.Args[0].ConstInt(); c > 0 {
			b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
			lo = b.Binary(ir.OpMax, start, b.Int(c))
			o.InsertBefore(b.Region.Take(0)...)
		}
		o.SetArg(0, lo)
	}
	for _, o := range s.multis {
		s.narrow(o, start)
	}
}

// begin has the reduction give where that block begins.
func (s *sought) begin(f *ir.Func) *ir.Value {
	o, old := s.first, s.best
	body := o.Regions[0]
	ahead := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: old.Pos}
	zero := ahead.Int(0)
	o.InsertBefore(ahead.Region.Take(0)...)
	in := &ir.Builder{Region: ir.NewRegion(o), Pos: old.Pos}
	block := in.Binary(ir.OpAnd, body.Params[0], in.Int(-reduceBlock))
	old.InsertBefore(in.Region.Take(0)...)

	v, id := old.Values()[0], old.IDs()[0]
	out := body.NewOp(ir.OpReduce, old.Pos, []*ir.Value{v, block, id, zero})
	out.Mode = old.Mode
	better := ir.OpLt
	if s.kind == ir.OpMax {
		better = ir.OpGt
	}
	types := []*ir.Type{v.Type, ir.TI64}
	for _, step := range []bool{false, true} {
		r := out.AddRegion(slices.Concat(types, types)...)
		b, x, y := ir.NewBuilder(r), r.Params[:2], r.Params[2:]
		b.Pos = old.Pos
		won := b.Compare(better, y[0], x[0])
		if !step {
			won = b.Binary(ir.OpOr, won, b.Binary(ir.OpAnd, b.Compare(ir.OpEq, y[0], x[0]), b.Compare(ir.OpLt, y[1], x[1])))
		}
		b.Yield(b.Binary(s.kind, x[0], y[0]), b.Select(won, y[1], x[1]))
	}
	best, start := &ir.Value{Type: v.Type, Name: o.Results[0].Name}, &ir.Value{Type: ir.TI64}
	var rep ir.Replacer
	rep.Replace(o.Results[0], best)
	old.InsertBefore(out)
	old.Remove()
	o.SetResults([]*ir.Value{best, start})
	rep.Apply(f.Body)
	return start
}

// narrow has a reduction go over the one block. Where the best may be of no element, that begins with the first: then it goes over all.
func (s *sought) narrow(o *ir.Op, start *ir.Value) {
	body := o.Regions[0]
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	length := b.Binary(ir.OpMin, b.Binary(ir.OpSub, o.Args[0], start), b.Int(reduceBlock))
	if bits, known := s.id.IsConst(); !known || bits != worstKey(s.id.Type, s.kind == ir.OpMax) {
		length = b.Select(b.Compare(ir.OpEq, s.first.Results[0], s.id), o.Args[0], length)
	}
	o.InsertBefore(b.Region.Take(0)...)
	o.SetArg(0, length)
	i := body.NewOp(ir.OpAdd, o.Pos, []*ir.Value{start, body.Params[0]}, ir.TI64)
	ir.ReplaceUses(body, body.Params[0], i.Result())
	body.Insert(0, i)
}
