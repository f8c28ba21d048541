package opt

import (
	"math/bits"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Narrow computes integers inside loops in lanes in the narrowest type that gives the same result, since a register holds more of them:
// Go programs widen bytes to int, compute, and cut the result. It joins two analyses. Backwards, how many low bits of a value anyone
// asks for (demanded bits: Gupta, Mehofer and Zhang, "Bitwidth aware register allocation and code generation"; LLVM's BDCE); forwards, in
// which interval a value lies. A value can be computed in w bytes if only so many bits are asked for, or if all its values fit; what it
// is computed from then has to be right in these bits only. Values that come wide from elsewhere are not cut for the sake of one
// operation, but for those that are the same in all lanes or step evenly from lane to lane.
func Narrow(f *ir.Func) bool {
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Mode != ir.InLanes || o.Kind != ir.OpFor && o.Kind != ir.OpReduce {
			return true
		}
		if o.Kind == ir.OpReduce {
			changed = narrowReduce(o) || changed
		}
		changed = saturate(o) || changed
		changed = narrowLoop(o) || changed
		return false
	})
	return changed
}

// width is what is known about an integer that is computed in the loop.
type width struct {
	top    int         // low bits asked for
	bytes  int         // in which it is computed, so far
	varies bool        // from lane to lane, by more than even steps
	from   []*ir.Value // what comes together in it: a result of control flow, or a parameter of a loop
	fixed  bool        // keeps its type
	other  bool        // is used by something that wants it as it is
	used   bool        // is used by something that takes it narrow
}

// free reports a value that costs nothing to cut: it is computed in scalar code, since it steps evenly from lane to lane, perhaps by nothing.
func (n *width) free() bool { return !n.varies }

type narrower struct {
	ranges *analysis.Ranges
	of     map[*ir.Value]*width
	ops    []*ir.Op // in order
	joins  []*ir.Value
	wide   map[*ir.Op]int
	raised bool
	asked  bool

	types    map[*ir.Value]*ir.Type // what results are computed in
	operands map[*ir.Op]*ir.Type    // what exact ops take
	dests    map[*ir.Op][]*ir.Value // what operands become

	rep   ir.Replacer
	forms map[*ir.Value]*ir.Value // the narrow form of a value
	out   []*ir.Op
	owner *ir.Region
	pos   ir.Pos
}

func narrowLoop(loop *ir.Op) bool {
	n := analyseWidths(loop, nil)
	if n == nil {
		return false
	}
	assumed := n.assume(loop)
	if assumed != nil {
		n = assumed
	} else if !n.worth() {
		return false
	}
	n.plan()
	if assumed != nil {
		n.guard(loop)
	}
	for _, r := range loop.Regions {
		n.rewrite(r)
	}
	return true
}

// analyseWidths finds the widths for a loop, given intervals of values from outside; nil if that takes too long.
func analyseWidths(loop *ir.Op, known map[*ir.Value]analysis.Interval) *narrower {
	n := &narrower{ranges: analysis.NewRanges(), of: map[*ir.Value]*width{}, wide: map[*ir.Op]int{}, forms: map[*ir.Value]*ir.Value{}}
	n.ranges.Exits, n.ranges.Known = map[*ir.Op]*analysis.Exits{}, known
	for _, r := range loop.Regions {
		analysis.CollectExits(r, n.ranges.Exits)
		for _, p := range r.Params {
			n.add(p).fixed = true
		}
		n.collect(r)
	}
	n.classify(loop)
	n.uses()
	for range 40 {
		n.raised = false
		n.demand()
		n.widths()
		if !n.raised {
			return n
		}
	}
	return nil
}

// worth reports that something is computed narrower than before.
func (n *narrower) worth() bool {
	for v, k := range n.of {
		if !k.fixed && !k.free() && k.bytes < v.Type.Size() && (v.Def == nil || v.Def.Kind != ir.OpConv) {
			return true
		}
	}
	for o, w := range n.wide {
		if w < o.Args[0].Type.Size() {
			return true
		}
	}
	for _, o := range n.ops { // counts are widened for the language's sake only
		if o.Kind == ir.OpShl || o.Kind == ir.OpShr {
			if k := n.of[o.Args[1]]; k != nil && !k.fixed && !k.free() && k.bytes < o.Args[1].Type.Size() {
				return true
			}
		}
	}
	return false
}

