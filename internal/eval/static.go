package eval

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// static is what has to be known when a function is specialised, because it goes into a value that Go makes: the bytes of a string, as the number of that text;
// or that a number is 0, for which there is no room.
func (p *pe) static(v val) val {
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
	p.errorf(p.b.Pos, "a value that is made of a string is compiled only where the string is known at compile time")
	return nil
}
