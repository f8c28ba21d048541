package pipeline

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
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
	foreign, depths := callsForeign(l.Host), depthsOf(l.Host)
	all := shares{rest: hostSteps(l.Host)}
	for _, k := range l.Kernels {
		if k.Rare { // stands in, or is for loops so long that several cores go through them twice
			continue
		}
		s := shares{whole: k.Kernel == ir.RangeKernel, around: depths[k.Name]}
		if s.around > 0 && searches(k) {
			continue
		}
		weight := math.Pow(loopWeight, float64(s.around))
		by, _ := l.gains.Load(k.Name)
		changed := by == pass.Much || by == pass.Little && s.around == 0
		if by == pass.Little && s.around > 0 { // for the host to run it again and again takes what little there is, if there is no more
			lanes := s
			lanes.region(k.Body, weight, 0, s.whole)
			changed = lanes.enough()
		}
		s.region(k.Body, weight, 0, s.whole || changed && !foreign)
		all.gained += s.gained
		all.rest += s.rest
	}
	return all.enough()
}

const (
	loopWeight = 8 // how often the body of a loop is thought to run for each time that what is around it does
	leastShare = 8 // one of so many ops at least has to gain something: else the rest, and the call, decide
)

// depthsOf tells around which kernels the host has how many loops, without those that cut a long one in pieces.
func depthsOf(host *ir.Func) map[string]int {
	depths := map[string]int{}
	var walk func(r *ir.Region, depth int)
	walk = func(r *ir.Region, depth int) {
		for _, o := range r.Ops {
			if o.Kind == ir.OpRun || o.Kind == ir.OpLaunch {
				depths[o.Sym()] = max(depths[o.Sym()], depth)
			}
			in := depth
			if repeats(o) {
				in++
			}
			for _, r := range o.Regions {
				walk(r, in)
			}
		}
	}
	walk(host.Body, 0)
	return depths
}

// repeats reports a loop that does something again and again, as opposed to one that cuts a long one in pieces: by time, or of a fixed length.
func repeats(o *ir.Op) bool {
	return o.Kind.Has(ir.Loop) && !paced(o.Regions[0]) && !(o.Kind == ir.OpFor && o.Ints[0] >= leastPiece)
}

// leastPiece is more than anybody steps over, and less than the pieces that loops are cut in.
const leastPiece = 1 << 16

// paced reports a loop that cuts a long one in pieces, as opposed to one around such.
func paced(r *ir.Region) bool {
	return slices.ContainsFunc(r.Ops, func(o *ir.Op) bool {
		return o.Kind == ir.OpPace || !o.Kind.Has(ir.Loop) && slices.ContainsFunc(o.Regions, paced)
	})
}

const (
	hostOp  = 10 // how many ops of a kernel the host takes as long for as for one of its own
	hostRun = 80 // and for a kernel to be run
)

// hostSteps is what the host's own steps in loops take, next to ops of kernels. In a loop that launches something for many elements they are not what decides, as far as
// anybody knows.
func hostSteps(host *ir.Func) (all float64) {
	launches := func(r *ir.Region) bool {
		return r.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpLaunch || o.Kind == ir.OpRelay })
	}
	var walk func(r *ir.Region, weight float64)
	walk = func(r *ir.Region, weight float64) {
		for _, o := range r.Ops {
			switch {
			case weight == 0 || o.Kind == ir.OpConst:
			case o.Kind == ir.OpRun:
				all += weight * hostRun
			default:
				all += weight * hostOp
			}
			inside := weight
			if repeats(o) {
				if inside = max(weight, 1) * loopWeight; launches(o.Regions[0]) {
					inside = 0
				}
			}
			for i, in := range o.Regions {
				if i == 0 || o.Mode != ir.Guarded { // the other arm is for what is rare
					walk(in, inside)
				}
			}
		}
	}
	walk(host.Body, 0)
	return all
}

// shares are about how much of a kernel's work gains something, and how much doesn't. What Go's runtime does as fast, such as clearing and copying memory, is neither.
type shares struct {
	whole        bool // all iterations of the kernel may go on several cores
	around       int  // how many loops of the host are around it
	gained, rest float64
}

