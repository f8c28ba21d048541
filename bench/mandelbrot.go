package main

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// The view is [-2, 0.5] x [-1.25, 1.25].
const (
	viewLeft = -2.0
	viewTop  = -1.25
	viewSpan = 2.5
)

// escape counts the steps that z = z*z + c stays within the circle of radius 2.
func escape(cr, ci float64, maxIter int) int32 {
	zr, zi := 0.0, 0.0
	for n := range maxIter {
		r2, i2 := zr*zr, zi*zi
		if r2+i2 > 4 {
			return int32(n)
		}
		zi = 2*zr*zi + ci
		zr = r2 - i2 + cr
	}
	return int32(maxIter)
}

// escapeExact is escape with every product rounded: the explicit conversions forbid fused
// multiply-adds, so that every compiler has to count the same.
func escapeExact(cr, ci float64, maxIter int) int32 {
	zr, zi := 0.0, 0.0
	for n := range maxIter {
		r2, i2 := float64(zr*zr), float64(zi*zi)
		if r2+i2 > 4 {
			return int32(n)
		}
		zi = float64(2*zr*zi) + ci
		zr = r2 - i2 + cr
	}
	return int32(maxIter)
}

func mandelbrot(count []int32, w, h, maxIter int) {
	dx, dy := viewSpan/float64(w), viewSpan/float64(h)
	for y, x := range hone.Parallel2(h, w) {
		cr, ci := viewLeft+float64(x)*dx, viewTop+float64(y)*dy
		count[y*w+x] = escape(cr, ci, maxIter)
	}
}

func mandelbrotExact(count []int32, w, h, maxIter int) {
	dx, dy := viewSpan/float64(w), viewSpan/float64(h)
	for y, x := range hone.Parallel2(h, w) {
		cr, ci := viewLeft+float64(float64(x)*dx), viewTop+float64(float64(y)*dy)
		count[y*w+x] = escapeExact(cr, ci, maxIter)
	}
}

var (
	mandelbrotHoned      = hone.Func(mandelbrot)
	mandelbrotExactHoned = hone.Func(mandelbrotExact)
)

var mandelbrotWorkload = workload{
	name:     "mandelbrot",
	about:    "escape counts, float64, fused multiply-adds allowed",
	item:     "pixel",
	params:   []string{"w", "h", "iter"},
	defaults: []int{2048, 2048, 256},
	tiny:     []int{8, 8, 8},
	peers:    append(python("mandelbrot.py", ""), peerSource{file: "mandelbrot.c"}),
	open: func(size []int) *instance {
		in := openMandelbrot(size, mandelbrotRow, mandelbrotHoned.Call)
		in.status = func() honedStatus { return statusOf(mandelbrotHoned) }
		// A fused product is more exact, so pixels on the border may differ, by any count.
		in.check = func(want, got []byte) (string, error) { return rig.SameAs[int32](want, got, in.items/1000) }
		return in
	},
}

var mandelbrotExactWorkload = workload{
	name:     "mandelbrot-exact",
	about:    "escape counts, float64, every product rounded: identical counts",
	item:     "pixel",
	params:   []string{"w", "h", "iter"},
	defaults: []int{2048, 2048, 256},
	tiny:     []int{8, 8, 8},
	peers:    []peerSource{{file: "mandelbrot.c", exact: true}},
	open: func(size []int) *instance {
		in := openMandelbrot(size, mandelbrotExactRow, mandelbrotExactHoned.Call)
		in.status = func() honedStatus { return statusOf(mandelbrotExactHoned) }
		in.check = func(want, got []byte) (string, error) { return rig.SameAs[int32](want, got, 0) }
		return in
	},
}

// mandelbrotRow is one row of the picture in Go without hone, mandelbrotExactRow its exact twin.
func mandelbrotRow(row []int32, y, h, maxIter int) {
	dx, ci := viewSpan/float64(len(row)), viewTop+float64(y)*(viewSpan/float64(h))
	for x := range row {
		row[x] = escape(viewLeft+float64(x)*dx, ci, maxIter)
	}
}

func mandelbrotExactRow(row []int32, y, h, maxIter int) {
	dx, ci := viewSpan/float64(len(row)), viewTop+float64(float64(y)*(viewSpan/float64(h)))
	for x := range row {
		row[x] = escapeExact(viewLeft+float64(float64(x)*dx), ci, maxIter)
	}
}

func openMandelbrot(size []int, row func(row []int32, y, h, maxIter int), honed func([]int32, int, int, int)) *instance {
	w, h, maxIter := size[0], size[1], size[2]
	count := rig.Aligned[int32](w * h)
	one := func(y int) { row(count[y*w:(y+1)*w], y, h, maxIter) }
	return &instance{
		items:  w * h,
		bytes:  4 * w * h,
		forget: func() { clear(count) },
		plain: func() {
			for y := range h {
				one(y)
			}
		},
		// Rows differ in cost, hence goroutines that take the next row from a counter.
		cores: func() {
			var next atomic.Int64
			var wg sync.WaitGroup
			for range runtime.GOMAXPROCS(0) {
				wg.Go(func() {
					for y := int(next.Add(1)) - 1; y < h; y = int(next.Add(1)) - 1 {
						one(y)
					}
				})
			}
			wg.Wait()
		},
		honed:  func() { honed(count, w, h, maxIter) },
		output: func() []byte { return rig.Snapshot(count) },
	}
}
