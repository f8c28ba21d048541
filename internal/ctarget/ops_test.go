package ctarget_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/ctarget"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/target"
)

// operation is a scalar operation on given types.
type operation struct {
	kind    ir.OpKind
	args    []*ir.Type
	result  *ir.Type
	constAt int // the operand that is a constant, or -1
	value   uint64
}

// operations lists all scalar operations on all types that the verifier allows, and those by constants that are printed in another way.
func operations() []operation {
	var ops []operation
	add := func(o operation) {
		o.constAt = -1
		if ir.VerifyFunc(o.kernel("f"), ir.Loops) != nil {
			return
		}
		ops = append(ops, o)
		switch o.kind {
		case ir.OpAdd, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpShl, ir.OpShr:
			if !o.args[1].IsInt() {
				break
			}
			for _, v := range []uint64{7, 64, math.MaxUint64} {
				o.constAt, o.value = 1, ir.Canonical(o.args[1], v)
				ops = append(ops, o)
			}
		}
	}
	for k := ir.OpKind(1); int(k) < len(ir.Infos); k++ {
		if !ir.CanEval(k) {
			continue
		}
		for _, t := range ir.Scalars() {
			switch {
			case k == ir.OpConv || k == ir.OpBitcast:
				for _, to := range ir.Scalars() {
					add(operation{kind: k, args: []*ir.Type{t}, result: to})
				}
			case k == ir.OpShl || k == ir.OpShr || k == ir.OpRotl:
				add(operation{kind: k, args: []*ir.Type{t, ir.TU64}, result: t})
			case k == ir.OpSelect:
				add(operation{kind: k, args: []*ir.Type{ir.TBool, t, t}, result: t})
			case k >= ir.OpEq && k <= ir.OpGe:
				add(operation{kind: k, args: []*ir.Type{t, t}, result: ir.TBool})
			default:
				args := make([]*ir.Type, k.Info().Args)
				for i := range args {
					args[i] = t
				}
				add(operation{kind: k, args: args, result: t})
			}
		}
	}
	return ops
}

// kernel is out[i] = op(a[i], b[i], c[i]).
func (o *operation) kernel(name string) *ir.Func {
	params := []*ir.Type{ir.TI64, ir.TI64, ir.SliceOf(o.result)}
	for _, t := range o.args {
		params = append(params, ir.SliceOf(t))
	}
	f := ir.NewFunc(name, params, nil)
	f.Kernel = ir.RangeKernel
	b := ir.NewBuilder(f.Body)
	loop := b.For(f.Body.Params[0], f.Body.Params[1], 1, nil)
	loop.Mode = ir.InLanes
	b.Return()
	b = b.In(loop.Regions[0])
	i := loop.Regions[0].Params[0]
	var args []*ir.Value
	for k, s := range f.Body.Params[3:] {
		if k == o.constAt {
			args = append(args, b.Const(o.args[k], o.value))
		} else {
			args = append(args, b.Load(s, i, nil))
		}
	}
	b.Store(f.Body.Params[2], i, b.Op(o.kind, args, o.result).Result(), nil)
	b.Yield()
	return f
}

func (o *operation) String() string {
	s := o.kind.String() + " " + ir.TypeList(o.args) + " -> " + o.result.String()
	if o.constAt >= 0 {
		s += fmt.Sprintf(" by %#x", o.value)
	}
	return s
}

// values are what is to be tried of a type.
func values(t *ir.Type) []uint64 {
	var vs []uint64
	if t.IsFloat() {
		for _, f := range []float64{0, 1, 0.5, 1.5, 2.5, 3.7, 1e-300, 1e-40, 5e-324, 1e10, 1e20, 1e300, 126.9, 127, 127.5, 128, 255.9, 256, 32767.9, 32768, 65535.5, 65536,
			2147483520, 2147483647, 2147483647.5, 2147483648, 2147483649, 4294967295, 4294967296, 9223372036854774784, 9223371487098961920,
			1 << 63, 1 << 64, 1.8446744073709550e19, math.MaxFloat32, math.MaxFloat64, math.Pi, math.Inf(1), math.NaN()} {
			vs = append(vs, ir.FloatBits(t, f), ir.FloatBits(t, -f))
		}
		return vs
	}
	for _, v := range []uint64{0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 63, 64, 65, 100, 127, 128, 200, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000, 0x12345678, 0x7fffffff, 0x80000000,
		0xffffffff, 1 << 32, 0x123456789abcdef0, 1<<63 - 1, 1 << 63, 1<<63 + 1, math.MaxUint64, math.MaxUint64 - 1, math.MaxUint64 - 100, 0xff80, 0xffffff80, 0xffff8000} {
		vs = append(vs, ir.Canonical(t, v))
	}
	return vs
}

