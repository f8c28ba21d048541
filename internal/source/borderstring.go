package source

import (
	"go/types"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// refuseReplaced gives a reason where a string behind a pointer is assigned to: what is stored there is a slice in compiled code, which is larger than a string is in Go.
func (u *unit) refuseReplaced(m *ir.Module, sig *types.Signature) {
	if m == nil || m.Funcs[0].Border == "" {
		return
	}
	ins, _, _ := strings.Cut(m.Funcs[0].Border, "->")
	for place := range strings.FieldsSeq(ins) {
		at, _, inMemory := strings.Cut(place, "&")
		if t := typeAt(sig, at); inMemory && t != nil && isString(t) {
			u.current = nil
			u.reason(u.insts[0].pos(), "%s is assigned to: a string behind a pointer can't be in compiled code", lastName(at))
			return
		}
	}
}

// typeAt is the type of what is at a place of the border: the number of a parameter, and how one goes on from there. It is nil for what Go has no type for.
func typeAt(sig *types.Signature, place string) types.Type {
	end := strings.IndexAny(place+".", ".[*")
	k, err := strconv.Atoi(place[:end])
	if err != nil || k >= sig.Params().Len() {
		return nil
	}
	t, rest := sig.Params().At(k).Type(), place[end:]
	for rest != "" {
		step := rest[0]
		rest = rest[1:]
		end := strings.IndexAny(rest+".", ".[*")
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			t = u.Elem()
			continue // a step of one letter
		case *types.Array:
			t = u.Elem()
		case *types.Struct:
			t = nil
			for f := range u.Fields() {
				if step == '.' && f.Name() == rest[:end] {
					t = f.Type()
				}
			}
		default:
			return nil
		}
		if t == nil {
			return nil
		}
		rest = rest[end:]
	}
	return t
}
