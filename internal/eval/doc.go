// Package eval is one machine with two uses. Run executes a program of any level: the oracle of all tests. Specialize executes what is
// known of a source-level program and emits residual ops for the rest: an online partial evaluator in the manner of AnyDSL
// (Leißa et al., "AnyDSL: A Partial Evaluation Framework for Programming High-Performance Libraries", OOPSLA 2018), on structured control flow.
package eval

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// Error says why a function can't be specialised, and where.
type Error struct {
	Pos ir.Pos
	Msg string

	Dependent bool // the program is wrong: iterations that it declares independent are not
}

func (e *Error) Error() string {
	if e.Pos.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("%s: %s", e.Pos, e.Msg)
}
