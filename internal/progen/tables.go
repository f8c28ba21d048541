package progen

import "fmt"

// tables writes a table whose rows the function makes, perhaps with others of the same type, what is done to its rows as such, and loops over its elements: rows of one
// length or not, all made or some, each known by one name or by several. What is in it then goes into a variable; perhaps one of its rows becomes a slice like others.
func (g *gen) tables() {
	t := &tabler{gen: g, t: g.number()}
	saved := g.context
	g.host, g.noReturn = false, true
	t.make()
	for k := g.r.Intn(4); k > 0; k-- {
		t.statement()
	}
	t.nest()
	if g.chance(50) {
		t.statement()
		t.nest()
	}
	sum, row, x := &variable{name: g.name("v"), t: t.t}, g.name("row"), g.name("x")
	g.define(sum, t.t.name+"(0)")
	table := t.table()
	if g.chance(30) {
		g.line("%s = %s", sum.name, g.converted(t.t))
	}
	g.line("for _, %s := range %s { for _, %s := range %s { %s = %s*3 + %s } }", row, table, x, row, sum.name, sum.name, x)
	g.context = saved
	if g.chance(40) {
		v := &variable{name: g.name("s"), t: sliceOf(t.t), roots: map[int]bool{100 + g.names: true}}
		g.line("var %s %s", v.name, v.t.name)
		g.line("if len(%s) > %d { %s = %[1]s[%[4]s] }", table, g.r.Intn(3), v.name, g.text("0", "len("+table+")-1"))
		g.line("_ = %s", v.name)
		g.declare(v)
	}
}

// tabler is a function's tables.
type tabler struct {
	*gen
	names []string
	t     *typ
	width string // of rows, as it was written
}

func (t *tabler) table() string { return t.names[t.r.Intn(len(t.names))] }

// size is a number of rows, or of elements of a row.
func (t *tabler) size() string {
	if t.chance(6) {
		return t.text("n%5 - 2", "hone.Hide(-3)", "n - 1") // not any number
	}
	return t.text("n%9", "min(n, 20)", "3", "n%4 + 1", "n/16", "17", "n%33")
}

// make writes the tables and the loops that make their rows.
func (t *tabler) make() {
	h, w := t.name("h"), t.name("w")
	t.line("%s, %s := %s, %s; _, _ = %[1]s, %[2]s", h, w, t.size(), t.size())
	t.width = w
	for range 1 + t.r.Intn(5)/4 {
		m, i := t.name("m"), t.name("i")
		t.names = append(t.names, m)
		t.line("%s := make([][]%s, %s); _ = %[1]s", m, t.t.name, t.text(h, h, h, h+"*2", w))
		t.line(t.text("for %s := range %s {", "for %s := range len(%s) {", "for %s := 0; %[1]s < len(%s); %[1]s++ {"), i, m)
		t.block(func() {
			switch t.r.Intn(12) {
			case 0:
				t.line("if %s { break }", t.expr(tBool, 1))
			case 1:
				t.line("if %s { continue }", t.expr(tBool, 1))
			case 2:
				w = t.text(i, w+"+"+i, w+"-"+i)
			}
			row := fmt.Sprintf("make([]%s, %s)", t.t.name, w)
			if t.chance(8) {
				row = fmt.Sprintf("make([]%s, %s, %s)", t.t.name, w, t.text(w+"+2", "40"))
			}
			at := fmt.Sprintf("%s[%s]", m, i)
			if t.chance(30) {
				r := t.name("row")
				t.line("%s := %s", r, row)
				t.line("%s = %s", at, r)
				row, at = r, t.text(r, at)
			} else {
				t.line("%s = %s", at, row)
			}
			if t.chance(40) {
				j := t.name("j")
				t.line("for %s := range %s {", j, at)
				t.block(func() { t.line("%s[%s] = %s", at, j, t.value(t.t)) })
				t.line("}")
			}
		})
		t.line("}")
		w = t.width
	}
}

