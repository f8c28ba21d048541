package pipeline

import (
	"cmp"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Where compiled code finds that the plain function has to be called (ir.LeavesFor) that begins anew. So nothing must have been done by then that anyone could
// notice, nor anything that takes its time. A branch in which something is done, and from which control may come to such a place, becomes one itself, unless
// loops are in it: where a matrix that is empty yet gets its room, say.

// Leaves is why a function stays plain Go that would have to call the plain one when it has done something already.
type Leaves struct{ Why string }

func (e *Leaves) Error() string { return e.Why }

// leave makes sure that the plain function is called, if at all, before anything is done.
func leave(f *ir.Func) error {
	for n := 0; ; n++ {
		w := &leaver{broke: map[*ir.Op]*ir.Op{}}
		w.region(f.Body, nil)
		if w.at == nil {
			return nil
		}
		why, _ := ir.LeavesFor(w.at)
		branch := branchWithout(w.done, w.at)
		if branch == nil || n == mostLeft {
			return &Leaves{why}
		}
		b := &ir.Builder{Region: ir.NewRegion(nil), Pos: w.at.Pos}
		b.Op(ir.OpCheckPanic, []*ir.Value{b.Bool(false)}).SetSym(ir.LeaveFor(why))
		ops := b.Region.Ops
		b.Region.Splice(0, len(ops))
		branch.Insert(0, ops...)
	}
}

// left is why the plain function is called in some branch of m, at the source level: where nothing is gained in the others, that is why it stays plain.
func left(m *ir.Module) (err error) {
	for _, f := range m.Funcs {
		if at := leavesIn(f.Body); at != nil && err == nil {
			why, _ := ir.LeavesFor(at)
			err = &Leaves{why}
		}
	}
	return err
}

// mostLeft bounds in how many branches that do something the plain function is called.
const mostLeft = 8

// leaver looks for a place at which the plain function is called though something may have been done.
type leaver struct {
	at, done *ir.Op
	broke    map[*ir.Op]*ir.Op // what has been done where control breaks out of a block
}

// region goes through a region in front of which done has been done, nil for nothing, and gives what has been at its end.
func (w *leaver) region(r *ir.Region, done *ir.Op) *ir.Op {
	for _, o := range r.Ops {
		if w.at != nil {
			return done
		}
		if _, ok := ir.LeavesFor(o); ok {
			if done != nil {
				w.at, w.done = o, done
			}
			if c := o.Args[0].Def; c != nil && c.Kind == ir.OpConst && c.Bits == 0 {
				return nil // nothing comes behind it
			}
			continue
		}
		if isLoop(o) {
			for _, r := range o.Regions {
				if at := leavesIn(r); at != nil {
					w.at, w.done = at, o
					return done
				}
			}
			done = o
			continue
		}
		if does(o) {
			done = o
		}
		if o.Kind == ir.OpBreak && done != nil {
			w.broke[o.Target] = done
		}
		from := done
		for _, inner := range o.Regions {
			if end := w.region(inner, from); done == nil && inner.Terminator().Kind == ir.OpYield {
				done = end
			}
		}
		done = cmp.Or(done, w.broke[o])
	}
	return done
}

// isLoop reports an op that runs what is in it more than once, or that of another function.
func isLoop(o *ir.Op) bool {
	return o.Kind.Has(ir.Loop) || o.Kind == ir.OpMulti || o.Kind == ir.OpCallSym || o.Kind == ir.OpForeign
}

// does reports that an op writes to what others have.
func does(o *ir.Op) bool {
	return o.Kind == ir.OpStart || o.Kind.Has(ir.Writes) && analysis.Allocation(o.Args[0]) == nil
}

// leftNotes says where the plain function is called in place of a branch.
func leftNotes(f *ir.Func) (notes []ir.Note) {
	f.Body.Walk(func(o *ir.Op) bool {
		if why, ok := ir.LeavesFor(o); ok {
			notes = append(notes, ir.Note{Pos: o.Pos, Text: "where control comes here the plain function is called: " + why})
		}
		return true
	})
	return notes
}

// leavesIn is a place in r at which the plain function is called, or nil.
func leavesIn(r *ir.Region) (at *ir.Op) {
	r.Contains(func(o *ir.Op) bool {
		_, ok := ir.LeavesFor(o)
		if ok {
			at = o
		}
		return ok
	})
	return at
}

// branchWithout is the innermost branch around done that at isn't in, if there are no loops in it.
func branchWithout(done, at *ir.Op) *ir.Region {
	for r := done.Parent; r.Parent != nil && !r.Holds(at); r = r.Parent.Parent {
		if r.Contains(isLoop) {
			return nil
		}
		if r.Parent.Kind == ir.OpIf {
			return r
		}
	}
	return nil
}
