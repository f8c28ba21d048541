package vet

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/packages"

	"github.com/hone-go/hone/internal/child"
	"github.com/hone-go/hone/internal/origin"
)

// module copies testdata/src into a module that has the hone of this repository.
func module(t *testing.T) string {
	t.Helper()
	t.Setenv("HONE", "")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "src"))); err != nil {
		t.Fatal(err)
	}
	repo, err := filepath.Abs(filepath.Join("..", ".."))
	if err == nil {
		err = child.Module(dir, repo)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestFindings(t *testing.T) {
	fixes := map[string]int{}
	for _, r := range analysistest.RunWithSuggestedFixes(t, module(t), Analyzer, "./kernels", "./sums", "./none", "./lib") {
		for _, d := range r.Action.Diagnostics {
			fixes[r.Action.Package.Name] += len(d.SuggestedFixes)
		}
	}
	// A file for which there is no fix is not compared with what it should be.
	if want := map[string]int{"kernels": 3, "sums": 5}; !maps.Equal(fixes, want) {
		t.Errorf("fixes %v, want %v", fixes, want)
	}
}

// diagnose runs the analyzer on a package as an editor does that holds another text of some files, and gives the messages.
func diagnose(t *testing.T, dir, pattern string, texts map[string][]byte) (messages []string) {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir, Overlay: texts}, pattern)
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatal(pkgs, err)
	}
	p := pkgs[0]
	_, err = Analyzer.Run(&analysis.Pass{
		Analyzer: Analyzer, Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo, TypesSizes: p.TypesSizes,
		Report: func(d analysis.Diagnostic) { messages = append(messages, d.Message) },
		ReadFile: func(name string) ([]byte, error) {
			if text := texts[name]; text != nil {
				return text, nil
			}
			return os.ReadFile(name)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return messages
}

// TestUnsaved: what an editor holds counts, not what is on disk.
func TestUnsaved(t *testing.T) {
	dir := module(t)
	name := filepath.Join(dir, "sums", "sums.go")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before := diagnose(t, dir, "./sums", nil)
	text = bytes.Replace(text, []byte("	for i := range x {\n		s += x[i] * y[i]\n	}\n"), []byte("	s += hone.Sum(len(x), func(i int) float64 { return x[i] * y[i] })\n"), 1)
	after := diagnose(t, dir, "./sums", map[string][]byte{name: text})
	isDot := func(m string) bool { return strings.HasPrefix(m, "sums.Dot: ") }
	if !slices.ContainsFunc(before, isDot) || len(after) != len(before)-1 || slices.ContainsFunc(after, isDot) {
		t.Errorf("%d and %d messages, want one less, that of Dot: %q", len(before), len(after), after)
	}
}

// TestFlags: -q keeps to itself what does not make hone check fail, and with -must that is nothing.
func TestFlags(t *testing.T) {
	dir := module(t)
	set := func(name, value string) {
		if err := Analyzer.Flags.Set(name, value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = Analyzer.Flags.Set(name, "false") })
	}
	all := diagnose(t, dir, "./kernels", nil)
	set("q", "true")
	few := diagnose(t, dir, "./kernels", nil)
	plain := slices.DeleteFunc(slices.Clone(all), func(m string) bool {
		return !strings.HasPrefix(m, "kernels.Talk: ") && !strings.HasPrefix(m, "kernels.Far: ")
	})
	if len(plain) != 2 || len(few) != len(all)-2 {
		t.Errorf("%d messages, with -q %d: want Talk and Far less", len(all), len(few))
	}
	set("must", "true")
	if got := diagnose(t, dir, "./kernels", nil); !slices.Equal(got, all) {
		t.Errorf("with -q -must %q, want %q", got, all)
	}
}

// TestStale: a generated file that is out of date is told at its beginning.
func TestStale(t *testing.T) {
	dir := module(t)
	if got := diagnose(t, dir, "./lib", nil); len(got) > 0 {
		t.Errorf("without a generated file: %q", got)
	}
	text := origin.Header + "\npackage lib\n\nimport _ \"github.com/hone-go/hone/link\"\n"
	if err := os.WriteFile(filepath.Join(dir, "lib", "0hone_gen.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := diagnose(t, dir, "./lib", nil); len(got) != 1 || !strings.HasPrefix(got[0], "0hone_gen.go is out of date (run `go tool hone gen`)") {
		t.Errorf("got %q, want that 0hone_gen.go is out of date", got)
	}
}
