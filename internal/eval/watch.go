package eval

import (
	"fmt"
	"math/bits"
	"sort"
	"strings"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// Iterations of a declared parallel loop must be independent. The interpreter can watch whether they are: it runs them one after the other
// and keeps in a shadow of the memory they touch which iteration last stored to a place and which one loaded from it. Two accesses are
// concurrent if the innermost loop that holds both is a parallel one and they belong to different iterations of it. Loops nest, so the
// program is a series-parallel graph, run depth first, for which one store and one load per place are enough to find a dependence at each
// place that has one (Feng & Leiserson, "Efficient Detection of Determinacy Races in Cilk Programs", SPAA 1997: the algorithm SP-bags).
// Their bags are not needed here: a clock that ticks with each iteration tells from an access's time alone to which of the iterations of the
// loops around it belonged.
//
// Iterations may store the same value to one place: its order doesn't matter. A load by one of what another one stores always counts,
// whatever the value.

// Race is a dependence between two iterations of a parallel loop.
type Race struct {
	Loop          ir.Pos
	Element       string // what both touch, as the second names it
	First, Second Access
}

// Access is a load or store of a Race.
type Access struct {
	Pos       ir.Pos
	Store     bool
	Slice     string // name of the slice or variable, if it has one
	Iteration string // the indices of the loop
}

// String tells a race in three lines.
func (r *Race) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "two iterations of the parallel loop at %s touch %s", r.Loop, r.Element)
	for _, a := range []Access{r.First, r.Second} {
		verb := "loads: "
		if a.Store {
			verb = "stores:"
		}
		fmt.Fprintf(&b, "\n\titeration %s %s %s", a.Iteration, verb, a.Pos)
		if a.Slice != "" && a.Slice != r.Second.Slice {
			fmt.Fprintf(&b, " (as %s)", a.Slice)
		}
	}
	return b.String()
}

// Watch has the interpreter look for dependences between iterations. Each pair of places in the program is reported once, or with all set as
// often as it is met.
func (x *Interp) Watch(report func(*Race), all bool) {
	x.watch = &watcher{report: report, all: all, seen: map[[2]event]bool{}, pages: map[uintptr]*page{}, variables: firstVariable}
}

// watcher is what watches an interpreter. A nil one watches nothing.
type watcher struct {
	report func(*Race)
	all    bool
	seen   map[[2]event]bool // pairs of sites

	clock uint64
	live  []instance // the parallel loops being run, from the outermost on
	sites []*ocode   // by uid

	pages     map[uintptr]*page
	near      [64]*page // pages used last, by their numbers' last bits
	bytes     int       // of marks in pages
	variables uintptr   // where the next variable goes
}

// instance is a parallel loop that is being run.
type instance struct {
	o          *ocode
	dims       []Value
	first, now uint64 // when it began, and its present iteration
	count      int64  // iterations begun
	runs       []run
}

// run says that iterations from this one on began in consecutive ticks.
type run struct {
	clock   uint64
	ordinal int64 // -1: the operation of a reduction
}

// event is when and where in the program an access was: the clock in the upper bits, the op's number below.
type event uint64

const siteBits = 24

func (e event) clock() uint64 { return uint64(e) >> siteBits }
func (e event) site() uint64  { return uint64(e) & (1<<siteBits - 1) }

// maxClock is far more than can be interpreted in a day. Behind it nothing is found.
const maxClock = 1<<(64-siteBits) - 1

// begin enters a parallel loop.
func (w *watcher) begin(o *ocode, dims []Value) {
	if w == nil {
		return
	}
	n := len(w.live)
	if n < cap(w.live) { // its list of runs is used again
		w.live = w.live[:n+1]
	} else {
		w.live = append(w.live, instance{})
	}
	in := &w.live[n]
	*in = instance{o: o, dims: dims, first: w.clock + 1, now: w.clock + 1, runs: in.runs[:0]}
}

// next begins the next iteration.
func (w *watcher) next() {
	if w == nil {
		return
	}
	in := w.tick()
	if n := len(in.runs); n == 0 || in.runs[n-1].ordinal < 0 || in.runs[n-1].clock+uint64(in.count-in.runs[n-1].ordinal) != in.now {
		in.runs = append(in.runs, run{in.now, in.count})
	}
	in.count++
}

