package programs

import (
	"math"
	"math/rand"
	"runtime"
	"sync"

	"github.com/hone-go/hone"
)

// Photographs: how libraries go over the bytes of pictures.

// threeOfFour leaves the fourth byte of each pixel out, and says where each pixel lies in both.
func threeOfFour(dst, src []byte) {
	for i := 0; i+3 < len(src); i += 4 {
		j := i / 4 * 3
		dst[j], dst[j+1], dst[j+2] = src[i]^src[i+3], src[i+1], src[i+2]
	}
}

var ThreeOfFour = hone.Func(threeOfFour)

// meansOfPairs averages pairs of 16 bits, and counts on at the end of each.
func meansOfPairs(dst, src []uint16) {
	for i := 1; i < len(src); i += 2 {
		dst[i>>1] = uint16((uint32(src[i-1]) + uint32(src[i]) + uint32(i&1)) / 2)
	}
}

var MeansOfPairs = hone.Func(meansOfPairs)

// sixths goes in steps that two divisors divide.
func sixths(dst []int32, src []int32) (sum int32) {
	for i := 7; i < len(src); i += 6 {
		dst[i/3] = src[i] + int32(i%2)
		sum += int32(i % 3)
	}
	return sum
}

var Sixths = hone.Func(sixths)

// laidOver draws one picture over part of another, from the end where they may overlap, as image/draw does.
func laidOver(dst, src []byte, w, h, stride int, back bool) {
	d0, s0, delta := 0, 0, stride
	i0, i1, step := 0, w*4, 4
	if back {
		d0, s0, delta = (h-1)*stride, (h-1)*stride, -stride
		i0, i1, step = (w-1)*4, -4, -4
	}
	for ; h > 0; h-- {
		dpix, spix := dst[d0:], src[s0:]
		for i := i0; i != i1; i += step {
			s := spix[i : i+4 : i+4]
			a := (0xffff - uint32(s[3])*0x101) * 0x101
			d := dpix[i : i+4 : i+4]
			d[0] = uint8((uint32(d[0])*a/0xffff + uint32(s[0])*0x101) >> 8)
			d[1] = uint8((uint32(d[1])*a/0xffff + uint32(s[1])*0x101) >> 8)
			d[2] = uint8((uint32(d[2])*a/0xffff + uint32(s[2])*0x101) >> 8)
			d[3] = uint8((uint32(d[3])*a/0xffff + uint32(s[3])*0x101) >> 8)
		}
		d0 += delta
		s0 += delta
	}
}

var LaidOver = hone.Func(laidOver)

// eitherWay goes through triples in a direction that a condition chooses, and ends where it meets the end, or fails.
func eitherWay(dst, src []uint16, up bool) (sum uint32) {
	from, to, step := len(src)-3, -3, -3
	if up {
		from, to, step = 0, len(src), 3
	}
	for i := from; i != to; i += step {
		d, s := dst[i:i+3:i+3], src[i:i+3]
		d[0], d[1], d[2] = s[2], s[1]+1, s[0]
		sum += uint32(s[1])
	}
	return sum + uint32(step)
}

var EitherWay = hone.Func(eitherWay)

// halfChroma has one colour for two points of a row, from x0 on, and one row of them for two.
func halfChroma(dst []byte, y, cb []byte, x0, y0, w, h, stride int) {
	for j, sy := 0, y0; j != h; j, sy = j+1, sy+1 {
		row := dst[j*w*4:]
		base := (sy/2-y0/2)*stride - x0/2
		yi := j * w
		for x, sx := 0, x0; x != 4*w; x, sx, yi = x+4, sx+1, yi+1 {
			c := int32(cb[base+sx/2]) - 128
			l := int32(y[yi]) * 0x10101
			r := l + 91881*c
			if uint32(r)&0xff000000 == 0 {
				r >>= 16
			} else {
				r = ^(r >> 31)
			}
			p := row[x : x+4 : len(row)]
			p[0], p[1], p[2], p[3] = uint8(r), uint8((l-22554*c)>>16), uint8(c), 255
		}
	}
}

var HalfChroma = hone.Func(halfChroma)

// overRows hands the numbers of rows to goroutines, through a channel.
func overRows(from, to int, f func(<-chan int)) {
	n := to - from
	if n < 1 {
		return
	}
	procs := min(runtime.GOMAXPROCS(0), n)
	c := make(chan int, n)
	for i := from; i < to; i++ {
		c <- i
	}
	close(c)
	var wg sync.WaitGroup
	for range procs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f(c)
		}()
	}
	wg.Wait()
}

