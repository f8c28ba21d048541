package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// Terms are straight-line functions of scalars: what Algebra makes of them must give the same for all operands. They can be computed without an
// interpreter, so that many are tried.

// evalTerms computes what a straight-line function of scalars returns; ok: nothing is divided by zero. Checks that fail end it: they are returned in place
// of the values.
func evalTerms(f *ir.Func, params []uint64) (values []uint64, failed string, ok bool) {
	of := make([]uint64, f.Number())
	for i, p := range f.Body.Params {
		of[p.ID] = params[i]
	}
	var buf [16]uint64
	for _, o := range f.Body.Ops {
		args := buf[:0]
		for _, a := range o.Args {
			args = append(args, of[a.ID])
		}
		switch {
		case o.Kind == ir.OpReturn:
			return slices.Clone(append(values, args...)), "", true
		case o.Kind == ir.OpMStore: // all lanes are the same
			values = append(values, args[2])
		case o.Kind == ir.OpMLoad: // whatever there is
			of[o.Results[0].ID] = ir.Canonical(o.Results[0].Type.Scalar(), 0xc3d2e1f0a5b6c7d8)
		case o.Kind == ir.OpConst:
			of[o.Results[0].ID] = o.Bits
		case o.Kind == ir.OpSplat:
			of[o.Results[0].ID] = args[0]
		case o.Kind == ir.OpTable:
			if args[0] >= uint64(len(o.Table())) {
				return nil, "", false
			}
			of[o.Results[0].ID] = o.Table()[args[0]]
		case o.Kind.Has(ir.Check):
			if fails(o, args) {
				return nil, o.String(), true
			}
		default:
			at, t := o.Args[0].Type.Scalar(), o.Results[0].Type.Scalar()
			if o.Kind == ir.OpSelect {
				at = t
			}
			if (o.Kind == ir.OpDiv || o.Kind == ir.OpRem) && at.IsInt() && args[1] == 0 {
				return nil, "", false
			}
			of[o.Results[0].ID] = ir.EvalScalar(o.Kind, at, t, args...)
		}
	}
	panic("no return")
}

// fails reports a check that panics.
func fails(o *ir.Op, args []uint64) bool {
	n := make([]int64, len(args))
	for i, a := range o.Args {
		n[i] = ir.SignExtend(a.Type, args[i])
	}
	switch o.Kind {
	case ir.OpCheckIndex:
		if o.Args[0].Type.IsUnsigned() {
			return args[0] >= args[1]
		}
		return n[0] < 0 || n[0] >= n[1]
	case ir.OpCheckDiv:
		return n[0] == 0
	case ir.OpCheckShift:
		return n[0] < 0
	case ir.OpCheckPanic:
		return args[0] == 0
	case ir.OpCheckMake: // of elements of 16 bytes
		return n[0] < 0 || n[0] >= 1<<48/16
	case ir.OpCheckSlice:
		for i := 1; i < len(n); i++ {
			if n[i-1] > n[i] {
				return true
			}
		}
		return n[0] < 0
	}
	panic(o.Kind)
}

// sameBits compares values of type t: any NaN is like any other.
func sameBits(t *ir.Type, a, b uint64) bool {
	return a == b || t.IsFloat() && math.IsNaN(ir.BitsFloat(t, a)) && math.IsNaN(ir.BitsFloat(t, b))
}

// sameTerms compares two functions on n draws of operands.
func sameTerms(t *testing.T, r *rand.Rand, before, after *ir.Func, n int) {
	t.Helper()
	in := make([]uint64, len(before.Body.Params))
	for range n {
		for i, p := range before.Body.Params {
			in[i] = drawBits(r, p.Type)
		}
		want, failed, ok := evalTerms(before, in)
		if !ok {
			continue
		}
		got, failedToo, ok := evalTerms(after, in)
		if !ok || failed != failedToo {
			t.Fatalf("with %x: %q, then %q (%t)\nbefore:\n%s\nafter:\n%s", in, failed, failedToo, ok, before, after)
		}
		for i, w := range want {
			if w != got[i] && (i >= len(before.Results) || !sameBits(before.Results[i], w, got[i])) {
				t.Fatalf("with %x: result %d is %#x, want %#x\nbefore:\n%s\nafter:\n%s", in, i, got[i], w, before, after)
			}
		}
	}
}

