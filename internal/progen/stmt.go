package progen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

const maxDepth = 4

// statement writes one statement, with what is nested in it.
func (g *gen) statement() {
	g.work--
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > maxDepth {
		g.simple()
		return
	}
	switch k := g.r.Intn(100); {
	case k < 45:
		g.simple()
	case k < 57:
		g.ifStmt()
	case k < 62:
		g.switchStmt()
	case k < 74:
		g.loopStmt()
	case k < 79:
		g.closure()
	case k < 82:
		g.leave()
	default:
		if g.host && !g.pure {
			g.wholeSlices()
		} else {
			g.simple()
		}
	}
}

// wholeSlices writes something over whole slices, as the host may.
func (g *gen) wholeSlices() {
	switch k := g.r.Intn(100); {
	case k < 8:
		g.swapping()
	case k < 26:
		g.stages()
	case k < 31:
		g.histogram()
	case k < 36:
		g.statistics()
	case k < 42:
		if g.chance(60) {
			g.search()
		} else {
			g.keep()
		}
	case k < 53:
		g.long()
	case k < 63:
		g.sequence()
	case k < 68:
		g.arrays()
	case k < 71:
		g.extents()
	case k < 75:
		g.appends()
	case k < 78:
		g.stacks()
	case k < 82:
		g.kept()
	case k < 85:
		g.tables()
	default:
		g.parallelStmt()
	}
}

// body writes a few statements in a block.
func (g *gen) body() {
	g.block(func() {
		g.simple()
		for k := g.r.Intn(4); k > 0 && g.work > 0; k-- {
			g.statement()
		}
	})
}

// simple writes a declaration, an assignment, a store or a call.
func (g *gen) simple() {
	switch g.r.Intn(10) {
	case 0, 1, 2:
		g.declaration()
	case 3, 4, 5:
		g.assignment()
	case 6, 7:
		g.store()
	case 8:
		g.effect()
	default:
		g.several()
	}
}

// define writes a declaration of a variable, used at once lest Go complains.
func (g *gen) define(v *variable, value string) {
	if g.chance(50) || value == "nil" {
		g.line("var %s %s = %s", v.name, v.t.name, value)
	} else {
		g.line("%s := %s(%s)", v.name, parenthesized(v.t), value)
	}
	g.line("_ = %s", v.name)
	g.declare(v)
}

// parenthesized is a type as it can stand before a conversion's operand.
func parenthesized(t *typ) string { return "(" + t.name + ")" }

func (g *gen) declaration() {
	switch {
	case g.chance(12):
		t := arrayOf(g.scalar(), 1+g.r.Intn(6))
		if g.chance(10) {
			t = arrayOf(t.elem, 40)
		}
		g.define(&variable{name: g.name("arr"), t: t}, g.arrayValue(t))
	case g.chance(12):
		t := g.oneOf(structs)
		g.define(&variable{name: g.name("st"), t: t}, g.structValue(t))
	case g.host && !g.pure && g.par == nil && g.chance(25):
		g.sliceDecl()
	default:
		t := g.scalar()
		g.define(&variable{name: g.name("v"), t: t}, g.expr(t, 3))
	}
}

// sliceDecl declares a slice: made, built, or a part of another.
func (g *gen) sliceDecl() {
	elem := g.elemType()
	v := &variable{name: g.name("s"), t: sliceOf(elem), full: true, roots: map[int]bool{100 + g.names: true}}
	switch {
	case g.chance(30):
		g.define(v, fmt.Sprintf("make(%s, n)", v.t.name))
	case g.chance(75):
		i, value := g.name("i"), ""
		g.pureScope(func() {
			g.host = false
			g.declare(&variable{name: i, t: tInt, fixed: true, index: true})
			value = g.value(elem)
		})
		g.define(v, fmt.Sprintf("hone.Build(n, func(%s int) %s { return %s })", i, elem.name, value))
	default:
		from := g.pick(g.find(func(v *variable) bool { return v.t.kind == aSlice }))
		v.t, v.roots, v.full = from.t, from.roots, false
		lo := fmt.Sprintf("min(%d, len(%s))", g.r.Intn(5), from.name)
		hi := []string{"", fmt.Sprintf("max(len(%s)-%d, %s)", from.name, g.r.Intn(5), lo)}[g.r.Intn(2)]
		if g.chance(5) {
			hi = g.expr(tInt, 1)
		}
		g.define(v, fmt.Sprintf("%s[%s:%s]", from.name, lo, hi))
	}
}

