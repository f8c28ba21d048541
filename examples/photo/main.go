// Photo makes a picture smaller or larger. See README.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif"
	_ "image/jpeg"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"
)

const usage = `usage: photo [-w width] [-h height] [-o file.png] [picture.png|.jpg|.gif]
`

func main() {
	os.Exit(realMain(os.Args[1:], os.Stdout, os.Stderr))
}

// realMain returns the exit status: 1 for bad input, 2 for a bad command line.
func realMain(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("photo", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, usage)
		fs.PrintDefaults()
	}
	w := fs.Int("w", 640, "width of the new picture, in pixels")
	h := fs.Int("h", 0, "its height (default: as wide as high as the old one)")
	out := fs.String("o", "", "`file` to write it to, as PNG")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if fs.NArg() > 1 {
		fs.Usage()
		return 2
	}
	src, err := read(fs.Arg(0))
	if err == nil {
		err = run(src, *w, *h, *out, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// maxSide is the largest width and height of a new picture.
const maxSide = 1 << 15

func run(src *image.RGBA, w, h int, name string, stdout io.Writer) error {
	if h == 0 {
		h = max(1, w*src.Rect.Dy()/max(src.Rect.Dx(), 1))
	}
	if w < 1 || h < 1 || w > maxSide || h > maxSide {
		return fmt.Errorf("the new picture is to have %d x %d pixels; 1 to %d each way will do", w, h, maxSide)
	}
	dst, err := compare(src, image.Rect(0, 0, w, h), stdout)
	if err != nil || name == "" {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	err = errors.Join(png.Encode(f, dst), f.Close())
	if err != nil {
		os.Remove(name)
	}
	return err
}

// read reads a picture, or draws one if there is no name.
func read(name string) (*image.RGBA, error) {
	if name == "" {
		return drawn(2000, 1500), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, _, err := image.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(name), err)
	}
	out := image.NewRGBA(image.Rect(0, 0, p.Bounds().Dx(), p.Bounds().Dy()))
	draw.Draw(out, out.Rect, p, p.Bounds().Min, draw.Src)
	return out, nil
}

// drawn is a picture of rings.
func drawn(w, h int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			d := math.Hypot(float64(x-w/2), float64(y-h/2))
			p.SetRGBA(x, y, color.RGBA{uint8(128 + 127*math.Sin(d/9)), uint8(x), uint8(y), 255})
		}
	}
	return p
}

// patience is how long each way is repeated, to find its best time.
var patience = 400 * time.Millisecond

// compare resizes in plain Go and honed, says how long each took, and that they agree: but for a last bit, where products and sums are fused.
func compare(src *image.RGBA, size image.Rectangle, stdout io.Writer) (*image.RGBA, error) {
	var pictures []*image.RGBA
	var best []time.Duration
	for _, f := range []func(dst, src *image.RGBA) error{resize, Resize.Call} {
		dst := image.NewRGBA(size)
		if err := f(dst, src); err != nil {
			return nil, err
		}
		least := time.Duration(math.MaxInt64)
		for begin := time.Now(); ; {
			t := time.Now()
			if err := f(dst, src); err != nil {
				return nil, err
			}
			least = min(least, time.Since(t))
			if time.Since(begin) >= patience {
				break
			}
		}
		pictures, best = append(pictures, dst), append(best, least)
	}
	plain, honed := pictures[0], pictures[1]
	for i, v := range plain.Pix {
		if d := int(v) - int(honed.Pix[i]); d < -1 || d > 1 {
			return nil, fmt.Errorf("pixel (%d, %d): plain Go %v, honed %v", i%plain.Stride/4, i/plain.Stride, plain.Pix[i&^3:i|3+1], honed.Pix[i&^3:i|3+1])
		}
	}
	fmt.Fprintf(stdout, "%d x %d to %d x %d pixels (%s)\n", src.Rect.Dx(), src.Rect.Dy(), size.Dx(), size.Dy(), Resize.Status())
	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, name := range []string{"plain Go", "honed"} {
		fmt.Fprintf(w, "  %s\t%.2f ms\t%.1fx\t\n", name, best[i].Seconds()*1e3, float64(best[0])/float64(best[i]))
	}
	return honed, w.Flush()
}
