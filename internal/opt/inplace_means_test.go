package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// copiedAhead is a copy, and mostly a loop that works on it in place: up or down, with elements before or behind, under conditions, of cut slices, with loads between the two.
func copiedAhead(r *rand.Rand) string {
	one := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	rarely := func(often, rare string) string {
		if r.IntN(6) == 0 {
			return rare
		}
		return often
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("func @f(%%y: []i64, %%x: []i64, %%z: []i64, %%p: i64, %%q: i64) -> (i64) {")
	for k := -3; k <= 4; k++ {
		line("%%c%d = const %d : i64", k+3, k)
	}
	line("%%leny = len %%y : i64\n%%lenx = len %%x : i64\n%%lenz = len %%z : i64")
	to, from := "%y", "%x"
	if r.IntN(3) == 0 {
		line("%%capy = cap %%y : i64\n%%ycut = slice %%y, %s, %s : []i64", one("%c3", "%c4", "%c5"), one("%leny", "%capy"))
		to = "%ycut"
	}
	if r.IntN(3) == 0 {
		line("%%capx = cap %%x : i64\n%%xcut = slice %%x, %s, %s : []i64", one("%c3", "%c4", "%c5"), one("%lenx", "%capx"))
		from = "%xcut"
	}
	if r.IntN(12) == 0 {
		from = "%y"
	}
	line("%%n1 = len %s : i64\n%%n2 = len %s : i64\n%%n = min %%n1, %%n2 : i64", to, from)
	line("%%less = sub %%n1, %s : i64", one("%c4", "%c5"))
	line("move %s, %s, %s", to, from, rarely("%n", one("%p", "%less")))
	begin := "%q"
	switch r.IntN(6) {
	case 0:
		if r.IntN(2) == 0 {
			line("check.index %%c3, %s", one("%leny", "%n1"))
		}
		line("%%begin = load %s, %s : i64", one(to, to, "%x", "%z"), rarely("%c3", one("%c4", "%p")))
		begin = "%begin"
	case 1:
		if r.IntN(4) == 0 {
			line("store %s, %%c3, %%q", one("%y", "%x", "%z"))
		}
	}
	lo, hi, step := rarely(one("%c3", "%c4", "%c4", "%c5"), "%p"), one("%n", "%n1", "%n1", "%n2", "%less", "%q"), 1
	if r.IntN(3) == 0 {
		lo, hi, step = one("%less", "%less", "%n1"), rarely(one("%c2", "%c2", "%c3"), "%p"), -1
	}
	line("%%r = for %s, %s, %s <ints=[%s]> : i64 (%%i: i64, %%a: i64) {", lo, hi, begin, rarely(fmt.Sprint(step), one("2", "-2", fmt.Sprint(-step))))
	for k := -2; k <= 2; k++ {
		line("%%i%d = add %%i, %%c%d : i64", k+2, k+3)
	}
	line("%%odd = and %%a, %%c4 : i64\n%%c = eq %%odd, %%c3 : bool")
	line("%%twice = add %%i, %%i : i64")
	place := func() string {
		return one("%i", "%i", "%i", "%i1", "%i3", "%i1", rarely("%i", one("%i0", "%i4", "%twice", "%p")))
	}
	value := "%a"
	stores := 0
	for k := range 1 + r.IntN(4) {
		in := rarely(one(to, to, to, from), one("%y", "%x", "%z"))
		switch r.IntN(6) {
		case 0:
			line("check.index %s, %s", place(), one("%leny", "%n1", "%n1", "%lenz"))
		case 1, 2, 3:
			line("%%v%d = load %s, %s : i64\n%%w%d = add %%v%d, %s : i64", k, in, place(), k, k, value)
			value = fmt.Sprintf("%%w%d", k)
		case 4:
			line("if %%c {\nstore %s, %s, %s\nyield\n} {\nyield\n}", rarely(to, in), place(), value)
			stores++
		default:
			line("store %s, %s, %s", one(to, to, to, in, "%z"), place(), value)
			stores++
		}
	}
	if stores == 0 || r.IntN(3) == 0 {
		line("store %s, %%i, %s", rarely(to, one("%y", "%z")), value)
	}
	if r.IntN(8) == 0 {
		line("check.div %%a")
	}
	line("yield %s\n}\nreturn %%r\n}", value)
	return b.String()
}

func TestInPlaceMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(151, 152))
	m := &meaning{
		pass:      opt.InPlace,
		signature: reflect.TypeFor[func(y, x, z []int64, p, q int64) int64](),
		inputs:    12,
		arguments: func(r *rand.Rand) []any {
			memory := make([]int64, 40) // slices may overlap
			for i := range memory {
				memory[i] = int64(r.IntN(50))
			}
			at := []int{0, 13, 26}
			if r.IntN(2) == 0 {
				k := r.IntN(3)
				at[k] = max(at[(k+1)%3]+r.IntN(5)-2, 0)
			} else if r.IntN(3) == 0 { // one behind the other, as far as the first is long
				at[1] = 1 + r.IntN(10)
			}
			n := 2 + r.IntN(8)
			some := func(k int) []int64 { // there may be some capacity behind
				length := n
				if r.IntN(3) == 0 {
					length = r.IntN(10)
				}
				return memory[at[k] : at[k]+length : at[k]+length+r.IntN(4)]
			}
			return []any{some(0), some(1), some(2), int64(r.IntN(8) - 2), int64(r.IntN(8))}
		},
	}
	for range 8000 {
		m.check(t, copiedAhead(r), r)
	}
	m.enough(t, 1000, 4000)
}

