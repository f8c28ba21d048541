package ir

import (
	"fmt"
	"slices"
)

// params checks the parameters of a region.
func params(o *Op, region int, ts ...*Type) string {
	got := o.Regions[region].Params
	if haveTypes(got, ts) {
		return ""
	}
	return fmt.Sprintf("region %d has parameters %s, must be %s", region, TypeList(Types(got)), TypeList(ts))
}

// haveTypes reports that values have these types.
func haveTypes(vs []*Value, ts []*Type) bool {
	return slices.EqualFunc(vs, ts, func(v *Value, t *Type) bool { return v.Type == t })
}

func ruleIf(v *verifier, o *Op) string {
	if o.Args[0].Type != TBool {
		return "the condition must be bool"
	}
	if msg := params(o, 0); msg != "" {
		return msg
	}
	return params(o, 1)
}

func ruleFor(v *verifier, o *Op) string {
	if len(o.Args) < 2 || o.Args[0].Type != TI64 || o.Args[1].Type != TI64 {
		return "the first two operands must be i64"
	}
	if len(o.Ints) < 1 || len(o.Ints) > 2 || o.Ints[0] == 0 || len(o.Ints) == 2 && o.Ints[1] < 0 {
		return "must have a step other than 0 as its attribute, and perhaps a number of vectors"
	}
	carried := Types(o.Args[2:])
	if !sameTypes(Types(o.Results), carried) {
		return "the results must have the types of the carried values"
	}
	if o.Mode == InLanes && v.level == Loops {
		for k := range carried {
			if o.RunningOf(k) == nil {
				return "in lanes, what is carried must be what runs on"
			}
		}
	}
	return params(o, 0, append([]*Type{TI64}, carried...)...)
}

// ruleRunning: of what the iterations before give, and what this one does.
func ruleRunning(v *verifier, o *Op) string {
	t := o.Results[0].Type
	if o.Args[0].Type != t || o.Args[1].Type != t || !runsOn(o.Sym(), t) {
		return "must join integers of one type by an op whose order makes no difference, or give the second of two scalars"
	}
	loop, k := o.Parent.Parent, o.Args[0].Index-1
	if loop == nil || loop.Kind != OpFor || loop.Mode != InLanes || o.Args[0].Owner != o.Parent || k < 0 || loop.RunningOf(k) != o {
		return "must take what a loop in lanes carries, and give what it goes on with"
	}
	return ""
}

// yields lists the types that a region's yield must have; what is the message where a yield is not legal at all.
func (v *verifier) yields(parent *Op, r *Region) (ts []*Type, what string) {
	switch parent.Kind {
	case OpIf, OpBlock, OpFor:
		return Types(parent.Results), ""
	case OpMulti, OpPipeline, OpSweeps, OpRelay:
		return nil, ""
	case OpReduce:
		if len(parent.Args) < parent.leaves() {
			return Types(r.Terminator().Args), "" // said of the reduce
		}
		return Types(parent.IDs()), ""
	case OpBlockReduce:
		if len(parent.Regions) == 3 && r == parent.Regions[0] {
			step, n := parent.Step().Params, len(parent.Results)
			return Types(step[min(n, len(step)):]), "" // if it has fewer, that is said of the blockreduce
		}
		return Types(parent.Results), ""
	case OpCompact:
		return parent.compactYields(), ""
	case OpLaneReduce:
		return Types(parent.Args), ""
	}
	return nil, "not in the region of a " + parent.Kind.String()
}

func leafTypes(t *Type) (ts []*Type) {
	Leaves(t, func(_ []int, leaf *Type) { ts = append(ts, leaf) })
	return ts
}

