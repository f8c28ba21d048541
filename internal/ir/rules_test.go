package ir

import (
	"strings"
	"testing"
)

// The parameters of the functions below. Vectors of other lengths and slices at the lanes level are errors of their own, which the tests pass over.
const (
	earlyParams = "%b: bool, %i: i64, %u: u64, %c: u8, %w: i32, %x: f64, %y: f32, %s: []f64, %t: []{a: i64, b: [3]f32, c: []f64}, %bs: []bool"
	lanesParams = "%b: bool, %i: i64, %u: u64, %c: u8, %w: i32, %x: f64, %m: <8 x bool>, %v: <8 x f64>, %vi: <8 x i64>, %vw: <8 x i32>, %vu: <8 x u64>"
	wrongLanes  = lanesParams + ", %m4: <4 x bool>, %v4: <4 x f64>, %i4: <4 x i64>, %u4: <4 x u64>, %bs: []bool, %is: []i64"
)

// kernels are what the host programs start.
const kernels = `
func @k(%x: f64) -> () kernel=single {
  return
}
func @r(%lo: i64, %hi: i64, %x: f64) -> () kernel=range {
  return
}
`

// TestRulesAccept has the forms that the samples in testdata leave out.
func TestRulesAccept(t *testing.T) {
	for _, c := range []struct {
		level        Level
		params, body string
	}{
		{Residual, earlyParams, `
			check.panic @"int" %b
			check.panic @"complex128" %b, %x, %x
			check.index %u, %i
			check.div %c
			check.shift %w
			check.make %i
			check.slice %i, %i, %i <ints=[0]>
			check.slice %i, %i, %i <ints=[1]>
			check.slice %i, %i, %i, %i <ints=[2]>
			%1 = and %i, %i : i64
			%2 = xor %b, %b : bool
			%3 = shl %w, %u : i32
			%4 = rotl %w, %c : i32
			%5 = select %b, %s, %s : []f64
			%6 = select %b, %i, %i : i64
			%7 = conv %i : f64
			%8 = bitcast %i : f64
			%9 = table %i <table=[1, 2]> : f64
			%10 = load %t, %i <path=[2]> : []f64
			%11 = slice %s, %i, %i, %i : []f64
			%12 = alloca <ints=[0]> : []f64
			%13 = cap %s : i64
			block {
				yield
			}
			for ^f %i, %i <ints=[1, 2]> (%j: i64) {
				if %b {
					break ^f
				} {
					yield
				}
				continue ^f
			}
			%14 = multi %i : []{a: i64, b: f64} (%k: i64) {
				%own = alloca <ints=[4]> : []f64
				store %own, %k, %x
				%part = slice %own, %k, %k : []f64
				store %part, %k, %x
				%other = make %k : []f64
				%one = select %b, %part, %other : []f64
				store %one, %k, %x
				%inner = multi %k : []f64 (%l: i64) {
					collect %x
					yield
				}
				store %inner, %k, %x
				store %s, %k, %x
				collect %k, %x
				yield
			}
			%15, %16, %17, %18 = multi %i, %i : f64, i64, f64, i64 (%m: i64, %n: i64) {
				reduce %x, %x (%p: f64, %q: f64) {
					yield %p
				}
				reduce %m, %i (%r: i64, %z: i64) {
					yield %z
				}
				reduce %m, %x, %i, %x, %i (%r1: f64, %z1: i64, %r2: f64, %z2: i64) {
					yield %r1, %z2
				} (%a1: f64, %a2: i64, %v1: i64, %v2: f64, %v3: i64) {
					yield %v2, %v1
				}
				yield
			}
			%21, %22, %23 = multi %i : []f64, f64, []{a: i64, b: f64} (%o1: i64) {
				%own1 = alloca <ints=[4]> : []f64
				store %own1, %o1, %x
				keep %b, %x
				reduce %x, %x (%p2: f64, %q2: f64) {
					yield %p2
				}
				keep %b, %o1, %x
				yield
			}
			%19, %20 = multi %i : []f64, f64 (%o: i64) {
				collect %x
				reduce %x, %x (%p1: f64, %q1: f64) {
					yield %p1
				}
				yield
			}`},
		{Residual, earlyParams, `
			multi %i (%j: i64) {
				%jf = conv %j : f64
				%1, %2 = multi %i : []f64, f64 (%k: i64) {
					collect %x
					reduce %x, %x <mode=inorder> (%p: f64, %q: f64) {
						%3 = add %p, %jf : f64
						yield %3
					}
					yield
				}
				yield
			}`},
		{Loops, earlyParams, `
			%1 = blockreduce %i, %i, %x <ints=[0, 1]> : f64 (%j: i64) {
				store %s, %j, %x
				yield %x
			} (%p: f64, %q: f64) {
				yield %p
			}`},
		{Loops, earlyParams + ", %is: []i64", `
			%1 = shl %i, %c : i64
			%2 = apart %s, %s <ints=[0, 1]> : bool
			stream %b
			%3 = window %i, %i, %i, %i : []f64
			launch @elsewhere %i, %i, %i, %i, %s
			pipeline %i, %i, %i, %i {
				%4 = window %i, %i, %i, %i : []f64
				blank %4, %i, %i, %i, %i, %i
				stage @r %i, %i, %i, %i, %i, %x
				yield
			}
			sweeps %i, %i, %i, %i <ints=[1024, 1, 0]> {
				turn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>
				turn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>
				yield
			}
			%r1 = relay @add %i, %i, %i, %is, %is : i64 {
				stage @r %i, %i, %i, %i, %i, %x
				stage @r %i, %i, %i, %i, %i, %x
				yield
			}
			%5, %6 = pace %i, %i : i64, i64
			%7 = blockreduce %i, %i, %x <ints=[0, 1]> : f64 (%j: i64) {
				yield %i, %y
			} (%p: f64, %q: f64) {
				yield %p
			} (%r: f64, %z: i64, %a: f32) {
				yield %r
			}`},
		{Lanes, lanesParams, `
			%1 = shl %i, %c : i64
			%2 = shl %vi, %vu : <8 x i64>
			%3 = shl %vi, %u : <8 x i64>
			%4 = rotl %vi, %vw : <8 x i64>
			%5 = rotl %vi, %w : <8 x i64>
			%6 = select %m, %v, %v : <8 x f64>
			%7 = select %b, %v, %v : <8 x f64>
			%8 = conv %vi : <8 x f64>
			%9 = bitcast %vi : <8 x f64>
			%10 = table %vw <table=[1, 2]> : <8 x f64>
			%11 = table %w <table=[1, 2]> : f64
			%12 = shuffle %v, %v <ints=[-1, 0, 15, 3, 4, 5, 6, 7]> : <8 x f64>
			%13 = ptr <ints=[0]> : i64
			%14 = gather %i, %vw, %m <ints=[8, 0]> : <8 x f64>
			%16 = gather %i, %i <ints=[8, 0, 2]> : <8 x f64>
			%17 = gather %i, %i, %i <ints=[8, 0, 8]> : <8 x f64>
			%15 = any %m : bool
			if %b {
				fail %i, %i, %i <ints=[1]>
			} {
				yield
			}`},
		{Source, earlyParams, `
			%1 = zero : {a: i64}
			%2 = select %b, %1, %1 : {a: i64}
			%3 = lambda : fn() -> () {
				return
			}
			call %3
			%4 = lambda : fn(i64) -> (f64) (%j: i64) {
				return %x
			}
			%5 = build %i, %4 : []f64
			%k1 = lambda : fn(i64) -> (f64, bool) (%kj: i64) {
				return %x, %b
			}
			%k2 = keep %i, %k1 : []f64
			%6 = lambda : fn(f64, f64) -> (f64) (%p: f64, %q: f64) {
				return %p
			}
			%7 = reduce %i, %x, %6, %4 : f64
			%8 = lambda : fn(i64) -> (bool) (%k: i64) {
				return %b
			}
			parfor %i, %8`},
	} {
		kind := ""
		if c.level == Lanes {
			kind = " kernel=single"
		}
		text := "func @f(" + c.params + ") -> ()" + kind + " {\n" + c.body + "\nreturn\n}\n"
		if c.level == Loops {
			text += kernels
		}
		m, err := Parse(text)
		if err != nil {
			t.Errorf("%v in\n%s", err, text)
			continue
		}
		if err := Verify(m, c.level); err != nil {
			t.Error(err)
		}
	}
}

