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
	"Div": func(f *fun, k *known) []*ir.Value {
		y := k.args[2]
		f.b.Op(ir.OpCheckDiv, []*ir.Value{y})
		f.b.Op(ir.OpCheckPanic, []*ir.Value{f.b.Compare(ir.OpLt, k.args[0], y)}).SetSym("overflow")
		return f.longQuotient(k.args, ir.OpDivLong, ir.OpRemLong)
	},
	"Rem": func(f *fun, k *known) []*ir.Value {
		f.b.Op(ir.OpCheckDiv, []*ir.Value{k.args[2]})
		return f.longQuotient(k.args, ir.OpRemLong)
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

// longQuotient is the quotient or remainder, or both, of a number of two words by one that is not 0. Those of 32 bits are divided as one word.
func (f *fun) longQuotient(args []*ir.Value, kinds ...ir.OpKind) (out []*ir.Value) {
	hi, lo, y := args[0], args[1], args[2]
	if hi.Type == ir.TU64 {
		for _, kind := range kinds {
			out = append(out, f.b.Op(kind, args, ir.TU64).Result())
		}
		return out
	}
	wide := f.b.Binary(ir.OpOr, f.b.Binary(ir.OpShl, f.b.Conv(hi, ir.TU64), f.b.Const(ir.TU64, 32)), f.b.Conv(lo, ir.TU64))
	for _, kind := range kinds {
		short := map[ir.OpKind]ir.OpKind{ir.OpDivLong: ir.OpDiv, ir.OpRemLong: ir.OpRem}[kind]
		out = append(out, f.b.Conv(f.b.Binary(short, wide, f.b.Conv(y, ir.TU64)), y.Type))
	}
	return out
}

// count is an op that counts bits, with the count as an int.
func count(kind ir.OpKind) emitter {
	return func(f *fun, k *known) []*ir.Value {
		return []*ir.Value{f.b.Conv(f.b.Unary(kind, k.args[0]), ir.TI64)}
	}
}
