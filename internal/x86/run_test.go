package x86

import (
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// isas lists the instruction sets that this machine can run.
func isas(t testing.TB) []ISA {
	switch isa, _ := rt.Detect(); isa {
	case rt.AVX512:
		return []ISA{AVX2, AVX512}
	case rt.AVX2:
		t.Log("SKIPPED: avx512: this CPU has avx2")
		return []ISA{AVX2}
	}
	t.Skip("SKIPPED: machine code: this CPU has no AVX2")
	return nil
}

// compileText compiles the first function of a text, verified.
func compileText(t testing.TB, text string, isa ISA) (*ir.Func, *Code) {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := ir.Verify(m, ir.Lanes); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m.Funcs[0], compileChecked(t, m.Funcs[0], isa)
}

// kernel is compiled code ready to be called.
type kernel struct {
	code *Code
	mem  *rt.Code
}

func load(t testing.TB, code *Code) *kernel {
	t.Helper()
	mem, err := rt.NewCode(code.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return &kernel{code, mem}
}

// call runs the kernel and returns its status, and the words behind the parameters.
func (k *kernel) call(lo, hi int64, params ...uint64) (status int64, words []uint64) {
	w := make([]uint64, k.code.Words())
	copy(w, params)
	status = rt.Call(k.mem.Entry(0), k.code.Scratch, unsafe.Pointer(&w[0]), lo, hi)
	runtime.KeepAlive(k)
	return status, w[k.code.Params:]
}

// escape keeps what addr is given on the heap: kernels may not work on a goroutine's stack, which moves.
var escape unsafe.Pointer

func addr[T any](s []T) uint64 {
	escape = unsafe.Pointer(unsafe.SliceData(s))
	return uint64(uintptr(escape))
}

func listing(c *Code) string {
	var b strings.Builder
	for _, l := range c.Lines {
		b.WriteString(l.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

const axpy = `
func @axpy(%lo: i64, %hi: i64, %y: i64, %x: i64, %a: f64) -> () kernel=range {
  %av = splat %a : <4 x f64>
  loop ^l %lo (%i: i64) {
    %c = lt %i, %hi : bool
    if %c {
      %xv = mload %x, %i <ints=[8, 0]> : <4 x f64>
      %yv = mload %y, %i <ints=[8, 0]> : <4 x f64>
      %r = fma %av, %xv, %yv : <4 x f64>
      mstore %y, %i, %r <ints=[8, 0]>
      %k = const 4 : i64
      %j = add %i, %k : i64
      continue ^l %j
    } {
      break ^l
    }
    return
  }
  return
}
`

func TestAxpy(t *testing.T) {
	for _, isa := range isas(t) {
		_, code := compileText(t, axpy, isa)
		k := load(t, code)
		x, y := make([]float64, 64), make([]float64, 64)
		for i := range x {
			x[i], y[i] = float64(i), 1
		}
		st, _ := k.call(0, 64, addr(y), addr(x), 0x4000000000000000)
		if st != 0 {
			t.Fatalf("status %d", st)
		}
		for i := range y {
			if y[i] != float64(2*i+1) {
				t.Fatalf("y[%d] = %v", i, y[i])
			}
		}
	}
}
