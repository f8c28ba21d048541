package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A parallel loop one of whose indices i is divided, as in i/w and i%w, is one over rows of w in that dimension, as if it had been written with two indices: quotient and remainder are indices
// then, conditions on them are borders, and what is at i is at y*w+x. That the range has whole rows only is asked when the program runs (delinearisation: Maslov,
// "Delinearization: an efficient way to break multiloop dependence equations", PLDI 1992, for indices; here of the loop itself).

// leastRow is the length of rows from which they are worth to be the last dimension.
const leastRow = 32

// splitIndex makes dimensions of the divisors of the indices of the loop o. What it computes ahead of the loop is emitted to b, and the condition for it; nil: there
// is none to be made.
func splitIndex(b *ir.Builder, o *ir.Op) (cond *ir.Value) {
	inside := valuesIn(o) // before the first is made
	for dim := len(o.Args) - 1; dim >= 0; dim-- {
		p := splitter{b: b, s: analysis.NewSpace(), o: o, dim: dim, least: 1, inside: inside}
		if dim == len(o.Args)-1 {
			p.least = leastRow
		}
		for len(o.Args) < maxDimensions {
			by := p.common()
			if by == nil {
				break
			}
			cond = b.Join(ir.OpAnd, cond, p.splitBy(by))
		}
	}
	return cond
}

// splitter makes dimensions of one.
type splitter struct {
	b      *ir.Builder // ahead of the loop
	s      *analysis.Space
	o      *ir.Op
	dim    int
	least  int64              // the length of rows from which it is worth it
	inside map[*ir.Value]bool // what is not known outside
	rows   *ir.Value          // how many there should be, if that isn't seen in the extent, or nil
}

// maxDimensions bounds the dimensions that are made of one.
const maxDimensions = 4

// divisors lists what the index is divided by.
func divisors(body *ir.Region, index *ir.Value) (all []*ir.Value) {
	body.Walk(func(o *ir.Op) bool {
		if (o.Kind == ir.OpDiv || o.Kind == ir.OpRem) && o.Args[0] == index && !slices.Contains(all, o.Args[1]) {
			all = append(all, o.Args[1])
		}
		return true
	})
	return all
}

// common is the one of the divisors of the index that divides all others; nil: there is none, or it is not known outside.
func (p *splitter) common() *ir.Value {
	all := divisors(p.o.Regions[0], p.o.Regions[0].Params[p.dim])
	for _, v := range all {
		if c, ok := v.ConstInt(); p.inside[v] && !ok || ok && c < max(p.least, 2) {
			return nil
		}
	}
	for _, v := range all {
		if !slices.ContainsFunc(all, func(w *ir.Value) bool { _, divides := p.s.Quotient(p.s.Of(w), p.s.Of(v)); return !divides }) {
			return v
		}
	}
	return nil
}

// splitBy splits the dimension into rows of by, and gives the condition.
func (p *splitter) splitBy(by *ir.Value) *ir.Value {
	b, s, o := p.b, p.s, p.o
	if bits, ok := by.IsConst(); ok {
		by = b.Const(by.Type, bits)
	}
	n := o.Args[p.dim]
	long := b.Binary(ir.OpMax, by, b.Int(p.least)) // nothing is divided by zero
	rows := b.Binary(ir.OpDiv, n, long)
	cond := b.Binary(ir.OpAnd, b.Compare(ir.OpEq, by, long), b.Compare(ir.OpEq, b.Binary(ir.OpMul, rows, long), n))
	if q, ok := s.Quotient(s.Of(n), s.Of(by)); ok { // of w*h there are h, if that doesn't wrap around
		h := q.Emit(b, outside)
		cond = b.Binary(ir.OpAnd, cond, b.Compare(ir.OpEq, rows, h))
		rows = h
	} else if p.rows != nil {
		cond = b.Binary(ir.OpAnd, cond, b.Compare(ir.OpEq, rows, p.rows))
		rows = p.rows
	}
	o.SetArgs(slices.Concat(o.Args[:p.dim], []*ir.Value{rows, by}, o.Args[p.dim+1:]))

	body := o.Regions[0]
	was := body.Params[p.dim]
	tmp := ir.NewBuilder(ir.NewRegion(o))
	tmp.Pos = o.Pos
	y, x := &ir.Value{Type: ir.TI64, Name: was.Name}, &ir.Value{Type: ir.TI64}
	body.SetParams(slices.Concat(body.Params[:p.dim], []*ir.Value{y, x}, body.Params[p.dim+1:]))
	at := tmp.Binary(ir.OpAdd, tmp.Binary(ir.OpMul, y, by), x)
	var rep ir.Replacer
	divided(body, was, func(d *ir.Op) {
		in := ir.NewBuilder(&ir.Region{})
		in.Pos = d.Pos
		times, _ := s.Quotient(s.Of(d.Args[1]), s.Of(by))
		one := times.Equal(analysis.Const(1))
		var more *ir.Value
		if !one { // it is a product, if that doesn't wrap around
			more = times.Emit(b, outside)
			product := b.Binary(ir.OpMul, more, long)
			exact := b.Compare(ir.OpEq, b.Binary(ir.OpDiv, product, long), more)
			cond = b.Binary(ir.OpAnd, cond, b.Binary(ir.OpAnd, b.Compare(ir.OpGt, more, b.Int(0)), exact))
		}
		var v *ir.Value
		switch {
		case d.Kind == ir.OpDiv && one:
			v = y
		case d.Kind == ir.OpDiv:
			v = in.Binary(ir.OpDiv, y, more)
		case one:
			v = x
		default:
			rest := in.Binary(ir.OpRem, y, more)
			v = in.Binary(ir.OpAdd, in.Binary(ir.OpMul, rest, by), x)
		}
		rep.Replace(d.Result(), v)
		d.InsertBefore(in.Region.Take(0)...)
	})
	rep.Replace(was, at)
	rep.Apply(body)
	body.Insert(0, tmp.Region.Take(0)...)
	if wrapRows(o, p.dim, n) {
		cond = b.Binary(ir.OpAnd, cond, b.Compare(ir.OpLe, n, b.Int(mostWrapped)))
	}
	return cond
}

