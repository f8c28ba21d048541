package sched

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Iterations of a declared parallel loop are independent because the program says so; nothing relies on a proof. What can be proved is the
// contrary, for accesses that every iteration makes, to elements of one slice at places that are polynomials of the indices: two iterations
// are looked for, among the first few, for which the places of two accesses are the same polynomial of what doesn't change in the loop. The
// rest is left to running the program (eval.Interp.Watch). Taken for granted is only what holds in any but a degenerate run: that a loop of
// unknown extent has two iterations, beside those that conditions on its indices leave out, a loop inside one, that values computed from
// different data differ somewhere, and that variables that are stored under two names do.

// Dependence is a pair of accesses by which iterations of a parallel loop depend on each other.
type Dependence struct {
	Pos   ir.Pos // of the store
	Other ir.Pos // of the other access
	Msg   string
}

// Dependences finds iterations of f's parallel loops that are certain to depend on each other. f is at the residual level.
func Dependences(f *ir.Func) []Dependence {
	d := &dependences{used: map[*ir.Value]bool{}, seen: map[[2]ir.Pos]bool{}}
	f.Body.Walk(func(o *ir.Op) bool {
		for _, a := range o.Args {
			d.used[a] = true
		}
		return true
	})
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpMulti {
			d.loop(o)
		}
		return true
	})
	return d.found
}

type dependences struct {
	used  map[*ir.Value]bool
	seen  map[[2]ir.Pos]bool // places that are reported
	found []Dependence
}

// few is how many iterations are looked at in each dimension, some how many in the only one if its extent is known, and large is what stands
// for an extent that isn't.
const (
	few   = 5
	some  = 64
	large = 1 << 20
)

// instance is an access as one iteration makes it.
type instance struct {
	idx []int64
	at  analysis.Poly
}

// sure is an access that iterations make for certain, and how often conditions leave border iterations out.
type sure struct {
	analysis.Access
	inner     map[*ir.Value]analysis.Poly // indices of loops around it inside: their first value
	instances []instance
	borders   int
}

func (d *dependences) loop(o *ir.Op) {
	p := newSpace(o)
	var accs []sure
	for _, a := range p.s.Accesses(p.body) {
		if a.Op.Kind == ir.OpLoad && !d.used[a.Op.Result()] || p.op.Defines(a.Root) {
			continue
		}
		if s, ok := p.sure(a); ok {
			accs = append(accs, s)
		}
	}
	for _, s := range accs {
		if !s.Stores() {
			continue
		}
		for _, a := range accs {
			if a.Root == s.Root && a.Access.SameField(s.Access) && d.pair(p, o, s, a) {
				break // one is enough for a store
			}
		}
	}
}

// differ reports that what s stores in iteration x isn't what a stores in iteration y: where it is, their order makes no difference.
func (p *space) differ(s, a sure, x, y instance) bool {
	v, w := s.Op.Args[2], a.Op.Args[2]
	if bits, known := p.constant(v, x.idx); known {
		if others, known := p.constant(w, y.idx); known {
			return bits != others
		}
	}
	c := comparison{p, s.inner, a.inner, x.idx, y.idx}
	if c.apart(v, w) {
		return true
	}
	// What a loop computes can't be taken apart, but if the place is the same in all iterations the value isn't one that follows from it.
	changed := map[*ir.Value]bool{}
	for k, i := range p.body.Params {
		changed[i] = x.idx[k] != y.idx[k]
	}
	moves := s.At.Any(func(i *ir.Value) bool { return changed[i] }) || a.At.Any(func(i *ir.Value) bool { return changed[i] })
	return v == w && !moves && p.follows(v, changed)
}

// comparison compares what two iterations compute, x and y, in loops inside of them at the first values of their indices.
type comparison struct {
	*space
	innerX, innerY map[*ir.Value]analysis.Poly
	x, y           []int64
}

