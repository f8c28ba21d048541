package rig

import (
	"fmt"
	"math"
)

// CloseTo checks that no number is farther than tol from the one it should be. NaN equals NaN only.
func CloseTo[T float32 | float64](want, got []byte, tol float64) (string, error) {
	return withinOf[T](want, got, func(float64) float64 { return tol })
}

// NearTo is CloseTo for numbers of any size: tol is relative to the number, and absolute below 1.
func NearTo[T float32 | float64](want, got []byte, tol float64) (string, error) {
	return withinOf[T](want, got, func(w float64) float64 { return tol * max(1, math.Abs(w)) })
}

func withinOf[T float32 | float64](want, got []byte, tol func(want float64) float64) (string, error) {
	w, g := Cooked[T](want), Cooked[T](got)
	if len(w) != len(g) {
		return "", fmt.Errorf("%d results, not %d", len(g), len(w))
	}
	worst := 0.0
	for i := range w {
		a, b := float64(w[i]), float64(g[i])
		d := math.Abs(a - b)
		if math.IsNaN(a) && math.IsNaN(b) || a == b {
			d = 0
		}
		if !(d <= tol(a)) {
			return "", fmt.Errorf("result %d is %v, not %v", i, b, a)
		}
		worst = max(worst, d)
	}
	return fmt.Sprintf("largest difference from plain Go %.1e", worst), nil
}

// SameAs checks that at most allowed elements differ.
func SameAs[T comparable](want, got []byte, allowed int) (string, error) {
	w, g := Cooked[T](want), Cooked[T](got)
	if len(w) != len(g) {
		return "", fmt.Errorf("%d results, not %d", len(g), len(w))
	}
	differ := 0
	for i := range w {
		if w[i] != g[i] {
			if differ++; differ > allowed {
				return "", fmt.Errorf("result %d is %v, not %v (%d differ so far)", i, g[i], w[i], differ)
			}
		}
	}
	return fmt.Sprintf("%d of %d results differ from plain Go", differ, len(w)), nil
}
