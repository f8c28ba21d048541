package simd

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// What explain says of checks and accesses. A loop's body is emitted several times, for whole vectors and for the tail, but an op is
// spoken of once.

type noteKey struct {
	op   *ir.Op
	text string
}

func (e *emitter) noteOnce(o *ir.Op, format string, args ...any) {
	e.outcomeOnce(o, ir.Remark, format, args...)
}

func (e *emitter) outcomeOnce(o *ir.Op, what ir.Outcome, format string, args ...any) {
	key := noteKey{o, fmt.Sprintf(format, args...)}
	if e.noted == nil {
		e.noted = map[noteKey]bool{}
	}
	if !e.noted[key] {
		e.noted[key] = true
		e.noteOutcome(o.Pos, what, "%s", key.text)
	}
}

// noteStays says that a check was not hoisted, and why.
func (e *emitter) noteStays(o *ir.Op) {
	if e.lanes == nil {
		if !e.spare && inLoop(o) {
			e.outcomeOnce(o, ir.CheckStays, "%s stays in the loop: scalar code", describe(o))
		}
		return
	}
	e.outcomeOnce(o, ir.CheckStays, "%s stays in the loop: %s", describe(o), e.whyStays(o))
}

func (e *emitter) whyStays(o *ir.Op) string {
	for i, a := range o.Args {
		if !e.sh.Of(a).Varying {
			continue
		}
		switch {
		case o.Kind == ir.OpCheckIndex && i == 0 && loaded(a, 0):
			return "the index is read from memory"
		case o.Kind == ir.OpCheckIndex && i == 0:
			return "the index is computed at run time"
		case o.Kind == ir.OpCheckIndex:
			return "the length differs between iterations"
		case o.Kind == ir.OpCheckDiv:
			return "the divisor differs between iterations"
		case o.Kind == ir.OpCheckPanic:
			return "its condition differs between iterations"
		}
		return "what it looks at differs between iterations"
	}
	if in := o.Parent.Parent; in != nil {
		switch {
		case in.Kind == ir.OpIf:
			return "it is under a condition"
		case in.Kind.Has(ir.Loop) && in.Mode != ir.InLanes && in.Kind != ir.OpBlockReduce:
			return "it is in a loop inside"
		}
	}
	return "not all iterations come to it, or what it looks at is computed in the loop"
}

// loaded reports a value that comes from memory, up to arithmetic.
func loaded(v *ir.Value, depth int) bool {
	o := v.Def
	if o == nil || depth > 8 {
		return false
	}
	if o.Kind == ir.OpLoad {
		return true
	}
	if len(o.Regions) > 0 {
		return false
	}
	for _, a := range o.Args {
		if loaded(a, depth+1) {
			return true
		}
	}
	return false
}

// inLoop reports an op with a loop around it.
func inLoop(o *ir.Op) bool {
	for r := o.Parent; r != nil && r.Parent != nil; r = r.Parent.Parent {
		if r.Parent.Kind.Has(ir.Loop) || r.Parent.Kind == ir.OpBlockReduce {
			return true
		}
	}
	return false
}

// noteAccess says how the lanes' elements lie in memory, of a load or store of t at p.
func (e *emitter) noteAccess(o *ir.Op, p address, t *ir.Type) {
	if e.lanes == nil {
		return
	}
	what, apart, together := "load", "gathered", "broadcast"
	if o.Kind == ir.OpStore {
		what, apart, together = "store", "scattered", "one element for all lanes"
	}
	switch stride := p.byteStride(); {
	case !p.simple() && loaded(o.Args[1], 0):
		e.noteOnce(o, "%s of %s: %s, the index is read from memory", what, t, apart)
	case !p.simple():
		e.noteOnce(o, "%s of %s: %s, the index is computed at run time", what, t, apart)
	case stride == 0:
		e.noteOnce(o, "%s of %s: %s", what, t, together)
	case stride == int64(t.Size()):
		e.noteOnce(o, "%s of %s: unit stride", what, t)
	default:
		e.noteOnce(o, "%s of %s: %s, at steps of %d bytes", what, t, apart, stride)
	}
}
