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

// checkedLoop is a loop that adds up, and stores to, elements at indices of several kinds, each behind its check.
func checkedLoop(r *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("func @f(%%x: []i64, %%lo: i64, %%hi: i64, %%k: i64, %%n: i64) -> (i64) kernel=single {")
	line("%%l = len %%x : i64")
	for _, c := range []int{-3, -2, -1, 1, 2, 3, 7} {
		line("%%c%d = const %d : i64", c+10, c)
	}
	line("%%s = for %%lo, %%hi, %%k <ints=[%d]> : i64 (%%i: i64, %%m: i64) {", []int{1, 1, 1, 2, 3, 5}[r.IntN(6)])
	constant := func() string { return fmt.Sprintf("%%c%d", []int{7, 8, 9, 11, 12, 13, 17}[r.IntN(7)]) }
	sum, n := "%m", 0
	next := func(format string, args ...any) string {
		n++
		line("%%t%d = "+format+" : i64", append([]any{n}, args...)...)
		return fmt.Sprintf("%%t%d", n)
	}
	checks := 1 + r.IntN(4)
	for j := range checks {
		at := "%i"
		for range r.IntN(3) {
			switch r.IntN(6) {
			case 0:
				at = next("mul %s, %s", at, constant())
			case 1:
				at = next("sub %%k, %s", at)
			case 2:
				at = next("add %s, %%k", at)
			case 3:
				at = next("sub %s, %%n", at)
			default:
				at = next("add %s, %s", at, constant())
			}
		}
		if j == checks-1 && r.IntN(2) == 0 { // what no one knows ahead
			at = next("add %s, %%m", at)
		}
		if length := []string{"%l", "%l", "%n", "%m"}[r.IntN(4)]; length != "%l" {
			line("check.index %s, %s", at, length)
		}
		line("check.index %s, %%l", at)
		v := next("load %%x, %s", at)
		sum = next("add %s, %s", sum, v)
		if r.IntN(3) == 0 {
			line("store %%x, %s, %s", at, sum)
		}
	}
	line("check.index %%i, %%l\nyield %s\n}\nreturn %%s\n}", sum)
	return b.String()
}

func TestRangeChecksMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(101, 102))
	extremes := []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, math.MaxInt64 - 1, -1 << 62, 1 << 62, -1, 0, 1}
	m := &meaning{
		pass:      opt.RangeChecks,
		signature: reflect.TypeFor[func(x []int64, lo, hi, k, n int64) int64](),
		inputs:    12,
		arguments: func(r *rand.Rand) []any {
			x := make([]int64, r.IntN(60))
			for i := range x {
				x[i] = int64(r.IntN(5))
			}
			some := func(n int) int64 {
				if r.IntN(8) == 0 {
					return extremes[r.IntN(len(extremes))]
				}
				return int64(r.IntN(n) - 3)
			}
			return []any{x, some(12), some(70), some(30), some(90)}
		},
	}
	for range 1000 {
		m.check(t, checkedLoop(r), r)
	}
	m.enough(t, 750, 1500)
}

// TestRangeChecksWhere: a loop that stands in a block, and one in a host program, which stays.
func TestRangeChecksWhere(t *testing.T) {
	for _, kernel := range []string{" kernel=single", ""} {
		m, err := ir.Parse("func @f(%x: []i64, %lo: i64, %hi: i64, %l: i64) -> ()" + kernel + " {\nblock {\nfor %lo, %hi <ints=[1]> (%i: i64) {\ncheck.index %i, %l\nyield\n}\nyield\n}\nreturn\n}")
		if err != nil {
			t.Fatal(err)
		}
		if changed := opt.RangeChecks(m.Funcs[0]); changed != (kernel != "") {
			t.Errorf("%q: says %v", kernel, changed)
		}
	}
}

// TestRangeChecks: which loops get another one ahead of them, and how many checks are in that.
func TestRangeChecks(t *testing.T) {
	for name, c := range map[string]struct {
		head, body string
		left       int // checks in the first of two loops; -1: there is one loop
	}{
		"own index":              {"%lo, %hi", "check.index %i, %l", 0},
		"a distance, and twice":  {"%lo, %hi", "%a = add %i, %k : i64\ncheck.index %a, %l\n%b = add %i, %i : i64\ncheck.index %b, %l", 0},
		"downwards":              {"%lo, %hi", "%a = sub %k, %i : i64\ncheck.index %a, %l", 0},
		"one that is loaded":     {"%lo, %hi", "check.index %i, %l\n%a = load %x, %i : i64\ncheck.index %a, %l", 1},
		"nothing but loaded":     {"%lo, %hi", "%a = and %i, %k : i64\ncheck.index %a, %l", -1},
		"a length that varies":   {"%lo, %hi", "%a = and %i, %k : i64\ncheck.index %i, %a", -1},
		"under a condition only": {"%lo, %hi", "%a = lt %i, %k : bool\nif %a {\ncheck.index %i, %l\nyield\n} {\nyield\n}", -1},
		"not from its index":     {"%lo, %hi", "check.index %k, %l", -1},
		"the square":             {"%lo, %hi", "%a = mul %i, %i : i64\ncheck.index %a, %l", -1},
		"the square, and more":   {"%lo, %hi", "%a = mul %i, %i : i64\n%b = add %a, %i : i64\ncheck.index %b, %l", -1},
		"times who knows what":   {"%lo, %hi", "%a = mul %i, %k : i64\ncheck.index %a, %l", -1},
		"by the least integer":   {"%lo, %hi", "%m = const -9223372036854775808 : i64\n%a = mul %i, %m : i64\n%b = add %a, %k : i64\ncheck.index %b, %l", -1},
		"without a sign":         {"%lo, %hi", "%a = conv %i : u64\ncheck.index %a, %l", -1},
		"few trips":              {"%three, %seven", "check.index %i, %l", -1},
		"enough trips":           {"%three, %eleven", "check.index %i, %l", 0},
	} {
		text := "func @f(%x: []i64, %lo: i64, %hi: i64, %k: i64) -> () kernel=single {\n%l = len %x : i64\n%three = const 3 : i64\n%seven = const 7 : i64\n" +
			"%eleven = const 11 : i64\nfor " + c.head + " <ints=[1]> (%i: i64) {\n" + c.body + "\nyield\n}\nreturn\n}"
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		changed := opt.RangeChecks(f)
		if changed != (c.left >= 0) {
			t.Errorf("%s: changed is %v", name, changed)
			continue
		}
		if parts := strings.Split(f.String(), "for "); changed && (len(parts) != 3 || strings.Count(parts[1], "check.index") != c.left) {
			t.Errorf("%s:\n%s", name, f)
		}
		if opt.RangeChecks(f) {
			t.Errorf("%s: changed twice", name)
		}
	}
}
