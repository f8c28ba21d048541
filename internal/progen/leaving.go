package progen

import "fmt"

// leaving is a branch that isn't compiled, in place of which the plain function is called from its beginning, behind what nobody could tell that it has been done: slices
// of the function's own, checks that may panic, other branches. It declares functions, too, in front of the one that they are for.
func (c *called) leaving() (statements func()) {
	helper := c.chance(40)
	if helper {
		c.line("\nfunc l%d(s []int, a int) int {", c.seed)
		c.indent++
		c.unlike("s", "a")
		c.line("return a")
		c.indent--
		c.line("}")
	}
	return func() {
		if c.chance(50) {
			own := c.name("own")
			c.line("%s := make([]int, i&7+1)", own)
			c.line("%s[%s] = a", own, c.one("0", "i&1", "len("+own+")-1"))
			c.line("a += %s[%s]", own, c.one("0", "i&3", "len("+own+")-1"))
		}
		if c.chance(30) {
			c.line("if len(s) > %d {", c.r.Intn(3))
			c.line("\tb += s[%s]", c.one("0", "len(s)-1", "1"))
			c.line("}")
		}
		body := func() {
			if helper {
				c.line("a = l%d(s, b)", c.seed)
			} else {
				c.unlike("s", "a")
			}
			if c.chance(40) {
				c.line("return a, y")
			}
		}
		cond := c.one("a&1 == 0", "len(p) > 5", "y > 1", "i > j", "len(s) > 2 && s[2] > 1", "s[i&3] > 2")
		switch c.r.Intn(4) {
		case 0:
			c.line("if %s {", cond)
			c.inside(body)
			c.line("}")
		case 1:
			c.line("if %s {", cond)
			c.line("\ty *= 2")
			c.line("} else {")
			c.inside(body)
			c.line("}")
		case 2:
			c.line("switch {")
			c.line("case %s:", cond)
			c.inside(body)
			c.line("default:")
			c.line("\tb ^= %d", c.r.Intn(9))
			c.line("}")
		default:
			c.line("if %s {", c.one("len(t) > 3", "j > 0", "x < 4"))
			c.line("\ta++")
			c.line("\tif %s {", cond)
			c.indent++
			c.inside(body)
			c.indent--
			c.line("\t}")
			c.line("}")
		}
	}
}

func (c *called) inside(body func()) {
	c.indent++
	body()
	c.indent--
}

// unlike is what isn't compiled.
func (c *called) unlike(s, a string) {
	switch c.r.Intn(3) {
	case 0:
		m := c.name("m")
		c.line("%s := map[int]int{}", m)
		c.line("for k, v := range %s {", s)
		c.line("\t%s[v&7] += k", m)
		c.line("\t%s[k] += %d", s, 1+c.r.Intn(5))
		c.line("}")
		c.line("%s += len(%s) + %s[1]", a, m, m)
	case 1:
		ch := c.name("ch")
		c.line("%s := make(chan int)", ch)
		c.line("go func() { %s <- len(%s) }()", ch, s)
		c.line("if len(%s) > 0 {", s)
		c.line("\t%s[0]++", s)
		c.line("}")
		c.line("%s ^= <-%s", a, ch)
	default:
		v := c.name("v")
		c.line("var %s any = %s", v, a)
		c.line("if len(%s) > 1 {", s)
		c.line("\t%s[1]--", s)
		c.line("\t%s = plainDigits(%s[0])", v, s)
		c.line("}")
		c.line("%s += len(%s)", a, fmt.Sprintf("fmt.Sprint(%s)", v))
	}
}
