package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/child"
	"github.com/hone-go/hone/internal/rt"
)

// The tests run the tool, as built from this directory, in modules of their own.
var (
	tool string // the executable
	repo string // the module that it belongs to
)

func TestMain(m *testing.M) {
	status := func() int {
		temp, err := os.MkdirTemp("", "hone-test")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(temp)
		os.Setenv("HONE_VERIFY", "1")                                                // the compiler's own mistakes fail the tests, though slower code would stand in
		os.Setenv("HONE", "jit")                                                     // most functions here are so small that there is nothing to gain
		os.Setenv("GOGC", "400")                                                     // processes that live for a second or two have memory enough
		os.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+" -ldflags=-w")) // nobody debugs these programs; linking them takes two thirds of the time
		repo, _ = filepath.Abs("../..")
		tool = filepath.Join(temp, "hone.exe")
		if out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
			return 1
		}
		return m.Run()
	}()
	os.Exit(status)
}

// module makes a module example.com/m of these files, as in a txtar archive, and gives its directory.
func module(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	if err := child.Module(dir, repo); err != nil {
		t.Fatal(err)
	}
	name, text := "", []string(nil)
	for _, line := range strings.SplitAfter(archive, "\n") {
		if f, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok {
			if name != "" {
				write(t, dir, name, strings.Join(text, ""))
			}
			name, text = strings.TrimSuffix(f, " --"), nil
			continue
		}
		text = append(text, line)
	}
	write(t, dir, name, strings.Join(text, ""))
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// result is what a program left behind.
type result struct {
	out, err string
	status   int
}

// run runs a program in dir.
func run(t *testing.T, dir, name string, args ...string) result {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{out.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// hon runs the tool.
func hon(t *testing.T, dir string, args ...string) result { return run(t, dir, tool, args...) }

// expect compares a result; outputs need only contain what is wanted, and have to be empty if that is "".
func expect(t *testing.T, got result, status int, out, err string) {
	t.Helper()
	ok := got.status == status && strings.Contains(got.out, out) && strings.Contains(got.err, err)
	if !ok || out == "" && got.out != "" || err == "" && got.err != "" {
		t.Errorf("status %d, stdout %q, stderr %q\nwant %d, %q, %q", got.status, got.out, got.err, status, out, err)
	}
}

// target is what compiled functions report here.
func target() string {
	isa, err := rt.Detect()
	if err != nil {
		return "plain Go"
	}
	return "compiled for " + isa.String()
}

// program has honed functions in two packages, one of them plain.
const program = `
-- main.go --
package main

import (
	"fmt"
	"os"
	"strconv"

	"example.com/m/lib"
	"github.com/hone-go/hone"
)

type point struct {
	x, y float64
	_    bool
	tag  [2]uint8
}

func sumAll(ps []point, shift point, xs ...float64) (total point, n int) {
	for _, p := range ps {
		total.x += p.x + shift.x
		total.y += p.y * shift.y
		total.tag[1] += p.tag[0] + shift.tag[1]
	}
	for i, x := range xs {
		total.x += x * float64(i)
	}
	return total, len(ps)
}

var SumAll = hone.Func(sumAll)

func describe(n int) string { return map[int]string{n: strconv.Itoa(n)}[n] }

var Describe = hone.Func(describe)

func main() {
	total, n := SumAll.Call([]point{{x: 1, y: 2}, {x: 3, y: 4, tag: [2]uint8{5, 6}}}, point{x: 10, y: 0.5, tag: [2]uint8{1, 2}}, 5, 6, 7)
	fmt.Println(total, n, SumAll.Status())
	v := lib.Vector{1, 2, 3}
	lib.Scale.Call(v, 3)
	fmt.Println(v, lib.Scale.Status())
	fmt.Println(Describe.Call(7), Describe.Status())
	fmt.Println(os.Args[1:])
	if len(os.Args) > 1 {
		os.Exit(len(os.Args))
	}
}
-- lib/lib.go --
package lib

import "github.com/hone-go/hone"

type Vector []float64

func scale(x Vector, by float64) {
	for i := range hone.Parallel(len(x)) {
		x[i] *= by
	}
}

var Scale = hone.Func(scale)
-- lib/lib_test.go --
package lib

import (
	"testing"

	"github.com/hone-go/hone"
)

func square(x int) int { return x * x }

var Square = hone.Func(square)

func TestScale(t *testing.T) {
	x := []float64{1, 2}
	Scale.Call(x, 2)
	if x[1] != 4 || Square.Call(5) != 25 {
		t.Error(x)
	}
	t.Log(Scale.Status())
	t.Log(Square.Status())
}
-- lib/ext_test.go --
package lib_test

import (
	"testing"

	"example.com/m/lib"
	"github.com/hone-go/hone"
)

func first(v lib.Vector) float64 { return v[0] }

var First = hone.Func(first)

func TestFirst(t *testing.T) {
	defer func() {
		t.Log(recover())
		t.Log(First.Status())
	}()
	if First.Call(lib.Vector{3}) != 3 {
		t.Error("wrong")
	}
	First.Call(nil)
}
`

func outputs() string {
	return "{44 3 false [0 9]} 2 " + target() + "\n[3 6 9] " + target() + "\n7 plain Go: main.go:"
}

func TestRun(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	warning := "main.go:32:38: Describe stays plain Go: "
	expect(t, hon(t, dir, "run", "."), 0, outputs(), warning)
	expect(t, hon(t, dir, "run", "-race=false", "-tags", "x", "example.com/m", "-a", "b"), 3, "[-a b]\n", warning)
	expect(t, hon(t, filepath.Dir(dir), "run", "-C", dir, "main.go", "c"), 2, outputs(), warning)
	expect(t, hon(t, filepath.Join(dir, "lib"), "run", ".."), 0, outputs(), "main.go:32:38")
	expect(t, hon(t, dir, "run", "./lib"), 1, "", "hone run: example.com/m/lib is package lib, not a program")
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(left) != 4 { // go.mod, go.sum, main.go, lib
		t.Errorf("files after the run: %v", left)
	}
}

func TestEnvironment(t *testing.T) {
	dir := module(t, program)
	exe := filepath.Join(dir, "prog.exe")
	expect(t, hon(t, dir, "build", "-o", exe, "."), 0, "", "Describe stays plain Go")
	t.Setenv("HONE", "off")
	expect(t, run(t, dir, exe), 0, "{44 3 false [0 9]} 2 plain Go: HONE=off\n[3 6 9] plain Go: HONE=off\n", "")
	t.Setenv("HONE", "interp")
	expect(t, run(t, dir, exe), 0, "{44 3 false [0 9]} 2 compiled for interp\n[3 6 9] compiled for interp\n", "")
	t.Setenv("HONE", "neon")
	expect(t, run(t, dir, exe), 0, "2 plain Go: HONE=neon: want off, jit, interp or race\n", "hone: HONE=neon: want off, jit, interp or race\n")
	t.Setenv("HONE", "jit")
	t.Setenv("HONE_ISA", "neon")
	expect(t, run(t, dir, exe), 0, "2 plain Go: HONE_ISA=neon", "hone: HONE_ISA=neon: want avx2 or avx512\n")
	if isa, _ := rt.Detect(); isa == rt.NoISA && os.Getenv("HONE_ISA") == "" {
		return
	}
	t.Setenv("HONE_ISA", "avx2")
	expect(t, run(t, dir, exe), 0, "2 compiled for avx2\n", "")
	t.Setenv("HONE_THREADS", "many")
	t.Setenv("HONE_FMA", "perhaps")
	expect(t, run(t, dir, exe), 0, "2 compiled for avx2: HONE_FMA=perhaps: want on or off\n", "hone: HONE_FMA=perhaps: want on or off\n")
	t.Setenv("HONE_FMA", "off")
	t.Setenv("HONE_THREADS", "2")
	t.Setenv("HONE_THREAD", "1")
	expect(t, run(t, dir, exe), 0, "2 compiled for avx2: HONE_THREAD is no setting; did you mean HONE_THREADS?\n", "hone: HONE_THREAD is no setting; did you mean HONE_THREADS?\n")
	expect(t, hon(t, dir, "run", "."), 1, "", "hone run: HONE_THREAD is no setting; did you mean HONE_THREADS?\n")
	t.Setenv("HONE", "jti")
	expect(t, hon(t, dir, "run", "."), 1, "", "hone run: HONE=jti: want off, jit, interp, race or c; did you mean \"jit\"?\n")
}

func TestTest(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	got := hon(t, dir, "test", "-v", "-count=1", "./...", "-run", "Scale|First")
	expect(t, got, 0, "ok", "main.go:32:38: Describe stays plain Go: ")
	if n := strings.Count(got.out, target()); n != 3 {
		t.Errorf("%d compiled functions, want 3:\n%s", n, got.out)
	}
	if !strings.Contains(got.out, "index out of range [0] with length 0") {
		t.Errorf("no panic:\n%s", got.out)
	}
}

func TestGen(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	files := []string{"0hone_gen.go", "0hone_gen_current_test.go", "lib/0hone_gen.go", "lib/0hone_gen_current_test.go", "lib/0hone_gen_test.go",
		"lib/0hone_gen_x_test.go"}
	expect(t, hon(t, dir, "gen", "-check", "./..."), 1, strings.Join(files, "\n")+"\n", "Describe stays plain Go")
	expect(t, hon(t, dir, "gen", "./..."), 0, "", "Describe stays plain Go")
	first := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f))
		if err != nil {
			t.Fatal(err)
		}
		first[f] = string(text)
	}
	if !strings.HasPrefix(first["0hone_gen.go"], "// Code generated by hone gen. DO NOT EDIT.\n\npackage main\n") {
		t.Errorf("0hone_gen.go begins with %.100q", first["0hone_gen.go"])
	}
	expect(t, run(t, dir, "gofmt", "-l", "."), 0, "", "")
	expect(t, run(t, dir, "go", "vet", "./..."), 0, "", "")
	expect(t, run(t, dir, "go", "run", "."), 0, outputs(), "")
	expect(t, run(t, dir, "go", "test", "-count=1", "-v", "./lib"), 0, target(), "")

	// The text does not depend on where the tool runs, nor on what is there already.
	expect(t, hon(t, filepath.Join(dir, "lib"), "gen", "-check"), 0, "", "")
	expect(t, hon(t, filepath.Join(dir, "lib"), "gen", "-check", "..", "example.com/m/lib"), 0, "", "Describe")

	// Changes make files stale; a stale one keeps nobody from working, and one without purpose goes.
	lib, _ := os.ReadFile(filepath.Join(dir, "lib/lib.go"))
	write(t, dir, "lib/lib.go", strings.Replace(string(lib), "*= by", "*= by + 0.5", 1))
	expect(t, hon(t, dir, "gen", "-check", "./..."), 1, "lib/0hone_gen.go\n", "Describe")
	expect(t, hon(t, dir, "run", "."), 0, "[3.5 7 10.5] "+target(), "Describe")
	write(t, dir, "lib/lib.go", strings.Replace(strings.Replace(string(lib), "var Scale = hone.Func(scale)", "", 1), "Vector []", "Vector = []", 1))
	os.Remove(filepath.Join(dir, "lib/lib_test.go"))
	main, _ := os.ReadFile(filepath.Join(dir, "main.go"))
	var kept []string
	for line := range strings.Lines(string(main)) {
		if !strings.Contains(line, "lib") {
			kept = append(kept, line)
		}
	}
	write(t, dir, "main.go", strings.Join(kept, ""))
	expect(t, hon(t, dir, "gen", "./..."), 0, "", "Describe")
	for _, f := range []string{"lib/0hone_gen.go", "lib/0hone_gen_test.go"} {
		if exists(filepath.Join(dir, f)) {
			t.Errorf("%s is still there", f)
		}
	}
	left, _ := filepath.Glob(filepath.Join(dir, "lib", "*"))
	if len(left) != 4 {
		t.Errorf("left in lib: %v", left)
	}
	// Somebody else's file is not overwritten.
	write(t, dir, "0hone_gen.go", "package main\n")
	expect(t, hon(t, dir, "gen"), 1, "", "0hone_gen.go is not a file that hone has made")
}

