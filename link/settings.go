package link

import (
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/hone-go/hone/internal/rt"
)

// tellSettings says once, on standard error, what the environment asks for that can't be had: without a word a program that is to be checked, or compiled, would run as
// plain Go, and only who asks for Status would know.
var tellSettings = sync.OnceFunc(func() {
	if err := checkSettings(); err != nil {
		fmt.Fprintln(os.Stderr, "hone:", err)
	}
})

// checkSettings is what is wrong with the environment's settings.
func checkSettings() error {
	if mode := os.Getenv("HONE"); mode != "" && !slices.Contains(modes, mode) {
		if _, err := named(mode); err != nil {
			return err
		}
	}
	return rt.CheckEnv()
}
