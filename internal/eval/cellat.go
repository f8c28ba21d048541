package eval

import "github.com/hone-go/hone/internal/ir"

// cellAt makes a variable of which components lie in memory that others may know: they are loaded and stored where the program does so.
func (p *pe) cellAt(fr *frame, o *ocode) val {
	a := p.args(fr, o.args)
	v := a[0]
	t := o.op.Results[0].Type.Elem
	for i, path := range ir.CellPaths(o.op) {
		v = replaceAt(v, path, p.inSlice(ir.PathType(t, path), a[1+i]))
	}
	c := p.newCell(v, t, o.op.Results[0].Name, siteKey{o.uid, fr.ctx})
	c.given = true
	if o.op.HasAddress() {
		c.at = a[len(a)-1]
	}
	return c
}

// inSlice is the content of a slice as a component of a variable.
func (p *pe) inSlice(t *ir.Type, s val) val {
	d, ok := s.(*dyn)
	if !ok {
		p.errorf(p.b.Pos, "nothing is known of the memory of a variable")
	}
	if t.Kind == ir.Array {
		return &marr{t: t, mem: d}
	}
	return &mvar{t: t, in: d}
}

// replaceAt is v with another component at a path of fields.
func replaceAt(v val, path []int64, by val) val {
	if len(path) == 0 {
		return by
	}
	a := v.(*agg)
	out := &agg{a.t, append([]val(nil), a.elems...)}
	out.elems[path[0]] = replaceAt(a.elems[path[0]], path[1:], by)
	return out
}

// inPlace is the memory that an assignment along a path goes to, if it is to an array in memory that others know: iterations may store there
// as they may to slices.
func (c *cell) inPlace(path []int64) *dyn {
	if !c.given {
		return nil
	}
	v := c.val
	for _, step := range path {
		if m, ok := v.(*marr); ok {
			return m.mem
		}
		a, ok := v.(*agg)
		if !ok || step < 0 {
			return nil
		}
		v = a.elems[step]
	}
	return nil
}
