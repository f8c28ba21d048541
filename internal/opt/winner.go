package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A loop that looks for the place of the least or greatest keeps the best key so far, and what it takes down with it:
//
//	for i, v := range x { if v > best { best, at = v, i } }
//
// As a reduction it has two leaves, the key and the index of the iteration that it is from. Of equal keys the earlier iteration wins, or, where the
// comparison is <= or >=, the later one, so that the result is the same in any order. A key that is NaN never wins: partial results begin with the
// worst key, and with an index that loses. What else is taken down is worked out behind the loop, for the iteration that has won; and the loop's
// first key, whatever it is, is compared with the winner's in the end.

// keysAsChoices has the comparison that decides what else is taken decide about keys as well that are the greater or lesser of two integers: best = max(best, v) is how
// if v > best { best, at = v, i } is written where it is about best alone.
func keysAsChoices(loop *ir.Op) (undo func()) {
	type change struct {
		op   *ir.Op
		kind ir.OpKind
		args []*ir.Value
	}
	var changes, old []change
	body, uses := loop.Regions[0], loop.Func().Uses()
	body.Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpMin && o.Kind != ir.OpMax || !o.Results[0].Type.IsInt() {
			return true
		}
		for side, p := range o.Args {
			if p.Owner != body || p.Index == 0 {
				continue
			}
			v := o.Args[1-side]
			for _, c := range uses.Of(p) {
				if c.Parent != o.Parent || !compares(c, p, v) || c.Parent.Index(c) > c.Parent.Index(o) {
					continue
				}
				args := []*ir.Value{c.Results[0], c.Args[0], c.Args[1]} // what is greater, if it is about that
				if greater := c.Kind == ir.OpGt || c.Kind == ir.OpGe; greater != (o.Kind == ir.OpMax) {
					args[1], args[2] = args[2], args[1]
				}
				changes = append(changes, change{o, ir.OpSelect, args})
				old = append(old, change{o, o.Kind, slices.Clone(o.Args)})
				return true
			}
		}
		return true
	})
	to := func(list []change) {
		for _, c := range list {
			c.op.Become(c.kind, c.args...)
		}
	}
	to(changes)
	return func() { to(old) }
}

// compares reports a comparison of two values by their order.
func compares(c *ir.Op, p, v *ir.Value) bool {
	return ir.OpLt <= c.Kind && c.Kind <= ir.OpGe && (c.Args[0] == p && c.Args[1] == v || c.Args[0] == v && c.Args[1] == p)
}

// winner is such a group of carried values.
type winner struct {
	a       *accumulation
	key     int // the carried value that is compared
	taken   []taken
	compare *ir.Op
	kind    ir.OpKind // compares a key with the best one: whether it wins
	holds   bool      // whether the comparison, as it stands, holds then
	first   bool      // a key wins against NaN, too: winner_first.go
	place   *ir.Value // the reduction's index
}

// taken is a carried value that is kept, or takes another in one place.
type taken struct {
	carried int
	value   *ir.Value // in the loop; what depends on nothing but the index
	path    []side    // from the end of an iteration to where it is taken
	kept    int       // how often it is used for itself
}

// side is that of a decision, an if or a select, by its condition.
type side struct {
	cond   *ir.Value
	holds  bool
	op     *ir.Op
	result int
}

// chosen is what the decision gives.
func (s side) chosen() *ir.Value {
	arm := 1
	if s.holds {
		arm = 0
	}
	if s.op.Kind == ir.OpSelect {
		return s.op.Args[1+arm]
	}
	return s.op.Regions[arm].Terminator().Args[s.result]
}

