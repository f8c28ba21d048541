package opt_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/seeds"
)

// placeReduction is a reduction that looks for the place of the least or greatest key, or for the first or last place where something holds, or for both.
type placeReduction struct {
	lo           string // what the first index is
	key          string // its type; none if empty
	worst        string
	greatest     bool
	last         bool // of equal keys that with the largest index wins
	none         string
	strict       bool // the step compares keys only
	turned       [4]bool
	unordered    bool   // partial results begin with NaN
	condition    string // min or max of where it holds; none if empty
	never, start string
	limit        string    // it holds up to it; "": 1
	beside       [3]string // another leaf: its type, what it begins with, the op
	place        string    // what is taken for the place
}

// leaf is one result: its type, what the partial results begin with, what an iteration yields.
type leaf struct{ typ, id, yield string }

func (c *placeReduction) text() string {
	var leaves []leaf
	add := func(l leaf) int { leaves = append(leaves, l); return len(leaves) - 1 }
	key, at, where, beside := -1, -1, -1, -1
	place := "%i"
	if c.place != "" {
		place = "%place"
	}
	sizes := ""
	if c.key != "" {
		if c.turned[3] {
			at = add(leaf{"i64", c.none, place})
		}
		key = add(leaf{c.key, c.worst, "%key"})
		if !c.turned[3] {
			at = add(leaf{"i64", c.none, place})
		}
		sizes += ", 2"
	}
	if c.condition != "" {
		where = add(leaf{"i64", c.start, "%where"})
		sizes += ", 1"
	}
	if c.beside[0] != "" {
		beside = add(leaf{c.beside[0], c.beside[1], "%more"})
		sizes += ", 1"
	}
	var ids, types, yields, params []string
	consts := ""
	for k, l := range leaves {
		ids, types, yields = append(ids, fmt.Sprintf("%%id%d", k)), append(types, l.typ), append(yields, l.yield)
		if strings.HasPrefix(l.id, "%") {
			ids[k] = l.id
			continue
		}
		consts += fmt.Sprintf("%%id%d = const %s : %s\n", k, l.id, l.typ)
	}
	for _, side := range []string{"a", "b"} {
		for k, l := range leaves {
			params = append(params, fmt.Sprintf("%%%s%d: %s", side, k, l.typ))
		}
	}
	region := func(step bool) string {
		text, out := "", make([]string, len(leaves))
		if key >= 0 {
			text += c.wins(step, key, at)
			for _, k := range []int{key, at} {
				text += fmt.Sprintf("%%c%d = select %%wins, %%b%d, %%a%d : %s\n", k, k, k, leaves[k].typ)
			}
		}
		if where >= 0 {
			text += fmt.Sprintf("%%c%d = %s %%a%d, %%b%d : i64\n", where, c.condition, where, where)
		}
		if beside >= 0 {
			text += fmt.Sprintf("%%c%d = %s %%a%d, %%b%d : %s\n", beside, c.beside[2], beside, beside, c.beside[0])
		}
		for k := range out {
			out[k] = fmt.Sprintf("%%c%d", k)
		}
		text = "(" + strings.Join(params, ", ") + ") {\n" + text + "yield " + strings.Join(out, ", ") + "\n}"
		if step { // names are those of a function
			return regexp.MustCompile(`%\w+`).ReplaceAllString(text, "${0}s")
		}
		return text
	}
	body := "%p = sub %i, %lo : i64\n%x = load %a, %p : u8\n%y = load %ys, %p : i16\n%z = conv %y : f32\n%0f = const 0 : f32\n%q = div %0f, %z : f32\n"
	body += "%limit = const " + cmp.Or(c.limit, "1") + " : u8\n%h = le %x, %limit : bool\n%never = const " + c.never + " : i64\n%where = select %h, %i, %never : i64\n"
	body += map[string]string{"": "", "u8": "%7 = const 24 : u8\n%key = and %x, %7 : u8\n", "i16": "%7 = const 3 : i16\n%key = and %y, %7 : i16\n", "f32": "%key = mul %q, %z : f32\n", "f64": "%key = conv %q : f64\n"}[c.key]
	body += map[string]string{"": "", "f32": "%more = mul %z, %z : f32\n", "i32": "%more = conv %y : i32\n", "u8": "%more = and %x, %x : u8\n", "f64": "%more = conv %z : f64\n"}[c.beside[0]]
	if c.place != "" {
		body += c.place + "\n"
	}
	stores := ""
	for k, l := range leaves {
		if l.typ[0] == 'f' {
			stores += fmt.Sprintf("%%at%d = const %d : i64\n%%t%d = conv %%s%d : f64\n%%n%d = eq %%t%d, %%t%d : bool\n%%o%d = select %%n%d, %%t%d, %%g : f64\nstore %%f, %%at%d, %%o%d\n", k, k, k, k, k, k, k, k, k, k, k, k)
		} else {
			stores += fmt.Sprintf("%%at%d = const %d : i64\n%%o%d = conv %%s%d : i64\nstore %%o, %%at%d, %%o%d\n", k, k, k, k, k, k)
		}
		if l.typ == "i64" {
			stores = strings.Replace(stores, fmt.Sprintf("conv %%s%d : i64", k), fmt.Sprintf("add %%s%d, %%0 : i64", k), 1)
		}
		if l.typ == "f64" {
			stores = strings.Replace(stores, fmt.Sprintf("conv %%s%d : f64", k), fmt.Sprintf("abs %%s%d : f64", k), 1)
		}
	}
	results := make([]string, len(leaves))
	for k := range results {
		results[k] = fmt.Sprintf("%%s%d", k)
	}
	text := narrowHead + consts + "%lo = " + c.lo + " : i64\n%hi = add %lo, %n : i64\n" + strings.Join(results, ", ") + " = blockreduce %lo, %hi, " + strings.Join(ids, ", ") +
		" <ints=[0" + sizes + "] mode=lanes> : " + strings.Join(types, ", ") + " (%i: i64) {\n" + body + "yield " + strings.Join(yields, ", ") + "\n} " + region(false)
	if c.strict {
		text += " " + region(true)
	}
	return text + "\n" + stores + "return\n}\n"
}

