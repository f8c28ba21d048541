package sched_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/seeds"
)

const roundsHead = "func @f(%x: []i64, %y: []i64, %z: []i64, %n: i64, %k: i64) -> (i64) {\n%c0 = const 0 : i64\n%c1 = const 1 : i64\n%c2 = const 2 : i64\n%lx = len %x : i64\n%ly = len %y : i64\n%lz = len %z : i64\n"

// roundsMachine has short loops gone through in rounds, too.
var roundsMachine = machine.AVX512().With(machine.Forced{Always: true, TileBytes: 1 << 10, KeepBytes: 1, Strip: 12})

// inRounds lowers a function and reports whether a loop of it goes in rounds.
func inRounds(t *testing.T, text string) (f *ir.Func, lowered *ir.Module, cut bool) {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	f = m.Funcs[0]
	if err := ir.VerifyFunc(f, ir.Residual); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	res, err := sched.Lower(f.Clone(), roundsMachine)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if err := ir.Verify(res.Module, ir.Loops); err != nil {
		t.Fatalf("%v in\n%s\n%s", err, text, res.Module)
	}
	for _, n := range res.Notes {
		cut = cut || strings.Contains(n.Text, "on several cores") || strings.Contains(n.Text, addsUp)
	}
	return f, res.Module, cut
}

