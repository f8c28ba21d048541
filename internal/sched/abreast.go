package sched

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// Sums in Go's order beside loops in lanes, such as those of the rows of a matrix of which the largest is found first, and by which the rows are divided then: each
// waits in every iteration for the one before, while those of other rows could go on. Jam has all of several rows done together; here only the loops that wait are, and
// the rest is done one row after the other (loop distribution with scalar expansion and then unroll and jam: Kennedy & Allen, "Optimizing Compilers for Modern
// Architectures", 2002, chapters 5 and 8):
//
//	for y in a block of rows { top[y] = max(row y); row y = exp(row y - top[y]) }   // in lanes
//	for x { sum[0] += row 0[x]; sum[1] += row 1[x]; ... }
//	for y in the block { row y /= sum[y] }                                          // in lanes
//
// What one part computes for another is in private memory, an element for each row, but for what is as well computed again. A loop that has both in it, as Distribute makes
// them, stays around both parts.

// abreast is a parallel loop of which several iterations are done so.
type abreast struct {
	p      *space
	rows   int64
	dims   []*ir.Value
	top    *ir.Builder             // of the kernel, where private memory begins
	lo, hi *ir.Value               // the rows of the block
	full   *ir.Value               // whether these are as many as there can be
	common *ir.Cloner              // what is the same in all rows stands for this
	known  map[*ir.Value]bool      // whether a value is the same in all rows
	again  map[*ir.Value]bool      // what is computed again in each part
	kept   map[*ir.Value]*ir.Value // what isn't is there, by row
	rooms  map[*ir.Value]int64     // stands for where a row's part of a local array begins: parts have so many elements
	shared []*ir.Value             // memory for local arrays, which those of one loop after the other have
	taken  map[*ir.Region]bool     // bodies in which Distribute has taken something apart from a chain
	chains int                     // loops that are done together
}

// newAbreast makes a copy of o for several rows at a time; apart are the loops in it that Distribute has taken apart from chains, lanes those that have some.
func newAbreast(o *ir.Op, rows int, apart []*ir.Op, lanes map[*ir.Op]int64) *abreast {
	c := ir.NewCloner()
	a := &abreast{p: newSpace(c.Op(o)), rows: int64(rows), dims: o.Args, common: ir.NewCloner()}
	a.taken, a.known, a.again, a.kept, a.rooms = map[*ir.Region]bool{}, map[*ir.Value]bool{}, map[*ir.Value]bool{}, map[*ir.Value]*ir.Value{}, map[*ir.Value]int64{}
	for _, v := range a.p.body.Params {
		a.again[v] = true
	}
	for f := range lanes {
		c.Ops[f].Mode = ir.InLanes
	}
	for _, f := range apart {
		if f = c.Ops[f]; f != nil {
			a.taken[f.Parent] = true
		}
	}
	return a
}

// abreastRoom is how many bytes of private memory several rows may have: three quarters of what kernels have.
const abreastRoom = 48 << 10

var errRoom = fmt.Errorf("its rows need more than %d bytes of private memory", abreastRoom)

// room has each row have its part of a local array. Those that Distribute made are written before they are read, and not used behind the loop that they are in; a program's
// own would have to be cleared.
func (a *abreast) room(o *ir.Op) error {
	var users []*ir.Op
	ok := a.taken[o.Parent]
	a.p.body.Walk(func(x *ir.Op) bool {
		if slices.Contains(x.Args, o.Result()) {
			users = append(users, x)
			ok = ok && (x.Kind == ir.OpLoad || x.Kind == ir.OpStore && x.Args[2] != o.Result()) && x.Parent != o.Parent
		}
		return true
	})
	if !ok {
		return fmt.Errorf("%s: there is a local array", o.Pos)
	}
	a.kept[o.Result()] = a.share(o.Parent, o.Result().Type.Elem, a.rows*o.Ints[0])
	first := &ir.Value{Type: ir.TI64}
	a.rooms[first] = o.Ints[0]
	for _, x := range users {
		at := x.Parent.NewOp(ir.OpAdd, x.Pos, []*ir.Value{x.Args[1], first}, ir.TI64)
		x.InsertBefore(at)
		x.SetArg(1, at.Result())
	}
	return nil
}

