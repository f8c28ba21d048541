package eval

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func TestDump(t *testing.T) {
	for _, src := range []string{`
func @f(%a: []f64) -> (f64) {
  %n = len %a : i64
  %z = const 0 : i64
  %zf = const 0 : f64
  %one = const 1 : i64
  %i = cell %z : cell<i64>
  %s = cell %zf : cell<f64>
  loop ^l {
    %0 = get %i : i64
    %c = lt %0, %n : bool
    if %c { yield } { break ^l }
    block ^cont {
      check.index %0, %n
      %x = load %a, %0 : f64
      %neg = lt %x, %zf : bool
      if %neg { break ^cont } { yield }
      %s0 = get %s : f64
      %s1 = add %s0, %x : f64
      set %s, %s1
      yield
    }
    %i0 = get %i : i64
    %i1 = add %i0, %one : i64
    set %i, %i1
    continue ^l
  }
  %r = get %s : f64
  return %r
}`, `
func @gen(%n: i64, %f: fn(i64) -> (bool)) -> () {
  %z = const 0 : i64
  %one = const 1 : i64
  %i = cell %z : cell<i64>
  loop ^l {
    %0 = get %i : i64
    %c = lt %0, %n : bool
    if %c { yield } { break ^l }
    block ^cont {
      %k = get %i : i64
      %go = call %f, %k : bool
      %stop = not %go : bool
      if %stop { return } { yield }
      yield
    }
    %i0 = get %i : i64
    %i1 = add %i0, %one : i64
    set %i, %i1
    continue ^l
  }
  return
}
func @find(%a: []f64, %x: f64) -> (i64) {
  %n = len %a : i64
  %z = const 0 : i64
  %one = const 1 : i64
  %m1 = const -1 : i64
  %ret = cell %z : cell<i64>
  %exit = cell %z : cell<i64>
  %body = lambda : fn(i64) -> (bool) (%i: i64) {
    %len = len %a : i64
    check.index %i, %len
    %v = load %a, %i : f64
    %eq = eq %v, %x : bool
    if %eq {
      set %ret, %i
      set %exit, %one
      %false = const false : bool
      return %false
    } { yield }
    %true = const true : bool
    return %true
  }
  callsym @gen %n, %body
  %e = get %exit : i64
  %is = eq %e, %one : bool
  if %is {
    %r = get %ret : i64
    return %r
  } { yield }
  return %m1
}
`} {
		m, err := ir.Parse(spread(src))
		if err != nil {
			t.Fatal(err)
		}
		if err := ir.Verify(m, ir.Source); err != nil {
			t.Fatal(err)
		}
		out, err := Specialize(m, m.Funcs[len(m.Funcs)-1].Name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(strings.TrimSpace(out.String()))
		if err := ir.Verify(out, ir.Residual); err != nil {
			t.Error(err)
		}
	}
}

// spread puts short regions written in one line on lines of their own.
func spread(src string) string {
	src = strings.ReplaceAll(src, "{ ", "{\n")
	return strings.ReplaceAll(src, " }", "\n}")
}
