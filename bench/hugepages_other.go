//go:build !linux

package main

import "unsafe"

// hugePages does nothing: only Linux has to be asked.
func hugePages(unsafe.Pointer, int) {}
