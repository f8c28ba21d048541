package progen_test

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/child"
	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/progen"
	"github.com/hone-go/hone/internal/source"
)

// driver is the program that runs generated functions as plain Go and compares, without its functions inputs and sizes.
const driver = `package main

import (
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
		Name: name, Module: m, Entry: u.Entry, Fn: generated.Funcs[name], Type: t, FMATol: -1,
		Inputs: func(r *rand.Rand, size int) []any { return inputs(t, r, size) },
	}
	sizes(&e)
	failures, err := p.Check(e)
	if err != nil {
		return []string{"is not compiled: " + err.Error()}
	}
	return failures
}
`

// kind is a kind of generated functions.
type kind struct {
	pack     func(name string, seeds []uint64, size int) string
	function func(seed uint64, size int) string
	driver   string // inputs and sizes
}

var programs = kind{progen.Package, progen.Function, `
func inputs(t reflect.Type, r *rand.Rand, size int) []any { return progen.Inputs(t, r, size) }

func sizes(e *difftest.Effort) {
	e.InterpSizes = []int{0, 1, 2, 7, 8, 16, 33, 70}
	e.Sizes, e.Large = append(e.InterpSizes, 500), 70
}
`}

var orders = kind{progen.OrderedPackage, progen.Ordered, `
func inputs(t reflect.Type, r *rand.Rand, _ int) []any { return progen.OrderedInputs(t, r) }

func sizes(e *difftest.Effort) {
	e.Sizes = nil
	for i := range 15 { // not that the size matters
		e.Sizes = append(e.Sizes, i)
	}
	e.InterpSizes = e.Sizes
}
`}

// TestBatch compares random functions as plain Go, interpreted and compiled, for some seconds. The seeds are the same every time;
// PROGEN_SEED gives the first, PROGEN_TIME how long to go on (as for time.ParseDuration), PROGEN_SIZE the size of all (else it varies).
func TestBatch(t *testing.T) { programs.test(t) }

// TestOrdered does the same for functions about the order of evaluation. What the Go compiler makes of them is the only authority: the interpreter gets the
// same IR from the front end as the compiler.
func TestOrdered(t *testing.T) { orders.test(t) }

func (k kind) test(t *testing.T) {
	p, err := progen.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	first, limit, fixed := uint64(1000), 10*time.Second, 0
	if testing.Short() {
		limit = 3 * time.Second
	}
	if text := os.Getenv("PROGEN_SEED"); text != "" {
		if err := json.Unmarshal([]byte(text), &first); err != nil {
			t.Fatal(err)
		}
	}
	if text := os.Getenv("PROGEN_SIZE"); text != "" {
		if fixed, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	if text := os.Getenv("PROGEN_TIME"); text != "" {
		if limit, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	const perBatch = 40
	n := 0
	for start := time.Now(); time.Since(start) < limit; n += perBatch {
		seeds := make([]uint64, perBatch)
		for i := range seeds {
			seeds[i] = first + uint64(n+i)
		}
		k.batch(t, p, seeds, cmp.Or(fixed, 3+n/perBatch%5*7))
	}
	t.Logf("%d programs", n)
}

// batch compares the functions of some seeds.
func (k kind) batch(t *testing.T, p *source.Program, seeds []uint64, size int) {
	text := k.pack("generated", seeds, size)
	hs, err := progen.TranslateText(p, text, seeds)
	if err != nil {
		t.Fatal(err)
	}
	units := map[string]difftest.Unit{}
	for _, h := range hs {
		units[h.Name] = difftest.UnitOf(h)
	}
	dir := t.TempDir()
	exe := build(t, dir, text, driver+k.driver)
	results, err := difftest.RunJobs(dir, difftest.Job{Parts: 2}, units, func() *exec.Cmd { return child.Command(t.Context(), exe) })
	if err != nil {
		t.Error(err)
	}
	for i, h := range hs {
		for j, f := range results[h.Name].Failures {
			t.Errorf("seed %d size %d: %s", seeds[i], size, f)
			if j == 0 {
				t.Log(k.function(seeds[i], size))
			}
		}
		if _, ok := results[h.Name]; !ok {
			t.Errorf("seed %d size %d: was not run", seeds[i], size)
		}
	}
}

// build makes the driver; the go command sees the generated files in this module although they are not there.
func build(t *testing.T, dir, text, driver string) (exe string) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, text := range map[string]string{"generated/generated.go": text, "driver/main.go": driver} {
		file := filepath.Join(dir, filepath.Base(filepath.Dir(name))+".go")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[filepath.Join(here, filepath.FromSlash(name))] = file
	}
	data, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	exe = filepath.Join(dir, "driver.exe")
	if out, err := exec.Command("go", "build", "-overlay", file, "-o", exe, "./driver").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exe
}
