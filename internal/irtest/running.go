package irtest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// RunningLoop draws a function with a loop that carries up to three integers of one type, puts them together with what it loads, perhaps under conditions, and stores some of what they are
// before, on the way and after that: into slices that may be those it loads from, a little further on, behind or in front of checks. Some values the next iteration takes as they are. Odd loops only look
// like that: an access, a check or an exit depends on what is carried, or the order makes a difference.
type RunningLoop struct {
	Odd bool // there may be such a thing

	r     *rand.Rand
	t     string // of what is in slices
	wide  string // of what is carried
	args  func(r *rand.Rand) []any
	float bool // it carries a float, too, which is its last result
	body  strings.Builder
	vals  []string    // values of type wide at hand
	from  [][2]string // what was loaded: slices and places
	next  int
}

var runningKinds = []struct {
	t    string
	args func(r *rand.Rand) []any
}{{"i8", runningArgs[int8]}, {"u8", runningArgs[uint8]}, {"i16", runningArgs[int16]}, {"u16", runningArgs[uint16]},
	{"i32", runningArgs[int32]}, {"u32", runningArgs[uint32]}, {"i64", runningArgs[int64]}, {"u64", runningArgs[uint64]}}

// NewRunningLoop is one for a type.
func NewRunningLoop(r *rand.Rand) *RunningLoop {
	k := runningKinds[r.IntN(len(runningKinds))]
	g := &RunningLoop{r: r, t: k.t, wide: k.t, args: k.args}
	if r.IntN(2) == 0 && k.t != "u64" {
		g.wide = "i64"
	}
	return g
}

// Args draws what f is called with; Signature is its type.
func (g *RunningLoop) Args() []any { return g.args(g.r) }

func (g *RunningLoop) Signature(f *ir.Func) reflect.Type {
	var in, out []reflect.Type
	for _, a := range g.Args() {
		in = append(in, reflect.TypeOf(a))
	}
	for range f.Results {
		if out = append(out, in[6]); g.wide == "i64" {
			out[len(out)-1] = reflect.TypeFor[int64]()
		}
	}
	if g.float {
		out[len(out)-1] = reflect.TypeFor[float64]()
	}
	return reflect.FuncOf(in, out, false)
}

func (g *RunningLoop) pick(from ...string) string { return from[g.r.IntN(len(from))] }

func (g *RunningLoop) one(n int) bool { return g.r.IntN(n) == 0 }

func (g *RunningLoop) oddly(n int) bool { return g.Odd && g.one(n) }

func (g *RunningLoop) line(format string, args ...any) { fmt.Fprintf(&g.body, format+"\n", args...) }

func (g *RunningLoop) name() string {
	g.next++
	return fmt.Sprintf("%%v%d", g.next)
}

func (g *RunningLoop) emit(t, format string, args ...any) string {
	name := g.name()
	g.line("%s = %s : %s", name, fmt.Sprintf(format, args...), t)
	return name
}

func (g *RunningLoop) val() string { return g.pick(g.vals...) }

// loaded loads from a place, what it gives is as wide as what is carried.
func (g *RunningLoop) loaded(slice, at string) string {
	v := g.emit(g.t, "load %%%s, %s", slice, at)
	if g.wide != g.t {
		v = g.emit(g.wide, "conv %s", v)
	}
	return v
}

// stored is a value as a slice holds it.
func (g *RunningLoop) stored() string {
	v := g.val()
	if g.wide != g.t {
		v = g.emit(g.t, "conv %s", v)
	}
	return v
}

// place is the index, or one beside it, with a check of it.
func (g *RunningLoop) place(slice string) string {
	at := "%i"
	switch {
	case g.one(4):
		at = g.emit("i64", "%s %%i, %s", g.pick("add", "sub"), g.pick("%one", "%d"))
	case g.one(40):
		at = g.emit("i64", "and %%i, %%d")
	case g.oddly(6):
		at = g.val()
		if g.wide != "i64" {
			at = g.emit("i64", "conv %s", at)
		}
		at = g.emit("i64", "and %s, %%d", at)
		if g.one(2) {
			at = g.emit("i64", "add %%i, %s", at)
		}
	}
	g.line("check.index %s, %%len%s", at, slice)
	return at
}

