package x86

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSumsBesideCarries: sums of three terms beside the carry, or borrow, of the same values. Only if one of them comes in as whether it is anything but 0 (the
// least of it and 1) are the two one instruction.
func TestSumsBesideCarries(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	pick := func(vs ...string) string { return vs[r.IntN(len(vs))] }
	for range 600 {
		typ := pick("u64", "u32")
		op, out := "add", "carry"
		if r.IntN(2) == 0 {
			op, out = "sub", "borrow"
		}
		word := func() string { return pick("%p", "%q", "%p", "%q", "%zero", "%one", "%c0") }
		term := func() string { return pick("%p", "%q", "%p1", "%q1", "%p1", "%q1", "%c0", "%c1", "%one") }
		sum := fmt.Sprintf("%%t = %s %s, %s : T\n%%s = %s %%t, %s : T", op, term(), term(), op, term())
		if r.IntN(2) == 0 {
			sum = fmt.Sprintf("%%t = add %s, %s : T\n%%s = %s %s, %%t : T", term(), term(), op, term())
		}
		text := "func @k(%p: T, %q: T) -> (T, T) kernel=single {\n%zero = const 0 : T\n%one = const 1 : T\n%p1 = min %p, %one : T\n%q1 = min %q, %one : T\n" +
			fmt.Sprintf("%%c0 = %s %%p, %%q, %%zero : T\n%%c1 = min %%c0, %%one : T\n%%c = %s %s, %s, %s : T\n", out, out, word(), word(), word()) + sum + "\nreturn %s, %c\n}"
		text = typed(text, typ)
		for _, isa := range isas(t) {
			for range 3 {
				p, q := []uint64{0, 1, 2, 8, 1<<32 - 1}[r.IntN(5)], []uint64{0, 1, 3, 9, 1<<32 - 2}[r.IntN(5)]
				agree(t, isa, text, 0, 0, nil, p, q)
			}
		}
		if t.Failed() {
			return
		}
	}
}

// typed puts a type in the place of T.
func typed(text, typ string) string {
	return strings.NewReplacer(": T", ": "+typ, "(T, T)", "("+typ+", "+typ+")").Replace(text)
}
