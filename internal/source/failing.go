package source

import (
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Failing is a function in which checks may fail, for stack traces to show in which line.
type Failing struct {
	Pkg    *Package
	Func   *types.Func // nil for a literal
	Symbol string
	Pos    token.Position // of the declaration, with the whole name of the file
	File   string         // its name in positions of the IR
	Lines  []int          // those in which checks are, counted from the declaration's, in order
}

// failing lists them for all functions of the unit, in order of discovery.
func (u *unit) failing() (all []*Failing) {
	known := map[ir.Pos]*Failing{} // instances of a generic function are one
	for _, in := range u.insts {
		if in.out == nil || in.out.Pos.Line == 0 || in.lit == nil && in.decl == nil {
			continue
		}
		f := known[in.out.Pos]
		if f == nil {
			f = u.prog.failingIn(in)
		}
		f.add(in.out)
		if len(f.Lines) > 0 && known[in.out.Pos] == nil {
			known[in.out.Pos] = f
			all = append(all, f)
		}
	}
	return all
}

func (p *Program) failingIn(in *instance) *Failing {
	pos := in.pos()
	if in.lit == nil {
		pos = in.decl.ast.Pos()
	}
	f := &Failing{Pkg: in.pkg, Func: in.fn, Symbol: in.sym, File: in.out.Pos.File(), Pos: p.fset.Position(pos)}
	if abs, err := filepath.Abs(f.Pos.Filename); err == nil {
		f.Pos.Filename = abs
	}
	return f
}

// add adds the lines of checks in the translated function.
func (f *Failing) add(out *ir.Func) {
	out.Body.Walk(func(o *ir.Op) bool {
		if line := int(o.Pos.Line - out.Pos.Line); mayFail(o.Kind) && o.Pos.File() == f.File && line >= 0 {
			if at, ok := slices.BinarySearch(f.Lines, line); !ok {
				f.Lines = slices.Insert(f.Lines, at, line)
			}
		}
		return true
	})
}

// mayFail holds for checks, and for what has one in it.
func mayFail(k ir.OpKind) bool { return k.Has(ir.Check) || k == ir.OpMake }

// Merge adds the lines of another list of the same program to one, which is in no order then.
func Merge(to, from []*Failing) []*Failing {
	for _, f := range from {
		at := slices.IndexFunc(to, func(g *Failing) bool { return g.Pos.Filename == f.Pos.Filename && g.Pos.Offset == f.Pos.Offset })
		if at < 0 {
			to = append(to, f)
			continue
		}
		sum := *to[at]
		sum.Lines = slices.Concat(sum.Lines, f.Lines)
		slices.Sort(sum.Lines)
		sum.Lines = slices.Compact(sum.Lines)
		to[at] = &sum
	}
	return to
}
