package x86

import (
	"strings"
	"testing"
)

// merging is a loop that takes the smaller of two heads: what it decides on is an or, of which the second part is an if in an if.
const merging = `
func @k(%lo: i64, %hi: i64, %out: i64, %a: i64, %n: i64, %b: i64, %m: i64) -> (i64, i64) kernel=range {
  %zero = const 0 : i64
  %one = const 1 : i64
  %x, %y = loop ^l %lo, %zero, %zero : i64, i64 (%k: i64, %i: i64, %j: i64) {
    %over = ge %j, %m : bool
    %first = if %over : bool {
      %yes = const true : bool
      yield %yes
    } {
      %left = lt %i, %n : bool
      %less = if %left : bool {
        %u = mload %a, %i <ints=[8, 0]> : i64
        %v = mload %b, %j <ints=[8, 0]> : i64
        %le = le %u, %v : bool
        yield %le
      } {
        %no = const false : bool
        yield %no
      }
      yield %less
    }
    %w, %i2, %j2 = if %first : i64, i64, i64 {
      %u2 = mload %a, %i <ints=[8, 0]> : i64
      %i1 = add %i, %one : i64
      yield %u2, %i1, %j
    } {
      %v2 = mload %b, %j <ints=[8, 0]> : i64
      %j1 = add %j, %one : i64
      yield %v2, %i, %j1
    }
    mstore %out, %k, %w <ints=[8, 0]>
    %next = add %k, %one : i64
    %more = lt %next, %hi : bool
    if %more {
      continue ^l %next, %i2, %j2
    } {
      break ^l %i2, %j2
    }
    unreachable
  }
  return %x, %y
}`

// TestWays: what only decides is control flow, also where it is the end of what decides, and what a load is beside is counted on in place.
func TestWays(t *testing.T) {
	for _, isa := range isas(t) {
		_, code := compileText(t, merging, isa)
		loop := innermost(code)
		for _, op := range []string{"set", "lea", "test"} {
			if strings.Contains(loop, op) {
				t.Errorf("%v: %s in\n%s", isa, op, loop)
			}
		}
		if n := strings.Count(loop, "mov r"); n != 3 { // loads: one is an operand
			t.Errorf("%v: %d moves in\n%s", isa, n, loop)
		}
		a, b, out := []int64{1, 4, 4, 9}, []int64{2, 4, 8}, make([]int64, 7)
		_, words := load(t, code).call(0, 7, addr(out), addr(a), 4, addr(b), 3)
		for i, want := range []int64{1, 2, 4, 4, 4, 8, 9} {
			if out[i] != want {
				t.Errorf("%v: %v", isa, out)
				break
			}
		}
		if words[0] != 4 || words[1] != 3 {
			t.Errorf("%v: %v", isa, words[:2])
		}
	}
}

// TestExchangedInArm: one arm that exchanges what a loop carries doesn't have all others exchange it, too.
func TestExchangedInArm(t *testing.T) {
	const text = `
func @k(%lo: i64, %hi: i64, %p: i64) -> (i64, i64) kernel=range {
  %zero = const 0 : i64
  %one = const 1 : i64
  %two = const 2 : i64
  %x, %y = loop ^l %lo, %zero, %one : i64, i64 (%k: i64, %a: i64, %b: i64) {
    %v = mload %p, %k <ints=[8, 0]> : i64
    %c = eq %v, %zero : bool
    %a1, %b1 = if %c : i64, i64 {
      yield %b, %a
    } {
      %d = eq %v, %one : bool
      %a2, %b2 = if %d : i64, i64 {
        %s = add %a, %b : i64
        yield %s, %b
      } {
        %e = eq %v, %two : bool
        %a3, %b3 = if %e : i64, i64 {
          %q = xor %a, %b : i64
          yield %q, %b
        } {
          %n = neg %b : i64
          yield %a, %n
        }
        yield %a3, %b3
      }
      yield %a2, %b2
    }
    %next = add %k, %one : i64
    %more = lt %next, %hi : bool
    if %more {
      continue ^l %next, %a1, %b1
    } {
      break ^l %a1, %b1
    }
    unreachable
  }
  return %x, %y
}`
	for _, isa := range isas(t) {
		_, code := compileText(t, text, isa)
		if n := strings.Count(innermost(code), "mov r"); n != 4 { // a load, and the exchange
			t.Errorf("%v: %d moves in\n%s", isa, n, innermost(code))
		}
		x := []int64{1, 0, 1, 3, 2, 0, 1}
		a, b := int64(0), int64(1)
		for _, v := range x {
			switch v {
			case 0:
				a, b = b, a
			case 1:
				a += b
			case 2:
				a ^= b
			default:
				b = -b
			}
		}
		if _, words := load(t, code).call(0, int64(len(x)), addr(x)); int64(words[0]) != a || int64(words[1]) != b {
			t.Errorf("%v: %d, %d, want %d, %d", isa, int64(words[0]), int64(words[1]), a, b)
		}
	}
}
