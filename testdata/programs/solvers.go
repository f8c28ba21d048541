package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Solvers: equations, flows and particles, as they are stepped and swept.

// thomasMany solves a tridiagonal system for each column.
func thomasMany(a, b, c float64, d []float64, n, m int) {
	if n <= 0 || m <= 0 || len(d) < n*m {
		return
	}
	cp := make([]float64, n)
	cp[0] = c / b
	for i := 1; i < n; i++ {
		cp[i] = c / (b - a*cp[i-1])
	}
	for j := range hone.Parallel(m) {
		d[j] /= b
		for i := 1; i < n; i++ {
			d[i*m+j] = (d[i*m+j] - a*d[(i-1)*m+j]) / (b - a*cp[i-1])
		}
		for i := n - 2; i >= 0; i-- {
			d[i*m+j] -= cp[i] * d[(i+1)*m+j]
		}
	}
}

var ThomasMany = hone.Func(thomasMany)

// redBlack sweeps a grid in two colours and gives what is left.
func redBlack(u, f []float64, w, h int, sweeps int) (res float64) {
	for range sweeps {
		for colour := 0; colour < 2; colour++ {
			for y := 1; y < h-1; y++ {
				for x := 1 + (y+colour)&1; x < w-1; x += 2 {
					i := y*w + x
					u[i] = 0.25 * (u[i-1] + u[i+1] + u[i-w] + u[i+w] - f[i])
				}
			}
		}
	}
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			r := u[i-1] + u[i+1] + u[i-w] + u[i+w] - 4*u[i] - f[i]
			res = max(res, math.Abs(r))
		}
	}
	return res
}

var RedBlack = hone.Func(redBlack)

type point3 struct{ X, Y, Z float64 }

