package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// FuseReduces makes reductions over the same range one loop (Delite's multiloop: Rompf et al., "Optimizing Data Structures in High-Level
// Programs", POPL 2013). Each keeps its own order of combination, so the results are the same to the bit.
func FuseReduces(f *ir.Func) bool {
	changed, m := false, analysis.MemoryOf(f)
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for i := 0; i < len(r.Ops); i++ {
			o := r.Ops[i]
			for _, in := range o.Regions {
				walk(in)
			}
			for reduces(o) && fuseWithNext(m, r, o) {
				changed = true
				i = r.Index(o)
			}
		}
	}
	walk(f.Body)
	return changed
}

// reduces reports a multi whose outputs are reductions.
func reduces(o *ir.Op) bool {
	return o.Kind == ir.OpMulti && len(o.Results) > 0 && !slices.ContainsFunc(o.Outputs(), func(out *ir.Op) bool { return out.Kind != ir.OpReduce }) && !analysis.OutcomeOf(o).Has(analysis.Stores)
}

// fuseWithNext looks for a later reduction in the region that can join o, and joins it.
func fuseWithNext(m *analysis.Memory, r *ir.Region, o *ir.Op) bool {
	at := r.Index(o)
	tainted := map[*ir.Value]bool{} // depends on o
	for _, v := range o.Results {
		tainted[v] = true
	}
	writes, stopped := analysis.Classes(0), false
	var movable []*ir.Op // pure ops between, that don't depend on o
	for _, p := range r.Ops[at+1:] {
		if reduces(p) && !stopped && joins(o, p, tainted) && m.Reads(p.Regions[0])&writes == 0 {
			moveBefore(r, o, p, movable)
			join(o, p)
			return true
		}
		depends := false
		for _, v := range allOperands(p) {
			depends = depends || tainted[v]
		}
		pure := p.Kind.Has(ir.Pure) && len(p.Regions) == 0
		if pure && !depends {
			movable = append(movable, p)
			continue
		}
		for _, v := range p.Results {
			tainted[v] = true
		}
		writes |= m.Writes(p)
		stopped = stopped || !analysis.Returns(p)
	}
	return false
}

func allOperands(o *ir.Op) []*ir.Value {
	out := append([]*ir.Value(nil), o.Args...)
	for _, r := range o.Regions {
		out = append(out, ir.FreeValues(r)...)
	}
	return out
}

// joins: the same range, the same number of partial results, no dependence, no products fused with the sums yet, and no panic of p that could overtake
// one of o.
func joins(o, p *ir.Op, tainted map[*ir.Value]bool) bool {
	step := func(out *ir.Op) bool { return out.Step() != out.Combine() }
	of, pf := o.Outputs(), p.Outputs()
	if !slices.Equal(o.Args, p.Args) || of[0].Mode != pf[0].Mode || widestResult(o) != widestResult(p) || slices.ContainsFunc(of, step) || slices.ContainsFunc(pf, step) {
		return false
	}
	for _, v := range allOperands(p) {
		if tainted[v] {
			return false
		}
	}
	return checksCovered(o, p)
}

func widestResult(o *ir.Op) int {
	w := 0
	for _, v := range o.Results {
		w = max(w, v.Type.Size())
	}
	return w
}

// checksCovered reports whether every check of p stands in o too, on the same operands (the index being each one's own). One in putting values of p
// together has none in o that fails before it.
func checksCovered(o, p *ir.Op) bool {
	for _, out := range p.Outputs() {
		if out.Combine().Contains(isCheck) {
			return false
		}
	}
	same := func(a, b *ir.Value) bool {
		for i, v := range p.Regions[0].Params {
			if b == v {
				return a == o.Regions[0].Params[i]
			}
		}
		return a == b
	}
	ok := true
	p.Regions[0].Walk(func(x *ir.Op) bool {
		if !x.Kind.Has(ir.Check) {
			return ok
		}
		found := false
		for _, y := range o.Regions[0].Ops {
			if y.Kind == x.Kind && len(y.Args) == len(x.Args) {
				match := true
				for i := range y.Args {
					match = match && same(y.Args[i], x.Args[i])
				}
				found = found || match
			}
		}
		ok = ok && found
		return ok
	})
	return ok
}

// moveBefore puts what p needs of the pure ops, and p itself, right before and behind o.
func moveBefore(r *ir.Region, o, p *ir.Op, movable []*ir.Op) {
	need := map[*ir.Op]bool{}
	var mark func(x *ir.Op)
	mark = func(x *ir.Op) {
		for _, v := range allOperands(x) {
			if v.Def != nil && !need[v.Def] {
				need[v.Def] = true
				mark(v.Def)
			}
		}
	}
	mark(p)
	var lifted []*ir.Op
	moved := map[*ir.Op]bool{p: true}
	for _, m := range movable {
		if need[m] {
			lifted = append(lifted, m)
			moved[m] = true
		}
	}
	var ops []*ir.Op
	for _, x := range r.Ops {
		switch {
		case moved[x]:
		case x == o:
			ops = append(append(ops, lifted...), o, p)
		default:
			ops = append(ops, x)
		}
	}
	r.SetOps(ops)
}

// join makes p, which stands right behind o, part of o.
func join(o, p *ir.Op) {
	to, from := o.Regions[0], p.Regions[0]
	var rep ir.Replacer
	for i, v := range from.Params {
		rep.Replace(v, to.Params[i])
	}
	outs := p.Outputs()
	n := from.Index(outs[0])
	tail := from.Take(n)
	to.Insert(to.Index(o.Outputs()[0]), from.Ops...)
	to.Insert(len(to.Ops)-1, tail[:len(tail)-1]...)
	o.AddResults(p.Results...)
	rep.Apply(to)
	p.Remove()
}
