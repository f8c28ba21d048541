package eval

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestGolden compares residual programs in text form.
func TestGolden(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"explicit parameters that don't change", `
func @f(%n: i64) -> (i64) {
  %zero = const 0 : i64
  %two = const 2 : i64
  %r = loop ^l %zero, %two : i64 (%i: i64, %k: i64) {
    %more = lt %i, %n : bool
    if %more { yield } { break ^l %i }
    %j = add %i, %k : i64
    continue ^l %j, %k
  }
  return %r
}`, `
func @f(%n: i64) -> (i64) {
  %0 = const 0 : i64
  %1 = loop ^0 %0 : i64 (%2: i64) {
    %3 = lt %2, %n : bool
    if %3 {
      yield
    } {
      break ^0 %2
    }
    %4 = const 2 : i64
    %5 = add %2, %4 : i64
    continue ^0 %5
  }
  return %1
}`},
		{"exits become ifs", `
func @f(%x: f64) -> (f64) {
  %zero = const 0 : f64
  %one = const 1 : f64
  %r = block ^b : f64 {
    %neg = lt %x, %zero : bool
    if %neg { break ^b %zero } { yield }
    %big = gt %x, %one : bool
    if %big { break ^b %one } { yield }
    %s = sqrt %x : f64
    yield %s
  }
  return %r
}`, `
func @f(%x: f64) -> (f64) {
  %0 = const 0 : f64
  %1 = lt %x, %0 : bool
  %2 = if %1 : f64 {
    %3 = const 0 : f64
    yield %3
  } {
    %4 = const 1 : f64
    %5 = gt %x, %4 : bool
    %6 = if %5 : f64 {
      %7 = const 1 : f64
      yield %7
    } {
      %8 = sqrt %x : f64
      yield %8
    }
    yield %6
  }
  return %2
}`},
		{"conditions", `
func @f(%x: i64, %c: bool) -> (bool) {
  %three = const 3 : i64
  %yes = const true : bool
  %no = const false : bool
  %a = lt %x, %three : bool
  %b = if %a : bool { yield %no } { yield %yes }
  %d = if %b : bool { yield %c } { yield %no }
  %e = eq %d, %yes : bool
  return %e
}`, `
func @f(%x: i64, %c: bool) -> (bool) {
  %0 = const 3 : i64
  %1 = lt %x, %0 : bool
  %2 = not %1 : bool
  %3 = and %2, %c : bool
  return %3
}`},
		{"what a condition tells", `
func @f(%x: i64, %y: i64) -> (i64) {
  %three = const 3 : i64
  %is = eq %x, %three : bool
  %r = if %is : i64 {
    %s = add %x, %three : i64
    yield %s
  } {
    %not = ne %x, %three : bool
    %t = if %is : i64 { yield %x } { yield %y }
    yield %t
  }
  return %r
}`, `
func @f(%x: i64, %y: i64) -> (i64) {
  %0 = const 3 : i64
  %1 = eq %x, %0 : bool
  %2 = const 6 : i64
  %3 = select %1, %2, %y : i64
  return %3
}`},
		{"table", `
func @f(%i: i64) -> (f32) {
  %n = const 3 : i64
  check.index %i, %n
  %a = const 1.5 : f32
  %b = const -2 : f32
  %t = array %a, %b, %a : [3]f32
  %r = extract %t, %i <path=[-1]> : f32
  return %r
}`, `
func @f(%i: i64) -> (f32) {
  %0 = const 3 : i64
  check.index %i, %0
  %1 = table %i <table=[1.5, -2, 1.5]> : f32
  return %1
}`},
		{"few elements", `
func @f(%i: i64, %x: {p: i64, q: [2]f64}) -> ({p: i64, q: [2]f64}, f64) {
  %c = cell %x : cell<{p: i64, q: [2]f64}>
  %one = const 1 : f64
  set %c, %one, %i <path=[1, -1]>
  %y = get %c : {p: i64, q: [2]f64}
  %zero = const 0 : i64
  %z = get %c, %zero <path=[1, -1]> : f64
  return %y, %z
}`, `
func @f(%i: i64, %x: i64, %x.1: f64, %x.2: f64) -> (i64, f64, f64, f64) {
  %0 = const 0 : i64
  %1 = eq %i, %0 : bool
  %2 = const 1 : f64
  %3 = select %1, %2, %x.1 : f64
  %4 = const 1 : i64
  %5 = eq %i, %4 : bool
  %6 = select %5, %2, %x.2 : f64
  return %x, %3, %6, %3
}`},
		{"array in memory", `
func @f(%i: i64, %x: f64) -> (f64) {
  %z = zero : [17]f64
  %c = cell %z : cell<[17]f64>
  set %c, %x, %i <path=[-1]>
  %two = const 2 : i64
  %r = get %c, %two <path=[-1]> : f64
  return %r
}`, `
func @f(%i: i64, %x: f64) -> (f64) {
  %0 = alloca <ints=[17]> : []f64
  %1 = const 2 : i64
  store %0, %i, %x
  %2 = load %0, %1 : f64
  return %2
}`},
		{"hide", `
func @f() -> (i64) {
  %a = const 2 : i64
  %b = hide %a : i64
  %c = add %b, %a : i64
  return %c
}`, `
func @f() -> (i64) {
  %0 = const 2 : i64
  %1 = const 2 : i64
  %2 = add %0, %1 : i64
  return %2
}`},
		{"recursion", `
func @f(%n: i64, %x: []f64) -> (i64) {
  %acc = const 0 : i64
  %c = cell %acc : cell<i64>
  %tick = lambda : fn(i64) -> () (%k: i64) {
    %v = get %c : i64
    %w = add %v, %k : i64
    set %c, %w
    return
  }
  callsym @down %n, %tick
  %r = get %c : i64
  return %r
}
func @down(%n: i64, %f: fn(i64) -> ()) -> () {
  %zero = const 0 : i64
  %one = const 1 : i64
  %end = le %n, %zero : bool
  if %end { return } { yield }
  call %f, %n
  %m = sub %n, %one : i64
  callsym @down %m, %f
  return
}`, `
func @f(%n: i64, %x: []f64) -> (i64) {
  %0 = const 0 : i64
  %1 = callsym @down.1 %n, %0 : i64
  return %1
}

func @down.1(%0: i64, %1: i64) -> (i64) {
  %2 = const 0 : i64
  %3 = le %0, %2 : bool
  if %3 {
    return %1
  } {
    yield
  }
  %4 = add %1, %0 : i64
  %5 = const 1 : i64
  %6 = sub %0, %5 : i64
  %7 = callsym @down.1 %6, %4 : i64
  return %7
}`},
		{"reduce of a struct", `
func @f(%n: i64) -> ({a: i64, b: f32}) {
  %z = zero : {a: i64, b: f32}
  %op = lambda : fn({a: i64, b: f32}, {a: i64, b: f32}) -> ({a: i64, b: f32}) (%p: {a: i64, b: f32}, %q: {a: i64, b: f32}) {
    %pa = extract %p <path=[0]> : i64
    %qb = extract %q <path=[1]> : f32
    %s = struct %pa, %qb : {a: i64, b: f32}
    return %s
  }
  %f = lambda : fn(i64) -> ({a: i64, b: f32}) (%i: i64) {
    %c = conv %i : f32
    %t = struct %i, %c : {a: i64, b: f32}
    return %t
  }
  %r = reduce %n, %z, %op, %f : {a: i64, b: f32}
  return %r
}`, `
func @f(%n: i64) -> (i64, f32) {
  %0 = const 0 : i64
  %1 = const 0 : f32
  %2, %3 = multi %n : i64, f32 (%i: i64) {
    %4 = conv %i : f32
    reduce %i, %4, %0, %1 (%p: i64, %p.1: f32, %q: i64, %q.1: f32) {
      yield %p, %q.1
    }
    yield
  }
  return %2, %3
}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := Specialize(parse(t, ir.Source, c.source), "f", Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Verify(res, ir.Residual); err != nil {
				t.Error(err)
			}
			if got := strings.TrimSpace(res.String()); got != strings.TrimSpace(c.want) {
				t.Errorf("residual program\n%s\nmust be%s", got, c.want)
			}
		})
	}
}

// TestPointerByCondition has a pointer to one of two variables.
func TestPointerByCondition(t *testing.T) {
	m := parse(t, ir.Source, `
func @f(%c: bool, %x: i64, %y: i64) -> (i64) {
  %a = cell %x : cell<i64>
  %b = cell %y : cell<i64>
  %p = if %c : cell<i64> { yield %a } { yield %b } !"f.go":7:3
  %r = get %p : i64
  return %r
}`)
	res, err := Specialize(m, "f", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for c := range uint64(2) {
		got, err := Run(res, "f", Value{Bits: c}, Value{Bits: 5}, Value{Bits: 7})
		if want := 7 - 2*c; err != nil || got[0].Bits != want {
			t.Errorf("%v, %v, want %d\n%s", got, err, want, res)
		}
	}
}

// TestPointersThroughCalls has a recursive function that stays a call, with pointers to a part of a variable, to an element, and to one of both.
func TestPointersThroughCalls(t *testing.T) {
	m := parse(t, ir.Source, `
func @f(%c: bool, %x: i64, %n: i64) -> (i64) {
  %zero = const 0 : i64
  %two = const 2 : i64
  %s = make %two : []i64
  store %s, %zero, %x
  %pair = zero : {a: i64, b: [2]i64}
  %v = cell %pair : cell<{a: i64, b: [2]i64}>
  %i = and %x, %two : i64
  %one = const 1 : i64
  %k = sub %one, %zero : i64
  %p = part %v, %k <path=[1, -1]> : cell<i64>
  %q = part %s, %zero : cell<i64>
  %r = if %c : cell<i64> { yield %p } { yield %q }
  callsym @g %p, %q, %n
  callsym @g %r, %p, %n
  %a = get %p : i64
  %b = load %s, %zero : i64
  %h = const 1000 : i64
  %m = mul %a, %h : i64
  %sum = add %m, %b : i64
  return %sum
}
func @g(%p: cell<i64>, %q: cell<i64>, %n: i64) -> () {
  %a = get %p : i64
  %b = get %q : i64
  %one = const 1 : i64
  %s = add %a, %b : i64
  %t = add %s, %one : i64
  set %p, %t
  %zero = const 0 : i64
  %more = gt %n, %zero : bool
  if %more {
    %less = sub %n, %one : i64
    callsym @g %q, %p, %less
    yield
  } {
    yield
  }
  return
}`)
	res, err := Specialize(m, "f", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(res, ir.Residual); err != nil {
		t.Fatalf("%v\n%s", err, res)
	}
	if len(res.Funcs) < 2 {
		t.Errorf("no function stays a call\n%s", res)
	}
	for c := range uint64(2) {
		args := []Value{{Bits: c}, {Bits: 5}, {Bits: 4}}
		want, err1 := Run(m, "f", args...)
		got, err2 := Run(res, "f", args...)
		if err1 != nil || err2 != nil || got[0].Bits != want[0].Bits {
			t.Errorf("%v, %v; want %v, %v\n%s", got, err2, want, err1, res)
		}
	}
}
