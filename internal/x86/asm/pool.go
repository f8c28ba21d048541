package asm

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"slices"
)

// poolAlign is the alignment of the constant pool and the largest of a constant.
const poolAlign = 64

// pool is the constant pool: equal constants are stored once.
type pool struct {
	entries []constant
	data    []byte              // of all constants, one after the other
	index   map[uint64]ConstRef // by hash: the last constant
	order   []int32             // memory for place
}

type constant struct {
	from, to int32    // in data
	next     ConstRef // the constant before with the same hash
	align    int32
	off      int32 // in the pool, once placed
}

var hashSeed = maphash.MakeSeed()

// emptied is the pool without constants, in the same memory.
func (p *pool) emptied() pool {
	clear(p.index)
	return pool{entries: p.entries[:0], data: p.data[:0], index: p.index, order: p.order}
}

// bytes are those of a constant.
func (p *pool) bytes(c *constant) []byte { return p.data[c.from:c.to] }

// find is the constant with these bytes, or 0.
func (p *pool) find(data []byte, hash uint64) ConstRef {
	ref := p.index[hash]
	for ref != 0 && !bytes.Equal(p.bytes(&p.entries[ref-1]), data) {
		ref = p.entries[ref-1].next
	}
	return ref
}

// add appends a constant.
func (p *pool) add(data []byte, hash uint64) ConstRef {
	if p.index == nil {
		p.index = map[uint64]ConstRef{}
	}
	from := int32(len(p.data))
	p.data = append(p.data, data...)
	p.entries = append(p.entries, constant{from: from, to: int32(len(p.data)), next: p.index[hash]})
	ref := ConstRef(len(p.entries))
	p.index[hash] = ref
	return ref
}

// Const returns a memory operand that reads data from the constant pool, at a multiple of align bytes
// (a power of two of at most 64).
func (a *Assembler) Const(data []byte, align int) Mem {
	if align < 1 || align > poolAlign || bits.OnesCount(uint(align)) != 1 {
		a.errorf("a constant aligned to %d bytes", align)
		return Mem{}
	}
	p := &a.pool
	hash := maphash.Bytes(hashSeed, data)
	ref := p.find(data, hash)
	if ref == 0 {
		ref = p.add(data, hash)
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
	p.order = p.order[:0]
	for i := range p.entries {
		p.order = append(p.order, int32(i))
	}
	slices.SortStableFunc(p.order, func(i, j int32) int { return int(p.entries[j].align - p.entries[i].align) })
	size := 0
	for _, i := range p.order {
		e := &p.entries[i]
		size = roundUp(size, int(e.align))
		e.off = int32(size)
		size += int(e.to - e.from)
	}
	return size
}

// append appends the pool, placed before, to out.
func (p *pool) append(out []byte) []byte {
	start := len(out)
	for i := range p.entries {
		e := &p.entries[i]
		data := p.bytes(e)
		if end := start + int(e.off) + len(data); end > len(out) {
			out = append(out, make([]byte, end-len(out))...)
		}
		copy(out[start+int(e.off):], data)
	}
	return out
}
