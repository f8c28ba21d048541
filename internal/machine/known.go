package machine

// AVX2 is a machine with vectors of 32 bytes, the same everywhere: for tests, and for code that is only looked at.
func AVX2() *Desc {
	d := known
	d.Name, d.RegisterBytes, d.Registers = "avx2", 32, 16 // ymm0 to ymm15 (the Developer's Manual, volume 1, on AVX)
	d.StorePorts = 2                                      // of 32 bytes: [AMD], [Intel]; Zen 4 has one
	return &d
}

// AVX512 is one with vectors of 64 bytes, without the extensions that only some have.
func AVX512() *Desc {
	d := known
	d.Name, d.RegisterBytes, d.Registers, d.MaskRegisters = "avx512", 64, 32, 8 // zmm0 to zmm31, k0 to k7 (the Developer's Manual, volume 1, on AVX-512)
	d.StorePorts = 1                                                            // of 64 bytes: [AMD], [Intel]
	d.Cycles.WideConversion = d.Cycles.VectorOp                                 // AVX-512DQ has instructions for it

	// Measured on Zen 4, whose units do such a vector in two cycles: eight vectors of z*z + c, three multiplications and three additions each, take 3.7 cycles a vector one
	// after the other, and 2.8 if two or four of them take turns. With vectors of 32 bytes, and where nothing is carried from one iteration to the next, it is all one.
	d.Turns = 2
	return &d
}

// Scalar is a machine without vectors: where other compilers make them, or nobody does.
func Scalar() *Desc {
	d := known
	d.Name = "scalar"
	return &d
}

// SmallData is a machine with AVX-512 for tests whose data is small: temporaries of any size are handed on in tiles.
func SmallData() *Desc {
	return AVX512().With(Forced{TileBytes: smallestL2 / 4 * 3, StreamBytes: 12 << 20, PackBytes: 4 << 10, AheadBytes: 4 << 10})
}

