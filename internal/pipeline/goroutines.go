package pipeline

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// startsGoroutines reports that functions of m, at the source level, start goroutines.
func startsGoroutines(m *ir.Module) bool {
	return slices.ContainsFunc(m.Funcs, func(f *ir.Func) bool {
		return f.Body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpStart })
	})
}

// onCores reports that a loop is given to several cores. Goroutines run one after the other in compiled code: it's the loops in them, or around them, that use
// cores.
func (l *Lowered) onCores() bool {
	return l.oneCore == (ir.Pos{}) && slices.ContainsFunc(l.Kernels, func(k *ir.Func) bool { return !k.Rare && k.Kernel == ir.RangeKernel })
}

// Blocks is why a function stays plain Go in which a goroutine may have to wait for one that can't go on before it does, when each runs to its end where it is
// started.
type Blocks struct{ Pos ir.Pos }

func (e *Blocks) Error() string {
	text := "it can't be shown that this goroutine need not wait here for one that was started later, or goes on later; hone.Parallel splits a loop without goroutines"
	if e.Pos.Line > 0 {
		text = e.Pos.String() + ": " + text
	}
	return text
}

// blocks is the error where a check is left that has to hold, or a loop that nothing ends, in a function that starts goroutines: it may be for others to end it, by
// what they store.
func blocks(f *ir.Func) (err error) {
	starts := f.Body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpStart })
	f.Body.Walk(func(o *ir.Op) bool {
		if err == nil && (o.Kind == ir.OpCheckPanic && o.Sym() == ir.Blocks || starts && o.Kind == ir.OpLoop && endless(o)) {
			err = &Blocks{o.Pos}
		}
		return err == nil
	})
	return err
}

// endless reports a loop that is never left.
func endless(loop *ir.Op) bool {
	return !loop.Regions[0].Contains(func(o *ir.Op) bool {
		switch o.Kind {
		case ir.OpReturn:
			return true
		case ir.OpBreak:
			return o.Target == loop || !o.Target.Within(loop)
		case ir.OpContinue:
			return !o.Target.Within(loop)
		}
		return false
	})
}