// rowsCopied copies rows from y1 to y2, as wide as columns from x1 to x2.
func rowsCopied(dst, pix []byte, stride, x1, y1, x2, y2 int) {
	size := (x2 - x1) * 4
	i, j := y1*stride+x1*4, 0
	if size == 4 {
		for y := y1; y < y2; y++ {
			d, s := dst[j:j+4:j+4], pix[i:i+4:i+4]
			d[0], d[1], d[2], d[3] = s[0], s[1], s[2], s[3]
			j += size
			i += stride
		}
		return
	}
	for y := y1; y < y2; y++ {
		copy(dst[j:j+size], pix[i:i+size])
		j += size
		i += stride
	}
}

// inNegative copies rows and inverts them where they are.
func inNegative(pix []byte, w, h, stride int) []byte {
	dst := make([]byte, max(w*h*4, 0))
	overRows(0, h, func(ys <-chan int) {
		for y := range ys {
			i := y * w * 4
			rowsCopied(dst[i:i+w*4], pix, stride, 0, y, w, y+1)
			for range w {
				d := dst[i : i+3 : i+3]
				d[0], d[1], d[2] = 255-d[0], 255-d[1], 255-d[2]
				i += 4
			}
		}
	})
	return dst
}

var InNegative = hone.Func(inNegative)

// columnsTurned makes rows of columns.
func columnsTurned(pix []byte, w, h, stride int) []byte {
	dst := make([]byte, max(w*h*4, 0))
	overRows(0, w, func(xs <-chan int) {
		for x := range xs {
			rowsCopied(dst[x*h*4:(x+1)*h*4], pix, stride, x, 0, x+1, h)
		}
	})
	return dst
}

var ColumnsTurned = hone.Func(columnsTurned)

// smoothedRGB copies each row to a buffer that the goroutine has for all its rows, with pixels of 3 bytes.
func smoothedRGB(pix []byte, w, h int) []byte {
	dst := make([]byte, len(pix))
	overRows(0, h, func(ys <-chan int) {
		row := make([]uint16, 3*w)
		for y := range ys {
			for k := range row {
				row[k] = uint16(pix[y*3*w+k])
			}
			for x := 1; x < w-1; x++ {
				d := dst[(y*w+x)*3 : (y*w+x)*3+3]
				for c := range d {
					d[c] = uint8((row[3*x+c-3] + 2*row[3*x+c] + row[3*x+c+3]) / 4)
				}
			}
		}
	})
	return dst
}

var SmoothedRGB = hone.Func(smoothedRGB)

// brightRows takes some of the rows, and counts what it has found in all of them.
func brightRows(pix []byte, w, h int) (bright []int, sum int) {
	bright = make([]int, max(h, 0))
	var mu sync.Mutex
	overRows(h/4, h, func(ys <-chan int) {
		n := 0
		for y := range ys {
			for _, b := range pix[y*w : (y+1)*w] {
				if b > 100 {
					bright[y]++
					n += int(b)
				}
			}
		}
		mu.Lock()
		sum += n
		mu.Unlock()
	})
	return bright, sum
}

var BrightRows = hone.Func(brightRows)

// rowsTripled has goroutines take parts of the rows, of pixels of 16 bits.
func rowsTripled(pix []uint16, w, h int) []uint16 {
	dst := make([]uint16, len(pix))
	var wg sync.WaitGroup
	part := h/3 + 1
	for from := 0; from < h; from += part {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for y := from; y < min(from+part, h); y++ {
				copy(dst[y*w:(y+1)*w], pix[y*w:])
				for x := 0; x < w; x++ {
					dst[y*w+x] *= 3
				}
			}
		}()
	}
	wg.Wait()
	return dst
}

var RowsTripled = hone.Func(rowsTripled)

// tentScaled makes rows of n points of rows of w, with weights that fall off to both sides of places computed in floats.
func tentScaled(dst []float64, pix []uint8, w, h, n int) {
	delta := float64(w) / float64(n)
	scale := max(delta, 1)
	for y := range h {
		for x := range n {
			at := (float64(x)+0.5)*delta - 0.5
			from, to := int(at-scale+0.5), int(at+scale)
			if from < 0 {
				from = 0
			}
			if to >= w {
				to = w - 1
			}
			sum, all := 0.0, 0.0
			for k := from; k <= to; k++ {
				f := max(1-max(float64(k)-at, at-float64(k))/scale, 0)
				sum += float64(f * float64(pix[y*w+k]))
				all += f
			}
			dst[y*n+x] = sum / all
		}
	}
}

var TentScaled = hone.Func(tentScaled)

// nearestTo takes the points of a picture that are nearest.
func nearestTo(dst, pix []uint8, w, h int, dx, dy float64) {
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			dst[y*w+x] = pix[int((float64(y)+0.5)*dy)*w+int((float64(x)+0.5)*dx)]
		}
	}
}

