package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// JoinWords makes one load of words that are put together from their parts, such as
//
//	uint32(p[i]) | uint32(p[i+1])<<8 | uint32(p[i+2])<<16 | uint32(p[i+3])<<24
//
// and with the highest byte first a load and an exchange of bytes. It stands where the last part was loaded: whatever kept iterations from the
// parts went before. It is a load from the same slice whose result is wider than an element, which nobody sees outside this package.
func JoinWords(k *Kernel, opt *Options) error {
	joinWords(k.Func)
	joinStores(k.Func.Body)
	k.Func.Body.Walk(func(o *ir.Op) bool {
		if o.Mode != ir.InLanes || o.Kind != ir.OpFor && o.Kind != ir.OpBlockReduce {
			return true
		}
		if opt.Scalar || !hasNeighbours(o) {
			return false
		}
		worthIt := opt.Machine.Always() || EstimateOf(o, opt.Machine).Speedup() >= 1
		if worthIt && storeBeforeCheck(o, analyse(o)) == "" { // it gets lanes
			joinApart(o)
		}
		return false
	})
	return nil
}

func joinWords(f *ir.Func) {
	if !f.Body.Contains(func(o *ir.Op) bool {
		return o.Kind == ir.OpLoad && o.Results[0].Type.IsInt() && o.Results[0].Type.Size() < 8
	}) {
		return // words have several parts
	}
	j := joiner{uses: f.Uses(), inside: map[*ir.Op]bool{}}
	j.region(f.Body)
	for _, t := range j.trees {
		t.rewrite(f)
	}
	if len(j.trees) > 0 {
		removeUnused(f, j.trees)
	}
}

type joiner struct {
	uses   *ir.Uses
	inside map[*ir.Op]bool // part of a larger tree
	trees  []*wordTree
}

// wordTree is a tree of ors, of sums or of exclusive ors in which parts of words are joined.
type wordTree struct {
	root   *ir.Op
	inner  []*ir.Op
	words  []word
	others []*ir.Value // the other operands
}

// part is an element of a slice, shifted to the left by so many bits.
type part struct {
	v     *ir.Value // shifted
	load  *ir.Op
	at    linear
	shift int
}

// word is what neighbours in memory make, from the lowest bits up.
type word struct {
	parts []part
	down  bool // the highest part is the first in memory
}

// region goes backwards: the root of a tree comes before what is inside.
func (j *joiner) region(r *ir.Region) {
	for _, o := range slices.Backward(r.Ops) {
		for _, in := range o.Regions {
			j.region(in)
		}
		if (o.Kind == ir.OpOr || o.Kind == ir.OpXor || o.Kind == ir.OpAdd) && o.Results[0].Type.IsInt() && !j.inside[o] {
			j.tree(o)
		}
	}
}

func (j *joiner) tree(root *ir.Op) {
	t := &wordTree{root: root}
	var parts []part
	leaves := j.leaves(root, t, nil)
	for i, v := range leaves {
		if slices.Contains(leaves[:i], v) {
			return // v + v is no part of a word
		}
	}
	for _, v := range leaves {
		if p, ok := partOf(v, root.Parent); ok {
			parts = append(parts, p)
		} else {
			t.others = append(t.others, v)
		}
	}
	for len(parts) > 0 {
		w := longest(parts)
		if len(w.parts) == 1 {
			t.others = append(t.others, w.parts[0].v)
		} else {
			t.words = append(t.words, w)
		}
		parts = slices.DeleteFunc(parts, func(p part) bool { return slices.ContainsFunc(w.parts, func(q part) bool { return p.v == q.v }) })
	}
	if len(t.words) > 0 {
		j.trees = append(j.trees, t)
	}
}

// leaves appends the operands of the tree of ops of o's kind.
func (j *joiner) leaves(o *ir.Op, t *wordTree, out []*ir.Value) []*ir.Value {
	for _, a := range o.Args {
		switch d := a.Def; {
		case d == nil || d.Parent != o.Parent || j.uses.Count(a) != 1:
			out = append(out, a)
		case d.Kind == o.Kind:
			j.inside[d] = true
			t.inner = append(t.inner, d)
			out = j.leaves(d, t, out)
		case j.widened(d, o):
			narrow := d.Args[0].Def
			j.inside[narrow] = true
			t.inner = append(t.inner, narrow, d)
			out = j.leaves(narrow, t, out)
		default:
			out = append(out, a)
		}
	}
	return out
}

// widened reports a conversion of what o's kind makes of narrower parts, as where the lower half of a word has been put together in a type of its own. Sums are left out:
// they may wrap around.
func (j *joiner) widened(conv, o *ir.Op) bool {
	if conv.Kind != ir.OpConv || o.Kind == ir.OpAdd {
		return false
	}
	n := conv.Args[0]
	d := n.Def
	return d != nil && d.Kind == o.Kind && d.Parent == o.Parent && j.uses.Count(n) == 1 && n.Type.IsInt() && n.Type.IsUnsigned() && n.Type.Bits() < o.Results[0].Type.Bits()
}

