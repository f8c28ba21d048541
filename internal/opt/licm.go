package opt

import (
	"math"
	"slices"
	"sync"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// LICM moves ops out of loops (for, loop, and the regions of patterns) whose operands do not change there: pure ops that cannot fault,
// and loads from memory that the loop does not write. A load is moved out of sequential loops only, and as
//
//	if 0 <= i < len(s) { load s, i } { 0 }
//
// since the check before it stays where it is: moved out, it might panic where the loop would not have come to it. Only in a loop
// whose body is certainly executed do checks move, as long as nothing that anyone could notice comes before them.
// Constants, the numbers of lanes among them, are left alone; they cost nothing where they are. A division that each iteration of a loop in a kernel comes to moves as one by 1 where the divisor
// is zero: there its check fails, and nobody sees the result. In other functions it moves as written, if at all, as checks do: what is known of a divisor is known in places.
func LICM(f *ir.Func) bool {
	m := licmMemories.Get().(*licmMemory)
	m.loopOf = sized(m.loopOf, f.Number())
	l := licm{mem: analysis.MemoryOf(f), licmMemory: m, host: f.Kernel == ir.NotKernel}
	list := opLists.Get().(*opList)
	l.out = list.ops[:0]
	l.region(f.Body, nil)
	list.keep(l.out)
	clear(m.loopOf)
	licmMemories.Put(m)
	return l.changed
}

// licmMemory serves one function after the other.
type licmMemory struct {
	loopOf []*ir.Op // by value ID: the innermost loop around the definition, if there is one
}

var licmMemories = sync.Pool{New: func() any { return new(licmMemory) }}

type licm struct {
	*licmMemory
	mem     *analysis.Memory
	host    bool     // the function, or a part of it, will be a host program
	out     []*ir.Op // what stays in a region, behind that of the regions around it
	changed bool
}

// hoisting is a loop with what has been moved in front of it.
type hoisting struct {
	loop   *ir.Op
	outer  *hoisting
	writes analysis.Classes
	moved  []*ir.Op
	consts map[*ir.Value]*ir.Value // copies in front of the loop
	prefix bool                    // nothing with an effect came yet, and the body is executed for certain
}

func (l *licm) region(r *ir.Region, h *hoisting) {
	direct := h != nil && r.Parent == h.loop // else in an if or a block inside the loop
	if h != nil {
		for _, p := range r.Params {
			l.loopOf[p.ID] = h.loop
		}
	}
	begin := len(l.out)
	for _, o := range r.Ops {
		if o.Kind.Has(ir.Loop) {
			in := &hoisting{loop: o, outer: h, writes: l.mem.Writes(o), prefix: runsOnce(o)}
			for _, inner := range o.Regions { // the end of the first ends the prefix
				l.region(inner, in)
			}
			for _, m := range in.moved { // they may go farther out
				l.place(m, h, direct)
			}
		} else {
			for _, inner := range o.Regions {
				l.region(inner, h)
			}
		}
		l.place(o, h, direct)
	}
	l.out = put(r, l.out, begin)
}

// runsOnce reports that the body of loop o is executed at least once.
func runsOnce(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpLoop:
		return true
	case ir.OpFor:
		return analysis.TripCount(o) > 0
	case ir.OpBlockReduce, ir.OpCompact:
		return false
	}
	for _, dim := range o.Args {
		if n, _ := dim.ConstInt(); n <= 0 {
			return false
		}
	}
	return true
}

