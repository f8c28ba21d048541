// Package sched turns the patterns of a residual function into loop nests: it decides for every pattern which dimension runs in parallel,
// which in vector lanes, and which in sequence, and cuts the function into a host program and kernels (docs/ir.md, "Loops level").
package sched

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/machine"
)

// BlockLength is the number of indices in one block of a declared reduction.
const BlockLength = 8192

// Result is a function at the loops level.
type Result struct {
	Module *ir.Module // the host function first, then its kernels
	Notes  []ir.Note
	Nests  []Scheduled // in the order of their numbers

	OneCore ir.Pos // of a loop that starts goroutines and gets no cores, see oneCore
	Bare    ir.Pos // of one that gets nothing else
}

// Scheduled is a nest that has its schedule.
type Scheduled struct {
	Pos   ir.Pos
	Steps loops.Schedule
	Estimate

	note int // among all notes
}

// Error says what can't be scheduled, and where.
type Error struct {
	Pos ir.Pos
	Msg string
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

type scheduler struct {
	machine *machine.Desc
	host    *ir.Func
	kernels []*ir.Func
	notes   []ir.Note
	rows    map[*ir.Op]launchRows      // launches that go through their space row by row
	spare   map[*ir.Op]*ir.Op          // what clears a buffer, the value, where the loop that overwrites it has a negative extent
	moved   map[*ir.Op]bool            // ops that went into kernels; the host's regions still list them until they're rebuilt
	needed  map[*ir.Value]bool         // what pipelines that are not emitted yet will ask for
	renamed ir.Replacer                // results of kernels by what they were before
	scalar  map[*ir.Op]bool            // loops of which another form is the one that matters
	apart   map[*ir.Op][]analysis.Pair // slices that a guard around a parallel loop has found to be apart
	timed   map[*ir.Op]*timeLoop       // blocks around loops over time, and the other way to run them
	relays  map[*ir.Op]*relay          // by their first passes

	attempts map[*ir.Op]*attempt // parallel loops that may fail
	ways     map[*ir.Op]bool     // choices in kernels between loops that ask ahead and loops that don't

	record    func(nest *ir.Func) // is told nests, if it is not nil
	choose    func(n *Nest) bool  // chooses schedules, if it is not nil
	estimates bool                // of all nests
	nests     []Scheduled         // that have got theirs
	streams   bool                // there are streaming stores in the nest at hand
	group     *group              // what the nest at hand can be run together with, if it is not nil
	columns   bool                // rows of it are cut into columns then
	placing   bool                // a nest that stays where it is; see inPlace
	standsIn  bool                // what is scheduled stands in for what a guard has not let pass
	forks     map[*ir.Op]bool     // loops that start goroutines
	work      map[*ir.Op]float64  // of these, however they are run
	spares    map[*ir.Region]bool // regions of the host that do

	own        map[*ir.Op]bool // loops whose iterations make slices for themselves
	arenaCount int64
}

// Hooks are asked about nests and told of them; they may be nil.
type Hooks struct {
	Choose func(n *Nest) bool  // takes steps of its own choice; false: the default strategy chooses
	Record func(nest *ir.Func) // is told each nest as it stands when its schedule is chosen (record.go)

	Estimates bool // all nests have one, not only those for which several were compared
}

// Lower schedules the residual function f with the default strategy. f is consumed.
func Lower(f *ir.Func, m *machine.Desc) (*Result, error) { return LowerWith(f, m, Hooks{}) }

// LowerWith is Lower with somebody else to choose, or to look on.
func LowerWith(f *ir.Func, m *machine.Desc, hooks Hooks) (res *Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			res, err = nil, e
		}
	}()
	s := &scheduler{machine: m, host: f, rows: map[*ir.Op]launchRows{}, spare: map[*ir.Op]*ir.Op{}, moved: map[*ir.Op]bool{}, needed: map[*ir.Value]bool{}, scalar: map[*ir.Op]bool{}, apart: map[*ir.Op][]analysis.Pair{}, spares: map[*ir.Region]bool{}, timed: map[*ir.Op]*timeLoop{}, relays: map[*ir.Op]*relay{}, attempts: map[*ir.Op]*attempt{}, own: map[*ir.Op]bool{}, ways: map[*ir.Op]bool{}, record: hooks.Record, choose: hooks.Choose, estimates: hooks.Estimates}
	Keeps(f) // of a function that no pass has seen
	sinkStacks(f)
	s.findOwned(f.Body, m.RegisterBytes != 0)
	s.check(f.Body, false)
	s.prepareOwned()
	s.inRounds(f)
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpIf && o.Mode == ir.Guarded {
			s.spares[o.Regions[1]] = true
		}
		return o.Kind != ir.OpMulti
	})
	lowerOutputs(f.Body)
	lowerMoves(f.Body, false)
	s.pool(f)
	linearReduces(f.Body)
	moveLargeArrays(f.Body)
	s.splitLoops(f.Body)
	if m.RegisterBytes != 0 { // other targets' compilers don't get loops that are harder to read
		s.distribute(f, f.Body)
		fillDeclared(f)
	}
	s.timeLoops(f.Body)
	s.forks = takeStarts(f.Body)
	s.work = forkWork(s.forks)
	s.plainLoops(f)
	s.own = nil // whose iterations still are the host's
	liftStacks(f)
	s.pool(f)
	lowerAllocas(f)
	if whole(f.Body) && !longLoops(f.Body) {
		s.wholeFunction()
	} else {
		s.region(f.Body)
	}
	alone, bare := s.oneCore()
	s.mergeKernels()
	s.splitWays()
	for _, k := range s.kernels {
		lowerMoves(k.Body, true)
		onOneThread(k.Body)
		lanesOutside(k.Body, false)
	}
	return &Result{Module: &ir.Module{Funcs: append([]*ir.Func{f}, s.kernels...)}, Notes: s.notes, Nests: s.nests, OneCore: alone, Bare: bare}, nil
}