func ruleYield(v *verifier, o *Op) string {
	parent := o.Parent.Parent
	if parent == nil {
		if v.filter {
			return want(sameTypes(Types(o.Args), []*Type{TBool}), "a filter must yield a bool")
		}
		return "a function must end in return"
	}
	ts, msg := v.yields(parent, o.Parent)
	if msg != "" {
		return msg
	}
	if haveTypes(o.Args, ts) {
		return ""
	}
	return fmt.Sprintf("yields %s, the %s takes %s", TypeList(Types(o.Args)), parent.Kind, TypeList(ts))
}

// bars reports the ops that no exit may cross: their regions are run by the machinery, not in line.
func bars(k OpKind) bool {
	switch k {
	case OpLambda, OpMulti, OpReduce, OpBlockReduce, OpCompact, OpLaneReduce:
		return true
	}
	return false
}

func ruleExit(v *verifier, o *Op) string {
	for around := o.Parent.Parent; around != o.Target; around = around.Parent.Parent {
		if around == nil {
			return "the target is not around the op"
		}
		if bars(around.Kind) {
			return fmt.Sprintf("leaves the region of a %s", around.Kind)
		}
	}
	ts := Types(o.Target.Results)
	switch k := o.Target.Kind; {
	case o.Kind == OpContinue && k == OpLoop:
		ts = Types(o.Target.Args)
	case o.Kind == OpContinue && k != OpFor, k != OpLoop && k != OpFor && k != OpBlock:
		return fmt.Sprintf("the target is a %s", k)
	}
	if haveTypes(o.Args, ts) {
		return ""
	}
	return fmt.Sprintf("carries %s, the %s takes %s", TypeList(Types(o.Args)), o.Target.Kind, TypeList(ts))
}

func ruleReturn(v *verifier, o *Op) string {
	if v.filter {
		return "a filter ends in yield"
	}
	ts := v.fn.Results
	for around := o.Parent.Parent; around != nil; around = around.Parent.Parent {
		if around.Kind == OpLambda {
			ts = around.Results[0].Type.Results
			break
		}
		if bars(around.Kind) {
			return fmt.Sprintf("leaves the region of a %s", around.Kind)
		}
	}
	if haveTypes(o.Args, ts) {
		return ""
	}
	return fmt.Sprintf("returns %s, must be %s", TypeList(Types(o.Args)), TypeList(ts))
}

func ruleParFor(v *verifier, o *Op) string {
	n := len(o.Args) - 1
	if n < 1 || o.Args[n].Type != FuncOf(i64s(n), []*Type{TBool}) {
		return "must have extents and a function from indices to bool"
	}
	return allI64(o.Args[:n])
}

func ruleBuild(v *verifier, o *Op) string {
	t := o.Results[0].Type
	if t.Kind != Slice || o.Args[0].Type != TI64 {
		return "must take an i64 first and give a slice"
	}
	return want(o.Args[1].Type == FuncOf(i64s(1), []*Type{t.Elem}), "the second operand must be a function from i64 to %s", t.Elem)
}

// insidePattern reports an op in the body of a multi.
func insidePattern(o *Op) bool {
	for around := o.Parent.Parent; around != nil; around = around.Parent.Parent {
		if around.Kind == OpMulti {
			return true
		}
	}
	return false
}

func rulePtr(v *verifier, o *Op) string {
	if o.Results[0].Type != TI64 {
		return "the result must be i64"
	}
	return want(len(o.Ints) == 1 && o.Ints[0] >= 0, "must have a number of bytes")
}

func ruleSplat(v *verifier, o *Op) string {
	t := o.Results[0].Type
	return want(t.Kind == Vec && t.Elem == o.Args[0].Type, "must give a vector of the operand's type")
}

func rulePack(v *verifier, o *Op) string {
	t := o.Results[0].Type
	if t.Kind != Vec || t.Len != len(o.Args) {
		return "must take as many scalars as lanes"
	}
	for _, a := range o.Args {
		if a.Type != t.Elem || t.Elem == TBool {
			return "must give a vector of the operands' type"
		}
	}
	return ""
}

