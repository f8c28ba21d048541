package opt

import "testing"

func TestShorten(t *testing.T) {
	pairs := []pair{
		{"a bound", `
			%z = const 0 : i64
			%r = block ^0 : i64 {
				for %z, %n <ints=[1]> (%k: i64) {
					%c = ge %k, %i : bool
					if %c {
						break ^0 %k
					} {
						yield
					}
					store %s, %k, %k
					yield
				}
				yield %n
			}
			return %r`, `
			%z = const 0 : i64
			%hi = min %n, %i : i64
			%at = max %z, %hi : i64
			%both = lt %at, %n : bool
			for %z, %hi <ints=[1]> (%k: i64) {
				%c = ge %k, %i : bool
				store %s, %k, %k
				yield
			}
			%r = select %both, %at, %n : i64
			return %r`},
		{"what goes the other way, and another way out", `
			%z = const 0 : i64
			%one = const 1 : i64
			%len = len %s : i64
			%r = block ^0 : i64 {
				%x = for %z, %n, %len <ints=[1]> : i64 (%k: i64, %a: i64) {
					%c = gt %a, %z : bool
					if %c {
						yield
					} {
						break ^0 %a
					}
					if %b {
						break ^0 %k
					} {
						yield
					}
					%a1 = sub %a, %one : i64
					store %s, %k, %a
					yield %a1
				}
				yield %x
			}
			return %r`, `
			%z = const 0 : i64
			%one = const 1 : i64
			%len = len %s : i64
			%r = block ^0 : i64 {
				%zero = const 0 : i64
				%m = sub %zero, %len : i64
				%p = neg %m : i64
				%q = add %p, %z : i64
				%hi = min %n, %q : i64
				%at = max %z, %hi : i64
				%both = lt %at, %n : bool
				%x = for %z, %hi, %len <ints=[1]> : i64 (%k: i64, %a: i64) {
					%c = gt %a, %z : bool
					if %b {
						break ^0 %k
					} {
						yield
					}
					%a1 = sub %a, %one : i64
					store %s, %k, %a
					yield %a1
				}
				yield %x
			}
			return %r`},
		{"in steps, to a bound that is compared with what is ahead", `
			%z = const 0 : i64
			%four = const 4 : i64
			%len = len %s : i64
			%r = block ^0 : i64 {
				for %z, %n <ints=[4]> (%k: i64) {
					%k4 = add %k, %four : i64
					%c = gt %k4, %len : bool
					if %c {
						break ^0 %k
					} {
						yield
					}
					store %s, %k, %k
					yield
				}
				yield %n
			}
			return %r`, `
			%z = const 0 : i64
			%four = const 4 : i64
			%len = len %s : i64
			%0 = const 4 : i64
			%1 = sub %len, %0 : i64
			%2 = const 1 : i64
			%3 = add %1, %2 : i64
			%4 = min %n, %3 : i64
			%5 = sub %4, %z : i64
			%6 = const 1 : u64
			%7 = const 4 : u64
			%8 = conv %5 : u64
			%9 = sub %8, %6 : u64
			%10 = div %9, %7 : u64
			%11 = add %10, %6 : u64
			%12 = conv %11 : i64
			%13 = const 4 : i64
			%14 = mul %12, %13 : i64
			%15 = lt %z, %4 : bool
			%16 = add %z, %14 : i64
			%17 = select %15, %16, %z : i64
			%18 = lt %17, %n : bool
			for %z, %4 <ints=[4]> (%k: i64) {
				%k4 = add %k, %four : i64
				%c = gt %k4, %len : bool
				store %s, %k, %k
				yield
			}
			%19 = select %18, %17, %n : i64
			return %19`},
		{"a bound from the wrong side", `
			%z = const 0 : i64
			block ^0 {
				for %z, %n <ints=[1]> (%k: i64) {
					%c = ge %i, %k : bool
					if %c {
						break ^0
					} {
						yield
					}
					store %s, %k, %k
					yield
				}
				yield
			}
			return %z`, ""},
		{"something done before", `
			%z = const 0 : i64
			block ^0 {
				for %z, %n <ints=[1]> (%k: i64) {
					store %s, %k, %k
					%c = ge %k, %i : bool
					if %c {
						break ^0
					} {
						yield
					}
					yield
				}
				yield
			}
			return %z`, ""},
		{"something done behind", `
			%z = const 0 : i64
			block ^0 {
				for %z, %n <ints=[1]> (%k: i64) {
					%c = ge %k, %i : bool
					if %c {
						break ^0
					} {
						yield
					}
					store %s, %k, %k
					yield
				}
				store %s, %z, %z
				yield
			}
			return %z`, ""},
		{"a bound that the loop changes", `
			%z = const 0 : i64
			block ^0 {
				%x = for %z, %n, %i <ints=[1]> : i64 (%k: i64, %a: i64) {
					%c = ge %k, %a : bool
					if %c {
						break ^0
					} {
						yield
					}
					%a1 = xor %a, %k : i64
					store %s, %k, %k
					yield %a1
				}
				yield
			}
			return %z`, ""},
		{"a quotient that may be one by zero", `
			%z = const 0 : i64
			%r = block ^0 : i64 {
				for %z, %n <ints=[1]> (%k: i64) {
					%q = div %n, %k : i64
					%c = ge %k, %i : bool
					if %c {
						break ^0 %q
					} {
						yield
					}
					store %s, %k, %k
					yield
				}
				yield %z
			}
			return %r`, ""},
		{"sums that may wrap around", `
			%z = const 0 : i64
			%one = const 1 : i64
			block ^0 {
				%x = for %z, %n, %i <ints=[1]> : i64 (%k: i64, %a: i64) {
					%c = ge %a, %z : bool
					if %c {
						break ^0
					} {
						yield
					}
					%a1 = add %a, %one : i64
					store %s, %k, %k
					yield %a1
				}
				yield
			}
			return %z`, ""},
		{"a loop that breaks off by itself", `
			%z = const 0 : i64
			%r = block ^0 : i64 {
				for ^1 %z, %n <ints=[1]> (%k: i64) {
					%c = lt %k, %i : bool
					if %c {
						yield
					} {
						break ^0 %k
					}
					if %b {
						break ^1
					} {
						yield
					}
					store %s, %k, %k
					yield
				}
				yield %n
			}
			return %r`, ""},
		{"iterations that end with another loop's", `
			%z = const 0 : i64
			%one = const 1 : i64
			loop ^1 {
				block ^0 {
					%x = for %z, %n, %z <ints=[1]> : i64 (%k: i64, %a: i64) {
						%c = lt %a, %n : bool
						if %c {
							yield
						} {
							break ^0
						}
						%a1 = add %a, %one : i64
						store %s, %k, %a1
						continue ^1
					}
					yield
				}
				break ^1
			}
			return %z`, ""},
	}
	for i := range pairs {
		if pairs[i].after == "" { // it stays as it is
			pairs[i].after = pairs[i].before
		}
	}
	testPass(t, "func @f(%b: bool, %i: i64, %n: i64, %s: []i64) -> (i64)", Shorten, pairs)
}
