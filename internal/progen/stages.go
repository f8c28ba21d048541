package progen

import (
	"fmt"
	"strconv"
	"strings"
)

// picture is what the stages of one pipeline work on: h rows of w elements, in slices of that many elements or more.
type picture struct {
	w, h string
	from []*variable // what can be read
	own  bool        // stages read what is at their own place only, as those that become one do

	linear bool // stages read beside it only in the interior, and have no other conditions on places
}

// stages writes a pipeline over a picture: parallel loops over its rows, each of which reads what those before it wrote, at places around
// its own, and leaves what it computes in a slice made for it or in one that the function has.
func (g *gen) stages() {
	saved := g.context
	defer func() { g.context = saved }()
	p := &picture{w: g.name("w"), h: g.name("h"), own: g.chance(25), linear: g.chance(40)}
	most := 12
	switch {
	case g.chance(30):
		most = 40
	case g.chance(30): // rows without an interior, or nearly so
		most = 3
	}
	width := strconv.Itoa(1 + g.r.Intn(most))
	if g.chance(60) {
		width = fmt.Sprintf("1 + int(uint(%s)%%%d)", g.expr(tInt, 1), 2+g.r.Intn(most))
	}
	g.line("%s := %s", p.w, width)
	g.line("%s := n / %s", p.h, p.w)
	for _, v := range []string{p.w, p.h} {
		g.line("_ = %s", v)
		g.declare(&variable{name: v, t: tInt, fixed: true})
	}
	p.from = g.find(func(v *variable) bool { return v.t.kind == aSlice && v.full && len(numeric(v.t.elem)) > 0 })
	if len(p.from) == 0 {
		return
	}
	for range 2 + g.r.Intn(4) {
		switch {
		case !p.own && !p.linear && g.chance(20):
			g.rowStage(p)
		case !p.own && !p.linear && g.chance(15):
			g.builtStage(p)
		case g.chance(12):
			g.alongStage(p)
		default:
			g.stage(p)
		}
	}
}

// numeric are the numeric types of t's components.
func numeric(t *typ) []*typ {
	var ts []*typ
	for _, want := range numbers {
		if len(paths(t, want)) > 0 {
			ts = append(ts, want)
		}
	}
	return ts
}

// output is where a stage leaves its results, of numeric type t: a slice made for it, or one at hand, which it can't read then.
func (g *gen) output(t *typ, length string) (v *variable, made bool) {
	old := g.pick(g.find(func(v *variable) bool { return v.t == sliceOf(t) && v.full && len(v.roots) == 1 }))
	if old != nil && g.chance(40) {
		return old, false
	}
	v = &variable{name: g.name("s"), t: sliceOf(t), roots: map[int]bool{100 + g.names: true}}
	g.define(v, fmt.Sprintf("make(%s, %s)", v.t.name, length))
	return v, true
}

// cell is the place in a picture that an iteration is about.
type cell struct {
	*picture
	y, x   string
	inside bool // its neighbours are in the picture
	not    map[int]bool
}

