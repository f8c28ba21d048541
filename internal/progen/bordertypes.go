package progen

import (
	"fmt"
	"math"
	"math/rand"
	"reflect"
	"slices"
	"strings"
)

// The types of what may be at the border of a honed function.

const (
	aString kind = iota + aStruct + 1
	aPointer
	anOpaque // no compiled code may use it
)

var (
	tString = &typ{name: "string", kind: aString}
	// borderScalars are drawn more often than others.
	borderScalars = []*typ{tInt, tInt, tInt, tF64, tF64, tU8, tI32, tF32, tU16, tBool}
	opaques       = []string{"map[string]int", "func(int) int", "chan int", "any", "*[]*int", "error", "[]string"}
)

func pointerTo(elem *typ) *typ {
	return intern(&typ{name: "*" + elem.name, kind: aPointer, elem: elem})
}

// plain reports a scalar, or a struct of scalars and arrays of such.
func (t *typ) plain() bool {
	switch t.kind {
	case anArray:
		return t.elem.plain()
	case aStruct:
		for _, f := range t.fields {
			if !f.t.plain() {
				return false
			}
		}
		return true
	}
	return t.isScalar()
}

// element reports a type that is plain but for fields that compiled code can't have in slices, of which it knows nothing but their size there.
func (t *typ) element() bool {
	switch t.kind {
	case anOpaque:
		return true
	case anArray:
		return t.elem.plain()
	case aStruct:
		for _, f := range t.fields {
			if !f.t.element() {
				return false
			}
		}
		return true
	}
	return t.isScalar()
}

// known reports a type that may be what a pointer in the results points to: nothing in it is a pointer or of no use.
func (t *typ) known() bool {
	switch t.kind {
	case aPointer, anOpaque:
		return false
	case aSlice, anArray:
		return t.elem.known()
	case aStruct:
		for _, f := range t.fields {
			if !f.t.known() {
				return false
			}
		}
	}
	return true
}

// structType declares a struct type, with methods.
func (b *bordered) structType() *typ {
	t := &typ{name: fmt.Sprintf("s%d%c", b.seed, 'a'+len(b.structs)), kind: aStruct}
	flat := b.chance(25)
	for i := range 1 + b.r.Intn(5) {
		ft := b.fieldType(flat)
		t.fields = append(t.fields, field{fmt.Sprintf("%c", 'A'+i), ft})
	}
	if flat && b.chance(50) {
		hidden := append([]string{"string", "*int", "[2]string", "[]float64", "struct{ Y bool; T string }"}, opaques...)
		at := b.r.Intn(len(t.fields))
		t.fields = slices.Insert(t.fields, at, field{"H", &typ{name: hidden[b.r.Intn(len(hidden))], kind: anOpaque}})
	}
	t.fields = append(t.fields, field{"N", tInt})
	b.line("\ntype %s struct {", t.name)
	for i, f := range t.fields {
		if embedded := f.t.kind == aStruct && b.chance(30) && !slices.ContainsFunc(t.fields[:i], func(g field) bool { return g.name == f.t.name }); embedded {
			t.fields[i].name = f.t.name
			b.line("\t%s", f.t.name)
			continue
		}
		b.line("\t%s %s", f.name, f.t.name)
	}
	b.line("}")
	return t
}

func (b *bordered) fieldType(flat bool) *typ {
	k := b.r.Intn(100)
	if flat {
		k %= 40
	}
	switch {
	case k < 34:
		return b.scalarType()
	case k < 40:
		return arrayOf(b.scalarType(), 1+b.r.Intn(5))
	case k < 66:
		return sliceOf(b.scalarType())
	case k < 74:
		return sliceOf(sliceOf(b.scalarType()))
	case k < 78:
		return tString
	case k < 84:
		return &typ{name: opaques[b.r.Intn(len(opaques))], kind: anOpaque}
	case k < 88:
		return pointerTo(arrayOf(b.scalarType(), 2+b.r.Intn(4)))
	}
	if len(b.structs) == 0 {
		return b.scalarType()
	}
	s := b.structs[b.r.Intn(len(b.structs))]
	switch {
	case k < 93:
		return s
	case k < 97 || !s.element():
		return pointerTo(s)
	}
	return sliceOf(s)
}

