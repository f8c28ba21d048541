package simd

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
)

// Random sums of elements that were widened and shifted, most of which make words: what joinWords makes of them has to compute the same, where nothing fails.

type wordSum struct {
	*rand.Rand
	strings.Builder
	k      int
	to     string // the type of the sum
	bits   int
	base   string // the place of the first element
	slice  string
	elem   string   // of it
	size   int      // in bits
	shared []string // values that were used already
}

func (z *wordSum) one(n int) bool                  { return z.IntN(n) == 0 }
func (z *wordSum) pick(s ...string) string         { return s[z.IntN(len(s))] }
func (z *wordSum) line(format string, args ...any) { fmt.Fprintf(z, format+"\n", args...) }
func (z *wordSum) op(format string, a ...any) string {
	z.k++
	z.line("%%v%d = %s", z.k, fmt.Sprintf(format, a...))
	return fmt.Sprintf("%%v%d", z.k)
}

func (z *wordSum) shift(v string, by uint64, t string) string {
	return z.op("shl %s, %s : %s", v, z.op("const %d : u64", by), t)
}

// part is the element at a distance from the first, shifted by so many bits.
func (z *wordSum) part(at, shift int) string {
	slice, elem, path := z.slice, z.elem, ""
	switch {
	case z.one(25) && elem == "u8":
		slice = z.pick("%p", "%q")
	case slice == "%s":
		path = z.pick(" <path=[0]>", " <path=[1]>")
	}
	base := z.base
	switch {
	case z.one(25):
		base = z.pick("%i", "%j")
	case z.one(25): // from a branch that stores, perhaps
		base = fmt.Sprintf("%%b%d", z.k)
		z.line("%s = if %%c : i64 {\nstore %%p, %%one, %%byte\nyield %s\n} {\nyield %s\n}", base, z.base, z.base)
	}
	i := z.op("add %s, %s : i64", base, z.op("const %d : i64", at))
	v := z.op("load %s, %s%s : %s", slice, i, path, elem)
	if z.one(20) { // as if it were signed
		signed := "i" + elem[1:]
		v, elem = z.op("bitcast %s : %s", v, signed), signed
	}
	left := uint64(shift)
	if mid := z.pick("u16", "u16", "i16", "u32", "i32", "i64", "i8", "f64"); z.one(4) && mid[1:] != elem[1:] && mid != z.to {
		v = z.op("conv %s : %s", v, mid)
		if elem = mid; mid[0] != 'f' && z.one(2) {
			now := uint64(z.IntN(shift + 1))
			if z.one(2) {
				now = left
			}
			v = z.shift(v, now, mid)
			left -= now
		}
	}
	if elem[1:] != z.to[1:] || elem[0] == 'f' {
		v = z.op("conv %s : %s", v, z.to)
	} else if elem != z.to {
		v = z.op("bitcast %s : %s", v, z.to)
	}
	switch {
	case left == 0 && z.one(2):
		return v
	case z.one(25):
		return z.op("shl %s, %s : %s", v, z.pick("%amount", "%amount", z.op("add %%amount, %s : u64", z.op("const %d : u64", left))), z.to)
	case left > 8 && z.one(6): // in two steps
		v = z.shift(v, 8, z.to)
		left -= 8
	}
	if z.one(30) {
		left |= 1 << 63
	}
	return z.shift(v, left, z.to)
}

// between is what may stand between two loads.
func (z *wordSum) between() {
	switch z.IntN(14) {
	case 0:
		z.line("store %s, %s, %%byte", z.pick("%p", "%q"), z.op("add %%i, %s : i64", z.op("const %d : i64", z.IntN(8))))
	case 1:
		z.line("if %%c {\nstore %%p, %%i, %%byte\nyield\n} {\nyield\n}")
	case 2:
		z.line("for %%one, %%j <ints=[1]> (%%f%d: i64) {\nstore %%p, %%i, %%byte\nyield\n}", z.k)
	case 3:
		z.line("check.index %%i, %%len")
	}
}

// parts are those of a word, mostly.
func (z *wordSum) parts() []string {
	n := min(1+z.IntN(9), z.bits/z.size+z.IntN(2))
	down, first, shift := z.one(3), z.IntN(12), 0
	switch z.IntN(6) {
	case 0:
		shift = z.IntN(8)
	case 1:
		shift = z.size * z.IntN(4)
	}
	huge := uint64(0)
	if z.one(25) {
		huge = 1 << 63
	}
	var parts []string
	low := lowHalf{to: z.pick("u16", "u16", "u32", "i16")}
	fmt.Sscan(low.to[1:], &low.bits)
	order := z.Perm(n)
	if z.one(2) {
		for k := range order {
			order[k] = k
		}
	}
	for _, k := range order {
		at, by := k, shift+k*z.size
		if down {
			at = n - 1 - k
		}
		if z.one(20) {
			at, by = z.IntN(8), z.IntN(z.bits)
		}
		by = min(by, z.bits-1)
		if huge != 0 {
			v := z.op("conv %s : %s", z.op("load %%p, %s : u8", z.op("add %%i, %s : i64", z.op("const %d : i64", at))), z.to)
			parts = append(parts, z.shift(v, huge|uint64(by), z.to))
			continue
		}
		if low.bits > z.size && low.bits < z.bits && by+z.size <= low.bits && z.k%3 == 0 {
			low.add(z, first+at, by)
		} else {
			parts = append(parts, z.part(first+at, by))
		}
		if z.one(3) {
			z.between()
		}
	}
	if low.sum != "" {
		parts = append(parts, z.op("conv %s : %s", low.sum, z.to))
	}
	return parts
}