// A place some rows on or back that wraps around, (i+w)%(w*h), is in the same column, and its row wraps around: (y+1)%h*w + x.

// mostWrapped is the most elements for which nothing wraps around in 64 bits in the sums that wrapRows looks at, of mostRows rows and grids.
const (
	mostWrapped = 1 << 55
	mostRows    = 64
)

// wrapRows takes the remainders of places by the extent n, which the two dimensions of o from dim on have been made of, apart.
func wrapRows(o *ir.Op, dim int, n *ir.Value) (found bool) {
	s := analysis.NewSpace()
	rows, by, body := o.Args[dim], o.Args[dim+1], o.Regions[0]
	y, x := body.Params[dim], body.Params[dim+1]
	if all, _ := s.Mul(s.Of(rows), s.Of(by)); !all.Equal(s.Of(n)) {
		return false
	}
	var rep ir.Replacer
	body.Walk(func(r *ir.Op) bool {
		if r.Kind != ir.OpRem || r.Args[0].Type != ir.TI64 || !s.Of(r.Args[1]).Equal(s.Of(n)) {
			return true
		}
		row, whole := s.Quotient(s.Sub(s.Of(r.Args[0]), s.Atom(x)), s.Of(by))
		if !whole {
			return true
		}
		// Of rows there is one at least, so that y + c + k*rows is not negative if c + k isn't: else the remainder has another sign.
		grids, ok := s.Sub(row, s.Atom(y)).Coef(rows)
		k, ok1 := grids.Const()
		c, ok2 := s.Sub(row, s.Atom(y)).Without(rows).Const()
		if !ok || !ok1 || !ok2 || k < 0 || c+k < 0 || max(k, c, -c) > mostRows {
			return true
		}
		b := ir.NewBuilder(&ir.Region{})
		b.Pos = r.Pos
		at := b.Binary(ir.OpAdd, b.Binary(ir.OpMul, rows, b.Int(k)), b.Int(c))
		wrapped := b.Binary(ir.OpRem, b.Binary(ir.OpAdd, y, at), rows)
		rep.Replace(r.Result(), b.Binary(ir.OpAdd, b.Binary(ir.OpMul, wrapped, by), x))
		r.InsertBefore(b.Region.Take(0)...)
		found = true
		return true
	})
	rep.Apply(body)
	return found
}

// divided calls f for the divisions of an index in r, and their remainders.
func divided(r *ir.Region, index *ir.Value, f func(o *ir.Op)) {
	var found []*ir.Op
	r.Walk(func(o *ir.Op) bool {
		if (o.Kind == ir.OpDiv || o.Kind == ir.OpRem) && o.Args[0] == index {
			found = append(found, o)
		}
		return true
	})
	for _, o := range found {
		f(o)
	}
}

// splitLoops does so with the declared parallel loops of the host. Where there are no whole rows, or short ones, they run as written: one by one, if they have one
// dimension.
func (s *scheduler) splitLoops(r *ir.Region) {
	if s.machine.RegisterBytes == 0 {
		return
	}
	for _, o := range slices.Clone(r.Ops) {
		if o.Kind != ir.OpMulti {
			if !isPattern(o) {
				for _, in := range o.Regions {
					s.splitLoops(in)
				}
			}
			continue
		}
		fast := ir.NewCloner().Op(o)
		b := ir.NewBuilder(ir.NewRegion(r.Parent))
		b.Pos = o.Pos
		cond := splitIndex(b, fast)
		if cond == nil {
			continue
		}
		branch := b.If(cond)
		at := r.Index(o)
		r.Splice(at, at+1)
		for k, x := range []*ir.Op{fast, o} {
			branch.Regions[k].Append(x)
			b.In(branch.Regions[k]).Yield()
		}
		r.Insert(at, b.Region.Take(0)...)
		if len(o.Args) > 1 {
			s.spares[branch.Regions[1]] = true
			s.note(o.Pos, "an index is divided: it is a loop over %d dimensions where all rows are whole; else as written", len(fast.Args))
			continue
		}
		s.scalar[o] = true
		s.note(o.Pos, "its index is divided: it is a loop over %d dimensions where all rows are whole and have %d elements or more; else as written, one by one", len(fast.Args), leastRow)
	}
}
