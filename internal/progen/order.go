package progen

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
)

// Ordered is the text of the function F<seed>, whose statements are full of operands that may fail, of calls that change what others read,
// and of calls that tell by their panic how many came before: which operand is evaluated first shows in the results, in memory and in the
// panic. Left out is what docs/language.md leaves open.
func Ordered(seed uint64, size int) string {
	o := &ordered{pen: newPen(seed)}
	o.line("\nfunc F%d(x, y []int, z []int8, w []float64, s []cell, i, j, k, l, m int) (int, int, int, cell) {", seed)
	o.indent++
	for _, l := range strings.Split(strings.TrimSpace(orderedHead), "\n") {
		o.line("%s", strings.TrimPrefix(l, "\t"))
	}
	for range 1 + o.r.Intn(sizeOf(size, o.r)) {
		o.statement(2)
	}
	o.line("return a + i + k, b*100 + c*10 + count, arr[0] + arr[3] - l + m, q")
	o.indent--
	o.line("}")
	return o.out.String()
}

// OrderedPackage is like Package, for functions that Ordered draws.
func OrderedPackage(name string, seeds []uint64, function func(seed uint64) string) string {
	return pack(name, "", orderedPrelude, seeds, function)
}

// OrderedInputs makes arguments for such a function, of type t: slices of 5, 6, ... elements, so that a panic says which one it is about, and
// numbers most of which are indices of all of them.
func OrderedInputs(t reflect.Type, r *rand.Rand) []any {
	args := make([]any, t.NumIn())
	for i := range args {
		v := reflect.New(t.In(i)).Elem()
		if v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), 5+i, 5+i+r.Intn(2)*r.Intn(3)))
			for k := range v.Len() {
				small(v.Index(k), r)
			}
		} else {
			small(v, r)
		}
		args[i] = v.Interface()
	}
	return args
}

// small fills v with numbers that are mostly from 0 to 4.
func small(v reflect.Value, r *rand.Rand) {
	n := r.Intn(5)
	if r.Intn(8) == 0 {
		n = r.Intn(60) - 12
	}
	switch v.Kind() {
	case reflect.Float64:
		v.SetFloat(float64(n) + 0.25)
	case reflect.Struct:
		for i := range v.NumField() {
			small(v.Field(i), r)
		}
	case reflect.Array:
		for i := range v.Len() {
			small(v.Index(i), r)
		}
	default:
		v.SetInt(int64(n))
	}
}

// orderedPrelude is what these functions use.
const orderedPrelude = `
type cell struct {
	A int
	B [3]int
}

func (c cell) get(i int) int { return c.B[i] + c.A }

func (c *cell) put(i, v int) int {
	c.B[i] = v
	c.A++
	return c.A
}

func inlined(v, u int) int { return 3*v - u }

//go:noinline
func called(v, u int) int { return 3*v + u }

func both(v, u int) (int, int) { return u, v + 1 }

//go:noinline
func three(v int) (int, int, int) { return v + 1, v, v - 1 }

func number(c bool) int {
	if c {
		return 1
	}
	return 2
}
`

// orderedHead are variables of all sorts: captured by closures that assign to them, others that are assigned to, and such that aren't.
const orderedHead = `
	a, b, c, u, v := i, j, k, l, m
	arr := [4]int{i, j, k, l}
	q := cell{A: m, B: [3]int{k, l, m}}
	count := 0
	bump := func(d int) int { count += d; a++; return count & 3 }
	turn := func() int { i, j = j, i; return i }
	move := func(d int) int { x = x[d&1:]; y[0] += d; return len(x) }
	set := func(v int) int { arr[v&3]++; q.A += v; return v & 1 }
	crash := func(v int) int { if v > 6 { panic(v*1000 + count) }; count += 10; return v }
	_, _, _, _, _, _, _ = bump, turn, move, set, crash, u, v
`

// ordered writes one such function.
type ordered struct {
	pen
	par    string // the index of the parallel loop around, which stores to z only
	inArgs int    // depth of calls around, whose arguments the Go compiler evaluates in another order if it inlines them
}

