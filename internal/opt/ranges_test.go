package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

func BenchmarkRanges(b *testing.B) { benchmark(b, Ranges) }

// rangesDCE is Ranges without what it leaves unused.
func rangesDCE(f *ir.Func) bool {
	a := Ranges(f)
	return DCE(f) || a
}

// A place that a loop keeps is checked in each iteration: it goes where the first place, and what it becomes, are valid indices in any iteration.
func TestRangesOfWhatIsKept(t *testing.T) {
	const head = "func @f(%b: bool, %i: i64, %n: i64, %u: u8, %s: []i64) -> (i64)"
	loop := func(from, inits, check, rest string) string {
		return `%l = len %s : i64
			%z = const 0 : i64
			%one = const 1 : i64
			%r = for ^l %` + from + `, %l, ` + inits + ` <ints=[1]> : i64 (%k: i64, %p: i64) {
				` + check + rest + `
			}
			return %r`
	}
	const check = "check.index %p, %l\n"
	const keep = `%v = load %s, %p : i64
				%c = lt %v, %k : bool
				%q = select %c, %k, %p : i64
				yield %q`
	var pairs []pair
	for name, text := range map[string][3]string{
		"the first place is the first index": {"z", "%z", keep},
		"the first place is before the first index, through an if": {"one", "%z", `%v = load %s, %p : i64
				%c = lt %v, %k : bool
				%q = if %c : i64 {
					yield %p
				} {
					yield %k
				}
				yield %q`},
	} {
		pairs = append(pairs, pair{name, loop(text[0], text[1], check, text[2]), loop(text[0], text[1], "", text[2])})
	}
	testPass(t, head, Ranges, pairs)
	var stays []untouched
	for name, text := range map[string][3]string{
		"any first place":     {"z", "%i", keep},
		"the place behind it": {"z", "%one", keep},
		"a negative one, or one below zero": {"z", "%z", `%v = load %s, %p : i64
				%c = lt %v, %k : bool
				%e = sub %k, %one : i64
				%q = select %c, %e, %p : i64
				yield %q`},
		"a negative one, chosen otherwise": {"z", "%z", `%v = load %s, %p : i64
				%c = lt %v, %k : bool
				%e = sub %k, %one : i64
				%q = select %c, %p, %e : i64
				yield %q`},
		"what is valid under a condition of one iteration": {"z", "%z", `%c = lt %i, %l : bool
				%d = ge %i, %z : bool
				%e = and %c, %d : bool
				%q = if %e : i64 {
					%v = load %s, %i : i64
					yield %n
				} {
					yield %p
				}
				yield %q`},
		"a continue with another place": {"z", "%z", `%v = load %s, %p : i64
				%c = lt %v, %k : bool
				if %c {
					continue ^l %i
				} {
					yield
				}
				yield %k`},
	} {
		stays = append(stays, untouched{name, loop(text[0], text[1], check, text[2])})
	}
	testStays(t, head, Ranges, stays)
}

// A slice that has no more elements than another one, whose elements take room, can be made.
func TestRangesOfMakes(t *testing.T) {
	const head = "func @f(%i: i64, %n: i64, %s: []i64, %e: []{}) -> (i64)"
	text := func(number, check string) string {
		return `%z = const 0 : i64
			%two = const 2 : i64
			%five = const 5 : i64
			%back = const -3 : i64
			%far = const 1152921504606846976 : i64
			%l = len %s : i64
			%x = max %i, %z : i64
			%y = max %n, %five : i64
			%w = and %i, %far : i64
			%four = const 4 : i64
			%up = add %l, %four : i64
			%x2 = min %l, %x : i64
			%raw = min %l, %i : i64
			%bits = const 3 : u64
			%none = const 0 : u64
			%more = add %l, %five : i64
			%v = ` + number + " : i64\n" + check + "return %v"
	}
	const check = "check.make %v\n"
	var pairs []pair
	for _, number := range []string{"len %s", "cap %s", "min %l, %x", "min %x, %l", "div %l, %two", "div %up, %five", "shr %up, %bits", "shr %x2, %bits", "max %raw, %z"} {
		pairs = append(pairs, pair{number, text(number, check), text(number, "")})
	}
	testPass(t, head, Ranges, pairs)
	var stays []untouched
	for _, number := range []string{"len %e", "add %x, %z", "min %i, %l", "min %x, %y", "add %y, %back", "div %x, %two", "add %l, %back", "add %l, %far", "add %l, %w", "div %more, %five", "shr %up, %none", "shr %x, %bits", "max %x2, %five"} {
		stays = append(stays, untouched{number, text(number, check)})
	}
	testStays(t, head, Ranges, stays)
}

