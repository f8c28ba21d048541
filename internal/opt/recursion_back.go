package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Variables that a function literal captures are handed to the residual function, and back behind its results, whether it assigns to them or not. Results that are always
// what was passed as a certain parameter go away, so that a captured slice is seen to be the same in all calls.

// passedBack are the results of functions, by name and number, that are a parameter of this number.
type passedBack map[string]map[int]int

// dropPassedBack takes such results of members away.
func (c *cycle) dropPassedBack() passedBack {
	back := passedBack{}
	for _, f := range c.members {
		back[f.Name] = candidates(f)
	}
	for wrong := true; wrong; {
		wrong = false
		for _, f := range c.members { // if all of them are, are they?
			g := f.Clone()
			c.useArguments(g, back)
			cleanThoroughly(g)
			for _, o := range returnsOf(g) {
				if isDeadEnd(o) {
					continue
				}
				for k, j := range back[f.Name] {
					if o.Args[k] != g.Body.Params[j] {
						delete(back[f.Name], k)
						wrong = true
					}
				}
			}
		}
	}
	for _, f := range c.members {
		c.useArguments(f, back)
	}
	for _, f := range c.members {
		for k := len(f.Results) - 1; k >= 0; k-- {
			if _, ok := back[f.Name][k]; !ok {
				continue
			}
			for _, o := range returnsOf(f) {
				o.RemoveArg(k)
			}
			for _, g := range c.members {
				for _, o := range callsIn(g.Body, func(name string) bool { return name == f.Name }) {
					o.RemoveResult(k)
				}
			}
		}
		results := f.Results
		f.Results = nil
		for k, t := range results {
			if _, ok := back[f.Name][k]; !ok {
				f.Results = append(f.Results, t)
			}
		}
	}
	return back
}

// cleanThoroughly cleans f until nothing changes: a carried value is seen to be the same once the ifs in the loop give it.
func cleanThoroughly(f *ir.Func) {
	for i := 0; i < 8 && Clean(f); i++ {
	}
}

// candidates are the results of f that may be one parameter, and no other but what calls give.
func candidates(f *ir.Func) map[int]int {
	out := map[int]int{}
	for k := range f.Results {
		found := map[*ir.Value]bool{}
		for _, o := range returnsOf(f) {
			comesFrom(o.Args[k], f.Body, found)
		}
		given := 0
		for p := range found {
			if p.Owner == f.Body {
				out[k] = p.Index
				given++
			}
		}
		if given != 1 {
			delete(out, k)
		}
	}
	return out
}

// comesFrom adds to found what v is by way of ifs, blocks and loops, these included, up to values that are computed, and to parameters of body.
func comesFrom(v *ir.Value, body *ir.Region, found map[*ir.Value]bool) {
	if found[v] {
		return
	}
	found[v] = true
	if v.Def == nil {
		if in := v.Owner.Parent; v.Owner != body && in != nil && in.Kind == ir.OpLoop {
			comesFrom(in.Args[v.Index], body, found)
		}
		return
	}
	switch o := v.Def; o.Kind {
	case ir.OpIf, ir.OpBlock, ir.OpLoop:
		k := slices.Index(o.Results, v)
		for _, r := range o.Regions {
			r.Walk(func(x *ir.Op) bool {
				if x.Target == o && x.Kind == ir.OpBreak || x.Parent == r && x.Kind == ir.OpYield {
					comesFrom(x.Args[k], body, found)
				}
				return true
			})
		}
	}
}

func returnsOf(f *ir.Func) (out []*ir.Op) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpReturn {
			out = append(out, o)
		}
		return true
	})
	return out
}

// isDeadEnd reports a return behind a loop that nothing leaves by a break: Clean puts one there with zeros.
func isDeadEnd(o *ir.Op) bool {
	ops := o.Parent.Ops
	for i := len(ops) - 2; i >= 0; i-- {
		switch x := ops[i]; x.Kind {
		case ir.OpConst, ir.OpZero:
		case ir.OpLoop:
			return !x.Regions[0].Contains(func(e *ir.Op) bool { return e.Kind == ir.OpBreak && e.Target == x })
		default:
			return false
		}
	}
	return false
}

// useArguments has f use what it passes in the place of what it gets back.
func (c *cycle) useArguments(f *ir.Func, back passedBack) {
	var rep ir.Replacer
	for _, o := range callsIn(f.Body, c.has) {
		for k, j := range back[o.Sym()] {
			rep.Replace(o.Results[k], o.Args[j])
		}
	}
	rep.Apply(f.Body)
}

// giveBack has f, which has come to be without, give such results again.
func (back passedBack) giveBack(f *ir.Func, results []*ir.Type) {
	which := back[f.Name]
	for _, o := range returnsOf(f) {
		given, args := o.Args, make([]*ir.Value, len(results))
		for k := range results {
			if j, ok := which[k]; ok {
				args[k] = f.Body.Params[j]
				continue
			}
			args[k], given = given[0], given[1:]
		}
		o.SetArgs(args)
	}
	f.Results = results
}
