package simd_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
	"github.com/hone-go/hone/internal/simd"
)

// carrying is a kernel with a loop that carries n and k to m and j, beside memory at p and q.
func carrying(body string) string {
	return "func @f(%lo: i64, %hi: i64, %p: i64, %q: i64, %first: i64) -> (i64, i64) kernel=range {\n%one = const 1 : i64\n%zero = const 0 : i64\n" + `
		%n0, %k0 = loop ^l %lo, %zero, %zero : i64, i64 (%i: i64, %n: i64, %k: i64) {
			%v = mload %p, %i <ints=[8, 0]> : i64
			%c = lt %v, %first : bool
			` + body + `
			%next = add %i, %one : i64
			%more = lt %next, %hi : bool
			if %more {
				continue ^l %next, %m, %j
			} {
				break ^l %m, %j
			}
			unreachable
		}
		return %n0, %k0
	}`
}

func TestChoices(t *testing.T) {
	const kept = "%j = sub %k, %one : i64\n"
	for _, c := range []struct{ name, before, after string }{
		{"what counts or starts again", kept + `
			%m = if %c : i64 {
				%up = add %n, %one : i64
				yield %up
			} {
				yield %zero
			}`, kept + `
			%up = add %n, %one : i64
			%m = select %c, %up, %zero : i64`},
		{"one op in either arm", kept + `
			%m = if %c : i64 {
				%up = add %n, %v : i64
				yield %up
			} {
				%down = sub %n, %v : i64
				yield %down
			}`, kept + `
			%up = add %n, %v : i64
			%down = sub %n, %v : i64
			%m = select %c, %up, %down : i64`},
		{"no else: two ops, and two values", `
			%m, %j = if %c : i64, i64 {
				%up = add %n, %v : i64
				%low = and %up, %first : i64
				yield %low, %i
			} {
				yield %n, %k
			}`, `
			%up = add %n, %v : i64
			%low = and %up, %first : i64
			%m = select %c, %low, %n : i64
			%j = select %c, %i, %k : i64`},
		{"no then", kept + `
			%m = if %c : i64 {
				yield %n
			} {
				%up = add %n, %v : i64
				%low = and %up, %first : i64
				yield %low
			}`, kept + `
			%up = add %n, %v : i64
			%low = and %up, %first : i64
			%m = select %c, %n, %low : i64`},
		{"three ops", kept + `
			%m = if %c : i64 {
				%up = add %n, %v : i64
				%low = and %up, %first : i64
				%odd = or %low, %one : i64
				yield %odd
			} {
				yield %n
			}`, ""},
		{"an op, and an extreme, which is two", kept + `
			%m = if %c : i64 {
				%up = add %n, %v : i64
				%low = max %up, %first : i64
				yield %low
			} {
				yield %n
			}`, ""},
		{"then and else, and two values", `
			%m, %j = if %c : i64, i64 {
				yield %v, %i
			} {
				%up = add %n, %v : i64
				yield %up, %k
			}`, ""},
		{"then and else, and two ops", kept + `
			%m = if %c : i64 {
				yield %v
			} {
				%d = lt %n, %v : bool
				%up = select %d, %v, %n : i64
				yield %up
			}`, ""},
		{"a condition of two", kept + `
			%d = lt %first, %i : bool
			%e = and %c, %d : bool
			%m = if %e : i64 {
				yield %v
			} {
				yield %n
			}`, ""},
		{"what may take long", kept + `
			%m = if %c : i64 {
				%up = div %n, %one : i64
				yield %up
			} {
				yield %n
			}`, ""},
		{"a load", kept + `
			%m = if %c : i64 {
				%up = mload %q, %i <ints=[8, 0]> : i64
				yield %up
			} {
				yield %n
			}`, ""},
		{"an arm that leaves the loop", kept + `
			%m = if %c : i64 {
				yield %v
			} {
				break ^l %n, %k
			}`, ""},
		{"bytes", kept + `
			%b = conv %n : u8
			%w = conv %v : u8
			%x = if %c : u8 {
				yield %b
			} {
				yield %w
			}
			%m = conv %x : i64`, ""},
		{"floats", kept + `
			%b = conv %n : f64
			%w = conv %v : f64
			%x = if %c : f64 {
				yield %b
			} {
				yield %w
			}
			%m = conv %x : i64`, ""},
		{"what an address is made of in the next iteration", `
			%u = mload %q, %n <ints=[8, 0]> : i64
			%j = add %k, %u : i64
			%m = if %c : i64 {
				yield %i
			} {
				yield %n
			}`, ""},
		{"what an address is made of, out of a branch and an inner loop", kept + `
			%at = if %c : i64 {
				yield %i
			} {
				yield %n
			}
			%w = loop ^in %at : i64 (%a: i64) {
				%b = if %more0 : i64 {
					break ^in %a
				} {
					%b1 = add %a, %one : i64
					yield %b1
				}
				continue ^in %b
			}
			%m = mload %q, %w <ints=[8, 8]> : i64`, ""},
		{"where is stored", kept + `
			%m = if %c : i64 {
				yield %i
			} {
				yield %n
			}
			mstore %q, %m, %v <ints=[8, 0]>`, kept + `
			%m = select %c, %i, %n : i64
			mstore %q, %m, %v <ints=[8, 0]>`},
		{"what decides where is loaded", kept + `
			%m = if %c : i64 {
				yield %i
			} {
				yield %n
			}
			%d = lt %m, %first : bool
			%w = if %d : i64 {
				%w1 = mload %q, %i <ints=[8, 0]> : i64
				mstore %q, %i, %w1 <ints=[8, 8]>
				yield %w1
			} {
				yield %one
			}`, kept + `
			%m = select %c, %i, %n : i64
			%d = lt %m, %first : bool
			%w = if %d : i64 {
				%w1 = mload %q, %i <ints=[8, 0]> : i64
				mstore %q, %i, %w1 <ints=[8, 8]>
				yield %w1
			} {
				yield %one
			}`},
		{"selects beside a branch go with it, before and behind", `
			%j = select %c, %i, %k : i64
			%m, %o = if %c : i64, i64 {
				yield %v, %one
			} {
				%up = add %n, %v : i64
				yield %up, %zero
			}
			%w = select %c, %v, %o : i64
			%x = select %c, %v, %one : i64
			mstore %q, %w, %x <ints=[8, 0]>`, `
			%m, %o, %j, %x = if %c : i64, i64, i64, i64 {
				yield %v, %one, %i, %v
			} {
				%up = add %n, %v : i64
				yield %up, %zero, %k, %one
			}
			%w = select %c, %v, %o : i64
			mstore %q, %w, %x <ints=[8, 0]>`},
		{"a select beside a branch that leaves the loop, and one on another condition", kept + `
			%d = lt %first, %i : bool
			%e = select %d, %c, %d : bool
			%o = if %c : i64 {
				yield %v
			} {
				break ^l %n, %k
			}
			%x = select %c, %o, %n : i64
			%w = select %c, %i, %n : i64
			%u = select %e, %x, %w : i64
			%m = add %u, %o : i64`, kept + `
			%d = lt %first, %i : bool
			%e = select %d, %c, %d : bool
			%o, %w = if %c : i64, i64 {
				yield %v, %i
			} {
				break ^l %n, %k
			}
			%x = select %c, %o, %n : i64
			%u = select %e, %x, %w : i64
			%m = add %u, %o : i64`},
		{"selects that what stands between them and the branch uses, and the branch itself", `
			%j = select %c, %i, %k : i64
			mstore %q, %j, %v <ints=[8, 0]>
			%d = select %c, %k, %i : i64
			%m, %o = if %c : i64, i64 {
				yield %v, %one
			} {
				%up = add %n, %d : i64
				yield %up, %zero
			}
			mstore %q, %o, %v <ints=[8, 0]>`, ""},
		{"a branch in a branch: the outer one has too much then", kept + `
			%m = if %c : i64 {
				%up = add %n, %one : i64
				%d = lt %up, %k : bool
				%best = if %d : i64 {
					yield %k
				} {
					yield %up
				}
				yield %best
			} {
				yield %n
			}`, kept + `
			%m = if %c : i64 {
				%up = add %n, %one : i64
				%d = lt %up, %k : bool
				%best = select %d, %k, %up : i64
				yield %best
			} {
				yield %n
			}`},
	} {
		text := func(body string) string {
			return strings.Replace(carrying(body), "%zero = const 0 : i64\n", "%zero = const 0 : i64\n%more0 = lt %lo, %hi : bool\n", 1)
		}
		if c.after != "" {
			c.after = text(c.after)
		}
		rewrites(t, c.name, simd.Choices, text(c.before), c.after)
	}
	outside := "func @f(%lo: i64, %hi: i64, %c: bool) -> (i64) kernel=range {\n%m = if %c : i64 {\n%d = lt %lo, %hi : bool\n%in = if %d : i64 {\nyield %lo\n} {\nyield %hi\n}\nyield %in\n} {\nyield %hi\n}\nreturn %m\n}"
	if simd.Choices(lanesOf(t, outside).Funcs[0]) {
		t.Error("a branch that no loop is around is a selection")
	}
}

