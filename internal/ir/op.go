package ir

import "fmt"

// OpKind says what an operation does.
type OpKind uint8

// FailWords is how many words say, at most, what a check that fails shows: as many as rt.Words has.
const FailWords = 8

// The operations. Their operands, results, attributes and levels are in the table below; docs/ir.md says the same in prose.
const (
	OpInvalid OpKind = iota

	// Constants.
	OpConst // Bits
	OpZero  // zero value of a composite type

	// Scalar arithmetic; every lane of a vector alike.
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpRem
	OpNeg
	OpAnd
	OpOr
	OpXor
	OpAndNot
	OpNot
	OpShl
	OpShr
	OpRotl
	OpClz
	OpCtz
	OpPopcnt
	OpBswap
	OpBitrev
	OpMulHi
	OpCarry
	OpBorrow
	OpDivLong
	OpRemLong
	OpMin
	OpMax
	OpFMA
	OpSqrt
	OpAbs
	OpFloor
	OpCeil
	OpTrunc
	OpRint
	OpCopysign
	OpFence
	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpSelect
	OpConv
	OpBitcast
	OpTable

	// Checks: each raises Go's panic or does nothing.
	OpCheckIndex
	OpCheckDiv
	OpCheckShift
	OpCheckSlice
	OpCheckMake
	OpCheckPanic
	OpCheckRoom

	// Aggregates as values.
	OpStruct
	OpArray
	OpExtract
	OpInsert

	// Variables.
	OpCell
	OpCellAt
	OpGet
	OpSet
	OpView
	OpPart
	OpRecast
	OpSame

	// Slices.
	OpLen
	OpCap
	OpIsNil
	OpAddress
	OpMake
	OpSlice
	OpLoad
	OpStore
	OpMove
	OpAlloca

	// Functions.
	OpLambda
	OpFuncRef
	OpCall
	OpCallSym
	OpForeign
	OpKnown
	OpStatic
	OpHide
	OpThreads
	OpProcs
	OpStart

	// Control.
	OpIf
	OpBlock
	OpLoop
	OpFor
	OpUnroll
	OpYield
	OpBreak
	OpContinue
	OpReturn

	// Patterns: at the source level, of functions; at the residual level one op, and its outputs.
	OpParFor
	OpBuild
	OpReduce
	OpMulti
	OpCollect
	OpKeep

	// Loops level: the host program and its kernels.
	OpBlockReduce
	OpRunning
	OpCompact
	OpLaunch
	OpRun
	OpScratch
	OpArena
	OpStack
	OpPipeline
	OpWindow
	OpStage
	OpBlank
	OpSweeps
	OpTurn
	OpRelay
	OpPace
	OpReach
	OpApart
	OpStream

	// Lanes level.
	OpPtr
	OpSplat
	OpIota
	OpPack
	OpShuffle
	OpAny
	OpAll
	OpCount
	OpCompress
	OpLaneReduce
	OpMLoad
	OpMStore
	OpMStoreAll
	OpGather
	OpScatter
	OpFail
	OpUnreachable

	numOps
)

// Level is a set of stages of compilation.
type Level uint8

// The levels, in the order in which a function passes through them.
const (
	Source   Level = 1 << iota // higher-order: cells, lambdas, calls
	Residual                   // first-order: patterns with regions, values in SSA form
	Loops                      // kernels and a host program; loops annotated
	Lanes                      // explicit vectors, masks, addresses
)

// String is the level's name.
func (l Level) String() string {
	switch l {
	case Source:
		return "source"
	case Residual:
		return "residual"
	case Loops:
		return "loops"
	case Lanes:
		return "lanes"
	}
	return "levels"
}

const (
	early = Source | Residual
	late  = Loops | Lanes
	all   = early | late
)

// Flags are the properties of an operation that passes ask for.
type Flags uint16

const (
	Pure       Flags = 1 << iota // no effect, same operands give the same result
	Reads                        // reads memory or a cell
	Writes                       // writes memory or a cell
	Check                        // may panic, gives no result
	Terminator                   // ends a region
	Lanewise                     // works on each lane alone: operands and results may be vectors
	Loop                         // has a region that may run many times
	Commutes                     // the first two operands may be swapped
	Allocates                    // makes a fresh object: neither duplicated nor merged
	Output                       // at the end of a multi's body: says what becomes of values
)

// Info describes an operation. A count of -1 means any number.
type Info struct {
	Name    string
	Levels  Level
	Args    int
	Results int
	Regions int
	Flags   Flags
}

