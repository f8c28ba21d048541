package opt

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func TestAccumulate(t *testing.T) {
	testPass(t, "func @f(%x: []i32, %y: []f64, %a: i32, %b: f64, %lo: i32, %n: i64) -> (i32, f64)", Accumulate, []pair{{
		"a sum and a least number",
		`%z = const 0 : i64
		%s, %m = for %z, %n, %a, %b <ints=[1]> : i32, f64 (%i: i64, %c: i32, %d: f64) {
			%v = load %x, %i : i32
			%w = load %y, %i : f64
			%e = sub %c, %v : i32
			%l = min %w, %d : f64
			yield %e, %l
		}
		return %s, %m`,
		`%z = const 0 : i64
		%none = const 0 : i32
		%s, %m = multi %n : i32, f64 (%i: i64) {
			%v = load %x, %i : i32
			%w = load %y, %i : f64
			%e = neg %v : i32
			reduce %e, %w, %none, %b (%p: i32, %q: f64, %r: i32, %t: f64) {
				%u = add %p, %r : i32
				%l = min %q, %t : f64
				yield %u, %l
			}
			yield
		}
		%all = add %a, %s : i32
		return %all, %m`,
	}, {
		"some of them, in two steps, from a place on",
		`%z = const 3 : i64
		%s = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {
			%v = load %x, %i : i32
			%g = gt %v, %lo : bool
			%r = if %g : i32 {
				%d = add %v, %c : i32
				%h = gt %v, %a : bool
				%q = if %h : i32 {
					%e = add %d, %lo : i32
					yield %e
				} {
					yield %d
				}
				yield %q
			} {
				yield %c
			}
			yield %r
		}
		return %s, %b`,
		`%z = const 3 : i64
		%most = max %n, %z : i64
		%count = sub %most, %z : i64
		%none = const 0 : i32
		%s = multi %count : i32 (%k: i64) {
			%i = add %k, %z : i64
			%v = load %x, %i : i32
			%g = gt %v, %lo : bool
			%r = if %g : i32 {
				%h = gt %v, %a : bool
				%q = if %h : i32 {
					%e = add %v, %lo : i32
					yield %e
				} {
					yield %v
				}
				yield %q
			} {
				%nothing = const 0 : i32
				yield %nothing
			}
			reduce %r, %none (%p: i32, %q2: i32) {
				%u = add %p, %q2 : i32
				yield %u
			}
			yield
		}
		%all = add %a, %s : i32
		return %all, %b`,
	}, {
		"a sum of floats has its order",
		`%z = const 0 : i64
		%m = for %z, %n, %b <ints=[1]> : f64 (%i: i64, %d: f64) {
			%w = load %y, %i : f64
			%l = add %w, %d : f64
			yield %l
		}
		return %a, %m`,
		`%z = const 0 : i64
		%m = for %z, %n, %b <ints=[1]> : f64 (%i: i64, %d: f64) {
			%w = load %y, %i : f64
			%l = add %w, %d : f64
			yield %l
		}
		return %a, %m`,
	}, {
		"a sum that decides something",
		`%z = const 0 : i64
		%s = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {
			%v = load %x, %i : i32
			%e = add %c, %v : i32
			%g = gt %e, %lo : bool
			%r = select %g, %lo, %e : i32
			yield %r
		}
		return %s, %b`,
		`%z = const 0 : i64
		%s = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {
			%v = load %x, %i : i32
			%e = add %c, %v : i32
			%g = gt %e, %lo : bool
			%r = select %g, %lo, %e : i32
			yield %r
		}
		return %s, %b`,
	}})
}