// stage writes a loop over a picture's rows and columns, all of them or those that have neighbours.
func (g *gen) stage(p *picture) {
	t := g.number()
	dst, made := g.output(t, p.h+"*"+p.w)
	saved, n := g.context, len(g.vars)
	c := &cell{picture: p, y: g.name("y"), x: g.name("x"), inside: g.chance(40), not: dst.roots}
	y, x := c.y, c.x
	rows, columns := p.h, p.w
	first := 0
	if c.inside {
		rows, columns = fmt.Sprintf("max(%s-2, 0)", p.h), fmt.Sprintf("max(%s-2, 0)", p.w)
		if g.chance(50) { // negative ones are none, too
			rows, columns = p.h+"-2", p.w+"-2"
		}
		c.y, c.x = "("+y+"+1)", "("+x+"+1)"
		first = g.r.Intn(2)
	}
	at := fmt.Sprintf("%s*%s+%s", c.y, p.w, c.x)
	g.par = &parallel{writes: dst.roots, at: at}
	g.barrier, g.host, g.noReturn = n, false, true
	depth := 1
	acc := ""
	if g.chance(50) {
		g.line("for %s, %s := range hone.Parallel2(%s, %s) {", y, x, rows, columns)
	} else {
		g.line("for %s := range hone.Parallel(%s) {", y, rows)
		g.indent++
		depth++
		if t.kind == anInt && g.chance(15) { // a sum along the row
			acc = g.name("v")
			g.line("%s := %s(0)", acc, t.name)
		}
		switch {
		case first == 1: // from the first column with neighbours to the last one, if there are such
			c.x = x
			g.line("for %s := 1; %s < %s-1; %[1]s++ {", x, x, p.w)
			at = fmt.Sprintf("%s*%s+%s", c.y, p.w, c.x)
			g.par.at = at
		case g.chance(20): // some columns
			g.line("for %s := %d; %s < %s-%d; %[1]s++ {", x, g.r.Intn(3), x, columns, g.r.Intn(3))
		default:
			g.line("for %s := range %s {", x, columns)
		}
	}
	g.indent++
	g.declare(&variable{name: y, t: tInt, fixed: true})
	g.declare(&variable{name: x, t: tInt, fixed: true})
	g.line("_, _ = %s, %s", y, x)
	for g.chance(25) {
		g.simple()
	}
	value := ""
	switch {
	case !p.own && !p.linear && g.chance(25):
		value = g.window(c, t)
	case !p.own && !p.linear && !c.inside && g.chance(30):
		value = g.bordered(c, t)
	default:
		value = g.tapped(c, t, 3)
	}
	if acc != "" {
		g.line("%s += %s", acc, value)
		value = acc
	}
	switch {
	case g.chance(15):
		g.line("if %s {", g.expr(tBool, 2))
		g.line("\t%s[%s] = %s", dst.name, at, value)
		g.line("}")
	case g.chance(15):
		g.line("if %s > %s {", value, g.tap(c, t))
		g.line("\t%s[%s] = %s", dst.name, at, g.literal(t))
		g.line("} else {")
		g.line("\t%s[%s] = %s", dst.name, at, g.tapped(c, t, 2))
		g.line("}")
	default:
		g.line("%s[%s] = %s", dst.name, at, value)
	}
	for range depth {
		g.indent--
		g.line("}")
	}
	g.vars, g.context = g.vars[:n], saved
	if made {
		p.from = append(p.from, dst)
	}
}

// alongStage writes a loop over all elements of a picture, one after the other, each of which reads what is at its own place.
func (g *gen) alongStage(p *picture) {
	t := g.number()
	dst, made := g.output(t, p.h+"*"+p.w)
	saved, n := g.context, len(g.vars)
	own := *p
	own.own = true
	c := &cell{picture: &own, y: "0", x: g.name("i"), not: dst.roots}
	g.par = &parallel{writes: dst.roots, at: c.x}
	g.barrier, g.host, g.noReturn = n, false, true
	g.line("for %s := range hone.Parallel(%s*%s) {", c.x, p.h, p.w)
	g.line("\t%s[%s] = %s", dst.name, c.x, g.tapped(c, t, 3))
	g.line("}")
	g.vars, g.context = g.vars[:n], saved
	if made {
		p.from = append(p.from, dst)
	}
}

// tap reads an element of the picture near the cell, as a t.
func (g *gen) tap(c *cell, t *typ) string {
	var vs []*variable
	for _, v := range c.from {
		if !meets(v.roots, c.not) {
			vs = append(vs, v)
		}
	}
	v := g.pick(vs)
	if v == nil {
		return g.converted(t)
	}
	if g.chance(70) { // the stage before
		v = vs[len(vs)-1]
	}
	y, x := g.near(c, c.y, c.h), g.near(c, c.x, c.w)
	return g.componentOf(fmt.Sprintf("%s[%s*%s+%s]", v.name, y, c.w, x), v.t.elem, t)
}

// componentOf is a numeric component of something of type of, as a t.
func (g *gen) componentOf(place string, of, t *typ) string {
	have := g.oneOf(numeric(of))
	ps := paths(of, have)
	place += ps[g.r.Intn(len(ps))]
	if have == t {
		return place
	}
	return fmt.Sprintf("%s(%s)", t.name, place)
}

// near is a coordinate close to that of the cell.
func (g *gen) near(c *cell, at, length string) string {
	if c.own || c.linear && !c.inside {
		return at
	}
	d := g.r.Intn(3) - 1
	if !c.inside && g.chance(10) {
		d *= 2
	}
	switch {
	case d == 0:
		return at
	case c.inside:
		return fmt.Sprintf("(%s%+d)", at, d)
	case g.chance(10):
		return fmt.Sprintf("((%s%+d+2*%s)%%%s)", at, d, length, length)
	case d < 0:
		return fmt.Sprintf("max(%s%+d, 0)", at, d)
	}
	return fmt.Sprintf("min(%s%+d, %s-1)", at, d, length)
}

