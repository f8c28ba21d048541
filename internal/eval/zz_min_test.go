package eval

import (
	"math/rand"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func fails(seed int64) (n int, bad bool, why any) {
	r := rand.New(rand.NewSource(seed))
	m := &ir.Module{Funcs: []*ir.Func{randomFunc(r)}}
	m.Funcs[0].Body.Walk(func(*ir.Op) bool { n++; return true })
	defer func() {
		if e := recover(); e != nil {
			bad, why = true, e
		}
	}()
	res, err := Specialize(m, "f", Options{})
	if err != nil {
		return n, true, err
	}
	if err := ir.Verify(res, ir.Residual); err != nil {
		return n, true, err
	}
	for range 10 {
		var args []Value
		for range 3 {
			args = append(args, Value{Bits: uint64(r.Intn(9) - 4)})
		}
		want, _ := Run(m, "f", args...)
		got, _ := Run(res, "f", args...)
		for k := range want {
			if want[k].Bits != got[k].Bits {
				return n, true, "differs"
			}
		}
	}
	return n, false, nil
}

func TestMin(t *testing.T) {
	best, at := 1<<30, int64(-1)
	count := 0
	for seed := range int64(25000) {
		if n, bad, why := fails(seed); bad {
			count++
			if n < best {
				best, at = n, seed
				t.Log(n, seed, why)
			}
		}
	}
	t.Log(count)
	if at >= 0 {
		checkRandom(t, at)
	}
}
