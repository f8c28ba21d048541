package analysis_test

import (
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// TestCanonical compares bodies of a kernel with a first one: what is written differently only, and what is something else.
func TestCanonical(t *testing.T) {
	const head = `func @f(%a: []f32, %b: []f32, %w: i64, %y: i64, %x: i64) -> () kernel=single {
`
	canonical := func(body string) string {
		m, err := ir.Parse(head + body + "\n return\n}")
		if err != nil {
			t.Fatalf("%v\n%s", err, body)
		}
		if err := ir.Verify(m, ir.Loops); err != nil {
			t.Fatalf("%v\n%s", err, body)
		}
		return analysis.Canonical(m.Funcs[0])
	}
	const first = `
		%row = mul %y, %w : i64
		%i = add %row, %x : i64
		%u = load %a, %i : f32
		%v = load %b, %i : f32
		%s = add %u, %v : f32
		%d = sub %s, %u : f32
		store %a, %i, %d`
	want := canonical(first)
	for _, c := range []struct {
		what, body string
		same       bool
	}{
		{"names and order", `
			%i0 = mul %w, %y : i64
			%i1 = add %x, %i0 : i64
			%v = load %b, %i1 : f32
			%u = load %a, %i1 : f32
			%s = add %v, %u : f32
			%d = sub %s, %u : f32
			store %a, %i1, %d`, true},
		{"a part of a slice, and work done twice", `
			%row = mul %y, %w : i64
			%end = add %row, %w : i64
			%p = slice %a, %row, %end : []f32
			%q = slice %b, %row, %end : []f32
			%u = load %p, %x : f32
			%v = load %q, %x : f32
			%s = add %u, %v : f32
			%u1 = load %p, %x : f32
			%d = sub %s, %u1 : f32
			store %p, %x, %d`, true},
		{"operands of a difference", `
			%row = mul %y, %w : i64
			%i = add %row, %x : i64
			%u = load %a, %i : f32
			%v = load %b, %i : f32
			%s = add %u, %v : f32
			%d = sub %u, %s : f32
			store %a, %i, %d`, false},
		{"another index", `
			%row = mul %x, %w : i64
			%i = add %row, %y : i64
			%u = load %a, %i : f32
			%v = load %b, %i : f32
			%s = add %u, %v : f32
			%d = sub %s, %u : f32
			store %a, %i, %d`, false},
		{"another slice", `
			%row = mul %y, %w : i64
			%i = add %row, %x : i64
			%u = load %b, %i : f32
			%v = load %a, %i : f32
			%s = add %u, %v : f32
			%d = sub %s, %u : f32
			store %a, %i, %d`, false},
		{"a load behind a store", `
			%row = mul %y, %w : i64
			%i = add %row, %x : i64
			%u = load %a, %i : f32
			%v = load %b, %i : f32
			%s = add %u, %v : f32
			store %a, %i, %s
			%u1 = load %a, %i : f32
			%d = sub %s, %u1 : f32
			store %a, %i, %d`, false},
		{"under a condition", `
			%row = mul %y, %w : i64
			%i = add %row, %x : i64
			%u = load %a, %i : f32
			%v = load %b, %i : f32
			%s = add %u, %v : f32
			%d = sub %s, %u : f32
			%c = lt %x, %y : bool
			if %c {
				store %a, %i, %d
				yield
			} {
				yield
			}`, false},
	} {
		if got := canonical(c.body); (got == want) != c.same {
			t.Errorf("%s: the same is %v\nfirst:\n%s\nother:\n%s", c.what, got == want, want, got)
		}
	}

	// What was loaded before and behind a store is not the same, whatever stands where it is needed.
	swapped := canonical(`
		%u = load %a, %x : f32
		store %a, %x, %u
		%v = load %a, %x : f32
		%s = sub %u, %v : f32
		store %b, %x, %s`)
	same := canonical(`
		%u = load %a, %x : f32
		store %a, %x, %u
		%s = sub %u, %u : f32
		store %b, %x, %s`)
	if swapped == same {
		t.Errorf("a load is taken for one behind a store:\n%s", same)
	}
}
