package vet

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// module copies testdata/src into a module that has the hone of this repository.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "src"))); err != nil {
		t.Fatal(err)
	}
	repo, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	gomod, err := os.ReadFile(filepath.Join(repo, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	gosum, err := os.ReadFile(filepath.Join(repo, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	sys := regexp.MustCompile(`golang.org/x/sys v\S+`).Find(gomod)
	write(t, dir, "go.mod", fmt.Sprintf("module example.com/m\n\ngo 1.26.0\n\nrequire (\n\tgithub.com/hone-go/hone v0.0.0\n\t%s // indirect\n)\n\nreplace github.com/hone-go/hone => %s\n", sys, repo))
	write(t, dir, "go.sum", string(gosum))
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestFindings(t *testing.T) {
	t.Setenv("HONE", "")
	analysistest.RunWithSuggestedFixes(t, module(t), Analyzer, "./kernels", "./sums", "./none", "./lib")
}
