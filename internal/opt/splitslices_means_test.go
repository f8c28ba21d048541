package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// cutter draws a function whose loops carry, and whose branches and blocks give, slices that are cut from one, or from several; it counts what it sees of them.
type cutter struct {
	*rand.Rand
	strings.Builder
	k      int
	slices []string
	ints   []string
	exits  []cutExit // of what is around
}

// cutExit is a loop or block that may be left, or gone on with, with so many slices and a number.
type cutExit struct {
	label  string
	slices int
	again  bool // it may be gone on with
}

func (z *cutter) pick(s ...string) string         { return s[z.IntN(len(s))] }
func (z *cutter) one(n int) bool                  { return z.IntN(n) == 0 }
func (z *cutter) line(format string, args ...any) { fmt.Fprintf(z, format+"\n", args...) }

func (z *cutter) name() string {
	z.k++
	return fmt.Sprintf("%%v%d", z.k)
}

func (z *cutter) op(format string, args ...any) string {
	v := z.name()
	z.line("%s = %s", v, fmt.Sprintf(format, args...))
	return v
}

func (z *cutter) slice() string { return z.slices[z.IntN(len(z.slices))] }
func (z *cutter) int() string   { return z.ints[z.IntN(len(z.ints))] }

// cut takes a part of a slice: what is left at either end, or any.
func (z *cutter) cut() {
	s := z.slice()
	lo, hi, most := z.pick("%zero", "%one", "%one", "%k", z.int()), "", ""
	length, capacity := z.op("len %s : i64", s), z.op("cap %s : i64", s)
	switch z.IntN(5) {
	case 0, 1:
		hi = length
	case 2:
		hi = z.op("sub %s, %%one : i64", length)
	case 3:
		hi = z.pick("%k", "%n", z.int())
	case 4: // the length of another
		hi = z.op("len %s : i64", z.slice())
	}
	if z.one(4) {
		most = z.pick(capacity, hi, "%n", z.op("cap %s : i64", s))
		z.line("check.slice %s, %s, %s, %s <ints=[2]>", lo, hi, most, z.op("cap %s : i64", s))
		z.slices = append(z.slices, z.op("slice %s, %s, %s, %s : []i32", s, lo, hi, most))
		return
	}
	switch z.IntN(12) { // more checks, of other things
	case 0:
		z.line("check.slice %s, %s, %s, %s <ints=[2]>", lo, hi, capacity, capacity)
	case 1:
		z.line("check.slice %s, %s, %s <ints=[1]>", lo, hi, capacity)
	case 2:
		z.line("check.slice %s, %s, %s <ints=[0]>", lo, hi, z.pick("%n", length))
	case 3:
		z.line("check.slice %s, %s, %s <ints=[0]>", lo, z.op("len %s : i64", z.slice()), z.op("cap %s : i64", z.slice()))
	case 4:
		z.line("check.index %s, %s", lo, capacity)
	case 5:
		z.line("check.slice %s, %s, %s, %s <ints=[2]>", lo, hi, capacity, z.pick("%n", "%twenty"))
	}
	z.line("check.slice %s, %s, %s <ints=[0]>", lo, hi, capacity)
	z.slices = append(z.slices, z.op("slice %s, %s, %s : []i32", s, lo, hi))
}

// see counts what there is to see of a slice.
func (z *cutter) see() {
	s := z.slice()
	v := ""
	switch z.IntN(4) {
	case 0:
		v = z.op("len %s : i64", s)
	case 1:
		v = z.op("cap %s : i64", s)
	default:
		at := z.pick("%zero", "%one", z.int())
		z.line("check.index %s, %s", at, z.op("len %s : i64", s))
		v = z.op("conv %s : i64", z.op("load %s, %s : i32", s, at))
		if z.one(4) {
			z.line("store %s, %s, %%seven", s, at)
		}
	}
	z.ints = append(z.ints, z.op("add %s, %s : i64", z.op("mul %s, %%c3 : i64", z.int()), v))
}

func (z *cutter) cond() string {
	switch z.IntN(3) {
	case 0:
		return z.op("gt %s, %%zero : bool", z.op("len %s : i64", z.slice()))
	case 1:
		return z.op("%s %s, %s : bool", z.pick("lt", "gt"), z.int(), z.pick("%n", "%k", z.int()))
	}
	return z.op("ne %s, %s : bool", z.op("and %s, %%c3 : i64", z.int()), "%zero")
}

// leave returns.
func (z *cutter) leave() { z.line("return %s, %s, %s", z.slice(), z.slice(), z.int()) }

// values draws what is handed on: so many slices and a number.
func (z *cutter) values(n int) string {
	var out []string
	for range n {
		out = append(out, z.slice())
	}
	return strings.Join(append(out, z.int()), ", ")
}

func types(n int) string { return strings.Repeat("[]i32, ", n) + "i64" }

// some emits statements, and takes back what names they made.
func (z *cutter) some(depth int, does func()) {
	a, b, c := len(z.slices), len(z.ints), len(z.exits)
	for range 1 + z.IntN(3) {
		z.statement(depth)
	}
	does()
	z.slices, z.ints, z.exits = z.slices[:a], z.ints[:b], z.exits[:c]
}

