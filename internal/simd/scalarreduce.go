package simd

import "github.com/hone-go/hone/internal/ir"

// partialResults are the interleaved partial results of a reduction in private memory, one array per leaf.
type partialResults struct {
	e      *emitter
	arrays []address
	types  []*ir.Type
}

// scalarReduce makes one block of a declared reduction with scalar code, in the same order as the lanes would.
func (e *emitter) scalarReduce(o *ir.Op, lo, hi *ir.Value, ids []*ir.Value, partials int) {
	if r := newReduction(o, ids); len(r.ordered) == 0 {
		e.scalarUnordered(o, r, lo, hi, ids)
		return
	}
	p := &partialResults{e: e, types: ir.Types(ids)}
	for _, t := range p.types {
		size := int64(t.Size())
		ptr := e.b.Op(ir.OpPtr, nil, ir.TI64)
		ptr.Ints = []int64{size * int64(partials)}
		p.arrays = append(p.arrays, address{base: lval{u: ptr.Result()}, scale: size})
	}
	zero := e.b.Int(0)
	e.counted([]*ir.Value{zero}, e.b.Int(int64(partials)), 1, func(j *ir.Value, _ []*ir.Value) []*ir.Value {
		p.set(j, ids)
		return nil
	})
	e.scalarLoop(o, lo, hi, nil, func(i *ir.Value, leaves []*ir.Value) {
		j := e.b.Binary(ir.OpAnd, e.b.Binary(ir.OpSub, i, lo), e.b.Int(int64(partials-1)))
		p.fold(o.Step(), j, leaves)
	})
	// Halve: partial j with partial j+w, for w = partials/2 ... 1.
	halve := e.b.Loop([]*ir.Value{e.b.Int(int64(partials / 2))})
	outer := e.b.Region
	e.b.Region = halve.Regions[0]
	w := halve.Regions[0].Params[0]
	e.counted([]*ir.Value{zero}, w, 1, func(j *ir.Value, _ []*ir.Value) []*ir.Value {
		p.fold(o.Regions[1], j, p.get(e.b.Binary(ir.OpAdd, j, w)))
		return nil
	})
	next := e.b.Binary(ir.OpShr, w, e.b.Const(ir.TU64, 1))
	more := e.b.If(e.b.Compare(ir.OpGt, next, zero))
	e.b.In(more.Regions[0]).Continue(halve, next)
	e.b.In(more.Regions[1]).Break(halve)
	e.b.Op(ir.OpUnreachable, nil)
	e.b.Region = outer
	for k, v := range p.get(zero) {
		e.env[o.Results[k]] = lval{u: v}
	}
}

func (p *partialResults) get(j *ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(p.arrays))
	for k, a := range p.arrays {
		out[k] = p.e.mem(ir.OpMLoad, []*ir.Value{a.base.u, j}, a, p.types[k]).Result()
	}
	return out
}

func (p *partialResults) set(j *ir.Value, vs []*ir.Value) {
	for k, a := range p.arrays {
		p.e.mem(ir.OpMStore, []*ir.Value{a.base.u, j, vs[k]}, a)
	}
}

// fold joins vs to partial result j.
func (p *partialResults) fold(combine *ir.Region, j *ir.Value, vs []*ir.Value) {
	for k, v := range append(p.get(j), vs...) {
		p.e.env[combine.Params[k]] = lval{u: v}
	}
	if y, fl := p.e.region(combine); fl == falls {
		p.set(j, p.e.words(y.Args))
	}
}

// scalarUnordered makes a reduction whose order makes no difference with scalar code: a plain loop.
func (e *emitter) scalarUnordered(o *ir.Op, r *reduction, lo, hi *ir.Value, ids []*ir.Value) {
	body := o.Regions[0]
	state := append([]*ir.Value{lo}, ids...)
	results := e.plainIf(e.b.Compare(ir.OpLt, lo, hi), ir.Types(state), func() []*ir.Value {
		return e.counted(state, hi, 1, func(i *ir.Value, accs []*ir.Value) []*ir.Value {
			e.env[body.Params[0]] = lval{u: i}
			block := e.b.Block(ir.Types(accs)...)
			e.scopes[o] = &scope{op: o, real: block}
			outer := e.b.Region
			e.b.Region = block.Regions[0]
			if y, fl := e.region(body); fl == falls {
				values := e.words(y.Args)
				out := make([]*ir.Value, len(accs))
				for _, u := range r.leaves {
					out[u.leaf] = e.b.Binary(u.kind, accs[u.leaf], values[u.from])
				}
				e.b.Yield(out...)
			}
			e.b.Region = outer
			return block.Results
		})
	}, func() []*ir.Value { return state })
	for k, v := range o.Results {
		e.env[v] = lval{u: results[1+k]}
	}
}
