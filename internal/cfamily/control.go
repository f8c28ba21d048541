package cfamily

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// exit is where a terminator leads: to the end of an op, or with again to its next iteration.
type exit struct {
	op    *ir.Op
	again bool
}

// target is an op that exits lead to.
type target struct {
	results  []string // variables for its results
	params   []string // what continue sets
	types    []*ir.Type
	again    []*ir.Type
	isLoop   bool // a loop of the text: there may be break and continue
	farBreak bool // what follows the loop in the text is not yet the end of the op

	end, next string // labels that are in use
}

// region prints the ops of r. To reach the end of what it prints is to take any of the exits in fall, so no jump is printed for these.
// The result is whether the end of the text can be reached.
func (p *printer) region(r *ir.Region, fall []exit) bool { return p.ops(r.Ops, fall) }

// ops is region for a part of one.
func (p *printer) ops(ops []*ir.Op, fall []exit) bool {
	if len(ops) > 0 {
		r := ops[0].Parent
		defer func() { // what nobody asked for
			p.pending = slices.DeleteFunc(p.pending, func(v *ir.Value) bool { return v.Def.Parent == r })
		}()
	}
	for k, o := range ops {
		p.pos = o.Pos
		if o.Kind.Has(ir.Terminator) {
			return p.leave(o, fall)
		}
		if len(o.Regions) == 0 || o.Kind == ir.OpBlockReduce {
			p.op(o)
			continue
		}
		p.flushFor(o)
		dead := !ir.FallsThrough(o)
		var beyond []exit // the exits that the end of o is one with
		if dead || k+1 < len(ops) && p.isPlain(ops[k+1], fall) {
			beyond = fall
		}
		falls := p.control(o, beyond)
		if dead {
			return falls
		}
	}
	return true
}

// flushFor computes what reads memory that o may write, or that is better read ahead of o: what is declared inside o is not known behind it.
func (p *printer) flushFor(o *ir.Op) {
	writes := false
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			writes = writes || x.Kind == ir.OpStore || x.Kind == ir.OpBlockReduce
			return !writes
		})
	}
	if writes {
		p.flush()
	}
}

// isPlain reports a terminator that prints nothing, given where the text leads.
func (p *printer) isPlain(o *ir.Op, fall []exit) bool {
	return o.Kind != ir.OpReturn && o.Kind.Has(ir.Terminator) && len(o.Args) == 0 && slices.Contains(fall, exitOf(o))
}

func exitOf(o *ir.Op) exit {
	if o.Kind == ir.OpYield {
		return exit{o.Parent.Parent, o.Parent.Parent.Kind == ir.OpFor}
	}
	return exit{o.Target, o.Kind == ir.OpContinue}
}

// control prints an op with regions and reports whether the end of its text can be reached.
func (p *printer) control(o *ir.Op, beyond []exit) bool {
	t := &target{types: ir.Types(o.Results)}
	p.targets[o] = t
	switch o.Kind {
	case ir.OpIf:
		return p.ifOp(o, t, beyond)
	case ir.OpBlock:
		return p.block(o, t, beyond)
	case ir.OpLoop:
		p.loop(o, t)
	case ir.OpFor:
		p.forLoop(o, t)
	default:
		p.failf(o, "no %s in the text for kernels", o.Kind)
	}
	return true
}

// declareResults declares a variable for each result of o.
func (p *printer) declareResults(o *ir.Op, t *target) {
	for _, v := range o.Results {
		name := p.nameOf(v)
		p.put("%s %s;", p.typeName(v.Type), name)
		p.env[v] = variable(name)
		t.results = append(t.results, name)
	}
}

func (p *printer) ifOp(o *ir.Op, t *target, beyond []exit) bool {
	if p.flat {
		p.selects(o)
		return true
	}
	cond := p.value(o.Args[0])
	p.declareResults(o, t)
	place := p.place()
	fall := append([]exit{{o, false}}, beyond...)
	last := p.lastLine
	falls := [2]bool{}
	var arms [2][]line
	for i, r := range o.Regions {
		p.lastLine = last
		arms[i] = p.capture(func() { falls[i] = p.region(r, fall) })
	}
	switch a, b := arms[0], arms[1]; {
	case len(a) == 0 && len(b) == 0:
		return true
	case len(a) == 0:
		p.arm(cond.negated(), place, b)
	case len(b) == 0:
		p.arm(cond, place, a)
	case !falls[0]:
		p.arm(cond, place, a)
		p.include(b, -1)
	case !falls[1]:
		p.arm(cond.negated(), place, b)
		p.include(a, -1)
	default:
		p.bare("if (" + cond.text + ") {" + place)
		p.include(a, 0)
		p.bare("} else {")
		p.include(b, 0)
		p.bare("}")
	}
	return falls[0] || falls[1]
}

