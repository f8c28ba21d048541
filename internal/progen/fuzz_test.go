package progen_test

import (
	"math/rand"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/progen"
	"github.com/hone-go/hone/internal/source"
)

// loaded is what generated packages are checked against.
var loaded = sync.OnceValues(func() (*source.Program, error) { return progen.Load(".") })

// FuzzPrograms compares the interpreter, partial evaluation and compiled code for a random function.
func FuzzPrograms(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, uint8(10))
	}
	f.Fuzz(func(t *testing.T, seed uint64, size uint8) {
		p, err := loaded()
		if err != nil {
			t.Fatal(err)
		}
		n := int(size)%40 + 1
		hs, err := progen.Translate(p, []uint64{seed}, n)
		if err != nil {
			t.Fatalf("%v\n%s", err, progen.Function(seed, n))
		}
		if len(hs[0].Reasons) > 0 {
			t.Fatalf("%v\n%s", hs[0].Reasons, progen.Function(seed, n))
		}
		typ := progen.Type(hs[0].Signature)
		c := difftest.Program{
			Name: hs[0].Name, Module: hs[0].Unit, Entry: hs[0].Symbol, Type: typ, FMATol: -1,
			Inputs: inputs(typ),
		}
		effort := difftest.DefaultEffort(true)
		effort.Sizes = []int{0, 1, 7, 16, 33}
		effort.InterpSizes = effort.Sizes
		failures, err := c.Check(effort)
		if err != nil {
			t.Fatalf("%v\n%s", err, progen.Function(seed, n))
		}
		if len(failures) > 0 {
			t.Fatalf("%s\n%s", failures[0], progen.Function(seed, n))
		}
	})
}

func inputs(t reflect.Type) func(r *rand.Rand, size int) []any {
	return func(r *rand.Rand, size int) []any { return progen.Inputs(t, r, size) }
}

// TestReproducible: a seed gives the same function every time.
func TestReproducible(t *testing.T) {
	for seed := range uint64(50) {
		if a, b := progen.Function(seed, 20), progen.Function(seed, 20); a != b {
			t.Errorf("seed %d gives two functions", seed)
		}
	}
	var texts []string
	for seed := range uint64(50) {
		texts = append(texts, progen.Function(seed, 5))
	}
	slices.Sort(texts)
	if n := len(slices.Compact(texts)); n < 50 {
		t.Errorf("50 seeds give %d functions", n)
	}
}
