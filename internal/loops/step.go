// Package loops is about nests of loops as schedules see them: the steps that a schedule consists of, and their text. What a step asks and does is in
// internal/sched, which chooses steps, too (docs/schedules.md).
package loops

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Step changes how a nest of loops is run, and nothing that it computes (steps as data: tinygrad's optimisation ops; Ikarashi et al., "Exocompilation for
// Productive Programming of Hardware Accelerators", PLDI 2022).
type Step struct {
	Kind  Kind
	Loops []string // which ones, by the names of their indices in the nest
	N     int      // how many, where its kind says so
}

// Kind is what a step does.
type Kind uint8

// The steps, in the order in which a schedule has them: those from Reverse to Promote come as they are to be done.
const (
	ComputeAt  Kind = iota // ComputeAt(2.y, 8): computed in strips of 8 rows of nest 2 along its y, in memory for a strip; without a number, of as many as fit the cache
	Skew                   // Skew(t, 4): 4 steps of the loop over time t in one sweep; without a number, as many as gain
	Inside                 // Inside: the parallel loops and the reductions inside have the lanes
	Distribute             // Distribute(k): what waits for the iteration before goes in order behind the rest of k, strip by strip
	Reverse                // Reverse(k): k, which counts down, counts up
	Shift                  // Shift(k): k, which begins and ends where indices around it say, by the same, counts from 0
	Whole                  // Whole: loops over parts of a range, which follow each other or are arms of an `if`, are one loop
	Reorder                // Reorder(k, j): j, which is all there is in k, goes outside
	Fuse                   // Fuse(l, k): what l does, ahead of k and over the same range, is done first in each iteration of k
	Promote                // Promote(k): what k accumulates in memory, or stores last where a condition says so, is in registers while it runs
	Guard                  // Guard: checks are made ahead of the nest, for all of it; where one would fail it runs as written. Most steps need that
	Collapse               // Collapse(j): j, which is all there is in the parallel loop, or in its last dimension, becomes its last dimension
	Lift                   // Lift(j): j, which is all there is in the parallel loop, or in what has been lifted before, becomes a dimension around those and the last one
	Lanes                  // Lanes(x): iterations of x are side by side in vectors
	Transpose              // Transpose(k): where each lane has a row along which k goes, pieces of all rows are loaded, and transposed
	Long                   // Long(k): where k, in which values are put together that may be in any order, is long, it has the lanes in place of the last dimension
	Pieces                 // Pieces: the inner part, where comparisons of indices have one outcome, apart from the borders, in all dimensions
	Jam                    // Jam(y, 4): 4 iterations of y at a time, which share what they have in common
	Chains                 // Chains(y, 4): 4 iterations of the last dimension y at a time, in which loops that wait for the iteration before go side by side, and all else row by row
	Unroll                 // Unroll(x, 2): 2 vectors of x at a time
	Split                  // Split(x): one range of x after the other, such that what inner loops read of it stays in the cache
	Pack                   // Pack(x): that is copied ahead, in the order in which it is read, where enough rows read it again
	Stream                 // Stream: what is written in lanes, and not read, goes past the caches where it is much
	Parallel               // Parallel: on all cores
	numKinds
)

// row says of a kind how it is written.
type row struct {
	name   string
	loops  int // how many it is about
	number number
}

// number says whether a step has one.
type number uint8

const (
	none number = iota
	optional
	needed
)

var kinds = [numKinds]row{
	ComputeAt:  {name: "ComputeAt", loops: 1, number: optional},
	Skew:       {name: "Skew", loops: 1, number: optional},
	Inside:     {name: "Inside"},
	Distribute: {name: "Distribute", loops: 1},
	Reverse:    {name: "Reverse", loops: 1},
	Shift:      {name: "Shift", loops: 1},
	Whole:      {name: "Whole"},
	Reorder:    {name: "Reorder", loops: 2},
	Fuse:       {name: "Fuse", loops: 2},
	Promote:    {name: "Promote", loops: 1},
	Guard:      {name: "Guard"},
	Collapse:   {name: "Collapse", loops: 1},
	Lift:       {name: "Lift", loops: 1},
	Lanes:      {name: "Lanes", loops: 1},
	Transpose:  {name: "Transpose", loops: 1},
	Long:       {name: "Long", loops: 1},
	Pieces:     {name: "Pieces"},
	Jam:        {name: "Jam", loops: 1, number: needed},
	Chains:     {name: "Chains", loops: 1, number: needed},
	Unroll:     {name: "Unroll", loops: 1, number: needed},
	Split:      {name: "Split", loops: 1},
	Pack:       {name: "Pack", loops: 1},
	Stream:     {name: "Stream"},
	Parallel:   {name: "Parallel"},
}

func (k Kind) String() string { return kinds[k].name }

func (s Step) String() string {
	args := slices.Clone(s.Loops)
	if s.N != 0 {
		args = append(args, strconv.Itoa(s.N))
	}
	if len(args) == 0 {
		return s.Kind.String()
	}
	return s.Kind.String() + "(" + strings.Join(args, ", ") + ")"
}

// A Schedule is a list of steps, taken one after the other.
type Schedule []Step

func (s Schedule) String() string {
	var parts []string
	for _, t := range s {
		parts = append(parts, t.String())
	}
	return strings.Join(parts, " ")
}

// Has reports a schedule with a step of this kind.
func (s Schedule) Has(k Kind) bool {
	return slices.ContainsFunc(s, func(t Step) bool { return t.Kind == k })
}

// Equal reports the same steps in the same order.
func (s Schedule) Equal(t Schedule) bool {
	return slices.EqualFunc(s, t, func(a, b Step) bool {
		return a.Kind == b.Kind && a.N == b.N && slices.Equal(a.Loops, b.Loops)
	})
}

// Ordered reports that b may follow a in a schedule.
func Ordered(a, b Step) bool { return a.Kind.stage() <= b.Kind.stage() }

// stage orders the kinds: those that change loops inside, which come as they are to be done, are one.
func (k Kind) stage() Kind {
	if Reverse <= k && k <= Promote {
		return Promote
	}
	return k
}

// maxNumber bounds what a step can ask for.
const maxNumber = 1 << 20

// Parse reads what String writes. The steps have to come in the order of their kinds, as these are declared.
func Parse(text string) (Schedule, error) {
	var out Schedule
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		word := rest
		if k := strings.IndexAny(rest, "( "); k >= 0 {
			word = rest[:k]
		}
		rest = rest[len(word):]
		args := ""
		if strings.HasPrefix(rest, "(") {
			end := strings.IndexByte(rest, ')')
			if end < 0 {
				return nil, fmt.Errorf("%s: no closing parenthesis", word)
			}
			args, rest = rest[1:end], rest[end+1:]
		}
		t, err := parseStep(word, args)
		if err != nil {
			return nil, err
		}
		if n := len(out); n > 0 && !Ordered(out[n-1], t) {
			return nil, fmt.Errorf("%s has to come before %s", t, out[n-1])
		}
		out = append(out, t)
	}
	return out, nil
}

