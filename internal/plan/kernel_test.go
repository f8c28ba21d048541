package plan

import (
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestKernelOf: what a kernel stores to, and which of its results are always the same, is known without its code.
func TestKernelOf(t *testing.T) {
	m, err := ir.Parse(`
func @k(%lo: i64, %hi: i64, %n: i64, %x: []f64, %y: []f64, %v: f64) -> () kernel=range {
  %own = alloca <ints=[4]> : []f64
  store %own, %n, %v
  store %y, %n, %v
  return
}

func @same(%n: i64, %v: f64) -> (bool, f64, i64) kernel=single {
  %0 = const 7 : i64
  %1 = const true : bool
  %2 = lt %n, %0 : bool
  if %2 {
    %3 = const 8 : i64
    return %1, %v, %3
  } {
    return %1, %v, %0
  }
  return %1, %v, %0
}

func @elsewhere(%n: i64, %x: []f64, %v: f64) -> () kernel=single {
  %0 = const 1 : i64
  %y = slice %x, %0, %n : []f64
  store %y, %n, %v
  return
}
`)
	if err != nil {
		t.Fatal(err)
	}
	k := KernelOf(m.Func("k"))
	for word := -1; word < 9; word++ { // n, x and its length and capacity, y and these, v
		if got := k.stores(word); got != (word == 4) {
			t.Errorf("word %d: %v", word, got)
		}
	}
	if k := KernelOf(m.Func("elsewhere")); !k.stores(-1) {
		t.Error("a store isn't seen")
	}
	if k := KernelOf(m.Func("same")); !reflect.DeepEqual(k.Fixed, []Fixed{{true, 1}, {}, {}}) {
		t.Error(k.Fixed)
	}
}