// onOneThread has a kernel ask for no number of threads: it starts none.
func onOneThread(r *ir.Region) {
	r.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpProcs {
			fail(o.Pos, "the number of processors is asked for inside a loop")
		}
		if o.Kind == ir.OpThreads {
			o.SetKind(ir.OpConst)
			o.Bits = 0
		}
		return true
	})
}

func fail(pos ir.Pos, format string, args ...any) {
	panic(&Error{pos, fmt.Sprintf(format, args...)})
}

func (s *scheduler) note(pos ir.Pos, format string, args ...any) {
	s.noteOutcome(pos, ir.Remark, format, args...)
}

func (s *scheduler) noteOutcome(pos ir.Pos, what ir.Outcome, format string, args ...any) {
	s.notes = append(s.notes, ir.Note{Pos: pos, Text: fmt.Sprintf(format, args...), What: what})
}

// check finds what has no place in a kernel.
func (s *scheduler) check(r *ir.Region, inPattern bool) {
	for _, o := range r.Ops {
		switch {
		case o.Kind == ir.OpCallSym:
			fail(o.Pos, "the recursive function %s stays a call; give it a filter that unfolds it (//hone:filter)", o.Sym())
		case o.Kind == ir.OpMulti && makesOfSlices(o):
			fail(o.Pos, "a parallel loop gives slices; kernels handle the elements of slices only")
		case inPattern && storesSlice(o):
			fail(o.Pos, "a slice is stored inside a parallel loop; kernels handle the elements of slices only")
		case inPattern && o.Kind == ir.OpForeign:
			fail(o.Pos, "%s is plain Go, which is not called in a parallel loop", ir.ForeignName(o))
		case inPattern && makes(o) && !s.owner(o):
			at, why := s.whyMadeOutside(o)
			fail(at.Pos, "%s", why)
		}
		for _, in := range o.Regions {
			s.check(in, inPattern || isPattern(o))
		}
	}
}

// makes reports an op that makes a slice: a make's result, or any of a multi's, whose first may be a reduction's.
func makes(o *ir.Op) bool { return isMade(o) || o.Kind == ir.OpMulti && hasSlice(o.Results) }

