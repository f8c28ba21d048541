package plan

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Raiser makes panics show where in the source they come from: it calls fail, which panics, by way of a function that stack traces show at
// pos. It returns, without a call, if there is no such function.
type Raiser func(pos ir.Pos, fail func())

// panicAt calls fail, which panics.
func (p *Program) panicAt(pos ir.Pos, fail func()) {
	if p.Raise != nil {
		p.Raise(pos, fail)
	}
	fail()
}

// leaving is what a check panics with: what that is, and in which words its numbers are.
type leaving struct {
	what  string
	with  []int32
	plain bool // it doesn't panic: the plain function is called
}

// leaves reports whether the check of the kernel that has failed is one for which the plain function is called.
func (x *call) leaves(status int64) bool {
	if !x.kernel.Leaves || status < 1 || status > int64(len(x.kernel.Sites)) {
		return false
	}
	_, plain := ir.CutLeave(x.kernel.Sites[status-1].Panic)
	return plain
}

// failed panics as step number pc does for these words.
//
//go:noinline
func (p *Program) failed(pc int, w []uint64) {
	s := &p.steps[pc]
	p.panicAt(p.places[pc], func() {
		switch s.op {
		case opCheckIndex, opCheckIndexU:
			raiseIndex(s.op == opCheckIndexU, w[s.a], w[s.b])
		case opCheckSlice:
			limit := uint64(0)
			if s.sub == 2 {
				limit = w[s.d]
			}
			raiseSlice(s.sub, w[s.a], w[s.b], w[s.c], limit)
		case opCheckDiv:
			rt.PanicDivide()
		case opCheckShift:
			rt.PanicShift()
		case opCheckPanic:
			leaves := &p.panics[s.imm]
			var words rt.Words
			for i, k := range leaves.with {
				words[i] = w[k]
			}
			rt.PanicValue(leaves.what, words)
		default:
			rt.PanicMakeSlice()
		}
	})
}

// within is lo <= hi (<= max) <= cap, unsigned: a negative bound is a huge one.
func within(s *step, w []uint64) bool {
	lo, hi, n := w[s.a], w[s.b], w[s.c]
	return lo <= hi && hi <= n && (s.sub != 2 || n <= w[s.d])
}

// raise panics as the check of the kernel does that has failed.
func (x *call) raise(status int64, words [FailWords]uint64) {
	k := x.kernel
	if status < 1 || status > int64(len(k.Sites)) {
		panic(fmt.Sprintf("hone: internal error: kernel %s returned status %d", k.Name, status))
	}
	site := &k.Sites[status-1]
	x.prog.panicAt(site.Pos, func() {
		switch site.Kind {
		case ir.OpCheckIndex:
			raiseIndex(site.Unsigned, words[0], words[1])
		case ir.OpCheckSlice:
			raiseSlice(uint8(site.Code), words[0], words[1], words[2], words[3])
		case ir.OpCheckDiv:
			rt.PanicDivide()
		case ir.OpCheckShift:
			rt.PanicShift()
		case ir.OpCheckMake:
			rt.PanicMakeSlice()
		case ir.OpCheckPanic:
			rt.PanicValue(site.Panic, words)
		default:
			panic(fmt.Sprintf("hone: internal error: a %s failed in kernel %s", site.Kind, k.Name))
		}
	})
}

func raiseIndex(unsigned bool, i, n uint64) {
	if unsigned {
		rt.PanicIndexUint(i, int64(n))
	}
	rt.PanicIndex(int64(i), int64(n))
}

func raiseSlice(code uint8, lo, hi, n, limit uint64) {
	switch code {
	case 1:
		rt.PanicSliceArray(int64(lo), int64(hi), int64(n))
	case 2:
		rt.PanicSlice3(int64(lo), int64(hi), int64(n), int64(limit))
	}
	rt.PanicSlice(int64(lo), int64(hi), int64(n))
}
