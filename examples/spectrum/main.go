// Spectrum draws which frequencies a sound has, and when. See README.md.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"
)

const usage = `usage: spectrum [-size samples] [-step samples] [-o file.png] [sound.wav]
`

func main() {
	os.Exit(realMain(os.Args[1:], os.Stdout, os.Stderr))
}

// realMain returns the exit status: 1 for bad input, 2 for a bad command line.
func realMain(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("spectrum", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, usage)
		fs.PrintDefaults()
	}
	size := fs.Int("size", 1024, "samples of a frame: a power of two")
	step := fs.Int("step", 256, "samples from one frame to the next")
	out := fs.String("o", "", "`file` to draw to, as PNG: time goes to the right, frequency up")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if fs.NArg() > 1 {
		fs.Usage()
		return 2
	}
	s, err := read(fs.Arg(0))
	if err == nil {
		err = run(s, *size, *step, *out, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// read reads a sound, or makes one if there is no name.
func read(name string) (*sound, error) {
	if name == "" {
		return made(20), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := readWAV(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(name), err)
	}
	return s, nil
}

// made is a tone that rises, and another that falls.
func made(seconds float64) *sound {
	s := &sound{rate: 44100}
	for i := range int(seconds * 44100) {
		t := float64(i) / 44100
		up, down := 200*t+300*t*t, 9000*t-100*t*t
		s.samples = append(s.samples, float32(0.5*math.Sin(2*math.Pi*up)+0.3*math.Sin(2*math.Pi*down)))
	}
	return s
}

func run(s *sound, size, step int, name string, stdout io.Writer) error {
	rows, err := compare(s, size, step, stdout)
	if err != nil || name == "" {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err = errors.Join(png.Encode(f, drawn(rows)), f.Close()); err != nil {
		os.Remove(name)
	}
	return err
}

// drawn is a picture of the levels from 100 decibels below the highest on.
func drawn(rows [][]float32) image.Image {
	top := float32(math.Inf(-1))
	for _, row := range rows {
		for _, v := range row {
			top = max(top, v)
		}
	}
	h := len(rows[0])
	p := image.NewGray(image.Rect(0, 0, len(rows), h))
	for x, row := range rows {
		for k, v := range row {
			p.SetGray(x, h-1-k, color.Gray{uint8(max(0, 255+2.55*(v-top)))})
		}
	}
	return p
}

// patience is how long each way is repeated, to find its best time.
var patience = 400 * time.Millisecond

// compare finds the spectrum in plain Go and honed, says how long each took, and that they agree: where products and sums are fused the last bits of what is added up
// differ, and so does what is near silence.
func compare(s *sound, size, step int, stdout io.Writer) ([][]float32, error) {
	var all [][][]float32
	var best []time.Duration
	for _, f := range []func(*sound, int, int) ([][]float32, error){spectrum, Spectrum.Call} {
		rows, err := f(s, size, step)
		if err != nil {
			return nil, err
		}
		least := time.Duration(math.MaxInt64)
		for begin := time.Now(); ; {
			t := time.Now()
			if _, err := f(s, size, step); err != nil {
				return nil, err
			}
			least = min(least, time.Since(t))
			if time.Since(begin) >= patience {
				break
			}
		}
		all, best = append(all, rows), append(best, least)
	}
	for i, row := range all[0] {
		for k, v := range row {
			if w := all[1][i][k]; math.Abs(level(v)-level(w)) > 1e-4*float64(size) {
				return nil, fmt.Errorf("frame %d, frequency %d: plain Go %v dB, honed %v dB", i, k, v, w)
			}
		}
	}
	fmt.Fprintf(stdout, "%.1f s, %d frames of %d samples (%s)\n", float64(len(s.samples))/float64(s.rate), len(all[0]), size, Spectrum.Status())
	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, name := range []string{"plain Go", "honed"} {
		fmt.Fprintf(w, "  %s\t%.2f ms\t%.1fx\t\n", name, best[i].Seconds()*1e3, float64(best[0])/float64(best[i]))
	}
	return all[1], w.Flush()
}

// level is a level in decibels as an amplitude.
func level(v float32) float64 { return math.Pow(10, float64(v)/20) }
