package opt

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestEqual: ops are equal only if nothing in which they may differ does. (CSE asks about those alone that have the same hash.)
func TestEqual(t *testing.T) {
	x, y, z := &ir.Value{Type: ir.TI64}, &ir.Value{Type: ir.TI64}, &ir.Value{Type: ir.TI64}
	op := func(k ir.OpKind, typ *ir.Type, args ...*ir.Value) *ir.Op {
		o := &ir.Op{Kind: k, Args: args}
		if typ != nil {
			o.AddResult(typ)
		}
		return o
	}
	change := func(o *ir.Op, f func(*ir.Op)) *ir.Op {
		f(o)
		return o
	}
	bits := func(n uint64) func(*ir.Op) { return func(o *ir.Op) { o.Bits = n } }
	sym := func(s string) func(*ir.Op) { return func(o *ir.Op) { o.SetSym(s) } }
	ints := func(n ...int64) func(*ir.Op) { return func(o *ir.Op) { o.Ints = n } }
	table := func(n ...uint64) func(*ir.Op) { return func(o *ir.Op) { o.SetTable(n) } }
	for _, c := range []struct {
		what string
		a, b *ir.Op
		want bool
	}{
		{"the same", op(ir.OpSub, ir.TI64, x, y), op(ir.OpSub, ir.TI64, x, y), true},
		{"operands that may change places", op(ir.OpAdd, ir.TI64, x, y), op(ir.OpAdd, ir.TI64, y, x), true},
		{"kinds", op(ir.OpAdd, ir.TI64, x, y), op(ir.OpSub, ir.TI64, x, y), false},
		{"types", op(ir.OpConv, ir.TF64, x), op(ir.OpConv, ir.TF32, x), false},
		{"constants", change(op(ir.OpConst, ir.TI64), bits(1)), change(op(ir.OpConst, ir.TI64), bits(2)), false},
		{"what a panic says", change(op(ir.OpCheckPanic, nil, x, y), sym("int")), change(op(ir.OpCheckPanic, nil, x, y), sym("uint")), false},
		{"paths", change(op(ir.OpLoad, ir.TI64, x, y), ints(0)), change(op(ir.OpLoad, ir.TI64, x, y), ints(1)), false},
		{"tables", change(op(ir.OpTable, ir.TI64, x), table(1, 2)), change(op(ir.OpTable, ir.TI64, x), table(1, 3)), false},
		{"operands in order", op(ir.OpSub, ir.TI64, x, y), op(ir.OpSub, ir.TI64, y, x), false},
		{"another first operand", op(ir.OpAdd, ir.TI64, x, y), op(ir.OpAdd, ir.TI64, z, y), false},
		{"another second operand", op(ir.OpAdd, ir.TI64, x, y), op(ir.OpAdd, ir.TI64, x, z), false},
		{"the second is the first, and another", op(ir.OpAdd, ir.TI64, x, y), op(ir.OpAdd, ir.TI64, z, x), false},
		{"the first is the second, and another", op(ir.OpAdd, ir.TI64, x, y), op(ir.OpAdd, ir.TI64, y, z), false},
	} {
		if got := equal(c.a, c.b); got != c.want {
			t.Errorf("%s: equal is %t", c.what, got)
		}
	}
}

