package sched

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/seeds"
)

// TestDistribution lists loops that are (not) taken apart.
func TestDistribution(t *testing.T) {
	const work = "%a = load %x, %i : i64\n%b = mul %a, %a : i64\n"
	const sum = "%s2 = mul %t, %three : i64\n%s3 = add %s2, %b : i64\nyield %s3\n}"
	loop := func(bounds, body string) string {
		return "%sum = for ^l " + bounds + " : i64 (%i: i64, %t: i64) {\n" + body
	}
	const all = "%zero, %n, %w <ints=[1]>"
	for _, c := range []struct {
		name, ops string
		want      bool
	}{
		{"a sum", loop(all, work+sum), true},
		{"stores beside it", loop(all, work+"store %y, %i, %b\n"+sum), true},
		{"checks beside it", loop(all, work+"check.index %b, %n\n"+sum), true},
		{"branches beside it", loop(all, work+"%q = lt %a, %n : bool\nif %q {\nstore %y, %i, %b\nyield\n} {\nyield\n}\n"+sum), true},
		{"no loop", "%sum = add %n, %w : i64", false},
		{"steps of two", loop("%zero, %n, %w <ints=[2]>", work+sum), false},
		{"downwards", loop("%n, %zero, %w <ints=[-1]>", work+sum), false},
		{"in lanes", loop(all, work+sum), false},
		{"it is left", loop(all, work+"%q = lt %a, %n : bool\nif %q {\nbreak ^l %a\n} {\nyield\n}\n"+sum), false},
		{"it is repeated", loop(all, work+"%q = lt %a, %n : bool\nif %q {\ncontinue ^l %a\n} {\nyield\n}\n"+sum), false},
		{"from anywhere", loop("%m, %n, %w <ints=[1]>", work+sum), false},
		{"from below zero", loop("%minus, %n, %w <ints=[1]>", work+sum), false},
		{"to the last number of all", loop("%late, %n, %w <ints=[1]>", work+sum), false},
		{"a loop inside", loop(all, work+"for %zero, %m <ints=[1]> (%j: i64) {\nstore %y, %j, %b\nyield\n}\n"+sum), false},
		{"memory of its own", loop(all, work+"%l = alloca <ints=[4]> : []i64\nstore %l, %one, %b\n"+sum), false},
		{"a slice stored", loop(all, work+"store %s, %i, %x <path=[0]>\n"+sum), false},
		{"a slice loaded", loop(all, "%l = load %s, %i <path=[0]> : []i64\n%a = load %l, %one : i64\n%b = mul %a, %a : i64\n"+sum), false},
		{"a load that waits", loop(all, work+"%u = load %y, %t : i64\n%s3 = add %u, %b : i64\nyield %s3\n}"), false},
		{"a check that waits", loop(all, work+"check.index %t, %n\n"+sum), false},
		{"a store that waits", loop(all, work+"store %y, %i, %t\n"+sum), false},
		{"a branch that waits", loop(all, work+"%q = lt %t, %n : bool\n%u = if %q : i64 {\nyield %a\n} {\nyield %b\n}\n%s3 = add %u, %t : i64\nyield %s3\n}"), false},
		{"a store in a branch that waits", loop(all, work+"%q = lt %a, %n : bool\nif %q {\nstore %y, %i, %t\nyield\n} {\nyield\n}\n"+sum), false},
		{"a condition that it needs", loop(all, work+"%q = lt %a, %n : bool\n%u = select %q, %t, %n : i64\nyield %u\n}"), true},
		{"a branch that adds", loop(all, work+"%q = lt %a, %n : bool\n%u = if %q : i64 {\n%v = mul %b, %a : i64\n%v2 = add %t, %v : i64\nyield %v2\n} {\nyield %t\n}\nyield %u\n}"), false}, // in any order
		{"a branch that multiplies and adds", loop(all, work+"%q = lt %a, %n : bool\n%u = if %q : i64 {\n%v = mul %t, %a : i64\n%v2 = add %v, %b : i64\nyield %v2\n} {\nyield %t\n}\nyield %u\n}"), true},
		{"a branch that divides", loop(all, work+"%q = lt %a, %n : bool\n%u = if %q : i64 {\ncheck.index %t, %n\nyield %a\n} {\nyield %t\n}\nyield %u\n}"), false},
		{"nothing that it needs", loop(all, "%a = load %x, %i : i64\nstore %y, %i, %a\n%s3 = add %t, %three : i64\nyield %s3\n}"), false},
	} {
		r := nestIn(t, "%minus = const -1 : i64\n%late = const 9223372036854775797 : i64\n"+c.ops)
		var last *ir.Op
		for _, o := range r.Ops {
			if len(o.Results) > 0 && o.Results[0].Name == "sum" {
				last = o
			}
		}
		if c.name == "in lanes" {
			last.Mode = ir.InLanes
		}
		s := &scheduler{machine: machine.Scalar().With(machine.Forced{Always: true, Strip: 16})}
		if got := s.distributes(last); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// apartGen draws a loop that carries numbers.
type apartGen struct {
	*rand.Rand
	strings.Builder
	k       int
	early   []string // values that don't wait
	late    []string // those that do, perhaps
	carried int
}

func (z *apartGen) one(n int) bool          { return z.IntN(n) == 0 }
func (z *apartGen) pick(s ...string) string { return s[z.IntN(len(s))] }
func (z *apartGen) op(format string, a ...any) string {
	z.k++
	fmt.Fprintf(z, "%%v%d = %s\n", z.k, fmt.Sprintf(format, a...))
	return fmt.Sprintf("%%v%d", z.k)
}

func (z *apartGen) place(s string) string {
	at := z.pick("%i", "%i", "%w")
	if z.one(4) {
		at = z.op("add %%i, %s : i64", z.op("const %d : i64", z.IntN(3)))
	}
	fmt.Fprintf(z, "check.index %s, %%len%s\n", at, s[1:])
	return at
}

func (z *apartGen) step() {
	kind := z.pick("add", "sub", "mul", "xor")
	switch z.IntN(9) {
	case 8:
		z.late = append(z.late, z.branch(kind, 2))
	case 0, 1:
		s := z.pick("%x", "%y")
		z.early = append(z.early, z.op("load %s, %s : i64", s, z.place(s)))
	case 2:
		s := z.pick("%x", "%y", "%y")
		fmt.Fprintf(z, "store %s, %s, %s\n", s, z.place(s), z.pick(z.early...))
	case 3:
		q := z.op("lt %s, %s : bool", z.pick(z.early...), z.pick(z.early...))
		fmt.Fprintf(z, "%%b%d = if %s : i64 {\n", z.k, q)
		name := fmt.Sprintf("%%b%d", z.k)
		early := z.early
		if z.one(2) {
			fmt.Fprintf(z, "store %%y, %s, %s\n", z.place("%y"), z.pick(z.early...))
		}
		fmt.Fprintf(z, "yield %s\n} {\nyield %s\n}\n", z.op("%s %s, %s : i64", kind, z.pick(early...), z.pick(early...)), z.pick(early...))
		z.early = append(early, name)
	case 4, 5:
		z.early = append(z.early, z.op("%s %s, %s : i64", kind, z.pick(z.early...), z.pick(z.early...)))
	default:
		z.late = append(z.late, z.op("%s %s, %s : i64", kind, z.pick(z.late...), z.pick(append(z.early, z.late...)...)))
	}
	if z.one(8) {
		z.early = append(z.early, z.op("const %d : i64", z.IntN(9)))
	}
}

// branch writes a branch in which something waits, perhaps in one inside, and gives its result.
func (z *apartGen) branch(kind string, depth int) string {
	q := z.op("lt %s, %s : bool", z.pick(z.early...), z.pick(z.early...))
	name := strings.Replace(q, "%", "%b", 1)
	fmt.Fprintf(z, "%s = if %s : i64 {\n", name, q)
	early, late := z.early, z.late
	for arm := range 2 {
		if arm == 1 {
			z.WriteString("} {\n")
		}
		if z.one(2) {
			s := z.pick("%x", "%y")
			z.early = append(z.early, z.op("load %s, %s : i64", s, z.place(s)))
		}
		for range z.IntN(3) {
			z.late = append(z.late, z.op("%s %s, %s : i64", z.pick("add", "sub", "mul", kind), z.pick(z.late...), z.pick(append(z.early, z.late...)...)))
		}
		if depth > 0 && z.one(3) {
			z.late = append(z.late, z.branch(kind, depth-1))
		}
		fmt.Fprintf(z, "yield %s\n", z.pick(z.late...))
		z.early, z.late = early, late
	}
	z.WriteString("}\n")
	return name
}

func (z *apartGen) draw() string {
	z.early, z.carried = []string{"%i", "%w", "%i"}, 1+z.IntN(3)
	var inits, types, params []string
	for k := range z.carried {
		inits, types, params = append(inits, z.pick("%w", "%zero", "%n")), append(types, "i64"), append(params, fmt.Sprintf("%%t%d: i64", k))
		z.late = append(z.late, fmt.Sprintf("%%t%d", k))
	}
	for range 3 + z.IntN(7) {
		z.step()
	}
	var next []string
	for range z.carried {
		v := z.late[len(z.late)-1]
		if z.one(3) {
			v = z.pick(append(z.early, z.late...)...)
		}
		next = append(next, v)
	}
	lo, hi := z.pick("%zero", "%zero", "%two", "%late"), z.pick("%n", "%n", "%lenx", "%far")
	head := fmt.Sprintf("func @f(%%x: []i64, %%y: []i64, %%n: i64, %%w: i64) -> (i64) {\n%%zero = const 0 : i64\n%%two = const 2 : i64\n%%far = const 40 : i64\n%%late = const %d : i64\n%%lenx = len %%x : i64\n%%leny = len %%y : i64\n"+
		"%%sum = for %s, %s, %s <ints=[1]> : %s (%%i: i64, %s) {\n", math.MaxInt64-5, lo, hi, strings.Join(inits, ", "), strings.Join(types, ", "), strings.Join(params, ", "))
	if z.carried > 1 {
		results := []string{"%sum"}
		for k := range z.carried - 1 {
			results = append(results, fmt.Sprintf("%%r%d", k))
		}
		head = strings.Replace(head, "%sum", strings.Join(results, ", "), 1)
	}
	tail := "%all = add %sum, %zero : i64\n"
	for k := range z.carried - 1 {
		tail += fmt.Sprintf("%%m%d = mul %%all, %%far : i64\n%%all%d = add %%m%d, %%r%d : i64\n", k, k, k, k)
		tail = strings.Replace(tail, fmt.Sprintf("%%m%d = mul %%all, ", k), fmt.Sprintf("%%m%d = mul %%all%s, ", k, map[bool]string{true: "", false: fmt.Sprint(k - 1)}[k == 0]), 1)
	}
	last := "%all"
	if z.carried > 1 {
		last = fmt.Sprintf("%%all%d", z.carried-2)
	}
	return head + z.String() + "yield " + strings.Join(next, ", ") + "\n}\n" + tail + "return " + last + "\n}\n"
}

// TestRandomDistribution: loops that are taken apart compute the same, and leave the same in memory, also where a check fails: what a strip has stored of later
// iterations doesn't count, and neither do calls in which one fails.
func TestRandomDistribution(t *testing.T) {
	n := 8000
	if testing.Short() {
		n = 3000
	}
	programs, apart, compared := 0, 0, 0
	seeds.Each(t, n, func(seed uint64) {
		text := (&apartGen{Rand: rand.New(rand.NewPCG(seed, 71))}).draw()
		m, err := ir.Parse(text)
		if err == nil {
			err = ir.Verify(m, ir.Residual)
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		programs++
		f := m.Funcs[0].Clone()
		var loop *ir.Op
		for _, o := range f.Body.Ops {
			if o.Kind == ir.OpFor {
				loop = o
			}
		}
		s := &scheduler{machine: machine.Scalar().With(machine.Forced{Always: true, Strip: 8})}
		d := s.distribution(loop)
		if d == nil {
			return
		}
		apart++
		d.apply()
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, text, f)
		}
		r := rand.New(rand.NewPCG(seed, 72))
		for range 4 {
			memory := make([]int64, 120)
			for k := range memory {
				memory[k] = int64(r.IntN(9))
			}
			from := []int{60, 60, 0, 1}[r.IntN(4)]
			n, w := int64(r.IntN(44)), int64(r.IntN(4))
			if strings.Contains(text, "= for %late") && r.IntN(2) == 0 {
				n = math.MaxInt64 - int64(r.IntN(3))
			}
			run := func(f *ir.Func) (out string) {
				own := append([]int64(nil), memory...)
				defer func() {
					if recover() != nil {
						out = "it fails"
					}
				}()
				res := eval.New(&ir.Module{Funcs: []*ir.Func{f}}).Call(f.Name, reflect.TypeFor[func(x, y []int64, n, w int64) int64](),
					reflect.ValueOf(own[:50:50]), reflect.ValueOf(own[from:from+50:from+50]), reflect.ValueOf(n), reflect.ValueOf(w))
				return fmt.Sprint(res[0], own)
			}
			want := run(m.Funcs[0])
			if want != "it fails" {
				compared++
			}
			if got := run(f); got != want {
				t.Fatalf("seed %d, n = %d, w = %d: got\n%s\nwant\n%s\n%s\n%s", seed, n, w, got, want, text, f)
			}
		}
	})
	t.Logf("%d programs, %d taken apart, %d calls that don't fail", programs, apart, compared)
	if apart < programs/8 || compared < apart {
		t.Errorf("of %d programs %d are taken apart, %d calls don't fail", programs, apart, compared)
	}
}
