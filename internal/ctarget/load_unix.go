//go:build (linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le)) || ((darwin || freebsd) && (amd64 || arm64))

package ctarget

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"
)

// loadable says why shared objects can't be loaded here.
func loadable() error { return nil }

// library is a loaded shared object.
type library struct{ handle uintptr }

// load loads a shared object. It is unloaded some time after it has become unreachable.
func load(path string) (*library, error) {
	h, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("loading compiled code: %w", err)
	}
	l := &library{h}
	runtime.AddCleanup(l, func(h uintptr) { _ = purego.Dlclose(h) }, h) // there is nobody left to tell of an error
	return l, nil
}

func (l *library) symbol(name string) (uintptr, error) {
	p, err := purego.Dlsym(l.handle, name)
	if err != nil {
		return 0, fmt.Errorf("loading compiled code: %w", err)
	}
	return p, nil
}

// call runs a kernel on the system's stack. Unlike machine code of ours it does not keep the garbage collector waiting.
func call(entry uintptr, params unsafe.Pointer, lo, hi int64) int64 {
	status, _, _ := purego.SyscallN(entry, uintptr(params), uintptr(lo), uintptr(hi))
	return int64(status)
}