// In a loop over blocks, of which the last may be shorter, an index is behind the start of a block by less than is left.
func TestRangesOfBlocks(t *testing.T) {
	const head = "func @f(%i: i64, %n: i64, %m: i64, %s: []i64) -> ()"
	text := func(count, start, left, at, check string) string {
		return `%l = len %s : i64
			%block = const 64 : i64
			%bits = const 6 : u64
			%most = const 63 : i64
			%up = add %l, %most : i64
			%blocks = shr %up, %bits : i64
			%one = const 1 : i64
			multi ` + count + ` (%r: i64) {
				%lo = ` + start + ` : i64
				%left = sub ` + left + ` : i64
				%k = min %block, %left : i64
				multi %k (%j: i64) {
					%at = add ` + at + ` : i64
					` + check + `%v = load %s, %at : i64
					store %s, %at, %v
					yield
				}
				yield
			}
			return`
	}
	const check = "check.index %at, %l\n"
	var pairs []pair
	for name, c := range map[string][4]string{
		"behind the start":        {"%blocks", "shl %r, %bits", "%l, %lo", "%lo, %j"},
		"the other way around":    {"%blocks", "shl %r, %bits", "%l, %lo", "%j, %lo"},
		"blocks of another count": {"%l", "add %r, %one", "%l, %lo", "%lo, %j"},
	} {
		pairs = append(pairs, pair{name, text(c[0], c[1], c[2], c[3], check), text(c[0], c[1], c[2], c[3], "")})
	}
	testPass(t, head, Ranges, pairs)
	var stays []untouched
	for name, c := range map[string][4]string{
		"one start further":       {"%blocks", "shl %r, %bits", "%l, %r", "%lo, %j"},
		"of another number":       {"%blocks", "shl %r, %bits", "%n, %lo", "%lo, %j"},
		"a start below zero":      {"%blocks", "sub %i, %r", "%l, %lo", "%lo, %j"},
		"behind one that is more": {"%blocks", "shl %r, %bits", "%l, %lo", "%lo, %k"},
	} {
		stays = append(stays, untouched{name, text(c[0], c[1], c[2], c[3], check)})
	}
	testStays(t, head, Ranges, stays)
}

// A function has a thread, and an iteration may have none to start.
func TestRangesOfThreads(t *testing.T) {
	const ask = "%n = threads : i64\n%c = lt %n, %one : bool\n"
	testPass(t, "func @f(%k: i64, %one: i64) -> (bool)", rangesDCE, []pair{{"at first", "%1 = const 1 : i64\n%n = threads : i64\n%c = lt %n, %1 : bool\nreturn %c", "%c = const false : bool\nreturn %c"}})
	testStays(t, "func @f(%k: i64, %s: []i64, %on: bool) -> (i64)", Ranges, []untouched{
		{"in a loop", "%one = const 1 : i64\n%r = for %one, %k, %one <ints=[1]> : i64 (%i: i64, %v: i64) {\n" + ask + "%w = select %c, %v, %i : i64\nyield %w\n}\nreturn %r"},
		{"two of them", "%two = const 2 : i64\n%n = threads : i64\n%c = lt %n, %two : bool\n%r = select %c, %k, %two : i64\nreturn %r"},
	})
}

// What holds of integers with a sign does not hold of others.
func TestRangesOfOthers(t *testing.T) {
	var stays []untouched
	for _, text := range []string{
		"%a = min %x, %y : f64\n%b = max %a, %x : f64\n%r = bitcast %b : i64",
		"%c = le %x, %x : bool\n%r = select %c, %i, %n : i64",
		"%nan = const 9221120237041090560 : i64\n%m = max %i, %nan : i64\n%a = bitcast %m : f64\n%c = le %a, %a : bool\n%r = select %c, %i, %n : i64",
		"%seven = const 7 : u64\n%s = shr %u, %seven : u8\n%r = conv %s : i64",
		"%iu = conv %i : u64\n%nu = conv %n : u64\n%three = const 3 : u64\n%five = const 5 : u64\n%four = const 4 : i64\n%p = and %iu, %three : u64\n%q = and %nu, %five : u64\n" +
			"%s = sub %p, %q : u64\n%m = min %s, %five : u64\n%eight = const 8 : i64\ncheck.index %m, %eight\ncheck.index %m, %four\n%r = conv %m : i64",
		"%a = bitcast %i : u64\n%z = const 0 : u64\n%c = lt %a, %z : bool\n%r = select %c, %i, %n : i64",
	} {
		stays = append(stays, untouched{text, text + "\nreturn %r"})
	}
	testStays(t, "func @f(%i: i64, %n: i64, %u: u8, %x: f64, %y: f64) -> (i64)", Ranges, stays)
}

