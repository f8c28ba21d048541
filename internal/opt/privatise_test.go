package opt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestPrivatise looks at how many copies of its tables a loop gets; testdata/programs has what they compute.
func TestPrivatise(t *testing.T) {
	const header = "func @k(%lo: i64, %hi: i64, %x: []u8, %bins: []u32, %more: []u32, %sums: []i64, %one: u32, %n: i64) -> () kernel=single {\n"
	loop := func(body string) string { return "for %lo, %hi <ints=[1]> (%i: i64) {\n" + body + "\nyield\n}\n" }
	value := "%v = load %x, %i : u8\n%k = conv %v : i64\n"
	count := value + "%c = load %bins, %k : u32\n%d = add %c, %one : u32\nstore %bins, %k, %d"
	inParts := func(op string) string {
		first := strings.Replace(count, "%k = conv %v : i64", "%q = conv %v : i64\n%k = add %q, %n : i64", 1)
		return first + "\n%k2 = add %lo, %q : i64\n%e = load %bins, %k2 : u32\n%f = " + op + " %e, %one : u32\nstore %bins, %k2, %f"
	}
	for _, c := range []struct {
		name, text string
		arrays     []int64
		apart      int
	}{
		{"a histogram", loop(count), []int64{7*272 + 256}, 0},
		{"at an index that is checked", loop("%v = load %sums, %i : i64\ncheck.index %v, %n\n%c = load %bins, %v : u32\n%d = add %one, %c : u32\nstore %bins, %v, %d"), []int64{7*272 + 256}, 0},
		{"with a check behind a store", loop(count + "\ncheck.index %i, %n\nstore %more, %i, %one"), []int64{7*272 + 256}, 1},
		{"with what is loaded from a table of that type", loop(value + "%w = load %more, %i : u32\n%c = load %bins, %k : u32\n%d = sub %c, %w : u32\nstore %bins, %k, %d"), []int64{7*272 + 256}, 1},
		{"in two tables with one op", loop(count + "\n%e = load %more, %k : u32\n%f = sub %e, %one : u32\nstore %more, %k, %f"), []int64{1024, 1024}, 0},
		{"in two tables with two ops", loop(count + "\n%e = load %more, %k : u32\n%f = xor %e, %one : u32\nstore %more, %k, %f"), []int64{1024, 1024}, 1},
		{"with two ops in one table", loop(count + "\n%e = load %bins, %k : u32\n%f = xor %e, %one : u32\nstore %bins, %k, %f"), nil, 0},
		{"in a branch", loop(strings.Replace(count, "%c =", "%z = const 9 : u8\n%b = lt %v, %z : bool\nif %b {\n%c =", 1) + "\nyield\n} {\nyield\n}"), []int64{7*272 + 256}, 0},
		{"and reads the table", loop(count + "\n%e = load %bins, %i : u32\nstore %more, %i, %e"), nil, 0},
		{"and stops", loop(count + "\n%z = const 9 : u8\n%b = lt %v, %z : bool\nif %b {\nreturn\n} {\nyield\n}"), nil, 0},
		{"where the old value is wanted", loop(count + "\nstore %more, %i, %c"), nil, 0},
		{"where an iteration goes on from the last", loop("%c = load %bins, %i : u32\n%d = add %c, %one : u32\nstore %bins, %i, %d"), nil, 0},
		{"in a part of a slice", loop(strings.Replace(count, "%k = conv %v : i64", "%q = conv %v : i64\n%k = add %q, %n : i64", 1)), []int64{7*272 + 256}, 0},
		{"in two parts of a slice", loop(inParts("add")), []int64{1024, 1024}, 0},
		{"in two parts of a slice, with two ops", loop(inParts("xor")), nil, 0},
		{"counting down", strings.Replace(loop(count), "ints=[1]", "ints=[-1]", 1), []int64{7*272 + 256}, 0},
		{"counting down by two", strings.Replace(loop(count), "ints=[1]", "ints=[-2]", 1), nil, 0},
		{"of few, counting down", strings.Replace(loop(count), "for %lo, %hi <ints=[1]>", "%z = const 0 : i64\n%h = const 100 : i64\nfor %h, %z <ints=[-1]>", 1), nil, 0},
		{"of few", strings.Replace(loop(count), "for %lo, %hi", "%z = const 0 : i64\n%h = const 100 : i64\nfor %z, %h", 1), nil, 0},
		{"in lanes, regularly", "for %lo, %hi <ints=[1] mode=lanes> (%j: i64) {\n" + loop(strings.Replace(count, "%k = conv %v : i64", "%q = conv %v : i64\n%k = add %q, %j : i64", 1)) + "yield\n}\n", nil, 0},
		{"in lanes, at random", "for %lo, %hi <ints=[1] mode=lanes> (%j: i64) {\n" + loop(strings.Replace(count, "load %x, %i", "load %x, %a", 1)) + "yield\n}\n", []int64{7*272 + 256}, 0},
	} {
		text := strings.Replace(header+c.text+"return\n}\n", "%v = load %x, %a", "%a = add %i, %j : i64\n%v = load %x, %a", 1)
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatal(c.name, err, text)
		}
		f := m.Funcs[0]
		if err := ir.VerifyFunc(f, ir.Loops); err != nil {
			t.Fatal(c.name, err)
		}
		Privatise(f)
		if err := ir.VerifyFunc(f, ir.Loops); err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, f)
		}
		var arrays []int64
		apart := 0
		f.Body.Walk(func(o *ir.Op) bool {
			switch {
			case o.Kind == ir.OpAlloca:
				arrays = append(arrays, o.Ints[0])
			case o.Kind == ir.OpApart:
				apart++
			case o.Mode == ir.InLanes && !innermost(o) && c.arrays != nil:
				t.Errorf("%s: still in lanes", c.name)
			}
			return true
		})
		if fmt.Sprint(arrays) != fmt.Sprint(c.arrays) || apart != c.apart {
			t.Errorf("%s: arrays %v, %d comparisons, want %v, %d\n%s", c.name, arrays, apart, c.arrays, c.apart, f)
		}
	}
}

