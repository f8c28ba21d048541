// Package lib is where a kernel's trouble lies.
package lib

func Talk(c chan int) {
	select {
	case c <- 1:
	default:
	}
}
