package difftest_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/testdata/programs"
)

// TestPrograms compares plain Go, the interpreter and compiled code over the corpus. The work is done in child processes, because wrong
// machine code may crash or hang; -v shows the time of each program.
func TestPrograms(t *testing.T) {
	if w := workerFromEnv(); w != nil {
		w.work(t)
		return
	}
	results := runWorkers(t, "TestPrograms")
	for _, c := range programs.Cases {
		t.Run(c.Name, func(t *testing.T) {
			r, ok := results[c.Name]
			if !ok {
				t.Fatal("was not run")
			}
			for _, f := range r.Failures {
				t.Error(f)
			}
			if testing.Verbose() {
				t.Logf("%d ms", r.Millis)
			}
		})
	}
}

// checkCase lists what is wrong with a program.
func checkCase(u unit, c programs.Case, effort difftest.Effort) []string {
	if u.Entry == "" {
		return []string{"no variable of this name is made by hone.Func"}
	}
	var err error
	var failures []string
	if u.Reasons != "" {
		err = errors.New(u.Reasons)
	} else {
		m, parseErr := ir.Parse(u.Text)
		if parseErr != nil {
			return []string{"the shipped text does not parse: " + parseErr.Error()}
		}
		p := &difftest.Program{
			Name: c.Name, Module: m, Entry: u.Entry, Fn: c.Fn, Type: reflect.TypeOf(c.Fn),
			Inputs: c.Inputs, MaxSize: c.MaxSize, Tol: c.Tol, Nested: c.Nested, FMATol: c.FMATol,
		}
		failures, err = p.Check(effort)
	}
	switch {
	case err == nil && c.Plain != "":
		return append(failures, "is compiled, but is said to stay plain Go: "+c.Plain)
	case err != nil && c.Plain == "":
		return []string{"is not compiled: " + err.Error()}
	case err != nil && !strings.Contains(err.Error(), c.Plain):
		return []string{"is not compiled, but not because of " + c.Plain + ": " + err.Error()}
	}
	return failures
}
