package sched

import "github.com/hone-go/hone/internal/ir"

// privateRoom is how many bytes of private arrays a sequential kernel may have: about half of what it has for all purposes (x86: 16 KB of
// stack).
const privateRoom = 8 << 10

// moveLargeArrays gives private arrays outside of patterns that are too large for kernels ordinary memory: made in front of the loops
// around, cleared where the array was.
func moveLargeArrays(body *ir.Region) {
	var arrays []*ir.Op
	total := int64(0)
	body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpAlloca && o.Results[0].Type.Elem.IsScalar() {
			arrays = append(arrays, o)
			total += arrayBytes(o)
		}
		return !isPattern(o)
	})
	if total <= privateRoom {
		return
	}
	for _, o := range arrays {
		if arrayBytes(o) > privateRoom/8 {
			moveArray(o)
		}
	}
}

func arrayBytes(o *ir.Op) int64 { return o.Ints[0] * int64(o.Results[0].Type.Elem.Size()) }

func moveArray(o *ir.Op) {
	var outer *ir.Op // the outermost loop around
	for x := o.Parent.Parent; x != nil; x = x.Parent.Parent {
		if x.Kind.Has(ir.Loop) {
			outer = x
		}
	}
	at := o
	if outer != nil {
		at = outer
	}
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: o.Pos}
	n := b.Int(o.Ints[0])
	mem := b.Op(ir.OpMake, []*ir.Value{n})
	mem.SetResults(o.Results)
	at.InsertBefore(tmp.Ops...)
	if outer != nil {
		clear := &ir.Region{}
		b := &ir.Builder{Region: clear, Pos: o.Pos}
		loop := b.For(b.Int(0), n, 1, nil)
		loop.Mode = ir.InLanes
		in := b.In(loop.Regions[0])
		in.Store(mem.Results[0], loop.Regions[0].Params[0], in.Const(mem.Results[0].Type.Elem, 0), nil)
		in.Yield()
		o.InsertBefore(clear.Ops...)
	}
	o.Remove()
}

// lanesOutside: loops that copy arrays have lanes, but not in a loop that has.
func lanesOutside(r *ir.Region, lanes bool) {
	for _, o := range r.Ops {
		if lanes && o.Kind == ir.OpFor && o.Mode == ir.InLanes {
			o.Mode = ir.Sequential
		}
		for _, in := range o.Regions {
			lanesOutside(in, lanes || o.Mode == ir.InLanes && o.Kind.Has(ir.Loop))
		}
	}
}
