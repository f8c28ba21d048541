//go:build unix

// Command mutate shows which conditions of the compiler no test would miss.
//
//	go run ./internal/mutate [-file internal/analysis/memory.go] [-state folder]
//
// It changes each condition that decides whether code is right (a part of it left out, a comparison off by one, a case dropped; one
// change is a mutant), and sees whether a test of the short test suite fails. All mutants of a package are in one binary; an environment variable brings
// one to life. First each test is run once to see at which mutants it comes by where they make a difference; then each mutant meets only
// those tests, the quickest first, until one fails, crashes, or takes far too long.
//
// Mutants that can only make less happen than is allowed (notes.txt tells how a function refuses) and conditions about profit are not counted. Of the others
// at least 95 of 100 must be noticed; notes.txt gives the reason why a mutant computes the same as the original, where it does.
//
// It exits with 0 if that is so, with 1 if not, with 2 if it couldn't find out. What is known is kept in the state folder: it goes on where it was stopped.
// Mutants that were noticed are not tried again as long as their file stays as it is; survivors are.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	var files []string
	flag.Func("file", "only the mutants of this `file`, below the module's root (may be repeated; default: all in scope)", func(s string) error {
		s = strings.TrimPrefix(filepath.ToSlash(filepath.Clean(s)), "./")
		if !slices.Contains(scope, s) && !slices.Contains(leaving, s) {
			return fmt.Errorf("%s is not in scope (scope.go)", s)
		}
		files = append(files, s)
		return nil
	})
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	state := flag.String("state", filepath.Join(cache, "hone-mutate"), "`folder` for what is known")
	list := flag.Bool("list", false, "list the mutants, run nothing")
	only := flag.String("only", "", "only the mutants whose name contains this `text`")
	depth := flag.Int("suites", 9, "ask at most so many `packages`' tests, the package's own first")
	most := flag.Duration("most", time.Hour, "leave out tests that take more processor `time`")
	tally := flag.Bool("tally", false, "report what is known, run nothing")
	verbose := flag.Bool("v", false, "say of each mutant which test noticed it")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: go run ./internal/mutate [flags]\n\nShows which conditions of the compiler no test would miss (go doc ./internal/mutate).\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if len(files) == 0 {
		files = scope
	}
	stopOnSignal()
	c := &campaign{files: files, state: *state, only: *only, depth: *depth, most: *most, verbose: *verbose}
	switch err := c.run(*list, *tally); {
	case errors.Is(err, errSurvivors):
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
}
