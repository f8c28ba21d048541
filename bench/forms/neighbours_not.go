//go:build !neighbours

package main

import (
	"errors"
	"io"

	"github.com/hone-go/hone/bench/internal/rig"
)

// tryNeighbours takes the compiler of what is here: with -against this program is built with another revision's, too.
func (o *options) tryNeighbours([]*kernel, []string, io.Writer, io.Writer) error {
	return rig.Misuse(errors.New("-neighbours: build with -tags neighbours"))
}
