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

// firstOthers is a loop whose first iterations may be others than the rest, which carries a number, stores, and loads what it has stored.
func firstOthers(r *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("func @f(%%x: []i64, %%lo: i64, %%hi: i64, %%k: i64) -> (i64) kernel=single {\n%%n = len %%x : i64\n%%one = const 1 : i64\n%%zero = const 0 : i64\n%%most = const 100 : i64")
	bound := func() string { return []string{"%lo", "%lo", "%zero", "%one", "%hi"}[r.IntN(5)] }
	line("%%h = min %%hi, %%most : i64\nblock ^b {\n%%s = for %s, %%h, %%k <ints=[%d]> : i64 (%%i: i64, %%m: i64) {", bound(), []int{1, 1, 1, 1, 2}[r.IntN(5)])
	sum := "%m"
	for k := range 1 + r.IntN(3) {
		at := []string{"%i", "%i", "%i", "%i", "%k", "%m"}[r.IntN(6)]
		kind := []string{"eq", "ne", "lt", "le", "gt", "ge"}[r.IntN(6)]
		c := []int64{0, 0, 1, 2, 3, 4, 5, 6, 12, 70, -1, math.MaxInt64}[r.IntN(12)]
		line("%%c%d = const %d : i64\n%%d%d = %s %s, %%c%d : bool", k, c, k, kind, at, k)
		if r.IntN(4) == 0 { // for its effects
			line("if %%d%d {\ncheck.index %%i, %%n\nstore %%x, %%i, %s\nyield\n} {\n%s\n}", k, sum, []string{"yield", "yield", "break ^b", "continue ^l %k"}[r.IntN(4)])
			continue
		}
		line("%%v%d = if %%d%d : i64 {\n%%p%d = add %s, %%i : i64\nyield %%p%d\n} {\n%%j%d = sub %%i, %%one : i64\ncheck.index %%j%d, %%n\n%%w%d = load %%x, %%j%d : i64\nyield %%w%d\n}", k, k, k, sum, k, k, k, k, k, k)
		sum = fmt.Sprintf("%%v%d", k)
	}
	if r.IntN(6) == 0 {
		line("%%leave = lt %s, %%lo : bool\nif %%leave {\nbreak ^l %%i\n} {\nyield\n}", sum)
	}
	line("%%t = xor %s, %%m : i64\ncheck.index %%i, %%n\nstore %%x, %%i, %%t\nyield %%t\n}\ncheck.index %%zero, %%n\nstore %%x, %%zero, %%s\nyield\n}\nreturn %%k\n}", sum)
	text := b.String()
	if strings.Contains(text, "^l") {
		text = strings.Replace(text, "= for ", "= for ^l ", 1)
	}
	return text
}

func TestPeelMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(131, 132))
	m := &meaning{
		pass:      opt.Peel,
		signature: reflect.TypeFor[func(x []int64, lo, hi, k int64) int64](),
		inputs:    10,
		arguments: func(r *rand.Rand) []any {
			x := make([]int64, r.IntN(20))
			for i := range x {
				x[i] = int64(r.IntN(9))
			}
			some := func() int64 {
				if r.IntN(10) == 0 {
					return []int64{math.MaxInt64, math.MaxInt64 - 1, -1}[r.IntN(3)]
				}
				return int64(r.IntN(8))
			}
			hi := int64(len(x))
			if r.IntN(2) == 0 {
				hi = some()
			}
			return []any{x, some(), hi, some()}
		},
	}
	for range 2000 {
		m.check(t, firstOthers(r), r)
	}
	m.enough(t, 300, 600)
}

