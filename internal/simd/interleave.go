package simd

import "github.com/hone-go/hone/internal/ir"

// interleaving is how the lanes of a group lie in memory: in rows of columns, a row for each lane. A column is a scalar of unit bytes, as
// large as can be, that holds one member or several. The vectors that are loaded or stored are numbered through the positions of columns;
// a register's worth of lanes fills count of them.
type interleaving struct {
	lanes   int
	unit    int64
	row     int // columns in a row
	used    int // columns from the first to the last that the group has to do with
	count   int
	shift   int // how many positions before its place the last register begins, so as not to reach behind the last column used
	down    bool
	element *ir.Type // of the vectors
	bytes   int64    // of a row
}

var unsignedOf = map[int64]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}

func (e *emitter) groupOf(o *ir.Op) *group {
	if e.lanes == nil {
		return nil
	}
	return e.sh.groups[o]
}

// interleave chooses the columns of a group; filled tells which of them have to be.
func (e *emitter) interleave(g *group) (x *interleaving, filled []bool) {
	ahead := e.mask() == nil && e.lanes.another && g.readsAhead()
	for unit := int64(8); unit > 0; unit /= 2 {
		if unit*int64(e.kernel.Lanes) > int64(e.opt.Machine.RegisterBytes) || g.stride%unit != 0 || (g.hi-g.lo)%unit != 0 && !ahead {
			continue
		}
		if g.members[0].op.Kind == ir.OpStore {
			if filled = g.covered(unit); filled == nil {
				continue
			}
		}
		x = &interleaving{lanes: e.kernel.Lanes, unit: unit, row: int(g.stride / unit), used: int((g.hi - g.lo) / unit), down: g.down, bytes: g.stride}
		break
	}
	if ahead {
		x.used = x.row
	}
	positions := x.row*x.lanes - (x.row - x.used)
	x.count = (positions + x.lanes - 1) / x.lanes
	x.element = g.members[0].typ
	for _, m := range g.members {
		if m.typ != x.element || int64(m.typ.Size()) != x.unit || m.typ == ir.TBool {
			x.element = unsignedOf[x.unit]
		}
	}
	return x, filled
}

// column is where a member lies.
func (x *interleaving) column(g *group, m *access) (column int, bits int64) {
	at := m.off - g.lo
	return int(at / x.unit), at % x.unit * 8
}

// flip is the row of a lane, and the lane of a row.
func (x *interleaving) flip(n int) int {
	if x.down {
		return x.lanes - 1 - n
	}
	return n
}

// address is where register k of a group's vectors lies, and how far the next part of it.
func (e *emitter) groupAddress(g *group, x *interleaving, o *ir.Op) func(k int) (args []*ir.Value, ints []int64) {
	extra := o.Args[2:]
	if o.Kind == ir.OpStore {
		extra = o.Args[3:]
	}
	p := e.address(o.Args[0], o.Args[1], extra, o.Ints)
	a, _ := e.sh.evenly(o)
	p.disp += g.lo - a.off
	part := x.bytes * int64(x.lanes)
	if x.down {
		p.disp -= part - x.bytes
		part = -part
	}
	return func(k int) ([]*ir.Value, []int64) {
		return []*ir.Value{p.base.u, p.idx.u}, []int64{p.scale, p.disp + int64(x.begins(k))*x.unit, part}
	}
}

// begins is the position of register k's first element.
func (x *interleaving) begins(k int) int {
	if k == x.count-1 {
		return k*x.lanes - x.shift
	}
	return k * x.lanes
}

// shuffle emits a shuffle of every register of a vector alike; the pattern's lanes are those of a register.
func (e *emitter) shuffle(pattern []int64, srcs ...*ir.Value) *ir.Value {
	same := len(srcs) == 1
	for i, n := range pattern {
		same = same && (n < 0 || n == int64(i))
	}
	if same {
		return srcs[0]
	}
	o := e.b.Op(ir.OpShuffle, srcs, srcs[0].Type)
	o.Ints = pattern
	return o.Result()
}