// tapped is an expression over elements near the cell.
func (g *gen) tapped(c *cell, t *typ, depth int) string {
	switch {
	case g.chance(8):
		return g.expr(t, 2)
	case depth == 0 || g.chance(15):
		return g.tap(c, t)
	case g.chance(10):
		other := g.number()
		return fmt.Sprintf("%s(%s)", t.name, g.tapped(c, other, depth-1))
	case g.chance(15):
		return fmt.Sprintf("%s(%s, %s)", [...]string{"min", "max"}[g.r.Intn(2)], g.tapped(c, t, depth-1), g.tapped(c, t, depth-1))
	case g.chance(8):
		return fmt.Sprintf("choose(%s > %s, %s, %s)", g.tap(c, t), g.tap(c, t), g.tapped(c, t, depth-1), g.tapped(c, t, depth-1))
	case t.kind == anInt && g.chance(20):
		return fmt.Sprintf("(%s %s %d)", g.tapped(c, t, depth-1), [...]string{">>", "<<", "/"}[g.r.Intn(3)], 1+g.r.Intn(min(t.bits-1, 9)))
	case g.chance(30):
		return fmt.Sprintf("(%s * %s)", g.tapped(c, t, depth-1), g.literal(t))
	}
	return fmt.Sprintf("(%s %s %s)", g.tapped(c, t, depth-1), [...]string{"+", "+", "-", "*"}[g.r.Intn(4)], g.tapped(c, t, depth-1))
}

// bordered writes a value that is about a cell's neighbours where it has some, and gives the variable with it.
func (g *gen) bordered(c *cell, t *typ) string {
	v := g.name("v")
	g.line("var %s %s", v, t.name)
	inner := *c
	inner.inside = true
	g.line("if %s > 0 && %[1]s < %s-1 && %s > 0 && %[3]s < %s-1 {", c.y, c.h, c.x, c.w)
	g.line("\t%s = %s", v, g.tapped(&inner, t, 3))
	g.line("}")
	return v
}

// window writes loops over the neighbours of a cell, weighted, and gives the variable with the sum.
func (g *gen) window(c *cell, t *typ) string {
	acc, weights, dy, dx := g.name("v"), g.name("arr"), g.name("k"), g.name("k")
	size := 2 + g.r.Intn(2)
	var ws []string
	for range size * size {
		ws = append(ws, g.literal(t))
	}
	g.line("%s := [%d]%s{%s}", weights, size*size, t.name, strings.Join(ws, ", "))
	g.line("%s := %s", acc, g.tap(c, t))
	g.line("%s = %[1]s", acc)
	inner := *c
	if c.inside {
		inner.y, inner.x = fmt.Sprintf("(%s-%d+%s)", c.y, size/2, dy), fmt.Sprintf("(%s-%d+%s)", c.x, size/2, dx)
	} else {
		inner.y, inner.x = fmt.Sprintf("min(%s+%s, %s-1)", c.y, dy, c.h), fmt.Sprintf("max(%s-%s, 0)", c.x, dx)
	}
	inner.inside = false
	g.line("for %s := range %d {", dy, size)
	g.line("\tfor %s := range %d {", dx, size)
	g.line("\t\t%s += %s[%s*%d+%s] * %s", acc, weights, dy, size, dx, g.tap(&inner, t))
	g.line("\t}")
	g.line("}")
	return acc
}

// rowStage writes a loop that reduces each row to a number or two, by declared reductions or loops.
func (g *gen) rowStage(p *picture) {
	t := g.number()
	saved := g.context
	dst, _ := g.output(t, p.h)
	n := len(g.vars)
	c := &cell{picture: p, y: g.name("y"), x: g.name("x"), not: dst.roots}
	g.par = &parallel{writes: dst.roots, at: c.y}
	g.barrier, g.host, g.noReturn = n, false, true
	g.line("for %s := range hone.Parallel(%s) {", c.y, p.h)
	g.indent++
	g.line("_ = %s", c.y)
	g.declare(&variable{name: c.y, t: tInt, fixed: true})
	sum := g.rowSum(c, t)
	if g.chance(30) {
		sum = fmt.Sprintf("%s - %s", sum, g.rowSum(c, t))
	}
	g.line("%s[%s] = %s", dst.name, c.y, sum)
	g.indent--
	g.line("}")
	g.vars, g.context = g.vars[:n], saved
}

