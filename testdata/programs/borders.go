package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Programs that look at neighbours, with all kinds of borders, and at structs and arrays in steps.

// clamped takes the outermost element where there is no neighbour.
func clamped(x []float32, by int) []float32 {
	n := len(x)
	out := make([]float32, n)
	for i := range hone.Parallel(n) {
		out[i] = x[max(i-by, 0)] + 2*x[i] + x[min(i+by, n-1)]
	}
	return out
}

// clampedPixels does so in bytes.
func clampedPixels(x []uint8) []uint8 {
	n := len(x)
	out := make([]uint8, n)
	for i := range hone.Parallel(n) {
		out[i] = x[max(i-1, 0)]/4 + x[i]/2 + x[min(i+1, n-1)]/4
	}
	return out
}

// interior leaves the border alone.
func interior(x []float64, keep float64) []float64 {
	n := len(x)
	out := make([]float64, n)
	for i := range hone.Parallel(n) {
		if i > 0 && i < n-1 {
			out[i] = x[i-1] - 2*x[i] + x[i+1]
		} else if i == 0 {
			out[i] = keep
		} else {
			out[i] = -keep
		}
	}
	return out
}

// around wraps around.
func around(x []int32, by int) []int32 {
	n := len(x)
	out := make([]int32, n)
	for i := range hone.Parallel(n) {
		out[i] = x[(i+n-1)%n] ^ x[(i+1)%n]
		if by >= 0 {
			out[i] += x[(i+by)%n]
		}
	}
	return out
}

// framed is a stencil whose borders are computed ahead of it.
func framed(in []float32, w, r int) []float32 {
	h := 0
	if w > 0 {
		h = len(in) / w
	}
	out := make([]float32, w*h)
	right, bottom := w-r, h-r
	for y := range hone.Parallel(h) {
		for x := 0; x < w; x++ {
			i := y*w + x
			if x < r || x >= right || y < r || y >= bottom {
				out[i] = in[i]
				continue
			}
			out[i] = in[i-1] + in[i+1] - in[i-w] + 2*in[i+w]
		}
	}
	return out
}

// boxed sums over a window whose indices are clamped on both sides, and whose loops include their last index.
func boxed(in []float32, w int) []float32 {
	h := len(in) / w
	out := make([]float32, w*h)
	for y := range hone.Parallel(h) {
		for x := range w {
			s := float32(0)
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					s += in[min(max(y+dy, 0), h-1)*w+max(min(x+dx, w-1), 0)]
				}
			}
			out[y*w+x] = s / 9
		}
	}
	return out
}

// ends marks elements near either end, counted up and down, by every comparison.
func ends(lt, le, gt, ge []int32, by int) {
	n := min(len(lt), len(le), len(gt), len(ge))
	for i := range hone.Parallel(n) {
		if i < 3 {
			lt[i] = -1
		}
	}
	for i := range hone.Parallel(n) {
		if i <= 2 {
			le[i] = -2
		}
	}
	for i := range hone.Parallel(n) {
		if n-1-i > by {
			gt[i] = -3
		}
	}
	for i := range hone.Parallel(n) {
		if n-1-i >= 2 {
			ge[i] = -4
		}
	}
	for i := range hone.Parallel(n) {
		if i >= n-3 {
			lt[i] = -5
		}
	}
	for i := range hone.Parallel(n) {
		if n-1-i <= 2 {
			le[i] = -6
		}
	}
	for i := range hone.Parallel(n) {
		if i >= 2*by {
			gt[i]--
		}
	}
	for i := range hone.Parallel(n) {
		if 2*by >= i {
			ge[i]++
		}
	}
}

// divided does one thing up to somewhere, and another from there.
func divided(x []int16, at int) []int16 {
	out := make([]int16, len(x))
	for i := range hone.Parallel(len(x)) {
		if i < at {
			out[i] = x[i] + 1
		} else {
			out[i] = x[i-at] - 1
		}
	}
	return out
}

