package opt

import "testing"

func TestAccumulate(t *testing.T) {
	testPass(t, "func @f(%x: []i32, %y: []f64, %a: i32, %b: f64, %lo: i32, %n: i64) -> (i32, f64)", Accumulate, []pair{{
		"a sum and a least number",
		`%z = const 0 : i64
		%s, %m = for %z, %n, %a, %b <ints=[1]> : i32, f64 (%i: i64, %c: i32, %d: f64) {
			%v = load %x, %i : i32
			%w = load %y, %i : f64
			%e = sub %c, %v : i32
			%l = min %w, %d : f64
			yield %e, %l
		}
		return %s, %m`,
		`%z = const 0 : i64
		%none = const 0 : i32
		%s, %m = reduce %n, %none, %b <ints=[1, 2]> : i32, f64 (%i: i64) {
			%v = load %x, %i : i32
			%w = load %y, %i : f64
			%e = neg %v : i32
			yield %e, %w
		} (%p: i32, %q: f64, %r: i32, %t: f64) {
			%u = add %p, %r : i32
			%l = min %q, %t : f64
			yield %u, %l
		}
		%all = add %a, %s : i32
		return %all, %m`,
	}, {
		"some of them, in two steps, from a place on",
		`%z = const 3 : i64
		%s = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {
			%v = load %x, %i : i32
			%g = gt %v, %lo : bool
			%r = if %g : i32 {
				%d = add %v, %c : i32
				%h = gt %v, %a : bool
				%q = if %h : i32 {
					%e = add %d, %lo : i32
					yield %e
				} {
					yield %d
				}
				yield %q
			} {
				yield %c
			}
			yield %r
		}
		return %s, %b`,
		`%z = const 3 : i64
		%most = max %n, %z : i64
		%count = sub %most, %z : i64
		%none = const 0 : i32
		%s = reduce %count, %none <ints=[1, 1]> : i32 (%k: i64) {
			%i = add %k, %z : i64
			%v = load %x, %i : i32
			%g = gt %v, %lo : bool
			%r = if %g : i32 {
				%h = gt %v, %a : bool
				%q = if %h : i32 {
					%e = add %v, %lo : i32
					yield %e
				} {
					yield %v
				}
				yield %q
			} {
				%nothing = const 0 : i32
				yield %nothing
			}
			yield %r
		} (%p: i32, %q2: i32) {
			%u = add %p, %q2 : i32
			yield %u
		}
		%all = add %a, %s : i32
		return %all, %b`,
	}, {
		"a sum of floats has its order",
		`%z = const 0 : i64
		%m = for %z, %n, %b <ints=[1]> : f64 (%i: i64, %d: f64) {
			%w = load %y, %i : f64
			%l = add %w, %d : f64
			yield %l
		}
		return %a, %m`,
		`%z = const 0 : i64
		%m = for %z, %n, %b <ints=[1]> : f64 (%i: i64, %d: f64) {
			%w = load %y, %i : f64
			%l = add %w, %d : f64
			yield %l
		}
		return %a, %m`,
	}, {
		"a sum that decides something",
		`%z = const 0 : i64
		%s = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {
			%v = load %x, %i : i32
			%e = add %c, %v : i32
			%g = gt %e, %lo : bool
			%r = select %g, %lo, %e : i32
			yield %r
		}
		return %s, %b`,
		`%z = const 0 : i64
		%s = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {
			%v = load %x, %i : i32
			%e = add %c, %v : i32
			%g = gt %e, %lo : bool
			%r = select %g, %lo, %e : i32
			yield %r
		}
		return %s, %b`,
	}})
}