// lowHalf is the sum of low parts in a type of its own.
type lowHalf struct {
	to, sum string
	bits    int
}

func (l *lowHalf) add(z *wordSum, at, shift int) {
	to, bits := z.to, z.bits
	z.to, z.bits = l.to, l.bits
	v := z.part(at, shift)
	if l.sum != "" {
		v = z.op("%s %s, %s : %s", z.pick("or", "or", "xor", "add"), l.sum, v, l.to)
	}
	z.to, z.bits, l.sum = to, bits, v
}

// sum is a tree of operations of one kind, mostly, with its parts and others.
func (z *wordSum) sum(parts ...string) string {
	for range z.IntN(3) {
		parts = append(parts, z.pick("%x", "%x2", "%x3"))
	}
	if len(z.shared) > 0 && z.one(4) {
		parts = append(parts, z.shared[z.IntN(len(z.shared))])
	}
	if z.one(2) {
		z.Shuffle(len(parts), func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
	}
	kind := z.pick("or", "or", "xor", "add")
	for len(parts) > 1 {
		k := 0
		if z.one(3) {
			k = z.IntN(len(parts) - 1)
		}
		if z.one(40) {
			kind = z.pick("or", "xor", "add", "mul")
		}
		v := z.op("%s %s, %s : %s", kind, parts[k], parts[k+1], z.to)
		if z.one(10) {
			z.shared = append(z.shared, v)
		}
		parts[k] = v
		parts = append(parts[:k+1], parts[k+2:]...)
	}
	return parts[0]
}

func (z *wordSum) draw() string {
	z.slice, z.elem, z.size = "%p", "u8", 8
	switch z.IntN(8) {
	case 0, 1:
		z.slice, z.elem, z.size = "%h", "u16", 16
	case 2:
		z.slice, z.elem, z.size = "%d", "u32", 32
	case 3:
		z.slice = "%s"
	case 4:
		z.slice = "%part"
	}
	for z.bits <= z.size {
		z.to = z.pick("u16", "i16", "u32", "i32", "u64", "i64", "u64")
		fmt.Sscan(z.to[1:], &z.bits)
	}
	z.base = z.pick("%i", "%i", "%j", "%ij")
	z.line("func @f(%%p: []u8, %%q: []u8, %%h: []u16, %%d: []u32, %%s: []{a: u8, b: u8}, %%i: i64, %%j: i64, %%amount: u64, %%byte: u8, %%c: bool, %%x: %[1]s, %%x2: %[1]s) -> (%[1]s) kernel=single {\n"+
		"%%one = const 1 : i64\n%%x3 = const 77 : %[1]s\n%%ij = add %%i, %%j : i64\n%%len = len %%p : i64\n%%part = slice %%p, %%j, %%len : []u8", z.to)
	z.shared = []string{"%x"}
	v := z.sum(z.parts()...)
	if z.one(3) { // another, perhaps of parts that are known outside
		var outside []string
		if z.one(2) {
			outside = z.parts()
		}
		z.line("%%in = if %%c : %s {", z.to)
		shared := z.shared
		if outside == nil || z.one(2) {
			outside = append(outside, z.parts()...)
		}
		w := z.sum(outside...)
		if z.one(2) {
			w = z.op("%s %s, %s : %s", z.pick("or", "add"), w, v, z.to)
		}
		z.line("yield %s\n} {\nyield %%x\n}", w)
		z.shared = shared
		v = z.op("add %s, %%in : %s", v, z.to)
	}
	for _, w := range z.shared {
		v = z.op("add %s, %s : %s", z.op("mul %s, %%x3 : %s", v, z.to), w, z.to)
	}
	z.line("return %s\n}", v)
	return z.String()
}

type twoBytes struct{ a, b byte }

func TestRandomWords(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 6000
	}
	programs, joined := 0, 0
	seeds.Each(t, n, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 41))
		text := (&wordSum{Rand: r}).draw()
		m, err := ir.Parse(text)
		if err == nil {
			err = ir.Verify(m, ir.Loops)
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		f := m.Funcs[0]
		joinsTo := f.Clone()
		joinWords(joinsTo)
		programs++
		wide := joinsTo.Body.Contains(func(o *ir.Op) bool {
			return o.Kind == ir.OpLoad && o.Result().Type != ir.PathType(o.Args[0].Type.Elem, o.Ints)
		})
		if joinsTo.String() == f.String() {
			return
		}
		if wide {
			joined++
		}
		if err := defined(joinsTo); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, f, joinsTo)
		}
		goType := map[*ir.Type]any{ir.TU16: uint16(0), ir.TI16: int16(0), ir.TU32: uint32(0), ir.TI32: int32(0), ir.TU64: uint64(0), ir.TI64: int64(0)}[f.Results[0]]
		of := reflect.TypeOf(goType)
		ft := reflect.FuncOf([]reflect.Type{reflect.TypeFor[[]byte](), reflect.TypeFor[[]byte](), reflect.TypeFor[[]uint16](), reflect.TypeFor[[]uint32](), reflect.TypeFor[[]twoBytes](),
			reflect.TypeFor[int64](), reflect.TypeFor[int64](), reflect.TypeFor[uint64](), reflect.TypeFor[byte](), reflect.TypeFor[bool](), of, of}, []reflect.Type{of}, false)
		for k := range uint64(3) {
			run := func(f *ir.Func) string {
				r := rand.New(rand.NewPCG(seed, 50+k))
				p, q, h, d, s := make([]byte, 64), make([]byte, 64), make([]uint16, 64), make([]uint32, 64), make([]twoBytes, 64)
				for i := range p {
					p[i], q[i], h[i], d[i], s[i] = byte(r.Uint32()), byte(r.Uint32()), uint16(r.Uint32()), r.Uint32(), twoBytes{byte(r.Uint32()), byte(r.Uint32())}
				}
				args := []reflect.Value{reflect.ValueOf(p), reflect.ValueOf(q), reflect.ValueOf(h), reflect.ValueOf(d), reflect.ValueOf(s), reflect.ValueOf(r.Int64N(8)), reflect.ValueOf(r.Int64N(8)),
					reflect.ValueOf(r.Uint64N(70)), reflect.ValueOf(byte(r.Uint32())), reflect.ValueOf(r.IntN(2) == 0), reflect.ValueOf(r.Uint64()).Convert(of), reflect.ValueOf(r.Uint64()).Convert(of)}
				out := eval.New(&ir.Module{Funcs: []*ir.Func{f}}).Call(f.Name, ft, args...)
				return fmt.Sprint(out[0], p, q)
			}
			if want, got := run(f), run(joinsTo); got != want {
				t.Fatalf("seed %d: got\n%s\nwant\n%s\n%s\n%s", seed, got, want, f, joinsTo)
			}
		}
	})
	t.Logf("%d programs, words in %d of them", programs, joined)
	if !seeds.Timed() && joined < programs/8 {
		t.Errorf("%d programs, words only in %d of them", programs, joined)
	}
}

