// Package ir is hone's one intermediate representation: ops with operands, results, attributes and regions, in SSA form with
// structured control flow (MLIR's structure in small). The levels (source, residual, loops, lanes) share it; the table in op.go says
// which op is legal where. docs/ir.md describes every op.
package ir

import (
	"fmt"
	"math"
)

// Value is an SSA value: the result of an op, or a parameter of a region.
type Value struct {
	ID    int32  // set by the printer and Number; unique in a function then
	use   int32  // see Uses
	Name  string // a hint for readers
	Type  *Type
	Def   *Op     // the op whose result this is, nil for a parameter
	Owner *Region // the region whose parameter this is, nil for a result
	Index int     // place among Def.Results or Owner.Params
}

// Op is one operation.
type Op struct {
	Kind    OpKind
	Mode    Mode  // for, multi, reduce, blockreduce, load, store, mload, mstore: how it is scheduled
	stoodIn bool  // a Replacer has had something stand for a result
	ID      int32 // set by Number; unique in a function then
	Args    []*Value
	Results []*Value
	Regions []*Region
	Target  *Op     // break, continue: the op that is left or repeated
	Parent  *Region // the region that holds the op
	Pos     Pos

	// Attributes; which op has which is in docs/ir.md.
	Bits uint64  // const: the value's bits, in the low bits of the word
	Ints []int64 // path, step, group sizes, scale and displacement
	rare *rare   // Sym, Table, Note
}

// Mode says how a loop is to run.
type Mode uint8

const (
	Sequential Mode = iota
	InLanes         // iterations side by side in vector lanes
	Unrolled        // replicated at compile time
	Streaming       // store, mstore: past the caches
	Ahead           // load, mload: what lies further on is asked for, too
	Late            // store in a loop in lanes: vectors store it at the end of the iteration
	Guarded         // if: what is guarded, and what stands in where the guard fails
	InOrder         // reduce inside a pattern, residual level: in the order of its indices, not the canonical one
	Uncleared       // make: all elements are stored before anybody looks at one, so that memory may be what it was
)

// Region is a sequence of ops, ended by a terminator, with parameters.
type Region struct {
	Params []*Value
	Ops    []*Op
	Parent *Op   // the op that has the region; nil for a function's body
	fn     *Func // of a function's body or filter: the function
}

// Func is a function, or at the loops and lanes levels a kernel.
type Func struct {
	Name    string
	Body    *Region // its Params are the function's
	Results []*Type
	Names   []string // names of the results, where the source names them
	Filter  *Region  // over the same parameters, yields a bool; nil: unfold unless recursive
	Kernel  Kernel
	Rare    bool   // a kernel that stands in where a guard fails
	Border  string // of an entry function: where its parameters are in those of the Go function, see package border; "": one after the other
	Pos     Pos

	epoch uint64 // see fact.go
	facts []fact
	room  *room // see OwnRoom; nil: ops are allocated one by one

	checked   bool // see CheckChanges
	checkedAt uint64
	sum       uint64
}

// Kernel tells what kind of function it is at the loops and lanes levels.
type Kernel uint8

const (
	NotKernel    Kernel = iota
	RangeKernel         // first two parameters: the range [lo, hi) of a strip
	SingleKernel        // run once, on the caller
)

// Module is a set of functions.
type Module struct {
	Funcs []*Func
}

