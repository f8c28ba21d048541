package link

import (
	"os"
	"testing"
)

// TestMain makes panics of the compiler's own mistakes, for which slower code would stand in, and has all be compiled that can be.
func TestMain(m *testing.M) {
	os.Setenv("HONE_VERIFY", "1")
	os.Setenv("HONE", "jit")
	os.Exit(m.Run())
}

// honed stands for hone.Fn: package hone is written on this one.
type honed[F any] struct {
	*Fn[F]
	Call F
}

func honedFunc[F any](f F) *honed[F] {
	fn, call := New(f)
	return &honed[F]{fn, call}
}

func double(x float64) float64 { return 2 * x }