func (g *RunningLoop) load() {
	slice := g.pick("x", "x", "y", "w")
	at := g.place(slice)
	g.vals, g.from = append(g.vals, g.loaded(slice, at)), append(g.from, [2]string{slice, at})
}

// store stores to a place, which it gives.
func (g *RunningLoop) store() [2]string {
	at := [2]string{g.pick("y", "y", "w", "x")}
	if g.one(3) { // back
		at = g.from[g.r.IntN(len(g.from))]
	} else {
		at[1] = g.place(at[0])
	}
	g.line("store %%%s, %s, %s", at[0], at[1], g.stored())
	return at
}

// sometimes stores under a condition, perhaps on v.
func (g *RunningLoop) sometimes(v string) [2]string {
	cond, vals := g.emit("bool", "lt %s, %s", g.pick(v, g.val()), g.val()), g.vals
	at := [2]string{g.pick("y", "y", "w", "x"), "%i"}
	if g.one(2) {
		at = g.from[g.r.IntN(len(g.from))]
	} else {
		g.line("check.index %%i, %%len%s", at[0])
	}
	v = g.stored()
	g.line("if %s {\nstore %%%s, %s, %s\nyield\n} {\nyield\n}", cond, at[0], at[1], v)
	g.vals = vals
	return at
}

// other checks what is loaded from a slice of other elements.
func (g *RunningLoop) other() {
	v := g.emit("i64", "conv %s", g.emit("i16", "load %%o, %%i"))
	g.line("check.index %s, %%leno", v)
}

func (g *RunningLoop) compute() {
	if g.one(6) {
		cond := g.emit("bool", "lt %s, %s", g.val(), g.val())
		name, vals, from := g.name(), g.vals, g.from
		g.line("%s = if %s : %s {", name, cond, g.wide)
		if g.one(2) {
			g.load()
		}
		g.line("yield %s\n} {\nyield %s\n}", g.val(), vals[g.r.IntN(len(vals))])
		g.vals, g.from = append(vals, name), from
		return
	}
	if g.oddly(4) {
		by := g.val()
		g.line("check.div %s", by)
		g.vals = append(g.vals, g.emit(g.wide, "div %s, %s", g.val(), by))
		return
	}
	k := g.pick("add", "sub", "mul", "xor", "min", "max")
	g.vals = append(g.vals, g.emit(g.wide, "%s %s, %s", k, g.val(), g.val()))
}

// odd adds something that needs the iterations one after the other, or not.
func (g *RunningLoop) odd(carried []string) {
	cond := g.emit("bool", "lt %s, %s", g.val(), g.pick("%zero", "%b", carried[0]))
	names, all := g.name(), strings.Join(carried, ", ")
	if g.float {
		all += ", %h"
	}
	types := g.types(len(carried))
	for range strings.Count(all, ",") {
		names += ", " + g.name()
	}
	switch g.r.IntN(3) {
	case 0:
		g.line("%s = if %s : %s {\nbreak ^f %s\n} {\nyield %s\n}", names, cond, types, all, all)
	case 1:
		g.line("%s = if %s : %s {\nyield %s\n} {\ncontinue ^f %s\n}", names, cond, types, all, all)
	default:
		g.line("if %s {\ncheck.index %%i, %%d\nyield\n} {\nyield\n}", cond)
	}
}

