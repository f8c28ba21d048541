package programs

import (
	"math"

	"github.com/hone-go/hone"
)

// Programs of the kinds that people speed up.

// price is the Black-Scholes formula for a European call and put.
func price(s, k, r, v, t float64) (call, put float64) {
	sqrtT := math.Sqrt(t)
	d1 := (math.Log(s/k) + (r+v*v/2)*t) / (v * sqrtT)
	d2 := d1 - v*sqrtT
	n := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	discount := k * math.Exp(-r*t)
	call = s*n(d1) - discount*n(d2)
	put = discount*n(-d2) - s*n(-d1)
	return call, put
}

func blackScholes(s, k, r, v, t []float64) (call, put []float64) {
	n := len(s)
	call, put = make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		call[i], put[i] = price(s[i], k[i], r[i], v[i], t[i])
	}
	return call, put
}

var BlackScholes = hone.Func(blackScholes)

// body is a mass point; nBody is a step of the n-body problem.
type body struct {
	Pos, Vel vec3
	Mass     float64
}

func nBody(bodies []body, dt float64) float64 {
	n := len(bodies)
	force := hone.Build(n, func(i int) vec3 {
		f := vec3{}
		for j := range n {
			if i == j {
				continue
			}
			d := bodies[j].Pos.add(bodies[i].Pos.scale(-1))
			r2 := d.dot(d) + 1e-3
			f = f.add(d.scale(bodies[j].Mass / (r2 * math.Sqrt(r2))))
		}
		return f
	})
	for i := range hone.Parallel(n) {
		b := bodies[i]
		b.Vel = b.Vel.add(force[i].scale(dt))
		b.Pos = b.Pos.add(b.Vel.scale(dt))
		bodies[i] = b
	}
	return hone.Sum(n, func(i int) float64 { return bodies[i].Mass * bodies[i].Vel.dot(bodies[i].Vel) / 2 })
}

var NBody = hone.Func(nBody)

// fft is the transform of real and imaginary parts by Stockham's method, twiddle factors given.
func fft(re, im, cos, sin []float64) ([]float64, []float64) {
	n := len(cos) * 2
	ar, ai, br, bi := re[:n], im[:n], make([]float64, n), make([]float64, n)
	for half, stride := n/2, 1; half >= 1; half, stride = half/2, stride*2 {
		for k := range hone.Parallel(n / 2) {
			p, q := k/stride, k%stride
			x, y := q+stride*p, q+stride*(p+half)
			c, s := cos[p*stride], sin[p*stride]
			dr, di := ar[x]-ar[y], ai[x]-ai[y]
			u := q + stride*2*p
			br[u], bi[u] = ar[x]+ar[y], ai[x]+ai[y]
			br[u+stride], bi[u+stride] = dr*c-di*s, dr*s+di*c
		}
		ar, ai, br, bi = br, bi, ar, ai
	}
	return ar, ai
}

var FFT = hone.Func(fft)

// blur is a 5x5 Gaussian blur of a picture of bytes in two passes of float32.
func blur(pixels []uint8, h, w int) []uint8 {
	kernel := [5]float32{1. / 16, 4. / 16, 6. / 16, 4. / 16, 1. / 16}
	rows := make([]float32, h*w)
	for y, x := range hone.Parallel2(h, w) {
		s := float32(0)
		for k := range hone.Unroll(0, 5) {
			s += kernel[k] * float32(pixels[y*w+max(0, min(x+k-2, w-1))])
		}
		rows[y*w+x] = s
	}
	out := make([]uint8, h*w)
	for y, x := range hone.Parallel2(h, w) {
		s := float32(0.5)
		for k := range hone.Unroll(0, 5) {
			s += kernel[k] * rows[max(0, min(y+k-2, h-1))*w+x]
		}
		out[y*w+x] = uint8(s)
	}
	return out
}

var Blur = hone.Func(blur)

// gray turns colours into luminance with integers.
func gray(rgb []uint8) []uint8 {
	return hone.Build(len(rgb)/3, func(i int) uint8 {
		r, g, b := uint32(rgb[3*i]), uint32(rgb[3*i+1]), uint32(rgb[3*i+2])
		return uint8((77*r + 150*g + 29*b + 128) >> 8)
	})
}

var Gray = hone.Func(gray)

