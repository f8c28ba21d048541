package opt

import (
	"math"
	"sync"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Algebra replaces ops by simpler ones of the same value, by the rules in algebraRules, and folds what becomes constant. Rules for
// floats hold for all operands, NaN, infinities and both zeros included.
func Algebra(f *ir.Func) bool {
	rw := rewriter{simplify: algebraOp, drop: foldCheck}
	return rw.run(f)
}

// conditions are what rules may ask of constants.
var conditions = map[string]func(t *ir.Type, bits uint64) bool{
	"pow2": func(t *ir.Type, bits uint64) bool { // a power of two above 1, not the sign bit of a signed type
		return bits > 1 && ir.Log2(bits) > 0 && (t.IsUnsigned() || ir.SignExtend(t, bits) > 0)
	},
	"small": func(t *ir.Type, bits uint64) bool { return bits < 64 },
	"wide8": func(t *ir.Type, bits uint64) bool { return bits >= 64 },
	"recip": exactReciprocal,
}

// exactReciprocal reports a float power of two whose reciprocal is exact and neither it nor its reciprocal subnormal.
func exactReciprocal(t *ir.Type, bits uint64) bool {
	frac, exp := math.Frexp(ir.BitsFloat(t, bits))
	limit := 1000
	if t.Kind == ir.F32 {
		limit = 120
	}
	return (frac == 0.5 || frac == -0.5) && -limit < exp && exp < limit
}

var algebraRules = []string{
	// Integers: neutral and absorbing elements.
	"int: (add x 0) => x",
	"int: (sub x 0) => x",
	"int: (sub x x) => 0",
	"int: (sub 0 x) => (neg x)",
	"int: (mul x 0) => 0",
	"int: (mul x 1) => x",
	"int: (mul x -1) => (neg x)",
	"int: (div x 1) => x",
	"int: (rem x 1) => 0",
	"signed: (div x -1) => (neg x)",
	"signed: (rem x -1) => 0",
	"int: (and x 0) => 0",
	"int: (and x -1) => x",
	"int: (or x 0) => x",
	"int: (or x -1) => -1",
	"int: (xor x 0) => x",
	"int: (xor x -1) => (not x)",
	"int: (andnot x 0) => x",
	"int: (andnot 0 x) => 0",
	"int: (shl x 0) => x",
	"int: (shr x 0) => x",
	"int: (rotl x 0) => x",
	"int: (bswap (bswap x)) => x",
	"int: (bitrev (bitrev x)) => x",
	"int: (shl 0 x) => 0",
	"int: (shr 0 x) => 0",
	"int: (shl x C) => 0 if wide8 C",
	"unsigned: (shr x C) => 0 if wide8 C",

	// Carries.
	"word: (min (carry x y z) 1) => (carry x y z)",
	"word: (min (borrow x y z) 1) => (borrow x y z)",
	"word: (carry x 0 0) => 0",
	"word: (carry 0 x 0) => 0",
	"word: (borrow x 0 0) => 0",

	// The same value twice.
	"int: (and x x) => x",
	"int: (or x x) => x",
	"int: (xor x x) => 0",
	"int: (andnot x x) => 0",
	"number: (min x x) => x",
	"number: (max x x) => x",
	"int: (eq x x) => true",
	"int: (ne x x) => false",
	"int: (le x x) => true",
	"int: (ge x x) => true",
	"number: (lt x x) => false",
	"number: (gt x x) => false",

	// Negation and complement.
	"number: (neg (neg x)) => x",
	"int: (neg (sub x y)) => (sub y x)",
	"number: (neg (mul x C)) => (mul x (neg C))",
	"number: (add x (neg y)) => (sub x y)",
	"number: (sub x (neg y)) => (add x y)",
	"number: (mul (neg x) (neg y)) => (mul x y)",
	"number: (mul (neg x) C) => (mul x (neg C))",
	"float: (div (neg x) (neg y)) => (div x y)",
	"float: (div (neg x) C) => (div x (neg C))",
	"int: (not (not x)) => x",
	"int: (and x (not y)) => (andnot x y)",
	"int: (andnot x (not y)) => (and x y)",
	"int: (andnot x C) => (and x (not C))",

	// Constants move outwards and to the right, and meet there. Those of indices end up as displacements of addresses; elsewhere what a
	// constant is added to may well be used again, or come later than the other summand.
	"int: (sub x C) => (add x (neg C))",
	"int: (add (add x C) D) => (add x (add C D))",
	"int: (add (sub C x) D) => (sub (add C D) x)",
	"int: (sub C (add x D)) => (sub (sub C D) x)",
	"int: (sub C (sub D x)) => (add x (sub C D))",
	"int: (add (add x C) (add y D)) => (add (add x y) (add C D))",
	"int: (sub (add x C) (add y D)) => (add (sub x y) (sub C D))",
	"index: (add (add x C) y) => (add (add x y) C)",
	"index: (sub (add x C) y) => (add (sub x y) C)",
	"index: (sub x (add y C)) => (add (sub x y) (neg C))",
	"int: (mul (mul x C) D) => (mul x (mul C D))",
	"int: (mul (shl x C) D) => (mul x (shl D C))",
	"index: (mul (add x C) D) => (add (mul x D) (mul C D))",
	"index: (shl (add x C) D) => (add (shl x D) (shl C D))",
	"int: (and (and x C) D) => (and x (and C D))",
	"int: (or (or x C) D) => (or x (or C D))",
	"int: (xor (xor x C) D) => (xor x (xor C D))",
	"int: (min (min x C) D) => (min x (min C D))",
	"int: (max (max x C) D) => (max x (max C D))",
	"int: (shl (shl x C) D) => (shl x (add C D)) if small C, small D",
	"int: (shr (shr x C) D) => (shr x (add C D)) if small C, small D",
	"int: (eq (add x C) D) => (eq x (sub D C))",
	"int: (ne (add x C) D) => (ne x (sub D C))",
	"int: (eq (sub x y) 0) => (eq x y)",
	"int: (ne (sub x y) 0) => (ne x y)",

	// Sums that cancel.
	"int: (sub (add x y) x) => y",
	"int: (sub (add x y) y) => x",
	"int: (sub x (add x y)) => (neg y)",
	"int: (add (sub x y) y) => x",
	"int: (sub x (sub x y)) => y",
	"int: (sub (sub x y) x) => (neg y)",

	// Powers of two. A negative dividend is biased by 2^k-1 first, to round towards zero (Warren, Hacker's Delight, 10-1).
	"int: (mul x C) => (shl x (log2 C)) if pow2 C",
	"unsigned: (div x C) => (shr x (log2 C)) if pow2 C",
	"unsigned: (rem x C) => (and x (sub C 1)) if pow2 C",
	"signed: (div x C) => (shr (add x (and (shr x (top)) (sub C 1))) (log2 C)) if pow2 C",
	"signed: (rem x C) => (sub (and (add x (and (shr x (top)) (sub C 1))) (sub C 1)) (and (shr x (top)) (sub C 1))) if pow2 C",

	// Floats.
	"float: (mul x 1) => x",
	"float: (mul x -1) => (neg x)",
	"float: (div x 1) => x",
	"float: (div x -1) => (neg x)",
	"float: (div x C) => (mul x (div 1 C)) if recip C",
	"float: (add x -0) => x",
	"float: (sub x 0) => x",
	"float: (sub -0 x) => (neg x)",
	"float: (abs (neg x)) => (abs x)",
	"float: (abs (abs x)) => (abs x)",
	"float: (abs (copysign x y)) => (abs x)",
	"float: (copysign (neg x) y) => (copysign x y)",
	"float: (copysign (abs x) y) => (copysign x y)",
	"float: (copysign (copysign x y) z) => (copysign x z)",
	"float: (copysign x x) => x",
	"float: (fma (neg x) (neg y) z) => (fma x y z)",
	"float: (fma x 1 z) => (add x z)",
	"float: (fma x y -0) => (mul x y)",
	"float: (floor (floor x)) => (floor x)",
	"float: (trunc (trunc x)) => (trunc x)",
	"float: (fence (fence x)) => (fence x)",

	// Truth values.
	"bool: (not (not x)) => x",
	"bool: (and x true) => x",
	"bool: (and x false) => false",
	"bool: (or x true) => true",
	"bool: (or x false) => x",
	"bool: (and x x) => x",
	"bool: (or x x) => x",
	"bool: (xor x x) => false",
	"bool: (xor x false) => x",
	"bool: (xor x true) => (not x)",
	"bool: (and x (not x)) => false",
	"bool: (or x (not x)) => true",
	"bool: (and x (not y)) => (andnot x y)",
	"bool: (andnot x false) => x",
	"bool: (andnot x true) => false",
	"bool: (andnot true x) => (not x)",
	"bool: (andnot false x) => false",
	"bool: (andnot x x) => false",
	"bool: (andnot x (not y)) => (and x y)",
	"bool: (eq x true) => x",
	"bool: (eq x false) => (not x)",
	"bool: (ne x false) => x",
	"bool: (ne x true) => (not x)",
	"bool: (eq x x) => true",
	"bool: (ne x x) => false",

	// Selections.
	"any: (select true x y) => x",
	"any: (select false x y) => y",
	"any: (select c x x) => x",
	"any: (select (not c) x y) => (select c y x)",
	"any: (select c (select c x y) z) => (select c x z)",
	"any: (select c x (select c y z)) => (select c x z)",
	"bool: (select c true false) => c",
	"bool: (select c false true) => (not c)",
	"bool: (select c x false) => (and c x)",
	"bool: (select c true x) => (or c x)",
	"bool: (select c false x) => (andnot x c)",
	"signed: (select (lt x 0) (neg x) x) => (max x (neg x))",
	"signed: (select (le x 0) (neg x) x) => (max x (neg x))",
	"signed: (select (gt x 0) x (neg x)) => (max x (neg x))",
	"signed: (select (ge x 0) x (neg x)) => (max x (neg x))",
	"signed: (select (lt (sub x y) 0) (sub y x) (sub x y)) => (max (sub x y) (sub y x))",
	"signed: (select (le (sub x y) 0) (sub y x) (sub x y)) => (max (sub x y) (sub y x))",
	"signed: (select (gt (sub x y) 0) (sub x y) (sub y x)) => (max (sub x y) (sub y x))",
	"signed: (select (ge (sub x y) 0) (sub x y) (sub y x)) => (max (sub x y) (sub y x))",
	"int: (select (lt x y) (sub y x) (sub x y)) => (sub (max x y) (min x y))",
	"int: (select (le x y) (sub y x) (sub x y)) => (sub (max x y) (min x y))",
	"int: (select (lt x y) x y) => (min x y)",
	"int: (select (lt x y) y x) => (max x y)",
	"int: (select (le x y) x y) => (min x y)",
	"int: (select (le x y) y x) => (max x y)",
	"int: (select (gt x y) x y) => (max x y)",
	"int: (select (gt x y) y x) => (min x y)",
	"int: (select (ge x y) x y) => (max x y)",
	"int: (select (ge x y) y x) => (min x y)",
}

var algebraSet = sync.OnceValue(func() ruleSet { return newRuleSet(algebraRules) })

func algebraOp(rw *rewriter, o *ir.Op) *ir.Value {
	if v := foldOp(rw, o); v != nil {
		return v
	}
	if o.Results[0].Type.Kind == ir.Vec {
		return lowBits(rw, o)
	}
	constantsRight(o)
	if v := algebraSet().apply(rw, o); v != nil {
		return v
	}
	switch o.Kind {
	case ir.OpOr, ir.OpAdd:
		return rotation(rw, o)
	case ir.OpXor:
		if v := rotation(rw, o); v != nil {
			return v
		}
		return signMasked(rw, o)
	case ir.OpSub:
		return signMasked(rw, o)
	case ir.OpRotl:
		return rotationCount(rw, o)
	case ir.OpNot:
		return invert(rw, o)
	case ir.OpConv, ir.OpBitcast:
		if v := castOp(rw, o); v != nil {
			return v
		}
		return singleOp(rw, o)
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return singleComparison(rw, o)
	case ir.OpLen, ir.OpCap:
		return lenOp(rw, o)
	case ir.OpIsNil:
		return isNilOp(rw, o)
	}
	return nil
}

func isOrder(k ir.OpKind) bool { return k >= ir.OpLt && k <= ir.OpGe }

// constantsRight puts a constant operand second, where the rules expect it, and writes x > y as y < x.
func constantsRight(o *ir.Op) {
	if len(o.Args) != 2 || !o.Kind.Has(ir.Commutes) && !isOrder(o.Kind) {
		return
	}
	_, ca := o.Args[0].IsConst()
	_, cb := o.Args[1].IsConst()
	if ca && !cb || !ca && !cb && (o.Kind == ir.OpGt || o.Kind == ir.OpGe) {
		o.Become(o.Kind.Mirrored(), o.Args[1], o.Args[0])
	}
}

// invert makes not (x < y) of x >= y, and the like.
func invert(rw *rewriter, o *ir.Op) *ir.Value {
	d := o.Args[0].Def
	if d == nil || d.Kind < ir.OpEq || d.Kind > ir.OpGe {
		return nil
	}
	if isOrder(d.Kind) && d.Args[0].Type.IsFloat() {
		return nil
	}
	return rw.emit(d.Kind.Negated(), ir.TBool, d.Args[0], d.Args[1])
}

// lowBits makes a mask of a vector that is narrowed and widened again: lanes stay where they are. What has been shifted down so far needs none.
func lowBits(rw *rewriter, o *ir.Op) *ir.Value {
	if o.Kind != ir.OpConv || o.Args[0].Def == nil || o.Args[0].Def.Kind != ir.OpConv {
		return nil
	}
	x, t := o.Args[0].Def.Args[0], o.Results[0].Type
	from, mid := x.Type.Scalar(), o.Args[0].Type.Scalar()
	if !from.IsInt() || !mid.IsUnsigned() || !t.Elem.IsInt() || from.Bits() != t.Elem.Bits() || mid.Bits() >= from.Bits() {
		return nil
	}
	if from != t.Elem {
		x = rw.emit(ir.OpBitcast, t, x)
	}
	if d := x.Def; d != nil && d.Kind == ir.OpShr && from.IsUnsigned() {
		if c, ok := d.Args[1].ConstInt(); ok && c >= int64(from.Bits()-mid.Bits()) && c < int64(from.Bits()) {
			return x
		}
	}
	return rw.emit(ir.OpAnd, t, x, rw.constant(t, 1<<mid.Bits()-1))
}

// castOp simplifies conversions of conversions.
func castOp(rw *rewriter, o *ir.Op) *ir.Value {
	x, t := o.Args[0], o.Results[0].Type
	if x.Type == t {
		return x
	}
	d := x.Def
	if d == nil || d.Kind != o.Kind {
		return nil
	}
	from, mid := d.Args[0].Type, x.Type
	ok := o.Kind == ir.OpBitcast ||
		holdsAll(mid, from) || // the first conversion changes no value
		from.IsInt() && mid.IsInt() && t.IsInt() && t.Bits() <= mid.Bits() // only the low bits matter
	if !ok || from.IsInt() && mid.IsFloat() && t.IsInt() && !holdsAll(t, from) {
		return nil // a float out of range is converted to another integer than the integer is
	}
	if from == t {
		return d.Args[0]
	}
	return rw.emit(o.Kind, t, d.Args[0])
}

// holdsAll reports that every value of type b is exactly one of type a.
func holdsAll(a, b *ir.Type) bool {
	switch {
	case a == b:
		return true
	case a.IsFloat() && b.IsFloat():
		return a.Kind == ir.F64
	case a.IsFloat() && b.IsInt():
		mantissa := map[ir.Kind]int{ir.F32: 24, ir.F64: 53}[a.Kind]
		return b.Bits() <= mantissa
	case a.IsInt() && b.IsInt():
		return a.Bits() > b.Bits() && (a.IsSigned() || b.IsUnsigned())
	}
	return false
}

// isNilOp answers whether a slice is nil whose making is in sight.
func isNilOp(rw *rewriter, o *ir.Op) *ir.Value {
	d := o.Args[0].Def
	switch {
	case analysis.IsFresh(o.Args[0]):
		return rw.constant(ir.TBool, 0)
	case d != nil && d.Kind == ir.OpZero:
		return rw.constant(ir.TBool, 1)
	case d != nil && d.Kind == ir.OpSlice:
		return rw.emit(ir.OpIsNil, ir.TBool, d.Args[0])
	}
	return nil
}

// lenOp finds the length or capacity of a slice whose making is in sight.
func lenOp(rw *rewriter, o *ir.Op) *ir.Value {
	d := o.Args[0].Def
	if d == nil {
		return nil
	}
	switch d.Kind {
	case ir.OpMake:
		return d.Args[0]
	case ir.OpMulti:
		if o.Args[0].GivenBy().Kind == ir.OpKeep {
			return nil
		}
		return rw.emit(ir.OpMax, ir.TI64, d.Args[0], rw.constant(ir.TI64, 0))
	case ir.OpAlloca:
		return rw.constant(ir.TI64, uint64(d.Ints[0]))
	case ir.OpZero:
		return rw.constant(ir.TI64, 0)
	case ir.OpSlice:
		switch {
		case o.Kind == ir.OpLen:
			return rw.emit(ir.OpSub, ir.TI64, d.Args[2], d.Args[1])
		case len(d.Args) == 4:
			return rw.emit(ir.OpSub, ir.TI64, d.Args[3], d.Args[1])
		}
		return rw.emit(ir.OpSub, ir.TI64, rw.emit(ir.OpCap, ir.TI64, d.Args[0]), d.Args[1])
	}
	return nil
}
