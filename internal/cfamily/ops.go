package cfamily

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// values says how the ops with one scalar result and no effect are printed.
var values = map[ir.OpKind]func(p *printer, o *ir.Op) expr{
	ir.OpAdd: sum("+", precAdd),
	ir.OpSub: sum("-", precAdd),
	ir.OpMul: sum("*", precMul),
	ir.OpDiv: quotient,
	ir.OpRem: quotient,
	ir.OpNeg: negate,

	ir.OpAnd:    bitwise("&"),
	ir.OpOr:     bitwise("|"),
	ir.OpXor:    bitwise("^"),
	ir.OpAndNot: andNot,
	ir.OpNot:    not,
	ir.OpShl:    shift,
	ir.OpShr:    shift,

	ir.OpRotl:   helper("rotl"),
	ir.OpClz:    helper("clz"),
	ir.OpCtz:    helper("ctz"),
	ir.OpPopcnt: helper("popcnt"),
	ir.OpBswap:  helper("bswap"),
	ir.OpBitrev: helper("bitrev"),
	ir.OpMulHi:  helper("mulhi"),
	ir.OpCarry:  helper("carry"),
	ir.OpBorrow: helper("borrow"),

	ir.OpDivLong: helper("divlong"),
	ir.OpRemLong: helper("remlong"),

	ir.OpMin:      helper("min"),
	ir.OpMax:      helper("max"),
	ir.OpFMA:      function("fma"),
	ir.OpSqrt:     function("sqrt"),
	ir.OpAbs:      function("abs"),
	ir.OpFloor:    function("floor"),
	ir.OpCeil:     function("ceil"),
	ir.OpTrunc:    function("trunc"),
	ir.OpRint:     function("rint"),
	ir.OpCopysign: function("copysign"),
	ir.OpFence:    func(p *printer, o *ir.Op) expr { return p.value(o.Args[0]) },

	ir.OpEq: relation("==", "!=", precEqual),
	ir.OpNe: relation("!=", "==", precEqual),
	ir.OpLt: relation("<", ">=", precRelation),
	ir.OpLe: relation("<=", ">", precRelation),
	ir.OpGt: relation(">", "<=", precRelation),
	ir.OpGe: relation(">=", "<", precRelation),

	ir.OpConv:    convert,
	ir.OpBitcast: bitcast,
	ir.OpTable:   table,
}

// statements says how the other ops are printed.
var statements map[ir.OpKind]func(p *printer, o *ir.Op)

func init() { // they refer to each other
	values[ir.OpRunning] = func(p *printer, o *ir.Op) expr {
		if k := o.Joined(); k != ir.OpInvalid {
			return values[k](p, o)
		}
		return p.value(o.Args[1])
	}
	statements = map[ir.OpKind]func(p *printer, o *ir.Op){
		ir.OpConst:   func(*printer, *ir.Op) {}, // printed where it is used
		ir.OpZero:    (*printer).zero,
		ir.OpSelect:  (*printer).selectOp,
		ir.OpLen:     func(p *printer, o *ir.Op) { p.lengthOp(o, 1) },
		ir.OpCap:     func(p *printer, o *ir.Op) { p.lengthOp(o, 2) },
		ir.OpAddress: (*printer).address,
		ir.OpIsNil:   (*printer).isNil,
		ir.OpSlice:   (*printer).sliceOp,
		ir.OpLoad:    (*printer).load,
		ir.OpStore:   (*printer).storeOp,
		ir.OpAlloca:  (*printer).alloca,
		ir.OpApart:   (*printer).apart,
		ir.OpStream:  func(*printer, *ir.Op) {}, // only where the schedule knows of vectors

		ir.OpCheckIndex: (*printer).check,
		ir.OpCheckDiv:   (*printer).check,
		ir.OpCheckShift: (*printer).check,
		ir.OpCheckSlice: (*printer).check,
		ir.OpCheckMake:  (*printer).check,
		ir.OpCheckPanic: (*printer).check,
		ir.OpCheckRoom:  (*printer).check,

		ir.OpBlockReduce: (*printer).reduce,
	}
}

// control are the ops that region and what it calls print.
var control = map[ir.OpKind]bool{
	ir.OpIf: true, ir.OpBlock: true, ir.OpLoop: true, ir.OpFor: true,
	ir.OpYield: true, ir.OpBreak: true, ir.OpContinue: true, ir.OpReturn: true,
}

// Supports reports an op that kernels may hold.
func Supports(k ir.OpKind) bool { return values[k] != nil || statements[k] != nil || control[k] }

