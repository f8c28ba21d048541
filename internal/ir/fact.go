package ir

// Epoch counts the changes of a function: what has been found out about it holds as long as the epoch is the same.
func (f *Func) Epoch() uint64 { return f.epoch }

// Func is the function in whose body (or filter) r is; nil for a region that is in none yet.
func (r *Region) Func() *Func {
	for r.Parent != nil {
		if r.Parent.Parent == nil {
			return nil
		}
		r = r.Parent.Parent
	}
	return r.fn
}

// Func is the function in whose body (or filter) o is; nil for an op that is in none yet.
func (o *Op) Func() *Func {
	if o.Parent == nil {
		return nil
	}
	return o.Parent.Func()
}

func (r *Region) changed() {
	if f := r.Func(); f != nil {
		f.changed()
	}
}

// changed counts a change, and drops what was known.
func (f *Func) changed() {
	f.epoch++
	if len(f.facts) > 0 {
		clear(f.facts)
		f.facts = f.facts[:0]
	}
}

// Changed counts a change of o. The methods that change structure do so themselves; it is for attributes (Bits, Ints, Mode, ...) of an op that may have
// been looked at before.
func (o *Op) Changed() {
	if o.Parent != nil {
		o.Parent.changed()
	}
}

// A Fact is something that can be found out about functions, and that is kept with a function until that changes.
type Fact[T any] struct {
	find func(*Func) T
}

// NewFact makes a fact of a function that finds it out.
func NewFact[T any](find func(*Func) T) *Fact[T] { return &Fact[T]{find} }

// Of is what holds of f now.
func (k *Fact[T]) Of(f *Func) T {
	for _, x := range f.facts {
		if x.key == k {
			return x.value.(T)
		}
	}
	t := k.find(f)
	f.facts = append(f.facts, fact{k, t})
	return t
}

// fact is a Fact of one function.
type fact struct{ key, value any }
