package opt

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// These loops go over x, and put something in the front of y.
const siftHead = "func @f(%x: []f64, %y: []f64, %b: f64, %k: i64, %n: i64) -> (i64) kernel=single"

func siftLoop(before, body string) string {
	return `%z = const 0 : i64
		%one = const 1 : i64
		%len = len %y : i64
		%r = for %z, %n, %z <ints=[1]> : i64 (%i: i64, %m: i64) {
			` + before + `
			%next = if %c : i64 {
				` + body + `
				%up = add %m, %one : i64
				yield %up
			} {
				yield %m
			}
			yield %next
		}
		return %r`
}

const (
	siftWhere = "%v = load %x, %i : f64\n%c = lt %b, %v : bool"
	siftStore = "check.index %m, %len\nstore %y, %m, %v"
)

func TestSift(t *testing.T) {
	f := parse(t, siftHead+" {\n"+siftLoop(siftWhere, siftStore)+"\n}\n")
	if !Sift(f) {
		t.Fatal("nothing found")
	}
	if err := ir.VerifyFunc(f, ir.Loops); err != nil {
		t.Fatalf("%v\n%s", err, f)
	}
	if err := f.CheckChanges(); err != nil {
		t.Error(err)
	}
	got := f.String()
	for what, n := range map[string]int{
		"apart %x, %y <ints=[0, 0]>":      1,
		"reduce":                          1, // for the bits
		"ctz":                             1,
		"check.index":                     3, // as they come, picked, and what is left
		"for ":                            2,
		"loop ":                           2,
		"load %x":                         4,
		"const 9223372036854775295 : i64": 1, // no index wraps around
	} {
		if c := strings.Count(got, what); c != n {
			t.Errorf("%d times %q, want %d, in\n%s", c, what, n, got)
		}
	}

	var stays []untouched
	for what, l := range map[string][2]string{
		"a check ahead of the condition":          {"check.index %i, %len\n" + siftWhere, siftStore},
		"the condition waits for what is carried": {siftWhere + "0\n%c = lt %m, %k : bool", siftStore},
		"it waits for what may have been stored":  {"%v = load %y, %i : f64\n%c = lt %b, %v : bool", siftStore},
		"a store ahead of the condition":          {siftWhere + "\nstore %y, %i, %v", siftStore},
		"nothing is stored":                       {siftWhere, "check.index %m, %len"},
		"a loop inside":                           {siftWhere, siftStore + "\nfor %z, %k <ints=[1]> (%j: i64) {\nstore %y, %j, %b\nyield\n}"},
		"another branch ahead of it":              {siftWhere + "\n%c1 = lt %v, %b : bool\nif %c1 {\nstore %y, %z, %b\nyield\n} {\nyield\n}", siftStore},
		"room for something":                      {siftWhere, siftStore + "\n%al = alloca <ints=[4]> : []f64\nstore %al, %z, %v"},
		"a way out":                               {siftWhere, siftStore + "\n%c1 = lt %v, %b : bool\nif %c1 {\nreturn %m\n} {\nyield\n}"},
		"where it loads from is found inside":     {"%xs = slice %x, %z, %len : []f64\n%v = load %xs, %i : f64\n%c = lt %b, %v : bool", siftStore},
		"where it stores to is found inside":      {siftWhere, "%ys = slice %y, %z, %len : []f64\nstore %ys, %m, %v"},
		"a branch stores where it loads":          {siftWhere, siftStore + "\n%c1 = lt %v, %b : bool\nif %c1 {\nstore %x, %m, %b\nyield\n} {\nyield\n}"},
		"more than is worth having three times":   {siftWhere, strings.Repeat(siftStore+"\n", maxSifted/2)},
	} {
		before := strings.Replace(l[0], "%c = lt %b, %v : bool0", "%c0 = lt %b, %v : bool", 1)
		stays = append(stays, untouched{what, siftLoop(before, l[1])})
	}
	plain := siftLoop(siftWhere, siftStore)
	plain = strings.Replace(plain, "for %z", "for ^f %z", 1)
	testStays(t, strings.TrimSuffix(siftHead, " kernel=single"), Sift, []untouched{{"it is no kernel", plain}})
	for what, r := range map[string][2]string{
		"otherwise something happens, too":  {"} {\n\t\t\t\tyield %m", "} {\n\t\t\t\tyield %i"},
		"otherwise it ends":                 {"} {\n\t\t\t\tyield %m", "} {\n\t\t\t\tbreak ^f %m"},
		"it ends where the condition holds": {"yield %up", "break ^f %up"},
		"it ends in any case":               {"yield %next", "break ^f %next"},
		"there is no branch":                {plain[strings.Index(plain, "%next ="):strings.Index(plain, "yield %next")] + "yield %next", "%next = add %m, %one : i64\nyield %next"},
		"more happens behind it":            {"yield %next", "store %y, %i, %b\nyield %next"},
		"another step":                      {"<ints=[1]> : i64 (%i", "<ints=[2]> : i64 (%i"},
		"another value goes on":             {"yield %next", "%other = add %m, %i : i64\nyield %other"},
	} {
		stays = append(stays, untouched{what, strings.Replace(plain, r[0], r[1], 1)})
	}
	testStays(t, siftHead, Sift, stays)
}
