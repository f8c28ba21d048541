package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Pixels that lanes find anywhere: their bytes are neighbours. And windows that begin and end with the index.

// pixelsAt fails at the first byte of a pixel that is not there, or at one of the others.
func pixelsAt(out []float32, pix []byte, at []uint16) {
	for i := range hone.Parallel(min(len(out), len(at))) {
		p := int(at[i])
		r, g := float32(pix[p])*0.25, float32(pix[p+1])*0.5
		b := float32(pix[p+2]) * r
		out[i] = b + g*float32(pix[p+3])
	}
}

// premultiplied has the highest byte first, and needs bytes as bytes, too.
func premultiplied(out []float64, low []byte, pix []byte, at []int32) {
	n := len(pix) - 3
	for i := range hone.Parallel(min(len(out), len(low), len(at))) {
		p := int(at[i]) % max(n, 1)
		if p < 0 || n < 1 {
			continue
		}
		a := float64(pix[p+3]) * 0.125
		out[i] = float64(pix[p])*a + float64(pix[p+1])*a + float64(pix[p+2])
		low[i] = pix[p+1] ^ pix[p+3] + pix[p+2]*3
	}
}

// weighedPixels takes pixels from where each begins on; those behind the end are the last one.
func weighedPixels(dst, pix []byte, begin []uint8, weights []int16) {
	n := len(pix) / 4
	if n == 0 {
		return
	}
	for i := range hone.Parallel(min(len(dst)/4, len(begin))) {
		var r, g, b, a int32
		for k, w := range weights[:min(len(weights), 7)] {
			p := 4 * min(int(begin[i])+k, n-1)
			r += int32(w) * int32(pix[p])
			g += int32(w) * int32(pix[p+1])
			b += int32(w) * int32(pix[p+2])
			a += int32(w) * int32(pix[p+3])
		}
		dst[4*i], dst[4*i+1], dst[4*i+2], dst[4*i+3] = uint8(r>>8), uint8(g>>8), uint8(b>>8), uint8(a>>8)
	}
}

// turnedPixels turns a picture by a quarter; flippedPixels changes rows and columns, where what it stores is apart.
func turnedPixels(dst, src []byte, w int) {
	h := min(len(src), len(dst)) / 4 / max(w, 1)
	for y, x := range hone.Parallel2(w, h) {
		d, s := 4*(y*h+x), 4*(x*w+w-1-y)
		dst[d], dst[d+1], dst[d+2], dst[d+3] = src[s], src[s+1], src[s+2], src[s+3]
	}
}

func flippedPixels(dst, src []byte, w int) {
	h := min(len(src), len(dst)) / 4 / max(w, 1)
	for y, x := range hone.Parallel2(h, w) {
		d, s := 4*(x*h+y), 4*(y*w+x)
		dst[d+2], dst[d+1] = src[s]+1, src[s+1]^src[s+2]
		dst[d], dst[d+3] = src[s+2], 255-src[s+3]
	}
}

// signedQuads and pairsApart are of other types than bytes.
func signedQuads(out []int16, x []int8, at []uint8) {
	for i := range hone.Parallel(min(len(out), len(at))) {
		if p := 3 * int(at[i]); p+3 < len(x) {
			out[i] = int16(x[p])*int16(x[p+1]) - int16(x[p+2])<<3 + int16(x[p+3])
		}
	}
}

func pairsApart(out []int64, x []uint16, y []int16, at []uint8) {
	for i := range hone.Parallel(min(len(out), len(at))) {
		p := int(at[i])
		out[i] = int64(x[p])*3 - int64(x[p+1]) + int64(y[p+1])<<2 ^ int64(y[p])
	}
}

// storesAmong may store to what it reads next: each byte has to be loaded in its turn.
func storesAmong(x, y []byte, at []uint8) {
	for _, p := range at {
		i := int(p)
		if i+3 >= len(x) || i+3 >= len(y) {
			continue
		}
		a, b := x[i], x[i+1]
		y[i+2] = a + b
		c, d := x[i+2], x[i+3]
		y[i], y[i+1], y[i+3] = c^d, b+c, a
	}
}

// cutMeans ends its windows at the ends of x; windowsDown goes through them from the right.
func cutMeans(out, x []float64, r int) {
	n := len(x)
	for i := range hone.Parallel(min(len(out), n)) {
		s, w := 0.0, 0.0
		for j := max(i-r, 0); j <= min(i+r, n-1); j++ {
			k := i - j
			if k < 0 {
				k = -k
			}
			f := 1 / float64(k+1)
			s += f * x[j]
			w += f
		}
		out[i] = s / w
	}
}

func windowsDown(out []int64, x []int32, before, behind int) {
	for i := range hone.Parallel(min(len(out), len(x))) {
		s := int64(1)
		for j := min(len(x)-1, i+behind); j >= max(0, i-before); j-- {
			s = s*3 + int64(x[j])*int64(j-i)
		}
		out[i] = s
	}
}

