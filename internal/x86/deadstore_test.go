package x86

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// mixedKernel has a loop that mixes m words, each with the next ones, several times: more of them than there are registers.
func mixedKernel(m int) string {
	var b strings.Builder
	p := func(f string, a ...any) { fmt.Fprintf(&b, f+"\n", a...) }
	words := func(f string) string {
		var s []string
		for j := range m {
			s = append(s, fmt.Sprintf(f, j))
		}
		return strings.Join(s, ", ")
	}
	p("func @k(%%lo: i64, %%hi: i64, %%y: i64) -> () kernel=range {\n%%one = const 1 : i64\n%%seven = const 7 : u64")
	for j := range m {
		p("%%s%d = mload %%y, %%lo <ints=[8, %d]> : i64", j, 8*j)
	}
	p("%s = loop ^l %%lo, %s : i64%s (%%i: i64, %s) {", words("%%r%d"), words("%%s%d"), strings.Repeat(", i64", m-1), words("%%w0_%d: i64"))
	for j := range m {
		p("%%a%d = add %%w0_%d, %%w0_%d : i64\n%%b%d = rotl %%a%d, %%seven : i64\n%%c%d = xor %%b%d, %%w0_%d : i64", j, j, (j+5)%m, j, j, j, j, (j+1)%m)
		p("%%d%d = add %%c%d, %%w0_%d : i64\n%%e%d = rotl %%d%d, %%seven : i64\n%%w1_%d = xor %%e%d, %%a%d : i64", j, j, (j+3)%m, j, j, j, j, j)
	}
	p("%%next = add %%i, %%one : i64\n%%more = lt %%next, %%hi : bool")
	p("if %%more {\ncontinue ^l %%next, %s\n} {\nbreak ^l %s\n}\nreturn\n}", words("%%w1_%d"), words("%%w1_%d"))
	for j := range m {
		p("mstore %%y, %%lo, %%r%d <ints=[8, %d]>", j, 8*j)
	}
	p("return\n}")
	return b.String()
}

var slotStored = regexp.MustCompile(`^mov qword ptr (\[rsp\+[^\]]*\]),`)

// TestDeadStores: in a loop of one block nothing is stored into a slot that is stored into again before it is loaded.
func TestDeadStores(t *testing.T) {
	for _, m := range []int{10, 14, 16, 20, 30} {
		_, code := compileText(t, mixedKernel(m), AVX2)
		loop := strings.Split(innermost(code), "\n")
		stores := 0
		for n, line := range loop {
			stored := slotStored.FindStringSubmatch(line)
			if stored == nil {
				continue
			}
			stores++
			for k := 1; k <= len(loop); k++ {
				if next := loop[(n+k)%len(loop)]; strings.Contains(next, stored[1]) {
					if again := slotStored.FindStringSubmatch(next); again != nil {
						t.Errorf("%d words: %q stores what nobody loads:\n%s", m, line, strings.Join(loop, "\n"))
					}
					break
				}
			}
		}
		if m > 16 && stores == 0 {
			t.Errorf("%d words: none is in memory", m)
		}
	}
}

// TestMixed: what waits in memory is what was computed.
func TestMixed(t *testing.T) {
	const n = 5
	for _, isa := range isas(t) {
		for _, m := range []int{3, 14, 17, 40} {
			_, code := compileText(t, mixedKernel(m), isa)
			y, want := make([]uint64, m), make([]uint64, m)
			for j := range m {
				y[j] = uint64(j+1) * 0x9e3779b97f4a7c15
				want[j] = y[j]
			}
			for range n {
				was := append([]uint64(nil), want...)
				for j := range m {
					a := was[j] + was[(j+5)%m]
					d := rotated(a) ^ was[(j+1)%m]
					want[j] = rotated(d+was[(j+3)%m]) ^ a
				}
			}
			if status, _ := load(t, code).call(0, n, addr(y)); status != 0 {
				t.Errorf("%d words: status %d", m, status)
			}
			for j := range m {
				if y[j] != want[j] {
					t.Errorf("%d words: word %d is %x, not %x", m, j, y[j], want[j])
				}
			}
		}
	}
}

func rotated(x uint64) uint64 { return x<<7 | x>>57 }