// What is so of most numbers is not known of all.
func TestRangesNotOfAll(t *testing.T) {
	const known = "check.panic @\"int\" %k, %i\n"
	var stays []untouched
	for _, text := range []string{
		"%a = and %i, %n : i64\n%r = le %a, %n : bool",
		"%a = and %i, %b : i64\n%r = le %a, %b : bool",
		"%a = shr %i, %count : i64\n%r = le %a, %i : bool",
		"%a = div %i, %two : i64\n%r = le %a, %i : bool",
		"%a = div %b, %two : i64\n%r = le %a, %b : bool",
		"check.div %n\n%a = rem %i, %n : i64\n%r = lt %a, %n : bool",
		"%a = rem %i, %n1 : i64\n%r = le %a, %two : bool",
		"%a = rem %i, %n1 : i64\n%r = le %a, %i : bool",
		"%a = rem %b, %n1 : i64\n%r = le %a, %b : bool",
		"check.div %n\n%a = rem %n1, %n : i64\n%r = le %a, %two : bool",
		"%a = add %i, %one : i64\n%r = lt %i, %a : bool",
		"%a = sub %i, %n1 : i64\n%r = le %a, %i : bool",
		"%a = sub %i, %b : i64\n%r = le %a, %i : bool",
		"%y = max %v, %v0 : i32\n%a = sub %w, %y : i32\n%r = le %a, %w : bool",
		"%k = le %n, %i : bool\n" + known + "%a = sub %i, %n : i64\n%s = shr %a, %sign : i64\n%r = eq %s, %n : bool",
		"%k = lt %n, %i : bool\n" + known + "%k1 = ge %n, %back : bool\ncheck.panic @\"int\" %k1, %i\n%s = shr %i, %sign : i64\n%r = eq %s, %n : bool",
		"%k = ge %i, %back : bool\n" + known + "%k1 = lt %n, %i : bool\ncheck.panic @\"int\" %k1, %i\n%a = add %i, %back : i64\n%s = shr %a, %sign : i64\n%r = eq %s, %n : bool",
		"%k = select %c, %i, %n1 : i64\n%r = le %k, %n1 : bool",
		"%k = select %c, %n1, %i : i64\n%r = le %k, %n1 : bool",
		"%k = select %c, %i, %n1 : i64\n%r = le %n1, %k : bool",
		"%k = select %c, %n1, %i : i64\n%r = le %n1, %k : bool",
		"%a = conv %i : u8\n%k = conv %a : i64\n%r = le %k, %i : bool",
		"%a = conv %i : u8\n%k = conv %a : i64\n%r = le %i, %k : bool",
		"%u = conv %i : u64\n%five = const 5 : u64\n%m = max %u, %five : u64\n%a = conv %m : i64\n%r = le %two, %a : bool",
		"%l = len %s1 : i64\n%m = len %s2 : i64\n%r = le %l, %m : bool",
		"%c1 = lt %i, %n : bool\n%c2 = lt %n, %v1 : bool\n%k = or %c1, %c2 : bool\n" + known + "%r = lt %i, %n : bool",
		"%c1 = lt %i, %n : bool\n%c2 = lt %n, %v1 : bool\n%k0 = andnot %c1, %c2 : bool\n%k = not %k0 : bool\n" + known + "%r = lt %i, %n : bool",
	} {
		stays = append(stays, untouched{text, "%one = const 1 : i64\n%two = const 2 : i64\n%back = const -2 : i64\n%minus = const -1 : i64\n%count = const 1 : u64\n%sign = const 63 : u64\n%v0 = const 0 : i32\n%v1 = const 9 : i64\n" +
			"%b = max %n, %minus : i64\n%n1 = max %n, %one : i64\n" + text + "\nreturn %r"})
	}
	testStays(t, "func @f(%i: i64, %n: i64, %v: i32, %w: i32, %c: bool, %s1: []i64, %s2: []i64) -> (bool)", Ranges, stays)
	const lengths = "%l = len %s : i64\n%m = len %s : i64\n"
	testPass(t, "func @f(%s: []i64) -> (bool)", Ranges, []pair{{"a length is not less than itself", lengths + "%r = lt %l, %m : bool\nreturn %r", lengths + "%r = const false : bool\nreturn %r"}})
}

