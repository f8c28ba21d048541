package sched_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
)

// TestWaysApart: of loops that ask ahead and loops that don't each have a kernel of their own.
func TestWaysApart(t *testing.T) {
	const (
		head = `func @f(%x: []f64, %y: []f64, %col: []i32, %at: []i32, %other: []i32, %n: i64) -> () {
		%one = const 1 : i64
		%zero = const 0 : f64
		`
		row = `%fromK = load %at, %r : i32
			%r1K = add %r, %one : i64
			%toK = load %at, %r1K : i32
			%loK = conv %fromK : i64
			%hiK = conv %toK : i64
			%sK = for %loK, %hiK, %zero <ints=[1]> : f64 (%k: i64, %sum: f64) {
				%c = load %COL, %k : i32
				%p = conv %c : i64
				%v = load %x, %p : f64
				%next = add %sum, %v : f64
				yield %next
			}
			`
		cores = "multi %n (%r: i64) {\nROWstore %y, %r, %s0\nyield\n}\nreturn\n}"
		twice = "multi %n (%r: i64) {\nROWSECOND%q = mul %s0, %s1b : f64\nstore %y, %r, %q\nyield\n}\nreturn\n}"
	)
	of := func(k, col string) string {
		return strings.NewReplacer("K =", k+" =", "K,", k+",", "K :", k+" :", "COL", col).Replace(row)
	}
	for name, body := range map[string]string{
		"on cores":              cores,
		"two loops in each row": twice,
	} {
		code := head + strings.ReplaceAll(body, "ROW", of("0", "col"))
		code = strings.ReplaceAll(code, "SECOND", regexp.MustCompile(`%(k|sum|c|p|v|next|s1)\b`).ReplaceAllString(of("1", "other"), "%${1}b"))
		m, err := ir.Parse(code)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, code)
		}
		r, err := sched.Lower(m.Funcs[0], machine.SmallData())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := ir.Verify(r.Module, ir.Loops); err != nil {
			t.Errorf("%s: %v\n%s", name, err, r.Module)
		}
		apart, starts, ifs := 0, 0, 0
		r.Module.Funcs[0].Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpLaunch || o.Kind == ir.OpRun {
				if in := o.Parent.Parent; in == nil || in.Kind != ir.OpIf || strings.HasSuffix(o.Sym(), ".ahead") != (o.Parent == in.Regions[1]) {
					t.Errorf("%s: short calls don't go the first way\n%s", name, r.Module)
				}
				starts++
			}
			return true
		})
		for _, k := range r.Module.Funcs[1:] {
			mixed := map[bool]bool{}
			k.Body.Walk(func(o *ir.Op) bool {
				if o.Kind == ir.OpIf {
					ifs++
				}
				if o.Kind == ir.OpLoad && o.Args[0].Name == "col" {
					mixed[o.Mode == ir.Ahead] = true
				}
				return true
			})
			if strings.HasSuffix(k.Name, ".ahead") {
				apart++
				if mixed[false] {
					t.Errorf("%s: %s doesn't ask ahead\n%s", name, k.Name, r.Module)
				}
			} else if mixed[true] {
				t.Errorf("%s: %s asks ahead\n%s", name, k.Name, r.Module)
			}
		}
		if apart != 1 || starts != 2 || ifs != 0 {
			t.Errorf("%s: %d kernels that ask ahead, %d starts, %d choices in kernels\n%s", name, apart, starts, ifs, r.Module)
		}
	}
}
