package sched

import "github.com/hone-go/hone/internal/ir"

// leaver reports an op without patterns and allocations that is worth a kernel but for exits to places outside of it.
func leaver(o *ir.Op) bool {
	if len(o.Regions) == 0 || isPattern(o) || hasSlice(o.Results) {
		return false
	}
	ok := true
	for _, r := range o.Regions {
		ok = ok && whole(r)
	}
	n, loops := weight([]*ir.Op{o})
	return ok && (loops || n >= hostCost)
}

// outlineLeaver moves such an op into a kernel that gives, besides the op's results, the number of the exit that was taken and its values.
// The host takes the exit. The result is what stands for the op in its region.
func (s *scheduler) outlineLeaver(o *ir.Op) []*ir.Op {
	s.moved[o] = true
	exits := outwardExits(o)
	types := append([]*ir.Type{ir.TI64}, ir.Types(o.Results)...)
	first := make([]int, len(exits)) // where each exit's values begin among the kernel's results
	for i, x := range exits {
		first[i] = len(types)
		types = append(types, ir.Types(x.Args)...)
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
	type hostExit struct {
		kind   ir.OpKind
		target *ir.Op
	}
	host := make([]hostExit, len(exits))
	for i, x := range exits {
		host[i] = hostExit{x.Kind, x.Target}
		x.Parent.TakeLast()
		leave(&ir.Builder{Region: x.Parent, Pos: x.Pos}, i+1, first[i], x.Args)
	}
	k.Body.Append(o)
	leave(&ir.Builder{Region: k.Body, Pos: o.Pos}, 0, 1, o.Results)
	args := closeKernel(k)
	s.recordKernel(k, args)

	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: o.Pos}
	run := b.Op(ir.OpRun, args, types...)
	run.SetSym(k.Name)
	run.Ints = s.longFlag(k.Body.Ops)
	var rep ir.Replacer
	for i, v := range o.Results {
		rep.Replace(v, run.Results[1+i])
	}
	s.replace(&rep)
	for i, h := range host {
		br := b.If(b.Compare(ir.OpEq, run.Results[0], b.Int(int64(i+1))))
		out := b.In(br.Regions[0])
		n := len(types)
		if i+1 < len(exits) {
			n = first[i+1]
		}
		x := out.Op(h.kind, run.Results[first[i]:n])
		x.SetTarget(h.target)
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
