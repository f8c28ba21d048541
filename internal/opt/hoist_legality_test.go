package opt

import "testing"

func TestLICMStays(t *testing.T) {
	loop := func(body string) string { return "for %i, %n <ints=[1]> (%j: i64) {\n" + body + "\nyield\n}\nreturn" }
	testStays(t, "func @f(%b: bool, %i: i64, %n: i64, %x: f64, %s: []f64, %d: []f64, %q: [][2]f64, %r: [][]f64, %p: []{a: f64, b: f64}) -> ()", LICM, []untouched{
		{"a load from what the loop may write", loop("%v = load %s, %i : f64\nstore %d, %j, %v")},
		{"a load from what an inner loop may write", loop("%v = load %s, %i : f64\nfor %j, %n <ints=[1]> (%k: i64) {\nstore %d, %k, %v\nyield\n}")},
		{"a load from what a field of may be written", loop("%v = load %s, %i : f64\nstore %p, %j, %v <path=[1]>")},
		{"a load, and a call", loop("%v = load %s, %i : f64\ncallsym @g %v")},
		{"a load at an index of the loop", loop("%v = load %s, %j : f64\ncallsym @g %v")},
		{"an array's element whose index is checked in the loop", loop("%two = const 2 : i64\ncheck.index %j, %two\n%v = load %q, %i, %n <path=[-1]> : f64")},
		{"a load of a slice where such are stored", loop("%v = load %r, %i : []f64\nstore %r, %j, %v")},
		{"a load from one slice or another", "%v = select %b, %s, %d : []f64\n" + loop("%w = load %v, %i : f64")},
		{"a call", loop("%v = callsym @g %i : i64\ncheck.index %j, %v")},
		{"room for a slice", loop("%v = make %n : []f64\nstore %r, %j, %v")},
		{"a slice of a host program", loop("%v = slice %s, %i, %n : []f64\nstore %d, %j, %x\n%w = len %v : i64\ncheck.index %j, %w")},
		{"a quotient by what may be 0", loop("check.index %j, %n\ncheck.div %i\n%v = div %n, %i : i64\ncheck.index %j, %v")},
		{"a remainder by what may be 0", loop("check.index %j, %n\ncheck.div %i\n%v = rem %n, %i : i64\ncheck.index %j, %v")},
		{"a quotient by 0 that is never computed", loop("%z = const 0 : i64\n%v = div %n, %z : i64\ncheck.index %j, %v")},
		{"an element of a table", loop("check.index %j, %n\n%v = table %i <table=[1, 2]> : i64\ncheck.index %j, %v")},
		{"a check in a loop that may not run", loop("check.div %n")},
		{"a check in a loop that does not run", "%4 = const 4 : i64\nfor %4, %4 <ints=[1]> (%j: i64) {\ncheck.div %i\nyield\n}\nreturn"},
		{"a check in rows that may not be there", "%4 = const 4 : i64\nmulti %4, %n (%j: i64, %k: i64) {\ncheck.div %i\nyield\n}\nreturn"},
		{"a check in no iterations", "%0 = const 0 : i64\nmulti %0 (%j: i64) {\ncheck.div %i\nyield\n}\nreturn"},
		{"a check under a condition", "%4 = const 4 : i64\nmulti %4 (%j: i64) {\nif %b {\ncheck.div %i\nyield\n} {\nyield\n}\nyield\n}\nreturn"},
		{"a check of what the loop computes", "%4 = const 4 : i64\nmulti %4 (%j: i64) {\ncheck.div %j\nyield\n}\nreturn"},
		{"a check behind a call", "loop ^0 {\ncallsym @g\ncheck.div %i\ncontinue ^0\n}\nreturn"},
		{"a check behind a way out", "loop ^0 {\nif %b {\nbreak ^0\n} {\nyield\n}\ncheck.div %i\ncontinue ^0\n}\nreturn"},
		{"a check behind a return", "loop ^0 {\nif %b {\nyield\n} {\nreturn\n}\ncheck.div %i\ncontinue ^0\n}\nreturn"},
		{"a check behind a loop that may have no end", "%4 = const 4 : i64\nfor %i, %n <ints=[1]> (%o: i64) {\nloop ^0 {\nif %b {\nbreak ^0\n} {\nyield\n}\ncontinue ^0\n}\ncheck.div %i\nyield\n}\nreturn"},
		{"a check behind one in a branch", "loop ^0 {\nif %b {\ncheck.index %i, %n\nyield\n} {\nyield\n}\ncheck.div %i\ncontinue ^0\n}\nreturn"},
		{"a check behind a store in a branch", "loop ^0 {\nif %b {\nyield\n} {\nstore %s, %i, %x\nyield\n}\ncheck.div %i\ncontinue ^0\n}\nreturn"},
		{"a check in putting values together", "%1 = const 1 : i64\n%v = multi %1 : i64 (%j: i64) {\nreduce %j, %n (%p0: i64, %p1: i64) {\ncheck.div %i\n%p2 = add %p0, %p1 : i64\nyield %p2\n}\nyield\n}\ncheck.div %v\nreturn"},
	})
	// What comes out of one loop meets the next one's conditions.
	testPass(t, "func @f(%b: bool, %i: i64, %n: i64, %s: []f64) -> ()", LICM, []pair{{
		"a check out of a loop under a condition",
		"%4 = const 4 : i64\nmulti %4 (%j: i64) {\nif %b {\nmulti %4 (%k: i64) {\ncheck.div %i\nyield\n}\nyield\n} {\nyield\n}\nyield\n}\nreturn",
		"%4 = const 4 : i64\nmulti %4 (%j: i64) {\nif %b {\ncheck.div %i\nmulti %4 (%k: i64) {\nyield\n}\nyield\n} {\nyield\n}\nyield\n}\nreturn",
	}, {
		"a check behind one that came out of a loop",
		"%4 = const 4 : i64\nmulti %4 (%j: i64) {\nmulti %4 (%k: i64) {\ncheck.div %j\nyield\n}\ncheck.index %i, %n\nyield\n}\nreturn",
		"%4 = const 4 : i64\nmulti %4 (%j: i64) {\ncheck.div %j\nmulti %4 (%k: i64) {\nyield\n}\ncheck.index %i, %n\nyield\n}\nreturn",
	}, {
		"a load at the outer loop's index",
		"for %i, %n <ints=[1]> (%j: i64) {\nfor %i, %n <ints=[1]> (%k: i64) {\n%v = load %s, %j : f64\nyield\n}\nyield\n}\nreturn",
		"%l = len %s : i64\n%h = bitcast %l : u64\nfor %i, %n <ints=[1]> (%j: i64) {\n%u = bitcast %j : u64\n%c = lt %u, %h : bool\n" +
			"%g = if %c : f64 {\n%v = load %s, %j : f64\nyield %v\n} {\n%z = const 0 : f64\nyield %z\n}\nfor %i, %n <ints=[1]> (%k: i64) {\nyield\n}\nyield\n}\nreturn",
	}})
}

