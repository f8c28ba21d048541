package opt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// begunAhead is a loop that looks for an element, or sums, and has mostly been begun with the one ahead of its first.
func begunAhead(r *rand.Rand) string {
	one := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	lo := []int{1, 1, 1, 1, 1, 2, 0}[r.IntN(7)]
	begin := max([]int{lo - 1, lo - 1, lo - 1, lo - 1, lo}[r.IntN(5)], 0)
	text := fmt.Sprintf("func @f(%%x: []f64, %%y: []f64, %%n: i64) -> (f64, i64) {\n%%lo = const %d : i64\n%%begin = const %d : i64\n%%zero = const 0 : i64\n%%len = len %%x : i64\n%%leny = len %%y : i64\n", lo, begin) +
		"check.index %begin, %len\n%first = load %x, %begin : f64\n"
	if r.IntN(6) == 0 {
		text += "check.index %zero, %leny\nstore %y, %zero, %first\n"
	}
	text += "%best, %at = for %lo, %n, %first, " + one("%begin", "%begin", "%begin", "%zero", "%lo") + " <ints=[" + one("1", "1", "1", "1", "1", "2") + "]> : f64, i64 (%i: i64, %b: f64, %a: i64) {\n" +
		"check.index %i, %len\n%v = load %x, %i : f64\n"
	kind := one("lt", "lt", "gt", "gt", "ne", "le", "ge", "eq")
	if one("", "x") == "" {
		text += "%c = " + kind + " %b, %v : bool\n"
	} else {
		text += "%c = " + kind + " %v, %b : bool\n"
	}
	if r.IntN(6) == 0 {
		text += "%d = not %c : bool\n%e = " + one("and", "or") + " %c, " + one("%c", "%d") + " : bool\n"
	} else {
		text += "%e = and %c, %c : bool\n"
	}
	if r.IntN(8) == 0 {
		text += "check.index %i, %leny\nstore %y, %i, %b\n"
	}
	switch r.IntN(5) {
	case 0, 1:
		text += "%p = select %e, %v, %b : f64\n%q = select %e, " + one("%i", "%i", "%lo") + ", %a : i64\n"
	case 2, 3:
		text += "%p, %q = if %e : f64, i64 {\nyield %v, %i\n} {\nyield %b, " + one("%a", "%a", "%i") + "\n}\n"
	default:
		text += "%p = " + one("add", "max", "min") + " %b, %v : f64\n%q = max %a, %i : i64\n"
	}
	return text + "yield %p, %q\n}\nreturn %best, %at\n}\n"
}

func TestAgainMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(141, 142))
	m := &meaning{
		pass:      opt.Again,
		signature: reflect.TypeFor[func(x, y []float64, n int64) (float64, int64)](),
		inputs:    10,
		arguments: func(r *rand.Rand) []any {
			some := func() []float64 {
				x := make([]float64, r.IntN(9))
				for i := range x {
					x[i] = []float64{1, 2, -1, 0, math.Copysign(0, -1), math.NaN(), math.Inf(1), 2}[r.IntN(8)]
				}
				return x
			}
			x := some()
			y := some()
			if r.IntN(4) == 0 {
				y = x
			}
			n := int64(len(x))
			if r.IntN(4) == 0 {
				n = int64(r.IntN(12) - 2)
			}
			return []any{x, y, n}
		},
	}
	for range 3000 {
		m.check(t, begunAhead(r), r)
	}
	m.enough(t, 400, 3000)
}

// TestAgain: which loops take the element that they have been begun with again.
func TestAgain(t *testing.T) {
	for name, c := range map[string]struct {
		ahead, inits, body string
		want               bool
	}{
		"the greatest":              {"", "%first, %zero", "%c = gt %v, %b : bool\n%p = select %c, %v, %b : f64\n%q = select %c, %i, %a : i64\n", true},
		"the greatest number alone": {"", "%first, %zero", "%p = max %b, %v : f64\n%q = add %a, %zero : i64\n", true},
		"the last of those":         {"", "%first, %zero", "%c = ge %v, %b : bool\n%p = select %c, %v, %b : f64\n%q = select %c, %i, %a : i64\n", false}, // which no number is at least as great as
		"another element":           {"", "%second, %zero", "%c = gt %v, %b : bool\n%p = select %c, %v, %b : f64\n%q = select %c, %i, %a : i64\n", false},
		"a sum":                     {"", "%first, %zero", "%p = add %v, %b : f64\n%q = add %a, %zero : i64\n", false},
		"a count":                   {"", "%first, %zero", "%c = gt %v, %b : bool\n%p = select %c, %v, %b : f64\n%q = add %a, %one : i64\n", false},
		"stored to in between":      {"store %x, %zero, %k\n", "%first, %zero", "%c = gt %v, %b : bool\n%p = select %c, %v, %b : f64\n%q = select %c, %i, %a : i64\n", false},
		"storing":                   {"", "%first, %zero", "store %x, %i, %b\n%c = gt %v, %b : bool\n%p = select %c, %v, %b : f64\n%q = select %c, %i, %a : i64\n", false},
		"with a check elsewhere":    {"", "%first, %zero", "check.index %i, %m\n%c = gt %v, %b : bool\n%p = select %c, %v, %b : f64\n%q = select %c, %i, %a : i64\n", false},
		"in arms":                   {"", "%first, %zero", "%c = lt %b, %v : bool\n%p, %q = if %c : f64, i64 {\nyield %v, %i\n} {\nyield %b, %a\n}\n", true},
	} {
		m, err := ir.Parse("func @f(%x: []f64, %n: i64, %m: i64, %k: f64) -> (f64, i64) {\n%zero = const 0 : i64\n%one = const 1 : i64\n%len = len %x : i64\ncheck.index %one, %len\n%first = load %x, %zero : f64\n%second = load %x, %one : f64\n" +
			c.ahead + "%best, %at = for %one, %n, " + c.inits + " <ints=[1]> : f64, i64 (%i: i64, %b: f64, %a: i64) {\ncheck.index %i, %len\n%v = load %x, %i : f64\n" + c.body + "yield %p, %q\n}\nreturn %best, %at\n}\n")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := opt.Again(m.Funcs[0]); got != c.want {
			t.Errorf("%s: changed is %v", name, got)
		}
		if err := ir.VerifyFunc(m.Funcs[0], ir.Residual); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