// TestRounds: what may go in rounds, and what just may not.
func TestRounds(t *testing.T) {
	counting := func(body string) string {
		return "%r, %q = for %c0, %n, %c0, %c0 <ints=[1]> : i64, i64 (%i: i64, %a: i64, %b: i64) {\ncheck.index %i, %lx\n%v = load %x, %i : i64\n%p = lt %v, %c1 : bool\n" + body + "}\n%s = add %r, %q : i64\nreturn %s\n}"
	}
	leaving := func(body string) string {
		return "%r, %q = block ^0 : i64, i64 {\n%r1, %q1 = for %c0, %n, %c0, %c0 <ints=[1]> : i64, i64 (%i: i64, %a: i64, %b: i64) {\ncheck.index %i, %lx\n%v = load %x, %i : i64\n%p = lt %v, %c1 : bool\n" + body + "}\nyield %r1, %q1\n}\n%s = add %r, %q : i64\nreturn %s\n}"
	}
	searching := func(body string) string {
		return "%r = block ^0 : i64 {\nfor %c0, %n <ints=[1]> (%i: i64) {\ncheck.index %i, %lx\n%v = load %x, %i : i64\n%p = lt %v, %c1 : bool\n" + body + "yield\n}\nyield %c1\n}\nreturn %r\n}"
	}
	for _, c := range []struct {
		name, text string
		cut        bool
	}{
		{"a filter", counting("%d = if %p : i64 {\ncheck.index %a, %ly\nstore %y, %a, %v\n%e = add %a, %c1 : i64\nyield %e\n} {\nyield %a\n}\nyield %d, %b\n"), true},
		{"two parts", counting("%d, %e = if %p : i64, i64 {\ncheck.index %a, %ly\nstore %y, %a, %v\n%g = add %a, %c1 : i64\nyield %g, %b\n} {\ncheck.index %b, %lz\nstore %z, %b, %v\n%h = add %b, %c1 : i64\nyield %a, %h\n}\nyield %d, %e\n"), true},
		{"a running sum", counting("%d = add %a, %v : i64\ncheck.index %i, %ly\nstore %y, %i, %d\nyield %d, %b\n"), true},
		{"a sum alone", counting("%d = add %a, %v : i64\nyield %d, %b\n"), true},
		{"what is taken away", counting("%d = sub %a, %v : i64\ncheck.index %i, %ly\nstore %y, %i, %d\nyield %d, %b\n"), true},
		{"the greatest so far", counting("%d = max %a, %v : i64\ncheck.index %i, %ly\nstore %y, %i, %a\nyield %d, %b\n"), true},
		{"a counter beside a product", counting("%d = mul %b, %v : i64\n%e = add %a, %c1 : i64\ncheck.index %i, %ly\nstore %y, %i, %d\nyield %e, %d\n"), true},
		{"by selection", counting("%e = add %a, %c1 : i64\n%d = select %p, %e, %a : i64\ncheck.index %i, %ly\nstore %y, %i, %d\nyield %d, %b\n"), true},
		{"a value taken from what was", counting("%d = sub %v, %a : i64\ncheck.index %i, %ly\nstore %y, %i, %d\nyield %d, %b\n"), false},
		{"a sum and a product in one", counting("%d = mul %a, %c2 : i64\n%e = add %d, %v : i64\ncheck.index %i, %ly\nstore %y, %i, %e\nyield %e, %b\n"), false},
		{"a sum of sums", counting("%d = add %a, %v : i64\n%e = add %b, %d : i64\ncheck.index %i, %ly\nstore %y, %i, %e\nyield %d, %e\n"), false},
		{"a sum that decides", counting("%g = lt %a, %c2 : bool\n%e = select %g, %v, %c1 : i64\n%d = add %a, %e : i64\ncheck.index %i, %ly\nstore %y, %i, %d\nyield %d, %b\n"), false},
		{"a sum that decides about a branch", counting("%g = lt %a, %c2 : bool\n%d = if %g : i64 {\n%e = add %a, %v : i64\nyield %e\n} {\nyield %a\n}\ncheck.index %i, %ly\nstore %y, %i, %d\nyield %d, %b\n"), false},
		{"what is looked up", counting("%d = add %a, %c1 : i64\ncheck.index %a, %lz\n%w = load %z, %a : i64\ncheck.index %i, %ly\nstore %y, %i, %w\nyield %d, %b\n"), false},
		{"stored in any case", counting("check.index %a, %ly\nstore %y, %a, %v\n%e = add %a, %c1 : i64\n%d = select %p, %e, %a : i64\nyield %d, %b\n"), false},
		{"stored in one case, counted in another", counting("%d = if %p : i64 {\ncheck.index %a, %ly\nstore %y, %a, %v\nyield %a\n} {\n%e = add %a, %c1 : i64\nyield %e\n}\nyield %d, %b\n"), false},
		{"by two places", counting("%d = if %p : i64 {\ncheck.index %a, %ly\nstore %y, %a, %v\n%e = add %a, %c2 : i64\nyield %e\n} {\nyield %a\n}\nyield %d, %b\n"), false},
		{"one counter for two", counting("%d = if %p : i64 {\ncheck.index %a, %ly\nstore %y, %a, %v\n%e = add %a, %c1 : i64\nyield %e\n} {\nyield %a\n}\ncheck.index %d, %lz\nstore %z, %d, %v\n%g = add %d, %c1 : i64\nyield %g, %b\n"), true},
		{"two counters, one slice", counting("%d, %e = if %p : i64, i64 {\ncheck.index %a, %ly\nstore %y, %a, %v\n%g = add %a, %c1 : i64\nyield %g, %b\n} {\ncheck.index %b, %ly\nstore %y, %b, %v\n%h = add %b, %c1 : i64\nyield %a, %h\n}\nyield %d, %e\n"), false},
		{"in place", counting("%d = if %p : i64 {\ncheck.index %a, %lx\nstore %x, %a, %v\n%e = add %a, %c1 : i64\nyield %e\n} {\nyield %a\n}\nyield %d, %b\n"), false},
		{"stored where others store", counting("%d = if %p : i64 {\ncheck.index %a, %ly\nstore %y, %a, %v\n%e = add %a, %c1 : i64\nyield %e\n} {\nyield %a\n}\ncheck.index %i, %ly\nstore %y, %i, %c1\nyield %d, %b\n"), false},
		{"a place that others read", counting("%d = add %a, %v : i64\ncheck.index %i, %ly\nstore %y, %i, %d\ncheck.index %c0, %ly\n%w = load %y, %c0 : i64\n%e = add %b, %w : i64\nyield %d, %e\n"), false},
		{"a place that was stored just now", counting("%d = add %a, %v : i64\ncheck.index %i, %ly\nstore %y, %i, %d\n%w = load %y, %i : i64\n%e = add %b, %w : i64\nyield %d, %e\n"), false},
		{"another slice, read behind a store", counting("%d = add %a, %v : i64\ncheck.index %i, %ly\nstore %y, %i, %d\ncheck.index %i, %lz\n%w = load %z, %i : i64\n%e = add %b, %w : i64\nyield %d, %e\n"), true},
		{"a check of data", counting("check.index %v, %ly\n%d = add %a, %v : i64\ncheck.index %i, %ly\nstore %y, %i, %d\nyield %d, %b\n"), false},
		{"a check of what is added", counting("check.div %a\n%d = add %a, %v : i64\ncheck.index %i, %ly\nstore %y, %i, %d\nyield %d, %b\n"), false},
		{"a place that is not counted by one", counting("%d = add %a, %v : i64\ncheck.index %d, %ly\nstore %y, %d, %v\nyield %d, %b\n"), false},

		{"as long as there is room", leaving("%d = if %p : i64 {\n%e = add %a, %c1 : i64\n%o = le %e, %ly : bool\nif %o {\nyield\n} {\nbreak ^0 %i, %a\n}\nstore %y, %a, %v\nyield %e\n} {\nyield %a\n}\nyield %d, %b\n"), true},
		{"as long as data say so", leaving("%o = le %v, %c2 : bool\nif %o {\nyield\n} {\nbreak ^0 %i, %a\n}\n%d = if %p : i64 {\ncheck.index %a, %ly\nstore %y, %a, %v\n%e = add %a, %c1 : i64\nyield %e\n} {\nyield %a\n}\nyield %d, %b\n"), false},
		{"as long as there is less than was loaded", leaving("%d = if %p : i64 {\n%e = add %a, %c1 : i64\n%o = le %e, %v : bool\nif %o {\nyield\n} {\nbreak ^0 %i, %a\n}\nyield %e\n} {\nyield %a\n}\nyield %d, %b\n"), false},
		{"a check of what has been counted", counting("%e = add %a, %c1 : i64\ncheck.index %e, %ly\nyield %e, %b\n"), true},
		{"a search", searching("if %p {\nbreak ^0 %i\n} {\nyield\n}\n"), true},
		{"a search that returns", searching("if %p {\nreturn %v\n} {\nyield\n}\n"), true},
		{"a search with two ends", searching("if %p {\nbreak ^0 %i\n} {\nyield\n}\n%q = lt %c2, %v : bool\nif %q {\nreturn %c2\n} {\nyield\n}\n"), true},
		{"a search that stores", searching("check.index %i, %ly\nstore %y, %i, %v\nif %p {\nbreak ^0 %i\n} {\nyield\n}\n"), false},
		{"a search that may fail", searching("check.index %v, %ly\nif %p {\nbreak ^0 %i\n} {\nyield\n}\n"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, lowered, cut := inRounds(t, roundsHead+c.text)
			if cut != c.cut {
				t.Errorf("in rounds: %v", cut)
			}
			for seed := range uint64(40) {
				compareRounds(t, f, lowered, seed)
			}
		})
	}
}

