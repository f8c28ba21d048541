package opt_test

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// narrowed are bodies of a loop in lanes over %i that store to %d ([]u8), %e ([]i16), %o ([]i64) or %f ([]f64) at %i, in each of which one condition of Narrow
// decides. They see %x (u8), %y (i16), %z (i64) and %t (u64), which are any, %p, %q and %r, which are %x and %y as i64 and %x as u64, %b, and from outside %w
// (i64), %v (u64), %g (f64), %c (bool) and %j (i32).
var narrowed = []struct{ what, body string }{
	{"the least of numbers of which a byte is wanted", "%s = add %p, %300 : i64\n%k = const 400 : i64\n%m = min %s, %k : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"the greatest of numbers of which a byte is wanted", "%s = add %p, %300 : i64\n%k = const 400 : i64\n%m = max %s, %k : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"the quotient of numbers of which a byte is wanted", "%s = add %p, %300 : i64\n%m = div %s, %3 : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"the remainder of numbers of which a byte is wanted", "%s = add %p, %300 : i64\n%m = rem %s, %3 : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a remainder of a byte by a negative byte", "%k = conv %y : i8\n%l1 = conv %k : i64\n%n1 = min %l1, %minus : i64\n%m = rem %p, %n1 : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a quotient of a byte by a negative byte", "%k = conv %y : i8\n%l1 = conv %k : i64\n%n1 = min %l1, %minus : i64\n%m = div %p, %n1 : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"the least of a byte with a sign and one without", "%k = conv %y : i8\n%l1 = conv %k : i64\n%m = min %p, %l1 : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"the greatest of a byte with a sign and one without", "%k = conv %y : i8\n%l1 = conv %k : i64\n%m = max %p, %l1 : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a least byte by -1", "%k = conv %y : i8\n%l1 = conv %k : i64\n%m = div %l1, %minus : i64\n%h = lt %m, %300 : bool\n%m1 = select %h, %m, %0 : i64\n%u = conv %m1 : i16\nstore %e, %i, %u"},
	{"a remainder by what differs", "%n1 = add %p, %3 : i64\n%s = mul %q, %3 : i64\n%m = rem %s, %n1 : i64\n%u = conv %m : i16\nstore %e, %i, %u"},
	{"a quotient by what differs", "%n1 = add %p, %3 : i64\n%s = mul %p, %300 : i64\n%m = div %s, %n1 : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a quotient that is larger than what it is of", "%m = div %q, %minus : i64\n%u = conv %m : i16\nstore %e, %i, %u\n%h = lt %m, %300 : bool\n%k = select %h, %m, %p : i64\nstore %o, %i, %k"},
	{"the bits of a negative number", "%m = popcnt %q : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"the bits of numbers of which a byte is wanted", "%s = add %p, %300 : i64\n%m = popcnt %s : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a count of which a byte is wanted", "%k = const 200 : u64\n%s = add %r, %k : u64\n%m = shl %p, %s : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a shift to the right by what differs", "%k = const 7 : u64\n%s = and %r, %k : u64\n%a1 = add %p, %300 : i64\n%m = shr %a1, %s : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a shift to the right of what is the same, by what differs", "%k = const 7 : u64\n%s = and %r, %k : u64\n%m = shr %w, %s : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a shift to the right of what steps evenly", "%k = const 3 : u64\n%m = shr %i, %k : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a shift to the right of what steps evenly, by one", "%k = const 1 : u64\n%m = shr %i, %k : i64\n%s = add %m, %p : i64\n%u = conv %s : u8\nstore %d, %i, %u"},
	{"a shift to the right by one", "%k = const 1 : u64\n%s = add %p, %300 : i64\n%m = shr %s, %k : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a shift to the right by more than all bits", "%k = const 18446744073709551615 : u64\n%m = shr %q, %k : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a shift to the right by nearly all bits", "%k = const 63 : u64\n%m = shr %q, %k : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a shift to the right by all bits", "%k = const 64 : u64\n%m = shr %q, %k : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a shift to the left by nothing and more than all bits", "%k = const 0 : u64\n%l1 = const 18446744073709551615 : u64\n%m = shl %p, %k : i64\n%m1 = shl %p, %l1 : i64\n%s = add %m, %m1 : i64\n%u = conv %s : u8\nstore %d, %i, %u"},
	{"large numbers without a sign", "%k = const 9223372036854775808 : u64\n%s = or %r, %k : u64\n%h = lt %t, %s : bool\n%m = min %s, %t : u64\n%o1 = conv %m : i64\nstore %o, %i, %o1\n%u = select %h, %x, %2 : u8\nstore %d, %i, %u"},
	{"small numbers without a sign that may be large", "%k = const 3 : u64\n%s = div %t, %k : u64\n%m = min %s, %k : u64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"a large number without a sign from outside", "%h = lt %r, %v : bool\n%u = select %h, %x, %2 : u8\nstore %d, %i, %u"},
	{"a number from outside", "%s = add %p, %w : i64\n%h = lt %s, %300 : bool\n%u = select %h, %x, %2 : u8\nstore %d, %i, %u"},
	{"numbers from outside of both kinds, and a float", "%s = add %p, %w : i64\n%m = max %s, %q : i64\n%s1 = add %r, %v : u64\n%h = lt %m, %300 : bool\n%k = const 40 : u64\n%h1 = lt %s1, %k : bool\n%h2 = and %h, %h1 : bool\n%u = select %h2, %x, %2 : u8\nstore %d, %i, %u\n" +
		"%f1 = conv %x : f64\n%f2 = add %f1, %g : f64\nstore %f, %i, %f2"},
	{"a product with a number from outside", "%s = mul %q, %w : i64\n%h = lt %s, %300 : bool\n%u = select %h, %x, %2 : u8\nstore %d, %i, %u"},
	{"floats that change places", "%f1 = conv %x : f64\n%a1, %b1 = for %0, %3 , %f1, %g <ints=[1]> : f64, f64 (%k: i64, %a2: f64, %b2: f64) {\nyield %b2, %a2\n}\nstore %f, %i, %a1"},
	{"floats that change places in a loop", "%f1 = conv %x : f64\n%a1, %b1 = loop ^l %f1, %g, %0 : f64, f64 (%a2: f64, %b2: f64, %k: i64) {\n%h = lt %k, %3 : bool\nif %h {\nyield\n} {\nbreak ^l %b2, %a2\n}\n%k1 = add %k, %1 : i64\ncontinue ^l %b2, %a2, %k1\n}\nstore %f, %i, %a1"},
	{"floats from outside that change places", "%a1, %b1 = loop ^l %g, %g, %0 : f64, f64 (%a2: f64, %b2: f64, %k: i64) {\n%h = lt %k, %p : bool\nif %h {\nyield\n} {\nbreak ^l %b2, %a2\n}\n%k1 = add %k, %3 : i64\ncontinue ^l %b2, %a2, %k1\n}\nstore %f, %i, %a1"},
	{"floats of branches in branches", "%f1 = conv %x : f64\n%h = lt %p, %3 : bool\n%a1 = if %h : f64 {\n%b1 = if %c : f64 {\nyield %g\n} {\nyield %f1\n}\nyield %b1\n} {\nyield %g\n}\nstore %f, %i, %a1"},
	{"numbers that change places", "%s = add %p, %300 : i64\n%a1, %b1 = for %0, %3, %s, %q <ints=[1]> : i64, i64 (%k: i64, %a2: i64, %b2: i64) {\nyield %b2, %a2\n}\n%u = conv %a1 : u8\nstore %d, %i, %u\n%u1 = conv %b1 : i16\nstore %e, %i, %u1"},
	{"a counted loop that is left with something else", "%s = add %p, %300 : i64\n%a1 = for ^l %0, %3, %p <ints=[1]> : i64 (%k: i64, %a2: i64) {\n%h = eq %k, %1 : bool\nif %h {\nbreak ^l %s\n} {\nyield\n}\nyield %a2\n}\nstore %o, %i, %a1\n%h1 = lt %a1, %300 : bool\n%u = select %h1, %x, %2 : u8\nstore %d, %i, %u"},
	{"a counted loop that is left with something wide", "%a1 = for ^l %0, %3, %p <ints=[1]> : i64 (%k: i64, %a2: i64) {\n%h = eq %k, %1 : bool\nif %h {\nbreak ^l %z\n} {\nyield\n}\nyield %a2\n}\n%m = max %a1, %p : i64\n%h1 = lt %m, %300 : bool\n%u = select %h1, %x, %2 : u8\nstore %d, %i, %u"},
	{"more values that change places than are looked at", manyPlaces(100)},
	{"a block that is left with something wide", "%a1 = block ^l : i64 {\nif %b {\nbreak ^l %z\n} {\nyield\n}\nyield %p\n}\n%m = max %a1, %p : i64\n%h1 = lt %m, %300 : bool\n%u = select %h1, %x, %2 : u8\nstore %d, %i, %u"},
	{"a block that is left with a sum", "%s = add %p, %300 : i64\n%a1 = block ^l : i64 {\nif %b {\nbreak ^l %s\n} {\nyield\n}\nyield %p\n}\n%u = conv %a1 : i16\nstore %e, %i, %u"},
	{"a loop that counts up to what differs", "%a1 = loop ^l %0 : i64 (%k: i64) {\n%h = lt %k, %p : bool\nif %h {\nyield\n} {\nbreak ^l %k\n}\n%k1 = add %k, %3 : i64\ncontinue ^l %k1\n}\n%u = conv %a1 : u8\nstore %d, %i, %u\nstore %o, %i, %a1"},
	{"a branch that leaves either way", "%s = add %p, %300 : i64\n%a1 = block ^l : i64 {\n%k = if %b : i64 {\nbreak ^l %s\n} {\nbreak ^l %q\n}\nyield %k\n}\n%u = conv %a1 : i16\nstore %e, %i, %u"},
	{"a float that is cut to a byte", "%f1 = conv %y : f64\n%f2 = mul %f1, %g : f64\n%m = conv %f2 : i64\n%u = conv %m : u8\nstore %d, %i, %u"},
	{"32 bits from outside", "%s = conv %x : i32\n%m = add %s, %j : i32\n%k = add %p, %w : i64\n%h = lt %k, %300 : bool\n%k1 = conv %m : i64\n%k2 = select %h, %k1, %3 : i64\n%u = conv %k2 : u8\nstore %d, %i, %u"},
	{"a reduction inside", "%k = add %p, %3 : i64\n%s = blockreduce %p, %k, %0 <ints=[0, 1]> : i64 (%k1: i64) {\n%l1 = add %p, %300 : i64\nyield %l1\n} (%a1: i64, %a2: i64) {\n%a3 = mul %a2, %3 : i64\n%a4 = add %a1, %a3 : i64\nyield %a4\n}\n%u = conv %s : i16\nstore %e, %i, %u"},
	{"a conversion of a conversion", "%k = conv %y : i8\n%l1 = conv %k : i64\n%s = add %l1, %p : i64\n%m = conv %s : u8\n%m1 = conv %m : i64\n%h = lt %m1, %300 : bool\n%u = select %h, %m, %2 : u8\nstore %d, %i, %u\nstore %o, %i, %m1"},
	{"a sign that a conversion keeps", "%k = conv %y : i32\n%s = neg %k : i32\n%m = conv %s : i64\n%f1 = conv %m : f64\nstore %f, %i, %f1"},
	{"bits that are cut off by and", "%k = const 255 : i64\n%s = add %q, %300 : i64\n%m = and %s, %k : i64\n%h = lt %m, %3 : bool\n%u = select %h, %x, %2 : u8\nstore %d, %i, %u\nstore %o, %i, %m"},
	{"bits that and keeps", "%k = const -256 : i64\n%s = add %q, %300 : i64\n%m = and %s, %k : i64\n%u = conv %m : i16\nstore %e, %i, %u"},
	{"no bits of and", "%s = add %q, %300 : i64\n%m = and %s, %p : i64\n%m1 = and %m, %0 : i64\n%m2 = or %m1, %m : i64\n%u = conv %m2 : i16\nstore %e, %i, %u"},
	{"a choice by a number", "%s = add %q, %300 : i64\n%m = select %b, %s, %p : i64\n%u = conv %m : i16\nstore %e, %i, %u\n%h = ge %m, %300 : bool\n%u1 = select %h, %x, %2 : u8\nstore %d, %i, %u1"},
	{"a division by what must not be zero", "%s = sub %p, %q : i64\n%k = or %s, %1 : i64\ncheck.div %k\n%m = div %q, %k : i64\n%u = conv %m : i16\nstore %e, %i, %u"},
	{"an index", "%k = const 255 : i64\n%s = add %q, %300 : i64\n%m = and %s, %k : i64\n%h = load %d, %m : u8\n%u = add %h, %x : u8\n%u1 = conv %u : i16\nstore %e, %i, %u1"},
	{"an element of a table", "%k = const 3 : i64\n%m = and %q, %k : i64\n%h = table %m <table=[5, 6, 700, 8]> : i64\n%h1 = add %h, %p : i64\n%u = conv %h1 : i16\nstore %e, %i, %u"},
}

// manyPlaces passes n values on, of which the last is wide.
func manyPlaces(n int) string {
	var inits, types, params, yields, results []string
	for k := range n {
		inits, types, params = append(inits, "%p"), append(types, "i64"), append(params, fmt.Sprintf("%%a%d: i64", k))
		yields, results = append(yields, fmt.Sprintf("%%a%d", k+1)), append(results, fmt.Sprintf("%%s%d", k))
	}
	yields[n-1] = "%z"
	join := func(s []string) string { return strings.Join(s, ", ") }
	return join(results) + " = for %0, %100i, " + join(inits) + " <ints=[1]> : " + join(types) + " (%k: i64, " + join(params) + ") {\nyield " + join(yields) + "\n}\n%u = conv %s0 : u8\nstore %d, %i, %u"
}

const narrowHead = `func @f(%a: []u8, %ys: []i16, %zs: []i64, %ts: []u64, %d: []u8, %e: []i16, %o: []i64, %f: []f64, %w: i64, %v: u64, %g: f64, %c: bool, %j: i32, %n: i64) -> () kernel=single {
%0 = const 0 : i64
%1 = const 1 : i64
%2 = const 2 : u8
%3 = const 3 : i64
%100 = const 100 : u8
%100i = const 100 : i64
%300 = const 300 : i64
%minus = const -1 : i64
`

// narrowLoads are what bodies may mention, the last first.
var narrowLoads = []string{"%b = lt %x, %100 : bool", "%r = conv %x : u64", "%q = conv %y : i64", "%p = conv %x : i64", "%t = load %ts, %i : u64", "%z = load %zs, %i : i64", "%y = load %ys, %i : i16", "%x = load %a, %i : u8"}

// withLoads puts in front of a body what it mentions.
func withLoads(body string) string {
	for _, l := range narrowLoads {
		if regexp.MustCompile(l[:2] + `\b`).MatchString(body) {
			body = l + "\n" + body
		}
	}
	return body
}

// reduction is a reduction in lanes of what body, which sees what is in narrowHead, gives as %m1, %m2, ..., and how: identity, type and the op on %a1 and %b1, %a2 and %b2,
// ..., which gives %c1, %c2, ...
func reduction(body string, of ...[3]string) string {
	var ids, types, maps, params, others, combine, results, stores []string
	for i, r := range of {
		n := fmt.Sprint(i + 1)
		ids = append(ids, "%id"+n)
		types = append(types, r[1])
		maps = append(maps, "%m"+n)
		params, others = append(params, "%a"+n+": "+r[1]), append(others, "%b"+n+": "+r[1])
		combine = append(combine, r[2])
		results = append(results, "%s"+n)
		conv := "%o" + n + " = conv %s" + n + " : i64"
		if r[1] == "i64" {
			conv = "%o" + n + " = add %s" + n + ", %0 : i64"
		}
		stores = append(stores, fmt.Sprintf("%s\n%%at%s = const %d : i64\nstore %%o, %%at%s, %%o%s", conv, n, i, n, n))
	}
	var consts, yields []string
	for i, r := range of {
		n := fmt.Sprint(i + 1)
		if r[0] != "" {
			consts = append(consts, fmt.Sprintf("%%id%s = const %s : %s", n, r[0], r[1]))
		} else {
			ids[i] = "%w"
		}
		yields = append(yields, "%c"+n)
		if r[2] == "" { // the first one stays
			yields[i] = "%a" + n
		}
	}
	join := func(s []string) string { return strings.Join(s, ", ") }
	return narrowHead + strings.Join(consts, "\n") + "\n" + fmt.Sprintf("%s = blockreduce %%0, %%n, %s <ints=[0, %d] mode=lanes> : %s (%%i: i64) {\n", join(results), join(ids), len(of), join(types)) +
		withLoads(body) + "\nyield " + join(maps) + "\n} (" + join(append(params, others...)) + ") {\n" + strings.Join(combine, "\n") + "\nyield " + join(yields) + "\n}\n" + strings.Join(stores, "\n") + "\nreturn\n}\n"
}

// narrowedReductions are functions with a reduction, whose results may or may not get another type.
var narrowedReductions = []struct {
	stays      bool
	what, text string
}{
	{false, "a sum of bytes", reduction("%m1 = add %p, %0 : i64", [3]string{"0", "i64", "%c1 = add %a1, %b1 : i64"})},
	{false, "a sum of bytes, the other way round", reduction("%m1 = add %p, %0 : i64", [3]string{"0", "i64", "%c1 = add %b1, %a1 : i64"})},
	{false, "a sum of numbers with a sign", reduction("%m1 = add %q, %0 : i64", [3]string{"0", "i64", "%c1 = add %a1, %b1 : i64"})},
	{true, "a sum of large numbers", reduction("%m1 = mul %z, %3 : i64", [3]string{"0", "i64", "%c1 = add %a1, %b1 : i64"})},
	{true, "a sum of products", reduction("%k1 = mul %q, %q : i64\n%m1 = mul %k1, %p : i64", [3]string{"0", "i64", "%c1 = add %a1, %b1 : i64"})},
	{true, "a sum from 5 on", reduction("%m1 = add %p, %0 : i64", [3]string{"5", "i64", "%c1 = add %a1, %b1 : i64"})},
	{true, "a sum from outside on", reduction("%m1 = add %p, %0 : i64", [3]string{"", "i64", "%c1 = add %a1, %b1 : i64"})},
	{false, "the least byte of large ones", reduction("%k1 = const 200 : i64\n%m1 = or %p, %k1 : i64", [3]string{"9223372036854775807", "i64", "%c1 = min %a1, %b1 : i64"})},
	{false, "the least of numbers with a sign that are not negative", reduction("%k1 = or %p, %3 : i64\n%m1 = sub %k1, %1 : i64", [3]string{"9223372036854775807", "i64", "%c1 = min %a1, %b1 : i64"})},
	{false, "the least of numbers with a sign", reduction("%m1 = add %q, %0 : i64", [3]string{"40000", "i64", "%c1 = min %a1, %b1 : i64"})},
	{true, "the least, or 0", reduction("%m1 = or %p, %3 : i64", [3]string{"0", "i64", "%c1 = min %a1, %b1 : i64"})},
	{true, "the least, or 254", reduction("%k1 = const 255 : i64\n%m1 = or %p, %k1 : i64", [3]string{"254", "i64", "%c1 = min %a1, %b1 : i64"})},
	{true, "the least, from outside on", reduction("%m1 = add %p, %0 : i64", [3]string{"", "i64", "%c1 = min %a1, %b1 : i64"})},
	{false, "the greatest of negative numbers", reduction("%m1 = sub %p, %300 : i64", [3]string{"-9223372036854775808", "i64", "%c1 = max %a1, %b1 : i64"})},
	{false, "the greatest byte", reduction("%m1 = add %p, %0 : i64", [3]string{"0", "i64", "%c1 = max %a1, %b1 : i64"})},
	{true, "the greatest, or 1", reduction("%m1 = and %p, %0 : i64", [3]string{"1", "i64", "%c1 = max %a1, %b1 : i64"})},
	{true, "the greatest, or 1000", reduction("%m1 = add %p, %0 : i64", [3]string{"1000", "i64", "%c1 = max %a1, %b1 : i64"})},
	{true, "the greatest, or a large number", reduction("%k1 = const 3 : u64\n%m1 = and %r, %k1 : u64", [3]string{"9223372036854775808", "u64", "%c1 = max %a1, %b1 : u64"})},
	{true, "the greatest, or the largest number", reduction("%k1 = const 3 : u64\n%m1 = and %r, %k1 : u64", [3]string{"18446744073709551615", "u64", "%c1 = max %a1, %b1 : u64"})},
	{true, "the greatest of large numbers", reduction("%k1 = const 1 : u64\n%m1 = or %t, %k1 : u64", [3]string{"0", "u64", "%c1 = max %a1, %b1 : u64"})},
	{false, "the least and a sum", reduction("%m1 = add %p, %0 : i64\n%m2 = add %q, %0 : i64", [3]string{"9223372036854775807", "i64", "%c1 = min %a1, %b1 : i64"}, [3]string{"0", "i64", "%c2 = add %a2, %b2 : i64"})},
	{false, "the least and a sum in 32 bits", reduction("%m1 = add %p, %0 : i64\n%m2 = conv %y : i32", [3]string{"9223372036854775807", "i64", "%c1 = min %a1, %b1 : i64"}, [3]string{"0", "i32", "%c2 = add %a2, %b2 : i32"})},
	{true, "the least and what is large", reduction("%m1 = add %p, %0 : i64\n%m2 = add %z, %0 : i64", [3]string{"9223372036854775807", "i64", "%c1 = min %a1, %b1 : i64"}, [3]string{"0", "i64", "%c2 = add %a2, %b2 : i64"})},
	{true, "the last", reduction("%m1 = add %p, %0 : i64", [3]string{"0", "i64", "%c2 = add %a1, %b1 : i64\n%c1 = add %b1, %0 : i64"})},
	{true, "a constant", reduction("%m1 = add %p, %0 : i64", [3]string{"0", "i64", "%c1 = const 7 : i64"})},
	{true, "twice the first", reduction("%m1 = add %p, %0 : i64", [3]string{"0", "i64", "%c1 = add %a1, %a1 : i64"})},
	{true, "twice the second", reduction("%m1 = add %p, %0 : i64", [3]string{"0", "i64", "%c1 = add %b1, %b1 : i64"})},
	{true, "a sum that is looked at", reduction("%m1 = add %p, %0 : i64", [3]string{"0", "i64", "%c1 = add %a1, %b1 : i64\n%k2 = add %a1, %1 : i64"})},
	{true, "the first", reduction("%m1 = add %p, %0 : i64", [3]string{"0", "i64", ""})},
	{true, "in two steps", narrowHead + "%s1 = blockreduce %0, %n, %0 <ints=[0, 1] mode=lanes> : i64 (%i: i64) {\n" + withLoads("yield %p, %q") + "\n} (%a1: i64, %b1: i64) {\n%c1 = add %a1, %b1 : i64\nyield %c1\n} (%a2: i64, %b2: i64, %c2: i64) {\n" +
		"%d2 = mul %b2, %c2 : i64\n%e2 = add %a2, %d2 : i64\nyield %e2\n}\nstore %o, %0, %s1\nreturn\n}\n"},
	{true, "two that are folded crosswise", reduction("%m1 = add %p, %0 : i64\n%m2 = add %p, %3 : i64", [3]string{"0", "i64", "%c1 = add %a1, %b2 : i64"}, [3]string{"0", "i64", "%c2 = add %a2, %b1 : i64"})},
	{true, "products", reduction("%k1 = and %p, %3 : i64\n%m1 = or %k1, %1 : i64", [3]string{"1", "i64", "%c1 = mul %a1, %b1 : i64"})},
	{true, "the greatest sum with a number from outside", reduction("%m1 = add %p, %w : i64", [3]string{"-9223372036854775808", "i64", "%c1 = max %a1, %b1 : i64"})},
	{false, "how many sums with a number from outside are small", reduction("%k1 = add %p, %w : i64\n%h = lt %k1, %300 : bool\n%m1 = select %h, %1, %0 : i64", [3]string{"0", "i64", "%c1 = add %a1, %b1 : i64"})},
}

// TestNarrowMeans compares what these loops do before and after.
func TestNarrowMeans(t *testing.T) {
	for _, c := range narrowed {
		t.Run(c.what, func(t *testing.T) {
			meansTheSame(t, narrowHead+"for %0, %n <ints=[1] mode=lanes> (%i: i64) {\n"+withLoads(c.body)+"\nyield\n}\nreturn\n}\n")
		})
	}
	for _, c := range narrowedReductions {
		t.Run(c.what, func(t *testing.T) {
			before, after := meansTheSame(t, c.text)
			if a, b := reduceTypes(before), reduceTypes(after); c.stays != (a == b) {
				t.Errorf("%s became %s:\n%s", a, b, after)
			}
		})
	}
}

// outside is what there is for %w and %v.
var outside = []struct {
	w int64
	v uint64
}{{0, 0}, {1, 1}, {-1, math.MaxUint64}, {200, 200}, {-300, 1 << 63}, {40000, 40000}, {1<<31 - 1, 1<<31 - 1}, {-1 << 31, 1 << 31}, {1 << 40, 1<<63 + 1}, {math.MaxInt64, 1<<32 + 3}, {math.MinInt64, 1 << 16}}

var scalars = regexp.MustCompile(`%[wvc]\b`)

// reduceTypes are the types of the results of a module's first reduction.
func reduceTypes(m *ir.Module) (types string) {
	m.Funcs[0].Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpBlockReduce && types == "" {
			types = fmt.Sprint(ir.Types(o.Results))
		}
		return true
	})
	return types
}

func meansTheSame(t *testing.T, text string) (m, after *ir.Module) {
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := ir.Verify(m, ir.Loops); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	after = &ir.Module{Funcs: []*ir.Func{m.Funcs[0].Clone()}}
	if changed := opt.Narrow(after.Funcs[0]); changed != (after.String() != m.String()) {
		t.Errorf("says %v:\n%s", changed, after)
	}
	if err := ir.Verify(after, ir.Loops); err != nil {
		t.Fatalf("%v\n%s", err, after)
	}
	cases := outside
	if len(scalars.FindAllString(text, -1)) == len(scalars.FindAllString(narrowHead, -1)) { // only their declarations
		cases = outside[:1]
	}
	for _, s := range cases {
		for _, n := range []int64{300, 0} {
			want, got := narrowOutput(m, n, s.w, s.v), narrowOutput(after, n, s.w, s.v)
			for k := range want {
				if !reflect.DeepEqual(want[k], got[k]) {
					t.Fatalf("%d times, with %d and %d from outside: %s\nbefore:\n%s\nafter:\n%s", n, s.w, s.v, firstOf(want[k], got[k]), m, after)
				}
			}
		}
	}
	return m, after
}

// narrowOutput is what a function with the parameters of narrowHead stores.
func narrowOutput(m *ir.Module, n, w int64, v uint64) []any {
	const size = 300
	a, ys, zs, ts := make([]uint8, size), make([]int16, size), make([]int64, size), make([]uint64, size)
	d, e, o, f := make([]uint8, size), make([]int16, size), make([]int64, size), make([]float64, size)
	for i := range size {
		a[i], d[i] = uint8(i*7), uint8(i*3)
		zs[i] = []int64{0, 1, -1, 300, 1 << 31, -1 << 31, math.MaxInt64, math.MinInt64, 1 << 40}[i%9]
		ts[i] = []uint64{0, 1, 200, 300, 1 << 63, 1<<63 + 5, math.MaxUint64, 1 << 32}[i%8]
		ys[i] = []int16{0, 1, -1, 255, 256, -300, math.MaxInt16, math.MinInt16, int16(i * 97)}[i%9]
	}
	var in []reflect.Value
	var types []reflect.Type
	for _, x := range []any{a, ys, zs, ts, d, e, o, f, w, v, 2.5, w > 0, int32(w), n} {
		in, types = append(in, reflect.ValueOf(x)), append(types, reflect.TypeOf(x))
	}
	eval.Call(m, "f", reflect.FuncOf(types, nil, false), in...)
	return []any{d, e, o, f}
}

// firstOf says where two slices differ first.
func firstOf(want, got any) string {
	a, b := reflect.ValueOf(want), reflect.ValueOf(got)
	i := slices.IndexFunc(slices.Collect(func(yield func(int) bool) {
		for i := range a.Len() {
			if !yield(i) {
				return
			}
		}
	}), func(i int) bool { return !reflect.DeepEqual(a.Index(i).Interface(), b.Index(i).Interface()) })
	return fmt.Sprintf("%T element %d is %v, want %v", want, i, b.Index(i), a.Index(i))
}

// TestNarrowCarriedGuarded: what stands in for a loop in lanes where numbers from outside are large goes on by plain ops with what that carries.
func TestNarrowCarriedGuarded(t *testing.T) {
	for _, op := range []string{"second", "add", "xor"} {
		text := narrowHead + "%ten = const 10 : i32\n%s, %t = for %0, %n, %w, %ten <ints=[1] mode=lanes> : i64, i32 (%i: i64, %a1: i64, %b1: i32) {\n" +
			"%m = const -2 : i32\n%ra = running @" + op + " %a1, %w : i64\n%rb = running @" + op + " %b1, %m : i32\nyield %ra, %rb\n}\n" +
			"%one = const 1 : i64\n%u = conv %t : i64\nstore %o, %0, %s\nstore %o, %one, %u\nreturn\n}\n"
		if _, after := meansTheSame(t, text); op == "second" && !strings.Contains(after.String(), "if %") {
			t.Errorf("%s is without a guard:\n%s", op, after)
		}
	}
}
