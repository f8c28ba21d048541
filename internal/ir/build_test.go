package ir

import (
	"slices"
	"testing"
)

func TestOpCopiesItsArguments(t *testing.T) {
	b := NewBuilder(&Region{})
	a := b.Int(1)
	o := b.Op(OpBlock, nil, TI64)
	y := b.Yield(o.Results...)
	was := o.Result()
	o.Results[0] = a
	if y.Args[0] != was {
		t.Error("the results of one op are the operands of another")
	}
}

// TestSharing: what is asked for again is what was made before, but not what differs in anything.
func TestSharing(t *testing.T) {
	f := NewFunc("f", []*Type{TI64, TI64}, nil)
	x, y := f.Body.Params[0], f.Body.Params[1]
	b := NewBuilder(f.Body).Sharing()
	twice := func() []*Value {
		return []*Value{
			b.Int(1), b.Int(2), b.Const(TU64, 1), b.Float(TF64, 0), b.Int(0), b.Binary(OpAdd, x, y), b.Binary(OpAdd, y, x), b.Binary(OpSub, x, y), b.Binary(OpAdd, x, x),
			b.Compare(OpLt, x, y), b.Compare(OpLe, x, y), b.Unary(OpNeg, x), b.Unary(OpNeg, y), b.Conv(x, TU64), b.Conv(x, TF64),
		}
	}
	first := twice()
	if again := twice(); !slices.Equal(first, again) || len(f.Body.Ops) != len(first) {
		t.Errorf("made again:\n%s", f)
	}
	many := func() (vs []*Value) { // more than the table has room for at first
		for i := range 10 * sharingSlots {
			vs = append(vs, b.Int(int64(i)), b.Binary(OpMul, x, b.Int(int64(i))))
		}
		return vs
	}
	n := len(f.Body.Ops)
	first = many()
	if again := many(); !slices.Equal(first, again) || len(f.Body.Ops) != n+len(first)-3 { // 0, 1 and 2 were there
		t.Errorf("%d ops for %d values", len(f.Body.Ops)-n, len(first))
	}
	b.Return()
	if err := VerifyFunc(f, Residual); err != nil {
		t.Error(err)
	}
	first = twice()
	plain := NewBuilder(&Region{})
	one := plain.Int(1)
	if one == plain.Int(1) || b.In(f.Body).Int(1) == first[0] {
		t.Error("shared by a builder that does not")
	}
}
