package difftest_test

import (
	"cmp"
	"errors"
	"flag"
	"maps"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hone-go/hone/internal/child"
	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
	"github.com/hone-go/hone/internal/source"
	"github.com/hone-go/hone/testdata/programs"
)

// TestPrograms compares plain Go, the interpreter and compiled code over the corpus, for each program in a share of sizes and targets (Effort.Share). -v
func TestPrograms(t *testing.T) {
	inPart := func(c programs.Case, u difftest.Unit, e difftest.Effort) []string {
		if !testing.Short() {
			e = e.Share(c.Name)
		}
		return checkCase(c, u, e)
	}
	results := runCorpus(t, corpusRun{work: inPart, short: testing.Short(), inC: true})
	if results == nil {
		return
	}
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

// corpusRun is a test of programs of the corpus, in child processes that run the same test.
type corpusRun struct {
	work    func(c programs.Case, u difftest.Unit, e difftest.Effort) []string // lists what is wrong with a program
	takes   func(c programs.Case) bool                                         // which programs; nil: all, or those that -run names
	short   bool                                                               // see difftest.Job
	timeout string                                                             // of a child
	inC     bool                                                               // with the C compiler as well
}

// runCorpus runs the programs and gives what came of each. In a child it does the child's work, and gives nil.
func runCorpus(t *testing.T, run corpusRun) map[string]difftest.Result {
	job, err := difftest.JobFromEnv()
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]programs.Case{}
	for _, c := range programs.Cases {
		if _, double := cases[c.Name]; double {
			t.Errorf("%s is in the corpus twice", c.Name)
		}
		cases[c.Name] = c
	}
	if job != nil {
		err := job.Work(func(name string, u difftest.Unit, e difftest.Effort) []string { return run.work(cases[name], u, e) })
		if err != nil {
			t.Fatal(err)
		}
		return nil
	}
	if run.short != testing.Short() {
		t.Skip("SKIPPED: takes some seconds")
	}
	for _, what := range difftest.Missing() {
		t.Log(what)
	}
	units := loadCorpus(t)
	for name := range units {
		c, ok := cases[name]
		if !ok {
			t.Errorf("%s is not in Cases", name)
		}
		if run.takes != nil && !run.takes(c) {
			delete(units, name)
		}
	}
	sub := named()
	all := difftest.Job{Parts: 2, Short: run.short, Filter: sub}
	if run.inC {
		all.InC, all.EagerC = 3, 4 // the C compiler takes more than half of the time, where nothing is in the cache, and twice that if it optimises all
		if sub != "" {
			all.InC = 1
		}
	}
	results, err := difftest.RunJobs(t.TempDir(), all, units, func() *exec.Cmd {
		return child.Command(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.timeout="+cmp.Or(run.timeout, "15m"))
	})
	if err != nil {
		t.Error(err)
	}
	for name := range units {
		if _, ok := results[name]; !ok && sub == "" {
			t.Errorf("%s was not run", name)
		}
	}
	return results
}

// named is what -run says of the programs, or nothing.
func named() string {
	_, sub, _ := strings.Cut(flag.Lookup("test.run").Value.String(), "/")
	return sub
}

// inShare reports whether a program is in the share that a test which takes long gives to one run; those that -run names are.
func inShare(test string, c programs.Case, of uint64) bool {
	return named() != "" || seeds.Share(test+" "+c.Name, of)
}

// report fails the test for what is wrong with each program.
func report(t *testing.T, results map[string]difftest.Result) {
	for _, name := range slices.Sorted(maps.Keys(results)) {
		for _, f := range results[name].Failures {
			t.Errorf("%s: %s", name, f)
		}
	}
}

// corpus is what the front end makes of the corpus.
var corpus = sync.OnceValues(func() (map[string]difftest.Unit, error) {
	prog, err := source.Load("../..", []string{"./testdata/programs"}, source.Options{})
	if err != nil {
		return nil, err
	}
	units := map[string]difftest.Unit{}
	for _, h := range prog.Funcs() {
		units[h.Name] = difftest.UnitOf(h)
	}
	return units, nil
})

// loadCorpus gives a copy of the corpus.
func loadCorpus(t *testing.T) map[string]difftest.Unit {
	units, err := corpus()
	if err != nil {
		t.Fatal(err)
	}
	return maps.Clone(units)
}

// checkCase lists what is wrong with a program.
func checkCase(c programs.Case, u difftest.Unit, effort difftest.Effort) []string {
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
			Inputs: c.Inputs, MaxSize: c.MaxSize, Tol: c.Tol, FMATol: c.FMATol,
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