// statement does something to rows.
func (t *tabler) statement() {
	a, b, i := t.table(), t.table(), t.name("i")
	guard := fmt.Sprintf("if len(%s) > 2 && len(%s) > 2 { ", a, b)
	if t.chance(5) {
		guard = "{ "
	}
	elem := t.t.name
	switch t.r.Intn(11) {
	case 0:
		t.line(guard+"%s[0], %s[2] = %[2]s[2], %[1]s[0] }", a, b)
	case 1:
		t.line(guard+"%s[1] = %s[%s] }", a, b, t.text("0", "1", "2"))
	case 2:
		t.line(guard+"%s[1] = nil }", a)
	case 3:
		t.line(guard+"%s[1] = append(%[1]s[1], %s); %[1]s[1] = %[1]s[1][:len(%[1]s[1]):len(%[1]s[1])] }", a, t.value(t.t))
	case 4:
		t.line(guard+"%s[2] = %[1]s[2][min(1, len(%[1]s[2])):] }", a)
	case 5:
		t.line(guard+"%s[2] = make([]%s, %s) }", a, elem, t.text(t.width, "3"))
	case 6:
		t.line("for %s := range %s { %[2]s[%[1]s] = %[2]s[%[1]s][:min(%[3]d, len(%[2]s[%[1]s]))] }", i, a, t.r.Intn(9))
	case 7:
		m := t.name("m")
		t.line("%s := make([][]%s, len(%s)); _ = %[1]s", m, elem, a)
		t.line("copy(%s, %s)", m, t.text(a, b))
		t.names = append(t.names, m)
	case 8:
		m := t.name("m")
		t.line("%s := %s[min(%d, len(%s)):]; _ = %[1]s", m, a, t.r.Intn(2), a)
		t.names = append(t.names, m)
	case 9:
		t.line("for %s := range min(len(%s), len(%s)) { if %s { %s[%[1]s] = %s[%[1]s] } }", i, a, b, t.expr(tBool, 1), a, b)
	default:
		t.line("if len(%s) > 0 { copy(%[1]s[0], %s[len(%[2]s)/2:][0]) }", a, a)
	}
}

// nest writes a loop over the elements of a table, which may read others.
func (t *tabler) nest() {
	a, b, i, j := t.table(), t.table(), t.name("i"), t.name("j")
	vi, vj := &variable{name: i, t: tInt, fixed: true}, &variable{name: j, t: tInt, fixed: true}
	at := fmt.Sprintf("%s[%s][%s]", a, i, j)
	outer := fmt.Sprintf("for %s := range %s", i, a)
	if t.chance(20) {
		outer = fmt.Sprintf("for %s := len(%s) - 1; %[1]s >= 0; %[1]s--", i, a)
	}
	t.nestOf(outer, vi, func() {
		row := fmt.Sprintf("%s[%s]", a, i)
		if t.chance(40) {
			r := t.name("row")
			t.line("%s := %s", r, row)
			row = r
			at = t.text(at, fmt.Sprintf("%s[%s]", r, j))
			t.line("_ = %s", r)
		}
		t.nestOf(fmt.Sprintf("for %s := range %s", j, row), vj, func() {
			from := t.text(
				fmt.Sprintf("if %s > 0 && %s <= len(%s) && %s < len(%[3]s[%[1]s-1]) { %%s += %[3]s[%[1]s-1][%[4]s] }", i, i, b, j),
				fmt.Sprintf("if %s < len(%s) && %s < len(%[2]s[%[1]s]) { %%s -= %[2]s[%[1]s][%[3]s] }", i, b, j),
				fmt.Sprintf("if %s < len(%s) && %s < len(%[2]s[%[1]s]) { %%s += %[2]s[%[1]s][%[3]s] }", j, b, i),
				fmt.Sprintf("if %s > 0 { %%s += %s[%s][%s-1] }", j, a, i, j))
			t.line("%s %s %s", at, t.text("=", "+=", "-="), t.value(t.t))
			if t.chance(60) {
				t.line(from, at)
			}
		})
	})
}

// nestOf writes a loop with its index.
func (t *tabler) nestOf(head string, index *variable, body func()) {
	t.line("%s {", head)
	t.block(func() {
		t.line("_ = %s", index.name)
		t.declare(index)
		body()
	})
	t.line("}")
}
