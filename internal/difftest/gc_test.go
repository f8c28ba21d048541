package difftest_test

import (
	"math/rand"
	"reflect"
	"runtime/debug"
	"sync"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
	"github.com/hone-go/hone/testdata/programs"
)

// TestCollector runs compiled programs on several goroutines at once while the garbage collector runs as often as it can: stacks move,
// fresh slices are handed out and dropped, and results must not change. A run takes an eighth of the corpus, and half of what has rows.
func TestCollector(t *testing.T) {
	targets := difftest.Targets(false)
	if len(targets) == 0 {
		t.Skip("SKIPPED: no target for machine code here")
	}
	if testing.Short() {
		t.Skip("SKIPPED: takes some seconds")
	}
	target := targets[len(targets)-2] // vectors, of the best instruction set
	units := loadCorpus(t)
	ran := 0
	for _, c := range programs.Cases {
		if c.Plain != "" || c.Tol != 0 || !seeds.Share(c.Name, 8) && !(takesRows(c.Fn) && seeds.Share(c.Name, 2)) {
			continue
		}
		m, err := ir.Parse(units[c.Name].Text)
		if err != nil {
			t.Fatal(err)
		}
		if _, differs, err := difftest.Ordered(m, units[c.Name].Entry, reflect.TypeOf(c.Fn)); err != nil || differs {
			continue
		}
		call, err := target.Compile(m, units[c.Name].Entry, reflect.TypeOf(c.Fn))
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		call = difftest.OrPlain(call, c.Fn)
		ran++
		underCollector(t, c, call)
	}
	if ran < 20 {
		t.Errorf("only %d programs were run", ran)
	}
}

// underCollector runs a program on several goroutines while the collector does nothing else.
func underCollector(t *testing.T, c programs.Case, call difftest.Runner) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for n := range 6 {
				args := c.Inputs(rand.New(rand.NewSource(int64(g*100+n))), 100+n)
				var plain, compiled difftest.Memory
				want := difftest.Run(difftest.Plain(c.Fn), args, &plain)
				want.Late = &eval.Late{Any: true} // several threads: other tests ask what memory holds after a panic
				got := difftest.Run(call, args, &compiled)
				if d := difftest.Diff(want, got, 0); d != "" {
					t.Errorf("%s: %s", c.Name, d)
					return
				}
			}
		})
	}
	wg.Wait()
}

// takesRows reports a function of slices of slices.
func takesRows(fn any) bool {
	t := reflect.TypeOf(fn)
	for i := range t.NumIn() {
		if in := t.In(i); in.Kind() == reflect.Slice && difftest.HasPointers(in.Elem()) {
			return true
		}
	}
	return false
}
