package opt_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// TestStrengthMeans: what loops mean stays the same, whatever their indices are multiplied by.
func TestStrengthMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(111, 112))
	extremes := []int64{math.MinInt64, math.MaxInt64, -1 << 62, 1 << 62, -1, 0, 1}
	m := &meaning{
		pass:      opt.Strength,
		signature: reflect.TypeFor[func(x []int64, lo, hi, k, n int64) int64](),
		inputs:    8,
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
			lo := some(12)
			return []any{x, lo, lo + int64(r.IntN(50)) - 2, some(30), some(90)}
		},
	}
	for range 2500 {
		text := checkedLoop(r)
		if r.IntN(2) == 0 { // products that are part of a result, not of an index
			by := []string{"%k", "%n", "%c7", "%c11"}[r.IntN(4)]
			from := []string{"%i", "%d", "%d", "%m"}[r.IntN(4)]
			sum := []string{"add %i, %n", "sub %i, %lo", "sub %n, %i", "sub %m, %n", "sub %n, %m"}[r.IntN(5)]
			last := strings.LastIndex(text, "yield ")
			_, tail, _ := strings.Cut(text[last:], "\n")
			text = text[:last] + "%d = " + sum + " : i64\n%e = mul " + from + ", " + by + " : i64\n%g = add %m, %e : i64\nyield %g\n" + tail
		}
		text = strings.Replace(text, "= for ", "= for ^l ", 1)
		last := strings.LastIndex(text, "yield ")
		head, end := text[:last], "yield "
		sum, tail, _ := strings.Cut(text[last+len(end):], "\n")
		switch r.IntN(12) { // how an iteration ends
		case 0:
			end = "%h = lt %i, %n : bool\nif %h {\ncontinue ^l " + sum + "\n} {\nyield\n}\nyield "
		case 1:
			end = "%h = lt %n, %i : bool\nif %h {\nbreak ^l " + sum + "\n} {\nyield\n}\nyield "
		case 2:
			end = "%h = lt %n, %i : bool\nif %h {\ncontinue ^l " + sum + "\n} {\nyield\n}\nbreak ^l "
		case 3:
			end = []string{"break ^l ", "return "}[r.IntN(2)]
		}
		text = head + end + sum + "\n" + tail
		m.check(t, text, r)
	}
	m.enough(t, 600, 600)
}

// TestStrength: which products a loop carries.
func TestStrength(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		left int // products
	}{
		"the index, times what is given":    {"%m = mul %i, %k : i64\nstore %x, %i, %m", 0},
		"a constant":                        {"%m = mul %i, %seven : i64\nstore %x, %i, %m", 0},
		"a constant of the body":            {"%c = const 7 : i64\n%d = const 2 : i64\n%e = sub %i, %d : i64\n%m = mul %e, %c : i64\nstore %x, %i, %m", 0},
		"a power of two":                    {"%m = mul %i, %eight : i64\nstore %x, %i, %m", 1},
		"a distance":                        {"%d = sub %i, %lo : i64\n%m = mul %d, %eight : i64\nstore %x, %i, %m", 0},
		"downwards":                         {"%d = sub %hi, %i : i64\n%m = mul %k, %d : i64\nstore %x, %i, %m", 0},
		"the square":                        {"%m = mul %i, %i : i64\nstore %x, %i, %m", 1},
		"by what is loaded":                 {"%v = load %x, %i : i64\n%m = mul %i, %v : i64\nstore %x, %i, %m", 1},
		"of what is loaded":                 {"%v = load %x, %i : i64\n%d = add %i, %v : i64\n%m = mul %d, %k : i64\nstore %x, %i, %m", 1},
		"twice as fast":                     {"%d = add %i, %i : i64\n%m = mul %d, %k : i64\nstore %x, %i, %m", 1},
		"four of them":                      {strings.Repeat("%m = mul %i, %k : i64\nstore %x, %i, %m\n", 4), 1},
		"one that only some iterations use": {"%c = lt %i, %k : bool\nif %c {\n%m = mul %i, %k : i64\nstore %x, %i, %m\nyield\n} {\nyield\n}", 1},
		"a loop inside":                     {"%m = mul %i, %k : i64\nfor %lo, %m <ints=[1]> (%j: i64) {\nyield\n}", 1},
	} {
		body := c.body
		for n := range 4 { // names of their own
			body = strings.Replace(body, "%m = mul %i, %k : i64\nstore %x, %i, %m\n", "%m"+string(rune('a'+n))+" = mul %i, %k : i64\nstore %x, %i, %m"+string(rune('a'+n))+"\n", 1)
		}
		text := "func @f(%x: []i64, %lo: i64, %hi: i64, %k: i64) -> () kernel=single {\n%seven = const 7 : i64\n%eight = const 8 : i64\n" +
			"for %lo, %hi <ints=[1]> (%i: i64) {\n" + body + "\nyield\n}\nreturn\n}"
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f := m.Funcs[0]
		before := strings.Count(text, "= mul")
		if changed := opt.Strength(f); changed != (c.left < before) {
			t.Errorf("%s: changed is %v", name, changed)
		}
		if err := ir.VerifyFunc(f, ir.Loops); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, loop, _ := strings.Cut(f.String(), "for ")
		if left := strings.Count(loop, "= mul"); left != c.left {
			t.Errorf("%s: %d products are left, want %d:\n%s", name, left, c.left, f)
		}
		if opt.Strength(f) && c.left <= 1 && name != "four of them" {
			t.Errorf("%s: changed twice", name)
		}
	}
}
