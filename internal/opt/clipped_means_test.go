package opt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/seeds"
)

// clippedGen writes a loop over a window around an index that ends at other places, too, in the orders and with the constants that there may be.
type clippedGen struct {
	r *rand.Rand
	strings.Builder
	k    int
	near int // 3: bounds are no more than that
}

func (g *clippedGen) op(format string, args ...any) string {
	g.k++
	fmt.Fprintf(g, "%%v%d = %s\n", g.k, fmt.Sprintf(format, args...))
	return fmt.Sprintf("%%v%d", g.k)
}

func (g *clippedGen) plus(v string, c int) string {
	return g.op("add %s, %s : i64", v, g.op("const %d : i64", c))
}

// bound is the least or largest of some values, one of which is near the index.
func (g *clippedGen) bound(kind, near string) string {
	v := near
	for range g.r.IntN(3) {
		w := []string{"%zero", "%long", "%p", "%q", g.plus("%p", g.r.IntN(3)-1)}[g.r.IntN(5-g.near)]
		if g.r.IntN(2) == 0 {
			v, w = w, v
		}
		v = g.op("%s %s, %s : i64", kind, v, w)
		if g.near == 0 && g.r.IntN(4) == 0 {
			v = g.plus(v, g.r.IntN(5)-2)
		}
	}
	return v
}

func (g *clippedGen) function() string {
	g.WriteString("func @f(%x: []i64, %p: i64, %q: i64, %a: i64) -> (i64) {\n%zero = const 0 : i64\n%far = const 9223372036854775806 : i64\n%n = len %x : i64\n%long = min %n, %far : i64\n" +
		"%all = for %zero, %n, %zero <ints=[1]> : i64 (%y: i64, %s: i64) {\n")
	at := "%y"
	if g.r.IntN(8) == 0 { // anywhere: it may wrap around
		at, g.near = g.op("add %%y, %%a : i64"), 3
	}
	length := g.r.IntN(3) == 0 // of numbers of any size it would be one
	if length {
		at, g.near = "%y", 3
	}
	lo, hi := g.bound("max", g.plus(at, -g.r.IntN(3))), g.bound("min", g.plus(at, g.r.IntN(5)))
	first, end := lo, hi
	if length {
		first, end = "%zero", g.op("sub %s, %s : i64", hi, lo)
	}
	step := 1 + g.r.IntN(10)/9
	fmt.Fprintf(g, "%%in = for %s, %s, %%s <ints=[%d]> : i64 (%%i: i64, %%t: i64) {\n", first, end, step)
	d := g.op("sub %%i, %%y : i64")
	v := g.op("mul %%t, %s : i64", g.op("const 3 : i64"))
	v = g.op("add %s, %s : i64", v, []string{d, "%i"}[g.r.IntN(2)])
	if g.r.IntN(3) == 0 {
		fmt.Fprintf(g, "check.index %%i, %%n\n")
		v = g.op("sub %s, %s : i64", v, g.op("load %%x, %%i : i64"))
	}
	fmt.Fprintf(g, "yield %s\n}\nyield %%in\n}\nreturn %%all\n}\n", v)
	return g.String()
}

// TestClipped: windows that end at borders mean the same, written out with conditions.
func TestClipped(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 600
	}
	m := &meaning{pass: opt.Unroll, inputs: 12, signature: reflect.TypeFor[func(x []int64, p, q, a int64) int64](), arguments: func(r *rand.Rand) []any {
		number := func() int64 {
			if r.IntN(5) == 0 {
				return []int64{math.MinInt64 + 16, math.MaxInt64 - 16, 1 << 62, -1 << 62}[r.IntN(4)] // where loops without end would begin is nearer to the ends
			}
			return int64(r.IntN(12) - 2)
		}
		x := make([]int64, r.IntN(9))
		for i := range x {
			x[i] = int64(i*i + 1)
		}
		return []any{x, number(), number(), []int64{0, 2, -3, math.MaxInt64 - 5, math.MinInt64 + 1}[r.IntN(5)]}
	}}
	seeds.Each(t, n, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		m.check(t, (&clippedGen{r: r}).function(), r)
	})
	m.enough(t, n/4, n)
}
