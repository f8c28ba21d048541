//go:build unix

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/hone-go/hone/internal/mutate/live"
)

// A suite is the tests of a package, with what each of them takes and which mutants it may notice.
type suite struct {
	pkg, bin, dir string
	Tests         []*test
}

type test struct {
	Name string
	CPU  time.Duration // without a mutant
	Wall time.Duration
	Seen map[string]bool // names of the mutants that make a difference somewhere in it
}

// quick tests run together.
const quick = 300 * time.Millisecond

// memoryLimit is the address space of a test process, in KiB: a mutant may ask for any amount.
const memoryLimit = 12 << 20

// measure runs each test once without a mutant, to see what it comes across. What is in the state folder for the same binary isn't run again, and what
// is known to take longer than most isn't run at all.
func measure(s *suite, mutants []*mutant, state string, most time.Duration) error {
	hash, err := hashFile(s.bin)
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(s.pkg, "/", "_")
	file, times := filepath.Join(state, "tests-"+name+"-"+hash+".json"), filepath.Join(state, "times-"+name+".json")
	took := map[string]time.Duration{} // by test, as it was the last time
	if err := errors.Join(readJSON(times, &took), readJSON(file, &s.Tests)); err != nil {
		return err
	}
	known := map[string]bool{}
	for _, t := range s.Tests {
		known[t.Name] = true
	}
	out, err := exec.Command(s.bin, "-test.list", "^(Test|Fuzz)").Output()
	if err != nil {
		return fmt.Errorf("%s: %w", s.bin, err)
	}
	for _, name := range strings.Fields(string(out)) {
		if known[name] || took[name] > most {
			continue
		}
		seen, err := os.CreateTemp("", "seen")
		if err != nil {
			return err
		}
		defer os.Remove(seen.Name())
		if err := seen.Truncate(int64(len(mutants) + 1)); err != nil {
			return err
		}
		r := s.run([]string{name}, time.Hour, time.Hour, live.SeenEnv+"="+seen.Name())
		if r.failed {
			return fmt.Errorf("%s %s fails without a mutant:\n%s", s.pkg, name, r.output)
		}
		marks, err := os.ReadFile(seen.Name())
		seen.Close()
		if err != nil {
			return err
		}
		t := &test{Name: name, CPU: r.cpu, Wall: r.wall, Seen: map[string]bool{}}
		for _, m := range mutants {
			if marks[m.ID] != 0 {
				t.Seen[m.name()] = true
			}
		}
		s.Tests = append(s.Tests, t)
		took[name] = t.CPU
	}
	slices.SortStableFunc(s.Tests, func(a, b *test) int { return cmp.Compare(a.CPU, b.CPU) })
	if err := writeJSON(times, took); err != nil {
		return err
	}
	if err := writeJSON(file, s.Tests); err != nil {
		return err
	}
	s.Tests = slices.DeleteFunc(s.Tests, func(t *test) bool { return t.CPU > most })
	return nil
}

// readJSON reads a file of the state folder, if it's there.
func readJSON(name string, v any) error {
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// writeJSON writes it whole or not at all.
func writeJSON(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(name+".new", data, 0o666); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// outcome is what became of a test process.
type outcome struct {
	failed    bool
	by        string // the test that failed, or how the process ended
	output    []byte
	cpu, wall time.Duration
}

// stop is the process group that is to end with this process; 0: none.
var stop atomic.Int64

// stopOnSignal ends what runs when this process is told to end.
func stopOnSignal() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-c
		if pid := stop.Load(); pid != 0 {
			_ = syscall.Kill(-int(pid), syscall.SIGKILL)
		}
		os.Exit(2)
	}()
}

var failure = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// run runs some tests in a process of their own, with bounds on memory, processor time and time.
func (s *suite) run(names []string, cpu, wall time.Duration, env ...string) outcome {
	script := fmt.Sprintf(`ulimit -v %d; ulimit -t %d; exec nice -n 5 "$0" "$@"`, memoryLimit, int(cpu.Seconds())+1)
	cmd := exec.Command("sh", "-c", script, s.bin, "-test.short", "-test.failfast", "-test.timeout=0", "-test.run=^("+strings.Join(names, "|")+")$")
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = time.Second
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return outcome{failed: true, by: err.Error()}
	}
	stop.Store(int64(cmd.Process.Pid))
	late := false
	timer := time.AfterFunc(wall, func() {
		late = true
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	})
	err := cmd.Wait()
	timer.Stop()
	stop.Store(0)
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it may have left
	r := outcome{failed: err != nil, output: out.Bytes(), wall: time.Since(start)}
	r.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if err != nil {
		r.by = err.Error()
		if late {
			r.by = "no end"
		} else if m := failure.FindAllSubmatch(r.output, -1); m != nil {
			r.by = string(m[len(m)-1][1])
		}
	}
	return r
}

// notices runs the tests that may notice a mutant, the quick ones together first, and says which did.
func (s *suite) notices(m *mutant) (by string, reached int) {
	var few []string
	var rest []*test
	var took, waited time.Duration
	for _, t := range s.Tests {
		switch {
		case !t.Seen[m.name()]:
			continue
		case t.CPU < quick:
			few = append(few, t.Name)
			took, waited = took+t.CPU, waited+t.Wall
		default:
			rest = append(rest, t)
		}
		reached++
	}
	env := fmt.Sprintf("%s=%d", live.Env, m.ID)
	try := func(names []string, cpu, wall time.Duration) bool {
		r := s.run(names, 4*cpu+10*time.Second, 8*wall+60*time.Second, env)
		if r.failed {
			by = s.pkg + ": " + r.by
		}
		return r.failed
	}
	if len(few) > 0 && try(few, took, waited) {
		return by, reached
	}
	for _, t := range rest {
		if try([]string{t.Name}, t.CPU, t.Wall) {
			return by, reached
		}
	}
	return "", reached
}
