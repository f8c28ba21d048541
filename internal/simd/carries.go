package simd

import "github.com/hone-go/hone/internal/ir"

// carry takes lanes' carries from the highest bits of operands and sums (Hacker's Delight, 2-16): vectors have no flags.
func (e *emitter) carry(k ir.OpKind, x, y, c *ir.Value) *ir.Value {
	b := e.b
	last := uint64(x.Type.Elem.Bits() - 1)
	if !atMostOne(c, last) {
		c = b.Binary(ir.OpMin, c, b.Const(c.Type, 1))
	}
	plus := func(k ir.OpKind) *ir.Value {
		s := b.Binary(k, x, y)
		if bits, ok := c.IsConst(); ok && bits == 0 {
			return s
		}
		return b.Binary(k, s, c)
	}
	var top *ir.Value
	if k == ir.OpCarry {
		top = b.Binary(ir.OpOr, b.Binary(ir.OpAnd, x, y), b.Binary(ir.OpAndNot, b.Binary(ir.OpOr, x, y), plus(ir.OpAdd)))
	} else {
		top = b.Binary(ir.OpOr, b.Binary(ir.OpAndNot, y, x), b.Binary(ir.OpAndNot, plus(ir.OpSub), b.Binary(ir.OpXor, x, y)))
	}
	return b.Binary(ir.OpShr, top, b.Const(ir.TU64, last))
}

// atMostOne reports a constant, or what carry makes: the highest bit, number last, alone.
func atMostOne(c *ir.Value, last uint64) bool {
	if bits, ok := c.IsConst(); ok {
		return bits <= 1
	}
	if c.Def == nil || c.Def.Kind != ir.OpShr {
		return false
	}
	n, ok := c.Def.Args[1].IsConst()
	return ok && n == last
}