// What is so of a loop's index is not so of what it carries, nor of an index that goes the other way.
func TestRangesNotOfLoops(t *testing.T) {
	var stays []untouched
	for _, text := range []string{
		"%r = for %z, %n, %i <ints=[1]> : i64 (%k: i64, %p: i64) {\n%c = lt %p, %n : bool\n%q = select %c, %k, %i : i64\nyield %q\n}",
		"%r = for %z, %n, %i <ints=[1]> : i64 (%k: i64, %p: i64) {\n%c = ge %p, %z : bool\n%q = select %c, %k, %i : i64\nyield %q\n}",
		"%r = for %n, %z, %i <ints=[-1]> : i64 (%k: i64, %p: i64) {\n%c = le %p, %n : bool\n%q = select %c, %k, %i : i64\nyield %q\n}",
		"%r = for %z, %n, %i <ints=[1]> : i64 (%k: i64, %p: i64) {\n%c = le %k, %z : bool\n%q = select %c, %p, %i : i64\nyield %q\n}",
		"%r = for %n, %z, %i <ints=[-1]> : i64 (%k: i64, %p: i64) {\n%c = le %k, %i : bool\n%q = select %c, %p, %i : i64\nyield %q\n}",
		"%r = for %n, %z, %i <ints=[-1]> : i64 (%k: i64, %p: i64) {\n%c = ge %k, %n : bool\n%q = select %c, %p, %i : i64\nyield %q\n}",
		"%r = for %z, %n, %i <ints=[1]> : i64 (%k: i64, %p: i64) {\n%c = ge %k, %i : bool\n%q = select %c, %p, %i : i64\nyield %q\n}",
		"%c = lt %i, %n : bool\n%r = if %c : i64 {\nyield %i\n} {\nreturn %n\n}",
		"%r = loop ^l %z : i64 (%p: i64) {\n%c = gt %z, %p : bool\n%q = sub %p, %n : i64\nif %c {\nbreak ^l %p\n} {\nyield\n}\ncontinue ^l %q\n}",
		"%r = blockreduce %z, %n, %z <ints=[0, 1]> : i64 (%k: i64) {\n%c = lt %k, %i : bool\n%q = select %c, %k, %z : i64\nyield %q\n} (%a: i64, %b: i64) {\n%s = add %a, %b : i64\nyield %s\n}",
		"%r = blockreduce %z, %n, %z <ints=[0, 1]> : i64 (%k: i64) {\nyield %k\n} (%a: i64, %b: i64) {\n%c = lt %a, %n : bool\n%s = select %c, %a, %b : i64\nyield %s\n}",
	} {
		stays = append(stays, untouched{text, "%z = const 0 : i64\n" + text + "\nreturn %r"})
	}
	const head = "func @f(%i: i64, %n: i64) -> (i64) kernel=single"
	testStays(t, head, Ranges, stays)
	down := func(c string) string {
		return "%z = const 0 : i64\n%r = for %n, %z, %i <ints=[-1]> : i64 (%k: i64, %p: i64) {\n%c = " + c + " : bool\n%q = select %c, %p, %k : i64\nyield %q\n}\nreturn %r"
	}
	testPass(t, head, Ranges, []pair{{"downwards an index is not below the end", down("lt %k, %z"), down("const false")}})
}

// Distances that wrap around when they are added up are none.
func TestRangesOfLongWays(t *testing.T) {
	way := func(from, by, last, compared string) pair {
		head := "%edge = const " + from + " : i64\n%by = const " + by + " : i64\n%last = const " + last + " : i64\n" +
			"%a = add %edge, %by : i64\n%b = add %a, %by : i64\n%c = add %b, %by : i64\n%d = add %c, %last : i64\n"
		return pair{from, head + "%r = " + compared + " %d, %edge : bool\nreturn %r", head + "%r = const false : bool\nreturn %r"}
	}
	testPass(t, "func @f() -> (bool)", Ranges, []pair{
		way("-9223372036854775808", "4611686018427387904", "4611686018427387903", "le"),
		way("9223372036854775807", "-4611686018427387904", "-4611686018427387903", "gt"),
	})
}

