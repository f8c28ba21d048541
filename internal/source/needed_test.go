package source

import (
	"go/types"
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
