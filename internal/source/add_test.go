package source_test

import (
	"testing"

	"github.com/hone-go/hone/internal/source"
)

// TestAdd: a package that is added is read for its functions, as one that was loaded.
func TestAdd(t *testing.T) {
	p, err := source.Load(".", []string{"github.com/hone-go/hone"}, source.Options{Open: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Add("example.com/added", "added.go", "package added\nimport \"github.com/hone-go/hone\"\nfunc f(x int) int { return x + 1 }\nvar F = hone.Func(f)\n"); err != nil {
		t.Fatal(err)
	}
	if p.Honed("example.com/added", "F") == nil {
		t.Error("its function is not found")
	}
}