func TestRanges(t *testing.T) {
	testPass(t, "func @f(%b: bool, %i: i64, %n: i64, %u: u8, %s: []i64) -> (i64)", rangesDCE, []pair{
		{"indices of loops and patterns", `
			%l = len %s : i64
			%z = const 0 : i64
			%one = const 1 : i64
			%m = const -1 : i64
			multi %l (%k: i64) {
				check.index %k, %l
				store %s, %k, %k
				%k1 = add %k, %one : i64
				check.index %k1, %l
				%r0 = sub %l, %k : i64
				%r1 = add %r0, %m : i64
				check.index %r1, %l
				check.index %r0, %l
				yield
			}
			%top = add %l, %m : i64
			for %top, %m <ints=[-1]> (%d: i64) {
				check.index %d, %l
				for %z, %d <ints=[1]> (%e: i64) {
					check.index %e, %l
					store %s, %e, %e
					yield
				}
				yield
			}
			return %i`, `
			%l = len %s : i64
			%z = const 0 : i64
			%one = const 1 : i64
			%m = const -1 : i64
			multi %l (%k: i64) {
				store %s, %k, %k
				%k1 = add %k, %one : i64
				check.index %k1, %l
				%r0 = sub %l, %k : i64
				check.index %r0, %l
				yield
			}
			%top = add %l, %m : i64
			for %top, %m <ints=[-1]> (%d: i64) {
				for %z, %d <ints=[1]> (%e: i64) {
					store %s, %e, %e
					yield
				}
				yield
			}
			return %i`},
		{"made slices", `
			check.make %n
			%m = make %n : []i64
			multi %n (%k: i64) {
				check.index %k, %n
				store %m, %k, %k
				yield
			}
			%x = load %m, %i : i64
			return %x`, `
			check.make %n
			%m = make %n : []i64
			multi %n (%k: i64) {
				store %m, %k, %k
				yield
			}
			%x = load %m, %i : i64
			return %x`},
		{"masks and remainders", `
			%7 = const 7 : i64
			%8 = const 8 : i64
			%a = and %i, %7 : i64
			check.index %a, %8
			%r = rem %i, %8 : i64
			check.index %r, %8
			%c = rem %a, %8 : i64
			check.index %c, %8
			%w = conv %u : i64
			%256 = const 256 : i64
			check.index %w, %256
			%one = const 1 : i64
			%d = add %w, %one : i64
			check.div %d
			%e = div %i, %d : i64
			check.div %w
			return %e`, `
			%8 = const 8 : i64
			%r = rem %i, %8 : i64
			check.index %r, %8
			%w = conv %u : i64
			%one = const 1 : i64
			%d = add %w, %one : i64
			%e = div %i, %d : i64
			check.div %w
			return %e`},
		{"guards and checks before", `
			%l = len %s : i64
			%z = const 0 : i64
			%c = lt %i, %l : bool
			%d = ge %i, %z : bool
			%e = and %c, %d : bool
			%x = if %e : i64 {
				check.index %i, %l
				%v = load %s, %i : i64
				yield %v
			} {
				check.index %i, %l
				yield %z
			}
			check.index %n, %l
			%m = const -1 : i64
			%p = add %n, %m : i64
			if %b {
				check.index %p, %l
				yield
			} {
				yield
			}
			%g = gt %n, %z : bool
			if %g {
				check.index %p, %l
				yield
			} {
				return %i
			}
			check.index %p, %l
			return %x`, `
			%l = len %s : i64
			%z = const 0 : i64
			%c = lt %i, %l : bool
			%d = ge %i, %z : bool
			%e = and %c, %d : bool
			%x = if %e : i64 {
				%v = load %s, %i : i64
				yield %v
			} {
				check.index %i, %l
				yield %z
			}
			check.index %n, %l
			%m = const -1 : i64
			%p = add %n, %m : i64
			if %b {
				check.index %p, %l
				yield
			} {
				yield
			}
			%g = gt %n, %z : bool
			if %g {
				yield
			} {
				return %i
			}
			return %x`},
		{"slices", `
			%l = len %s : i64
			%c = cap %s : i64
			%z = const 0 : i64
			check.slice %z, %l, %l <ints=[1]>
			check.slice %z, %l, %c <ints=[0]>
			check.slice %i, %n, %l <ints=[1]>
			check.slice %i, %n, %l <ints=[1]>
			check.slice %i, %l, %l <ints=[1]>
			return %n`, `
			%l = len %s : i64
			%c = cap %s : i64
			%z = const 0 : i64
			check.slice %z, %l, %c <ints=[0]>
			check.slice %i, %n, %l <ints=[1]>
			return %n`},
		{"tiles", `
			%z = const 0 : i64
			%8 = const 8 : i64
			%l = len %s : i64
			for %z, %l <ints=[8]> (%k: i64) {
				%k8 = add %k, %8 : i64
				%e = min %k8, %l : i64
				for %k, %e <ints=[1]> (%j: i64) {
					check.index %j, %l
					%q = lt %j, %l : bool
					if %q {
						store %s, %j, %j
						yield
					} {
						yield
					}
					yield
				}
				%y = min %k, %l : i64
				%w = max %y, %z : i64
				store %s, %k, %w
				yield
			}
			return %i`, `
			%z = const 0 : i64
			%8 = const 8 : i64
			%l = len %s : i64
			for %z, %l <ints=[8]> (%k: i64) {
				%k8 = add %k, %8 : i64
				%e = min %k8, %l : i64
				for %k, %e <ints=[1]> (%j: i64) {
					%q = const true : bool
					if %q {
						store %s, %j, %j
						yield
					} {
						yield
					}
					yield
				}
				store %s, %k, %k
				yield
			}
			return %i`},
		{"what runs has iterations", `
			%z = const 0 : i64
			%one = const 1 : i64
			multi %n (%k: i64) {
				%a = gt %n, %z : bool
				if %a {
					store %s, %k, %k
					yield
				} {
					yield
				}
				yield
			}
			%m = sub %n, %one : i64
			for %z, %i <ints=[1]> (%j: i64) {
				%c = lt %z, %i : bool
				%d = gt %n, %z : bool
				%e = and %c, %d : bool
				if %e {
					store %s, %j, %m
					yield
				} {
					yield
				}
				yield
			}
			return %i`, `
			%z = const 0 : i64
			%one = const 1 : i64
			multi %n (%k: i64) {
				%a = const true : bool
				if %a {
					store %s, %k, %k
					yield
				} {
					yield
				}
				yield
			}
			%m = sub %n, %one : i64
			for %z, %i <ints=[1]> (%j: i64) {
				%c = const true : bool
				%d = gt %n, %z : bool
				%e = and %c, %d : bool
				if %e {
					store %s, %j, %m
					yield
				} {
					yield
				}
				yield
			}
			return %i`},
		{"the sign of a length", `
			%l = len %s : i64
			%63 = const 63 : u64
			%a = shr %l, %63 : i64
			%7 = const 7 : i64
			%c = and %a, %7 : i64
			%d = add %l, %c : i64
			%e = shr %i, %63 : i64
			%g = add %d, %e : i64
			return %g`, `
			%l = len %s : i64
			%63 = const 63 : u64
			%a = const 0 : i64
			%d = add %l, %a : i64
			%e = shr %i, %63 : i64
			%g = add %d, %e : i64
			return %g`},
	})
}

