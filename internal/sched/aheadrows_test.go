package sched_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
)

// TestAheadOfRows: loops over rows that lie one behind the other ask ahead for what they read in order, where it is far and they look up elements at it.
func TestAheadOfRows(t *testing.T) {
	const text = `func @f(%x: []f64, %y: []f64, %col: []i32, %val: []f64, %at: []i32, %order: []i32, %n: i64, %w: i64) -> () {
		%one = const 1 : i64
		%zero = const 0 : f64
		%none = const 0 : i64
		multi %n (%r: i64) {
			ROW
			%lo = conv %from : i64
			%hi = conv %to : i64
			%s = for %lo, %hi, %zero <ints=[1]> : f64 (%k: i64, %sum: f64) {
				BODY
				%next = add %sum, %v : f64
				yield %next
			}
			store %y, %r, %s
			yield
		}
		return
	}`
	const (
		rows   = "%from = load %at, %r : i32\n%r1 = add %r, %one : i64\n%to = load %at, %r1 : i32\n"
		lookUp = "%c = load %col, %k : i32\n%p = conv %c : i64\n%v = load %x, %p : f64\n"
		both   = "%c = load %col, %k : i32\n%p = conv %c : i64\n%u = load %x, %p : f64\n%m = load %val, %k : f64\n%v = mul %u, %m : f64\n"
	)
	for name, c := range map[string]struct {
		row, body string
		ahead     int
	}{
		"columns":                      {rows, lookUp, 1},
		"columns and values":           {rows, both, 2},
		"two of the same slice":        {rows, both + "%k1 = add %k, %one : i64\n%c1 = load %col, %k1 : i32\n", 2},
		"nothing is looked up":         {rows, "%v = load %val, %k : f64\n", 0},
		"what is read is not there":    {rows, "%c = load %col, %r : i32\n%p0 = conv %c : i64\n%p = add %p0, %k : i64\n%q = load %order, %p : i32\n%o = conv %q : i64\n%v = load %x, %o : f64\n", 1},
		"rows in another order":        {"%o = load %order, %r : i32\n%q = conv %o : i64\n%from = load %at, %q : i32\n%q1 = add %q, %one : i64\n%to = load %at, %q1 : i32\n", both, 0},
		"every second row":             {strings.ReplaceAll(rows, "%at, %r ", "%at, %rr ") + "\n", both, 0},
		"rows of one length":           {"%from = mul %r, %w : i64\n%to = add %from, %w : i64\n", both, 0},
		"from the last to the first":   {"%far = sub %n, %r : i64\n%from = load %at, %far : i32\n%f1 = add %far, %one : i64\n%to = load %at, %f1 : i32\n", both, 0},
		"the same bounds for all rows": {"%from = load %at, %none : i32\n%to = load %at, %one : i32\n", both, 0},
	} {
		row := c.row
		if name == "every second row" {
			row = "%rr = add %r, %r : i64\n" + row
		}
		code := strings.NewReplacer("ROW", row, "BODY", c.body).Replace(text)
		if strings.Contains(row, "mul %r, %w") {
			code = strings.NewReplacer("%lo = conv %from : i64", "", "%hi = conv %to : i64", "", "for %lo, %hi", "for %from, %to").Replace(code)
		}
		expectAhead(t, name, code, c.ahead)
	}
}

// expectAhead schedules a function and counts the loads that ask ahead.
func expectAhead(t *testing.T, name, code string, want int) {
	t.Helper()
	m, err := ir.Parse(code)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, code)
	}
	if err := ir.Verify(m, ir.Residual); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	r, err := sched.Lower(m.Funcs[0], machine.SmallData())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := ir.Verify(r.Module, ir.Loops); err != nil {
		t.Errorf("%s: %v\n%s", name, err, r.Module)
	}
	got := 0
	for _, f := range r.Module.Funcs {
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Mode == ir.Ahead {
				got++
			}
			return true
		})
	}
	if got != want {
		t.Errorf("%s: %d loads ask ahead, not %d\n%s", name, got, want, r.Module)
	}
}