func TestAccumulateStays(t *testing.T) {
	from := func(head, body, result string) string {
		return "%s = " + head + " (%i: i64, %c: i32) {\n%v = load %x, %i : i32\n" + body + "\nyield " + result + "\n}\nreturn %s"
	}
	loop := func(body, result string) string { return from("for ^l %z, %n, %a <ints=[1]> : i32", body, result) }
	const add, other = "\n%d = add %c, %v : i32", "%w = load %q, %i : i32"
	testStays(t, "func @f(%x: []i32, %q: []i32, %a: i32, %lo: i64, %n: i64, %b: bool) -> (i32)", Accumulate, with("%z = const 0 : i64\n", []untouched{
		{"from what may be negative", from("for %lo, %n, %a <ints=[1]> : i32", add, "%d")},
		{"from the last negative number on", "%m = const -1 : i64\n" + from("for %m, %n, %a <ints=[1]> : i32", add, "%d")},
		{"nothing is carried", "for %z, %n <ints=[1]> (%i: i64) {\ncheck.index %i, %lo\nyield\n}\nreturn %a"},
		{"in lanes", from("for %z, %n, %a <ints=[1] mode=lanes> : i32", add, "%d")},
		{"every other", from("for %z, %n, %a <ints=[2]> : i32", add, "%d")},
		{"it ends early", loop("if %b {\nbreak ^l %a\n} {\nyield\n}"+add, "%d")},
		{"an iteration ends early", loop("if %b {\ncontinue ^l %a\n} {\nyield\n}"+add, "%d")},
		{"it leaves what is around", "%r = block ^k : i32 {\n" + strings.Replace(loop("if %b {\nbreak ^k %a\n} {\nyield\n}"+add, "%d"), "return", "yield", 1) + "\n}\nreturn %r"},
		{"it returns", loop("if %b {\nreturn %a\n} {\nyield\n}"+add, "%d")},
		{"it stores", loop("store %q, %i, %v"+add, "%d")},
		{"it stores, and has a branch", loop("store %q, %i, %v\nif %b {\nyield\n} {\nyield\n}"+add, "%d")},
		{"it stores, and leaves a block", loop(add+"\nblock ^k {\nstore %q, %i, %v\nbreak ^k\n}", "%d")},
		{"it stores in a branch", loop("if %b {\nstore %q, %i, %v\nyield\n} {\nyield\n}"+add, "%d")},
		{"it calls", loop("callsym @g"+add, "%d")},
		{"parallel loops", loop("multi %n (%k: i64) {\nyield\n}"+add, "%d")},
		{"it makes slices", loop("check.make %n"+add, "%d")},
		{"someone looks at it", loop(add+"\n%g = gt %d, %a : bool\nif %g {\ncheck.index %i, %lo\nyield\n} {\nyield\n}", "%d")},
		{"a parameter", loop(add, "%a")},
		{"what was computed before", "%e = neg %a : i32\n" + loop(add, "%e")},
		{"something else in one arm", loop(other+add+"\n%r = if %b : i32 {\nyield %d\n} {\nyield %w\n}", "%r")},
		{"something else in the other arm", loop(other+add+"\n%r = if %b : i32 {\nyield %w\n} {\nyield %d\n}", "%r")},
		{"a choice of something else", loop(other+add+"\n%r = select %b, %d, %w : i32", "%r")},
		{"a choice of something else, the other way round", loop(other+add+"\n%r = select %b, %w, %d : i32", "%r")},
		{"two kinds", loop(add+"\n%r = min %d, %v : i32", "%r")},
		{"a difference with its sign", loop("%d = sub %v, %c : i32", "%d")},
		{"a sum of two others", loop("%d = add %v, %v : i32", "%d")},
		{"what is not associative", loop("%d = andnot %c, %v : i32", "%d")},
		{"nothing is done to it", loop("%d = add %v, %v : i32", "%c")},
	}))
	testStays(t, "func @f(%x: []bool, %n: i64, %b: bool) -> (bool)", Accumulate, []untouched{
		{"what is not associative, of bools", "%z = const 0 : i64\n%s = for %z, %n, %b <ints=[1]> : bool (%i: i64, %c: bool) {\n%v = load %x, %i : bool\n%d = eq %c, %v : bool\nyield %d\n}\nreturn %s"},
	})
	whole := "%z = const 0 : i64\n" + from("for %z, %n, %a <ints=[1]> : i32", add, "%d")
	testStays(t, "func @f(%x: []i32, %a: i32, %n: i64) -> (i32) kernel=single", Accumulate, []untouched{{"a kernel's", whole}})
	testStays(t, "func @f(%x: []i32, %a: i32, %n: i64) -> (i32)", AccumulateInside, []untouched{{"the host's", whole}})
	testStays(t, "func @f(%x: []i32, %y: []i32, %a: i32, %n: i64) -> (i32) kernel=single", AccumulateInside, with("%z = const 0 : i64\n", []untouched{
		{"in lanes that are there", "for %z, %n <ints=[1] mode=lanes> (%k: i64) {\n%s = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {\n%v = load %x, %i : i32" + add + "\nyield %d\n}\nstore %y, %k, %s\nyield\n}\nreturn %a"},
		{"in a reduction", "%r = blockreduce %z, %n, %a <ints=[0, 1]> : i32 (%k: i64) {\n%s = for %z, %k, %a <ints=[1]> : i32 (%i: i64, %c: i32) {\n%v = load %x, %i : i32" + add +
			"\nyield %d\n}\nyield %s\n} (%p: i32, %q: i32) {\n%u = add %p, %q : i32\nyield %u\n}\nreturn %r"},
		{"of a few iterations, as a branch around says", "%most = const 63 : i64\n%few = le %n, %most : bool\n%t = if %few : i32 {\n" +
			"%s = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {\n%v = load %x, %i : i32" + add + "\nyield %d\n}\nyield %s\n} {\nyield %a\n}\nreturn %t"},
		{"around another loop", "%r = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {\n%v = load %x, %i : i32" + add + "\nfor %z, %n <ints=[1]> (%k: i64) {\ncheck.index %k, %i\nyield\n}\nyield %d\n}\nreturn %r"},
	}))
}

