package analysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// parse reads a function at the residual level.
func parse(t *testing.T, text string) *ir.Func {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if err := ir.Verify(m, ir.Residual); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return m.Funcs[0]
}

// accessesOf lists the loads and stores of f, in order.
func accessesOf(f *ir.Func) (acc []*ir.Op) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
			acc = append(acc, o)
		}
		return true
	})
	return acc
}

// TestMayAlias has loads and stores, of which those pairs may touch the same memory that are listed: a is the first, b the second, ...
func TestMayAlias(t *testing.T) {
	const params = "%s: []f64, %t: []f64, %w: []f32, %p: []{a: f64, b: f64, c: f32}, %q: [][2]f64, %r: []{s: []f64, n: i64}, %n: i64, %i: i64, %b: bool"
	for _, c := range []struct{ name, body, want string }{
		{"parameters may be the same", "%1 = load %s, %i : f64\n%2 = load %t, %i : f64", "ab"},
		{"values of other types", "%1 = load %s, %i : f64\n%2 = load %w, %i : f32", ""},
		{"fields of one type", "%1 = load %p, %i <path=[0]> : f64\n%2 = load %p, %i <path=[1]> : f64\n%3 = load %p, %i <path=[2]> : f32", ""},
		{"a field that a slice of its type may lie in", "%1 = load %p, %i <path=[1]> : f64\n%2 = load %s, %i : f64", "ab"},
		{"elements of an array", "%1 = load %q, %i, %i <path=[-1]> : f64\n%2 = load %q, %i, %n <path=[-1]> : f64\n%3 = load %s, %i : f64", "ab ac bc"},
		{"what is made here is apart", "%m = make %n : []f64\n%k = make %n : []f64\nstore %m, %i, %x\nstore %k, %i, %x\nstore %s, %i, %x", ""},
		{"pieces of the same", "%m = make %n : []f64\n%k = slice %m, %i, %n : []f64\nstore %m, %i, %x\nstore %k, %i, %x", "ab"},
		{"twice the same", "%m = make %n : []f64\nstore %m, %i, %x\nstore %m, %n, %x", "ab"},
		{"what escapes may come back, but not as a parameter or as what is made here",
			"%m = make %n : []f64\n%k = make %n : []f64\nstore %r, %i, %m <path=[0]>\n%l = load %r, %i <path=[0]> : []f64\nstore %m, %i, %x\nstore %l, %i, %x\nstore %s, %i, %x\nstore %k, %i, %x",
			"ab cd de"},
		{"the same, seen from the other side",
			"%m = make %n : []f64\nstore %r, %i, %m <path=[0]>\n%l = load %r, %i <path=[0]> : []f64\nstore %l, %i, %x\nstore %s, %i, %x\nstore %m, %i, %x",
			"ab cd ce"},
		{"one of two", "%m = make %n : []f64\n%k = make %n : []f64\n%l = select %b, %m, %s : []f64\nstore %l, %i, %x\nstore %m, %i, %x\nstore %s, %i, %x\nstore %k, %i, %x", "ab ac"},
		{"carried by a loop", "%m = make %n : []f64\nloop ^0 %m (%l: []f64) {\nstore %l, %i, %x\nstore %m, %i, %x\nstore %s, %i, %x\n%k = make %n : []f64\nstore %k, %i, %x\ncontinue ^0 %k\n}", "ab ad"},
		{"measured only", "%m = make %n : []f64\n%1 = len %m : i64\n%2 = cap %m : i64\n%3 = load %r, %i <path=[0]> : []f64\nstore %m, %i, %x\nstore %3, %i, %x", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := parse(t, "func @f("+params+", %x: f64) -> () {\n"+c.body+"\nreturn\n}\n")
			m, acc := MemoryOf(f), accessesOf(f)
			var got []string
			for i, a := range acc {
				for k := range i {
					ab, ba := m.MayOverlap(acc[k], a), m.MayOverlap(a, acc[k])
					if ab != ba {
						t.Errorf("accesses %d and %d: %v one way, %v the other", k, i, ab, ba)
					}
					if ab {
						got = append(got, string(rune('a'+k))+string(rune('a'+i)))
					}
				}
			}
			want := strings.Fields(c.want)
			if len(got) != len(want) {
				t.Fatalf("got %v, want %v", got, want)
			}
			for _, pair := range want {
				if !strings.Contains(strings.Join(got, " "), pair) {
					t.Errorf("got %v, want %v", got, want)
				}
			}
		})
	}
}

