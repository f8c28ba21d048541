package sums

// elsewhere is in a file without hone.
func elsewhere(x []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i]
	}
	return s
}