// A mask that leaves all bits of what it is put on goes: all bits below the highest that a number may have.
func TestRangesOfMasks(t *testing.T) {
	const head = "func @f(%u: u8, %w: u16, %i: i64, %v: i32) -> (i64)"
	const five = "%five = const 5 : i64\n%zero = const 0 : i64\n%m = min %i, %five : i64\n%x = max %m, %zero : i64\n"
	mask := func(of string, mask int, rest string) string {
		return fmt.Sprintf("%s%%k = const %d : i64\n%%r = and %%x, %%k : i64\n%sreturn %%r", of, mask, rest)
	}
	without := func(of string, mask int) string { return fmt.Sprintf("%s%%k = const %d : i64\nreturn %%x", of, mask) }
	const byte, word = "%x = conv %u : i64\n", "%x = conv %w : i64\n"
	testPass(t, head, Ranges, []pair{
		{"a byte & 255", mask(byte, 255, ""), without(byte, 255)},
		{"a byte & 511", mask(byte, 511, ""), without(byte, 511)},
		{"a byte & -1", mask(byte, -1, ""), without(byte, -1)},
		{"a word & 65535", mask(word, 65535, ""), without(word, 65535)},
		{"what is at most five & 7", mask(five, 7, ""), without(five, 7)},
	})
	var stays []untouched
	for _, text := range []string{mask(byte, 127, ""), mask(byte, 254, ""), mask(byte, 511-128, ""), mask(word, 255, ""), mask(five, 5, ""), mask(five, 3, ""),
		mask("%x = conv %v : i64\n", 255, ""), mask("%y = conv %v : u64\n%x = bitcast %y : i64\n", 1<<32-1, "")} {
		stays = append(stays, untouched{text, text})
	}
	testStays(t, head, Ranges, stays)
}

