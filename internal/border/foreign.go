package border

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// Foreign is a function that stays plain Go and is called by compiled code: a function in a generated file that takes its arguments from a struct and puts its
// results into another.
type Foreign struct {
	In, Out       reflect.Type
	Args, Results []Leaf
	New           func() (in, out unsafe.Pointer)
	Call          func(in, out unsafe.Pointer)
	Clear         func(in, out unsafe.Pointer) // so that they keep nothing alive
}

var foreigners sync.Map // of *Foreign, by string

// RegisterForeign gives a function's name.
func RegisterForeign(name string, f *Foreign) {
	f.Args, _ = allLeaves(f.In)
	f.Results, _ = allLeaves(f.Out)
	foreigners.LoadOrStore(name, f)
}

// ForeignOf is the function of this name, for operands and results of these types.
func ForeignOf(name string, args, results []*ir.Type) (*Foreign, error) {
	x, ok := foreigners.Load(name)
	if !ok {
		return nil, fmt.Errorf("there is no way to %s, which stays plain Go", name)
	}
	f := x.(*Foreign)
	if !alikeLeaves(f.Args, args) || !alikeLeaves(f.Results, results) {
		return nil, fmt.Errorf("%s has other parameters or results than the code was made for", name)
	}
	return f, nil
}

// alikeLeaves reports components of these types.
func alikeLeaves(ls []Leaf, ts []*ir.Type) bool {
	if len(ls) != len(ts) {
		return false
	}
	for i, t := range ts {
		if ls[i].IsSlice() != (t.Kind == ir.Slice) || !ls[i].IsSlice() && int(ls[i].Size) != t.Size() {
			return false
		}
	}
	return true
}
