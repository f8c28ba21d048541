package progen

import (
	"fmt"
	"strings"
)

// Bordered is the text of the function F<seed> and of its types: structs with slices, rows, strings, pointers and what compiled code must not look at, behind pointers and by value. Its
// statements read and write what is reached from there, append to it, cut, swap and replace it, pass parts of it on by pointer, and leave with errors and panics, among them those of
// indices.
func Bordered(seed uint64, size int) string {
	b := &bordered{pen: newPen(seed), seed: seed}
	for range b.r.Intn(4) {
		b.structs = append(b.structs, b.structType())
		b.methods(b.structs[len(b.structs)-1])
	}
	var params []string
	for i := range 1 + b.r.Intn(3) {
		v := &variable{name: fmt.Sprintf("p%d", i), t: b.paramType()}
		b.vars = append(b.vars, v)
		params = append(params, v.name+" "+v.t.name)
	}
	b.vars = append(b.vars, &variable{name: "i", t: tInt, fixed: true}, &variable{name: "j", t: tInt, fixed: true}, &variable{name: "x", t: tF64})
	params = append(params, "i, j int", "x float64")
	b.resultTypes()
	b.line("\nfunc F%d(%s) (%s) {", seed, strings.Join(params, ", "), b.signature())
	b.indent++
	b.line("sum := 0")
	b.line("_ = sum")
	b.vars = append(b.vars, &variable{name: "sum", t: tInt})
	for range 1 + b.r.Intn(sizeOf(size, b.r)) {
		b.statement(3)
	}
	b.line("return %s", b.values("nil"))
	b.indent--
	b.line("}")
	return b.out.String()
}

// BorderedPackage is like Package, for functions that Bordered draws.
func BorderedPackage(name string, seeds []uint64, function func(seed uint64) string) string {
	return pack(name, "\t\"errors\"\n\t\"fmt\"\n\n", borderedPrelude, seeds, function)
}

// borderedPrelude are the errors.
const borderedPrelude = `
var errLate = errors.New("too late")

type sizeError struct {
	Have, Want int
	What       string
}

func (e *sizeError) Error() string { return fmt.Sprintf("%s: %d, not %d", e.What, e.Have, e.Want) }

type codeError int

func (e codeError) Error() string { return fmt.Sprint("code ", int(e)) }
`

// bordered writes one such function.
type bordered struct {
	pen
	seed    uint64
	structs []*typ
	vars    []*variable
	results []*typ // but for an error
	fails   bool   // the last result is an error
	loops   int    // around

	noAppend bool
}

// methods writes a method that changes some of a struct's numbers, and one that looks at them.
func (b *bordered) methods(t *typ) {
	b.vars = []*variable{{name: "s", t: pointerTo(t)}, {name: "d", t: tInt, fixed: true}}
	b.line("\nfunc (s *%s) bump(d int) int {", t.name)
	b.indent++
	for range 1 + b.r.Intn(2) {
		b.assign()
	}
	b.line("s.N += d")
	b.line("return s.N & 7")
	b.indent--
	b.line("}")
	b.vars[0].t = t
	b.line("\nfunc (s %s) look(d int) int { return d + %s }", t.name, b.number(tInt, 1))
	b.vars = nil
}

func (b *bordered) resultTypes() {
	for range 1 + b.r.Intn(3) {
		t := b.scalarType()
		switch b.r.Intn(6) {
		case 0:
			t = sliceOf(t)
		case 1:
			if v := b.vars[b.r.Intn(len(b.vars)-3)]; v.t.kind != aStruct && (v.t.kind != aPointer || v.t.elem.known() && !hasPointer(b.results)) && (v.t.kind != aSlice || v.t.elem.kind != aStruct) {
				t = v.t
			}
		}
		b.results = append(b.results, t)
	}
	b.fails = b.chance(50)
}

func hasPointer(ts []*typ) bool {
	for _, t := range ts {
		if t.kind == aPointer {
			return true
		}
	}
	return false
}

func (b *bordered) signature() string {
	var names []string
	for _, t := range b.results {
		names = append(names, t.name)
	}
	if b.fails {
		names = append(names, "error")
	}
	return strings.Join(names, ", ")
}

// values are what is returned, with an error.
func (b *bordered) values(err string) string {
	var vs []string
	for _, t := range b.results {
		vs = append(vs, b.value(t))
	}
	if b.fails {
		vs = append(vs, err)
	}
	return strings.Join(vs, ", ")
}

// value is one of any type.
func (b *bordered) value(t *typ) string {
	if t.isScalar() {
		return b.number(t, 1)
	}
	if t.kind == aPointer {
		for _, v := range b.vars {
			if v.t == t {
				return v.name
			}
		}
	}
	if p, ok := b.find(func(u *typ) bool { return u == t }); ok && b.chance(70) {
		return p
	}
	switch t.kind {
	case aString:
		return `"none"`
	case aSlice:
		if t.elem.isScalar() && b.chance(50) {
			return fmt.Sprintf("%s{%s, %s}", t.name, b.number(t.elem, 1), b.number(t.elem, 1))
		}
		return b.one("nil", fmt.Sprintf("make(%s, %d)", t.name, b.r.Intn(4)))
	}
	panic("progen: no value of type " + t.name)
}

// find walks from a variable to something of a type that is asked for.
func (b *bordered) find(is func(t *typ) bool) (place string, ok bool) {
	p, _, ok := b.typed(is)
	return p, ok
}

