package opt

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// recursionText is what becomes of a module whose entry is @f.
func recursionText(t *testing.T, text string) (string, error) {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, ir.Residual); err != nil {
		t.Fatal(err)
	}
	if err := Recursion(m, "f"); err != nil {
		return "", err
	}
	if err := ir.Verify(m, ir.Residual); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	Clean(m.Funcs[0])
	return m.String(), nil
}

// TestRecursionForms looks at how calls are made: a tail call pushes nothing, and a single site needs no number.
func TestRecursionForms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		stores     int  // words pushed
		stack      bool // there is one
	}{
		{"tail", `
func @f(%n: i64, %a: i64) -> (i64) {
  %r = callsym @g %n, %a : i64
  return %r
}
func @g(%n: i64, %a: i64) -> (i64) {
  %z = const 0 : i64
  %c = eq %n, %z : bool
  if %c {
    return %a
  } {
    yield
  }
  %o = const 1 : i64
  %m = sub %n, %o : i64
  %s = add %a, %n : i64
  %r = callsym @g %m, %s : i64
  return %r
}`, 0, false},
		{"one site", `
func @f(%n: i64, %k: i64) -> (i64) {
  %r = callsym @g %n, %k : i64
  return %r
}
func @g(%n: i64, %k: i64) -> (i64) {
  %z = const 0 : i64
  %c = eq %n, %z : bool
  if %c {
    return %k
  } {
    yield
  }
  %o = const 1 : i64
  %m = sub %n, %o : i64
  %r = callsym @g %m, %k : i64
  %s = mul %r, %n : i64
  %t = add %s, %k : i64
  return %t
}`, 1, true},
		{"two sites", `
func @f(%n: i64) -> (i64) {
  %r = callsym @g %n : i64
  return %r
}
func @g(%n: i64) -> (i64) {
  %o = const 2 : i64
  %c = lt %n, %o : bool
  if %c {
    return %n
  } {
    yield
  }
  %a = sub %n, %o : i64
  %x = callsym @g %a : i64
  %b = sub %a, %o : i64
  %y = callsym @g %b : i64
  %s = sub %x, %y : i64
  return %s
}`, 4, true},
		{"parts of a slice", `
func @f(%s: []f64) -> (f64) {
  %r = callsym @g %s : f64
  return %r
}
func @g(%s: []f64) -> (f64) {
  %n = len %s : i64
  %z = const 0 : i64
  %c = eq %n, %z : bool
  if %c {
    %e = const 0 : f64
    return %e
  } {
    yield
  }
  %v = load %s, %z : f64
  %o = const 1 : i64
  %t = slice %s, %o, %n : []f64
  %r = callsym @g %t : f64
  %u = load %s, %z : f64
  %w = sub %u, %r : f64
  return %w
}`, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := recursionText(t, c.text)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(text, "store "); n != c.stores {
				t.Errorf("%d words are pushed, not %d", n, c.stores)
			}
			if strings.Contains(text, "= stack") != c.stack {
				t.Errorf("a stack: %v", !c.stack)
			}
			if t.Failed() {
				t.Log(text)
			}
		})
	}
}

// TestRecursionRefused has what must stay a call.
func TestRecursionRefused(t *testing.T) {
	for _, c := range []struct{ name, body, why string }{
		{"array", `
  %m = alloca <ints=[3]> : []i64
  %r = callsym @g %s, %n : i64
  %v = load %m, %n : i64
  %w = add %v, %r : i64
  return %w`, "it needs an array of its own behind the call"},
		{"made", `
  %m = make %n : []i64
  %r = callsym @g %m, %n : i64
  return %r`, "slices that are not all parts of one and the same"},
		{"rows that change", `
  %row = load %s, %n : []i64
  %r = callsym @g %s, %n : i64
  %z = zero : []i64
  store %s, %n, %z
  %v = load %row, %r : i64
  return %v`, "a slice that is not part of one"},
		{"parallel", `
  multi %n (%i: i64) {
    %r = callsym @g %s, %i : i64
    yield
  }
  return %n`, "in iterations of a parallel loop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			elem := "i64"
			if strings.HasPrefix(c.name, "rows") {
				elem = "[]i64"
			}
			_, err := recursionText(t, strings.ReplaceAll(`
func @f(%s: []E, %n: i64) -> (i64) {
  %r = callsym @g %s, %n : i64
  return %r
}
func @g(%s: []E, %n: i64) -> (i64) {`, "E", elem)+c.body+"\n}\n")
			if err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("%v, not because %s", err, c.why)
			}
		})
	}
}

func TestUnspecialised(t *testing.T) {
	for name, want := range map[string]string{"m.f.3": "m.f", "m.f.func.12": "m.f", "m.f.3.loop0": "m.f", "m.f": "m.f", "m.f.loop": "m.f.loop", "m.f2": "m.f2", "m.f.loop1": "m.f.loop1", "m.f.func.1.loop22": "m.f"} {
		if got := unspecialised(name); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
}
