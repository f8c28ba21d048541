package ir

import "fmt"

// Builder appends ops to a region. The zero Pos of the next op is set by At.
type Builder struct {
	Region *Region
	Pos    Pos

	made *sharing // see Sharing; nil: it doesn't
}

// NewBuilder appends to r.
func NewBuilder(r *Region) *Builder { return &Builder{Region: r} }

// In is a builder for another region at the same position.
func (b *Builder) In(r *Region) *Builder { return &Builder{Region: r, Pos: b.Pos} }

// Sharing is a builder for the same region that makes constants, and ops on one or two values, once only: for who asks for the same time and again. Until
// it is done nothing is taken out of the region.
func (b *Builder) Sharing() *Builder { return &Builder{b.Region, b.Pos, newSharing()} }

// one appends an op with one result, unless it is there already.
func (b *Builder) one(m made) *Value {
	var place **Value
	if b.made != nil {
		if place = b.made.place(m); *place != nil {
			return *place
		}
	}
	var args [2]*Value
	n := 0
	for _, a := range []*Value{m.x, m.y} {
		if a != nil {
			args[n] = a
			n++
		}
	}
	o := b.Op(m.kind, args[:n], m.typ)
	o.Bits = m.bits
	if place != nil {
		*place = o.Result()
	}
	return o.Result()
}

// Op appends an op with results of these types. It keeps a copy of args, which may be another op's results or a region's parameters: to
// retype those must not change the operands.
func (b *Builder) Op(k OpKind, args []*Value, results ...*Type) *Op {
	o := b.Region.newOp(len(args), len(results))
	o.Kind, o.Pos = k, b.Pos
	copy(o.Args, args)
	for _, t := range results {
		o.AddResult(t)
	}
	o.Parent = b.Region
	b.Region.Ops = append(b.Region.Ops, o)
	b.Region.changed()
	return o
}

// Insert appends an op made elsewhere.
func (b *Builder) Insert(o *Op) *Op {
	o.Parent = b.Region
	b.Region.Ops = append(b.Region.Ops, o)
	b.Region.changed()
	return o
}

// Const appends a scalar constant.
func (b *Builder) Const(t *Type, bits uint64) *Value {
	return b.one(made{kind: OpConst, typ: t, bits: Canonical(t.Scalar(), bits)})
}

// Int appends an I64 constant.
func (b *Builder) Int(n int64) *Value { return b.Const(TI64, uint64(n)) }

// Bool appends a Bool constant.
func (b *Builder) Bool(x bool) *Value {
	if x {
		return b.Const(TBool, 1)
	}
	return b.Const(TBool, 0)
}

// Float appends a float constant.
func (b *Builder) Float(t *Type, x float64) *Value { return b.Const(t, FloatBits(t, x)) }

// Zero is the zero value of t: a constant, of scalars.
func (b *Builder) Zero(t *Type) *Value {
	if t.IsScalar() {
		return b.Const(t, 0)
	}
	return b.Op(OpZero, nil, t).Result()
}

// Unary appends an op on x with a result of x's type.
func (b *Builder) Unary(k OpKind, x *Value) *Value { return b.one(made{kind: k, x: x, typ: x.Type}) }

// Binary appends an op on x and y with a result of x's type.
func (b *Builder) Binary(k OpKind, x, y *Value) *Value {
	return b.one(made{kind: k, x: x, y: y, typ: x.Type})
}

// Join is x op y, or y if there is no x yet.
func (b *Builder) Join(k OpKind, x, y *Value) *Value {
	if x == nil {
		return y
	}
	return b.Binary(k, x, y)
}

// Compare appends eq, ne, lt, le, gt or ge.
func (b *Builder) Compare(k OpKind, x, y *Value) *Value {
	return b.one(made{kind: k, x: x, y: y, typ: x.Type.WithScalar(TBool)})
}

// Select appends select c, x, y: x where c holds, else y.
func (b *Builder) Select(c, x, y *Value) *Value {
	return b.Op(OpSelect, []*Value{c, x, y}, x.Type).Result()
}

// Conv appends a numeric conversion to t (scalar or vector), or gives x itself if it has that type.
func (b *Builder) Conv(x *Value, t *Type) *Value {
	if x.Type == t {
		return x
	}
	return b.one(made{kind: OpConv, x: x, typ: t})
}

// Len appends len s.
func (b *Builder) Len(s *Value) *Value { return b.Op(OpLen, []*Value{s}, TI64).Result() }

// If appends an if with empty regions.
func (b *Builder) If(cond *Value, results ...*Type) *Op {
	o := b.Op(OpIf, []*Value{cond}, results...)
	o.AddRegion()
	o.AddRegion()
	return o
}

// Loop appends a loop whose region has one parameter per initial value.
func (b *Builder) Loop(inits []*Value, results ...*Type) *Op {
	o := b.Op(OpLoop, inits, results...)
	o.AddRegion(Types(inits)...)
	return o
}

// For appends for i = lo, lo+step, ... < hi with carried values; results have the types of inits.
func (b *Builder) For(lo, hi *Value, step int64, inits []*Value) *Op {
	o := b.Op(OpFor, append([]*Value{lo, hi}, inits...), Types(inits)...)
	o.Ints = []int64{step}
	o.AddRegion(append([]*Type{TI64}, Types(inits)...)...)
	return o
}

// Block appends a block with an empty region.
func (b *Builder) Block(results ...*Type) *Op {
	o := b.Op(OpBlock, nil, results...)
	o.AddRegion()
	return o
}

// Yield ends the region with values for the op around it.
func (b *Builder) Yield(vs ...*Value) *Op { return b.Op(OpYield, vs) }

// Return ends the region by leaving the function.
func (b *Builder) Return(vs ...*Value) *Op { return b.Op(OpReturn, vs) }

// Break ends the region by leaving target with its results.
func (b *Builder) Break(target *Op, vs ...*Value) *Op {
	o := b.Op(OpBreak, vs)
	o.Target = target
	return o
}

// Continue ends the region by starting target's next iteration.
func (b *Builder) Continue(target *Op, vs ...*Value) *Op {
	o := b.Op(OpContinue, vs)
	o.Target = target
	return o
}

// Load appends a load of slice[index] at path; extra holds one index for each -1 in path.
func (b *Builder) Load(slice, index *Value, path []int64, extra ...*Value) *Value {
	t := PathType(slice.Type.Elem, path)
	if t == nil {
		panic(fmt.Sprintf("ir: load: no path %v in %s", path, slice.Type.Elem))
	}
	o := b.Op(OpLoad, append([]*Value{slice, index}, extra...), t)
	o.Ints = path
	return o.Result()
}

// Store appends a store of v to slice[index] at path.
func (b *Builder) Store(slice, index, v *Value, path []int64, extra ...*Value) *Op {
	o := b.Op(OpStore, append([]*Value{slice, index, v}, extra...))
	o.Ints = path
	return o
}

// NewFunc makes a function with an empty body.
func NewFunc(name string, params []*Type, results []*Type) *Func {
	f := &Func{Name: name, Results: results}
	f.SetBody(NewRegion(nil, params...))
	return f
}
