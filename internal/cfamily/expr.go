package cfamily

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// expr is an expression of C.
type expr struct {
	text string
	prec int

	// raw: of an integer only the low bits count, as many as its type has; text is of type u32, or u64 for 64 bits. Sums and products
	// wrap around in this form, without a cast at every step.
	raw  bool
	wide bool // raw: it is a u64

	not   string   // the opposite of a condition, if it can be written without !, of the same precedence
	chain string   // the operator of an operation on bits
	refs  []string // variables in it that get new values at the end of an iteration
	reads bool     // it reads memory
}

// Precedences: an operand must bind at least as tight as the place where it stands.
const (
	precTernary = iota + 1
	precBits    // | ^ & << >>: never mixed without parentheses
	precEqual
	precRelation
	precAdd
	precMul
	precUnary
	precPrimary
)

func variable(name string) expr { return expr{text: name, prec: precPrimary} }

// at is the text for a place of this precedence.
func (x expr) at(prec int) string {
	if x.prec < prec {
		return "(" + x.text + ")"
	}
	return x.text
}

// negated is !x.
func (x expr) negated() expr {
	n := of("!"+x.at(precUnary), precUnary, x)
	if x.not != "" {
		n.text, n.prec = x.not, x.prec
	}
	n.not = x.text
	if n.prec != x.prec {
		n.not = x.at(precUnary)
	}
	return n
}

// simple reports an expression that may be repeated: a variable, a part of one, or a number.
func (x expr) simple() bool {
	return x.prec == precPrimary && strings.IndexFunc(x.text, func(r rune) bool {
		return r != '_' && r != '.' && (r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z')
	}) < 0
}

// of makes an expression of a text with operands.
func of(text string, prec int, operands ...expr) expr {
	x := expr{text: text, prec: prec}
	for _, o := range operands {
		x.reads = x.reads || o.reads
		for _, r := range o.refs {
			if !slices.Contains(x.refs, r) {
				x.refs = append(x.refs, r)
			}
		}
	}
	return x
}

// unsigned is the type in which integers of type t are computed, so that they wrap around: narrow ones are widened by C anyway, and
// their products might then overflow an int.
func unsigned(t *ir.Type) string {
	if t.Bits() == 64 {
		return "u64"
	}
	return "u32"
}

// wraps makes x raw if its type asks for it.
func (x *expr) wraps(t *ir.Type) { x.raw, x.wide = !isUnsigned(t), t.Bits() == 64 }

// isUnsigned reports a type that wraps around by itself.
func isUnsigned(t *ir.Type) bool { return t.Kind == ir.U32 || t.Kind == ir.U64 }

// take is the value of an operand in whatever form it has, and takes it off the list of those still to be computed.
func (p *printer) take(v *ir.Value) expr {
	if v.Def != nil && v.Def.Kind == ir.OpConst {
		return p.constant(v.Type, v.Def.Bits)
	}
	if v.Type.Kind == ir.Slice {
		return p.wholeSlice(v)
	}
	x, ok := p.env[v]
	if !ok {
		panic(fmt.Sprintf("cfamily: no value for %s %q defined by %v", v.Type, v.Name, v.Def))
	}
	if i := slices.Index(p.pending, v); i >= 0 {
		p.pending = slices.Delete(p.pending, i, i+1)
	}
	return x
}

// value is an operand as a value of its type.
func (p *printer) value(v *ir.Value) expr {
	x := p.take(v)
	if !x.raw {
		return x
	}
	return of("("+p.typeName(v.Type)+")"+x.at(precUnary), precUnary, x)
}

// wrapping is an operand of an operation that wraps around; with cast, as an unsigned number.
func (p *printer) wrapping(v *ir.Value, cast bool) expr {
	x := p.take(v)
	if _, literal := v.IsConst(); x.raw || isUnsigned(v.Type) && !literal || !cast {
		return x
	}
	return of("("+unsigned(v.Type)+")"+x.at(precUnary), precUnary, x)
}

// bind makes x the value of v: computed where it is used, if that is only once and nearby and it has no name, or here, in a variable.
func (p *printer) bind(v *ir.Value, x expr) {
	if p.uses.Count(v) == 0 {
		return
	}
	p.env[v] = x
	if p.uses.Count(v) == 1 && (v.Name == "" || v.Type == ir.TBool) && len(x.text) < 80 && p.usedHere(v) {
		p.pending = append(p.pending, v)
		return
	}
	p.store(v)
}

// usedHere reports whether v's user is in the region of its definition.
func (p *printer) usedHere(v *ir.Value) bool {
	for _, o := range v.Def.Parent.Ops {
		if slices.Contains(o.Args, v) {
			return true
		}
	}
	return false
}

// store declares a variable for v and computes it.
func (p *printer) store(v *ir.Value) {
	x := p.env[v]
	name := p.nameOf(v)
	p.put("%s %s = %s;", p.typeName(v.Type), name, x.text)
	p.env[v] = variable(name)
}

// flush computes what is pending and reads memory: it is about to be written.
func (p *printer) flush() {
	todo := p.pending
	p.pending = nil
	for _, v := range todo {
		if p.env[v].reads {
			p.store(v)
		} else {
			p.pending = append(p.pending, v)
		}
	}
}

// constant is a literal. Integers are of type int, or a wider one where that does not hold them, or of an unsigned type of their width.
func (p *printer) constant(t *ir.Type, bits uint64) expr {
	switch {
	case t.Kind == ir.Bool:
		return variable([]string{"false", "true"}[bits&1])
	case t.IsFloat():
		return p.float(t, bits)
	case t.IsSigned():
		n := ir.SignExtend(t, bits)
		switch {
		case n == math.MinInt64:
			return variable("INT64_MIN")
		case n == math.MinInt32:
			return variable("INT32_MIN")
		case n < 0:
			return expr{text: strconv.FormatInt(n, 10), prec: precUnary}
		}
		return variable(strconv.FormatInt(n, 10))
	}
	s := strconv.FormatUint(bits, 10)
	if bits > math.MaxInt32 {
		s += "u"
	}
	return variable(s)
}

// float is a literal of a floating-point type; decimals are the shortest that give the same number.
func (p *printer) float(t *ir.Type, bits uint64) expr {
	f := ir.BitsFloat(t, bits)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return p.special(t, bits)
	}
	size, suffix := 64, ""
	if t.Kind == ir.F32 {
		size, suffix = 32, "f"
	}
	s := strconv.FormatFloat(f, 'g', -1, size)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	if s[0] == '-' {
		return expr{text: s + suffix, prec: precUnary}
	}
	return variable(s + suffix)
}

// special is an infinity or a NaN, as a constant expression.
func (p *printer) special(t *ir.Type, bits uint64) expr {
	mantissa := 52
	if t.Kind == ir.F32 {
		mantissa = 23
	}
	fraction, quiet := bits&(1<<mantissa-1), uint64(1)<<(mantissa-1)
	x := variable(p.d.Functions["inf_"+t.String()] + "()")
	switch {
	case fraction&quiet != 0:
		x.text = fmt.Sprintf("%s(\"0x%x\")", p.d.Functions["nan_"+t.String()], fraction&^quiet)
	case fraction != 0:
		x.text = fmt.Sprintf("%s(\"0x%x\")", p.d.Functions["nans_"+t.String()], fraction)
	}
	if bits>>(t.Bits()-1) != 0 {
		return expr{text: "-" + x.text, prec: precUnary}
	}
	return x
}
