package opt

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func TestStoresAhead(t *testing.T) {
	testPass(t, "func @f(%n: i64, %w: i64, %x: f64, %s: []f64, %o: []f64, %r: [][]f64) -> ()", StoresAhead, []pair{
		{"parts of a slice, in places that are checked", `
			%len = len %r : i64
			multi %n (%i: i64) {
				check.index %i, %len
				%p = slice %s, %i, %n : []f64
				%y = sqrt %x : f64
				store %o, %i, %y
				store %r, %i, %p
				%q = load %r, %i : []f64
				store %q, %i, %y
				yield
			}
			return`, `
			%len = len %r : i64
			%c0 = const 0 : i64
			%m = for ^0 %c0, %n, %n <ints=[1]> : i64 (%k: i64, %c: i64) {
				%0 = bitcast %k : u64
				%1 = bitcast %len : u64
				%2 = lt %0, %1 : bool
				if %2 {
					yield
				} {
					%one = const 1 : i64
					%end = add %k, %one : i64
					break ^0 %end
				}
				%p0 = slice %s, %k, %n : []f64
				store %r, %k, %p0
				yield %c
			}
			multi %m (%i: i64) {
				check.index %i, %len
				%p = slice %s, %i, %n : []f64
				%y = sqrt %x : f64
				store %o, %i, %y
				%q = load %r, %i : []f64
				store %q, %i, %y
				yield
			}
			return`},
		{"a slice that is made, and filled before a check of its place", `
			%len = len %r : i64
			%c0 = const 0 : i64
			multi %n (%i: i64) {
				%p = make %w : []f64
				for %c0, %w <ints=[1]> (%j: i64) {
					store %p, %j, %x
					yield
				}
				check.index %i, %len
				store %r, %i, %p
				yield
			}
			return`, `
			%len = len %r : i64
			%c0 = const 0 : i64
			%c1 = const 0 : i64
			%m = for ^0 %c1, %n, %n <ints=[1]> : i64 (%k: i64, %c: i64) {
				%0 = bitcast %w : u64
				%1 = const 35184372088832 : u64
				%2 = le %0, %1 : bool
				if %2 {
					yield
				} {
					%one = const 1 : i64
					%end = add %k, %one : i64
					break ^0 %end
				}
				%p0 = make %w : []f64
				%3 = bitcast %k : u64
				%4 = bitcast %len : u64
				%5 = lt %3, %4 : bool
				if %5 {
					yield
				} {
					%one1 = const 1 : i64
					%end1 = add %k, %one1 : i64
					break ^0 %end1
				}
				store %r, %k, %p0
				yield %c
			}
			multi %m (%i: i64) {
				%6 = bitcast %w : u64
				%7 = const 35184372088832 : u64
				%8 = le %6, %7 : bool
				%9 = const -1 : i64
				%10 = select %8, %w, %9 : i64
				check.make %10
				check.index %i, %len
				%p = load %r, %i : []f64
				for %c0, %w <ints=[1]> (%j: i64) {
					store %p, %j, %x
					yield
				}
				yield
			}
			return`},
	})
}