// defined finds a value that is used where it is not known. (The verifier knows no loads of words.)
func defined(f *ir.Func) (err error) {
	known := map[*ir.Value]bool{}
	for _, v := range f.Body.Params {
		known[v] = true
	}
	f.Body.Walk(func(o *ir.Op) bool {
		for _, a := range o.Args {
			if !known[a] {
				err = fmt.Errorf("%s takes what is not known", o)
			}
		}
		for _, v := range o.Results {
			known[v] = true
		}
		for _, in := range o.Regions {
			for _, v := range in.Params {
				known[v] = true
			}
		}
		return true
	})
	return err
}

// TestShared: elements lie side by side in slices from outside, and in parts of these.
func TestShared(t *testing.T) {
	m, err := ir.Parse(`func @f(%p: []u8, %s: []{s: []u8}, %i: i64, %n: i64) -> () kernel=single {
  %zero = const 0 : i64
  %param = slice %p, %zero, %n : []u8
  %part = slice %param, %i, %n : []u8
  %own = alloca <ints=[8]> : []u8
  %ownpart = slice %own, %zero, %n : []u8
  %listed = load %s, %i <path=[0]> : []u8
  %listedpart = slice %listed, %zero, %n : []u8
  loop ^l %p (%carried: []u8) {
    %carriedpart = slice %carried, %zero, %n : []u8
    break ^l
  }
  return
}`)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"param": true, "part": true, "own": false, "ownpart": false, "listed": true, "listedpart": true, "carriedpart": false}
	m.Funcs[0].Body.Walk(func(o *ir.Op) bool {
		for _, v := range o.Results {
			if is, ok := want[v.Name]; ok && shared(v) != is {
				t.Errorf("%s: %v", v.Name, !is)
			}
			delete(want, v.Name)
		}
		return true
	})
	if len(want) > 0 {
		t.Errorf("no %v", want)
	}
	for slice, want := range map[string]bool{"part": true, "own": false} {
		m, err := ir.Parse(`func @f(%p: []u8, %i: i64, %n: i64) -> (u16) kernel=single {
  %one = const 1 : i64
  %eight = const 8 : u64
  %part = slice %p, %i, %n : []u8
  %own = alloca <ints=[8]> : []u8
  %next = add %i, %one : i64
  %a = load %` + slice + `, %i : u8
  %b = load %` + slice + `, %next : u8
  %c = conv %a : u16
  %d = conv %b : u16
  %e = shl %d, %eight : u16
  %f = or %c, %e : u16
  return %f
}`)
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		joinWords(f)
		if got := f.Body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpLoad && o.Result().Type == ir.TU16 }); got != want {
			t.Errorf("%s: joined: %v", slice, got)
		}
	}
}
