package x86

import (
	"fmt"
	"strings"
	"testing"
)

// TestZeroExtended: what is loaded, and the least and greatest of it, is widened for nothing, but not what was added up, or comes as a parameter with anything above its width.
func TestZeroExtended(t *testing.T) {
	const text = `
func @k(%p: i64, %n: i64, %a: T) -> (i64, T) kernel=single {
  %z = const 0 : i64
  %c3 = const 3 : u64
  %c0 = const 0 : u64
  %c = const 100 : T
  %l = mload %p, %z <ints=[SIZE, 0]> : T
  %l2 = add %l, %c : T
  %one = const 1 : i64
  %s, %r = loop ^l %z, %z, INIT, INIT : i64, T (%i: i64, %sum: i64, %m: T, %o: T) {
    %v = mload %p, %i <ints=[SIZE, 0]> : T
    %b = lt %v, %m : bool
    %mo = and %m, %o : T
    %t = NEXT : T
    %wide = conv %m : i64
    %more = conv %v : i64
    %wt = conv %t : i64
    %two = add %wide, %more : i64
    %both = add %two, %wt : i64
    %next = add %sum, %both : i64
    %j = add %i, %one : i64
    %again = lt %j, %n : bool
    if %again {
      continue ^l %j, %next, OUT
    } {
      break ^l %next, %t
    }
    return %z, %c
  }
  return %s, %r
}`
	for _, isa := range isas(t) {
		for typ, size := range map[string]string{"u8": "1", "u16": "2", "u32": "4", "i8": "1", "i16": "2", "i32": "4"} {
			for _, init := range []string{"%c", "%a", "%l", "%l2"} {
				for _, next := range []string{"max %m, %v", "min %v, %m", "select %b, %v, %m", "select %b, %m, %c", "add %m, %v", "sub %m, %c", "max %o, %v", "and %m, %v", "or %m, %v", "xor %m, %v", "xor %o, %m", "xor %m, %c", "and %m, %c", "and %o, %m", "shr %m, %c3", "shr %v, %c3", "shr %m, %c0", "and %m, %mo", "and %mo, %o", "and %mo, %m"} {
					for _, out := range []string{"%t, %m", "%o, %t", "%t, %v", "%v, %t"} {
						text := strings.NewReplacer("SIZE", size, "INIT", init, "NEXT", next, "OUT", out, ": T", ": "+typ, ", T", ", "+typ).Replace(text)
						t.Run(fmt.Sprintf("%v/%s/%s/%s/%s", isa, typ, init, next, out), func(t *testing.T) {
							agree(t, isa, text, 0, 0, bytesUpTo(1024), 0, 60, 0x8765432187F4F3F2)
						})
					}
				}
			}
		}
	}
	// The conversion of what is carried is none.
	plain := strings.NewReplacer("SIZE", "1", "INIT", "%c", "NEXT", "max %m, %v", "OUT", "%t, %m", ": T", ": u8", ", T", ", u8").Replace(text)
	_, code := compileText(t, plain, AVX2)
	if n := strings.Count(listing(code), "movzx"); n != 2 { // the load, and the result
		t.Errorf("%d are widened:\n%s", n, listing(code))
	}
}