// makesOfSlices reports an op that makes a slice of slices.
func makesOfSlices(o *ir.Op) bool {
	return slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return v.Type.Kind == ir.Slice && v.Type.Elem.HoldsSlices() })
}

func isPattern(o *ir.Op) bool {
	return o.Kind == ir.OpMulti || o.Kind == ir.OpBlockReduce
}

func isLoop(o *ir.Op) bool { return o.Kind.Has(ir.Loop) }

// storeLeaves stores the leaves of an element, in the order of ir.Leaves.
func storeLeaves(b *ir.Builder, slice, i *ir.Value, vals []*ir.Value) {
	k := 0
	eachLeaf(b, slice, func(steps []int64, extra []*ir.Value) {
		b.Store(slice, i, vals[k], steps, extra...)
		k++
	})
}

// loadLeaves loads them.
func loadLeaves(b *ir.Builder, slice, i *ir.Value) (vals []*ir.Value) {
	eachLeaf(b, slice, func(steps []int64, extra []*ir.Value) { vals = append(vals, b.Load(slice, i, steps, extra...)) })
	return vals
}

// eachLeaf gives the paths of the leaves of a slice's elements, with the indices in them.
func eachLeaf(b *ir.Builder, slice *ir.Value, f func(steps []int64, extra []*ir.Value)) {
	ir.Leaves(slice.Type.Elem, func(path []int, _ *ir.Type) {
		steps := make([]int64, len(path))
		var extra []*ir.Value
		t := slice.Type.Elem
		for j, p := range path {
			steps[j] = int64(p)
			if t.Kind == ir.Array {
				steps[j] = -1
				extra = append(extra, b.Int(int64(p)))
				t = t.Elem
			} else {
				t = t.Fields[p].Type
			}
		}
		f(steps, extra)
	})
}

// lowerAllocas: an array of the host that patterns share lives in a scratch buffer, or in fresh memory if it is small. In a function that is one kernel it is private memory.
func lowerAllocas(f *ir.Func) {
	if whole(f.Body) && !longLoops(f.Body) {
		return
	}
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		var ops []*ir.Op
		for _, o := range r.Ops {
			if o.Kind == ir.OpAlloca {
				if arrayBytes(o) <= smallArray {
					ops = append(ops, memoryOf(o, ir.OpMake)...)
					continue
				}
				made := memoryOf(o, ir.OpScratch)
				ops = append(ops, slices.Concat(made, clearArray(made))...)
				continue
			}
			if !isPattern(o) && !outlinable(o) { // in a kernel it stays private
				for _, in := range o.Regions {
					walk(in)
				}
			}
			ops = append(ops, o)
		}
		r.SetOps(ops)
	}
	walk(f.Body)
}

// whole reports a body without patterns and allocations, of which no slice comes out: it can be one kernel as it stands.
func whole(r *ir.Region) bool {
	ok := true
	r.Walk(func(o *ir.Op) bool {
		ok = ok && !ofHost(o) && !storesSlice(o) && !(o.Kind.Has(ir.Terminator) && hasSlice(o.Args))
		return ok
	})
	return ok
}

// hostCost is the number of ops from which a piece of host program is worth a kernel.
const hostCost = 12

// leastKernel is that for all of a function: a kernel that is all there is to call takes no frame of the host's (see plan.Bound).
const leastKernel = 3

// weight is the number of ops in a region, and whether it loops.
func weight(ops []*ir.Op) (n int, loops bool) {
	for _, o := range ops {
		if o.Kind != ir.OpConst {
			n++
		}
		loops = loops || o.Kind == ir.OpLoop || o.Kind == ir.OpFor
		for _, in := range o.Regions {
			m, l := weight(in.Ops)
			n, loops = n+m, loops || l
		}
	}
	return n, loops
}

