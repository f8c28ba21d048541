package difftest_test

import (
	"math"
	"math/rand"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/testdata/programs"
)

// TestFarProduct runs a product of matrices whose extents are near the largest int, each with each other: a guard of a schedule in blocks must not
// take ends that have wrapped around for small ones. Inputs drawn at random have met one such triple in months.
func TestFarProduct(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: takes some seconds")
	}
	units := loadCorpus(t)
	var c programs.Case
	for _, p := range programs.Cases {
		if p.Name == "FarProduct" {
			c = p
		}
	}
	u := units[c.Name]
	m, err := ir.Parse(u.Text)
	if err != nil {
		t.Fatal(err)
	}
	fn := reflect.TypeOf(c.Fn)
	interpreted, err := difftest.Interpreted(m, u.Entry, fn)
	if err != nil {
		t.Fatal(err)
	}
	ends := []int{1, 18, 1 << 31, 1 << 62, math.MaxInt - 8190, math.MaxInt - 62, math.MaxInt - 6, math.MaxInt}
	for _, target := range difftest.Targets(false) {
		run, err := target.Compile(m, u.Entry, fn)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewSource(1))
		args := c.Inputs(r, 17)
		for i := range len(ends) * len(ends) * len(ends) {
			args[3], args[4], args[5] = ends[i%8], ends[i/8%8], ends[i/64]
			var plain difftest.Memory
			want := difftest.Reference(c.Fn, interpreted, args, &plain)
			mem := &difftest.Memory{Guard: 1 + i%2}
			got := difftest.Run(run, args, mem)
			if d := difftest.Diff(want, got, 0); d != "" {
				t.Errorf("%s: %v: %s", target.Name, args[3:], d)
			}
			mem.Reset()
		}
	}
}
