package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/nearest"
	"github.com/hone-go/hone/internal/source"
)

// honedByName finds the honed function that an argument names. If there is none, or it stays plain Go, that is said and h is nil.
func (c *command) honedByName(arg, tags string) (p *project, h *check.Honed, status int) {
	pattern, name := splitName(arg)
	p, err := c.packagesOf(pattern, tags)
	if err != nil {
		return nil, nil, c.fail(err)
	}
	if h = p.find(name); h == nil {
		return nil, nil, c.fail(p.unknown(name, pattern))
	}
	p.warnStale(p.Matched, os.Stderr)
	if len(h.Why) > 0 {
		for _, r := range h.Why {
			fmt.Fprintf(os.Stderr, "%s: %s stays plain Go: %s\n", r.Pos, h.Title(), r.Msg)
		}
		return nil, nil, failure
	}
	return p, h, 0
}

// packagesOf loads what the part of a name in front of the function's says: a directory, an import path, or as in Go's text the name of a package, or its path's end, of which there is
// one in this module. Nothing stands for the current directory, or where that has no package for all of the module.
func (c *command) packagesOf(pattern, tags string) (*project, error) {
	l := check.Loading{Patterns: []string{pattern}, Flags: tagFlags(tags), Tests: true}
	if pattern == "" {
		l.Patterns = []string{"."}
	}
	p, err := load(l)
	if err == nil || isPath(pattern) {
		return p, err
	}
	l.Patterns = []string{"./..."}
	all, allErr := load(l)
	if allErr != nil {
		return nil, err
	}
	if pattern == "" {
		return all, nil
	}
	named := func(pkg *source.Package) bool {
		path := strings.TrimSuffix(pkg.Path, "_test")
		return pkg.Name == pattern || path == pattern || strings.HasSuffix(path, "/"+pattern)
	}
	all.Matched = slices.DeleteFunc(all.Matched, func(pkg *source.Package) bool { return !named(pkg) })
	all.Honed = slices.DeleteFunc(all.Honed, func(h *check.Honed) bool { return !named(h.Pkg) })
	if len(all.Matched) == 0 {
		return nil, err
	}
	return all, nil
}

// isPath reports what is a directory, as opposed to a name of a package.
func isPath(pattern string) bool {
	return pattern == "." || pattern == ".." || strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "../") || filepath.IsAbs(pattern)
}

// unknown is the error for a name that no honed function has.
func (p *project) unknown(name, pattern string) error {
	var names []string
	for _, h := range p.Honed {
		names = append(names, h.Title())
	}
	where := pattern
	if where == "" {
		where = "this package"
	}
	switch hint := nearest.Hint(name, names); {
	case hint != "":
		return fmt.Errorf("no honed function %s in %s%s", name, where, hint)
	case len(names) == 0:
		return fmt.Errorf("no honed function %s in %s: there are none", name, where)
	case len(names) <= 8:
		return fmt.Errorf("no honed function %s in %s: there are %s", name, where, strings.Join(names, ", "))
	}
	return fmt.Errorf("no honed function %s in %s: hone explain %s lists them", name, where, pattern)
}

// isFunction reports an argument that names a function, as opposed to packages: X, pkg.X, path/pkg.X and ./dir.X do.
func isFunction(arg string) bool {
	if strings.Contains(arg, "...") || arg == "." || arg == ".." {
		return false
	}
	if info, err := os.Stat(arg); err == nil && info.IsDir() && (isPath(arg) || strings.Contains(arg, "/")) {
		return false
	}
	pattern, name := splitName(arg)
	return name != "" && (pattern != "" || !strings.ContainsAny(arg, "/"))
}

// splitName splits pkg.F, or pkg.F<T> for a version. pattern is empty where there is none.
func splitName(arg string) (pattern, name string) {
	base, _, _ := strings.Cut(arg, "<")
	dot := strings.LastIndexByte(base, '.')
	if dot < 0 || dot < strings.LastIndexByte(base, '/') {
		return "", arg
	}
	if dot == 0 { // .F
		return ".", arg[1:]
	}
	return arg[:dot], arg[dot+1:]
}

// find looks for a honed function by the name of its variable, or else of the function.
func (p *project) find(name string) *check.Honed {
	i := slices.IndexFunc(p.Honed, func(h *check.Honed) bool { return h.Name == name || h.Title() == name })
	if i < 0 {
		i = slices.IndexFunc(p.Honed, func(h *check.Honed) bool { return strings.HasSuffix(strings.TrimSuffix(h.Symbol, ".border"), "."+name) })
	}
	if i < 0 {
		return nil
	}
	return p.Honed[i]
}
