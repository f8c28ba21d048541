package opt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// These loops look for something in x.
const searchHead = "func @f(%x: []f64, %y: []f64, %b: f64, %k: i64, %n: i64) -> (i64) kernel=single"

func searchText(before, leave string) string {
	return `%z = const 0 : i64
		%len = len %x : i64
		for ^f %z, %len <ints=[1]> (%i: i64) {
			` + before + `
			if %c {
				` + leave + `
			} {
				yield
			}
			yield
		}
		return %n`
}

const searchWhere = "%v = load %x, %i : f64\n%c = eq %b, %v : bool"

func TestSearch(t *testing.T) {
	f := parse(t, searchHead+" {\n"+searchText("check.index %i, %n\n"+searchWhere, "return %i")+"\n}\n")
	if !Search(f) {
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
		"blockreduce": 2, // long blocks and short ones
		"mode=lanes":  2,
		"check.index": 2, // blocks end before it fails
		"for ":        2, // the first few, and what is left
		"load %x":     4,
	} {
		if c := strings.Count(got, what); c != n {
			t.Errorf("%d times %q, want %d, in\n%s", c, what, n, got)
		}
	}

	var stays []untouched
	many := ""
	for k := range mostLeaving {
		many += fmt.Sprintf("%%m%d = add %%i, %%k : i64\n", k)
	}
	for what, l := range map[string][2]string{
		"it stores ahead of the end":                {searchWhere + "\nstore %y, %i, %v", "return %i"},
		"a loop inside":                             {"for %z, %k <ints=[1]> (%j: i64) {\nyield\n}\n" + searchWhere, "return %i"},
		"it goes on in any case":                    {searchWhere, "continue ^f"},
		"more is done at the end than pays":         {searchWhere, strings.Repeat("store %y, %z, %v\n", mostLeaving) + "return %i"},
		"a check of other things":                   {"check.shift %k\n" + searchWhere, "return %i"},
		"more is computed at the end than pays":     {searchWhere, many + "break ^f"},
		"more is computed on the way out than pays": {searchWhere, many + "return %m0"},
		"it stores where it does not end":           {searchWhere + "\nif %c {\nreturn %i\n} {\nstore %y, %i, %v\nyield\n}", "return %n"},
		"a division that may fail":                  {"%d = div %i, %k : i64\n" + searchWhere, "return %i"},
	} {
		stays = append(stays, untouched{what, searchText(l[0], l[1])})
	}
	// Ends that are none which blocks could look for, beside one that is.
	for what, leave := range map[string]string{"return": "return %i", "break": "break ^f", "of another loop": "continue ^o %i"} {
		stays = append(stays, untouched{"more is done at another end than pays: " + what, "%z = const 0 : i64\n%r = for ^o %z, %k, %z <ints=[1]> : i64 (%o: i64, %p: i64) {\nfor ^f %z, %n <ints=[1]> (%i: i64) {\n" +
			searchWhere + "\nif %c {\nreturn %i\n} {\nyield\n}\n%d = lt %v, %b : bool\nif %d {\n" + many + leave + "\n} {\nyield\n}\nyield\n}\nyield %p\n}\nreturn %r"})
	}
	stays = append(stays, untouched{"there is one iteration only", strings.Replace(searchText(searchWhere, "return %i"), "}\n\t\t\tyield\n\t\t}\n\t\treturn", "}\n\t\t\tbreak ^f\n\t\t}\n\t\treturn", 1)})
	testStays(t, searchHead, Search, stays)
	found := searchText(searchWhere, "break ^f")
	testStays(t, strings.TrimSuffix(searchHead, " kernel=single"), Search, []untouched{{"it is no kernel", found}})
	inside := strings.TrimSuffix(strings.Replace(found, "%z = const 0 : i64", "", 1), "return %n")
	testStays(t, searchHead, Search, []untouched{
		{"it has lanes around it", "%z = const 0 : i64\nfor %z, %k <ints=[1] mode=lanes> (%l: i64) {\n" + inside + "yield\n}\nreturn %n"},
		{"a reduction is around it", "%z = const 0 : i64\n%r = blockreduce %z, %k, %n <ints=[0, 1]> : i64 (%l: i64) {\n" + inside + "yield %l\n} (%p: i64, %q: i64) {\nyield %p\n}\nreturn %r"},
	})
}
