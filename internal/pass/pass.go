// Package pass runs lists of passes: the compiler's list is in package pipeline, and targets that have passes of their own are given theirs from there.
package pass

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// Pass is one step over a function or kernel.
type Pass struct {
	Name  string
	Run   func(f *ir.Func) bool
	For   func(f *ir.Func, m *machine.Desc) bool // in the place of Run: what depends on the machine
	Needs func(r *Runner) bool                   // nil: always runs
	Gains Gain                                   // of what it changes
}

// Gain is how much faster than plain Go something is, see pipeline's gain.go.
type Gain uint8

const (
	None   Gain = iota
	Little      // scalar code that does less, or waits less: about as much less as it takes the host to run it
	Much
)

// Runner says how passes are to be run, and what for.
type Runner struct {
	Machine *machine.Desc // that code is made for
	FMA     bool          // fuse multiplications and additions
	Verify  bool          // check the IR's level after every pass

	// Dump, if not nil, is told each stage of each function or kernel; the text is made only if asked for.
	Dump func(stage, name string, text func() string)
}

// FMA is for passes that fuse multiplications and additions.
func FMA(r *Runner) bool { return r.FMA }

// Lanes is for passes that are of use where hone makes the vectors.
func Lanes(r *Runner) bool { return r.Machine.RegisterBytes > 0 && !r.Machine.Foreign }

// Run has f gone through the list. It tells the most that one of the passes which have changed f gains.
func (r *Runner) Run(stage string, list []Pass, f *ir.Func, level ir.Level) (gains Gain, err error) {
	m := &ir.Module{Funcs: []*ir.Func{f}}
	if r.Verify {
		if err := r.Check("what comes before "+stage, m, level); err != nil {
			return None, err
		}
	}
	for _, p := range list {
		if p.Needs != nil && !p.Needs(r) {
			continue
		}
		if p.on(f, r.Machine) {
			gains = max(gains, p.Gains)
		}
		if r.Dump != nil {
			r.Dump(stage+"."+p.Name, f.Name, f.String)
		}
		if r.Verify {
			if err := r.Check(p.Name, m, level); err != nil {
				return None, err
			}
		}
	}
	r.Dumped(stage, f.Name, f.String)
	return gains, nil
}

func (p *Pass) on(f *ir.Func, m *machine.Desc) bool {
	if p.For != nil {
		return p.For(f, m)
	}
	return p.Run(f)
}

// Check checks the IR after a pass. Wrong IR never becomes code: each module or function is checked when it is done with at a level, in tests
// after every pass, and whether each change was counted.
func (r *Runner) Check(pass string, m *ir.Module, level ir.Level) error {
	err := ir.Verify(m, level)
	for _, f := range m.Funcs {
		if r.Verify && err == nil {
			err = f.CheckChanges()
		}
	}
	if err != nil {
		return Internal(fmt.Errorf("after %s: %w", pass, err))
	}
	return nil
}

// Dumped tells of a stage.
func (r *Runner) Dumped(stage, name string, text func() string) {
	if r.Dump != nil {
		r.Dump(stage, name, text)
	}
}