func TestCheck(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	expect(t, hon(t, dir, "check", "./..."), 0, "main.go:32:38: main.Describe: plain: ", "")
	expect(t, hon(t, dir, "check", "-must", "-q", "./..."), 1, "main.go:32:38: main.Describe: plain: ", "")
	if got := hon(t, dir, "check", "-must", "-q", "./lib"); got.status != 0 || got.out != "" {
		t.Errorf("%+v", got)
	}
	expect(t, hon(t, dir, "check", "-json", "./lib"), 0, `"status": "compiled"`, "")
	expect(t, hon(t, dir, "check", "./lib"), 0, "lib/lib.go:13:13: lib.Scale: compiled\n", "")
	expect(t, hon(t, filepath.Join(dir, "lib"), "check"), 0, "lib_test.go:11:14: lib.Square: compiled\n", "")
	write(t, dir, "lib/more.go", "package lib\n\nimport \"github.com/hone-go/hone\"\n\nfunc F() int {\n\tf := hone.Func(func(x int) int { return x })\n\treturn f.Call(1)\n}\n")
	expect(t, hon(t, dir, "check", "./lib"), 1, "lib/more.go:6:7: plain: this hone.Func stays plain Go", "")
}

func TestExplain(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	for _, name := range []string{"./lib.Scale", "./lib.scale", "example.com/m/lib.Scale"} {
		expect(t, hon(t, dir, "explain", "-isa=avx512", name), 0, "reads 8 bytes and writes 8 bytes per element", "")
	}
	lib := filepath.Join(dir, "lib")
	expect(t, hon(t, lib, "explain", "-isa", "avx2", "Scale"), 0, "in lanes: 4 elements", "")
	expect(t, hon(t, lib, "explain", "-isa=avx512", "Scale"), 0, "load of f64: unit stride", "")
	for stage, want := range map[string]string{"source": "lambda", "residual": "multi %", "opt": "multi %", "loops": "launch", "lanes": "mload"} {
		expect(t, hon(t, lib, "explain", "-stage", stage, ".Scale"), 0, want, "")
	}
	expect(t, hon(t, dir, "explain", "Describe"), 1, "", "main.go:32:38: Describe stays plain Go: ")
	expect(t, hon(t, dir, "explain", "Nothing"), 1, "", "hone explain: no honed function Nothing in this package")
	expect(t, hon(t, dir, "explain", "Descrbie"), 1, "", `; did you mean "Describe"?`)
}

