package opt

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// CSE replaces an op by an equal one that has been executed before on every way to it: pure ops, loads with nothing in between that
// may have changed what they read, loads of what has just been stored, and checks. It is hash-consing with scopes that follow the
// regions (the dominator-based value numbering of Briggs, Cooper and Simpson, "Value numbering", 1997). A condition is known to hold
// or not to hold in the arms of its if, and behind a guard.
func CSE(f *ir.Func) bool {
	n := f.Number()
	m := cseMemories.Get().(*cseMemory)
	c := cse{mem: analysis.MemoryOf(f), cseMemory: m, versions: make([]uint32, analysis.MemoryOf(f).Count()), truth: map[*ir.Value]bool{}}
	m.heads, m.entries, m.to = sized(m.heads, 1<<bits.Len(uint(n))), m.entries[:0], sized(m.to, n)
	list := opLists.Get().(*opList)
	c.out = list.ops[:0]
	c.region(f.Body)
	list.keep(c.out)
	clear(m.to)
	cseMemories.Put(m)
	return c.changed
}

// cseMemory serves one function after the other.
type cseMemory struct {
	to      []*ir.Value // by value ID: what stands for it, where that is not itself
	heads   []int32     // by hash, modulo the length: the newest entry, plus one
	entries []cseEntry
}

var cseMemories = sync.Pool{New: func() any { return new(cseMemory) }}

// sized is a slice of n zeros, in the memory of s if that is enough.
func sized[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	clear(s[:n])
	return s[:n]
}

type cse struct {
	*cseMemory
	mem      *analysis.Memory
	versions []uint32 // by class: changes with every store that may touch it
	version  uint32
	truth    map[*ir.Value]bool
	learnt   []*ir.Value // the keys of truth, oldest first
	out      []*ir.Op    // what stays of a region, behind that of the regions around it
	changed  bool
}

type cseEntry struct {
	hash    uint64
	op      *ir.Op    // nil where the scope is over
	value   *ir.Value // what it computes; nil for a check
	version uint32    // of a load
	prev    int32     // in the same list
}

// region handles one region; what it learns is forgotten behind it.
func (c *cse) region(r *ir.Region) {
	mark, learnt := len(c.entries), len(c.learnt)
	begin := len(c.out)
	for _, o := range r.Ops {
		o.MapArgs(c.of)
		c.useTruth(r, o)
		if c.op(o) {
			c.changed = true
			continue
		}
		c.out = append(c.out, o)
	}
	c.out = put(r, c.out, begin)
	for i := len(c.entries) - 1; i >= mark; i-- {
		e := &c.entries[i]
		*c.head(e.hash) = e.prev
	}
	clear(c.entries[mark:])
	c.entries = c.entries[:mark]
	for _, v := range c.learnt[learnt:] {
		delete(c.truth, v)
	}
	c.learnt = c.learnt[:learnt]
}

// useTruth replaces operands of o whose truth is known by constants.
func (c *cse) useTruth(r *ir.Region, o *ir.Op) {
	if len(c.truth) == 0 {
		return
	}
	for i, a := range o.Args {
		if a.Type != ir.TBool {
			continue
		}
		truth, ok := c.truth[a]
		if _, isConst := a.IsConst(); !ok || isConst {
			continue
		}
		k := r.NewOp(ir.OpConst, o.Pos, nil, ir.TBool)
		if truth {
			k.Bits = 1
		}
		v := k.Results[0]
		v.ID = int32(len(c.to))
		c.to = append(c.to, nil)
		if !c.op(k) {
			c.out = append(c.out, k)
		}
		o.SetArg(i, c.of(v))
		c.changed = true
	}
}

// of is what stands for v.
func (c *cse) of(v *ir.Value) *ir.Value {
	for c.to[v.ID] != nil {
		v = c.to[v.ID]
	}
	return v
}

// learn notes that v holds, or does not.
func (c *cse) learn(v *ir.Value, holds bool) {
	if _, known := c.truth[v]; known {
		return
	}
	if _, isConst := v.IsConst(); isConst {
		return
	}
	c.truth[v] = holds
	c.learnt = append(c.learnt, v)
	d := v.Def
	if d == nil {
		return
	}
	switch {
	case d.Kind == ir.OpNot:
		c.learn(d.Args[0], !holds)
	case d.Kind == ir.OpAnd && holds, d.Kind == ir.OpOr && !holds:
		c.learn(d.Args[0], holds)
		c.learn(d.Args[1], holds)
	case d.Kind == ir.OpAndNot && holds:
		c.learn(d.Args[0], true)
		c.learn(d.Args[1], false)
	}
}

// op handles one op and reports whether it can go.
func (c *cse) op(o *ir.Op) (gone bool) {
	switch {
	case o.Kind == ir.OpIf:
		c.ifOp(o)
		return false
	case o.Kind.Has(ir.Output): // done ahead of the body: it sees nothing of an iteration
		return false
	case len(o.Regions) > 0:
		mask := c.mem.Writes(o)
		if o.Kind == ir.OpMulti {
			for _, out := range o.Outputs() {
				for _, r := range out.Regions {
					c.region(r)
				}
			}
		}
		if o.Kind != ir.OpBlock {
			c.bump(mask)
		}
		for _, r := range o.Regions {
			c.region(r)
		}
		c.bump(mask)
		return false
	case o.Kind == ir.OpStore && c.holds(o):
		return true
	case o.Kind == ir.OpStore:
		c.bump(c.mem.Writes(o))
		c.forward(o)
		return false
	case o.Kind.Has(ir.Writes):
		c.bump(c.mem.Writes(o))
		return false
	case o.Kind == ir.OpLoad:
		return c.find(o, c.versions[c.mem.Class(o)])
	case o.Kind.Has(ir.Check), o.Kind.Has(ir.Pure) && len(o.Results) == 1:
		return c.find(o, 0)
	}
	return false
}

