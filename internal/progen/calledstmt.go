package progen

import (
	"fmt"
	"slices"
	"strings"
)

// integer is an expression of type int.
func (c *called) integer(d int) string {
	leaf := fmt.Sprint(c.r.Intn(9) - 2)
	if len(c.ints) > 0 && c.chance(80) {
		leaf = c.one(c.ints...)
	}
	if d <= 0 {
		return leaf
	}
	switch c.r.Intn(9) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", leaf, c.one("+", "-", "*", "^", "&"), c.integer(d-1))
	case 2:
		if len(c.values) > 0 {
			return fmt.Sprintf("%s.step(%s)", c.held(), c.integer(d-1))
		}
	case 3:
		if len(c.funcs) > 0 {
			return fmt.Sprintf("%s(%s)", c.one(c.funcs...), c.integer(d-1))
		}
	case 4:
		if c.slices {
			return c.one("s["+c.index("s")+"]", "int(p["+c.index("p")+"])", "len(s)")
		}
	case 5:
		if len(c.floats) > 0 {
			return fmt.Sprintf("int(%s*4)&63", c.one(c.floats...))
		}
	case 6:
		if c.slices && c.loops < 2 {
			o, _ := c.value(1, "")
			return fmt.Sprintf("r%d(s, %s, %s, %s)", c.seed, o, c.one("0", "1", c.one(c.ints...)+"&3"), c.integer(d-1))
		}
	}
	return leaf
}

// float is an expression of type float64.
func (c *called) float(d int) string {
	leaf := fmt.Sprintf("float64(%s)", c.integer(0))
	if len(c.floats) > 0 && c.chance(75) {
		leaf = c.one(c.floats...)
	}
	if d <= 0 {
		return leaf
	}
	switch c.r.Intn(6) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", leaf, c.one("+", "-", "*"), c.float(d-1))
	case 2:
		if len(c.values) > 0 {
			return fmt.Sprintf("%s.near(%s)", c.held(), c.float(d-1))
		}
	case 3:
		if c.slices {
			return "t[" + c.index("t") + "]"
		}
	}
	return leaf
}

// index is one that is most often inside.
func (c *called) index(slice string) string {
	i := c.one(c.ints...)
	switch c.r.Intn(4) {
	case 0:
		return fmt.Sprint(c.r.Intn(5))
	case 1:
		return i + "&3"
	case 2:
		return fmt.Sprintf("min(max(%s, 0), len(%s)-1)", i, slice)
	}
	return i
}

// held is one of the interface values in scope.
func (c *called) held() string { return c.values[c.r.Intn(len(c.values))].name }

// value is an expression of the interface's type, and kind of what type the value is, with those it wraps: that of a variable, or any. (Which it is has to be known.)
func (c *called) value(d int, kind string) (text, is string) {
	if len(c.values) > 0 && c.chance(60) {
		if v := c.values[c.r.Intn(len(c.values))]; kind == "" || v.kind == kind {
			return v.name, v.kind
		}
	}
	k := c.kinds[c.r.Intn(len(c.kinds))]
	outer, inner, _ := strings.Cut(kind, " ")
	for outer != "" && k.name != outer {
		k = c.kinds[c.r.Intn(len(c.kinds))]
	}
	switch {
	case k.number:
		return fmt.Sprintf("%s(%s)", k.name, c.integer(0)), k.name
	case k.wraps && d <= 0 && kind == "": // the first wraps nothing
		return c.value(0, "")
	case k.wraps:
		text, is = c.value(d-1, inner)
		return fmt.Sprintf("%s{%s, %s}", k.name, text, c.integer(0)), k.name + " " + is
	case k.pointer:
		return fmt.Sprintf("&%s{%s, %s}", k.name, c.integer(0), c.float(0)), k.name
	}
	return fmt.Sprintf("%s{%s, %s}", k.name, c.integer(0), c.float(0)), k.name
}

func (c *called) condition() string {
	switch c.r.Intn(4) {
	case 0:
		return fmt.Sprintf("%s < %s", c.float(1), c.float(1))
	case 1:
		if len(c.values) > 0 && c.chance(50) {
			return fmt.Sprintf("%s %s nil", c.held(), c.one("==", "!="))
		}
	}
	return fmt.Sprintf("%s %s %s", c.integer(1), c.one("<", ">=", "==", "!="), c.integer(1))
}

// nested writes a block's statements.
func (c *called) nested(d int) {
	ints, floats, values, funcs := len(c.ints), len(c.floats), len(c.values), len(c.funcs)
	c.indent++
	for range 1 + c.r.Intn(2) {
		c.statement(d - 1)
	}
	c.indent--
	c.ints, c.floats, c.values, c.funcs = c.ints[:ints], c.floats[:floats], c.values[:values], c.funcs[:funcs]
}

