package ir

import (
	"strings"
	"testing"
)

// TestVerifySamples checks that the samples, which hold every kind of op of their level, pass.
func TestVerifySamples(t *testing.T) {
	levels := map[string]Level{"source": Source, "residual": Residual, "loops": Loops, "lanes": Lanes}
	for name, text := range samples(t) {
		if err := Verify(MustParse(text), levels[name]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestVerifyRejects has one broken function body per rule. The parameters are the same for all.
func TestVerifyRejects(t *testing.T) {
	const residualParams = "(%b: bool, %i: i64, %u: u64, %w: i32, %x: f64, %y: f32, %s: []f64, %t: []{a: i64, b: [3]f32}) -> (i64)"
	for _, c := range []struct {
		level Level
		body  string // without the end, which is return %i
		want  string
	}{
		{Residual, "%c = cell %i : cell<i64>", "not legal at the residual level"},
		{Residual, "%c = add %i : i64", "1 operands, must be 2"},
		{Residual, "add %i, %i", "0 results, must be 1"},
		{Residual, "if %b {\n yield\n}", "1 regions, must be 2"},
		{Residual, "%c = add %i, %w : i64", "operand of type i32, result of type i64"},
		{Residual, "%c = add %b, %b : bool", "not for values of type bool"},
		{Residual, "%c = rem %x, %x : f64", "not for values of type f64"},
		{Residual, "%c = and %x, %x : f64", "not for values of type f64"},
		{Residual, "%c = sqrt %i : i64", "not for values of type i64"},
		{Residual, "%c = shl %i, %i : i64", "the count must be u64"},
		{Residual, "%c = shl %x, %u : f64", "one integer type"},
		{Residual, "%c = lt %b, %b : bool", "not for values of type bool"},
		{Residual, "%c = eq %i, %u : bool", "compares i64 and u64"},
		{Residual, "%c = eq %i, %i : i64", "the result must be bool"},
		{Residual, "%c = select %i, %i, %i : i64", "the condition must be bool"},
		{Residual, "%c = select %b, %i, %x : i64", "differ in type"},
		{Residual, "%c = conv %b : i64", "no conversion from bool to i64"},
		{Residual, "%c = bitcast %x : i32", "no cast from f64 to i32"},
		{Residual, "%c = table %i : f64", "the table is empty"},
		{Residual, "%c = table %x <table=[1]> : f64", "the index must be i64"},
		{Residual, "check.index %w, %i", "the index must be i64 or u64"},
		{Residual, "check.div %x", "the divisor must be an integer"},
		{Residual, "check.shift %u", "the count must be a signed integer"},
		{Residual, "check.make %u", "the length must be i64"},
		{Residual, "check.slice %i, %i, %i", "the code must be 0, 1 or 2"},
		{Residual, "check.slice %i, %i, %i <ints=[2]>", "3 operands, must be 4"},
		{Source, "%c = struct %i, %i : {a: i64, b: f64}", "field b is f64, not i64"},
		{Source, "%c = struct %i : {a: i64, b: f64}", "one operand per field"},
		{Source, "%c = array %i, %x : [2]i64", "elements are i64, not f64"},
		{Source, "%c = array %i : [2]i64", "one operand per element"},
		{Source, "%c = zero : {a: i64}\n %d = extract %c <path=[1]> : i64", "no path [1]"},
		{Source, "%c = zero : [3]i64\n %d = extract %c <path=[-1]> : i64", "1 operands, must be 2"},
		{Source, "%c = zero : {a: i64}\n %d = insert %c, %x <path=[0]> : {a: i64}", "the new value is f64, must be i64"},
		{Source, "%c = zero : {a: i64}\n %d = insert %c, %i <path=[0]> : i64", "the result must be {a: i64}"},
		{Source, "%c = cell %i : cell<f64>", "the result must be cell<i64>"},
		{Source, "%c = cell %i : cell<i64>\n %d = get %c : f64", "the result must be i64"},
		{Source, "%c = cell %i : cell<i64>\n set %c, %x", "the new value is f64, must be i64"},
		{Source, "set %i, %i", "must be a cell"},
		{Residual, "%c = len %i : i64", "must take a slice"},
		{Residual, "%c = make %i : i64", "the result must be a slice"},
		{Residual, "%c = make %w : []i64", "operands must be i64"},
		{Residual, "%c = alloca : []i64", "number of elements"},
		{Residual, "%c = slice %s, %i : []f64", "2 operands, must be 3 or 4"},
		{Residual, "%c = slice %s, %i, %i : []f32", "one of its type"},
		{Residual, "%c = load %s, %w : f64", "a slice and an i64"},
		{Residual, "%c = load %t, %i <path=[1]> : [3]f32", "a whole [3]f32"},
		{Residual, "%c = load %t, %i, %x <path=[1, -1]> : f32", "the path's indices must be i64"},
		{Residual, "store %s, %i, %y", "the new value is f32, must be f64"},
		{Source, "%c = lambda : fn(i64) -> () (%v: f64) {\n return\n}", "a function type over the region's parameters"},
		{Source, "%c = lambda : fn() -> (i64) {\n return %x\n}", "returns (f64), must be (i64)"},
		{Source, "%c = funcref @f : fn() -> ()", "@f is fn("},
		{Source, "%c = funcref : fn() -> ()", "no symbol"},
		{Residual, "callsym @f %i", "@f is fn("},
		{Source, "%c = call %i : i64", "the first operand must be a function"},
		{Source, "%f = lambda : fn() -> () {\n return\n}\n call %f, %i", "the function is fn() -> (), called as fn(i64) -> ()"},
		{Source, "%c = known %i : bool", "only in filters"},
		{Source, "%c = hide %i : u64", "operand and result differ in type"},
		{Source, "unroll %i, %i, %i", "operands must be i64, i64, fn(i64) -> (bool)"},
		{Source, "parfor %i, %i", "a function from indices to bool"},
		{Source, "%c = build %i, %i : []i64", "a function from i64 to i64"},
		{Source, "%c = reduce %i, %x, %x, %x : f64", "operands must be i64, T"},
		{Residual, "if %i {\n yield\n} {\n yield\n}", "the condition must be bool"},
		{Residual, "if %b (%q: i64) {\n yield\n} {\n yield\n}", "region 0 has parameters (i64), must be ()"},
		{Residual, "%c = if %b : i64 {\n yield %i\n} {\n yield %x\n}", "yields (f64), the if takes (i64)"},
		{Residual, "%c = if %b : i64 {\n yield %i\n} {\n}", "a region is empty"},
		{Residual, "loop %i (%q: f64) {\n return %i\n}", "region 0 has parameters (f64), must be (i64)"},
		{Residual, "loop {\n yield\n}", "not in the region of a loop"},
		{Residual, "loop ^0 {\n continue ^0 %i\n}", "carries (i64), the loop takes ()"},
		{Residual, "%c = loop ^0 : i64 {\n break ^0\n}", "carries (), the loop takes (i64)"},
		{Residual, "if ^0 %b {\n break ^0\n} {\n yield\n}", "the target is a if"},
		{Residual, "block ^0 {\n continue ^0\n}", "the target is a block"},
		{Residual, "loop ^0 {\n multi %i (%j: i64) {\n break ^0\n}\n break ^0\n}", "leaves the region of a multi"},
		{Residual, "multi %i (%j: i64) {\n return %i\n}", "leaves the region of a multi"},
		{Residual, "for %i, %i (%j: i64) {\n yield\n}", "a step other than 0"},
		{Residual, "%c = for %i, %i, %x <ints=[1]> : i64 (%j: i64, %z: f64) {\n yield %j\n}", "the types of the carried values"},
		{Residual, "for %i, %i, %x <ints=[1]> (%j: i64) {\n yield\n}", "the types of the carried values"},
		{Residual, "for %x, %i <ints=[1]> (%j: i64) {\n yield\n}", "the first two operands must be i64"},
		{Residual, "multi %i (%j: i64, %k: i64) {\n yield\n}", "must be (i64)"},
		{Residual, "return %x", "ops follow a terminator"},
		{Residual, "return %i\n %c = add %i, %i : i64", "ops follow a terminator"},
		{Loops, "launch @f %x", "the range's length"},
		{Loops, "launch @f %i, %i, %i, %i", "@f is not a kernel of this kind"},
		{Loops, "run @k %i", "@k is fn(f64) -> (), used as fn(i64) -> ()"},
		{Loops, "launch @r %i, %i, %i, %i, %i", "@r is fn(i64, i64, f64) -> (), used as fn(i64, i64, i64) -> ()"},
		{Loops, "%c = scratch %i : i64", "the result must be a slice"},
	} {
		text := "func @f" + residualParams + " {\n" + c.body + "\nreturn %i\n}\n"
		if c.level == Loops {
			text += "func @k(%x: f64) -> () kernel=single {\nreturn\n}\nfunc @r(%lo: i64, %hi: i64, %x: f64) -> () kernel=range {\nreturn\n}\n"
		}
		m, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		rejects(t, m, c.level, c.want)
	}
}

func rejects(t *testing.T, m *Module, level Level, want string) {
	t.Helper()
	err := Verify(m, level)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s\ngot %v, want %s", m, err, want)
	}
}

func TestVerifyRejectsLanes(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"%c = len %i : i64", "not legal at the lanes level"},
		{"%c = splat %x : <8 x f64>\n %d = splat %x : <4 x f64>", "4 lanes in a kernel of 8"},
		{"%c = splat %x : <8 x i64>", "a vector of the operand's type"},
		{"%c = iota : <8 x f64>", "a vector of integers"},
		{"%c = pack %x, %x, %x : <4 x f64>", "as many scalars as lanes"},
		{"%c = pack %x, %x : f64", "as many scalars as lanes"},
		{"%c = pack %x, %i : <2 x f64>", "a vector of the operands' type"},
		{"%c = pack %b, %b : <2 x bool>", "a vector of the operands' type"},
		{"%c = splat %x : <8 x f64>\n %d = any %c : bool", "must take a mask"},
		{"%c = splat %x : <8 x f64>\n %d = lt %c, %c : bool", "the result must be <8 x bool>"},
		{"%c = splat %x : <8 x f64>\n %d = conv %c : f32", "no conversion"},
		{"%c = splat %b : <8 x bool>\n if %c {\n yield\n} {\n yield\n}", "the condition must be bool"},
		{"%c = mload %i, %i : f64", "scale and displacement"},
		{"%c = mload %x, %i <ints=[8, 0]> : f64", "the base must be i64"},
		{"%c = mload %i, %x <ints=[8, 0]> : f64", "the index must be i64"},
		{"%m = splat %b : <8 x bool>\n %c = mload %i, %i, %m <ints=[8, 0]> : f64", "the mask must be one for the vector"},
		{"%v = splat %i : <8 x i64>\n %c = gather %i, %v <ints=[8, 0]> : <8 x f64>", "must have a mask"},
		{"%v = splat %i : <8 x i64>\n %m = splat %b : <8 x bool>\n scatter %i, %v, %x, %m <ints=[8, 0]>", "must move a vector"},
		{"mstore %i, %i <ints=[8, 0]>", "2 operands, must be 3 or 4"},
		{"if %b {\n fail %i <ints=[0]>\n} {\n yield\n}", "a site >= 1"},
		{"if %b {\n unreachable %x\n} {\n yield\n}", "operands"},
		{"%c = splat %x : <8 x f64>\n %d = lanereduce %c : <8 x f64> (%p: <8 x f64>, %q: <8 x f64>) {\n yield %p\n}", "one scalar for each vector"},
		{"%c = splat %x : <8 x f64>\n %d = lanereduce %c : f64 (%p: <8 x f64>) {\n yield %p\n}", "region 0 has parameters"},
		{"%c = ptr : i64", "a number of bytes"},
	} {
		m, err := Parse("func @f(%b: bool, %i: i64, %x: f64) -> () kernel=single {\n" + c.body + "\nreturn\n}\n")
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		rejects(t, m, Lanes, c.want)
	}
}

