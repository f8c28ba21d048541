package ir

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