// drawBits draws an operand, at the edges of t and of other types more often than not.
func drawBits(r *rand.Rand, t *ir.Type) uint64 {
	switch {
	case t.Kind == ir.Bool:
		return uint64(r.IntN(2))
	case t.IsFloat() && r.IntN(3) == 0:
		return ir.FloatBits(t, math.Ldexp(float64(2*r.IntN(2)-1), r.IntN(2200)-1100))
	case t.IsFloat() && r.IntN(2) == 0:
		return ir.FloatBits(t, float64(r.Int64()>>r.IntN(64))+float64(r.IntN(3))/2)
	case t.IsInt() && r.IntN(2) == 0:
		n := uint64(1)<<r.IntN(64) + uint64(r.IntN(3)-1)
		if r.IntN(2) == 0 {
			n = -n
		}
		return ir.Canonical(t, n)
	}
	return randomBits(r, t)
}

// drawTerm draws a function: two parameters of each type, some ops on them, on each other and on constants.
func drawTerm(r *rand.Rand) string {
	var b strings.Builder
	types := ir.Scalars()
	byType := map[*ir.Type][]string{}
	var params, results, names []string
	for _, t := range types {
		for _, v := range []string{"x", "y"} {
			name := fmt.Sprintf("%%%s%s", v, t)
			params = append(params, name+": "+t.String())
			byType[t] = append(byType[t], name)
		}
	}
	consts, made := map[string]string{}, 0
	constant := func(t *ir.Type) string {
		bits := drawBits(r, t)
		if r.IntN(2) == 0 {
			bits = ir.Canonical(t, uint64(r.IntN(4)-1))
			if t.IsFloat() {
				bits = ir.FloatBits(t, []float64{1, -1, 0, math.Copysign(0, -1)}[r.IntN(4)])
			}
		}
		k := ir.NewBuilder(&ir.Region{})
		text := k.Const(t, bits).Def.String()
		_, text, _ = strings.Cut(text, "= ")
		if consts[text] == "" {
			consts[text] = fmt.Sprintf("%%c%d", len(consts))
			fmt.Fprintf(&b, "%s = %s\n", consts[text], text)
		}
		return consts[text]
	}
	value := func(t *ir.Type) string {
		have := byType[t]
		switch n := r.IntN(8); {
		case n < 2:
			return constant(t)
		case n < 6:
			return have[len(have)-1]
		}
		return have[r.IntN(len(have))]
	}
	emit := func(t *ir.Type, format string, args ...any) {
		name := fmt.Sprintf("%%v%d", made)
		made++
		fmt.Fprintf(&b, "%s = %s : %s\n", name, fmt.Sprintf(format, args...), t)
		byType[t] = append(byType[t], name)
		results, names = append(results, t.String()), append(names, name)
	}
	arith := map[bool][]string{
		false: {"add", "sub", "mul", "div", "rem", "and", "or", "xor", "andnot", "min", "max", "mulhi"},
		true:  {"add", "sub", "mul", "div", "min", "max", "copysign"},
	}
	compare := []string{"eq", "ne", "lt", "le", "gt", "ge"}
	pick := func(s []string) string { return s[r.IntN(len(s))] }
	t := types[r.IntN(len(types))]
	for range 2 + r.IntN(4) {
		if r.IntN(4) == 0 {
			t = types[r.IntN(len(types))]
		}
		u := types[r.IntN(len(types))]
		switch n := r.IntN(20); {
		case n < 4 && t.Kind != ir.Bool && u.Kind != ir.Bool:
			emit(u, "conv %s", value(t))
			t = u
		case n < 5 && u.Size() == t.Size() && t.Kind != ir.Bool && u.Kind != ir.Bool:
			emit(u, "bitcast %s", value(t))
			t = u
		case n < 7 && t.Kind != ir.Bool:
			emit(ir.TBool, "%s %s, %s", pick(compare), value(t), value(t))
			if r.IntN(2) == 0 {
				emit(ir.TBool, "not %s", value(ir.TBool))
			}
		case n < 9:
			emit(t, "select %s, %s, %s", value(ir.TBool), value(t), value(t))
		case t.Kind == ir.Bool:
			emit(t, "%s %s, %s", pick([]string{"and", "or", "xor", "andnot", "eq", "ne"}), value(t), value(t))
		case t.IsFloat() && n < 12:
			emit(t, "%s %s", pick([]string{"neg", "abs", "sqrt", "floor", "ceil", "trunc", "rint", "fence"}), value(t))
		case t.IsFloat() && n < 13:
			emit(t, "fma %s, %s, %s", value(t), value(t), value(t))
		case t.IsInt() && n < 12:
			emit(t, "%s %s", pick([]string{"neg", "not", "clz", "ctz", "popcnt", "bswap", "bitrev"}), value(t))
		case t.IsInt() && n < 14:
			emit(t, "%s %s, %s", pick([]string{"shl", "shr"}), value(t), value(ir.TU64))
		case t.IsInt() && n < 15:
			count := types[1+r.IntN(8)]
			if r.IntN(2) == 0 {
				emit(count, "conv %s", value(types[1+r.IntN(10)]))
			}
			emit(t, "rotl %s, %s", value(t), value(count))
		case t.IsInt() && n < 16: // a rotation, or nearly
			k := 1 + r.IntN(t.Bits()-1)
			l := ir.NewBuilder(&ir.Region{})
			left, right := l.Const(ir.TU64, uint64(k)).Def.String(), l.Const(ir.TU64, uint64(t.Bits()-k+r.IntN(4)/3)).Def.String()
			var counts [2]string
			for i, text := range []string{left, right} {
				_, text, _ = strings.Cut(text, "= ")
				counts[i] = fmt.Sprintf("%%r%d_%d", made, i)
				fmt.Fprintf(&b, "%s = %s\n", counts[i], text)
			}
			if r.IntN(4) == 0 { // by what is not known, and by all
				counts[1] = fmt.Sprintf("%%r%d_2", made)
				fmt.Fprintf(&b, "%s = const %d : u64\n", counts[1], t.Bits())
				counts[0] = byType[ir.TU64][r.IntN(2)]
			}
			if r.IntN(4) == 0 {
				counts[0], counts[1] = counts[1], counts[0]
			}
			x := value(t)
			emit(t, "%s %s, %s", pick([]string{"shl", "shl", "shr"}), x, counts[0])
			l1 := byType[t][len(byType[t])-1]
			if r.IntN(8) == 0 {
				x = value(t)
			}
			emit(t, "%s %s, %s", pick([]string{"shr", "shr", "shl"}), x, counts[1])
			l2 := byType[t][len(byType[t])-1]
			if r.IntN(2) == 0 {
				l1, l2 = l2, l1
			}
			emit(t, "%s %s, %s", pick([]string{"or", "xor", "add"}), l1, l2)
		default:
			emit(t, "%s %s, %s", pick(arith[t.IsFloat()]), value(t), value(t))
		}
	}
	return fmt.Sprintf("func @f(%s) -> (%s) {\n%sreturn %s\n}\n", strings.Join(params, ", "), strings.Join(results, ", "), b.String(), strings.Join(names, ", "))
}

