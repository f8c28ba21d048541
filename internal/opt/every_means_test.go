package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// everyLoop draws a loop that does something only where the last bits of its index are given ones; and loops that only look like that.
func everyLoop(r *rand.Rand) string {
	one := func(n int) bool { return r.IntN(n) == 0 }
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	var lines []string
	line := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	line("func @f(%%x: []i64, %%lo: i64, %%hi: i64, %%c: i64, %%w: i64) -> () {")
	for _, k := range []int{-1, 0, 1, 2, 3, 5, 7, 9} {
		line("%%k%d = const %d : i64", k+1, k)
	}
	line("%%len = len %%x : i64\n%%bit = and %%c, %%k2 : i64\n%%bits = and %%c, %%k4 : i64")
	lo, hi := "%lo", "%hi"
	if one(6) { // at the end of all integers
		line("%%top = const %d : i64", 1<<63-1-r.IntN(3))
		line("%%end = const %d : i64", 1<<63-6-r.IntN(4))
		lo, hi = "%end", "%top"
	}
	exit := ""
	if one(8) {
		exit = "%no = gt %i, %w : bool\nif %no {\n" + pick("break ^l", "continue ^l") + "\n} {\nyield\n}\n"
	}
	line("for ^l %s, %s <ints=[%s]> (%%i: i64) {", lo, hi, pick("1", "1", "1", "1", "2"))
	line("%%sum = %s %s : i64", pick("add", "sub"), pick("%i, %w", "%w, %i", "%i, %k1", "%i, %k2", "%w, %w"))
	if one(6) {
		line("%%twice = mul %%sum, %s : i64", pick("%k3", "%k4", "%i"))
	} else {
		line("%%twice = add %%sum, %%k2 : i64")
	}
	line("%%last = %s : i64", pick("and %twice, %k2", "and %twice, %k4", "and %twice, %k8", "and %twice, %k6", "rem %twice, %k3"))
	line("%%due = %s %%last, %s : bool", pick("eq", "eq", "ne", "lt"), pick("%k1", "%k2", "%k3", "%k4", "%bit", "%bits", "%c", "%i"))
	if exit != "" && one(2) {
		line("%s", strings.TrimSuffix(exit, "\n"))
	}
	other := ""
	if one(8) {
		other = "%r = and %i, %k8 : i64\nstore %x, %r, %c\n"
	}
	at := "%at = and %i, %k8 : i64\n%old = load %x, %at : i64\n%new = add %old, %twice : i64\nstore %x, %at, %new"
	if one(5) {
		at = "%at = sub %i, %lo : i64\ncheck.index %at, %len\nstore %x, %at, %i"
	}
	if one(3) {
		line("if %%due {\n%syield\n} {\n%s\nyield\n}", other, at)
	} else {
		line("if %%due {\n%s\nyield\n} {\n%syield\n}", at, other)
	}
	if one(8) {
		line("store %%x, %%k2, %%i")
	}
	line("yield\n}\nreturn\n}")
	return strings.Join(lines, "\n")
}

// TestEveryMeans compares what such loops store, and how they fail, before and after.
func TestEveryMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 82))
	m := &meaning{
		pass:      opt.Every,
		signature: reflect.TypeFor[func([]int, int, int, int, int)](),
		arguments: func(r *rand.Rand) []any {
			lo := r.IntN(12) - 4
			return []any{make([]int, 10), lo, lo + r.IntN(22) - 3, r.IntN(7) - 2, r.IntN(9) - 4}
		},
		inputs: 6,
	}
	for range 5000 {
		m.check(t, everyLoop(r), r)
	}
	m.enough(t, 300, 1000)
}

