package pipeline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/sched"
)

// NothingToGain is why a function that could be compiled stays plain Go: what hone would make of it is what the Go compiler makes of it, behind a call that costs more.
type NothingToGain struct {
	Pos ir.Pos
	Why string // "": no loop gets lanes or cores, and nothing is evaluated away
}

func (e *NothingToGain) Error() string {
	text := "nothing to gain: " + cmp.Or(e.Why, "no loop gets lanes or cores, and nothing is evaluated away")
	if e.Pos.Line > 0 {
		text = e.Pos.String() + ": " + text
	}
	return text
}

// gain reports whether the function as it has been scheduled does more than its plain loops would, one iteration after the other: by lanes, cores, or one of the passes
// that gain something; where it calls plain Go, which takes longer from here, such a pass isn't enough. It asks about the program and how it was scheduled only, so that a function is plain for all data,
// and on all machines with vectors of the same length.
func (l *Lowered) gain() bool {
	if l.gains.Load() && !callsForeign(l.Host) {
		return true
	}
	found := false
	for _, k := range l.Kernels {
		if k.Rare { // stands in, or is for loops so long that several cores go through them twice
			continue
		}
		found = found || k.Kernel == ir.RangeKernel
		k.Body.Walk(func(o *ir.Op) bool {
			found = found || o.Mode == ir.InLanes || o.Kind == ir.OpBlockReduce
			return !found
		})
	}
	return found
}

// interpreted is the reason, if there is one, why iterations of a loop would be done by the host, one step after the other: a pass has left it at an op that makes memory,
// or the loop stores slices, or calls plain Go.
func interpreted(f *ir.Func) (why *NothingToGain) {
	f.Body.Walk(func(o *ir.Op) bool {
		if why == nil && o.Kind == ir.OpMake && o.Note() != "" {
			why = &NothingToGain{o.Pos, o.Note()}
		}
		return why == nil
	})
	if why != nil {
		return why
	}
	most, depth := 0, 0
	var at *ir.Op
	does := ""
	var walk func(r *ir.Region, loops int)
	walk = func(r *ir.Region, loops int) {
		for _, o := range r.Ops {
			inside := loops
			if o.Kind.Has(ir.Loop) {
				inside++
				if most = max(most, inside); inside > depth && storesRows(o) {
					depth, at, does = inside, o, "stores slices"
				}
			}
			if o.Kind == ir.OpForeign && loops > 0 && loops+inForeign(o) > depth {
				depth, at, does = loops+inForeign(o), o, "calls plain Go ("+ir.ForeignName(o)+")"
			}
			for _, in := range o.Regions {
				walk(in, inside)
			}
		}
	}
	walk(f.Body, 0)
	if at == nil || depth < most {
		return nil
	}
	return &NothingToGain{at.Pos, "a loop that " + does + " is run by the host, one step after the other, and none does more"}
}

// inForeign is how many loops deep a foreign call counts: what gets slices goes through them, as a rule.
func inForeign(call *ir.Op) int {
	if slices.ContainsFunc(call.Args, func(v *ir.Value) bool { return v.Type.Kind == ir.Slice }) {
		return 1
	}
	return 0
}

// callsForeign reports a function that calls one which stays plain Go.
func callsForeign(f *ir.Func) bool {
	return f.Body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpForeign })
}

// storesRows reports a loop that does little but store slices in each iteration: where one makes memory, that takes longer than the host's steps.
func storesRows(loop *ir.Op) bool {
	stores := false
	for _, r := range loop.Regions {
		if slices.ContainsFunc(r.Ops, func(o *ir.Op) bool { return o.Kind == ir.OpMake }) {
			return false
		}
		stores = stores || r.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpStore && o.Args[2].Type.Kind == ir.Slice })
	}
	return stores && !slices.ContainsFunc(loop.Regions, func(r *ir.Region) bool { return r.Contains(func(o *ir.Op) bool { return o.Kind.Has(ir.Loop) }) })
}

// evaluatedAway reports whether the functions of m, at the source level, have what partial evaluation takes away and the Go compiler may leave: functions as values, which
// iterators are, too, type parameters, and calls that a filter has unfolded.
func evaluatedAway(m *ir.Module) bool {
	for _, f := range m.Funcs {
		found := strings.Contains(f.Name, "[") || f.Filter != nil
		f.Body.Walk(func(o *ir.Op) bool {
			found = found || o.Kind == ir.OpLambda || o.Kind == ir.OpFuncRef
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// uncallable is the reason, if there is one, why a function can't run: it calls one that stays plain Go and that nobody can name.
func uncallable(f *ir.Func) (err error) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpForeign && err == nil {
			if why := ir.WhyForeign(o); why != "" {
				err = &sched.Error{Pos: o.Pos, Msg: why}
			}
		}
		return err == nil
	})
	return err
}