func (z *cutter) statement(depth int) {
	switch k := z.IntN(20); {
	case k == 0: // what looks like a check of a tail
		s := z.slice()
		length, capacity := z.op("len %s : i64", s), z.op("cap %s : i64", s)
		if z.one(2) {
			z.slices = append(z.slices, z.op("slice %s, %s, %s : []i32", s, length, capacity))
		} else {
			z.ints = append(z.ints, z.op("select %s, %s, %s : i64", z.cond(), length, capacity))
		}
	case k < 8:
		z.cut()
	case k < 12:
		z.see()
	case k < 14 && len(z.exits) > 0:
		z.line("if %s {", z.cond())
		z.exit()
		z.line("} {\nyield\n}")
	case depth > 0:
		z.nest(depth - 1)
	default:
		z.cut()
	}
}

// exit leaves something around, or goes on with it.
func (z *cutter) exit() {
	e := z.exits[z.IntN(len(z.exits))]
	if e.again && z.one(2) {
		z.line("continue ^%s %s", e.label, z.values(e.slices))
	} else {
		z.line("break ^%s %s", e.label, z.values(e.slices))
	}
}

// nest is a branch, a block or a loop.
func (z *cutter) nest(depth int) {
	n := 1 + z.IntN(2)
	var out []string
	for range n + 1 {
		out = append(out, z.name())
	}
	label := "l" + out[0][2:]
	outs := strings.Join(out, ", ")
	// The parameters of loops.
	var params []string
	for range n + 1 {
		params = append(params, z.name())
	}
	list := ""
	for _, p := range params[:n] {
		list += p + ": []i32, "
	}
	list += params[n] + ": i64"
	inside := func(carries, exits, again bool, end func()) {
		slices, ints := z.slices, z.ints
		if carries {
			z.ints = append(z.ints, params[n])
			if z.one(2) { // only what is carried
				z.slices = nil
			}
			z.slices = append(z.slices, params[:n]...)
		}
		if exits {
			z.exits = append(z.exits, cutExit{label, n, again})
			defer func() { z.exits = z.exits[:len(z.exits)-1] }()
		}
		z.some(depth, end)
		z.slices, z.ints = slices, ints
	}
	yields := func() { z.line("yield %s", z.values(n)) }
	saved := z.slices
	switch z.IntN(5) {
	case 0:
		z.line("%s = if %s : %s {", outs, z.cond(), types(n))
		z.some(depth, yields)
		z.line("} {")
		z.some(depth, func() {
			if len(z.exits) > 0 && z.one(4) {
				z.exit()
			} else {
				yields()
			}
		})
		z.line("}")
	case 1:
		z.line("%s = block ^%s : %s {", outs, label, types(n))
		if z.one(12) {
			inside(false, false, false, z.leave)
		} else {
			inside(false, true, false, yields)
		}
		z.line("}")
	case 2, 3:
		z.line("%s = for ^%s %%zero, %s, %s <ints=[1]> : %s (%%i%s: i64, %s) {", outs, label, z.pick("%k", "%c3"), z.values(n), types(n), label, list)
		inside(true, true, true, yields)
		z.line("}")
	default: // it ends, by and by
		count := z.name()
		z.line("%s, %s.n = loop ^%s %s, %%zero : %s, i64 (%s, %s: i64) {", outs, out[0], label, z.values(n), types(n), list, count)
		inside(true, false, false, func() {
			next := z.op("add %s, %%one : i64", count)
			c := z.op("and %s, %s : bool", z.op("lt %s, %%c3 : bool", next), z.cond())
			if z.one(12) {
				z.line("if %s {\nyield\n} {", c)
				z.leave()
				z.line("}")
			} else {
				z.line("if %s {\nyield\n} {\nbreak ^%s %s, %s\n}", c, label, z.values(n), next)
			}
			z.line("continue ^%s %s, %s", label, z.values(n), next)
		})
		z.line("}")
	}
	z.slices = append(saved, out[:n]...)
	z.ints = append(z.ints, out[n])
}

func (z *cutter) draw() string {
	z.slices, z.ints = []string{"%x", "%x", "%x"}, []string{"%zero", "%one", "%n"}
	if z.one(3) {
		z.slices = append(z.slices, "%y")
	}
	for range 2 + z.IntN(2) {
		z.nest(2)
		if z.one(2) {
			z.see()
		}
	}
	return "func @f(%x: []i32, %y: []i32, %n: i64, %k: i64) -> ([]i32, []i32, i64) {\n%zero = const 0 : i64\n%one = const 1 : i64\n%c3 = const 3 : i64\n%seven = const 7 : i32\n%twenty = const 20 : i64\n" +
		z.String() + "return " + z.slices[len(z.slices)-1] + ", " + z.slice() + ", " + z.ints[len(z.ints)-1] + "\n}\n"
}

// TestSplitSlicesMeans compares what such functions give, and which check fails, before and after.
func TestSplitSlicesMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(83, 84))
	m := &meaning{
		pass:      opt.SplitSlices,
		signature: reflect.TypeFor[func(x, y []int32, n, k int64) ([]int32, []int32, int64)](),
		inputs:    4,
		arguments: func(r *rand.Rand) []any {
			x, y := make([]int32, 4+r.IntN(20), 24+r.IntN(4)), make([]int32, 4+r.IntN(20), 24)
			for i := range x {
				x[i] = int32(i)
			}
			for i := range y {
				y[i] = int32(100 + i)
			}
			return []any{x, y, int64(r.IntN(12)), int64(r.IntN(6))}
		},
	}
	for range 1500 {
		m.check(t, (&cutter{Rand: r}).draw(), r)
	}
	m.enough(t, 700, 1000)
}
