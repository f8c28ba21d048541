package sched_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/seeds"
)

// Random loops over rows, in whose iterations loops that wait for the iteration before take turns with such that don't, straight code and branches, and hand on values to what
// comes behind: numbers, conditions, local arrays. However many rows are done together where they wait, memory and panics have to be those of the loop as written.

type rowsOfChains struct {
	nestOfSums
	vals, bools []string // of the row, so far
	loops       []string // names of indices
	local       string   // a local array
}

func (z *rowsOfChains) val() string { return z.pick(z.vals...) }

// element loads one of the row's.
func (z *rowsOfChains) element(slice, column string) string {
	return z.op("load %s, %s : i64", slice, z.place(slice, "%i", column))
}

func (z *rowsOfChains) index() string {
	z.k++
	name := fmt.Sprintf("%%j%d", z.k)
	z.loops = append(z.loops, name[1:])
	return name
}

func (z *rowsOfChains) end() string { // of a range
	switch z.IntN(6) {
	case 0:
		return z.op("min %%i, %%m : i64")
	case 1:
		return z.op("add %%i, %%one : i64")
	}
	return z.pick("%m", "%m", "%k", "%three")
}

// chain carries one number, or two that change places.
func (z *rowsOfChains) chain(from string) {
	hi, j := z.end(), z.index()
	source := z.pick("%y", "%z", "%x")
	if z.one(3) {
		c := z.val()
		z.k++
		s := fmt.Sprintf("%%s%d", z.k)
		z.line("%sa, %sb = for %s, %s, %s, %s <ints=[1]> : i64, i64 (%s: i64, %sc: i64, %sd: i64) {", s, s, from, hi, c, z.val(), j, s, s)
		v := z.op("add %s, %sd : i64", z.element(source, j), s)
		z.line("yield %sd, %s\n}", s, z.op("add %s, %s : i64", z.op("mul %sc, %%three : i64", s), v))
		z.vals = append(z.vals, s+"a", s+"b")
		return
	}
	c := z.val()
	z.k++
	s := fmt.Sprintf("%%s%d", z.k)
	z.line("%s = for %s, %s, %s <ints=[1]> : i64 (%s: i64, %sc: i64) {", s, from, hi, c, j, s)
	v, sofar := z.element(source, j), z.op("mul %sc, %%three : i64", s)
	switch z.IntN(5) {
	case 0:
		b := z.op("lt %s, %sc : bool", v, s)
		z.k++
		v2 := fmt.Sprintf("%%v%d", z.k)
		z.line("%s = if %s : i64 {\nyield %s\n} {\nyield %%one\n}", v2, b, v)
		v = v2
	case 1:
		z.line("store %%x, %s, %sc", z.place("%x", "%i", j), s)
	case 2:
		v = z.op("mul %s, %s : i64", v, z.val())
	case 3:
		sofar = z.op("xor %s, %s : i64", sofar, z.element(z.pick("%y", "%z"), j))
	}
	z.line("yield %s\n}", z.op("add %s, %s : i64", sofar, v))
	z.vals = append(z.vals, s)
}

// lanes stores to the row.
func (z *rowsOfChains) lanes(lo, hi string) {
	j := z.index()
	z.line("for %s, %s <ints=[1]> (%s: i64) {", lo, hi, j)
	v := z.op("%s %s, %s : i64", z.pick("add", "xor", "mul"), z.element(z.pick("%x", "%y"), j), z.val())
	if len(z.bools) > 0 {
		v = z.op("select %s, %s, %s : i64", z.pick(z.bools...), v, z.val())
	}
	z.line("store %%x, %s, %s\nyield\n}", z.place("%x", "%i", j), v)
}

func (z *rowsOfChains) part() {
	switch z.IntN(8) {
	case 0, 1:
		z.lanes("%zero", z.pick("%m", "%k"))
	case 2:
		z.vals = append(z.vals, z.element(z.pick("%x", "%y", "%z"), z.pick("%k", "%zero")))
	case 3:
		z.bools = append(z.bools, z.op("%s %s, %s : bool", z.pick("lt", "ne"), z.val(), z.val()))
	case 4: // waits, and is around what doesn't
		c, j := z.val(), z.index()
		z.k++
		s := fmt.Sprintf("%%s%d", z.k)
		z.line("%sa, %sb = for %%zero, %s, %s, %s <ints=[%s]> : i64, i64 (%s: i64, %sc: i64, %sd: i64) {", s, s, z.end(), c, z.val(), z.pick("1", "2"), j, s, s)
		vals, bools := z.vals, z.bools
		z.vals = append(z.vals[:len(z.vals):len(z.vals)], s+"c", s+"d", j)
		for range 1 + z.IntN(3) {
			z.part()
		}
		z.line("yield %sd, %s\n}", s, z.val())
		z.vals, z.bools = append(vals[:len(vals):len(vals)], s+"a", s+"b"), bools
	case 5:
		if c := z.op("lt %s, %s : bool", z.val(), z.val()); z.one(2) {
			z.line("if %s {", c)
			z.line("store %%x, %s, %s\nyield\n} {\nyield\n}", z.place("%x", "%i", "%k"), z.val())
		} else {
			z.bools = append(z.bools, c)
		}
	case 6:
		if z.local != "" {
			z.line("store %s, %%zero, %s", z.local, z.val())
			z.vals = append(z.vals, z.op("load %s, %%one : i64", z.local), z.op("load %s, %%zero : i64", z.local))
			return
		}
		z.chain(z.pick("%zero", "%one"))
	default:
		z.chain(z.pick("%zero", "%zero", "%one", "%k", "%i"))
	}
}

