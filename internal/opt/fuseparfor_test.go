package opt

import "testing"

func TestFuseParFors(t *testing.T) {
	testPass(t, "func @f(%n: i64, %w: i64, %s: []f64, %d: []f64) -> ([]f64)", FuseParFors, []pair{
		{"through memory, element by element", `
			%m = make %n : []f64
			parfor %n (%i: i64) {
				%x = load %s, %i : f64
				store %m, %i, %x
				yield
			}
			%e = make %n : []f64
			%c = conv %w : f64
			parfor %n (%j: i64) {
				%y = load %m, %j : f64
				%z = mul %y, %c : f64
				store %e, %j, %z
				yield
			}
			return %e`, `
			%m = make %n : []f64
			%e = make %n : []f64
			%c = conv %w : f64
			parfor %n (%i: i64) {
				%x = load %s, %i : f64
				store %m, %i, %x
				%y = load %m, %i : f64
				%z = mul %y, %c : f64
				store %e, %i, %z
				yield
			}
			return %e`},
		{"two dimensions", `
			%m = make %n : []f64
			parfor %n, %w (%i: i64, %j: i64) {
				%r = mul %i, %w : i64
				%k = add %r, %j : i64
				%x = load %s, %k : f64
				store %m, %k, %x
				yield
			}
			parfor %n, %w (%i1: i64, %j1: i64) {
				%r1 = mul %i1, %w : i64
				%k1 = add %r1, %j1 : i64
				%x1 = load %m, %k1 : f64
				%y1 = neg %x1 : f64
				store %m, %k1, %y1
				yield
			}
			return %m`, `
			%m = make %n : []f64
			parfor %n, %w (%i: i64, %j: i64) {
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
	})
}

// TestFuseParForsNot has pairs of loops that must stay apart.
func TestFuseParForsNot(t *testing.T) {
	const first = `
		%one = const 1 : i64
		%m = make %n : []f64
		parfor %n (%i: i64) {
			check.index %i, %w
			%x = load %s, %i : f64
			store %m, %i, %x
			yield
		}
	`
	for name, second := range map[string]string{
		"a neighbour's element": `parfor %n (%j: i64) {
			%k = add %j, %one : i64
			%y = load %m, %k : f64
			store %d, %j, %y
			yield
		}`,
		"other extent": `parfor %w (%j: i64) {
			%y = load %m, %j : f64
			store %d, %j, %y
			yield
		}`,
		"checks in both": `parfor %n (%j: i64) {
			check.index %j, %w
			%y = load %m, %j : f64
			yield
		}`,
		"what the first reads may be what the second writes": `parfor %n (%j: i64) {
			%y = load %m, %j : f64
			%k = add %j, %one : i64
			store %d, %k, %y
			yield
		}`,
		"a load between": `%z = load %m, %one : f64
		parfor %n (%j: i64) {
			store %m, %j, %z
			yield
		}`,
		"nothing in common": `%e = make %n : []f64
		parfor %n (%j: i64) {
			%y = conv %j : f64
			store %e, %j, %y
			yield
		}`,
	} {
		f := parse(t, "func @f(%n: i64, %w: i64, %s: []f64, %d: []f64) -> ([]f64) {\n"+first+second+"\nreturn %m\n}\n")
		before := f.String()
		if FuseParFors(f) || f.String() != before {
			t.Errorf("%s: got\n%s", name, f)
		}
	}
}
