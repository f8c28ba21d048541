package ir

import (
	"errors"
	"fmt"
)

// CheckChanges is a check for tests, to be made after every pass: that f has the same content as at the check before if the epoch says so (else
// somebody has changed it by hand), that the uses it keeps are those found out anew, and that no two ops have one list of operands. That Parent, Def,
// Owner and Index are right is the verifier's to check.
func (f *Func) CheckChanges() error {
	var errs []error
	if f.Body.fn != f || f.Filter != nil && f.Filter.fn != f {
		errs = append(errs, fmt.Errorf("@%s: its body or filter does not belong to it", f.Name))
	}
	c := checker{sum: 1, lists: map[**Value]*Op{}}
	f.NumberAll()
	c.region(f.Body)
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
	lists  map[**Value]*Op
	shared []*Op
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
	for i := range len(s) {
		c.mix(uint64(s[i]))
	}
}

func (c *checker) region(r *Region) {
	c.values(r.Params)
	c.mix(uint64(len(r.Ops)))
	for _, o := range r.Ops {
		if len(o.Args) > 0 {
			if c.lists[&o.Args[0]] != nil {
				c.shared = append(c.shared, o)
			}
			c.lists[&o.Args[0]] = o
		}
		c.mix(uint64(o.Kind)<<8 | uint64(o.Mode))
		c.mix(o.Bits)
		c.values(o.Args)
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
