package rig

import (
	"fmt"
	"unsafe"
)

// Raw is the memory of s, and Cooked is its inverse: peers exchange arrays as they lie in memory. T is any
// type of numbers, complex ones too, or an array or struct of these, as C has them.
func Raw[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

func Cooked[T any](b []byte) []T {
	var z T
	out := make([]T, len(b)/int(unsafe.Sizeof(z)))
	copy(Raw(out), b)
	return out
}

// Snapshot is a copy of the memory of all parts, one after the other: an output.
func Snapshot[T any](parts ...[]T) []byte {
	var out []byte
	for _, p := range parts {
		out = append(out, Raw(p)...)
	}
	return out
}

// Aligned returns a slice of n elements that starts on a page, as the peers' arrays do, so that no
// contender is slowed down by vectors that straddle cache lines; and a long one on a large page, if there are
// any. (Gathers from small pages take twice as long.)
func Aligned[T any](n int) []T {
	page := 4096
	var z T
	size := int(unsafe.Sizeof(z))
	if n*size >= 1<<16 {
		page = hugePage
	}
	slack := page / (size & -size) // so often an element lies on a page's start
	s := make([]T, n+2*slack)      // the last page belongs to the slice as a whole, too
	off := 0
	for uintptr(unsafe.Pointer(&s[off]))%uintptr(page) != 0 && off < slack-1 {
		off++
	}
	if page == hugePage {
		whole := (n*size + page - 1) &^ (page - 1)
		hugePages(unsafe.Slice((*byte)(unsafe.Pointer(&s[off])), whole))
	}
	return s[off : off+n : off+n]
}

// hugePage is the size of large pages on most machines.
const hugePage = 2 << 20

// A Noise is a small random generator (xorshift64*, Vigna 2016) so that inputs are the same in every
// process and every release of Go.
type Noise uint64

func (s *Noise) Bits() uint64 {
	*s ^= *s >> 12
	*s ^= *s << 25
	*s ^= *s >> 27
	return uint64(*s) * 0x2545f4914f6cdd1d
}

func (s *Noise) Float() float64 { return float64(s.Bits()>>11) / (1 << 53) }

func (s *Noise) Between(lo, hi float64) float64 { return lo + (hi-lo)*s.Float() }

// below is a number in [0, n).
func (s *Noise) Below(n int) int { return int(s.Float() * float64(n)) }

// Noisy is an Aligned slice of n numbers in [lo, hi).
func Noisy[T float32 | float64](rnd *Noise, n int, lo, hi float64) []T {
	s := Aligned[T](n)
	for i := range s {
		s[i] = T(rnd.Between(lo, hi))
	}
	return s
}

// RealName is "float32" or "float64": what names of workloads end in, and what peers are told.
func RealName[T float32 | float64]() string {
	var z T
	return fmt.Sprintf("%T", z)
}

// Epsilon is the distance from 1 to the next number of the type.
func Epsilon[T float32 | float64]() float64 {
	if RealName[T]() == "float32" {
		return 0x1p-23
	}
	return 0x1p-52
}
