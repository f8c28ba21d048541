package simd

import (
	"fmt"
	"slices"
	"sync"

	"github.com/hone-go/hone/internal/ir"
)

// Split makes every vector fit a register: a value of k times lanes elements becomes k values. Runs of straight-line code are emitted part
// by part, which keeps few values alive at a time; out-of-order execution overlaps the parts. In the body of a loop that carries vectors some parts may take turns (see
// machine.Desc), where the registers are enough. Control flow is shared by all parts.
func Split(k *Kernel, opt *Options) error {
	s := splitters.Get().(*splitter)
	s.lanes, s.orders.machine, s.err = k.Lanes, opt.Machine, nil
	s.region(k.Func.Body)
	s.index.Truncate(0)
	clear(s.all)
	s.parts, s.all = s.parts[:0], s.all[:0]
	err := s.err
	splitters.Put(s)
	return err
}

// splitters serve one function after the other.
var splitters = sync.Pool{New: func() any { return new(splitter) }}

type splitter struct {
	lanes int

	index ir.Index
	parts []partsOf   // by number in index
	all   []*ir.Value // of all of them
	ops   []*ir.Op    // what has been emitted of a region, behind that of the regions around it
	owner *ir.Region
	err   error

	byPart, inTurn, byOp []*ir.Op // a run in its orders
	spans                []span   // of the parts of its ops in byPart
	joined               []int    // of its stores, how many parts are stored at a time; 0: one

	orders estimator
}

// partsOf says where the parts of a value are, and how many there are of them so far.
type partsOf struct{ at, n int32 }

type span struct{ from, to int32 }

// count is the number of registers for a type; 1 for scalars.
func (s *splitter) count(t *ir.Type) int {
	if t.Kind != ir.Vec {
		return 1
	}
	if t.Len%s.lanes != 0 {
		s.err = fmt.Errorf("simd: %d lanes in registers of %d", t.Len, s.lanes)
		return 1
	}
	return t.Len / s.lanes
}

func (s *splitter) partType(t *ir.Type) *ir.Type {
	if t.Kind == ir.Vec {
		return ir.VecOf(t.Elem, s.lanes)
	}
	return t
}

// of is part p of v: scalars are their own parts.
func (s *splitter) of(v *ir.Value, p int) *ir.Value {
	n := s.index.Find(v)
	if n < 0 {
		return v
	}
	ps := s.parts[n]
	if ps.n == 1 {
		p = 0
	}
	return s.all[int(ps.at)+p]
}

// partsOf are the parts of v, number n in index.
func (s *splitter) partsOf(n int) []*ir.Value {
	ps := s.parts[n]
	return s.all[ps.at : ps.at+ps.n]
}

// add makes part the next part of v.
func (s *splitter) add(v, part *ir.Value) {
	n := s.index.Add(v)
	if n == len(s.parts) {
		s.parts = append(s.parts, partsOf{at: int32(len(s.all))})
		for range s.count(v.Type) {
			s.all = append(s.all, nil)
		}
	}
	ps := &s.parts[n]
	s.all[ps.at+ps.n] = part
	ps.n++
}

func (s *splitter) allOf(vs []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for _, v := range vs {
		if n := s.index.Find(v); n >= 0 {
			out = append(out, s.partsOf(n)...)
		} else {
			out = append(out, v)
		}
	}
	return out
}

func (s *splitter) region(r *ir.Region) {
	begin, owner := len(s.ops), s.owner
	s.owner = r
	s.params(r)
	for i := 0; i < len(r.Ops); {
		n := i
		for n < len(r.Ops) && partwise(r.Ops[n]) {
			n++
		}
		if n == i {
			s.whole(r.Ops[i])
			i++
			continue
		}
		s.run(r.Ops[i:n])
		i = n
	}
	r.SetOps(slices.Clone(s.ops[begin:]))
	s.ops, s.owner = s.ops[:begin], owner
}

func (s *splitter) params(r *ir.Region) { r.SetParams(s.split(r.Params, true)) }

