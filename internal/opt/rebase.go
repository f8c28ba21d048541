package opt

import "github.com/hone-go/hone/internal/ir"

// Rebase makes an access to a slice that was cut out of another one an access to that: s[lo:hi][i] becomes s[lo+i], so that how a program cuts its slices
// says nothing about where it goes. What a slice leaves out behind its length it may have in its capacity, and a cut may reach there: unless the cut ends
// where s does, the access is to all of s, s[0:cap(s)], which is made once, where s comes from. The checks stay where they are.
func Rebase(f *ir.Func) bool {
	var accesses []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
			accesses = append(accesses, o)
		}
		return true
	})
	r := rebaser{origins: map[*ir.Value]origin{}, whole: map[*ir.Value]*ir.Value{}}
	changed := false
	for _, o := range accesses {
		changed = r.access(o) || changed
	}
	return changed
}

// origin is where a slice begins: at an index (nil: 0) of its root, which was not cut, or is all of a slice. No cut on the way ends elsewhere than the
// root does, or may lie behind its length.
type origin struct {
	root   *ir.Value
	begin  *ir.Value
	behind bool
}

type rebaser struct {
	origins map[*ir.Value]origin
	whole   map[*ir.Value]*ir.Value // s[0:cap(s)]
}

func (r *rebaser) access(o *ir.Op) bool {
	at := r.origin(o.Args[0])
	if at.root == o.Args[0] {
		return false
	}
	if at.behind {
		at.root = r.all(at.root)
	}
	o.SetArg(0, at.root)
	if at.begin != nil {
		b := ir.NewBuilder(ir.NewRegion(o.Parent.Parent))
		b.Pos = o.Pos
		o.SetArg(1, b.Binary(ir.OpAdd, at.begin, o.Args[1]))
		o.InsertBefore(b.Region.Take(0)...)
	}
	return true
}

func (r *rebaser) origin(v *ir.Value) origin {
	o := v.Def
	if o == nil || o.Kind != ir.OpSlice || isWhole(o) {
		return origin{root: v}
	}
	if at, ok := r.origins[v]; ok {
		return at
	}
	lo := o.Args[1]
	at := r.origin(o.Args[0])
	at.behind = at.behind || !isMeasure(o.Args[2], ir.OpLen, o.Args[0]) && !isFull(at.root)
	switch c, ok := lo.ConstInt(); {
	case ok && c == 0:
	case at.begin == nil:
		at.begin = lo
	default:
		b := ir.NewBuilder(ir.NewRegion(o.Parent.Parent))
		b.Pos = o.Pos
		at.begin = b.Binary(ir.OpAdd, at.begin, lo)
		o.InsertAfter(b.Region.Take(0)...)
	}
	r.origins[v] = at
	return at
}

// isFull reports a slice behind whose length there is nothing.
func isFull(s *ir.Value) bool {
	d := s.Def
	return d != nil && (d.Kind == ir.OpMake || d.Kind == ir.OpMulti || d.Kind == ir.OpAlloca || d.Kind == ir.OpSlice)
}

// isWhole reports s[0:cap(s)].
func isWhole(o *ir.Op) bool {
	lo, ok := o.Args[1].ConstInt()
	return ok && lo == 0 && isMeasure(o.Args[2], ir.OpCap, o.Args[0])
}

// all is s[0:cap(s)], made where s comes from.
func (r *rebaser) all(s *ir.Value) *ir.Value {
	if v := r.whole[s]; v != nil {
		return v
	}
	owner := s.Owner
	if s.Def != nil {
		owner = s.Def.Parent
	}
	b := ir.NewBuilder(ir.NewRegion(owner.Parent))
	capacity := b.Op(ir.OpCap, []*ir.Value{s}, ir.TI64).Result()
	v := b.Op(ir.OpSlice, []*ir.Value{s, b.Int(0), capacity}, s.Type).Result()
	v.Name = s.Name
	if ops := b.Region.Take(0); s.Def != nil {
		s.Def.InsertAfter(ops...)
	} else {
		owner.Insert(0, ops...)
	}
	r.whole[s] = v
	return v
}
