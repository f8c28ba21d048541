package source

import (
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// TestNeeded: of the packages behind a small program few are read, whose declarations are as they are in full; the tests of hone's own packages are not the user's.
func TestNeeded(t *testing.T) {
	p, err := Load("../..", []string{"./examples/summary"}, Options{Tests: true})
	if err != nil {
		t.Fatal(err)
	}
	open, err := Load("../..", []string{"./examples/summary"}, Options{Tests: true, Open: true})
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for id, pkg := range p.all {
		if pkg.Types == nil {
			continue
		}
		read++
		if strings.HasSuffix(pkg.Path, "/internal/pipeline") {
			t.Errorf("%s is read, which the program doesn't name", pkg.Path)
		}
		for _, name := range pkg.Types.Scope().Names() {
			all := open.all[id].Types.Scope().Lookup(name)
			if got, want := types.ObjectString(pkg.Types.Scope().Lookup(name), nil), types.ObjectString(all, nil); got != want {
				t.Errorf("%s: %s, in full %s", id, got, want)
			}
		}
	}
	home := p.byPath[honePath].Types.Scope()
	if home.Lookup("Func") == nil || home.Lookup("TargetC") != nil && open.byPath[honePath].Types.Scope().Lookup("TargetC") == nil {
		t.Error("what the program names isn't declared")
	}
	if listed := len(p.all); read == 0 || read > listed/2 {
		t.Errorf("%d of %d packages are read", read, listed)
	}
	for _, r := range p.Roots {
		if !strings.Contains(r.Path, "/examples/summary") {
			t.Errorf("%s is among the roots", r.Path)
		}
	}
}

// TestNeededHints: what the type checker says of a wrong name is what it says where all of the package is read.
func TestNeededHints(t *testing.T) {
	dir, err := filepath.Abs("../../examples/summary")
	if err != nil {
		t.Fatal(err)
	}
	text := "package main\n\nimport (\n\t\"os\"\n\t\"github.com/hone-go/hone\"\n)\n\nvar a, b, c, d = os.getEnv, hone.parallel, os.newFile, os.Missing\n"
	overlay := map[string][]byte{filepath.Join(dir, "wrong_test.go"): []byte(text)}
	var said [2]string
	for i, open := range []bool{false, true} {
		if _, err := Load(dir, []string{"."}, Options{Tests: true, Open: open, Overlay: overlay}); err != nil {
			said[i] = err.Error()
		}
	}
	if said[0] != said[1] || !strings.Contains(said[0], "os.getEnv (but have Getenv)") || !strings.Contains(said[0], "hone.parallel (but have Parallel)") {
		t.Errorf("%s\nin full:\n%s", said[0], said[1])
	}
}
