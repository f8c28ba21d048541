package plan

import (
	"sync"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// pipeline is a number of range kernels that run side by side: each over a strip of rows at a time, as far ahead of the next ones as these need. What
// they hand on lies in windows: buffers that hold the rows that are in use, and belong to a thread. docs/ir.md has the meaning of the operands.
type pipeline struct {
	from, to, strip, pitch int32 // words
	windows                []window
	blanks                 []blank
	stages                 []stage
	params                 int // words of all stages' parameter blocks
}

// window: words of the frame, and the size of an element.
type window struct {
	n               int32
	own             int32 // where the slice's length and capacity go
	first, low, top int32
	size            int64
}

// blank is a window of whose rows a stage fills a part, beginning with an element of row 0 and so many. The rest is zero.
type blank struct {
	window                        int
	rows, ahead, before, first, n int32 // words
}

// stage is a kernel of a pipeline.
type stage struct {
	*call
	n, rows, ahead, before int32   // words
	skip                   int32   // a word
	block                  int     // where its parameters begin among all
	patches                []patch // parameters that are windows
}

type patch struct {
	param  int // of the stage
	window int
}

// Rows of several buffers should not all map to the same sets of the first-level cache, which repeat every 4 KiB. Between windows there is room, since
// code may load a little more of a slice than it uses.
const (
	cacheLine     = 64
	setBytes      = 4096
	windowStagger = 11 * cacheLine
	windowMargin  = setBytes
)

// leastBand is the length of a band, in rows that are computed twice because of it.
const leastBand = 12

// pipeline compiles the op.
func (c *compiler) pipeline(o *ir.Op) {
	a := o.Args
	x := &pipeline{from: c.use(a[0]).word, to: c.use(a[1]).word, strip: c.use(a[2]).word, pitch: c.use(a[3]).word}
	number := map[*ir.Value]int{}
	for _, in := range o.Regions[0].Ops {
		switch in.Kind {
		case ir.OpWindow:
			s := slot{word: c.word(), ptr: c.nilPointer()}
			c.word()
			c.env[in.Results[0]] = s
			number[in.Results[0]] = len(x.windows)
			w := in.Args
			x.windows = append(x.windows, window{n: c.use(w[0]).word, own: s.word, first: c.use(w[1]).word, low: c.use(w[2]).word, top: c.use(w[3]).word,
				size: int64(in.Results[0].Type.Elem.Size())})
		case ir.OpBlank:
			b := in.Args
			x.blanks = append(x.blanks, blank{number[b[0]], c.use(b[1]).word, c.use(b[2]).word, c.use(b[3]).word, c.use(b[4]).word, c.use(b[5]).word})
		case ir.OpStage:
			x.stages = append(x.stages, c.stage(in, number, x.params))
			x.params += x.stages[len(x.stages)-1].fail + FailWords
		case ir.OpYield:
		default:
			bad("op %s in a pipeline", in.Kind)
		}
	}
	c.p.block = max(c.p.block, x.params)
	c.p.pipelines = append(c.p.pipelines, x)
	c.emit(step{op: opPipeline, imm: int64(len(c.p.pipelines) - 1)})
}

func (c *compiler) stage(o *ir.Op, number map[*ir.Value]int, block int) stage {
	a := o.Args
	st := stage{call: c.callOf(o, a[5:]), n: c.use(a[0]).word, rows: c.use(a[1]).word, ahead: c.use(a[2]).word, before: c.use(a[3]).word, skip: c.use(a[4]).word, block: block}
	at := 0
	for _, v := range a[5:] {
		if w, ok := number[v]; ok {
			st.patches = append(st.patches, patch{at, w})
		}
		at++
		if v.Type.Kind == ir.Slice {
			at += 2
		}
	}
	return st
}

// pipeline runs one.
func (f *Frame) pipeline(x *pipeline) {
	w := f.words
	from, to := int64(w[x.from]), int64(w[x.to])
	if from >= to {
		return
	}
	for _, win := range x.windows {
		w[win.own], w[win.own+1] = w[win.n], w[win.n]
	}
	lead := int64(0)
	for i := range x.stages {
		st := &x.stages[i]
		st.kernel.ready()
		f.packAt(st.block, st.params)
		lead = max(lead, int64(w[st.ahead])-int64(w[st.before]))
	}
	strip := int64(w[x.strip])
	band := max((to-from)/int64(4*rt.Threads()), leastBand*lead, strip)
	if rt.Threads() == 1 {
		band = to - from
	}
	f.pipe, f.base = x, from
	status, _, _ := rt.For(to-from, roundUp(band, strip), strip, f.bandBody)
	f.pipe = nil
	if status != 0 { // the guard has made sure that no check fails
		panic("hone: internal error: a check failed in a pipeline")
	}
}

// bandMemory is what a thread needs for a band.
type bandMemory struct {
	params []uint64
	room   []uint64
	at     []windowState
}

// windowState is where a window is now: element start lies at base.
type windowState struct {
	room  int64 // where the memory of the window begins
	size  int64 // of an element
	base  unsafe.Pointer
	start int64
}

var bandMemories = sync.Pool{New: func() any { return new(bandMemory) }}

// band runs the times [lo, hi), counted from base, of the pipeline that is going on.
func (f *Frame) band(lo, hi int64) (status int64) {
	x, w := f.pipe, f.words
	lo, hi = lo+f.base, hi+f.base
	strip, pitch := int64(w[x.strip]), int64(w[x.pitch])
	m := bandMemories.Get().(*bandMemory)
	m.open(x, w, lo, min(strip, hi-lo), pitch)
	copy(m.params, f.block[:x.params])
	for t := lo; t < hi && status == 0; t += strip {
		end := min(t+strip, hi)
		for i := range x.blanks {
			b := &x.blanks[i]
			first := t + int64(w[b.ahead])
			if t == lo {
				first = t + int64(w[b.before])
			}
			m.clear(b, w, first, end+int64(w[b.ahead]), pitch)
		}
		for i := range x.stages {
			st := &x.stages[i]
			first := t + int64(w[st.ahead])
			if t == lo {
				first = t + int64(w[st.before])
			}
			if status = st.rowsOf(m, w, first, end+int64(w[st.ahead])); status != 0 {
				break
			}
		}
		m.slide(x, w, end, pitch)
	}
	bandMemories.Put(m)
	return status
}

// rowsOf runs the rows [lo, hi) of a stage, as far as there are such.
func (st *stage) rowsOf(m *bandMemory, w []uint64, lo, hi int64) (status int64) {
	n, rows := int64(w[st.n]), int64(w[st.rows])
	last := (n + rows - 1) / rows
	lo, hi = max(lo, 0), min(hi, last)
	if lo >= hi {
		return 0
	}
	skip := int64(w[st.skip])
	if skip == 0 { // all together
		return st.indices(m, 0, lo*rows, min(hi*rows, n))
	}
	for r := lo; r < hi && status == 0; r++ {
		status = st.indices(m, r*skip, r*rows, min((r+1)*rows, n))
	}
	return status
}

// indices runs indices [lo, hi) of a stage, whose elements are so many further on in windows.
func (st *stage) indices(m *bandMemory, further, lo, hi int64) int64 {
	block := m.params[st.block:]
	for _, p := range st.patches {
		win := &m.at[p.window]
		block[p.param] = uint64(uintptr(win.base)) - uint64((win.start-further)*win.size)
	}
	var stack *rt.Stack
	return st.kernel.invoke(unsafe.Pointer(unsafe.SliceData(block)), lo, hi, false, &stack)
}

// clear makes zero what a stage doesn't store of the rows [lo, hi), each from the begin of what it stores to that of the next.
func (m *bandMemory) clear(b *blank, w []uint64, lo, hi, pitch int64) {
	s := &m.at[b.window]
	rows, first, n := int64(w[b.rows]), int64(w[b.first]), int64(w[b.n])
	for r := lo; r < hi; r++ {
		from, to := r*pitch+first, (r+1)*pitch+first
		if 0 <= r && r < rows {
			from += n
		}
		if from < to {
			clear(unsafe.Slice((*byte)(unsafe.Add(s.base, (from-s.start)*s.size)), (to-from)*s.size))
		}
	}
}

// open lays out the windows of a band that begins at time t, with strips of so many rows.
func (m *bandMemory) open(x *pipeline, w []uint64, t, strip, pitch int64) {
	words := func(s []uint64, n int64) []uint64 {
		if int64(len(s)) < n {
			return make([]uint64, n)
		}
		return s
	}
	m.params = words(m.params, int64(x.params))
	m.at = m.at[:0]
	bytes := int64(0)
	for k, win := range x.windows {
		elements := strip*pitch + int64(w[win.top]) - int64(w[win.first])
		bytes = roundUp(bytes, windowMargin) + windowMargin + int64(k*windowStagger)%setBytes
		m.at = append(m.at, windowState{room: bytes, size: win.size})
		bytes += elements*win.size + cacheLine
	}
	m.room = words(m.room, (bytes+windowMargin+cacheLine)/8)
	origin := uintptr(unsafe.Pointer(unsafe.SliceData(m.room)))
	for k, win := range x.windows {
		m.at[k].room += int64(-origin & (cacheLine - 1))
		m.place(k, t*pitch+int64(w[win.first]))
	}
}

// place lets window k begin with element start. Elements have the places in their cache lines that they had in an array that begins with a line.
func (m *bandMemory) place(k int, start int64) {
	s := &m.at[k]
	s.start = start
	s.base = unsafe.Add(unsafe.Pointer(unsafe.SliceData(m.room)), s.room+start*s.size&(cacheLine-1))
}

// slide moves the windows on to time t: what is still in use goes to their fronts.
func (m *bandMemory) slide(x *pipeline, w []uint64, t, pitch int64) {
	for k, win := range x.windows {
		s := &m.at[k]
		start, live := t*pitch+int64(w[win.low]), int64(w[win.top])-int64(w[win.low])
		from := unsafe.Add(s.base, (start-s.start)*s.size)
		m.place(k, start)
		if live > 0 {
			copy(unsafe.Slice((*byte)(s.base), live*s.size), unsafe.Slice((*byte)(from), live*s.size))
		}
	}
}
