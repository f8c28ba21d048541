package analysis

import (
	"math/bits"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// In how few bytes can integers inside a loop in lanes be computed for the same result? Backwards, how many low bits of a value anyone asks for (demanded bits:
// Gupta, Mehofer and Zhang, "Bitwidth aware register allocation and code generation"; LLVM's BDCE); forwards, in which interval a value lies. A value can be
// computed in w bytes if only so many bits are asked for, or if all its values fit; what it is computed from then has to be right in these bits only. Values
// that come wide from elsewhere are not cut for the sake of one operation, but for those that are the same in all lanes or step evenly from lane to lane.

// Widths are those of the integers in a loop.
type Widths struct {
	Ranges *Ranges
	Of     map[*ir.Value]*Width // of what the loop defines
	Wide   map[*ir.Op]int       // bytes in which exact ops take their operands
	Ops    []*ir.Op             // of the loop, in order
	Joins  []*ir.Value          // values that come together

	given         []*ir.Value // what the loop carries and is asked for when it ends
	raised, asked bool
}

// Width is what is known about an integer that is computed in a loop.
type Width struct {
	Bytes int  // in which it can be computed
	Fixed bool // it keeps its type

	top    int         // low bits asked for
	varies bool        // from lane to lane, by more than even steps
	from   []*ir.Value // what comes together in it: a result of control flow, or a parameter of a loop
	other  bool        // is used by something that wants it as it is
	used   bool        // is used by something that takes it narrow
}

// Free reports a value that costs nothing to cut: it is computed in scalar code, since it steps evenly from lane to lane, perhaps by nothing.
func (n *Width) Free() bool { return !n.varies }

// WidthsOf finds the widths for a loop, given intervals of values from outside; nil if that takes too long, or if all keep theirs.
func WidthsOf(loop *ir.Op, known map[*ir.Value]Interval) *Widths {
	if keepsWidths(loop) {
		return nil
	}
	n := &Widths{Ranges: NewRanges(), Of: map[*ir.Value]*Width{}, Wide: map[*ir.Op]int{}}
	n.Ranges.Exits, n.Ranges.Known = map[*ir.Op]*Exits{}, known
	for _, r := range loop.Regions {
		CollectExits(r, n.Ranges.Exits)
		for _, p := range r.Params {
			n.add(p).Fixed = true
		}
		n.collect(r)
	}
	n.carried(loop)
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

// keepsWidths reports a loop whose integers are all free, and none of which is an operand of an exact op: all that is in vectors are floats.
func keepsWidths(loop *ir.Op) bool {
	shapes := ShapesOf(loop)
	narrows := func(vs []*ir.Value) bool {
		return slices.ContainsFunc(vs, func(v *ir.Value) bool { return v.Type.IsInt() && shapes.Of(v).Varying })
	}
	for _, r := range loop.Regions {
		if r.Contains(func(o *ir.Op) bool {
			return exact(o) || narrows(o.Results) || slices.ContainsFunc(o.Regions, func(in *ir.Region) bool { return narrows(in.Params) })
		}) {
			return false
		}
	}
	return true
}

func (n *Widths) add(v *ir.Value) *Width {
	k := &Width{Bytes: 1}
	n.Of[v] = k
	return k
}

// carried are the integers that a loop in lanes hands from iteration to iteration. What a running gives is of the type of what it takes: the two are one variable.
func (n *Widths) carried(loop *ir.Op) {
	if loop.Kind != ir.OpFor {
		return
	}
	for k, p := range loop.Regions[0].Params[1:] {
		o := loop.RunningOf(k)
		if o == nil || !n.TakesPart(o) {
			continue
		}
		w := n.Of[p]
		w.Fixed, w.from = false, []*ir.Value{o.Results[0], loop.Args[2+k]}
		n.Of[o.Results[0]] = w
		n.Joins = append(n.Joins, p)
		if loop.Func().Uses().Count(loop.Results[k]) > 0 {
			n.given = append(n.given, p)
		}
	}
}

// collect lists the ops and the values.
func (n *Widths) collect(r *ir.Region) {
	for _, o := range r.Ops {
		n.Ops = append(n.Ops, o)
		arg, param := Carried(o)
		for _, in := range o.Regions {
			for i, p := range in.Params {
				k := n.add(p)
				if k.Fixed = o.Kind != ir.OpLoop && o.Kind != ir.OpFor || i < param || !p.Type.IsInt(); !k.Fixed {
					k.from = append(n.incoming(o, i-param, true), o.Args[arg+i-param])
					if o.Kind == ir.OpFor { // the result is the same variable
						k.from = append(k.from, n.incoming(o, i-param, false)...)
					}
					n.Joins = append(n.Joins, p)
				}
			}
			n.collect(in)
		}
		for i, v := range o.Results {
			if o.Kind == ir.OpFor {
				n.Of[v] = n.Of[o.Regions[0].Params[1+i]]
				n.Joins = append(n.Joins, v)
				continue
			}
			k := n.add(v)
			if k.Fixed = !v.Type.IsInt() || !n.TakesPart(o); len(o.Regions) > 0 && !k.Fixed {
				k.from = n.incoming(o, i, false)
				n.Joins = append(n.Joins, v)
			}
		}
	}
}

// incoming lists the values that place i of o gets from exits: with which it is left, or repeated.
func (n *Widths) incoming(o *ir.Op, i int, again bool) (vs []*ir.Value) {
	if e := n.Ranges.Exits[o]; e != nil {
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
func (n *Widths) classify(loop *ir.Op) {
	shapes := ShapesOf(loop)
	for v, k := range n.Of { // what a `for` gives shares its width with what it carries: where iterations leave at different times, only the former varies
		k.varies = k.varies || shapes.Of(v).Varying
	}
	for _, v := range n.Joins {
		if n.Of[v].varies && !shapes.Of(v).Varying { // or it would be cut in each iteration
			for _, a := range n.Of[v].from {
				if k := n.Of[a]; k != nil {
					k.varies = true
				}
			}
		}
	}
	for v, k := range n.Of {
		if k.Fixed || k.Free() {
			k.Bytes = v.Type.Size()
		}
	}
}

// TakesPart reports an op whose integer results may be computed in another width.
func (n *Widths) TakesPart(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpNot, ir.OpShl, ir.OpShr, ir.OpPopcnt,
		ir.OpMin, ir.OpMax, ir.OpSelect, ir.OpDiv, ir.OpRem, ir.OpIf, ir.OpBlock, ir.OpLoop, ir.OpFor:
		return true
	case ir.OpConv:
		return o.Args[0].Type.IsInt()
	case ir.OpRunning: // the low bits of what it joins are those of the result, for the others its operands would have to be exact
		k := o.Joined()
		return o.Results[0].Type.IsInt() && k != ir.OpMin && k != ir.OpMax
	}
	return false
}

func (n *Widths) IsFree(v *ir.Value) bool { k := n.Of[v]; return k == nil || k.Free() }

// uses finds out who wants values as they are. What only such users want keeps its type: to compute it narrow and widen it then gains nothing,
// but where the result is an index.
func (n *Widths) uses() {
	for _, v := range n.Joins {
		for _, a := range n.Of[v].from {
			if k := n.Of[a]; k != nil {
				k.used = true
			}
		}
	}
	for _, o := range n.Ops {
		for i, a := range o.Args {
			k := n.Of[a]
			switch {
			case k == nil || n.Joined(o, i) != nil:
			case n.Exact(o) || len(o.Results) == 1 && !n.Of[o.Results[0]].Fixed && n.TakesPart(o):
				k.used = true
			case isIndexUse(o, i):
				k.used = true
				k.other = true
			default:
				k.other = true
			}
		}
	}
	for v, k := range n.Of {
		if k.other && !k.used && !k.Fixed {
			k.Fixed, k.Bytes = true, v.Type.Size()
		}
	}
}

// Joined is the value that takes part and that operand i of o becomes: the result of what it leaves, or the parameter of a loop.
func (n *Widths) Joined(o *ir.Op, i int) *ir.Value {
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
	arg, param := Carried(target)
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
	if k := n.Of[v]; k == nil || k.Fixed {
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

// Exact reports an op that takes its integer operands in any width that holds them, and gives something else.
func (n *Widths) Exact(o *ir.Op) bool { return exact(o) }

func exact(o *ir.Op) bool {
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
func (n *Widths) demand() {
	for _, k := range n.Of {
		k.top = 0
	}
	n.askAll(n.given)
	for n.asked = true; n.asked; {
		n.asked = false
		for i := len(n.Ops) - 1; i >= 0; i-- {
			n.demandOf(n.Ops[i])
		}
		for _, v := range n.Joins {
			for _, a := range n.Of[v].from {
				n.ask(a, n.bitsOf(v))
			}
		}
	}
}

func (n *Widths) ask(v *ir.Value, top int) {
	if k := n.Of[v]; k != nil && v.Type.IsInt() {
		if top = min(top, v.Type.Bits()); top > k.top {
			k.top, n.asked = top, true
		}
	}
}

func (n *Widths) askAll(vs []*ir.Value) {
	for _, v := range vs {
		n.ask(v, 64)
	}
}

func (n *Widths) demandOf(o *ir.Op) {
	if len(o.Results) != 1 || !o.Results[0].Type.IsInt() || !n.TakesPart(o) || len(o.Regions) > 0 {
		for i, a := range o.Args {
			if n.Joined(o, i) == nil {
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
func (n *Widths) bitsOf(v *ir.Value) int {
	k := n.Of[v]
	return min(k.top, 8*k.Bytes)
}

// Fits reports whether all values of an interval fit an integer type of so many bytes, fewer than 8.
func Fits(b Interval, bytes int, signed bool) bool {
	if signed {
		return b.Within(-1<<(8*bytes-1), 1<<(8*bytes-1)-1)
	}
	return b.Within(0, 1<<(8*bytes)-1)
}

// widths raises the widths where operands or what is asked for demand it.
func (n *Widths) widths() {
	for _, o := range n.Ops {
		if n.Exact(o) {
			w := n.operandBytes(o, max(1, n.Wide[o]))
			if w != n.Wide[o] {
				n.Wide[o], n.raised = w, true
			}
			continue
		}
		if len(o.Regions) > 0 {
			continue
		}
		for _, v := range o.Results {
			if k := n.Of[v]; !k.Fixed && !k.Free() {
				n.raise(k, v, n.bytesOf(o, k))
			}
		}
	}
	for _, v := range n.Joins {
		k := n.Of[v]
		if k.Fixed || k.Free() {
			continue
		}
		w := n.enough(v, k)
		for _, a := range k.from {
			if ak := n.Of[a]; ak != nil && !ak.Free() {
				w = max(w, ak.Bytes)
			}
		}
		n.raise(k, v, w)
	}
}

// enough is the width that v needs for what is asked of it.
func (n *Widths) enough(v *ir.Value, k *Width) int {
	w, b := k.Bytes, n.Ranges.Of(v)
	for k.top > 8*w && !Holds(b, w) { // no more than v has is asked for
		w *= 2
	}
	return w
}

func (n *Widths) raise(k *Width, v *ir.Value, bytes int) {
	if bytes = min(bytes, v.Type.Size()); bytes > k.Bytes {
		k.Bytes, n.raised = bytes, true
	}
}

// bytesOf is the width that the result of o needs.
func (n *Widths) bytesOf(o *ir.Op, k *Width) int {
	v := o.Results[0]
	size := v.Type.Size()
	w := n.enough(v, k)
	of := func(args ...*ir.Value) {
		for _, a := range args {
			if ak := n.Of[a]; ak != nil && !ak.Free() {
				w = max(w, ak.Bytes)
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
		for m > 8*w && !Holds(n.Ranges.Of(o.Args[0]), w) {
			w *= 2
		}
	case ir.OpMin, ir.OpMax, ir.OpDiv, ir.OpRem, ir.OpPopcnt:
		w = n.operandBytes(o, w)
	case ir.OpConv:
		if o.Args[0].Type.Size() <= size || n.Of[o.Args[0]].Bytes < size { // not from outside, or it would be free
			of(o.Args[0])
		}
	default:
		of(o.Args...)
	}
	return w
}

// Holds reports whether a value of interval b can be kept exactly in w bytes.
func Holds(b Interval, w int) bool { return Fits(b, w, false) || Fits(b, w, true) }

// operandBytes is the least width, from w on, in which there is a type for both operands of an op that needs them exact, and for its result.
func (n *Widths) operandBytes(o *ir.Op, w int) int {
	for _, a := range o.Args {
		if k := n.Of[a]; k != nil && !k.Free() {
			w = max(w, k.Bytes)
		}
	}
	for n.Common(o, w) == nil {
		w *= 2
	}
	return min(w, o.Args[0].Type.Size())
}

// Common is an integer type of w bytes that holds both operands of o; nil if there is none. Quotients are no larger but for one by -1, which has no interval
// (so that w is enough for the bits that are asked for).
func (n *Widths) Common(o *ir.Op, w int) *ir.Type {
	if w >= o.Args[0].Type.Size() {
		return o.Args[0].Type
	}
	signedFirst := n.Exact(o) || o.Kind == ir.OpMin || o.Kind == ir.OpMax // cheaper with signs; divisions are without
	for _, signed := range []bool{signedFirst, !signedFirst} {
		ok := !signed || o.Kind != ir.OpPopcnt // copies of the sign would be counted
		for _, a := range o.Args {
			ok = ok && Fits(n.Ranges.Of(a), w, signed)
		}
		if ok {
			return IntType(w, signed)
		}
	}
	return nil
}

func IntType(bytes int, signed bool) *ir.Type {
	if signed {
		return map[int]*ir.Type{1: ir.TI8, 2: ir.TI16, 4: ir.TI32, 8: ir.TI64}[bytes]
	}
	return map[int]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}[bytes]
}
