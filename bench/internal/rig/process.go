package rig

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

// A Process is a contender in a process of its own: a peer, or this program with other settings. It
// speaks the protocol that peer.h describes.
type Process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errs   bytes.Buffer
	result string // file for its output
}

// Start runs a program and waits until it is ready.
func Start(result string, env []string, argv ...string) (*Process, error) {
	p := &Process{cmd: exec.Command(argv[0], argv[1:]...), result: result}
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
		p.Close()
		return nil, err
	}
	return p, nil
}

// answer reads a line whose first word has to be word, and returns the rest.
func (p *Process) answer(word string) ([]string, error) {
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

// Run does the work reps times on so many threads and returns the times.
func (p *Process) Run(threads, reps int) ([]time.Duration, error) {
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

// Reset restores inputs that runs have changed.
func (p *Process) Reset() error {
	fmt.Fprintln(p.in, "reset")
	_, err := p.answer("ok")
	return err
}

// Output is the result of the last run.
func (p *Process) Output() ([]byte, error) {
	fmt.Fprintln(p.in, "save")
	if _, err := p.answer("ok"); err != nil {
		return nil, err
	}
	defer os.Remove(p.result)
	return os.ReadFile(p.result)
}

func (p *Process) Close() {
	p.in.Close()
	p.cmd.Wait()
}

// Ask sends a command of the program's own, and returns its answer, whose first word has to be word.
func (p *Process) Ask(word, command string, args ...any) ([]string, error) {
	fmt.Fprintf(p.in, command+"\n", args...)
	return p.answer(word)
}

// A Server is the other end, in a program that holds a job under the settings of its environment.
type Server struct {
	Run    func(reps int) []time.Duration
	Reset  func()
	Output func() []byte
	Result string // file for Output

	// Ask answers commands that only this program knows, by a line.
	Ask func(command string) (answer string, err error)
}

// Serve says that it is ready, and obeys until the end of the input.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	fmt.Fprintln(out, "ready")
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var threads, reps int
		if _, err := fmt.Sscanf(lines.Text(), "run %d %d", &threads, &reps); err == nil {
			rt.SetThreads(threads)
			fmt.Fprint(out, "t")
			for _, t := range s.Run(reps) {
				fmt.Fprintf(out, " %d", t.Nanoseconds())
			}
			fmt.Fprintln(out)
		} else if lines.Text() == "reset" {
			s.Reset()
			fmt.Fprintln(out, "ok")
		} else if lines.Text() == "save" {
			if err := os.WriteFile(s.Result, s.Output(), 0o600); err != nil {
				return err
			}
			fmt.Fprintln(out, "ok")
		} else {
			answer, err := s.Ask(lines.Text())
			if err != nil {
				return err
			}
			fmt.Fprintln(out, answer)
		}
	}
	return lines.Err()
}