func (a point3) add(b point3) point3 { return point3{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

func (a point3) scale(s float64) point3 { return point3{a.X * s, a.Y * s, a.Z * s} }

func rk4Step(p point3, dt float64, f func(point3) point3) point3 {
	k1 := f(p)
	k2 := f(p.add(k1.scale(dt / 2)))
	k3 := f(p.add(k2.scale(dt / 2)))
	k4 := f(p.add(k3.scale(dt)))
	return p.add(k1.add(k2.scale(2)).add(k3.scale(2)).add(k4).scale(dt / 6))
}

// lorenz steps points along a field that is a closure, four evaluations a step.
func lorenz(ps []point3, steps int, dt float64) {
	f := func(p point3) point3 {
		return point3{10 * (p.Y - p.X), p.X*(28-p.Z) - p.Y, p.X*p.Y - 8.0/3*p.Z}
	}
	for i := range hone.Parallel(len(ps)) {
		p := ps[i]
		for range steps {
			p = rk4Step(p, dt, f)
		}
		ps[i] = p
	}
}

var Lorenz = hone.Func(lorenz)

// fftStage does a stage of butterflies in place.
func fftStage(re, im, wr, wi []float64, half int) {
	if half < 1 {
		return
	}
	n := len(re)
	for start := 0; start+2*half <= n; start += 2 * half {
		for k := 0; k < half; k++ {
			i, j := start+k, start+k+half
			tr := wr[k]*re[j] - wi[k]*im[j]
			ti := wr[k]*im[j] + wi[k]*re[j]
			re[j], im[j] = re[i]-tr, im[i]-ti
			re[i], im[i] = re[i]+tr, im[i]+ti
		}
	}
}

var FftStage = hone.Func(fftStage)

// householder reflects columns one after the other.
func householder(a []float64, m, n int, tau []float64) {
	for k := 0; k < n && k < m; k++ {
		s := 0.0
		for i := k; i < m; i++ {
			s += a[i*n+k] * a[i*n+k]
		}
		norm := math.Sqrt(s)
		if norm == 0 {
			tau[k] = 0
			continue
		}
		if a[k*n+k] < 0 {
			norm = -norm
		}
		for i := k; i < m; i++ {
			a[i*n+k] /= norm
		}
		a[k*n+k]++
		for j := k + 1; j < n; j++ {
			s := 0.0
			for i := k; i < m; i++ {
				s += a[i*n+k] * a[i*n+j]
			}
			s = -s / a[k*n+k]
			for i := k; i < m; i++ {
				a[i*n+j] += s * a[i*n+k]
			}
		}
		tau[k] = -norm
	}
}

var Householder = hone.Func(householder)

// lbm streams and collides nine densities a cell, with walls.
func lbm(f []float64, w, h int, omega float64, solid []bool, out []float64) {
	cx := [9]int{0, 1, 0, -1, 0, 1, -1, -1, 1}
	cy := [9]int{0, 0, 1, 0, -1, 1, 1, -1, -1}
	wt := [9]float64{4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36}
	opp := [9]int{0, 3, 4, 1, 2, 7, 8, 5, 6}
	n := w * h
	for y, x := range hone.Parallel2(h, w) {
		c := y*w + x
		var g [9]float64
		rho, ux, uy := 0.0, 0.0, 0.0
		for q := range 9 {
			sx, sy := (x-cx[q]+w)%w, (y-cy[q]+h)%h
			v := f[q*n+sy*w+sx]
			g[q] = v
			rho += v
			ux += v * float64(cx[q])
			uy += v * float64(cy[q])
		}
		if solid[c] {
			for q := range 9 {
				out[q*n+c] = g[opp[q]]
			}
			continue
		}
		if rho != 0 {
			ux /= rho
			uy /= rho
		}
		uu := ux*ux + uy*uy
		for q := range 9 {
			cu := 3 * (float64(cx[q])*ux + float64(cy[q])*uy)
			eq := wt[q] * rho * (1 + cu + cu*cu/2 - 1.5*uu)
			out[q*n+c] = g[q] + omega*(eq-g[q])
		}
	}
}

var Lbm = hone.Func(lbm)

// dtw aligns two series within a band.
func dtw(a, b []float32, band int) float32 {
	n, m := len(a), len(b)
	if n == 0 || m == 0 || band < 0 {
		return -1
	}
	inf := float32(math.Inf(1))
	d := make([]float32, (n+1)*(m+1))
	for i := range d {
		d[i] = inf
	}
	d[0] = 0
	for i := 1; i <= n; i++ {
		for j := max(1, i-band); j <= min(m, i+band); j++ {
			c := a[i-1] - b[j-1]
			if c < 0 {
				c = -c
			}
			d[i*(m+1)+j] = c + min(d[(i-1)*(m+1)+j], d[i*(m+1)+j-1], d[(i-1)*(m+1)+j-1])
		}
	}
	return d[n*(m+1)+m]
}

var Dtw = hone.Func(dtw)

// sphDensity sums over the particles of neighbouring cells.
func sphDensity(px, py []float32, start []int32, items []int32, gw, gh int, h float32, rho []float32) {
	if gw < 1 || gh < 1 || len(start) < gw*gh+1 {
		return
	}
	for i := range hone.Parallel(len(px)) {
		cx, cy := int(px[i]), int(py[i])
		var sum float32
		for y := max(cy-1, 0); y <= min(cy+1, gh-1); y++ {
			for x := max(cx-1, 0); x <= min(cx+1, gw-1); x++ {
				c := y*gw + x
				for k := start[c]; k < start[c+1]; k++ {
					j := items[k]
					dx, dy := px[i]-px[j], py[i]-py[j]
					if r2 := dx*dx + dy*dy; r2 < h*h {
						d := h*h - r2
						sum += d * d * d
					}
				}
			}
		}
		rho[i] = sum
	}
}

var SphDensity = hone.Func(sphDensity)

func anyPoint3s(r *rand.Rand, n int) any {
	s := make([]point3, n)
	for i := range s {
		s[i] = point3{tame[float64](r), tame[float64](r), tame[float64](r)}
	}
	return s
}

func init() {
	add("ThomasMany", thomasMany, ThomasMany, args(f64, f64, f64, f64s, side, side), chaotic)
	add("RedBlack", redBlack, RedBlack, args(f64s, nearly(f64s), side, side, one(between(0, 3))))
	add("Lorenz", lorenz, Lorenz, args(anyPoint3s, one(between(0, 4)), constant(0.01)))
	add("FftStage", fftStage, FftStage, args(f64s, f64s, unit64s, unit64s, one(between(0, 20))))
	add("Householder", householder, Householder, args(f64s, side, side, nearly(f64s)), chaotic, upTo(1000))
	add("Lbm", lbm, Lbm, args(times(10, unit64s), side, side, constant(0.7), bools, times(9, f64s)), upTo(1000))
	add("Dtw", dtw, Dtw, args(f32s, f32s, one(between(-1, 30))), upTo(700))
	add("SphDensity", sphDensity, SphDensity, args(vec(between[float32](-1, 9)), vec(between[float32](-1, 9)), func(r *rand.Rand, n int) any {
		s := make([]int32, 65)
		for i := range s {
			s[i] = int32(n * i / 64)
		}
		return s
	}, indices32, constant(8), constant(8), constant(float32(1)), nearly(f32s)), chaotic, upTo(1000))
}
