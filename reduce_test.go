package hone

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"
)

// lengths are those at which the canonical order changes its shape.
func lengths(w int) []int {
	return []int{-3, 0, 1, 2, 3, w/2 - 1, w / 2, w/2 + 1, w - 1, w, w + 1, 2*w - 1, 2*w + 1,
		8191, 8192, 8193, 8192 + w + 1, 3*8192 + 5}
}

// canonical spells out the canonical order as the package comment has it.
func canonical[T any](n, w int, id T, op func(a, b T) T, f func(i int) T) T {
	if n <= 0 {
		return id
	}
	var blocks []T
	for b := 0; b < n; b += 8192 {
		acc := make([]T, w)
		for j := range acc {
			acc[j] = id
			for i := b + j; i < n && i < b+8192; i += w {
				acc[j] = op(acc[j], f(i))
			}
		}
		for len(acc) > 1 {
			half := len(acc) / 2
			for j := range half {
				acc[j] = op(acc[j], acc[j+half])
			}
			acc = acc[:half]
		}
		blocks = append(blocks, acc[0])
	}
	r := blocks[0]
	for _, s := range blocks[1:] {
		r = op(r, s)
	}
	return r
}

// bits returns the representation of x, to tell -0 from 0; NaNs are all alike.
func bits[T Number](x T) string {
	if x != x {
		return "NaN"
	}
	b := unsafe.Slice((*byte)(unsafe.Pointer(&x)), unsafe.Sizeof(x))
	return fmt.Sprintf("%v = %x", x, b)
}

// compare checks the four reductions of numbers, and Reduce, on f.
func compare[T Number](t *testing.T, name string, w int, f func(i int) T) {
	t.Helper()
	lo, hi := extremes[T]()
	for _, op := range []struct {
		name string
		got  func(n int, f func(i int) T) T
		id   T
		op   func(a, b T) T
	}{
		{"Sum", Sum[T], 0, func(a, b T) T { return a + b }},
		{"Product", Product[T], 1, func(a, b T) T { return a * b }},
		{"Min", Min[T], hi, func(a, b T) T { return min(a, b) }},
		{"Max", Max[T], lo, func(a, b T) T { return max(a, b) }},
	} {
		for _, n := range lengths(w) {
			want := bits(canonical(n, w, op.id, op.op, f))
			if got := bits(op.got(n, f)); got != want {
				t.Errorf("%s of %d %s %T: got %s, want %s", op.name, n, name, lo, got, want)
			}
			if got := bits(Reduce(n, op.id, op.op, f)); got != want {
				t.Errorf("Reduce for %s of %d %s %T: got %s, want %s", op.name, n, name, lo, got, want)
			}
		}
	}
}

type celsius float32

func TestReductionsOfFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, 30000)
	for i := range x {
		x[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(10)-5))
	}
	special := func(every int, y float64) func(i int) float64 {
		return func(i int) float64 {
			if i%every == 0 {
				return y
			}
			return x[i]
		}
	}
	negZero := math.Copysign(0, -1)
	for name, f := range map[string]func(i int) float64{
		"random":        func(i int) float64 { return x[i] },
		"near 1":        func(i int) float64 { return 1 + x[i]*1e-8 },
		"-0":            func(i int) float64 { return negZero },
		"0 and -0":      func(i int) float64 { return math.Copysign(0, x[i]) },
		"some NaN":      special(5000, math.NaN()),
		"some Inf":      special(7, math.Inf(1)),
		"some -Inf":     special(31, math.Inf(-1)),
		"first is NaN":  special(40000, math.NaN()),
		"tiny":          func(i int) float64 { return x[i] * 1e-310 },
		"huge":          func(i int) float64 { return x[i] * 1e300 },
		"small integer": func(i int) float64 { return float64(i % 3) },
	} {
		compare(t, name, 32, f)
		compare(t, name, 64, func(i int) float32 { return float32(f(i)) })
		compare(t, name, 64, func(i int) celsius { return celsius(f(i)) })
	}
}

func TestReductionsOfIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	x := make([]uint64, 30000)
	for i := range x {
		x[i] = r.Uint64() | 1
	}
	compare(t, "random", 32, func(i int) int { return int(x[i]) })
	compare(t, "random", 32, func(i int) int64 { return int64(x[i]) })
	compare(t, "random", 32, func(i int) uint64 { return x[i] })
	compare(t, "random", 32, func(i int) uint { return uint(x[i]) })
	compare(t, "random", 64, func(i int) int32 { return int32(x[i]) })
	compare(t, "random", 64, func(i int) uint32 { return uint32(x[i]) })
	compare(t, "random", 128, func(i int) int16 { return int16(x[i]) })
	compare(t, "random", 128, func(i int) uint16 { return uint16(x[i]) })
	compare(t, "random", 256, func(i int) int8 { return int8(x[i]) })
	compare(t, "random", 256, func(i int) uint8 { return uint8(x[i]) })

	// Whatever the order, sums of integers wrap around to the same value.
	var want int32
	for i := range 30000 {
		want += int32(x[i])
	}
	if got := Sum(30000, func(i int) int32 { return int32(x[i]) }); got != want {
		t.Errorf("Sum = %d, want %d", got, want)
	}
}

func TestIdentities(t *testing.T) {
	checkIdentities[int](t, math.MinInt, math.MaxInt)
	checkIdentities[int8](t, math.MinInt8, math.MaxInt8)
	checkIdentities[int16](t, math.MinInt16, math.MaxInt16)
	checkIdentities[int32](t, math.MinInt32, math.MaxInt32)
	checkIdentities[int64](t, math.MinInt64, math.MaxInt64)
	checkIdentities[uint](t, 0, math.MaxUint)
	checkIdentities[uint8](t, 0, math.MaxUint8)
	checkIdentities[uint16](t, 0, math.MaxUint16)
	checkIdentities[uint32](t, 0, math.MaxUint32)
	checkIdentities[uint64](t, 0, math.MaxUint64)
	checkIdentities(t, float32(math.Inf(-1)), float32(math.Inf(1)))
	checkIdentities(t, math.Inf(-1), math.Inf(1))
}

func checkIdentities[T Number](t *testing.T, lo, hi T) {
	t.Helper()
	never := func(int) T { t.Error("f was called"); return 0 }
	for _, n := range []int{0, -1, math.MinInt} {
		if s, p, a, b := Sum(n, never), Product(n, never), Min(n, never), Max(n, never); s != 0 || p != 1 || a != hi || b != lo {
			t.Errorf("%T: identities %v, %v, %v, %v", lo, s, p, a, b)
		}
	}
}