func TestVerifyFunctions(t *testing.T) {
	for _, c := range []struct {
		level      Level
		text, want string
	}{
		{Residual, "func @f() -> () {\nreturn\n}\nfunc @f() -> () {\nreturn\n}", "@f: defined twice"},
		{Residual, "func @f() -> () {\nyield\n}", "a function must end in return"},
		{Residual, "func @f() -> (i64) {\nreturn\n}", "returns (), must be (i64)"},
		{Residual, "func @f(%a: cell<i64>) -> () {\nreturn\n}", "no values of type cell<i64> at the residual level"},
		{Residual, "func @f() -> ({a: i64}) {\n%c = zero : {a: i64}\nreturn %c\n}", "no values of type {a: i64} at the residual level"},
		{Residual, "func @f() -> () filter () {\n%c = const true : bool\nyield %c\n} {\nreturn\n}", "a filter is legal at the source level only"},
		{Source, "func @f(%a: i64) -> () filter () {\n%c = const true : bool\nyield %c\n} {\nreturn\n}", "the filter's parameters are not the function's"},
		{Source, "func @f() -> () filter () {\nyield\n} {\nreturn\n}", "a filter must yield a bool"},
		{Source, "func @f() -> () filter () {\nreturn\n} {\nreturn\n}", "a filter ends in yield"},
		{Source, "func @f() -> () kernel=single {\nreturn\n}", "a kernel at the source level"},
		{Lanes, "func @f() -> () {\nreturn\n}", "not a kernel, but at the lanes level"},
		{Loops, "func @f(%a: i64) -> () kernel=range {\nreturn\n}", "first two parameters must be i64"},
	} {
		rejects(t, MustParse(c.text), c.level, c.want)
	}
}

