package ir

// newOp makes an op with room for operands and results, which with most ops is one allocation: compiling makes many of them.
func newOp(args, results int) *Op {
	switch {
	case args == 0 && results == 0:
		return new(Op)
	case args == 0 && results == 1:
		x := new(struct {
			Op
			one [1]*Value
			v   Value
		})
		x.one[0], x.Results = &x.v, x.one[:0]
		return &x.Op
	case args <= smallArgs && results == 0:
		x := new(struct {
			Op
			args [smallArgs]*Value
		})
		x.Args = x.args[:args:args]
		return &x.Op
	case args <= smallArgs && results == 1:
		x := new(struct {
			Op
			args [smallArgs]*Value
			one  [1]*Value
			v    Value
		})
		x.Args = x.args[:args:args]
		x.one[0], x.Results = &x.v, x.one[:0]
		return &x.Op
	}
	return &Op{Args: make([]*Value, args)}
}

// smallArgs is how many operands fit into what the allocator would leave unused.
const smallArgs = 4

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
