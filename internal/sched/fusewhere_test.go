package sched_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/sched"
)

// TestFuseWhere: what runs where loops are one by a guard means the same, whatever memory the slices of a call share.
func TestFuseWhere(t *testing.T) {
	signature := reflect.TypeFor[func(x, y, w []int64, all [][]int64, n, q int64) int64]()
	const (
		made  = "%five1 = add %five, %one : i64\n%m = make %five1 : []i64\n"
		fill  = "multi %n (%k: i64) {\n%d = load %x, %k : i64\nstore %m, %k, %d\nyield\n}\n"
		first = "multi %n (%i: i64) {\n%a = load %w, %i : i64\nstore %y, %i, %a\nyield\n}\n"
		last  = "multi %n (%j: i64) {\n%b = load %y, %j : i64\n%c = mul %b, %b : i64\nstore %y, %j, %c\nyield\n}\n"
	)
	for name, body := range map[string]string{
		"nothing between":                       first + last + "return %zero",
		"a load between":                        first + "%e = load %x, %one : i64\n" + last + "return %e",
		"an element that is a slice, behind":    first + last + "%t = load %all, %zero : []i64\n%lt = len %t : i64\ncheck.index %zero, %lt\n%e = load %t, %zero : i64\nreturn %e",
		"an element that is a slice, stored to": first + last + "%t = load %all, %zero : []i64\n%lt = len %t : i64\ncheck.index %zero, %lt\nstore %t, %zero, %n\n%e = load %y, %one : i64\nreturn %e",
		"a check of what is known behind them":  first + last + "%e = load %x, %one : i64\n%l = max %e, %zero : i64\nmulti %n (%k: i64) {\ncheck.index %k, %l\nstore %x, %k, %k\nyield\n}\nreturn %e",
		"a slice behind its check":              first + last + "check.slice %one, %q, %most <ints=[0]>\n%s = slice %x, %one, %q : []i64\n%l = len %s : i64\ncheck.index %zero, %l\n%e = load %s, %zero : i64\nreturn %e",
		"more than the lengths":                 "%far = slice %x, %zero, %most : []i64\n" + first + "%e = load %far, %five : i64\n" + last + "%g = load %x, %one : i64\n%r = add %e, %g : i64\nreturn %r",
		"more than the lengths, last":           "%far = slice %x, %zero, %most : []i64\n" + first + "%e = load %x, %one : i64\n%g = load %far, %five : i64\n" + last + "%r = add %e, %g : i64\nreturn %r",
		"memory that both arms make":            made + first + last + fill + "%e = load %m, %one : i64\nreturn %e",
		"memory that is stored to ahead":        made + "store %m, %five, %five\n" + first + last + fill + "%e = load %m, %five : i64\nreturn %e",
	} {
		text := "func @f(%x: []i64, %y: []i64, %w: []i64, %all: [][]i64, %p: i64, %q: i64) -> (i64) {\n%zero = const 0 : i64\n%one = const 1 : i64\n%five = const 5 : i64\n%most = const 8 : i64\n" +
			"%ly = len %y : i64\n%n = min %p, %ly : i64\n" + body + "\n}\n"
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f := m.Funcs[0]
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		after := f.Clone()
		if !sched.FuseWhere(after) {
			t.Errorf("%s: not changed:\n%s", name, after)
		}
		if err := ir.VerifyFunc(after, ir.Residual); err != nil {
			t.Errorf("%s: %v\n%s", name, err, after)
			continue
		}
		for _, o := range after.Body.Ops {
			if ahead := strings.Contains(name, "ahead"); o.Kind == ir.OpMake && !ahead {
				t.Errorf("%s: made ahead of the guard:\n%s", name, after)
			}
			if o.Kind == ir.OpSlice && o.Args[2] == after.Body.Params[5] { // its end is %q
				t.Errorf("%s: a slice ahead of its check:\n%s", name, after)
			}
		}
		run := func(f *ir.Func, args []any) difftest.Outcome {
			x := eval.New(&ir.Module{Funcs: []*ir.Func{f}})
			x.Late = true
			return difftest.Run(func(args []reflect.Value) []reflect.Value { return x.Call("f", signature, args...) }, args, &difftest.Memory{})
		}
		ended := 0
		for at := range 20 * 20 {
			memory := make([]int64, 40)
			for i := range memory {
				memory[i] = int64(i + 2)
			}
			x, y := memory[at%20:at%20+4:at%20+8], memory[at/20:at/20+4:at/20+8]
			args := []any{x, y, memory[30:34:38], [][]int64{memory[at/20 : at/20+4 : at/20+8]}, int64(4), int64(at % 7)}
			want, got := run(f, args), run(after, args)
			if eval.Internal(want.Panic) { // such a call means nothing
				continue
			}
			if d := difftest.Diff(want, got, 0); d != "" {
				t.Fatalf("%s: x at %d, y at %d: %s\n%s\n%s", name, at%20, at/20, d, f, after)
			}
			if want.Panic == nil {
				ended++
			}
		}
		if ended < 50 {
			t.Errorf("%s: only %d runs come to an end", name, ended)
		}
	}
}
