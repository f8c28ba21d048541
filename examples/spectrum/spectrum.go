package main

import (
	"errors"
	"math"
	"math/bits"

	"github.com/hone-go/hone"
)

// A sound is what a WAV file has, in one channel.
type sound struct {
	rate    int
	samples []float32
}

// A transform has what every frame needs: the window, and the roots of unity.
type transform struct {
	size     int
	window   []float32
	cos, sin []float32
}

var (
	errSize  = errors.New("the size of a frame has to be a power of two, 8 to 65536")
	errStep  = errors.New("frames have to begin one sample after the other or more")
	errShort = errors.New("the sound is shorter than a frame")
)

func newTransform(size int) (*transform, error) {
	if size < 8 || size > 1<<16 || size&(size-1) != 0 {
		return nil, errSize
	}
	t := &transform{size: size}
	for i := range size {
		a := 2 * math.Pi * float64(i) / float64(size)
		t.window = append(t.window, float32(0.5-0.5*math.Cos(a)))
		if i < size/2 {
			t.cos = append(t.cos, float32(math.Cos(a)))
			t.sin = append(t.sin, float32(-math.Sin(a)))
		}
	}
	return t, nil
}

// fft transforms re and im in place (Cooley and Tukey, radix 2).
func (t *transform) fft(re, im []float32) {
	shift := 64 - bits.Len(uint(t.size-1))
	for i := range re {
		if j := int(bits.Reverse64(uint64(i)) >> shift); i < j {
			re[i], re[j] = re[j], re[i]
			im[i], im[j] = im[j], im[i]
		}
	}
	for half := 1; half < t.size; half *= 2 {
		step := t.size / (2 * half)
		for start := 0; start < t.size; start += 2 * half {
			for k := range half {
				a, b := start+k, start+k+half
				c, s := t.cos[k*step], t.sin[k*step]
				x, y := re[b]*c-im[b]*s, re[b]*s+im[b]*c
				re[b], im[b] = re[a]-x, im[a]-y
				re[a], im[a] = re[a]+x, im[a]+y
			}
		}
	}
}

// spectrum gives the levels, in decibels, of the frequencies from 0 to half the rate for each frame of the sound; frames begin every step samples.
func spectrum(s *sound, size, step int) ([][]float32, error) {
	t, err := newTransform(size)
	if err != nil {
		return nil, err
	}
	if step < 1 {
		return nil, errStep
	}
	if len(s.samples) < size {
		return nil, errShort
	}
	var rows [][]float32
	for at := 0; at+size <= len(s.samples); at += step {
		re, im := make([]float32, size), make([]float32, size)
		for i, v := range s.samples[at : at+size] {
			re[i] = v * t.window[i]
		}
		t.fft(re, im)
		row := make([]float32, size/2)
		for k := range row {
			power := re[k]*re[k] + im[k]*im[k]
			row[k] = float32(10 * math.Log10(math.Max(float64(power), 1e-12)))
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Spectrum is spectrum, compiled by hone if the program is run through it.
var Spectrum = hone.Func(spectrum)
