package irtest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// WindowLoop draws a function with a loop in lanes whose iterations, which are independent of each other, add up windows of values: of what is loaded side by side, or a few elements apart, as it is, or squared,
// or of two slices, or counted; in any order, some of them several times, together with others; or in an inner loop, over an interval that stays or moves along, or row by row of them. Checks may come first, some of which fail.
// Odd loops only look like that: places move by other distances, elements are stored to before they are loaded, or bounds grow.
type WindowLoop struct {
	Odd bool

	r      *rand.Rand
	t      string // of what is in slices
	wide   string // of what is added up
	args   func(r *rand.Rand, enough bool) []any
	body   strings.Builder
	next   int
	check  bool
	choice string // how summands are taken under a condition
}

var windowKinds = []struct {
	t    string
	args func(r *rand.Rand, enough bool) []any
}{{"i8", windowArgs[int8]}, {"u8", windowArgs[uint8]}, {"i16", windowArgs[int16]}, {"u16", windowArgs[uint16]}, {"i32", windowArgs[int32]}, {"u32", windowArgs[uint32]}, {"i64", windowArgs[int64]}}

// NewWindowLoop is one for a type.
func NewWindowLoop(r *rand.Rand) *WindowLoop {
	k := windowKinds[r.IntN(len(windowKinds))]
	g := &WindowLoop{r: r, t: k.t, wide: k.t, args: k.args, check: r.IntN(3) == 0}
	if r.IntN(2) == 0 {
		g.wide = g.pick("i64", "i32", "i16")
	}
	return g
}

// Args draws what f is called with; Signature is its type.
func (g *WindowLoop) Args() []any { return g.args(g.r, !g.check) }

func (g *WindowLoop) Signature(*ir.Func) reflect.Type {
	var in []reflect.Type
	for _, a := range g.Args() {
		in = append(in, reflect.TypeOf(a))
	}
	return reflect.FuncOf(in, []reflect.Type{reflect.TypeFor[int64]()}, false)
}

func (g *WindowLoop) pick(from ...string) string { return from[g.r.IntN(len(from))] }
func (g *WindowLoop) one(n int) bool             { return g.r.IntN(n) == 0 }
func (g *WindowLoop) oddly(n int) bool           { return g.Odd && g.one(n) }

func (g *WindowLoop) line(format string, args ...any) { fmt.Fprintf(&g.body, format+"\n", args...) }

func (g *WindowLoop) emit(t, format string, args ...any) string {
	g.next++
	name := fmt.Sprintf("%%v%d", g.next)
	g.line("%s = %s : %s", name, fmt.Sprintf(format, args...), t)
	return name
}

func (g *WindowLoop) constant(t string, c int) string { return g.emit(t, "const %d", c) }

func (g *WindowLoop) as(t, from, v string) string {
	if t == from {
		return v
	}
	return g.emit(t, "conv %s", v)
}

// load loads from a slice with its check, if there are any.
func (g *WindowLoop) load(slice, at string, check bool) string {
	if check {
		g.line("check.index %s, %%len%s", at, slice)
	}
	return g.emit(g.t, "load %%%s, %s", slice, at)
}

// term is a window's value at a place.
func (g *WindowLoop) term(kind int, at string, check bool) string {
	x := g.load("x", at, check)
	switch kind {
	case 1:
		x = g.emit(g.t, "mul %s, %s", x, x)
	case 2:
		x = g.emit(g.t, "sub %s, %s", x, g.load("w", at, check))
	case 3:
		return g.emit(g.wide, "select %s, %%one, %%none", g.emit("bool", "lt %%a, %s", x))
	case 4:
		x = g.emit(g.t, "xor %s, %%a", x)
	case 5: // of a table
		i := g.emit("i64", "and %s, %%seven", g.as("i64", g.t, x))
		x = g.load("tab", i, check)
	case 6: // not of an element alone
		x = g.emit(g.t, "add %s, %s", x, g.as(g.t, "i64", "%i"))
	}
	return g.as(g.wide, g.t, x)
}

func (g *WindowLoop) kind() int {
	if g.oddly(6) {
		return 6
	}
	return g.r.IntN(6)
}