// op prints an op other than those of control.
func (p *printer) op(o *ir.Op) {
	if f := values[o.Kind]; f != nil {
		if p.uses.Count(o.Result()) > 0 {
			p.bind(o.Result(), f(p, o))
		}
		return
	}
	f := statements[o.Kind]
	if f == nil {
		p.failf(o, "no %s in the text for kernels", o.Kind)
	}
	f(p, o)
}

// sum prints an operation that for integers wraps around.
func sum(sign string, prec int) func(p *printer, o *ir.Op) expr {
	return func(p *printer, o *ir.Op) expr {
		t := o.Result().Type
		if t.IsFloat() {
			x, y := p.value(o.Args[0]), p.value(o.Args[1])
			if o.Kind == ir.OpSub && neverNegative(o) {
				y = of(p.need("rounded")+"("+y.text+")", precPrimary, y)
			}
			e := of(x.at(prec)+" "+sign+" "+y.at(prec+1), prec, x, y)
			if p.products[o] {
				e = of(p.need("rounded")+"("+e.text+")", precPrimary, e)
			}
			return e
		}
		sign, y := sign, o.Args[1]
		if n, ok := y.ConstInt(); ok && n == 0 && sign != "*" {
			return p.take(o.Args[0])
		}
		// One unsigned operand suffices.
		other := p.peekRaw(y)
		x := p.wrapping(o.Args[0], !other)
		z := p.wrapping(y, false)
		if sign == "*" && o.Args[0] == y { // gcc 12 takes x *= x in a loop for a product of many numbers
			z = of(p.need("rounded")+"("+z.text+")", precPrimary, z)
		}
		if n, ok := y.ConstInt(); ok && t.IsSigned() && n < 0 && n > -1<<31 && sign == "+" {
			sign, z = "-", variable(fmt.Sprint(-n))
		}
		e := of(x.at(prec)+" "+sign+" "+z.at(prec+1), prec, x, z)
		e.wraps(t)
		return e
	}
}

// neverNegative reports a difference of which gcc may know that what is taken off is not negative. From zero it then makes the negative of
// that: of zero a negative one.
func neverNegative(o *ir.Op) bool {
	zero, known := o.Args[0].IsConst()
	d := o.Args[1].Def
	return known && zero == 0 || d != nil && (d.Kind == ir.OpAbs || d.Kind == ir.OpConv && d.Args[0].Type.IsInt())
}

// endangered lists the products that a compiler may fuse with sums though it has been told not to, in kernels that add some and subtract
// others: versions of gcc from 12 on make vfmaddsub of such pairs.
func endangered(body *ir.Region) map[*ir.Op]bool {
	products := map[*ir.Op]bool{}
	var added, subtracted bool
	body.Walk(func(o *ir.Op) bool {
		for _, a := range o.Args {
			if (o.Kind == ir.OpAdd || o.Kind == ir.OpSub) && a.Type.IsFloat() && a.Def != nil && a.Def.Kind == ir.OpMul {
				products[a.Def] = true
				added, subtracted = added || o.Kind == ir.OpAdd, subtracted || o.Kind == ir.OpSub
			}
		}
		return true
	})
	if !added || !subtracted {
		return nil
	}
	return products
}

// peekRaw reports an operand that is an unsigned number in C.
func (p *printer) peekRaw(v *ir.Value) bool {
	if v.Def != nil && v.Def.Kind == ir.OpConst {
		return false
	}
	return isUnsigned(v.Type) || p.env[v].raw
}

// quotient prints div and rem. The divisor is not zero; the least number by -1 is undefined in C.
func quotient(p *printer, o *ir.Op) expr {
	t := o.Result().Type
	x, y := p.value(o.Args[0]), p.value(o.Args[1])
	sign := " / "
	if o.Kind == ir.OpRem {
		sign = " % "
	}
	e := of(x.at(precMul)+sign+y.at(precUnary), precMul, x, y)
	if t.IsFloat() || !t.IsSigned() {
		return e
	}
	if n, ok := o.Args[1].ConstInt(); ok && n != -1 {
		return e
	}
	if t.Bits() < 32 { // computed as int, where nothing overflows
		return of("("+p.typeName(t)+")("+e.text+")", precUnary, e)
	}
	name := p.need(map[ir.OpKind]string{ir.OpDiv: "div_", ir.OpRem: "rem_"}[o.Kind] + t.String())
	return of(name+"("+x.text+", "+y.text+")", precPrimary, x, y)
}

