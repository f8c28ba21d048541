package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// maxUnordered is how many registers a reduction works on at a time if their number is free.
const maxUnordered = 8

// maxLanes is the most lanes side by side: their numbers fit a byte.
const maxLanes = 256

// forLanes emits a loop in lanes: vectors, a masked tail, and the scalar loop for what a failed check left.
func (e *emitter) forLanes(o *ir.Op) {
	if b := e.kernel.borders[o]; b != nil {
		e.bordered(o, b)
		return
	}
	lo, hi := e.ends(o)
	v, why := e.prepare(o)
	if why != "" {
		e.noteOutcome(o.Pos, ir.NotInLanes, "not in lanes: %s", why)
		e.bind(o.Results, e.spareLoop(o, lo, hi, e.words(o.Args[2:]), false))
		return
	}
	e.noteOutcome(o.Pos, ir.RunsInLanes, "in lanes: %d elements in a register, %d at a time", e.kernel.Lanes, v.vl)
	e.remark(o)
	e.takes(o, v)
	next, carried := e.run(v, lo, hi)
	if v.bails { // else nothing is left to do
		carried = e.spareLoop(o, next, hi, carried, true)
	}
	e.bind(o.Results, carried)
}

// ends are where a loop begins and ends. A loop without an iteration may have any: they are made such that what is computed from them, vectors before the end, say, doesn't
// wrap around. One with iterations goes over memory, and has no ends for which it would; nor has the kernel's own range.
func (e *emitter) ends(o *ir.Op) (lo, hi *ir.Value) {
	lo, hi = e.get(o.Args[0]).u, e.get(o.Args[1]).u
	if r := o.Parent; r.Parent == nil && r.Params != nil && o.Args[0] == r.Params[0] {
		return lo, hi
	}
	if c, ok := lo.ConstInt(); ok && c >= 0 {
		if c, ok := hi.ConstInt(); ok && c >= 0 {
			return lo, hi
		}
		return lo, e.b.Binary(ir.OpMax, hi, lo)
	}
	some, none := e.b.Compare(ir.OpLt, lo, hi), e.b.Int(0)
	return e.b.Select(some, lo, none), e.b.Select(some, hi, none)
}

// takes notes how many iterations of the kernel's range are done at a time, if o goes over that.
func (e *emitter) takes(o *ir.Op, v *vectorBody) {
	if r := o.Parent; r.Parent == nil && o.Args[0] == r.Params[0] {
		e.kernel.Width = max(e.kernel.Width, v.vl)
	}
}

// vectorBody is a loop that can be in lanes, vl at a time.
type vectorBody struct {
	loop  *ir.Op
	sh    *shapes
	vl    int
	bails bool // some check stayed or was hoisted, so that vectors may leave off before the end
}

// prepare analyses a loop; why says why it can't be in lanes.
func (e *emitter) prepare(o *ir.Op) (v *vectorBody, why string) {
	o = inVectorOrder(o)
	body := o.Regions[0]
	sh := analyse(o)
	sh.findNarrow(o)
	sh.findGroups(o, e.opt.Machine.RegisterBytes, e.kernel.Lanes)
	parts := e.parts(body, sh)
	if len(o.Ints) > 1 { // the scheduler knows better
		parts = max(int(o.Ints[1]), 1)
	} else {
		parts = e.joinedParts(body, sh, parts)
	}
	if stores := e.streaming(body, sh); !compact(o) && len(stores) > 0 {
		line := e.lineParts(stores[0])
		parts = (parts + line - 1) / line * line
	}
	vl := min(e.kernel.Lanes*parts, maxLanes)
	for _, g := range sh.groups {
		sh.lookAhead = sh.lookAhead || g.readsAhead()
	}
	return &vectorBody{loop: o, sh: sh, vl: vl}, e.obstacle(o, sh, vl)
}

// run emits the vectors from lo to hi, and gives the first index that is not done, and what is carried there.
func (e *emitter) run(v *vectorBody, lo, hi *ir.Value) (next *ir.Value, carried []*ir.Value) {
	inits := e.words(v.loop.Args[2:])
	saved := e.enter()
	e.sh = v.sh
	next, carried = e.vectors(v.loop, v.vl, lo, hi, inits, nil)
	v.bails = e.lanes.bails
	e.leave(saved)
	return next, carried
}