// TestInPlace: which loops read what they work on where it was copied from.
func TestInPlace(t *testing.T) {
	const up = "for %one, %n <ints=[1]> (%i: i64) {\n"
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"with the element before":             {up + "%h = sub %i, %one : i64\n%v = load %y, %i : i64\n%w = load %y, %h : i64\n%s = add %v, %w : i64\nstore %y, %i, %s\nyield\n}", true},
		"with the element behind":             {up + "%j = add %i, %one : i64\n%v = load %y, %i : i64\n%w = load %y, %j : i64\n%s = add %v, %w : i64\nstore %y, %i, %s\nyield\n}", true},
		"under a condition":                   {up + "%v = load %y, %i : i64\n%c = lt %v, %one : bool\nif %c {\nstore %y, %i, %one\nyield\n} {\nyield\n}\nyield\n}", true},
		"checked":                             {up + "check.index %i, %n\n%v = load %y, %i : i64\n%s = add %v, %v : i64\nstore %y, %i, %s\nyield\n}", true},
		"of the first ahead":                  {"%f = load %y, %zero : i64\n%r = for %one, %n, %f <ints=[1]> : i64 (%i: i64, %a: i64) {\n%v = load %y, %i : i64\n%s = add %v, %a : i64\nstore %y, %i, %s\nyield %s\n}", true},
		"of what the loop stores to, ahead":   {"%f = load %y, %one : i64\n%r = for %one, %n, %f <ints=[1]> : i64 (%i: i64, %a: i64) {\n%v = load %y, %i : i64\n%s = add %v, %a : i64\nstore %y, %i, %s\nyield %s\n}", false},
		"that stores nothing":                 {"%r = for %one, %n, %one <ints=[1]> : i64 (%i: i64, %a: i64) {\n%v = load %y, %i : i64\n%s = add %v, %a : i64\nyield %s\n}\nstore %z, %zero, %r", false},
		"that stores to what was copied":      {up + "%v = load %y, %i : i64\nstore %y, %i, %one\nstore %x, %i, %v\nyield\n}", false},
		"that may fail otherwise":             {up + "%v = load %y, %i : i64\ncheck.div %v\nstore %y, %i, %one\nyield\n}", false},
		"with a store between":                {"store %z, %zero, %one\n" + up + "%v = load %y, %i : i64\n%s = add %v, %v : i64\nstore %y, %i, %s\nyield\n}", false},
		"of every second":                     {up + "%j = add %i, %i : i64\n%v = load %y, %j : i64\nstore %y, %i, %v\nyield\n}", false},
		"in steps of two":                     {"for %one, %n <ints=[2]> (%i: i64) {\n%v = load %y, %i : i64\n%s = add %v, %v : i64\nstore %y, %i, %s\nyield\n}", false},
		"by an index that a load between has": {"%f = load %z, %zero : i64\nfor %one, %f <ints=[1]> (%i: i64) {\n%v = load %y, %i : i64\n%s = add %v, %v : i64\nstore %y, %i, %s\nyield\n}", false},
	} {
		m, err := ir.Parse("func @f(%y: []i64, %x: []i64, %z: []i64) -> () {\n%zero = const 0 : i64\n%one = const 1 : i64\n%n = len %y : i64\n%k = len %x : i64\n%least = min %n, %k : i64\nmove %y, %x, %least\n" + c.text + "\nreturn\n}\n")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f := m.Funcs[0]
		if got := opt.InPlace(f); got != c.want {
			t.Errorf("%s: changed is %v\n%s", name, got, f)
		}
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
