package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// FuseParFors makes one parallel loop of two over the same range, the second following the first with nothing but pure ops and fresh
// memory between them, if they touch common memory (so that it stays in cache, or in registers once CSE has forwarded what the first
// stores to what the second loads). Where one writes what the other touches, both must touch only the element of their own index.
// If one holds checks the other must store to nothing that can be seen after a panic: where the second fails, all of the first has been done, and where
// the first fails, nothing of the second. Only one may hold checks, so that no panic overtakes another. (Delite's multiloop: Rompf et al., POPL 2013.)
func FuseParFors(f *ir.Func) bool {
	p := parforFuser{}
	p.region(f, f.Body)
	return p.changed
}

type parforFuser struct {
	mem     *analysis.Memory
	shared  map[*ir.Value]bool // fresh slices that others may come by
	changed bool
}

// maxFused bounds the body of a fused loop: registers are few.
const maxFused = 600

func (p *parforFuser) region(f *ir.Func, r *ir.Region) {
	for i := 0; i < len(r.Ops); i++ {
		o := r.Ops[i]
		for _, in := range o.Regions {
			p.region(f, in)
		}
		for o.IsParFor() {
			next := follower(r, i)
			if next < 0 {
				break
			}
			if p.mem == nil {
				p.mem, p.shared = analysis.MemoryOf(f), analysis.Shared(f, false)
			}
			if !p.compatible(o, r.Ops[next]) {
				break
			}
			i = fuseParFor(r, i, next)
			p.changed = true
		}
	}
}

// follower finds the parfor over the same range that comes next in r, with only ops between that may as well come before: -1 if none.
func follower(r *ir.Region, i int) int {
	o := r.Ops[i]
	for k := i + 1; k < len(r.Ops); k++ {
		p := r.Ops[k]
		if p.Kind == ir.OpMulti {
			if !p.IsParFor() || len(p.Args) != len(o.Args) || p.Mode != o.Mode {
				return -1
			}
			for d := range p.Args {
				if !sameValue(p.Args[d], o.Args[d]) {
					return -1
				}
			}
			return k
		}
		if !(p.Kind.Has(ir.Pure) || p.Kind == ir.OpMake) || len(p.Regions) > 0 {
			return -1
		}
	}
	return -1
}

// fuseParFor appends the body of r's op b to that of op a, and returns the new place of a.
func fuseParFor(r *ir.Region, a, b int) int {
	first, second := r.Ops[a], r.Ops[b]
	to, from := first.Regions[0], second.Regions[0]
	substitute(from, from.Params, to.Params)
	to.Insert(len(to.Ops)-1, from.Ops[:len(from.Ops)-1]...)
	r.Splice(a, b+1, append(slices.Clone(r.Ops[a+1:b]), first)...)
	return b - 1
}

// body is what a parfor's region does to memory.
type body struct {
	accesses []*ir.Op
	size     int
	checks   bool
	shows    bool // stores to memory that is there after a panic
	calls    bool
	ends     bool // its end is reached

	canonical, inOrder bool // it holds reductions of this order, which makes a difference: of both, only one could have lanes
}

func (p *parforFuser) describe(o *ir.Op) body {
	r := o.Regions[0]
	b := body{ends: ir.EndFallsThrough(r)}
	r.Walk(func(in *ir.Op) bool {
		b.size++
		switch {
		case in.Kind == ir.OpLoad || in.Kind == ir.OpStore:
			b.accesses = append(b.accesses, in)
			if root := in.Args[0].Root(); in.Kind == ir.OpStore && (analysis.Allocation(root) == nil || p.shared[root]) {
				b.shows = true
			}
		case in.Kind.Has(ir.Check):
			b.checks = true
		case in.Canonical():
			b.canonical = true
		case in.Indexed():
			b.inOrder = true
		case in.Kind.Has(ir.Writes) || in.Kind.Has(ir.Reads):
			b.calls = true
		}
		return true
	})
	return b
}

func (p *parforFuser) compatible(o, q *ir.Op) bool {
	a, b := p.describe(o), p.describe(q)
	if a.calls || b.calls || !a.ends || a.size+b.size > maxFused {
		return false
	}
	if a.checks && (b.checks || b.shows) || b.checks && a.shows {
		return false
	}
	if a.canonical && b.inOrder || a.inOrder && b.canonical {
		return false
	}
	share := false
	for _, x := range a.accesses {
		for _, y := range b.accesses {
			share = share || x.Args[0].Root() == y.Args[0].Root()
			if x.Kind == ir.OpLoad && y.Kind == ir.OpLoad || !p.mem.MayOverlap(x, y) {
				continue
			}
			if x.Args[0] != y.Args[0] || !ownIndex(o, x.Args[1]) || !ownIndex(q, y.Args[1]) {
				return false
			}
		}
	}
	return share
}

// ownIndex reports whether i is an index that only one iteration of o has: its index, or in two dimensions the row-major number.
func ownIndex(o *ir.Op, i *ir.Value) bool {
	ps := o.Regions[0].Params
	if len(ps) == 1 {
		return i == ps[0]
	}
	d := i.Def
	if len(ps) != 2 || d == nil || d.Kind != ir.OpAdd {
		return false
	}
	for k := range 2 {
		m := d.Args[k].Def
		if d.Args[1-k] != ps[1] || m == nil || m.Kind != ir.OpMul {
			continue
		}
		if m.Args[0] == ps[0] && sameValue(m.Args[1], o.Args[1]) || m.Args[1] == ps[0] && sameValue(m.Args[0], o.Args[1]) {
			return true
		}
	}
	return false
}