// tree adds up values of the body.
func (g *WindowLoop) tree() string {
	var addends []string
	for range 1 + g.r.IntN(2) {
		kind, step, base := g.kind(), 1, g.r.IntN(5)
		if g.one(4) {
			step = 2 + g.r.IntN(2)
		}
		by := g.emit("i64", "add %s, %s", g.emit("i64", "mul %%i, %s", g.constant("i64", step)), g.pick("%d", "%zero"))
		if g.one(6) {
			by, step = g.emit("i64", "sub %%n, %%i"), -1
		}
		distance := step
		if g.oddly(6) {
			distance++
		}
		for k := range 1 + g.r.IntN(14) {
			at := g.emit("i64", "add %s, %s", by, g.constant("i64", base+k*max(distance, -distance)))
			v := g.term(kind, at, g.check)
			for range 1 + g.r.IntN(11)/10 {
				addends = append(addends, v)
			}
		}
	}
	for range g.r.IntN(3) {
		addends = append(addends, g.pick("%b", g.as(g.wide, "i64", "%i"), g.constant(g.wide, 3)))
	}
	if g.one(3) {
		g.r.Shuffle(len(addends), func(i, j int) { addends[i], addends[j] = addends[j], addends[i] })
	}
	chosen := g.one(4)
	for len(addends) > 1 {
		k := 0
		if !chosen && g.one(4) {
			k = g.r.IntN(len(addends) - 1)
		}
		if chosen && !g.one(12) {
			addends[k] = g.chosen(addends[k], g.pick(addends[k+1], "%one"), addends[k+1])
		} else {
			addends[k] = g.emit(g.wide, "add %s, %s", addends[k], addends[k+1])
		}
		addends = append(addends[:k+1], addends[k+2:]...)
	}
	return addends[0]
}

// chosen adds v to a sum where it, or something like it, is large, or where it isn't.
func (g *WindowLoop) chosen(sum, v, large string) string {
	c := g.emit("bool", "lt %%b, %s", large)
	if g.choice == "" || g.oddly(20) {
		g.choice = g.pick("select %[1]s, %[2]s, %[3]s", "select %[1]s, %[3]s, %[2]s")
	}
	more := g.emit(g.wide, "%s", "add "+sum+", "+v)
	return g.emit(g.wide, g.choice, c, more, sum)
}

// loop adds up values in a loop.
func (g *WindowLoop) loop() string {
	from, to, kind := g.pick("%zero", "%d", "%low"), "", g.kind()
	if g.one(3) {
		to = g.emit("i64", "add %s, %s", from, g.constant("i64", []int{2, 3, 9, 17}[g.r.IntN(4)]))
	} else {
		to = g.emit("i64", "add %s, %%k", from)
	}
	moving := g.one(2)
	if moving {
		from, to = g.emit("i64", "add %s, %%i", from), g.emit("i64", "add %s, %%i", to)
	}
	if g.oddly(5) {
		to = g.emit("i64", "add %s, %s", to, g.emit("i64", "and %%i, %%one64"))
	}
	if g.oddly(8) {
		from = g.emit("i64", "and %%i, %%one64")
	}
	init := g.pick("%b", "%none", g.as(g.wide, g.t, g.load("w", "%i", g.check)))
	outer, sums := g.one(3), 0
	if outer { // rows of windows
		rows := g.pick("%d", g.constant("i64", 2))
		if g.oddly(6) {
			rows = g.emit("i64", "and %%i, %%one64")
		}
		g.next++
		sums = g.next
		g.line("%%s%d = for %%zero, %s, %s <ints=[1]> : %s (%%j%d: i64, %%c%d: %s) {", sums, rows, init, g.wide, sums, sums, g.wide)
		if init = fmt.Sprintf("%%c%d", sums); g.oddly(8) {
			init = "%none"
		}
		if g.oddly(8) {
			from = fmt.Sprintf("%%j%d", sums)
		}
	}
	g.next++
	n := g.next
	g.line("%%s%d = for %s, %s, %s <ints=[1]> : %s (%%j%d: i64, %%c%d: %s) {", n, from, to, init, g.wide, n, n, g.wide)
	at := fmt.Sprintf("%%j%d", n)
	if outer {
		at = g.emit("i64", "add %s, %s", at, g.emit("i64", "mul %%j%d, %s", sums, g.constant("i64", 7)))
	}
	if moving == g.oddly(6) {
		at = g.emit("i64", "add %s, %%i", at)
	}
	if g.one(3) {
		at = g.emit("i64", "add %s, %%d", at)
	}
	sum := fmt.Sprintf("%%c%d", n)
	if v := g.term(kind, g.emit("i64", "add %s, %%five", at), g.oddly(6)); g.one(4) {
		sum = g.chosen(sum, g.pick(v, "%one"), v)
	} else {
		sum = g.emit(g.wide, "add %s, %s", sum, v)
	}
	g.line("yield %s\n}", sum)
	if outer {
		if sum = fmt.Sprintf("%%s%d", n); g.oddly(8) {
			sum = g.emit(g.wide, "add %s, %%one", sum)
		}
		g.line("yield %s\n}", sum)
		n = sums
	}
	return fmt.Sprintf("%%s%d", n)
}