func (z *rowsOfChains) draw() string {
	z.WriteString("func @f(%x: []i64, %y: []i64, %z: []i64, %p: []{a: i64, b: i64}, %q: []{a: i64, b: i64}, %n: i64, %m: i64, %k: i64, %w: i64) -> () {\n" +
		"%zero = const 0 : i64\n%one = const 1 : i64\n%three = const 3 : i64\n%lenx = len %x : i64\n%leny = len %y : i64\n%lenz = len %z : i64\n")
	z.line("%s (%%i: i64) {", z.pick("multi %n", "for %zero, %n <ints=[1]>"))
	z.vals = []string{"%i", "%m", "%one"}
	if z.one(10) {
		z.local = "%local"
		z.line("%%local = alloca <ints=[2]> : []i64")
	}
	for range 2 + z.IntN(5) {
		z.part()
	}
	z.line("store %%x, %s, %s\nyield\n}\nreturn\n}", z.place("%x", "%i", "%zero"), z.val())
	return z.String()
}

// choose takes steps that lead to chains side by side, as far as they are legal.
func (z *rowsOfChains) choose(n *sched.Nest, r *rand.Rand) bool {
	take := func(k loops.Kind, by int, names ...string) { n.Apply(loops.Step{Kind: k, Loops: names, N: by}) }
	for _, l := range z.loops {
		if r.IntN(3) == 0 {
			take(loops.Distribute, 0, l)
		}
	}
	take(loops.Guard, 0)
	for _, l := range n.Loops()[1:] {
		if r.IntN(2) == 0 {
			take(loops.Lanes, 0, l.Name)
		}
	}
	take(loops.Chains, 1+r.IntN(5), n.Loops()[0].Name)
	if n.Relied() != nil {
		n.Restart()
		return false
	}
	return true
}

func TestRandomChains(t *testing.T) {
	n := 6000
	if testing.Short() {
		n = 1500
	}
	programs, taken, compared, apart := 0, 0, 0, 0
	seeds.Each(t, n, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 31))
		z := &rowsOfChains{nestOfSums: nestOfSums{Rand: r}}
		m := parsed(t, z.draw())
		f := m.Funcs[0]
		programs++
		res, err := sched.LowerWith(f.Clone(), machine.SmallData(), sched.Hooks{Choose: func(n *sched.Nest) bool { return z.choose(n, r) }})
		if err != nil {
			t.Fatalf("seed %d: %v in\n%s", seed, err, f)
		}
		if err := ir.Verify(res.Module, ir.Loops); err != nil {
			t.Fatalf("seed %d: %v in\n%s\n%s", seed, err, f, res.Module)
		}
		if len(res.Nests) == 0 || !res.Nests[0].Steps.Has(loops.Chains) {
			return
		}
		taken++
		if res.Nests[0].Steps.Has(loops.Distribute) {
			apart++
		}
		for k := range uint64(4) {
			want, valid := summed(f, m, true, seed+k)
			if !valid {
				continue
			}
			compared++
			if got, _ := summed(f, res.Module, false, seed+k); got != want {
				t.Fatalf("seed %d, call %d, %s: got\n%s\nwant\n%s\n%s\n%s", seed, k, res.Nests[0].Steps, got, want, f, res.Module)
			}
		}
	})
	t.Logf("%d programs, %d with chains side by side, %d of these taken apart, %d calls compared", programs, taken, apart, compared)
	if !seeds.Timed() && (taken < programs/10 || apart < programs/100 || compared < 2*taken) {
		t.Error("too few")
	}
}

