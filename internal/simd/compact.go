package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// compact emits a compact (docs/ir.md) in lanes: of each register, what is kept is brought side by side, and stored under a mask of as many lanes, for what lies
// behind is to stay as it is. Before anything of a vector is stored, all of it is known to have room: else the scalar loop behind the compact goes on with it.
func (e *emitter) compact(o *ir.Op) {
	lo, hi := e.get(o.Args[0]).u, e.get(o.Args[1]).u
	n := o.Counters()
	none := slices.Repeat([]*ir.Value{e.b.Int(0)}, n)
	sh := analyse(o)
	sh.findNarrow(o)
	sh.findGroups(o, e.opt.RegisterBytes)
	why := e.obstacle(o, sh, e.kernel.Lanes)
	if why == "" {
		why = e.compressObstacle(o)
	}
	results := append([]*ir.Value{lo}, none...)
	if why != "" {
		e.note(o.Pos, "not in lanes: %s", why)
	} else {
		saved := e.enter()
		e.sh = sh
		vl := min(e.kernel.Lanes*e.parts(o.Regions[0], sh), maxLanes)
		e.note(o.Pos, "in lanes, brought side by side: %d elements in a register, %d at a time", e.kernel.Lanes, vl)
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
		if size := st.Value.Type.Size(); size < 4 && !e.opt.NarrowCompress || e.opt.RegisterBytes < 64 && e.kernel.Lanes*size < 16 {
			return "no instruction brings elements of " + st.Value.Type.String() + " side by side"
		}
	}
	return ""
}

// compactVectors emits the vectors, and the masked ones for what is left; it gives what the compact does.
func (e *emitter) compactVectors(o *ir.Op, vl int, lo, hi *ir.Value, none []*ir.Value) []*ir.Value {
	e.lanes = &lanesLoop{vl: vl}
	e.targets[o] = &target{op: o, divergent: true, root: true}
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
	body := o.Regions[0]
	e.env[body.Params[0]] = lval{u: i, stride: 1}
	e.cur, e.none, e.some, e.depth, e.over = &slot{val: mask}, false, true, 0, lanesMask{}
	y, _ := e.region(body)
	var kept [][]*ir.Value  // by counter, registers
	var after [][]*ir.Value // the counter behind each register
	same := map[*ir.Value]int{}
	var full *ir.Value
	for k, c := range counts {
		at, known := same[y.Args[k]]
		if !known {
			at = k
			same[y.Args[k]] = k
			kept = append(kept, e.registers(e.andMask(mask, e.toVec(e.get(y.Args[k])))))
		} else {
			kept = append(kept, kept[at])
		}
		steps := []*ir.Value{c}
		for _, m := range kept[k] {
			n := e.b.Op(ir.OpCount, []*ir.Value{m}, ir.TI64).Result()
			steps = append(steps, e.b.Binary(ir.OpAdd, steps[len(steps)-1], n))
		}
		after = append(after, steps)
		if gathers == nil {
			full = e.b.Join(ir.OpOr, full, e.b.Compare(ir.OpGt, steps[len(steps)-1], e.get(o.Rooms()[k]).u))
		}
	}
	if gathers == nil {
		e.bailIf(full)
	}
	firsts := map[*ir.Value]*ir.Value{}
	for s, st := range o.CompactStores() {
		at := e.get(st.At).u
		p := e.place(st.Slice, st.At, nil, nil)
		for r, v := range e.registers(e.toVec(e.get(st.Value))) {
			m := kept[st.Counter][r]
			if gathers != nil {
				e.gather(gathers, s, st.Value.Type, after[st.Counter][r], e.b.Op(ir.OpCompress, []*ir.Value{v, m}, v.Type).Result())
				continue
			}
			if firsts[m] == nil {
				firsts[m] = e.b.Op(ir.OpCompress, []*ir.Value{m, m}, m.Type).Result()
			}
			x := e.b.Op(ir.OpCompress, []*ir.Value{v, m}, v.Type).Result()
			p.idx = lval{u: e.b.Binary(ir.OpAdd, at, after[st.Counter][r])}
			e.mem(ir.OpMStore, []*ir.Value{p.base.u, p.idx.u, x, firsts[m]}, p)
		}
	}
	last := make([]*ir.Value, len(counts))
	for k := range counts {
		last[k] = after[k][len(after[k])-1]
	}
	return last
}
