package language

import "math"

// Run is a function to be run both ways, with the arguments of one call after the other.
type Run struct {
	Name string
	F    any
	Args [][]any
	Tol  float64 // relative error allowed, for elementary functions
}

func ints(ns ...int) (calls [][]any) {
	for _, n := range ns {
		calls = append(calls, []any{n})
	}
	return calls
}

func args(as ...any) []any { return as }

var (
	small = ints(-3, 0, 1, 2, 3, 7, 20)
	nan   = math.NaN()
	inf   = math.Inf(1)
	zero  = math.Copysign(0, -1)
	pairs = [][]any{{1.0, 2.0}, {2.0, 1.0}, {3.5, 3.5}, {nan, 1.0}, {1.0, nan}, {inf, nan}, {zero, 0.0}, {0.0, zero}, {-inf, inf}}
)

func list5() []int { return []int{5, 4, 3, 2, 1} }

// Runs are the calls.
var Runs = []Run{
	{"interfaceNil", interfaceNil, [][]any{{1.0}}, 0},
	{"interfaceNilArguments", interfaceNilArguments, [][]any{{[]float64{1, 2}, 1}, {[]float64{1}, 1}, {[]float64{1}, 0}, {[]float64{}, 0}}, 0},
	{"interfaceFieldNil", interfaceFieldNil, [][]any{{0, []float64{1, 2}}, {1, []float64{1, 2}}, {2, []float64{1, 2}}, {2, []float64{}}, {1, []float64{}}}, 0},
	{"interfaceFieldGiven", interfaceFieldGiven, [][]any{{2.5}}, 0},
	{"packageByMethod", packageByMethod, [][]any{{2.5}}, 0},
	{"interfaceVariableText", interfaceVariableText, [][]any{{2.5}}, 0},
	{"boolType", boolType, [][]any{{true, false}, {true, true}, {false, false}}, 0},
	{"intTypes", intTypes, [][]any{{1, int8(-2), int16(300), int32(-70000), int64(1) << 40}}, 0},
	{"uintTypes", uintTypes, [][]any{{uint(1), uint8(200), uint16(300), uint32(1 << 31), uint64(1) << 63, byte(3), rune('x')}}, 0},
	{"uintptrType", uintptrType, [][]any{{uintptr(0)}, {^uintptr(0)}}, 0},
	{"complexType", complexType, [][]any{{1 + 2i, complex64(3 - 1i), []complex64{1, 2i}}, {0 + 2i, complex64(0), []complex64{0, 0}}, {complex(inf, nan), complex64(1i), []complex64{1}}}, 0},
	{"constString", constString, ints(0, 2, 3, -1), 0},
	{"stringType", stringType, [][]any{{"abc", "abc"}, {"abc", "b"}, {"x", "y"}, {"zb", "za"}, {"za", "q"}, {"", ""}, {"q", ""}, {"yz", "yzq"}}, 0},
	{"stringValue", stringValue, ints(0, 1, 2, 3), 0},
	{"stringConversion", stringConversion, [][]any{{[]byte("abc")}, {[]byte("aä€𝄞")}, {[]byte("\xc3\xc3\xa4\xf0\x9d\x84")}, {[]byte("\xe0\x80\x80\xf5\x80\x80\x80\xc1\xbf")}, {[]byte{}}, {[]byte{1}}}, 0},
	{"rangeString", rangeString, ints(0, 1, 2, 3, 4, 5, 6), 0},
	{"checksum", checksum, [][]any{{[]byte("abc\xff\x01")}, {make([]byte, 6000)}, {[]byte{}}}, 0},
	{"sortedPlace", sortedPlace, [][]any{{[]float64{1, 2, 4, 4, 5}, 4.0}, {[]float64{1, 2, 4, 4, 5}, 6.0}, {[]float64{2, 1}, 0.0}}, 0},
	{"binaryWords", binaryWords, [][]any{{make([]byte, 12), uint64(0x0123456789abcdef)}, {make([]byte, 7), uint64(1)}}, 0},
	{"randomPCG", randomPCG, ints(0, 1, 5), 0},
	{"randomChaCha8", randomChaCha8, ints(0, 1, 5, 100), 0},
	{"unsafeWords", unsafeWords, [][]any{{[]byte{1, 2, 3}}, {[]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}}, 0},
	{"unsafeTexts", unsafeTexts, [][]any{{[]byte("hone")}, {[]byte("ho")}, {[]byte("h")}, {[]byte{}}}, 0},
	{"packageVariable", packageVariable, ints(0, 3), 0},
	{"packageSines", packageSines, ints(0, 1, 2, 3, 4), 0},
	{"packageFilled", packageFilled, ints(0, 1, 2, 3, 16), 0},
	{"packageFilledBy", packageFilledBy, ints(0, 1, 2, 3, 7, 8), 0},
	{"packageReturned", packageReturned, ints(0, 1, 2, 3, 41, -1), 0},
	{"packageSlice", packageSlice, ints(0, 1, 2, 3, -1), 0},
	{"sliceOfArray", sliceOfArray, [][]any{{[]byte{1, 2, 3}, 1}, {[]byte{1, 2, 3, 4, 5, 6, 7, 8}, 5}, {[]byte{}, 6}, {[]byte{1}, 9}, {[]byte{1}, -1}}, 0},
	{"sliceOfPart", sliceOfPart, [][]any{{[]buffered{{}, {buf: [8]byte{1, 2, 3}}}, 3}, {make([]buffered, 2), 8}, {make([]buffered, 2), 9}, {make([]buffered, 1), 3}}, 0},
	{"sliceUpTo", sliceUpTo, [][]any{
		{buffered{}, 1, 3, 5}, {buffered{}, 0, 8, 8}, {buffered{}, 0, 1, 9}, {buffered{}, 1, 1, 2}, {buffered{}, 1, 2, -1}, {buffered{}, 3, 2, 8}, {buffered{}, 1, 9, 8},
		{buffered{}, -1, 2, 5}, {buffered{}, 1, 20, 19},
	}, 0},
	{"sliceUpToUnsigned", sliceUpToUnsigned, [][]any{{[4]int32{}, uint8(3)}, {[4]int32{}, uint8(200)}, {[4]int32{}, uint8(1)}}, 0},
	{"sliceToArray", sliceToArray, [][]any{{[]int{1, 2, 3, 4}}, {list5()}, {[]int{1, 2, 3}}}, 0},
	{"nilSlice", nilSlice, [][]any{{[]int{}}, {[]int{1, 2, 3}}, {[]int{4}}}, 0},
	{"structType", structType, [][]any{{sphere{vec3{1, 2, 3}, 4, [2]int{5, 6}}, 2.5}}, 0},
	{"structEqual", structEqual, [][]any{{sphere{tags: [2]int{1, 2}}, sphere{radius: 1}}, {sphere{}, sphere{}}, {sphere{tags: [2]int{1, 2}}, sphere{tags: [2]int{1, 3}}}}, 0},
	{"arrayType", arrayType, [][]any{{[4]float64{1, 2, 3, 4}, 2}, {[4]float64{}, 4}, {[4]float64{}, -1}}, 0},
	{"sliceType", sliceType, [][]any{{[]float64{1, 2, 3, 4}, 3}, {[]float64{1, 2, 3, 4}, 0}, {[]float64{1, 2, 3, 4}, 5}, {[]float64{1}, 1}}, 0},
	{"sliceOfSlices", sliceOfSlices, small, 0},
	{"slicesInSlices", slicesInSlices, [][]any{
		{[][]float64{{1, 2}, {3, 4}}, []sliced{{1, []int{1, 2}}, {2, nil}}, [2][]int{{1}, {2, 3}}, 1}, {[][]float64{nil, {3}}, []sliced{{}, {}}, [2][]int{}, 1},
		{[][]float64{{1}, {3}}, []sliced{{}}, [2][]int{}, 1}, {[][]float64(nil), []sliced(nil), [2][]int{}, 0},
	}, 0},
	{"structOfSlices", structOfSlices, [][]any{{[]vec3{{1, 2, 3}, {4, 5, 6}}}, {[]vec3{{1, 2, 3}}}}, 0},
	{"pointerToVariable", pointerToVariable, [][]any{{2.5}}, 0},
	{"pointerToElement", pointerToElement, [][]any{{[]vec3{{1, 2, 3}, {4, 5, 6}}, 0}, {[]vec3{{1, 2, 3}, {4, 5, 6}}, 1}, {[]vec3{{1, 2, 3}, {4, 5, 6}}, 2}, {[]vec3{{1, 2, 3}}, 0}}, 0},
	{"pointerToField", pointerToField, [][]any{{sphere{vec3{1, 2, 3}, 4, [2]int{5, 6}}, []sphere{{radius: 2, center: vec3{x: 2}}}}}, 0},
	{"genericType", genericType, small, 0},
	{"embedding", embedding, small, 0},
	{"conversions", conversions, [][]any{{-3, 2.75, float32(7.5), uint8(200)}, {1 << 62, -1e5, float32(3), uint8(1)}}, 0},
	{"assignment", assignment, [][]any{{list5(), 1, 3}, {list5(), 4, 0}, {list5(), -1, 0}, {list5(), 0, -1}, {list5(), 3, 70}}, 0},
	{"declarations", declarations, small, 0},
	{"ifs", ifs, [][]any{{1, 2}, {20, 2}, {5, 5}}, 0},
	{"forThreeClause", forThreeClause, small, 0},
	{"forCondition", forCondition, ints(5, 11, 1000), 0},
	{"forEver", forEver, ints(1, 2, 3, 10), 0},
	{"perIteration", perIteration, small, 0},
	{"rangeInt", rangeInt, [][]any{{uint8(0)}, {uint8(3)}, {uint8(255)}}, 0},
	{"rangeSlice", rangeSlice, [][]any{{[]float64{1, -2, 3, 4}}, {[]float64{}}}, 0},
	{"rangeArray", rangeArray, small, 0},
	{"rangeArrayInTurn", rangeArrayInTurn, small, 0},
	{"rangeArrayCopied", rangeArrayCopied, small, 0},
	{"rangeFunc", rangeFunc, small, 0},
	{"rangeFuncExits", rangeFuncExits, ints(0, 2, 4, 6, 9, 30), 0},
	{"switchTag", switchTag, ints(0, 1, 2, 3, 4, 5, 6, 7, 57, 64, 9), 0},
	{"switchTrue", switchTrue, [][]any{{-1.0}, {0.5}, {7.0}, {101.0}, {nan}}, 0},
	{"labels", labels, small, 0},
	{"labelledSwitch", labelledSwitch, small, 0},
	{"namedResults", namedResults, small, 0},
	{"operators", operators, [][]any{{7, 3, uint32(99), 1.5, 2.5}, {7, 0, uint32(99), 1.5, 2.5}, {7, -1, uint32(1), 2.5, nan}}, 0},
	{"constants", constants, [][]any{{1.0, uint64(math.MaxUint64)}}, 0},
	{"shortCircuit", shortCircuit, [][]any{{list5(), 2}, {list5(), 9}, {list5(), -1}, {[]int{}, 0}, {[]int{1}, 5}}, 0},
	{"evaluationOrder", evaluationOrder, small, 0},
	{"builtins", builtins, [][]any{{[]float64{1, 2, 3}, [3]int{}, 1.0, nan}, {[]float64{}, [3]int{}, 1.0, 2.0}}, 0},
	{"closures", closures, small, 0},
	{"methodValues", methodValues, [][]any{{2.0}}, 0},
	{"generics", generics, [][]any{{[]float64{1, 2}, []int{3, 4, 5}}}, 0},
	{"constraintMethod", constraintMethod, [][]any{{[]celsius{1, 2}}}, 0},
	{"recursion", recursion, small, 0},
	{"mutualRecursion", mutualRecursion, small, 0},
	{"recursiveLiteral", recursiveLiteral, small, 0},
	{"variadic", variadic, [][]any{{list5()}}, 0},
	{"spread", spread, small, 0},
	{"mathFunctions", mathFunctions, pairs, 1e-13},
	{"mathFunctions", mathFunctions, [][]any{{0.5, 2.0}, {2.5, 30.25}, {8.0, 3.0}}, 1e-13},
	{"math32", math32, [][]any{{float32(2), float32(0.5)}, {float32(9), float32(-3)}}, 1e-6},
	{"panicBuiltin", panicBuiltin, ints(-1, 0, 1, 2, 3, 20, 21), 0},
	{"slicesFunctions", slicesFunctions, [][]any{{list5(), 3}, {[]int{}, 1}}, 0},
	{"sortedByKey", sortedByKey, [][]any{{[]int32{3, 1, 2, 1}, []float64{0.5, 7, 2}}, {[]int32{}, []float64{}}}, 0},
	{"complexFunctions", complexFunctions, [][]any{{1 + 2i}, {complex(0, nan)}}, 1e-13},
	{"bitsFunctions", bitsFunctions, [][]any{{uint64(0), 1}, {uint64(0xdeadbeef12345678), 13}, {uint64(1), -1}}, 0},
	{"packageVariable", packageVariable, ints(0, 2, 3, 4), 0},
	{"parallel", parallel, [][]any{{make([]float64, 12), make([]float64, 12)}, {make([]float64, 5), make([]float64, 5)}}, 0},
	{"generators", generators, ints(0, 1, 2, 5), 0},
	{"reductions", reductions, [][]any{{[]float32{1, 2, 0.5}, []int8{3, 100, -5}}, {[]float32{}, []int8{}}}, 0},
	{"scans", scans, [][]any{{list5()}, {[]int{}}}, 0},
	{"keeps", keeps, [][]any{{list5()}, {[]int{3, 8}}, {[]int{}}}, 0},
	{"histograms", histograms, [][]any{{[]int{1, 0, 2, 2}}, {[]int{1, 3}}, {[]int{}}}, 0},
	{"searches", searches, [][]any{{list5()}, {[]int{1}}, {[]int{}}}, 0},
	{"builds", builds, [][]any{{3, 4}, {0, 2}, {2, -1}}, 0},
	{"filter", filter, [][]any{{1.5}}, 0},
	{"must", must, [][]any{{1.5}}, 0},
	{"honedCall", honedCall, small, 0},

	{"operandPanics", operandPanics, operandArgs(44), 0},
	{"operandPanicsLifted", operandPanicsLifted, liftedArgs(11), 0},
	{"operandPanicsReturned", operandPanicsReturned, returnArgs(), 0},
	{"operandEffects", operandEffects, effectArgs(26), 0},
	{"orderTuple", orderTuple, [][]any{{list5(), 1, 2}, {list5(), 1, 9}, {list5(), 9, 1}, {list5(), 2, 2}}, 0},
	{"orderSwap", orderSwap, [][]any{{list5(), 1}, {list5(), 9}}, 0},
	{"orderRightFirst", orderRightFirst, [][]any{{list5(), 1, 2}, {list5(), 9, 0}, {list5(), 1, 0}, {list5(), 9, 1}}, 0},
	{"orderOpAssign", orderOpAssign, [][]any{{list5(), 1, 2}, {list5(), 9, 0}, {list5(), 1, 0}, {list5(), 9, 1}}, 0},
	{"orderIndexThenIndex", orderIndexThenIndex, [][]any{{list5(), list5(), 1, 2}, {list5(), list5(), 7, 8}, {list5(), []int{1}, 1, 2}}, 0},
	{"orderCalls", orderCalls, [][]any{{list5()}, {[]int{1, 2, 3}}}, 0},
	{"orderReturn", orderReturn, small, 0},
	{"orderReturnNamed", orderReturnNamed, small, 0},
	{"orderMethod", orderMethod, [][]any{{1.0}, {2.5}}, 0},
	{"orderSwitch", orderSwitch, ints(0, 1, 2, 3, 4, 5), 0},
	{"orderRange", orderRange, [][]any{{list5()}, {[]int{1, 2}}}, 0},
	{"orderArrayCopy", orderArrayCopy, small, 0},
	{"orderShadow", orderShadow, small, 0},
	{"orderClosures", orderClosures, ints(0, 1, 5), 0},
	{"orderLoopCopies", orderLoopCopies, small, 0},
	{"shifts", shifts, [][]any{
		args(int32(-5), uint8(200), 3, uint64(2)), args(int32(-5), uint8(200), 70, uint64(90)),
		args(int32(1), uint8(1), -1, uint64(0)), args(int32(7), uint8(255), 63, uint64(31)),
	}, 0},
	{"wraps", wraps, [][]any{{int8(100), uint16(40000), int32(5)}, {int8(-128), uint16(0), int32(-1)}}, 0},
	{"division", division, [][]any{
		{int32(7), int32(-2), uint8(200), uint8(7)}, {int32(math.MinInt32), int32(-1), uint8(1), uint8(1)},
		{int32(1), int32(0), uint8(1), uint8(1)}, {int32(1), int32(1), uint8(1), uint8(0)},
	}, 0},
	{"floats", floats, pairs, 0},
	{"float32s", float32s, [][]any{{float32(1.1), float32(2.7)}, {float32(-3e10), float32(4)}}, 1e-6},
	{"slicing", slicing, [][]any{
		{list5(), 1, 3, 5}, {list5(), 1, 3, 6}, {list5(), 3, 1, 5}, {list5(), 1, 6, 5}, {list5(), -1, 3, 5}, {list5(), 2, 4, 3}, {list5(), 1, 1, 1},
	}, 0},
	{"makes", makes, ints(1, 5, 0, -1), 0},
	{"iterators", iterators, small, 0},
}

