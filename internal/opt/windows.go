package opt

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Windows has loops in lanes that add up a window of integers in each iteration go from one window to the next: what enters it is added, what leaves it is taken away. Integers wrap around, so
// that the sums are the same bits.
//
//	for lo, hi mode=lanes (i) { w = f(i) + f(i+1) + ... + f(i+n-1); ... }
//	=> s = f(lo) + ... + f(lo+n-2)
//	   for lo, hi, s mode=lanes (i, s) { w = s + f(i+n-1); next = running @add s, f(i+n-1) - f(i); ...; yield next }
//
// f is whatever is computed of elements that move along with i and of what stays. The window may also be an inner loop with a number of iterations that stays the same. Nothing is read that the
// loop didn't read: the iterations of a loop in lanes are independent of each other, so that no element that two of them read is stored to, and of the first window only what the first iteration reads
// anyway is read ahead of it. The loop stays as it is for a few iterations, or where the first one fails. registerBytes tells where it pays; 0: wherever it is right.
func Windows(f *ir.Func, registerBytes int) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	var loops []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor && o.Mode == ir.InLanes {
			loops = append(loops, o)
			return false
		}
		return o.Kind != ir.OpBlockReduce
	})
	changed := false
	for _, o := range loops {
		changed = windowsIn(f, o, registerBytes) || changed
	}
	if changed {
		DCE(f)
	}
	return changed
}

// slidingLoop is a loop in lanes in which windows are looked for.
type slidingLoop struct {
	loop   *ir.Op
	index  *ir.Value
	space  *analysis.Space
	fn     *ir.Func
	bytes  int             // of a register
	at     map[*ir.Op]int  // places in the body
	hidden map[*ir.Op]bool // ops of the body that are part of a sum
	sums   []*slidingSum
}

// slidingSum is a sum that slides: its value, the windows in it, and what else is added.
type slidingSum struct {
	of   *ir.Value
	runs []*slidingRun
	rest []summand
}

// slidingRun is a window of a sum: values of f at i, i+1, ..., i+n-1 if i is the index.
type slidingRun struct {
	first, last summand   // f(i), f(i+n-1), in the body; of inner loops f(i, j), both
	n           int64     // of inner loops: 0 if it isn't known
	inner       *innerSum // such a loop; nil: all values of the window are in the body
}

func windowsIn(f *ir.Func, o *ir.Op, registerBytes int) bool {
	body := o.Regions[0]
	if o.Ints[0] != 1 || !analysis.Straight(o) {
		return false
	}
	l := &slidingLoop{loop: o, index: body.Params[0], space: analysis.NewSpace(), fn: f, bytes: registerBytes, at: map[*ir.Op]int{}, hidden: map[*ir.Op]bool{}}
	for k, x := range body.Ops {
		l.at[x] = k
	}
	l.hide()
	for _, x := range body.Ops {
		if s := l.sum(x); s != nil {
			l.sums = append(l.sums, s)
		}
	}
	if len(l.sums) == 0 {
		return false
	}
	l.emit()
	return true
}

// sum recognises an op that gives a sum with windows that pay.
func (l *slidingLoop) sum(o *ir.Op) *slidingSum {
	var s *slidingSum
	switch {
	case o.Kind == ir.OpFor:
		s = l.innerSum(o)
	case l.isSum(o) && !l.hidden[o] && !l.isIndex(o.Results[0]):
		s = &slidingSum{of: o.Results[0]}
		l.findRuns(s, l.summands(o, nil))
	}
	if s == nil || len(s.runs) == 0 || !l.pays(s) || !l.foreseen(s) {
		return nil
	}
	return s
}

// leastRun is how many values a window has at least: what leaves one and what enters it are two.
const leastRun = 3

// placed is a summand of a sum and how far from the first of its like it is.
type placed struct {
	summand
	by int64
}

// findRuns sorts summands into windows and others.
func (l *slidingLoop) findRuns(s *slidingSum, summands []summand) {
	for len(summands) > 0 {
		var alike []placed
		var others []summand
		for _, v := range summands {
			if by, ok := l.shifted(summands[0], v); ok {
				alike = append(alike, placed{v, by})
			} else {
				others = append(others, v)
			}
		}
		if len(alike) == 0 {
			s.rest, summands = append(s.rest, summands[0]), summands[1:]
			continue
		}
		s.take(alike)
		summands = others
	}
}

// take makes windows of values that are alike; one that is there several times is in several of them.
func (s *slidingSum) take(alike []placed) {
	slices.SortStableFunc(alike, func(a, b placed) int { return cmp.Compare(a.by, b.by) })
	for len(alike) > 0 {
		run := alike[:1:1]
		var others []placed
		for _, p := range alike[1:] {
			switch p.by - run[len(run)-1].by {
			case 1:
				run = append(run, p)
			default:
				others = append(others, p)
			}
		}
		if n := len(run); n >= leastRun {
			s.runs = append(s.runs, &slidingRun{first: run[0].summand, last: run[n-1].summand, n: int64(n)})
		} else {
			for _, p := range run {
				s.rest = append(s.rest, p.summand)
			}
		}
		alike = others
	}
}

// pays compares what the lanes do for the windows, in cycles or so for each register (measured on Intel's Ice Lake): loads beside each other, half of which cross lines of the cache, and ops; going from
// window to window takes a shuffle and an op for each doubling of lanes, and more of them where they are small.
func (l *slidingLoop) pays(s *slidingSum) bool {
	if l.bytes == 0 {
		return true
	}
	const gain = 1.2
	size := s.of.Type.Size()
	doubling := 1.0
	if size < 4 {
		doubling = 2.25
	}
	before, after := 0.0, 1+doubling*float64(bits.Len(uint(l.bytes/size-1)))
	for _, r := range s.runs {
		c := l.costOf(r) + simpleOp
		n := r.n
		if n == 0 {
			n = leastInner
		}
		before += float64(n) * c
		after += 2 * c
	}
	return before > gain*after
}

// simpleOp is what one takes for a register.
const simpleOp = 0.25

// costOf is that of a window's value.
func (l *slidingLoop) costOf(r *slidingRun) (cycles float64) {
	seen := map[*ir.Value]bool{}
	var add func(v *ir.Value)
	add = func(v *ir.Value) {
		o := v.Def
		if seen[v] || o == nil || !inside(v, l.loop) {
			return
		}
		seen[v] = true
		switch {
		case o.Kind == ir.OpLoad:
			cycles += float64(l.bytes) / 64
			return
		case v.Type != ir.TI64 || len(o.Args) > 0 && o.Args[0].Type != ir.TI64: // else most likely an index
			cycles += simpleOp
		}
		for _, a := range o.Args {
			add(a)
		}
	}
	add(r.first.v)
	if r.first.cond != nil {
		cycles += simpleOp
		add(r.first.cond)
	}
	return cycles
}
