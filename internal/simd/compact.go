package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// compact emits a compact (docs/ir.md) in lanes: of each register, what is kept is brought side by side, and stored under a mask of as many lanes, for what lies
// behind is to stay as it is. Before anything of a vector is stored, all of it is known to have room: else the scalar loop behind the compact goes on with it.
func (e *emitter) compact(o *ir.Op) {
	lo, hi := e.ends(o)
	n := o.Counters()
	none := slices.Repeat([]*ir.Value{e.b.Int(0)}, n)
	sh := analyse(o)
	sh.findNarrow(o)
	sh.findGroups(o, e.opt.Machine.RegisterBytes, e.kernel.Lanes)
	why := e.obstacle(o, sh, e.kernel.Lanes)
	if why == "" {
		why = e.compressObstacle(o)
	}
	results := append([]*ir.Value{lo}, none...)
	if why != "" {
		e.noteOutcome(o.Pos, ir.NotInLanes, "not in lanes: %s", why)
	} else {
		saved := e.enter()
		e.sh = sh
		vl := min(e.kernel.Lanes*e.parts(o.Regions[0], sh), maxLanes)
		e.noteOutcome(o.Pos, ir.RunsInLanes, "in lanes, brought side by side: %d elements in a register, %d at a time", e.kernel.Lanes, vl)
		results = e.compactVectors(o, vl, lo, hi, none)
		e.leave(saved)
	}
	for i, r := range o.Results {
		e.env[r] = lval{u: results[i]}
	}
}

// compressObstacle says why the values of a compact can't be brought side by side: without AVX-512 there is a table of permutations for elements of four bytes
// and eight.
func (e *emitter) compressObstacle(o *ir.Op) string {
	for _, st := range o.CompactStores() {
		if size := st.Value.Type.Size(); size < 4 && !e.opt.Machine.NarrowCompress() || e.opt.Machine.RegisterBytes < 64 && e.kernel.Lanes*size < 16 {
			return "no instruction brings elements of " + st.Value.Type.String() + " side by side"
		}
	}
	return ""
}

// compactVectors emits the vectors, and the masked ones for what is left; it gives what the compact does.
func (e *emitter) compactVectors(o *ir.Op, vl int, lo, hi *ir.Value, none []*ir.Value) []*ir.Value {
	e.lanes = &lanesLoop{vl: vl}
	e.scopes[o] = &scope{op: o, divergent: true, root: true}
	state := append([]*ir.Value{lo}, none...)
	types := ir.Types(state)
	block := e.b.Block(types...)
	outer := e.b.Region
	e.b.Region = block.Regions[0]
	one := func(i *ir.Value, counts []*ir.Value, mask *ir.Value) []*ir.Value {
		e.lanes.bail = func() { e.b.Break(block, append([]*ir.Value{i}, counts...)...) }
		return e.compactVector(o, i, counts, mask, nil)
	}
	whole := func(step int) {
		last := e.b.Binary(ir.OpSub, hi, e.b.Int(int64(step-1)))
		from := state
		state = e.plainIf(e.b.Compare(ir.OpLt, from[0], last), types, func() []*ir.Value {
			done := e.counted(from, last, int64(step), func(i *ir.Value, counts []*ir.Value) []*ir.Value { return one(i, counts, nil) })
			done[0].Def.Mode = ir.InLanes
			return done
		}, func() []*ir.Value { return from })
	}
	gathers := e.newKeepBuffer(o, vl)
	if gathers == nil {
		whole(vl)
	} else {
		last := e.b.Binary(ir.OpSub, hi, e.b.Int(int64(vl-1)))
		state = e.plainIf(e.b.Compare(ir.OpLt, lo, last), types, func() []*ir.Value { return e.compactBlocks(o, gathers, state, last) },
			func() []*ir.Value { return state })
	}
	e.atATime(1, func() {
		if vl > e.kernel.Lanes || gathers != nil {
			whole(e.kernel.Lanes)
		}
		from := state
		state = e.plainIf(e.b.Compare(ir.OpLt, from[0], hi), types, func() []*ir.Value {
			left := e.b.Binary(ir.OpSub, hi, from[0])
			return append([]*ir.Value{hi}, one(from[0], from[1:], e.firstLanes(left))...)
		}, func() []*ir.Value { return from })
	})
	e.b.Yield(state...)
	e.b.Region = outer
	return block.Results
}

