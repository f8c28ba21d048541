package opt

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

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
	}, {
		"a product in a sum, and in what a reduction adds up",
		`%n = const 9 : i64
		%s, %t = multi %n : f64, f64 (%i: i64) {
			%v = conv %i : f64
			%p = mul %v, %x : f64
			%q = add %p, %y : f64
			reduce %p, %q, %z, %z (%a: f64, %b: f64, %c: f64, %d: f64) {
				%e = add %a, %c : f64
				%f = add %b, %d : f64
				yield %e, %f
			}
			yield
		}
		%r = add %s, %t : f64
		return %r`,
		`%n = const 9 : i64
		%s, %t = multi %n : f64, f64 (%i: i64) {
			%v = conv %i : f64
			%p = mul %v, %x : f64
			%q = fma %v, %x, %y : f64
			reduce %v, %x, %q, %z, %z (%a: f64, %b: f64, %c: f64, %d: f64) {
				%e = add %a, %c : f64
				%f = add %b, %d : f64
				yield %e, %f
			} (%a1: f64, %b1: f64, %v1: f64, %x1: f64, %d1: f64) {
				%m = mul %v1, %x1 : f64
				%e1 = fma %v1, %x1, %a1 : f64
				%f1 = add %b1, %d1 : f64
				yield %e1, %f1
			}
			yield
		}
		%r = add %s, %t : f64
		return %r`,
	}, {
		"products that a reduction multiplies, takes twice, or divides before",
		`%n = const 9 : i64
		%s, %t, %u, %w = multi %n : f64, f64, f64, f64 (%i: i64) {
			%v = conv %i : f64
			%p = mul %v, %x : f64
			%q = mul %v, %y : f64
			%r = mul %v, %z : f64
			%h = div %r, %x : f64
			%o = mul %x, %y : f64
			reduce %p, %q, %r, %h, %z, %z, %z, %z (%a: f64, %b: f64, %c: f64, %d: f64, %a1: f64, %b1: f64, %c1: f64, %d1: f64) {
				%e = mul %a, %a1 : f64
				%g = add %b1, %b1 : f64
				%f = add %b, %g : f64
				%j = add %c, %c1 : f64
				%k = add %d, %d1 : f64
				yield %e, %f, %j, %k
			}
			yield
		}
		%r1 = add %s, %t : f64
		%r2 = add %r1, %u : f64
		%r3 = add %r2, %w : f64
		return %r3`,
		`%n = const 9 : i64
		%s, %t, %u, %w = multi %n : f64, f64, f64, f64 (%i: i64) {
			%v = conv %i : f64
			%p = mul %v, %x : f64
			%q = mul %v, %y : f64
			%r = mul %v, %z : f64
			%h = div %r, %x : f64
			%o = mul %x, %y : f64
			reduce %p, %q, %r, %h, %z, %z, %z, %z (%a: f64, %b: f64, %c: f64, %d: f64, %a1: f64, %b1: f64, %c1: f64, %d1: f64) {
				%e = mul %a, %a1 : f64
				%g = add %b1, %b1 : f64
				%f = add %b, %g : f64
				%j = add %c, %c1 : f64
				%k = add %d, %d1 : f64
				yield %e, %f, %j, %k
			}
			yield
		}
		%r1 = add %s, %t : f64
		%r2 = add %r1, %u : f64
		%r3 = add %r2, %w : f64
		return %r3`,
	}})
}

func TestContractStays(t *testing.T) {
	reduce := func(body, combine string) string {
		return "%s = multi %n : f64 (%i: i64) {\n%v = conv %i : f64\n%p = mul %v, %x : f64\n" + body + "\nreduce %p, %z (%a: f64, %b: f64) {\n" + combine + "\nyield %e\n}\nyield\n}\nreturn %s"
	}
	testStays(t, "func @f(%n: i64, %c: bool, %x: f64, %y: f64, %z: f64) -> (f64)", Contract, []untouched{
		{"a product in an arm", "%s = if %c : f64 {\n%p = mul %x, %y : f64\nyield %p\n} {\nyield %z\n}\n%r = add %s, %z : f64\nreturn %r"},
		{"arms that give products", "%s, %t = if %c : f64, f64 {\n%p = mul %x, %y : f64\n%q = mul %x, %x : f64\nyield %p, %q\n} {\nyield %z, %z\n}\n%r = add %s, %t : f64\nreturn %r"},
		{"a product that is looked at, too", reduce("%h = sqrt %p : f64", "%e = add %a, %b : f64")},
		{"a product that is fused, too", reduce("%h = fma %x, %y, %p : f64", "%e = add %a, %b : f64")},
		{"a reduction that looks at it, too, first", reduce("", "%h = mul %b, %a : f64\n%e = add %h, %b : f64\n%g = sqrt %h : f64")},
		{"a reduction that looks at it, too, under a condition", reduce("", "%w = if %c : f64 {\n%h = sqrt %b : f64\nyield %h\n} {\nyield %a\n}\n%e = add %w, %b : f64")},
		{"a reduction that ignores it", reduce("", "%e = sqrt %a : f64")},
		{"a product of products that a reduction computes", "%s = multi %n : f64 (%i: i64) {\n%v = conv %i : f64\nreduce %v, %z (%a: f64, %b: f64) {\n%e = mul %a, %b : f64\n%g = sqrt %e : f64\n%h = add %b, %g : f64\nyield %e\n}\nyield\n}\nreturn %s"},
		{"a product from outside", "%p = mul %x, %y : f64\n%s = multi %n : f64 (%i: i64) {\n%v = conv %i : f64\nreduce %p, %z (%a: f64, %b: f64) {\n%e = add %a, %b : f64\nyield %e\n}\nyield\n}\n%r = add %s, %p : f64\nreturn %r"},
		{"integers", "%p = mul %n, %n : i64\n%q = add %p, %n : i64\n%r = conv %q : f64\nreturn %r"},
	})
}

