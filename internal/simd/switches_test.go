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

func TestSwitches(t *testing.T) {
	const head = "func @f(%lo: i64, %hi: i64, %p: i64, %x: i32, %y: i32) -> (i64) kernel=range {\n"
	// cases is a chain of ifs on these, each of which gives its number.
	cases := func(inner string, values ...string) string {
		var b strings.Builder
		for i, v := range values {
			x := "%x"
			if strings.HasPrefix(v, "y") {
				x, v = "%y", v[1:]
			}
			fmt.Fprintf(&b, "%%v%d = const %s : i32\n%%c%d = eq %s, %%v%d : bool\n", i, v, i, x, i)
			if i == 1 {
				b.WriteString(inner)
			}
			fmt.Fprintf(&b, "%%r%d = if %%c%d : i64 {\n%%k%d = const %d : i64\nyield %%k%d\n} {\n", i, i, i, i, i)
		}
		b.WriteString("%none = const -1 : i64\nyield %none\n")
		for i := len(values) - 1; i >= 0; i-- {
			b.WriteString("}\n")
			if i > 0 {
				fmt.Fprintf(&b, "yield %%r%d\n", i)
			}
		}
		return head + b.String() + "return %r0\n}"
	}
	two := strings.NewReplacer(" : i64 {\n", " : i64, i64 {\n", "= if", "= if").Replace(cases("", "9", "-3", "7", "2", "4"))
	for i := range 5 {
		two = strings.NewReplacer(
			fmt.Sprintf("%%r%d = if", i), fmt.Sprintf("%%r%d, %%s%d = if", i, i),
			fmt.Sprintf("yield %%r%d\n", i), fmt.Sprintf("yield %%r%d, %%s%d\n", i, i),
			fmt.Sprintf("yield %%k%d\n", i), fmt.Sprintf("yield %%k%d, %%lo\n", i),
			"yield %none\n", "yield %none, %hi\n",
			"return %r0", "%sum = add %r0, %s0 : i64\nreturn %sum").Replace(two)
	}
	for _, c := range []struct {
		name, text string
		blocks     int
	}{
		{"five cases", cases("", "9", "-3", "7", "2", "4"), 2},
		{"four cases", cases("", "9", "-3", "7", "2"), 0},
		{"the same twice", cases("", "9", "-3", "7", "9", "4"), 0},
		{"five before the same again", cases("", "9", "-3", "7", "1", "4", "9", "5"), 2},
		{"another value", cases("", "9", "-3", "y7", "2", "4", "5"), 0},
		{"something else in between", cases("mstore %p, %lo, %hi <ints=[8, 0]>\n", "9", "-3", "7", "2", "4"), 0},
		{"twelve cases", cases("", "9", "-3", "7", "2", "4", "30", "-30", "1", "0", "100", "-2147483648", "2147483647"), 2},
		{"what an inner branch gives is given twice", strings.Replace(two, "yield %r2, %s2", "yield %r2, %r2", 1), 2},
		{"what an inner branch gives is given the other way round, and another value", strings.NewReplacer("yield %r2, %s2", "yield %s2, %r2", "yield %r4, %s4", "yield %hi, %s4").Replace(two), 2},
		{"what an inner branch gives is given as it is", two, 2},
	} {
		m := lanesOf(t, c.text)
		before := lanesOf(t, c.text)
		if changed := simd.Switches(m.Funcs[0]); changed != (c.blocks > 0) {
			t.Errorf("%s: changed: %v", c.name, changed)
		}
		if err := ir.Verify(m, ir.Lanes); err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, m)
		}
		if err := m.Funcs[0].CheckChanges(); err != nil {
			t.Error(c.name, err)
		}
		if n := strings.Count(m.String(), "block "); n != c.blocks {
			t.Errorf("%s: %d blocks in\n%s", c.name, n, m)
		}
		for _, x := range []int64{9, -3, 7, 2, 4, 5, 30, -30, 1, 0, 100, -1 << 31, 1<<31 - 1, 8, 3, -4} {
			words := func(m *ir.Module) []uint64 {
				w := []uint64{uint64(uintptr(unsafe.Pointer(&make([]int64, 1)[0]))), uint64(x), 7, 0, 0, 0, 0, 0}
				eval.RunKernel(m.Funcs[0], w, 0, 1)
				return w[3:4]
			}
			if got, want := words(m), words(before); !slices.Equal(got, want) {
				t.Errorf("%s: %v for %d, want %v", c.name, got, x, want)
			}
		}
	}
}

// TestNoSwitches: floats aren't looked for by halves, nor is there anything to compare in a bool that comes from outside.
func TestNoSwitches(t *testing.T) {
	for _, cond := range []string{"%%e%d", "%%b"} {
		b := "func @f(%lo: i64, %hi: i64, %f: f64, %b: bool) -> (i64) kernel=range {\n"
		for i := range 6 {
			b += fmt.Sprintf("%%c%d = const %d.0 : f64\n%%e%d = eq %%f, %%c%d : bool\n", i, i, i, i)
			b += fmt.Sprintf("%%r%d = if %s : i64 {\nyield %%lo\n} {\n", i, strings.ReplaceAll(strings.ReplaceAll(cond, "%d", fmt.Sprint(i)), "%%", "%"))
		}
		b += "yield %hi\n}\n"
		for i := 5; i > 0; i-- {
			b += fmt.Sprintf("yield %%r%d\n}\n", i)
		}
		b += "return %r0\n}"
		if simd.Switches(lanesOf(t, b).Funcs[0]) {
			t.Errorf("changed:\n%s", b)
		}
	}
}

