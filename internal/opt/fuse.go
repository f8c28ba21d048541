package opt

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Fuse joins multis, producer and consumer, or two that only go over the same space: what is computed element by element stays in registers, what is read by
// both is read once, and slices that nothing else reads are never made. There are four ways:
//
//   - merge: two over the same space are one, whatever their outputs (Delite's multiloop: Rompf et al., "Optimizing Data Structures in High-Level Programs",
//     POPL 2013); what the consumer reads of its own index is the producer's value;
//   - inline: what a producer collects is computed where it is read, at whatever index (Accelerate's delayed arrays: Keller et al., "Regular,
//     Shape-polymorphic, Parallel Arrays in Haskell", ICFP 2010), where that repeats no costly work;
//   - forward: so is what a producer stores to memory made for that, where loads are seen to read just that;
//   - through: what is done with each element that a producer keeps is done where it is kept.
//
// Each reduction keeps its own order of combination, so the results are the same to the bit; what may panic is joined only where the panic, and memory
// afterwards, are the same.
func Fuse(f *ir.Func) bool {
	changed := false
	for collectFills(f) || countKept(f) || fuseSome(f, allMultis(f.Body), nil) {
		changed = true
	}
	return changed
}

// An Assumption is what fusion may take for granted, since it is asked ahead of what is fused.
type Assumption struct {
	Needs analysis.Condition     // what has been, beside that slices that are parameters share no memory with each other
	Known func(v *ir.Value) bool // what it may be about
}

// FuseAssuming fuses multis that stand in a region of f.
func FuseAssuming(f *ir.Func, r *ir.Region, a *Assumption) bool {
	changed := false
	for fuseSome(f, Multis(r), a) {
		changed = true
	}
	return changed
}

// Multis lists those that stand in a region.
func Multis(r *ir.Region) (multis []*ir.Op) {
	for _, o := range r.Ops {
		if o.Kind == ir.OpMulti {
			multis = append(multis, o)
		}
	}
	return multis
}

// allMultis lists those that stand in a region, or in regions of its ops.
func allMultis(r *ir.Region) (multis []*ir.Op) {
	r.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpMulti {
			multis = append(multis, o)
		}
		return true
	})
	return multis
}

// fuseSome fuses what is found first.
func fuseSome(f *ir.Func, multis []*ir.Op, assumed *Assumption) bool {
	if len(multis) < 2 {
		return false
	}
	z := newFuser(f, assumed)
	for _, p := range multis { // what is never made is best
		if z.inline(p) || z.forward(p) {
			return true
		}
	}
	for _, way := range []func(p, c *ir.Op) bool{z.fuse, z.through, z.cut} {
		for _, p := range multis {
			ops := p.Parent.Ops
			for _, c := range ops[p.Parent.Index(p)+1:] {
				if c.Kind == ir.OpMulti && way(p, c) {
					return true
				}
			}
		}
	}
	return false
}

// fuser knows a function as it is before anything is fused.
type fuser struct {
	f       *ir.Func
	assumed *Assumption // nil: nothing
	mem     *analysis.Memory
	uses    *ir.Uses
	shared  map[*ir.Value]bool // fresh slices that others may come by
}

// fuse makes one of a producer and a consumer behind it in the same region, if that is legal and pays.
func (z *fuser) fuse(p, c *ir.Op) bool {
	m := &merge{fuser: z, p: p, c: c}
	if m.against() != "" {
		return false
	}
	m.do()
	return true
}

// against says why the two stay apart; empty: nothing is against it.
func (m *merge) against() string {
	p, c := m.p, m.c
	if len(p.Args) != len(c.Args) || p.Mode != c.Mode || !slices.EqualFunc(p.Args, c.Args, iterations{}.values) {
		return "they go over different ranges"
	}
	a, b := m.describe(p), m.describe(c)
	if why := loses(p, c, a, b); why != "" {
		return why
	}
	if why := besideKeep(a, b); why != "" {
		return why
	}
	if why := outOfOrder(a, b); why != "" {
		return why
	}
	if why := m.held(b); why != "" {
		return why
	}
	if !m.own(a, b) {
		return "an iteration of one may touch what another one of the other stores"
	}
	return ""
}

