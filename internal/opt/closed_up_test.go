package opt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/seeds"
)

// TestCountUp: loops that count down and go up in memory mean the same counting up, with what they carry, and where they fail.
func TestCountUp(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 300
	}
	m := &meaning{pass: opt.Closed, inputs: 12, signature: reflect.TypeFor[func(x, y []int64, p, q int64) int64](), arguments: func(r *rand.Rand) []any {
		number := func() int64 {
			if r.IntN(6) == 0 {
				return []int64{math.MinInt64, math.MaxInt64, 1 << 61, -1 << 61}[r.IntN(4)]
			}
			return int64(r.IntN(10) - 1)
		}
		x, y := make([]int64, r.IntN(9)), make([]int64, r.IntN(9))
		for i := range x {
			x[i] = int64(i*i + 1)
		}
		return []any{x, y, number(), number()}
	}}
	seeds.Each(t, n, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		pick := func(of ...string) string { return of[r.IntN(len(of))] }
		from := pick("%lx", "%ly", "%b", "%b", "%p8")
		body := ""
		k := 0
		index := func() string {
			k++
			base := pick(from, from, "%lx", "%q")
			body += fmt.Sprintf("%%a%d = %s : i64\n", k, pick("sub "+base+", %i", "sub "+base+", %i", "sub "+base+", %i", "add %i, %minus"))
			return fmt.Sprintf("%%a%d", k)
		}
		at := index()
		body += "check.index " + at + ", %lx\n%v = load %x, " + at + " : i64\n%w = mul %s, %three : i64\n%z = sub %w, %v : i64\n"
		if r.IntN(2) == 0 {
			to := index()
			body += "check.index " + to + ", %ly\nstore %y, " + to + ", %z\n"
		}
		if r.IntN(3) == 0 {
			body += "%u = xor %z, %i : i64\n"
		} else {
			body += "%u = add %z, %three : i64\n"
		}
		m.check(t, "func @f(%x: []i64, %y: []i64, %p: i64, %q: i64) -> (i64) {\n%three = const 3 : i64\n%minus = const -1 : i64\n%zero = const 0 : i64\n%eight = const 8 : i64\n"+
			"%lx = len %x : i64\n%ly = len %y : i64\n%p8 = min %p, %eight : i64\n%b = max %p8, %minus : i64\n%q8 = min %q, %eight : i64\n%end = max %q8, "+pick("%zero", "%minus")+" : i64\n"+
			"%sum = for "+from+", %end, %zero <ints=[-1]> : i64 (%i: i64, %s: i64) {\n"+body+"yield %u\n}\nreturn %sum\n}\n", r)
	})
	m.enough(t, n/3, n)
}