// Ifs that are clamps become minima and maxima: where a number that is beside a bound doesn't wrap around, and nothing in them may fail or takes long.
func TestExtremes(t *testing.T) {
	testPass(t, "func @f(%b: bool, %i: i64, %n: i64, %u: u64, %s: []i64) -> (i64)", rangesDCE, []pair{
		{"between 0 and a length", `
			%z = const 0 : i64
			%m = const -1 : i64
			%l = len %s : i64
			check.index %z, %l
			%c = lt %i, %z : bool
			%r = if %c : i64 {
				yield %z
			} {
				%d = ge %i, %l : bool
				%q = if %d : i64 {
					%e = add %l, %m : i64
					yield %e
				} {
					yield %i
				}
				yield %q
			}
			return %r`, `
			%z = const 0 : i64
			%m = const -1 : i64
			%l = len %s : i64
			check.index %z, %l
			%e = add %l, %m : i64
			%q = min %e, %i : i64
			%r = max %z, %q : i64
			return %r`},
		{"the bound may wrap around", `
			%m = const -1 : i64
			%d = ge %i, %n : bool
			%q = if %d : i64 {
				%e = add %n, %m : i64
				yield %e
			} {
				yield %i
			}
			return %q`, `
			%m = const -1 : i64
			%d = ge %i, %n : bool
			%q = if %d : i64 {
				%e = add %n, %m : i64
				yield %e
			} {
				yield %i
			}
			return %q`},
		{"only one arm is right", `
			%z = const 0 : i64
			%c = lt %i, %z : bool
			%q = if %c : i64 {
				yield %i
			} {
				yield %n
			}
			return %q`, `
			%z = const 0 : i64
			%c = lt %i, %z : bool
			%q = if %c : i64 {
				yield %i
			} {
				yield %n
			}
			return %q`},
		{"unsigned numbers compare otherwise", `
			%k = const 5 : u64
			%c = lt %u, %k : bool
			%q = if %c : u64 {
				yield %u
			} {
				yield %k
			}
			%r = bitcast %q : i64
			return %r`, `
			%k = const 5 : u64
			%c = lt %u, %k : bool
			%q = if %c : u64 {
				yield %u
			} {
				yield %k
			}
			%r = bitcast %q : i64
			return %r`},
		{"two results, and two of which one is none", `
			%l = len %s : i64
			%c = lt %i, %n : bool
			%q, %r = if %c : i64, i64 {
				yield %i, %n
			} {
				yield %n, %i
			}
			%t, %v = if %c : i64, i64 {
				yield %i, %l
			} {
				yield %n, %i
			}
			%w = add %r, %t : i64
			%x = add %w, %v : i64
			%y = add %x, %q : i64
			return %y`, `
			%l = len %s : i64
			%c = lt %i, %n : bool
			%q = min %i, %n : i64
			%r = max %n, %i : i64
			%t, %v = if %c : i64, i64 {
				yield %i, %l
			} {
				yield %n, %i
			}
			%w = add %r, %t : i64
			%x = add %w, %v : i64
			%y = add %x, %q : i64
			return %y`},
		{"an arm that stores stays one", `
			%z = const 0 : i64
			%c = lt %i, %z : bool
			%q = if %c : i64 {
				store %s, %z, %i
				yield %z
			} {
				yield %i
			}
			return %q`, `
			%z = const 0 : i64
			%c = lt %i, %z : bool
			%q = if %c : i64 {
				store %s, %z, %i
				yield %z
			} {
				yield %i
			}
			return %q`},
		{"there is no least bool", `
			%z = const false : bool
			%q = if %b : bool {
				yield %z
			} {
				yield %z
			}
			%r = select %q, %i, %n : i64
			return %r`, `
			%z = const false : bool
			%q = if %b : bool {
				yield %z
			} {
				yield %z
			}
			%r = select %q, %i, %n : i64
			return %r`},
		{"an arm that leaves", `
			%z = const 0 : i64
			%c = lt %i, %z : bool
			%q = if %c : i64 {
				return %n
			} {
				yield %i
			}
			return %q`, `
			%z = const 0 : i64
			%c = lt %i, %z : bool
			%q = if %c : i64 {
				return %n
			} {
				yield %i
			}
			return %q`},
	})
}

