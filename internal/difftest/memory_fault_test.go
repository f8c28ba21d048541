package difftest_test

import (
	"fmt"
	"math/rand"
	"reflect"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/testdata/programs"
)

// TestMemoryFaults takes away the second half of one argument's memory, as a mapped file does that is cut off. With debug.SetPanicOnFault
// compiled code must panic where plain Go does, on whatever thread it finds out, and go on to work afterwards.
func TestMemoryFaults(t *testing.T) {
	targets := difftest.Targets(false)
	if len(targets) == 0 {
		t.Skip("SKIPPED: no target for machine code here")
	}
	if testing.Short() {
		t.Skip("SKIPPED: takes some seconds")
	}
	target := targets[len(targets)-2] // vectors, of the best instruction set
	defer rt.SetThreads(rt.SetThreads(3))
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	units := loadCorpus(t)
	faults := 0
	for _, c := range programs.Cases {
		if c.Plain != "" || c.Forks || !allFaults() && hash(c.Name)%8 != 1 {
			continue
		}
		m, err := ir.Parse(units[c.Name].Text)
		if err != nil {
			t.Fatal(err)
		}
		call, err := target.Compile(m, units[c.Name].Entry, reflect.TypeOf(c.Fn))
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		call = difftest.OrPlain(call, c.Fn)
		_, differs, err := difftest.Ordered(m, units[c.Name].Entry, reflect.TypeOf(c.Fn))
		if err != nil {
			t.Fatal(err)
		}
		end := time.Now().Add(2 * budget())
		for _, n := range []int{100_000, 3000} {
			if c.MaxSize > 0 {
				n = min(n, c.MaxSize)
			}
			args := c.Inputs(rand.New(rand.NewSource(int64(n))), n)
			if panics(c.Fn, args) {
				continue // a check that fails later may be made before
			}
			for i := range args {
				if time.Now().After(end) {
					break
				}
				want, cut := runCut(difftest.Plain(c.Fn), args, i)
				if !cut {
					continue
				}
				got, _ := runCut(call, args, i)
				if got != want && !(ontoSelf[c.Name] && got == faulted) {
					t.Errorf("%s: size %d, argument %d is cut off: %s, plain Go: %s", c.Name, n, i, got, want)
				}
				if want == faulted {
					faults++
				}
			}
			var plain, compiled difftest.Memory
			want, got := difftest.Run(difftest.Plain(c.Fn), args, &plain), difftest.Run(call, args, &compiled)
			if c.Tol == 0 && !differs {
				if d := difftest.Diff(want, got, 0); d != "" {
					t.Errorf("%s: afterwards: %s", c.Name, d)
				}
			}
		}
	}
	t.Logf("%d faults", faults)
	if faults < 20 {
		t.Error("too few to tell")
	}
}

// panics reports whether plain Go panics although all memory is there.
func panics(fn any, args []any) bool {
	var mem difftest.Memory
	return difftest.Run(difftest.Plain(fn), args, &mem).Panic != nil
}

// ontoSelf are the programs that may copy a slice onto itself. Go's copy then touches nothing, as memmove looks at the addresses first; compiled
// code stores what is there already.
var ontoSelf = map[string]bool{"Copies": true}

const faulted = "a fault in the part that was cut off"

// runCut calls a function with copies of the arguments, of which number k has lost its second half, and says how that ends. cut is false
// if that argument has no half to lose.
func runCut(call difftest.Runner, args []any, k int) (how string, cut bool) {
	mem := &difftest.Memory{Guard: difftest.GuardAfter}
	defer mem.Reset()
	vs := mem.Copy(args)
	v := vs[k]
	if v.Kind() != reflect.Slice || v.Len() == 0 {
		return "", false
	}
	begin, end := mem.CutOff(v)
	if begin == end {
		return "", false
	}
	defer func() {
		p := recover()
		fault, ok := p.(interface {
			runtime.Error
			Addr() uintptr
		})
		switch {
		case p == nil:
			how = "no panic"
		case ok && begin <= fault.Addr() && fault.Addr() < end:
			how = faulted
		case ok:
			how = fmt.Sprintf("a fault at %#x, outside of [%#x, %#x)", fault.Addr(), begin, end)
		default:
			how = fmt.Sprintf("panic %v", p)
		}
	}()
	cut = true
	call(vs)
	return
}