// update puts carried value c together with something, and gives what it goes on with.
func (g *RunningLoop) update(c string, carried, was []string) string {
	kind := g.pick("add", "add", "sub", "mul", "xor", "and", "or", "min", "max")
	all := g.vals
	defer func() { g.vals = all }()
	if g.one(8) { // as it is
		if g.one(2) {
			return g.pick(carried...)
		}
		return g.val()
	}
	if !g.one(12) {
		g.vals = was
	}
	step := func(c string) string {
		x, y := c, g.val()
		if g.one(10) {
			y = g.pick(carried...)
		}
		if (kind != "sub" || g.oddly(8)) && g.one(3) {
			x, y = y, x
		}
		if g.oddly(8) {
			return g.emit(g.wide, "%s %s, %s", g.pick("add", "mul", "max"), x, y)
		}
		return g.emit(g.wide, "%s %s, %s", kind, x, y)
	}
	v := step(c)
	if g.one(4) { // others take it
		all = append(all[:len(all):len(all)], v)
	}
	if g.oddly(6) { // the same number of times for each
		g.line("%%n%s = for %%zero64, %%d, %s <ints=[1]> : %s (%%j%s: i64, %%a%s: %s) {", v[2:], v, g.wide, v[2:], v[2:], g.wide)
		g.line("%%b%s = add %%a%s, %%b : %s\nyield %%b%s\n}", v[2:], v[2:], g.wide, v[2:])
		g.vals = append(g.vals[:len(g.vals):len(g.vals)], "%n"+v[2:])
		all = append(all[:len(all):len(all)], "%n"+v[2:])
	}
	if kind == "sub" || kind == "add" {
		kind = g.pick("add", "sub")
	}
	switch {
	case g.one(4):
		v = step(v)
	case g.one(4):
		cond := g.emit("bool", "lt %s, %s", g.val(), g.val())
		if g.oddly(3) {
			cond = g.emit("bool", "lt %s, %s", v, g.val())
		}
		v = g.emit(g.wide, "select %s, %s, %s", cond, v, c)
	case g.one(3):
		cond := g.emit("bool", "%s %s, %s", g.pick("lt", "ne"), g.val(), g.val())
		name := g.name()
		g.line("%s = if %s : %s {", name, cond, g.wide)
		w := step(v)
		g.line("yield %s\n} {\nyield %s\n}", w, g.pick(c, v))
		v = name
	}
	return v
}

// types are those of n integers, and of the float.
func (g *RunningLoop) types(n int) string {
	s := strings.Repeat(", "+g.wide, n)[2:]
	if g.float {
		s += ", f64"
	}
	return s
}

// Draw gives the text of the function, which is called f.
func (g *RunningLoop) Draw() string {
	n := 1 + g.r.IntN(3)
	g.float = g.one(6)
	carried := []string{"%c0", "%c1", "%c2"}[:n]
	g.vals = []string{"%a", "%b"}
	for range 1 + g.r.IntN(2) {
		g.load()
	}
	loaded := g.vals
	last := slices.Clone(carried)
	for k, c := range carried {
		if g.one(3) { // what it is before
			g.vals = append(g.vals, c)
			if g.one(2) {
				g.compute()
			}
			if g.one(2) {
				at := g.store()
				if g.one(3) {
					loaded = []string{g.loaded(at[0], at[1])}
				}
			}
		}
		if g.one(4) {
			at := g.sometimes(c)
			if !g.one(3) { // what the value follows from
				loaded = []string{g.loaded(at[0], at[1])}
			}
		}
		last[k] = g.update(c, carried, loaded)
		if !g.one(3) {
			g.vals = append(g.vals, last[k])
			if g.one(6) {
				loaded = append(loaded[:len(loaded):len(loaded)], last[k])
			}
		}
		if g.one(4) {
			g.load()
		}
	}
	lastFloat := ""
	if g.float {
		lastFloat = g.drawFloat()
	}
	if g.oddly(4) {
		g.odd(carried)
	}
	for range 1 + g.r.IntN(2) {
		if g.one(2) {
			g.compute()
		}
		if g.one(5) {
			g.sometimes(g.val())
		} else {
			g.store()
		}
		if g.one(12) {
			g.other()
		}
	}
	return g.text(carried, last, lastFloat)
}

