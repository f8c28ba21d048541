//go:build !amd64

package rt

// core does not know.
func core() (number uint32, known bool) { return 0, false }
