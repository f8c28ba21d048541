package hone

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

// unitFormat is the version of the IR's text and of the functions below.
const unitFormat = 2

// A Unit is the intermediate code of the honed functions of a package. It is
// made by files that hone generates, and of no use to others.
type Unit struct {
	format int
	text   string
}

// NewUnit is for generated files only.
func NewUnit(format int, text string) *Unit { return &Unit{format: format, text: text} }

// parse gives the function symbol and all that it calls.
func (u *Unit) parse(symbol string) (*ir.Module, error) {
	if u.format != unitFormat {
		return nil, fmt.Errorf("0hone_gen.go was made by another version of hone: run `go tool hone gen`")
	}
	m, err := ir.ParseFor(u.text, symbol)
	if err != nil {
		return nil, fmt.Errorf("the code in 0hone_gen.go is damaged: %w", err)
	}
	if m.Func(symbol) == nil {
		return nil, fmt.Errorf("the code in 0hone_gen.go is damaged: it has no function %s", symbol)
	}
	return m, nil
}

// An Entry is a honed function as generated files see it.
type Entry struct {
	status *atomic.Pointer[Status]
	unit   *Unit
	symbol string

	in, out  []leaf
	inType   reflect.Type
	outType  reflect.Type
	funcType reflect.Type

	once   sync.Once
	prog   atomic.Pointer[plan.Program] // nil: not compiled (yet)
	plain  atomic.Bool                  // it stays plain Go
	interp *sync.Pool                   // of *watched; HONE=interp, HONE=race
}

// leaf is a component of the arguments or results: a scalar, or a slice (size
// 0) or string.
type leaf struct {
	offset uintptr
	size   uint8
}

// stringSize is the size of leaves that are strings.
const stringSize = 16

// Link is for generated files only. They set fn.Call to a stub that calls
// Invoke, and plain if that returns false. The function symbol of u is compiled
// at the first call. A nil Entry means that fn.Call is to be left alone.
func Link[F any](fn *Fn[F], u *Unit, symbol string) (e *Entry, plain F) {
	if os.Getenv("HONE") == modeOff {
		fn.setReason("HONE=off")
		return nil, fn.plain
	}
	if strconv.IntSize != 64 {
		fn.setReason("only 64-bit platforms are supported")
		return nil, fn.plain
	}
	fn.setReason("not compiled yet")
	fn.entry = &Entry{status: &fn.status, unit: u, symbol: symbol, funcType: reflect.TypeFor[F]()}
	return fn.entry, fn.plain
}

// LinkReason is for generated files only. It says why fn is not compiled. The
// result lets it initialise a variable.
func LinkReason[F any](fn *Fn[F], reason string) struct{} {
	fn.setReason(reason)
	return struct{}{}
}

func (f *Fn[F]) setReason(reason string) {
	s := *f.status.Load()
	s.Compiled, s.Target, s.Reason = false, "go", reason
	f.status.Store(&s)
}

// Invoke is for generated files only. It calls the compiled function with the
// fields of *in as arguments and sets the fields of *out to the results, or
// returns false if plain Go is to be called.
func Invoke[A, R any](e *Entry, in *A, out *R) bool {
	p := e.prog.Load()
	if p == nil {
		if e.plain.Load() {
			return false
		}
		e.once.Do(e.compile)
		if p = e.prog.Load(); p == nil {
			return e.interp != nil && e.interpret(unsafe.Pointer(in), unsafe.Pointer(out))
		}
	}
	e.run(p, unsafe.Pointer(in), unsafe.Pointer(out))
	return true
}

