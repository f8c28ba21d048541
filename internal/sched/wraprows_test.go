package sched

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestWrapRows counts the remainders by the size of a grid that are taken apart.
func TestWrapRows(t *testing.T) {
	for _, c := range []struct {
		place string
		want  bool
	}{
		{"%p = add %i, %w : i64", true},
		{"%q = add %i, %n : i64\n%p = sub %q, %w : i64", true},
		{"%q = mul %n, %two : i64\n%o = mul %w, %two : i64\n%s = sub %q, %o : i64\n%p = add %i, %s : i64", true},
		{"%p = sub %i, %w : i64", false}, // may be negative
		{"%o = mul %w, %two : i64\n%s = sub %n, %o : i64\n%p = add %i, %s : i64", false},                        // if there is one row
		{"%q = sub %w, %one : i64\n%p = add %i, %q : i64", false},                                               // in another column
		{"%q = mul %w, %far : i64\n%p = add %i, %q : i64", false},                                               // might wrap around
		{"%q = mul %i, %two : i64\n%p = add %q, %w : i64", false},                                               // not i
		{"%q = mul %w, %h : i64\n%m = sub %q, %h : i64\n%p = add %i, %m : i64", false},                          // columns and rows the other way round
		{"%e = load %in, %i : i64\n%q = mul %e, %w : i64\n%p = add %i, %q : i64", false},                        // rows from data
		{"%q = mul %n, %h : i64\n%p = add %i, %q : i64", false},                                                 // as many grids as rows
		{"%q = mul %n, %g : i64\n%p = add %i, %q : i64", false},                                                 // g grids on
		{"%f = mul %w, %five : i64\n%q = sub %f, %n : i64\n%p = add %i, %q : i64", false},                       // a grid back, and some rows on: may be negative
		{"%q = sub %n, %w : i64\n%o = add %i, %q : i64\n%e = load %in, %i : i64\n%p = add %o, %e : i64", false}, // from data
		{"%s = add %i, %w : i64\n%p = conv %s : u64\n%m = conv %n : u64\n%u = rem %p, %m : u64\n%r = conv %u : i64", false},
	} {
		if !strings.Contains(c.place, "= rem") {
			c.place += "\n%r = rem %p, %n : i64"
		}
		text := "func @f(%out: []i64, %in: []i64, %w: i64, %h: i64, %g: i64) -> () {\n%n = mul %w, %h : i64\n%one = const 1 : i64\n%two = const 2 : i64\n%far = const 65 : i64\n%five = const 5 : i64\nmulti %n (%i: i64) {\n%x = rem %i, %w : i64\n" +
			c.place + "\n%v = add %r, %x : i64\nstore %out, %i, %v\nyield\n}\nreturn\n}\n"
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		var loop *ir.Op
		for _, o := range f.Body.Ops {
			if o.Kind == ir.OpMulti {
				loop = o
			}
		}
		b := ir.NewBuilder(ir.NewRegion(nil))
		if splitIndex(b, loop) == nil {
			t.Fatalf("no dimensions:\n%s", text)
		}
		loop.InsertBefore(b.Region.Take(0)...)
		rows := f.Body.Params[3]
		got := loop.Regions[0].Contains(func(o *ir.Op) bool { return o.Kind == ir.OpRem && o.Args[1] == rows })
		if got != c.want {
			t.Errorf("%s: taken apart: %v\n%s", c.place, got, fmt.Sprint(f))
		}
	}
}
