package opt

import "testing"

func BenchmarkCSE(b *testing.B)  { benchmark(b, CSE) }
func BenchmarkLICM(b *testing.B) { benchmark(b, LICM) }

func TestCSE(t *testing.T) {
	testPass(t, "func @f(%b: bool, %i: i64, %n: i64, %s: []f64, %t: []{a: f64, b: f64}) -> (f64)", CSE, []pair{
		{"pure ops, operands either way round", `
			%0 = add %i, %n : i64
			%1 = add %n, %i : i64
			%2 = sub %i, %n : i64
			%3 = sub %n, %i : i64
			%4 = mul %0, %1 : i64
			%5 = mul %2, %3 : i64
			%6 = add %4, %5 : i64
			%7 = conv %6 : f64
			return %7`, `
			%0 = add %i, %n : i64
			%2 = sub %i, %n : i64
			%3 = sub %n, %i : i64
			%4 = mul %0, %0 : i64
			%5 = mul %2, %3 : i64
			%6 = add %4, %5 : i64
			%7 = conv %6 : f64
			return %7`},
		{"scopes", `
			%r = if %b : f64 {
				%0 = conv %i : f64
				yield %0
			} {
				%1 = conv %i : f64
				%2 = block : f64 {
					%3 = conv %i : f64
					yield %3
				}
				%4 = add %1, %2 : f64
				yield %4
			}
			%5 = conv %i : f64
			%6 = add %r, %5 : f64
			return %6`, `
			%r = if %b : f64 {
				%0 = conv %i : f64
				yield %0
			} {
				%1 = conv %i : f64
				%2 = block : f64 {
					yield %1
				}
				%4 = add %1, %2 : f64
				yield %4
			}
			%5 = conv %i : f64
			%6 = add %r, %5 : f64
			return %6`},
		{"checks", `
			%l = len %s : i64
			check.index %i, %l
			%m = len %s : i64
			check.index %i, %m
			check.index %n, %m
			check.div %n
			check.div %n
			%0 = load %s, %i : f64
			return %0`, `
			%l = len %s : i64
			check.index %i, %l
			check.index %n, %l
			check.div %n
			%0 = load %s, %i : f64
			return %0`},
		{"loads and stores", `
			%0 = load %s, %i : f64
			%1 = load %t, %i <path=[0]> : f64
			%m = make %n : []f64
			store %m, %i, %0
			%2 = load %s, %i : f64
			%3 = load %m, %i : f64
			store %t, %n, %3 <path=[1]>
			%4 = load %t, %i <path=[0]> : f64
			%5 = load %s, %i : f64
			%6 = add %2, %3 : f64
			%7 = add %4, %5 : f64
			%8 = mul %6, %7 : f64
			%9 = mul %8, %1 : f64
			return %9`, `
			%0 = load %s, %i : f64
			%1 = load %t, %i <path=[0]> : f64
			%m = make %n : []f64
			store %m, %i, %0
			store %t, %n, %0 <path=[1]>
			%5 = load %s, %i : f64
			%6 = add %0, %0 : f64
			%7 = add %1, %5 : f64
			%8 = mul %6, %7 : f64
			%9 = mul %8, %1 : f64
			return %9`},
		{"loops that write", `
			%0 = load %s, %i : f64
			for %i, %n <ints=[1]> (%k: i64) {
				%1 = load %s, %i : f64
				%2 = load %t, %i <path=[0]> : f64
				store %s, %k, %1
				yield
			}
			%3 = load %s, %i : f64
			%4 = add %0, %3 : f64
			return %4`, `
			%0 = load %s, %i : f64
			for %i, %n <ints=[1]> (%k: i64) {
				%1 = load %s, %i : f64
				%2 = load %t, %i <path=[0]> : f64
				store %s, %k, %1
				yield
			}
			%3 = load %s, %i : f64
			%4 = add %0, %3 : f64
			return %4`},
		{"loops that do not write", `
			%m = make %n : []f64
			%0 = load %s, %i : f64
			for %i, %n <ints=[1]> (%k: i64) {
				%1 = load %s, %i : f64
				store %m, %k, %1
				yield
			}
			%3 = load %s, %i : f64
			%4 = load %m, %i : f64
			%5 = add %3, %4 : f64
			return %5`, `
			%m = make %n : []f64
			%0 = load %s, %i : f64
			for %i, %n <ints=[1]> (%k: i64) {
				store %m, %k, %0
				yield
			}
			%4 = load %m, %i : f64
			%5 = add %0, %4 : f64
			return %5`},
		{"an object that escapes", `
			%m = make %n : []f64
			%v = load %m, %i : f64
			callsym @g %m
			%w = load %m, %i : f64
			%0 = add %v, %w : f64
			return %0`, `
			%m = make %n : []f64
			%v = load %m, %i : f64
			callsym @g %m
			%w = load %m, %i : f64
			%0 = add %v, %w : f64
			return %0`},
		{"known conditions", `
			%c = lt %i, %n : bool
			%r = if %c : f64 {
				%d = lt %i, %n : bool
				%0 = load %s, %i : f64
				%1 = load %s, %n : f64
				%2 = select %d, %0, %1 : f64
				yield %2
			} {
				%0a = load %s, %i : f64
				yield %0a
			}
			%e = and %b, %c : bool
			if %e {
				yield
			} {
				return %r
			}
			if %b {
				yield
			} {
				store %s, %i, %r
				yield
			}
			return %r`, `
			%c = lt %i, %n : bool
			%r = if %c : f64 {
				%0 = load %s, %i : f64
				%1 = load %s, %n : f64
				%tt = const true : bool
				%2 = select %tt, %0, %1 : f64
				yield %2
			} {
				%0a = load %s, %i : f64
				yield %0a
			}
			%e = and %b, %c : bool
			if %e {
				yield
			} {
				return %r
			}
			%t1 = const true : bool
			if %t1 {
				yield
			} {
				store %s, %i, %r
				yield
			}
			return %r`},
	})
}

