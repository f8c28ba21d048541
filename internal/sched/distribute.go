package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A loop that sums up in Go's order what takes long to compute, such as
//
//	for i, v := range x { s += math.Exp(v - most) }
//
// waits for the sum in each iteration, but nothing else in it does. It is taken apart (loop distribution with scalar expansion: Kennedy & Allen, "Optimizing
// Compilers for Modern Architectures", 2002, chapters 5 and 6), strip by strip, so that what lies between stays in the cache:
//
//	for i0 := 0; i0 < n; i0 += strip {
//		for i := i0; i < min(n, i0+strip); i++ { term[i-i0] = math.Exp(x[i] - most) }  // in lanes
//		for i := i0; i < min(n, i0+strip); i++ { s += term[i-i0] }
//	}
//
// The bits are the same. The second loop has no effects but its result: nothing notices that it comes later.

const (
	stripLength = 256
	maxTerms    = 4 // buffers for what the second loop needs
	worth       = 5 // times as long as the chain of a loop are the computations beside it that are worth it: as scalar code they run three at a time, mostly
)

// distribution is such a loop.
type distribution struct {
	loop  *ir.Op
	body  *ir.Region      // its body, with branches taken apart: see distribute_branches.go
	chain map[*ir.Op]bool // what waits for the iteration before
	terms []*ir.Value     // what of the rest the chain needs
	strip int64           // iterations
}

// distribution recognises a loop that is worth it; nil if it isn't one.
func (s *scheduler) distribution(loop *ir.Op) *distribution {
	d := s.distributable(loop)
	if d == nil || s.machine.Always() {
		return d
	}
	lo, _ := loop.Args[0].ConstInt()
	if hi, known := loop.Args[1].ConstInt(); known && hi-lo < d.strip/4 || d.work(d.body) < worth*float64(d.length()) {
		return nil
	}
	return d
}

// distributable recognises a loop that can be taken apart; nil if it isn't one.
func (s *scheduler) distributable(loop *ir.Op) *distribution {
	strip := int64(stripLength)
	if s.machine.Always() {
		strip = int64(s.machine.Forced.Strip)
	}
	if loop.Kind != ir.OpFor || loop.Ints[0] != 1 || loop.Mode != ir.Sequential || len(loop.Results) == 0 || !analysis.Straight(loop) {
		return nil
	}
	lo, from := loop.Args[0].ConstInt()
	if !from || lo < 0 || lo > analysis.MaxCount { // from anywhere, the end of a strip might overflow
		return nil
	}
	d := &distribution{loop: loop, chain: map[*ir.Op]bool{}, strip: strip}
	if loop.Regions[0].Contains(func(o *ir.Op) bool {
		return o.Kind.Has(ir.Loop) || storesSlice(o) || hasSlice(o.Results)
	}) {
		return nil
	}
	if !d.straighten() || !d.findChain() || d.inAnyOrder() || !d.findTerms() {
		return nil
	}
	return d
}

func (s *scheduler) distributes(loop *ir.Op) bool { return s.distribution(loop) != nil }

// late reports a value of the chain, or one that the loop carries.
func (d *distribution) late(v *ir.Value) bool {
	if v.Def != nil {
		return d.chain[v.Def]
	}
	return v.Owner == d.body && v.Index > 0
}

// findChain reports that all that waits for carried values is arithmetic.
func (d *distribution) findChain() bool {
	for _, o := range d.body.Ops {
		waits := slices.ContainsFunc(o.Args, d.late)
		for _, r := range o.Regions {
			waits = waits || r.Contains(func(x *ir.Op) bool { return slices.ContainsFunc(x.Args, d.late) })
		}
		if !waits || o.Kind == ir.OpYield {
			continue
		}
		if !o.Kind.Has(ir.Pure) || len(o.Regions) > 0 {
			return false
		}
		d.chain[o] = true
	}
	return true
}

// inAnyOrder reports that all carried values are joined with the rest of the iterations, each by one operation, for which the order makes no difference:
// such a loop has lanes as it is, see opt.Accumulate.
func (d *distribution) inAnyOrder() bool {
	body := d.body
	for k, v := range body.Terminator().Args {
		var kind ir.OpKind
		for v != body.Params[1+k] {
			o := v.Def
			if o == nil || !d.chain[o] || !anyOrder(o) || kind != 0 && o.Kind != kind {
				return false
			}
			kind = o.Kind
			switch first := d.late(o.Args[0]); {
			case first == d.late(o.Args[1]), !first && kind == ir.OpSub:
				return false
			case first:
				v = o.Args[0]
			default:
				v = o.Args[1]
			}
		}
	}
	return true
}

// anyOrder reports an op that gives the same bits in whatever order it is applied to several values.
func anyOrder(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor:
		return o.Results[0].Type.IsInt()
	case ir.OpMin, ir.OpMax:
		return true
	}
	return false
}

// findTerms lists what the chain needs; false if that can't be kept, or is too much.
func (d *distribution) findTerms() bool {
	body := d.body
	for _, o := range body.Ops {
		if !d.chain[o] && o.Kind != ir.OpYield {
			continue
		}
		for _, v := range o.Args {
			if d.late(v) || v.Owner == body || v.Def != nil && (v.Def.Parent != body || v.Def.Kind == ir.OpConst) || v.Def == nil || slices.Contains(d.terms, v) {
				continue
			}
			d.terms = append(d.terms, v)
		}
	}
	return 0 < len(d.terms) && len(d.terms) <= maxTerms
}