// winner recognises the one whose key is carried value k, or that carried value k is taken down with. It marks its values.
func (a *accumulation) winner(k int, done []bool) *winner {
	body := a.loop.Regions[0]
	all := make([]*taken, len(done))
	find := func(k int) *taken {
		if all[k] == nil {
			t := &taken{carried: k}
			v, p := body.Terminator().Args[k], body.Params[1+k]
			if t.follow(a.loop, v, p, nil); !t.closed(a.uses, v, p) {
				t.value = nil
			}
			all[k] = t
		}
		return all[k]
	}
	first := find(k)
	if first.value == nil {
		return nil
	}
	w := &winner{a: a, key: -1}
	for j := range done {
		t := find(j)
		if done[j] || t.value == nil || !slices.EqualFunc(t.path, first.path, func(x, y side) bool { return x.cond == y.cond && x.holds == y.holds }) {
			continue
		}
		w.taken = append(w.taken, *t)
		if a.uses.Count(body.Params[1+j]) == t.kept {
			continue
		}
		if w.key >= 0 || !w.compared(t) {
			return nil
		}
		w.key = j
	}
	if w.key < 0 || !w.decides(first.path) {
		return nil
	}
	for _, t := range w.taken {
		if t.carried != w.key && !a.ofIndex(t.value, map[*ir.Value]bool{}) {
			return nil
		}
		done[t.carried] = true
	}
	return w
}

// follow goes from v back to the parameter p, and to the one place where another value is taken: none if that doesn't happen.
func (t *taken) follow(loop *ir.Op, v, p *ir.Value, path []side) {
	if v == p {
		t.kept++
		return
	}
	o := v.Def
	arms := [2]*ir.Value{}
	switch {
	case !insideOp(o, loop): // what it takes
	case o.Kind == ir.OpSelect:
		arms = [2]*ir.Value{o.Args[1], o.Args[2]}
	case o.Kind == ir.OpIf:
		for i, r := range o.Regions {
			arms[i] = r.Terminator().Args[v.Index] // a yield: an arm leaves blocks only, whose values are no part of this
		}
	}
	for i, arm := range arms {
		if arm != nil && keeps(loop, arms[1-i], p, 8) {
			t.count(loop, arms[1-i], p)
			t.follow(loop, arm, p, append(path, side{o.Args[0], i == 0, o, v.Index}))
			return
		}
	}
	t.value, t.path = v, slices.Clone(path)
}

// closed reports that nothing else uses what goes from decision to decision, to become v at the end of the iteration: the best so far is no key.
func (t *taken) closed(uses *ir.Uses, v, p *ir.Value) bool {
	var once func(v *ir.Value) bool // v is p whatever is decided
	once = func(v *ir.Value) bool {
		return v == p || uses.Count(v) == 1 && once(side{holds: true, op: v.Def, result: v.Index}.chosen()) && once(side{op: v.Def, result: v.Index}.chosen())
	}
	for _, s := range t.path {
		other := s
		other.holds = !s.holds
		if uses.Count(v) != 1 || !once(other.chosen()) {
			return false
		}
		v = s.chosen()
	}
	return true
}

// keeps reports that v is p whatever is decided.
func keeps(loop *ir.Op, v, p *ir.Value, depth int) bool {
	if v == p {
		return true
	}
	o := v.Def
	if depth == 0 || !insideOp(o, loop) {
		return false
	}
	switch o.Kind {
	case ir.OpSelect:
		return keeps(loop, o.Args[1], p, depth-1) && keeps(loop, o.Args[2], p, depth-1)
	case ir.OpIf:
		return !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool {
			return !keeps(loop, r.Terminator().Args[v.Index], p, depth-1)
		})
	}
	return false
}

// count counts the uses of p in v, which is p whatever is decided.
func (t *taken) count(loop *ir.Op, v, p *ir.Value) {
	if v == p {
		t.kept++
		return
	}
	if v.Def.Kind == ir.OpSelect {
		t.count(loop, v.Def.Args[1], p)
		t.count(loop, v.Def.Args[2], p)
		return
	}
	for _, r := range v.Def.Regions {
		t.count(loop, r.Terminator().Args[v.Index], p)
	}
}

// compared finds the comparison of what is taken with what is kept, the one other use of that.
func (w *winner) compared(t *taken) bool {
	p := w.a.loop.Regions[0].Params[1+t.carried]
	for _, s := range t.path {
		w.find(s.cond, s.holds, t.value, p)
	}
	uses := t.kept + 1
	if w.first {
		uses += 2
	}
	return w.compare != nil && w.a.uses.Count(p) == uses && (!w.first || passesNaN(t))
}

