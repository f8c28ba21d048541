package ir

import "fmt"

// params checks the parameters of a region.
func params(o *Op, region int, ts ...*Type) string {
	got := Types(o.Regions[region].Params)
	return want(sameTypes(got, ts), "region %d has parameters %s, must be %s", region, TypeList(got), TypeList(ts))
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
	return params(o, 0, append([]*Type{TI64}, carried...)...)
}

// yields lists the types that a region's yield must have; what is the message where a yield is not legal at all.
func (v *verifier) yields(parent *Op, r *Region) (ts []*Type, what string) {
	switch parent.Kind {
	case OpIf, OpBlock, OpFor:
		return Types(parent.Results), ""
	case OpParFor, OpPipeline:
		return nil, ""
	case OpBuild:
		if t := parent.Results[0].Type; t.Kind == Slice {
			return leafTypes(t.Elem), ""
		}
		return nil, "in a build of no slice"
	case OpReduce:
		if len(parent.Regions) == 3 && r == parent.Regions[0] {
			return Types(r.Parent.Step().Params[len(parent.Results):]), ""
		}
		return Types(parent.Results), ""
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
	return want(sameTypes(Types(o.Args), ts), "yields %s, the %s takes %s", TypeList(Types(o.Args)), parent.Kind, TypeList(ts))
}

// bars reports the ops that no exit may cross: their regions are run by the machinery, not in line.
func bars(k OpKind) bool {
	switch k {
	case OpLambda, OpParFor, OpBuild, OpReduce, OpLaneReduce:
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
	return want(sameTypes(Types(o.Args), ts), "carries %s, the %s takes %s", TypeList(Types(o.Args)), o.Target.Kind, TypeList(ts))
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
	return want(sameTypes(Types(o.Args), ts), "returns %s, must be %s", TypeList(Types(o.Args)), TypeList(ts))
}

func indices(n int) []*Type {
	ts := make([]*Type, n)
	for i := range ts {
		ts[i] = TI64
	}
	return ts
}

func ruleParFor(v *verifier, o *Op) string {
	if v.level == Source {
		n := len(o.Args) - 1
		if n < 1 || len(o.Regions) != 0 || o.Args[n].Type != FuncOf(indices(n), []*Type{TBool}) {
			return "must have extents and a function from indices to bool"
		}
		return allI64(o.Args[:n])
	}
	if len(o.Args) < 1 || len(o.Regions) != 1 {
		return "must have extents and one region"
	}
	if msg := allI64(o.Args); msg != "" {
		return msg
	}
	return params(o, 0, indices(len(o.Args))...)
}

func ruleBuild(v *verifier, o *Op) string {
	t := o.Results[0].Type
	if t.Kind != Slice || len(o.Args) == 0 || o.Args[0].Type != TI64 {
		return "must take an i64 first and give a slice"
	}
	if v.level == Source {
		return want(len(o.Args) == 2 && len(o.Regions) == 0 && o.Args[1].Type == FuncOf(indices(1), []*Type{t.Elem}),
			"the second operand must be a function from i64 to %s", t.Elem)
	}
	if len(o.Args) != 1 || len(o.Regions) != 1 {
		return "must have one extent and one region"
	}
	if msg := params(o, 0, TI64); msg != "" {
		return msg
	}
	return noStores(o)
}

// insidePattern reports an op in the region of a pattern.
func insidePattern(o *Op) bool {
	for around := o.Parent.Parent; around != nil; around = around.Parent.Parent {
		if k := around.Kind; k == OpParFor || k == OpBuild || k == OpReduce {
			return true
		}
	}
	return false
}

func ruleReduce(v *verifier, o *Op) string {
	if v.level == Source {
		if len(o.Args) != 4 || len(o.Regions) != 0 || len(o.Results) != 1 {
			return "must have an extent, an identity, two functions and one result"
		}
		t := o.Args[1].Type
		ok := sameTypes(Types(o.Args), []*Type{TI64, t, FuncOf([]*Type{t, t}, []*Type{t}), FuncOf(indices(1), []*Type{t})})
		return want(ok && o.Results[0].Type == t, "operands must be i64, T, fn(T, T) -> (T), fn(i64) -> (T), the result T")
	}
	if o.Mode == InOrder && (v.level != Residual || !insidePattern(o)) {
		return "may be in order only inside a pattern of the residual level"
	}
	if len(o.Ints) == 0 || len(o.Regions) != 2 && len(o.Regions) != 3 {
		return "must have the number of dimensions as attribute, and two regions or three"
	}
	indexes := int(o.Ints[0])
	extents := indexes
	switch {
	case v.level == Loops && indexes != 0:
		return "the number of dimensions must be 0 at the loops level"
	case v.level == Loops:
		indexes, extents = 1, 2 // lo, hi
	case indexes < 1:
		return "must have at least one dimension"
	}
	if len(o.Args) != extents+len(o.Results) {
		return fmt.Sprintf("%d operands, must be %d", len(o.Args), extents+len(o.Results))
	}
	if allI64(o.Args[:extents]) != "" {
		return "the extents must be i64"
	}
	ids := o.Args[extents:]
	if !sameTypes(Types(ids), Types(o.Results)) {
		return "must have one identity of the same type per result"
	}
	sum := 0
	for _, n := range o.Ints[1:] {
		if n < 1 {
			return "a group of no leaves"
		}
		sum += int(n)
	}
	if sum != len(ids) {
		return fmt.Sprintf("groups of %d leaves in all, must be %d", sum, len(ids))
	}
	if msg := params(o, 0, indices(indexes)...); msg != "" {
		return msg
	}
	ts := Types(o.Results)
	if msg := params(o, 1, append(ts[:len(ts):len(ts)], ts...)...); msg != "" {
		return msg
	}
	if step := Types(o.Step().Params); !sameTypes(step[:min(len(ts), len(step))], ts) {
		return "region 2 must take the partial results first"
	}
	return noStores(o)
}

// noStores checks that nothing inside o's regions writes to memory that is not the iteration's own.
func noStores(o *Op) (msg string) {
	own := map[*Value]bool{}
	for _, r := range o.Regions {
		r.Walk(func(in *Op) bool {
			switch in.Kind {
			case OpAlloca, OpMake, OpBuild:
				own[in.Results[0]] = true
			case OpSlice, OpSelect:
				fresh := len(in.Results) == 1
				for _, a := range in.Args {
					fresh = fresh && (a.Type.Kind != Slice || own[a])
				}
				if fresh {
					own[in.Results[0]] = true
				}
			case OpStore:
				if len(in.Args) > 0 && !own[in.Args[0]] {
					msg = "a store to outside in its region: " + in.String()
				}
			case OpLaunch, OpStage, OpRun:
				msg = "starts a kernel in its region"
			}
			return true
		})
	}
	return msg
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

func ruleLaneReduce(v *verifier, o *Op) string {
	ts := Types(o.Args)
	for i, t := range ts {
		if t.Kind != Vec || len(o.Results) != len(ts) || o.Results[i].Type != t.Elem {
			return "must give one scalar for each vector"
		}
	}
	return params(o, 0, append(ts[:len(ts):len(ts)], ts...)...)
}

// ruleMemory checks mload base, idx [, mask]; mstore base, idx, v [, mask]; gather base, vidx, mask; scatter base, vidx, v, mask.
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

func ruleMemory(v *verifier, o *Op) string {
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
