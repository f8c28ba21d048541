package simd

import (
	"github.com/hone-go/hone/internal/ir"
)

// A shape says how a value differs from lane to lane (Karrenberg & Hack, "Whole-Function Vectorization", CGO 2011; Moll & Hack, "Partial
// Control-Flow Linearization", PLDI 2018): not at all, by a constant stride (integers, modulo the type's width), or anyhow.
type shape struct {
	varying bool
	stride  int64
}

var (
	uniform = shape{}
	varying = shape{varying: true}
)

func affine(stride int64) shape { return shape{stride: stride} }

func (s shape) isUniform() bool { return s == uniform }

// join is the shape of a value that is one or the other, the same one in all lanes.
func (s shape) join(t shape) shape {
	if s == t {
		return s
	}
	return varying
}

// shapes is the result of divergence analysis of one loop's body.
type shapes struct {
	of         map[*ir.Value]shape
	divergent  map[*ir.Op]bool // targets that lanes may leave, or loops they repeat, at different times
	varyingIf  map[*ir.Op]bool
	continues  map[*ir.Op]int     // number of continue ops per loop
	late       map[*ir.Op]bool    // loops that lanes repeat from inside another divergent loop, in different iterations of that
	local      map[*ir.Value]bool // allocas inside the loop: every lane has its own
	indexOnly  map[*ir.Value]bool // widened integers of which only the narrow form is used
	narrowOps  map[*ir.Op]bool    // operations on 64-bit integers for which 32 bits do
	even       map[*ir.Op]*access // loads and stores, described when asked for; nil: not at even steps
	groups     map[*ir.Op]*group  // loads and stores that are done by vectors of neighbours and shuffles
	apart      []apart            // slices that groups take to share no memory
	lookAhead  bool               // vectors are done only before further iterations: groups read up to what these do
	scalarTail bool               // what is left behind the vectors is better done one by one than under masks
	changed    bool
	stack      []*ir.Op
}

// analyse finds the shapes of all values in the regions. The index has stride 1 from lane to lane, mixed values vary.
func analyse(index *ir.Value, mixed []*ir.Value, regions ...*ir.Region) *shapes {
	s := &shapes{of: map[*ir.Value]shape{}, divergent: map[*ir.Op]bool{}, varyingIf: map[*ir.Op]bool{},
		continues: map[*ir.Op]int{}, late: map[*ir.Op]bool{}, local: map[*ir.Value]bool{}, even: map[*ir.Op]*access{}}
	for _, r := range regions {
		r.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpContinue {
				s.continues[o.Target]++
			}
			return true
		})
	}
	s.of[index] = affine(1)
	for _, v := range mixed {
		s.of[v] = varying
	}
	for s.changed = true; s.changed; {
		s.changed = false
		for _, r := range regions {
			s.region(r)
		}
	}
	return s
}

func (s *shapes) get(v *ir.Value) shape { return s.of[v] }

func (s *shapes) raise(v *ir.Value, sh shape) {
	if old, ok := s.of[v]; ok {
		sh = old.join(sh)
		if sh == old {
			return
		}
	}
	s.of[v] = sh
	s.changed = true
}

func (s *shapes) region(r *ir.Region) {
	for _, o := range r.Ops {
		s.op(o)
	}
}

func (s *shapes) inside(o *ir.Op) {
	s.stack = append(s.stack, o)
	for _, r := range o.Regions {
		s.region(r)
	}
	s.stack = s.stack[:len(s.stack)-1]
}

func (s *shapes) op(o *ir.Op) {
	switch o.Kind {
	case ir.OpIf:
		s.ifOp(o)
	case ir.OpBlock:
		s.inside(o)
		if t := o.Regions[0].Terminator(); t.Kind == ir.OpYield {
			s.leave(o, t.Args, s.divergent[o])
		}
	case ir.OpLoop:
		for i, p := range o.Regions[0].Params {
			s.raise(p, s.get(o.Args[i]))
		}
		s.inside(o)
	case ir.OpBreak, ir.OpContinue:
		s.exit(o)
	case ir.OpLoad:
		s.result(o, s.loadShape(o))
	case ir.OpAlloca:
		s.local[o.Result()] = true
		s.result(o, uniform) // the address of lane 0's
	case ir.OpReduce, ir.OpFor: // in loops around those in lanes
		s.nested(o)
	default:
		if len(o.Results) == 1 {
			s.result(o, s.arithmetic(o))
		}
	}
}

func (s *shapes) result(o *ir.Op, sh shape) { s.raise(o.Results[0], sh) }

