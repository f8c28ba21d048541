package x86

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// loopsKernel has a loop with n loops inside, one after the other. Each of these reads m values of its own that are made before all of them.
func loopsKernel(n, m int) string {
	var b strings.Builder
	p := func(f string, a ...any) { fmt.Fprintf(&b, f+"\n", a...) }
	p("func @k(%%lo: i64, %%hi: i64, %%x: i64, %%y: i64, %%n: i64) -> () kernel=range {\n%%one = const 1 : i64")
	for g := range n {
		for j := range m {
			p("%%b%d.%d = mload %%x, %%lo <ints=[8, %d]> : i64", g, j, 8*(g*m+j))
		}
	}
	p("loop ^o %%lo (%%i: i64) {")
	for g := range n {
		p("%%q%d = loop ^l%d %%lo, %%i : i64 (%%k%d: i64, %%c%d.0: i64) {", g, g, g, g)
		for j := range m {
			p("%%a%d.%d = add %%b%d.%d, %%k%d : i64\n%%e%d.%d = mload %%x, %%a%d.%d <ints=[8, 0]> : i64", g, j, g, j, g, g, j, g, j)
			p("%%c%d.%d = xor %%c%d.%d, %%e%d.%d : i64", g, j+1, g, j, g, j)
		}
		p("%%next%d = add %%k%d, %%one : i64\n%%go%d = lt %%next%d, %%n : bool", g, g, g, g)
		p("if %%go%d {\n continue ^l%d %%next%d, %%c%d.%d\n } {\n break ^l%d %%c%d.%d\n }\nreturn\n}", g, g, g, g, m, g, g, m)
		p("mstore %%y, %%q%d, %%i <ints=[8, 0]>", g)
	}
	p("%%i1 = add %%i, %%one : i64\n%%more = lt %%i1, %%hi : bool")
	p("if %%more {\n continue ^o %%i1\n } {\n break ^o\n }\nreturn\n}\nreturn\n}")
	return strings.ReplaceAll(b.String(), ".", "_")
}

// TestSplitAtLoops checks that inner loops whose values fit into the registers have none of them in memory, whatever lives through them.
func TestSplitAtLoops(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8} {
		_, code := compileText(t, loopsKernel(n, 7), AVX2)
		if loops := innermost(code); strings.Contains(loops, "[rsp") {
			t.Errorf("%d loops:\n%s", n, loops)
		}
	}
}

// startsKernel has a loop that carries m values. They begin as parameters, which the loop needs, too.
func startsKernel(m int) string {
	var b strings.Builder
	p := func(f string, a ...any) { fmt.Fprintf(&b, f+"\n", a...) }
	list := func(f string) string {
		var s []string
		for j := range m {
			s = append(s, fmt.Sprintf(f, j))
		}
		return strings.Join(s, ", ")
	}
	p("func @k(%%lo: i64, %%hi: i64, %%y: i64, %s) -> () kernel=range {\n%%one = const 1 : i64\n%%some = lt %%lo, %%hi : bool\nif %%some {", list("%%p%d: i64"))
	p("%s = loop ^l %%lo, %s : i64%s (%%i: i64, %s) {", list("%%r%d"), list("%%p%d"), strings.Repeat(", i64", m-1), list("%%c%d: i64"))
	for j := range m {
		p("%%g%d = eq %%i, %%p%d : bool\n%%b%d = select %%g%d, %%c%d, %%c%d : i64", j, j, j, j, j, (j+1)%m)
	}
	p("%%next = add %%i, %%one : i64\n%%more = lt %%next, %%hi : bool")
	p("if %%more {\ncontinue ^l %%next, %s\n} {\nbreak ^l %s\n}\nreturn\n}", list("%%b%d"), list("%%b%d"))
	for j := range m {
		p("mstore %%y, %%lo, %%r%d <ints=[8, %d]>", j, 8*j)
	}
	p("yield\n} {\nyield\n}\nreturn\n}")
	return b.String()
}

// TestManyStarts: a copy takes as many values made anew as there are, more than there are registers.
func TestManyStarts(t *testing.T) {
	const n = 7
	for _, isa := range isas(t) {
		for m := 2; m < 40; m++ {
			_, code := compileText(t, startsKernel(m), isa)
			y, want := make([]uint64, m), make([]uint64, m)
			for j := range m {
				want[j] = uint64(j * 3 % m)
			}
			params := append([]uint64{addr(y)}, want...)
			for i := range uint64(n) {
				was := slices.Clone(want)
				for j := range m {
					if params[1+j] != i {
						want[j] = was[(j+1)%m]
					}
				}
			}
			if status, _ := load(t, code).call(0, n, params...); status != 0 || !slices.Equal(y, want) {
				t.Errorf("%d values: status %d, %d, want %d", m, status, y, want)
			}
		}
	}
}
