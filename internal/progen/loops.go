package progen

import (
	"fmt"
	"strings"
)

// looped writes a loop with its label, if the body uses it. head is without the brace.
func (g *gen) looped(head string, parallel bool, vars ...*variable) {
	label := g.name("L")
	n, before := len(g.vars), g.out.String()
	g.out.Reset()
	g.line("%s {", head)
	for _, v := range vars {
		g.declare(v)
	}
	g.loops = append(g.loops, loop{label: label, parallel: parallel})
	g.body()
	g.line("}")
	l := g.loops[len(g.loops)-1]
	g.loops = g.loops[:len(g.loops)-1]
	g.vars = g.vars[:n]
	text := g.out.String()
	g.out.Reset()
	g.out.WriteString(before)
	if l.used {
		g.out.WriteString(strings.Repeat("\t", max(g.indent-1, 0)) + label + ":\n")
	}
	g.out.WriteString(text)
}

// loopStmt writes a sequential loop of a few iterations, or, on the host, over a whole slice.
func (g *gen) loopStmt() {
	host := g.host
	defer func() { g.host = host }()
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
		k.below = 8
		g.looped(fmt.Sprintf("for %s := range hone.Unroll(%d, %d)", k.name, g.r.Intn(3), g.r.Intn(5)), false, k)
	case 5:
		g.generatorLoop(k)
	default:
		if !host {
			g.looped(fmt.Sprintf("for %s := range %s", k.name, g.smallCount()), false, k)
			return
		}
		g.sliceLoop(k)
	}
}

// smallCount is an int below 16.
func (g *gen) smallCount() string { return fmt.Sprintf("int(uint(%s)%%%d)", g.expr(tInt, 1), 1+g.r.Intn(15)) }

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
	saved := *g
	i := &variable{name: g.name("i"), t: tInt, fixed: true, index: true}
	g.par = &parallel{writes: map[int]bool{}, at: i.name}
	for _, v := range g.find(func(v *variable) bool { return v.t.kind == aSlice && v.full && len(v.roots) == 1 }) {
		if g.chance(40) {
			for k := range v.roots {
				g.par.writes[k] = true
			}
		}
	}
	g.barrier, g.host, g.noRet = len(g.vars), false, true
	switch g.r.Intn(6) {
	case 0:
		g.par.at = "n-1-" + i.name
		g.looped(fmt.Sprintf("for %s := range hone.Parallel(n)", i.name), true, i)
	case 1: // half of the iterations, at even places
		i.index = false
		g.par.at = fmt.Sprintf("2*%s+%d", i.name, g.r.Intn(2))
		g.looped(fmt.Sprintf("for %s := range hone.Parallel(n/2)", i.name), true, i)
	case 2: // two dimensions
		j := &variable{name: g.name("j"), t: tInt, fixed: true}
		w := 1 + g.r.Intn(9)
		i.index = false
		g.par.at = fmt.Sprintf("%s*%d+%s", i.name, w, j.name)
		j.below = w
		g.looped(fmt.Sprintf("for %s, %s := range hone.Parallel2(n/%d, %d)", i.name, j.name, w, w), true, i, j)
	default:
		g.looped(fmt.Sprintf("for %s := range hone.Parallel(n)", i.name), true, i)
	}
	g.par, g.barrier, g.host, g.noRet = saved.par, saved.barrier, saved.host, saved.noRet
}