// TestRulesReject has, for each part of a rule, an op that breaks it alone.
func TestRulesReject(t *testing.T) {
	for _, c := range []struct {
		level Level
		body  string
		want  string
	}{
		{Residual, `check.panic %b`, "must say what it panics with"},
		{Residual, `check.panic @"int"`, "must say what it panics with"},
		{Residual, `check.panic @"int" %b, %i, %i, %i, %i, %i, %i, %i, %i, %i`, "must say what it panics with"},
		{Residual, `check.panic @"int" %i`, "must say what it panics with"},
		{Residual, `check.panic @"int" %b, %s, %i`, "must say what it panics with"},
		{Residual, `check.panic @"int" %b, %i, %s`, "must say what it panics with"},
		{Residual, `%1 = shl %w, %u : i64`, "one integer type"},
		{Residual, `%1 = shl %i, %c : i64`, "the count must be u64"},
		{Residual, `%1 = rotl %w, %u : i64`, "one integer type"},
		{Residual, `%1 = rotl %x, %u : f64`, "one integer type"},
		{Residual, `%1 = rotl %i, %x : i64`, "the count must be an integer"},
		{Residual, `%1 = select %b, %x, %i : i64`, "differ in type"},
		{Residual, "%1 = zero : {a: i64}\n%2 = select %b, %1, %1 : {a: i64}", "not for values of type {a: i64}"},
		{Residual, `%1 = conv %i : bool`, "no conversion"},
		{Residual, `%1 = bitcast %b : u8`, "no cast"},
		{Residual, `%1 = bitcast %c : bool`, "no cast"},
		{Residual, `%1 = table %w <table=[1]> : f64`, "the index must be i64"},
		{Residual, `check.index %i, %u`, "the length i64"},
		{Residual, `check.slice %i, %i, %i <ints=[-1]>`, "the code must be 0, 1 or 2"},
		{Residual, `check.slice %i, %i, %i <ints=[3]>`, "the code must be 0, 1 or 2"},
		{Residual, `check.slice %i, %i, %i, %i <ints=[1]>`, "4 operands, must be 3"},
		{Residual, `check.slice %i, %w, %i <ints=[1]>`, "operands must be i64"},
		{Source, `%1 = struct : i64`, "one operand per field"},
		{Source, `%1 = array : i64`, "one operand per element"},
		{Residual, `%1 = load %s : f64`, "1 operands, must be at least 2"},
		{Residual, `store %s, %i`, "2 operands, must be at least 3"},
		{Residual, `%1 = load %i, %i : i64`, "a slice and an i64"},
		{Residual, `%1 = len %s : u64`, "give an i64"},
		{Residual, `%1 = alloca <ints=[-1]> : []i64`, "number of elements"},
		{Residual, `%1 = slice %s, %i, %i, %i, %i : []f64`, "must be 3 or 4"},
		{Residual, `%1 = slice %i, %i, %i : i64`, "must take a slice"},
		{Source, "%1 = lambda : i64 {\nreturn\n}", "a function type"},
		{Source, `call`, "must be a function"},

		{Loops, `%1 = shl %i, %w : i64`, "the count must be unsigned"},
		{Loops, `%1 = apart %s, %i <ints=[0, 0]> : bool`, "operands must be slices"},
		{Loops, `%1 = apart %s, %s <ints=[0]> : bool`, "two attributes"},
		{Loops, `%1 = apart %s, %s <ints=[0, 0, 0]> : bool`, "two attributes"},
		{Loops, `%1 = apart %s, %s <ints=[0, 0]> : i64`, "two attributes"},
		{Loops, `stream %i`, "the operand must be bool"},
		{Loops, `launch @r %i, %i, %i`, "the first four operands"},
		{Loops, `launch @r %i, %i, %i, %x, %x`, "the first four operands"},
		{Loops, `launch %i, %i, %i, %i`, "no symbol"},
		{Loops, "pipeline %i, %i, %i, %i {\nstage @r %i, %i, %i, %i, %x\nyield\n}", "further apart in windows"},
		{Loops, "pipeline %i, %i, %i, %i {\nblank %s, %i, %i, %i, %i, %i\nyield\n}", "of a window"},
		{Loops, "pipeline %i, %i, %i, %i {\n%1 = window %i, %i, %i, %i : []i64\nblank %1, %i, %i, %x, %i, %i\nyield\n}", "operands must be i64"},
		{Loops, `stage @r %i, %i, %i, %i, %x`, "only in a pipeline or a relay"},
		{Loops, "block {\nstage @r %i, %i, %i, %i, %x\nyield\n}", "only in a pipeline or a relay"},
		{Loops, "pipeline %i, %i, %i, %i {\n%1 = len %s : i64\nyield\n}", "windows, blanks and stages only"},
		{Loops, "pipeline %i, %i, %i, %i (%j: i64) {\nyield\n}", "region 0 has parameters (i64)"},
		{Loops, "pipeline %i, %i, %i, %x {\nyield\n}", "operands must be i64"},
		{Loops, "pipeline %i, %i, %i, %i {\nyield %i\n}", "yields (i64), the pipeline takes ()"},
		{Loops, `turn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>`, "only in sweeps"},
		{Loops, "pipeline %i, %i, %i, %i {\nturn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>\nyield\n}", "only in sweeps"},
		{Loops, "sweeps %i, %i, %i, %i <ints=[1]> {\nstage @r %i, %i, %i, %i, %x\nyield\n}", "only in a pipeline or a relay"},
		{Loops, "%1 = relay @add %i, %i, %i, %s, %s : i64 {\nyield\n}", "of its type"},
		{Loops, "%1 = relay @add %i, %i, %i, %s : i64 {\nyield\n}", "two slices"},
		{Loops, "%1 = relay %i, %i, %i, %s, %s : i64 {\nyield\n}", "name what puts"},
		{Loops, "%1 = relay @abs %i, %i, %i, %s, %s : i64 {\nyield\n}", "by an op of two"},
		{Loops, "%1 = relay @add %i, %i, %x, %s, %s : f64 {\nyield\n}", "puts integers together"},
		{Loops, "%1 = slice %bs, %i, %i <ints=[0]> : []bool\n%2 = scratch %i : []i64\n%3 = relay @add %i, %i, %i, %2, %2 : i64 {\nyield\n}", "two stages"},
		{Loops, "sweeps %i, %i, %i, %i <ints=[1]> {\nyield\n}", "must hold turns"},
		{Loops, "sweeps %i, %i, %i, %i {\nturn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>\nyield\n}", "as attributes"},
		{Loops, "sweeps %i, %i, %i, %i <ints=[0, 1, 0]> {\nturn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>\nyield\n}", "as attributes"},
		{Loops, "sweeps %i, %i, %i, %i <ints=[1, 1, -1]> {\nturn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>\nyield\n}", "as attributes"},
		{Loops, "sweeps %i, %i, %i, %i <ints=[1, 1, 0]> {\n%1 = len %s : i64\nturn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>\nyield\n}", "turns only"},
		{Loops, "sweeps %i, %i, %i, %i <ints=[1, 1, 0]> (%j: i64) {\nturn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>\nyield\n}", "region 0 has parameters (i64)"},
		{Loops, "sweeps %i, %i, %i, %x <ints=[1, 1, 0]> {\nturn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>\nyield\n}", "operands must be i64"},
		{Loops, "sweeps %i, %i, %i, %i <ints=[1, 1, 0]> {\nturn @r %i, %i, %i, %i, %i, %i, %x <ints=[0]>\nyield %i\n}", "yields (i64), the sweeps takes ()"},
		{Loops, `%1, %2 = pace %i, %x : i64, i64`, "operands must be i64"},
		{Loops, `%1, %2 = pace %i, %i : i64, f64`, "operands must be i64"},
		{Loops, `%1 = blockreduce %i, %i, %x <ints=[0, 1, 0]> : f64 (%j: i64) {
			yield %i
		} (%p: f64, %q: f64) {
			yield %p
		} (%r: f64, %z: f32) {
			yield %r
		}`, "yields (i64), the blockreduce takes (f32)"},
		{Loops, `%1 = blockreduce %i, %i, %x <ints=[0, 1]> : f64 (%j: i64) {
			yield %x
		} (%p: f64, %q: f64) {
			yield %p
		} (%r: f32, %z: f64) {
			yield %x
		}`, "region 2 has parameters (f32, f64)"},
		{Loops, `%1 = blockreduce %i, %i, %x <ints=[0, 1]> : f64 (%j: i64) {
			yield %x
		}`, "two regions"},

		{Lanes, `%1 = iota : i64`, "a vector of integers"},
		{Lanes, `%1 = any %m : i64`, "give a bool"},
		{Lanes, `%1 = any %bs : bool`, "must take a mask"},
		{Lanes, `%1 = shl %i, %vu : i64`, "the count must be unsigned"},
		{Lanes, `%1 = shl %vi, %u4 : <8 x i64>`, "the count must be unsigned"},
		{Lanes, `%1 = shl %vi, %vi : <8 x i64>`, "the count must be unsigned"},
		{Lanes, `%1 = rotl %i, %vu : i64`, "the count must be an integer"},
		{Lanes, `%1 = rotl %vi, %u4 : <8 x i64>`, "the count must be an integer"},
		{Lanes, `%1 = select %v, %v, %v : <8 x f64>`, "the condition must be bool"},
		{Lanes, `%1 = select %m4, %v, %v : <8 x f64>`, "the condition must be bool"},
		{Lanes, `%1 = select %m, %x, %x : f64`, "the condition must be bool"},
		{Lanes, `%1 = conv %i : <8 x f64>`, "no conversion"},
		{Lanes, `%1 = conv %vi : f64`, "no conversion"},
		{Lanes, `%1 = conv %i4 : <8 x f64>`, "no conversion"},
		{Lanes, `%1 = bitcast %i : <8 x f64>`, "no cast"},
		{Lanes, `%1 = table %i <table=[1]> : <8 x f64>`, "the index must be i64"},
		{Lanes, `%1 = table %x <table=[1]> : f64`, "the index must be i64"},
		{Lanes, "if %b {\nfail %i\n} {\nyield\n}", "a site >= 1"},
		{Lanes, "if %b {\nfail %i <ints=[1, 1]>\n} {\nyield\n}", "a site >= 1"},
		{Lanes, "if %b {\nfail %i, %i, %i, %i, %i, %i, %i, %i, %i <ints=[1]>\n} {\nyield\n}", "at most eight operands"},
		{Lanes, "if %b {\nfail %x <ints=[1]>\n} {\nyield\n}", "operands must be i64"},
		{Lanes, `%1 = shuffle %x <ints=[]> : f64`, "must take vectors"},
		{Lanes, `%1 = shuffle <ints=[-1, -1, -1, -1, -1, -1, -1, -1]> : <8 x f64>`, "must take vectors"},
		{Lanes, `%1 = shuffle %v, %vi <ints=[0, 0, 0, 0, 0, 0, 0, 0]> : <8 x f64>`, "operand of type <8 x i64>"},
		{Lanes, `%1 = shuffle %v <ints=[0, 0, 0, 0, 0, 0, 0]> : <8 x f64>`, "7 lane numbers, must be 8"},
		{Lanes, `%1 = shuffle %v <ints=[0, 0, 0, -2, 0, 0, 0, 0]> : <8 x f64>`, "no lane -2"},
		{Lanes, `%1 = shuffle %v <ints=[0, 0, 0, 8, 0, 0, 0, 0]> : <8 x f64>`, "no lane 8"},
		{Lanes, `%1 = ptr <ints=[8]> : f64`, "the result must be i64"},
		{Lanes, `%1 = ptr <ints=[-1]> : i64`, "a number of bytes"},
		{Lanes, `%1 = splat %i : i64`, "a vector of the operand's type"},
		{Lanes, "%1 = lanereduce %x : f64 (%p: f64, %q: f64) {\nyield %p\n}", "one scalar for each vector"},
		{Lanes, "lanereduce %v (%p: <8 x f64>, %q: <8 x f64>) {\nyield %p\n}", "one scalar for each vector"},
		{Lanes, "%1, %2 = lanereduce %v : f64, f64 (%p: <8 x f64>, %q: <8 x f64>) {\nyield %p\n}", "one scalar for each vector"},
		{Lanes, `%1 = gather %i, %i, %m <ints=[8, 0]> : <8 x f64>`, "a vector of i64 or i32"},
		{Lanes, `%1 = gather %i, %is, %m <ints=[8, 0]> : <8 x f64>`, "a vector of i64 or i32"},
		{Lanes, `%1 = mload %i, %i, %m <ints=[8, 0]> : [8]f64`, "the mask must be one"},
		{Lanes, `%1 = splat %i : []i64`, "a vector of the operand's type"},
		{Lanes, "%1 = lanereduce %bs : bool (%p: []bool, %q: []bool) {\nyield %p\n}", "one scalar for each vector"},
		{Lanes, `%1 = gather %i, %v, %m <ints=[8, 0]> : <8 x f64>`, "a vector of i64 or i32"},
		{Lanes, `%1 = gather %x, %vi, %m <ints=[8, 0]> : <8 x f64>`, "the base must be i64"},
		{Lanes, `%1 = gather %i, %i, %m <ints=[8, 0, 2]> : <8 x f64>`, "the number of places must be i64"},
		{Lanes, `%1 = gather %i, %i <ints=[8, 0, 3]> : <8 x f64>`, "so many elements for each place"},
		{Lanes, `%1 = mload %i, %i, %vi <ints=[8, 0]> : <8 x f64>`, "the mask must be one"},
		{Lanes, `%1 = mload %i, %i, %m4 <ints=[8, 0]> : <8 x f64>`, "the mask must be one"},
		{Lanes, `%1 = mload %i, %i, %m <ints=[8, 0]> : f64`, "the mask must be one"},
		{Lanes, `%1 = mload %i, %i, %m, %m <ints=[8, 0]> : <8 x f64>`, "operands, must be 2 or 3"},

		{Residual, "if %b {\nyield\n} (%q: i64) {\nyield\n}", "region 1 has parameters (i64)"},
		{Residual, "for %i <ints=[1]> (%j: i64) {\nyield\n}", "the first two operands must be i64"},
		{Residual, "for %i, %x <ints=[1]> (%j: i64) {\nyield\n}", "the first two operands must be i64"},
		{Residual, "for %i, %i <ints=[0]> (%j: i64) {\nyield\n}", "a step other than 0"},
		{Residual, "for %i, %i <ints=[1, 2, 3]> (%j: i64) {\nyield\n}", "a step other than 0"},
		{Residual, "for ^0 %i, %i, %x <ints=[1]> (%j: i64, %z: f64) {\ncontinue ^0 %j\n}", "carries (i64)"},
		{Source, "block ^0 {\n%1 = lambda : fn() -> () {\nbreak ^0\n}\nyield\n}", "leaves the region of a lambda"},
		{Lanes, "block ^0 {\n%1 = lanereduce %v : f64 (%p: <8 x f64>, %q: <8 x f64>) {\nbreak ^0\n}\nyield\n}", "leaves the region of a lanereduce"},
		{Source, "%1 = lambda : fn() -> (bool) {\nreturn %b\n}\nparfor %1", "must have extents and a function"},
		{Source, "%1 = lambda : fn(i64) -> (bool) (%j: i64) {\nreturn %b\n}\nparfor %i, %1 {\nyield\n}", "1 regions, must be 0"},
		{Source, "%1 = lambda : fn(i64) -> (bool) (%j: i64) {\nreturn %b\n}\nparfor %x, %1", "operands must be i64"},
		{Residual, "multi %i (%j: i64) {\nyield\n} (%k: i64) {\nyield\n}", "2 regions, must be 1"},
		{Residual, "parfor %i, %i", "not legal at the residual level"},
		{Residual, "multi {\nyield\n}", "must have extents"},
		{Residual, "multi %i", "0 regions, must be 1"},
		{Residual, "multi %i (%j: i64, %k: i64) {\nyield\n}", "region 0 has parameters (i64, i64)"},
		{Residual, "multi %i (%j: i64) {\nyield %x\n}", "yields (f64), the multi takes ()"},
		{Residual, "block ^0 {\nmulti %i (%j: i64) {\nbreak ^0\n}\nyield\n}", "leaves the region of a multi"},
		{Residual, "%1 = multi %i : []i64 (%j: i64) {\nyield\n}", "1 results, its outputs give 0"},
		{Residual, "multi %i (%j: i64) {\ncollect %j\nyield\n}", "0 results, its outputs give 1"},
		{Residual, "collect %i", "not in the body of a multi"},
		{Residual, "multi %i (%j: i64) {\nif %b {\ncollect %j\nyield\n} {\nyield\n}\nyield\n}", "not in the body of a multi"},
		{Residual, "%1 = multi %i : []i64 (%j: i64) {\ncollect %j\n%2 = add %j, %j : i64\nyield\n}", "not at the end of the body"},
		{Residual, "%1 = multi %i : i64 (%j: i64) {\ncollect %j\nyield\n}", "must give a slice"},
		{Residual, "%1 = multi %i, %i : []i64 (%j: i64, %k: i64) {\ncollect %j\nyield\n}", "over one dimension"},
		{Residual, "%1 = multi %i : []i64 (%j: i64) {\ncollect %x\nyield\n}", "collects (f64), must be (i64)"},
		{Residual, "%1 = multi %i : []{a: i64, b: f64} (%j: i64) {\ncollect %j\nyield\n}", "collects (i64), must be (i64, f64)"},
		{Residual, "keep %b, %i", "not in the body of a multi"},
		{Residual, "%1 = multi %i : []i64 (%j: i64) {\nkeep %j, %j\nyield\n}", "must take a condition first"},
		{Residual, "%1 = multi %i : []i64 (%j: i64) {\nkeep %b\nyield\n}", "keeps (), must be (i64)"},
		{Residual, "%1 = multi %i : []i64 (%j: i64) {\nkeep %b, %x\nyield\n}", "keeps (f64), must be (i64)"},
		{Residual, "%1 = multi %i : i64 (%j: i64) {\nkeep %b, %j\nyield\n}", "must give a slice"},
		{Residual, "%1 = multi %i, %i : []i64 (%j: i64, %k: i64) {\nkeep %b, %j\nyield\n}", "over one dimension"},
		{Residual, "%1 = multi %i : []i64 (%j: i64) {\nstore %s, %j, %x\nkeep %b, %j\nyield\n}", "a store in the body"},
		{Residual, "%1 = multi %i : []i64 (%j: i64) {\n%2 = slice %s, %j, %j : []f64\nstore %2, %j, %x\nkeep %b, %j\nyield\n}", "a store in the body"},
		{Source, "%1 = lambda : fn(i64) -> (i64) (%j: i64) {\nreturn %j\n}\n%2 = keep %i, %1 : []i64", "fn(i64) -> (T, bool)"},
		{Source, "%1 = lambda : fn(i64) -> (i64, bool) (%j: i64) {\nreturn %j, %b\n}\n%2 = keep %i, %1 : i64", "a slice as its result"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x, %x\nyield\n}", "one region or two"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\n%2 = reduce %x, %x : f64 (%p: f64, %q: f64) {\nyield %p\n}\nyield\n}", "and no results"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x (%p: f64, %q: f64) {\nyield %p\n}\nyield\n}", "takes (), must be (f64)"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x, %i (%p: f64, %q: f64) {\nyield %p\n}\nyield\n}", "one identity of the same type"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %j, %x (%p: f64, %q: f64) {\nyield %p\n}\nyield\n}", "takes (i64), must be (f64)"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x, %x (%p: f64, %q: i64) {\nyield %p\n}\nyield\n}", "region 0 has parameters (f64, i64)"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x, %x (%p: f64, %q: f64) {\nyield %i\n}\nyield\n}", "yields (i64), the reduce takes (f64)"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x, %x (%p: f64, %q: f64) {\nyield %p\n} (%k: i64, %l: f64) {\nyield %l\n}\nyield\n}", "region 1 has parameters (i64, f64)"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x, %x () {\nyield\n}\nyield\n}", "must combine two results"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\n%jf = conv %j : f64\nreduce %x, %jf (%p: f64, %q: f64) {\nyield %p\n}\nyield\n}", "the identity is a value of an iteration"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\n%jf = conv %j : f64\nreduce %x, %x (%p: f64, %q: f64) {\n%r = add %p, %jf : f64\nyield %r\n}\nyield\n}", "uses a value of an iteration"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x, %x (%p: f64, %q: f64) {\nstore %s, %i, %x\nyield %p\n}\nyield\n}", "a store in its region"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x, %x <mode=inorder> (%p: f64, %q: f64) {\nyield %p\n}\nyield\n}", "in order only inside a pattern"},
		{Residual, "multi %i (%k: i64) {\n%1, %2 = multi %i : f64, f64 (%j: i64) {\nreduce %x, %x <mode=inorder> (%p: f64, %q: f64) {\nyield %p\n}\nreduce %x, %x (%p1: f64, %q1: f64) {\nyield %p1\n}\nyield\n}\nyield\n}", "another order than the one beside it"},
		{Residual, "multi %i (%j: i64) {\nreduce %x, %x (%p: f64, %q: f64) {\nyield %p\n}\nyield\n}", "0 results, its outputs give 1"},
		{Residual, "%1, %2 = multi %i : f64, f64 (%j: i64) {\nreduce %x, %x (%p: f64, %q: f64) {\nyield %p\n}\nyield\n}", "2 results, its outputs give 1"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce (%p: f64, %q: f64) {\nyield %p\n}\nyield\n}", "an identity for each leaf"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x, %x (%p: f64, %q: i64) {\nyield %p\n} (%p1: f64, %q1: f64) {\nyield %p1\n}\nyield\n}", "region 0 has parameters (f64, i64)"},
		{Residual, "%1 = multi %i : f64 (%j: i64) {\nreduce %x, %x (%p: f64, %q: f64) {\nyield %p\n} (%p1: f64, %q1: f64) {\nstore %s, %i, %x\nyield %p1\n}\nyield\n}", "a store in its region"},
		{Residual, "block ^0 {\n%1 = multi %i : f64 (%j: i64) {\nreduce %x, %x (%p: f64, %q: f64) {\nbreak ^0\n}\nyield\n}\nyield\n}", "leaves the region of a reduce"},
		{Loops, "%1 = blockreduce %i, %i, %x : f64 (%j: i64) {\nyield %x\n} (%p: f64, %q: f64) {\nyield %p\n}", "the number of dimensions as attribute"},
		{Loops, "%1 = blockreduce %i, %i, %x <ints=[1, 1]> : f64 (%j: i64) {\nyield %x\n} (%p: f64, %q: f64) {\nyield %p\n}", "must be 0 at the loops level"},
		{Loops, "%1 = blockreduce %i, %x, %x <ints=[0, 1]> : f64 (%j: i64) {\nyield %x\n} (%p: f64, %q: f64) {\nyield %p\n}", "the extents must be i64"},
		{Loops, "%1 = blockreduce %i, %i, %i <ints=[0, 1]> : f64 (%j: i64) {\nyield %x\n} (%p: f64, %q: f64) {\nyield %p\n}", "one identity of the same type"},
		{Loops, "%1 = blockreduce %i, %i <ints=[0, 1]> : f64 (%j: i64) {\nyield %x\n} (%p: f64, %q: f64) {\nyield %p\n}", "2 operands, must be 3"},
		{Loops, "%1 = blockreduce %i, %i, %x <ints=[0, 2]> : f64 (%j: i64) {\nyield %x\n} (%p: f64, %q: f64) {\nyield %p\n}", "groups of 2 leaves in all, must be 1"},
		{Loops, "%1, %2 = blockreduce %i, %i, %x, %x <ints=[0, 0, 2]> : f64, f64 (%j: i64) {\nyield %x, %x\n} (%p: f64, %q: f64, %r: f64, %z: f64) {\nyield %p, %q\n}", "a group of no leaves"},
		{Loops, "%1 = blockreduce %i, %i, %x <ints=[0, 1] mode=inorder> : f64 (%j: i64) {\nyield %x\n} (%p: f64, %q: f64) {\nyield %p\n}", "must not be in order"},
		{Loops, "%1 = blockreduce %i, %i, %x <ints=[0, 1]> : f64 (%j: i64, %k: i64) {\nyield %x\n} (%p: f64, %q: f64) {\nyield %p\n}", "region 0 has parameters (i64, i64)"},
		{Loops, "%1 = blockreduce %i, %i, %x <ints=[0, 1]> : f64 (%j: i64) {\nyield %x\n} (%p: f64, %q: f64) {\nstore %s, %i, %p\nyield %p\n}", "a store in putting values together"},
		{Loops, "%1 = blockreduce %i, %i, %x <ints=[0, 1]> : f64 (%j: i64) {\nyield\n} (%p: f64, %q: f64) {\nyield %p\n} () {\nyield %x\n}", "region 2 has parameters ()"},
		{Residual, "multi %x (%j: i64) {\nyield\n}", "operands must be i64"},
		{Source, "%1 = lambda : fn(i64) -> (i64) (%j: i64) {\nreturn %j\n}\n%2 = build %i, %1, %i : []i64", "3 operands, must be 2"},
		{Residual, "%1 = check.div %i : i64", "1 results, must be 0"},
		{Residual, "%1 = add %i, %i : i64 {\nyield\n}", "1 regions, must be 0"},
		{Loops, "%1 = blockreduce %i, %i, %i <ints=[0, 1]> : i64 (%j: i64) {\nrun @k %x\nyield %j\n} (%p: i64, %q: i64) {\nyield %p\n}", "starts a kernel"},
		{Loops, "%1 = blockreduce %i, %i, %i <ints=[0, 1]> : i64 (%j: i64) {\nlaunch @r %i, %i, %i, %i, %x\nyield %j\n} (%p: i64, %q: i64) {\nyield %p\n}", "starts a kernel"},
		{Loops, "%1 = blockreduce %i, %i, %i <ints=[0, 1]> : i64 (%j: i64) {\nstage @r %i, %i, %i, %i, %x\nyield %j\n} (%p: i64, %q: i64) {\nyield %p\n}", "starts a kernel"},
		{Source, reduceParts + "%4 = reduce %i, %x, %1, %2, %2 : f64", "must have an extent, an identity"},
		{Source, reduceParts + "%4 = reduce %i, %x, %1 : f64", "must have an extent, an identity"},
		{Source, reduceParts + "%4 = reduce %i, %x, %1, %2 : f64 (%k: f64) {\nyield %k\n}", "must have an extent, an identity"},
		{Source, reduceParts + "reduce %i, %x, %1, %2", "must have an extent, an identity"},
		{Source, reduceParts + "%4 = reduce %i, %x, %1, %2 : i64", "operands must be i64, T"},
		{Source, reduceParts + "%4 = reduce %i, %x, %2, %1 : f64", "operands must be i64, T"},
	} {
		params, kind, more := earlyParams, "", ""
		switch c.level {
		case Lanes:
			params, kind = wrongLanes, " kernel=single"
		case Loops:
			more = kernels
		}
		m, err := Parse("func @f(" + params + ") -> ()" + kind + " {\n" + c.body + "\nreturn\n}\n" + more)
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		rejects(t, m, c.level, c.want)
	}
}

