package x86

import (
	"fmt"
	"strings"
	"testing"
)

// TestBitTests: whether x & y is 0 is asked by one instruction, whatever the answer is for.
func TestBitTests(t *testing.T) {
	for _, isa := range isas(t) {
		for _, typ := range []string{"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"} {
			for _, mask := range []string{"%b", "%c", "%m", "%l"} {
				for _, k := range []string{"eq %r, %z", "ne %r, %z", "ne %z, %r"} {
					for _, use := range []string{
						"if %v {\nmstore %p, %o, %b <ints=[1, 40]>\nyield\n} {\nyield\n}",
						"%s = select %v, %a, %b : T\nmstore %p, %o, %s <ints=[1, 40]>",
						"mstore %p, %o, %v <ints=[1, 40]>",
						"%n = eq %a, %b : bool\n%e = and %n, %v : bool\nif %e {\nmstore %p, %o, %b <ints=[1, 40]>\nyield\n} {\nyield\n}",
					} {
						text := fmt.Sprintf("func @k(%%p: i64, %%a: T, %%b: T) -> (T) kernel=single {\n%%z = const 0 : T\n%%o = const 0 : i64\n%%c = const 64 : T\n%%m = const 127 : T\n"+
							"%%l = mload %%p, %%o <ints=[1, 8]> : T\n%%r = and %%a, %s : T\n%%v = %s : bool\n%s\nreturn %%a\n}", mask, k, use)
						text = strings.ReplaceAll(strings.ReplaceAll(text, ": T", ": "+typ), "-> (T)", "-> ("+typ+")")
						for _, a := range []uint64{0, 1, 64, 0x80, 0xF0F0F0F0F0F0F0F0, 0x8000000000000000} {
							agree(t, isa, text, 0, 0, bytesUpTo(64), 0, a, 0x0F0F0F0F0F0F0F0F)
						}
					}
				}
			}
		}
		_, code := compileText(t, "func @k(%p: i64, %o: i64, %a: u64) -> () kernel=single {\n%z = const 0 : u64\n%one = const 1 : u64\n%r = and %a, %one : u64\n%v = ne %r, %z : bool\nif %v {\nmstore %p, %o, %a <ints=[1, 0]>\nyield\n} {\nyield\n}\nreturn\n}", isa)
		if text := listing(code); strings.Contains(text, "and ") || strings.Count(text, "test ") != 1 {
			t.Errorf("%v: not one test\n%s", isa, text)
		}
	}
}