// enough reports that what gains something decides.
func (s *shares) enough() bool { return s.gained > 0 && s.gained*leastShare >= s.gained+s.rest }

func (s *shares) region(r *ir.Region, weight float64, depth int, gains bool) {
	for _, o := range r.Ops {
		if asFastInGo(o, depth, s) {
			continue
		}
		switch {
		case o.Kind == ir.OpConst || o.Kind.Has(ir.Terminator):
		case s.whole && depth == 0 && len(o.Regions) == 0: // once for each piece
		case gains || weight > 1 && isElementary(o):
			s.gained += weight
		default:
			s.rest += weight
		}
		w, d := weight, depth
		if o.Kind.Has(ir.Loop) || o.Kind == ir.OpBlockReduce {
			w, d = weight*loopWeight, depth+1
		}
		for _, in := range o.Regions {
			s.region(in, w, d, gains || o.Mode == ir.InLanes || o.Kind == ir.OpBlockReduce)
		}
	}
}

// searches reports a kernel in which nothing has lanes but a search.
func searches(k *ir.Func) bool {
	found, more := false, false
	k.Body.Walk(func(o *ir.Op) bool {
		search := o.Kind == ir.OpBlockReduce && o.Results[0].Type == ir.TBool
		found = found || search
		more = more || !search && (o.Kind == ir.OpBlockReduce || o.Mode == ir.InLanes)
		return !search
	})
	return found && !more
}

// interpreted is the reason, if there is one, why iterations of the loops that are deepest inside others would be done by the host, one step after the other: a pass has left
// it at an op that makes memory, or the loop stores slices, or calls plain Go.
func interpreted(f *ir.Func) *NothingToGain {
	most, depth := 0, 0
	var at *ir.Op
	does := ""
	var walk func(r *ir.Region, loops int, multi bool)
	walk = func(r *ir.Region, loops int, multi bool) {
		for _, o := range r.Ops {
			inside := loops
			if o.Kind.Has(ir.Loop) {
				inside++
				if most = max(most, inside); inside > depth && storesRows(o) {
					depth, at, does = inside, o, "stores slices"
				}
			}
			if o.Kind == ir.OpMake && o.Note() != "" && !multi && loops > depth {
				depth, at, does = loops, o, ""
			}
			if o.Kind == ir.OpForeign && loops > 0 && loops+inForeign(o) > depth {
				depth, at, does = loops+inForeign(o), o, "calls plain Go ("+ir.ForeignName(o)+")"
			}
			for _, in := range o.Regions {
				walk(in, inside, multi || o.Kind == ir.OpMulti)
			}
		}
	}
	walk(f.Body, 0, false)
	switch {
	case at == nil || depth < most:
		return nil
	case does == "":
		return &NothingToGain{at.Pos, at.Note()}
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

// ofTypes reports the name of an instance with type arguments for which the Go compiler doesn't make an instance of its own that knows them.
func ofTypes(name string) bool {
	_, types, instance := strings.Cut(name, "[")
	return instance && strings.ContainsAny(types, "./{*")
}

// isElementary reports an op of what a function of package math becomes: in a loop it is part of that, where the Go compiler has a call.
func isElementary(o *ir.Op) bool { return path.Base(path.Dir(o.Pos.File())) == "vmath" }

// elementary is what functions of package math become.
const elementary = "github.com/hone-go/hone/vmath."

// fewElements is how many elements an array may have that the Go compiler has in memory wherever it goes, and compiled code in registers: those of a point. Of what is assigned
// to in loops it may be as many as there are registers, or nearly.
const (
	fewElements  = 4
	someElements = 16
	// fewChosen is how many elements of an array may be selected by an index in a loop: those but one of three, that one of them is read.
	fewChosen = 2
)

// evaluatedAway reports whether the functions of m, at the source level, have what partial evaluation takes away and the Go compiler may leave: functions as values, which
// iterators are, too, type parameters, but of numbers and slices of them, and calls that a filter has unfolded. Where there are loops small arrays as values are among that, but
// for those that had to be in memory; without one the call of compiled code takes longer.
func (l *Lowered) evaluatedAway(m *ir.Module, spilled map[*ir.Type]bool) bool {
	loops, inLoops := false, false
	for _, f := range m.Funcs {
		of := strings.HasPrefix(f.Name, elementary)
		found := ofTypes(f.Name) || f.Filter != nil
		f.Body.Walk(func(o *ir.Op) bool {
			found = found || o.Kind == ir.OpLambda || o.Kind == ir.OpFuncRef
			loops = loops || o.Kind.Has(ir.Loop) && !of
			inLoops = inLoops || slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return isArray(v.Type, fewElements) && !spilled[v.Type] }) ||
				o.Kind.Has(ir.Loop) && assignsArray(o, spilled)
			return !found
		})
		if found {
			return true
		}
	}
	return loops && inLoops && !l.chooses()
}

