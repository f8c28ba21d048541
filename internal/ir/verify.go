package ir

import (
	"errors"
	"fmt"
	"slices"
)

// Verify checks that the module is well formed at a level: that each op is legal there and has the operands, results, attributes and
// regions that docs/ir.md gives it, that values are defined before they are used, that regions end in a terminator and only there,
// and that exits name an op around them and carry what it takes. The error names all that is wrong, up to ten places.
func Verify(m *Module, level Level) error {
	v := verifier{module: m, level: level}
	names := map[string]bool{}
	for _, f := range m.Funcs {
		if names[f.Name] {
			v.errs = append(v.errs, fmt.Errorf("@%s: defined twice", f.Name))
		}
		names[f.Name] = true
		v.function(f)
		if len(v.errs) >= maxErrors {
			break
		}
	}
	return errors.Join(v.errs...)
}

const maxErrors = 10

// VerifyFunc is Verify for a single function, whose callees are not looked at.
func VerifyFunc(f *Func, level Level) error {
	return Verify(&Module{Funcs: []*Func{f}}, level)
}

type verifier struct {
	module *Module
	level  Level
	fn     *Func
	filter bool // in the filter of fn
	errs   []error

	visible Index // the values that are defined and in scope: a stack, since scopes nest
	lanes   int   // lanes level: the one number of lanes
	seen    []*Op // by ID
}

// errorf records an error at an op (nil: at the function).
func (v *verifier) errorf(o *Op, format string, args ...any) {
	if len(v.errs) >= maxErrors {
		return
	}
	where := "@" + v.fn.Name
	if o != nil {
		if o.Pos.Line > 0 {
			where += ": " + o.Pos.String()
		}
		where += ": " + o.String()
	}
	v.errs = append(v.errs, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...)))
}

func (v *verifier) function(f *Func) {
	v.fn, v.lanes, v.seen, v.filter = f, 0, v.seen[:0], false
	if f.Body == nil {
		v.errorf(nil, "no body")
		return
	}
	ops := 0
	f.Body.Walk(func(*Op) bool { ops++; return true })
	v.seen, v.visible.of = slices.Grow(v.seen, ops), slices.Grow(v.visible.of, ops)
	for _, t := range f.Results {
		v.valueType(nil, t)
	}
	v.kernel(f)
	if f.Filter != nil {
		if v.level != Source {
			v.errorf(nil, "a filter is legal at the source level only")
		}
		if !sameTypes(Types(f.Filter.Params), Types(f.Body.Params)) {
			v.errorf(nil, "the filter's parameters are not the function's")
		}
		v.filter = true
		v.region(f.Filter, nil)
		v.filter = false
	}
	v.region(f.Body, nil)
}

// kernel checks which functions are kernels, and their first parameters.
func (v *verifier) kernel(f *Func) {
	switch {
	case f.Kernel != NotKernel && v.level&late == 0:
		v.errorf(nil, "a kernel at the %s level", v.level)
	case f.Kernel == NotKernel && v.level == Lanes:
		v.errorf(nil, "not a kernel, but at the lanes level")
	case f.Kernel == NotKernel && f.Rare:
		v.errorf(nil, "rare, but not a kernel")
	}
	if f.Kernel == RangeKernel {
		ps := f.Body.Params
		if len(ps) < 2 || ps[0].Type != TI64 || ps[1].Type != TI64 {
			v.errorf(nil, "a range kernel's first two parameters must be i64")
		}
	}
}

// region checks r, owned by parent (nil: a function's body or filter).
func (v *verifier) region(r *Region, parent *Op) {
	if r.Parent != parent {
		v.errorf(parent, "a region's Parent is not the op that has it")
	}
	scope := v.visible.Len()
	for i, p := range r.Params {
		v.define(parent, p, p.Owner == r && p.Def == nil && p.Index == i)
	}
	for i, o := range r.Ops {
		if !v.place(r, i) {
			continue
		}
		whole := true
		for j, a := range o.Args {
			if a == nil || v.visible.Find(a) < 0 {
				v.errorf(o, "operand %d is not defined here", j)
				whole = whole && a != nil
			}
		}
		if whole {
			v.op(o)
		}
		for _, in := range o.Regions {
			v.region(in, o)
		}
		for j, res := range o.Results {
			v.define(o, res, res.Def == o && res.Owner == nil && res.Index == j)
		}
	}
	if len(r.Ops) == 0 {
		v.errorf(parent, "a region is empty: it must end in a terminator")
	}
	v.visible.Truncate(scope)
}

