package ir

import (
	"fmt"
	"slices"
	"strings"
)

// rules has one check per op: of types, attributes and the shape of regions. A rule gives what is wrong, or "".
// Counts with a fixed number in the table have been checked before.
var rules [numOps]func(v *verifier, o *Op) string

func init() {
	set := func(rule func(v *verifier, o *Op) string, kinds ...OpKind) {
		for _, k := range kinds {
			rules[k] = rule
		}
	}
	set(ruleConst, OpConst)
	set(arithmetic(isNumber), OpAdd, OpSub, OpMul, OpDiv, OpNeg, OpMin, OpMax)
	set(arithmetic((*Type).IsInt), OpRem, OpClz, OpCtz, OpPopcnt, OpBswap, OpBitrev, OpMulHi)
	set(arithmetic(func(t *Type) bool { return t == TU32 || t == TU64 }), OpCarry, OpBorrow)
	set(arithmetic(func(t *Type) bool { return t == TU64 }), OpDivLong, OpRemLong)
	set(arithmetic(isBits), OpAnd, OpOr, OpXor, OpAndNot, OpNot)
	set(arithmetic((*Type).IsFloat), OpFMA, OpSqrt, OpAbs, OpFloor, OpCeil, OpTrunc, OpRint, OpCopysign, OpFence)
	set(ruleShift, OpShl, OpShr)
	set(ruleRotl, OpRotl)
	set(compare((*Type).IsScalar), OpEq, OpNe)
	set(compare(isNumber), OpLt, OpLe, OpGt, OpGe)
	set(ruleSelect, OpSelect)
	set(ruleConv, OpConv)
	set(ruleBitcast, OpBitcast)
	set(ruleTable, OpTable)

	set(ruleCheckIndex, OpCheckIndex)
	set(ruleCheckInt, OpCheckDiv, OpCheckShift, OpCheckMake)
	set(ruleCheckSlice, OpCheckSlice)
	set(func(v *verifier, o *Op) string {
		ok := o.Sym() != "" && len(o.Args) >= 1 && len(o.Args) <= 1+FailWords && o.Args[0].Type == TBool
		for _, a := range o.Args {
			ok = ok && a.Type.IsScalar()
		}
		return want(ok, "must say what it panics with, and take a bool and at most eight scalars")
	}, OpCheckPanic)

	set(ruleStruct, OpStruct)
	set(ruleArray, OpArray)
	set(rulePath, OpExtract, OpInsert, OpGet, OpSet, OpLoad, OpStore)
	set(ruleCell, OpCell)
	set(func(v *verifier, o *Op) string {
		if o.Args[0].Type.Kind != Cell || slices.ContainsFunc(o.Ints, func(step int64) bool { return step < 0 }) {
			return "the operand must be a cell, the path one of fields"
		}
		array := PathType(o.Args[0].Type.Elem, o.Ints)
		return want(array != nil && array.Kind == Array && o.Results[0].Type == SliceOf(array.Elem), "the path must lead to an array, the result be a slice of its elements")
	}, OpView)
	set(ruleCellAt, OpCellAt)
	set(rulePart, OpPart)
	set(ruleRecast, OpRecast)
	set(func(v *verifier, o *Op) string {
		t := o.Args[0].Type
		return want(t.Kind == Cell && o.Args[1].Type == t && o.Results[0].Type == TBool, "must take two cells of one type and give a bool")
	}, OpSame)
	set(ruleLen, OpLen, OpCap)
	set(func(v *verifier, o *Op) string {
		k := o.Args[0].Type.Kind
		return want((k == Slice || (k == Cell || k == Fn) && v.level == Source) && o.Results[0].Type == TBool, "the operand must be a slice or, at the source level, a cell or a function, the result a bool")
	}, OpIsNil)
	set(func(v *verifier, o *Op) string {
		return want(o.Args[0].Type.Kind == Slice && o.Results[0].Type == TI64, "the operand must be a slice, the result an i64")
	}, OpAddress)
	set(func(v *verifier, o *Op) string {
		ok := o.Args[0].Type.Kind == Slice && o.Args[1].Type == o.Args[0].Type && o.Args[2].Type == TI64
		return want(ok, "operands must be two slices of one type and an i64")
	}, OpMove)
	set(ruleMake, OpMake, OpAlloca, OpScratch, OpWindow)
	set(func(v *verifier, o *Op) string {
		return want((len(o.Ints) == 1 || len(o.Ints) == 2 && (o.Ints[1] == 1 || o.Ints[1] == 2)) && o.Results[0].Type.Kind == Slice && !o.Results[0].Type.Elem.HoldsSlices(), "must have a number, and perhaps 1 or 2, and give a slice of what is no slice")
	}, OpArena)
	set(func(v *verifier, o *Op) string {
		if len(o.Ints) != 1 {
			return "must have the number of an arena"
		}
		return allI64(o.Args)
	}, OpCheckRoom)
	set(func(v *verifier, o *Op) string {
		t := o.Results[0].Type
		grows := len(o.Ints) == 1 && o.Ints[0] == 1 && t.Kind == Slice && !t.Elem.HoldsSlices()
		return want(grows || len(o.Ints) == 0 && t == SliceOf(TI64), "the result must be a slice of i64 or, with 1, of what is no slice")
	}, OpStack)
	set(ruleSlice, OpSlice)

	set(ruleLambda, OpLambda)
	set(ruleSymbol, OpFuncRef, OpCallSym)
	set(func(v *verifier, o *Op) string {
		ok := o.Sym() != ""
		for _, t := range append(Types(o.Args), Types(o.Results)...) {
			ok = ok && (t.IsScalar() || t.Kind == Slice || v.level == Source && t.Kind == Struct)
		}
		return want(ok, "must name what is called, and take and give scalars and slices")
	}, OpForeign)
	set(ruleLaunch, OpLaunch, OpStage, OpTurn, OpRun)
	set(rulePipeline, OpPipeline)
	set(ruleBlank, OpBlank)
	set(ruleSweeps, OpSweeps)
	set(ruleRelay, OpRelay)
	set(func(v *verifier, o *Op) string {
		return allI64(append(append([]*Value(nil), o.Args...), o.Results...))
	}, OpPace)
	set(func(v *verifier, o *Op) string {
		if len(o.Ints) != 1 || o.Ints[0] == 0 {
			return "needs a step"
		}
		return allI64(append(append([]*Value(nil), o.Args...), o.Results...))
	}, OpReach)
	set(func(v *verifier, o *Op) string {
		for _, a := range o.Args {
			if a.Type.Kind != Slice {
				return "operands must be slices"
			}
		}
		return want(len(o.Ints) == 2 && o.Results[0].Type == TBool, "must have two attributes and a bool as its result")
	}, OpApart)
	set(func(v *verifier, o *Op) string { return want(o.Args[0].Type == TBool, "the operand must be bool") }, OpStream)
	set(ruleCall, OpCall)
	set(func(v *verifier, o *Op) string {
		if !v.filter {
			return "only in filters"
		}
		return want(o.Results[0].Type == TBool, "the result must be bool")
	}, OpKnown)
	set(func(v *verifier, o *Op) string {
		t := o.Args[0].Type
		if len(o.Ints) > 0 && (t != SliceOf(TU8) || len(o.Ints) > 1 || o.Ints[0] != 1 && o.Ints[0] != 2) {
			return "words 1 and 2 are of a []u8"
		}
		return want((t == TI64 || t == SliceOf(TU8)) && o.Results[0].Type == TI64, "the operand must be an i64 or a []u8, the result an i64")
	}, OpStatic)
	set(func(v *verifier, o *Op) string {
		return want(o.Args[0].Type == o.Results[0].Type, "operand and result differ in type")
	}, OpHide)
	set(func(v *verifier, o *Op) string { return want(o.Results[0].Type == TI64, "the result must be i64") }, OpThreads, OpProcs)

	set(ruleIf, OpIf)
	set(func(v *verifier, o *Op) string { return params(o, 0) }, OpBlock)
	set(func(v *verifier, o *Op) string { return params(o, 0, Types(o.Args)...) }, OpLoop)
	set(ruleFor, OpFor)
	set(func(v *verifier, o *Op) string {
		return want(sameTypes(Types(o.Args), []*Type{TI64, TI64, FuncOf([]*Type{TI64}, []*Type{TBool})}),
			"operands must be i64, i64, fn(i64) -> (bool)")
	}, OpUnroll)
	set(ruleYield, OpYield)
	set(ruleExit, OpBreak, OpContinue)
	set(ruleReturn, OpReturn)

	set(ruleParFor, OpParFor)
	set(ruleBuild, OpBuild)
	set(ruleReduce, OpReduce)
	set(ruleMulti, OpMulti)
	set(ruleCollect, OpCollect)
	set(ruleKeep, OpKeep)
	set(ruleBlockReduce, OpBlockReduce)
	set(ruleRunning, OpRunning)
	set(ruleCompact, OpCompact)

	set(rulePtr, OpPtr)
	set(ruleSplat, OpSplat)
	set(rulePack, OpPack)
	set(func(v *verifier, o *Op) string {
		t := o.Results[0].Type
		return want(t.Kind == Vec && t.Elem.IsInt(), "the result must be a vector of integers")
	}, OpIota)
	set(func(v *verifier, o *Op) string {
		return want(isMask(o.Args[0].Type) && o.Results[0].Type == TBool, "must take a mask and give a bool")
	}, OpAny, OpAll)
	set(func(v *verifier, o *Op) string {
		return want(isMask(o.Args[0].Type) && o.Results[0].Type == TI64, "must take a mask and give an i64")
	}, OpCount)
	set(func(v *verifier, o *Op) string {
		t := o.Results[0].Type
		return want(t.Kind == Vec && o.Args[0].Type == t && o.Args[1].Type == MaskOf(t.Len), "must take a vector, or a mask, and a mask, and give what the first is")
	}, OpCompress)
	set(ruleShuffle, OpShuffle)
	set(ruleLaneReduce, OpLaneReduce)
	set(ruleMemory, OpMLoad, OpMStore, OpGather, OpScatter)
	set(ruleMStoreAll, OpMStoreAll)
	set(func(v *verifier, o *Op) string {
		if len(o.Ints) != 1 || o.Ints[0] < 1 || len(o.Args) > FailWords {
			return "must have a site >= 1 and at most eight operands"
		}
		return allI64(o.Args)
	}, OpFail)
}

