package overhead

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"

	"github.com/hone-go/hone"
)

// passed are the functions of passed.go with arguments for them.
var passed = []struct {
	name            string
	status          func() hone.Status
	compiled, plain any
	args            func(r *rand.Rand) []any
}{
	{"within", Within.Status, Within.Call, within, func(r *rand.Rand) []any { return []any{r.NormFloat64(), -0.5, 0.5} }},
	{"turned", Turned.Status, Turned.Call, turned, func(r *rand.Rand) []any {
		return []any{int8(r.Uint32()), uint16(r.Uint32()), int32(r.Uint32()), r.Float32() - 0.5, r.IntN(2) == 0, uint8(r.Uint32()), int64(r.Uint64()), make([]int16, r.IntN(3), 5)}
	}},
	{"above", Above.Status, Above.Call, above, func(r *rand.Rand) []any { return []any{floats[float64](r, 200), 3 * r.NormFloat64(), -7} }},
	{"sums", Sums.Status, Sums.Call, sums, func(r *rand.Rand) []any {
		return []any{floats[float64](r, 150), floats[float32](r, 1500), int64(r.Uint64()), r.IntN(2) == 0}
	}},
	{"moved", Moved.Status, Moved.Call, moved, func(r *rand.Rand) []any {
		c := cell{id: uint8(r.Uint32()), at: [3]float64{float64(r.IntN(9)), 2, 3}, values: floats[float32](r, 9), weight: r.Float32()}
		c.flags.up, c.flags.down = r.IntN(4) > 0, r.IntN(4) == 0
		if r.IntN(9) > 0 {
			c.next = &series{value: floats[float64](r, 9)}
		}
		return []any{c, float64(r.IntN(9)), r.IntN(10) - 1}
	}},
	{"many", Many.Status, Many.Call, many, func(r *rand.Rand) []any {
		var args []any
		n := r.IntN(300)
		for range 8 {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64(r.IntN(8)) // sums are exact
			}
			args = append(args, x)
		}
		return append(args, r.Float64(), n+r.IntN(20)/19)
	}},
}

func floats[T float32 | float64](r *rand.Rand, most int) []T {
	x := make([]T, r.IntN(most))
	for i := range x {
		x[i] = T(r.IntN(16)) - 8
	}
	return x
}

// outcome is what a call gives, and leaves in its arguments.
func outcome(f any, args []any) string {
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	text := ""
	func() {
		defer func() {
			if e := recover(); e != nil {
				text = fmt.Sprint("panic: ", e)
			}
		}()
		for _, v := range reflect.ValueOf(f).Call(in) {
			text += fmt.Sprintln(v.Interface())
		}
	}()
	for _, a := range args {
		if c, ok := a.(cell); ok && c.next != nil {
			text += fmt.Sprint(c.next.value)
		}
		if reflect.TypeOf(a).Kind() == reflect.Slice {
			text += fmt.Sprint(a)
		}
	}
	return text
}

// TestPassed compares calls with plain Go: arguments that are given back, ways out that are taken early, values of all sizes, structs. The collector is always on, and
// half the calls are on fresh stacks, which have to grow.
func TestPassed(t *testing.T) {
	compiled(t)
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	rounds := 300
	if testing.Short() {
		rounds = 100
	}
	for _, k := range passed {
		if s := k.status(); !s.Compiled {
			t.Error(s)
		}
		for seed := range rounds {
			draw := func() []any { return k.args(rand.New(rand.NewPCG(uint64(seed), 5))) }
			want, got := outcome(k.plain, draw()), ""
			if args := draw(); seed%2 == 0 {
				got = outcome(k.compiled, args)
			} else {
				var wg sync.WaitGroup
				wg.Go(func() { got = deep(seed%40, k.compiled, args) })
				wg.Wait()
			}
			if got != want {
				t.Fatalf("%s, seed %d: %s\nwant %s", k.name, seed, got, want)
			}
		}
	}
}

//go:noinline
func deep(n int, f any, args []any) string {
	var room [100]byte
	if n > 0 {
		return deep(n-1, f, args)
	}
	runtime.KeepAlive(&room)
	return outcome(f, args)
}
