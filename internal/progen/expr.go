package progen

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// expr is an expression of a scalar type that is no constant, so that no compiler complains about overflow or division by zero in it.
func (g *gen) expr(t *typ, depth int) string {
	if depth <= 0 || g.chance(15) {
		return g.leaf(t, depth)
	}
	if s := g.anyType(t, depth); s != "" {
		return s
	}
	switch t.kind {
	case aBool:
		return g.boolExpr(depth)
	case aFloat:
		return g.floatExpr(t, depth)
	case aComplex:
		return g.complexExpr(t, depth)
	}
	return g.intExpr(t, depth)
}

// operand is an expression or a literal.
func (g *gen) operand(t *typ, depth int) string {
	if g.chance(25) {
		return g.literal(t)
	}
	return g.expr(t, depth)
}

// leaf is a variable, part of one, or something made of one.
func (g *gen) leaf(t *typ, depth int) string {
	if v := g.pick(g.find(func(v *variable) bool { return v.t == t && v.params == nil })); v != nil && g.chance(75) {
		return v.name
	}
	if s := g.element(t, depth-1); s != "" {
		return s
	}
	return g.converted(t)
}

// converted is a variable of another type, converted.
func (g *gen) converted(t *typ) string {
	v := g.pick(g.find(func(v *variable) bool { return (v.t.kind == anInt || v.t.kind == aFloat) && v.params == nil }))
	switch {
	case v == nil:
		return fmt.Sprintf("hone.Hide(%s(%s))", t.name, g.literal(t))
	case v.t == t:
		return v.name
	case t.kind == aBool:
		return fmt.Sprintf("(%s > %s)", v.name, g.literal(v.t))
	case t.kind == aComplex:
		return fmt.Sprintf("complex(%s(%s), %s)", t.elem.name, v.name, g.literal(t.elem))
	}
	return fmt.Sprintf("%s(%s)", t.name, v.name)
}

// element is an element or field of this type of something in scope, or "".
func (g *gen) element(t *typ, depth int) string {
	var places []func() string
	add := func(v *variable, index func() string, t, elem *typ) {
		for _, p := range paths(elem, t) {
			places = append(places, func() string { return v.name + index() + p })
		}
	}
	for _, v := range g.vars {
		switch {
		case v.params != nil:
		case v.t.kind == aSlice && g.readable(v):
			add(v, func() string { return "[" + g.readIndex(v, depth) + "]" }, t, v.t.elem)
		case v.t.kind == anArray && v.t.elem == t:
			add(v, func() string { return "[" + g.arrayIndex(v.t.n, depth) + "]" }, t, t)
		case v.t.kind == aStruct:
			add(v, func() string { return "" }, t, v.t)
		}
	}
	if len(places) == 0 {
		return ""
	}
	return places[g.r.Intn(len(places))]()
}

// paths are the selectors that lead from a t to components of type want.
func paths(t, want *typ) []string {
	switch {
	case t == want:
		return []string{""}
	case t.kind == aStruct:
		var ps []string
		for _, f := range t.fields {
			for _, p := range paths(f.t, want) {
				ps = append(ps, "."+f.name+p)
			}
		}
		return ps
	case t.kind == anArray && t.elem == want:
		return []string{"[0]", fmt.Sprintf("[%d]", t.n-1)}
	}
	return nil
}

// readable reports whether elements of slice v can be read here.
func (g *gen) readable(v *variable) bool {
	return g.par == nil || !meets(v.roots, g.par.writes) || v.full && len(v.roots) == 1
}

// readIndex is an index to read slice v at.
func (g *gen) readIndex(v *variable, depth int) string {
	if g.par != nil && meets(v.roots, g.par.writes) {
		return g.par.at
	}
	if v.full {
		if i := g.pick(g.find(func(v *variable) bool { return v.every > 0 })); i != nil && g.chance(80) {
			if g.chance(20) {
				return fmt.Sprintf("n-1-%d*%s", i.every, i.name)
			}
			return fmt.Sprintf("%d*%s+%d", i.every, i.name, g.r.Intn(i.every))
		}
		if i := g.pick(g.find(func(v *variable) bool { return v.index })); i != nil && g.chance(80) {
			switch g.r.Intn(25) {
			case 0:
				return i.name + "+1"
			case 1:
				return i.name + "-1"
			case 2, 3, 4:
				return "n-1-" + i.name
			}
			return i.name
		}
	}
	if g.chance(3) {
		return g.index(g.oneOf(ints), depth)
	}
	return fmt.Sprintf("uint(%s)%%uint(len(%s))", g.index(tInt, depth), v.name)
}