// choosing draws the body of a loop that chooses, with selections and branches in branches.
type choosing struct {
	*rand.Rand
	strings.Builder
	n      int
	values []string
	conds  []string
}

func (c *choosing) pick(of []string) string { return of[c.IntN(len(of))] }

func (c *choosing) op(format string, args ...any) string {
	c.n++
	name := fmt.Sprintf("%%x%d", c.n)
	fmt.Fprintf(c, "%s = %s\n", name, fmt.Sprintf(format, args...))
	return name
}

func (c *choosing) step(depth int) {
	x, y := c.pick(c.values), c.pick(c.values)
	switch c.IntN(8) {
	case 0:
		c.conds = append(c.conds, c.op("%s %s, %s : bool", c.pick([]string{"lt", "le", "gt", "ge", "eq"}), x, y))
	case 1, 2:
		c.values = append(c.values, c.op("%s %s, %s : i64", c.pick([]string{"add", "sub", "xor", "max", "min", "and"}), x, y))
	case 3:
		c.values = append(c.values, c.op("select %s, %s, %s : i64", c.pick(c.conds), x, y))
	case 4:
		small := c.op("and %s, %%seven : i64", x)
		c.values = append(c.values, c.op("mload %%p, %s <ints=[8, 0]> : i64", small))
	default:
		if depth == 0 {
			return
		}
		c.branch(depth)
	}
}

