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
}

// count is an op that counts bits, with the count as an int.
func count(kind ir.OpKind) emitter {
	return func(f *fun, k *known) []*ir.Value {
		return []*ir.Value{f.b.Conv(f.b.Unary(kind, k.args[0]), ir.TI64)}
	}
}
