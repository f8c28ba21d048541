package simd

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// shapes is what is known about the values in a loop in lanes, and what has been decided about them.
type shapes struct {
	*analysis.Shapes
	indexOnly  map[*ir.Value]bool // widened integers of which only the narrow form is used
	narrowOps  map[*ir.Op]bool    // operations on 64-bit integers for which 32 bits do
	even       map[*ir.Op]*access // loads and stores, described when asked for; nil: not at even steps
	groups     map[*ir.Op]*group  // loads and stores that are done by vectors of neighbours and shuffles
	rows       map[*ir.Op]*rowLoads
	apart      []apart // slices that groups take to share no memory
	lookAhead  bool    // vectors are done only before further iterations: groups read up to what these do
	scalarTail bool    // what is left behind the vectors is better done one by one than under masks
}

// analyse finds the shapes of all values in a loop.
func analyse(loop *ir.Op) *shapes { return shapesOf(analysis.ShapesOf(loop)) }

func shapesOf(s *analysis.Shapes) *shapes {
	return &shapes{Shapes: s, even: map[*ir.Op]*access{}}
}
