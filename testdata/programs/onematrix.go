package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Parts of one matrix: a column and a row of it update the rest. Whether the rest has nothing of that row is seen once for all of it.

// rankOne takes the product of a column, from x on, and a row, from y on, off the m rows of n elements from at on.
func rankOne(a []int64, ld, m, n, x, y, at int) {
	for i := range m {
		f := a[x+i*ld]
		for j := range n {
			a[at+i*ld+j] -= f * a[y+j]
		}
	}
}

// rankOneRows is rankOne with rows as slices, in a function of their own.
func rankOneRows(a []int64, ld, m, n, x, y, at int) {
	col, row, rest := a[x:], a[y:], a[at:]
	for i := range m {
		addTimes(col[i*ld], row[:n], rest[i*ld:i*ld+n])
	}
}

func addTimes(f int64, x, y []int64) {
	for i, v := range x {
		y[i] += f * v
	}
}

var (
	RankOne     = hone.Func(rankOne)
	RankOneRows = hone.Func(rankOneRows)
)

// bytesOfWords writes numbers byte by byte, and a part of each once more.
func bytesOfWords(out []byte, from uint32) {
	for i := range hone.Parallel(len(out)/8 + 1) {
		v := from + uint32(i)*0x9e3779b9
		for range 4 {
			v = v<<7 ^ v>>3 ^ from
		}
		out[8*i], out[8*i+1], out[8*i+2], out[8*i+3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
		out[8*i+4], out[8*i+5], out[8*i+6], out[8*i+7] = byte(v>>3), byte(v>>13), byte(v), byte(i)
	}
}

var BytesOfWords = hone.Func(bytesOfWords)

func init() {
	// The column, the row and the rest are anywhere: now and then they have elements in common, or are out of range.
	parts := func(r *rand.Rand, size int) (n []int) {
		rows, columns := 1+r.Intn(size/4+1), 1+r.Intn(size+1)
		ld := columns + r.Intn(4)
		y := r.Intn(2 * ld)
		at := (y/ld+r.Intn(2))*ld + y%ld
		return []int{ld, rows, columns, at + r.Intn(2) - 1, y, at}
	}
	small := func(r *rand.Rand) int { return r.Intn(7) - 3 }
	add("RankOne", rankOne, RankOne, func(r *rand.Rand, size int) []any {
		p := parts(r, size)
		a := make([]int64, p[5]+p[0]*p[1]+p[2]-r.Intn(2)*r.Intn(2)*r.Intn(3))
		for i := range a {
			a[i] = int64(small(r))
		}
		return []any{a, p[0], p[1], p[2], p[3], p[4], p[5]}
	}, upTo(100))
	add("RankOneRows", rankOneRows, RankOneRows, func(r *rand.Rand, size int) []any {
		p := parts(r, size)
		a := make([]int64, p[5]+p[0]*p[1]+p[2]+r.Intn(3))
		for i := range a {
			a[i] = int64(small(r))
		}
		return []any{a, p[0], p[1], p[2], p[3], p[4], p[5]}
	}, upTo(100))
	add("BytesOfWords", bytesOfWords, BytesOfWords, args(u8s, one(whole[uint32])))
}