func (c *cse) ifOp(o *ir.Op) {
	before := slices.Clone(c.versions)
	for i, r := range o.Regions {
		learnt := len(c.learnt)
		c.learn(o.Args[0], i == 0)
		c.region(r)
		for _, v := range c.learnt[learnt:] {
			delete(c.truth, v)
		}
		c.learnt = c.learnt[:learnt]
		copy(c.versions, before)
	}
	c.bump(c.mem.Writes(o))
	for i, r := range o.Regions {
		if t := r.Terminator(); t != nil && t.Kind != ir.OpYield {
			c.learn(o.Args[0], i != 0) // control goes on behind o only by the other arm
			break
		}
	}
}

// bump gives the classes in mask new versions.
func (c *cse) bump(mask analysis.Classes) {
	if mask == 0 {
		return
	}
	c.version++
	for i := range c.versions {
		if mask.Has(i) {
			c.versions[i] = c.version
		}
	}
}

// forward makes a load of what store o wrote give the value that was stored.
func (c *cse) forward(o *ir.Op) {
	args := append([]*ir.Value{o.Args[0], o.Args[1]}, o.Args[3:]...)
	load := &ir.Op{Kind: ir.OpLoad, Args: args, Ints: o.Ints}
	load.AddResult(o.Args[2].Type)
	version := c.versions[c.mem.Class(o)]
	c.add(cseEntry{hash(load, version), load, o.Args[2], version, 0})
}

// holds reports a store of what is there already.
func (c *cse) holds(o *ir.Op) bool {
	load := &ir.Op{Kind: ir.OpLoad, Args: append([]*ir.Value{o.Args[0], o.Args[1]}, o.Args[3:]...), Ints: o.Ints}
	load.AddResult(o.Args[2].Type)
	version := c.versions[c.mem.Class(o)]
	h := hash(load, version)
	for i := *c.head(h); i != 0; i = c.entries[i-1].prev {
		if e := &c.entries[i-1]; e.hash == h && e.version == version && equal(e.op, load) {
			return e.value == o.Args[2]
		}
	}
	return false
}

// find replaces o by an equal op before it, if there is one, and remembers o otherwise.
func (c *cse) find(o *ir.Op, version uint32) bool {
	h := hash(o, version)
	for i := *c.head(h); i != 0; {
		e := &c.entries[i-1]
		if e.hash == h && e.version == version && equal(e.op, o) {
			if e.value != nil {
				c.to[o.Results[0].ID] = e.value
				if e.value.Name == "" {
					e.value.Name = o.Results[0].Name
				}
			}
			return true
		}
		i = e.prev
	}
	var v *ir.Value
	if len(o.Results) == 1 {
		v = o.Results[0]
	}
	c.add(cseEntry{h, o, v, version, 0})
	return false
}

// head is where the list begins that has the entries of hash h.
func (c *cse) head(h uint64) *int32 { return &c.heads[h>>32&uint64(len(c.heads)-1)] }

func (c *cse) add(e cseEntry) {
	head := c.head(e.hash)
	e.prev = *head
	c.entries = append(c.entries, e)
	*head = int32(len(c.entries))
}

func hash(o *ir.Op, version uint32) uint64 {
	h := uint64(o.Kind) + 1 + uint64(version)<<32
	mix := func(x uint64) { h = (h ^ x) * 0x9e3779b97f4a7c15; h ^= h >> 29 }
	args := o.Args
	if o.Kind.Has(ir.Commutes) { // either order has the same hash
		mix(uint64(args[0].ID + args[1].ID))
		args = args[2:]
	}
	for _, a := range args {
		mix(uint64(a.ID))
	}
	mix(o.Bits)
	for _, n := range o.Ints {
		mix(uint64(n))
	}
	if len(o.Table()) > 0 {
		mix(uint64(len(o.Table())))
		mix(o.Table()[0])
	}
	return h * 0x9e3779b97f4a7c15 // the upper half depends on all of it
}

func equal(a, b *ir.Op) bool {
	if a.Kind != b.Kind || a.Bits != b.Bits || len(a.Args) != len(b.Args) || len(a.Results) != len(b.Results) || a.Sym() != b.Sym() {
		return false
	}
	if len(a.Results) == 1 && a.Results[0].Type != b.Results[0].Type {
		return false
	}
	if !slices.Equal(a.Ints, b.Ints) || !slices.Equal(a.Table(), b.Table()) {
		return false
	}
	if slices.Equal(a.Args, b.Args) {
		return true
	}
	return a.Kind.Has(ir.Commutes) && a.Args[0] == b.Args[1] && a.Args[1] == b.Args[0] && slices.Equal(a.Args[2:], b.Args[2:])
}
