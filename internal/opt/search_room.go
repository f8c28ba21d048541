package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// affine knows the values of a loop that change by the same amount with each iteration.
type affine struct {
	loop *ir.Op
	memo map[*ir.Value]int64
}

func newAffine(loop *ir.Op) affine {
	a := affine{loop, map[*ir.Value]int64{}}
	body := loop.Regions[0]
	a.memo[body.Params[0]] = loop.Ints[0]
	var goes [][]*ir.Value // what next iterations begin with
	body.Walk(func(x *ir.Op) bool {
		if x.Kind == ir.OpContinue && x.Target == loop {
			goes = append(goes, x.Args)
		}
		return true
	})
	if t := body.Terminator(); t.Kind == ir.OpYield {
		goes = append(goes, t.Args)
	}
	for k, p := range body.Params[1:] {
		step, same := int64(0), len(goes) > 0
		for i, vs := range goes {
			n, ok := stepTo(vs[k], p)
			same = same && ok && (i == 0 || n == step)
			step = n
		}
		if same {
			a.memo[p] = step
		}
	}
	return a
}

// stepTo is the difference of v and p.
func stepTo(v, p *ir.Value) (int64, bool) {
	if v == p {
		return 0, true
	}
	if o := v.Def; o != nil && len(o.Args) == 2 && o.Args[0] == p {
		n, ok := o.Args[1].ConstInt()
		switch o.Kind {
		case ir.OpAdd:
			return n, ok
		case ir.OpSub:
			return -n, ok
		}
	}
	return 0, false
}

// of is by how much v changes, an integer of 64 bits, which may wrap around. What is loaded does not count.
func (a affine) of(v *ir.Value) (int64, bool) {
	if n, ok := a.memo[v]; ok {
		return n, true
	}
	if !inside(v, a.loop) {
		return 0, true
	}
	o := v.Def
	if o == nil {
		return 0, false
	}
	n, ok := a.result(o)
	if ok {
		a.memo[v] = n
	}
	return n, ok
}

func (a affine) result(o *ir.Op) (int64, bool) {
	arg := func(i int) (int64, bool) { return a.of(o.Args[i]) }
	switch o.Kind {
	case ir.OpConst:
		return 0, true
	case ir.OpAdd, ir.OpSub:
		x, ok := arg(0)
		y, ok2 := arg(1)
		if o.Kind == ir.OpSub {
			y = -y
		}
		return x + y, ok && ok2
	case ir.OpMul:
		for i := range 2 {
			if k, ok := o.Args[i].ConstInt(); ok {
				x, ok := arg(1 - i)
				return x * k, ok
			}
		}
	case ir.OpShl:
		if k, ok := o.Args[1].ConstInt(); ok && uint64(k) < 63 {
			x, ok := arg(0)
			return x << k, ok
		}
	case ir.OpConv:
		if t := o.Args[0].Type; t == ir.TI64 || t == ir.TU64 {
			return arg(0)
		}
	}
	return 0, false
}

// room is that an affine value stays within bounds for some iterations.
type room struct {
	value *ir.Value
	step  int64
	below *ir.Value // it is at least 0, and below this; or
	of    *ir.Value // the length of this slice
	kind  ir.OpKind // or compares with below like this
}

// within has blocks end before i is no index of a slice, or not below a number.
func (s *search) within(i, of, below *ir.Value, step int64) {
	r := room{value: i, step: step, below: below, of: of}
	if !slices.Contains(s.room, r) {
		s.room = append(s.room, r)
	}
}

// holdsFor has blocks end before a condition of affine values does not hold any more, or holds at last, if it is one that will not change again.
func (s *search) holdsFor(c *ir.Value, holds bool) bool {
	o := c.Def
	if o == nil || len(o.Args) != 2 || o.Args[0].Type != ir.TI64 {
		return false
	}
	kind := o.Kind
	if !holds {
		kind = map[ir.OpKind]ir.OpKind{ir.OpLt: ir.OpGe, ir.OpLe: ir.OpGt, ir.OpGt: ir.OpLe, ir.OpGe: ir.OpLt}[kind]
	}
	x, y := o.Args[0], o.Args[1]
	if !inside(x, s.loop) {
		x, y = y, x
		kind = map[ir.OpKind]ir.OpKind{ir.OpLt: ir.OpGt, ir.OpLe: ir.OpGe, ir.OpGt: ir.OpLt, ir.OpGe: ir.OpLe}[kind]
	}
	step, ok := s.steps.of(x)
	up, down := kind == ir.OpLt || kind == ir.OpLe, kind == ir.OpGt || kind == ir.OpGe
	if !ok || inside(y, s.loop) || !(up && step > 0 || down && step < 0) {
		return false
	}
	s.room = append(s.room, room{value: x, step: step, below: y, kind: kind})
	return true
}

