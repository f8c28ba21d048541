package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	patience = 0
	os.Exit(m.Run())
}

// TestEven: a picture of one colour is one of the same, in all sizes.
func TestEven(t *testing.T) {
	src := image.NewRGBA(image.Rect(0, 0, 37, 21))
	for i := range src.Pix {
		src.Pix[i] = []uint8{10, 200, 77, 255}[i%4]
	}
	for _, size := range []image.Point{{37, 21}, {1, 1}, {100, 3}, {5, 90}} {
		for i, f := range []func(dst, src *image.RGBA) error{resize, Resize.Call} {
			dst := image.NewRGBA(image.Rect(0, 0, size.X, size.Y))
			if err := f(dst, src); err != nil {
				t.Fatal(err)
			}
			for k, v := range dst.Pix {
				if v != src.Pix[k%4] {
					t.Fatalf("%v, way %d: byte %d is %d", size, i, k, v)
				}
			}
		}
	}
}

// TestSame: in its own size a picture stays what it is, and twice as large it has the pixels of the old one between others.
func TestSame(t *testing.T) {
	src := drawn(40, 30)
	for i, f := range []func(dst, src *image.RGBA) error{resize, Resize.Call} {
		dst := image.NewRGBA(src.Rect)
		if err := f(dst, src); err != nil || !bytes.Equal(dst.Pix, src.Pix) {
			t.Errorf("way %d: %v, or another picture", i, err)
		}
	}
}

func TestErrors(t *testing.T) {
	none := image.NewRGBA(image.Rect(0, 0, 0, 5))
	for i, f := range []func(dst, src *image.RGBA) error{resize, Resize.Call} {
		if err := f(drawn(3, 3), none); err != errSize {
			t.Errorf("way %d: %v", i, err)
		}
	}
	bad := filepath.Join(t.TempDir(), "bad.png")
	if err := os.WriteFile(bad, []byte("no picture"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{bad, 1, "bad.png: image: unknown format\n"},
		{"-w 0", 1, "the new picture is to have 0 x 1 pixels; 1 to 32768 each way will do\n"},
		{"none.png", 1, "open none.png: no such file or directory\n"},
		{"a b", 2, "usage: photo"},
	} {
		var out, errs bytes.Buffer
		if got := realMain(strings.Fields(c.args), &out, &errs); got != c.status || !strings.HasPrefix(errs.String(), c.want) {
			t.Errorf("%s: status %d, %q", c.args, got, &errs)
		}
	}
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.png"), filepath.Join(dir, "out.png")
	f, err := os.Create(in)
	if err != nil {
		t.Fatal(err)
	}
	p := image.NewNRGBA(image.Rect(3, 4, 63, 34))
	for y := range 30 {
		for x := range 60 {
			p.Set(3+x, 4+y, color.NRGBA{uint8(4 * x), 9, uint8(y), 128})
		}
	}
	if err := png.Encode(f, p); err != nil {
		t.Fatal(err)
	}
	f.Close()
	var text bytes.Buffer
	if got := realMain([]string{"-w", "20", "-o", out, in}, &text, &text); got != 0 || !strings.HasPrefix(text.String(), "60 x 30 to 20 x 10 pixels") {
		t.Fatalf("status %d: %s", got, &text)
	}
	small, err := read(out)
	if err != nil || small.Rect.Dx() != 20 || small.Rect.Dy() != 10 || small.RGBAAt(10, 5).A != 128 {
		t.Errorf("%v, %v", err, small.Rect)
	}
}