// run is the common case of Invoke. A frame whose run panics is not used
// again, so that there is no need for a defer.
func (e *Entry) run(p *plan.Program, in, out unsafe.Pointer) {
	f := p.Begin()
	for i, l := range e.in {
		at := unsafe.Add(in, l.offset)
		switch l.size {
		case 0:
			s := (*sliceHeader)(at)
			f.SetSlice(i, s.data, s.len, s.cap)
		case stringSize:
			s := *(*string)(at)
			f.SetSlice(i, unsafe.Pointer(unsafe.StringData(s)), len(s), len(s))
		default:
			f.SetWord(i, loadWord(at, l.size))
		}
	}
	p.Run(f)
	for i, l := range e.out {
		at := unsafe.Add(out, l.offset)
		switch l.size {
		case 0:
			data, n, c := f.Slice(i)
			*(*sliceHeader)(at) = sliceHeader{data, n, c}
		case stringSize:
			data, n, _ := f.Slice(i)
			*(*string)(at) = unsafe.String((*byte)(data), n)
		default:
			storeWord(at, l.size, f.Word(i))
		}
	}
	f.End()
}

// sliceHeader is a slice in memory.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

func loadWord(p unsafe.Pointer, size uint8) uint64 {
	switch size {
	case 8:
		return *(*uint64)(p)
	case 4:
		return uint64(*(*uint32)(p))
	case 2:
		return uint64(*(*uint16)(p))
	}
	return uint64(*(*uint8)(p))
}

func storeWord(p unsafe.Pointer, size uint8, bits uint64) {
	switch size {
	case 8:
		*(*uint64)(p) = bits
	case 4:
		*(*uint32)(p) = uint32(bits)
	case 2:
		*(*uint16)(p) = uint16(bits)
	default:
		*(*uint8)(p) = uint8(bits)
	}
}

// compile decides what calls of e do from now on.
func (e *Entry) compile() {
	start := time.Now()
	e.inType = structOf(e.funcType.NumIn(), e.funcType.In)
	e.outType = structOf(e.funcType.NumOut(), e.funcType.Out)
	e.in, e.out = leavesOf(nil, e.inType, 0), leavesOf(nil, e.outType, 0)
	s := *e.status.Load()
	p, target, mistakes, err := e.build()
	s.InternalErrors = len(mistakes)
	if mistake := (*pass.InternalError)(nil); errors.As(err, &mistake) {
		s.InternalErrors++
	}
	if err != nil {
		s.Reason = err.Error()
		e.status.Store(&s)
		e.plain.Store(e.interp == nil)
		if os.Getenv("HONE") == modeRace {
			notWatched(s)
		}
		return
	}
	s.Compiled, s.Target, s.CompileTime, s.Reason = true, target, time.Since(start), ""
	if target == modeRace {
		s.Reason = raceRemark
	}
	if err := cmp.Or(errors.Join(mistakes...), checkEnv()); err != nil {
		s.Reason = err.Error()
	}
	e.status.Store(&s)
	e.prog.Store(p)
}

// mistakes adds the compiler's own mistakes that show when kernels are compiled that are needed seldom.
func (e *Entry) mistakes(errs []error) {
	for {
		old := e.status.Load()
		s := *old
		s.InternalErrors += len(errs)
		s.Reason = cmp.Or(s.Reason, errors.Join(errs...).Error())
		if e.status.CompareAndSwap(old, &s) {
			return
		}
	}
}

// structOf is the type, up to the names of its fields, of the structs in which Invoke gets arguments and gives results.
func structOf(n int, typ func(int) reflect.Type) reflect.Type {
	fields := make([]reflect.StructField, n)
	for i := range fields {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: typ(i)}
	}
	return reflect.StructOf(fields)
}

