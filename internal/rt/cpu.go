package rt

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sys/cpu"
)

// An ISA is an instruction set that machine code can be generated for. A
// larger one includes the smaller ones.
type ISA uint8

const (
	NoISA  ISA = iota // none that is usable here
	AVX2              // AVX2, FMA, F16C, BMI1, BMI2, LZCNT, POPCNT
	AVX512            // AVX2 and AVX-512 F, CD, BW, DQ, VL
)

// String returns the name that HONE_ISA uses.
func (s ISA) String() string {
	switch s {
	case AVX2:
		return "avx2"
	case AVX512:
		return "avx512"
	}
	return "none"
}

// VectorBytes returns the width of a vector register: 32, 64, or 0 for NoISA.
func (s ISA) VectorBytes() int {
	switch s {
	case AVX2:
		return 32
	case AVX512:
		return 64
	}
	return 0
}

// A feature is one CPUID flag that an ISA needs.
type feature struct {
	name string
	has  bool
}

// missing lists the features that the CPU (or the operating system, which must
// save the registers) lacks.
func missing(fs []feature) string {
	var names []string
	for _, f := range fs {
		if !f.has {
			names = append(names, f.name)
		}
	}
	return strings.Join(names, ", ")
}

func avx2Features() []feature {
	return []feature{
		{"AVX2", cpu.X86.HasAVX2}, {"FMA", cpu.X86.HasFMA}, {"F16C", cpu.X86.HasF16C},
		{"BMI1", cpu.X86.HasBMI1}, {"BMI2", cpu.X86.HasBMI2},
		{"LZCNT", cpu.X86.HasLZCNT}, {"POPCNT", cpu.X86.HasPOPCNT},
	}
}

func avx512Features() []feature {
	return []feature{
		{"AVX-512F", cpu.X86.HasAVX512F}, {"AVX-512CD", cpu.X86.HasAVX512CD},
		{"AVX-512BW", cpu.X86.HasAVX512BW}, {"AVX-512DQ", cpu.X86.HasAVX512DQ},
		{"AVX-512VL", cpu.X86.HasAVX512VL},
	}
}

// VectorPopcnt reports that the CPU counts bits in vectors of all integers:
// AVX-512 VPOPCNTDQ and BITALG.
func VectorPopcnt() bool { return cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasAVX512BITALG }

// GFNI reports that the CPU transforms bytes by matrices of bits.
func GFNI() bool { return cpu.X86.HasAVX512GFNI }

// VBMI reports that the CPU permutes bytes over whole vectors: AVX-512 VBMI.
func VBMI() bool { return cpu.X86.HasAVX512VBMI }

// VBMI2 reports that the CPU brings chosen bytes and words of a vector side by
// side: AVX-512 VBMI2.
func VBMI2() bool { return cpu.X86.HasAVX512VBMI2 }

// WideUnits reports that all units for vectors have 64 bytes: not two of four, as
// Intel's, and not in two cycles, as AMD's before Zen 5.
func WideUnits() bool {
	_, b, c, d := cpuid(0, 0)
	signature, _, _, _ := cpuid(1, 0)
	return wideUnits([3]uint32{b, d, c}, signature)
}

// amd is what CPUID leaf 0 names the vendor: AuthenticAMD.
var amd = [3]uint32{0x68747541, 0x69746e65, 0x444d4163}

// wideUnits is WideUnits as a function of the vendor's name and the CPU's
// signature (CPUID leaf 1, EAX). Zen 5 is family 26; those of its models that are
// for mobiles (32 to 47, and from 96 on) have units of 32 bytes.
func wideUnits(vendor [3]uint32, signature uint32) bool {
	family := signature>>8&15 + signature>>20&0xff
	model := signature>>4&15 | signature>>12&0xf0
	return vendor == amd && family == 26 && (model < 32 || 64 <= model && model < 80)
}

// Detect returns the instruction set to generate code for: the widest that
// the CPU has, or the one that HONE_ISA names. The error says in one line why
// no machine code can run here, either for want of instructions or because
// the operating system grants no executable memory.
func Detect() (ISA, error) {
	isa, err := choose(os.Getenv("HONE_ISA"), runtime.GOARCH, missing(avx2Features()), missing(avx512Features()))
	if err != nil {
		return NoISA, err
	}
	if err := codeMemory(); err != nil {
		return NoISA, err
	}
	return isa, nil
}

// choose is Detect as a function of its inputs: the value of HONE_ISA, the
// architecture, and what AVX2 and AVX-512 lack.
func choose(want, arch, no2, no512 string) (ISA, error) {
	switch want {
	case "", "avx2", "avx512":
	default:
		return NoISA, fmt.Errorf("HONE_ISA=%s: want avx2 or avx512", want)
	}
	if arch != "amd64" {
		return NoISA, fmt.Errorf("no machine code for %s: only amd64 with AVX2 is supported", arch)
	}
	if no2 != "" {
		return NoISA, fmt.Errorf("no AVX2: the CPU or the operating system lacks %s", no2)
	}
	switch {
	case want == "avx2":
		return AVX2, nil
	case no512 == "":
		return AVX512, nil
	case want == "avx512":
		return NoISA, fmt.Errorf("HONE_ISA=avx512: the CPU or the operating system lacks %s", no512)
	}
	return AVX2, nil
}

// codeMemory makes sure, once per process, that memory can be made executable
// and that code in it runs. Hardened systems (SELinux without execmem, PaX)
// refuse; that must be known before anything is compiled.
var codeMemory = sync.OnceValue(func() error {
	c, err := NewCode([]byte{0xb8, 0x2a, 0, 0, 0, 0xc3}) // mov eax, 42; ret
	if err != nil {
		return err
	}
	if c.Call(0, nil, 0, 0) != 42 {
		return errors.New("code memory: a trial call returned a wrong value")
	}
	return nil
})
