package pipeline_test

import (
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

// TestSteps compares loops over time that random ones seldom are, interpreted and as machine code.
func TestSteps(t *testing.T) {
	defer rt.SetThreads(rt.SetThreads(1))
	for name, c := range map[string]struct {
		text string
		args func() []any
	}{
		// What the last row of a plane touches lies in the next plane.
		"planes": {`func @f(%a: []i64, %b: []i64, %d: i64, %h: i64, %w: i64, %steps: i64) -> () {
				%zero = const 0 : i64
				%one = const 1 : i64
				%minus = const -1 : i64
				%d1 = add %d, %minus : i64
				%r, %s = for %zero, %steps, %a, %b <ints=[1]> : []i64, []i64 (%t: i64, %x: []i64, %y: []i64) {
					%n = len %x : i64
					%m = len %y : i64
					for %zero, %d1 <ints=[1]> (%k: i64) {
						for %zero, %h <ints=[1]> (%i: i64) {
							for %zero, %w <ints=[1]> (%j: i64) {
								%0 = mul %k, %h : i64
								%1 = add %0, %i : i64
								%2 = mul %1, %w : i64
								%at = add %2, %j : i64
								%below = add %at, %w : i64
								check.index %below, %n
								%v = load %x, %below : i64
								check.index %at, %m
								%old = load %x, %at : i64
								%3 = add %v, %old : i64
								store %y, %at, %3
								yield
							}
							yield
						}
						yield
					}
					yield %y, %x
				}
				return
			}`, func() []any {
			return []any{counted(12 * 16 * 4), counted(12 * 16 * 4), int64(12), int64(16), int64(4), int64(6)}
		}},
		// What the second nest stores is what the first one reads, some rows away.
		"rows away": {`func @f(%a: []i64, %b: []i64, %c: []i64, %n: i64, %steps: i64) -> () {
				%zero = const 0 : i64
				for %zero, %steps <ints=[1]> (%t: i64) {
					%la = len %a : i64
					%lb = len %b : i64
					%lc = len %c : i64
					for %zero, %n <ints=[1]> (%i: i64) {
						check.index %i, %la
						%v = load %a, %i : i64
						check.index %i, %lb
						%u = load %b, %i : i64
						%s = add %u, %v : i64
						store %b, %i, %s
						yield
					}
					for %zero, %n <ints=[1]> (%j: i64) {
						check.index %j, %lb
						%v2 = load %b, %j : i64
						check.index %j, %lc
						store %c, %j, %v2
						yield
					}
					yield
				}
				return
			}`, func() []any {
			all := counted(1000)
			return []any{all[100:500], all[600:], all[:400], int64(400), int64(5)}
		}},
		// A nest along the elements reads what lies ahead of it only.
		"ahead": {`func @f(%a: []i64, %b: []i64, %n: i64, %steps: i64) -> () {
				%zero = const 0 : i64
				%one = const 1 : i64
				%r, %s = for %zero, %steps, %a, %b <ints=[1]> : []i64, []i64 (%t: i64, %x: []i64, %y: []i64) {
					%la = len %x : i64
					%lb = len %y : i64
					for %zero, %n <ints=[1]> (%i: i64) {
						%at = add %i, %one : i64
						check.index %at, %la
						%v = load %x, %at : i64
						check.index %i, %lb
						%u = load %x, %i : i64
						%s2 = add %u, %v : i64
						store %y, %i, %s2
						yield
					}
					yield %y, %x
				}
				return
			}`, func() []any { return []any{counted(400), counted(400), int64(399), int64(6)} }},
	} {
		t.Run(name, func(t *testing.T) {
			m := ir.MustParse(c.text)
			var in []reflect.Type
			for _, a := range c.args() {
				in = append(in, reflect.TypeOf(a))
			}
			typ := reflect.FuncOf(in, nil, false)
			x := eval.New(m)
			want := difftest.Run(func(args []reflect.Value) []reflect.Value { return x.Call("f", typ, args...) }, c.args(), &difftest.Memory{})
			if want.Panic != nil {
				t.Fatal(want.Panic)
			}
			for _, target := range difftest.Targets(false) {
				k, err := pipeline.CompileResidual(m.Funcs[0].Clone(), target.Options)
				if err != nil {
					t.Fatal(err)
				}
				got := difftest.Run(func(args []reflect.Value) []reflect.Value { return plan.CallReflect(k.Program, typ, args) }, c.args(), &difftest.Memory{})
				if d := difftest.Diff(want, got, 0); d != "" {
					t.Errorf("%s: %s", target.Name, d)
				}
			}
		})
	}
}

// counted are n different numbers.
func counted(n int) []int64 {
	s := make([]int64, n)
	for i := range s {
		s[i] = int64(i * i % 1009)
	}
	return s
}
