package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// FlatRows has the rows of a table that a function makes, all of one length, lie one behind the other in one object:
//
//	for 0, n (i) { row = make m; store table, i, row }     ..  row = load table, y  ..
//	=> flat = make n*m
//	   for 0, n (i) { store table, i, slice flat, i*m, i*m+m, i*m+m }                ..  row = slice flat, y*m, y*m+m, y*m+m  ..
//
// How a program keeps a matrix then says nothing about how it is computed, and a table of which nobody asks for rows any more is never made. So it is for rows
// of rows, whose tables are the first to lie in one.
func FlatRows(f *ir.Func) bool {
	tried := map[*ir.Op]bool{}
	if nextRows(f, tried) == nil {
		return false
	}
	changed := Algebra(f)
	changed = Ranges(f) || changed // rows that are loaded where a check has passed: it always does
	changed = Clean(f) || changed
	for {
		st := nextRows(f, tried)
		if st == nil {
			return changed
		}
		tried[st] = true
		if r := rowsOf(f, st); r != nil {
			flat := r.flatten(f)
			Rebase(f) // what was stored in a row that is a table
			DCE(f)
			returnRow(f, flat)
			changed = true
		}
	}
}

// nextRows finds a store of a row, that was made for it, to a table.
func nextRows(f *ir.Func, tried map[*ir.Op]bool) (st *ir.Op) {
	f.Body.Walk(func(o *ir.Op) bool {
		if st == nil && o.Kind == ir.OpStore && !tried[o] && isRow(o) {
			st = o
		}
		return st == nil
	})
	return st
}

// isRow reports a store of a row, that was made for it, to a table.
func isRow(o *ir.Op) bool {
	table, row := o.Args[0], o.Args[2]
	return row.Type.Kind == ir.Slice && table.Type.Elem == row.Type && isMade(table) && isMade(row) && row.Def.Parent == o.Parent && o.Parent != table.Def.Parent
}

func isMade(v *ir.Value) bool { return v.Def != nil && v.Def.Kind == ir.OpMake }

// madeRows are the rows of a table.
type madeRows struct {
	table, row, length *ir.Value
	store              *ir.Op
	loops              []*ir.Op // that make them, from the outermost on
	check              *ir.Op   // of the length; nil: it is known to do
	number             analysis.Poly
}

// rowsOf finds the rows that such a store (isRow) is of; nil if they aren't all of one length, stored once for each place before anybody asks.
func rowsOf(f *ir.Func, st *ir.Op) *madeRows {
	r := &madeRows{table: st.Args[0], row: st.Args[2], length: st.Args[2].Def.Args[0], store: st}
	if !r.fills() || r.loops[0].Defines(r.length) || r.written(f) {
		return nil
	}
	for _, u := range f.Uses().Of(r.table) {
		if u.Kind == ir.OpLoad && !behind(r.loops[0], u) {
			return nil
		}
	}
	return r
}

// fills finds the loops: in the region where the table was made, one in the other, such that all of them go through all of the table in order.
func (r *madeRows) fills() bool {
	s := analysis.NewSpace()
	for in := r.store.Parent; in != r.table.Def.Parent; in = in.Parent.Parent {
		loop := in.Parent
		if loop == nil || loop.Kind != ir.OpFor || loop.Ints[0] != 1 || !analysis.Straight(loop) || !s.Of(loop.Args[0]).Equal(analysis.Poly{}) {
			return false
		}
		r.loops = append(r.loops, loop)
	}
	slices.Reverse(r.loops)
	all, unsure := analysis.Const(1), 0
	for _, l := range r.loops {
		if analysis.NewRanges().Of(l.Args[1]).Lo < 0 {
			unsure++
		}
		n := s.Of(l.Args[1])
		number, ok1 := s.Mul(r.number, n)
		more, ok2 := s.Mul(all, n)
		if !ok1 || !ok2 || unsure > 1 || n.Any(r.loops[0].Defines) { // of two negative ones the product is a number of rows, but none is made
			return false
		}
		r.number, all = s.Add(number, s.Atom(l.Regions[0].Params[0])), more
	}
	return all.Equal(s.Of(r.table.Def.Args[0])) && s.Of(r.store.Args[1]).Equal(r.number) && r.checkedFirst()
}

// checkedFirst reports that nothing shows whether the length is checked ahead of the loops, or in the first iteration.
func (r *madeRows) checkedFirst() bool {
	for k, l := range r.loops {
		for _, o := range l.Regions[0].Ops {
			switch {
			case k+1 < len(r.loops) && o == r.loops[k+1]:
			case o == r.row.Def:
				return true
			case o.Kind == ir.OpCheckMake && o.Args[0] == r.length:
				r.check = o
				return true
			case o.Kind == ir.OpCheckIndex || analysis.Noticeable(o): // may come before another panic
				return analysis.NewRanges().Of(r.length).Within(0, ir.MaxMake)
			default:
				continue
			}
			break
		}
	}
	return true
}

