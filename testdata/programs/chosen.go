package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Functions that data chooses: under conditions, from arrays, slices and package variables, by loops, with what they have captured.

func chosenByCase(x []float64, how int) float64 {
	f := math.Abs
	switch how {
	case 1:
		f = math.Floor
	case 2:
		k := float64(how)
		f = func(v float64) float64 { return v * k }
	case 3:
		f = nil
	}
	s := 0.0
	for i, v := range x {
		x[i] = f(v)
		s += float64(i)
	}
	return s
}

// chosenInLoop gives a variable another function while it goes on; what they have captured changes, too.
func chosenInLoop(x []int, n int) int {
	inc := func(v int) int { n++; return v + n }
	double := func(v int) int { return v * 2 }
	f := inc
	for i, v := range x {
		x[i] = f(v)
		switch {
		case v&1 == 0:
			f = double
		case v&2 == 0:
			k := v
			f = func(u int) int { return u - k }
		default:
			f = inc
		}
	}
	return f(1) + n
}

type chosenStep func(a, b int32) int32

var chosenSteps = []chosenStep{
	func(a, b int32) int32 { return a + b },
	chosenLeast,
	func(a, b int32) int32 { return a ^ b<<1 },
	nil,
}

func chosenLeast(a, b int32) int32 { return min(a, b) }

// chosenTable may fail by its index, and by a function that is nil.
func chosenTable(x []int32, ops []uint8) int32 {
	acc := int32(1)
	for i, op := range ops {
		acc = chosenSteps[op](acc, x[i])
		x[i] = acc
	}
	return acc
}

// chosenFromRows goes through a table of structs.
var chosenRowsTable = [...]struct {
	from, to int64
	of       func(v int64) int64
}{
	{0, 3, func(v int64) int64 { return v * v }},
	{3, 9, func(v int64) int64 { return -v }},
	{9, 12, nil},
}

func chosenFromRows(x []int64) {
	for i, v := range x {
		for _, row := range chosenRowsTable {
			if row.from <= v && v < row.to && row.of != nil {
				x[i] = row.of(v) + 1
			}
		}
	}
}

// chosenCaptured has functions of one literal, of different captures, in an array.
func chosenCaptured(x []float64, a, b float64, k int) {
	scaled := func(by float64) func(float64) float64 { return func(v float64) float64 { return v*by + x[0] } }
	ways := [4]func(float64) float64{scaled(a), scaled(b), math.Abs, scaled(a + b)}
	f := ways[k&3]
	for i := 1; i < len(x); i++ {
		x[i] = f(x[i])
	}
}

// chosenCounters are functions that change what they have captured, which one only branch makes.
func chosenCounters(x []int, k int) (int, int) {
	next := func() int { return k }
	kept := &k
	if k > 2 {
		at := k * 3
		next = func() int { at += 2; return at }
		kept = &at
	} else if k > 0 {
		a, b := 0, 1
		next = func() int { a, b = b, a+b; return a & 0xff }
		kept = &b
	}
	sum := 0
	for i := range x {
		x[i] += next()
		sum += *kept
	}
	return sum, next()
}

type chosenState struct{ s uint32 }

func (g *chosenState) shifted() uint32 { g.s ^= g.s << 13; g.s ^= g.s >> 17; return g.s }
func (g *chosenState) linear() uint32  { g.s = g.s*1664525 + 1013904223; return g.s }

// chosenMethod takes methods as values.
func chosenMethod(out []uint32, seed uint32, kind int) uint32 {
	g := &chosenState{seed}
	next := g.linear
	if kind == 1 {
		next = g.shifted
	}
	for i := range out {
		out[i] ^= next()
	}
	return g.s
}

// chosenCompose calls one through another.
func chosenCompose(x []int, k, m int) int {
	apply := func(f func(int) int, v int) int { return f(f(v)) }
	if m > 1 {
		apply = func(f func(int) int, v int) int { return f(v) - v }
	}
	f := func(v int) int { return v + m }
	if k > 0 {
		f = func(v int) int { return v * k }
	}
	for i, v := range x {
		x[i] = apply(f, v)
	}
	return apply(func(v int) int { return apply(f, v+1) }, k)
}

