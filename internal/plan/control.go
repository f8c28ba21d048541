package plan

import "github.com/hone-go/hone/internal/ir"

// label is a place in the steps, and the jumps that wait for it to be known.
type label struct {
	at      int // -1: not yet
	waiting []int
}

func newLabel() *label { return &label{at: -1} }

// jump makes step s, just emitted, go to l.
func (c *compiler) jump(s int, l *label) {
	if l.at >= 0 {
		c.aim(s, l.at)
	} else {
		l.waiting = append(l.waiting, s)
	}
}

// bind makes l the place of the next step. A jump from the step before is left out, unless something leads behind it.
func (c *compiler) bind(l *label) {
	last := len(c.p.steps) - 1
	if n := len(l.waiting) - 1; n >= 0 && l.waiting[n] == last && c.p.steps[last].op == opJump && c.bound <= last {
		c.p.steps, c.p.places = c.p.steps[:last], c.p.places[:last]
		l.waiting = l.waiting[:n]
	}
	l.at = len(c.p.steps)
	c.bound = l.at
	for _, s := range l.waiting {
		c.aim(s, l.at)
	}
}

func (c *compiler) aim(s, at int) {
	switch c.p.steps[s].op {
	case opJump, opJumpNot:
		c.p.steps[s].imm = int64(at)
	default:
		c.p.steps[s].c = int32(at)
	}
}

// target is an op that exits may name.
type target struct {
	end     *label // behind the op
	next    *label // the next iteration
	results []slot
	params  []slot // what continue sets: of a for without the index
}

func (c *compiler) control(o *ir.Op) {
	t := &target{end: newLabel(), next: newLabel()}
	c.targets[o] = t
	for _, r := range o.Results {
		t.results = append(t.results, c.define(r))
	}
	switch o.Kind {
	case ir.OpIf:
		orElse := newLabel()
		c.jump(c.emit(step{op: opJumpNot, a: c.use(o.Args[0]).word}), orElse)
		c.region(o.Regions[0], o)
		c.bind(orElse)
		c.region(o.Regions[1], o)
	case ir.OpBlock:
		c.region(o.Regions[0], o)
	case ir.OpLoop:
		c.params(t, o.Regions[0].Params, o.Args)
		c.bind(t.next)
		c.region(o.Regions[0], o)
	case ir.OpFor:
		c.forLoop(o, t)
	}
	c.bind(t.end)
}

// params defines a loop's carried parameters and sets them to their first values.
func (c *compiler) params(t *target, params, inits []*ir.Value) {
	var from []slot
	for i, p := range params {
		from = append(from, c.use(inits[i]))
		t.params = append(t.params, c.define(p))
	}
	c.moves(t.params, from, ir.Types(params))
}

func (c *compiler) forLoop(o *ir.Op, t *target) {
	body := o.Regions[0]
	lo, hi, step0 := c.use(o.Args[0]), c.use(o.Args[1]), o.Ints[0]
	index := c.define(body.Params[0])
	c.params(t, body.Params[1:], o.Args[2:])
	exit, head := newLabel(), newLabel()
	c.jump(c.emit(step{op: opForInit, dst: index.word, a: lo.word, b: hi.word, imm: step0}), exit)
	c.bind(head)
	c.region(body, o)
	c.bind(t.next)
	c.jump(c.emit(step{op: opForNext, dst: index.word, b: hi.word, imm: step0}), head)
	c.bind(exit)
	c.moves(t.results, t.params, ir.Types(o.Results))
}

// leave compiles a terminator. owner is the op whose region it ends, nil in the function's body.
func (c *compiler) leave(o, owner *ir.Op) {
	to, dst := (*label)(nil), c.p.results
	switch o.Kind {
	case ir.OpYield:
		if owner == nil {
			bad("yield outside of an op")
		}
		t := c.targets[owner]
		to, dst = t.end, t.results
		if owner.Kind == ir.OpFor {
			to, dst = t.next, t.params
		}
	case ir.OpBreak, ir.OpContinue:
		t := c.targets[o.Target]
		if t == nil {
			bad("%s without a target", o.Kind)
		}
		to, dst = t.end, t.results
		if o.Kind == ir.OpContinue {
			to, dst = t.next, t.params
		}
	}
	from := make([]slot, len(o.Args))
	for i, a := range o.Args {
		from[i] = c.use(a)
	}
	if len(from) != len(dst) {
		bad("%s with %d values for %d", o.Kind, len(from), len(dst))
	}
	c.moves(dst, from, ir.Types(o.Args))
	if o.Kind == ir.OpReturn {
		c.emit(step{op: opReturn})
		return
	}
	c.jump(c.emit(step{op: opJump}), to)
}

