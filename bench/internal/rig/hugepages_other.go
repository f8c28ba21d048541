//go:build !linux

package rig

// hugePages does nothing: only Linux has to be asked.
func hugePages(memory []byte) {}
