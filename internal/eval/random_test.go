package eval_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
)

// generator makes random source-level functions: cells, arrays, control flow with exits to anywhere, function literals that capture
// and assign, unrolled loops. Loops count to small constants, so that every program ends.
type generator struct {
	r       *rand.Rand
	b       *ir.Builder
	params  []*ir.Value
	cells   []*ir.Value // of i64
	arrays  []*ir.Value // cells of arrays
	lambdas []*ir.Value // fn(i64) -> (i64)
	exits   []*ir.Op    // blocks and loops around; loops are left only
	results []*ir.Type  // of the function or lambda around
	depth   int
}

func (g *generator) binary(k ir.OpKind, x, y *ir.Value) *ir.Value { return g.b.Binary(k, x, y) }

func (g *generator) expr(depth int) *ir.Value {
	b := g.b
	if depth <= 0 {
		switch g.r.Intn(4) {
		case 0:
			return b.Int(int64(g.r.Intn(5)) - 1)
		case 1:
			return g.params[g.r.Intn(len(g.params))]
		}
		return b.Op(ir.OpGet, []*ir.Value{g.cells[g.r.Intn(len(g.cells))]}, ir.TI64).Result()
	}
	switch g.r.Intn(9) {
	case 0:
		return b.Select(g.cond(depth-1), g.expr(depth-1), g.expr(depth-1))
	case 1:
		return g.element()
	case 2:
		f := g.lambdas[g.r.Intn(len(g.lambdas))]
		return b.Op(ir.OpCall, []*ir.Value{f, g.expr(depth - 1)}, ir.TI64).Result()
	case 3:
		return b.Op(ir.OpHide, []*ir.Value{g.expr(depth - 1)}, ir.TI64).Result()
	}
	kinds := []ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpXor, ir.OpAnd, ir.OpMin}
	return g.binary(kinds[g.r.Intn(len(kinds))], g.expr(depth-1), g.expr(depth-1))
}

// array picks an array and an index into it, sometimes known.
func (g *generator) array() (c, i *ir.Value) {
	c = g.arrays[g.r.Intn(len(g.arrays))]
	n := int64(c.Type.Elem.Len)
	if g.r.Intn(2) == 0 {
		return c, g.b.Int(g.r.Int63n(n))
	}
	i = g.binary(ir.OpAnd, g.expr(1), g.b.Int(n-1))
	g.b.Op(ir.OpCheckIndex, []*ir.Value{i, g.b.Int(n)})
	return c, i
}

func (g *generator) element() *ir.Value {
	c, i := g.array()
	o := g.b.Op(ir.OpGet, []*ir.Value{c, i}, ir.TI64)
	o.Ints = []int64{-1}
	return o.Result()
}

func (g *generator) cond(depth int) *ir.Value {
	b := g.b
	if g.r.Intn(8) == 0 {
		return b.Bool(g.r.Intn(2) == 0)
	}
	if depth > 0 && g.r.Intn(3) == 0 {
		kinds := []ir.OpKind{ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpEq}
		return b.Op(kinds[g.r.Intn(4)], []*ir.Value{g.cond(depth - 1), g.cond(depth - 1)}, ir.TBool).Result()
	}
	if g.r.Intn(4) == 0 {
		return b.Unary(ir.OpNot, g.cond(depth-1))
	}
	kinds := []ir.OpKind{ir.OpLt, ir.OpEq, ir.OpNe, ir.OpGe}
	return b.Compare(kinds[g.r.Intn(4)], g.expr(min(depth, 1)), g.expr(0))
}

func (g *generator) set(c, v *ir.Value) { g.b.Op(ir.OpSet, []*ir.Value{c, v}) }

// inside generates statements into a region and then its end; it reports whether the end was reached.
func (g *generator) inside(r *ir.Region, n int, end func()) {
	b, cells, arrays, lambdas := g.b, g.cells, g.arrays, g.lambdas
	g.b = b.In(r)
	g.depth++
	if g.stmts(n) {
		end()
	}
	g.depth--
	g.b, g.cells, g.arrays, g.lambdas = b, cells, arrays, lambdas
}

func (g *generator) stmts(n int) (live bool) {
	for range n {
		if !g.stmt() {
			return false
		}
	}
	return true
}

func (g *generator) stmt() (live bool) {
	b := g.b
	kind := g.r.Intn(20)
	if g.depth > 4 && kind > 9 {
		kind %= 10
	}
	switch {
	case kind < 5:
		g.set(g.cells[g.r.Intn(len(g.cells))], g.expr(2))
	case kind < 7:
		c, i := g.array()
		o := b.Op(ir.OpSet, []*ir.Value{c, g.expr(1), i})
		o.Ints = []int64{-1}
	case kind == 7:
		c := b.Op(ir.OpCell, []*ir.Value{g.expr(1)}, ir.CellOf(ir.TI64)).Result()
		g.cells = append(g.cells[:len(g.cells):len(g.cells)], c)
	case kind == 8 && g.depth > 0:
		return g.leave()
	case kind < 13:
		g.ifStmt()
	case kind < 15:
		op := b.Block()
		g.exits = append(g.exits, op)
		g.inside(op.Regions[0], 3, func() { g.b.Yield() })
		g.exits = g.exits[:len(g.exits)-1]
	case kind < 17:
		g.loop()
	case kind == 17:
		g.unroll()
	default:
		g.lambda()
	}
	return true
}

// leave ends the path.
func (g *generator) leave() bool {
	if len(g.exits) > 0 && g.r.Intn(3) > 0 {
		g.b.Break(g.exits[g.r.Intn(len(g.exits))])
		return false
	}
	g.ret()
	return false
}