// apart reports that v in iteration x and w in iteration y differ, if what is computed from different data does. Operations that give the
// same result for many operands are left out.
func (c *comparison) apart(v, w *ir.Value) bool {
	if v.Type == ir.TI64 && w.Type == ir.TI64 {
		p, okp := c.putIn(c.s.Of(v), c.innerX, c.x)
		q, okq := c.putIn(c.s.Of(w), c.innerY, c.y)
		if okp && okq && !c.varies(p) && !c.varies(q) {
			return !p.Equal(q)
		}
	}
	if v == w && !c.op.Defines(v) || v.Type == ir.TBool || w.Type == ir.TBool {
		return false
	}
	o, q := v.Def, w.Def
	switch {
	case o == nil || q == nil || o.Kind != q.Kind || len(o.Args) != len(q.Args):
		return v != w
	case o.Kind == ir.OpConst:
		return o.Bits != q.Bits
	case o.Kind == ir.OpLoad:
		a, b := c.s.Access(o), c.s.Access(q)
		at, okx := c.putIn(a.At, c.innerX, c.x)
		other, oky := c.putIn(b.At, c.innerY, c.y)
		return a.Root != b.Root || !a.SameField(b) || okx && oky && !at.Equal(other)
	case !faithful[o.Kind] || v.Type.IsInt() && (o.Kind == ir.OpDiv || o.Kind == ir.OpConv && o.Args[0].Type.IsFloat()):
		return false
	}
	for k := range o.Args {
		if c.apart(o.Args[k], q.Args[k]) {
			return true
		}
	}
	return false
}

// faithful are operations on numbers whose results differ if one operand does, but for chance.
var faithful = map[ir.OpKind]bool{ir.OpAdd: true, ir.OpSub: true, ir.OpMul: true, ir.OpDiv: true, ir.OpNeg: true, ir.OpFMA: true, ir.OpSqrt: true,
	ir.OpFence: true, ir.OpConv: true, ir.OpBitcast: true, ir.OpXor: true}

// constant is the value of v in an iteration, if it is computed from constants and the loop's indices alone.
func (p *space) constant(v *ir.Value, idx []int64) (bits uint64, known bool) {
	if v.Owner == p.body {
		return uint64(idx[v.Index]), true
	}
	if bits, known := v.IsConst(); known {
		return bits, true
	}
	if v.Def == nil || !ir.CanEval(v.Def.Kind) {
		return 0, false
	}
	var args []uint64
	for _, a := range v.Def.Args {
		x, known := p.constant(a, idx)
		if !known {
			return 0, false
		}
		args = append(args, x)
	}
	if k := v.Def.Kind; (k == ir.OpDiv || k == ir.OpRem) && args[1] == 0 {
		return 0, false
	}
	return ir.EvalScalar(v.Def.Kind, v.Def.Args[len(args)/3].Type, v.Type, args...), true
}

// follows reports that a value is computed from one of those that have changed. seen grows by what is known.
func (p *space) follows(v *ir.Value, seen map[*ir.Value]bool) bool {
	if yes, known := seen[v]; known || !p.op.Defines(v) || v.Type == ir.TBool {
		return yes
	}
	seen[v] = false
	anyOf := func(args []*ir.Value) bool {
		return slices.ContainsFunc(args, func(a *ir.Value) bool { return p.follows(a, seen) })
	}
	o := v.Def
	if o == nil {
		o = v.Owner.Parent
		switch {
		case o.Kind == ir.OpMulti:
			return false
		case o.Kind == ir.OpFor && v.Index == 0: // it is the first value that counts
			seen[v] = anyOf(o.Args[:1])
			return seen[v]
		}
	}
	yes := anyOf(o.Args)
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool { // what is handed on, and what decides about it
			yes = yes || (x.Leaves() || x.Kind == ir.OpYield || len(x.Regions) > 0) && anyOf(x.Args)
			return !yes
		})
	}
	seen[v] = yes
	return yes
}

// pair looks for two iterations in which s and a touch the same element.
func (d *dependences) pair(p *space, o *ir.Op, s, a sure) bool {
	if d.seen[[2]ir.Pos{s.Op.Pos, a.Op.Pos}] || d.seen[[2]ir.Pos{a.Op.Pos, s.Op.Pos}] {
		return true
	}
	var best [2]instance
	need := int64(large)
	for _, x := range s.instances {
		for _, y := range a.instances {
			if slices.Equal(x.idx, y.idx) || !x.at.Equal(y.at) || a.Stores() && !p.differ(s, a, x, y) {
				continue
			}
			if n := p.needed(o, x.idx, y.idx); n < need {
				best, need = [2]instance{x, y}, n
			}
		}
	}
	// Where the number of iterations isn't known, two are taken for granted, and others beside those that conditions leave out.
	if need > 2+int64(s.borders+a.borders) {
		return false
	}
	d.seen[[2]ir.Pos{s.Op.Pos, a.Op.Pos}] = true
	d.found = append(d.found, Dependence{s.Op.Pos, a.Op.Pos, p.message(s, a, best)})
	return true
}