func negate(p *printer, o *ir.Op) expr {
	t := o.Result().Type
	if t.IsFloat() {
		x := p.value(o.Args[0])
		if d := o.Args[0].Def; d != nil && d.Kind == ir.OpFMA { // gcc negates the product and the summand, and gets zeros with another sign
			x = of(p.need("rounded")+"("+x.text+")", precPrimary, x)
		}
		return of("-"+spaced(x.at(precUnary)), precUnary, x)
	}
	x := p.wrapping(o.Args[0], true)
	e := of("-"+spaced(x.at(precUnary)), precUnary, x)
	e.wraps(t)
	return e
}

// spaced keeps two minus signs from becoming a decrement.
func spaced(s string) string {
	if s[0] == '-' {
		return " " + s
	}
	return s
}

// bitwise prints and, or, xor. Signed operands stay what they are: C has two's complement.
func bitwise(sign string) func(p *printer, o *ir.Op) expr {
	return func(p *printer, o *ir.Op) expr {
		x, y := p.value(o.Args[0]), p.value(o.Args[1])
		if o.Result().Type.Kind == ir.Bool {
			if sign == "^" {
				return of(x.at(precEqual+1)+" != "+y.at(precEqual+1), precEqual, x, y)
			}
			// Not && and ||: both operands are computed, and without a branch loops vectorise more often.
			return chained(sign, x, y)
		}
		return chained(sign, x, y)
	}
}

// chained is an operation on bits. One of the same kind as its first operand needs no parentheses; others are given them even where C
// would do without.
func chained(sign string, x, y expr) expr {
	first := x.at(precUnary)
	if x.chain == sign {
		first = x.text
	}
	e := of(first+" "+sign+" "+y.at(precUnary), precBits, x, y)
	e.chain = sign
	return e
}

func andNot(p *printer, o *ir.Op) expr {
	x, y := p.value(o.Args[0]), p.value(o.Args[1])
	if o.Result().Type.Kind == ir.Bool {
		return of(x.at(precUnary)+" & "+y.negated().at(precUnary), precBits, x, y)
	}
	return of(x.at(precUnary)+" & ~"+y.at(precUnary), precBits, x, y)
}

func not(p *printer, o *ir.Op) expr {
	t := o.Result().Type
	if t.Kind == ir.Bool {
		return p.value(o.Args[0]).negated()
	}
	x := p.value(o.Args[0])
	e := of("~"+x.at(precUnary), precUnary, x)
	if !t.IsSigned() && t.Bits() < 32 { // an int with all upper bits set
		e.text = "~(u32)" + x.at(precUnary)
		e.wraps(t)
	}
	return e
}

// shift prints shl and shr. A count that is not known to be less than the width is compared with it.
func shift(p *printer, o *ir.Op) expr {
	t, left := o.Result().Type, o.Kind == ir.OpShl
	count, known := o.Args[1].IsConst()
	switch {
	case known && count >= uint64(t.Bits()) && (left || !t.IsSigned()):
		p.take(o.Args[0])
		return variable("0")
	case known:
		count = min(count, uint64(t.Bits()-1))
		n := fmt.Sprint(count)
		if !left {
			x := p.value(o.Args[0])
			return of(x.at(precUnary)+" >> "+n, precBits, x)
		}
		x := p.wrapping(o.Args[0], true)
		e := of(x.at(precUnary)+" << "+n, precBits, x)
		e.wraps(t)
		return e
	}
	name := "shr_"
	if left {
		name = "shl_"
	}
	x, c := p.value(o.Args[0]), p.value(o.Args[1])
	return of(p.need(name+t.String())+"("+x.text+", "+c.text+")", precPrimary, x, c)
}

// helper prints a call of a function that is defined by type at the head of the text.
func helper(name string) func(p *printer, o *ir.Op) expr {
	return func(p *printer, o *ir.Op) expr {
		return p.call(p.need(name+"_"+o.Result().Type.String()), o.Args)
	}
}

// function prints a call of a function that the language has.
func function(name string) func(p *printer, o *ir.Op) expr {
	return func(p *printer, o *ir.Op) expr {
		return p.call(p.d.Functions[name+"_"+o.Result().Type.String()], o.Args)
	}
}

func (p *printer) call(name string, args []*ir.Value) expr {
	var xs []expr
	text := ""
	for i, a := range args {
		x := p.value(a)
		xs = append(xs, x)
		if i > 0 {
			text += ", "
		}
		text += x.text
	}
	return of(name+"("+text+")", precPrimary, xs...)
}

// relation prints a comparison. Those of floats have no opposite, because of NaN, but for equality.
func relation(sign, opposite string, prec int) func(p *printer, o *ir.Op) expr {
	return func(p *printer, o *ir.Op) expr {
		t := o.Args[0].Type
		x, y := p.value(o.Args[0]), p.value(o.Args[1])
		e := of(x.at(prec+1)+" "+sign+" "+y.at(prec+1), prec, x, y)
		if prec == precEqual || !t.IsFloat() {
			e.not = x.at(prec+1) + " " + opposite + " " + y.at(prec+1)
		}
		return e
	}
}

