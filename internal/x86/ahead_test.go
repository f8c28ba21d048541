package x86

import (
	"fmt"
	"strings"
	"testing"
)

// What is asked for ahead of a load is a page further on, whether an instruction takes the load in or not, and wherever that lies.
func TestAhead(t *testing.T) {
	const before = "func @k(%p: i64, %q: i64) -> () kernel=single {\n%z = const 0 : i64\n%i = add %q, %q : i64\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"in a register", "%v = mload %p, %i <ints=[4, 64] mode=ahead> : V\nmstore %p, %z, %v <ints=[4, 512]>\nmstore %p, %z, %v <ints=[4, 544]>\n", []string{"*4+0x1040]"}},
		{"taken in", "%v = mload %p, %z <ints=[4, 0]> : V\n%w = mload %p, %i <ints=[4, 64] mode=ahead> : V\n%s = add %v, %w : V\nmstore %p, %z, %s <ints=[4, 512]>\n", []string{"*4+0x1040]"}},
		{"of every part", "%v = mload %p, %i <ints=[1, 0] mode=ahead> : V\n%w = mload %p, %i <ints=[1, 64] mode=ahead> : V\n%s = add %v, %w : V\nmstore %p, %z, %s <ints=[4, 512]>\n", []string{"*1+0x1000]", "*1+0x1040]"}},
		{"of one element", "%v = mload %p, %i <ints=[4, 64] mode=ahead> : i32\nmstore %p, %z, %v <ints=[4, 512]>\n", []string{"*4+0x1040]"}},
		{"of one element, taken in", "%v = mload %p, %z <ints=[8, 0]> : f64\n%w = mload %p, %i <ints=[8, 64] mode=ahead> : f64\n%s = add %v, %w : f64\nmstore %p, %z, %s <ints=[8, 512]>\n", []string{"*8+0x1040]"}},
		{"as it is", "%v = mload %p, %i <ints=[4, 64]> : V\nmstore %p, %z, %v <ints=[4, 512]>\n", nil},
	} {
		for _, isa := range isas(t) {
			code := strings.ReplaceAll(before+c.text+"return\n}", "V", fmt.Sprintf("<%d x i32>", isa.VectorBytes()/4))
			agree(t, isa, code, 0, 0, bytesUpTo(2048), 0, 4)
			_, k := compileText(t, code, isa)
			var got []string
			for line := range strings.Lines(listing(k)) {
				if strings.Contains(line, "prefetcht0") {
					got = append(got, line)
				}
			}
			ok := len(got) == len(c.want)
			for n := range c.want {
				ok = ok && strings.Contains(got[n], c.want[n])
			}
			if !ok {
				t.Errorf("%s: %s: %q, not %q\n%s", isa, c.name, got, c.want, listing(k))
			}
		}
	}
}
