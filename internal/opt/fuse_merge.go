package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// merge makes one multi of two over the same space.
type merge struct {
	*fuser
	p, c   *ir.Op
	kept   *ir.Op          // what the consumer goes over, where that is what the producer keeps, not the same space: see through
	before map[*ir.Op]bool // of what stands between them: what the consumer needs
	taken  []*ir.Op        // the consumer's loads of what the producer collects, or keeps, of its own index
}

// held says why what stands between the two can't stand before both, if the consumer needs it, or else behind them; empty: it can. b describes the consumer.
func (m *merge) held(b described) string {
	r := m.p.Parent
	const (
		between = "something between them has to stay there"
		behind  = "the second needs all of what the first gives"
	)
	ops := r.Ops[r.Index(m.p)+1 : r.Index(m.c)]
	m.before = map[*ir.Op]bool{}
	need := func(vs []*ir.Value) {
		for _, v := range vs {
			if v.Def != nil && v.Def != m.p && slices.Contains(ops, v.Def) {
				m.before[v.Def] = true
			}
		}
	}
	if m.kept == nil {
		need(m.c.Args)
	}
	need(ir.FreeValues(m.c.Regions[0]))
	for _, o := range slices.Backward(ops) {
		if m.before[o] {
			if o.Kind != ir.OpMake && (!o.Kind.Has(ir.Pure) || len(o.Regions) > 0) {
				return between
			}
			need(o.Operands())
		}
	}
	var reads, writes analysis.Classes
	for _, x := range b.accesses {
		if x.Kind == ir.OpStore {
			writes |= m.mem.Writes(x)
		} else {
			reads |= 1 << m.mem.Class(x)
		}
	}
	noticed := b.shows || b.calls || b.hangs || len(b.checks) > 0
	after := map[*ir.Value]bool{}
	for _, v := range m.p.Results {
		after[v] = true
	}
	for _, o := range ops {
		if slices.ContainsFunc(o.Operands(), func(v *ir.Value) bool { return after[v] }) {
			for _, v := range o.Results {
				after[v] = true
			}
			if m.before[o] {
				return behind
			}
		}
		if m.before[o] {
			continue
		}
		// The consumer overtakes o.
		if !o.Kind.Has(ir.Pure) && !m.passes(o, noticed) || m.mem.Writes(o)&(reads|writes) != 0 || m.readBy(o)&writes != 0 {
			return between
		}
		if (len(b.checks) > 0 || b.hangs) && analysis.Noticeable(o) { // where it fails, o has been done
			return between
		}
	}
	if m.kept == nil && slices.ContainsFunc(m.c.Args, func(v *ir.Value) bool { return after[v] }) || !m.takes(after) {
		return behind
	}
	return ""
}

// passes reports that the consumer may be done before o. If nobody notices that it is, it may be for nothing, as what is in o panics or never ends; but o itself may
// be the check without which the consumer must not load.
func (m *merge) passes(o *ir.Op, noticed bool) bool {
	if o.Kind.Has(ir.Check) || noticed {
		return analysis.Returns(o)
	}
	return analysis.OutcomeOf(o)&(analysis.Leaves|analysis.Exhausts) == 0
}

// takes lists the consumer's loads of what the producer collects. Of what there is only after the producer, it may take nothing else.
func (m *merge) takes(after map[*ir.Value]bool) bool {
	ok := true
	m.c.Regions[0].Walk(func(x *ir.Op) bool {
		for k, v := range x.Args {
			if !after[v] {
				continue
			}
			if !(x.Kind == ir.OpLoad && k == 0 && v.Def == m.p && m.ownElement(x) && m.gives(v)) {
				ok = false
			}
		}
		if ok && x.Kind == ir.OpLoad && x.Args[0].Def == m.p {
			m.taken = append(m.taken, x)
		}
		return ok
	})
	return ok
}

// gives reports a slice of whose elements the producer has one at hand where the consumer takes one.
func (m *merge) gives(v *ir.Value) bool {
	if m.kept != nil {
		return v.GivenBy() == m.kept
	}
	return v.GivenBy().Kind == ir.OpCollect
}

