package programs

import (
	"math/rand"
	randv2 "math/rand/v2"
	"unsafe"

	"github.com/hone-go/hone"
)

// Numbers that are taken for others by way of unsafe.Pointer, as hash functions, generators of random numbers and codecs do it.

// recastDraws has a generator whose blocks are one array, of words and of pairs of halves.
func recastDraws(seed []uint8, n int) (sum uint64, mean float64) {
	var key [32]byte
	copy(key[:], seed)
	c := randv2.NewChaCha8(key)
	for range n {
		sum = sum*3 + c.Uint64()
	}
	r := randv2.New(c)
	for range n {
		mean += r.Float64() / float64(n)
		sum += uint64(r.IntN(10))
	}
	return sum, mean
}

// recastBlocks takes words out of bytes two at a time, as the Murmur hashes do, and what is left one by one.
func recastBlocks(data []byte) (h1, h2 uint64) {
	n := len(data) / 16
	for i := range n {
		t := (*[2]uint64)(unsafe.Pointer(&data[i*16]))
		k1, k2 := t[0], t[1]
		h1 = (h1 ^ k1*0x87c37b91114253d5) * 5
		h2 = h2<<31 ^ h2>>33 ^ k2 + h1
	}
	for _, b := range data[16*n:] {
		h1 = h1*31 + uint64(b)
	}
	return h1, h2
}

func recastRead32(p unsafe.Pointer, at uintptr) uint32 { return *(*uint32)(unsafe.Add(p, at)) }

func recastRead64(p unsafe.Pointer, at uintptr) uint64 {
	return *(*uint64)(unsafe.Pointer(uintptr(p) + at))
}

// recastWalk goes along a slice by a pointer.
func recastWalk(data []byte) (h uint64) {
	if len(data) < 16 {
		return 1
	}
	p, n := unsafe.Pointer(&data[0]), uintptr(len(data))
	for n >= 12 {
		h = (h^recastRead64(p, 0))*0x9e3779b97f4a7c15 + uint64(recastRead32(p, 8))
		p = unsafe.Add(p, 12)
		n -= 12
	}
	if n >= 4 {
		h += uint64(*(*uint32)(p))
	}
	return h ^ uint64(*(*uint16)(unsafe.Pointer(&data[len(data)-2])))
}

// recastUnpack reads a word, and the halves of it, in each iteration; and writes them.
func recastUnpack(data []byte, out []uint32, back []byte) {
	for i := range hone.Parallel(min(len(data)/4, len(out), len(back)/4)) {
		w := *(*uint32)(unsafe.Pointer(&data[4*i]))
		halves := *(*[2]uint16)(unsafe.Pointer(&data[4*i]))
		out[i] = w ^ uint32(halves[1])<<16
		*(*uint32)(unsafe.Pointer(&back[4*i])) = w*5 + 1
	}
}

// recastRoot is the root that a game once made known: the bits of a float as an integer.
func recastRoot(x []float32) {
	for i, v := range x {
		half := v * 0.5
		bits := *(*int32)(unsafe.Pointer(&v))
		bits = 0x5f3759df - bits>>1
		y := *(*float32)(unsafe.Pointer(&bits))
		x[i] = y * (1.5 - half*y*y)
	}
}

// recastWithin writes parts of the words of a variable, at known places and at others.
func recastWithin(x []uint64, n int) (sum uint64) {
	var words [8]uint64
	copy(words[:], x)
	halves := (*[16]uint32)(unsafe.Pointer(&words))
	bytes := (*[8][8]uint8)(unsafe.Pointer(halves))
	halves[3] = uint32(n)
	halves[15] += halves[3]
	for i := range n {
		bytes[i&7][i%5]++
		halves[i&15] ^= uint32(bytes[7-i&7][i&3]) << 7
	}
	signed := (*[8]int64)(unsafe.Pointer(bytes))
	for i, w := range words {
		sum = sum*7 ^ w + uint64(signed[i]>>3)
	}
	return sum
}

type recastPixel struct {
	r, g, b, a uint8
}

// recastPixels has structs as parts of numbers, and of an array of arrays.
func recastPixels(x []uint32, n int) (sum int) {
	for i := range x {
		p := (*recastPixel)(unsafe.Pointer(&x[i]))
		sum += int(p.r) + 2*int(p.g) + 3*int(p.b) + 5*int(p.a)
		q := *p
		q.r, q.a = q.a, q.r
		sum ^= int(*(*uint32)(unsafe.Pointer(&q))) & 255
	}
	var grid [3][4]float64
	flat := (*[12]float64)(unsafe.Pointer(&grid))
	for i := range n {
		flat[i%12] += float64(i)
	}
	pair := (*complex128)(unsafe.Pointer(&grid[1][2]))
	*pair *= 2i
	for _, row := range grid {
		for _, v := range row {
			sum = sum*3 + int(v)
		}
	}
	return sum
}