func (p *printer) arm(cond expr, place string, body []line) {
	p.bare("if (" + cond.text + ") {" + place)
	p.include(body, 0)
	p.bare("}")
}

// block prints the ops in line; exits from inside are jumps to behind them.
func (p *printer) block(o *ir.Op, t *target, beyond []exit) bool {
	p.declareResults(o, t)
	falls := false
	body := p.capture(func() { falls = p.region(o.Regions[0], append([]exit{{o, false}}, beyond...)) })
	p.include(body, -1)
	return p.label(t.end) || falls
}

// label prints a label, if there is one.
func (p *printer) label(name string) bool {
	if name != "" {
		p.bare(name + ":;")
	}
	return name != ""
}

// params declares the variables that a loop carries, with their first values.
func (p *printer) params(t *target, params, inits []*ir.Value) {
	for i, v := range params {
		x := p.take(inits[i])
		name := p.nameOf(v)
		p.put("%s %s = %s;", p.typeName(v.Type), name, x.text)
		p.env[v] = expr{text: name, prec: precPrimary, refs: []string{name}}
		t.params = append(t.params, name)
	}
	t.again = ir.Types(params)
}

// inLoop captures the body of a loop of the text.
func (p *printer) inLoop(o *ir.Op, body func()) []line {
	outer := p.inner
	p.inner = o
	ls := p.capture(func() {
		body()
		if t := p.targets[o]; t != nil {
			p.label(t.next)
		}
	})
	p.inner = outer
	return ls
}

func (p *printer) loop(o *ir.Op, t *target) {
	t.isLoop = true
	r := o.Regions[0]
	p.declareResults(o, t)
	p.params(t, r.Params, o.Args)
	if p.while(o, t) {
		return
	}
	place := p.place()
	body := p.inLoop(o, func() { p.region(r, []exit{{o, true}}) })
	p.bare("for (;;) {" + place)
	p.include(body, 0)
	p.bare("}")
	p.label(t.end)
}

// while prints a loop that begins with a test for its end as such, or prints nothing.
func (p *printer) while(o *ir.Op, t *target) bool {
	r := o.Regions[0]
	n := slices.IndexFunc(r.Ops, func(x *ir.Op) bool { return len(x.Regions) > 0 })
	if n < 0 || r.Ops[n].Kind != ir.OpIf || ir.FallsThrough(r.Ops[n]) {
		return false
	}
	test := r.Ops[n]
	out := slices.IndexFunc(test.Regions, func(arm *ir.Region) bool {
		last := arm.Terminator()
		return last.Kind == ir.OpBreak && last.Target == o && !slices.ContainsFunc(arm.Ops, func(x *ir.Op) bool { return len(x.Regions) > 0 })
	})
	if out < 0 {
		return false
	}
	pending := slices.Clone(p.pending)
	var cond expr
	before := p.capture(func() {
		for _, x := range r.Ops[:n] {
			p.pos = x.Pos
			p.op(x)
		}
		cond = p.value(test.Args[0])
	})
	if len(before) > 0 {
		p.pending = pending
		return false
	}
	p.pos = test.Pos
	after := p.capture(func() { p.region(test.Regions[out], []exit{{o, false}}) })
	t.farBreak = len(after) > 0
	if out == 0 {
		cond = cond.negated()
	}
	place := p.place()
	body := p.inLoop(o, func() { p.region(test.Regions[1-out], []exit{{o, true}}) })
	p.bare("while (" + cond.text + ") {" + place)
	p.include(body, 0)
	p.bare("}")
	p.include(after, -1)
	p.label(t.end)
	return true
}

// forLoop prints a counted loop. What it carries and what it results in are the same variables.
func (p *printer) forLoop(o *ir.Op, t *target) {
	t.isLoop = true
	r := o.Regions[0]
	lo, hi := p.value(o.Args[0]), p.inVariable(o.Args[1])
	p.params(t, r.Params[1:], o.Args[2:])
	t.results = t.params
	for i, v := range o.Results {
		p.env[v] = variable(t.params[i])
	}
	index := p.indexName(r.Params[0])
	p.env[r.Params[0]] = variable(index)
	head, first := p.counted(index, lo, hi, o.Ints[0])
	head += p.place()
	p.loops++
	p.flat = o.Mode == ir.InLanes && branchless(r)
	body := p.inLoop(o, func() {
		if first != "" {
			p.bare(first)
		}
		p.region(r, []exit{{o, true}})
	})
	p.loops--
	p.flat = false
	if o.Mode == ir.InLanes && keepsOrder(r) {
		p.bare(p.d.Independent)
	}
	p.bare(head)
	p.include(body, 0)
	p.bare("}")
	p.label(t.end)
}

