package opt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// placesLoop writes a kernel's loop that ends early, with places that are computed from the index and from what counts along with it, up or down: conditions on
// them that end the loop, checks of them, branches on the way, and divisions.
type placesLoop struct {
	*rand.Rand
	strings.Builder
	k      int
	places []string // i64, of which some change by the same amount with each iteration
	values []string // f64
	sum    string   // how the second carried number goes on
	end    string   // of the loop
	around bool     // there is another loop around it
}

func (z *placesLoop) pick(s ...string) string { return s[z.IntN(len(s))] }
func (z *placesLoop) place() string           { return z.pick(z.places...) }
func (z *placesLoop) value() string           { return z.pick(z.values...) }
func (z *placesLoop) line(format string, args ...any) {
	fmt.Fprintf(z, format+"\n", args...)
}

func (z *placesLoop) op(format string, args ...any) string {
	z.k++
	z.line("%%v%d = %s", z.k, fmt.Sprintf(format, args...))
	return fmt.Sprintf("%%v%d", z.k)
}

// further computes another place.
func (z *placesLoop) further() {
	v := ""
	switch p := z.place(); z.IntN(10) {
	case 0, 1:
		v = z.op("%s %s, %s : i64", z.pick("add", "sub"), p, z.pick("%k", "%one", "%c3"))
	case 2:
		v = z.op("sub %s, %s : i64", z.pick("%far", "%n"), p)
	case 3:
		v = z.op("%s %s, %s : i64", z.pick("add", "add", "sub"), p, z.place())
	case 4:
		v = z.op("mul %s, %s : i64", p, z.pick("%k", "%c3", "%minus", "%huge"))
	case 5:
		v = z.op("mul %s, %s : i64", z.pick("%c3", "%minus", z.place()), p)
	case 6:
		u := z.op("conv %s : u64", p)
		v = z.op("conv %s : i64", z.op("%s %s, %%u3 : u64", z.pick("add", "sub", "mul"), u))
	case 7:
		v = z.op("conv %s : i64", z.pick(z.op("conv %s : i8", p), "%h", z.op("add %%h, %%h1 : i8")))
	case 8:
		v = z.op("load %%w, %%i : i64")
	case 9:
		w := z.op("load %%w, %%i : i64")
		if z.IntN(2) == 0 {
			v = z.op("%s %s, %s : i64", z.pick("div", "rem"), w, z.pick("%c3", "%one"))
			break
		}
		if z.IntN(3) == 0 {
			w = z.pick("%zero", "%one")
		}
		z.line("check.div %s", w)
		v = z.op("%s %s, %s : i64", z.pick("div", "rem"), p, w)
	}
	z.places = append(z.places, v)
}

// load reads an element, behind a check.
func (z *placesLoop) load() {
	p := z.place()
	if z.IntN(8) == 0 { // a table, or part of an element
		z.line("check.index %s, %%c3", p)
		v := ""
		if z.IntN(2) == 0 {
			v = z.op("table %s <table=[1, 4613937818241073152, 0]> : f64", p)
		} else {
			v = z.op("load %%a, %%i, %s <path=[-1]> : f64", z.pick(p, "%one"))
		}
		z.values = append(z.values, v)
		return
	}
	length := "%len"
	switch z.IntN(8) {
	case 0:
		z.line("check.index %s, %s", z.op("conv %s : u64", p), length)
	case 1:
		l := z.op("load %%w, %%i : i64")
		z.line("check.index %s, %s", l, length)
		z.line("check.index %s, %s", p, l)
	case 2: // in other words: of one that does not change by the same amount
		z.line("check.index %s, %s", z.op("%s %s, %s : i64", z.pick("and", "or", "xor"), p, z.pick("%zero", "%mask", "%all")), length)
	case 3: // no access
		z.line("check.index %s, %s", p, z.end)
		return
	default:
		z.line("check.index %s, %s", p, length)
	}
	slice := "%y"
	if z.IntN(9) == 0 {
		slice = z.op("slice %%y, %%zero, %%len : []f64")
	}
	z.values = append(z.values, z.op("load %s, %s : f64", slice, p))
}

