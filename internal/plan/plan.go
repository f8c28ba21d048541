// Package plan runs host programs: what is left of a honed function when its loops have become kernels. The host function is compiled
// once into steps over a frame of slots; a step costs a few nanoseconds, a run allocates nothing but what the program itself makes.
package plan

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Kernel is a piece of code that a host program starts. One of Entry and Call is set. docs/ir.md, "How a kernel is called", has the
// layout of the words at params.
type Kernel struct {
	Name    string
	Params  []*ir.Type // loops-level types; of a range kernel without lo and hi
	Results []*ir.Type
	Entry   uintptr                                         // machine code, for rt.Call
	Call    func(params unsafe.Pointer, lo, hi int64) int64 // or a Go function
	Scratch int                                             // bytes that it needs there
	Code    *rt.Code                                        // that Entry points into: keeps it in memory
	Label   *rt.Label                                       // in profiles; may be nil
	Sites   []Site
	Stores  Stores
	Fixed   []Fixed // results, if there is anything to say about them
	Leaves  bool    // it may find that the plain function has to be called
	Loops   bool    // there are loops in it: it may take more than a moment
	Bounds  Bounds
	Width   int // iterations that the code does at a time, and for which it takes as long as for one; 0: not known

	// Late, if not nil, fills in the above, and is called before each start: it is for code that is not made before it is needed. It panics if
	// there is no such code.
	Late func()
}

// Site is a check in a kernel: status s means that Sites[s-1] has failed, and the fail words are its operands.
type Site struct {
	Kind     ir.OpKind
	Code     int64  // of check.slice
	Unsigned bool   // check.index: the index is unsigned
	Panic    string // check.panic: what with
	Pos      ir.Pos
}

// KernelOf is a kernel of the loops level without its code.
func KernelOf(f *ir.Func) *Kernel {
	k := &Kernel{Name: f.Name, Params: ir.Types(f.Body.Params), Results: f.Results}
	if f.Kernel == ir.RangeKernel {
		k.Params = k.Params[2:]
	}
	k.Leaves = ir.MayLeave(f)
	f.Body.Walk(func(o *ir.Op) bool {
		k.Stores.add(f, o)
		if o.Kind == ir.OpReturn {
			k.fix(o.Args)
		}
		k.Loops = k.Loops || o.Kind.Has(ir.Loop)
		return true
	})
	return k
}

// Fixed is a result of a kernel that is the same for all calls, or not.
type Fixed struct {
	Is   bool
	Bits uint64
}

// fix looks at a return.
func (k *Kernel) fix(results []*ir.Value) {
	first := k.Fixed == nil
	for i, r := range results {
		var is Fixed
		if d := r.Def; d != nil && d.Kind == ir.OpConst {
			is = Fixed{true, d.Bits}
		}
		if first {
			k.Fixed = append(k.Fixed, is)
		} else if k.Fixed[i] != is {
			k.Fixed[i] = Fixed{}
		}
	}
}

// Stores says where a kernel stores.
type Stores struct {
	any   bool   // it isn't known
	words []bool // of the parameter block: pointers
}

// add looks at an op of a kernel.
func (s *Stores) add(f *ir.Func, o *ir.Op) {
	if !o.Kind.Has(ir.Writes) || o.Kind == ir.OpStream || o.Kind == ir.OpStore && o.Args[0].Def != nil && o.Args[0].Def.Kind == ir.OpAlloca { // of its own
		return
	}
	word, params := 0, f.Body.Params
	if f.Kernel == ir.RangeKernel {
		params = params[2:]
	}
	for _, p := range params {
		if o.Kind == ir.OpStore && o.Args[0] == p {
			for len(s.words) <= word {
				s.words = append(s.words, false)
			}
			s.words[word] = true
			return
		}
		if word++; p.Type.Kind == ir.Slice {
			word += 2
		}
	}
	s.any = true
}