// addsUp is what is said of a loop that has become a parallel one.
const addsUp = "independent but for what they add up"

// TestRoundsFree: loops with stores and sums that nothing asks for before the end are gone through once, others not.
func TestRoundsFree(t *testing.T) {
	for _, c := range []struct {
		name, body string
		free       bool
	}{
		{"a count where it stores", "%d = if %p : i64 {\ncheck.index %i, %ly\nstore %y, %i, %v\n%e = add %a, %c1 : i64\nyield %e\n} {\nyield %a\n}\nyield %d, %b\n", true},
		{"a count where it stores in place", "%d = if %p : i64 {\nstore %x, %i, %c2\n%e = add %a, %c1 : i64\nyield %e\n} {\nyield %a\n}\nyield %d, %b\n", true},
		{"a count elsewhere, and the greatest", "check.index %i, %ly\nstore %y, %i, %v\n%d = if %p : i64 {\nyield %a\n} {\n%e = add %a, %c1 : i64\nyield %e\n}\n%f = max %b, %v : i64\nyield %d, %f\n", true},
		{"one sum that is stored, and one that isn't", "%d = add %a, %v : i64\ncheck.index %i, %ly\nstore %y, %i, %d\n%e = add %b, %c1 : i64\nyield %d, %e\n", false},
		{"a count that is a place", "%d = if %p : i64 {\ncheck.index %a, %ly\nstore %y, %a, %v\n%e = add %a, %c1 : i64\nyield %e\n} {\nyield %a\n}\nyield %d, %b\n", false},
		{"a sum alone", "%d = add %a, %v : i64\nyield %d, %b\n", false},
		{"all to one place", "check.index %c0, %ly\nstore %y, %c0, %v\n%d = add %a, %v : i64\nyield %d, %b\n", false},
		{"what the last one has stored", "%j = sub %i, %c1 : i64\ncheck.index %j, %lx\n%w = load %x, %j : i64\n%g = add %w, %v : i64\nstore %x, %i, %g\n%d = add %a, %v : i64\nyield %d, %b\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, lowered, _ := inRounds(t, roundsHead+"%r, %q = for %k, %n, %c1, %c2 <ints=[1]> : i64, i64 (%i: i64, %a: i64, %b: i64) {\ncheck.index %i, %lx\n%v = load %x, %i : i64\n%p = lt %v, %c1 : bool\n"+c.body+"}\n%s = add %r, %q : i64\nreturn %s\n}")
			res, err := sched.Lower(f.Clone(), roundsMachine)
			if err != nil {
				t.Fatal(err)
			}
			if free := slices.ContainsFunc(res.Notes, func(n ir.Note) bool { return strings.Contains(n.Text, addsUp) }); free != c.free {
				t.Errorf("gone through once: %v", free)
			}
			for seed := range uint64(40) {
				compareRounds(t, f, lowered, seed)
			}
		})
	}
}

