package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Plain loops with checks that depend on data, which stay in them: indices that are loaded, divisions, shifts. Where one fails, what came before is stored, and nothing
// that comes after.

// lookUp is a table of any length.
func lookUp(dst []float32, src []uint16, table []float32) {
	for i, v := range src {
		dst[i] = table[v]*table[v>>1] + float32(math.Sqrt(float64(v)))
	}
}

// interpolate in a table.
func interpolate(y, x, table []float64, scale float64) {
	for i, v := range x {
		f := v * scale
		k := int(f)
		t := f - float64(k)
		y[i] = table[k]*(1-t) + table[k+1]*t
	}
}

// dataQuotients divides by what may be 0.
func dataQuotients(q, a, b []int32) int32 {
	for i := range q {
		q[i] = a[i]/b[i] + a[i]%b[i]
	}
	return q[0]
}

// shiftEach shifts by what may be negative.
func shiftEach(q []uint32, s []int) {
	for i := range q {
		q[i] = q[i]<<s[i] | q[i]>>7
	}
}

// toneRows looks up each byte of a picture, row by row, with a factor of the row.
func toneRows(dst []float32, src []uint8, gain, curve []float32, w, h int) {
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			dst[y*w+x] = curve[src[y*w+x]] * gain[y] * gain[y]
		}
	}
}

// loadedDown counts down; what comes after a failure are the lower indices.
func loadedDown(y, x []float64, p []int32) {
	for i := len(p) - 1; i >= 0; i-- {
		v := x[p[i]]
		y[i] = v*v*v + y[i]*v
	}
}

// thirds takes steps.
func thirds(y, x []float32, p []int) {
	for i := 1; i < len(p); i += 3 {
		v := x[p[i]]
		y[i] += v * v * v
	}
}

// present leaves some out.
func present(y, x []float32, p []int32) {
	for i, k := range p {
		if k == -1 {
			continue
		}
		v := x[k]
		if v > 0 {
			y[i] += v*v + v
		}
	}
}

// places has rows by quotient and remainder.
func places(dst, src []float64, w int, p []int8) {
	for i := range dst {
		y, x := i/w, i%w
		v := src[x*int(p[y])]
		dst[i] = v*v + float64(y)*v
	}
}

type celled struct {
	X, Y  float32
	Cell  int32
	Count uint8
}

// push moves particles in fields of their cells; fields of the structs are stored together.
func push(ps []celled, fx, fy []float32, step float32) {
	for i := range ps {
		c := ps[i].Cell
		x, y := ps[i].X+step*fx[c], ps[i].Y+step*fy[c]
		ps[i].X, ps[i].Y, ps[i].Count = x*x+y, y*y-x, ps[i].Count+1
	}
}

// early stores before it looks at the next index.
func early(y, z, x []float64, p []int) {
	for i, k := range p {
		y[i] = x[k] * x[k]
		z[i] = x[k+1] * y[i]
	}
}

// neighbour reads what the last iteration stored, or not.
func neighbour(x []int32, p []uint8) {
	for i := 1; i < len(x); i++ {
		x[i] = x[i]*3 + x[i-1+int(p[i]&1)]/int32(p[i])
	}
}

var (
	LookUp        = hone.Func(lookUp)
	Interpolate   = hone.Func(interpolate)
	DataQuotients = hone.Func(dataQuotients)
	ShiftEach     = hone.Func(shiftEach)
	ToneRows      = hone.Func(toneRows)
	LoadedDown    = hone.Func(loadedDown)
	Thirds        = hone.Func(thirds)
	Present       = hone.Func(present)
	Places        = hone.Func(places)
	Push          = hone.Func(push)
	Early         = hone.Func(early)
	Neighbour     = hone.Func(neighbour)
)