// needed is how many iterations a dimension whose extent isn't known must have for both to be run.
func (p *space) needed(o *ir.Op, x, y []int64) int64 {
	n := int64(0)
	for k, v := range o.Args {
		if _, known := v.ConstInt(); !known {
			n = max(n, x[k]+1, y[k]+1)
		}
	}
	return n
}

// sure lists where an access of the first iterations goes; not ok if it isn't known to be made, or where.
func (p *space) sure(a analysis.Access) (sure, bool) {
	s := sure{Access: a, inner: map[*ir.Value]analysis.Poly{}}
	var conds []condition
	for r, o := a.Op.Parent, a.Op; r != p.body; o, r = r.Parent, r.Parent.Parent {
		if r == nil || left(r, o) {
			return s, false
		}
		switch in := r.Parent; in.Kind {
		case ir.OpBlock:
		case ir.OpIf:
			conds = append(conds, condition{in.Args[0], r == in.Regions[0]})
		case ir.OpFor: // at least one iteration of it is taken for granted, if its bounds are the same for all iterations around
			lo, hi := p.s.Of(in.Args[0]), p.s.Of(in.Args[1])
			if in.Ints[0] != 1 || p.varies(lo) || p.varies(hi) {
				return s, false
			}
			s.inner[r.Params[0]] = lo
		case ir.OpMulti:
			for k, v := range r.Params {
				if p.varies(p.s.Of(in.Args[k])) {
					return s, false
				}
				s.inner[v] = analysis.Const(0)
			}
		default:
			return s, false
		}
	}
	if left(p.body, topOf(p.body, a.Op)) {
		return s, false
	}
	s.borders = len(conds)
	p.eachIndex(func(idx []int64) {
		for _, c := range conds {
			if holds, known := p.holds(c, idx); !known {
				s.borders = -1
			} else if !holds {
				return
			}
		}
		if q, ok := p.putIn(a.At, s.inner, idx); ok && !p.varies(q) {
			s.instances = append(s.instances, instance{slices.Clone(idx), q})
		}
	})
	return s, s.borders >= 0 && len(s.instances) > 0
}

// left reports that control may leave r before it comes to o.
func left(r *ir.Region, o *ir.Op) bool {
	return slices.ContainsFunc(r.Ops[:r.Index(o)], (*ir.Op).Leaves)
}

// topOf is the op of r that o is or is inside.
func topOf(r *ir.Region, o *ir.Op) *ir.Op {
	for o.Parent != r {
		o = o.Parent.Parent
	}
	return o
}

// varies reports that a polynomial depends on anything in the body.
func (p *space) varies(q analysis.Poly) bool {
	return q.Any(func(v *ir.Value) bool { return p.op.Defines(v) })
}

// put replaces a value in a polynomial.
func (p *space) put(q analysis.Poly, v *ir.Value, by analysis.Poly) (analysis.Poly, bool) {
	coef, ok := q.Coef(v)
	if !ok {
		return q, false
	}
	prod, ok := p.s.Mul(coef, by)
	return p.s.Add(q.Without(v), prod), ok
}

// putAll replaces the loop's own indices.
func (p *space) putAll(q analysis.Poly, idx []int64) (analysis.Poly, bool) {
	ok := true
	for k, v := range p.body.Params {
		if ok {
			q, ok = p.put(q, v, analysis.Const(idx[k]))
		}
	}
	return q, ok
}

// putIn replaces indices of loops inside, and the loop's own.
func (p *space) putIn(q analysis.Poly, inner map[*ir.Value]analysis.Poly, idx []int64) (analysis.Poly, bool) {
	for v, first := range inner {
		var ok bool
		if q, ok = p.put(q, v, first); !ok {
			return q, false
		}
	}
	return p.putAll(q, idx)
}

// eachIndex goes through the first iterations in all dimensions.
func (p *space) eachIndex(f func(idx []int64)) {
	o := p.body.Parent
	idx := make([]int64, len(p.body.Params))
	most := int64(some)
	if len(idx) > 1 {
		most = few
	}
	var walk func(k int)
	walk = func(k int) {
		if k == len(idx) {
			f(idx)
			return
		}
		n := int64(few)
		if c, known := o.Args[k].ConstInt(); known {
			n = min(most, c)
		}
		for i := range n {
			idx[k] = i
			walk(k + 1)
		}
	}
	walk(0)
}

