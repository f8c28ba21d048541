package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

const (
	// mostAgain bounds the operations with which an iteration computes again what it would load: those at different places along the innermost dimension. What
	// lies in the other dimensions has been computed by an iteration close by, and is kept in registers where several rows go at a time.
	// Measured (Zen 4, AVX-512, float32, in cache; in memory), times as fast as with the temporary: along lines 3 places of 9 operations 1.17; 0.97, 5 of 5 1.10;
	// 0.99, 8 of 3 1.05; 1.00.
	mostAgain = 32
	// mostInAll bounds them with those in all dimensions: across rows 3 of 9 are 1.54; 1.00, 5 of 6 1.64; 0.97, 5 of 14 1.04; 0.85.
	mostInAll = 64
	// mostMoved is what an iteration may take that others need from elsewhere too, where not all of what is made for it is stored: it loads, as one does that copies a picture into
	// the middle of a larger one, with zeros around it. Whoever reads that as well reads the picture, and asks where it ends.
	mostMoved = 1
)

// forward computes what p stores to slices made for that where multis behind it load it, if each load is seen to read what one iteration of p has stored
// (array contraction: Sarkar and Gao, "Optimization of Array Accesses by Collective Loop Transformations", ICS 1991, with recomputation as in Halide, PLDI 2013).
//
//	multi h, w (y, x) { store t, y*w + x, f(y, x) }
//	multi h-2, w (y, x) { a = load t, y*w + x; b = load t, (y+2)*w + x; ... }
//	=> multi h-2, w (y, x) { a = f(y, x); b = f(y+2, x); ... }
func (z *fuser) forward(p *ir.Op) bool {
	w := &forwarding{fuser: z, p: p, space: analysis.NewSpace()}
	if w.against() != "" {
		return false
	}
	if z.assumed != nil {
		z.assumed.Needs.Add(&w.needs)
	}
	w.do()
	return true
}

// against says why what the producer stores stays in memory; empty: nothing is against computing it where it is read.
func (w *forwarding) against() string {
	switch {
	case !w.stores():
		return whyFillsMore
	case !w.loads():
		return w.why
	case !w.pays():
		return whyTooMuch
	}
	return ""
}

// forwarding is what a producer's stores become.
type forwarding struct {
	*fuser
	p       *ir.Op
	space   *analysis.Space
	stored  []stored
	loaded  []use
	needs   analysis.Condition
	checked bool   // the producer's checks are taken to be made ahead of it
	why     string // what is in the way of a load
}

// stored is a store of each iteration of a producer, and of loops in it.
type stored struct {
	op    *ir.Op
	dims  []analysis.Dimension
	value []*ir.Op // what computes it from the iteration's indices, in order
	work  int
}

// use is a load of what the producer has stored.
type use struct {
	op, reader *ir.Op
	from       *stored
	at         []analysis.Poly // in this iteration
	inside     []analysis.Poly // if none of these is negative; else what is loaded is zero, as it was made
}

// loops reports a value that takes a loop.
func (st *stored) loops() bool {
	return slices.ContainsFunc(st.value, func(o *ir.Op) bool {
		return o.Kind.Has(ir.Loop) || slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(func(x *ir.Op) bool { return x.Kind.Has(ir.Loop) }) })
	})
}

// stores lists what p stores: nothing but elements of slices that are there for that.
func (w *forwarding) stores() bool {
	ends := analysis.OutcomeOf(w.p) &^ analysis.Stores
	if w.checked {
		ends &^= analysis.Panics
	}
	ok := ends == 0 && len(w.p.Results) == 0
	w.p.Regions[0].Walk(func(o *ir.Op) bool {
		switch {
		case o.Kind == ir.OpStore:
			ok = ok && w.store(o)
		case o.Kind.Has(ir.Writes):
			ok = false
		}
		return ok
	})
	return ok && len(w.stored) > 0
}