// index is an expression inside an index.
func (g *gen) index(t *typ, depth int) string {
	if depth <= 0 {
		return g.converted(t)
	}
	return g.expr(t, min(depth, 2)-1)
}

func meets(a, b map[int]bool) bool {
	for k := range a {
		if b[k] {
			return true
		}
	}
	return false
}

// arrayIndex is an index of an array of n elements.
func (g *gen) arrayIndex(n, depth int) string {
	if v := g.pick(g.find(func(v *variable) bool { return v.below > 0 && v.below <= n })); v != nil && g.chance(60) {
		return v.name
	}
	switch {
	case g.chance(30):
		return strconv.Itoa(g.r.Intn(n))
	case g.chance(3):
		return g.index(tInt, depth)
	}
	return fmt.Sprintf("uint(%s)%%%d", g.index(tInt, depth), n)
}

func (g *gen) literal(t *typ) string {
	switch t.kind {
	case aComplex:
		return [...]string{"1i", "(2-0.5i)", "3", "(-1.25+4i)", "0.5", "(1e3i-7)"}[g.r.Intn(6)]
	case aBool:
		return [...]string{"true", "false"}[g.r.Intn(2)]
	case aFloat:
		return strconv.FormatFloat([...]float64{0.5, 1.5, -2.25, 3, 100, 0.1, -7, 1e6}[g.r.Intn(8)], 'g', -1, 64)
	}
	switch {
	case g.chance(70):
		if t.signed {
			return strconv.Itoa(g.r.Intn(25) - 8)
		}
		return strconv.Itoa(g.r.Intn(20))
	case t.signed && g.chance(50):
		return strconv.FormatInt(math.MinInt64>>(64-t.bits), 10)
	case t.signed:
		return strconv.FormatInt(math.MaxInt64>>(64-t.bits), 10)
	}
	return strconv.FormatUint(math.MaxUint64>>(64-t.bits), 10)
}

// anyType are forms of expressions that all types have; "" if none was chosen.
func (g *gen) anyType(t *typ, depth int) string {
	switch g.r.Intn(24) {
	case 0:
		return fmt.Sprintf("choose(%s, %s, %s)", g.expr(tBool, depth-1), g.expr(t, depth-1), g.operand(t, depth-1))
	case 1:
		return fmt.Sprintf("hone.Hide(%s)", g.expr(t, depth-1))
	case 2, 3, 4:
		f := g.pick(g.find(func(v *variable) bool { return v.t == t && g.callable(v) }))
		if f != nil {
			return g.call(f, depth-1)
		}
	case 5:
		x := g.name("y")
		return fmt.Sprintf("%s(%s)", g.lambda("twice", t, x, depth-1), g.expr(t, depth-1))
	case 6:
		x := g.name("y")
		return fmt.Sprintf("repeat(%d, %s, %s)", g.r.Intn(4), g.expr(t, depth-1), g.lambda("", t, x, depth-2))
	case 7:
		if t == tF32 || t == tI64 {
			return fmt.Sprintf("(duo[int64, float32]{%s, %s}).swap().%s", g.expr(tI64, depth-1), g.expr(tF32, depth-1), map[*typ]string{tF32: "X", tI64: "Y"}[t])
		}
	case 8, 9:
		if s := g.element(t, depth-1); s != "" {
			return s
		}
	case 10:
		if g.host || g.chance(20) {
			return g.reduction(t, depth)
		}
	}
	return ""
}

// lambda is a function literal from t to t, given to a function if one is named.
func (g *gen) lambda(to string, t *typ, x string, depth int) string {
	body := ""
	g.pureScope(func() {
		g.declare(&variable{name: x, t: t, fixed: true})
		body = g.expr(t, depth)
	})
	f := fmt.Sprintf("func(%s %s) %s { return %s }", x, t.name, t.name, body)
	if to == "" {
		return f
	}
	return to + "(" + f + ")"
}

// pureScope is for expressions in a function literal.
func (g *gen) pureScope(body func()) {
	n, saved := len(g.vars), g.context
	g.barrier, g.pure = n, true
	body()
	g.vars, g.context = g.vars[:n], saved
}

