//go:build !((linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le)) || ((darwin || freebsd) && (amd64 || arm64)))

package ctarget

import (
	"fmt"
	"runtime"
	"unsafe"
)

// loadable says why shared objects can't be loaded here.
func loadable() error {
	return fmt.Errorf("shared objects are not loaded on %s/%s", runtime.GOOS, runtime.GOARCH)
}

// library is never made here.
type library struct{}

func load(string) (*library, error) { return nil, loadable() }

func (l *library) symbol(string) (uintptr, error) { return 0, loadable() }

func call(uintptr, unsafe.Pointer, int64, int64) int64 { panic("hone: no shared objects here") }