// store looks at one.
func (w *forwarding) store(o *ir.Op) bool {
	made, computed := o.Args[0].Root().Def, slices.Contains(o.Ints, -1) // which component is computed: another one may be read
	if computed || made == nil || made.Kind != ir.OpMake || made.Parent != w.p.Parent || !ir.PathType(o.Args[0].Type.Elem, o.Ints).IsScalar() {
		return false
	}
	st := stored{op: o}
	var ok bool
	if st.dims, ok = w.space.Dimensions(w.p, o); !ok {
		return false
	}
	needed := map[*ir.Value]bool{o.Args[2]: true}
	for r := o.Parent; ; r = r.Parent.Parent {
		st.value = append(st.value, computing(r, needed)...)
		if r.Parent == w.p {
			break
		}
	}
	slices.Reverse(st.value)
	for _, o := range st.value {
		st.work += work(o)
	}
	w.stored = append(w.stored, st)
	return true
}

// computing lists the ops of r that compute what is needed, the last first, and notes what they need.
func computing(r *ir.Region, needed map[*ir.Value]bool) (ops []*ir.Op) {
	for _, o := range slices.Backward(r.Ops) {
		if slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return needed[v] }) {
			for _, v := range o.Operands() {
				needed[v] = true
			}
			ops = append(ops, o)
		}
	}
	return ops
}

// work is about how many operations an op takes that are not there for indices alone.
func work(o *ir.Op) int {
	switch {
	case o.Kind == ir.OpConst || o.Kind == ir.OpYield || o.Kind == ir.OpSlice || o.Kind == ir.OpLen:
		return 0
	case len(o.Regions) > 0:
		n := 0
		for _, r := range o.Regions {
			for _, in := range r.Ops {
				n += work(in)
			}
		}
		if o.Kind.Has(ir.Loop) {
			return n * mostAgain
		}
		return n + 1
	case len(o.Results) == 1 && o.Results[0].Type == ir.TI64 && o.Kind != ir.OpLoad && o.Kind.Has(ir.Pure):
		return 0
	case o.Kind == ir.OpDiv || o.Kind == ir.OpRem || o.Kind == ir.OpSqrt || o.Kind == ir.OpTable:
		return mostAgain / 4
	}
	return 1
}

// loads finds for all loads of what has been stored the iteration that did; false: there is one for which it isn't known, or what is stored has another use.
func (w *forwarding) loads() bool {
	for k := range w.stored {
		root := w.stored[k].op.Args[0].Root()
		if slices.ContainsFunc(w.stored[:k], func(st stored) bool { return st.op.Args[0].Root() == root }) {
			continue
		}
		if !w.usesOf(root) {
			return false
		}
	}
	if len(w.loaded) == 0 {
		w.why = "nothing reads it"
	}
	return w.why == ""
}

// usesOf looks at the uses of a slice, and of what is cut out of it.
func (w *forwarding) usesOf(s *ir.Value) bool {
	for _, u := range w.uses.Of(s) {
		switch {
		case u.Kind == ir.OpLen || u.Kind == ir.OpCap:
		case u.Kind == ir.OpSlice && u.Args[0] == s:
			if !w.usesOf(u.Results[0]) {
				return false
			}
		case u.Kind == ir.OpStore && u.Args[0] == s && insideOp(u, w.p):
		case u.Kind == ir.OpLoad && !insideOp(u, w.p):
			if w.why = w.load(u); w.why != "" {
				return false
			}
		default:
			w.why = whyUsedMore
			return false
		}
	}
	return true
}

// load finds where a load comes from; else it says what is in the way.
func (w *forwarding) load(l *ir.Op) string {
	reader := readerOf(w.p, l)
	if reader == nil || reader.Kind != ir.OpMulti {
		return whyUsedMore
	}
	if w.writesBetween(w.p, reader) {
		return whyChanged
	}
	const unseen = "the second is not seen to read just what the first stores"
	var from *stored
	for k := range w.stored {
		st := &w.stored[k]
		if st.op.Args[0].Root() != l.Args[0].Root() || analysis.OtherField(st.op, l) {
			continue
		}
		if from != nil || !slices.Equal(st.op.Ints, l.Ints) {
			return unseen
		}
		from = st
	}
	if from == nil {
		return unseen
	}
	for _, some := range []bool{false, true} {
		src, ok := w.space.Source(w.p, from.op, reader, l, some)
		u := use{l, reader, from, src.At, src.Inside}
		if ok && (src.If.Empty() || w.assumed != nil && !src.If.Mentions(func(v *ir.Value) bool { return !w.assumed.Known(v) })) && u.inBox() {
			w.needs.Add(&src.If)
			w.loaded = append(w.loaded, u)
			return ""
		}
	}
	return unseen
}