// number is an expression of type int, never a constant.
func (o *ordered) number(d int) string {
	if d <= 0 && o.par != "" {
		return o.at()
	}
	if d <= 0 {
		return o.one("a", "b", "c", "i", "j", "k", "l", "m", "count", "q.A")
	}
	d--
	if o.par != "" {
		return o.pure(d)
	}
	switch o.r.Intn(24) {
	case 0, 1, 2:
		return fmt.Sprintf("%s[%s]", o.slice(d), o.index(d))
	case 3:
		return fmt.Sprintf("arr[%s]", o.index(d))
	case 4:
		return fmt.Sprintf("s[%s].A", o.index(d))
	case 5:
		return fmt.Sprintf("s[%s].B[%s]", o.index(d), o.index(d))
	case 6:
		return fmt.Sprintf("q.B[%s]", o.index(d))
	case 7:
		return fmt.Sprintf("%s(%s)", o.one("len", "len", "cap"), o.slice(d))
	case 8, 9:
		text := o.number(d)
		for range 1 + o.r.Intn(2) {
			text += ", " + o.number(d)
		}
		return fmt.Sprintf("%s(%s)", o.one("min", "max"), text)
	case 10, 11:
		return o.call(d)
	case 12, 13, 14:
		return fmt.Sprintf("(%s %s %s)", o.number(d), o.one("+", "-", "*", "&", "|", "^", "&^"), o.one(o.number(d), o.number(d), "3"))
	case 15:
		return fmt.Sprintf("(%s %s %s)", o.number(d), o.one("/", "%"), o.one(o.number(d), o.index(d)))
	case 16:
		if o.inArgs > 0 {
			return fmt.Sprintf("(%s %s (%s & 63))", o.number(d), o.one("<<", ">>"), o.number(d))
		}
		return fmt.Sprintf("(%s %s %s)", o.number(d), o.one("<<", ">>"), o.one(o.number(d), o.index(d)))
	case 17:
		return fmt.Sprintf("int(%s[%s])", o.one("z", "w"), o.index(d))
	case 18:
		if o.inArgs == 0 {
			return o.literal(d)
		}
	case 19:
		return fmt.Sprintf("copy(%s, %s)", o.slice(d), o.slice(d))
	case 20:
		return fmt.Sprintf("len(make([]int, %s%%8))", o.number(0))
	case 21:
		if o.inArgs == 0 && o.chance(20) {
			return fmt.Sprintf("number(q %s (%s))", o.one("==", "!="), o.cell(d))
		}
		return fmt.Sprintf("number(%s)", o.condition(d))
	case 22:
		return fmt.Sprintf("int(%s(complex(float64(%s), w[%s])))", o.one("real", "imag"), o.number(d), o.index(d))
	}
	return fmt.Sprintf("%s(%s)", o.one("-", "^"), o.number(d))
}

// pure is a number that an iteration of a parallel loop may compute.
func (o *ordered) pure(d int) string {
	switch o.r.Intn(12) {
	case 0, 1:
		return fmt.Sprintf("%s[%s]", o.slice(d), o.index(d))
	case 2:
		return fmt.Sprintf("s[%s].B[%s]", o.index(d), o.index(d))
	case 3:
		return fmt.Sprintf("len(%s)", o.slice(d))
	case 4, 5:
		return fmt.Sprintf("%s(%s, %s)", o.one("min", "max"), o.number(d), o.number(d))
	case 6:
		return fmt.Sprintf("(%s %s %s)", o.number(d), o.one("/", "%"), o.number(d))
	case 7:
		return fmt.Sprintf("int(w[%s])", o.index(d))
	case 8:
		if o.inArgs == 0 {
			return fmt.Sprintf("(%s).A", o.cell(d))
		}
	case 9:
		o.inArgs++
		defer func() { o.inArgs-- }()
		return fmt.Sprintf("inlined(%s, %s)", o.number(d), o.number(d))
	case 10:
		return fmt.Sprintf("number(%s)", o.condition(d))
	}
	return fmt.Sprintf("(%s %s %s)", o.number(d), o.one("+", "-", "*", "&"), o.number(d))
}

// at is a variable that is often an index.
func (o *ordered) at() string {
	if o.par != "" {
		return o.one(o.par, "u", "v")
	}
	return o.one("i", "j", "k", "l", "m")
}

