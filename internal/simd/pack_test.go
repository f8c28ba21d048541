package simd_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/simd"
)

func TestPackStores(t *testing.T) {
	const head = "func @f(%lo: i64, %hi: i64, %p: i64, %q: i64, %b: f64, %c: f64, %on: bool) -> () kernel=range {\n" +
		"%one = const 1 : i64\n%two = const 2 : i64\n%three = const 3 : i64\n"
	loop := func(body string) string {
		return head + "loop ^l %lo (%i: i64) {\n%i1 = add %i, %one : i64\n%i2 = add %i, %two : i64\n%i3 = add %i2, %one : i64\n" +
			"%s0 = mload %q, %i <ints=[8, 0]> : f64\n%s1 = mload %q, %i <ints=[8, 8]> : f64\n%s2 = mload %q, %i <ints=[8, 16]> : f64\n%s3 = mload %q, %i <ints=[8, 24]> : f64\n" +
			body + "%more = lt %i3, %hi : bool\nif %more {\ncontinue ^l %i3\n} {\nbreak ^l\n}\nunreachable\n}\nreturn\n}"
	}
	const (
		v0 = "%v0 = add %b, %s0 : f64\n"
		v1 = "%v1 = add %b, %s1 : f64\n"
		v2 = "%v2 = add %b, %s2 : f64\n"
		v3 = "%v3 = add %b, %s3 : f64\n"
		m0 = "mstore %p, %i, %v0 <ints=[8, 0]>\n"
		m1 = "mstore %p, %i1, %v1 <ints=[8, 0]>\n"
		m2 = "mstore %p, %i, %v2 <ints=[8, 16]>\n"
		m3 = "mstore %p, %i3, %v3 <ints=[8, 0]>\n"

		all   = v0 + m0 + v1 + m1 + v2 + m2 + v3 + m3
		stays = "" // what must not be touched
	)
	vector := func(side, op, pack string) string {
		args := "%vb, %vs"
		if side == "1" {
			args = "%vs, %vb"
		}
		return "%vb = splat %b : <4 x f64>\n%vs = pack " + pack + " : <4 x f64>\n%v = " + op + " " + args + " : <4 x f64>\nmstore %p, %i, %v <ints=[8, 0]>\n"
	}
	replaced := func(old, new string) string { return strings.Replace(all, old, new, 1) }
	for _, c := range []struct{ name, before, after string }{
		{"four sums", all, vector("0", "add", "%s0, %s1, %s2, %s3")},
		{"differences from them", strings.NewReplacer("add %b, %s0", "sub %s0, %b", "add %b, %s1", "sub %s1, %b", "add %b, %s2", "sub %s2, %b", "add %b, %s3", "sub %s3, %b").Replace(all),
			vector("1", "sub", "%s0, %s1, %s2, %s3")},
		{"one is asked for elsewhere", all + "mstore %q, %i, %v2 <ints=[8, 0]>\n", v2 + vector("0", "add", "%s0, %s1, %s2, %s3") + "mstore %q, %i, %v2 <ints=[8, 0]>\n"},
		{"one of something else", replaced("add %b, %s2", "add %c, %s2"), stays},
		{"another op", replaced("add %b, %s2", "mul %b, %s2"), stays},
		{"no place after the other", replaced("[8, 16]", "[8, 24]"), stays},
		{"in other steps", replaced("%i, %v2 <ints=[8, 16]>", "%i, %v2 <ints=[4, 16]>"), stays},
		{"to elsewhere", replaced("mstore %p, %i, %v2", "mstore %q, %i, %v2"), stays},
		{"read on the way", replaced(v3, "%s4 = mload %p, %i <ints=[8, 0]> : f64\n%v3 = add %b, %s4 : f64\n"), stays},
		{"stored under a mask", replaced("%v2 <ints", "%v2, %on <ints"), stays},
		{"a way out between", replaced(v3, "if %on {\nbreak ^l\n} {\nyield\n}\n"+v3), stays},
		{"three", replaced(m3, ""), stays},
	} {
		parse := func(body string) *ir.Module {
			m, err := ir.Parse(loop(body))
			if err == nil && !strings.Contains(body, ", %on <") {
				err = ir.Verify(m, ir.Lanes)
			}
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			return m
		}
		m := parse(c.before)
		if changed := simd.PackStores(m.Funcs[0]); changed != (c.after != stays) {
			t.Errorf("%s: changed: %v", c.name, changed)
		}
		if err := m.Funcs[0].CheckChanges(); err != nil {
			t.Error(c.name, err)
		}
		want := parse(c.before)
		if c.after != stays {
			want = parse(c.after)
			want.Funcs[0].Body.Ops[2].Remove()                   // %three
			want.Funcs[0].Body.Ops[2].Regions[0].Ops[0].Remove() // %i1
		}
		if got, want := nameless(m), nameless(want); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
	}
}