// described is what a multi does to memory, and what it costs.
type described struct {
	accesses []*ir.Op
	size     int
	checks   []*ir.Op
	shows    bool // stores to memory that is there after a panic
	calls    bool
	hangs    bool // it may never end
	loops    bool // there are loops in its body
	ends     bool // the end of its body is reached
	reduces  bool // it has a reduction as an output, as counting what is kept is
	collects bool // it collects
	keeps    bool // it keeps what a condition holds for
	ordered  bool // it has a reduction as an output whose order makes a difference
	stores   bool // there is a store in its body
	others   bool // it stores or collects
	fields   bool // it loads or stores parts of elements
	widest   int  // bytes of what it loads or stores

	canonical, inOrder bool // it holds reductions of this order, which makes a difference: of both, only one could have lanes
}

func (z *fuser) describe(o *ir.Op) (d described) {
	r := o.Regions[0]
	d.ends = ir.EndFallsThrough(r)
	for _, out := range o.Outputs() {
		d.reduces = d.reduces || out.Kind == ir.OpReduce || out.Kind == ir.OpKeep
		d.keeps = d.keeps || out.Kind == ir.OpKeep
		d.ordered = d.ordered || out.Kind == ir.OpReduce && !out.Exact()
		d.collects = d.collects || out.Kind == ir.OpCollect
		d.others = d.others || out.Kind == ir.OpCollect
		d.fields = d.fields || len(out.Args) != 1 && out.Kind == ir.OpCollect
		if out.Kind == ir.OpCollect {
			for _, v := range out.Args {
				d.widest = max(d.widest, v.Type.Size())
			}
		}
	}
	r.Walk(func(in *ir.Op) bool {
		d.size++
		d.loops = d.loops || in.Kind.Has(ir.Loop)
		switch {
		case in.Kind == ir.OpLoad || in.Kind == ir.OpStore:
			d.accesses = append(d.accesses, in)
			d.widest = max(d.widest, ir.PathType(in.Args[0].Type.Elem, in.Ints).Size())
			d.fields = d.fields || len(in.Ints) > 0
			if in.Kind == ir.OpStore {
				own := analysis.Allocation(in.Args[0])
				d.others, d.stores = true, true
				d.shows = d.shows || own == nil || z.shared[own]
			}
		case in.Kind.Has(ir.Check):
			d.checks = append(d.checks, in)
		case in.Kind == ir.OpLoop:
			d.hangs = true
		case in.Kind == ir.OpReduce && in.Parent == r:
		case in.Canonical():
			d.canonical = true
		case in.Indexed():
			d.inOrder = true
		case in.Kind.Has(ir.Writes) || in.Kind.Has(ir.Reads):
			d.calls = true
		}
		return true
	})
	return d
}

const (
	// maxFused bounds the body of a fused loop: registers are few.
	maxFused = 600
	// maxBlock bounds it where there is a reduction beside other things: that has as many vectors at a time as it has partial results, and so has all the rest.
	maxBlock = 32
)

