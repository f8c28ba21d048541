// Command forms measures one computation in the forms that several people would write: borders by if, clamps, rows as sub-slices, helpers,
// structs, no annotation at all. Speed should be a property of the computation; how far it depends on the form is what is printed, beside
// plain Go and one C version per kernel, written as an expert would. See README.md of bench.
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
	only    string
	quick   bool
	rounds  int
	threads int
	size    string
	csv     bool
	json    bool
	list    bool
	check   bool
	nearby  bool
	against string
	serve   string
	result  string

	keep *regexp.Regexp // what -k says
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var o options
	fs := flag.NewFlagSet("forms", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: forms [-k regexp] [-quick] [-size cache|memory|both] [-rounds n] [-threads n] [-against revision] [-csv|-json] [-list] [-check] [-neighbours]")
		fs.PrintDefaults()
	}
	fs.StringVar(&o.only, "k", "", "run only the forms whose name, kernel/form, matches this regular expression")
	fs.BoolVar(&o.quick, "quick", false, "three rounds, and the sizes in cache alone")
	fs.IntVar(&o.rounds, "rounds", 7, "how often all contenders take their turns")
	fs.IntVar(&o.threads, "threads", 1, "threads for honed functions and C (plain Go has one)")
	fs.StringVar(&o.size, "size", "both", "cache, memory, both, or tiny (to try things)")
	fs.BoolVar(&o.csv, "csv", false, "print comma-separated values")
	fs.BoolVar(&o.json, "json", false, "print JSON")
	fs.StringVar(&o.against, "against", "", "measure this revision of hone, by git's name for it, as well")
	fs.BoolVar(&o.list, "list", false, "list the kernels, their forms and sizes")
	fs.BoolVar(&o.check, "check", false, "compare the results of all forms at small odd sizes, and measure nothing")
	fs.BoolVar(&o.nearby, "neighbours", false, "measure other schedules for each nest, and print where one is faster than the one that is chosen")
	fs.StringVar(&o.serve, "serve", "", "internal: obey a protocol on standard input for this kernel")
	fs.StringVar(&o.result, "result", "", "internal: file for results with -serve")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if fs.NArg() > 0 || o.rounds < 1 || o.threads < 1 {
		fs.Usage()
		return 2
	}
	if o.quick {
		o.rounds = 3
		o.size = "cache"
	}
	return rig.ExitStatus("forms", o.do(stdin, stdout, stderr), stderr)
}

func (o *options) do(stdin io.Reader, stdout, stderr io.Writer) error {
	var err error
	if o.keep, err = regexp.Compile(o.only); err != nil {
		return rig.Misuse(fmt.Errorf("-k: %w", err))
	}
	sizes, ok := map[string][]string{"cache": {"cache"}, "memory": {"memory"}, "both": {"cache", "memory"}, "tiny": {"tiny"}}[o.size]
	if !ok {
		return rig.Misuse(fmt.Errorf("-size: %q is none of cache, memory, both, tiny", o.size))
	}
	if o.serve != "" {
		return serve(o.serve, sizes[0], o.result, stdin, stdout)
	}
	chosen := o.chosen()
	if len(chosen) == 0 {
		return rig.Misuse(fmt.Errorf("-k: no form matches %q", o.only))
	}
	switch {
	case o.list:
		return list(chosen, stdout)
	case o.check:
		return o.checkAll(chosen, stdout)
	case o.nearby:
		return o.tryNeighbours(chosen, sizes, stdout, stderr)
	}
	return o.measureAll(chosen, sizes, stdout, stderr)
}

// chosen are the kernels of which at least one form is kept.
func (o *options) chosen() []*kernel {
	var out []*kernel
	for _, k := range kernels {
		for _, f := range k.open(k.tiny).forms {
			if o.keep.MatchString(k.name + "/" + f.name) {
				out = append(out, k)
				break
			}
		}
	}
	return out
}

func list(chosen []*kernel, out io.Writer) error {
	n := 0
	for _, k := range chosen {
		fmt.Fprintf(out, "%s: %s; in cache %v, in memory %v\n", k.name, k.about, k.cache, k.memory)
		for _, f := range k.open(k.tiny).forms {
			fmt.Fprintf(out, "\t%-24s%s\n", f.name, f.marks())
			n++
		}
	}
	_, err := fmt.Fprintf(out, "%d kernels, %d forms\n", len(chosen), n)
	return err
}
