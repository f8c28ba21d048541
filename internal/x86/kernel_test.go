package x86

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// agree runs a kernel compiled and interpreted on equal memory and words, and compares all of both.
func agree(t *testing.T, isa ISA, text string, lo, hi int64, memory []byte, words ...uint64) {
	t.Helper()
	k, code := compileText(t, text, isa)
	run := func(call func(w []uint64) int64) (int64, []uint64, []byte) {
		m := slices.Clone(memory)
		w := make([]uint64, code.Words())
		copy(w, words)
		if len(k.Body.Params) > 0 && code.Params > 0 {
			w[0] = addr(m)
		}
		st := call(w)
		return st, w[code.Params:], m
	}
	st1, w1, m1 := run(func(w []uint64) int64 { return eval.RunKernel(k, w, lo, hi) })
	mem := load(t, code)
	st2, w2, m2 := run(func(w []uint64) int64 {
		st, out := mem.call(lo, hi, w[:code.Params]...)
		copy(w[code.Params:], out)
		return st
	})
	if st1 == 0 {
		w1, w2 = w1[:code.Results], w2[:code.Results]
	} else {
		w1, w2 = w1[code.Results:code.Results+3], w2[code.Results:code.Results+3]
		if st1 == -1 {
			w1, w2 = w1[:1], w2[:1]
		}
	}
	if st1 != st2 || !slices.Equal(w1, w2) || string(m1) != string(m2) {
		t.Fatalf("%v: status %d, words %x, memory differs: %v; want %d, %x\n%s\n%s", isa, st2, w2, string(m1) != string(m2), st1, w1, text, listing(code))
	}
}

func bytesUpTo(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*i*31 + i*7)
	}
	return b
}

func TestResults(t *testing.T) {
	const text = `
func @k(%p: i64, %a: i32, %b: f32, %c: f64, %d: u8, %e: bool, %f: i16) -> (i32, f32, f64, u8, bool, i16, i64) kernel=single {
  %one = const 1 : i32
  %x = sub %a, %one : i32
  %y = add %b, %b : f32
  %z = neg %c : f64
  %k = const 200 : u8
  %u = add %d, %k : u8
  %n = not %e : bool
  %m = neg %f : i16
  %q = const -5 : i64
  return %x, %y, %z, %u, %n, %m, %q
}`
	for _, isa := range isas(t) {
		for _, a := range []uint64{0, 1, 1<<64 - 1, 0x7FFFFFFF, 0xFFFFFFFF80000000} {
			agree(t, isa, text, 0, 0, nil, 0, a, 0x3F800000, 0x4010000000000000, 100, a&1, a&0x7FFF)
		}
	}
}

func TestExits(t *testing.T) {
	const text = `
func @k(%lo: i64, %hi: i64, %p: i64, %n: i64) -> (i64) kernel=range {
  %zero = const 0 : i64
  %s = loop ^l %lo, %zero : i64 (%i: i64, %acc: i64) {
    %c = lt %i, %hi : bool
    if %c {
      %bad = ge %i, %n : bool
      if %bad {
        fail %i, %n <ints=[7]>
      } {
        yield
      }
      %k = const 100 : i64
      %far = eq %i, %k : bool
      if %far {
        fail %i <ints=[9]>
      } {
        yield
      }
      %x = mload %p, %i <ints=[8, 0]> : i64
      %next = add %acc, %x : i64
      %one = const 1 : i64
      %j = add %i, %one : i64
      continue ^l %j, %next
    } {
      break ^l %acc
    }
    return %zero
  }
  return %s
}`
	for _, isa := range isas(t) {
		agree(t, isa, text, 0, 90, bytesUpTo(1024), 0, 95)
		agree(t, isa, text, 3, 99, bytesUpTo(1024), 0, 95)
		agree(t, isa, text, 3, 110, bytesUpTo(1024), 0, 1000)
		agree(t, isa, text, 3, 3, bytesUpTo(1024), 0, 0)
	}
}

