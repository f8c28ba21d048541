package link

import (
	"reflect"
	"runtime"
	"sync"

	"github.com/hone-go/hone/internal/ir"
)

// SourceLines are those of a function in which it may fail.
type SourceLines struct {
	file string             // as in positions of the unit
	pc   uintptr            // of the function below
	call func(at func(int)) // calls at, with the number of the line counted from the function's first, in stack traces from that line
}

// Line gives the lines of a function of a file, in which calls of at seem to be.
func Line[T any](file string, lines func(t T, at func(int))) *SourceLines {
	return &SourceLines{file: file, pc: entryOf(lines), call: func(at func(int)) {
		var t T
		lines(t, at)
	}}
}

func entryOf(fn any) uintptr { return reflect.ValueOf(fn).Pointer() }

// declared holds the entries of the functions that lines stand for, as far as they are known.
var declared sync.Map

// Declared says which function it is that the lines are of.
func Declared[T, F any](lines func(t T, at func(int)), fn F) {
	declared.Store(entryOf(lines), entryOf(fn))
}

// first is the number of the function's first line: that behind which what stands for it begins.
func (l *SourceLines) first() int { return lineOf(l.pc) + 1 }

func lineOf(entry uintptr) int {
	f := runtime.FuncForPC(entry)
	if f == nil {
		return 0
	}
	_, line := f.FileLine(entry)
	return line
}

// moved reports whether the function is in another line now: its file has changed since the lines were written.
func (l *SourceLines) moved() bool {
	fn, ok := declared.Load(l.pc)
	return ok && lineOf(fn.(uintptr)) != l.first()
}

// raise calls fail by way of what stands for the function that has pos in it, if that is known and still where it was.
func (u *Unit) raise(pos ir.Pos, fail func()) {
	file := pos.File()
	var of *SourceLines
	for _, l := range u.lines {
		if l.file != file {
			continue
		}
		if l.moved() { // then others may have, too
			return
		}
		if first := l.first(); first <= int(pos.Line) && (of == nil || of.first() < first) {
			of = l
		}
	}
	if of == nil {
		return
	}
	line := int(pos.Line) - of.first()
	of.call(func(at int) {
		if at == line {
			fail()
		}
	})
}
