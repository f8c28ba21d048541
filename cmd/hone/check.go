package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/hone-go/hone/internal/rt"
)

var checkCommand = &command{
	name: "check", args: "[packages]", short: "list honed functions: compiled, or why not",
	long: `
Check lists all honed functions of the packages, by default of the one in the current
directory, and tries to compile them for AVX2 and for AVX-512. It prints

	file:line:col: pkg.Name: compiled
	file:line:col: pkg.Name: plain: reason

(also of what could be compiled, but would gain nothing by it),
or that the compiler has made a mistake of its own, for which slower code stands in, and which generated files are not up to date with what they were made from. The exit
status is 0 if all can be compiled and are up to date, and 1 otherwise.
`,
	run: check,
}

func check(c *command, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	tags := fs.String("tags", "", "build `tags`, as for the go command")
	if status, ok := c.parse(fs, args); !ok {
		return status
	}
	p, err := load(loading{patterns: fs.Args(), flags: tagFlags(*tags), tests: true, isas: []rt.ISA{rt.AVX2, rt.AVX512}})
	if err != nil {
		return c.fail(err)
	}
	status := 0
	for _, h := range p.honed {
		lines, fine := h.verdict()
		for _, line := range lines {
			fmt.Println(line)
		}
		if !fine {
			status = failure
		}
	}
	for _, r := range p.strays {
		fmt.Printf("%s: plain: %s\n", r.Pos, r.Msg)
		status = failure
	}
	if p.warnStale(p.matched, os.Stdout) > 0 {
		status = failure
	}
	for _, r := range p.early {
		fmt.Println(r)
		status = failure
	}
	return status
}
