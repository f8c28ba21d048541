package opt

import "testing"

// The loops that these tests have in common go over x, and keep a key and a place.
func TestWinners(t *testing.T) {
	const head = "func @f(%x: []f64, %y: []i64, %b: f64, %a: i64, %n: i64) -> (f64, i64)"
	testPass(t, head, Accumulate, []pair{{
		"the greatest, the first of equal ones, by selects, and what else is taken down",
		`%z = const 0 : i64
		%k, %at = for %z, %n, %b, %a <ints=[1]> : f64, i64 (%i: i64, %best: f64, %p: i64) {
			%v = load %x, %i : f64
			%c = lt %best, %v : bool
			%one = const 1 : i64
			%w = add %i, %one : i64
			%s = select %c, %v, %best : f64
			%t = select %c, %w, %p : i64
			yield %s, %t
		}
		return %k, %at`,
		`%z = const 0 : i64
		%worst = const bits(0xfff0000000000000) : f64
		%none = const 9223372036854775807 : i64
		%k, %p = multi %n : f64, i64 (%i: i64) {
			%zero = const 0 : i64
			%lost = const bits(0xfff0000000000000) : f64
			%v = load %x, %i : f64
			%c = const true : bool
			%one = const 1 : i64
			%w = add %i, %one : i64
			%s = select %c, %v, %lost : f64
			%t = select %c, %w, %zero : i64
			reduce %s, %i, %worst, %none (%k0: f64, %p0: i64, %k1: f64, %p1: i64) {
				%eq = eq %k1, %k0 : bool
				%first = lt %p1, %p0 : bool
				%tie = and %eq, %first : bool
				%gt = gt %k1, %k0 : bool
				%wins = or %gt, %tie : bool
				%s.1 = select %wins, %k1, %k0 : f64
				%t.1 = select %wins, %p1, %p0 : i64
				yield %s.1, %t.1
			} (%k2: f64, %p2: i64, %k3: f64, %p3: i64) {
				%wins.1 = gt %k3, %k2 : bool
				%s.2 = select %wins.1, %k3, %k2 : f64
				%t.2 = select %wins.1, %p3, %p2 : i64
				yield %s.2, %t.2
			}
			yield
		}
		%won = gt %k, %b : bool
		%key, %at = if %won : f64, i64 {
			%one.1 = const 1 : i64
			%w.1 = add %p, %one.1 : i64
			yield %k, %w.1
		} {
			yield %b, %a
		}
		return %key, %at`,
	}, {
		"the least, the last of equal ones, under a condition, from behind: the first by index",
		`%low = const -1 : i64
		%k, %at = for %n, %low, %b, %a <ints=[-1]> : f64, i64 (%i: i64, %best: f64, %p: i64) {
			%u = load %y, %i : i64
			%some = lt %u, %a : bool
			%s, %t = if %some : f64, i64 {
				%v = load %x, %i : f64
				%c = le %v, %best : bool
				%s1, %t1 = if %c : f64, i64 {
					yield %v, %i
				} {
					yield %best, %p
				}
				yield %s1, %t1
			} {
				yield %best, %p
			}
			yield %s, %t
		}
		return %k, %at`,
		`%low = const -1 : i64
		%k, %at = for %n, %low, %b, %a <ints=[-1]> : f64, i64 (%i: i64, %best: f64, %p: i64) {
			%u = load %y, %i : i64
			%some = lt %u, %a : bool
			%s, %t = if %some : f64, i64 {
				%v = load %x, %i : f64
				%c = le %v, %best : bool
				%s1, %t1 = if %c : f64, i64 {
					yield %v, %i
				} {
					yield %best, %p
				}
				yield %s1, %t1
			} {
				yield %best, %p
			}
			yield %s, %t
		}
		return %k, %at`,
	}, {
		"the same where there is room behind the last index",
		`%low = const -1 : i64
		%len = len %x : i64
		%k, %at = for %len, %low, %b, %a <ints=[-1]> : f64, i64 (%i: i64, %best: f64, %p: i64) {
			%u = load %y, %i : i64
			%some = lt %u, %a : bool
			%s, %t = if %some : f64, i64 {
				%v = load %x, %i : f64
				%c = le %v, %best : bool
				%s1, %t1 = if %c : f64, i64 {
					yield %v, %i
				} {
					yield %best, %p
				}
				yield %s1, %t1
			} {
				yield %best, %p
			}
			yield %s, %t
		}
		return %k, %at`,
		`%low = const -1 : i64
		%len = len %x : i64
		%z = const 0 : i64
		%one = const 1 : i64
		%count = add %len, %one : i64
		%worst = const bits(0x7ff8000000000001) : f64
		%none = const 9223372036854775807 : i64
		%k, %p = multi %count : f64, i64 (%i: i64) {
			%zero = const 0 : i64
			%lost = const bits(0x7ff8000000000001) : f64
			%u = load %y, %i : i64
			%some = lt %u, %a : bool
			%s, %t = if %some : f64, i64 {
				%v = load %x, %i : f64
				%c = const true : bool
				%s1, %t1 = if %c : f64, i64 {
					yield %v, %i
				} {
					yield %lost, %zero
				}
				yield %s1, %t1
			} {
				yield %lost, %zero
			}
			reduce %s, %i, %worst, %none (%k0: f64, %p0: i64, %k1: f64, %p1: i64) {
				%eq = eq %k1, %k0 : bool
				%first = lt %p1, %p0 : bool
				%tie = and %eq, %first : bool
				%number = eq %k1, %k1 : bool
				%ge = ge %k1, %k0 : bool
				%lt = andnot %number, %ge : bool
				%wins = or %lt, %tie : bool
				%s.1 = select %wins, %k1, %k0 : f64
				%t.1 = select %wins, %p1, %p0 : i64
				yield %s.1, %t.1
			} (%k2: f64, %p2: i64, %k3: f64, %p3: i64) {
				%number.1 = eq %k3, %k3 : bool
				%ge.1 = ge %k3, %k2 : bool
				%wins.1 = andnot %number.1, %ge.1 : bool
				%s.2 = select %wins.1, %k3, %k2 : f64
				%t.2 = select %wins.1, %p3, %p2 : i64
				yield %s.2, %t.2
			}
			yield
		}
		%better = le %k, %b : bool
		%no = const 9223372036854775807 : i64
		%some.1 = ne %p, %no : bool
		%won = and %some.1, %better : bool
		%key, %at = if %won : f64, i64 {
			yield %k, %p
		} {
			yield %b, %a
		}
		return %key, %at`,
	}})

	testPass(t, "func @f(%y: []i64, %b: i64, %n: i64) -> (i64, i64)", Accumulate, []pair{{
		"a key that is a maximum",
		`%z = const 0 : i64
		%k, %at = for %z, %n, %b, %z <ints=[1]> : i64, i64 (%i: i64, %best: i64, %p: i64) {
			%v = load %y, %i : i64
			%c = lt %best, %v : bool
			%s = max %best, %v : i64
			%t = select %c, %i, %p : i64
			yield %s, %t
		}
		return %k, %at`,
		`%z = const 0 : i64
		%worst = const -9223372036854775808 : i64
		%none = const 9223372036854775807 : i64
		%k, %p = multi %n : i64, i64 (%i: i64) {
			%zero = const 0 : i64
			%lost = const -9223372036854775808 : i64
			%v = load %y, %i : i64
			%c = const true : bool
			%s = select %c, %v, %lost : i64
			%t = select %c, %i, %zero : i64
			reduce %s, %i, %worst, %none (%k0: i64, %p0: i64, %k1: i64, %p1: i64) {
				%eq = eq %k1, %k0 : bool
				%first = lt %p1, %p0 : bool
				%tie = and %eq, %first : bool
				%gt = gt %k1, %k0 : bool
				%wins = or %gt, %tie : bool
				%s.1 = select %wins, %k1, %k0 : i64
				%t.1 = select %wins, %p1, %p0 : i64
				yield %s.1, %t.1
			} (%k2: i64, %p2: i64, %k3: i64, %p3: i64) {
				%wins.1 = gt %k3, %k2 : bool
				%s.2 = select %wins.1, %k3, %k2 : i64
				%t.2 = select %wins.1, %p3, %p2 : i64
				yield %s.2, %t.2
			}
			yield
		}
		%won = gt %k, %b : bool
		%key, %at = if %won : i64, i64 {
			yield %k, %p
		} {
			yield %b, %z
		}
		return %key, %at`,
	}, {
		"a minimum beside the place of the greatest",
		`%z = const 0 : i64
		%k, %at = for %z, %n, %b, %z <ints=[1]> : i64, i64 (%i: i64, %best: i64, %p: i64) {
			%v = load %y, %i : i64
			%c = lt %best, %v : bool
			%s = min %best, %v : i64
			%t = select %c, %i, %p : i64
			yield %s, %t
		}
		return %k, %at`,
		`%z = const 0 : i64
		%k, %at = for %z, %n, %b, %z <ints=[1]> : i64, i64 (%i: i64, %best: i64, %p: i64) {
			%v = load %y, %i : i64
			%c = lt %best, %v : bool
			%s = min %best, %v : i64
			%t = select %c, %i, %p : i64
			yield %s, %t
		}
		return %k, %at`,
	}})

	const loop = `%z = const 0 : i64
		%one = const 1 : i64
		%len = len %x : i64
		%k, %at = for %z, %n, %b, %a <ints=[1]> : f64, i64 (%i: i64, %best: f64, %p: i64) {
			%v = load %x, %i : f64
			`
	const end = `
			yield %s, %t
		}
		return %k, %at`
	testStays(t, head, Accumulate, []untouched{
		{"another key is kept than the one compared", loop + `%c = lt %best, %v : bool
			%w = neg %v : f64
			%s = select %c, %w, %best : f64
			%t = select %c, %i, %p : i64` + end},
		{"what is taken down depends on what was", loop + `%c = lt %best, %v : bool
			%s = select %c, %v, %best : f64
			%w = add %p, %one : i64
			%t = select %c, %w, %p : i64` + end},
		{"what is taken down follows from the best so far", loop + `%c = lt %best, %v : bool
			%s = select %c, %v, %best : f64
			%d = sub %s, %v : f64
			%w = conv %d : i64
			%t = max %p, %w : i64` + end},
		{"another key follows from the best so far, by branches", `%z = const 0 : i64
		%k, %l = for %z, %n, %b, %b <ints=[1]> : f64, f64 (%i: i64, %best: f64, %worst: f64) {
			%v = load %x, %i : f64
			%c = lt %best, %v : bool
			%s = if %c : f64 {
				yield %v
			} {
				yield %best
			}
			%w = sub %s, %v : f64
			%d = lt %worst, %w : bool
			%t = select %d, %w, %worst : f64
			yield %s, %t
		}
		%at = conv %l : i64
		return %k, %at`},
		{"a number that is not less: NaN wins", loop + `%c = lt %v, %best : bool
			%s = select %c, %best, %v : f64
			%t = select %c, %p, %i : i64` + end},
		{"a check where the key wins", loop + `%c = lt %best, %v : bool
			%s, %t = if %c : f64, i64 {
				check.index %i, %len
				yield %v, %i
			} {
				yield %best, %p
			}` + end},
		{"the comparison decides something else, too", loop + `%c = lt %best, %v : bool
			%s = select %c, %v, %best : f64
			%d = select %c, %one, %z : i64
			%t = add %p, %d : i64` + end},
		{"the best key is asked for once more", loop + `%c = lt %best, %v : bool
			%d = lt %best, %b : bool
			%s = select %c, %v, %best : f64
			%t1 = select %d, %i, %i : i64
			%t = select %c, %t1, %p : i64` + end},
		{"the same, by an if", loop + `%c = lt %best, %v : bool
			%s, %o = if %c : f64, i64 {
				yield %v, %one
			} {
				yield %best, %z
			}
			%t = add %p, %o : i64` + end},
		{"the same, with another condition", loop + `%c = lt %best, %v : bool
			%some = lt %i, %a : bool
			%d = and %c, %some : bool
			%s = select %d, %v, %best : f64
			%o = select %d, %one, %z : i64
			%t = add %p, %o : i64` + end},
		{"a check where the key does not win", loop + `%c = lt %best, %v : bool
			%s, %t = if %c : f64, i64 {
				yield %v, %i
			} {
				check.index %i, %len
				yield %best, %p
			}` + end},
		{"what decides is taken down", `%z = const 0 : i64
		%no = const false : bool
		%k, %at = for %z, %n, %b, %no <ints=[1]> : f64, bool (%i: i64, %best: f64, %p: bool) {
			%v = load %x, %i : f64
			%c = lt %best, %v : bool
			%s = select %c, %v, %best : f64
			%t = select %c, %c, %p : bool
			yield %s, %t
		}
		return %k, %a`},
		{"what decides is taken down, else", `%z = const 0 : i64
		%no = const false : bool
		%k, %at = for %z, %n, %b, %no <ints=[1]> : f64, bool (%i: i64, %best: f64, %p: bool) {
			%v = load %x, %i : f64
			%c = ge %best, %v : bool
			%s = select %c, %best, %v : f64
			%t = select %c, %p, %c : bool
			yield %s, %t
		}
		return %k, %a`},
		{"the condition is given by a branch", loop + `%some = lt %i, %a : bool
			%c0 = lt %best, %v : bool
			%c = if %some : bool {
				yield %c0
			} {
				yield %some
			}
			%s = select %c, %v, %best : f64
			%t = select %c, %i, %p : i64` + end},
		{"a condition that the program is given", "%z = const 0 : i64\n%some = const true : bool\n%k, %at, %g = for %z, %n, %b, %a, %some <ints=[1]> : f64, i64, bool (%i: i64, %best: f64, %p: i64, %c: bool) {\n" +
			"%v = load %x, %i : f64\n%d = lt %best, %v : bool\n%s = select %c, %v, %best : f64\n%t = select %c, %i, %p : i64\nyield %s, %t, %d\n}\nreturn %k, %at"},
		{"not both: an integer that is not less, or something else", `%z = const 0 : i64
		%k, %at = for %z, %n, %n, %a <ints=[1]> : i64, i64 (%i: i64, %best: i64, %p: i64) {
			%v = load %y, %i : i64
			%some = lt %i, %a : bool
			%c = ge %best, %v : bool
			%d = and %c, %some : bool
			%s = select %d, %best, %v : i64
			%t = select %d, %p, %i : i64
			yield %s, %t
		}
		return %b, %at`},
		{"what is taken down follows from another", `%z = const 0 : i64
		%one = const 1 : i64
		%k, %at, %l = for %z, %n, %b, %a, %z <ints=[1]> : f64, i64, i64 (%i: i64, %best: f64, %p: i64, %q: i64) {
			%v = load %x, %i : f64
			%c = lt %best, %v : bool
			%s = select %c, %v, %best : f64
			%w = add %q, %one : i64
			%t = select %c, %w, %p : i64
			%u = add %q, %i : i64
			yield %s, %t, %u
		}
		return %k, %at`},
		{"the best so far is asked for by another name", `%z = const 0 : i64
		%k, %at, %l = for %z, %n, %b, %a, %z <ints=[1]> : f64, i64, i64 (%i: i64, %best: f64, %p: i64, %q: i64) {
			%v = load %x, %i : f64
			%c = lt %best, %v : bool
			%some = lt %i, %a : bool
			%same = select %some, %best, %best : f64
			%s = select %c, %v, %same : f64
			%t = select %c, %i, %p : i64
			%w = conv %same : i64
			%u = add %q, %w : i64
			yield %s, %t, %u
		}
		return %k, %at`},
		{"and by a third", `%z = const 0 : i64
		%k, %at, %l = for %z, %n, %b, %a, %z <ints=[1]> : f64, i64, i64 (%i: i64, %best: f64, %p: i64, %q: i64) {
			%v = load %x, %i : f64
			%c = lt %best, %v : bool
			%some = lt %i, %a : bool
			%same1 = select %some, %best, %best : f64
			%same = select %some, %best, %same1 : f64
			%s = select %c, %v, %same : f64
			%t = select %c, %i, %p : i64
			%w = conv %same1 : i64
			%u = add %q, %w : i64
			yield %s, %t, %u
		}
		return %k, %at`},
		{"and by a fourth", `%z = const 0 : i64
		%k, %at, %l = for %z, %n, %b, %a, %z <ints=[1]> : f64, i64, i64 (%i: i64, %best: f64, %p: i64, %q: i64) {
			%v = load %x, %i : f64
			%c = lt %best, %v : bool
			%some = lt %i, %a : bool
			%same1 = select %some, %best, %best : f64
			%same = select %some, %same1, %best : f64
			%s = select %c, %v, %same : f64
			%t = select %c, %i, %p : i64
			%w = conv %same1 : i64
			%u = add %q, %w : i64
			yield %s, %t, %u
		}
		return %k, %at`},
		{"another key is kept than the one compared, mirrored", loop + `%c = gt %v, %best : bool
			%w = neg %v : f64
			%s = select %c, %w, %best : f64
			%t = select %c, %i, %p : i64` + end},
		{"the key is compared with something else, and so is the best", loop + `%c1 = lt %b, %v : bool
			%c2 = lt %best, %b : bool
			%c = and %c1, %c2 : bool
			%s = select %c, %v, %best : f64
			%t = select %c, %i, %p : i64` + end},
		{"the same, mirrored", loop + `%c1 = gt %v, %b : bool
			%c2 = gt %b, %best : bool
			%c = and %c1, %c2 : bool
			%s = select %c, %v, %best : f64
			%t = select %c, %i, %p : i64` + end},
		{"what is taken down follows from a branch", loop + `%c = lt %best, %v : bool
			%some = lt %i, %a : bool
			%s = select %c, %v, %best : f64
			%u = if %some : i64 {
				yield %i
			} {
				yield %one
			}
			%w = add %u, %one : i64
			%t = select %c, %w, %p : i64` + end},
		{"an integer that is as bad as can be, of some of which the last wins, by two decisions", `%z = const 0 : i64
		%k, %at = for %z, %n, %n, %a <ints=[1]> : i64, i64 (%i: i64, %best: i64, %p: i64) {
			%v = load %y, %i : i64
			%some = lt %i, %a : bool
			%c = ge %v, %best : bool
			%s1 = select %some, %v, %best : i64
			%s = select %c, %s1, %best : i64
			%t1 = select %some, %i, %p : i64
			%t = select %c, %t1, %p : i64
			yield %s, %t
		}
		return %b, %at`},
		{"a place is taken where a key isn't", loop + `%c = lt %best, %v : bool
			%d = lt %v, %b : bool
			%s = select %c, %v, %best : f64
			%t = select %d, %i, %p : i64` + end},
		{"an integer that is as bad as can be, of some of which the last wins", `%z = const 0 : i64
		%k, %at = for %z, %n, %n, %a <ints=[1]> : i64, i64 (%i: i64, %best: i64, %p: i64) {
			%v = load %y, %i : i64
			%some = lt %i, %a : bool
			%c = ge %v, %best : bool
			%d = and %c, %some : bool
			%s = select %d, %v, %best : i64
			%t = select %d, %i, %p : i64
			yield %s, %t
		}
		return %b, %at`},
		{"which check fails first depends on the direction", `%low = const -1 : i64
		%len = len %x : i64
		%k, %at = for %len, %low, %b, %a <ints=[-1]> : f64, i64 (%i: i64, %best: f64, %p: i64) {
			check.index %i, %len
			%v = load %x, %i : f64
			%c = lt %best, %v : bool
			%s = select %c, %v, %best : f64
			%t = select %c, %i, %p : i64
			yield %s, %t
		}
		return %k, %at`},
	})
}

