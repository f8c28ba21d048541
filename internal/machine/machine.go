// Package machine says what a machine is, as far as schedules, lanes and the choice of instructions depend on it. Every number has its source beside it: a manual, a
// table of measured instructions, what CPUID or the operating system tells, or the measurement that gave it.
//
// The sources that have short names below: [AMD] "Software Optimization Guide for the AMD Zen5 Microarchitecture" (58455, 2024); [Intel] "Intel 64 and IA-32
// Architectures Optimization Reference Manual" (248966), chapter 2, Golden Cove; [Fog] Agner Fog, "Instruction tables" (2022), Zen 4 and Ice Lake; [uops] uops.info,
// Zen 4 and Alder Lake P. "Measured on Zen 5" is said of what hone's own benchmarks gave (bench/).
package machine

// Desc describes a machine. It is not changed once it is made.
type Desc struct {
	Name string // of the instruction set

	Foreign       bool // another compiler makes the vectors
	RegisterBytes int  // of a vector register; 0: no vectors, nothing is reordered for them
	Registers     int  // vector registers
	MaskRegisters int  // 0: masks are vectors
	Features      Features

	Cores      int
	L1Bytes    int // of a core's own data cache
	L2Bytes    int // of a core's own second cache
	L3Bytes    int // of the cache that cores share
	L1Ways     int
	LineBytes  int
	AliasBytes int     // addresses so far apart look alike to a load that is compared with stores before it, and share a set of the first-level cache
	ReachBytes int     // what the pages have of which a core keeps the addresses
	GHz        float64 // about how many cycles a nanosecond has
	MemoryGBs  float64 // what one core reads from memory, gigabytes in a second

	LoadPorts        int // vectors that can be loaded in a cycle
	StorePorts       int // and stored
	FloatPorts       int // units that multiply vectors of floats, and multiply and add
	AddPorts         int // and as many more that only add
	BeginWidth       int // vector operations and loads that can begin in a cycle
	UnitBytes        int // of the widest vectors of which that is so
	SchedulerEntries int // vector operations that wait for their operands and for a unit
	BranchMiss       int // cycles lost for a wrong guess
	Turns            int // vectors whose operations take turns best in a loop that waits for its last iteration; 1: one after the other

	Latency      Latencies
	Instructions Instructions
	Cycles       Cycles
	Launch       Picoseconds

	GuardOps  int // instructions from which it pays to ask whether a branch that lanes take one by one is taken by any at all
	StreamRow int // bytes in a row from which its vectors may be stored past the caches: shorter ones have too much at their ends that is no whole vector
	StreamOps int // operations for each store up to which memory is the limit

	AheadOps int // operations for each line read from which a loop asks for memory ahead: of those that are under way at a time few read anything new. 0: never

	Forced *Forced // what tests have in the place of what follows from the description; nil in every real one
}

// Features are extensions that some CPUs of an instruction set have and others lack.
type Features uint8

const (
	VectorPopcnt Features = 1 << iota // AVX-512 VPOPCNTDQ and BITALG
	GFNI                              // products of bytes with matrices of bits
	VBMI                              // AVX-512 VBMI: permutations of bytes
	VBMI2                             // AVX-512 VBMI2: compression of bytes and words
)

// Has reports all of these features.
func (f Features) Has(all Features) bool { return f&all == all }

// Latencies are how many cycles after an operation has begun another may use its result.
type Latencies struct {
	Logic     int // and, or, shifts, selections; additions of integers, too, where it is scalar
	FloatAdd  int
	FloatMul  int
	FMA       int
	Div32     int // of floats
	Div64     int
	Sqrt64    int
	IntMul    int // scalar
	IntDiv64  int // scalar
	Load      int // scalar, from the first cache
	VectorAny int // what vector operations other than logic and division take, one with the other
}

// Div is the mean of both widths: where a chain is only compared with another.
func (l *Latencies) Div() int { return (l.Div32 + l.Div64) / 2 }

// Instructions are about how many an operation on a vector takes, or what it takes in the time of so many.
type Instructions struct {
	Div     int // square roots, too
	Rem     int // and whatever divides integers of two words
	Load    int
	Running int // values joined along the lanes
	Other   int
}

// Cycles are for how long operations keep a core busy, if enough others are at work. They only have to be right about which of vectors and scalar code is far ahead.
type Cycles struct {
	VectorOp       float64 // a vector, whatever its elements
	UniformOp      float64 // what is the same for all lanes, beside vectors
	VectorLoad     float64 // neighbours
	VectorStore    float64
	Shuffle        float64
	GatherLane     float64 // an element
	ScatterLane    float64
	NarrowApart    float64 // times as long, where elements of less than 32 bits are gathered or scattered: they are taken out of the words around them
	StructApart    float64 // times as long, where whole structs are
	LoopEnd        float64 // of an iteration
	PackLine       float64 // a line of the cache that is copied from where it is far to where it is read from one end to the other
	FarLine        float64 // what is lost where such a line is read in place,
	NearLine       float64 // and where it stays in the core's caches
	UniformCheck   float64
	VectorCheck    float64
	Branch         float64 // around lanes, or what takes its place
	DivFloatLane   float64
	DivNarrowLane  float64 // integers of less than 32 bits, by way of floats
	DivIntLane     float64 // of 32 bits, by way of doubles
	DivWideLane    float64 // of 64 bits, as doubles if all operands are small
	DivPower       float64 // by a constant power of two
	DivConst       float64 // by another constant
	DivWideConst   float64 // of 64 bits
	WideConversion float64 // between floats and integers of 64 bits where there is no instruction

	ScalarOp       float64
	ScalarLoad     float64 // or store
	ScalarCheck    float64
	ScalarDivFloat float64
	ScalarDiv32    float64
	ScalarDiv64    float64
}

// Picoseconds are what the host estimates launches by. They matter by orders of magnitude only, up to the first measurement of a launch.
type Picoseconds struct {
	Loop         float64 // to begin with
	VectorByte   float64 // an operation in lanes, by the width of its type
	UnitByte     float64 // a load or store of neighbours
	StridedByte  float64 // of what lies apart, times the stride
	Gather       float64 // an element
	Scatter      float64
	DivFloatByte float64 // floats in lanes, by the width

	ScalarOp       float64
	ScalarAccess   float64
	ScalarDivFloat float64
	ScalarDivInt   float64 // up to 32 bits
	ScalarDivWide  float64
	ScalarDivConst float64 // 64 bits by a constant
	Table          float64 // a look-up in a table of the program's
}

// Forced are what tests want: paths that large data and long bodies would take.
type Forced struct {
	Always bool // what is right is done also where it isn't worth it

	TileBytes, KeepBytes, StreamBytes, SweepBytes, AheadBytes int // what the methods of Desc with these names give

	PackBytes   int // the same; 0: as ever
	RoundBlocks int // blocks of a reduction whose results are combined at a time; 0: as ever. It changes no result
	Strip       int // iterations at a time of loops that are taken apart; 0: as ever. It changes no result
}

// Always reports that what is right is done also where it isn't worth it.
func (d *Desc) Always() bool { return d.Forced != nil && d.Forced.Always }

// With is the same machine for a test.
func (d *Desc) With(f Forced) *Desc {
	c := *d
	c.Forced = &f
	return &c
}
