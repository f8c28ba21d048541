package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// joinStores makes one store of the parts of a word that are stored to neighbours in memory one after the other, such as
//
//	p[i], p[i+1], p[i+2], p[i+3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
//
// and with the highest byte first an exchange of bytes and a store. It stands where the last part was stored, with nothing in between that reads
// memory, writes it or might fail; and is to the same slice, of a value that is wider than an element, as joinWords's loads are.
func joinStores(r *ir.Region) {
	var run []stored
	for _, o := range slices.Clone(r.Ops) {
		for _, in := range o.Regions {
			joinStores(in)
		}
		if s, ok := storedPart(o); ok {
			run = append(run, s)
			continue
		}
		if !o.Kind.Has(ir.Pure) || len(o.Regions) > 0 {
			joinRun(run)
			run = nil
		}
	}
	joinRun(run)
}

// stored is a store of some of the bits of x, from shift on.
type stored struct {
	op    *ir.Op
	at    linear
	x     *ir.Value
	shift int
}

// storedPart takes the store of an element that is a part of a wider integer apart.
func storedPart(o *ir.Op) (s stored, ok bool) {
	if o.Kind != ir.OpStore || len(o.Ints) > 0 || o.Mode != ir.Sequential || !o.Args[2].Type.IsInt() || !shared(o.Args[0]) {
		return s, false
	}
	v := o.Args[2]
	bits := v.Type.Bits()
	s = stored{op: o, at: linearOf(o.Args[1])}
	for { // the bits that are stored are those of v from s.shift on, all of which it has
		d := v.Def
		if d == nil {
			break
		}
		next, shift := d, 0
		if d.Kind == ir.OpShr {
			n, ok := d.Args[1].IsConst()
			if !ok || n >= 64 {
				break
			}
			shift = int(n)
		} else if d.Kind != ir.OpConv && d.Kind != ir.OpBitcast {
			break
		}
		w := next.Args[0]
		if !w.Type.IsInt() || s.shift+shift+bits > w.Type.Bits() {
			break
		}
		v, s.shift = w, s.shift+shift
	}
	s.x = v
	return s, true
}

// joinRun joins among stores that come one after the other.
func joinRun(run []stored) {
	for len(run) > 1 {
		n := 8
		for n > len(run) || n > 1 && !isWord(run[:n]) {
			n /= 2
		}
		if n > 1 {
			joinStored(run[:n])
		}
		run = run[n:]
	}
}

// isWord reports stores of all parts of a word of their own size, in one of the two orders.
func isWord(parts []stored) bool {
	bits := parts[0].op.Args[2].Type.Bits()
	if bits*len(parts) > 64 {
		return false
	}
	parts = slices.Clone(parts)
	slices.SortFunc(parts, func(a, b stored) int { return int(a.at.konst - b.at.konst) })
	step := bits
	if parts[0].shift > parts[1].shift {
		step = -bits
	}
	for i, p := range parts[1:] {
		q := parts[i]
		if p.op.Args[0] != q.op.Args[0] || p.op.Args[2].Type.Bits() != bits || p.x != q.x || p.shift != q.shift+step ||
			p.at.konst != q.at.konst+1 || !p.at.sameTerms(&q.at) {
			return false
		}
	}
	return step > 0 || bits == 8
}

func joinStored(parts []stored) {
	first, least := parts[0], parts[0]
	for _, p := range parts {
		if p.at.konst < first.at.konst {
			first = p
		}
		if p.shift < least.shift {
			least = p
		}
	}
	last := parts[len(parts)-1].op
	b := &ir.Builder{Region: ir.NewRegion(nil), Pos: last.Pos}
	v := least.x
	if least.shift > 0 {
		v = b.Op(ir.OpShr, []*ir.Value{v, b.Const(ir.TU64, uint64(least.shift))}, v.Type).Result()
	}
	bits := last.Args[2].Type.Bits() * len(parts)
	v = b.Conv(v, map[int]*ir.Type{16: ir.TU16, 32: ir.TU32, 64: ir.TU64}[bits])
	if first.shift > least.shift {
		v = b.Unary(ir.OpBswap, v)
	}
	b.Store(first.op.Args[0], first.op.Args[1], v, nil)
	last.InsertBefore(b.Region.Take(0)...)
	for _, p := range parts {
		p.op.Remove()
	}
}
