package rt

// cpuid is the instruction.
func cpuid(leaf, sub uint32) (a, b, c, d uint32)
