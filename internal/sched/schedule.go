package sched

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/simd"
)

// A Nest is a parallel loop that a schedule is applied to, step by step: what the steps have made of it so far, and what they rely on. That is looked at ahead, by
// a guard; where it doesn't hold, the loop runs as written, in scalar code.
type Nest struct {
	Pos    ir.Pos
	Number int // among those of the function

	s       *scheduler
	written *ir.Op // as it stands in the function
	fast    *ir.Op // a copy, which the steps change
	steps   loops.Schedule

	staged  bool // it is run together with others
	inner   bool // patterns inside have the lanes
	lowered bool // they are loops
	x       *interchanger
	turned  analysis.Condition
	small   []*ir.Value
	guard   *guard // nil: none yet
	failed  error  // no guard can make sure of what has been done
	rest    int    // checks that are not the guard's
	deep    bool   // some of those that are were in loops inside
	bare    bool   // those have been taken out

	flat    []*ir.Op         // the loops that become the last dimensions
	lifted  []*ir.Op         // or those that become dimensions around the last one, from the inside out
	trial   *ir.Op           // a copy in which they are
	own     bool             // lanes along the last dimension
	lanes   map[*ir.Op]int64 // loops inside with lanes, and how many vectors at a time; 0: that is left open
	columns []rowLoop        // loops inside that take several iterations at a time
	long    *longRows        // the one that has them, row by row, where it is long
	apart   []*ir.Op         // what was taken apart from sums
	limits  *simd.Limits     // of the inner part, once it has been looked for; nil: there are none
	between *ir.Op           // what is between them
	looked  bool             // for limits
	part    *ir.Op           // the inner part, if it is apart
	jam     *jam             // several rows at a time
	chains  int              // rows at a time where loops wait for the iteration before, if not 0
	vectors int64            // of the last dimension; 0: left open
	split   bool             // in ranges of columns
	pack    bool             // of which what inner loops read is copied ahead
	stream  bool
	cores   bool
}

// newNest begins with the loop as it is written.
func (s *scheduler) newNest(o *ir.Op) *Nest {
	n := &Nest{Pos: o.Pos, Number: len(s.nests), s: s, written: o, lanes: map[*ir.Op]int64{}}
	if s.group != nil {
		_, n.staged = s.group.said()
	}
	n.fast = ir.NewCloner().OpIn(o.Parent, o) // so that the loops around it are known
	n.name()
	return n
}

// name gives the indices of loops names of their own.
func (n *Nest) name() {
	taken := map[string]bool{}
	fresh := func(v *ir.Value, depth int) {
		base := v.Name
		if base == "" {
			base = fmt.Sprintf("i%d", depth)
		}
		v.Name = base
		for k := 2; taken[v.Name]; k++ {
			v.Name = fmt.Sprintf("%s_%d", base, k)
		}
		taken[v.Name] = true
	}
	var walk func(r *ir.Region, depth int)
	walk = func(r *ir.Region, depth int) {
		for _, o := range r.Ops {
			if o.Kind == ir.OpFor || o.Kind == ir.OpBlockReduce {
				fresh(o.Regions[0].Params[0], depth)
			} else if o.Kind == ir.OpMulti {
				for k, v := range o.Regions[0].Params[:len(o.Args)] {
					fresh(v, depth+k)
				}
			}
			for _, in := range o.Regions {
				walk(in, depth+1)
			}
		}
	}
	for k, v := range n.fast.Regions[0].Params {
		fresh(v, k)
	}
	walk(n.fast.Regions[0], len(n.fast.Args))
}

// Schedule is the steps that have been taken.
func (n *Nest) Schedule() loops.Schedule { return n.steps }

// Apply takes one more step, or says what forbids it: nothing has changed then.
func (n *Nest) Apply(t loops.Step) error {
	if n.failed != nil {
		return n.failed
	}
	if k := len(n.steps); k > 0 && !loops.Ordered(n.steps[k-1], t) {
		return fmt.Errorf("%s has to come before %s", t, n.steps[k-1])
	}
	if err := n.joins(&t); err != nil {
		return err
	}
	if t.Kind > loops.Guard && n.relies() {
		if err := n.need(); err != nil {
			return err
		}
	}
	if err := rules[t.Kind](n, t); err != nil {
		return fmt.Errorf("%s: %w", t, err)
	}
	n.steps = append(n.steps, t)
	return nil
}

