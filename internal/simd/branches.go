package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Branches makes branches of scalar selections by which a loop keeps a value or takes another, where the condition waits for what the loop keeps:
//
//	loop (i, best) { ...; c = lt best, x; b = select c, x, best; ...; continue i+1, b }
//
// As a selection, the comparison and it take their time in every iteration, one after the other; the processor guesses which way a branch goes
// and goes on. Mostly it's right: what such loops keep, they keep for long; not so in loops that are known to be short, for of n numbers in no order the least so
// far changes about log n times. That is so of what only ever grows, or only ever shrinks, and of what is kept beside it (see monotone); of other
// integers, which may change as often as not, the Go compiler makes selections, and so they are ones here, unless an address that is loaded from is made of
// them. Of floats it makes branches. A selection whose condition doesn't wait for the
// loop costs next to nothing and never guesses wrong: it stays one, and so does one that takes one new value or another. (LLVM's
// select-optimize asks the same of a loop's critical path.)
func Branches(f *ir.Func) bool {
	b := &brancher{ends: map[*ir.Op][]*ir.Op{}}
	b.region(f.Body, nil)
	if len(b.found) == 0 {
		return false
	}
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpContinue || o.Kind == ir.OpBreak {
			b.ends[o.Target] = append(b.ends[o.Target], o)
		}
		return true
	})
	b.found = slices.DeleteFunc(b.found, func(s keeper) bool { return !b.waits(s.loop, s.waitsFor(), s.op.Results[0]) })
	addrs := addresses(nil)
	b.found = slices.DeleteFunc(b.found, func(s keeper) bool {
		v := s.op.Results[0]
		if !moves(v.Type) || b.monotone(s) || s.op.Kind == ir.OpSelect && isJoined(s.op.Args[0].Def) {
			return false
		}
		if addrs == nil {
			addrs = findAddresses(f)
		}
		return !addrs[v]
	})
	b.extremes()
	for len(b.found) > 0 {
		b.emit(f)
	}
	return b.changed
}

type brancher struct {
	found   []keeper
	ends    map[*ir.Op][]*ir.Op // what leaves or repeats an op
	changed bool
}

// keeper is a scalar select of which one side is what a loop carries, or the least or greatest of that and another integer.
type keeper struct {
	op, loop *ir.Op
}

// waitsFor is what has to be known before it is known which side it is.
func (k keeper) waitsFor() *ir.Value {
	if isExtreme(k.op) {
		return k.op.Args[k.side()]
	}
	return k.op.Args[0]
}

// side is that of an extreme which the loop carries.
func (k keeper) side() int {
	if carries(k.loop, k.op.Args[0], 8) {
		return 0
	}
	return 1
}

// region finds such selects in r, which the loop is around.
func (b *brancher) region(r *ir.Region, loop *ir.Op) {
	for _, o := range r.Ops {
		around := loop
		if o.Kind == ir.OpLoop {
			around = o
		}
		for _, in := range o.Regions {
			b.region(in, around)
		}
		if loop == nil || short(loop) {
			continue
		}
		if o.Kind == ir.OpSelect && o.Args[0].Type == ir.TBool && o.Results[0].Type.IsScalar() && (carries(loop, o.Args[1], 8) || carries(loop, o.Args[2], 8)) ||
			isExtreme(o) && (carries(loop, o.Args[0], 8) || carries(loop, o.Args[1], 8)) {
			b.found = append(b.found, keeper{o, loop})
		}
	}
}

// shortLoop is up to how many iterations the wrong guesses of a branch take longer than waiting does: log n of them, some 15 cycles each, beside 2 cycles for each of n
// iterations.
const shortLoop = 32

// short reports a loop that a branch around lets run for a few iterations only.
func short(loop *ir.Op) bool {
	for r := loop.Parent; r.Parent != nil; r = r.Parent.Parent {
		branch := r.Parent
		if branch.Kind == ir.OpLoop {
			return false
		}
		if branch.Kind != ir.OpIf || branch.Regions[0] != r {
			continue
		}
		cond := branch.Args[0].Def
		if cond == nil || cond.Kind != ir.OpLe {
			continue
		}
		if most, ok := cond.Args[1].ConstInt(); ok && most <= shortLoop && slices.ContainsFunc(loop.Regions[0].Ops, func(o *ir.Op) bool {
			return (o.Kind == ir.OpLt || o.Kind == ir.OpLe) && comesOf(o.Args[1], cond.Args[0], 4)
		}) {
			return true
		}
	}
	return false
}