// blurredBytes is a blur of pixels in either direction.
func blurredBytes(dst, src []byte, w, r int, down bool) {
	if w < 1 {
		return
	}
	h := min(len(dst), len(src)) / 4 / w
	lines, n, lineStep, step := h, w, 4*w, 4
	if down {
		lines, n, lineStep, step = w, h, 4, 4*w
	}
	for line, i := range hone.Parallel2(lines, n) {
		var r0, g0, b0, a0 int
		for j := max(i-r, 0); j <= min(i+r, n-1); j++ {
			p := line*lineStep + j*step
			a := int(src[p+3])
			r0 += int(src[p]) * a
			g0 += int(src[p+1]) * a
			b0 += int(src[p+2]) * a
			a0 += a
		}
		d := line*lineStep + i*step
		if a0 > 0 {
			dst[d], dst[d+1], dst[d+2], dst[d+3] = byte(r0/a0), byte(g0/a0), byte(b0/a0), byte(a0/(2*r+1))
		}
	}
}

// farWindows are at the ends of int: some begin before that, and end behind it.
func farWindows(out []int, from, to int) {
	for i := range hone.Parallel(len(out)) {
		n := 0
		for j := from + i; j < to+i; j++ {
			if n++; n > 5 {
				break
			}
			n += j & 1
		}
		out[i] = n
	}
}

func farWindowsDown(out []int, from, to int) {
	for i := range hone.Parallel(len(out)) {
		n := 0
		for j := from - i; j > to-i; j-- {
			if n++; n > 5 {
				break
			}
		}
		out[i] = n
	}
}

// farEnd is near one of the ends of int, mostly.
func farEnd(r *rand.Rand) int {
	n := r.Intn(60) - 30
	switch r.Intn(4) {
	case 0:
		return math.MaxInt - 30 + n
	case 1:
		return math.MinInt + 30 + n
	}
	return n
}

var (
	PixelsAt       = hone.Func(pixelsAt)
	Premultiplied  = hone.Func(premultiplied)
	WeighedPixels  = hone.Func(weighedPixels)
	TurnedPixels   = hone.Func(turnedPixels)
	FlippedPixels  = hone.Func(flippedPixels)
	SignedQuads    = hone.Func(signedQuads)
	PairsApart     = hone.Func(pairsApart)
	StoresAmong    = hone.Func(storesAmong)
	CutMeans       = hone.Func(cutMeans)
	WindowsDown    = hone.Func(windowsDown)
	BlurredBytes   = hone.Func(blurredBytes)
	FarWindows     = hone.Func(farWindows)
	FarWindowsDown = hone.Func(farWindowsDown)
)

func init() {
	near := vec(func(r *rand.Rand) uint16 { return uint16(r.Intn(max(1, r.Intn(900)))) })
	pixels := sized(func(n int) int { return 4*n + 900*min(n%5, 1) }, u8s)
	add("PixelsAt", pixelsAt, PixelsAt, args(f32s, pixels, near))
	add("Premultiplied", premultiplied, Premultiplied, args(f64s, u8s, u8s, i32s))
	add("WeighedPixels", weighedPixels, WeighedPixels, args(sized(func(n int) int { return 4*n + 1 }, u8s), pixels, u8s, i16s))
	add("TurnedPixels", turnedPixels, TurnedPixels, args(pixels, pixels, one(between(0, 40))))
	add("FlippedPixels", flippedPixels, FlippedPixels, args(pixels, pixels, one(between(0, 40))))
	add("SignedQuads", signedQuads, SignedQuads, args(i16s, i8s, u8s))
	add("PairsApart", pairsApart, PairsApart, args(vec(whole[int64]), sized(func(n int) int { return n + 256 }, u16s), sized(func(n int) int { return n + 257 - n%3 }, i16s), u8s))
	add("StoresAmong", storesAmong, StoresAmong, args(u8s, u8s, u8s))
	add("CutMeans", cutMeans, CutMeans, args(f64s, f64s, one(between(-1, 9))))
	add("WindowsDown", windowsDown, WindowsDown, args(vec(whole[int64]), i32s, one(between(-2, 9)), one(between(-2, 9))))
	add("BlurredBytes", blurredBytes, BlurredBytes, args(pixels, pixels, one(between(0, 30)), one(between(0, 4)), one(func(r *rand.Rand) bool { return r.Intn(2) == 0 })))
	add("FarWindows", farWindows, FarWindows, args(vec(whole[int]), one(farEnd), one(farEnd)))
	add("FarWindowsDown", farWindowsDown, FarWindowsDown, args(vec(whole[int]), one(farEnd), one(farEnd)))
}
