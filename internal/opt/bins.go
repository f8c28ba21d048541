package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Who says what each bin of a histogram holds goes over all elements for each:
//
//	for k := range hone.Parallel(len(bins)) { bins[k] = hone.Sum(n, func(i int) T { if key(i) == k { return v(i) }; return 0 }) }
//
// An element counts in one bin alone. So one loop over all adds each where it belongs, to partial results that the bins take theirs from. In a bin elements come in the
// order of their indices, as they do where each sum goes in that order; else the order makes no difference. The iterations of the parallel loop are independent: what
// it stores is nothing that they read.

// The numbers of bins for which that is done: fewer are counted faster each for itself, in lanes (measured on Zen 4, bytes: one bin takes an eighth of what all take
// together), and for more there may be no room.
const (
	leastBins = 16
	mostBins  = 1 << 24
)

// Bins makes one loop of the reductions of a parallel loop that take each element in one iteration only.
func Bins(f *ir.Func) bool {
	return eachMulti(f, func(o *ir.Op) (changed bool) {
		most := int64(0)
		for b := newBinned(o); b != nil; b = newBinned(o) {
			b.emit(f, &most)
			changed = true
		}
		return changed
	})
}

// eachMulti has the multis of a function that is no kernel changed, but for those in others, and reports whether any was.
func eachMulti(f *ir.Func, change func(o *ir.Op) bool) (changed bool) {
	if f.Kernel != ir.NotKernel {
		return false
	}
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range slices.Clone(r.Ops) {
			if o.Kind == ir.OpMulti {
				changed = change(o) || changed
				continue
			}
			for _, in := range o.Regions {
				walk(in)
			}
		}
	}
	walk(f.Body)
	return changed
}

// binned is a parallel loop over bins, and the loop over elements in it.
type binned struct {
	bins, all *ir.Op
	bin       *ir.Value          // the index of the first
	ofBin     map[*ir.Value]bool // what depends on it
	keys      []binKey           // of the second's outputs
}

// binKey is the value that has to be a bin's index, or that converted, for an element to count.
type binKey struct {
	key, index *ir.Value
	compare    *ir.Op
}

func newBinned(o *ir.Op) *binned {
	if len(o.Args) != 1 {
		return nil
	}
	for _, in := range o.Regions[0].Ops {
		if in.Kind != ir.OpMulti {
			if in.Kind.Has(ir.Writes) || isCheck(in) || len(in.Regions) > 0 {
				return nil // what comes before might have to
			}
			continue
		}
		b := &binned{bins: o, all: in, bin: o.Regions[0].Params[0]}
		if b.elements() && b.outputs() {
			return b
		}
		return nil
	}
	return nil
}

// elements looks at the loop over elements: what there is but for the bin's index is known ahead, and nothing that a bin alone asks for may fail.
func (b *binned) elements() bool {
	if len(b.all.Args) != 1 || b.bins.Defines(b.all.Args[0]) {
		return false
	}
	b.ofBin = map[*ir.Value]bool{b.bin: true}
	for _, o := range b.bins.Regions[0].Ops {
		if o == b.all {
			break
		}
		if slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return b.ofBin[v] }) && (o.Kind.Has(ir.Pure) || o.Kind == ir.OpLoad) {
			b.ofBin[o.Results[0]] = true
		} else if o.Kind != ir.OpConst && uses(b.all, o) {
			return false
		}
	}
	body := b.all.Regions[0]
	for _, o := range body.Ops[:len(body.Ops)-1] {
		if o.Kind.Has(ir.Output) {
			continue
		}
		if o.Kind == ir.OpMulti || o.Kind.Has(ir.Loop) || o.Leaves() || writesOrCalls(o) || slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(writesOrCalls) }) {
			return false
		}
		if !b.asksForBin(o) {
			continue
		}
		if isCheck(o) || slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(isCheck) }) {
			return false
		}
		for _, v := range o.Results {
			b.ofBin[v] = true
		}
	}
	return true
}

// uses reports that something in o takes a result of def.
func uses(o, def *ir.Op) bool {
	found := false
	o.Regions[0].Walk(func(x *ir.Op) bool {
		found = found || slices.ContainsFunc(x.Args, func(v *ir.Value) bool { return v.Def == def })
		return !found
	})
	return found
}

// asksForBin reports that an op depends on the bin's index.
func (b *binned) asksForBin(o *ir.Op) bool {
	if slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return b.ofBin[v] }) {
		return true
	}
	return slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(b.asksForBin) })
}