func (g *generator) ret() {
	var vs []*ir.Value
	for _, t := range g.results {
		if t == ir.TBool {
			vs = append(vs, g.cond(0))
		} else {
			vs = append(vs, g.expr(1))
		}
	}
	g.b.Return(vs...)
}

func (g *generator) ifStmt() {
	c := g.cond(1)
	if g.r.Intn(3) > 0 {
		op := g.b.If(c)
		for k := range 2 {
			g.inside(op.Regions[k], g.r.Intn(3), func() { g.b.Yield() })
		}
		return
	}
	op := g.b.If(c, ir.TI64)
	for k := range 2 {
		g.inside(op.Regions[k], g.r.Intn(3), func() { g.b.Yield(g.expr(1)) })
	}
	g.set(g.cells[0], op.Result())
}

func (g *generator) loop() {
	n := int64(g.r.Intn(4))
	op := g.b.Loop([]*ir.Value{g.b.Int(0)})
	i := op.Regions[0].Params[0]
	g.exits = append(g.exits, op)
	b := g.b
	g.b = b.In(op.Regions[0])
	more := g.b.If(g.b.Compare(ir.OpLt, i, g.b.Int(n)))
	g.b.In(more.Regions[0]).Yield()
	g.b.In(more.Regions[1]).Break(op)
	g.b = b
	params := g.params
	g.params = append(params[:len(params):len(params)], i)
	g.inside(op.Regions[0], 3, func() {
		g.b.Continue(op, g.binary(ir.OpAdd, i, g.b.Int(1)))
	})
	g.params = params
	g.exits = g.exits[:len(g.exits)-1]
}

// literal makes a lambda, whose body may leave only itself.
func (g *generator) literal(param, result *ir.Type) *ir.Value {
	o := g.b.Op(ir.OpLambda, nil, ir.FuncOf([]*ir.Type{param}, []*ir.Type{result}))
	r := o.AddRegion(param)
	exits, results, params := g.exits, g.results, g.params
	g.exits, g.results = nil, []*ir.Type{result}
	g.params = append(params[:len(params):len(params)], r.Params[0])
	g.inside(r, 2, g.ret)
	g.exits, g.results, g.params = exits, results, params
	return o.Result()
}

func (g *generator) lambda() {
	f := g.literal(ir.TI64, ir.TI64)
	g.lambdas = append(g.lambdas[:len(g.lambdas):len(g.lambdas)], f)
}

func (g *generator) unroll() {
	f := g.literal(ir.TI64, ir.TBool)
	g.b.Op(ir.OpUnroll, []*ir.Value{g.b.Int(0), g.b.Int(int64(g.r.Intn(4))), f})
}

func randomFunc(r *rand.Rand) *ir.Func {
	i64 := ir.TI64
	g := &generator{r: r}
	f := ir.NewFunc("f", []*ir.Type{i64, i64, i64}, []*ir.Type{i64, i64, i64})
	g.b, g.params, g.results = ir.NewBuilder(f.Body), f.Body.Params, f.Results
	for k := range 3 {
		init := g.params[k]
		if k > 0 {
			init = g.b.Int(int64(k))
		}
		c := g.b.Op(ir.OpCell, []*ir.Value{init}, ir.CellOf(i64)).Result()
		c.Name = fmt.Sprint("c", k)
		g.cells = append(g.cells, c)
	}
	for _, n := range []int{4, 32} {
		t := ir.ArrayOf(i64, n)
		g.arrays = append(g.arrays, g.b.Op(ir.OpCell, []*ir.Value{g.b.Op(ir.OpZero, nil, t).Result()}, ir.CellOf(t)).Result())
	}
	id := g.b.Op(ir.OpLambda, nil, ir.FuncOf([]*ir.Type{i64}, []*ir.Type{i64}))
	in := id.AddRegion(i64)
	g.b.In(in).Return(in.Params[0])
	g.lambdas = []*ir.Value{id.Result()}
	if g.stmts(8) {
		var vs []*ir.Value
		for _, c := range g.cells[:3] {
			vs = append(vs, g.b.Op(ir.OpGet, []*ir.Value{c}, i64).Result())
		}
		vs[2] = g.b.Binary(ir.OpAdd, vs[2], g.element())
		g.b.Return(vs...)
	}
	return f
}

// checkRandom compares a random program, interpreted, with its specialisation.
func checkRandom(t *testing.T, seed int64) {
	r := rand.New(rand.NewSource(seed))
	m := &ir.Module{Funcs: []*ir.Func{randomFunc(r)}}
	if err := ir.Verify(m, ir.Source); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, m)
	}
	res, err := eval.Specialize(m, "f", eval.Options{})
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, m)
	}
	if err := ir.Verify(res, ir.Residual); err != nil {
		t.Fatalf("seed %d: %v\n%s\n%s", seed, err, m, res)
	}
	for range 10 {
		var args []eval.Value
		for range 3 {
			args = append(args, eval.Value{Bits: uint64(r.Intn(9) - 4)})
		}
		want, _ := eval.Run(m, "f", args...)
		got, _ := eval.Run(res, "f", args...)
		for k := range want {
			if want[k].Bits != got[k].Bits {
				t.Fatalf("seed %d: f(%v) is %v, must be %v\n%s\n%s", seed, args, got, want, m, res)
			}
		}
	}
}

func TestRandom(t *testing.T) {
	n := 600
	if testing.Short() {
		n = 200
	}
	seeds.Each(t, n, func(seed uint64) { checkRandom(t, int64(seed)) })
}

func FuzzSpecialize(f *testing.F) {
	f.Fuzz(checkRandom)
}
