package main

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/cmplx"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEscape(t *testing.T) {
	for _, c := range []struct {
		cr, ci float64
		want   int
	}{
		{0, 0, 100}, {-1, 0, 100}, {-2, 0, 100}, {0, 1, 100}, // in the set
		{3, 0, 1}, {1, 0, 3}, {0, 2.5, 1}, {0.5, 0, 5}, {2, 0, 2},
	} {
		if got := escape(c.cr, c.ci, 100); got != c.want {
			t.Errorf("escape(%v, %v) = %d, want %d", c.cr, c.ci, got, c.want)
		}
	}
	// Complex arithmetic says the same.
	for x := -2.0; x < 1; x += 0.013 {
		for y := -1.2; y < 1.2; y += 0.017 {
			n, z := 0, complex(0, 0)
			for n < 50 && cmplx.Abs(z) <= 2 {
				z = z*z + complex(x, y)
				n++
			}
			if got := escape(x, y, 50); got != n {
				t.Fatalf("escape(%v, %v) = %d, want %d", x, y, got, n)
			}
		}
	}
}

func TestRowsArePortionsOfThePicture(t *testing.T) {
	const w, h, limit = 37, 23, 60
	all := rows(w, h, limit, 0, h)
	if i := firstDifference(all, onAllCores(w, h, limit)); i >= 0 {
		t.Errorf("onAllCores differs at %d", i)
	}
	if i := firstDifference(all, Rows.Call(w, h, limit, 0, h)); i >= 0 {
		t.Errorf("honed differs at %d", i)
	}
	if i := firstDifference(all[5*w:9*w], rows(w, h, limit, 5, 9)); i >= 0 {
		t.Errorf("portion differs at %d", i)
	}
	// The set is symmetric, and so are its pictures; the picture shows all of the set.
	inside := 0
	for y := range h {
		for x := range w {
			a, b := all[y*w+x], all[(h-1-y)*w+x]
			if a != b {
				t.Fatalf("not symmetric at (%d, %d)", x, y)
			}
			if a == limit {
				inside++
				if x == 0 || x == w-1 || y == 0 || y == h-1 {
					t.Errorf("the set touches the border at (%d, %d)", x, y)
				}
			}
		}
	}
	if inside < w*h/10 || inside > w*h/2 {
		t.Errorf("%d of %d pixels inside", inside, w*h)
	}
}

func TestFirstDifference(t *testing.T) {
	for _, c := range []struct {
		a, b []int32
		want int
	}{
		{nil, nil, -1}, {[]int32{1, 2}, []int32{1, 2}, -1}, {[]int32{1, 2}, []int32{1, 3}, 1}, {[]int32{1}, []int32{1, 2}, 1},
	} {
		if got := firstDifference(c.a, c.b); got != c.want {
			t.Errorf("firstDifference(%v, %v) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestPaint(t *testing.T) {
	img := paint([]int32{0, 5, 10, 3}, 2, 2, 10)
	if got := img.At(0, 1); got != (color.RGBA{0, 0, 0, 255}) {
		t.Errorf("the set is %v, not black", got)
	}
	if got := img.At(0, 0); got != stops[0] {
		t.Errorf("count 0 is %v, not %v", got, stops[0])
	}
	if img.At(1, 0) == img.At(1, 1) {
		t.Error("counts 5 and 3 have the same colour")
	}
}

func TestWritesPNG(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, size := range [][2]string{{"1", "1"}, {"33", "7"}, {"2", "65"}} {
		var stdout, stderr bytes.Buffer
		if code := realMain([]string{"-w", size[0], "-h", size[1], "-iter", "20", "-o", "x.png"}, &stdout, &stderr); code != 0 {
			t.Fatalf("%v: exit status %d: %s", size, code, &stderr)
		}
		if !strings.Contains(stdout.String(), "counts are identical") {
			t.Errorf("%v: stdout %q", size, &stdout)
		}
		f, err := os.Open("x.png")
		if err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got := image.Pt(c.Width, c.Height).String(); got != "("+size[0]+","+size[1]+")" {
			t.Errorf("%v: picture of %s", size, got)
		}
	}
	if left, _ := filepath.Glob("*"); len(left) != 1 {
		t.Errorf("files left behind: %q", left)
	}
}

func TestFailures(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args []string
		code int
		msg  string
	}{
		{[]string{"-w", "0"}, 1, "-w is 0, not positive\n"},
		{[]string{"-h", "-3"}, 1, "-h is -3, not positive\n"},
		{[]string{"-iter", "0"}, 1, "-iter is 0, not positive\n"},
		{[]string{"-w", "100000"}, 1, "-w is 100000, more than 32768\n"},
		{[]string{"-w", "9", "-h", "9", "-o", "no/such/dir.png"}, 1, "no/such/dir.png: no such file or directory\n"},
		{[]string{"-w", "x"}, 2, ""},
		{[]string{"-nosuch"}, 2, ""},
		{[]string{"stray"}, 2, ""},
	} {
		var stdout, stderr bytes.Buffer
		if code := realMain(c.args, &stdout, &stderr); code != c.code {
			t.Errorf("%q: exit status %d, want %d", c.args, code, c.code)
		}
		if c.msg != "" && stderr.String() != c.msg || stderr.Len() == 0 {
			t.Errorf("%q: stderr %q, want %q", c.args, &stderr, c.msg)
		}
	}
	if left, _ := filepath.Glob("*"); len(left) != 0 {
		t.Errorf("files left behind: %q", left)
	}
}

func TestWriteFileIsAtomic(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("x.png", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := writeFile("x.png", func(w io.Writer) error {
		io.WriteString(w, "half")
		return errors.New("disk on fire")
	})
	if err == nil || err.Error() != "x.png: disk on fire" {
		t.Errorf("error %v", err)
	}
	if got, _ := os.ReadFile("x.png"); string(got) != "old" {
		t.Errorf("file holds %q", got)
	}
	if all, _ := os.ReadDir("."); len(all) != 1 {
		t.Errorf("%d files in the directory", len(all))
	}
}
