package x86

import (
	"strings"
	"testing"
)

// TestMoved: a conditional move overwrites what the loop carries, or what dies, whichever side of the selection it is, and no constant.
func TestMoved(t *testing.T) {
	const text = `
func @k(%lo: i64, %hi: i64, %p: i64, %first: i64) -> (i64) kernel=range {
  %zero = const 0 : i64
  %one = const 1 : i64
  %r, %s = loop ^l %lo, %zero, %zero : i64, i64 (%i: i64, %n: i64, %best: i64) {
    %v = mload %p, %i <ints=[8, 0]> : i64
    %c = lt %v, %first : bool
    %up = add %n, %one : i64
    %m = CHOICE : i64
    %b = max MOST : i64
    %next = add %i, %one : i64
    %more = lt %next, %hi : bool
    if %more {
      continue ^l %next, %m, %b
    } {
      break ^l %m, %b
    }
    unreachable
  }
  %t = add %r, %s : i64
  return %t
}`
	x := make([]int64, 50)
	for i := range x {
		x[i] = int64(i * i % 7)
	}
	for _, isa := range isas(t) {
		for _, choice := range []string{"select %c, %up, %zero", "select %c, %zero, %up"} {
			for _, most := range []string{"%m, %best", "%best, %m"} {
				text := strings.NewReplacer("CHOICE", choice, "MOST", most).Replace(text)
				_, code := compileText(t, text, isa)
				if loop := innermost(code); strings.Count(loop, "mov ") != 1 || strings.Count(loop, "cmov") != 2 {
					t.Errorf("%v: %s, max %s: but for the load only two conditional moves should be in\n%s", isa, choice, most, loop)
				}
				want, best := int64(0), int64(0)
				for _, v := range x {
					if (v < 4) == (choice == "select %c, %up, %zero") {
						want++
					} else {
						want = 0
					}
					best = max(best, want)
				}
				if _, words := load(t, code).call(0, int64(len(x)), addr(x), 4); int64(words[0]) != want+best {
					t.Errorf("%v: %s, max %s: %d, want %d", isa, choice, most, int64(words[0]), want+best)
				}
			}
		}
	}
}

// TestExchanged: two values that change places do so in moves where there is a register for that.
func TestExchanged(t *testing.T) {
	const text = `
func @k(%lo: i64, %hi: i64, %p: i64) -> (i64) kernel=range {
  %zero = const 0 : i64
  %one = const 1 : i64
  %r, %s = loop ^l %lo, %zero, %one : i64, i64 (%i: i64, %a: i64, %b: i64) {
    %v = mload %p, %i <ints=[8, 0]> : i64
    %sum = add %a, %v : i64
    %next = add %i, %one : i64
    %more = lt %next, %hi : bool
    if %more {
      continue ^l %next, %b, %sum
    } {
      break ^l %b, %sum
    }
    unreachable
  }
  %t = sub %r, %s : i64
  return %t
}`
	x := []int64{3, 1, 4, 1, 5}
	for _, isa := range isas(t) {
		_, code := compileText(t, text, isa)
		if strings.Contains(listing(code), "xchg") {
			t.Errorf("%v:\n%s", isa, listing(code))
		}
		if _, words := load(t, code).call(0, 5, addr(x)); int64(words[0]) != 1+1+1-(3+4+5) {
			t.Errorf("%v: %d", isa, int64(words[0]))
		}
	}
}