// place moves o in front of h's loop, or leaves it in the region.
func (l *licm) place(o *ir.Op, h *hoisting, direct bool) {
	if h == nil {
		l.out = append(l.out, o)
		return
	}
	ok := false
	switch {
	case o.Kind == ir.OpLoad:
		if ok = l.movableLoad(o, h); ok {
			l.take(o, h)
			l.guardLoad(o, h)
			return
		}
	case o.Kind.Has(ir.Check):
		ok = direct && h.prefix && l.invariant(o, h)
	case divides(o) && !Speculatable(o):
		ok = direct && l.invariant(o, h)
		if ok && !l.host {
			l.take(o, h)
			l.guardDivision(o, h)
			return
		}
		ok = ok && h.prefix // as the check before it, which has moved
	default:
		ok = l.speculatable(o) && l.invariant(o, h)
	}
	if ok {
		l.take(o, h)
		h.moved = append(h.moved, o)
		return
	}
	h.prefix = h.prefix && !(direct && analysis.Noticeable(o))
	for _, v := range o.Results {
		l.set(v, h.loop)
	}
	l.out = append(l.out, o)
}

// invariant reports whether no operand of o is computed in h's loop, constants aside.
func (l *licm) invariant(o *ir.Op, h *hoisting) bool {
	for _, a := range o.Args {
		if l.loopOf[a.ID] == h.loop && !sameEverywhere(a) {
			return false
		}
	}
	return true
}

// sameEverywhere reports a value that is the same wherever it is made: of scalars, or of all lanes.
func sameEverywhere(v *ir.Value) bool {
	_, ok := v.IsConst()
	return ok || v.Def != nil && v.Def.Kind == ir.OpIota
}

// speculatable reports an op that may be executed where it was not before.
func (l *licm) speculatable(o *ir.Op) bool {
	if o.Kind == ir.OpSlice {
		return !l.host // the garbage collector looks at the slices of host programs: they must not point astray
	}
	return len(o.Args) > 0 && Speculatable(o)
}

// Speculatable reports an op that is pure and gives no fault for any operand. Slices may still point astray.
func Speculatable(o *ir.Op) bool {
	if !o.Kind.Has(ir.Pure) {
		return false
	}
	return o.Kind != ir.OpTable && (!divides(o) || nonZero(o.Args[1]))
}

// divides reports a division of integers.
func divides(o *ir.Op) bool {
	return (o.Kind == ir.OpDiv || o.Kind == ir.OpRem) && o.Results[0].Type.IsInt()
}

// counted reports that h's loop, or one around it, counts from 0 on to n, which is not 0 then.
func counted(h *hoisting, n *ir.Value) bool {
	for ; h != nil; h = h.outer {
		if o := h.loop; o.Kind == ir.OpFor && o.Args[1] == n && o.Ints[0] > 0 {
			if first, ok := o.Args[0].ConstInt(); ok && first >= 0 {
				return true
			}
		}
	}
	return false
}

// nonZero reports a divisor that is a constant, or as guardDivision makes it.
func nonZero(v *ir.Value) bool {
	if d, ok := v.IsConst(); ok {
		return d != 0
	}
	o := v.Def
	if o == nil || o.Kind != ir.OpSelect {
		return false
	}
	c, instead := o.Args[0].Def, o.Args[1]
	if c == nil || c.Kind != ir.OpEq || c.Args[0] != o.Args[2] {
		return false
	}
	zero, ok := c.Args[1].IsConst()
	return ok && zero == 0 && nonZero(instead)
}

// take makes o, which is invariant, one of the ops in front of h's loop, with copies of the constants that it uses.
func (l *licm) take(o *ir.Op, h *hoisting) {
	l.changed = true
	for i, a := range o.Args {
		if l.loopOf[a.ID] != h.loop {
			continue
		}
		k := h.consts[a]
		if k == nil {
			if h.consts == nil {
				h.consts = map[*ir.Value]*ir.Value{}
			}
			op := ir.NewCloner().Op(a.Def)
			k = op.Result()
			h.consts[a] = k
			h.moved = append(h.moved, op)
			l.set(k, nil)
		}
		o.SetArg(i, k)
	}
	for _, v := range o.Results {
		l.set(v, nil)
	}
}

// set notes the innermost loop around v, which may be new. What has left a loop has none until it is placed in the next.
func (l *licm) set(v *ir.Value, loop *ir.Op) {
	if v.ID == 0 {
		v.ID = int32(len(l.loopOf))
		l.loopOf = append(l.loopOf, nil)
	}
	l.loopOf[v.ID] = loop
}

