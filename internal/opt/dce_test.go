package opt

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func BenchmarkDCE(b *testing.B) { benchmark(b, DCE) }

func TestDCE(t *testing.T) {
	testPass(t, "func @f(%b: bool, %i: i64, %n: i64, %s: []i64) -> (i64)", DCE, []pair{
		{"pure ops", `
			%x = add %i, %n : i64
			%y = mul %x, %x : i64
			%l = load %s, %i : i64
			return %i`, `
			return %i`},
		{"checks stay", `
			%x = len %s : i64
			check.index %i, %x
			%l = load %s, %i : i64
			return %i`, `
			%x = len %s : i64
			check.index %i, %x
			return %i`},
		{"allocation that is only stored to", `
			check.make %n
			%m = make %n : []i64
			%p = slice %m, %i, %n : []i64
			multi %n (%k: i64) {
				store %p, %k, %k
				yield
			}
			%a = make %n : []i64
			store %a, %i, %n
			%r = load %a, %i : i64
			return %r`, `
			check.make %n
			%a = make %n : []i64
			store %a, %i, %n
			%r = load %a, %i : i64
			return %r`},
		{"allocation merged with another slice", `
			%m = make %n : []i64
			%p = if %b : []i64 {
				yield %m
			} {
				yield %s
			}
			store %p, %i, %n
			return %n`, `
			%m = make %n : []i64
			%p = if %b : []i64 {
				yield %m
			} {
				yield %s
			}
			store %p, %i, %n
			return %n`},
		{"results of if and block", `
			%x, %y = if %b : i64, i64 {
				%u = add %i, %n : i64
				yield %u, %n
			} {
				yield %i, %i
			}
			%v, %w = block ^0 : i64, i64 {
				if %b {
					break ^0 %x, %i
				} {
					yield
				}
				yield %n, %n
			}
			%z = add %y, %w : i64
			return %z`, `
			%y = if %b : i64 {
				yield %n
			} {
				yield %i
			}
			%w = block ^0 : i64 {
				if %b {
					break ^0 %i
				} {
					yield
				}
				yield %n
			}
			%z = add %y, %w : i64
			return %z`},
		{"carried values that feed only each other", `
			%r = loop ^0 %i, %i, %i : i64 (%k: i64, %u: i64, %v: i64) {
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0 %k
				}
				%k1 = add %k, %n : i64
				%u1 = add %u, %v : i64
				%v1 = sub %u, %v : i64
				continue ^0 %k1, %u1, %v1
			}
			return %r`, `
			%r = loop ^0 %i : i64 (%k: i64) {
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0 %k
				}
				%k1 = add %k, %n : i64
				continue ^0 %k1
			}
			return %r`},
		{"for", `
			%x, %y = for ^0 %i, %n, %i, %n <ints=[1]> : i64, i64 (%k: i64, %u: i64, %v: i64) {
				%d = lt %u, %v : bool
				if %b {
					break ^0 %u, %k
				} {
					yield
				}
				%u1 = add %u, %k : i64
				yield %u1, %k
			}
			for %i, %n <ints=[1]> (%k1: i64) {
				%q = load %s, %k1 : i64
				yield
			}
			return %x`, `
			%x = for ^0 %i, %n, %i <ints=[1]> : i64 (%k: i64, %u: i64) {
				if %b {
					break ^0 %u
				} {
					yield
				}
				%u1 = add %u, %k : i64
				yield %u1
			}
			return %x`},
		{"groups of a reduce", `
			%z = const 0 : i64
			%x, %y, %w = multi %n : i64, i64, i64 (%k: i64) {
				%l = load %s, %k : i64
				%m = mul %l, %l : i64
				reduce %l, %z (%a0: i64, %b0: i64) {
					%0 = add %a0, %b0 : i64
					yield %0
				}
				reduce %m, %k, %z, %z (%a1: i64, %a2: i64, %b1: i64, %b2: i64) {
					%1 = add %a1, %b1 : i64
					%2 = add %a2, %b2 : i64
					yield %1, %2
				}
				yield
			}
			return %w`, `
			%z = const 0 : i64
			%y, %w = multi %n : i64, i64 (%k: i64) {
				%l = load %s, %k : i64
				%m = mul %l, %l : i64
				reduce %m, %k, %z, %z (%a1: i64, %a2: i64, %b1: i64, %b2: i64) {
					%1 = add %a1, %b1 : i64
					%2 = add %a2, %b2 : i64
					yield %1, %2
				}
				yield
			}
			return %w`},
		{"reduce for its checks only", `
			%z = const 0 : i64
			%l = len %s : i64
			%x = multi %n : i64 (%k: i64) {
				check.index %k, %l
				%v = load %s, %k : i64
				reduce %v, %z (%a: i64, %c: i64) {
					%0 = add %a, %c : i64
					yield %0
				}
				yield
			}
			return %i`, `
			%l = len %s : i64
			multi %n (%k: i64) {
				check.index %k, %l
				yield
			}
			return %i`},
		{"build", `
			%x = multi %n : []i64 (%k: i64) {
				collect %k
				yield
			}
			%y = multi %n : []i64 (%k1: i64) {
				collect %k1
				yield
			}
			%r = load %y, %i : i64
			return %r`, `
			%y = multi %n : []i64 (%k1: i64) {
				collect %k1
				yield
			}
			%r = load %y, %i : i64
			return %r`},
		{"a loop may be endless", `
			%r = loop ^0 %i, %n : i64 (%k: i64, %w: i64) {
				%d = eq %k, %n : bool
				if %d {
					break ^0 %w
				} {
					yield
				}
				%k1 = mul %k, %k : i64
				%w1 = add %w, %k : i64
				continue ^0 %k1, %w1
			}
			return %i`, `
			loop ^0 %i (%k: i64) {
				%d = eq %k, %n : bool
				if %d {
					break ^0
				} {
					yield
				}
				%k1 = mul %k, %k : i64
				continue ^0 %k1
			}
			return %i`},
		{"the guard before a check stays", `
			block ^0 {
				if %b {
					break ^0
				} {
					yield
				}
				check.div %i
				yield
			}
			return %i`, `
			block ^0 {
				if %b {
					break ^0
				} {
					yield
				}
				check.div %i
				yield
			}
			return %i`},
	})
}