// test is a condition.
func (z *placesLoop) test() string {
	relation := func() string { return z.pick("lt", "le", "gt", "ge", "lt", "le", "gt", "ge", "eq", "ne") }
	x, y := z.place(), z.pick("%n", "%far", "%k", "%c3", z.place(), z.end)
	switch z.IntN(18) {
	case 0, 1, 2, 3, 4:
		return z.op("%s %s, %s : bool", z.pick("eq", "ne", "lt"), z.value(), z.pick("%b", z.value()))
	case 5:
		return z.pick("%flag", "%yes", "%no", z.op("not %%flag : bool"), z.op("or %%flag, %%no : bool"))
	case 6:
		return z.op("not %s : bool", z.op("%s %s, %s : bool", relation(), x, y))
	case 7:
		x, y = z.op("conv %s : u64", x), z.pick("%u3", z.op("conv %s : u64", y))
	case 8:
		x, y = z.pick("%h", z.op("conv %s : i8", x)), z.pick("%h1", z.op("conv %s : i8", y))
	}
	if z.IntN(2) == 0 {
		x, y = y, x
	}
	return z.op("%s %s, %s : bool", relation(), x, y)
}

// leave is a branch one of whose arms ends the loop.
func (z *placesLoop) leave() {
	c := z.test()
	in, yield, name := z.IntN(2) == 0, "yield", ""
	if z.IntN(3) == 0 {
		z.k++
		name, yield = fmt.Sprintf("%%v%d", z.k), "yield "+z.value()
		z.line("%s = if %s : f64 {", name, c)
	} else {
		z.line("if %s {", c)
	}
	on := func() {
		if z.IntN(8) == 0 {
			yield = z.again()
		}
		z.line("%s", yield)
	}
	if in {
		z.exit()
		z.line("} {")
		on()
	} else {
		on()
		z.line("} {")
		z.exit()
	}
	z.line("}")
	if name != "" {
		z.values = append(z.values, name)
	}
}

// exit ends the loop.
func (z *placesLoop) exit() {
	if z.around && z.IntN(4) == 0 {
		z.line("continue ^o %s", z.place())
		return
	}
	switch z.IntN(4) {
	case 0:
		z.line("return %s, %s", z.place(), z.value())
	case 1:
		z.line("break ^f %s, %s, %%h", z.place(), z.pick("%s", z.value()))
	default:
		z.line("break ^b %s, %s", z.place(), z.value())
	}
}

// again goes on with the next iteration.
func (z *placesLoop) again() string {
	return fmt.Sprintf("continue ^f %s, %s, %s", z.pick("%up", "%up", "%m", "%down"), z.sum, z.pick("%hup", "%hup", "%h"))
}

// branch is one that goes on with the loop; rarely one of its arms goes on with the next iteration.
func (z *placesLoop) branch() {
	c, n, m := z.test(), len(z.places), len(z.values)
	z.k++
	name := fmt.Sprintf("%%v%d", z.k)
	z.line("%s = if %s : f64 {", name, c)
	next := z.IntN(4)
	for arm := range 2 {
		if z.IntN(2) == 0 {
			z.further()
		}
		if z.IntN(2) == 0 {
			z.load()
		}
		if z.IntN(5) == 0 {
			z.leave()
		}
		if arm == next || next == 3 && z.IntN(3) == 0 {
			z.line("%s", z.again())
		} else {
			z.line("yield %s", z.value())
		}
		z.places, z.values = z.places[:n], z.values[:m]
		if arm == 0 {
			z.line("} {")
		}
	}
	z.line("}")
	z.values = append(z.values, name)
}