// wholeFunction makes the entire function a kernel, unless it is so small that the host does it as well.
func (s *scheduler) wholeFunction() {
	f := s.host
	if n, loops := weight(f.Body.Ops); n < leastKernel && !loops && noAlloca(f.Body) {
		return
	}
	k := s.newKernel(ir.SingleKernel, f.Results)
	if s.record != nil {
		s.record(f.Clone())
	}
	host := ir.NewRegion(nil)
	for _, p := range f.Body.Params {
		host.AddParam(p.Type, p.Name)
	}
	k.SetBody(f.Body)
	f.SetBody(host)
	b := &ir.Builder{Region: host, Pos: f.Pos}
	run := b.Op(ir.OpRun, host.Params, f.Results...)
	run.SetSym(k.Name)
	run.Ints = s.longFlag(k.Body.Ops)
	b.Return(run.Results...)
	s.note(f.Pos, "one sequential kernel")
}

func noAlloca(r *ir.Region) bool {
	ok := true
	r.Walk(func(o *ir.Op) bool { ok = ok && o.Kind != ir.OpAlloca; return ok })
	return ok
}

// region schedules a region of the host: patterns become launches, long runs of other ops kernels of their own. What has moved into kernels is taken out of the host
// before the next is scheduled: others ask for facts of the whole host.
func (s *scheduler) region(r *ir.Region) {
	var out, run []*ir.Op
	i := 0
	flush := func() {
		if len(run) > 0 {
			out = append(out, s.outline(r, run)...)
			run = nil
		}
		if !slices.Equal(out, r.Ops[:i]) {
			r.SetOps(slices.Concat(out, r.Ops[i:]))
			i = len(out)
		}
	}
	pipelines := s.pipelines(r)
	for ; i < len(r.Ops); i++ {
		o := r.Ops[i]
		if p := pipelines[o]; p != nil {
			flush()
			out = append(out, s.inStages(p)...)
			i += len(p.buffers) + len(p.stages) - 1
			continue
		}
		if ops, n := s.relay(r, i); n > 0 {
			flush()
			out = append(out, ops...)
			i += n - 1
			continue
		}
		switch {
		case s.timed[o] != nil:
			flush()
			s.severalSteps(o, s.timed[o])
			out = append(out, o)
		case outlinable(o) && mayRunLong(o):
			flush()
			out = append(out, s.pieces(o)...)
		case outlinable(o):
			run = append(run, o)
		case o.Kind == ir.OpMulti:
			flush()
			out = append(out, s.parfor(o)...)
		case o.Kind == ir.OpBlockReduce:
			flush()
			out = append(out, s.reduce(o)...)
		case leaver(o):
			flush()
			out = append(out, s.outlineLeaver(o)...)
		default:
			flush()
			for _, in := range o.Regions {
				s.arm(in)
			}
			out = append(out, o)
		}
	}
	flush()
}

// arm schedules a region of an op of the host.
func (s *scheduler) arm(r *ir.Region) {
	if s.spares[r] {
		s.standIn(func() { s.region(r) })
	} else {
		s.region(r)
	}
}

// standIn has schedule make what stands in for what a guard has not let pass: such kernels need not be compiled before that happens.
func (s *scheduler) standIn(schedule func()) {
	was := s.standsIn
	s.standsIn = true
	schedule()
	s.standsIn = was
}

// outlinable reports an op that can move into a kernel: nothing in it allocates, but stacks that the host can provide (liftStacks), launches, or leaves it. Slices don't come out of kernels,
// nor do kernels store them: the garbage collector has to know of both.
func outlinable(o *ir.Op) bool {
	if hasSlice(o.Results) || storesSlice(o) {
		return false
	}
	if o.Kind.Has(ir.Terminator) || o.Kind == ir.OpZero || ofHost(o) {
		return false
	}
	return !o.Leaves() && !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
		return r.Contains(func(x *ir.Op) bool { return ofHost(x) && !isGrowing(x) || storesSlice(x) })
	})
}

// ofHost reports an op that only the host can do.
func ofHost(o *ir.Op) bool {
	return isPattern(o) || o.Kind == ir.OpMake || o.Kind == ir.OpScratch || o.Kind == ir.OpStack || o.Kind == ir.OpCheckMake || o.Kind == ir.OpProcs || o.Kind == ir.OpRun || o.Kind == ir.OpForeign
}

