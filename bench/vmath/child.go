package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
	"unsafe"
)

// A child computes functions in a process of its own: this program with another instruction set, or a C program. It obeys lines:
//
//	load NAME BITS N FILE   take this function and N of each of its arguments; "1", or "0" if there is no such function
//	time REPS               compute it so often; the time in nanoseconds
//	eval FILE               compute it and write the results; "1"
type child struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func start(env []string, argv ...string) (*child, error) {
	c := &child{cmd: exec.Command(argv[0], argv[1:]...)}
	c.cmd.Env = append(os.Environ(), env...)
	c.cmd.Stderr = os.Stderr
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReader(out)
	return c, c.cmd.Start()
}

func (c *child) close() {
	c.in.Close()
	c.cmd.Wait()
}

// ask sends a line and returns the number in the answer.
func (c *child) ask(format string, args ...any) (n int64, err error) {
	fmt.Fprintf(c.in, format+"\n", args...)
	line, err := c.out.ReadString('\n')
	if err == nil {
		_, err = fmt.Sscan(line, &n)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", c.cmd.Path, err)
	}
	return n, nil
}

// served is a function with its arguments in memory.
type served interface {
	run()
	save(file string) error
}

type job[T float32 | float64] struct {
	work func(*arrays[T])
	a    arrays[T]
}

func (j *job[T]) run() { j.work(&j.a) }

func (j *job[T]) save(file string) error { return os.WriteFile(file, raw(j.a.y), 0o600) }

// newJob reads n arguments of each kind from a file; nil if there is no such function.
func newJob[T float32 | float64](l loops[T], plain bool, n int, file string) (served, error) {
	work := l.honed
	if plain {
		work = l.plain
	}
	if work == nil {
		return nil, nil
	}
	j := &job[T]{work, arrays[T]{make([]T, n), make([]T, n), make([]T, n), make([]T, n)}}
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	for _, s := range [][]T{j.a.x, j.a.z} {
		if _, err := io.ReadFull(in, raw(s)); err != nil {
			return nil, err
		}
	}
	return j, nil
}

// raw is the memory of s.
func raw[T float32 | float64](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(s[0])))
}

// serve is what a child of this program does.
func serve(plain bool, in io.Reader, out io.Writer) error {
	var j served
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var name, file string
		var bits, n, reps int
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "load"):
			if _, err := fmt.Sscanf(line, "load %s %d %d %s", &name, &bits, &n, &file); err != nil {
				return err
			}
			var err error
			if j, err = load(name, bits, n, plain, file); err != nil {
				return err
			}
			if j == nil {
				fmt.Fprintln(out, 0)
				continue
			}
			j.run() // compiles
			fmt.Fprintln(out, 1)
		case j == nil:
			return errors.New("no function loaded")
		case strings.HasPrefix(line, "time"):
			if _, err := fmt.Sscanf(line, "time %d", &reps); err != nil {
				return err
			}
			begin := time.Now()
			for range reps {
				j.run()
			}
			fmt.Fprintln(out, time.Since(begin).Nanoseconds())
		case strings.HasPrefix(line, "eval "):
			j.run()
			if err := j.save(line[len("eval "):]); err != nil {
				return err
			}
			fmt.Fprintln(out, 1)
		default:
			return fmt.Errorf("unknown command %q", line)
		}
	}
	return lines.Err()
}

func load(name string, bits, n int, plain bool, file string) (served, error) {
	for _, f := range functions {
		if f.name == name && bits == 64 {
			return newJob(f.f64, plain, n, file)
		}
		if f.name == name {
			return newJob(f.f32, plain, n, file)
		}
	}
	return nil, nil
}