// TestExplainNames: a function is found by any of the names that one would try, from the directory of another package, too.
func TestExplainNames(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	lib := filepath.Join(dir, "lib")
	for _, name := range []string{"lib.Scale", "m/lib.Scale", "lib.scale", "./lib.Scale"} {
		expect(t, hon(t, dir, "explain", "-isa=avx512", name), 0, "lib.Scale: compiled for avx512", "")
	}
	for _, name := range []string{"main.Describe", "example.com/m.Describe", "Describe", ".Describe", "m.Describe"} {
		expect(t, hon(t, dir, "explain", name), 1, "", "Describe stays plain Go: ")
	}
	expect(t, hon(t, lib, "explain", "lib.Scale"), 0, "lib.Scale: compiled", "")
	expect(t, hon(t, lib, "explain", "main.Describe"), 1, "", "package main is not in std") // ./... is what is below
	expect(t, hon(t, lib, "explain", "Scale"), 0, "lib.Scale: compiled", "")
}

// TestExplainTable: without a name all functions have a line, and what stays plain has its reason below.
func TestExplainTable(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	got := hon(t, dir, "explain", "-isa=avx512", "./...")
	expect(t, got, 0, "function        status    loops  in lanes  on cores  checks  bytes", "")
	for _, want := range []string{`(?m)^m\.Describe +plain$`, `(?m)^lib\.Scale +compiled +1 +1 +1 +0 +\d+ +\d+\.\d$`, `(?m)^main\.go:32:38: m\.Describe: plain: `} {
		if !regexp.MustCompile(want).MatchString(got.out) {
			t.Errorf("no %s in\n%s", want, got.out)
		}
	}
	expect(t, hon(t, filepath.Join(dir, "lib"), "explain", "-json"), 0, `"lanes": 1,`, "")
}