func convert(p *printer, o *ir.Op) expr {
	from, to := o.Args[0].Type, o.Result().Type
	d := o.Args[0].Def
	back := d != nil && d.Kind == ir.OpConv && d.Args[0].Type.IsFloat() == to.IsFloat() && d.Args[0].Type.Size() == to.Size()
	if back {
		p.need("roundtrips")
	}
	switch {
	case from == to:
		return p.take(o.Args[0])
	case from.IsFloat() && !to.IsFloat():
		x := p.value(o.Args[0])
		return of(p.need(to.String()+"_from_"+from.String())+"("+x.text+")", precPrimary, x)
	case !from.IsFloat() && !to.IsFloat() && to.Bits() <= from.Bits():
		// The low bits are what counts.
		return p.integer(p.take(o.Args[0]), to)
	}
	x := p.value(o.Args[0])
	if back && !from.IsFloat() && to.IsFloat() { // gcc makes a truncation of it, which keeps negative zeros
		x = of(p.need("rounded")+"("+x.text+")", precPrimary, x)
	}
	return of("("+p.typeName(to)+")"+x.at(precUnary), precUnary, x)
}

func bitcast(p *printer, o *ir.Op) expr {
	from, to := o.Args[0].Type, o.Result().Type
	x := p.take(o.Args[0])
	switch {
	case from == to:
		return x
	case from.IsFloat():
		e := of(p.need(from.String()+"_bits")+"("+x.text+")", precPrimary, x)
		if to.IsSigned() {
			e = of("("+p.typeName(to)+")"+e.text, precUnary, e)
		}
		return e
	case to.IsFloat(): // a raw number has the right width
		return of(p.need(to.String()+"_from_bits")+"("+x.text+")", precPrimary, x)
	}
	return p.integer(x, to)
}

// integer is the number of type to with the low bits of x.
func (p *printer) integer(x expr, to *ir.Type) expr {
	if x.raw && isUnsigned(to) && unsigned(to) == "u64" == x.wide {
		x.raw = false
		return x
	}
	return of("("+p.typeName(to)+")"+x.at(precUnary), precUnary, x)
}

// table prints an access to a table of constants, which is declared at the head of the text.
func table(p *printer, o *ir.Op) expr {
	t, i := o.Result().Type, p.take(o.Args[0])
	text := fmt.Sprintf("[%d] = {", len(o.Table()))
	for k, bits := range o.Table() {
		if k%8 == 0 {
			text += "\n\t"
		} else {
			text += " "
		}
		text += p.constant(t, bits).text + ","
	}
	text = p.d.Constant + " " + p.typeName(t) + " %s" + text + "\n};\n"
	name := p.tables[text]
	if name == "" {
		name = p.symbols.numbered("table")
		p.tables[text] = name
		p.tableDecls = append(p.tableDecls, fmt.Sprintf(text, name))
	}
	return of(name+"["+i.text+"]", precPrimary, i)
}

func (p *printer) zero(o *ir.Op) {
	v := o.Result()
	if v.Type.Kind == ir.Slice {
		p.slices[v] = &parts{typ: v.Type, ptr: "((" + p.typeName(v.Type.Elem) + " *)0)", len: "0", cap: "0"}
		return
	}
	p.env[v] = p.constant(v.Type, 0)
}

func (p *printer) selectOp(o *ir.Op) {
	v := o.Result()
	if p.uses.Count(v) == 0 {
		return
	}
	c, x, y := p.value(o.Args[0]), p.value(o.Args[1]), p.value(o.Args[2])
	e := of(c.at(precTernary+1)+" ? "+x.at(precTernary+1)+" : "+y.at(precTernary+1), precTernary, c, x, y)
	if v.Type.Kind == ir.Slice {
		p.bindSlice(v, e)
	} else {
		p.bind(v, e)
	}
}

func (p *printer) address(o *ir.Op) {
	ptr := p.part(o.Args[0], 0)
	p.bind(o.Result(), of("(i64)"+ptr.at(precUnary), precUnary, ptr))
}

func (p *printer) isNil(o *ir.Op) {
	ptr := p.part(o.Args[0], 0)
	p.bind(o.Result(), of("!"+ptr.at(precUnary), precUnary, ptr))
}

// lengthOp prints len or cap: it is printed where it is used, however often.
func (p *printer) lengthOp(o *ir.Op, part int) { p.env[o.Result()] = p.part(o.Args[0], part) }
