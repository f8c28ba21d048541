package vmath

import "math"

func Pow32(x, y float32) float32 { return float32(math.Pow(float64(x), float64(y))) }
