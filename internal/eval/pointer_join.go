package eval

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Where control flow joins, pointers that differ become a choice; and a loop that gives a pointer variable another place carries the number of the place.
// A variable that one way made is merged only with what it is on the ways on which a pointer leads to it: on the others it is absent.

type absentVal struct{}

// absent is the content of a variable on a way on which nobody has it.
var absent val = absentVal{}

// present puts something in place of what is absent among values to be merged, but for pointers.
func (j *joiner) present(vs []val) []val {
	at := slices.IndexFunc(vs, func(v val) bool { return v != absent })
	if at < 0 || !slices.Contains(vs, absent) {
		return vs
	}
	var blank val
	switch x := vs[at].(type) {
	case *cell, *part, *choice:
		return vs
	case konst:
		blank = x
	case *window:
		blank = konst{x.t, 0}
		if x.s == nil && x.c.birth < j.t.birth {
			blank = blankLeaf(x)
		}
	case *dyn:
		blank = konst{typeOf(x), 0}
	case *agg:
		if isLarge(x.t) {
			blank = &marr{t: x.t}
			break
		}
		none := &agg{x.t, make([]val, len(x.elems))}
		for i := range none.elems {
			none.elems[i] = absent
		}
		blank = none
	case *clo:
		none := *x
		none.caps = make([]val, len(x.caps))
		for i := range none.caps {
			none.caps[i] = absent
		}
		blank = &none
	case *marr:
		if !isLarge(x.t) {
			j.p.errorf(j.p.b.Pos, "pointer is not known at compile time: it leads to an array that only one branch makes")
		}
		blank = &marr{t: x.t}
	default:
		blank = x
	}
	out := slices.Clone(vs)
	for i, v := range out {
		if v == absent {
			out[i] = blank
		}
	}
	return out
}

// reach notes that exit k leads to a variable. If it was made inside, it goes on from there.
func (j *joiner) reach(c *cell, k int) {
	if c == nil || c.birth <= j.t.birth {
		return
	}
	live := j.live[c]
	if live == nil {
		if j.live == nil {
			j.live = map[*cell][]bool{}
		}
		live = make([]bool, len(j.exits))
		j.live[c] = live
	}
	if !live[k] {
		live[k] = true
		if !slices.Contains(j.inner, c) {
			j.inner = append(j.inner, c)
		}
	}
}

// homeOf is the variable that a pointer, no choice, leads into.
func homeOf(v val) *cell {
	switch v := v.(type) {
	case *cell:
		return v
	case *part:
		if v.of != nil {
			return homeOf(v.of)
		}
		if w, ok := v.s.(*window); ok {
			return w.c
		}
		return v.c
	}
	return nil
}

// pointer merges pointers, or functions.
func (j *joiner) pointer(vs []val) val {
	for k, v := range vs {
		if v == absent {
			continue
		}
		for _, alt := range alternatives(v) {
			j.reach(homeOf(alt), k)
		}
	}
	alts := shapes(vs)
	if len(alts) == 1 && !slices.ContainsFunc(vs, func(v val) bool { _, is := v.(*choice); return is }) {
		return j.inParts(alts[0], vs)
	}
	t := pointsTo(alts)
	forms := make([]val, len(vs))
	numbers := make([]val, len(vs))
	for k, v := range vs {
		forms[k], numbers[k] = absent, konst{ir.TI64, 0}
		if v != absent {
			j.within(k, func() {
				x := j.p.renumbered(v, alts, t, absentPart)
				forms[k], numbers[k] = x, x.which
			})
		}
	}
	out := &choice{t: t, which: j.value(numbers), alts: make([]val, len(alts))}
	for i, alt := range alts {
		col := make([]val, len(vs))
		for k, v := range forms {
			col[k] = absent
			if v != absent {
				col[k] = v.(*choice).alts[i]
			}
		}
		out.alts[i] = j.inParts(alt, col)
	}
	return out
}

// inParts merges pointers of one shape.
func (j *joiner) inParts(alt val, vs []val) val {
	ls := inside(alt)
	if len(ls) == 0 {
		return alt
	}
	merged := make([]val, len(ls))
	for n, l := range ls {
		col := make([]val, len(vs))
		for k, v := range vs {
			if _, is := alt.(*clo); v == absent && is {
				col[k] = absent
			} else if v == absent {
				col[k] = blankLeaf(l)
			} else {
				col[k] = inside(v)[n]
			}
		}
		merged[n] = j.value(col)
	}
	return with(alt, merged)
}

// within has ops go to where exit k leaves.
func (j *joiner) within(k int, do func()) { j.p.atExit(j.exits[k], do) }