func (n *narrower) add(v *ir.Value) *width {
	k := &width{bytes: 1}
	n.of[v] = k
	return k
}

// collect lists the ops and the values.
func (n *narrower) collect(r *ir.Region) {
	for _, o := range r.Ops {
		n.ops = append(n.ops, o)
		arg, param := analysis.Carried(o)
		for _, in := range o.Regions {
			for i, p := range in.Params {
				k := n.add(p)
				if k.fixed = o.Kind != ir.OpLoop && o.Kind != ir.OpFor || i < param || !p.Type.IsInt(); !k.fixed {
					k.from = append(n.incoming(o, i-param, true), o.Args[arg+i-param])
					if o.Kind == ir.OpFor { // the result is the same variable
						k.from = append(k.from, n.incoming(o, i-param, false)...)
					}
					n.joins = append(n.joins, p)
				}
			}
			n.collect(in)
		}
		for i, v := range o.Results {
			if o.Kind == ir.OpFor {
				n.of[v] = n.of[o.Regions[0].Params[1+i]]
				n.joins = append(n.joins, v)
				continue
			}
			k := n.add(v)
			if k.fixed = !v.Type.IsInt() || !n.takesPart(o); len(o.Regions) > 0 && !k.fixed {
				k.from = n.incoming(o, i, false)
				n.joins = append(n.joins, v)
			}
		}
	}
}

// incoming lists the values that place i of o gets from exits: with which it is left, or repeated.
func (n *narrower) incoming(o *ir.Op, i int, again bool) (vs []*ir.Value) {
	if e := n.ranges.Exits[o]; e != nil {
		list := e.Breaks
		if again {
			list = e.Continues
		}
		for _, x := range list {
			vs = append(vs, x.Args[i])
		}
	}
	return vs
}

// classify finds what is the same in all lanes, and what steps evenly.
func (n *narrower) classify(loop *ir.Op) {
	shapes := analysis.ShapesOf(loop)
	for v, k := range n.of { // what a `for` gives shares its width with what it carries: where iterations leave at different times, only the former varies
		k.varies = k.varies || shapes.Of(v).Varying
	}
	for _, v := range n.joins {
		if p := v.Owner; p != nil && p.Parent.Kind == ir.OpFor && n.of[v].varies && !shapes.Of(v).Varying {
			for _, a := range n.of[v].from { // or it would be cut in each iteration
				if k := n.of[a]; k != nil {
					k.varies = true
				}
			}
		}
	}
	for v, k := range n.of {
		if k.fixed || k.free() {
			k.bytes = v.Type.Size()
		}
	}
}

// takesPart reports an op whose integer results may be computed in another width.
func (n *narrower) takesPart(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpNot, ir.OpShl, ir.OpShr, ir.OpPopcnt,
		ir.OpMin, ir.OpMax, ir.OpSelect, ir.OpDiv, ir.OpRem, ir.OpIf, ir.OpBlock, ir.OpLoop, ir.OpFor:
		return true
	case ir.OpConv:
		return o.Args[0].Type.IsInt()
	}
	return false
}

func (n *narrower) isFree(v *ir.Value) bool { k := n.of[v]; return k == nil || k.free() }

// uses finds out who wants values as they are. What only such users want keeps its type: to compute it narrow and widen it then gains nothing,
// but where the result is an index.
func (n *narrower) uses() {
	for _, v := range n.joins {
		for _, a := range n.of[v].from {
			if k := n.of[a]; k != nil {
				k.used = true
			}
		}
	}
	for _, o := range n.ops {
		for i, a := range o.Args {
			k := n.of[a]
			switch {
			case k == nil || n.joined(o, i) != nil:
			case n.exact(o) || len(o.Results) == 1 && !n.of[o.Results[0]].fixed && n.takesPart(o):
				k.used = true
			case isIndexUse(o, i):
				k.used = true
				k.other = true
			default:
				k.other = true
			}
		}
	}
	for v, k := range n.of {
		if k.other && !k.used && !k.fixed {
			k.fixed, k.bytes = true, v.Type.Size()
		}
	}
}

