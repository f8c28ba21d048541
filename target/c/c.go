// Package c links the c target into a program: honed functions can then be compiled by the system's C compiler.
//
//	import _ "github.com/hone-go/hone/target/c"
//
// On CPUs for which hone generates no machine code itself, such as those of arm64, honed functions are then compiled so; elsewhere
// HONE=c in the environment asks for it. The compiler is the one that the environment variable CC names, or cc, gcc or clang. What it
// has compiled is kept in hone's directory in the user's cache directory. Without a compiler honed functions are plain Go, and
// hone.Fn.Status says so.
//
// It is a package of its own because a program that links it needs the system's dynamic linker, even if it is built without cgo, and
// because running a compiler is nothing that a program should do unless its author says so. The go command in go tool hone links it by
// itself where HONE=c is set.
package c

import (
	"github.com/hone-go/hone/internal/ctarget"
	"github.com/hone-go/hone/internal/target"
)

func init() {
	target.Register(ctarget.Name, func() (target.Target, error) { return ctarget.Default() })
}
