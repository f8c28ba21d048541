package asm

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// poolAlign is the alignment of the constant pool and the largest of a constant.
const poolAlign = 64

// pool is the constant pool: equal constants are stored once.
type pool struct {
	entries []constant
	index   map[string]ConstRef
}

type constant struct {
	data  string
	align int32
	off   int32 // in the pool, once placed
}

// Const returns a memory operand that reads data from the constant pool, at a multiple of align bytes
// (a power of two of at most 64).
func (a *Assembler) Const(data []byte, align int) Mem {
	if align < 1 || align > poolAlign || bits.OnesCount(uint(align)) != 1 {
		a.errorf("a constant aligned to %d bytes", align)
		return Mem{}
	}
	p := &a.pool
	ref, ok := p.index[string(data)]
	if !ok {
		if p.index == nil {
			p.index = map[string]ConstRef{}
		}
		key := string(data)
		p.entries = append(p.entries, constant{data: key})
		ref = ConstRef(len(p.entries))
		p.index[key] = ref
	}
	e := &p.entries[ref-1]
	e.align = max(e.align, int32(align))
	return Mem{Const: ref}
}

// Const32 returns a memory operand that reads four bytes.
func (a *Assembler) Const32(v uint32) Mem {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], v)
	return a.Const(b[:], 4)
}

// Const64 returns a memory operand that reads eight bytes.
func (a *Assembler) Const64(v uint64) Mem {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	return a.Const(b[:], 8)
}

// place gives every constant its offset, those with the largest alignment first so that no space is lost
// between them, and returns the size of the pool.
func (p *pool) place() int {
	order := make([]int, len(p.entries))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(p.entries[j].align - p.entries[i].align) })
	size := 0
	for _, i := range order {
		e := &p.entries[i]
		size = roundUp(size, int(e.align))
		e.off = int32(size)
		size += len(e.data)
	}
	return size
}

// append appends the pool, placed before, to out.
func (p *pool) append(out []byte) []byte {
	start := len(out)
	for _, e := range p.entries {
		if end := start + int(e.off) + len(e.data); end > len(out) {
			out = append(out, make([]byte, end-len(out))...)
		}
		copy(out[start+int(e.off):], e.data)
	}
	return out
}
