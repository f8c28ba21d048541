package opt

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// besideKeep says why the two can't be one where one keeps what a condition holds for; empty: they can. Such a multi is cut into runs, and goes through them twice:
// to count, and to put what is kept in its place (sched.Keeps).
func besideKeep(a, b described) string {
	switch {
	case !a.keeps && !b.keeps:
		return ""
	case a.stores || b.stores:
		return "what is kept is computed twice, so that nothing may be stored beside it"
	case a.ordered || b.ordered:
		return "what is kept is counted in other blocks than those of a reduction whose order makes a difference"
	}
	return ""
}

// through makes one multi of one that keeps some of its values and one over these: the second's body goes behind the first's, under the condition.
type through struct{ *merge }

// keptBy gives the keep of p whose result a multi goes over, element by element; nil: it goes over something else.
func keptBy(p, c *ir.Op) *ir.Op {
	n := c.Args[0].Def
	if len(c.Args) != 1 || n == nil || n.Kind != ir.OpLen || n.Args[0].Def != p {
		return nil
	}
	if out := n.Args[0].GivenBy(); out.Kind == ir.OpKeep {
		return out
	}
	return nil
}

// through fuses a producer that keeps values with a consumer of them behind it in the same region, if that is legal and pays.
func (z *fuser) through(p, c *ir.Op) bool {
	out := keptBy(p, c)
	if out == nil {
		return false
	}
	t := &through{&merge{fuser: z, p: p, c: c, kept: out}}
	if t.against() != "" {
		return false
	}
	t.do()
	return true
}

// maxThrough bounds what is done with what is kept: in lanes it is done for all that is not kept, too.
const maxThrough = 32

// against says why the two stay apart; empty: nothing is against it.
func (t *through) against() string {
	a, b := t.describe(t.p), t.describe(t.c)
	switch {
	case t.p.Mode != t.c.Mode:
		return "they go over different ranges"
	case b.stores || a.stores:
		return "what is kept is computed twice, so that nothing may be stored there"
	case b.ordered:
		return "the order of the reduction is that of places in what is kept, and makes a difference"
	case a.calls || b.calls || b.hangs || !a.ends || !b.ends:
		return "they do more than load and store"
	case len(a.checks) > 0 && len(b.checks) > 0:
		return "the second may fail before the first does"
	case b.loops:
		return "there is a loop inside"
	case b.size > maxThrough || a.size+b.size > maxFused:
		return "what is done with what is kept is too much to be done for all"
	}
	j, uses := t.c.Regions[0].Params[0], t.f.Uses()
	for _, u := range uses.Of(j) {
		if u.Kind != ir.OpLoad || u.Args[0] != t.kept.GivenResults()[0] || u.Args[1] != j || leafIndex(u.Args[0].Type.Elem, u) < 0 {
			return "the second takes more of what is kept than the values, one after the other"
		}
	}
	// Where it is made all the same, going over it takes less than over all.
	for _, u := range uses.Of(t.kept.GivenResults()[0]) {
		if u.Kind != ir.OpLen && (u.Kind != ir.OpLoad || !insideOp(u, t.c)) {
			return "what is kept is read elsewhere, too"
		}
	}
	return t.held(b)
}

// do has the consumer take what the producer keeps, under its condition, and makes one of the two.
func (t *through) do() {
	var rep ir.Replacer
	body := t.c.Regions[0]
	for _, l := range t.taken {
		rep.Replace(l.Results[0], t.kept.Elements()[leafIndex(l.Args[0].Type.Elem, l)])
		l.Remove()
	}
	t.taken = nil
	rep.Apply(body)
	cond := t.kept.Args[0]
	outs := body.Take(len(body.Ops) - 1 - len(t.c.Outputs()))
	yield := outs[len(outs)-1]
	outs = outs[:len(outs)-1]
	b := &ir.Builder{Region: body, Pos: t.c.Pos}
	if slices.ContainsFunc(body.Ops, func(o *ir.Op) bool { return !o.Kind.Has(ir.Pure) }) || len(body.Ops) > cheapBody {
		guardValues(b, cond, outs)
	} else {
		selectValues(b, cond, outs)
	}
	for _, out := range outs {
		if out.Kind == ir.OpCollect {
			out.SetArgs(slices.Concat([]*ir.Value{cond}, out.Args))
			out.SetKind(ir.OpKeep)
		}
	}
	body.Append(outs...)
	body.Append(yield)
	t.p.SetNote(fmt.Sprintf("what is kept is not made, but used where it is found, for what is at %s", t.c.Pos))
	t.merge.do()
}

