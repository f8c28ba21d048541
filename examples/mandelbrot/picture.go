package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
)

// stops are the colours that the palette runs through, over and over: night, sky, snow, sun, embers.
var stops = []color.RGBA{
	{2, 6, 40, 255}, {20, 80, 180, 255}, {225, 245, 255, 255}, {255, 175, 20, 255}, {90, 15, 10, 255},
}

// shade is the colour of a count. Counts grow without bound towards the border of the set, so their
// logarithm runs through the palette; the set itself is black.
func shade(count, limit int) color.RGBA {
	if count >= limit {
		return color.RGBA{A: 255}
	}
	t := 1.35 * math.Log(1+float64(count)/3)
	i, part := math.Modf(t)
	a, b := stops[int(i)%len(stops)], stops[(int(i)+1)%len(stops)]
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x)*(1-part) + float64(y)*part)) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// paint makes a picture of the counts.
func paint(count []int32, w, h, limit int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	// Most counts are small; only their colours are worth a table.
	palette := make([]color.RGBA, min(limit, 4096))
	for n := range palette {
		palette[n] = shade(n, limit)
	}
	for i, n := range count {
		var c color.RGBA
		if int(n) < len(palette) {
			c = palette[n]
		} else {
			c = shade(int(n), limit)
		}
		copy(img.Pix[4*i:], []byte{c.R, c.G, c.B, c.A})
	}
	return img
}

// writePNG writes a picture as a whole or not at all: into a temporary file, which then takes the
// name. What is there already and no regular file (/dev/null, a pipe) is written to as it is.
func writePNG(name string, img image.Image) error {
	return writeFile(name, func(w io.Writer) error {
		e := png.Encoder{CompressionLevel: png.BestSpeed}
		return e.Encode(w, img)
	})
}

func writeFile(name string, write func(io.Writer) error) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return reason(name, err)
		}
		if err := cmp.Or(write(f), f.Close()); err != nil {
			return reason(name, err)
		}
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return reason(name, err)
	}
	defer os.Remove(f.Name()) // fails once it is renamed
	b := bufio.NewWriter(f)
	if err := cmp.Or(write(b), b.Flush(), f.Chmod(0o644), f.Close()); err != nil {
		return reason(name, err)
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return reason(name, err)
	}
	return nil
}

// reason is "name: what went wrong", without the names of system calls and temporary files.
func reason(name string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