func isArray(t *ir.Type, most int) bool {
	return t.Kind == ir.Array && 1 < t.Len && t.Len <= most
}

// assignsArray reports a loop without others inside each of whose iterations assigns to arrays as a whole, or to elements known by number, of which none had to be in memory.
// What only some iterations assign, the others would have to choose.
func assignsArray(loop *ir.Op, spilled map[*ir.Type]bool) bool {
	assigns, innermost := false, true
	for _, r := range loop.Regions {
		r.Walk(func(o *ir.Op) bool {
			innermost = innermost && !o.Kind.Has(ir.Loop)
			return innermost
		})
		assigns = assigns || assignsAlways(r, spilled)
	}
	return assigns && innermost
}

func assignsAlways(r *ir.Region, spilled map[*ir.Type]bool) bool {
	return slices.ContainsFunc(r.Ops, func(o *ir.Op) bool {
		if o.Kind == ir.OpBlock && assignsAlways(o.Regions[0], spilled) {
			return true
		}
		t := assigned(o)
		return t != nil && isArray(t, someElements) && !spilled[t]
	})
}

// chooses reports loops that find elements of small arrays, by an index that is not known, among all of them: plain Go loads it.
func (l *Lowered) chooses() bool {
	is := choosesIn(l.Host.Body, false)
	for _, k := range l.Kernels {
		is = is || !k.Rare && choosesIn(k.Body, k.Kernel == ir.RangeKernel)
	}
	return is
}

// choosesIn counts what it is that one value is compared to, for a selection each.
func choosesIn(r *ir.Region, inLoop bool) bool {
	by := map[*ir.Value]map[uint64]bool{}
	for _, o := range r.Ops {
		if slices.ContainsFunc(o.Regions, func(in *ir.Region) bool { return choosesIn(in, inLoop || o.Kind.Has(ir.Loop)) }) {
			return true
		}
		if !inLoop || o.Kind != ir.OpSelect || o.Args[0].Def == nil || o.Args[0].Def.Kind != ir.OpEq {
			continue
		}
		index := o.Args[0].Def.Args[0]
		bits, known := o.Args[0].Def.Args[1].IsConst()
		if !known {
			continue
		}
		if by[index] == nil {
			by[index] = map[uint64]bool{}
		}
		if by[index][bits] = true; len(by[index]) > fewChosen {
			return true
		}
	}
	return false
}

// assigned is the type of the array that an op assigns to, or nil.
func assigned(o *ir.Op) *ir.Type {
	if o.Kind != ir.OpSet {
		return nil
	}
	if n := len(o.Ints); n > 0 && o.Ints[n-1] < 0 && o.Args[1].Type.IsScalar() {
		if _, known := o.Args[len(o.Args)-1].IsConst(); known {
			return ir.PathType(o.Args[0].Type.Elem, o.Ints[:n-1])
		}
	}
	return o.Args[1].Type
}

// inMemory are the types of the arrays that a residual function has in memory, and of those in them.
func inMemory(f *ir.Func) map[*ir.Type]bool {
	types := map[*ir.Type]bool{}
	var add func(t *ir.Type)
	add = func(t *ir.Type) {
		switch t.Kind {
		case ir.Array:
			types[t] = true
			add(t.Elem)
		case ir.Struct:
			for _, f := range t.Fields {
				add(f.Type)
			}
		}
	}
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpAlloca {
			add(ir.ArrayOf(o.Results[0].Type.Elem, int(o.Ints[0])))
		}
		return true
	})
	return types
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
