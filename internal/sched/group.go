package sched

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
)

// A group is nests of the host that follow each other and can be run together: strip by strip of the rows of the last one of them (ComputeAt, pipeline.go), or
// several steps of the loop over time around them in one sweep (Skew, sweeps.go). Each nest says so by the first step of its schedule, and those between the first
// one that does and the one where the strips are have to say the same.
type group struct {
	kind  loops.Kind
	loops []string                 // by nest: the loop that those ahead of it name; of Skew, where all nests name one, its one
	fits  func(from, to int) error // whether these can be run together, the last one of which is to
	taken []*loops.Step            // what the nests have said, so far
	each  map[[2]int]error         // what fits has said
}

// last is the nest where the strips are that a step asks for; false: of none that comes behind the one at hand.
func (g *group) last(t loops.Step) (to int, ok bool) {
	if g.kind == loops.Skew {
		return len(g.taken), t.Loops[0] == g.loops[0]
	}
	for to = len(g.taken) + 1; to < len(g.loops); to++ {
		if g.loops[to] == t.Loops[0] {
			return to, true
		}
	}
	return 0, false
}

// said is what the nests ahead have said about the one at hand: the step that it has to take, too, or nothing where it is the one where their strips are.
func (g *group) said() (t *loops.Step, last bool) {
	if len(g.taken) == 0 {
		return nil, false
	}
	t = g.taken[len(g.taken)-1]
	if t == nil || g.kind == loops.Skew {
		return t, false
	}
	if g.loops[len(g.taken)] == t.Loops[0] {
		return nil, true
	}
	return t, false
}

// asked is the step that the nest at hand takes where nobody says.
func (g *group) asked() *loops.Step {
	switch t, last := g.said(); {
	case t != nil || last:
		return t
	case g.kind == loops.ComputeAt && len(g.taken) < len(g.loops)-1:
		return &loops.Step{Kind: g.kind, Loops: g.loops[len(g.loops)-1:]}
	case g.kind == loops.Skew && len(g.taken) == 0:
		return &loops.Step{Kind: g.kind, Loops: g.loops}
	}
	return nil
}

// runs gives the nests that are run together, each run as the first and the last of it, and the step that they have taken.
func (g *group) runs(each func(from, to int, t *loops.Step)) {
	for m := 0; m < len(g.loops); m++ {
		from, t := m, g.taken[m]
		for t != nil && g.loops[m] != t.Loops[0] {
			m++
		}
		each(from, m, t)
	}
}

// together is the step.
func (n *Nest) together(t loops.Step) error {
	g := n.s.group
	switch {
	case g != nil && g.kind == t.Kind:
	case t.Kind == loops.Skew:
		return errors.New("the nest is in no loop over time of which several steps can be taken in one sweep")
	default:
		return errors.New("no nest behind it reads what it writes to temporaries, such that both can go strip by strip")
	}
	said, last := g.said()
	switch to, ok := g.last(t); {
	case last:
		return errors.New("the nests ahead are computed at this one")
	case said == nil && t.Kind == loops.Skew && len(g.taken) > 0:
		return errors.New("the nests ahead take one step after the other")
	case said != nil && said.String() != t.String():
		return fmt.Errorf("the nest ahead has %s", said)
	case !ok && t.Kind == loops.Skew:
		return fmt.Errorf("the loop over time is %s", g.loops[0])
	case !ok:
		return fmt.Errorf("it has to be one of %s", strings.Join(n.Strips(), ", "))
	case said == nil:
		if err := g.fit(to); err != nil {
			return err
		}
	}
	n.staged = true
	return nil
}

// fit reports whether the nests from the one at hand on can be run together.
func (g *group) fit(to int) error {
	key := [2]int{len(g.taken), to}
	err, ok := g.each[key]
	if !ok {
		err = g.fits(key[0], to)
		g.each[key] = err
	}
	return err
}

// Together is the step by which the nest is run together with others where nobody says, and whether those ahead leave no choice; nil if there is none.
func (n *Nest) Together() (t *loops.Step, must bool) {
	g := n.s.group
	if g == nil {
		return nil, false
	}
	said, _ := g.said()
	return g.asked(), said != nil
}

// Strips lists the loops that its first step can name: those of nests behind it along which it can be computed in strips, or the loop over time.
func (n *Nest) Strips() []string {
	g := n.s.group
	switch {
	case g == nil:
		return nil
	case g.kind == loops.Skew:
		return g.loops
	}
	return g.loops[min(len(g.taken)+1, len(g.loops)):]
}

// joins gives an error where the first step has to be what the nest ahead has taken, and is t; or where there is none.
func (n *Nest) joins(t *loops.Step) error {
	if want, must := n.Together(); must && len(n.steps) == 0 && (t == nil || t.Kind != want.Kind) {
		return fmt.Errorf("%s has to come first: the nest ahead has it", want)
	}
	return nil
}

// begin is newNest with the step by which it is run together with others.
func (s *scheduler) begin(o *ir.Op) *Nest {
	n := s.newNest(o)
	if t, _ := n.Together(); t != nil {
		n.Apply(*t) // one that is refused leaves the nest alone
	}
	return n
}

// joined notes what a nest that has its schedule says about those behind it.
func (g *group) joined(n *Nest) {
	var t *loops.Step
	if len(n.steps) > 0 && n.steps[0].Kind == g.kind {
		t = &n.steps[0]
	}
	g.taken = append(g.taken, t)
}