// operandArgs has each form with indices of which up to all are out of range.
func operandArgs(forms int) (args [][]any) {
	for form := range forms {
		for bad := range 16 {
			index := [4]int{2, 1, 0, 1}
			for i, out := range [4]int{20, 30, 40, -1} {
				if bad>>i&1 != 0 {
					index[i] = out
					if i == 3 && form%2 == 0 {
						index[i] = 0
					}
				}
			}
			for _, wild := range []int{1, 50} { // elements that are used as indices
				x, y, z := []int{1, 2, 1, 2, wild}, []int{2, 1, 2, wild, 1, 1}, []int{1, 1, 1, 2, 1, 2, wild}
				if bad&1 != 0 && wild > 1 {
					x[2], y[2], y[1] = wild, wild+1, wild+2
				}
				args = append(args, []any{form, x, y, z, index[0], index[1], index[2], index[3]})
			}
		}
	}
	return args
}

func liftedArgs(forms int) (args [][]any) {
	for form := range forms {
		for bad := range 8 {
			index := []int{1, 0, 1}
			for i := range index {
				index[i] += bad >> i & 1 * (10 + i)
			}
			args = append(args, []any{form, list5(), []complex128{1, 2i}, []complex128{3, 1i, 2}, make([]vec3, 4), index[0], index[1], index[2]})
		}
	}
	return args
}

func returnArgs() (args [][]any) {
	for bad := range 8 {
		args = append(args, []any{list5(), []int{1, 2}, 1 + bad&1*10, 1 + bad&2*10, 3 - bad>>2*3}, []any{list5(), []int{1, 2}, 1 + bad&1*10, 1 + bad&2*10, 2 - bad>>2*2})
	}
	return args
}

func effectArgs(forms int) (args [][]any) {
	for form := range forms {
		args = append(args, []any{form, []int{3, 5, 8, 13}}, []any{form, []int{1, 1}})
	}
	return args
}
