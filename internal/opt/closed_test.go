package opt

import "testing"

func TestClosed(t *testing.T) {
	testPass(t, "func @f(%x: []i64, %n: i64, %m: i64, %d: i64) -> (i64)", Closed, []pair{{
		"what is the same each time", `
			%r = for %m, %n, %d <ints=[1]> : i64 (%i: i64, %p: i64) {
				store %x, %i, %p
				%q = add %d, %p : i64
				yield %q
			}
			return %r`, `
			for %m, %n <ints=[1]> (%i: i64) {
				%k = sub %i, %m : i64
				%kd = mul %k, %d : i64
				%p = add %d, %kd : i64
				store %x, %i, %p
				%q = add %d, %p : i64
				yield
			}
			%t = max %n, %m : i64
			%times = sub %t, %m : i64
			%td = mul %times, %d : i64
			%r = add %d, %td : i64
			return %r`,
	}, {
		"an unsigned number, which wraps around alike", `
			%u = conv %d : u64
			%r = for %m, %n, %u <ints=[1]> : u64 (%i: i64, %p: u64) {
				%at = conv %p : i64
				store %x, %i, %at
				%two = const 2 : u64
				%q = add %p, %two : u64
				yield %q
			}
			%s = conv %r : i64
			return %s`, `
			%u = conv %d : u64
			for %m, %n <ints=[1]> (%i: i64) {
				%k = sub %i, %m : i64
				%two = const 2 : i64
				%kd = mul %k, %two : i64
				%u0 = conv %u : i64
				%p = add %u0, %kd : i64
				%pu = conv %p : u64
				%at = conv %pu : i64
				store %x, %i, %at
				%two0 = const 2 : u64
				%q = add %pu, %two0 : u64
				yield
			}
			%by = const 2 : i64
			%t = max %n, %m : i64
			%times = sub %t, %m : i64
			%td = mul %times, %by : i64
			%u1 = conv %u : i64
			%e = add %u1, %td : i64
			%r = conv %e : u64
			%s = conv %r : i64
			return %s`,
	}, {
		"downwards, in steps", `
			%r = for %m, %n, %d <ints=[-3]> : i64 (%i: i64, %p: i64) {
				store %x, %i, %p
				%six = const 6 : i64
				%q = sub %p, %six : i64
				yield %q
			}
			return %r`, `
			for %m, %n <ints=[-3]> (%i: i64) {
				%k = sub %i, %m : i64
				%by = const -2 : i64
				%kd = mul %k, %by : i64
				%p = sub %d, %kd : i64
				store %x, %i, %p
				%six = const 6 : i64
				%q = sub %p, %six : i64
				yield
			}
			%six0 = const 6 : i64
			%t = max %m, %n : i64
			%u = sub %t, %n : i64
			%two = const 2 : i64
			%v = add %u, %two : i64
			%three = const 3 : i64
			%times = div %v, %three : i64
			%td = mul %times, %six0 : i64
			%r = sub %d, %td : i64
			return %r`,
	}, {
		"downwards, by what is not known", `
			%r = for %m, %n, %d <ints=[-1]> : i64 (%i: i64, %p: i64) {
				%q = add %p, %m : i64
				yield %q
			}
			return %n`, `
			for %m, %n <ints=[-1]> (%i: i64) {
				%k = sub %i, %m : i64
				%kd = mul %k, %m : i64
				%p = sub %d, %kd : i64
				%q = add %p, %m : i64
				yield
			}
			%t = max %m, %n : i64
			%times = sub %t, %n : i64
			%td = mul %times, %m : i64
			%r = add %d, %td : i64
			return %n`,
	}, {
		"downwards, what is not known taken away", `
			%r = for %m, %n, %d <ints=[-1]> : i64 (%i: i64, %p: i64) {
				%q = sub %p, %m : i64
				yield %q
			}
			return %n`, `
			for %m, %n <ints=[-1]> (%i: i64) {
				%k = sub %i, %m : i64
				%kd = mul %k, %m : i64
				%p = add %d, %kd : i64
				%q = sub %p, %m : i64
				yield
			}
			%t = max %m, %n : i64
			%times = sub %t, %n : i64
			%td = mul %times, %m : i64
			%r = sub %d, %td : i64
			return %n`,
	}, {
		"in steps of two", `
			%r = for %m, %n, %d <ints=[2]> : i64 (%i: i64, %p: i64) {
				%four = const 4 : i64
				%q = add %p, %four : i64
				yield %q
			}
			return %r`, `
			for %m, %n <ints=[2]> (%i: i64) {
				%k = sub %i, %m : i64
				%by = const 2 : i64
				%kd = mul %k, %by : i64
				%p = add %d, %kd : i64
				%four = const 4 : i64
				%q = add %p, %four : i64
				yield
			}
			%four0 = const 4 : i64
			%t = max %n, %m : i64
			%u = sub %t, %m : i64
			%one = const 1 : i64
			%v = add %u, %one : i64
			%two = const 2 : i64
			%times = div %v, %two : i64
			%td = mul %times, %four0 : i64
			%r = add %d, %td : i64
			return %r`,
	}, {
		"what is computed alike each time", `
			%r = for %m, %n, %d <ints=[1]> : i64 (%i: i64, %p: i64) {
				%one = const 1 : i64
				%e = sub %d, %one : i64
				%by = mul %e, %e : i64
				%q = add %by, %p : i64
				yield %q
			}
			return %r`, `
			%one = const 1 : i64
			%e = sub %d, %one : i64
			%by = mul %e, %e : i64
			for %m, %n <ints=[1]> (%i: i64) {
				%k = sub %i, %m : i64
				%kd = mul %k, %by : i64
				%p = add %d, %kd : i64
				%q = add %by, %p : i64
				yield
			}
			%t = max %n, %m : i64
			%times = sub %t, %m : i64
			%td = mul %times, %by : i64
			%r = add %d, %td : i64
			return %r`,
	}, {
		"in steps to an end that may be far, as often as anybody waits for", `
			%z = const 0 : i64
			%r = for %z, %n, %d <ints=[2]> : i64 (%i: i64, %p: i64) {
				store %x, %i, %p
				%one = const 1 : i64
				%q = add %p, %one : i64
				yield %q
			}
			return %r`, `
			%z = const 0 : i64
			%0 = max %n, %z : i64
			%1 = const 4611686018427387904 : i64
			%2 = min %0, %1 : i64
			%3 = sub %2, %z : i64
			%4 = const 1 : i64
			%5 = add %3, %4 : i64
			%6 = const 2 : i64
			%7 = div %5, %6 : i64
			%8 = const 0 : i64
			for %8, %7 <ints=[1]> (%i: i64) {
				%9 = sub %i, %8 : i64
				%10 = const 1 : i64
				%11 = mul %9, %10 : i64
				%p = add %d, %11 : i64
				%12 = const 2 : i64
				%13 = mul %i, %12 : i64
				%14 = add %13, %z : i64
				store %x, %14, %p
				%one = const 1 : i64
				%q = add %p, %one : i64
				yield
			}
			%15 = const 1 : i64
			%16 = max %7, %8 : i64
			%17 = sub %16, %8 : i64
			%18 = mul %17, %15 : i64
			%r = add %d, %18 : i64
			return %r`,
	}})
}

