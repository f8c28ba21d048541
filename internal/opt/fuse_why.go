package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Unfused are two multis, one behind the other, that fusion has left apart.
type Unfused struct {
	First, Second *ir.Op
	Why           string
}

// WhyUnfused lists them, for explain. Of what stands in where a guard fails, there are none.
func WhyUnfused(f *ir.Func) (pairs []Unfused) {
	z := &fuser{f: f, uses: f.Uses(), shared: analysis.Shared(f)}
	var walk func(r *ir.Region, guarded bool)
	walk = func(r *ir.Region, guarded bool) {
		ms := Multis(r)
		z.mem, z.assumed = analysis.MemoryOf(f), nil
		if guarded {
			z.mem, z.assumed = analysis.MemoryApart(f), &Assumption{Known: func(*ir.Value) bool { return true }}
		}
		for k, p := range ms {
			for j, c := range ms[k+1:] {
				if why := z.apart(p, c, j == 0); why != "" {
					pairs = append(pairs, Unfused{p, c, why})
				}
			}
		}
		for _, o := range r.Ops {
			if o.Kind == ir.OpMulti {
				continue
			}
			for k, in := range o.Regions {
				if o.Mode != ir.Guarded {
					walk(in, guarded)
				} else if k == 0 {
					walk(in, true)
				}
			}
		}
	}
	walk(f.Body, false)
	return pairs
}

// apart says why two multis are not one: those next to each other, and those of which one hands something on to the other.
func (z *fuser) apart(p, c *ir.Op, next bool) string {
	hands := handsOn(p, c)
	if !next && !hands {
		return ""
	}
	m := &merge{fuser: z, p: p, c: c}
	if m.kept = keptBy(p, c); m.kept != nil {
		return (&through{m}).against()
	}
	why := m.against()
	if why == "" || !hands {
		return why
	}
	guarded := newFuser(z.f, &Assumption{Known: func(*ir.Value) bool { return true }})
	again := (&forwarding{fuser: guarded, p: p, space: analysis.NewSpace(), checked: true}).against()
	if len(p.Results) > 0 {
		_, again = guarded.inlinable(p)
	}
	if again != "" {
		why += ", and " + again
	}
	return why
}

// handsOn reports that one gives, or stores to memory made for that, what the other loads.
func handsOn(p, c *ir.Op) bool {
	return c.Regions[0].Contains(func(x *ir.Op) bool {
		if x.Kind != ir.OpLoad {
			return false
		}
		root := x.Args[0].Root()
		return root.Def == p || analysis.IsFresh(root) && p.Regions[0].Contains(func(y *ir.Op) bool {
			return y.Kind == ir.OpStore && y.Args[0].Root() == root
		})
	})
}
