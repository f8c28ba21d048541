// Command campaign runs hone's generators of random programs for as long as one likes, each from a seed of its own:
//
//	go run ./internal/campaign -time 10m [-seed N] [-only REGEXP] [-j N] [-dir DIR]
//
// A generator is a test that takes a seed and a time from its environment (HONE_SEED, HONE_RANDOM_TIME), and says how many programs it
// has tried. The generators take turns, in slices of time; what a program breaks is the process of its slice, at most. A slice that fails
// leaves its output, with the seed, the program and what was tried to make it smaller, in a file, and the generator goes on from another
// seed. The exit status is 1 if a slice has failed, 2 if the command can't do what it's asked to.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"sync"
	"time"
)

// generator is a test that draws programs.
type generator struct {
	name, pkg, test string
	share           int // of the time
}

// generators are all there are. Their shares go by what they find and by how long a program takes.
var generators = []generator{
	{"go", "./internal/progen", "TestBatch", 10},                       // whole Go programs: plain Go, interpreter, machine code, C
	{"order", "./internal/progen", "TestOrdered", 2},                   // the same about the order of evaluation
	{"border", "./internal/progen", "TestBordered", 4},                 // the same with structs, pointers, rows, strings and errors at the border
	{"stacks", "./internal/progen", "TestStacked", 3},                  // the same about slices that grow in iterations
	{"tables", "./internal/progen", "TestTabled", 3},                   // the same about rows that functions make
	{"called", "./internal/progen", "TestCalled", 3},                   // the same about interface values, recursion, function values and calls of plain Go
	{"machine", "./internal/pipeline", "TestRandom", 4},                // residual functions: interpreter, machine code
	{"mixed", "./internal/pipeline", "TestMixed", 2},                   // the same with integers of all widths
	{"lanes", "./internal/simd", "TestRandom", 2},                      // the interpreter on the residual, loops and lanes levels
	{"passes", "./internal/opt", "TestRandom", 2},                      // each pass over residual code
	{"carried", "./internal/opt", "TestRandomCarried", 1},              // loops that carry values which follow from each other
	{"narrow", "./internal/opt", "TestNarrowRandom", 1},                // integers in lanes, narrow and wide
	{"rounds", "./internal/sched", "TestRandomRounds", 1},              // loops that count or search, in rounds
	{"schedules", "./internal/sched", "TestRandomSchedules", 1},        // legal steps, drawn
	{"windows", "./internal/sched", "TestRandomWindows", 1},            // loops that begin and end where indices say
	{"sums", "./internal/sched", "TestRandomSums", 1},                  // nests of loops that sum up
	{"accumulations", "./internal/sched", "TestRandomAccumulation", 1}, // the same in memory
	{"places", "./internal/sched", "TestRandomPlaces", 1},              // loops that read at places they compute
	{"running", "./internal/pipeline", "TestRunning", 1},               // running sums, counts and places
	{"compact", "./internal/pipeline", "TestCompactLoops", 1},          // loops that keep some elements
	{"sweeps", "./internal/pipeline", "TestTimeLoops", 1},              // several time steps in one sweep
	{"checks", "./internal/simd", "TestRandomChecks", 1},               // checks on data, in lanes
	{"words", "./internal/simd", "TestRandomWords", 1},                 // words put together from bytes
	{"specialize", "./internal/eval", "TestRandom", 1},                 // partial evaluation
}

// tally is what became of a generator.
type tally struct {
	programs, failures int
	cpu                time.Duration
}

type campaign struct {
	dir   string // for failures
	bin   string // for the tests' programs
	slice time.Duration
	rand  *rand.Rand

	mu      sync.Mutex
	tallies map[string]*tally
	spent   map[string]time.Duration // of the time that shares are of
}

