package opt

import (
	"strings"
	"testing"
)

func TestMergeParFors(t *testing.T) {
	testPass(t, "func @f(%n: i64, %w: i64, %s: []f64, %d: []f64) -> ([]f64)", Fuse, []pair{
		{"through memory, element by element", `
			%m = make %n : []f64
			multi %n (%i: i64) {
				%x = load %s, %i : f64
				store %m, %i, %x
				yield
			}
			%e = make %n : []f64
			%c = conv %w : f64
			multi %n (%j: i64) {
				%y = load %m, %j : f64
				%z = mul %y, %c : f64
				store %e, %j, %z
				yield
			}
			return %e`, `
			%e = make %n : []f64
			%c = conv %w : f64
			multi %n (%i: i64) {
				%x = load %s, %i : f64
				%z = mul %x, %c : f64
				store %e, %i, %z
				yield
			}
			return %e`},
		{"two dimensions", `
			%m = make %n : []f64
			multi %n, %w (%i: i64, %j: i64) {
				%r = mul %i, %w : i64
				%k = add %r, %j : i64
				%x = load %s, %k : f64
				store %m, %k, %x
				yield
			}
			multi %n, %w (%i1: i64, %j1: i64) {
				%r1 = mul %i1, %w : i64
				%k1 = add %r1, %j1 : i64
				%x1 = load %m, %k1 : f64
				%y1 = neg %x1 : f64
				store %m, %k1, %y1
				yield
			}
			return %m`, `
			%m = make %n : []f64
			multi %n, %w (%i: i64, %j: i64) {
				%r = mul %i, %w : i64
				%k = add %r, %j : i64
				%x = load %s, %k : f64
				store %m, %k, %x
				%r1 = mul %i, %w : i64
				%k1 = add %r1, %j : i64
				%x1 = load %m, %k1 : f64
				%y1 = neg %x1 : f64
				store %m, %k1, %y1
				yield
			}
			return %m`},
		{"where nobody sees what the other one stores", `
			%m = make %n : []f64
			multi %n (%i: i64) {
				%x = conv %i : f64
				store %m, %i, %x
				yield
			}
			multi %n (%j: i64) {
				check.index %j, %w
				%y = load %m, %j : f64
				store %d, %j, %y
				yield
			}
			return %m`, `
			%m = make %n : []f64
			multi %n (%i: i64) {
				%x = conv %i : f64
				store %m, %i, %x
				check.index %i, %w
				%y = load %m, %i : f64
				store %d, %i, %y
				yield
			}
			return %m`},
	})
}

// TestMergeParForsNot has pairs of loops that must stay apart.
func TestMergeParForsNot(t *testing.T) {
	const first = `
		%one = const 1 : i64
		%m = make %n : []f64
		multi %n (%i: i64) {
			%x = load %s, %i : f64
			store %m, %i, %x
			yield
		}
	`
	checked := strings.Replace(first, "%x =", "check.index %i, %w\n%x =", 1)
	shown := strings.Replace(strings.Replace(first, "store %m", "store %s", 1), "%m = make %n : []f64", "%m = slice %s, %one, %n : []f64", 1)
	const endless = `%b = eq %n, %w : bool
		multi %n (%j: i64) {
			%y = load %m, %j : f64
			loop ^l {
				if %b {
					yield
				} {
					break ^l
				}
				continue ^l
			}
			store %m, %j, %y
			yield
		}`
	for name, text := range map[string]string{
		"a neighbour's element": first + `multi %n (%j: i64) {
			%k = add %j, %one : i64
			%y = load %m, %k : f64
			store %d, %j, %y
			yield
		}`,
		"other extent": first + `multi %w (%j: i64) {
			%y = load %m, %j : f64
			store %d, %j, %y
			yield
		}`,
		"other checks in both": checked + `multi %n (%j: i64) {
			check.div %j
			%y = load %m, %j : f64
			yield
		}`,
		"the first may fail when the second never runs": checked + `multi %n (%j: i64) {
			%y = load %m, %j : f64
			store %d, %j, %y
			yield
		}`,
		"the second may fail when all of the first is done": shown + `multi %n (%j: i64) {
			check.index %j, %w
			%y = load %s, %j : f64
			store %m, %j, %y
			yield
		}`,
		"the first may fail when what the second stores to is elsewhere, too": "store %all, %n, %a\n" + checked + `multi %n (%j: i64) {
			%y = load %m, %j : f64
			store %a, %j, %y
			yield
		}`,
		"what the first reads may be what the second writes": first + `multi %n (%j: i64) {
			%y = load %m, %j : f64
			%k = add %j, %one : i64
			store %d, %k, %y
			yield
		}`,
		"what may never end must not overtake what fails":      first + "check.div %w\n" + endless,
		"what may never end must not overtake what others see": first + "%c = conv %w : f64\nstore %d, %one, %c\n" + endless,
		"what moves memory": first + `multi %n (%j: i64) {
			%y = load %m, %j : f64
			move %d, %s, %one
			store %m, %j, %y
			yield
		}`,
		"a load between": first + `%z = load %m, %one : f64
		multi %n (%j: i64) {
			store %m, %j, %z
			yield
		}`,
		"nothing in common": first + `%e = make %n : []f64
		multi %n (%j: i64) {
			%y = conv %j : f64
			store %e, %j, %y
			yield
		}`,
	} {
		f := parse(t, "func @f(%n: i64, %w: i64, %s: []f64, %d: []f64, %all: [][]f64) -> ([]f64) {\n%a = make %n : []f64\n"+text+"\nreturn %m\n}\n")
		n := multis(f)
		if Fuse(f); multis(f) != n {
			t.Errorf("%s: got\n%s", name, f)
		}
	}
}

// TestMergeWidths: loops that only read the same stay apart where the elements of one are so wide that the other would have few lanes.
func TestMergeWidths(t *testing.T) {
	for elem, loops := range map[string]int{"u8": 1, "u16": 1, "u32": 1, "u64": 2} {
		f := parse(t, strings.ReplaceAll(`func @f(%n: i64, %x: []u8) -> ([]u8, []ELEM) {
			%a = make %n : []u8
			%b = make %n : []ELEM
			multi %n (%i: i64) {
				%v = load %x, %i : u8
				%w = not %v : u8
				store %a, %i, %w
				yield
			}
			multi %n (%j: i64) {
				%v1 = load %x, %j : u8
				%w1 = conv %v1 : ELEM
				store %b, %j, %w1
				yield
			}
			return %a, %b
		}`, "ELEM", elem))
		if Fuse(f); multis(f) != loops {
			t.Errorf("%s: %d loops, not %d:\n%s", elem, multis(f), loops, f)
		}
	}
}
