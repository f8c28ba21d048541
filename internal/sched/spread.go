package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// Rows that are a multiple of 4 KiB long have the same place in a page, and elements one below the other share a set of the first-level cache; the CPU takes a load from one
// row for what it has just stored to another, since it compares the low bits of addresses first ("4K aliasing": Intel 64 and IA-32 Architectures Optimization Reference
// Manual; AMD's processors do likewise). In the windows of a pipeline rows can be further apart than the program has them: nobody else sees these, and where an access goes
// is known as a row and a column. The stages' kernels take how far apart rows of temporaries are as a value of its own, which is the program's pitch where a loop runs by
// itself.

// spread is that value.
type spread struct {
	apart *ir.Value     // elements between rows
	was   analysis.Poly // as the program has it
}

// program is the pitch of temporaries in the program.
func (p *pipeline) program() analysis.Poly {
	if p.spread != nil {
		return p.spread.was
	}
	return p.pitch
}

// spread has the stages of a pipeline go through temporaries in rows whose distance is a value of its own, which it computes in the host, if each access goes to a column
// of a row.
func (s *scheduler) spread(p *pipeline, host *ir.Region) {
	rowwise := slices.ContainsFunc(p.stages, func(st *stage) bool { return !st.free })
	if c, known := p.pitch.Const(); !rowwise || known && (c == 1 || !p.alike(c, s.machine)) { // rows of one element are none
		return
	}
	var all []placed
	for _, st := range p.stages {
		found, ok := p.places(st)
		if !ok {
			return
		}
		all = append(all, found...)
	}
	b := &ir.Builder{Region: host, Pos: p.stages[0].loop.Pos}
	pitch := p.pitch.Emit(b, func(v *ir.Value) *ir.Value { return v })
	p.spread = &spread{apart: b.Binary(ir.OpMax, pitch, pitch), was: p.pitch} // the same number, but not seen to be
	for _, a := range all {
		a.goBy(p.spread.apart)
	}
	shared := analysis.NewSpace()
	for m, st := range p.stages {
		p.stages[m] = s.newStage(shared, st.loop)
		p.stages[m].linearise()
	}
	if p.connected() < len(p.stages) {
		panic("sched: stages do not fit together when their rows are further apart")
	}
	for _, st := range p.stages {
		st.columns = p.columnsOf(st)
	}
	s.keep(p.stages)
}

// columnsOf lists where the accesses of a stage to temporaries go in their rows.
func (p *pipeline) columnsOf(st *stage) (columns []analysis.Poly) {
	if st.free {
		return nil
	}
	space := st.space.s
	for _, a := range st.acc {
		if !p.isTemp(a.Root) {
			continue
		}
		_, column, _ := space.Multiple(a.At.Without(st.space.body.Params[0]), p.pitch)
		if !slices.ContainsFunc(columns, column.Equal) {
			columns = append(columns, column)
		}
	}
	return columns
}

// alike reports a pitch at which rows of a temporary look alike.
func (p *pipeline) alike(pitch int64, m *machine.Desc) bool {
	return m.Always() || slices.ContainsFunc(p.temps, func(t *ir.Op) bool {
		size, line := int64(t.Results[0].Type.Elem.Size()), int64(m.LineBytes)
		return (pitch*size+line-1)%int64(m.AliasBytes) < 2*line-1
	})
}

// placed is an access of a stage to a temporary: to a row and a column.
type placed struct {
	op          *ir.Op
	space       *analysis.Space
	row, column analysis.Poly
	early       func(*ir.Value) bool // is known outside the loop
}

// places finds those of a stage; not ok if it uses a temporary in another way. A stage that goes along the elements has none: it does a row after the other.
func (p *pipeline) places(st *stage) (all []placed, ok bool) {
	body := st.loop.Regions[0]
	space, index := st.space.s, body.Params[0]
	sp := newSpaceIn(space, st.loop)
	early := func(v *ir.Value) bool { return !st.loop.Defines(v) }
	ok = true
	body.Walk(func(o *ir.Op) bool {
		for _, v := range o.Args {
			if v.Type.Kind != ir.Slice || !p.isTemp(v.Root()) {
				continue
			}
			if o.Kind != ir.OpLoad && o.Kind != ir.OpStore || o.Args[1].Type != ir.TI64 {
				ok = false
				continue
			}
			at := space.Of(o.Args[1])
			if st.free {
				ok = ok && at.Equal(space.Atom(index))
				continue
			}
			row, column, whole := p.place(sp, at)
			ok = ok && whole
			all = append(all, placed{o, space, row, column, early})
		}
		return ok
	})
	return all, ok
}