// wins emits what decides of two partial results.
func (c *placeReduction) wins(step bool, key, at int) string {
	compare := func(name string, greater, turned bool, k int) string {
		op, x, y := "lt", "b", "a"
		if greater {
			op = "gt"
		}
		if turned {
			op, x, y = map[string]string{"lt": "gt", "gt": "lt"}[op], y, x
		}
		return fmt.Sprintf("%s = %s %%%s%d, %%%s%d : bool\n", name, op, x, k, y, k)
	}
	switch {
	case step && c.strict && c.last: // steps come in the order of the indices
		return fmt.Sprintf("%%wins = %s %%b%d, %%a%d : bool\n", map[bool]string{false: "le", true: "ge"}[c.greatest], key, key)
	case step && c.strict && c.unordered:
		return c.notWorse("%wins", key)
	case step && c.strict:
		return compare("%wins", c.greatest, c.turned[0], key)
	}
	better := compare("%better", c.greatest, c.turned[0], key)
	if c.unordered {
		better = c.notWorse("%better", key)
	}
	text := better + compare("%first", c.last, c.turned[1], at) + fmt.Sprintf("%%same = eq %%a%d, %%b%d : bool\n", key, key)
	if c.turned[2] {
		return text + "%tie = and %first, %same : bool\n%wins = or %tie, %better : bool\n"
	}
	return text + "%tie = and %same, %first : bool\n%wins = or %better, %tie : bool\n"
}

// notWorse says so of a key that is a number; the best so far may be none.
func (c *placeReduction) notWorse(name string, key int) string {
	return fmt.Sprintf("%%number = eq %%b%d, %%b%d : bool\n%%worse = %s %%b%d, %%a%d : bool\n%s = andnot %%number, %%worse : bool\n", key, key, map[bool]string{false: "ge", true: "le"}[c.greatest], key, key, name)
}

var extremePlaces = []string{"9223372036854775807", "-9223372036854775808", "-1", "0", "2147483647", "32767", "32768", "105", "1099511627776"}

