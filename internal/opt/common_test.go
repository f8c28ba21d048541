package opt

import "testing"

func TestHoistCommon(t *testing.T) {
	testPass(t, "func @f(%x: []f64, %i: i64, %j: i64, %c: bool, %b: bool, %v: f64) -> ()", HoistCommon, []pair{{
		"the same place is written in both arms",
		`%n = len %x : i64
		if %c {
		  %one = const 1 : i64
		  %k = add %i, %one : i64
		  check.index %k, %n
		  store %x, %k, %v
		  yield
		} {
		  %two = const 2 : f64
		  %uno = const 1 : i64
		  %l = add %i, %uno : i64
		  check.index %l, %n
		  %w = mul %v, %two : f64
		  store %x, %l, %w
		  yield
		}
		return`,
		`%n = len %x : i64
		%one = const 1 : i64
		%k = add %i, %one : i64
		check.index %k, %n
		if %c {
		  store %x, %k, %v
		  yield
		} {
		  %two = const 2 : f64
		  %w = mul %v, %two : f64
		  store %x, %k, %w
		  yield
		}
		return`,
	}, {
		"another check comes first in one arm",
		`%n = len %x : i64
		if %c {
		  check.index %i, %n
		  yield
		} {
		  check.index %j, %n
		  check.index %i, %n
		  yield
		}
		return`,
		`%n = len %x : i64
		if %c {
		  check.index %i, %n
		  yield
		} {
		  check.index %j, %n
		  check.index %i, %n
		  yield
		}
		return`,
	}, {
		"panics say different things",
		`if %c {
		  check.panic @one %b
		  yield
		} {
		  check.panic @two %b
		  yield
		}
		return`,
		`if %c {
		  check.panic @one %b
		  yield
		} {
		  check.panic @two %b
		  yield
		}
		return`,
	}, {
		"panics say the same",
		`if %c {
		  check.panic @one %b
		  yield
		} {
		  check.panic @one %b
		  yield
		}
		return`,
		`check.panic @one %b
		if %c {
		  yield
		} {
		  yield
		}
		return`,
	}})
}
