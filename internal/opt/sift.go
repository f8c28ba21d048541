package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// sieve is the number of iterations whose conditions are found at a time: the bits of a u32.
const sieve = 32

// Where a condition holds in so many iterations of a block, a branch is guessed well: that many iterations are made as they come, before the next block is
// looked at.
const (
	manyHold   = 28
	asTheyCome = 512
)

// maxSifted is the number of ops up to which what is done under the condition may be there three times.
const maxSifted = 24

// Sift has a kernel's loops that do something in some iterations only, and nothing in the others, find out which ones these are for many at a time, in
// lanes, and then go from one to the next:
//
//	for i { if x[i] > t { out[n] = x[i]; n++ } }
//	=> for blocks of 32 { bits = reduce or (x[i] > t) << (i-start)
//		while bits != 0 { i = start + ctz(bits); out[n] = x[i]; n++; bits &= bits-1 } }
//
// No branch is left that the processor would have to guess for each element; where the condition seldom holds, most iterations cost next to
// nothing. It may not depend on what the loop does, so what is stored has to be apart from what it reads; else, and for what is left at the end, the loop
// runs as it is. What fails, fails in the same order: there are no checks but under the condition.
func Sift(f *ir.Func) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	var found []*sifted
	sequential(f.Body, func(o *ir.Op) {
		if s := newSifted(f, o); s != nil && !behindCompact(o) {
			found = append(found, s)
		}
	})
	for _, s := range found {
		s.emit(f)
	}
	return len(found) > 0
}

// sifted is such a loop.
type sifted struct {
	loop   *ir.Op
	branch *ir.Op
	does   *ir.Region // the arm that does something
	holds  bool       // it is the first one
	apart  [][2]*ir.Value
}

// newSifted recognises one.
func newSifted(f *ir.Func, o *ir.Op) *sifted {
	body := o.Regions[0]
	last := body.Terminator()
	if o.Mode != ir.Sequential || o.Ints[0] != 1 || last.Kind != ir.OpYield || len(o.Results) == 0 { // what carries nothing has other ways
		return nil
	}
	s := &sifted{loop: o}
	for _, x := range body.Ops[:len(body.Ops)-1] {
		switch {
		case x.Kind == ir.OpIf && s.branch == nil:
			s.branch = x
		case x.Kind == ir.OpConst:
		case s.branch != nil || len(x.Regions) > 0 || x.Kind != ir.OpLoad && !x.Kind.Has(ir.Pure):
			return nil
		}
	}
	if s.branch == nil || !s.otherwiseNothing() || !s.ahead(s.branch.Args[0], map[*ir.Value]bool{}) {
		return nil
	}
	stores, small := false, s.does.Size() <= maxSifted
	s.does.Walk(func(x *ir.Op) bool {
		stores = stores || x.Kind == ir.OpStore
		small = small && x.Kind != ir.OpAlloca && x.Kind != ir.OpReturn && (x.Target == nil || insideOp(x.Target, s.branch))
		return true
	})
	if !stores || !small || !s.memory(f) {
		return nil
	}
	return s
}

// otherwiseNothing finds the arm without which an iteration leaves everything as it is.
func (s *sifted) otherwiseNothing() bool {
	body, last := s.loop.Regions[0], s.loop.Regions[0].Terminator()
	for i, r := range s.branch.Regions {
		y := r.Terminator()
		if y.Kind != ir.OpYield || slices.ContainsFunc(r.Ops[:len(r.Ops)-1], func(o *ir.Op) bool { return o.Kind != ir.OpConst }) {
			continue
		}
		same := true
		for k, v := range last.Args {
			p := body.Params[1+k]
			same = same && (v == p || v.Def == s.branch && y.Args[v.Index] == p)
		}
		if same {
			s.does, s.holds = s.branch.Regions[1-i], i == 1
			return s.does.Terminator().Kind == ir.OpYield
		}
	}
	return false
}