func want(ok bool, format string, args ...any) string {
	if ok {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

func isNumber(t *Type) bool { return t.IsInt() || t.IsFloat() }
func isBits(t *Type) bool   { return t.IsInt() || t.Kind == Bool }
func isMask(t *Type) bool   { return t.Kind == Vec && t.Elem == TBool }

func allI64(vs []*Value) string {
	for _, x := range vs {
		if x.Type != TI64 {
			return "operands must be i64"
		}
	}
	return ""
}

func ruleConst(v *verifier, o *Op) string {
	t := o.Results[0].Type.Scalar()
	if !t.IsScalar() {
		return "a constant must be a scalar or a vector"
	}
	return want(Canonical(t, o.Bits) == o.Bits, "bits %#x are not a %s", o.Bits, t)
}

// arithmetic is the rule of ops whose operands and result have one type.
func arithmetic(ok func(*Type) bool) func(*verifier, *Op) string {
	return func(v *verifier, o *Op) string {
		t := o.Results[0].Type
		for _, a := range o.Args {
			if a.Type != t {
				return fmt.Sprintf("operand of type %s, result of type %s", a.Type, t)
			}
		}
		return want(ok(t.Scalar()), "not for values of type %s", t)
	}
}

func ruleShift(v *verifier, o *Op) string {
	x, c, t := o.Args[0].Type, o.Args[1].Type, o.Results[0].Type
	if x != t || !t.Scalar().IsInt() {
		return "operand and result must be one integer type"
	}
	if v.level == Loops { // the count may be as narrow as the lanes
		return want(c.IsUnsigned(), "the count must be unsigned")
	}
	if v.level == Lanes { // the same, or one for all lanes
		return want(c.Scalar().IsUnsigned() && (c.Kind != Vec || t.Kind == Vec && c.Len == t.Len), "the count must be unsigned")
	}
	return want(c == TU64, "the count must be u64")
}

// ruleRotl: the count, taken modulo the width, may be of any integer type.
func ruleRotl(v *verifier, o *Op) string {
	x, c, t := o.Args[0].Type, o.Args[1].Type, o.Results[0].Type
	if x != t || !t.Scalar().IsInt() {
		return "operand and result must be one integer type"
	}
	return want(c.Scalar().IsInt() && (c.Kind != Vec || t.Kind == Vec && c.Len == t.Len), "the count must be an integer")
}

func compare(ok func(*Type) bool) func(*verifier, *Op) string {
	return func(v *verifier, o *Op) string {
		t := o.Args[0].Type
		if o.Args[1].Type != t {
			return fmt.Sprintf("compares %s and %s", t, o.Args[1].Type)
		}
		if !ok(t.Scalar()) {
			return fmt.Sprintf("not for values of type %s", t)
		}
		return want(o.Results[0].Type == t.WithScalar(TBool), "the result must be %s", t.WithScalar(TBool))
	}
}

func ruleSelect(v *verifier, o *Op) string {
	c, t := o.Args[0].Type, o.Results[0].Type
	if o.Args[1].Type != t || o.Args[2].Type != t {
		return "operands and result differ in type"
	}
	if v.level != Source && !t.Scalar().IsScalar() && t.Kind != Slice {
		return fmt.Sprintf("not for values of type %s", t)
	}
	return want(c == TBool || isMask(c) && t.Kind == Vec && t.Len == c.Len, "the condition must be bool, or a mask for vectors")
}

// sameShape reports whether both are scalars, or vectors of equally many lanes.
func sameShape(a, b *Type) bool {
	return a.IsScalar() && b.IsScalar() || a.Kind == Vec && b.Kind == Vec && a.Len == b.Len
}

func ruleConv(v *verifier, o *Op) string {
	a, b := o.Args[0].Type, o.Results[0].Type
	return want(sameShape(a, b) && isNumber(a.Scalar()) && isNumber(b.Scalar()), "no conversion from %s to %s", a, b)
}

func ruleBitcast(v *verifier, o *Op) string {
	a, b := o.Args[0].Type, o.Results[0].Type
	return want(sameShape(a, b) && isNumber(a.Scalar()) && isNumber(b.Scalar()) && a.Scalar().Bits() == b.Scalar().Bits(),
		"no cast from %s to %s", a, b)
}

func ruleTable(v *verifier, o *Op) string {
	a, b := o.Args[0].Type, o.Results[0].Type
	if !sameShape(a, b) || a.Scalar() != TI64 && (v.level != Lanes || !a.Scalar().IsInt()) {
		return "the index must be i64"
	}
	if len(o.Table()) == 0 {
		return "the table is empty"
	}
	for _, bits := range o.Table() {
		if Canonical(b.Scalar(), bits) != bits {
			return fmt.Sprintf("bits %#x are not a %s", bits, b.Scalar())
		}
	}
	return ""
}

func ruleCheckIndex(v *verifier, o *Op) string {
	i := o.Args[0].Type
	return want((i == TI64 || i == TU64) && o.Args[1].Type == TI64, "the index must be i64 or u64, the length i64")
}

func ruleCheckInt(v *verifier, o *Op) string {
	t := o.Args[0].Type
	switch o.Kind {
	case OpCheckShift:
		return want(t.IsSigned(), "the count must be a signed integer")
	case OpCheckMake:
		return want(t == TI64, "the length must be i64")
	}
	return want(t.IsInt(), "the divisor must be an integer")
}

func ruleCheckSlice(v *verifier, o *Op) string {
	if len(o.Ints) != 1 || o.Ints[0] < 0 || o.Ints[0] > 2 {
		return "the code must be 0, 1 or 2"
	}
	n := 3
	if o.Ints[0] == 2 {
		n = 4
	}
	if len(o.Args) != n {
		return fmt.Sprintf("%d operands, must be %d", len(o.Args), n)
	}
	return allI64(o.Args)
}

func ruleStruct(v *verifier, o *Op) string {
	t := o.Results[0].Type
	if t.Kind != Struct || len(o.Args) != len(t.Fields) {
		return "must have one operand per field of a struct type"
	}
	for i, f := range t.Fields {
		if o.Args[i].Type != f.Type {
			return fmt.Sprintf("field %s is %s, not %s", f.Name, f.Type, o.Args[i].Type)
		}
	}
	return ""
}

func ruleArray(v *verifier, o *Op) string {
	t := o.Results[0].Type
	if t.Kind != Array || len(o.Args) != t.Len {
		return "must have one operand per element of an array type"
	}
	for _, a := range o.Args {
		if a.Type != t.Elem {
			return fmt.Sprintf("elements are %s, not %s", t.Elem, a.Type)
		}
	}
	return ""
}

// rulePath checks the ops with a path: extract v, idx...; insert v, x, idx...; get c, idx...; set c, x, idx...;
// load s, i, idx...; store s, i, x, idx...
func rulePath(v *verifier, o *Op) string {
	fixed, value := 1, -1 // operands before the path's indices, the one among them that is the new component
	switch o.Kind {
	case OpInsert, OpSet:
		fixed, value = 2, 1
	case OpLoad:
		fixed = 2
	case OpStore:
		fixed, value = 3, 2
	}
	if len(o.Args) < fixed {
		return fmt.Sprintf("%d operands, must be at least %d", len(o.Args), fixed)
	}
	base := o.Args[0].Type
	switch o.Kind {
	case OpGet, OpSet:
		if base.Kind != Cell {
			return fmt.Sprintf("operand of type %s, must be a cell", base)
		}
		base = base.Elem
	case OpLoad, OpStore:
		if base.Kind != Slice || o.Args[1].Type != TI64 {
			return "the first operands must be a slice and an i64"
		}
		base = base.Elem
	}
	leaf := PathType(base, o.Ints)
	if leaf == nil {
		return fmt.Sprintf("no path %v in %s", o.Ints, base)
	}
	if n := fixed + pathIndices(o.Ints); len(o.Args) != n {
		return fmt.Sprintf("%d operands, must be %d", len(o.Args), n)
	}
	if msg := allI64(o.Args[fixed:]); msg != "" {
		return "the path's indices must be i64"
	}
	if v.level != Source && !leaf.IsScalar() && leaf.Kind != Slice {
		return fmt.Sprintf("a whole %s at the %s level", leaf, v.level)
	}
	if value >= 0 && o.Args[value].Type != leaf {
		return fmt.Sprintf("the new value is %s, must be %s", o.Args[value].Type, leaf)
	}
	if o.Kind == OpInsert {
		return want(o.Results[0].Type == base, "the result must be %s", base)
	}
	return want(value >= 0 || o.Results[0].Type == leaf, "the result must be %s", leaf)
}

func ruleCell(v *verifier, o *Op) string {
	return want(o.Results[0].Type == CellOf(o.Args[0].Type), "the result must be %s", CellOf(o.Args[0].Type))
}

// ruleCellAt checks cellat init, slice... <paths>: the k-th path leads to what lies in the k-th slice.
func ruleCellAt(v *verifier, o *Op) string {
	if len(o.Args) == 0 || o.Results[0].Type != CellOf(o.Args[0].Type) {
		return "the result must be a cell of the first operand's type"
	}
	paths := CellPaths(o)
	n := len(o.Args) - 1
	if o.HasAddress() {
		n--
	}
	if len(paths) != n {
		return fmt.Sprintf("%d paths, must be %d", len(paths), n)
	}
	for i, path := range paths {
		t := PathType(o.Args[0].Type, path)
		if t == nil || slices.Contains(path, -1) {
			return fmt.Sprintf("no path %v in %s", path, o.Args[0].Type)
		}
		elem := t
		if t.Kind == Array {
			elem = t.Elem
		} else if !t.IsScalar() && t.Kind != Slice {
			return fmt.Sprintf("a %s can't lie in a slice", t)
		}
		if o.Args[i+1].Type != SliceOf(elem) {
			return fmt.Sprintf("operand %d is %s, must be %s", i+1, o.Args[i+1].Type, SliceOf(elem))
		}
	}
	return ""
}

// pathIndices is how many steps of a path are indices.
func pathIndices(path []int64) (n int) {
	for _, step := range path {
		if step < 0 {
			n++
		}
	}
	return n
}

// rulePart checks part c, idx... <path>, part s, i, idx... <path>, and part s, which is the array that a slice begins with.
func rulePart(v *verifier, o *Op) string {
	if len(o.Args) == 0 || o.Results[0].Type.Kind != Cell {
		return "must take a cell or a slice and give a cell"
	}
	base, t := o.Args[0].Type, o.Results[0].Type.Elem
	fixed := 1
	switch {
	case base.Kind == Slice && len(o.Args) == 1:
		return want(len(o.Ints) == 0 && t.Kind == Array && t.Elem == base.Elem, "must give a cell of an array of the slice's elements")
	case base.Kind == Slice:
		fixed = 2
	case base.Kind != Cell:
		return "the first operand must be a cell or a slice"
	}
	if PathType(base.Elem, o.Ints) != t {
		return fmt.Sprintf("the path must lead from %s to %s", base.Elem, t)
	}
	if n := fixed + pathIndices(o.Ints); len(o.Args) != n {
		return fmt.Sprintf("%d operands, must be %d", len(o.Args), n)
	}
	return allI64(o.Args[1:])
}

// ruleRecast checks recast c, offset.
func ruleRecast(v *verifier, o *Op) string {
	from, to := o.Args[0].Type, o.Results[0].Type
	if from.Kind != Cell || to.Kind != Cell {
		return "must take a cell and give a cell"
	}
	return want(Recastable(from.Elem) && Recastable(to.Elem) && o.Args[1].Type == TI64, "must lead to numbers, taken for numbers, from an i64 on")
}

func ruleLen(v *verifier, o *Op) string {
	return want(o.Args[0].Type.Kind == Slice && o.Results[0].Type == TI64, "must take a slice and give an i64")
}

func ruleMake(v *verifier, o *Op) string {
	if o.Results[0].Type.Kind != Slice {
		return "the result must be a slice"
	}
	if o.Kind == OpAlloca {
		return want(len(o.Ints) == 1 && o.Ints[0] >= 0, "must have the number of elements as its attribute")
	}
	return allI64(o.Args)
}

func ruleSlice(v *verifier, o *Op) string {
	if len(o.Args) != 3 && len(o.Args) != 4 {
		return fmt.Sprintf("%d operands, must be 3 or 4", len(o.Args))
	}
	t := o.Args[0].Type
	if t.Kind != Slice || o.Results[0].Type != t {
		return "must take a slice and give one of its type"
	}
	return allI64(o.Args[1:])
}

func ruleLambda(v *verifier, o *Op) string {
	t := o.Results[0].Type
	return want(t.Kind == Fn && sameTypes(t.Params, Types(o.Regions[0].Params)), "the result must be a function type over the region's parameters")
}

// callee finds the function that o names, nil if it is not in the module.
func (v *verifier) callee(o *Op) (f *Func, msg string) {
	if o.Sym() == "" {
		return nil, "no symbol"
	}
	return v.module.Func(o.Sym()), ""
}

func ruleSymbol(v *verifier, o *Op) string {
	f, msg := v.callee(o)
	if f == nil {
		return msg
	}
	t := FuncOf(Types(o.Args), Types(o.Results))
	if o.Kind == OpFuncRef {
		t = o.Results[0].Type
	}
	return want(f.Type() == t, "@%s is %s, used as %s", f.Name, f.Type(), t)
}

func ruleLaunch(v *verifier, o *Op) string {
	if o.Kind != OpRun && (len(o.Args) < 4 || allI64(o.Args[:4]) != "") {
		return "the first four operands must be the range's length and three numbers about it, i64"
	}
	if o.Kind == OpStage && (o.Parent.Parent == nil || o.Parent.Parent.Kind != OpPipeline && o.Parent.Parent.Kind != OpRelay) {
		return "only in a pipeline or a relay"
	}
	if o.Kind == OpStage && (len(o.Args) < 5 || o.Args[4].Type != TI64) {
		return "needs what its rows are further apart in windows, i64"
	}
	if o.Kind == OpTurn && (o.Parent.Parent == nil || o.Parent.Parent.Kind != OpSweeps) {
		return "only in sweeps"
	}
	f, msg := v.callee(o)
	if f == nil {
		return msg
	}
	args := Types(o.Args)
	kernel := SingleKernel
	if o.Kind != OpRun {
		first := 4
		if o.Kind == OpStage {
			first = 5
		}
		if o.Kind == OpTurn {
			if first = 6; len(args) < first || allI64(o.Args[4:first]) != "" || len(o.Ints) != 1 || o.Ints[0] < 0 {
				return "needs its first row and column, i64, and the number of its step as an attribute"
			}
			args = turnTypes(args, first, f)
		}
		args, kernel = append([]*Type{TI64, TI64}, args[first:]...), RangeKernel
	}
	if f.Kernel != kernel {
		return fmt.Sprintf("@%s is not a kernel of this kind", f.Name)
	}
	results := Types(o.Results)
	if o.Kind == OpLaunch && len(results) == 1 && results[0] == TBool { // whether no check has failed
		results = nil
	}
	t := FuncOf(args, results)
	return want(f.Type() == t, "@%s is %s, used as %s", f.Name, f.Type(), t)
}

// turnTypes are the types of what a turn gives its kernel: where that takes a scalar, and there is a slice of such, one element of it.
func turnTypes(args []*Type, first int, kernel *Func) []*Type {
	args = slices.Clone(args)
	for i, p := range kernel.Body.Params[min(2, len(kernel.Body.Params)):] {
		if a := first + i; a < len(args) && args[a].Kind == Slice && args[a].Elem == p.Type {
			args[a] = p.Type
		}
	}
	return args
}

func rulePipeline(v *verifier, o *Op) string {
	for _, in := range o.Regions[0].Ops {
		if in.Kind != OpWindow && in.Kind != OpBlank && in.Kind != OpStage && in.Kind != OpYield {
			return "must hold windows, blanks and stages only, not " + in.Kind.String()
		}
	}
	if msg := params(o, 0); msg != "" {
		return msg
	}
	return allI64(o.Args)
}

func ruleBlank(v *verifier, o *Op) string {
	if w := o.Args[0].Def; w == nil || w.Kind != OpWindow {
		return "must be of a window"
	}
	return allI64(o.Args[1:])
}

func ruleSweeps(v *verifier, o *Op) string {
	turns := o.Regions[0].Ops
	if len(turns) < 2 || len(o.Ints) != 3 || o.Ints[0] < 1 || o.Ints[1] < 1 || o.Ints[2] < 0 {
		return "must hold turns, and have the number of bytes that may be in use, of steps, and of those in a sweep, as attributes"
	}
	for _, in := range turns {
		if in.Kind != OpTurn && in.Kind != OpYield {
			return "must hold turns only, not " + in.Kind.String()
		}
	}
	if msg := params(o, 0); msg != "" {
		return msg
	}
	return allI64(o.Args)
}

func ruleRelay(v *verifier, o *Op) string {
	k := len(o.Results)
	if k == 0 || len(o.Args) != 2+3*k || allI64(o.Args[:2]) != "" {
		return "must take its length and what that costs, i64, and for each result what it begins with, and two slices"
	}
	kinds := RelayKinds(o)
	if len(kinds) != k {
		return "must name what puts each result together"
	}
	for i, r := range o.Results {
		if !r.Type.IsInt() || kinds[i] == 0 || len(Infos) <= int(kinds[i]) || Infos[kinds[i]].Args != 2 || !CanEval(kinds[i]) {
			return "puts integers together, by an op of two"
		}
		if o.Args[2+i].Type != r.Type || o.Args[2+k+i].Type != SliceOf(r.Type) || o.Args[2+2*k+i].Type != SliceOf(r.Type) {
			return "must take for each result what it begins with, and two slices, of its type"
		}
	}
	if stages := o.Regions[0].Ops; len(stages) != 3 || stages[0].Kind != OpStage || stages[1].Kind != OpStage {
		return "must hold two stages"
	}
	return params(o, 0)
}

// RelayKinds are the ops by which a relay puts its results together.
func RelayKinds(o *Op) (kinds []OpKind) {
	for name := range strings.FieldsSeq(o.Sym()) {
		kinds = append(kinds, KindByName(name))
	}
	return kinds
}

func ruleCall(v *verifier, o *Op) string {
	if len(o.Args) == 0 || o.Args[0].Type.Kind != Fn {
		return "the first operand must be a function"
	}
	t := FuncOf(Types(o.Args[1:]), Types(o.Results))
	return want(o.Args[0].Type == t, "the function is %s, called as %s", o.Args[0].Type, t)
}