func TestChainsRefused(t *testing.T) {
	row := func(body string) string {
		return strings.Replace(inNest("%n (%y: i64)", "%row = mul %y, %m : i64\n"+body+"\n%at = load %b, %y : i64\nstore %a, %y, %s"), "%b: []i64", "%b: []i64, %r: [][]i64", 1)
	}
	const sum = `%s = for %zero, %m, %zero <ints=[1]> : i64 (%j: i64, %t: i64) {
%i = add %row, %j : i64
%v = load %b, %i : i64
%d = mul %t, %v : i64
%e = xor %d, %v : i64
yield %e
}`
	for _, c := range []struct{ name, body, steps, want string }{
		{"lanes of its own", sum, "Guard Lanes(y) Chains(y, 4)", "it has the lanes"},
		{"another", sum, "Guard Chains(j, 4)", "the last dimension is y"},
		{"many", sum, "Guard Chains(y, 99)", "more than 16 rows"},
		{"jammed", sum, "Guard Jam(y, 2) Chains(y, 2)", "there is another order"},
		{"none", "%s = load %b, %row : i64", "Guard Chains(y, 4)", "no loop inside waits"},
		{"any order", strings.Replace(sum, "%d = mul %t, %v : i64\n%e = xor %d, %v", "%e = xor %t, %v", 1), "Guard Chains(y, 4)", "no loop inside waits"},
		{"local", "%l = alloca <ints=[4]> : []i64\nstore %l, %one, %y\n" + sum, "Guard Chains(y, 4)", "there is a local array"},
		{"local in loops", "%l = alloca <ints=[4]> : []i64\nfor %zero, %one <ints=[1]> (%x: i64) {\nstore %l, %x, %y\nyield\n}\n" + strings.Replace(sum, "%e = xor %d, %v", "%u = load %l, %one : i64\n%e = xor %d, %u", 1), "Guard Chains(y, 4)", "there is a local array"},
		{"check", "%u = load %b, %row : i64\ncheck.index %u, %lena\n" + sum, "Guard Chains(y, 4)", "this check can't be made ahead"},
		{"", sum, "Guard Chains(y, 4)", ""},
		{"", "%q = load %r, %y : []i64\n" + strings.ReplaceAll(sum, "load %b", "load %q"), "Guard Chains(y, 4) Stream", ""},
	} {
		err := refused(t, row(c.body), c.steps)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %s: %v; want an error with %q", c.name, c.steps, err, c.want)
		}
	}
}

// TestChainsRoom: what parts hand on to each other fits kernels' private memory, however many loops are taken apart, and however many rows are asked for.
func TestChainsRoom(t *testing.T) {
	const sum = `%s$ = for %zero, %m, %one <ints=[1]> : i64 (%j$: i64, %t$: i64) {
%i$ = add %row, %j$ : i64
%v$ = load %b, %i$ : i64
%a$ = xor %v$, %n : i64
%b$ = mul %v$, %v$ : i64
%c$ = add %v$, %m : i64
%d$ = xor %v$, %w : i64
%e$ = mul %t$, %a$ : i64
%f$ = xor %e$, %b$ : i64
%g$ = mul %f$, %c$ : i64
%h$ = xor %g$, %d$ : i64
yield %h$
}
`
	row, last := "%row = mul %y, %m : i64\n", "%y"
	for _, k := range []string{"1", "2", "3", "4", "5", "6"} {
		row += strings.ReplaceAll(sum, "$", k) + fmt.Sprintf("%%r%s = add %s, %%s%s : i64\n", k, last, k)
		last = "%r" + k
	}
	m := parsed(t, inNest("%n (%y: i64)", row+"store %a, %y, "+last))
	for _, rows := range []int{4, 16} {
		var tried error
		res, err := sched.LowerWith(m.Funcs[0].Clone(), machine.SmallData().With(machine.Forced{Always: true, Strip: 256}), sched.Hooks{Choose: func(n *sched.Nest) bool {
			for k := range 6 {
				if err := n.Apply(loops.Step{Kind: loops.Distribute, Loops: []string{fmt.Sprintf("j%d", k+1)}}); err != nil {
					t.Error(err)
				}
			}
			n.Apply(loops.Step{Kind: loops.Guard})
			tried = n.Apply(loops.Step{Kind: loops.Chains, Loops: []string{"y"}, N: rows})
			return true
		}})
		if err != nil {
			t.Fatal(err)
		}
		if (tried == nil) != (rows == 4) {
			t.Errorf("%d rows: %v", rows, tried)
		}
		for _, f := range res.Module.Funcs {
			room := int64(0)
			f.Body.Walk(func(o *ir.Op) bool {
				if o.Kind == ir.OpAlloca {
					room += 8 * o.Ints[0]
				}
				return true
			})
			if room > 64<<10 {
				t.Errorf("%d rows: %s has %d bytes of private memory", rows, f.Name, room)
			}
		}
	}
}
