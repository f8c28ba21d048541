// Command vmath measures the elementary functions in honed loops, on AVX-512 and on AVX2, beside package math and beside glibc's
// vector functions: time per element, and the greatest error in units in the last place.
//
//	cd bench
//	go tool hone run ./vmath                 # all functions, about a minute
//	go tool hone run ./vmath -f Exp,Sin      # some
//	go tool hone run ./vmath -table          # as the table in vmath's documentation, where it goes when that changes
//
// The peers need gcc with glibc 2.35 or newer, the errors gcc's libquadmath (apt-get install gcc libc6-dev). Without them the program
// says so and goes on.
package main

import (
	"embed"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// seed is where the arguments come from.
var seed uint64

//go:embed peers
var peerFiles embed.FS

func main() {
	names := flag.String("f", "", "only these functions, separated by commas")
	rounds := flag.Int("rounds", 7, "how often all contenders take their turns")
	table := flag.Bool("table", false, "print the table of vmath's documentation")
	worst := flag.Bool("worst", false, "print the arguments with the greatest errors")
	flag.Uint64Var(&seed, "seed", 1, "draw other arguments")
	child := flag.String("serve", "", "internal: honed or plain")
	flag.Parse()
	err := func() error {
		if *child != "" {
			return serve(*child == "plain", os.Stdin, os.Stdout)
		}
		return measure(*names, *rounds, *table, *worst)
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, "vmath:", err)
		os.Exit(1)
	}
}

// A contender computes the functions in its own way.
type contender struct {
	name  string
	inC   bool
	child *child
}

// A field is all contenders and what they share.
type field struct {
	dir        string
	contenders []*contender
	judge      string // program that finds errors, "" if it could not be built
}

func note(format string, args ...any) { fmt.Fprintf(os.Stderr, "vmath: "+format+"\n", args...) }

// assemble starts all contenders that this machine can have.
func assemble(dir string) (*field, error) {
	f := &field{dir: dir}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	add := func(name string, inC bool, env []string, argv ...string) {
		c, err := start(env, argv...)
		if err != nil {
			note("%s: %v", name, err)
			return
		}
		f.contenders = append(f.contenders, &contender{name, inC, c})
	}
	flags, _ := os.ReadFile("/proc/cpuinfo")
	wide := strings.Contains(string(flags), "avx512f")
	if wide {
		add("AVX-512", false, []string{"HONE_THREADS=1", "HONE_ISA=avx512"}, self, "-serve", "honed")
	}
	add("AVX2", false, []string{"HONE_THREADS=1", "HONE_ISA=avx2"}, self, "-serve", "honed")
	add("math", false, nil, self, "-serve", "plain")
	if err := os.CopyFS(dir, peerFiles); err != nil {
		return nil, err
	}
	fast := []string{"-std=gnu11", "-O3", "-march=native", "-ffast-math"}
	if wide {
		if exe := f.build("glibc512", "vmath.c", append(fast, "-mprefer-vector-width=512")...); exe != "" {
			add("glibc", true, nil, exe)
		}
	}
	if exe := f.build("glibc256", "vmath.c", append(fast, "-mno-avx512f")...); exe != "" {
		add("glibc AVX2", true, nil, exe)
	}
	f.judge = f.build("judge", "judge.c", "-O2")
	return f, nil
}

// build compiles a C program; "" if that can't be done. It links without the flags: -ffast-math would make the program
// take subnormal numbers for 0.
func (f *field) build(name, source string, flags ...string) string {
	exe, object := filepath.Join(f.dir, name), filepath.Join(f.dir, name+".o")
	compile := append([]string{"-c", "-o", object, filepath.Join(f.dir, "peers", source)}, flags...)
	for _, args := range [][]string{compile, {"-o", exe, object, "-lquadmath", "-lm"}} {
		if msg, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			first, _, _ := strings.Cut(string(msg), "\n")
			note("going on without %s: gcc: %v %s", name, err, first)
			return ""
		}
	}
	return exe
}

func (f *field) close() {
	for _, c := range f.contenders {
		c.child.close()
	}
}

func measure(names string, rounds int, table, worst bool) error {
	dir, err := os.MkdirTemp("", "hone-vmath-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	f, err := assemble(dir)
	if err != nil {
		return err
	}
	defer f.close()
	r, err := newReport(f, os.Stdout, table, worst)
	if err != nil {
		return err
	}
	for _, fn := range functions {
		if names != "" && !strings.Contains(","+names+",", ","+fn.name+",") {
			continue
		}
		for _, bits := range []int{64, 32} {
			if bits == 32 && fn.f32.honed == nil {
				continue
			}
			row, err := f.row(fn, bits, rounds)
			if err != nil {
				return err
			}
			r.add(fn, bits, row)
		}
	}
	return nil
}

// A result is what a contender did with a function: NaN where there is none.
type result struct {
	ns, ulps float64
	at       string
}

// row lets all contenders compute a function.
func (f *field) row(fn *function, bits, rounds int) ([]result, error) {
	row := make([]result, len(f.contenders))
	const n = 4096
	args := filepath.Join(f.dir, "args")
	if err := writeArgs(args, bits, n, fn.usualArg, fn.usualArg); err != nil {
		return nil, err
	}
	reps := make([]int64, len(row))
	for i, c := range f.contenders {
		row[i] = result{math.NaN(), math.NaN(), ""}
		ok, err := c.load(fn, bits, n, args)
		if err != nil {
			return nil, err
		}
		if ok {
			t, err := c.child.ask("time 3")
			if err != nil {
				return nil, err
			}
			reps[i] = max(1, 1e6/max(1, t/3))
		}
	}
	for range rounds {
		for i, c := range f.contenders {
			if reps[i] == 0 {
				continue
			}
			t, err := c.child.ask("time %d", reps[i])
			if err != nil {
				return nil, err
			}
			if ns := float64(t) / float64(reps[i]*n); !(ns >= row[i].ns) {
				row[i].ns = ns
			}
		}
	}
	return row, f.errors(fn, bits, row)
}

func (c *contender) load(fn *function, bits, n int, args string) (bool, error) {
	name := fn.name
	if c.inC {
		if name = fn.c; name == "" {
			return false, nil
		}
	}
	ok, err := c.child.ask("load %s %d %d %s", name, bits, n, args)
	return ok != 0, err
}

// errors holds all contenders against the judge.
func (f *field) errors(fn *function, bits int, row []result) error {
	if f.judge == "" || fn.c == "" {
		return nil
	}
	const n = 40000
	args, results := filepath.Join(f.dir, "args"), filepath.Join(f.dir, "results")
	second := fn.anyArg
	if fn.c == "pow" { // seldom overflows
		second = fn.usualArg
	}
	if err := writeArgs(args, bits, n, fn.anyArg, second); err != nil {
		return err
	}
	for i, c := range f.contenders {
		ok, err := c.load(fn, bits, n, args)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if _, err := c.child.ask("eval %s", results); err != nil {
			return err
		}
		out, err := exec.Command(f.judge, fn.c, fmt.Sprint(bits), fmt.Sprint(n), args, results).Output()
		if err != nil {
			return fmt.Errorf("judge: %w", err)
		}
		if _, err := fmt.Sscan(string(out), &row[i].ulps); err != nil {
			return err
		}
		row[i].at = strings.TrimSpace(string(out))
	}
	return nil
}
