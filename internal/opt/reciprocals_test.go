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

// dividingLoops are loops, of which some are inside others, that divide by what comes from outside, or from further inside.
func dividingLoops(r *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	typ := []string{"u64", "u64", "u64", "u64", "i64", "u32"}[r.IntN(6)]
	line("func @f(%%x: []u64, %%d: u64, %%e: u64, %%n: i64) -> (u64) kernel=single {\n%%0 = const 0 : i64\n%%z = const 0 : u64\n%%seven = const 7 : u64\n%%l = len %%x : i64\n%%two = const 2 : i64")
	line("%%s = for %%0, %%l, %%z <ints=[1]> : u64 (%%i: i64, %%m: u64) {\n%%v0 = load %%x, %%i : u64")
	last := "%m"
	if r.IntN(2) == 0 {
		line("%%t = for %%0, %%two, %%m <ints=[1]> : u64 (%%j: i64, %%w: u64) {")
		last = "%w"
	}
	values, n := []string{"%v0", "%v0", last}, 0
	one := func() string { return values[r.IntN(len(values))] }
	for range 1 + r.IntN(4) {
		divisor := []string{"%d", "%d", "%e", "%v0", "%seven"}[r.IntN(5)]
		k := []string{"div", "rem"}[r.IntN(2)]
		n++
		line("%%a%d = conv %s : %s\n%%b%d = conv %s : %s\ncheck.div %%b%d\n%%c%d = %s %%a%d, %%b%d : %s\n%%v%d = conv %%c%d : u64", n, one(), typ, n, divisor, typ, n, n, k, n, n, typ, n, n)
		values = append(values, fmt.Sprintf("%%v%d", n))
	}
	line("%%q = xor %s, %s : u64", one(), one())
	if last == "%w" {
		line("yield %%q\n}\nstore %%x, %%i, %%t\nyield %%t")
	} else {
		line("store %%x, %%i, %%q\nyield %%q")
	}
	line("}\nreturn %%s\n}")
	text := b.String()
	if typ == "u64" { // no conversions: of operands that are what they are
		for k := 1; k <= n; k++ {
			for _, name := range []string{"a", "b", "v"} {
				at := fmt.Sprintf("%%%s%d = conv ", name, k)
				head, tail, _ := strings.Cut(text, at)
				from, tail, _ := strings.Cut(tail, " : u64\n")
				text = head + tail
				text = rename(text, fmt.Sprintf("%%%s%d", name, k), from)
			}
		}
	}
	return text
}

// rename puts one value's name in the place of another's.
func rename(text, old, by string) string {
	for _, end := range []string{" ", ",", "\n"} {
		text = strings.ReplaceAll(text, old+end, by+end)
	}
	return text
}

func TestReciprocalsMean(t *testing.T) {
	r := rand.New(rand.NewPCG(121, 122))
	extremes := []uint64{1, 2, 3, 5, 7, 10, 641, 1<<32 - 1, 1 << 32, 1<<32 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, math.MaxUint64 - 1, math.MaxUint64}
	some := func(r *rand.Rand) uint64 {
		switch r.IntN(4) {
		case 0:
			return extremes[r.IntN(len(extremes))]
		case 1:
			return r.Uint64() >> r.IntN(64)
		case 2:
			return extremes[r.IntN(len(extremes))]*r.Uint64N(4) + r.Uint64N(3) - 1
		}
		return uint64(r.IntN(50))
	}
	m := &meaning{
		pass:      opt.Reciprocals,
		signature: reflect.TypeFor[func(x []uint64, d, e uint64, n int64) uint64](),
		inputs:    12,
		arguments: func(r *rand.Rand) []any {
			x := make([]uint64, r.IntN(20))
			for i := range x {
				x[i] = some(r)
			}
			return []any{x, some(r), some(r), int64(0)}
		},
	}
	for range 1000 {
		m.check(t, dividingLoops(r), r)
	}
	m.enough(t, 400, 2000)
}

// divisionsLeft runs the pass over a function, of which so many divisions have to be left.
func divisionsLeft(t *testing.T, name, text string, want int) *ir.Func {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	f := m.Funcs[0]
	opt.Reciprocals(f)
	if err := ir.VerifyFunc(f, ir.Loops); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if left := strings.Count(f.String(), " div ") + strings.Count(f.String(), " rem "); left != want {
		t.Errorf("%s: %d divisions are left, want %d:\n%s", name, left, want, f)
	}
	return f
}