// harris finds corners: gradients, their products blurred, and the response (C. Harris and M. Stephens, 1988).
func harris(img []float32, h, w int) []float32 {
	at := func(s []float32, y, x int) float32 { return s[max(0, min(y, h-1))*w+max(0, min(x, w-1))] }
	dx, dy := make([]float32, h*w), make([]float32, h*w)
	for y, x := range hone.Parallel2(h, w) {
		dx[y*w+x] = at(img, y-1, x+1) - at(img, y-1, x-1) + 2*(at(img, y, x+1)-at(img, y, x-1)) + at(img, y+1, x+1) - at(img, y+1, x-1)
		dy[y*w+x] = at(img, y+1, x-1) - at(img, y-1, x-1) + 2*(at(img, y+1, x)-at(img, y-1, x)) + at(img, y+1, x+1) - at(img, y-1, x+1)
	}
	out := make([]float32, h*w)
	for y, x := range hone.Parallel2(h, w) {
		var xx, xy, yy float32
		for j := range hone.Unroll(-1, 2) {
			for i := range hone.Unroll(-1, 2) {
				p, q := at(dx, y+j, x+i), at(dy, y+j, x+i)
				xx, xy, yy = xx+p*p, xy+p*q, yy+q*q
			}
		}
		trace := xx + yy
		out[y*w+x] = xx*yy - xy*xy - 0.04*trace*trace
	}
	return out
}

var Harris = hone.Func(harris)

// spMV multiplies a sparse matrix in compressed rows with a vector.
func spMV(begin []int, column []int32, value, x []float64) []float64 {
	return hone.Build(max(len(begin)-1, 0), func(i int) float64 {
		s := 0.0
		for k := begin[i]; k < begin[i+1]; k++ {
			s += value[k] * x[column[k]]
		}
		return s
	})
}

var SpMV = hone.Func(spMV)

// kMeans is a step of that clustering, for points in the plane.
func kMeans(x, y []float64, cx, cy []float64) (label []int32, moved float64) {
	label = hone.Build(len(x), func(i int) int32 {
		best, at := math.Inf(1), int32(-1)
		for c := range cx {
			dx, dy := x[i]-cx[c], y[i]-cy[c]
			if d := dx*dx + dy*dy; d < best {
				best, at = d, int32(c)
			}
		}
		return at
	})
	for c := range cx {
		type part struct {
			x, y float64
			n    int
		}
		total := hone.Reduce(len(x), part{},
			func(a, b part) part { return part{a.x + b.x, a.y + b.y, a.n + b.n} },
			func(i int) part {
				if label[i] != int32(c) {
					return part{}
				}
				return part{x[i], y[i], 1}
			})
		if total.n == 0 {
			continue
		}
		nx, ny := total.x/float64(total.n), total.y/float64(total.n)
		moved += abs(nx-cx[c]) + abs(ny-cy[c])
		cx[c], cy[c] = nx, ny
	}
	return label, moved
}

var KMeans = hone.Func(kMeans)

// gradientDescent fits a line.
func gradientDescent(x, y []float64, rounds int) (a, b, loss float64) {
	n := len(x)
	for range rounds {
		da := hone.Sum(n, func(i int) float64 { return (a*x[i] + b - y[i]) * x[i] })
		db := hone.Sum(n, func(i int) float64 { return a*x[i] + b - y[i] })
		loss = hone.Sum(n, func(i int) float64 {
			d := a*x[i] + b - y[i]
			return d * d
		})
		a -= 0.01 * da / float64(n)
		b -= 0.01 * db / float64(n)
	}
	return a, b, loss
}

var GradientDescent = hone.Func(gradientDescent)

// monteCarlo estimates pi with a generator of random numbers for each index.
func monteCarlo(n int, seed uint64) float64 {
	hits := hone.Sum(n, func(i int) int {
		s := seed + uint64(i)*0x9e3779b97f4a7c15
		next := func() float64 {
			s ^= s >> 12
			s ^= s << 25
			s ^= s >> 27
			return float64(s*0x2545f4914f6cdd1d>>11) / (1 << 53)
		}
		x, y := next(), next()
		if x*x+y*y < 1 {
			return 1
		}
		return 0
	})
	return 4 * float64(hits) / float64(n)
}

var MonteCarlo = hone.Func(monteCarlo)

// ray and sphere are what render works with, a ray tracer without reflection.
type (
	ray    struct{ From, Dir vec3 }
	sphere struct {
		Center vec3
		Radius float64
		Color  [3]uint8
	}
)

func (s sphere) hit(r ray) (t float64, ok bool) {
	oc := r.From.add(s.Center.scale(-1))
	a, b, c := r.Dir.dot(r.Dir), oc.dot(r.Dir), oc.dot(oc)-s.Radius*s.Radius
	d := b*b - a*c
	if d < 0 {
		return 0, false
	}
	root := math.Sqrt(d)
	if t := (-b - root) / a; t > 1e-6 {
		return t, true
	}
	if t := (-b + root) / a; t > 1e-6 {
		return t, true
	}
	return 0, false
}

