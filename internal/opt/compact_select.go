package opt

import "github.com/hone-go/hone/internal/ir"

// branchSelected makes such copies of loops that Compact takes then.
func branchSelected(f *ir.Func, least int) {
	var loops, copies []*ir.Op
	sequential(f.Body, func(o *ir.Op) {
		if b := compactsBranched(o, least); b != nil {
			loops, copies = append(loops, o), append(copies, b)
		}
	})
	var rep ir.Replacer
	for i, o := range loops {
		o.ReplaceBy(copies[i])
		for k, r := range o.Results {
			rep.Replace(r, copies[i].Results[k])
		}
	}
	if len(loops) > 0 {
		rep.Apply(f.Body)
	}
}

// compactsBranched is the copy, if Compact takes it; nil: it does not.
func compactsBranched(o *ir.Op, least int) *ir.Op {
	if b := branched(o); b != nil && newCompaction(b, least) != nil {
		return b
	}
	return nil
}

// branched is a copy of a loop in which what counts by a selected 1 or 0 counts in a branch; nil: nothing does.
//
//	yield n + select(c, 1, 0)  =>  m = if c { yield n+1 } else { yield n }; yield m
func branched(loop *ir.Op) *ir.Op {
	if loop.Regions[0].Terminator().Kind != ir.OpYield {
		return nil
	}
	var found []int
	for k := range loop.Results {
		if c, _ := selected(loop, k); c != nil {
			found = append(found, k)
		}
	}
	if len(found) == 0 {
		return nil
	}
	copied := ir.NewCloner().Op(loop)
	end := copied.Regions[0].Terminator()
	for _, k := range found {
		c, counts := selected(copied, k)
		n := copied.Regions[0].Params[1+k]
		b := &ir.Builder{Region: ir.NewRegion(copied), Pos: end.Args[k].Def.Pos}
		test := b.If(c, n.Type)
		up := b.In(test.Regions[counts])
		up.Yield(up.Binary(ir.OpAdd, n, up.Const(n.Type, 1)))
		b.In(test.Regions[1-counts]).Yield(n)
		end.InsertBefore(b.Region.Take(0)...)
		end.SetArg(k, test.Result())
	}
	return copied
}

// selected is the condition of a 1 that is added to a carried value, and for which arm of a branch on it that is: 0 where it holds. nil: something else is done with it.
func selected(loop *ir.Op, k int) (cond *ir.Value, counts int) {
	body := loop.Regions[0]
	n, next := body.Params[1+k], body.Terminator().Args[k].Def
	if next == nil || next.Kind != ir.OpAdd || next.Parent != body {
		return nil, 0
	}
	for i, a := range next.Args {
		d := next.Args[1-i].Def
		if a != n || d == nil || d.Kind != ir.OpSelect {
			continue
		}
		x, known := d.Args[1].ConstInt()
		y, both := d.Args[2].ConstInt()
		if known && both && x+y == 1 && x*y == 0 {
			return d.Args[0], int(y)
		}
	}
	return nil, 0
}
