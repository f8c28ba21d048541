package opt_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// roomLoop draws a search in which one place, mostly one that changes by the same amount with each iteration, is bound: by a check, by a condition that ends the loop, or by what is loaded from there.
type roomLoop struct {
	placesLoop
	step   string
	lo, hi string
}

// bounded computes the place.
func (z *roomLoop) bounded() string {
	p := z.pick("%i", "%i", "%m")
	for range z.IntN(4) {
		switch z.IntN(12) {
		case 0, 1, 2:
			p = z.op("%s %s, %s : i64", z.pick("add", "sub"), p, z.pick("%k", "%one", "%c3", "%far", "%i", "%m"))
		case 3, 4:
			p = z.op("sub %s, %s : i64", z.pick("%far", "%n", "%c200", "%k"), p)
		case 5:
			p = z.op("mul %s : i64", z.pick(p+", %c3", "%c3, "+p, p+", %minus", "%less, "+p, p+", %huge", p+", %k", p+", %i"))
		case 6:
			p = z.op("conv %s : i64", z.op("%s %s, %%u3 : u64", z.pick("add", "sub", "mul"), z.op("conv %s : u64", p)))
		case 7:
			p = z.op("add %s, %s : i64", p, z.op("load %%w, %%j : i64"))
		case 8:
			p = z.op("add %s, %s : i64", z.op("load %%w, %%j : i64"), p)
		case 9:
			p = z.op("conv %s : i64", z.pick("%h", z.op("add %%h, %%h1 : i8"), z.op("conv %s : i8", p)))
		case 10:
			p = z.op("mul %s, %%c3 : i64", z.op("%s %%i, %%c3 : i64", z.pick("and", "xor")))
		}
	}
	return p
}

func (z *roomLoop) bound() string {
	return z.pick("%far", "%far", "%n", "%k", "%len", "%c200", z.lo, z.hi, z.hi)
}

// bind sees to it that the loop ends where p is out of bounds.
func (z *roomLoop) bind(p string) {
	b := z.bound()
	switch z.IntN(7) {
	case 0, 1:
		z.line("check.index %s, %s", p, b)
	case 2:
		z.line("check.index %s, %s", z.op("conv %s : u64", p), b)
	case 3, 4:
		t, k := "", z.pick("lt", "le", "gt", "ge", "lt", "le", "gt", "ge", "eq", "ne")
		switch z.IntN(8) {
		case 0:
			p, b = z.op("conv %s : u64", p), z.op("conv %s : u64", b)
		case 1:
			p, b = "%h", z.op("conv %s : i8", b)
		}
		if z.IntN(2) == 0 {
			p, b = b, p
		}
		t = z.op("%s %s, %s : bool", k, p, b)
		if z.IntN(2) == 0 {
			z.line("if %s {", t)
			z.exit()
			z.line("} {\nyield\n}")
		} else {
			z.line("if %s {\nyield\n} {", t)
			z.exit()
			z.line("}")
		}
	default: // blocks may touch what is in range only
		s := z.pick("y", "x")
		z.line("check.index %s, %%len%s", z.op("%s %s, %%zero : i64", z.pick("or", "xor"), p), s)
		z.end = z.op("load %%%s, %s : f64", s, p)
	}
}