func (b *bordered) typed(is func(t *typ) bool) (place string, t *typ, ok bool) {
	for range 12 {
		v := b.vars[b.r.Intn(len(b.vars))]
		if p, t, ok := b.walk(v.name, v.t, is); ok {
			return p, t, ok
		}
	}
	return "", nil, false
}

// walk goes on at random from a place until it is at something of such a type.
func (b *bordered) walk(at string, t *typ, is func(t *typ) bool) (place string, found *typ, ok bool) {
	for {
		if is(t) && (b.chance(70) || t.isScalar()) {
			return at, t, true
		}
		deref := false
		if t.kind == aPointer {
			t, deref = t.elem, true
		}
		switch t.kind {
		case aStruct: // selectors dereference
			f := t.fields[b.r.Intn(len(t.fields))]
			at, t = at+"."+f.name, f.t
		case aSlice, anArray:
			if deref && t.kind == aSlice {
				at = "(*" + at + ")"
				if is(t) {
					return at, t, true
				}
			}
			at, t = fmt.Sprintf("%s[%s]", at, b.index(t)), t.elem
		default:
			if deref && is(t) {
				return "*" + at, t, true
			}
			return "", nil, false
		}
	}
}

// index is one that is most often inside.
func (b *bordered) index(t *typ) string {
	if t.kind == anArray {
		return fmt.Sprint(b.r.Intn(t.n))
	}
	var ints []string
	for _, v := range b.vars {
		if v.t == tInt && v.name != "sum" {
			ints = append(ints, v.name)
		}
	}
	if len(ints) == 0 || b.chance(20) {
		return fmt.Sprint(b.r.Intn(3))
	}
	i := b.one(ints...)
	if b.chance(15) {
		return i + "&3"
	}
	return i
}

// number is an expression of a scalar type, never a constant.
func (b *bordered) number(t *typ, d int) string {
	if t == tBool {
		return b.condition(d)
	}
	is := func(u *typ) bool { return u.isScalar() && u != tBool && (u.kind == t.kind || u.kind == anInt) }
	p, u, ok := b.typed(is)
	if !ok {
		p, u = "sum", tInt
		if len(b.vars) == 2 {
			p = "d"
		}
	}
	if u != t {
		p = fmt.Sprintf("%s(%s)", t.name, p)
	}
	if d <= 0 {
		return p
	}
	switch b.r.Intn(7) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", p, b.one("+", "-", "*"), b.number(t, d-1))
	case 1:
		return fmt.Sprintf("(%s %s %d)", p, b.one("+", "*"), 1+b.r.Intn(3))
	case 2:
		if s, ok := b.find(func(u *typ) bool { return u.kind == aSlice || u.kind == aString }); ok && t == tInt {
			return fmt.Sprintf("len(%s)", s)
		}
	case 3:
		if s, ok := b.find(func(u *typ) bool { return u.kind == aString }); ok && t.kind == anInt {
			return fmt.Sprintf("%s(%s[%s])", t.name, s, b.index(sliceOf(tU8)))
		}
	case 4:
		if s, u, ok := b.typed(func(u *typ) bool { return u.kind == aStruct }); ok && t == tInt && len(b.vars) > 2 && u.name[0] == 's' {
			return fmt.Sprintf("%s.look(%d)", s, b.r.Intn(4))
		}
	}
	return p
}

func (b *bordered) condition(d int) string {
	switch b.r.Intn(6) {
	case 0:
		if s, ok := b.find(func(u *typ) bool { return u.kind == aSlice }); ok {
			return fmt.Sprintf("%s %s nil", s, b.one("==", "!="))
		}
	case 1:
		if s, ok := b.find(func(u *typ) bool { return u.kind == aString }); ok {
			return fmt.Sprintf("%s %s %q", s, b.one("==", "!=", "<", ">="), words[b.r.Intn(len(words)-1)])
		}
	case 2:
		if d > 0 {
			return fmt.Sprintf("(%s %s %s)", b.condition(d-1), b.one("&&", "||"), b.condition(d-1))
		}
	}
	t := b.one("i", "f")
	if t == "f" {
		return fmt.Sprintf("%s %s %s", b.number(tF64, d), b.one("<", ">="), b.number(tF64, d))
	}
	return fmt.Sprintf("%s %s %s", b.number(tInt, d), b.one("<", ">=", "==", "!="), b.number(tInt, d))
}

// isFixed reports a variable that is not assigned to: an index, most often, inside.
func (b *bordered) isFixed(place string) bool {
	for _, v := range b.vars {
		if v.fixed && v.name == place {
			return true
		}
	}
	return false
}

func isScalar(t *typ) bool { return t.isScalar() }

// assign writes an assignment to a scalar.
func (b *bordered) assign() {
	p, t, ok := b.typed(isScalar)
	for range 4 {
		if !ok || !b.isFixed(p) {
			break
		}
		p, t, ok = b.typed(isScalar)
	}
	switch {
	case !ok || b.isFixed(p):
		b.line("_ = 0")
	case t == tBool:
		b.line("%s = %s", p, b.condition(1))
	case b.chance(40):
		b.line("%s = %s", p, b.number(t, 2))
	case b.chance(20):
		b.line("%s%s", p, b.one("++", "--"))
	default:
		b.line("%s %s= %s", p, b.one("+", "-", "*"), b.number(t, 1))
	}
}