// place is the row that a place is in, the number of the stage's row or what is near it, some further on, and the column.
func (p *pipeline) place(sp *space, at analysis.Poly) (row, column analysis.Poly, ok bool) {
	for _, v := range at.Atoms() {
		n, ok := sp.near(sp.s.Atom(v))
		if c, linear := at.Coef(v); ok && n.index == sp.body.Params[0] && linear && c.Equal(p.pitch) {
			row, at = sp.s.Add(row, sp.s.Atom(v)), at.Without(v)
		}
	}
	k, column, ok := sp.s.Multiple(at, p.pitch)
	return sp.s.Add(row, analysis.Const(k)), column, ok && sp.isColumn(column)
}

// isColumn reports a column that is seen to be one: no row is part of it, nor what can't be told from one, as a clamp whose end has been computed in a kernel since the stages
// were found to fit together.
func (p *space) isColumn(column analysis.Poly) bool {
	return !column.Mentions(p.body.Params[0]) && !column.Any(func(v *ir.Value) bool {
		if _, isIndex := p.index[v]; isIndex || !p.op.Defines(v) {
			return false
		}
		n, ok := p.near(p.s.Atom(v))
		return !ok || n.index == p.body.Params[0]
	})
}

// goBy has the access go there where rows are so far apart.
func (a placed) goBy(apart *ir.Value) {
	s := a.space
	rows, ok := s.Mul(a.row, s.Atom(apart))
	if !ok {
		panic("sched: a place in a row is too long a sum")
	}
	b := &ir.Builder{Region: ir.NewRegion(a.op.Parent.Parent), Pos: a.op.Pos}
	at := s.Add(a.column, rows).EmitParts(b, a.early)
	a.op.InsertBefore(b.Region.Take(0)...)
	a.op.SetArg(1, at)
}

// spread emits the distance of rows in windows: a cache line more than the program's pitch, of the smallest elements, where they would look alike, and all accesses go to columns
// that their rows have.
func (e *layouter) spread() *ir.Value {
	p := e.p
	if p.spread == nil {
		return e.row
	}
	e.pitch = e.row
	inside := e.Bool(true)
	for _, st := range p.stages {
		for _, c := range st.columns {
			lo, hi := e.rowZero(st, analysis.Access{At: c}, 1)
			inside = e.allOf(inside, e.Compare(ir.OpGe, lo, e.Int(0)), e.Compare(ir.OpLt, hi, e.row))
		}
	}
	alike := e.Bool(e.machine.Always())
	line := int64(e.machine.LineBytes)
	least := line
	var sizes []int64
	for _, t := range p.temps {
		size := int64(t.Results[0].Type.Elem.Size())
		if slices.Contains(sizes, size) || size == 0 {
			continue
		}
		sizes = append(sizes, size)
		least = min(least, size)
		low := e.Binary(ir.OpAnd, e.add(e.mul(e.row, e.Int(size)), e.Int(line-1)), e.Int(int64(e.machine.AliasBytes-1)))
		alike = e.Binary(ir.OpOr, alike, e.Compare(ir.OpLt, low, e.Int(2*line-1)))
	}
	more := e.Select(e.Binary(ir.OpAnd, inside, alike), e.Int(line/least), e.Int(0))
	return e.add(e.row, more)
}

// elements is how long the window of a temporary is.
func (l *layout) elements(b *ir.Builder, p *pipeline, t *ir.Op) *ir.Value {
	n := t.Args[0]
	if p.spread == nil {
		return n
	}
	rows := b.Binary(ir.OpAdd, b.Binary(ir.OpDiv, n, l.row), b.Int(1))
	return b.Binary(ir.OpAdd, n, b.Binary(ir.OpMul, rows, b.Binary(ir.OpSub, l.pitch, l.row)))
}