// outputs finds the keys of all outputs.
func (b *binned) outputs() bool {
	for _, out := range b.all.Outputs() {
		kind, ok := alone(out)
		if !ok || !b.ordered(out, kind) {
			return false
		}
		v := out.Values()[0]
		c, yes, no, ok := decided(v)
		if !ok {
			return false
		}
		none, ok := neutralIn(kind, v.Type)
		for _, holds := range []bool{true, false} {
			rest := no
			if !holds {
				rest = yes
			}
			if bits, known := rest.IsConst(); !ok || !known || bits != none {
				continue
			}
			if k := b.keyIn(c, holds); k.key != nil {
				b.keys = append(b.keys, k)
				break
			}
		}
	}
	return len(b.keys) == len(b.all.Outputs())
}

// decided are what a select or an if chooses from.
func decided(v *ir.Value) (cond, yes, no *ir.Value, ok bool) {
	switch o := v.Def; {
	case o == nil:
	case o.Kind == ir.OpSelect:
		return o.Args[0], o.Args[1], o.Args[2], true
	case o.Kind == ir.OpIf:
		if a, b := o.Regions[0].Terminator(), o.Regions[1].Terminator(); a.Kind == ir.OpYield && b.Kind == ir.OpYield {
			return o.Args[0], a.Args[v.Index], b.Args[v.Index], true
		}
	}
	return nil, nil, nil, false
}

// ordered reports that the reduction may take its values in the order of their indices, without those that change nothing.
func (b *binned) ordered(out *ir.Op, kind ir.OpKind) bool {
	id := out.IDs()[0]
	bits, known := id.IsConst()
	if id.Type.IsFloat() { // 0 added to a sum that began with 0 changes nothing: it is never -0
		return kind == ir.OpAdd && out.Mode == ir.InOrder && known && bits == 0
	}
	return id.Type.IsInt() && out.Exact() && (known || !b.bins.Defines(id))
}

// neutralIn is what changes nothing.
func neutralIn(kind ir.OpKind, t *ir.Type) (uint64, bool) {
	if t.IsFloat() {
		return 0, kind == ir.OpAdd
	}
	return ir.Neutral(kind, t)
}

// limit is a small number that no key reaches, and none is negative.
func (k binKey) limit() (int64, bool) {
	r := analysis.NewRanges().Of(k.key)
	return r.Hi + 1, r.Lo >= 0 && r.Hi < 1<<16
}

// keyIn is what has to be the bin's index for a condition to hold, or not to.
func (b *binned) keyIn(cond *ir.Value, holds bool) binKey {
	o := cond.Def
	if o == nil {
		return binKey{}
	}
	both, equals := ir.OpAnd, ir.OpEq
	if !holds {
		both, equals = ir.OpOr, ir.OpNe
	}
	switch o.Kind {
	case ir.OpNot:
		return b.keyIn(o.Args[0], !holds)
	case both:
		if k := b.keyIn(o.Args[0], holds); k.key != nil {
			return k
		}
		return b.keyIn(o.Args[1], holds)
	case ir.OpSelect, ir.OpIf:
		c, yes, no, ok := decided(cond)
		if rest, second := no, yes; ok {
			if !holds {
				rest, second = yes, no
			}
			if bits, known := rest.IsConst(); known && (bits != 0) != holds { // c && second, or !c && !second
				if k := b.keyIn(c, holds); k.key != nil {
					return k
				}
				return b.keyIn(second, holds)
			}
		}
	case equals:
		if o.Parent != b.all.Regions[0] {
			break
		}
		for side, v := range o.Args {
			key := o.Args[1-side]
			if b.isIndex(v) && key.Type.IsInt() && !b.ofBin[key] && key.Def != nil && key.Def.Parent == o.Parent {
				return binKey{key, v, o}
			}
		}
	}
	return binKey{}
}

// isIndex reports the bin's index, or that converted.
func (b *binned) isIndex(v *ir.Value) bool {
	return v == b.bin || v.Def != nil && v.Def.Kind == ir.OpConv && v.Def.Args[0] == b.bin && v.Type.IsInt()
}