// compareRounds runs both forms on the same memory.
func compareRounds(t *testing.T, f *ir.Func, lowered *ir.Module, seed uint64) {
	t.Helper()
	run := func(m *ir.Module, watch bool) string {
		r := rand.New(rand.NewPCG(seed, 77))
		memory := make([]int64, 700)
		for k := range memory {
			memory[k] = int64(r.IntN(5)) - 1
		}
		n := r.IntN(120)
		slice := func(at int) reflect.Value {
			size := n + r.IntN(8)
			switch r.IntN(8) {
			case 0:
				size = r.IntN(n + 1)
			case 1:
				size = n - min(n, r.IntN(3))
			}
			return reflect.ValueOf(memory[at : at+size : at+size])
		}
		at := []int{0, 200, 400}
		if r.IntN(4) == 0 {
			at[1+r.IntN(2)] = r.IntN(130)
		}
		args := []reflect.Value{slice(at[0]), slice(at[1]), slice(at[2]), reflect.ValueOf(int64(n)), reflect.ValueOf(int64(r.IntN(4)))}
		x := eval.New(m)
		race := ""
		if watch {
			x.Watch(func(r *eval.Race) { race = fmt.Sprint(r) }, false)
		}
		var got []reflect.Value
		failed := func() (p any) {
			defer func() { p = recover() }()
			got = x.Call(f.Name, reflect.TypeFor[func(x, y, z []int64, n, k int64) int64](), args...)
			return nil
		}()
		if race != "" {
			t.Fatalf("seed %d: %s\n%s\n%s", seed, race, f, lowered)
		}
		out := fmt.Sprint(failure.FindString(fmt.Sprint(failed)), memory)
		if failed == nil {
			out += fmt.Sprint(got[0].Int())
		}
		return out
	}
	want := run(&ir.Module{Funcs: []*ir.Func{f}}, false)
	if got := run(lowered, true); got != want {
		t.Fatalf("seed %d: got\n%s\nwant\n%s\n%s\n%s", seed, got, want, f, lowered)
	}
}

// TestRoundsFar: neither how far a loop goes, nor a limit below all integers that a count may have, is too much for the rounds.
func TestRoundsFar(t *testing.T) {
	const head = "%p = and %i, %c1 : i64\n%q = eq %p, %c1 : bool\n%d = if %q : i64 {\n%e = add %a, %c1 : i64\n"
	const tail = "yield %e\n} {\nyield %a\n}\nyield %d\n}\n"
	checked := "%r = for %c0, %n, %c0 <ints=[1]> : i64 (%i: i64, %a: i64) {\n" + head + "check.index %a, %ly\nstore %y, %a, %i\n" + tail + "return %r\n}"
	limited := "%r = block ^0 : i64 {\n%r1 = for %c0, %n, %c0 <ints=[1]> : i64 (%i: i64, %a: i64) {\n" + head +
		"%o = le %e, %k : bool\nif %o {\nyield\n} {\nbreak ^0 %a\n}\nstore %y, %a, %i\n" + tail + "yield %r1\n}\nreturn %r\n}"
	for _, c := range []struct {
		text string
		n, k int64
	}{{checked, 1 << 60, 0}, {checked, math.MaxInt64, 0}, {limited, math.MaxInt64, 40}, {limited, 100, math.MinInt64}, {limited, 100, -1}} {
		f, lowered, cut := inRounds(t, roundsHead+c.text)
		if !cut {
			t.Fatalf("not in rounds:\n%s", f)
		}
		run := func(m *ir.Module) (out string) {
			y := make([]int64, 50)
			defer func() { out += fmt.Sprint(failure.FindString(fmt.Sprint(recover())), y) }()
			args := []reflect.Value{reflect.ValueOf(y[:0]), reflect.ValueOf(y), reflect.ValueOf(y[:0]), reflect.ValueOf(c.n), reflect.ValueOf(c.k)}
			return fmt.Sprint(eval.New(m).Call(f.Name, reflect.TypeFor[func(x, y, z []int64, n, k int64) int64](), args...)[0].Int())
		}
		if got, want := run(lowered), run(&ir.Module{Funcs: []*ir.Func{f}}); got != want {
			t.Errorf("%d iterations, limit %d: got\n%s\nwant\n%s", c.n, c.k, got, want)
		}
	}
}

