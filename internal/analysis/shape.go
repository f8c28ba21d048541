package analysis

import "github.com/hone-go/hone/internal/ir"

// A Shape says how a value differs from one iteration of a loop to the next, and from lane to lane where they are side by side (Karrenberg & Hack,
// "Whole-Function Vectorization", CGO 2011; Moll & Hack, "Partial Control-Flow Linearization", PLDI 2018): not at all, by a constant stride (integers, modulo
// the type's width), or anyhow.
type Shape struct {
	Varying bool
	Stride  int64
}

var (
	uniform = Shape{}
	varying = Shape{Varying: true}
)

func affine(stride int64) Shape { return Shape{Stride: stride} }

// IsUniform reports what is the same in all iterations.
func (s Shape) IsUniform() bool { return s == uniform }

// join is the shape of a value that is one or the other, the same one in all lanes.
func (s Shape) join(t Shape) Shape {
	if s == t {
		return s
	}
	return varying
}

// Shapes is the result of divergence analysis of one loop's body.
type Shapes struct {
	of        map[*ir.Value]Shape
	divergent map[*ir.Op]bool // targets that lanes may leave, or loops they repeat, at different times
	varyingIf map[*ir.Op]bool
	continues map[*ir.Op]int     // number of ops that repeat a loop
	late      map[*ir.Op]bool    // loops that lanes repeat from inside another divergent loop, in different iterations of that
	private   map[*ir.Value]bool // allocas inside the loop: every lane has its own
	changed   bool
	stack     []*ir.Op
}

var shapes = ir.NewFact(func(*ir.Func) map[*ir.Op]*Shapes { return map[*ir.Op]*Shapes{} })

// ShapesOf tells how values change along the index of a `for`, or of a reduction of the loops level: of what the loop carries or puts together nothing is known.
func ShapesOf(loop *ir.Op) *Shapes {
	var known map[*ir.Op]*Shapes
	if f := loop.Func(); f != nil { // a copy that was made to be looked at is in no function
		if known = shapes.Of(f); known[loop] != nil {
			return known[loop]
		}
	}
	var mixed []*ir.Value
	for i, r := range loop.Regions {
		if i == 0 {
			mixed = append(mixed, r.Params[1:]...)
		} else {
			mixed = append(mixed, r.Params...)
		}
	}
	s := ShapesIn(loop.Regions[0].Params[0], mixed, loop.Regions...)
	if known != nil {
		known[loop] = s
	}
	return s
}

