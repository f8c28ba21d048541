package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// explained is an outcome with what the code is like, if the function was compiled.
type explained struct {
	check.Outcome
	Code *codeOutcome `json:"code,omitempty"`
}

// codeOutcome is what compiled code is like. Loops are those of the source that are left; one that is done in several ways, as at borders and between them, counts once.
type codeOutcome struct {
	ISA    string  `json:"isa"`
	Loops  int     `json:"loops"`
	Lanes  int     `json:"lanes"`  // loops that run in lanes
	Cores  int     `json:"cores"`  // loops that run on all cores
	Checks int     `json:"checks"` // places where something is checked in each iteration
	Bytes  int     `json:"bytes"`
	Millis float64 `json:"millis"` // from the intermediate code to code in memory
}

// table compiles all honed functions of the packages and says in a line for each what they are like.
func (c *command) table(p *project, isa rt.ISA, asJSON bool) int {
	outcomes := []explained{}
	for _, h := range p.Honed {
		var code *codeOutcome
		if len(h.Why) == 0 {
			e := explainer{project: p, honed: h, isa: isa}
			if err := e.compile("", ""); err != nil {
				h.Why = append(h.Why, p.Reason(h.Honed, err))
			} else {
				h.Learn(e.compiled, isa)
				code = e.code()
			}
		}
		outcomes = append(outcomes, explained{h.Outcome(), code})
	}
	if asJSON {
		return c.json(outcomes)
	}
	if len(outcomes) == 0 {
		fmt.Fprintln(os.Stderr, "hone explain: no honed functions: there is no package variable X = hone.Func(f) in these packages")
		return 0
	}
	printTable(os.Stdout, outcomes)
	return 0
}

func printTable(w io.Writer, outcomes []explained) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "function\tstatus\tloops\tin lanes\ton cores\tchecks\tbytes\tms to compile")
	base := func(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
	for _, o := range outcomes {
		fmt.Fprintf(t, "%s.%s\t%s", base(o.Package), o.Name, o.Status)
		if c := o.Code; c != nil {
			fmt.Fprintf(t, "\t%d\t%d\t%d\t%d\t%d\t%.1f", c.Loops, c.Lanes, c.Cores, c.Checks, c.Bytes, c.Millis)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	for _, o := range outcomes {
		for _, r := range o.Reasons {
			fmt.Fprintf(w, "%s: %s.%s: %s: %s\n", cmp.Or(r.Pos, o.Pos), base(o.Package), o.Name, o.Status, r.Msg)
		}
	}
}

func (c *command) json(x any) int {
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "\t")
	if err := enc.Encode(x); err != nil {
		return c.fail(err)
	}
	return 0
}

// code sums up what the function was compiled to.
func (e *explainer) code() *codeOutcome {
	o := &codeOutcome{ISA: e.isa.String(), Bytes: e.compiled.Bytes, Millis: float64(e.compiled.Time.Microseconds()) / 1000}
	loops, lanes, cores, checks := map[ir.Pos]bool{}, map[ir.Pos]bool{}, map[ir.Pos]bool{}, map[ir.Pos]bool{}
	if e.loops == nil {
		return o
	}
	for _, n := range e.compiled.Notes {
		if e.standsIn(n.Kernel) {
			continue
		}
		switch n.What {
		case ir.RunsInLanes:
			lanes[n.Pos], loops[n.Pos] = true, true
		case ir.RunsOnCores:
			cores[n.Pos], loops[n.Pos] = true, true
		case ir.CheckStays:
			checks[n.Pos] = true
		}
	}
	for _, f := range e.loops.Funcs {
		if f.Rare {
			continue
		}
		f.Body.Walk(func(op *ir.Op) bool {
			if op.Kind.Has(ir.Loop) && len(op.Regions) > 0 && op.Pos.Line > 0 {
				loops[op.Pos] = true
				if f.Kernel == ir.RangeKernel && outermost(op) {
					cores[op.Pos] = true
				}
			}
			return true
		})
	}
	o.Loops, o.Lanes, o.Cores, o.Checks = len(loops), len(lanes), len(cores), len(checks)
	return o
}

// outermost reports a loop that is in no other, be it in one of several ways to go.
func outermost(op *ir.Op) bool {
	e := op.Parent.Parent
	for e != nil && !e.Kind.Has(ir.Loop) {
		e = e.Parent.Parent
	}
	return e == nil
}

// standsIn reports whether a kernel is for where a guard fails.
func (e *explainer) standsIn(kernel string) bool {
	f := e.loops.Func(kernel)
	return f != nil && f.Rare
}
