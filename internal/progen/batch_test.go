package progen_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/child"
	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/gen"
	"github.com/hone-go/hone/internal/progen"
	"github.com/hone-go/hone/internal/seeds"
	"github.com/hone-go/hone/internal/source"
)

// driver is the program that runs generated functions as plain Go and compares, without its functions inputs and effort, and like, the name
// that decides what is tried of all programs, if not its own.
const driver = `package main

import (
	"cmp"
	"hash/crc32"
	"log"
	"math/rand"
	"reflect"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/progen"
	"github.com/hone-go/hone/internal/progen/generated"
)

func main() {
	job, err := difftest.JobFromEnv()
	if err == nil {
		err = job.Work(check)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func check(name string, u difftest.Unit, e difftest.Effort) []string {
	if u.Reasons != "" {
		return []string{"is not compiled: " + u.Reasons}
	}
	m, err := ir.Parse(u.Text)
	if err != nil {
		return []string{"the shipped text does not parse: " + err.Error()}
	}
	t := reflect.TypeOf(generated.Funcs[name])
	p := &difftest.Program{
		Name: name, Like: like, Module: m, Entry: u.Entry, Fn: generated.Funcs[name], Type: t, FMATol: -1,
		Inputs: func(r *rand.Rand, size int) []any { return inputs(t, r, size) },
	}
	// Each meets two of the targets and some sizes, which its name decides: others meet others.
	r := rand.New(rand.NewSource(int64(crc32.ChecksumIEEE([]byte(cmp.Or(like, name))))))
	effort(&e, r)
	e.Targets = difftest.Some(e.Targets, r)
	failures, err := p.Check(e)
	if err != nil {
		return []string{"is not compiled: " + err.Error()}
	}
	return failures
}
`

// kind is a kind of generated functions.
type kind struct {
	pack     func(name string, seeds []uint64, function func(seed uint64) string) string
	function func(seed uint64, size int) string
	driver   string // inputs and effort

	asCompiled bool // what the Go compiler's optimisations do to a function is part of what is compared
}

var programs = kind{progen.Package, progen.Function, `
func inputs(t reflect.Type, r *rand.Rand, size int) []any { return progen.Inputs(t, r, size) }

func effort(e *difftest.Effort, r *rand.Rand) {
	e.Sizes, e.Large = nil, 70
	for _, some := range [][]int{{0, 1, 2}, {3, 5, 7, 8, 9}, {16, 17, 33}, {64, 70, 81}, {130, 257, 500}} {
		e.Sizes = append(e.Sizes, some[r.Intn(len(some))])
	}
	e.InterpSizes = e.Sizes[:3]
	if r.Intn(3) == 0 {
		e.InterpSizes = e.Sizes[:4]
	}
}
`, false}

// pictures are functions that consist of pipelines.
var (
	pictures = kind{progen.Package, progen.Staged, programs.driver, false}
	stacks   = kind{progen.Package, progen.Stacked, programs.driver, false}
	tables   = kind{progen.Package, progen.Tabled, programs.driver, false}
)

var orders = kind{progen.OrderedPackage, progen.Ordered, `
func inputs(t reflect.Type, r *rand.Rand, _ int) []any { return progen.OrderedInputs(t, r) }

func effort(e *difftest.Effort, r *rand.Rand) {
	e.Sizes = nil
	for i := range 15 { // not that the size matters
		e.Sizes = append(e.Sizes, i)
	}
	e.InterpSizes = e.Sizes
}
`, true}

var bordered = kind{progen.BorderedPackage, progen.Bordered, `
func inputs(t reflect.Type, r *rand.Rand, size int) []any { return progen.BorderInputs(t, r, size) }

func effort(e *difftest.Effort, r *rand.Rand) {
	e.Sizes, e.Large = nil, 70
	for _, some := range [][]int{{5, 6, 7}, {8, 9, 15}, {16, 17, 33}, {64, 70, 81}} {
		e.Sizes = append(e.Sizes, some[r.Intn(len(some))])
	}
	e.InterpSizes = e.Sizes
}
`, false}

var calling = kind{progen.CalledPackage, progen.Called, bordered.driver, false}

// TestBatch compares random functions as plain Go, interpreted and compiled, for some seconds. The seeds are the same every time, unless
// the environment gives others or more time (package seeds); PROGEN_SIZE is the size of all (else the seeds decide).
func TestBatch(t *testing.T) { programs.test(t) }

// TestStaged does the same for functions that consist of pipelines.
func TestStaged(t *testing.T) { pictures.test(t) }

// TestStacked does the same for loops whose iterations append.
func TestStacked(t *testing.T) { stacks.test(t) }

// TestTabled does the same for loops over rows that the function makes.
func TestTabled(t *testing.T) { tables.test(t) }

// TestOrdered does the same for functions about the order of evaluation. What the Go compiler makes of them is the only authority: the interpreter gets the
// same IR from the front end as the compiler.
func TestOrdered(t *testing.T) { orders.test(t) }

// TestBordered does the same for functions about what is at the border: structs with slices, rows, strings, pointers, errors.
func TestBordered(t *testing.T) { bordered.test(t) }

