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
	}, {
		"in a loop that isn't counted", `
			%r = loop ^l %m : i64 (%i: i64) {
				%more = lt %i, %n : bool
				if %more {
					yield
				} {
					break ^l %i
				}
				%v = load %x, %k : i32
				%w = load %y, %i : i32
				%s = add %v, %w : i32
				store %x, %k, %s
				%j = conv %w : i64
				continue ^l %j
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
			%r, %last = loop ^l %m, %first : i64, i32 (%i: i64, %v: i32) {
				%more = lt %i, %n : bool
				if %more {
					yield
				} {
					break ^l %i, %v
				}
				%w = load %y, %i : i32
				%s = add %v, %w : i32
				store %x, %k, %s
				%j = conv %w : i64
				continue ^l %j, %s
			}
			return`,
	}, {
		"not what stands there, nor what is yet to come", `
			for %m, %n <ints=[1]> (%i: i64) {
				%one = const 1 : i64
				%j = sub %i, %one : i64
				%l = add %i, %one : i64
				%v = load %x, %j : i32
				%here = load %x, %i : i32
				%next = load %x, %l : i32
				%s = add %v, %here : i32
				%t = add %s, %next : i32
				store %x, %i, %t
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
				%l = add %i, %one : i64
				%here = load %x, %i : i32
				%next = load %x, %l : i32
				%s = add %v, %here : i32
				%t = add %s, %next : i32
				store %x, %i, %t
				yield %t
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
		{"a place that goes along, and depends on data", `
			for %m, %n <ints=[1]> (%i: i64) {
				%w = load %y, %i : i32
				%p = conv %w : i64
				%here = add %i, %p : i64
				%one = const 1 : i64
				%j = sub %here, %one : i64
				%v = load %x, %j : i32
				store %x, %here, %v
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
		{"an iteration that ends early if at all", `
			for ^l %m, %n <ints=[1]> (%i: i64) {` + back + `
				if %c {
					continue ^l
				} {
					yield
				}
				store %x, %i, %v
				break ^l
			}
			return`},
		{"an iteration that is the last", `
			for ^l %m, %n <ints=[1]> (%i: i64) {` + back + `
				store %x, %i, %v
				break ^l
			}
			return`},
		{"what is cut out in each iteration", `
			for %m, %n <ints=[1]> (%i: i64) {
				%z = const 0 : i64
				%a = slice %x, %z, %n : []i32
				%one = const 1 : i64
				%j = sub %i, %one : i64
				%v = load %a, %j : i32
				store %a, %i, %v
				yield
			}
			return`},
		{"places that lie closer and closer", `
			for %m, %n <ints=[1]> (%i: i64) {
				%p = mul %i, %i : i64
				%v = load %x, %p : i32
				%s = add %v, %v : i32
				store %x, %p, %s
				yield
			}
			return`},
		{"steps that are not known", `
			for %m, %n <ints=[1]> (%i: i64) {
				%p = mul %i, %k : i64
				%v = load %x, %p : i32
				%s = add %v, %v : i32
				store %x, %p, %s
				yield
			}
			return`},
		{"two other stores, of which the first may go there", `
			for %m, %n <ints=[1]> (%i: i64) {` + back + `
				store %x, %i, %v
				store %y, %i, %v
				%own = alloca <ints=[4]> : []i32
				store %own, %i, %v
				yield
			}
			return`},
		{"a store further inside", `
			for %m, %n <ints=[1]> (%i: i64) {` + back + `
				store %x, %i, %v
				for %m, %i <ints=[1]> (%p: i64) {
					store %y, %p, %v
					yield
				}
				yield
			}
			return`},
		{"a move", `
			for %m, %n <ints=[1]> (%i: i64) {` + back + `
				store %x, %i, %v
				move %y, %x, %k
				yield
			}
			return`},
		{"what stands elsewhere", `
			for %m, %n <ints=[1]> (%i: i64) {
				%one = const 1 : i64
				%j = sub %i, %one : i64
				%v = load %y, %j : i32
				store %x, %i, %v
				yield
			}
			return`},
		{"one place, and one that is not known", `
			for %m, %n <ints=[1]> (%i: i64) {
				%v = load %x, %n : i32
				store %x, %k, %v
				yield
			}
			return`},
		{"one place, and the one beside it", `
			for %m, %n <ints=[1]> (%i: i64) {
				%one = const 1 : i64
				%j = add %k, %one : i64
				%v = load %x, %j : i32
				store %x, %k, %v
				yield
			}
			return`},
		{"what was there before", `
			for %m, %n <ints=[1]> (%i: i64) {
				%v = load %x, %i : i32
				%s = add %v, %v : i32
				store %x, %i, %s
				yield
			}
			return`},
		{"between the steps, behind one", `
			for %m, %n <ints=[2]> (%i: i64) {
				%three = const 3 : i64
				%j = sub %i, %three : i64
				%v = load %x, %j : i32
				store %x, %i, %v
				yield
			}
			return`},
		{"one place that may be loaded after the store", `
			for %m, %n <ints=[1]> (%i: i64) {
				%w = load %y, %i : i32
				store %x, %k, %w
				if %c {
					%v = load %x, %k : i32
					yield
				} {
					yield
				}
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
	testStays(t, "func @f(%x: []{a: i32, b: i32}, %m: i64, %n: i64) -> () kernel=single", Carry, []untouched{
		{"another field", `
			for %m, %n <ints=[1]> (%i: i64) {
				%one = const 1 : i64
				%j = sub %i, %one : i64
				%w = load %x, %j <path=[0]> : i32
				store %x, %i, %w <path=[1]>
				yield
			}
			return`},
	})
}
