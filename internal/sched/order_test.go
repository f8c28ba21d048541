package sched_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/sched"
)

// TestOrder: which sums inside the iterations of a parallel loop go in the order of their indices.
func TestOrder(t *testing.T) {
	const head = `func @f(%x: []f64, %y: []f64, %at: []i64, %n: i64, %w: i64) -> () {
		%one = const 1 : i64
		%zero = const 0 : f64
		multi %n (%r: i64) {
			%first = mul %r, %w : i64
			%lo = load %at, %r : i64
			%r1 = add %r, %one : i64
			%hi = load %at, %r1 : i64
			%long = sub %hi, %lo : i64
	`
	sum := func(extent, values string) string {
		return head + "%s = multi " + extent + " : f64 (%k: i64) {\n" + values + "\nreduce %v, %zero (%a: f64, %b: f64) {\n%c = add %a, %b : f64\nyield %c\n}\nyield\n}\nstore %y, %r, %s\nyield\n}\nreturn\n}"
	}
	const nextTo, lookUp = "%i = add %first, %k : i64\n%v = load %x, %i : f64", "%i = add %first, %k : i64\n%p = load %at, %i : i64\n%v = load %x, %p : f64"
	for name, c := range map[string]struct {
		text    string
		inOrder bool
	}{
		"rows next to each other":           {sum("%w", nextTo), false},
		"rows of any length":                {sum("%long", nextTo), false},
		"elements that are looked up":       {sum("%w", lookUp), false},
		"rows of a sparse matrix":           {sum("%long", lookUp), true},
		"columns":                           {sum("%w", "%j = mul %k, %n : i64\n%i = add %j, %r : i64\n%v = load %x, %i : f64"), true},
		"one place for all":                 {sum("%long", "%i = add %lo, %k : i64\n%u = load %x, %i : f64\n%v = load %x, %lo : f64"), false},
		"a length that is the same for all": {strings.Replace(sum("%m", lookUp), "multi %n (", "%m = load %at, %n : i64\nmulti %n (", 1), false},
	} {
		m, err := ir.Parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := ir.Verify(m, ir.Residual); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f := m.Funcs[0]
		if changed := sched.Order(f); changed != c.inOrder || strings.Contains(f.String(), "mode=inorder") != c.inOrder {
			t.Errorf("%s: changed is %v\n%s", name, changed, f)
		}
	}
}
