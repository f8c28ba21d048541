package ir

import "testing"

// filled makes a function with ops of all shapes.
func filled(t *testing.T) *Func {
	f := NewFunc("f", []*Type{TI64, TI64}, []*Type{TI64})
	f.OwnRoom()
	b := NewBuilder(f.Body)
	x, y := f.Body.Params[0], f.Body.Params[1]
	for range 3 * roomSingles { // several pieces
		x = b.Select(b.Compare(OpLt, x, y), b.Binary(OpAdd, x, b.Int(1)), b.Unary(OpNeg, y))
	}
	i := b.If(b.Compare(OpLt, x, y), TI64, TI64)
	b.In(i.Regions[0]).Yield(x, y)
	b.In(i.Regions[1]).Yield(y, x)
	b.Return(i.Results[1])
	if err := VerifyFunc(f, Residual); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestRoom: a function whose ops lie in the memory of another that is done with is the same as one whose ops do not.
func TestRoom(t *testing.T) {
	first := filled(t)
	want := first.String()
	for range 3 {
		f := filled(t)
		if got := f.String(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		f.Release(false)
	}
	if got := first.String(); got != want { // its memory was nobody else's
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSpoil: nothing is left of a function that is released in tests, nor is its memory used again.
func TestSpoil(t *testing.T) {
	f := filled(t)
	ops := append([]*Op(nil), f.Body.Ops...)
	f.Release(true)
	filled(t)
	for i, o := range ops {
		if len(o.Results) < 2 && (o.Kind != 0 || o.Parent != nil || o.Args != nil) {
			t.Fatalf("op %d is still a %s", i, o.Kind)
		}
	}
	f.Release(true) // nothing to do
}