func hasSlice(vs []*ir.Value) bool {
	for _, v := range vs {
		if v.Type.Kind == ir.Slice {
			return true
		}
	}
	return false
}

// storesSlice reports an op that stores slices: the garbage collector has to be told, and only the host does that.
func storesSlice(o *ir.Op) bool {
	return o.Kind == ir.OpStore && o.Args[2].Type.Kind == ir.Slice || o.Kind == ir.OpMove && o.Args[0].Type.Elem.HoldsSlices()
}

// outline moves ops into a single kernel if that pays; else they stay.
func (s *scheduler) outline(r *ir.Region, ops []*ir.Op) []*ir.Op {
	guards := slices.ContainsFunc(ops, func(o *ir.Op) bool { return o.Kind == ir.OpApart }) // the host can't tell
	if n, loops := weight(ops); n < hostCost && !loops && !guards {
		return ops
	}
	for _, o := range ops {
		s.moved[o] = true
	}
	live := s.liveOut(ops)
	s.recordOps(ops, live)
	var rep ir.Replacer
	kept := s.keepConsts(ops, &rep, r)
	live, sums := keepSums(ops, live, &rep, r)
	kept = append(kept, sums...)
	k := s.newKernel(ir.SingleKernel, ir.Types(live))
	k.Pos = ops[0].Pos
	k.Body.Append(ops...)
	(&ir.Builder{Region: k.Body, Pos: k.Pos}).Return(live...)
	host := &ir.Builder{Region: &ir.Region{}, Pos: k.Pos}
	s.askAheadOfRows(k, host)
	kept = append(kept, host.Region.Ops...)
	run := r.NewOp(ir.OpRun, k.Pos, closeKernel(k), ir.Types(live)...)
	run.SetSym(k.Name)
	run.Ints = s.longFlag(ops)
	for i, v := range live {
		rep.Replace(v, run.Results[i])
	}
	s.replace(&rep)
	s.note(k.Pos, "sequential kernel of %s", ir.Count(len(ops), "operation"))
	return append(kept, run)
}

// liveOut lists the values that ops define (constants aside) and the rest of the host uses, or will.
func (s *scheduler) liveOut(ops []*ir.Op) []*ir.Value {
	used := s.hostUses()
	var live []*ir.Value
	for _, o := range ops {
		for _, v := range o.Results {
			if (used[v] || s.needed[v]) && o.Kind != ir.OpConst {
				live = append(live, v)
			}
		}
	}
	return live
}

// keepConsts gives the host its own copies of constants that moved into a kernel.
func (s *scheduler) keepConsts(ops []*ir.Op, rep *ir.Replacer, r *ir.Region) []*ir.Op {
	used := s.hostUses()
	var kept []*ir.Op
	for _, o := range ops {
		if o.Kind == ir.OpConst && used[o.Results[0]] {
			c := r.NewOp(ir.OpConst, o.Pos, nil, o.Results[0].Type)
			c.Bits = o.Bits
			rep.Replace(o.Results[0], c.Results[0])
			kept = append(kept, c)
		}
	}
	return kept
}

// keepSums gives the host its own copies of live sums of what it knows itself, such as the last index of a row: they are seen through where loops use them. It also
// gives what is live but for these.
func keepSums(ops []*ir.Op, live []*ir.Value, rep *ir.Replacer, r *ir.Region) (others []*ir.Value, kept []*ir.Op) {
	inside := map[*ir.Value]bool{}
	for _, o := range ops {
		for _, v := range o.Results {
			inside[v] = true
		}
		if !isSum(o) || !slices.Contains(live, o.Results[0]) {
			continue
		}
		c := ir.NewCloner()
		known := true
		for _, a := range o.Args {
			own := rep.Of(a)
			known = known && (own != a || !inside[a] || isConst(a))
			if own == a && inside[a] && isConst(a) {
				k := ir.NewCloner().OpIn(r, a.Def)
				kept = append(kept, k)
				own = k.Result()
			}
			c.Map(a, own)
		}
		if !known {
			continue
		}
		sum := c.OpIn(r, o)
		kept = append(kept, sum)
		rep.Replace(o.Results[0], sum.Result())
	}
	for _, v := range live {
		if rep.Of(v) == v {
			others = append(others, v)
		}
	}
	return others, kept
}

