package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestServe talks to a child of this program, which without hone's generated file computes plain Go.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	args, results := filepath.Join(dir, "args"), filepath.Join(dir, "results")
	const n = 100
	for _, fn := range functions {
		for _, bits := range []int{32, 64} {
			if err := writeArgs(args, bits, n, fn.anyArg, fn.usualArg); err != nil {
				t.Fatal(err)
			}
			var out [2][]byte
			for i := range out {
				var answers bytes.Buffer
				script := fmt.Sprintf("load %s %d %d %s\n", fn.name, bits, n, args)
				if bits == 64 || fn.f32.honed != nil {
					script += fmt.Sprintf("time 1\neval %s\n", results)
				}
				if err := serve(i == 0, strings.NewReader(script), &answers); err != nil {
					t.Fatalf("%s: %v", fn.name, err)
				}
				out[i], _ = os.ReadFile(results)
			}
			// Exp10 and Sincos32 are vmath's own, the others package math's.
			own := strings.HasPrefix(fn.name, "Exp10") || fn.name == "Sincos" && bits == 32
			if !own && !bytes.Equal(out[0], out[1]) {
				t.Errorf("%s, %d bits: plain and honed loops differ", fn.name, bits)
			}
		}
	}
}

func TestDomains(t *testing.T) {
	for _, fn := range functions {
		if !(fn.usual.lo < fn.usual.hi) || !(fn.whole.lo < fn.whole.hi) || math.IsInf(fn.usual.hi, 0) {
			t.Errorf("%s: arguments from %v and %v", fn.name, fn.usual, fn.whole)
		}
	}
}
