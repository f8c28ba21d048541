package sched

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A parallel loop around declared reductions in lanes is unrolled and jammed like any other (jam.go): the reductions of several rows become one
// over their common range, with the partial results of each. So what the rows have in common is loaded once, and memory is read in several
// streams. The order in which a row is summed up stays what it was.

// jammableReductions reports a body of straight-line code and reductions of straight-line code.
func jammableReductions(r *ir.Region) bool {
	some := false
	for _, o := range r.Ops {
		switch {
		case o.Kind == ir.OpBlockReduce:
			some = true
			for _, in := range o.Regions {
				if !straight(in) {
					return false
				}
			}
		case !straightOp(o):
			return false
		}
	}
	return some
}

// ragged says which reduction in the body has another range in each row; nil: none.
func (p *space) ragged() error {
	for _, r := range p.body.Ops {
		if r.Kind == ir.OpBlockReduce && !p.boxed(r) {
			return fmt.Errorf("%s: its range is not known to be the same in all rows", r.Pos)
		}
	}
	return nil
}

func straight(r *ir.Region) bool {
	return !slices.ContainsFunc(r.Ops, func(o *ir.Op) bool { return !straightOp(o) })
}

func straightOp(o *ir.Op) bool {
	return len(o.Regions) == 0 && o.Kind != ir.OpAlloca && (!o.Kind.Has(ir.Terminator) || o.Kind == ir.OpYield)
}

// maxJamRows limits the search where what is left over goes row by row: more rows save little, and each is a stream for the prefetchers.
const maxJamRows = 4

// chooseRows looks for the dimension and the number of rows that load least per element and whose partial results fit the registers; 0: row by row is as good. Of
// two dimensions that are as good the outer one saves more: what its rows have in common comes from farther away.
func (s *scheduler) chooseRows(o *ir.Op, p *space) (dim, rows int) {
	r, registers := s.widestReduction(p)
	if r == nil {
		return 0, 0
	}
	loads, ops := p.inner(r.Regions[0])
	_, steps := p.inner(r.Step())
	ops += steps - 2 // the yields are none
	lane := r.Regions[0].Params[0]
	for _, l := range loads {
		if step, ok := l.At.Coef(lane); !ok || p.opaque(l.At) || !unitOrNone(step) {
			return 0, 0 // gathers are the limit, whatever is shared
		}
	}
	single, least := 0.0, 0.0
	for d := len(o.Args) - 1; d >= 0; d-- {
		count := p.newSharing(loads, p.body.Params[d], lane)
		for n := 1; n <= maxJamRows && count != nil && n*registers <= s.machine.FreeRegisters(); n++ {
			count.add()
			cost := float64(count.varying) / float64(n)
			switch {
			case count.varying > s.machine.RowStreams() || n*ops > maxJamOps:
			case n == 1:
				single = cost
			case rows == 0 || cost <= least:
				dim, rows, least = d, n, cost
			}
		}
	}
	if rows == 0 || least > 0.75*single || single < 0.3*float64(ops-len(loads)) { // loads have to be the limit, and rows to share many
		return 0, 0
	}
	return dim, rows
}

// widestReduction is the reduction in the body with most partial results, and the number of registers that these take; nil unless the ranges of all are
// known ahead.
func (s *scheduler) widestReduction(p *space) (widest *ir.Op, most int) {
	for _, r := range p.body.Ops {
		if r.Kind != ir.OpBlockReduce {
			continue
		}
		if !p.boxed(r) || r.Partials() == 0 {
			return nil, 0
		}
		registers := 0
		for _, v := range r.Results {
			registers += max(1, r.Partials()*v.Type.Size()/s.machine.RegisterBytes)
		}
		if registers > most {
			widest, most = r, registers
		}
	}
	return widest, most
}