// TestDCEInKernel has a reduction of a kernel, in lanes or not, of which only checks are left: a counted loop.
func TestDCEInKernel(t *testing.T) {
	for _, mode := range []string{"", " mode=lanes"} {
		f := ir.MustParse(`
func @k(%lo: i64, %hi: i64, %s: []i64, %n: i64) -> () kernel=range {
	%z = const 0 : i64
	%x = blockreduce %lo, %hi, %z <ints=[0, 1]` + mode + `> : i64 (%k: i64) {
		check.index %k, %n
		%v = load %s, %k : i64
		yield %v
	} (%a: i64, %c: i64) {
		%0 = add %a, %c : i64
		yield %0
	}
	return
}`).Funcs[0]
		if err := ir.VerifyFunc(f, ir.Loops); err != nil {
			t.Fatal(err)
		}
		DCE(f)
		want := ir.MustParse(`
func @k(%lo: i64, %hi: i64, %s: []i64, %n: i64) -> () kernel=range {
	for %lo, %hi <ints=[1]` + mode + `> (%k: i64) {
		check.index %k, %n
		yield
	}
	return
}`).Funcs[0]
		if err := ir.VerifyFunc(f, ir.Loops); err != nil || f.String() != want.String() {
			t.Errorf("%v, got\n%s\nwant\n%s", err, f, want)
		}
	}
}

// TestDCEStores: what goes to a slice that nobody reads goes with it, stores of loops behind it among that.
func TestDCEStores(t *testing.T) {
	testPass(t, "func @f(%x: []i64, %n: i64) -> (i64)", DCE, []pair{{
		"a store of a loop behind what is collected, which stores elsewhere, too", `
			%t, %s = multi %n : []i64, []i64 (%i: i64) {
				collect %n
				collect %i
				yield
			}
			multi %n (%k: i64) {
				store %s, %k, %n
				store %x, %k, %n
				yield
			}
			%v = load %t, %n : i64
			return %v`, `
			%t = multi %n : []i64 (%i: i64) {
				collect %n
				yield
			}
			multi %n (%k: i64) {
				store %x, %k, %n
				yield
			}
			%v = load %t, %n : i64
			return %v`,
	}})
}