// find looks for the comparison in a condition that has to hold, or not to.
func (w *winner) find(cond *ir.Value, holds bool, key, best *ir.Value) {
	o := cond.Def
	if o == nil {
		return
	}
	both := ir.OpAnd // takes two conditions of which both have to
	if !holds {
		both = ir.OpOr
	}
	switch {
	case holds && w.findFirst(o, key, best):
	case o.Kind == both:
		w.find(o.Args[0], holds, key, best)
		w.find(o.Args[1], holds, key, best)
	case o.Kind == ir.OpNot:
		w.find(o.Args[0], !holds, key, best)
	case o.Kind < ir.OpLt || o.Kind > ir.OpGe || !holds && key.Type.IsFloat(): // not less is not the same as greater or equal
	case o.Args[0] == key && o.Args[1] == best:
		w.compare, w.kind, w.holds = o, o.Kind, holds
	case o.Args[1] == key && o.Args[0] == best:
		w.compare, w.kind, w.holds = o, o.Kind.Mirrored(), holds
	}
	if w.compare == o && !holds {
		w.kind = w.kind.Negated()
	}
}

// decides reports that the comparison decides about nothing else but what is taken, and that what it decides about can be done without it.
func (w *winner) decides(path []side) bool {
	ours := map[*ir.Op]int{} // for how many values
	for _, t := range w.taken {
		for _, s := range t.path {
			ours[s.op]++
		}
	}
	var only func(o *ir.Op) bool
	only = func(o *ir.Op) bool {
		for _, u := range w.a.uses.Of(o.Results[0]) {
			switch {
			case ours[u] > 0 && u.Kind == ir.OpSelect && u.Args[1] != o.Results[0] && u.Args[2] != o.Results[0]:
			case ours[u] > 0 && u.Kind == ir.OpIf:
				if len(u.Results) > ours[u] || u.Regions[0].Contains(isCheck) || u.Regions[1].Contains(isCheck) {
					return false
				}
			case u.Kind == ir.OpAnd || u.Kind == ir.OpOr || u.Kind == ir.OpNot:
				if !only(u) {
					return false
				}
			default:
				return false
			}
		}
		return true
	}
	if !only(w.compare) {
		return false
	}
	// Where an equal key wins, an iteration that is no candidate needs a key that loses against all: floats have NaN.
	return w.strict() || w.keyType().IsFloat() || len(path) == 1 && path[0].cond == w.compare.Results[0]
}

func isCheck(o *ir.Op) bool { return o.Kind.Has(ir.Check) }

// ofIndex reports a value that can be worked out behind the loop, from the index. (What the loop carries is taken for itself only, and in one comparison.)
func (a *accumulation) ofIndex(v *ir.Value, seen map[*ir.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	o := v.Def
	if !insideOp(o, a.loop) {
		return true
	}
	if o.Kind != ir.OpLoad && !o.Kind.Has(ir.Pure) {
		return false
	}
	return !slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return !a.ofIndex(v, seen) })
}

func (w *winner) keyType() *ir.Type { return w.a.loop.Results[w.key].Type }

// strict reports that an equal key does not win.
func (w *winner) strict() bool { return w.kind == ir.OpLt || w.kind == ir.OpGt }

// later reports that of equal keys that with the larger index wins.
func (w *winner) later() bool { return w.strict() == w.a.down }

// greatest reports that the greatest key wins.
func (w *winner) greatest() bool { return w.kind == ir.OpGt || w.kind == ir.OpGe }

// worst is the key that no other is worse than.
func (w *winner) worst() uint64 { return worstKey(w.keyType(), w.greatest()) }

// noPlace is an index that loses against all others.
func (w *winner) noPlace() int64 {
	if w.later() {
		return -1
	}
	return math.MaxInt64
}

// unordered reports that partial results begin with NaN, against which all keys win that are none: of floats, where an equal key wins over a later one, or any over
// NaN, a key as bad as the worst has to win against none.
func (w *winner) unordered() bool {
	return w.keyType().IsFloat() && (!w.strict() || w.first) && !w.later()
}

func (w *winner) begin(b *ir.Builder) []*ir.Value {
	key := w.worst()
	if w.unordered() {
		key = ir.FloatBits(w.keyType(), math.NaN())
	}
	return []*ir.Value{b.Const(w.keyType(), key), b.Int(w.noPlace())}
}

