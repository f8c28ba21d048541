package opt_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// halving draws a binary search, in one of the ways in which the middle is found, and the rest of the range is; or something that is only nearly one.
func halving(r *rand.Rand) string {
	one := func(n int) bool { return r.IntN(n) == 0 }
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	sum := pick("%s = add %i, %j : i64", "%s = add %i, %j : i64", "%s = add %j, %i : i64")
	if one(12) {
		sum = "%s0 = add %i, %j : i64\n%s = add %s0, %one : i64"
	}
	mid := pick(
		sum+"\n%su = conv %s : u64\n%hu = shr %su, %u1 : u64\n%h = conv %hu : i64",
		sum+"\n%su = conv %s : u64\n%hu = div %su, %u2 : u64\n%h = conv %hu : i64",
		sum+"\n%h = shr %s, %u1 : i64",
		sum+"\n%h = div %s, %two : i64",
		sum+"\n%sign = shr %s, "+pick("%u63", "%u63", "%u63", "%u62")+" : i64\n%add = and %sign, %one : i64\n%sb = add %s, %add : i64\n%h = shr %sb, %u1 : i64",
		"%s = sub %j, %i : i64\n%s2 = div %s, %two : i64\n%h = add %i, %s2 : i64",
		"%s = sub %j, %i : i64\n%s2 = shr %s, %u1 : i64\n%h = add %i, %s2 : i64")
	cond := pick("lt %i, %j", "lt %i, %j", "gt %j, %i", "le %i, %j", "ge %j, %i")
	down := "%h"
	if strings.HasPrefix(cond, "le") || strings.HasPrefix(cond, "ge") || one(3) {
		down = "%hm"
	}
	if one(8) {
		cond = pick("ge %i, %j", "lt %j, %i", "ne %i, %j", "le %i, %j", "lt %i, %b")
	}
	up := pick("%hp", "%hp", "%hp", "%h")
	if one(12) {
		up, down = pick("%hm", "%hp", "%i", "%h2"), pick("%hp", "%h", "%j", "%hm")
	}
	enter := "if %go {\nyield\n} {\nbreak ^l %i, %j\n}\n"
	switch {
	case one(4):
		enter, cond = "if %go {\nbreak ^l %i, %j\n} {\nyield\n}\n", map[string]string{"lt %i, %j": "ge %i, %j", "le %i, %j": "gt %i, %j", "gt %j, %i": "le %j, %i", "ge %j, %i": "lt %j, %i"}[cond]
		if cond == "" {
			cond = "ge %i, %j"
		}
	case one(12):
		enter = "if %go {\nyield\n} {\nyield\n}\n"
	}
	lo := pick("%z", "%z", "%z", "%one", "%a", "%len")
	hi := pick("%len", "%len", "%last", "%last", "%b", "%most")
	text := "%go = " + cond + " : bool\n" + enter
	if one(12) {
		text = mid + "\n" + text
	} else {
		text += mid + "\n"
	}
	text += "%hp = add %h, %one : i64\n%hm = sub %h, %one : i64\n%h2 = sub %h, %two : i64\n"
	text += "check.index %h, %len\n%v = load %x, %h : f64\n%less = lt %v, %key : bool\n"
	if one(2) {
		text += "%ni = select %less, " + up + ", %i : i64\n%nj = select %less, %j, " + down + " : i64\n"
	} else {
		text += "%ni, %nj = if %less : i64, i64 {\nyield " + up + ", %j\n} {\nyield %i, " + down + "\n}\n"
	}
	return "func @f(%x: []f64, %key: f64, %a: i64, %b: i64) -> (i64, i64) {\n%z = const 0 : i64\n%one = const 1 : i64\n%two = const 2 : i64\n%u1 = const 1 : u64\n%u63 = const 63 : u64\n%u62 = const 62 : u64\n%u2 = const 2 : u64\n%most = const 9223372036854775807 : i64\n%limit = const 80 : i64\n" +
		"%len = len %x : i64\n%last = sub %len, %one : i64\n" +
		"%r, %q = loop ^l " + lo + ", " + hi + ", %z : i64, i64 (%i: i64, %j: i64, %t: i64) {\n" +
		"%t1 = add %t, %one : i64\n%over = gt %t, %limit : bool\nif %over {\nbreak ^l %i, %j\n} {\nyield\n}\n" + text +
		"continue ^l %ni, %nj, %t1\n}\nreturn %r, %q\n}\n"
}

// TestBisections compares what such loops give, and which check fails, with checks and without those that can't.
func TestBisections(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	m := &meaning{
		pass:      opt.Ranges,
		signature: reflect.TypeFor[func(x []float64, key float64, a, b int64) (int64, int64)](),
		inputs:    8,
		arguments: func(r *rand.Rand) []any {
			x := make([]float64, r.IntN(40))
			for i := range x {
				x[i] = float64(i)
				if r.IntN(8) == 0 {
					x[i] = float64(r.IntN(40))
				}
			}
			ends := []int64{0, 1, 5, 39, -1, -3, math.MaxInt64, math.MinInt64}
			return []any{x, float64(r.IntN(44) - 2), ends[r.IntN(len(ends))], ends[r.IntN(len(ends))]}
		},
	}
	for range 4000 {
		m.check(t, halving(r), r)
	}
	m.enough(t, 500, 3000)
}
