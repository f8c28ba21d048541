package ir

import (
	"fmt"
	"strings"
)

// Note is a remark for explain: what became of a loop or an access, or what kept it from becoming more. Whoever decides collects them: the scheduler, the emission of
// vectors, the pipeline. A pass, which collects nothing, leaves a text with the op that it is about (Op.SetNote), and who decides about that op next makes it one of these.
type Note struct {
	Pos    Pos
	Kernel string // empty: the host program, or the kernel at hand
	Text   string
	What   Outcome
}

// Outcome is what a note says for those who don't read it.
type Outcome uint8

const (
	Remark      Outcome = iota
	RunsInLanes         // the loop does
	NotInLanes          // it was to, and doesn't
	RunsOnCores         // the loop does where it is long, though its iterations are in order
	CheckStays          // something is checked in each iteration of a loop
)

// Count is a number of things, in a note's text: 1 check, 2 pairs of slices.
func Count(n int, what string) string {
	if n != 1 {
		first, rest, more := strings.Cut(what, " ")
		if what = first + "s"; more {
			what += " " + rest
		}
	}
	return fmt.Sprintf("%d %s", n, what)
}
