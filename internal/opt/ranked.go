package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A declared reduction that looks for the place of the least or greatest value combines pairs of a key and a place, in a function that people write in many ways:
//
//	func(a, b hit) hit { if b.d < a.d || b.d == a.d && b.at < a.at { return b }; return a }
//
// What it does is found by trying all ways in which two keys and two places may compare. If it always gives one of the two, that with the better key, of equal ones that at
// the lesser place, or at the greater, and never one whose key is no number, partial results need not be told apart by place as long as places grow with the index:
// then one comparison takes a step. That what the reduction begins with stands in no iteration's way, partial results begin with no key at all, and it is combined with the
// result.

// Ranked has reductions of keys and places take such steps.
func Ranked(f *ir.Func) bool {
	changed := false
	var outs []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpReduce {
			outs = append(outs, o)
		}
		return true
	})
	for _, out := range outs {
		if r := newRanked(out); r != nil {
			r.emit(f)
			changed = true
		}
	}
	return changed
}

// ranked is such a reduction.
type ranked struct {
	ranking
	multi, out *ir.Op
	at         *growing
	oddWins    bool // a later key wins if one of the two is no number
}

func newRanked(out *ir.Op) *ranked {
	multi := out.Multi()
	if len(multi.Args) != 1 || len(out.IDs()) != 2 || out.Step() != out.Combine() || len(out.Values()) != 2 {
		return nil
	}
	for key := range 2 {
		r := &ranked{multi: multi, out: out, at: newGrowing(multi, out.Values()[1-key])}
		r.key = key
		if r.at != nil && r.ranks() && (r.certain() || r.at.knownOutside(outermost(multi), multi.Args[0])) {
			r.orNone = out.IDs()[key].Type.IsFloat()
			return r
		}
	}
	return nil
}

// order is how a's compares with b's.
type order int

const (
	isLess order = iota
	isEqual
	isGreater
	isUnordered // one of the two is no number
)

// ranks tries how the two combine.
func (r *ranked) ranks() bool {
	var takes [4][3]int
	orders := 4
	if r.out.IDs()[r.key].Type.IsInt() {
		orders = 3
	}
	for k := range orders {
		for p := range 3 {
			t := trial{r: r.out.Combine(), key: r.key, orders: [2]order{order(k), order(p)}}
			side, ok := t.takes()
			if !ok {
				return false
			}
			takes[k][p] = side
		}
	}
	same := func(k order, side int) bool { return takes[k] == [3]int{side, side, side} }
	r.greatest, r.last = takes[isLess][0] == 1, takes[isEqual][isLess] == 1
	best, other := takes[isLess][0], takes[isGreater][0]
	if best == other || !same(isLess, best) || !same(isGreater, other) || takes[isEqual][isLess] == takes[isEqual][isGreater] {
		return false
	}
	if orders == 4 && same(isUnordered, 1) {
		r.oddWins = true
		return r.beginsWithNone()
	}
	return orders == 3 || same(isUnordered, 0) && takes[isEqual][isEqual] == 0 // zeros that are equal are not the same bits
}

// beginsWithNone reports that what the reduction begins with has the worst key, and a place that may be worse than all: then each wins against it.
func (r *ranked) beginsWithNone() bool {
	ids := r.out.IDs()
	key, known := ids[r.key].IsConst()
	_, also := ids[1-r.key].ConstInt()
	return known && also && key == worstKey(ids[r.key].Type, r.greatest) && ids[1-r.key].Type.Kind != ir.U64
}

// certain reports that there is nothing to be asked when the program runs.
func (r *ranked) certain() bool {
	n := r.multi.Args[0]
	if !r.at.never(n) || !r.oddWins {
		return r.at.never(n)
	}
	none, _ := r.out.IDs()[1-r.key].ConstInt()
	if r.last {
		return none < 0
	}
	return none == math.MaxInt64 || analysis.NewRanges().Of(n).Hi-1 < none
}

