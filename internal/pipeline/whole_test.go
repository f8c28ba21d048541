package pipeline_test

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"unsafe"
)

// splitRows is a parallel loop over rows of which the first element is apart from the others.
func splitRows(row string) string {
	return `
func @f(%a: []i64, %b: []i64, %w: i64, %h: i64, %c: i64) -> () {
  %0 = const 0 : i64
  %1 = const 1 : i64
  %n = len %a : i64
  %m = len %b : i64
  %more = add %w, %c : i64
  %rows = lambda : fn(i64) -> (bool) (%y: i64) {
    %row = mul %y, %w : i64` + row + `
    %on = const true : bool
    return %on
  }
  parfor %h, %rows
  return
}
`
}

const first = `
    check.index %row, %n
    store %a, %row, %y`

// along is a loop that copies a row from somewhere on.
func along(from, label string) string {
	return `
    loop ^` + label + ` ` + from + ` (%x` + label + `: i64) {
      %inside` + label + ` = lt %x` + label + `, %w : bool
      if %inside` + label + ` {
        yield
      } {
        break ^` + label + `
      }
      %i` + label + ` = add %row, %x` + label + ` : i64
      check.index %i` + label + `, %m
      %v` + label + ` = load %b, %i` + label + ` : i64
      check.index %i` + label + `, %n
      store %a, %i` + label + `, %v` + label + `
      %next` + label + ` = add %x` + label + `, %1 : i64
      continue ^` + label + ` %next` + label + `
    }`
}

// TestWholeWraps: what is known of how wide rows are says nothing of comparisons in which something wraps around.
func TestWholeWraps(t *testing.T) {
	type in struct {
		a, b    []int64
		w, h, c int
	}
	for _, c := range []struct {
		name, row string
		first     func(y, w, c int) bool // it is stored
	}{
		{"an element under a condition", "\n%some = lt %c, %more : bool\nif %some {" + first + "\nyield\n} {\nyield\n}" + along("%1", "1"),
			func(y, w, c int) bool { return c < w+c }},
		{"a condition of two", "\n%low = lt %y, %1 : bool\n%cut = add %1, %c : i64\n%few = lt %more, %cut : bool\n%all = or %low, %few : bool\nif %all {" +
			along("%0", "1") + "\nyield\n} {" + first + along("%1", "2") + "\nyield\n}",
			func(y, w, c int) bool { return y >= 1 && w+c >= 1+c }},
	} {
		t.Setenv("HONE_SCHEDULE", "f:0=Whole Lanes(y)")
		p, b := boundAs(t, splitRows(c.row), "", reflect.TypeFor[func([]int64, []int64, int, int, int)]())
		d := p.Bind(b)
		for _, far := range []int{0, math.MaxInt - 3, math.MaxInt - 20} {
			const w, h = 8, 3
			x := in{make([]int64, w*h), make([]int64, w*h), w, h, far}
			var want []int64
			for i := range w * h {
				x.a[i], x.b[i] = -5, int64(i*i)
				switch stored := c.first(i/w, w, far); {
				case i%w > 0 || !stored && c.name != "an element under a condition":
					want = append(want, int64(i*i))
				case stored:
					want = append(want, int64(i/w))
				default:
					want = append(want, -5)
				}
			}
			if !d.Call(unsafe.Pointer(&x), nil) || !slices.Equal(x.a, want) {
				t.Errorf("%s: %d: %v, want %v", c.name, far, x.a, want)
			}
		}
	}
}
