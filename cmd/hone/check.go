package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/rt"
)

var checkCommand = &command{
	name: "check", args: "[-must] [-q] [-json] [packages]", short: "list honed functions: compiled, or why not",
	long: `
Check lists all honed functions of the packages, by default of the one in the current
directory, and tries to compile them for AVX2 and for AVX-512. It prints

	file:line:col: pkg.Name: compiled
	file:line:col: pkg.Name: plain: reason

(also of what could be compiled, but would gain nothing by it), or that the compiler has
made a mistake of its own, for which slower code stands in; which generated files are not
up to date with what they were made from; and directives that are misspelt. The exit status
is 1 if there is any of these three, if iterations of a loop that is declared parallel
depend on each other, or if a function stays plain that has to be compiled:

	//hone:must
	var X = hone.Func(f)

(or in the doc comment of f). With -must all functions have to be. -q prints only what makes
the exit status 1. -json prints a list of objects with pos, package, name, status (compiled,
plain, nothing to gain, compiled in part), must, and reasons.
`,
	run: checkPackages,
}

func checkPackages(c *command, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	tags := fs.String("tags", "", "build `tags`, as for the go command")
	must := fs.Bool("must", false, "all honed functions have to be compiled")
	quiet := fs.Bool("q", false, "print only what makes the exit status 1")
	asJSON := fs.Bool("json", false, "print a list of JSON objects")
	if status, ok := c.parse(fs, args); !ok {
		return status
	}
	p, err := load(check.Loading{Patterns: fs.Args(), Flags: tagFlags(*tags), Tests: true, ISAs: []rt.ISA{rt.AVX2, rt.AVX512}})
	if err != nil {
		return c.fail(err)
	}
	status := 0
	out := os.Stdout // for what is not about one function
	if *asJSON {
		out = os.Stderr
	}
	outcomes := []check.Outcome{}
	for _, h := range p.Honed {
		outcomes = append(outcomes, h.Outcome())
		for _, f := range h.Findings(*must) {
			if f.Fails {
				status = failure
			}
			if !*asJSON && (f.Fails || !*quiet) {
				fmt.Println(f)
			}
		}
	}
	if *asJSON && c.json(outcomes) != 0 {
		return failure
	}
	for _, f := range p.Problems() {
		status = failure
		fmt.Fprintln(out, f)
	}
	if p.warnStale(p.Matched, out) > 0 {
		status = failure
	}
	return status
}
