package eval

import "github.com/hone-go/hone/internal/ir"

// Range-over-func leaves traces: the body answers whether to go on, the generator tests the answer; a loop left for elsewhere leaves a
// code, and the code is tested behind the call. Both are tests of what is known at each way out of a call, but no more where these
// ways have met. So the ways for which such a test is known to leave are sent there before the others meet (jump threading).

// test is an if behind a call of which one arm leaves at once and the other does nothing, with the ops between.
type test struct {
	first, at int // the ops from first on compute what the if at index at tests
	leaves    *rcode
	when      uint64 // the condition's value for which it leaves
}

// most ops that are duplicated for each way out
const threadOps = 12

// findTest looks for a test in rc from op first on.
func findTest(rc *rcode, first int) *test {
	for i := first; i < len(rc.ops) && i < first+threadOps; i++ {
		switch o := &rc.ops[i]; o.kind {
		case ir.OpGet, ir.OpConst, ir.OpNot, ir.OpEq, ir.OpNe:
		case ir.OpIf:
			if len(o.res) > 0 {
				return nil
			}
			a, b := o.regions[0], o.regions[1]
			switch {
			case leavesAtOnce(a) && isEmpty(b):
				return &test{first, i, a, 1}
			case leavesAtOnce(b) && isEmpty(a):
				return &test{first, i, b, 0}
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

func isEmpty(rc *rcode) bool { return rc.ops[0].kind == ir.OpYield }

func leavesAtOnce(rc *rcode) bool {
	n := len(rc.ops)
	if n > threadOps || rc.ops[n-1].kind == ir.OpYield {
		return false
	}
	for i := range rc.ops[:n-1] {
		switch rc.ops[i].kind {
		case ir.OpGet, ir.OpConst, ir.OpSet, ir.OpZero:
		default:
			return false
		}
	}
	return true
}

// after goes on behind the call at index i of rc, whose exits t has. The ifs before index decided need no evaluation any more.
func (p *pe) after(fr *frame, rc *rcode, i int, t *target) (vals []val, alive bool, decided int) {
	o := &rc.ops[i]
	var left []*exit // the exits taken by the ways that have been sent on
	for len(t.exits) > 1 {
		ts := findTest(rc, max(i+1, decided))
		if ts == nil {
			break
		}
		ts.first = i + 1
		known := true
		stay := t.exits[:0:0]
		sent := false
		p.undo(t.mark, t.facts)
		for _, e := range t.exits {
			mark := len(p.exits)
			goes, certain := p.send(fr, rc, o, e, ts)
			if goes {
				left = append(left, p.exits[mark:]...)
				sent = true
			} else {
				stay = append(stay, e)
				known = known && certain
			}
			p.undo(t.mark, t.facts)
		}
		if !sent && !known {
			break
		}
		t.exits = stay
		if !known {
			break
		}
		decided = ts.at + 1
	}
	if len(left) == 0 || len(t.exits) != 1 {
		vals, alive = p.join(t)
		return vals, alive, decided
	}
	if e := t.exits[0]; nests(t, left) && throughIfs(e.op.Parent, t.region) {
		p.restore(e)
		return e.vals, true, decided
	}
	vals, alive = p.join(t)
	return vals, alive, decided
}

// send evaluates a test for one way out of the call at o, and where it is known to leave, evaluates the arm that does so there.
func (p *pe) send(fr *frame, rc *rcode, o *ocode, e *exit, ts *test) (goes, certain bool) {
	p.restore(e)
	r := p.b.Region
	n := len(r.Ops)
	for k, id := range o.res {
		fr.slots[id] = e.vals[k]
	}
	for i := ts.first; i < ts.at; i++ {
		if probe := &rc.ops[i]; probe.kind != ir.OpIf {
			fr.slots[probe.res[0]] = p.single(fr, probe)
		}
	}
	c, ok := p.arg(fr, &rc.ops[ts.at], 0).(konst)
	if ok && c.bits == ts.when {
		p.b.Pos = rc.ops[ts.at].op.Pos
		p.region(fr, ts.leaves)
		return true, true
	}
	for _, tried := range r.Ops[n:] {
		if k := (konst{tried.Results[0].Type, tried.Bits}); p.consts[k] == tried.Results[0] {
			delete(p.consts, k)
		}
	}
	r.Truncate(n)
	r.Append(e.op)
	return false, ok
}

// restore goes on from an exit that is not pending: its place and its store.
func (p *pe) restore(e *exit) {
	e.pop()
	p.b.Region = e.op.Parent
	for _, b := range e.snap {
		p.setCell(b.c, b.v)
	}
}
