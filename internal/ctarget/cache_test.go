package ctarget

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/hone-go/hone/internal/cfamily"
	"github.com/hone-go/hone/internal/child"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/target"
)

// doubled is a kernel that gives twice its parameter.
const doubled = `func @m.double.k0(%x: i64) -> (i64) kernel=single {
  %y = add %x, %x : i64
  return %y
}`

// double compiles the kernel and has it double 21.
func double(t *Target) error {
	code, err := t.Compile(ir.MustParse(doubled).Funcs, &target.Options{})
	if err != nil {
		return err
	}
	words := []uint64{21, 0, 0, 0, 0, 0}
	if status := code.Kernels["m.double.k0"].Call(unsafe.Pointer(&words[0]), 0, 0); status != 0 || words[1] != 42 {
		return fmt.Errorf("status %d, result %d", status, words[1])
	}
	return nil
}

// counted makes CC a compiler that counts its runs, but for those that ask for the version or fail, as they do where the compiler does
// not know a flag.
func counted(t *testing.T) (runs func() int) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: needs a shell")
	}
	real, err := New(Options{})
	if err != nil {
		t.Skip("SKIPPED: ", err)
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	script := fmt.Sprintf("#!/bin/sh\n%s \"$@\" && { [ \"$1\" = --version ] || echo run >> %s; }\n", strings.Join(real.compiler.command, " "), log)
	cc := filepath.Join(dir, "counted-cc")
	if err := os.WriteFile(cc, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", cc)
	return func() int {
		text, err := os.ReadFile(log)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return strings.Count(string(text), "run")
	}
}

func fresh(t *testing.T, dir string) *Target {
	t.Helper()
	c, err := New(Options{CacheDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// childEnv has a child process use the cache in the directory it names.
const childEnv = "HONE_CTARGET_CHILD"

func TestCache(t *testing.T) {
	if dir := os.Getenv(childEnv); dir != "" {
		if err := double(fresh(t, dir)); err != nil {
			t.Fatal(err)
		}
		return
	}
	runs, dir := counted(t), t.TempDir()
	check := func(what string, want int) {
		t.Helper()
		if err := double(fresh(t, dir)); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if n := runs(); n != want {
			t.Fatalf("%s: the compiler has run %d times, want %d", what, n, want)
		}
	}
	check("first", 1)
	check("second", 1)
	cmd := child.Command(t.Context(), os.Args[0], "-test.run=^TestCache$")
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := runs(); n != 1 {
		t.Fatalf("another process has run the compiler")
	}
	entries, err := filepath.Glob(filepath.Join(dir, "*", objectName))
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	// A damaged file is not loaded. It is replaced, not overwritten: the old one is still mapped.
	text, err := os.ReadFile(entries[0])
	if err != nil {
		t.Fatal(err)
	}
	for i, damage := range [][]byte{text[:len(text)/2], append([]byte("x"), text[1:]...), nil} {
		if err := os.Remove(entries[0]); err != nil {
			t.Fatal(err)
		}
		if damage != nil {
			if err := os.WriteFile(entries[0], damage, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		check("damaged", i+2)
		check("repaired", i+2)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "new-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestIntactButUseless is an entry of the cache that is what it was made as, and yet no shared object.
func TestIntactButUseless(t *testing.T) {
	runs, dir := counted(t), t.TempDir()
	c := fresh(t, dir)
	u, err := cfamily.Print(ir.MustParse(doubled).Funcs, cfamily.C11)
	if err != nil {
		t.Fatal(err)
	}
	entry := filepath.Join(dir, c.compiler.key(u.Text))
	if err := os.Mkdir(entry, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(entry, objectName), []byte("of another system"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := seal(entry); err != nil {
		t.Fatal(err)
	}
	if err := double(c); err != nil || runs() != 1 {
		t.Errorf("%v, %d runs", err, runs())
	}
}

// TestAtOnce has many compile the same into one empty cache.
func TestAtOnce(t *testing.T) {
	counted(t)
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			c, err := New(Options{CacheDir: dir})
			if err == nil {
				err = double(c)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// TestNoCache has a file where the cache should be.
func TestNoCache(t *testing.T) {
	runs := counted(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want := 1; want <= 2; want++ {
		if err := double(fresh(t, filepath.Join(file, "cache"))); err != nil || runs() != want {
			t.Errorf("%v, %d runs", err, runs())
		}
	}
}

func TestTrim(t *testing.T) {
	dir := t.TempDir()
	c := &cache{dir: dir}
	for name, age := range map[string]int{"old": 40, "new": 10} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		at := time.Now().AddDate(0, 0, -age)
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	c.trim(dir)
	_, old := os.Stat(filepath.Join(dir, "old"))
	_, young := os.Stat(filepath.Join(dir, "new"))
	if old == nil || young != nil {
		t.Errorf("old: %v, new: %v", old, young)
	}
}

func TestNoCompiler(t *testing.T) {
	for _, c := range []struct{ cc, path, want string }{
		{"", "", "no C compiler: none of cc, gcc, clang is in PATH, and CC is not set"},
		{"no-such-cc -x", "", "no C compiler: CC=no-such-cc -x: executable file not found in $PATH"},
	} {
		t.Setenv("CC", c.cc)
		t.Setenv("PATH", c.path)
		if _, err := New(Options{}); err == nil || err.Error() != c.want {
			t.Errorf("CC=%q: got %v, want %s", c.cc, err, c.want)
		}
	}
}

// TestBadCompiler has a compiler that compiles nothing.
func TestBadCompiler(t *testing.T) {
	counted(t) // skips where there is no shell
	cc := filepath.Join(t.TempDir(), "cc")
	script := "#!/bin/sh\n[ \"$1\" = --version ] && echo 'toycc (Toy) 1.2.3-4' && exit\necho note: >&2; echo 'error: no backend' >&2; exit 1\n"
	if err := os.WriteFile(cc, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", cc)
	err := double(fresh(t, t.TempDir()))
	if want := "cc 1.2.3: exit status 1: error: no backend"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestVersionName(t *testing.T) {
	for version, want := range map[string]string{
		"gcc (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright (C) 2022 Free Software Foundation, Inc.\n": "gcc 12.2.0",
		"cc (Ubuntu 13.3.0-6ubuntu2~24.04) 13.3.0\nCopyright (C) Free Software Foundation, Inc.":     "gcc 13.3.0",
		"Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n":                                 "clang 14.0.6",
		"Apple clang version 15.0.0 (clang-1500.3.9.4)\nTarget: arm64-apple-darwin23":                "clang 15.0.0",
		"": "cc",
	} {
		if got := versionName(version); got != want {
			t.Errorf("%q: got %s, want %s", version, got, want)
		}
	}
}