func (x *interleaving) pattern(f func(i int) int) []int64 {
	p := make([]int64, x.lanes)
	for i := range p {
		p[i] = int64(f(i))
	}
	return p
}

// rowMask is the mask of register k: lanes of the group's mask, each for its row's columns that are wanted. nil: all.
func (e *emitter) rowMask(x *interleaving, k int, m *ir.Value, wanted func(column int) bool) *ir.Value {
	all := true
	p := x.pattern(func(i int) int {
		row, column := (x.begins(k)+i)/x.row, (x.begins(k)+i)%x.row
		if !wanted(column) {
			all = false
			return x.lanes // of the mask that is off
		}
		return x.flip(row)
	})
	if m == nil {
		if all {
			return nil
		}
		m = e.b.Const(e.maskType(), 1)
	}
	if all {
		return e.shuffle(p, m)
	}
	return e.shuffle(p, m, e.b.Const(e.maskType(), 0))
}

// groupLoad gives a member's value; the first one that is asked for loads all.
func (e *emitter) groupLoad(g *group, o *ir.Op) lval {
	if o != g.members[0].op {
		return g.vals[o]
	}
	x, _ := e.interleave(g)
	m := e.mask()
	if m == nil {
		x.shift = x.count*x.lanes - (x.row*x.lanes - (x.row - x.used))
	}
	at := e.groupAddress(g, x, o)
	registers := make([]*ir.Value, x.count)
	for k := range registers {
		args, ints := at(k)
		if m != nil {
			if rm := e.rowMask(x, k, m, func(c int) bool { return c < x.used }); rm != nil {
				args = append(args, rm)
			}
		}
		l := e.b.Op(ir.OpMLoad, args, e.vec(x.element))
		l.Ints = ints
		registers[k] = l.Result()
	}
	e.noteOnce(o, "%d loads at steps of %d bytes: %d vectors and shuffles", len(g.members), g.stride, x.count)
	columns := make([]*ir.Value, x.row)
	wanted := make([]bool, x.row)
	for _, a := range g.members {
		c, _ := x.column(g, a)
		wanted[c] = true
	}
	e.takeColumns(x, registers, wanted, columns)
	g.vals = map[*ir.Op]lval{}
	for _, a := range g.members {
		c, bits := x.column(g, a)
		g.vals[a.op] = lval{v: e.fromColumn(columns[c], a.typ, bits)}
	}
	return g.vals[o]
}

// takeColumns fills in the columns that are wanted. Rows of an even number of columns are parted into even and odd ones, again and again, so
// that columns share the work; from other rows each is taken by itself.
func (e *emitter) takeColumns(x *interleaving, registers []*ir.Value, wanted []bool, out []*ir.Value) {
	if x.shift == 0 && x.row%2 == 0 && len(registers) == x.row {
		if e.transposes(x, wanted) {
			e.transpose(x, registers, wanted, out)
			return
		}
		e.partColumns(x, registers, wanted, out)
		return
	}
	for c := range wanted {
		if !wanted[c] {
			continue
		}
		p := x.pattern(func(i int) int {
			at := x.flip(i)*x.row + c
			k := min(at/x.lanes, x.count-1)
			return k*x.lanes + at - x.begins(k)
		})
		out[c] = e.shuffle(p, registers...)
	}
}

// partColumns does so for registers that hold rows of as many columns as there are registers.
func (e *emitter) partColumns(x *interleaving, registers []*ir.Value, wanted []bool, out []*ir.Value) {
	n := len(registers)
	if n%2 != 0 {
		part := *x
		part.row, part.count = n, n
		for c := range n {
			if wanted[c] {
				out[c] = e.shuffle(part.pattern(func(i int) int { return part.flip(i)*n + c }), registers...)
			}
		}
		return
	}
	if e.inHalves(x) && x.unit < 4 { // even and odd elements to the ends of every 16 bytes, so that eight bytes at a time can be taken
		registers = append([]*ir.Value(nil), registers...)
		for k, v := range registers {
			registers[k] = e.shuffle(x.pattern(func(i int) int {
				per := min(16/int(x.unit), x.lanes)
				base, at := i/per*per, i%per
				return base + 2*(at%(per/2)) + at/(per/2)
			}), v)
		}
	}
	for odd := range 2 {
		half, cols, any := make([]bool, n/2), make([]*ir.Value, n/2), false
		for c := range half {
			half[c] = wanted[2*c+odd]
			any = any || half[c]
		}
		if !any {
			continue
		}
		next := make([]*ir.Value, n/2)
		for k := range next {
			next[k] = e.unzip(x, registers[2*k], registers[2*k+1], odd, n == 2)
		}
		if n == 2 {
			cols = next
		} else {
			e.partColumns(x, next, half, cols)
		}
		for c, v := range cols {
			if v != nil && half[c] {
				out[2*c+odd] = v
			}
		}
	}
}