func TestCSEStays(t *testing.T) {
	testStays(t, "func @f(%b: bool, %c: bool, %i: i64, %n: i64, %x: f64, %s: []f64, %d: []f64) -> ([]f64, []f64)", CSE, []untouched{
		{"room for two slices", "%m = make %n : []f64\n%m1 = make %n : []f64\nreturn %m, %m1"},
		{"a load behind a store to the only slice there is", "%v = load %s, %i : f64\nstore %s, %n, %x\n%w = load %s, %i : f64\n%r = lt %v, %w : bool\ncheck.panic @\"int\" %r, %i\nreturn %s, %d"},
		{"a store of something else", "store %s, %i, %x\n%v = neg %x : f64\nstore %s, %i, %v\nreturn %s, %d"},
		{"a store of what has been overwritten", "%v = load %s, %i : f64\nstore %s, %n, %x\nstore %s, %i, %v\nreturn %s, %d"},
		{"a store of what another may have overwritten", "%v = load %s, %i : f64\nstore %d, %n, %x\nstore %s, %i, %v\nreturn %s, %d"},
		{"a store of another element", "%v = load %s, %i : f64\nstore %s, %n, %v\nreturn %s, %d"},
		{"what one arm knows, in the other", "if %b {\ncheck.div %i\nyield\n} {\ncheck.div %i\nyield\n}\nreturn %s, %d"},
		{"one of two that don't both hold", "%e = and %b, %c : bool\nif %e {\nyield\n} {\n%v = select %b, %s, %d : []f64\n%w = select %c, %s, %d : []f64\nreturn %v, %w\n}\nreturn %s, %d"},
		{"one of two of which one holds", "%e = or %b, %c : bool\nif %e {\n%v = select %b, %s, %d : []f64\n%w = select %c, %s, %d : []f64\nreturn %v, %w\n} {\nyield\n}\nreturn %s, %d"},
		{"one holds or the other doesn't", "%e = andnot %b, %c : bool\nif %e {\nyield\n} {\n%v = select %b, %s, %d : []f64\n%w = select %c, %s, %d : []f64\nreturn %v, %w\n}\nreturn %s, %d"},
		{"one of two differs", "%e = xor %b, %c : bool\nif %e {\n%v = select %b, %s, %d : []f64\n%w = select %c, %s, %d : []f64\nreturn %v, %w\n} {\nyield\n}\nreturn %s, %d"},
		{"a condition behind an if of which both arms go on", "if %b {\nyield\n} {\nyield\n}\n%v = select %b, %s, %d : []f64\nreturn %v, %s"},
	})
}

// TestCSEKnown: what is known of conditions.
func TestCSEKnown(t *testing.T) {
	const use = "%v = select %b, %s, %d : []f64\n%w = select %c, %d, %s : []f64\nreturn %v, %w"
	both := func(b, c string) string { // what use becomes
		if b == c {
			return "%k = const " + b + " : bool\n%v = select %k, %s, %d : []f64\n%w = select %k, %d, %s : []f64\nreturn %v, %w"
		}
		return "%k = const " + b + " : bool\n%v = select %k, %s, %d : []f64\n%l = const " + c + " : bool\n%w = select %l, %d, %s : []f64\nreturn %v, %w"
	}
	in := func(cond string, arm int, body string) string {
		arms := [2]string{"yield", "yield"}
		arms[arm] = body
		return cond + "\nif %e {\n" + arms[0] + "\n} {\n" + arms[1] + "\n}\nreturn %s, %s"
	}
	behind := func(cond string, arm int, body string) string { // arm leaves
		arms := [2]string{"yield", "yield"}
		arms[arm] = "return %d, %d"
		return cond + "\nif %e {\n" + arms[0] + "\n} {\n" + arms[1] + "\n}\n" + body
	}
	var pairs []pair
	for _, c := range []struct {
		what, cond string
		arm        int // in which both are known
		b, c       string
	}{
		{"both hold", "%e = and %b, %c : bool", 0, "true", "true"},
		{"neither holds", "%e = or %b, %c : bool", 1, "false", "false"},
		{"one holds, the other does not", "%e = andnot %b, %c : bool", 0, "true", "false"},
		{"not both don't hold", "%o = or %b, %c : bool\n%e = not %o : bool", 0, "false", "false"},
		{"not both don't hold, or", "%o = and %b, %c : bool\n%e = not %o : bool", 1, "true", "true"},
	} {
		pairs = append(pairs,
			pair{c.what, in(c.cond, c.arm, use), in(c.cond, c.arm, both(c.b, c.c))},
			pair{c.what + ", behind", behind(c.cond, 1-c.arm, use), behind(c.cond, 1-c.arm, both(c.b, c.c))})
	}
	testPass(t, "func @f(%b: bool, %c: bool, %s: []f64, %d: []f64) -> ([]f64, []f64)", CSE, pairs)
}