// reduceParts are the functions that a declared reduction of f64 takes.
const reduceParts = `%1 = lambda : fn(f64, f64) -> (f64) (%p: f64, %q: f64) {
	return %p
}
%2 = lambda : fn(i64) -> (f64) (%j: i64) {
	return %x
}
`

// TestRulesStructure breaks what the parser doesn't let pass.
func TestRulesStructure(t *testing.T) {
	const text = "func @f(%a: i64, %s: []f64) -> (i64) {\n%b = add %a, %a : i64\n%c = const 1 : i64\n%d = table %a <table=[1]> : u8\nreturn %b\n}"
	for _, c := range []struct {
		level Level
		want  string
		wreck func(f *Func)
	}{
		{Residual, "no body", func(f *Func) { f.Body = nil }},
		{Residual, "Def, Owner or Index", func(f *Func) { f.Body.Params[0].Def = f.Body.Ops[0] }},
		{Residual, "Def, Owner or Index", func(f *Func) { f.Body.Params[0].Index = 1 }},
		{Residual, "Def, Owner or Index", func(f *Func) { f.Body.Ops[0].Results[0].Def = f.Body.Ops[1] }},
		{Residual, "Def, Owner or Index", func(f *Func) { f.Body.Ops[0].Results[0].Owner = f.Body }},
		{Residual, "no such op", func(f *Func) { f.Body.Ops[0].Kind = numOps }},
		{Residual, "a constant must be a scalar", func(f *Func) { f.Body.Ops[1].Results[0].Type = SliceOf(TF64) }},
		{Residual, "bits 0x100 are not a u8", func(f *Func) { f.Body.Ops[2].Table()[0] = 256 }},
	} {
		m := MustParse(text)
		c.wreck(m.Funcs[0])
		rejects(t, m, c.level, c.want)
	}
}

