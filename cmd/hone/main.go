// Command hone compiles the honed functions of Go programs. See hone help.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/nearest"
)

// Exit statuses.
const (
	failure = 1
	misuse  = 2
)

// command is a subcommand.
type command struct {
	name, args, short string
	long              string
	run               func(c *command, args []string) int
}

func commands() []*command {
	return []*command{runCommand, buildCommand, testCommand, genCommand, checkCommand, explainCommand, emitCommand, versionCommand}
}

func main() { os.Exit(hone(os.Args[1:])) }

func hone(args []string) int {
	if len(args) == 0 {
		help(os.Stderr)
		return misuse
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(args) > 1 {
			return helpOn(args[1])
		}
		help(os.Stdout)
		return 0
	}
	if args[0] == toolexecCommand {
		return toolexec(args[1:])
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(c, args[1:])
		}
	}
	return noCommand(args[0])
}

func noCommand(name string) int {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	hint := nearest.Hint(name, append(names, "help"))
	if hint == "" {
		hint = "; see hone help"
	}
	fmt.Fprintf(os.Stderr, "hone: no command %q%s\n", name, hint)
	return misuse
}

func help(w io.Writer) {
	fmt.Fprint(w, `hone compiles the honed functions of Go programs: those in var X = hone.Func(f).

Usage:

	hone command [arguments]

Commands:

`)
	for _, c := range commands() {
		fmt.Fprintf(w, "\t%-8s %s\n", c.name, c.short)
	}
	fmt.Fprint(w, `
"hone command -h" tells more about a command. Without installing anything, hone runs as
"go tool hone" in a module whose go.mod has the line "tool github.com/hone-go/hone/cmd/hone",
or else as "go run github.com/hone-go/hone/cmd/hone".
`)
}

func helpOn(name string) int {
	for _, c := range commands() {
		if c.name == name {
			c.usage(os.Stdout)
			return 0
		}
	}
	return noCommand(name)
}

func (c *command) usage(w io.Writer) {
	fmt.Fprintf(w, "Usage: hone %s %s\n\n%s\n", c.name, c.args, strings.TrimSpace(c.long))
}

// parse parses the flags of a command that is not passed on to the go command. If ok is false, status is the exit status.
func (c *command) parse(fs *flag.FlagSet, args []string) (status int, ok bool) {
	fs.SetOutput(io.Discard)
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		c.usage(os.Stdout)
		fs.SetOutput(os.Stdout)
		if hasFlags(fs) {
			fmt.Print("\nFlags:\n")
			fs.PrintDefaults()
		}
		return 0, false
	case err != nil:
		hint := ""
		if _, name, ok := strings.Cut(err.Error(), "flag provided but not defined: -"); ok {
			var names []string
			fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
			hint = nearest.Hint(name, names)
		}
		return c.misused("%v%s", err, hint), false
	}
	return 0, true
}

func hasFlags(fs *flag.FlagSet) (any bool) {
	fs.VisitAll(func(*flag.Flag) { any = true })
	return any
}

func (c *command) misused(format string, args ...any) int {
	fmt.Fprintf(os.Stderr, "hone %s: %s\nusage: hone %s %s\n", c.name, fmt.Sprintf(format, args...), c.name, c.args)
	return misuse
}

// fail prints an error. One that has positions of its own is printed as it is.
func (c *command) fail(err error) int {
	text := err.Error()
	if _, ok := err.(check.Located); !ok {
		text = fmt.Sprintf("hone %s: %s", c.name, text)
	}
	fmt.Fprintln(os.Stderr, text)
	return failure
}