func (c *called) assign() {
	switch c.r.Intn(6) {
	case 0:
		c.line("y %s= %s", c.one("", "+", "-", "*"), c.float(2))
	case 1:
		c.line("s[%s] %s= %s", c.index("s"), c.one("", "+", "-"), c.integer(2))
	case 2:
		c.line("t[%s] = %s", c.index("t"), c.float(2))
	case 3:
		c.line("p[%s] = byte(a ^ %s)", c.index("p"), c.integer(2))
	default:
		c.line("%s %s= %s", c.one("a", "b"), c.one("", "+", "-", "^"), c.integer(3))
	}
}

// statement writes one statement, with what is nested in it.
func (c *called) statement(d int) {
	if d <= 0 {
		c.assign()
		return
	}
	switch c.r.Intn(15) {
	case 0, 1:
		v := c.name("v")
		text, kind := c.value(2, "")
		c.line("var %s o%d = %s", v, c.seed, text)
		c.line("_ = %s", v)
		c.values = append(c.values, held{v, kind})
	case 2:
		if len(c.values) == 0 {
			c.assign()
			return
		}
		v := c.values[c.r.Intn(len(c.values))]
		if c.loops > 0 && c.pointers(v.kind) { // to what an iteration makes
			c.assign()
			return
		}
		text, _ := c.value(2, v.kind)
		c.line("%s = %s", v.name, text)
	case 3, 4:
		c.line("if %s {", c.condition())
		c.nested(d)
		if c.chance(40) {
			c.line("} else {")
			c.nested(d)
		}
		c.line("}")
	case 5, 6:
		c.loop(d)
	case 7, 8:
		c.function(d)
	case 9:
		c.kindSwitch(d)
	case 10, 11:
		c.plain(d)
	case 13:
		c.recast()
	case 12:
		c.line("if %s {", c.condition())
		c.line("\t%s", c.one(fmt.Sprintf("return %s, y", c.integer(1)), `panic("no more")`, fmt.Sprintf("panic(%s)", c.integer(1))))
		c.line("}")
	default:
		c.assign()
	}
}

func (c *called) loop(d int) {
	if c.loops > 1 {
		c.assign()
		return
	}
	k := c.name("k")
	ints, floats := len(c.ints), len(c.floats)
	switch c.r.Intn(4) {
	case 0:
		c.line("for %s := range s {", k)
	case 1:
		e := c.name("e")
		c.line("for %s, %s := range t {", k, e)
		c.line("\t_ = %s", e)
		c.floats = append(c.floats, e)
	case 2:
		c.line("for %s := 0; %s < min(len(s), len(t)); %s++ {", k, k, k)
		c.line("\ts[%s] += %s", k, c.integer(1))
	default:
		c.line("for %s := range %s & 7 {", k, c.one(c.ints...))
	}
	c.line("\t_ = %s", k)
	c.ints = append(c.ints, k)
	c.loops++
	c.nested(d - 1)
	c.loops--
	c.line("}")
	c.ints, c.floats = c.ints[:ints], c.floats[:floats]
}

// pointers reports a kind of values with pointers.
func (c *called) pointers(kind string) bool {
	return slices.ContainsFunc(c.kinds, func(k implementor) bool { return k.pointer && slices.Contains(strings.Fields(kind), k.name) })
}

// function declares a function value, which another may replace.
func (c *called) function(d int) {
	f, n := c.name("f"), c.name("n")
	literal := func(prefix string) {
		c.line("%s func(%s int) int {", prefix, n)
		ints, slices := c.ints, c.slices
		c.ints = append(c.ints[:len(c.ints):len(c.ints)], n)
		c.indent++
		if c.chance(40) {
			c.line("%s %s= %s", c.one("a", "b"), c.one("+", "^"), c.integer(1))
		}
		c.line("return %s", c.integer(2))
		c.indent--
		c.line("}")
		c.ints, c.slices = ints, slices
	}
	funcs := len(c.funcs)
	literal(f + " :=")
	if c.chance(60) {
		c.line("if %s {", c.condition())
		c.indent++
		literal(f + " =")
		c.indent--
		c.line("}")
	}
	c.funcs = c.funcs[:funcs]
	if len(c.funcs) > 0 && c.chance(40) {
		ways := c.name("w")
		c.line("%s := %s{%s, %s, func(n int) int { return n }}", ways, c.one("[]func(int) int", "[...]func(int) int"), f, c.one(c.funcs...))
		c.line("%s = %s[%s]", f, ways, c.one(c.one(c.ints...)+"&1", "min(max("+c.one(c.ints...)+", 0), 2)"))
	}
	if len(c.funcs) > 0 && c.chance(30) {
		c.line("if %s {", c.condition())
		c.line("\t%s = %s", f, c.one(c.funcs...)) // not the other way round: f may call them
		c.line("}")
	}
	c.funcs = append(c.funcs, f)
	c.line("%s += %s(%s)", c.one("a", "b"), f, c.integer(1))
}

