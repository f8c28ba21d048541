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

// soughtBehind is a reduction for the greatest or least, and mostly a search for its place, or a reduction for it.
func soughtBehind(r *rand.Rand) string {
	one := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	rarely := func(often, rare string) string {
		if r.IntN(8) == 0 {
			return rare
		}
		return often
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("func @f(%%x: []f64, %%y: []f64, %%m: i64) -> (i64, f64) {")
	line("%%n = len %%x : i64\n%%zero = const 0 : i64\n%%three = const 3 : i64\n%%n3 = sub %%n, %%three : i64\n%%far = const %s : i64\n%%half = const 0.5 : f64\n%%one = const 1 : f64\n%%none = const 0 : f64", one("9223372036854775807", "-1", "8200"))
	kind := one("max", "min")
	line("%%worst = const bits(%s) : f64", map[string]string{"max": "0xfff0000000000000", "min": "0x7ff0000000000000"}[kind])
	id := rarely("%worst", one("%half", "%one", "%none"))
	if r.IntN(4) == 0 {
		line("check.index %%zero, %%n\n%%first = load %%x, %%zero : f64")
		id = "%first"
	}
	line("%%best = multi %s : f64 (%%i: i64) {\n%%v = load %s, %%i : f64", rarely("%n", "%n3"), rarely("%x", "%y"))
	value := "%v"
	if r.IntN(4) == 0 {
		line("%%w = mul %%v, %%half : f64")
		value = "%w"
	}
	line("reduce %s, %s (%%a: f64, %%b: f64) {\n%%c = %s %%a, %%b : f64\nyield %%c\n}\nyield\n}", value, id, rarely(kind, one("max", "min")))
	if r.IntN(4) == 0 {
		line("check.index %%three, %%n\nstore %%x, %%three, %s", one("%best", "%best", "%half"))
	}
	key := func(i string) string {
		text := fmt.Sprintf("%%u = load %s, %s : f64\n", rarely("%x", "%y"), i)
		if value == "%w" || r.IntN(10) == 0 {
			return text + "%key = mul %u, %half : f64\n"
		}
		return text + "%key = add %u, %neg : f64\n"
	}
	line("%%neg = const bits(0x8000000000000000) : f64")
	text := key("%j")
	if !strings.Contains(text, "mul") {
		text = strings.ReplaceAll(text, "%key = add %u, %neg : f64\n", "")
		text = strings.ReplaceAll(text, "%u", "%key")
	}
	compare := rarely("eq", one("ne", "ge")) + " " + one("%key, %best", "%best, %key")
	if r.IntN(2) == 0 {
		line("for %s, %s <ints=[%s]> (%%j: i64) {\n%s%%is = %s : bool", one("%zero", "%zero", "%three"), one("%n", "%n", "%n3", "%m"), rarely("1", "2"), text, compare)
		if strings.HasPrefix(compare, "ne") {
			line("if %%is {\nyield\n} {\nreturn %%j, %%best\n}")
		} else {
			line("if %%is {\n%sreturn %%j, %%best\n} {\n%syield\n}", rarely("", "check.index %zero, %n\nstore %x, %zero, %half\n"), rarely("", "check.index %zero, %n\nstore %x, %zero, %half\n"))
		}
		line("yield\n}\nreturn %%far, %%best\n}")
		return b.String()
	}
	by := rarely("min", "max")
	line("%%id = const %s : i64", map[string]string{"min": "9223372036854775807", "max": "-9223372036854775808"}[by])
	line("%%at = multi %s : i64 (%%j: i64) {\n%s%%is = %s : bool", rarely("%n", "%n3"), text, compare)
	place := rarely("%j", "%back")
	line("%%back = sub %%m, %%j : i64\n%%p = select %%is, %s : i64", one(place+", %far", place+", %far", place+", %far", "%far, "+place))
	b.WriteString("reduce %p, %id (%g: i64, %h: i64) {\n%q = " + by + " %g, %h : i64\nyield %q\n}\nyield\n}\nreturn %at, %best\n}\n")
	return b.String()
}

// soughtBegun looks for the place of the greatest that is at least 0, which no element of the first block may be, while that is what the first block gives.
const soughtBegun = `func @f(%%x: []f64, %%y: []f64, %%m: i64) -> (i64, f64) {
  %%n = len %%x : i64
  %%none = const 0 : f64
  %%one = const 1 : f64
  %%far = const 9223372036854775807 : i64
  %%best = multi %%n : f64 (%%i: i64) {
    %%v = load %%x, %%i : f64
    %sreduce %%v, %%none (%%a: f64, %%b: f64) {
      %%c = max %%a, %%b : f64
      yield %%c
    }
    yield
  }
  %%at = multi %%n : i64 (%%j: i64) {
    %%key = load %%x, %%j : f64
    %%is = eq %%key, %%best : bool
    %%p = select %%is, %%j, %%far : i64
    reduce %%p, %%far (%%g: i64, %%h: i64) {
      %%q = min %%g, %%h : i64
      yield %%q
    }
    yield
  }
  return %%at, %%best
}
`

func TestSoughtMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(161, 162))
	m := &meaning{
		pass:      opt.Sought,
		signature: reflect.TypeFor[func(x, y []float64, m int64) (int64, float64)](),
		inputs:    3,
		arguments: func(r *rand.Rand) []any {
			const block = 8192
			n := []int{0, 1, 5, block - 1, block, block + 1, 2 * block, 2*block + 5, 3*block - 1}[r.IntN(9)]
			x := make([]float64, n)
			few := []float64{0, math.Copysign(0, -1), 1, 2, -1, -2, math.Inf(1), math.Inf(-1), math.NaN()}[:6+r.IntN(4)]
			base := few[r.IntN(6)]
			for i := range x {
				x[i] = base
			}
			for range r.IntN(4) {
				if n > 0 {
					x[[]int{r.IntN(n), 0, n - 1, min(n-1, block), min(n-1, block-1), min(n-1, 2*block)}[r.IntN(6)]] = few[r.IntN(len(few))]
				}
			}
			y := x
			if r.IntN(2) == 0 {
				y = make([]float64, n)
			}
			return []any{x, y, int64(r.IntN(n + 2))}
		},
	}
	for range 700 {
		m.check(t, soughtBehind(r), r)
	}
	for range 40 {
		m.check(t, fmt.Sprintf(soughtBegun, ""), r)
		m.check(t, fmt.Sprintf(soughtBegun, "store %x, %i, %one\n"), r)
	}
	m.enough(t, 100, 250)
}
