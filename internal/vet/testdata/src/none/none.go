// Package none has nothing to do with hone, though a comment names hone:must.
package none

func Sum(x []float64) (s float64) {
	for i := range x {
		s += x[i]
	}
	return s
}