// holds emits what is asked: places grow, and what the reduction begins with has none that is as good.
func (r *ranked) holds(b *ir.Builder) *ir.Value {
	n := knownIn(b, r.multi.Args[0])
	cond := r.at.grows(b, n)
	if !r.oddWins {
		return cond
	}
	none, _ := r.out.IDs()[1-r.key].ConstInt()
	first, last := r.at.at(b, b.Int(0)), r.at.at(b, b.Binary(ir.OpSub, n, b.Int(1)))
	beyond := b.Compare(ir.OpLt, b.Conv(last, ir.TI64), b.Int(none))
	if r.last {
		beyond = b.Compare(ir.OpGt, b.Conv(first, ir.TI64), b.Int(none))
	}
	return b.Binary(ir.OpAnd, cond, beyond)
}

// trial goes through a region as if keys and places compared so.
type trial struct {
	r      *ir.Region
	key    int
	orders [2]order // of keys, of places
	env    map[*ir.Value]outcome
}

// outcome is a leaf of one of the two, or a condition.
type outcome struct {
	known, holds bool
	side, leaf   int // -1: a condition
}

// takes is which of the two the region gives.
func (t *trial) takes() (side int, ok bool) {
	t.env = map[*ir.Value]outcome{}
	for i, p := range t.r.Params {
		t.env[p] = outcome{known: true, side: i / 2, leaf: i % 2}
	}
	end := t.run(t.r)
	if end == nil || end.Kind != ir.OpYield {
		return 0, false
	}
	x, y := t.env[end.Args[0]], t.env[end.Args[1]]
	return x.side, x.known && y.known && x.leaf == 0 && y.leaf == 1 && x.side == y.side
}

// run goes through r and gives what it ends with; nil: that is not known.
func (t *trial) run(r *ir.Region) *ir.Op {
	for _, o := range r.Ops {
		switch {
		case o.Kind == ir.OpYield || o.Kind == ir.OpBreak:
			return o
		case o.Kind == ir.OpIf || o.Kind == ir.OpBlock:
			in := o.Regions[0]
			if o.Kind == ir.OpIf {
				c := t.env[o.Args[0]]
				if !c.known {
					return nil
				}
				if !c.holds {
					in = o.Regions[1]
				}
			}
			end := t.run(in)
			if end == nil || end.Kind == ir.OpBreak && end.Target != o {
				return end
			}
			for k, v := range o.Results {
				t.env[v] = t.env[end.Args[k]]
			}
		case len(o.Regions) > 0 || !o.Kind.Has(ir.Pure):
			return nil
		case len(o.Results) == 1:
			t.env[o.Results[0]] = t.value(o)
		}
	}
	return nil
}

// value is what an op without regions gives.
func (t *trial) value(o *ir.Op) outcome {
	arg := func(k int) outcome { return t.env[o.Args[k]] }
	boolean := func(known, holds bool) outcome { return outcome{known: known, holds: holds, side: -1, leaf: -1} }
	switch o.Kind {
	case ir.OpConst:
		return boolean(o.Results[0].Type == ir.TBool, o.Bits != 0)
	case ir.OpNot:
		return boolean(arg(0).known, !arg(0).holds)
	case ir.OpAnd:
		return boolean(arg(0).known && arg(1).known, arg(0).holds && arg(1).holds)
	case ir.OpOr:
		return boolean(arg(0).known && arg(1).known, arg(0).holds || arg(1).holds)
	case ir.OpAndNot:
		return boolean(arg(0).known && arg(1).known, arg(0).holds && !arg(1).holds)
	case ir.OpXor:
		return boolean(arg(0).known && arg(1).known, arg(0).holds != arg(1).holds)
	case ir.OpSelect:
		switch {
		case !arg(0).known:
			return outcome{}
		case arg(0).holds:
			return arg(1)
		}
		return arg(2)
	case ir.OpMin, ir.OpMax:
		if c, ok := t.compared(arg(0), arg(1)); ok && c != isEqual && o.Results[0].Type.IsInt() {
			if (c == isLess) == (o.Kind == ir.OpMin) {
				return arg(0)
			}
			return arg(1)
		}
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		c, ok := t.compared(arg(0), arg(1))
		return boolean(ok, slices.Contains(holdsFor[o.Kind], c))
	}
	return outcome{}
}