func (z *roomLoop) draw() string {
	z.step = z.pick("1", "1", "1", "2", "3", "-1", "-1", "-2")
	z.lo, z.hi = z.pick("%lo", "%lo", "%zero", "%less", "%lower"), z.pick("%n", "%n", "%leny", "%leny", "%lenx", "%cap", "%c200")
	if z.step[0] == '-' {
		z.lo, z.hi = z.hi, z.lo
	}
	z.places, z.values, z.end, z.sum = []string{"%i", "%m"}, []string{"%v"}, "", "%s"
	z.line("%%j = and %%i, %%mask : i64\n%%up = add %%m, %%one : i64\n%%down = sub %%m, %%c3 : i64\n%%hup = add %%h, %%h1 : i8\n%%v = load %%z, %%j : f64")
	e := z.op("eq %%v, %%b : bool")
	p := z.bounded()
	if z.IntN(3) == 0 {
		arm := z.op("%s %%v, %%half : bool", z.pick("gt", "lt"))
		z.line("if %s {", arm)
		z.bind(p)
		z.end = ""
		z.line("yield\n} {\nyield\n}")
	} else {
		z.bind(p)
	}
	if z.end != "" {
		e = z.op("or %s, %s : bool", e, z.op("eq %s, %%b : bool", z.end))
	}
	z.line("if %s {", e)
	z.exit()
	z.line("} {\nyield\n}")
	next := z.pick("%up", "%up", "%m", "%down")
	if z.IntN(3) == 0 {
		next = z.op("%s : i64", z.pick("add %i, %c3", "add %far, %one", "add %m, %k", "mul %m, %c3", "and %m, %mask", "sub %c3, %m", "sub %i, %one", "neg %m"))
	}
	z.line("yield %s, %%s, %s", next, z.pick("%hup", "%hup", "%h"))
	return "func @f(%x: []f64, %y: []f64, %w: []i64, %z: []f64, %lo: i64, %k: i64, %n: i64, %far: i64, %b: f64) -> (i64, f64) kernel=single {\n" +
		"%zero = const 0 : i64\n%one = const 1 : i64\n%minus = const -2 : i64\n%less = const -1 : i64\n%lower = const -70 : i64\n%c3 = const 3 : i64\n%u3 = const 3 : u64\n%c200 = const 200 : i64\n%half = const 0.5 : f64\n" +
		"%mask = const 511 : i64\n%huge = const 4611686018427387905 : i64\n%h1 = const 1 : i8\n%lenx = len %x : i64\n%leny = len %y : i64\n%len = len %z : i64\n%cap = cap %y : i64\n" +
		"%r, %r2 = block ^b : i64, f64 {\n%q, %q2, %q3 = for ^f " + z.lo + ", " + z.hi + ", %k, %b, %h1 <ints=[" + z.step + "]> : i64, f64, i8 (%i: i64, %m: i64, %s: f64, %h: i8) {\n" + z.String() +
		"}\n%qh = conv %q3 : i64\n%q4 = add %q, %qh : i64\nyield %q4, %q2\n}\nreturn %r, %r2\n}\n"
}

// TestSearchRoomMeans compares what such loops give, and which check fails, before and after: blocks may not go farther than the place is within its bounds.
func TestSearchRoomMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(77, 78))
	near := func(r *rand.Rand) int64 {
		switch r.IntN(12) {
		case 0:
			return math.MaxInt64 - int64(r.IntN(300))
		case 1:
			return math.MinInt64 + int64(r.IntN(300))
		case 2:
			return -int64(r.IntN(300))
		case 3:
			return 1 << 62
		case 4:
			return int64(r.IntN(900))
		}
		return int64(r.IntN(320))
	}
	m := &meaning{
		pass:      opt.Search,
		signature: reflect.TypeFor[func(x, y []float64, w []int64, z []float64, lo, k, n, far int64, b float64) (int64, float64)](),
		inputs:    8,
		arguments: func(r *rand.Rand) []any {
			x, y := make([]float64, r.IntN(320)), make([]float64, r.IntN(320), 320)
			w, z := make([]int64, 512), make([]float64, 512)
			if r.IntN(4) == 0 { // what only some of the iterations bind
				for i := range z {
					z[i] = float64(r.IntN(2))
				}
				for i := range w {
					w[i] = int64(r.IntN(300))
				}
			}
			for range r.IntN(2) {
				z[r.IntN(len(z))] = 7
			}
			k := int64(r.IntN(4))
			if r.IntN(3) == 0 {
				k = near(r)
			}
			n := int64(r.IntN(320))
			return []any{x, y, w, z, int64(r.IntN(20) - 2), k, n, near(r), 7.0}
		},
	}
	for range 1000 {
		m.check(t, (&roomLoop{placesLoop: placesLoop{Rand: r}}).draw(), r)
	}
	m.enough(t, 600, 2500)
}
