package eval

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// val is what the partial evaluator computes with: konst, *dyn, *agg, *clo, *cell, *part, *choice, *marr, *window or, in a cell, *mvar.
type val any

// konst is a known scalar, or a nil slice.
type konst struct {
	t    *ir.Type
	bits uint64
}

// dyn is a value that the residual program computes: a scalar or a slice.
type dyn struct {
	v    *ir.Value
	fact val // what it is known to be on the path being evaluated, or nil

	// A value that was chosen by a condition: yes if cond holds, else no.
	cond    *dyn
	yes, no val

	args  []val // of a bool: the operands of the op that computes it
	n     val   // of a slice: its length and capacity, if they are at hand
	birth int   // of a slice made here: when
}

// agg is a struct or array, taken apart.
type agg struct {
	t     *ir.Type
	elems []val
}

// clo is a function value: a lambda with what it captured, or a named function. A nil code is Go's nil.
type clo struct {
	t    *ir.Type
	code *fcode
	caps []val
}

// cell is a variable at specialisation time. Its content is replaced, never changed in place (other than what lies in a marr).
type cell struct {
	t     *ir.Type
	val   val
	birth int
	name  string
	key   siteKey
	stamp int  // visited mark of snapshots
	given bool // it is somebody else's, see cellAt
	at    val  // where it lies, a number, if it is given and that is told

	elsewhere bool // it stands for a package's variable
}

// siteKey names an object by the op that makes it and the chain of calls that leads there: the same when a loop's body is evaluated again.
type siteKey struct{ uid, ctx uint64 }

// mvar is a scalar or slice in residual memory that others may know: a component of a cell's content, which assignments change there.
type mvar struct {
	t  *ir.Type
	in *dyn // a slice of it alone
}

// marr is an array in residual memory: the content of a cell, which assignments change, or a value, whose memory nobody changes.
type marr struct {
	t     *ir.Type // the array's
	mem   *dyn     // a slice of its elements; or
	in    *ref     // the place that it is a component of; or neither: the zero value
	owned bool     // a value that its only user may keep the memory of
}

var (
	yes = konst{ir.TBool, 1}
	no  = konst{ir.TBool, 0}
)

func boolVal(b bool) konst {
	if b {
		return yes
	}
	return no
}

func intVal(n int64) konst { return konst{ir.TI64, uint64(n)} }

// typeOf is the type of a scalar or slice.
func typeOf(v val) *ir.Type {
	switch v := v.(type) {
	case konst:
		return v.t
	case *dyn:
		return v.v.Type
	case *agg:
		return v.t
	case *clo:
		return v.t
	case *cell:
		return ir.CellOf(v.t)
	case *part:
		return ir.CellOf(v.t)
	case *choice:
		if v.ofFuncs() {
			return v.t
		}
		return ir.CellOf(v.t)
	case *marr:
		return v.t
	case *window:
		return v.t
	case *mvar:
		return v.t
	}
	return nil
}

// visible reports whether v may be used in region r (v was emitted before the present point).
func visible(v *ir.Value, r *ir.Region) bool {
	home := v.Owner
	if v.Def != nil {
		home = v.Def.Parent
	}
	for {
		if r == home {
			return true
		}
		if r.Parent == nil {
			return false
		}
		if r.Parent.Kind.Has(ir.Output) { // it sees nothing of an iteration
			r = r.Parent.Parent
		}
		r = r.Parent.Parent
	}
}

// available reports whether v can be used in r as it stands.
func available(v val, r *ir.Region) bool {
	switch v := v.(type) {
	case konst:
		return true
	case *dyn:
		return visible(v.v, r)
	case *window:
		return (v.s == nil || available(v.s, r)) && !slices.ContainsFunc(v.numbers(), func(n val) bool { return !available(n, r) })
	}
	return false
}

// same reports whether two values are known to be equal.
func same(a, b val) bool {
	if a == b {
		return true
	}
	switch x := a.(type) {
	case *agg:
		y, ok := b.(*agg)
		return ok && sameAll(x.elems, y.elems)
	case *clo:
		y, ok := b.(*clo)
		return ok && x.code == y.code && sameAll(x.caps, y.caps)
	case *window:
		if !x.besides(b) {
			return false
		}
		y := b.(*window)
		return (x.s == nil || same(x.s, y.s)) && sameAll(x.numbers(), y.numbers())
	case *part:
		return besideEachOther(a, b) && sameAll(inside(a), inside(b))
	case *choice:
		y, ok := b.(*choice)
		return ok && sameShape(a, b) && same(x.which, y.which) && sameAll(inside(a), inside(b))
	}
	return false
}

func sameAll(a, b []val) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}
	return true
}

// resolve replaces a value by what is known of it on this path.
func (p *pe) resolve(v val) val {
	for {
		d, ok := v.(*dyn)
		if !ok {
			return v
		}
		switch {
		case d.fact != nil:
			return d.fact
		case d.cond != nil && d.cond.fact != nil:
			side := d.no
			if d.cond.fact == val(yes) {
				side = d.yes
			}
			if !available(side, p.b.Region) {
				return v
			}
			v = side
		default:
			return v
		}
	}
}