// spareLoop is the scalar loop for what is left: all of it, or after a failed check. It gives what is carried at its end.
func (e *emitter) spareLoop(o *ir.Op, next, hi *ir.Value, carried []*ir.Value, afterVectors bool) []*ir.Value {
	saved := e.spare
	e.spare = saved || afterVectors
	carried = e.scalarLoop(o, next, hi, carried, nil)
	e.spare = saved
	return carried
}

// reduce emits one block of a declared reduction.
func (e *emitter) reduce(o *ir.Op) {
	body := o.Regions[0]
	lo, hi := e.ends(o)
	ids := e.words(o.Args[2:])
	partials := e.partials(o)
	if o.Mode != ir.InLanes {
		e.scalarReduce(o, lo, hi, ids, partials)
		return
	}
	saved := e.enter()
	red := newReduction(o, ids)
	sh := shapesOf(analysis.ShapesIn(body.Params[0], slices.Concat(red.combine.Params, red.step.Params), body, red.combine, red.step))
	sh.findNarrow(o)
	sh.findGroups(o, e.opt.Machine.RegisterBytes, e.kernel.Lanes)
	if len(red.ordered) == 0 {
		partials = min(partials, maxUnordered*e.kernel.Lanes)
		if n := fixed(lo, hi, e.kernel.Lanes); n > 0 {
			partials = min(partials, n)
		}
	}
	why := e.obstacle(o, sh, partials)
	if why == "" {
		why = combineObstacle(red.combine, sh)
	}
	if why == "" {
		why = combineObstacle(red.step, sh)
	}
	if why != "" {
		e.leave(saved)
		e.noteOutcome(o.Pos, ir.NotInLanes, "not in lanes: %s", why)
		e.scalarReduce(o, lo, hi, ids, partials)
		return
	}
	e.sh = sh
	e.noteOutcome(o.Pos, ir.RunsInLanes, "in lanes: %d elements in a register, %d partial results", e.kernel.Lanes, partials)
	e.remark(o)
	next, results := e.vectors(o, partials, lo, hi, ids, red)
	left := e.lanes.bails
	e.leave(saved)
	if left {
		e.spareLoop(o, next, hi, nil, true)
	}
	for i, r := range o.Results {
		e.env[r] = lval{u: results[i]}
	}
}

// remark passes on what an earlier pass has to say about a loop.
func (e *emitter) remark(o *ir.Op) {
	if o.Note() != "" {
		e.note(o.Pos, "%s", o.Note())
	}
}

// partials is the number of interleaved partial results of a reduction.
func (e *emitter) partials(o *ir.Op) int {
	n := o.Partials()
	if n == 0 {
		e.fail(o, "reductions of different widths in one loop")
	}
	return n
}

// context is what a loop in lanes sets aside of the code around it.
type context struct {
	sh        *shapes
	lanes     *lanesLoop
	loops     []*scope
	variables []*variable
	state     state
}

func (e *emitter) enter() context {
	c := context{e.sh, e.lanes, e.loops, e.variables, e.save()}
	e.loops, e.variables = nil, nil
	return c
}

func (e *emitter) leave(c context) {
	e.sh, e.lanes, e.loops, e.variables = c.sh, c.lanes, c.loops, c.variables
	e.restore(c.state)
}