func render(spheres []sphere, h, w int) (pixels []uint8) {
	pixels = make([]uint8, 3*h*w)
	for y, x := range hone.Parallel2(h, w) {
		r := ray{vec3{0, 0, -20}, vec3{float64(x-w/2) / float64(w), float64(y-h/2) / float64(h), 1}}
		nearest, which := math.Inf(1), -1
		for i, s := range spheres {
			if t, ok := s.hit(r); ok && t < nearest {
				nearest, which = t, i
			}
		}
		if which < 0 {
			continue
		}
		s := spheres[which]
		normal := r.From.add(r.Dir.scale(nearest)).add(s.Center.scale(-1)).scale(1 / s.Radius)
		light := max(0.1, -normal.Z)
		for c, v := range s.Color {
			pixels[3*(y*w+x)+c] = uint8(float64(v) * min(light, 1))
		}
	}
	return pixels
}

var Render = hone.Func(render)

// heat solves the heat equation in three dimensions for some steps.
func heat(grid []float32, n, steps int) []float32 {
	a, b := grid, make([]float32, len(grid))
	for range steps {
		for z, y := range hone.Parallel2(n, n) {
			for x := range n {
				k := (z*n+y)*n + x
				if x == 0 || y == 0 || z == 0 || x == n-1 || y == n-1 || z == n-1 {
					b[k] = a[k]
					continue
				}
				b[k] = a[k] + 0.1*(a[k-1]+a[k+1]+a[k-n]+a[k+n]+a[k-n*n]+a[k+n*n]-6*a[k])
			}
		}
		a, b = b, a
	}
	return a
}

var Heat = hone.Func(heat)

// smithWaterman fills a table of local alignments, one antidiagonal after the other.
func smithWaterman(a, b []uint8) int32 {
	n, m := len(a), len(b)
	table := make([]int32, (n+1)*(m+1))
	for d := 2; d <= n+m; d++ {
		first, last := max(1, d-m), min(n, d-1)
		for k := range hone.Parallel(last - first + 1) {
			i := first + k
			j := d - i
			s := int32(-1)
			if a[i-1] == b[j-1] {
				s = 2
			}
			at := i*(m+1) + j
			table[at] = max(0, table[at-m-2]+s, table[at-1]-1, table[at-m-1]-1)
		}
	}
	return hone.Max(len(table), func(i int) int32 { return table[i] })
}

var SmithWaterman = hone.Func(smithWaterman)

// softmax works on each row of a matrix.
func softmax(m []float32, rows, cols int) []float32 {
	out := make([]float32, rows*cols)
	for r := range hone.Parallel(rows) {
		row, to := m[r*cols:(r+1)*cols], out[r*cols:(r+1)*cols]
		most := row[0]
		for _, v := range row {
			most = max(most, v)
		}
		sum := float32(0)
		for i, v := range row {
			e := float32(math.Exp(float64(v - most)))
			to[i] = e
			sum += e
		}
		for i := range to {
			to[i] /= sum
		}
	}
	return out
}

var Softmax = hone.Func(softmax)

// layer is a dense layer of a neural network with a rectifier.
func layer(weights, bias, x []float32) []float32 {
	return hone.Build(len(bias), func(i int) float32 {
		row := weights[i*len(x) : (i+1)*len(x)]
		return max(0, bias[i]+hone.Sum(len(x), func(j int) float32 { return row[j] * x[j] }))
	})
}

var Layer = hone.Func(layer)

// binomial prices an American put on a tree, in a loop backwards in time.
func binomial(spot, strike []float64, steps int) []float64 {
	out := make([]float64, len(spot))
	for i := range hone.Parallel(len(spot)) {
		up, p := 1.05, 0.52
		var v [24]float64
		s := spot[i]
		for range steps {
			s /= up
		}
		for k := 0; k <= steps; k++ {
			v[k] = max(strike[i]-s, 0)
			s *= up * up
		}
		for t := steps - 1; t >= 0; t-- {
			for k := 0; k <= t; k++ {
				v[k] = 0.999 * (p*v[k+1] + (1-p)*v[k])
			}
		}
		out[i] = v[0]
	}
	return out
}

var Binomial = hone.Func(binomial)

// adler is the checksum Adler-32, in blocks.
func adler(data []uint8) uint32 {
	a, b := uint32(1), uint32(0)
	for len(data) > 0 {
		block := data[:min(len(data), 5552)]
		for _, v := range block {
			a += uint32(v)
			b += a
		}
		a, b = a%65521, b%65521
		data = data[len(block):]
	}
	return b<<16 | a
}

var Adler = hone.Func(adler)

