package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Once takes loops away that have one iteration: those from k to k+1, and those that have nothing left to do after the first, as where each of several goroutines takes what is in a
// channel, which the first has emptied:
//
//	for 0, procs, 0 (g, first) { for first, n (k) { ... }; yield max(first, n) }    becomes    if 0 < procs { for 0, n (k) { ... } }
//
// The loop inside is independent of the others then.
func Once(f *ir.Func) bool {
	o := once{ranges: analysis.NewRanges(), body: f.Body}
	o.region(f.Body)
	return o.changed
}

type once struct {
	ranges  *analysis.Ranges
	body    *ir.Region
	changed bool
}

func (c *once) region(r *ir.Region) {
	for _, o := range slices.Clone(r.Ops) {
		for _, in := range o.Regions {
			c.region(in)
		}
		if o.Kind != ir.OpFor || o.Leaves() || !analysis.RunsToEnd(o) || o.Regions[0].Terminator().Kind != ir.OpYield || !analysis.Straight(o) {
			continue
		}
		switch {
		case c.single(o):
			c.inline(o)
		case c.drained(o):
			c.first(o)
		}
	}
}

// single reports a loop from k to k+1.
func (c *once) single(o *ir.Op) bool {
	lo, end := o.Args[0], o.Args[1].Def
	if o.Ints[0] < 1 || end == nil || end.Kind != ir.OpAdd || c.ranges.Of(lo).Hi == math.MaxInt64 {
		return false
	}
	for k, v := range end.Args {
		if one, ok := end.Args[1-k].ConstInt(); ok && one == 1 && v == lo {
			return true
		}
	}
	return false
}

// drained reports a loop of which all iterations but the first leave everything as it is.
func (c *once) drained(o *ir.Op) bool {
	body := o.Regions[0]
	yields := body.Terminator().Args
	for k, v := range yields {
		p := body.Params[k+1]
		if end := reached(v, p); end != nil && !o.Defines(end) && c.emptied(o, p, end) {
			return true
		}
	}
	return false
}

// reached is what p comes to at least in each iteration, where v is that.
func reached(v, p *ir.Value) *ir.Value {
	if v.Def == nil || v.Def.Kind != ir.OpMax {
		return nil
	}
	for k, a := range v.Def.Args {
		if a == p {
			return v.Def.Args[1-k]
		}
	}
	return nil
}

// emptied reports a loop that does nothing where p has come to an end, but what has been done before.
func (c *once) emptied(o *ir.Op, p, end *ir.Value) bool {
	body := o.Regions[0]
	loops := 0
	same := map[*ir.Value]*ir.Value{} // results of the loops inside: what they are then
	varies := map[*ir.Value]bool{body.Params[0]: true}
	for _, v := range body.Params[1:] {
		varies[v] = true
	}
	for _, x := range body.Ops[:len(body.Ops)-1] {
		of := slices.ContainsFunc(x.Args, func(v *ir.Value) bool { return varies[v] })
		switch {
		case x.Kind == ir.OpFor && x.Ints[0] > 0 && x.Args[0] == p && x.Args[1] == end:
			loops++
			for k, v := range x.Results {
				same[v] = x.Args[k+2]
				varies[v] = true
			}
			continue
		case x.Kind == ir.OpStart:
		case x.Kind.Has(ir.Check): // it has passed before
			if of {
				return false
			}
		case !x.Kind.Has(ir.Pure) || len(x.Regions) > 0 || x.Kind == ir.OpDiv || x.Kind == ir.OpRem || x.Kind == ir.OpTable:
			return false
		}
		for _, v := range x.Results {
			varies[v] = varies[v] || of
		}
	}
	for k, v := range body.Terminator().Args {
		q := body.Params[k+1]
		for same[v] != nil {
			v = same[v]
		}
		if v != q && (q != p || reached(v, p) != end) {
			return false
		}
	}
	return loops > 0
}

// entered has what is in the body of a loop use what its first iteration begins with.
func entered(o *ir.Op) *ir.Replacer {
	rep := &ir.Replacer{}
	rep.Replace(o.Regions[0].Params[0], o.Args[0])
	for k, p := range o.Regions[0].Params[1:] {
		rep.Replace(p, o.Args[k+2])
	}
	return rep
}

// inline puts the only iteration of a loop in its place.
func (c *once) inline(o *ir.Op) {
	c.changed = true
	body := o.Regions[0]
	rep := entered(o)
	for k, v := range body.Terminator().Args {
		rep.Replace(o.Results[k], v)
	}
	o.Inline(body)
	rep.Apply(c.body)
	c.ranges.Forget()
}

// first leaves the first iteration of a loop, if there is one. Where goroutines were started is at the loops inside.
func (c *once) first(o *ir.Op) {
	body := o.Regions[0]
	starts := false
	body.Filter(func(x *ir.Op) bool {
		starts = starts || x.Kind == ir.OpStart
		return x.Kind != ir.OpStart
	})
	for _, x := range body.Ops {
		if starts && x.Kind == ir.OpFor {
			x.Regions[0].Insert(0, x.Regions[0].NewOp(ir.OpStart, o.Pos, nil))
		}
	}
	lo, hi := o.Args[0], o.Args[1]
	if c.ranges.Of(lo).Hi < c.ranges.Of(hi).Lo {
		c.inline(o)
		return
	}
	c.changed = true
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	runs := b.Compare(ir.OpLt, lo, hi)
	branch := b.If(runs, ir.Types(o.Results)...)
	b.In(branch.Regions[1]).Yield(o.Args[2:]...)
	rep := entered(o)
	for k, v := range o.Results {
		rep.Replace(v, branch.Results[k])
	}
	branch.SetRegion(0, body)
	body.SetParams(nil)
	o.ReplaceBy(b.Region.Take(0)...)
	rep.Apply(c.body)
	c.ranges.Forget()
}
