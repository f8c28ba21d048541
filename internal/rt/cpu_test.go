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

func TestWideUnits(t *testing.T) {
	intel := [3]uint32{0x756e6547, 0x49656e69, 0x6c65746e} // GenuineIntel
	for _, c := range []struct {
		name      string
		vendor    [3]uint32
		signature uint32
		wide      bool
	}{
		{"Turin", amd, 0xb00f21, true},
		{"Granite Ridge", amd, 0xb40f40, true},
		{"Strix Point", amd, 0xb20f40, false},
		{"Krackan Point", amd, 0xb60f00, false},
		{"Genoa", amd, 0xa10f11, false},
		{"Rome", amd, 0x830f10, false},
		{"Sapphire Rapids", intel, 0x806f8, false},
		{"another vendor", intel, 0xb00f21, false},
		{"no CPUID", [3]uint32{}, 0, false},
	} {
		if got := wideUnits(c.vendor, c.signature); got != c.wide {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	t.Logf("here: %v", WideUnits())
}

func TestMissing(t *testing.T) {
	fs := []feature{{"A", false}, {"B", true}, {"C", false}}
	if got := missing(fs); got != "A, C" {
		t.Errorf("got %q", got)
	}
}
