package progen

import (
	"fmt"
	"strings"
)

// search writes a loop that looks for the place of the least or greatest of what belongs to the elements of a slice, in one of the forms of such loops,
// perhaps for each iteration of another loop.
func (g *gen) search() {
	s := g.pick(g.find(func(v *variable) bool { return v.t.kind == aSlice && len(numeric(v.t.elem)) > 0 }))
	if s == nil {
		g.simple()
		return
	}
	t := g.number()
	i, key, best, at := g.name("i"), g.name("key"), g.name("best"), g.name("at")
	place := fmt.Sprintf("%s[%s]", s.name, i)
	value := g.componentOf(place, s.t.elem, t)
	compare := g.text("<", "<=", ">", ">=")
	rounds, q := "", g.name("q")
	if g.chance(30) {
		rounds = g.text("for "+q+" := range 5", "for "+q+" := range hone.Parallel(7)")
		value = fmt.Sprintf("%s - %s(%s)", value, t.name, q)
	}
	to := g.name("found")
	g.line("%s := make([]int, 7)", to)
	g.line("var %s %s", best, t.name)
	if rounds != "" {
		g.line("%s {", rounds)
		g.line("var %s %s", best, t.name)
	}
	head := fmt.Sprintf("for %s := range %s", i, s.name)
	switch g.r.Intn(4) {
	case 0:
		head = fmt.Sprintf("for %s := len(%s) - 1; %s >= 0; %s--", i, s.name, i, i)
	case 1:
		head = fmt.Sprintf("for %s := 1; %s < len(%s); %s++", i, i, s.name, i)
	}
	g.line("%s := %d", at, g.r.Intn(4)-1)
	more := ""        // is worked out from the best so far
	if g.chance(30) { // the place alone
		other := strings.ReplaceAll(value, place, fmt.Sprintf("%s[%s]", s.name, at))
		g.line("%s = max(%s, 0)", at, at)
		g.line("%s {", head)
		g.line("if %s %s %s { %s = %s }", value, compare, other, at, i)
		g.line("}")
	} else {
		if g.chance(50) {
			g.line("if len(%s) > 0 {", s.name)
			g.line("%s := 0", i)
			g.line("%s = %s", best, value)
			g.line("}")
		}
		if g.chance(50) {
			more = g.name("more")
			g.line("var %s %s", more, t.name)
		}
		g.line("%s {", head)
		g.line("%s := %s", key, value)
		if g.chance(30) {
			g.line("if %s%%%d == 0 { continue }", i, 2+g.r.Intn(3))
		}
		taken := g.text(i, i+"+1", "int(int8("+i+"))", "len("+s.name+")-"+i)
		if g.chance(30) {
			g.line("if !(%s %s %s) { continue }", key, compare, best)
			g.line("%s, %s = %s, %s", best, at, key, taken)
		} else {
			g.line("if %s %s %s { %s, %s = %s, %s }", key, compare, best, best, at, key, taken)
		}
		if more != "" {
			g.line(g.text("%[1]s += %[2]s", "if %[1]s < %[2]s-%[3]s { %[1]s = %[2]s-%[3]s }", "%[1]s = max(%[1]s, %[2]s*%[3]s)"), more, best, key)
		}
		g.line("}")
	}
	if rounds != "" {
		g.line("%s[%s] = %s", to, q, at)
		if more != "" {
			g.line("if %s != %s { %s[%s] += 100 }", more, best, to, q)
		}
		g.line("_ = %s", best)
		g.line("}")
	} else {
		g.line("%s[0] = %s", to, at)
	}
	g.define(&variable{name: g.name("v"), t: tInt}, fmt.Sprintf("%s[0] + 3*%s[4]", to, to))
	g.line("_ = %s", best)
	g.declare(&variable{name: best, t: t})
	if more != "" && rounds == "" {
		g.declare(&variable{name: more, t: t})
	}
}

// keep writes a loop that puts what belongs to some elements of a slice, by a condition, at the front of another one, which may be too short.
func (g *gen) keep() {
	s := g.pick(g.find(func(v *variable) bool { return v.t.kind == aSlice && len(numeric(v.t.elem)) > 0 }))
	if s == nil {
		g.simple()
		return
	}
	t, of := g.number(), g.number()
	i, n, limit, last := g.name("i"), g.name("n"), g.name("limit"), g.name("last")
	place := fmt.Sprintf("%s[%s]", s.name, i)
	out := &variable{name: g.name("s"), t: sliceOf(t), roots: map[int]bool{100 + g.names: true}}
	g.define(out, fmt.Sprintf("make(%s, %s)", out.t.name, g.text("len("+s.name+")", "len("+s.name+")", "len("+s.name+")/2")))
	g.line("%s, %s := 0, -1", n, last)
	g.line("var %s %s = %s", limit, of.name, g.expr(of, 1))
	cond := fmt.Sprintf("%s %s %s", g.componentOf(place, s.t.elem, of), g.text("<", "<=", ">", ">=", "!="), limit)
	if g.chance(30) {
		cond += fmt.Sprintf(" %s %s%%%d == 0", g.text("&&", "||"), i, 2+g.r.Intn(3))
	}
	value := g.componentOf(place, s.t.elem, t)
	g.line("for %s := range %s {", i, s.name)
	if g.chance(40) {
		g.line("if !(%s) { continue }", cond)
		g.line("{")
	} else {
		g.line("if %s {", cond)
	}
	g.line("%s[%s] = %s", out.name, n, value)
	g.line("%s++", n)
	if g.chance(30) {
		g.line("%s = %s", last, i)
	}
	g.line("}")
	g.line("}")
	g.define(&variable{name: g.name("v"), t: tInt}, fmt.Sprintf("%s*3 + %s", n, last))
}

// text is one of some texts.
func (g *gen) text(texts ...string) string { return texts[g.r.Intn(len(texts))] }