// counted is the head of a counted loop, with its opening brace, and the first line of its body. Only for steps of 1 and -1 is the next
// index known not to wrap around; for others the iterations are counted.
func (p *printer) counted(index string, lo, hi expr, step int64) (head, first string) {
	switch step {
	case 1:
		return fmt.Sprintf("for (i64 %s = %s; %s < %s; %s++) {", index, lo.text, index, hi.at(precRelation+1), index), ""
	case -1:
		return fmt.Sprintf("for (i64 %s = %s; %s > %s; %s--) {", index, lo.text, index, hi.at(precRelation+1), index), ""
	}
	start := p.names.fresh("first")
	p.bare(fmt.Sprintf("i64 %s = %s;", start, lo.text))
	less, from, to, by := "<", start, hi.at(precUnary), uint64(step)
	if step < 0 {
		less, from, to, by = ">", to, from, -by
	}
	n, i := p.names.fresh("n"), p.names.fresh(index+"_n")
	p.bare(fmt.Sprintf("u64 %s = %s %s %s ? ((u64)%s - (u64)%s - 1) / %du + 1 : 0;", n, start, less, hi.at(precRelation+1), to, from, by))
	return fmt.Sprintf("for (u64 %s = 0; %s < %s; %s++) {", i, i, n, i), fmt.Sprintf("i64 %s = (u64)%s + %s * %d;", index, start, i, step)
}

// leave prints a terminator and reports whether the end of the text can be reached behind it.
func (p *printer) leave(o *ir.Op, fall []exit) bool {
	if o.Kind == ir.OpReturn {
		for i, a := range o.Args {
			p.put("p[%d] = %s;", p.results+i, p.toWord(p.value(a), a.Type))
		}
		p.put("return 0;")
		return false
	}
	e := exitOf(o)
	t := p.targets[e.op]
	if t == nil || p.flat && e.op.Kind == ir.OpIf { // of a region that is not run in line
		p.yield(o)
		return true
	}
	to, types := t.results, t.types
	if e.again {
		to, types = t.params, t.again
	}
	p.assign(to, types, o.Args)
	if slices.Contains(fall, e) {
		return true
	}
	p.jump(e, t)
	return false
}

// jump prints break, continue or goto.
func (p *printer) jump(e exit, t *target) {
	here := t.isLoop && p.inner == e.op
	switch {
	case e.again && here:
		p.put("continue;")
	case e.again:
		t.next = p.labelName(t.next, "next")
		p.put("goto %s;", t.next)
	case here && !t.farBreak:
		p.put("break;")
	default:
		t.end = p.labelName(t.end, "end")
		p.put("goto %s;", t.end)
	}
}

func (p *printer) labelName(have, hint string) string {
	if have != "" {
		return have
	}
	return p.names.numbered(hint)
}

// assign sets several variables at once: none before its old value has been used.
func (p *printer) assign(to []string, types []*ir.Type, args []*ir.Value) {
	var moves []move
	for i, a := range args {
		if x := p.take(a); x.text != to[i] {
			moves = append(moves, move{to[i], types[i], x})
		}
	}
	sequence(moves, func(m move) { p.put("%s = %s;", m.to, m.x.text) }, func(m move) expr {
		name := p.names.numbered("t")
		p.put("%s %s = %s;", p.typeName(m.typ), name, m.x.text)
		return variable(name)
	})
}

// keepsOrder reports that no iteration stores to one slice before it comes to another of the same type, which may be the same memory: compilers
// that are told that iterations are independent may take it that these accesses are, too.
func keepsOrder(r *ir.Region) bool {
	stored := map[*ir.Type]*ir.Value{}
	ok := true
	r.Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpLoad && o.Kind != ir.OpStore || o.Args[0].Def != nil && o.Args[0].Def.Kind == ir.OpAlloca {
			return true
		}
		t := ir.PathType(o.Args[0].Type.Elem, o.Ints)
		if s := stored[t]; s != nil && s != o.Args[0] {
			ok = false
		}
		if o.Kind == ir.OpStore {
			stored[t] = o.Args[0]
		}
		return true
	})
	return ok
}
