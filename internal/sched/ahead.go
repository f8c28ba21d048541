package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Prefetchers begin anew with each page, and what a core has under way at a time reaches past its end only where a loop has little to do. A loop that computes much asks for what
// lies ahead itself (Mowry, Lam & Gupta, "Design and Evaluation of a Compiler Algorithm for Prefetching", ASPLOS 1992): only for what no other load has been to before, and, since
// that costs an instruction for each line, only where it is few of them.

// askAhead marks such loads in the loops in lanes of a kernel.
func (s *scheduler) askAhead(k *ir.Func) {
	m := s.machine
	if m.RegisterBytes == 0 || m.AheadOps == 0 {
		return
	}
	for _, f := range loopsInLanes(k) {
		fresh := freshLoads(f)
		ops, widest := vectorOps(f)
		bytes := 0 // of each place of a lane
		for _, a := range fresh {
			bytes += a.Elem().Size()
		}
		if lanes := m.RegisterBytes / max(widest, 1); ops*m.LineBytes < m.AheadOps*bytes*lanes {
			continue
		}
		for _, a := range fresh {
			a.Op.Mode = ir.Ahead
			a.Op.Changed()
		}
	}
}

// vectorOps counts what a straight loop in lanes loads and computes for each vector, and gives the size of its widest values.
func vectorOps(f *ir.Op) (ops, widest int) {
	data := dataOps(f.Regions[0])
	for _, o := range f.Regions[0].Ops {
		if o.Kind != ir.OpLoad && (!data[o] || !o.Kind.Has(ir.Lanewise)) {
			continue
		}
		ops++
		for _, v := range o.Results {
			if v.Type.IsScalar() && v.Type != ir.TBool {
				widest = max(widest, v.Type.Size())
			}
		}
	}
	return ops, widest
}

// freshLoads lists the loads of a loop in lanes that come first to what they read: of neighbours, one for those that are near each other, and none that reads what another has
// read when a loop around was one iteration before. Temporaries are in the caches.
func freshLoads(f *ir.Op) (fresh []analysis.Access) {
	body := f.Regions[0]
	if body.Contains(isLoop) {
		return nil
	}
	sp := analysis.NewSpace()
	var rows []analysis.Access // of neighbours, the one that is furthest on
	for _, o := range body.Ops {
		if o.Kind != ir.OpLoad {
			continue
		}
		a := sp.Access(o)
		step, ok := a.At.Coef(body.Params[0])
		unit, known := step.Const()
		if made := a.Root.Def; ok && known && unit == 1 && len(o.Ints) == 0 && !f.Defines(o.Args[0]) && (made == nil || made.Kind != ir.OpScratch && made.Kind != ir.OpAlloca) {
			rows = furthest(rows, a)
		}
	}
	for _, a := range rows {
		steps := stepsAround(sp, a)
		if len(steps) == 0 || !slices.ContainsFunc(rows, func(b analysis.Access) bool { return b.Root == a.Root && readBefore(sp, a, b, steps) }) {
			fresh = append(fresh, a)
		}
	}
	return fresh
}

// furthest adds an access to those of which none is some elements further on than another.
func furthest(rows []analysis.Access, a analysis.Access) []analysis.Access {
	k := slices.IndexFunc(rows, func(b analysis.Access) bool { return b.Root == a.Root && b.At.Near(a.At) })
	if k < 0 {
		return append(rows, a)
	}
	_, x := rows[k].At.Apart()
	if _, y := a.At.Apart(); x < y {
		rows[k] = a
	}
	return rows
}

// stepsAround lists how far a moves from one iteration to the next of the loops around whose indices it goes by, where that is no constant.
func stepsAround(sp *analysis.Space, a analysis.Access) (steps []analysis.Poly) {
	for _, v := range a.At.Atoms() {
		in := v.Owner // of the loop whose index it is, or that makes it of one
		if v.Def != nil {
			in = v.Def.Parent
		}
		step, ok := a.At.Coef(v)
		if !ok || in.Parent == nil || !in.Parent.Kind.Has(ir.Loop) {
			continue
		}
		if in.Parent.Kind == ir.OpFor {
			if step, ok = sp.Mul(step, analysis.Const(in.Parent.Ints[0])); !ok {
				continue
			}
		}
		if _, known := step.Const(); !known {
			steps = append(steps, step)
		}
	}
	return steps
}

// readBefore reports that one iteration of a loop around before b was about where a is now.
func readBefore(sp *analysis.Space, a, b analysis.Access, steps []analysis.Poly) bool {
	ahead := sp.Sub(b.At, a.At)
	return slices.ContainsFunc(steps, func(step analysis.Poly) bool { return step.Near(ahead) })
}