func parseStep(word, args string) (Step, error) {
	k := slices.IndexFunc(kinds[:], func(r row) bool { return r.name == word })
	if k < 0 {
		return Step{}, fmt.Errorf("%s: no such step; there are %s", word, usages())
	}
	t := Step{Kind: Kind(k)}
	if strings.TrimSpace(args) != "" {
		for _, a := range strings.Split(args, ",") {
			t.Loops = append(t.Loops, strings.TrimSpace(a))
		}
	}
	row := kinds[k]
	if row.number != none && len(t.Loops) > row.loops {
		n, err := strconv.Atoi(t.Loops[row.loops])
		if err != nil || n <= 0 || n > maxNumber {
			return t, fmt.Errorf("%s(%s): the number has to be from 1 to %d", word, args, maxNumber)
		}
		t.N = n
		t.Loops = slices.Delete(t.Loops, row.loops, row.loops+1)
	}
	if len(t.Loops) != row.loops || row.number == needed && t.N == 0 || slices.Contains(t.Loops, "") {
		return t, fmt.Errorf("%s(%s): has to be %s", word, args, row.usage())
	}
	return t, nil
}

// usage is how a kind is written.
func (r row) usage() string {
	args := strings.Join([]string{"k", "j"}[:r.loops], ", ")
	switch {
	case args == "":
		return r.name
	case r.number == needed:
		args += ", n"
	case r.number == optional:
		args += "[, n]"
	}
	return r.name + "(" + args + ")"
}

func usages() string {
	var all []string
	for _, r := range kinds {
		all = append(all, r.usage())
	}
	return strings.Join(all, ", ")
}