// resolveSince resolves the leaves of v in which it differs from old.
func (p *pe) resolveSince(v, old val) val {
	if v == old {
		return v
	}
	a, ok := v.(*agg)
	if !ok {
		return p.resolve(v)
	}
	was, _ := old.(*agg)
	var out *agg
	for i, e := range a.elems {
		var o val
		if was != nil {
			o = was.elems[i]
		}
		if r := p.resolveSince(e, o); r != e {
			if out == nil {
				out = &agg{a.t, append([]val(nil), a.elems...)}
			}
			out.elems[i] = r
		}
	}
	if out != nil {
		return out
	}
	return v
}

// learn records what a condition or other scalar is on the path that begins here, and what follows from it.
func (p *pe) learn(v val, k konst) {
	d, ok := v.(*dyn)
	if !ok || d.fact != nil {
		return
	}
	p.facts = append(p.facts, d)
	d.fact = k
	if d.cond != nil {
		if a, ok := d.yes.(konst); ok && a != k {
			p.learn(d.cond, no)
		} else if b, ok := d.no.(konst); ok && b != k {
			p.learn(d.cond, yes)
		}
	}
	if d.v.Def == nil || len(d.args) == 0 || k.t != ir.TBool {
		return
	}
	holds := k == yes
	switch d.v.Def.Kind {
	case ir.OpNot:
		p.learn(d.args[0], boolVal(!holds))
	case ir.OpAnd:
		if holds {
			p.learn(d.args[0], yes)
			p.learn(d.args[1], yes)
		}
	case ir.OpOr:
		if !holds {
			p.learn(d.args[0], no)
			p.learn(d.args[1], no)
		}
	case ir.OpEq, ir.OpNe:
		// Equal floats need not be the same: 0 and -0.
		if t := typeOf(d.args[0]); holds != (d.v.Def.Kind == ir.OpEq) || t.IsFloat() {
			return
		}
		if c, ok := d.args[1].(konst); ok {
			p.learn(d.args[0], c)
		} else if c, ok := d.args[0].(konst); ok {
			p.learn(d.args[1], c)
		}
	}
}

func (p *pe) forget(mark int) {
	for i := len(p.facts) - 1; i >= mark; i-- {
		p.facts[i].fact = nil
	}
	p.facts = p.facts[:mark]
}

// mapLeaves rebuilds a value with f applied to every leaf, numbered in order.
func mapLeaves(v val, f func(i int, leaf val) val) val {
	i := 0
	var walk func(v val) val
	walk = func(v val) val {
		switch v.(type) {
		case *part, *choice:
			ls := slices.Clone(inside(v))
			changed := false
			for k, l := range ls {
				ls[k] = walk(l)
				changed = changed || ls[k] != l
			}
			if changed {
				return with(v, ls)
			}
			return v
		}
		a, ok := v.(*agg)
		if !ok {
			r := f(i, v)
			i++
			return r
		}
		var out *agg
		for k, e := range a.elems {
			if r := walk(e); r != e {
				if out == nil {
					out = &agg{a.t, append([]val(nil), a.elems...)}
				}
				out.elems[k] = r
			}
		}
		if out != nil {
			return out
		}
		return v
	}
	return walk(v)
}

// leaves lists the leaves of a value, in ir.Leaves order; of a pointer, what is computed of it at run time.
func leaves(out []val, v val) []val {
	switch v.(type) {
	case *part, *choice:
		for _, l := range inside(v) {
			out = leaves(out, l)
		}
		return out
	}
	if a, ok := v.(*agg); ok {
		for _, e := range a.elems {
			out = leaves(out, e)
		}
		return out
	}
	return append(out, v)
}

// build makes a value of type t from leaves.
func build(t *ir.Type, leaf func(t *ir.Type) val) val {
	switch t.Kind {
	case ir.Struct:
		a := &agg{t, make([]val, len(t.Fields))}
		for i, f := range t.Fields {
			a.elems[i] = build(f.Type, leaf)
		}
		return a
	case ir.Array:
		a := &agg{t, make([]val, t.Len)}
		for i := range a.elems {
			a.elems[i] = build(t.Elem, leaf)
		}
		return a
	}
	return leaf(t)
}

// zeroVal is the zero value of t.
func zeroVal(t *ir.Type) val {
	switch {
	case isLarge(t):
		return &marr{t: t}
	case t.Kind == ir.Struct:
		a := &agg{t, make([]val, len(t.Fields))}
		for i, f := range t.Fields {
			a.elems[i] = zeroVal(f.Type)
		}
		return a
	case t.Kind == ir.Array:
		a := &agg{t, make([]val, t.Len)}
		for i := range a.elems {
			a.elems[i] = zeroVal(t.Elem)
		}
		return a
	case t.Kind == ir.Fn:
		return &clo{t: t}
	case t.Kind == ir.Cell:
		return (*cell)(nil)
	}
	return konst{t, 0}
}

// countLeaves is the number of leaves of a type.
func countLeaves(t *ir.Type) int {
	switch t.Kind {
	case ir.Struct:
		n := 0
		for _, f := range t.Fields {
			n += countLeaves(f.Type)
		}
		return n
	case ir.Array:
		return t.Len * countLeaves(t.Elem)
	}
	return 1
}
