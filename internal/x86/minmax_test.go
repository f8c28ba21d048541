package x86

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestSelectMinMax has selects that are minimum and maximum instructions, and some that are not: all must treat NaN and zeros as written. So must
// the one comparison that tells whether a number is NaN for two vectors.
func TestSelectMinMax(t *testing.T) {
	edges := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 5e-324}
	var memory []byte
	for _, a := range edges { // every pair, in eight vectors of eight
		for range edges {
			memory = binary.LittleEndian.AppendUint64(memory, math.Float64bits(a))
		}
	}
	for range edges {
		for _, b := range edges {
			memory = binary.LittleEndian.AppendUint64(memory, math.Float64bits(b))
		}
	}
	memory = append(memory, make([]byte, 512)...)
	for _, isa := range isas(t) {
		lanes := isa.VectorBytes() / 8
		for _, cmp := range []string{"lt", "le", "gt", "ge", "eq", "unordered"} {
			for _, pick := range []string{"%a, %b", "%b, %a"} {
				text := strings.NewReplacer("CMP", cmp, "PICK", pick, "LANES", fmt.Sprint(lanes), "STEP", fmt.Sprint(lanes)).Replace(`
func @k(%lo: i64, %hi: i64, %p: i64) -> () kernel=range {
  %step = const STEP : i64
  loop ^l %lo (%i: i64) {
    %a = mload %p, %i <ints=[8, 0]> : <LANES x f64>
    %b = mload %p, %i <ints=[8, 512]> : <LANES x f64>
    %c = CMP %a, %b : <LANES x bool>
    %r = select %c, PICK : <LANES x f64>
    mstore %p, %i, %r <ints=[8, 1024]>
    %j = add %i, %step : i64
    %more = lt %j, %hi : bool
    if %more {
      continue ^l %j
    } {
      break ^l
    }
    unreachable
  }
  return
}`)
				text = strings.Replace(text, "%c = unordered %a, %b", "%na = ne %a, %a : <LANES x bool>\n%nb = ne %b, %b : <LANES x bool>\n%c = or %na, %nb", 1)
				text = strings.ReplaceAll(text, "LANES", fmt.Sprint(lanes))
				agree(t, isa, text, 0, 64, memory, 0)
			}
		}
	}
}

// TestNarrowMinMax: the least and greatest of narrow integers are compared as they are, whatever is above their width: nothing is extended but the results.
func TestNarrowMinMax(t *testing.T) {
	const text = `
func @k(%p: i64, %n: i64, %a: T) -> (T) kernel=single {
  %z = const 0 : i64
  %one = const 1 : i64
  %c1 = const 1 : T
  %r = loop ^l %z, %a : T (%i: i64, %m: T) {
    %v = mload %p, %i <ints=[SIZE, 0]> : T
    %w = add %v, %c1 : T
    %t = OP %m, %w : T
    %o = add %t, %c1 : T
    %j = add %i, %one : i64
    %again = lt %j, %n : bool
    if %again {
      continue ^l %j, %o
    } {
      break ^l %o
    }
    return %c1
  }
  return %r
}`
	for _, isa := range isas(t) {
		for typ, size := range map[string]int{"u8": 1, "u16": 2, "i8": 1, "i16": 2} {
			for _, op := range []string{"min", "max"} {
				text := strings.NewReplacer("SIZE", fmt.Sprint(size), "OP", op, ": T", ": "+typ, "(T)", "("+typ+")").Replace(text)
				for _, a := range []uint64{0, 1, 0x7F, 0xFF, 0x7FFF, 0x8765432187F480F2, 0xFFFFFFFFFFFFFFFF} {
					agree(t, isa, text, 0, 0, bytesUpTo(1024), 0, 200, a)
				}
				_, code := compileText(t, text, isa)
				l := listing(code)
				if all := strings.Count(l, "movzx") + strings.Count(l, "movsx"); all > 2 { // the load, and the result
					t.Errorf("%v, %s of %s: %d are extended:\n%s", isa, op, typ, all, l)
				}
			}
		}
	}
}

// TestSelectsOfOneComparison has two selects wait for one comparison of scalars, of floats and integers, of registers, memory and constants.
func TestSelectsOfOneComparison(t *testing.T) {
	edges := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 5e-324}
	var memory []byte
	for _, a := range edges {
		for _, b := range edges {
			memory = binary.LittleEndian.AppendUint64(memory, math.Float64bits(a))
			memory = binary.LittleEndian.AppendUint64(memory, math.Float64bits(b))
		}
	}
	memory = append(memory, make([]byte, 2*64*8)...)
	for _, isa := range isas(t) {
		for _, of := range []string{"f64", "i64", "u64"} {
			for _, cmp := range []string{"lt", "le", "gt", "ge", "eq", "ne"} {
				for _, with := range []string{"%b", "%zero"} {
					for _, chosen := range []string{"f64", "i64"} {
						agree(t, isa, strings.NewReplacer("CMP", cmp, "WITH", with, "TYPE", of, "CHOSEN", chosen, "ZERO", map[bool]string{true: "0.0", false: "0"}[of == "f64"]).Replace(`
func @k(%lo: i64, %hi: i64, %p: i64) -> () kernel=range {
  %one = const 1 : i64
  %zero = const ZERO : TYPE
  loop ^l %lo (%i: i64) {
    %two = add %i, %i : i64
    %x = mload %p, %two <ints=[8, 0]> : CHOSEN
    %y = mload %p, %two <ints=[8, 8]> : CHOSEN
    %b = mload %p, %two <ints=[8, 8]> : TYPE
    %a = mload %p, %two <ints=[8, 0]> : TYPE
    %c = CMP %a, WITH : bool
    %r = select %c, %x, %y : CHOSEN
    %s = select %c, %i, %two : i64
    mstore %p, %two, %r <ints=[8, 1024]>
    mstore %p, %two, %s <ints=[8, 1032]>
    %j = add %i, %one : i64
    %more = lt %j, %hi : bool
    if %more {
      continue ^l %j
    } {
      break ^l
    }
    unreachable
  }
  return
}`), 0, 64, memory, 0)
					}
				}
			}
		}
	}
}
