package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/child"
)

const program = `package main

import "github.com/hone-go/hone"

func dot(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

var Dot = hone.Func(dot)

func main() { println(Dot.Call(nil, nil)) }
`

const tested = `package main

import "github.com/hone-go/hone"

func count(x []int) int {
	n := 0
	for i := range hone.Parallel(len(x)) {
		n += x[i]
	}
	return n
}

//hone:msut
var Count = hone.Func(count)
`

// What is said of them.
const (
	dotPlain   = "main.go:13:11: main.Dot: plain: nothing to gain"
	countPlain = "main_test.go:8:3: main.Count: plain: n is assigned in a parallel loop"
	misspelt   = "main_test.go:13:1: there is no directive //hone:msut; did you mean //hone:must?"
)

// TestHonevet runs the command by itself, and by go vet.
func TestHonevet(t *testing.T) {
	temp, dir := t.TempDir(), t.TempDir()
	repo, err := filepath.Abs("../..")
	if err == nil {
		err = child.Module(dir, repo)
	}
	if err != nil {
		t.Fatal(err)
	}
	tool := filepath.Join(temp, "honevet.exe")
	if out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("main.go", program)
	write("main_test.go", tested)
	run := func(status int, want []string, not []string, name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != status {
			t.Errorf("%s: exit status %d, want %d", cmd, got, status)
		}
		for _, w := range want {
			if !bytes.Contains(out, []byte(w)) {
				t.Errorf("%s: no %q in\n%s", cmd, w, out)
			}
		}
		for _, n := range not {
			if bytes.Contains(out, []byte(n)) {
				t.Errorf("%s: %q in\n%s", cmd, n, out)
			}
		}
	}
	run(0, []string{"Usage: honevet ", "-must"}, nil, tool, "-h")
	run(misuse, []string{`did you mean "must"?`, "usage: honevet "}, nil, tool, "-msut")
	run(misuse, []string{"-diff goes with -fix"}, nil, tool, "-diff")
	run(failure, []string{"directory not found"}, nil, tool, "./none")
	run(failure, []string{dotPlain, countPlain, misspelt}, nil, tool)
	run(failure, []string{dotPlain, countPlain, misspelt}, nil, "go", "vet", "-vettool="+tool, "./...")
	run(failure, []string{countPlain, misspelt}, []string{dotPlain}, tool, "-q", "./...")
	run(failure, []string{dotPlain, misspelt}, nil, tool, "-q", "-must", "./...")
	run(failure, []string{misspelt}, []string{dotPlain}, "go", "vet", "-vettool="+tool, "-hone.q", "./...")
	run(0, []string{`"suggested_fixes"`, "hone.Sum(len(x), func(i int) float64 { return x[i] * y[i] })", "this changes rounding"}, nil, tool, "-json")
	t.Setenv("HONE", "jit") // which makes hone check content: it is not to be kept for later runs
	run(failure, []string{dotPlain}, nil, tool, "-must")

	run(failure, []string{"+\tn += hone.Sum(len(x), func(i int) int { return x[i] })", "+//hone:must"}, []string{"float64"}, tool, "-fix", "-diff")
	run(0, nil, nil, tool, "-fix", "./...")
	run(failure, []string{dotPlain}, []string{countPlain, misspelt}, tool) // its fix changes results
	write("main.go", strings.Replace(program, "x[i] * y[i]\n\t}", "x[i] * y[i] // one by one\n\t}", 1)+"// more\n")
	run(0, nil, []string{"suggested_fixes"}, tool, "-json")
}
