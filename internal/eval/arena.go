package eval

import (
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// noRoom is a panic of an iteration that needs more memory of its own than there is.
type noRoom struct{ arena, elements, iteration int64 }

// arenas are the memory that a launch gives to iterations of its own, anew for each call of its kernel and full of rubbish: as much as was asked for last.
type arenas []arena

type arena struct {
	number int64
	arg    int // of the kernel, behind its bounds
	elem   *ir.Type
	length int64
	stack  *rt.Reserve // the memory of one that has room for all there may be
}

func newArenas(launch *ir.Op) (as arenas) {
	if launch.Kind != ir.OpLaunch {
		return nil
	}
	for i, v := range launch.Args[4:] {
		if d := v.Def; d != nil && d.Kind == ir.OpArena {
			a := arena{number: d.Ints[0], arg: i, elem: v.Type.Elem}
			if len(d.Ints) > 1 {
				a.stack = &rt.Reserve{Grows: d.Ints[1] > 1}
			}
			as = append(as, a)
		}
	}
	return as
}

// run calls a range kernel; where an iteration has found too little room it begins anew.
func (as arenas) run(x *Interp, k *fcode, lo, hi int64, a []Value) {
	a = append([]Value{{}, {Bits: uint64(hi)}}, a...)
	for begins, again := lo, true; again; {
		a[0].Bits = uint64(begins)
		for _, ar := range as {
			if ar.stack != nil {
				a[2+ar.arg] = Value{Ref: words(ar.stack, ar.elem)}
				continue
			}
			a[2+ar.arg] = Value{Ref: rubbish(ar.elem, ar.length)}
		}
		begins, again = as.try(x, k, a)
	}
}

func (as arenas) try(x *Interp, k *fcode, a []Value) (begins int64, again bool) {
	if len(as) > 0 {
		defer func() {
			switch r := recover().(type) {
			case nil:
			case *noRoom:
				for i := range as {
					if as[i].number == r.arena {
						as[i].length = r.elements
					}
				}
				begins, again = r.iteration, true
			default:
				panic(r)
			}
		}()
	}
	x.call(k, nil, a)
	return 0, false
}

// rubbish is a slice of n elements that nobody has given a value.
func rubbish(t *ir.Type, n int64) Slice {
	s := makeSlice(t, n)
	spoil(s, t)
	return s
}

// spoil makes memory what nobody expects.
func spoil(s Slice, t *ir.Type) {
	for i := range s.Len * t.Size() {
		*(*byte)(unsafe.Add(s.Ptr, i)) = 0xa5
	}
}