// hostUses are the operands of the host program, without what has moved into kernels.
func (s *scheduler) hostUses() map[*ir.Value]bool {
	used := map[*ir.Value]bool{}
	s.host.Body.Walk(func(o *ir.Op) bool {
		if s.moved[o] {
			return false
		}
		for _, a := range o.Args {
			used[a] = true
		}
		return true
	})
	return used
}

// replace substitutes in the host program.
func (s *scheduler) replace(rep *ir.Replacer) {
	s.renamed.Include(rep)
	s.host.Body.Walk(func(o *ir.Op) bool {
		if s.moved[o] {
			return false
		}
		rep.Op(o)
		return true
	})
}

// newKernel adds an empty kernel.
func (s *scheduler) newKernel(kind ir.Kernel, results []*ir.Type) *ir.Func {
	k := ir.NewFunc(fmt.Sprintf("%s.k%d", s.host.Name, len(s.kernels)), nil, results)
	k.Kernel, k.Rare, k.Pos = kind, s.standsIn, s.host.Pos
	s.kernels = append(s.kernels, k)
	return k
}

// newRange adds a range kernel that is empty yet, with a builder for it and its bounds.
func (s *scheduler) newRange(pos ir.Pos) (k *ir.Func, b *ir.Builder, lo, hi *ir.Value) {
	k = s.newKernel(ir.RangeKernel, nil)
	k.Pos = pos
	return k, &ir.Builder{Region: k.Body, Pos: pos}, k.Body.AddParam(ir.TI64, "lo"), k.Body.AddParam(ir.TI64, "hi")
}

// closeKernel makes the values that a kernel uses from outside its parameters, constants its own, and sums of these: how they are related is seen in it so. The
// result is the arguments for them.
func closeKernel(k *ir.Func) []*ir.Value {
	free := ir.FreeValues(k.Body)
	outside := make(map[*ir.Value]bool, len(free))
	for _, v := range free {
		outside[v] = true
	}
	var args []*ir.Value
	own := ir.NewCloner()
	b := ir.NewBuilder(&ir.Region{})
	var inside func(v *ir.Value) // has a constant or a sum in the kernel
	inside = func(v *ir.Value) {
		switch {
		case own.Value(v) != v:
		case isConst(v):
			b.Pos = v.Def.Pos
			own.Map(v, b.Const(v.Type, v.Def.Bits))
		case sumOf(v, outside):
			for _, a := range v.Def.Args {
				inside(a)
			}
			b.Insert(own.Op(v.Def))
		}
	}
	for _, v := range free {
		switch {
		case isConst(v):
			inside(v)
		case !sumOf(v, outside):
			own.Map(v, k.Body.AddParam(v.Type, v.Name))
			args = append(args, v)
		}
	}
	for _, v := range free {
		inside(v)
	}
	var rep ir.Replacer
	for _, v := range free {
		rep.Replace(v, own.Value(v))
	}
	rep.Apply(k.Body)
	k.Body.Insert(0, b.Region.Take(0)...)
	return args
}

// sumOf reports the sum or difference of two of these values, or of one and a constant.
func sumOf(v *ir.Value, of map[*ir.Value]bool) bool {
	return v.Def != nil && isSum(v.Def) && !slices.ContainsFunc(v.Def.Args, func(a *ir.Value) bool { return !of[a] && !isConst(a) })
}

// isSum reports a sum or a difference of 64 bits.
func isSum(o *ir.Op) bool {
	return (o.Kind == ir.OpAdd || o.Kind == ir.OpSub) && o.Results[0].Type == ir.TI64
}