// first has the first iteration store to an element that no other one loads, if windows are such.
func (g *WindowLoop) first() {
	g.line("%%f%d = eq %%i, %%lo : bool\nif %%f%d {\nstore %%x, %%first, %%a\nyield\n} {\nyield\n}", g.next, g.next)
}

// Draw gives the text of the function, which is called f.
func (g *WindowLoop) Draw() string {
	var stores []string
	early := g.oddly(3)
	if early {
		g.first()
	}
	last := ""
	for k := range 1 + g.r.IntN(2) {
		var sum string
		if g.one(2) {
			sum = g.tree()
		} else {
			sum = g.loop()
		}
		if g.one(3) {
			sum = g.emit(g.wide, "sub %s, %%b", sum)
		} else if last != "" && g.one(2) { // a sum that is stored, too
			sum = g.emit(g.wide, "add %s, %s", sum, last)
		}
		last = sum
		store := fmt.Sprintf("store %%y%d, %%i, %s", k, g.as(g.t, g.wide, sum))
		if g.one(4) {
			g.line("%s", store)
		} else {
			stores = append(stores, store)
		}
	}
	for _, s := range stores {
		g.line("%s", s)
	}
	first := "%lo"
	if early {
		first = g.pick("%lo", "%five")
	}
	return fmt.Sprintf(`func @f(%%x: []%[1]s, %%w: []%[1]s, %%y0: []%[1]s, %%y1: []%[1]s, %%tab: []%[1]s, %%lo: i64, %%n: i64, %%d: i64, %%k: i64, %%a: %[1]s) -> (i64) {
%%zero = const 0 : i64
%%one64 = const 1 : i64
%%five = const 5 : i64
%%seven = const 7 : i64
%%one = const 1 : %[2]s
%%none = const 0 : %[2]s
%%b = const 11 : %[2]s
%%low = const -3 : i64
%%lenx = len %%x : i64
%%lenw = len %%w : i64
%%lentab = len %%tab : i64
%%first = add %[4]s, %%zero : i64
for %%lo, %%n <ints=[1] mode=lanes> (%%i: i64) {
%[3]syield
}
return %%k
}
`, g.t, g.wide, g.body.String(), first)
}

// windowArgs draws what such a loop is called with: enough elements, or perhaps not.
func windowArgs[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64](r *rand.Rand, enough bool) []any {
	n := []int{0, 3, 64, 130, 300}[r.IntN(5)] + r.IntN(70)
	some := func(n int) []T {
		s := make([]T, n)
		for i := range s {
			s[i] = T(r.Uint64())
		}
		return s
	}
	size := 3*n + 140
	x, w, tab := some(size), some(size), some(8)
	if !enough && r.IntN(2) == 0 {
		x = x[:r.IntN(n+30)]
	}
	if !enough && r.IntN(3) == 0 {
		w = w[:r.IntN(n+30)]
	}
	k := []int{0, 1, 2, 15, 16, 17, 40}[r.IntN(7)]
	return []any{x, w, make([]T, n), make([]T, n), tab, int64(r.IntN(3)), int64(n), int64(r.IntN(4)), int64(k), T(r.Uint64())}
}