// TestTerms compares terms before and after Algebra, on random operands.
func TestTerms(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		f := parse(t, drawTerm(r))
		after := f.Clone()
		Algebra(after)
		if err := ir.VerifyFunc(after, ir.Residual); err != nil {
			t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, f, after)
		}
		sameTerms(t, r, f, after, 12)
	}
}

// TestRulesApply: the rules find their patterns, with the operands either way round, and what they put there is well formed and gives the same.
func TestRulesApply(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, text := range algebraRules {
		rule := parseRule(text)
		for _, typ := range ir.Scalars() {
			if !rule.class(typ) {
				continue
			}
			want := typ
			if rule.pattern.kind >= ir.OpEq && rule.pattern.kind <= ir.OpGe {
				want = ir.TBool
			}
			for range 2 {
				if f := patternFunc(r, rule, typ, want); f != nil {
					checkApplied(t, r, text, f)
				}
			}
		}
	}
}

// patternFunc is a function that returns what a rule looks for, with constants that it asks for; nil if there are none of the type.
func patternFunc(r *rand.Rand, rule *rule, typ, want *ir.Type) *ir.Func {
	var types [52]*ir.Type
	letterTypes(rule.pattern, &types, typ, want)
	f := &ir.Func{Name: "f", Body: &ir.Region{}, Results: []*ir.Type{want}}
	rw := &rewriter{region: f.Body}
	var b bindings
	for i, lt := range types {
		switch {
		case lt == nil:
		case i < 26:
			b[slices.Index(rule.letters, i)] = f.Body.AddParam(lt, string(rune('a'+i)))
		default:
			bits := drawBits(r, lt)
			for _, c := range rule.conds {
				for n := 0; c.letter == i && !c.holds(lt, bits); n++ {
					if n == 1000 {
						return nil
					}
					bits = drawBits(r, lt)
				}
			}
			if bits == 0 && (strings.Contains(rule.text, "(div") || strings.Contains(rule.text, "(rem")) {
				bits = ir.Canonical(lt, 3)
			}
			b[slices.Index(rule.letters, i)] = rw.constant(lt, bits)
		}
	}
	v := rule.pattern.build(rw, &b, typ, want)
	for _, o := range rw.out {
		if o.Kind.Has(ir.Commutes) && r.IntN(2) == 0 {
			o.Become(o.Kind, o.Args[1], o.Args[0])
		}
	}
	f.Body.SetOps(rw.out)
	ir.NewBuilder(f.Body).Return(v)
	return f
}