func TestCarryKeys(t *testing.T) {
	const head = "func @f(%x: []f64, %y: []i64, %b: f64, %a: i64, %n: i64) -> (i64)"
	testPass(t, head, CarryKeys, []pair{{
		"a key that is computed of what is checked",
		`%z = const 0 : i64
		%len = len %x : i64
		%at = for %z, %n, %a <ints=[1]> : i64 (%i: i64, %p: i64) {
			check.index %i, %len
			%v = load %x, %i : f64
			%k = sub %v, %b : f64
			check.index %p, %len
			%w = load %x, %p : f64
			%l = sub %w, %b : f64
			%c = lt %k, %l : bool
			%t = select %c, %i, %p : i64
			yield %t
		}
		return %at`,
		`%z = const 0 : i64
		%len = len %x : i64
		%runs = lt %z, %n : bool
		%first = if %runs : f64 {
			check.index %z, %len
			%v = load %x, %z : f64
			%k = sub %v, %b : f64
			check.index %a, %len
			%w = load %x, %a : f64
			%l = sub %w, %b : f64
			yield %l
		} {
			%zero = const 0.0 : f64
			yield %zero
		}
		%at, %key = for %z, %n, %a, %first <ints=[1]> : i64, f64 (%i: i64, %p: i64, %best: f64) {
			check.index %i, %len
			%v.1 = load %x, %i : f64
			%k.1 = sub %v.1, %b : f64
			%w.1 = load %x, %p : f64
			%l.1 = sub %w.1, %b : f64
			%c = lt %k.1, %best : bool
			%t = select %c, %i, %p : i64
			%u = select %c, %k.1, %best : f64
			yield %t, %u
		}
		return %at`,
	}, {
		"through ifs, counting down, without a check",
		`%z = const 0 : i64
		%at = for %n, %z, %a <ints=[-1]> : i64 (%i: i64, %p: i64) {
			%v = load %x, %i : f64
			%some = lt %v, %b : bool
			%t = if %some : i64 {
				%w = load %x, %p : f64
				%c = le %w, %v : bool
				%t1 = if %c : i64 {
					yield %i
				} {
					yield %p
				}
				yield %t1
			} {
				yield %p
			}
			yield %t
		}
		return %at`,
		`%z = const 0 : i64
		%runs = gt %n, %z : bool
		%first = if %runs : f64 {
			%w = load %x, %a : f64
			yield %w
		} {
			%zero = const 0.0 : f64
			yield %zero
		}
		%at, %key = for %n, %z, %a, %first <ints=[-1]> : i64, f64 (%i: i64, %p: i64, %best: f64) {
			%v = load %x, %i : f64
			%some = lt %v, %b : bool
			%t, %u = if %some : i64, f64 {
				%w.1 = load %x, %p : f64
				%c = le %best, %v : bool
				%t1, %u1 = if %c : i64, f64 {
					yield %i, %v
				} {
					yield %p, %best
				}
				yield %t1, %u1
			} {
				yield %p, %best
			}
			yield %t, %u
		}
		return %at`,
	}})
	const loop = `%z = const 0 : i64
		%one = const 1 : i64
		%len = len %x : i64
		%v0 = load %x, %z : f64
		%at = for %z, %n, %a <ints=[1]> : i64 (%i: i64, %p: i64) {
			`
	const end = `
			yield %t
		}
		return %at`
	testStays(t, head, CarryKeys, []untouched{
		{"something is stored", loop + `%v = load %x, %i : f64
			%w = load %x, %p : f64
			%c = lt %v, %w : bool
			%t = select %c, %i, %p : i64
			store %x, %t, %b` + end},
		{"another place is taken than the one looked at", loop + `%v = load %x, %i : f64
			%w = load %x, %p : f64
			%c = lt %v, %w : bool
			%k = add %i, %one : i64
			%t = select %c, %k, %p : i64` + end},
		{"another slice, or another computation", loop + `%v = load %x, %i : f64
			%w = load %x, %p : f64
			%l = neg %w : f64
			%c = lt %v, %l : bool
			%t = select %c, %i, %p : i64` + end},
		{"what is looked up is asked for otherwise, too", loop + `%v = load %x, %i : f64
			%w = load %x, %p : f64
			%c = lt %v, %w : bool
			%d = lt %w, %b : bool
			%e = and %c, %d : bool
			%t = select %e, %i, %p : i64` + end},
		{"the place is checked under a condition", loop + `check.index %i, %len
			%v = load %x, %i : f64
			%some = lt %v, %b : bool
			%t = if %some : i64 {
				check.index %p, %len
				%w = load %x, %p : f64
				%c = lt %v, %w : bool
				%t1 = select %c, %i, %p : i64
				yield %t1
			} {
				yield %p
			}` + end},
		{"the index isn't checked as the place is", loop + `%v = load %x, %i : f64
			check.index %p, %len
			%w = load %x, %p : f64
			%c = lt %v, %w : bool
			%t = select %c, %i, %p : i64` + end},
		{"a branch computes part of it otherwise", loop + `%m = lt %i, %n : bool
			%v = load %x, %i : f64
			%h = if %m : f64 {
				yield %b
			} {
				yield %v0
			}
			%k = add %v, %h : f64
			%w = load %x, %p : f64
			%j = if %m : f64 {
				yield %v0
			} {
				yield %b
			}
			%l = add %w, %j : f64
			%c = lt %k, %l : bool
			%t = select %c, %i, %p : i64` + end},
		{"the index is compared, not checked", loop + `%m = lt %i, %len : bool
			%v = load %x, %i : f64
			check.index %p, %len
			%w = load %x, %p : f64
			%c = lt %v, %w : bool
			%d = or %m, %c : bool
			%t = select %d, %i, %p : i64` + end},
		{"what is looked up is checked twice, what the index gives is not", loop + `check.index %i, %len
			%j = load %y, %i : i64
			%v = load %x, %j : f64
			check.index %p, %len
			%q = load %y, %p : i64
			check.index %q, %n
			check.index %q, %n
			%w = load %x, %q : f64
			%c = lt %v, %w : bool
			%t = select %c, %i, %p : i64` + end},
		{"it is checked behind the comparison", loop + `check.index %i, %len
			%v = load %x, %i : f64
			%w = load %x, %p : f64
			%c = lt %v, %w : bool
			check.index %p, %len
			%t = select %c, %i, %p : i64` + end},
		{"the place is something more", loop + `%v = load %x, %i : f64
			%w = load %x, %p : f64
			%c = lt %v, %w : bool
			%k = add %p, %one : i64
			%d = lt %k, %n : bool
			%e = and %c, %d : bool
			%t = select %e, %i, %p : i64` + end},
	})
}