// written reports that another op than the store may write to the table.
func (r *madeRows) written(f *ir.Func) bool {
	found := false
	f.Body.Walk(func(o *ir.Op) bool {
		switch {
		case found || o == r.store:
		case o.Kind == ir.OpStore:
			found = o.Args[2].Type.Kind == ir.Slice && !analysis.Distinct(o.Args[0].Root(), r.table)
		case o.Kind == ir.OpMove:
			found = o.Args[0].Type.Elem.HoldsSlices() && !analysis.Distinct(o.Args[0].Root(), r.table)
		case o.Kind.Has(ir.Writes):
			found = true
		}
		return !found
	})
	return found
}

// flatten makes the object, and rows that are cut from it.
func (r *madeRows) flatten(f *ir.Func) (flat *ir.Value) {
	first := r.loops[0]
	b := &ir.Builder{Region: ir.NewRegion(first.Parent.Parent), Pos: r.row.Def.Pos}
	rows := r.table.Def.Args[0]
	// As many elements as can't be made are not made, whatever wraps around: rows*min(length, more) is more than the limit, too, and -rows is less than none.
	most := b.Binary(ir.OpDiv, b.Int(ir.MaxMake), b.Binary(ir.OpMax, rows, b.Int(1)))
	b.Op(ir.OpCheckMake, []*ir.Value{b.Binary(ir.OpMul, rows, b.Binary(ir.OpMax, b.Binary(ir.OpMin, r.length, b.Binary(ir.OpAdd, most, b.Int(1))), b.Int(-1)))})
	flat = b.Op(ir.OpMake, []*ir.Value{b.Binary(ir.OpMul, rows, r.length)}, r.row.Type).Result()
	flat.Name = r.table.Name
	if r.seenLater(f) {
		r.store.Remove()
		each := b.For(b.Int(0), rows, 1, nil).Regions[0]
		in := b.In(each)
		in.Store(r.table, each.Params[0], r.cut(in, flat, each.Params[0]), nil)
		in.Yield()
	}
	first.InsertBefore(b.Region.Take(0)...)
	var rep ir.Replacer
	cut := func(o *ir.Op, place func(b *ir.Builder) *ir.Value) {
		in := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
		rep.Replace(o.Result(), r.cut(in, flat, place(in)))
		for _, u := range f.Uses().Of(o.Result()) {
			if u.Kind == ir.OpLen || u.Kind == ir.OpCap {
				rep.Replace(u.Result(), r.length)
			}
		}
		o.ReplaceBy(in.Region.Take(0)...)
	}
	for _, u := range slices.Clone(f.Uses().Of(r.table)) {
		if u.Kind == ir.OpLoad {
			cut(u, func(*ir.Builder) *ir.Value { return u.Args[1] })
		}
	}
	cut(r.row.Def, func(b *ir.Builder) *ir.Value { return r.number.Emit(b, same) }) // the store's place may be computed behind it
	if r.check != nil {
		r.check.Remove()
	}
	rep.Apply(f.Body)
	return flat
}

// cut emits the row of a place.
func (r *madeRows) cut(b *ir.Builder, flat, place *ir.Value) *ir.Value {
	from := b.Binary(ir.OpMul, place, r.length)
	to := b.Binary(ir.OpAdd, from, r.length)
	return b.Op(ir.OpSlice, []*ir.Value{flat, from, to, to}, r.row.Type).Result()
}

// seenLater reports a table that nobody looks at before it is filled: all rows can be stored ahead, so that the loops that fill the rows do nothing that only the host does.
func (r *madeRows) seenLater(f *ir.Func) bool {
	return !slices.ContainsFunc(f.Uses().Of(r.table), func(u *ir.Op) bool {
		return u != r.store && u.Kind != ir.OpLen && u.Kind != ir.OpCap && !behind(r.loops[0], u)
	})
}

// returnRow returns a copy of a row where it is all that is left of the object: who keeps the row would else keep the object.
func returnRow(f *ir.Func, flat *ir.Value) {
	if analysis.Given(f)[flat] {
		return
	}
	var returns []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpReturn {
			returns = append(returns, o)
		}
		return !o.Kind.Has(ir.Loop) // loops that make nothing need no host
	})
	for _, o := range returns {
		at, parts := 0, 0
		for i, v := range o.Args {
			if v.Type.Kind == ir.Slice && v.Root() == flat {
				at, parts = i, parts+1
			}
		}
		if parts != 1 || o.Args[at] == flat {
			continue
		}
		part := o.Args[at]
		if cut := part.Def.Args; len(cut) == 4 && cut[2] == cut[3] { // it has no room to grow in
			b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
			n := b.Len(part)
			row := b.Op(ir.OpMake, []*ir.Value{n}, flat.Type).Result()
			b.Op(ir.OpMove, []*ir.Value{row, part, n})
			o.SetArg(at, row)
			o.InsertBefore(b.Region.Take(0)...)
		}
	}
}

func same(v *ir.Value) *ir.Value { return v }
