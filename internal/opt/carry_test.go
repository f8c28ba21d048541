package opt

import "testing"

const carryHead = "func @f(%x: []i32, %y: []i32, %m: i64, %n: i64, %k: i64, %c: bool) -> () kernel=single"

func TestCarry(t *testing.T) {
	testPass(t, carryHead, Carry, []pair{{
		"the last iteration's", `
			for %m, %n <ints=[1]> (%i: i64) {
				%one = const 1 : i64
				%j = sub %i, %one : i64
				%v = load %x, %j : i32
				%w = load %y, %i : i32
				%s = add %v, %w : i32
				store %x, %i, %s
				yield
			}
			return`, `
			%one0 = const 1 : i64
			%at = sub %m, %one0 : i64
			%u = bitcast %at : u64
			%len = len %x : i64
			%ulen = bitcast %len : u64
			%there = lt %u, %ulen : bool
			%first = if %there : i32 {
				%f = load %x, %at : i32
				yield %f
			} {
				%z = const 0 : i32
				yield %z
			}
			%last = for %m, %n, %first <ints=[1]> : i32 (%i: i64, %v: i32) {
				%one = const 1 : i64
				%j = sub %i, %one : i64
				%w = load %y, %i : i32
				%s = add %v, %w : i32
				store %x, %i, %s
				yield %s
			}
			return`,
	}, {
		"one place", `
			for %m, %n <ints=[1]> (%i: i64) {
				%v = load %x, %k : i32
				%s = add %v, %v : i32
				store %x, %k, %s
				yield
			}
			return`, `
			%u = bitcast %k : u64
			%len = len %x : i64
			%ulen = bitcast %len : u64
			%there = lt %u, %ulen : bool
			%first = if %there : i32 {
				%f = load %x, %k : i32
				yield %f
			} {
				%z = const 0 : i32
				yield %z
			}
			%last = for %m, %n, %first <ints=[1]> : i32 (%i: i64, %v: i32) {
				%s = add %v, %v : i32
				store %x, %k, %s
				yield %s
			}
			return`,
	}})
}

func TestCarryStays(t *testing.T) {
	const back = `
				%one = const 1 : i64
				%j = sub %i, %one : i64
				%v = load %x, %j : i32
`
	testStays(t, carryHead, Carry, []untouched{
		{"another store", `
			for %m, %n <ints=[1]> (%i: i64) {` + back + `
				store %x, %i, %v
				store %y, %i, %v
				yield
			}
			return`},
		{"a store now and then", `
			for %m, %n <ints=[1]> (%i: i64) {` + back + `
				if %c {
					store %x, %i, %v
					yield
				} {
					yield
				}
				yield
			}
			return`},
		{"an iteration that never ends", `
			block ^b {
				for %m, %n <ints=[1]> (%i: i64) {` + back + `
					store %x, %i, %v
					break ^b
				}
				yield
			}
			return`},
		{"an iteration that ends early", `
			for ^l %m, %n <ints=[1]> (%i: i64) {
				if %c {
					continue ^l
				} {
					yield
				}` + back + `
				store %x, %i, %v
				yield
			}
			return`},
		{"what is yet to be stored", `
			for %m, %n <ints=[-1]> (%i: i64) {` + back + `
				store %x, %i, %v
				yield
			}
			return`},
		{"between the steps", `
			for %m, %n <ints=[2]> (%i: i64) {` + back + `
				store %x, %i, %v
				yield
			}
			return`},
		{"too long ago", `
			for %m, %n <ints=[1]> (%i: i64) {
				%five = const 5 : i64
				%j = sub %i, %five : i64
				%v = load %x, %j : i32
				store %x, %i, %v
				yield
			}
			return`},
		{"a place that depends on data", `
			for %m, %n <ints=[1]> (%i: i64) {
				%w = load %y, %i : i32
				%p = conv %w : i64
				%one = const 1 : i64
				%j = sub %p, %one : i64
				%v = load %x, %j : i32
				store %x, %p, %v
				yield
			}
			return`},
		{"one place that is loaded after the store", `
			for %m, %n <ints=[1]> (%i: i64) {
				%w = load %y, %i : i32
				store %x, %k, %w
				%v = load %x, %k : i32
				yield
			}
			return`},
		{"lanes", `
			for %m, %n <ints=[1] mode=lanes> (%i: i64) {` + back + `
				store %x, %i, %v
				yield
			}
			return`},
	})
}