func drawPlaces(r *rand.Rand) *placeReduction {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	flip := func() bool { return r.IntN(2) == 0 }
	c := &placeReduction{lo: pick("const 0", "const 100", "const 1099511627700", "const -200", "add %w, %0"), greatest: flip(), last: flip(), strict: flip(), none: pick(extremePlaces...), never: pick(extremePlaces...), start: pick(extremePlaces...), limit: pick("0", "1", "100", "255")}
	for k := range c.turned {
		c.turned[k] = flip()
	}
	if c.key = pick("u8", "i16", "f32", "f64", ""); c.key != "" {
		c.worst = map[string]string{"u8": "0", "i16": "-32768", "f32": "bits(0xff800000)", "f64": "bits(0xfff0000000000000)"}[c.key]
		if !c.greatest {
			c.worst = map[string]string{"u8": "255", "i16": "32767", "f32": "bits(0x7f800000)", "f64": "bits(0x7ff0000000000000)"}[c.key]
		}
	}
	if strings.HasPrefix(c.key, "f") && !c.last && flip() {
		c.unordered, c.worst = true, map[string]string{"f32": "bits(0x7fc00000)", "f64": "bits(0x7ff8000000000000)"}[c.key]
	}
	if c.key == "" || r.IntN(3) == 0 {
		c.condition = pick("min", "max")
	}
	if r.IntN(3) == 0 { // as a program has them
		c.start = map[string]string{"min": extremePlaces[0], "max": extremePlaces[1]}[c.condition]
		if c.start == "" {
			c.start = c.never
		}
	}
	if r.IntN(6) == 0 {
		c.start, c.none = "%w", "%w"
	}
	if r.IntN(6) == 0 {
		c.place = pick("%place = add %i, %1 : i64", "%place = select %h, %i, %1 : i64", "%place = sub %i, %lo : i64")
	}
	if r.IntN(4) == 0 {
		c.beside = [][3]string{{"f32", "bits(0x7f800000)", "min"}, {"i32", "0", "add"}, {"u8", "0", "max"}, {"f64", "0", "add"}, {"f32", "0", "add"}}[r.IntN(5)]
	}
	return c
}

// TestNarrowPlacesMean compares what such reductions give before and after, at random.
func TestNarrowPlacesMean(t *testing.T) {
	narrowed := 0
	seeds.Each(t, 300, func(seed uint64) {
		c := drawPlaces(rand.New(rand.NewPCG(seed, 1)))
		if c.lo == "add %w, %0" && strings.HasPrefix(c.none+c.start, "%") { // both at the ends of the range at once
			c.lo = "const 100"
		}
		if before, after := meansTheSame(t, c.text()); reduceTypes(before) != reduceTypes(after) {
			narrowed++
		}
	})
	if narrowed < 10 {
		t.Errorf("%d were narrowed", narrowed)
	}
}

// TestNarrowPlaces has reductions whose places get narrower, and some whose do not.
func TestNarrowPlaces(t *testing.T) {
	most := placeReduction{lo: "const 100", key: "f32", worst: "bits(0xff800000)", greatest: true, none: "9223372036854775807", strict: true, never: "0"}
	first := placeReduction{lo: "const 100", condition: "min", start: "9223372036854775807", never: "2147483647"}
	for _, c := range []struct {
		what, types string
		change      func(most, first *placeReduction) *placeReduction
	}{
		{"the greatest", "[f32 i32]", func(most, first *placeReduction) *placeReduction { return most }},
		{"an equal one wins over a later one", "[f32 i32]", func(most, first *placeReduction) *placeReduction {
			most.unordered, most.worst = true, "bits(0x7fc00000)"
			return most
		}},
		{"the place before the key", "[i32 f32]", func(most, first *placeReduction) *placeReduction { most.turned[3] = true; return most }},
		{"the first that is", "[i16]", func(most, first *placeReduction) *placeReduction { return first }},
		{"the first that is, no place being better", "[i16]", func(most, first *placeReduction) *placeReduction {
			first.never, first.limit = "-5", "255"
			return first
		}},
		{"beginning with what may be better than a place", "[i64]", func(most, first *placeReduction) *placeReduction {
			first.start = "105"
			return first
		}},
		{"a sum of floats beside it", "[f32 i64 f32]", func(most, first *placeReduction) *placeReduction {
			most.beside = [3]string{"f32", "0", "add"}
			return most
		}},
		{"the least beside it", "[f32 i32 f32]", func(most, first *placeReduction) *placeReduction {
			most.beside = [3]string{"f32", "bits(0x7f800000)", "min"}
			return most
		}},
		{"as wide as a place", "[f64 i64]", func(most, first *placeReduction) *placeReduction {
			most.key, most.worst = "f64", "bits(0xfff0000000000000)"
			return most
		}},
		{"one behind the place", "[f32 i64]", func(most, first *placeReduction) *placeReduction {
			most.place = "%place = add %i, %1 : i64"
			return most
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			a, b := most, first
			x := c.change(&a, &b)
			if _, after := meansTheSame(t, x.text()); reduceTypes(after) != c.types {
				t.Errorf("%s, want %s:\n%s", reduceTypes(after), c.types, after)
			}
		})
	}
}