// vectors emits the vector loop and its tail; with red, a reduction that begins with ids, else a loop that carries them. It gives the first index that is not done (hi, but where a check
// failed) and the reduction's results, or what is carried there.
func (e *emitter) vectors(o *ir.Op, vl int, lo, hi *ir.Value, ids []*ir.Value, red *reduction) (next *ir.Value, results []*ir.Value) {
	body := o.Regions[0]
	e.lanes = &lanesLoop{vl: vl}
	if red == nil {
		e.lanes.runs = runsOf(o, ids)
	}
	runs := e.lanes.runs
	e.scopes[o] = &scope{op: o, divergent: true, root: true}
	types := ir.Types(ids)
	block := e.b.Block(append([]*ir.Type{ir.TI64}, types...)...)
	outer := e.b.Region
	e.b.Region = block.Regions[0]
	bailAt := func(i *ir.Value, ids []*ir.Value) {
		e.lanes.bails = true
		e.b.Break(block, append([]*ir.Value{i}, ids...)...)
	}
	if ok := e.hoist(o, lo, hi); ok != nil {
		e.plainIf(ok, nil, func() []*ir.Value { return nil }, func() []*ir.Value { bailAt(lo, ids); return nil })
	}
	e.lanes.waits = red == nil && e.inTurns(o)
	accs := e.beginRuns(runs)
	if red != nil {
		accs = e.initial(red, ids)
	}
	one := func(i *ir.Value, accs []*ir.Value, mask *ir.Value) []*ir.Value {
		e.lanes.bail = func() {
			if len(runs) > 0 {
				bailAt(i, e.endRuns(runs, accs))
				return
			}
			bailAt(i, ids)
		}
		return e.vector(body, red, i, accs, mask)
	}
	start := lo
	var ahead *ir.Value
	if !compact(o) && len(runs) == 0 {
		ahead = e.alignStreams(o, lo, hi)
	}
	if ahead != nil {
		start = e.b.Binary(ir.OpAdd, lo, ahead)
	}
	room := int64(vl - 1) // behind the first lane of a vector
	if e.sh.lookAhead {
		room++
	}
	last := e.b.Binary(ir.OpSub, hi, e.b.Int(room))
	state := append([]*ir.Value{start}, accs...)
	most := 1 // vectors one after the other
	if red != nil {
		most = maxStraight
	}
	whole := func() []*ir.Value {
		if n := fixed(start, hi, vl); !e.sh.lookAhead && n > 0 && n <= most*vl {
			for at := 0; at < n; at += vl {
				i := e.b.Binary(ir.OpAdd, start, e.b.Int(int64(at)))
				state = append([]*ir.Value{hi}, one(i, state[1:], nil)...)
			}
			return state
		}
		return e.plainIf(e.b.Compare(ir.OpLt, start, last), ir.Types(state), func() []*ir.Value {
			e.lanes.another, e.lanes.streams.on = e.sh.lookAhead, true
			done := e.counted(state, last, int64(vl), func(i *ir.Value, accs []*ir.Value) []*ir.Value { return one(i, accs, nil) })
			e.lanes.another, e.lanes.streams.on = false, false
			done[0].Def.Mode = ir.InLanes
			return done
		}, func() []*ir.Value { return state })
	}
	// masked goes register by register, under masks.
	masked := func(state []*ir.Value, stop *ir.Value) (accs []*ir.Value) { // not nothing
		e.atATime(1, func() {
			accs = e.counted(state, stop, int64(e.lanes.vl), func(i *ir.Value, accs []*ir.Value) []*ir.Value {
				left := e.b.Binary(ir.OpMin, e.b.Binary(ir.OpSub, stop, i), e.b.Int(int64(e.lanes.vl)))
				return one(i, accs, e.tailLanes(left))
			})[1:]
		})
		return accs
	}
	maskedIfAny := func(i, stop *ir.Value) {
		e.plainIf(e.b.Compare(ir.OpLt, i, stop), nil, func() []*ir.Value { return masked([]*ir.Value{i}, stop) }, func() []*ir.Value { return nil })
	}
	if compact(o) && !e.sh.scalarTail {
		maskedIfAny(lo, hi)
		e.b.Yield(hi)
		e.b.Region = outer
		return block.Results[0], nil
	}
	if ahead != nil && e.oneTail(body) {
		e.bothEnds(lo, start, hi, maskedIfAny, func() *ir.Value { return whole()[0] })
		e.b.Yield(hi)
		e.b.Region = outer
		return block.Results[0], nil
	}
	if ahead != nil {
		e.lineStart(lo, ahead, func(i, mask *ir.Value) { one(i, nil, mask) })
	}
	state = whole()
	ends := func(accs []*ir.Value) []*ir.Value {
		if red != nil {
			return e.results(red, accs)
		}
		return e.endRuns(runs, accs)
	}
	if state[0] == hi { // all of it
		e.b.Yield(append([]*ir.Value{hi}, ends(state[1:])...)...)
		e.b.Region = outer
		return block.Results[0], block.Results[1:]
	}
	if red == nil && e.sh.scalarTail {
		e.lanes.bails = true
		e.b.Yield(append(state[:1:1], e.endRuns(runs, state[1:])...)...)
		e.b.Region = outer
		return block.Results[0], block.Results[1:]
	}
	accs = e.plainIf(e.b.Compare(ir.OpLt, state[0], hi), ir.Types(accs), func() []*ir.Value {
		if red != nil && vl > e.kernel.Lanes && 2*vl/e.kernel.Lanes*e.regionCost(body) <= maxSplit {
			return e.registerTail(red, state[0], hi, state[1:], one)
		}
		if red == nil && e.longTail(body) {
			return masked(state, hi)
		}
		left := e.b.Binary(ir.OpSub, hi, state[0])
		tail := func() []*ir.Value {
			mask := e.tailLanes
			if e.sh.lookAhead {
				mask = e.lanesUpTo
			}
			return one(state[0], state[1:], mask(left))
		}
		few := e.shortTail(body)
		if red != nil || few == 0 {
			return tail()
		}
		return e.plainIf(e.b.Compare(ir.OpLe, left, e.b.Int(int64(few*e.kernel.Lanes))), ir.Types(accs), func() (accs []*ir.Value) {
			e.atATime(few, func() { accs = tail() })
			return accs
		}, tail)
	}, func() []*ir.Value { return state[1:] })
	e.b.Yield(append([]*ir.Value{hi}, ends(accs)...)...)
	e.b.Region = outer
	return block.Results[0], block.Results[1:]
}

