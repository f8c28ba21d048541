//go:build !linux

package main

// hugePages does nothing: only Linux has to be asked.
func hugePages(memory []byte) {}
