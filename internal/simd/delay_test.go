package simd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/simd"
)

// TestDelay: where loads reach back to what the iteration before has stored in its page, there is another loop that stores later.
func TestDelay(t *testing.T) {
	const (
		left  = "%j = sub %i, %one : i64\n%u = mload %p, %j <ints=[4, 0]> : <8 x f32>\n"
		here  = "%v = mload %p, %i <ints=[4, 0]> : <8 x f32>\n"
		sum   = "%s = add %u, %v : <8 x f32>\n"
		store = "mstore %q, %i, %s <ints=[4, 0]>\n"
	)
	both := func(then, other string) string { return "if %far {\n" + then + "yield\n} {\n" + other + "yield\n}\n" }
	for _, c := range []struct {
		name, body string
		changed    bool
	}{
		{"it reaches back", left + here + sum + store, true},
		{"past the caches or not", left + here + sum + both("mstore %q, %i, %s <ints=[4, 0] mode=streaming>\n", store), true},
		{"a page further on", "%j = add %i, %n : i64\n%k = add %j, %one : i64\n%u = mload %p, %k <ints=[4, -8]> : <8 x f32>\n" + here + sum + store, true},
		{"it reaches ahead only", "%j = add %i, %one : i64\n%u = mload %p, %j <ints=[4, 0]> : <8 x f32>\n" + here + sum + store, false},
		{"in place", strings.ReplaceAll(left+here+sum+store, "%q", "%p"), false},
		{"elements of other sizes", left + here + sum + "%d = conv %s : <8 x f64>\nmstore %q, %i, %d <ints=[8, 0]>\n", false},
		{"some lanes", left + here + sum + "%m = lt %u, %v : <8 x bool>\nmstore %q, %i, %s, %m <ints=[4, 0]>\n", false},
		{"one value twice", left + here + sum + store + "mstore %r, %i, %s <ints=[4, 0]>\n", false},
		{"what it does not compute", left + here + "mstore %q, %i, %zeros <ints=[4, 0]>\n", false},
		{"different stores in a branch", left + here + sum + both(store, "mstore %r, %i, %s <ints=[4, 0]>\n"), false},
		{"a place that is loaded", left + here + sum + "%at = mload %r, %i <ints=[8, 0]> : i64\nmstore %q, %at, %s <ints=[4, 0]>\n", false},
		{"five vectors", left + here + sum + store + "%s2 = add %s, %v : <8 x f32>\nmstore %q, %i, %s2 <ints=[4, 32]>\n%s3 = add %s2, %v : <8 x f32>\nmstore %q, %i, %s3 <ints=[4, 64]>\n" +
			"%s4 = add %s3, %v : <8 x f32>\nmstore %q, %i, %s4 <ints=[4, 96]>\n%s5 = add %s4, %v : <8 x f32>\nmstore %q, %i, %s5 <ints=[4, 128]>\n", false},
	} {
		m, err := ir.Parse("func @f(%n: i64, %far: bool, %p: i64, %q: i64, %r: i64) -> () kernel=single {\n%one = const 1 : i64\n%zeros = const 0 : <8 x f32>\n" +
			"%some = lt %one, %n : bool\nif %some {\n%last = loop ^l %one <mode=lanes> : i64 (%i: i64) {\n" + c.body +
			"%by = const 8 : i64\n%next = add %i, %by : i64\n%more = lt %next, %n : bool\nif %more {\ncontinue ^l %next\n} {\nbreak ^l %next\n}\nunreachable\n}\n" +
			"mstore %r, %one, %last <ints=[8, 0]>\nyield\n} {\nyield\n}\nreturn\n}")
		if err == nil {
			err = ir.Verify(m, ir.Lanes)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		f := m.Funcs[0]
		if changed := simd.Delay(f, machine.AVX2(), 12<<10); changed != c.changed {
			t.Errorf("%s: changed: %v", c.name, changed)
		}
		if err := f.CheckChanges(); err != nil {
			t.Error(c.name, err)
		}
		if err := ir.Verify(m, ir.Lanes); err != nil {
			t.Errorf("%s: %v in\n%s", c.name, err, m)
		}
		loops, before, behind := 0, 0, 0
		f.Body.Walk(func(o *ir.Op) bool {
			loops += len(o.Regions) * btoi(o.Kind == ir.OpLoop)
			if o.Kind == ir.OpMStore && strings.Contains(o.Args[0].Name, "q") {
				inside := false
				for r := o.Parent; r.Parent != nil; r = r.Parent.Parent {
					inside = inside || r.Parent.Kind == ir.OpLoop
				}
				before, behind = before+btoi(inside), behind+btoi(!inside)
			}
			return true
		})
		if c.changed && (loops != 2 || behind == 0 || before != 2*behind) {
			t.Errorf("%s: %d loops, %d stores in them and %d behind\n%s", c.name, loops, before, behind, m)
		}
	}
}

// TestDelayNot: rows in another loop, and loops that carry more than their index, stay as they are.
func TestDelayNot(t *testing.T) {
	const (
		begin = "func @f(%n: i64, %p: i64, %q: i64, %r: i64) -> () kernel=single {\n%one = const 1 : i64\n%v0 = const 0 : <8 x f32>\n"
		body  = "%j = sub %i, %one : i64\n%u = mload %p, %j <ints=[4, 0]> : <8 x f32>\n%s = add %u, %u : <8 x f32>\nmstore %q, %i, %s <ints=[4, 0]>\n%by = const 8 : i64\n%next = add %i, %by : i64\n%more = lt %next, %n : bool\n"
		index = "%last = loop ^l %one <mode=lanes> : i64 (%i: i64) {\n" + body + "if %more {\ncontinue ^l %next\n} {\nbreak ^l %next\n}\nunreachable\n}\n"
		sums  = "%last, %sum = loop ^l %one, %v0 <mode=lanes> : i64, <8 x f32> (%i: i64, %c: <8 x f32>) {\n" + body + "%d = add %c, %s : <8 x f32>\nif %more {\ncontinue ^l %next, %d\n} {\nbreak ^l %next, %d\n}\nunreachable\n}\n"
	)
	for _, c := range []struct {
		name, text string
		changed    bool
	}{
		{"by itself", begin + index + "mstore %r, %one, %last <ints=[8, 0]>\nreturn\n}", true},
		{"carried", begin + sums + "mstore %r, %one, %sum <ints=[4, 0]>\nreturn\n}", false},
		{"inside", begin + "%end = loop ^o %one : i64 (%y: i64) {\n" + index + "%again = lt %last, %y : bool\nif %again {\ncontinue ^o %last\n} {\nbreak ^o %last\n}\nunreachable\n}\nmstore %r, %one, %end <ints=[8, 0]>\nreturn\n}", false},
	} {
		m, err := ir.Parse(c.text)
		if err == nil {
			err = ir.Verify(m, ir.Lanes)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if changed := simd.Delay(m.Funcs[0], machine.AVX2(), 12<<10); changed != c.changed {
			t.Errorf("%s: changed: %v", c.name, changed)
		}
	}
}

// TestDelayRows: in rows of a picture stores wait where the body is long, in private memory if there are many; what that depends on is asked ahead of all rows.
func TestDelayRows(t *testing.T) {
	kernel := func(ops, stores int, begin string) string {
		b := &strings.Builder{}
		b.WriteString("func @f(%n: i64, %w: i64, %p: i64, %q: i64, %r: i64) -> () kernel=single {\n%zero = const 0 : i64\n%end = loop ^o %zero : i64 (%y: i64) {\n%row = mul %y, %w : i64\n" + begin)
		b.WriteString("%last = loop ^l %zero <mode=lanes> : i64 (%i: i64) {\n%at = add %row, %i : i64\n%below = add %at, %w : i64\n%v0 = mload %p, %at <ints=[4, 0]> : <8 x f32>\n%u0 = mload %p, %below <ints=[4, 0]> : <8 x f32>\n")
		for k := 1; k <= ops; k++ {
			fmt.Fprintf(b, "%%v%d = add %%v%d, %%u0 : <8 x f32>\n", k, k-1)
		}
		for k := range stores {
			fmt.Fprintf(b, "mstore %%to, %%at, %%v%d <ints=[4, %d]>\n", ops-k, 8+32*k)
		}
		b.WriteString("%by = const 8 : i64\n%next = add %i, %by : i64\n%more = lt %next, %n : bool\nif %more {\ncontinue ^l %next\n} {\nbreak ^l %next\n}\nunreachable\n}\n")
		b.WriteString("%again = lt %last, %y : bool\nif %again {\ncontinue ^o %last\n} {\nbreak ^o %last\n}\nunreachable\n}\nmstore %r, %zero, %end <ints=[8, 0]>\nreturn\n}")
		return strings.ReplaceAll(b.String(), "%to", map[bool]string{true: "%q", false: "%o"}[begin == ""])
	}
	for _, c := range []struct {
		name             string
		text             string
		changed, private bool
		asked            int
	}{
		{"long", kernel(100, 2, ""), true, false, 2}, // of this row and of the one below
		{"in private memory", kernel(100, 12, ""), true, true, 2},
		{"seventeen vectors", kernel(100, 17, ""), false, false, 0},
		{"short", kernel(20, 2, ""), false, false, 0},
		{"from row to row as far as is loaded", kernel(100, 2, "%o = mload %r, %y <ints=[8, 0]> : i64\n"), false, false, 0},
	} {
		m, err := ir.Parse(c.text)
		if err == nil {
			err = ir.Verify(m, ir.Lanes)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		f := m.Funcs[0]
		if changed := simd.Delay(f, machine.AVX2(), 12<<10); changed != c.changed {
			t.Errorf("%s: changed: %v", c.name, changed)
		}
		if err := f.CheckChanges(); err != nil {
			t.Error(c.name, err)
		}
		if err := ir.Verify(m, ir.Lanes); err != nil {
			t.Errorf("%s: %v in\n%s", c.name, err, m)
		}
		private, asked := false, 0
		f.Body.Walk(func(o *ir.Op) bool {
			private = private || o.Kind == ir.OpPtr
			asked += btoi(o.Parent == f.Body && o.Kind == ir.OpLt)
			return true
		})
		if private != c.private || asked != c.asked {
			t.Errorf("%s: private memory: %v; %d questions ahead of the rows\n%s", c.name, private, asked, m)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
