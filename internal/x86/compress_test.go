package x86

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// TestCompress brings lanes side by side for all masks of up to 16 lanes, and random ones of more, and counts them.
func TestCompress(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, isa := range isas(t) {
		for _, elem := range []*ir.Type{ir.TU8, ir.TI16, ir.TI32, ir.TF32, ir.TF64, ir.TU64} {
			for lanes := 2; lanes*elem.Size() <= isa.VectorBytes(); lanes *= 2 {
				for wide := 1; lanes*wide <= isa.VectorBytes() && wide <= 8; wide *= 2 {
					withFeatures(isa, func() {
						if isa == AVX2 && (elem.Size() < 4 || lanes*elem.Size() < 16) || elem.Size() < 4 && features&machine.VBMI2 == 0 {
							return
						}
						checkCompress(t, isa, elem, lanes, wide, r)
					})
				}
			}
		}
	}
}

// checkCompress has a mask of lanes of wide bytes choose among elements.
func checkCompress(t *testing.T, isa ISA, elem *ir.Type, lanes, wide int, r *rand.Rand) {
	t.Helper()
	size := elem.Size()
	vec, mask := ir.VecOf(elem, lanes), map[int]*ir.Type{1: ir.TI8, 2: ir.TI16, 4: ir.TI32, 8: ir.TI64}[wide]
	text := fmt.Sprintf(`func @k(%%lo: i64, %%hi: i64, %%m: i64, %%v: i64, %%r: i64, %%n: i64) -> () kernel=range {
  loop ^l %%lo (%%i: i64) {
    %%c = lt %%i, %%hi : bool
    if %%c {
      %%w = const %[3]d : i64
      %%at = mul %%i, %%w : i64
      %%a = mload %%m, %%at <ints=[%[4]d, 0]> : <%[3]d x %[5]v>
      %%z = const 0 : <%[3]d x %[5]v>
      %%k = ne %%a, %%z : <%[3]d x bool>
      %%x = mload %%v, %%at <ints=[%[2]d, 0]> : %[1]v
      %%y = compress %%x, %%k : %[1]v
      %%f = compress %%k, %%k : <%[3]d x bool>
      mstore %%r, %%at, %%y, %%f <ints=[%[2]d, 0]>
      %%s = count %%k : i64
      mstore %%n, %%i, %%s <ints=[8, 0]>
      %%one = const 1 : i64
      %%j = add %%i, %%one : i64
      continue ^l %%j
    } {
      break ^l
    }
    return
  }
  return
}
`, vec, size, lanes, wide, mask)
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, ir.Lanes); err != nil {
		t.Fatal(err)
	}
	f, code := compileText(t, text, isa)
	k := load(t, code)
	n := min(1<<lanes, 1<<16)
	masks, values, out, counts := make([]byte, n*lanes*wide), make([]byte, n*lanes*size), make([]byte, n*lanes*size), make([]byte, 8*n)
	want, numbers := make([]byte, len(out)), make([]byte, len(counts))
	for i := range n {
		bits, kept := uint64(i), 0
		if lanes > 16 {
			bits = r.Uint64() & r.Uint64()
		}
		for l := range lanes {
			x := r.Uint64()
			put(values, elem, i*lanes+l, x)
			if bits>>l&1 == 0 {
				continue
			}
			put(masks, mask, i*lanes+l, 1<<r.IntN(8*wide))
			put(want, elem, i*lanes+kept, x)
			kept++
		}
		put(numbers, ir.TI64, i, uint64(kept))
	}
	if same := int64(min(n, 64)); eval.RunKernel(f, []uint64{addr(masks), addr(values), addr(out), addr(counts), 0, 0, 0, 0}, 0, same) != 0 ||
		string(want[:int(same)*lanes*size]) != string(out[:int(same)*lanes*size]) || string(numbers[:8*same]) != string(counts[:8*same]) {
		t.Fatalf("%v, masks of %d bytes: interpreted wrong\n%s", vec, wide, text)
	}
	clear(out)
	clear(counts)
	if st, _ := k.call(0, int64(n), addr(masks), addr(values), addr(out), addr(counts)); st != 0 {
		t.Fatal(st)
	}
	if string(want) != string(out) || string(numbers) != string(counts) {
		t.Fatalf("%v %v, masks of %d bytes: wrong\n%s", isa, vec, wide, listing(code))
	}
}