// rowSum is a number made of a row. Declared sums of floats are of small integers, so that their order makes no difference.
func (g *gen) rowSum(c *cell, t *typ) string {
	n := len(g.vars)
	defer func() { g.vars = g.vars[:n] }()
	if g.chance(40) {
		acc := g.name("v")
		g.line("%s := %s(0)", acc, t.name)
		g.line("for %s := range %s {", c.x, c.w)
		g.indent++
		g.line("_ = %s", c.x)
		g.declare(&variable{name: c.x, t: tInt, fixed: true})
		g.line("%s %s %s", acc, [...]string{"+=", "-="}[g.r.Intn(2)], g.tapped(c, t, 2))
		g.indent--
		g.line("}")
		return acc
	}
	value := ""
	g.pureScope(func() {
		g.declare(&variable{name: c.x, t: tInt, fixed: true})
		value = g.tapped(c, t, 2)
	})
	name := [...]string{"Sum", "Sum", "Min", "Max"}[g.r.Intn(4)]
	if t.kind == aFloat && name == "Sum" {
		value = fmt.Sprintf("%s(int8(%s)) * %[1]s(int8(%[3]s))", t.name, g.tap(c, tInt), g.tap(c, tI32))
	}
	return fmt.Sprintf("hone.%s(%s, func(%s int) %s { return %s })", name, c.w, c.x, t.name, value)
}

// builtStage writes a Build over all elements of a picture.
func (g *gen) builtStage(p *picture) {
	t := g.number()
	v := &variable{name: g.name("s"), t: sliceOf(t), roots: map[int]bool{100 + g.names: true}}
	i, value := g.name("i"), ""
	g.pureScope(func() {
		g.host = false
		g.declare(&variable{name: i, t: tInt, fixed: true})
		value = g.tapped(&cell{picture: p, y: "(" + i + "/" + p.w + ")", x: "(" + i + "%" + p.w + ")"}, t, 3)
	})
	g.define(v, fmt.Sprintf("hone.Build(%s*%s, func(%s int) %s { return %s })", p.h, p.w, i, t.name, value))
	p.from = append(p.from, v)
}

// histogram counts or adds up elements by classes, in a slice or an array.
func (g *gen) histogram() {
	s := g.pick(g.find(func(v *variable) bool { return v.t.kind == aSlice && len(numeric(v.t.elem)) > 0 }))
	if s == nil {
		g.simple()
		return
	}
	t, classes := g.number(), 1+g.r.Intn(20)
	v := &variable{name: g.name("s"), t: sliceOf(t), roots: map[int]bool{100 + g.names: true}}
	if g.chance(50) {
		v = &variable{name: g.name("arr"), t: arrayOf(t, classes)}
		g.define(v, v.t.name+"{}")
	} else {
		g.define(v, fmt.Sprintf("make(%s, %d)", v.t.name, classes))
	}
	i := g.name("i")
	place := fmt.Sprintf("%s[%s]", s.name, i)
	g.line("for %s := range %s {", i, s.name)
	for range 1 + g.r.Intn(2) {
		class := g.componentOf(place, s.t.elem, g.oneOf([]*typ{tU8, tU32, tUint, tU16}))
		to := fmt.Sprintf("%s[%s%%%d]", v.name, class, classes)
		if classes > 1 && g.chance(20) { // the next class, too
			to = fmt.Sprintf("%s[(%s+1)%%%d]", v.name, class, classes)
		}
		switch {
		case g.chance(50):
			g.line("\t%s++", to)
		case g.chance(30):
			g.line("\t%s = max(%s, %s)", to, to, g.componentOf(place, s.t.elem, t))
		default:
			g.line("\t%s += %s", to, g.componentOf(place, s.t.elem, t))
		}
	}
	g.line("}")
}

// statistics declares a struct with several results of one reduction.
func (g *gen) statistics() {
	s := g.pick(g.find(func(v *variable) bool { return v.t.kind == aSlice && len(numeric(v.t.elem)) > 0 }))
	if s == nil {
		g.simple()
		return
	}
	i := g.name("i")
	place := fmt.Sprintf("%s[%s]", s.name, i)
	parts := []any{s.name, i}
	for _, f := range tStat.fields {
		parts = append(parts, g.componentOf(place, s.t.elem, f.t))
	}
	g.define(&variable{name: g.name("st"), t: tStat}, fmt.Sprintf("hone.Reduce(len(%s), stat{0, math.MaxInt16, 0, 0, float32(math.Inf(-1))}, merged, func(%s int) stat { return stat{%s, %s, %s, %s, %s} })", parts...))
}