// plate is one step of a two-dimensional grid, of which each side is treated another way.
func plate(x []float32, w int) []float32 {
	if w <= 0 {
		return nil
	}
	h := len(x) / w
	out := make([]float32, h*w)
	for r, c := range hone.Parallel2(h, w) {
		up := x[max(r-1, 0)*w+c]
		down := x[(r+1)%h*w+c]
		left, right := float32(1), x[r*w+min(c+1, w-1)]
		if c > 0 {
			left = x[r*w+c-1]
		}
		out[r*w+c] = x[r*w+c] + (up+down+left+right)/4
	}
	return out
}

// window sums what lies around each element, clamped.
func window(x []int32, reach int) []int32 {
	n := len(x)
	reach &= 3
	out := make([]int32, n)
	for i := range hone.Parallel(n) {
		s := int32(0)
		for d := -reach; d <= reach; d++ {
			s += x[min(max(i+d, 0), n-1)]
		}
		out[i] = s
	}
	return out
}

// mirrored goes through x from behind, in all widths.
func mirrored(a []uint8, b []int16, c []float32, d []int) ([]uint8, []int16, []float32, []int) {
	n := min(len(a), len(b), len(c), len(d))
	oa, ob, oc, od := make([]uint8, n), make([]int16, n), make([]float32, n), make([]int, n)
	for i := range hone.Parallel(n) {
		oa[i], ob[i], oc[n-1-i], od[i] = a[n-1-i], b[n-1-i], c[i], d[n-1-i]
	}
	return oa, ob, oc, od
}

// mirroredBytes has as many lanes as there are.
func mirroredBytes(a []uint8, sign []bool) ([]uint8, []bool) {
	n := min(len(a), len(sign))
	out, neg := make([]uint8, n), make([]bool, n)
	for i := range hone.Parallel(n) {
		out[i] = a[n-1-i] + 1
		neg[n-1-i] = !sign[i]
	}
	return out, neg
}

type rgba struct{ R, G, B, A uint8 }

// luminance reads three bytes of four, swapped exchanges two.
func luminance(p []rgba) []uint8 {
	out := make([]uint8, len(p))
	for i := range hone.Parallel(len(p)) {
		out[i] = uint8((77*uint32(p[i].R) + 150*uint32(p[i].G) + 29*uint32(p[i].B)) >> 8)
	}
	return out
}

func luminanceOfBytes(p []uint8) []uint8 {
	out := make([]uint8, len(p)/4)
	for i := range hone.Parallel(len(out)) {
		out[i] = uint8((77*uint32(p[4*i]) + 150*uint32(p[4*i+1]) + 29*uint32(p[4*i+2])) >> 8)
	}
	return out
}

func swapped(p []rgba) {
	for i := range hone.Parallel(len(p)) {
		p[i].R, p[i].B = p[i].B, p[i].R
	}
}

// planes takes interleaved numbers apart.
func planes(re, im, z []float32) {
	for i := range hone.Parallel(min(len(re), len(im), len(z)/2)) {
		re[i] = z[2*i]
		im[i] = z[2*i+1]
	}
}

// exchanged reads what it may just have overwritten.
func exchanged(a, b []float32) {
	for i := range hone.Parallel(min(len(a), len(b)) / 2) {
		a[2*i] = b[2*i+1]
		a[2*i+1] = b[2*i]
	}
}

// packedFields has fields of all widths, some of which change.
type packedFields struct {
	A uint8
	B bool
	C int16
	D float32
	E float64
	F [3]uint8
	G int32
}

func repack(s []packedFields, by int32, at int) {
	at &= 1
	for i := range hone.Parallel(len(s)) {
		if s[i].B {
			s[i].F[at] = s[i].A
			s[i].D = float32(s[i].E)
		}
		s[i].A, s[i].B = uint8(s[i].C), s[i].A > 100
		s[i].G += by
		s[i].F[2] ^= s[i].F[at]
	}
}

