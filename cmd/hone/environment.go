package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/nearest"
	"github.com/hone-go/hone/internal/rt"
)

// modes are the values that HONE may have in programs of this tool, which links what each needs.
var modes = []string{"off", "jit", "interp", "race", "c"}

// checkEnvironment returns an error if what the environment sets for compiled programs makes no sense: they would go on without, and say so on standard error and in Status.
func checkEnvironment() error {
	if v := os.Getenv("HONE"); v != "" && !slices.Contains(modes, v) {
		last := len(modes) - 1
		return fmt.Errorf("HONE=%s: want %s or %s%s", v, strings.Join(modes[:last], ", "), modes[last], nearest.Hint(v, modes))
	}
	return rt.CheckEnv()
}