// abreast makes the kernel of a nest that is run so.
func (n *Nest) abreast(o *ir.Op) []*ir.Op {
	s := n.s
	s.moved[o] = true
	s.recordPattern(o, ir.Sequential, false)
	k, b, lo, hi := s.newRange(o.Pos)
	c := s.estimate(o, ir.Sequential, false)
	if err := newAbreast(o, n.chains, n.apart, nil).emit(b, lo, hi); err != nil { // the step has been taken
		panic("sched: " + err.Error())
	}
	b.Return()
	tmp := &ir.Region{}
	s.farMemory(k, &ir.Builder{Region: tmp, Pos: o.Pos}, o.Args, n.stream)
	args := closeKernel(k)
	s.note(o.Pos, "%s over %s, %d rows at a time where loops inside wait for the iteration before", s.loopName(), ir.Count(len(o.Args), "dimension"), n.chains)
	return append(tmp.Ops, s.launch(o, k, o.Args, c, args, n.cores)...)
}

// emit emits the rows numbered [lo, hi), block by block.
func (a *abreast) emit(b *ir.Builder, lo, hi *ir.Value) error {
	a.top = b
	blocks := b.In(&ir.Region{})
	f := blocks.For(lo, hi, a.rows, nil)
	in := b.In(f.Regions[0])
	a.lo = f.Regions[0].Params[0]
	end := in.Binary(ir.OpAdd, a.lo, in.Int(a.rows))
	a.hi = in.Binary(ir.OpMin, hi, end)
	a.full = in.Compare(ir.OpEq, a.hi, end)
	if err := a.region(in, a.p.body); err != nil {
		return err
	}
	in.Yield()
	b.Region.Append(blocks.Region.Take(0)...)
	if a.chains == 0 {
		return errors.New("no loop inside waits for the iteration before")
	}
	room := int64(0)
	b.Region.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpAlloca {
			room += arrayBytes(o)
		}
		return true
	})
	if room > abreastRoom {
		return errRoom
	}
	return nil
}

// region emits what is in a region that all rows come to together.
func (a *abreast) region(b *ir.Builder, r *ir.Region) error {
	var part []*ir.Op
	each := func() error {
		ops := part
		part = nil
		return a.each(b, ops)
	}
	for _, o := range r.Ops[:len(r.Ops)-1] {
		switch {
		case a.isSame(o):
			b.Insert(a.common.Op(o))
		case a.isAgain(o):
			a.again[o.Results[0]] = true
		case o.Kind == ir.OpAlloca:
			if err := a.room(o); err != nil {
				return err
			}
		case a.waits(o):
			if err := errors.Join(each(), a.together(b, o)); err != nil {
				return err
			}
		case a.holdsChain(o):
			if err := errors.Join(each(), a.around(b, o)); err != nil {
				return err
			}
		default:
			part = append(part, o)
		}
	}
	return each()
}

// same reports a value that is the same in all rows: of loops inside that have the same range in all rows, the index.
func (a *abreast) same(v *ir.Value) bool {
	if yes, ok := a.known[v]; ok {
		return yes
	}
	yes := !a.p.op.Defines(v) && a.rooms[v] == 0
	switch {
	case yes:
	case v.Def != nil:
		yes = a.isSame(v.Def)
	case v.Owner != nil && v.Owner != a.p.body && v.Index == 0:
		f := v.Owner.Parent
		yes = f.Kind == ir.OpFor && a.same(f.Args[0]) && a.same(f.Args[1])
	}
	a.known[v] = yes
	return yes
}

// isSame reports what is done once for all rows.
func (a *abreast) isSame(o *ir.Op) bool {
	return len(o.Results) == 1 && o.Kind.Has(ir.Pure) && len(o.Regions) == 0 && !slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return !a.same(v) })
}

// isAgain reports what is computed from the row's number, and known values, so that it is as well done in each part that uses it: indices, and the rows of slices of slices,
// which no kernel stores.
func (a *abreast) isAgain(o *ir.Op) bool {
	if len(o.Results) != 1 || len(o.Regions) > 0 || slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return !a.same(v) && !a.again[v] }) {
		return false
	}
	t := o.Results[0].Type
	return o.Kind.Has(ir.Pure) && !t.IsFloat() || o.Kind == ir.OpLoad && t.Kind == ir.Slice
}

// waits reports a loop that is done for several rows together: it waits for what it carries, and lanes could not help that. Where it ends may differ from row to row.
func (a *abreast) waits(o *ir.Op) bool {
	return o.Kind == ir.OpFor && o.Mode == ir.Sequential && len(o.Results) > 0 && a.same(o.Args[0]) && (o.Ints[0] == 1 || o.Ints[0] > 1 && a.same(o.Args[1])) &&
		a.jammable(o.Regions[0]) && opt.Accumulates(o) == 0
}