// Infos is the table of operations: the one place that says what each looks like and where it is legal.
var Infos = [numOps]Info{
	OpConst: {"const", all, 0, 1, 0, Pure},
	OpZero:  {"zero", early | Loops, 0, 1, 0, Pure},

	OpAdd:      {"add", all, 2, 1, 0, Pure | Lanewise | Commutes},
	OpSub:      {"sub", all, 2, 1, 0, Pure | Lanewise},
	OpMul:      {"mul", all, 2, 1, 0, Pure | Lanewise | Commutes},
	OpDiv:      {"div", all, 2, 1, 0, Pure | Lanewise},
	OpRem:      {"rem", all, 2, 1, 0, Pure | Lanewise},
	OpNeg:      {"neg", all, 1, 1, 0, Pure | Lanewise},
	OpAnd:      {"and", all, 2, 1, 0, Pure | Lanewise | Commutes},
	OpOr:       {"or", all, 2, 1, 0, Pure | Lanewise | Commutes},
	OpXor:      {"xor", all, 2, 1, 0, Pure | Lanewise | Commutes},
	OpAndNot:   {"andnot", all, 2, 1, 0, Pure | Lanewise},
	OpNot:      {"not", all, 1, 1, 0, Pure | Lanewise},
	OpShl:      {"shl", all, 2, 1, 0, Pure | Lanewise},
	OpShr:      {"shr", all, 2, 1, 0, Pure | Lanewise},
	OpRotl:     {"rotl", all, 2, 1, 0, Pure | Lanewise},
	OpClz:      {"clz", all, 1, 1, 0, Pure | Lanewise},
	OpCtz:      {"ctz", all, 1, 1, 0, Pure | Lanewise},
	OpPopcnt:   {"popcnt", all, 1, 1, 0, Pure | Lanewise},
	OpBswap:    {"bswap", all, 1, 1, 0, Pure | Lanewise},
	OpBitrev:   {"bitrev", all, 1, 1, 0, Pure | Lanewise},
	OpMulHi:    {"mulhi", all, 2, 1, 0, Pure | Lanewise | Commutes},
	OpCarry:    {"carry", all, 3, 1, 0, Pure | Lanewise},
	OpBorrow:   {"borrow", all, 3, 1, 0, Pure | Lanewise},
	OpDivLong:  {"divlong", all, 3, 1, 0, Pure | Lanewise},
	OpRemLong:  {"remlong", all, 3, 1, 0, Pure | Lanewise},
	OpMin:      {"min", all, 2, 1, 0, Pure | Lanewise},
	OpMax:      {"max", all, 2, 1, 0, Pure | Lanewise},
	OpFMA:      {"fma", all, 3, 1, 0, Pure | Lanewise},
	OpSqrt:     {"sqrt", all, 1, 1, 0, Pure | Lanewise},
	OpAbs:      {"abs", all, 1, 1, 0, Pure | Lanewise},
	OpFloor:    {"floor", all, 1, 1, 0, Pure | Lanewise},
	OpCeil:     {"ceil", all, 1, 1, 0, Pure | Lanewise},
	OpTrunc:    {"trunc", all, 1, 1, 0, Pure | Lanewise},
	OpRint:     {"rint", all, 1, 1, 0, Pure | Lanewise},
	OpCopysign: {"copysign", all, 2, 1, 0, Pure | Lanewise},
	OpFence:    {"fence", all, 1, 1, 0, Pure | Lanewise},
	OpEq:       {"eq", all, 2, 1, 0, Pure | Lanewise | Commutes},
	OpNe:       {"ne", all, 2, 1, 0, Pure | Lanewise | Commutes},
	OpLt:       {"lt", all, 2, 1, 0, Pure | Lanewise},
	OpLe:       {"le", all, 2, 1, 0, Pure | Lanewise},
	OpGt:       {"gt", all, 2, 1, 0, Pure | Lanewise},
	OpGe:       {"ge", all, 2, 1, 0, Pure | Lanewise},
	OpSelect:   {"select", all, 3, 1, 0, Pure | Lanewise},
	OpConv:     {"conv", all, 1, 1, 0, Pure | Lanewise},
	OpBitcast:  {"bitcast", all, 1, 1, 0, Pure | Lanewise},
	OpTable:    {"table", Residual | late, 1, 1, 0, Pure | Lanewise},

	OpCheckIndex: {"check.index", early | Loops, 2, 0, 0, Check},
	OpCheckDiv:   {"check.div", early | Loops, 1, 0, 0, Check},
	OpCheckShift: {"check.shift", early | Loops, 1, 0, 0, Check},
	OpCheckSlice: {"check.slice", early | Loops, -1, 0, 0, Check},
	OpCheckMake:  {"check.make", early | Loops, 1, 0, 0, Check},
	OpCheckPanic: {"check.panic", early | Loops, -1, 0, 0, Check},
	OpCheckRoom:  {"check.room", Loops, 3, 0, 0, Check},

	OpStruct:  {"struct", Source, -1, 1, 0, Pure},
	OpArray:   {"array", Source, -1, 1, 0, Pure},
	OpExtract: {"extract", Source, -1, 1, 0, Pure},
	OpInsert:  {"insert", Source, -1, 1, 0, Pure},

	OpCell:   {"cell", Source, 1, 1, 0, Allocates},
	OpCellAt: {"cellat", Source, -1, 1, 0, Allocates},
	OpGet:    {"get", Source, -1, 1, 0, Reads},
	OpSet:    {"set", Source, -1, 0, 0, Writes},
	OpView:   {"view", Source, 1, 1, 0, Pure},
	OpPart:   {"part", Source, -1, 1, 0, Pure},
	OpRecast: {"recast", Source, 2, 1, 0, Pure},
	OpSame:   {"same", Source, 2, 1, 0, Pure},

	OpLen:     {"len", early | Loops, 1, 1, 0, Pure},
	OpCap:     {"cap", early | Loops, 1, 1, 0, Pure},
	OpIsNil:   {"isnil", early | Loops, 1, 1, 0, Pure},
	OpAddress: {"address", early | Loops, 1, 1, 0, Pure},
	OpMake:    {"make", early | Loops, 1, 1, 0, Allocates},
	OpSlice:   {"slice", early | Loops, -1, 1, 0, Pure},
	OpLoad:    {"load", early | Loops, -1, 1, 0, Reads},
	OpStore:   {"store", early | Loops, -1, 0, 0, Writes},
	OpMove:    {"move", early | Loops, 3, 0, 0, Reads | Writes},
	OpAlloca:  {"alloca", Residual | Loops, 0, 1, 0, Allocates},

	OpLambda:  {"lambda", Source, 0, 1, 1, Pure},
	OpFuncRef: {"funcref", Source, 0, 1, 0, Pure},
	OpCall:    {"call", Source, -1, -1, 0, Reads | Writes},
	OpCallSym: {"callsym", early, -1, -1, 0, Reads | Writes},
	OpForeign: {"foreign", early | Loops, -1, -1, 0, Reads | Writes},
	OpKnown:   {"known", Source, 1, 1, 0, Pure},
	OpStatic:  {"static", Source, 1, 1, 0, Pure},
	OpHide:    {"hide", Source, 1, 1, 0, Pure},
	OpThreads: {"threads", early | Loops, 0, 1, 0, Pure},
	OpProcs:   {"procs", early | Loops, 0, 1, 0, Pure},
	OpStart:   {"start", early, 0, 0, 0, 0}, // says something about the loop it is in

	OpIf:       {"if", all, 1, -1, 2, 0},
	OpBlock:    {"block", all, 0, -1, 1, 0},
	OpLoop:     {"loop", all, -1, -1, 1, Loop},
	OpFor:      {"for", Residual | late, -1, -1, 1, Loop},
	OpUnroll:   {"unroll", Source, 3, 0, 0, Reads | Writes},
	OpYield:    {"yield", all, -1, 0, 0, Terminator},
	OpBreak:    {"break", all, -1, 0, 0, Terminator},
	OpContinue: {"continue", all, -1, 0, 0, Terminator},
	OpReturn:   {"return", all, -1, 0, 0, Terminator},

	OpParFor:  {"parfor", Source, -1, 0, 0, 0},
	OpBuild:   {"build", Source, 2, 1, 0, Allocates},
	OpReduce:  {"reduce", early, -1, -1, -1, Output},
	OpMulti:   {"multi", Residual, -1, -1, 1, Loop},
	OpCollect: {"collect", Residual, -1, 0, 0, Output},
	OpKeep:    {"keep", early, -1, -1, 0, Output},

	OpBlockReduce: {"blockreduce", Loops, -1, -1, -1, Loop},
	OpRunning:     {"running", Loops, 2, 1, 0, Pure},
	OpCompact:     {"compact", Loops, -1, -1, 1, Loop | Reads | Writes},

	OpLaunch:   {"launch", Loops, -1, -1, 0, Reads | Writes},
	OpRun:      {"run", Loops, -1, -1, 0, Reads | Writes},
	OpScratch:  {"scratch", Residual | Loops, 1, 1, 0, Allocates},
	OpArena:    {"arena", Loops, 0, 1, 0, Allocates},
	OpStack:    {"stack", Residual | Loops, 0, 1, 0, Allocates},
	OpPipeline: {"pipeline", Loops, 4, 0, 1, 0},
	OpWindow:   {"window", Loops, 4, 1, 0, Allocates},
	OpStage:    {"stage", Loops, -1, 0, 0, Reads | Writes},
	OpBlank:    {"blank", Loops, 6, 0, 0, Writes},
	OpSweeps:   {"sweeps", Loops, 4, 0, 1, 0},
	OpTurn:     {"turn", Loops, -1, 0, 0, Reads | Writes},
	OpRelay:    {"relay", Loops, -1, -1, 1, Reads | Writes},
	OpPace:     {"pace", Loops, 2, 2, 0, Reads | Writes},
	OpReach:    {"reach", Loops, 3, 1, 0, Pure},
	OpApart:    {"apart", Residual | Loops, 2, 1, 0, Pure},
	OpStream:   {"stream", Loops, 1, 0, 0, Reads | Writes}, // it has to stay where it is

	OpPtr:         {"ptr", Lanes, 0, 1, 0, Allocates},
	OpSplat:       {"splat", Lanes, 1, 1, 0, Pure},
	OpIota:        {"iota", Lanes, 0, 1, 0, Pure},
	OpPack:        {"pack", Lanes, -1, 1, 0, Pure},
	OpShuffle:     {"shuffle", Lanes, -1, 1, 0, Pure},
	OpAny:         {"any", Lanes, 1, 1, 0, Pure},
	OpAll:         {"all", Lanes, 1, 1, 0, Pure},
	OpCount:       {"count", Lanes, 1, 1, 0, Pure},
	OpCompress:    {"compress", Lanes, 2, 1, 0, Pure},
	OpLaneReduce:  {"lanereduce", Lanes, -1, -1, 1, 0},
	OpMLoad:       {"mload", Lanes, -1, 1, 0, Reads},
	OpMStore:      {"mstore", Lanes, -1, 0, 0, Writes},
	OpMStoreAll:   {"mstoreall", Lanes, -1, 0, 0, Writes},
	OpGather:      {"gather", Lanes, -1, 1, 0, Reads},
	OpScatter:     {"scatter", Lanes, -1, 0, 0, Writes},
	OpFail:        {"fail", Lanes, -1, 0, 0, Terminator},
	OpUnreachable: {"unreachable", Lanes, 0, 0, 0, Terminator},
}