// kindSwitch asks for a value's dynamic type.
func (c *called) kindSwitch(d int) {
	if len(c.values) == 0 {
		c.assign()
		return
	}
	v, k := c.held(), c.kinds[c.r.Intn(len(c.kinds))]
	star := ""
	if k.pointer {
		star = "*"
	}
	field := func(q string) string {
		if k.number {
			return "int(" + q + ")"
		}
		return q + ".n"
	}
	q := c.name("q")
	switch c.r.Intn(3) {
	case 0:
		c.line("if %s, ok := %s.(%s%s); ok {", q, v, star, k.name)
		c.line("\ta += %s", field(q))
		c.line("}")
	case 1:
		c.line("switch %s := %s.(type) {", q, v)
		c.line("case %s%s:", star, k.name)
		c.line("\tb -= %s", field(q))
		if k.pointer {
			c.line("\t%s.n %s= %s", q, c.one("+", "-"), c.integer(1))
		}
		c.line("case nil:")
		c.nested(d - 1)
		c.line("default:")
		c.line("\ta ^= %s.step(%s)", q, c.integer(1))
		c.line("}")
	default: // one that does not fail
		x := c.values[c.r.Intn(len(c.values))]
		outer, _, _ := strings.Cut(x.kind, " ")
		k = c.kinds[slices.IndexFunc(c.kinds, func(k implementor) bool { return k.name == outer })]
		if star = ""; k.pointer {
			star = "*"
		}
		c.line("%s := %s.(%s%s)", q, x.name, star, k.name)
		c.line("a += %s", field(q))
	}
}

// plain calls what stays plain Go.
func (c *called) plain(d int) {
	if c.loops > 1 {
		c.assign()
		return
	}
	switch c.r.Intn(5) {
	case 0:
		c.line("%s += plainCount(p, byte(b ^ %s))", c.one("a", "b"), c.integer(1))
	case 1:
		c.line("%s ^= plainSum(p[:len(p)/2]) & 0xffff", c.one("a", "b"))
	case 2:
		n := c.name("n")
		c.line("for _, %s := range plainDigits(%s) {", n, c.integer(1))
		c.line("\tb = b*3 + int(%s)", n)
		c.line("}")
	case 3:
		c.line("a += copy(p, plainBlanks(%s))", c.integer(1))
	default:
		w := c.name("w")
		c.line("if %s := plainBlanks(%s); len(%s) > 4 {", w, c.integer(1), w)
		c.nested(d)
		c.line("}")
	}
}

// sizedNumber is a type of numbers, with its size in bytes.
type sizedNumber struct {
	name string
	size int
}

var sized = []sizedNumber{{"uint64", 8}, {"int64", 8}, {"float64", 8}, {"uint32", 4}, {"int32", 4}, {"float32", 4}, {"uint16", 2}, {"int16", 2}, {"uint8", 1}, {"int8", 1}}

// recast takes the numbers of an array, or a slice's, for others.
func (c *called) recast() {
	some := func() string { return "a^" + c.integer(1) } // no constant, which could not be converted
	at := func(n int) string { return fmt.Sprintf("uint(%s)%%%d", some(), n) }
	as := sized[c.r.Intn(len(sized))]
	if c.slices && c.chance(40) {
		place := fmt.Sprintf("*(*%s)(unsafe.Pointer(&p[uint(%s)%%uint(len(p)-%d)]))", as.name, some(), as.size-1)
		c.line("if len(p) >= %d {", as.size)
		if c.chance(50) || strings.HasPrefix(as.name, "float") {
			c.line("\t%s = %s(%s)", place, as.name, some())
		} else {
			c.line("\ta ^= int(%s)", place)
		}
		c.line("}")
		return
	}
	of := sized[c.r.Intn(len(sized))]
	n := 16 * (1 + c.r.Intn(3)) // bytes
	w, h, k := c.name("w"), c.name("h"), c.name("k")
	c.line("var %s [%d]%s", w, n/of.size, of.name)
	c.line("for %s := range %s {", k, w)
	c.line("\t%s[%s] = %s(%s + %s*77)", w, k, of.name, some(), k)
	c.line("}")
	c.line("%s := (*[%d]%s)(unsafe.Pointer(&%s))", h, n/as.size, as.name, w)
	for range 1 + c.r.Intn(3) {
		c.line("%s[%s] = %s(%s)", h, at(n/as.size), as.name, some())
		if !strings.HasPrefix(as.name, "float") {
			c.line("b += int(%s[%s])", h, at(n/as.size))
		}
		if !strings.HasPrefix(of.name, "float") {
			c.line("a ^= int(%s[%s])", w, at(n/of.size))
		}
	}
}
