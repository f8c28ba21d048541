package rt

import (
	"context"
	"runtime/pprof"
	"unsafe"
)

// A Label names machine code in CPU profiles.
//
// The profiler knows the functions of Go only: it takes samples in other code
// for runtime._ExternalCode, called by runtime._System, whoever called it, and
// offers no way to register a symbol or to unwind such a stack. What it does
// keep is the goroutine's labels. So a goroutine has the label hone=NAME while
// it runs a kernel; `go tool pprof -tagleaf=hone` shows the names as functions.
// Where the caller's goroutine has labels of its own these are left alone.
type Label struct {
	labels unsafe.Pointer // as the runtime has them
}

// NewLabel makes a label.
func NewLabel(name string) *Label {
	ctx := pprof.WithLabels(context.Background(), pprof.Labels("hone", name))
	l := make(chan *Label)
	go func() {
		pprof.SetGoroutineLabels(ctx)
		l <- &Label{getLabels()}
	}()
	return <-l
}

// Attach gives the goroutine the label, if it has none, and says whether it has
// done so; Detach takes it away again. A nil Label does nothing.
func (l *Label) Attach() (attached bool) {
	if l == nil || getLabels() != nil {
		return false
	}
	setLabels(l.labels)
	return true
}

// Detach is the end of an Attach.
func (l *Label) Detach() { setLabels(nil) }

// The runtime keeps these for other packages by name: see its comments on them.
//
//go:linkname setLabels runtime/pprof.runtime_setProfLabel
func setLabels(labels unsafe.Pointer)

//go:linkname getLabels runtime/pprof.runtime_getProfLabel
func getLabels() unsafe.Pointer
