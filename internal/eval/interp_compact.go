package eval

import (
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// compactBlock is how many indices a compact goes through before it stores anything, as lanes do.
const compactBlock = 16

// compact runs a compact to the first block for which there is no room.
func (x *Interp) compact(fr *iframe, o *ocode) {
	a := append([]Value(nil), fr.args(o.args)...)
	n := o.op.Counters()
	counts := make([]int64, n)
	i, hi := int64(a[0].Bits), int64(a[1].Bits)
	for i < hi {
		var block [][]Value
		for j := i; j < min(i+compactBlock, hi); j++ {
			block = append(block, append([]Value(nil), x.inline(fr, o.regions[0], []Value{{Bits: uint64(j)}})...))
		}
		next := make([]int64, n)
		room := true
		for k := range counts {
			next[k] = counts[k]
			for _, y := range block {
				next[k] += int64(y[k].Bits)
			}
			room = room && next[k] <= int64(a[2+k].Bits)
		}
		if !room {
			break
		}
		for k, st := range o.op.CompactStores() {
			at := int64(a[3+n+2*k].Bits) + counts[st.Counter]
			for _, y := range block {
				if y[st.Counter].Bits != 0 {
					x.compactStore(a[2+n+2*k].Ref.(Slice), at, st.Value.Type, y[n+k])
					at++
				}
			}
		}
		counts = next
		i += int64(len(block))
	}
	fr.slots[o.res[0]] = Value{Bits: uint64(i)}
	for k, c := range counts {
		fr.slots[o.res[1+k]] = Value{Bits: uint64(c)}
	}
}

func (x *Interp) compactStore(s Slice, i int64, t *ir.Type, v Value) {
	if uint64(i) >= uint64(s.Len) {
		panic("eval: access out of range without a check")
	}
	x.store(unsafe.Add(s.Ptr, int(i)*t.Size()), t, v)
}
