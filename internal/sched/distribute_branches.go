package sched

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// What a loop sums up under a condition,
//
//	for i, v := range p { if v != 0 { s += v * math.Log(v) } }
//
// waits for the iteration before inside a branch. The branch is taken apart: what takes long stays in it and gives what is added, or what changes nothing,
//
//	for i, v := range p { t := -0.0; if v != 0 { t = v * math.Log(v) }; s += t }
//
// and all that waits is arithmetic, which is done in any case. Where there is nothing that changes nothing, it is chosen from what both arms give.

// mostBranches is how many branches are taken apart: what waits in each is done in any case then, and that of a switch over a hundred cases takes longer than the switch.
const mostBranches = 16

// straighten gives the distribution a body in which no branch has what waits for carried values; false if that can't be.
func (d *distribution) straighten() bool {
	d.body = d.loop.Regions[0]
	branches := 0
	d.body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpIf {
			branches++
		}
		return true
	})
	switch {
	case branches == 0:
		return true
	case branches > mostBranches:
		return false
	}
	s := &straightening{waits: map[*ir.Value]bool{}}
	form := ir.NewCloner().Op(d.loop)
	d.body = form.Regions[0]
	for _, p := range d.body.Params[1:] {
		s.waits[p] = true
	}
	return s.region(d.body) && s.sameNaNs(form)
}

// straightening is a body whose branches are being taken apart.
type straightening struct {
	waits map[*ir.Value]bool // values that wait for the iteration before
	kept  []*ir.Value        // those to which what changes nothing is added
}

// region takes the branches of r apart; false if what waits is no arithmetic, or decides.
func (s *straightening) region(r *ir.Region) bool {
	for _, o := range slices.Clone(r.Ops) {
		if o.Kind == ir.OpIf {
			if !s.region(o.Regions[0]) || !s.region(o.Regions[1]) || s.waits[o.Args[0]] {
				return false
			}
			if (s.waitsIn(o.Regions[0]) || s.waitsIn(o.Regions[1])) && !s.branch(o) {
				return false
			}
			continue
		}
		if o.Kind.Has(ir.Terminator) || !slices.ContainsFunc(o.Args, s.late) {
			continue
		}
		if !o.Kind.Has(ir.Pure) || len(o.Regions) > 0 {
			return false
		}
		for _, v := range o.Results {
			s.waits[v] = true
		}
	}
	return true
}

func (s *straightening) late(v *ir.Value) bool { return s.waits[v] }

// waitsIn reports an arm in which something waits.
func (s *straightening) waitsIn(r *ir.Region) bool {
	return slices.ContainsFunc(r.Ops, func(o *ir.Op) bool { return slices.ContainsFunc(o.Args, s.late) })
}

// A split is a branch while it is taken apart.
type split struct {
	*straightening
	o      *ir.Op      // the branch, of what doesn't wait in the end
	behind *ir.Builder // of what comes after it
	given  map[armValue]*ir.Value
	arms   [2][]*ir.Value // what o gives besides
	extra  []*ir.Value
}

// armValue is a value of an arm that is asked for outside, and what stands for it where the other arm is taken: a constant's bits.
type armValue struct {
	of    *ir.Value
	other uint64
}

// branch takes one apart whose arms are straight; false if they leave it elsewhere than at their ends.
func (s *straightening) branch(o *ir.Op) bool {
	var yields [2][]*ir.Value
	for i, r := range o.Regions {
		if r.Terminator().Kind != ir.OpYield {
			return false
		}
		yields[i] = slices.Clone(r.Terminator().Args)
	}
	p := &split{straightening: s, o: o, behind: &ir.Builder{Region: &ir.Region{}, Pos: o.Pos}, given: map[armValue]*ir.Value{}}
	p.takeOut()
	waiting := slices.Clone(p.behind.Region.Ops)
	var rep ir.Replacer
	var stay []int
	for k, v := range o.Results {
		a, b := yields[0][k], yields[1][k]
		if !s.waits[a] && !s.waits[b] {
			stay = append(stay, k)
			continue
		}
		w := p.added(a, b, yields)
		if w == nil {
			w = p.behind.Select(o.Args[0], p.outside(a, 0), p.outside(b, 0))
		}
		s.waits[w] = true
		rep.Replace(v, w)
	}
	for _, x := range waiting {
		x.MapArgs(func(v *ir.Value) *ir.Value { return p.outside(v, 0) })
	}
	p.finish(stay, yields)
	o.InsertAfter(p.behind.Region.Take(0)...)
	rep.Apply(o.Parent)
	return true
}

// takeOut takes what waits out of both arms, and constants.
func (p *split) takeOut() {
	for _, r := range p.o.Regions {
		for _, x := range slices.Clone(r.Ops) {
			switch {
			case x.Kind == ir.OpConst:
				x.Remove()
				p.o.InsertBefore(x)
			case !x.Kind.Has(ir.Terminator) && slices.ContainsFunc(x.Args, p.late):
				x.Remove()
				p.behind.Insert(x)
			}
		}
	}
}