func TestStoresAheadStays(t *testing.T) {
	loop := func(body string) string { return "multi %n (%i: i64) {\n" + body + "\nyield\n}\nreturn" }
	const header = "func @f(%b: bool, %n: i64, %w: i64, %x: f64, %s: []f64, %sizes: []i64, %r: [][]f64, %q: [][]f64) -> ()"
	const fails = "for %w, %n <ints=[1]> (%j: i64) {\ncheck.index %j, %w\nyield\n}\n"
	testStays(t, header, StoresAhead, []untouched{
		{"a slice stored under a condition", loop("if %b {\nstore %r, %i, %s\nyield\n} {\nyield\n}")},
		{"a slice stored under a condition beside another", loop("if %b {\nstore %r, %i, %s\nyield\n} {\nyield\n}\nstore %q, %i, %s")},
		{"two dimensions", "multi %n, %n (%i: i64, %j: i64) {\nstore %r, %i, %s\nyield\n}\nreturn"},
		{"a slice that is made and not stored", loop("%m = make %w : []f64\nstore %m, %i, %x\nstore %r, %i, %s")},
		{"a slice that may be replaced by the next", loop("%m = make %w : []f64\nstore %r, %i, %m\nstore %q, %i, %s\nstore %m, %i, %x")},
		{"a slice that a loop chooses", loop("%m = for %w, %n, %s <ints=[1]> : []f64 (%j: i64, %v: []f64) {\nyield %v\n}\nstore %r, %i, %m")},
		{"a slice that is read before it is replaced", loop("%m = load %r, %i : []f64\nstore %m, %i, %x\nstore %q, %i, %s")},
		{"a slice that is read further in before it is replaced", loop("if %b {\n%m = load %r, %i : []f64\nstore %m, %i, %x\nyield\n} {\nyield\n}\nstore %q, %i, %s")},
		{"a size that the iteration has stored", loop("store %sizes, %i, %w\n%k = load %sizes, %i : i64\n%m = make %k : []f64\nstore %r, %i, %m")},
		{"a loop that may fail before a slice is stored", loop(fails + "store %r, %i, %s")},
		{"a check behind what others see", loop("%m = make %w : []f64\nstore %s, %i, %x\ncheck.index %i, %w\nstore %r, %i, %m")},
		{"a check behind what others see, and something else", loop("%m = make %w : []f64\nstore %s, %i, %x\n%y = sqrt %x : f64\nstore %m, %i, %y\ncheck.index %i, %w\nstore %r, %i, %m")},
		{"a check behind a loop that may fail", "%t = make %n : [][]f64\n" + loop("%m = make %w : []f64\n"+fails+"check.index %i, %w\nstore %t, %i, %m")},
		{"a check behind a loop that does what others see", loop("%m = make %w : []f64\nfor %w, %n <ints=[1]> (%j: i64) {\nstore %s, %j, %x\nyield\n}\ncheck.index %i, %w\nstore %r, %i, %m")},
		{"a check behind stores to a slice that is kept", loop("%m = make %w : []f64\nstore %r, %i, %m\nstore %m, %i, %x\ncheck.index %i, %w\n%h = make %w : []f64\nstore %r, %i, %h")},
		{"a check of what is made", loop("%m = make %w : []f64\n%k = cap %m : i64\ncheck.index %i, %k\nstore %r, %i, %m")},
	})
	for _, c := range []struct {
		body   string
		checks int // in the loop ahead
	}{
		{"store %r, %i, %s", 0},
		{"%m = make %w : []f64\nstore %s, %i, %x\n%k = add %i, %w : i64\nstore %r, %k, %m", 1},
		{"store %s, %i, %x\n%v = load %s, %i : f64\nstore %s, %w, %v\nstore %r, %i, %s", 0},
		{"check.make %n\n%m = make %w : []f64\nstore %r, %i, %m", 2},
		{"check.make %w\n%m = make %w : []f64\nstore %r, %i, %m", 1},
	} {
		f := parse(t, header+" {\n"+loop(c.body)+"\n}\n")
		if !StoresAhead(f) || strings.Count(f.String(), "if %") != c.checks {
			t.Errorf("%s\n%s", c.body, f)
		}
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Error(err)
		}
	}
	const more = "func @f(%n: i64, %k: u64, %x: f64, %y: f64, %s: []f64, %sizes: []i64, %o: []f64) -> ([][]f64, [][]f64)"
	g := parse(t, more+` {
		%a = make %n : [][]f64
		%b = make %n : [][]f64
		%len = len %sizes : i64
		multi %n (%i: i64) {
			check.index %k, %len
			check.index %i, %len
			%w = load %sizes, %i : i64
			check.div %w
			%d = div %n, %w : i64
			check.shift %d
			%c = load %o, %i : f64
			check.make %w
			%p = make %w : []f64
			store %p, %i, %c
			store %a, %i, %p
			check.make %d
			%q = make %d : []f64
			store %q, %i, %x
			%z = add %x, %y : f64
			check.slice %i, %w, %n <ints=[0]>
			%part = slice %q, %i, %w : []f64
			store %part, %i, %z
			%t = lt %w, %d : bool
			check.panic @"string:less" %t, %x, %y
			store %b, %i, %q
			%later = load %a, %i : []f64
			store %later, %i, %z
			yield
		}
		return %a, %b
	}
`)
	if !StoresAhead(g) {
		t.Errorf("left alone:\n%s", g)
	}
	if got := g.String(); got != everyCheck {
		t.Errorf("got:\n%s\nwant:\n%s", got, everyCheck)
	}
	f := parse(t, header+" {\n%t = make %n : [][]f64\n"+loop(fails+"store %t, %i, %s")+"\n}\n")
	if !StoresAhead(f) {
		t.Errorf("nobody sees what is stored if an iteration fails:\n%s", f)
	}
}

