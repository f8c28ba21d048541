package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Keeps takes the outputs away that keep what a condition holds for, behind fusion, which is what they are there for. The space is cut into runs; one pass counts
// what is kept of each, so that each has its place, and another one puts it there (Blelloch, "Prefix Sums and Their Applications", 1990). All keeps of a multi go
// together. So the body is computed twice, but for what only the elements take, or only the conditions. What else the multi gives is had from the first pass:
// what it collects, and reductions, whose order makes no difference, one result for each run.
func Keeps(f *ir.Func) bool {
	var multis []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpMulti && slices.ContainsFunc(o.Outputs(), func(out *ir.Op) bool { return out.Kind == ir.OpKeep }) {
			multis = append(multis, o)
		}
		return true
	})
	for _, o := range slices.Backward(multis) { // what is inside of another comes first
		b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
		k := &keeping{multi: o, made: map[*ir.Op]*ir.Value{}}
		k.lower(b)
		o.ReplaceBy(b.Region.Take(0)...)
		k.rep.Apply(f.Body)
	}
	return len(multis) > 0
}

// keepRun is the least length of a run, and the greatest number of runs.
const (
	keepRun     = 4096
	maxKeepRuns = 4096
)

// keeping is a multi that is cut into runs.
type keeping struct {
	multi *ir.Op
	rep   ir.Replacer

	zero, one    *ir.Value
	n, run, runs *ir.Value            // how many elements there are, how many a run has, how many runs there are
	conds        []*ir.Value          // what decides what is kept; several keeps may have one
	places       []*ir.Value          // for each condition a slice: for how much of each run it holds, then where that begins in what is kept
	made         map[*ir.Op]*ir.Value // the slice of an output
}

// of are the outputs of a kind.
func (k *keeping) of(kind ir.OpKind) (outs []*ir.Op) {
	for _, out := range k.multi.Outputs() {
		if out.Kind == kind {
			outs = append(outs, out)
		}
	}
	return outs
}

func (k *keeping) lower(b *ir.Builder) {
	for _, out := range k.of(ir.OpKeep) {
		if !slices.Contains(k.conds, out.Args[0]) {
			k.conds = append(k.conds, out.Args[0])
		}
	}
	k.zero, k.one = b.Int(0), b.Int(1)
	k.n = b.Binary(ir.OpMax, k.multi.Args[0], k.zero)
	k.run = b.Binary(ir.OpMax, b.Int(keepRun), b.Binary(ir.OpDiv, b.Binary(ir.OpAdd, k.n, b.Int(maxKeepRuns-1)), b.Int(maxKeepRuns)))
	k.runs = b.Binary(ir.OpDiv, b.Binary(ir.OpSub, b.Binary(ir.OpAdd, k.n, k.run), k.one), k.run)
	k.second(b, k.put(b, k.first(b)))
}

// make makes the slice of an output.
func (k *keeping) make(b *ir.Builder, out *ir.Op, n *ir.Value) {
	old := out.GivenResults()[0]
	b.Op(ir.OpCheckMake, []*ir.Value{n})
	s := b.Op(ir.OpMake, []*ir.Value{n}, old.Type).Result()
	s.Name = old.Name
	k.made[out] = s
	k.rep.Replace(old, s)
}

// body emits what an iteration computes.
func (k *keeping) body(b *ir.Builder, i *ir.Value) *ir.Cloner {
	c := ir.NewCloner()
	r := k.multi.Regions[0]
	c.Map(r.Params[0], i)
	c.Into(b.Region, r.Ops[:len(r.Ops)-1-len(k.multi.Outputs())])
	return c
}

// first emits the pass that counts; it gives slices of what the reductions have for each run.
func (k *keeping) first(b *ir.Builder) (partials []*ir.Value) {
	reduces := k.of(ir.OpReduce)
	for _, out := range k.of(ir.OpCollect) {
		k.make(b, out, k.multi.Args[0])
	}
	types := make([]*ir.Type, len(k.conds), len(k.conds)+len(reduces))
	for i := range types {
		types[i] = ir.TI64
	}
	for _, out := range reduces {
		types = append(types, ir.Types(out.IDs())...)
	}
	ofRuns := make([]*ir.Value, len(types))
	b.Op(ir.OpCheckMake, []*ir.Value{k.runs})
	for i, t := range types {
		ofRuns[i] = b.Op(ir.OpMake, []*ir.Value{k.runs}, ir.SliceOf(t)).Result()
	}
	pass := b.Multi([]*ir.Value{k.runs})
	in, r := b.In(pass.Regions[0]), pass.Regions[0].Params[0]
	lo := in.Binary(ir.OpMul, r, k.run)
	length := in.Binary(ir.OpMin, k.run, in.Binary(ir.OpSub, k.n, lo))
	run := in.Multi([]*ir.Value{length}, types...)
	k.counting(in.In(run.Regions[0]), lo, run.Regions[0].Params[0])
	for i, s := range ofRuns {
		in.Store(s, r, run.Results[i], nil)
	}
	in.Yield()
	k.places = ofRuns[:len(k.conds)]
	return ofRuns[len(k.conds):]
}