// TestManyClasses: the last class holds all for which there is no bit any more, and overlaps everything.
func TestManyClasses(t *testing.T) {
	var fields, body strings.Builder
	const n = 70
	for i := range n {
		fmt.Fprintf(&fields, "f%d: f64, ", i)
		fmt.Fprintf(&body, "%%m%d = make %%n : []f32\n", i)
	}
	for i := range n {
		fmt.Fprintf(&body, "store %%s, %%n, %%x <path=[%d]>\n", i)
	}
	typ := "[]{" + strings.TrimSuffix(fields.String(), ", ") + "}"
	f := parse(t, "func @f(%s: "+typ+", %n: i64, %x: f64, %y: f32) -> () {\n"+body.String()+"callsym @g\nreturn\n}\n")
	m, acc := MemoryOf(f), accessesOf(f)
	for i, a := range acc {
		for k := range i {
			want := i >= maxClasses-1
			if got := m.MayOverlap(a, acc[k]); got != want {
				t.Fatalf("fields %d and %d: %v", i, k, got)
			}
			if got := m.Writes(acc[k]).Has(m.Class(a)); got != want {
				t.Fatalf("a store to field %d, and field %d: %v", k, i, got)
			}
		}
	}
	// An object of its own among the last: a call may write what else is there.
	body.Reset()
	for i := range n {
		v, elem, x := "%s", typ, "%x"
		if i >= maxClasses-2 {
			fmt.Fprintf(&body, "%%m%d = make %%n : []f32\n", i)
			v, elem, x = fmt.Sprintf("%%m%d", i), "", "%y"
		}
		if elem != "" {
			fmt.Fprintf(&body, "store %s, %%n, %s <path=[%d]>\n", v, x, i)
		} else {
			fmt.Fprintf(&body, "store %s, %%n, %s\n", v, x)
		}
	}
	f = parse(t, "func @f(%s: "+typ+", %n: i64, %x: f64, %y: f32) -> () {\n"+body.String()+"callsym @g\nreturn\n}\n")
	m, acc = MemoryOf(f), accessesOf(f)
	call := f.Body.Ops[len(f.Body.Ops)-2]
	for i, a := range acc {
		want := i != maxClasses-2
		if got := m.Writes(call).Has(m.Class(a)); got != want {
			t.Errorf("a call writes what access %d touches: %v, must be %v", i, got, want)
		}
	}
}

// TestWrites: what calls and regions may write.
func TestWrites(t *testing.T) {
	f := parse(t, `func @f(%s: []f64, %r: []{s: []f64, n: i64}, %n: i64, %x: f64) -> () {
		%own = make %n : []f64
		%out = make %n : []f64
		%1 = load %s, %n : f64
		%2 = load %own, %n : f64
		%3 = load %out, %n : f64
		store %r, %n, %out <path=[0]>
		callsym @g
		multi %n (%i: i64) {
			for %i, %n <ints=[1]> (%j: i64) {
				store %own, %j, %x
				yield
			}
			yield
		}
		for %n, %n <ints=[1]> (%k: i64) {
			callsym @g
			yield
		}
		%4 = add %n, %n : i64
		return
	}`)
	m, acc := MemoryOf(f), accessesOf(f)
	for _, c := range []struct {
		op   int
		want string // of the loads 1, 2, 3
	}{{5, ""}, {6, "13"}, {7, "2"}, {8, "13"}, {9, ""}} {
		got := ""
		for i, a := range acc[:3] {
			if m.Writes(f.Body.Ops[c.op]).Has(m.Class(a)) {
				got += fmt.Sprint(i + 1)
			}
		}
		if got != c.want {
			t.Errorf("%s may write what loads %q touch, must be %q", f.Body.Ops[c.op], got, c.want)
		}
	}
	reads := m.Reads(f.Body.Ops[7].Regions[0])
	if reads != 0 {
		t.Errorf("a region without loads reads %#x", reads)
	}
	if reads := m.Reads(f.Body.Ops[8].Regions[0]); reads != ^Classes(0) {
		t.Errorf("a region with a call reads %#x", reads)
	}
	if reads := m.Reads(f.Body); !reads.Has(m.Class(acc[1])) {
		t.Errorf("loads are not read: %#x", reads)
	}
}
