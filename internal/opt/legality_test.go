package opt

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// untouched is a function without its header, and why a pass must not touch it.
type untouched struct{ why, body string }

// testStays has functions that a pass must leave as they are.
func testStays(t *testing.T, header string, pass func(*ir.Func) bool, bodies []untouched) {
	t.Helper()
	for _, b := range bodies {
		t.Run(b.why, func(t *testing.T) {
			f := parse(t, header+" {\n"+b.body+"\n}\n")
			before := f.String()
			if pass(f) || f.String() != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, f)
			}
		})
	}
}

// testApart has functions in which Fuse must leave each multi by itself.
func testApart(t *testing.T, header string, bodies []untouched) {
	t.Helper()
	for _, b := range bodies {
		t.Run(b.why, func(t *testing.T) {
			f := parse(t, header+" {\n"+b.body+"\n}\n")
			before, n := f.String(), multis(f)
			if Fuse(f); multis(f) != n {
				t.Errorf("before:\n%s\nafter:\n%s", before, f)
			}
		})
	}
}

func multis(f *ir.Func) (n int) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpMulti {
			n++
		}
		return true
	})
	return n
}

// with puts the same in front of each: slices that are made here, so that nothing else is the reason.
func with(before string, bodies []untouched) []untouched {
	for i := range bodies {
		bodies[i].body = before + bodies[i].body
	}
	return bodies
}

