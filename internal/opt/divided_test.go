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
	"github.com/hone-go/hone/internal/seeds"
)

// TestDivided: loops in steps mean the same counting their iterations, whatever is taken of the index.
func TestDivided(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 300
	}
	m := &meaning{pass: opt.Divided, inputs: 12, signature: reflect.TypeFor[func(x, y []int64, p int64) int64](), arguments: func(r *rand.Rand) []any {
		x, y := make([]int64, r.IntN(30)), make([]int64, r.IntN(30))
		for i := range x {
			x[i] = int64(i*i + 1)
		}
		return []any{x, y, []int64{math.MinInt64, math.MaxInt64, -3, 0, 1, 7, 29}[r.IntN(7)]}
	}}
	seeds.Each(t, n, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		pick := func(of ...string) string { return of[r.IntN(len(of))] }
		body := ""
		for k := range 1 + r.IntN(3) {
			op, c := pick("div", "rem", "shr", "and"), 1+r.IntN(8)
			ct := "i64"
			if op == "shr" {
				c, ct = r.IntN(4), "u64"
			}
			body += fmt.Sprintf("%%c%d = const %d : %s\n%%a%d = %s %%i, %%c%d : i64\n", k, c, ct, k, op, k)
			body += fmt.Sprintf("check.index %%a%d, %%ly\n%%w%d = add %%a%d, %%v : i64\nstore %%y, %%a%d, %%w%d\n", k, k, k, k, k)
		}
		m.check(t, fmt.Sprintf("func @f(%%x: []i64, %%y: []i64, %%p: i64) -> (i64) {\n%%first = const %d : i64\n%%big = const 40 : i64\n"+
			"%%lx = len %%x : i64\n%%ly = len %%y : i64\n%%p40 = min %%p, %%big : i64\n%%low = const -5 : i64\n%%end = max %%p40, %%low : i64\n"+
			"%%sum = for %%first, %s, %%p <ints=[%d]> : i64 (%%i: i64, %%s: i64) {\ncheck.index %%i, %%lx\n%%v = load %%x, %%i : i64\n%s%%u = xor %%v, %%a0 : i64\n%%n = add %%u, %%s : i64\nyield %%n\n}\nreturn %%sum\n}\n",
			r.IntN(9)-1, pick("%lx", "%lx", "%end", "%p"), 1+r.IntN(8), body), r)
	})
	m.enough(t, n/4, n)
}

// TestNotDivided: parts of the index that are none of the number of the iteration.
func TestNotDivided(t *testing.T) {
	for name, p := range map[string]struct {
		first, step int
		op          string
	}{
		"a quotient of another step":     {0, 4, "%c = const 3 : i64\n%k = div %i, %c : i64"},
		"from below 0":                   {-4, 4, "%c = const 2 : u64\n%k = shr %i, %c : i64"},
		"bits in the middle":             {0, 4, "%c = const 2 : i64\n%k = and %i, %c : i64"},
		"more bits than the step leaves": {0, 4, "%c = const 7 : i64\n%k = and %i, %c : i64"},
		"something else":                 {0, 4, "%c = const 4 : i64\n%k = mul %i, %c : i64"},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := ir.Parse(fmt.Sprintf("func @f(%%x: []i64, %%n: i64) -> () {\n%%first = const %d : i64\n%%lx = len %%x : i64\nfor %%first, %%lx <ints=[%d]> (%%i: i64) {\n%s\ncheck.index %%k, %%lx\nstore %%x, %%k, %%n\nyield\n}\nreturn\n}\n",
				p.first, p.step, strings.TrimSpace(p.op)))
			if err != nil {
				t.Fatal(err)
			}
			if opt.Divided(m.Funcs[0]) {
				t.Errorf("changed:\n%s", m.Funcs[0])
			}
		})
	}
}