// moves assigns all dst at once.
func (c *compiler) moves(dst, src []slot, types []*ir.Type) {
	var words, ptrs [][2]int32 // to, from
	for i, t := range types {
		words = append(words, [2]int32{dst[i].word, src[i].word})
		if t.Kind == ir.Slice {
			words = append(words, [2]int32{dst[i].word + 1, src[i].word + 1})
			ptrs = append(ptrs, [2]int32{dst[i].ptr, src[i].ptr})
		}
	}
	c.parallelMove(opMove, words, c.word)
	c.parallelMove(opMovePtr, ptrs, c.pointer)
}

// parallelMove emits moves one by one such that no source is overwritten before it has been read; a cycle is broken by a copy.
func (c *compiler) parallelMove(op opcode, moves [][2]int32, temp func() int32) {
	var todo [][2]int32
	for _, m := range moves {
		if m[0] != m[1] {
			todo = append(todo, m)
		}
	}
	for len(todo) > 0 {
		ready := -1
		for i, m := range todo {
			if !isSource(todo, i, m[0]) {
				ready = i
				break
			}
		}
		if ready >= 0 {
			m := todo[ready]
			c.emit(step{op: op, dst: m[0], a: m[1]})
			todo = append(todo[:ready], todo[ready+1:]...)
			continue
		}
		t := temp()
		from := todo[0][1]
		c.emit(step{op: op, dst: t, a: from})
		for i := range todo {
			if todo[i][1] == from {
				todo[i][1] = t
			}
		}
	}
}

// isSource reports whether a move other than number i reads slot s.
func isSource(moves [][2]int32, i int, s int32) bool {
	for j, m := range moves {
		if j != i && m[1] == s {
			return true
		}
	}
	return false
}

// start compiles launch and run.
func (c *compiler) start(o *ir.Op) {
	args, s := o.Args, step{op: opRun}
	if o.Kind == ir.OpLaunch {
		if len(args) < 4 || len(o.Results) > 1 {
			bad("launch of %s: must have length, unit and costs, and one result at the most", o.Sym())
		}
		s = step{op: opLaunch, a: c.use(args[0]).word, b: c.use(args[1]).word, c: c.use(args[2]).word, d: c.use(args[3]).word}
		args = args[4:]
		if len(o.Results) == 1 {
			s.sub, s.dst = 1, c.define(o.Results[0]).word
		}
	} else if len(o.Ints) > 0 && o.Ints[0] != 0 {
		s.sub = 1
	}
	c.p.calls = append(c.p.calls, c.callOf(o, args))
	s.imm = int64(len(c.p.calls) - 1)
	c.emit(s)
}

// callOf is a call of the kernel that o names.
func (c *compiler) callOf(o *ir.Op, args []*ir.Value) *call {
	k := c.kernels[o.Sym()]
	if k == nil {
		bad("no kernel %s", o.Sym())
	}
	results := o.Results
	x := &call{prog: c.p, kernel: k}
	if o.Kind == ir.OpLaunch {
		x.attempt, results = len(results) > 0, nil
	}
	types := ir.Types(args)
	for i, p := range k.Params {
		if o.Kind == ir.OpTurn && i < len(types) && types[i].Kind == ir.Slice && types[i].Elem == p { // an element for each step
			types[i] = p
		}
	}
	if err := sameTypes(types, k.Params); err != "" {
		bad("arguments of %s: %s", o.Sym(), err)
	}
	if err := sameTypes(ir.Types(results), k.Results); err != "" {
		bad("results of %s: %s", o.Sym(), err)
	}
	for i, a := range args {
		from := c.use(a)
		if types[i].Kind == ir.Slice {
			if d := a.Def; d != nil && d.Kind == ir.OpArena {
				stack := int64(0)
				if len(d.Ints) > 1 {
					stack = d.Ints[1]
				}
				x.arenas = append(x.arenas, arena{number: d.Ints[0], stack: stack, at: len(x.params), size: int64(max(types[i].Elem.Size(), 1))})
			}
			x.params = append(x.params, marshal{from.ptr, asPointer}, marshal{from.word, asWord}, marshal{from.word + 1, asWord})
		} else {
			x.params = append(x.params, marshal{from.word, howFor(types[i])})
		}
	}
	for _, r := range results {
		if r.Type.Kind == ir.Slice {
			bad("kernel %s returns a slice", o.Sym())
		}
		x.results = append(x.results, marshal{c.define(r).word, howFor(r.Type)})
	}
	x.fail = len(x.params) + len(x.results)
	return x
}

func sameTypes(a, b []*ir.Type) string {
	if ir.TypeList(a) == ir.TypeList(b) {
		return ""
	}
	return ir.TypeList(a) + ", must be " + ir.TypeList(b)
}
