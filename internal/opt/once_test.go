package opt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/seeds"
)

// TestOnce: loops with one iteration, and loops whose first leaves nothing to do, with what they carry besides and what may fail in them.
func TestOnce(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 300
	}
	m := &meaning{pass: opt.Once, inputs: 12, signature: reflect.TypeFor[func(x, y []int64, p, q int64) int64](), arguments: func(r *rand.Rand) []any {
		x, y := make([]int64, r.IntN(9)), make([]int64, r.IntN(9))
		for i := range x {
			x[i] = int64(i*i + 1)
		}
		number := func() int64 {
			if r.IntN(5) == 0 {
				return []int64{math.MinInt64, math.MaxInt64 - 1, -1}[r.IntN(3)]
			}
			return int64(r.IntN(9))
		}
		return []any{x, y, number(), number()}
	}}
	seeds.Each(t, n, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		pick := func(of ...string) string { return of[r.IntN(len(of))] }
		head := "func @f(%x: []i64, %y: []i64, %p: i64, %q: i64) -> (i64) {\n%zero = const 0 : i64\n%one = const 1 : i64\n%two = const 2 : i64\n%lx = len %x : i64\n%ly = len %y : i64\n%eight = const 8 : i64\n" +
			"%p8 = min %p, %eight : i64\n%b = max %p8, %zero : i64\n%q8 = min %q, %eight : i64\n%big = add %b, %two : i64\n"
		inner := "check.index %k, %lx\n%v = load %x, %k : i64\n%w = xor %v, %a : i64\ncheck.index %k, %ly\nstore %y, %k, %w\n%u = add %w, %k : i64\nyield %u\n"
		if r.IntN(3) == 0 {
			lo := pick("%b", "%q8", "%zero")
			m.check(t, head+"%end = add "+pick(lo, lo, "%b")+", "+pick("%one", "%one", "%two")+" : i64\n%s = for "+lo+", %end, %q <ints=[1]> : i64 (%k: i64, %a: i64) {\n"+inner+"}\nreturn %s\n}\n", r)
			return
		}
		end := pick("%lx", "%b", "%q8")
		last := pick("%f", "%f", "%f", end)
		ahead := pick("", "", "start\n", "check.index %b, %lx\n", "check.index %g, %lx\n", "%m = mul %b, %g : i64\n")
		m.check(t, head+fmt.Sprintf("%%s, %%t = for %%zero, %s, %s, %%q <ints=[1]> : i64, i64 (%%g: i64, %%f: i64, %%c: i64) {\n%s%%d = for %%f, %s, %s <ints=[1]> : i64 (%%k: i64, %%a: i64) {\n%s}\n%%n = max %s : i64\nyield %%n, %s\n}\n%%r = xor %%s, %%t : i64\nreturn %%r\n}\n",
			pick("%b", "%big", "%two"), pick("%zero", "%b"), ahead, end, pick("%c", "%c", "%two"), inner, pick("%f, "+end, end+", %f", "%f, %ly"), pick("%d", "%d", "%c", last)), r)
	})
	m.enough(t, n/6, n)
}

// TestMoves: moves between two objects in loops are loops; others stay.
func TestMoves(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		changed bool
	}{
		"from one to another":    {"%d = make %n : []u8\nfor %zero, %n <ints=[1]> (%i: i64) {\nmove %d, %x, %i\nyield\n}", true},
		"not in a loop":          {"%d = make %n : []u8\nmove %d, %x, %n", false},
		"within one":             {"%d = make %n : []u8\nfor %zero, %n <ints=[1]> (%i: i64) {\nmove %d, %d, %i\nyield\n}", false},
		"that may be the same":   {"for %zero, %n <ints=[1]> (%i: i64) {\nmove %y, %x, %i\nyield\n}", false},
		"in a loop that grows":   {"%d = make %n : []u8\nfor %zero, %n <ints=[1]> (%i: i64) {\n%e = make %i : []u8\nmove %e, %d, %i\nyield\n}", false},
		"in one inside, as well": {"%d = make %n : []u8\nfor %zero, %n <ints=[1]> (%i: i64) {\nfor %zero, %n <ints=[1]> (%j: i64) {\nmove %d, %x, %j\nyield\n}\nyield\n}", true},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := ir.Parse("func @f(%x: []u8, %y: []u8, %n: i64) -> () {\n%zero = const 0 : i64\n" + c.text + "\nreturn\n}\n")
			if err != nil {
				t.Fatal(err)
			}
			f := m.Funcs[0]
			if changed := opt.Moves(f); changed != c.changed {
				t.Errorf("changed: %v\n%s", changed, f)
			}
			if err := ir.VerifyFunc(f, ir.Residual); err != nil {
				t.Errorf("%v\n%s", err, f)
			}
		})
	}
}
