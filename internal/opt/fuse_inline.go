package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// cheapBody is the number of operations up to which a body may be computed again for every read.
const cheapBody = 4

// inline computes what p collects where it is read, if all who take it are behind p and only read elements, or the length: multis, or, of what costs next to nothing,
// any ops.
func (z *fuser) inline(p *ir.Op) bool {
	readers, why := z.inlinable(p)
	if why != "" {
		return false
	}
	var rep ir.Replacer
	for _, rd := range readers {
		for _, l := range rd.lens {
			rep.Replace(l.Results[0], p.Args[0])
			l.Remove()
		}
		for _, l := range rd.loads {
			inlineElement(rd.out, l, &rep)
		}
	}
	rep.Apply(z.f.Body)
	p.Remove()
	return true
}

const (
	whyFillsMore = "the first does more than fill memory that is made for it"
	whyUsedMore  = "what the first stores is used by more than parallel loops behind it"
	whyTooMuch   = "computing what the second reads of the first at each of these places is too much"
	whyChanged   = "what the first reads may have changed where the second reads what it stores"
)

// inlinable lists what reads each output of p; else it says what is in the way of computing it there.
func (z *fuser) inlinable(p *ir.Op) (readers []*reads, why string) {
	outs := p.Outputs()
	if len(outs) == 0 || slices.ContainsFunc(outs, func(out *ir.Op) bool { return out.Kind != ir.OpCollect }) || analysis.OutcomeOf(p).Has(analysis.Stores) {
		return nil, whyFillsMore
	}
	if len(outs) > 1 && p.Regions[0].Contains(isCheck) {
		return nil, "the first may fail"
	}
	total := 0
	for _, out := range outs {
		rd := z.readsOf(out)
		if rd == nil || len(rd.loads) == 0 {
			return nil, whyUsedMore
		}
		if why := z.mayInline(out, rd.loads); why != "" {
			return nil, why
		}
		readers = append(readers, rd)
		total = max(total, len(rd.loads))
	}
	if total > 1 && len(outs) > 1 && countLoads(p) > len(outs) { // what is read several times is not to take more loads than before
		return nil, whyTooMuch
	}
	return readers, ""
}

func countLoads(p *ir.Op) (n int) {
	p.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoad {
			n++
		}
		return true
	})
	return n
}

// reads are the uses of what an output collects.
type reads struct {
	out         *ir.Op
	loads, lens []*ir.Op
}

// readsOf finds them; nil: there are others than loads of elements and the length.
func (z *fuser) readsOf(out *ir.Op) *reads {
	t := out.GivenResults()[0]
	rd := &reads{out: out}
	for _, u := range z.uses.Of(t) {
		switch {
		case u.Kind == ir.OpLoad && u.Args[0] == t && leafIndex(t.Type.Elem, u) >= 0:
			rd.loads = append(rd.loads, u)
		case u.Kind == ir.OpLen:
			rd.lens = append(rd.lens, u)
		default:
			return nil
		}
	}
	return rd
}

// mayInline says what is in the way; empty: no work is repeated that costs, no memory that the body reads is written in between, no panic comes out of order.
func (z *fuser) mayInline(out *ir.Op, loads []*ir.Op) string {
	p := out.Multi()
	size, checks := 0, false
	count := func(o *ir.Op) bool {
		if o.Kind != ir.OpConst && o.Kind != ir.OpYield && !o.Kind.Has(ir.Output) {
			size++
		}
		checks = checks || o.Kind.Has(ir.Check)
		if o.Kind.Has(ir.Loop) {
			size += cheapBody
		}
		return true
	}
	for _, o := range producing(out) {
		count(o)
		for _, r := range o.Regions {
			r.Walk(count)
		}
	}
	if size > cheapBody && (len(loads) > 1 || slices.ContainsFunc(loads, decidesKept)) {
		return whyTooMuch
	}
	for _, l := range loads {
		reader := readerOf(p, l)
		switch {
		case reader == nil || size > cheapBody && reader.Kind != ir.OpMulti:
			return whyUsedMore
		case size > cheapBody && inLoopOf(reader, l):
			return whyTooMuch
		case checks && (!sameElements(p, reader, l) || noticedBetween(p, reader)):
			return "the first may fail"
		case z.writesBetween(p, reader):
			return whyChanged
		}
	}
	return ""
}

