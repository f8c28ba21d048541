// Command wild measures hot functions of well-known Go libraries, honed as they stand, beside themselves in plain Go: which of them compile, how
// fast they are then, and what keeps the others from it. Each is measured with the least change as well, where one is needed. See README.md of bench.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"

	"github.com/hone-go/hone/bench/internal/rig"
)

type options struct {
	only  string
	quick bool
	cores string
	json  string
	list  bool
	check bool
	small bool

	keep *regexp.Regexp // what -k says
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	var o options
	fs := flag.NewFlagSet("wild", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: wild [-k regexp] [-quick] [-cores 1|all|both] [-json file] [-list] [-check]")
		fs.PrintDefaults()
	}
	fs.StringVar(&o.only, "k", "", "take only the functions whose name matches this regular `expression`")
	fs.BoolVar(&o.quick, "quick", false, "fewer and shorter rounds")
	fs.StringVar(&o.cores, "cores", "both", "on `how many` cores: 1, all, or both")
	fs.StringVar(&o.json, "json", "", "write the figures to this `file` as well")
	fs.BoolVar(&o.list, "list", false, "list the functions, and what became of them")
	fs.BoolVar(&o.check, "check", false, "compare results with plain Go's, and measure nothing; to the last bit with HONE_FMA=off alone")
	fs.BoolVar(&o.small, "small", false, "small photographs, to try things")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if fs.NArg() > 0 {
		fs.Usage()
		return 2
	}
	return rig.ExitStatus("wild", o.do(stdout, stderr), stderr)
}

func (o *options) do(stdout, stderr io.Writer) error {
	var err error
	if o.keep, err = regexp.Compile(o.only); err != nil {
		return rig.Misuse(fmt.Errorf("-k: %w", err))
	}
	if o.cores != "1" && o.cores != "all" && o.cores != "both" {
		return rig.Misuse(fmt.Errorf("-cores: %q is none of 1, all, both", o.cores))
	}
	if o.small {
		smallPhotos()
	}
	var chosen []*entry
	for _, e := range entries() {
		if o.keep.MatchString(e.name) {
			chosen = append(chosen, e)
		}
	}
	switch {
	case len(chosen) == 0:
		return rig.Misuse(fmt.Errorf("-k: no function matches %q", o.only))
	case o.list:
		return list(chosen, stdout)
	case o.check:
		return checkAll(chosen, stdout)
	}
	return o.measureAll(chosen, stdout, stderr)
}

func list(chosen []*entry, out io.Writer) error {
	for _, e := range chosen {
		o := outcomeOf(e.honed)
		fmt.Fprintf(out, "%-44s %-10s %-12s %s\n", e.name, e.version(), o.kind, short(o.reason))
	}
	_, err := fmt.Fprintf(out, "%d functions\n", len(chosen))
	return err
}

// checkAll compares results. That one of them is wrong is an error.
func checkAll(chosen []*entry, out io.Writer) error {
	wrong := 0
	for _, e := range chosen {
		if err := e.check(os.Getenv("HONE_FMA") != "off"); err != nil {
			wrong++
			fmt.Fprintf(out, "WRONG: %s: %v\n", e.name, err)
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d results are wrong", wrong)
	}
	return nil
}