// everyCheck: the loop ahead ends where the parallel one fails.
const everyCheck = `func @f(%n: i64, %k: u64, %x: f64, %y: f64, %s: []f64, %sizes: []i64, %o: []f64) -> ([][]f64, [][]f64) {
  %a = make %n : [][]f64
  %b = make %n : [][]f64
  %len = len %sizes : i64
  %0 = const 0 : i64
  %1 = for ^0 %0, %n, %n <ints=[1]> : i64 (%2: i64, %3: i64) {
    %4 = bitcast %len : u64
    %5 = lt %k, %4 : bool
    if %5 {
      yield
    } {
      %6 = const 1 : i64
      %7 = add %2, %6 : i64
      break ^0 %7
    }
    %8 = bitcast %2 : u64
    %9 = bitcast %len : u64
    %10 = lt %8, %9 : bool
    if %10 {
      yield
    } {
      %11 = const 1 : i64
      %12 = add %2, %11 : i64
      break ^0 %12
    }
    %w = load %sizes, %2 : i64
    %13 = const 0 : i64
    %14 = ne %w, %13 : bool
    if %14 {
      yield
    } {
      %15 = const 1 : i64
      %16 = add %2, %15 : i64
      break ^0 %16
    }
    %d = div %n, %w : i64
    %17 = const 0 : i64
    %18 = ge %d, %17 : bool
    if %18 {
      yield
    } {
      %19 = const 1 : i64
      %20 = add %2, %19 : i64
      break ^0 %20
    }
    %21 = bitcast %w : u64
    %22 = const 35184372088832 : u64
    %23 = le %21, %22 : bool
    if %23 {
      yield
    } {
      %24 = const 1 : i64
      %25 = add %2, %24 : i64
      break ^0 %25
    }
    %p = make %w : []f64
    store %a, %2, %p
    %26 = bitcast %d : u64
    %27 = const 35184372088832 : u64
    %28 = le %26, %27 : bool
    if %28 {
      yield
    } {
      %29 = const 1 : i64
      %30 = add %2, %29 : i64
      break ^0 %30
    }
    %q = make %d : []f64
    %31 = bitcast %2 : u64
    %32 = bitcast %w : u64
    %33 = le %31, %32 : bool
    %34 = bitcast %w : u64
    %35 = bitcast %n : u64
    %36 = le %34, %35 : bool
    %37 = and %33, %36 : bool
    if %37 {
      yield
    } {
      %38 = const 1 : i64
      %39 = add %2, %38 : i64
      break ^0 %39
    }
    %t = lt %w, %d : bool
    if %t {
      yield
    } {
      %40 = const 1 : i64
      %41 = add %2, %40 : i64
      break ^0 %41
    }
    store %b, %2, %q
    yield %3
  }
  multi %1 (%i: i64) {
    check.index %k, %len
    check.index %i, %len
    %w.1 = load %sizes, %i : i64
    check.div %w.1
    %d.1 = div %n, %w.1 : i64
    check.shift %d.1
    %c = load %o, %i : f64
    check.make %w.1
    %42 = bitcast %w.1 : u64
    %43 = const 35184372088832 : u64
    %44 = le %42, %43 : bool
    %45 = const -1 : i64
    %46 = select %44, %w.1, %45 : i64
    check.make %46
    check.make %d.1
    %47 = bitcast %d.1 : u64
    %48 = const 35184372088832 : u64
    %49 = le %47, %48 : bool
    %50 = const -1 : i64
    %51 = select %49, %d.1, %50 : i64
    check.make %51
    check.slice %i, %w.1, %n <ints=[0]>
    %t.1 = lt %w.1, %d.1 : bool
    check.panic @"string:less" %t.1, %x, %y
    %52 = load %a, %i : []f64
    store %52, %i, %c
    %53 = load %b, %i : []f64
    store %53, %i, %x
    %z = add %x, %y : f64
    %part = slice %53, %i, %w.1 : []f64
    store %part, %i, %z
    %later = load %a, %i : []f64
    store %later, %i, %z
    yield
  }
  return %a, %b
}
`
