package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

const stepsHead = "func @f(%p: i64, %q: i64, %w: i64, %s: []i64) -> (i64, i64)"

// TestCountedSteps: loops that count in steps of the same size, whatever it is, count iterations.
func TestCountedSteps(t *testing.T) {
	head := stepsHead + " {\n%0 = const 0 : i64\n%l = len %s : i64\n"
	for _, c := range []struct {
		name, begin, guard, body, next string
		counts                         bool
	}{
		{"places of rows", "%0", "lt %k, %l", "check.slice %k, %k1, %l <ints=[0]>", "add %k, %w", true},
		{"with the check of another size", "%0", "lt %k, %l", "check.slice %k, %p, %l <ints=[0]>", "add %k, %w", false},
		{"with a check that not all iterations come to", "%0", "lt %k, %l", "%h = eq %k, %p : bool\nif %h {\ncontinue ^l %k1\n} {\nyield\n}\ncheck.slice %0, %w, %l <ints=[0]>", "add %k, %w", false},
		{"compared behind the step", "%0", "le %k1, %l", "check.slice %k, %k1, %l <ints=[0]>", "add %w, %k", true},
		{"what is left", "%l", "gt %k, %0", "check.slice %0, %w, %k <ints=[0]>", "sub %k, %w", true},
		{"what is left, as long as a row", "%l", "ge %k, %w", "check.index %0, %w", "sub %k, %w", true},
		{"from where a counter may wrap around", "%p", "lt %k, %l", "check.slice %0, %w, %l <ints=[0]>", "add %k, %w", false},
		{"to where a counter may wrap around", "%0", "lt %k, %q", "check.slice %0, %w, %l <ints=[0]>", "add %k, %w", false},
		{"down to where it may", "%l", "gt %k, %q", "check.slice %0, %w, %l <ints=[0]>", "sub %k, %w", false},
		{"away from the bound", "%0", "lt %k, %l", "check.slice %0, %w, %l <ints=[0]>", "sub %k, %w", false},
		{"behind the step, down", "%l", "ge %k1, %0", "check.slice %0, %w, %l <ints=[0]>", "sub %k, %w", false},
		{"a step that changes", "%0", "lt %k, %l", "check.slice %0, %w, %l <ints=[0]>\n%z = load %s, %0 : i64", "add %k, %z", false},
	} {
		text := head + "%r = loop ^l " + c.begin + " : i64 (%k: i64) {\n%k1 = " + c.next + " : i64\n%g = " + c.guard + " : bool\nif %g {\nyield\n} {\nbreak ^l %k\n}\n" + c.body + "\nstore %s, %0, %k\ncontinue ^l %k1\n}\nreturn %r, %r\n}\n"
		if strings.Contains(c.body, "load") { // the step comes behind it
			text = strings.Replace(strings.Replace(text, "%k1 = "+c.next+" : i64\n", "", 1), c.body, c.body+"\n%k1 = "+c.next+" : i64", 1)
		}
		if counts := Counted(parse(t, text)); counts != c.counts {
			t.Errorf("%s: counts: %t\n%s", c.name, counts, text)
		}
	}
}

