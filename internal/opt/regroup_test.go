package opt

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func TestRegroup(t *testing.T) {
	const asItIs = `
			%c1 = const 1 : i64
			%two = const 2 : u8
			%i1 = add %i, %c1 : i64
			%a = load %s, %i : u8
			%b = load %t, %i : u8
			%c = load %s, %i1 : u8
			%d = load %t, %i1 : u8
			%0 = add %a, %b : u8
			%1 = mul %c, %two : u8
			%2 = add %0, %1 : u8
			%3 = add %2, %d : u8
			%4 = add %3, %x : u8
			%5 = mul %0, %4 : u8
			return %5`
	testPass(t, "func @f(%i: i64, %w: i64, %s: []u8, %t: []u8, %x: u8) -> (u8)", func(f *ir.Func) bool { done := Regroup(f); DCE(f); return done }, []pair{
		{"by columns", `
			%c1 = const 1 : i64
			%four = const 4 : u8
			%j = add %i, %w : i64
			%i1 = add %i, %c1 : i64
			%j1 = add %j, %c1 : i64
			%a = load %s, %i1 : u8
			%b = load %s, %j1 : u8
			%0 = add %a, %four : u8
			%1 = add %0, %b : u8
			%c = load %s, %i : u8
			%d = load %s, %j : u8
			%2 = add %c, %d : u8
			%3 = add %2, %1 : u8
			return %3`, `
			%c1 = const 1 : i64
			%four = const 4 : u8
			%j = add %i, %w : i64
			%i1 = add %i, %c1 : i64
			%j1 = add %j, %c1 : i64
			%a = load %s, %i1 : u8
			%b = load %s, %j1 : u8
			%c = load %s, %i : u8
			%d = load %s, %j : u8
			%0 = add %c, %a : u8
			%1 = add %d, %b : u8
			%2 = add %0, %1 : u8
			%3 = add %2, %four : u8
			return %3`},
		{"what has another use, other slices, and what was multiplied", asItIs, asItIs},
	})
}