// inHalves reports that vectors fill AVX2's registers, which shuffle best inside of 16 bytes.
func (e *emitter) inHalves(x *interleaving) bool {
	return e.opt.Machine.RegisterBytes < 64 && x.lanes*int(x.unit) >= 16
}

// unzip takes the even or the odd elements of two vectors, in the last step for the order of lanes.
func (e *emitter) unzip(x *interleaving, a, b *ir.Value, odd int, last bool) *ir.Value {
	if !e.inHalves(x) || x.unit >= 4 {
		return e.shuffle(x.pattern(func(i int) int {
			if last {
				i = x.flip(i)
			}
			return 2*i + odd
		}), a, b)
	}
	per := min(16/int(x.unit), x.lanes)
	v := e.shuffle(x.pattern(func(i int) int { // they lie in this half of every 16 bytes
		block, at := i/(per/2), i%(per/2)
		return block*per + odd*per/2 + at
	}), a, b)
	if last && x.down {
		v = e.shuffle(x.pattern(x.flip), v)
	}
	return v
}

// zip puts half of the elements of two vectors together, taking turns. The registers of AVX2 are zipped in 16 bytes, then halves are put
// together.
func (e *emitter) zip(x *interleaving, a, b *ir.Value, upper int) *ir.Value {
	n := x.lanes
	if e.opt.Machine.RegisterBytes >= 64 || n*int(x.unit) != 32 {
		return e.shuffle(x.pattern(func(i int) int { return i%2*n + upper*n/2 + i/2 }), a, b)
	}
	per := n / 2
	var parts [2]*ir.Value
	for k := range parts {
		parts[k] = e.shuffle(x.pattern(func(i int) int { return i%2*n + i/per*per + k*per/2 + i%per/2 }), a, b)
	}
	return e.shuffle(x.pattern(func(i int) int { return i/per*n + upper*per + i%per }), parts[0], parts[1])
}

// fromColumn takes a scalar of type t out of a column.
func (e *emitter) fromColumn(v *ir.Value, t *ir.Type, bits int64) *ir.Value {
	if v.Type.Elem == t {
		return v
	}
	if bits > 0 {
		v = e.b.Binary(ir.OpShr, v, e.b.Const(ir.TU64, uint64(bits)))
	}
	if u := unsignedOf[int64(t.Size())]; v.Type.Elem != u {
		v = e.b.Conv(v, e.vec(u))
	}
	switch {
	case t == ir.TBool:
		return e.b.Compare(ir.OpNe, v, e.zeroOf(v.Type))
	case v.Type.Elem != t:
		return e.b.Op(ir.OpBitcast, []*ir.Value{v}, e.vec(t)).Result()
	}
	return v
}

// groupStore notes what a member stores; with the last one, all is stored.
func (e *emitter) groupStore(g *group, o *ir.Op, val lval) {
	if o == g.members[0].op {
		g.vals = map[*ir.Op]lval{}
	}
	g.vals[o] = val
	if o != g.members[len(g.members)-1].op {
		return
	}
	x, filled := e.interleave(g)
	columns := make([]*ir.Value, x.row)
	for _, a := range g.members {
		e.toColumns(g, x, a, columns)
	}
	e.noteOnce(o, "%d stores at steps of %d bytes: %d vectors and shuffles", len(g.members), g.stride, x.count)
	registers := e.joinColumns(x, columns)
	at := e.groupAddress(g, x, o)
	for k, v := range registers[:x.count] {
		if v == nil {
			continue
		}
		args, ints := at(k)
		args = append(args, v)
		if m := e.rowMask(x, k, e.mask(), func(c int) bool { return filled[c] }); m != nil {
			args = append(args, m)
		}
		e.b.Op(ir.OpMStore, args).Ints = ints
	}
}

