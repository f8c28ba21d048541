package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Who declares that the greatest value is looked for, and then where it is, goes over all twice, and computes all twice:
//
//	best := hone.Max(n, f)
//	at := hone.Min(n, func(i int) int { if f(i) == best { return i }; return none })
//
// The first reduction can keep the place beside the value: it is the second's result, if that value is a number and what it says for none is no better than a place.

// Locate has the reductions that look for a greatest or least value keep the place that another one looks for behind them.
func Locate(f *ir.Func) bool {
	changed := false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range slices.Clone(r.Ops) {
			for _, in := range o.Regions {
				walk(in)
			}
			if o.Kind != ir.OpMulti || len(o.Args) != 1 {
				continue
			}
			for _, out := range slices.Clone(o.Outputs()) {
				if p := newLocated(o, out); p != nil {
					p.emit(f)
					changed = true
					break
				}
			}
		}
	}
	walk(f.Body)
	return changed
}

// located is a reduction for a place, and the one for the value that is there.
type located struct {
	second, place *ir.Op // a multi and its output
	first, best   *ir.Op // likewise
	at            *growing
	none          *ir.Value // stands for a place where another value is
	greatest      bool
	guard         bool // whether places grow is asked when the program runs
}

func newLocated(multi, out *ir.Op) *located {
	kind, ok := alone(out)
	if !ok || !out.IDs()[0].Type.IsInt() || kind != ir.OpMin && kind != ir.OpMax {
		return nil
	}
	cond, at, none, ok := choiceOf(out.Values()[0])
	if !ok {
		return nil
	}
	p := &located{second: multi, place: out, none: none}
	if p.at = newGrowing(multi, at); p.at == nil || !p.noneIsNoPlace() {
		return nil
	}
	for side, best := range cond.Args {
		if key := cond.Args[1-side]; best.Def != nil && best.Def.Kind == ir.OpMulti && !multi.Defines(best) && p.of(best, key) {
			return p
		}
	}
	return nil
}

// alone is the op by which a reduction of one leaf puts values together, if it is nothing else.
func alone(out *ir.Op) (ir.OpKind, bool) {
	if out.Kind != ir.OpReduce || len(out.IDs()) != 1 || out.Step() != out.Combine() {
		return 0, false
	}
	o, with := out.Combine().Joins(0)
	if o == nil || with != 1 {
		return 0, false
	}
	return o.Kind, true
}

// choiceOf takes apart what is a where two values are equal, else b.
func choiceOf(v *ir.Value) (cond *ir.Op, a, b *ir.Value, ok bool) {
	c, a, b, ok := armsOf(v)
	if !ok || c.Def == nil {
		return nil, nil, nil, false
	}
	switch c.Def.Kind {
	case ir.OpEq:
		return c.Def, a, b, true
	case ir.OpNe:
		return c.Def, b, a, true
	}
	return nil, nil, nil, false
}

// armsOf is decided where the arms compute nothing.
func armsOf(v *ir.Value) (cond, yes, no *ir.Value, ok bool) {
	if o := v.Def; o != nil && slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return len(r.Ops) > 1 }) {
		return nil, nil, nil, false
	}
	return decided(v)
}

// least reports that the first place is looked for, not the last one.
func (p *located) least() bool { k, _ := alone(p.place); return k == ir.OpMin }

// noneIsNoPlace reports that what stands for none loses against each place, if the guard holds. Else there are elements that have none beside a place behind the first.
func (p *located) noneIsNoPlace() bool {
	c, known := p.none.ConstInt()
	if !known || p.none.Type.Kind == ir.U64 {
		return false
	}
	n := p.second.Args[0]
	p.guard = !p.at.never(n)
	if p.least() {
		p.guard = p.guard || c < 0 || c < math.MaxInt64 && analysis.NewRanges().Of(n).Hi-1 > c
	} else {
		p.guard = p.guard || c > 0
	}
	return !p.guard || len(p.second.Outputs()) == 1 && (!insidePattern(p.second) || p.at.knownOutside(outermost(p.second), n))
}

