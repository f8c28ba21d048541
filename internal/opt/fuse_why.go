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
		for k := 1; k < len(ms); k++ {
			m := &merge{fuser: z, p: ms[k-1], c: ms[k]}
			if why := m.against(); why != "" {
				pairs = append(pairs, Unfused{ms[k-1], ms[k], why})
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
