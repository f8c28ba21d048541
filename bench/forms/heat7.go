package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// Steps of the heat equation on a cube, a 7-point stencil; the faces keep their values. After an even number of steps the result is in a.

const heat7Steps = 4

func heat7Parallel2(a, b, in []float32, n int) {
	copy(a, in)
	copy(b, in)
	s := n * n
	for range heat7Steps {
		for p, x := range hone.Parallel2((n-2)*(n-2), n-2) {
			z, y := p/(n-2), p%(n-2)
			i := (z+1)*s + (y+1)*n + x + 1
			b[i] = a[i] + 0.1*(a[i-1]+a[i+1]+a[i-n]+a[i+n]+a[i-s]+a[i+s]-6*a[i])
		}
		a, b = b, a
	}
}

func heat7Planes(a, b, in []float32, n int) {
	copy(a, in)
	copy(b, in)
	s := n * n
	for t := 0; t < heat7Steps; t++ {
		for p := range hone.Parallel(n - 2) {
			z := p + 1
			for y := 1; y < n-1; y++ {
				for x := 1; x < n-1; x++ {
					i := z*s + y*n + x
					b[i] = a[i] + 0.1*(a[i-1]+a[i+1]+a[i-n]+a[i+n]+a[i-s]+a[i+s]-6*a[i])
				}
			}
		}
		a, b = b, a
	}
}

func heat7If(a, b, in []float32, n int) {
	copy(a, in)
	copy(b, in)
	s := n * n
	for range heat7Steps {
		src, dst := a, b
		for i := range hone.Parallel(n * n * n) {
			z, y, x := i/s, i/n%n, i%n
			if z == 0 || z == n-1 || y == 0 || y == n-1 || x == 0 || x == n-1 {
				continue
			}
			dst[i] = src[i] + 0.1*(src[i-1]+src[i+1]+src[i-n]+src[i+n]+src[i-s]+src[i+s]-6*src[i])
		}
		a, b = b, a
	}
}

func heat7Bare(a, b, in []float32, n int) {
	copy(a, in)
	copy(b, in)
	for t := 0; t < heat7Steps; t++ {
		for z := 1; z < n-1; z++ {
			for y := 1; y < n-1; y++ {
				for x := 1; x < n-1; x++ {
					i := (z*n+y)*n + x
					b[i] = a[i] + 0.1*(a[i-1]+a[i+1]+a[i-n]+a[i+n]+a[i-n*n]+a[i+n*n]-6*a[i])
				}
			}
		}
		a, b = b, a
	}
}

// heat7Step is one step, by rows.
func heat7Step(to, from []float32, n int) {
	row := func(s []float32, z, y int) []float32 { return s[(z*n+y)*n : (z*n+y)*n+n] }
	for z := 1; z < n-1; z++ {
		for y := 1; y < n-1; y++ {
			dst, mid := row(to, z, y), row(from, z, y)
			north, south, up, down := row(from, z, y-1), row(from, z, y+1), row(from, z-1, y), row(from, z+1, y)
			for x := 1; x < n-1; x++ {
				dst[x] = mid[x] + 0.1*(mid[x-1]+mid[x+1]+north[x]+south[x]+up[x]+down[x]-6*mid[x])
			}
		}
	}
}

func heat7BareRows(a, b, in []float32, n int) {
	copy(a, in)
	copy(b, in)
	for range heat7Steps / 2 {
		heat7Step(b, a, n)
		heat7Step(a, b, n)
	}
}

func heat7Pairs(a, b, in []float32, n int) {
	for i := range hone.Parallel(len(in)) {
		a[i], b[i] = in[i], in[i]
	}
	at := func(s []float32, z, y, x int) float32 { return s[z*n*n+y*n+x] }
	step := func(to, from []float32) {
		for z, y := range hone.Parallel2(n, n) {
			for x := range n {
				switch {
				case z == 0, y == 0, x == 0, z == n-1, y == n-1, x == n-1:
					to[z*n*n+y*n+x] = at(from, z, y, x)
				default:
					to[z*n*n+y*n+x] = at(from, z, y, x) + 0.1*(at(from, z, y, x-1)+at(from, z, y, x+1)+at(from, z, y-1, x)+at(from, z, y+1, x)+
						at(from, z-1, y, x)+at(from, z+1, y, x)-6*at(from, z, y, x))
				}
			}
		}
	}
	for t := 0; t < heat7Steps; t += 2 {
		step(b, a)
		step(a, b)
	}
}

func heat7BareTiles(a, b, in []float32, n int) {
	const tile = 16
	copy(a, in)
	copy(b, in)
	s := n * n
	for t := range heat7Steps {
		src, dst := a, b
		if t%2 == 1 {
			src, dst = b, a
		}
		for z0 := 1; z0 < n-1; z0 += tile {
			for y0 := 1; y0 < n-1; y0 += tile {
				for z := z0; z < min(z0+tile, n-1); z++ {
					for y := y0; y < min(y0+tile, n-1); y++ {
						for i := z*s + y*n + 1; i < z*s+y*n+n-1; i++ {
							dst[i] = src[i] + 0.1*(src[i-1]+src[i+1]+src[i-n]+src[i+n]+src[i-s]+src[i+s]-6*src[i])
						}
					}
				}
			}
		}
	}
}

var (
	heat7Parallel2Honed = hone.Func(heat7Parallel2)
	heat7PlanesHoned    = hone.Func(heat7Planes)
	heat7IfHoned        = hone.Func(heat7If)
	heat7PairsHoned     = hone.Func(heat7Pairs)
	heat7BareHoned      = hone.Func(heat7Bare)
	heat7BareRowsHoned  = hone.Func(heat7BareRows)
	heat7BareTilesHoned = hone.Func(heat7BareTiles)
)

var heat7 = kernel{
	name:   "heat7",
	about:  "four steps of a 7-point stencil on a cube, float32",
	cache:  []int{41},
	memory: []int{151},
	tiny:   []int{5},
	odd:    [][]int{{3}, {4}, {19}, {35}},
	exact:  true,
	open: func(size []int) *instance {
		n := size[0]
		rnd := rig.Noise(20)
		in := rig.Noisy[float32](&rnd, n*n*n, -1, 1)
		a, b := rig.Aligned[float32](n*n*n), rig.Aligned[float32](n*n*n)
		call := func(f func(a, b, in []float32, n int)) { f(a, b, in, n) }
		return &instance{
			input:  [][]byte{rig.Raw(in)},
			reset:  wiped(a, b),
			output: func() []byte { return rig.Snapshot(a) },
			check:  near[float32](1e-5),
			forms: []form{
				marked("planes, inner loops", heat7PlanesHoned, heat7Planes, call),
				marked("parallel2, p/n, p%n", heat7Parallel2Honed, heat7Parallel2, call),
				marked("i/n%n, continue", heat7IfHoned, heat7If, call),
				marked("closures, switch", heat7PairsHoned, heat7Pairs, call),
				bare("plain loops", heat7BareHoned, heat7Bare, call),
				bare("rows as sub-slices, helper", heat7BareRowsHoned, heat7BareRows, call),
				bare("tiles", heat7BareTilesHoned, heat7BareTiles, call),
			},
		}
	},
}