func TestAccumulateMore(t *testing.T) {
	block := func(head, body, result string) string {
		return head + body + "\nyield " + result + "\n} (%p: i32, %q: i32) {\n%u = add %p, %q : i32\nyield %u\n}\n"
	}
	reduce := func(head, body, result string) string {
		return head + body + "\nreduce " + result + ", %none (%p: i32, %q: i32) {\n%u = add %p, %q : i32\nyield %u\n}\nyield\n}\n"
	}
	testPass(t, "func @f(%x: []i32, %y: []f64, %a: i32, %n: i64, %b: bool) -> (i32)", Accumulate, []pair{{
		"from a length on, by a choice, to 5",
		"%l = len %y : i64\n%five = const 5 : i32\n%s = for %l, %n, %five <ints=[1]> : i32 (%i: i64, %c: i32) {\n%v = load %x, %i : i32\n%d = add %c, %v : i32\n%r = select %b, %d, %c : i32\nyield %r\n}\nreturn %s",
		"%l = len %y : i64\n%five = const 5 : i32\n%m = max %n, %l : i64\n%k = sub %m, %l : i64\n%none = const 0 : i32\n" +
			reduce("%s = multi %k : i32 (%j: i64) {\n%i = add %j, %l : i64\n", "%v = load %x, %i : i32\n%o = const 0 : i32\n%r = select %b, %v, %o : i32", "%r") + "%t = add %five, %s : i32\nreturn %t",
	}, {
		"with checks, loops and blocks that are left",
		"%z = const 0 : i64\n%s = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {\ncheck.index %i, %n\nloop ^k {\nblock ^h {\nif %b {\nbreak ^h\n} {\nbreak ^k\n}\nyield\n}\ncontinue ^k\n}\n%d = sub %c, %a : i32\nyield %d\n}\nreturn %s",
		"%z = const 0 : i64\n%none = const 0 : i32\n" + reduce("%s = multi %n : i32 (%i: i64) {\n",
			"check.index %i, %n\nloop ^k {\nblock ^h {\nif %b {\nbreak ^h\n} {\nbreak ^k\n}\nyield\n}\ncontinue ^k\n}\n%d = neg %a : i32", "%d") + "%t = add %a, %s : i32\nreturn %t",
	}})
	logic := func(op, none string) pair {
		const head = "%z = const 0 : i64\n"
		return pair{op + " of bools, where it may",
			head + "%s = for %z, %n, %a <ints=[1]> : bool (%i: i64, %c: bool) {\n%v = load %x, %i : bool\n%d = " + op + " %c, %v : bool\n%r = select %b, %d, %c : bool\nyield %r\n}\nreturn %s",
			head + "%s = multi %n : bool (%i: i64) {\n%v = load %x, %i : bool\n%o = const " + none + " : bool\n%r = select %b, %v, %o : bool\nreduce %r, %a (%p: bool, %q: bool) {\n%u = " + op + " %p, %q : bool\nyield %u\n}\nyield\n}\nreturn %s"}
	}
	testPass(t, "func @f(%x: []bool, %n: i64, %a: bool, %b: bool) -> (bool)", Accumulate, []pair{logic("and", "true"), logic("or", "false")})
	extreme := func(op, none string) pair {
		const head = "%z = const 0 : i64\n"
		return pair{op + " of floats, where it may",
			head + "%s = for %z, %n, %a <ints=[1]> : f64 (%i: i64, %c: f64) {\n%v = load %x, %i : f64\n%d = " + op + " %c, %v : f64\n%r = select %b, %d, %c : f64\nyield %r\n}\nreturn %s",
			head + "%s = multi %n : f64 (%i: i64) {\n%v = load %x, %i : f64\n%o = const " + none + " : f64\n%r = select %b, %v, %o : f64\nreduce %r, %a (%p: f64, %q: f64) {\n%u = " + op + " %p, %q : f64\nyield %u\n}\nyield\n}\nreturn %s"}
	}
	testPass(t, "func @f(%x: []f64, %n: i64, %a: f64, %b: bool) -> (f64)", Accumulate, []pair{extreme("min", "inf"), extreme("max", "-inf")})
	once := func(f *ir.Func) bool {
		return !f.Body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpBlockReduce }) && AccumulateInside(f)
	}
	testPass(t, "func @f(%x: []i32, %a: i32, %n: i64, %b: bool) -> (i32) kernel=single", once, []pair{{
		"a loop of a kernel, if it is long enough: in blocks, for which partial results may be narrow",
		"%z = const 0 : i64\n%s = if %b : i32 {\n%t = for %z, %n, %a <ints=[1]> : i32 (%i: i64, %c: i32) {\n%v = load %x, %i : i32\n%d = add %c, %v : i32\nyield %d\n}\nyield %t\n} {\nyield %a\n}\nreturn %s",
		"%z = const 0 : i64\n%s = if %b : i32 {\n%k = sub %n, %z : i64\n%most = const 64 : i64\n%g0 = ge %k, %most : bool\n" +
			"%last = const 9223372036854767615 : i64\n%g1 = le %n, %last : bool\n%g = and %g0, %g1 : bool\n%t = if %g : i32 {\n%first = const 0 : i32\n" +
			"%s0 = for %z, %n, %first <ints=[8192]> : i32 (%start: i64, %acc: i32) {\n%block = const 8192 : i64\n%behind = add %start, %block : i64\n%stop = min %n, %behind : i64\n%none = const 0 : i32\n" +
			block("%s1 = blockreduce %start, %stop, %none <ints=[0, 1] mode=lanes> : i32 (%i: i64) {\n", "%v = load %x, %i : i32", "%v") +
			"%joined = add %acc, %s1 : i32\nyield %joined\n}\n%all = add %a, %s0 : i32\nyield %all\n} {\n" +
			"%r = for %z, %n, %a <ints=[1]> : i32 (%j: i64, %c: i32) {\n%v1 = load %x, %j : i32\n%d = add %c, %v1 : i32\nyield %d\n}\nyield %r\n}\nyield %t\n} {\nyield %a\n}\nreturn %s",
	}})
}
