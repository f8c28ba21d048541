package programs

import (
	"math/bits"
	"math/rand"

	"github.com/hone-go/hone"
)

// arrayStateShifted is a round of a hash: all of the state moves on by one word in each iteration.
func arrayStateShifted(x []uint32, s [8]uint32) [8]uint32 {
	for _, v := range x {
		t := s[7] + v + s[4]&s[5] + bits.RotateLeft32(s[4], 6)
		s = [8]uint32{t, s[0], s[1], s[2], s[3] + t, s[4], s[5], s[6]}
	}
	return s
}

// arrayStateHeld assigns to elements of an array, each of which depends on the one before.
func arrayStateHeld(x []uint64) uint64 {
	var h [6]uint64
	for _, v := range x {
		h[0] ^= v
		h[1] += h[0]
		h[2] ^= h[1] >> 3
		h[3] += h[2] << 2
		h[4] ^= h[3]
		h[5] += h[4]
	}
	return h[0] + h[1] + h[5]
}

// arrayStateBinned counts in an array, which element is known when the program runs.
func arrayStateBinned(x []uint8) (h [16]int) {
	for _, v := range x {
		h[v&15]++
	}
	return h
}

// arrayStateMixed reads an element known when the program runs, and assigns to another.
func arrayStateMixed(x []uint8) (s uint32) {
	t := [4]uint32{1, 5, 7, 3}
	for _, v := range x {
		s = s*3 + t[v&3]
		t[1] = s
	}
	return s
}

// arrayStateRing keeps the last few sums; where it is in them goes on from iteration to iteration.
func arrayStateRing(x []uint32) uint32 {
	s, p := [4]uint32{1, 2, 3, 4}, 0
	for _, v := range x {
		old := s[p]
		p = (p + 1) & 3
		s[p] ^= old<<11 ^ s[p]>>8 ^ v
	}
	return s[p]
}

// arrayStateDigits counts digits: a loop goes on from number to number, one from digit to digit.
func arrayStateDigits(x []uint64) (n [10]uint16) {
	for _, v := range x {
		for ; v != 0; v /= 10 {
			n[v%10]++
		}
	}
	return n
}

// arrayStateSides sums by sides, which are known when the loop over them is written out.
func arrayStateSides(x []int) (s [3]int) {
	for i := 0; i+3 <= len(x); i += 3 {
		for c := 0; c < 3; c++ {
			s[2-c] += x[i+c] ^ s[c]
		}
	}
	return s
}

// arrayStateApart counts in each iteration of a parallel loop, anew.
func arrayStateApart(out, x []uint8) {
	for i := range hone.Parallel(min(len(out), len(x)-8)) {
		var n [4]uint8
		for _, v := range x[i : i+9] {
			n[v>>6]++
		}
		out[i] = max(n[0], n[1], n[2], n[3])
	}
}

// arrayStateBoard has its elements in rows.
func arrayStateBoard(moves []uint8) (full int) {
	var b [4][4]int8
	for _, m := range moves {
		y, x := m>>2&3, m&3
		b[y][x]++
		if b[y][0]+b[y][1]+b[y][2]+b[y][3] > 20 {
			b[y] = [4]int8{}
			full++
		}
	}
	return full
}

// arrayStateLargest moves the array on where there is a new largest number only.
func arrayStateLargest(x []int) (int, int) {
	var t [8]int
	for i, v := range x {
		if v > t[0] {
			t[7], t[6], t[5], t[4], t[3], t[2], t[1] = t[6], t[5], t[4], t[3], t[2], t[1], t[0]
			t[0] = v
		} else if v > t[1] {
			t[1], t[7] = v, i
		}
	}
	return t[0] + t[1] + t[2] + t[3], t[7]
}

type arrayMatrix [16]float32

// times is a product of two matrices, by columns. All of its indices follow from those of three short loops.
func (m arrayMatrix) times(n arrayMatrix) (p arrayMatrix) {
	for j := range 4 {
		for i := range 4 {
			var s float32
			for k := range 4 {
				s += m[k*4+i] * n[j*4+k]
			}
			p[j*4+i] = s
		}
	}
	return p
}

func arrayProducts(out, a, b []arrayMatrix) {
	for i := range out {
		out[i] = a[i].times(b[i])
	}
}

// arrayProductsAlone is one of them: no loop is around it.
func arrayProductsAlone(a, b arrayMatrix) arrayMatrix { return a.times(b) }

type arrayColours [3][3]int32

func (m *arrayColours) of(v [3]int32) (w [3]int32) {
	for i := 0; i < 3; i++ {
		for j := 0; j < 3; j++ {
			w[i] += m[i][j] * v[j]
		}
	}
	return
}

// arrayColoured takes pixels from one set of colours to another.
func arrayColoured(px []uint8, m *arrayColours) {
	for i := 0; i+3 <= len(px); i += 3 {
		v := [3]int32{int32(px[i]), int32(px[i+1]), int32(px[i+2])}
		v = m.of(v)
		for c := 0; c < 3; c++ {
			px[i+c] = uint8(min(max(v[c]>>4, 0), 255))
		}
	}
}