// compactVector emits the vector that begins at i, and gives the counters behind it. What it keeps is stored to its place if there is room for it, or gathered.
func (e *emitter) compactVector(o *ir.Op, i *ir.Value, counts []*ir.Value, mask *ir.Value, gathers *keepBuffer) []*ir.Value {
	v := e.keepOf(o, i, counts, mask)
	if gathers == nil {
		e.bailIf(v.beyond(e, o))
		e.storeKept(o, v, e.compressed(o, v), 0)
		return v.last()
	}
	for s, xs := range e.compressed(o, v) {
		st := o.CompactStores()[s]
		for r, x := range xs {
			e.gather(gathers, s, st.Value.Type, v.after[st.Counter][r], x)
		}
	}
	return v.last()
}

// compactDense is compactVector where most is kept: all registers but the last are stored whole, if what the registers behind them keep is stored over the rest of each.
func (e *emitter) compactDense(o *ir.Op, i *ir.Value, counts []*ir.Value) []*ir.Value {
	v := e.keepOf(o, i, counts, nil)
	e.bailIf(v.beyond(e, o))
	xs := e.compressed(o, v)
	after := v.after[0]
	n := len(after) - 1
	over := e.b.Compare(ir.OpGe, e.b.Binary(ir.OpSub, after[n], after[n-2]), e.b.Int(int64(e.kernel.Lanes)))
	e.plainIf(over, nil, func() []*ir.Value { e.storeKept(o, v, xs, n-1); return nil }, func() []*ir.Value { e.storeKept(o, v, xs, 0); return nil })
	return v.last()
}

// keptVector is what a vector keeps: by counter, masks for each register, and the counter before the first and behind each of them.
type keptVector struct{ masks, after [][]*ir.Value }

func (e *emitter) keepOf(o *ir.Op, i *ir.Value, counts []*ir.Value, mask *ir.Value) (v keptVector) {
	body := o.Regions[0]
	e.env[body.Params[0]] = lval{u: i, stride: 1}
	e.cur, e.none, e.some, e.depth, e.over = &variable{val: mask}, false, true, 0, lanesMask{}
	y, _ := e.region(body)
	same := map[*ir.Value]int{}
	for k, c := range counts {
		at, known := same[y.Args[k]]
		if !known {
			at = k
			same[y.Args[k]] = k
			v.masks = append(v.masks, e.registers(e.andMask(mask, e.toVec(e.get(y.Args[k])))))
		} else {
			v.masks = append(v.masks, v.masks[at])
		}
		steps := []*ir.Value{c}
		for _, m := range v.masks[k] {
			n := e.b.Op(ir.OpCount, []*ir.Value{m}, ir.TI64).Result()
			steps = append(steps, e.b.Binary(ir.OpAdd, steps[len(steps)-1], n))
		}
		v.after = append(v.after, steps)
	}
	return v
}

// last are the counters behind the vector.
func (v keptVector) last() []*ir.Value {
	var last []*ir.Value
	for _, steps := range v.after {
		last = append(last, steps[len(steps)-1])
	}
	return last
}

// beyond is whether there is no room for what the vector keeps.
func (v keptVector) beyond(e *emitter, o *ir.Op) (full *ir.Value) {
	for k, n := range v.last() {
		full = e.b.Join(ir.OpOr, full, e.b.Compare(ir.OpGt, n, e.get(o.Rooms()[k]).u))
	}
	return full
}

// compressed are by store what each register keeps, side by side.
func (e *emitter) compressed(o *ir.Op, v keptVector) (all [][]*ir.Value) {
	for _, st := range o.CompactStores() {
		var xs []*ir.Value
		for r, x := range e.registers(e.toVec(e.get(st.Value))) {
			xs = append(xs, e.b.Op(ir.OpCompress, []*ir.Value{x, v.masks[st.Counter][r]}, x.Type).Result())
		}
		all = append(all, xs)
	}
	return all
}

// storeKept stores it to its place: so many registers whole, the others under a mask of as many lanes as are kept.
func (e *emitter) storeKept(o *ir.Op, v keptVector, all [][]*ir.Value, whole int) {
	firsts := map[*ir.Value]*ir.Value{}
	for s, st := range o.CompactStores() {
		at := e.get(st.At).u
		p := e.address(st.Slice, st.At, nil, nil)
		for r, x := range all[s] {
			p.idx = lval{u: e.b.Binary(ir.OpAdd, at, v.after[st.Counter][r])}
			args := []*ir.Value{p.base.u, p.idx.u, x}
			if r >= whole {
				m := v.masks[st.Counter][r]
				if firsts[m] == nil {
					firsts[m] = e.b.Op(ir.OpCompress, []*ir.Value{m, m}, m.Type).Result()
				}
				args = append(args, firsts[m])
			}
			e.mem(ir.OpMStore, args, p)
		}
	}
}
