package sched

// Machine is what schedules depend on.
type Machine struct {
	RegisterBytes int // of a vector register; 0: no vectors, nothing is reordered for them
	Registers     int // vector registers
	StreamBytes   int // from how many bytes read and written on what is written goes past the caches: of less, something is still there when it is read
	KeepBytes     int // temporaries of so many bytes don't stay in a cache from one loop to the next
	CacheBytes    int // what a core may keep to itself while it works on a tile: half of its second-level cache
	SweepBytes    int // what several steps of a loop over time may keep in a core's cache between them; 0: they are taken one by one
	RoundBlocks   int // blocks of a reduction whose results are combined at a time; 0: roundBlocks. It changes no result
	Strip         int // iterations at a time of loops that are taken apart, wherever that is right; 0: stripLength, where it is worth it. It changes no result
}

func (m *Machine) roundBlocks() int64 {
	if m.RoundBlocks > 0 {
		return int64(m.RoundBlocks)
	}
	return roundBlocks
}

// forced reports that what is right is done also where it isn't worth it.
func (m *Machine) forced() bool { return m.Strip > 0 }
