package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/seeds"
)

// directedLoop is a function with a loop whose step is chosen, with things before and behind it that the choice, or its condition, is in, too.
func directedLoop(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	a, z := 1+r.IntN(3), -1-r.IntN(3)
	choice := fmt.Sprintf("%%first, %%last, %%step = if %%back : i64, i64, i64 {\n%%t = add %%n, %%down : i64\n%%l = add %%zero, %%down : i64\nyield %s, %%l, %%down\n} {\nyield %%zero, %s, %%up\n}\n", pick("%t", "%n"), pick("%n", "%p"))
	if r.IntN(3) == 0 {
		choice = "%step = select %back, %down, %up : i64\n%first = select %back, %n, %zero : i64\n%last = select %back, %zero, %n : i64\n"
	}
	body := "check.index %i, %lx\n%v = load %x, %i : i64\n%w = add %v, %p : i64\n"
	if r.IntN(2) == 0 {
		body += "%m = mul %step, %w : i64\nstore %x, %i, %m\n"
	}
	loop := "loop ^l %first, %zero (%i: i64, %s: i64) {\n%go = " + pick("ne", "lt", "ne") + " %i, %last : bool\nif %go {\nyield\n} {\nbreak ^l %s\n}\n" + body + "%s1 = xor %s, %w : i64\n%i1 = " + pick("add", "add", "sub") + " %i, %step : i64\ncontinue ^l %i1, %s1\n}\n"
	loop = "%sum = " + strings.Replace(loop, "(%i", ": i64 (%i", 1)
	inner := choice + loop + "%r = " + pick("add %sum, %step", "add %sum, %first", "sub %p, %sum") + " : i64\n"
	head := fmt.Sprintf("func @f(%%x: []i64, %%p: i64, %%q: i64) -> (i64) {\n%%zero = const 0 : i64\n%%up = const %d : i64\n%%down = const %d : i64\n%%lx = len %%x : i64\n%%n = add %%lx, %%zero : i64\n%%back = lt %%p, %%q : bool\n", a, z)
	if r.IntN(3) == 0 { // inside something
		return head + "%out = if %back : i64 {\n%yes = le %p, %zero : bool\n" + strings.ReplaceAll(inner, "%back", "%yes") + "yield %r\n} {\nyield %q\n}\nreturn %out\n}\n"
	}
	return head + inner + "return %r\n}\n"
}

// TestDirections: what is chosen together with the step of a loop is the same in the copies.
func TestDirections(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 300
	}
	m := &meaning{pass: opt.Directions, inputs: 12, signature: reflect.TypeFor[func(x []int64, p, q int64) int64](), arguments: func(r *rand.Rand) []any {
		x := make([]int64, r.IntN(12))
		for i := range x {
			x[i] = int64(i*i + 1)
		}
		return []any{x, int64(r.IntN(14) - 2), int64(r.IntN(14) - 2)}
	}}
	seeds.Each(t, n, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		m.check(t, directedLoop(r), r)
	})
	m.enough(t, n/2, n)
}

// TestOneDirection: no copies where nothing is to be gained.
func TestOneDirection(t *testing.T) {
	for name, body := range map[string]string{
		"a step that isn't known":       "%step = select %c, %n, %one : i64\nloop ^l %one (%i: i64) {\n%go = ne %i, %n : bool\nif %go {\nyield\n} {\nbreak ^l\n}\nstore %x, %one, %i\n%i1 = add %i, %step : i64\ncontinue ^l %i1\n}",
		"something else that is chosen": "%step = select %c, %two, %one : i64\nloop ^l %one, %n (%i: i64, %k: i64) {\n%go = ne %i, %n : bool\nif %go {\nyield\n} {\nbreak ^l\n}\nstore %x, %k, %i\n%i1 = add %i, %one : i64\n%k1 = add %k, %step : i64\ncontinue ^l %i1, %k1\n}",
		"chosen in the loop":            "loop ^l %one (%i: i64) {\n%go = ne %i, %n : bool\nif %go {\nyield\n} {\nbreak ^l\n}\nstore %x, %one, %i\n%v = load %x, %one : i64\n%d = lt %v, %one : bool\n%step = select %d, %two, %one : i64\n%i1 = add %i, %step : i64\ncontinue ^l %i1\n}",
	} {
		t.Run(name, func(t *testing.T) {
			m, err := ir.Parse("func @f(%x: []i64, %n: i64, %c: bool) -> () {\n%one = const 1 : i64\n%two = const 2 : i64\n" + body + "\nreturn\n}\n")
			if err != nil {
				t.Fatal(err)
			}
			if opt.Directions(m.Funcs[0]) {
				t.Errorf("changed:\n%s", m.Funcs[0])
			}
		})
	}
}