// checkApplied applies nothing but the rules for the last op.
func checkApplied(t *testing.T, r *rand.Rand, text string, f *ir.Func) {
	t.Helper()
	if err := ir.VerifyFunc(f, ir.Residual); err != nil {
		t.Fatalf("%s: %v\n%s", text, err, f)
	}
	last := f.Body.Terminator().Args[0].Def
	after := f.Clone()
	root := after.Body.Terminator().Args[0].Def
	rw := rewriter{}
	rw.simplify = func(rw *rewriter, o *ir.Op) *ir.Value {
		if o != root {
			return nil
		}
		return algebraSet().apply(rw, o)
	}
	if constant := len(last.Args) > 0 && !slices.ContainsFunc(last.Args, func(a *ir.Value) bool { _, ok := a.IsConst(); return !ok }); !rw.run(after) && !constant {
		t.Errorf("%s is not applied to\n%s", text, f)
	}
	if err := ir.VerifyFunc(after, ir.Residual); err != nil {
		t.Fatalf("%s: %v\n%s", text, err, after)
	}
	sameTerms(t, r, f, after, 20)
}

// TestFoldMeans: tables and checks on constants, in range and outside.
func TestFoldMeans(t *testing.T) {
	numbers := []string{"-9223372036854775808", "-1", "0", "1", "2", "3", "2147483647", "2147483648", "281474976710656", "9223372036854775807"}
	r := rand.New(rand.NewPCG(11, 12))
	try := func(body string) {
		t.Helper()
		f := parse(t, "func @f(%i: i64, %b: bool) -> (i64) {\n"+body+"}\n")
		for _, pass := range []func(*ir.Func) bool{Fold, Algebra} {
			after := f.Clone()
			pass(after)
			if err := ir.VerifyFunc(after, ir.Residual); err != nil {
				t.Fatalf("%v\n%s", err, after)
			}
			sameTerms(t, r, f, after, 30)
		}
	}
	for _, x := range numbers {
		try("%x = const " + x + " : i64\ncheck.div %x\nreturn %x\n")
		try("%x = const " + x + " : i64\ncheck.shift %x\nreturn %x\n")
		try("%x = const " + x + " : i64\ncheck.make %x\nreturn %x\n")
		try("%x = const " + x + " : i64\n%v = table %x <table=[7, 8, 9]> : i64\nreturn %v\n")
		for _, y := range numbers {
			head := "%x = const " + x + " : i64\n%y = const " + y + " : i64\n"
			try(head + "check.index %x, %y\nreturn %x\n")
			try(head + "check.slice %x, %y, %x <ints=[0]>\nreturn %x\n")
			try(head + "check.slice %x, %x, %y <ints=[0]>\nreturn %x\n")
			try(head + "check.slice %x, %i, %y <ints=[0]>\nreturn %x\n")
		}
		try("%x = const " + x + " : i64\ncheck.index %i, %x\nreturn %x\n")
		try("%x = const " + x + " : i64\ncheck.index %x, %i\nreturn %x\n")
	}
	for _, c := range []string{"check.div %i", "check.shift %i", "check.make %i", "check.panic @\"int\" %b, %i", "%f = const false : bool\ncheck.panic @\"int\" %f, %i",
		"%f = const true : bool\ncheck.panic @\"int\" %f, %i"} {
		try(c + "\nreturn %i\n")
	}
	try("%3 = const 3 : i64\n%k = and %i, %3 : i64\n%v = table %k <table=[7, 8, 9, 10]> : i64\nreturn %v\n")
}

