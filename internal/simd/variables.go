package simd

import "github.com/hone-go/hone/internal/ir"

// state is what the emission knows at a point.
type state struct {
	vals []*ir.Value
	cur  *ir.Value
	none bool
	some bool
	over lanesMask
}

func (e *emitter) save() state {
	s := state{cur: e.cur.val, none: e.none, some: e.some, over: e.over, vals: make([]*ir.Value, len(e.variables))}
	for i, x := range e.variables {
		s.vals[i] = x.val
	}
	return s
}

func (e *emitter) restore(s state) {
	e.cur.val, e.none, e.some, e.over = s.cur, s.none, s.some, s.over
	for i, v := range s.vals {
		e.variables[i].val = v
	}
}

// changedVariables lists the variables that have another value at the end of an arm than before.
func changedVariables(before state, ends []armEnd) []int {
	var out []int
	for i, v := range before.vals {
		for _, end := range ends {
			if end.state.vals[i] != v {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// touches reports whether lanes leave o from inside, for somewhere outside, one by one.
func (e *emitter) touches(o *ir.Op) bool {
	found := false
	e.outerExits(o, func(*scope) { found = true })
	return found
}

// leaves reports whether lanes turn off in r, one by one: whether a masked exit in it leads outside.
func (e *emitter) leaves(r *ir.Region) bool {
	inside := map[*ir.Op]bool{}
	found := false
	r.Walk(func(x *ir.Op) bool {
		inside[x] = true
		if x.Target != nil && !inside[x.Target] {
			t := e.scopes[x.Target]
			found = found || t != nil && t.divergent
		}
		return true
	})
	return found
}

// outerExits calls f for the scope of every masked exit inside o that leads outside.
func (e *emitter) outerExits(o *ir.Op, f func(*scope)) {
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			if x.Target != nil && !x.Target.Within(o) {
				if t := e.scopes[x.Target]; t != nil && t.divergent {
					f(t)
				}
			}
			return true
		})
	}
}

// travelling are the variables that may change inside o by exits that lead out of it, the active lanes first.
func (e *emitter) travelling(o *ir.Op) []*variable {
	seen := map[*variable]bool{}
	var out []*variable
	add := func(s *variable) {
		if s != nil && !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	e.outerExits(o, func(t *scope) {
		add(e.cur)
		add(t.left)
		add(t.cont)
		for _, s := range t.res {
			add(s)
		}
		for _, s := range t.next {
			add(s)
		}
	})
	return out
}

// variableVals are the values of variables now, undefined ones as zeros.
func (e *emitter) variableVals(ss []*variable) []*ir.Value {
	out := make([]*ir.Value, len(ss))
	for i, s := range ss {
		switch {
		case s == e.cur:
			out[i] = e.maskValue()
		case s.val == nil:
			out[i] = e.zeroOf(s.typ)
		default:
			out[i] = s.val
		}
	}
	return out
}

func (e *emitter) setSlots(ss []*variable, vals []*ir.Value) {
	for i, s := range ss {
		s.val = vals[i]
		if s == e.cur {
			e.none, e.some, e.over.ok = false, false, false
		}
	}
}

func (e *emitter) slotTypes(ss []*variable) []*ir.Type {
	out := make([]*ir.Type, len(ss))
	for i, s := range ss {
		out[i] = s.typ
		if s == e.cur {
			out[i] = e.maskType()
		}
	}
	return out
}

func (e *emitter) newSlots(types []*ir.Type) []*variable {
	out := make([]*variable, len(types))
	for i, t := range types {
		out[i] = &variable{typ: t}
	}
	e.variables = append(e.variables, out...)
	return out
}
