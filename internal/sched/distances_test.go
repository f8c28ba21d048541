package sched

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// TestDistances: a guard knows that distances aren't below 0, and for which a table is too short. Between i and j there are r at most.
func TestDistances(t *testing.T) {
	const nest = `func @f(%%flag: []i64, %%n: i64, %%m: i64, %%r: i64, %%len: i64) -> () {
	multi %%n, %%m (%%i: i64, %%u: i64) {
	  %%zero = const 0 : i64
	  %%one = const 1 : i64
	  %%two = const 2 : i64
	  %%from = sub %%i, %%r : i64
	  %%to = add %%i, %%r : i64
	  %%end = add %%to, %%one : i64
	  for %%from, %%end <ints=[1]> (%%j: i64) {
	    %%d = sub %%i, %%j : i64
	    %%e = sub %%j, %%i : i64
	    %s
	    check.index %%k, %%len
	    yield
	  }
	  yield
	}
	%%at = const 1 : i64
	store %%flag, %%at, %%at
	return
}`
	for name, c := range map[string]struct {
		place string
		need  func(m, r int64) int64 // how long a table has to be
	}{
		"the larger":        {"%k = max %d, %e : i64", func(m, r int64) int64 { return r + 1 }},
		"less the smaller":  {"%l = min %e, %d : i64\n%k = sub %zero, %l : i64", func(m, r int64) int64 { return r + 1 }},
		"of an odd sum":     {"%l = add %d, %one : i64\n%k = max %e, %l : i64", func(m, r int64) int64 { return r + 2 }},
		"twice, and others": {"%l = max %d, %e : i64\n%h = mul %l, %two : i64\n%k = add %h, %u : i64", func(m, r int64) int64 { return 2*r + m }},
		"and the index":     {"%l = max %d, %e : i64\n%h = add %l, %i : i64\n%g = sub %h, %i : i64\n%k = add %g, %zero : i64", func(m, r int64) int64 { return r + 1 }},
	} {
		m := ir.MustParse(fmt.Sprintf(nest, c.place))
		f := m.Funcs[0]
		var loop *ir.Op
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpMulti {
				loop = o
			}
			return true
		})
		if guardAhead(f, loop, f.Body.Params[0]) != 1 {
			t.Fatalf("%s: the check isn't made ahead", name)
		}
		run := eval.New(m)
		for _, r := range []int64{0, 1, 5} {
			for less := range int64(2) {
				const width = 3
				flag := make([]int64, 2)
				func() {
					defer func() { _ = recover() }()
					run.Call("f", reflect.TypeFor[func(flag []int64, n, m, r, len int64)](), reflectValues([]any{flag, int64(7), int64(width), r, c.need(width, r) - less})...)
				}()
				if want := 1 - less; flag[0] != want || flag[1] != want {
					t.Errorf("%s, r %d, %d too short: the guard says %d, all checks pass %d", name, r, less, flag[0], flag[1])
				}
			}
		}
	}
}
