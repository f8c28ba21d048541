package ir

import (
	"errors"
	"fmt"
	"hash/maphash"
	"sync"
)

// CheckChanges is a check for tests, to be made after every pass: that f has the same content as at the check before if the epoch says so (else
// somebody has changed it by hand), that the uses it keeps are those found out anew, and that no two ops have one list of operands. That Parent, Def,
// Owner and Index are right is the verifier's to check.
func (f *Func) CheckChanges() error {
	var errs []error
	if f.Body.fn != f || f.Filter != nil && f.Filter.fn != f {
		errs = append(errs, fmt.Errorf("@%s: its body or filter does not belong to it", f.Name))
	}
	f.NumberAll()
	c := checkers.Get().(*checker)
	defer checkers.Put(c)
	c.function(f)
	if f.checked && f.checkedAt == f.epoch && f.sum != c.sum {
		errs = append(errs, fmt.Errorf("@%s: the IR was changed, but not through the methods for that", f.Name))
	}
	f.checked, f.checkedAt, f.sum = true, f.epoch, c.sum
	for _, x := range f.facts {
		if u, ok := x.value.(*Uses); ok && !u.same(findUses(f)) {
			errs = append(errs, fmt.Errorf("@%s: uses are out of date", f.Name))
		}
	}
	for _, o := range c.shared {
		errs = append(errs, fmt.Errorf("@%s: %s: another op has the same list of operands", f.Name, o))
	}
	return errors.Join(errs...)
}

// checker computes a sum of all that counts in a function.
type checker struct {
	sum    uint64
	first  []listed // ops whose first operand is taken, while the function is looked through: another that has lost it has the same list
	shared []*Op
}

type listed struct {
	op    *Op
	first *Value
}

var (
	checkers  = sync.Pool{New: func() any { return new(checker) }}
	checkSeed = maphash.MakeSeed()
	taken     Value // stands for first operands
)

// function looks through a function, which is as it was afterwards.
func (c *checker) function(f *Func) {
	c.sum, c.first, c.shared = 1, c.first[:0], nil
	c.region(f.Body)
	for _, l := range c.first {
		l.op.Args[0] = l.first
	}
	clear(c.first)
}

func (c *checker) mix(x uint64) {
	c.sum = (c.sum ^ x) * 0x9e3779b97f4a7c15
	c.sum ^= c.sum >> 29
}

func (c *checker) values(vs []*Value) {
	c.mix(uint64(len(vs)))
	for _, v := range vs {
		c.mix(uint64(v.ID))
		c.text(v.Type.String())
	}
}

func (c *checker) text(s string) {
	c.mix(maphash.String(checkSeed, s))
}

func (c *checker) region(r *Region) {
	c.values(r.Params)
	c.mix(uint64(len(r.Ops)))
	for _, o := range r.Ops {
		c.mix(uint64(o.Kind)<<8 | uint64(o.Mode))
		c.mix(o.Bits)
		if len(o.Args) > 0 && o.Args[0] == &taken {
			c.shared = append(c.shared, o)
		} else if c.values(o.Args); len(o.Args) > 0 {
			c.first = append(c.first, listed{o, o.Args[0]})
			o.Args[0] = &taken
		}
		c.values(o.Results)
		if o.Target != nil {
			c.mix(uint64(o.Target.ID))
		}
		for _, n := range o.Ints {
			c.mix(uint64(n))
		}
		for _, n := range o.Table() {
			c.mix(n)
		}
		c.text(o.Sym())
		c.mix(uint64(len(o.Regions)))
		for _, in := range o.Regions {
			c.region(in)
		}
	}
}
