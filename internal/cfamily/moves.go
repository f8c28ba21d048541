package cfamily

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// move sets a variable to the value of an expression, which may use several variables.
type move struct {
	to  string
	typ *ir.Type
	x   expr
}

// sequence puts moves that happen at once, to different variables, into an order: set emits one; where each variable is still used by
// another move, save computes one move's value ahead, and gives the expression for it.
func sequence(moves []move, set func(move), save func(move) expr) {
	for len(moves) > 0 {
		ready := slices.IndexFunc(moves, func(m move) bool { return reader(moves, m) < 0 })
		if ready >= 0 {
			set(moves[ready])
			moves = slices.Delete(moves, ready, ready+1)
			continue
		}
		m := &moves[onCircle(moves)]
		m.x = save(*m)
	}
}

// reader is a move other than m that uses m's variable, or -1.
func reader(moves []move, m move) int {
	return slices.IndexFunc(moves, func(n move) bool { return n.to != m.to && slices.Contains(n.x.refs, m.to) })
}

// onCircle is a move that has to wait for itself, where each has to wait for another one. Others may wait for it though nothing waits for
// them; to save these first would be in vain.
func onCircle(moves []move) int {
	seen := make([]bool, len(moves))
	i := 0
	for !seen[i] {
		seen[i] = true
		i = reader(moves, moves[i])
	}
	return i
}