// TestArgmax has a reduction of two vectors whose combination compares, also in masks.
func TestArgmax(t *testing.T) {
	const text = `
func @k(%lo: i64, %hi: i64, %p: i64) -> (i64, i64, bool, i64) kernel=range {
  %z = const 0 : <L x i64>
  %no = const false : <L x bool>
  %i0 = iota : <L x i64>
  %best, %at, %seen, %last = loop ^l %lo, %z, %z, %no, %z : <L x i64>, <L x i64>, <L x bool>, <L x i64> (%i: i64, %b: <L x i64>, %a: <L x i64>, %s: <L x bool>, %e: <L x i64>) {
    %c = lt %i, %hi : bool
    if %c {
      %x = mload %p, %i <ints=[8, 0]> : <L x i64>
      %is = splat %i : <L x i64>
      %idx = add %is, %i0 : <L x i64>
      %gt = gt %x, %b : <L x bool>
      %b1 = select %gt, %x, %b : <L x i64>
      %a1 = select %gt, %idx, %a : <L x i64>
      %odd = const 1 : <L x i64>
      %lsb = and %x, %odd : <L x i64>
      %iso = eq %lsb, %odd : <L x bool>
      %in = and %gt, %iso : <L x bool>
      %out = andnot %gt, %iso : <L x bool>
      %s1 = or %s, %in : <L x bool>
      %e1 = select %out, %x, %e : <L x i64>
      %k = const L : i64
      %j = add %i, %k : i64
      continue ^l %j, %b1, %a1, %s1, %e1
    } {
      break ^l %b, %a, %s, %e
    }
    %zero = const 0 : i64
    %f = const false : bool
    return %zero, %zero, %f, %zero
  }
  %m, %w, %any, %y = lanereduce %best, %at, %seen, %last : i64, i64, bool, i64 (%p1: <L x i64>, %q1: <L x i64>, %r1: <L x bool>, %t1: <L x i64>, %b2: <L x i64>, %a2: <L x i64>, %s2: <L x bool>, %e2: <L x i64>) {
    %gt2 = gt %b2, %p1 : <L x bool>
    %eq = eq %b2, %p1 : <L x bool>
    %lt = lt %a2, %q1 : <L x bool>
    %tie = and %eq, %lt : <L x bool>
    %take = or %gt2, %tie : <L x bool>
    %bb = select %take, %b2, %p1 : <L x i64>
    %aa = select %take, %a2, %q1 : <L x i64>
    %ss = or %r1, %s2 : <L x bool>
    %ee = sub %e2, %t1 : <L x i64>
    yield %bb, %aa, %ss, %ee
  }
  return %m, %w, %any, %y
}`
	for _, isa := range isas(t) {
		for l := 2; l*8 <= isa.VectorBytes(); l *= 2 {
			text := strings.ReplaceAll(text, "<L x", fmt.Sprintf("<%d x", l))
			text = strings.ReplaceAll(text, "const L :", fmt.Sprintf("const %d :", l))
			agree(t, isa, text, 0, 64, bytesUpTo(512))
		}
	}
}

// TestUnsupported checks that what can't be compiled is an error.
func TestUnsupported(t *testing.T) {
	for text, want := range map[string]string{
		"func @k(%p: i64) -> () kernel=single {\n %z = const 0 : i64\n %v = mload %p, %z <ints=[8, 0]> : <16 x f64>\n mstore %p, %z, %v <ints=[8, 0]>\n return\n}": "do not fit",
		"func @k() -> (i64) kernel=single {\n %p = ptr <ints=[80000]> : i64\n return %p\n}":                                                                        "private memory",
	} {
		m := ir.MustParse(text)
		for _, isa := range []ISA{AVX2, AVX512} {
			if _, err := Compile(m.Funcs[0], isa); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v: error %v, want %q", isa, err, want)
			}
		}
	}
}
