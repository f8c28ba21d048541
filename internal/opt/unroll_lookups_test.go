package opt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// lookupLoop is a loop that loads elements at places that are loaded, or stores to them, and perhaps carries something.
func lookupLoop(r *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("func @f(%%x: []i64, %%y: []i64, %%lo: i64, %%hi: i64, %%k: i64) -> (i64, i64) kernel=single {")
	line("%%l = len %%x : i64\n%%m = len %%y : i64\n%%one = const 1 : i64")
	line("%%r, %%q = for %%lo, %%hi, %%k, %%one <ints=[%d]> : i64, i64 (%%i: i64, %%s: i64, %%t: i64) {", []int{1, 1, -1}[r.IntN(3)])
	line("check.index %%i, %%l\n%%a = load %%x, %%i : i64")
	line("check.index %%a, %%m\n%%v = load %%y, %%a : i64")
	s, t := "%s", "%t"
	if r.IntN(2) == 0 {
		line("%%u = add %%v, %s : i64\nstore %%y, %%a, %%u", []string{"%one", "%k", "%s", "%i"}[r.IntN(4)])
	}
	if r.IntN(2) == 0 {
		line("%%w = add %%s, %s : i64", []string{"%v", "%one", "%t"}[r.IntN(3)])
		s = "%w"
	}
	if r.IntN(3) == 0 {
		s, t = t, s // the one's next value is the other's
	}
	if r.IntN(2) == 0 {
		line("check.index %%v, %%l\nstore %%x, %%v, %s", []string{"%s", "%i", "%k"}[r.IntN(3)])
	}
	line("yield %s, %s\n}\nreturn %%r, %%q\n}", s, t)
	return b.String()
}

func TestUnrollLookupsMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(111, 112))
	extremes := []int64{math.MinInt64, math.MinInt64 + 2, math.MaxInt64, math.MaxInt64 - 2, -1 << 62, 1 << 62, -1, 0, 1}
	m := &meaning{
		pass:      opt.UnrollLookups,
		signature: reflect.TypeFor[func(x, y []int64, lo, hi, k int64) (int64, int64)](),
		inputs:    12,
		arguments: func(r *rand.Rand) []any {
			x, y := make([]int64, r.IntN(40)), make([]int64, 1+r.IntN(20))
			wrong := r.IntN(4) == 0
			for i := range x {
				x[i] = int64(r.IntN(len(y)))
				if wrong && r.IntN(20) == 0 {
					x[i] = extremes[r.IntN(len(extremes))]
				}
			}
			for i := range y {
				y[i] = int64(r.IntN(max(len(x), 1)))
			}
			lo, hi := int64(r.IntN(len(x)+1)), int64(r.IntN(len(x)+2))
			if lo > hi && r.IntN(2) == 0 {
				lo, hi = hi, lo
			}
			switch r.IntN(8) {
			case 0:
				lo = extremes[r.IntN(len(extremes))]
			case 1:
				hi = extremes[r.IntN(len(extremes))]
			}
			if lo >= 0 && hi > 1<<40 || lo < -1<<40 && hi > -1<<40 || hi < -1<<40 { // that many iterations end at a check, or are none
				hi = min(max(hi, lo-50), lo) + int64(r.IntN(50))
			}
			return []any{x, y, lo, hi, int64(r.IntN(4))}
		},
	}
	for range 1000 {
		m.check(t, lookupLoop(r), r)
	}
	m.enough(t, 800, 2000)
}

