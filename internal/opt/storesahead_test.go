package opt

import "testing"

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
		{"two dimensions", "multi %n, %n (%i: i64, %j: i64) {\nstore %r, %i, %s\nyield\n}\nreturn"},
		{"a slice that is made and not stored", loop("%m = make %w : []f64\nstore %m, %i, %x\nstore %r, %i, %s")},
		{"a slice that may be replaced by the next", loop("%m = make %w : []f64\nstore %r, %i, %m\nstore %q, %i, %s\nstore %m, %i, %x")},
		{"a slice that a loop chooses", loop("%m = for %w, %n, %s <ints=[1]> : []f64 (%j: i64, %v: []f64) {\nyield %v\n}\nstore %r, %i, %m")},
		{"a slice that is read before it is replaced", loop("%m = load %r, %i : []f64\nstore %m, %i, %x\nstore %q, %i, %s")},
		{"a slice that is read further in before it is replaced", loop("if %b {\n%m = load %r, %i : []f64\nstore %m, %i, %x\nyield\n} {\nyield\n}\nstore %q, %i, %s")},
		{"a size that the iteration has stored", loop("store %sizes, %i, %w\n%k = load %sizes, %i : i64\n%m = make %k : []f64\nstore %r, %i, %m")},
		{"a loop that may fail before a slice is stored", loop(fails + "store %r, %i, %s")},
		{"a check behind what others see", loop("%m = make %w : []f64\nstore %s, %i, %x\ncheck.index %i, %w\nstore %r, %i, %m")},
		{"a check behind a loop that does what others see", loop("%m = make %w : []f64\nfor %w, %n <ints=[1]> (%j: i64) {\nstore %s, %j, %x\nyield\n}\ncheck.index %i, %w\nstore %r, %i, %m")},
		{"a check behind stores to a slice that is kept", loop("%m = make %w : []f64\nstore %r, %i, %m\nstore %m, %i, %x\ncheck.index %i, %w\n%h = make %w : []f64\nstore %r, %i, %h")},
		{"a check of what is made", loop("%m = make %w : []f64\n%k = cap %m : i64\ncheck.index %i, %k\nstore %r, %i, %m")},
	})
	f := parse(t, header+" {\n%t = make %n : [][]f64\n"+loop(fails+"store %t, %i, %s")+"\n}\n")
	if !StoresAhead(f) {
		t.Errorf("nobody sees what is stored if an iteration fails:\n%s", f)
	}
}