// stores reports whether k stores behind the pointer that is this word of its parameters; or if that is -1, anywhere else.
func (k *Kernel) stores(word int) bool {
	return word < 0 && k.Stores.any || word >= 0 && word < len(k.Stores.words) && k.Stores.words[word]
}

// FailWords is how many words of a parameter block, behind the results, say what has failed.
const FailWords = ir.FailWords

// Become gives k the code of another.
func (k *Kernel) Become(made *Kernel) {
	k.Entry, k.Call, k.Scratch, k.Code, k.Label, k.Sites, k.Width = made.Entry, made.Call, made.Scratch, made.Code, made.Label, made.Sites, made.Width
}

// ready is called before the kernel is started, by who decides how, too.
func (k *Kernel) ready() {
	if k.Late != nil {
		k.Late()
	}
}

// invoke calls the kernel on the present goroutine, detached if it may take long: then on a stack that is made if there is none yet.
func (k *Kernel) invoke(params unsafe.Pointer, lo, hi int64, detached bool, stack **rt.Stack) (status int64) {
	if k.Call != nil {
		return k.Call(params, lo, hi)
	}
	if k.Label.Attach() {
		defer k.Label.Detach() // after a fault, too
	}
	if !detached {
		return rt.Call(k.Entry, k.Scratch, params, lo, hi)
	}
	if *stack == nil {
		*stack = new(rt.Stack)
	}
	return rt.CallDetached(k.Entry, params, lo, hi, *stack)
}

// Program is a compiled host function. It may be run by many goroutines at once.
type Program struct {
	Name    string
	Params  []*ir.Type
	Results []*ir.Type

	// Raise, if not nil, is called for each panic: see [Raiser].
	Raise Raiser

	leaves bool // it may find, before it has changed anything, that the plain function has to be called

	steps     []step
	places    []ir.Pos // of the steps, in the source
	args      []int32  // operand lists of steps that have more than fit
	scalars   []scalarOp
	tables    [][]uint64
	types     []reflect.Type
	panics    []leaving
	calls     []*call
	pipelines []*pipeline
	sweeps    []*sweeps
	relays    []*relay
	foreign   []foreignCall

	constants []int32  // the slots of constants
	words     []uint64 // the initial contents of a frame: constants are in their slots already
	ptrs      int      // pointers in a frame
	block     int      // words of the largest parameter block
	scratches int
	stacks    []bool // of recursions, and those of slices that grow
	params    []slot
	results   []slot
	frames    sync.Pool

	border  string   // see package border
	layouts sync.Map // of those of CallReflect, by the types of functions
}

// slot is where a value lives in a frame: a scalar in a word (zero-extended), a slice in a pointer and two words, length and capacity.
type slot struct{ word, ptr int32 }

// New compiles a host function; kernels are those that it starts, by name.
func New(host *ir.Func, kernels map[string]*Kernel) (p *Program, err error) {
	defer func() {
		if e := recover(); e != nil {
			bad, ok := e.(hostError)
			if !ok {
				panic(e)
			}
			p, err = nil, fmt.Errorf("host program %s: %s", host.Name, string(bad))
		}
	}()
	p = &Program{Name: host.Name, Params: ir.Types(host.Body.Params), Results: host.Results, border: host.Border}
	c := &compiler{p: p, kernels: kernels, env: map[*ir.Value]slot{}, consts: map[uint64]int32{}, targets: map[*ir.Op]*target{}}
	c.function(host)
	p.leaves = ir.MayLeave(host)
	for _, x := range p.calls {
		p.leaves = p.leaves || x.kernel.Leaves
	}
	p.constants = slices.Collect(maps.Values(c.consts))
	p.frames.New = func() any { return p.newFrame() }
	return p, nil
}

// hostError is a panic of the compiler for a host function that has no right to exist.
type hostError string

func bad(format string, args ...any) { panic(hostError(fmt.Sprintf(format, args...))) }