// Func finds a function by name, or nil.
func (m *Module) Func(name string) *Func {
	for _, f := range m.Funcs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Type is the function's type.
func (f *Func) Type() *Type {
	return FuncOf(Types(f.Body.Params), f.Results)
}

// Types lists the types of values.
func Types(vs []*Value) []*Type {
	ts := make([]*Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type
	}
	return ts
}

// NewRegion makes an empty region with parameters of these types.
func NewRegion(parent *Op, params ...*Type) *Region {
	r := newRegion(parent, len(params))
	for _, t := range params {
		r.AddParam(t, "")
	}
	return r
}

// AddParam appends a parameter.
func (r *Region) AddParam(t *Type, name string) *Value {
	n := len(r.Params)
	v := r.firstParam()
	if v == nil {
		v = new(Value)
		r.Params = append(r.Params, v)
	}
	v.Type, v.Name, v.Owner, v.Index = t, name, r, n
	r.changed()
	return v
}

// Terminator is the region's last op if that is a terminator, else nil.
func (r *Region) Terminator() *Op {
	if n := len(r.Ops); n > 0 && r.Ops[n-1].Kind.Has(Terminator) {
		return r.Ops[n-1]
	}
	return nil
}

// AddResult appends a result.
func (o *Op) AddResult(t *Type) *Value {
	o.Changed()
	if len(o.Results) == 0 && cap(o.Results) == 1 { // newOp has made it
		o.Results = o.Results[:1]
		v := o.Results[0]
		v.Type, v.Def = t, o
		return v
	}
	if o.Results == nil { // most ops have one result: it and the slice are one allocation
		one := &struct {
			v  Value
			of [1]*Value
		}{v: Value{Type: t, Def: o}}
		one.of[0] = &one.v
		o.Results = one.of[:]
		return &one.v
	}
	v := &Value{Type: t, Def: o, Index: len(o.Results)}
	o.Results = append(o.Results, v)
	return v
}

// AddRegion appends an empty region with parameters of these types.
func (o *Op) AddRegion(params ...*Type) *Region {
	r := NewRegion(o, params...)
	o.Regions = append(o.Regions, r)
	o.Changed()
	return r
}

// Result is the op's only result.
func (o *Op) Result() *Value {
	if len(o.Results) != 1 {
		panic(fmt.Sprintf("ir: %s has %d results", o.Kind, len(o.Results)))
	}
	return o.Results[0]
}

// IsConst reports whether v is a constant and gives its bits.
func (v *Value) IsConst() (bits uint64, ok bool) {
	if v.Def != nil && v.Def.Kind == OpConst {
		return v.Def.Bits, true
	}
	return 0, false
}

// Root is the slice that v was cut out of, perhaps in several steps; v itself if it was not.
func (v *Value) Root() *Value {
	for v.Def != nil && v.Def.Kind == OpSlice {
		v = v.Def.Args[0]
	}
	return v
}

// ConstInt is the value of an integer constant, sign- or zero-extended as its type says.
func (v *Value) ConstInt() (int64, bool) {
	bits, ok := v.IsConst()
	if !ok || !v.Type.Scalar().IsInt() {
		return 0, false
	}
	return SignExtend(v.Type.Scalar(), bits), true
}

// IsConstInt reports the integer constant n.
func (v *Value) IsConstInt(n int64) bool {
	c, ok := v.ConstInt()
	return ok && c == n
}

// SignExtend reads the bits of an integer type as a 64-bit integer (unsigned types: zero-extended).
func SignExtend(t *Type, bits uint64) int64 {
	switch t.Kind {
	case I8:
		return int64(int8(bits))
	case I16:
		return int64(int16(bits))
	case I32:
		return int64(int32(bits))
	case U8, Bool:
		return int64(uint8(bits))
	case U16:
		return int64(uint16(bits))
	case U32:
		return int64(uint32(bits))
	}
	return int64(bits)
}

// Canonical cuts bits to the width of the scalar type: the form in which constants are kept (zero-extended).
func Canonical(t *Type, bits uint64) uint64 {
	switch t.Kind {
	case Bool:
		return bits & 1
	case I8, U8:
		return uint64(uint8(bits))
	case I16, U16:
		return uint64(uint16(bits))
	case I32, U32, F32:
		return uint64(uint32(bits))
	}
	return bits
}

// FloatBits is x as the bits of a constant of float type t.
func FloatBits(t *Type, x float64) uint64 {
	if t.Kind == F32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

// BitsFloat is the inverse of FloatBits.
func BitsFloat(t *Type, bits uint64) float64 {
	if t.Kind == F32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// Contains reports an op of this kind in the region, or in one inside.
func (r *Region) Contains(such func(*Op) bool) (found bool) {
	r.Walk(func(o *Op) bool {
		found = found || such(o)
		return !found
	})
	return found
}

// Size is the number of ops in the region, those in regions of theirs included.
func (r *Region) Size() (n int) {
	r.Walk(func(*Op) bool { n++; return true })
	return n
}

// Walk calls f for every op in the region and the regions inside, outer ops before inner ones, in order.
// If f returns false the op's regions are left out.
func (r *Region) Walk(f func(*Op) bool) {
	for _, o := range r.Ops {
		if !f(o) {
			continue
		}
		for _, in := range o.Regions {
			in.Walk(f)
		}
	}
}