// recastFurther leaves the slice's length, not its capacity.
func recastFurther(x []float64, n int) (s float64) {
	if len(x) < 4 {
		return 0
	}
	y := x[: len(x)-3 : len(x)-1]
	p := unsafe.Pointer(&y[0])
	for i := range min(max(n, 0), cap(y)) {
		s += *(*float64)(unsafe.Add(p, i*8))
	}
	c := *(*complex128)(unsafe.Pointer(&y[0]))
	return s + imag(c)
}

// recastTexts has bytes that are a text, and back, without a copy.
func recastTexts(data []byte, more string) (n int) {
	s := *(*string)(unsafe.Pointer(&data))
	for _, r := range s {
		n = n*31 + int(r)
	}
	t := unsafe.String(unsafe.SliceData(data), len(data)/2)
	if t != "" && s[:len(t)] == t {
		n++
	}
	for i, b := range unsafe.Slice(unsafe.StringData(more), len(more)) {
		n += i ^ int(b)
	}
	if len(data) > 3 {
		n -= len(unsafe.String(&data[0], 3))
		for _, b := range unsafe.Slice(&data[0], len(data)-1) {
			n ^= int(b)
		}
	}
	return n
}

// recastLengths has lengths that may be negative, and then differs in what it panics with.
func recastLengths(data []byte, n, m int) (sum int) {
	if max(n, m) > len(data) {
		return -1
	}
	for _, b := range unsafe.Slice(unsafe.SliceData(data), n) {
		sum += int(b)
	}
	return sum*3 + len(unsafe.String(unsafe.SliceData(data), m))
}

// recastEither points to one of two variables, or to none.
func recastEither(n int) (sum uint32) {
	var a [2]uint64
	var b [4]uint64
	for i := range n {
		var p unsafe.Pointer
		switch i % 5 {
		case 0, 2:
			p = unsafe.Pointer(&a)
		case 1, 3:
			p = unsafe.Pointer(&b[i&1])
		}
		if p == nil {
			continue
		}
		h := (*[4]uint32)(p)
		h[i&3] += uint32(i)
		sum = sum*3 + h[0] ^ h[3]
	}
	return sum + uint32(a[0]) + uint32(b[3]>>32)
}

var (
	RecastDraws   = hone.Func(recastDraws)
	RecastBlocks  = hone.Func(recastBlocks)
	RecastWalk    = hone.Func(recastWalk)
	RecastUnpack  = hone.Func(recastUnpack)
	RecastRoot    = hone.Func(recastRoot)
	RecastWithin  = hone.Func(recastWithin)
	RecastPixels  = hone.Func(recastPixels)
	RecastFurther = hone.Func(recastFurther)
	RecastTexts   = hone.Func(recastTexts)
	RecastLengths = hone.Func(recastLengths)
	RecastEither  = hone.Func(recastEither)
)

func init() {
	few := func(r *rand.Rand) int { return r.Intn(100) }
	add("RecastDraws", recastDraws, RecastDraws, args(vec(whole[uint8]), one(between(0, 200))))
	add("RecastBlocks", recastBlocks, RecastBlocks, args(vec(whole[uint8])))
	add("RecastWalk", recastWalk, RecastWalk, args(vec(whole[uint8])))
	add("RecastUnpack", recastUnpack, RecastUnpack, args(vec(whole[uint8]), vec(whole[uint32]), vec(whole[uint8])))
	add("RecastRoot", recastRoot, RecastRoot, args(vec(wild[float32])), upTo(10000))
	add("RecastWithin", recastWithin, RecastWithin, args(vec(whole[uint64]), one(few)))
	add("RecastPixels", recastPixels, RecastPixels, args(vec(whole[uint32]), one(few)))
	add("RecastFurther", recastFurther, RecastFurther, args(vec(tame[float64]), one(few)))
	add("RecastTexts", recastTexts, RecastTexts, args(vec(whole[uint8]), func(r *rand.Rand, n int) any { return string(vec(whole[uint8])(r, n).([]uint8)) }))
	add("RecastLengths", recastLengths, RecastLengths, args(vec(whole[uint8]), one(between(-3, 20)), one(between(-3, 20))))
	add("RecastEither", recastEither, RecastEither, args(one(few)))
}
