package eval

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Control flow joins where a function, block, if or loop is left. While such a construct is evaluated, ops go straight into the
// region around it, and every way out of it is recorded as an exit: a placeholder terminator with the values that it carries and the
// store at that point. When all exits are known, what differs between them becomes results. Exits at the tail of nested ifs become
// the yields of these ifs; only if others remain is the construct wrapped into a residual block that they break from.

type targetKind uint8

const (
	toJoin   targetKind = iota // the end of an unfolded call, a block, an if
	toLoop                     // a residual loop's end or beginning
	toCaller                   // the residual function's caller
)

type target struct {
	kind   targetKind
	region *ir.Region // where the construct's ops go
	start  int        // index of its first op there
	birth  int        // cells born later are inside
	mark   int        // the store's journal at entry
	facts  int
	exits  []*exit // ways out
	conts  []*exit // loop: ways to the next iteration
}

type exit struct {
	t       *target
	op      *ir.Op // placeholder: the last op of its region
	vals    []val
	snap    []binding
	pending bool // snap is not yet taken: the current store is this exit's
	tail    bool
}

func (p *pe) newTarget(kind targetKind) *target {
	p.births++
	return &target{kind: kind, region: p.b.Region, start: len(p.b.Region.Ops), birth: p.births, mark: len(p.journal), facts: len(p.facts)}
}

// leave ends the path being evaluated with an exit to t, which the caller enters into t's list.
func (p *pe) leave(t *target, vals []val) *exit {
	e := &exit{t: t, vals: p.list(len(vals)), pending: t.kind != toCaller}
	for i, v := range vals {
		e.vals[i] = p.resolveSince(v, nil)
	}
	e.op = p.b.Op(ir.OpYield, nil)
	if e.pending {
		p.pending = append(p.pending, e)
	}
	p.exits = append(p.exits, e)
	return e
}

// pop takes the placeholder off its region.
func (e *exit) pop() {
	e.op.Parent.TakeLast()
}

// current is the only exit of t if evaluation can simply go on from it, else nil.
func (t *target) current() *exit {
	if len(t.exits) == 1 && t.exits[0].pending {
		return t.exits[0]
	}
	return nil
}

// resume goes on from a pending exit.
func (p *pe) resume(e *exit) []val {
	for i, x := range p.pending {
		if x == e {
			p.pending = append(p.pending[:i], p.pending[i+1:]...)
			break
		}
	}
	e.pending = false
	e.pop()
	p.b.Region = e.op.Parent
	return e.vals
}

// join goes on behind a construct. alive is false if control doesn't get there.
func (p *pe) join(t *target) (vals []val, alive bool) {
	if len(t.exits) == 0 {
		return nil, false
	}
	if e := t.current(); e != nil {
		return p.resume(e), true
	}
	p.undo(t.mark, t.facts)
	r := t.region
	p.b.Region = r
	if n := markTail(r, t.start, t.exits); n < len(t.exits) {
		return p.joinBlock(t, n > 0), true
	}
	j := &joiner{p: p, t: t, region: r, exits: t.exits}
	j.findIf()
	vals = j.merge()
	if j.iff != nil && j.pure && len(j.slots) == 0 && len(j.arrays) == 0 { // nothing that the arms compute is used
		return vals, true
	}
	j.endIf()
	j.fill()
	p.complete(t.exits, j.slots)
	last := r.Ops[len(r.Ops)-1]
	one := last.Kind == ir.OpIf && reachesTail(last.Regions[0]) != reachesTail(last.Regions[1])
	holds := one && reachesTail(last.Regions[0])
	j.define(p.closeTail(r, j.types()))
	if one { // the other arm leaves
		p.learn(p.conds[last], boolVal(holds))
	}
	return vals, true
}

// joinBlock is join for constructs with exits that can't become yields.
func (p *pe) joinBlock(t *target, tail bool) []val {
	blk := t.region.NewOp(ir.OpBlock, p.b.Pos, nil)
	body := blk.AddRegion()
	t.region.MoveTail(t.start, body)
	j := &joiner{p: p, t: t, region: t.region, exits: t.exits}
	vals := j.merge()
	j.fill()
	p.complete(t.exits, j.slots)
	if tail {
		in := p.b.In(body)
		in.Yield(p.closeTail(body, j.types())...)
	}
	breakOut(t.exits, blk)
	for _, s := range j.slots {
		blk.AddResult(s.t)
	}
	p.b.Insert(blk)
	j.define(blk.Results)
	return vals
}