func (b *bordered) scalarType() *typ { return borderScalars[b.r.Intn(len(borderScalars))] }

// paramType is the type of a parameter.
func (b *bordered) paramType() *typ {
	if len(b.structs) > 0 && b.chance(55) {
		s := b.structs[b.r.Intn(len(b.structs))]
		switch k := b.r.Intn(10); {
		case s.element() && !s.plain() && k < 6:
			return sliceOf(s)
		case k < 7:
			return pointerTo(s)
		case k < 9 || !s.element():
			return s
		}
		return sliceOf(s)
	}
	switch b.r.Intn(8) {
	case 0, 1:
		return sliceOf(sliceOf(b.scalarType()))
	case 2:
		return tString
	case 3:
		return pointerTo(sliceOf(b.scalarType()))
	case 4:
		return pointerTo(b.scalarType())
	case 5:
		return sliceOf(sliceOf(sliceOf(b.scalarType())))
	}
	return sliceOf(b.scalarType())
}

// BorderInputs makes arguments for a function that Bordered draws: slices of n elements and a few more, most numbers indices of all of them, some rows twice. Seldom a slice is short
// or nil, a pointer nil or that of another parameter.
func BorderInputs(t reflect.Type, r *rand.Rand, n int) []any {
	args := make([]any, t.NumIn())
	old := map[reflect.Type]reflect.Value{}
	for i := range args {
		v := reflect.New(t.In(i)).Elem()
		borderFill(v, r, max(n, 5), r.Intn(6) == 0)
		if before, ok := old[v.Type()]; ok && v.Kind() == reflect.Pointer && r.Intn(12) == 0 {
			v = before
		}
		old[v.Type()] = v
		args[i] = v.Interface()
	}
	return args
}

// words are what strings are drawn from.
var words = []string{"", "a", "abc", "abd", "Grüße", "日本", "a\xffb", "0123456789abcdef", "\x00", strings.Repeat("xyz", 30)}

// borderFill fills v; odd: with what is seldom, too.
func borderFill(v reflect.Value, r *rand.Rand, n int, odd bool) {
	small := r.Intn(5)
	if odd && r.Intn(6) == 0 {
		small = r.Intn(60) - 12
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.Intn(2) == 0)
	case reflect.String:
		v.SetString(words[r.Intn(len(words))])
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(small) + 0.25)
		if odd && r.Intn(6) == 0 {
			v.SetFloat([]float64{math.Inf(1), math.NaN(), math.Copysign(0, -1), 1e30}[r.Intn(4)])
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(small))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(max(small, -small)))
	case reflect.Pointer:
		if v.Type().Elem().Kind() == reflect.Slice && v.Type().Elem().Elem().Kind() == reflect.Pointer || odd && r.Intn(12) == 0 {
			return
		}
		p := reflect.New(v.Type().Elem())
		borderFill(p.Elem(), r, n, odd)
		v.Set(p)
	case reflect.Slice:
		borderSlice(v, r, n, odd)
	case reflect.Array:
		for i := range v.Len() {
			borderFill(v.Index(i), r, n, odd)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			borderFill(v.Field(i), r, n, odd)
		}
	}
}

func borderSlice(v reflect.Value, r *rand.Rand, n int, odd bool) {
	length := n + r.Intn(3)
	rows := v.Type().Elem().Kind() == reflect.Slice
	if rows {
		length = 5 + r.Intn(3)
	}
	if odd && r.Intn(6) == 0 {
		length = r.Intn(4)
		if length == 3 {
			return // nil
		}
	}
	v.Set(reflect.MakeSlice(v.Type(), length, length+r.Intn(2)*r.Intn(5)))
	for k := range length {
		borderFill(v.Index(k), r, n, odd)
		if rows && k > 0 && odd && r.Intn(6) == 0 {
			v.Index(k).Set(v.Index(r.Intn(k)))
		}
	}
}