func ruleLaneReduce(v *verifier, o *Op) string {
	ts := Types(o.Args)
	for i, t := range ts {
		if t.Kind != Vec || len(o.Results) != len(ts) || o.Results[i].Type != t.Elem {
			return "must give one scalar for each vector"
		}
	}
	return params(o, 0, append(ts[:len(ts):len(ts)], ts...)...)
}

func ruleShuffle(v *verifier, o *Op) string {
	t := o.Results[0].Type
	if t.Kind != Vec || len(o.Args) == 0 {
		return "must take vectors and give one"
	}
	for _, a := range o.Args {
		if a.Type != t {
			return fmt.Sprintf("operand of type %s, result of type %s", a.Type, t)
		}
	}
	if len(o.Ints) != t.Len {
		return fmt.Sprintf("%d lane numbers, must be %d", len(o.Ints), t.Len)
	}
	for _, n := range o.Ints {
		if n < -1 || n >= int64(t.Len*len(o.Args)) {
			return fmt.Sprintf("no lane %d", n)
		}
	}
	return ""
}

// ruleMemory checks mload base, idx [, mask]; mstore base, idx, v [, mask]; gather base, vidx, mask; scatter base, vidx, v, mask, or
// gather base, step; scatter base, step, v, or gather base, step [, places] of several elements at each place.
func ruleMemory(v *verifier, o *Op) string {
	if o.Kind == OpGather && len(o.Ints) == 3 {
		return rulePieces(o)
	}
	if len(o.Ints) != 2 {
		return "must have scale and displacement as attributes"
	}
	n, vector := 2, false
	if o.Kind == OpMStore || o.Kind == OpScatter {
		n = 3
	}
	if len(o.Args) != n && len(o.Args) != n+1 {
		return fmt.Sprintf("%d operands, must be %d or %d", len(o.Args), n, n+1)
	}
	t := o.Args[n-1].Type // what is moved
	if n == 2 {
		t = o.Results[0].Type
	}
	base, idx := o.Args[0].Type, o.Args[1].Type
	switch o.Kind {
	case OpGather, OpScatter:
		vector = true
		if idx == TI64 && len(o.Args) == n { // a step
			break
		}
		if idx.Kind != Vec || idx.Elem != TI64 && idx.Elem != TI32 {
			return "the indices must be a vector of i64 or i32"
		}
		if len(o.Args) != n+1 {
			return "must have a mask"
		}
	default:
		if idx != TI64 {
			return "the index must be i64"
		}
	}
	if base != TI64 {
		return "the base must be i64"
	}
	if vector && t.Kind != Vec {
		return "must move a vector"
	}
	if len(o.Args) == n+1 {
		m := o.Args[n].Type
		return want(isMask(m) && t.Kind == Vec && m.Len == t.Len, "the mask must be one for the vector that is moved")
	}
	return ""
}

// rulePieces checks a gather of as many elements at each place as the third attribute says.
func rulePieces(o *Op) string {
	t := o.Results[0].Type
	if len(o.Args) != 2 && len(o.Args) != 3 || slices.ContainsFunc(o.Args, func(v *Value) bool { return v.Type != TI64 }) {
		return "the base, the step and the number of places must be i64"
	}
	return want(t.Kind == Vec && o.Ints[2] > 0 && int64(t.Len)%o.Ints[2] == 0, "must move a vector of so many elements for each place")
}

// ruleMStoreAll checks mstoreall base, idx, v, w, ...
func ruleMStoreAll(v *verifier, o *Op) string {
	if len(o.Ints) != 2 || len(o.Args) < 4 || o.Args[0].Type != TI64 || o.Args[1].Type != TI64 {
		return "must have scale and displacement as attributes, base and index of i64, and several vectors"
	}
	t := o.Args[2].Type
	for _, a := range o.Args[2:] {
		if a.Type != t || t.Kind != Vec || t.Elem == TBool {
			return "must store vectors of one type"
		}
	}
	return ""
}
