package opt

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func BenchmarkContract(b *testing.B) { benchmark(b, Contract) }
func BenchmarkFold(b *testing.B)     { benchmark(b, Fold) }
func BenchmarkAlgebra(b *testing.B)  { benchmark(b, Algebra) }

// algebraDCE is Algebra without the ops it leaves unused.
func algebraDCE(f *ir.Func) bool {
	a := Algebra(f)
	return DCE(f) || a
}

func foldDCE(f *ir.Func) bool {
	a := Fold(f)
	return DCE(f) || a
}

func TestFold(t *testing.T) {
	testPass(t, "func @f(%i: i64, %s: []i64) -> (i64)", foldDCE, []pair{
		{"arithmetic", `
			%a = const 7 : i64
			%b = const -2 : i64
			%0 = mul %a, %b : i64
			%1 = div %0, %b : i64
			%2 = lt %0, %1 : bool
			%3 = select %2, %0, %1 : i64
			%4 = conv %3 : f64
			%5 = sub %4, %4 : f64
			%6 = conv %5 : i64
			%7 = add %6, %3 : i64
			return %7`, `
			%0 = const -14 : i64
			return %0`},
		{"division by zero stays", `
			%a = const 7 : i64
			%b = const 0 : i64
			check.div %b
			%0 = div %a, %b : i64
			return %0`, `
			%a = const 7 : i64
			%b = const 0 : i64
			check.div %b
			%0 = div %a, %b : i64
			return %0`},
		{"table", `
			%a = const 2 : i64
			%0 = table %a <table=[5, 6, -7]> : i64
			return %0`, `
			%0 = const -7 : i64
			return %0`},
		{"checks", `
			%a = const 2 : i64
			%b = const 3 : i64
			%m = const -1 : i64
			check.index %a, %b
			check.index %b, %b
			check.index %m, %b
			check.div %a
			check.shift %a
			check.shift %m
			check.make %a
			check.make %m
			check.slice %a, %a, %b <ints=[0]>
			check.slice %a, %b, %a <ints=[0]>
			check.slice %a, %i, %b <ints=[0]>
			return %i`, `
			%a = const 2 : i64
			%b = const 3 : i64
			%m = const -1 : i64
			check.index %b, %b
			check.index %m, %b
			check.shift %m
			check.make %m
			check.slice %a, %b, %a <ints=[0]>
			check.slice %a, %i, %b <ints=[0]>
			return %i`},
	})
}

