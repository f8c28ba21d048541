package programs

import (
	"math"
	"math/bits"
	"math/rand"
)

// Arguments of the corpus's own types.

func anyVec3(r *rand.Rand) vec3 { return vec3{tame[float64](r), tame[float64](r), tame[float64](r)} }

func anyBox(r *rand.Rand) box {
	if r.Intn(4) == 0 {
		return box{}
	}
	return box{Lo: anyVec3(r), Hi: anyVec3(r), ID: whole[int32](r)}
}

var (
	vec3s     = vec(anyVec3)
	someBoxes = vec(anyBox)
	samples   = vec(func(r *rand.Rand) sample {
		return sample{uint8(r.Intn(256)), wild[float64](r), [3]bool{anyBool(r), anyBool(r), anyBool(r)}, whole[int16](r)}
	})
	someNodes = vec(func(r *rand.Rand) node {
		return node{
			Child: [4]int32{whole[int32](r), 1, 2, whole[int32](r)},
			Box:   anyBox(r),
			W:     [2][2]float32{{tame[float32](r), 1}, {tame[float32](r), -1}},
		}
	})
)

// sameTwice is a slice and once more the same, or another of the same length.
func sameTwice(g gen) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		a := g(r, n)
		if r.Intn(2) == 0 {
			return []any{a, a}
		}
		return []any{a, g(r, n)}
	}
}

var (
	someCounted = vec(func(r *rand.Rand) counted {
		return counted{pair[float64, int]{tame[float64](r), whole[int](r)}, whole[uint8](r)}
	})
	someCplx = vec(func(r *rand.Rand) cplx { return cplx{tame[float32](r), tame[float32](r)} })
)

var (
	someCells   = vec(func(r *rand.Rand) cell { return cell{whole[int](r), tame[float64](r), whole[int](r)} })
	someBodies  = vec(func(r *rand.Rand) body { return body{anyVec3(r), anyVec3(r), r.Float64()} })
	someSpheres = vec(func(r *rand.Rand) sphere {
		return sphere{anyVec3(r), 0.5 + 3*r.Float64(), [3]uint8{whole[uint8](r), whole[uint8](r), 255}}
	})
)

// fftArgs are numbers, as many as the largest power of two up to n, and the twiddle factors.
func fftArgs(r *rand.Rand, n int) []any {
	half := 0
	if n >= 2 {
		half = 1 << (bits.Len(uint(n)) - 2)
	}
	cos, sin := make([]float64, half), make([]float64, half)
	for k := range half {
		sin[k], cos[k] = math.Sincos(-math.Pi * float64(k) / float64(half))
	}
	return []any{f64s(r, 2*half), f64s(r, 2*half), cos, sin}
}