// build compiles the function. In case of HONE=interp or HONE=race there is no program. The mistakes are those of the compiler for which
// slower code stands in.
func (e *Entry) build() (p *plan.Program, machine string, mistakes []error, err error) {
	defer pass.Catch(&err)
	m, err := e.unit.parse(e.symbol)
	if err != nil {
		return nil, "", nil, err
	}
	if err := checkLayouts(m.Func(e.symbol), e.funcType); err != nil {
		return nil, "", nil, err
	}
	switch mode := os.Getenv("HONE"); mode {
	case modeInterp:
		e.interp = &sync.Pool{New: func() any { return &watched{Interp: eval.New(m)} }}
		return nil, mode, nil, nil
	case modeRace:
		name := e.status.Load().Func
		e.interp = &sync.Pool{New: func() any { return watch(eval.New(m), name) }}
		return nil, mode, nil, nil
	}
	late := &pipeline.Late{Module: func() (*ir.Module, error) { return e.unit.parse(e.symbol) }, Mistakes: e.mistakes}
	c, err := codegen(m, e.symbol, late)
	if err == nil {
		if n, k := len(c.Program.Params), len(c.Program.Results); n != len(e.in) || k != len(e.out) {
			err = &pass.InternalError{Msg: fmt.Sprintf("%d parameters and %d results, must be %d and %d", n, k, len(e.in), len(e.out))}
		}
	}
	if err != nil {
		return nil, "", nil, err
	}
	return c.Program, c.Machine, c.Internal, nil
}

// checkEnv returns an error if an environment variable has a value that makes
// no sense and is ignored.
func checkEnv() error {
	if v := os.Getenv("HONE_FMA"); v != "" && v != "off" && v != "on" {
		return fmt.Errorf("HONE_FMA=%s: want on or off", v)
	}
	if _, err := raceAction(); err != nil {
		return err
	}
	return rt.CheckEnv()
}

// leavesOf lists the components of t, in the order of ir.Leaves.
func leavesOf(ls []leaf, t reflect.Type, offset uintptr) []leaf {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			ls = leavesOf(ls, f.Type, offset+f.Offset)
		}
		return ls
	case reflect.Array:
		for i := range t.Len() {
			ls = leavesOf(ls, t.Elem(), offset+uintptr(i)*t.Elem().Size())
		}
		return ls
	case reflect.Slice:
		return append(ls, leaf{offset, 0})
	case reflect.String:
		return append(ls, leaf{offset, stringSize})
	case reflect.Complex64, reflect.Complex128: // two floats
		half := t.Size() / 2
		return append(ls, leaf{offset, uint8(half)}, leaf{offset + half, uint8(half)})
	}
	return append(ls, leaf{offset, uint8(t.Size())})
}

// interpret is run for HONE=interp and HONE=race.
func (e *Entry) interpret(in, out unsafe.Pointer) bool {
	// The arguments are copied to the heap, since reflect would make all
	// arguments of compiled calls escape, too.
	args := reflect.New(e.inType)
	copyLeaves(args.UnsafePointer(), in, e.in)
	vs := make([]reflect.Value, e.inType.NumField())
	for i := range vs {
		f := e.inType.Field(i)
		vs[i] = reflect.NewAt(f.Type, unsafe.Add(args.UnsafePointer(), f.Offset)).Elem()
	}
	x := e.interp.Get().(*watched)
	results := x.Call(e.symbol, e.funcType, vs...)
	for i, r := range results {
		f := e.outType.Field(i)
		p := reflect.New(f.Type)
		p.Elem().Set(r)
		copyLeaves(unsafe.Add(out, f.Offset), p.UnsafePointer(), leavesOf(nil, f.Type, 0))
	}
	x.finish()
	e.interp.Put(x) // not after a panic
	return true
}

func copyLeaves(to, from unsafe.Pointer, ls []leaf) {
	for _, l := range ls {
		switch l.size {
		case 0:
			*(*sliceHeader)(unsafe.Add(to, l.offset)) = *(*sliceHeader)(unsafe.Add(from, l.offset))
		case stringSize:
			*(*string)(unsafe.Add(to, l.offset)) = *(*string)(unsafe.Add(from, l.offset))
		default:
			storeWord(unsafe.Add(to, l.offset), l.size, loadWord(unsafe.Add(from, l.offset), l.size))
		}
	}
}
