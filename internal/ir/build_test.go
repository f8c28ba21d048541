package ir

import "testing"

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
