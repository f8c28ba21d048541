package x86

import (
	"bytes"
	"testing"
)

// TestReuse checks that the memory of one kernel leaves nothing behind for the next: the code is the same whatever was compiled before, with
// listings or without.
func TestReuse(t *testing.T) {
	for _, isa := range []ISA{AVX2, AVX512} {
		lanes := isa.VectorBytes() / 8
		texts := []string{expKernel(lanes), bigKernel(lanes, 300), loopsKernel(3, 7), startsKernel(20), bigKernel(lanes, 40), loopsKernel(1, 2)}
		var want [][]byte
		for _, text := range texts {
			_, code := compileText(t, text, isa)
			want = append(want, code.Bytes)
		}
		for before, other := range texts {
			for i, text := range texts {
				compileText(t, other, isa)
				f, _ := compileText(t, text, isa)
				code, err := CompileWith(f, isa, Options{})
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(code.Bytes, want[i]) {
					t.Errorf("%v: kernel %d is other code behind kernel %d", isa, i, before)
				}
			}
		}
	}
}
