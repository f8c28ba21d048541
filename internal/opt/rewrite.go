package opt

import (
	"sync"

	"github.com/hone-go/hone/internal/ir"
)

// rewriter walks a function and replaces single ops by simpler ones. simplify gives the value that an op's result can be replaced by
// (perhaps one that it emitted), or nil; drop says that an op without results does nothing.
type rewriter struct {
	rep      ir.Replacer
	simplify func(rw *rewriter, o *ir.Op) *ir.Value
	drop     func(o *ir.Op) bool
	region   *ir.Region // the one being put together
	out      []*ir.Op   // its ops so far, behind those of the regions around it
	pos      ir.Pos
	depth    int // of emit in simplify in emit ...
	changed  bool
}

func (rw *rewriter) run(f *ir.Func) bool {
	list := opLists.Get().(*opList)
	rw.out = list.ops[:0]
	rw.walk(f.Body)
	list.keep(rw.out)
	return rw.changed
}

// opList is memory in which regions are put together, for one pass after the other.
type opList struct{ ops []*ir.Op }

var opLists = sync.Pool{New: func() any { return new(opList) }}

// keep takes the memory back, which may have grown. It holds nothing any more.
func (l *opList) keep(ops []*ir.Op) {
	l.ops = ops
	opLists.Put(l)
}

// put makes what follows from begin on in a list all that r holds, and takes it off the list.
func put(r *ir.Region, list []*ir.Op, begin int) []*ir.Op {
	r.CopyOps(list[begin:])
	clear(list[begin:])
	return list[:begin]
}

func (rw *rewriter) walk(r *ir.Region) {
	region, begin := rw.region, len(rw.out)
	rw.region = r
	for _, o := range r.Ops {
		rw.rep.Op(o)
		rw.pos = o.Pos
		if len(o.Regions) > 0 {
			for _, in := range o.Regions {
				rw.walk(in)
			}
		} else if rw.replaced(o) {
			rw.changed = true
			continue
		}
		rw.out = append(rw.out, o)
	}
	rw.region, rw.out = region, put(r, rw.out, begin)
}

// replaced reports whether o is not needed any more.
func (rw *rewriter) replaced(o *ir.Op) bool {
	if len(o.Results) == 0 {
		return rw.drop != nil && !o.Kind.Has(ir.Terminator) && rw.drop(o)
	}
	if len(o.Results) != 1 || rw.simplify == nil {
		return false
	}
	v := rw.simplify(rw, o)
	if v == nil || v == o.Results[0] {
		return false
	}
	if v.Name == "" {
		v.Name = o.Results[0].Name
	}
	rw.rep.Replace(o.Results[0], v)
	return true
}

// maxDepth bounds the simplification of ops that simplification makes.
const maxDepth = 16

// emit appends an op, or gives what it simplifies to.
func (rw *rewriter) emit(k ir.OpKind, t *ir.Type, args ...*ir.Value) *ir.Value {
	o := rw.region.NewOp(k, rw.pos, args, t)
	v := o.Results[0]
	if rw.simplify != nil && rw.depth < maxDepth {
		rw.depth++
		w := rw.simplify(rw, o)
		rw.depth--
		if w != nil {
			return w
		}
	}
	rw.out = append(rw.out, o)
	return v
}

// constant appends a constant.
func (rw *rewriter) constant(t *ir.Type, bits uint64) *ir.Value {
	o := rw.region.NewOp(ir.OpConst, rw.pos, nil, t)
	o.Bits = ir.Canonical(t.Scalar(), bits)
	rw.out = append(rw.out, o)
	return o.Results[0]
}
