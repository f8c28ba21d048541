package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// A long straight body is one long chain of dependent operations; out-of-order execution sees only the next one or two hundred
// instructions and so little of the next vector's chain. Cut into sections, each of which runs over a strip of vectors before the next
// section does, every section's chain is short and many vectors overlap: out-of-order execution finds some, and two take turns, op by op,
// where the registers are enough for both. What crosses a cut goes through private memory, which stays in the first-level cache (loop
// distribution with scalar expansion over strips: Kennedy & Allen, "Optimizing Compilers for Modern Architectures", 2001, ch. 5). Vectors
// that are no whole strip are done one by one by the whole body.

// FissionFrom is the cost, in vector instructions, from which bodies are cut.
const FissionFrom = 100

// fissions are the costs of a section, in hundredths of the cost from which bodies are cut, and the vectors in a strip, in the order in which
// they are tried: what crosses the cuts has to fit.
var fissions = []struct{ cost, strip int }{{60, 8}, {60, 4}, {120, 8}, {120, 4}}

// Fission cuts the vector loops of a kernel at the lanes level whose bodies cost as much as from: FissionFrom, but tests have less, so that
// short bodies are cut, too. scratch is the room for what crosses cuts, in bytes.
func Fission(f *ir.Func, m *machine.Desc, scratch, from int) bool {
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoop && o.Mode == ir.InLanes {
			changed = fissionLoop(o, m, scratch, from) || changed
			return false
		}
		return true
	})
	return changed
}

// fissionLoop handles `loop lo (i) { body; i' = i+step; if i' < last { continue i' } { break i' } }`.
func fissionLoop(loop *ir.Op, m *machine.Desc, scratch, from int) bool {
	l, ok := vectorLoop(loop, from)
	if !ok {
		return false
	}
	l.order.machine = m
	for _, try := range fissions {
		l.cost, l.strip = try.cost*from/100, try.strip
		cuts := l.cuts()
		if len(cuts) == 0 {
			return false
		}
		if crossing, bytes := l.crossing(cuts); bytes*l.strip <= scratch {
			l.emit(cuts, crossing)
			return true
		}
	}
	return false
}

// fission is a vector loop taken apart.
type fission struct {
	loop    *ir.Op
	index   *ir.Value // the parameter
	body    []*ir.Op  // without the loop's own control
	step    *ir.Value
	last    *ir.Value
	place   map[*ir.Value]int // where in body a value is defined
	heavy   []int             // cost up to and including each op
	section []int             // of each op, once cut
	cost    int               // of a section, about
	strip   int               // vectors in a strip
	order   estimator

	lastUse    map[*ir.Value]int
	firstStore int // len(body) if there is none
}

func vectorLoop(loop *ir.Op, from int) (*fission, bool) {
	r := loop.Regions[0]
	if len(r.Params) != 1 || len(r.Ops) < 4 {
		return nil, false
	}
	n := len(r.Ops)
	br := r.Ops[n-2]
	if br.Kind != ir.OpIf || br.Args[0].Def == nil || br.Args[0].Def.Kind != ir.OpLt {
		return nil, false
	}
	next, last := br.Args[0].Def.Args[0], br.Args[0].Def.Args[1]
	if next.Def == nil || next.Def.Kind != ir.OpAdd || next.Def.Args[0] != r.Params[0] || last.Def != nil && last.Def.Parent == r {
		return nil, false
	}
	if !exits(br.Regions[0], ir.OpContinue, loop, next) || !exits(br.Regions[1], ir.OpBreak, loop, next) {
		return nil, false
	}
	cost := 0
	for _, o := range r.Ops[:n-2] {
		if !cuttable(o) || private(o) {
			return nil, false
		}
		cost += vectorCost(o)
	}
	if cost < from {
		return nil, false
	}
	l := &fission{loop: loop, index: r.Params[0], step: next.Def.Args[1], last: last, place: make(map[*ir.Value]int, n)}
	cost = 0
	counts := control(r.Ops[:n-2], next.Def, br.Args[0].Def)
	for _, o := range r.Ops[:n-2] {
		if counts[o] {
			continue
		}
		for _, v := range o.Results {
			l.place[v] = len(l.body)
		}
		cost += vectorCost(o)
		l.body = append(l.body, o)
		l.heavy = append(l.heavy, cost)
	}
	if cost < from || cost >= fissionParallel*l.longest() {
		return nil, false
	}
	l.findUses()
	return l, true
}

