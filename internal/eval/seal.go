package eval

import "github.com/hone-go/hone/internal/ir"

// seal gives every region without a terminator one that is never reached: its last op is an if both of whose arms leave, a loop
// that nothing leaves by its end, or a panic.
func seal(f *ir.Func) {
	var visit func(r *ir.Region)
	visit = func(r *ir.Region) {
		for _, o := range r.Ops {
			for _, in := range o.Regions {
				visit(in)
			}
		}
		if r.Terminator() == nil {
			unreachable(f, r)
		}
	}
	visit(f.Body)
}

func unreachable(f *ir.Func, r *ir.Region) {
	b := ir.NewBuilder(r)
	o := r.Parent
	switch {
	case o == nil:
		b.Return(zeros(b, f.Results)...)
	case o.Kind == ir.OpLoop:
		b.Continue(o, r.Params...)
	case o.Kind == ir.OpMulti:
		b.Yield()
	default:
		b.Yield(zeros(b, ir.Types(o.Results))...)
	}
}

// zeros emits the zero values of scalars and slices.
func zeros(b *ir.Builder, ts []*ir.Type) []*ir.Value {
	vs := make([]*ir.Value, len(ts))
	for i, t := range ts {
		vs[i] = b.Zero(t)
	}
	return vs
}

func leafTypes(t *ir.Type) (ts []*ir.Type) {
	for _, l := range Flatten([]*ir.Type{t}) {
		ts = append(ts, l.Type)
	}
	return ts
}
