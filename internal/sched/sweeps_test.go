package sched_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestSeveralSteps looks at which loops over time take several steps in one sweep, and at what stands in the way of others.
func TestSeveralSteps(t *testing.T) {
	// The rows of %from go to those of %to, with what stands for an element.
	nest := func(to, from, element, row string) string {
		return strings.NewReplacer("TO", to, "FROM", from, "ROW", row, "ELEMENT", element).Replace(`
			for %one, %h1 <ints=[1]> (%i: i64) {
				%row = mul %i, ROW : i64
				for %zero, %w <ints=[1]> (%j: i64) {
					%at = add %row, %j : i64
					%up = sub %at, ROW : i64
					%v = load FROM, %up : f64
					%u = load FROM, %at : f64
					%s = add %v, %u : f64
					ELEMENT
					store TO, %at, %s
					yield
				}
				yield
			}`)
	}
	swapped := func(body string) string {
		return "%r, %q = for %zero, %steps, %a, %b <ints=[1]> : []f64, []f64 (%t: i64, %x: []f64, %y: []f64) {" + body + "\nyield %y, %x\n}"
	}
	fixed := func(body string) string {
		return "for %zero, %steps <ints=[1]> (%t: i64) {" + body + "\nyield\n}"
	}
	plain := nest("%y", "%x", "", "%w")
	const several = "several steps in one sweep over "
	for name, c := range map[string]struct{ text, want string }{
		"swapped":      {swapped(plain), several + "2 slices"},
		"there, back":  {fixed(nest("%b", "%a", "", "%w") + rename(nest("%a", "%b", "", "%w"))), several + "2 slices"},
		"copied back":  {fixed(nest("%b", "%a", "", "%w") + "\n%m = min %n, %k : i64\nmove %a, %b, %m"), several + "2 slices"},
		"three":        {"%r, %q, %p = for %zero, %steps, %a, %b, %c <ints=[1]> : []f64, []f64, []f64 (%t: i64, %x: []f64, %y: []f64, %z: []f64) {" + nest("%z", "%x", "%o = load %y, %at : f64", "%w") + "\nyield %y, %z, %x\n}", several + "3 slices"},
		"downwards":    {strings.Replace(swapped(plain), "<ints=[1]> : []", "<ints=[-1]> : []", 1), ""},
		"its number":   {swapped("\n%tf = conv %t : f64" + strings.Replace(plain, "add %v, %u", "add %v, %tf", 1)), several + "2 slices"},
		"other values": {"%r, %q = for %zero, %steps, %a, %n <ints=[1]> : []f64, i64 (%t: i64, %x: []f64, %m: i64) {" + nest("%b", "%x", "", "%w") + "\nyield %x, %m\n}", several + "1 slice,"},
		"gone on with": {"%r, %q = for %zero, %steps, %a, %b <ints=[1]> : []f64, []f64 (%t: i64, %x: []f64, %y: []f64) {" + plain + "\nyield %y, %y\n}", ""},
		"from outside": {"%r, %q = for %zero, %steps, %a, %b <ints=[1]> : []f64, []f64 (%t: i64, %x: []f64, %y: []f64) {" + plain + "\nyield %c, %x\n}", ""},
		"left":         {"%r, %q = for ^t %zero, %steps, %a, %b <ints=[1]> : []f64, []f64 (%t: i64, %x: []f64, %y: []f64) {" + plain + "\nif %done {\nbreak ^t %x, %y\n} {\nyield\n}\nyield %y, %x\n}", ""},
		"a load":       {swapped(plain + "\n%e = load %x, %zero : f64\nstore %c, %zero, %e"), several + "3 slices"},
		"its rows":     {swapped(strings.Replace(plain, "mul %i, %w", "mul %i, %t", 1)), ""},
		"fed back":     {swapped("\n%e = load %x, %zero : f64\n" + strings.Replace(plain, "add %v, %u", "add %v, %e", 1)), ""},
		"no reading":   {fixed(nest("%b", "%a", "", "%w")), ""},
		"points only":  {swapped("\n%e = load %x, %zero : f64\nstore %c, %zero, %e\nfor %one, %h1 <ints=[1]> (%i: i64) {\nyield\n}"), ""},
		"in place":     {swapped(nest("%x", "%x", "%l = add %at, %minus : i64\n%lv = load %x, %l : f64\nstore %x, %up, %lv", "%w")), "one step after the other: a loop in it is not independent"},
		"a check":      {swapped(nest("%y", "%x", "%o = load %c, %at : f64\n%oi = conv %o : i64\ncheck.index %oi, %n", "%w")), "one step after the other: a loop in it is not independent, or may fail"},
		"other rows":   {fixed(nest("%b", "%a", "", "%w") + rename(nest("%a", "%b", "", "%w2"))), "one step after the other: steps go through its slices in different ways"},
		"data":         {swapped(plain + "\nmulti %w (%d: i64) {\n%e = load %c, %d : f64\n%ei = conv %e : i64\nstore %y, %ei, %e\nyield\n}"), "one step after the other: a place in it is not linear"},
		"chosen":       {fixed("\nmulti %h (%d: i64) {\n%first = lt %d, %one : bool\n%which = select %first, %a, %b : []f64\n%e = load %c, %d : f64\nstore %which, %d, %e\nyield\n}"), "one step after the other: slices are chosen in it"},
		"two ways":     {fixed("\nmulti %h (%d: i64) {\n%r = mul %d, %w : i64\n%e = load %b, %r : f64\nstore %a, %d, %e\nstore %b, %r, %e\nyield\n}"), "one step after the other: a step in it goes through no slices"},
	} {
		t.Run(name, func(t *testing.T) {
			text := `func @f(%a: []f64, %b: []f64, %c: []f64, %h: i64, %w: i64, %steps: i64, %n: i64, %done: bool) -> () {
				%zero = const 0 : i64
				%one = const 1 : i64
				%minus = const -1 : i64
				%h1 = add %h, %minus : i64
				%w2 = mul %w, %h : i64
				%k = len %b : i64
				` + c.text + `
				return
			}`
			m, err := ir.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			got := schedule(t, m.Funcs[0])
			if !strings.Contains(got, c.want) || strings.Contains(got, several) != strings.HasPrefix(c.want, several) {
				t.Errorf("not %q:\n%s\n%s", c.want, text, got[max(0, strings.LastIndex(got, "}\n")):])
			}
			if c.want == "" && strings.Contains(got, "over time") {
				t.Errorf("it is none over time:\n%s", got)
			}
		})
	}
}

// rename gives the values of a second nest names of their own.
func rename(nest string) string {
	for _, v := range []string{"%i", "%row", "%j", "%at", "%up", "%v", "%u", "%s"} {
		for _, end := range []string{" ", ":", ",", "\n"} {
			nest = strings.ReplaceAll(nest, v+end, v+"2"+end)
		}
	}
	return nest
}