// joined is the value that takes part and that operand i of o becomes: the result of what it leaves, or the parameter of a loop.
func (n *narrower) joined(o *ir.Op, i int) *ir.Value {
	var v *ir.Value
	target := o.Target
	if o.Kind == ir.OpYield {
		target = o.Parent.Parent
	}
	again := o.Kind == ir.OpContinue || target != nil && target.Kind == ir.OpFor
	if o.Kind == ir.OpLoop || o.Kind == ir.OpFor {
		target, again = o, true
	}
	if target == nil {
		return nil
	}
	arg, param := analysis.Carried(target)
	switch {
	case target == o && i < arg:
		return nil
	case target == o:
		v = target.Regions[0].Params[i-arg+param]
	case again:
		v = target.Regions[0].Params[param+i]
	case i < len(target.Results): // a reduction in two steps yields more
		v = target.Results[i]
	}
	if k := n.of[v]; k == nil || k.fixed {
		return nil
	}
	return v
}

func isIndexUse(o *ir.Op, i int) bool {
	switch o.Kind {
	case ir.OpLoad, ir.OpStore:
		return i == 1
	case ir.OpCheckIndex:
		return i == 0
	case ir.OpTable:
		return true
	}
	return false
}

// exact reports an op that takes its integer operands in any width that holds them, and gives something else.
func (n *narrower) exact(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return o.Args[0].Type.IsInt()
	case ir.OpConv:
		return o.Args[0].Type.IsInt() && o.Results[0].Type.IsFloat()
	case ir.OpCheckDiv:
		return true
	}
	return false
}

// demand finds how many low bits of each value are asked for, given the widths so far.
func (n *narrower) demand() {
	for _, k := range n.of {
		k.top = 0
	}
	for n.asked = true; n.asked; {
		n.asked = false
		for i := len(n.ops) - 1; i >= 0; i-- {
			n.demandOf(n.ops[i])
		}
		for _, v := range n.joins {
			for _, a := range n.of[v].from {
				n.ask(a, n.bitsOf(v))
			}
		}
	}
}

func (n *narrower) ask(v *ir.Value, top int) {
	if k := n.of[v]; k != nil && v.Type.IsInt() {
		if top = min(top, v.Type.Bits()); top > k.top {
			k.top, n.asked = top, true
		}
	}
}

func (n *narrower) askAll(vs []*ir.Value) {
	for _, v := range vs {
		n.ask(v, 64)
	}
}

func (n *narrower) demandOf(o *ir.Op) {
	if len(o.Results) != 1 || !o.Results[0].Type.IsInt() || !n.takesPart(o) || len(o.Regions) > 0 {
		for i, a := range o.Args {
			if n.joined(o, i) == nil {
				n.ask(a, 64)
			}
		}
		return
	}
	b := n.bitsOf(o.Results[0])
	switch x := o.Args[0]; o.Kind {
	case ir.OpMin, ir.OpMax, ir.OpDiv, ir.OpRem, ir.OpPopcnt:
		n.askAll(o.Args)
	case ir.OpAnd:
		for i, a := range o.Args {
			t := b
			if c, ok := o.Args[1-i].ConstInt(); ok && c >= 0 {
				t = min(t, bits.Len64(uint64(c)))
			}
			n.ask(a, t)
		}
	case ir.OpShl:
		n.askAll(o.Args[1:])
		c, _ := shiftedBy(o)
		n.ask(x, max(0, b-c))
	case ir.OpShr:
		n.askAll(o.Args[1:])
		if c, ok := shiftedBy(o); ok {
			n.ask(x, b+c)
		} else {
			n.askAll(o.Args[:1])
		}
	default:
		for _, a := range o.Args {
			n.ask(a, b)
		}
	}
}

// shiftedBy is the count of a shift, if it is known and below 64; else 0.
func shiftedBy(o *ir.Op) (int, bool) {
	if c, ok := o.Args[1].ConstInt(); ok && 0 <= c && c < 64 {
		return int(c), true
	}
	return 0, false
}

// bitsOf is how many low bits of v have to be right in the form that it has.
func (n *narrower) bitsOf(v *ir.Value) int {
	k := n.of[v]
	return min(k.top, 8*k.bytes)
}

// fits reports whether all values of an interval fit an integer type of so many bytes, fewer than 8.
func fits(b analysis.Interval, bytes int, signed bool) bool {
	if signed {
		return b.Within(-1<<(8*bytes-1), 1<<(8*bytes-1)-1)
	}
	return b.Within(0, 1<<(8*bytes)-1)
}

