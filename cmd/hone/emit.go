package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/cfamily"
	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/pipeline"
)

var emitCommand = &command{
	name: "emit", args: "-target name [-o file] [package.]Name", short: "print the source text of a honed function's kernels",
	long: `
Emit compiles one honed function, named by its variable (X in var X = hone.Func(f)) or
by f, as far as its kernels, and prints these as source text for a target:

	c    C11 for gcc and clang, as the c target compiles it

The package is an import path or a directory such as ./examples/mandelbrot; without one it
is that in the current directory. The text can be compiled as it stands; add -O3
-march=native -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-strict-aliasing.
`,
	run: emit,
}

// emitters make text of kernels.
var emitters = []struct {
	name string
	text func(kernels []*ir.Func) (string, error)
}{
	{"c", func(kernels []*ir.Func) (string, error) {
		u, err := cfamily.Print(kernels, cfamily.C11)
		if err != nil {
			return "", err
		}
		return u.Text, nil
	}},
}

func emit(c *command, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	name := fs.String("target", "", "print text for this `target`")
	out := fs.String("o", "", "write to this `file` instead of standard output")
	tags := fs.String("tags", "", "build `tags`, as for the go command")
	if status, ok := c.parse(fs, args); !ok {
		return status
	}
	var names []string
	for _, e := range emitters {
		names = append(names, e.name)
	}
	i := slices.Index(names, *name)
	switch {
	case *name == "":
		return c.misused("want -target: one of %s", strings.Join(names, ", "))
	case i < 0:
		return c.misused("no target %q: there is %s", *name, strings.Join(names, ", "))
	case fs.NArg() != 1:
		return c.misused("want one function")
	}
	p, h, status := c.honedByName(fs.Arg(0), *tags)
	if h == nil {
		return status
	}
	text, err := emitText(h, emitters[i].text)
	if err != nil {
		return p.staysPlain(h, err)
	}
	if *out == "" {
		fmt.Print(text)
		return 0
	}
	if err := os.WriteFile(*out, []byte(text), 0o666); err != nil {
		return c.fail(err)
	}
	return 0
}

func emitText(h *check.Honed, text func([]*ir.Func) (string, error)) (s string, err error) {
	defer pass.Catch(&err)
	l, err := pipeline.Lower(h.Unit, h.Symbol, pipeline.Options{FMA: os.Getenv("HONE_FMA") != "off"})
	if err != nil {
		return "", err
	}
	return text(l.Kernels)
}
