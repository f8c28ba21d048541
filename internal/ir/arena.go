package ir

// newOp makes an op with room for operands and results. Compiling makes many of them, most with up to four operands and one result or none: each of these
// is one allocation of no more than it needs.
func newOp(args, results int) *Op {
	switch {
	case results == 0 && args <= 4:
		return newEffect(args)
	case results == 1 && args <= 4:
		return newSingle(args)
	}
	return &Op{Args: make([]*Value, args)}
}

// newEffect makes an op without results.
func newEffect(args int) *Op {
	switch args {
	case 0:
		return new(Op)
	case 1, 2:
		x := new(struct {
			Op
			args [2]*Value
		})
		x.Args = x.args[:args:args]
		return &x.Op
	}
	x := new(struct {
		Op
		args [4]*Value
	})
	x.Args = x.args[:args:args]
	return &x.Op
}

// single is an op with its result.
type single struct {
	Op
	one [1]*Value
	v   Value
}

func (x *single) with(args []*Value) *Op {
	x.one[0], x.Results, x.Args = &x.v, x.one[:0], args
	return &x.Op
}

// newSingle makes an op with one result.
func newSingle(args int) *Op {
	switch args {
	case 0:
		return new(single).with(nil)
	case 1:
		x := new(struct {
			single
			args [1]*Value
		})
		return x.with(x.args[:])
	case 2:
		x := new(struct {
			single
			args [2]*Value
		})
		return x.with(x.args[:])
	}
	x := new(struct {
		single
		args [4]*Value
	})
	return x.with(x.args[:args:args])
}

// newRegion makes a region with room for parameters. Most have one or none: such a region is one allocation.
func newRegion(parent *Op, params int) *Region {
	if params != 1 {
		return &Region{Parent: parent}
	}
	x := new(struct {
		Region
		v   Value
		one [1]*Value
	})
	x.one[0] = &x.v
	x.Parent, x.Params = parent, x.one[:0]
	return &x.Region
}

// firstParam lists the parameter that newRegion has made, if that is still to come; else it is nil.
func (r *Region) firstParam() *Value {
	if len(r.Params) > 0 || cap(r.Params) != 1 {
		return nil
	}
	v := r.Params[:1][0]
	if v == nil || v.Type != nil {
		return nil
	}
	r.Params = r.Params[:1]
	return v
}

// Arena hands out ops of one result from larger allocations, for who makes many of them in a short time.
type Arena struct {
	ops    []Op
	values []Value
	refs   []*Value
}

const arenaSize = 128

// Op makes an op that is in no region yet. args becomes the op's own.
func (a *Arena) Op(k OpKind, pos Pos, args []*Value, result *Type) *Op {
	if len(a.ops) == 0 {
		a.ops = make([]Op, arenaSize/4)
	}
	if len(a.values) == 0 {
		a.values = make([]Value, arenaSize/2)
	}
	o, v, rs := &a.ops[0], &a.values[0], a.Operands(1)
	a.ops, a.values = a.ops[1:], a.values[1:]
	rs[0] = v
	v.Type, v.Def = result, o
	o.Kind, o.Args, o.Results, o.Pos = k, args, rs, pos
	return o
}

// Operands makes a list of n values, to be filled.
func (a *Arena) Operands(n int) []*Value {
	if n > len(a.refs) {
		a.refs = make([]*Value, max(arenaSize, n))
	}
	out := a.refs[:n:n]
	a.refs = a.refs[n:]
	return out
}
