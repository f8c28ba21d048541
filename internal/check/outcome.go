package check

import (
	"fmt"
	"go/token"

	"github.com/hone-go/hone/internal/source"
)

// Outcome is what became of a honed function, for people and for programs.
type Outcome struct {
	Pos     string   `json:"pos"`
	Package string   `json:"package"` // import path
	Name    string   `json:"name"`    // of the variable, with the types of a version
	Status  string   `json:"status"`  // one of the following
	Must    bool     `json:"must,omitempty"`
	Reasons []Reason `json:"reasons,omitempty"`
}

// What a function's status is.
const (
	Compiled = "compiled"
	Plain    = "plain"
	Nothing  = "nothing to gain" // it could be compiled, and stays plain
	Part     = "compiled in part"
)

// Reason is one of them, where it has a place of its own with that.
type Reason struct {
	Pos string `json:"pos,omitempty"`
	Msg string `json:"msg"`
}

// Outcome is what check finds out.
func (x *Honed) Outcome() Outcome {
	o := Outcome{Pos: x.Pos.String(), Package: x.Pkg.Path, Name: x.Title(), Must: x.Must, Status: Compiled}
	for _, r := range x.Why {
		o.Status = Plain
		o.Reasons = append(o.Reasons, Reason{r.Pos.String(), r.Msg})
	}
	if o.Status == Plain {
		return o
	}
	for _, m := range x.Mistakes {
		o.Status = Part
		o.Reasons = append(o.Reasons, Reason{Msg: m})
	}
	if o.Status == Compiled && x.Nothing != nil {
		o.Status = Nothing
		o.Reasons = []Reason{{Msg: x.nothing()}}
	}
	return o
}

// Finding is something to tell of a program.
type Finding struct {
	source.Reason
	Fails    bool // by it the program is not as it should be
	Compiled bool // it is no more than that a function is compiled
	Honed    *Honed
	From, To string // of a misspelt directive, see [source.Misspelling]
}

// Findings is what there is to tell of a honed function; with must it has to be compiled whether it says so itself or not.
func (x *Honed) Findings(must bool) (fs []Finding) {
	o := x.Outcome()
	fails := x.Wrong || o.Status == Part || o.Status != Compiled && (o.Must || must)
	add := func(at token.Position, what string) {
		msg := fmt.Sprintf("%s.%s: %s", x.Pkg.Name, o.Name, what)
		fs = append(fs, Finding{Reason: source.Reason{Pos: at, Msg: msg}, Fails: fails, Compiled: o.Status == Compiled, Honed: x})
	}
	switch o.Status {
	case Compiled:
		add(x.Pos, Compiled)
	case Plain:
		for _, r := range x.Why {
			add(r.Pos, Plain+": "+r.Msg)
		}
	case Part:
		for _, r := range o.Reasons {
			add(x.Pos, "compiled in part, scalar code stands in for the rest: "+r.Msg)
		}
	case Nothing:
		for _, r := range o.Reasons {
			add(x.Pos, Plain+": "+Nothing+": "+r.Msg)
		}
	}
	return fs
}

// Problems is what there is to tell of the packages otherwise.
func (p *Project) Problems() (fs []Finding) {
	for _, r := range p.Strays {
		fs = append(fs, Finding{Reason: source.Reason{Pos: r.Pos, Msg: Plain + ": " + r.Msg}, Fails: true})
	}
	for _, m := range p.Misspelt {
		fs = append(fs, Finding{Reason: m.Reason, Fails: true, From: m.From, To: m.To})
	}
	for _, r := range p.Early {
		fs = append(fs, Finding{Reason: r, Fails: true})
	}
	return fs
}
