package plan

import (
	"math"
	"reflect"
	"strings"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Run executes the program on the present goroutine; kernels that are worth it run on several threads. It panics as the Go function
// would have.
func (p *Program) Run(f *Frame) {
	w, ptrs, steps := f.words, f.ptrs, p.steps
	for pc := 0; ; pc++ {
		s := &steps[pc]
		switch s.op {
		case opMove:
			w[s.dst] = w[s.a]
		case opMovePtr:
			ptrs[s.dst] = ptrs[s.a]

		case opAdd:
			w[s.dst] = w[s.a] + w[s.b]
		case opSub:
			w[s.dst] = w[s.a] - w[s.b]
		case opMul:
			w[s.dst] = w[s.a] * w[s.b]
		case opDiv:
			w[s.dst] = uint64(int64(w[s.a]) / int64(w[s.b]))
		case opMin:
			w[s.dst] = uint64(min(int64(w[s.a]), int64(w[s.b])))
		case opMax:
			w[s.dst] = uint64(max(int64(w[s.a]), int64(w[s.b])))
		case opAnd:
			w[s.dst] = w[s.a] & w[s.b]
		case opOr:
			w[s.dst] = w[s.a] | w[s.b]
		case opLt:
			w[s.dst] = bit(int64(w[s.a]) < int64(w[s.b]))
		case opLe:
			w[s.dst] = bit(int64(w[s.a]) <= int64(w[s.b]))
		case opEq:
			w[s.dst] = bit(w[s.a] == w[s.b])
		case opNe:
			w[s.dst] = bit(w[s.a] != w[s.b])
		case opAddF:
			w[s.dst] = math.Float64bits(math.Float64frombits(w[s.a]) + math.Float64frombits(w[s.b]))
		case opSubF:
			w[s.dst] = math.Float64bits(math.Float64frombits(w[s.a]) - math.Float64frombits(w[s.b]))
		case opMulF:
			w[s.dst] = math.Float64bits(math.Float64frombits(w[s.a]) * math.Float64frombits(w[s.b]))
		case opDivF:
			w[s.dst] = math.Float64bits(math.Float64frombits(w[s.a]) / math.Float64frombits(w[s.b]))
		case opSelect:
			from := s.b
			if w[s.a] == 0 {
				from = s.c
			}
			w[s.dst] = w[from]
		case opScalar1:
			x := &p.scalars[s.imm]
			w[s.dst] = ir.EvalScalar1(x.kind, x.t, x.rt, w[s.a])
		case opScalar2:
			x := &p.scalars[s.imm]
			w[s.dst] = ir.EvalScalar2(x.kind, x.t, w[s.a], w[s.b])
		case opScalar3:
			x := &p.scalars[s.imm]
			w[s.dst] = ir.EvalScalar3(x.kind, x.t, w[s.a], w[s.b], w[s.c])
		case opTable:
			w[s.dst] = p.tables[s.imm][w[s.a]]
		case opAddress:
			w[s.dst] = uint64(uintptr(ptrs[s.a]))
		case opIsNil:
			w[s.dst] = bit(ptrs[s.a] == nil)

		case opJump:
			pc = int(s.imm) - 1
		case opJumpNot:
			if w[s.a] == 0 {
				pc = int(s.imm) - 1
			}
		case opForInit:
			lo, hi := int64(w[s.a]), int64(w[s.b])
			w[s.dst] = uint64(lo)
			if lo == hi || (lo < hi) != (s.imm > 0) {
				pc = int(s.c) - 1
			}
		case opForNext:
			// Distances are compared, since i + step may overflow.
			i, hi := w[s.dst], w[s.b]
			if s.imm > 0 && hi-i > uint64(s.imm) || s.imm < 0 && i-hi > -uint64(s.imm) {
				w[s.dst] = i + uint64(s.imm)
				pc = int(s.c) - 1
			}

		case opCheckIndex, opCheckIndexU:
			if w[s.a] >= w[s.b] {
				p.failed(pc, w)
			}
		case opCheckDiv:
			if w[s.a] == 0 {
				p.failed(pc, w)
			}
		case opCheckShift:
			if int64(w[s.a]<<uint(s.imm)) < 0 {
				p.failed(pc, w)
			}
		case opCheckSlice:
			if !within(s, w) {
				p.failed(pc, w)
			}
		case opCheckPanic:
			if w[s.a] == 0 {
				if p.panics[s.imm].plain {
					f.left = true
					return
				}
				p.failed(pc, w)
			}
		case opCheckMake:
			if w[s.a] > ir.MaxMake {
				p.failed(pc, w)
			}

		case opProcs:
			w[s.dst] = uint64(ir.Procs(s.imm))
		case opThreads:
			w[s.dst] = uint64(rt.Threads())
		case opPace:
			n, t := pace(int64(w[s.a]), int64(w[s.b]))
			w[s.dst], w[s.c] = uint64(n), uint64(t)
		case opReach:
			w[s.dst] = uint64(ir.Reach(int64(w[s.a]), int64(w[s.b]), int64(w[s.c]), s.imm))
		case opMake, opMakeAsIs:
			n := w[s.a]
			if tooMuch(n, s.imm) {
				p.failed(pc, w)
			}
			ptrs[s.b] = allocate(n, s.imm, s.op)
			w[s.dst], w[s.dst+1] = n, n
		case opMakeTyped:
			n := w[s.a]
			if tooMuch(n, int64(p.types[s.imm].Elem().Size())) {
				p.failed(pc, w)
			}
			ptrs[s.b] = allocateTyped(p.types[s.imm], n)
			w[s.dst], w[s.dst+1] = n, n
		case opScratch:
			n := max(int64(w[s.a]), 0)
			if tooMuch(uint64(n), s.imm) {
				p.failed(pc, w)
			}
			ptrs[s.b] = f.scratch(s.c, n*s.imm)
			w[s.dst], w[s.dst+1] = uint64(n), uint64(n)
		case opStack:
			at, n := f.stacks[s.c].Words()
			n = n * 8 / s.imm
			ptrs[s.b] = at
			w[s.dst], w[s.dst+1] = uint64(n), uint64(n)
		case opCopy:
			if n := int64(w[s.c]) * s.imm; n > 0 {
				copy(unsafe.Slice((*byte)(ptrs[s.a]), n), unsafe.Slice((*byte)(ptrs[s.b]), n))
			}
		case opCopyTyped:
			copyTyped(p.types[s.imm], ptrs[s.a], ptrs[s.b], int(w[s.c]))
		case opSlice:
			lo := w[s.d]
			n, c := w[s.e]-lo, w[s.f]-lo
			base := ptrs[s.c]
			if c != 0 { // as in Go: no pointer to behind an object
				base = unsafe.Add(base, int64(lo)*s.imm)
			}
			ptrs[s.b] = base
			w[s.dst], w[s.dst+1] = n, c
		case opSelectSlice:
			x, px := s.a, s.c
			if w[s.d] == 0 {
				x, px = s.e, s.f
			}
			w[s.dst], w[s.dst+1], ptrs[s.b] = w[x], w[x+1], ptrs[px]
		case opLoad:
			w[s.dst] = load(p.address(s, w, ptrs), s.sub)
		case opStore:
			store(p.address(s, w, ptrs), s.sub, w[s.dst])
		case opLoadSlice:
			h := (*sliceHeader)(p.address(s, w, ptrs))
			ptrs[s.c], w[s.dst], w[s.dst+1] = h.data, uint64(h.len), uint64(h.cap)
		case opStoreSlice: // typed: the garbage collector is told
			*(*sliceHeader)(p.address(s, w, ptrs)) = sliceHeader{ptrs[s.c], int(w[s.dst]), int(w[s.dst+1])}

		case opForeign:
			f.foreign(int(s.imm))
		case opLaunch:
			f.launch(p.calls[s.imm], int64(w[s.a]), int64(w[s.b]), int64(w[s.c]), int64(w[s.d]))
			if f.left {
				return
			}
			if s.sub != 0 { // a step without a result has no place for one
				w[s.dst], f.gaveUp = bit(!f.gaveUp), false
			}
		case opRun:
			f.run(p.calls[s.imm], s.sub != 0)
			if f.left {
				return
			}
		case opPipeline:
			f.pipeline(p.pipelines[s.imm])
		case opSweeps:
			f.sweeps(p.sweeps[s.imm])
		case opRelay:
			f.relay(p.relays[s.imm])
		case opReturn:
			return
		}
	}
}

// sliceHeader is a slice in memory.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// address is that of a load or store. Checks have gone before.
func (p *Program) address(s *step, w []uint64, ptrs []unsafe.Pointer) unsafe.Pointer {
	offset := int64(w[s.b])*int64(s.d) + s.imm
	for i := s.e; i < s.e+2*s.f; i += 2 {
		offset += int64(w[p.args[i]]) * int64(p.args[i+1])
	}
	return unsafe.Add(ptrs[s.a], offset)
}

func load(p unsafe.Pointer, size uint8) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func store(p unsafe.Pointer, size uint8, bits uint64) {
	switch size {
	case 1:
		*(*uint8)(p) = uint8(bits)
	case 2:
		*(*uint16)(p) = uint16(bits)
	case 4:
		*(*uint32)(p) = uint32(bits)
	default:
		*(*uint64)(p) = bits
	}
}

// tooMuch reports whether make panics for n elements of so many bytes.
func tooMuch(n uint64, size int64) bool {
	return n > ir.MaxMake || size > 0 && n > uint64(ir.MaxMake/size)
}

// allocate makes a slice of n elements without pointers, zeroed or as memory is.
func allocate(n uint64, size int64, how opcode) unsafe.Pointer {
	bytes := int(n) * int(size)
	if how == opMakeAsIs && (bytes >= leastAsIs || Spoil) {
		return allocateAsIs(max(bytes, 1))
	}
	if size%8 == 0 {
		return unsafe.Pointer(unsafe.SliceData(make([]uint64, bytes/8)))
	}
	// The allocator aligns memory to the largest power of two that divides its size, up to 8, or better.
	return unsafe.Pointer(unsafe.SliceData(make([]byte, bytes)))
}

// leastAsIs is from how many bytes on memory is not cleared: less is cleared in the time of a call, and comes into the cache by that.
const leastAsIs = 2 << 10

// Spoil has memory that is not cleared be made what no program expects. Tests do that.
var Spoil bool

// allocateAsIs gives memory without pointers that nobody has cleared. There is one way of the standard library's to come by such.
func allocateAsIs(bytes int) unsafe.Pointer {
	var b strings.Builder
	b.Grow(int(roundUp(int64(bytes), 16))) // large enough to be aligned
	b.WriteByte(0xa5)                      // the string of nothing may lead nowhere
	p := unsafe.Pointer(unsafe.StringData(b.String()))
	if Spoil {
		s := unsafe.Slice((*byte)(p), bytes)
		for i := range s {
			s[i] = 0xa5
		}
	}
	return p
}

// allocateTyped does so with elements that hold pointers.
func allocateTyped(t reflect.Type, n uint64) unsafe.Pointer {
	if t.Elem().Kind() == reflect.Slice {
		return unsafe.Pointer(unsafe.SliceData(make([]sliceHeader, n)))
	}
	return reflect.MakeSlice(t, int(n), int(n)).UnsafePointer()
}

// copyTyped copies n elements that hold pointers.
func copyTyped(t reflect.Type, dst, src unsafe.Pointer, n int) {
	if t.Elem().Kind() == reflect.Slice {
		copy(unsafe.Slice((*sliceHeader)(dst), n), unsafe.Slice((*sliceHeader)(src), n))
		return
	}
	slice := func(p unsafe.Pointer) reflect.Value {
		s := reflect.New(t)
		*(*sliceHeader)(s.UnsafePointer()) = sliceHeader{p, n, n}
		return s.Elem()
	}
	reflect.Copy(slice(dst), slice(src))
}
