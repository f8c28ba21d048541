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
	const again = "  check.panic @\"plain:rare\" %p\n"
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
	const branch = "  if %p {\n    store %x, %z, %z\n    yield\n  } {\n    yield\n  }\n"
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
		{"a loop over an index space before", rare + `  multi %n (%i: i64) {
    yield
  }
` + leaves, 0},
		{"a call before", rare + "  callsym @g %n\n" + leaves, 0},
		{"a call of plain Go before", rare + "  foreign @\"x.F\" %n\n" + leaves, 0},
		{"a goroutine before", rare + "  start\n" + leaves, 0},
		{"a store in a block before", rare + "  block ^0 {\n" + store + "    yield\n  }\n" + leaves, 0},
		{"a break behind a store, out of what else returns", rare + `  block ^0 {
    if %p {
      %m = gt %n, %z : bool
      if %m {
` + store + `        break ^0
      } {
        yield
      }
      return
    } {
      yield
    }
    yield
  }
` + leaves, 2},
		{"a break in front of a store, out of what else returns", rare + `  block ^0 {
    if %p {
      break ^0
    } {
      yield
    }
` + store + `    return
  }
` + leaves, 1},
		{"another before", rare + leaves + again, 2},
		{"another before, and a store", rare + leaves + store + again, 0},
		{"one that never leaves before, and a store", rare + "  %t = const true : bool\n  check.panic @\"plain:rare\" %t\n" + store + leaves, 0},
		{"one of a parameter's before, and a store", rare + again + store + leaves, 0},
		{"as many branches before as may be", rare + strings.Repeat(branch, mostLeft) + leaves, mostLeft + 1},
		{"more branches before", rare + strings.Repeat(branch, mostLeft+1) + leaves, 0},
		{"one in the branch beside", rare + `  if %rare {
    %f = const false : bool
    check.panic @"plain:rare" %f
    return
  } {
` + store + `    yield
  }
`, 1},
	} {
		m, err := ir.Parse("func @f(%n: i64, %p: bool, %x: []i64, %y: []i64) -> () {\n" + c.text + "  return\n}\nfunc @g(%n: i64) -> () {\n  return\n}\n")
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
		if notes := leftNotes(f); err == nil && (len(notes) != c.sites || !strings.HasSuffix(notes[0].Text, ": rare")) {
			t.Errorf("%s: said is %v", c.what, notes)
		}
		if err := ir.Verify(m, ir.Residual); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// TestLeft: why a function stays plain that gains nothing in what is left is the first reason for which the plain function would be called.
func TestLeft(t *testing.T) {
	m, err := ir.Parse(`func @f(%p: bool) -> () {
  return
}
func @g(%p: bool) -> () {
  check.panic @"plain:first" %p
  check.panic @"plain:second" %p
  return
}
func @h(%p: bool) -> () {
  check.panic @"plain:third" %p
  return
}
`)
	if err != nil {
		t.Fatal(err)
	}
	if err := left(m); err == nil || err.Error() != "first" {
		t.Error(err)
	}
	m.Funcs = m.Funcs[:1]
	if err := left(m); err != nil {
		t.Error(err)
	}
}
