package link

import (
	"os"
	"reflect"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"
)

// A Fn is a honed function: what a hone.Fn has beside its Call.
type Fn[F any] struct {
	plain F
	entry *Entry // set by To

	versions *Versions // instead of entry, of functions with interface values among their parameters or results
	status   atomic.Pointer[Status]
}

// Status says what the Call of a hone.Fn is; hone.Status explains the fields.
type Status struct {
	Func     string
	Compiled bool
	Target   string
	Reason   string

	CompileTime time.Duration

	InternalErrors int
}

// notGenerated is the reason in library mode.
const notGenerated = "no generated code for it in this build: use `go tool hone run|build|test`, or `go tool hone gen` for these tags, GOOS and GOARCH " +
	"(in another module, that is its author's to do)"

// New makes the Fn of a plain function, which is not nil, and gives what is to be called until it is linked.
func New[F any](plain F) (fn *Fn[F], call F) {
	fn = &Fn[F]{plain: plain}
	name := "?"
	if f := runtime.FuncForPC(reflect.ValueOf(plain).Pointer()); f != nil {
		name = f.Name()
	}
	fn.status.Store(&Status{Func: name, Target: "go", Reason: notGenerated})
	if os.Getenv("HONE") == modeRace {
		return fn, unwatched(fn)
	}
	return fn, plain
}

// Status compiles the function, if that has not been done, and says whether it is compiled, and if not, why.
func (f *Fn[F]) Status() Status {
	if f.entry != nil {
		f.entry.once.Do(f.entry.compile)
	}
	if f.versions != nil {
		return f.versions.status(*f.status.Load())
	}
	return *f.status.Load()
}

// links reports whether compiled code may take fn's place at all.
func (f *Fn[F]) links() bool {
	switch {
	case os.Getenv("HONE") == modeOff:
		f.setReason("HONE=off")
	case strconv.IntSize != 64:
		f.setReason("only 64-bit platforms are supported")
	default:
		f.setReason("not compiled yet")
		return true
	}
	return false
}

func (f *Fn[F]) setReason(reason string) {
	s := *f.status.Load()
	s.Compiled, s.Target, s.Reason = false, "go", reason
	f.status.Store(&s)
}