// guardValues has what a body computes for outputs computed under a condition.
func guardValues(b *ir.Builder, cond *ir.Value, outs []*ir.Op) {
	inside := map[*ir.Value]bool{}
	for _, o := range b.Region.Ops {
		for _, v := range o.Results {
			inside[v] = true
		}
	}
	type place struct {
		out *ir.Op
		k   int
	}
	var places []place
	var then, others []*ir.Value
	ops := b.Region.Take(0)
	for _, out := range outs {
		ids := []*ir.Value(nil)
		if out.Kind == ir.OpReduce {
			ids = out.IDs()
		}
		for k, v := range out.Values() {
			must := ids != nil || out.Kind == ir.OpKeep && k == 0
			if !must && !inside[v] {
				continue
			}
			places, then = append(places, place{out, k}), append(then, v)
			if ids != nil {
				others = append(others, ids[k])
			} else {
				others = append(others, b.Zero(v.Type))
			}
		}
	}
	o := b.If(cond, ir.Types(then)...)
	o.Regions[0].Append(ops...)
	b.In(o.Regions[0]).Yield(then...)
	b.In(o.Regions[1]).Yield(others...)
	for i, at := range places {
		at.out.SetArg(at.k, o.Results[i])
	}
}

// selectValues has outputs take what a body has computed where a condition holds.
func selectValues(b *ir.Builder, cond *ir.Value, outs []*ir.Op) {
	for _, out := range outs {
		switch out.Kind {
		case ir.OpKeep:
			out.SetArg(0, b.Binary(ir.OpAnd, cond, out.Args[0]))
		case ir.OpReduce:
			for k, id := range out.IDs() {
				out.SetArg(k, b.Select(cond, out.Args[k], id))
			}
		}
	}
}

// countKept makes a number of what is kept where nothing but its length is asked for, and nothing where not even that is.
func countKept(f *ir.Func) bool {
	changed := false
	for _, m := range allMultis(f.Body) {
		for _, out := range slices.Clone(m.Outputs()) {
			if out.Kind != ir.OpKeep {
				continue
			}
			lens := f.Uses().Of(out.GivenResults()[0])
			if slices.ContainsFunc(lens, func(u *ir.Op) bool { return u.Kind != ir.OpLen }) {
				continue
			}
			changed = true
			for _, l := range slices.Clone(lens) {
				if len(f.Uses().Of(l.Results[0])) == 0 {
					l.Remove()
				}
			}
			if lens = f.Uses().Of(out.GivenResults()[0]); len(lens) == 0 {
				out.RemoveOutput()
			} else {
				countOnly(f, out, slices.Clone(lens))
			}
		}
	}
	return changed
}

// countOnly has a multi count what it has kept.
func countOnly(f *ir.Func, out *ir.Op, lens []*ir.Op) {
	m, kept := out.Multi(), out.GivenResults()[0]
	outer := &ir.Builder{Region: ir.NewRegion(m.Parent.Parent), Pos: out.Pos}
	zero, one := outer.Int(0), outer.Int(1)
	m.InsertBefore(outer.Region.Take(0)...)
	b := &ir.Builder{Region: ir.NewRegion(m), Pos: out.Pos}
	v := b.Select(out.Args[0], one, zero)
	m.Outputs()[0].InsertBefore(b.Region.Take(0)...) // nothing but outputs stands between outputs
	sum := out.Parent.NewOp(ir.OpReduce, out.Pos, []*ir.Value{v, zero})
	for _, o := range m.Outputs() {
		if o.Kind == ir.OpReduce {
			sum.Mode = o.Mode // it makes no difference to the sum
		}
	}
	r := sum.AddRegion(ir.TI64, ir.TI64)
	in := b.In(r)
	in.Yield(in.Binary(ir.OpAdd, r.Params[0], r.Params[1]))
	out.ReplaceBy(sum)
	var rep ir.Replacer
	for _, l := range lens {
		rep.Replace(l.Results[0], kept)
		l.Remove()
	}
	rep.Apply(f.Body)
	kept.SetType(ir.TI64)
}
