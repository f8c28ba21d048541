// Command honevet reports what hone check does through go vet, for editors and continuous integration. See honevet -h.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/hone-go/hone/internal/nearest"
	"github.com/hone-go/hone/internal/vet"
)

// Exit statuses.
const (
	failure = 1
	misuse  = 2
)

const usage = `Usage: honevet [-must] [-q] [-tags tags] [-json] [-fix [-diff]] [packages]

Honevet reports where honed functions of the packages, by default of the one in the current
directory, stay plain Go, and why, and all else that hone check finds, with fixes where these
are mechanical: a directive that is misspelt, a sum that hone.Sum would add up in lanes. It
runs go vet with itself as the tool; so do editors and whoever has other flags of the go
command to give:

	go vet -vettool=$(go tool -n honevet) [-hone.must] [-hone.q] ./...

The exit status is 1 if there is anything to report. To have that only for what makes the
exit status of hone check 1, give -q.

Flags:

`

func main() { os.Exit(honevet(os.Args[1:])) }

func honevet(args []string) int {
	if byGo(args) {
		// The go command keeps what it is told, and does not look at this variable when it takes it for another run.
		_ = os.Unsetenv("HONE") // fails for malformed names only
		unitchecker.Main(vet.Analyzer)
	}
	fs := flag.NewFlagSet("honevet", flag.ContinueOnError)
	must := fs.Bool("must", false, "all honed functions have to be compiled, also without //hone:must")
	quiet := fs.Bool("q", false, "report only what makes the exit status of hone check 1")
	tags := fs.String("tags", "", "build `tags`, as for the go command")
	asJSON := fs.Bool("json", false, "print findings and fixes as JSON; the exit status is then 0")
	fix := fs.Bool("fix", false, "make the fixes, but for those that change results, in place of reporting")
	diff := fs.Bool("diff", false, "with -fix, print what would change")
	fs.SetOutput(io.Discard)
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(usage)
		fs.SetOutput(os.Stdout)
		fs.PrintDefaults()
		return 0
	case err != nil:
		hint := ""
		if _, name, ok := strings.Cut(err.Error(), "flag provided but not defined: -"); ok {
			var names []string
			fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
			hint = nearest.Hint(name, names)
		}
		return misused(err.Error() + hint)
	case *diff && !*fix:
		return misused("-diff goes with -fix")
	}
	self, err := os.Executable()
	if err != nil {
		return fail(err)
	}
	vetArgs := []string{"vet", "-vettool=" + self}
	for _, f := range []struct {
		set  bool
		flag string
	}{{*must, "-hone.must"}, {*quiet, "-hone.q"}, {*tags != "", "-tags=" + *tags}, {*asJSON, "-json"}, {*fix, "-fix"}, {*diff, "-diff"}} {
		if f.set {
			vetArgs = append(vetArgs, f.flag)
		}
	}
	cmd := exec.Command("go", slices.Concat(vetArgs, []string{"--"}, fs.Args())...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	var exit *exec.ExitError
	switch err := cmd.Run(); {
	case errors.As(err, &exit):
		return max(exit.ExitCode(), failure)
	case err != nil:
		return fail(err)
	}
	return 0
}

// byGo reports that the go command runs this as its vet tool.
func byGo(args []string) bool {
	return len(args) > 0 && (args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg"))
}

func misused(msg string) int {
	first, _, _ := strings.Cut(usage, "\n")
	fmt.Fprintf(os.Stderr, "honevet: %s\n%s\n", msg, strings.ToLower(first[:1])+first[1:])
	return misuse
}

func fail(err error) int {
	fmt.Fprintln(os.Stderr, "honevet:", err)
	return failure
}
