package opt

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestBins: which parallel loops over bins have their elements put there by one loop.
func TestBins(t *testing.T) {
	const count = "%key = load %x, %i : i64\n%c = eq %key, %k : bool\n%v = select %c, %one, %zero : i64\n"
	for _, c := range []struct {
		name, before, body, kind string
		want                     bool
	}{
		{"counts", "", count, "add", true},
		{"the other way round", "", "%key = load %x, %i : i64\n%c = ne %k, %key : bool\n%v = select %c, %zero, %one : i64\n", "add", true},
		{"under another condition", "", "%key = load %x, %i : i64\n%e = eq %key, %k : bool\n%l = lt %key, %one : bool\n%c = and %l, %e : bool\n%v = select %c, %one, %zero : i64\n", "add", true},
		{"by a branch", "", "%key = load %x, %i : i64\n%c = eq %key, %k : bool\n%v = if %c : i64 {\n%w = load %y, %i : i64\nyield %w\n} {\nyield %zero\n}\n", "xor", true},
		{"a converted index", "", "%key = load %x, %i : i64\n%b = conv %key : u8\n%u = conv %k : u8\n%c = eq %b, %u : bool\n%v = select %c, %one, %zero : i64\n", "add", true},
		{"the greatest", "", count, "max", false}, // 0 is not the least
		{"something for the others", "", "%key = load %x, %i : i64\n%c = eq %key, %k : bool\n%v = select %c, %zero, %one : i64\n", "add", false},
		{"what is below", "", "%key = load %x, %i : i64\n%c = lt %key, %k : bool\n%v = select %c, %one, %zero : i64\n", "add", false},
		{"either of two", "", "%key = load %x, %i : i64\n%e = eq %key, %k : bool\n%l = lt %key, %one : bool\n%c = or %l, %e : bool\n%v = select %c, %one, %zero : i64\n", "add", false},
		{"a key that depends on the bin", "", "%at = add %i, %k : i64\n%key = load %x, %at : i64\n%c = eq %key, %k : bool\n%v = select %c, %one, %zero : i64\n", "add", false},
		{"a bin that is stored to before", "store %y, %k, %one\n", count, "add", false},
		{"a check of a bin before", "check.index %k, %n\n", count, "add", false},
		{"a check of elements", "", "check.index %i, %n\n" + count, "add", true},
		{"a check where one counts", "", "%key = load %x, %i : i64\n%c = eq %key, %k : bool\n%v = if %c : i64 {\ncheck.index %i, %one\n%w = load %y, %i : i64\nyield %w\n} {\nyield %zero\n}\n", "add", false},
		{"a check of the bin", "", "check.index %k, %n\n" + count, "add", false},
	} {
		text := "func @f(%x: []i64, %y: []i64, %n: i64) -> () {\n%zero = const 0 : i64\n%one = const 1 : i64\nmulti %n (%k: i64) {\n" + c.before +
			"%s = multi %n : i64 (%i: i64) {\n" + c.body + "reduce %v, %zero (%a: i64, %b.1: i64) {\n%s.1 = " + c.kind + " %a, %b.1 : i64\nyield %s.1\n}\nyield\n}\nstore %x, %k, %s\nyield\n}\nreturn\n}\n"
		f := parseFunc(t, text)
		if got := Bins(f); got != c.want {
			t.Errorf("%s: %v, want %v\n%s", c.name, got, c.want, text)
		}
		if makes := f.Body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpMake }); makes != c.want {
			t.Errorf("%s: makes bins: %v\n%v", c.name, makes, f)
		}
		verified(t, f)
	}
}
