package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// maxThreaded is the number of ops up to which a guard's exit may be copied.
const maxThreaded = 6

// guard adds guard o to out. Where it tests a result of the if right before it that is constant in one of the arms, as flags are that
// say how an inlined function or a generator's loop body was left, the guard's exit moves into the arms (jump threading):
//
//	x, done = if c { A; yield u, true } { B; yield v, false }; if done { break ^l x } { yield }; C
//
// becomes if c { A; break ^l u } { B; yield v }; C. It reports whether control goes on.
func (c *cleaner) guard(out *ir.Region, o *ir.Op) (falls bool) {
	before, at := c.flagged(out, o)
	if before == nil {
		out.Append(o)
		return true
	}
	c.changed = true
	arm, _ := leaving(o)
	leaves := arm == o.Regions[0] // where the flag holds
	out.Splice(at, at+1)
	left := 0 // arms that still need a copy of the exit
	for _, r := range before.Regions {
		if bits, ok := r.Terminator().Args[o.Args[0].Index].IsConst(); !ok || (bits != 0) == leaves {
			left++
		}
	}
	var end [2]bool
	for i, r := range before.Regions {
		end[i] = c.thread(r, before, o.Args[0].Index, arm, leaves, o.Pos, &left)
	}
	return c.arms(out, before, end[0], end[1])
}

// flagged finds the if right before o whose result o tests, if the exit may move into its arms, and its place in out.
func (c *cleaner) flagged(out *ir.Region, o *ir.Op) (before *ir.Op, at int) {
	flag := o.Args[0]
	if flag.Def == nil || flag.Def.Kind != ir.OpIf {
		return nil, 0
	}
	at = len(out.Ops) - 1
	for at >= 0 && out.Ops[at].Kind == ir.OpConst {
		at--
	}
	if at < 0 || out.Ops[at] != flag.Def {
		return nil, 0
	}
	arm, _ := leaving(o)
	known, copies := false, 0
	for _, r := range flag.Def.Regions {
		y := r.Terminator()
		if y.Kind != ir.OpYield {
			return nil, 0
		}
		bits, ok := y.Args[flag.Index].IsConst()
		known = known || ok
		if !ok || (bits != 0) == (arm == o.Regions[0]) {
			copies++
		}
	}
	if !known || copies > 1 && arm.Size() > maxThreaded {
		return nil, 0
	}
	return flag.Def, at
}

// thread puts the exit in arm at the end of r, one of the arms of before, for the cases in which its flag there says so.
// It reports whether control still goes on behind r.
func (c *cleaner) thread(r *ir.Region, before *ir.Op, flag int, arm *ir.Region, leaves bool, pos ir.Pos, left *int) (falls bool) {
	y := r.Terminator()
	v := y.Args[flag]
	bits, known := v.IsConst()
	if known && (bits != 0) != leaves {
		return true
	}
	exit := arm
	if *left--; *left > 0 { // the last takes the original
		exit = ir.NewCloner().Region(arm, nil)
		exit.Walk(func(o *ir.Op) bool {
			if o.Target != nil {
				analysis.AddExit(o.Parent, o, c.live)
			}
			return true
		})
	}
	substitute(exit, before.Results, y.Args)
	r.TakeLast()
	if known {
		exit.MoveTo(r)
		return false
	}
	g := r.NewOp(ir.OpIf, pos, []*ir.Value{v})
	empty := &ir.Region{}
	(&ir.Builder{Region: empty, Pos: pos}).Yield()
	if leaves {
		g.SetRegions(exit, empty)
	} else {
		g.SetRegions(empty, exit)
	}
	falls = c.guard(r, g)
	if falls {
		c.rep.Op(y)
		r.Append(y)
	}
	return falls
}
