package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/origin"
)

// project is what a command works on: packages and their honed functions.
type project struct{ *check.Project }

// load loads packages, translates their honed functions and compiles them, without keeping the code.
func load(l check.Loading) (*project, error) {
	p, err := check.Load(l)
	if err != nil {
		return nil, err
	}
	return &project{p}, nil
}

// warnCached prints which honed functions of modules in the module cache stay plain Go, since these modules have no generated code for them.
func (p *project) warnCached() {
	for _, pkg := range p.Cached {
		names := pkg.HonedNames()
		if len(names) > 0 && !slices.ContainsFunc(pkg.GoFiles(), func(f string) bool { _, ours := origin.Generated(f); return ours }) {
			fmt.Fprintf(os.Stderr, "%s: %s stays plain Go: module %s has no 0hone_gen.go, and the go command adds no files to modules in its cache "+
				"(it compiles with a replace directive to a copy)\n", pkg.Path, strings.Join(names, ", "), pkg.Module)
		}
	}
}

// warn prints why functions stay plain Go, or are slower than they could be.
func (p *project) warn() {
	for _, h := range p.Honed {
		for _, m := range h.Mistakes {
			fmt.Fprintf(os.Stderr, "%s: %s is compiled in part, scalar code stands in for the rest: %s\n", h.Pos, h.Title(), m)
		}
		for _, r := range h.Why {
			fmt.Fprintf(os.Stderr, "%s: %s stays plain Go: %s\n", r.Pos, h.Title(), r.Msg)
		}
	}
	for _, r := range p.Strays {
		fmt.Fprintln(os.Stderr, r)
	}
	for _, m := range p.Misspelt {
		fmt.Fprintln(os.Stderr, m)
	}
	for _, r := range p.Early {
		fmt.Fprintln(os.Stderr, r)
	}
}

// readOverlay reads the file that the go command's -overlay names.
func readOverlay(dir, file string) (map[string]string, error) {
	if file == "" {
		return nil, nil
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var o struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	replace := map[string]string{}
	for name, by := range o.Replace {
		replace[absolute(dir, name)] = absolute(dir, by)
	}
	return replace, nil
}

func absolute(dir, name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