// exits reports a region that does nothing but leave or repeat the loop, with v.
func exits(r *ir.Region, kind ir.OpKind, loop *ir.Op, v *ir.Value) bool {
	o := r.Ops[0]
	return o.Kind == kind && o.Target == loop && len(o.Args) == 1 && o.Args[0] == v
}

// control are the ops that count, as far as they are there for the loop alone. The body may use them, too: what it computes for itself, the
// index of x[i+step], cse has made the same op.
func control(body []*ir.Op, next, test *ir.Op) map[*ir.Op]bool {
	out := map[*ir.Op]bool{}
	for _, o := range []*ir.Op{test, next} {
		out[o] = !slices.ContainsFunc(body, func(user *ir.Op) bool {
			return !out[user] && slices.Contains(operands(user), o.Result())
		})
	}
	return out
}

// fissionParallel is how many chains side by side keep a machine busy without sections.
const fissionParallel = 5

// longest is the cost of the longest chain of dependent operations.
func (l *fission) longest() int {
	most := 1
	chain := make([]int, len(l.body))
	for i, o := range l.body {
		for _, v := range operands(o) {
			if k, in := l.place[v]; in {
				chain[i] = max(chain[i], chain[k])
			}
		}
		chain[i] += vectorCost(o)
		most = max(most, chain[i])
	}
	return most
}

// findUses notes where values are used last, and where memory is first written.
func (l *fission) findUses() {
	l.lastUse, l.firstStore = map[*ir.Value]int{}, len(l.body)
	for i, o := range l.body {
		for _, v := range operands(o) {
			if _, in := l.place[v]; in {
				l.lastUse[v] = i
			}
		}
		if l.firstStore == len(l.body) && writes(o) {
			l.firstStore = i
		}
	}
}

// writes reports whether o or something in it writes memory.
func writes(o *ir.Op) bool {
	if o.Kind.Has(ir.Writes) {
		return true
	}
	for _, r := range o.Regions {
		for _, in := range r.Ops {
			if writes(in) {
				return true
			}
		}
	}
	return false
}

// private reports the use of private memory: all vectors share it, so that one must be done before the next begins.
func private(o *ir.Op) bool {
	if o.Kind == ir.OpPtr {
		return true
	}
	for _, v := range operands(o) {
		if v.Def != nil && v.Def.Kind == ir.OpPtr {
			return true
		}
	}
	for _, r := range o.Regions {
		for _, in := range r.Ops {
			if private(in) {
				return true
			}
		}
	}
	return false
}

// cuttable: nothing leaves the loop from inside o.
func cuttable(o *ir.Op) bool {
	ok := !o.Kind.Has(ir.Terminator)
	if len(o.Regions) == 0 {
		return ok
	}
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			ok = ok && x.Kind != ir.OpReturn && x.Kind != ir.OpFail && (x.Target == nil || x.Target.Within(o))
			return ok
		})
	}
	return ok
}

// vectorCost counts instructions of the vector units; long ones by how long they occupy one.
func vectorCost(o *ir.Op) int {
	if !isVector(o) && len(o.Regions) == 0 {
		return 0
	}
	switch o.Kind {
	case ir.OpConst, ir.OpSplat, ir.OpIota, ir.OpBitcast, ir.OpFence:
		return 0
	case ir.OpDiv:
		return 6
	case ir.OpSqrt:
		return 8
	}
	c := 1
	for _, r := range o.Regions {
		// A guarded region is there for rare cases: it hardly counts.
		c += len(r.Ops) / 16
	}
	return c
}

// cheap values are computed again in each section that needs them: constants, and scalars without memory access.
func (l *fission) cheap(v *ir.Value) bool {
	o := v.Def
	if o == nil || len(o.Regions) > 0 {
		return false
	}
	if o.Kind == ir.OpConst || o.Kind == ir.OpIota {
		return true
	}
	if o.Kind == ir.OpMLoad {
		// What nothing has overwritten yet is read again.
		return l.firstStore > l.lastUse[v] && l.cheapArgs(o)
	}
	if v.Type.Kind == ir.Vec && o.Kind != ir.OpSplat {
		return false
	}
	if !o.Kind.Has(ir.Pure) || o.Kind == ir.OpAny || o.Kind == ir.OpAll {
		return false
	}
	return l.cheapArgs(o)
}