// atExit has ops go to where an exit leaves. The constants at hand may lie behind it.
func (p *pe) atExit(e *exit, do func()) {
	here, consts := p.b.Region, p.consts
	e.pop()
	p.b.Region, p.consts = e.op.Parent, map[konst]*ir.Value{}
	do()
	p.b.Insert(e.op)
	p.b.Region, p.consts = here, consts
}

// pointsTo is the type of what is at some places.
func pointsTo(alts []val) *ir.Type {
	for _, alt := range alts {
		switch x := alt.(type) {
		case *cell:
			if x != nil {
				return x.t
			}
		case *part:
			return x.t
		case *clo:
			return x.t
		}
	}
	return nil
}

// fits reports a value whose pointers are among the alternatives of those of another.
func fits(shape, v val) bool {
	if a, ok := shape.(*agg); ok {
		b, ok := v.(*agg)
		if !ok {
			return true
		}
		for i, e := range a.elems {
			if e != b.elems[i] && !fits(e, b.elems[i]) {
				return false
			}
		}
		return true
	}
	if !isChosen(shape) || !isChosen(v) {
		return true
	}
	if _, many := v.(*choice); many {
		if _, ok := shape.(*choice); !ok {
			return false
		}
	}
	alts := alternatives(shape)
	return !slices.ContainsFunc(alternatives(v), func(alt val) bool { return indexOf(alts, alt) < 0 })
}

// conform gives v's pointers the shape of those of another value, which they fit.
func (p *pe) conform(shape, v val) val {
	switch s := shape.(type) {
	case *agg:
		x, ok := v.(*agg)
		if !ok || x == s {
			return v
		}
		out := x
		for i, e := range x.elems {
			if c := p.conform(s.elems[i], e); c != e {
				if out == x {
					out = &agg{x.t, slices.Clone(x.elems)}
				}
				out.elems[i] = c
			}
		}
		return out
	case *choice:
		if isChosen(v) && !sameShape(s, v) {
			return p.renumbered(v, s.alts, s.t, blankPart)
		}
	}
	return v
}

// sameShape reports choices of the same alternatives in the same order.
func sameShape(a, b val) bool {
	x, ok1 := a.(*choice)
	y, ok2 := b.(*choice)
	return ok1 && ok2 && slices.EqualFunc(x.alts, y.alts, besideEachOther)
}

// widened is a value with pointers that may be what they are in another, too: places from outside of the loop t.
func (p *pe) widened(t *target, shape, v val) val {
	switch s := shape.(type) {
	case *agg:
		x, ok := v.(*agg)
		if !ok {
			return shape
		}
		out := &agg{s.t, slices.Clone(s.elems)}
		for i, e := range s.elems {
			out.elems[i] = p.widened(t, e, x.elems[i])
		}
		return out
	case *cell, *part, *choice, *clo:
		if fits(shape, v) {
			return shape
		}
		alts := shapes([]val{shape, v})
		for _, alt := range alts {
			if f, ok := alt.(*clo); ok && capturesNew(f, t) {
				p.errorf(p.b.Pos, "function value is not known at compile time: it has captured a variable that each iteration makes anew")
			}
			if home := homeOf(alt); home != nil && home.birth > t.birth {
				p.errorf(p.b.Pos, "pointer is not known at compile time: it leads to a variable that each iteration makes anew")
			}
		}
		return among(shape, alts, pointsTo(alts), blankPart)
	}
	return shape
}

// carrier is a variable, or an explicit parameter of a loop.
type carrier struct {
	c     *cell
	param int
}

// widening is what a loop carries in place of the value that is there at first: its pointers lead to several places.
type widening struct {
	at carrier
	v  val
}

type widenings []widening

// of is the value in place of was.
func (w widenings) of(at carrier, was val) val {
	if i := w.index(at); i >= 0 {
		return w[i].v
	}
	return was
}

func (w widenings) index(at carrier) int {
	return slices.IndexFunc(w, func(x widening) bool { return x.at == at })
}

func (w *widenings) set(at carrier, v val) {
	if i := w.index(at); i >= 0 {
		(*w)[i].v = v
		return
	}
	*w = append(*w, widening{at, v})
}

// widen finds the pointers that a loop's body gives places that they don't have at its beginning, and says so in wide.
func (p *pe) widen(t *target, inits []val, wide *widenings) (found bool) {
	check := func(at carrier, was val, now val) val {
		was = wide.of(at, was)
		p.sameCaptured(was, now)
		if !fits(was, now) {
			wide.set(at, p.widened(t, was, now))
			found = true
			return now
		}
		return p.conform(was, now)
	}
	for _, e := range t.conts {
		p.atExit(e, func() {
			for i, v := range e.vals {
				e.vals[i] = check(carrier{param: i}, inits[i], v)
			}
			for i, b := range e.snap {
				if b.c.birth < t.birth {
					e.snap[i].v = check(carrier{c: b.c}, b.c.val, b.v)
				}
			}
		})
	}
	return found
}