func (g *gen) assignment() {
	v := g.pick(g.assignable(func(v *variable) bool { return v.t.kind != aSlice }))
	if v == nil {
		g.declaration()
		return
	}
	switch v.t.kind {
	case aStruct:
		if v.t == tPt && g.chance(30) {
			g.line("%s.bump(%s)", v.name, g.operand(tI32, 2))
			return
		}
		if g.chance(30) {
			g.line("%s = %s", v.name, g.structValue(v.t))
			return
		}
		t := g.oneOf(scalars)
		if ps := paths(v.t, t); len(ps) > 0 {
			g.assignTo(v.name+ps[g.r.Intn(len(ps))], t)
		}
	case anArray:
		g.assignTo(fmt.Sprintf("%s[%s]", v.name, g.arrayIndex(v.t.n, 2)), v.t.elem)
	default:
		g.assignTo(v.name, v.t)
	}
}

// assignTo writes an assignment, perhaps with an operation, to a place of scalar type.
func (g *gen) assignTo(place string, t *typ) {
	switch {
	case t.kind == aBool || g.chance(40):
		g.line("%s = %s", place, g.operand(t, 3))
	case t.kind == anInt && g.chance(20):
		g.line("%s%s", place, [...]string{"++", "--"}[g.r.Intn(2)])
	case t.kind == anInt && g.chance(40):
		op := [...]string{"&=", "|=", "^=", "&^="}[g.r.Intn(4)]
		g.line("%s %s %s", place, op, g.operand(t, 2))
	default:
		op := [...]string{"+=", "-=", "*="}[g.r.Intn(3)]
		g.line("%s %s %s", place, op, g.operand(t, 2))
	}
}

// store writes an element of a slice.
func (g *gen) store() {
	if g.pure {
		g.assignment()
		return
	}
	var vs []*variable
	for _, v := range g.vars {
		if v.t.kind != aSlice {
			continue
		}
		if g.par == nil || v.full && len(v.roots) == 1 && meets(v.roots, g.par.writes) {
			vs = append(vs, v)
		}
	}
	v := g.pick(vs)
	if v == nil {
		g.assignment()
		return
	}
	i := ""
	if g.par != nil {
		i = g.par.at
	} else {
		i = g.readIndex(v, 2)
	}
	place := fmt.Sprintf("%s[%s]", v.name, i)
	if v.t.elem.kind == aStruct {
		if g.chance(40) {
			g.line("%s = %s", place, g.structValue(v.t.elem))
			return
		}
		switch {
		case v.t.elem == tPt && g.chance(30):
			g.line("%s.bump(%s)", place, g.operand(tI32, 2))
			return
		case v.t.elem == tNest && g.chance(20):
			g.line("%s.P.bump(%s)", place, g.operand(tI32, 2))
			return
		}
		t := g.oneOf(scalars)
		if ps := paths(v.t.elem, t); len(ps) > 0 {
			if g.chance(20) {
				q := g.name("q")
				g.line("%s := &%s", q, place)
				place = q
			}
			g.assignTo(place+ps[g.r.Intn(len(ps))], t)
		}
		return
	}
	g.assignTo(place, v.t.elem)
}

// effect calls a closure with effects, alone on the right side. Ordered has those among other operands.
func (g *gen) effect() {
	f := g.pick(g.assignableFuncs())
	if f == nil {
		g.assignment()
		return
	}
	g.define(&variable{name: g.name("v"), t: f.t}, g.call(f, 2))
}

func (g *gen) assignableFuncs() []*variable {
	var vs []*variable
	for _, v := range g.vars[min(g.barrier, len(g.vars)):] {
		if v.params != nil && v.effect {
			vs = append(vs, v)
		}
	}
	return vs
}

// several assigns to two places at once, or swaps two slices.
func (g *gen) several() {
	if g.host && len(g.loops) == 0 && g.chance(40) {
		ss := g.assignable(func(v *variable) bool { return v.t.kind == aSlice && v.full })
		if len(ss) >= 2 {
			a, b := g.pick(ss), g.pick(ss)
			if a != b && a.t == b.t {
				g.line("%s, %s = %s, %s", a.name, b.name, b.name, a.name)
				confuse(a, b)
				return
			}
		}
	}
	vs := g.assignable(func(v *variable) bool { return v.t.isScalar() })
	a, b := g.pick(vs), g.pick(vs)
	if a == nil || a == b {
		g.declaration()
		return
	}
	g.line("%s, %s = %s, %s", a.name, b.name, g.operand(a.t, 2), g.operand(b.t, 2))
}