// TestVerifyStructure breaks what the parser always gets right.
func TestVerifyStructure(t *testing.T) {
	const text = "func @f(%a: i64) -> (i64) {\n%b = add %a, %a : i64\nblock ^0 {\n%c = add %a, %b : i64\nbreak ^0\n}\nreturn %b\n}"
	for _, c := range []struct {
		want  string
		wreck func(f *Func)
	}{
		{"", func(*Func) {}},
		{"operand 0 is not defined here", func(f *Func) { f.Body.Ops[2].Args[0] = f.Body.Ops[1].Regions[0].Ops[0].Result() }},
		{"operand 0 is not defined here", func(f *Func) { f.Body.Ops[0].Args[0] = f.Body.Ops[0].Result() }},
		{"Parent is not the region", func(f *Func) { f.Body.Ops[0].Parent = nil }},
		{"a region's Parent", func(f *Func) { f.Body.Ops[1].Regions[0].Parent = f.Body.Ops[0] }},
		{"the op is in the function twice", func(f *Func) { f.Body.Ops[1] = f.Body.Ops[0] }},
		{"Def, Owner or Index", func(f *Func) { f.Body.Ops[0].Results[0].Index = 3 }},
		{"Def, Owner or Index", func(f *Func) { f.Body.Params[0].Owner = nil }},
		{"no such op", func(f *Func) { f.Body.Ops[0].Kind = OpInvalid }},
		{"break and continue have a target", func(f *Func) { f.Body.Ops[1].Regions[0].Ops[1].Target = nil }},
		{"the target is not around the op", func(f *Func) { f.Body.Ops[1].Regions[0].Ops[1].Target = f.Body.Ops[0] }},
		{"a region must end in a terminator", func(f *Func) { f.Body.Ops = f.Body.Ops[:2] }},
		{"bits 0x100 are not a u8", func(f *Func) {
			f.Body.Ops = append([]*Op{{Kind: OpConst, Bits: 256, Parent: f.Body}}, f.Body.Ops...)
			f.Body.Ops[0].AddResult(TU8)
		}},
		{"a value without a type", func(f *Func) { f.Body.Ops[0].Results[0].Type = nil }},
	} {
		m := MustParse(text)
		c.wreck(m.Funcs[0])
		if c.want != "" {
			rejects(t, m, Residual, c.want)
		} else if err := Verify(m, Residual); err != nil {
			t.Error(err)
		}
	}
}
