package opt

import (
	"fmt"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Parameters of a function are of type int more often than their values need, and make everything wide that is computed from them. Where it
// is they that halve the lanes, the loop in lanes is for small ones, which is asked once ahead of it; for others there is scalar code.

// smallLimits are tried in this order. The second lets the sum of two products with a 16-bit number still fit 32 bits.
var smallLimits = []int64{1<<31 - 1, 1<<15 - 1}

// assume is the analysis under the assumption that makes the widest vectors of the loop narrower; nil if there is none.
func (n *narrower) assume(loop *ir.Op) *narrower {
	suspects := n.suspects()
	if len(suspects) == 0 {
		return nil
	}
	for _, limit := range smallLimits {
		known := map[*ir.Value]analysis.Interval{}
		for _, v := range suspects {
			if b := n.Ranges.Of(v); !b.Within(-limit, limit) {
				known[v] = analysis.Between(-limit, limit)
				if v.Type.Kind == ir.U64 {
					known[v] = analysis.Between(0, limit)
				}
			}
		}
		if m := widthsOf(loop, known); m != nil && m.widest() < n.widest() {
			return m
		}
	}
	return nil
}

// suspects are the 64-bit integers from outside that something that differs between lanes is computed from.
func (n *narrower) suspects() (vs []*ir.Value) {
	seen := map[*ir.Value]bool{}
	for _, o := range n.Ops {
		if !n.Exact(o) && (len(o.Results) != 1 || n.Of[o.Results[0]].Free() || !n.TakesPart(o)) {
			continue
		}
		varies := false
		for _, a := range o.Args {
			varies = varies || !n.IsFree(a)
		}
		for _, a := range o.Args {
			if _, ok := a.IsConst(); varies && !ok && n.Of[a] == nil && !seen[a] && a.Type.IsInt() && a.Type.Size() == 8 {
				seen[a] = true
				vs = append(vs, a)
			}
		}
	}
	return vs
}

// widest is the size of the widest elements that will be in vectors.
func (n *narrower) widest() int {
	w := 1
	for v, k := range n.Of {
		if v.Type.IsScalar() && v.Type != ir.TBool && !k.Free() {
			w = max(w, min(k.Bytes, v.Type.Size()))
		}
	}
	for o, bytes := range n.Wide {
		varies := false
		for _, a := range o.Args {
			varies = varies || !n.IsFree(a)
		}
		if varies {
			w = max(w, bytes)
		}
	}
	return w
}

// guard puts the loop under the condition that what was assumed holds, with a copy of it as scalar code for where it does not.
func (n *narrower) guard(loop *ir.Op) {
	r := loop.Parent
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: loop.Pos}
	ok := b.Bool(true)
	limit := int64(0)
	for _, v := range n.suspects() {
		k, assumed := n.Ranges.Known[v]
		if !assumed {
			continue
		}
		limit = k.Hi
		x := v
		if v.Type != ir.TU64 {
			x = b.Op(ir.OpBitcast, []*ir.Value{b.Binary(ir.OpSub, v, b.Int(k.Lo))}, ir.TU64).Result()
		}
		ok = b.Binary(ir.OpAnd, ok, b.Compare(ir.OpLe, x, b.Const(ir.TU64, uint64(k.Hi-k.Lo))))
	}
	loop.SetNote(fmt.Sprintf("lanes where the integers from outside are within %d; else scalar code", limit))
	branch := b.If(ok, ir.Types(loop.Results)...)
	loop.ReplaceBy(tmp.Ops...)
	c := ir.NewCloner()
	scalar := c.Op(loop)
	scalar.Mode = ir.Sequential
	scalar.SetNote("")
	if loop.Kind == ir.OpFor {
		scalar.Ints = loop.Ints[:1] // how many vectors are to be side by side has no meaning any more
		runsOnPlain(scalar)
	}
	for i, v := range loop.Results {
		ir.ReplaceUses(r, v, branch.Results[i])
	}
	for i, o := range []*ir.Op{loop, scalar} {
		in := b.In(branch.Regions[i])
		in.Insert(o)
		in.Yield(o.Results...)
	}
}

// runsOnPlain has a loop that is in lanes no more go on by plain ops with what it carries.
func runsOnPlain(loop *ir.Op) {
	for k := range loop.Results {
		o := loop.RunningOf(k)
		if o == nil {
			continue
		}
		if join := o.Joined(); join != ir.OpInvalid {
			o.SetSym("")
			o.Become(join, o.Args...)
			continue
		}
		ir.ReplaceUses(loop.Regions[0], o.Results[0], o.Args[1])
		o.Remove()
	}
}