// known is what large cores of today have in common: Zen 5's numbers, unless another is named.
var known = Desc{
	Cores:      2,        // whether there are several is all that is asked
	L1Bytes:    48 << 10, // [AMD], [Intel]; 32 KiB on Zen 4
	L1Ways:     12,       // [AMD], [Intel]; 8 on Zen 4
	L2Bytes:    1 << 20,  // [AMD]
	L3Bytes:    32 << 20, // [AMD]: of a complex of eight cores
	LineBytes:  64,       // CPUID leaf 1, EBX 15:8, times eight: 64 on all CPUs with AVX2
	AliasBytes: 4 << 10,  // "4K aliasing" [Intel]; Zen 4 likewise, measured: two stencils over rows of 8 KiB take 1.25 times as long as over rows of a line more or less
	ReachBytes: 6 << 20,  // 1536 pages of 4 KiB: Ice Lake; 2048 on Golden Cove [Intel], 3072 on Zen 4, 4096 on Zen 5 [AMD]
	GHz:        4,        // between the base and the boost frequencies of Zen 5 and Golden Cove
	MemoryGBs:  10,       // measured on a server core of Intel's in a virtual machine: bytes.Count over 3 GiB 9.2, copies of 1.5 GiB 10.0, what is read and written together

	LoadPorts:        2,  // [AMD]: two of 16 to 64 bytes; [Intel]: two of 64, three of 32
	FloatPorts:       2,  // [AMD]; [Intel]: ports 0 and 5, for 32 bytes 0 and 1
	AddPorts:         2,  // [AMD]; [Intel]: ports 1 and 5, for 64 bytes the same as for products
	BeginWidth:       4,  // [AMD]: units for vectors, beside two to four for addresses; [Intel]: six operations of any kind, with those of the loop
	UnitBytes:        32, // Zen 4's units do vectors of 64 bytes in two cycles, and of Golden Cove's only ports 0 and 5 have them [Intel]; see here
	SchedulerEntries: 64, // about half of Zen 5's three schedulers of 38 entries for vectors [AMD]: loads, stores and moves take some
	BranchMiss:       15, // [AMD]: 12 to 18 cycles; 17 on Golden Cove
	Turns:            1,

	Latency: Latencies{
		Logic:     1,  // [Fog], [uops]
		FloatAdd:  3,  // [Fog]; 2 where the result goes to another addition, on Zen 5 and Golden Cove [uops]
		FloatMul:  3,  // [Fog]; 4 on Golden Cove [uops]
		FMA:       4,  // [Fog], [uops]
		Div32:     11, // [Fog]: 10 on Zen 4, 11 on Ice Lake and Golden Cove
		Div64:     13, // [Fog]: Zen 4; 13 to 15 on Ice Lake and Golden Cove
		Sqrt64:    21, // [Fog]: Zen 4; 18 or 19 on Ice Lake
		IntMul:    3,  // [Fog], [uops]
		IntDiv64:  14, // [Fog]: 10 to 18 on Zen 4, 14 to 18 on Ice Lake
		Load:      4,  // [AMD]: 4, 5 with an index; 5 on Golden Cove
		VectorAny: 4,  // that of FMA, the most frequent one that is not shorter in most loops
	},

	Instructions: Instructions{
		Div:     4, // floats: 5 to 10 cycles for a vector of doubles [Fog], beside what else there is
		Rem:     8, // a division, a multiplication, and conversions around them
		Load:    2, // what is computed of its address, and perhaps a mask
		Running: 8, // two for each doubling of up to 16 lanes
		Other:   1,
	},

	// Measured on Zen 5, which begins with four vectors in a cycle, and six scalar operations, but mostly goes half as fast. Intel's cores gather as fast and scatter a
	// little faster.
	Cycles: Cycles{
		VectorOp:       0.5,
		UniformOp:      0.3,
		VectorLoad:     0.5, // LoadPorts
		VectorStore:    1,   // StorePorts, for 64 bytes
		Shuffle:        0.7, // two of the four units have shuffles [AMD]
		GatherLane:     1.6,
		ScatterLane:    2.2,
		NarrowApart:    2.5,
		StructApart:    3,
		LoopEnd:        1,  // a taken branch each cycle [AMD], [Intel], beside the additions of addresses
		PackLine:       25, // measured on Zen 4: matrices of 4 to 16 MB
		FarLine:        4,  // measured on Zen 4: products of matrices with rows of 4 KB
		NearLine:       1,  // measured on Zen 4: with rows of 1200 to 2240 bytes, of 1 to 3 KB with vectors of 64 bytes half of that
		UniformCheck:   1,
		VectorCheck:    2.5,
		Branch:         1,
		DivFloatLane:   0.6,
		DivNarrowLane:  1,
		DivIntLane:     2,
		DivWideLane:    3,
		DivPower:       1.5,
		DivConst:       4,
		DivWideConst:   8,
		WideConversion: 4, // AVX2: some 12 operations, three a cycle

		ScalarOp:       0.4, // four or five in two cycles
		ScalarLoad:     0.5,
		ScalarCheck:    0.5,
		ScalarDivFloat: 4, // [Fog]: 3 to 5 on Zen 4
		ScalarDiv32:    6, // [Fog]: 6 on Zen 4 and Ice Lake
		ScalarDiv64:    8, // [Fog]: 7 to 12 on Zen 4, 10 on Ice Lake
	},

	// Estimates for a core of 4 GHz and vectors of 64 bytes: about the cycles above, where they are there.
	Launch: Picoseconds{
		Loop:           500,  // a branch in two cycles
		VectorByte:     2,    // half a cycle for 64 bytes
		UnitByte:       8,    // from the second-level cache, mostly
		StridedByte:    30,   // an estimate: whole lines come in for a part of them
		Gather:         600,  // GatherLane, and what of it is not in the first cache
		Scatter:        1000, // ScatterLane, the same
		DivFloatByte:   35,   // DivFloatLane for 4 bytes
		ScalarOp:       100,  // ScalarOp
		ScalarAccess:   150,  // ScalarLoad, and what of it is not in the first cache
		ScalarDivFloat: 1500, // six cycles: between a division and a square root of doubles [Fog]
		ScalarDivInt:   200,
		ScalarDivWide:  1000, // four cycles: it is as long as ScalarDiv64 for large numbers only
		ScalarDivConst: 500,  // five operations: a multiplication and shifts
		Table:          300,
	},

	// Seven cycles' worth: a test, a branch, and now and then a wrong guess. Chosen with the first vector loops, and never found to be wrong.
	GuardOps: 14,

	// Chosen with the streaming stores themselves, in whose benchmarks they made the difference; neither has been measured by itself.
	StreamRow: 4 << 10,
	StreamOps: 48,

	// Measured on Zen 5, a row of bytes blurred into words on its way through the first cache, 46 instructions for each line read of 16 MB: 2.0 ms without, 1.9 from one or two
	// kilobytes ahead, 1.6 from four or eight. Prefetchers stop where a page of four kilobytes ends. Of 448 instructions under way (AMD's Zen 5 manual) 24 for each line are
	// some 20 lines, far less than memory takes to answer.
	AheadOps: 24,
}
