// Command testsummary reads what `go test -json` prints and says what a reader of CI wants to know: a line for each package, all that failed
// tests have printed, and what was not run and why, which go test keeps to itself unless asked for everything.
//
//	go test -json ./... | go run ./internal/testsummary
//
// Its exit status is 1 if a test or a package has failed, or if there was none.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// event is a line of go test -json (go doc test2json), or of go build -json.
type event struct {
	Action, Package, Test, Output string
	ImportPath                    string // of what the output of a build is about
	FailedBuild                   string
	Elapsed                       float64
}

// name is what the event is about.
type name struct{ pkg, test string }

// summary is what is known so far.
type summary struct {
	out                      io.Writer
	output                   map[name][]string // of tests and packages that have not passed
	builds                   map[string][]string
	skipped                  map[string][]string // reason -> tests
	passed, failed, skips    int
	packages, brokenPackages int
}

func main() {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go test -json ./... | testsummary\n\nSums up what go test did, and what it did not run.")
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	s := newSummary(os.Stdout)
	if err := s.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "testsummary:", err)
		os.Exit(1)
	}
	s.close()
	if !s.ok() {
		os.Exit(1)
	}
}

func newSummary(out io.Writer) *summary {
	return &summary{out: out, output: map[name][]string{}, builds: map[string][]string{}, skipped: map[string][]string{}}
}

// ok: there were tests, and none has failed.
func (s *summary) ok() bool { return s.failed+s.brokenPackages == 0 && s.packages > 0 }

func (s *summary) read(r io.Reader) error {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<26)
	for in.Scan() {
		var e event
		if json.Unmarshal(in.Bytes(), &e) != nil {
			fmt.Fprintln(s.out, in.Text()) // what go itself has to say
			continue
		}
		s.event(&e)
	}
	return in.Err()
}

func (s *summary) event(e *event) {
	at := name{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		s.builds[e.ImportPath] = append(s.builds[e.ImportPath], e.Output)
	case "output":
		s.output[at] = append(s.output[at], e.Output)
		if i := strings.Index(e.Output, "SKIPPED: "); i >= 0 { // a part of a test that passes
			s.skip(strings.TrimSpace(e.Output[i+len("SKIPPED: "):]), at)
		}
	case "pass":
		if e.Test == "" {
			s.packages++
			fmt.Fprintf(s.out, "ok  \t%s\t%.1fs\n", e.Package, e.Elapsed)
		} else {
			s.passed++
		}
		delete(s.output, at)
	case "skip":
		if e.Test != "" {
			s.skips++
			s.skip(s.reason(at), at)
		}
		delete(s.output, at)
	case "fail":
		s.fail(e, at)
	}
}

func (s *summary) fail(e *event, at name) {
	for _, line := range append(s.builds[e.FailedBuild], s.output[at]...) {
		fmt.Fprint(s.out, line)
	}
	delete(s.output, at)
	if e.Test != "" {
		s.failed++
		return
	}
	s.packages++
	s.brokenPackages++
	fmt.Fprintf(s.out, "FAIL\t%s\t%.1fs\n", e.Package, e.Elapsed)
}

// reason is what a skipped test has said.
func (s *summary) reason(at name) string {
	reason := ""
	for _, line := range s.output[at] {
		line = strings.TrimSpace(line)
		if _, text, ok := strings.Cut(line, ".go:"); ok {
			_, reason, _ = strings.Cut(text, ": ")
		}
	}
	return strings.TrimSpace(strings.TrimPrefix(reason, "SKIPPED: "))
}

func (s *summary) skip(reason string, at name) {
	test := strings.TrimSuffix(at.pkg+"."+at.test, ".")
	if !slices.Contains(s.skipped[reason], test) {
		s.skipped[reason] = append(s.skipped[reason], test)
	}
}

// close prints what was not run, and the numbers.
func (s *summary) close() {
	for _, reason := range slices.Sorted(maps.Keys(s.skipped)) {
		tests := s.skipped[reason]
		more := ""
		if n := len(tests); n > 4 {
			tests, more = tests[:4], fmt.Sprintf(" and %d more", n-4)
		}
		fmt.Fprintf(s.out, "NOT RUN: %s: %s%s\n", strings.Join(tests, ", "), reason, more)
	}
	if len(s.skipped) == 0 {
		fmt.Fprintln(s.out, "NOT RUN: nothing; every test ran whole")
	}
	fmt.Fprintf(s.out, "%d passed, %d failed, %d skipped\n", s.passed, s.failed+s.brokenPackages, s.skips)
}
