package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
)

// The program starts itself with -serve. In a test that is the test's binary.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-serve" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// Every kernel has enough forms, some of them without annotation, and names that tell them apart.
func TestTable(t *testing.T) {
	for _, k := range kernels {
		names := map[string]bool{}
		unmarked := 0
		for _, f := range k.open(k.tiny).forms {
			if names[f.name] {
				t.Errorf("%s has two forms %q", k.name, f.name)
			}
			names[f.name] = true
			unmarked += count(f.bare)
		}
		if len(names) < 6 || unmarked < 2 {
			t.Errorf("%s: %d forms, %d of them without annotation", k.name, len(names), unmarked)
		}
		if len(k.odd) == 0 {
			t.Errorf("%s: no sizes to compare results at", k.name)
		}
	}
}

// In plain Go all forms of a kernel compute the same, to the last bit where they say so.
func TestPlain(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run([]string{"-check"}, nil, &out, &errs); code != 0 {
		t.Errorf("exit status %d: %s%s", code, &out, &errs)
	}
}

// Honed they compute the same as well; with nothing fused, to the last bit.
func TestHoned(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: builds the program with hone")
	}
	dir := t.TempDir()
	tool, exe := filepath.Join(dir, "hone"), filepath.Join(dir, "forms")
	for _, argv := range [][]string{{"go", "build", "-o", tool, "../../cmd/hone"}, {tool, "build", "-o", exe, "."}} {
		if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", argv, err, out)
		}
	}
	for _, env := range []string{"HONE_FMA=on", "HONE_FMA=off", "HONE_ISA=avx2"} {
		cmd := exec.Command(exe, "-check")
		cmd.Env = append(os.Environ(), "HONE=jit", env) // what gains nothing is compared, too
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", env, err, out)
		}
	}
}

// A race of a few forms has all its numbers, also without a C compiler, and the C versions compute the same.
func TestMeasure(t *testing.T) {
	defer func(compilers func() []string) { rig.Compilers = compilers }(rig.Compilers)
	defer func(turn time.Duration) { rig.Turn = turn }(rig.Turn)
	rig.Turn = 0
	for _, c := range []string{"with C", "without C"} {
		var out, errs bytes.Buffer
		args := []string{"-size", "tiny", "-rounds", "2", "-json"}
		if c == "without C" {
			rig.Compilers = func() []string { return nil }
			args = append(args, "-k", "^stencil5/")
		} else if len(rig.Compilers()) == 0 {
			t.Log("SKIPPED: no C compiler")
			continue
		}
		if code := run(args, nil, &out, &errs); code != 0 {
			t.Fatalf("%s: exit status %d: %s\n%s", c, code, &errs, &out)
		}
		if c == "without C" && !strings.Contains(errs.String(), "WITHOUT C") {
			t.Errorf("nothing is said of the missing C compiler: %s", &errs)
		}
		var got table
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		for _, r := range got.Rows {
			if r.GoUS <= 0 || (r.CUS > 0) != (c == "with C") || len(r.By) != 1 || r.By[0].US <= 0 || r.By[0].ToBest <= 0 || r.By[0].ToBest > 1 {
				t.Errorf("%s: implausible: %+v", c, r)
			}
		}
		if len(got.Rows) == 0 {
			t.Errorf("%s: no rows", c)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args string
		code int
	}{
		{"-h", 0}, {"-list", 0}, {"-k (", 2}, {"-k nothing", 2}, {"-size huge", 2}, {"-rounds 0", 2}, {"more", 2}, {"-nonsense", 2},
		{"-against no-such-revision -size tiny", 2},
	} {
		var out, errs bytes.Buffer
		if code := run(strings.Fields(test.args), nil, &out, &errs); code != test.code {
			t.Errorf("%s: exit status %d, not %d: %s", test.args, code, test.code, &errs)
		}
	}
}
