package border

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// resolver goes through the places of a border.
type resolver struct {
	l        *Layout
	pointers map[string]uint8 // the numbers of pointers, from 1 on, by the places that they are at
	types    []*ir.Type       // of the entry function's parameters, or results
	n        int              // how many of these have a place
}

// spot is where a part of a place leads to.
type spot struct {
	t      reflect.Type
	base   uint8
	offset uintptr
	part   int // 1, 2: of a complex number
}

// next is the type of the next parameter or result.
func (r *resolver) next() (*ir.Type, error) {
	if r.n == len(r.types) {
		return nil, errors.New("no parameter or result is left for it")
	}
	r.n++
	return r.types[r.n-1], nil
}

func (r *resolver) in(place string) error {
	if at, ok := strings.CutSuffix(place, ">"); ok {
		_, err := r.walk(r.l.In, at+"*", true)
		return err
	}
	want, err := r.next()
	if err != nil {
		return err
	}
	place, isAddress := strings.CutSuffix(place, "^")
	place, length, isMemory := strings.Cut(place, "&")
	at, err := r.walk(r.l.In, place, true)
	if err != nil {
		return err
	}
	if isMemory {
		return r.memory(at, length, want)
	}
	leaf, err := at.leaf(want)
	if isAddress {
		leaf, err = at.address(want)
	}
	if err != nil {
		return err
	}
	leaf.Param = int32(r.n - 1)
	if leaf.Base == 0 {
		r.l.Args = append(r.l.Args, leaf)
		return nil
	}
	r.l.Behind = append(r.l.Behind, leaf)
	p := &r.l.Pointers[leaf.Base-1]
	size := uintptr(leaf.Size)
	if size == 0 {
		size = 24
	}
	p.lo, p.hi = min(p.lo, leaf.Offset), max(p.hi, leaf.Offset+size)
	return nil
}

func (r *resolver) memory(at spot, length string, want *ir.Type) error {
	n, err := strconv.Atoi(length)
	if err != nil || at.base == 0 {
		return errors.New("no memory behind a pointer")
	}
	elem := at.t
	if at.t.Kind() == reflect.Array && at.part == 0 {
		elem = at.t.Elem()
		if at.t.Len() != n {
			return fmt.Errorf("the code is for an array of %d, not of %d", n, at.t.Len())
		}
	} else if n != 1 {
		return fmt.Errorf("the code is for an array of %d, not for %s", n, at.t)
	}
	size := elem.Size()
	if at.part == 0 {
		why := Differ(want.Elem, elem)
		if why == "" && uintptr(want.Elem.Size()) != size { // a string
			why = fmt.Sprintf("the code is for %s, not for %s", want.Elem, elem)
		}
		if why != "" {
			return errors.New(why)
		}
	} else {
		leaf, err := at.leaf(want.Elem)
		if err != nil {
			return err
		}
		at.offset, size = leaf.Offset, uintptr(leaf.Size)
	}
	r.l.Memory = append(r.l.Memory, Memory{Param: int32(r.n - 1), Base: at.base, Len: n, Offset: at.offset, Size: size * uintptr(n)})
	return nil
}

func (r *resolver) out(place string) error {
	want, err := r.next()
	if err != nil {
		return err
	}
	if whole, isPointer := strings.CutSuffix(place, "@"); isPointer {
		at, err := r.walk(r.l.Out, whole, false)
		if err == nil && (at.t.Kind() != reflect.Pointer || want != ir.TI64) {
			err = errors.New("no pointer")
		}
		if err == nil {
			r.l.Made = append(r.l.Made, Made{Param: int32(r.n - 1), Offset: at.offset, Type: at.t.Elem()})
		}
		return err
	}
	if whole, isError := strings.CutSuffix(place, "!"); isError {
		return r.error(whole)
	}
	from, isMade := r.l.Out, false
	whole, rest, behind := strings.Cut(place, "*")
	var made *Made
	if behind {
		at, err := r.walk(r.l.Out, whole, false)
		if err != nil {
			return err
		}
		for i := range r.l.Made {
			if r.l.Made[i].Offset == at.offset {
				made, isMade = &r.l.Made[i], true
			}
		}
		if !isMade {
			return errors.New("no pointer that is made")
		}
		from, place = structOf(1, func(int) reflect.Type { return made.Type }), "0"+rest
	}
	at, err := r.walk(from, place, false)
	if err != nil {
		return err
	}
	leaf, err := at.leaf(want)
	if err != nil {
		return err
	}
	leaf.Param = int32(r.n - 1)
	if isMade {
		made.Leaves = append(made.Leaves, leaf)
	} else {
		r.l.Results = append(r.l.Results, leaf)
	}
	return nil
}

