package opt

import "testing"

func TestRebase(t *testing.T) {
	testPass(t, "func @f(%s: []f32, %t: []f32, %i: i64, %j: i64, %n: i64) -> ()", Rebase, []pair{{
		"a cut that may end behind the slice", `
			%a = slice %s, %i, %j : []f32
			%x = load %a, %n : f32
			store %a, %n, %x
			return`, `
			%c = cap %s : i64
			%z = const 0 : i64
			%all = slice %s, %z, %c : []f32
			%a = slice %s, %i, %j : []f32
			%at = add %i, %n : i64
			%x = load %all, %at : f32
			%to = add %i, %n : i64
			store %all, %to, %x
			return`,
	}, {
		"a cut to the slice's end, from its beginning, of what is made here", `
			%l = len %s : i64
			%a = slice %s, %i, %l : []f32
			%x = load %a, %n : f32
			%z = const 0 : i64
			%m = make %n : []f32
			%b = slice %m, %z, %j, %j : []f32
			store %b, %i, %x
			return`, `
			%l = len %s : i64
			%a = slice %s, %i, %l : []f32
			%at = add %i, %n : i64
			%x = load %s, %at : f32
			%z = const 0 : i64
			%m = make %n : []f32
			%b = slice %m, %z, %j, %j : []f32
			store %m, %i, %x
			return`,
	}, {
		"a cut that may end behind one that ends with its slice", `
			%l = len %s : i64
			%a = slice %s, %i, %l : []f32
			%b = slice %a, %j, %n : []f32
			%x = load %b, %n : f32
			store %a, %n, %x
			return`, `
			%c = cap %s : i64
			%z = const 0 : i64
			%all = slice %s, %z, %c : []f32
			%l = len %s : i64
			%a = slice %s, %i, %l : []f32
			%b = slice %a, %j, %n : []f32
			%begin = add %i, %j : i64
			%at = add %begin, %n : i64
			%x = load %all, %at : f32
			%to = add %i, %n : i64
			store %s, %to, %x
			return`,
	}, {
		"cuts of cuts, in loops", `
			%z = const 0 : i64
			for %z, %n <ints=[1]> (%k: i64) {
				%a = slice %s, %k, %j : []f32
				%b = slice %a, %i, %j : []f32
				for %z, %n <ints=[1]> (%q: i64) {
					%x = load %b, %q : f32
					store %t, %q, %x
					yield
				}
				yield
			}
			return`, `
			%c = cap %s : i64
			%z0 = const 0 : i64
			%all = slice %s, %z0, %c : []f32
			%z = const 0 : i64
			for %z, %n <ints=[1]> (%k: i64) {
				%a = slice %s, %k, %j : []f32
				%b = slice %a, %i, %j : []f32
				%begin = add %k, %i : i64
				for %z, %n <ints=[1]> (%q: i64) {
					%at = add %begin, %q : i64
					%x = load %all, %at : f32
					store %t, %q, %x
					yield
				}
				yield
			}
			return`,
	}, {
		"cuts that end elsewhere, and up to the capacity", `
			%z = const 0 : i64
			%a = slice %s, %z, %j : []f32
			%x = load %a, %n : f32
			%cap = cap %t : i64
			%b = slice %t, %i, %cap : []f32
			store %b, %n, %x
			return`, `
			%tc = cap %t : i64
			%tz = const 0 : i64
			%allt = slice %t, %tz, %tc : []f32
			%sc = cap %s : i64
			%sz = const 0 : i64
			%alls = slice %s, %sz, %sc : []f32
			%z = const 0 : i64
			%a = slice %s, %z, %j : []f32
			%x = load %alls, %n : f32
			%cap = cap %t : i64
			%b = slice %t, %i, %cap : []f32
			%at = add %i, %n : i64
			store %allt, %at, %x
			return`,
	}, {
		"a cut from a place that is known up to the capacity", `
			%two = const 2 : i64
			%cap = cap %t : i64
			%b = slice %t, %two, %cap : []f32
			%x = load %b, %n : f32
			return`, `
			%c = cap %t : i64
			%z = const 0 : i64
			%all = slice %t, %z, %c : []f32
			%two = const 2 : i64
			%cap = cap %t : i64
			%b = slice %t, %two, %cap : []f32
			%at = add %two, %n : i64
			%x = load %all, %at : f32
			return`,
	}, {
		"a cut to the end of one that may end behind the slice", `
			%a = slice %s, %i, %j : []f32
			%l = len %a : i64
			%b = slice %a, %j, %l : []f32
			%x = load %b, %n : f32
			return`, `
			%c = cap %s : i64
			%z = const 0 : i64
			%all = slice %s, %z, %c : []f32
			%a = slice %s, %i, %j : []f32
			%l = len %a : i64
			%b = slice %a, %j, %l : []f32
			%begin = add %i, %j : i64
			%at = add %begin, %n : i64
			%x = load %all, %at : f32
			return`,
	}, {
		"a cut out of one slice or another", `
			%b = lt %i, %j : bool
			%a = select %b, %s, %t : []f32
			%c = slice %a, %i, %j : []f32
			%x = load %c, %n : f32
			return`, `
			%b = lt %i, %j : bool
			%a = select %b, %s, %t : []f32
			%cap = cap %a : i64
			%z = const 0 : i64
			%all = slice %a, %z, %cap : []f32
			%c = slice %a, %i, %j : []f32
			%at = add %i, %n : i64
			%x = load %all, %at : f32
			return`,
	}})
}

func TestRebaseStays(t *testing.T) {
	testStays(t, "func @f(%s: []f32, %t: []f32, %c: bool, %n: i64) -> ()", Rebase, []untouched{
		{"a slice that was not cut", `
			%x = load %s, %n : f32
			store %t, %n, %x
			return`},
		{"all of a slice", `
			%l = cap %s : i64
			%z = const 0 : i64
			%a = slice %s, %z, %l : []f32
			%x = load %a, %n : f32
			store %t, %n, %x
			return`},
		{"one of two", `
			%a = select %c, %s, %t : []f32
			%x = load %a, %n : f32
			store %a, %n, %x
			return`},
	})
}
