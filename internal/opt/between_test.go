package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// TestBetween counts the comparisons that are left.
func TestBetween(t *testing.T) {
	for _, c := range []struct {
		name, text string
		left       int
	}{
		{"letters", "%c = ge %u, %ua : bool\n%d = le %u, %uz : bool\n%r = and %c, %d : bool", 1},
		{"letters, the upper end first", "%c = lt %u, %uz : bool\n%d = gt %u, %ua : bool\n%r = and %c, %d : bool", 1},
		{"no letters", "%c = lt %u, %ua : bool\n%d = gt %u, %uz : bool\n%r = or %c, %d : bool", 1},
		{"numbers with a sign", "%c = ge %i, %ia : bool\n%d = lt %i, %iz : bool\n%r = and %c, %d : bool", 1},
		{"one or the other", "%c = ge %u, %ua : bool\n%d = le %u, %uz : bool\n%r = or %c, %d : bool", 2},
		{"both ends below", "%c = le %u, %ua : bool\n%d = lt %u, %uz : bool\n%r = and %c, %d : bool", 2},
		{"two numbers", "%c = ge %u, %ua : bool\n%d = le %v, %uz : bool\n%r = and %c, %d : bool", 2},
		{"none in between", "%c = ge %u, %uz : bool\n%d = le %u, %ua : bool\n%r = and %c, %d : bool", 2},
		{"no constant", "%c = ge %u, %v : bool\n%d = le %u, %uz : bool\n%r = and %c, %d : bool", 2},
		{"floats", "%c = ge %x, %xa : bool\n%d = le %x, %xz : bool\n%r = and %c, %d : bool", 2},
		{"one of them is wanted", "%c = ge %u, %ua : bool\n%d = le %u, %uz : bool\n%e = and %c, %d : bool\n%r = xor %e, %c : bool", 2},
		{"the other of them is wanted", "%c = ge %u, %ua : bool\n%d = le %u, %uz : bool\n%e = and %c, %d : bool\n%r = xor %e, %d : bool", 2},
		{"from the least on", "%c = ge %i, %least : bool\n%d = le %i, %iz : bool\n%r = and %c, %d : bool", 1},
		{"below the least", "%c = lt %i, %least : bool\n%d = ge %i, %ia : bool\n%r = and %d, %c : bool", 2},
		{"above the greatest", "%c = gt %i, %most : bool\n%d = ge %i, %ia : bool\n%r = and %c, %d : bool", 2},
		{"one number", "%c = ge %u, %ua : bool\n%d = le %u, %ua : bool\n%r = and %c, %d : bool", 1},
		{"large numbers without a sign", "%w = conv %i : u64\n%c = ge %w, %wa : bool\n%d = le %w, %wz : bool\n%r = and %c, %d : bool", 2},
		{"what is the same", "%c = eq %u, %ua : bool\n%d = le %u, %uz : bool\n%r = and %c, %d : bool", 2},
		{"what is given", "%c = eq %u, %v : bool\n%d = le %u, %uz : bool\n%e = and %b, %d : bool\n%r = xor %e, %c : bool", 2},
		{"vectors", "%w = splat %i : <8 x i64>\n%wl = const 3 : <8 x i64>\n%wh = const 5 : <8 x i64>\n%c = ge %w, %wl : <8 x bool>\n%d = le %w, %wh : <8 x bool>\n%e = and %c, %d : <8 x bool>\n%r = any %e : bool", 2},
	} {
		m, err := ir.Parse("func @f(%u: u8, %v: u8, %i: i64, %x: f64, %b: bool) -> (bool) {\n" + "%ua = const 97 : u8\n%uz = const 122 : u8\n%ia = const -5 : i64\n%iz = const 7 : i64\n" +
			"%least = const -9223372036854775808 : i64\n%most = const 9223372036854775807 : i64\n%wa = const 18446744073709551600 : u64\n%wz = const 122 : u64\n%xa = const 1 : f64\n%xz = const 2 : f64\n" + c.text + "\nreturn %r\n}\n")
		if err != nil {
			t.Fatal(c.name, err)
		}
		f := m.Funcs[0]
		changed := opt.Between(f)
		opt.DCE(f)
		n := 0
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind >= ir.OpEq && o.Kind <= ir.OpGe {
				n++
			}
			return true
		})
		if n != c.left || changed != (n == 1) {
			t.Errorf("%s: says %v, %d comparisons are left, want %d\n%s", c.name, changed, n, c.left, f)
		}
	}
}

// TestBetweenMeans tries such pairs of all kinds and types on numbers near their bounds.
func TestBetweenMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	m := &meaning{pass: opt.Between, signature: reflect.TypeFor[func(i int64) bool](), inputs: 12}
	for range 500 {
		typ := []string{"i8", "u8", "i16", "u16", "i32", "u32", "i64"}[r.IntN(7)]
		edges := map[string][]int64{
			"i8": {-128, -127, 126, 127}, "u8": {0, 1, 254, 255}, "i16": {-32768, 32767}, "u16": {0, 65535},
			"i32": {-1 << 31, 1<<31 - 1}, "u32": {0, 1<<32 - 1}, "i64": {-1 << 63, 1<<63 - 1, -1 << 62, 1 << 62},
		}[typ]
		bound := func() int64 {
			if r.IntN(4) == 0 {
				return edges[r.IntN(len(edges))]
			}
			n := int64(r.IntN(100))
			if typ[0] == 'i' && r.IntN(2) == 0 {
				n = -n
			}
			return n
		}
		op := func() string { return []string{"lt", "le", "gt", "ge"}[r.IntN(4)] }
		a, b := bound(), bound()
		m.arguments = func(r *rand.Rand) []any {
			return []any{[]int64{a, b, 0, int64(r.Uint64())}[r.IntN(4)] + int64(r.IntN(3)) - 1}
		}
		text := strings.ReplaceAll(fmt.Sprintf("func @f(%%i: i64) -> (bool) {\n%%x = conv %%i : T\n%%a = const %d : T\n%%b = const %d : T\n%%c = %s %%x, %%a : bool\n%%d = %s %%x, %%b : bool\n%%r = %s %%c, %%d : bool\nreturn %%r\n}\n",
			a, b, op(), op(), []string{"and", "or"}[r.IntN(2)]), ": T", ": "+typ)
		m.check(t, text, r)
	}
	m.enough(t, 60, 500)
}
