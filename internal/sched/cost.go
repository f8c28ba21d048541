package sched

import (
	"math"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// What one pass through a body costs is estimated before the loops are scheduled: one number that is as good as one can tell, and one
// that it can't exceed, as far as the order of magnitude goes. Where loops inside run as often as a value of the host says, the host
// computes the estimate when it launches the kernel.

// cost is in picoseconds.
type cost struct {
	mean, worst float64 // worst may be infinite
	parts       []part  // to be added
}

// part is a loop of which the host knows the bounds, or an upper one.
type part struct {
	lo, hi *ir.Value // lo may be nil: 0
	step   int64
	share  float64 // of the iterations that will be run, probably
	body   cost
}

const (
	unknownTrips = 16      // of a loop of which nothing is known
	maxCost      = 1 << 40 // picoseconds; what is long is long
	maxTrips     = 1 << 22
	longRun      = 200e6 // picoseconds: code that may run longer is called detached
)

func (c *cost) add(mean float64) { c.mean, c.worst = c.mean+mean, c.worst+mean }

// estimator looks at the body of a pattern.
type estimator struct {
	machine *machine.Desc

	within *ir.Op    // what this defines the host does not have; nil: it has none of the values
	index  *ir.Value // along which the lanes run; nil: scalar code
}

// estimate gives the cost of one pass through the body of pattern o, which runs in this mode and may have the lanes inside.
func (s *scheduler) estimate(o *ir.Op, mode ir.Mode, inner bool) cost {
	e := &estimator{machine: s.machine, within: o}
	body := o.Regions[0]
	if mode == ir.InLanes {
		e.index = lastParam(body)
	}
	c := e.region(body, inner)
	if o.Kind == ir.OpBlockReduce {
		c.addCost(e.region(o.Step(), inner))
	}
	return c
}

// longFlag is the attribute of a run of ops: whether they may take longer than a collection should have to wait. The bounds of loops that
// are not constant are not known.
func (s *scheduler) longFlag(ops []*ir.Op) []int64 {
	e := &estimator{machine: s.machine}
	if e.ops(ops, false).worst > longRun {
		return []int64{1}
	}
	return nil
}

// valuesIn is what o's regions define.
func valuesIn(o *ir.Op) map[*ir.Value]bool { return valuesOf(o.Regions...) }

// valuesOf is what regions define.
func valuesOf(rs ...*ir.Region) map[*ir.Value]bool {
	n := 0
	for _, r := range rs {
		n += r.Values()
	}
	in := make(map[*ir.Value]bool, n)
	var add func(r *ir.Region)
	add = func(r *ir.Region) {
		for _, p := range r.Params {
			in[p] = true
		}
		for _, x := range r.Ops {
			for _, v := range x.Results {
				in[v] = true
			}
			for _, inner := range x.Regions {
				add(inner)
			}
		}
	}
	for _, r := range rs {
		add(r)
	}
	return in
}

func lastParam(r *ir.Region) *ir.Value { return r.Params[len(r.Params)-1] }

// region is the cost of all ops of r; the patterns among them get the lanes where inner says so.
func (e *estimator) region(r *ir.Region, inner bool) cost { return e.ops(r.Ops, inner) }

func (e *estimator) ops(ops []*ir.Op, inner bool) cost {
	var c cost
	for _, o := range ops {
		c.addCost(e.op(o, inner))
	}
	return c
}

func (c *cost) addCost(d cost) {
	c.mean += d.mean
	c.worst += d.worst
	c.parts = append(c.parts, d.parts...)
}

func (e *estimator) op(o *ir.Op, inner bool) cost {
	switch o.Kind {
	case ir.OpMulti, ir.OpBlockReduce:
		in := *e
		if inner {
			in.index = lastParam(o.Regions[0])
		}
		c, dims := in.region(o.Regions[0], false), o.Args
		if o.Kind == ir.OpBlockReduce {
			c.addCost(in.region(o.Step(), false))
			dims = dims[:1]
		}
		for _, n := range dims {
			c = e.times(c, nil, n, 1, 1)
		}
		c.add(e.machine.Launch.Loop)
		return c
	case ir.OpFor, ir.OpLoop:
		in := *e
		if o.Mode == ir.InLanes {
			in.index = o.Regions[0].Params[0]
		}
		c := in.region(o.Regions[0], inner)
		share := 1.0
		if leaves(o) {
			share = 0.5
		}
		if o.Kind == ir.OpLoop {
			c = e.times(c, nil, nil, 1, 1)
		} else {
			c = e.times(c, o.Args[0], o.Args[1], o.Ints[0], share)
		}
		c.add(e.machine.Launch.Loop)
		return c
	}
	var c cost
	if o.Kind == ir.OpIf {
		c = e.region(o.Regions[0], inner).either(e.region(o.Regions[1], inner))
	} else {
		for _, r := range o.Regions {
			c.addCost(e.region(r, inner))
		}
	}
	c.add(e.scalarOp(o))
	return c
}

// either is the cost of two arms. In lanes both may have to be run, but the short one is often a rare case.
func (c cost) either(d cost) cost {
	out := cost{mean: max(c.mean, d.mean), worst: c.worst + d.worst}
	for _, p := range append(c.parts[:len(c.parts):len(c.parts)], d.parts...) {
		p.share /= 2
		out.parts = append(out.parts, p)
	}
	return out
}

// leaves reports a loop that may end early.
func leaves(o *ir.Op) bool {
	found := false
	o.Regions[0].Walk(func(x *ir.Op) bool {
		found = found || x.Kind == ir.OpBreak || x.Kind == ir.OpReturn
		return true
	})
	return found
}

// times is the cost of a loop from lo (nil: 0) to hi (nil: unknown) with that body.
func (e *estimator) times(body cost, lo, hi *ir.Value, step int64, share float64) cost {
	if step < 0 {
		lo, hi, step = hi, lo, -step
	}
	low, lowKnown := int64(0), lo == nil
	if lo != nil {
		low, lowKnown = lo.ConstInt()
	}
	if hi != nil {
		if high, ok := hi.ConstInt(); ok && lowKnown {
			return body.scaled(max(float64(high-low), 0)/float64(step), share)
		}
		if e.within != nil && !e.within.Defines(hi) {
			if lo != nil && e.within.Defines(lo) { // an index below hi: half of the way, on average
				lo, share = nil, share/2
			}
			return cost{parts: []part{{lo, hi, step, share, body}}}
		}
		if most, ok := atMost(hi); ok && lowKnown {
			return body.scaled(max(float64(most-low), 0)/float64(step), share)
		}
	}
	c := body.scaled(unknownTrips, 1)
	c.worst = math.Inf(1)
	return c
}

// atMost is a constant that v does not exceed.
func atMost(v *ir.Value) (int64, bool) {
	if v.Def == nil || v.Def.Kind != ir.OpMin {
		return 0, false
	}
	for _, a := range v.Def.Args {
		if c, ok := a.ConstInt(); ok {
			return c, true
		}
	}
	return 0, false
}

// scaled is the cost of n passes, of which a share is run on average.
func (c cost) scaled(n, share float64) cost {
	out := cost{mean: c.mean * n * share, worst: c.worst * n}
	for _, p := range c.parts {
		p.body = p.body.scaled(n, share)
		out.parts = append(out.parts, p)
	}
	return out
}

// emit gives the mean and the worst cost as values of the host.
func (c cost) emit(b *ir.Builder) (mean, worst *ir.Value) {
	mean = c.capped(b, false, 1)
	if c.certain() {
		return mean, mean
	}
	return mean, c.capped(b, true, 1)
}

// emitTimes is emit for n passes; n is at most maxTrips.
func (c cost) emitTimes(b *ir.Builder, n *ir.Value) (mean, worst *ir.Value) {
	mean, worst = c.emit(b)
	times := func(each *ir.Value) *ir.Value {
		return b.Binary(ir.OpMin, b.Binary(ir.OpMul, each, n), b.Int(maxCost))
	}
	if mean == worst {
		mean = times(mean)
		return mean, mean
	}
	return times(mean), times(worst)
}

// certain reports a cost of which mean and worst are the same.
func (c cost) certain() bool {
	ok := c.mean == c.worst
	for _, p := range c.parts {
		ok = ok && p.share == 1 && p.body.certain()
	}
	return ok
}

// capped is the mean or the worst cost, times share, up to maxCost.
func (c cost) capped(b *ir.Builder, worst bool, share float64) *ir.Value {
	own := c.mean
	if worst {
		own = c.worst
	}
	v := b.Int(int64(min(math.Ceil(own*share), maxCost)))
	for _, p := range c.parts {
		if worst && math.IsInf(p.body.worst, 1) { // no passes at all are not worth the trouble
			return b.Int(maxCost)
		}
		trips := p.hi
		if p.lo != nil {
			trips = b.Binary(ir.OpSub, trips, p.lo)
		}
		trips = b.Binary(ir.OpMax, b.Binary(ir.OpMin, trips, b.Int(maxTrips)), b.Int(0))
		times := share / float64(p.step)
		if !worst {
			times *= p.share
		}
		v = b.Binary(ir.OpAdd, v, b.Binary(ir.OpMul, trips, p.body.capped(b, worst, times)))
		v = b.Binary(ir.OpMin, v, b.Int(maxCost))
	}
	return v
}

// scalarOp is the cost of one op without regions: for one element in lanes, or in scalar code.
func (e *estimator) scalarOp(o *ir.Op) float64 {
	size := 1
	for _, vs := range [2][]*ir.Value{o.Args, o.Results} {
		for _, v := range vs {
			if v.Type.IsScalar() && v.Type.Kind != ir.Bool {
				size = max(size, v.Type.Size())
			}
		}
	}
	ps := &e.machine.Launch
	float := len(o.Results) > 0 && o.Results[0].Type.IsFloat()
	switch o.Kind {
	case ir.OpConst, ir.OpYield, ir.OpContinue, ir.OpBreak, ir.OpReturn, ir.OpLen, ir.OpCap, ir.OpIsNil, ir.OpAddress, ir.OpFence, ir.OpBitcast:
		return 0
	case ir.OpLoad, ir.OpStore:
		return e.access(o)
	case ir.OpDiv, ir.OpRem:
		_, constant := o.Args[1].ConstInt()
		switch wide := size == 8; {
		case !float && constant && wide:
			return ps.ScalarDivConst
		case !float && constant && e.index != nil:
			return ps.ScalarOp
		case !float && wide:
			return ps.ScalarDivWide
		case !float:
			return ps.ScalarDivInt
		}
		fallthrough
	case ir.OpSqrt:
		if e.index == nil {
			return ps.ScalarDivFloat
		}
		return ps.DivFloatByte * float64(size)
	case ir.OpDivLong, ir.OpRemLong:
		return ps.ScalarDivWide
	case ir.OpTable:
		return ps.Table
	}
	if e.index == nil {
		return ps.ScalarOp
	}
	return ps.VectorByte * float64(size)
}

// access is the cost of a load or store.
func (e *estimator) access(o *ir.Op) float64 {
	ps := &e.machine.Launch
	if e.index == nil {
		return ps.ScalarAccess
	}
	elem := o.Args[0].Type.Elem
	size := float64(ir.PathType(elem, o.Ints).Size())
	unit, strided, gathered := ps.UnitByte*size, ps.StridedByte*size, ps.Gather
	if o.Kind == ir.OpStore {
		gathered = ps.Scatter
	}
	result := unit
	for i, a := range o.Args[1:] {
		if o.Kind == ir.OpStore && i == 1 {
			continue // the value
		}
		switch stride, ok := strideOf(a, e.index, 0); {
		case !ok || i > 0 && stride != 0:
			return gathered
		case stride == 0 && i == 0 && o.Kind == ir.OpLoad:
			result = ps.VectorByte * size
		case stride < -1 || stride > 1 || len(o.Ints) > 0 && elem.Size() > 8:
			result = min(strided*math.Abs(float64(stride)), gathered)
		}
	}
	return result
}
