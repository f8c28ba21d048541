package opt

import (
	"strings"
	"testing"
)

const flatRowsHead = "func @f(%a: [][]f64, %n: i64, %m: i64, %y: i64, %c: bool) -> (f64)"

// TestFlatRows: rows of a table that the function makes lie in one object.
func TestFlatRows(t *testing.T) {
	const (
		zero  = "%z = const 0 : i64\n"
		table = "check.make %n\n%t = make %n : [][]f64\n"
		fill  = "for %z, %n <ints=[1]> (%i: i64) {\ncheck.make %m\n%r = make %m : []f64\nstore %t, %i, %r\nyield\n}\n"
		read  = "%row = load %t, %y : []f64\n%l = len %row : i64\ncheck.index %y, %l\n%v = load %row, %y : f64\nreturn %v"

		size = "%0 = const 281474976710656 : i64\n%1 = const 1 : i64\n%2 = max %n, %1 : i64\n%3 = div %0, %2 : i64\n%4 = const 1 : i64\n%5 = add %3, %4 : i64\n" +
			"%6 = min %m, %5 : i64\n%7 = const -1 : i64\n%8 = max %6, %7 : i64\n%9 = mul %n, %8 : i64\ncheck.make %9\n%10 = mul %n, %m : i64\n"
	)
	testPass(t, flatRowsHead, FlatRows, []pair{
		{"one is read", zero + table + fill + read,
			"check.make %n\n" + size + "%t = make %10 : []f64\n%11 = mul %y, %m : i64\ncheck.index %y, %m\n%12 = add %11, %y : i64\n%v = load %t, %12 : f64\nreturn %v"},
		{"there are none", zero + "%t = make %z : [][]f64\n" + strings.Replace(fill, "%n", "%z", 1) + "%v = conv %n : f64\nreturn %v", zero + "%t = make %z : [][]f64\n%v = conv %n : f64\nreturn %v"},
	})
	testPass(t, "func @f(%n: i64, %m: i64, %x: f64) -> ([][]f64)", FlatRows, []pair{
		{"they are returned, and filled while they are made",
			zero + table + "for %z, %n <ints=[1]> (%i: i64) {\ncheck.make %m\n%r = make %m : []f64\nstore %t, %i, %r\nfor %z, %m <ints=[1]> (%j: i64) {\nstore %r, %j, %x\nyield\n}\nyield\n}\nreturn %t",
			zero + table + size + "%t.1 = make %10 : []f64\n%11 = const 0 : i64\nfor %11, %n <ints=[1]> (%12: i64) {\n%13 = mul %12, %m : i64\n%14 = add %13, %m : i64\n%15 = slice %t.1, %13, %14, %14 : []f64\nstore %t, %12, %15\nyield\n}\n" +
				"for %z, %n <ints=[1]> (%i: i64) {\n%16 = mul %i, %m : i64\nfor %z, %m <ints=[1]> (%j: i64) {\n%17 = add %16, %j : i64\nstore %t.1, %17, %x\nyield\n}\nyield\n}\nreturn %t"},
	})
	const (
		head = zero + table + fill
		flat = "%t = make %10 : []f64\n"
		cut  = "%11 = mul %y, %m : i64\n%12 = add %11, %m : i64\n%row = slice %t, %11, %12, %12 : []f64\n"
	)
	testPass(t, "func @f(%b: [][]f64, %n: i64, %m: i64, %y: i64, %c: bool) -> ([]f64, []f64)", FlatRows, []pair{
		{"one is all that is kept", head + "%row = load %t, %y : []f64\n%o = zero : []f64\nreturn %row, %o",
			"check.make %n\n" + size + flat + cut + "%o = zero : []f64\n%13 = len %row : i64\n%14 = make %13 : []f64\nmove %14, %row, %13\nreturn %14, %o"},
		{"two are kept", head + "%row = load %t, %y : []f64\nreturn %row, %row", "check.make %n\n" + size + flat + cut + "return %row, %row"},
		{"one is kept, and where it ends others are", head + "%row = load %t, %y : []f64\n%p = slice %row, %z, %n, %m : []f64\n%o = zero : []f64\nreturn %p, %o",
			zero + "check.make %n\n" + size + flat + strings.Replace(cut, "%row", "%13", 1) + "%p = slice %13, %z, %n, %m : []f64\n%o = zero : []f64\nreturn %p, %o"},
		{"one is given away, too", head + "%row = load %t, %y : []f64\nstore %b, %z, %row\n%o = zero : []f64\nreturn %row, %o",
			zero + "check.make %n\n" + size + flat + cut + "store %b, %z, %row\n%o = zero : []f64\nreturn %row, %o"},
	})
	testStays(t, flatRowsHead, FlatRows, with(zero+table, []untouched{
		{"one is read before", read[:len(read)-len("return %v")] + fill + "return %v"},
		{"one is read while they are made", "%d = const 0 : f64\nfor %z, %n <ints=[1]> (%i: i64) {\n%r = make %n : []f64\nstore %t, %i, %r\n%o = load %t, %y : []f64\nstore %o, %z, %d\nyield\n}\n" + read},
		{"one is stored once more", fill + "%w = make %n : []f64\nstore %t, %y, %w\n" + read},
		{"one may be stored where nobody knows", fill + "callsym @g %t\n" + read},
		{"rows of something else are moved there", fill + "move %t, %a, %n\n" + read},
		{"not all are made", "for %z, %m <ints=[1]> (%i: i64) {\ncheck.make %m\n%r = make %m : []f64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"the first is not made", "%one = const 1 : i64\nfor %one, %n <ints=[1]> (%i: i64) {\ncheck.make %m\n%r = make %m : []f64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"each other one is made", "for %z, %n <ints=[2]> (%i: i64) {\ncheck.make %m\n%r = make %m : []f64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"they are stored at one place", "for %z, %n <ints=[1]> (%i: i64) {\ncheck.make %m\n%r = make %m : []f64\nstore %t, %y, %r\nyield\n}\n" + read},
		{"they are of different lengths", "for %z, %n <ints=[1]> (%i: i64) {\n%r = make %i : []f64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"none are made, by two loops of which both may be negative", "%k = mul %n, %m : i64\n%u = make %k : [][]f64\nfor %z, %n <ints=[1]> (%i: i64) {\n%p = mul %i, %m : i64\nfor %z, %m <ints=[1]> (%j: i64) {\n%q = add %p, %j : i64\ncheck.make %y\n%r = make %y : []f64\nstore %u, %q, %r\nyield\n}\nyield\n}\n%x = load %u, %z : []f64\n%l = len %x : i64\n%d = conv %l : f64\nreturn %d"},
		{"some are made", "for %z, %n <ints=[1]> (%i: i64) {\nif %c {\ncheck.make %m\n%r = make %m : []f64\nstore %t, %i, %r\nyield\n} {\nyield\n}\nyield\n}\n" + read},
		{"the loop may be left", "for ^l %z, %n <ints=[1]> (%i: i64) {\nif %c {\nbreak ^l\n} {\nyield\n}\n%r = make %n : []f64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"it is all one row", "%w = make %n : []f64\nfor %z, %n <ints=[1]> (%i: i64) {\nstore %t, %i, %w\nyield\n}\n" + read},
		{"something is seen before the length is checked", "%e = load %a, %z : []f64\n%d = const 0 : f64\nfor %z, %n <ints=[1]> (%i: i64) {\nstore %e, %i, %d\ncheck.make %m\n%r = make %m : []f64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"another panic comes before that of the length", "for %z, %n <ints=[1]> (%i: i64) {\ncheck.index %i, %y\ncheck.make %m\n%r = make %m : []f64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"the table is one of a loop, and they are made in another", "for %z, %n <ints=[1]> (%k: i64) {\n%u = make %n : [][]f64\nif %c {\nfor %z, %n <ints=[1]> (%i: i64) {\n%r = make %n : []f64\nstore %u, %i, %r\nyield\n}\nyield\n} {\nyield\n}\n%x = load %u, %k : []f64\n%d = const 0 : f64\nstore %x, %z, %d\nyield\n}\n%d1 = const 0 : f64\nreturn %d1"},
	}))
}