// TestUnrollLookups: which loops are written out.
func TestUnrollLookups(t *testing.T) {
	const key = "%a = load %x, %i : i64\ncheck.index %a, %m\n"
	const count = key + "%v = load %y, %a : i64\n%u = add %v, %k : i64\nstore %y, %a, %u\n"
	const stored = "store %y, %a, %i\n"
	var much strings.Builder
	for n := range 4 {
		name := func(v string) []string { return []string{"%" + v, fmt.Sprintf("%%%s%d", v, n)} }
		strings.NewReplacer(slices.Concat(name("a"), name("v"), name("u"))...).WriteString(&much, count)
	}
	for name, c := range map[string]struct {
		head, body string
		unrolled   bool
	}{
		"a count":                   {"%lo, %hi <ints=[1]>", count, true},
		"downwards":                 {"%lo, %hi <ints=[-1]>", count, true},
		"in steps":                  {"%lo, %hi <ints=[2]>", count, false},
		"a scatter":                 {"%lo, %hi <ints=[1]>", key + stored, true},
		"a gather":                  {"%lo, %hi <ints=[1]>", key + "%v = load %y, %a : i64\nstore %x, %i, %v\n", true},
		"a digit of what is loaded": {"%lo, %hi <ints=[1]>", "%b = load %x, %i : i64\n%a = and %b, %k : i64\n" + stored, true},
		"no place that is loaded":   {"%lo, %hi <ints=[1]>", "%a = and %i, %k : i64\n%v = load %x, %a : i64\nstore %y, %a, %v\n", false},
		"nothing looked up":         {"%lo, %hi <ints=[1]>", "%v = load %x, %i : i64\nstore %y, %i, %v\n", false},
		"a branch":                  {"%lo, %hi <ints=[1]>", key + stored + "%c = lt %a, %k : bool\nif %c {\nyield\n} {\nyield\n}\n", false},
		"a block":                   {"%lo, %hi <ints=[1]>", key + stored + "block ^b {\n%c = lt %a, %k : bool\nif %c {\nbreak ^f\n} {\nyield\n}\nyield\n}\n", false},
		"few trips":                 {"%zero, %ten <ints=[1]>", count, false},
		"enough trips":              {"%zero, %twenty <ints=[1]>", count, true},
		"in lanes":                  {"%lo, %hi <ints=[1] mode=lanes>", count, false},
		"much to do":                {"%lo, %hi <ints=[1]>", much.String(), false},
	} {
		text := "func @f(%x: []i64, %y: []i64, %lo: i64, %hi: i64, %k: i64) -> () kernel=single {\n%m = len %y : i64\n%zero = const 0 : i64\n%ten = const 10 : i64\n" +
			"%twenty = const 20 : i64\nfor ^f " + c.head + " (%i: i64) {\n" + c.body + "yield\n}\nreturn\n}"
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		f := m.Funcs[0]
		if changed := opt.UnrollLookups(f); changed != c.unrolled {
			t.Errorf("%s: changed is %v\n%s", name, changed, f)
		}
		if opt.UnrollLookups(f) {
			t.Errorf("%s: changed twice\n%s", name, f)
		}
	}
	around := func(most string) string {
		return "() kernel=single {\n%zero = const 0 : i64\n%most = const " + most + " : i64\n%few = le %hi, %most : bool\nif %few {\nfor ^f %zero, %hi <ints=[1]> (%i: i64) {\n" +
			"%a = load %x, %i : i64\nstore %y, %a, %s\nyield\n}\nyield\n} {\nyield\n}\nreturn\n}"
	}
	if m, err := ir.Parse("func @f(%x: []i64, %y: []f64, %lo: i64, %hi: i64, %s: f64) -> " + around("32")); err != nil || !opt.UnrollLookups(m.Funcs[0]) {
		t.Error("one of up to 32 iterations isn't unrolled", err)
	}
	for name, text := range map[string]string{
		"one of few iterations, as a branch around says": around("31"),
		"one that ends after an iteration":               "() kernel=single {\nfor ^f %lo, %hi <ints=[1]> (%i: i64) {\n%a = load %x, %i : i64\nstore %y, %a, %s\nbreak ^f\n}\nreturn\n}",
		"a host's":                                       "() {\nfor %lo, %hi <ints=[1]> (%i: i64) {\n%a = load %x, %i : i64\nstore %y, %a, %s\nyield\n}\nreturn\n}",
		"one that waits for its additions": "(f64) kernel=single {\n%r = for %lo, %hi, %s <ints=[1]> : f64 (%i: i64, %t: f64) {\n" +
			"%a = load %x, %i : i64\n%v = load %y, %a : f64\n%u = add %t, %v : f64\nyield %u\n}\nreturn %r\n}",
	} {
		m, err := ir.Parse("func @f(%x: []i64, %y: []f64, %lo: i64, %hi: i64, %s: f64) -> " + text)
		if err != nil {
			t.Fatal(err)
		}
		if opt.UnrollLookups(m.Funcs[0]) {
			t.Errorf("%s: changed\n%s", name, m.Funcs[0])
		}
	}
}

// TestUnrollLookupsAhead: of elements next to each other one asks for memory ahead.
func TestUnrollLookupsAhead(t *testing.T) {
	m, err := ir.Parse(`func @f(%x: []i64, %y: []i64, %lo: i64, %hi: i64) -> () kernel=single {
		%one = const 1 : i64
		%n = len %y : i64
		for %lo, %hi <ints=[1]> (%i: i64) {
			%a = load %x, %i <mode=ahead> : i64
			check.index %a, %n
			%v = load %y, %a : i64
			%u = add %v, %one : i64
			store %y, %a, %u
			yield
		}
		return
	}`)
	if err != nil {
		t.Fatal(err)
	}
	if !opt.UnrollLookups(m.Funcs[0]) {
		t.Fatal("the loop is as it was")
	}
	if text := m.Funcs[0].String(); strings.Count(text, "load %x") != 5 || strings.Count(text, "mode=ahead") != 2 { // the other is in the loop over the rest
		t.Error(text)
	}
}
