package progen

import (
	"fmt"
	"strings"
)

// looped writes a loop with its label, if the body uses it. head is without the brace.
func (g *gen) looped(head string, parallel bool, vars ...*variable) {
	g.loopedTo(head, parallel, nil, vars...)
}

// loopedTo is looped with something at the end of the body.
func (g *gen) loopedTo(head string, parallel bool, end func(), vars ...*variable) {
	label := g.name("L")
	n, before := len(g.vars), g.out.String()
	g.out.Reset()
	g.line("%s {", head)
	for _, v := range vars {
		g.declare(v)
	}
	l := &loop{label: label, parallel: parallel}
	outer := g.loops
	g.loops = append(outer[:len(outer):len(outer)], l)
	for _, v := range vars {
		g.line("\t_ = %s", v.name)
	}
	if parallel {
		// The statements in here are what matters most.
		g.work += g.r.Intn(1 + g.size/4)
		g.block(func() {
			for k := 1 + g.r.Intn(6); k > 0; k-- {
				g.statement()
			}
		})
	} else {
		g.body()
	}
	if end != nil {
		g.block(end)
	}
	g.line("}")
	g.loops, g.vars = outer, g.vars[:n]
	text := g.out.String()
	g.out.Reset()
	g.out.WriteString(before)
	if l.used {
		g.out.WriteString(strings.Repeat("\t", max(g.indent-1, 0)) + label + ":\n")
	}
	g.out.WriteString(text)
}

// deepest is how many loops and reductions of few iterations may be nested: each takes about ten times what is in it, and the interpreter goes through all of them
// for each element.
const deepest = 3

// tooDeep reports that one more would take too long.
func (g *gen) tooDeep() bool {
	n := 0
	for _, l := range g.loops {
		if !l.parallel {
			n++
		}
	}
	return n >= deepest
}

// loopStmt writes a sequential loop of a few iterations, or, on the host, over a whole slice.
func (g *gen) loopStmt() {
	if g.tooDeep() {
		g.simple()
		return
	}
	saved := g.context
	defer func() { g.context = saved }()
	k := &variable{name: g.name("k"), t: tInt, fixed: true}
	few := 1 + g.r.Intn(9)
	switch g.r.Intn(8) {
	case 0:
		k.below = few
		g.looped(fmt.Sprintf("for %s := range %d", k.name, few), false, k)
	case 1:
		g.looped(fmt.Sprintf("for %s := 0; %s < %s; %s++", k.name, k.name, g.smallCount(), k.name), false, k)
	case 2:
		g.looped(fmt.Sprintf("for %s := %d; %s >= 0; %s -= %d", k.name, few, k.name, k.name, 1+g.r.Intn(3)), false, k)
	case 3: // a condition besides the fuel
		g.looped(fmt.Sprintf("for %s := 0; %s < %d && %s; %s++", k.name, k.name, 1+g.r.Intn(20), g.expr(tBool, 2), k.name), false, k)
	case 4:
		if g.unrolled { // one in the other would give a lot of code
			g.simple()
			return
		}
		k.below, g.unrolled = 8, true
		g.looped(fmt.Sprintf("for %s := range hone.Unroll(%d, %d)", k.name, g.r.Intn(3), g.r.Intn(6)), false, k)
	case 5:
		g.generatorLoop(k)
	default:
		if !g.host {
			g.looped(fmt.Sprintf("for %s := range %s", k.name, g.smallCount()), false, k)
			return
		}
		g.sliceLoop(k)
	}
}

// smallCount is an int below 16.
func (g *gen) smallCount() string {
	return fmt.Sprintf("int(uint(%s)%%%d)", g.expr(tInt, 1), 1+g.r.Intn(15))
}

func (g *gen) generatorLoop(k *variable) {
	seq := fmt.Sprintf("count(%d, %s, %d)", g.r.Intn(4), g.smallCount(), 1+g.r.Intn(3))
	switch {
	case g.chance(30):
		j := &variable{name: g.name("j"), t: tInt, fixed: true}
		g.looped(fmt.Sprintf("for %s, %s := range pairs(%d, %s)", k.name, j.name, 1+g.r.Intn(4), g.smallCount()), false, k, j)
		return
	case g.chance(50):
		x, cond := g.name("y"), ""
		g.pureScope(func() {
			g.declare(&variable{name: x, t: tInt, fixed: true})
			cond = g.expr(tBool, 2)
		})
		seq = fmt.Sprintf("filtered(%s, func(%s int) bool { return %s })", seq, x, cond)
	}
	g.looped(fmt.Sprintf("for %s := range %s", k.name, seq), false, k)
}