// split makes parts of values, which keep their names if named says so; scalars stay.
func (s *splitter) split(vs []*ir.Value, named bool) []*ir.Value {
	var out []*ir.Value
	for _, v := range vs {
		if v.Type.Kind != ir.Vec {
			out = append(out, v)
			continue
		}
		for range s.count(v.Type) {
			part := &ir.Value{Type: s.partType(v.Type)}
			if named {
				part.Name = v.Name
			}
			s.add(v, part)
			out = append(out, part)
		}
	}
	return out
}

// partwise reports an op whose parts have nothing to do with each other.
func partwise(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpAny, ir.OpAll, ir.OpLaneReduce:
		return false
	case ir.OpShuffle:
		return !regroups(o)
	}
	return len(o.Regions) == 0 && !o.Kind.Has(ir.Terminator)
}

// regroups reports a shuffle that only takes whole registers of vectors of another length.
func regroups(o *ir.Op) bool {
	return o.Kind == ir.OpShuffle && o.Args[0].Type.Len != o.Result().Type.Len
}

// run emits straight-line code part by part, or several parts at a time; scalar ops go with the first part.
func (s *splitter) run(ops []*ir.Op) {
	widest := 1
	for _, o := range ops {
		widest = max(widest, s.opParts(o))
	}
	before := s.ops
	s.ops, s.spans = s.byPart[:0], s.spans[:0]
	s.findJoined(ops)
	for p := range widest {
		for i, o := range ops {
			from := len(s.ops)
			switch k := s.opParts(o); {
			case p >= k:
			case s.joined[i] > 0:
				s.joinedPart(o, p, s.joined[i])
			default:
				s.part(o, p, k)
			}
			s.spans = append(s.spans, span{int32(from), int32(len(s.ops))})
		}
	}
	s.byPart = s.ops
	orders := append(make([][]*ir.Op, 0, 3), s.byPart)
	if turns := s.orders.machine.Turns; 1 < turns && turns < widest && carriesVectors(s.owner) {
		s.inTurn = s.inTurns(s.inTurn[:0], len(ops), widest, turns)
		orders = [][]*ir.Op{s.inTurn, s.byPart}
	}
	if widest > 1 {
		s.byOp = s.inTurns(s.byOp[:0], len(ops), widest, widest)
		orders = append(orders, s.byOp)
		if stores := ops[len(ops)-1:]; stores[0].Kind == ir.OpMStore && reloads(ops, stores) { // a store is last where it is
			orders = [][]*ir.Op{s.byOp}
		}
	}
	s.ops = append(before, s.orders.schedule(orders, s.owner)...)
}

// carriesVectors reports the body of a loop that goes on with vectors.
func carriesVectors(r *ir.Region) bool {
	return r.Parent != nil && r.Parent.Kind == ir.OpLoop && slices.ContainsFunc(r.Params, func(v *ir.Value) bool { return v.Type.Kind == ir.Vec })
}

// inTurns puts n ops of so many parts each, which are in byPart, in an order in which a group of parts takes turns, op by op, before the next group does.
func (s *splitter) inTurns(out []*ir.Op, n, parts, group int) []*ir.Op {
	for first := 0; first < parts; first += group {
		for i := range n {
			for p := first; p < min(first+group, parts); p++ {
				at := s.spans[p*n+i]
				out = append(out, s.byPart[at.from:at.to]...)
			}
		}
	}
	return out
}

func (s *splitter) opParts(o *ir.Op) int {
	k := 1
	for _, v := range o.Results {
		k = max(k, s.count(v.Type))
	}
	for _, v := range o.Args {
		k = max(k, s.count(v.Type))
	}
	return k
}

func isVector(o *ir.Op) bool {
	for _, v := range o.Results {
		if v.Type.Kind == ir.Vec {
			return true
		}
	}
	for _, v := range o.Args {
		if v.Type.Kind == ir.Vec {
			return true
		}
	}
	return false
}