func (k kind) test(t *testing.T) {
	p, err := progen.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	limit, fixed := 7*time.Second, 0
	if testing.Short() {
		limit = 3 * time.Second
	}
	first, limit := seeds.Range(t, 1000, limit)
	if text := os.Getenv("PROGEN_SIZE"); text != "" {
		if fixed, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	perBatch, inC := 60, 8
	if limit > time.Minute { // half of the time would go into linking, and half of the rest into gcc
		perBatch, inC = 600, 32
	}
	n := 0
	defer func() { t.Logf("%d programs", n) }()
	draw := func(at int) chan *batch { // while another one runs
		b := &batch{kind: k, quick: at%4 > 0, dir: t.TempDir(), inC: inC}
		b.text = func(seed uint64) string { return k.function(seed, fixed) }
		for i := range perBatch {
			b.seeds = append(b.seeds, first+uint64(at*perBatch+i))
		}
		ready := make(chan *batch, 1)
		go func() {
			b.err = b.make(p)
			ready <- b
		}()
		return ready
	}
	var failed []failed
	next := draw(0)
	for at, start := 1, time.Now(); next != nil; at++ {
		b := <-next
		if b.err != nil {
			t.Fatal(b.err)
		}
		next = nil
		if time.Since(start) < limit {
			next = draw(at)
		}
		failed = append(failed, b.check(t)...)
		n += perBatch
	}
	for _, f := range failed[:min(len(failed), 3)] {
		text, failures := f.batch.shrink(t, p, f.seed, f.failures)
		t.Logf("seed %d made smaller: %s\n%s", f.seed, strings.Join(failures, "\n"), text)
	}
}

// TestCalled does the same for functions about what they call: methods of interface values, recursion, function values, plain Go.
func TestCalled(t *testing.T) { calling.test(t) }

// failed is a function that fails.
type failed struct {
	batch    *batch
	seed     uint64
	failures []string
}

// batch are functions that are built and run together.
type batch struct {
	kind
	seeds []uint64
	text  func(seed uint64) string
	like  string // see driver
	inC   int    // every how many functions one is compiled with the C compiler as well
	quick bool   // the Go compiler and the C compiler optimise little
	dir   string
	units map[string]difftest.Unit
	exe   string
	err   error
}

// make has the front end and the Go compiler translate the functions.
func (b *batch) make(p *source.Program) error {
	text := b.pack("generated", b.seeds, b.text)
	hs, err := progen.TranslateText(p, text, b.seeds)
	if err != nil {
		return err
	}
	b.units = map[string]difftest.Unit{}
	for _, h := range hs {
		b.units[h.Name] = difftest.UnitOf(h)
	}
	var flags []string
	if b.quick && !b.asCompiled {
		flags = []string{"-gcflags=./generated=-N -l -dwarf=false"}
	}
	var items []gen.Item
	for _, h := range hs {
		items = append(items, gen.Item{Honed: h})
	}
	recipes := []byte("package generated\n")
	if slices.ContainsFunc(hs, func(h *source.Honed) bool { return len(h.Recipes)+len(h.Foreign) > 0 }) {
		if recipes, err = gen.Recipes(items); err != nil {
			return err
		}
	}
	b.exe, err = build(b.dir, text, string(recipes), fmt.Sprintf("%s%s\nconst like = %q\n", driver, b.driver, b.like), flags...)
	return err
}

// run runs the functions.
func (b *batch) run(t *testing.T) (map[string]difftest.Result, error) {
	job := difftest.Job{Parts: runtime.NumCPU(), InC: b.inC}
	if !b.quick {
		job.EagerC = 1
	}
	results, err := difftest.RunJobs(b.dir, job, b.units, func() *exec.Cmd { return child.Command(t.Context(), b.exe) })
	return results, errors.Join(err, os.RemoveAll(b.dir))
}

// check runs the functions and reports what fails.
func (b *batch) check(t *testing.T) (all []failed) {
	results, err := b.run(t)
	if err != nil {
		t.Error(err)
	}
	for _, s := range b.seeds {
		r, ok := results[fmt.Sprint("H", s)]
		if !ok {
			t.Errorf("seed %d: was not run", s)
		}
		for i, f := range r.Failures {
			t.Errorf("seed %d: %s", s, f)
			if i == 0 {
				t.Log(b.text(s))
				all = append(all, failed{b, s, r.Failures})
			}
		}
	}
	return all
}

// build makes the driver; the go command sees the generated files in this module although they are not there.
func build(dir, text, recipes, driver string, flags ...string) (exe string, err error) {
	here, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, text := range map[string]string{"generated/generated.go": text, "generated/recipes.go": recipes, "driver/main.go": driver} {
		file := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return "", err
		}
		overlay.Replace[filepath.Join(here, filepath.FromSlash(name))] = file
	}
	data, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return "", err
	}
	exe = filepath.Join(dir, "driver.exe")
	args := append([]string{"build", "-overlay", file, "-ldflags=-s -w", "-o", exe}, flags...)
	if out, err := exec.Command("go", append(args, "./driver")...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return exe, nil
}