// of reports that best is the greatest or least of all key, and nothing that is read has changed since.
func (p *located) of(best, key *ir.Value) bool {
	p.first, p.best = best.Def, best.GivenBy()
	kind, ok := alone(p.best)
	if !ok || kind != ir.OpMin && kind != ir.OpMax || p.first.Parent != p.second.Parent || len(p.first.Args) != 1 || p.first.Args[0] != p.second.Args[0] {
		return false
	}
	p.greatest = kind == ir.OpMax
	if bits, known := p.best.IDs()[0].IsConst(); !known || bits != worstKey(best.Type, p.greatest) {
		return false
	}
	for _, out := range p.first.Outputs() {
		if out.Kind == ir.OpReduce && !out.Exact() { // it has as many partial results as it has
			return false
		}
	}
	r := p.first.Parent
	for _, o := range r.Ops[r.Index(p.first) : r.Index(p.second)+1] {
		if mayWrite(o) {
			return false
		}
	}
	s := sameIteration{a: p.first, b: p.second}
	if !s.values(p.best.Values()[0], key) {
		return false
	}
	return len(p.second.Outputs()) > 1 || s.checks()
}

// mayWrite reports an op that writes or calls, or has one inside.
func mayWrite(o *ir.Op) bool {
	return writesOrCalls(o) || slices.ContainsFunc(o.Regions, func(in *ir.Region) bool { return in.Contains(writesOrCalls) })
}

func writesOrCalls(o *ir.Op) bool {
	return o.Kind.Has(ir.Writes) || o.Kind == ir.OpCall || o.Kind == ir.OpCallSym || o.Kind == ir.OpMove
}

// sameIteration compares what two loops over one space compute in an iteration.
type sameIteration struct{ a, b *ir.Op }

// values reports that v of a is w of b.
func (s sameIteration) values(v, w *ir.Value) bool {
	if x, ok := v.IsConst(); ok {
		y, also := w.IsConst()
		return also && x == y && v.Type == w.Type
	}
	if !s.b.Defines(w) || w.Def == nil {
		return v == w || w == s.b.Regions[0].Params[0] && v == s.a.Regions[0].Params[0]
	}
	return v.Def != nil && v.Index == w.Index && v.Type == w.Type && s.ops(v.Def, w.Def)
}

func (s sameIteration) ops(o, x *ir.Op) bool {
	return o.Parent == s.a.Regions[0] && x.Parent == s.b.Regions[0] && o.Kind == x.Kind && len(o.Regions) == 0 && o.Bits == x.Bits && o.Sym() == x.Sym() && slices.Equal(o.Ints, x.Ints) &&
		slices.EqualFunc(o.Args, x.Args, s.values)
}

// checks reports that each check of b is made in a as well.
func (s sameIteration) checks() bool {
	isOurs := func(x *ir.Op) bool {
		return slices.ContainsFunc(s.a.Regions[0].Ops, func(o *ir.Op) bool { return isCheck(o) && s.ops(o, x) })
	}
	return !s.b.Regions[0].Contains(func(x *ir.Op) bool { return isCheck(x) && !isOurs(x) })
}

// holds emits what the guard asks: places grow, and the one that is last to be taken is no worse than none.
func (p *located) holds(b *ir.Builder) *ir.Value {
	n := knownIn(b, p.second.Args[0])
	last, better := b.Binary(ir.OpSub, n, b.Int(1)), ir.OpLe
	if !p.least() {
		last, better = b.Int(0), ir.OpGe
	}
	cond := b.Compare(better, b.Conv(p.at.at(b, last), ir.TI64), b.Conv(p.noneIn(b), ir.TI64))
	if p.at.never(n) {
		return cond
	}
	return b.Binary(ir.OpAnd, p.at.grows(b, n), cond)
}

// emit has the first reduction keep the place, and makes the second's result of it.
func (p *located) emit(f *ir.Func) {
	if p.guard && insidePattern(p.second) {
		version(f, outermost(p.second), p.holds, locatedNote)
		p.guard = false
	}
	b := &ir.Builder{Region: ir.NewRegion(p.second.Parent.Parent), Pos: p.second.Pos}
	at, found := p.keep(b, f)
	old := p.place.GivenResults()[0]
	var rep ir.Replacer
	if !p.guard {
		rep.Replace(old, p.result(b, at, found))
		p.second.InsertBefore(b.Region.Take(0)...)
		rep.Apply(f.Body)
		p.place.RemoveOutput()
		if len(p.second.Results) == 0 {
			p.second.Remove()
		}
		return
	}
	branch := b.If(p.holds(b), old.Type)
	branch.Mode = ir.Guarded
	branch.SetNote(locatedNote)
	in := b.In(branch.Regions[0])
	in.Yield(p.result(in, at, found))
	rep.Replace(old, branch.Result())
	p.second.ReplaceBy(b.Region.Take(0)...)
	rep.Apply(f.Body)
	in = b.In(branch.Regions[1])
	in.Insert(p.second)
	in.Yield(p.second.Results...)
}