// call calls one of the functions.
func (o *ordered) call(d int) string {
	o.inArgs++
	defer func() { o.inArgs-- }()
	switch o.r.Intn(10) {
	case 0:
		return fmt.Sprintf("bump(%s)", o.number(d))
	case 1:
		return "turn()"
	case 2:
		return fmt.Sprintf("move(%s)", o.number(d))
	case 3:
		return fmt.Sprintf("set(%s)", o.number(d))
	case 4, 5:
		return fmt.Sprintf("crash(%s)", o.number(d))
	case 6:
		return fmt.Sprintf("%s(both(%s, %s))", o.one("inlined", "called"), o.number(d), o.number(d))
	case 7:
		return fmt.Sprintf("%s.%s(%s)", o.one("q", "s["+o.index(d)+"]"), "get", o.index(d))
	case 8:
		return fmt.Sprintf("%s.put(%s, %s)", o.one("q", "s["+o.index(d)+"]"), o.index(d), o.number(d))
	}
	return fmt.Sprintf("%s(%s, %s)", o.one("inlined", "called"), o.number(d), o.number(d))
}

// literal is a part of a composite literal.
func (o *ordered) literal(d int) string {
	switch o.r.Intn(3) {
	case 0:
		return fmt.Sprintf("(%s).A", o.cell(d))
	case 1:
		return fmt.Sprintf("([3]int{%s, %s})[%s]", o.number(d), o.number(d), o.index(d))
	}
	return fmt.Sprintf("([]int{%s, %s})[%s]", o.number(d), o.number(d), o.index(d))
}

func (o *ordered) cell(d int) string {
	return fmt.Sprintf("cell{A: %s, B: [3]int{%s, 1, %s}}", o.number(d), o.number(d), o.number(d))
}

// index is an expression that is often, but not always, an index of the shorter slices.
func (o *ordered) index(d int) string {
	switch o.r.Intn(8) {
	case 0:
		return fmt.Sprintf("(%s)&3", o.number(d))
	case 1:
		if d > 0 {
			return o.number(d)
		}
	case 2:
		return o.at() + "+1"
	case 3:
		if d > 0 {
			return fmt.Sprintf("%s[%s]", o.sliceName(), o.index(d-1))
		}
	}
	return o.at()
}

func (o *ordered) sliceName() string {
	if o.par != "" {
		return "y"
	}
	return o.one("x", "y")
}

// slice is an expression of type []int.
func (o *ordered) slice(d int) string {
	if d <= 0 || o.chance(60) {
		return o.sliceName()
	}
	switch o.r.Intn(3) {
	case 0:
		return fmt.Sprintf("%s[%s:]", o.slice(d-1), o.index(d-1))
	case 1:
		return fmt.Sprintf("%s[:%s]", o.slice(d-1), o.index(d-1))
	}
	return fmt.Sprintf("%s[%s:%s]", o.slice(d-1), o.index(d-1), o.index(d-1))
}

func (o *ordered) condition(d int) string {
	switch k := o.r.Intn(4); {
	case d > 0 && k == 0:
		return fmt.Sprintf("(%s && %s)", o.condition(d-1), o.condition(d-1))
	case d > 0 && k == 1:
		return fmt.Sprintf("(%s || %s)", o.condition(d-1), o.condition(d-1))
	}
	return fmt.Sprintf("%s %s %s", o.number(d), o.one("<", ">=", "==", "!="), o.number(d))
}

// place is what can be assigned to.
func (o *ordered) place(d int) string {
	switch o.r.Intn(9) {
	case 0:
		return o.one("a", "b", "c", "i", "j", "k", "l", "m")
	case 1:
		return fmt.Sprintf("arr[%s]", o.index(d))
	case 2:
		return fmt.Sprintf("s[%s].A", o.index(d))
	case 3:
		return fmt.Sprintf("s[%s].B[%s]", o.index(d), o.index(d))
	case 4:
		return fmt.Sprintf("q.B[%s]", o.index(d))
	}
	return fmt.Sprintf("%s[%s]", o.slice(d), o.index(d))
}

