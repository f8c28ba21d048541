package progen

import (
	"fmt"
	"strings"
)

// statement writes one statement, with what is nested in it.
func (b *bordered) statement(d int) {
	if d <= 0 {
		b.assign()
		return
	}
	switch b.r.Intn(15) {
	case 0, 1:
		b.assign()
	case 2, 3:
		b.elements(d)
	case 4:
		b.rows(d)
	case 5:
		b.replaced()
	case 6:
		b.parts()
	case 7:
		b.called()
	case 8:
		b.letters()
	case 9:
		b.fail()
	case 10:
		b.line("if %s {", b.condition(2))
		b.nested(d)
		if b.chance(40) {
			b.line("} else {")
			b.nested(d)
		}
		b.line("}")
	case 11:
		if s, t, ok := b.typed(func(t *typ) bool { return t.kind == aSlice && t.elem.plain() }); ok {
			if q, ok := b.find(func(u *typ) bool { return u == t }); ok && b.chance(70) {
				b.line("sum += copy(%s, %s)", s, q)
			} else {
				b.line("clear(%s)", s)
			}
		}
	case 12:
		b.copied()
	case 13:
		v := &variable{name: b.name("v"), t: b.scalarType()}
		b.line("var %s %s = %s", v.name, v.t.name, b.number(v.t, 2))
		b.line("_ = %s", v.name)
		b.vars = append(b.vars, v)
	default:
		if p, t, ok := b.typed(func(t *typ) bool { return t == tString }); ok && t == tString {
			b.line("switch %s {", p)
			b.line("case %q, %q:", words[1], words[2])
			b.nested(d)
			b.line("case %q:", words[4])
			b.nested(d)
			b.line("}")
		}
	}
}

// nested writes a block's statements.
func (b *bordered) nested(d int) {
	n := len(b.vars)
	b.indent++
	for range 1 + b.r.Intn(2) {
		b.statement(d - 1)
	}
	b.indent--
	b.vars = b.vars[:n]
}

// elements is a loop over a slice's elements.
func (b *bordered) elements(d int) {
	s, t, ok := b.typed(func(t *typ) bool { return t.kind == aSlice && t.elem.element() })
	if !ok || b.loops > 1 {
		b.assign()
		return
	}
	k := b.name("k")
	n, old := len(b.vars), b.vars
	b.vars = append(b.vars, &variable{name: k, t: tInt, fixed: true})
	b.loops++
	switch c := b.r.Intn(5); {
	case c == 0 && t.elem.isScalar() && t.elem != tBool && b.loops == 1: // each its own
		b.vars = []*variable{{name: k, t: tInt}, {name: "j", t: tInt}, {name: "x", t: tF64}, {name: "v", t: t.elem}}
		b.line("for %s := range hone.Parallel(len(%s)) {", k, s)
		b.line("\tv := %s[%s]", s, k)
		b.line("\t%s[%s] = %s", s, k, b.number(t.elem, 2))
		b.line("\t_ = v")
		b.line("}")
		b.loops--
		b.vars = old
		return
	case c < 3 && t.elem.isScalar() && t.elem != tBool:
		e := b.name("e")
		b.line("for %s, %s := range %s {", k, e, s)
		b.line("\t_ = %s", k)
		b.vars = append(b.vars, &variable{name: e, t: t.elem})
		b.line("\t_ = %s", e)
		if b.chance(60) {
			b.line("\t%s[%s] = %s", s, k, b.number(t.elem, 2))
		}
	default:
		b.line("for %s := 0; %s < len(%s); %s++ {", k, k, s, k)
		defer func(fixed bool) { b.noAppend = fixed }(b.noAppend)
		b.noAppend = true // it would go on for ever
	}
	b.nested(d - 1)
	b.line("}")
	b.loops--
	b.vars = b.vars[:n]
}

// rows is a nest of loops over rows.
func (b *bordered) rows(d int) {
	s, t, ok := b.typed(func(t *typ) bool { return t.kind == aSlice && t.elem.kind == aSlice && t.elem.elem.isScalar() })
	if !ok || b.loops > 0 {
		b.elements(d)
		return
	}
	y, x, row := b.name("y"), b.name("x"), b.name("row")
	n := len(b.vars)
	b.vars = append(b.vars, &variable{name: y, t: tInt, fixed: true}, &variable{name: row, t: t.elem})
	b.loops++
	b.line("for %s, %s := range %s {", y, row, s)
	b.line("\t_ = %s", y)
	if b.chance(50) {
		b.nested(d - 1)
	}
	b.line("\tfor %s := range %s {", x, row)
	b.vars = append(b.vars, &variable{name: x, t: tInt, fixed: true})
	b.indent++
	b.loops++
	place := b.one(row+"["+x+"]", s+"["+y+"]["+x+"]")
	if t.elem.elem == tBool {
		b.line("\t%s = !%s", place, place)
	} else {
		b.line("\t%s %s= %s", place, b.one("+", "-", "*", ""), b.number(t.elem.elem, 2))
	}
	b.indent--
	b.loops -= 2
	b.line("\t}")
	b.line("}")
	b.vars = b.vars[:n]
}

