package progen

import (
	"fmt"
)

// Called is the text of the function F<seed> and of what it calls: methods of interface values, functions that call themselves and each other, functions that data chooses,
// functions that stay plain Go, and branches that do. All of them read and write the slices it is given.
func Called(seed uint64, size int) string {
	c := &called{pen: newPen(seed), seed: seed}
	c.kindTypes()
	c.recursion()
	leaving := func() {}
	if c.chance(25) {
		leaving = c.leaving()
	}
	c.line("\nfunc F%d(s []int, t []float64, p []byte, i, j int, x float64) (int, float64) {", seed)
	c.indent++
	c.line("a, b, y := i, j, x")
	c.ints, c.floats, c.slices = []string{"a", "b", "i", "j"}, []string{"y", "x"}, true
	leaving()
	for range 2 + c.r.Intn(sizeOf(size, c.r)) {
		c.statement(3)
	}
	c.line("return a + b*%d, y", 1+c.r.Intn(5))
	c.indent--
	c.line("}")
	return c.out.String()
}

// CalledPackage is like Package, for functions that Called draws.
func CalledPackage(name string, seeds []uint64, function func(seed uint64) string) string {
	return pack(name, "\t\"bytes\"\n\t\"fmt\"\n\t\"strconv\"\n\t\"strings\"\n\t\"unsafe\"\n\n", calledPrelude, seeds, function)
}

// calledPrelude uses the imports that no function may use, and has what all of them call.
const calledPrelude = `
func plainCount(p []byte, c byte) int { return bytes.Count(p, []byte{c}) }

func plainSum(p []byte) int { return bytes.IndexByte(p, 3) + 5*bytes.LastIndexByte(p, 1) }

func plainDigits(n int) string { return strconv.Itoa(n) }

func plainText(n int) string { return fmt.Sprint(n) }

func plainBlanks(n int) string { return strings.Repeat(" -", n&7) }

const plainSize = unsafe.Sizeof(0)
`

// implementor is a type with the interface's methods.
type implementor struct {
	name    string
	pointer bool // its methods have pointer receivers
	wraps   bool // it has an interface value
	number  bool // it is an int
}

// held is a variable of the interface's type, and the one type that its values have.
type held struct {
	name string
	kind string
}

// called writes such a function.
type called struct {
	pen
	seed   uint64
	kinds  []implementor
	ints   []string // variables in scope
	floats []string
	values []held   // interface values in scope
	funcs  []string // function values in scope
	slices bool     // s, t and p are in scope
	loops  int      // around
}

// kindTypes declares the interface and the types that have its methods.
func (c *called) kindTypes() {
	c.line("\ntype o%d interface {", c.seed)
	c.line("\tstep(d int) int")
	c.line("\tnear(y float64) float64")
	c.line("}")
	for n := range 2 + c.r.Intn(3) {
		k := implementor{name: fmt.Sprintf("k%d%c", c.seed, 'a'+n)}
		field := "k.n"
		switch c.r.Intn(5) {
		case 0:
			k.number = true
			field = "int(k)"
			c.line("\ntype %s int", k.name)
		case 1, 2:
			k.pointer = true
			c.line("\ntype %s struct { n int; x float64 }", k.name)
		case 3:
			if k.wraps = n > 0; k.wraps {
				c.line("\ntype %s struct { o%d; n int }", k.name, c.seed)
				break
			}
			fallthrough
		default:
			c.line("\ntype %s struct { n int; x float64 }", k.name)
		}
		c.kinds = append(c.kinds, k)
		receiver := "k " + k.name
		if k.pointer {
			receiver = "k *" + k.name
		}
		c.line("\nfunc (%s) step(d int) int {", receiver)
		c.ints, c.floats = []string{"d", field}, nil
		if k.pointer {
			c.line("\tk.n %s= %s", c.one("+", "-", "*", "^"), c.integer(1))
		}
		if k.wraps {
			c.line("\treturn k.o%d.step(%s) + %s", c.seed, c.integer(1), c.integer(1))
		} else {
			c.line("\treturn %s", c.integer(2))
		}
		c.line("}")
		if k.wraps && c.chance(60) {
			continue // promoted
		}
		c.line("\nfunc (%s) near(y float64) float64 {", receiver)
		c.floats = []string{"y"}
		c.ints = []string{field}
		c.line("\treturn %s", c.float(2))
		c.line("}")
	}
	c.ints, c.floats = nil, nil
}

// recursion declares functions that call themselves and each other.
func (c *called) recursion() {
	names := []string{"r", "q"}[:1+c.r.Intn(2)]
	for _, name := range names {
		other := names[c.r.Intn(len(names))]
		c.line("\nfunc %s%d(s []int, o o%d, d, e int) int {", name, c.seed, c.seed)
		c.indent++
		c.ints, c.values = []string{"d", "e"}, []held{{"o", ""}}
		c.line("if d > %d || len(s) < %d {", 3+c.r.Intn(4), 1+c.r.Intn(3))
		c.line("\treturn %s", c.integer(2))
		c.line("}")
		if c.chance(50) {
			c.line("s[%s] %s= %s", c.one("0", "d&1", "len(s)-1", "e"), c.one("+", "^", "-"), c.integer(1))
		}
		self := fmt.Sprintf("%s%d", name, c.seed)
		there := fmt.Sprintf("%s%d", other, c.seed)
		switch c.r.Intn(4) {
		case 0: // at its end only
			c.line("return %s(s[1:], o, d+1, %s)", there, c.integer(2))
		case 1: // what is behind the call needs what is before it
			c.line("e = %s + %s(s[1:], o, d+1, %s)", c.integer(1), self, c.integer(1))
			c.line("return %s", c.integer(2))
		case 2: // twice
			c.line("m := len(s) / 2")
			c.line("return %s(s[:m], o, d+1, %s) %s %s(s[m:], o, d+1, %s)", self, c.integer(1), c.one("+", "-", "^"), there, c.integer(1))
		default: // in a loop
			v := c.name("v")
			c.line("for %s := range %d {", v, 1+c.r.Intn(2))
			c.ints = append([]string{v}, c.ints...)
			c.line("\te %s= %s(s[%s:], o, d+1, %s)", c.one("+", "^", "-"), there, v, c.integer(1))
			c.line("}")
			c.ints = c.ints[1:]
			c.line("return %s", c.integer(1))
		}
		c.indent--
		c.line("}")
	}
	c.ints, c.values = nil, nil
}