// chosenOf gives a function, or none.
func chosenOf(kind int) (f func(v, n float64) float64, ok bool) {
	switch kind {
	case 0:
		return func(v, n float64) float64 { return 1 - v/n }, true
	case 1:
		return func(v, n float64) float64 { return v * v }, true
	}
	return nil, kind == 2
}

// chosenBack calls what another function has given.
func chosenBack(x []float64, kind int) bool {
	f, ok := chosenOf(kind)
	if !ok {
		return false
	}
	if f == nil {
		clear(x)
		return true
	}
	for i := range hone.Parallel(len(x)) {
		x[i] = f(x[i], 16)
	}
	return f != nil
}

var chosenKeys = map[byte]func(a, b float64) float64{
	'+': func(a, b float64) float64 { return a + b },
	'*': func(a, b float64) float64 { return a * b },
	'^': math.Max,
}

// chosenByKey calls nil if there is no such key.
func chosenByKey(x []float64, op byte) {
	f := chosenKeys[op]
	for i := 1; i < len(x); i++ {
		x[i] = f(x[i], x[i-1])
	}
}

var (
	chosenCount  int
	chosenCounts = []func(v int) int{func(v int) int { chosenCount++; return v + 1 }, chosenTwice}
)

func chosenTwice(v int) int { return v + v }

// chosenCounting may count, in a variable of the package.
func chosenCounting(x []int, k int) {
	for i, v := range x {
		x[i] = chosenCounts[k](v)
	}
}

var (
	ChosenByCase   = hone.Func(chosenByCase)
	ChosenInLoop   = hone.Func(chosenInLoop)
	ChosenTable    = hone.Func(chosenTable)
	ChosenFromRows = hone.Func(chosenFromRows)
	ChosenCaptured = hone.Func(chosenCaptured)
	ChosenCounters = hone.Func(chosenCounters)
	ChosenMethod   = hone.Func(chosenMethod)
	ChosenCompose  = hone.Func(chosenCompose)
	ChosenByKey    = hone.Func(chosenByKey)
	ChosenCounting = hone.Func(chosenCounting)
	ChosenBack     = hone.Func(chosenBack)
)

// chosenOps are seldom that of the function that is nil, or none at all.
func chosenOps(r *rand.Rand) uint8 {
	if r.Intn(200) == 0 {
		return uint8(3 + r.Intn(2))
	}
	return uint8(r.Intn(3))
}

func init() {
	add("ChosenByCase", chosenByCase, ChosenByCase, args(vec(tame[float64]), one(between(0, 5))))
	add("ChosenInLoop", chosenInLoop, ChosenInLoop, args(vec(whole[int]), one(whole[int])))
	add("ChosenTable", chosenTable, ChosenTable, args(nearly(vec(whole[int32])), vec(chosenOps)))
	add("ChosenFromRows", chosenFromRows, ChosenFromRows, args(vec(between[int64](-3, 14))))
	add("ChosenCaptured", chosenCaptured, ChosenCaptured, args(vec(tame[float64]), one(tame[float64]), one(tame[float64]), one(between(0, 9))))
	add("ChosenCounters", chosenCounters, ChosenCounters, args(vec(whole[int]), one(between(-1, 6))))
	add("ChosenMethod", chosenMethod, ChosenMethod, args(vec(whole[uint32]), one(whole[uint32]), one(between(0, 2))))
	add("ChosenCompose", chosenCompose, ChosenCompose, args(vec(whole[int]), one(between(-1, 3)), one(between(0, 4))))
	add("ChosenByKey", chosenByKey, ChosenByKey, args(vec(tame[float64]), one(func(r *rand.Rand) byte { return "+*^-"[r.Intn(4)] })))
	add("ChosenCounting", chosenCounting, ChosenCounting, args(vec(whole[int]), one(between(0, 2))), plain("computed when the program starts"))
	add("ChosenBack", chosenBack, ChosenBack, args(vec(tame[float64]), one(between(-1, 4))))
}
