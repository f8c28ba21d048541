package simd_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/simd"
)

// programs are residual functions; each must come through scheduling and lowering on every machine, and verify.
var programs = map[string]string{
	"saxpy": `func @f(%a: f64, %x: []f64, %y: []f64) -> () {
  %n = len %x : i64
  %m = len %y : i64
  multi %n (%i: i64) {
    check.index %i, %n
    %u = load %x, %i : f64
    check.index %i, %m
    %v = load %y, %i : f64
    %p = mul %a, %u : f64
    %s = add %p, %v : f64
    store %y, %i, %s
    yield
  }
  return
}`,
	"mandel": `func @f(%out: []i64, %h: i64, %w: i64, %max: i64) -> () {
  %n = len %out : i64
  multi %h, %w (%y: i64, %x: i64) {
    %cx = conv %x : f64
    %cy = conv %y : f64
    %zero = const 0 : f64
    %four = const 4 : f64
    %i0 = const 0 : i64
    %one = const 1 : i64
    %count = loop ^l %zero, %zero, %i0 : i64 (%a: f64, %b: f64, %it: i64) {
      %a2 = mul %a, %a : f64
      %b2 = mul %b, %b : f64
      %s = add %a2, %b2 : f64
      %big = gt %s, %four : bool
      if %big {
        break ^l %it
      } {
        yield
      }
      %d = sub %a2, %b2 : f64
      %an = add %d, %cx : f64
      %ab = mul %a, %b : f64
      %ab2 = add %ab, %ab : f64
      %bn = add %ab2, %cy : f64
      %it2 = add %it, %one : i64
      %more = lt %it2, %max : bool
      if %more {
        continue ^l %an, %bn, %it2
      } {
        break ^l %it2
      }
      break ^l %it2
    }
    %row = mul %y, %w : i64
    %at = add %row, %x : i64
    check.index %at, %n
    store %out, %at, %count
    yield
  }
  return
}`,
	"dot": `func @f(%x: []f32, %y: []f32) -> (f32) {
  %n = len %x : i64
  %m = len %y : i64
  %zero = const 0 : f32
  %r = multi %n : f32 (%i: i64) {
    check.index %i, %n
    %u = load %x, %i : f32
    check.index %i, %m
    %v = load %y, %i : f32
    %p = mul %u, %v : f32
    reduce %p, %zero (%a: f32, %b: f32) {
      %s = add %a, %b : f32
      yield %s
    }
    yield
  }
  return %r
}`,
	"gather with early exits": `func @f(%x: []f64, %idx: []i32, %out: []f64) -> () {
  %n = len %idx : i64
  %m = len %x : i64
  %k = len %out : i64
  multi %n (%i: i64) {
    check.index %i, %k
    check.index %i, %n
    %j = load %idx, %i : i32
    %zero = const 0 : i32
    %neg = lt %j, %zero : bool
    %v = block ^b : f64 {
      %mone = const -1 : f64
      if %neg {
        break ^b %mone
      } {
        yield
      }
      %j64 = conv %j : i64
      check.index %j64, %m
      %e = load %x, %j64 : f64
      yield %e
    }
    store %out, %i, %v
    yield
  }
  return
}`,
	"matvec": `func @f(%a: []f64, %x: []f64, %y: []f64) -> () {
  %n = len %x : i64
  %m = len %y : i64
  %la = len %a : i64
  multi %m (%i: i64) {
    %zero = const 0 : f64
    %base = mul %i, %n : i64
    %r = multi %n : f64 (%k: i64) {
      %at = add %base, %k : i64
      check.index %at, %la
      %u = load %a, %at : f64
      check.index %k, %n
      %v = load %x, %k : f64
      %p = mul %u, %v : f64
      reduce %p, %zero (%s: f64, %t: f64) {
        %st = add %s, %t : f64
        yield %st
      }
      yield
    }
    store %y, %i, %r
    yield
  }
  return
}`,
}

func TestLower(t *testing.T) {
	for name, text := range programs {
		for _, bytes := range []int{64, 32} {
			for _, scalar := range []bool{false, true} {
				m, err := ir.Parse(text)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if err := ir.Verify(m, ir.Residual); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				r, err := sched.Lower(m.Funcs[0], machine.SmallData())
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if err := ir.Verify(r.Module, ir.Loops); err != nil {
					t.Fatalf("%s: %v\n%s", name, err, r.Module)
				}
				for _, f := range r.Module.Funcs[1:] {
					k, err := pipeline.ToLanes(f, simd.Options{Machine: map[int]*machine.Desc{32: machine.AVX2(), 64: machine.AVX512()}[bytes], ScratchBytes: 8192, Scalar: scalar})
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					if err := ir.Verify(&ir.Module{Funcs: []*ir.Func{k.Func}}, ir.Lanes); err != nil {
						t.Errorf("%s, %d bytes: %v\n%s", name, bytes, err, k.Func)
					}
					if testing.Verbose() && bytes == 64 && !scalar {
						t.Logf("%s\n%s", name, k.Func)
					}
				}
			}
		}
	}
}

