//go:build !linux

package rt

// ThreadTime is [Now]: a thread's own clock isn't read on this system.
func ThreadTime() int64 { return Now() }