// widths raises the widths where operands or what is asked for demand it.
func (n *narrower) widths() {
	for _, o := range n.ops {
		if n.exact(o) {
			w := n.operandBytes(o, max(1, n.wide[o]))
			if w != n.wide[o] {
				n.wide[o], n.raised = w, true
			}
			continue
		}
		if len(o.Regions) > 0 {
			continue
		}
		for _, v := range o.Results {
			if k := n.of[v]; !k.fixed && !k.free() {
				n.raise(k, v, n.bytesOf(o, k))
			}
		}
	}
	for _, v := range n.joins {
		k := n.of[v]
		if k.fixed || k.free() {
			continue
		}
		w := n.enough(v, k)
		for _, a := range k.from {
			if ak := n.of[a]; ak != nil && !ak.free() {
				w = max(w, ak.bytes)
			}
		}
		n.raise(k, v, w)
	}
}

// enough is the width that v needs for what is asked of it.
func (n *narrower) enough(v *ir.Value, k *width) int {
	w, b := k.bytes, n.ranges.Of(v)
	for k.top > 8*w && !holds(b, w) { // no more than v has is asked for
		w *= 2
	}
	return w
}

func (n *narrower) raise(k *width, v *ir.Value, bytes int) {
	if bytes = min(bytes, v.Type.Size()); bytes > k.bytes {
		k.bytes, n.raised = bytes, true
	}
}

// bytesOf is the width that the result of o needs.
func (n *narrower) bytesOf(o *ir.Op, k *width) int {
	v := o.Results[0]
	size := v.Type.Size()
	w := n.enough(v, k)
	of := func(args ...*ir.Value) {
		for _, a := range args {
			if ak := n.of[a]; ak != nil && !ak.free() {
				w = max(w, ak.bytes)
			}
		}
	}
	switch o.Kind {
	case ir.OpShl:
		of(o.Args[0])
	case ir.OpShr:
		of(o.Args[0])
		m := v.Type.Bits()
		if c, ok := shiftedBy(o); ok {
			m = min(m, min(k.top, 8*w)+c)
		}
		for m > 8*w && !holds(n.ranges.Of(o.Args[0]), w) {
			w *= 2
		}
	case ir.OpMin, ir.OpMax, ir.OpDiv, ir.OpRem, ir.OpPopcnt:
		w = n.operandBytes(o, w)
	case ir.OpConv:
		if o.Args[0].Type.Size() <= size || n.of[o.Args[0]].bytes < size { // not from outside, or it would be free
			of(o.Args[0])
		}
	default:
		of(o.Args...)
	}
	return w
}

// holds reports whether a value of interval b can be kept exactly in w bytes.
func holds(b analysis.Interval, w int) bool { return fits(b, w, false) || fits(b, w, true) }

// operandBytes is the least width, from w on, in which there is a type for both operands of an op that needs them exact, and for its result.
func (n *narrower) operandBytes(o *ir.Op, w int) int {
	for _, a := range o.Args {
		if k := n.of[a]; k != nil && !k.free() {
			w = max(w, k.bytes)
		}
	}
	for n.common(o, w) == nil {
		w *= 2
	}
	return min(w, o.Args[0].Type.Size())
}

// common is an integer type of w bytes that holds both operands of o; nil if there is none. Quotients are no larger but for one by -1, which has no interval
// (so that w is enough for the bits that are asked for).
func (n *narrower) common(o *ir.Op, w int) *ir.Type {
	if w >= o.Args[0].Type.Size() {
		return o.Args[0].Type
	}
	signedFirst := n.exact(o) || o.Kind == ir.OpMin || o.Kind == ir.OpMax // cheaper with signs; divisions are without
	for _, signed := range []bool{signedFirst, !signedFirst} {
		ok := !signed || o.Kind != ir.OpPopcnt // copies of the sign would be counted
		for _, a := range o.Args {
			ok = ok && fits(n.ranges.Of(a), w, signed)
		}
		if ok {
			return intType(w, signed)
		}
	}
	return nil
}

func intType(bytes int, signed bool) *ir.Type {
	if signed {
		return map[int]*ir.Type{1: ir.TI8, 2: ir.TI16, 4: ir.TI32, 8: ir.TI64}[bytes]
	}
	return map[int]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}[bytes]
}
