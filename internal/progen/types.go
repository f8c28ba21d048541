package progen

import "fmt"

type kind uint8

const (
	aBool kind = iota
	anInt
	aFloat
	aComplex
	aSlice
	anArray
	aStruct
)

// typ is a Go type; equal ones are the same pointer.
type typ struct {
	name   string
	kind   kind
	bits   int
	signed bool
	elem   *typ
	n      int
	fields []field
}

type field struct {
	name string
	t    *typ
}

func intType(name string, bits int, signed bool) *typ {
	return &typ{name: name, kind: anInt, bits: bits, signed: signed}
}

var (
	tBool = &typ{name: "bool", kind: aBool}
	tInt  = intType("int", 64, true)
	tUint = intType("uint", 64, false)
	tF32  = &typ{name: "float32", kind: aFloat, bits: 32, signed: true}
	tF64  = &typ{name: "float64", kind: aFloat, bits: 64, signed: true}
	tI8   = intType("int8", 8, true)
	tI16  = intType("int16", 16, true)
	tI32  = intType("int32", 32, true)
	tI64  = intType("int64", 64, true)
	tU8   = intType("uint8", 8, false)
	tU16  = intType("uint16", 16, false)
	tU32  = intType("uint32", 32, false)
	tU64  = intType("uint64", 64, false)

	tC64  = &typ{name: "complex64", kind: aComplex, bits: 32, elem: tF32}
	tC128 = &typ{name: "complex128", kind: aComplex, bits: 64, elem: tF64}

	ints    = []*typ{tInt, tI8, tI16, tI32, tI64, tUint, tU8, tU16, tU32, tU64}
	numbers = append([]*typ{tF32, tF64}, ints...)
	scalars = append([]*typ{tBool, tC64, tC128}, numbers...)
	// frequent are the types that most programs use.
	frequent = []*typ{tInt, tI32, tF32, tF64, tF64, tU8, tI64, tU32}

	// The struct types of the prelude.
	tPt   = &typ{name: "pt", kind: aStruct, fields: []field{{"A", tI32}, {"B", tF64}, {"C", tU8}}}
	tNest = &typ{name: "nest", kind: aStruct, fields: []field{{"P", tPt}, {"W", arrayOf(tI16, 3)}, {"F", tF32}, {"OK", tBool}}}
	tDuo  = &typ{name: "duo[int64, float32]", kind: aStruct, fields: []field{{"X", tI64}, {"Y", tF32}}}

	tTiny = &typ{name: "tiny", kind: aStruct, fields: []field{{"A", tI8}, {"B", arrayOf(tU16, 2)}, {"Z", tC64}, {"C", tU8}}}

	tStat = &typ{name: "stat", kind: aStruct, fields: []field{{"N", tI32}, {"Lo", tI16}, {"Hi", tU8}, {"Sum", tI64}, {"Top", tF32}}}

	structs = []*typ{tPt, tNest, tDuo, tTiny, tStat}
)

var derived = map[string]*typ{}

func intern(t *typ) *typ {
	if old := derived[t.name]; old != nil {
		return old
	}
	derived[t.name] = t
	return t
}

func sliceOf(elem *typ) *typ {
	return intern(&typ{name: "[]" + elem.name, kind: aSlice, elem: elem})
}

func arrayOf(elem *typ, n int) *typ {
	return intern(&typ{name: fmt.Sprintf("[%d]%s", n, elem.name), kind: anArray, elem: elem, n: n})
}

func (t *typ) isScalar() bool { return t.kind <= aComplex }

func (g *gen) oneOf(ts []*typ) *typ { return ts[g.r.Intn(len(ts))] }

// scalar is a random scalar type.
func (g *gen) scalar() *typ {
	if g.chance(70) {
		return g.oneOf(frequent)
	}
	return g.oneOf(scalars)
}

// number is a random numeric type.
func (g *gen) number() *typ {
	if g.chance(70) {
		return g.oneOf(frequent)
	}
	return g.oneOf(numbers)
}

// elemType is a random type of a slice's elements.
func (g *gen) elemType() *typ {
	if g.chance(15) {
		return g.oneOf(structs)
	}
	return g.scalar()
}
