package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// growing is an integer that an iteration computes from its index alone, and that grows with it by one: the index, converted, and moved by what all have in common.
type growing struct {
	v, index *ir.Value
	moved    []*ir.Value // by these, that are known outside
}

func newGrowing(multi *ir.Op, v *ir.Value) *growing {
	p := &growing{v: v, index: multi.Regions[0].Params[0]}
	for v != p.index {
		o := v.Def
		if o == nil || !v.Type.IsInt() || v.Type.Kind == ir.U64 || !multi.Defines(v) {
			return nil
		}
		switch {
		case o.Kind == ir.OpConv && o.Args[0].Type == ir.TI64:
			v = o.Args[0]
		case (o.Kind == ir.OpAdd || o.Kind == ir.OpSub) && isOutside(multi, o.Args[1]):
			v, p.moved = o.Args[0], append(p.moved, o.Args[1])
		case o.Kind == ir.OpAdd && isOutside(multi, o.Args[0]):
			v, p.moved = o.Args[1], append(p.moved, o.Args[0])
		default:
			return nil
		}
	}
	return p
}

func isOutside(multi *ir.Op, v *ir.Value) bool {
	_, known := v.IsConst()
	return known || !multi.Defines(v)
}

// at emits it for an index.
func (p *growing) at(b *ir.Builder, index *ir.Value) *ir.Value {
	var of func(v *ir.Value) *ir.Value
	of = func(v *ir.Value) *ir.Value {
		if v == p.index {
			return index
		}
		if bits, ok := v.IsConst(); ok {
			return b.Const(v.Type, bits)
		}
		o := v.Def
		switch {
		case o != nil && o.Kind == ir.OpConv && p.inside(v):
			return b.Conv(of(o.Args[0]), v.Type)
		case o != nil && len(o.Args) == 2 && p.inside(v):
			return b.Binary(o.Kind, of(o.Args[0]), of(o.Args[1]))
		}
		return v
	}
	return of(p.v)
}

func (p *growing) inside(v *ir.Value) bool { return p.index.Owner.Parent.Defines(v) }

// grows emits that none wraps around: the last is as far from the first as the last index is.
func (p *growing) grows(b *ir.Builder, n *ir.Value) *ir.Value {
	last := b.Binary(ir.OpSub, n, b.Int(1))
	lo, hi := b.Conv(p.at(b, b.Int(0)), ir.TI64), b.Conv(p.at(b, last), ir.TI64)
	apart := b.Compare(ir.OpEq, b.Binary(ir.OpSub, hi, lo), last)
	return b.Binary(ir.OpOr, b.Compare(ir.OpLe, n, b.Int(0)), b.Binary(ir.OpAnd, b.Compare(ir.OpLe, lo, hi), apart))
}

// never reports that this is known ahead, and that the first is 0.
func (p *growing) never(n *ir.Value) bool {
	if p.v == p.index {
		return true
	}
	o := p.v.Def
	return o.Kind == ir.OpConv && o.Args[0] == p.index && analysis.NewRanges().Of(n).Hi <= 1<<(p.v.Type.Bits()-1)
}

// knownOutside reports that all of it but the index is known outside an op, and so is the extent n.
func (p *growing) knownOutside(o *ir.Op, n *ir.Value) bool {
	return isOutside(o, n) && !slices.ContainsFunc(p.moved, func(v *ir.Value) bool { return !isOutside(o, v) })
}

// knownIn is v, or the same constant.
func knownIn(b *ir.Builder, v *ir.Value) *ir.Value {
	if bits, known := v.IsConst(); known {
		return b.Const(v.Type, bits)
	}
	return v
}

func insidePattern(o *ir.Op) bool { return outermost(o) != o }

// outermost is the outermost pattern around o, or o.
func outermost(o *ir.Op) *ir.Op {
	for e := o.Parent.Parent; e != nil; e = e.Parent.Parent {
		if e.Kind == ir.OpMulti {
			o = e
		}
	}
	return o
}

// version puts a pattern of the host under a condition, with a copy of it for where that doesn't hold.
func version(f *ir.Func, o *ir.Op, cond func(b *ir.Builder) *ir.Value, note string) {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	branch := b.If(cond(b), ir.Types(o.Results)...)
	branch.Mode = ir.Guarded
	branch.SetNote(note)
	spare := b.In(branch.Regions[1])
	spare.Yield(spare.Insert(ir.NewCloner().Op(o)).Results...)
	var rep ir.Replacer
	for k, v := range o.Results {
		rep.Replace(v, branch.Results[k])
	}
	o.ReplaceBy(b.Region.Take(0)...)
	rep.Apply(f.Body)
	fast := b.In(branch.Regions[0])
	fast.Insert(o)
	fast.Yield(o.Results...)
}
