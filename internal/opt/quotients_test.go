package opt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// TestQuotients: integers are divided as they were, multiples and their neighbours, too, up to the largest that are divided as floats.
func TestQuotients(t *testing.T) {
	r := rand.New(rand.NewPCG(97, 98))
	divisor := func(r *rand.Rand) int64 {
		d := []int64{3, 7, 10, 25, 1000, 1<<31 - 1, 1 << 40, 1<<50 + 1, math.MaxInt64, math.MinInt64, 1 + r.Int64N(100), 1 + r.Int64N(1<<30), r.Int64()}[r.IntN(13)]
		if r.IntN(3) == 0 {
			d = -d
		}
		return d
	}
	m := &meaning{
		pass:      opt.Quotients,
		signature: reflect.TypeFor[func(x, y []int64, d, n int64) int64](),
		inputs:    8,
	}
	for range 1500 {
		known := divisor(r)
		m.arguments = func(r *rand.Rand) []any {
			x, d := make([]int64, 12), divisor(r)
			for i := range x {
				by := known
				if r.IntN(2) == 0 {
					by = d
				}
				most := max(1<<50/max(by, -by, 1), 1)
				x[i] = (r.Int64N(2*most+1)-most)*by + r.Int64N(3) - 1
				if r.IntN(8) == 0 {
					x[i] = (1<<50 - r.Int64N(3)) * (1 - 2*r.Int64N(2))
				}
			}
			if r.IntN(40) == 0 {
				d = 0
			}
			return []any{x, make([]int64, 12), d, int64(12)}
		}
		bounds := []string{"1125899906842624", "1125899906842624", "1099511627776", "1125899906842625", "9223372036854775807"}[r.IntN(5)]
		by := []string{"%c", "%c", "%d", "%d", "%v"}[r.IntN(5)]
		mode := []string{" mode=lanes", " mode=lanes", " mode=lanes", ""}[r.IntN(4)]
		text := fmt.Sprintf(`func @f(%%x: []i64, %%y: []i64, %%d: i64, %%n: i64) -> (i64) kernel=single {
%%0 = const 0 : i64
%%most = const %s : i64
%%least = const -%s : i64
for %%0, %%n <ints=[1]%s> (%%i: i64) {
%%c = const %d : i64
%%v = load %%x, %%i : i64
%%w = min %%v, %%most : i64
%%u = max %%w, %%least : i64
check.div %s
%%q = %s %%u, %s : i64
store %%y, %%i, %%q
yield
}
return %%n
}
`, bounds, bounds, mode, known, by, []string{"div", "div", "rem"}[r.IntN(3)], by)
		module, err := ir.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		changes := mode != "" && by != "%v" && !strings.HasSuffix(bounds, "5") && !strings.HasSuffix(bounds, "7") && (by != "%c" || known&(known-1) != 0)
		if m.checkFunc(t, module.Funcs[0], r) != changes {
			t.Fatalf("changed: %v\n%s", !changes, text)
		}
	}
	m.enough(t, 300, 2000)
}