// TestOutputs asks which output gives which result, and what is a loop without any.
func TestOutputs(t *testing.T) {
	f := MustParse("func @f(%n: i64, %x: f64) -> (f64, []f64, f64, i64) {\nmulti %n (%i: i64) {\nyield\n}\n" +
		"%a, %b, %c, %d = multi %n : f64, []f64, f64, i64 (%j: i64) {\nreduce %x, %x (%p: f64, %q: f64) {\nyield %p\n}\ncollect %x\n" +
		"reduce %x, %j, %x, %n (%r: f64, %k: i64, %s: f64, %l: i64) {\nyield %r, %k\n}\nyield\n}\nreturn %a, %b, %c, %d\n}").Funcs[0]
	plain, m := f.Body.Ops[0], f.Body.Ops[1]
	if !plain.IsParFor() || m.IsParFor() || f.Body.Ops[2].IsParFor() {
		t.Error("only the first has no outputs")
	}
	outs := m.Outputs()
	for k, out := range []int{0, 1, 2, 2} {
		if got := m.Results[k].GivenBy(); got != outs[out] {
			t.Errorf("result %d comes of %v", k, got)
		}
	}
	for k, n := range []int{1, 1, 2} {
		if got := len(outs[k].Values()); got != n {
			t.Errorf("output %d takes %d values, not %d", k, got, n)
		}
	}
}

