package machine

import (
	"runtime"
	"sync"

	"github.com/hone-go/hone/internal/rt"
)

// Host is the machine at hand with that instruction set, whether or not this CPU has it: what the operating system tells of its caches, and CPUID of its extensions, the
// rest as on every machine with the set.
func Host(isa rt.ISA) *Desc {
	switch isa {
	case rt.AVX2:
		return hostAVX2()
	case rt.AVX512:
		return hostAVX512()
	}
	return hostScalar()
}

// Compiler is the machine at hand as the vectors of another compiler use it, such as the system's for C.
func Compiler() *Desc { return hostCompiler() }

var hostCompiler = sync.OnceValue(func() *Desc {
	d := AVX2()
	d.Name, d.Foreign = "compiler", true
	if runtime.GOARCH != "amd64" {
		d.RegisterBytes, d.Registers = 16, 32 // NEON, and what is most alike elsewhere
	}
	return here(d) // with AVX-512, too, GCC and clang prefer vectors of 32 bytes (-mprefer-vector-width)
})

var (
	hostScalar = sync.OnceValue(func() *Desc { return here(Scalar()) })
	hostAVX2   = sync.OnceValue(func() *Desc { return here(AVX2()) })
	hostAVX512 = sync.OnceValue(func() *Desc { return here(AVX512()) })
)

// here puts into a description what this machine tells about itself.
func here(d *Desc) *Desc {
	d.Cores = runtime.NumCPU()        // sched_getaffinity, or what the operating system has in its place
	d.L2Bytes = rt.SecondLevelCache() // sysfs
	d.L3Bytes = rt.LastLevelCache()   // sysfs
	if rt.WideUnits() {
		d.UnitBytes = 64 // [AMD]
	}
	for f, has := range map[Features]bool{VectorPopcnt: rt.VectorPopcnt(), GFNI: rt.GFNI(), VBMI: rt.VBMI(), VBMI2: rt.VBMI2()} {
		if has { // CPUID leaf 7, ECX
			d.Features |= f
		}
	}
	return d
}