// TestContractReduce: the least value and the sum of products, of which only the sum is fused; the order of what is combined stays.
func TestContractReduce(t *testing.T) {
	const header = "func @f(%n: i64, %x: []f64, %y: []f64, %z: f64) -> (f64, f64, f64) {\n"
	before := header + `
		%r, %m, %s = multi %n : f64, f64, f64 (%i: i64) {
			%u = load %x, %i : f64
			%v = load %y, %i : f64
			%p = mul %u, %v : f64
			%q = mul %u, %u : f64
			%w = mul %v, %v : f64
			reduce %p, %q, %z, %z (%a: f64, %b: f64, %d: f64, %e: f64) {
				%sum = add %a, %d : f64
				%least = min %b, %e : f64
				yield %sum, %least
			}
			reduce %w, %z (%c: f64, %f: f64) {
				%diff = sub %c, %f : f64
				yield %diff
			}
			yield
		}
		return %r, %m, %s
	}`
	want := header + `
		%r, %m, %s = multi %n : f64, f64, f64 (%i: i64) {
			%u = load %x, %i : f64
			%v = load %y, %i : f64
			%q = mul %u, %u : f64
			reduce %u, %v, %q, %z, %z (%a: f64, %b: f64, %d: f64, %e: f64) {
				%sum = add %a, %d : f64
				%least = min %b, %e : f64
				yield %sum, %least
			} (%a1: f64, %b1: f64, %u1: f64, %v1: f64, %e1: f64) {
				%sum1 = fma %u1, %v1, %a1 : f64
				%least1 = min %b1, %e1 : f64
				yield %sum1, %least1
			}
			reduce %v, %v, %z (%c: f64, %f: f64) {
				%diff = sub %c, %f : f64
				yield %diff
			} (%c1: f64, %v2: f64, %v3: f64) {
				%n1 = neg %v2 : f64
				%diff1 = fma %n1, %v3, %c1 : f64
				yield %diff1
			}
			yield
		}
		return %r, %m, %s
	}`
	read := func(text string) *ir.Func {
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := ir.Verify(m, ir.Residual); err != nil {
			t.Fatal(err)
		}
		return m.Funcs[0]
	}
	f := read(before)
	Contract(f)
	DCE(f)
	if err := ir.VerifyFunc(f, ir.Residual); err != nil {
		t.Fatal(err)
	}
	if after := read(want); plain(f) != plain(after) {
		t.Errorf("got:\n%s\nwant:\n%s", f, after)
	}
	if Contract(f) {
		t.Errorf("more to contract:\n%s", f)
	}
}