func (r *resolver) error(place string) error {
	at, err := r.walk(r.l.Out, place, false)
	if err != nil {
		return err
	}
	if at.t != reflect.TypeFor[error]() {
		return fmt.Errorf("the code is for an error, not for %s", at.t)
	}
	r.l.Errors = append(r.l.Errors, Error{Param: int32(r.n - 1), Offset: at.offset})
	for range len(rt.Words{}) - 1 {
		if _, err := r.next(); err != nil {
			return err
		}
	}
	return nil
}

// walk goes along a place from the struct of all arguments or results.
func (r *resolver) walk(t reflect.Type, place string, follow bool) (spot, error) {
	at := spot{t: t}
	rest := place
	number := func() (int, error) {
		n := 0
		for n < len(rest) && '0' <= rest[n] && rest[n] <= '9' {
			n++
		}
		k, err := strconv.Atoi(rest[:n])
		rest = rest[n:]
		return k, err
	}
	k, err := number()
	if err != nil || k >= t.NumField() {
		return at, errors.New("there is no such parameter or result")
	}
	at.offset, at.t = t.Field(k).Offset, t.Field(k).Type
	for rest != "" {
		step := rest[0]
		rest = rest[1:]
		switch {
		case step == '*' && follow && at.t.Kind() == reflect.Pointer:
			if err := r.follow(&at, place[:len(place)-len(rest)]); err != nil {
				return at, err
			}
		case step == '[':
			if k, err = number(); err != nil || rest == "" || at.t.Kind() != reflect.Array || k >= at.t.Len() {
				return at, fmt.Errorf("the code is for an array, not for %s", at.t)
			}
			rest = rest[1:]
			at.offset += uintptr(k) * at.t.Elem().Size()
			at.t = at.t.Elem()
		case step == '.':
			n := strings.IndexAny(rest+".", ".[*&@")
			name := rest[:n]
			rest = rest[n:]
			if err := at.field(name); err != nil {
				return at, err
			}
		default:
			return at, fmt.Errorf("the code is for another type than %s", at.t)
		}
	}
	return at, nil
}

// field goes to a field of a struct, or to a part of a complex number.
func (s *spot) field(name string) error {
	switch s.t.Kind() {
	case reflect.Complex64, reflect.Complex128:
		if s.part == 0 && (name == "re" || name == "im") {
			s.part = 1
			if name == "im" {
				s.part = 2
			}
			return nil
		}
	case reflect.Struct:
		for i := range s.t.NumField() {
			if f := s.t.Field(i); f.Name == name {
				s.t, s.offset = f.Type, s.offset+f.Offset
				return nil
			}
		}
	}
	return fmt.Errorf("%s has no field %s", s.t, name)
}

// follow goes along a pointer.
func (r *resolver) follow(at *spot, place string) error {
	n, known := r.pointers[place]
	if !known {
		if len(r.l.Pointers) == MostPointers {
			return fmt.Errorf("more than %d pointers", MostPointers)
		}
		r.l.Pointers = append(r.l.Pointers, Pointer{Base: at.base, Offset: at.offset, Type: at.t.Elem(), lo: ^uintptr(0)})
		n = uint8(len(r.l.Pointers))
		r.pointers[place] = n
	}
	*at = spot{t: at.t.Elem(), base: n}
	return nil
}

