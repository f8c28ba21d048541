package sched_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
)

var update = flag.Bool("update", false, "write what comes out to the files in testdata")

// TestLower compares the schedules of the functions in testdata with what stands behind them: each file holds a residual function, a line
// of dashes, what becomes of it, or the reason why nothing does, and the notes. That the schedules compute the same is tested in simd.
func TestLower(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			before, want, _ := strings.Cut(string(data), "\n----\n")
			m, err := ir.Parse(before)
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Verify(m, ir.Residual); err != nil {
				t.Fatal(err)
			}
			got := schedule(t, m.Funcs[0])
			if *update {
				if err := os.WriteFile(file, []byte(before+"\n----\n"+got), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// usual is a machine with AVX-512 and caches as many have.
func usual() *machine.Desc {
	return machine.AVX512().With(machine.Forced{TileBytes: 384 << 10, KeepBytes: 768 << 10, StreamBytes: 12 << 20, SweepBytes: 512 << 10, AheadBytes: 8 << 20})
}

func schedule(t *testing.T, f *ir.Func) string {
	r, err := sched.Lower(f, usual())
	if err != nil {
		return "// error: " + err.Error() + "\n"
	}
	if err := ir.Verify(r.Module, ir.Loops); err != nil {
		t.Errorf("%v\n%s", err, r.Module)
	}
	out := r.Module.String()
	for _, n := range r.Notes {
		out += "// " + n.Text + "\n"
	}
	return out
}