// counting emits one iteration of the first pass.
func (k *keeping) counting(b *ir.Builder, lo, j *ir.Value) {
	i := b.Binary(ir.OpAdd, lo, j)
	c := k.body(b, i)
	for _, out := range k.of(ir.OpCollect) { // nothing but outputs stands between outputs
		storeLeaves(b, k.made[out], i, c.Args(out.Args))
	}
	reduces := k.of(ir.OpReduce)
	kept := make([]*ir.Value, len(k.conds))
	for i, cond := range k.conds {
		kept[i] = b.Select(c.Value(cond), k.one, k.zero)
	}
	for _, v := range kept {
		sum := reduceBy(b, ir.OpAdd, v, k.zero)
		if len(reduces) > 0 {
			sum.Mode = reduces[0].Mode // it makes no difference to the sum
		}
	}
	c.Into(b.Region, reduces)
	b.Yield()
}

// reduceBy emits an output that puts values together by an operation; id makes no difference to it.
func reduceBy(b *ir.Builder, kind ir.OpKind, v, id *ir.Value) *ir.Op {
	out := b.Op(ir.OpReduce, []*ir.Value{v, id})
	r := out.AddRegion(v.Type, v.Type)
	in := b.In(r)
	in.Yield(in.Binary(kind, r.Params[0], r.Params[1]))
	return out
}

// put emits the loop over runs between the passes: it says where each run has its place in what is kept, how long that is, and puts together what the
// reductions have for each run.
func (k *keeping) put(b *ir.Builder, partials []*ir.Value) (sizes []*ir.Value) {
	reduces := k.of(ir.OpReduce)
	inits := slices.Repeat([]*ir.Value{k.zero}, len(k.conds))
	for _, out := range reduces {
		inits = append(inits, out.IDs()...)
	}
	loop := b.For(k.zero, k.runs, 1, inits)
	in, r, so := b.In(loop.Regions[0]), loop.Regions[0].Params[0], loop.Regions[0].Params[1:]
	var next []*ir.Value
	for i, s := range k.places {
		count := in.Load(s, r, nil)
		in.Store(s, r, so[i], nil)
		next = append(next, in.Binary(ir.OpAdd, so[i], count))
	}
	so = so[len(k.conds):]
	for _, out := range reduces {
		n := out.Given()
		c, combine := ir.NewCloner(), out.Combine()
		c.MapAll(combine.Params[:n], so[:n])
		for j, s := range partials[:n] {
			c.Map(combine.Params[n+j], in.Load(s, r, nil))
		}
		c.Into(in.Region, combine.Ops)
		next = append(next, in.Region.TakeLast().Args...)
		so, partials = so[n:], partials[n:]
	}
	in.Yield(next...)
	results := loop.Results[len(k.conds):]
	for _, out := range reduces {
		for _, old := range out.GivenResults() {
			k.rep.Replace(old, results[0])
			results[0].Name, results = old.Name, results[1:]
		}
	}
	return loop.Results[:len(k.conds)]
}

// second emits the pass that puts what is kept in its place.
func (k *keeping) second(b *ir.Builder, sizes []*ir.Value) {
	for _, out := range k.of(ir.OpKeep) {
		k.make(b, out, sizes[slices.Index(k.conds, out.Args[0])])
	}
	pass := b.Multi([]*ir.Value{k.runs})
	in, r := b.In(pass.Regions[0]), pass.Regions[0].Params[0]
	lo := in.Binary(ir.OpMul, r, k.run)
	hi := in.Binary(ir.OpMin, in.Binary(ir.OpMul, in.Binary(ir.OpAdd, r, k.one), k.run), k.n)
	inits := make([]*ir.Value, len(k.conds))
	for i, s := range k.places {
		inits[i] = in.Load(s, r, nil)
	}
	loop := in.For(lo, hi, 1, inits)
	k.storing(in.In(loop.Regions[0]), loop.Regions[0].Params[0], loop.Regions[0].Params[1:], sizes)
	in.Yield()
}

// storing emits one iteration of the second pass. What is collected need not be computed again.
func (k *keeping) storing(b *ir.Builder, i *ir.Value, at, sizes []*ir.Value) {
	had := map[*ir.Value]*ir.Value{}
	for _, out := range k.of(ir.OpCollect) {
		vals := loadLeaves(b, k.made[out], i)
		for j, v := range out.Args {
			if v.Def != nil && v.Def.Parent == k.multi.Regions[0] && v.Def.Kind != ir.OpLoad && v.Def.Kind != ir.OpConst {
				had[v] = vals[j]
			}
		}
	}
	c := k.body(b, i)
	for v, w := range had {
		ir.ReplaceUses(b.Region, c.Value(v), w)
		c.Map(v, w)
	}
	next := make([]*ir.Value, len(at))
	for n, cond := range k.conds {
		o := b.If(c.Value(cond), ir.TI64)
		in := b.In(o.Regions[0])
		in.Op(ir.OpCheckIndex, []*ir.Value{at[n], sizes[n]}) // else memory that changes between the passes would have it store beyond the end
		for _, out := range k.of(ir.OpKeep) {
			if out.Args[0] == cond {
				storeLeaves(in, k.made[out], at[n], c.Args(out.Elements()))
			}
		}
		in.Yield(in.Binary(ir.OpAdd, at[n], k.one))
		b.In(o.Regions[1]).Yield(at[n])
		next[n] = o.Result()
	}
	b.Yield(next...)
}