// replaced gives a slice that is reached another value.
func (b *bordered) replaced() {
	s, t, ok := b.typed(func(t *typ) bool { return t.kind == aSlice && (t.elem.isScalar() || t.elem.kind == aSlice) })
	if !ok {
		b.assign()
		return
	}
	other, _, ok := b.typed(func(u *typ) bool { return u == t })
	switch k := b.r.Intn(6); {
	case k == 0 && t.elem.isScalar() && b.loops < 2 && !b.noAppend:
		b.line("%s = append(%s, %s)", s, s, b.number(t.elem, 1))
	case k == 1:
		b.line("%s = %s[:len(%s)/2]", s, s, s)
	case k == 2:
		b.line("%s = %s[%d:]", s, s, b.r.Intn(3))
	case k == 3 && ok && s != other:
		b.line("%s, %s = %s, %s", s, other, other, s)
	case k == 4 && ok:
		b.line("%s = %s", s, other)
	case b.loops == 0:
		b.line("%s = make(%s, %s&7+%d)", s, t.name, b.number(tInt, 1), b.r.Intn(6))
	default:
		b.line("%s = nil", s)
	}
}

// parts takes the address of what is reached.
func (b *bordered) parts() {
	p, t, ok := b.typed(func(t *typ) bool { return t.isScalar() || t.kind == aStruct })
	if !ok || b.loops > 0 || p[0] == '*' || b.isFixed(p) {
		b.assign()
		return
	}
	q := &variable{name: b.name("q"), t: pointerTo(t)}
	b.line("%s := &%s", q.name, p)
	b.vars = append(b.vars, q, q, q)
	for range 2 {
		b.assign()
	}
	if t.isScalar() {
		b.line("_ = *%s", q.name)
	} else {
		b.line("_ = %s.N", q.name)
	}
	if t.kind != aStruct || b.chance(50) {
		b.vars = b.vars[:len(b.vars)-3]
	}
}

// called calls a method of what is reached.
func (b *bordered) called() {
	p, t, ok := b.typed(func(t *typ) bool { return t.kind == aStruct })
	if !ok || t.name[0] != 's' {
		b.assign()
		return
	}
	method := b.one("bump", "bump", "look")
	if strings.ContainsAny(p, ".[") && !t.element() { // slices in a part may lead to it
		method = "look"
	}
	b.line("sum += %s.%s(%s)", p, method, b.number(tInt, 1))
}

// letters is a loop over a string.
func (b *bordered) letters() {
	s, ok := b.find(func(t *typ) bool { return t == tString })
	if !ok || b.loops > 0 {
		b.assign()
		return
	}
	k := b.name("k")
	n := len(b.vars)
	b.loops++
	switch b.r.Intn(3) {
	case 0:
		b.line("for %s := range len(%s) {", k, s)
		b.line("\tsum = sum*31 + int(%s[%s])", s, k)
	case 1:
		c := b.name("c")
		b.line("for %s, %s := range %s {", k, c, s)
		b.line("\tsum += %s * int(%s)", k, c)
	default:
		b.line("for %s := range %s[%d:] {", k, s, b.r.Intn(3))
		b.vars = append(b.vars, &variable{name: k, t: tInt, fixed: true})
		b.nested(1)
		b.line("\tsum += %s", k)
	}
	b.line("}")
	b.loops--
	b.vars = b.vars[:n]
}

// copied has a copy of a struct, which is changed and put back.
func (b *bordered) copied() {
	p, t, ok := b.typed(func(t *typ) bool { return t.kind == aStruct && t.element() })
	if !ok {
		b.assign()
		return
	}
	v := &variable{name: b.name("c"), t: t}
	b.line("%s := %s", v.name, p)
	n := len(b.vars)
	b.vars = append(b.vars, v, v, v)
	for range 2 {
		b.assign()
	}
	b.vars = b.vars[:n]
	if t.plain() && b.chance(60) {
		b.line("%s = %s", p, v.name)
	} else {
		b.line("_ = %s", v.name)
	}
}

// fail leaves the function under a condition.
func (b *bordered) fail() {
	b.line("if %s {", b.condition(1))
	b.indent++
	switch n := b.number(tInt, 1); {
	case b.fails && b.chance(70):
		b.line("return %s", b.values(b.one(
			"errLate", `errors.New("never")`, fmt.Sprintf(`fmt.Errorf("%%d of %%v", %s, %s)`, n, b.number(tF64, 1)),
			fmt.Sprintf(`&sizeError{%s, %s, "rows"}`, b.one("i", "i+j"), b.one("j", "i-1")), // what may fail in there does so before the results ahead of it, or behind them: Go says nothing of that
			fmt.Sprintf("codeError(%s)", n))))
	case b.chance(50):
		b.line("return %s", b.values("nil"))
	default:
		b.line("%s", b.one(`panic("no more")`, fmt.Sprintf(`panic(fmt.Sprintf("at %%d", %s))`, n), fmt.Sprintf("panic(%s)", n), fmt.Sprintf(`panic(fmt.Errorf("%%x", %s))`, n)))
	}
	b.indent--
	b.line("}")
}
