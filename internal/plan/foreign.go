package plan

import (
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
)

// foreignCall is a call of a function that stays plain Go.
type foreignCall struct {
	f             *border.Foreign
	args, results []slot
}

// foreignRoom is where its arguments and results are during a call. It is the frame's, since a frame that a call panics in is not used again.
type foreignRoom struct{ in, out unsafe.Pointer }

func (c *compiler) foreign(o *ir.Op) {
	f, err := border.ForeignOf(o.Sym(), ir.Types(o.Args), ir.Types(o.Results))
	if err != nil {
		bad("%s", err)
	}
	x := foreignCall{f: f}
	for _, a := range o.Args {
		x.args = append(x.args, c.use(a))
	}
	for _, r := range o.Results {
		x.results = append(x.results, c.define(r))
	}
	c.emit(step{op: opForeign, imm: int64(len(c.p.foreign))})
	c.p.foreign = append(c.p.foreign, x)
}

func (f *Frame) foreign(k int) {
	x := &f.prog.foreign[k]
	if f.rooms == nil {
		f.rooms = make([]foreignRoom, len(f.prog.foreign))
	}
	room := &f.rooms[k]
	if room.in == nil {
		room.in, room.out = x.f.New()
	}
	for i, s := range x.args {
		l := &x.f.Args[i]
		at := unsafe.Add(room.in, l.Offset)
		if l.IsSlice() {
			l.SetSlice(at, border.Slice{Data: f.ptrs[s.ptr], Len: int(f.words[s.word]), Cap: int(f.words[s.word+1])})
		} else {
			store(at, l.Size, f.words[s.word])
		}
	}
	x.f.Call(room.in, room.out)
	for i, s := range x.results {
		l := &x.f.Results[i]
		at := unsafe.Add(room.out, l.Offset)
		if l.IsSlice() {
			r := l.Slice(at)
			f.ptrs[s.ptr], f.words[s.word], f.words[s.word+1] = r.Data, uint64(r.Len), uint64(r.Cap)
		} else {
			f.words[s.word] = load(at, l.Size)
		}
	}
	x.f.Clear(room.in, room.out)
}