// callable reports whether a function without effects may be called here: in a parallel loop it must not read what other iterations write.
func (g *gen) callable(f *variable) bool {
	if f.params == nil || f.effect {
		return false
	}
	return g.par == nil || !slices.ContainsFunc(f.reads, func(s *variable) bool { return meets(s.roots, g.par.writes) })
}

func (g *gen) call(f *variable, depth int) string {
	var args []string
	for _, p := range f.params {
		args = append(args, g.operand(p, depth))
	}
	return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
}

// unordered is an operation on integers that isn't associative.
func (g *gen) unordered() string {
	return [...]string{"a*3 + b", "a - b", "b>>1 ^ a*5", "max(a, b) - min(a, 1)"}[g.r.Intn(4)]
}

// reduction is a declared reduction of type t, or "".
func (g *gen) reduction(t *typ, depth int) string {
	if g.tooDeep() {
		return ""
	}
	count, few := "n", 12
	if !g.host {
		if g.chance(15) {
			few = 90
		}
		count = strconv.Itoa(g.r.Intn(few))
	} else if g.chance(20) {
		count = "n/2"
	}
	// Inside an iteration compiled code may take another order than plain Go. Then only what interprets that order is compared with it.
	anyOrder := g.host || g.chance(25)
	names := []string{"Sum", "Product", "Min", "Max"}
	switch {
	case t.kind == aComplex && !anyOrder:
		return ""
	case t.kind == aComplex:
		names = names[:2]
	case t.kind == aFloat && !anyOrder:
		names = names[2:]
	}
	i := g.name("i")
	text := ""
	host := g.host
	g.pureScope(func() {
		g.host = false
		v := g.declare(&variable{name: i, t: tInt, fixed: true, index: host})
		if !host {
			v.below = few
		}
		switch {
		case t == tBool:
			id := g.literal(tBool)
			if !anyOrder {
				id = "false" // the neutral element, which may be used any number of times
			}
			text = fmt.Sprintf("hone.Reduce(%s, %s, func(a, b bool) bool { return a != b }, func(%s int) bool { return %s })",
				count, id, i, g.expr(tBool, depth))
		case anyOrder && t.kind == anInt && g.chance(20):
			text = fmt.Sprintf("hone.Reduce(%s, %s, func(a, b %s) %[3]s { return %s }, func(%s int) %[3]s { return %[6]s })",
				count, g.literal(t), t.name, g.unordered(), i, g.expr(t, depth))
		case t == tInt && host && g.chance(10):
			text = fmt.Sprintf("tallied(%s, %d, func(%s int) int32 { return %s & 63 }, func(%s int) int32 { return %s })",
				count, []int{0, 3, 16, 40, 64}[g.r.Intn(5)], i, g.expr(tI32, depth), i, g.expr(tI32, depth))
		case t == tInt && host && g.chance(10):
			text = fmt.Sprintf("hone.Reduce(%s, best{math.MaxInt, math.Inf(-1)}, upper, func(%s int) best { return best{%s, %s} }).At", count, i, i, g.expr(tF64, depth))
		case t == tInt && host && g.chance(10):
			text = fmt.Sprintf("placed(%s, func(%s int) bool { return %s }, func(%s int) int32 { return %s })", count, i, g.boolExpr(depth), i, g.expr(tI32, depth))
		case t == tInt && g.chance(30):
			switch g.r.Intn(5) {
			case 0:
				text = fmt.Sprintf("lastLeast(%s, %s, func(%s int) int32 { return %s })", count, []string{"-1", "-7", "3"}[g.r.Intn(3)], i, g.expr(tI32, depth))
			case 1:
				text = fmt.Sprintf("firstGreatest(%s, %s, func(%s int) float64 { return %s })", count, []string{"math.MaxInt", "math.MaxInt32", "7", "-1"}[g.r.Intn(4)], i, g.expr(tF64, depth))
			case 2:
				text = fmt.Sprintf("hone.Reduce(%s, best{-1, 1000}, lower, func(%s int) best { return best{%s - 1, %s} }).At", count, i, i, g.expr(tF64, depth))
			default:
				text = fmt.Sprintf("hone.Reduce(%s, best{-1, -1000}, better, func(%s int) best { return best{%s, %s} }).At", count, i, i, g.expr(tF64, depth))
			}
		default:
			text = fmt.Sprintf("hone.%s(%s, func(%s int) %s { return %s })", names[g.r.Intn(len(names))], count, i, t.name, g.expr(t, depth))
		}
	})
	return text
}

