package cfamily

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestSequence puts random moves into an order, and compares what the variables then hold with what they hold if all are set at once: circles,
// several moves that read one variable, moves that read several, moves that wait for a circle they are not on.
func TestSequence(t *testing.T) {
	for seed := range uint64(20_000) {
		rnd := rand.New(rand.NewPCG(seed, 0))
		n := 1 + rnd.IntN(6)
		name := func(i int) string { return fmt.Sprintf("v%d", i) }
		perm := rnd.Perm(n)
		var moves []move
		for i := range n {
			if rnd.IntN(5) == 0 {
				continue
			}
			var refs []string
			switch rnd.IntN(3) {
			case 0:
				refs = []string{name(perm[i])}
			case 1:
				refs = []string{name(rnd.IntN(n))}
			default:
				for range rnd.IntN(4) {
					refs = append(refs, name(rnd.IntN(n)))
				}
			}
			moves = append(moves, move{to: name(i), x: expr{text: fmt.Sprintf("%d(%s)", i, strings.Join(refs, ",")), refs: refs}})
		}
		rnd.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })

		// A value is the text of an expression with those of its variables put in.
		state, want := map[string]string{}, map[string]string{}
		for i := range n {
			state[name(i)], want[name(i)] = name(i)+"'", name(i)+"'"
		}
		value := func(x expr) string {
			if len(x.refs) == 0 && state[x.text] != "" {
				return state[x.text]
			}
			var b strings.Builder
			b.WriteString(x.text)
			for _, r := range x.refs {
				b.WriteString(" " + state[r])
			}
			return b.String()
		}
		for _, m := range moves {
			want[m.to] = value(m.x)
		}
		var log []string
		saved := 0
		all := slices.Clone(moves)
		sequence(moves, func(m move) {
			log = append(log, m.to+" = "+m.x.text)
			state[m.to] = value(m.x)
		}, func(m move) expr {
			if saved++; saved > n {
				t.Fatalf("seed %d: more temporaries than moves: %v", seed, log)
			}
			temp := fmt.Sprintf("t%d", saved)
			log = append(log, temp+" = "+m.x.text)
			state[temp] = value(m.x)
			return variable(temp)
		})
		for v, w := range want {
			if state[v] != w {
				t.Fatalf("seed %d: %v become %v: %s is %q, want %q", seed, all, log, v, state[v], w)
			}
		}
	}
}
