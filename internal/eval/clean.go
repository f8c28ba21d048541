package eval

import "github.com/hone-go/hone/internal/ir"

// clean removes what evaluation emitted for nothing: ops without use or effect, and results and carried values that nobody reads. It
// marks what is live, from effects and returns backwards, assuming at first that nothing is (Cytron et al. 1991, section 7.1).
func clean(f *ir.Func) {
	f.Number()
	l := &liveness{ops: map[*ir.Op]bool{}, exits: map[*ir.Op][]*ir.Op{}}
	l.collect(f.Body)
	for _, o := range l.roots {
		l.markOp(o)
	}
	for len(l.work) > 0 {
		v := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		l.follow(v)
	}
	l.sweep(f.Body)
}

type liveness struct {
	ops   map[*ir.Op]bool
	vals  map[*ir.Value]bool
	exits map[*ir.Op][]*ir.Op // breaks and continues by target
	roots []*ir.Op
	work  []*ir.Value
}

func (l *liveness) collect(r *ir.Region) {
	for _, o := range r.Ops {
		switch k := o.Kind; {
		case k == ir.OpBreak || k == ir.OpContinue:
			l.exits[o.Target] = append(l.exits[o.Target], o)
		case k == ir.OpReturn || k == ir.OpCallSym || k == ir.OpLoop || k == ir.OpStart || k.Has(ir.Writes) || k.Has(ir.Check):
			l.roots = append(l.roots, o)
		}
		for _, in := range o.Regions {
			l.collect(in)
		}
	}
}

func (l *liveness) mark(v *ir.Value) {
	if l.vals == nil {
		l.vals = map[*ir.Value]bool{}
	}
	if !l.vals[v] {
		l.vals[v] = true
		l.work = append(l.work, v)
	}
}

func (l *liveness) markAll(vs []*ir.Value) {
	for _, v := range vs {
		l.mark(v)
	}
}

// markOp keeps an op, and with it the ops around it and those that decide how it goes on.
func (l *liveness) markOp(o *ir.Op) {
	if l.ops[o] {
		return
	}
	l.ops[o] = true
	if around := o.Parent.Parent; around != nil {
		l.markOp(around)
	}
	switch o.Kind {
	case ir.OpLoop, ir.OpBlock:
		for _, e := range l.exits[o] {
			l.markOp(e)
		}
	case ir.OpBreak, ir.OpContinue: // which of the arguments matter depends on the target
	default:
		l.markAll(o.Args)
	}
	if o.Kind == ir.OpMulti {
		for _, out := range o.Outputs() {
			l.markOp(out)
			for _, r := range out.Regions {
				l.markAll(r.Terminator().Args)
			}
		}
	}
}

// follow marks what a live value is computed from.
func (l *liveness) follow(v *ir.Value) {
	if v.Def == nil {
		o := v.Owner.Parent
		if o == nil || o.Kind != ir.OpLoop {
			return
		}
		l.mark(o.Args[v.Index])
		l.arguments(o, ir.OpContinue, v.Index)
		return
	}
	o := v.Def
	l.markOp(o)
	switch o.Kind {
	case ir.OpIf, ir.OpBlock:
		for _, r := range o.Regions {
			if end := r.Ops[len(r.Ops)-1]; end.Kind == ir.OpYield {
				l.mark(end.Args[v.Index])
			}
		}
		l.arguments(o, ir.OpBreak, v.Index)
	case ir.OpLoop:
		l.arguments(o, ir.OpBreak, v.Index)
	}
}

func (l *liveness) arguments(o *ir.Op, k ir.OpKind, index int) {
	for _, e := range l.exits[o] {
		if e.Kind == k {
			l.mark(e.Args[index])
		}
	}
}

// sweep removes the dead ops of a region, and the dead results of the live ones. Ops inside are done first, while the lists that say
// which arguments are dead are whole.
func (l *liveness) sweep(r *ir.Region) {
	r.Filter(func(o *ir.Op) bool { return l.ops[o] || o.Kind.Has(ir.Terminator) })
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			l.sweep(in)
		}
		switch o.Kind {
		case ir.OpIf, ir.OpBlock:
			for _, in := range o.Regions {
				if end := in.Ops[len(in.Ops)-1]; end.Kind == ir.OpYield {
					end.SetArgs(l.live(end.Args, o.Results))
				}
			}
			l.results(o)
		case ir.OpLoop:
			for _, e := range l.exits[o] {
				if e.Kind == ir.OpContinue {
					e.SetArgs(l.live(e.Args, o.Regions[0].Params))
				}
			}
			o.SetArgs(l.live(o.Args, o.Regions[0].Params))
			l.results(o)
			o.Regions[0].SetParams(l.live(o.Regions[0].Params, o.Regions[0].Params))
		}
	}
}

func (l *liveness) results(o *ir.Op) {
	for _, e := range l.exits[o] {
		if e.Kind == ir.OpBreak {
			e.SetArgs(l.live(e.Args, o.Results))
		}
	}
	o.SetResults(l.live(o.Results, o.Results))
}

// live keeps those of vs whose counterpart is live.
func (l *liveness) live(vs, counterparts []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, 0, len(vs))
	for i, v := range vs {
		if l.vals[counterparts[i]] {
			out = append(out, v)
		}
	}
	return out
}
