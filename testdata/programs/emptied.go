package programs

import "github.com/hone-go/hone"

// Programs whose slices are appended to and cut until nothing is left: an emptied one is not nil, one that nothing was appended to is.

func emptied(x []uint8) []int32 {
	var a []int32
	for k, e := range x {
		a = append(a, int32(e)+int32(k))
		if len(a) > 1 {
			a = a[:len(a)-2]
		}
	}
	return a
}

var Emptied = hone.Func(emptied)

// emptiedNil says only whether it is nil.
func emptiedNil(x []int32, t int32) (bool, int) {
	var a []int32
	for _, e := range x {
		if e > t {
			a = append(a, e)
		} else {
			a = a[:0]
		}
	}
	return a == nil, len(a)
}

var EmptiedNil = hone.Func(emptiedNil)

// emptiedBack is the upper hull of points that are sorted, with a limit by which all of them may go.
func emptiedBack(x []float64, t float64) []float64 {
	var hull []float64
	for _, v := range x {
		for len(hull) > 0 && hull[len(hull)-1] < v-t {
			hull = hull[:len(hull)-1]
		}
		if v > 0 {
			hull = append(hull, v)
		}
	}
	return hull
}

var EmptiedBack = hone.Func(emptiedBack)

// emptiedInside appends in a loop inside, for whose iterations there would be room ahead.
func emptiedInside(x []int32, w int, t int32) []int32 {
	var a []int32
	if w <= 0 {
		return a
	}
	for i := 0; i+w <= len(x); i += w {
		for _, v := range x[i : i+w] {
			if v > t {
				a = append(a, v)
			}
		}
		if len(a) > w {
			a = a[:len(a)-w]
		}
	}
	return a[:len(a)/2]
}

var EmptiedInside = hone.Func(emptiedInside)

// emptiedTwice has two that take turns.
func emptiedTwice(x []int16) (a, b []int16) {
	for _, v := range x {
		if v&1 == 0 {
			a = append(a, v)
			if len(b) > 0 {
				b = b[:len(b)-1]
			}
		} else {
			b = append(b, v, v)
			a = a[:0]
		}
	}
	return a, b
}

var EmptiedTwice = hone.Func(emptiedTwice)

func init() {
	add("Emptied", emptied, Emptied, args(vec(between[uint8](0, 255))))
	add("EmptiedNil", emptiedNil, EmptiedNil, args(vec(between[int32](0, 9)), one(between[int32](-1, 10))))
	add("EmptiedBack", emptiedBack, EmptiedBack, args(vec(tame[float64]), one(tame[float64])))
	add("EmptiedInside", emptiedInside, EmptiedInside, args(vec(between[int32](0, 9)), one(between(0, 5)), one(between[int32](-1, 10))))
	add("EmptiedTwice", emptiedTwice, EmptiedTwice, args(vec(between[int16](0, 9))))
}