// TestReduceIsWellDefined uses an operation that is neither associative nor
// commutative, and an initial value that is not neutral.
func TestReduceIsWellDefined(t *testing.T) {
	op := func(a, b uint32) uint32 { return a*3 + b ^ b>>7 }
	f := func(i int) uint32 { return uint32(i) * 2654435761 }
	for _, n := range lengths(64) {
		if got, want := Reduce(n, 99, op, f), canonical(n, 64, 99, op, f); got != want {
			t.Errorf("n %d: got %d, want %d", n, got, want)
		}
	}
	// One character per element shows the order itself.
	cat := func(a, b string) string { return a + b }
	letter := func(i int) string { return string(rune('a' + i%26)) }
	if got, want := Reduce(35, ".", cat, letter), canonical(35, 32, ".", cat, letter); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReduceStructs(t *testing.T) {
	type best struct {
		value float32
		at    int32
	}
	op := func(a, b best) best {
		if b.value > a.value {
			return b
		}
		return a
	}
	f := func(i int) best { return best{float32(i * 7919 % 1000), int32(i)} }
	id := best{float32(math.Inf(-1)), -1}
	for _, n := range lengths(64) {
		if got, want := Reduce(n, id, op, f), canonical(n, 64, id, op, f); got != want {
			t.Errorf("n %d: got %v, want %v", n, got, want)
		}
	}
}

func TestPartials(t *testing.T) {
	type pair struct {
		A int8
		B uint16
	}
	type nested struct {
		P [3]pair
		Q struct{ F float32 }
	}
	for _, c := range []struct{ got, want int }{
		{partials[float64](), 32},
		{partials[celsius](), 64},
		{partials[bool](), 256},
		{partials[int16](), 128},
		{partials[int](), 32},
		{partials[uintptr](), 32},
		{partials[complex128](), 32},
		{partials[complex64](), 64},
		{partials[pair](), 128},
		{partials[nested](), 64},
		{partials[[4]uint8](), 256},
		{partials[[2]nested](), 64},
		{partials[struct{}](), 32},
		{partials[string](), 32},
		{partials[[]int8](), 32},
		{partials[*int8](), 32},
		{partials[any](), 32},
		{partials[struct {
			a int8
			s string
		}](), 32},
	} {
		if c.got != c.want {
			t.Errorf("got %d, want %d", c.got, c.want)
		}
	}
}

// TestCallsInOrder checks that f is called once for every index, in order.
func TestCallsInOrder(t *testing.T) {
	for name, reduce := range map[string]func(n int, f func(i int) int16) int16{
		"Sum": Sum[int16], "Product": Product[int16], "Min": Min[int16], "Max": Max[int16],
		"Reduce": func(n int, f func(i int) int16) int16 {
			return Reduce(n, 0, func(a, b int16) int16 { return a ^ b }, f)
		},
		"Build": func(n int, f func(i int) int16) int16 { Build(n, f); return 0 },
	} {
		for _, n := range lengths(128) {
			if n < 0 {
				continue
			}
			next := 0
			reduce(n, func(i int) int16 {
				if i != next {
					t.Fatalf("%s of %d: f(%d) was called when f(%d) was due", name, n, i, next)
				}
				next++
				return 1
			})
			if next != n {
				t.Errorf("%s of %d: %d calls", name, n, next)
			}
		}
	}
}

func TestBuild(t *testing.T) {
	got := Build(4, func(i int) string { return fmt.Sprint(i * i) })
	if want := []string{"0", "1", "4", "9"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Build(0, func(i int) int { return i }); got == nil || len(got) != 0 {
		t.Errorf("got %v, want an empty slice", got)
	}
	defer func() {
		if err, ok := recover().(error); !ok || err.Error() != "runtime error: makeslice: len out of range" {
			t.Errorf("Build(-1) panics with %v", err)
		}
	}()
	Build(-1, func(i int) int { return i })
}

func TestReductionsDoNotAllocate(t *testing.T) {
	x := make([]float64, 10000)
	type pair struct{ a, b float64 }
	for name, f := range map[string]func(){
		"Sum": func() { Sum(len(x), func(i int) float64 { return x[i] }) },
		"Max": func() { Max(10, func(i int) float32 { return float32(x[i]) }) },
		"Reduce": func() {
			Reduce(len(x), 1, func(a, b float64) float64 { return a * b }, func(i int) float64 { return x[i] })
		},
		"struct": func() {
			Reduce(len(x), pair{}, func(a, b pair) pair { return pair{a.a + b.a, a.b + b.b} }, func(i int) pair { return pair{x[i], x[i]} })
		},
	} {
		f()
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkSum(b *testing.B) {
	x := make([]float64, 1<<16)
	for _, n := range []int{3, 100, len(x)} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				Sum(n, func(i int) float64 { return x[i] })
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
		})
	}
	b.Run("loop", func(b *testing.B) {
		var s float64
		for b.Loop() {
			for _, y := range x {
				s += y
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(x)), "ns/element")
	})
}

// TestComplexReductions checks that complex numbers are combined as Reduce does.
func TestComplexReductions(t *testing.T) {
	for _, n := range []int{0, 1, 2, 31, 32, 33, 9000} {
		f := func(i int) complex128 { return complex(1/float64(i+1), float64(i%7)/10) }
		if got, want := Sum(n, f), Reduce(n, 0, func(a, b complex128) complex128 { return a + b }, f); got != want {
			t.Errorf("Sum of %d: %v, want %v", n, got, want)
		}
		g := func(i int) complex64 { return complex64(f(i)) }
		if got, want := Product(n, g), Reduce(n, 1, func(a, b complex64) complex64 { return a * b }, g); got != want {
			t.Errorf("Product of %d: %v, want %v", n, got, want)
		}
	}
}