func TestClosedStays(t *testing.T) {
	testStays(t, "func @f(%x: []i64, %n: i64, %m: i64, %c: bool) -> (i64)", Closed, []untouched{
		{"what is computed from the index", `
			%r = for %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				%e = sub %i, %m : i64
				%by = mul %e, %n : i64
				%q = add %by, %p : i64
				yield %q
			}
			return %r`},
		{"what is loaded", `
			%r = for %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				%e = load %x, %m : i64
				%by = mul %e, %n : i64
				%q = add %by, %p : i64
				yield %q
			}
			return %r`},
		{"what is computed in a branch", `
			%r = for %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				%b = if %c : i64 {
					%e = mul %m, %n : i64
					%by = add %e, %p : i64
					yield %by
				} {
					yield %p
				}
				yield %b
			}
			return %r`},
		{"a distance that may wrap around, in steps", `
			%z = const 0 : i64
			%five = const 5 : i64
			%six = const 6 : i64
			%r = for %m, %n, %n <ints=[4]> : i64 (%i: i64, %p: i64) {
				%q = add %p, %six : i64
				yield %q
			}
			return %r`},
		{"a begin that may be far, in steps", `
			%z = const 0 : i64
			%five = const 5 : i64
			%six = const 6 : i64
			%r = for %m, %five, %n <ints=[4]> : i64 (%i: i64, %p: i64) {
				%q = add %p, %six : i64
				yield %q
			}
			return %r`},
		{"an end that may be far, in steps", `
			%z = const 0 : i64
			%five = const 5 : i64
			%six = const 6 : i64
			%r = for %z, %n, %n <ints=[-4]> : i64 (%i: i64, %p: i64) {
				%q = add %p, %six : i64
				yield %q
			}
			return %r`},
		{"steps of any size", `
			%z = const 0 : i64
			%five = const 5 : i64
			%six = const 6 : i64
			%r = for %z, %five, %n <ints=[9223372036854775807]> : i64 (%i: i64, %p: i64) {
				%q = add %p, %six : i64
				yield %q
			}
			return %r`},
		{"steps of any size, downwards", `
			%z = const 0 : i64
			%five = const 5 : i64
			%six = const 6 : i64
			%r = for %five, %z, %n <ints=[-9223372036854775807]> : i64 (%i: i64, %p: i64) {
				%q = add %p, %six : i64
				yield %q
			}
			return %r`},
		{"what differs", `
			%r = for %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				%q = add %p, %i : i64
				yield %q
			}
			return %r`},
		{"a loop that is always left for another", `
			%b = block ^b : i64 {
				%r = for %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
					break ^b %p
				}
				yield %r
			}
			return %b`},
		{"what is added now and then", `
			%r = for ^l %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				if %c {
					continue ^l %p
				} {
					yield
				}
				%q = add %p, %m : i64
				yield %q
			}
			return %r`},
		{"two things", `
			%r = for ^l %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				%one = const 1 : i64
				if %c {
					%s = sub %p, %one : i64
					continue ^l %s
				} {
					yield
				}
				%q = add %p, %one : i64
				yield %q
			}
			return %r`},
		{"one thing or another", `
			%r = for ^l %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				if %c {
					%s = add %p, %m : i64
					continue ^l %s
				} {
					yield
				}
				%q = add %p, %n : i64
				yield %q
			}
			return %r`},
		{"one thing, added or taken", `
			%r = for ^l %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				if %c {
					%s = add %p, %m : i64
					continue ^l %s
				} {
					yield
				}
				%q = sub %p, %m : i64
				yield %q
			}
			return %r`},
		{"in long steps, what is not known", `
			%r = for %m, %n, %n <ints=[2]> : i64 (%i: i64, %p: i64) {
				%q = add %p, %n : i64
				yield %q
			}
			return %r`},
		{"something else each time", `
			%r = for %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				%q = add %n, %i : i64
				yield %q
			}
			return %r`},
		{"a product", `
			%r = for %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				%q = mul %p, %m : i64
				yield %q
			}
			return %r`},
		{"what may wrap around before the index does", `
			%32 = conv %m : i32
			%r = for %m, %n, %32 <ints=[1]> : i32 (%i: i64, %p: i32) {
				%q = add %p, %32 : i32
				yield %q
			}
			%s = conv %r : i64
			return %s`},
		{"steps that the sum is no multiple of", `
			%r = for %m, %n, %n <ints=[2]> : i64 (%i: i64, %p: i64) {
				%three = const 3 : i64
				%q = add %p, %three : i64
				yield %q
			}
			return %r`},
		{"a loop that is left", `
			%r = for ^l %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				if %c {
					break ^l %i
				} {
					yield
				}
				%q = add %p, %m : i64
				yield %q
			}
			return %r`},
		{"twice as much", `
			%r = for %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				%q = add %p, %p : i64
				yield %q
			}
			return %r`},
		{"taken from what is the same", `
			%r = for %m, %n, %n <ints=[1]> : i64 (%i: i64, %p: i64) {
				%q = sub %m, %p : i64
				yield %q
			}
			return %r`},
	})
}
