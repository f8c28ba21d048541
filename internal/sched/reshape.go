package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A loop over all elements of a picture beside others that go over its rows and columns,
//
//	for y := range hone.Parallel(h) { for x := range w { b[y*w+x] = blurred(a, y, x) } }
//	for i := range hone.Parallel(w * h) { out[i] = 2*in[i] - b[i] }
//
// goes over rows and columns as well, so that it may be one with them or a stage of their pipeline. It is the other way round with what is
// divided (dimensions.go): here the other loop tells how long rows are.

// reshape gives the loops over one index among multis the form of another that hands elements to them, or gets some. It emits to b what is asked for that, ahead of all;
// nil: none was changed.
func reshape(multis []*ir.Op, b *ir.Builder, known func(*ir.Value) bool) (cond *ir.Value) {
	return eachLike(multis, b, func(o *ir.Op) bool { return o.Regions[0].Contains(isLoop) }, func(o, like *ir.Op) *ir.Value {
		if len(like.Args) > 2 {
			return nil
		}
		return reshapeLike(o, like, b, known)
	})
}

// eachLike changes each loop over one index that nothing keeps from it to the form of the first of the others that it can have, and gives what all of these changes ask for.
func eachLike(multis []*ir.Op, b *ir.Builder, keeps func(o *ir.Op) bool, change func(o, like *ir.Op) *ir.Value) (cond *ir.Value) {
	for _, o := range multis {
		if len(o.Args) != 1 || len(o.Results) > 0 || keeps(o) {
			continue
		}
		for _, like := range multis {
			if like == o {
				continue
			}
			if c := change(o, like); c != nil {
				cond = b.Join(ir.OpAnd, cond, c)
				break
			}
		}
	}
	return cond
}

// reshapeLike has o go over rows as long as those of like; nil: it stays as it is.
func reshapeLike(o, like *ir.Op, b *ir.Builder, known func(*ir.Value) bool) *ir.Value {
	s := analysis.NewSpace()
	pitch, ok := sharedPitch(s, o, like)
	if !ok || pitch.Any(func(v *ir.Value) bool { return !known(v) }) || !known(o.Args[0]) || !known(like.Args[0]) {
		return nil
	}
	if c, ok := pitch.Const(); ok && c < leastRow {
		return nil
	}
	if rows, whole := s.Quotient(s.Of(o.Args[0]), pitch); whole {
		if d, close := s.Sub(rows, s.Of(like.Args[0])).Const(); !close || max(d, -d) > mostRows {
			return nil
		}
	}
	p := splitter{b: b, s: s, o: o, least: leastRow, rows: like.Args[0]}
	cond := p.splitBy(pitch.Emit(b, outside))
	if len(like.Args) == 1 {
		innerRow(o)
	}
	return cond
}

// sharedPitch is how far apart the rows are that like has of memory that one of the two loops stores to and the other one loads.
func sharedPitch(s *analysis.Space, o, like *ir.Op) (pitch analysis.Poly, ok bool) {
	own := s.Accesses(o.Regions[0])
	for _, a := range s.Accesses(like.Regions[0]) {
		if !slices.ContainsFunc(own, func(x analysis.Access) bool { return x.Root == a.Root && x.Stores() != a.Stores() }) {
			continue
		}
		index := like.Regions[0].Params[max(len(like.Args)-2, 0)]
		c, linear := a.At.Coef(index)
		if _, one := c.Const(); linear && (!one || len(like.Args) > 1 || like.Regions[0].Contains(isLoop)) && !c.Equal(analysis.Const(0)) && !c.Any(like.Defines) {
			return c, true
		}
	}
	return pitch, false
}

// innerRow makes the last dimension of o a loop inside.
func innerRow(o *ir.Op) {
	body, last := o.Regions[0], len(o.Args)-1
	extent := o.Args[last]
	x := body.Params[last]
	end := body.TakeLast()
	ops := body.Take(0)
	b := ir.NewBuilder(body)
	b.Pos = o.Pos
	row := b.For(b.Int(0), extent, 1, nil).Regions[0]
	row.Append(ops...)
	ir.ReplaceUses(row, x, row.Params[0])
	b.In(row).Yield()
	body.Append(end)
	body.SetParams(body.Params[:last])
	o.SetArgs(o.Args[:last])
}