// Info is the operation's entry in the table.
func (k OpKind) Info() *Info { return &Infos[k] }

// String is the operation's name in the text form; of what is none, for the verifier's sake, its number.
func (k OpKind) String() string {
	if k >= numOps {
		return fmt.Sprintf("op(%d)", uint8(k))
	}
	return Infos[k].Name
}

// Has reports whether the operation has all these flags.
func (k OpKind) Has(f Flags) bool { return Infos[k].Flags&f == f }

// Mirrored is the comparison that holds with operands exchanged where k does; any other operation is itself.
func (k OpKind) Mirrored() OpKind {
	switch k {
	case OpLt:
		return OpGt
	case OpLe:
		return OpGe
	case OpGt:
		return OpLt
	case OpGe:
		return OpLe
	}
	return k
}

// Negated is the comparison that holds where k does not; for floats that is none of the order's.
func (k OpKind) Negated() OpKind {
	switch k {
	case OpEq:
		return OpNe
	case OpNe:
		return OpEq
	case OpLt:
		return OpGe
	case OpLe:
		return OpGt
	case OpGt:
		return OpLe
	case OpGe:
		return OpLt
	}
	return OpInvalid
}

var byName = func() map[string]OpKind {
	m := make(map[string]OpKind, numOps)
	for k := OpKind(1); k < numOps; k++ {
		m[Infos[k].Name] = k
	}
	return m
}()

// KindByName finds an operation by its text form; OpInvalid where there is none.
func KindByName(name string) OpKind { return byName[name] }
