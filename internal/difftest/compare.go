package difftest

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/hone-go/hone/internal/eval"
)

// Diff says where two outcomes differ first, or gives "". Floats may differ by tol relative to the larger of 1 and the values; with a
// tol of 0 their bits must be the same, but for those of NaNs: which NaN an operation gives depends on the order of its operands,
// which Go leaves open. An interpreter's own error is always a difference. After a panic memory may also be what want permits. All of the slices' capacity is compared, but
// for what a program has made itself with another capacity.
func Diff(want, got Outcome, tol float64) string {
	if got.Stray != "" {
		return got.Stray
	}
	for _, p := range []any{want.Panic, got.Panic} {
		if eval.Internal(p) {
			return fmt.Sprint("internal error: ", p)
		}
	}
	x := differ{tol: tol, memory: [2][]extent{want.memory, got.memory}}
	if want.Panic != nil || got.Panic != nil {
		if w, g := panicText(want.Panic), panicText(got.Panic); w != g {
			return fmt.Sprintf("%s, want %s", g, w)
		}
		x.late = want.Late
		if x.late != nil && x.late.Any {
			return ""
		}
		if len(want.Where) > 0 && len(got.Where) == 1 && !slices.Contains(want.Where, got.Where[0]) {
			return fmt.Sprintf("%s comes from %s, want %s", panicText(got.Panic), got.Where[0], strings.Join(want.Where, " or "))
		}
		if d := x.all("argument", want.Args, got.Args); d != "" {
			return fmt.Sprintf("after %s: %s", panicText(got.Panic), d)
		}
		return ""
	}
	if d := x.all("argument", want.Args, got.Args); d != "" {
		return d
	}
	x.given, x.entered = [2][]reflect.Value{want.Args, got.Args}, nil
	return x.all("result", want.Results, got.Results)
}

// differ compares values.
type differ struct {
	tol  float64
	late *eval.Late // what else may be where the wanted values are, or nil

	memory  [2][]extent         // of the arguments of each outcome
	entered map[[2]uintptr]bool // pointers that are being compared, or were

	given [2][]reflect.Value // while results are compared, the arguments of each outcome
}

func (x *differ) all(what string, want, got []reflect.Value) string {
	if len(want) != len(got) {
		return fmt.Sprintf("%d %ss, want %d", len(got), what, len(want))
	}
	for i := range want {
		if where, d := x.diff(want[i], got[i]); d != "" {
			return fmt.Sprintf("%s %d%s: %s", what, i, where, d)
		}
	}
	return ""
}

// diff gives the path to the first difference and what it is.
func (x *differ) diff(want, got reflect.Value) (where, d string) {
	switch want.Kind() {
	case reflect.Slice:
		return x.slice(want, got)
	case reflect.Array:
		for i := range want.Len() {
			if where, d := x.diff(want.Index(i), got.Index(i)); d != "" {
				return fmt.Sprintf("[%d]%s", i, where), d
			}
		}
	case reflect.Pointer:
		return x.pointer(want, got)
	case reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		if want.UnsafePointer() != got.UnsafePointer() {
			return "", fmt.Sprintf("another %s", want.Type())
		}
	case reflect.Struct:
		for i := range want.NumField() {
			if where, d := x.diff(want.Field(i), got.Field(i)); d != "" {
				return "." + want.Type().Field(i).Name + where, d
			}
		}
	case reflect.Interface: // an error
		if w, g := panicText(want.Interface()), panicText(got.Interface()); w != g {
			return "", fmt.Sprintf("%s, want %s", g, w)
		}
	case reflect.Float32, reflect.Float64:
		w, g := want.Float(), got.Float()
		if !sameFloat(w, g, x.tol) && !x.permitted(want, got) {
			return "", fmt.Sprintf("%v (%x), want %v (%x)", g, g, w, w)
		}
	case reflect.Complex64, reflect.Complex128:
		w, g := want.Complex(), got.Complex()
		if !x.number(w, g) && !x.permitted(want, got) {
			return "", fmt.Sprintf("%v, want %v", g, w)
		}
	default:
		if !want.Equal(got) && !x.permitted(want, got) {
			return "", fmt.Sprintf("%v, want %v", got, want)
		}
	}
	return "", ""
}

// pointer compares pointers by what they point to, and results also by whether they are one of the arguments.
func (x *differ) pointer(want, got reflect.Value) (where, d string) {
	if want.IsNil() != got.IsNil() {
		return "", fmt.Sprintf("nil: %t, want nil: %t", got.IsNil(), want.IsNil())
	}
	if want.IsNil() || !x.enter(want, got) {
		return "", ""
	}
	for i, w := range x.given[0] {
		if w.Kind() == reflect.Pointer && (w.Pointer() == want.Pointer()) != (x.given[1][i].Pointer() == got.Pointer()) {
			return "", fmt.Sprintf("is argument %d or is not, unlike what is wanted", i)
		}
	}
	where, d = x.diff(want.Elem(), got.Elem())
	return "*" + where, d
}

