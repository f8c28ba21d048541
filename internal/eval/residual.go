package eval

import (
	"fmt"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Recursive functions that are not unfolded become residual functions, specialised to what is static in their arguments: function
// values, and constants that the filter asks for. Everything else becomes parameters: scalars and slices, also those that function
// values have captured. Variables that arguments refer to are handed in by value, and back behind the results: between the call and
// the return nobody else can see them.

// maxSpecial is more residual functions than any program has that comes to an end.
const maxSpecial = 200

// special is a residual function.
type special struct {
	f *ir.Func
}

// abstraction makes the arguments of a residual call into those of the residual function.
type abstraction struct {
	p       *pe // of the residual function
	caller  *pe
	key     strings.Builder
	actuals []val // what the caller passes, one for each parameter
	cells   []*cell
	inner   map[*cell]*cell // the function's cell in place of the caller's
	number  map[*cell]int

	captured map[*ir.Value]*dyn // parameters for what function values have captured
}

func (p *pe) callResidual(code *fcode, caps, args []val, pos ir.Pos) []val {
	name := code.name
	if code.fn == nil {
		name = p.module.Funcs[0].Name + ".func"
	}
	for _, t := range code.t.Results {
		if holdsLarge(t) {
			p.errorf(pos, "the recursive function %s stays a call, which can't give an array of %d values and more; give it a filter that unfolds it (//hone:filter)", name, ir.MaxDissolved+1)
		}
	}
	for _, l := range Flatten(code.t.Results) {
		if l.Type.Kind == ir.Cell {
			p.errorf(pos, "the recursive function %s stays a call, which can't give a pointer; give it a filter that unfolds it (//hone:filter)", code.name)
		}
	}
	f := ir.NewFunc("", nil, nil)
	f.Pos = pos
	if code.fn != nil {
		f.Names, f.Pos = code.fn.Names, code.fn.Pos
	}
	a := &abstraction{p: newPE(p.session, f), caller: p, inner: map[*cell]*cell{}, number: map[*cell]int{}}
	if n := len(p.barriers); n > 0 && !p.mayStoreAnywhere() {
		a.key.WriteString("pure ")
		a.p.barriers = []barrier{{kind: p.barriers[n-1].kind}}
	}
	if code.fn != nil {
		a.key.WriteString(name)
	}
	closure := a.value(&clo{code.t, code, caps}, true).(*clo)
	filtered := filteredParams(code)
	formals := make([]val, len(args))
	for i, v := range args {
		formals[i] = a.value(v, filtered[i])
	}
	for _, l := range Flatten(code.t.Results) {
		f.Results = append(f.Results, l.Type)
	}
	for _, c := range a.cells {
		for _, v := range scalarLeaves(c.val) {
			f.Results = append(f.Results, typeOf(v))
		}
	}
	s := p.memo[a.key.String()]
	if s == nil {
		if len(p.memo) == maxSpecial {
			p.errorf(pos, "the recursive function %s is passed ever new function values", name)
		}
		s = &special{f}
		f.Name = fmt.Sprintf("%s.%d", name, len(p.memo)+1)
		p.memo[a.key.String()] = s
		p.module.Funcs = append(p.module.Funcs, f)
		for _, c := range a.cells {
			a.p.out = append(a.p.out, a.inner[c])
			a.p.outShapes = append(a.p.outShapes, a.inner[c].val)
		}
		a.p.stack = append(a.p.stack, p.stack...)
		a.p.b.Pos = pos
		a.p.function(code, closure.caps, formals, mix(0, uint64(len(p.memo))))
	}
	p.b.Pos = pos
	op := p.b.Op(ir.OpCallSym, p.values(a.actuals), s.f.Results...)
	op.SetSym(s.f.Name)
	return p.returned(code, a, op.Results)
}

// returned takes apart the results of a residual call.
func (p *pe) returned(code *fcode, a *abstraction, rs []*ir.Value) []val {
	next := func() val {
		v := &dyn{v: rs[0]}
		rs = rs[1:]
		return v
	}
	var out []val
	for _, t := range code.t.Results {
		out = append(out, build(t, func(*ir.Type) val { return next() }))
	}
	for _, c := range a.cells {
		if len(scalarLeaves(c.val)) == 0 {
			continue
		}
		p.mayAssign(c, nil)
		p.setCell(c, mapLeaves(c.val, func(_ int, leaf val) val {
			if isScalarLeaf(leaf) {
				return next()
			}
			return leaf
		}))
	}
	return out
}

func isScalarLeaf(v val) bool {
	switch v.(type) {
	case konst, *dyn:
		return true
	}
	return false
}

func scalarLeaves(v val) (out []val) {
	for _, l := range leaves(nil, v) {
		if isScalarLeaf(l) {
			out = append(out, l)
		}
	}
	return out
}

// outputs is the present content of the cells that the residual function gives back.
func (p *pe) outputs() (vs []val) {
	for i, c := range p.out {
		if !fits(p.outShapes[i], c.val) {
			p.errorf(p.b.Pos, "a recursive function that stays a call can't change which place a pointer leads to")
		}
		p.setCell(c, p.conform(p.outShapes[i], c.val))
		vs = append(vs, scalarLeaves(c.val)...)
	}
	return vs
}

func (p *pe) mayStoreAnywhere() bool {
	for _, b := range p.barriers {
		if !b.stores {
			return false
		}
	}
	return true
}

// value is the residual function's counterpart of v. Constants stay constants only where static is set, and values that come twice are one parameter.
func (a *abstraction) value(v val, static bool) val {
	switch x := v.(type) {
	case konst:
		if static {
			fmt.Fprintf(&a.key, " %s:%x", x.t, x.bits)
			return x
		}
		return a.param(x)
	case *dyn:
		if static {
			return a.shared(x)
		}
		return a.param(x)
	case *agg:
		out := &agg{x.t, make([]val, len(x.elems))}
		a.key.WriteString(" {")
		for i, e := range x.elems {
			out.elems[i] = a.value(e, static)
		}
		a.key.WriteString("}")
		return out
	case *clo:
		fmt.Fprintf(&a.key, " %p(", x.code)
		out := &clo{x.t, x.code, make([]val, len(x.caps))}
		for i, c := range x.caps {
			out.caps[i] = a.value(c, true)
		}
		a.key.WriteString(")")
		return out
	case *cell:
		return a.cell(x)
	case *part:
		fmt.Fprintf(&a.key, " part%v", x.path)
		out := &part{t: x.t, path: x.path, idx: make([]val, len(x.idx))}
		switch {
		case x.of != nil:
			fmt.Fprintf(&a.key, " as %s", x.as)
			out.of, out.as = a.value(x.of, false), x.as
		case x.c != nil:
			out.c = a.cell(x.c).(*cell)
		default:
			out.s = a.value(x.s, false)
		}
		for i, n := range x.idx {
			out.idx[i] = a.param(n)
		}
		return out
	case *choice:
		a.key.WriteString(" choice(")
		out := &choice{t: x.t, which: a.param(x.which), alts: make([]val, len(x.alts))}
		for i, alt := range x.alts {
			out.alts[i] = a.value(alt, false)
		}
		a.key.WriteString(")")
		return out
	case *window:
		x.inMemory(a.caller)
	case *mvar:
		return &mvar{t: x.t, in: a.param(x.in)}
	case *marr:
		if x.mem == nil {
			x = a.caller.own(x.t, x, neverLeaves).(*marr)
		}
		return &marr{t: x.t, mem: a.param(x.mem)}
	}
	panic("eval: unknown value")
}

// shared is param for what function values have captured: several may have the same.
func (a *abstraction) shared(x *dyn) *dyn {
	if a.captured == nil {
		a.captured = map[*ir.Value]*dyn{}
	}
	if in := a.captured[x.v]; in != nil {
		fmt.Fprintf(&a.key, " =%d", in.v.Index)
		return in
	}
	a.captured[x.v] = a.param(x)
	return a.captured[x.v]
}

func (a *abstraction) param(v val) *dyn {
	t := typeOf(v)
	a.key.WriteString(" " + t.String())
	a.actuals = append(a.actuals, v)
	return &dyn{v: a.p.f.Body.AddParam(t, "")}
}

func (a *abstraction) cell(c *cell) val {
	if c == nil {
		a.key.WriteString(" nil")
		return c
	}
	if in := a.inner[c]; in != nil {
		fmt.Fprintf(&a.key, " cell%d", a.number[c])
		return in
	}
	a.p.births++
	in := &cell{t: c.t, name: c.name, given: c.given, elsewhere: c.elsewhere, birth: a.p.births, key: siteKey{c.key.uid, mix(1, uint64(len(a.cells)))}}
	a.number[c] = len(a.cells)
	a.inner[c] = in
	a.cells = append(a.cells, c)
	a.key.WriteString(" cell[")
	in.val = a.value(c.val, false)
	a.key.WriteString("]")
	if c.at != nil {
		in.at = a.param(c.at)
	}
	a.p.cells[in.key] = in
	return in
}

// filteredParams tells which parameters a function's filter asks about with known.
func filteredParams(code *fcode) map[int]bool {
	out := map[int]bool{}
	if code.fn == nil || code.fn.Filter == nil {
		return out
	}
	code.fn.Filter.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpKnown {
			if v := o.Args[0]; v.Owner == code.fn.Filter {
				out[v.Index] = true
			}
		}
		return true
	})
	return out
}