func TestAlgebra(t *testing.T) {
	testPass(t, "func @f(%i: i64, %n: i64, %u: u32, %x: f64, %y: f64, %b: bool, %s: []i64) -> (i64, f64, u32, bool)", algebraDCE, []pair{
		{"index arithmetic", `
			%1 = const 1 : i64
			%3 = const 3 : i64
			%8 = const 8 : i64
			%a = add %1, %i : i64
			%c = sub %n, %3 : i64
			%d = add %a, %c : i64
			%e = mul %d, %8 : i64
			%g = add %e, %3 : i64
			return %g, %x, %u, %b`, `
			%a = add %i, %n : i64
			%k = const 3 : u64
			%d = shl %a, %k : i64
			%c = const -13 : i64
			%e = add %d, %c : i64
			return %e, %x, %u, %b`},
		{"floats", `
			%0 = const 0 : f64
			%1 = const 1 : f64
			%m = const -0 : f64
			%4 = const 4 : f64
			%a = mul %x, %1 : f64
			%c = add %a, %m : f64
			%d = add %c, %0 : f64
			%e = div %d, %4 : f64
			%g = neg %e : f64
			%h = sub %y, %g : f64
			return %i, %h, %u, %b`, `
			%0 = const 0 : f64
			%1 = add %x, %0 : f64
			%2 = const -0.25 : f64
			%3 = mul %1, %2 : f64
			%4 = sub %y, %3 : f64
			return %i, %4, %u, %b`},
		{"powers of two", `
			%8 = const 8 : u32
			%s8 = const 8 : i64
			%a = div %u, %8 : u32
			%c = rem %a, %8 : u32
			%d = div %i, %s8 : i64
			return %d, %x, %c, %b`, `
			%3 = const 3 : u64
			%a = shr %u, %3 : u32
			%7 = const 7 : u32
			%c = and %a, %7 : u32
			%63 = const 63 : u64
			%sg = shr %i, %63 : i64
			%s7 = const 7 : i64
			%m = and %sg, %s7 : i64
			%d = add %i, %m : i64
			%s3 = const 3 : u64
			%e = shr %d, %s3 : i64
			return %e, %x, %c, %b`},
		{"comparisons", `
			%1 = gt %i, %n : bool
			%2 = not %1 : bool
			%3 = lt %x, %y : bool
			%4 = not %3 : bool
			%5 = and %2, %4 : bool
			return %i, %x, %u, %5`, `
			%1 = le %i, %n : bool
			%3 = lt %x, %y : bool
			%5 = andnot %1, %3 : bool
			return %i, %x, %u, %5`},
		{"select", `
			%1 = lt %i, %n : bool
			%2 = select %1, %i, %n : i64
			%3 = lt %x, %y : bool
			%4 = select %3, %x, %y : f64
			%f = const false : bool
			%5 = select %b, %1, %f : bool
			return %2, %4, %u, %5`, `
			%1 = lt %i, %n : bool
			%2 = min %i, %n : i64
			%3 = lt %x, %y : bool
			%4 = select %3, %x, %y : f64
			%5 = and %b, %1 : bool
			return %2, %4, %u, %5`},
		{"conversions", `
			%0 = conv %u : i64
			%1 = conv %0 : f64
			%2 = conv %i : i32
			%3 = conv %2 : u8
			%4 = conv %3 : u32
			%5 = bitcast %x : i64
			%6 = bitcast %5 : f64
			%7 = add %1, %6 : f64
			return %i, %7, %4, %b`, `
			%1 = conv %u : f64
			%3 = conv %i : u8
			%4 = conv %3 : u32
			%7 = add %1, %x : f64
			return %i, %7, %4, %b`},
		{"lengths", `
			%m = make %n : []i64
			%l = len %m : i64
			%p = slice %s, %i, %n : []i64
			%c = cap %p : i64
			%q = slice %m, %i, %l : []i64
			%d = len %q : i64
			%e = mul %c, %d : i64
			%a = alloca <ints=[5]> : []i64
			%g = len %a : i64
			%h = add %e, %g : i64
			return %h, %x, %u, %b`, `
			%c = cap %s : i64
			%d = sub %c, %i : i64
			%e = sub %n, %i : i64
			%g = mul %d, %e : i64
			%5 = const 5 : i64
			%h = add %g, %5 : i64
			return %h, %x, %u, %b`},
	})
}

// TestLengths: of slices whose making is in sight.
func TestLengths(t *testing.T) {
	var pairs []pair
	for _, c := range []struct{ of, length, capacity string }{
		{"%q = slice %s, %i, %j : []i64", "%l = sub %j, %i : i64", "%c = cap %s : i64\n%l = sub %c, %i : i64"},
		{"%q = slice %s, %i, %j, %n : []i64", "%l = sub %j, %i : i64", "%l = sub %n, %i : i64"},
		{"%q = make %n : []i64", "", ""},
		{"%q = zero : []i64", "%l = const 0 : i64", "%l = const 0 : i64"},
		{"%q = multi %n : []i64 (%k: i64) {\ncollect %k\nyield\n}", "%z = const 0 : i64\n%l = max %n, %z : i64", "%z = const 0 : i64\n%l = max %n, %z : i64"},
	} {
		for _, ask := range []struct{ op, want string }{{"len", c.length}, {"cap", c.capacity}} {
			after := ask.want + "\nreturn %l"
			if ask.want == "" {
				after = "return %n"
			}
			pairs = append(pairs, pair{ask.op + " of " + c.of, c.of + "\n%l = " + ask.op + " %q : i64\nreturn %l", after})
		}
	}
	testPass(t, "func @f(%i: i64, %j: i64, %n: i64, %s: []i64) -> (i64)", algebraDCE, pairs)
}