// TestIntervals computes random expressions on random values: the results must lie in the intervals.
func TestIntervals(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	kinds := []ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpMin, ir.OpMax, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpShl, ir.OpShr,
		ir.OpDiv, ir.OpRem, ir.OpNeg, ir.OpConv, ir.OpSelect, ir.OpBitcast}
	types := []*ir.Type{ir.TI8, ir.TU8, ir.TI32, ir.TU32, ir.TI64, ir.TU64}
	for range 3000 {
		f := ir.NewFunc("f", types, nil)
		b := ir.NewBuilder(f.Body)
		bits := map[*ir.Value]uint64{}
		byType := map[*ir.Type][]*ir.Value{}
		put := func(v *ir.Value, x uint64) {
			bits[v] = x
			byType[v.Type] = append(byType[v.Type], v)
		}
		for _, p := range f.Body.Params {
			put(p, randomBits(r, p.Type))
		}
		for _, typ := range types {
			x := randomBits(r, typ)
			put(b.Const(typ, x), x)
		}
		pick := func(typ *ir.Type) *ir.Value { return byType[typ][r.IntN(len(byType[typ]))] }
		for range 12 {
			k := kinds[r.IntN(len(kinds))]
			typ := types[r.IntN(len(types))]
			x, y := pick(typ), pick(typ)
			var v *ir.Value
			switch k {
			case ir.OpNeg:
				v = b.Unary(k, x)
				put(v, ir.EvalScalar(k, typ, typ, bits[x]))
			case ir.OpConv:
				to := types[r.IntN(len(types))]
				if to == typ {
					continue
				}
				v = b.Conv(x, to)
				put(v, ir.EvalScalar(k, typ, to, bits[x]))
			case ir.OpBitcast:
				to := map[*ir.Type]*ir.Type{ir.TI64: ir.TU64, ir.TU64: ir.TI64, ir.TI8: ir.TU8, ir.TU8: ir.TI8, ir.TI32: ir.TU32, ir.TU32: ir.TI32}[typ]
				v = b.Op(k, []*ir.Value{x}, to).Result()
				put(v, bits[x])
			case ir.OpShl, ir.OpShr:
				c := b.Const(ir.TU64, uint64(r.IntN(66)))
				v = b.Op(k, []*ir.Value{x, c}, typ).Result()
				put(v, ir.EvalScalar(k, typ, typ, bits[x], c.Def.Bits))
			case ir.OpSelect:
				c := b.Compare(ir.OpLt, x, y)
				v = b.Select(c, x, y)
				put(v, ir.EvalScalar(k, typ, typ, ir.EvalScalar(ir.OpLt, typ, ir.TBool, bits[x], bits[y]), bits[x], bits[y]))
			default:
				if (k == ir.OpDiv || k == ir.OpRem) && bits[y] == 0 {
					continue
				}
				v = b.Binary(k, x, y)
				put(v, ir.EvalScalar(k, typ, typ, bits[x], bits[y]))
			}
		}
		s := analysis.NewRanges()
		for v, x := range bits {
			in, n := s.Of(v), ir.SignExtend(v.Type, x)
			if v.Type.Kind == ir.U64 && n < 0 {
				if in.Hi != math.MaxInt64 || in.Lo != math.MinInt64 {
					t.Fatalf("%v: %d is not in %v\n%s", v.Def, x, in, f)
				}
				continue
			}
			if n < in.Lo || n > in.Hi {
				t.Fatalf("%v: %d is not in %v\n%s", v.Def, n, in, f)
			}
		}
	}
}