// memory is an array of values of a type.
type memory struct {
	t     *ir.Type
	bytes []byte
}

func newMemory(t *ir.Type, n int) memory { return memory{t, make([]byte, n*t.Size())} }

func (m memory) set(i int, bits uint64) {
	for k := range m.t.Size() {
		m.bytes[i*m.t.Size()+k] = byte(bits >> (8 * k))
	}
}

func (m memory) get(i int) (bits uint64) {
	for k := range m.t.Size() {
		bits |= uint64(m.bytes[i*m.t.Size()+k]) << (8 * k)
	}
	return bits
}

// TestScalarOps compares every scalar operation on every type with its definition, on values of all kinds. HONE_CTARGET_FLAGS has more
// flags for the compiler, one set after each comma.
func TestScalarOps(t *testing.T) {
	for _, flags := range strings.Split("-O2"+os.Getenv("HONE_CTARGET_FLAGS"), ",") {
		c, err := ctarget.New(ctarget.Options{Flags: strings.Fields(flags)})
		if err != nil {
			t.Skip("SKIPPED: ", err)
		}
		ops := operations()
		t.Logf("%d operations", len(ops))
		var kernels []*ir.Func
		for i, o := range ops {
			kernels = append(kernels, o.kernel(fmt.Sprintf("m.k%d", i)))
		}
		code, err := c.Compile(kernels, &target.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range ops {
			k := code.Kernels[fmt.Sprintf("m.k%d", i)]
			o.compare(t, flags, func(params unsafe.Pointer, n int64) int64 { return k.Call(params, 0, n) })
		}
	}
}

func (o *operation) compare(t *testing.T, flags string, call func(params unsafe.Pointer, n int64) int64) {
	rows := [][]uint64{nil}
	for k, typ := range o.args {
		vs := values(typ)
		if k == 2 {
			vs = vs[:min(len(vs), 12)]
		}
		if k == o.constAt {
			vs = []uint64{o.value}
		}
		var more [][]uint64
		for _, r := range rows {
			for _, v := range vs {
				if k != 1 || v != 0 || o.kind != ir.OpDiv && o.kind != ir.OpRem || typ.IsFloat() {
					more = append(more, append(r[:len(r):len(r)], v))
				}
			}
		}
		rows = more
	}
	out := newMemory(o.result, len(rows))
	words := []uint64{address(out), uint64(len(rows)), uint64(len(rows))}
	var in []memory
	for k, typ := range o.args {
		m := newMemory(typ, len(rows))
		for i, r := range rows {
			m.set(i, r[k])
		}
		in = append(in, m)
		words = append(words, address(m), uint64(len(rows)), uint64(len(rows)))
	}
	words = append(words, 0, 0, 0, 0)
	if status := call(unsafe.Pointer(&words[0]), int64(len(rows))); status != 0 {
		t.Fatalf("%s: status %d", o, status)
	}
	for i, r := range rows {
		got, want := out.get(i), ir.EvalScalar(o.kind, o.args[min(1, len(o.args)-1)*selects(o.kind)], o.result, r...)
		if got == want || o.result.IsFloat() && math.IsNaN(ir.BitsFloat(o.result, got)) && math.IsNaN(ir.BitsFloat(o.result, want)) {
			continue
		}
		var args []string
		for k, v := range r {
			args = append(args, ir.FormatConst(o.args[k], v))
		}
		t.Errorf("%s: %s of %s: got %#x, want %#x", flags, o, strings.Join(args, ", "), got, want)
		break
	}
	_ = in // alive until here
}

// selects is 1 for the op whose type is that of the second operand.
func selects(k ir.OpKind) int {
	if k == ir.OpSelect {
		return 1
	}
	return 0
}

func address(m memory) uint64 { return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(m.bytes)))) }
