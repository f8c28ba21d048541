package opt

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestLocalSlices: which slices grow in a buffer, and which are appended to as written since somebody sees where their elements are. Each text replaces a part of a loop that
// appends to %a, or comes at a place in it.
func TestLocalSlices(t *testing.T) {
	const (
		start  = "%start = zero : []i32\n"
		made   = "%m0 = make %one : []i32\n"
		loop   = "%r = loop ^l %k, %start : []i32"
		first  = "%av = load" // of an iteration
		last   = "%aj = add"  // behind the append
		end    = "return %r"
		next   = "continue ^l %aj, %aa"
		length = "%q = len %aa : i64\n%m1 = const -1 : i64\n"
		stored = "store %aa, %an, %av"
	)
	for name, c := range map[string]struct {
		local bool
		at    string // what text is put in front of, or
		text  string
		was   string // what it replaces
	}{
		"nil": {true, "", "", ""},

		// What it starts with.
		"what is made":                        {true, "", made + "%start = slice %m0, %k, %k : []i32\n", start},
		"what is made, whole":                 {true, "", "%start = make %one : []i32\n", start},
		"what is made and filled":             {true, "", "%start = make %one : []i32\nstore %start, %k, %t\n", start},
		"what is given":                       {false, "", "%start = slice %dst, %k, %k : []i32\n", start},
		"what begins behind":                  {false, "", made + "%start = slice %m0, %one, %one : []i32\n", start},
		"what ends before it might":           {false, "", made + "%start = slice %m0, %k, %k, %k : []i32\n", start},
		"what another slice is of, too":       {false, "", made + "%start = slice %m0, %k, %k : []i32\n%other = slice %m0, %k, %k : []i32\n", start},
		"what is looked at later":             {false, "", "%start = make %one : []i32\n", start + "LATER"},
		"what is returned, too":               {false, "", made + "%start = slice %m0, %k, %k : []i32\n", start + "RETURNED"},
		"what was made once for several":      {false, "", "", "AROUND"},
		"what another loop is given, too":     {false, "", made + "%start = slice %m0, %k, %k : []i32\n", start + "TWICE"},
		"what is looked at in the iterations": {false, "", "%start = make %one : []i32\n", start + "INSIDE"},

		// What is done with it.
		"its elements are read and changed": {true, last, "%p = len %a : i64\n%pc = gt %p, %k : bool\nif %pc {\n%pv = load %a, %k : i32\nstore %x, %k, %pv\nyield\n} {\nyield\n}\n", "READ"},
		"its capacity is looked at":         {false, first, "%p = cap %a : i64\n%pv = conv %p : i32\nstore %x, %k, %pv\n", ""},
		"its capacity is compared":          {false, first, "%p = cap %a : i64\n%pc = lt %p, %n : bool\nif %pc {\nbreak ^l %a\n} {\nyield\n}\n", ""},
		"it is returned from inside":        {false, first, "%pc = lt %aI, %k : bool\nif %pc {\nreturn %a\n} {\nyield\n}\n", ""},
		"another comes out":                 {false, first, "%pc = lt %aI, %k : bool\nif %pc {\nbreak ^l %x\n} {\nyield\n}\n", ""},
		"another goes on":                   {false, first, "%pc = lt %aI, %k : bool\nif %pc {\ncontinue ^l %n, %x\n} {\nyield\n}\n", ""},
		"what it was goes on behind":        {false, last, "%pc = lt %aI, %k : bool\nif %pc {\ncontinue ^l %n, %a\n} {\nyield\n}\n", ""},
		"what it was is read behind":        {false, last, "%p = len %a : i64\n%pc = gt %p, %k : bool\nif %pc {\n%pv = load %a, %k : i32\nstore %x, %k, %pv\nyield\n} {\nyield\n}\n", ""},

		// What goes on.
		"one less":              {true, "", length + "%e = sub %q, %one : i64\n%s = slice %aa, %k, %e : []i32\ncontinue ^l %aj, %s", next},
		"one less, added":       {true, "", length + "%e = add %q, %m1 : i64\n%s = slice %aa, %k, %e : []i32\ncontinue ^l %aj, %s", next},
		"as many":               {true, "", length + "%s = slice %aa, %k, %q : []i32\ncontinue ^l %aj, %s", next},
		"nothing":               {true, "", "%s = slice %aa, %k, %k : []i32\ncontinue ^l %aj, %s", next},
		"one more":              {false, "", length + "%e = add %q, %one : i64\n%s = slice %aa, %k, %e : []i32\ncontinue ^l %aj, %s", next},
		"one more, subtracted":  {false, "", length + "%e = sub %q, %m1 : i64\n%s = slice %aa, %k, %e : []i32\ncontinue ^l %aj, %s", next},
		"the same of another":   {false, "", "%q = len %x : i64\n%s = slice %aa, %k, %q : []i32\ncontinue ^l %aj, %s", next},
		"one less than another": {false, "", "%q = len %x : i64\n%e = sub %q, %one : i64\n%s = slice %aa, %k, %e : []i32\ncontinue ^l %aj, %s", next},
		"all there is room for": {false, "", "%q = cap %aa : i64\n%s = slice %aa, %k, %q : []i32\ncontinue ^l %aj, %s", next},
		"what begins later":     {false, "", length + "%s = slice %aa, %one, %q : []i32\ncontinue ^l %aj, %s", next},
		"with less room":        {false, "", length + "%s = slice %aa, %k, %q, %q : []i32\ncontinue ^l %aj, %s", next},

		// What is appended.
		"nothing is stored":              {false, "", "", stored},
		"something else is stored":       {false, "", "store %aa, %k, %av", stored},
		"it is read before it is stored": {false, "", "%pv = load %aa, %an : i32\n" + stored, stored},

		// How room is asked for.
		"the other way round": {true, "", "ge %ac, %ae", "le %ae, %ac"},
		"one more than that":  {false, "", "lt %ae, %ac", "le %ae, %ac"},
		"another's room":      {false, "", "le %ae, %n", "le %ae, %ac"},
	} {
		text := growthConsts + "\n" + start + loop + " (%aI: i64, %a: []i32) {" + iteration("a", "l", makesRoom, true) + "\n}\n" + end
		was := c.was
		was, later := strings.CutSuffix(was, "LATER")
		was, returned := strings.CutSuffix(was, "RETURNED")
		was, twice := strings.CutSuffix(was, "TWICE")
		was, within := strings.CutSuffix(was, "INSIDE")
		switch {
		case later:
			text = strings.Replace(text, end, "%lv = load %start, %k : i32\nstore %x, %k, %lv\n"+end, 1)
		case returned:
			text = strings.Replace(text, end, "%lc = lt %n, %k : bool\nif %lc {\nreturn %start\n} {\nyield\n}\n"+end, 1)
		case twice:
			text = strings.Replace(text, end, "%q = loop ^q %start : []i32 (%qs: []i32) {\nbreak ^q %qs\n}\n%qn = len %q : i64\n%qv = conv %qn : i32\nstore %x, %k, %qv\n"+end, 1)
		case within:
			text = strings.Replace(text, first, "%wv = load %start, %k : i32\nstore %x, %k, %wv\n"+first, 1)
		}
		switch {
		case c.was == "AROUND":
			text = strings.Replace(text, start, made+"%start = slice %m0, %k, %k : []i32\n%all = loop ^o %k : i64 (%o: i64) {\n", 1)
			text = strings.Replace(text, end, "%on = len %r : i64\n%oc = lt %on, %n : bool\nif %oc {\ncontinue ^o %on\n} {\nbreak ^o %on\n}\nbreak ^o %on\n}\nreturn %x", 1)
		case c.was == "READ": // ahead of the append
			text = strings.Replace(text, first, c.text+first, 1)
		case c.at != "":
			text = strings.Replace(text, c.at, c.text+c.at, 1)
		default:
			text = strings.Replace(text, was, c.text, 1)
		}
		m, err := ir.Parse(growthSignature + " {" + text + "\n}")
		if err != nil {
			t.Fatalf("%s: %v in\n%s", name, err, text)
		}
		f := m.Funcs[0]
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("%s: %v in\n%s", name, err, f)
		}
		SplitGrowth(f)
		makes := 0
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpScratch {
				makes++
			}
			return true
		})
		if got := makes > 0; got != c.local {
			t.Errorf("%s: in a buffer %v, want %v\n%s", name, got, c.local, f)
		}
	}
}
