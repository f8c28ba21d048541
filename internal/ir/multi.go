package ir

import (
	"fmt"
	"slices"
)

// A multi goes over an index space; the outputs, ops at the end of its body, say what becomes of the values that this computes: one op for all loops over
// index spaces, as Delite's multiloop (Rompf et al., "Optimizing Data Structures in High-Level Programs", POPL 2013) and Futhark's screma (Henriksen et al.,
// "Futhark", PLDI 2017). An output is a row of the table of ops, its rule here, and what it means in the interpreter and the scheduler.

// Outputs are the outputs of a multi, in the order of the results that they give.
func (o *Op) Outputs() []*Op {
	ops := o.Regions[0].Ops
	i := len(ops) - 1
	for i > 0 && ops[i-1].Kind.Has(Output) {
		i--
	}
	return ops[i : len(ops)-1]
}

// Multi is the multi that an output belongs to.
func (o *Op) Multi() *Op { return o.Parent.Parent }

// Given is the number of results that an output gives its multi.
func (o *Op) Given() int {
	if o.Kind == OpReduce {
		return o.leaves()
	}
	return 1
}

// GivenResults are the results of the multi that an output gives.
func (o *Op) GivenResults() []*Value {
	from := 0
	m := o.Multi()
	for _, out := range m.Outputs() {
		if out == o {
			break
		}
		from += out.Given()
	}
	return m.Results[from : from+o.Given()]
}

// GivenBy is the output that gives a result of a multi.
func (v *Value) GivenBy() *Op {
	from := 0
	for _, out := range v.Def.Outputs() {
		if from += out.Given(); v.Index < from {
			return out
		}
	}
	return nil
}

// leaves is the number of leaves of what a reduce, an output, combines.
func (o *Op) leaves() int { return len(o.Regions[0].Params) / 2 }

// Values are what an output takes from each iteration.
func (o *Op) Values() []*Value {
	if o.Kind == OpReduce {
		return o.Args[:len(o.Args)-o.leaves()]
	}
	return o.Args
}

// Makes reports an output that makes a slice: a collect or a keep.
func (o *Op) Makes() bool { return o.Kind == OpCollect || o.Kind == OpKeep }

// Elements are the leaves that an output puts into the slice it makes.
func (o *Op) Elements() []*Value {
	if o.Kind == OpKeep {
		return o.Args[1:]
	}
	return o.Args
}

// IDs are what a reduction, an output or a block, begins with, one per leaf.
func (o *Op) IDs() []*Value {
	if o.Kind == OpBlockReduce {
		return o.Args[len(o.Args)-len(o.Results):]
	}
	return o.Args[len(o.Args)-o.leaves():]
}

// Combine is the region of a reduction that combines partial results: (a..., b...) -> leaves.
func (o *Op) Combine() *Region {
	if o.Kind == OpBlockReduce {
		return o.Regions[1]
	}
	return o.Regions[0]
}

// Step is the region with which what the body yields joins partial results: one of its own where products are fused with the sums they go into; else Combine.
func (o *Op) Step() *Region { return o.Regions[len(o.Regions)-1] }

// IsParFor reports a multi without outputs: what it does, it stores.
func (o *Op) IsParFor() bool { return o.Kind == OpMulti && len(o.Results) == 0 }

// Multi emits a multi over extents, with a region that has the indices as its parameters.
func (b *Builder) Multi(extents []*Value, results ...*Type) *Op {
	o := b.Op(OpMulti, extents, results...)
	o.AddRegion(i64s(len(extents))...)
	return o
}

// RemoveOutput takes an output, and the results that it gives, away from its multi.
func (o *Op) RemoveOutput() {
	m, given := o.Multi(), o.GivenResults()
	from := given[0].Index
	m.SetResults(slices.Concat(m.Results[:from], m.Results[from+len(given):]))
	o.Remove()
}

