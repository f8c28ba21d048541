package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// accumulating draws a kernel's loop that accumulates in one table or two: at bytes, parts of them, sums of them and what is the same all through, or numbers that
// are checked, some under conditions, up or down, with sums carried on and stores of another kind beside it.
func accumulating(r *rand.Rand) string {
	one := func(n int) bool { return r.IntN(n) == 0 }
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	body := "%v = load %x, %i : u8\n%w = load %y, %i : i64\n"
	key := func(name string) string {
		k := "%" + name
		switch r.IntN(8) {
		case 0:
			return k + " = and %w, %seven : i64\n"
		case 1:
			return fmt.Sprintf("%%t%s = add %%v, %%k159 : u8\n%s = conv %%t%s : i64\n", name, k, name)
		case 5:
			return fmt.Sprintf("%%t%s = add %%v, %%k247 : u8\n%s = conv %%t%s : i64\n", name, k, name)
		case 2:
			return fmt.Sprintf("%%t%s = conv %%v : i64\n%s = add %%t%s, %%n : i64\n", name, k, name)
		case 3:
			return k + " = add %w, %zero : i64\n"
		case 4:
			return fmt.Sprintf("%%t%s = shr %%v, %%four : u8\n%s = conv %%t%s : i64\n", name, k, name)
		}
		return k + " = conv %v : i64\n"
	}
	n := 0
	accumulate := func() string {
		n++
		table := pick("bins", "bins", "more")
		name := fmt.Sprint("key", n)
		text := key(name)
		if !one(5) {
			text += fmt.Sprintf("check.index %%%s, %%len%s\n", name, table)
		}
		what := pick("%one", "%w", "%n", "%s")
		op := pick("add", "add", "add", "sub", "xor", "or", "max", "mul")
		args := fmt.Sprintf("%%l%d, %s", n, what)
		if op != "sub" && one(3) {
			args = fmt.Sprintf("%s, %%l%d", what, n)
		}
		return text + fmt.Sprintf("%%l%d = load %%%s, %%%s : i64\n%%a%d = %s %s : i64\nstore %%%s, %%%s, %%a%d\n", n, table, name, n, op, args, table, name, n)
	}
	condition := func() string {
		n++
		c := fmt.Sprintf("%%c%d = ", n)
		return c + pick("lt %v, %k100 : bool\n", "ge %w, %n : bool\n", "eq %v, %k4 : bool\n", "lt %i, %n : bool\n",
			strings.ReplaceAll("gt %v, %k9 : bool\n%d@ = lt %v, %k35 : bool\n%e@ = and %c@, %d@ : bool\n", "@", fmt.Sprint(n)))
	}
	under := func(inner string) string {
		text := condition()
		n := n
		name := strings.TrimSpace(strings.Split(text[strings.LastIndex(strings.TrimSpace(text), "\n")+1:], "=")[0])
		arms := [2]string{inner + "yield\n", "yield\n"}
		switch {
		case one(3):
			arms[0], arms[1] = arms[1], arms[0]
		case one(4):
			arms[1] = accumulate() + "yield\n"
		}
		if one(4) {
			return text + strings.ReplaceAll(fmt.Sprintf("%%g@ = if %s : i64 {\n%s%%h@ = add %%w, %%n : i64\nyield %%h@\n} {\n%syield %%n\n}\nstore %%z, %%i, %%g@\n", name,
				strings.TrimSuffix(arms[0], "yield\n"), strings.TrimSuffix(arms[1], "yield\n")), "@", fmt.Sprint(n))
		}
		return text + "if " + name + " {\n" + arms[0] + "} {\n" + arms[1] + "}\n"
	}
	for range 1 + r.IntN(2) {
		switch r.IntN(5) {
		case 0, 1:
			body += accumulate()
		case 2, 3:
			body += under(accumulate())
		default:
			body += under(under(accumulate()))
		}
	}
	if one(6) {
		body += pick("store %y, %i, %n\n", "check.index %i, %n\n", "store %x, %i, %k4\n", "%q = load %more, %i : i64\nstore %y, %i, %q\n")
	}
	body += "%next = " + pick("add %s, %w", "xor %s, %n", "add %s, %zero") + " : i64\n"
	loop := pick("for %lo, %hi, %n <ints=[1]>", "for %lo, %hi, %n <ints=[1]>", "for %last, %minus, %n <ints=[-1]>")
	tables := "%lenbins = len %bins : i64\n%lenmore = len %more : i64\n"
	return "func @f(%x: []u8, %y: []i64, %z: []i64, %bins: []i64, %more: []i64, %lo: i64, %hi: i64, %n: i64) -> (i64) kernel=single {\n" +
		"%zero = const 0 : i64\n%one = const 1 : i64\n%minus = const -1 : i64\n%seven = const 7 : i64\n%k159 = const 159 : u8\n%k247 = const 247 : u8\n%four = const 4 : u64\n%k4 = const 4 : u8\n%k9 = const 9 : u8\n%k35 = const 35 : u8\n%k100 = const 100 : u8\n" +
		"%last = sub %hi, %one : i64\n" + tables + "%r = " + loop + " : i64 (%i: i64, %s: i64) {\n" + body + "yield %next\n}\nreturn %r\n}\n"
}

// TestPrivatiseMeans compares what such loops give and store, and which check fails, before and after.
func TestPrivatiseMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 82))
	m := &meaning{
		pass:      opt.Privatise,
		signature: reflect.TypeFor[func(x []uint8, y, z, bins, more []int64, lo, hi, n int64) int64](),
		inputs:    3,
		arguments: func(r *rand.Rand) []any {
			const n = 17000
			x, y, z := make([]uint8, n), make([]int64, n), make([]int64, n)
			most := []int{256, 256, 100, 16}[r.IntN(4)]
			for i := range x {
				x[i], y[i] = uint8(r.IntN(most)), int64(r.IntN(16))
				if most == 256 && r.IntN(4*n) == 0 {
					y[i] = -3
				}
			}
			all := make([]int64, 700)
			for i := range all {
				all[i] = int64(r.IntN(9))
			}
			bins, more := all[:300:300], all[300:600:600]
			switch r.IntN(8) {
			case 0:
				bins = all[:16:16]
			case 1:
				more = all[300 : 300+r.IntN(100) : 420]
			case 2:
				bins, more = all[:300:300], all[r.IntN(3):][:300:300]
			case 3:
				bins = y[:300:300]
			case 4:
				bins = all[:0:0]
			}
			lo := int64(r.IntN(9))
			return []any{x, y, z, bins, more, lo, int64(n - r.IntN(20)), int64(r.IntN(12))}
		},
	}
	for range 200 {
		m.check(t, accumulating(r), r)
	}
	m.enough(t, 90, 150)
}
