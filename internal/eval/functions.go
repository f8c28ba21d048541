package eval

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A function value is known as its code and what it has captured. Where control flow joins, functions that differ become a choice, as pointers do (see pointer.go), and a
// loop that gives a variable another function carries the number of the one that it has. A call of a choice goes to where that number says: Reynolds' defunctionalisation
// ("Definitional interpreters for higher-order programming languages", 1972), of just the functions that may get there.

// callee is a function that has to be known.
func (p *pe) callee(v val) *clo {
	f, ok := p.taken(v).(*clo)
	if !ok {
		p.errorf(p.b.Pos, "function value is not known at compile time")
	}
	if isNil(f) {
		p.errorf(p.b.Pos, "call of a nil function")
	}
	return f
}

// callChosen calls one of several functions.
func (p *pe) callChosen(x *choice, args []val, ctx uint64, pos ir.Pos) *target {
	t := p.newTarget(toJoin)
	for i, alt := range x.alts {
		if isNil(alt) {
			p.panicIf(p.chosen(x, i), "nil")
		}
	}
	alts := slices.DeleteFunc(slices.Clone(x.alts), isNil)
	var from func(alts []val) ([]val, bool)
	from = func(alts []val) ([]val, bool) {
		f := alts[0].(*clo)
		// The site is another for each: what is found out about loops in them isn't mixed up.
		at := slices.Index(x.alts, alts[0])
		c, open := p.chosen(x, at).(*dyn)
		if len(alts) == 1 || !open {
			return p.apply(f, args, mix(ctx, uint64(at)), pos)
		}
		return p.branch(c,
			func() ([]val, bool) { return p.apply(f, args, mix(ctx, uint64(at)), pos) },
			func() ([]val, bool) { return from(alts[1:]) })
	}
	if len(alts) > 0 {
		if vals, alive := from(alts); alive {
			p.exit(t, vals)
		}
	}
	return t
}

// severalFuncs reports functions that are not all of the same code.
func severalFuncs(vs []val) bool {
	var first *clo
	for _, v := range vs {
		switch f := v.(type) {
		case *choice:
			return true
		case *clo:
			if first != nil && !besideEachOther(first, f) {
				return true
			}
			first = f
		}
	}
	return false
}

// sameCaptured refuses functions of one literal that have captured others of different shapes: each iteration might make one of yet another shape.
func (p *pe) sameCaptured(was, now val) {
	if !isChosen(was) || !isChosen(now) {
		return
	}
	alts := alternatives(was)
	for _, v := range alternatives(now) {
		f, is := v.(*clo)
		i := indexOf(alts, v)
		if !is || i < 0 {
			continue
		}
		for k, c := range alts[i].(*clo).caps {
			if isChosen(c) && (!fits(c, f.caps[k]) || !fits(f.caps[k], c)) {
				p.errorf(p.b.Pos, "function value is not known at compile time: what it has captured changes from one iteration to the next")
			}
			p.sameCaptured(c, f.caps[k])
		}
	}
}

// elementFunc is element i of an array of functions; ok: those of one code have captured the same.
func (p *pe) elementFunc(i val, fs []val) (f val, ok bool) {
	alts := shapes(fs)
	numbers := make([]val, len(fs))
	for k, f := range fs {
		n := indexOf(alts, f)
		if !same(alts[n], f) {
			return nil, false
		}
		numbers[k] = intVal(int64(n))
	}
	if len(alts) == 1 {
		return alts[0], true
	}
	return &choice{t: typeOf(fs[0]), which: p.element(i, numbers), alts: alts}, true
}

// elementChosen is element i of an array of what data chooses, found by comparing i.
func (p *pe) elementChosen(i val, elems []val) val {
	var from func(k int) val
	from = func(k int) val {
		c, open := p.scalar(ir.OpEq, ir.TBool, []val{p.resolve(i), intVal(int64(k))}).(*dyn)
		if k+1 == len(elems) || !open {
			return elems[k]
		}
		vs, _ := p.branch(c,
			func() ([]val, bool) { return []val{elems[k]}, true },
			func() ([]val, bool) { return []val{from(k + 1)}, true })
		return vs[0]
	}
	return from(0)
}

// hasFuncs reports a value with functions in it, or with one that data has chosen.
func hasFuncs(v val) bool {
	switch v := v.(type) {
	case *agg:
		return slices.ContainsFunc(v.elems, hasFuncs)
	case *clo, *choice:
		return true
	}
	return false
}

// holdsChoice reports a value with one that data has chosen among pointers or functions.
func holdsChoice(v val) bool {
	switch v := v.(type) {
	case *agg:
		return slices.ContainsFunc(v.elems, holdsChoice)
	case *choice:
		return true
	}
	return false
}

// absentPart is what joins have in place of an alternative that isn't taken: nobody has what it has captured there.
func absentPart(alt val) val {
	f, ok := alt.(*clo)
	if !ok {
		return blankPart(alt)
	}
	out := &clo{f.t, f.code, make([]val, len(f.caps))}
	for i := range out.caps {
		out.caps[i] = absent
	}
	return out
}

// blankCapture is something of a function that isn't taken: what is known, which variables it leads to, else nothing.
func blankCapture(v val) val {
	switch v := v.(type) {
	case konst, *cell:
		return v
	case *agg:
		out := &agg{v.t, make([]val, len(v.elems))}
		for i, e := range v.elems {
			out.elems[i] = blankCapture(e)
		}
		return out
	case *clo:
		out := &clo{v.t, v.code, make([]val, len(v.caps))}
		for i, e := range v.caps {
			out.caps[i] = blankCapture(e)
		}
		return out
	case *part, *choice:
		return blankPart(v)
	case *marr:
		return &marr{t: v.t}
	}
	return blankLeaf(v)
}

// capturesNew reports a function that has captured a variable made in a loop's iteration.
func capturesNew(f *clo, t *target) bool {
	return slices.ContainsFunc(f.caps, func(v val) bool { return leadsToNew(v, t) })
}

func leadsToNew(v val, t *target) bool {
	switch v := v.(type) {
	case *clo:
		return capturesNew(v, t)
	case *agg:
		return slices.ContainsFunc(v.elems, func(e val) bool { return leadsToNew(e, t) })
	case *choice:
		return slices.ContainsFunc(v.alts, func(alt val) bool { return leadsToNew(alt, t) })
	}
	home := homeOf(v)
	return home != nil && home.birth > t.birth
}