// drawFloat has the loop carry a float, as it is or as the greatest, and compare it; it gives what it goes on with.
func (g *RunningLoop) drawFloat() string {
	v := g.emit("f64", "conv %s", g.val())
	if g.one(2) {
		cond := g.emit("bool", "lt %%h, %s", v)
		g.vals = append(g.vals, g.emit(g.wide, "select %s, %s, %s", cond, g.val(), g.val()))
	}
	if g.oddly(2) {
		v = g.emit("f64", g.pick("max", "add")+" %%h, %s", v)
	}
	return v
}

func (g *RunningLoop) text(carried, last []string, lastFloat string) string {
	n := len(carried)
	types, results := g.types(n), "%r0, %r1, %r2"[:5*n-2]
	params := ""
	for _, c := range carried {
		params += ", " + c + ": " + g.wide
	}
	inits := g.pick("%a", "%zero") + strings.Repeat(", %b", n-1)
	if g.float {
		params, inits, results, last = params+", %h: f64", inits+", %half", results+", %rf", append(last, lastFloat)
	}
	step := 1
	if g.oddly(20) {
		step = 2 + g.r.IntN(2)
	}
	given, begin, gives := "", "", results
	if g.wide != g.t {
		if g.one(2) { // nobody asks for what comes out
			gives = strings.NewReplacer("%r0", "%a", "%r1", "%a", "%r2", "%b").Replace(results)
		}
		given, begin = "0", "%a = conv %a0 : "+g.wide+"\n%b = conv %b0 : "+g.wide+"\n"
	}
	return fmt.Sprintf(`func @f(%%x: []%[1]s, %%y: []%[1]s, %%w: []%[1]s, %%lo: i64, %%n: i64, %%d: i64, %%a%[11]s: %[1]s, %%b%[11]s: %[1]s, %%o: []i16) -> (%[2]s) {
%[9]s%%zero = const 0 : %[10]s
%%one = const 1 : i64
%%zero64 = const 0 : i64
%%half = const 0.5 : f64
%%lenx = len %%x : i64
%%leny = len %%y : i64
%%lenw = len %%w : i64
%%leno = len %%o : i64
%[3]s = for ^f %%lo, %%n, %[4]s <ints=[%[8]d]> : %[2]s (%%i: i64%[5]s) {
%[6]syield %[7]s
}
return %[12]s
}
`, g.t, types, results, inits, params, g.body.String(), strings.Join(last, ", "), step, begin, g.wide, given, gives)
}

// runningArgs draws what such a loop is called with.
func runningArgs[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64](r *rand.Rand) []any {
	n := []int{0, 3, 70, 130, 300}[r.IntN(5)] + r.IntN(70)
	all := make([]T, 3*n+12)
	for i := range all {
		if all[i] = T(r.Uint64()); r.IntN(3) == 0 {
			all[i] = T(r.IntN(4))
		}
	}
	x, y, w := all[:n:n], all[n+4:2*n+4:2*n+4], all[2*n+8:3*n+8:3*n+8]
	switch r.IntN(8) {
	case 0:
		y = x
	case 1:
		y = all[r.IntN(5):][:n:n]
	case 2:
		w = all[n+4-r.IntN(5):][:n:n]
	}
	end := int64(n)
	switch r.IntN(6) {
	case 0:
		end -= int64(r.IntN(3))
	case 1:
		y = y[:n-min(n, r.IntN(8))]
	case 2:
		w = w[:n-min(n, r.IntN(8))]
	case 3:
		x = x[:n-min(n, r.IntN(8))]
	}
	o := make([]int16, n)
	if r.IntN(3) == 0 && n > 0 {
		o[r.IntN(n)] = int16(n)
	}
	return []any{x, y, w, int64(r.IntN(3)), end, int64(r.IntN(4)), T(r.Uint64()), T(r.IntN(5)), o}
}