// maxStraight is how many times the lanes of a loop are emitted one after the other where their number is known.
const maxStraight = 4

// fixed is the number of indices from lo to hi where it is known, and a multiple of the lanes; else 0.
func fixed(lo, hi *ir.Value, lanes int) int {
	from, ok := lo.ConstInt()
	to, ok2 := hi.ConstInt()
	if !ok || !ok2 || from != 0 || to > maxStraight*maxLanes || to%int64(lanes) != 0 {
		return 0
	}
	return int(max(to, 0))
}

// compact reports a loop in lanes that is for little of the work: the code is to be short.
func compact(o *ir.Op) bool { return o.Kind == ir.OpFor && len(o.Ints) > 1 && o.Ints[1] == 0 }

// maxWideTail is the most operations of a tail that works on all registers at a time.
const maxWideTail = 64

// longTail reports a body whose tail goes register by register, in a loop: the code is shorter. Where a body has loops, registers at a time help
// each other over what each waits for: there the tail has them, too.
func (e *emitter) longTail(body *ir.Region) bool {
	registers := e.lanes.vl / e.kernel.Lanes
	return registers > 1 && registers*e.regionCost(body) > maxWideTail && !body.Contains(isLoop)
}

// fewRegisters is how many a short tail works on: they take hardly longer than one, since each waits for what its own last iteration gives.
const fewRegisters = 2

// shortTail is how many registers a tail of few works on that has code of its own, for a body with a loop, which makes each vector take long, and more registers at a time; 0: it has
// none. Where rows are loaded in pieces, each that there isn't is loaded all the same.
func (e *emitter) shortTail(body *ir.Region) int {
	registers := e.lanes.vl / e.kernel.Lanes
	switch {
	case !body.Contains(isLoop):
		return 0
	case registers >= 2*fewRegisters:
		return fewRegisters
	case registers > 1 && len(e.sh.rows) > 0:
		return 1
	}
	return 0
}

// maxTwoTails is the most operations of a body that both ends have of their own.
const maxTwoTails = 72

// oneTail reports a body of which one masked copy has to do for both ends: a long one, or one for less than whole registers at a time.
func (e *emitter) oneTail(body *ir.Region) bool {
	stores := e.streaming(body, e.sh)
	joined := len(stores) > 0 && e.lineParts(stores[0]) > e.opt.Machine.LineBytes/e.opt.Machine.RegisterBytes
	return (joined || e.regionCost(body) > maxTwoTails) && !body.Contains(isLoop)
}

func isLoop(o *ir.Op) bool { return o.Kind.Has(ir.Loop) }

// atATime has what f emits work on n registers' worth of elements at a time.
func (e *emitter) atATime(n int, f func()) {
	wide := e.lanes.vl
	e.lanes.vl = n * e.kernel.Lanes
	f()
	e.lanes.vl = wide
}

