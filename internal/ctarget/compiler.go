package ctarget

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/cpu"
)

// Names of files in the directory of an object.
const (
	sourceName = "kernels.c"
	objectName = "kernels.so"
)

// compiler is a C compiler.
type compiler struct {
	command []string // CC may hold more than a program: "ccache gcc"
	name    string   // and version, for people
	version string   // all that it says of itself
	flags   []string

	anyCPU atomic.Bool // it does not know the flag for the CPU at hand, which is the first
}

// flags for what the text asks of the compiler: floating-point operations as they stand, but nobody looks at errno or at the exception
// flags, without which loops with conditions become vectors; and memory is what it is in Go, where unsafe may look at it as another type.
var flags = []string{"-std=gnu11", "-O3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-fno-strict-aliasing",
	"-fPIC", "-shared", "-fvisibility=hidden", "-w"}

// native is the flag for the CPU at hand. Not every compiler has it.
func native() string {
	if runtime.GOARCH == "amd64" {
		return "-march=native"
	}
	return "-mcpu=native"
}

const (
	versionTimeout = 10 * time.Second
	compileTimeout = 5 * time.Minute
)

// findCompiler looks for the compiler that CC names, else for cc, gcc and clang.
func findCompiler() (*compiler, error) {
	var command []string
	if cc := strings.Fields(os.Getenv("CC")); len(cc) > 0 {
		path, err := exec.LookPath(cc[0])
		if err != nil {
			return nil, fmt.Errorf("no C compiler: CC=%s: %w", os.Getenv("CC"), errors.Unwrap(err))
		}
		command = append([]string{path}, cc[1:]...)
	} else {
		for _, name := range []string{"cc", "gcc", "clang"} {
			if path, err := exec.LookPath(name); err == nil {
				command = []string{path}
				break
			}
		}
	}
	if command == nil {
		return nil, errors.New("no C compiler: none of cc, gcc, clang is in PATH, and CC is not set")
	}
	c := &compiler{command: command, flags: append([]string{native()}, flags...)}
	ctx, cancel := context.WithTimeout(context.Background(), versionTimeout)
	defer cancel()
	out, err := c.run(ctx, "", "--version")
	if err != nil {
		return nil, fmt.Errorf("no C compiler: %s --version: %w", strings.Join(command, " "), err)
	}
	c.version = string(out)
	c.name = versionName(c.version)
	return c, nil
}

// versionName is the name and number in what a compiler says of its version: "gcc 12.2.0", "clang 14.0.6".
func versionName(version string) string {
	line, _, _ := strings.Cut(version, "\n")
	kind := "cc"
	for _, k := range []string{"clang", "gcc", "cc"} {
		if strings.Contains(strings.ToLower(line), k) {
			kind = k
			break
		}
	}
	if strings.Contains(version, "Free Software Foundation") {
		kind = "gcc"
	}
	number := ""
	for _, w := range strings.Fields(line) {
		if w[0] >= '0' && w[0] <= '9' && strings.Contains(w, ".") {
			number = strings.TrimRight(w, "),;")
		}
	}
	number, _, _ = strings.Cut(number, "-")
	return strings.TrimSpace(kind + " " + number)
}

func (c *compiler) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, c.command[0], append(c.command[1:len(c.command):len(c.command)], args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var out, bad bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &bad
	if err := cmd.Run(); err != nil {
		if line := firstError(bad.String()); line != "" {
			err = fmt.Errorf("%w: %s", err, line)
		}
		return nil, err
	}
	return out.Bytes(), nil
}

// firstError is the line of a compiler's messages that says what is wrong.
func firstError(messages string) string {
	lines := strings.Split(strings.TrimSpace(messages), "\n")
	for _, l := range lines {
		if strings.Contains(l, "error") {
			return l
		}
	}
	return lines[0]
}

// compile makes the object of a text in a directory.
func (c *compiler) compile(dir, text string) error {
	if err := os.WriteFile(filepath.Join(dir, sourceName), []byte(text), 0o600); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), compileTimeout)
	defer cancel()
	with := func(flags []string) error {
		_, err := c.run(ctx, dir, append(slices.Clone(flags), "-o", objectName, sourceName, "-lm")...)
		return err
	}
	if c.anyCPU.Load() {
		return with(c.flags[1:])
	}
	err := with(c.flags)
	if err != nil && ctx.Err() == nil && with(c.flags[1:]) == nil {
		c.anyCPU.Store(true)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}

// key identifies the object that a text is compiled to: by the text, the compiler, its flags, and the CPU, since the compiler makes code
// for the one it runs on.
func (c *compiler) key(text string) string {
	h := sha256.New()
	for _, s := range append([]string{text, c.version, runtime.GOOS, runtime.GOARCH, processor()}, append(c.command, c.flags...)...) {
		fmt.Fprintf(h, "%d %s\n", len(s), s)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// processor tells CPUs apart that a compiler may make different code for.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return fmt.Sprint(cpu.X86, cpu.ARM64)
	}
	var about []string
	for _, line := range strings.Split(string(text), "\n") {
		if line == "" { // the other cores are alike
			break
		}
		switch name, _, _ := strings.Cut(line, ":"); strings.TrimSpace(name) {
		case "vendor_id", "cpu family", "model", "flags", "Features", "CPU implementer", "CPU part", "isa":
			about = append(about, line)
		}
	}
	return strings.Join(about, "\n")
}
