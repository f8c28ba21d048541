package main

import (
	"fmt"
	"io"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
)

// serve is the other end of a rig.Process, for this program itself: the honed function of a workload under the
// settings that the environment holds (HONE_ISA).
func serve(w *workload, size []int, result string, in io.Reader, out io.Writer) error {
	first := firstCall(w)
	inst := w.open(size)
	s := rig.Server{
		Run:    func(reps int) []time.Duration { return rig.Timed(inst.honed, reps) },
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
