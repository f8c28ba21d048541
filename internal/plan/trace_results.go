package plan

import (
	"slices"

	"github.com/hone-go/hone/internal/rt"
)

// output is a result of the program.
type output struct {
	from   wordOf
	size   uint8 // sliceSize: it is a slice
	offset uintptr
}

const sliceSize = 24

// failure is a result that is an error, perhaps: of these words, which are stored to scratch memory if the first isn't 0.
type failure struct {
	of    int
	words [len(rt.Words{})]wordOf
	at    int
}

// failures finds the errors among the results.
func (x *tracer) failures(outs *state) bool {
	for i := range x.b.Errors {
		f, first := failure{of: i, at: x.words}, int(x.b.Errors[i].Param)
		if is := x.word(outs, x.p.results[first].word); is.constant() && is.w.bits == 0 {
			continue
		}
		for k := range f.words {
			w, ok := x.need(x.word(outs, x.p.results[first+k].word))
			if !ok {
				return false
			}
			f.words[k] = w
		}
		x.words += len(f.words)
		x.failed = append(x.failed, f)
	}
	return true
}

// results finds where the results are at the end.
func (x *tracer) results(outs *state) bool {
	if !x.failures(outs) {
		return false
	}
	for _, l := range x.b.Results {
		from := x.p.results[l.Param]
		if l.IsSlice() {
			if l.Size != 0 || !x.slice(outs, from, l.Offset) {
				return false
			}
			continue
		}
		w, ok := x.need(outs.words[from.word])
		if !ok {
			return false
		}
		x.outs = append(x.outs, output{from: w, size: l.Size, offset: l.Offset})
	}
	return !slices.Contains(x.made, 0)
}

// slice adds a result that is a slice, as it is among the arguments, or has been made.
func (x *tracer) slice(outs *state, from slot, offset uintptr) bool {
	ptr, n, c := outs.ptrs[from.ptr], outs.words[from.word], outs.words[from.word+1]
	if ptr.kind == known && ptr.w.base == madeBase {
		n, okN := x.need(n)
		c, okC := x.need(c)
		at := &x.made[ptr.w.offset/8]
		if !okN || !okC || *at != 0 {
			return false
		}
		*at = offset + 1
		x.outs = append(x.outs, output{from: n, size: 8, offset: offset + 8}, output{from: c, size: 8, offset: offset + 16})
		return true
	}
	next := ptr
	for _, part := range []symbol{n, c} {
		next.w.offset += 8
		if part != next {
			return false
		}
	}
	if ptr.kind != known || ptr.w.from != loadWord || ptr.w.base == tempBase {
		return false
	}
	x.outs = append(x.outs, output{from: ptr.w, size: sliceSize, offset: offset})
	return true
}