// ShapesIn is ShapesOf for any regions: an index goes in steps of 1, mixed values vary.
func ShapesIn(index *ir.Value, mixed []*ir.Value, regions ...*ir.Region) *Shapes {
	values := 0
	for _, r := range regions {
		values += r.Values()
	}
	s := &Shapes{of: make(map[*ir.Value]Shape, values), divergent: map[*ir.Op]bool{}, varyingIf: map[*ir.Op]bool{},
		continues: map[*ir.Op]int{}, late: map[*ir.Op]bool{}, private: map[*ir.Value]bool{}}
	for _, r := range regions {
		r.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpContinue {
				s.continues[o.Target]++
			} else if o.Kind == ir.OpFor && o.Regions[0].Terminator().Kind == ir.OpYield {
				s.continues[o]++
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

// Of is the shape of a value; what comes from outside is uniform.
func (s *Shapes) Of(v *ir.Value) Shape { return s.of[v] }

// Divergent reports an op that lanes may leave, or a loop that they may repeat, at different times.
func (s *Shapes) Divergent(o *ir.Op) bool { return s.divergent[o] }

// Parts reports an if at which some iterations go one way and some the other.
func (s *Shapes) Parts(o *ir.Op) bool { return s.varyingIf[o] }

// Private reports the address of memory of which each iteration has its own.
func (s *Shapes) Private(v *ir.Value) bool { return s.private[v] }

// Blends reports a loop whose lanes get their values for the next iteration at different times, from several places or in different
// iterations of a loop inside.
func (s *Shapes) Blends(loop *ir.Op) bool {
	return s.divergent[loop] && (s.continues[loop] > 1 || s.late[loop])
}

func (s *Shapes) raise(v *ir.Value, sh Shape) {
	if old, ok := s.of[v]; ok {
		sh = old.join(sh)
		if sh == old {
			return
		}
	}
	s.of[v] = sh
	s.changed = true
}

func (s *Shapes) region(r *ir.Region) {
	for _, o := range r.Ops {
		s.op(o)
	}
}

func (s *Shapes) inside(o *ir.Op) {
	s.stack = append(s.stack, o)
	for _, r := range o.Regions {
		s.region(r)
	}
	s.stack = s.stack[:len(s.stack)-1]
}

func (s *Shapes) op(o *ir.Op) {
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
			s.raise(p, s.Of(o.Args[i]))
		}
		s.inside(o)
	case ir.OpFor:
		s.counted(o)
	case ir.OpBreak, ir.OpContinue:
		s.exit(o)
	case ir.OpLoad:
		s.raise(o.Results[0], s.loadShape(o))
	case ir.OpAlloca:
		s.private[o.Result()] = true
		s.raise(o.Results[0], uniform) // the address of lane 0's
	default:
		switch {
		case len(o.Regions) > 0:
			s.nested(o)
		case len(o.Results) == 1:
			s.raise(o.Results[0], s.arithmetic(o))
		}
	}
}

func (s *Shapes) ifOp(o *ir.Op) {
	v := !s.Of(o.Args[0]).IsUniform()
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

// counted goes through a sequential loop: lanes in which it begins and ends alike, or moved by the same, do it the same number of times.
func (s *Shapes) counted(o *ir.Op) {
	lo, hi := s.Of(o.Args[0]), s.Of(o.Args[1])
	if lo != hi || lo.Varying {
		s.diverge(o)
	}
	body := o.Regions[0]
	if s.Blends(o) {
		lo = varying
	}
	s.raise(body.Params[0], lo)
	for i, p := range body.Params[1:] {
		s.raise(p, s.Of(o.Args[2+i]))
	}
	s.inside(o)
	if t := body.Terminator(); t.Kind == ir.OpYield {
		s.repeat(o, t.Args)
	}
	s.leave(o, body.Params[1:], s.divergent[o])
}

// nested goes through a pattern inside: its indices are where it begins, and more; what it puts together, and gives, is not looked into.
func (s *Shapes) nested(o *ir.Op) {
	for k, r := range o.Regions {
		for _, p := range r.Params {
			sh := varying
			switch {
			case k > 0, o.Kind.Has(ir.Output):
			case o.Kind == ir.OpBlockReduce && o.Ints[0] == 0: // lo, hi
				sh = s.Of(o.Args[0])
			default:
				sh = uniform
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
func (s *Shapes) leave(o *ir.Op, vals []*ir.Value, mixed bool) {
	for i, v := range vals {
		sh := s.Of(v)
		if mixed {
			sh = varying
		}
		s.raise(o.Results[i], sh)
	}
}

// repeat records values that a loop goes on with.
func (s *Shapes) repeat(loop *ir.Op, vals []*ir.Value) {
	_, param := Carried(loop)
	mixed := s.Blends(loop)
	for i, v := range vals {
		p := loop.Regions[0].Params[param+i]
		sh := s.Of(v)
		if mixed && p != v {
			sh = varying
		}
		s.raise(p, sh)
	}
}

// exit handles break and continue: lanes part where a varying branch or a divergent op lies between the exit and its target. Every loop
// that is left so, or repeated, runs on for some lanes while others wait.
func (s *Shapes) exit(o *ir.Op) {
	apart, late, known := false, false, false
	for k := len(s.stack) - 1; k >= 0; k-- {
		in := s.stack[k]
		isLoop := in.Kind == ir.OpLoop || in.Kind == ir.OpFor
		if in == o.Target {
			known = true
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
		late = late || isLoop && s.divergent[in]
		if apart && isLoop {
			s.diverge(in)
		}
	}
	switch t := o.Target; {
	case !known: // the loop in lanes itself
	case o.Kind == ir.OpBreak:
		s.leave(t, o.Args, s.divergent[t])
	default:
		s.repeat(t, o.Args)
	}
}

func (s *Shapes) diverge(o *ir.Op) {
	if !s.divergent[o] {
		s.divergent[o] = true
		s.changed = true
	}
}

// loadShape: a load from one address gives one value, except from private memory, which each lane has its own of.
func (s *Shapes) loadShape(o *ir.Op) Shape {
	if s.private[o.Args[0]] {
		return varying
	}
	for _, a := range o.Args {
		if !s.Of(a).IsUniform() {
			return varying
		}
	}
	return uniform
}

func (s *Shapes) arithmetic(o *ir.Op) Shape {
	allUniform := true
	for _, a := range o.Args {
		allUniform = allUniform && s.Of(a).IsUniform()
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
		x, y := s.Of(o.Args[0]), s.Of(o.Args[1])
		if x.Varying || y.Varying {
			return varying
		}
		if o.Kind == ir.OpAdd {
			return affine(x.Stride + y.Stride)
		}
		return affine(x.Stride - y.Stride)
	case ir.OpNeg:
		if x := s.Of(o.Args[0]); !x.Varying {
			return affine(-x.Stride)
		}
	case ir.OpMul:
		for k := range 2 {
			x := s.Of(o.Args[k])
			if c, ok := o.Args[1-k].ConstInt(); ok && !x.Varying {
				return affine(x.Stride * c)
			}
		}
	case ir.OpShl:
		if c, ok := o.Args[1].ConstInt(); ok && !s.Of(o.Args[0]).Varying && c >= 0 {
			return affine(s.Of(o.Args[0]).Stride << c)
		}
	case ir.OpConv, ir.OpBitcast:
		// Narrowing and reinterpreting keep a stride, modulo the width; widening does not where the narrow value wraps.
		if o.Args[0].Type.Bits() >= t.Bits() {
			return s.Of(o.Args[0])
		}
	}
	return varying
}
