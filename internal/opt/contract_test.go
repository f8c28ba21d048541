package opt

import "testing"

func TestContract(t *testing.T) {
	testPass(t, "func @f(%x: f64, %y: f64, %z: f64) -> (f64)", Contract, []pair{{
		"product and sum",
		`%a = mul %x, %y : f64
		%b = add %z, %a : f64
		return %b`,
		`%a = mul %x, %y : f64
		%b = fma %x, %y, %z : f64
		return %b`,
	}, {
		"differences",
		`%a = mul %x, %y : f64
		%b = sub %a, %z : f64
		%c = mul %b, %y : f64
		%d = sub %z, %c : f64
		return %d`,
		`%a = mul %x, %y : f64
		%n = neg %z : f64
		%b = fma %x, %y, %n : f64
		%c = mul %b, %y : f64
		%m = neg %b : f64
		%d = fma %m, %y, %z : f64
		return %d`,
	}, {
		"a product with another use stays",
		`%a = mul %x, %y : f64
		%b = add %a, %z : f64
		%c = div %b, %a : f64
		return %c`,
		`%a = mul %x, %y : f64
		%b = add %a, %z : f64
		%c = div %b, %a : f64
		return %c`,
	}, {
		"an explicit conversion forbids it",
		`%a = mul %x, %y : f64
		%r = fence %a : f64
		%b = add %r, %z : f64
		return %b`,
		`%a = mul %x, %y : f64
		%r = fence %a : f64
		%b = add %r, %z : f64
		return %b`,
	}, {
		"sum and difference of two squares share one product",
		`%a = mul %x, %x : f64
		%b = mul %y, %y : f64
		%s = add %a, %b : f64
		%d = sub %a, %b : f64
		%q = div %s, %d : f64
		return %q`,
		`%a = mul %x, %x : f64
		%b = mul %y, %y : f64
		%s = fma %x, %x, %b : f64
		%n = neg %b : f64
		%d = fma %x, %x, %n : f64
		%q = div %s, %d : f64
		return %q`,
	}})
}
