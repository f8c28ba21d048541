package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/gen"
	"github.com/hone-go/hone/internal/rt"
)

var runCommand = &command{
	name: "run", args: "[flags] package [arguments]", short: "compile and run a program",
	long: `
Run is like go run, with the honed functions compiled: those of the main package and
of all packages that it needs, but for modules in the module cache (see below). It takes the same flags. No file of the
module is touched. The exit status is the program's.

With HONE=c in the environment the c target is linked into the program (also by build
and test), which then has the C compiler compile the honed functions. With HONE=race the
honed functions are interpreted, and iterations of parallel loops that depend on each other
are reported; the exit status is then 66 if it would be 0. A test fails by a panic.

The go command adds no files to modules in its cache. Their honed functions are compiled
if they come with the file that hone gen writes, or are replaced by a directory.

Functions that stay plain Go are reported on standard error, with the reason.
`,
	run: func(c *command, args []string) int { return c.goCommand(args) },
}

var buildCommand = &command{
	name: "build", args: "[-o output] [flags] [packages]", short: "compile packages",
	long: `
Build is like go build, with the honed functions compiled: those of the packages and of
all that they need, but for modules in the module cache. It takes the same flags. No file of the
module is touched.

Functions that stay plain Go are reported on standard error, with the reason.
`,
	run: func(c *command, args []string) int { return c.goCommand(args) },
}

var testCommand = &command{
	name: "test", args: "[flags] [packages] [flags]", short: "test packages",
	long: `
Test is like go test, with the honed functions compiled: those of the packages, of their
tests, and of all that they need, but for modules in the module cache. It takes the same flags. No
file of the module is touched.

Functions that stay plain Go are reported on standard error, with the reason.
`,
	run: func(c *command, args []string) int { return c.goCommand(args) },
}

// goCommand is run, build and test.
func (c *command) goCommand(args []string) int {
	if len(args) > 0 && slices.Contains([]string{"-h", "-help", "--help"}, args[0]) {
		c.usage(os.Stdout)
		return 0
	}
	a, err := splitArgs(c.name, args)
	if err != nil {
		return c.misused("%v", err)
	}
	if c.name == "run" && len(a.pkgs) == 0 {
		return c.misused("no package")
	}
	if c.name != "build" {
		if err := checkEnvironment(); err != nil {
			return c.fail(err)
		}
	}
	temp, err := os.MkdirTemp("", "hone")
	if err != nil {
		return c.fail(err)
	}
	defer os.RemoveAll(temp)
	// From here on signals must not keep the directory from being removed. Those of the terminal reach the child as well.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	exe := filepath.Join(temp, programName(a))
	if err := c.overlay(a, temp); err != nil {
		return c.fail(err)
	}
	if err := a.throughTool(); err != nil {
		return c.fail(err)
	}
	if c.name != "run" {
		goArgs := slices.Concat([]string{c.name}, a.flags, []string{"-overlay=" + a.overlay}, a.pkgs, a.rest)
		return c.start(signals, a.dir, "go", goArgs)
	}
	flags := []string{"build", "-o", exe, "-overlay=" + a.overlay}
	if !a.isSet("ldflags") {
		flags = append(flags, "-ldflags=-s -w") // like go run: it links faster
	}
	if status := c.start(signals, a.dir, "go", slices.Concat(flags, a.flags, a.pkgs)); status != 0 || a.isSet("n") {
		return status
	}
	found := filepath.Join(temp, "race")
	if os.Getenv("HONE") == "race" {
		_ = os.Setenv("HONE_RACE_FOUND", found) // fails for malformed names only
	}
	by := append(strings.Fields(a.exec), exe)
	status := c.start(signals, a.dir, by[0], slices.Concat(by[1:], a.rest))
	if status == 0 && exists(found) {
		status = raceFound
	}
	return status
}

// raceFound is the exit status of a program that was run with HONE=race and reported something: that of Go's race detector.
const raceFound = 66