// trips emits the number of iterations that blocks may look at.
func (s *search) trips(b *ir.Builder) *ir.Value {
	o := s.loop
	kind := ir.OpLt
	if o.Ints[0] < 0 {
		kind = ir.OpGt
	}
	n := count(b, kind, o.Args[0], o.Args[1], o.Ints[0])
	c := ir.NewCloner()
	for k, p := range o.Regions[0].Params {
		c.Map(p, s.first(k))
	}
	for _, r := range s.room {
		if s.always(&r) {
			continue
		}
		v := s.before(b, c, r.value)
		var fits *ir.Value
		if r.kind != ir.OpInvalid {
			fits = count(b, r.kind, v, r.below, r.step)
		} else {
			fits = r.fits(b, v)
		}
		n = b.Binary(ir.OpMin, n, fits)
	}
	return n
}

// always reports what is so as long as the loop's index is in its range: that it is one of the slice up to whose length the loop goes.
func (s *search) always(r *room) bool {
	o := s.loop
	lo, known := o.Args[0].ConstInt()
	end := r.below
	if d := o.Args[1].Def; r.of != nil && d != nil && d.Kind == ir.OpLen && d.Args[0] == r.of {
		end = o.Args[1]
	}
	return r.value == o.Regions[0].Params[0] && r.step > 0 && known && lo >= 0 && end == o.Args[1]
}

// before emits what v, which is affine, is in the first iteration.
func (s *search) before(b *ir.Builder, c *ir.Cloner, v *ir.Value) *ir.Value {
	if _, done := c.Values[v]; !done && inside(v, s.loop) {
		for _, a := range v.Def.Args {
			s.before(b, c, a)
		}
		c.Into(b.Region, []*ir.Op{v.Def})
	}
	return c.Value(v)
}

// fits emits for how many iterations a value that begins with v is an index.
func (r *room) fits(b *ir.Builder, v *ir.Value) *ir.Value {
	n := r.below
	if r.of != nil {
		n = b.Len(r.of)
	}
	v, n = b.Conv(v, ir.TI64), b.Conv(n, ir.TI64)
	zero := b.Int(0)
	in := b.Binary(ir.OpAnd, b.Compare(ir.OpGe, v, zero), b.Compare(ir.OpLt, v, n))
	times := b.Int(math.MaxInt64)
	switch {
	case r.step > 0:
		times = over(b, b.Binary(ir.OpSub, n, v), r.step)
	case r.step < 0:
		times = over(b, b.Binary(ir.OpAdd, v, b.Int(1)), -r.step)
	}
	return b.Select(in, times, zero)
}

// count emits for how many iterations a value that begins with v compares with end. What is not positive says nothing.
func count(b *ir.Builder, kind ir.OpKind, v, end *ir.Value, step int64) *ir.Value {
	from, to := v, end
	if step < 0 {
		from, to, step = end, v, -step
	}
	far := b.Binary(ir.OpSub, to, from) // where it wraps around there is no room
	n := over(b, far, step)
	if kind == ir.OpLe || kind == ir.OpGe {
		if step != 1 {
			far = b.Binary(ir.OpDiv, far, b.Int(step))
		}
		n = b.Binary(ir.OpAdd, b.Binary(ir.OpMin, far, b.Int(math.MaxInt64-1)), b.Int(1))
	}
	return b.Select(b.Compare(kind, v, end), n, b.Int(0))
}

// over emits x/step, rounded up, of what is positive.
func over(b *ir.Builder, x *ir.Value, step int64) *ir.Value {
	if step == 1 {
		return x
	}
	return b.Binary(ir.OpAdd, b.Binary(ir.OpDiv, b.Binary(ir.OpSub, x, b.Int(1)), b.Int(step)), b.Int(1))
}