// indices lists those of the reader's loops around the load; not ok if there is one that doesn't count.
func (l *use) indices() (all []*ir.Value, ok bool) {
	all, ok = slices.Clone(l.reader.Regions[0].Params), true
	for o := l.op.Parent.Parent; o != l.reader; o = o.Parent.Parent {
		switch {
		case o.Kind == ir.OpFor:
			all = append(all, o.Regions[0].Params[0])
		case o.Kind == ir.OpMulti:
			all = append(all, o.Regions[0].Params...)
		case o.Kind.Has(ir.Loop):
			ok = false
		}
	}
	return all, ok
}

// inBox reports that where the load reads what has been stored is a box of the reader's space, which schedules take apart from the borders around it.
func (l *use) inBox() bool {
	if len(l.inside) == 0 {
		return true
	}
	all, ok := l.indices()
	return ok && len(all) > 1 && len(l.reader.Results) == 0 && !slices.ContainsFunc(l.inside, func(p analysis.Poly) bool {
		return slices.ContainsFunc(p.Atoms(), func(v *ir.Value) bool {
			by, _ := p.Coef(v)
			c, known := by.Const()
			return l.reader.Defines(v) && !(analysis.CountsIn(l.reader, v) && known && (c == 1 || c == -1))
		})
	})
}

// ownPlace reports that each iteration of the reader has a place of its own: every index decides about one of the producer's by itself. No loop around the load hands on a value from
// iteration to iteration: what goes in lanes in the producer may not there (running sums of a stencil's rows, Zen 5, one core, in cache: 1.9 times as long).
func (l *use) ownPlace() bool {
	all, ok := l.indices()
	for o := l.op.Parent.Parent; o != l.reader; o = o.Parent.Parent {
		ok = ok && !(o.Kind.Has(ir.Loop) && len(o.Results) > 0)
	}
	return ok && !slices.ContainsFunc(all, func(v *ir.Value) bool {
		return !slices.ContainsFunc(l.at, func(p analysis.Poly) bool {
			return p.Mentions(v) && !slices.ContainsFunc(all, func(u *ir.Value) bool { return u != v && p.Mentions(u) })
		})
	})
}

// inOrder reports that the reader goes through what has been stored along the dimension that the producer goes along innermost.
func (l *use) inOrder() bool {
	all, _ := l.indices()
	dims := len(l.reader.Regions[0].Params)
	innermost := all[dims-1]
	if len(all) > dims {
		innermost = all[dims] // of the loop next to the load
	}
	return l.at[len(l.at)-1].Mentions(innermost)
}

// pays reports that computing again costs less than storing and loading does. What is computed for one place only is not computed again: it just moves.
func (w *forwarding) pays() bool {
	for k := range w.stored {
		st := &w.stored[k]
		readers := map[*ir.Op]*again{}
		for _, l := range w.loaded {
			if l.from != st {
				continue
			}
			a := readers[l.reader]
			if a == nil {
				a = &again{at: l.at, once: true}
				readers[l.reader] = a
			}
			a.add(l)
		}
		for reader, a := range readers {
			once := len(readers) == 1 && a.once && len(reader.Results) == 0 && w.describe(w.p).size+w.describe(reader).size <= maxFused
			if !once && (a.inside && st.work > mostMoved || a.along*st.work > mostAgain || a.all*st.work > mostInAll) {
				return false
			}
		}
	}
	return true
}

// again counts the places at which a reader needs what one store has stored: those along the last dimension, and those in all.
type again struct {
	places     []analysis.Poly
	along, all int
	at         []analysis.Poly // the first
	once       bool            // no iteration needs another one, or that one more than once
	inside     bool            // it is not in all iterations that it has been stored
}

func (a *again) add(l use) {
	trips, loops := 1, len(l.reader.Args)
	for o := l.op.Parent.Parent; o != l.reader; o = o.Parent.Parent {
		switch {
		case !o.Kind.Has(ir.Loop):
		case o.Kind == ir.OpFor && analysis.TripCount(o) >= 0:
			trips *= int(min(analysis.TripCount(o), mostInAll))
		default:
			loops++
		}
	}
	if loops > len(l.at) && l.from.work > 1 { // each is needed in a number of iterations that is not known; what is only moved costs nothing
		trips = mostInAll + 1
	}
	a.all += trips
	// A loop that makes a value goes along what it was scheduled for there, as a product of matrices does; transposed, all it loads would be far apart.
	a.once = a.once && trips == 1 && l.ownPlace() && (l.inOrder() || !l.from.loops()) && slices.EqualFunc(a.at, l.at, analysis.Poly.Equal)
	a.inside = a.inside || len(l.inside) > 0
	last := l.at[len(l.at)-1]
	if !slices.ContainsFunc(a.places, last.Equal) {
		a.places = append(a.places, last)
		a.along += trips
	}
}

