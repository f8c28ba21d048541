package progen

import "fmt"

// kept writes a Keep, and what goes over what it has kept, or over the same space once more: all of that may become one loop.
func (g *gen) kept() {
	first := g.keepOf("n", nil, g.elemType())
	all := []*variable{first}
	for range 1 + g.r.Intn(3) {
		from := all[g.r.Intn(len(all))]
		switch g.r.Intn(8) {
		case 0, 1, 2:
			g.sumOf(from)
		case 3:
			t := g.elemType()
			v := &variable{name: g.name("s"), t: sliceOf(t), roots: map[int]bool{100 + g.names: true}}
			g.define(v, fmt.Sprintf("hone.Build(len(%s), %s)", from.name, g.ofKept(from, t, "")))
			all = append(all, v)
		case 4:
			all = append(all, g.keepOf("n", nil, g.elemType()))
		case 5:
			g.define(&variable{name: g.name("v"), t: tInt}, "len("+from.name+")")
		default:
			all = append(all, g.keepOf("len("+from.name+")", from, g.elemType()))
		}
	}
}

// keepOf writes a Keep over n indices, of what is kept in another one, if there is one.
func (g *gen) keepOf(n string, from *variable, t *typ) *variable {
	v := &variable{name: g.name("s"), t: sliceOf(t), roots: map[int]bool{100 + g.names: true}}
	f := g.ofKept(from, t, g.text(" || false", " && true", " && i%3 != 1", " || i&7 == 2"))
	if from == nil && g.chance(10) {
		v.t = sliceOf(tInt)
		f = g.ofKept(nil, nil, "")
		g.define(v, fmt.Sprintf("hone.KeepIndices(n, %s)", f))
		return v
	}
	g.define(v, fmt.Sprintf("hone.Keep(%s, %s)", n, f))
	return v
}

// ofKept is a function of the index of an element that has been kept, or, without a slice of such, of any: it gives a value of a type and, if there is something to
// be said of the index, a condition. For no type it gives a condition only.
func (g *gen) ofKept(from *variable, t *typ, index string) (text string) {
	g.pureScope(func() {
		g.host = false
		element := ""
		if from == nil {
			g.declare(&variable{name: "i", t: tInt, fixed: true, index: true})
		} else {
			e := &variable{name: g.name("e"), t: from.t.elem, fixed: true}
			element = fmt.Sprintf("%s := %s[i]; _ = %[1]s; ", e.name, from.name)
			if g.chance(20) {
				g.declare(&variable{name: "i", t: tInt, fixed: true})
			}
			g.declare(e)
		}
		switch {
		case t == nil:
			text = fmt.Sprintf("func(i int) bool { %sreturn %s }", element, g.expr(tBool, 2))
		case index != "":
			text = fmt.Sprintf("func(i int) (%s, bool) { %sreturn %s, %s%s }", t.name, element, g.value(t), g.expr(tBool, 2), index)
		default:
			text = fmt.Sprintf("func(i int) %s { %sreturn %s }", t.name, element, g.value(t))
		}
	})
	return text
}

// sumOf puts together what has been kept.
func (g *gen) sumOf(from *variable) {
	t := g.number()
	f := g.ofKept(from, t, "")
	text := fmt.Sprintf("hone.%s(len(%s), %s)", g.text("Sum", "Product", "Min", "Max"), from.name, f)
	switch {
	case t.kind == aComplex:
		text = fmt.Sprintf("hone.Sum(len(%s), %s)", from.name, f)
	case t.kind == anInt && g.chance(20):
		op := g.unordered()
		if g.chance(50) {
			op = g.text("a ^ b", "a | b", "a & b")
		}
		text = fmt.Sprintf("hone.Reduce(len(%s), %s, func(a, b %s) %[3]s { return %s }, %s)", from.name, g.literal(t), t.name, op, f)
	}
	g.define(&variable{name: g.name("v"), t: t}, text)
}