// TestExplainTwoWays: a loop of which there are two ways to go is on cores like any other.
func TestExplainTwoWays(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- main.go --
package main

import "github.com/hone-go/hone"

var Rows = hone.Func(rows)

func rows(at, to []int32, x, y []float64) {
	for v := range hone.Parallel(len(y)) {
		sum := 0.0
		for _, w := range to[at[v]:at[v+1]] {
			sum += x[w]
		}
		y[v] = sum
	}
}

func main() { Rows.Call(nil, nil, nil, nil) }
`)
	expect(t, hon(t, dir, "explain", "Rows"), 0, "ask ahead for what they read in order", "")
	if got := hon(t, dir, "explain", "-isa=avx512"); !regexp.MustCompile(`(?m)^\S+\.Rows +compiled +2 +0 +1 `).MatchString(got.out) {
		t.Errorf("the loop is not on cores:\n%s", got.out)
	}
}

// TestDirectives: what is required and not there, and what is misspelt, fails check; nothing is ignored.
func TestDirectives(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- main.go --
package main

import "github.com/hone-go/hone"

//hone:must
var A = hone.Func(a)

var B = hone.Func(b) //hone:must

//hone:fliter known(n)
func a(n int) int { return n }

// b can't be compiled.
func b(n int) int { defer println(n); return n }

// hone:filter known(n)
func c(n int) int { return n }

//hone:must
func d(n int) int { go println(n); return n }

var D = hone.Func(d)

//hone:must
type T int

func main() {
	//hone:filter true
	println(A.Call(1), B.Call(2), D.Call(3), c(4))
}
`)
	got := hon(t, dir, "check")
	for _, want := range []string{
		"main.go:14:27: main.B: plain:", "main.D: plain:", "main.go:10:1: there is no directive //hone:fliter; did you mean //hone:filter?",
		"main.go:16:1: a directive has no space behind its //: //hone:filter", "main.go:24:1: a //hone:must stands in", "main.go:28:2: a //hone:filter stands in",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no %q", want)
		}
	}
	if got.status != 1 || strings.Contains(got.out, "main.go:6") && !strings.Contains(got.out, "main.A: compiled") {
		t.Errorf("status %d:\n%s%s", got.status, got.out, got.err)
	}
}

