package sched

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// nestIn reads ops with slices x and y of numbers, p of structures, r of arrays and s of slices, and sizes n, m and w.
func nestIn(t *testing.T, ops string) *ir.Region {
	t.Helper()
	text := "func @f(%x: []i64, %y: []i64, %p: []{a: i64, b: i64}, %r: []{v: [4]i64}, %s: []{s: []i64}, %n: i64, %m: i64, %w: i64) -> () {\n" +
		"%zero = const 0 : i64\n%one = const 1 : i64\n%three = const 3 : i64\n%four = const 4 : i64\n" + ops + "\nreturn\n}\n"
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if ir.Verify(m, ir.Residual) != nil {
		if err := ir.Verify(m, ir.Loops); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
	return m.Funcs[0].Body
}

// lastLoop is the last loop of a region.
func lastLoop(r *ir.Region) (last *ir.Op) {
	for _, o := range r.Ops {
		if o.Kind == ir.OpFor {
			last = o
		}
	}
	return last
}

// TestOnlyLoop lists loops that are (not) one in another alone, which may change places.
func TestOnlyLoop(t *testing.T) {
	const body = "%v = load %x, %j : i64\nstore %x, %j, %v\nyield\n}"
	const inner = "for %zero, %m <ints=[1]> (%j: i64) {\n" + body
	for _, c := range []struct {
		name, ops string
		want      bool
	}{
		{"one in another", "for %zero, %n <ints=[1]> (%i: i64) {\n" + inner + "\nyield\n}", true},
		{"with what may be done in each iteration", "for %zero, %n <ints=[2]> (%i: i64) {\n%a = load %y, %i : i64\n" + inner + "\nyield\n}", true},
		{"constant bounds in it", "for %zero, %n <ints=[1]> (%i: i64) {\n%c = const 5 : i64\nfor %zero, %c <ints=[1]> (%j: i64) {\n" + body + "\nyield\n}", true},
		{"empty", "for %zero, %n <ints=[1]> (%i: i64) {\nyield\n}", false},
		{"no loop in it", "for %zero, %n <ints=[1]> (%i: i64) {\n%a = load %y, %i : i64\nstore %y, %i, %a\nyield\n}", false},
		{"a store beside it", "for %zero, %n <ints=[1]> (%i: i64) {\nstore %x, %i, %one\n" + inner + "\nyield\n}", false},
		{"bounds depend on the index", "for %zero, %n <ints=[1]> (%i: i64) {\nfor %zero, %i <ints=[1]> (%j: i64) {\n" + body + "\nyield\n}", false},
		{"the outer one downwards", "for %n, %zero <ints=[-1]> (%i: i64) {\n" + inner + "\nyield\n}", false},
		{"the inner one downwards", "for %zero, %n <ints=[1]> (%i: i64) {\nfor %m, %zero <ints=[-1]> (%j: i64) {\n" + body + "\nyield\n}", false},
		{"the outer one carries", "%c = for %zero, %n, %w <ints=[1]> : i64 (%i: i64, %t: i64) {\n" + inner + "\nyield %t\n}", false},
		{"the inner one carries", "for %zero, %n <ints=[1]> (%i: i64) {\n%c = for %zero, %m, %w <ints=[1]> : i64 (%j: i64, %t: i64) {\n%v = load %x, %j : i64\nstore %x, %j, %v\nyield %t\n}\nyield\n}", false},
		{"the outer one in lanes", "for %zero, %n <ints=[1] mode=lanes> (%i: i64) {\n" + inner + "\nyield\n}", false},
		{"the inner one in lanes", "for %zero, %n <ints=[1]> (%i: i64) {\nfor %zero, %m <ints=[1] mode=lanes> (%j: i64) {\n" + body + "\nyield\n}", false},
		{"the outer one is left", "for ^l %zero, %n <ints=[1]> (%i: i64) {\nfor %zero, %m <ints=[1]> (%j: i64) {\n%c = lt %j, %w : bool\nif %c {\nbreak ^l\n} {\nyield\n}\n" + body + "\nyield\n}", false},
		{"the inner one is left", "for %zero, %n <ints=[1]> (%i: i64) {\nfor ^l %zero, %m <ints=[1]> (%j: i64) {\n%c = lt %j, %w : bool\nif %c {\nbreak ^l\n} {\nyield\n}\n" + body + "\nyield\n}", false},
		{"the outer one is repeated", "for ^l %zero, %n <ints=[1]> (%i: i64) {\n" + inner + "\ncontinue ^l\n}", false},
	} {
		if got := onlyLoop(lastLoop(nestIn(t, c.ops))) != nil; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestJoin lists loops that do (not) become one, the first of which may begin sums.
func TestJoin(t *testing.T) {
	const begins = "for %zero, %n <ints=[1]> (%i: i64) {\nstore %x, %i, %three\nyield\n}\n"
	const sums = "%a = load %x, %j : i64\n%b = load %y, %k : i64\n%c = add %a, %b : i64\nstore %x, %j, %c\nyield\n}\nyield\n}"
	const adds = "for %zero, %n <ints=[1]> (%j: i64) {\nfor %zero, %m <ints=[1]> (%k: i64) {\n" + sums
	for _, c := range []struct {
		name, ops string
		want      bool
	}{
		{"the same range", begins + adds, true},
		{"numbers between", begins + "%far = mul %n, %w : i64\n" + adds, true},
		{"equal bounds", begins + "%e = sub %n, %one : i64\n%end = add %e, %one : i64\nfor %zero, %end <ints=[1]> (%j: i64) {\nfor %zero, %m <ints=[1]> (%k: i64) {\n" + sums, true},
		{"nothing ahead", adds, false},
		{"a store between", begins + "store %x, %one, %w\n" + adds, false},
		{"a load between", begins + "%l = load %x, %one : i64\n" + adds + "\nstore %y, %one, %l", false},
		{"a check between", begins + "check.index %w, %n\n" + adds, false},
		{"another begin", begins + "for %one, %n <ints=[1]> (%j: i64) {\nfor %zero, %m <ints=[1]> (%k: i64) {\n" + sums, false},
		{"another end", begins + "for %zero, %m <ints=[1]> (%j: i64) {\nfor %zero, %m <ints=[1]> (%k: i64) {\n" + sums, false},
		{"another step", begins + "for %zero, %n <ints=[2]> (%j: i64) {\nfor %zero, %m <ints=[1]> (%k: i64) {\n" + sums, false},
		{"it is left", "for ^l %zero, %n <ints=[1]> (%i: i64) {\n%c0 = lt %i, %w : bool\nif %c0 {\nbreak ^l\n} {\nyield\n}\nstore %x, %i, %three\nyield\n}\n" + adds, false},
		{"it is repeated", "for ^l %zero, %n <ints=[1]> (%i: i64) {\nstore %x, %i, %three\n%c0 = lt %i, %w : bool\nif %c0 {\ncontinue ^l\n} {\nyield\n}\nyield\n}\n" + adds, false},
		{"one further on", "for %zero, %n <ints=[1]> (%i: i64) {\n%next = add %i, %one : i64\nstore %x, %next, %three\nyield\n}\n" + adds, false},
	} {
		r := nestIn(t, c.ops)
		f := lastLoop(r)
		x := newInterchanger(ir.NewRegion(nil))
		before := len(r.Ops)
		if got := x.join(f) != f; got != c.want || got != (len(r.Ops) < before) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestPromote lists what (doesn't) stay in registers, and what that takes.
func TestPromote(t *testing.T) {
	const sum = "%a = load %x, %w : i64\n%b = load %y, %k : i64\n%c = add %a, %b : i64\nstore %x, %w, %c\nyield\n}"
	const few = "for %three, %four <ints=[1]> (%k: i64) {\n"
	const xy = "x and y are apart"
	for _, c := range []struct {
		name, ops string
		want      int
		needs     string
	}{
		{"a sum", "for %zero, %n <ints=[1]> (%k: i64) {\n" + sum, 1, xy + "; n-1 >= 0; n-1 don't wrap around"},
		{"an iteration", few + sum, 1, xy},
		{"none", "for %three, %three <ints=[1]> (%k: i64) {\n" + sum, 0, ""},
		{"bounds the wrong way round", "for %four, %three <ints=[1]> (%k: i64) {\n" + sum, 0, ""},
		{"in lanes", "for %three, %four <ints=[1] mode=lanes> (%k: i64) {\n" + sum, 0, ""},
		{"downwards", "for %four, %three <ints=[-1]> (%k: i64) {\n" + sum, 0, ""},
		{"it is left", "for ^l %three, %four <ints=[1]> (%k: i64) {\n%q = lt %k, %w : bool\nif %q {\nbreak ^l\n} {\nyield\n}\n" + sum, 0, ""},
		{"it is repeated", "for ^l %three, %four <ints=[1]> (%k: i64) {\n%q = lt %k, %w : bool\nif %q {\ncontinue ^l\n} {\nyield\n}\n" + sum, 0, ""},
		{"memory of its own", "%l = alloca <ints=[4]> : []i64\n" + few + "%a = load %l, %one : i64\n%b = load %y, %k : i64\n%c = add %a, %b : i64\nstore %l, %one, %c\nyield\n}", 0, ""},
		{"a component", few + "%a = load %p, %w <path=[1]> : i64\n%b = load %p, %k <path=[0]> : i64\n%c = add %a, %b : i64\nstore %p, %w, %c <path=[1]>\nyield\n}", 1, ""},
		{"an array's element", few + "%a = load %r, %w, %one <path=[0, -1]> : i64\n%b = load %y, %k : i64\n%c = add %a, %b : i64\nstore %r, %w, %c, %one <path=[0, -1]>\nyield\n}", 0, ""},
		{"a slice that is chosen inside", few + "%l = load %s, %k <path=[0]> : []i64\n%a = load %l, %one : i64\n%c = add %a, %k : i64\nstore %l, %one, %c\nyield\n}", 0, ""},
		{"a place along the loop", few + "%a = load %x, %k : i64\n%c = add %a, %k : i64\nstore %x, %k, %c\nyield\n}", 0, ""},
		{"stored twice", few + "store %x, %w, %one\n" + sum, 0, ""},
		{"stored elsewhere", few + "store %x, %k, %one\n" + sum, 0, ""},
		{"loaded elsewhere", few + "%e = load %x, %k : i64\nstore %y, %w, %e\n" + sum, 0, ""},
		{"loaded behind it", few + "%a = load %x, %w : i64\n%c = add %a, %k : i64\nstore %x, %w, %c\n%e = load %x, %w : i64\nstore %y, %k, %e\nyield\n}", 0, ""},
		{"loaded in a branch behind it", few + "%a = load %x, %w : i64\n%c = add %a, %k : i64\nstore %x, %w, %c\n%q = lt %k, %n : bool\nif %q {\n%e = load %x, %w : i64\nstore %y, %k, %e\nyield\n} {\nyield\n}\nyield\n}", 0, ""},
		{"not loaded", few + "store %x, %w, %k\nyield\n}", 0, ""},
		{"a part of it", "%xs = slice %x, %one, %n : []i64\n" + few + "%a = load %xs, %w : i64\n%b = load %y, %k : i64\n%c = add %a, %b : i64\nstore %xs, %w, %c\nyield\n}", 1, xy + ", up to their capacities"},
		{"a part of another", "%ys = slice %y, %one, %n : []i64\n" + few + "%a = load %x, %w : i64\n%b = load %ys, %k : i64\n%c = add %a, %b : i64\nstore %x, %w, %c\nyield\n}", 1, xy + ", up to their capacities"},
		{"a slice that is chosen in the nest", "for %zero, %n <ints=[1]> (%i: i64) {\n%l = load %s, %i <path=[0]> : []i64\n" + few +
			"%a = load %x, %w : i64\n%b = load %l, %k : i64\n%c = add %a, %b : i64\nstore %x, %w, %c\nyield\n}\nyield\n}", 0, ""},
		{"bounds in the nest", "for %zero, %n <ints=[1]> (%i: i64) {\nfor %zero, %i <ints=[1]> (%k: i64) {\n" + sum + "\nyield\n}", 0, ""},
	} {
		r := nestIn(t, c.ops)
		x := newInterchanger(ir.NewRegion(nil))
		x.inside = valuesIn(lastLoop(r))
		x.promote(r)
		if got := x.needs.String(); x.sums != c.want || got != c.needs {
			t.Errorf("%s: %d sums if %q", c.name, x.sums, got)
		}
	}
}

// TestPromoteLast lists loops that (don't) carry what they have stored last where a condition says so, and what that takes.
func TestPromoteLast(t *testing.T) {
	const loop = "for %zero, %n <ints=[1]> (%k: i64) {\n%b = load %y, %k : i64\n%q = lt %b, %w : bool\n"
	const last = loop + "if %q {\nstore %x, %w, %k\nyield\n} {\nyield\n}\n"
	const end = "yield\n}"
	const xy = "x and y are apart"
	for _, c := range []struct {
		name, ops string
		want      int
		needs     string
	}{
		{"in one arm", last + end, 1, xy},
		{"in the other", loop + "if %q {\nyield\n} {\nstore %x, %w, %k\nyield\n}\n" + end, 1, xy},
		{"in both, and again", loop + "if %q {\nstore %x, %w, %k\nyield\n} {\nstore %x, %w, %b\nyield\n}\nif %q {\nstore %x, %w, %one\nyield\n} {\nyield\n}\n" + end, 1, xy},
		{"in an arm of an arm, too", loop + "if %q {\nstore %x, %w, %k\n%p2 = lt %k, %m : bool\nif %p2 {\nstore %x, %w, %b\nyield\n} {\nyield\n}\nyield\n} {\nyield\n}\n" + end, 1, xy},
		{"the slice that the condition is from", "for %zero, %n <ints=[1]> (%k: i64) {\n%b = load %x, %k : i64\n%q = lt %b, %w : bool\nif %q {\nstore %x, %w, %k\nyield\n} {\nyield\n}\n" + end, 0, ""},
		{"in each iteration, too", last + "store %x, %w, %one\n" + end, 0, ""},
		{"loaded behind it", last + "%e = load %x, %w : i64\nstore %y, %k, %e\n" + end, 0, ""},
		{"loaded in an arm", loop + "if %q {\n%e = load %x, %w : i64\n%f = add %e, %one : i64\nstore %x, %w, %f\nyield\n} {\nyield\n}\n" + end, 0, ""},
		{"stored elsewhere", last + "store %x, %one, %b\n" + end, 0, ""},
		{"stored elsewhere in an arm", loop + "if %q {\nstore %x, %w, %k\nstore %x, %one, %b\nyield\n} {\nyield\n}\n" + end, 0, ""},
		{"a place along the loop", loop + "if %q {\nstore %x, %k, %b\nyield\n} {\nyield\n}\n" + end, 0, ""},
		{"in a loop in it", loop + "if %q {\nfor %zero, %m <ints=[1]> (%l: i64) {\nstore %x, %w, %l\nyield\n}\nstore %x, %w, %k\nyield\n} {\nyield\n}\n" + end, 0, ""},
		{"in a block in it", loop + "if %q {\nstore %x, %w, %k\nyield\n} {\nyield\n}\nblock ^b {\n%p2 = lt %k, %m : bool\nif %p2 {\nbreak ^b\n} {\nyield\n}\nstore %x, %w, %one\nbreak ^b\n}\n" + end, 0, ""},
		{"in an arm behind one that leaves", loop + "block ^b {\nif %q {\nbreak ^b\n} {\nstore %x, %w, %k\nyield\n}\nbreak ^b\n}\n" + end, 0, ""},
		{"a component", "for %zero, %n <ints=[1]> (%k: i64) {\n%b = load %p, %k <path=[0]> : i64\n%q = lt %b, %w : bool\nif %q {\nstore %p, %w, %k <path=[1]>\nyield\n} {\nyield\n}\n" + end, 1, ""},
		{"two components", loop + "if %q {\nstore %p, %w, %k <path=[1]>\nstore %p, %w, %b <path=[0]>\nyield\n} {\nyield\n}\n" + end, 2, "p and y are apart"},
		{"an array's element", loop + "if %q {\nstore %r, %w, %k, %one <path=[0, -1]>\nyield\n} {\nyield\n}\n" + end, 0, ""},
		{"a slice", loop + "if %q {\nstore %s, %w, %y <path=[0]>\nyield\n} {\nyield\n}\n" + end, 0, ""},
		{"a part of it", "%xs = slice %x, %one, %n : []i64\n" + loop + "if %q {\nstore %xs, %w, %k\nyield\n} {\nyield\n}\n" + end, 1, xy + ", up to their capacities"},
		{"apart from what is chosen in the nest", "for %zero, %n <ints=[1]> (%i: i64) {\n%l = load %s, %i <path=[0]> : []i64\nfor %zero, %n <ints=[1]> (%k: i64) {\n%b = load %l, %k : i64\n%q = lt %b, %w : bool\nif %q {\nstore %x, %w, %k\nyield\n} {\nyield\n}\nyield\n}\nyield\n}", 0, ""},
		{"apart from what is chosen in the loop", "for %zero, %n <ints=[1]> (%k: i64) {\n%l = load %s, %k <path=[0]> : []i64\n%b = load %l, %one : i64\n%q = lt %b, %w : bool\nif %q {\nstore %x, %w, %k\nyield\n} {\nyield\n}\nyield\n}", 0, ""},
	} {
		r := nestIn(t, c.ops)
		x := newInterchanger(ir.NewRegion(nil))
		x.inside, x.flags = valuesIn(lastLoop(r)), true
		x.promote(r)
		if got := x.needs.String(); x.sums != c.want || got != c.needs {
			t.Errorf("%s: %d if %q", c.name, x.sums, got)
		}
	}
}