// combine begins a call of a reduction's operation.
func (w *watcher) combine() {
	if w == nil {
		return
	}
	in := w.tick()
	if n := len(in.runs); n == 0 || in.runs[n-1].ordinal >= 0 {
		in.runs = append(in.runs, run{in.now, -1})
	}
}

func (w *watcher) tick() *instance {
	w.clock = min(w.clock+1, maxClock)
	in := &w.live[len(w.live)-1]
	in.now = w.clock
	return in
}

// end leaves a parallel loop.
func (w *watcher) end() {
	if w == nil {
		return
	}
	w.live = w.live[:len(w.live)-1]
	if len(w.live) == 0 && w.bytes > keptShadow {
		clear(w.pages)
		clear(w.near[:])
		w.bytes = 0
	}
}

// reset is called before a call: one before may have panicked.
func (w *watcher) reset() {
	if w != nil && len(w.live) > 0 {
		w.live = w.live[:1]
		w.end()
	}
}

// on reports whether accesses are of interest.
func (w *watcher) on() bool { return w != nil && len(w.live) > 0 }

// level is the live loop of which an access at time t and the present one are in different iterations, or -1. What happened before the
// outermost loop, or in between loops inside one iteration, is ordered.
func (w *watcher) level(t uint64) int {
	for k := len(w.live) - 1; k >= 0; k-- {
		if t >= w.live[k].now {
			return -1
		}
		if t >= w.live[k].first {
			return k
		}
	}
	return -1
}

// iteration is the iteration at time t.
func (in *instance) iteration(t uint64) string {
	k := sort.Search(len(in.runs), func(i int) bool { return in.runs[i].clock > t }) - 1
	if k < 0 || in.runs[k].ordinal < 0 {
		return "of the operation"
	}
	last := in.count - 1
	for _, r := range in.runs[k+1:] {
		if r.ordinal >= 0 {
			last = r.ordinal - 1
			break
		}
	}
	n := min(in.runs[k].ordinal+int64(t-in.runs[k].clock), last)
	idx := make([]string, len(in.dims))
	for d := len(in.dims) - 1; d >= 0; d-- {
		size := max(int64(in.dims[d].Bits), 1)
		idx[d] = fmt.Sprint(n % size)
		n /= size
	}
	if len(idx) == 1 {
		return idx[0]
	}
	return "(" + strings.Join(idx, ", ") + ")"
}

// touch records an access to size bytes. same: a store of what is there already.
func (w *watcher) touch(fr *iframe, o *ocode, at uintptr, size int, store, same bool) {
	if size == 0 {
		return
	}
	for int(o.uid) >= len(w.sites) {
		w.sites = append(w.sites, make([]*ocode, int(o.uid)+1-len(w.sites))...)
	}
	w.sites[o.uid] = o
	now := event(w.live[len(w.live)-1].now<<siteBits | o.uid&(1<<siteBits-1))
	shift := uint8(min(bits.TrailingZeros64(uint64(at)|uint64(size)), 3))
	for size > 0 {
		p := w.page(at>>pageBits, shift)
		off := at & (1<<pageBits - 1)
		n := min(size, 1<<pageBits-int(off))
		marks := p.marks[off>>p.shift : (int(off)+n)>>p.shift]
		for i := range marks {
			if store {
				w.store(fr, &marks[i], now, same)
			} else {
				w.load(fr, &marks[i], now)
			}
		}
		at += uintptr(n)
		size -= n
	}
}

// store visits a mark. A store that is concurrent with one before stays recorded: what is concurrent with the present one is so with it, too.
func (w *watcher) store(fr *iframe, c *mark, now event, same bool) {
	if c.load != 0 {
		if k := w.level(c.load.clock()); k >= 0 {
			w.found(fr, k, c.load, false, now, true)
		}
	}
	if c.store != 0 {
		if k := w.level(c.store.clock()); k >= 0 {
			if !same {
				w.found(fr, k, c.store, true, now, true)
			}
			return
		}
	}
	c.store = now
}

// load visits a mark. Of concurrent loads the first stays, likewise.
func (w *watcher) load(fr *iframe, c *mark, now event) {
	if c.store != 0 {
		if k := w.level(c.store.clock()); k >= 0 {
			w.found(fr, k, c.store, true, now, false)
		}
	}
	if c.load == 0 || w.level(c.load.clock()) < 0 {
		c.load = now
	}
}