// registerTail emits the tail of a reduction register by register, and no farther than there are elements: short reductions, such as those
// of a sparse matrix's rows, are all tail. Only the last register is masked: masked loads that come from memory are half as fast as others
// (measured on Zen 5: the prefetchers seem to take no notice of them).
func (e *emitter) registerTail(red *reduction, i, hi *ir.Value, accs []*ir.Value, one func(i *ir.Value, accs []*ir.Value, mask *ir.Value) []*ir.Value) []*ir.Value {
	wide, lanes := e.lanes.vl, e.kernel.Lanes
	e.lanes.vl = lanes
	defer func() { e.lanes.vl = wide }()
	n, own := wide/lanes, len(red.ordered)
	var registers []*ir.Value // of the first register's partial results, then of the second's, ...
	for r := range n {
		for _, a := range accs[:own] {
			registers = append(registers, e.regroup(ir.VecOf(a.Type.Elem, lanes), r*lanes, a))
		}
	}
	// from goes on with register r: accs are its partial results and those of the registers behind it, and what all registers share.
	var from func(r int, accs []*ir.Value) []*ir.Value
	from = func(r int, accs []*ir.Value) []*ir.Value {
		at := e.b.Binary(ir.OpAdd, i, e.b.Int(int64(r*lanes)))
		left := e.b.Binary(ir.OpSub, hi, at)
		rest := accs[own : (n-r)*own]
		mine := slices.Concat(accs[:own], accs[(n-r)*own:])
		masked := func() []*ir.Value {
			done := one(at, mine, e.firstLanes(left))
			return slices.Concat(done[:own], rest, done[own:])
		}
		if r+1 == n {
			return masked()
		}
		full := e.b.Compare(ir.OpGe, left, e.b.Int(int64(lanes)))
		return e.plainIf(full, ir.Types(accs), func() []*ir.Value {
			done := one(at, mine, nil)
			others := slices.Concat(rest, done[own:])
			more := e.b.Compare(ir.OpGt, left, e.b.Int(int64(lanes)))
			others = e.plainIf(more, ir.Types(others), func() []*ir.Value { return from(r+1, others) }, func() []*ir.Value { return others })
			return slices.Concat(done[:own], others)
		}, masked)
	}
	done := from(0, slices.Concat(registers, accs[own:]))
	out := make([]*ir.Value, own)
	for k, a := range accs[:own] {
		var parts []*ir.Value
		for r := range n {
			parts = append(parts, done[r*own+k])
		}
		out[k] = e.regroup(a.Type, 0, parts...)
	}
	return append(out, done[n*own:]...)
}

// regroup takes the lanes of vectors, from one on, as a vector of another length: whole registers, which split then renames.
func (e *emitter) regroup(t *ir.Type, from int, vs ...*ir.Value) *ir.Value {
	o := e.b.Op(ir.OpShuffle, vs, t)
	for l := range t.Len {
		o.Ints = append(o.Ints, int64(from+l))
	}
	return o.Result()
}

// firstLanes is the mask of the first n lanes, which are not all, or all of few registers. The comparison is made in the widest type that a vector of the kernel may
// have.
func (e *emitter) firstLanes(n *ir.Value) *ir.Value {
	t := ir.TI64 // comparisons with signs are cheaper on AVX2
	for _, narrow := range []*ir.Type{ir.TI32, ir.TI16, ir.TI8} {
		if e.kernel.Lanes*t.Size() > e.opt.Machine.RegisterBytes {
			t = narrow
		}
	}
	if t == ir.TI8 && (e.lanes.vl > 128 || e.lanes.vl == 128 && fewRegisters*e.kernel.Lanes == 128) { // 128 is -128 in eight bits
		t = ir.TU8
	}
	return e.b.Compare(ir.OpLt, e.ramp(t, 1), e.toVec(lval{u: e.b.Conv(n, t)}))
}

// tailLanes is firstLanes for what is left of the loop.
func (e *emitter) tailLanes(left *ir.Value) *ir.Value {
	e.lanes.tail = firstOnes{e.firstLanes(left), left}
	return e.lanes.tail.mask
}

// vector emits the body for the vector that begins at i.
func (e *emitter) vector(body *ir.Region, red *reduction, i *ir.Value, accs []*ir.Value, mask *ir.Value) []*ir.Value {
	e.env[body.Params[0]] = lval{u: i, stride: 1}
	e.cur, e.none, e.some, e.depth, e.over = &variable{val: mask}, false, true, 0, lanesMask{}
	e.lanes.accs = slices.Clone(accs)
	y, fl := e.region(body)
	if red == nil {
		return e.lanes.accs
	}
	if fl != falls {
		return nil
	}
	n := len(red.ordered)
	for k, p := range red.step.Params[:n] {
		e.env[p] = lval{v: accs[k]}
	}
	for k, p := range red.step.Params[n:] {
		e.env[p] = lval{v: e.toVec(e.get(y.Args[red.takes[k]]))}
	}
	e.cur.val, e.none, e.some = mask, false, true
	e.straight = true
	cy, _ := e.region(red.step)
	e.straight = false
	out := make([]*ir.Value, n)
	for k, a := range cy.Args {
		out[k] = e.toVec(e.get(a))
		if mask != nil {
			out[k] = e.b.Select(mask, out[k], accs[k])
		}
	}
	return append(out, e.accumulate(red, accs[n:], y.Args, mask)...)
}

