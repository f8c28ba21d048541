// Package gentest is for tests that hone generates.
package gentest

import (
	"testing"

	"github.com/hone-go/hone/internal/origin"
)

// Current fails if a generated file in the current directory is not what hone
// would generate from the sources as they are now, those of other packages that
// they call included.
func Current(t *testing.T) {
	t.Helper()
	stale, err := origin.Check(".")
	if err != nil {
		t.Skipf("the sources are not to be found: %v", err)
	}
	for _, s := range stale {
		t.Error(s)
	}
}
