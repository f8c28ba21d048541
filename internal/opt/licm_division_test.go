package opt

import (
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

const divisionHead = "func @f(%b: bool, %i: i64, %n: i64, %m: i64, %d: []i64) -> () kernel=single"

// TestLICMDivision: in a kernel a division that does not change moves out of loops that come to it each time, once guarded against a divisor of zero.
func TestLICMDivision(t *testing.T) {
	const guarded = "%z = const 0 : i64\n%e = eq %m, %z : bool\n%1 = const 1 : i64\n%s = select %e, %1, %m : i64\n"
	testPass(t, divisionHead, LICM, []pair{{
		"out of two loops",
		"for %i, %n <ints=[1]> (%j: i64) {\nfor %i, %n <ints=[1]> (%k: i64) {\ncheck.div %m\n%r = rem %n, %m : i64\nstore %d, %k, %r\nyield\n}\nyield\n}\nreturn",
		guarded + "%r = rem %n, %s : i64\nfor %i, %n <ints=[1]> (%j: i64) {\n%z1 = const 0 : i64\n%o1 = const 1 : i64\nfor %i, %n <ints=[1]> (%k: i64) {\ncheck.div %m\nstore %d, %k, %r\nyield\n}\nyield\n}\nreturn",
	}, {
		"out of the inner loop, at the outer one's index",
		"for %i, %n <ints=[1]> (%j: i64) {\nfor %i, %n <ints=[1]> (%k: i64) {\n%r = div %j, %m : i64\nstore %d, %k, %r\nyield\n}\nyield\n}\nreturn",
		guarded + "for %i, %n <ints=[1]> (%j: i64) {\n%z1 = const 0 : i64\n%o1 = const 1 : i64\n%r = div %j, %s : i64\nfor %i, %n <ints=[1]> (%k: i64) {\nstore %d, %k, %r\nyield\n}\nyield\n}\nreturn",
	}, {
		"in a loop that counts up to the divisor",
		"%z = const 0 : i64\nfor %z, %m <ints=[1]> (%j: i64) {\nfor %i, %n <ints=[1]> (%k: i64) {\n%r = div %j, %m : i64\nstore %d, %k, %r\nyield\n}\nyield\n}\nreturn",
		"%z = const 0 : i64\nfor %z, %m <ints=[1]> (%j: i64) {\n%r = div %j, %m : i64\nfor %i, %n <ints=[1]> (%k: i64) {\nstore %d, %k, %r\nyield\n}\nyield\n}\nreturn",
	}, {
		"out of a loop that counts up to the divisor, too",
		"%z = const 0 : i64\nfor %z, %m <ints=[1]> (%j: i64) {\nfor %z, %m <ints=[1]> (%k: i64) {\n%r = div %n, %m : i64\nstore %d, %k, %r\nyield\n}\nyield\n}\nreturn",
		"%z = const 0 : i64\n" + strings.Replace(guarded, "%z", "%z0", -1) + "%r = div %n, %s : i64\nfor %z, %m <ints=[1]> (%j: i64) {\nfor %z, %m <ints=[1]> (%k: i64) {\nstore %d, %k, %r\nyield\n}\nyield\n}\nreturn",
	}})
	testStays(t, divisionHead, LICM, []untouched{
		{"a division that not all iterations come to", "for %i, %n <ints=[1]> (%j: i64) {\nif %b {\n%r = rem %n, %m : i64\nstore %d, %j, %r\nyield\n} {\nyield\n}\nyield\n}\nreturn"},
		{"a division by what the loop computes", "for %i, %n <ints=[1]> (%j: i64) {\n%r = rem %n, %j : i64\nstore %d, %j, %r\nyield\n}\nreturn"},
	})
}

// TestLICMDivisionMeans runs loops with divisions, checked or never come to, before and after.
func TestLICMDivisionMeans(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, body := range []string{
		"for %i, %n <ints=[1]> (%j: i64) {\ncheck.div %m\n%r = rem %n, %m : i64\nstore %d, %j, %r\nyield\n}\nreturn",
		"for %i, %n <ints=[1]> (%j: i64) {\nfor %i, %j <ints=[1]> (%k: i64) {\ncheck.div %m\n%q = div %j, %m : i64\nstore %d, %k, %q\nyield\n}\nyield\n}\nreturn",
		"for %i, %n <ints=[1]> (%j: i64) {\nstore %d, %j, %j\ncheck.div %m\n%r = rem %n, %m : i64\n%q = div %r, %m : i64\nstore %d, %j, %q\nyield\n}\nreturn",
	} {
		f := parse(t, divisionHead+" {\n"+body+"\n}\n")
		g := f.Clone()
		if !LICM(g) {
			t.Fatalf("nothing moves:\n%s", f)
		}
		for range 50 {
			lo, hi, m := r.Intn(3), r.Intn(8), r.Intn(5)-2
			run := func(f *ir.Func) (out string) {
				d := make([]int, 8)
				defer func() { out = fmt.Sprint(d, recover()) }()
				in := []reflect.Value{reflect.ValueOf(true), reflect.ValueOf(lo), reflect.ValueOf(hi), reflect.ValueOf(m), reflect.ValueOf(d)}
				eval.Call(&ir.Module{Funcs: []*ir.Func{f}}, f.Name, reflect.TypeFor[func(bool, int, int, int, []int)](), in...)
				return
			}
			if a, b := run(f), run(g); a != b {
				t.Errorf("%d, %d, %d: %s, afterwards %s\n%s", lo, hi, m, a, b, g)
			}
		}
	}
}

// TestLICMDivisionFirst: in a host a division moves as its check does, where nothing comes before it.
func TestLICMDivisionFirst(t *testing.T) {
	head := strings.TrimSuffix(divisionHead, " kernel=single")
	loop := func(before, inside string) string {
		return "%z = const 0 : i64\n" + before + "loop ^0 %z (%j: i64) {\n" + inside + "%c = lt %j, %r : bool\nif %c {\nyield\n} {\nbreak ^0\n}\nstore %d, %j, %j\n%o = const 1 : i64\n%j1 = add %j, %o : i64\ncontinue ^0 %j1\n}\nreturn"
	}
	const division = "%r = div %n, %m : i64\n"
	testPass(t, head, LICM, []pair{{"what a loop counts up to", loop("", "check.div %m\n"+division), loop("check.div %m\n"+division, "")}})
	testStays(t, head, LICM, []untouched{
		{"behind something that is noticed", loop("", "store %d, %z, %z\ncheck.div %m\n"+division)},
		{"by what some check may have left", loop("", "check.index %j, %m\n"+division)},
	})
}