// part emits part p of k of an op.
func (s *splitter) part(o *ir.Op, p, k int) {
	if o.Kind == ir.OpSplat && p > 0 { // the same in all parts
		s.add(o.Result(), s.of(o.Result(), 0))
		return
	}
	if o.Kind == ir.OpCount { // of one register, and a scalar
		o.SetArg(0, s.of(o.Args[0], 0))
	}
	if !isVector(o) || o.Kind == ir.OpCount {
		s.emit(o)
		return
	}
	if k == 1 { // its only part
		o.MapArgs(func(v *ir.Value) *ir.Value { return s.of(v, 0) })
		if len(o.Ints) > 2 && (o.Kind == ir.OpMLoad || o.Kind == ir.OpMStore) {
			o.Ints = o.Ints[:2:2]
		}
		s.emit(o)
		return
	}
	n := s.owner.PartOf(o, func(v *ir.Value) *ir.Value { return s.of(v, p) }, s.partType)
	if (o.Kind == ir.OpGather || o.Kind == ir.OpScatter) && o.Args[1].Type == ir.TI64 {
		s.stepOver(n, p*s.lanes)
	}
	for i, r := range o.Results {
		s.add(r, n.Results[i])
	}
	s.emit(n)
	switch o.Kind {
	case ir.OpMLoad, ir.OpMStore:
		off := int64(p) * s.partBytes(o)
		n.Ints = []int64{o.Ints[0], o.Ints[1] + off}
		if n.Mode == ir.Ahead && off%int64(s.orders.machine.LineBytes) != 0 { // once for each line
			n.Mode = ir.Sequential
		}
	case ir.OpIota:
		if p == 0 {
			return
		}
		t := n.Result().Type
		base := s.owner.NewOp(ir.OpConst, o.Pos, nil, t)
		base.Bits = ir.Canonical(t.Elem, uint64(p*s.lanes))
		sum := s.owner.NewOp(ir.OpAdd, o.Pos, []*ir.Value{n.Result(), base.Result()}, t)
		s.emit(base)
		s.emit(sum)
		ps := s.partsOf(s.index.Find(o.Result()))
		ps[len(ps)-1] = sum.Result()
	}
}

// stepOver has a gather or scatter at even steps begin so many lanes further on.
func (s *splitter) stepOver(o *ir.Op, lanes int) {
	if len(o.Ints) > 2 {
		lanes /= int(o.Ints[2]) // places
	}
	clamped := len(o.Args) > 2 && o.Kind == ir.OpGather
	if c, ok := o.Args[1].ConstInt(); ok && !clamped {
		o.Ints = slices.Clone(o.Ints)
		o.Ints[1] += int64(lanes) * o.Ints[0] * c
		return
	}
	if lanes == 0 {
		return
	}
	op := func(k ir.OpKind, args ...*ir.Value) *ir.Value {
		n := s.owner.NewOp(k, o.Pos, args, ir.TI64)
		s.emit(n)
		return n.Result()
	}
	number := func(n int64) *ir.Value {
		v := op(ir.OpConst)
		v.Def.Bits = uint64(n)
		return v
	}
	over := number(int64(lanes))
	if clamped { // no farther than to the last one that there is
		one := number(1)
		last := op(ir.OpSub, o.Args[2], one)
		left := op(ir.OpMax, op(ir.OpSub, o.Args[2], over), one)
		over = op(ir.OpMin, over, last)
		o.SetArg(2, left)
	}
	off := op(ir.OpMul, op(ir.OpMul, o.Args[1], number(o.Ints[0])), over)
	o.SetArg(0, op(ir.OpAdd, o.Args[0], off))
}

// partBytes is how far apart in memory the parts of a vector lie: side by side, or as a third attribute says (before vectors are
// split; see interleaving).
func (s *splitter) partBytes(o *ir.Op) int64 {
	if len(o.Ints) > 2 {
		return o.Ints[2]
	}
	return int64(s.lanes * accessed(o).Elem.Size())
}

func (s *splitter) emit(o *ir.Op) { s.ops = append(s.ops, o) }