// In these loops %a = load x[i] is multiplied by %b. Sums that a loop waits for alone stay apart from their products.
func TestCarriedSums(t *testing.T) {
	const head = "func @f(%x: []f64, %y: []f64, %p: []i64, %b: f64, %n: i64, %more: bool) -> (f64)"
	const start = "%z = const 0 : i64\n%one = const 1 : i64\n%f = const 0.0 : f64\n"
	body := func(add string) string {
		return `(%k: i64, %s: f64) {
			%a = load %x, %k : f64
			%m = mul %a, %b : f64
			` + add + `
			yield %t
		}
		`
	}
	plain := func(add string) string {
		return start + "%r = for %z, %n, %f <ints=[1]> : f64 " + body(add) + "return %r"
	}
	kept := func(from, to, add string) string { // in memory
		return start + `for %z, %n <ints=[1]> (%k: i64) {
			%h = sub %k, %one : i64
			%a = load %x, %k : f64
			%m = mul %a, %b : f64
			%s = load %y, ` + from + ` : f64
			` + add + `
			store %y, ` + to + `, %t
			yield
		}
		return %f`
	}
	testStays(t, head, Contract, []untouched{
		{"a sum alone", plain("%t = add %s, %m : f64")},
		{"a difference, and another sum behind it, where a condition holds", plain(`%c = lt %a, %b : bool
			%t = if %c : f64 {
				%u = sub %s, %m : f64
				%v = add %u, %a : f64
				yield %v
			} {
				yield %s
			}`)},
		{"in a loop that depends on what it did before", start + `for %one, %n <ints=[1]> (%i: i64) {
			%e = sub %i, %one : i64
			%g = load %y, %e : f64
			%r = for %z, %i, %g <ints=[1]> : f64 ` + body("%t = add %s, %m : f64") + `
			store %y, %i, %r
			yield
		}
		return %f`},
		{"a row whose end is read from memory", start + `multi %n (%i: i64) {
			%d = load %p, %i : i64
			%e = add %d, %one : i64
			%r = for %z, %e, %f <ints=[1]> : f64 ` + body("%t = add %s, %m : f64") + `
			store %y, %i, %r
			yield
		}
		return %f`},
		{"a declared sum over such a row, in order", start + `multi %n (%i: i64) {
			%d = load %p, %i : i64
			%r = multi %d : f64 (%k: i64) {
				%a = load %x, %k : f64
				%m = mul %a, %b : f64
				reduce %m, %f <mode=inorder> (%s: f64, %q: f64) {
					%t = add %s, %q : f64
					yield %t
				}
				yield
			}
			store %y, %i, %r
			yield
		}
		return %f`},
		{"a sum in memory", kept("%one", "%one", "%t = add %s, %m : f64")},
		{"a sum in memory of a row whose end is read from there, too, and whose loop isn't counted", start + `for %z, %n <ints=[1]> (%i: i64) {
			%e = if %more : i64 {
				%d = load %p, %i : i64
				yield %d
			} {
				yield %z
			}
			loop ^l %z (%k: i64) {
				%c = le %k, %e : bool
				if %c {
					yield
				} {
					break ^l
				}
				%a = load %x, %k : f64
				%m = mul %a, %b : f64
				%s = load %y, %i : f64
				%t = add %s, %m : f64
				store %y, %i, %t
				%j = add %k, %one : i64
				continue ^l %j
			}
			yield
		}
		return %f`},
		{"a sum in the element before", kept("%h", "%k", "%t = add %s, %m : f64")},
		{"a loop that isn't counted", start + `%r = loop ^l %z, %f : f64 (%k: i64, %s: f64) {
			%a = load %x, %k : f64
			%m = mul %a, %b : f64
			%t = add %m, %s : f64
			%c = lt %t, %b : bool
			if %c {
				%j = add %k, %one : i64
				continue ^l %j, %t
			} {
				break ^l %t
			}
			return %f
		}
		return %r`},
	})
	fused := func(name, text, before, after string) pair {
		return pair{name, strings.Replace(text, "ADD", before, 1), strings.Replace(text, "ADD", after, 1)}
	}
	const sum, fma = "%t = add %s, %m : f64", "%t = fma %a, %b, %s : f64"
	testPass(t, head, Contract, []pair{
		fused("rows that are as long as each other, in a parallel loop", start+`multi %n (%i: i64) {
			%e = add %i, %one : i64
			%r = for %z, %e, %f <ints=[1]> : f64 `+body("ADD")+`
			store %y, %i, %r
			yield
		}
		return %f`, sum, fma),
		fused("in a plain one whose iterations are independent", start+`for %z, %n <ints=[1]> (%i: i64) {
			%r = for %z, %n, %f <ints=[1]> : f64 `+body("ADD")+`
			store %y, %i, %r
			yield
		}
		return %f`, sum, fma),
		fused("a sum in memory of a row that is as long as others", start+`for %z, %n <ints=[1]> (%i: i64) {
			%e = add %n, %one : i64
			loop ^l %z (%k: i64) {
				%c = le %k, %e : bool
				if %c {
					yield
				} {
					break ^l
				}
				%a = load %x, %k : f64
				%m = mul %a, %b : f64
				%s = load %y, %i : f64
				ADD
				store %y, %i, %t
				%j = add %k, %one : i64
				continue ^l %j
			}
			yield
		}
		return %f`, sum, fma),
		fused("a sum in memory, other in each iteration", kept("%k", "%k", "ADD"), sum, fma),
		fused("what another iteration loads too late", kept("%k", "%h", "ADD"), sum, fma),
		fused("the loop waits for the product, too", plain("%w = mul %s, %b : f64\nADD"), "%t = add %w, %a : f64", "%t = fma %s, %b, %a : f64"),
		fused("a filter: what each iteration waits for most is fused, and nothing that is ready before", start+`%r = for %z, %n, %f <ints=[1]> : f64 (%k: i64, %s: f64) {
			%a = load %x, %k : f64
			%m = mul %a, %b : f64
			%o = add %m, %s : f64
			%w = mul %o, %b : f64
			ADD
			yield %t
		}
		return %r`, "%t = sub %m, %w : f64", "%u = neg %o : f64\n%t = fma %u, %b, %m : f64"),
		fused("a sum that isn't carried", plain("ADD\n%t = add %s, %u : f64"), "%u = add %m, %a : f64", "%u = fma %a, %b, %a : f64"),
	})
}
