package simd_test

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/simd"
)

const keptOfCounter = `func @f(%lo: i64, %hi: i64, %from: i64, %p: i64, %q: i64) -> () kernel=range {
  %on = const true : <4 x bool>
  %kept = const 7 : <4 x i64>
  %x = mload %p, %lo <ints=[8, 0]> : <4 x f64>
  %three = const 3 : i64
  %r = loop ^l %from, %on, %x, %kept : <4 x i64> (%n: i64, %m: <4 x bool>, %y: <4 x f64>, %k: <4 x i64>) {
    %v = splat %n : <4 x i64>
    %next = select %m, %v, %k : <4 x i64>
    %four = const 4.0 : <4 x f64>
    %big = gt %y, %four : <4 x bool>
    %rest = andnot %m, %big : <4 x bool>
    %z = mul %y, %y : <4 x f64>
    %n3 = add %n, %three : i64
    %go = any %rest : bool
    if %go {
      continue ^l %n3, %rest, %z, %next
    } {
      break ^l %next
    }
    unreachable
  }
  mstore %q, %lo, %r <ints=[8, 0]>
  return
}`

const countedTrips = `func @f(%lo: i64, %hi: i64, %from: i64, %p: i64, %q: i64) -> () kernel=range {
  %on = const true : <4 x bool>
  %kept = const 7 : <4 x i64>
  %x = mload %p, %lo <ints=[8, 0]> : <4 x f64>
  %three = const 3 : i64
  %none = const 0 : <4 x i64>
  %r = loop ^l %from, %on, %x, %none : <4 x i64> (%n: i64, %m: <4 x bool>, %y: <4 x f64>, %k: <4 x i64>) {
    %v = splat %n : <4 x i64>
    %one = const -1 : <4 x i64>
    %less = add %k, %one : <4 x i64>
    %next = select %m, %less, %k : <4 x i64>
    %four = const 4.0 : <4 x f64>
    %big = gt %y, %four : <4 x bool>
    %rest = andnot %m, %big : <4 x bool>
    %z = mul %y, %y : <4 x f64>
    %n3 = add %n, %three : i64
    %go = any %rest : bool
    if %go {
      continue ^l %n3, %rest, %z, %next
    } {
      break ^l %next
    }
    unreachable
  }
  %minus = const -1 : <4 x i64>
  %before = sub %minus, %r : <4 x i64>
  %s = const 3 : <4 x i64>
  %far = mul %before, %s : <4 x i64>
  %first = splat %from : <4 x i64>
  %last = add %far, %first : <4 x i64>
  %zero = const 0 : <4 x i64>
  %some = ne %r, %zero : <4 x bool>
  %value = select %some, %last, %kept : <4 x i64>
  mstore %q, %lo, %value <ints=[8, 0]>
  return
}`

func TestCountTrips(t *testing.T) {
	parse := func(text string) *ir.Module {
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := parse(keptOfCounter)
	if !simd.CountTrips(m.Funcs[0]) {
		t.Fatal("nothing found")
	}
	if err := ir.Verify(m, ir.Lanes); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	if got, want := nameless(m), nameless(parse(countedTrips)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// lanesOf parses a module at the lanes level.
func lanesOf(t *testing.T, text string) *ir.Module {
	t.Helper()
	m, err := ir.Parse(text)
	if err == nil {
		err = ir.Verify(m, ir.Lanes)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}

// rewrites checks that a pass makes what comes after of what was before, or with "" leaves it, and what it says of that.
func rewrites(t *testing.T, name string, pass func(f *ir.Func) bool, before, after string) {
	t.Helper()
	m := lanesOf(t, before)
	if changed := pass(m.Funcs[0]); changed != (after != "") {
		t.Errorf("%s: changed: %v", name, changed)
	}
	if err := ir.Verify(m, ir.Lanes); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, m)
	}
	if err := m.Funcs[0].CheckChanges(); err != nil {
		t.Error(name, err)
	}
	if after == "" {
		after = before
	}
	if got, want := nameless(m), nameless(lanesOf(t, after)); got != want {
		t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
	}
}

// nameless is the text with numbers for names.
func nameless(m *ir.Module) string {
	name := func(vs []*ir.Value) {
		for _, v := range vs {
			v.Name = ""
		}
	}
	f := m.Funcs[0]
	name(f.Body.Params)
	f.Body.Walk(func(o *ir.Op) bool {
		name(o.Results)
		for _, r := range o.Regions {
			name(r.Params)
		}
		return true
	})
	return f.String()
}
