package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// countUp has a loop that counts down count up from 0, if it goes up in memory, as with slices that get shorter at the front:
//
//	for n, m step -1 (i) { load s, n-i }    becomes    for 0, n-m (j) { i = n-j; load s, n-i }
//
// What is next to each other in memory is then so for what follows, too. b is ahead of it.
func (c *closer) countUp(b *ir.Builder, o *ir.Op) bool {
	if o.Ints[0] != -1 || !countable(c.ranges, o) {
		return false
	}
	body, s := o.Regions[0], analysis.NewSpace()
	i, up := body.Params[0], 0
	for _, a := range s.Accesses(body) {
		step, _ := a.At.Coef(i)
		if by, known := step.Const(); known && by < 0 {
			up++
		} else if known && by > 0 {
			up--
		}
	}
	if up <= 0 {
		return false
	}
	n := o.Args[0]
	j := &ir.Value{Type: ir.TI64, Name: i.Name}
	at := body.NewOp(ir.OpSub, o.Pos, []*ir.Value{n, j}, ir.TI64)
	ir.ReplaceUses(body, i, at.Result())
	body.SetParams(append([]*ir.Value{j}, body.Params[1:]...))
	body.Insert(0, at)
	o.SetArg(1, b.Binary(ir.OpSub, n, o.Args[1]))
	o.SetArg(0, b.Int(0))
	o.Ints = []int64{1}
	o.Changed()
	return true
}