func (c *choosing) branch(depth int) {
	results := 1 + c.IntN(2)
	names, types := make([]string, results), make([]string, results)
	for k := range names {
		c.n++
		names[k], types[k] = fmt.Sprintf("%%x%d", c.n), "i64"
	}
	fmt.Fprintf(c, "%s = if %s : %s {\n", strings.Join(names, ", "), c.pick(c.conds), strings.Join(types, ", "))
	for arm := range 2 {
		values, conds := slices.Clone(c.values), slices.Clone(c.conds)
		for range c.IntN(3) {
			c.step(depth - 1)
		}
		yields := make([]string, results)
		for k := range yields {
			yields[k] = c.pick(c.values)
		}
		fmt.Fprintf(c, "yield %s\n", strings.Join(yields, ", "))
		c.values, c.conds = values, conds
		c.WriteString([]string{"} {\n", "}\n"}[arm])
	}
	c.values = append(c.values, names...)
}

// next is what a loop carries on in the place of a parameter.
func (c *choosing) next(p string) string {
	switch c.IntN(4) {
	case 0: // the least or greatest, and what is kept beside it
		b := c.op("%s %%v, %s : bool", c.pick([]string{"lt", "gt"}), p)
		c.values = append(c.values, c.op("select %s, %s, %%k : i64", b, c.pick(c.values)))
		return c.op("select %s, %%v, %s : i64", b, p)
	case 1: // a count
		c.n++
		name := fmt.Sprintf("%%x%d", c.n)
		fmt.Fprintf(c, "%s = if %s : i64 {\n%%u%d = add %s, %%one : i64\nyield %%u%d\n} {\nyield %s\n}\n", name, c.pick(c.conds), c.n, p, c.n, p)
		return name
	}
	return c.op("add %s, %%zero : i64", c.pick(c.values))
}

// TestRandomChoices: the passes that choose between selections and branches change no result.
func TestRandomChoices(t *testing.T) {
	runs := 3000
	if testing.Short() {
		runs = 800
	}
	changed := [3]int{}
	seeds.Each(t, runs, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := &choosing{Rand: r, values: []string{"%n", "%k", "%i", "%v", "%first", "%one", "%zero"}, conds: []string{"%c"}}
		c.WriteString("%seven = const 7 : i64\n")
		for range 2 + r.IntN(8) {
			c.step(2)
		}
		m, j := c.next("%n"), c.next("%k")
		text := strings.NewReplacer("%m,", m+",", "%j\n", j+"\n").Replace(carrying(c.String()))
		data := make([]int64, 40)
		for i := range data {
			data[i] = int64(r.IntN(9)) - 4
		}
		run := func(m *ir.Module) []uint64 {
			words := []uint64{uint64(uintptr(unsafe.Pointer(&data[0]))), uint64(uintptr(unsafe.Pointer(&data[0]))), 1, 0, 0, 0, 0, 0, 0}
			if status := eval.RunKernel(m.Funcs[0], words, 0, int64(len(data))); status != 0 {
				t.Fatalf("status %d of\n%s", status, m)
			}
			return words[3:5]
		}
		want := run(lanesOf(t, text))
		m2 := lanesOf(t, text)
		for k, pass := range []func(*ir.Func) bool{simd.Counts, simd.Choices, simd.Branches} {
			if pass(m2.Funcs[0]) {
				changed[k]++
			}
			if err := ir.Verify(m2, ir.Lanes); err != nil {
				t.Fatalf("pass %d: %v\n%s\nof\n%s", k, err, m2, text)
			}
			if err := m2.Funcs[0].CheckChanges(); err != nil {
				t.Fatal(err)
			}
			if got := run(m2); !slices.Equal(got, want) {
				t.Fatalf("seed %d, pass %d: %v, want %v\n%s\nof\n%s", seed, k, got, want, m2, text)
			}
		}
	})
	for k, n := range changed {
		if n < runs/50 {
			t.Errorf("pass %d has changed %d of %d", k, n, runs)
		}
	}
}
