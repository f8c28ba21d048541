package programs

import (
	"bytes"
	"crypto/subtle"
	"math/rand"
	"strings"
	"time"

	"github.com/hone-go/hone"
)

// Foreign: functions that call others which stay plain Go, between loops and in them, with memory that both read and write.

// foreignWrites has plain Go write what loops write before and read after it, and panic where slices don't fit.
func foreignWrites(dst, x, y []byte, k byte) (n int, sum uint32) {
	for i := range dst {
		dst[i] = k
	}
	n = subtle.XORBytes(dst, x, y)
	for i, v := range dst {
		sum += uint32(v) * uint32(i&7+1)
		dst[i] = v + k
	}
	return n, sum
}

// foreignPart gets a part of what it gave.
func foreignPart(x []byte) (int, []byte) {
	spaces := 0
	for i, v := range x {
		if v&3 == 0 {
			x[i] = ' '
			spaces++
		}
	}
	part := bytes.TrimSpace(x)
	for i := range part {
		part[i] ^= 0x55
	}
	for i := range x {
		x[i]++
	}
	return spaces, part
}

// foreignFresh writes to memory that plain Go has made, while that from which it was made changes.
func foreignFresh(x []byte) []byte {
	upper := bytes.ToUpper(x)
	for i := range x {
		x[i] += upper[i]
	}
	for i := range upper {
		upper[i] ^= x[i]
	}
	return upper
}

// foreignRows calls plain Go once for each row, around a loop over its elements.
func foreignRows(out []float64, x []byte, width int) {
	if width <= 0 {
		return
	}
	for i := 0; i+width <= len(x) && (i+1)*width <= len(out); i += width {
		row := x[i : i+width]
		n := float64(bytes.Count(row, []byte{row[0]}))
		for j, v := range row {
			out[i+j] = float64(v) / n
		}
	}
}

// foreignText passes strings, and gets one.
func foreignText(s string, out []int32) (n int) {
	words := strings.Repeat(s, 2)
	for i := range out {
		out[i] = int32(i) * int32(len(words))
	}
	if at := strings.Index(words, "b"); at >= 0 {
		n = at + int(words[at])
	}
	return n
}

// foreignMethod calls a method of a number.
func foreignMethod(x []float64, d time.Duration) float64 {
	s := d.Seconds()
	for i := range x {
		x[i] *= s
	}
	return s
}

// foreignArray passes a slice of an array that it goes on with.
func foreignArray(x []byte) (sum int) {
	var key [16]byte
	for i := range key {
		key[i] = byte(i * i)
	}
	n := subtle.XORBytes(key[:], key[:], x)
	for i := range x {
		x[i] ^= key[i&15]
	}
	return n + int(key[3])
}

// foreignParallel would have to call plain Go from many goroutines.
func foreignParallel(out []int, x []byte) {
	for i := range hone.Parallel(len(out)) {
		out[i] = bytes.Count(x, []byte{byte(i)})
	}
}

var (
	ForeignWrites   = hone.Func(foreignWrites)
	ForeignPart     = hone.Func(foreignPart)
	ForeignFresh    = hone.Func(foreignFresh)
	ForeignRows     = hone.Func(foreignRows)
	ForeignText     = hone.Func(foreignText)
	ForeignMethod   = hone.Func(foreignMethod)
	ForeignArray    = hone.Func(foreignArray)
	ForeignParallel = hone.Func(foreignParallel)
)

func init() {
	text := func(r *rand.Rand, n int) any {
		b := make([]byte, n)
		for i := range b {
			b[i] = "abc \t"[r.Intn(5)]
		}
		return string(b)
	}
	bs := vec(whole[byte])
	less := func(r *rand.Rand, n int) any { return bs(r, n-r.Intn(3)) }
	add("ForeignWrites", foreignWrites, ForeignWrites, args(less, bs, less, one(whole[byte])))
	add("ForeignPart", foreignPart, ForeignPart, args(bs))
	add("ForeignFresh", foreignFresh, ForeignFresh, args(bs))
	add("ForeignRows", foreignRows, ForeignRows, args(sized(func(n int) int { return 4 * n }, vec(tame[float64])), sized(func(n int) int { return 4 * n }, bs), constant(37)), upTo(1000))
	add("ForeignText", foreignText, ForeignText, args(text, vec(whole[int32])))
	add("ForeignMethod", foreignMethod, ForeignMethod, args(vec(tame[float64]), one(func(r *rand.Rand) time.Duration { return time.Duration(r.Int63()) })))
	add("ForeignArray", foreignArray, ForeignArray, args(bs))
	add("ForeignParallel", foreignParallel, ForeignParallel, args(vec(whole[int]), bs), plain("parallel loop"), upTo(100))
}
