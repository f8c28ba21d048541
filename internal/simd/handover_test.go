package simd_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/simd"
)

// recurrence is a kernel with a loop that carries vectors %x and %y, whose next values are %u and %v.
func recurrence(vector, body, next string) string {
	return strings.ReplaceAll("func @f(%n: i64, %p: i64) -> () kernel=single {\n%zero = const 0 : i64\n%one = const 1 : i64\n"+
		"%x0 = mload %p, %zero <ints=[8, 0]> : V\n%y0 = mload %p, %one <ints=[8, 0]> : V\n"+
		"%xn, %yn = loop ^l %zero, %x0, %y0 : V, V (%i: i64, %x: V, %y: V) {\n"+body+
		"%j = add %i, %one : i64\n%more = lt %j, %n : bool\nif %more {\ncontinue ^l %j, "+next+"\n} {\nbreak ^l "+next+"\n}\nunreachable\n}\n"+
		"mstore %p, %zero, %xn <ints=[8, 0]>\nmstore %p, %one, %yn <ints=[8, 0]>\nreturn\n}", "V", vector)
}

func TestHandOver(t *testing.T) {
	const (
		u    = "%u = fma %x, %y, %x : V\n"
		xx   = "%xx = mul %x, %x : V\n"
		v    = "%v = sub %xx, %y : V\n"
		next = "%u, %v"
	)
	for _, c := range []struct{ name, before, next, after string }{
		{"a square that is computed late", u + xx + v, next, xx + u + v},
		{"in order", xx + u + v, next, ""},
		{"it waits for the next value", u + "%xx = mul %x, %u : V\n" + v, next, ""},
		{"it waits for something behind that", u + "%w = mul %y, %u : V\n%xx = mul %x, %w : V\n" + v, next, ""},
		{"two need the old value", u + xx + "%xy = add %xx, %x : V\n%v = sub %xy, %y : V\n", next, ""},
		{"a next value itself", u + "%v = mul %x, %x : V\n", next, ""},
		{"they change places", "%u = mul %y, %y : V\n%v = mul %x, %x : V\n", next, ""},
		{"the old value goes on", u + xx + v, "%v, %x", ""},
		{"in a branch", u + "%odd = lt %i, %n : bool\n%xx = if %odd : V {\n%a = mul %x, %x : V\nyield %a\n} {\nyield %y\n}\n" + v, next, ""},
		{"a load is not asked for earlier", u + "%xx = mload %p, %i <ints=[8, 0]> : V\n%v = fma %x, %xx, %y : V\n", next, ""},
	} {
		parse := func(body string) *ir.Module {
			m, err := ir.Parse(recurrence("<8 x f64>", strings.ReplaceAll(body, "V", "<8 x f64>"), c.next))
			if err == nil {
				err = ir.Verify(m, ir.Lanes)
			}
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			return m
		}
		m := parse(c.before)
		if changed := simd.HandOver(m.Funcs[0]); changed != (c.after != "") {
			t.Errorf("%s: changed: %v", c.name, changed)
		}
		if err := m.Funcs[0].CheckChanges(); err != nil {
			t.Error(c.name, err)
		}
		want := parse(c.before)
		if c.after != "" {
			want = parse(c.after)
		}
		if got, want := nameless(m), nameless(want); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// TestTurns: in a loop that carries vectors the parts take turns as the machine likes it, where the registers are enough.
func TestTurns(t *testing.T) {
	body := func(vector string) string {
		return strings.ReplaceAll("%xy = mul %x, %y : V\n%v = add %xy, %y : V\n%xx = mul %x, %x : V\n%u = sub %xx, %y : V\n", "V", vector)
	}
	few := *machine.AVX512()
	few.Registers = 16
	for _, c := range []struct {
		parts, turns int
		m            *machine.Desc
	}{
		{1, 1, machine.AVX512()}, {2, 1, machine.AVX512()}, {4, 2, machine.AVX512()}, {8, 2, machine.AVX512()}, {4, 1, machine.AVX2()},
		{8, 1, &few}, // sixteen are carried, and there are products
	} {
		lanes := c.m.RegisterBytes / 8
		vector := ir.VecOf(ir.TF64, c.parts*lanes).String()
		f, err := ir.Parse(recurrence(vector, body(vector), "%u, %v"))
		if err != nil {
			t.Fatal(err)
		}
		k := simd.NewKernel(f.Funcs[0])
		k.Lanes = lanes
		if err := simd.Split(k, &simd.Options{Machine: c.m}); err != nil {
			t.Fatal(err)
		}
		loop := regexp.MustCompile(`(?s)loop.*?unreachable`).FindString(k.Func.String())
		turns := 0
		for _, line := range strings.Split(loop, "\n")[1:] {
			if !strings.Contains(line, "= mul") {
				break
			}
			turns++
		}
		if turns != c.turns {
			t.Errorf("%s, %d parts: %d take turns, not %d\n%s", c.m.Name, c.parts, turns, c.turns, loop)
		}
	}
}
