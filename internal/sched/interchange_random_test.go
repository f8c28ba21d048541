package sched_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/seeds"
)

// Random nests of plain loops that accumulate in memory, such that the order of the terms shows. The scheduler may interchange the loops, join them and keep
// sums in registers: whatever the slices, overlapping ones included, and wherever a check fails, memory has to be as the program leaves it.

type accumulating struct {
	r       *rand.Rand
	slices  []*ir.Value
	lens    map[*ir.Value]*ir.Value
	whole   *ir.Value // the innermost loop goes over the length of this slice
	params  []*ir.Value
	indices []*ir.Value
}

func accumulation(r *rand.Rand) *ir.Func {
	f := ir.NewFunc("f", nil, nil)
	g := &accumulating{r: r, lens: map[*ir.Value]*ir.Value{}}
	for _, name := range []string{"x", "y", "z"} {
		g.slices = append(g.slices, f.Body.AddParam(ir.SliceOf(ir.TI64), name))
	}
	for _, name := range []string{"n", "m", "k", "w"} {
		g.params = append(g.params, f.Body.AddParam(ir.TI64, name))
	}
	b := ir.NewBuilder(f.Body)
	for _, s := range g.slices {
		g.lens[s] = b.Len(s)
	}
	g.loop(b, 2+r.IntN(3), g.slices[r.IntN(3)])
	b.Return()
	return f
}

func (g *accumulating) bound(b *ir.Builder) *ir.Value {
	if g.r.IntN(5) == 0 {
		return b.Int(int64(g.r.IntN(7)))
	}
	return g.params[g.r.IntN(3)]
}

// loop makes a loop with so many inside; dst is what accumulates.
func (g *accumulating) loop(b *ir.Builder, deep int, dst *ir.Value) {
	lo, hi := b.Int(int64(g.r.IntN(6)/5)), g.bound(b)
	if deep == 1 && g.r.IntN(4) == 0 {
		g.whole = dst
		lo, hi = b.Int(0), g.lens[dst]
	}
	if deep <= 2 && g.r.IntN(5) == 0 { // something that begins a sum
		g.counted(b, lo, hi, func(b *ir.Builder) { g.access(b, dst, b.Int(int64(g.r.IntN(3)))) })
	}
	g.counted(b, lo, hi, func(b *ir.Builder) {
		x := b.Int(int64(1 + g.r.IntN(3)))
		if g.r.IntN(3) == 0 {
			x = g.access(b, g.slices[g.r.IntN(3)], nil)
		}
		if deep > 1 {
			g.loop(b, deep-1, dst)
			return
		}
		y := g.access(b, g.slices[g.r.IntN(3)], nil)
		if g.r.IntN(10) == 0 { // the data say where
			s := g.slices[g.r.IntN(3)]
			b.Op(ir.OpCheckIndex, []*ir.Value{y, g.lens[s]})
			y = b.Load(s, y, nil)
		}
		skip := g.indices
		if n := len(skip) - 1; g.r.IntN(3) > 0 { // one loop adds to what is at one place
			k := g.r.IntN(n)
			g.indices = slices.Concat(skip[:k], skip[k+1:])
		}
		var at *ir.Value
		if g.whole == dst { // so there is a first element
			at = b.Int(0)
		} else {
			at = g.place(b, dst)
		}
		g.indices = skip
		if g.r.IntN(4) == 0 {
			g.last(b, dst, at, x, y, 1+g.r.IntN(2))
			return
		}
		sum := b.Load(dst, at, nil)
		b.Store(dst, at, b.Binary(ir.OpAdd, b.Binary(ir.OpMul, sum, b.Int(3)), b.Binary(ir.OpMul, x, y)), nil)
		switch g.r.IntN(12) {
		case 0:
			g.access(b, dst, x)
		case 1: // the sum so far
			g.access(b, g.slices[g.r.IntN(3)], b.Load(dst, at, nil))
		}
	})
}