// TestExplainAsm: -asm shows the innermost loop beside the lines of Go, -asm=all the rest, too.
func TestExplainAsm(t *testing.T) {
	t.Parallel()
	lib := filepath.Join(module(t, program), "lib")
	loop := hon(t, lib, "explain", "-asm", "-isa=avx512", "Scale")
	expect(t, loop, 0, "vmulpd", "")
	expect(t, loop, 0, "; lib.go:", "")
	if !strings.Contains(loop.out, "v[i] *= k") && !strings.Contains(loop.out, "hone.Parallel") {
		t.Errorf("no line of Go beside the code:\n%s", loop.out)
	}
	if strings.Contains(loop.out, " ret") {
		t.Errorf("more than the loop:\n%s", loop.out)
	}
	all := hon(t, lib, "explain", "-asm=all", "-isa=avx512", "Scale")
	expect(t, all, 0, " ret", "")
	for line := range strings.Lines(loop.out) {
		if !strings.Contains(all.out, strings.TrimSpace(strings.Split(line, ";")[0])) {
			t.Errorf("not in all of the code: %s", line)
		}
	}
	expect(t, hon(t, lib, "explain", "-asm=most", "Scale"), 2, "", "want loop or all")
}

// TestExplainChecks: every check and access in a loop is named with its place, and why the check stayed.
func TestExplainChecks(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	write(t, dir, "checks/checks.go", checked)
	for name, want := range map[string][]string{
		"Pick":  {"checks.go:9:17: bounds check stays in the loop: the index is read from memory", "checks.go:9:17: load of f32: gathered, the index is read from memory", "load of i32: unit stride"},
		"Ratio": {"checks.go:18:15: check for division by zero stays in the loop: the divisor differs between iterations", "store of i16: unit stride"},
		"Total": {"checks.go:27:8: bounds check stays in the loop: scalar code"},
		"Steps": {"load of f32: gathered, at steps of 400 bytes", "2 checks hoisted", "load of f32: broadcast"},
	} {
		out := hon(t, dir, "explain", "-isa=avx512", "./checks."+name)
		for _, w := range want {
			expect(t, out, 0, w, "")
		}
	}
}

