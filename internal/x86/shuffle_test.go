package x86

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestShuffles runs shuffles of all element types, by patterns as loops need them and by random ones, of one source to four.
func TestShuffles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, isa := range isas(t) {
		for _, elem := range []*ir.Type{ir.TU8, ir.TU16, ir.TI32, ir.TF32, ir.TF64, ir.TU64, ir.TBool} {
			size := max(elem.Size(), 1)
			for lanes := 2; lanes*size <= isa.VectorBytes(); lanes *= 2 {
				for round := range 50 {
					checkShuffle(t, isa, elem, lanes, 1+r.IntN(4), round%10, r)
				}
			}
		}
	}
}

// lanePattern is a pattern of the given kind.
func lanePattern(kind, lanes, sources int, r *rand.Rand) []int64 {
	out := make([]int64, lanes)
	all := lanes * sources
	k := r.IntN(all)
	for i := range out {
		per := lanes
		if kind == 9 { // by groups
			per = min(lanes, 4)
		}
		n := 0
		switch kind {
		case 0:
			n = lanes - 1 - i + k/lanes*lanes
		case 1:
			n = i*sources + k%sources
		case 2: // zip
			n = i/2 + i%2*lanes + k/lanes%2*lanes/2
		case 3: // blend
			n = i + r.IntN(sources)*lanes
		case 4:
			n = i ^ k
		case 5:
			n = r.IntN(all) - r.IntN(2)*all
		case 8, 9: // a window of two
			at := i%per + k%per
			n = i/per*per + at%per + at/per*lanes
		default:
			n = r.IntN(all)
		}
		out[i] = int64(max(n, -1))
		if n >= 0 {
			out[i] = int64(n % all)
		}
	}
	return out
}

func checkShuffle(t *testing.T, isa ISA, elem *ir.Type, lanes, sources, kind int, r *rand.Rand) {
	vec := ir.VecOf(elem, lanes)
	f := ir.NewFunc("k", []*ir.Type{ir.TI64}, nil)
	f.Kernel = ir.SingleKernel
	b := ir.NewBuilder(f.Body)
	base := f.Body.Params[0]
	var srcs []*ir.Value
	for i := range sources {
		var v *ir.Value
		if elem == ir.TBool {
			x := b.Op(ir.OpMLoad, []*ir.Value{base, b.Int(int64(64 * i))}, ir.VecOf(ir.TI8, lanes))
			x.Ints = []int64{1, 0}
			v = b.Compare(ir.OpGt, x.Result(), b.Const(ir.VecOf(ir.TI8, lanes), 0))
			if r.IntN(6) == 0 {
				v = b.Const(vec, uint64(r.IntN(2)))
			}
		} else {
			x := b.Op(ir.OpMLoad, []*ir.Value{base, b.Int(int64(64 * i))}, vec)
			x.Ints = []int64{1, 0}
			v = x.Result()
			if r.IntN(6) == 0 {
				v = b.Const(vec, ir.Canonical(elem, 0x3f91a7c55e31d24b)) // which may become a memory operand
			}
		}
		srcs = append(srcs, v)
	}
	o := b.Op(ir.OpShuffle, srcs, vec)
	o.Ints = lanePattern(kind, lanes, sources, r)
	v := o.Result()
	// Lanes that may be anything are made zeros.
	known := b.Op(ir.OpShuffle, []*ir.Value{b.Const(ir.MaskOf(lanes), 1), b.Const(ir.MaskOf(lanes), 0)}, ir.MaskOf(lanes))
	for i, n := range o.Ints {
		lane := int64(i)
		if n < 0 {
			lane += int64(lanes)
		}
		known.Ints = append(known.Ints, lane)
	}
	v = b.Select(known.Result(), v, b.Const(vec, 0))
	b.Op(ir.OpMStore, []*ir.Value{base, b.Int(512), v}).Ints = []int64{1, 0}
	b.Return()
	if err := ir.Verify(&ir.Module{Funcs: []*ir.Func{f}}, ir.Lanes); err != nil {
		t.Fatal(err)
	}
	t.Run(fmt.Sprintf("%v/%v/%v", isa, vec, o.Ints), func(t *testing.T) {
		withFeatures(isa, func() { agree(t, isa, f.String(), 0, 0, bytesUpTo(1024), 0) })
	})
}
