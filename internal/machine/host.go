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
	for f, has := range map[Features]bool{VectorPopcnt: rt.VectorPopcnt(), GFNI: rt.GFNI(), VBMI: rt.VBMI(), VBMI2: rt.VBMI2()} {
		if has { // CPUID leaf 7, ECX
			d.Features |= f
		}
	}
	return d
}
