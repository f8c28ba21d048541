package ir

import "strings"

// leavesFor begins what check.panic names where compiled code doesn't go on and the plain function is called instead, from its beginning; why stands behind it.
// That comes before anything is done that one could tell (pipeline's Leave).
const leavesFor = "plain:"

// LeaveFor is what a check.panic names that calls the plain function if it fails.
func LeaveFor(why string) string { return leavesFor + why }

// LeavesFor reports that o is such a check, and why the plain function is called.
func LeavesFor(o *Op) (why string, ok bool) {
	if o.Kind != OpCheckPanic {
		return "", false
	}
	return CutLeave(o.Sym())
}

// CutLeave reports that a check.panic with that name calls the plain function, and why.
func CutLeave(name string) (why string, ok bool) { return strings.CutPrefix(name, leavesFor) }

// MayLeave reports that the plain function may have to be called in place of f, or of one that leads to f.
func MayLeave(f *Func) bool {
	return f.Body.Contains(func(o *Op) bool { _, leaves := LeavesFor(o); return leaves })
}
