package plan

import (
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/rt"
)

// Call runs the program with the arguments in a struct at in, and stores the results to one at out. It reports false if the plain function
// has to be called. A frame whose run panics is not used again, so that there is no need for a defer. Neither in nor out escapes.
func (p *Program) Call(b *border.Layout, in, out unsafe.Pointer) bool {
	f := p.Begin()
	if len(b.Pointers) > 0 && !f.behind(b, in) {
		f.End()
		return false
	}
	for i := range b.Args {
		l := &b.Args[i]
		f.set(l, unsafe.Add(in, l.Offset))
	}
	p.Run(f)
	if f.left {
		f.left, f.gaveUp, f.failed = false, false, false
		f.End()
		return false
	}
	for i := range b.Results {
		f.result(&b.Results[i], out)
	}
	if len(b.Made) > 0 {
		f.made(b, in, out)
	}
	for i := range b.Errors {
		e := &b.Errors[i]
		if n := int(e.Param); f.Word(n) != 0 {
			var w rt.Words
			for k := range w {
				w[k] = f.Word(n + k)
			}
			e.Set(out, w)
		}
	}
	f.End()
	return true
}

// set gives the component at a place to a parameter.
func (f *Frame) set(l *border.Leaf, at unsafe.Pointer) {
	if l.IsSlice() {
		s := l.Slice(at)
		f.SetSlice(int(l.Param), s.Data, s.Len, s.Cap)
	} else {
		f.SetWord(int(l.Param), load(at, l.Size))
	}
}

// behind sets the parameters that are behind pointers.
func (f *Frame) behind(b *border.Layout, in unsafe.Pointer) bool {
	var bases border.Bases
	if !b.Follow(in, bases[:]) {
		return false
	}
	for i := range b.Behind {
		l := &b.Behind[i]
		f.set(l, unsafe.Add(bases[l.Base], l.Offset))
	}
	for i := range b.Memory {
		m := &b.Memory[i]
		f.SetSlice(int(m.Param), unsafe.Add(bases[m.Base], m.Offset), m.Len, m.Len)
	}
	return true
}

// result stores a component of the results.
func (f *Frame) result(l *border.Leaf, out unsafe.Pointer) {
	at := unsafe.Add(out, l.Offset)
	if l.IsSlice() {
		data, n, c := f.Slice(int(l.Param))
		l.SetSlice(at, border.Slice{Data: data, Len: n, Cap: c})
	} else {
		store(at, l.Size, f.Word(int(l.Param)))
	}
}

// made stores the results that are pointers: those of arguments, and to new memory.
func (f *Frame) made(b *border.Layout, in, out unsafe.Pointer) {
	for i := range b.Made {
		m := &b.Made[i]
		b.Make(m, in, out, int64(f.Word(int(m.Param))), func(fresh unsafe.Pointer) {
			for k := range m.Leaves {
				f.result(&m.Leaves[k], fresh)
			}
		})
	}
}