// movableLoad reports a load worth moving: from a sequential loop that does not write there. Indices of arrays inside must be constant.
func (l *licm) movableLoad(o *ir.Op, h *hoisting) bool {
	if h.loop.Kind != ir.OpFor && h.loop.Kind != ir.OpLoop {
		return false
	}
	for _, a := range o.Args[2:] {
		if _, ok := a.IsConst(); !ok {
			return false
		}
	}
	if d := o.Args[0].Root().Def; d != nil && d.Kind == ir.OpSelect {
		return false // a choice between slices, either of which may point astray
	}
	return (!h.writes.Has(l.mem.Class(o)) || l.everyIteration(o, h.loop)) && l.invariant(o, h)
}

// everyIteration reports a load that each iteration of a loop in lanes makes before it stores anything that might be there. No iteration stores what another one
// loads: so none stores to that place, or there is but the one, which has loaded it before.
func (l *licm) everyIteration(o, loop *ir.Op) bool {
	if loop.Kind != ir.OpFor || loop.Mode != ir.InLanes || o.Parent != loop.Regions[0] {
		return false
	}
	for _, x := range o.Parent.Ops {
		switch {
		case x == o:
			return true
		case l.mem.Writes(x).Has(l.mem.Class(o)):
			return false
		}
	}
	return false
}

// guardLoad appends load o in front of h's loop, executed only if its index is in range. The slice may have moved out without its check (speculatable), and
// with bounds that are not in order its length says nothing: so these are looked at, too, back to the slice that it was cut out of.
func (l *licm) guardLoad(o *ir.Op, h *hoisting) {
	b := ir.NewBuilder(&ir.Region{})
	b.Pos = o.Pos
	u := func(v *ir.Value) *ir.Value { return b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TU64).Result() }
	t := o.Results[0].Type
	var in *ir.Value
	if analysis.NewRanges().Of(o.Args[1]).Within(0, math.MaxInt64) { // it is compared as what it is: so an index stays one
		in = b.Compare(ir.OpLt, o.Args[1], b.Len(o.Args[0]))
	} else {
		in = b.Compare(ir.OpLt, u(o.Args[1]), u(b.Len(o.Args[0])))
	}
	for d := o.Args[0].Def; d != nil && d.Kind == ir.OpSlice; d = d.Args[0].Def {
		bounds := append(slices.Clone(d.Args[1:]), b.Op(ir.OpCap, d.Args[:1], ir.TI64).Result())
		for i, hi := range bounds[1:] {
			in = b.Binary(ir.OpAnd, in, b.Compare(ir.OpLe, u(bounds[i]), u(hi)))
		}
	}
	guard := b.If(in)
	then := b.In(guard.Regions[0])
	load := then.Op(ir.OpLoad, o.Args, t)
	load.Ints = o.Ints
	then.Yield(load.Result())
	other := b.In(guard.Regions[1])
	other.Yield(other.Zero(t))
	guard.SetResults(o.Results)
	for _, op := range b.Region.Ops {
		for _, res := range op.Results {
			l.set(res, nil)
		}
	}
	h.moved = append(h.moved, b.Region.Ops...)
}

// guardDivision appends division o in front of h's loop, with a divisor that is not zero.
func (l *licm) guardDivision(o *ir.Op, h *hoisting) {
	if counted(h.outer, o.Args[1]) {
		h.moved = append(h.moved, o)
		return
	}
	b := ir.NewBuilder(&ir.Region{})
	b.Pos = o.Pos
	d := o.Args[1]
	o.SetArg(1, b.Select(b.Compare(ir.OpEq, d, b.Const(d.Type, 0)), b.Const(d.Type, 1), d))
	for _, op := range b.Region.Ops {
		l.set(op.Result(), nil)
	}
	h.moved = append(append(h.moved, b.Region.Ops...), o)
}