func ruleMulti(v *verifier, o *Op) string {
	if len(o.Args) < 1 {
		return "must have extents"
	}
	if msg := allI64(o.Args); msg != "" {
		return msg
	}
	if o.Regions[0].Terminator() == nil {
		return "" // said of the region
	}
	n := 0
	for _, out := range o.Outputs() {
		if out.Kind == OpReduce && len(out.Regions) == 0 {
			return "" // said of the output
		}
		n += out.Given()
	}
	if n != len(o.Results) {
		return fmt.Sprintf("%d results, its outputs give %d", len(o.Results), n)
	}
	return params(o, 0, i64s(len(o.Args))...)
}

// output checks where an output stands, and that what it does for all iterations together depends on none of them.
func (v *verifier) output(o *Op) string {
	m := o.Parent.Parent
	if m == nil || m.Kind != OpMulti {
		return "not in the body of a multi"
	}
	if ops := o.Parent.Ops; !ops[o.Parent.Index(o)+1].Kind.Has(Output) && ops[len(ops)-1] != ops[o.Parent.Index(o)+1] {
		return "not at the end of the body"
	}
	for _, r := range o.Regions {
		msg := ""
		r.Walk(func(in *Op) bool {
			if in.Kind.Has(Writes) {
				msg = "a store in its region"
			}
			for _, a := range in.Args {
				if a != nil && ofIteration(o, a) {
					msg = "a region of it uses a value of an iteration"
				}
			}
			return true
		})
		if msg != "" {
			return msg
		}
	}
	return ""
}

// ofIteration reports a value of an iteration of the multi that has an output, outside of the output's own regions.
func ofIteration(out *Op, v *Value) bool {
	r := v.Owner
	if v.Def != nil {
		r = v.Def.Parent
	}
	for ; r != nil && r.Parent != nil && r.Parent != out; r = r.Parent.Parent {
		if r == out.Parent {
			return true
		}
	}
	return false
}

func ruleCollect(v *verifier, o *Op) string { return v.elements(o, "collects", o.Args) }

func ruleKeep(v *verifier, o *Op) string {
	if v.level == Source {
		if len(o.Args) != 2 || len(o.Results) != 1 || o.Results[0].Type.Kind != Slice {
			return "must have an extent, a function and a slice as its result"
		}
		ok := sameTypes(Types(o.Args), []*Type{TI64, FuncOf(i64s(1), []*Type{o.Results[0].Type.Elem, TBool})})
		return want(ok, "operands must be i64, fn(i64) -> (T, bool), the result []T")
	}
	if len(o.Results) != 0 || len(o.Args) == 0 || o.Args[0].Type != TBool {
		return "must take a condition first, and have no results"
	}
	if m := o.Parent.Parent; m != nil && m.Regions[0].Contains(func(in *Op) bool { return in.Kind.Has(Writes) && storesOutside(m, in) }) {
		return "a store in the body" // which is computed twice
	}
	return v.elements(o, "keeps", o.Elements())
}

// storesOutside reports an op that writes to other memory than what an iteration of a multi makes for itself.
func storesOutside(m, o *Op) bool {
	if o.Kind != OpStore && o.Kind != OpMove {
		return true
	}
	to := o.Args[0].Root()
	return to.Def == nil || !to.Def.Within(m)
}

// elements checks an output that makes a slice of values, the leaves of its elements.
func (v *verifier) elements(o *Op, does string, values []*Value) string {
	if msg := v.output(o); msg != "" {
		return msg
	}
	m := o.Multi()
	if msg := ruleMulti(v, m); msg != "" {
		return "" // said of the multi
	}
	t := o.GivenResults()[0].Type
	if t.Kind != Slice {
		return "must give a slice"
	}
	if len(m.Args) != 1 {
		return "must be of a multi over one dimension"
	}
	leaves := leafTypes(t.Elem)
	return want(haveTypes(values, leaves), "%s %s, must be %s", does, TypeList(Types(values)), TypeList(leaves))
}