// whole emits an op that all parts share.
func (s *splitter) whole(o *ir.Op) {
	switch o.Kind {
	case ir.OpAny, ir.OpAll:
		join := ir.OpOr
		if o.Kind == ir.OpAll {
			join = ir.OpAnd
		}
		o.SetArgs([]*ir.Value{s.tree(join, s.allOf(o.Args))})
	case ir.OpLaneReduce:
		s.laneReduce(o)
	case ir.OpShuffle: // whole registers get another name
		from := s.allOf(o.Args)
		for p := range s.count(o.Result().Type) {
			s.add(o.Result(), from[int(o.Ints[p*s.lanes])/s.lanes])
		}
		return
	default:
		o.SetArgs(s.allOf(o.Args))
		o.SetResults(s.split(o.Results, false))
		for _, r := range o.Regions {
			s.region(r)
		}
	}
	s.emit(o)
}

// tree joins masks pairwise.
func (s *splitter) tree(k ir.OpKind, vs []*ir.Value) *ir.Value {
	for len(vs) > 1 {
		var next []*ir.Value
		for i := 0; i+1 < len(vs); i += 2 {
			o := s.owner.NewOp(k, ir.Pos{}, []*ir.Value{vs[i], vs[i+1]}, vs[i].Type)
			next = append(next, o.Result())
			s.emit(o)
		}
		if len(vs)%2 == 1 {
			next = append(next, vs[len(vs)-1])
		}
		vs = next
	}
	return vs[0]
}

// laneReduce halves among the parts, with the combine region inlined, until one register per value is left; the op does the rest.
func (s *splitter) laneReduce(o *ir.Op) {
	n := len(o.Args)
	parts := make([][]*ir.Value, n)
	for i, a := range o.Args {
		parts[i] = s.allOf([]*ir.Value{a})
	}
	combine := o.Regions[0]
	for w := len(parts[0]) / 2; w >= 1; w /= 2 {
		for p := range w {
			args := make([]*ir.Value, 2*n)
			for i := range n {
				args[i], args[n+i] = parts[i][p], parts[i][p+w]
			}
			for i, v := range s.inline(combine, args) {
				parts[i][p] = v
			}
		}
	}
	for i := range n {
		o.SetArg(i, parts[i][0])
	}
	narrow := ir.NewRegion(o)
	var params []*ir.Value
	for _, p := range combine.Params {
		params = append(params, narrow.AddParam(s.partType(p.Type), p.Name))
	}
	saved, owner := s.ops, s.owner
	s.ops, s.owner = nil, narrow
	vals := s.inline(combine, params)
	s.emit(narrow.NewOp(ir.OpYield, ir.Pos{}, vals))
	narrow.SetOps(s.ops)
	s.ops, s.owner = saved, owner
	o.SetRegion(0, narrow)
}

// inline emits the straight-line region on values of one register and gives what it yields.
func (s *splitter) inline(r *ir.Region, args []*ir.Value) []*ir.Value {
	env := map[*ir.Value]*ir.Value{}
	for i, p := range r.Params {
		env[p] = args[i]
	}
	value := func(v *ir.Value) *ir.Value {
		if x, ok := env[v]; ok {
			return x
		}
		return s.of(v, 0)
	}
	var out []*ir.Value
	for _, o := range r.Ops {
		if o.Kind == ir.OpYield {
			for _, a := range o.Args {
				out = append(out, value(a))
			}
			break
		}
		if len(o.Regions) > 0 {
			s.err = fmt.Errorf("%s: control flow in the operation of a reduction", o.Pos)
			return args[:len(args)/2]
		}
		var operands []*ir.Value
		for _, a := range o.Args {
			operands = append(operands, value(a))
		}
		n := s.owner.NewOp(o.Kind, o.Pos, operands)
		n.SetAttributes(o)
		for _, res := range o.Results {
			env[res] = n.AddResult(s.partType(res.Type))
		}
		s.emit(n)
	}
	return out
}