// emit has the bins take what one loop has added up for them, where there are no more than most, if that has been asked before.
func (b *binned) emit(f *ir.Func, most *int64) {
	if n := b.most(); *most == 0 || n < *most {
		*most = n
		version(f, b.bins, b.enough, "one loop puts all elements into their bins, where there are some bins; else each looks for its own")
	}
	ahead := &ir.Builder{Region: ir.NewRegion(b.bins.Parent.Parent), Pos: b.all.Pos}
	n := b.bins.Args[0]
	outs := slices.Clone(b.all.Outputs())
	var partials []*ir.Value
	for k, out := range outs {
		size := ahead.Binary(ir.OpAdd, n, ahead.Int(1)) // see put
		if limit, ok := b.keys[k].limit(); ok {
			size = ahead.Binary(ir.OpMax, n, ahead.Int(limit))
		}
		ahead.Op(ir.OpCheckMake, []*ir.Value{size})
		id := out.IDs()[0]
		s := ahead.Op(ir.OpMake, []*ir.Value{size}, ir.SliceOf(id.Type)).Result()
		if bits, known := id.IsConst(); !known || bits != 0 {
			fill := ahead.Multi([]*ir.Value{n})
			in := ahead.In(fill.Regions[0])
			in.Store(s, fill.Regions[0].Params[0], knownIn(in, id), nil)
			in.Yield()
		}
		partials = append(partials, s)
	}
	loop := ahead.For(ahead.Int(0), b.all.Args[0], 1, nil)
	b.put(ahead.In(loop.Regions[0]), loop.Regions[0].Params[0], outs, partials)
	b.bins.InsertBefore(ahead.Region.Take(0)...)

	at := &ir.Builder{Region: ir.NewRegion(b.bins), Pos: b.all.Pos}
	var rep ir.Replacer
	for k, v := range slices.Clone(b.all.Results) {
		rep.Replace(v, at.Load(partials[k], b.bin, nil))
	}
	b.all.InsertBefore(at.Region.Take(0)...)
	rep.Apply(f.Body)
	b.all.Remove()
}

// enough emits the guard: there are neither few bins nor very many, and no two have the same index where it is converted.
func (b *binned) enough(at *ir.Builder) *ir.Value {
	n := b.bins.Args[0]
	return at.Binary(ir.OpAnd, at.Compare(ir.OpGe, n, at.Int(leastBins)), at.Compare(ir.OpLe, n, at.Int(b.most())))
}

func (b *binned) most() int64 {
	most := int64(mostBins)
	for _, k := range b.keys {
		bits := k.index.Type.Bits()
		if k.index.Type.IsSigned() {
			bits--
		}
		if bits < 24 {
			most = min(most, 1<<bits)
		}
	}
	return most
}

// put emits an iteration: what all bins would compute alike, and, if the key is a bin's index, what that would.
func (b *binned) put(at *ir.Builder, i *ir.Value, outs []*ir.Op, partials []*ir.Value) {
	c := ir.NewCloner()
	c.Map(b.all.Regions[0].Params[0], i)
	for _, o := range b.ops() {
		if !b.asksForBin(o) && (o.Kind == ir.OpConst || o.Parent == b.all.Regions[0]) {
			c.Into(at.Region, []*ir.Op{o})
		}
	}
	for k := range outs {
		key := at.Conv(c.Value(b.keys[k].key), ir.TI64)
		if b.pure() { // what is in no bin goes into one more: so there is nothing to be predicted
			if _, ok := b.keys[k].limit(); ok { // or into one of those that there are for all keys
				b.add(at, c, key, k, partials[k])
				continue
			}
			bin := at.Conv(at.Binary(ir.OpMin, at.Conv(key, ir.TU64), at.Conv(b.bins.Args[0], ir.TU64)), ir.TI64)
			b.add(at, c, bin, k, partials[k])
			continue
		}
		is := at.If(at.Binary(ir.OpAnd, at.Compare(ir.OpGe, key, at.Int(0)), at.Compare(ir.OpLt, key, b.bins.Args[0])))
		in := at.In(is.Regions[0])
		b.add(in, c, key, k, partials[k])
		in.Yield()
		at.In(is.Regions[1]).Yield()
	}
	at.Yield()
}

// pure reports that nothing of what a bin alone asks for is loaded.
func (b *binned) pure() bool {
	return !slices.ContainsFunc(b.ops(), func(o *ir.Op) bool { return !o.Kind.Has(ir.Pure) && b.asksForBin(o) })
}

// ops are those of an iteration, and of its bin before it.
func (b *binned) ops() []*ir.Op {
	outer, inner := b.bins.Regions[0].Ops, b.all.Regions[0].Ops
	return slices.Concat(outer[:slices.Index(outer, b.all)], inner[:len(inner)-1-len(b.all.Outputs())])
}

// add emits what an output, the k-th, adds to a bin; c has what all bins compute alike.
func (b *binned) add(at *ir.Builder, c *ir.Cloner, bin *ir.Value, k int, partials *ir.Value) {
	out, equals := b.all.Outputs()[k], b.keys[k].compare
	own := ir.NewCloner()
	for v, w := range c.Values {
		own.Map(v, w)
	}
	own.Map(b.bin, bin)
	own.Map(equals.Result(), at.Bool(equals.Kind == ir.OpEq))
	for _, o := range b.ops() {
		if b.asksForBin(o) && o != equals {
			own.Into(at.Region, []*ir.Op{o})
		}
	}
	kind, _ := alone(out)
	old := at.Load(partials, bin, nil)
	at.Store(partials, bin, at.Binary(kind, old, own.Value(out.Values()[0])), nil)
}
