package machine

// smallestL2 is the least that today's machines have as a core's second-level cache: 512 KiB on Zen 2 and 3, 1 MiB on Zen 4 and 5 [AMD], 1.25 to 2 MiB on Ice Lake and
// Golden Cove [Intel].
const smallestL2 = 512 << 10

// TileBytes is what a core may keep to itself while it works on a tile: three quarters of the smallest second-level cache, so that what else the loop touches doesn't push
// it out. It is the same on all machines, so that the code is, too.
func (d *Desc) TileBytes() int {
	if d.Forced != nil {
		return d.Forced.TileBytes
	}
	return smallestL2 / 4 * 3
}

// KeepBytes is from how many bytes on temporaries don't stay in a core's cache from one loop to the next: of two tiles the second has pushed out the first.
func (d *Desc) KeepBytes() int {
	if d.Forced != nil {
		return d.Forced.KeepBytes
	}
	return 2 * d.TileBytes()
}

// StreamBytes is from how many bytes read and written on what is written goes past the caches: of less, something is still there when it is read. Seven eighths of the last
// cache: the rest is other programs' and the stacks'.
func (d *Desc) StreamBytes() int {
	if d.Forced != nil {
		return d.Forced.StreamBytes
	}
	return d.L3Bytes / 8 * 7
}

// AheadBytes is from how many bytes on what rows read in order is asked for ahead: a third of the last cache (measured on Zen 5 with one of 32 MB, columns and values of a sparse
// matrix: 0.74 ns a number without and 0.88 with where they are 8 MB, 0.97 and 0.91 for 12 MB, 1.52 and 0.95 for 18 MB). The rest is what is looked up, and other programs'.
func (d *Desc) AheadBytes() int {
	if d.Forced != nil {
		return d.Forced.AheadBytes
	}
	return d.L3Bytes / 3
}

// SweepBytes is what several steps of a loop over time may keep in a core's cache between them, half of the second level: the other half is what comes next, which the
// prefetchers load meanwhile. 0: steps are taken one by one, where other compilers make the vectors.
func (d *Desc) SweepBytes() int {
	switch {
	case d.RegisterBytes == 0:
		return 0
	case d.Forced != nil:
		return d.Forced.SweepBytes
	}
	return d.L2Bytes / 2
}

// PackBytes is how much is packed at a time: a quarter of the last cache, which all cores read, and which has what they pack it from, read and write besides.
func (d *Desc) PackBytes() int {
	if d.Forced != nil && d.Forced.PackBytes > 0 {
		return d.Forced.PackBytes
	}
	return d.L3Bytes / 4
}

// PanelBytes is how much of what has been packed rows read again before they go on to the next columns: four tiles. It is read from one end to the other, so that it comes from
// the last cache in time, and the more there is of it, the less often all rows are read again (measured on Zen 4, products of float64 matrices with n = 2048: 36 GFlop/s with one
// tile, 44 with four, 40 with eight; with n = 3000: 31, 39, 38).
func (d *Desc) PanelBytes() int { return 4 * d.TileBytes() }

// RowStreams is how many rows of memory may be gone through at a time: if they are a power of two apart, they share the ways of one set of the first-level cache.
func (d *Desc) RowStreams() int { return d.L1Ways }

// ScalarChains is that for scalar code, which spills where there are more chains than registers.
func (d *Desc) ScalarChains() int { return d.FloatPorts * d.Latency.FMA }

// SideBySide is how many vector operations begin in a cycle where none waits for another: fewer, where vectors are wider than the units.
func (d *Desc) SideBySide() int {
	return max(d.BeginWidth*d.UnitBytes/max(d.RegisterBytes, d.UnitBytes), 1)
}

// FreeRegisters are the vector registers that are left for a loop's values when constants, masks and what is being loaded have theirs: four.
func (d *Desc) FreeRegisters() int { return d.Registers - 4 }

// MaskedParts is how many registers' worth of lanes may leave a loop one by one at a time: with AVX-512, five have the masks that they need in mask registers.
func (d *Desc) MaskedParts() int { return 5 }

// LoopRegisters is how many vectors the values of a loop may be that several parts of a body have at a time. Under masks without registers of their own a little may be
// spilled: what waits is worth more than what a spill costs.
func (d *Desc) LoopRegisters(masked bool) int {
	if masked && d.MaskRegisters == 0 {
		return d.Registers * 3 / 2
	}
	return d.Registers
}

// NarrowCompress reports that lanes of one byte or two can be brought side by side.
func (d *Desc) NarrowCompress() bool { return d.RegisterBytes == 64 && d.Features.Has(VBMI2) }

// NarrowTables reports that tables of bytes are looked up in registers, by indices of a byte.
func (d *Desc) NarrowTables() bool { return d.RegisterBytes == 64 && d.Features.Has(VBMI) }

// MissedBranch is what a branch costs, in cycles, that depends on data: one in fifteen is missed.
func (d *Desc) MissedBranch() float64 { return float64(d.BranchMiss) / 15 }