// TestRandomSwitches: chains of comparisons with constants of all types, in loops, with arms that leave them or use what stands between.
func TestRandomSwitches(t *testing.T) {
	runs, changed := 1500, 0
	if testing.Short() {
		runs = 400
	}
	seeds.Each(t, runs, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 2))
		typ := []string{"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"}[r.IntN(8)]
		n := 0
		var b strings.Builder
		line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
		var chain func(depth int) string
		arm := func(consts []string) {
			n++
			switch v := n; r.IntN(6) {
			case 0:
				line("break ^l %%n")
			case 1:
				line("%%next%d = add %%i, %%one : i64\n%%go%d = lt %%next%d, %%hi : bool\nif %%go%d {\ncontinue ^l %%next%d, %%k\n} {\nbreak ^l %%k\n}\nunreachable", v, v, v, v, v)
			case 2:
				line("%%a%d = const %d : i64\n%%b%d = mul %%n, %%a%d : i64\nyield %%b%d", v, r.IntN(9), v, v, v)
			case 3:
				if len(consts) > 0 {
					line("%%w%d = conv %s : i64\nyield %%w%d", v, consts[r.IntN(len(consts))], v)
					return
				}
				fallthrough
			default:
				line("%%b%d = add %%n, %%v : i64\nyield %%b%d", v, v)
			}
		}
		var consts []string
		chain = func(depth int) string {
			n++
			v, x := n, "%x"
			if r.IntN(20) == 0 {
				x = "%other"
			}
			k := uint64(r.IntN(27)) - 3
			if typ[0] == 'u' {
				var bits int
				fmt.Sscanf(typ[1:], "%d", &bits)
				line("%%c%d = const %d : %s", v, k<<(64-bits)>>(64-bits), typ)
			} else {
				line("%%c%d = const %d : %s", v, int64(k), typ)
			}
			switch r.IntN(20) {
			case 0:
				line("%%e%d = lt %s, %%c%d : bool", v, x, v)
			case 1:
				line("%%e%d = eq %s, %%other : bool", v, x)
			case 2:
				line("%%e%d = eq %%f, %%half : bool", v)
			default:
				line("%%e%d = eq %s, %%c%d : bool", v, x, v)
			}
			if r.IntN(25) == 0 {
				line("mstore %%p, %%zero, %%i <ints=[8, 0]>")
			}
			line("%%r%d = if %%e%d : i64 {", v, v)
			consts = append(consts, fmt.Sprintf("%%c%d", v))
			arm(consts)
			line("} {")
			if depth == 0 {
				arm(consts)
			} else {
				inner := chain(depth - 1)
				if r.IntN(30) == 0 {
					inner = "%n"
				}
				if r.IntN(25) == 0 {
					line("break ^l %s", inner)
				} else {
					line("yield %s", inner)
				}
			}
			consts = consts[:len(consts)-1]
			line("}")
			return fmt.Sprintf("%%r%d", v)
		}
		line("func @f(%%lo: i64, %%hi: i64, %%p: i64) -> (i64) kernel=range {\n%%one = const 1 : i64\n%%zero = const 0 : i64")
		line("%%end = loop ^l %%lo, %%one : i64 (%%i: i64, %%n: i64) {\n%%v = mload %%p, %%i <ints=[8, 0]> : i64\n%%k = xor %%n, %%v : i64")
		line("%%x = conv %%v : %s\n%%other = conv %%k : %s\n%%half = const 2.0 : f64\n%%f = conv %%v : f64", typ, typ)
		m0 := chain(r.IntN(14))
		line("%%sum = add %s, %%k : i64\n%%next = add %%i, %%one : i64\n%%more = lt %%next, %%hi : bool", m0)
		line("if %%more {\ncontinue ^l %%next, %%sum\n} {\nbreak ^l %%sum\n}\nunreachable\n}\nreturn %%end\n}")
		run := func(m *ir.Module) (uint64, []int64) {
			data := make([]int64, 60)
			for i := range data {
				data[i] = int64(i*7919%29) - 3
			}
			w := []uint64{uint64(uintptr(unsafe.Pointer(&data[0]))), 0, 0, 0, 0, 0}
			if status := eval.RunKernel(m.Funcs[0], w, 0, int64(len(data))); status != 0 {
				t.Fatalf("status %d", status)
			}
			return w[1], data
		}
		m := lanesOf(t, b.String())
		want, stored := run(m)
		if simd.Switches(m.Funcs[0]) {
			changed++
		}
		if err := ir.Verify(m, ir.Lanes); err != nil {
			t.Fatalf("seed %d: %v\n%s\nof\n%s", seed, err, m, b.String())
		}
		if err := m.Funcs[0].CheckChanges(); err != nil {
			t.Fatal(err)
		}
		if got, now := run(m); got != want || !slices.Equal(now, stored) {
			t.Fatalf("seed %d: %d, want %d\n%s\nof\n%s", seed, got, want, m, b.String())
		}
	})
	if changed < runs/10 {
		t.Errorf("%d of %d changed", changed, runs)
	}
}
