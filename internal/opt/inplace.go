package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Who wants to keep what a loop changes in place copies it first, so that memory is gone through twice:
//
//	copy(out, x); for i := 1; i < len(out); i++ { out[i] += out[i-1] }
//
// Where each iteration stores to an element of its own, in order, the loop may as well read what it has not come to yet where it was copied from. What is left to be copied is what
// no iteration stores to (forward substitution into the loop, and elimination of the stores that are dead then):
//
//	out[0] = x[0]; for i := 1; i < len(out); i++ { out[i] = x[i] + out[i-1] }

// InPlace has loops that work in place on what has just been copied there read what was copied.
func InPlace(f *ir.Func) bool {
	changed := false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range slices.Clone(r.Ops) {
			for _, in := range o.Regions {
				walk(in)
			}
			if o.Kind != ir.OpMove || !o.Args[0].Type.Elem.IsScalar() {
				continue
			}
			if p := newInPlace(o); p != nil {
				p.emit(f)
				changed = true
			}
		}
	}
	walk(f.Body)
	return changed
}

// inPlace is a copy, and the loop that works on it.
type inPlace struct {
	s                *analysis.Space
	move, loop       *ir.Op
	to, from         analysis.Access // where element 0 of the copy, and of what it is of, are
	n                analysis.Poly   // elements of it
	first            []*ir.Op        // between the two: what can stand before both
	late             map[*ir.Value]bool
	at               analysis.Poly // the element of the copy that an iteration stores to, but for its index
	own              *ir.Op        // the store to it that each iteration makes, or one arm of a branch; nil: there is none for certain
	uncopied, passed []*ir.Op      // loads of what would have been copied only; checks that pass
	needs            analysis.Condition
}

func newInPlace(move *ir.Op) *inPlace {
	s := analysis.NewSpace()
	p := &inPlace{s: s, move: move, to: beginOf(s, move.Args[0]), from: beginOf(s, move.Args[1]), n: s.Of(move.Args[2]), late: map[*ir.Value]bool{}}
	if !p.findLoop() || !p.places() || !p.inRange() || !p.between() {
		return nil
	}
	p.othersApart()
	unknown := func(v *ir.Value) bool { return p.late[v] || p.loop.Defines(v) }
	if lo, hi := p.stored(); lo.Any(unknown) || hi.Any(unknown) || p.needs.Mentions(unknown) {
		return nil
	}
	return p
}

// beginOf is where a slice begins in that which it was cut out of.
func beginOf(s *analysis.Space, v *ir.Value) (a analysis.Access) {
	for a.Root = v; a.Root.Def != nil && a.Root.Def.Kind == ir.OpSlice; a.Root = a.Root.Def.Args[0] {
		a.At = s.Add(a.At, s.Of(a.Root.Def.Args[1]))
	}
	return a
}

// findLoop finds the loop, with nothing between that stores. All of its iterations run to their ends.
func (p *inPlace) findLoop() bool {
	r := p.move.Parent
	for _, o := range r.Ops[r.Index(p.move)+1:] {
		switch {
		case o.Kind == ir.OpFor:
			p.loop = o
			step := o.Ints[0]
			return (step == 1 || step == -1) && o.Args[0].Type == ir.TI64 && o.Mode == ir.Sequential && analysis.Straight(o) && !o.Regions[0].Contains(func(x *ir.Op) bool {
				switch x.Kind {
				case ir.OpLoad, ir.OpStore, ir.OpCheckIndex, ir.OpIf, ir.OpYield:
					return false
				}
				return !x.Kind.Has(ir.Pure)
			})
		case o.Kind != ir.OpLoad && o.Kind != ir.OpCheckIndex && o.Kind != ir.OpCheckSlice && (!o.Kind.Has(ir.Pure) || len(o.Regions) > 0):
			return false
		case o.Kind.Has(ir.Pure) && !slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return p.late[v] }):
			p.first = append(p.first, o)
		default:
			for _, v := range o.Results {
				p.late[v] = true
			}
		}
	}
	return false
}

