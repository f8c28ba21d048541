package opt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// boundedSearch is a loop that looks for b in z, and does more in each iteration: there may be %m, which goes up by a step from k on, %j, an index of z and w, and %v, the element of z.
func boundedSearch(lo, hi string, step, up int, does string) string {
	return fmt.Sprintf(`func @f(%%x: []f64, %%y: []f64, %%a: [][3]f64, %%w: []i64, %%z: []f64, %%lo: i64, %%k: i64, %%n: i64, %%far: i64, %%b: f64) -> (i64, f64) kernel=single {
%%zero = const 0 : i64
%%less = const -1 : i64
%%lower = const -70 : i64
%%five = const 5 : i64
%%c3 = const 3 : i64
%%c200 = const 200 : i64
%%half = const 0.5 : f64
%%mask = const 511 : i64
%%up = const %d : i64
%%lenx = len %%x : i64
%%leny = len %%y : i64
%%cap = cap %%y : i64
%%r = for ^f %s, %s, %%k <ints=[%d]> : i64 (%%i: i64, %%m: i64) {
%%j = and %%i, %%mask : i64
%%v = load %%z, %%j : f64
%%arm = gt %%v, %%half : bool
%s
%%e = eq %%v, %%b : bool
if %%e {
return %%i, %%v
} {
yield
}
%%next = add %%m, %%up : i64
yield %%next
}
return %%r, %%b
}
`, up, lo, hi, step, does)
}

// TestSearchBoundsMean compares what loops with each kind of bound give, and which check fails, before and after: comparisons of what may wrap around, and of what does not go where it would
// end the loop; accesses to slices that are as long as the loop, or not; checks of the index under conditions; and what must not be computed ahead.
func TestSearchBoundsMean(t *testing.T) {
	m := &meaning{
		pass:      opt.Search,
		signature: reflect.TypeFor[func(x, y []float64, a [][3]float64, w []int64, z []float64, lo, k, n, far int64, b float64) (int64, float64)](),
	}
	arguments := func(k, far func(r *rand.Rand) int64) func(r *rand.Rand) []any {
		return func(r *rand.Rand) []any {
			x, y, a := make([]float64, 40+r.IntN(280)), make([]float64, 40+r.IntN(280), 320), make([][3]float64, 512)
			w, z := make([]int64, 512), make([]float64, 512)
			for i := range a {
				w[i], a[i] = int64(r.IntN(3)), [3]float64{0, 0, float64(r.IntN(2))}
			}
			at := 40 + r.IntN(300)
			z[at], w[40+r.IntN(300)] = 1, 5
			if r.IntN(2) == 0 {
				for i := range z {
					z[i] = float64(r.IntN(100) / 98)
				}
			}
			if r.IntN(2) == 0 {
				z[40+r.IntN(300)] = 7
			}
			return []any{x, y, a, w, z, int64(r.IntN(90) - 70), k(r), int64(60 + r.IntN(260)), far(r), 7.0}
		}
	}
	r := rand.New(rand.NewPCG(79, 80))
	small := func(r *rand.Rand) int64 { return int64(r.IntN(300)) }
	least := func(r *rand.Rand) int64 { return math.MinInt64 + int64(r.IntN(300)) }
	most := func(r *rand.Rand) int64 { return math.MaxInt64 - int64(r.IntN(300)) }
	amounts := []func(r *rand.Rand) int64{small, least, most}

	m.inputs = 2
	for _, up := range []int{1, -1, 3, -2, 0} {
		for _, rel := range []string{"lt", "le", "gt", "ge", "eq", "ne"} {
			for _, sides := range []string{"%m, %far", "%far, %m"} {
				for _, arms := range []string{"return %m, %b\n} {\nyield", "yield\n} {\nreturn %m, %b"} {
					for k := range 9 {
						m.arguments = arguments(amounts[k/3], amounts[k%3])
						m.check(t, boundedSearch("%zero", "%n", 1, up, "%c = "+rel+" "+sides+" : bool\nif %c {\n"+arms+"\n}"), r)
					}
				}
			}
		}
	}
	m.arguments = arguments(small, small)
	for _, step := range []int{1, 2, -1} {
		for _, lo := range []string{"%zero", "%five", "%less", "%lower", "%lo"} {
			for _, hi := range []string{"%n", "%lenx", "%leny", "%cap", "%c200"} {
				from, to := lo, hi
				if step < 0 {
					from, to = hi, lo
				}
				for _, does := range []string{"check.index %i, %n", "check.index %i, " + to, "check.index %i, " + from, "check.index %j, %lenx\n%u = load %x, %i : f64", "check.index %j, %leny\n%u = load %y, %i : f64"} {
					m.check(t, boundedSearch(from, to, step, 1, does), r)
					m.check(t, boundedSearch(from, to, step, 1, "if %arm {\n"+does+"\nyield\n} {\nyield\n}"), r)
				}
			}
		}
	}
	m.inputs = 20
	for name, does := range map[string]string{
		"division by nothing":         "if %arm {\ncheck.div %zero\n%d = div %i, %zero : i64\nyield\n} {\nyield\n}",
		"table":                       "%q = load %w, %j : i64\ncheck.index %q, %c3\n%u = table %q <table=[1, 4613937818241073152, 0]> : f64",
		"both arms go on":             "%c = lt %m, %far : bool\n%d = gt %m, %zero : bool\n%u = if %d : f64 {\n%u1 = if %c : f64 {\ncontinue ^f %m\n} {\ncontinue ^f %m\n}\nyield %u1\n} {\nyield %v\n}\n%f = lt %u, %half : bool\nif %f {\nreturn %m, %u\n} {\nyield\n}",
		"part of an element":          "%q = load %w, %j : i64\ncheck.index %q, %c3\n%u = load %a, %j, %q <path=[-1]> : f64",
		"choice":                      "%u = if %arm : f64 {\nyield %v\n} {\n%u1 = add %v, %b : f64\nyield %u1\n}\n%c = eq %u, %half : bool\n%d = lt %u, %b : bool\nif %d {\nreturn %m, %u\n} {\nyield\n}",
		"choice of an arm":            "%u = if %arm : f64 {\ncontinue ^f %m\n} {\n%u1 = add %v, %half : f64\nyield %u1\n}\n%d = gt %u, %half : bool\nif %d {\nreturn %m, %u\n} {\nyield\n}",
		"choice of the other arm":     "%u = if %arm : f64 {\n%u1 = add %v, %half : f64\nyield %u1\n} {\ncontinue ^f %m\n}\n%d = gt %u, %half : bool\nif %d {\nreturn %m, %u\n} {\nyield\n}",
		"an end, or on":               "%u = if %arm : f64 {\nreturn %m, %b\n} {\n%nn = add %m, %up : i64\ncontinue ^f %nn\n}\n%d = gt %u, %half : bool\nif %d {\nreturn %m, %u\n} {\nyield\n}",
		"an end, or what is used":     "%u = if %arm : f64 {\nreturn %m, %b\n} {\n%u1 = add %v, %half : f64\nyield %u1\n}\n%d = gt %u, %half : bool\nif %d {\nreturn %m, %u\n} {\nyield\n}",
		"an end that is at hand":      "%always = const true : bool\nif %always {\nyield\n} {\nreturn %m, %b\n}",
		"an end behind another's arm": "if %arm {\n%c = lt %m, %far : bool\nif %c {\nyield\n} {\nreturn %m, %v\n}\nyield\n} {\nyield\n}",
	} {
		t.Run(name, func(t *testing.T) { m.check(t, boundedSearch("%zero", "%n", 1, 1, does), r) })
	}
	m.enough(t, 900, 1000)
}
