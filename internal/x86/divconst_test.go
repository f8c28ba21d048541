package x86

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestVectorByConst divides vectors by constants: all bytes by all, and of the wider types the ends and numbers at random.
func TestVectorByConst(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, isa := range isas(t) {
		for _, typ := range []*ir.Type{ir.TI8, ir.TU8, ir.TI16, ir.TU16, ir.TI32, ir.TU32, ir.TI64, ir.TU64} {
			size := typ.Size()
			lanes := isa.VectorBytes() / size
			mask := ^uint64(0) >> (64 - 8*size)
			var ds []uint64
			if size == 1 {
				for d := range uint64(255) {
					ds = append(ds, d+1)
				}
			} else {
				for d := range uint64(13) {
					ds = append(ds, d+1, -d-1, 1<<(8*size-1)-d, 1<<(8*size-1)+d)
				}
				ds = append(ds, 100, 641, 1000, 1000000007, 0xCCCCCCCCCCCCCCCD)
				for range 12 {
					ds = append(ds, r.Uint64()>>r.IntN(64)|1)
				}
			}
			for _, d := range ds {
				if d &= mask; d == 0 {
					continue
				}
				checkByConst(t, isa, typ, lanes, d, r)
			}
		}
	}
}

func checkByConst(t *testing.T, isa ISA, typ *ir.Type, lanes int, d uint64, r *rand.Rand) {
	size := typ.Size()
	number := fmt.Sprint(ir.SignExtend(typ, d))
	if typ == ir.TU64 {
		number = fmt.Sprint(d)
	}
	text := fmt.Sprintf(`
func @f(%%p: i64, %%q: i64, %%r: i64) -> () kernel=single {
  %%z = const 0 : i64
  %%x = mload %%p, %%z <ints=[1, 0]> : <%[1]d x %[2]s>
  %%d = const %[3]s : <%[1]d x %[2]s>
  %%a = div %%x, %%d : <%[1]d x %[2]s>
  %%b = rem %%x, %%d : <%[1]d x %[2]s>
  mstore %%q, %%z, %%a <ints=[1, 0]>
  mstore %%r, %%z, %%b <ints=[1, 0]>
  return
}`, lanes, typ, number)
	_, code := compileText(t, text, isa)
	k := load(t, code)
	var xs []uint64
	if size == 1 {
		for x := range uint64(256) {
			xs = append(xs, x)
		}
	} else {
		for i := range uint64(24) {
			xs = append(xs, i, -i, 1<<(8*size-1)-i, 1<<(8*size-1)+i, d*i, d*i-1, -(d * i), r.Uint64(), r.Uint64()>>r.IntN(64))
		}
		for len(xs)%lanes != 0 {
			xs = append(xs, r.Uint64())
		}
	}
	in, out, rem := make([]byte, 64), make([]byte, 64), make([]byte, 64)
	at := func(b []byte, i int) uint64 {
		v := uint64(0)
		for j := range size {
			v |= uint64(b[i*size+j]) << (8 * j)
		}
		return v
	}
	for ; len(xs) > 0; xs = xs[lanes:] {
		for i, x := range xs[:lanes] {
			for j := range size {
				in[i*size+j] = byte(x >> (8 * j))
			}
		}
		k.call(0, 0, addr(in), addr(out), addr(rem))
		for i, x := range xs[:lanes] {
			x = ir.Canonical(typ, x)
			q := ir.EvalScalar(ir.OpDiv, typ, typ, x, d)
			m := ir.EvalScalar(ir.OpRem, typ, typ, x, d)
			if at(out, i) != q || at(rem, i) != m {
				t.Fatalf("%v %v: %d / %d = %d, want %d; remainder %d, want %d", isa, typ, ir.SignExtend(typ, x), ir.SignExtend(typ, d),
					at(out, i), q, at(rem, i), m)
			}
		}
	}
}
