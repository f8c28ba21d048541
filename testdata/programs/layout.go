package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Layouts of structs with fields that have no size, but an alignment.

type none struct{}

// aligned8 is aligned by its first field.
type aligned8 struct {
	_ [0]int64
	W uint8
}

// mixedLayout has such fields everywhere. Behind the last one there is padding, lest its address leads out of the struct.
type mixedLayout struct {
	A   uint8
	Z   [0]int32
	B   uint8
	E   none
	P   [3]none
	C   [2]aligned8
	int int16
	Q   [0]none
	R   [0]struct{ X, Y int64 }
}

func widen8(s []aligned8, t []mixedLayout, x []none) int {
	for i := range hone.Parallel(len(s)) {
		s[i].W += 3
	}
	for i := range t {
		t[i].A++
		t[i].B += t[i].A
		t[i].C[i&1].W ^= 5
		t[i].int -= int16(t[i].B)
		t[i].E = t[i].P[i%3]
		x[i] = t[i].E
	}
	return len(x)
}

var Widen8 = hone.Func(widen8)

// noElements would read elements that no array of these can have.
func noElements(t []mixedLayout, i int) int64 {
	sum := int64(0)
	for k := range t {
		sum += int64(t[k].A)
		switch {
		case i > 2:
			sum += int64(t[k].Z[i-3])
		case i > 1:
			sum += t[k].R[i].Y
		case i > 0:
			t[k].R[i].X = sum
		}
	}
	return sum
}

var NoElements = hone.Func(noElements)

func anyMixed(r *rand.Rand) mixedLayout {
	return mixedLayout{A: whole[uint8](r), B: whole[uint8](r), C: [2]aligned8{{W: whole[uint8](r)}, {W: whole[uint8](r)}}, int: whole[int16](r)}
}

func init() {
	add("Widen8", widen8, Widen8, args(vec(func(r *rand.Rand) aligned8 { return aligned8{W: whole[uint8](r)} }), vec(anyMixed), nearly(vec(func(*rand.Rand) none { return none{} }))))
	add("NoElements", noElements, NoElements, args(vec(anyMixed), one(between(0, 3))), upTo(1000))
}