func (s *shapes) ifOp(o *ir.Op) {
	v := !s.get(o.Args[0]).isUniform()
	if v && !s.varyingIf[o] {
		s.varyingIf[o] = true
		s.changed = true
	}
	s.inside(o)
	for _, r := range o.Regions {
		if t := r.Terminator(); t.Kind == ir.OpYield {
			s.leave(o, t.Args, v)
		}
	}
}

// nested goes through a loop inside: its index is where it begins, and more.
func (s *shapes) nested(o *ir.Op) {
	for k, r := range o.Regions {
		for i, p := range r.Params {
			sh := varying
			if i == 0 && k == 0 {
				sh = s.get(o.Args[0])
			}
			s.raise(p, sh)
		}
	}
	s.inside(o)
	for _, v := range o.Results {
		s.raise(v, varying)
	}
}

// leave records values given as o's results.
func (s *shapes) leave(o *ir.Op, vals []*ir.Value, mixed bool) {
	for i, v := range vals {
		sh := s.get(v)
		if mixed {
			sh = varying
		}
		s.raise(o.Results[i], sh)
	}
}

// exit handles break and continue: lanes part where a varying branch or a divergent op lies between the exit and its target. Every loop
// that is left so, or repeated, runs on for some lanes while others wait.
func (s *shapes) exit(o *ir.Op) {
	apart, late := false, false
	for k := len(s.stack) - 1; k >= 0; k-- {
		in := s.stack[k]
		if in == o.Target {
			if apart {
				s.diverge(in)
			}
			if late && o.Kind == ir.OpContinue && !s.late[in] {
				s.late[in], s.changed = true, true
			}
			break
		}
		if s.varyingIf[in] || s.divergent[in] {
			apart = true
		}
		late = late || in.Kind == ir.OpLoop && s.divergent[in]
		if apart && in.Kind == ir.OpLoop {
			s.diverge(in)
		}
	}
	t := o.Target
	if t.Kind == ir.OpFor { // the loop in lanes itself
		return
	}
	if o.Kind == ir.OpBreak {
		s.leave(t, o.Args, s.divergent[t])
		return
	}
	mixed := s.blends(t)
	for i, v := range o.Args {
		sh := s.get(v)
		if mixed && t.Regions[0].Params[i] != v {
			sh = varying
		}
		s.raise(t.Regions[0].Params[i], sh)
	}
}

// blends reports a loop whose lanes get their values for the next iteration at different times, from several places or in different
// iterations of a loop inside.
func (s *shapes) blends(loop *ir.Op) bool {
	return s.divergent[loop] && (s.continues[loop] > 1 || s.late[loop])
}

func (s *shapes) diverge(o *ir.Op) {
	if !s.divergent[o] {
		s.divergent[o] = true
		s.changed = true
	}
}

// loadShape: a load from one address gives one value, except from private memory, which each lane has its own of.
func (s *shapes) loadShape(o *ir.Op) shape {
	if s.local[o.Args[0]] {
		return varying
	}
	for _, a := range o.Args {
		if !s.get(a).isUniform() {
			return varying
		}
	}
	return uniform
}

func (s *shapes) arithmetic(o *ir.Op) shape {
	allUniform := true
	for _, a := range o.Args {
		allUniform = allUniform && s.get(a).isUniform()
	}
	if allUniform {
		return uniform
	}
	t := o.Results[0].Type
	if !t.IsInt() {
		return varying
	}
	switch o.Kind {
	case ir.OpAdd, ir.OpSub:
		x, y := s.get(o.Args[0]), s.get(o.Args[1])
		if x.varying || y.varying {
			return varying
		}
		if o.Kind == ir.OpAdd {
			return affine(x.stride + y.stride)
		}
		return affine(x.stride - y.stride)
	case ir.OpNeg:
		if x := s.get(o.Args[0]); !x.varying {
			return affine(-x.stride)
		}
	case ir.OpMul:
		for k := range 2 {
			x := s.get(o.Args[k])
			if c, ok := o.Args[1-k].ConstInt(); ok && !x.varying {
				return affine(x.stride * c)
			}
		}
	case ir.OpShl:
		if c, ok := o.Args[1].ConstInt(); ok && !s.get(o.Args[0]).varying && c >= 0 && c < 32 {
			return affine(s.get(o.Args[0]).stride << c)
		}
	case ir.OpConv, ir.OpBitcast:
		// Narrowing and reinterpreting keep a stride, modulo the width; widening does not where the narrow value wraps.
		if from := o.Args[0].Type; from.IsInt() && from.Bits() >= t.Bits() {
			return s.get(o.Args[0])
		}
	}
	return varying
}
