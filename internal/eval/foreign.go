package eval

import (
	"fmt"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
)

// foreign leaves a call of a function that stays plain Go, on the leaves of its operands. It sees no variables: what it gets are numbers and slices.
func (p *pe) foreign(o *ir.Op, args []val) []val {
	if len(p.barriers) > 0 {
		p.errorf(o.Pos, "%s is plain Go, which is not called in the iterations of a parallel loop or a reduction", ir.ForeignName(o))
	}
	var leaves []val
	for _, a := range args {
		mapLeaves(a, func(_ int, leaf val) val {
			leaves = append(leaves, leaf)
			return leaf
		})
	}
	call := p.b.Op(ir.OpForeign, p.values(leaves), leavesOf(o.Results)...)
	call.SetSym(o.Sym())
	rest := call.Results
	out := make([]val, len(o.Results))
	for i, r := range o.Results {
		out[i] = build(r.Type, func(*ir.Type) val {
			v := &dyn{v: rest[0]}
			rest = rest[1:]
			return v
		})
	}
	return out
}

// foreign makes such a call.
func (x *Interp) foreign(o *ir.Op, args []Value) []Value {
	f, err := border.ForeignOf(o.Sym(), leavesOf(o.Args), leavesOf(o.Results))
	if err != nil {
		panic(fmt.Sprintf("eval: %v", err))
	}
	in, out := f.New()
	var given []Value
	for _, a := range args {
		given = valueLeaves(given, a)
	}
	for i, v := range given {
		writeLeaf(unsafe.Add(in, f.Args[i].Offset), &f.Args[i], v)
	}
	f.Call(in, out)
	got := make([]Value, len(f.Results))
	for i := range got {
		got[i] = readLeaf(unsafe.Add(out, f.Results[i].Offset), &f.Results[i])
	}
	results := make([]Value, len(o.Results))
	for i, r := range o.Results {
		results[i], got = fromLeaves(r.Type, got)
	}
	return results
}

// leavesOf lists the types of the components of values.
func leavesOf(vs []*ir.Value) (ts []*ir.Type) {
	for _, l := range Flatten(ir.Types(vs)) {
		ts = append(ts, l.Type)
	}
	return ts
}