// element is the element of the copy that an access of the loop goes to, but for the index; not ok if it isn't seen to be one for each iteration.
func (p *inPlace) element(a analysis.Access) (at analysis.Poly, ok bool) {
	i := p.loop.Regions[0].Params[0]
	step, linear := a.At.Coef(i)
	at = p.s.Sub(a.At.Without(i), p.to.At)
	return at, linear && step.Equal(analysis.Const(1)) && !at.Any(p.loop.Defines)
}

// places finds the store of each iteration, and the loads of what no iteration has stored yet. Others are of what one has, or store to what an iteration before has.
func (p *inPlace) places() bool {
	body := p.loop.Regions[0]
	var all []analysis.Access
	var found bool
	for _, a := range p.s.Accesses(body) {
		if a.Root == p.from.Root && a.Stores() {
			return false
		}
		if a.Root != p.to.Root {
			continue
		}
		at, ok := p.element(a)
		if !ok || a.Op.Args[0].Type != p.move.Args[0].Type || len(a.Op.Ints) > 0 {
			return false
		}
		all = append(all, a)
		if !a.Stores() {
			continue
		}
		by, ok := p.s.Sub(at, p.at).Const()
		switch {
		case !found || ok && by*p.loop.Ints[0] > 0:
			p.at, p.own, found = at, nil, true
			if a.Op.Parent == body || p.inArm(a.Op) {
				p.own = a.Op
			}
		case !ok:
			return false
		}
	}
	seen := p.own == nil
	for _, a := range all {
		at, _ := p.element(a)
		by, ok := p.s.Sub(at, p.at).Const()
		ahead := by * p.loop.Ints[0]
		if !ok {
			return false
		}
		if a.Stores() && ahead == 0 && a.Op != p.own && p.own != nil && p.own.Parent != body {
			p.own, seen = nil, true
			p.uncopied = slices.DeleteFunc(p.uncopied, func(o *ir.Op) bool { return p.s.Access(o).At.Equal(a.At) })
		}
		seen = seen || a.Op == p.own
		if !a.Stores() && (ahead > 0 || ahead == 0 && !seen) {
			p.uncopied = append(p.uncopied, a.Op)
		}
	}
	return found
}

// inArm reports a store that ends an arm of a branch of which the other one does nothing: what is stored may be chosen as well.
func (p *inPlace) inArm(o *ir.Op) bool {
	branch := o.Parent.Parent
	if branch.Kind != ir.OpIf || branch.Parent != p.loop.Regions[0] || branch.Leaves() {
		return false
	}
	arm, other := branch.Regions[0], branch.Regions[1]
	if o.Parent != arm {
		arm, other = other, arm
	}
	return arm.Index(o) == len(arm.Ops)-2 && len(other.Ops) == 1
}

// othersApart asks that nothing else in the loop touches the copy, nor stores to what it is of.
func (p *inPlace) othersApart() {
	for _, a := range p.s.Accesses(p.loop.Regions[0]) {
		if a.Root == p.to.Root || a.Root == p.from.Root {
			continue
		}
		p.apart(a, p.move.Args[0], p.to.Root)
		if a.Stores() {
			p.apart(a, p.move.Args[1], p.from.Root)
		}
	}
	if !analysis.Distinct(p.to.Root, p.from.Root) {
		p.pair(analysis.Pair{A: p.to.Root, B: p.from.Root, Same: p.to.At.Equal(p.from.At), Cut: p.move.Args[0] != p.to.Root || p.move.Args[1] != p.from.Root})
	}
}

// apart asks that an access is to other memory than a slice.
func (p *inPlace) apart(a analysis.Access, s, root *ir.Value) {
	if a.Op.Args[0].Type == s.Type && !analysis.Distinct(a.Root, root) {
		p.pair(analysis.Pair{A: root, B: a.Root, Cut: s != root || a.Cut()})
	}
}

func (p *inPlace) pair(x analysis.Pair) {
	p.needs.Add(&analysis.Condition{Apart: []analysis.Pair{x}})
}

