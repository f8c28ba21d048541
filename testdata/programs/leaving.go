package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that store, and may be left before their end: on a bad element, with an error, at a mark.

// rootsUntil ends before a number that has no root.
func rootsUntil(out, x []float64) (int, float64) {
	for i, v := range x {
		if v < 0 || v != v {
			return i, v
		}
		out[i] = math.Sqrt(v)
	}
	return len(x), 0
}

const notDigit = 0xff

func digitOf(c uint8) uint8 {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return notDigit
}

// pairsOfDigits decodes as far as there are digits, perhaps where they are.
func pairsOfDigits(dst, src []uint8) (n int, bad uint8, ok bool) {
	i, j := 0, 1
	for ; j < len(src); j += 2 {
		hi, lo := digitOf(src[j-1]), digitOf(src[j])
		if hi == notDigit {
			return i, src[j-1], false
		}
		if lo == notDigit {
			return i, src[j], false
		}
		dst[i] = hi<<4 | lo
		i++
	}
	return i, 0, j == len(src)+1
}

// lowerCase is over a table of bytes, up to one that isn't ASCII.
const lowerTable = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f" +
	" !\"#$%&'()*+,-./0123456789:;<=>?@abcdefghijklmnopqrstuvwxyz[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x7f" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"

func lowerCase(dst, s []uint8) int {
	for i, c := range s {
		l := lowerTable[c]
		if l == 0xff {
			return i
		}
		dst[i] = l
	}
	return -1
}

// upToMark breaks off, and goes on with what it has counted.
func upToMark(out, x []int32, mark int32) (n, last int) {
	for i := 0; i < len(x); i++ {
		if x[i] == mark {
			break
		}
		if x[i] > 1000 {
			out[i] = x[i] - mark
		} else {
			out[i] = 2 * x[i]
		}
		n += 3
		last = 2*i + 1
	}
	return n, last
}

// divideUntil fails where it divides by zero, or is out of range; the next element decides, too.
func divideUntil(out, x, y []int64) int {
	for i := 0; i+1 < len(x); i++ {
		if x[i] > x[i+1] {
			return i
		}
		out[i] = x[i] / y[i]
	}
	return len(x)
}

// fedBack stores what the next iterations look at.
func fedBack(x []int16) int {
	for i := 0; i+1 < len(x); i++ {
		if x[i] < 0 {
			return i
		}
		x[i+1] -= x[i]
	}
	return -1
}

var (
	RootsUntil    = hone.Func(rootsUntil)
	PairsOfDigits = hone.Func(pairsOfDigits)
	LowerCase     = hone.Func(lowerCase)
	UpToMark      = hone.Func(upToMark)
	DivideUntil   = hone.Func(divideUntil)
	FedBack       = hone.Func(fedBack)
)

func init() {
	rarely := func(r *rand.Rand) bool { return r.Intn(2000) == 0 }
	root := func(r *rand.Rand) float64 {
		if rarely(r) {
			return []float64{math.NaN(), -1, math.Copysign(0, -1), math.Inf(-1)}[r.Intn(4)]
		}
		return r.Float64()
	}
	add("RootsUntil", rootsUntil, RootsUntil, func(r *rand.Rand, n int) []any {
		x := vec(root)(r, n).([]float64)
		if r.Intn(4) == 0 {
			return []any{x, x}
		}
		return []any{nearly(f64s)(r, n), x}
	})
	digit := func(r *rand.Rand) uint8 {
		if rarely(r) {
			return uint8(r.Intn(256))
		}
		return "0123456789abcdefABCDEF"[r.Intn(22)]
	}
	add("PairsOfDigits", pairsOfDigits, PairsOfDigits, func(r *rand.Rand, n int) []any {
		src := vec(digit)(r, n).([]uint8)
		switch r.Intn(4) {
		case 0:
			return []any{src, src}
		case 1:
			return []any{src[:n/2], src[n/8:]}
		}
		return []any{nearly(u8s)(r, n/2), src}
	})
	add("LowerCase", lowerCase, LowerCase, args(nearly(u8s), vec(func(r *rand.Rand) uint8 {
		if rarely(r) {
			return uint8(128 + r.Intn(128))
		}
		return uint8(r.Intn(128))
	})))
	add("UpToMark", upToMark, UpToMark, args(nearly(i32s), vec(between[int32](0, 1500)), one(between[int32](0, 1500))))
	add("DivideUntil", divideUntil, DivideUntil, func(r *rand.Rand, n int) []any {
		x, y := make([]int64, n), make([]int64, n)
		for i := range x {
			x[i], y[i] = int64(3*i), int64(1+r.Intn(9))
			if rarely(r) {
				x[i], y[i] = int64(r.Intn(3*n)), int64(r.Intn(2))
			}
		}
		return []any{make([]int64, max(0, n-r.Intn(3))), x, nearly(func(*rand.Rand, int) any { return y })(r, n)}
	})
	add("FedBack", fedBack, FedBack, args(vec(func(r *rand.Rand) int16 { return int16(r.Intn(2)) })))
}