// jamReduction makes the same reduction of several rows one; each cloner stands for a row.
func jamReduction(b *ir.Builder, o *ir.Op, rows []*ir.Cloner) {
	dims, n := int(o.Ints[0]), len(o.Results)
	args, ints := rows[0].Args(o.Args[:dims]), o.Ints[:1:1]
	var types []*ir.Type
	for _, c := range rows {
		args = append(args, c.Args(o.Args[dims:])...)
		ints = append(ints, o.Ints[1:]...)
		types = append(types, ir.Types(o.Results)...)
	}
	r := b.Op(ir.OpBlockReduce, args, types...)
	r.Ints, r.Mode = ints, o.Mode
	var leaves []*ir.Type // what the rows' bodies yield
	for range rows {
		leaves = append(leaves, ir.Types(o.Step().Params[n:])...)
	}
	m := len(leaves) / len(rows)
	r.AddRegion(ir.Types(o.Regions[0].Params)...)
	r.AddRegion(append(types[:len(types):len(types)], types...)...)
	if len(o.Regions) == 3 {
		r.AddRegion(append(types[:len(types):len(types)], leaves...)...)
	}
	for u, c := range rows {
		c.MapAll(o.Regions[0].Params, r.Regions[0].Params)
		for k, in := range o.Regions[1:] {
			values := n // that a row brings
			if k == 1 {
				values = m
			}
			to := r.Regions[1+k].Params
			c.MapAll(in.Params[:n], to[u*n:(u+1)*n])
			c.MapAll(in.Params[n:], to[len(rows)*n+u*values:])
		}
		c.MapAll(o.Results, r.Results[u*n:(u+1)*n])
	}
	for k, in := range r.Regions {
		jamRows(in, o.Regions[k], rows)
	}
}

// blockedRows emits a parallel loop as blocks of rows.
func (s *scheduler) blockedRows(host *ir.Builder, o *ir.Op, n *Nest) {
	j := n.jam
	s.recordPattern(o, ir.Sequential, true)
	dims := slices.Clone(o.Args)
	height := dims[j.dim]
	dims[j.dim] = ceilDiv(host, height, host.Int(int64(j.rows)))
	each := s.estimate(o, ir.Sequential, true)

	k, b, lo, hi := s.newRange(o.Pos)
	f := b.For(lo, hi, 1, nil)
	in := b.In(f.Regions[0])
	at := delinearise(in, f.Regions[0].Params[0], dims)
	row := in.Binary(ir.OpMul, at[j.dim], in.Int(int64(j.rows)))
	full := in.If(in.Compare(ir.OpLe, in.Binary(ir.OpAdd, row, in.Int(int64(j.rows))), height))
	in.Yield()
	jammed := func(b *ir.Builder, rows []*ir.Value) {
		var cs []*ir.Cloner
		for _, r := range rows {
			c := ir.NewCloner()
			c.MapAll(o.Regions[0].Params, at)
			c.Map(o.Regions[0].Params[j.dim], r)
			cs = append(cs, c)
		}
		jamRows(b.Region, o.Regions[0], cs)
		s.nest(b.Region, true)
	}
	then, other := in.In(full.Regions[0]), in.In(full.Regions[1])
	rows := []*ir.Value{row}
	for u := 1; u < j.rows; u++ {
		rows = append(rows, then.Binary(ir.OpAdd, row, then.Int(int64(u))))
	}
	jammed(then, rows)
	g := other.For(row, height, 1, nil)
	jammed(other.In(g.Regions[0]), g.Regions[0].Params[:1])
	other.Yield()
	b.Return()
	args := closeKernel(k)
	size := linearSize(host, dims)
	mean, worst := each.emitTimes(host, host.Int(int64(j.rows)))
	if !n.cores {
		mean = host.Int(0)
	}
	host.Op(ir.OpLaunch, append([]*ir.Value{size, host.Int(0), mean, worst}, args...)).SetSym(k.Name)
	inside := "reductions"
	if len(n.lanes) > 0 {
		inside = "loops"
	}
	s.note(o.Pos, "%s over %s, %d rows at a time in the %s inside it, which have the lanes", s.loopName(), ir.Count(len(o.Args), "dimension"), j.rows, inside)
}
