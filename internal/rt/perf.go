package rt

import (
	"fmt"
	"os"
	"sync"
)

// perfFile is the map file in which Linux perf looks up the symbols of a
// process's generated code; nil unless HONE_PERF=1. See the kernel's
// tools/perf/Documentation/jit-interface.txt.
var perfFile = sync.OnceValue(func() *os.File {
	if os.Getenv("HONE_PERF") != "1" {
		return nil
	}
	name := fmt.Sprintf("/tmp/perf-%d.map", os.Getpid()) // perf looks nowhere else
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		fmt.Fprintf(os.Stderr, "hone: HONE_PERF: %v\n", err)
		return nil
	}
	return f
})

// Label names the size bytes of code at offset off, for profilers. It does
// nothing unless HONE_PERF=1.
func (c *Code) Label(name string, off, size int) {
	if f := perfFile(); f != nil && size > 0 {
		fmt.Fprint(f, perfLine(c.Entry(off), size, name)) // one write per line: atomic in append mode
	}
}

func perfLine(addr uintptr, size int, name string) string {
	return fmt.Sprintf("%x %x %s\n", addr, size, name)
}
