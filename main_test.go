package hone

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
