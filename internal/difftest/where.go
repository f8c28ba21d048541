package difftest

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/plan"
)

// raised is where the last panic of compiled code comes from, by its own account.
var raised atomic.Pointer[ir.Pos]

// watched makes a program say where its panics come from.
func watched(p *plan.Program) *plan.Program {
	p.Raise = func(pos ir.Pos, _ func()) {
		if pos != pos.Around() {
			raised.Store(&pos)
		}
	}
	return p
}

// where is the place in the source that a panic comes from, as file:line. It is to be called by a deferred function; with compiled code
// it is what that has said, with plain Go what the stack says: there it may also be in functions of the standard library or of package hone
// that compiled code has as ops, so that it is the list of all places up to the function that called them. Where it isn't known the list is empty.
func where() (places []string) {
	if pos := raised.Swap(nil); pos != nil {
		return []string{place(pos.File(), int(pos.Line))}
	}
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	library := "" // the directory of the standard library
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			library = strings.TrimSuffix(f.File, "runtime/panic.go")
		case library == "", strings.HasPrefix(f.Function, "runtime."):
		case strings.Contains(f.Function, "/internal/"): // an interpreter
			return nil
		default:
			places = append(places, place(f.File, f.Line))
			if !strings.HasPrefix(f.File, library) && !strings.HasPrefix(f.Function, "github.com/hone-go/hone.") {
				return places
			}
		}
		if !more {
			return nil
		}
	}
}

func place(file string, line int) string { return fmt.Sprintf("%s:%d", filepath.Base(file), line) }
