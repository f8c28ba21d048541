package programs

import "math/rand"

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