// enter notes that what two pointers point to is compared, and reports whether that is the first time.
func (x *differ) enter(want, got reflect.Value) bool {
	p := [2]uintptr{want.Pointer(), got.Pointer()}
	was := x.entered[p]
	if x.entered == nil {
		x.entered = map[[2]uintptr]bool{}
	}
	x.entered[p] = true
	return !was
}

func (x *differ) number(w, g complex128) bool {
	return sameFloat(real(w), real(g), x.tol) && sameFloat(imag(w), imag(g), x.tol)
}

// permitted reports whether got is one of the values that may be where want is.
func (x *differ) permitted(want, got reflect.Value) bool {
	if x.late == nil || !want.CanAddr() {
		return false
	}
	at := unsafe.Pointer(want.UnsafeAddr())
	switch {
	case got.Kind() == reflect.Complex64:
		z := got.Complex()
		return permittedPart(x, at, float32(real(z))) && permittedPart(x, unsafe.Add(at, 4), float32(imag(z)))
	case got.Kind() == reflect.Complex128:
		z := got.Complex()
		return permittedPart(x, at, real(z)) && permittedPart(x, unsafe.Add(at, 8), imag(z))
	case got.Kind() == reflect.Float32:
		return permittedPart(x, at, float32(got.Float()))
	case got.Kind() == reflect.Float64:
		return permittedPart(x, at, got.Float())
	case got.CanInt():
		return slices.Contains(x.late.Stores[uintptr(at)], uint64(got.Int())<<(64-got.Type().Bits())>>(64-got.Type().Bits()))
	case got.CanUint():
		return slices.Contains(x.late.Stores[uintptr(at)], got.Uint())
	}
	return got.Kind() == reflect.Bool && len(x.late.Stores[uintptr(at)]) > 1 // the other one was stored
}

// permittedPart is permitted for a float, which may be half of a complex number.
func permittedPart[F float32 | float64](x *differ, at unsafe.Pointer, got F) bool {
	if sameFloat(float64(*(*F)(at)), float64(got), x.tol) {
		return true
	}
	return slices.ContainsFunc(x.late.Stores[uintptr(at)], func(bits uint64) bool {
		return sameFloat(float64(*(*F)(unsafe.Pointer(&bits))), float64(got), x.tol)
	})
}

// slice compares slices, beyond their lengths as far as they reach.
func (x *differ) slice(want, got reflect.Value) (where, d string) {
	if want.Len() != got.Len() || want.IsNil() != got.IsNil() {
		return "", fmt.Sprintf("%s, want %s", shape(got), shape(want))
	}
	if want.Cap() != got.Cap() {
		if x.made(0, want) && x.made(1, got) {
			return x.diff(want.Slice3(0, want.Len(), want.Len()), got.Slice3(0, got.Len(), got.Len()))
		}
		return "", fmt.Sprintf("capacity %d, want %d (length %d)", got.Cap(), want.Cap(), got.Len())
	}
	want, got = want.Slice(0, want.Cap()), got.Slice(0, got.Cap())
	if !HasPointers(want.Type().Elem()) && bytes.Equal(memoryOf(want), memoryOf(got)) {
		return "", ""
	}
	for i := range want.Len() {
		if where, d := x.diff(want.Index(i), got.Index(i)); d != "" {
			return fmt.Sprintf("[%d]%s", i, where), d
		}
	}
	return "", ""
}

// made reports a slice of an outcome that is not in the memory of its arguments. Where append made that, the language leaves its capacity open.
func (x *differ) made(which int, s reflect.Value) bool {
	return !slices.ContainsFunc(x.memory[which], func(e extent) bool {
		return uintptr(e.to) <= s.Pointer() && s.Pointer() < uintptr(e.to)+(e.hi-e.lo)
	})
}

func shape(s reflect.Value) string {
	if s.IsNil() {
		return "nil slice"
	}
	return fmt.Sprintf("slice of %d", s.Len())
}

// memoryOf is the memory of a slice's elements.
func memoryOf(s reflect.Value) []byte {
	return unsafe.Slice((*byte)(s.UnsafePointer()), s.Len()*int(s.Type().Elem().Size()))
}

func sameFloat(a, b, tol float64) bool {
	switch {
	case math.Float64bits(a) == math.Float64bits(b) || a != a && b != b:
		return true
	case tol == 0 || a != a || b != b || math.IsInf(a, 0) || math.IsInf(b, 0):
		return false
	}
	return math.Abs(a-b) <= tol*max(1, math.Abs(a), math.Abs(b))
}
