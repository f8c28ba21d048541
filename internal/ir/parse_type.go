package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// constant is the bits of a constant's text form.
func (p *parser) constant(at int, s string, t *Type) uint64 {
	var bits uint64
	var err error
	hex, raw := strings.CutPrefix(s, "bits(0x")
	switch {
	case raw:
		bits, err = strconv.ParseUint(strings.TrimSuffix(hex, ")"), 16, 64)
	case t.Kind == Bool && (s == "true" || s == "false"):
		bits = map[string]uint64{"true": 1}[s]
	case t.IsSigned():
		var n int64
		n, err = strconv.ParseInt(s, 10, t.Bits())
		bits = uint64(n)
	case t.IsUnsigned():
		bits, err = strconv.ParseUint(s, 10, t.Bits())
	case t.IsFloat():
		var x float64
		x, err = strconv.ParseFloat(s, t.Bits())
		bits = FloatBits(t, x)
	default:
		p.fail(at, "no constant of type %s: %s", t, s)
	}
	if err != nil {
		p.fail(at, "no constant of type %s: %s", t, s)
	}
	return Canonical(t, bits)
}

var scalarsByName = func() map[string]*Type {
	m := map[string]*Type{}
	for _, t := range Scalars() {
		m[t.name] = t
	}
	return m
}()

// ParseType reads the text form of a type.
func ParseType(text string) (t *Type, err error) {
	p := &parser{src: text}
	defer func() {
		if e, ok := recover().(parseError); ok {
			t, err = nil, fmt.Errorf("1:%d: %s", e.at+1, e.msg)
		}
	}()
	t = p.typ()
	if p.skip(); p.at < len(text) {
		p.fail(p.at, "unexpected %s behind the type", p.found())
	}
	return t, nil
}

func (p *parser) typ() *Type {
	p.skip()
	at := p.at
	switch p.peek() {
	case '[':
		p.at++
		if p.accept(']') {
			return SliceOf(p.typ())
		}
		n := p.int()
		p.expect("]")
		if n < 0 || n > 1<<31 {
			p.fail(at, "an array of %d elements", n)
		}
		return ArrayOf(p.typ(), int(n))
	case '{':
		return p.structType()
	case '<':
		p.at++
		n := p.int()
		p.expect("x")
		elem := p.typ()
		p.expect(">")
		if n < 1 || n > 64 || !elem.IsScalar() {
			p.fail(at, "no vector of %d lanes of %s", n, elem)
		}
		return VecOf(elem, int(n))
	}
	word := p.word()
	if t := scalarsByName[word]; t != nil {
		return t
	}
	switch word {
	case "cell":
		p.expect("<")
		elem := p.typ()
		p.expect(">")
		return CellOf(elem)
	case "fn":
		params := p.typeList()
		p.expect("->")
		return FuncOf(params, p.typeList())
	}
	p.at = at
	p.fail(at, "expected a type, found %s", p.found())
	return nil
}

func (p *parser) typeList() (ts []*Type) {
	p.expect("(")
	for !p.accept(')') {
		if len(ts) > 0 {
			p.expect(",")
		}
		ts = append(ts, p.typ())
	}
	return ts
}

func (p *parser) structType() *Type {
	p.at++
	var fields []Field
	for !p.accept('}') {
		if len(fields) > 0 {
			p.expect(",")
		}
		name := p.ident("a field's name")
		p.expect(":")
		fields = append(fields, Field{name, p.typ()})
	}
	return StructOf(fields...)
}
