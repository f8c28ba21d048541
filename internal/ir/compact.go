package ir

import "fmt"

// A compact, `compact lo, hi, rooms..., (slice, at)... (i) {...} <ints=[stores...]>`, goes through the indices from lo to hi, and closes up what it keeps. It has
// counters, one for each of its Ints, which say how many stores belong to each. Its region says for each counter whether it counts index i, then the value of
// each store: where the counter does, that becomes element at + counter of the slice, and the counter goes up. Before an index for which a counter would grow
// beyond its room it ends; it may end earlier. Its results are the index where it ended, and the counters.

// Counters is the number of counters of a compact.
func (o *Op) Counters() int { return len(o.Ints) }

// Rooms are the most that the counters of a compact may become.
func (o *Op) Rooms() []*Value { return o.Args[2 : 2+len(o.Ints)] }

// CompactStore is a store of a compact.
type CompactStore struct {
	Counter          int
	Slice, At, Value *Value
}

// CompactStores lists the stores of a compact.
func (o *Op) CompactStores() []CompactStore {
	var out []CompactStore
	n := len(o.Ints)
	args, yields := o.Args[2+n:], o.Regions[0].Terminator().Args[n:]
	for k, stores := range o.Ints {
		for range stores {
			i := len(out)
			out = append(out, CompactStore{k, args[2*i], args[2*i+1], yields[i]})
		}
	}
	return out
}

// compactYields are the types that the region of a compact yields.
func (o *Op) compactYields() (ts []*Type) {
	for range o.Ints {
		ts = append(ts, TBool)
	}
	for i := 2 + len(o.Ints); i+1 < len(o.Args); i += 2 {
		ts = append(ts, o.Args[i].Type.Elem)
	}
	return ts
}

func ruleCompact(v *verifier, o *Op) string {
	n, stores := len(o.Ints), 0
	for _, k := range o.Ints {
		if k < 0 {
			return "a negative number of stores"
		}
		stores += int(k)
	}
	if n == 0 || stores == 0 || len(o.Args) != 2+n+2*stores || len(o.Results) != 1+n {
		return fmt.Sprintf("%d operands and %d results for %d counters and %d stores", len(o.Args), len(o.Results), n, stores)
	}
	if allI64(o.Args[:2+n]) != "" || allI64(o.Results) != "" {
		return "bounds, rooms and results must be i64"
	}
	for i := 2 + n; i < len(o.Args); i += 2 {
		if t := o.Args[i].Type; t.Kind != Slice || !isNumber(t.Elem) || o.Args[i+1].Type != TI64 {
			return "stores go to a slice of numbers, from an i64 on"
		}
	}
	if o.Regions[0].Contains(func(in *Op) bool { return in.Kind.Has(Writes) || in.Kind.Has(Check) || in.Kind.Has(Loop) }) {
		return "must not have stores, checks and loops in its region"
	}
	return params(o, 0, TI64)
}