// loses says why two are better apart; empty: they have memory in common, or one the other's values, so that this stays in cache or in registers. Reductions always
// share the loop.
func loses(p, c *ir.Op, a, b described) string {
	size := a.size + b.size
	switch {
	case size > maxFused:
		return fmt.Sprintf("together they are too large: %d operations", size)
	case a.canonical && b.inOrder || a.inOrder && b.canonical:
		return "reductions inside them go in different orders"
	case (a.collects || b.collects || a.reduces != b.reduces) && (a.loops || b.loops) && !sameBlocks(p, c):
		return "there is a loop inside" // which may have the lanes, or take so long that a block is too much for one core
	}
	if a.reduces || b.reduces {
		if a.others || b.others {
			// Blocks go over one dimension. Vectors of a reduction that come to a check that fails go back to what nobody has seen: there is nothing stored.
			switch {
			case size > maxBlock:
				return fmt.Sprintf("what is beside a reduction has as many vectors: %d operations are too many", size)
			case a.fields || b.fields:
				return "fields are stored beside a reduction"
			case len(p.Args) > 1:
				return "a reduction has one dimension"
			case len(a.checks)+len(b.checks) > 0:
				return "something beside a reduction may fail"
			}
		}
		if !samePartials(p, c) {
			return "the reductions have different numbers of partial results"
		}
		if !a.others && !b.others && !(a.keeps || b.keeps) {
			return ""
		}
	}
	common := false
	for _, x := range a.accesses {
		for _, y := range b.accesses {
			if x.Args[0].Root() != y.Args[0].Root() {
				continue
			}
			if x.Kind == ir.OpStore || y.Kind == ir.OpStore {
				return ""
			}
			common = true
		}
	}
	switch wide, narrow := max(a.widest, b.widest), min(a.widest, b.widest); {
	case slices.ContainsFunc(b.accesses, func(y *ir.Op) bool { return y.Args[0].Def == p }):
		return ""
	case !common:
		return "they have nothing in common"
	case !a.reduces && !b.reduces && wide >= 8*narrow: // in cache 0.85 of the two one after the other, measured; where one is four times as wide 1.0 to 1.2
		return "they only read the same, and the elements of one are so wide that lanes would be few for the other"
	}
	return ""
}

// samePartials reports that all reductions go in the same order, with the same number of partial results, as those of one loop have to. What is kept is counted
// with whatever number the others have.
func samePartials(p, c *ir.Op) bool {
	width, mode := 0, ir.Sequential
	for _, out := range slices.Concat(p.Outputs(), c.Outputs()) {
		if out.Kind != ir.OpReduce {
			continue
		}
		w := ir.PartialsOf(ir.Types(out.IDs()))
		if width != 0 && (w != width || out.Mode != mode) {
			return false
		}
		width, mode = w, out.Mode
	}
	return true
}

// outOfOrder says why a panic would not leave what it does now; empty: where an iteration of the first fails, nothing of the second has been done that anyone could see; where one of the second fails, all of the
// first has; and no panic overtakes another. So only one may hold checks, and the other stores to nothing that can be seen after a panic; or the second's
// checks all stand in the first, too, where they fail before anything of the second is done.
func outOfOrder(a, b described) string {
	switch {
	case a.calls || b.calls || !a.ends:
		return "they do more than load and store"
	case len(a.checks) == 0 && (len(b.checks) == 0 || !a.shows):
		return ""
	case len(a.checks) == 0:
		return "the second may fail when the first has stored"
	case b.shows:
		return "the first may fail when the second has stored"
	case !covered(a, b):
		return "the second may fail before the first does"
	}
	return ""
}

// covered reports that every check of b is in a, too, on the same operands, the indices being each one's own. In a it has to stand in the body itself: each
// iteration comes to it. One in putting values together has none in a that fails before it.
func covered(a, b described) bool {
	body := func(x *ir.Op) *ir.Region {
		r := x.Parent
		for r.Parent.Kind != ir.OpMulti {
			if r.Parent.Kind.Has(ir.Output) {
				return nil
			}
			r = r.Parent.Parent
		}
		return r
	}
	for _, x := range b.checks {
		from := body(x)
		if from == nil || !slices.ContainsFunc(a.checks, func(y *ir.Op) bool {
			to := y.Parent
			return to.Parent.Kind == ir.OpMulti && y.Kind == x.Kind && y.Sym() == x.Sym() && slices.Equal(y.Ints, x.Ints) &&
				slices.EqualFunc(y.Args, x.Args, func(v, w *ir.Value) bool {
					return v == w || v.Owner == to && w.Owner == from && v.Index == w.Index
				})
		}) {
			return false
		}
	}
	return true
}