// programName is what the program sees as its name.
func programName(a *goArgs) string {
	if len(a.pkgs) == 0 {
		return "" // there is none to be run
	}
	name := filepath.Base(absolute(must(filepath.Abs(a.dir)), a.pkgs[0]))
	name, _, _ = strings.Cut(strings.TrimSuffix(name, ".go"), "@")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return name
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// overlay generates code into temp and makes an overlay of it, a.overlay.
func (c *command) overlay(a *goArgs, temp string) error {
	user, err := readOverlay(must(filepath.Abs(a.dir)), a.overlay)
	if err != nil {
		return err
	}
	p, err := load(check.Loading{Dir: a.dir, Patterns: a.pkgs, Flags: a.load, Overlay: user,
		Tests: c.name == "test", Deps: true, ISAs: []rt.ISA{rt.AVX2}, Race: c.name != "build" && os.Getenv("HONE") == "race"})
	if err != nil {
		return err
	}
	if c.name == "run" {
		for _, pkg := range p.Matched {
			if pkg.Name != "main" {
				return fmt.Errorf("%s is package %s, not a program: want package main with a func main", cmp.Or(pkg.Path, a.pkgs[0]), pkg.Name)
			}
		}
	}
	p.warn()
	p.warnStale(p.Prog.Roots, os.Stderr)
	p.warnCached()
	files, err := gen.Files(p.Items(), gen.Options{Linked: linkedTargets()})
	if err != nil {
		return err
	}
	var o struct{ Replace map[string]string }
	o.Replace = map[string]string{}
	for name, by := range user {
		o.Replace[name] = by
	}
	if a.files() {
		for _, f := range slices.Backward(files) {
			if filepath.Dir(f.Path) == must(filepath.Abs(filepath.Join(a.dir, filepath.Dir(a.pkgs[0])))) {
				a.addFile(f.Path)
			}
		}
	}
	for _, path := range leftover(p.Prog.Roots, files) { // of no use any more, or harmful
		files = append(files, gen.File{Path: path, Text: check.PackageClause(path)})
	}
	for i, f := range files {
		by := filepath.Join(temp, fmt.Sprintf("gen%d.go", i))
		if err := os.WriteFile(by, f.Text, 0o666); err != nil {
			return err
		}
		o.Replace[f.Path] = by
	}
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	a.overlay = filepath.Join(temp, "overlay.json")
	if err := os.WriteFile(a.overlay, text, 0o666); err != nil {
		return err
	}
	return checkLinked(a)
}

// cTarget is the package that links the c target into a program.
const cTarget = "github.com/hone-go/hone/target/c"

// linkedTargets are the packages to link for the target that HONE names, so that the program need not import them itself.
func linkedTargets() []string {
	if os.Getenv("HONE") == "c" {
		return []string{cTarget}
	}
	return nil
}

// checkLinked finds out whether the module has what linkedTargets need.
func checkLinked(a *goArgs) error {
	if len(linkedTargets()) == 0 {
		return nil
	}
	cmd := exec.Command("go", slices.Concat([]string{"list", "-deps", "-overlay=" + a.overlay}, a.load, a.pkgs)...)
	cmd.Dir = a.dir
	var bad strings.Builder
	cmd.Stderr = &bad
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("HONE=c: run `go get %s`: the c target has to be part of the module (%s)", cTarget, strings.TrimSpace(bad.String()))
	}
	return nil
}

// addFile adds a generated file to a package that is given as a list of files. It has to be the first: the go command keeps their order.
func (a *goArgs) addFile(path string) {
	name := filepath.Join(filepath.Dir(a.pkgs[0]), filepath.Base(path))
	if strings.HasSuffix(name, "_test.go") {
		return
	}
	rest := slices.DeleteFunc(slices.Clone(a.pkgs), func(p string) bool { return filepath.Clean(p) == name })
	a.pkgs = append([]string{name}, rest...)
}

// start runs a program to its end and gives its exit status.
func (c *command) start(signals <-chan os.Signal, dir, name string, args []string) int {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, io.Writer(os.Stderr)
	if err := cmd.Start(); err != nil {
		return c.fail(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for {
		select {
		case s := <-signals:
			if s != os.Interrupt { // the terminal sends interrupts to the child, too
				_ = cmd.Process.Signal(s)
			}
		case err := <-done:
			var exit *exec.ExitError
			switch {
			case err == nil:
				return 0
			case errors.As(err, &exit):
				return exitStatus(exit)
			}
			return c.fail(err)
		}
	}
}

// exitStatus is the program's; as in a shell, 128 and the signal's number if a signal ended it.
func exitStatus(e *exec.ExitError) int {
	if s, ok := e.Sys().(interface {
		Signaled() bool
		Signal() syscall.Signal
	}); ok && s.Signaled() {
		return 128 + int(s.Signal())
	}
	return e.ExitCode()
}