// comesOf reports that v is a number computed from another, as the end of a loop is from its length.
func comesOf(v, from *ir.Value, depth int) bool {
	if v == from {
		return true
	}
	o := v.Def
	if o == nil || depth == 0 {
		return false
	}
	switch o.Kind {
	case ir.OpAnd, ir.OpAdd, ir.OpSub, ir.OpMin, ir.OpMax, ir.OpSelect:
		return slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return comesOf(a, from, depth-1) })
	}
	return false
}

// carries reports that v is a parameter of the loop, or may be.
func carries(loop *ir.Op, v *ir.Value, depth int) bool {
	if v.Owner == loop.Regions[0] {
		return true
	}
	o := v.Def
	if o == nil || depth == 0 {
		return false
	}
	if isExtreme(o) {
		return carries(loop, o.Args[0], depth-1) || carries(loop, o.Args[1], depth-1)
	}
	return o.Kind == ir.OpSelect && (carries(loop, o.Args[1], depth-1) || carries(loop, o.Args[2], depth-1))
}

// isExtreme reports the least or greatest of two integers.
func isExtreme(o *ir.Op) bool {
	return (o.Kind == ir.OpMin || o.Kind == ir.OpMax) && o.Results[0].Type.IsInt()
}

// keptOps is how many ops go in the two cycles of a comparison and a conditional move: up to six a cycle (Zen 5, Golden Cove).
const keptOps = 12

// extremes makes selections of those extremes for which iterations wait longer than for all else that they do, and leaves the others.
func (b *brancher) extremes() {
	kept := map[*ir.Op]int{} // by loop
	for _, s := range b.found {
		if isExtreme(s.op) {
			kept[s.loop]++
		}
	}
	worth := map[*ir.Op]bool{}
	for loop, n := range kept {
		worth[loop] = scalarOps(loop.Regions[0]) <= keptOps*n
	}
	b.found = slices.DeleteFunc(b.found, func(s keeper) bool { return isExtreme(s.op) && !worth[s.loop] })
	for i, s := range b.found {
		if isExtreme(s.op) {
			b.found[i].op = s.selection()
		}
	}
}

// scalarOps is how many ops an iteration is, those of inner loops once.
func scalarOps(r *ir.Region) (n int) {
	r.Walk(func(o *ir.Op) bool {
		if k := o.Kind; k != ir.OpConst && k != ir.OpConv && !k.Has(ir.Terminator) {
			n++
		}
		return true
	})
	return n
}

// selection puts a comparison and a select in the place of an extreme: of two that are the same it keeps what it had.
func (k keeper) selection() *ir.Op {
	x := k.op
	kept, other := x.Args[k.side()], x.Args[1-k.side()]
	kind := ir.OpLt
	if x.Kind == ir.OpMax {
		kind = ir.OpGt
	}
	b := &ir.Builder{Region: ir.NewRegion(x.Parent.Parent), Pos: x.Pos}
	c := compared(x, kind, other, kept)
	if c == nil {
		c = b.Compare(kind, other, kept)
	}
	sel := b.Select(c, other, kept).Def
	results := x.Results
	x.SetResults(nil)
	sel.SetResults(results)
	x.ReplaceBy(b.Region.Take(0)...)
	return sel
}

// compared is the comparison of two values if it stands before an op.
func compared(before *ir.Op, kind ir.OpKind, v, w *ir.Value) *ir.Value {
	for _, o := range before.Parent.Ops[:before.Parent.Index(before)] {
		if o.Kind == kind && o.Args[0] == v && o.Args[1] == w || o.Kind == kind.Mirrored() && o.Args[0] == w && o.Args[1] == v {
			return o.Results[0]
		}
	}
	return nil
}

