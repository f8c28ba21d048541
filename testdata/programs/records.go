package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Structs and arrays of everything, in slices, as parameters and results.

// record has fields of all widths, with gaps between them.
type record struct {
	A int8
	B [3]float32
	C complex64
	D bool
	E [2]struct {
		F uint16
		G [2]int64
	}
	H complex128
	I uint8
}

// touchRecords reads and writes single components.
func touchRecords(r []record, scale float32) {
	for i := range hone.Parallel(len(r)) {
		r[i].A += int8(r[i].I)
		r[i].B[1] *= scale
		r[i].B[2] = r[i].B[0] - real(r[i].C)
		r[i].C = complex(imag(r[i].C), r[i].B[1])
		r[i].D = !r[i].D != (r[i].A > 3)
		r[i].E[1].F = r[i].E[0].F<<3 | uint16(r[i].I)
		r[i].E[0].G[1] -= r[i].E[1].G[0]
		r[i].H *= complex128(r[i].C)
	}
}

var TouchRecords = hone.Func(touchRecords)

// moveRecords copies whole ones, changed on the way, and compares.
func moveRecords(r []record, swap bool) (out []record, same []bool) {
	n := len(r)
	out, same = make([]record, n), make([]bool, n)
	for i := range hone.Parallel(n) {
		v := r[i]
		w := r[n-1-i]
		if swap {
			v.E[0], v.E[1] = v.E[1], w.E[0]
		}
		v.B = [3]float32{w.B[2], v.B[1], 1}
		same[i] = v == w || v.E == w.E
		out[i] = v
	}
	return
}

var MoveRecords = hone.Func(moveRecords)

// pickComponents indexes arrays in structs in slices by data.
func pickComponents(r []record, k, l []uint8) (f []float32, g []int64) {
	n := len(r)
	f, g = make([]float32, n), make([]int64, n)
	for i := range hone.Parallel(n) {
		f[i] = r[i].B[k[i]%3]
		g[i] = r[i].E[l[i]&1].G[k[i]&1] + int64(r[i].E[k[i]%2].F)
		r[i].B[l[i]%3] = f[i] * 2
		r[i].E[1].G[l[i]&1] = g[i]
	}
	return
}

var PickComponents = hone.Func(pickComponents)

// oneRecord has records as parameters and results.
func oneRecord(r record, all [2]record, k int) (record, [2]record, [3]complex64) {
	r.H += all[k&1].H
	all[1-k&1] = r
	all[0].B[k%3] = 7
	var z [3]complex64
	z[k%3] = r.C + all[0].C
	return r, all, z
}

var OneRecord = hone.Func(oneRecord)

// sumRecords reduces structs with arrays inside.
func sumRecords(r []record) record {
	return hone.Reduce(len(r), record{}, func(a, b record) record {
		a.A += b.A
		for k := range a.B {
			a.B[k] = max(a.B[k], b.B[k])
		}
		a.C += b.C
		a.D = a.D != b.D
		a.E[0].F ^= b.E[1].F
		a.E[1].G[1] += b.E[0].G[1]
		return a
	}, func(i int) record { return r[i] })
}

var SumRecords = hone.Func(sumRecords)

// matrices are arrays of arrays in a slice, multiplied one by one.
func matrices(a, b [][3][3]float32) [][3][3]float32 {
	return hone.Build(len(a), func(i int) (c [3][3]float32) {
		x, y := a[i], b[i]
		for r := range hone.Unroll(0, 3) {
			for s := range hone.Unroll(0, 3) {
				for k := range hone.Unroll(0, 3) {
					c[r][s] += x[r][k] * y[k][s]
				}
			}
		}
		return c
	})
}

var Matrices = hone.Func(matrices)

// localMatrix is matrices with plain loops: the locals are indexed by what is known only at run time.
func localMatrix(a []([3][3]int16)) []int16 {
	out := make([]int16, len(a))
	for i := range hone.Parallel(len(a)) {
		x := a[i]
		var t [3][3]int16
		for r := range 3 {
			for s := range 3 {
				t[s][r] = x[r][s]
			}
		}
		d := int16(0)
		for r := range 3 {
			d += t[r][0] * (x[1][r] - t[2][r])
		}
		out[i] = d
	}
	return out
}

var LocalMatrix = hone.Func(localMatrix)

// boolSlices are bytes in memory and masks in lanes.
func boolSlices(a, b []bool, x []int8) (and, differ []bool, n int, any bool) {
	and, differ = make([]bool, len(a)), make([]bool, len(a))
	for i := range hone.Parallel(len(a)) {
		and[i] = a[i] && (b[i] || x[i] < 0)
		differ[i] = a[i] != b[i]
		b[i] = !b[i]
	}
	n = hone.Sum(len(a), func(i int) int {
		if and[i] {
			return 1
		}
		return 0
	})
	any = hone.Reduce(len(a), false, func(p, q bool) bool { return p || q }, func(i int) bool { return differ[i] && x[i] > 100 })
	return
}

var BoolSlices = hone.Func(boolSlices)

// flagged are pairs of bools in structs.
func flagged(p []struct{ A, B bool }) int {
	n := 0
	for i := range p {
		switch {
		case p[i].A && p[i].B:
			n += 100
		case p[i].A:
			n++
		}
		p[i].B = p[i].A
	}
	return n
}

var Flagged = hone.Func(flagged)

func aRecord(r *rand.Rand) (v record) {
	v.A, v.I, v.D = int8(r.Intn(256)), uint8(r.Intn(256)), r.Intn(2) == 0
	for i := range v.B {
		v.B[i] = tame[float32](r)
	}
	for i := range v.E {
		v.E[i].F = uint16(r.Intn(1 << 16))
		v.E[i].G = [2]int64{whole[int64](r), whole[int64](r)}
	}
	v.C, v.H = smallC64(r), smallC128(r)
	return v
}

func init() {
	someRecords := vec(aRecord)
	add("TouchRecords", touchRecords, TouchRecords, args(someRecords, f32))
	add("MoveRecords", moveRecords, MoveRecords, args(someRecords, one(anyBool)))
	add("PickComponents", pickComponents, PickComponents, args(someRecords, u8s, u8s))
	add("OneRecord", oneRecord, OneRecord, args(one(aRecord), one(func(r *rand.Rand) [2]record {
		return [2]record{aRecord(r), aRecord(r)}
	}), one(between(0, 6))))
	add("SumRecords", sumRecords, SumRecords, args(someRecords))
	matrix := func(r *rand.Rand) (m [3][3]float32) {
		for i := range m {
			m[i] = [3]float32{tame[float32](r), tame[float32](r), tame[float32](r)}
		}
		return m
	}
	add("Matrices", matrices, Matrices, args(vec(matrix), vec(matrix)))
	add("LocalMatrix", localMatrix, LocalMatrix, args(vec(func(r *rand.Rand) (m [3][3]int16) {
		for i := range m {
			m[i] = [3]int16{whole[int16](r), whole[int16](r), whole[int16](r)}
		}
		return m
	})))
	add("BoolSlices", boolSlices, BoolSlices, args(bools, bools, i8s))
	add("Flagged", flagged, Flagged, args(vec(func(r *rand.Rand) struct{ A, B bool } { return struct{ A, B bool }{anyBool(r), anyBool(r)} })))
}