// ahead reports that v can be found before the iterations that come first have been.
func (s *sifted) ahead(v *ir.Value, seen map[*ir.Value]bool) bool {
	body := s.loop.Regions[0]
	if v.Owner == body {
		return v.Index == 0
	}
	if seen[v] || !insideOp(v.Def, s.loop) {
		return true
	}
	seen[v] = true
	return !slices.ContainsFunc(v.Def.Args, func(a *ir.Value) bool { return !s.ahead(a, seen) })
}

// memory finds the slices that have to be apart for that.
func (s *sifted) memory(f *ir.Func) bool {
	facts := analysis.Of(f)
	body := s.loop.Regions[0]
	needed := map[*ir.Op]bool{}
	var need func(v *ir.Value)
	need = func(v *ir.Value) {
		if o := v.Def; insideOp(o, s.loop) && !needed[o] {
			needed[o] = true
			for _, a := range o.Args {
				need(a)
			}
		}
	}
	need(s.branch.Args[0])
	for _, l := range body.Ops {
		if !needed[l] || l.Kind != ir.OpLoad {
			continue
		}
		ok := true
		s.does.Walk(func(x *ir.Op) bool {
			if x.Kind == ir.OpStore {
				a, b := l.Args[0], x.Args[0]
				switch {
				case facts.Distinct(a, b):
				case inside(a, s.loop) || inside(b, s.loop) || a == b:
					ok = false
				case !slices.Contains(s.apart, [2]*ir.Value{a, b}):
					s.apart = append(s.apart, [2]*ir.Value{a, b})
				}
			}
			return ok
		})
		if !ok {
			return false
		}
	}
	return true
}

// emit puts both forms in the place of the loop.
func (s *sifted) emit(f *ir.Func) {
	o := s.loop
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	lo, hi, inits := o.Args[0], o.Args[1], o.Args[2:]
	ok := b.Compare(ir.OpGe, b.Binary(ir.OpSub, hi, lo), b.Int(leastTrips))
	ok = b.Binary(ir.OpAnd, ok, b.Compare(ir.OpGe, lo, b.Int(0)))
	ok = b.Binary(ir.OpAnd, ok, b.Compare(ir.OpLe, hi, b.Int(math.MaxInt64-asTheyCome)))
	for _, p := range s.apart {
		apart := b.Op(ir.OpApart, p[:], ir.TBool)
		apart.Ints = []int64{0, 0}
		ok = b.Binary(ir.OpAnd, ok, apart.Result())
	}
	types := append([]*ir.Type{ir.TI64}, ir.Types(inits)...)
	branch := b.If(ok, types...)
	b.In(branch.Regions[1]).Yield(append([]*ir.Value{lo}, inits...)...)
	in := b.In(branch.Regions[0])
	end := in.Binary(ir.OpAdd, lo, in.Binary(ir.OpAnd, in.Binary(ir.OpSub, hi, lo), in.Int(-sieve)))
	in.Yield(append([]*ir.Value{end}, s.blocks(in, end)...)...)
	o.InsertBefore(b.Region.Take(0)...)
	o.SetArgs(append([]*ir.Value{branch.Results[0], hi}, branch.Results[1:]...))
}

// blocks emits the loop over blocks, the last of which ends at end, and gives what they carry on.
func (s *sifted) blocks(b *ir.Builder, end *ir.Value) []*ir.Value {
	lo, inits := s.loop.Args[0], s.loop.Args[2:]
	blocks := b.Loop(append([]*ir.Value{lo}, inits...), ir.Types(inits)...)
	in := b.In(blocks.Regions[0])
	start, carried := in.Region.Params[0], in.Region.Params[1:]
	more := in.If(in.Compare(ir.OpLt, start, end))
	in.In(more.Regions[0]).Yield()
	in.In(more.Regions[1]).Break(blocks, carried...)
	stop := in.Binary(ir.OpAdd, start, in.Int(sieve))
	bits := s.bits(in, start, stop)
	nearly := in.If(in.Compare(ir.OpGe, in.Unary(ir.OpPopcnt, bits), in.Const(ir.TU32, manyHold)), append([]*ir.Type{ir.TI64}, ir.Types(carried)...)...)
	s.many(in.In(nearly.Regions[0]), start, end, carried)
	some := in.In(nearly.Regions[1])
	some.Yield(append([]*ir.Value{stop}, s.picked(some, start, bits, carried)...)...)
	in.Continue(blocks, nearly.Results...)
	return blocks.Results
}