// stepping draws a loop that counts in steps of any size, with conditions and checks that may keep the size from being negative.
func stepping(r *rand.Rand) string {
	one := func(n int) bool { return r.IntN(n) == 0 }
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	head := "%p8 = conv %p : u8\n%u = conv %p8 : i64\n%q8 = conv %q : u8\n%v = conv %q8 : i64\n%w8 = conv %w : " + pick("u8", "i8") + "\n%x = conv %w8 : i64\n%0 = const 0 : i64\n%1 = const 1 : i64\n" +
		fmt.Sprintf("%%c = const %d : i64\n%%big = const %d : i64\n%%nu = neg %%u : i64\n", r.IntN(9)-4, 1<<50)
	by := pick("%w", "%w", "%x")
	down := one(2)
	begin, bound, next := pick("%0", "%0", "%c", "%nu", "%p"), pick("%v", "%v", "%c", "%q"), "add %k, "+by
	if down {
		begin, bound, next = pick("%u", "%v", "%p"), pick("%0", "%1", by, by, "%u", "%q"), "sub %k, "+by
	} else if one(3) {
		next = "add " + by + ", %k"
	}
	x, kind := pick("%k", "%k", "%k1"), pick("lt", "le")
	if down {
		kind = pick("gt", "ge")
	}
	y := bound
	negate := map[string]string{"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
	mirror := map[string]string{"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
	if one(2) {
		x, y, kind = y, x, mirror[kind]
	}
	arms, join, or := [2]string{"yield", "break ^l %k, %a"}, "and", one(3)
	if or {
		arms[0], arms[1], join, kind = arms[1], arms[0], "or", negate[kind]
	}
	guard, cond := "%g0 = "+kind+" "+x+", "+y+" : bool\n", "%g0"
	for j := range r.IntN(3) {
		other, name := pick("gt "+by+", %0", "lt %0, "+by, "ge "+by+", %1", "ge "+by+", %0", "ne "+by+", %0", "lt "+by+", %0", "lt %a, %q", "gt "+by+", %c"), fmt.Sprint(j)
		if or && !one(4) {
			fields := strings.SplitN(other, " ", 2)
			if n := negate[fields[0]]; n != "" {
				other = n + " " + fields[1]
			}
		}
		op := pick(join, join, join, "andnot", "or")
		if strings.Contains(other, "%a") {
			guard += "%o" + name + " = " + other + " : bool\n"
		} else {
			head += "%o" + name + " = " + other + " : bool\n"
		}
		guard += "%h" + name + " = " + op + " " + cond + ", %o" + name + " : bool\n"
		cond = "%h" + name
	}
	checks := []string{"check.index %0, " + by, "check.slice %0, " + by + ", %big <ints=[0]>", "check.slice %k, %k1, %big <ints=[0]>", "check.slice " + by + ", %big, %big <ints=[0]>", "", "", "check.slice %0, %u, %big <ints=[0]>"}
	body := pick(checks...) + "\n"
	if one(4) {
		body = "%e = lt %a, %c : bool\nif %e {\n" + pick("continue ^l %k1, %p", "break ^l %a, %k") + "\n} {\nyield\n}\n" + body
	}
	return stepsHead + " {\n" + head + "%r1, %r2 = loop ^l " + begin + ", %q : i64, i64 (%k: i64, %a: i64) {\n%k1 = " + next + " : i64\n" + guard + "if " + cond + " {\n" + arms[0] + "\n} {\n" + arms[1] + "\n}\n" +
		body + "%3 = const 3 : i64\n%a1 = xor %a, %k : i64\n%a2 = mul %a1, %3 : i64\nstore %s, %0, %a2\ncontinue ^l %k1, %a2\n}\nreturn %r1, %r2\n}\n"
}

// TestCountedStepsMeans compares what such loops give before and after.
func TestCountedStepsMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	counted := 0
	for range 6000 {
		f := parse(t, stepping(r))
		after := f.Clone()
		if !Counted(after) {
			continue
		}
		counted++
		if err := ir.VerifyFunc(after, ir.Residual); err != nil {
			t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, f, after)
		}
		for range 12 {
			some := func() uint64 {
				switch r.IntN(8) {
				case 0:
					return uint64([]int64{math.MinInt64, 1 << 62, -1 << 62, 1 << 61}[r.IntN(4)] + int64(r.IntN(9)-4))
				case 1:
					return uint64(r.IntN(200))
				}
				return uint64(r.IntN(40) - 8)
			}
			in := []uint64{some(), some(), some(), 0}
			const trips = 300
			want, stored, ended := walk(f, in, trips, nil)
			got, storedNow, endedNow := walk(after, in, trips, nil)
			if endedNow && !ended { // a for counts no iteration for its end
				want, stored, ended = walk(f, in, trips+1, nil)
			}
			if ended != endedNow || ended && (!slices.Equal(want, got) || stored != storedNow) {
				t.Fatalf("with %x: %x, %x, %t, want %x, %x, %t\nbefore:\n%s\nafter:\n%s", in, got, storedNow, endedNow, want, stored, ended, f, after)
			}
		}
	}
	if counted < 800 {
		t.Errorf("only %d loops count", counted)
	}
	t.Logf("%d loops count", counted)
}