// ranks sorts by counting for every element how many are smaller.
func ranks(x []float64) (rank []int32, sorted []float64) {
	n := len(x)
	rank = hone.Build(n, func(i int) int32 {
		return hone.Sum(n, func(j int) int32 {
			if x[j] < x[i] || x[j] == x[i] && j < i {
				return 1
			}
			return 0
		})
	})
	sorted = make([]float64, n)
	for i := range hone.Parallel(n) {
		sorted[rank[i]] = x[i]
	}
	return rank, sorted
}

var Ranks = hone.Func(ranks)

// haversine is the distance between places on a sphere.
func haversine(lat1, lon1, lat2, lon2 []float64) []float64 {
	rad := func(d float64) float64 { return d * (math.Pi / 180) }
	return hone.Build(len(lat1), func(i int) float64 {
		p, q := rad(lat1[i]), rad(lat2[i])
		s, t := math.Sin((q-p)/2), math.Sin(rad(lon2[i]-lon1[i])/2)
		h := s*s + math.Cos(p)*math.Cos(q)*t*t
		return 2 * 6371 * math.Atan2(math.Sqrt(h), math.Sqrt(1-h))
	})
}

var Haversine = hone.Func(haversine)

// wave is a step of the wave equation with an absorbing border.
func wave(now, before []float64, c float64) []float64 {
	n := len(now)
	return hone.Build(n, func(i int) float64 {
		switch {
		case n < 2:
			return now[i]
		case i == 0:
			return before[1]
		case i == n-1:
			return before[n-2]
		}
		return 2*now[i] - before[i] + c*c*(now[i-1]-2*now[i]+now[i+1])
	})
}

var Wave = hone.Func(wave)

// quantize packs floats in bytes with a scale per block of 32.
func quantize(x []float32) (q []int8, scale []float32) {
	n := len(x) / 32
	q, scale = make([]int8, 32*n), make([]float32, n)
	for b := range hone.Parallel(n) {
		most := float32(0)
		for k := range 32 {
			most = max(most, abs(x[32*b+k]))
		}
		s := most / 127
		scale[b] = s
		if s == 0 {
			continue
		}
		for k := range 32 {
			q[32*b+k] = int8(math.RoundToEven(float64(x[32*b+k] / s)))
		}
	}
	return q, scale
}

var Quantize = hone.Func(quantize)

func init() {
	add("BlackScholes", blackScholes, BlackScholes, args(pos64s, pos64s, vec(between(0.0, 0.1)), vec(between(0.05, 0.5)), pos64s), tol(1e-12))
	add("NBody", nBody, NBody, args(someBodies, constant(0.01)), upTo(300), fmaTol(1e-6))
	add("FFT", fft, FFT, fftArgs, fmaTol(1e-8))
	add("Blur", blur, Blur, args(square(u8s), size, size), upTo(150), chaotic)
	add("Gray", gray, Gray, args(u8s))
	add("Harris", harris, Harris, args(square(f32s), size, size), upTo(100), fmaTol(1e-2))
	add("SpMV", spMV, SpMV, args(offsets, indices32, f64s, f64s))
	add("KMeans", kMeans, KMeans, args(f64s, f64s, fixed(4, f64s), fixed(4, f64s)), chaotic)
	add("GradientDescent", gradientDescent, GradientDescent, args(f64s, f64s, one(between(0, 4))), fmaTol(1e-8))
	add("MonteCarlo", monteCarlo, MonteCarlo, args(size, one(whole[uint64])), chaotic)
	add("Render", render, Render, args(fixed(5, someSpheres), size, size), upTo(100), chaotic)
	add("Heat", heat, Heat, args(sized(func(n int) int { return n * n * n }, f32s), size, one(between(0, 4))), upTo(30))
	add("SmithWaterman", smithWaterman, SmithWaterman, args(vec(between[uint8](0, 4)), vec(between[uint8](0, 4))), upTo(300))
	add("Softmax", softmax, Softmax, args(times(7, f32s), size, constant(7)), tol(1e-5))
	add("Layer", layer, Layer, args(times(11, f32s), f32s, fixed(11, f32s)), fmaTol(1e-3))
	add("Binomial", binomial, Binomial, args(pos64s, pos64s, one(between(0, 24))), upTo(5000))
	add("Adler", adler, Adler, args(u8s))
	add("Ranks", ranks, Ranks, args(f64s), upTo(1000))
	add("Haversine", haversine, Haversine, args(f64s, f64s, f64s, f64s), tol(1e-8))
	add("Wave", wave, Wave, args(f64s, f64s, one(between(0.0, 1))))
	add("Quantize", quantize, Quantize, args(f32s), chaotic)
}