var NearestTo = hone.Func(nearestTo)

func init() {
	add("ThreeOfFour", threeOfFour, ThreeOfFour, func(r *rand.Rand, n int) []any {
		short := 0
		if r.Intn(4) == 0 {
			short = r.Intn(4)
		}
		src := vec(between[uint8](0, 255))(r, 4*n+r.Intn(4))
		dst := vec(between[uint8](0, 255))(r, max(3*n-short, 0))
		return []any{dst, src}
	})
	add("MeansOfPairs", meansOfPairs, MeansOfPairs, func(r *rand.Rand, n int) []any {
		return []any{vec(between[uint16](0, 65535))(r, max(n-r.Intn(8)/7, 0)), vec(between[uint16](0, 65535))(r, 2*n)}
	})
	add("Sixths", sixths, Sixths, func(r *rand.Rand, n int) []any {
		return []any{vec(between[int32](-99, 99))(r, 2*n+r.Intn(3)), vec(between[int32](-99, 99))(r, 6*n)}
	})
	add("LaidOver", laidOver, LaidOver, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(6)
		stride := 4*w + r.Intn(3)
		size := max(h*stride-r.Intn(8)/7, 0)
		src := vec(between[uint8](0, 255))(r, size).([]uint8)
		dst := vec(between[uint8](0, 255))(r, size).([]uint8)
		if r.Intn(4) == 0 && h > 1 {
			both := vec(between[uint8](0, 255))(r, size+stride).([]uint8)
			dst, src = both[stride:], both[:size]
		}
		return []any{dst, src, w, h, stride, r.Intn(2) == 0}
	}, upTo(200))
	add("EitherWay", eitherWay, EitherWay, func(r *rand.Rand, n int) []any {
		n = 3*n + r.Intn(8)/6
		return []any{vec(between[uint16](0, 65535))(r, max(n-r.Intn(8)/7, 0)), vec(between[uint16](0, 65535))(r, n), r.Intn(2) == 0}
	})
	add("HalfChroma", halfChroma, HalfChroma, func(r *rand.Rand, n int) []any {
		w, h, x0, y0 := r.Intn(n+1), r.Intn(7), r.Intn(9)-3, r.Intn(5)-2
		stride := w/2 + 1 + r.Intn(2)
		return []any{vec(between[uint8](0, 255))(r, 4*w*h+r.Intn(2)), vec(between[uint8](0, 255))(r, max(w*h-r.Intn(9)/8, 0)),
			vec(between[uint8](0, 255))(r, max(stride*((h+2)/2)-r.Intn(9)/8, 0)), x0, y0, w, h, stride}
	}, upTo(200))
	rows := func(of int) func(r *rand.Rand, n int) []any {
		return func(r *rand.Rand, n int) []any {
			w, h := r.Intn(n+1), r.Intn(8)
			stride := w*of + r.Intn(3)
			return []any{vec(between[uint8](0, 255))(r, stride*h), w, h, stride}
		}
	}
	add("InNegative", inNegative, InNegative, rows(4), upTo(200), forks)
	add("ColumnsTurned", columnsTurned, ColumnsTurned, rows(4), upTo(40), forks)
	add("SmoothedRGB", smoothedRGB, SmoothedRGB, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(8)
		return []any{vec(between[uint8](0, 255))(r, 3*w*h), w, h}
	}, upTo(200), forks)
	add("BrightRows", brightRows, BrightRows, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(8)
		return []any{vec(between[uint8](0, 255))(r, w*h), w, h}
	}, upTo(200), forks)
	add("RowsTripled", rowsTripled, RowsTripled, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(8)
		return []any{vec(between[uint16](0, 65535))(r, w*h), w, h}
	}, upTo(200), forks)
	add("TentScaled", tentScaled, TentScaled, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(5)
		to := r.Intn(n + 1)
		return []any{vec(tame[float64])(r, max(to*h-r.Intn(9)/8, 0)), vec(between[uint8](0, 255))(r, max(w*h-r.Intn(9)/8, 0)), w, h, to}
	}, upTo(100), chaotic)
	add("NearestTo", nearestTo, NearestTo, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(5)
		by := []float64{1, 0.5, 0.99, 1.01, 0, -0.2, math.NaN(), math.Inf(1), 1e300}
		return []any{vec(between[uint8](0, 255))(r, w*h), vec(between[uint8](0, 255))(r, w*h), w, h, by[r.Intn(3+r.Intn(7))], by[r.Intn(3+r.Intn(7))]}
	}, upTo(100))
}