// define makes a value visible to what follows in its region. ok is whether it knows where it is.
func (v *verifier) define(o *Op, val *Value, ok bool) {
	if !ok {
		v.errorf(o, "a value's Def, Owner or Index does not say where it is")
	}
	if v.visible.Find(val) >= 0 {
		v.errorf(o, "a value is defined twice")
	}
	v.valueType(o, val.Type)
	v.visible.Add(val)
}

// place checks that the op with number i of r may stand there. The result is whether it is worth a closer look.
func (v *verifier) place(r *Region, i int) bool {
	o := r.Ops[i]
	if o.Parent != r {
		v.errorf(o, "Parent is not the region that holds the op")
		return false
	}
	if id := int(o.ID); id >= 0 && id < len(v.seen) && v.seen[id] == o {
		v.errorf(o, "the op is in the function twice")
		return false
	}
	o.ID = int32(len(v.seen))
	v.seen = append(v.seen, o)
	if o.Kind == OpInvalid || o.Kind >= numOps {
		v.errorf(o, "no such op")
		return false
	}
	if last := i == len(r.Ops)-1; last != o.Kind.Has(Terminator) {
		if last {
			v.errorf(o, "a region must end in a terminator")
		} else {
			v.errorf(o, "ops follow a terminator")
		}
	}
	return true
}

// valueType checks that values of type t exist at the level.
func (v *verifier) valueType(o *Op, t *Type) {
	ok := t != nil
	if ok {
		switch v.level {
		case Source:
			ok = t.Kind != Vec
		case Residual, Loops:
			ok = t.IsScalar() || t.Kind == Slice && firstOrder(t.Elem)
		case Lanes:
			ok = t.IsScalar() || t.Kind == Vec
			if t.Kind == Vec && v.lanes == 0 {
				v.lanes = t.Len
			}
			if t.Kind == Vec && v.lanes != t.Len {
				v.errorf(o, "%d lanes in a kernel of %d", t.Len, v.lanes)
			}
		}
	}
	if !ok {
		v.errorf(o, "no values of type %s at the %s level", t, v.level)
	}
}

// firstOrder reports a type without functions, cells and vectors in it.
func firstOrder(t *Type) bool {
	ok := true
	switch t.Kind {
	case Slice, Array:
		ok = firstOrder(t.Elem)
	case Struct:
		for _, f := range t.Fields {
			ok = ok && firstOrder(f.Type)
		}
	default:
		ok = t.IsScalar()
	}
	return ok
}

func sameTypes(a, b []*Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// op checks one op, but for its regions' insides.
func (v *verifier) op(o *Op) {
	info := o.Kind.Info()
	if info.Levels&v.level == 0 {
		v.errorf(o, "not legal at the %s level", v.level)
		return
	}
	if info.Args >= 0 && len(o.Args) != info.Args {
		v.errorf(o, "%d operands, must be %d", len(o.Args), info.Args)
		return
	}
	if info.Results >= 0 && len(o.Results) != info.Results {
		v.errorf(o, "%d results, must be %d", len(o.Results), info.Results)
		return
	}
	if info.Regions >= 0 && len(o.Regions) != info.Regions {
		v.errorf(o, "%d regions, must be %d", len(o.Regions), info.Regions)
		return
	}
	for _, vals := range [2][]*Value{o.Args, o.Results} {
		for _, x := range vals {
			if x.Type == nil {
				v.errorf(o, "a value without a type")
				return
			}
		}
	}
	if (o.Target != nil) != (o.Kind == OpBreak || o.Kind == OpContinue) {
		v.errorf(o, "break and continue have a target, other ops have none")
		return
	}
	if check := rules[o.Kind]; check != nil {
		if msg := check(v, o); msg != "" {
			v.errorf(o, "%s", msg)
		}
	}
}
