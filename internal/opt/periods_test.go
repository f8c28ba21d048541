package opt

import (
	"fmt"
	"math/rand"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

const periodsHead = "func @f(%x: []i64, %n: i64, %w: i64, %b: bool) -> ()"

// periodic are loops that are taken some iterations at a time; they run over n.
var periodic = []struct {
	what, body string
	p          int64
}{
	{"a remainder", "%3 = const 3 : i64\n%2 = const 2 : i64\n%r = rem %i, %3 : i64\n%c = eq %r, %2 : bool\nif %c {\nstore %x, %i, %w\nyield\n} {\nyield\n}", 3},
	{"the last bits", "%3 = const 3 : i64\n%0 = const 0 : i64\n%r = and %i, %3 : i64\n%c = ne %r, %0 : bool\n%s = select %c, %r, %w : i64\nstore %x, %i, %s", 4},
	{"two remainders", "%3 = const 3 : i64\n%2 = const 2 : i64\n%1 = const 1 : i64\n%r = rem %i, %3 : i64\n%c = eq %r, %2 : bool\n%r1 = rem %i, %2 : i64\n%d = lt %r1, %1 : bool\n%e = and %c, %d : bool\nif %e {\nstore %x, %i, %w\nyield\n} {\nstore %x, %i, %r\nyield\n}", 6},
	{"all that is computed from an index and a constant", "%7 = const 7 : i64\n%2 = const 2 : i64\n%1 = const 1 : u64\n%12 = const 12 : i64\n%m = const -4 : i64\n%r = and %i, %7 : i64\n%c = gt %r, %2 : bool\n" +
		"%q = div %i, %2 : i64\n%s = shr %i, %1 : i64\n%o = or %i, %2 : i64\n%y = xor %i, %7 : i64\n%a = andnot %i, %2 : i64\n%l = and %i, %m : i64\n%g = or %i, %12 : i64\n%q1 = div %i, %12 : i64\n%k = const 3 : u64\n%s1 = shr %i, %k : i64\n" +
		"%s2 = mul %q, %7 : i64\n%s3 = xor %s2, %s : i64\n%s4 = add %s3, %o : i64\n%s6 = mul %s4, %7 : i64\n%s7 = xor %s6, %y : i64\n%s9 = add %s7, %a : i64\n%t2 = xor %s9, %l : i64\n%t4 = sub %t2, %g : i64\n%t6 = xor %t4, %q1 : i64\n%t8 = sub %t6, %s1 : i64\n" +
		"%v = select %c, %t8, %i : i64\nstore %x, %i, %v", 8},
	{"a check that fails on the way", "%1 = const 1 : i64\n%0 = const 0 : i64\n%r = and %i, %1 : i64\n%c = eq %r, %0 : bool\nif %c {\ncheck.index %i, %w\nstore %x, %i, %w\nyield\n} {\nstore %x, %i, %i\nyield\n}", 2},
}

func TestPeriods(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, c := range periodic {
		for _, loop := range []string{"%z = const 0 : i64\nfor %z, %n <ints=[1]>", "multi %n"} {
			f := parse(t, periodsHead+" {\n"+loop+" (%i: i64) {\n"+c.body+"\nyield\n}\nreturn\n}\n")
			g := f.Clone()
			if !Periods(g) {
				t.Fatalf("%s: left alone:\n%s", c.what, f)
			}
			if err := ir.VerifyFunc(g, ir.Residual); err != nil {
				t.Fatalf("%s: %v\n%s", c.what, err, g)
			}
			loops := 0
			g.Body.Walk(func(o *ir.Op) bool {
				if o.Kind == ir.OpRem && o.Parent == g.Body {
					if p, _ := o.Args[1].ConstInt(); p != c.p {
						t.Errorf("%s: %d at a time", c.what, p)
					}
				}
				if (o.Kind == ir.OpFor || o.Kind == ir.OpMulti) && loops == 0 {
					loops++
					o.Regions[0].Walk(func(x *ir.Op) bool {
						if x.Kind == ir.OpIf {
							t.Errorf("%s: a condition is left:\n%s", c.what, g)
						}
						return true
					})
				}
				return true
			})
			for n := -2; n < 20; n++ {
				w := r.Intn(20)
				run := func(f *ir.Func) (out string) {
					x := make([]int, 20)
					defer func() { out = fmt.Sprint(x, recover()) }()
					in := []reflect.Value{reflect.ValueOf(x), reflect.ValueOf(n), reflect.ValueOf(w), reflect.ValueOf(true)}
					eval.Call(&ir.Module{Funcs: []*ir.Func{f}}, f.Name, reflect.TypeFor[func([]int, int, int, bool)](), in...)
					return
				}
				if a, b := run(f), run(g); a != b {
					t.Errorf("%s: %d, %d: %s, afterwards %s\n%s", c.what, n, w, a, b, g)
				}
			}
		}
	}
	const odd = "%1 = const 1 : i64\n%r = and %i, %1 : i64\n%c = eq %r, %1 : bool\nif %c {\nstore %x, %i, %w\nyield\n} {\nyield\n}\n"
	testStays(t, periodsHead, Periods, with("%z = const 0 : i64\n", []untouched{
		{"a period that is long", "for %z, %n <ints=[1]> (%i: i64) {\n%9 = const 9 : i64\n%r = rem %i, %9 : i64\n%c = eq %r, %9 : bool\nif %c {\nstore %x, %i, %w\nyield\n} {\nyield\n}\nyield\n}\nreturn"},
		{"one that is long as several", "for %z, %n <ints=[1]> (%i: i64) {\n%5 = const 5 : i64\n%2 = const 2 : i64\n%r = rem %i, %5 : i64\n%r1 = rem %i, %2 : i64\n%c = eq %r, %2 : bool\n%d = eq %r1, %2 : bool\n%e = or %c, %d : bool\nif %e {\nstore %x, %i, %w\nyield\n} {\nyield\n}\nyield\n}\nreturn"},
		{"bits that are not the last", "for %z, %n <ints=[1]> (%i: i64) {\n%2 = const 2 : i64\n%r = and %i, %2 : i64\n%c = eq %r, %2 : bool\nif %c {\nstore %x, %i, %w\nyield\n} {\nyield\n}\nyield\n}\nreturn"},
		{"a remainder by what differs", "for %z, %n <ints=[1]> (%i: i64) {\n%r = rem %i, %w : i64\n%c = eq %r, %z : bool\nif %c {\nstore %x, %i, %w\nyield\n} {\nyield\n}\nyield\n}\nreturn"},
		{"a comparison with what differs", "for %z, %n <ints=[1]> (%i: i64) {\n%1 = const 1 : i64\n%r = and %i, %1 : i64\n%c = eq %r, %w : bool\nif %c {\nstore %x, %i, %w\nyield\n} {\nyield\n}\nyield\n}\nreturn"},
		{"no comparison", "for %z, %n <ints=[1]> (%i: i64) {\n%1 = const 1 : i64\n%r = and %i, %1 : i64\nstore %x, %r, %w\nyield\n}\nreturn"},
		{"a loop that begins somewhere", "for %w, %n <ints=[1]> (%i: i64) {\n" + odd + "yield\n}\nreturn"},
		{"a loop that counts by two", "for %z, %n <ints=[2]> (%i: i64) {\n" + odd + "yield\n}\nreturn"},
		{"a loop that counts down", "for %n, %z <ints=[-1]> (%i: i64) {\n" + odd + "yield\n}\nreturn"},
		{"a loop that carries something", "%s = for %z, %n, %w <ints=[1]> : i64 (%i: i64, %a: i64) {\n" + odd + "%a1 = add %a, %i : i64\nyield %a1\n}\nstore %x, %z, %s\nreturn"},
		{"a loop that is left", "for ^l %z, %n <ints=[1]> (%i: i64) {\n" + odd + "if %b {\nbreak ^l\n} {\nyield\n}\nyield\n}\nreturn"},
		{"a loop that goes on early", "for ^l %z, %n <ints=[1]> (%i: i64) {\nif %b {\ncontinue ^l\n} {\nyield\n}\n" + odd + "yield\n}\nreturn"},
		{"a loop with a loop inside", "for %z, %n <ints=[1]> (%i: i64) {\n" + odd + "for %z, %w <ints=[1]> (%j: i64) {\nstore %x, %j, %i\nyield\n}\nyield\n}\nreturn"},
		{"two dimensions", "multi %n, %n (%i: i64, %j: i64) {\n" + odd + "yield\n}\nreturn"},
	}))
}