// do puts what the values are computed by in the place of the loads, and removes the producer.
func (w *forwarding) do() {
	var rep ir.Replacer
	for _, together := range w.groups() {
		first := together[0].op
		tmp := ir.NewRegion(first.Parent.Parent)
		values := emitUses(together, &ir.Builder{Region: tmp, Pos: first.Pos})
		first.InsertBefore(tmp.Ops...)
		for k, l := range together {
			rep.Replace(l.op.Results[0], values[k])
			l.op.Remove()
		}
	}
	w.p.Remove()
	rep.Apply(w.f.Body)
}

// groups are the loads in order, those together that read under one condition what one iteration has stored: there is one branch for them.
func (w *forwarding) groups() (all [][]use) {
	order := map[*ir.Op]int{}
	w.p.Parent.Walk(func(o *ir.Op) bool {
		order[o] = len(order)
		return true
	})
	slices.SortFunc(w.loaded, func(a, b use) int { return order[a.op] - order[b.op] })
	for _, l := range w.loaded {
		k := slices.IndexFunc(all, func(g []use) bool {
			return g[0].op.Parent == l.op.Parent && len(l.inside) > 0 && slices.EqualFunc(g[0].inside, l.inside, analysis.Poly.Equal) && slices.EqualFunc(g[0].at, l.at, analysis.Poly.Equal)
		})
		if k < 0 {
			k = len(all)
			all = append(all, nil)
		}
		all[k] = append(all[k], l)
	}
	return all
}

// emitUses emits what loads read under one condition, or one load without: where nothing has been stored it is zero.
func emitUses(together []use, b *ir.Builder) (values []*ir.Value) {
	inside := together[0].inside
	if len(inside) == 0 {
		return []*ir.Value{together[0].compute(b)}
	}
	var in *ir.Value
	for _, p := range inside {
		in = b.Join(ir.OpAnd, in, together[0].notNegative(b, p))
	}
	var types []*ir.Type
	for _, l := range together {
		types = append(types, l.op.Results[0].Type)
	}
	branch := b.If(in, types...)
	there, not := b.In(branch.Regions[0]), b.In(branch.Regions[1])
	var zeros []*ir.Value
	for _, l := range together {
		values, zeros = append(values, l.compute(there)), append(zeros, not.Zero(l.op.Results[0].Type))
	}
	there.Yield(values...)
	not.Yield(zeros...)
	return branch.Results
}

// notNegative emits that p is not negative: an index is compared with what is known outside, as one writes it, where there is one.
func (l *use) notNegative(b *ir.Builder, p analysis.Poly) *ir.Value {
	s, same := analysis.NewSpace(), func(v *ir.Value) *ir.Value { return v }
	for _, v := range p.Atoms() {
		by, _ := p.Coef(v)
		c, known := by.Const()
		switch rest := p.Without(v); {
		case !known || !analysis.CountsIn(l.reader, v):
		case c == 1:
			return b.Compare(ir.OpGe, v, s.Sub(analysis.Poly{}, rest).Emit(b, same))
		case c == -1:
			return b.Compare(ir.OpLe, v, rest.Emit(b, same))
		}
	}
	return b.Compare(ir.OpGe, p.Emit(b, same), b.Int(0))
}

// compute emits what has been stored.
func (l *use) compute(b *ir.Builder) *ir.Value {
	c := ir.NewCloner()
	for k, d := range l.from.dims {
		c.Map(d.Index, l.at[k].Emit(b, func(v *ir.Value) *ir.Value { return v }))
	}
	c.Into(b.Region, l.from.value)
	v := c.Value(l.from.op.Args[2])
	if isProduct(v) { // rounded, as it was in memory: where a guard does not hold the result is the same
		return b.Unary(ir.OpFence, v)
	}
	return v
}