func ruleReduce(v *verifier, o *Op) string {
	if v.level == Source {
		if len(o.Args) != 4 || len(o.Regions) != 0 || len(o.Results) != 1 {
			return "must have an extent, an identity, two functions and one result"
		}
		t := o.Args[1].Type
		ok := sameTypes(Types(o.Args), []*Type{TI64, t, FuncOf([]*Type{t, t}, []*Type{t}), FuncOf(i64s(1), []*Type{t})})
		return want(ok && o.Results[0].Type == t, "operands must be i64, T, fn(T, T) -> (T), fn(i64) -> (T), the result T")
	}
	if len(o.Results) != 0 || len(o.Regions) != 1 && len(o.Regions) != 2 {
		return "must have one region or two, and no results"
	}
	if msg := v.output(o); msg != "" {
		return msg
	}
	m, n := o.Multi(), o.leaves()
	if o.Mode == InOrder && !insidePattern(m) {
		return "may be in order only inside a pattern"
	}
	if n == 0 || len(o.Args) < n {
		return "must combine two results, and have an identity for each leaf"
	}
	for _, out := range m.Outputs() {
		if out.Kind == OpReduce && out.Mode != o.Mode {
			return "goes in another order than the one beside it"
		}
	}
	for _, id := range o.IDs() {
		if ofIteration(o, id) {
			return "the identity is a value of an iteration"
		}
	}
	if ruleMulti(v, m) != "" {
		return ""
	}
	ts := Types(o.GivenResults())
	if !sameTypes(Types(o.IDs()), ts) {
		return "must have one identity of the same type per result"
	}
	return joining(o, ts, Types(o.Values()))
}

// joining checks the regions of a reduction that combine partial results, and take one step.
func joining(o *Op, leaves, values []*Type) string {
	k := len(o.Regions) - 1
	if o.Combine() != o.Step() {
		k--
	} else if !sameTypes(leaves, values) {
		return fmt.Sprintf("takes %s, must be %s", TypeList(values), TypeList(leaves))
	}
	leaves = leaves[:len(leaves):len(leaves)]
	if msg := params(o, k, append(leaves, leaves...)...); msg != "" {
		return msg
	}
	return params(o, len(o.Regions)-1, append(leaves, values...)...)
}

// ruleBlockReduce: the reductions of a loop, one block of them; before they are cut into blocks, with extents.
func ruleBlockReduce(v *verifier, o *Op) string {
	if len(o.Ints) == 0 || len(o.Regions) != 2 && len(o.Regions) != 3 {
		return "must have the number of dimensions as attribute, and two regions or three"
	}
	if o.Ints[0] != 0 {
		return "the number of dimensions must be 0 at the loops level"
	}
	if o.Mode == InOrder {
		return "must not be in order at the loops level"
	}
	if len(o.Args) != 2+len(o.Results) {
		return fmt.Sprintf("%d operands, must be %d", len(o.Args), 2+len(o.Results))
	}
	if allI64(o.Args[:2]) != "" {
		return "the extents must be i64"
	}
	if !sameTypes(Types(o.IDs()), Types(o.Results)) {
		return "must have one identity of the same type per result"
	}
	sum := 0
	for _, n := range o.Ints[1:] {
		if n < 1 {
			return "a group of no leaves"
		}
		sum += int(n)
	}
	if sum != len(o.Results) {
		return fmt.Sprintf("groups of %d leaves in all, must be %d", sum, len(o.Results))
	}
	if msg := params(o, 0, TI64); msg != "" {
		return msg
	}
	if msg := joining(o, Types(o.Results), Types(o.Regions[0].Terminator().Args)); msg != "" {
		return msg
	}
	for _, r := range o.Regions {
		if r.Contains(func(in *Op) bool {
			return in.Kind == OpLaunch || in.Kind == OpStage || in.Kind == OpTurn || in.Kind == OpRun
		}) {
			return "starts a kernel in its region"
		}
		if r != o.Regions[0] && r.Contains(func(in *Op) bool { return in.Kind.Has(Writes) }) {
			return "a store in putting values together"
		}
	}
	return ""
}

func i64s(n int) []*Type {
	ts := make([]*Type, n)
	for i := range ts {
		ts[i] = TI64
	}
	return ts
}