// eighth and threesBackwards go in larger steps.
func eighth(x []float64, b []uint8) ([]float64, []uint8) {
	n := min(len(x), len(b)) / 8
	out, bytes := make([]float64, n), make([]uint8, n)
	for i := range hone.Parallel(n) {
		out[i] = x[8*i+3] - x[8*i+5]
		bytes[i] = b[8*i+7]
	}
	return out, bytes
}

func threesBackwards(x []int32) []int32 {
	n := len(x) / 3
	out := make([]int32, 3*n)
	for i := range hone.Parallel(n) {
		j := 3 * (n - 1 - i)
		out[j], out[j+1], out[j+2] = x[3*i+2], x[3*i+1], x[3*i]
	}
	return out
}

var (
	Clamped          = hone.Func(clamped)
	ClampedPixels    = hone.Func(clampedPixels)
	Interior         = hone.Func(interior)
	Around           = hone.Func(around)
	Ends             = hone.Func(ends)
	Divided          = hone.Func(divided)
	Plate            = hone.Func(plate)
	Window           = hone.Func(window)
	Mirrored         = hone.Func(mirrored)
	Framed           = hone.Func(framed)
	Boxed            = hone.Func(boxed)
	MirroredBytes    = hone.Func(mirroredBytes)
	Luminance        = hone.Func(luminance)
	LuminanceOfBytes = hone.Func(luminanceOfBytes)
	Swapped          = hone.Func(swapped)
	Planes           = hone.Func(planes)
	Exchanged        = hone.Func(exchanged)
	Repack           = hone.Func(repack)
	Eighth           = hone.Func(eighth)
	ThreesBackwards  = hone.Func(threesBackwards)
)

func init() {
	add("Clamped", clamped, Clamped, args(f32s, one(between(0, 12))))
	add("ClampedPixels", clampedPixels, ClampedPixels, args(u8s))
	add("Interior", interior, Interior, args(f64s, f64))
	add("Around", around, Around, args(i32s, one(between(-1, 3))))
	add("Framed", framed, Framed, args(f32s, one(between(1, 40)), one(between(1, 4))))
	add("Boxed", boxed, Boxed, args(f32s, one(between(1, 40))))
	add("Ends", ends, Ends, args(i32s, i32s, i32s, i32s, one(between(-1, 8))))
	add("Divided", divided, Divided, args(i16s, one(between(-2, 60))))
	add("Plate", plate, Plate, args(f32s, one(between(-1, 40))))
	add("Window", window, Window, args(i32s, one(between(0, 4))))
	add("Mirrored", mirrored, Mirrored, args(u8s, i16s, f32s, i64s))
	add("MirroredBytes", mirroredBytes, MirroredBytes, args(u8s, bools))
	add("Luminance", luminance, Luminance, args(someRGBA))
	add("LuminanceOfBytes", luminanceOfBytes, LuminanceOfBytes, args(times(4, u8s)))
	add("Swapped", swapped, Swapped, args(someRGBA))
	add("Planes", planes, Planes, args(f32s, nearly(f32s), times(2, f32s)))
	add("Exchanged", exchanged, Exchanged, sameTwice(times(2, f32s)))
	add("Repack", repack, Repack, args(packedStructs, one(whole[int32]), one(between(0, 2))))
	add("Eighth", eighth, Eighth, args(f64s, u8s))
	add("ThreesBackwards", threesBackwards, ThreesBackwards, args(i32s))
}

var (
	someRGBA = vec(func(r *rand.Rand) rgba {
		return rgba{uint8(r.Intn(256)), uint8(r.Intn(256)), uint8(r.Intn(256)), uint8(r.Intn(256))}
	})
	packedStructs = vec(func(r *rand.Rand) packedFields {
		return packedFields{whole[uint8](r), anyBool(r), whole[int16](r), tame[float32](r), tame[float64](r), [3]uint8{1, whole[uint8](r), 3}, whole[int32](r)}
	})
)