func TestHoistArraysStays(t *testing.T) {
	inside := func(body string) string {
		return "%z = const 0 : i64\nmulti %n (%i: i64) {\n%t = alloca <ints=[2]> : []f64\n" + body + "\nyield\n}\nreturn"
	}
	const read = "\n%v = load %t, %z : f64\nstore %x, %i, %v"
	testStays(t, "func @f(%x: []f64, %n: i64, %a: f64, %b: bool, %q: [][]f64, %w: i64) -> ()", HoistArrays, []untouched{
		{"it is filled under a condition", inside("if %b {\nstore %t, %z, %a\nyield\n} {\nyield\n}" + read)},
		{"it is filled again behind a load", inside("store %t, %z, %a" + read + "\nstore %t, %z, %a")},
		{"it is read before it is filled", inside("%v = load %t, %z : f64\nstore %t, %z, %a\nstore %x, %i, %v")},
		{"it is read in a loop before it is filled", inside("for %z, %w <ints=[1]> (%k: i64) {\n%v = load %t, %z : f64\nstore %x, %k, %v\nyield\n}\nstore %t, %z, %a")},
		{"it is filled at an index of the iteration", inside("store %t, %i, %a" + read)},
		{"it is filled with what is computed there", inside("%c = sqrt %a : f64\nstore %t, %z, %c" + read)},
		{"it is stored", inside("store %t, %z, %a\nstore %q, %z, %t" + read)},
		{"it is cut", inside("store %t, %z, %a\n%u = slice %t, %z, %w : []f64\nstore %u, %z, %a" + read)},
		{"it is given away", inside("store %t, %z, %a\ncallsym @g %t" + read)},
		{"no loop is around it", "%z = const 0 : i64\n%one = const 1 : f64\n%u = alloca <ints=[2]> : []f64\nstore %u, %z, %one\nmulti %n (%i: i64) {\n%t = alloca <ints=[2]> : []f64\nstore %t, %i, %a\nyield\n}\n%v = load %u, %z : f64\nstore %x, %z, %v\nreturn"},
	})
	testPass(t, "func @f(%x: []f64, %n: i64, %a: f64) -> ()", HoistArrays, []pair{{
		"one of two",
		inside("store %t, %i, %a\n%u = alloca <ints=[2]> : []f64\nstore %u, %z, %a" + read),
		"%z = const 0 : i64\n%u = alloca <ints=[2]> : []f64\nstore %u, %z, %a\nmulti %n (%i: i64) {\n%t = alloca <ints=[2]> : []f64\nstore %t, %i, %a" + read + "\nyield\n}\nreturn",
	}})
}

