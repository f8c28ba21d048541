package pipeline

import (
	"errors"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestBlocks has goroutines that may have to wait for what comes later: a check that isn't known to hold, a loop that nobody in it ends.
func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		what, text string
		blocks     bool
	}{
		{"a check that holds", `  start
  %c = const true : bool
  check.panic @"` + ir.Blocks + `" %c
  return %n`, false},
		{"a check that may not", `  start
  %z = const 0 : i64
  %c = gt %n, %z : bool
  check.panic @"` + ir.Blocks + `" %c
  return %n`, true},
		{"an endless loop", `  start
  loop ^0 {
    continue ^0
  }
  return %n`, true},
		{"one without goroutines", `  loop ^0 {
    continue ^0
  }
  return %n`, false},
		{"a loop that ends", `  start
  %z = const 0 : i64
  %r = loop ^0 %n : i64 (%i: i64) {
    %c = gt %i, %z : bool
    if %c {
      yield
    } {
      break ^0 %i
    }
    %one = const 1 : u64
    %j = shr %i, %one : i64
    continue ^0 %j
  }
  return %r`, false},
	} {
		m, err := ir.Parse("func @f(%n: i64) -> (i64) {\n" + c.text + "\n}\n")
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		_, err = Lower(m, "f", Options{Verify: true})
		var b *Blocks
		if errors.As(err, &b) != c.blocks || err != nil && !c.blocks {
			t.Errorf("%s: error %v", c.what, err)
		}
	}
}