// checked has loops in which checks stay.
const checked = `package checks

import "github.com/hone-go/hone"

var Pick = hone.Func(pick)

func pick(x, y []float32, at []int32) {
	for i := range hone.Parallel(min(len(at), len(y))) {
		y[i] = y[i] * x[at[i]] * x[at[i]]
	}
}

var Ratio = hone.Func(ratio)

func ratio(x, y []int16) []int16 {
	z := make([]int16, len(x))
	for i := range hone.Parallel(len(x)) {
		z[i] = x[i] / y[i]
	}
	return z
}

var Total = hone.Func(total)

func total(x []float64, n int) (s float64) {
	for i := range n {
		s += x[i]
	}
	return s
}

var Steps = hone.Func(steps)

func steps(x, y []float32, k int) {
	for i := range hone.Parallel(len(y)) {
		y[i] = (y[i] + 1) * (y[i] + 2) * (y[i] + 3) * x[i*100]
		y[i] *= x[k] // which is loaded behind a store
	}
}
`

func TestMisuse(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	for _, c := range []struct {
		args []string
		err  string
	}{
		{nil, "Usage:"},
		{[]string{"tune"}, `no command "tune"`},
		{[]string{"help", "tune"}, `no command "tune"`},
		{[]string{"run"}, "no package"},
		{[]string{"run", "-nonsense", "."}, "unknown flag -nonsense"},
		{[]string{"build", "-o"}, "flag -o needs a value"},
		{[]string{"build", ".", "-v"}, "flag -v behind the packages"},
		{[]string{"gen", "-nonsense"}, "flag provided but not defined: -nonsense"},
		{[]string{"check", "-nonsense"}, "flag provided but not defined"},
		{[]string{"explain", "-asm"}, "want one function"},
		{[]string{"explain", "-stage", "loops", "./..."}, "want one function"},
		{[]string{"explain", "-stage", "soup", "F"}, `no stage "soup"`},
		{[]string{"explain", "-stage", "lops", "F"}, `did you mean "loops"?`},
		{[]string{"explain", "-json", "F"}, "-json is for the table"},
		{[]string{"explian", "F"}, `no command "explian"; did you mean "explain"?`},
		{[]string{"build", "-tag=x", "."}, `unknown flag -tag; did you mean "tags"?`},
		{[]string{"check", "-musst"}, `flag provided but not defined: -musst; did you mean "must"?`},
		{[]string{"version", "x"}, "no arguments wanted"},
		{[]string{"explain", "-isa", "neon", "F"}, `no instruction set "neon"`},
	} {
		expect(t, hon(t, dir, c.args...), 2, "", c.err)
	}
	expect(t, hon(t, dir, "help"), 0, "Commands:", "")
	for _, c := range commands() {
		for _, flag := range []string{"-h", "--help"} {
			expect(t, hon(t, dir, c.name, flag), 0, "Usage: hone "+c.name, "")
		}
		expect(t, hon(t, dir, "help", c.name), 0, "Usage: hone "+c.name, "")
	}
}

func TestBroken(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	write(t, dir, "lib/bad.go", "package lib\n\nvar x int = \"a\"\n")
	for _, command := range []string{"run", "build", "test", "gen", "check"} {
		expect(t, hon(t, dir, command, "."), 1, "", "lib/bad.go:3:13: cannot use \"a\"")
	}
	write(t, dir, "lib/bad.go", "package lib\n\nfunc {\n")
	expect(t, hon(t, dir, "check", "./lib"), 1, "", "lib/bad.go:3:6: ")
	for _, command := range []string{"run", "build", "test", "gen", "check"} {
		if got := hon(t, dir, command, "./nowhere"); got.status != 1 || got.err == "" {
			t.Errorf("%s ./nowhere: %+v", command, got)
		}
	}
}

