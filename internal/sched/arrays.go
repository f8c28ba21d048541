package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// privateRoom is how many bytes of private arrays a sequential kernel may have: it is on the goroutine's stack, which has to grow
// for it.
const privateRoom = 8 << 10

// smallArray is how many bytes of fresh memory cost less than the kernel that clears a buffer.
const smallArray = 256

// moveLargeArrays gives private arrays outside of patterns that are too large for kernels scratch buffers: made in front of the loops
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
	made := memoryOf(o, ir.OpScratch)
	clear := clearArray(made)
	if outer != nil {
		at.InsertBefore(made...)
		o.InsertBefore(clear...)
	} else {
		o.InsertBefore(slices.Concat(made, clear)...)
	}
	o.Remove()
}

// memoryOf gives an array fresh memory, by a make, or a scratch buffer, which is used again at the next call: fresh memory has to be got and collected each time,
// where Go has the array on its stack.
func memoryOf(array *ir.Op, kind ir.OpKind) []*ir.Op {
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: array.Pos}
	b.Op(kind, []*ir.Value{b.Int(array.Ints[0])}).SetResults(array.Results)
	return tmp.Ops
}

// clearArray has its elements zero, as they are wherever the array comes into being.
func clearArray(made []*ir.Op) []*ir.Op {
	buffer := made[len(made)-1]
	tmp := &ir.Region{}
	b := &ir.Builder{Region: tmp, Pos: buffer.Pos}
	loop := b.For(b.Int(0), buffer.Args[0], 1, nil)
	loop.Mode = ir.InLanes
	in := b.In(loop.Regions[0])
	var zeros []*ir.Value
	ir.Leaves(buffer.Results[0].Type.Elem, func(_ []int, leaf *ir.Type) { zeros = append(zeros, in.Const(leaf, 0)) })
	storeLeaves(in, buffer.Results[0], loop.Regions[0].Params[0], zeros)
	in.Yield()
	return tmp.Ops
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
