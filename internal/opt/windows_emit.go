package opt

import (
	"maps"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Bounds of what is looked at before the loop: numbers within them don't wrap around where they are put together.
const (
	farIndex  = 1 << 62
	mostSlid  = 1 << 40
	mostSteps = 1 << 20 // by which places of elements grow
)

// emit has the sums slide, beside the loop as it was.
func (l *slidingLoop) emit() {
	o := l.loop
	b := (&ir.Builder{Region: ir.NewRegion(around(o)), Pos: o.Pos}).Sharing()
	lo, hi := o.Args[0], o.Args[1]
	count := b.Binary(ir.OpSub, hi, lo)
	all := b.Binary(ir.OpAnd, b.Compare(ir.OpGe, count, b.Int(leastTrips)), b.Compare(ir.OpLe, count, b.Int(mostSlid)))
	for _, s := range l.sums {
		for _, r := range s.runs {
			l.condition(b, s, r, &all)
		}
	}
	results := o.Results
	branch := b.If(all, ir.Types(results)...)
	spare := ir.NewCloner().Op(o)
	rep := &ir.Replacer{}
	for k, v := range results {
		rep.Replace(v, branch.Results[k])
	}
	f := o.Func()
	o.ReplaceBy(b.Region.Ops...)
	rep.Apply(f.Body)
	in := b.In(branch.Regions[0])
	slid := &ir.Replacer{}
	for _, s := range l.sums {
		s.renew(slid) // what is added may be a sum that has slid
		slid.Replace(s.of, l.slide(s, l.ahead(in, s)))
	}
	in.Insert(o)
	in.Yield(o.Results[:len(results)]...)
	in = b.In(branch.Regions[1])
	in.Insert(spare)
	in.Yield(spare.Results...)
}

// condition adds to all under which condition a window may be added up ahead of the loop.
func (l *slidingLoop) condition(b *ir.Builder, s *slidingSum, r *slidingRun, all **ir.Value) {
	and := func(k ir.OpKind, x, y *ir.Value) { *all = b.Binary(ir.OpAnd, *all, b.Compare(k, x, y)) }
	if r.inner != nil {
		from := l.space.Of(r.inner.loop.Args[0])
		if _, known := from.Const(); !known {
			v := from.Emit(b, l.atFirst)
			and(ir.OpGe, v, b.Int(-farIndex))
			and(ir.OpLe, v, b.Int(farIndex))
		}
		if r.n == 0 {
			n := l.emitCount(b, r)
			and(ir.OpGe, n, b.Int(leastInner))
			and(ir.OpLe, n, b.Int(mostSlid))
		}
	}
	if !l.checkedBefore(s.of.Def) {
		return
	}
	first := l.beginOf(b, r)
	last := b.Binary(ir.OpAdd, first, b.Binary(ir.OpSub, l.emitCount(b, r), b.Int(2)))
	for _, load := range l.loadsOf(r) {
		n := b.Conv(b.Len(load.Args[0]), ir.TU64)
		for _, index := range []*ir.Value{first, last} {
			at := l.space.Of(load.Args[1]).Emit(b, func(v *ir.Value) *ir.Value {
				if v == r.index(l) {
					return index
				}
				return l.atFirst(v)
			})
			and(ir.OpLt, b.Conv(at, ir.TU64), n)
		}
	}
}

// index is that of the loop which goes through the window.
func (r *slidingRun) index(l *slidingLoop) *ir.Value {
	if r.inner != nil {
		return r.inner.index
	}
	return l.index
}

// foreseen reports that the first windows can be told to be there: no check comes before them, or it is seen where they begin and end.
func (l *slidingLoop) foreseen(s *slidingSum) bool {
	if !l.checkedBefore(s.of.Def) {
		return true
	}
	return !slices.ContainsFunc(s.runs, func(r *slidingRun) bool { return !l.farSeen(r) })
}

// farSeen reports that the elements of a window are as far apart as they seem.
func (l *slidingLoop) farSeen(r *slidingRun) bool {
	for _, load := range l.loadsOf(r) {
		at := l.space.Of(load.Args[1])
		coef, linear := at.Coef(r.index(l))
		step, known := coef.Const()
		other := func(v *ir.Value) bool { return v != l.index && v != r.index(l) && inside(v, l.loop) }
		if !linear || !known || step > mostSteps || step < -mostSteps || at.Any(other) {
			return false
		}
	}
	return true
}

// atFirst is what a value of which places are computed is in the first iteration.
func (l *slidingLoop) atFirst(v *ir.Value) *ir.Value {
	if v == l.index {
		return l.loop.Args[0]
	}
	return v
}

// beginOf is the index with which a window begins in the first iteration.
func (l *slidingLoop) beginOf(b *ir.Builder, r *slidingRun) *ir.Value {
	if r.inner == nil {
		return l.loop.Args[0]
	}
	return l.space.Of(r.inner.loop.Args[0]).Emit(b, l.atFirst)
}

// emitCount is how many values a window has.
func (l *slidingLoop) emitCount(b *ir.Builder, r *slidingRun) *ir.Value {
	if r.inner == nil {
		return b.Int(r.n)
	}
	return r.inner.count.Emit(b, func(v *ir.Value) *ir.Value { return v })
}

// checkedBefore reports that a check may fail before an op of the body is reached.
func (l *slidingLoop) checkedBefore(place *ir.Op) bool {
	for _, x := range l.loop.Regions[0].Ops[:l.at[place]] {
		if isCheck(x) {
			return true
		}
		for _, r := range x.Regions {
			if r.Contains(isCheck) {
				return true
			}
		}
	}
	return false
}

// loadsOf lists the loads of the window's first value.
func (l *slidingLoop) loadsOf(r *slidingRun) (loads []*ir.Op) {
	seen := map[*ir.Value]bool{}
	var find func(v *ir.Value)
	find = func(v *ir.Value) {
		if seen[v] || v.Def == nil || !inside(v, l.loop) {
			return
		}
		seen[v] = true
		if v.Def.Kind == ir.OpLoad {
			loads = append(loads, v.Def)
		}
		for _, a := range v.Def.Args {
			find(a)
		}
	}
	for _, v := range []*ir.Value{r.first.v, r.first.cond} {
		if v != nil {
			find(v)
		}
	}
	return loads
}

// ahead emits what the sum's windows have in the first iteration without their last values.
func (l *slidingLoop) ahead(b *ir.Builder, s *slidingSum) (sum *ir.Value) {
	t := s.of.Type
	for _, r := range s.runs {
		n := b.Binary(ir.OpSub, l.emitCount(b, r), b.Int(1))
		each := b.For(b.Int(0), n, 1, []*ir.Value{b.Const(t, 0)})
		in := b.In(each.Regions[0]).Sharing()
		c := l.copying(in)
		c.to[l.index] = in.Binary(ir.OpAdd, l.loop.Args[0], each.Regions[0].Params[0])
		var first *ir.Value
		if r.inner != nil {
			first = r.inner.again(in, c, 1, func(c *copying) []*ir.Value { return []*ir.Value{c.term(r.inner, false)} })[0]
		} else {
			first = c.summand(r.first)
		}
		in.Yield(in.Binary(ir.OpAdd, each.Regions[0].Params[1], first))
		sum = b.Join(ir.OpAdd, sum, each.Result())
	}
	return sum
}

// renew puts what has taken the place of values into the sum.
func (s *slidingSum) renew(rep *ir.Replacer) {
	for k := range s.rest {
		s.rest[k].renew(rep)
	}
	for _, r := range s.runs {
		r.first.renew(rep)
		r.last.renew(rep)
		if r.inner != nil {
			r.inner.term.renew(rep)
		}
	}
}

// slide has the loop carry a sum, which begins with first. The result is what has taken the sum's place.
func (l *slidingLoop) slide(s *slidingSum, first *ir.Value) *ir.Value {
	o, place := l.loop, s.of.Def
	body := o.Regions[0]
	o.AddArgs(first)
	carried := body.AddParam(first.Type, "")
	o.AddResults(&ir.Value{Type: first.Type})
	b := &ir.Builder{Region: ir.NewRegion(o), Pos: place.Pos}
	var enters, leaves *ir.Value
	for _, r := range s.runs {
		var last, first *ir.Value
		if in := r.inner; in != nil {
			c := l.copying(b)
			c.to[l.index] = l.index
			ends := in.again(b, c, 2, func(c *copying) []*ir.Value { return []*ir.Value{c.term(in, true), c.term(in, false)} })
			last, first = ends[0], ends[1]
		} else {
			last, first = r.last.emit(b), r.first.emit(b)
		}
		enters, leaves = b.Join(ir.OpAdd, enters, last), b.Join(ir.OpAdd, leaves, first)
	}
	run := b.Op(ir.OpRunning, []*ir.Value{carried, b.Binary(ir.OpSub, enters, leaves)}, first.Type)
	run.SetSym(ir.OpAdd.String())
	sum := b.Binary(ir.OpAdd, carried, enters)
	for _, v := range s.rest {
		sum = b.Binary(ir.OpAdd, sum, v.emit(b))
	}
	place.InsertBefore(b.Region.Take(0)...)
	ir.ReplaceUses(body, s.of, sum)
	place.Remove()
	body.Terminator().AddArgs(run.Result())
	return sum
}

// copying emits values of the loop once more, for other indices.
type copying struct {
	l  *slidingLoop
	b  *ir.Builder
	to map[*ir.Value]*ir.Value
}

func (l *slidingLoop) copying(b *ir.Builder) *copying {
	return &copying{l, b, map[*ir.Value]*ir.Value{}}
}

// in is for a region inside that of c.
func (c *copying) in(b *ir.Builder) *copying { return &copying{c.l, b, maps.Clone(c.to)} }

// term is what an inner loop adds in its first iteration, or in its last one.
func (c *copying) term(in *innerSum, last bool) *ir.Value {
	at := c.value(in.loop.Args[0])
	if last {
		at = c.b.Binary(ir.OpSub, c.value(in.loop.Args[1]), c.b.Int(1))
	}
	d := c.in(c.b)
	d.to[in.index] = at
	return d.summand(in.term)
}

func (c *copying) summand(a summand) *ir.Value {
	a.v = c.value(a.v)
	if a.cond != nil {
		a.cond = c.value(a.cond)
	}
	return a.emit(c.b)
}

func (c *copying) value(v *ir.Value) *ir.Value {
	if w, ok := c.to[v]; ok {
		return w
	}
	if !inside(v, c.l.loop) {
		return v
	}
	var w *ir.Value
	if p, ok := c.ofIndices(v); ok {
		w = c.b.Conv(p.Emit(c.b, func(v *ir.Value) *ir.Value { return c.value(v) }), v.Type)
	} else {
		o := v.Def
		args := make([]*ir.Value, len(o.Args))
		for k, a := range o.Args {
			args[k] = c.value(a)
		}
		clone := ir.NewCloner()
		clone.MapAll(o.Args, args)
		w = c.b.Insert(clone.OpIn(c.b.Region, o)).Result()
	}
	c.to[v] = w
	return w
}

// ofIndices is an integer as a sum of the indices that stand for others and what stays.
func (c *copying) ofIndices(v *ir.Value) (analysis.Poly, bool) {
	if v.Type != ir.TI64 && v.Type != ir.TU64 {
		return analysis.Poly{}, false
	}
	p := c.l.space.Of(v)
	return p, !p.Any(func(a *ir.Value) bool { return c.to[a] == nil && inside(a, c.l.loop) })
}