// TestReciprocals: which divisions become products.
func TestReciprocals(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		left int // divisions
	}{
		"by what is given":           {"%q = div %v, %d : u64\nstore %x, %i, %q", 0},
		"a remainder":                {"%q = rem %v, %d : u64\nstore %x, %i, %q", 0},
		"two by the same":            {"%q = div %v, %d : u64\n%p = rem %v, %d : u64\n%o = add %p, %q : u64\nstore %x, %i, %o", 0},
		"by a constant":              {"%q = div %v, %seven : u64\nstore %x, %i, %q", 1},
		"by what is loaded":          {"%q = div %d, %v : u64\nstore %x, %i, %q", 1},
		"with a sign":                {"%w = conv %v : i64\n%q = div %w, %k : i64\n%p = conv %q : u64\nstore %x, %i, %p", 1},
		"of 32 bits":                 {"%w = conv %v : u32\n%e = conv %d : u32\n%q = div %w, %e : u32\n%p = conv %q : u64\nstore %x, %i, %p", 1},
		"handed on":                  {"%p = add %m, %v : u64\n%n = rem %p, %d : u64", 1},
		"handed on under an if":      {"%c = lt %v, %m : bool\n%n = if %c : u64 {\n%n1 = rem %m, %d : u64\nyield %n1\n} {\nyield %m\n}", 1},
		"added to what is handed on": {"%p = rem %v, %d : u64\n%n = add %p, %m : u64", 0},
	} {
		body := c.body
		if !strings.Contains(body, "%n =") {
			body += "\n%n = add %m, %m : u64"
		}
		text := "func @f(%x: []u64, %d: u64, %k: i64) -> () kernel=single {\n%0 = const 0 : i64\n%seven = const 7 : u64\n%l = len %x : i64\n" +
			"%r = for %0, %l, %d <ints=[1]> : u64 (%i: i64, %m: u64) {\n%v = load %x, %i : u64\n" + body + "\nyield %n\n}\nreturn\n}"
		f := divisionsLeft(t, name, text, c.left)
		if n := strings.Count(f.String(), "divlong"); n > 1 {
			t.Errorf("%s: %d reciprocals", name, n)
		}
	}
	for name, c := range map[string]struct {
		text string
		left int // divisions
	}{
		"in loops of two arms": {"func @f(%x: []u64, %d: u64, %b: bool) -> () kernel=single {\n%0 = const 0 : i64\n%l = len %x : i64\nif %b {\nfor %0, %l <ints=[1]> (%i: i64) {\n%v = load %x, %i : u64\n" +
			"%q = div %v, %d : u64\nstore %x, %i, %q\nyield\n}\nyield\n} {\nfor %0, %l <ints=[1]> (%j: i64) {\n%w = load %x, %j : u64\n%p = rem %w, %d : u64\nstore %x, %j, %p\nyield\n}\nyield\n}\nreturn\n}", 0},
		"the first of two handed on": {"func @f(%x: []u64, %d: u64) -> () kernel=single {\n%0 = const 0 : i64\n%l = len %x : i64\n%r, %s = for %0, %l, %d, %d <ints=[1]> : u64, u64 (%i: i64, %m: u64, %n: u64) {\n" +
			"%v = load %x, %i : u64\n%p = add %m, %v : u64\n%q = rem %p, %d : u64\nyield %q, %v\n}\nreturn\n}", 1},
		"a loop that only leaves": {"func @f(%x: []u64, %d: u64) -> (u64) kernel=single {\n%q = block ^b : u64 {\nloop ^l %d (%m: u64) {\n%q0 = div %m, %d : u64\nbreak ^b %q0\n}\nyield %d\n}\nreturn %q\n}", 0},
		"under an if alone":       {"func @f(%d: u64, %b: bool) -> (u64) kernel=single {\n%7 = const 7 : u64\n%r = if %b : u64 {\n%q = div %7, %d : u64\nyield %q\n} {\nyield %d\n}\nreturn %r\n}", 1},
		"no kernel":               {"func @f(%x: []u64, %d: u64) -> () {\n%0 = const 0 : i64\n%l = len %x : i64\nfor %0, %l <ints=[1]> (%i: i64) {\n%v = load %x, %i : u64\n%q = div %v, %d : u64\nstore %x, %i, %q\nyield\n}\nreturn\n}", 1},
	} {
		divisionsLeft(t, name, c.text, c.left)
	}
	text := "func @f(%d: u64) -> (u64)"
	for _, kernel := range []string{"", " kernel=single"} { // one division takes less than a reciprocal
		m, err := ir.Parse(text + kernel + " {\n%7 = const 7 : u64\n%q = div %7, %d : u64\nreturn %q\n}")
		if err != nil {
			t.Fatal(err)
		}
		if opt.Reciprocals(m.Funcs[0]) {
			t.Errorf("%q: there is no loop", kernel)
		}
	}
}
