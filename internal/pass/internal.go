package pass

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/hone-go/hone/internal/ir"
)

// An InternalError is a mistake in the compiler that it has noticed itself: wrong IR, or a panic. Something slower stands in for the code
// that it was making.
type InternalError struct {
	Msg string
	At  string // the innermost functions of hone that have panicked: "simd/lanes.go:88, simd/vectorise.go:141"
}

func (e *InternalError) Error() string {
	text := "internal error of the compiler: " + e.Msg
	if e.At != "" {
		text += " (" + e.At + ")"
	}
	return text + "; please report it at https://github.com/hone-go/hone/issues"
}

// internalErrors counts the mistakes that were met.
var internalErrors atomic.Int64

// InternalErrors is how many mistakes of the compiler this process has met.
func InternalErrors() int64 { return internalErrors.Load() }

// Strict is set by HONE_VERIFY=1, for tests of whole programs: the verifier runs after every pass, and nothing stands in for what an internal
// error has spoilt: it panics.
func Strict() bool { return os.Getenv("HONE_VERIFY") == "1" }

// Internal makes an InternalError of an error that does not say what a machine can't do. nil stays nil.
func Internal(err error) error {
	var limit *ir.Limit
	if err == nil || errors.As(err, &limit) || IsInternal(err) {
		return err
	}
	return newInternal(&InternalError{Msg: err.Error()})
}

// IsInternal reports one.
func IsInternal(err error) bool {
	var e *InternalError
	return errors.As(err, &e)
}

// Catch makes an InternalError of a panic in the compiler. It is meant for defer.
func Catch(err *error) {
	if v := recover(); v != nil {
		if Strict() {
			panic(v)
		}
		*err = newInternal(&InternalError{Msg: fmt.Sprint(v), At: panicked()})
	}
}

func newInternal(e *InternalError) *InternalError {
	internalErrors.Add(1)
	if Strict() {
		panic(e)
	}
	return e
}

// panicked says where: the places of hone's that are innermost on the stack of Catch.
func panicked() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var at []string
	for len(at) < 4 {
		f, more := frames.Next()
		if strings.Contains(f.Function, "hone/internal/") {
			at = append(at, fmt.Sprintf("%s/%s:%d", filepath.Base(filepath.Dir(f.File)), filepath.Base(f.File), f.Line))
		}
		if !more {
			break
		}
	}
	return strings.Join(at, ", ")
}