// sliceLoop goes over a slice in order.
func (g *gen) sliceLoop(k *variable) {
	g.host = false
	s := g.pick(g.find(func(v *variable) bool { return v.t.kind == aSlice }))
	if s == nil || g.chance(30) {
		k.index = true
		g.looped(fmt.Sprintf("for %s := range n", k.name), false, k)
		return
	}
	e := &variable{name: g.name("e"), t: s.t.elem, fixed: true}
	g.looped(fmt.Sprintf("for %s, %s := range %s", k.name, e.name, s.name), false, k, e)
}

// parallelStmt writes a parallel loop. Its iterations write some of the slices, each at one place, and read the others.
func (g *gen) parallelStmt() {
	saved := g.context
	defer func() { g.context = saved }()
	i := &variable{name: g.name("i"), t: tInt, fixed: true, index: true}
	g.par = &parallel{writes: map[int]bool{}, at: i.name}
	for _, v := range g.find(func(v *variable) bool { return v.t.kind == aSlice && v.full && len(v.roots) == 1 }) {
		if g.chance(50) {
			for k := range v.roots {
				g.par.writes[k] = true
			}
		}
	}
	g.barrier, g.host, g.noReturn = len(g.vars), false, true
	last := func() { g.store() }
	switch g.r.Intn(8) {
	case 3: // neighbours change places
		i.index = false
		mask := []int{1, 3, 7}[g.r.Intn(3)]
		g.par.at = fmt.Sprintf("%s^%d", i.name, 1+g.r.Intn(mask))
		g.loopedTo(fmt.Sprintf("for %s := range hone.Parallel(n&^%d)", i.name, mask), true, last, i)
	case 0:
		g.par.at = "n-1-" + i.name
		g.loopedTo(fmt.Sprintf("for %s := range hone.Parallel(n)", i.name), true, last, i)
	case 1: // a half, third or fourth of the iterations, at every second, third or fourth place
		i.index, i.every = false, 2+g.r.Intn(3)
		g.par.at = fmt.Sprintf("%d*%s+%d", i.every, i.name, g.r.Intn(i.every))
		g.loopedTo(fmt.Sprintf("for %s := range hone.Parallel(n/%d)", i.name, i.every), true, last, i)
	case 2: // two dimensions
		j := &variable{name: g.name("j"), t: tInt, fixed: true}
		w := 1 + g.r.Intn(9)
		i.index = false
		g.par.at = fmt.Sprintf("%s*%d+%s", i.name, w, j.name)
		j.below = w
		g.loopedTo(fmt.Sprintf("for %s, %s := range hone.Parallel2(n/%d, %d)", i.name, j.name, w, w), true, last, i, j)
	default:
		g.loopedTo(fmt.Sprintf("for %s := range hone.Parallel(n)", i.name), true, last, i)
	}
}

// swapping writes a loop that computes one slice from another in parallel and swaps the two after each round. No other slice may be one of
// them, or else a round would not know what it writes.
func (g *gen) swapping() {
	saved := g.context
	defer func() { g.context = saved }()
	alone := func(v *variable) bool {
		return len(g.find(func(o *variable) bool { return o.t.kind == aSlice && meets(o.roots, v.roots) })) == 1
	}
	ss := g.assignable(func(v *variable) bool { return v.t.kind == aSlice && v.full && len(v.roots) == 1 && alone(v) })
	a, b := g.pick(ss), g.pick(ss)
	if a == nil || a == b || a.t != b.t || len(g.loops) > 0 {
		g.parallelStmt()
		return
	}
	k := &variable{name: g.name("k"), t: tInt, fixed: true}
	g.line("for %s := range %d {", k.name, 1+g.r.Intn(4))
	n := len(g.vars)
	g.indent++
	g.declare(k)
	g.line("_ = %s", k.name)
	i := &variable{name: g.name("i"), t: tInt, fixed: true, index: true}
	g.par = &parallel{writes: b.roots, at: i.name}
	g.barrier, g.host, g.noReturn = len(g.vars), false, true
	last := func() { g.line("%s[%s] = %s", b.name, i.name, g.value(b.t.elem)) }
	g.loopedTo(fmt.Sprintf("for %s := range hone.Parallel(n)", i.name), true, last, i)
	g.line("%s, %s = %s, %s", a.name, b.name, b.name, a.name)
	g.indent--
	g.line("}")
	g.vars = g.vars[:n]
	confuse(a, b)
}