const locatedNote = "the place of what another reduction looks for is found beside it, where places grow; else looked for as written"

// keep has the first loop look for the place of the value, too: where the key is best that is the best of those that are numbers. A lane that has seen nothing better
// than the worst says that it is the first, which is so if all are that bad. It gives the place, and whether the second reduction finds it; nil: wherever there is one.
func (p *located) keep(b *ir.Builder, f *ir.Func) (at, found *ir.Value) {
	body := p.first.Regions[0]
	v, worst := p.best.Values()[0], p.best.IDs()[0]
	w := ranking{greatest: p.greatest, last: !p.least()}
	ids := &ir.Builder{Region: ir.NewRegion(p.first.Parent.Parent), Pos: p.first.Pos}
	none, no := ids.Int(w.noPlace()), ids.Bool(false)
	p.first.InsertBefore(ids.Region.Take(0)...)
	add := func(out *ir.Op, given ...*ir.Value) {
		out.Mode = p.best.Mode
		all := p.first.Outputs()
		all[len(all)-1].InsertAfter(out)
		p.first.SetResults(slices.Concat(p.first.Results, given))
	}
	out := body.NewOp(ir.OpReduce, p.best.Pos, []*ir.Value{v, body.Params[0], worst, none})
	w.regions(out, []*ir.Type{v.Type, ir.TI64})
	key, at := &ir.Value{Type: v.Type}, &ir.Value{Type: ir.TI64}
	add(out, key, at)

	best := p.best.GivenResults()[0]
	others := p.guard || f.Uses().Count(best) > 1
	var rep ir.Replacer
	switch {
	case v.Type.IsInt(): // the key is the value
		rep.Replace(best, key)
	case others: // it is not, if it is not a number, and of zeros the sign may be another
		return at, b.Compare(ir.OpEq, best, best)
	default:
		odd := body.NewOp(ir.OpNe, p.best.Pos, []*ir.Value{v, v}, ir.TBool)
		all := p.first.Outputs()
		all[0].InsertBefore(odd)
		any := body.NewOp(ir.OpReduce, p.best.Pos, []*ir.Value{odd.Result(), no})
		r := any.AddRegion(ir.TBool, ir.TBool)
		in := ir.NewBuilder(r)
		in.Yield(in.Binary(ir.OpOr, r.Params[0], r.Params[1]))
		seen := &ir.Value{Type: ir.TBool}
		add(any, seen)
		found = b.Unary(ir.OpNot, seen)
		rep.Replace(best, key) // which the second reduction's choice has, until it is gone
	}
	rep.Apply(f.Body)
	p.best.RemoveOutput()
	return at, found
}

// result emits what the second reduction gives.
func (p *located) result(b *ir.Builder, at, found *ir.Value) *ir.Value {
	kind, _ := alone(p.place)
	id, zero, none := p.place.IDs()[0], b.Int(0), p.noneIn(b)
	v := p.at.at(b, at)
	if found != nil {
		v = b.Select(found, v, none)
	}
	if bits, known := id.IsConst(); !known || bits != worstKey(id.Type, kind == ir.OpMax) {
		v = b.Binary(kind, id, v)
	}
	return b.Select(b.Compare(ir.OpGt, p.second.Args[0], zero), v, id)
}

func (p *located) noneIn(b *ir.Builder) *ir.Value {
	bits, _ := p.none.IsConst()
	return b.Const(p.none.Type, bits)
}

// worstKey is the key that no other is worse than.
func worstKey(t *ir.Type, greatest bool) uint64 {
	kind, inf := ir.OpMin, 1
	if greatest {
		kind, inf = ir.OpMax, -1
	}
	if t.IsFloat() {
		return ir.FloatBits(t, math.Inf(inf))
	}
	bits, _ := ir.Neutral(kind, t)
	return bits
}
