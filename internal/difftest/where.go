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
	p.Raise = func(pos ir.Pos, _ func()) { raised.Store(&pos) }
	return p
}

// where is the place in the source that a panic comes from, as file:line, or "". It is to be called by a deferred function; with compiled code
// it is what that has said, with plain Go what the stack says.
func where() string {
	if pos := raised.Swap(nil); pos != nil {
		return fmt.Sprintf("%s:%d", filepath.Base(pos.File()), pos.Line)
	}
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	panics := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panics = true
		case panics && !strings.HasPrefix(f.Function, "runtime."):
			if strings.Contains(f.Function, "/internal/") { // an interpreter
				return ""
			}
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}