// length is about how many cycles an iteration waits for the one before.
func (d *distribution) length() int {
	at := map[*ir.Value]int{}
	longest := 0
	for _, o := range d.body.Ops {
		if !d.chain[o] {
			continue
		}
		start := 0
		for _, v := range o.Args {
			start = max(start, at[v])
		}
		cycles := 1
		switch t := o.Results[0].Type; {
		case o.Kind == ir.OpDiv || o.Kind == ir.OpRem || o.Kind == ir.OpSqrt || o.Kind == ir.OpDivLong || o.Kind == ir.OpRemLong:
			cycles = 13
		case t.IsFloat() && o.Kind != ir.OpSelect:
			cycles = 4
		case o.Kind == ir.OpMul || o.Kind == ir.OpMulHi:
			cycles = 3
		}
		at[o.Results[0]] = start + cycles
		longest = max(longest, at[o.Results[0]])
	}
	return longest
}

// work is how many operations the rest of an iteration is, those that divide counted as four.
func (d *distribution) work(r *ir.Region) float64 {
	n := 0.0
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			n += d.work(in) / float64(len(o.Regions))
		}
		switch {
		case d.chain[o] || o.Kind == ir.OpConst || o.Kind.Has(ir.Terminator):
		case o.Kind == ir.OpDiv || o.Kind == ir.OpSqrt:
			n += 4
		default:
			n++
		}
	}
	return n
}

// stored is the type in which a term is kept: a condition is a number, as wide as what is chosen by it.
func (d *distribution) stored(t *ir.Value) *ir.Type {
	if t.Type != ir.TBool {
		return t.Type
	}
	for _, o := range d.body.Ops {
		if d.chain[o] && slices.Contains(o.Args, t) {
			switch o.Results[0].Type.Size() {
			case 8:
				return ir.TU64
			case 4:
				return ir.TU32
			case 2:
				return ir.TU16
			}
		}
	}
	return ir.TU8
}

// apply puts both loops in the loop's place, and gives the first of them.
func (d *distribution) apply() (first *ir.Op) {
	o, body := d.loop, d.body
	b := &ir.Builder{Region: &ir.Region{}, Pos: o.Pos}
	strips := b.For(o.Args[0], o.Args[1], d.strip, o.Args[2:])
	in := b.In(strips.Regions[0])
	i0 := strips.Regions[0].Params[0]
	end := in.Binary(ir.OpMin, o.Args[1], in.Binary(ir.OpAdd, i0, in.Int(d.strip)))
	buffers := make([]*ir.Value, len(d.terms))
	for k, t := range d.terms {
		a := in.Op(ir.OpAlloca, nil, ir.SliceOf(d.stored(t)))
		a.Ints = []int64{d.strip}
		buffers[k] = a.Result()
	}

	first = in.For(i0, end, 1, nil)
	c := ir.NewCloner()
	c.Map(body.Params[0], first.Regions[0].Params[0])
	each := in.In(first.Regions[0])
	for _, x := range body.Ops {
		if !d.chain[x] && x.Kind != ir.OpYield {
			each.Insert(c.Op(x))
		}
	}
	at := each.Binary(ir.OpSub, first.Regions[0].Params[0], i0)
	for k, t := range d.terms {
		v := c.Value(t)
		if number := d.stored(t); number != t.Type {
			v = each.Select(v, each.Const(number, 1), each.Const(number, 0))
		}
		each.Store(buffers[k], at, v, nil)
	}
	each.Yield()

	second := in.For(i0, end, 1, strips.Regions[0].Params[1:])
	c = ir.NewCloner()
	c.MapAll(body.Params, second.Regions[0].Params)
	each = in.In(second.Regions[0])
	at = each.Binary(ir.OpSub, second.Regions[0].Params[0], i0)
	for k, t := range d.terms {
		v := each.Load(buffers[k], at, nil)
		if v.Type != t.Type {
			v = each.Compare(ir.OpNe, v, each.Const(v.Type, 0))
		}
		c.Map(t, v)
	}
	for _, x := range body.Ops {
		if d.chain[x] || x.Kind == ir.OpConst || x.Kind == ir.OpYield {
			each.Insert(c.Op(x))
		}
	}
	in.Yield(second.Results...)
	results := o.Results
	o.SetResults(nil)
	strips.SetResults(results)
	o.ReplaceBy(b.Region.Take(0)...)
	return first
}

// distribute takes the plain loops of the host apart that would get lanes by that. Those inside a loop of which the iterations may go side by side are left to where
// that one's lanes are chosen: what an iteration sums up may be the same for all but for a few numbers.
func (s *scheduler) distribute(f *ir.Func, r *ir.Region) {
	for _, o := range slices.Clone(r.Ops) {
		if o.Kind == ir.OpFor && o.Regions[0].Contains(s.distributes) && s.isFree(f, o) {
			continue
		}
		switch o.Kind {
		case ir.OpIf, ir.OpBlock, ir.OpLoop, ir.OpFor:
			for _, in := range o.Regions {
				s.distribute(f, in)
			}
		}
		d := s.distribution(o)
		if d == nil {
			continue
		}
		results, said := o.Results, len(s.notes)
		first := d.apply()
		l := s.freeLoop(analysis.Of(f), first, true)
		s.notes = s.notes[:said]
		if l != nil {
			s.takenApart(o.Pos)
			continue
		}
		strips := first.Parent.Parent // as it was
		strips.SetResults(nil)
		o.SetResults(results)
		strips.ReplaceBy(o)
	}
}

// isFree reports a loop that becomes a parallel one under a guard.
func (s *scheduler) isFree(f *ir.Func, o *ir.Op) bool {
	said := len(s.notes)
	l := s.freeLoop(analysis.Of(f), o, false)
	s.notes = s.notes[:said]
	return l != nil
}

func (s *scheduler) takenApart(pos ir.Pos) {
	s.note(pos, "the loop is taken apart: what waits for the iteration before goes in order behind the rest, %d iterations at a time", stripLength)
}
