package sched

import (
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// relay is a loop that counts, in two passes over its runs (rounds.go) that become one relay: each run does the second as soon as those before it have done the first.
type relay struct {
	*longLoop
	then         *ir.Op      // the second pass
	sums, places []*ir.Value // of runs
	n            *ir.Value   // how many these are
}

// relay emits the relay that begins with the op with that number in r, and gives how many ops of r it takes the place of; 0 if it isn't one: then the passes come one after the other.
func (s *scheduler) relay(r *ir.Region, at int) (out []*ir.Op, taken int) {
	l := s.relays[r.Ops[at]]
	if l == nil || at+2 >= len(r.Ops) || r.Ops[at+1].Kind != ir.OpFor || r.Ops[at+2] != l.then {
		return nil, 0
	}
	places := r.Ops[at+1]
	first, then := s.parfor(r.Ops[at]), s.parfor(l.then)
	a, b := onlyLaunch(first), onlyLaunch(then)
	if a == nil || b == nil {
		return slices.Concat(first, s.pieces(places), then), 3
	}
	for _, o := range slices.Concat(first, then) {
		if o != a && o != b {
			out = append(out, o)
		}
	}
	tmp := &ir.Region{}
	host := &ir.Builder{Region: tmp, Pos: l.loop.Pos}
	body := &ir.Region{}
	in := host.In(body)
	zero := host.Int(0)
	for _, x := range []*ir.Op{a, b} {
		in.Op(ir.OpStage, append([]*ir.Value{x.Args[0], host.Int(1), zero, zero, zero}, x.Args[4:]...)).SetSym(x.Sym())
	}
	in.Yield()
	var kinds []string
	for _, c := range l.carries {
		kinds = append(kinds, c.kind.String())
	}
	args := slices.Concat([]*ir.Value{l.n, b.Args[2]}, places.Args[2:], l.sums, l.places)
	run := host.Op(ir.OpRelay, args, ir.Types(places.Results)...)
	run.SetSym(strings.Join(kinds, " "))
	run.SetRegions(body)
	own := run.Results
	run.SetResults(places.Results)
	places.SetResults(own)
	return append(out, tmp.Ops...), 3
}

// onlyLaunch is the launch that ops are, beside what the host works out for it; nil if they are more.
func onlyLaunch(ops []*ir.Op) (launch *ir.Op) {
	for _, o := range ops {
		switch {
		case o.Kind == ir.OpLaunch && launch == nil && len(o.Results) == 0:
			launch = o
		case !o.Kind.Has(ir.Pure) || len(o.Regions) > 0:
			return nil
		}
	}
	if launch != nil && slices.ContainsFunc(launch.Args, func(v *ir.Value) bool { return v.Def != nil && v.Def.Kind == ir.OpArena }) {
		return nil
	}
	return launch
}
