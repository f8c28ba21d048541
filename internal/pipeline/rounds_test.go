package pipeline_test

import (
	"fmt"
	"math/rand"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

// longLoops go through long slices in rounds, on several cores.
const longLoops = `func @f(%x: []i32, %y: []i32, %z: []i64, %most: i32) -> (i64, i64) {
  %n = len %x : i64
  %ly = len %y : i64
  %lz = len %z : i64
  %c0 = const 0 : i64
  %c1 = const 1 : i64
  %h = const 1000 : i32
  %kept = for %c0, %n, %c0 <ints=[1]> : i64 (%i: i64, %k: i64) {
    %v = load %x, %i : i32
    %p = lt %v, %h : bool
    %r = if %p : i64 {
      check.index %k, %ly
      store %y, %k, %v
      %m = add %k, %c1 : i64
      yield %m
    } {
      yield %k
    }
    yield %r
  }
  %sum = for %c0, %n, %c0 <ints=[1]> : i64 (%i2: i64, %s2: i64) {
    %v2 = load %x, %i2 : i32
    %w2 = conv %v2 : i64
    check.index %i2, %lz
    store %z, %i2, %s2
    %t2 = add %s2, %w2 : i64
    yield %t2
  }
  %at = block ^0 : i64 {
    for %c0, %n <ints=[1]> (%i3: i64) {
      %v3 = load %x, %i3 : i32
      %p3 = lt %most, %v3 : bool
      if %p3 {
        break ^0 %i3
      } {
        yield
      }
      yield
    }
    yield %n
  }
  %two = add %kept, %at : i64
  return %two, %sum
}`

// TestRoundsOfLongLoops compares what machine code makes of loops that are long enough for several cores with plain Go, memory after a panic included.
func TestRoundsOfLongLoops(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skip("NOT RUN: one core only")
	}
	best, err := rt.Detect()
	if err != nil {
		t.Skip("NOT RUN:", err)
	}
	r := rand.New(rand.NewSource(3))
	for _, isa := range []rt.ISA{rt.AVX2, rt.AVX512} {
		if isa > best {
			continue
		}
		c, err := pipeline.CompileResidual(ir.MustParse(longLoops).Funcs[0], pipeline.Options{ISA: isa, FMA: true, Verify: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 1000, 200_000, 500_001, 1_300_000} {
			for _, room := range []int{n, n / 2, n / 3} { // half are kept, or so
				x := make([]int32, n)
				for i := range x {
					x[i] = int32(r.Intn(2000))
				}
				places := []int{n - 1, n / 2, n}
				place := places[r.Intn(3)]
				if place >= 0 && place < n {
					x[place] = 5000
				}
				short := r.Intn(3) == 0
				call := func(f func(x, y []int32, z []int64, most int32) (int64, int64)) string {
					x, y, z := slices.Clone(x), make([]int32, room), make([]int64, n)
					if short && n > 0 {
						z = z[:n-1]
					}
					var a, b int64
					failed := func() (p any) {
						defer func() { p = recover() }()
						a, b = f(x, y, z, 4000)
						return nil
					}()
					sum := int64(0)
					for i, v := range y {
						sum += int64(v) * int64(i%1000)
					}
					for i, v := range z {
						sum += v * int64(i%1000+1)
					}
					return fmt.Sprint(failed, a, b, sum)
				}
				got := call(func(x, y []int32, z []int64, most int32) (int64, int64) {
					out := plan.CallReflect(c.Program, reflect.TypeFor[func(x, y []int32, z []int64, most int32) (int64, int64)](),
						[]reflect.Value{reflect.ValueOf(x), reflect.ValueOf(y), reflect.ValueOf(z), reflect.ValueOf(most)})
					return out[0].Int(), out[1].Int()
				})
				want := call(longLoopsPlain)
				if got != want {
					t.Fatalf("%v, %d elements, room for %d: %s, want %s", isa, n, room, got, want)
				}
			}
		}
	}
}

func longLoopsPlain(x, y []int32, z []int64, most int32) (int64, int64) {
	k := 0
	for _, v := range x {
		if v < 1000 {
			y[k] = v
			k++
		}
	}
	s := int64(0)
	for i, v := range x {
		z[i] = s
		s += int64(v)
	}
	at := len(x)
	for i, v := range x {
		if v > most {
			at = i
			break
		}
	}
	return int64(k + at), s
}
