package pipeline

import (
	"errors"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestLeave has places at which the plain function is called behind things that have been done, or not: stores, loops, what only the function itself can see.
func TestLeave(t *testing.T) {
	const rare = `  %z = const 0 : i64
  %rare = lt %n, %z : bool
`
	const leaves = `  %no = not %rare : bool
  check.panic @"plain:rare" %no
`
	const store = `  %c = const 7 : i64
  store %x, %z, %c
`
	loop := func(in string) string {
		return `  %r = loop ^0 %n : i64 (%i: i64) {
    %more = gt %i, %z : bool
    if %more {
      yield
    } {
      break ^0 %i
    }
` + in + `    %one = const 1 : i64
    %j = sub %i, %one : i64
    continue ^0 %j
  }
`
	}
	for _, c := range []struct {
		what, text string
		sites      int // at how many the plain function is called; 0: it can't be
	}{
		{"nothing", rare + leaves + store, 1},
		{"a store behind", rare + leaves + store, 1},
		{"a store before", rare + store + leaves, 0},
		{"a store to what is made here", rare + `  %own = make %n : []i64
  %c = const 7 : i64
  store %own, %z, %c
` + leaves, 1},
		{"a move before", rare + "  move %x, %y, %n\n" + leaves, 0},
		{"a store in a branch before", rare + `  %m = gt %n, %z : bool
  if %m {
` + store + `    yield
  } {
    yield
  }
` + leaves, 2},
		{"a loop before", rare + loop("") + leaves, 0},
		{"a loop around", rare + loop(leaves), 0},
		{"a loop in a branch before", rare + `  if %rare {
` + loop(store) + `    yield
  } {
    yield
  }
` + leaves, 0},
		{"one in a branch that returns", rare + `  %m = gt %n, %z : bool
  if %m {
` + store + `    return
  } {
    yield
  }
` + leaves, 1},
		{"one in the branch beside", rare + `  if %rare {
    %f = const false : bool
    check.panic @"plain:rare" %f
    return
  } {
` + store + `    yield
  }
`, 1},
	} {
		m, err := ir.Parse("func @f(%n: i64, %x: []i64, %y: []i64) -> () {\n" + c.text + "  return\n}\n")
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		f := m.Func("f")
		err = leave(f)
		var l *Leaves
		if errors.As(err, &l) != (c.sites == 0) || err != nil && l.Why != "rare" {
			t.Errorf("%s: error %v", c.what, err)
		}
		if n := strings.Count(f.String(), "plain:rare"); err == nil && n != c.sites {
			t.Errorf("%s: the plain function is called at %d places, want %d:\n%s", c.what, n, c.sites, f)
		}
		if err := ir.Verify(m, ir.Residual); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}