// jammable reports straight-line code, choices, and loops in which there is nothing else, of the same range in all rows.
func (a *abreast) jammable(r *ir.Region) bool {
	return !slices.ContainsFunc(r.Ops, func(o *ir.Op) bool {
		switch o.Kind {
		case ir.OpIf:
			return slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return !straight(r) })
		case ir.OpFor:
			return o.Mode != ir.Sequential || o.Ints[0] < 1 || !a.same(o.Args[0]) || !a.same(o.Args[1]) || !a.jammable(o.Regions[0])
		}
		return !straightOp(o)
	})
}

// holdsChain reports a loop of the same range in all rows in which there is such a loop.
func (a *abreast) holdsChain(o *ir.Op) bool {
	return o.Kind == ir.OpFor && o.Mode == ir.Sequential && a.p.whole(o) && a.same(o.Args[0]) && a.same(o.Args[1]) &&
		slices.ContainsFunc(o.Regions[0].Ops, func(x *ir.Op) bool { return a.waits(x) || a.holdsChain(x) })
}

// private is memory of the kernel.
func (a *abreast) private(elem *ir.Type, n int64) *ir.Value {
	m := a.top.Op(ir.OpAlloca, nil, ir.SliceOf(elem))
	m.Ints = []int64{n}
	return m.Result()
}

// share gives memory for a local array of a loop that no other array of that loop has, or of one around it.
func (a *abreast) share(loop *ir.Region, elem *ir.Type, n int64) *ir.Value {
	taken := map[*ir.Value]bool{}
	for r := loop; r != nil && r.Parent != nil; r = r.Parent.Parent {
		for _, o := range r.Ops {
			if o.Kind == ir.OpAlloca {
				taken[a.kept[o.Result()]] = true
			}
		}
	}
	for _, m := range a.shared {
		if !taken[m] && m.Type.Elem == elem && m.Def.Ints[0] >= n {
			return m
		}
	}
	a.shared = append(a.shared, a.private(elem, n))
	return a.shared[len(a.shared)-1]
}

// keep makes room for values that other parts need.
func (a *abreast) keep(values []*ir.Value) error {
	for _, v := range values {
		if a.kept[v] != nil {
			continue
		}
		if !v.Type.IsScalar() {
			return fmt.Errorf("%s: a value of type %s would have to be kept for each row", a.p.op.Pos, v.Type)
		}
		elem := v.Type
		if elem == ir.TBool {
			elem = ir.TU8
		}
		a.kept[v] = a.private(elem, a.rows)
	}
	return nil
}

func (a *abreast) store(b *ir.Builder, of, row, v *ir.Value) {
	if v.Type == ir.TBool {
		v = b.Select(v, b.Const(ir.TU8, 1), b.Const(ir.TU8, 0))
	}
	b.Store(a.kept[of], row, v, nil)
}

func (a *abreast) load(b *ir.Builder, v, row *ir.Value) *ir.Value {
	x := b.Load(a.kept[v], row, nil)
	if v.Type == ir.TBool {
		x = b.Compare(ir.OpNe, x, b.Const(ir.TU8, 0))
	}
	return x
}

// each emits a part that is done one row after the other.
func (a *abreast) each(b *ir.Builder, ops []*ir.Op) error {
	if len(ops) == 0 {
		return nil
	}
	left := a.leftBy(ops)
	if err := a.keep(left); err != nil {
		return err
	}
	a.rowByRow(b, ir.FreeIn(ops), func(in *ir.Builder, c *ir.Cloner, row *ir.Value) {
		for _, o := range ops {
			in.Insert(c.Op(o))
		}
		for _, v := range left {
			a.store(in, v, row, c.Value(v))
		}
	})
	return nil
}

// rowByRow emits a loop over the rows of the block; do gets what the values stand for in one, and which it is.
func (a *abreast) rowByRow(b *ir.Builder, values []*ir.Value, do func(in *ir.Builder, c *ir.Cloner, row *ir.Value)) {
	f := b.For(a.lo, a.hi, 1, nil)
	in, at := b.In(f.Regions[0]), f.Regions[0].Params[0]
	row := in.Binary(ir.OpSub, at, a.lo)
	do(in, a.row(in, at, row, values), row)
	in.Yield()
}

