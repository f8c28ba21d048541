package main

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	patience = 0
	os.Exit(m.Run())
}

// TestTone: a tone of the k-th frequency has its level there, and next to nothing elsewhere.
func TestTone(t *testing.T) {
	const size, k = 64, 9
	s := &sound{rate: 8000}
	for i := range 3 * size {
		s.samples = append(s.samples, float32(math.Cos(2*math.Pi*k*float64(i)/size)))
	}
	for way, f := range []func(*sound, int, int) ([][]float32, error){spectrum, Spectrum.Call} {
		rows, err := f(s, size, size/2)
		if err != nil || len(rows) != 5 {
			t.Fatalf("way %d: %v, %d rows", way, err, len(rows))
		}
		for i, row := range rows {
			for at, v := range row {
				want := math.Inf(-1)
				switch at { // the window spreads a tone over three frequencies
				case k:
					want = 20 * math.Log10(size/4)
				case k - 1, k + 1:
					want = 20 * math.Log10(size/8)
				}
				if v := float64(v); math.Abs(v-want) > 0.01 && (v > -80 || !math.IsInf(want, -1)) {
					t.Errorf("way %d, frame %d, frequency %d: %v dB, want %v", way, i, at, v, want)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		size, step, samples int
		want                error
	}{{100, 1, 1000, errSize}, {4, 1, 1000, errSize}, {64, 0, 1000, errStep}, {64, 1, 63, errShort}, {64, 1, 64, nil}} {
		s := &sound{8000, make([]float32, c.samples)}
		for way, f := range []func(*sound, int, int) ([][]float32, error){spectrum, Spectrum.Call} {
			if _, err := f(s, c.size, c.step); err != c.want {
				t.Errorf("%v, way %d: %v", c, way, err)
			}
		}
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	name, out := filepath.Join(dir, "tone.wav"), filepath.Join(dir, "tone.png")
	var whole bytes.Buffer
	if err := writeWAV(&whole, made(0.1)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, whole.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if got := realMain([]string{"-size", "128", "-step", "64", "-o", out, name}, &text, &text); got != 0 || !strings.HasPrefix(text.String(), "0.1 s, 67 frames of 128 samples") {
		t.Fatalf("status %d: %s", got, &text)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if p, err := png.Decode(f); err != nil || p.Bounds().Dx() != 67 || p.Bounds().Dy() != 64 {
		t.Error(err)
	}
	for n, want := range map[int]string{3: "not a WAV file", 30: "the file ends in its header", 40: "the file ends before its samples"} {
		if _, err := readWAV(bytes.NewReader(whole.Bytes()[:n])); err == nil || err.Error() != want {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	eight := bytes.Clone(whole.Bytes())
	eight[34] = 8
	if _, err := readWAV(bytes.NewReader(eight)); err == nil || !strings.Contains(err.Error(), "8 bits") {
		t.Error(err)
	}
	if got := realMain([]string{"a", "b"}, &text, &text); got != 2 {
		t.Errorf("two sounds: status %d", got)
	}
}
