package x86

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestUpdate puts ops on elements in place: with constants, parameters and other elements, on either side.
func TestUpdate(t *testing.T) {
	for _, isa := range isas(t) {
		for _, typ := range []*ir.Type{ir.TI8, ir.TI16, ir.TI32, ir.TI64, ir.TU8, ir.TU16, ir.TU32, ir.TU64} {
			var b strings.Builder
			fmt.Fprintf(&b, "func @k(%%p: i64, %%i: i64, %%a: %s) -> () kernel=single {\n", typ)
			fmt.Fprintf(&b, "  %%c = const 100 : %s\n  %%e = const %s : %s\n", typ, map[bool]string{true: "-1", false: fmt.Sprint(ir.Canonical(typ, ^uint64(0)))}[typ.IsSigned()], typ)
			size, at := typ.Size(), 0
			for _, k := range []ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpXor} {
				for _, args := range [][2]string{{"x", "a"}, {"a", "x"}, {"x", "c"}, {"x", "e"}, {"x", "y"}, {"y", "x"}, {"x", "x"}} {
					name := func(s string) string { // of its own for what is loaded
						if s == "x" || s == "y" {
							return fmt.Sprintf("%s.%d", s, at)
						}
						return s
					}
					fmt.Fprintf(&b, "  %%%s = mload %%p, %%i <ints=[%d, %d]> : %s\n", name("x"), size, at, typ)
					fmt.Fprintf(&b, "  %%%s = mload %%p, %%i <ints=[%d, %d]> : %s\n", name("y"), size, at+size, typ)
					fmt.Fprintf(&b, "  %%r.%d = %s %%%s, %%%s : %s\n", at, k, name(args[0]), name(args[1]), typ)
					fmt.Fprintf(&b, "  mstore %%p, %%i, %%r.%d <ints=[%d, %d]>\n", at, size, at)
					at += size
				}
			}
			b.WriteString("  return\n}")
			agree(t, isa, b.String(), 0, 0, bytesUpTo(at+4*size), 0, 3, ir.Canonical(typ, 0x8182838485868788))
		}
	}
}

// TestUpdateBeside: what is stored beside an element does not keep it from being updated in place, but what is stored over a part of it does, or at an index of its own.
func TestUpdateBeside(t *testing.T) {
	for _, isa := range isas(t) {
		for _, c := range []struct {
			between string
			inPlace bool
		}{
			{"mstore %p, %i, %f <ints=[16, 0]>", true},
			{"mstore %p, %i, %f <ints=[16, 16]>", true},
			{"mstore %p, %i, %h <ints=[16, 7]>", true},
			{"mstore %p, %i, %h <ints=[16, 16]>", true},
			{"mstore %p, %i, %f <ints=[16, 0]>\n%g = mload %p, %i <ints=[16, 0]> : f64\nmstore %p, %i, %g <ints=[16, 24]>", true},
			{"mstore %p, %i, %f <ints=[16, 1]>", false},
			{"mstore %p, %i, %f <ints=[16, 15]>", false},
			{"mstore %p, %i, %h <ints=[16, 8]>", false},
			{"mstore %p, %i, %h <ints=[16, 15]>", false},
			{"mstore %p, %i, %n <ints=[16, 8]>", false},
			{"mstore %p, %j, %f <ints=[16, 0]>", false},
			{"mstore %q, %i, %f <ints=[16, 0]>", false},
			{"mstore %p, %i, %f <ints=[8, 0]>", false},
			{"%c = lt %i, %j : bool\nif %c {\nmstore %p, %i, %n <ints=[16, 8]>\nyield\n} {\nyield\n}", false},
		} {
			for _, op := range []string{"add %x, %a", "sub %x, %y", "xor %y, %x"} {
				text := "func @k(%p: i64, %i: i64, %j: i64, %a: i64) -> () kernel=single {\n%c64 = const 64 : i64\n%q = add %p, %c64 : i64\n%f = mload %q, %j <ints=[8, 0]> : f64\n%h = conv %a : u8\n%n = not %a : i64\n" +
					"%x = mload %p, %i <ints=[16, 8]> : i64\n%y = mload %q, %j <ints=[8, 8]> : i64\n%r = " + op + " : i64\n" + c.between + "\nmstore %p, %i, %r <ints=[16, 8]>\nreturn\n}"
				_, code := compileText(t, text, isa)
				if got := strings.Contains(listing(code), strings.Fields(op)[0]+" qword ptr"); got != c.inPlace {
					t.Errorf("%v: %s, %s: in place %v\n%s", isa, c.between, op, got, listing(code))
				}
				agree(t, isa, text, 0, 0, bytesUpTo(192), 0, 2, 3, 0x8182838485868788)
			}
		}
	}
}
