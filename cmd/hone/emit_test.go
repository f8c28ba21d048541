package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ctarget"
)

func TestEmit(t *testing.T) {
	t.Parallel()
	dir := module(t, program)
	r := hon(t, dir, "emit", "-target", "c", "SumAll")
	expect(t, r, 0, "i64 m_sumAll_k0(u64 *p, i64 lo, i64 hi) {", "")
	if !strings.Contains(r.out, "// main.go:") {
		t.Errorf("no places of the source in\n%s", r.out)
	}
	file := filepath.Join(t.TempDir(), "scale.c")
	expect(t, hon(t, dir, "emit", "-target=c", "-o", file, "nolib.Scale"), 1, "", "package nolib is not in std")
	expect(t, hon(t, dir, "emit", "-target=c", "-o", file, "./lib.Scale"), 0, "", "")
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "lib_scale_k0") {
		t.Errorf("%v\n%s", err, text)
	}
	expect(t, hon(t, dir, "emit", "-target", "c", "Describe"), 1, "", "main.go:32:")
	expect(t, hon(t, dir, "emit", "-target", "c", "Nobody"), 1, "", "no honed function Nobody")
	expect(t, hon(t, dir, "emit", "SumAll"), 2, "", "want -target: one of c")
	expect(t, hon(t, dir, "emit", "-target", "fortran", "SumAll"), 2, "", `no target "fortran": there is c`)
	expect(t, hon(t, dir, "emit", "-target", "c"), 2, "", "want one function")
	expect(t, hon(t, dir, "emit", "-h"), 0, "c    C11 for gcc and clang", "")
}

// TestTargetC has the tool link the c target.
func TestTargetC(t *testing.T) {
	if _, err := ctarget.Default(); err != nil {
		t.Skip("SKIPPED: ", err)
	}
	dir := module(t, program)
	t.Setenv("GOCACHE", strings.TrimSpace(run(t, dir, "go", "env", "GOCACHE").out)) // it would be in XDG_CACHE_HOME, and empty
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HONE", "c")
	expect(t, hon(t, dir, "run", "."), 1, "", "HONE=c: run `go get github.com/hone-go/hone/target/c`")
	gomod, err := os.ReadFile(filepath.Join(repo, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	mine, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(gomod), "\n") {
		if strings.Contains(line, "purego") {
			mine = append(mine, "\nrequire "+strings.TrimPrefix(strings.TrimSpace(line), "require ")+"\n"...)
		}
	}
	write(t, dir, "go.mod", string(mine))
	expect(t, hon(t, dir, "run", "."), 0, "compiled for c (", "stays plain Go")
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Dir(goCommand))
	t.Setenv("CGO_ENABLED", "0")
	t.Setenv("CC", "no-such-compiler")
	expect(t, hon(t, dir, "run", "."), 0, "plain Go: HONE=c: no C compiler: CC=no-such-compiler: executable file not found in $PATH", "stays plain Go")
}

// TestCrossBuild builds a program with the c target for a CPU without code of our own, without cgo.
func TestCrossBuild(t *testing.T) {
	t.Setenv("GOOS", "linux")
	t.Setenv("GOARCH", "riscv64") // one that CI builds for, too
	t.Setenv("CGO_ENABLED", "0")
	expect(t, run(t, repo, "go", "build", "./target/c", "."), 0, "", "")
}
