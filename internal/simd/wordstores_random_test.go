package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
)

// Random stores of parts of integers, most of which make words, with other stores, loads and checks among them: what joinStores makes of them has to leave the
// same memory.

// storeOf emits the store of size bits of a value, from shift on.
func (z *wordSum) storeOf(slice, x, t string, at, shift int) {
	v, typ := x, t
	if by := shift; by > 0 {
		if by > 8 && z.one(6) {
			v = z.op("shr %s, %s : %s", v, z.op("const 8 : u64"), typ)
			by -= 8
		}
		v = z.op("shr %s, %s : %s", v, z.op("const %d : u64", by), typ)
	}
	if mid := z.pick("u16", "u32", "i32", "i16"); z.one(5) && mid != typ && mid[1:] != z.elem[1:] {
		v, typ = z.op("conv %s : %s", v, mid), mid
	}
	if typ != z.elem {
		if typ[1:] == z.elem[1:] {
			v = z.op("bitcast %s : %s", v, z.elem)
		} else {
			v = z.op("conv %s : %s", v, z.elem)
		}
	}
	z.line("store %s, %s, %s", slice, z.op("add %s, %s : i64", z.base, z.op("const %d : i64", at)), v)
}

func (z *wordSum) drawStores() string {
	z.slice, z.elem, z.size = "%p", "u8", 8
	switch z.IntN(6) {
	case 0:
		z.slice, z.elem, z.size = "%h", "u16", 16
	case 1:
		z.elem, z.slice = "i8", "%n"
	}
	z.line("func @f(%%p: []u8, %%q: []u8, %%h: []u16, %%n: []i8, %%i: i64, %%x: u64, %%y: u32, %%w: i64, %%len: i64) -> (u8) kernel=single {\n%%sum = const 0 : u8")
	for range 1 + z.IntN(3) {
		z.base = z.pick("%i", "%i", "%sum64")
		if z.base == "%sum64" {
			z.base = z.op("add %%i, %s : i64", z.op("const 2 : i64"))
		}
		t := z.pick("u64", "u64", "u32", "i64")
		x := map[string]string{"u64": "%x", "u32": "%y", "i64": "%w"}[t]
		bits := 64
		if t == "u32" {
			bits = 32
		}
		n := 1 + z.IntN(bits/z.size)
		from := z.IntN(bits/z.size - n + 1)
		down, first := z.one(2), z.IntN(4)
		order := z.Perm(n)
		if z.one(2) {
			for k := range order {
				order[k] = k
			}
		}
		for _, k := range order {
			at, shift, slice := k, (from+k)*z.size, z.slice
			if down {
				at = n - 1 - k
			}
			if z.one(20) {
				at, shift = z.IntN(8), z.IntN(bits)
			}
			if z.one(30) && z.elem == "u8" {
				slice = "%q"
			}
			z.storeOf(slice, x, t, first+at, shift)
			switch z.IntN(30) {
			case 0:
				z.line("%%l%d = load %%p, %%i : u8\nstore %%q, %%i, %%l%[1]d", z.k)
			case 1:
				z.line("check.index %%i, %%len")
			}
		}
	}
	z.line("return %%sum\n}")
	return z.String()
}

func TestRandomWordStores(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 6000
	}
	programs, joined := 0, 0
	seeds.Each(t, n, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 43))
		text := (&wordSum{Rand: r}).drawStores()
		m, err := ir.Parse(text)
		if err == nil {
			err = ir.Verify(m, ir.Loops)
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		f := m.Funcs[0]
		to := f.Clone()
		joinStores(to.Body)
		programs++
		if to.String() == f.String() {
			return
		}
		joined++
		for range 3 {
			x, length := r.Uint64(), uint64(r.IntN(20))
			overlap := r.IntN(3)
			run := func(f *ir.Func) (mem []byte, failed bool) {
				mem = make([]byte, 128)
				for i := range mem {
					mem[i] = byte(i * 7)
				}
				slice := func(at, n int) eval.Value {
					return eval.Value{Ref: eval.Slice{Ptr: unsafe.Pointer(&mem[at]), Len: n, Cap: n}}
				}
				defer func() { failed = recover() != nil }()
				args := []eval.Value{slice(0, 40), slice(40-8*overlap, 40), slice(80, 20), slice(64, 40), {Bits: 3}, {Bits: x}, {Bits: x >> 32}, {Bits: ^x}, {Bits: length}}
				_, err := eval.Run(&ir.Module{Funcs: []*ir.Func{f}}, "f", args...)
				if err != nil {
					t.Fatal(err)
				}
				return mem, false
			}
			was, failed := run(f)
			now, failedToo := run(to)
			if failed != failedToo || !slices.Equal(was, now) {
				t.Fatalf("seed %d: failed %v, %v; memory\n%v\n%v\n%s\n%s", seed, failed, failedToo, was, now, f, to)
			}
		}
	})
	if joined*3 < programs {
		t.Errorf("only %d of %d programs have words", joined, programs)
	}
}
