package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// yields are the intervals of what an arm of an if yields, where all is known that the arm has learnt.
type yields []analysis.Interval

// yielded notes what an arm yields, at its end.
func (g *ranger) yielded(r *ir.Region) {
	t := r.Terminator()
	if t.Kind != ir.OpYield {
		return
	}
	arm := make(yields, len(t.Args))
	for i, v := range t.Args {
		arm[i] = analysis.Everything
		if !analysis.Orderable(v.Type) {
			continue
		}
		arm[i] = g.ranges.Of(v)
		if arm[i].Lo < 0 && g.nonNegative(v) {
			arm[i].Lo = 0
		}
	}
	g.yields = append(g.yields, arm)
}

// joined notes behind an if what its results are between: the checks in its arms have shown what it doesn't show from outside. Its arms' yields are those from number
// known on, which it takes away.
func (g *ranger) joined(o *ir.Op, known int) {
	arms := g.yields[known:]
	g.yields = g.yields[:known]
	if len(arms) == 0 {
		return
	}
	for i, v := range o.Results {
		if !analysis.Orderable(v.Type) {
			continue
		}
		all := arms[0][i]
		for _, arm := range arms[1:] {
			all = all.Join(arm[i])
		}
		if was := g.ranges.Of(v); all.Lo > was.Lo || all.Hi < was.Hi {
			g.narrow(v, all)
		}
	}
}
