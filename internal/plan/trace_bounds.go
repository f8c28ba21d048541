package plan

// bounds finds how often the loops of a kernel run. One that may take long, but for that, is started only where it is over soon.
func (x *tracer) bounds(o *traceOp, s *state, long bool) bool {
	k := o.call.kernel
	if !k.Bounds.all {
		return !long
	}
	o.once = []trips{}
	for i := range k.Bounds.loops {
		b := &k.Bounds.loops[i]
		n := x.binary(opAdd, x.count(b.trips, o.call, s), constant(backward))
		if long && (!x.holds(x.binary(opBelow, n, constant(uint64(b.soon+backward+1))))) {
			return false
		}
		w, ok := x.need(n)
		if !ok {
			return false
		}
		o.once = append(o.once, trips{w, b.once + backward})
	}
	return true
}

// count is the symbol for what a count is.
func (x *tracer) count(c *count, of *call, s *state) symbol {
	switch {
	case c.constant():
		return constant(uint64(c.imm))
	case c.op == opMove:
		return s.words[of.params[c.word].slot]
	case c.op == opLongest:
		end := x.binary(opAdd, x.count(c.b, of, s), constant(1))
		return x.lazily(expr{op: opLongest, a: s.ptrs[of.params[c.word].slot], b: x.binary(opMax, x.count(c.a, of, s), constant(0)), c: x.binary(opMin, end, s.words[of.params[c.word+1].slot])})
	}
	return x.binary(c.op, x.count(c.a, of, s), x.count(c.b, of, s))
}
