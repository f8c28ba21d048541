package main

import (
	"image"
	"math"

	"github.com/hone-go/hone/bench/internal/rig"
)

// The inputs are the same in every process: each is made by a generator of its own, which begins with a number that its entry gives.

func noise(seed uint64) *rig.Noise {
	n := rig.Noise(seed*0x9e3779b97f4a7c15 + 0x1234567)
	return &n
}

func uniform(seed uint64, n int, lo, hi float64) []float64 {
	rnd, s := noise(seed), make([]float64, n)
	for i := range s {
		s[i] = rnd.Between(lo, hi)
	}
	return s
}

func uniform32(seed uint64, n int, lo, hi float64) []float32 {
	rnd, s := noise(seed), make([]float32, n)
	for i := range s {
		s[i] = float32(rnd.Between(lo, hi))
	}
	return s
}

// normal is about normally distributed: the sum of twelve uniform numbers.
func normal(seed uint64, n int) []float64 {
	rnd, s := noise(seed), make([]float64, n)
	for i := range s {
		for range 12 {
			s[i] += rnd.Float()
		}
		s[i] -= 6
	}
	return s
}

// walk is a price over time.
func walk(seed uint64, n int) []float64 {
	s := normal(seed, n)
	p := 100.0
	for i, x := range s {
		p *= math.Exp(0.002 * x)
		s[i] = p
	}
	return s
}

// bars are the highest, lowest and last prices of n days, and what was sold.
func bars(seed uint64, n int) (high, low, last, volume []float64) {
	last = walk(seed, n)
	up, down := uniform(seed+1, n, 0, 0.8), uniform(seed+2, n, 0, 0.8)
	high, low = make([]float64, n), make([]float64, n)
	for i, p := range last {
		high[i], low[i] = p+up[i], p-down[i]
	}
	return high, low, last, uniform(seed+3, n, 1e4, 1e6)
}

func bytesOf(seed uint64, n int) []byte {
	rnd, s := noise(seed), make([]byte, n)
	for i := range s {
		s[i] = byte(rnd.Bits() >> 33)
	}
	return s
}

// text is n letters of words, as many of each length as in English, more or less.
func text(seed uint64, n int) []byte {
	rnd, s := noise(seed), make([]byte, n)
	for i := range s {
		if rnd.Below(6) == 0 {
			s[i] = ' '
		} else {
			s[i] = "eeettaaooiinnsshhrrddlcumwfgypbvk"[rnd.Below(33)]
		}
	}
	return s
}

func wordsOf(seed uint64, n int) []uint64 {
	rnd, s := noise(seed), make([]uint64, n)
	for i := range s {
		s[i] = rnd.Bits()
	}
	return s
}

// cloned is a slice of its own with the same elements.
func cloned[T any](s []T) []T { return append([]T(nil), s...) }

// Of photographs. Tests have smaller ones.
var photoW, photoH = 1024, 768

func smallPhotos() { photoW, photoH = 96, 64 }

// photo fills 4 bytes for each of w*h points: smooth shades with edges and noise, as photographs have them, partly transparent if that is wanted.
func photo(seed uint64, pix []byte, w, h int, transparent bool) {
	rnd := noise(seed)
	for y := range h {
		for x := range w {
			fx, fy := float64(x)/float64(w), float64(y)/float64(h)
			edge := 0.0
			if (x/97+y/61)%3 == 0 {
				edge = 60
			}
			p := pix[(y*w+x)*4:]
			alpha := 255.0
			if transparent {
				alpha = 255 * (0.5 + 0.5*math.Sin(5*fx+3*fy))
			}
			for c := range 3 {
				v := 90 + 70*math.Sin(6*fx+float64(c))*math.Cos(4*fy) + edge + 10*rnd.Float()
				p[c] = byte(v * alpha / 255)
			}
			p[3] = byte(alpha)
		}
	}
}

func photoRGBA(seed uint64) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, photoW, photoH))
	photo(seed, m.Pix, photoW, photoH, false)
	return m
}

func glassRGBA(seed uint64) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, photoW, photoH))
	photo(seed, m.Pix, photoW, photoH, true)
	return m
}

func photoNRGBA(seed uint64) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, photoW, photoH))
	photo(seed, m.Pix, photoW, photoH, false)
	return m
}

func photoYCbCr(seed uint64) *image.YCbCr {
	m := image.NewYCbCr(image.Rect(0, 0, photoW, photoH), image.YCbCrSubsampleRatio420)
	rgba := photoRGBA(seed)
	for i := range m.Y {
		m.Y[i] = rgba.Pix[4*i+1]
	}
	for y := range photoH / 2 {
		for x := range photoW / 2 {
			m.Cb[y*m.CStride+x] = 128 + rgba.Pix[4*(2*y*photoW+2*x)+2]/4
			m.Cr[y*m.CStride+x] = 110 + rgba.Pix[4*(2*y*photoW+2*x)]/6
		}
	}
	return m
}