// TestLICMGuards: a load ahead of its loop is executed only where its index is in range, and where the slice is one: what it was cut out with, back
// to the slice that somebody checked, is in order.
func TestLICMGuards(t *testing.T) {
	const loop = "for %i, %n <ints=[1]> (%j: i64) {\nyield\n}\nreturn"
	testPass(t, "func @f(%i: i64, %lo: i64, %hi: i64, %max: i64, %n: i64, %s: []f64) -> ()", LICM, []pair{
		{"two bounds", `
			%p = slice %s, %lo, %hi : []f64
			for %i, %n <ints=[1]> (%j: i64) {
				%v = load %p, %i : f64
				yield
			}
			return`, `
			%p = slice %s, %lo, %hi : []f64
			%0 = bitcast %i : u64
			%1 = len %p : i64
			%2 = bitcast %1 : u64
			%3 = lt %0, %2 : bool
			%4 = cap %s : i64
			%5 = bitcast %lo : u64
			%6 = bitcast %hi : u64
			%7 = le %5, %6 : bool
			%8 = and %3, %7 : bool
			%9 = bitcast %hi : u64
			%10 = bitcast %4 : u64
			%11 = le %9, %10 : bool
			%12 = and %8, %11 : bool
			%13 = if %12 : f64 {
				%v = load %p, %i : f64
				yield %v
			} {
				%z = const 0 : f64
				yield %z
			}
			` + loop},
		{"three bounds, a part of a part", `
			%p = slice %s, %lo, %hi, %max : []f64
			%q = slice %p, %i, %n : []f64
			for %i, %n <ints=[1]> (%j: i64) {
				%v = load %q, %lo : f64
				yield
			}
			return`, `
			%p = slice %s, %lo, %hi, %max : []f64
			%q = slice %p, %i, %n : []f64
			%0 = bitcast %lo : u64
			%1 = len %q : i64
			%2 = bitcast %1 : u64
			%3 = lt %0, %2 : bool
			%4 = cap %p : i64
			%5 = bitcast %i : u64
			%6 = bitcast %n : u64
			%7 = le %5, %6 : bool
			%8 = and %3, %7 : bool
			%9 = bitcast %n : u64
			%10 = bitcast %4 : u64
			%11 = le %9, %10 : bool
			%12 = and %8, %11 : bool
			%13 = cap %s : i64
			%14 = bitcast %lo : u64
			%15 = bitcast %hi : u64
			%16 = le %14, %15 : bool
			%17 = and %12, %16 : bool
			%18 = bitcast %hi : u64
			%19 = bitcast %max : u64
			%20 = le %18, %19 : bool
			%21 = and %17, %20 : bool
			%22 = bitcast %max : u64
			%23 = bitcast %13 : u64
			%24 = le %22, %23 : bool
			%25 = and %21, %24 : bool
			%26 = if %25 : f64 {
				%v = load %q, %lo : f64
				yield %v
			} {
				%z = const 0 : f64
				yield %z
			}
			` + loop},
	})
}