// waits reports that v depends on w of an earlier iteration of the loop, or of this one.
func (b *brancher) waits(loop *ir.Op, v, w *ir.Value) bool {
	seen := map[*ir.Value]bool{}
	var visit func(v *ir.Value) bool
	visit = func(v *ir.Value) bool {
		if v == w {
			return true
		}
		if seen[v] {
			return false
		}
		seen[v] = true
		o := v.Def
		if o == nil {
			o = v.Owner.Parent
			if o == nil || o.Kind != ir.OpLoop || !loop.Parent.Holds(o) {
				return false
			}
			if o != loop && visit(o.Args[v.Index]) {
				return true
			}
			return slices.ContainsFunc(b.ends[o], func(e *ir.Op) bool { return e.Kind == ir.OpContinue && visit(e.Args[v.Index]) })
		}
		if !loop.Regions[0].Holds(o) {
			return false
		}
		for _, r := range o.Regions {
			if t := r.Terminator(); t.Kind == ir.OpYield && o.Kind != ir.OpLaneReduce && visit(t.Args[v.Index]) {
				return true
			}
		}
		if slices.ContainsFunc(b.ends[o], func(e *ir.Op) bool { return e.Kind == ir.OpBreak && visit(e.Args[v.Index]) }) {
			return true
		}
		return o.Kind != ir.OpLoop && slices.ContainsFunc(o.Args, visit)
	}
	return visit(v)
}

// emit makes one branch of the first of the selects and those behind it that have the same condition, up to the first op that uses one of them.
func (b *brancher) emit(f *ir.Func) {
	first := b.found[0].op
	r, cond := first.Parent, first.Args[0]
	at := r.Index(first)
	selects, place := []*ir.Op{first}, at
	gathered := func(v *ir.Value) bool { return slices.Contains(selects, v.Def) }
	for i, o := range r.Ops[at+1:] {
		if slices.ContainsFunc(o.Args, gathered) || slices.ContainsFunc(o.Regions, func(in *ir.Region) bool { return slices.ContainsFunc(ir.FreeValues(in), gathered) }) {
			break
		}
		if o.Kind == ir.OpSelect && o.Args[0] == cond && o.Results[0].Type.IsScalar() {
			selects, place = append(selects, o), at+1+i
		}
	}
	last := r.Ops[place]
	b.found = slices.DeleteFunc(b.found, func(s keeper) bool { return slices.Contains(selects, s.op) })
	branch := r.NewOp(ir.OpIf, first.Pos, []*ir.Value{cond})
	var results []*ir.Value
	arms := [2][]*ir.Value{}
	for _, s := range selects {
		for k := range arms {
			arms[k] = append(arms[k], s.Args[1+k])
		}
		results = append(results, s.Results[0])
	}
	for k := range arms {
		(&ir.Builder{Region: branch.AddRegion(), Pos: first.Pos}).Yield(arms[k]...)
	}
	last.InsertBefore(branch)
	ir.RemoveOps(selects)
	branch.SetResults(results)
	b.sink(f, branch)
	b.changed = true
}

// sink moves what stands directly before the branch, and is only asked for by one of its arms, into that.
func (b *brancher) sink(f *ir.Func, branch *ir.Op) {
	r, uses := branch.Parent, f.Uses()
	to := map[*ir.Op]*ir.Region{} // the last first
	var ops []*ir.Op
	for i := r.Index(branch) - 1; i >= 0; i-- {
		o := r.Ops[i]
		if !o.Kind.Has(ir.Pure) || len(o.Regions) > 0 || len(o.Results) != 1 {
			break
		}
		var arm *ir.Region
		for k, u := range uses.Of(o.Results[0]) {
			in := u.Parent
			if to[u] != nil {
				in = to[u]
			}
			if k == 0 {
				arm = in
			} else if arm != in {
				arm = nil
				break
			}
		}
		if arm != nil && slices.Contains(branch.Regions, arm) {
			to[o] = arm
			ops = append(ops, o)
		}
	}
	for _, o := range ops {
		o.Remove()
		to[o].Insert(0, o)
	}
}