// relies reports steps that rely on something that the guard has to make sure of.
func (n *Nest) relies() bool { return n.x != nil && n.x.any() || len(n.small) > 0 }

// Restart takes all steps back.
func (n *Nest) Restart() { *n = *n.s.newNest(n.written) }

// Relied gives the error that there is where what the steps so far rely on can't be made sure of: then there are no more, but for Restart.
func (n *Nest) Relied() error {
	if n.relies() {
		n.need()
	}
	if n.failed != nil {
		return n.failed
	}
	return n.joins(nil)
}

// Take takes steps that somebody has asked for; it gives up where one is refused.
func (n *Nest) Take(steps loops.Schedule) {
	for _, t := range steps {
		if err := n.Apply(t); err != nil {
			n.Fail(err)
		}
	}
}

// Fail gives up: the function can't be compiled so.
func (n *Nest) Fail(err error) { fail(n.Pos, "nest %d: %v", n.Number, err) }

// Default is the schedule that the nest has where nobody else chooses.
func (n *Nest) Default() loops.Schedule { return n.s.strategy(n.written).steps }

// Loop is one of a nest.
type Loop struct {
	Name      string
	Dimension bool // of the parallel loop; else it is inside
	Pattern   bool // a parallel loop or a reduction
}

// Loops lists the loops that steps can be about, from outside to inside.
func (n *Nest) Loops() (out []Loop) {
	for k, v := range n.fast.Regions[0].Params {
		if k == len(n.fast.Args)-1 {
			for _, f := range slices.Backward(n.lifted) {
				out = append(out, Loop{Name: indexName(f), Dimension: true})
			}
		}
		out = append(out, Loop{Name: v.Name, Dimension: true})
	}
	for _, f := range n.flat {
		out = append(out, Loop{Name: indexName(f), Dimension: true})
	}
	n.fast.Regions[0].Walk(func(o *ir.Op) bool {
		switch {
		case slices.Contains(n.flat, o), slices.Contains(n.lifted, o):
		case o.Kind == ir.OpFor:
			out = append(out, Loop{Name: indexName(o)})
		case isPattern(o):
			out = append(out, Loop{Name: indexName(o), Pattern: true})
		}
		return true
	})
	return out
}

// rules are what steps do.
var rules map[loops.Kind]func(n *Nest, t loops.Step) error

func init() {
	rules = map[loops.Kind]func(n *Nest, t loops.Step) error{
		loops.ComputeAt:  (*Nest).together,
		loops.Skew:       (*Nest).together,
		loops.Inside:     (*Nest).inside,
		loops.Distribute: (*Nest).distribute,
		loops.Reverse:    (*Nest).reverse,
		loops.Shift:      (*Nest).shift,
		loops.Whole:      (*Nest).whole,
		loops.Reorder:    (*Nest).reorder,
		loops.Fuse:       (*Nest).fuse,
		loops.Promote:    (*Nest).promote,
		loops.Guard:      func(n *Nest, _ loops.Step) error { return n.guarded() },
		loops.Collapse:   (*Nest).collapse,
		loops.Lift:       (*Nest).lift,
		loops.Lanes:      (*Nest).inLanes,
		loops.Transpose:  (*Nest).transposed,
		loops.Long:       (*Nest).alongRows,
		loops.Pieces:     (*Nest).pieces,
		loops.Jam:        (*Nest).jammed,
		loops.Chains:     (*Nest).chained,
		loops.Unroll:     (*Nest).unroll,
		loops.Split:      (*Nest).ranges,
		loops.Pack:       (*Nest).packed,
		loops.Stream:     func(n *Nest, _ loops.Step) error { n.stream = true; return nil },
		loops.Parallel:   func(n *Nest, _ loops.Step) error { n.cores = true; return nil },
	}
}
