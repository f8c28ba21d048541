package source

import (
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// bitsFunc is a function of package math/bits that is written in ops; the name may end in a width. The others are translated from
// their Go source.
func bitsFunc(name string) emitter { return bitsFuncs[strings.TrimRight(name, "0123456789")] }

var bitsFuncs = map[string]emitter{
	"LeadingZeros":  count(ir.OpClz),
	"TrailingZeros": count(ir.OpCtz),
	"OnesCount":     count(ir.OpPopcnt),
	"Reverse":       op(ir.OpBitrev),
	"ReverseBytes":  op(ir.OpBswap),
	"RotateLeft":    op(ir.OpRotl), // a negative count, taken modulo the width, is the rotation to the right
	"Len": func(f *fun, k *known) []*ir.Value {
		zeros := count(ir.OpClz)(f, k)[0]
		return []*ir.Value{f.b.Binary(ir.OpSub, f.b.Int(int64(k.args[0].Type.Bits())), zeros)}
	},
	"Mul": func(f *fun, k *known) []*ir.Value {
		x, y := k.args[0], k.args[1]
		return []*ir.Value{f.b.Binary(ir.OpMulHi, x, y), f.b.Binary(ir.OpMul, x, y)}
	},
	"Add": withCarry(ir.OpAdd, ir.OpCarry),
	"Sub": withCarry(ir.OpSub, ir.OpBorrow),
}

// withCarry adds or subtracts two words and what the words before them left. Package bits leaves open what a carry other than 0 and 1 means; on
// amd64 the Go compiler takes it for 1, and so do the ops.
func withCarry(sum, carry ir.OpKind) emitter {
	return func(f *fun, k *known) []*ir.Value {
		x, y, c := k.args[0], k.args[1], k.args[2]
		one := f.b.Binary(ir.OpMin, c, f.b.Const(c.Type, 1))
		return []*ir.Value{f.b.Binary(sum, f.b.Binary(sum, x, y), one), f.b.Op(carry, []*ir.Value{x, y, c}, x.Type).Result()}
	}
}

// count is an op that counts bits, with the count as an int.
func count(kind ir.OpKind) emitter {
	return func(f *fun, k *known) []*ir.Value {
		return []*ir.Value{f.b.Conv(f.b.Unary(kind, k.args[0]), ir.TI64)}
	}
}