// places are those of several assignments at once. All but the last are in slices, or variables that no function literal captures: whether one
// that is captured counts as memory depends on what the Go compiler inlines.
func (o *ordered) places(n, d int) []string {
	var ps []string
	for i := range n {
		p := o.place(d)
		for i < n-1 && (isCaptured(p) || strings.HasPrefix(p, "arr[") || strings.HasPrefix(p, "q.")) {
			p = o.place(d)
		}
		if o.chance(10) {
			p = "_"
		}
		ps = append(ps, p)
	}
	return ps
}

func isCaptured(name string) bool {
	return name == "a" || name == "i" || name == "j" || name == "count"
}

func (o *ordered) numbers(n, d int) string {
	var es []string
	for range n {
		es = append(es, o.number(d))
	}
	return strings.Join(es, ", ")
}

// args are numbers as arguments.
func (o *ordered) args(n, d int) string {
	o.inArgs++
	defer func() { o.inArgs-- }()
	return o.numbers(n, d)
}

// body writes a block of statements.
func (o *ordered) body(d int) {
	o.indent++
	for range 1 + o.r.Intn(2) {
		o.statement(d - 1)
	}
	o.indent--
	o.line("}")
}

func (o *ordered) statement(d int) {
	if d > 0 && o.chance(30) {
		o.compound(d)
		return
	}
	switch o.r.Intn(14) {
	case 0, 1, 2, 3:
		o.line("%s = %s", o.place(2), o.number(3))
	case 4, 5:
		o.line("%s %s= %s", o.place(2), o.one("+", "-", "*", "/", "%", "<<", ">>", "&^"), o.number(3))
	case 6:
		o.line("%s%s", o.place(2), o.one("++", "--"))
	case 7:
		if ps := o.places(2, 1); !slices.Contains(ps, "_") {
			o.line("%s, %s = %s, %s", ps[0], ps[1], ps[1], ps[0])
		}
	case 8, 9:
		n := 2 + o.r.Intn(2)
		o.line("%s = %s", strings.Join(o.places(n, 2), ", "), o.numbers(n, 2))
	case 10:
		if o.chance(50) {
			o.line("%s = both(%s)", strings.Join(o.places(2, 2), ", "), o.args(2, 2))
		} else {
			o.line("%s = three(%s)", strings.Join(o.places(3, 2), ", "), o.number(2))
		}
	case 11:
		o.names++
		o.line("v%d, u%d := %s", o.names, o.names, o.numbers(2, 2))
		o.line("a += v%d - u%d", o.names, o.names)
	case 12:
		o.line("copy(%s, %s)", o.slice(3), o.slice(3))
	default:
		o.line("b += %s", o.number(3))
	}
}

// compound writes a statement with others in it.
func (o *ordered) compound(d int) {
	o.names++
	t := fmt.Sprintf("t%d", o.names)
	switch o.r.Intn(10) {
	case 7, 8:
		o.line("for %s := range hone.Parallel((%s) & 7) {", t, o.number(2))
		o.par = t
		o.line("\tz[%s] = int8(%s)", t, o.number(3))
		o.par = ""
		o.line("}")
	case 0, 1:
		if o.chance(15) {
			o.line("if s[%s] == s[%s] {", o.at(), o.at())
		} else {
			o.line("if %s {", o.condition(2))
		}
		o.body(d)
	case 2:
		o.line("switch %s {", o.number(2))
		o.line("case %s, %s:", o.number(1), o.number(2))
		o.line("\tc++")
		o.line("case %s:", o.number(2))
		o.body(d)
	case 3:
		o.line("for %s := 0; %s < %s && %s < 3; %s++ {", t, t, o.number(2), t, t)
		o.body(d)
	case 4:
		o.line("for %s := range (%s) & 3 {", t, o.number(2))
		o.line("\tc += %s", t)
		o.body(d)
	case 5:
		o.line("for %s, u%s := range %s {", t, t, o.slice(3))
		o.line("\tc += %s - u%s", t, t)
		o.body(d)
	case 6:
		o.line("for %s = range %s {", strings.Join(o.places(2, 2), ", "), o.slice(2))
		o.body(d)
	default:
		o.line("if %s {", o.condition(1))
		o.line("\treturn %s, q", o.numbers(3, 2))
		o.line("}")
	}
}
