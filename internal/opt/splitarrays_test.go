package opt

import "testing"

func TestSplitArrays(t *testing.T) {
	testPass(t, "func @f(%i: i64, %k: i64, %x: f32) -> (i8, f32, i64)", SplitArrays, []pair{{
		"components",
		`%t = alloca <ints=[4]> : []{a: i8, b: [3]f32, c: bool}
		store %t, %i, %x, %k <path=[1, -1]>
		%v = load %t, %k, %i <path=[1, -1]> : f32
		%u = load %t, %i <path=[0]> : i8
		%n = len %t : i64
		return %u, %v, %n`,
		`%t = alloca <ints=[12]> : []f32
		%s = alloca <ints=[4]> : []i8
		%three = const 3 : i64
		%0 = mul %i, %three : i64
		%1 = add %0, %k : i64
		store %t, %1, %x
		%drei = const 3 : i64
		%2 = mul %k, %drei : i64
		%3 = add %2, %i : i64
		%v = load %t, %3 : f32
		%u = load %s, %i : i8
		%n = const 4 : i64
		return %u, %v, %n`,
	}, {
		"used otherwise",
		`%t = alloca <ints=[4]> : []{a: i8}
		%z = const 0 : i64
		%s = slice %t, %z, %i : []{a: i8}
		%u = load %s, %z <path=[0]> : i8
		return %u, %x, %z`,
		`%t = alloca <ints=[4]> : []{a: i8}
		%z = const 0 : i64
		%s = slice %t, %z, %i : []{a: i8}
		%u = load %s, %z <path=[0]> : i8
		return %u, %x, %z`,
	}})
}
