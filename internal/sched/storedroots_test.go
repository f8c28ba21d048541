package sched

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// choosingLoop is a loop that chooses a slice in each iteration and stores n times to it.
func choosingLoop(t *testing.T, n int) *ir.Op {
	var text strings.Builder
	text.WriteString(`func @f(%n: i64, %a: []f64, %b: []f64, %d: []f64) -> () {
  %0 = const 0 : i64
  for %0, %n <ints=[1]> (%i: i64) {
    %c = lt %i, %n : bool
    %s = select %c, %a, %b : []f64
    %x = load %d, %i : f64
`)
	for range n {
		text.WriteString("    store %s, %i, %x\n")
	}
	text.WriteString("    yield\n  }\n  return\n}\n")
	m, err := ir.Parse(text.String())
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range m.Funcs[0].Body.Ops {
		if o.Kind == ir.OpFor {
			return o
		}
	}
	t.Fatal("no loop")
	return nil
}

// TestStoredRoots: where a loop stores to a slice that it chooses, all that it could choose count as stored to.
func TestStoredRoots(t *testing.T) {
	stored := storedRoots(choosingLoop(t, 3))
	for v, yes := range stored {
		if !yes {
			t.Errorf("%s is listed, though nothing is stored there", v.Name)
		}
	}
	names := map[string]bool{}
	for v := range stored {
		names[v.Name] = true
	}
	for _, name := range []string{"a", "b"} {
		if !names[name] {
			t.Errorf("stores to %s are missed: %v", name, names)
		}
	}
}

// TestStoredRootsOnce: what the loop uses is gathered once, not for each store.
func TestStoredRootsOnce(t *testing.T) {
	work := func(n int) float64 {
		loop := choosingLoop(t, n)
		return testing.AllocsPerRun(5, func() { storedRoots(loop) })
	}
	if few, many := work(8), work(512); many > few+8 {
		t.Errorf("%v allocations with 8 stores, %v with 512", few, many)
	}
}