// toColumns adds what a member stores to the columns that it lies in.
func (e *emitter) toColumns(g *group, x *interleaving, a *access, columns []*ir.Value) {
	v := e.toVec(g.vals[a.op])
	c, bits := x.column(g, a)
	if a.typ == x.element {
		columns[c] = v
		return
	}
	size := int64(a.typ.Size())
	u := e.vec(unsignedOf[size])
	switch {
	case a.typ == ir.TBool:
		v = e.b.Select(v, e.b.Const(u, 1), e.b.Const(u, 0))
	case a.typ != u.Elem:
		v = e.b.Op(ir.OpBitcast, []*ir.Value{v}, u).Result()
	}
	for done := int64(0); done < size; done += x.unit {
		w := v
		if done > 0 {
			w = e.b.Binary(ir.OpShr, w, e.b.Const(ir.TU64, uint64(8*done)))
		}
		if size != x.unit {
			w = e.b.Conv(w, e.vec(x.element))
		}
		if bits > 0 {
			w = e.b.Binary(ir.OpShl, w, e.b.Const(ir.TU64, uint64(bits)))
		}
		if old := columns[c]; old != nil {
			w = e.b.Binary(ir.OpOr, old, w)
		}
		columns[c] = w
		c++
	}
}

// joinColumns is the inverse of takeColumns; columns and registers that hold nothing are nil.
func (e *emitter) joinColumns(x *interleaving, columns []*ir.Value) []*ir.Value {
	n := len(columns)
	if n == 1 {
		if columns[0] != nil && x.down {
			return []*ir.Value{e.shuffle(x.pattern(x.flip), columns[0])}
		}
		return columns
	}
	out := make([]*ir.Value, n)
	if n%2 != 0 {
		e.joinOdd(x, columns, out)
		return out
	}
	var halves [2][]*ir.Value
	for odd := range halves {
		for c := odd; c < n; c += 2 {
			halves[odd] = append(halves[odd], columns[c])
		}
		halves[odd] = e.joinColumns(x, halves[odd])
	}
	for k := range out {
		a, b := halves[0][k/2], halves[1][k/2]
		half := k % 2 * x.lanes / 2
		switch {
		case a != nil && b != nil:
			out[k] = e.zip(x, a, b, k%2)
		case a != nil:
			out[k] = e.shuffle(x.pattern(func(i int) int { return half + i/2 }), a)
		case b != nil:
			out[k] = e.shuffle(x.pattern(func(i int) int { return half + i/2 }), b)
		}
	}
	return out
}

// joinOdd joins an odd number of columns. Where registers are best put together by blends, every column's lanes are first moved to where they
// will be: to different places, since the number of lanes is even.
func (e *emitter) joinOdd(x *interleaving, columns, out []*ir.Value) {
	n := len(columns)
	blends := e.opt.Machine.RegisterBytes < 64
	var srcs []*ir.Value
	place := make([]int, n)
	for c, v := range columns {
		if place[c] = -1; v == nil {
			continue
		}
		if blends {
			moved := make([]int64, x.lanes)
			for t := range x.lanes {
				moved[(t*n+c)%x.lanes] = int64(x.flip(t))
			}
			v = e.shuffle(moved, v)
		}
		place[c] = len(srcs)
		srcs = append(srcs, v)
	}
	for k := range out {
		if len(srcs) == 0 {
			continue
		}
		out[k] = e.shuffle(x.pattern(func(i int) int {
			row, c := (k*x.lanes+i)/n, (k*x.lanes+i)%n
			switch {
			case place[c] < 0:
				return -1
			case blends:
				return place[c]*x.lanes + i
			}
			return place[c]*x.lanes + x.flip(row)
		}), srcs...)
	}
}