// evalNode computes a pattern on bits.
func evalNode(n *node, vals *[52]uint64, types *[52]*ir.Type, t, want *ir.Type) uint64 {
	switch {
	case n.letter >= 0:
		return vals[n.letter]
	case n.pseudo == "log2":
		return uint64(ir.Log2(vals[n.kids[0].letter]))
	case n.pseudo == "top":
		return uint64(t.Bits() - 1)
	case n.literal != nil:
		bits, _ := n.literal.bits(want)
		return bits
	}
	var b bindings
	for _, k := range n.kids {
		if k.letter >= 0 {
			b[k.slot] = &ir.Value{Type: types[k.letter]}
		}
	}
	args := make([]uint64, len(n.kids))
	for i, k := range n.kids {
		args[i] = evalNode(k, vals, types, t, n.kidType(i, &b, t, want))
	}
	operand := want
	if n.kind >= ir.OpEq && n.kind <= ir.OpGe {
		operand = n.kidType(0, &b, t, want)
	}
	return ir.EvalScalar(n.kind, operand, want, args...)
}

// letterTypes finds the types of a pattern's letters.
func letterTypes(n *node, types *[52]*ir.Type, t, want *ir.Type) {
	if n.letter >= 0 {
		types[n.letter] = want
	}
	for i, k := range n.kids {
		kt := want
		switch {
		case (n.kind == ir.OpShl || n.kind == ir.OpShr) && i == 1:
			kt = ir.TU64
		case n.kind == ir.OpSelect && i == 0:
			kt = ir.TBool
		case n.kind >= ir.OpEq && n.kind <= ir.OpGe:
			kt = t
		}
		letterTypes(k, types, t, kt)
	}
}

func randomBits(r *rand.Rand, t *ir.Type) uint64 {
	if t.IsFloat() {
		special := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat32, 0x1p-140, 3, 0.1, 1e300, 0x1p-1060}
		if r.IntN(2) == 0 {
			return ir.FloatBits(t, special[r.IntN(len(special))])
		}
		return ir.FloatBits(t, math.Ldexp(r.NormFloat64(), r.IntN(100)-50))
	}
	if r.IntN(2) == 0 {
		return ir.Canonical(t, uint64(r.IntN(5)-2))
	}
	return ir.Canonical(t, r.Uint64()>>r.IntN(64))
}

// TestRules checks every rule on random values: pattern and replacement must give the same bits (any NaN for any NaN).
func TestRules(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, text := range algebraRules {
		rule := parseRule(text)
		if k := rootOf(text); k != rule.pattern.kind {
			t.Errorf("%s: is looked up for %s", text, k)
		}
		tested := 0
		for _, typ := range ir.Scalars() {
			if !rule.class(typ) {
				continue
			}
			want := typ
			if rule.pattern.kind >= ir.OpEq && rule.pattern.kind <= ir.OpGe {
				want = ir.TBool
			}
			var types [52]*ir.Type
			letterTypes(rule.pattern, &types, typ, want)
		trial:
			for range 300 {
				var vals [52]uint64
				for i := range vals {
					if types[i] != nil {
						vals[i] = randomBits(r, types[i])
					}
				}
				for _, c := range rule.conds {
					ct := types[c.letter]
					for n := 0; !c.holds(ct, vals[c.letter]); n++ {
						if n == 100 {
							continue trial
						}
						vals[c.letter] = ir.Canonical(ct, 1<<r.IntN(64))
						if ct.IsFloat() {
							vals[c.letter] = ir.FloatBits(ct, math.Ldexp(1, r.IntN(200)-100))
						}
					}
				}
				before := evalNode(rule.pattern, &vals, &types, typ, want)
				after := evalNode(rule.result, &vals, &types, typ, want)
				same := before == after
				if want.IsFloat() && math.IsNaN(ir.BitsFloat(want, before)) {
					same = math.IsNaN(ir.BitsFloat(want, after))
				}
				if !same {
					t.Errorf("%s, type %s, letters %x: %#x, then %#x", text, typ, vals, before, after)
					break trial
				}
				tested++
			}
		}
		if tested < 300 {
			t.Errorf("%s: tested %d times only", text, tested)
		}
	}
}
