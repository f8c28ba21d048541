package progen

import "fmt"

// appender is a loop, perhaps with loops inside, that appends to slices of its own.
type appender struct {
	*gen
	names []string
	t     *typ
}

// appends writes a loop that appends, as no other statement does: what append makes has as much room as it likes, so that nobody may have another slice of the same memory, or
// look at the capacity. Afterwards it is a slice like others.
func (g *gen) appends() {
	a := &appender{gen: g, t: g.elemType()}
	var vars []*variable
	for range 1 + g.r.Intn(5)/3 {
		v := &variable{name: g.name("a"), t: sliceOf(a.t), roots: map[int]bool{100 + g.names: true}}
		a.names = append(a.names, v.name)
		vars = append(vars, v)
		start := "var %[1]s %[2]s"
		switch g.r.Intn(6) {
		case 0:
			start = "%[1]s := %[2]s{}"
		case 1:
			start = "%[1]s := make(%[2]s, 0, n)"
		case 2:
			start = fmt.Sprintf("%%[1]s := make(%%[2]s, %d, %d)", g.r.Intn(3), 3+g.r.Intn(70))
		case 3:
			if from := g.pick(g.find(func(v *variable) bool { return v.t == vars[0].t })); from != nil && len(vars) == 1 {
				start = fmt.Sprintf("%%[1]s := %s[:min(%d, len(%s))]", from.name, g.r.Intn(3), from.name)
				v.roots = from.roots
			}
		}
		g.line(start, v.name, v.t.name)
	}
	saved := g.context
	g.host = false
	k := &variable{name: g.name("k"), t: tInt, fixed: true, index: true}
	head := fmt.Sprintf("for %s := range n", k.name)
	vs := []*variable{k}
	switch g.r.Intn(5) {
	case 0:
		if s := g.pick(g.find(func(v *variable) bool { return v.t.kind == aSlice && v.full })); s != nil {
			e := &variable{name: g.name("e"), t: s.t.elem, fixed: true}
			head, vs = fmt.Sprintf("for %s, %s := range %s", k.name, e.name, s.name), append(vs, e)
		}
	case 1:
		head = fmt.Sprintf("for %s := n - 1; %s >= 0; %s--", k.name, k.name, k.name)
	case 2:
		head = fmt.Sprintf("for %s := 0; %s < n && %s; %s++", k.name, k.name, g.expr(tBool, 1), k.name)
	}
	g.loopedTo(head, false, func() { a.body(2) }, vs...)
	g.context = saved
	for _, v := range vars {
		g.line("%s = %s[:len(%s):len(%s)]", v.name, v.name, v.name, v.name)
		g.declare(v)
	}
}

// body writes some of what is done with the slices.
func (a *appender) body(depth int) {
	for k := 1 + a.r.Intn(4); k > 0; k-- {
		a.statement(depth)
	}
}

func (a *appender) statement(depth int) {
	s := a.names[a.r.Intn(len(a.names))]
	switch k := a.r.Intn(20); {
	case k < 8:
		more := ""
		for a.chance(25) {
			more += ", " + a.value(a.t)
		}
		a.line("%s = append(%s, %s%s)", s, s, a.value(a.t), more)
	case k < 12 && depth > 0:
		a.line("if %s {", a.expr(tBool, 2))
		a.block(func() { a.body(depth - 1) })
		if a.chance(40) {
			a.line("} else {")
			a.block(func() { a.body(depth - 1) })
		}
		a.line("}")
	case k == 12 && depth > 0:
		j := a.name("j")
		a.nest(fmt.Sprintf("for %s := 0; %s < %s; %s++", j, j, a.smallCount(), j), func() { a.body(depth - 1) }, &variable{name: j, t: tInt, fixed: true})
	case k == 13:
		if from := a.pick(a.find(func(v *variable) bool {
			return v.t.kind == aSlice && v.t.elem == a.t && (a.par == nil || !meets(v.roots, a.par.writes))
		})); from != nil {
			a.line("%s = append(%s, %s[:min(%d, len(%s))]...)", s, s, from.name, a.r.Intn(5), from.name)
		}
	case k == 14:
		a.line("if len(%s) > %d { %s = %s[:len(%s)-%d] }", s, 1+a.r.Intn(3), s, s, s, 1+a.r.Intn(2))
	case k == 15:
		a.line("if len(%s) > 0 { %s[len(%s)-1] = %s }", s, s, s, a.value(a.t))
	case k == 16:
		v := a.name("v")
		a.line("%s := len(%s) - %d", v, s, a.r.Intn(4))
		a.line("if %s > 0 { %s[0] = %s[%s-1] }", v, s, s, v)
	default:
		a.simple()
	}
}