// TestPeel: which loops are taken apart, and what is left of branches in the second.
func TestPeel(t *testing.T) {
	const reads = "%j = sub %i, %one : i64\n%w = load %x, %j : i64\nstore %x, %i, %w\n"
	for name, c := range map[string]struct {
		lo, body string
		left     int // branches in the second loop; -1: there is one loop
	}{
		"equal":                     {"%lo", "%c = eq %i, %zero : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}", 0},
		"not equal":                 {"%lo", "%c = ne %i, %zero : bool\nif %c {\n" + reads + "yield\n} {\nyield\n}", 0},
		"above":                     {"%lo", "%c = gt %i, %zero : bool\nif %c {\n" + reads + "yield\n} {\nyield\n}", 0},
		"below one":                 {"%lo", "%c = lt %i, %one : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}", 0},
		"two":                       {"%lo", "%c = lt %i, %one : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}\n%d = eq %i, %two : bool\nif %d {\nyield\n} {\nyield\n}", 0},
		"at least":                  {"%lo", "%c = ge %i, %one : bool\nif %c {\n" + reads + "yield\n} {\nyield\n}", 0},
		"as far as that goes":       {"%lo", "%c = lt %i, %three : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}\n%d = eq %i, %three : bool\nif %d {\nyield\n} {\nyield\n}", 0},
		"too far":                   {"%lo", "%c = le %i, %four : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}", -1},
		"below all":                 {"%lo", "%c = lt %i, %one : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}\n%d = le %i, %minus : bool\nif %d {\nyield\n} {\nyield\n}", 0},
		"not a constant":            {"%lo", "%c = eq %i, %k : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}", -1},
		"given":                     {"%lo", "if %b {\nyield\n} {\n" + reads + "yield\n}", -1},
		"of one operand":            {"%lo", "%c = not %b : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}", -1},
		"of 150 ops":                {"%lo", "%c = eq %i, %zero : bool\nif %c {\nyield\n} {\n" + reads + strings.Repeat("store %x, %i, %w\n", 142) + "yield\n}", 0},
		"of more":                   {"%lo", "%c = eq %i, %zero : bool\nif %c {\nyield\n} {\n" + reads + strings.Repeat("store %x, %i, %w\n", 143) + "yield\n}", -1},
		"far away":                  {"%lo", "%c = lt %i, %ten : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}", -1},
		"something else":            {"%lo", "%c = lt %k, %one : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}", -1},
		"begins there":              {"%one", "%c = eq %i, %zero : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}", -1},
		"reads something else":      {"%lo", "%c = eq %i, %zero : bool\nif %c {\nyield\n} {\n%w = load %y, %i : i64\nstore %x, %i, %w\nyield\n}", -1},
		"one of two that is so":     {"%lo", "%c = eq %i, %zero : bool\nif %c {\nyield\n} {\n" + reads + "yield\n}\n%d = eq %k, %zero : bool\nif %d {\nyield\n} {\nyield\n}", 1},
		"less or equal, and nested": {"%zero", "%c = le %i, %zero : bool\nif %c {\nyield\n} {\nif %c {\nyield\n} {\nyield\n}\n" + reads + "yield\n}", 1},
	} {
		m, err := ir.Parse("func @f(%x: []i64, %y: []i64, %lo: i64, %hi: i64, %k: i64, %b: bool) -> () kernel=single {\n%zero = const 0 : i64\n%three = const 3 : i64\n%four = const 4 : i64\n%minus = const -4 : i64\n%one = const 1 : i64\n%two = const 2 : i64\n%ten = const 10 : i64\n" +
			"for " + c.lo + ", %hi <ints=[1]> (%i: i64) {\n" + c.body + "\nyield\n}\nreturn\n}")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f := m.Funcs[0]
		if changed := opt.Peel(f); changed != (c.left >= 0) {
			t.Errorf("%s: changed is %v", name, changed)
		}
		if err := ir.VerifyFunc(f, ir.Loops); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		loops := strings.Split(f.String(), "for ")
		if c.left >= 0 && (len(loops) != 3 || strings.Count(loops[2], "if ") != c.left) {
			t.Errorf("%s:\n%s", name, f)
		}
	}
}

// TestPeelKernelsOnly: elsewhere loops stay whole, since they may yet become parallel ones.
func TestPeelKernelsOnly(t *testing.T) {
	m, err := ir.Parse("func @f(%x: []i64, %hi: i64) -> () {\n%zero = const 0 : i64\n%one = const 1 : i64\nfor %zero, %hi <ints=[1]> (%i: i64) {\n%c = eq %i, %zero : bool\nif %c {\nyield\n} {\n" +
		"%j = sub %i, %one : i64\n%w = load %x, %j : i64\nstore %x, %i, %w\nyield\n}\nyield\n}\nreturn\n}")
	if err != nil {
		t.Fatal(err)
	}
	if opt.Peel(m.Funcs[0]) {
		t.Error("changed")
	}
}

// TestPeelCarried: a loop that carries a number to what it stores loses more of its first iterations.
func TestPeelCarried(t *testing.T) {
	for name, c := range map[string]struct {
		first  int
		stores string
		peeled bool
	}{
		"a window":       {25, "store %x, %i, %t\n", true},
		"a long one":     {63, "store %x, %i, %t\n", true},
		"too long":       {64, "store %x, %i, %t\n", false},
		"stores nowhere": {25, "", false},
	} {
		m, err := ir.Parse(fmt.Sprintf(`func @f(%%x: []i64, %%y: []i64, %%lo: i64, %%hi: i64, %%k: i64) -> (i64) kernel=single {
			%%w = const %d : i64
			%%s = for %%lo, %%hi, %%k <ints=[1]> : i64 (%%i: i64, %%m: i64) {
				%%v = load %%y, %%i : i64
				%%a = add %%m, %%v : i64
				%%c = ge %%i, %%w : bool
				%%t = if %%c : i64 {
					%%j = sub %%i, %%w : i64
					%%u = load %%y, %%j : i64
					%%d = sub %%a, %%u : i64
					yield %%d
				} {
					yield %%a
				}
				%syield %%t
			}
			return %%s
		}`, c.first, c.stores))
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		if changed := opt.Peel(f); changed != c.peeled {
			t.Errorf("%s: changed is %v", name, changed)
		}
		if err := ir.VerifyFunc(f, ir.Loops); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if loops := strings.Split(f.String(), "for "); c.peeled && (len(loops) != 3 || strings.Contains(loops[2], "if ")) {
			t.Errorf("%s:\n%s", name, f)
		}
	}
}
