package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// A string is a slice of bytes that nothing stores to, whose capacity is its length.

var stringType = ir.SliceOf(ir.TU8)

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// stringConst is a constant string: the bytes are a table, made at the function's beginning.
func (f *fun) stringConst(s string) *ir.Value {
	if s == "" {
		return zero(f.b, stringType)
	}
	if f.tabling != nil {
		return f.tabling.slice(f.b, stringType, bytesOf(f.b, s), len(s))
	}
	if v := f.strings[s]; v != nil {
		return v
	}
	r := ir.NewRegion(nil)
	b := f.b.In(r)
	array := b.Op(ir.OpArray, bytesOf(b, s), ir.ArrayOf(ir.TU8, len(s))).Result()
	cell := b.Op(ir.OpCell, []*ir.Value{array}, ir.CellOf(array.Type)).Result()
	v := b.Op(ir.OpView, []*ir.Value{cell}, stringType).Result()
	f.prologue = append(f.prologue, r.Ops...)
	if f.strings == nil {
		f.strings = map[string]*ir.Value{}
	}
	f.strings[s] = v
	return v
}

func bytesOf(b *ir.Builder, s string) []*ir.Value {
	vs := make([]*ir.Value, len(s))
	for i := range len(s) {
		vs[i] = b.Const(ir.TU8, uint64(s[i]))
	}
	return vs
}

// convertString is a conversion from or to a string that makes a copy.
func (f *fun) convertString(arg ast.Expr, to types.Type, pos token.Pos) *ir.Value {
	from := f.typeOf(arg)
	s := f.expr(arg)
	f.at(pos)
	switch elem := f.elemOf(from, to); {
	case elem == ir.TU8:
		n := f.b.Len(s)
		made := f.b.Op(ir.OpMake, []*ir.Value{n}, stringType).Result()
		f.b.Op(ir.OpMove, []*ir.Value{made, s, n})
		return made
	case elem == ir.TI32 && isString(from):
		return f.runesOf(s)
	}
	f.fail(pos, "conversion of a %s to a %s is not compiled", name(from), name(to))
	return nil
}

// elemOf is the type of the elements of the slice that a string is converted to, or from.
func (f *fun) elemOf(a, b types.Type) *ir.Type {
	for _, t := range []types.Type{a, b} {
		if s := asSlice(t); s != nil {
			t, _ := irType(s.Elem(), f.env, nil)
			return t
		}
	}
	return nil
}

// runesOf is []rune(s). It has room for as many runes as there are bytes.
func (f *fun) runesOf(s *ir.Value) *ir.Value {
	t := ir.SliceOf(ir.TI32)
	n := f.b.Len(s)
	made := f.b.Op(ir.OpMake, []*ir.Value{n}, t).Result()
	loop := f.b.Loop([]*ir.Value{f.b.Int(0), f.b.Int(0)}, ir.TI64)
	b := f.b
	f.b = b.In(loop.Regions[0])
	at, k := loop.Regions[0].Params[0], loop.Regions[0].Params[1]
	test := f.b.If(f.b.Compare(ir.OpLt, at, n))
	f.b.In(test.Regions[0]).Yield()
	f.b.In(test.Regions[1]).Break(loop, k)
	r, width := f.decodeRune(s, n, at)
	f.b.Store(made, k, r, nil)
	f.b.Continue(loop, f.b.Binary(ir.OpAdd, at, width), f.b.Binary(ir.OpAdd, k, f.b.Int(1)))
	f.b = b
	return f.b.Op(ir.OpSlice, []*ir.Value{made, f.b.Int(0), loop.Result()}, t).Result()
}

// rangeString ranges over the runes of a string.
func (f *fun) rangeString(s *ast.RangeStmt, label string) {
	x := f.expr(s.X)
	f.at(s.Pos())
	n := f.b.Len(x)
	next := f.newCell(f.b.Int(0), "next")
	f.loop(label, nil, func([]*ir.Value) *ir.Value {
		return f.b.Compare(ir.OpLt, f.get(next), n)
	}, func([]*ir.Value) {
		f.try(func() {
			i := f.get(next)
			r, width := f.decodeRune(x, n, i)
			f.set(next, f.b.Binary(ir.OpAdd, i, width))
			f.assignRange(s, func() *ir.Value { return i }, func() *ir.Value { return r })
		})
		f.stmts(s.Body.List)
	}, nil)
}

// decodeRune is the rune that begins at i < n, the length of s, and how many bytes it has, as Go decodes UTF-8.
func (f *fun) decodeRune(s, n, i *ir.Value) (r, width *ir.Value) {
	first := f.b.Load(s, i, nil)
	ascii := f.b.If(f.b.Compare(ir.OpLt, first, f.b.Const(ir.TU8, 0x80)), ir.TI32, ir.TI64)
	b := f.b.In(ascii.Regions[0])
	b.Yield(b.Conv(first, ir.TI32), b.Int(1))
	d := decoder{b: f.b.In(ascii.Regions[1]), s: s, n: n, i: i}
	d.b.Yield(d.longer(first)...)
	return ascii.Results[0], ascii.Results[1]
}

// decoder decodes runes of several bytes.
type decoder struct {
	b       *ir.Builder
	s, n, i *ir.Value
}

