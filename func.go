package hone

import (
	"fmt"
	"reflect"
	"time"

	"github.com/hone-go/hone/link"
)

// Fn is a function that hone compiles if it can. F is its type, a func type.
// A Fn is made by [Func] and must not be copied.
type Fn[F any] struct {
	// Call is the function to call: the compiled one, or the plain one that
	// was given to Func. It is set when the package is initialised, before
	// any init function runs and any package variable copies it, and
	// programs do not change it.
	Call F

	link *link.Fn[F]
}

// Status says what the Call of an [Fn] is.
type Status struct {
	Func     string // name of the function, such as "example.com/pkg.norm"
	Compiled bool   // whether Call runs compiled code
	Target   string // what it was compiled for, such as "avx512"; "go" for plain Go
	Reason   string // why it is plain Go, or a remark on the compiled code; may be empty if Compiled

	CompileTime time.Duration // how long it took to compile, without what is compiled only if it is ever needed

	// InternalErrors is how many mistakes of its own the compiler has noticed
	// in this function: always 0, unless hone has a bug. What stands in for
	// the code concerned, scalar code or plain Go, is slower but right; Reason
	// says more, and should be reported.
	InternalErrors int
}

// String returns the status on one line, such as "compiled for avx512" or
// "plain Go: norm.go:12:3: channels are not supported".
func (s Status) String() string {
	text := "plain Go"
	if s.Compiled {
		text = "compiled for " + s.Target
	}
	if s.Reason != "" {
		text += ": " + s.Reason
	}
	return text
}

// Func makes f a candidate for compilation. It is meant for the initialisation
// of package variables:
//
//	var Norm = hone.Func(norm)
//
// where norm is a function declared in the same package. Norm.Call is called
// like norm and computes the same.
//
// Func panics if f is nil or not a function.
func Func[F any](f F) *Fn[F] {
	v := reflect.ValueOf(&f).Elem()
	if v.Kind() != reflect.Func {
		panic(fmt.Sprintf("hone.Func: want a function, have %v", v.Type()))
	}
	if v.IsNil() {
		panic(fmt.Sprintf("hone.Func: nil %v", v.Type()))
	}
	fn, call := link.New(f)
	return &Fn[F]{Call: call, link: fn}
}

// Link is for the files that hone generates.
func (f *Fn[F]) Link() *link.Fn[F] { return f.link }

// Status says whether f.Call is compiled, and if not, why. A function is
// compiled when it is called, or its status asked for, for the first time.
// Status may be called at any time, from any goroutine, but in the
// initialisation of packages.
func (f *Fn[F]) Status() Status { return Status(f.link.Status()) }