func (z *placesLoop) draw() string {
	step := z.pick("1", "1", "2", "-1", "-1", "3", "-2")
	lo, hi := z.pick("%lo", "%lo", "%zero", "%minus", "%less", "%lower"), z.pick("%n", "%n", "%len", "%len", "%cap", "%c200")
	if step[0] == '-' {
		lo, hi = z.pick("%n", "%n", "%c200"), z.pick("%lo", "%lo", "%zero", "%less")
	}
	z.end, z.around = hi, z.IntN(4) == 0
	z.places, z.values, z.sum = []string{"%i", "%i", "%i", "%m"}, []string{"%b"}, z.pick("%s", "%s", "%s", "%b")
	head := "func @f(%y: []f64, %w: []i64, %a: [][3]f64, %lo: i64, %k: i64, %n: i64, %far: i64, %b: f64, %flag: bool) -> (i64, f64) kernel=single {\n" +
		"%zero = const 0 : i64\n%one = const 1 : i64\n%minus = const -2 : i64\n%less = const -1 : i64\n%lower = const -70 : i64\n%c3 = const 3 : i64\n%u3 = const 3 : u64\n%c200 = const 200 : i64\n" +
		"%mask = const 511 : i64\n%all = const -1 : i64\n%huge = const 4611686018427387905 : i64\n%h1 = const 1 : i8\n%yes = const true : bool\n%no = const false : bool\n%len = len %y : i64\n%cap = cap %y : i64\n"
	foot := "}\n%qh = conv %q3 : i64\n%q4 = add %q, %qh : i64\nyield %q4, %q2\n}\n"
	if z.around {
		head += "%o = for ^o %zero, %c3, %zero <ints=[1]> : i64 (%oi: i64, %acc: i64) {\n"
		foot += "%acc2 = add %acc, %r : i64\nyield %acc2\n}\nreturn %o, %b\n}\n"
	} else {
		foot += "return %r, %r2\n}\n"
	}
	head += "%r, %r2 = block ^b : i64, f64 {\n%q, %q2, %q3 = for ^f " + lo + ", " + hi + ", %k, %b, %h1 <ints=[" + step + "]> : i64, f64, i8 (%i: i64, %m: i64, %s: f64, %h: i8) {\n"
	z.line("%%up = add %%m, %%one : i64\n%%down = sub %%m, %%c3 : i64\n%%hup = add %%h, %%h1 : i8")
	for range 2 + z.IntN(4) {
		switch z.IntN(5) {
		case 0, 1:
			z.further()
		case 2:
			z.load()
		case 3:
			z.leave()
		case 4:
			z.branch()
		}
	}
	z.leave()
	next := z.pick("%up", "%up", "%m", "%down", "%up")
	if z.IntN(6) == 0 {
		next = z.op("%s %s : i64", z.pick("sub", "add", "mul", "xor"), z.pick("%c3, %m", "%m, %c3", "%m, %k", "%i, %one"))
	}
	z.line("yield %s, %s, %s", next, z.sum, z.pick("%hup", "%hup", "%h", "%h1"))
	return head + z.String() + foot
}

// TestSearchPlacesMeans compares what such loops give, and which check fails, before and after.
func TestSearchPlacesMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(75, 76))
	m := &meaning{
		pass:      opt.Search,
		signature: reflect.TypeFor[func(y []float64, w []int64, a [][3]float64, lo, k, n, far int64, b float64, flag bool) (int64, float64)](),
		inputs:    6,
		arguments: func(r *rand.Rand) []any {
			y, w := make([]float64, 32+[]int{16 * r.IntN(18), 272, 256, 168, 38}[r.IntN(5)], 304), make([]int64, 305)
			for i := range y {
				y[i] = 3
			}
			for i := range w {
				w[i] = 5
			}
			for range r.IntN(4) {
				y[r.IntN(len(y))], w[r.IntN(len(w))] = float64(r.IntN(5)), int64(r.IntN(80)*r.IntN(3)-3*r.IntN(2))
			}
			lo := r.IntN(30)
			if r.IntN(3) == 0 { // all of a block is not what it was before
				for i := lo + 32 + 16*r.IntN(8); i < len(y); i++ {
					y[i], w[i] = 2, 0
				}
			}
			b := float64(3 + r.IntN(2))
			if r.IntN(4) == 0 {
				b = -b * 0
			}
			k, far := int64(r.IntN(4)), int64([]int{r.IntN(400), 290, 300, 600, 900}[r.IntN(5)])
			if r.IntN(6) == 0 {
				k = []int64{math.MaxInt64 - 40, math.MinInt64 + 40, 1 << 62, -1}[r.IntN(4)]
			}
			if r.IntN(8) == 0 {
				far = []int64{math.MaxInt64 - 40, math.MinInt64 + 40, 1 << 62, -1}[r.IntN(4)]
			}
			return []any{y, w, make([][3]float64, 305), int64(lo), k, int64([]int{r.IntN(8), 64, 80, len(y), lo + 32 + 16*r.IntN(16), 16 * r.IntN(19)}[r.IntN(6)]), far, b, r.IntN(2) == 0}
		},
	}
	for range 2000 {
		m.check(t, (&placesLoop{Rand: r}).draw(), r)
	}
	m.enough(t, 300, 1200)
}