// ends are the least and the greatest index of the loop.
func (p *inPlace) ends() (lo, hi analysis.Poly) {
	begin, end := p.s.Of(p.loop.Args[0]), p.s.Of(p.loop.Args[1])
	if p.loop.Ints[0] < 0 {
		return p.s.Add(end, analysis.Const(1)), begin
	}
	return begin, p.s.Sub(end, analysis.Const(1))
}

// stored are the first and the last element of the copy that the loop stores to.
func (p *inPlace) stored() (lo, hi analysis.Poly) {
	lo, hi = p.ends()
	return p.s.Add(lo, p.at), p.s.Add(hi, p.at)
}

// inRange asks that there are iterations, that all that they store to and load has been copied, and that no check fails.
func (p *inPlace) inRange() bool {
	lo, hi := p.stored()
	if !p.holds(p.s.Sub(hi, lo)) || !p.holds(lo) || !p.holds(p.below(hi, p.n)) {
		return false
	}
	for _, o := range p.uncopied {
		at, _ := p.element(p.s.Access(o))
		if by := p.s.Sub(at, p.at); !p.holds(p.s.Add(lo, by)) || !p.holds(p.below(p.s.Add(hi, by), p.n)) {
			return false
		}
	}
	i := p.loop.Regions[0].Params[0]
	ok := true
	p.loop.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpCheckIndex {
			return true
		}
		at := p.s.Of(o.Args[0])
		by, linear := at.Coef(i)
		least, greatest := p.ends()
		for _, end := range []analysis.Poly{least, greatest} {
			moved, exact := p.s.Mul(by, end)
			x := p.s.Add(at.Without(i), moved)
			ok = ok && linear && exact && p.holds(x) && p.holds(p.below(x, p.s.Of(o.Args[1])))
		}
		p.passed = append(p.passed, o)
		return ok
	})
	return ok
}

// below is not negative where x is below n.
func (p *inPlace) below(x, n analysis.Poly) analysis.Poly {
	return p.s.Sub(p.s.Sub(n, x), analysis.Const(1))
}

// holds asks that x is not negative; false: it never is.
func (p *inPlace) holds(x analysis.Poly) bool {
	if c, known := x.Const(); known {
		return c >= 0
	}
	if x.Sign(func(v *ir.Value) bool { return v.Def != nil && v.Def.Kind == ir.OpLen }) > 0 {
		return true
	}
	p.needs.Add(&analysis.Condition{Holds: [][]analysis.Poly{{x}}, Small: []analysis.Poly{x}})
	return true
}

// between reports that what loads between the two, of what has been copied, finds it copied, and asks that no check there fails.
func (p *inPlace) between() bool {
	lo, _ := p.stored()
	r := p.move.Parent
	for _, o := range r.Ops[r.Index(p.move)+1 : r.Index(p.loop)] {
		switch o.Kind {
		case ir.OpCheckIndex:
			x := p.s.Of(o.Args[0])
			if !p.holds(x) || !p.holds(p.below(x, p.s.Of(o.Args[1]))) {
				return false
			}
		case ir.OpCheckSlice: // bounds in order, the last not beyond what there is
			least := analysis.Poly{}
			for _, v := range o.Args {
				if !p.holds(p.s.Sub(p.s.Of(v), least)) {
					return false
				}
				least = p.s.Of(v)
			}
		case ir.OpLoad:
			a := p.s.Access(o)
			before, known := p.s.Sub(lo, p.s.Sub(a.At, p.to.At)).Const()
			switch a.Root {
			case p.from.Root:
			case p.to.Root:
				if !known || before < 1 {
					return false
				}
			default:
				p.apart(a, p.move.Args[0], p.to.Root)
			}
		}
	}
	return true
}

// emit puts the loop that reads what was copied beside the one as written, and copies the rest ahead of it.
func (p *inPlace) emit(f *ir.Func) {
	p.move.InsertBefore(take(p.first)...)
	b := &ir.Builder{Region: ir.NewRegion(p.move.Parent.Parent), Pos: p.move.Pos}
	if p.needs.Empty() {
		p.rest(b)
		p.move.ReplaceBy(b.Region.Take(0)...)
		p.read()
		return
	}
	cond := p.needs.Emit(b)
	copies := b.If(cond)
	copies.Mode = ir.Guarded
	p.rest(b.In(copies.Regions[0]))
	b.In(copies.Regions[0]).Yield()
	p.move.ReplaceBy(b.Region.Take(0)...)
	spare := b.In(copies.Regions[1])
	spare.Insert(p.move)
	spare.Yield()

	version(f, p.loop, func(*ir.Builder) *ir.Value { return cond }, inPlaceNote)
	p.read()
}