// row says what values stand for in a row, number at of all and number row of the block.
func (a *abreast) row(b *ir.Builder, at, row *ir.Value, values []*ir.Value) *ir.Cloner {
	c := ir.NewCloner()
	c.Values = maps.Clone(a.common.Values)
	c.MapAll(a.p.body.Params, delinearise(b, at, a.dims))
	var need func(v *ir.Value)
	need = func(v *ir.Value) {
		_, known := c.Values[v]
		switch {
		case known:
		case a.rooms[v] > 0:
			c.Map(v, b.Binary(ir.OpMul, row, b.Int(a.rooms[v])))
		case a.again[v]:
			for _, x := range v.Def.Args {
				need(x)
			}
			b.Insert(c.Op(v.Def))
		case a.kept[v] != nil && v.Type.Kind == ir.Slice:
			c.Map(v, a.kept[v])
		case a.kept[v] != nil:
			c.Map(v, a.load(b, v, row))
		}
	}
	for _, v := range values {
		need(v)
	}
	return c
}

// together emits a loop that waits for all rows at once, where there are enough, else for one after the other.
func (a *abreast) together(b *ir.Builder, o *ir.Op) error {
	a.chains++
	ops := []*ir.Op{o}
	if err := a.keep(o.Results); err != nil {
		return err
	}
	branch := b.If(a.full)
	then, other := b.In(branch.Regions[0]), b.In(branch.Regions[1])
	var rows []*ir.Cloner
	var numbers []*ir.Value
	for u := range a.rows {
		n := then.Int(u)
		numbers = append(numbers, n)
		rows = append(rows, a.row(then, then.Binary(ir.OpAdd, a.lo, n), n, ir.FreeIn(ops)))
	}
	jamLoop(then, o, rows)
	f := then.Region.Ops[len(then.Region.Ops)-1]
	for u, c := range rows {
		for _, v := range o.Results {
			a.store(then, v, numbers[u], c.Value(v))
		}
	}
	if !a.same(o.Args[1]) {
		a.beyond(then, o, f, rows)
	}
	then.Yield()
	if err := a.each(other, ops); err != nil {
		return err
	}
	other.Yield()
	return nil
}

// beyond has the jammed loop f go as far as all rows do, and emits the rest of each row.
func (a *abreast) beyond(b *ir.Builder, o, f *ir.Op, rows []*ir.Cloner) {
	ahead := b.In(&ir.Region{})
	end := rows[0].Value(o.Args[1])
	for _, c := range rows[1:] {
		end = ahead.Binary(ir.OpMin, end, c.Value(o.Args[1]))
	}
	f.InsertBefore(ahead.Region.Take(0)...)
	f.SetArg(1, end)
	from := b.Binary(ir.OpMax, f.Args[0], end)
	a.rowByRow(b, ir.FreeIn([]*ir.Op{o}), func(in *ir.Builder, c *ir.Cloner, row *ir.Value) {
		var sofar []*ir.Value
		for _, v := range o.Results {
			sofar = append(sofar, a.load(in, v, row))
		}
		rest := in.Insert(c.Op(o))
		rest.SetArgs(append([]*ir.Value{from, rest.Args[1]}, sofar...))
		for k, v := range o.Results {
			a.store(in, v, row, rest.Results[k])
		}
	})
}

// around emits a loop that has such loops in it: what it carries is in memory.
func (a *abreast) around(b *ir.Builder, o *ir.Op) error {
	body := o.Regions[0]
	carried, inits, last := body.Params[1:], o.Args[2:], body.Terminator().Args
	if err := a.keep(carried); err != nil {
		return err
	}
	for k, v := range o.Results {
		a.kept[v] = a.kept[carried[k]]
	}
	if len(carried) > 0 {
		a.rowByRow(b, inits, func(in *ir.Builder, c *ir.Cloner, row *ir.Value) {
			for k, v := range carried {
				a.store(in, v, row, c.Value(inits[k]))
			}
		})
	}
	f := b.For(a.common.Value(o.Args[0]), a.common.Value(o.Args[1]), o.Ints[0], nil)
	in := b.In(f.Regions[0])
	a.common.Map(body.Params[0], f.Regions[0].Params[0])
	if err := a.region(in, body); err != nil {
		return err
	}
	if len(carried) > 0 {
		a.rowByRow(in, last, func(in *ir.Builder, c *ir.Cloner, row *ir.Value) {
			for k, v := range carried {
				a.store(in, v, row, c.Value(last[k]))
			}
		})
	}
	in.Yield()
	return nil
}

// leftBy lists what ops compute that others use.
func (a *abreast) leftBy(ops []*ir.Op) (left []*ir.Value) {
	used := map[*ir.Value]bool{}
	a.p.body.Walk(func(o *ir.Op) bool {
		if slices.Contains(ops, o) {
			return false
		}
		for _, v := range o.Args {
			used[v] = true
		}
		return true
	})
	for _, o := range ops {
		for _, v := range o.Results {
			if used[v] {
				left = append(left, v)
			}
		}
	}
	return left
}
