package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
	"github.com/hone-go/hone/internal/rt"
)

// serve holds the inputs of a kernel and runs its forms, honed or plain, as it is told. It compiles all of them first, on tiny inputs, one
// after the other.
func serve(name, size, result string, in io.Reader, out io.Writer) error {
	k, err := findKernel(name)
	if err != nil {
		return rig.Misuse(err)
	}
	rt.SetThreads(1)
	var about []compiled
	if os.Getenv("HONE_PERF") != "" { // somebody wants to know
		about = compileAll(k)
	}
	inst := k.open(k.size(size))
	work := inst.forms[0].plain
	s := rig.Server{
		Run:    func(reps int) []time.Duration { return rig.Timed(work, reps) },
		Reset:  inst.reset,
		Output: inst.output,
		Result: result,
		Ask: func(command string) (string, error) {
			var how string
			var i int
			if _, err := fmt.Sscanf(command, "%s %d", &how, &i); err != nil || i < 0 || i >= len(inst.forms) || how == "about" && about == nil {
				return "", fmt.Errorf("unknown command %q", command)
			}
			switch how {
			case "honed":
				work = inst.forms[i].honed
			case "plain":
				work = inst.forms[i].plain
			case "about":
				return "about " + about[i].String(), nil
			default:
				return "", fmt.Errorf("unknown command %q", command)
			}
			return "ok", nil
		},
	}
	return s.Serve(in, out)
}

// compiled is what became of a form.
type compiled struct {
	Status  string  `json:"status"`
	FirstMS float64 `json:"first_call_ms"` // the first call on tiny inputs, less the second
	Code    int     `json:"code_bytes"`
}

func (c compiled) String() string {
	return fmt.Sprintf("%g %d %s", c.FirstMS, c.Code, strings.ReplaceAll(c.Status, "\n", "; "))
}

// readCompiled is the inverse of String, of its fields.
func readCompiled(f []string) (c compiled, err error) {
	if len(f) < 3 {
		return c, fmt.Errorf("%q says too little of a form", f)
	}
	if c.FirstMS, err = strconv.ParseFloat(f[0], 64); err != nil {
		return c, err
	}
	c.Status = strings.Join(f[2:], " ")
	c.Code, err = strconv.Atoi(f[1])
	return c, err
}

// warmUp is compiled before the forms, so that the first of them doesn't pay for what is done once in a process.
func warmUp(x []float32) float32 { return hone.Sum(len(x), func(i int) float32 { return x[i] * x[i] }) }

var warmUpHoned = hone.Func(warmUp)

func compileAll(k *kernel) []compiled {
	code := perfMap{name: fmt.Sprintf("/tmp/perf-%d.map", os.Getpid())}
	defer os.Remove(code.name)
	for range 3 {
		warmUpHoned.Call(make([]float32, 100))
	}
	code.more()
	tiny := k.open(k.tiny)
	var about []compiled
	for _, f := range tiny.forms {
		tiny.reset()
		first := alone(f.honed)
		tiny.reset()
		c := compiled{FirstMS: float64(max(first-alone(f.honed), 0)) / 1e6, Code: code.more(), Status: f.status().String()}
		about = append(about, c)
	}
	return about
}

// alone is how long work takes if nothing else runs: on a machine that is busy, the time that this process has been given.
func alone(work func()) time.Duration {
	before, ok := rig.CPUTime()
	took := rig.Timed(work, 1)[0]
	if after, _ := rig.CPUTime(); ok {
		took = min(took, after-before)
	}
	return took
}

// A perfMap is the list of kernels that HONE_PERF=1 writes: a line with address, size (both hexadecimal) and name for each.
type perfMap struct {
	name string
	read int
}

// more is the sum of the sizes that are new.
func (m *perfMap) more() int {
	text, err := os.ReadFile(m.name)
	if err != nil {
		return 0
	}
	sum := 0
	for line := range strings.Lines(string(text[m.read:])) {
		if f := strings.Fields(line); len(f) > 1 {
			n, _ := strconv.ParseInt(f[1], 16, 64)
			sum += int(n)
		}
	}
	m.read = len(text)
	return sum
}
