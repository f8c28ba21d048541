package rt

import "runtime"

// core returns a number of the processor that the caller runs on, for now, if
// that can be known: those that the system counts. In a virtual machine it may
// be the host's, which is as good.
func core() (number uint32, known bool) {
	if !hasCore {
		return 0, false
	}
	return tscAux(), true
}

// hasCore says whether there is RDTSCP, and the system has numbered processors for it.
var hasCore = func() bool {
	const extended = 0x8000_0000
	if last, _, _, _ := cpuid(extended, 0); last < extended+1 {
		return false
	}
	_, _, _, d := cpuid(extended+1, 0)
	return d>>27&1 == 1 && runtime.GOOS == "linux"
}()

// tscAux is what RDTSCP gives beside the time; it takes 20 ns.
func tscAux() uint32