// last stores to a place of dst in some arms of choices, so many in each other, perhaps to others or what is loaded.
func (g *accumulating) last(b *ir.Builder, dst, at, x, y *ir.Value, deep int) {
	choice := b.If(b.Compare(ir.OpLt, y, b.Int(int64(20+g.r.IntN(60)))))
	for k := range choice.Regions {
		arm := b.In(choice.Regions[k])
		v := []*ir.Value{x, y, arm.Int(int64(k)), arm.Binary(ir.OpAdd, x, y)}[g.r.IntN(4)]
		if g.r.IntN(3) > 0 {
			arm.Store(dst, at, v, nil)
		}
		switch g.r.IntN(16) {
		case 0:
			g.access(arm, dst, v)
		case 1:
			g.access(arm, g.slices[g.r.IntN(3)], v)
		case 2:
			g.access(arm, g.slices[g.r.IntN(3)], arm.Load(dst, at, nil))
		}
		if deep > 1 && g.r.IntN(2) == 0 {
			g.last(arm, dst, at, v, arm.Binary(ir.OpAnd, x, arm.Int(63)), deep-1)
		}
		arm.Yield()
	}
	if g.r.IntN(8) == 0 {
		b.Store(dst, at, x, nil)
	}
}

func (g *accumulating) counted(b *ir.Builder, lo, hi *ir.Value, body func(b *ir.Builder)) {
	f := b.For(lo, hi, 1+int64(g.r.IntN(8)/7), nil)
	outer := g.indices
	g.indices = append(slices.Clone(outer), f.Regions[0].Params[0])
	in := b.In(f.Regions[0])
	body(in)
	in.Yield()
	g.indices = outer
}

// access loads from a slice, or stores v there.
func (g *accumulating) access(b *ir.Builder, s, v *ir.Value) *ir.Value {
	at := g.place(b, s)
	if v == nil {
		return b.Load(s, at, nil)
	}
	b.Store(s, at, v, nil)
	return nil
}

// place is checked.
func (g *accumulating) place(b *ir.Builder, s *ir.Value) *ir.Value {
	at := b.Int(int64(g.r.IntN(3)))
	rows := g.r.IntN(len(g.indices) + 1) // indices before this one are multiplied
	for k, i := range g.indices {
		switch {
		case g.r.IntN(3) == 0:
		case k < rows && g.r.IntN(4) > 0:
			at = b.Binary(ir.OpAdd, at, b.Binary(ir.OpMul, i, g.params[3]))
		default:
			at = b.Binary(ir.OpAdd, at, i)
		}
	}
	b.Op(ir.OpCheckIndex, []*ir.Value{at, g.lens[s]})
	return at
}

var failure = regexp.MustCompile(`index out of range.*length \d+`)

// accumulated runs f on slices of one piece of memory, and gives that with the panic, if any.
func accumulated(f *ir.Func, run difftest.Runner, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 9))
	memory := make([]int64, 400)
	for k := range memory {
		memory[k] = int64(r.IntN(100))
	}
	var args []reflect.Value
	begin := 0
	for range 3 {
		n := 100
		switch r.IntN(12) {
		case 0:
			n = 0
		case 1:
			n = r.IntN(60)
		}
		args = append(args, reflect.ValueOf(memory[begin:begin+n:begin+n]))
		begin += []int{n, n, n, n, 0, 1, 7}[r.IntN(7)]
	}
	for range 3 {
		args = append(args, reflect.ValueOf(int64(r.IntN(7))))
	}
	args = append(args, reflect.ValueOf(int64(r.IntN(9))))
	failed := func() (p any) {
		defer func() { p = recover() }()
		run(args)
		return nil
	}()
	return fmt.Sprint(failure.FindString(fmt.Sprint(failed)), memory)
}

func TestRandomAccumulation(t *testing.T) {
	n := 5000
	if testing.Short() {
		n = 1500
	}
	notes := map[string]int{"interchanged": 0, "accumulate in memory stays": 0, "nest, on one core": 0}
	programs := 0
	seeds.Each(t, n, func(seed uint64) {
		f := accumulation(rand.New(rand.NewPCG(seed, 8)))
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatal(err)
		}
		programs++
		m := machine.SmallData()
		if seed%2 == 0 {
			m.Forced.Always, m.Forced.Strip = true, 16 // small nests inside loops in order, too
		}
		res, err := sched.Lower(f.Clone(), m)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range res.Notes {
			for k := range notes {
				if strings.Contains(n.Text, k) {
					notes[k]++
				}
			}
		}
		scheduled := irtest.Interpreted(res.Module, nil)
		for k := range uint64(6) {
			if want, got := accumulated(f, irtest.Residual(f, nil), seed+k), accumulated(f, scheduled, seed+k); got != want {
				t.Fatalf("seed %d, call %d: got\n%s\nwant\n%s\n%s", seed, k, got, want, f)
			}
		}
	})
	t.Logf("%d programs, %v", programs, notes)
	for k, n := range notes {
		if !seeds.Timed() && n < programs/100 {
			t.Errorf("%d programs: %s only %d times", programs, k, n)
		}
	}
}
