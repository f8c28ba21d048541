package opt

import "testing"

// TestPlacing: which loops that count places, and put elements there, become one.
func TestPlacing(t *testing.T) {
	const put = "%v = load %x, %i : i64\n%c = lt %t, %v : bool\nif %c {\n%p = load %place, %i : i64\ncheck.index %p, %n\nstore %y, %p, %v\nyield\n} {\nyield\n}\n"
	for _, c := range []struct {
		name, extra, between, put, behind string
		want                              bool
	}{
		{"all alike", "", "", put, "", true},
		{"what is computed between", "", "%m = add %n, %t : i64\n", put, "", true},
		{"something stored between", "", "store %x, %t, %t\n", put, "", false},
		{"the number asked for between", "", "%m = add %kept, %t : i64\n", put, "", false},
		{"a check where it counts", "check.index %g, %t\n", "", put, "", false},
		{"a store where it counts", "store %x, %g, %t\n", "", put, "", false},
		{"other elements where it counts", "%o = load %y, %g : i64\n", "", put, "", false},
		{"the same ones", "%o = load %x, %g : i64\n", "", put, "", true},
		{"places asked for behind", "", "", put, "%o = load %place, %t : i64\n", false},
		{"another decision", "", "", "%v = load %x, %i : i64\n%c = le %t, %v : bool\nif %c {\n%p = load %place, %i : i64\nstore %y, %p, %v\nyield\n} {\nyield\n}\n", "", false},
		{"the other arm", "", "", "%v = load %x, %i : i64\n%c = lt %t, %v : bool\nif %c {\nyield\n} {\n%p = load %place, %i : i64\nstore %y, %p, %v\nyield\n}\n", "", false},
		{"the next place", "", "", "%v = load %x, %i : i64\n%c = lt %t, %v : bool\nif %c {\n%j = add %i, %t : i64\n%p = load %place, %j : i64\nstore %y, %p, %v\nyield\n} {\nyield\n}\n", "", false},
	} {
		text := `func @f(%x: []i64, %y: []i64, %t: i64, %n: i64) -> (i64) {
			%zero = const 0 : i64
			%place = make %n : []i64
			%kept = for %zero, %n, %zero <ints=[1]> : i64 (%g: i64, %k: i64) {
				` + c.extra + `%w = load %x, %g : i64
				store %place, %g, %k
				%d = lt %t, %w : bool
				%next = if %d : i64 {
					%one = const 1 : i64
					%more = add %k, %one : i64
					yield %more
				} {
					yield %k
				}
				yield %next
			}
			` + c.between + `multi %n (%i: i64) {
				` + c.put + `yield
			}
			` + c.behind + `return %kept
		}
`
		f := parseFunc(t, text)
		if got := Placing(f); got != c.want {
			t.Errorf("%s: %v, want %v\n%s", c.name, got, c.want, text)
		}
		verified(t, f)
	}
}
