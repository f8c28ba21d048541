package opt

import "testing"

func TestHoistCommonStays(t *testing.T) {
	arms := func(a, b string) string { return "if %c {\n" + a + "\nyield\n} {\n" + b + "\nyield\n}\nreturn" }
	testStays(t, "func @f(%c: bool, %b: bool, %i: i64, %j: i64, %n: i64, %m: i64, %x: []f64, %q: [][]f64, %v: f64) -> ()", HoistCommon, []untouched{
		{"capacities differ", arms("check.slice %i, %j, %n, %n <ints=[2]>", "check.slice %i, %j, %n, %m <ints=[2]>")},
		{"four operands", arms("check.slice %i, %j, %n, %m <ints=[2]>", "check.slice %i, %j, %n, %m <ints=[2]>")},
		{"what is said differs", arms("check.slice %i, %j, %n <ints=[0]>", "check.slice %i, %j, %n <ints=[1]>")},
		{"types differ", arms("%k = conv %i : i32\n%l = conv %k : f64\nstore %x, %i, %l", "%k1 = conv %i : u32\n%l1 = conv %k1 : f64\nstore %x, %i, %l1")},
		{"constants differ", arms("%k = const 1 : i64\ncheck.div %k", "%k1 = const 2 : i64\ncheck.div %k1")},
		{"operands differ", arms("%k = sub %i, %j : i64\ncheck.div %k", "%k1 = sub %j, %i : i64\ncheck.div %k1")},
		{"a part of a slice that each arm checks", arms("%p = slice %x, %i, %j : []f64\nstore %q, %i, %p", "%p1 = slice %x, %i, %j : []f64\nstore %q, %j, %p1")},
		{"a quotient by what may be 0", arms("check.div %i\n%k = div %n, %j : i64\nstore %x, %k, %v", "check.div %m\n%k1 = div %n, %j : i64\nstore %x, %k1, %v")},
		{"a store comes first in one arm", arms("check.div %i", "store %x, %i, %v\ncheck.div %i")},
		{"a call comes first in one arm", arms("callsym @g\ncheck.div %i", "check.div %i")},
		{"a way out comes first in one arm", arms("if %b {\nreturn\n} {\nyield\n}\ncheck.div %i", "check.div %i")},
		{"a check in an arm's arm", arms("if %b {\ncheck.div %i\nyield\n} {\nyield\n}", "check.div %i")},
		{"tables", arms("%k = table %i <table=[1, 2]> : i64\ncheck.div %k", "%k1 = table %i <table=[1, 3]> : i64\ncheck.div %k1")},
		{"loads", arms("%k = load %x, %i : f64\nstore %x, %n, %k", "%k1 = load %x, %i : f64\nstore %x, %j, %k1")},
	})
	testPass(t, "func @f(%c: bool, %i: i64, %j: i64, %n: i64, %x: []f64) -> ()", HoistCommon, []pair{{
		"a check behind what does no harm, in either arm",
		arms("%k = load %x, %i : f64\ncheck.div %n\nstore %x, %j, %k", "%p = slice %x, %i, %j : []f64\n%l = len %p : i64\ncheck.div %n\ncheck.div %l"),
		"check.div %n\n" + arms("%k = load %x, %i : f64\nstore %x, %j, %k", "%p = slice %x, %i, %j : []f64\n%l = len %p : i64\ncheck.div %l"),
	}})
}

func TestSplitArraysStays(t *testing.T) {
	testStays(t, "func @f(%i: i64, %x: f32, %q: [][]{a: f32}) -> ([]{a: f32})", SplitArrays, []untouched{
		{"it is returned", "%t = alloca <ints=[4]> : []{a: f32}\nreturn %t"},
		{"it is stored, and scalars stay scalars", "%t = alloca <ints=[4]> : []{a: f32}\n%s = alloca <ints=[4]> : []f32\nstore %s, %i, %x\nstore %q, %i, %t\n%r = load %q, %i : []{a: f32}\nreturn %r"},
		{"it is given away", "%t = alloca <ints=[4]> : []{a: f32}\ncallsym @g %t\n%r = load %q, %i : []{a: f32}\nreturn %r"},
	})
	testPass(t, "func @f(%i: i64, %k: i64, %x: f32, %p: []{a: i8, b: f32}) -> (f32, i64, i64)", SplitArrays, []pair{{
		"components that are only stored, others that are not there, scalars, lengths",
		`%t = alloca <ints=[4]> : []{a: i8, b: f32}
		%s = alloca <ints=[3]> : []f32
		%v = load %p, %i <path=[1]> : f32
		store %s, %i, %v
		store %t, %k, %x <path=[1]>
		%l = len %t : i64
		%c = cap %t : i64
		%w = load %s, %k : f32
		return %w, %l, %c`,
		`%t = alloca <ints=[4]> : []f32
		%s = alloca <ints=[3]> : []f32
		%v = load %p, %i <path=[1]> : f32
		store %s, %i, %v
		store %t, %k, %x
		%l = const 4 : i64
		%c = const 4 : i64
		%w = load %s, %k : f32
		return %w, %l, %c`,
	}})
}

func TestUnrollStays(t *testing.T) {
	in := func(body string) string {
		return "%0 = const 0 : i64\n%2 = const 2 : i64\n%4 = const 4 : i64\n%least = const -9223372036854775808 : i64\n%large = const 9223372036854775807 : i64\n" +
			"multi %n (%i: i64) {\n%t = alloca <ints=[4]> : []f32\n" + body + "\nyield\n}\nreturn"
	}
	loop := func(lo, hi, step string) string {
		return in("%r = for " + lo + ", " + hi + ", %x <ints=[" + step + "]> : f32 (%k: i64, %a: f32) {\ncheck.index %k, %n\n%e = mul %a, %a : f32\nyield %e\n}\nstore %s, %i, %r")
	}
	testStays(t, "func @f(%n: i64, %b: bool, %x: f32, %s: []f32) -> ()", Unroll, []untouched{
		{"one does not know where it begins", loop("%n", "%2", "1")},
		{"one does not know where it ends", loop("%0", "%n", "1")},
		{"from the least number on", loop("%least", "%2", "1")},
		{"down to the least number", loop("%2", "%least", "-1")},
		{"from the least number to the largest", loop("%least", "%large", "1")},
		{"it is left", in("for ^l %0, %4 <ints=[1]> (%k: i64) {\nif %b {\nbreak ^l\n} {\nyield\n}\nstore %t, %k, %x\nyield\n}")},
		{"it is left, and what is around", in("block ^l {\nfor %0, %4 <ints=[1]> (%k: i64) {\nstore %t, %k, %x\nbreak ^l\n}\nyield\n}")},
		{"it goes on early", in("for ^l %0, %4 <ints=[1]> (%k: i64) {\nif %b {\ncontinue ^l\n} {\nyield\n}\nstore %t, %k, %x\nyield\n}")},
		{"outside of patterns", "%0 = const 0 : i64\n%2 = const 2 : i64\nfor %0, %2 <ints=[1]> (%k: i64) {\ncheck.div %k\nyield\n}\nreturn"},
	})
}
