package opt

import "testing"

func TestReadInPlace(t *testing.T) {
	same := func(name, text string) pair { return pair{name, text, text} }
	copied := func(between, behind string) string {
		return `%z = const 0 : i64
		%n = const 300 : i64
		%two = const 2 : i64
		%t = alloca <ints=[300]> : []f64
		for %z, %n <ints=[1]> (%k: i64) {
		  %v = load %x, %two, %k <path=[-1]> : f64
		  store %t, %k, %v
		  yield
		}
		` + between + `
		%w = load %t, %i : f64
		store %y, %i, %w
		` + behind + `return`
	}
	testPass(t, "func @f(%x: [][300]f64, %y: []f64, %i: i64, %a: f64) -> ()", ReadInPlace, []pair{{
		"a copy that is read",
		copied("", ""),
		`%z = const 0 : i64
		%n = const 300 : i64
		%two = const 2 : i64
		%w = load %x, %two, %i <path=[-1]> : f64
		store %y, %i, %w
		return`,
	},
		same("something is stored meanwhile", copied("store %y, %z, %a", "")),
		same("something is stored meanwhile in a loop", copied("for %z, %n <ints=[1]> (%j: i64) {\nstore %y, %j, %a\nyield\n}", "")),
		same("it is changed itself", copied("store %t, %z, %a", "")),
		same("it is read again later", copied("", "%u = load %t, %z : f64\nstore %y, %z, %u\n")),
		same("not all of it", `%z = const 0 : i64
		%n = const 299 : i64
		%t = alloca <ints=[300]> : []f64
		for %z, %n <ints=[1]> (%k: i64) {
		  %v = load %x, %z, %k <path=[-1]> : f64
		  store %t, %k, %v
		  yield
		}
		%w = load %t, %i : f64
		store %y, %i, %w
		return`),
		same("of a private one that changes", `%z = const 0 : i64
		%n = const 300 : i64
		%t0 = alloca <ints=[300]> : []f64
		%t = alloca <ints=[300]> : []f64
		for %z, %n <ints=[1]> (%k: i64) {
		  %v = load %t0, %k : f64
		  store %t, %k, %v
		  yield
		}
		store %t0, %i, %a
		%w = load %t, %i : f64
		store %y, %i, %w
		return`),
		same("it is read before", `%z = const 0 : i64
		%n = const 300 : i64
		%t = alloca <ints=[300]> : []f64
		%w0 = load %t, %i : f64
		for %z, %n <ints=[1]> (%k: i64) {
		  %v = load %x, %z, %k <path=[-1]> : f64
		  store %t, %k, %v
		  yield
		}
		%w = load %t, %i : f64
		%u = add %w, %w0 : f64
		store %y, %i, %u
		return`),
		same("of itself", `%z = const 0 : i64
		%n = const 300 : i64
		%t = alloca <ints=[300]> : []f64
		for %z, %n <ints=[1]> (%k: i64) {
		  %v = load %t, %k : f64
		  store %t, %k, %v
		  yield
		}
		%w = load %t, %i : f64
		store %y, %i, %w
		return`),
		same("of one of two private ones that change", `%z = const 0 : i64
		%n = const 300 : i64
		%t0 = alloca <ints=[300]> : []f64
		%t1 = alloca <ints=[300]> : []f64
		%t = alloca <ints=[300]> : []f64
		%c = lt %i, %z : bool
		%q = if %c : []f64 {
		  yield %t0
		} {
		  yield %t1
		}
		for %z, %n <ints=[1]> (%k: i64) {
		  %v = load %q, %k : f64
		  store %t, %k, %v
		  yield
		}
		store %t0, %i, %a
		%w = load %t, %i : f64
		store %y, %i, %w
		return`),
		same("another order", `%z = const 0 : i64
		%n = const 300 : i64
		%t = alloca <ints=[300]> : []f64
		for %z, %n <ints=[1]> (%k: i64) {
		  %v = load %x, %k, %z <path=[-1]> : f64
		  %w = add %v, %a : f64
		  store %t, %k, %w
		  yield
		}
		%w1 = load %t, %i : f64
		store %y, %i, %w1
		return`),
	})
}
