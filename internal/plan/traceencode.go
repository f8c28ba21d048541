package plan

import "slices"

// encoder makes the tables of a trace.
type encoder struct {
	x     *tracer
	t     *trace
	room  uintptr // where temporaries begin behind the block
	temps int
}

// encode gives the trace that has been found, or nil if it needs more room than there is.
func (x *tracer) encode() *trace {
	words := 0
	for _, o := range x.ops {
		if o.call != nil {
			words = max(words, o.call.words())
		}
	}
	e := &encoder{x: x, t: &trace{memory: len(x.b.Pointers) + 1}, room: 8 * uintptr(words), temps: x.temps}
	for i := range x.ops {
		e.op(&x.ops[i])
	}
	for _, o := range x.outs {
		e.t.outs = append(e.t.outs, move{e.place(o.from), o.offset, o.size})
	}
	room := words + e.temps
	bases := e.t.memory + 2
	switch {
	case room > directWords || bases > directBases:
		return nil
	case room > someWords || bases > someBases:
		e.t.size = many
	case room > fewWords || bases > fewBases:
		e.t.size = some
	}
	e.t.lone = e.lone(words)
	return e.t
}

func (e *encoder) op(o *traceOp) {
	d := directOp{do: o.do, op: o.op, want: o.want, dst: e.temporary(o.dst), imm: o.imm, scalar: o.scalar, call: o.call}
	d.a, d.b, d.c = e.ref(&d, o.a), e.ref(&d, o.b), e.ref(&d, o.c)
	for i, w := range o.ins {
		m := move{e.place(w), 8 * uintptr(i), 8}
		if w.from == loadWord || w.from == constWord {
			d.loads = append(d.loads, m)
		} else {
			d.more = append(d.more, widening{m, w.from})
		}
	}
	for _, r := range o.outs {
		d.outs = append(d.outs, widening{move{e.block(r.word), e.temporary(r.temp), 8}, r.as})
	}
	e.t.ops = append(e.t.ops, d)
}

func (e *encoder) temporary(k int) uintptr { return e.room + 8*uintptr(k) }

// block is a word of the parameter block.
func (e *encoder) block(word int) ref { return ref{8 * uintptr(e.t.memory), 8 * uintptr(word)} }

// place is where a word is, as it is in memory.
func (e *encoder) place(w wordOf) ref {
	switch {
	case w.from == constWord:
		k := slices.Index(e.t.consts, w.bits)
		if k < 0 {
			k = len(e.t.consts)
			e.t.consts = append(e.t.consts, w.bits)
		}
		return ref{8 * uintptr(e.t.memory+1), 8 * uintptr(k)}
	case w.base == tempBase:
		return ref{8 * uintptr(e.t.memory), e.room + w.offset}
	}
	return ref{8 * uintptr(w.base), w.offset}
}

// ref is where it is as a whole word, which may have to be made for an op.
func (e *encoder) ref(o *directOp, w wordOf) ref {
	r := e.place(w)
	if w.from == loadWord || w.from == constWord {
		return r
	}
	to := e.temporary(e.temps)
	e.temps++
	o.more = append(o.more, widening{move{r, to, 8}, w.from})
	return ref{8 * uintptr(e.t.memory), to}
}

// lone gives the trace as a lone kernel, or nil.
func (e *encoder) lone(words int) *lone {
	t := e.t
	if len(t.ops) != 1 || t.ops[0].do != start || t.ops[0].call.kernel.Loops || words > fewWords || len(e.x.b.Pointers) > 0 {
		return nil
	}
	o := &t.ops[0]
	l := &lone{call: o.call, more: o.more}
	for _, m := range o.loads {
		if m.from.base != 0 { // constants
			return nil
		}
	}
	l.loads = o.loads
	for _, m := range t.outs {
		if m.size == sliceSize {
			return nil
		}
		k := slices.IndexFunc(o.outs, func(r widening) bool { return m.from == ref{8 * uintptr(t.memory), r.to} })
		if k < 0 {
			return nil
		}
		m.from = o.outs[k].from
		l.outs = append(l.outs, m)
	}
	return l
}