// TestCasts: conversions of conversions, of scalars and in lanes, of what may have been shifted before.
func TestCasts(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, format := range []string{"%s", "<4 x %s>"} {
		for _, from := range ir.Scalars()[1:] {
			f := casts(t, format, from)
			after := f.Clone()
			lanes := format != "%s"
			if Algebra(after) != (!lanes || from.IsInt() && from.Bits() > 8) {
				t.Errorf("%s: there is something to do for scalars and for integers of more than a byte", fmt.Sprintf(format, from))
			}
			if err := ir.VerifyFunc(after, ir.Lanes); err != nil {
				t.Fatal(err)
			}
			sameTerms(t, r, f, after, 60)
		}
	}
}

// casts is a kernel that stores what becomes of a value of type from by way of all types to all types.
func casts(t *testing.T, format string, from *ir.Type) *ir.Func {
	var b strings.Builder
	n := 0
	typ := func(name string) string { return fmt.Sprintf(format, name) }
	unsigned := fmt.Sprintf("u%d", from.Bits())
	for _, mid := range ir.Scalars()[1:] {
		fmt.Fprintf(&b, "%%l%s = mload %%b, %%i <ints=[1, 0]> : %s\n", mid, typ(mid.String()))
		for _, to := range ir.Scalars()[1:] {
			of := []string{"%v"}
			if from.IsInt() {
				of = append(of, "%n")
				for _, k := range []int{0, 1, from.Bits() - mid.Bits() - 1, from.Bits() - mid.Bits(), from.Bits() - 1, from.Bits()} {
					if k >= 0 {
						fmt.Fprintf(&b, "%%k%d = const %d : %s\n%%w%d = shr %%v, %%k%d : %s\n", n, k, typ(unsigned), n, n, typ(from.String()))
						of = append(of, fmt.Sprintf("%%w%d", n))
						n++
					}
				}
			}
			for _, v := range of {
				fmt.Fprintf(&b, "%%m%d = conv %s : %s\n%%t%d = conv %%m%d : %s\nmstore %%b, %%i, %%t%d <ints=[1, 0]>\n", n, v, typ(mid.String()), n, n, typ(to.String()), n)
				n++
			}
			fmt.Fprintf(&b, "%%t%d = conv %%l%s : %s\nmstore %%b, %%i, %%t%d <ints=[1, 0]>\n", n, mid, typ(to.String()), n)
			n++
		}
	}
	head := fmt.Sprintf("func @f(%%b: i64, %%i: i64, %%v: %s, %%s: %s) -> () kernel=single {\n", from, unsigned)
	if format != "%s" {
		head = fmt.Sprintf("func @f(%%b: i64, %%i: i64, %%x: %s, %%c: %s) -> () kernel=single {\n%%v = splat %%x : %s\n%%s = splat %%c : %s\n", from, unsigned, typ(from.String()), typ(unsigned))
	}
	if from.IsInt() {
		head += fmt.Sprintf("%%n = shr %%v, %%s : %s\n", typ(from.String()))
	}
	m, err := ir.Parse(head + b.String() + "return\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, ir.Lanes); err != nil {
		t.Fatal(err)
	}
	return m.Funcs[0]
}

