package main

import (
	"fmt"
	"io"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
	"github.com/hone-go/hone/internal/rt"
)

// serve is the other end of a rig.Process, for this program itself: the work done in the way of a rival, under the
// settings that the environment holds (HONE_ISA).
func serve(w *workload, by rival, size []int, result string, in io.Reader, out io.Writer) error {
	first := firstCall(w) // before anything else has called it
	inst := w.open(size)
	work := map[rival]func(){byGo: inst.plain, byHone: inst.honed, byGonum: inst.gonum, bySlices: inst.slices}[by]
	if work == nil {
		return rig.Misuse(fmt.Errorf("%s has no way of %q", w.name, string(by)))
	}
	s := rig.Server{
		Run: func(reps int) []time.Duration {
			if by == byGo && inst.cores != nil && rt.Threads() > 1 {
				return rig.Timed(inst.cores, reps)
			}
			return rig.Timed(work, reps)
		},
		Reset:  inst.forget,
		Output: inst.output,
		Result: result,
		Ask: func(command string) (string, error) {
			if command != "first" {
				return "", fmt.Errorf("unknown command %q", command)
			}
			return fmt.Sprint("first ", ms(first)), nil
		},
	}
	return s.Serve(in, out)
}