const inPlaceNote = "what a loop works on in place is read where it was copied from, where it is apart from that; else copied ahead"

// take takes ops out of where they are.
func take(ops []*ir.Op) []*ir.Op {
	for _, o := range ops {
		o.Remove()
	}
	return ops
}

// rest copies what no iteration stores to.
func (p *inPlace) rest(b *ir.Builder) {
	to, from := p.move.Args[0], p.move.Args[1]
	same := func(v *ir.Value) *ir.Value { return v }
	lo, hi := p.stored()
	if c, known := lo.Const(); known && c <= mostCopied {
		for k := range c {
			at := b.Int(k)
			b.Store(to, at, b.Load(from, at, nil), nil)
		}
	} else {
		b.Op(ir.OpMove, []*ir.Value{to, from, lo.Emit(b, same)})
	}
	left := p.below(hi, p.n)
	if p.none(left) {
		return
	}
	at := p.s.Add(hi, analysis.Const(1)).Emit(b, same)
	part := func(s *ir.Value) *ir.Value {
		return b.Op(ir.OpSlice, []*ir.Value{s, at, p.move.Args[2]}, s.Type).Result()
	}
	b.Op(ir.OpMove, []*ir.Value{part(to), part(from), left.Emit(b, same)})
}

// none reports that nothing is left behind the loop, of which it has been asked that it is not less than that: the lengths of both slices bound it, and the loop may go to the end of one.
func (p *inPlace) none(left analysis.Poly) bool {
	if c, known := left.Const(); known {
		return c == 0
	}
	o := p.move.Args[2].Def
	return o != nil && o.Kind == ir.OpMin && slices.ContainsFunc(o.Args, func(v *ir.Value) bool {
		c, known := p.s.Add(p.s.Sub(left, p.n), p.s.Of(v)).Const()
		return known && c == 0
	})
}

// mostCopied is how many elements ahead of the loop are copied one by one.
const mostCopied = 4

// read has the loop read what would have been copied where it is.
func (p *inPlace) read() {
	body := p.loop.Regions[0]
	same := func(v *ir.Value) *ir.Value { return v }
	ir.RemoveOps(p.passed)
	for _, o := range p.uncopied {
		at, _ := p.element(p.s.Access(o))
		b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
		v := b.Load(p.move.Args[1], p.s.Add(p.s.Atom(body.Params[0]), at).Emit(b, same), nil)
		o.InsertBefore(b.Region.Take(0)...)
		ir.ReplaceUses(body, o.Result(), v)
		o.Remove()
	}
	b := &ir.Builder{Region: ir.NewRegion(p.loop), Pos: p.move.Pos}
	at := p.s.Add(p.s.Atom(body.Params[0]), p.at)
	switch {
	case p.own == nil:
		i := at.Emit(b, same)
		b.Store(p.move.Args[0], i, b.Load(p.move.Args[1], i, nil), nil)
		body.Insert(0, b.Region.Take(0)...)
	case p.own.Parent != body:
		branch, v := p.own.Parent.Parent, p.own.Args[2]
		chosen := &ir.Value{Type: v.Type}
		for _, arm := range branch.Regions {
			w := v
			if arm != p.own.Parent {
				in := &ir.Builder{Region: ir.NewRegion(branch), Pos: p.move.Pos}
				w = in.Load(p.move.Args[1], at.Emit(in, same), nil)
				arm.Insert(0, in.Region.Take(0)...)
			}
			arm.Terminator().AddArgs(w)
		}
		branch.AddResults(chosen)
		p.own.Remove()
		b.Store(p.move.Args[0], at.Emit(b, same), chosen, nil)
		branch.InsertAfter(b.Region.Take(0)...)
	}
}
