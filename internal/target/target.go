// Package target is the seam between the compiler and the machines that kernels run on. What the compiler's machine-independent part
// leaves of a function is a host program and its kernels, at the loops level (docs/ir.md); a target makes the kernels something that
// internal/plan can start. A new target is one package with a type that implements [Target] and a call of [Register].
//
// The reference interpreter (HONE=interp) is not behind this seam: it runs the higher-order IR, before anything has been compiled.
package target

import (
	"slices"
	"sync"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/plan"
)

// Target makes kernels runnable. It may be used by several goroutines at once.
type Target interface {
	// Compile takes kernels of the loops level, which it may change. Their names are unique. The error is the reason why the function
	// stays plain Go; where it is about a place in the program it begins with file:line:col.
	Compile(kernels []*ir.Func, o *Options) (*Code, error)
}

// Options are what every target can do.
type Options struct {
	DontLoad bool // generate code, but don't make it runnable: Kernels may be empty
	Verify   bool // check the IR's level after every pass, and have no slower code stand in for what an internal error has spoilt

	// Dump, if not nil, is told each stage of each kernel; the text is made only if asked for.
	Dump func(stage, name string, text func() string)
}

// Code is what a target has made of kernels.
type Code struct {
	Kernels map[string]*plan.Kernel // by name
	Machine string                  // what it was compiled for, as Status shows it: "avx512", "c (gcc 12.2.0)"
	Notes   []ir.Note
	Bytes   int // of machine code, where that is known

	Internal []error // mistakes of the target's own, for which slower code stands in
}

// A maker makes a target for the machine at hand, or says in one line why it can't be used.
type maker func() (Target, error)

var registry struct {
	sync.Mutex
	names  []string
	makers map[string]maker
}

// Register makes a target known by the name with which HONE selects it. It is called in the initialisation of packages; mk is called
// for every function that is compiled.
func Register(name string, mk func() (Target, error)) {
	registry.Lock()
	defer registry.Unlock()
	if registry.makers == nil {
		registry.makers = map[string]maker{}
	}
	if registry.makers[name] == nil {
		registry.names = append(registry.names, name)
	}
	registry.makers[name] = mk
}

// Names lists the registered targets, in the order of their registration.
func Names() []string {
	registry.Lock()
	defer registry.Unlock()
	return slices.Clone(registry.names)
}

// Find gives a target by name. If it is not registered, ok is false; the error says why it can't be used here.
func Find(name string) (t Target, ok bool, err error) {
	registry.Lock()
	mk := registry.makers[name]
	registry.Unlock()
	if mk == nil {
		return nil, false, nil
	}
	t, err = mk()
	return t, true, err
}