func TestLICM(t *testing.T) {
	testPass(t, "func @f(%b: bool, %i: i64, %n: i64, %x: f64, %s: []f64, %d: []f64, %r: [][]f64) -> ()", LICM, []pair{
		{"a row, whatever is stored in rows", `
			%len = len %r : i64
			for %i, %n <ints=[1]> (%k: i64) {
				check.index %i, %len
				%row = load %r, %i : []f64
				%m = len %row : i64
				check.index %k, %m
				store %row, %k, %x
				yield
			}
			return`, `
			%len = len %r : i64
			%0 = bitcast %i : u64
			%1 = len %r : i64
			%2 = bitcast %1 : u64
			%3 = lt %0, %2 : bool
			%row = if %3 : []f64 {
				%4 = load %r, %i : []f64
				yield %4
			} {
				%5 = zero : []f64
				yield %5
			}
			%m = len %row : i64
			for %i, %n <ints=[1]> (%k: i64) {
				check.index %i, %len
				check.index %k, %m
				store %row, %k, %x
				yield
			}
			return`},
		{"through two loops and an if", `
			multi %n (%j: i64) {
				for %i, %n <ints=[1]> (%k: i64) {
					if %b {
						%0 = sqrt %x : f64
						%c = const 2 : f64
						%1 = mul %0, %c : f64
						%2 = conv %j : f64
						%3 = add %1, %2 : f64
						store %d, %k, %3
						yield
					} {
						yield
					}
					yield
				}
				yield
			}
			return`, `
			%0 = sqrt %x : f64
			%c = const 2 : f64
			%1 = mul %0, %c : f64
			multi %n (%j: i64) {
				%c1 = const 2 : f64
				%2 = conv %j : f64
				%3 = add %1, %2 : f64
				for %i, %n <ints=[1]> (%k: i64) {
					if %b {
						%c0 = const 2 : f64
						store %d, %k, %3
						yield
					} {
						yield
					}
					yield
				}
				yield
			}
			return`},
		{"what may fault stays", `
			multi %n (%j: i64) {
				check.div %i
				%0 = div %n, %i : i64
				%1 = table %i <table=[1, 2]> : f64
				%2 = load %s, %i : f64
				%3 = add %1, %2 : f64
				store %d, %0, %3
				yield
			}
			return`, `
			multi %n (%j: i64) {
				check.div %i
				%0 = div %n, %i : i64
				%1 = table %i <table=[1, 2]> : f64
				%2 = load %s, %i : f64
				%3 = add %1, %2 : f64
				store %d, %0, %3
				yield
			}
			return`},
		{"loads", `
			%m = make %n : []f64
			for %i, %n <ints=[1]> (%j: i64) {
				%l = len %s : i64
				check.index %i, %l
				%2 = load %s, %i : f64
				%3 = load %m, %i : f64
				%4 = add %2, %3 : f64
				store %m, %j, %4
				yield
			}
			return`, `
			%m = make %n : []f64
			%l = len %s : i64
			%0 = bitcast %i : u64
			%1 = len %s : i64
			%2 = bitcast %1 : u64
			%3 = lt %0, %2 : bool
			%4 = if %3 : f64 {
				%5 = load %s, %i : f64
				yield %5
			} {
				%6 = const 0 : f64
				yield %6
			}
			for %i, %n <ints=[1]> (%j: i64) {
				check.index %i, %l
				%7 = load %m, %i : f64
				%8 = add %4, %7 : f64
				store %m, %j, %8
				yield
			}
			return`},
		{"checks that come first for certain", `
			%0 = const 0 : i64
			%4 = const 4 : i64
			%l = len %s : i64
			for %0, %4 <ints=[1]> (%j: i64) {
				check.index %i, %l
				check.div %n
				check.index %j, %l
				check.index %n, %l
				yield
			}
			for %0, %n <ints=[1]> (%k: i64) {
				check.index %i, %l
				yield
			}
			loop ^0 %i (%k1: i64) {
				check.div %i
				store %s, %i, %x
				check.div %n
				if %b {
					break ^0
				} {
					yield
				}
				check.index %i, %l
				continue ^0 %n
			}
			return`, `
			%0 = const 0 : i64
			%4 = const 4 : i64
			%l = len %s : i64
			check.index %i, %l
			check.div %n
			for %0, %4 <ints=[1]> (%j: i64) {
				check.index %j, %l
				check.index %n, %l
				yield
			}
			for %0, %n <ints=[1]> (%k: i64) {
				check.index %i, %l
				yield
			}
			check.div %i
			loop ^0 %i (%k1: i64) {
				store %s, %i, %x
				check.div %n
				if %b {
					break ^0
				} {
					yield
				}
				check.index %i, %l
				continue ^0 %n
			}
			return`},
	})
}