func main() {
	log.SetFlags(0)
	limit := flag.Duration("time", 10*time.Minute, "how long to go on")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "where to begin; a fresh one if not given")
	only := flag.String("only", "", "regular expression for the generators' names")
	jobs := flag.Int("j", runtime.NumCPU(), "how many generators run at a time")
	dir := flag.String("dir", "", "where failures are written to (a temporary directory if not given)")
	flag.Parse()
	if flag.NArg() > 0 || *limit <= 0 || *jobs <= 0 {
		flag.Usage()
		os.Exit(2)
	}
	failed, err := run(*limit, *seed, *only, *jobs, *dir)
	if err != nil {
		log.Print(err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

func run(limit time.Duration, seed uint64, only string, jobs int, dir string) (failed bool, err error) {
	filter, err := regexp.Compile(only)
	if err != nil {
		return false, err
	}
	var gs []generator
	for _, g := range generators {
		if filter.MatchString(g.name) {
			gs = append(gs, g)
		}
	}
	if len(gs) == 0 {
		return false, fmt.Errorf("no generator's name matches %q", only)
	}
	if dir == "" {
		if dir, err = os.MkdirTemp("", "campaign"); err != nil {
			return false, err
		}
		defer os.Remove(dir) // which it can if nothing failed
	} else if err := os.MkdirAll(dir, 0o755); err != nil {
		return false, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return false, err
	}
	bin, err := os.MkdirTemp("", "campaign-bin")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(bin)
	c := &campaign{
		dir: dir, bin: bin, slice: min(max(limit/20, 10*time.Second), 5*time.Minute), rand: rand.New(rand.NewPCG(seed, 0)),
		tallies: map[string]*tally{}, spent: map[string]time.Duration{},
	}
	for _, g := range gs {
		c.tallies[g.name] = &tally{}
	}
	fmt.Printf("seed %d, %v, %d at a time; failures go to %s\n", seed, limit, jobs, dir)
	if err := c.build(gs); err != nil {
		return false, err
	}
	end := time.Now().Add(limit)
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for left := limit; left > 0; left = time.Until(end) {
				g := c.next(gs)
				c.run(g, min(c.slice, left))
			}
		})
	}
	wg.Wait()
	return c.report(gs), nil
}

// build makes the tests' programs.
func (c *campaign) build(gs []generator) error {
	done := map[string]bool{}
	for _, g := range gs {
		if done[g.pkg] {
			continue
		}
		done[g.pkg] = true
		if out, err := exec.Command("go", "test", "-c", "-o", c.binary(g), g.pkg).CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
	}
	return nil
}

func (c *campaign) binary(g generator) string {
	return filepath.Join(c.bin, filepath.Base(g.pkg)+".test.exe")
}

// next is the generator that has had the least of its share.
func (c *campaign) next(gs []generator) generator {
	c.mu.Lock()
	defer c.mu.Unlock()
	best := gs[0]
	for _, g := range gs {
		if c.spent[g.name]/time.Duration(g.share) < c.spent[best.name]/time.Duration(best.share) {
			best = g
		}
	}
	c.spent[best.name] += c.slice
	return best
}

// grace is what a slice may take beyond its time: to finish a program, and to make one that fails smaller.
const grace = 10 * time.Minute

var counted = regexp.MustCompile(`(?m)(\d+) programs$`)

// run gives a generator some time.
func (c *campaign) run(g generator, slice time.Duration) {
	c.mu.Lock()
	seed := c.rand.Uint64() >> 16 // the seeds of a slice follow each other
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), slice+grace)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.binary(g), "-test.v", "-test.run=^"+g.test+"$", "-test.timeout=0")
	cmd.Dir = filepath.FromSlash(g.pkg)
	cmd.Env = append(os.Environ(), fmt.Sprint("HONE_SEED=", seed), fmt.Sprint("HONE_RANDOM_TIME=", slice))
	if os.Getenv("GOGC") == "" {
		cmd.Env = append(cmd.Env, "GOGC=400") // a fifth of the time would go into collections, in compilers as well
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = 10 * time.Second // a child of its own may have its output
	err := cmd.Run()
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.tallies[g.name]
	if m := counted.FindAllSubmatch(out.Bytes(), -1); m != nil {
		n, _ := strconv.Atoi(string(m[len(m)-1][1]))
		t.programs += n
	} else if err == nil { // no such test?
		err = errors.New("it doesn't say how many programs it has tried")
	}
	if p := cmd.ProcessState; p != nil {
		t.cpu += p.UserTime() + p.SystemTime()
	}
	if err == nil {
		return
	}
	t.failures++
	file := filepath.Join(c.dir, fmt.Sprintf("%s-%d.txt", g.name, seed))
	text := fmt.Sprintf("HONE_SEED=%d HONE_RANDOM_TIME=%v go test %s -run '^%s$'\n%v\n\n%s", seed, slice, g.pkg, g.test, err, out.Bytes())
	fmt.Printf("FAILED: %s, seed %d: %v: %s\n", g.name, seed, err, file)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		fmt.Println(err, "\n", text)
	}
}

// report prints the tallies.
func (c *campaign) report(gs []generator) (failed bool) {
	fmt.Printf("%-12s %10s %10s %14s %12s\n", "generator", "programs", "failures", "machine time", "per program")
	var all tally
	line := func(name string, t *tally) {
		each := t.cpu / time.Duration(max(t.programs, 1))
		fmt.Printf("%-12s %10d %10d %14v %12v\n", name, t.programs, t.failures, t.cpu.Round(time.Second), each.Round(10*time.Microsecond))
	}
	for _, g := range gs {
		t := c.tallies[g.name]
		line(g.name, t)
		all.programs += t.programs
		all.failures += t.failures
		all.cpu += t.cpu
	}
	line("all", &all)
	return all.failures > 0
}
