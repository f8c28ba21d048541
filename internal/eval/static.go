package eval

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// static is what has to be known when a function is specialised, because it goes into a value that Go makes: the bytes of a string, as the number of that text;
// or that a number is 0, for which there is no room. A string in two words may be one of the caller's, too: where that begins, and its length.
func (p *pe) static(v val, word []int64) val {
	if len(word) == 0 {
		return p.known(v)
	}
	if x, ok := v.(*dyn); ok && p.lasts(x) {
		if word[0] == 1 {
			return p.address(v, p.b.Pos)
		}
		return p.scalar(ir.OpAdd, ir.TI64, []val{p.result(ir.OpLen, p.values([]val{v}), ir.TI64), intVal(1)})
	}
	text := p.known(v)
	if word[0] == 1 {
		return text
	}
	return intVal(0)
}

// lasts reports a slice of memory that an argument of the entry function leads to: it is there when Go looks at it.
func (p *pe) lasts(x *dyn) bool {
	v := x.v
	for v.Def != nil && v.Def.Kind == ir.OpSlice {
		v = v.Def.Args[0]
	}
	return v.Def == nil && v.Owner == p.module.Funcs[0].Body
}

func (p *pe) known(v val) val {
	switch x := v.(type) {
	case konst:
		if x.t.Kind == ir.Slice {
			return konst{ir.TI64, rt.RegisterText("")}
		}
		if x.bits == 0 {
			return x
		}
	case *window:
		n, ok := x.n.(konst)
		text := make([]byte, 0, n.bits)
		for i := int64(0); ok && i < int64(n.bits); i++ {
			c, known := x.load(p, intVal(i), nil, nil).(konst)
			ok = ok && known
			text = append(text, byte(c.bits))
		}
		if ok {
			return konst{ir.TI64, rt.RegisterText(string(text))}
		}
	case *dyn:
		if typeOf(x) == ir.TI64 {
			p.errorf(p.b.Pos, "a value that is made of an error with more than three numbers in it is not compiled")
		}
	}
	p.errorf(p.b.Pos, "a value that is made of a string is compiled only where the string is known at compile time, or a part of an argument")
	return nil
}
