//go:build linux

package difftest_test

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"reflect"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/testdata/programs"
)

// sparse is a slice of n elements of which no page is in memory until it is written to, and which ends at a guard page. The pages are
// forgotten by reset.
type sparse struct {
	all  []byte
	size int
}

func newSparse(t *testing.T, bytes int) *sparse {
	page := os.Getpagesize()
	size := (bytes + page - 1) / page * page
	all, err := unix.Mmap(-1, 0, size+page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
	if err != nil {
		t.Skipf("SKIPPED: no address space: %v", err)
	}
	t.Cleanup(func() { _ = unix.Munmap(all) })
	// A huge page would be filled for each element that is touched.
	if err := unix.Madvise(all, unix.MADV_NOHUGEPAGE); err != nil {
		t.Logf("small pages: %v", err)
	}
	if err := unix.Mprotect(all[size:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return &sparse{all, size}
}

func (s *sparse) reset() { _ = unix.Madvise(s.all[:s.size], unix.MADV_DONTNEED) }

// slice is the last n elements.
func sliceOf[T any](s *sparse, n int) []T {
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(&s.all[s.size-n*int(unsafe.Sizeof(zero))])), n)
}

// TestHuge runs programs on slices of more than 4 Gi elements: no index and no offset fits 32 bits.
func TestHuge(t *testing.T) {
	targets := difftest.Targets(false)
	if len(targets) == 0 {
		t.Skip("SKIPPED: no target for machine code here")
	}
	const n = 1<<32 + 100_003
	const words = 1<<31 + 1003 // elements of 8 bytes and less
	s := newSparse(t, words*8)
	x := sliceOf[uint8](s, n)
	f64, f32, i16 := sliceOf[float64](s, words), sliceOf[float32](s, words), sliceOf[int16](s, words)
	r := rand.New(rand.NewSource(1))
	u32, i64, i32, u64 := make([]uint32, 500), make([]int, 500), make([]int32, 500), make([]uint64, 500)
	for i := range u32 {
		u32[i] = r.Uint32() | 1<<31&uint32(-(i&1))
		i64[i] = n - 1 - r.Intn(n)>>(i%8)
		i32[i] = math.MaxInt32 - r.Int31()>>(i%8)
		u64[i] = uint64(r.Intn(words))
	}
	low := make([]uint32, 500) // for slices that are shorter
	for i := range low {
		low[i] = u32[i] % words
	}
	out := make([]uint8, 1000)
	p := unsafe.Slice((*struct{ r, g, b uint8 })(unsafe.Pointer(&x[0])), n/3)

	cases := map[string]programs.Case{}
	for _, c := range programs.Cases {
		cases[c.Name] = c
	}
	units := loadCorpus(t)
	for _, c := range []struct {
		name string
		args []any
	}{
		{"StrideSum", []any{x, 1100, 1<<22 - 5000}},
		{"StrideSum", []any{x, 1100, 1 << 22}}, // out of range
		{"StrideSum", []any{x, 3, math.MaxInt}},
		{"StrideSum", []any{x, 300, 1 << 55}}, // wraps around
		{"Far", []any{x, n - 1000, out}},
		{"Far", []any{x, 1<<31 - 500, out}},
		{"Far", []any{x, 1<<32 - 500, out}},
		{"Far", []any{x, n - 999, out}},
		{"Far", []any{x, math.MaxInt - 3, out}},
		{"FromEnd", []any{x, out}},
		{"FromEnd", []any{x[:1<<32+7], out}},
		{"PickU8U32", []any{x, u32}},
		{"PickU8I64", []any{x, i64}},
		{"PickU8I64", []any{x[:1<<32], append([]int{1 << 32}, i64...)}},
		{"PickF64I32", []any{f64, i32}},
		{"PickF64I32", []any{f64, append([]int32{-1}, i32...)}},
		{"PickF32U32", []any{f32, low}},
		{"PickF32U32", []any{f32, append([]uint32{math.MaxUint32}, low...)}},
		{"PickI16U64", []any{i16, u64}},
		{"PickI16U64", []any{i16, append([]uint64{1 << 63, 1 << 32}, u64...)}},
		{"PutU8U32", []any{x, u32, out}},
		{"PutF64I32", []any{f64, i32, make([]float64, 500)}},
		{"GridSum", []any{x, 40, 3, n / 40}},
		{"GridSum", []any{x, 70, 3, 1 << 26}},
		{"GridSum", []any{x, 3, 70, 1<<31 - 20}},
		{"Greens", []any{p, 100, 1 << 21, 600}},
		{"Greens", []any{p, len(p) - 100, 1, 101}},
	} {
		pc := cases[c.name]
		if c.name == "Greens" { // the type of its elements has no name here
			c.args[0] = reflect.NewAt(reflect.TypeOf(pc.Fn).In(0), unsafe.Pointer(&p)).Elem().Interface()
		}
		m, err := ir.Parse(units[c.name].Text)
		if err != nil {
			t.Fatal(err)
		}
		want := huge(s, x, difftest.Plain(pc.Fn), c.args, i64)
		for _, target := range targets {
			call, err := target.Compile(m, units[c.name].Entry, reflect.TypeOf(pc.Fn))
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if got := huge(s, x, call, c.args, i64); got != want {
				t.Errorf("%s %s %v: %s, want %s", target.Name, c.name, c.args[1:], got, want)
			}
		}
	}
}

// huge calls a function on memory in which few elements are not zero, and gives what came out as text, with a hash of what changed.
func huge(s *sparse, x []uint8, call difftest.Runner, args []any, at []int) (text string) {
	s.reset()
	for i, k := range at {
		x[k] = uint8(i)
	}
	for k := range 2000 {
		x[len(x)-1-k] = uint8(k)
	}
	vs := make([]reflect.Value, len(args))
	for i, a := range args {
		vs[i] = reflect.ValueOf(a)
		if v := vs[i]; v.Kind() == reflect.Slice && v.Len() < 1<<20 { // an output, perhaps
			c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(c, v)
			vs[i] = c
		}
	}
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint("panic ", p)
			return
		}
		for _, v := range vs {
			if v.Kind() == reflect.Slice && v.Len() < 1<<20 {
				text += fmt.Sprint(" ", v)
			}
		}
		for _, k := range at {
			text += fmt.Sprint(" ", x[k])
		}
		text += fmt.Sprint(" ", x[len(x)-2000:], x[1<<31-1000:1<<31+1000], x[1<<32-1000:1<<32+1000])
		text = fmt.Sprintf("%x: %.200s", hash(text), text)
	}()
	for _, v := range call(vs) {
		text += fmt.Sprint(v, ";")
	}
	return text
}