// holdsFor are the orders in which comparisons hold.
var holdsFor = map[ir.OpKind][]order{
	ir.OpEq: {isEqual}, ir.OpNe: {isLess, isGreater, isUnordered},
	ir.OpLt: {isLess}, ir.OpLe: {isLess, isEqual},
	ir.OpGt: {isGreater}, ir.OpGe: {isGreater, isEqual},
}

// compared is how the keys compare, or the places.
func (t *trial) compared(x, y outcome) (order, bool) {
	if !x.known || !y.known || x.leaf < 0 || x.leaf != y.leaf || x.side == y.side {
		return 0, false
	}
	o := t.orders[0]
	if x.leaf != t.key {
		o = t.orders[1]
	}
	if x.side > y.side {
		switch o {
		case isLess:
			o = isGreater
		case isGreater:
			o = isLess
		}
	}
	return o, true
}

// emit gives the reduction its step, and combines its result with what it began with.
func (r *ranked) emit(f *ir.Func) {
	if !r.certain() {
		version(f, outermost(r.multi), r.holds, rankedNote)
	}
	if r.oddWins {
		r.emitOdd(f)
		return
	}
	n := r.multi.Args[0]
	ids, given := slices.Clone(r.out.IDs()), r.out.GivenResults()
	ahead := &ir.Builder{Region: ir.NewRegion(r.multi.Parent.Parent), Pos: r.out.Pos}
	types := ir.Types(ids)
	begin := make([]*ir.Value, 2)
	begin[r.key] = ahead.Const(types[r.key], worstKey(types[r.key], r.greatest))
	if r.orNone {
		begin[r.key] = ahead.Float(types[r.key], math.NaN())
	}
	place := uint64(0)
	if r.last {
		place, _ = ir.Neutral(ir.OpMax, types[1-r.key]) // no place is less
	}
	begin[1-r.key] = ahead.Const(types[1-r.key], place)
	r.multi.InsertBefore(ahead.Region.Take(0)...)

	behind := &ir.Builder{Region: ir.NewRegion(r.multi.Parent.Parent), Pos: r.out.Pos}
	found := slices.Clone(given)
	if !r.orNone && !r.last { // nothing is better than the worst: then the first of all is the first of these
		worst := behind.Compare(ir.OpEq, found[r.key], behind.Const(types[r.key], worstKey(types[r.key], r.greatest)))
		found[1-r.key] = behind.Select(worst, r.at.at(behind, behind.Int(0)), found[1-r.key])
	}
	c, combine := ir.NewCloner(), r.out.Combine()
	c.MapAll(combine.Params, slices.Concat(ids, found))
	c.Into(behind.Region, combine.Ops)
	results := slices.Clone(behind.Region.TakeLast().Args)
	some := behind.Compare(ir.OpGt, n, behind.Int(0))
	var rep ir.Replacer
	for k, v := range results {
		rep.Replace(given[k], behind.Select(some, v, ids[k]))
	}
	rep.Apply(f.Body)
	r.multi.InsertAfter(behind.Region.Take(0)...)

	out := r.multi.Regions[0].NewOp(ir.OpReduce, r.out.Pos, slices.Concat(r.out.Values(), begin))
	out.Mode = r.out.Mode
	r.regions(out, types)
	r.out.InsertBefore(out)
	r.out.Remove()
}

