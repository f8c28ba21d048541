package link

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

// unitFormat is the version of the IR's text and of the functions below.
const unitFormat = 4

// A Unit is the intermediate code of the honed functions of a package.
type Unit struct {
	format int
	text   *ir.Outline
	lines  []*SourceLines
}

// NewUnit makes a unit of its text. format is the version of the file that it is in.
func NewUnit(format int, text string, lines ...*SourceLines) *Unit {
	return &Unit{format: format, text: ir.NewOutline(text), lines: lines}
}

// parse gives the function symbol and all that it calls.
func (u *Unit) parse(symbol string) (*ir.Module, error) {
	if u.format != unitFormat {
		return nil, fmt.Errorf("0hone_gen.go was made by another version of hone: run `go tool hone gen`")
	}
	m, err := u.text.Parse(symbol)
	if err != nil {
		return nil, fmt.Errorf("the code in 0hone_gen.go is damaged: %w", err)
	}
	if m.Func(symbol) == nil {
		return nil, fmt.Errorf("the code in 0hone_gen.go is damaged: it has no function %s", symbol)
	}
	return m, nil
}

// An Entry is the compiled form of a honed function.
type Entry struct {
	status *atomic.Pointer[Status]
	unit   *Unit
	symbol string

	border   *border.Layout
	funcType reflect.Type

	once   sync.Once
	prog   atomic.Pointer[plan.Bound] // nil: not compiled (yet)
	plain  atomic.Bool                // it stays plain Go
	interp *sync.Pool                 // of *watched; HONE=interp, HONE=race
}

// To links a honed function to the function symbol of u, which is compiled at
// the first call. Generated files set the Call of the hone.Fn to a stub that
// calls [Invoke], and plain if that returns false. A nil Entry means that Call is
// to be left alone.
func To[F any](fn *Fn[F], u *Unit, symbol string) (e *Entry, plain F) {
	if !fn.links() {
		return nil, fn.plain
	}
	fn.entry = &Entry{status: &fn.status, unit: u, symbol: symbol, funcType: reflect.TypeFor[F]()}
	return fn.entry, fn.plain
}

// Reason says why fn is not compiled. The result lets it initialise a variable.
func Reason[F any](fn *Fn[F], reason string) struct{} {
	fn.setReason(reason)
	return struct{}{}
}

// Recipe says how to make one of the errors that compiled functions give, or
// panic with, of the numbers that are in it. The result lets it initialise a
// variable.
func Recipe(number uint64, make func([8]uint64) any) struct{} {
	rt.Register(number, make)
	return struct{}{}
}

// RecipeText is a string in such a value.
func RecipeText(number uint64) string { return rt.Text(number) }

// RecipeString is a string in such a value, which may be one that compiled code
// was called with.
func RecipeString(word, length uint64) string { return rt.String(word, length) }

// RecipeError is an error in such a value.
func RecipeError(words ...uint64) error {
	var w rt.Words
	copy(w[:], words)
	err, _ := rt.Make(w).(error)
	return err
}

// Foreign says how to call a function that stays plain Go: with the fields of a
// struct as arguments, and its results as those of another. The result lets it
// initialise a variable.
func Foreign[A, R any](name string, call func(in *A, out *R)) struct{} {
	border.RegisterForeign(name, &border.Foreign{
		In: reflect.TypeFor[A](), Out: reflect.TypeFor[R](),
		New:  func() (in, out unsafe.Pointer) { return unsafe.Pointer(new(A)), unsafe.Pointer(new(R)) },
		Call: func(in, out unsafe.Pointer) { call((*A)(in), (*R)(out)) },
		Clear: func(in, out unsafe.Pointer) {
			*(*A)(in) = *new(A)
			*(*R)(out) = *new(R)
		},
	})
	return struct{}{}
}

// Invoke calls the compiled function with the fields of *in as arguments and sets
// the fields of *out to the results, or returns false if plain Go is to be called.
func Invoke[A, R any](e *Entry, in *A, out *R) bool {
	return e.invoke(unsafe.Pointer(in), unsafe.Pointer(out)) // inlined in the stub
}

