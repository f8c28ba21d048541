// Package programs is a corpus of honed functions, small and medium, that cover hone's subset of Go: every operation and type, every
// form of control flow, and programs as people write them. The tests run each of them as plain Go, interpreted, and compiled for
// every instruction set, and compare.
//
// To add one: write the function, make it a variable with hone.Func, and add it to the table at the end of its file with a generator
// for each argument (see inputs.go).
package programs

import "math/rand"

// Case is one program with what the tests have to know of it.
type Case struct {
	Name  string // of the honed variable
	Fn    any    // the plain function
	Honed any    // the variable, a *hone.Fn

	// Inputs makes arguments for a call. Size is the length of slices, or what else fits the program.
	Inputs func(r *rand.Rand, size int) []any

	MaxSize int     // larger sizes would take too long; 0: none would
	Tol     float64 // tolerated difference of floats, relative to the larger of 1 and the values; 0: none
	FMATol  float64 // the same where products and sums may be fused; 0: a default; negative: don't compare
	Forks   bool    // plain Go runs goroutines: a panic in one ends the process
	Plain   string  // not empty: the program is not compiled, for a reason that contains this text
}

// Cases lists all programs.
var Cases []Case

type option func(*Case)

func add(name string, fn, honed any, inputs func(r *rand.Rand, size int) []any, options ...option) {
	c := Case{Name: name, Fn: fn, Honed: honed, Inputs: inputs}
	for _, o := range options {
		o(&c)
	}
	Cases = append(Cases, c)
}

// upTo bounds the size of inputs.
func upTo(size int) option { return func(c *Case) { c.MaxSize = size } }

// tol is for programs that call elementary functions, which differ in the last bits from package math's.
func tol(t float64) option { return func(c *Case) { c.Tol = t } }

// plain is for programs that are not compiled.
func plain(reason string) option { return func(c *Case) { c.Plain = reason } }

// forks is for programs with goroutines.
func forks(c *Case) { c.Forks = true }

// fmaTol is for programs that magnify the differences that fusing makes.
func fmaTol(t float64) option { return func(c *Case) { c.FMATol = t } }

// chaotic is for programs in which those differences can make any difference: they decide where control goes, or what an integer is.
func chaotic(c *Case) { c.FMATol = -1 }
