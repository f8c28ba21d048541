//go:build unix

package pipeline_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

// repeated are programs of any size: what stands before n repetitions of something, these, and what stands behind them.
var repeated = []struct {
	name, before, after string
	each                func(k int) string
}{
	{"statements", "for i := range hone.Parallel(len(a)) {\n x := a[i]\n", "out[i] = x\n}\n",
		func(k int) string { return fmt.Sprintf("x = x*b[i] + %d.5\n if x > %d { x -= %d.25 }\n", k, k, k%7) }},
	{"parallel loops", "", "",
		func(k int) string {
			return fmt.Sprintf("for i := range hone.Parallel(len(a)) {\n out[i] = a[i]*b[i] + %d.5*out[i]\n}\n", k)
		}},
	{"loops", "", "",
		func(k int) string {
			return fmt.Sprintf("for i := 1; i < len(a); i++ {\n out[i] = a[i]*out[i-1] + %d.5\n}\n", k)
		}},
	{"inner loops", "for i := range hone.Parallel(len(a)) {\n x := a[i]\n", "out[i] = x\n}\n",
		func(k int) string {
			return fmt.Sprintf("for j := 0; j < len(b); j++ {\n if x > %d { x -= b[j] } else { x += %d.5*b[j] }\n}\n", k, k)
		}},
	{"branches", "x := a[0]\n", "out[0] = x\n",
		func(k int) string { return fmt.Sprintf("if x > %d { x -= a[%d] } else { b[%d] = x*x }\n", k, k, k) }},
	{"own rows", "var m [8][16]float64\n for i := range a {\n", "out[i] = m[i&7][3]\n}\n",
		func(k int) string {
			return fmt.Sprintf("for j, v := range m[i%%8][:%d] {\n m[(i+1)%%8][:][j] = v*%d.5 + a[i]\n}\n", 3+k%13, k)
		}},
}

// TestCompileTimeGrowsWithSize compiles functions of 50 and of 500 statements or loops: ten times the program must not take much more than ten times
// as long, of the processor's time. What is quadratic anywhere takes a hundred times as long.
func TestCompileTimeGrowsWithSize(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: compiles large functions")
	}
	sizes := []int{50, 500}
	var text strings.Builder
	text.WriteString("package sizes\n\nimport \"github.com/hone-go/hone\"\n\n")
	for i, r := range repeated {
		for _, n := range sizes {
			fmt.Fprintf(&text, "func f%d_%d(out, a, b []float64) {\n%s", i, n, r.before)
			for k := range n {
				text.WriteString(r.each(k))
			}
			fmt.Fprintf(&text, "%s}\n\nvar F%d_%d = hone.Func(f%d_%d)\n\n", r.after, i, n, i, n)
		}
	}
	const path = "github.com/hone-go/hone/testdata/programs"
	p, err := source.Load(".", []string{path}, source.Options{Open: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Add("example.com/sizes", "sizes.go", text.String()); err != nil {
		t.Fatal(err)
	}
	// The collector marks all that the tests before left, on processors that are idle too: its time isn't the compiler's.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for i, r := range repeated {
		t.Run(r.name, func(t *testing.T) {
			var least [2]time.Duration
			for k, n := range sizes {
				h := p.Honed("example.com/sizes", fmt.Sprintf("F%d_%d", i, n))
				if h == nil || h.Unit == nil {
					t.Fatalf("not translated: %+v", h)
				}
				for turn := range 3 {
					runtime.GC()
					start := processorTime(t)
					if _, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{FMA: true, ISA: rt.AVX2, DontLoad: true}); err != nil {
						t.Fatal(err)
					}
					if took := processorTime(t) - start; turn == 0 || took < least[k] {
						least[k] = took
					}
				}
			}
			t.Logf("%d: %v, %d: %v", sizes[0], least[0], sizes[1], least[1])
			if least[1] > 45*least[0] {
				t.Errorf("%d take %v, but %d take %v", sizes[0], least[0], sizes[1], least[1])
			}
		})
	}
}

// processorTime is the time that this process has had the processor for: what else the machine does doesn't count.
func processorTime(t testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
