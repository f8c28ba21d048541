package link

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/nearest"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/target"
)

// Values of HONE other than the names of registered targets.
const (
	modeOff    = "off"
	modeInterp = "interp"
	modeJIT    = "jit"
)

// modes are the values of HONE that need no target.
var modes = []string{modeOff, modeJIT, modeInterp, modeRace}

// codegen compiles a function for the target that HONE names. If it names none, that is machine code for this machine, or where that
// can't be had the first of the other targets that are linked into the program and can be used. late is about kernels that are needed seldom.
func codegen(m *ir.Module, symbol string, late *pipeline.Late) (_ *pipeline.Compiled, err error) {
	opt := pipeline.Options{FMA: os.Getenv("HONE_FMA") != "off", Late: late}
	mode := os.Getenv("HONE")
	if mode == "" || mode == modeJIT {
		opt.ISA, err = rt.Detect()
		if err != nil && mode == "" {
			opt.Target, err = standIn(err)
		}
	} else {
		opt.Target, err = named(mode)
	}
	if err != nil {
		return nil, err
	}
	opt.Gain = mode == "" && opt.Target == nil // who names a target wants it
	return pipeline.Compile(m, symbol, opt)
}

// named is the target of this name.
func named(name string) (target.Target, error) {
	t, ok, err := target.Find(name)
	switch {
	case ok && err != nil:
		return nil, fmt.Errorf("HONE=%s: %w", name, err)
	case ok:
		return t, nil
	case linkable[name] != "":
		return nil, fmt.Errorf("HONE=%s: this program does not import %s", name, linkable[name])
	}
	names := append(slices.Clone(modes), target.Names()...)
	last := len(names) - 1
	return nil, fmt.Errorf("HONE=%s: want %s or %s%s", name, strings.Join(names[:last], ", "), names[last], nearest.Hint(name, names))
}

// linkable are the targets that a program has only if it imports a package.
var linkable = map[string]string{"c": "github.com/hone-go/hone/target/c"}

// standIn is a target for machines without machine code of our own. why says what is missing.
func standIn(why error) (target.Target, error) {
	names := target.Names()
	if len(names) == 0 {
		return nil, fmt.Errorf("%w (a program that imports %s uses the C compiler)", why, linkable["c"])
	}
	for _, name := range names {
		t, _, err := target.Find(name)
		if err == nil {
			return t, nil
		}
		why = fmt.Errorf("%w; target %s: %w", why, name, err)
	}
	return nil, why
}