// TestPrivatiseAlways counts the branches that are left in the loop over the private tables: what a branch accumulates is accumulated in any case, where the checks in it can be made ahead.
func TestPrivatiseAlways(t *testing.T) {
	const header = "func @k(%lo: i64, %hi: i64, %x: []u8, %bins: []u32, %w: []i64, %one: u32, %n: i64) -> () kernel=single {\n%a = const 97 : u8\n%z = const 122 : u8\n%zero = const 0 : i64\n%back = const 159 : u8\n%seven = const 7 : i64\n"
	const letter = "%v = load %x, %i : u8\n%j = load %w, %i : i64\n%c = ge %v, %a : bool\n%d = le %v, %z : bool\n%b = and %c, %d : bool\n"
	const key, count = "%q = add %v, %back : u8\n%k = conv %q : i64\n", "%l = load %bins, %k : u32\n%s = add %l, %one : u32\nstore %bins, %k, %s\n"
	for _, c := range []struct {
		name, text, ahead string
		left              int
	}{
		{"letters", letter + "if %b {\n" + key + count + "yield\n} {\nyield\n}\n", "", 0},
		{"what is checked", letter + "if %b {\n" + key + "check.index %k, %n\n" + count + "yield\n} {\nyield\n}\n", "const 26", 0},
		{"what is not", letter + "if %b {\nyield\n} {\n" + key + "check.index %k, %n\n" + count + "yield\n}\n", "const 256", 0},
		{"a branch in a branch", letter + "if %c {\nif %d {\n" + key + "check.index %k, %n\n" + count + "yield\n} {\nyield\n}\nyield\n} {\nyield\n}\n", "const 26", 0},
		{"what gives something, too", letter + "%r = if %b : i64 {\n" + key + "check.index %k, %n\n" + count + "yield %k\n} {\nyield %j\n}\n%k2 = and %r, %seven : i64\n" + strings.NewReplacer("%k", "%k2", "%l", "%l2", "%s", "%s2").Replace(count), "const 26", 0},
		{"any number, checked", letter + "if %b {\ncheck.index %j, %n\n" + strings.ReplaceAll(count, "%k", "%j") + "yield\n} {\nyield\n}\n", "", 16},
		{"what is loaded there", letter + "if %b {\n%y = load %w, %zero : i64\n%k = and %y, %zero : i64\n" + count + "yield\n} {\nyield\n}\n", "", 8},
		{"a division there", letter + "if %b {\n%q = div %a, %v : u8\n%k = conv %q : i64\n" + count + "yield\n} {\nyield\n}\n", "", 8},
	} {
		m, err := ir.Parse(header + "for %lo, %hi <ints=[1]> (%i: i64) {\n" + c.text + "yield\n}\nreturn\n}\n")
		if err != nil {
			t.Fatal(c.name, err)
		}
		f := m.Funcs[0]
		Privatise(f)
		if err := ir.VerifyFunc(f, ir.Loops); err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, f)
		}
		left := -1
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpFor && o.Ints[0] == 8 {
				left = 0
			}
			loop := o.Parent.Parent
			for loop != nil && loop.Kind == ir.OpIf {
				loop = loop.Parent.Parent
			}
			if o.Kind == ir.OpIf && loop != nil && loop.Ints[0] == 8 {
				left++
			}
			return true
		})
		if left != c.left || !strings.Contains(f.String(), c.ahead) {
			t.Errorf("%s: %d branches are left, want %d\n%s", c.name, left, c.left, f)
		}
	}
}
