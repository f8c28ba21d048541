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
