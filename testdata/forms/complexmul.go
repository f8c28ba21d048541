package forms

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Products of complex numbers whose parts stand side by side in memory.

func complexmulIndex(out, a, b []float64) {
	for i := range hone.Parallel(len(out) / 2) {
		re := a[2*i]*b[2*i] - a[2*i+1]*b[2*i+1]
		im := a[2*i]*b[2*i+1] + a[2*i+1]*b[2*i]
		out[2*i] = re
		out[2*i+1] = im
	}
}

type cplx struct{ re, im float64 }

func (x cplx) times(y cplx) cplx { return cplx{x.re*y.re - x.im*y.im, x.re*y.im + x.im*y.re} }

func complexmulStruct(out, a, b []float64) {
	for i := range hone.Parallel(len(out) / 2) {
		p := cplx{a[2*i], a[2*i+1]}.times(cplx{b[2*i], b[2*i+1]})
		out[2*i], out[2*i+1] = p.re, p.im
	}
}

func complexmulPointer(out, a, b []float64) {
	for i := range hone.Parallel(len(out) / 2) {
		var p cplx
		set := func(q *cplx, x, y cplx) { q.re, q.im = x.re*y.re-x.im*y.im, x.re*y.im+x.im*y.re }
		set(&p, cplx{a[2*i], a[2*i+1]}, cplx{b[2*i], b[2*i+1]})
		out[2*i], out[2*i+1] = p.re, p.im
	}
}

func complexmulSlices(out, a, b []float64) {
	for i := range hone.Parallel(len(out) / 2) {
		x, y, p := a[2*i:2*i+2], b[2*i:2*i+2], out[2*i:2*i+2]
		re := x[0]*y[0] - x[1]*y[1]
		im := x[0]*y[1] + x[1]*y[0]
		p[0], p[1] = re, im
	}
}

func complexmulBare(out, a, b []float64) {
	for i := 0; i < len(out)/2; i++ {
		re := a[2*i]*b[2*i] - a[2*i+1]*b[2*i+1]
		im := a[2*i]*b[2*i+1] + a[2*i+1]*b[2*i]
		out[2*i], out[2*i+1] = re, im
	}
}

func complexmulBareStep(out, a, b []float64) {
	for i := 0; i+1 < len(out); i += 2 {
		re := a[i]*b[i] - a[i+1]*b[i+1]
		im := a[i]*b[i+1] + a[i+1]*b[i]
		out[i], out[i+1] = re, im
	}
}

func complexmulBareStepDown(out, a, b []float64) {
	for i := len(out)/2 - 1; i >= 0; i-- {
		x, y := cplx{a[2*i], a[2*i+1]}, cplx{b[2*i], b[2*i+1]}
		p := x.times(y)
		out[2*i], out[2*i+1] = p.re, p.im
	}
}

func complexmulBareShrinking(out, a, b []float64) {
	for len(out) >= 2 {
		re := a[0]*b[0] - a[1]*b[1]
		im := a[0]*b[1] + a[1]*b[0]
		out[0], out[1] = re, im
		out, a, b = out[2:], a[2:], b[2:]
	}
}

func complexes(r *rand.Rand) []any {
	n := 2 * r.Intn(50)
	x := func() []float64 {
		s := make([]float64, n)
		for i := range s {
			s[i] = r.Float64() - .5
		}
		return s
	}
	return []any{x(), x(), x()}
}

var (
	complexmulIndexHoned         = hone.Func(complexmulIndex)
	complexmulStructHoned        = hone.Func(complexmulStruct)
	complexmulPointerHoned       = hone.Func(complexmulPointer)
	complexmulSlicesHoned        = hone.Func(complexmulSlices)
	complexmulBareHoned          = hone.Func(complexmulBare)
	complexmulBareStepHoned      = hone.Func(complexmulBareStep)
	complexmulBareStepDownHoned  = hone.Func(complexmulBareStepDown)
	complexmulBareShrinkingHoned = hone.Func(complexmulBareShrinking)
)

func init() {
	add(complexes, complexmulIndex, complexmulStruct, complexmulPointer, complexmulSlices, complexmulBare, complexmulBareStep, complexmulBareStepDown, complexmulBareShrinking)
}
