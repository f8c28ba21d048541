package source

import (
	"strings"
	"testing"
)

// TestTwins finds what takes the place of assembly.
func TestTwins(t *testing.T) {
	files := map[string]string{
		"a/a.go": `package a

import "github.com/hone-go/hone"

// Scale and Far are in assembly.
func Scale(x, y []float64) float64

func Far(x float64) float64

func Other(n int) int

func Sum(x []float64) float64

func Running(dst, x []float64)

func Fold(x []float64, k int) (r float64)

const width = 4

func helper(n int) int { return n + width }

func f(x, y []float64) float64 { return Scale(x, y) }

func g(x float64) float64 { return Far(x) }

func h(n int) int { return Other(n) + helper(n) }

func sums(x []float64) float64 {
	Running(x, x)
	a := Sum(x)
	b := Fold(x, 2)
	return a + b
}

var Sums = hone.Func(sums)

var F, G, H = hone.Func(f), hone.Func(g), hone.Func(h)
`,
		"a/a_noasm.go": `//go:build !amd64 || noasm

package a

import (
	"math"
	"os"
)

const width = 8

func init() { os.Exit(1) }

func helper(n int) int { return n }

func twice(x float64) float64 { return 2 * x }

func Scale(x, y []float64) float64 {
	ix, n := 0, len(x)
	for i := range y {
		v := x[ix] * math.Abs(y[i]) * twice(width)
		v += 1
		y[i] += v
		ix += 1
		n--
	}
	return y[0]
}

func Sum(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

func Running(dst, x []float64) {
	for i := 1; i < len(dst); i++ {
		dst[i] = dst[i-1] + x[i]
	}
}

func Fold(x []float64, k int) float64 {
	a := x[0]
	for k > 0 {
		for _, v := range x {
			a = max(a*v, v)
		}
		k--
	}
	return a
}
`,
		"a/a_arm64.go": `package a

func Far(x float64) float64 { return x }
`,
		"a/a_never.go": `//go:build never

package a

func Far(x float64) float64 { return x }

func Other(n int) int { return n }
`,
	}
	p, err := load(t, Options{}, files)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Honed("example.com/m/a", "F")
	if len(f.Reasons) > 0 || !strings.Contains(f.Unit.String(), "const 4 : f64") {
		t.Errorf("F: %v\n%v", f.Reasons, f.Unit)
	}
	found := false
	for _, d := range f.Depends {
		found = found || d.File == "a_noasm.go" && d.Name == "Scale"
	}
	if !found {
		t.Errorf("F depends on %v", f.Depends)
	}
	foreign := func(h *Honed) (names string) {
		for _, x := range h.Foreign {
			names += strings.TrimPrefix(x.Name, "example.com/m/a.") + " "
		}
		return names
	}
	for name, want := range map[string]string{"G": "Far ", "H": "Other ", "Sums": "Fold Running Sum "} {
		if h := p.Honed("example.com/m/a", name); foreign(h) != want {
			t.Errorf("%s calls %s, %v", name, foreign(h), h.Reasons)
		}
	}

	// A twin that doesn't fit leaves the package as it is.
	files["a/a_noasm.go"] = strings.Replace(files["a/a_noasm.go"], "twice(width)", "undeclared", 1)
	if p, err = load(t, Options{}, files); err != nil {
		t.Fatal(err)
	}
	if f := p.Honed("example.com/m/a", "F"); foreign(f) != "Scale " {
		t.Errorf("F, with a twin that isn't right: %v", f.Reasons)
	}
}

// TestUnbuilt: what is only in the files that twins are in isn't called by name, as the program doesn't have it.
func TestUnbuilt(t *testing.T) {
	files := map[string]string{
		"a/a.go": `package a

import "github.com/hone-go/hone"

func only(n int) int

func sum(n int) int { return only(n) }

var Sum = hone.Func(sum)
`,
		"a/a_other.go": `//go:build !amd64

package a

func only(n int) int { return n + rest(n) }

func rest(n int) int // in assembly for another machine
`,
		"a/a_windows.go": "package a\n\nfunc only(n int) int { return -1 }\n",
	}
	p, err := load(t, Options{}, files)
	if err != nil {
		t.Fatal(err)
	}
	if x := p.Honed("example.com/m/a", "Sum"); strings.Contains(x.Unit.String(), "foreign example.com/m/a.rest") || len(x.Foreign) != 1 {
		t.Errorf("Sum takes a function that the program doesn't have for one that it has: %v, %v\n%v", x.Reasons, x.Foreign, x.Unit)
	}
}

// TestNeverCalled: a function that panics, or does nothing, is none that another may stand for.
func TestNeverCalled(t *testing.T) {
	for _, body := range []string{`{ panic("not available") }`, "{ return }", "{}"} {
		files := map[string]string{
			"a/a.go": `package a

import "github.com/hone-go/hone"

const archMixes = true

func archMix(x []float64)

func mix(x []float64) {
	if archMixes {
		archMix(x)
	}
	x[0]++
}

var Mix = hone.Func(mix)
`,
			"a/a_noasm.go": "//go:build noasm\n\npackage a\n\nconst archMixes = false\n\nfunc archMix(x []float64) " + body + "\n",
		}
		p, err := load(t, Options{}, files)
		if err != nil {
			t.Fatal(err)
		}
		if x := p.Honed("example.com/m/a", "Mix"); len(x.Foreign) == 0 {
			t.Errorf("%s stands for assembly: %v\n%v", body, x.Reasons, x.Unit)
		}
	}
}

// TestJumps has functions that take the place of assembly elsewhere by a jump.
func TestJumps(t *testing.T) {
	files := map[string]string{
		"a/a.go": `package a

import "github.com/hone-go/hone"

func Code(n int) int

func code(n int) int { return 3 * n }

func Mean(x []float64) float64

func mean(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

func chosen(n int) int { return n + Code(n) }

var Chosen, Summed = hone.Func(chosen), hone.Func(Mean)
`,
		"a/a_other.s": "//go:build !amd64\n\n#include \"textflag.h\"\n\nTEXT ·Code(SB), NOSPLIT, $0\n\tJMP ·code(SB)\n\nTEXT ·Mean(SB),NOSPLIT,$0-32\n\tB ·mean(SB)\n",
	}
	p, err := load(t, Options{}, files)
	if err != nil {
		t.Fatal(err)
	}
	h := p.Honed("example.com/m/a", "Chosen")
	if len(h.Reasons) > 0 || !strings.Contains(h.Unit.String(), "const 3 : i64") {
		t.Errorf("%v\n%v", h.Reasons, h.Unit)
	}
	if r := reasonLines(p.Honed("example.com/m/a", "Summed").Reasons, ""); !strings.Contains(r, "a.Mean has no body in Go") || strings.Contains(r, "takes a function by name") {
		t.Errorf("Summed: %s", r)
	}
}
