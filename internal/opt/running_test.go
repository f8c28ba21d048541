package opt

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

const runningHead = "func @f(%x: []i64, %y: []i64, %p: [][2]f64, %n: i64, %k: i64) -> (i64) kernel=single"

// runs is a loop that carries a sum, of which each iteration takes what it is: does is what else it does.
func runs(does string) string {
	return `%z = const 0 : i64
		%r = for ^f %z, %n, %k <ints=[1]> : i64 (%i: i64, %s: i64) {
			%v = load %x, %i : i64
			%t = add %s, %v : i64
			` + does + `
			yield %t
		}
		return %r`
}

func TestRunningStays(t *testing.T) {
	always := func(f *ir.Func) bool { return Running(f, func(*ir.Op) bool { return true }) }
	const stores = "store %y, %i, %t"
	f := parse(t, runningHead+" {\n"+runs(stores)+"\n}\n")
	if !always(f) || strings.Count(f.String(), "running @add") != 1 {
		t.Errorf("stays:\n%s", f)
	}
	testStays(t, strings.TrimSuffix(runningHead, " kernel=single"), always, []untouched{{"it is no kernel", runs(stores)}})
	inside := strings.TrimSuffix(strings.Replace(runs(stores), "%z = const 0 : i64", "", 1), "return %r")
	testStays(t, runningHead, always, []untouched{
		{"it has lanes around it", "%z = const 0 : i64\nfor %z, %k <ints=[1] mode=lanes> (%l: i64) {\n" + inside + "yield\n}\nreturn %n"},
		{"a reduction is around it", "%z = const 0 : i64\n%q = blockreduce %z, %k, %n <ints=[0, 1]> : i64 (%l: i64) {\n" + inside + "yield %r\n} (%u: i64, %w: i64) {\nyield %u\n}\nreturn %q"},
		{"a loop inside", runs("for %z, %k <ints=[1]> (%j: i64) {\nstore %y, %j, %v\nyield\n}")},
		{"it goes on early", runs("%c = lt %v, %k : bool\nif %c {\ncontinue ^f %s\n} {\nyield\n}\n" + stores)},
		{"it begins anew", runs("%c = lt %v, %k : bool\nif %c {\ncontinue ^f %k\n} {\nyield\n}\n" + stores)},
		{"the greatest float", strings.NewReplacer("%k <", "%zero <", ": i64 (%i: i64, %s: i64)", ": f64 (%i: i64, %s: f64)", "load %x, %i : i64", "load %p, %i, %z <path=[-1]> : f64", "add %s, %v : i64", "max %s, %v : f64", "return %r", "return %k",
			"%r = for", "%zero = const 0.0 : f64\n%r = for").Replace(runs("store %p, %i, %t, %z <path=[-1]>"))},
		{"two that are put together with each other", `%z = const 0 : i64
			%r, %q = for %z, %n, %k, %n <ints=[1]> : i64, i64 (%i: i64, %s: i64, %u: i64) {
				%t = add %s, %u : i64
				store %y, %i, %t
				yield %t, %t
			}
			return %r`},
		{"a slice that is carried", `%z = const 0 : i64
			%r, %q = for %z, %n, %k, %x <ints=[1]> : i64, []i64 (%i: i64, %s: i64, %u: []i64) {
				%v = load %x, %i : i64
				%t = add %s, %v : i64
				store %y, %i, %t
				yield %t, %y
			}
			%l = len %q : i64
			return %l`},
		{"it ends early", runs("%c = lt %v, %k : bool\nif %c {\nbreak ^f %s\n} {\nyield\n}\n" + stores)},
		{"it returns", runs("%c = lt %v, %k : bool\nif %c {\nreturn %s\n} {\nyield\n}\n" + stores)},
		{"a place that is carried", runs("check.index %s, %k\nstore %y, %s, %v")},
		{"a place that follows from what is carried", "%c0 = lt %n, %k : bool\n" + runs("%a = if %c0 : i64 {\nyield %t\n} {\nyield %k\n}\n%b = load %y, %a : i64\nstore %y, %i, %b")},
		{"a place near what is carried", "%three = const 3 : i64\n" + runs("%a = and %s, %three : i64\n%g = add %i, %a : i64\nstore %y, %g, %v")},
		{"a place in an arm", "%c0 = lt %n, %k : bool\n" + runs("%a = if %c0 : i64 {\n%b = load %y, %s : i64\nyield %b\n} {\nyield %k\n}\n"+stores)},
		{"a part that is carried", runs("%b = load %p, %i, %s <path=[-1]> : f64\n" + stores)},
		{"a check of what is carried", runs("check.div %t\n" + stores)},
		{"elements follow from those before", runs("%one = const 1 : i64\n%j = add %i, %one : i64\nstore %x, %j, %t")},
	})
}

// TestDelayStores: which stores of a loop may wait for the end of an iteration.
func TestDelayStores(t *testing.T) {
	for _, c := range []struct {
		name, body string
		late       int // stores; -1: it says no
	}{
		{"nothing behind", "store %x, %i, %n", 1},
		{"a check", "store %x, %i, %n\ncheck.index %i, %k", 1},
		{"a load ahead", "%v = load %x, %i : i64\nstore %x, %i, %v", 1},
		{"a load behind, of the same", "store %x, %i, %n\n%v = load %x, %i : i64", -1},
		{"a load behind, of one beside", "store %x, %i, %n\n%j = add %i, %one : i64\n%v = load %x, %j : i64", 1},
		{"a load behind, of what may be the same", "store %x, %i, %n\n%v = load %y, %i : i64", -1},
		{"a load behind, of another type", "store %x, %i, %n\n%v = load %p, %i, %one <path=[-1]> : f64", 1},
		{"two stores", "store %x, %i, %n\nstore %y, %i, %k", 2},
		{"a store behind, in an arm", "%c = lt %i, %k : bool\nstore %x, %i, %n\nif %c {\nstore %y, %i, %k\nyield\n} {\nyield\n}", -1},
		{"a store ahead, in an arm", "%c = lt %i, %k : bool\nif %c {\nstore %y, %i, %k\nyield\n} {\nyield\n}\nstore %x, %i, %n", 1},
		{"a load behind one in an arm", "%c = lt %i, %k : bool\nif %c {\nstore %y, %i, %k\nyield\n} {\nyield\n}\n%v = load %y, %i : i64", 0},
		{"it goes on early", "%c = lt %i, %k : bool\nstore %x, %i, %n\nif %c {\ncontinue ^f\n} {\nyield\n}", -1},
	} {
		f := parse(t, runningHead+" {\n%z = const 0 : i64\n%one = const 1 : i64\nfor ^f %z, %n <ints=[1] mode=lanes> (%i: i64) {\n"+c.body+"\nyield\n}\nreturn %n\n}\n")
		loop := f.Body.Ops[2]
		before := f.String()
		ok := DelayStores(loop, analysis.NewSpace(), &analysis.Condition{})
		if n := strings.Count(f.String(), "mode=late"); ok != (c.late >= 0) || n != max(c.late, 0) || ok && n == 0 && f.String() != before {
			t.Errorf("%s: says %v, %d are late\n%s", c.name, ok, n, f)
		}
	}
}
