package simd

import "github.com/hone-go/hone/internal/ir"

// linear is an integer as a sum of values times constants, modulo 2^64.
type linear struct {
	terms []term
	konst int64
}

type term struct {
	v    *ir.Value
	coef int64
}

// linearDepth bounds how far definitions are followed.
const linearDepth = 12

// linearOf takes additions and multiplications by constants apart.
func linearOf(v *ir.Value) linear {
	var l linear
	l.addValue(v, 1, linearDepth)
	return l
}

func (l *linear) addValue(v *ir.Value, coef int64, depth int) {
	if c, ok := v.ConstInt(); ok {
		l.konst += c * coef
		return
	}
	if d := v.Def; d != nil && depth > 0 && isWide(v.Type) {
		switch d.Kind {
		case ir.OpAdd:
			l.addValue(d.Args[0], coef, depth-1)
			l.addValue(d.Args[1], coef, depth-1)
			return
		case ir.OpSub:
			l.addValue(d.Args[0], coef, depth-1)
			l.addValue(d.Args[1], -coef, depth-1)
			return
		case ir.OpNeg:
			l.addValue(d.Args[0], -coef, depth-1)
			return
		case ir.OpMul:
			for k := range 2 {
				if c, ok := d.Args[k].ConstInt(); ok {
					l.addValue(d.Args[1-k], coef*c, depth-1)
					return
				}
			}
		case ir.OpShl:
			if c, ok := d.Args[1].ConstInt(); ok && c >= 0 && c < 63 {
				l.addValue(d.Args[0], coef<<c, depth-1)
				return
			}
		case ir.OpConv, ir.OpBitcast:
			if isWide(d.Args[0].Type) {
				l.addValue(d.Args[0], coef, depth-1)
				return
			}
		}
	}
	l.addTerm(v, coef)
}

func (l *linear) addTerm(v *ir.Value, coef int64) {
	for i := range l.terms {
		if t := &l.terms[i]; t.v == v {
			if t.coef += coef; t.coef == 0 {
				l.terms = append(l.terms[:i], l.terms[i+1:]...)
			}
			return
		}
	}
	if coef != 0 {
		if l.terms == nil {
			l.terms = make([]term, 0, 4) // most have no more
		}
		l.terms = append(l.terms, term{v, coef})
	}
}

// sameTerms reports sums that differ by a constant.
func (l *linear) sameTerms(m *linear) bool {
	if len(l.terms) != len(m.terms) {
		return false
	}
	for _, t := range l.terms {
		found := false
		for _, u := range m.terms {
			found = found || t == u
		}
		if !found {
			return false
		}
	}
	return true
}