func TestInlineNot(t *testing.T) {
	const (
		plain   = "%t = multi %n : []f64 (%i: i64) {\n%a = load %x, %i : f64\ncollect %a\nyield\n}\n"
		other   = "multi %m (%h: i64) {\nyield\n}\n"
		checked = "%t = multi %n : []f64 (%i: i64) {\ncheck.index %i, %m\n%a = load %x, %i : f64\ncollect %a\nyield\n}\n"
	)
	testApart(t, "func @f(%x: []f64, %y: []f64, %n: i64, %m: i64, %b: bool, %q: [][]f64, %w: []i64, %e: f64) -> ()", []untouched{
		{"the slice is stored", plain + "store %q, %n, %t\nmulti %n (%j: i64) {\n%v = load %t, %j : f64\nstore %y, %j, %v\nyield\n}\nreturn"},
		{"it is stored to", plain + "multi %n (%j: i64) {\n%v = load %t, %j : f64\nstore %t, %j, %v\nyield\n}\nreturn"},
		{"it is sliced", plain + "%s = slice %t, %m, %n : []f64\nmulti %n (%j: i64) {\n%v = load %t, %j : f64\nstore %y, %j, %v\nyield\n}\nreturn"},
		{"one does not know which element of an array is read", "%t = multi %n : [][2]f64 (%i: i64) {\n%a = load %x, %i : f64\ncollect %a, %a\nyield\n}\n" +
			"%r = multi %n : []f64 (%j: i64) {\n%v = load %t, %j, %m <path=[-1]> : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"checks, and the reader takes other elements", checked + "%r = multi %n : []f64 (%j: i64) {\n%v = load %t, %m : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"checks, and only its length is asked for", checked + "%l = len %t : i64\ncheck.index %l, %m\nreturn"},
		{"checks, and the reader has fewer iterations", checked + "%r = multi %m : []f64 (%j: i64) {\n%v = load %t, %j : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"checks, and the reader has rows", checked + "multi %n, %m (%j: i64, %k: i64) {\n%v = load %t, %j : f64\nyield\n}\nreturn"},
		{"checks, and the reader reads under a condition", checked + "%r = multi %n : []f64 (%j: i64) {\nfor %m, %n <ints=[1]> (%k: i64) {\nyield\n}\n%v = if %b : f64 {\n%el = load %t, %j : f64\nyield %el\n} {\n%z = const 0 : f64\nyield %z\n}\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"checks, and one element is read", checked + other + "%v = load %t, %m : f64\nstore %y, %m, %v\nreturn"},
		{"checks, and two slices are read", "%t, %u = multi %n : []f64, []f64 (%i: i64) {\ncheck.index %i, %m\n%a = load %x, %i : f64\n%a1 = neg %a : f64\ncollect %a\ncollect %a1\nyield\n}\n" +
			"%r = multi %m : []f64 (%j: i64) {\n%v = load %t, %j : f64\n%v1 = load %u, %j : f64\n%v2 = mul %v, %v1 : f64\ncollect %v2\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"checks, and the reader is a loop that begins at the number of elements", checked + other + "for %n, %m <ints=[1]> (%j: i64) {\n%v = load %t, %j : f64\nyield\n}\nreturn"},
		{"checks, and the reader has some, too", checked + "%r = multi %n : []f64 (%j: i64) {\ncheck.div %m\n%v = load %t, %j : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"checks, and the reader may fail in putting its values together", "%z = const 0 : i64\n%t = multi %n : []i64 (%i: i64) {\ncheck.index %i, %m\ncollect %i\nyield\n}\n" +
			"%s = multi %n : i64 (%j: i64) {\n%v = load %t, %j : i64\nreduce %v, %z (%p: i64, %p1: i64) {\ncheck.div %p1\n%d = div %p, %p1 : i64\nyield %d\n}\nyield\n}\nstore %y, %s, %e\nreturn"},
		{"checks, and another before the reader", checked + "check.div %m\n%r = multi %n : []f64 (%j: i64) {\n%v = load %t, %j : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"checks, and a store before the reader, to other memory", checked + "store %w, %n, %n\n%r = multi %m : []f64 (%j: i64) {\n%v = load %t, %j : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"checks, and a way out before the reader", checked + "if %b {\nreturn\n} {\nyield\n}\n%r = multi %n : []f64 (%j: i64) {\n%v = load %t, %j : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"checks, and a loop without an end before the reader", "%z = const 0 : f64\n" + checked + "loop ^0 {\ncontinue ^0\n}\n" + sum("p", "%n", "%j: i64", "%v = load %t, %j : f64", "%v") + "store %y, %n, %p\nreturn"},
		{"checks, and the reader stores", checked + "multi %n (%j: i64) {\n%v = load %t, %j : f64\nstore %y, %j, %v\nyield\n}\nreturn"},
		{"memory changes before the reader", plain + "%z = const 0 : f64\nstore %y, %n, %z\n%r = multi %m : []f64 (%j: i64) {\n%v = load %t, %j : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"a call before the reader", plain + "callsym @g\n%r = multi %n : []f64 (%j: i64) {\n%v = load %t, %j : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
		{"memory changes in a branch before the reader", plain + "if %b {\n%z = const 0 : f64\nstore %y, %n, %z\nyield\n} {\nyield\n}\n%r = multi %m : []f64 (%j: i64) {\n%v = load %t, %j : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn"},
	})
	// What may be done with checks: every element once, in order, before anything else.
	testPass(t, "func @f(%x: []f64, %n: i64, %m: i64, %q: [][]f64) -> ()", Fuse, []pair{{
		"checks that fail where they failed",
		checked + "%r = multi %n : []f64 (%j: i64) {\n%v = load %t, %j : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn",
		"%r = multi %n : []f64 (%j: i64) {\ncheck.index %j, %m\n%a = load %x, %j : f64\ncollect %a\nyield\n}\nstore %q, %n, %r\nreturn",
	}, {
		"the right one of several components",
		"%t = multi %n : []{a: f64, b: [2]f64, c: {d: f64}} (%i: i64) {\n%a = load %x, %i : f64\n%c = neg %a : f64\n%d = sqrt %a : f64\n%e = abs %a : f64\ncollect %a, %c, %d, %e\nyield\n}\n" +
			"%r = multi %n : []{a: f64, b: f64} (%j: i64) {\n%one = const 1 : i64\n%v = load %t, %j, %one <path=[1, -1]> : f64\n%w = load %t, %j <path=[2, 0]> : f64\ncollect %v, %w\nyield\n}\n" +
			"%s = load %r, %m <path=[0]> : f64\n%u = load %r, %m <path=[1]> : f64\nstore %x, %n, %s\nstore %x, %m, %u\nreturn",
		"%r = multi %n : []{a: f64, b: f64} (%j: i64) {\n%one = const 1 : i64\n" +
			"%a = load %x, %j : f64\n%c = neg %a : f64\n%d = sqrt %a : f64\n%e = abs %a : f64\n" +
			"%a1 = load %x, %j : f64\n%c1 = neg %a1 : f64\n%d1 = sqrt %a1 : f64\n%e1 = abs %a1 : f64\ncollect %d, %e1\nyield\n}\n" +
			"%s = load %r, %m <path=[0]> : f64\n%u = load %r, %m <path=[1]> : f64\nstore %x, %n, %s\nstore %x, %m, %u\nreturn",
	}, {
		"the right one of two that end alike",
		"%t = multi %n : []{b: {p: f64, q: f64}, c: {p: f64, q: f64}} (%i: i64) {\n%a = load %x, %i : f64\n%c = neg %a : f64\n%d = sqrt %a : f64\n%e = abs %a : f64\ncollect %a, %c, %d, %e\nyield\n}\n" +
			"%r = multi %n : []f64 (%j: i64) {\n%v = load %t, %j <path=[0, 0]> : f64\ncollect %v\nyield\n}\nstore %q, %n, %r\nreturn",
		"%r = multi %n : []f64 (%j: i64) {\n%a = load %x, %j : f64\n%c = neg %a : f64\n%d = sqrt %a : f64\n%e = abs %a : f64\ncollect %a\nyield\n}\nstore %q, %n, %r\nreturn",
	}})
}

func TestMergeNot(t *testing.T) {
	const (
		first = "multi %n (%i: i64) {\n%x = load %s, %i : f64\nstore %m, %i, %x\nstore %e, %i, %x\nyield\n}\n"
		rows  = "multi %n, %w (%i: i64, %j: i64) {\n%r = mul %i, %w : i64\n%k = add %r, %j : i64\n%x = load %s, %k : f64\nstore %m, %k, %x\nyield\n}\n"
	)
	second := func(index string) string {
		return "multi %n, %w (%i1: i64, %j1: i64) {\n" + index + "\n%y = load %m, %k1 : f64\nstore %d, %k1, %y\nyield\n}\nreturn"
	}
	testApart(t, "func @f(%n: i64, %w: i64, %s: []f64, %b: bool, %b1: i64, %z: f64) -> ()", with("%m = make %n : []f64\n%d = make %n : []f64\n%e = make %n : []f64\n", []untouched{
		{"a call in the first", "multi %n (%i: i64) {\n%x = load %s, %i : f64\nstore %m, %i, %x\ncallsym @g\nyield\n}\nmulti %n (%j: i64) {\n%y = load %m, %j : f64\nyield\n}\nreturn"},
		{"a call in the second", first + "multi %n (%j: i64) {\n%y = load %m, %j : f64\ncallsym @g\nyield\n}\nreturn"},
		{"the first never ends", "multi %n (%i: i64) {\n%x = load %s, %i : f64\nstore %m, %i, %x\nloop ^0 {\ncontinue ^0\n}\nyield\n}\nmulti %n (%j: i64) {\n%y = load %m, %j : f64\nstore %s, %j, %y\nyield\n}\nreturn"},
		{"a dimension more", first + "multi %n, %w (%j: i64, %k: i64) {\n%y = load %m, %j : f64\nyield\n}\nreturn"},
		{"one loop has lanes", first + "multi %n <mode=lanes> (%j: i64) {\n%y = load %m, %j : f64\nstore %e, %j, %y\nyield\n}\nreturn"},
		{"a store between", first + "store %m, %w, %z\nmulti %n (%j: i64) {\n%y = load %m, %j : f64\nyield\n}\nreturn"},
		{"a check between", first + "check.index %n, %w\nmulti %n (%j: i64) {\n%y = load %m, %j : f64\nyield\n}\nreturn"},
		{"the second overwrites a neighbour that the first reads", "multi %n (%i: i64) {\n%k = add %i, %w : i64\n%x = load %m, %k : f64\nstore %s, %i, %x\nyield\n}\nmulti %n (%j: i64) {\nstore %m, %j, %z\nyield\n}\nreturn"},
		{"both write, not to the same place", "multi %n (%i: i64) {\nstore %m, %i, %z\nyield\n}\nmulti %n (%j: i64) {\n%k = add %j, %w : i64\nstore %m, %k, %z\nyield\n}\nreturn"},
		{"the same memory by another name", "%u = slice %m, %w, %n : []f64\n" + first + "multi %n (%j: i64) {\n%y = load %u, %j : f64\nyield\n}\nreturn"},
		{"the second reads a neighbour", first + "multi %n (%j: i64) {\n%k = add %j, %w : i64\n%y = load %m, %k : f64\nyield\n}\nreturn"},
		{"what may never end must not overtake a store", first + "store %e, %w, %z\nmulti %n (%j: i64) {\n%y = load %m, %j : f64\nloop ^0 {\n%g = lt %y, %z : bool\nif %g {\nyield\n} {\nbreak ^0\n}\ncontinue ^0\n}\nstore %d, %j, %y\nyield\n}\nreturn"},
		{"what is stored to is moved elsewhere before", first + "move %d, %s, %w\nmulti %n (%j: i64) {\n%y = load %m, %j : f64\nstore %s, %j, %y\nyield\n}\nreturn"},
		{"another element is read in a branch", "%t = multi %n : []f64 (%i: i64) {\n%x = load %s, %i : f64\n%x1 = mul %x, %x : f64\n%x2 = mul %x1, %x : f64\n%x3 = mul %x2, %x : f64\n%x4 = mul %x3, %x : f64\ncollect %x4\nyield\n}\n" +
			"multi %n (%j: i64) {\n%g = lt %j, %w : bool\n%y = if %g : f64 {\n%y1 = load %t, %w : f64\nyield %y1\n} {\n%y2 = load %t, %j : f64\nyield %y2\n}\nstore %d, %j, %y\nyield\n}\nreturn"},
		{"rows of another length", rows + second("%r1 = mul %i1, %n : i64\n%k1 = add %r1, %j1 : i64")},
		{"rows of another length, the other way round", rows + second("%r1 = mul %n, %i1 : i64\n%k1 = add %j1, %r1 : i64")},
		{"the column twice", rows + second("%r1 = mul %j1, %w : i64\n%k1 = add %r1, %j1 : i64")},
		{"the column twice, the other way round", rows + second("%r1 = mul %w, %j1 : i64\n%k1 = add %r1, %j1 : i64")},
		{"the row twice", rows + second("%r1 = mul %i1, %w : i64\n%k1 = add %r1, %i1 : i64")},
		{"a difference", rows + second("%r1 = mul %i1, %w : i64\n%k1 = sub %r1, %j1 : i64")},
		{"no product", rows + second("%r1 = add %i1, %w : i64\n%k1 = add %r1, %j1 : i64")},
		{"no sum", rows + second("%k1 = mul %i1, %w : i64")},
		{"an index from outside", rows + second("%k1 = add %b1, %j1 : i64")},
		{"a row number alone", rows + second("%k1 = add %j1, %j1 : i64")},
		{"all columns at once", "multi %n, %w (%i: i64, %j: i64) {\n%x = load %s, %i : f64\nstore %m, %i, %x\nyield\n}\nmulti %n, %w (%i1: i64, %j1: i64) {\n%y = load %m, %i1 : f64\nstore %d, %i1, %y\nyield\n}\nreturn"},
		{"the row-major number of two dimensions of three", "multi %n, %w, %n (%i: i64, %j: i64, %k: i64) {\n%r = mul %i, %w : i64\n%at = add %r, %j : i64\nstore %m, %at, %z\nyield\n}\n" +
			"multi %n, %w, %n (%i1: i64, %j1: i64, %k1: i64) {\n%r1 = mul %i1, %w : i64\n%at1 = add %r1, %j1 : i64\n%y = load %m, %at1 : f64\nstore %d, %k1, %y\nyield\n}\nreturn"},
		{"three dimensions", "multi %n, %w, %n (%i: i64, %j: i64, %k: i64) {\nstore %m, %i, %z\nyield\n}\nmulti %n, %w, %n (%i1: i64, %j1: i64, %k1: i64) {\n%y = load %m, %i1 : f64\nyield\n}\nreturn"},
	}))
}

// sum adds up a value of body, called name.
func sum(name, extents, index, body, value string) string {
	return "%" + name + " = multi " + extents + " : f64 (" + index + ") {\n" + body + "\nreduce " + value + ", %z (%" + name + "a: f64, %" + name + "b: f64) {\n" +
		"%" + name + "c = add %" + name + "a, %" + name + "b : f64\nyield %" + name + "c\n}\nyield\n}\n"
}

func TestMergeReducesNot(t *testing.T) {
	load := func(name, index, before string) string {
		return before + "%" + name + "v = load %x, %" + index + " : f64"
	}
	simple := func(name, index string) string {
		return sum(name, "%n", "%"+index+": i64", load(name, index, ""), "%"+name+"v")
	}
	const end = "%r = add %s, %p : f64\nreturn %r"
	first := simple("s", "i")
	checked := sum("s", "%n", "%i: i64", load("s", "i", "check.index %i, %m\n"), "%sv")
	second := func(check string) string { return sum("p", "%n", "%j: i64", load("p", "j", check), "%pv") }
	testApart(t, "func @f(%x: []f64, %y: []f64, %n: i64, %m: i64, %w: i64, %z: f64, %b: bool) -> (f64)", []untouched{
		{"memory changes between", first + "store %y, %n, %z\n" + simple("p", "j") + end},
		{"memory changes between, in a loop", first + "multi %m (%k: i64) {\nstore %y, %k, %z\nyield\n}\n" + simple("p", "j") + end},
		{"a check between", first + "check.index %n, %m\n" + simple("p", "j") + end},
		{"a check in a branch between", checked + "if %b {\ncheck.index %n, %m\nyield\n} {\nyield\n}\n" + second("check.index %j, %m\n") + end},
		{"a loop that may not end between", checked + "loop ^0 {\nif %b {\nbreak ^0\n} {\nyield\n}\ncontinue ^0\n}\n" + second("check.index %j, %m\n") + end},
		{"a way out between", first + "if %b {\nreturn %z\n} {\nyield\n}\n" + simple("p", "j") + end},
		{"a way out of a block between", "%o = block ^0 : f64 {\n" + first + "if %b {\nbreak ^0 %z\n} {\nyield\n}\n" + simple("p", "j") + "%r = add %s, %p : f64\nyield %r\n}\nreturn %o"},
		{"a call between", first + "callsym @g\n" + simple("p", "j") + end},
		{"a call in a branch between", first + "if %b {\ncallsym @g\nyield\n} {\nyield\n}\n" + simple("p", "j") + end},
		{"room for a slice that may not be there between", first + "%t = make %m : []f64\nstore %t, %n, %z\n" + sum("p", "%n", "%j: i64", "%pv = conv %j : f64", "%pv") + end},
		{"the second needs the first", first + sum("p", "%n", "%j: i64", "%pv = load %x, %j : f64\n%pw = mul %pv, %s : f64", "%pw") + end},
		{"the second needs what comes of the first", first + "%t = mul %s, %s : f64\n" + sum("p", "%n", "%j: i64", "%pv = load %x, %j : f64\n%pw = mul %pv, %t : f64", "%pw") + end},
		{"other extents", first + sum("p", "%m", "%j: i64", load("p", "j", ""), "%pv") + end},
		{"another extent behind the first", sum("s", "%n, %m", "%i: i64, %i1: i64", load("s", "i", ""), "%sv") + sum("p", "%n, %w", "%j: i64, %j1: i64", load("p", "j", ""), "%pv") + end},
		{"a dimension more", first + sum("p", "%n, %m", "%j: i64, %j1: i64", load("p", "j", ""), "%pv") + end},
		{"other numbers of partial results", first + "%h = const 0 : f32\n%p0 = multi %n : f32 (%j: i64) {\n%pv = conv %j : f32\nreduce %pv, %h (%pa: f32, %pb: f32) {\n%pc = add %pa, %pb : f32\nyield %pc\n}\nyield\n}\n%p = conv %p0 : f64\n" + end},
		{"other numbers of partial results, beside what is collected", "%s, %sl = multi %n : f64, []f64 (%i: i64) {\n%sv = load %x, %i : f64\nreduce %sv, %z (%sa: f64, %sb: f64) {\n%sc = add %sa, %sb : f64\nyield %sc\n}\ncollect %sv\nyield\n}\n" +
			"%h = const 0 : f32\n%p0, %pl = multi %n : f32, []f64 (%j: i64) {\n%pv = load %x, %j : f64\n%pw = conv %pv : f32\nreduce %pw, %h (%pa: f32, %pb: f32) {\n%pc = add %pa, %pb : f32\nyield %pc\n}\ncollect %pv\nyield\n}\n%p = conv %p0 : f64\n" + end},
		{"another order", "multi %n (%k: i64) {\n" + strings.Replace(sum("s", "%m", "%i: i64", load("s", "i", ""), "%sv"), ", %z (", ", %z <mode=inorder> (", 1) +
			sum("p", "%m", "%j: i64", load("p", "j", ""), "%pv") + "%r = add %s, %p : f64\nstore %y, %k, %r\nyield\n}\nreturn %z"},
		{"a check of something else", checked + second("check.index %j, %w\n") + end},
		{"a check of an index from outside", checked + second("check.index %w, %m\n") + end},
		{"another kind of check", sum("s", "%n", "%i: i64", load("s", "i", "check.div %m\n"), "%sv") + second("check.make %m\n") + end},
		{"a check with an operand more", sum("s", "%n", "%i: i64", load("s", "i", "check.slice %i, %m, %w <ints=[0]>\n"), "%sv") + second("check.slice %j, %m, %w, %n <ints=[2]>\n") + end},
		{"the second of two checks", checked + second("check.index %j, %m\ncheck.index %j, %w\n") + end},
		{"a check in putting values together, of what looks like the first's index", "%one = const 1 : i64\n%s = multi %n : i64 (%i: i64) {\ncheck.index %i, %m\nreduce %i, %one (%sa: i64, %sb: i64) {\n%sc = add %sa, %sb : i64\nyield %sc\n}\nyield\n}\n" +
			"%p = multi %n : i64 (%j: i64) {\nreduce %j, %one (%pa: i64, %pb: i64) {\ncheck.index %pa, %m\n%pc = add %pa, %pb : i64\nyield %pc\n}\nyield\n}\n" +
			"%q = add %s, %p : i64\n%r = conv %q : f64\nreturn %r"},
		{"a check in putting values together, of what comes of them", "%one = const 1 : i64\n%s = multi %n : i64 (%i: i64) {\ncheck.index %i, %m\nreduce %i, %one (%sa: i64, %sb: i64) {\n%sc = add %sa, %sb : i64\nyield %sc\n}\nyield\n}\n" +
			"%p = multi %n : i64 (%j: i64) {\nreduce %j, %one (%pa: i64, %pb: i64) {\n%pc = add %pa, %pb : i64\ncheck.index %pc, %m\nyield %pc\n}\nyield\n}\n" +
			"%q = add %s, %p : i64\n%r = conv %q : f64\nreturn %r"},
		{"a check that the first makes in a branch only", sum("s", "%n", "%i: i64", load("s", "i", "check.index %i, %w\nif %b {\ncheck.div %m\nyield\n} {\nyield\n}\n"), "%sv") + second("check.div %m\n") + end},
		{"a check of what comes of the first's index", sum("s", "%n", "%i: i64", load("s", "i", "%k = add %i, %w : i64\ncheck.index %k, %m\n"), "%sv") + second("check.index %j, %m\n") + end},
		{"a check that panics with something else", sum("s", "%n", "%i: i64", load("s", "i", "check.panic @one %b\n"), "%sv") + second("check.panic @two %b\n") + end},
		{"a check of another kind of slice expression", sum("s", "%n", "%i: i64", load("s", "i", "check.slice %i, %m, %w <ints=[0]>\n"), "%sv") + second("check.slice %j, %m, %w <ints=[1]>\n") + end},
		{"the first of two checks", checked + second("check.index %j, %w\ncheck.index %j, %m\n") + end},
		{"a check of another index", sum("s", "%n, %m", "%i: i64, %i1: i64", load("s", "i", "check.index %i, %w\n"), "%sv") + sum("p", "%n, %m", "%j: i64, %j1: i64", load("p", "j", "check.index %j1, %w\n"), "%pv") + end},
		{"a check in putting values together", "%one = const 1 : i64\n%s = multi %n : i64 (%i: i64) {\ncheck.index %i, %m\nreduce %i, %one (%sa: i64, %sb: i64) {\n%sc = add %sa, %sb : i64\nyield %sc\n}\nyield\n}\n" +
			"%p = multi %n : i64 (%j: i64) {\ncheck.index %j, %m\nreduce %j, %one (%pa: i64, %pb: i64) {\ncheck.div %pb\n%pc = div %pa, %pb : i64\nyield %pc\n}\nyield\n}\n" +
			"%q = add %s, %p : i64\n%r = conv %q : f64\nreturn %r"},
	})
	testPass(t, "func @f(%x: []f64, %n: i64, %m: i64, %w: i64, %z: f64, %b: bool) -> (f64, f64)", Fuse, []pair{{
		"the same checks, of each one's own index, and what is surely passed between",
		sum("s", "%n, %m", "%i: i64, %i1: i64", load("s", "i", "check.index %i1, %w\ncheck.div %m\n"), "%sv") + "if %b {\nyield\n} {\nyield\n}\n%t = sqrt %z : f64\n" +
			"%p = multi %n, %m : f64 (%j: i64, %j1: i64) {\n" + load("p", "j", "check.div %m\ncheck.index %j1, %w\n") + "\nreduce %pv, %t (%pa: f64, %pb: f64) {\n%pc = mul %pa, %pb : f64\nyield %pc\n}\nyield\n}\nreturn %s, %p",
		"%t = sqrt %z : f64\n%s, %p = multi %n, %m : f64, f64 (%i: i64, %i1: i64) {\ncheck.index %i1, %w\ncheck.div %m\n%sv = load %x, %i : f64\n" +
			"check.div %m\ncheck.index %i1, %w\n%pv = load %x, %i : f64\nreduce %sv, %z (%sa: f64, %sb: f64) {\n%sc = add %sa, %sb : f64\nyield %sc\n}\nreduce %pv, %t (%pa: f64, %pb: f64) {\n%pc = mul %pa, %pb : f64\nyield %pc\n}\nyield\n}\n" +
			"if %b {\nyield\n} {\nyield\n}\nreturn %s, %p",
	}})
}

func TestCollectFillsNot(t *testing.T) {
	const (
		made = "%t = make %n : []f64\n"
		fill = "multi %n (%i: i64) {\n%a = load %x, %i : f64\nstore %t, %i, %a\nyield\n}\n"
		read = "multi %m (%j: i64) {\n%v = load %t, %j : f64\nstore %y, %j, %v\nyield\n}\nreturn"
	)
	testApart(t, "func @f(%x: []f64, %n: i64, %m: i64, %b: bool, %g: []f64, %q: [][]f64) -> ()", with("%y = make %m : []f64\n", []untouched{
		{"it may fail", made + "multi %n (%i: i64) {\ncheck.index %i, %m\n%a = load %x, %i : f64\nstore %t, %i, %a\nyield\n}\n" + read},
		{"it calls", made + "multi %n (%i: i64) {\n%a = callsym @g %i : f64\nstore %t, %i, %a\nyield\n}\n" + read},
		{"it has a branch", made + "multi %n (%i: i64) {\n%a = load %x, %i : f64\nif %b {\nstore %t, %i, %a\nyield\n} {\nyield\n}\nyield\n}\n" + read},
		{"it stores nothing", made + "multi %n (%i: i64) {\n%a = load %x, %i : f64\nyield\n}\n" + read},
		{"it has rows", made + "multi %n, %m (%i: i64, %k: i64) {\n%a = load %x, %k : f64\nstore %t, %i, %a\nyield\n}\n" + read},
		{"it stores elsewhere, too", made + "multi %n (%i: i64) {\n%a = load %x, %i : f64\nstore %t, %i, %a\nstore %g, %i, %a\nyield\n}\n" + read},
		{"the slice was there before", fillOf("%g", "%n", "%i") + "multi %m (%j: i64) {\n%v = load %g, %j : f64\nstore %y, %j, %v\nyield\n}\nreturn"},
		{"it was made under a condition", "%t = if %b : []f64 {\n%k = make %n : []f64\nyield %k\n} {\n%l = make %n : []f64\nyield %l\n}\n" + fill + read},
		{"it was made outside of the loop around", made + "for %m, %n <ints=[1]> (%k: i64) {\n" + fill + "multi %m (%j: i64) {\n%v = load %t, %j : f64\nstore %y, %j, %v\nyield\n}\nyield\n}\nreturn"},
		{"another element", made + "multi %n (%i: i64) {\n%a = load %x, %i : f64\nstore %t, %m, %a\nyield\n}\n" + read},
		{"another length", "%t = make %m : []f64\n" + fill + read},
		{"a field", "%t = make %n : []{a: f64}\nmulti %n (%i: i64) {\n%a = load %x, %i : f64\nstore %t, %i, %a <path=[0]>\nyield\n}\nmulti %m (%j: i64) {\n%v = load %t, %j <path=[0]> : f64\nstore %y, %j, %v\nyield\n}\nreturn"},
		{"it is read while it is filled", made + "multi %n (%i: i64) {\n%a = load %x, %i : f64\n%c = load %t, %i : f64\n%s = add %a, %c : f64\nstore %t, %i, %s\nyield\n}\n" + read},
		{"it is read before", made + "%v0 = load %t, %m : f64\nstore %y, %m, %v0\n" + fill + read},
		{"its length is asked for before", made + "%l = len %t : i64\ncheck.index %l, %m\n" + fill + read},
		{"another loop gives it, which may fail", "%t = multi %n : []f64 (%k: i64) {\ncheck.index %k, %m\n%c = conv %k : f64\ncollect %c\nyield\n}\n" + fill + read},
		{"slices are stored", "%t = make %n : [][]f64\nmulti %n (%i: i64) {\nstore %t, %i, %g\nyield\n}\nmulti %m (%j: i64) {\n%v = load %t, %j : []f64\nstore %q, %j, %v\nyield\n}\nreturn"},
		{"it escapes", made + fill + "store %q, %m, %t\n" + read},
		{"it is filled twice", made + "multi %n (%i: i64) {\n%a = load %x, %i : f64\nstore %t, %i, %a\n%c = neg %a : f64\nstore %t, %i, %c\nyield\n}\n" + read},
		{"it is written to later", made + fill + "%z = const 0 : f64\nstore %t, %m, %z\n" + read},
		{"what it is computed from changes", made + fill + "%z = const 0 : f64\nstore %g, %m, %z\n" + read},
		{"nobody reads it", made + fill + "%l = len %t : i64\nreturn"},
		{"it is read behind all loops", made + fill + "%v = load %t, %m : f64\nstore %y, %m, %v\nreturn"},
	}))
}

// fillOf is a loop that fills a slice.
func fillOf(slice, n, index string) string {
	return "multi " + n + " (" + index + ": i64) {\n%a = load %x, " + index + " : f64\nstore " + slice + ", " + index + ", %a\nyield\n}\n"
}