// many emits the loop as it was for the next blocks.
func (s *sifted) many(b *ir.Builder, start, end *ir.Value, carried []*ir.Value) {
	stop := b.Binary(ir.OpMin, end, b.Binary(ir.OpAdd, start, b.Int(asTheyCome)))
	loop := b.Insert(ir.NewCloner().Op(s.loop))
	loop.SetArgs(append([]*ir.Value{start, stop}, carried...))
	b.Yield(append([]*ir.Value{stop}, loop.Results...)...)
}

// picked emits the iterations of a block that bits say.
func (s *sifted) picked(b *ir.Builder, start, bits *ir.Value, carried []*ir.Value) []*ir.Value {
	loop := b.Loop(append([]*ir.Value{bits}, carried...), ir.Types(carried)...)
	in := b.In(loop.Regions[0])
	left, now := loop.Regions[0].Params[0], loop.Regions[0].Params[1:]
	more := in.If(in.Compare(ir.OpNe, left, in.Const(ir.TU32, 0)))
	in.In(more.Regions[0]).Yield()
	in.In(more.Regions[1]).Break(loop, now...)
	i := in.Binary(ir.OpAdd, start, in.Conv(in.Unary(ir.OpCtz, left), ir.TI64))
	next := s.iteration(in, i, now)
	in.Continue(loop, append([]*ir.Value{in.Binary(ir.OpAnd, left, in.Binary(ir.OpSub, left, in.Const(ir.TU32, 1)))}, next...)...)
	return loop.Results
}

// bits emits the conditions of the iterations from start to stop.
func (s *sifted) bits(b *ir.Builder, start, stop *ir.Value) *ir.Value {
	body := s.loop.Regions[0]
	none := b.Const(ir.TU32, 0)
	reduce := b.Op(ir.OpBlockReduce, []*ir.Value{start, stop, none}, ir.TU32)
	reduce.Ints, reduce.Mode = []int64{0, 1}, ir.InLanes
	in := b.In(reduce.AddRegion(ir.TI64))
	i := in.Region.Params[0]
	c := ir.NewCloner()
	c.Map(body.Params[0], i)
	for _, o := range body.Ops[:body.Index(s.branch)] {
		if o.Kind == ir.OpConst || s.ahead(o.Results[0], map[*ir.Value]bool{}) {
			c.Into(in.Region, []*ir.Op{o})
		}
	}
	bit := in.Binary(ir.OpShl, in.Const(ir.TU32, 1), in.Conv(in.Binary(ir.OpSub, i, start), ir.TU32))
	values := []*ir.Value{bit, in.Const(ir.TU32, 0)}
	if !s.holds {
		slices.Reverse(values)
	}
	in.Yield(in.Select(c.Value(s.branch.Args[0]), values[0], values[1]))
	join := b.In(reduce.AddRegion(ir.TU32, ir.TU32))
	join.Yield(join.Binary(ir.OpOr, join.Region.Params[0], join.Region.Params[1]))
	return reduce.Results[0]
}

// iteration emits one whose condition holds, and gives what it carries on.
func (s *sifted) iteration(b *ir.Builder, i *ir.Value, carried []*ir.Value) []*ir.Value {
	body := s.loop.Regions[0]
	c := ir.NewCloner()
	c.Map(body.Params[0], i)
	c.MapAll(body.Params[1:], carried)
	for _, o := range body.Ops[:body.Index(s.branch)] {
		c.Into(b.Region, []*ir.Op{o})
	}
	y := s.does.Terminator()
	c.Into(b.Region, s.does.Ops[:len(s.does.Ops)-1])
	var out []*ir.Value
	for k, v := range body.Terminator().Args {
		if v.Def == s.branch {
			out = append(out, c.Value(y.Args[v.Index]))
		} else {
			out = append(out, carried[k])
		}
	}
	return out
}