// breakOut turns the exits that are not at the tail into breaks from op.
func breakOut(exits []*exit, op *ir.Op) {
	for _, e := range exits {
		if !e.tail {
			e.op.SetTarget(op)
			e.op.SetKind(ir.OpBreak)
		}
	}
}

// markTail finds which of the exits are at the end of r, or at the ends of the arms of an if that ends r, and so on inwards.
func markTail(r *ir.Region, start int, exits []*exit) (n int) {
	if len(r.Ops) <= start {
		return 0
	}
	last := r.Ops[len(r.Ops)-1]
	if last.Kind == ir.OpIf {
		return markTail(last.Regions[0], 0, exits) + markTail(last.Regions[1], 0, exits)
	}
	for _, e := range exits {
		if e.op == last {
			e.tail = true
			last.SetNote(tailNote)
			return 1
		}
	}
	return 0
}

// tailNote marks the placeholders of tail exits while they are being made into yields.
const tailNote = "tail"

// complete gives each exit its arguments: the slots' values. Constants are emitted anew where the exit is: the ones at hand may lie
// behind it.
func (p *pe) complete(exits []*exit, slots []*slot) {
	here := p.b.Region
	for i, e := range exits {
		e.pop()
		p.b.Region = e.op.Parent
		start := len(p.b.Region.Ops)
		args := p.slab.Operands(len(slots))
		for k, s := range slots {
			if c, ok := s.vals[i].(konst); ok {
				args[k] = p.constSince(start, c)
			} else {
				args[k] = p.value(s.vals[i])
			}
		}
		e.op.SetArgs(args)
		p.b.Insert(e.op)
	}
	p.b.Region = here
}

// constSince finds a constant among the ops from start on, or emits it.
func (p *pe) constSince(start int, c konst) *ir.Value {
	for _, o := range p.b.Region.Ops[start:] {
		if o.Results[0].Type == c.t && o.Bits == c.bits {
			return o.Results[0]
		}
	}
	return p.constant(c)
}

// closeTail makes the tail exits of r into the yields of ifs and gives the values that reach r's end.
func (p *pe) closeTail(r *ir.Region, ts []*ir.Type) []*ir.Value {
	last := r.Ops[len(r.Ops)-1]
	if last.Kind != ir.OpIf {
		r.TakeLast()
		return last.Args
	}
	empty := len(ts) == 0
	for _, arm := range last.Regions {
		if !reachesTail(arm) {
			empty = false
			continue // it leaves to elsewhere
		}
		vs := p.closeTail(arm, ts)
		p.b.In(arm).Yield(vs...)
		empty = empty && len(arm.Ops) == 1
	}
	if empty {
		r.TakeLast()
		return nil
	}
	for _, t := range ts {
		last.AddResult(t)
	}
	return last.Results
}

func reachesTail(r *ir.Region) bool {
	if len(r.Ops) == 0 {
		return false
	}
	last := r.Ops[len(r.Ops)-1]
	if last.Kind == ir.OpIf {
		return len(last.Results) == 0 && (reachesTail(last.Regions[0]) || reachesTail(last.Regions[1]))
	}
	return last.Note() == tailNote && last.Kind == ir.OpYield
}

// slot is a leaf that becomes a result: its value at each exit.
type slot struct {
	t    *ir.Type
	vals []val
	out  *dyn
}

// joiner merges what exits carry.
type joiner struct {
	p      *pe
	t      *target
	region *ir.Region // where the merged values are to be visible
	exits  []*exit
	slots  []*slot
	arrays []arraySlot

	// The if at whose arms' ends the exits are, where it is so: many merges are then mere boolean algebra or selects.
	cond *dyn
	iff  *ir.Op
	arm  []int // for each exit: which arm it is in
	pure bool  // the arms have no effects

	table map[*cell][]val
	inner []*cell          // cells from inside that outlive the construct, to be merged
	live  map[*cell][]bool // the exits that lead to them
}