// arrayTriangle has an inner loop that begins where the outer one is.
func arrayTriangle(x [][8]int32, out []int32) {
	for n := range out {
		s := int32(0)
		a := x[n]
		for i := range 8 {
			for j := i; j < 8; j++ {
				s = s*3 + a[i]*a[j]
			}
		}
		out[n] = s
	}
}

var (
	ArrayStateShifted  = hone.Func(arrayStateShifted)
	ArrayStateHeld     = hone.Func(arrayStateHeld)
	ArrayStateBinned   = hone.Func(arrayStateBinned)
	ArrayStateRing     = hone.Func(arrayStateRing)
	ArrayStateDigits   = hone.Func(arrayStateDigits)
	ArrayStateSides    = hone.Func(arrayStateSides)
	ArrayStateApart    = hone.Func(arrayStateApart)
	ArrayStateMixed    = hone.Func(arrayStateMixed)
	ArrayStateBoard    = hone.Func(arrayStateBoard)
	ArrayStateLargest  = hone.Func(arrayStateLargest)
	ArrayProducts      = hone.Func(arrayProducts)
	ArrayProductsAlone = hone.Func(arrayProductsAlone)
	ArrayColoured      = hone.Func(arrayColoured)
	ArrayTriangle      = hone.Func(arrayTriangle)
)

func init() {
	add("ArrayStateShifted", arrayStateShifted, ArrayStateShifted, func(r *rand.Rand, n int) []any {
		return []any{vec(whole[uint32])(r, n), [8]uint32{r.Uint32(), 2, r.Uint32(), 4, 5, r.Uint32()}}
	})
	add("ArrayStateHeld", arrayStateHeld, ArrayStateHeld, args(vec(whole[uint64])))
	add("ArrayStateBinned", arrayStateBinned, ArrayStateBinned, args(u8s))
	add("ArrayStateRing", arrayStateRing, ArrayStateRing, args(u32s))
	add("ArrayStateDigits", arrayStateDigits, ArrayStateDigits, args(u64s))
	add("ArrayStateSides", arrayStateSides, ArrayStateSides, args(i64s))
	add("ArrayStateApart", arrayStateApart, ArrayStateApart, args(u8s, nearly(u8s)))
	add("ArrayStateMixed", arrayStateMixed, ArrayStateMixed, args(u8s))
	add("ArrayStateBoard", arrayStateBoard, ArrayStateBoard, args(u8s))
	add("ArrayStateLargest", arrayStateLargest, ArrayStateLargest, args(vec(whole[int])))
	matrix := func(r *rand.Rand) (m arrayMatrix) {
		for i := range m {
			m[i] = float32(r.Intn(9) - 4)
		}
		return m
	}
	add("ArrayProducts", arrayProducts, ArrayProducts, func(r *rand.Rand, n int) []any {
		x := make([][]arrayMatrix, 3)
		for i := range x {
			x[i] = make([]arrayMatrix, n+r.Intn(8)/7)
			for k := range x[i] {
				x[i][k] = matrix(r)
			}
		}
		return []any{x[0], x[1], x[2]}
	})
	add("ArrayProductsAlone", arrayProductsAlone, ArrayProductsAlone, func(r *rand.Rand, n int) []any { return []any{matrix(r), matrix(r)} })
	add("ArrayColoured", arrayColoured, ArrayColoured, func(r *rand.Rand, n int) []any {
		m := &arrayColours{}
		for i := range m {
			for j := range m[i] {
				m[i][j] = int32(r.Intn(32) - 8)
			}
		}
		return []any{u8s(r, n), m}
	})
	add("ArrayTriangle", arrayTriangle, ArrayTriangle, func(r *rand.Rand, n int) []any {
		x := make([][8]int32, n)
		for i := range x {
			for j := range x[i] {
				x[i][j] = int32(r.Intn(100) - 50)
			}
		}
		return []any{x, make([]int32, n+r.Intn(8)/7)}
	})
}

// arrayStateKeyed adds words to a state that it mixes, and writes out all of them.
func arrayStateKeyed(state *[16]uint32, out []uint32) {
	for at := 0; at+16 <= len(out); at += 16 {
		x := *state
		for range 3 {
			for i := range 4 {
				x[i] += x[4+i]
				x[12+i] ^= x[i]
				x[8+i] += x[12+i]
				x[4+i] ^= x[8+i] >> 7
			}
		}
		for i := range x {
			out[at+i] = x[i] + state[i]
		}
		state[12]++
	}
}

// ArrayStateKeyed is arrayStateKeyed.
var ArrayStateKeyed = hone.Func(arrayStateKeyed)

func init() {
	add("ArrayStateKeyed", arrayStateKeyed, ArrayStateKeyed, func(r *rand.Rand, n int) []any {
		var s [16]uint32
		for i := range s {
			s[i] = r.Uint32()
		}
		return []any{&s, make([]uint32, 3*n)}
	})
}
