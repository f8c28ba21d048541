//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// goal is how many of 100 mutants must be noticed.
const goal = 95

var errSurvivors = errors.New("too many mutants survive")

// campaign is one run of the tool.
type campaign struct {
	files   []string
	state   string
	only    string
	depth   int
	most    time.Duration
	verbose bool

	notes   *notes
	dir     string // of this run
	program *program
	suites  map[string]*suite
	known   map[string]verdict // of the file at hand
}

// verdict is what became of a mutant.
type verdict struct {
	Source string // hash of the file
	By     string // what noticed it; "": nothing
	Tests  int    // where it made a difference
}

func (c *campaign) run(list, tally bool) error {
	var err error
	if c.notes, err = parseNotes(notesText); err != nil {
		return err
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if c.dir, err = os.MkdirTemp("", "mutate"); err != nil {
		return err
	}
	defer os.RemoveAll(c.dir)
	if err := os.MkdirAll(c.state, 0o777); err != nil {
		return err
	}
	if c.program, err = rewriteAll(root, c.dir, packagesOf(c.files), c.notes); err != nil {
		return err
	}
	c.suites = map[string]*suite{}
	total := &score{}
	for _, file := range c.files {
		sc, err := c.file(file, list, tally)
		if err != nil {
			return err
		}
		if !list {
			sc.print(file)
		}
		total.add(sc)
	}
	if list {
		return nil
	}
	if len(c.files) > 1 {
		total.survivors, total.equal = nil, nil
		total.print("total")
	}
	c.stale()
	if total.percent() < goal {
		return errSurvivors
	}
	return nil
}

// file tries the mutants of one file.
func (c *campaign) file(file string, list, tally bool) (*score, error) {
	sc := &score{}
	c.known = map[string]verdict{}
	if err := readJSON(c.stateFile(file), &c.known); err != nil {
		return nil, err
	}
	var todo []*mutant
	for _, m := range c.program.mutants {
		if m.File != file || !strings.Contains(m.name(), c.only) {
			continue
		}
		why := c.notes.why(m)
		switch {
		case m.Safe || why != nil && why.what == "profit":
			sc.profit++
			continue
		case why != nil:
			sc.equal = append(sc.equal, m)
			continue
		}
		todo = append(todo, m)
	}
	for k, m := range todo {
		if list {
			fmt.Printf("%s:%d: %s %q %s\n", m.File, m.Line, m.Func, m.Text, m.Kind)
			continue
		}
		v, ok := c.known[m.name()]
		ok = ok && v.Source == c.program.sources[file]
		if !tally && (!ok || v.By == "") {
			var err error
			if v, err = c.try(m); err != nil {
				return nil, err
			}
			c.known[m.name()] = v
			if err := writeJSON(c.stateFile(file), c.known); err != nil {
				return nil, err
			}
			by := v.By
			if by == "" {
				by = "SURVIVES"
			}
			if c.verbose || v.By == "" {
				fmt.Printf("%d/%d %s:%d: %s %q %s: %s\n", k+1, len(todo), m.File, m.Line, m.Func, m.Text, m.Kind, by)
			}
		} else if !ok {
			continue
		}
		sc.count(m, v)
	}
	return sc, nil
}

// try asks the suites, one after the other.
func (c *campaign) try(m *mutant) (verdict, error) {
	v := verdict{Source: c.program.sources[m.File]}
	pkgs := suites[path.Dir(m.File)]
	for _, pkg := range pkgs[:min(c.depth, len(pkgs))] {
		s, err := c.suite(pkg)
		if err != nil {
			return v, err
		}
		by, reached := s.notices(m)
		v.Tests += reached
		if by != "" {
			v.By = by
			break
		}
	}
	return v, nil
}

// suite builds and measures the tests of a package when they're first wanted.
func (c *campaign) suite(pkg string) (*suite, error) {
	if s := c.suites[pkg]; s != nil {
		return s, nil
	}
	fmt.Fprintf(os.Stderr, "mutate: building the tests of %s\n", pkg)
	bin, err := c.program.build(c.dir, pkg)
	if err != nil {
		return nil, err
	}
	s := &suite{pkg: pkg, bin: bin, dir: filepath.Join(c.program.root, filepath.FromSlash(pkg))}
	if err := measure(s, c.program.mutants, c.state, c.most); err != nil {
		return nil, err
	}
	c.suites[pkg] = s
	return s, nil
}

// stateFile holds the verdicts on a file's mutants.
func (c *campaign) stateFile(file string) string {
	return filepath.Join(c.state, strings.ReplaceAll(file, "/", "_")+".json")
}

// stale reports notes about the files at hand that fit no mutant any more.
func (c *campaign) stale() {
	for _, x := range c.notes.all {
		if slices.Contains(c.files, x.file) && !x.used && c.only == "" {
			fmt.Printf("notes.txt:%d: fits nothing in %s\n", x.line, x.file)
		}
	}
}

// score counts verdicts.
type score struct {
	noticed, profit int
	survivors       []*mutant
	lost            int // survivors
	unreached       map[*mutant]bool
	equal           []*mutant
	same            int // equal
}

func (s *score) count(m *mutant, v verdict) {
	if v.By != "" {
		s.noticed++
		return
	}
	s.lost++
	s.survivors = append(s.survivors, m)
	if v.Tests == 0 {
		if s.unreached == nil {
			s.unreached = map[*mutant]bool{}
		}
		s.unreached[m] = true
	}
}

func (s *score) add(t *score) {
	s.noticed += t.noticed
	s.profit += t.profit
	s.lost += t.lost
	s.same += t.same + len(t.equal)
}

// percent is how many of those that count were noticed.
func (s *score) percent() float64 {
	if s.noticed+s.lost == 0 {
		return 100
	}
	return 100 * float64(s.noticed) / float64(s.noticed+s.lost)
}

func (s *score) print(what string) {
	for _, m := range s.survivors {
		note := ""
		if s.unreached[m] {
			note = " (no test comes here)"
		}
		fmt.Printf("%s:%d: %s: %q may be %s%s\n", m.File, m.Line, m.Func, m.Text, m.Kind, note)
	}
	fmt.Printf("%s: %.1f%%: %d of %d noticed; %d compute the same, %d about profit\n", what, s.percent(), s.noticed, s.noticed+s.lost, s.same+len(s.equal), s.profit)
}
