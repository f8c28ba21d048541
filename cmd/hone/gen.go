package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/hone-go/hone/internal/gen"
	"github.com/hone-go/hone/internal/rt"
)

var genCommand = &command{
	name: "gen", args: "[-check] [packages]", short: "write hone_gen.go, for the plain go command",
	long: `
Gen writes a file hone_gen.go into the directory of each package with honed functions
(and hone_gen_test.go for those in tests), such that go build compiles them as hone build
does. The files are to be committed. Those that are no longer needed are removed. By
default it works on the package in the current directory.

Functions that stay plain Go are reported on standard error, with the reason; that is no
failure. With -check nothing is written: the files that are not up to date are listed,
and the exit status is 1 if there are any.
`,
	run: generate,
}

func generate(c *command, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	check := fs.Bool("check", false, "list files that are not up to date, and write nothing")
	tags := fs.String("tags", "", "build `tags`, as for the go command")
	if status, ok := c.parse(fs, args); !ok {
		return status
	}
	p, err := load(loading{patterns: fs.Args(), flags: tagFlags(*tags), tests: true, isas: []rt.ISA{rt.AVX2}})
	if err != nil {
		return c.fail(err)
	}
	p.warn()
	files, err := gen.Files(p.items())
	if err != nil {
		return c.fail(err)
	}
	status := 0
	for _, f := range p.stale(files) {
		if *check {
			fmt.Println(p.relative(f.Path))
			status = failure
			continue
		}
		if err := update(f); err != nil {
			return c.fail(err)
		}
	}
	return status
}

func tagFlags(tags string) []string {
	if tags == "" {
		return nil
	}
	return []string{"-tags=" + tags}
}

// stale lists the files that have to change; those without text have to go.
func (p *project) stale(files []gen.File) []gen.File {
	var stale []gen.File
	for _, f := range files {
		if old, err := os.ReadFile(f.Path); err != nil || !bytes.Equal(old, f.Text) {
			stale = append(stale, f)
		}
	}
	var seen []string
	for _, pkg := range p.matched {
		for _, name := range gen.Names {
			path := filepath.Join(pkg.Dir, name)
			if slices.Contains(seen, path) || slices.ContainsFunc(files, func(f gen.File) bool { return f.Path == path }) {
				continue
			}
			seen = append(seen, path)
			if _, ours := generated(path); ours {
				stale = append(stale, gen.File{Path: path})
			}
		}
	}
	return stale
}

// update writes a file, all at once, or removes it.
func update(f gen.File) error {
	if f.Text == nil {
		return os.Remove(f.Path)
	}
	if _, ours := generated(f.Path); exists(f.Path) && !ours {
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
	if rel, err := filepath.Rel(p.dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}