// findIf recognises the if and takes it off the region for now: what merge emits goes before it.
func (j *joiner) findIf() {
	r := j.region
	o := r.Ops[len(r.Ops)-1]
	if o.Kind != ir.OpIf || len(j.exits) < 2 {
		return
	}
	count := [2]int{}
	j.arm = make([]int, len(j.exits))
	for i, e := range j.exits {
		in := e.op.Parent
		for in.Parent != o {
			in = in.Parent.Parent
		}
		if in == o.Regions[1] {
			j.arm[i] = 1
		}
		count[j.arm[i]]++
	}
	if count[0] == 0 || count[1] == 0 {
		return
	}
	j.cond, j.iff = j.p.conds[o], o
	j.pure = len(j.exits) == 2 && isPure(o.Regions[0]) && isPure(o.Regions[1])
	r.TakeLast()
}

// sides gives what a value is in each arm of the if: nil where that depends.
func (j *joiner) sides(vs []val) (side [2]val) {
	var met [2]bool
	for i, v := range vs {
		k := j.arm[i]
		if !met[k] {
			side[k] = v
		} else if side[k] != v {
			side[k] = nil
		}
		met[k] = true
	}
	return side
}

func (j *joiner) endIf() {
	if j.iff != nil {
		j.p.b.Insert(j.iff)
	}
}

// isPure reports whether there is nothing but a few pure ops before the exit that ends a region.
func isPure(r *ir.Region) bool {
	if n := len(r.Ops); n > 5 || r.Ops[n-1].Note() != tailNote {
		return false
	}
	for _, o := range r.Ops[:len(r.Ops)-1] {
		if !o.Kind.Has(ir.Pure) {
			return false
		}
	}
	return true
}

func (j *joiner) types() []*ir.Type {
	ts := make([]*ir.Type, len(j.slots))
	for i, s := range j.slots {
		ts[i] = s.t
	}
	return ts
}

func (j *joiner) define(results []*ir.Value) {
	for i, s := range j.slots {
		s.out.v = results[i]
	}
}

// merge gives the values that the exits carry, merged, and sets the cells likewise.
func (j *joiner) merge() []val {
	col := make([]val, len(j.exits))
	vals := make([]val, len(j.exits[0].vals))
	for k := range vals {
		for i, e := range j.exits {
			col[i] = e.vals[k]
		}
		vals[k] = j.value(col)
	}
	var order []*cell
	for i, e := range j.exits {
		for _, b := range e.snap {
			vs, ok := j.table[b.c]
			if !ok {
				if j.table == nil {
					j.table = map[*cell][]val{}
				}
				vs = make([]val, len(j.exits))
				for k := range vs {
					vs[k] = b.c.val
				}
				j.table[b.c] = vs
				order = append(order, b.c)
			}
			vs[i] = b.v
		}
	}
	for _, c := range order {
		if c.birth < j.t.birth {
			j.p.setCell(c, j.value(j.table[c]))
		}
	}
	// Cells from inside matter only if something that goes on refers to them.
	for len(j.inner) > 0 {
		c := j.inner[0]
		j.inner = j.inner[1:]
		vs := slices.Clone(j.table[c])
		for len(vs) < len(j.exits) {
			vs = append(vs, c.val)
		}
		for k, live := range j.live[c] {
			if !live {
				vs[k] = absent
			}
		}
		j.p.setCell(c, j.value(vs))
	}
	return vals
}

// value merges one value; vs holds it at each exit.
func (j *joiner) value(vs []val) val {
	vs = j.present(vs)
	if slices.ContainsFunc(vs, isPointer) || severalFuncs(vs) {
		return j.pointer(vs)
	}
	first, equal := vs[0], true
	for _, v := range vs[1:] {
		equal = equal && v == first
	}
	if t := arrayType(first); t != nil && isLarge(t) {
		return j.array(t, vs, equal)
	}
	switch x := first.(type) {
	case konst:
		if equal {
			return x
		}
	case *dyn:
		if equal && visible(x.v, j.region) {
			return x
		}
	case *agg:
		if elems, changed := j.elems(vs, x.elems, func(v val) []val { return v.(*agg).elems }); changed {
			return &agg{x.t, elems}
		}
		return x
	case *clo:
		return j.closure(vs, x)
	case *window:
		if _, ok := windows(vs); !ok {
			x.inMemory(j.p)
		}
		if x.s == nil {
			j.value(cellsOf(vs)) // it may be one from inside that goes on
		}
		if equal && available(x, j.region) {
			return x
		}
		return x.merged(vs, j.value)
	case *mvar:
		return x
	case *marr: // a cell's that is indexed by values not known
		mems := make([]val, len(vs))
		for i, v := range vs {
			mems[i] = v.(*marr).mem
		}
		if m := j.value(mems); m != x.mem {
			return &marr{t: x.t, mem: m.(*dyn)}
		}
		return x
	}
	for _, v := range vs {
		if w, ok := v.(*window); ok {
			w.inMemory(j.p)
		}
	}
	return j.slot(vs)
}

