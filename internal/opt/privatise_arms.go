package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// maxAlways is the number of ops up to which accumulations under a condition are made whether it holds or not.
const maxAlways = 12

// always are branches that do nothing but accumulate, with little work, and whose checks can be made ahead: what is in them is done in any case, with the
// neutral value where the condition does not hold.
//
//	if c { check.index f, n; bins[f] += v }  =>  private[f] += c ? v : 0     where n >= the most that f may be where c holds + 1
//
// A private table may be stored to at any time, and the branch would be guessed wrong as often as the data please (if-conversion; Chuang, Calder and Ferrante,
// "Phi-predication for light-weight if-conversion", CGO 2003, have stores go to a place that doesn't matter, too). Where the
// check would need its condition, it takes longer than a branch that is guessed right.
type always struct {
	p      *privatiser
	g      ranger // what is known in the arm
	ops    int
	wanted []roomFor
}

// roomFor says that n has to be at least so large.
type roomFor struct {
	n    *ir.Value
	size int64
}

// findAlways looks for such branches.
func (p *privatiser) findAlways() {
	p.always, p.rooms = nil, nil
	for _, o := range p.loop.Regions[0].Ops {
		if o.Kind != ir.OpIf {
			continue
		}
		a := &always{p: p, g: ranger{ranges: analysis.NewRanges(), upper: map[*ir.Value][]fact{}, lower: map[*ir.Value][]fact{}}}
		a.g.ranges.Known = map[*ir.Value]analysis.Interval{}
		if a.arms(o) && a.ops <= maxAlways {
			p.always = append(p.always, o)
			p.rooms = append(p.rooms, a.wanted...)
		}
	}
}

// arms reports that what is in a branch's arms may be done always.
func (a *always) arms(o *ir.Op) bool {
	for k, r := range o.Regions {
		if r.Terminator().Kind != ir.OpYield {
			return false
		}
		mark := len(a.g.undo)
		a.g.learn(o.Args[0], k == 0, 4)
		for _, x := range r.Ops[:len(r.Ops)-1] {
			if x.Kind != ir.OpConst {
				a.ops++
			}
			if !a.op(x) {
				return false
			}
		}
		a.g.forget(mark)
	}
	a.ops += len(o.Results)
	return !slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return !v.Type.IsScalar() })
}

func (a *always) op(o *ir.Op) bool {
	switch {
	case o.Kind == ir.OpIf:
		return a.arms(o)
	case o.Kind == ir.OpCheckIndex:
		b := a.g.ranges.Of(o.Args[0])
		a.wanted = append(a.wanted, roomFor{o.Args[1], b.Hi + 1})
		return b.Lo >= 0 && b.Hi < privateTables && !inside(o.Args[1], a.p.loop)
	case a.p.accesses(o):
		return true
	}
	return Speculatable(o)
}

// accesses reports an accumulation's load or store.
func (p *privatiser) accesses(o *ir.Op) bool {
	for _, u := range p.updates {
		if u.load == o || u.store == o {
			return true
		}
	}
	return false
}

// arms copies what is in the arms of a branch, one after the other, and chooses among what they give.
func (c *copier) arms(b *ir.Builder, o *ir.Op) {
	outer, cond := c.cond, c.cl.Value(o.Args[0])
	for k, r := range o.Regions {
		if len(r.Ops) == 1 {
			continue
		}
		in := cond
		if k == 1 {
			in = b.Op(ir.OpNot, []*ir.Value{cond}, ir.TBool).Result()
		}
		c.cond = b.Join(ir.OpAnd, outer, in)
		c.ops(b, r.Ops[:len(r.Ops)-1])
	}
	c.cond = outer
	x, y := o.Regions[0].Terminator(), o.Regions[1].Terminator()
	for k, v := range o.Results {
		c.cl.Map(v, b.Select(cond, c.cl.Value(x.Args[k]), c.cl.Value(y.Args[k])))
	}
}

// chosen is v where what is copied is done, else what the bits say.
func (c *copier) chosen(b *ir.Builder, v *ir.Value, bits uint64) *ir.Value {
	if c.cond == nil {
		return v
	}
	return b.Select(c.cond, v, b.Const(v.Type, bits))
}
