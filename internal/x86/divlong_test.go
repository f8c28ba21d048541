package x86

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestDivideLongs divides vectors of 64-bit integers: products and their neighbours, where the quotient of doubles is closest to the next
// integer, of numbers on both sides of 2^51.
func TestDivideLongs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	draw := func() int64 {
		n := int64(r.Uint64() >> (12 + r.IntN(52)))
		switch r.IntN(8) {
		case 0:
			n = 1<<51 - 2 + r.Int64N(4)
		case 1:
			n = 1 + r.Int64N(3)
		case 2:
			n = int64(r.Uint64() >> r.IntN(13))
		}
		if r.IntN(2) == 0 {
			return -n
		}
		return n
	}
	for _, isa := range isas(t) {
		for _, typ := range []*ir.Type{ir.TI64, ir.TU64} {
			lanes := isa.VectorBytes() / 8
			_, code := compileText(t, fmt.Sprintf(`
func @f(%%p: i64, %%y: i64, %%q: i64, %%r: i64) -> () kernel=single {
  %%z = const 0 : i64
  %%x = mload %%p, %%z <ints=[8, 0]> : <%[1]d x %[2]s>
  %%d = mload %%y, %%z <ints=[8, 0]> : <%[1]d x %[2]s>
  %%a = div %%x, %%d : <%[1]d x %[2]s>
  %%b = rem %%x, %%d : <%[1]d x %[2]s>
  mstore %%q, %%z, %%a <ints=[8, 0]>
  mstore %%r, %%z, %%b <ints=[8, 0]>
  return
}`, lanes, typ), isa)
			k := load(t, code)
			x, y, quo, rem := make([]int64, lanes), make([]int64, lanes), make([]int64, lanes), make([]int64, lanes)
			for range 20000 {
				small := r.IntN(4) > 0
				for i := range x {
					if x[i], y[i] = draw(), draw(); small {
						x[i], y[i] = x[i]%(1<<51), y[i]%(1<<51)
					}
					if small && typ == ir.TU64 {
						x[i], y[i] = max(x[i], -x[i]), max(y[i], -y[i])
					}
					if y[i] == 0 {
						y[i] = 1
					}
					if n := x[i] / y[i]; r.IntN(2) == 0 {
						x[i] = n*y[i] + r.Int64N(3) - 1
					}
				}
				k.call(0, 0, addr(x), addr(y), addr(quo), addr(rem))
				for i := range x {
					q := int64(ir.EvalScalar(ir.OpDiv, typ, typ, uint64(x[i]), uint64(y[i])))
					m := int64(ir.EvalScalar(ir.OpRem, typ, typ, uint64(x[i]), uint64(y[i])))
					if quo[i] != q || rem[i] != m {
						t.Fatalf("%v %v: %d / %d = %d, want %d; remainder %d, want %d", isa, typ, x[i], y[i], quo[i], q, rem[i], m)
					}
				}
			}
		}
	}
}
