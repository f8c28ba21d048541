package difftest_test

import (
	"fmt"
	"math/rand"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/testdata/programs"
)

// overlapping are programs of which the results are defined for slices that overlap.
var overlapping = []string{"IncrementsU8", "IncrementsI32", "IncrementsF64", "Backwards", "Sums", "Swaps", "Twice", "MarkAndCount", "Moves",
	"OneRow", "OneRowOfProducts", "Smooths", "ClampedIf", "WrappedPlain", "Picked", "Stepped", "GridSteps", "KeepAboveF32", "KeepAboveU8", "KeptExactlyI64", "PartedI32", "PartedF64",
	"KeptSumsI32", "KeptSumsU8", "PartedInOneI32", "RowsScaled", "RowsProductIKJ", "RowsStencil", "RowsTransposed", "RowsWays", "ShiftedCopy"}

// TestOverlap has all pairs of slices overlap, at every distance that vectors and their halves could make a difference at.
func TestOverlap(t *testing.T) {
	targets := difftest.Targets(false)
	if len(targets) == 0 {
		t.Skip("SKIPPED: no target for machine code here")
	}
	units := loadCorpus(t)
	cases := map[string]programs.Case{}
	for _, c := range programs.Cases {
		cases[c.Name] = c
	}
	for _, name := range overlapping {
		t.Run(name, func(t *testing.T) {
			c := cases[name]
			m, err := ir.Parse(units[name].Text)
			if err != nil {
				t.Fatal(err)
			}
			interpreted, err := difftest.Interpreted(m, units[name].Entry, reflect.TypeOf(c.Fn))
			if err != nil {
				t.Fatal(err)
			}
			for _, target := range targets {
				call, err := target.Compile(m, units[name].Entry, reflect.TypeOf(c.Fn))
				if err != nil {
					t.Fatal(err)
				}
				if d := overlaps(c, interpreted, call); d != "" {
					t.Errorf("%s: %s", target.Name, d)
				}
			}
		})
	}
}

// overlaps says what goes wrong first.
func overlaps(c programs.Case, interpreted, call difftest.Runner) string {
	r := rand.New(rand.NewSource(1))
	for _, n := range []int{1, 5, 16, 33, 100, 300} {
		for i := range reflect.TypeOf(c.Fn).NumIn() {
			for k := range i + 1 {
				if c.Name == "Twice" && i == k+2 {
					continue // the source and the destination of one parallel loop
				}
				for offset := -70; offset <= 70; offset++ {
					if o := max(offset, -offset); o > 20 && o < 30 || o > 34 && o < 62 {
						continue
					}
					args := c.Inputs(r, n)
					a, b := 0, 0
					if x, y := reflect.ValueOf(args[i]), reflect.ValueOf(args[k]); isTable(x) && isTable(y) && x.Len() > 0 && y.Len() > 0 {
						a, b = r.Intn(x.Len()), r.Intn(y.Len())
					}
					if i == k && a == b || !share(args, i, k, a, b, offset) {
						continue
					}
					var plain, compiled difftest.Memory
					compiled.Guard = difftest.GuardAfter + (offset+n)&1
					want := difftest.Reference(c.Fn, interpreted, args, &plain)
					got := difftest.Run(call, args, &compiled)
					d := difftest.Diff(want, got, 0)
					compiled.Reset()
					if d != "" {
						return fmt.Sprintf("size %d, argument %d begins %d elements behind argument %d: %s", n, i, offset, k, d)
					}
				}
			}
		}
	}
	return ""
}

// share lets argument i begin so many elements behind argument k, in the same memory; of slices of slices, row a of the one behind row b of the other.
func share(args []any, i, k, a, b, offset int) bool {
	x, y := addressable(args[i]), addressable(args[k])
	if x.Kind() != reflect.Slice || x.Type() != y.Type() || x.Len() == 0 || y.Len() == 0 {
		return false
	}
	if isTable(x) {
		return shareMemory(x.Index(a), y.Index(b), offset)
	}
	if !shareMemory(x, y, offset) {
		return false
	}
	args[i], args[k] = x.Interface(), y.Interface()
	return true
}

// isTable reports a slice of slices.
func isTable(v reflect.Value) bool {
	return v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Slice
}

func addressable(v any) reflect.Value {
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return p.Elem()
}

// shareMemory lets x begin so many elements behind y.
func shareMemory(x, y reflect.Value, offset int) bool {
	if x.Len() == 0 || y.Len() == 0 {
		return false
	}
	if offset < 0 {
		return shareMemory(y, x, -offset)
	}
	size := max(y.Len(), x.Len()+offset)
	all := reflect.MakeSlice(x.Type(), size, size)
	reflect.Copy(all.Slice(offset, size), x)
	reflect.Copy(all, y)
	y.Set(all.Slice3(0, y.Len(), y.Len()))
	x.Set(all.Slice3(offset, offset+x.Len(), offset+x.Len()))
	return true
}
