package programs

import "github.com/hone-go/hone"

// Loops in order that choose between values on conditions that nobody can guess: what is kept, or taken back, or starts again.

// given keeps a function from being one that gains nothing: it is evaluated away.
func given[T any](v T) T { return v }

// longestOf counts again from 0 or goes on.
func longestOf(x []int32, v int32) int {
	n, best := given(0), 0
	for _, e := range x {
		if e == v {
			n++
		} else {
			n = 0
		}
		best = max(best, n)
	}
	return best
}

// longestInside keeps the best inside of the branch.
func longestInside(x []uint16, v uint16) (best, last int) {
	n := given(0)
	for i, e := range x {
		if e == v {
			n++
			if n > best {
				best, last = n, i
			}
		} else {
			n = 0
		}
	}
	return best, last
}

// shiftRegister feeds back what it shifts out.
func shiftRegister(out []uint16, s uint16) uint16 {
	s = given(s)
	for i := range out {
		b := s & 1
		s >>= 1
		if b != 0 {
			s ^= 0xb400
		}
		out[i] = s
	}
	return s
}

// switches goes on above one bound and off below another.
func switches(out []int16, x []int32, lo, hi int32) {
	s := given(int16(0))
	for i, v := range x {
		if s == 0 {
			if v > hi {
				s = 1
			}
		} else if v < lo {
			s = 0
		}
		out[i] = s
	}
}

// greatestSince is the greatest since the last that was small.
func greatestSince(out, x []int32, small int32) {
	m := given(int32(-1 << 31))
	for i, v := range x {
		if v < small {
			m = v
		} else if v > m {
			m = v
		}
		out[i] = m
	}
}

// bestSegment is the segment with the largest sum.
func bestSegment(x []int32) (from, to int, best int32) {
	best, cur, s := given(int32(-1<<31)), int32(0), 0
	for i, v := range x {
		if cur <= 0 {
			cur, s = v, i
		} else {
			cur += v
		}
		if cur > best {
			best, from, to = cur, s, i
		}
	}
	return from, to, best
}

// notBeside is the largest sum of elements that don't stand side by side.
func notBeside(x []int32) int32 {
	a, b := given(int32(0)), int32(0)
	for _, v := range x {
		a, b = b, max(b, a+v)
	}
	return b
}

// fees is the most that buying and selling at a fee can gain.
func fees(x []int32, fee int32) int32 {
	cash, held := given(int32(0)), int32(-1<<20)
	for _, v := range x {
		c := max(cash, held+v-fee)
		held = max(held, cash-v)
		cash = c
	}
	return cash
}

// majority is the candidate for what more than half of the elements are.
func majority(x []uint8) uint8 {
	n, v := given(0), uint8(0)
	for _, e := range x {
		if n == 0 {
			v, n = e, 1
		} else if e == v {
			n++
		} else {
			n--
		}
	}
	return v
}

// peaksApart counts local maxima that are not too close to the last one.
func peaksApart(x []int32, gap int) (n, last int) {
	last = given(-1 << 30)
	for i := 1; i+1 < len(x); i++ {
		if x[i] > x[i-1] && x[i] >= x[i+1] && i-last >= gap {
			n++
			last = i
		}
	}
	return n, last
}

// tokens lets through what a bucket has tokens for.
func tokens(out []bool, x []int64, rate, most int64) (passed int) {
	t, last := given(most), int64(0)
	for i, now := range x {
		t += (now - last) * rate
		last = now
		if t > most {
			t = most
		}
		if t >= 100 {
			t -= 100
			passed++
			out[i] = true
		}
	}
	return passed
}

// binaryWalk follows a path through a table: what it chooses is where it loads.
func binaryWalk(x []int32, q []int32) (s int) {
	for _, v := range q {
		lo, n := given(0), len(x)
		for n > 1 {
			half := n / 2
			if x[lo+half] <= v {
				lo += half
			}
			n -= half
		}
		s += lo
	}
	return s
}

// byteCode runs a program on two registers.
func byteCode(code []uint8) (int32, int32) {
	a, b := given(int32(0)), int32(1)
	for _, op := range code {
		switch op % 8 {
		case 0:
			a += b
		case 1:
			a -= b
		case 2:
			a ^= b
		case 3:
			b++
		case 4:
			a, b = b, a
		case 5:
			a <<= 1
		case 6:
			if a > b {
				a = b
			}
		default:
			b = -b
		}
	}
	return a, b
}

// comments counts what stands in comments.
func comments(text []uint8) (n, ends int) {
	s := given(int8(0))
	for i, c := range text {
		switch s {
		case 0:
			if c == '/' {
				s = 1
			}
		case 1:
			if c == '*' {
				s = 2
			} else if c != '/' {
				s = 0
			}
		case 2:
			n++
			if c == '*' {
				s = 3
			}
		case 3:
			if c == '/' {
				s, ends = 4, i
			} else if c != '*' {
				s = 2
			}
		case 4:
			s = 0
			if c == '-' {
				return n, -ends
			}
		}
	}
	return n, ends
}

var (
	LongestOf     = hone.Func(longestOf)
	LongestInside = hone.Func(longestInside)
	ShiftRegister = hone.Func(shiftRegister)
	Switches      = hone.Func(switches)
	GreatestSince = hone.Func(greatestSince)
	BestSegment   = hone.Func(bestSegment)
	NotBeside     = hone.Func(notBeside)
	Fees          = hone.Func(fees)
	Majority      = hone.Func(majority)
	PeaksApart    = hone.Func(peaksApart)
	Tokens        = hone.Func(tokens)
	ByteCode      = hone.Func(byteCode)
	Comments      = hone.Func(comments)
	BinaryWalk    = hone.Func(binaryWalk)
)

func init() {
	small := vec(between[int32](-9, 9))
	add("LongestOf", longestOf, LongestOf, args(vec(between[int32](0, 1)), one(between[int32](0, 1))))
	add("LongestInside", longestInside, LongestInside, args(vec(between[uint16](0, 1)), one(between[uint16](0, 1))))
	add("ShiftRegister", shiftRegister, ShiftRegister, args(u16s, one(between[uint16](0, 9999))))
	add("Switches", switches, Switches, args(vec(between[int16](0, 1)), small, one(between[int32](-9, 0)), one(between[int32](0, 9))))
	add("GreatestSince", greatestSince, GreatestSince, args(i32s, small, one(between[int32](-9, 9))))
	add("BestSegment", bestSegment, BestSegment, args(small))
	add("NotBeside", notBeside, NotBeside, args(small))
	add("Fees", fees, Fees, args(vec(between[int32](0, 30)), one(between[int32](0, 4))))
	add("Majority", majority, Majority, args(vec(between[uint8](0, 2))))
	add("PeaksApart", peaksApart, PeaksApart, args(small, one(between(0, 9))))
	add("Tokens", tokens, Tokens, args(bools, vec(between[int64](-99, 99)), one(between[int64](0, 9)), one(between[int64](0, 500))))
	add("ByteCode", byteCode, ByteCode, args(u8s))
	add("Comments", comments, Comments, args(vec(between[uint8]('*', '/'))))
	add("BinaryWalk", binaryWalk, BinaryWalk, args(small, small))
}
