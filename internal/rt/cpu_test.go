package rt

import (
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		want, arch, no2, no512 string
		isa                    ISA
		err                    string
	}{
		{"", "amd64", "", "", AVX512, ""},
		{"", "amd64", "", "AVX-512DQ", AVX2, ""},
		{"avx2", "amd64", "", "", AVX2, ""},
		{"avx512", "amd64", "", "", AVX512, ""},
		{"avx512", "amd64", "", "AVX-512DQ", NoISA, "lacks AVX-512DQ"},
		{"", "amd64", "AVX2, FMA", "AVX-512F", NoISA, "no AVX2: the CPU or the operating system lacks AVX2, FMA"},
		{"avx512", "amd64", "FMA", "", NoISA, "lacks FMA"},
		{"sse9", "amd64", "", "", NoISA, "HONE_ISA=sse9: want avx2 or avx512"},
		{"", "arm64", "AVX2", "AVX-512F", NoISA, "no machine code for arm64"},
	} {
		isa, err := choose(c.want, c.arch, c.no2, c.no512)
		if isa != c.isa || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("choose(%q, %q, %q, %q) = %v, %v; want %v, %q", c.want, c.arch, c.no2, c.no512, isa, err, c.isa, c.err)
		}
	}
}

func TestDetect(t *testing.T) {
	isa, err := Detect()
	if (isa == NoISA) != (err != nil) {
		t.Errorf("Detect() = %v, %v", isa, err)
	}
	t.Logf("%v, %v", isa, err)
	t.Setenv("HONE_ISA", "avx2")
	if forced, err := Detect(); isa != NoISA && (forced != AVX2 || err != nil) {
		t.Errorf("with HONE_ISA=avx2: %v, %v", forced, err)
	}
	t.Setenv("HONE_ISA", "neon")
	if _, err := Detect(); err == nil || !strings.Contains(err.Error(), "HONE_ISA=neon") {
		t.Errorf("with HONE_ISA=neon: %v", err)
	}
}

func TestMissing(t *testing.T) {
	fs := []feature{{"A", false}, {"B", true}, {"C", false}}
	if got := missing(fs); got != "A, C" {
		t.Errorf("got %q", got)
	}
}