// alternatingLoop draws a loop that carries what each iteration turns over; and loops that only look like that.
func alternatingLoop(r *rand.Rand) string {
	one := func(n int) bool { return r.IntN(n) == 0 }
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	kind := pick("i64", "i64", "bool", "f64", "u8")
	var over string
	init := "%" + kind
	switch kind {
	case "i64":
		over = pick("sub %k, %s", "sub %k, %s", "neg %s", "not %s", "xor %s, %k", "xor %k, %s", "sub %s, %k", "sub %i, %s", "add %k, %s", "sub %in, %s", "neg %in")
	case "u8":
		over = pick("sub %ku, %s", "neg %s", "xor %s, %ku")
	case "bool":
		over = pick("not %s", "not %s", "and %s, %flag", "xor %s, %flag")
	default:
		over = pick("neg %s", "neg %s", "sub %kf, %s", "abs %s")
	}
	var lines []string
	line := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	line("func @f(%%x: []i64, %%lo: i64, %%hi: i64, %%k: i64, %%i64: i64, %%u8: u8, %%ku: u8, %%bool: bool, %%flag: bool, %%f64: f64, %%kf: f64) -> (%s) {", kind)
	line("%%three = const 3 : i64\n%%seven = const 7 : i64")
	down, lo, hi := pick("1", "1", "1", "-1", "2"), "%lo", "%hi"
	if down == "-1" {
		lo, hi = hi, lo
	}
	line("%%r, %%q = for ^l %s, %s, %s, %%k <ints=[%s]> : %s, i64 (%%i: i64, %%s: %s, %%other: i64) {", lo, hi, init, down, kind, kind)
	line("%%in = add %%other, %%i : i64")
	line("%%at = and %%i, %%seven : i64\n%%old = load %%x, %%at : i64\n%%m = mul %%old, %%three : i64")
	switch kind {
	case "i64":
		line("%%v = add %%m, %%s : i64")
	case "f64":
		line("%%b = bitcast %%s : u64\n%%bi = conv %%b : i64\n%%v = xor %%m, %%bi : i64")
	case "u8":
		line("%%b = conv %%s : i64\n%%v = add %%m, %%b : i64")
	default:
		line("%%v = select %%s, %%m, %%i : i64")
	}
	line("store %%x, %%at, %%v\n%%next = %s : %s", over, kind)
	if one(8) {
		line("%%enough = gt %%v, %%k : bool\nif %%enough {\n%s\n} {\nyield\n}", pick("break ^l %s, %k", "continue ^l %s, %k", "continue ^l %next, %k"))
	}
	line("yield %s, %%in\n}\nstore %%x, %%three, %%q\nreturn %%r\n}", pick("%next", "%next", "%next", "%s"))
	return strings.Join(lines, "\n")
}

// TestAlternatingMeans compares what such loops store, and give, before and after.
func TestAlternatingMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(83, 84))
	for _, kind := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[bool](), reflect.TypeFor[float64](), reflect.TypeFor[uint8]()} {
		in := []reflect.Type{reflect.TypeFor[[]int]()}
		for _, v := range []any{0, 0, 0, 0, uint8(0), uint8(0), false, false, 0.0, 0.0} {
			in = append(in, reflect.TypeOf(v))
		}
		m := &meaning{
			pass:      opt.Alternating,
			signature: reflect.FuncOf(in, []reflect.Type{kind}, false),
			arguments: func(r *rand.Rand) []any {
				lo := r.IntN(12) - 4
				return []any{make([]int, 8), lo, lo + r.IntN(12) - 3, r.IntN(9) - 4, r.IntN(9) - 4, uint8(r.IntN(256)), uint8(r.IntN(256)), r.IntN(2) == 0, r.IntN(2) == 0, float64(r.IntN(5)) - 2, 1.5}
			},
			inputs: 4,
		}
		result := map[reflect.Kind]string{reflect.Int: "i64", reflect.Bool: "bool", reflect.Float64: "f64", reflect.Uint8: "u8"}[kind.Kind()]
		for range 1500 {
			if text := alternatingLoop(r); strings.Contains(text, "-> ("+result+")") {
				m.check(t, text, r)
			}
		}
		m.enough(t, 90, 50)
	}
}