// partOf takes an element of a slice that was widened and shifted apart; ok is false for anything else.
func partOf(v *ir.Value, in *ir.Region) (p part, ok bool) {
	p.v = v
	for least := v.Type.Bits(); ; { // the narrowest type on the way may cut off high bits
		o := v.Def
		if o == nil || o.Parent != in {
			return p, false
		}
		least = min(least, v.Type.Bits()+p.shift)
		switch o.Kind {
		case ir.OpShl:
			n, ok := o.Args[1].IsConst()
			if !ok || n >= 64 {
				return p, false
			}
			p.shift += int(n)
			v = o.Args[0]
		case ir.OpConv:
			v = o.Args[0]
			if !v.Type.IsUnsigned() {
				return p, false
			}
		case ir.OpLoad:
			p.load, p.at = o, linearOf(o.Args[1])
			return p, len(o.Ints) == 0 && p.shift+v.Type.Bits() <= least && shared(o.Args[0])
		default:
			return p, false
		}
	}
}

// shared reports a slice from outside of the kernel: its elements lie side by side, those of a lane's local array don't.
func shared(s *ir.Value) bool {
	for s.Def != nil && s.Def.Kind == ir.OpSlice {
		s = s.Def.Args[0]
	}
	if s.Def == nil {
		return s.Owner.Parent == nil
	}
	return s.Def.Kind == ir.OpLoad
}

// longest is the longest word of 2, 4 or 8 parts that begins with the lowest of parts, or that one alone.
func longest(parts []part) word {
	first := slices.MinFunc(parts, func(a, b part) int { return a.shift - b.shift })
	best := word{parts: []part{first}}
	for _, step := range []int64{1, -1} {
		run := []part{first}
		for {
			i := slices.IndexFunc(parts, func(p part) bool { return p.follows(run[len(run)-1], step) })
			if i < 0 {
				break
			}
			run = append(run, parts[i])
		}
		n := 1
		for 2*n <= len(run) {
			n *= 2
		}
		w := word{run[:n], step < 0}
		if n > len(best.parts) && (step > 0 || first.bits() == 8) && w.unchanged() {
			best = w
		}
	}
	return best
}

func (p part) bits() int { return p.load.Results[0].Type.Bits() }

// follows reports that p is what comes above q in a word, step elements further in memory.
func (p part) follows(q part, step int64) bool {
	return p.load.Args[0] == q.load.Args[0] && p.shift == q.shift+q.bits() && p.at.konst == q.at.konst+step && p.at.sameTerms(&q.at)
}

// unchanged reports that nothing between the loads may change memory.
func (w word) unchanged() bool {
	r := w.parts[0].load.Parent
	from, to := len(r.Ops), 0
	for _, p := range w.parts {
		i := r.Index(p.load)
		from, to = min(from, i), max(to, i)
	}
	for _, o := range r.Ops[from:to] {
		if o.Kind.Has(ir.Writes) || len(o.Regions) > 0 {
			return false
		}
	}
	return true
}

func (t *wordTree) rewrite(f *ir.Func) {
	before := &ir.Region{}
	b := &ir.Builder{Region: before, Pos: t.root.Pos}
	var vs []*ir.Value
	for _, v := range t.others {
		vs = append(vs, b.Conv(v, t.root.Results[0].Type))
	}
	for _, w := range t.words {
		vs = append(vs, w.emit(b, t.root.Results[0].Type))
	}
	for len(vs) > 2 {
		vs = append(vs[2:], b.Binary(t.root.Kind, vs[0], vs[1]))
	}
	ops := before.Take(0)
	t.root.InsertBefore(ops...)
	if len(vs) == 2 {
		t.root.SetArgs(vs)
		return
	}
	ir.ReplaceUses(f.Body, t.root.Results[0], vs[0])
	t.inner = append(t.inner, t.root)
}

// emit loads a word, and gives it its place in the type of the parts' sum.
func (w word) emit(b *ir.Builder, sum *ir.Type) *ir.Value {
	lowest, last := w.parts[0], w.parts[0]
	if w.down {
		lowest = w.parts[len(w.parts)-1]
	}
	r := last.load.Parent
	for _, p := range w.parts {
		if r.Index(p.load) > r.Index(last.load) {
			last = p
		}
	}
	t := map[int]*ir.Type{16: ir.TU16, 32: ir.TU32, 64: ir.TU64}[lowest.bits()*len(w.parts)]
	load := &ir.Region{}
	lb := &ir.Builder{Region: load, Pos: lowest.load.Pos}
	x := lb.Op(ir.OpLoad, lowest.load.Args, t).Result()
	last.load.InsertAfter(load.Take(0)...)
	if w.down {
		x = b.Unary(ir.OpBswap, x)
	}
	x = b.Conv(x, sum)
	if n := w.parts[0].shift; n > 0 {
		x = b.Op(ir.OpShl, []*ir.Value{x, b.Const(ir.TU64, uint64(n))}, x.Type).Result()
	}
	return x
}

// removeUnused removes what only the trees needed.
func removeUnused(f *ir.Func, trees []*wordTree) {
	uses := f.Uses()
	gone := map[*ir.Value]int{} // uses that are gone
	var dead []*ir.Op
	var drop func(v *ir.Value)
	drop = func(v *ir.Value) {
		o := v.Def
		if o == nil || uses.Count(v) > gone[v] || slices.Contains(dead, o) || !o.Kind.Has(ir.Pure) && o.Kind != ir.OpLoad {
			return
		}
		dead = append(dead, o)
		for _, a := range o.Args {
			gone[a]++
			drop(a)
		}
	}
	for _, t := range trees {
		for _, o := range slices.Backward(t.inner) {
			drop(o.Results[0])
		}
		for _, w := range t.words {
			for _, p := range w.parts {
				drop(p.v)
			}
		}
	}
	ir.RemoveOps(dead)
}
