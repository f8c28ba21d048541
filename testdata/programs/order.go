package programs

import "github.com/hone-go/hone"

// Operands of one statement that fail, or that calls further right change.

func addLesser(x, y []uint32, i, j int, s uint32)    { x[i] += min(s, y[j]) }
func lessGreater(x, y []uint32, i, j int, s uint32)  { x[0] = x[i] - max(s, y[j]) }
func exchange(x, y []uint32, i, j int, s uint32)     { x[i], y[j] = y[j], x[i] }
func throughIndex(x, y []uint32, i, j int, s uint32) { x[min(i, int(y[j]&3))] = y[i] / s }

// threeAtOnce stores to memory before the last operand fails, or doesn't.
//
//lint:ignore SA4006 that s is assigned to is what matters
func threeAtOnce(x, y []uint32, i, j int, s uint32) { x[0], s, y[i] = 7, 8/s, x[j] }

var AddLesser, LessGreater, Exchange, ThroughIndex, ThreeAtOnce = hone.Func(addLesser), hone.Func(lessGreater), hone.Func(exchange), hone.Func(throughIndex), hone.Func(threeAtOnce)

// changedLater has calls that change what stands to the left of them.
func changedLater(s []int) [10]int {
	i := 0
	inc := func() int { i++; return i }
	d := make([]int, 4)
	read := func() int { return d[0] }
	first := func(s []int, k int) int { return s[0]*10 + k }
	var out [10]int
	out[0] = len(s[i:])*10 + inc()
	out[1] = s[i:][0] + inc()
	out[2] = first(s[i:], inc())
	out[3] = copy(d, s)*10 + read()
	out[4] = min(i, 10)*10 + inc()
	out[5] = len(make([]int, i))*10 + inc()
	out[6] = s[i]*10 + inc()
	next := func() int { s = s[1:]; return len(s) }
	out[7] = s[1:][0] + next()
	out[8] = copy(d, s) + next()
	out[9] = len(s)*10 + next()
	return out
}

var ChangedLater = hone.Func(changedLater)

// operandsInLoop fails in the middle of a loop, with one operand or another.
func operandsInLoop(x, y []uint32, at []int32, s uint32) uint32 {
	for k, i := range at {
		x[k], y[i] = min(y[k], x[i])/s, max(x[k], y[k])
		s ^= uint32(len(x[k:])) & 1
	}
	return s
}

var OperandsInLoop = hone.Func(operandsInLoop)

func init() {
	index := one(between(0, 9))
	two := args(sized(func(int) int { return 5 }, u32s), sized(func(int) int { return 6 }, u32s), index, index, one(between[uint32](0, 2)))
	add("AddLesser", addLesser, AddLesser, two)
	add("LessGreater", lessGreater, LessGreater, two)
	add("Exchange", exchange, Exchange, two)
	add("ThroughIndex", throughIndex, ThroughIndex, two)
	add("ThreeAtOnce", threeAtOnce, ThreeAtOnce, two)
	add("ChangedLater", changedLater, ChangedLater, args(i64s), upTo(100))
	add("OperandsInLoop", operandsInLoop, OperandsInLoop, args(u32s, u32s, indicesUnder(1), one(between[uint32](0, 9))), upTo(1000))
}