func (l *fission) cheapArgs(o *ir.Op) bool {
	for _, a := range o.Args {
		if _, in := l.place[a]; in && !l.cheap(a) {
			return false
		}
	}
	return true
}

// cuts chooses where to cut: near equal shares of the cost, where the fewest values cross.
func (l *fission) cuts() []int {
	total := l.heavy[len(l.heavy)-1]
	sections := (total + l.cost/2) / l.cost
	if sections < 2 {
		return nil
	}
	cross := l.crossings()
	var cuts []int
	for k := 1; k < sections; k++ {
		want := total * k / sections
		slack := total / sections * 2 / 5
		best, bestScore := -1, 0
		for i := range l.body {
			if d := l.heavy[i] - want; d < -slack || d > slack || cross[i] < 0 {
				continue
			}
			score := cross[i]*8 + abs(l.heavy[i]-want)
			if best < 0 || score < bestScore {
				best, bestScore = i, score
			}
		}
		if best >= 0 && (len(cuts) == 0 || best > cuts[len(cuts)-1]) {
			cuts = append(cuts, best)
		}
	}
	return cuts
}

func abs(x int) int { return max(x, -x) }

// crossings counts, for a cut behind each op, the vectors that would cross it; -1 where a mask or a scalar would that can't be recomputed.
func (l *fission) crossings() []int {
	out := make([]int, len(l.body))
	for v, use := range l.lastUse {
		if l.cheap(v) {
			// Its operands are cheap, too.
			continue
		}
		bad := v.Type.Kind != ir.Vec || v.Type.Elem == ir.TBool
		for i := l.place[v]; i < use; i++ {
			if bad {
				out[i] = -1 << 20
			} else {
				out[i]++
			}
		}
	}
	return out
}

// operands are all values that o uses, inside its regions too.
func operands(o *ir.Op) []*ir.Value {
	if len(o.Regions) == 0 {
		return o.Args
	}
	out := slices.Clone(o.Args)
	for _, r := range o.Regions {
		out = append(out, ir.FreeValues(r)...)
	}
	return out
}

// crossing lists the values that go through memory, and how many bytes a vector's worth of them takes.
func (l *fission) crossing(cuts []int) (vals []*ir.Value, bytes int) {
	l.section = make([]int, len(l.body))
	k := 0
	for i := range l.body {
		if k < len(cuts) && i > cuts[k] {
			k++
		}
		l.section[i] = k
	}
	seen := map[*ir.Value]bool{}
	for i, o := range l.body {
		for _, v := range operands(o) {
			at, in := l.place[v]
			if in && l.section[at] != l.section[i] && !seen[v] && !l.cheap(v) {
				seen[v] = true
				vals = append(vals, v)
				bytes += l.room(v.Type)
			}
		}
	}
	return vals, bytes
}

// emit rewrites the loop: over strips, and in each the sections one after the other; over single vectors where there is no whole strip left.
func (l *fission) emit(cuts []int, crossing []*ir.Value) {
	outer := l.loop.Regions[0]
	outer.Take(0)
	l.loop.Mode = ir.Sequential
	b := &ir.Builder{Region: outer, Pos: l.loop.Pos}
	step, _ := l.step.ConstInt()
	start := l.index
	buffers := map[*ir.Value]*ir.Value{}
	for _, v := range crossing {
		p := b.Op(ir.OpPtr, nil, ir.TI64)
		p.Ints = []int64{int64(l.room(v.Type) * l.strip)}
		buffers[v] = p.Result()
	}
	whole := b.If(b.Compare(ir.OpLt, b.Binary(ir.OpAdd, start, b.Int(int64(l.strip-1)*step)), l.last), ir.TI64)
	sections := b.In(whole.Regions[0])
	end := sections.Binary(ir.OpAdd, start, sections.Int(int64(l.strip)*step))
	for k := range len(cuts) + 1 {
		l.emitSection(sections, k, start, end, step, buffers)
	}
	sections.Yield(end)
	single := b.In(whole.Regions[1])
	for _, o := range l.body {
		single.Insert(o)
	}
	single.Yield(single.Binary(ir.OpAdd, start, single.Int(step)))
	next := whole.Result()
	br := b.If(b.Compare(ir.OpLt, next, l.last))
	b.In(br.Regions[0]).Continue(l.loop, next)
	b.In(br.Regions[1]).Break(l.loop, next)
	b.Op(ir.OpUnreachable, nil)
}

