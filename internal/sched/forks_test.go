package sched_test

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
)

// TestOneCore: loops in goroutines that stay on one core count for nothing where most of the work gets cores.
func TestOneCore(t *testing.T) {
	parallel := func(inside string) string { // goroutines with a loop in them whose iterations are independent
		return "for %c0, %n <ints=[1]> (%g: i64) {\nstart\n%from = mul %g, %k : i64\n%to = add %from, %k : i64\nfor %from, %to <ints=[1]> (%i: i64) {\ncheck.index %i, %lx\n%v = load %x, %i : i64\n" + inside + "check.index %i, %ly\nstore %y, %i, %s\nyield\n}\nyield\n}\n"
	}
	sum := "%s = for %c0, %lz, %v <ints=[1]> : i64 (%j: i64, %a: i64) {\n%w = load %z, %j : i64\n%p = mul %a, %w : i64\n%q = xor %p, %w : i64\nyield %q\n}\n"
	inOrder := "for %c0, %n <ints=[1]> (%h: i64) {\nstart\nfor %c1, %lz <ints=[1]> (%e: i64) {\n%d = sub %e, %c1 : i64\n%b = load %z, %d : i64\n%m = mul %b, %b : i64\nstore %z, %e, %m\nyield\n}\nyield\n}\n"
	for _, c := range []struct {
		what, text string
		alone      bool
	}{
		{"all on cores", parallel(sum), false},
		{"all on one", inOrder, true},
		{"little on one", parallel(sum) + inOrder, false},
		{"half on one", parallel("%s = mul %v, %v : i64\n") + inOrder, true},
	} {
		m, err := ir.Parse(roundsHead + c.text + "return %c0\n}\n")
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		m.Funcs[0].Body.Walk(func(o *ir.Op) bool { o.Pos = ir.PosAt("f.go", 1, 1); return true })
		res, err := sched.Lower(m.Funcs[0], machine.AVX512())
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		if alone := res.OneCore != (ir.Pos{}); alone != c.alone {
			t.Errorf("%s: %v\n%s", c.what, alone, res.Module)
		}
	}
}