func TestSinkCommonStays(t *testing.T) {
	arms := func(a, b string) string { return "if %c {\n" + a + "\n} {\n" + b + "\n}\nreturn" }
	testStays(t, "func @f(%d: []u8, %e: []u8, %p: []{a: u8, b: u8}, %q: [][2]u8, %u: []{a: u8, b: [2]u8}, %i: i64, %k: i64, %c: bool, %x: u8) -> ()", SinkCommon, []untouched{
		{"other slices", arms("store %d, %i, %x\nyield", "store %e, %i, %x\nyield")},
		{"other elements", arms("store %d, %i, %x\nyield", "store %d, %k, %x\nyield")},
		{"other fields", arms("store %p, %i, %x <path=[0]>\nyield", "store %p, %i, %x <path=[1]>\nyield")},
		{"fields of other kinds", arms("store %u, %i, %x, %k <path=[1, -1]>\nyield", "store %u, %i, %x <path=[0]>\nyield")},
		{"other places in arrays of other kinds", arms("store %u, %i, %x, %k <path=[1, -1]>\nyield", "store %q, %i, %x, %k <path=[-1]>\nyield")},
		{"both only compute", arms("%y = neg %x : u8\nyield", "%z = neg %x : u8\nyield")},
		{"other elements of an array", arms("store %q, %i, %x, %i <path=[-1]>\nyield", "store %q, %i, %x, %k <path=[-1]>\nyield")},
		{"one arm stores nothing", arms("store %d, %i, %x\nyield", "yield")},
		{"one arm leaves", arms("store %d, %i, %x\nyield", "store %d, %i, %x\nreturn")},
		{"a check behind it", arms("store %d, %i, %x\ncheck.index %i, %k\nyield", "store %d, %i, %x\nyield")},
		{"a call behind it", arms("store %d, %i, %x\nyield", "store %d, %i, %x\ncallsym @g\nyield")},
		{"a branch behind it", arms("store %d, %i, %x\nyield", "store %d, %i, %x\nif %c {\nstore %d, %k, %x\nyield\n} {\nyield\n}\nyield")},
	})
}

func TestMergeExitsStays(t *testing.T) {
	testStays(t, "func @f(%n: i64, %b: bool, %s: []i64) -> (i64)", MergeExits, []untouched{
		{"a block of nothing", "%r = block ^b : i64 {\nyield %n\n}\nreturn %r"},
		{"nobody leaves the block from inside", "%r = block ^b : i64 {\n%l = loop ^l : i64 {\nbreak ^l %n\n}\nyield %l\n}\nreturn %r"},
		{"something is done behind the loop", "%r = block ^b : i64 {\n%l = loop ^l : i64 {\nif %b {\nbreak ^b %n\n} {\nyield\n}\nbreak ^l %n\n}\nstore %s, %n, %n\nyield %l\n}\nreturn %r"},
		{"something is computed behind the loop", "%r = block ^b : i64 {\n%l = loop ^l : i64 {\nif %b {\nbreak ^b %n\n} {\nyield\n}\nbreak ^l %n\n}\n%m = add %l, %n : i64\nyield %m\n}\nreturn %r"},
		{"no loop", "%r = block ^b : i64 {\nif %b {\nbreak ^b %n\n} {\nyield\n}\nyield %n\n}\nreturn %r"},
		{"a counted loop", "%r = block ^b : i64 {\nfor %n, %n <ints=[1]> (%i: i64) {\nif %b {\nbreak ^b %n\n} {\nyield\n}\nyield\n}\nyield %n\n}\nreturn %r"},
		{"another way out at the end", "%r = block ^b : i64 {\nloop ^l {\nif %b {\nbreak ^b %n\n} {\nyield\n}\nbreak ^l\n}\nbreak ^b %n\n}\nreturn %r"},
	})
	testPass(t, "func @f(%n: i64, %m: i64, %b: bool) -> (i64, i64)", MergeExits, []pair{{
		"each exit with its own values",
		"%r, %t = block ^b : i64, i64 {\n%l, %k = loop ^l : i64, i64 {\nif %b {\nbreak ^b %n, %m\n} {\nyield\n}\nblock ^c {\nif %b {\nbreak ^c\n} {\nbreak ^l %m, %n\n}\nyield\n}\ncontinue ^l\n}\nyield %k, %m\n}\nreturn %r, %t",
		"%r, %t = block ^b : i64, i64 {\n%l, %k = loop ^l : i64, i64 {\nif %b {\nbreak ^l %n, %m\n} {\nyield\n}\nblock ^c {\nif %b {\nbreak ^c\n} {\nbreak ^l %n, %m\n}\nyield\n}\ncontinue ^l\n}\nyield %l, %k\n}\nreturn %r, %t",
	}})
}