// yields: the key, where all else than the comparison that decides holds, and the index.
func (w *winner) yields(last *ir.Op) []*ir.Value {
	body := w.a.loop.Regions[0]
	holds := w.compare.Parent.NewOp(ir.OpConst, w.compare.Pos, nil, ir.TBool)
	if w.holds {
		holds.Bits = 1
	}
	w.compare.InsertBefore(holds)
	ir.ReplaceUses(body, w.compare.Results[0], holds.Results[0])
	w.compare.Remove()
	none := w.worst()
	if (!w.strict() || w.first) && w.keyType().IsFloat() { // as good as the worst is not good enough
		none = ir.FloatBits(w.keyType(), math.NaN())
	}
	for _, t := range w.taken {
		p := body.Params[1+t.carried]
		k := body.NewOp(ir.OpConst, last.Pos, nil, p.Type)
		if t.carried == w.key {
			k.Bits = none
		}
		body.Insert(0, k)
		ir.ReplaceUses(body, p, k.Results[0])
	}
	w.place = body.Params[0]
	return []*ir.Value{last.Args[w.key], w.place}
}

// join: of two keys, or of equal ones by their indices. Steps come in the order of the indices; so there keys alone decide, if a key as bad as the worst is not
// to win against none.
func (w *winner) join(b *ir.Builder, x, y []*ir.Value, step bool) []*ir.Value {
	better, before := ir.OpLt, ir.OpLt
	if w.greatest() {
		better = ir.OpGt
	}
	if w.later() {
		before = ir.OpGt
	}
	var tie *ir.Value
	if !step || !w.later() && !w.strict() && !w.unordered() {
		tie = b.Binary(ir.OpAnd, b.Compare(ir.OpEq, y[0], x[0]), b.Compare(before, y[1], x[1]))
	}
	var wins *ir.Value
	switch {
	case step && w.later():
		wins = b.Compare(better.Negated().Mirrored(), y[0], x[0])
	case w.unordered():
		wins = b.Binary(ir.OpAndNot, b.Compare(ir.OpEq, y[0], y[0]), b.Compare(better.Negated(), y[0], x[0]))
	default:
		wins = b.Compare(better, y[0], x[0])
	}
	if tie != nil {
		wins = b.Binary(ir.OpOr, wins, tie)
	}
	return []*ir.Value{b.Select(wins, y[0], x[0]), b.Select(wins, y[1], x[1])}
}

// results: what the loop began with, if no key is better.
func (w *winner) results(b *ir.Builder, leaves, out []*ir.Value) int {
	loop := w.a.loop
	inits := loop.Args[2:]
	wins := b.Compare(w.kind, leaves[0], inits[w.key])
	if w.first {
		wins = b.Binary(ir.OpOr, wins, b.Compare(ir.OpNe, inits[w.key], inits[w.key]))
	}
	if !w.strict() || w.first { // no key is no better than any
		wins = b.Binary(ir.OpAnd, b.Compare(ir.OpNe, leaves[1], b.Int(w.noPlace())), wins)
	}
	var types []*ir.Type
	var others []*ir.Value
	for _, t := range w.taken {
		types = append(types, inits[t.carried].Type)
		others = append(others, inits[t.carried])
	}
	branch := b.If(wins, types...)
	b.In(branch.Regions[1]).Yield(others...)
	in := b.In(branch.Regions[0])
	c := ir.NewCloner()
	c.Map(w.place, leaves[1])
	for k, t := range w.taken {
		out[t.carried] = branch.Results[k]
		if t.carried == w.key {
			others[k] = leaves[0]
			continue
		}
		v := t.path[len(t.path)-1].chosen()
		w.again(c, in.Region, v)
		others[k] = c.Value(v)
	}
	in.Yield(others...)
	return 2
}

// again works out v for the index that c has.
func (w *winner) again(c *ir.Cloner, into *ir.Region, v *ir.Value) {
	if _, ok := c.Values[v]; ok || v.Def == nil || !w.inBody(v.Def) {
		return
	}
	for _, a := range v.Def.Args {
		w.again(c, into, a)
	}
	c.Into(into, []*ir.Op{v.Def})
}

// inBody reports an op of what was the loop's body.
func (w *winner) inBody(o *ir.Op) bool {
	for r := o.Parent; r != nil; r = r.Parent.Parent {
		if slices.Contains(r.Params, w.place) {
			return true
		}
		if r.Parent == nil {
			return false
		}
	}
	return false
}