// TestPartsOfChains: where an iteration of a loop inside waits long for the one before, and registers are enough, more vectors go side by side than four, and any number.
func TestPartsOfChains(t *testing.T) {
	whole := machine.AVX512()
	whole.UnitBytes = 64
	for _, c := range []struct {
		body   string
		m      *machine.Desc
		vector int // lanes of what goes round
	}{
		// z*z + c: seven operations, five of them one after the other
		{"%aa = mul %a, %a : f64\n%bb = mul %b, %b : f64\n%d = sub %aa, %bb : f64\n%a2 = add %d, %c : f64\n%ab = mul %a, %b : f64\n%tw = add %ab, %ab : f64\n%b2 = add %tw, %c : f64\n", machine.AVX2(), 7 * 4},
		{"%aa = mul %a, %a : f64\n%bb = mul %b, %b : f64\n%d = sub %aa, %bb : f64\n%a2 = add %d, %c : f64\n%ab = mul %a, %b : f64\n%tw = add %ab, %ab : f64\n%b2 = add %tw, %c : f64\n", machine.AVX512(), 4 * 8},
		{"%aa = mul %a, %a : f64\n%bb = mul %b, %b : f64\n%d = sub %aa, %bb : f64\n%a2 = add %d, %c : f64\n%ab = mul %a, %b : f64\n%tw = add %ab, %ab : f64\n%b2 = add %tw, %c : f64\n", whole, 7 * 8},
		// the same number of operations, none of which waits for more than one
		{"%aa = mul %c, %x : f64\n%bb = mul %aa, %x : f64\n%d = add %aa, %bb : f64\n%a2 = add %a, %d : f64\n%ab = mul %d, %x : f64\n%tw = add %ab, %ab : f64\n%b2 = add %b, %tw : f64\n", machine.AVX2(), 4 * 4},
	} {
		m, err := ir.Parse("func @p(%lo: i64, %hi: i64, %n: i64, %c: f64, %p: []f64) -> () kernel=range {\nfor %lo, %hi <ints=[1] mode=lanes> (%i: i64) {\n%x = load %p, %i : f64\n%zero = const 0 : i64\n" +
			"%r, %s = for %zero, %n, %x, %x <ints=[1]> : f64, f64 (%k: i64, %a: f64, %b: f64) {\n" + c.body + "yield %a2, %b2\n}\n%v = add %r, %s : f64\nstore %p, %i, %v\nyield\n}\nreturn\n}")
		if err != nil {
			t.Fatal(err)
		}
		k, err := pipeline.ToLanes(m.Funcs[0], simd.Options{Machine: c.m, ScratchBytes: 8192})
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%d elements in a register, %d at a time", c.m.RegisterBytes/8, c.vector)
		if !slices.ContainsFunc(k.Notes, func(n ir.Note) bool { return strings.Contains(n.Text, want) }) {
			t.Errorf("not %s of\n%s%v", want, c.body, k.Notes)
		}
	}
}

// TestWidth: a few long iterations without lanes of their own must be known as such, so that each can be a thread's. When nothing was known of
// them they came in sixteens, and 15 of them were one thread's.
func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"for %lo, %hi <ints=[1]> (%i: i64) {\n    store %x, %i, %i\n    yield\n  }":                                                                          1,
		"for %lo, %hi <ints=[1]> (%i: i64) {\n    for %lo, %i <ints=[1] mode=lanes> (%j: i64) {\n      store %x, %j, %i\n      yield\n    }\n    yield\n  }": 1,
		"for %lo, %hi <ints=[1] mode=lanes> (%i: i64) {\n    store %x, %i, %i\n    yield\n  }":                                                               8,
	} {
		m, err := ir.Parse("func @p(%lo: i64, %hi: i64, %x: []i64) -> () kernel=range {\n  " + text + "\n  return\n}")
		if err != nil {
			t.Fatal(err)
		}
		k, err := pipeline.ToLanes(m.Funcs[0], simd.Options{Machine: machine.AVX512(), ScratchBytes: 8192})
		if err != nil {
			t.Fatal(err)
		}
		if k.Width < want || want == 1 && k.Width > 1 {
			t.Errorf("width %d, not %d, of\n%s", k.Width, want, text)
		}
	}
}

// TestWidthOfSingleKernels: one that runs once has no range: its first parameter, if there is one, may be where any loop begins.
func TestWidthOfSingleKernels(t *testing.T) {
	for _, text := range []string{
		"func @p() -> (i64) kernel=single {\n  %lo = const 0 : i64\n  %hi = const 9 : i64\n",
		"func @p(%lo: i64, %hi: i64) -> (i64) kernel=single {\n",
	} {
		text += "  %s = for %lo, %hi, %lo <ints=[1]> : i64 (%i: i64, %a: i64) {\n    %b = mul %a, %i : i64\n    yield %b\n  }\n  return %s\n}"
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		k, err := pipeline.ToLanes(m.Funcs[0], simd.Options{Machine: machine.AVX512(), ScratchBytes: 8192})
		if err != nil {
			t.Fatal(err)
		}
		if k.Width != 0 {
			t.Errorf("width %d of\n%s", k.Width, text)
		}
	}
}
