// The bench measures honed functions beside plain Go and C, all in one run on one machine, and prints
// the ratios. See README.md.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/hone-go/hone/bench/internal/rig"
)

type options struct {
	names  string
	size   string
	rounds int
	peers  string
	json   bool
	list   bool
	keep   string
	serve  string
	by     string
	result string

	against string
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var o options
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: bench [-w workload,...] [-size n,...] [-rounds n] [-peers name,...] [-against revision] [-json] [-results file] [-list]")
		fs.PrintDefaults()
	}
	fs.StringVar(&o.names, "w", "", "run only these workloads, separated by commas; runtime is the measurements of the runtime")
	fs.StringVar(&o.size, "size", "", "sizes in place of the defaults, separated by commas (one workload only; -list names them)")
	fs.IntVar(&o.rounds, "rounds", 7, "how often all contenders take their turns, each time in processes started for it")
	fs.StringVar(&o.peers, "peers", "", "compete only with these, separated by commas: "+rivalNames())
	fs.BoolVar(&o.json, "json", false, "print JSON")
	fs.StringVar(&o.keep, "results", "", "write the results to this file (.md), and a picture and JSON beside it")
	fs.StringVar(&o.against, "against", "", "compare with this revision of hone, by git's name for it, instead of with peers")
	fs.BoolVar(&o.list, "list", false, "list the workloads and their sizes")
	fs.StringVar(&o.serve, "serve", "", "internal: obey a protocol on standard input for this workload")
	fs.StringVar(&o.by, "by", string(byHone), "internal: in whose way, with -serve")
	fs.StringVar(&o.result, "result", "", "internal: file for results with -serve")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if fs.NArg() > 0 || o.rounds < 1 {
		fs.Usage()
		return 2
	}
	return rig.ExitStatus("bench", o.do(stdin, stdout, stderr), stderr)
}

func (o *options) do(stdin io.Reader, stdout, stderr io.Writer) error {
	if o.list {
		for _, w := range workloads {
			fmt.Fprintf(stdout, "%-18s %s (-size %s, default %s)\n", w.name, w.about, strings.Join(w.params, ","), sizeFlag(w, w.defaults))
		}
		return nil
	}
	if o.serve != "" {
		ws, err := findWorkloads(o.serve)
		if err != nil {
			return rig.Misuse(err)
		}
		w := ws[0]
		size, err := parseSize(w, o.size)
		if err != nil {
			return rig.Misuse(err)
		}
		return serve(w, rival(o.by), size, o.result, stdin, stdout)
	}
	chosen, runtime := workloads, true
	if o.names != "" {
		chosen, runtime = nil, false
		for name := range strings.SplitSeq(o.names, ",") {
			if name == "runtime" {
				runtime = true
				continue
			}
			ws, err := findWorkloads(name)
			if err != nil {
				return rig.Misuse(err)
			}
			chosen = append(chosen, ws...)
		}
	}
	if o.size != "" && len(chosen) != 1 {
		return rig.Misuse(errors.New("-size needs exactly one workload, chosen by -w"))
	}
	if o.against != "" {
		if o.peers != "" || o.keep != "" {
			return rig.Misuse(errors.New("-against goes with neither -peers nor -results"))
		}
		return o.compareWith(chosen, stdout, stderr)
	}
	peers, err := chosenRivals(o.peers)
	if err != nil {
		return rig.Misuse(err)
	}
	for _, by := range peers {
		if why := absent(by); why != "" {
			fmt.Fprintf(stderr, "bench: WITHOUT %v: %s (README.md says how to install it)\n", by, why)
		}
	}
	return o.measureAll(chosen, runtime, peers, stdout)
}

func (o *options) measureAll(chosen []*workload, runtime bool, peers []rival, stdout io.Writer) error {
	all := &results{Machine: rig.Machine()}
	text := stdout
	if o.json {
		text = io.Discard
	}
	fmt.Fprintln(text, all.Machine)
	wrong := 0
	for _, w := range chosen {
		size, err := parseSize(w, o.size)
		if err != nil {
			return rig.Misuse(err)
		}
		r, err := measure(w, size, o.rounds, peers)
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		wrong += len(r.Failed)
		all.Workloads = append(all.Workloads, r)
		r.print(text)
	}
	if runtime {
		all.Runtime = measureRuntime()
		all.Runtime.print(text)
	}
	if o.json {
		e := json.NewEncoder(stdout)
		e.SetIndent("", "  ")
		if err := e.Encode(all); err != nil {
			return err
		}
	}
	if o.keep != "" {
		if err := all.save(o.keep); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d contenders computed something else than plain Go", wrong)
	}
	return nil
}

// measure does all there is to do for one workload.
func measure(w *workload, size []int, rounds int, peers []rival) (*report, error) {
	r := &report{Workload: w.name, About: w.about, Item: w.item, Size: size}
	r.FirstCallMS = ms(firstCall(w)) // before anything else has called it
	inst := w.open(size)
	r.Items, r.Bytes, r.Flops = inst.items, inst.bytes, inst.flops
	f, err := assemble(w, inst, size, peers, func(s string) { r.Notes = append(r.Notes, s) })
	if err != nil {
		return nil, err
	}
	defer f.close()
	if err := f.race(rounds); err != nil {
		return nil, err
	}
	for _, err := range f.failed {
		r.Failed = append(r.Failed, err.Error())
	}
	if inst.smallHoned != nil {
		ns := overhead(inst)
		r.OverheadNS = &ns
	}
	r.Honed = inst.status().text
	r.Contenders = resultsOf(f)
	r.Ratios = ratiosOf(f)
	return r, nil
}

// parseSize reads -size for a workload; "" is the defaults.
func parseSize(w *workload, s string) ([]int, error) {
	if s == "" {
		return w.defaults, nil
	}
	parts := strings.Split(s, ",")
	if len(parts) != len(w.params) {
		return nil, fmt.Errorf("-size: %s takes %s, not %q", w.name, strings.Join(w.params, ","), s)
	}
	size := make([]int, len(parts))
	for i, p := range parts {
		v, err := strconv.Atoi(p)
		if err != nil || v <= 0 {
			return nil, fmt.Errorf("-size: %s is %q, not a positive number", w.params[i], p)
		}
		size[i] = v
	}
	return size, nil
}

// sizeFlag is the inverse of parseSize.
func sizeFlag(w *workload, size []int) string {
	parts := make([]string, len(size))
	for i, v := range size {
		parts[i] = strconv.Itoa(v)
	}
	return strings.Join(parts, ",")
}
