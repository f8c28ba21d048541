package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/hone-go/hone/internal/rt"
)

// A process is a contender in a process of its own: a peer, or this program with other settings. It
// speaks the protocol that peers/peer.h describes.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errs   bytes.Buffer
	result string // file for its output
}

// start runs a program and waits until it is ready.
func start(result string, env []string, argv ...string) (*process, error) {
	p := &process{cmd: exec.Command(argv[0], argv[1:]...), result: result}
	// An idle OpenMP thread spins for a while before it sleeps, which makes barriers fast, but would disturb who
	// comes next. These settings, which the environment may override, let it spin for less than a millisecond.
	p.cmd.Env = append([]string{"GOMP_SPINCOUNT=100000", "KMP_BLOCKTIME=1"}, append(os.Environ(), env...)...)
	p.cmd.Stderr = &p.errs
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(stdout)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if _, err := p.answer("ready"); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// answer reads a line whose first word has to be word, and returns the rest.
func (p *process) answer(word string) ([]string, error) {
	line, err := p.out.ReadString('\n')
	if err != nil {
		p.cmd.Process.Kill()
		p.cmd.Wait() // so that p.errs is complete
		if msg := strings.TrimSpace(p.errs.String()); msg != "" {
			err = errors.New(msg)
		}
		return nil, fmt.Errorf("%s: %w", p.cmd.Path, err)
	}
	f := strings.Fields(line)
	if len(f) == 0 || f[0] != word {
		return nil, fmt.Errorf("%s: unexpected answer %q", p.cmd.Path, line)
	}
	return f[1:], nil
}

// run does the work reps times on so many threads and returns the times.
func (p *process) run(threads, reps int) ([]time.Duration, error) {
	fmt.Fprintf(p.in, "run %d %d\n", threads, reps)
	f, err := p.answer("t")
	if err != nil {
		return nil, err
	}
	times := make([]time.Duration, len(f))
	for i, s := range f {
		ns, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.cmd.Path, err)
		}
		times[i] = time.Duration(ns)
	}
	if len(times) != reps {
		return nil, fmt.Errorf("%s: %d times, not %d", p.cmd.Path, len(times), reps)
	}
	return times, nil
}

// reset restores inputs that runs have changed.
func (p *process) reset() error {
	fmt.Fprintln(p.in, "reset")
	_, err := p.answer("ok")
	return err
}

// output is the result of the last run.
func (p *process) output() ([]byte, error) {
	fmt.Fprintln(p.in, "save")
	if _, err := p.answer("ok"); err != nil {
		return nil, err
	}
	defer os.Remove(p.result)
	return os.ReadFile(p.result)
}

func (p *process) close() {
	p.in.Close()
	p.cmd.Wait()
}

// serve is the other end, for this program itself: the honed function of a workload under the
// settings that the environment holds (HONE_ISA).
func serve(w *workload, size []int, result string, in io.Reader, out io.Writer) error {
	first := firstCall(w)
	inst := w.open(size)
	fmt.Fprintln(out, "ready")
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var threads, reps int
		if _, err := fmt.Sscanf(lines.Text(), "run %d %d", &threads, &reps); err == nil {
			rt.SetThreads(threads)
			fmt.Fprint(out, "t")
			for _, t := range timed(inst.honed, reps) {
				fmt.Fprintf(out, " %d", t.Nanoseconds())
			}
			fmt.Fprintln(out)
		} else if lines.Text() == "first" {
			fmt.Fprintln(out, "first", ms(first))
		} else if lines.Text() == "reset" {
			inst.forget()
			fmt.Fprintln(out, "ok")
		} else if lines.Text() == "save" {
			if err := os.WriteFile(result, inst.output(), 0o600); err != nil {
				return err
			}
			fmt.Fprintln(out, "ok")
		} else {
			return fmt.Errorf("unknown command %q", lines.Text())
		}
	}
	return lines.Err()
}
