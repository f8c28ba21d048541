package cfamily

import (
	"fmt"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// typeName is a type's name; composite types are declared at their first use. Types without a size are as in Go: arrays of length 0 and
// structs without fields are extensions of GNU's.
func (f *file) typeName(t *ir.Type) string {
	if t.IsScalar() {
		return t.String()
	}
	if name, ok := f.types[t]; ok {
		return name
	}
	name, decl := "", ""
	switch {
	case t.Kind == ir.Slice:
		elem := f.typeName(t.Elem)
		name = f.symbols.fresh("slice_" + elem)
		decl = fmt.Sprintf("typedef struct { %s *p; i64 len, cap; } %s;\n", elem, name)
	case t.Kind == ir.Array:
		elem := f.typeName(t.Elem)
		name = f.symbols.fresh(fmt.Sprintf("array_%s_%d", elem, t.Len))
		decl = fmt.Sprintf("typedef %s %s[%d];\n", elem, name, t.Len)
	case t.Kind == ir.Struct:
		fields := f.structFields(t)
		name = f.symbols.numbered("struct")
		decl = fmt.Sprintf("typedef struct { %s } %s;\n", strings.Join(fields, " "), name)
		decl += fmt.Sprintf("_Static_assert(sizeof(%s) == %d, \"laid out as in Go\");\n", name, t.Size())
	default:
		panic("cfamily: no values of type " + t.String())
	}
	f.types[t] = name
	f.decls = append(f.decls, decl)
	return name
}

// structFields declares the fields of a struct. C lays them out as Go does, but for the padding that Go puts behind a last field without a
// size.
func (f *file) structFields(t *ir.Type) []string {
	var fields []string
	names := newNames(f.d.Reserved)
	for _, fd := range t.Fields {
		name := names.fresh(fd.Name)
		f.fields[t] = append(f.fields[t], name)
		fields = append(fields, fmt.Sprintf("%s %s;", f.typeName(fd.Type), name))
	}
	if n := len(t.Fields); n > 0 && t.Fields[n-1].Type.Size() == 0 && t.Size() > 0 {
		fields = append(fields, fmt.Sprintf("u8 %s[%d];", names.fresh("padding"), t.Size()-t.Offset(n-1)))
	}
	return fields
}