// longer takes all that the bytes could be, and the one that they are: 0xfffd, of one byte, if they are none.
func (d *decoder) longer(first *ir.Value) []*ir.Value {
	b := d.b
	c := func(x uint64) *ir.Value { return b.Const(ir.TI32, x) }
	lead := b.Conv(first, ir.TI32)
	within := func(v *ir.Value, lo, hi uint64) *ir.Value {
		return b.Binary(ir.OpAnd, b.Compare(ir.OpGe, v, c(lo)), b.Compare(ir.OpLe, v, c(hi)))
	}
	value := lead
	var tails *ir.Value
	rune_, width := c(0xfffd), b.Int(1)
	for k, form := range []struct{ lo, hi, least, most uint64 }{
		{0xc0, 0xdf, 0x80, 0x7ff},
		{0xe0, 0xef, 0x800, 0xffff},
		{0xf0, 0xf7, 0x10000, 0x10ffff},
	} {
		next := d.byteAt(k + 1)
		tail := b.Compare(ir.OpEq, b.Binary(ir.OpAnd, next, c(0xc0)), c(0x80))
		if tails != nil {
			tail = b.Binary(ir.OpAnd, tails, tail)
		}
		tails = tail
		value = b.Binary(ir.OpOr, b.Op(ir.OpShl, []*ir.Value{value, b.Const(ir.TU64, 6)}, ir.TI32).Result(), b.Binary(ir.OpAnd, next, c(0x3f)))
		mask := uint64(1)<<(6*(k+2)-k-1) - 1 // what is left of the first byte's marks is cut off
		v := b.Binary(ir.OpAnd, value, c(mask))
		is := b.Binary(ir.OpAnd, b.Binary(ir.OpAnd, within(lead, form.lo, form.hi), tails), within(v, form.least, form.most))
		if k == 1 {
			is = b.Binary(ir.OpAnd, is, b.Unary(ir.OpNot, within(v, 0xd800, 0xdfff)))
		}
		rune_, width = b.Select(is, v, rune_), b.Select(is, b.Int(int64(k+2)), width)
	}
	return []*ir.Value{rune_, width}
}

// byteAt is the byte k behind i, or 0 behind the string's end.
func (d *decoder) byteAt(k int) *ir.Value {
	at := d.b.Binary(ir.OpAdd, d.i, d.b.Int(int64(k)))
	o := d.b.If(d.b.Compare(ir.OpLt, at, d.n), ir.TI32)
	b := d.b.In(o.Regions[0])
	b.Yield(b.Conv(b.Load(d.s, at, nil), ir.TI32))
	b = d.b.In(o.Regions[1])
	b.Yield(b.Const(ir.TI32, 0))
	return o.Result()
}

// compareStrings is x op y, byte by byte.
func (f *fun) compareStrings(op token.Token, x, y *ir.Value) *ir.Value {
	switch op {
	case token.EQL:
		return f.equalStrings(x, y)
	case token.NEQ:
		return f.b.Unary(ir.OpNot, f.equalStrings(x, y))
	case token.LSS:
		return f.lessString(x, y)
	case token.GTR:
		return f.lessString(y, x)
	case token.LEQ:
		return f.b.Unary(ir.OpNot, f.lessString(y, x))
	}
	return f.b.Unary(ir.OpNot, f.lessString(x, y))
}

func (f *fun) equalStrings(x, y *ir.Value) *ir.Value {
	n := f.b.Len(x)
	o := f.b.If(f.b.Compare(ir.OpEq, n, f.b.Len(y)), ir.TBool)
	b := f.b
	f.b = b.In(o.Regions[0])
	f.b.Yield(f.differing(x, y, n, func(b *ir.Builder, _, _ *ir.Value) *ir.Value { return b.Bool(false) }, func(b *ir.Builder) *ir.Value { return b.Bool(true) }))
	f.b = b.In(o.Regions[1])
	f.b.Yield(f.b.Bool(false))
	f.b = b
	return o.Result()
}

func (f *fun) lessString(x, y *ir.Value) *ir.Value {
	nx, ny := f.b.Len(x), f.b.Len(y)
	shorter := f.b.Compare(ir.OpLt, nx, ny)
	return f.differing(x, y, f.b.Binary(ir.OpMin, nx, ny),
		func(b *ir.Builder, x, y *ir.Value) *ir.Value { return b.Compare(ir.OpLt, x, y) }, func(*ir.Builder) *ir.Value { return shorter })
}

// differing goes through n bytes of two strings up to the first two that differ, and gives what these say, or what it says that there are none.
func (f *fun) differing(x, y, n *ir.Value, differ func(b *ir.Builder, x, y *ir.Value) *ir.Value, equal func(b *ir.Builder) *ir.Value) *ir.Value {
	loop := f.b.Loop([]*ir.Value{f.b.Int(0)}, ir.TBool)
	b := f.b.In(loop.Regions[0])
	i := loop.Regions[0].Params[0]
	test := b.If(b.Compare(ir.OpLt, i, n))
	b.In(test.Regions[0]).Yield()
	ended := b.In(test.Regions[1])
	ended.Break(loop, equal(ended))
	p, q := b.Load(x, i, nil), b.Load(y, i, nil)
	test = b.If(b.Compare(ir.OpEq, p, q))
	b.In(test.Regions[0]).Yield()
	other := b.In(test.Regions[1])
	other.Break(loop, differ(other, p, q))
	b.Continue(loop, b.Binary(ir.OpAdd, i, b.Int(1)))
	return loop.Result()
}