// emitSection emits section k for the vectors from start to end, one or two at a time.
func (l *fission) emitSection(b *ir.Builder, k int, start, end *ir.Value, step int64, buffers map[*ir.Value]*ir.Value) {
	var ops []*ir.Op
	for at, o := range l.body {
		if l.section[at] == k {
			ops = append(ops, o)
		}
	}
	turns := 1
	if 2*l.order.pressure(ops, l.loop.Regions[0]) <= l.order.machine.FreeRegisters()+2 { // a section has few constants
		turns = 2
	}
	loop := b.Loop([]*ir.Value{start})
	in := b.In(loop.Regions[0])
	i := loop.Regions[0].Params[0]
	copies := make([]*sectionCopy, turns)
	for t := range copies {
		at := i
		if t > 0 {
			at = in.Binary(ir.OpAdd, i, in.Int(int64(t)*step))
		}
		copies[t] = &sectionCopy{l: l, k: k, in: in, c: ir.NewCloner(), off: in.Binary(ir.OpSub, at, start), buffers: buffers, have: map[*ir.Value]bool{}}
		copies[t].c.Map(l.index, at)
	}
	for _, o := range ops {
		for _, c := range copies {
			c.op(o)
		}
	}
	next := in.Binary(ir.OpAdd, i, in.Int(int64(turns)*step))
	br := in.If(in.Compare(ir.OpLt, next, end))
	in.In(br.Regions[0]).Continue(loop, next)
	in.In(br.Regions[1]).Break(loop)
	in.Op(ir.OpUnreachable, nil)
}

// sectionCopy is a section in the making, for one vector.
type sectionCopy struct {
	l       *fission
	k       int
	in      *ir.Builder
	c       *ir.Cloner
	off     *ir.Value // of the vector in the strip
	buffers map[*ir.Value]*ir.Value
	have    map[*ir.Value]bool // of other sections, and available
}

// op adds an op, and before it what it needs of other sections.
func (s *sectionCopy) op(o *ir.Op) {
	for _, v := range operands(o) {
		s.bring(v)
	}
	s.in.Pos = o.Pos
	s.in.Insert(s.c.Op(o))
	for _, v := range o.Results {
		if buf, ok := s.buffers[v]; ok {
			s.l.memory(s.in, ir.OpMStore, buf, s.off, v.Type, s.c.Value(v))
		}
	}
}

// bring makes a value of another section available.
func (s *sectionCopy) bring(v *ir.Value) {
	at, inBody := s.l.place[v]
	if !inBody || s.have[v] || s.l.section[at] == s.k {
		return
	}
	s.have[v] = true
	if buf, ok := s.buffers[v]; ok {
		s.c.Map(v, s.l.memory(s.in, ir.OpMLoad, buf, s.off, v.Type, nil))
		return
	}
	for _, a := range v.Def.Args {
		s.bring(a)
	}
	s.in.Insert(s.c.Op(v.Def))
}

// spacing is how many bytes of a buffer there are for each element of a step, so that a vector has room.
func (l *fission) spacing(t *ir.Type) int {
	step, _ := l.step.ConstInt()
	return (t.Size() + int(step) - 1) / int(step)
}

// room is the space for a vector in a buffer.
func (l *fission) room(t *ir.Type) int {
	step, _ := l.step.ConstInt()
	return l.spacing(t) * int(step)
}

// memory emits the access to a buffer: off counts elements, of which there are step from vector to vector.
func (l *fission) memory(b *ir.Builder, k ir.OpKind, buf, off *ir.Value, t *ir.Type, v *ir.Value) *ir.Value {
	ints := []int64{int64(l.spacing(t)), 0}
	if k == ir.OpMStore {
		b.Op(k, []*ir.Value{buf, off, v}).Ints = ints
		return nil
	}
	o := b.Op(k, []*ir.Value{buf, off}, t)
	o.Ints = ints
	return o.Result()
}