// decidesKept reports a load that the condition of a keep takes: it is done twice.
func decidesKept(load *ir.Op) bool {
	for r := load.Parent; r != nil && r.Parent != nil; r = r.Parent.Parent {
		if r.Parent.Kind != ir.OpMulti {
			continue
		}
		for _, out := range r.Parent.Outputs() {
			if out.Kind == ir.OpKeep && dependsOn(out.Args[0], load, map[*ir.Value]bool{}) {
				return true
			}
		}
	}
	return false
}

// dependsOn reports a value that is computed by an op, among others, or under a condition that is.
func dependsOn(v *ir.Value, o *ir.Op, seen map[*ir.Value]bool) bool {
	if v.Def == nil || seen[v] {
		return false
	}
	seen[v] = true
	return v.Def == o || o.Within(v.Def) || slices.ContainsFunc(v.Def.Operands(), func(a *ir.Value) bool { return dependsOn(a, o, seen) })
}

// producing are the ops of a multi that an output's values take: all, if it is the only one, else without checks.
func producing(out *ir.Op) (ops []*ir.Op) {
	all := out.Parent.Ops[:out.Parent.Index(out.Multi().Outputs()[0])]
	if len(out.Multi().Results) == 1 {
		return all
	}
	needed := map[*ir.Value]bool{}
	need := func(o *ir.Op) {
		for _, v := range o.Operands() {
			needed[v] = true
		}
	}
	need(out)
	for _, o := range slices.Backward(all) {
		if slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return needed[v] }) {
			need(o)
			ops = append(ops, o)
		}
	}
	slices.Reverse(ops)
	return ops
}

// readerOf is what stands in the same region as the producer, after it, and is the load or around it.
func readerOf(p, load *ir.Op) *ir.Op {
	o := load
	for o.Parent != p.Parent {
		if o.Parent == nil || o.Parent.Parent == nil {
			return nil
		}
		o = o.Parent.Parent
	}
	return o
}

// inLoopOf reports whether the load is repeated within one iteration of the reader.
func inLoopOf(reader, load *ir.Op) bool {
	for o := load.Parent.Parent; o != reader; o = o.Parent.Parent {
		if o.Kind.Has(ir.Loop) {
			return true
		}
	}
	return false
}

// sameElements reports a reader that computes each element of what p collects exactly once, in order, before anything else can fail: then a check in p's body
// fails in the reader just as it would have before it.
func sameElements(p, reader, load *ir.Op) bool {
	if reader.Kind != ir.OpMulti {
		return false
	}
	r := reader.Regions[0]
	if len(r.Params) != 1 || load.Args[1] != r.Params[0] || reader.Args[0] != p.Args[0] || load.Parent != r {
		return false
	}
	return !analysis.Noticeable(reader)
}

// noticedBetween reports an op between the producer and its reader that a check which fails in the producer must come before.
func noticedBetween(p, reader *ir.Op) bool {
	r := p.Parent
	return slices.ContainsFunc(r.Ops[r.Index(p)+1:r.Index(reader)], analysis.Noticeable)
}

// writesBetween reports whether memory that the producer's body reads may change after it and before the reader is done.
func (z *fuser) writesBetween(p, reader *ir.Op) bool {
	r, reads := p.Parent, z.mem.Reads(p.Regions[0])
	for i := r.Index(p) + 1; i < len(r.Ops); i++ {
		o := r.Ops[i]
		if z.mem.Writes(o)&reads != 0 {
			return true
		}
		if o == reader {
			return false
		}
	}
	return true
}

// inlineElement puts what it takes to compute an output's values, at the load's index, in the place of the load.
func inlineElement(out, load *ir.Op, rep *ir.Replacer) {
	body := out.Parent
	leaf := leafIndex(load.Args[0].Type.Elem, load)
	tmp := ir.NewRegion(load.Parent.Parent)
	c := ir.NewCloner()
	c.Map(body.Params[0], load.Args[1])
	c.Into(tmp, producing(out))
	rep.Replace(load.Results[0], c.Value(out.Args[leaf]))
	load.ReplaceBy(tmp.Ops...)
}

// leafIndex is which of the element's leaves a load reads; -1 where an index into an array is not known.
func leafIndex(elem *ir.Type, load *ir.Op) int {
	want, extra := make([]int, len(load.Ints)), load.Args[2:]
	for i, p := range load.Ints {
		want[i] = int(p)
		if p < 0 {
			c, ok := extra[0].ConstInt()
			if !ok {
				return -1
			}
			want[i], extra = int(c), extra[1:]
		}
	}
	at, k := -1, 0
	ir.Leaves(elem, func(path []int, _ *ir.Type) {
		same := len(path) == len(want)
		for i := range path {
			same = same && path[i] == want[i]
		}
		if same {
			at = k
		}
		k++
	})
	return at
}
