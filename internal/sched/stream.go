package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// What a large loop writes and doesn't read would push everything else out of the caches, and is first read into them although all of it is
// overwritten. Such stores go past the caches; the host chooses, since it knows how much will be written.

// farMemory has the loops of a kernel over dims ask ahead for what they load, and those in lanes, if so wanted, store past the caches.
func (s *scheduler) farMemory(k *ir.Func, host *ir.Builder, dims []*ir.Value, stream bool) {
	s.askAhead(k)
	s.askAheadOfRows(k, host)
	s.streams = stream && s.stream(k, host, dims) || s.streams
}

// stream makes stores in the loops in lanes of a kernel over dims streaming ones, where that may pay. It reports whether there are some.
func (s *scheduler) stream(k *ir.Func, host *ir.Builder, dims []*ir.Value) (some bool) {
	if s.machine.RegisterBytes == 0 {
		return false
	}
	loaded := map[*ir.Value]bool{}
	k.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoad {
			loaded[o.Args[0].Root()] = true
		}
		return true
	})
	for _, f := range loopsInLanes(k) {
		stores := s.streaming(f, loaded)
		if len(stores) == 0 {
			continue
		}
		bytes := perIndex(f)
		n, row := linearSize(host, dims), dims[len(dims)-1]
		if k.Body.Defines(f.Args[0]) && k.Body.Defines(f.Args[1]) {
			// a piece of the pattern itself
		} else if known := func(v *ir.Value) bool { return isConst(v) || !k.Body.Defines(v) }; known(f.Args[0]) && known(f.Args[1]) {
			row = outer(host, f.Args[1])
			if lo, ok := f.Args[0].ConstInt(); !ok || lo != 0 {
				row = host.Binary(ir.OpSub, row, outer(host, f.Args[0]))
			}
			n = host.Binary(ir.OpMul, n, row)
		} else {
			continue
		}
		far := host.Compare(ir.OpGe, n, host.Int(int64(s.machine.StreamBytes())/max(bytes, 1)))
		if s.machine.StreamBytes() > s.machine.StreamRow {
			far = host.Binary(ir.OpAnd, far, host.Compare(ir.OpGe, row, host.Int(int64(s.machine.StreamRow/stores[0].Args[2].Type.Size()))))
		}
		for _, st := range stores {
			st.Mode = ir.Streaming
		}
		f.InsertBefore(f.Parent.NewOp(ir.OpStream, f.Pos, []*ir.Value{far}))
		some = true
	}
	return some
}

// loopsInLanes lists those of a kernel that are for more than little of the work.
func loopsInLanes(k *ir.Func) (loops []*ir.Op) {
	k.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor && o.Mode == ir.InLanes {
			if len(o.Ints) < 2 || o.Ints[1] > 0 {
				loops = append(loops, o)
			}
			return false
		}
		return true
	})
	return loops
}

// perIndex is how many bytes a loop reads and writes for each index, as far as they are side by side: several rows of one slice count once.
func perIndex(f *ir.Op) int64 {
	body := f.Regions[0]
	sp := analysis.NewSpace()
	seen := map[*ir.Value]bool{}
	bytes := int64(0)
	for _, o := range body.Ops {
		if o.Kind != ir.OpLoad && o.Kind != ir.OpStore || seen[o.Args[0].Root()] {
			continue
		}
		seen[o.Args[0].Root()] = true
		step, _ := sp.Of(o.Args[1]).Coef(body.Params[0])
		if c, ok := step.Const(); ok && c != 0 && len(o.Ints) == 0 {
			bytes += max(c, -c) * int64(o.Args[0].Type.Elem.Size())
		}
	}
	return bytes
}

// streaming lists the stores of a loop in lanes that may go past the caches: to neighbours, of every lane, to what the kernel doesn't load, and what no other store
// replaces (measured, AVX-512, 5M int32: a clamp that stored what it copies past the caches, and then what it clamps, 15 ms; one that stores once 0.8).
func (s *scheduler) streaming(f *ir.Op, loaded map[*ir.Value]bool) []*ir.Op {
	body := f.Regions[0]
	index := body.Params[0]
	sp := analysis.NewSpace()
	ops, loops := 0, false
	body.Walk(func(o *ir.Op) bool {
		loops = loops || o.Kind.Has(ir.Loop)
		if o.Kind.Has(ir.Lanewise) && o.Results[0].Type != ir.TI64 {
			ops++
		}
		return true
	})
	if loops {
		return nil
	}
	widest := 0
	accesses := sp.Accesses(body)
	replaced := func(o *ir.Op) bool {
		a := sp.Access(o)
		return slices.ContainsFunc(accesses, func(x analysis.Access) bool {
			return x.Op != o && x.Stores() && x.Root == a.Root && x.At.Equal(a.At)
		})
	}
	var out []*ir.Op
	for _, o := range body.Ops {
		if o.Leaves() {
			return nil
		}
		if o.Kind != ir.OpStore {
			continue
		}
		widest = max(widest, o.Args[2].Type.Size())
		root := o.Args[0].Root()
		at := sp.Of(o.Args[1])
		step, _ := at.Coef(index)
		unit, ok := step.Const()
		varies := at.Any(func(v *ir.Value) bool { return v != index && f.Defines(v) })
		own := root.Def != nil && root.Def.Kind != ir.OpMake
		if ok && unit == 1 && !varies && !own && !f.Defines(o.Args[0]) && !loaded[root] && len(o.Ints) == 0 && !replaced(o) {
			out = append(out, o)
		}
	}
	if ops > s.machine.StreamOps*len(out) {
		return nil
	}
	return slices.DeleteFunc(out, func(o *ir.Op) bool { return o.Args[2].Type.Size() < widest })
}
