package simd_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/simd"
)

// TestJoined has stores of narrow elements split: together where the parts fill a register, and where that is not behind anything that might be about the same memory.
func TestJoined(t *testing.T) {
	const (
		bytes = "%b = conv %x : <64 x u8>\nmstore %q, %i, %b <ints=[1, 0]>\n"
		words = "%w = conv %x : <64 x u16>\nmstore %q, %i, %w <ints=[2, 512]>\n"
	)
	for _, c := range []struct {
		name, body  string
		all, single int // stores of several registers, and of one
	}{
		{"bytes", bytes, 1, 0},
		{"16 bits", words, 2, 0},
		{"both", bytes + words, 3, 0},
		{"all bits", "mstore %q, %i, %x <ints=[4, 0]>\n", 0, 4},
		{"all bits, and behind them bytes", "mstore %q, %i, %x <ints=[4, 512]>\n" + bytes, 1, 4},
		{"bytes, and behind them all bits", bytes + "mstore %q, %i, %x <ints=[4, 512]>\n", 0, 8},
		{"read behind it", bytes + "%y = mload %q, %i <ints=[4, 0]> : <64 x u32>\n", 0, 4},
		{"read between", bytes + "%y = mload %q, %i <ints=[4, 0]> : <64 x u32>\n%w = conv %y : <64 x u16>\nmstore %q, %i, %w <ints=[2, 512]>\n", 2, 4},
		{"bytes that no conversion gives", "%b = mload %p, %i <ints=[1, 0]> : <64 x u8>\nmstore %q, %i, %b <ints=[1, 0]>\n", 0, 4},
		{"under a mask", "%m = lt %x, %x : <64 x bool>\n%b = conv %x : <64 x u8>\nmstore %q, %i, %b, %m <ints=[1, 0]>\n", 0, 4},
		{"two parts, where four are one register", strings.ReplaceAll(strings.ReplaceAll(bytes, "<64", "<32"), "%x", "%h"), 0, 2},
	} {
		m, err := ir.Parse("func @f(%lo: i64, %hi: i64, %p: i64, %q: i64) -> () kernel=range {\nloop ^l %lo (%i: i64) {\n%x = mload %p, %i <ints=[4, 0]> : <64 x u32>\n%h = mload %p, %i <ints=[4, 0]> : <32 x u32>\n" +
			c.body + "%k = const 64 : i64\n%j = add %i, %k : i64\n%more = lt %j, %hi : bool\nif %more {\ncontinue ^l %j\n} {\nbreak ^l\n}\nunreachable\n}\nreturn\n}")
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		k := simd.NewKernel(m.Funcs[0])
		k.Lanes = 16
		if err := simd.Split(k, &simd.Options{Machine: machine.AVX512()}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if err := ir.Verify(m, ir.Lanes); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		all, single := 0, 0
		k.Func.Body.Walk(func(o *ir.Op) bool {
			switch o.Kind {
			case ir.OpMStoreAll:
				all++
			case ir.OpMStore:
				single++
			}
			return true
		})
		if all != c.all || single != c.single {
			t.Errorf("%s: %d of several registers and %d of one, must be %d and %d\n%s", c.name, all, single, c.all, c.single, k.Func)
		}
	}
}
