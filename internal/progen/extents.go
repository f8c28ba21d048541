package progen

import (
	"fmt"
	"strconv"
)

// extents writes a loop over more elements than there are, up to the largest int, or over a negative number of them: it fails at the first that is
// missing, or does nothing. Each iteration reads an element, or else it wouldn't end.
func (g *gen) extents() {
	s := g.pick(g.find(func(v *variable) bool { return v.t.kind == aSlice && v.full && len(numeric(v.t.elem)) > 0 }))
	if s == nil {
		g.simple()
		return
	}
	g.line("if %s {", g.expr(tBool, 1)) // what is behind this one would seldom be reached
	g.block(func() {
		m := g.name("m")
		g.line("%s := %s", m, g.extent())
		want := numeric(s.t.elem)
		t := want[g.r.Intn(len(want))]
		ps := paths(s.t.elem, t)
		element := func(at string) string { return fmt.Sprintf("%s[%s]%s", s.name, at, ps[g.r.Intn(len(ps))]) }
		dst := g.pick(g.find(func(v *variable) bool {
			return v.full && len(v.roots) == 1 && v.t == sliceOf(t) && !meets(v.roots, s.roots)
		}))
		switch {
		case dst == nil || g.chance(30):
			g.farSum(t, m, element)
		case g.chance(50):
			g.farRows(dst, t, m, element)
		default:
			g.farLoop(dst, t, m, element)
		}
	})
	g.line("}")
}

// extent is an extent, known to the compiler or not.
func (g *gen) extent() string {
	far := g.farNumber()
	switch {
	case g.chance(30):
		return far
	case g.chance(30):
		return fmt.Sprintf("choose(%s, n, %s)", g.expr(tBool, 1), far)
	}
	return fmt.Sprintf("hone.Hide(%s)", far)
}

func (g *gen) farNumber() string {
	return [...]string{
		"math.MinInt", "-5", "n + 1", "1 << 31", "1 << 45", "1 << 62", "math.MaxInt - 8192", "math.MaxInt - 8190", "math.MaxInt - 62",
		"math.MaxInt - 6", "math.MaxInt",
	}[g.r.Intn(11)]
}

// farSum writes a reduction, declared or as a loop that begins somewhere.
func (g *gen) farSum(t *typ, m string, element func(at string) string) {
	v, i := g.name("v"), g.name("i")
	switch {
	case g.chance(40):
		lo := [...]string{"0", "0", "1", "7", "n", "-3", "math.MinInt", "math.MaxInt - 1"}[g.r.Intn(8)]
		g.line("%s := %s(%s)", v, t.name, g.literal(t))
		g.line("for %s := %s; %[1]s < %[3]s; %[1]s++ {", i, lo, m)
		g.line("\t%s %s %s", v, [...]string{"+=", "-=", "*="}[g.r.Intn(3)], element(i))
		g.line("}")
	case t.kind == anInt && g.chance(30):
		g.line("%s := hone.Reduce(%s, %s, func(a, b %s) %[4]s { return %s }, func(%s int) %[4]s { return %[7]s })",
			v, m, g.literal(t), t.name, g.unordered(), i, element(i))
	default:
		g.line("%s := hone.%s(%s, func(%s int) %s { return %s })",
			v, [...]string{"Sum", "Product", "Min", "Max"}[g.r.Intn(4)], m, i, t.name, element(i))
	}
	g.line("_ = %s", v)
}

// farLoop writes a loop that stores, or that counts in a table.
func (g *gen) farLoop(dst *variable, t *typ, m string, element func(at string) string) {
	i := g.name("i")
	if t.kind == anInt && g.chance(20) {
		g.line("for %s := range %s {", i, m)
		g.line("\t%s[uint(%s)%%uint(len(%[1]s))]++", dst.name, element(i))
	} else {
		g.line([...]string{"for %s := range hone.Parallel(%s) {", "for %s := range %s {", "for %s := 0; %[1]s < %s; %[1]s++ {"}[g.r.Intn(3)], i, m)
		g.line("\t%s[%s] = %s", dst.name, i, element(i))
	}
	g.line("}")
}

// farRows writes a loop over a space of two dimensions, the inner of which isn't empty.
func (g *gen) farRows(dst *variable, t *typ, h string, element func(at string) string) {
	w, y, x := g.name("w"), g.name("y"), g.name("x")
	width := strconv.Itoa(1 + g.r.Intn(12))
	if g.chance(40) {
		width = g.farNumber()
	}
	if g.chance(50) {
		width = "hone.Hide(" + width + ")"
	}
	g.line("%s := max(1, %s)", w, width)
	at := fmt.Sprintf("%s*%s+%s", y, w, x)
	if g.chance(50) {
		g.line("for %s, %s := range hone.Parallel2(%s, %s) {", y, x, h, w)
		g.line("\t%s[%s] = %s", dst.name, at, element(at))
	} else {
		g.line("for %s := range hone.Parallel(%s) {", y, h)
		g.line("\t%s[%s] = hone.%s(%s, func(%s int) %s { return %s })",
			dst.name, y, [...]string{"Sum", "Min", "Max"}[g.r.Intn(3)], w, x, t.name, element(at))
	}
	g.line("}")
}