// leaf is the component there, if that is what the code was made for.
func (s spot) leaf(want *ir.Type) (Leaf, error) {
	leaf := Leaf{Base: s.base, Offset: s.offset}
	if s.part > 0 {
		half := s.t.Size() / 2
		leaf.Size = uint8(half)
		if s.part == 2 {
			leaf.Offset += half
		}
		if want != ir.TF64 && half == 8 || want != ir.TF32 && half == 4 {
			return leaf, fmt.Errorf("the code is for %s, not for a part of %s", want, s.t)
		}
		return leaf, nil
	}
	if why := Differ(want, s.t); why != "" {
		return leaf, errors.New(why)
	}
	if s.t.Kind() != reflect.Slice {
		leaf.Size = uint8(s.t.Size())
	}
	return leaf, nil
}

// address is a pointer as a number.
func (s spot) address(want *ir.Type) (Leaf, error) {
	if s.t.Kind() != reflect.Pointer || want != ir.TI64 {
		return Leaf{}, errors.New("no pointer")
	}
	return Leaf{Base: s.base, Offset: s.offset, Size: uint8(s.t.Size())}, nil
}

// Differ says how memory that holds a g differs from what code knows as a t, or "". Fields must have the names that they had: two of one
// type that changed places look the same otherwise.
func Differ(t *ir.Type, g reflect.Type) string {
	differ := fmt.Sprintf("the code is for %s, not for %s", t, g)
	if ir.IsHidden(t) { // whatever it is
		if uintptr(t.Size()) != g.Size() || t.Align() != g.Align() {
			return differ
		}
		return ""
	}
	switch g.Kind() {
	case reflect.String:
		if t != ir.SliceOf(ir.TU8) {
			return differ
		}
		return ""
	case reflect.Slice:
		if t.Kind != ir.Slice {
			return differ
		}
		if why := Differ(t.Elem, g.Elem()); why != "" {
			return why
		}
		if uintptr(t.Elem.Size()) != g.Elem().Size() { // strings, whose headers are smaller
			return differ
		}
		return ""
	case reflect.Array:
		if t.Kind != ir.Array || t.Len != g.Len() {
			return differ
		}
		return Differ(t.Elem, g.Elem())
	case reflect.Struct:
		if t.Kind != ir.Struct || len(t.Fields) != g.NumField() {
			return differ
		}
		for i, f := range t.Fields {
			h := g.Field(i)
			if f.Name != h.Name || uintptr(t.Offset(i)) != h.Offset {
				return differ
			}
			if why := Differ(f.Type, h.Type); why != "" {
				return fmt.Sprintf("field %s of %s: %s", h.Name, g, why)
			}
		}
		if uintptr(t.Size()) != g.Size() {
			return differ
		}
		return ""
	case reflect.Complex64, reflect.Complex128: // a struct of two floats
		part := ir.TF64
		if g.Kind() == reflect.Complex64 {
			part = ir.TF32
		}
		if t.Kind != ir.Struct || len(t.Fields) != 2 || t.Fields[0].Type != part || t.Fields[1].Type != part {
			return differ
		}
		return ""
	}
	if int(g.Kind()) < len(scalarKinds) && t == scalarKinds[g.Kind()] {
		return ""
	}
	return differ
}

// scalarKinds are the code's types for Go's.
var scalarKinds = [...]*ir.Type{
	reflect.Bool: ir.TBool,
	reflect.Int:  ir.TI64, reflect.Int8: ir.TI8, reflect.Int16: ir.TI16, reflect.Int32: ir.TI32, reflect.Int64: ir.TI64,
	reflect.Uint: ir.TU64, reflect.Uint8: ir.TU8, reflect.Uint16: ir.TU16, reflect.Uint32: ir.TU32, reflect.Uint64: ir.TU64,
	reflect.Uintptr: ir.TU64, reflect.Float32: ir.TF32, reflect.Float64: ir.TF64,
}