// laneReduce folds the partial results.
func (e *emitter) laneReduce(accs []*ir.Value, combine *ir.Region) []*ir.Value {
	if len(accs) == 0 {
		return nil
	}
	var types, params []*ir.Type
	for _, a := range accs {
		types = append(types, a.Type.Elem)
		params = append(params, a.Type)
	}
	op := e.b.Op(ir.OpLaneReduce, accs, types...)
	r := op.AddRegion(append(params, params...)...)
	outer := e.b.Region
	e.b.Region = r
	for k, p := range combine.Params {
		e.env[p] = lval{v: r.Params[k]}
	}
	e.cur, e.none, e.some, e.straight = &variable{}, false, true, true
	y, _ := e.region(combine)
	e.straight = false
	out := make([]*ir.Value, len(y.Args))
	for k, a := range y.Args {
		out[k] = e.toVec(e.get(a))
	}
	e.b.Yield(out...)
	e.b.Region = outer
	return op.Results
}

// plainIf is a scalar branch in code that belongs to the loop itself, not to a lane; an arm may end in a break.
func (e *emitter) plainIf(cond *ir.Value, types []*ir.Type, then, other func() []*ir.Value) []*ir.Value {
	op := e.b.If(cond, types...)
	outer := e.b.Region
	for k, arm := range []func() []*ir.Value{then, other} {
		e.b.Region = op.Regions[k]
		vals := arm()
		if op.Regions[k].Terminator() == nil {
			e.b.Yield(vals...)
		}
	}
	e.b.Region = outer
	return op.Results
}

// counted is a bottom-tested loop: state[0] is the index, which is below last at first; the rest is carried.
func (e *emitter) counted(state []*ir.Value, last *ir.Value, step int64, body func(i *ir.Value, carried []*ir.Value) []*ir.Value) []*ir.Value {
	loop := e.b.Loop(state, ir.Types(state)...)
	outer := e.b.Region
	e.b.Region = loop.Regions[0]
	in := loop.Regions[0].Params
	carried := body(in[0], in[1:])
	next := append([]*ir.Value{e.b.Binary(ir.OpAdd, in[0], e.b.Int(step))}, carried...)
	br := e.b.If(e.b.Compare(ir.OpLt, next[0], last))
	e.b.In(br.Regions[0]).Continue(loop, next...)
	e.b.In(br.Regions[1]).Break(loop, next...)
	e.b.Op(ir.OpUnreachable, nil)
	e.b.Region = outer
	return loop.Results
}

// scalarLoop runs the body from next to hi, one index at a time, and gives what it carries at the end. With ids it reduces, partial result by partial result.
func (e *emitter) scalarLoop(o *ir.Op, next, hi *ir.Value, carried []*ir.Value, each func(i *ir.Value, leaves []*ir.Value)) []*ir.Value {
	body := o.Regions[0]
	types := ir.Types(carried)
	return e.plainIf(e.b.Compare(ir.OpLt, next, hi), types, func() []*ir.Value {
		return e.counted(append([]*ir.Value{next}, carried...), hi, 1, func(i *ir.Value, carried []*ir.Value) []*ir.Value {
			e.env[body.Params[0]] = lval{u: i}
			if len(carried) > 0 {
				e.bind(body.Params[1:], carried)
			}
			block := e.b.Block(types...)
			e.scopes[o] = &scope{op: o, real: block}
			outer := e.b.Region
			e.b.Region = block.Regions[0]
			if y, fl := e.region(body); fl == falls {
				switch {
				case each != nil:
					each(i, e.words(y.Args))
					e.b.Yield()
				case len(types) > 0:
					e.b.Yield(e.words(y.Args)...)
				default: // of a reduction that has failed nobody asks for the rest
					e.b.Yield()
				}
			}
			e.b.Region = outer
			return block.Results
		})[1:]
	}, func() []*ir.Value { return carried })
}