// drawRounds draws loops that count, or search.
func drawRounds(r *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	b.WriteString(roundsHead)
	names := 0
	name := func() string { names++; return fmt.Sprintf("%%t%d", names) }
	value := func() string {
		i := "%i"
		if r.IntN(5) == 0 {
			i = name()
			line("%s = %s %%i, %s : i64", i, pick("add", "sub"), pick("%k", "%c1"))
		}
		s := pick("x", "x", "x", "z", "y")
		line("check.index %s, %%l%s", i, s)
		v := name()
		line("%s = load %%%s, %s : i64", v, s, i)
		return v
	}
	lo := pick("%c0", "%c0", "%k")
	if r.IntN(3) == 0 {
		line("%%r = block ^0 : i64 {\nfor %s, %%n <ints=[1]> (%%i: i64) {", lo)
		for range 1 + r.IntN(2) {
			v, c := value(), name()
			line("%s = lt %s, %s : bool", c, pick("%c2", v), pick(v, "%c0"))
			line("if %s {\n%s\n} {\nyield\n}", c, pick("break ^0 %i", "return %i", "break ^0 "+v))
		}
		line("yield\n}\nyield %s\n}\nreturn %%r\n}", pick("%c1", "%n"))
		return b.String()
	}
	init := pick("%c0", "%c0", "%k")
	room := r.IntN(3) == 0
	if room {
		line("%%r, %%q = block ^0 : i64, i64 {")
	}
	line("%%r1, %%q1 = for %s, %%n, %s, %%c0 <ints=[1]> : i64, i64 (%%i: i64, %%a: i64, %%b: i64) {", lo, init)
	sums := []string{"%a", "%b"}
	for range 1 + r.IntN(3) {
		k := r.IntN(2)
		v := value()
		store := func(at, v string) {
			s := pick("y", "y", "z", "x")
			line("check.index %s, %%l%s\nstore %%%s, %s, %s", at, s, s, at, v)
		}
		next := name()
		switch r.IntN(5) {
		case 0, 1: // kept
			c := name()
			line("%s = lt %s, %s : bool", c, v, pick("%c1", "%c2", "%c0"))
			line("%s = if %s : i64 {", next, c)
			e, more := name(), pick("%c1", "%c1", "%c1", "%c2")
			if room {
				f, o := name(), name()
				line("%s = add %s, %s : i64\n%s = le %s, %s : bool\nif %s {\nyield\n} {\nbreak ^0 %s, %s\n}", f, sums[k], pick("%c1", "%c1", "%c2"), o, pick(f, f, f, sums[k], v), pick("%ly", "%ly", "%ly", v), o, sums[0], sums[1])
			}
			if r.IntN(8) > 0 {
				store(sums[k], v)
			}
			line("%s = add %s, %s : i64\nyield %s\n} {\nyield %s\n}", e, sums[k], more, pick(e, e, e, sums[k]), sums[k])
		case 2:
			line("%s = %s %s, %s : i64", next, pick("add", "sub", "max", "min", "xor", "add"), sums[k], pick(v, v, v, sums[1-k]))
			store(pick("%i", "%i", sums[k]), next)
		case 3:
			c, e := name(), name()
			line("%s = lt %s, %%c1 : bool", c, pick(v, v, v, sums[k]))
			if r.IntN(3) == 0 {
				store(sums[k], v)
			}
			line("%s = add %s, %%c1 : i64\n%s = select %s, %s, %s : i64", e, sums[k], next, c, e, sums[k])
		case 4:
			store(pick("%i", sums[k]), pick(v, sums[k]))
			line("%s = add %s, %%c1 : i64", next, sums[k])
		}
		sums[k] = next
	}
	line("yield %s, %s\n}", sums[0], sums[1])
	if room {
		line("yield %%r1, %%q1\n}\n%%s = add %%r, %%q : i64")
	} else {
		line("%%s = add %%r1, %%q1 : i64")
	}
	line("return %%s\n}")
	return b.String()
}

func TestRandomRounds(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 800
	}
	programs, cuts := 0, 0
	seeds.Each(t, n, func(seed uint64) {
		f, lowered, cut := inRounds(t, drawRounds(rand.New(rand.NewPCG(seed, 76))))
		programs++
		if !cut {
			return
		}
		cuts++
		for k := range uint64(8) {
			compareRounds(t, f, lowered, seed+k)
		}
	})
	if !seeds.Timed() && cuts < programs/8 {
		t.Errorf("only %d of %d loops go in rounds", cuts, programs)
	}
	t.Logf("%d of %d loops go in rounds", cuts, programs)
}