// added recognises that one arm adds to what the other keeps, and has something added in any case; nil if it isn't so.
func (p *split) added(a, b *ir.Value, yields [2][]*ir.Value) *ir.Value {
	for arm, v := range [2]*ir.Value{a, b} {
		kept, o := [2]*ir.Value{b, a}[arm], v.Def
		if o == nil || o.Parent != p.behind.Region || !p.waits[kept] || len(o.Args) != 2 || p.uses(v, yields) != 1 {
			continue
		}
		nothing, known := neutral(o)
		side := slices.Index(o.Args, kept)
		if !known || side < 0 || side > 0 && o.Kind == ir.OpSub || p.waits[o.Args[1-side]] {
			continue
		}
		term := o.Args[1-side]
		if p.inArm(term) {
			term = p.outside(term, nothing)
		} else {
			b := &ir.Builder{Region: &ir.Region{}, Pos: p.o.Pos}
			arms := [2]*ir.Value{b.Const(term.Type, nothing), b.Const(term.Type, nothing)}
			arms[arm] = term
			term = b.Select(p.o.Args[0], arms[0], arms[1])
			p.o.InsertBefore(b.Region.Take(0)...)
		}
		o.SetArg(1-side, term)
		p.kept = append(p.kept, kept)
		return v
	}
	return nil
}

// uses counts how often what waits, and the ends of the arms, use v.
func (p *split) uses(v *ir.Value, yields [2][]*ir.Value) (n int) {
	count := func(vs []*ir.Value) {
		for _, w := range vs {
			if w == v {
				n++
			}
		}
	}
	count(yields[0])
	count(yields[1])
	for _, o := range p.behind.Region.Ops {
		count(o.Args)
	}
	return n
}

func (p *split) inArm(v *ir.Value) bool {
	return v.Def != nil && (v.Def.Parent == p.o.Regions[0] || v.Def.Parent == p.o.Regions[1])
}

// outside is v outside the branch: what it gives, if v is of one of its arms.
func (p *split) outside(v *ir.Value, other uint64) *ir.Value {
	if !p.inArm(v) {
		return v
	}
	key := armValue{v, other}
	if w := p.given[key]; w != nil {
		return w
	}
	b := &ir.Builder{Region: &ir.Region{}, Pos: p.o.Pos}
	instead := b.Const(v.Type, other)
	p.o.InsertBefore(instead.Def)
	for i, r := range p.o.Regions {
		if v.Def.Parent == r {
			p.arms[i] = append(p.arms[i], v)
		} else {
			p.arms[i] = append(p.arms[i], instead)
		}
	}
	w := &ir.Value{Type: v.Type}
	p.extra = append(p.extra, w)
	p.given[key] = w
	return w
}

// finish leaves the branch these of its results, and those that it gives besides.
func (p *split) finish(stay []int, yields [2][]*ir.Value) {
	results := p.o.Results
	var left []*ir.Value
	for _, k := range stay {
		left = append(left, results[k])
	}
	for i, r := range p.o.Regions {
		var args []*ir.Value
		for _, k := range stay {
			args = append(args, yields[i][k])
		}
		r.Terminator().SetArgs(append(args, p.arms[i]...))
	}
	p.o.SetResults(append(left, p.extra...))
}

// neutral is what o, applied to something and this, changes nothing of: -0 of sums of floats, since 0 would make a 0 of -0.
func neutral(o *ir.Op) (bits uint64, known bool) {
	t := o.Results[0].Type
	float := t.IsFloat()
	switch o.Kind {
	case ir.OpAdd:
		if float {
			return ir.FloatBits(t, math.Copysign(0, -1)), true
		}
		return 0, true
	case ir.OpSub, ir.OpOr, ir.OpXor:
		return 0, true
	case ir.OpMul:
		if float {
			return ir.FloatBits(t, 1), true
		}
		return 1, true
	}
	return 0, false
}

// sameNaNs reports that nothing was added to is a NaN that arithmetic makes another of: a signalling one.
func (s *straightening) sameNaNs(form *ir.Op) bool {
	return !slices.ContainsFunc(s.kept, func(v *ir.Value) bool { return v.Type.IsFloat() && !quiet(form, v, 8) })
}

// quiet reports a value of the loop that is the result of arithmetic, a constant, or the better of those.
func quiet(form *ir.Op, v *ir.Value, depth int) bool {
	if o := v.Def; o != nil {
		switch o.Kind {
		case ir.OpConst:
			return !math.IsNaN(ir.BitsFloat(v.Type, o.Bits))
		case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpFMA, ir.OpSqrt:
			return true
		case ir.OpSelect:
			return depth > 0 && quiet(form, o.Args[1], depth-1) && quiet(form, o.Args[2], depth-1)
		}
		return false
	}
	body := form.Regions[0]
	if v.Owner != body || v.Index == 0 || depth == 0 {
		return false
	}
	next := body.Terminator().Args[v.Index-1]
	return quiet(form, form.Args[1+v.Index], 0) && (next == v || next.Def != nil && quiet(form, next, depth-1))
}
