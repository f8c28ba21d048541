package ir

import "slices"

// The one interface by which the IR changes: what is listed here, the Builder, the Cloner and the Replacer. Nobody else writes the fields that
// hold the structure (Ops, Args, Results, Regions, Params, Target, Parent, Kind, Body, ...; a test sees to it). It keeps Parent, Def, Owner and
// Index right, and counts each change in the epoch of the function (see fact.go). Uses are no part of the structure: who wants to know them asks
// Func.Uses, whose answer is kept until the function changes.
//
// All forms for several ops at once are linear: SetOps puts a region together anew from a list that a pass has made while it walked the old
// one, Filter and RemoveOps take out many. Those for a single op copy the region's list, so that whoever ranges over the old one still can.

// NewOp makes an op that is to stand in r but is not listed there yet: for passes that make a region's new list as they go, and SetOps at the end.
// args becomes the op's own.
func (r *Region) NewOp(k OpKind, pos Pos, args []*Value, results ...*Type) *Op {
	o := r.newOp(0, len(results))
	o.Kind, o.Args, o.Pos = k, args, pos
	for _, t := range results {
		o.AddResult(t)
	}
	o.Parent = r
	return o
}

// SetOps makes ops all that r holds, in this order. Those that stood elsewhere must be taken out there, too. The list becomes the region's own.
// It counts as a change only if there is one.
func (r *Region) SetOps(ops []*Op) {
	same := len(ops) == len(r.Ops)
	for i, o := range ops {
		same = same && o == r.Ops[i] && o.Parent == r
		o.Parent = r
	}
	r.Ops = ops
	if !same {
		r.changed()
	}
}

// CopyOps is SetOps for a list that stays the caller's.
func (r *Region) CopyOps(ops []*Op) {
	if !slices.Equal(ops, r.Ops) {
		ops = slices.Clone(ops)
	} else {
		ops = r.Ops
	}
	r.SetOps(ops)
}

// Append puts ops at the end of r.
func (r *Region) Append(ops ...*Op) {
	for _, o := range ops {
		o.Parent = r
	}
	r.Ops = append(r.Ops, ops...)
	r.changed()
}

// Insert puts ops in front of place i of r.
func (r *Region) Insert(i int, ops ...*Op) { r.Splice(i, i, ops...) }

// Splice puts ops in the place of those from i up to (not with) j.
func (r *Region) Splice(i, j int, ops ...*Op) {
	list := make([]*Op, 0, len(r.Ops)-(j-i)+len(ops))
	r.SetOps(append(append(append(list, r.Ops[:i]...), ops...), r.Ops[j:]...))
}

// Take takes the ops from place i on out of r, to be put elsewhere.
func (r *Region) Take(i int) []*Op {
	ops := r.Ops[i:]
	r.Ops = r.Ops[:i:i]
	r.changed()
	return ops
}

// Truncate leaves the first n ops of r.
func (r *Region) Truncate(n int) {
	clear(r.Ops[n:])
	r.Ops = r.Ops[:n]
	r.changed()
}

// Reserve makes room for n ops more: for passes that take a region's ops and put most of them back.
func (r *Region) Reserve(n int) { r.Ops = slices.Grow(r.Ops, n) }

// TakeLast takes the last op out of r.
func (r *Region) TakeLast() *Op {
	last := len(r.Ops) - 1
	o := r.Ops[last]
	r.Ops = r.Ops[:last]
	r.changed()
	return o
}

// Filter keeps the ops of r, not those of regions inside, that keep says; whether any are gone.
func (r *Region) Filter(keep func(*Op) bool) bool {
	i := slices.IndexFunc(r.Ops, func(o *Op) bool { return !keep(o) })
	if i < 0 {
		return false
	}
	kept := append(make([]*Op, 0, len(r.Ops)-1), r.Ops[:i]...)
	for _, o := range r.Ops[i+1:] {
		if keep(o) {
			kept = append(kept, o)
		}
	}
	r.Ops = kept
	r.changed()
	return true
}

// Remove takes o out of its region.
func (o *Op) Remove() {
	i := o.Parent.Index(o)
	o.Parent.Splice(i, i+1)
}

// RemoveOps takes ops out of their regions, each of which is gone through once for those of its ops that follow each other in the list.
func RemoveOps(ops []*Op) {
	for len(ops) > 0 {
		r, n := ops[0].Parent, 1
		for n < len(ops) && ops[n].Parent == r {
			n++
		}
		if gone := ops[:n]; n == 1 {
			gone[0].Remove()
		} else {
			set := make(map[*Op]bool, n)
			for _, o := range gone {
				set[o] = true
			}
			r.Filter(func(o *Op) bool { return !set[o] })
		}
		ops = ops[n:]
	}
}

// InsertBefore puts ops in front of o.
func (o *Op) InsertBefore(ops ...*Op) { o.Parent.Insert(o.Parent.Index(o), ops...) }

// InsertAfter puts ops behind o.
func (o *Op) InsertAfter(ops ...*Op) { o.Parent.Insert(o.Parent.Index(o)+1, ops...) }

// Detach has a copy that was made for a region (Cloner.OpIn), but not put there, belong nowhere.
func (o *Op) Detach() { o.Parent = nil }

// ReplaceBy puts ops in the place of o, whose results have to be replaced, too (ReplaceUses, Replacer).
func (o *Op) ReplaceBy(ops ...*Op) {
	i := o.Parent.Index(o)
	o.Parent.Splice(i, i+1, ops...)
}

// MoveTo takes all ops of r to the end of another region, MoveTail those from place i on.
func (r *Region) MoveTo(to *Region) { r.MoveTail(0, to) }

