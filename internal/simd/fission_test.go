package simd_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/simd"
)

// longChain is a kernel with one long chain of ops for each vector, which also takes in what was loaded first, from time to time.
func longChain(ops int) string {
	var b strings.Builder
	b.WriteString("func @f(%lo: i64, %hi: i64, %p: i64, %q: i64) -> () kernel=range {\n%k = const 4 : i64\n%end = loop ^l %lo : i64 (%i: i64) {\n%v0 = mload %p, %i <ints=[8, 0]> : <4 x u64>\n")
	for n := range ops {
		operand := "%v0"
		if n%3 > 0 {
			operand = "%v" + fmt.Sprint(n)
		}
		fmt.Fprintf(&b, "%%v%d = %s %%v%d, %s : <4 x u64>\n", n+1, []string{"add", "xor", "mul"}[n*n%7%3], n, operand)
	}
	fmt.Fprintf(&b, "mstore %%q, %%i, %%v%d <ints=[8, 0]>\n%%j = add %%i, %%k : i64\n%%more = lt %%j, %%hi : bool\nif %%more {\ncontinue ^l %%j\n} {\nbreak ^l %%j\n}\nunreachable\n}\n", ops)
	b.WriteString("%x = splat %end : <4 x i64>\nmstore %q, %end, %x <ints=[8, 0]>\nreturn\n}")
	return b.String()
}

// TestFission: what is cut into sections does the same for any number of vectors, and two of them take turns where the registers are enough.
func TestFission(t *testing.T) {
	few := *machine.AVX2()
	few.Registers = 5
	for _, c := range []struct {
		m     *machine.Desc
		turns int
	}{{machine.AVX2(), 2}, {&few, 1}} {
		parse := func() *ir.Func {
			m, err := ir.Parse(longChain(150))
			if err != nil {
				t.Fatal(err)
			}
			m.Funcs[0].Body.Walk(func(o *ir.Op) bool {
				if o.Kind == ir.OpLoop {
					o.Mode = ir.InLanes
				}
				return true
			})
			return m.Funcs[0]
		}
		whole, cut := parse(), parse()
		if !simd.Fission(cut, c.m, 4096, simd.FissionFrom) {
			t.Fatal("not cut")
		}
		if err := ir.Verify(&ir.Module{Funcs: []*ir.Func{cut}}, ir.Lanes); err != nil {
			t.Fatal(err)
		}
		if err := cut.CheckChanges(); err != nil {
			t.Error(err)
		}
		sections := 0
		cut.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpLoop && o.Parent != cut.Body {
				sections++
				muls := 0
				for _, in := range o.Regions[0].Ops {
					if in.Kind == ir.OpMul {
						muls++
					}
				}
				if muls%c.turns != 0 {
					t.Errorf("%d products in a section in which %d vectors take turns", muls, c.turns)
				}
			}
			return true
		})
		ops := strings.Count(cut.String(), "= mul ") - strings.Count(whole.String(), "= mul ")
		if want := c.turns * strings.Count(whole.String(), "= mul "); sections < 2 || ops != want {
			t.Errorf("%d sections with %d products, must be %d\n%s", sections, ops, want, cut)
		}
		for n := range int64(40) {
			run := func(f *ir.Func) []uint64 {
				x, y := make([]uint64, 256), make([]uint64, 256)
				for i := range x {
					x[i] = uint64(i)*0x9e3779b97f4a7c15 + 1
				}
				w := []uint64{uint64(uintptr(unsafe.Pointer(&x[0]))), uint64(uintptr(unsafe.Pointer(&y[0]))), 0, 0, 0, 0}
				if st := eval.RunKernel(f, w, 0, 4*n+1); st != 0 {
					t.Fatal(st)
				}
				return y
			}
			if want, got := run(whole), run(cut); !slices.Equal(want, got) {
				t.Fatalf("%d vectors: %x, must be %x\n%s", n+1, got, want, cut)
			}
		}
	}
}