// readBy is what an op reads.
func (m *merge) readBy(o *ir.Op) (mask analysis.Classes) {
	if o.Kind == ir.OpLoad {
		return 1 << m.mem.Class(o)
	}
	for _, r := range o.Regions {
		mask |= m.mem.Reads(r)
	}
	if o.Kind.Has(ir.Reads) {
		mask = ^analysis.Classes(0)
	}
	return mask
}

// ownElement reports a load of the element of the consumer's own index.
func (m *merge) ownElement(load *ir.Op) bool {
	params := m.c.Regions[0].Params
	return len(params) == 1 && load.Args[1] == params[0] && leafIndex(load.Args[0].Type.Elem, load) >= 0
}

// own: where one writes what the other touches, both touch only the element of their own index, or the iterations of both in one are seen to be free of each other.
func (m *merge) own(a, b described) bool { return m.ownElements(a, b) || m.free() }

// free reports that the iterations of the two as one multi don't touch what others store to.
func (m *merge) free() bool {
	one, other := ir.NewCloner().Op(m.p), ir.NewCloner().Op(m.c)
	to, from := one.Regions[0], other.Regions[0]
	for i, v := range from.Params {
		ir.ReplaceUses(from, v, to.Params[i])
	}
	from.Truncate(len(from.Ops) - 1 - len(other.Outputs()))
	to.Insert(len(to.Ops)-1-len(one.Outputs()), from.Take(0)...)
	m.p.InsertBefore(one)
	order := analysis.In(analysis.NewSpace()).Reorder(one)
	one.Remove()
	switch {
	case !order.Free:
		return false
	case order.If.Empty():
		return true
	case m.assumed == nil || slices.ContainsFunc(order.If.Holds, degenerate) || order.If.Mentions(func(v *ir.Value) bool { return !m.assumed.Known(v) }):
		return false
	}
	m.assumed.Needs.Add(&order.If)
	return true
}

// degenerate reports that of some numbers, one of which must not be negative, each is the less the larger what it is about: loops would have to be short.
func degenerate(or []analysis.Poly) bool {
	return !slices.ContainsFunc(or, func(p analysis.Poly) bool {
		varying, _ := p.Apart()
		return !varying.Negative()
	})
}

// ownElements reports it of accesses to elements of their own index.
func (m *merge) ownElements(a, b described) bool {
	for _, x := range a.accesses {
		for _, y := range b.accesses {
			if x.Kind == ir.OpLoad && y.Kind == ir.OpLoad || y.Args[0].Def == m.p || !m.mem.MayOverlap(x, y) {
				continue
			}
			if x.Args[0] != y.Args[0] || !ownIndex(m.p, x.Args[1]) || !ownIndex(m.c, y.Args[1]) {
				return false
			}
		}
	}
	return true
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

// do appends the consumer's body to the producer's, its outputs behind the producer's, and puts the whole behind what it needs.
func (m *merge) do() {
	to, from := m.p.Regions[0], m.c.Regions[0]
	var rep ir.Replacer
	for i, v := range from.Params {
		rep.Replace(v, to.Params[i])
	}
	for _, l := range m.taken {
		rep.Replace(l.Results[0], l.Args[0].GivenBy().Args[leafIndex(l.Args[0].Type.Elem, l)])
		l.Remove()
	}
	outs := from.Take(len(from.Ops) - 1 - len(m.c.Outputs()))
	to.Insert(len(to.Ops)-1-len(m.p.Outputs()), from.Ops...)
	to.Insert(len(to.Ops)-1, outs[:len(outs)-1]...)

	r := m.p.Parent
	i, j := r.Index(m.p), r.Index(m.c)
	var before, behind []*ir.Op
	for _, o := range r.Ops[i+1 : j] {
		if m.before[o] {
			before = append(before, o)
		} else {
			behind = append(behind, o)
		}
	}
	r.Splice(i, j+1, slices.Concat(before, []*ir.Op{m.p}, behind)...)
	m.p.AddResults(m.c.Results...)
	rep.Apply(to)
}
