package opt

import "testing"

func TestHoistArrays(t *testing.T) {
	same := func(name, text string) pair { return pair{name, text, text} }
	testPass(t, "func @f(%x: []f64, %n: i64, %a: f64, %b: f64) -> ()", HoistArrays, []pair{{
		"coefficients in an inner loop",
		`%z = const 0 : i64
		multi %n (%i: i64) {
		  %s = for %z, %n, %a <ints=[1]> : f64 (%j: i64, %c: f64) {
		    %t = alloca <ints=[2]> : []f64
		    store %t, %z, %a
		    %one = const 1 : i64
		    store %t, %one, %b
		    %k = and %j, %one : i64
		    %v = load %t, %k : f64
		    yield %v
		  }
		  store %x, %i, %s
		  yield
		}
		return`,
		`%z = const 0 : i64
		%t = alloca <ints=[2]> : []f64
		store %t, %z, %a
		%uno = const 1 : i64
		store %t, %uno, %b
		multi %n (%i: i64) {
		  %s = for %z, %n, %a <ints=[1]> : f64 (%j: i64, %c: f64) {
		    %one = const 1 : i64
		    %k = and %j, %one : i64
		    %v = load %t, %k : f64
		    yield %v
		  }
		  store %x, %i, %s
		  yield
		}
		return`,
	}, same("written in the loop",
		`%z = const 0 : i64
		multi %n (%i: i64) {
		  %t = alloca <ints=[2]> : []f64
		  store %t, %z, %a
		  for %z, %n <ints=[1]> (%j: i64) {
		    store %t, %z, %b
		    yield
		  }
		  %v = load %t, %z : f64
		  store %x, %i, %v
		  yield
		}
		return`),
		same("filled from the iteration",
			`%z = const 0 : i64
		multi %n (%i: i64) {
		  %t = alloca <ints=[2]> : []i64
		  store %t, %z, %i
		  %v = load %t, %z : i64
		  %w = conv %v : f64
		  store %x, %i, %w
		  yield
		}
		return`)})
}