// confuse notes that each of two slices may now be the other.
func confuse(a, b *variable) {
	all := maps.Clone(a.roots)
	maps.Copy(all, b.roots)
	a.roots, b.roots = all, all
}

func (g *gen) ifStmt() {
	if g.chance(20) {
		v := &variable{name: g.name("v"), t: g.number(), fixed: true}
		g.line("if %s := %s; %s > %s {", v.name, g.expr(v.t, 2), v.name, g.literal(v.t))
		n := len(g.vars)
		g.declare(v)
		g.body()
		g.vars = g.vars[:n]
	} else {
		g.line("if %s {", g.expr(tBool, 3))
		g.body()
	}
	if g.chance(25) {
		g.line("} else if %s {", g.expr(tBool, 2))
		g.body()
	}
	if g.chance(50) {
		g.line("} else {")
		g.body()
	}
	g.line("}")
}

func (g *gen) switchStmt() {
	cases := 2 + g.r.Intn(3)
	tag := g.chance(60)
	if tag {
		g.line("switch %s & 7 {", g.expr(g.oneOf(ints), 2))
	} else {
		g.line("switch {")
	}
	at := 0
	for k := range cases {
		switch {
		case k == cases-1 && g.chance(70):
			g.line("default:")
		case tag && g.chance(30):
			g.line("case %d, %d:", at, at+1)
			at += 2
		case tag:
			g.line("case %d:", at)
			at++
		default:
			g.line("case %s:", g.expr(tBool, 2))
		}
		g.body()
		if k < cases-1 && g.chance(15) {
			g.line("\tfallthrough")
		}
	}
	g.line("}")
}

// leave writes a conditional break, continue or return.
func (g *gen) leave() {
	var ways []func()
	for k, l := range slices.Backward(g.loops) {
		if k == len(g.loops)-1 {
			// A break alone would leave a switch only.
			ways = append(ways, func() { g.line("continue") })
		}
		ways = append(ways, func() { l.used = true; g.line("continue %s", l.label) })
		if l.parallel {
			break
		}
		ways = append(ways, func() { l.used = true; g.line("break %s", l.label) })
	}
	if g.chance(4) {
		ways = []func(){func() { g.line("panic(%s)", [...]string{`"enough"`, "7", "1.5", "true", "2i"}[g.r.Intn(5)]) }}
	} else if !g.noReturn && len(g.results) > 0 {
		ways = append(ways, g.ret)
	}
	if len(ways) == 0 {
		g.simple()
		return
	}
	g.line("if %s {", g.expr(tBool, 2))
	g.block(func() { ways[g.r.Intn(len(ways))]() })
	g.line("}")
}

// closure declares a function literal, pure or with effects on the variables around.
func (g *gen) closure() {
	f := &variable{name: g.name("f"), t: g.scalar(), fixed: true, effect: g.chance(50)}
	n, saved := len(g.vars), g.context
	if !f.effect {
		g.barrier, g.pure = n, true
	}
	g.loops, g.noReturn, g.host, g.results = nil, false, false, []*typ{f.t}
	var params []string
	for range 1 + g.r.Intn(2) {
		p := &variable{name: g.name("a"), t: g.scalar()}
		f.params = append(f.params, p.t)
		params = append(params, p.name+" "+p.t.name)
		g.declare(p)
	}
	from := g.out.Len()
	g.line("%s := func(%s) %s {", f.name, strings.Join(params, ", "), f.t.name)
	g.block(func() {
		for k := g.r.Intn(3); k >= 0; k-- {
			g.statement()
		}
		g.ret()
	})
	g.line("}")
	g.vars, g.context = g.vars[:n], saved
	text := g.out.String()[from:]
	for _, v := range g.vars {
		switch {
		case v.t.kind == aSlice && strings.Contains(text, v.name+"["):
			f.reads = append(f.reads, v)
		case v.params != nil && strings.Contains(text, v.name+"("):
			f.reads = append(f.reads, v.reads...)
		}
	}
	g.line("_ = %s", f.name)
	g.declare(f)
}