// TestNames has names that get in the way of those in the generated file.
func TestNames(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"

	h "github.com/hone-go/hone"

	"example.com/m/in"
	one "example.com/m/a/same"
	two "example.com/m/b/same"
)

type (
	e    = float64
	a0   struct{ v e }
	r1   [3]int32
	Func func(a0, []in.T) (e, r1)
)

var (
	hone  = 1
	plain = 2
	out   = h.Func[Func](f)
	unit0 = h.Func(g)
	Empty = h.Func(empty)
	Local = h.Func(func(x int) int { return x + hidden })
)

const hidden = 4

func f(p a0, q []in.T) (e, r1) { return p.v + e(q[0].X), r1{1, 2, int32(len(q))} }

func g(x one.T, y two.T, z in.G[int8]) (one.T, two.T, in.G[int8]) { return x + 1, y + 2, in.G[int8]{V: z.V - 3} }

func empty() {}

func main() {
	fmt.Println(out.Call(a0{1.5}, []in.T{{X: 2}}))
	fmt.Println(unit0.Call(1, 2, in.G[int8]{V: -128}))
	Empty.Call()
	fmt.Println(Local.Call(hone), plain)
	fmt.Println(out.Status(), unit0.Status(), Empty.Status(), Local.Status())
}
-- in/in.go --
package in

type T struct{ X uint16 }

type G[V any] struct{ V V }
-- a/same/same.go --
package same

type T int32
-- b/same/same.go --
package same

type T float32
`)
	expect(t, hon(t, dir, "run", "."), 0, "3.5 [1 2 1]\n2 4 {125}\n5 2\n"+strings.Repeat(target()+" ", 3)+target()+"\n", "")
}

// TestUnspellable has signatures that no generated file can repeat, and variables that none can assign to.
func TestUnspellable(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"

	"example.com/m/in"
	"github.com/hone-go/hone"
)

var F = hone.Func(in.F)
var G any = hone.Func(g)

func g(x int) int { return x }

func main() {
	fmt.Println(F.Call(in.Make()), F.Status().Reason)
	fmt.Println(G.(*hone.Fn[func(int) int]).Call(3))
}
-- in/in.go --
package in

type hidden struct{ a int }

func Make() hidden { return hidden{5} }

func F(x hidden) int { return x.a }
`)
	expect(t, hon(t, dir, "run", "."), 0, "5 main.go:10:9: type in.hidden can't be named in package main\n3\n",
		"main.go:11:13: G stays plain Go: the variable's type must be that of hone.Func's result")
}

// TestOverlay has a replacement of the user's own.
func TestOverlay(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	lib, _ := os.ReadFile(filepath.Join(dir, "lib/lib.go"))
	write(t, dir, "other/lib.txt", strings.Replace(string(lib), "*= by", "*= by + 1", 1))
	write(t, dir, "overlay.json", `{"Replace": {"lib/lib.go": "other/lib.txt"}}`)
	expect(t, hon(t, dir, "run", "-overlay", "overlay.json", "."), 0, "[4 8 12] "+target(), "Describe")
	expect(t, hon(t, dir, "run", "-overlay", "nowhere.json", "."), 1, "", "nowhere.json")
}

func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: no signals")
	}
	t.Parallel()
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	fmt.Println("ready")
	<-c
	fmt.Println("bye")
	os.Exit(7)
}
`)
	temp := t.TempDir()
	cmd := exec.Command(tool, "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	var out syncBuffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for !strings.Contains(out.String(), "ready") {
		select {
		case err := <-done:
			t.Fatal(err)
		case <-time.After(10 * time.Millisecond):
		}
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	<-done
	if status := cmd.ProcessState.ExitCode(); status != 7 || !strings.Contains(out.String(), "bye") {
		t.Errorf("status %d, output %q", status, out.String())
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
