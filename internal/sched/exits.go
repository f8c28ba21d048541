package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// leaver reports an op without patterns and allocations that is worth a kernel but for exits to places outside of it.
func leaver(o *ir.Op) bool {
	if len(o.Regions) == 0 || isPattern(o) || hasSlice(o.Results) {
		return false
	}
	exits := outwardExits(o)
	ok := !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
		return r.Contains(func(x *ir.Op) bool {
			switch {
			case ofHost(x) || storesSlice(x):
				return true
			case !x.Kind.Has(ir.Terminator) || !hasSlice(x.Args):
				return false
			}
			return !slices.Contains(exits, x) || slices.ContainsFunc(x.Args, func(v *ir.Value) bool { return v.Type.Kind == ir.Slice && !cutOutside(o, v) })
		})
	})
	n, loops := weight([]*ir.Op{o})
	return ok && (loops || n >= hostCost)
}

// cutOutside reports a slice that an exit from o gives, and the host can make: it is one of the host's, or nil, or a part of one.
func cutOutside(o *ir.Op, v *ir.Value) bool {
	for o.Defines(v) {
		switch {
		case v.Def == nil:
			return false
		case v.Def.Kind == ir.OpZero:
			return true
		case v.Def.Kind != ir.OpSlice:
			return false
		}
		v = v.Def.Args[0]
	}
	return true
}

// exit is one from an op that becomes a kernel, as the host takes it.
type exit struct {
	kind   ir.OpKind
	target *ir.Op
	vals   []exitValue
	gives  []*ir.Value // what the kernel gives for them
	first  int         // where that begins among the kernel's results
}

// exitValue is a value of an exit: what the kernel gives, or a slice, which the host makes.
type exitValue struct {
	typ  *ir.Type
	host *ir.Value   // a slice of the host's
	cut  []exitValue // the operands of what cuts a part of one; of neither the zero value
}

// newExit is an exit x from o.
func newExit(o, x *ir.Op) *exit {
	e := &exit{kind: x.Kind, target: x.Target}
	var take func(v *ir.Value) exitValue
	take = func(v *ir.Value) exitValue {
		t := exitValue{typ: v.Type}
		switch {
		case v.Type.Kind != ir.Slice:
			e.gives = append(e.gives, v)
		case !o.Defines(v):
			t.host = v
		case v.Def.Kind == ir.OpSlice:
			for _, a := range v.Def.Args {
				t.cut = append(t.cut, take(a))
			}
		}
		return t
	}
	for _, v := range x.Args {
		e.vals = append(e.vals, take(v))
	}
	return e
}

// emit has the host take it.
func (e *exit) emit(b *ir.Builder, given []*ir.Value) {
	var value func(v exitValue) *ir.Value
	value = func(v exitValue) *ir.Value {
		switch {
		case v.typ.Kind != ir.Slice:
			next := given[0]
			given = given[1:]
			return next
		case v.host != nil:
			return v.host
		case v.cut == nil:
			return b.Zero(v.typ)
		}
		return b.Op(ir.OpSlice, values(v.cut, value), v.typ).Result()
	}
	b.Op(e.kind, values(e.vals, value)).SetTarget(e.target)
}

func values(of []exitValue, value func(v exitValue) *ir.Value) []*ir.Value {
	vs := make([]*ir.Value, len(of))
	for i, v := range of {
		vs[i] = value(v)
	}
	return vs
}

// dropSlices takes slices out of o that nothing uses but the exits that were there.
func dropSlices(o *ir.Op) {
	uses := map[*ir.Value]int{}
	var cuts []*ir.Op
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			for _, a := range x.Args {
				uses[a]++
			}
			if x.Kind == ir.OpSlice || x.Kind == ir.OpZero {
				cuts = append(cuts, x)
			}
			return true
		})
	}
	for _, x := range slices.Backward(cuts) {
		if uses[x.Result()] == 0 {
			for _, a := range x.Args {
				uses[a]--
			}
			x.Remove()
		}
	}
}

// outlineLeaver moves such an op into a kernel that gives, besides the op's results, the number of the exit that was taken and its values.
// The host takes the exit. The result is what stands for the op in its region.
func (s *scheduler) outlineLeaver(o *ir.Op) []*ir.Op {
	s.moved[o] = true
	types := append([]*ir.Type{ir.TI64}, ir.Types(o.Results)...)
	outward := outwardExits(o)
	exits := make([]*exit, len(outward))
	for i, x := range outward {
		exits[i] = newExit(o, x)
		exits[i].first = len(types)
		types = append(types, ir.Types(exits[i].gives)...)
	}
	k := s.newKernel(ir.SingleKernel, types)
	k.Pos = o.Pos
	leave := func(b *ir.Builder, code int, at int, vals []*ir.Value) *ir.Op {
		out := make([]*ir.Value, len(types))
		out[0] = b.Int(int64(code))
		for i := 1; i < len(types); i++ {
			if i >= at && i < at+len(vals) {
				out[i] = vals[i-at]
			} else {
				out[i] = b.Zero(types[i])
			}
		}
		return b.Return(out...)
	}
	for i, x := range outward {
		x.Parent.TakeLast()
		leave(&ir.Builder{Region: x.Parent, Pos: x.Pos}, i+1, exits[i].first, exits[i].gives)
	}
	dropSlices(o)
	k.Body.Append(o)
	leave(&ir.Builder{Region: k.Body, Pos: o.Pos}, 0, 1, o.Results)
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: o.Pos}
	s.askAheadOfRows(k, b)
	args := closeKernel(k)
	s.recordKernel(k, args)
	run := b.Op(ir.OpRun, args, types...)
	run.SetSym(k.Name)
	run.Ints = s.longFlag(k.Body.Ops)
	var rep ir.Replacer
	for i, v := range o.Results {
		rep.Replace(v, run.Results[1+i])
	}
	s.replace(&rep)
	for i, e := range exits {
		br := b.If(b.Compare(ir.OpEq, run.Results[0], b.Int(int64(i+1))))
		e.emit(b.In(br.Regions[0]), run.Results[e.first:])
		b.In(br.Regions[1]).Yield()
	}
	s.note(o.Pos, "sequential kernel with %s", ir.Count(len(exits), "exit"))
	return tmp.Ops
}

// outwardExits lists the terminators inside o that lead out of it.
func outwardExits(o *ir.Op) []*ir.Op {
	inside := map[*ir.Op]bool{o: true}
	var out []*ir.Op
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			inside[x] = true
			if x.Kind == ir.OpReturn || x.Target != nil && !inside[x.Target] {
				out = append(out, x)
			}
			return true
		})
	}
	return out
}
