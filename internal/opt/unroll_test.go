package opt

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func BenchmarkUnroll(b *testing.B) { benchmark(b, Unroll) }

// unrollClean is Unroll without what it leaves unused, and with one of each constant.
func unrollClean(f *ir.Func) bool {
	changed := Unroll(f)
	if changed {
		Algebra(f)
		CSE(f)
		DCE(f)
	}
	return changed
}

func TestUnroll(t *testing.T) {
	testPass(t, "func @f(%n: i64, %x: f32, %s: []f32, %c: []f32) -> ()", unrollClean, []pair{
		{"a sum", `
			multi %n (%i: i64) {
				%lo = const 0 : i64
				%hi = const 2 : i64
				%sum = for %lo, %hi, %x <ints=[1]> : f32 (%k: i64, %a: f32) {
					%v = load %c, %k : f32
					%b = mul %a, %v : f32
					yield %b
				}
				store %s, %i, %sum
				yield
			}
			return`, `
			multi %n (%i: i64) {
				%lo = const 0 : i64
				%v = load %c, %lo : f32
				%b = mul %x, %v : f32
				%one = const 1 : i64
				%w = load %c, %one : f32
				%d = mul %b, %w : f32
				store %s, %i, %d
				yield
			}
			return`},
		{"in a plain loop", `
			%zero = const 0 : i64
			for %zero, %n <ints=[1]> (%i: i64) {
				%two = const 2 : i64
				%sum = for %zero, %two, %x <ints=[1]> : f32 (%k: i64, %a: f32) {
					%v = load %c, %k : f32
					%b = mul %a, %v : f32
					yield %b
				}
				store %s, %i, %sum
				yield
			}
			return`, `
			%zero = const 0 : i64
			for %zero, %n <ints=[1]> (%i: i64) {
				%v = load %c, %zero : f32
				%b = mul %x, %v : f32
				%one = const 1 : i64
				%w = load %c, %one : f32
				%d = mul %b, %w : f32
				store %s, %i, %d
				yield
			}
			return`},
		{"around an index", `
			%m = const -1 : i64
			%two = const 2 : i64
			multi %n (%i: i64) {
				%lo = add %i, %m : i64
				%hi = add %i, %two : i64
				%sum = for %lo, %hi, %x <ints=[2]> : f32 (%k: i64, %a: f32) {
					%v = load %c, %k : f32
					%b = mul %a, %v : f32
					yield %b
				}
				store %s, %i, %sum
				yield
			}
			return`, `
			%m = const -1 : i64
			multi %n (%i: i64) {
				%lo = add %i, %m : i64
				%v = load %c, %lo : f32
				%b = mul %x, %v : f32
				%one = const 1 : i64
				%k = add %i, %one : i64
				%w = load %c, %k : f32
				%d = mul %b, %w : f32
				store %s, %i, %d
				yield
			}
			return`},
		{"downwards, in steps, and never", `
			multi %n (%i: i64) {
				%lo = const 5 : i64
				%hi = const 0 : i64
				%p = for %lo, %hi, %x <ints=[-3]> : f32 (%k: i64, %a: f32) {
					%v = load %c, %k : f32
					%b = mul %a, %v : f32
					yield %b
				}
				%q = for %lo, %hi, %p <ints=[1]> : f32 (%l: i64, %e: f32) {
					%g = add %e, %e : f32
					yield %g
				}
				store %s, %i, %q
				yield
			}
			return`, `
			multi %n (%i: i64) {
				%five = const 5 : i64
				%v = load %c, %five : f32
				%b = mul %x, %v : f32
				%two = const 2 : i64
				%w = load %c, %two : f32
				%d = mul %b, %w : f32
				store %s, %i, %d
				yield
			}
			return`},
		{"a move of two elements, which is all read first, and of more", `
			multi %n (%i: i64) {
				%two = const 2 : i64
				%nine = const 9 : i64
				move %s, %c, %two
				move %s, %c, %nine
				yield
			}
			return`, `
			multi %n (%i: i64) {
				%nine = const 9 : i64
				%zero = const 0 : i64
				%a = load %c, %zero : f32
				%one = const 1 : i64
				%b = load %c, %one : f32
				store %s, %zero, %a
				store %s, %one, %b
				move %s, %c, %nine
				yield
			}
			return`},
		{"loops that store stay, unless they are very short", `
			multi %n (%i: i64) {
				%lo = const 0 : i64
				%hi = const 9 : i64
				for %lo, %hi <ints=[1]> (%k: i64) {
					store %s, %k, %x
					yield
				}
				%two = const 2 : i64
				for %lo, %two <ints=[1]> (%j: i64) {
					store %s, %j, %x
					yield
				}
				yield
			}
			return`, `
			multi %n (%i: i64) {
				%lo = const 0 : i64
				%hi = const 9 : i64
				for %lo, %hi <ints=[1]> (%k: i64) {
					store %s, %k, %x
					yield
				}
				store %s, %lo, %x
				%one = const 1 : i64
				store %s, %one, %x
				yield
			}
			return`}, {
			"from the least number on, in steps as large as can be",
			`multi %n (%i: i64) {
			%least = const -9223372036854775808 : i64
			%z = const 2 : i64
			%large = const 9223372036854775807 : i64
			%p = for %least, %z, %x <ints=[4611686018427387904]> : f32 (%k: i64, %a: f32) {
				%v = load %c, %k : f32
				%b = mul %a, %v : f32
				yield %b
			}
			%q = for %z, %large, %p <ints=[9223372036854775807]> : f32 (%k1: i64, %a1: f32) {
				%v1 = load %c, %k1 : f32
				%b1 = mul %a1, %v1 : f32
				yield %b1
			}
			%r = for %large, %least, %q <ints=[-9223372036854775807]> : f32 (%k2: i64, %a2: f32) {
				%v2 = load %c, %k2 : f32
				%b2 = mul %a2, %v2 : f32
				yield %b2
			}
			store %s, %i, %r
			yield
		}
		return`,
			`multi %n (%i: i64) {
			%least = const -9223372036854775808 : i64
			%z = const 2 : i64
			%large = const 9223372036854775807 : i64
			%v = load %c, %least : f32
			%b = mul %x, %v : f32
			%half = const -4611686018427387904 : i64
			%v0 = load %c, %half : f32
			%b0 = mul %b, %v0 : f32
			%zero = const 0 : i64
			%v1 = load %c, %zero : f32
			%b1 = mul %b0, %v1 : f32
			%v2 = load %c, %z : f32
			%b2 = mul %b1, %v2 : f32
			%v3 = load %c, %large : f32
			%b3 = mul %b2, %v3 : f32
			%b4 = mul %b3, %v1 : f32
			%minus = const -9223372036854775807 : i64
			%v5 = load %c, %minus : f32
			%b5 = mul %b4, %v5 : f32
			store %s, %i, %b5
			yield
		}
		return`,
		}})
}

// Around a number that may be the largest one, bounds wrap around: a loop that does not run at all must not be written out.
func TestUnrollWraps(t *testing.T) {
	f := parse(t, `func @f(%n: i64, %y: i64, %s: []f32, %x: f32) -> () {
		multi %n (%i: i64) {
			%two = const 2 : i64
			%hi = add %y, %two : i64
			%sum = for %y, %hi, %x <ints=[1]> : f32 (%k: i64, %a: f32) {
				%b = mul %a, %a : f32
				yield %b
			}
			store %s, %i, %sum
			yield
		}
		return
	}`)
	if Unroll(f) {
		t.Errorf("written out:\n%s", f)
	}
}

// TestUnrollNot has moves in a loop that are not to be written out.
func TestUnrollNot(t *testing.T) {
	testStays(t, "func @f(%n: i64, %x: []f64, %y: []f64, %p: []{a: f64, b: f64}, %q: []{a: f64, b: f64}) -> ()", Unroll, []untouched{
		{"who knows how many", "multi %n (%i: i64) {\nmove %x, %y, %n\nyield\n}\nreturn"},
		{"elements of several parts", "%two = const 2 : i64\nmulti %n (%i: i64) {\nmove %p, %q, %two\nyield\n}\nreturn"},
	})
}
