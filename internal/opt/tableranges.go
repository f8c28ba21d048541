package opt

import "github.com/hone-go/hone/internal/ir"

// A table over all bytes is often one of a few ranges: the values of digits, what is a letter, lower case for upper case. Scalar code looks it up; in lanes that is a gather in
// elements four times as wide, and comparisons with the ends of the ranges take less:
//
//	table[x]  =>  x-'0' <= 9 ? x-'0' : x-'a' <= 5 ? x-'a'+10 : 255

// mostRanges bounds the ranges besides the value that all other bytes have.
const mostRanges = 6

// TableRanges replaces such tables in loops in lanes.
func TableRanges(f *ir.Func) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	changed := false
	var walk func(r *ir.Region, lanes bool)
	walk = func(r *ir.Region, lanes bool) {
		for i := 0; i < len(r.Ops); i++ {
			o := r.Ops[i]
			if lanes && o.Kind == ir.OpTable {
				if ranges, rest := rangesOf(o); ranges != nil {
					b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: o.Pos}
					v := chooseRange(b, o, ranges, rest)
					ops := b.Region.Take(0)
					ir.ReplaceUses(f.Body, o.Results[0], v)
					o.ReplaceBy(ops...)
					i += len(ops) - 1
					changed = true
				}
				continue
			}
			for _, in := range o.Regions {
				walk(in, lanes || o.Mode == ir.InLanes)
			}
		}
	}
	walk(f.Body, false)
	return changed
}

// tableRange is a range of bytes whose values are the bytes plus a number, or all the same.
type tableRange struct {
	first, last uint64
	plus        bool
	value       uint64
}

// rangesOf takes a table of bytes apart into ranges, and the value that all others have; nil: they are too many.
func rangesOf(o *ir.Op) (ranges []tableRange, rest uint64) {
	table := o.Table()
	if o.Results[0].Type != ir.TU8 || len(table) != 256 || !everyIndex(o) || o.Args[0].Def.Args[0].Type != ir.TU8 {
		return nil, 0
	}
	var count [256]int
	for _, v := range table {
		count[byte(v)]++
		if count[byte(v)] > count[byte(rest)] {
			rest = uint64(byte(v))
		}
	}
	ranges = []tableRange{}
	for i := 0; i < len(table); {
		v := table[i]
		if v == rest {
			i++
			continue
		}
		run := func(step uint64) (n int) {
			for n = 1; i+n < len(table) && table[i+n] == uint64(byte(v+step*uint64(n))); n++ {
			}
			return n
		}
		same, up := run(0), run(1)
		r := tableRange{first: uint64(i), last: uint64(i + same - 1), value: v}
		if up > same {
			r = tableRange{first: uint64(i), last: uint64(i + up - 1), plus: true, value: uint64(byte(v - uint64(i)))}
		}
		if len(ranges) == mostRanges {
			return nil, 0
		}
		ranges = append(ranges, r)
		i = int(r.last) + 1
	}
	return ranges, rest
}

// chooseRange emits what the table gives.
func chooseRange(b *ir.Builder, o *ir.Op, ranges []tableRange, rest uint64) *ir.Value {
	x, t := o.Args[0].Def.Args[0], ir.TU8
	out := b.Const(t, rest)
	for _, r := range ranges {
		in := b.Compare(ir.OpLe, b.Binary(ir.OpSub, x, b.Const(t, r.first)), b.Const(t, r.last-r.first))
		v := b.Const(t, r.value)
		if r.plus {
			v = b.Binary(ir.OpAdd, x, v)
		}
		out = b.Select(in, v, out)
	}
	return out
}