// found reports a dependence between iterations of the loop at level k.
func (w *watcher) found(fr *iframe, k int, first event, firstStores bool, second event, secondStores bool) {
	key := [2]event{event(first.site()), event(second.site())}
	if w.seen[key] && !w.all {
		return
	}
	w.seen[key] = true
	in := &w.live[k]
	a, b := w.sites[first.site()], w.sites[second.site()]
	w.report(&Race{
		Loop:    in.o.op.Pos,
		Element: elementName(fr, b),
		First:   Access{a.op.Pos, firstStores, a.op.Args[0].Name, in.iteration(first.clock())},
		Second:  Access{b.op.Pos, secondStores, b.op.Args[0].Name, in.iteration(second.clock())},
	})
}

// elementName names what an op is about to touch.
func elementName(fr *iframe, o *ocode) string {
	t := o.op.Args[0].Type.Elem
	var b strings.Builder
	b.WriteString(o.op.Args[0].Name)
	var idx []int
	switch o.kind {
	case ir.OpLoad, ir.OpStore:
		i := int64(fr.slots[o.args[1]].Bits)
		if b.Len() == 0 {
			fmt.Fprintf(&b, "element %d of a []%s", i, t)
		} else {
			fmt.Fprintf(&b, "[%d]", i)
		}
		idx = o.args[2:]
	default:
		if b.Len() == 0 {
			b.WriteString("a variable")
		}
		idx = o.args[1:]
	}
	if o.kind == ir.OpStore || o.kind == ir.OpSet {
		idx = idx[1:]
	}
	for _, step := range o.op.Ints {
		if step < 0 {
			fmt.Fprintf(&b, "[%d]", int64(fr.slots[idx[0]].Bits))
			idx, t = idx[1:], t.Elem
		} else {
			b.WriteString("." + t.Fields[step].Name)
			t = t.Fields[step].Type
		}
	}
	return b.String()
}

// loads records that memory of type t is read.
func (w *watcher) loads(fr *iframe, o *ocode, p unsafe.Pointer, t *ir.Type) {
	if w.on() {
		w.touch(fr, o, uintptr(p), t.Size(), false, false)
	}
}

// stores records that v, of type t, is about to be stored, leaf by leaf.
func (w *watcher) stores(fr *iframe, o *ocode, p unsafe.Pointer, t *ir.Type, v Value) {
	if !w.on() {
		return
	}
	switch t.Kind {
	case ir.Struct:
		for i, f := range t.Fields {
			w.stores(fr, o, unsafe.Add(p, t.Offset(i)), f.Type, v.Ref.(*Aggregate).Elems[i])
		}
	case ir.Array:
		for i, e := range v.Ref.(*Aggregate).Elems {
			w.stores(fr, o, unsafe.Add(p, i*t.Elem.Size()), t.Elem, e)
		}
	default:
		if t.Size() > 0 {
			w.touch(fr, o, uintptr(p), t.Size(), true, readMemory(p, t) == v)
		}
	}
}

// Variables are not in memory that can be addressed. They get addresses of their own, beyond those that programs have, 8 bytes for each
// scalar, slice or function in them, when an iteration other than the one that made them touches them.
const firstVariable = uintptr(1) << 63

// made says when a variable was made.
func (w *watcher) made(v *Var) {
	if w.on() {
		v.made = w.live[len(w.live)-1].now
	}
}

// variable records a get or set of the component of a variable that a path leads to.
func (w *watcher) variable(fr *iframe, o *ocode, p pointed, now *Value, set *Value) {
	v, idx := p.v, p.idx
	if !w.on() || v.made >= w.live[len(w.live)-1].now {
		return
	}
	t := v.t
	if v.at == 0 {
		v.at = w.variables
		w.variables += uintptr(8*countLeaves(t) + 8)
	}
	at := v.at
	for _, step := range p.path {
		if step < 0 {
			t = t.Elem
			at += uintptr(8*countLeaves(t)) * uintptr(p.fr.slots[idx[0]].Bits)
			idx = idx[1:]
			continue
		}
		for _, f := range t.Fields[:step] {
			at += uintptr(8 * countLeaves(f.Type))
		}
		t = t.Fields[step].Type
	}
	if set == nil {
		w.touch(fr, o, at, 8*countLeaves(t), false, false)
		return
	}
	old := valueLeaves(nil, *now)
	for i, leaf := range valueLeaves(nil, *set) {
		w.touch(fr, o, at+uintptr(8*i), 8, true, old[i] == leaf)
	}
}
