package ir

import "hash/maphash"

// made is a constant, or an op on one or two values.
type made struct {
	kind OpKind
	x, y *Value
	typ  *Type
	bits uint64
}

// sharing is a set of the results of such ops, as a hash table: a word for each.
type sharing struct {
	slots []*Value // a power of two of them
	used  int      // places that were given, of which few stay empty
}

const sharingSlots = 32

var sharingSeed = maphash.MakeSeed()

func newSharing() *sharing { return &sharing{slots: make([]*Value, sharingSlots)} }

// place is where the result of m is, or is to be put: it is nil then.
func (s *sharing) place(m made) **Value {
	if s.used >= len(s.slots)/4*3 {
		old := s.slots
		s.slots = make([]*Value, 2*len(old))
		for _, v := range old {
			if v != nil {
				*s.find(madeOf(v)) = v
			}
		}
	}
	p := s.find(m)
	if *p == nil {
		s.used++
	}
	return p
}

// find looks for m from where its hash says on.
func (s *sharing) find(m made) **Value {
	mask := len(s.slots) - 1
	for i := int(maphash.Comparable(sharingSeed, m)) & mask; ; i = (i + 1) & mask {
		if p := &s.slots[i]; *p == nil || madeOf(*p) == m {
			return p
		}
	}
}

// madeOf is what v was made as.
func madeOf(v *Value) made {
	o := v.Def
	m := made{kind: o.Kind, typ: v.Type, bits: o.Bits}
	if len(o.Args) > 0 {
		m.x = o.Args[0]
	}
	if len(o.Args) > 1 {
		m.y = o.Args[1]
	}
	return m
}
