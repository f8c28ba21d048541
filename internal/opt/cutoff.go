package opt

import (
	"math"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Functions that cut a number off at the ends of a narrow type return constants of that type, and what is between them converted:
//
//	if v < 0 { return 0 }
//	if v > 255 { return 255 }
//	return uint8(v)
//
// What is chosen between is then no v, so that no minimum or maximum is seen. Here the conversion goes behind the selection: uint8(max(min(v, 255), 0)).

// cutOff makes minima and maxima of such selections in a loop in lanes.
func cutOff(loop *ir.Op) bool {
	c := &cutter{ranges: rangesIn(loop)}
	c.rw.simplify = func(rw *rewriter, o *ir.Op) *ir.Value {
		if rw.depth > 0 || o.Kind != ir.OpSelect || !o.Results[0].Type.IsInt() {
			return nil
		}
		return c.selection(o)
	}
	for _, r := range loop.Regions {
		c.rw.walk(r)
	}
	return c.rw.changed
}

// rangesIn are the ranges of values in a loop, those that control flow gives included.
func rangesIn(loop *ir.Op) *analysis.Ranges {
	ranges := analysis.NewRanges()
	ranges.Exits = map[*ir.Op]*analysis.Exits{}
	for _, r := range loop.Regions {
		analysis.CollectExits(r, ranges.Exits)
	}
	return ranges
}

type cutter struct {
	ranges *analysis.Ranges
	rw     rewriter
}

// halfLine is a condition on an integer: that it is at least, or at most, so much.
type halfLine struct {
	v   *ir.Value
	up  bool // v >= end, else v <= end
	end int64
}

// complement is where the condition doesn't hold.
func (h halfLine) complement() halfLine {
	if h.up {
		return halfLine{h.v, false, h.end - 1}
	}
	return halfLine{h.v, true, h.end + 1}
}

// halfLineOf is what a comparison with a constant asks for, with room for a step to either side of its end.
func (c *cutter) halfLineOf(cond *ir.Value) (h halfLine, ok bool) {
	o := cond.Def
	if o == nil {
		return h, false
	}
	k, n, ok := int64(0), int64(0), false
	kind := o.Kind
	if kind < ir.OpEq || kind > ir.OpGe || !o.Args[0].Type.IsInt() {
		return h, false
	}
	if k, ok = o.Args[1].ConstInt(); ok {
		h.v = o.Args[0]
	} else if k, ok = o.Args[0].ConstInt(); ok {
		h.v, kind = o.Args[1], kind.Mirrored()
	} else {
		return h, false
	}
	if h.v.Type.Kind == ir.U64 && k < 0 || k < math.MinInt64+2 || k > math.MaxInt64-2 {
		return h, false
	}
	switch n = k; kind {
	case ir.OpLt:
		h.end = n - 1
	case ir.OpLe:
		h.end = n
	case ir.OpGt:
		h.up, h.end = true, n+1
	case ir.OpGe:
		h.up, h.end = true, n
	default:
		return c.topBit(h, kind, k)
	}
	return h, true
}

// topBit is a test of the highest bit that a number may have: of a sum of bytes with 256, say.
func (c *cutter) topBit(h halfLine, kind ir.OpKind, k int64) (halfLine, bool) {
	d := h.v.Def
	if d == nil || d.Kind != ir.OpAnd {
		return h, false
	}
	mask, ok := d.Args[1].ConstInt()
	if !ok || mask <= 0 || mask&(mask-1) != 0 || k != 0 && k != mask || mask > math.MaxInt64/4 {
		return h, false
	}
	if b := c.ranges.Of(d.Args[0]); !b.Within(0, 2*mask-1) {
		return h, false
	}
	set := (kind == ir.OpNe) == (k == 0)
	h = halfLine{d.Args[0], true, mask}
	if !set {
		h = h.complement()
	}
	return h, true
}

// selection is a selection of a constant and a number that is cut off there, or nil.
func (c *cutter) selection(o *ir.Op) *ir.Value {
	h, ok := c.halfLineOf(o.Args[0])
	if !ok {
		return nil
	}
	k, x := o.Args[1], o.Args[2]
	if _, ok := k.ConstInt(); !ok {
		k, x, h = x, k, h.complement()
	}
	bits, ok := k.ConstInt()
	if !ok {
		return nil
	}
	m, narrow := x, false
	if d := x.Def; x != h.v && d != nil && d.Kind == ir.OpConv && d.Args[0].Type == h.v.Type && h.v.Type.Size() > x.Type.Size() {
		m, narrow = d.Args[0], true
	}
	if !narrow && x.Type != h.v.Type || !h.leaves(m) {
		return nil
	}
	t := x.Type
	for _, end := range []int64{h.end, h.end - h.step()} { // with what v is compared, and the last that is left as it is
		wide := analysis.TypeInterval(h.v.Type)
		if ir.SignExtend(t, ir.Canonical(t, uint64(end))) != bits || end < wide.Lo || end > wide.Hi ||
			h.v.Type.Kind == ir.U64 && end < 0 {
			continue
		}
		kind := ir.OpMax
		if h.up {
			kind = ir.OpMin
		}
		v := c.rw.emit(kind, h.v.Type, m, c.rw.constant(h.v.Type, uint64(end)))
		if narrow {
			v = c.rw.emit(ir.OpConv, t, v)
		}
		return v
	}
	return nil
}

// step leads from one place to the next along the line.
func (h halfLine) step() int64 {
	if h.up {
		return 1
	}
	return -1
}

// leaves reports that m is v, perhaps cut off at the other end, no further than where the line begins.
func (h halfLine) leaves(m *ir.Value) bool {
	if m == h.v {
		return true
	}
	d := m.Def
	if d == nil || d.Kind != ir.OpMin && d.Kind != ir.OpMax || d.Args[0] != h.v {
		return false
	}
	c, ok := d.Args[1].ConstInt()
	if !ok || h.v.Type.Kind == ir.U64 && c < 0 {
		return false
	}
	if h.up {
		return d.Kind == ir.OpMax && c < h.end
	}
	return d.Kind == ir.OpMin && c > h.end
}
