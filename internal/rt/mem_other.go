//go:build !linux && !darwin && !freebsd && !windows

package rt

import (
	"fmt"
	"runtime"
)

const (
	noAccess = iota
	readWrite
	readExec
)

// mapping stands for executable memory on systems for which we have none.
type mapping struct{}

func mapMemory(size int) (mapping, error) {
	return mapping{}, fmt.Errorf("not supported on %s", runtime.GOOS)
}

func reserveMemory(size int) (mapping, error) { return mapMemory(size) }

func (m mapping) addr() uintptr                    { return 0 }
func (m mapping) size() int                        { return 0 }
func (m mapping) bytes(lo, hi int) []byte          { return nil }
func (m mapping) protect(lo, hi, rights int) error { return nil }
func (m mapping) unmap()                           {}
