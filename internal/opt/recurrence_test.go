package opt

import (
	"math"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

const recurrenceHead = "func @f(%x: []f64, %y: []f64, %b: []i64, %n: i64, %k: i64, %a: f64) -> (f64) kernel=single"

// recurs is a loop that carries a sum in order: does is what else it does.
func recurs(does string) string {
	return `%z = const 0 : i64
		%zero = const 0.0 : f64
		%r = for ^f %z, %n, %zero <ints=[1]> : f64 (%i: i64, %s: f64) {
			%v = load %x, %i : f64
			%t = add %s, %v : f64
			` + does + `
			yield %t
		}
		return %r`
}

const roots = "%q = sqrt %t : f64\n%p = div %q, %a : f64\nstore %y, %i, %p"

func TestRecurrences(t *testing.T) {
	always := func(f *ir.Func) bool { return Recurrences(f, func(*ir.Op) float64 { return math.Inf(-1) }) }
	f := parse(t, recurrenceHead+" {\n"+recurs(roots)+"\n}\n")
	if !always(f) || strings.Count(f.String(), "mode=lanes") != 1 || strings.Count(f.String(), "alloca <ints=[256]> : []f64") != 1 {
		t.Errorf("stays:\n%s", f)
	}
	// What doesn't wait for the iteration before, and is needed by both, is done in both.
	f = parse(t, recurrenceHead+" {\n"+recurs("%u = mul %t, %v : f64\nstore %y, %i, %u")+"\n}\n")
	if !always(f) || strings.Count(f.String(), "alloca") != 1 || strings.Count(f.String(), "load %x") != 3 {
		t.Errorf("stays, or hands on what is loaded:\n%s", f)
	}
	testStays(t, strings.TrimSuffix(recurrenceHead, " kernel=single"), always, []untouched{{"it is no kernel", recurs(roots)}})
	inside := strings.TrimSuffix(strings.NewReplacer("%z = const 0 : i64", "", "%zero = const 0.0 : f64", "").Replace(recurs(roots)), "return %r")
	consts := "%z = const 0 : i64\n%zero = const 0.0 : f64\n"
	testStays(t, recurrenceHead, always, []untouched{
		{"it has lanes around it", consts + "for %z, %k <ints=[1] mode=lanes> (%l: i64) {\n" + inside + "yield\n}\nreturn %a"},
		{"a loop inside", recurs("for %z, %k <ints=[1]> (%j: i64) {\nstore %y, %j, %v\nyield\n}\n" + roots)},
		{"nothing is stored", recurs("%q = sqrt %t : f64")},
		{"a check", recurs("check.index %i, %k\n" + roots)},
		{"it ends early", recurs("%c = lt %v, %a : bool\nif %c {\nbreak ^f %s\n} {\nyield\n}\n" + roots)},
		{"what decides about the next iteration stores", strings.Replace(recurs("%c = lt %v, %a : bool\n%u = if %c : f64 {\nstore %y, %i, %t\nyield %t\n} {\nyield %s\n}"), "yield %t\n\t\t}\n\t\treturn", "yield %u\n\t\t}\n\t\treturn", 1)},
		{"a place that is carried", recurs("%j = conv %t : i64\nstore %b, %j, %i\n" + roots)},
		{"what is stored is loaded in the next iteration", recurs("%one = const 1 : i64\n%j = add %i, %one : i64\n%q = sqrt %t : f64\nstore %x, %j, %q")},
		{"what is stored is loaded behind", strings.Replace(recurs("%q = sqrt %s : f64\nstore %x, %i, %q\n%w = load %x, %i : f64\n%u = add %t, %w : f64"), "yield %t", "yield %u", 1)},
		{"a condition is handed on", strings.Replace(recurs("%c = lt %t, %a : bool\n%u = select %c, %t, %a : f64\nif %c {\nstore %y, %i, %a\nyield\n} {\nyield\n}"), "yield %t\n\t\t}\n\t\treturn", "yield %u\n\t\t}\n\t\treturn", 1)},
	})
}

// TestRecurrencesPay: what takes as long in the end stays as it is.
func TestRecurrencesPay(t *testing.T) {
	for does, pays := range map[string]bool{
		roots: true,
		"%p = mul %t, %a : f64\nstore %y, %i, %p": false,
		"store %y, %i, %t":                        false,
	} {
		f := parse(t, recurrenceHead+" {\n"+recurs(does)+"\n}\n")
		if got := Recurrences(f, func(*ir.Op) float64 { return 2 }); got != pays {
			t.Errorf("taken apart %v, want %v:\n%s", got, pays, f)
		}
	}
}