func (e *Entry) invoke(in, out unsafe.Pointer) bool {
	p := e.prog.Load()
	if p == nil || p.Small() == nil {
		return e.invokeOther(in, out)
	}
	var room plan.Room
	status := p.Small().Begin(&room, in, out)
	return status == plan.Done || p.Finish(status, &room, in, out)
}

// invokeOther calls what is not compiled yet, or stays plain, or takes its time.
func (e *Entry) invokeOther(in, out unsafe.Pointer) bool {
	p := e.prog.Load()
	if p == nil {
		if e.plain.Load() {
			return false
		}
		e.once.Do(e.compile)
		if p = e.prog.Load(); p == nil {
			return e.interp != nil && e.interpret(in, out)
		}
	}
	return p.Call(in, out)
}

// compile decides what calls of e do from now on.
func (e *Entry) compile() {
	tellSettings()
	start := time.Now()
	s := *e.status.Load()
	p, target, remark, mistakes, err := e.build()
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
	s.Compiled, s.Target, s.CompileTime, s.Reason = true, target, time.Since(start), remark
	if err := cmp.Or(errors.Join(mistakes...), rt.CheckEnv()); err != nil {
		s.Reason = err.Error()
	}
	e.status.Store(&s)
	if p != nil { // nil if it is interpreted
		e.prog.Store(p.Bind(e.border))
	}
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

// build compiles the function. In case of HONE=interp or HONE=race there is no program. The remark is on the code, and the mistakes are those of the compiler for which
// slower code stands in.
func (e *Entry) build() (p *plan.Program, machine, remark string, mistakes []error, err error) {
	defer pass.Catch(&err)
	m, err := e.unit.parse(e.symbol)
	if err != nil {
		return nil, "", "", nil, err
	}
	if e.border, err = layoutOf(m.Func(e.symbol), e.funcType); err != nil {
		return nil, "", "", nil, err
	}
	mode := os.Getenv("HONE")
	if (mode == modeInterp || mode == modeRace) && slices.ContainsFunc(m.Funcs, ir.MayLeave) { // only the compiler sees to it that nothing has been done by then
		return nil, "", "", nil, errors.New("in place of branches that are not compiled the plain function is called")
	}
	switch mode {
	case modeInterp:
		e.interp = &sync.Pool{New: func() any { return &watched{Interp: eval.New(m)} }}
		return nil, mode, "", nil, nil
	case modeRace:
		name := e.status.Load().Func
		e.interp = &sync.Pool{New: func() any { return watch(eval.New(m), name) }}
		return nil, mode, raceRemark, nil, nil
	}
	late := &pipeline.Late{Module: func() (*ir.Module, error) { return e.unit.parse(e.symbol) }, Mistakes: e.mistakes}
	c, err := codegen(m, e.symbol, late)
	if err == nil {
		if n, k := len(c.Program.Params), len(c.Program.Results); n != e.border.Ins || k != e.border.Outs {
			err = &pass.InternalError{Msg: fmt.Sprintf("%d parameters and %d results, must be %d and %d", n, k, e.border.Ins, e.border.Outs)}
		}
	}
	if err != nil {
		return nil, "", "", nil, err
	}
	c.Program.Raise = e.unit.raise
	for _, n := range c.Left {
		remark = cmp.Or(remark, n.Pos.String()+": "+n.Text)
	}
	return c.Program, c.Machine, remark, c.Internal, nil
}

// interpret is run for HONE=interp and HONE=race.
func (e *Entry) interpret(in, out unsafe.Pointer) bool {
	// The arguments are copied to the heap, since what is known of arguments of
	// interpreted calls would make those of compiled ones escape, too.
	b := e.border
	args := reflect.New(b.In)
	border.Copy(args.UnsafePointer(), in, b.In)
	x := e.interp.Get().(*watched)
	results := reflect.New(b.Out)
	if !x.CallAt(e.symbol, b, args.UnsafePointer(), results.UnsafePointer()) {
		e.interp.Put(x)
		return false
	}
	border.Copy(out, results.UnsafePointer(), b.Out)
	x.finish()
	e.interp.Put(x) // not after a panic
	return true
}
