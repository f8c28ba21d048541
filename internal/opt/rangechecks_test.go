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
	lo, hi, index := "%lo", "%hi", "%i"
	if r.IntN(3) == 0 { // an end with cases
		hi = "%h4"
		c := func() int { return []int{0, 1, 4, 9, 1 << 47, 1 << 62}[r.IntN(6)] }
		cases := []string{"select %hc, %h1, %hk", "select %hc, %hk, %h1", "select %hc, %hk, %hk2", "min %h1, %hk", "max %h1, %hk", "min %h1, %n"}[r.IntN(6)]
		line("%%hk = const %d : i64\n%%hk2 = const %d : i64\n%%hc = lt %%k, %%n : bool\n%%h1 = sub %%hi, %%lo : i64\n%%h2 = %s : i64", c(), c(), cases)
		line("%%hu = conv %%h2 : %s\n%%h3 = conv %%hu : i64\n%%h4 = add %%h3, %s : i64", []string{"u64", "u64", "i64", "u8", "i32", "f64"}[r.IntN(6)], []string{"%c11", "%n"}[r.IntN(2)])
	}
	if r.IntN(3) == 0 {
		lo = "%c0"
		line("%%c0 = const %d : i64", []int{0, 0, 0, 0, -1, 1}[r.IntN(6)])
	}
	line("%%s = for %s, %s, %%k <ints=[%d]> : i64 (%%i: i64, %%m: i64) {", lo, hi, []int{1, 1, 1, 2, 3, 5}[r.IntN(6)])
	if r.IntN(2) == 0 { // the index is used in something else only, or nearly so
		index = "%w"
		line("%%w = %s : i64", []string{"add %i, %k", "add %k, %i", "add %i, %n", "add %i, %m", "sub %i, %k", "sub %k, %i", "add %i, %i", "mul %i, %k"}[r.IntN(8)])
	}
	constant := func() string { return fmt.Sprintf("%%c%d", []int{7, 8, 9, 11, 12, 13, 17}[r.IntN(7)]) }
	sum, n := "%m", 0
	next := func(format string, args ...any) string {
		n++
		line("%%t%d = "+format+" : i64", append([]any{n}, args...)...)
		return fmt.Sprintf("%%t%d", n)
	}
	checks := 1 + r.IntN(4)
	for j := range checks {
		at := index
		if r.IntN(12) == 0 {
			at = "%i"
		}
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
	line("check.index %s, %%l\nyield %s\n}\nreturn %%s\n}", index, sum)
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
	for range 1500 {
		m.check(t, checkedLoop(r), r)
	}
	m.enough(t, 750, 1500)
}

// TestRangeChecksShift: what the loop without checks counts.
func TestRangeChecksShift(t *testing.T) {
	for name, c := range map[string]struct {
		lo, body string
		shifts   bool
	}{
		"what is checked":       {"%0", "%w = add %i, %k : i64\ncheck.index %w, %l", true},
		"the other way round":   {"%0", "%w = add %k, %i : i64\ncheck.index %w, %l", true},
		"checked as well":       {"%0", "%w = add %k, %i : i64\n%v = add %w, %k : i64\ncheck.index %v, %l\ncheck.index %w, %l", true},
		"another is checked":    {"%0", "%w = add %k, %i : i64\n%v = add %w, %k : i64\ncheck.index %v, %l", false},
		"not from 0":            {"%k", "%w = add %i, %k : i64\ncheck.index %w, %l", false},
		"the index itself, too": {"%0", "%w = add %i, %k : i64\ncheck.index %w, %l\ncheck.index %i, %l", false},
		"a difference":          {"%0", "%w = sub %k, %i : i64\ncheck.index %w, %l", false},
		"what is carried":       {"%0", "%w = add %i, %k : i64\ncheck.index %w, %l\n%v = add %i, %m : i64", false},
	} {
		m, err := ir.Parse("func @f(%hi: i64, %l: i64, %k: i64) -> () kernel=single {\n%0 = const 0 : i64\n%r = for " + c.lo + ", %hi, %k <ints=[1]> : i64 (%i: i64, %m: i64) {\n" +
			c.body + "\nyield %w\n}\nreturn\n}")
		if err != nil {
			t.Fatal(err)
		}
		if !opt.RangeChecks(m.Funcs[0]) {
			t.Errorf("%s: there is one loop", name)
		}
		fast, _, _ := strings.Cut(m.Funcs[0].String(), "} {")
		if shifts := !strings.Contains(fast, "%w ="); shifts != c.shifts {
			t.Errorf("%s:\n%s", name, fast)
		}
		if opt.RangeChecks(m.Funcs[0]) {
			t.Errorf("%s: changed twice", name)
		}
	}
}

// TestRangeChecksUsualCase: the loop without checks ends where it usually does, and that is asked.
func TestRangeChecksUsualCase(t *testing.T) {
	for name, c := range map[string]struct {
		cases string
		usual string // what the loop without checks ends at
	}{
		"none":                {"%h = sub %k, %l : i64", "%h"},
		"a choice":            {"%d = sub %k, %l : i64\n%h = select %b, %d, %0 : i64", "%d"},
		"the other choice":    {"%d = sub %k, %l : i64\n%h = select %b, %0, %d : i64", "%d"},
		"two that vary":       {"%d = sub %k, %l : i64\n%h = select %b, %d, %k : i64", "%h"},
		"two that do not":     {"%h = select %b, %far, %0 : i64", "%h"},
		"a bound far away":    {"%d = sub %k, %l : i64\n%h = min %d, %far : i64", "%d"},
		"a bound that counts": {"%h = min %k, %ten : i64", "%h"},
		"inside":              {"%d = sub %k, %l : i64\n%e = min %d, %far : i64\n%f = add %e, %ten : i64\n%h = select %b, %f, %0 : i64", "add %d, %ten"},
		"without a sign":      {"%d = sub %k, %l : i64\n%u = conv %d : u64\n%v = min %u, %ufar : u64\n%h = conv %v : i64", "conv %u"},
	} {
		m, err := ir.Parse("func @f(%l: i64, %k: i64, %b: bool) -> () kernel=single {\n%0 = const 0 : i64\n%ten = const 10 : i64\n%far = const 4611686018427387904 : i64\n" +
			"%ufar = const 4611686018427387904 : u64\n" + c.cases + "\nfor %0, %h <ints=[1]> (%i: i64) {\ncheck.index %i, %l\nyield\n}\nreturn\n}")
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		if !opt.RangeChecks(f) {
			t.Errorf("%s: there is one loop", name)
		}
		branch := f.Body.Ops[len(f.Body.Ops)-2]
		end := branch.Regions[0].Ops[0].Args[1]
		got := "%" + end.Name
		if o := end.Def; end.Name == "" {
			got = o.Kind.String()
			for _, a := range o.Args {
				got += " %" + a.Name
			}
			got = strings.Replace(got, " %", ", %", 2)
			got = strings.Replace(got, ",", "", 1)
		}
		if got != c.usual {
			t.Errorf("%s: ends at %s\n%s", name, got, f)
		}
		if asked := strings.Contains(f.String(), "eq %h, "); asked != (c.usual != "%h") {
			t.Errorf("%s: asked %v\n%s", name, asked, f)
		}
	}
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
