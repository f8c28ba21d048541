package opt

import "testing"

const tablesHead = "func @f(%x: []i64, %n: i64, %w: i64, %b: bool) -> ([]i64)"

// TestTables: what is read from a table of indices is the rule that it was filled by.
func TestTables(t *testing.T) {
	const (
		fill = "for %z, %n <ints=[1]> (%i: i64) {\n%a = add %i, %w : i64\n%r = rem %a, %n : i64\nstore %t, %i, %r\nyield\n}\n"
		read = "multi %n (%j: i64) {\n%v = load %t, %j : i64\nstore %x, %j, %v\nyield\n}\nreturn %x"
		rule = "multi %n (%j: i64) {\n%a1 = add %j, %w : i64\n%v = rem %a1, %n : i64\nstore %x, %j, %v\nyield\n}\nreturn %x"
		zero = "%z = const 0 : i64\n"
		made = "%t = make %n : []i64\n"
	)
	testPass(t, tablesHead, Tables, []pair{
		{"filled by a loop, a neighbour on a circle", zero + made + fill + read, zero + made + fill + rule},
		{"filled by a loop that counts down, a choice",
			zero + made + "%m = const -1 : i64\n%l = add %n, %m : i64\nfor %l, %m <ints=[-1]> (%i: i64) {\n%c = gt %i, %z : bool\n%r = if %c : i64 {\n%s = add %i, %m : i64\nyield %s\n} {\nyield %n\n}\nstore %t, %i, %r\nyield\n}\n" + read,
			zero + made + "%m = const -1 : i64\n%l = add %n, %m : i64\nfor %l, %m <ints=[-1]> (%i: i64) {\n%c = gt %i, %z : bool\n%r = if %c : i64 {\n%s = add %i, %m : i64\nyield %s\n} {\nyield %n\n}\nstore %t, %i, %r\nyield\n}\n" +
				"multi %n (%j: i64) {\n%c1 = gt %j, %z : bool\n%v = if %c1 : i64 {\n%s1 = add %j, %m : i64\nyield %s1\n} {\nyield %n\n}\nstore %x, %j, %v\nyield\n}\nreturn %x"},
		{"made by a build, in a loop that is left early, at the next index and one that is known",
			"%1 = const 1 : i64\n%t = multi %n : []i64 (%i: i64) {\n%r = mul %i, %w : i64\ncollect %r\nyield\n}\nfor ^l %1, %n <ints=[1]> (%j: i64) {\n%k = add %j, %1 : i64\n%v = load %t, %k : i64\n%u = load %t, %w : i64\nstore %x, %j, %v\nif %b {\nbreak ^l\n} {\nyield\n}\nstore %x, %j, %u\nyield\n}\nreturn %x",
			"%1 = const 1 : i64\n%t = multi %n : []i64 (%i: i64) {\n%r = mul %i, %w : i64\ncollect %r\nyield\n}\nfor ^l %1, %n <ints=[1]> (%j: i64) {\n%k = add %j, %1 : i64\n%v = mul %k, %w : i64\n%u = mul %w, %w : i64\nstore %x, %j, %v\nif %b {\nbreak ^l\n} {\nyield\n}\nstore %x, %j, %u\nyield\n}\nreturn %x"},
	})
	testStays(t, tablesHead, Tables, with(zero+made, []untouched{
		{"it is stored to twice", fill + "store %t, %z, %w\n" + read},
		{"something else is stored while it is filled", "for %z, %n <ints=[1]> (%i: i64) {\n%r = add %i, %w : i64\nstore %t, %z, %w\nstore %t, %i, %r\nyield\n}\n" + read},
		{"it is filled twice", fill + fill2 + read},
		{"it is read before", read[:len(read)-len("return %x")] + fill + "return %x"},
		{"it is read while it is filled", "for %z, %n <ints=[1]> (%i: i64) {\n%r = add %i, %w : i64\nstore %t, %i, %r\n%v = load %t, %i : i64\nstore %x, %i, %v\nyield\n}\nreturn %x"},
		{"it is filled in part", "for %z, %w <ints=[1]> (%i: i64) {\n%r = add %i, %w : i64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"it is filled from the second element on", "%1 = const 1 : i64\nfor %1, %n <ints=[1]> (%i: i64) {\n%r = add %i, %w : i64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"each other element is filled", "for %z, %n <ints=[2]> (%i: i64) {\n%r = add %i, %w : i64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"it is filled at the next index", "%1 = const 1 : i64\nfor %z, %n <ints=[1]> (%i: i64) {\n%r = add %i, %1 : i64\nstore %t, %r, %i\nyield\n}\n" + read},
		{"it is filled under a condition", "for %z, %n <ints=[1]> (%i: i64) {\nif %b {\n%r = add %i, %w : i64\nstore %t, %i, %r\nyield\n} {\nyield\n}\nyield\n}\n" + read},
		{"the loop that fills it may be left", "for ^l %z, %n <ints=[1]> (%i: i64) {\n%r = add %i, %w : i64\n%c = eq %i, %w : bool\nif %c {\nbreak ^l\n} {\nyield\n}\nstore %t, %i, %r\nyield\n}\n" + read},
		{"the loop that fills it goes on before it stores", "for ^l %z, %n <ints=[1]> (%i: i64) {\n%r = add %i, %w : i64\n%c = eq %i, %w : bool\nif %c {\ncontinue ^l\n} {\nyield\n}\nstore %t, %i, %r\nyield\n}\n" + read},
		{"it may be filled", "if %b {\n" + fill + "yield\n} {\nyield\n}\n" + read},
		{"what it holds was loaded", "for %z, %n <ints=[1]> (%i: i64) {\n%r = load %x, %i : i64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"what it holds goes from element to element", "%e = for %z, %n, %w <ints=[1]> : i64 (%i: i64, %r: i64) {\nstore %t, %i, %r\n%s = add %r, %n : i64\nyield %s\n}\n" + read},
		{"it holds squares", "for %z, %n <ints=[1]> (%i: i64) {\n%r = mul %i, %i : i64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"it holds remainders by a constant", "%7 = const 7 : i64\nfor %z, %n <ints=[1]> (%i: i64) {\n%r = rem %i, %7 : i64\nstore %t, %i, %r\nyield\n}\n" + read},
		{"it is never filled", read},
		{"it is stored elsewhere", "%q = make %n : [][]i64\nfor %z, %n <ints=[1]> (%i: i64) {\nstore %q, %i, %t\nyield\n}\n" + read},
		{"a part of it is taken in each iteration", "for %z, %n <ints=[1]> (%i: i64) {\n%u = slice %t, %i, %n, %n : []i64\nstore %u, %z, %w\nyield\n}\n" + read},
		{"it is filled over two dimensions", "%nw = mul %n, %w : i64\n%t2 = make %nw : []i64\nmulti %n, %w (%i: i64, %l: i64) {\n%a = mul %i, %w : i64\n%r = add %a, %l : i64\nstore %t2, %r, %i\nyield\n}\n" +
			"multi %n (%j: i64) {\n%v = load %t2, %j : i64\nstore %x, %j, %v\nyield\n}\nreturn %x"},
		{"what it holds was loaded in a branch", "for %z, %n <ints=[1]> (%i: i64) {\n%r = if %b : i64 {\n%l = load %x, %i : i64\nyield %l\n} {\nyield %i\n}\nstore %t, %i, %r\nyield\n}\n" + read},
		{"what it holds was loaded in a branch inside a branch", "for %z, %n <ints=[1]> (%i: i64) {\n%r = if %b : i64 {\n%g = gt %i, %w : bool\n%r1 = if %g : i64 {\n%l = load %x, %i : i64\nyield %l\n} {\nyield %i\n}\nyield %r1\n} {\nyield %i\n}\nstore %t, %i, %r\nyield\n}\n" + read},
		{"it is returned", fill + "multi %n (%j: i64) {\n%v = load %t, %j : i64\nstore %x, %j, %v\nyield\n}\nreturn %t"},
		{"it is called with", fill + "callsym @g %t\n" + read},
		{"a part of it is read", fill + "%u = slice %t, %z, %n, %n : []i64\n%v0 = load %u, %z : i64\nstore %x, %z, %v0\n" + read},
		{"it is read at what was loaded", fill + "multi %n (%j: i64) {\n%k = load %x, %j : i64\n%v = load %t, %k : i64\nstore %x, %j, %v\nyield\n}\nreturn %x"},
		{"it is read at what a loop carries", fill + "%e = for %z, %n, %w <ints=[1]> : i64 (%j: i64, %k: i64) {\n%v = load %t, %k : i64\nstore %x, %j, %v\nyield %v\n}\nreturn %x"},
	}))
}

const fill2 = "for %z, %n <ints=[1]> (%i2: i64) {\n%a2 = add %i2, %w : i64\nstore %t, %i2, %a2\nyield\n}\n"