// TestVectorAlgebra: constants in lanes, which are not folded, and conversions of what loops carry.
func TestVectorAlgebra(t *testing.T) {
	for _, body := range []string{
		"%k = const 0.5 : <4 x f64>\n%v = add %k, %k : <4 x f64>\nmstore %b, %i, %v <ints=[1, 0]>\nreturn",
		"%z = const 0 : <4 x u8>\n%r = loop ^0 %z : <4 x u8> (%u: <4 x u8>) {\n%w = conv %u : <4 x i64>\nmstore %b, %i, %w <ints=[1, 0]>\nbreak ^0 %u\n}\nreturn",
	} {
		m, err := ir.Parse("func @f(%b: i64, %i: i64) -> () kernel=single {\n" + body + "\n}\n")
		if err != nil {
			t.Fatal(err)
		}
		if err := ir.Verify(m, ir.Lanes); err != nil {
			t.Fatal(err)
		}
		before := m.String()
		if Algebra(m.Funcs[0]) || m.String() != before {
			t.Errorf("before:\n%s\nafter:\n%s", before, m)
		}
	}
	// A conversion there and back of what a loop carries becomes a mask.
	m, err := ir.Parse("func @f(%b: i64, %i: i64) -> () kernel=single {\n%z = const 0 : <4 x i64>\n%r = loop ^0 %z : <4 x i64> (%u: <4 x i64>) {\n%m = conv %u : <4 x u8>\n" +
		"%w = conv %m : <4 x i64>\nmstore %b, %i, %w <ints=[1, 0]>\nbreak ^0 %u\n}\nreturn\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	if Algebra(m.Funcs[0]); !strings.Contains(m.String(), "= and %") {
		t.Errorf("no mask:\n%s", m)
	}
}

// TestExactReciprocal: of powers of two, those that may be multiplied by instead of divided by.
func TestExactReciprocal(t *testing.T) {
	for _, typ := range []*ir.Type{ir.TF32, ir.TF64} {
		for exp := -1100; exp < 1100; exp++ {
			for _, x := range []float64{math.Ldexp(1, exp), math.Ldexp(-1, exp), math.Ldexp(1.5, exp), math.Ldexp(-1.25, exp)} {
				bits := ir.FloatBits(typ, x)
				y := ir.BitsFloat(typ, bits)
				inverse := ir.BitsFloat(typ, ir.FloatBits(typ, 1/y))
				power := math.Abs(x) == math.Ldexp(1, exp)
				switch got := exactReciprocal(typ, bits); {
				case got && (!power || y == 0 || math.IsInf(inverse, 0) || inverse*y != 1):
					t.Errorf("%s: %g has no exact reciprocal", typ, y)
				case !got && power && exp > -100 && exp < 100:
					t.Errorf("%s: %g has one", typ, y)
				}
			}
		}
	}
}