// emitOdd does so where what is no number wins over what comes before. What such a key is not, in a partial result, is none: that is told by its place, and stands for what
// the reduction began with wherever partial results are combined.
func (r *ranked) emitOdd(f *ir.Func) {
	ids, given, p := slices.Clone(r.out.IDs()), r.out.GivenResults(), 1-r.key
	types := ir.Types(ids)
	begun := func(b *ir.Builder, x []*ir.Value) []*ir.Value { // x, or what it stands for
		out := slices.Clone(x)
		out[r.key] = b.Select(b.Compare(ir.OpEq, x[p], knownIn(b, ids[p])), knownIn(b, ids[r.key]), x[r.key])
		return out
	}
	ahead := &ir.Builder{Region: ir.NewRegion(r.multi.Parent.Parent), Pos: r.out.Pos}
	begin := slices.Clone(ids)
	begin[r.key] = ahead.Float(types[r.key], math.NaN())
	r.multi.InsertBefore(ahead.Region.Take(0)...)

	behind := &ir.Builder{Region: ir.NewRegion(r.multi.Parent.Parent), Pos: r.out.Pos}
	var rep ir.Replacer
	rep.Replace(given[r.key], begun(behind, given)[r.key])
	rep.Apply(f.Body)
	r.multi.InsertAfter(behind.Region.Take(0)...)

	out := r.multi.Regions[0].NewOp(ir.OpReduce, r.out.Pos, slices.Concat(r.out.Values(), begin))
	out.Mode = r.out.Mode
	join := ir.NewBuilder(out.AddRegion(slices.Concat(types, types)...))
	c, combine, params := ir.NewCloner(), r.out.Combine(), join.Region.Params
	c.MapAll(combine.Params, slices.Concat(begun(join, params[:2]), begun(join, params[2:])))
	c.Into(join.Region, combine.Ops)
	step := ir.NewBuilder(out.AddRegion(slices.Concat(types, types)...))
	x, y := step.Region.Params[:2], step.Region.Params[2:]
	keeps := ir.OpLe // steps come in the order of the places
	switch {
	case r.greatest && r.last:
		keeps = ir.OpGt
	case r.greatest:
		keeps = ir.OpGe
	case r.last:
		keeps = ir.OpLt
	}
	won := step.Unary(ir.OpNot, step.Compare(keeps, x[r.key], y[r.key]))
	step.Yield(step.Select(won, y[0], x[0]), step.Select(won, y[1], x[1]))
	r.out.InsertBefore(out)
	r.out.Remove()
}

const rankedNote = "steps of a reduction compare keys alone where places grow; else it runs as written"

// ranking is an order of keys and places: of two keys the better one wins, of equal ones that at the first place, or at the last.
type ranking struct {
	greatest, last bool
	key            int  // which of the two is the key
	orNone         bool // the key is a float, and no number where there is none
}

// noPlace is the place beside the worst key to begin with. Where the first place wins no element with that key is taken, where the last does it loses against all.
func (w ranking) noPlace() int64 {
	if w.last {
		return -1
	}
	return 0
}

// regions gives a reduction of a key and a place the regions that combine partial results, and take a step. Steps come in the order of the places; so there keys alone decide.
func (w ranking) regions(out *ir.Op, types []*ir.Type) {
	better, before := ir.OpLt, ir.OpLt
	if w.greatest {
		better = ir.OpGt
	}
	if w.last {
		before = ir.OpGt
	}
	k, p := w.key, 1-w.key
	for _, step := range []bool{false, true} {
		r := out.AddRegion(slices.Concat(types, types)...)
		b, x, y := ir.NewBuilder(r), r.Params[:2], r.Params[2:]
		b.Pos = out.Pos
		wins := func(kind ir.OpKind) *ir.Value {
			if w.orNone { // unless it is worse, or no number
				return b.Binary(ir.OpAndNot, b.Compare(ir.OpEq, y[k], y[k]), b.Compare(kind.Negated(), y[k], x[k]))
			}
			return b.Compare(kind, y[k], x[k])
		}
		var won *ir.Value
		switch {
		case step && w.last:
			won = wins(better.Negated().Mirrored())
		case step:
			won = wins(better)
		default:
			tie := b.Binary(ir.OpAnd, b.Compare(ir.OpEq, y[k], x[k]), b.Compare(before, y[p], x[p]))
			won = b.Binary(ir.OpOr, wins(better), tie)
		}
		b.Yield(b.Select(won, y[0], x[0]), b.Select(won, y[1], x[1]))
	}
}
