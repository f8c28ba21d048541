package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// packed is how many scalars are put side by side.
const packed = 4

// PackStores has scalar loops store four floats at once that go to places side by side and come of one and the same float by the same op:
//
//	loop { ...; mstore p, i, add b, s0; mstore p, i+1, add b, s1; mstore p, i+2, add b, s2; mstore p, i+3, add b, s3; ... }
//	=> mstore p, i, add (splat b), (pack s0, s1, s2, s3)
//
// as groups of a running sum do, whose sums come one after the other, but are all put behind what came before. Three instructions take the place of six: a core makes
// one or two stores a cycle. (Larsen and Amarasinghe, "Exploiting Superword Level Parallelism with Multimedia Instruction Sets", PLDI 2000.)
func PackStores(f *ir.Func) bool {
	if f.Body.Contains(isVector) {
		return false // of other lanes
	}
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoop {
			for p := nextPack(o.Regions[0]); p != nil; p = nextPack(o.Regions[0]) {
				p.emit()
				changed = true
			}
		}
		return true
	})
	if changed {
		dropUnused(f)
	}
	return changed
}

// packStores are such stores, in the order of their places.
type packStores struct {
	stores []*ir.Op
	side   int // of the operand that is the same in all
}

// nextPack finds the first ones in a region.
func nextPack(r *ir.Region) *packStores {
	var run []*ir.Op
	for _, o := range r.Ops {
		switch {
		case o.Kind == ir.OpMStore && follows(o, run):
			run = append(run, o)
		case o.Kind == ir.OpMStore && packable(o):
			run = append(run[:0], o)
		case o.Kind.Has(ir.Pure):
			continue
		default: // it may look at memory, or leave
			run = run[:0]
		}
		if len(run) == packed {
			if side := commonSide(run); side >= 0 {
				return &packStores{run, side}
			}
			run = slices.Clone(run[1:])
		}
	}
	return nil
}

// packable reports a store of a scalar float that an op of two has made.
func packable(o *ir.Op) bool {
	if len(o.Args) != 3 || o.Mode == ir.Streaming {
		return false
	}
	v := o.Args[2]
	if v.Type != ir.TF64 && v.Type != ir.TF32 || v.Def == nil {
		return false
	}
	switch v.Def.Kind {
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		return true
	}
	return false
}

// follows reports a store to the place behind that of the last of a run, of a value made alike.
func follows(o *ir.Op, run []*ir.Op) bool {
	if len(run) == 0 || !packable(o) {
		return false
	}
	last := run[len(run)-1]
	if o.Args[0] != last.Args[0] || o.Ints[0] != last.Ints[0] || o.Args[2].Type != last.Args[2].Type || o.Args[2].Def.Kind != last.Args[2].Def.Kind {
		return false
	}
	from, before := constantApart(last.Args[1])
	to, after := constantApart(o.Args[1])
	return from == to && (after-before)*o.Ints[0]+o.Ints[1]-last.Ints[1] == int64(o.Args[2].Type.Size())
}

// constantApart writes an index as a value and a small constant.
func constantApart(v *ir.Value) (*ir.Value, int64) {
	sum := int64(0)
	for v.Def != nil && v.Def.Kind == ir.OpAdd {
		c, ok := v.Def.Args[1].ConstInt()
		if !ok || c < -1<<20 || c > 1<<20 || sum+c < -1<<20 || sum+c > 1<<20 {
			break
		}
		v, sum = v.Def.Args[0], sum+c
	}
	return v, sum
}

// commonSide is the operand that is the same in what all of them store, -1: there is none.
func commonSide(run []*ir.Op) int {
	for side := range 2 {
		same := func(o *ir.Op) bool { return o.Args[2].Def.Args[side] == run[0].Args[2].Def.Args[side] }
		if !slices.ContainsFunc(run, func(o *ir.Op) bool { return !same(o) }) {
			return side
		}
	}
	return -1
}

// emit puts one store in the place of the last of them.
func (p *packStores) emit() {
	first, last := p.stores[0], p.stores[packed-1]
	made := first.Args[2].Def
	b := &ir.Builder{Region: ir.NewRegion(last.Parent.Parent), Pos: last.Pos}
	t := ir.VecOf(first.Args[2].Type, packed)
	others := make([]*ir.Value, packed)
	for k, st := range p.stores {
		others[k] = st.Args[2].Def.Args[1-p.side]
	}
	var sides [2]*ir.Value
	sides[p.side] = splatIn(last, made.Args[p.side], t)
	sides[1-p.side] = b.Op(ir.OpPack, others, t).Result()
	v := b.Binary(made.Kind, sides[0], sides[1])
	b.Op(ir.OpMStore, []*ir.Value{first.Args[0], first.Args[1], v}).Ints = slices.Clone(first.Ints)
	last.InsertBefore(b.Region.Take(0)...)
	ir.RemoveOps(p.stores)
}

// splatIn is x in all lanes, for an op that comes next: what there is already before it, or a new one.
func splatIn(next *ir.Op, x *ir.Value, t *ir.Type) *ir.Value {
	for _, o := range next.Parent.Ops[:next.Parent.Index(next)] {
		if o.Kind == ir.OpSplat && o.Args[0] == x && o.Results[0].Type == t {
			return o.Results[0]
		}
	}
	b := &ir.Builder{Region: ir.NewRegion(next.Parent.Parent), Pos: next.Pos}
	v := b.Op(ir.OpSplat, []*ir.Value{x}, t).Result()
	next.InsertBefore(b.Region.Take(0)...)
	return v
}

// dropUnused removes ops that nothing uses any more.
func dropUnused(f *ir.Func) {
	for {
		uses := f.Uses()
		var dead []*ir.Op
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind.Has(ir.Pure) && len(o.Results) == 1 && len(o.Regions) == 0 && uses.Count(o.Results[0]) == 0 {
				dead = append(dead, o)
			}
			return true
		})
		if len(dead) == 0 {
			return
		}
		ir.RemoveOps(dead)
	}
}