// condition is one that must hold, or must not.
type condition struct {
	v     *ir.Value
	holds bool
}

// holds decides a condition on indices in one iteration, where the loop has many: unknown extents are large.
func (p *space) holds(c condition, idx []int64) (holds, known bool) {
	o := c.v.Def
	if o == nil {
		return false, false
	}
	switch o.Kind {
	case ir.OpNot:
		return p.holds(condition{o.Args[0], !c.holds}, idx)
	case ir.OpAnd, ir.OpOr:
		x, known1 := p.holds(condition{o.Args[0], true}, idx)
		y, known2 := p.holds(condition{o.Args[1], true}, idx)
		both := x && y
		if o.Kind == ir.OpOr {
			both = x || y
		}
		return both == c.holds, known1 && known2
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
	default:
		return false, false
	}
	if o.Args[0].Type != ir.TI64 {
		return false, false
	}
	q, ok := p.putAll(p.s.Sub(p.s.Of(o.Args[0]), p.s.Of(o.Args[1])), idx)
	if v := p.extent(q); v != nil && ok {
		q, ok = p.put(q, v, analysis.Const(large))
	}
	diff, constant := q.Const()
	if !ok || !constant {
		return false, false
	}
	return ir.EvalScalar2(o.Kind, ir.TI64, uint64(diff), 0) != 0 == c.holds, true
}

// extent is what q depends on, if that is one value which grows with an extent of the loop.
func (p *space) extent(q analysis.Poly) *ir.Value {
	atoms := q.Atoms()
	if len(atoms) != 1 {
		return nil
	}
	for _, n := range p.body.Parent.Args {
		if rest := p.s.Sub(p.s.Of(n), p.s.Atom(atoms[0])); !p.op.Defines(atoms[0]) {
			if _, constant := rest.Const(); constant {
				return atoms[0]
			}
		}
	}
	return nil
}

// message says what is wrong with two accesses.
func (p *space) message(s, a sure, best [2]instance) string {
	stored, other := p.element(s.Access), p.element(a.Access)
	verb := "loaded"
	if a.Stores() {
		verb = "stored"
	}
	as := ""
	if other != stored {
		as = " as " + other
	}
	return fmt.Sprintf("%s, stored here by iteration %s, is %s%s by iteration %s (%s): the iterations of a parallel loop must be independent, these are %s apart",
		stored, tuple(best[0].idx), verb, as, tuple(best[1].idx), a.Op.Pos, distance(best[0].idx, best[1].idx))
}

func tuple(idx []int64) string {
	if len(idx) == 1 {
		return fmt.Sprint(idx[0])
	}
	text := make([]string, len(idx))
	for i, x := range idx {
		text[i] = fmt.Sprint(x)
	}
	return "(" + strings.Join(text, ", ") + ")"
}

func distance(x, y []int64) string {
	d := make([]int64, len(x))
	for i := range x {
		d[i] = y[i] - x[i]
	}
	if len(d) == 1 {
		d[0] = max(d[0], -d[0])
	}
	return tuple(d)
}

// element writes an access as Go does, as far as names are known.
func (p *space) element(a analysis.Access) string {
	name := a.Root.Name
	if name == "" {
		name = "an element"
	}
	text := name + "[" + a.At.Format(p.indexName) + "]"
	t := a.Op.Args[0].Type.Elem
	for _, step := range a.Op.Ints {
		text += "." + t.Fields[step].Name
		t = t.Fields[step].Type
	}
	return text
}

// indexName names a value in messages. Indices have no names of their own: the loop's are i, j, those of loops inside k, l and so on.
func (p *space) indexName(v *ir.Value) string {
	switch {
	case v.Name != "":
		return v.Name
	case v.Owner == p.body:
		return string(rune('i' + v.Index))
	case v.Owner != nil && p.op.Defines(v):
		depth := 2
		for r := v.Owner; r != p.body; r = r.Parent.Parent {
			if len(r.Params) > 0 && r != v.Owner {
				depth++
			}
		}
		return string(rune('i' + depth + v.Index))
	}
	return "..."
}
