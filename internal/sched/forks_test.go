package sched_test

import (
	"strings"
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
	// columns that become rows
	scattered := "%ls = len %s8 : i64\n%lt = len %t8 : i64\nfor %c0, %n <ints=[1]> (%g2: i64) {\nstart\nfor %c0, %k <ints=[1]> (%e2: i64) {\n%r2 = mul %g2, %k : i64\n%w2 = add %r2, %e2 : i64\n%f2 = mul %e2, %n : i64\n%q2 = add %f2, %g2 : i64\ncheck.index %q2, %ls\n%v2 = load %s8, %q2 : u8\ncheck.index %w2, %lt\nstore %t8, %w2, %v2\nyield\n}\nyield\n}\n"
	little := strings.Replace(inOrder, "start\n", "start\n%m3 = make %n : []i64\nfor %c0, %n <ints=[1]> (%i3: i64) {\nstore %m3, %i3, %i3\nyield\n}\n%v3 = load %m3, %c0 : i64\n", 1)
	for _, c := range []struct {
		what, text  string
		alone, bare bool
	}{
		{"all on cores", parallel(sum), false, false},
		{"all on one", inOrder, true, false},
		{"little on one", parallel(sum) + inOrder, false, false},
		{"half on one", parallel("%s = mul %v, %v : i64\n") + inOrder, true, false},
		{"cores without lanes", scattered, false, true},
		{"some lanes", scattered + parallel(sum), false, false},
		{"all but what is little on one", little, true, false},
	} {
		m, err := ir.Parse(strings.Replace(roundsHead, "%k: i64)", "%k: i64, %s8: []u8, %t8: []u8)", 1) + c.text + "return %c0\n}\n")
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		m.Funcs[0].Body.Walk(func(o *ir.Op) bool { o.Pos = ir.PosAt("f.go", 1, 1); return true })
		res, err := sched.Lower(m.Funcs[0], machine.AVX512())
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		if alone, bare := res.OneCore.Line > 0, res.Bare.Line > 0; alone != c.alone || bare != c.bare {
			t.Errorf("%s: %v, %v\n%s", c.what, alone, bare, res.Module)
		}
	}
}