// TestTypesOfLevels has types that a level must not have, or must.
func TestTypesOfLevels(t *testing.T) {
	for _, c := range []struct {
		level Level
		typ   string
		ok    bool
	}{
		{Source, "{a: fn(i64) -> (i64)}", true},
		{Source, "<8 x f64>", false},
		{Residual, "[]{a: [2][]f64}", true},
		{Residual, "[][]fn() -> ()", false},
		{Residual, "[]{a: cell<i64>, b: i64}", false},
		{Residual, "[][2]fn() -> ()", false},
		{Residual, "<8 x f64>", false},
		{Loops, "[]f64", true},
		{Loops, "[2]f64", false},
		{Loops, "<8 x f64>", false},
		{Lanes, "f64", true},
		{Lanes, "<8 x f64>", true},
		{Lanes, "[]f64", false},
		{Lanes, "[8]f64", false},
	} {
		kind := ""
		if c.level == Lanes {
			kind = " kernel=single"
		}
		m := MustParse("func @f(%x: " + c.typ + ") -> ()" + kind + " {\nreturn\n}\n")
		err := Verify(m, c.level)
		if wrong := err != nil && strings.Contains(err.Error(), "no values of type "+c.typ); wrong == c.ok || c.ok && err != nil {
			t.Errorf("%s at the %s level: %v", c.typ, c.level, err)
		}
	}
	for _, params := range []string{"", "%a: i64", "%a: f64, %b: i64", "%a: i64, %b: f64"} {
		rejects(t, MustParse("func @f("+params+") -> () kernel=range {\nreturn\n}\n"), Loops, "first two parameters must be i64")
	}
	if err := Verify(MustParse("func @f(%a: i64, %b: i64) -> () kernel=range {\nreturn\n}\n"), Loops); err != nil {
		t.Error(err)
	}
	rejects(t, MustParse("func @f(%a: i64) -> () filter (%a: i64) {\n%b = known %a : i64\n%c = known %a : bool\nyield %c\n} {\nreturn\n}\n"), Source, "the result must be bool")
}

// TestVerifyErrors looks at what an error says: all that is wrong, up to ten places, and where.
func TestVerifyErrors(t *testing.T) {
	bad := strings.Repeat("check.div %x\n", 7)
	two := "func @f(%x: f64) -> () {\n" + bad + "return\n}\nfunc @g(%x: f64) -> () {\n" + bad + "return\n}\n"
	if n := strings.Count(Verify(MustParse(two), Residual).Error(), "the divisor must be"); n != 10 {
		t.Errorf("%d errors, must be 10", n)
	}
	for _, pos := range []string{"", ` !"a.go":1:2`, ` !"a.go":7:3`} {
		want := "@f: check.div %x: the divisor must be an integer"
		if pos != "" {
			want = "@f: " + strings.NewReplacer(" !", "", `"`, "").Replace(pos) + ": check.div %x: the divisor must be an integer"
		}
		if got := Verify(MustParse("func @f(%x: f64) -> () {\ncheck.div %x"+pos+"\nreturn\n}\n"), Residual).Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
