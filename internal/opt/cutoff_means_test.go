package opt_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/seeds"
)

// TestCutOffRandom cuts numbers of all types off at ends of types and near them, in conditions, conversions and orders of all kinds, takes averages and distances,
// and compares what the loop gives before and after.
func TestCutOffRandom(t *testing.T) {
	extremes := 0
	seeds.Each(t, 300, func(seed uint64) {
		text := narrowHead + "for %0, %n <ints=[1] mode=lanes> (%i: i64) {\n" + cutOffBody(rand.New(rand.NewPCG(seed, 1))) + "yield\n}\nreturn\n}\n"
		before, after := meansTheSame(t, text)
		if strings.Count(after.String(), "= select ") < strings.Count(before.String(), "= select ") {
			extremes++
		}
	})
	if extremes < 50 && !seeds.Timed() {
		t.Errorf("only %d have fewer selections than before", extremes)
	}
}

// cutOffBody is a random body that stores to %d at %i.
func cutOffBody(g *rand.Rand) string {
	var out strings.Builder
	n := 0
	emit := func(op, typ string, args ...any) string {
		n++
		for i, a := range args {
			args[i] = fmt.Sprint(a)
		}
		list := make([]string, len(args))
		for i, a := range args {
			list[i] = a.(string)
		}
		fmt.Fprintf(&out, "%%k%d = %s %s : %s\n", n, op, strings.Join(list, ", "), typ)
		return fmt.Sprint("%k", n)
	}
	of := func(list ...string) string { return list[g.IntN(len(list))] }
	out.WriteString("%x = load %a, %i : u8\n%y = load %ys, %i : i16\n%z = load %zs, %i : i64\n")
	wide := of("i16", "i32", "i64", "u16", "u32", "u64")
	narrow := of("u8", "u8", "i8", "i16", "u16")
	number := func() string {
		return emit("conv", wide, emit("add", "u8", "%x", emit("const", "u8", of("0", "9", "130", "255"))))
	}
	if g.IntN(4) == 0 {
		number = func() string { return emit("conv", wide, of("%y", "%z")) }
	}
	x, y := number(), number()
	v := emit(of("add", "add", "sub", "mul"), wide, x, y)
	switch g.IntN(6) {
	case 0: // average
		v = emit("add", wide, v, emit("const", wide, of("1", "1", "2")))
		v = emit("shr", wide, v, emit("const", "u64", of("1", "1", "2")))
	case 1: // distance
		v = emit("max", wide, emit("sub", wide, x, y), emit("sub", wide, y, x))
	case 2:
		v = emit("add", wide, x, emit("const", wide, of("40", "-40", "255", "-1", "200")))
	case 3: // in another order
		v = emit("add", wide, emit("add", wide, x, emit("const", wide, "1")), y)
		v = emit("shr", wide, v, emit("const", "u64", "1"))
	}
	if strings.HasPrefix(wide, "u") {
		fixed := strings.NewReplacer("-40", "40", "-1", "1")
		text := fixed.Replace(out.String())
		out.Reset()
		out.WriteString(text)
	}
	ends := []string{"0", "255", "256", "254", "1", "127", "128"}
	if !strings.HasPrefix(wide, "u") {
		ends = append(ends, "-1", "-128", "-129", "-127")
	}
	value, typ := v, wide
	if early := g.IntN(3) > 0; early && narrow != wide {
		value, typ = emit("conv", narrow, v), narrow
	}
	for range 1 + g.IntN(3) {
		c := ""
		if g.IntN(5) == 0 {
			c = emit(of("eq", "ne"), "bool", emit("and", wide, v, emit("const", wide, of("256", "512", "128"))), emit("const", wide, of("0", "0", "256")))
		} else {
			c = emit(of("lt", "le", "gt", "ge"), "bool", v, emit("const", wide, of(ends...)))
		}
		bits := of("0", "255", "127", "1")
		switch typ {
		case "i8":
			bits = of("0", "127", "-128", "-1")
		case "i16", "i32", "i64":
			bits = of("0", "255", "127", "-128", "-1", "256")
		}
		k := emit("const", typ, bits)
		if g.IntN(2) == 0 {
			value = emit("select", typ, c, k, value)
		} else {
			value = emit("select", typ, c, value, k)
		}
	}
	if typ == "u8" {
		out.WriteString("store %d, %i, " + value + "\n")
	} else {
		out.WriteString("store %d, %i, " + emit("conv", "u8", value) + "\n")
	}
	return out.String()
}
