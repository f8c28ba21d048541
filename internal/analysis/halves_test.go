package analysis

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestHalves: which loops are over soon whatever they are about.
func TestHalves(t *testing.T) {
	search := func(from, cond, middle, next string) string {
		return "%r, %q = loop ^l " + from + ", %n : i64, i64 (%i: i64, %j: i64) {\n%c = " + cond + " : bool\nif %c {\nyield\n} {\nbreak ^l %i, %j\n}\n" + middle +
			"\n%v = load %x, %h : i64\n%d = lt %v, %n : bool\n" + next + "\n}\n"
	}
	const (
		lt, unsigned = "lt %i, %j", "%s = add %i, %j : i64\n%t = conv %s : u64\n%w = shr %t, %uone : u64\n%h = conv %w : i64\n%g = add %h, %one : i64\n%e = sub %h, %one : i64"
		arms         = "%p = if %d : i64 {\nyield %g\n} {\nyield %i\n}\n"
		halves       = arms + "%o = select %d, %j, %h : i64\ncontinue ^l %p, %o"
	)
	down := func(cond, next string) string {
		return "%r = loop ^l %n : i64 (%i: i64) {\n%c = " + cond + " : bool\nif %c {\nyield\n} {\nbreak ^l %i\n}\n" + next + "\ncontinue ^l %k\n}\n"
	}
	euclid := func(cond, next string) string {
		return "%r, %q = loop ^l %n, %m : i64, i64 (%i: i64, %j: i64) {\n%c = " + cond + " : bool\nif %c {\nyield\n} {\nbreak ^l %i, %j\n}\ncheck.div %j\n%k = rem %i, %j : i64\n" + next + "\n}\n"
	}
	for _, c := range []struct {
		name, ops string
		want      bool
	}{
		{"search", search("%zero", lt, unsigned, halves), true},
		{"search, arms", search("%zero", lt, unsigned, "if %d {\ncontinue ^l %g, %j\n} {\ncontinue ^l %i, %h\n}\nunreachable"), true},
		{"search, closed", search("%zero", "le %i, %j", unsigned, arms+"%o = select %d, %j, %e : i64\ncontinue ^l %p, %o"), true},
		{"search, closed, stays", search("%zero", "le %i, %j", unsigned, halves), false},
		{"search from anywhere", search("%n", lt, unsigned, halves), false},
		{"search, the other way round", search("%zero", lt, unsigned, arms+"%o = select %d, %h, %j : i64\ncontinue ^l %p, %o"), false},
		{"search by another condition", search("%zero", lt, unsigned, "%d2 = lt %n, %v : bool\n"+arms+"%o = select %d2, %j, %h : i64\ncontinue ^l %p, %o"), false},
		{"search, stays", search("%zero", lt, unsigned, "%p = select %d, %h, %i : i64\n%o = select %d, %j, %h : i64\ncontinue ^l %p, %o"), false},
		{"search by other ends", search("%zero", "lt %i, %n", unsigned, halves), false},
		{"halves", down("gt %i, %zero", "%k = shr %i, %uone : i64"), true},
		{"halves, mirrored", down("lt %zero, %i", "%k = shr %i, %uone : i64"), true},
		{"halves what may be below 0", down("ne %i, %zero", "%k = shr %i, %uone : i64"), false},
		{"divides", down("ne %i, %zero", "%k = div %i, %ten : i64"), true},
		{"divides by 1", down("ne %i, %zero", "%k = div %i, %one : i64"), false},
		{"divides something else", down("ne %i, %zero", "%k = div %n, %ten : i64"), false},
		{"divides until 1", down("ne %i, %one", "%k = div %i, %ten : i64"), false},
		{"bits", down("ne %i, %zero", "%b = sub %i, %one : i64\n%k = and %i, %b : i64"), true},
		{"other bits", down("ne %i, %zero", "%b = sub %i, %ten : i64\n%k = and %i, %b : i64"), false},
		{"while it is 0", down("eq %i, %zero", "%k = div %i, %ten : i64"), false},
		{"a loop inside", down("ne %i, %zero", "%k = div %i, %ten : i64\nfor %zero, %n <ints=[1]> (%a: i64) {\nyield\n}"), false},
		{"goes on before", down("lt %zero, %i", "%k = shr %i, %uone : i64\n%c2 = lt %k, %m : bool\nif %c2 {\ncontinue ^l %n\n} {\nyield\n}"), false},
		{"goes on with nothing left", "%r, %q = loop ^l %n, %m : i64, i64 (%i: i64, %j: i64) {\n%k = div %i, %ten : i64\n%c = ne %i, %zero : bool\nif %c {\nyield\n} {\n%o = sub %j, %one : i64\n%d = lt %zero, %j : bool\n" +
			"if %d {\ncontinue ^l %k, %o\n} {\nyield\n}\nbreak ^l %i, %j\n}\ncontinue ^l %k, %j\n}\n", false},
		{"Euclid", euclid("ne %j, %zero", "continue ^l %j, %k"), true},
		{"not Euclid", euclid("ne %j, %zero", "continue ^l %i, %k"), false},
		{"the other way round", euclid("ne %i, %zero", "continue ^l %j, %k"), false},
	} {
		m, err := ir.Parse("func @f(%x: []i64, %n: i64, %m: i64) -> () {\n%zero = const 0 : i64\n%one = const 1 : i64\n%ten = const 10 : i64\n%uone = const 1 : u64\n" + c.ops + "return\n}")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var loop *ir.Op
		m.Funcs[0].Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpLoop {
				loop = o
			}
			return true
		})
		if got := Halves(loop); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
