//go:build unix

package main

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// notes.txt says what is known about the conditions of the code that is mutated: which of them are about profit, which mutants compute the same as
// the original, and how functions say no. Its head explains the form.
//
//go:embed notes.txt
var notesText string

// A note is one line of it.
type note struct {
	what, file, fn string
	text, kind     string // of the condition; "": all
	rest           string // the reason
	fields         []string
	line           int
	used           bool
}

type notes struct{ all []*note }

func parseNotes(text string) (*notes, error) {
	n := &notes{}
	file := ""
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || trimmed[0] == '#':
			continue
		case line[0] != ' ' && line[0] != '\t':
			file = trimmed
			continue
		}
		x, err := parseNote(file, trimmed)
		if err != nil {
			return nil, fmt.Errorf("notes.txt:%d: %w", i+1, err)
		}
		x.line = i + 1
		n.all = append(n.all, x)
	}
	return n, nil
}

func parseNote(file, line string) (*note, error) {
	what, rest, _ := strings.Cut(line, " ")
	fn, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
	x := &note{what: what, file: file, fn: fn, rest: strings.TrimSpace(rest)}
	switch what {
	case "profit", "equal":
		if q, err := strconv.QuotedPrefix(x.rest); err == nil {
			x.text, _ = strconv.Unquote(q)
			x.rest = strings.TrimSpace(x.rest[len(q):])
			if kind, after, _ := strings.Cut(x.rest, " "); slices.Contains(kinds, kind) {
				x.kind, x.rest = kind, strings.TrimSpace(after)
			}
		}
		if x.rest == "" {
			return nil, fmt.Errorf("no reason")
		}
		if what == "equal" && x.kind == "" {
			return nil, fmt.Errorf("which mutant is equal?")
		}
	case "refuse":
		x.fields = strings.Fields(x.rest)
		if len(x.fields) == 0 {
			return nil, fmt.Errorf("how does it refuse?")
		}
	case "constants":
	default:
		return nil, fmt.Errorf("unknown word %q", what)
	}
	if fn == "" || file == "" {
		return nil, fmt.Errorf("no function or file")
	}
	return x, nil
}

var kinds = []string{"false", "true", "wider", "narrower", "case", "+1", "-1"}

// about reports that the note is about a function.
func (x *note) about(file, fn string) bool { return x.file == file && (x.fn == fn || x.fn == "*") }

func (n *notes) has(what, file, fn string) bool {
	for _, x := range n.all {
		if x.what == what && x.about(file, fn) {
			x.used = true
			return true
		}
	}
	return false
}

// why is why a mutant doesn't count: nil if it does.
func (n *notes) why(m *mutant) *note {
	for _, x := range n.all {
		if (x.what == "profit" || x.what == "equal") && x.about(m.File, m.Func) && (x.text == "" || x.text == m.Text) && (x.kind == "" || x.kind == m.Kind) {
			x.used = true
			return x
		}
	}
	return nil
}

// refusal is how a function says no, or does nothing: what it returns (or "continue"), and the values of variables that make it.
type refusal struct {
	value string
	vars  map[string]bool
}

func (n *notes) refusal(file, fn string) *refusal {
	for _, x := range n.all {
		if x.what != "refuse" || !x.about(file, fn) {
			continue
		}
		x.used = true
		r := &refusal{vars: map[string]bool{}}
		for _, f := range x.fields {
			if name, val, ok := strings.Cut(f, "="); ok {
				r.vars[name] = val == "true"
			} else {
				r.value = f
			}
		}
		return r
	}
	return nil
}

// inside is the refusal in a function literal, which returns something else.
func (r *refusal) inside() *refusal {
	if r == nil {
		return nil
	}
	return &refusal{vars: r.vars}
}

// returns is the direction of a result that is an expression.
func (r *refusal) returns() direction {
	switch {
	case r != nil && r.value == "false":
		return -1
	case r != nil && r.value == "true":
		return 1
	}
	return 0
}

// variable is the direction of what is assigned to a variable.
func (r *refusal) variable(name string) direction {
	if r != nil {
		if safe, ok := r.vars[name]; ok {
			if safe {
				return 1
			}
			return -1
		}
	}
	return 0
}