// cellsOf are the variables that windows look into.
func cellsOf(vs []val) []val {
	out := make([]val, len(vs))
	for i, v := range vs {
		out[i] = v.(*window).c
	}
	return out
}

func (j *joiner) elems(vs []val, first []val, of func(v val) []val) (out []val, changed bool) {
	col := make([]val, len(vs))
	for k, e := range first {
		equal := true
		for i, v := range vs {
			col[i] = of(v)[k]
			equal = equal && col[i] == e
		}
		r := j.value(col)
		if (r != e || !equal) && !changed {
			changed = true
			out = append(make([]val, 0, len(first)), first[:k]...)
		}
		if changed {
			out = append(out, r)
		}
	}
	return out, changed
}

func (j *joiner) closure(vs []val, x *clo) val {
	if caps, changed := j.elems(vs, x.caps, func(v val) []val { return v.(*clo).caps }); changed {
		return &clo{x.t, x.code, caps}
	}
	return x
}

// slot makes a result of a leaf, or finds one of the same values.
func (j *joiner) slot(vs []val) val {
	var side [2]val
	if j.cond != nil {
		side = j.sides(vs)
		if side[0] != nil && side[1] != nil {
			if v := j.p.choose(j.cond, side[0], side[1], j.region, j.pure); v != nil {
				return v
			}
		}
	}
search:
	for _, s := range j.slots {
		for i, v := range vs {
			if s.vals[i] != v {
				continue search
			}
		}
		return s.out
	}
	s := &slot{t: typeOf(vs[0]), vals: append([]val(nil), vs...), out: &dyn{cond: j.cond, yes: side[0], no: side[1]}}
	j.slots = append(j.slots, s)
	return s.out
}

// arraySlot is memory that becomes a large array that differs between exits: each of these copies its own there.
type arraySlot struct {
	to   *marr
	vals []val
}

func arrayType(v val) *ir.Type {
	switch v := v.(type) {
	case *agg:
		if v.t.Kind == ir.Array {
			return v.t
		}
	case *marr:
		return v.t
	}
	return nil
}

// array merges large arrays.
func (j *joiner) array(t *ir.Type, vs []val, equal bool) val {
	switch x := vs[0].(type) {
	case *marr:
		if equal && x.available(j.region) || !slices.ContainsFunc(vs, func(v val) bool { m, ok := v.(*marr); return !ok || !m.isZero() }) {
			return x
		}
	case *agg:
		if equal && isKnown(x) {
			return x
		}
	}
	o := j.region.NewOp(ir.OpAlloca, j.p.b.Pos, nil, ir.SliceOf(t.Elem))
	o.Ints = []int64{int64(t.Len)}
	to := &marr{t: t, mem: &dyn{v: o.Result()}}
	at := len(j.region.Ops)
	if j.region == j.t.region {
		at = j.t.start
	}
	j.region.Insert(at, o)
	j.arrays = append(j.arrays, arraySlot{to, slices.Clone(vs)})
	return &marr{t: t, mem: to.mem, owned: true}
}

// fill has the exits copy their arrays. The constants at hand may lie behind them.
func (j *joiner) fill() {
	if len(j.arrays) == 0 {
		return
	}
	p := j.p
	here, consts := p.b.Region, p.consts
	for i, e := range j.exits {
		e.pop()
		p.b.Region, p.consts = e.op.Parent, map[konst]*ir.Value{}
		for _, a := range j.arrays {
			p.copyArray(a.to, a.vals[i], false)
		}
		p.b.Insert(e.op)
	}
	p.b.Region, p.consts = here, consts
}
