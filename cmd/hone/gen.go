package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/gen"
	"github.com/hone-go/hone/internal/origin"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

var genCommand = &command{
	name: "gen", args: "[-check] [packages]", short: "write 0hone_gen.go, for the plain go command",
	long: `
Gen writes a file 0hone_gen.go into the directory of each package with honed functions
(and 0hone_gen_test.go for those in tests), such that go build compiles them as hone build
does. The files are to be committed. Those that are no longer needed are removed. By
default it works on the package in the current directory.

The name makes the file the first of its package, so that the compiled functions are in
place before any init function runs, and before a package variable copies X.Call.

Functions that stay plain Go are reported on standard error, with the reason; that is no
failure. With -check nothing is written: the files that are not up to date are listed,
and the exit status is 1 if there are any.
`,
	run: generate,
}

func generate(c *command, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	checking := fs.Bool("check", false, "list files that are not up to date, and write nothing")
	tags := fs.String("tags", "", "build `tags`, as for the go command")
	if status, ok := c.parse(fs, args); !ok {
		return status
	}
	p, err := load(check.Loading{Patterns: fs.Args(), Flags: tagFlags(*tags), Tests: true, Keep: true, ISAs: []rt.ISA{rt.AVX2}})
	if err != nil {
		return c.fail(err)
	}
	p.warn()
	files, err := gen.Files(p.Items(), gen.Options{Keep: true})
	if err != nil {
		return c.fail(err)
	}
	status := 0
	for _, f := range p.stale(files) {
		if *checking {
			fmt.Println(p.relative(f.Path))
			status = failure
			continue
		}
		if err := update(f); err != nil {
			return c.fail(err)
		}
	}
	if p.warnStale(p.Matched, os.Stdout) > 0 { // those for other builds
		status = failure
	}
	return status
}

func tagFlags(tags string) []string {
	if tags == "" {
		return nil
	}
	return []string{"-tags=" + tags}
}

// stale lists the files that have to change; those without text have to go. Files for other builds are none of this build's.
func (p *project) stale(files []gen.File) []gen.File {
	var stale []gen.File
	kept := map[string]bool{} // directories that have generated files
	for _, f := range files {
		kept[filepath.Dir(f.Path)] = true
		if old, err := os.ReadFile(f.Path); err != nil || !bytes.Equal(old, f.Text) {
			stale = append(stale, f)
		}
	}
	for _, path := range leftover(p.Matched, files) {
		if p.otherBuild(path) {
			kept[filepath.Dir(path)] = true
		} else {
			stale = append(stale, gen.File{Path: path})
		}
	}
	for _, dir := range directories(p.Matched) {
		test := filepath.Join(dir, origin.Test)
		if _, ours := origin.Generated(test); ours && !kept[dir] {
			stale = append(stale, gen.File{Path: test})
		}
	}
	return stale
}

// otherBuild reports a generated file that is not part of its package now, since it is for other tags, another GOOS or GOARCH.
func (p *project) otherBuild(path string) bool {
	text, _ := origin.Generated(path)
	return bytes.Contains(text, []byte("\n//go:build ")) &&
		!slices.ContainsFunc(p.Matched, func(pkg *source.Package) bool { return pkg.Builds(path) })
}

// leftover lists the generated files in the directories of pkgs that are not among files, but for tests that these are up to date.
func leftover(pkgs []*source.Package, files []gen.File) (paths []string) {
	for _, dir := range directories(pkgs) {
		entries, _ := os.ReadDir(dir) // a directory that can't be read has none
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			if e.Name() == origin.Test || slices.ContainsFunc(files, func(f gen.File) bool { return f.Path == path }) {
				continue
			}
			if _, ours := origin.Generated(path); ours {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// directories lists those of packages.
func directories(pkgs []*source.Package) (dirs []string) {
	for _, pkg := range pkgs {
		if pkg.Dir != "" && !slices.Contains(dirs, pkg.Dir) {
			dirs = append(dirs, pkg.Dir)
		}
	}
	return dirs
}

// warnStale prints which generated files of the packages are out of date, and gives their number. Those for other builds are among them.
func (p *project) warnStale(pkgs []*source.Package, w io.Writer) (n int) {
	for _, dir := range directories(pkgs) {
		stale, err := origin.Check(dir)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		for _, s := range stale {
			s.File = p.relative(filepath.Join(dir, s.File))
			fmt.Fprintln(w, s)
			n++
		}
	}
	return n
}

// update writes a file, all at once, or removes it.
func update(f gen.File) error {
	if f.Text == nil {
		return os.Remove(f.Path)
	}
	if _, ours := origin.Generated(f.Path); exists(f.Path) && !ours {
		return fmt.Errorf("%s is not a file that hone has made; it stays as it is", f.Path)
	}
	temp, err := os.CreateTemp(filepath.Dir(f.Path), ".hone_gen*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // does nothing if all goes well
	_, err = temp.Write(f.Text)
	if e := temp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Chmod(temp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(temp.Name(), f.Path)
	}
	return err
}

// relative is a path as messages show it.
func (p *project) relative(path string) string {
	if rel, err := filepath.Rel(p.Dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}
