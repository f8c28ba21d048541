package main

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/hone-go/hone/internal/rt"
)

var versionCommand = &command{
	name: "version", short: "print hone's version",
	long: `
Version prints hone's version, that of Go which it was built with, the platform, and the
instruction set that honed functions are compiled for on this machine, or why none is.
`,
	run: version,
}

func version(c *command, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	if status, ok := c.parse(fs, args); !ok {
		return status
	}
	if fs.NArg() > 0 {
		return c.misused("no arguments wanted")
	}
	code := ""
	if isa, err := rt.Detect(); err != nil {
		code = "no machine code: " + err.Error()
	} else {
		code = isa.String()
	}
	fmt.Printf("hone %s, %s %s/%s, %s\n", moduleVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, code)
	return 0
}

// moduleVersion is the version of the module that this program was built from; of a checkout that has none, its revision.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	v := info.Main.Version
	if v != "" && v != "(devel)" {
		return v
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	v = "(devel)"
	if r := settings["vcs.revision"]; r != "" {
		v += " " + r[:min(12, len(r))]
		if settings["vcs.modified"] == "true" {
			v += "+dirty"
		}
	}
	return strings.TrimSpace(v)
}