func (g *gen) boolExpr(depth int) string {
	switch g.r.Intn(6) {
	case 0:
		return fmt.Sprintf("(%s && %s)", g.expr(tBool, depth-1), g.expr(tBool, depth-1))
	case 1:
		return fmt.Sprintf("(%s || %s)", g.expr(tBool, depth-1), g.expr(tBool, depth-1))
	case 2:
		return "!" + g.expr(tBool, depth-1)
	case 3:
		if p := g.pick(g.find(func(v *variable) bool { return v.t.kind == aStruct && v.params == nil })); p != nil && g.chance(40) {
			return fmt.Sprintf("(%s == %s)", p.name, g.structValue(p.t))
		}
		return fmt.Sprintf("(%s != %s)", g.expr(tBool, depth-1), g.expr(tBool, depth-1))
	}
	if g.chance(5) {
		t := g.oneOf([]*typ{tC64, tC128})
		return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), [...]string{"==", "!="}[g.r.Intn(2)], g.operand(t, depth-1))
	}
	t := g.number()
	op := [...]string{"==", "!=", "<", "<=", ">", ">="}[g.r.Intn(6)]
	return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), op, g.operand(t, depth-1))
}

func (g *gen) intExpr(t *typ, depth int) string {
	if g.chance(12) {
		if s := g.bitsExpr(t, depth); s != "" {
			return s
		}
	}
	switch g.r.Intn(13) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), [...]string{"+", "-", "*"}[g.r.Intn(3)], g.operand(t, depth-1))
	case 3, 4:
		return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), [...]string{"&", "|", "^", "&^"}[g.r.Intn(4)], g.operand(t, depth-1))
	case 5:
		return g.division(t, depth)
	case 6, 7:
		return g.shift(t, depth)
	case 8:
		return fmt.Sprintf("%s(%s)", [...]string{"-", "^"}[g.r.Intn(2)], g.expr(t, depth-1))
	case 9:
		return fmt.Sprintf("%s(%s, %s)", [...]string{"min", "max"}[g.r.Intn(2)], g.expr(t, depth-1), g.operand(t, depth-1))
	case 10:
		if t == tInt {
			if s := g.pick(g.find(func(v *variable) bool { return v.t.kind == aSlice })); s != nil {
				return fmt.Sprintf("len(%s)", s.name)
			}
		}
		if t == tU64 {
			return fmt.Sprintf("math.Float64bits(float64(%s))", g.expr(tI32, depth-1))
		}
		if t == tU32 {
			return fmt.Sprintf("math.Float32bits(float32(%s))", g.expr(tI16, depth-1))
		}
	}
	from := g.number()
	return fmt.Sprintf("%s(%s)", t.name, g.expr(from, depth-1))
}