func (r *Region) MoveTail(i int, to *Region) {
	to.Append(r.Ops[i:]...)
	r.Truncate(i)
}

// Inline puts the ops of region in, but for its terminator, in the place of o; the result is what the terminator took. Uses of o's results, and of the
// region's parameters, are the caller's to replace.
func (o *Op) Inline(in *Region) []*Value {
	end := in.TakeLast()
	o.ReplaceBy(in.Take(0)...)
	return end.Args
}

// Outline moves the ops of r from i up to (not with) j to the end of a region of o, which takes their place.
func (r *Region) Outline(i, j int, o *Op, into *Region) {
	ops := slices.Clone(r.Ops[i:j])
	r.Splice(i, j, o)
	into.Append(ops...)
}

// SetKind makes o an op of another kind.
func (o *Op) SetKind(k OpKind) {
	o.Kind = k
	o.Changed()
}

// Become makes o an op of another kind with other operands.
func (o *Op) Become(k OpKind, args ...*Value) {
	o.Kind, o.Args = k, args
	o.Changed()
}

// SetArg makes v operand i.
func (o *Op) SetArg(i int, v *Value) {
	if o.Args[i] != v {
		o.Args[i] = v
		o.Changed()
	}
}

// SetArgs makes vs the operands; the list becomes the op's own.
func (o *Op) SetArgs(vs []*Value) {
	o.Args = vs
	o.Changed()
}

// AddArgs appends operands.
func (o *Op) AddArgs(vs ...*Value) { o.SetArgs(append(o.Args[:len(o.Args):len(o.Args)], vs...)) }

// RemoveArg drops operand i.
func (o *Op) RemoveArg(i int) { o.SetArgs(Without(o.Args, i)) }

// MapArgs makes each operand what f says; whether that changed one.
func (o *Op) MapArgs(f func(*Value) *Value) (changed bool) {
	for i, a := range o.Args {
		if w := f(a); w != a {
			o.Args[i], changed = w, true
		}
	}
	if changed {
		o.Changed()
	}
	return changed
}

// Without is vs without element i, in a list of its own.
func Without(vs []*Value, i int) []*Value { return slices.Concat(vs[:i], vs[i+1:]) }

// SetResults makes vs, which may be another op's, the results.
func (o *Op) SetResults(vs []*Value) {
	o.Results = vs[:len(vs):len(vs)]
	for i, v := range vs {
		o.stoodIn = o.stoodIn || v.Def == nil || v.Def.stoodIn
		v.Def, v.Owner, v.Index = o, nil, i
	}
	o.Changed()
}

// AddResults appends results that another op had.
func (o *Op) AddResults(vs ...*Value) {
	o.SetResults(append(o.Results[:len(o.Results):len(o.Results)], vs...))
}

// RemoveResult drops result i.
func (o *Op) RemoveResult(i int) { o.SetResults(Without(o.Results, i)) }

// Retype puts a new value of type t in the place of result i.
func (o *Op) Retype(i int, t *Type) *Value {
	v := &Value{Type: t, Name: o.Results[i].Name, Def: o, Index: i}
	o.Results[i] = v
	o.Changed()
	return v
}

// RetypeParam puts a new value of type t in the place of parameter i.
func (r *Region) RetypeParam(i int, t *Type) *Value {
	v := &Value{Type: t, Name: r.Params[i].Name, Owner: r, Index: i}
	r.Params[i] = v
	r.changed()
	return v
}

// SetParams makes vs, which may be another region's, the parameters.
func (r *Region) SetParams(vs []*Value) {
	r.Params = vs
	for i, v := range vs {
		v.Owner, v.Def, v.Index = r, nil, i
	}
	r.changed()
}

// RemoveParam drops parameter i.
func (r *Region) RemoveParam(i int) { r.SetParams(Without(r.Params, i)) }

// SetType makes v a value of type t.
func (v *Value) SetType(t *Type) {
	v.Type = t
	if v.Def != nil {
		v.Def.Changed()
	} else if v.Owner != nil {
		v.Owner.changed()
	}
}

// SetRegion makes r, which may be another op's, region i.
func (o *Op) SetRegion(i int, r *Region) {
	o.Regions[i], r.Parent = r, o
	o.Changed()
}

// SetRegions makes rs, which may be another op's, the regions.
func (o *Op) SetRegions(rs ...*Region) {
	o.Regions = rs
	for _, r := range rs {
		r.Parent = o
	}
	o.Changed()
}

// SetTarget makes t what a break leaves, or a continue repeats.
func (o *Op) SetTarget(t *Op) {
	o.Target = t
	o.Changed()
}

// Retarget makes the exits in r, and in the regions inside, that lead to one op lead to another.
func (r *Region) Retarget(from, to *Op) {
	changed := false
	r.Walk(func(o *Op) bool {
		if o.Target == from {
			o.Target, changed = to, true
		}
		return true
	})
	if changed {
		r.changed()
	}
}

// ReplaceUses replaces one value by another in all of a region. For several values at once a Replacer is quicker.
func ReplaceUses(in *Region, v, w *Value) {
	changed := false
	in.Walk(func(o *Op) bool {
		for i, a := range o.Args {
			if a == v {
				o.Args[i], changed = w, true
			}
		}
		return true
	})
	if changed {
		in.changed()
	}
}

// SetBody makes r, which may have been another function's body, the body of f.
func (f *Func) SetBody(r *Region) {
	if r.fn != nil && r.fn != f {
		r.fn.changed()
	}
	f.Body, r.fn, r.Parent = r, f, nil
	f.changed()
}

// SetFilter makes r the filter of f.
func (f *Func) SetFilter(r *Region) {
	f.Filter, r.fn, r.Parent = r, f, nil
	f.changed()
}