func init() {
	floats := func(r *rand.Rand, n int) []float64 {
		s := make([]float64, n)
		for i := range s {
			s[i] = float64(r.Intn(64)) / 8
		}
		return s
	}
	singles := func(r *rand.Rand, n int) []float32 {
		s := make([]float32, n)
		for i := range s {
			s[i] = float32(r.Intn(64))/8 - 2
		}
		return s
	}
	// mostly is n numbers below limit, of which one may be another.
	mostly := func(r *rand.Rand, n, limit, other int) []int {
		s := make([]int, n)
		for i := range s {
			s[i] = r.Intn(max(limit, 1))
		}
		if n > 0 && r.Intn(2) == 0 {
			s[r.Intn(n)] = other
		}
		return s
	}
	add("LookUp", lookUp, LookUp, func(r *rand.Rand, n int) []any {
		src := make([]uint16, n)
		for i, v := range mostly(r, n, 50, 50+r.Intn(2)) {
			src[i] = uint16(v)
		}
		dst, table := singles(r, n+r.Intn(9)/8), singles(r, 51)
		if r.Intn(8) == 0 {
			dst = table
		}
		return []any{dst, src, table}
	})
	add("Interpolate", interpolate, Interpolate, func(r *rand.Rand, n int) []any {
		x := make([]float64, n)
		for i, v := range mostly(r, n, 40, 40+r.Intn(3)) {
			x[i] = float64(v) + r.Float64()
		}
		if n > 0 && r.Intn(4) == 0 {
			x[r.Intn(n)] = [...]float64{-2, math.NaN(), math.Inf(1), 1e300}[r.Intn(4)]
		}
		y := floats(r, n)
		if r.Intn(4) == 0 {
			y = x
		}
		return []any{y, x, floats(r, 42), 1.0}
	})
	add("DataQuotients", dataQuotients, DataQuotients, func(r *rand.Rand, n int) []any {
		a, b := make([]int32, n+1), make([]int32, n+1)
		for i, v := range mostly(r, n+1, 100, 0) {
			a[i], b[i] = int32(r.Uint32()), int32(v+1)
		}
		if r.Intn(2) == 0 {
			b[r.Intn(n+1)] = 0
		}
		q := make([]int32, n+1)
		switch r.Intn(4) {
		case 0:
			q = a
		case 1:
			q = b
		}
		return []any{q, a, b}
	})
	add("ShiftEach", shiftEach, ShiftEach, func(r *rand.Rand, n int) []any {
		q := make([]uint32, n)
		for i := range q {
			q[i] = r.Uint32()
		}
		return []any{q, mostly(r, n, 40, -1-r.Intn(3))}
	})
	add("ToneRows", toneRows, ToneRows, func(r *rand.Rand, n int) []any {
		w, h := 1+r.Intn(70), 1+n/30
		src := make([]uint8, w*h)
		for i, v := range mostly(r, w*h, 200, 200) {
			src[i] = uint8(v)
		}
		return []any{singles(r, w*h), src, singles(r, h), singles(r, 200), w, h}
	})
	add("LoadedDown", loadedDown, LoadedDown, func(r *rand.Rand, n int) []any {
		p := make([]int32, n)
		for i, v := range mostly(r, n, 30, -1) {
			p[i] = int32(v)
		}
		return []any{floats(r, n), floats(r, 30), p}
	})
	add("Thirds", thirds, Thirds, func(r *rand.Rand, n int) []any {
		return []any{singles(r, 2*n), singles(r, 30), mostly(r, 2*n, 30, 30)}
	})
	add("Present", present, Present, func(r *rand.Rand, n int) []any {
		p := make([]int32, n)
		for i, v := range mostly(r, n, 30, 31) {
			p[i] = int32(v)
			if r.Intn(4) == 0 {
				p[i] = -1
			}
		}
		return []any{singles(r, n), singles(r, 30), p}
	})
	add("Places", places, Places, func(r *rand.Rand, n int) []any {
		w := 33 + r.Intn(40)
		h := 1 + n/w
		p := make([]int8, h)
		for i, v := range mostly(r, h, 3, 4) {
			p[i] = int8(v)
		}
		return []any{floats(r, w*h-r.Intn(3)/2), floats(r, 3*w), w, p}
	})
	add("Push", push, Push, func(r *rand.Rand, n int) []any {
		ps := make([]celled, n)
		for i, v := range mostly(r, n, 30, 30) {
			ps[i] = celled{float32(r.Intn(9)), float32(r.Intn(9)), int32(v), uint8(i)}
		}
		return []any{ps, singles(r, 30), singles(r, 30+r.Intn(2)), float32(0.5)}
	})
	add("Early", early, Early, func(r *rand.Rand, n int) []any {
		return []any{floats(r, n), floats(r, n), floats(r, 31), mostly(r, n, 30, 30)}
	})
	add("Neighbour", neighbour, Neighbour, func(r *rand.Rand, n int) []any {
		x, p := make([]int32, n+1), make([]uint8, n+1)
		for i, v := range mostly(r, n+1, 200, 255) {
			x[i], p[i] = int32(i), uint8(v+r.Intn(40)/39)|uint8(1-r.Intn(40)/39)
		}
		return []any{x, p}
	})
}