func (g *gen) division(t *typ, depth int) string {
	op := [...]string{"/", "%"}[g.r.Intn(2)]
	x := g.expr(t, depth-1)
	switch {
	case g.chance(50):
		return fmt.Sprintf("(%s %s %d)", x, op, 1+g.r.Intn(20))
	case g.chance(90):
		return fmt.Sprintf("(%s %s (%s | 1))", x, op, g.expr(t, depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", x, op, g.expr(t, depth-1))
}

func (g *gen) shift(t *typ, depth int) string {
	op := [...]string{"<<", ">>"}[g.r.Intn(2)]
	x := g.expr(t, depth-1)
	switch c := g.oneOf(ints); {
	case g.chance(40):
		return fmt.Sprintf("(%s %s %d)", x, op, g.r.Intn(t.bits))
	case !c.signed:
		return fmt.Sprintf("(%s %s (%s %% %d))", x, op, g.expr(c, depth-1), 1+g.r.Intn(80))
	case g.chance(90):
		return fmt.Sprintf("(%s %s (%s & %d))", x, op, g.expr(c, depth-1), 1<<g.r.Intn(7)-1)
	default:
		return fmt.Sprintf("(%s %s %s)", x, op, g.expr(c, depth-1))
	}
}

func (g *gen) floatExpr(t *typ, depth int) string {
	switch g.r.Intn(12) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), [...]string{"+", "-", "*", "/"}[g.r.Intn(4)], g.operand(t, depth-1))
	case 4:
		return "-(" + g.expr(t, depth-1) + ")"
	case 5:
		return fmt.Sprintf("%s(%s, %s)", [...]string{"min", "max"}[g.r.Intn(2)], g.expr(t, depth-1), g.operand(t, depth-1))
	case 6, 7:
		f := [...]string{"Abs", "Sqrt", "Floor", "Ceil", "Trunc", "RoundToEven", "Round"}[g.r.Intn(7)]
		if t == tF64 {
			return fmt.Sprintf("math.%s(%s)", f, g.expr(t, depth-1))
		}
		return fmt.Sprintf("float32(math.%s(float64(%s)))", f, g.expr(t, depth-1))
	case 8:
		if t == tF64 {
			if p := g.pick(g.find(func(v *variable) bool { return v.t == tPt && v.params == nil })); p != nil {
				return p.name + ".total()"
			}
			return fmt.Sprintf("math.FMA(%s, %s, %s)", g.expr(t, depth-1), g.expr(t, depth-1), g.expr(t, depth-1))
		}
	}
	if z := g.complexOf(t); g.chance(10) {
		return fmt.Sprintf("%s(%s)", [...]string{"real", "imag"}[g.r.Intn(2)], g.expr(z, depth-1))
	}
	return fmt.Sprintf("%s(%s)", t.name, g.expr(g.number(), depth-1))
}

// complexOf is the complex type with parts of type t.
func (g *gen) complexOf(t *typ) *typ {
	if t == tF32 {
		return tC64
	}
	return tC128
}

func (g *gen) complexExpr(t *typ, depth int) string {
	switch g.r.Intn(10) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), [...]string{"+", "-", "*", "/"}[g.r.Intn(4)], g.operand(t, depth-1))
	case 4:
		return "-(" + g.expr(t, depth-1) + ")"
	case 5:
		other := tC64
		if t == tC64 {
			other = tC128
		}
		return fmt.Sprintf("%s(%s)", t.name, g.expr(other, depth-1))
	}
	return fmt.Sprintf("complex(%s, %s)", g.expr(t.elem, depth-1), g.expr(t.elem, depth-1))
}

// bitsExpr is a call of a function of package math/bits, or "".
func (g *gen) bitsExpr(t *typ, depth int) string {
	suffix := func(t *typ) string {
		if t == tUint {
			return ""
		}
		return strconv.Itoa(t.bits)
	}
	switch {
	case t == tInt:
		of := g.oneOf([]*typ{tU8, tU16, tU32, tU64, tUint})
		f := [...]string{"LeadingZeros", "TrailingZeros", "OnesCount", "Len"}[g.r.Intn(4)]
		return fmt.Sprintf("bits.%s%s(%s)", f, suffix(of), g.expr(of, depth-1))
	case t.signed:
		return ""
	case t == tU64 && g.chance(25):
		return fmt.Sprintf("mulHigh(%s, %s)", g.expr(t, depth-1), g.expr(t, depth-1))
	case g.chance(50):
		return fmt.Sprintf("bits.RotateLeft%s(%s, %s)", suffix(t), g.expr(t, depth-1), g.operand(tInt, depth-1))
	}
	f := "Reverse"
	if t != tU8 && g.chance(50) {
		f = "ReverseBytes"
	}
	return fmt.Sprintf("bits.%s%s(%s)", f, suffix(t), g.expr(t, depth-1))
}

func (g *gen) structValue(t *typ) string {
	if v := g.pick(g.find(func(v *variable) bool { return v.t == t && v.params == nil })); v != nil && g.chance(40) {
		return v.name
	}
	var fs []string
	for _, f := range t.fields {
		if g.chance(85) {
			fs = append(fs, f.name+": "+g.value(f.t))
		}
	}
	return fmt.Sprintf("(%s{%s})", t.name, strings.Join(fs, ", "))
}

func (g *gen) arrayValue(t *typ) string {
	var es []string
	for range t.n {
		if g.chance(10) {
			break
		}
		es = append(es, g.operand(t.elem, 1))
	}
	return fmt.Sprintf("%s{%s}", t.name, strings.Join(es, ", "))
}
